"""The canary of Codex and Gemini CLI: a small session through the real program, and what of our hooks showed in it.

The program works with a copy of the user's configuration, in a folder of its
own that is removed afterwards, and with a model on loopback: nothing is sent
anywhere. The host is made to compact twice inside a loop of tool calls, by an
API that says that the context is full; Gemini CLI in a session that goes on.
"""

import contextlib
import json
import tempfile
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...api.context_memory import ContextMemory
from ...errors import ContextMemoryError
from ...storage import stamps
from ...testing.fake_agents_apis import FakeGemini, FakeResponses
from .. import tested_versions
from .agents_program import COMPACT_AT, GEMINI_COMPACTS_AT, Codex, Gemini
from .canary import Finding, StopError, opened, remove, version_finding, waited

_STEPS = 1_500
_LINE = "step-%g of the canary"
_LEARN_SECONDS = 60.0


def sing(host: str, program: str, *, environment: Mapping[str, str] | None = None) -> tuple[Finding, ...]:
    """Go through it all; what was made for it is removed, whatever happens."""
    folder = Path(tempfile.mkdtemp(prefix="context-memory-canary-")).resolve()
    try:
        if host == "codex":
            with FakeResponses() as responses:
                return _Canary(host, Codex(program, folder, responses, environment or {})).run()
        with FakeGemini() as gemini:
            return _Canary(host, Gemini(program, folder, gemini, environment or {})).run()
    finally:
        remove(folder, folder / "workspace")


class _Canary:
    """One run: what it plants, and what it found."""

    def __init__(self, host: str, agent: Codex | Gemini) -> None:
        self._host, self._agent = host, agent
        self._word = f"word{uuid.uuid4().hex[:10]}"
        self._line = f"line{uuid.uuid4().hex[:10]}"
        self._rule = f"rule{uuid.uuid4().hex[:10]}"
        self._order = f"rule{uuid.uuid4().hex[:10]}"  # what Codex learns at the end of a session it restores as well
        self._denied = f"/canary-{uuid.uuid4().hex[:10]}"
        self._advice = f"context-memory install {host}" + (", then /hooks in codex" if host == "codex" else "")
        self._found: list[Finding] = []
        self._turns = 0

    def run(self) -> tuple[Finding, ...]:
        """All findings, in the order of the session."""
        with contextlib.suppress(StopError):
            self._set_up()
            self._first_turn()
            self._new_process()
            self._compactions()
            self._learnt()
        return tuple(self._found)

    def _note(self, name: str, is_good: bool, detail: str) -> None:
        self._found.append(Finding(name, is_good, detail, "" if is_good else self._advice))

    def _set_up(self) -> None:
        tested = tested_versions.CODEX if self._host == "codex" else tested_versions.GEMINI
        try:
            self._agent.set_up()
            self._found.append(version_finding(self._agent.version(), tested))
        except ContextMemoryError as error:
            self._found.append(Finding("host", False, str(error), error.hint))
            raise StopError from error
        workspace = self._agent.workspace
        (workspace / "memories").mkdir()
        (workspace / "MEMORY.md").write_text(f"# MEMORY INDEX\n- Canary: {self._line}\n", encoding="utf-8")
        denied = f"# Errors\n- 2026-01-01 PermissionDenied: rm -rf {self._denied} — the canary's\n"
        (workspace / "memories" / "errors.md").write_text(denied, encoding="utf-8")
        with ContextMemory(workspace) as memory:
            memory.remember(f"The canary flies to the harbour of {self._word}")

    def _turn(self, prompt: str, *more: str) -> list[dict[str, Any]]:
        self._turns += 1
        try:
            requests = self._agent.turn(prompt, *more)
        except ContextMemoryError as error:
            self._found.append(Finding("host", False, str(error), error.hint))
            raise StopError from error
        if not requests:
            self._found.append(Finding("host", False, "the host asked no model", "run the host by hand once"))
            raise StopError
        return requests

    def _shell(self, command: str) -> None:
        self._agent.api.call(self._agent.shell, {self._agent.shell_key: command})

    def _first_turn(self) -> None:
        self._shell(f"seq -f '{_LINE}' {_STEPS}; echo ERROR: disk full")
        self._shell(f"rm -rf {self._denied}")
        self._agent.api.call(self._agent.recall, {"query": "To which harbour does the canary fly?"})
        self._agent.api.reply("All were tried.")
        requests = self._turn("To which harbour does the canary fly?")
        first, results = json.dumps(requests[0], ensure_ascii=False), self._agent.results(requests[-1])
        self._note("session starts", self._line in first, "MEMORY.md in the first request")
        self._note("prompt", self._word in first, "the planted fact in the first request")
        long, refused, found = [*results, "", "", ""][:3]
        expected = "".join(f"{_LINE % number}\n" for number in range(1, _STEPS + 1)) + "ERROR: disk full"
        self._note("after a tool", *self._opened(long, expected))
        self._note("before a tool", "errors.md" in refused, "a command that errors.md records is refused")
        self._note("MCP server", self._word in found, "the model recalls the fact from the same workspace")

    def _opened(self, shown: str, expected: str) -> tuple[bool, str]:
        """Whether the original of a trimmed output holds what the host had of it, which may be cut already."""
        is_good, detail = opened(self._agent.workspace, shown, expected)
        if is_good or "gives back" not in detail:
            return is_good, detail
        with ContextMemory(self._agent.workspace) as memory:
            text = memory.originals.read(detail.split()[0]).text
        is_held = f"{_LINE % 1}\n" in text and "ERROR: disk full" in text
        return is_held, f"{len(text):,} characters that the host had of it as {len(shown):,}; {detail.split()[0]}"

    def _new_process(self) -> None:
        requests = self._turn("Tell me the harbour that the canary flies to.")
        self._note("new process", self._word in json.dumps(requests[0]), "the fact in a new process")
        self._turn(f"From now on always use {self._rule}, not npm.")

    def _compactions(self) -> None:
        """The API says that the context is full, twice; the model is then asked for a summary."""
        is_gemini = self._host == "gemini"
        for number in ("first", "second"):
            self._shell(f"echo before the {number} compaction")
            for _ in range(2 if is_gemini else 1):  # Gemini CLI has each summary looked through
                self._agent.api.reply(f"The {number} summary.")
        self._agent.api.tokens = GEMINI_COMPACTS_AT if is_gemini else 2 * COMPACT_AT
        more = ("--resume", "latest") if is_gemini else ()  # it never summarises the newest prompt
        order = "" if is_gemini else f"From now on always use {self._order}, not npm. "  # the resumed session has one
        bodies = self._turn(f"{order}Say it before each compaction.", *more)
        requests = [each for each in bodies if each.get("tools")]
        for number in ("first", "second"):
            summary = f"The {number} summary."
            after = [each for each in requests if summary in json.dumps(each)]
            is_back = bool(after) and self._line in json.dumps(after[0], ensure_ascii=False)
            self._note("compaction", is_back, f"{number}: MEMORY.md is there after it")
            order = self._rule if is_gemini else self._order
            added = [text for each in after for text in _texts(each) if (summary if is_gemini else self._line) in text]
            is_told = any(order in text for text in added)
            self._note("orders", is_told, f"{number}: the model is told again what a person ordered")

    def _learnt(self) -> None:
        """What a person said in the session is learnt after it ended."""
        log = self._agent.workspace / stamps.STATE_FOLDER / "hosts" / "ended.log"

        def is_done() -> bool:
            text = log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""
            return text.count("learnt from") >= self._turns

        waited(is_done, _LEARN_SECONDS)
        with ContextMemory(self._agent.workspace) as memory:
            is_known = self._rule in memory.recall(f"always use {self._rule}").block
        self._note("session ends", is_known, "what a person said in a session is found by later ones")


def _texts(body: Mapping[str, Any]) -> list[str]:
    """The texts of a request to either API."""
    contents = [content.get("parts") for content in body.get("contents", [])]
    contents += [item.get("content") for item in body.get("input", [])]
    blocks = [block for each in contents if isinstance(each, list) for block in each]
    return [str(block.get("text", "")) for block in blocks]
