"""The tools that a model is offered, and what each does with the verbs of the provider.

`hook` is for the plugin of a host, which asks by the same connection. The
plugin refuses it to models: what they would tell it did not happen.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ...api import docs, values
from ...errors import InputError
from ...hosts import claude_code
from ...hosts.services import answering
from ...provider import schemas
from ...provider.schemas import Schema, arguments, text, whole
from ...provider.services.provider import Provider
from ...provider.verbs import VERBS

Answer = tuple[str, dict[str, Any]]
"""What a model reads, and the same as an object."""
_LONGEST = 4_000_000  # characters
_OF_EVENT = ("tool_name", "tool_input", "tool_response", "prompt", "error", "cwd", "session")


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool as `tools/list` shows it."""

    name: str
    title: str
    description: str
    schema: Schema
    run: Callable[[Provider, dict[str, Any]], Answer]
    result: type | None
    """Of the object that it gives back; None where that is the host's own."""
    is_read: bool = True
    is_repeatable: bool = True

    def shown(self) -> dict[str, Any]:
        """For `tools/list`."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.schema,
            "outputSchema": schemas.of_result(self.result) if self.result else {"type": "object"},
            "annotations": {
                "title": self.title,
                "readOnlyHint": self.is_read,
                "destructiveHint": False,
                "idempotentHint": self.is_repeatable,
                "openWorldHint": False,
            },
        }

    def call(self, provider: Provider, given: object) -> Answer:
        """What the tool says; InputError for arguments that it cannot use."""
        return self.run(provider, schemas.checked(given, self.schema))


def _recall(provider: Provider, given: dict[str, Any]) -> Answer:
    found = provider.within("recall", given)
    return found["block"] or "Nothing in the memory fits this question.", found


def _remember(provider: Provider, given: dict[str, Any]) -> Answer:
    written = provider.within("remember", given)
    said = [f"{each['outcome']}: {each['handle']}" for each in written["docs"]]
    return "\n".join(said) or "nothing was remembered", written


def _read_original(provider: Provider, given: dict[str, Any]) -> Answer:
    part = provider.within("original", given)
    more = "" if part["last"] >= part["lines"] else f"\n[lines {part['first']} to {part['last']} of {part['lines']:,}]"
    return part["text"] + more, part


def _check_action(provider: Provider, given: dict[str, Any]) -> Answer:
    verdict = provider.within("check", given)
    if verdict["allowed"]:
        return "allowed", verdict
    return f"refused: {verdict.get('reason') or verdict.get('entry') or 'it failed before'}", verdict


# -- the hook of a host ----------------------------------------------------------------------------


def _hook(provider: Provider, given: dict[str, Any]) -> Answer:
    """What a host's hook wants to hear, as JSON of its hook protocol; {} for nothing."""
    answer = answering.answer(provider, given)
    return claude_code.as_text(answer), answer


def _argument(verb: str, name: str) -> Schema:
    return dict(VERBS[verb].schema["properties"][name])


def _tools() -> tuple[Tool, ...]:
    return (
        Tool(
            "recall",
            "Recall",
            "Find what was said, decided or remembered in earlier sessions. Ask with names, dates and exact words.",
            arguments(("query",), query=_argument("recall", "query"), limit=whole("most hits", 1, 20)),
            _recall,
            values.Recalled,
        ),
        Tool(
            "remember",
            "Remember",
            "Keep one lasting fact, preference or decision for later sessions. Secrets are taken out.",
            arguments(
                ("text",),
                text=text("the fact, in one or two sentences that stand alone", most=20_000),
                kind=_argument("remember", "kind"),
            ),
            _remember,
            values.Remembered,
            is_read=False,
        ),
        Tool(
            "read_original",
            "Read an original",
            "Read a shortened tool output or archived messages as they were, by the handle cm:… in their place.",
            VERBS["original"].schema,
            _read_original,
            docs.OriginalPart,
        ),
        Tool(
            "check_action",
            "Check an action",
            "Ask before a risky command whether it, or a path in it, was denied or failed here before.",
            arguments(
                (),
                command=_argument("check", "command"),
                paths=_argument("check", "paths"),
                cwd=_argument("check", "cwd"),
            ),
            _check_action,
            values.ActionVerdict,
        ),
        Tool(
            "hook",
            "Hook (for the host)",
            "Internal: the plugin of the host calls it. It has no use for a model.",
            arguments(
                ("event",),
                event=text("name of the hook"),
                **{name: text("as the host's event has it", least=0, most=_LONGEST) for name in _OF_EVENT},
            ),
            _hook,
            None,
            is_read=False,
        ),
    )


TOOLS: Mapping[str, Tool] = {tool.name: tool for tool in _tools()}


def named(name: object) -> Tool:
    """The tool of this name."""
    if not isinstance(name, str) or name not in TOOLS:
        raise InputError(f"there is no tool {str(name)[:60]!r}", hint="known: " + ", ".join(TOOLS))
    return TOOLS[name]
