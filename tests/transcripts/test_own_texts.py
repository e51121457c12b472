"""Our own texts are recognised, and a digest of a session holds nothing of them."""

import pytest

from context_memory import ContextMemory
from context_memory.transcripts import speakers

REFUSAL = "PreToolUse:Bash hook error: memories/errors.md line 2: - PermissionDenied: rm -rf /etc/foo — needs a person"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("[trimmed 17,469 characters — original: archive cm:d80b39969498]\nstep-1\n", "step-1\n"),
        ("a\n[… 12 lines]\nb", "a\nb"),
        ("[the same output as before, byte for byte — original: archive cm:d80b39969498]", ""),
        ('<recalled-memory note="x">\n- a fact\n</recalled-memory>\nand then?', "\nand then?"),
        ('<restored-file path="MEMORY.md">\n# INDEX\n</restored-file>', ""),
        ("[trimmed hedges] and [the same again]", "[trimmed hedges] and [the same again]"),
        ("memories/errors.md is long", "memories/errors.md is long"),
    ],
)
def test_markers_and_blocks_go_and_other_words_stay(text: str, left: str) -> None:
    assert speakers.stripped(text) == left


@pytest.mark.parametrize(("text", "is_ours"), [(REFUSAL, True), ("cat: memories/errors.md: No such file", False)])
def test_a_refusal_is_told_from_an_error_about_the_file(text: str, is_ours: bool) -> None:
    assert speakers.is_own_refusal(text) is is_ours


def test_a_refused_call_is_no_error_and_a_marker_no_value_of_the_summary(tmp_path: object) -> None:
    def call(name: str, command: str) -> dict[str, object]:
        block = {"type": "tool_use", "id": name, "name": "Bash", "input": {"command": command}}
        return {"role": "assistant", "content": [block]}

    def result(name: str, text: str, *, is_error: bool = False) -> dict[str, object]:
        block = {"type": "tool_result", "tool_use_id": name, "content": text, "is_error": is_error}
        return {"role": "user", "content": [block]}

    messages = [
        {"role": "user", "content": "Fix the build"},
        call("a", "make copy"),
        result("a", "[trimmed 17,469 characters — original: archive cm:d80b39969498]\nERROR: disk full on /dev/sda1\n"),
        call("b", "rm -rf /etc/foo"),
        result("b", REFUSAL, is_error=True),
        {"role": "assistant", "content": "The disk was full."},
    ]
    with ContextMemory(str(tmp_path)) as memory:
        done = memory.compact(messages, session="s", keep_messages=0, force=True)

    said = str(done.messages)
    assert "/dev/sda1" in said
    assert "17,469" not in said
    assert "errors.md" not in said
    assert "/etc/foo" not in said
