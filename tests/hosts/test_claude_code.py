"""What Claude Code's events ask of the provider, and what the host is told."""

import json
from pathlib import Path
from typing import Any

import pytest

from context_memory.hosts import claude_code
from context_memory.hosts.services import answering
from context_memory.provider.services import opening

LONG = "".join(f"step {number} copied\n" for number in range(400)) + "ERROR: disk full\n"
OWN_HOOK = "mcp__plugin_context-memory-optimizer_memory__hook"


def bash(command: str, output: str = "", **more: Any) -> dict[str, Any]:
    """An event of Bash as the hook sends it: objects as JSON texts."""
    shape = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False, "noOutputExpected": False}
    given = {"tool_name": "Bash", "tool_input": json.dumps({"command": command}), "session": "s1"}
    return {"event": "PostToolUse", **given, "tool_response": json.dumps(shape), **more}


def said_by(workspace: Path, *events: dict[str, Any]) -> list[dict[str, Any]]:
    """The answers of one provider to these events, one after the other."""
    provider = opening.in_process(workspace)
    try:
        return [answering.answer(provider, event).get("hookSpecificOutput", {}) for event in events]
    finally:
        provider.close()


def test_a_long_output_is_trimmed_in_the_shape_of_its_tool(tmp_path: Path) -> None:
    (said,) = said_by(tmp_path, bash("cp -v a b", LONG))

    output = said["updatedToolOutput"]
    assert set(output) == {"stdout", "stderr", "interrupted", "isImage", "noOutputExpected"}
    assert "ERROR: disk full" in output["stdout"]
    assert "cm:" in output["stdout"]
    assert len(output["stdout"]) < len(LONG) / 2


def test_a_file_that_the_shell_printed_comes_whole_and_a_log_does_not(tmp_path: Path) -> None:
    events = [bash(command, LONG) for command in ("cat src/app.py", "cd src && sed -n '1,400p' app.py", "cat app.log")]

    first, second, log = said_by(tmp_path, *events)

    assert first == second == {}
    assert "cm:" in log["updatedToolOutput"]["stdout"]


def test_the_output_of_another_server_is_trimmed_as_text(tmp_path: Path) -> None:
    blocks = json.dumps([{"type": "text", "text": LONG}])
    (said,) = said_by(tmp_path, {"event": "PostToolUse", "tool_name": "mcp__files__list", "tool_response": blocks})

    assert [block["type"] for block in said["updatedToolOutput"]] == ["text"]
    assert "ERROR: disk full" in said["updatedToolOutput"][0]["text"]


@pytest.mark.parametrize(
    "response",
    [
        {"type": "text", "file": {"filePath": "a.py", "content": LONG, "numLines": 401, "startLine": 1}},
        {"stdout": LONG, "isImage": True},
        {"filenames": [LONG]},
        [{"type": "image", "source": LONG}],
        7,
        None,
    ],
)
def test_a_shape_that_may_not_be_replaced_is_left_alone(response: object, tmp_path: Path) -> None:
    event = {"event": "PostToolUse", "tool_name": "Read", "tool_response": json.dumps(response)}

    assert said_by(tmp_path, event) == [{}]


def test_what_our_own_tools_say_is_never_trimmed_again(tmp_path: Path) -> None:
    own = OWN_HOOK.replace("hook", "read_original")
    blocks = json.dumps([{"type": "text", "text": LONG}])

    assert said_by(tmp_path, {"event": "PostToolUse", "tool_name": own, "tool_response": blocks}) == [{}]


def test_an_output_that_comes_again_is_one_line_with_its_handle(tmp_path: Path) -> None:
    first, again = said_by(tmp_path, bash("make", LONG), bash("make", LONG))

    assert "the same output as before, byte for byte" in again["updatedToolOutput"]["stdout"]
    handle = again["updatedToolOutput"]["stdout"].partition("cm:")[2].strip("]")
    assert f"cm:{handle}" in first["updatedToolOutput"]["stdout"]


def test_an_output_that_nearly_comes_again_is_what_differs(tmp_path: Path) -> None:
    changed = LONG.replace("step 7 copied", "step 7 FAILED")
    _, again = said_by(tmp_path, bash("make", LONG), bash("make", changed))

    text = again["updatedToolOutput"]["stdout"]
    assert text.splitlines()[1:] == ["- step 7 copied", "+ step 7 FAILED"]
    assert text.count("cm:") == 2


def test_an_output_of_another_session_is_shown_whole(tmp_path: Path) -> None:
    _, other = said_by(tmp_path, bash("make", LONG), bash("make", LONG, session="s2"))

    assert "the same output" not in other["updatedToolOutput"]["stdout"]


def test_outputs_with_little_in_common_are_no_repetition() -> None:
    assert answering.describe_repetition("a\nb\nc\n", "x\ny\nz\n", old_handle="cm:1", new_handle="cm:2") == ""


def test_what_errors_md_records_is_refused(tmp_path: Path) -> None:
    (tmp_path / "memories").mkdir()
    (tmp_path / "memories" / "errors.md").write_text("- 2026-11-20 PermissionDenied: rm -rf /etc/foo — ask\n")
    refused, allowed = said_by(
        tmp_path, bash("rm -rf /etc/foo", event="PreToolUse"), bash("ls /etc", event="PreToolUse")
    )

    assert refused["permissionDecision"] == "deny"
    assert "rm -rf /etc/foo" in refused["permissionDecisionReason"]
    assert allowed == {}


def test_a_failed_call_is_recorded_and_its_repetition_refused_unless_it_is_made_good_first(tmp_path: Path) -> None:
    error = "Exit code 127\n/bin/bash: line 1: frobnicate: command not found"
    failed = bash("frobnicate --now", event="PostToolUseFailure", error=error)
    _, again, installed = said_by(
        tmp_path,
        failed,
        bash("frobnicate --now", event="PreToolUse"),
        bash("npm install -g frobnicate && frobnicate --now", event="PreToolUse"),
    )

    assert again["permissionDecision"] == "deny"
    assert installed == {}
    assert (tmp_path / "memories" / "errors.md").read_text().count("CommandNotFound: frobnicate") == 1


def test_a_model_may_not_call_the_hook_itself(tmp_path: Path) -> None:
    (said,) = said_by(tmp_path, {"event": "PreToolUse", "tool_name": OWN_HOOK, "tool_input": '{"event": "x"}'})

    assert said["permissionDecision"] == "deny"


def test_a_prompt_gets_what_is_remembered_once_a_session(tmp_path: Path) -> None:
    provider = opening.in_process(tmp_path)
    provider.call("remember", {"text": "Deploys go out on Tuesdays, never on Fridays"})
    provider.close()
    prompt = {"event": "UserPromptSubmit", "prompt": "On which day do deploys go out?", "session": "s1"}
    first, again, other = said_by(tmp_path, prompt, prompt, {**prompt, "session": "s2"})

    assert "Tuesdays" in first["additionalContext"]
    assert again == {}
    assert "Tuesdays" in other["additionalContext"]


@pytest.mark.parametrize("prompt", ["", "go on", "<system-reminder>On which day do deploys go out?</system-reminder>"])
def test_a_prompt_that_asks_nothing_is_not_looked_up(prompt: str) -> None:
    assert claude_code.request_for(claude_code.Event("UserPromptSubmit", prompt=prompt)) is None


@pytest.mark.parametrize("event", [{}, {"event": "Stop"}, {"event": 7, "tool_input": "{", "tool_response": "["}])
def test_an_event_that_is_none_of_ours_asks_nothing(event: dict[str, Any]) -> None:
    assert claude_code.request_for(claude_code.event_of(event)) is None
