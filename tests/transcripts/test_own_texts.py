"""Our own texts are recognised as their makers write them, and none comes back as something that was said."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from context_memory import ContextMemory
from context_memory.blocks import view
from context_memory.blocks.values import ShownCapsule
from context_memory.compaction.digest import continuation
from context_memory.compaction.outcomes import Restoration, Restored
from context_memory.compaction.services import restore
from context_memory.hosts.services import answering, one_shot, orders
from context_memory.messages import Image, Message, Role, Text, ToolCall, ToolResult
from context_memory.text import pictures
from context_memory.transcripts import own_texts, speakers
from context_memory.trim import old_records, trimming

HANDLE = "cm:d80b39969498"
REASON = "memories/errors.md line 2: - PermissionDenied: rm -rf /etc/foo — needs a person"
REFUSALS = (
    REASON,
    f"PreToolUse:Bash hook error: {REASON}",
    f"Command blocked by PreToolUse hook: {REASON}. Command: rm -rf /etc/foo",
    f"Tool execution blocked: {REASON}",
    "memories/errors.md 第 2 行：- PermissionDenied: rm -rf /etc/foo",
    own_texts.FOR_THE_HOST,
)
ECHO = "Quetzalcoatl-7781"
"""A name that only texts of ours hold."""


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"{trimming.opening_marker(17_469, HANDLE)}\nstep-1\n", "step-1\n"),
        ("a\n[… 12 lines]\nb", "a\nb"),
        (f"x\n{trimming.read_marker('src/a.py')}", "x"),
        (answering.describe_repetition("a", "a", old_handle=HANDLE, new_handle=HANDLE), ""),
        (answering.describe_repetition("a\nb", "b\na", old_handle="cm:1", new_handle=HANDLE), ""),
        (answering.describe_repetition("a\nb\nc", "a\nb\nd", old_handle="cm:1", new_handle=HANDLE), "- c\n+ d"),
        (pictures.note(Image("image/png"), HANDLE), ""),
        (f"abc… [12,345 characters — original: archive {HANDLE}]", "abc"),
        (f"head\n[… 3400 characters — original: archive {HANDLE}]\ntail", "head\ntail"),
        (f"head\n[… original: archive {HANDLE}]\ntail", "head\ntail"),
        (f"head[… archive {HANDLE}]", "head"),
        (continuation.closing(HANDLE, 0, "en"), ""),
        (continuation.closing(HANDLE, 3, "zh"), ""),
        ('<recalled-memory note="x">\n- a fact\n</recalled-memory>\nand then?', "\nand then?"),
        (restore.restored_block(Restoration((Restored("MEMORY.md", "# INDEX", 3),))), "\n"),
        (f"{own_texts.SUCCEEDED}{trimming.opening_marker(17_469, HANDLE)}\nstep-1", "step-1"),
        (
            "<local-command-stdout>Compacted PreCompact [python3 ${CLAUDE_PLUGIN_ROOT}/scripts/context-memory.py hook"
            f" claude-code] completed successfully: {one_shot.STEERING}- never on Fridays\n</local-command-stdout>",
            "<local-command-stdout>Compacted </local-command-stdout>",
        ),
        ("[trimmed hedges] and [the same again]", "[trimmed hedges] and [the same again]"),
        ("[… and so on] in the original: archive it", "[… and so on] in the original: archive it"),
        ("memories/errors.md is long", "memories/errors.md is long"),
    ],
)
def test_markers_and_blocks_go_and_other_words_stay(text: str, left: str) -> None:
    assert own_texts.stripped(text) == left


def test_of_an_old_record_what_the_tool_said_stays() -> None:
    call = ToolCall("a", "Bash", {"command": "npm test"})
    line = old_records.one_line(
        ToolResult("a", "Bash", "E   assert 1 == 2\n" * 40 + "=== 1 failed, 12 passed in 3.2s ==="), call, HANDLE
    )

    left = own_texts.stripped(line)

    assert "12 passed" in left
    assert HANDLE not in left


@pytest.mark.parametrize("text", REFUSALS)
def test_a_refusal_is_known_whatever_the_host_puts_before_it(text: str) -> None:
    assert own_texts.is_own_refusal(text)


@pytest.mark.parametrize(
    "text", ["cat: memories/errors.md: No such file", "memories/errors.md:2:- PermissionDenied: x", "permission denied"]
)
def test_an_error_about_the_file_is_no_refusal(text: str) -> None:
    assert not own_texts.is_own_refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        continuation.compose("what was done", "en"),
        continuation.compose("做了什么", "zh"),
        one_shot.STEERING + "- never on Fridays",
        orders.block(["never deploy on Fridays"]),
        orders.block(["周五不要部署"]),
        view.capsules([ShownCapsule("b", "d", "x", 10, 20)]),
    ],
)
def test_no_message_of_ours_is_a_persons(text: str) -> None:
    assert own_texts.is_own_message(text)
    assert speakers.said_in(text) == ""


@pytest.mark.parametrize(
    ("name", "given", "is_ours"),
    [
        ("mcp__plugin_context-memory-optimizer_memory__recall", {"query": "x"}, True),
        ("mcp__context_memory__read_original", {"handle": HANDLE}, True),
        ("mcp_context_memory_recall", {"query": "x"}, True),
        ("context_memory__remember", {"text": "x"}, True),
        ("recall_memory", {"query": "x"}, True),
        ("tool_call", {"id": "recall_memory", "args": {"query": "x"}}, True),
        ("Bash", {"command": "cd /p && python3 /skills/cm/scripts/context-memory.py recall 'x'"}, True),
        ("exec", {"command": "python3 scripts/recall.py 'where?' --workspace ."}, True),
        ("exec", {"command": ["bash", "-lc", "context-memory archive cm:1"]}, True),
        ("recall", {"query": "x"}, False),
        ("mcp__github__search", {"query": "recall"}, False),
        ("tool_call", {"id": "memory_search"}, False),
        ("Bash", {"command": "git clone https://host/context-memory && cd context-memory && ls"}, False),
        ("Bash", {"command": "pytest tests/context_memory -q"}, False),
        ("Bash", {"command": "python3 scripts/metrics_recall.py --k 10"}, False),
    ],
)
def test_calls_of_our_tools_and_programs_are_told_from_others(name: str, given: dict[str, Any], is_ours: bool) -> None:
    assert own_texts.is_own_call(name, given) is is_ours


def _call(name: str, tool: str, **given: object) -> dict[str, object]:
    return {"role": "assistant", "content": [{"type": "tool_use", "id": name, "name": tool, "input": given}]}


def _result(name: str, text: str, *, is_error: bool = False) -> dict[str, object]:
    block = {"type": "tool_result", "tool_use_id": name, "content": text, "is_error": is_error}
    return {"role": "user", "content": [block]}


def _session() -> list[dict[str, object]]:
    """A session in which every text of ours stands, each with the name that nothing else holds."""
    block = f'<recalled-memory note="x">\n- never restart {ECHO} (#ab12cd34)\n</recalled-memory>'
    restored = restore.restored_block(Restoration((Restored(f"memories/{ECHO}.md", f"always use {ECHO}", 9),)))
    refused: list[dict[str, object]] = []
    for name in ("b1", "b2", "b3"):
        refused += [_call(name, "Bash", command="rm -rf /etc/foo"), _result(name, REFUSALS[1], is_error=True)]
    server = "mcp__plugin_context-memory-optimizer_memory__"
    return [
        {"role": "user", "content": restored},
        {"role": "user", "content": f"Fix the build, never push to main\n{block}"},
        {"role": "user", "content": orders.block([f"never touch {ECHO}"])},
        {"role": "user", "content": f"{one_shot.STEERING}- src/{ECHO}.py must stay"},
        _call("a", "Bash", command="make copy"),
        _result("a", f"{trimming.opening_marker(17_469, HANDLE)}\nERROR: disk full on /dev/sda1\n[cut here]"),
        *refused,
        _call("c", f"{server}recall", query="what of it"),
        _result("c", f"- ERROR: {ECHO} failed with E77123"),
        _call("d", "Bash", command=f"python3 /s/scripts/context-memory.py archive {HANDLE}"),
        _result("d", f"Traceback: {ECHO}Error: src/{ECHO}.py"),
        _call("e", "Read", file_path=f".context-memory/archive/{ECHO}.json"),
        _result("e", f"ERROR {ECHO}"),
        _call("f", "Bash", command="make copy"),
        _result("f", answering.describe_repetition("x", "x", old_handle=HANDLE, new_handle=HANDLE)),
        {"role": "assistant", "content": "The disk was full; I changed src/build.py."},
        {"role": "user", "content": "From now on always use pnpm, not npm."},
        {"role": "assistant", "content": "Understood."},
    ]


def _summary(memory: ContextMemory, messages: list[dict[str, object]], _folder: Path) -> str:
    return str(memory.compact(messages, session="s", keep_messages=0, force=True).messages)


def _note(memory: ContextMemory, messages: list[dict[str, object]], folder: Path) -> str:
    memory.flush_notes(_written(messages, folder), session="s")
    return "".join(path.read_text(encoding="utf-8") for path in (folder / "memory").glob("*.md"))


def _learnt(memory: ContextMemory, messages: list[dict[str, object]], folder: Path) -> str:
    memory.learn(_written(messages, folder), session="s")
    return str(memory.recall("pnpm npm build Quetzalcoatl restart denied failed", limit=20).hits)


def _turns(memory: ContextMemory, messages: list[dict[str, object]], folder: Path) -> str:
    memory.view(_written(messages, folder), session="s", swap=False)
    return str(memory.recall("disk full pnpm Quetzalcoatl E77123", limit=20).hits)


def _key_files(memory: ContextMemory, messages: list[dict[str, object]], folder: Path) -> str:
    restored = memory.restore(_written(messages, folder))
    return json.dumps(restored.to_dict())


def _written(messages: Iterable[dict[str, object]], folder: Path) -> Path:
    path = folder / "session.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in messages), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("made", "there"),
    [(_summary, "pnpm"), (_note, "pnpm"), (_learnt, "pnpm"), (_turns, "pnpm"), (_key_files, "src/build.py")],
)
def test_no_text_of_ours_comes_back(
    tmp_path: Path, made: Callable[[ContextMemory, list[dict[str, object]], Path], str], there: str
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "build.py").write_text("x = 1\n", encoding="utf-8")

    with ContextMemory(tmp_path) as memory:
        text = made(memory, _session(), tmp_path)

    assert there in text
    for mark in ("Quetzalcoatl", "7781", "17,469", "E77123", "errors.md", "PermissionDenied", "d80b39969498"):
        assert mark not in text


def test_the_words_around_our_texts_stay() -> None:
    messages = [
        Message(Role.USER, (Text("look\n<recalled-memory>x</recalled-memory>"),)),
        Message(Role.ASSISTANT, (ToolCall("a", "Bash", {"command": "ls"}), ToolCall("b", "Bash", {"command": "rm x"}))),
        Message(Role.USER, (ToolResult("a", "Bash", "12 files"), ToolResult("b", "Bash", REASON, is_error=True))),
    ]

    left = own_texts.without_own(messages)

    assert [part for message in left for part in message.parts] == [
        Text("look\n"),
        ToolCall("a", "Bash", {"command": "ls"}),
        ToolResult("a", "Bash", "12 files"),
    ]
