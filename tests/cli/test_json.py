"""What `--json` prints is what references/json.md shows: each call is run, in order, and its keys and types compared.

`pytest --snapshot-update tests/cli/test_json.py` writes the examples anew whose keys or types are others now.
"""

import contextlib
import io
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from context_memory.cli import main
from context_memory.cli.commands import COMMANDS
from context_memory.testing import SessionBuilder

REPOSITORY = Path(__file__).parent.parent.parent
DOCUMENT = REPOSITORY / "references" / "json.md"
EXAMPLE = re.compile(r"^`context-memory ([^\n]+) --json`\n\n```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WITHOUT = {"mcp", "hook"}
"""Commands that print no document: what `mcp` prints is the protocol, what `hook` prints the host's."""
ENDLESS = {"serve", "helper"}
"""Commands that print their document and go on."""
WITH_PROGRESS = {"memory reembed", "memory migrate-store"}
"""Commands that may print lines of progress before their document."""
ROOT = "/home/ines/project"
"""What the document calls the folder of the workspace."""
LONGEST_TEXT, LONGEST_LINE = 70, 100
STDIN = "".join(f"step {number}: copied file {number}\n" for number in range(1_500)) + "ERROR: disk full\n"


@dataclass(frozen=True, slots=True)
class Example:
    """One call of the document and the JSON under it."""

    call: str
    shown: Any

    @property
    def words(self) -> list[str]:
        return shlex.split(self.call)


EXAMPLES = [Example(call, json.loads(body)) for call, body in EXAMPLE.findall(DOCUMENT.read_text(encoding="utf-8"))]


def is_slow(example: Example) -> bool:
    """Whether a call starts a server, asks one or loads an embedder: each of these has a workspace of its own."""
    return example.words[0] in ENDLESS or not {"STORE", "embedder=offline"}.isdisjoint(example.words)


def story() -> str:
    """A short session with a tool call, an order, a decision and a failure, and the tokens that the API counted."""
    told = SessionBuilder(cwd=ROOT).user("Remember: deploys go out on Tuesdays. Move the cache to port 6380, please.")
    told = told.agent("I will look at the settings first.", context_tokens=21_000)
    told = told.call("exec", {"command": "grep -rn 6379 src"}, "src/app.py:2: port = 6379\n")
    told = told.call("exec", {"command": "make tset"}, "make: *** No rule to make target 'tset'", failed=True)
    for number in range(12):
        told = told.user(f"And what about module {number}? My name is Ines.").agent(
            f"Module {number} reads the port from src/app.py; we decided to keep one place for it. " * 12,
            context_tokens=22_000 + 900 * number,
        )
    return told.openclaw()


def files() -> dict[str, str]:
    """The files of the workspace."""
    sections = (f"## Part {number}\n\n" + "- a line about this part\n" * 60 for number in range(6))
    twins = [{"id": name, "text": "The lamp in tower three is green", "kind": kind} for name, kind in ASKED_TWICE]
    return {
        "src/app.py": "def main():\n    port = 6379\n",
        "session.jsonl": story(),
        "prompt.md": "You are a helper.\nToday is 2026-11-20.\n",
        "r-memory/config.json": '{"enabled": true, "blockSize": 4000}',
        "overgrown/MEMORY.md": "# Memory\n\n" + "\n".join(sections),
        "twins.jsonl": "".join(json.dumps(line) + "\n" for line in twins),
    }


ASKED_TWICE = (("one", "fact"), ("two", "lesson"))

STANDS: dict[str, Callable[[dict[str, Any]], str]] = {
    "DOC": lambda shown: shown["recall"]["hits"][0]["id"],
    "HANDLE": lambda shown: shown["archive --list"][0]["handle"],
    "BLOCK": lambda shown: shown["blocks show"]["blocks"][0]["id"],
}
"""What a word in capitals in a call stands for: something of an earlier answer, by the beginning of its call."""


class Earlier(dict[str, Any]):
    """Answers by their calls; the beginning of a call is enough."""

    def __missing__(self, beginning: str) -> Any:
        return next(shown for call, shown in self.items() if call.startswith(beginning))


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Earlier]:
    """What the calls print in one small workspace, in the order of the document; what they raise is kept too."""
    folder = tmp_path_factory.mktemp("json") / "project"
    for name, text in files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    found = Earlier()
    with pytest.MonkeyPatch.context() as patched, contextlib.chdir(folder):
        for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            patched.setenv(name, str(folder.parent / "home"))
        patched.setenv("CONTEXT_MEMORY_BLOCK_TOKENS", "400")
        main(["remember", "--batch", "twins.jsonl", "--pin", "--workspace", "."])
        ask_over_mcp(folder)
        for example in EXAMPLES:
            if not is_slow(example):
                found[example.call] = answer(example, found, folder, patched)
        yield found


def answer(example: Example, earlier: Earlier, folder: Path, patched: pytest.MonkeyPatch) -> Any:
    """The document that a call prints, with the folder as the document calls it; the error where it prints none."""
    try:
        words = [STANDS[word](earlier) if word in STANDS else word for word in example.words]
    except (LookupError, TypeError) as error:
        return f"no earlier answer says what {example.call} is about: {error!r}"
    if words[0] in ENDLESS:
        printed = first_document_of(words)
    else:
        patched.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(STDIN.encode())))
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([*words, "--json"])
        printed = out.getvalue()
        if not printed:
            return f"exit code {code}: {err.getvalue()}"
    printed = re.sub(r'postgresql://[^"]*', "postgresql://db.example/memory", printed.replace(str(folder), ROOT))
    printed = printed.replace(str(folder.parent / "home"), "/home/ines")
    return last_document_of(example, re.sub(r'"token": "[^"]*"', '"token": "43 characters"', printed))


def last_document_of(example: Example, printed: str) -> Any:
    """The one document that was printed; the last where lines of progress may stand before it."""
    try:
        return json.loads(printed)
    except ValueError:
        lines = [json.loads(line) for line in printed.splitlines()]
        assert " ".join(example.words[:2]) in WITH_PROGRESS
        assert {line["outcome"] for line in lines[:-1]} == {"progress"}
        return lines[-1]


def ask_over_mcp(folder: Path) -> None:
    """One question of a host, for the audit."""
    asked = {"name": "recall", "arguments": {"query": "Which port?"}}
    lines = [{"method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}}}]
    lines.append({"method": "tools/call", "params": asked})
    given = "".join(json.dumps({"jsonrpc": "2.0", "id": place, **line}) + "\n" for place, line in enumerate(lines))
    call = [sys.executable, str(REPOSITORY / "scripts" / "context-memory.py"), "mcp", "--workspace", str(folder)]
    subprocess.run(call, input=given, text=True, capture_output=True, timeout=120, check=True)


def first_document_of(words: list[str]) -> str:
    """What a command prints that does not end by itself; it is ended then. Without a document, why there is none."""
    call = [sys.executable, str(REPOSITORY / "scripts" / "context-memory.py"), *words, "--json"]
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        printed = b""
        while not printed.endswith(b"}\n") and (line := process.stdout.readline()):
            printed += line
        process.stdin.close()
        process.terminate()
        return printed.decode() or json.dumps(process.stderr.read().decode())


def shape(value: Any, place: str = "") -> set[str]:
    """Each place of a JSON value with the type of what is there; of a list all items together."""
    match value:
        case dict():
            return {f"{place}: object"}.union(*(shape(each, f"{place}.{key}") for key, each in value.items()))
        case list():
            return {f"{place}: list"}.union(*(shape(each, f"{place}[]") for each in value))
        case bool():
            return {f"{place}: boolean"}
        case int() | float():
            return {f"{place}: number"}
        case None:
            return {f"{place}: null"}
        case _:
            return {f"{place}: string"}


def abbreviated(value: Any) -> Any:
    """The same shape in fewer words: of a list only items that show something new, of a text its beginning."""
    match value:
        case dict():
            return {key: abbreviated(each) for key, each in value.items()}
        case list():
            kept, seen = [], set[str]()
            for each in value:
                if not shape(each) <= seen:
                    seen |= shape(each)
                    kept.append(abbreviated(each))
            return kept
        case str() if len(value) > LONGEST_TEXT:
            return value[: LONGEST_TEXT - 1] + "…"
        case _:
            return value


def rendered(value: Any, indent: str = "") -> str:
    """JSON with one line for what fits into one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= LONGEST_LINE or not isinstance(value, (dict, list)):
        return line
    inner = indent + "  "
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + rendered(each, inner) for each in value) + f"\n{indent}]"
    pairs = (f"{inner}{json.dumps(key)}: {rendered(each, inner)}" for key, each in value.items())
    return "{\n" + ",\n".join(pairs) + f"\n{indent}}}"


def rewrite(example: Example, shown: Any) -> None:
    """Put what a call prints now into the document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    head = f"`context-memory {example.call} --json`\n\n```json\n"
    before, found, after = text.partition(head)
    DOCUMENT.write_text(
        before + found + rendered(abbreviated(shown)) + "\n" + after[after.index("```\n") :], encoding="utf-8"
    )


@pytest.mark.parametrize("example", [each for each in EXAMPLES if not is_slow(each)], ids=lambda example: example.call)
def test_a_command_prints_the_keys_and_types_of_its_example(
    example: Example, answers: Earlier, request: pytest.FixtureRequest
) -> None:
    compare(example, answers[example.call], request)


@pytest.mark.slow
@pytest.mark.parametrize("example", [each for each in EXAMPLES if is_slow(each)], ids=lambda example: example.call)
def test_a_slow_command_prints_the_keys_and_types_of_its_example(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["remember", "The cache listens on port 6380", "--workspace", "."])
    if "STORE" in example.words:
        address = request.getfixturevalue("postgres")
        monkeypatch.setitem(STANDS, "STORE", lambda _: address)

    compare(example, answer(example, Earlier(), tmp_path, monkeypatch), request)


def compare(example: Example, shown: Any, request: pytest.FixtureRequest) -> None:
    assert not isinstance(shown, str), shown
    if request.config.getoption("--snapshot-update"):
        if shape(shown) != shape(example.shown):
            rewrite(example, shown)
        return
    documented = shape(example.shown)
    assert sorted(shape(shown) - documented) == [], "not in references/json.md: pytest --snapshot-update writes it"
    assert sorted(documented - shape(shown)) == [], "not printed any more: pytest --snapshot-update takes it out"


def test_every_command_has_its_example() -> None:
    shown = {name for name in COMMANDS for example in EXAMPLES if f"{example.call} ".startswith(f"{name} ")}

    assert shown == COMMANDS.keys() - WITHOUT
