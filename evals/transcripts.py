"""A transcript as graders look at it: steps in order, each something said or a tool call with its result."""

import shlex
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from context_memory.cli.commands import COMMANDS, SCRIPTS
from context_memory.messages import Role, Session, Text, ToolCall
from context_memory.transcripts.formats import read_session

READERS = frozenset({"cat", "head", "tail", "sed", "less", "grep", "rg"})


@dataclass(frozen=True, slots=True)
class Said:
    """Text that the agent wrote."""

    text: str


@dataclass(frozen=True, slots=True)
class Did:
    """A tool call of the agent and what came back."""

    tool: str
    path: str = ""
    command: str = ""
    text: str = ""
    """What was written."""
    result: str = ""

    @property
    def ours(self) -> str:
        """The command of the skill that is run, as its table calls it; empty for none."""
        words = _words(self.command)
        for number, word in enumerate(words):
            name, rest = PurePosixPath(word).name.removesuffix(".py"), words[number + 1 :]
            if name in SCRIPTS:
                return SCRIPTS[name]
            if name == "context-memory":
                return next((each for each in (" ".join(rest[:1]), " ".join(rest[:2])) if each in COMMANDS), "")
        return ""

    def reads(self, path: str) -> bool:
        """Whether it shows the content of this file."""
        if self.tool == "read":
            return same_file(self.path, path)
        words = _words(self.command)
        return bool(words) and words[0] in READERS and any(same_file(word, path) for word in words[1:])

    def writes(self, path: str) -> bool:
        """Whether it changes this file."""
        return self.tool in {"write", "edit"} and same_file(self.path, path)


Step = Said | Did


def steps(session: Session) -> tuple[Step, ...]:
    """What the agent said and did, in order."""
    results = {result.call_id: result.text for message in session.messages for result in message.results}
    found: list[Step] = []
    for message in session.messages:
        if message.role is not Role.ASSISTANT:
            continue
        for part in message.parts:
            match part:
                case Text(text):
                    found.append(Said(text))
                case ToolCall():
                    found.append(_did(part, results.get(part.id, "")))
                case _:
                    pass
    return tuple(found)


def read(path: Path) -> tuple[Step, ...]:
    """The steps of a recorded transcript."""
    return steps(read_session(path))


def same_file(given: str, wanted: str) -> bool:
    """Whether a path, relative or absolute, names the file of the workspace."""
    parts, last = PurePosixPath(given).parts, PurePosixPath(wanted).parts
    return parts[-len(last) :] == last


def _did(call: ToolCall, result: str) -> Did:
    given = {key: str(value) for key, value in call.input.items()}
    path = given.get("path") or given.get("file_path", "")
    text = given.get("text") or given.get("content", "")
    return Did(call.name.lower(), path, given.get("command", ""), text, result)


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()
