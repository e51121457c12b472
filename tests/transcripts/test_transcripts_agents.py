"""Readers of API messages, Codex, OpenCode, SWE-agent and OpenHands."""

import contextlib
import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from context_memory.errors import ContextMemoryError, InputError
from context_memory.messages import Image, Message, Opaque, Role, Session, Text, Thinking, ToolCall, ToolResult, Usage
from context_memory.transcripts.formats import anthropic, openai, read_session

FIXTURES = Path(__file__).parent.parent / "fixtures" / "transcripts"

FORMATS = {
    "anthropic-request.json": "anthropic",
    "openai-chat.json": "openai",
    "openai-lines.jsonl": "openai",
    "tau-bench.json": "openai",
    "codex-rollout.jsonl": "codex",
    "codex-bare.jsonl": "codex",
    "gemini.jsonl": "gemini",
    "opencode-export.json": "opencode",
    "swe-agent.traj": "swe-agent",
    "swe-agent-steps.traj": "swe-agent",
    "openhands-events.json": "openhands",
    "openhands-output.jsonl": "openhands",
    "openhands-sdk.jsonl": "openhands",
}


PNG = "data:image/png;base64,iVBORw0KGgo="


def session_in(name: str) -> Session:
    return read_session(FIXTURES / name)


def roles(session: Session) -> str:
    return "".join(message.role.value[0] for message in session.messages)


def kinds(message: Message) -> list[str]:
    """Kinds of the pieces that were kept without being understood."""
    return [part.kind for part in message.parts if isinstance(part, Opaque)]


def saved(folder: Path, name: str, value: object) -> Path:
    path = folder / name
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


@pytest.mark.parametrize(("name", "format_name"), FORMATS.items())
def test_every_format_is_recognised_by_itself(name: str, format_name: str) -> None:
    session = session_in(name)

    assert session.format == format_name
    assert session == read_session(FIXTURES / name, format=format_name)


@pytest.mark.parametrize("name", FORMATS)
def test_every_result_with_an_id_has_its_call_and_a_name(name: str) -> None:
    session = session_in(name)

    asked = {call.id: call.name for message in session.messages for call in message.calls}
    answered = [result for message in session.messages for result in message.results if result.call_id]

    assert all(result.call_id in asked and result.name for result in answered)


# -- Gemini CLI ------------------------------------------------------------------------------------


def test_a_message_that_comes_again_is_one_and_what_hooks_added_is_nobodys() -> None:
    session = session_in("gemini.jsonl")

    assert roles(session) == "uatata"
    assert session.messages[0].text == "Always use pnpm. Why does the build fail?"
    assert session.messages[1].text == "I look."
    assert [call.input for call in session.messages[1].calls] == [{"command": "pnpm build"}]
    assert session.id == "31351d05-70a5-4773-9776-000000000001"
    assert session.opaque_entries == 1


def test_a_result_without_a_message_of_its_own_is_taken_from_the_call() -> None:
    result = session_in("gemini.jsonl").messages[4].results[0]

    assert (result.call_id, result.text, result.is_error) == ("c2", "no such file", True)


def test_what_the_api_of_gemini_counted_is_kept() -> None:
    usage = session_in("gemini.jsonl").messages[1].usage

    assert usage is not None
    assert (usage.input, usage.cache_read, usage.output) == (300, 600, 25)


# -- Anthropic -------------------------------------------------------------------------------------


def test_one_json_message_is_one_message_and_only_results_make_a_tool_message() -> None:
    session = session_in("anthropic-request.json")

    assert roles(session) == "uatau" + "a"
    assert [len(message.results) for message in session.messages] == [0, 0, 2, 0, 1, 0]
    assert session.messages[4].text == "The valve is stuck again. Try the pump, and here is the manual."


def test_the_system_prompt_is_a_detail_and_no_message() -> None:
    session = session_in("anthropic-request.json")

    assert session.details == {"system": "You keep the garden plan of the Lindenhof allotments."}
    assert session.model == "claude-haiku-5-5"


def test_anthropic_blocks_become_parts() -> None:
    _, asked, answered, _, mixed, searched = session_in("anthropic-request.json").messages

    assert asked.parts[0] == Thinking("I need the sensor file.", "c2lnbmVk")
    assert kinds(asked) == ["redacted_thinking"]
    assert asked.calls[0] == ToolCall("toolu_01", "Read", {"file_path": "/srv/garden/sensors.csv"})
    assert asked.usage == Usage(812, 96, 4096, 128)
    assert answered.results[1] == ToolResult(
        "toolu_02", "Read", "plan.png, 640x480", pictures=(Image("image/png", PNG),)
    )
    assert mixed.results[0].is_error
    assert [type(part) for part in mixed.parts] == [ToolResult, Text, Opaque, Image]
    assert kinds(searched) == ["server_tool_use", "web_search_tool_result"]


def test_the_context_starts_at_the_newest_compaction_block(tmp_path: Path) -> None:
    messages = [
        {"role": "user", "content": "old"},
        {"role": "assistant", "content": [{"type": "compaction", "content": "what was"}]},
        {"role": "user", "content": "new"},
    ]

    session = read_session(saved(tmp_path, "a.json", messages))

    assert session.context_start == 1
    assert session.messages[1].is_summary


def test_plain_texts_of_user_and_assistant_are_read_as_anthropic() -> None:
    value = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]

    assert anthropic.session_of(value).messages == anthropic.session_of({"messages": value}).messages


# -- OpenAI ----------------------------------------------------------------------------------------


def test_openai_messages_keep_their_roles_and_their_order() -> None:
    session = session_in("openai-chat.json")

    assert roles(session) == "suattat" + "aa"
    assert session.messages[1].parts[1] == Image("image/png", PNG)
    assert isinstance(session.messages[1].parts[2], Opaque)


def test_arguments_that_are_no_json_object_are_kept_as_they_are() -> None:
    asked = session_in("openai-chat.json").messages[2]

    assert [dict(call.input) for call in asked.calls] == [{"city": "Graz", "days": 3}, {"arguments": "not json"}]


def test_a_legacy_function_result_finds_its_call_by_name() -> None:
    session = session_in("openai-chat.json")

    call, result = session.messages[5].calls[0], session.messages[6].results[0]
    assert (result.call_id, result.name, result.text) == (call.id, "convert", "53.6")


def test_a_refusal_is_text_and_reasoning_is_thinking() -> None:
    refused, answered = session_in("openai-chat.json").messages[7:]

    assert refused.text == "I cannot say who is in the picture."
    assert answered.parts[0] == Thinking("Combine both.")


def test_what_a_tool_said_in_a_user_message_is_a_tool_result() -> None:
    session = session_in("openai-lines.jsonl")

    assert roles(session) == "suata"
    assert "14" in session.messages[3].results[0].text
    assert [message.line for message in session.messages] == [1, 2, 3, 4, 5]


def test_dialogues_of_a_result_list_follow_one_another() -> None:
    session = session_in("tau-bench.json")

    assert roles(session) == "suata" + "suat"
    assert [message.results[0].text for message in session.messages if message.results] == [
        '{"total": 84.5}',
        '{"status": "lost"}',
    ]


def test_an_entry_that_is_no_message_is_counted() -> None:
    session = openai.session_of([{"role": "user", "content": "hi"}, {"note": 1}, 7])

    assert (len(session.messages), session.opaque_entries) == (1, 2)


# -- Codex -----------------------------------------------------------------------------------------


def test_what_codex_injects_is_left_out() -> None:
    session = session_in("codex-rollout.jsonl")

    assert session.messages[0].text == "Why does the tide table test fail? Do not touch tides.json."
    assert not any("AGENTS.md" in message.text or "permissions" in message.text for message in session.messages)


def test_codex_calls_join_the_assistant_message_before_them() -> None:
    session = session_in("codex-rollout.jsonl")

    assert roles(session) == "uatatta" + "sua"
    assert session.messages[1].parts[0] == Thinking("Run the test first.")
    assert session.messages[1].calls[0].input == {"cmd": "pytest tests/test_tides.py"}
    assert [call.name for call in session.messages[3].calls] == ["apply_patch", "shell"]
    assert session.messages[3].calls[0].input["input"].startswith("*** Begin Patch")


def test_a_wrapped_exit_code_says_that_the_command_failed() -> None:
    failed = session_in("codex-rollout.jsonl").messages[5].results[0]

    assert failed == ToolResult("call_3", "shell", "Exit code: 128\nfatal: not a repository", is_error=True)


def test_codex_usage_belongs_to_the_reply_it_counts() -> None:
    session = session_in("codex-rollout.jsonl")

    assert session.messages[1].usage == Usage(5200 - 4096, 140, 4096)
    assert session.messages[3].usage == Usage(800, 60, 5200)
    assert session.messages[7].usage == Usage(1330)  # what Codex says about the context after its compaction


def test_a_codex_compaction_is_one_summary_and_the_context_starts_there() -> None:
    session = session_in("codex-rollout.jsonl")

    summary = session.messages[session.context_start]
    assert summary.is_summary
    assert summary.text.endswith("Summary: rounding fixed in tides.py.")
    assert "permissions" not in summary.text
    assert kinds(summary) == ["compaction"]


def test_an_unknown_codex_item_is_kept_and_an_unknown_entry_counted() -> None:
    session = session_in("codex-rollout.jsonl")

    assert isinstance(session.messages[6].parts[0], Opaque)
    assert session.opaque_entries == 1
    assert (session.cwd, session.model) == ("/srv/harbour", "gpt-5.3-codex")
    assert session.messages[1].model == "gpt-5.3-codex"


def test_the_older_codex_form_has_no_envelopes() -> None:
    session = session_in("codex-bare.jsonl")

    assert roles(session) == "uata"
    assert session.messages[2].results[0].text == "Sun Jun 1\n"
    assert session.id == "0188bbbb-0000-4000-8000-000000000002"


def test_a_torn_line_is_reported_and_the_rest_is_read(tmp_path: Path) -> None:
    lines = (FIXTURES / "codex-rollout.jsonl").read_bytes().splitlines(keepends=True)
    path = tmp_path / "torn.jsonl"
    path.write_bytes(b"".join([*lines[:8], lines[8][:40] + b"\n", *lines[9:], b'{"type":"resp']))

    session = read_session(path)

    assert [skipped.line for skipped in session.skipped] == [9, len(lines) + 1]
    assert roles(session) == "uatatta" + "sua"


# -- OpenCode --------------------------------------------------------------------------------------


def test_an_opencode_tool_part_is_a_call_and_its_result() -> None:
    session = session_in("opencode-export.json")

    assert roles(session) == "uuatata" + "auat"
    assert session.messages[0].parts[1] == Image("image/png", PNG)
    assert session.messages[2].parts[0] == Thinking("Look into plan.toml.")
    assert session.messages[3].results == (ToolResult("toolu_a", "read", "loaves = 240"),)
    assert session.messages[5].results == (ToolResult("toolu_b", "bash", "make: no rule", is_error=True),)
    assert session.messages[0].time == "2026-01-01T00:00:01.000Z"


def test_opencode_usage_and_compaction_are_understood() -> None:
    session = session_in("opencode-export.json")

    assert session.messages[6].usage == Usage(1000, 90, 310)
    assert session.context_start == 7
    assert session.messages[7].is_summary
    assert (session.cwd, session.model, session.opaque_entries) == ("/srv/bakery", "claude-sonnet-5-5", 1)


def test_a_tool_that_still_runs_has_no_result() -> None:
    assert session_in("opencode-export.json").messages[-1].parts == ()


# -- SWE-agent -------------------------------------------------------------------------------------


def test_the_first_message_of_the_user_is_the_task_and_demonstrations_are_left_out() -> None:
    session = session_in("swe-agent.traj")

    assert roles(session) == "suatat"
    assert session.messages[1].text == "Fix the rounding of durations."


def test_text_actions_are_calls_and_observations_answer_them() -> None:
    session = session_in("swe-agent.traj")

    called, observed = session.messages[4:]
    assert called.text == "DISCUSSION\nOpen it."
    assert called.calls[0].input == {"command": "open setup.py\n"}
    assert observed.results[0].call_id == called.calls[0].id


def test_a_trajectory_without_history_is_read_from_its_steps() -> None:
    session = session_in("swe-agent-steps.traj")

    assert roles(session) == "atat"
    assert session.messages[1].results[0].text == "a.py\n"


# -- OpenHands -------------------------------------------------------------------------------------


def test_every_action_and_every_observation_is_one_message() -> None:
    session = session_in("openhands-events.json")

    assert roles(session) == "suatatattaa"
    assert session.messages[4].calls[0] == ToolCall("toolu_9", "execute_bash", {"command": "grep -rn ferry ."})
    assert session.messages[4].usage == Usage(200, 30, 500)
    assert session.messages[7].results[0].is_error


def test_state_changes_keep_their_place_but_say_nothing() -> None:
    session = session_in("openhands-events.json")

    assert session.messages[8].parts == ()
    assert session.opaque_entries == 1


def test_of_several_runs_the_first_is_read_and_the_others_are_reported() -> None:
    session = session_in("openhands-output.jsonl")

    assert roles(session) == "utat"
    assert session.id == "django-1"
    assert [skipped.line for skipped in session.skipped] == [2]


def test_sdk_actions_of_one_response_are_one_message() -> None:
    session = session_in("openhands-sdk.jsonl")

    assert roles(session) == "suattsa"
    assert [call.id for call in session.messages[2].calls] == ["tc1", "tc2"]
    assert session.messages[4].results[0] == ToolResult("tc2", "terminal", "no such file", is_error=True)
    assert session.messages[5].is_summary


def test_events_may_stand_in_an_object_and_need_no_arguments(tmp_path: Path) -> None:
    events = [
        {"id": 0, "source": "environment", "observation": "agent_state_changed"},
        {"id": 1, "source": "user", "action": "message", "message": "Roll the dice."},
        {"id": 2, "source": "agent", "action": "message", "message": "A four."},
    ]

    session = read_session(saved(tmp_path, "events.json", {"events": events}))

    assert (session.format, roles(session)) == ("openhands", "tua")
    assert [message.text for message in session.messages] == ["", "Roll the dice.", "A four."]


def test_who_speaks_in_an_sdk_message_follows_from_its_source(tmp_path: Path) -> None:
    spoken = {
        "kind": "MessageEvent",
        "source": "agent",
        "llm_message": {"content": [{"type": "text", "text": "Done."}]},
    }

    assert read_session(saved(tmp_path, "e.json", [spoken])).messages[0].role is Role.ASSISTANT


# -- bad input -------------------------------------------------------------------------------------


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(sorted(FORMATS)),
    chosen=st.sampled_from(["auto", "named"]),
    place=st.floats(0, 1),
    length=st.integers(0, 60),
    noise=st.binary(max_size=8) | st.sampled_from([b"null", b"[]", b"{}", b"7", b'"x"', b"\xff\xfe", b"\0\0"]),
)
def test_a_damaged_file_is_read_or_refused_but_never_fails(
    tmp_path: Path, name: str, chosen: str, place: float, length: int, noise: bytes
) -> None:
    content = (FIXTURES / name).read_bytes()
    cut = int(place * len(content))
    path = tmp_path / name
    path.write_bytes(content[:cut] + noise + content[cut + length :])

    try:
        session = read_session(path, format=chosen if chosen == "auto" else FORMATS[name])
    except ContextMemoryError:
        return

    assert all(isinstance(message.role, Role) for message in session.messages)


_WRONG = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "text", "id"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def _spoiled(value: object, choose: st.DataObject) -> object:
    """The value with one piece anywhere in it replaced by one of a wrong type."""
    if isinstance(value, dict) and value and choose.draw(st.booleans() | st.just(value=True)):
        key = choose.draw(st.sampled_from(sorted(value)))
        return {**value, key: _spoiled(value[key], choose)}
    if isinstance(value, list) and value and choose.draw(st.booleans() | st.just(value=True)):
        index = choose.draw(st.integers(0, len(value) - 1))
        return [*value[:index], _spoiled(value[index], choose), *value[index + 1 :]]
    return choose.draw(_WRONG)


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(sorted(FORMATS)), chosen=st.sampled_from(["auto", "named"]), choose=st.data())
def test_wrong_types_anywhere_are_read_or_refused_but_never_fail(
    tmp_path: Path, name: str, chosen: str, choose: st.DataObject
) -> None:
    text = (FIXTURES / name).read_text(encoding="utf-8")
    path = tmp_path / name
    values = [json.loads(line) for line in text.splitlines()] if name.endswith(".jsonl") else [json.loads(text)]
    place = choose.draw(st.integers(0, len(values) - 1))
    values[place] = _spoiled(values[place], choose)
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")

    try:
        session = read_session(path, format=chosen if chosen == "auto" else FORMATS[name])
    except ContextMemoryError:
        return

    assert all(isinstance(part.text, str) for message in session.messages for part in message.results)


@pytest.mark.parametrize("format_name", sorted(set(FORMATS.values())))
def test_deep_nesting_is_refused_or_kept_as_text(tmp_path: Path, format_name: str) -> None:
    deep = "[" * 900 + "]" * 900
    path = tmp_path / "deep.json"
    path.write_text('{"role":"user","content":' + deep + ',"messages":' + deep + ',"history":' + deep + "}", "utf-8")

    with contextlib.suppress(ContextMemoryError):
        read_session(path, format=format_name)


@pytest.mark.parametrize("format_name", sorted(set(FORMATS.values())))
def test_a_pipe_an_empty_file_and_a_foreign_file_are_refused(tmp_path: Path, format_name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "empty").touch()
    (tmp_path / "foreign").write_text("Dear diary,\n", "utf-8")

    for name in ("pipe", "empty", "foreign"):
        with pytest.raises(InputError):
            read_session(tmp_path / name, format=format_name)
