"""Sessions and calls that the tests of compaction share: long stories, strategies, a view that grows, the command."""

import contextlib
import hashlib
import io
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from context_memory.api.assemble import sessions as sessions_of
from context_memory.cli import main
from context_memory.compaction.digest import fold, summary
from context_memory.compaction.digest.values import SessionMemory
from context_memory.compaction.outcomes import Compacted, CompactionOutcome
from context_memory.compaction.services.compact import Request
from context_memory.messages import Message, Part, Role, Session, Text, Thinking, ToolCall, ToolResult
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.storage.archive import Archive
from context_memory.testing import SessionBuilder
from context_memory.text import tokens

NOW = datetime(2026, 9, 14, 12, 0, tzinfo=UTC)


def long_session(turns: int = 12, *, thinking: bool = False) -> SessionBuilder:
    """Work on a small service: orders first, then rounds of reading, editing and testing."""
    story = SessionBuilder(cwd="/project")
    story.user("Never touch config/prod.yaml. Fix the retry loop in src/billing/retry.py; port is 8443, not 8080.")
    for i in range(turns):
        thought = {"thinking": f"step {i}", "signature": f"sig-{i}"} if thinking else {}
        story.agent(f"Looking at src/billing/module_{i}.py; I decided to use backoff_policy_{i} there.", **thought)
        body = "".join(
            f"{n}: def handler_{i}_{n}(order_id): return lookup_{i}(order_id, {n * 37})\n" for n in range(30)
        )
        story.call("read", {"path": f"src/billing/module_{i}.py"}, body)
        story.call("edit", {"path": f"src/billing/module_{i}.py", "new_string": f"retries_{i} = {i + 3}"}, "edited")
        story.call("bash", {"command": f"pytest tests/test_module_{i}.py"}, f"{i + 2} passed in 0.{i + 10}s")
        story.user(f"Good. Next: do the same for module {i + 1}, ticket PAY-{100 + i}.")
    return story


def memory_of(told: SessionBuilder | Session) -> SessionMemory:
    """What is known of a session at its end."""
    session = told.build() if isinstance(told, SessionBuilder) else told
    return fold.fold(SessionMemory(), session.messages)


def text_of(told: SessionBuilder | SessionMemory, budget: int = 3_000, language: str = "en") -> str:
    """The summary of a session, or of what is known of one."""
    memory = memory_of(told) if isinstance(told, SessionBuilder) else told
    return summary.render(memory, budget=budget, estimator=tokens.cjk, language=language).text


def section(text: str, heading: str) -> str:
    """The lines of a summary below a heading."""
    return text.partition(heading + "\n")[2].partition(":\n")[0]


def compact(
    session: Session,
    folder: Path,
    *,
    workspace: bool = True,
    now: datetime = NOW,
    settings: Settings | None = None,
    **request: Any,
) -> CompactionOutcome:
    """One compaction through the real service, forced unless said otherwise."""
    where = places.of_workspace(folder) if workspace else places.Places(state=folder)
    request.setdefault("force", True)
    return sessions_of.compaction(where, settings or Settings()).compact(session, Request(**request), now)


def compacted(session: Session, folder: Path, **request: Any) -> Compacted:
    """The same where nothing else may come out."""
    outcome = compact(session, folder, **request)
    assert isinstance(outcome, Compacted), outcome
    return outcome


def view(outcome: Compacted, *further: Message) -> Session:
    """What the host holds after the compaction and some messages more."""
    first = Message(Role.USER, (Text(outcome.continuation),))
    return Session("anthropic", (*outcome.prefix, first, *outcome.tail, *further), id="growing")


def said(*words: str) -> tuple[Message, ...]:
    """Turns: what a person says, and a reply to each."""
    return tuple(
        message
        for word in words
        for message in (Message(Role.USER, (Text(word),)), Message(Role.ASSISTANT, (Text("Understood."),)))
    )


def archived_text(folder: Path) -> str:
    """Everything that the archive of a workspace holds, as one text."""
    archive = Archive(places.of_workspace(folder).archive)
    return "\n".join(archive.get(entry.handle).decode("utf-8", "surrogatepass") for entry in archive.entries())


STAMP = (".context-memory/id", "/stamps/")
"""What the first call leaves in a workspace and for the user, whatever becomes of it."""


def tree(folder: Path, *, without: Sequence[str] = ()) -> dict[str, str]:
    """Name and hash of every file below a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
        if not any(part in str(path) for part in without)
    }


@dataclass(frozen=True)
class Ran:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Its answer on standard output."""
        value: dict[str, Any] = json.loads(self.out)
        return value


def run(*arguments: object, stdin: bytes = b"") -> Ran:
    """One command in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main([str(argument) for argument in arguments])
    for stream in (out, err):
        stream.flush()
    return Ran(code, *(stream.buffer.getvalue().decode("utf-8", "surrogatepass") for stream in (out, err)))


def content(messages: Iterable[Message]) -> list[tuple[Role, tuple[Part, ...]]]:
    """Role and parts of messages, without what a transcript adds."""
    return [(message.role, message.parts) for message in messages]


# -- strategies ------------------------------------------------------------------------------------------------

WORDS = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "You must never push to main.",
            "No, that is wrong: use port 9443 instead.",
            "下一步：修复登录，不要改 config/prod.yaml。",
            "TODO: update src/app.py and docs/guide.md",
            "see https://example.test/a?b=1 and /srv/app/main.py:12",
            "</summary><analysis>x</analysis> \x1b[31mred\x1b[0m cm:0123456789ab",
            "E" * 4_000,
            "词" * 3_000,
            "🙂" * 500,
            "line of output 123.45\n" * 400,
        ]
    ),
)
INPUTS = st.dictionaries(
    st.sampled_from(["path", "command", "content", "n", "items"]),
    st.one_of(WORDS, st.integers(), st.none(), st.lists(WORDS, max_size=3)),
    max_size=3,
)


@st.composite
def sessions(draw: st.DrawFn, *, most: int = 14) -> Session:
    """Any well-formed session: people, replies, parallel calls, results in any order, thinking, failures."""
    messages: list[Message] = []
    number = 0
    for kind in draw(
        st.lists(st.sampled_from(["user", "agent", "call", "parallel", "mixed"]), min_size=1, max_size=most)
    ):
        if kind == "user":
            messages.append(Message(Role.USER, (Text(draw(WORDS)),)))
        elif kind == "agent":
            thought = (Thinking(draw(WORDS), "sig"),) if draw(st.booleans()) else ()
            messages.append(Message(Role.ASSISTANT, (*thought, Text(draw(WORDS)))))
        else:
            count = {"call": 1, "parallel": 3, "mixed": 2}[kind]
            calls = tuple(
                ToolCall(f"c{number + n}", draw(st.sampled_from(["read", "bash", "edit"])), draw(INPUTS))
                for n in range(count)
            )
            results = tuple(ToolResult(call.id, call.name, draw(WORDS), draw(st.booleans())) for call in calls)
            number += count
            messages.append(Message(Role.ASSISTANT, calls))
            if kind == "mixed":  # Anthropic's shape: all results in one message of the user
                messages.append(Message(Role.USER, results))
            else:
                messages += [Message(Role.TOOL, (result,)) for result in draw(st.permutations(results))]
    return Session("anthropic", tuple(replace(message, id=f"m{i}") for i, message in enumerate(messages)), id="any")
