"""The continuation and its summary: fixed texts byte for byte (A-01, A-09), and what they look like, en and zh."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory.model.memory import Speaker
from context_memory.model.session import Message, Role, Session, Text
from context_memory.rules import continuation, gather, summary, tokens
from context_memory.rules.gather import SessionMemory
from context_memory.testing import SessionBuilder

from .compaction_sessions import compacted, said

FORMATTED = json.loads((Path(__file__).parent / "fixtures" / "format_summary.json").read_text(encoding="utf-8"))

ENGLISH = """The following is a summary of the earlier portion of this session.
Continue directly from where the conversation left off.
Do not acknowledge this summary. Do not recap. Do not ask questions.
Resume the task immediately.

Summary:
"""
CHINESE = "以下是本会话前半部分的摘要。请直接从中断处继续，不要确认本摘要，不要复述，不要提问，立即恢复任务。\n摘要：\n"


@pytest.mark.parametrize("case", FORMATTED, ids=range(1, len(FORMATTED) + 1))
def test_a_model_s_answer_is_formatted_as_upstream_does_except_that_every_analysis_goes(case):
    assert continuation.formatted(case["in"]) == case.get("ours", case["upstream"])


def test_only_the_case_of_two_analyses_differs_from_upstream():
    assert [index for index, case in enumerate(FORMATTED, 1) if "ours" in case] == [5]


@pytest.mark.parametrize(("language", "text"), [("en", ENGLISH), ("zh", CHINESE), ("de", ENGLISH)])
def test_the_opening_is_the_skill_s_byte_for_byte(language, text):
    assert continuation.opening(language).encode() == text.encode()
    assert continuation.of("Completed: none", language) == text + "Completed: none"


def test_a_continuation_is_known_by_its_opening():
    assert continuation.is_ours(continuation.of("x", "en"))
    assert continuation.is_ours(continuation.of("x", "zh"))
    assert not continuation.is_ours("Somebody wrote: " + ENGLISH)


@given(st.text(max_size=300))
def test_no_tag_and_no_control_character_of_a_session_gets_into_a_continuation(text):
    shown = continuation.of(f"a <summary>{text}</summary> \x1b[31m <analysis>b</analysis>", "en")

    assert not any(tag in shown for tag in ("<summary>", "</summary>", "<analysis>", "</analysis>"))
    assert all(character == "\n" or character >= " " or character == "\t" for character in shown)
    assert shown.startswith(ENGLISH)


def english() -> SessionBuilder:
    story = SessionBuilder(cwd="/home/ann/shop")
    story.user("Fix the retry loop in src/billing/retry.py. Never touch config/prod.yaml. The port is 8443.")
    story.call("read", {"path": "/home/ann/shop/src/billing/retry.py"}, "def retry_with_backoff(attempts=5): ...\n" * 9)
    story.agent("We decided to use retry_with_backoff with 7 attempts, because the gateway needs 30.5 seconds.")
    story.call("edit", {"path": "/home/ann/shop/src/billing/retry.py", "new_string": "attempts=7"}, "edited")
    story.call(
        "bash", {"command": "pytest tests/test_retry.py"}, "E  TimeoutError: gateway\n1 failed in 0.1s", failed=True
    )
    story.user("No, that is wrong: 7 attempts, but wait 2 seconds first.")
    story.call("edit", {"path": "/home/ann/shop/src/billing/retry.py", "new_string": "wait=2"}, "edited")
    story.call("bash", {"command": "pytest tests/test_retry.py"}, "=== 12 passed in 0.42s ===")
    story.call(
        "bash", {"command": "git commit -am 'fix retry'"}, "[main 1c8a822] fix(billing): wait before retry PAY-77"
    )
    story.agent("Committed. Next: update docs/retry.md. The dashboard still shows a stale histogram.")
    story.user("Good. Now write docs/retry.md, and mention PAY-77 there.")
    for i in range(3):
        story.call("read", {"path": f"/home/ann/shop/docs/part_{i}.md"}, f"part {i}\n")
    return story.agent("I have read the three parts.")


def chinese() -> SessionBuilder:
    story = SessionBuilder(cwd="/home/ann/shop")
    story.user("修复 src/billing/retry.py 的重试循环。不要修改 config/prod.yaml。")
    story.call("read", {"path": "/home/ann/shop/src/billing/retry.py"}, "def retry_with_backoff(attempts=5): ...\n" * 9)
    story.agent("我们决定采用 retry_with_backoff，重试 7 次，因为网关需要 30.5 秒。")
    story.user("不对，应该先等待 2 秒。")
    story.call("edit", {"path": "/home/ann/shop/src/billing/retry.py", "new_string": "wait=2"}, "已修改")
    story.call("bash", {"command": "pytest tests/test_retry.py"}, "=== 12 passed in 0.42s ===")
    story.agent("测试通过。下一步：更新 docs/retry.md。")
    story.user("好的，现在写 docs/retry.md，并提到 PAY-77。")
    for i in range(3):
        story.call("read", {"path": f"/home/ann/shop/docs/part_{i}.md"}, f"第 {i} 部分\n")
    return story.agent("三个部分都读完了。")


@pytest.mark.parametrize(("name", "story"), [("en", english()), ("zh", chinese())])
@pytest.mark.parametrize("budget", [700, 4_000])
def test_a_continuation_reads_well(tmp_path, markdown_snapshot, name, story, budget):
    outcome = compacted(story.build(), tmp_path, budget=budget)

    assert outcome.continuation + "\n" == markdown_snapshot


def test_the_snapshot_in_context_md_reads_well(tmp_path, markdown_snapshot):
    compacted(english().build(), tmp_path / "w", budget=900)

    assert (tmp_path / "w" / "memories" / "context.md").read_text() == markdown_snapshot


def memory_of(session: Session) -> SessionMemory:
    return gather.fold(SessionMemory(), session.messages)


@pytest.mark.parametrize("budget", [120, 200, 500, 2_000, 8_000])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_summary_stays_in_its_budget_by_either_estimate(budget, language):
    memory = memory_of((english() if language == "en" else chinese()).build())

    text = summary.render(memory, budget=budget, estimator=tokens.cjk, handle="cm:0123456789ab", language=language).text

    assert max(tokens.cjk(text), tokens.bytes4(text)) <= budget


def test_a_request_that_is_too_long_is_cut_and_says_so():
    request = "Please do all of this: " + "check the invoice numbers again, " * 400
    memory = memory_of(Session("x", said("Earlier.", request)))

    rendered = summary.render(memory, budget=800, estimator=tokens.cjk)

    assert rendered.cut_request
    assert "rest in the archive" in rendered.text
    assert rendered.text.count("check the invoice numbers again") > 3


def test_a_request_that_the_kept_messages_hold_is_not_said_twice():
    request = "Please check every invoice number of the year again, " * 6
    memory = memory_of(Session("x", said("Earlier.", request)))

    rendered = summary.render(memory, budget=2_000, estimator=tokens.cjk, tail=request.strip())

    assert "verbatim" not in rendered.text


def test_the_current_task_is_the_first_200_characters_of_what_a_person_last_said():
    memory = memory_of(Session("x", said("First.", "word " * 100)))
    heartbeat = Message(Role.USER, (Text("Read HEARTBEAT.md if it exists. Reply HEARTBEAT_OK."),))
    later = gather.fold(memory, [heartbeat, Message(Role.ASSISTANT, (Text("HEARTBEAT_OK"),))])

    task = summary.render(later, budget=2_000, estimator=tokens.cjk).current_task

    assert task.startswith("word word")
    assert len(task) <= 200


def test_a_request_in_several_parts_is_one_request():
    parts = (
        Text("<system-reminder>be kind</system-reminder>"),
        Text("Refactor src/a.py."),
        Text("And never touch b.py."),
    )
    memory = memory_of(Session("x", (Message(Role.USER, parts),)))

    assert memory.last_request == "Refactor src/a.py.\nAnd never touch b.py."
    assert [order.text for order in memory.directives if order.speaker is Speaker.PERSON] == ["And never touch b.py."]


def test_what_a_person_orders_is_theirs_though_the_host_said_it_first():
    rule = "You must never push to main."
    host = Message(Role.USER, (Text(f"[cron:1] {rule}"),))

    first = memory_of(Session("x", (host, *said(rule))))
    last = memory_of(Session("x", (*said(rule), host)))

    for memory in (first, last):
        assert [order.speaker for order in memory.directives if order.text == rule] == [Speaker.PERSON]


def test_scratch_work_of_the_agent_is_no_part_of_a_summary():
    messages = (
        *said("Fix src/app.py."),
        Message(
            Role.ASSISTANT, (Text("<analysis>secret_plan_17</analysis>Done with src/app.py.<analysis>b_18</analysis>"),)
        ),
    )

    text = summary.render(memory_of(Session("x", messages)), budget=2_000, estimator=tokens.cjk).text

    assert "secret_plan_17" not in text
    assert "b_18" not in text
    assert "src/app.py" in text


def test_an_empty_memory_has_its_four_headings():
    text = summary.render(SessionMemory(), budget=500, estimator=tokens.cjk).text

    assert text == "Completed: none\nPending: none\nKey files: none\nCurrent task: none"


def test_the_language_follows_what_the_person_writes():
    assert memory_of(chinese().build()).language == "zh"
    assert memory_of(english().build()).language == "en"
    assert replace(memory_of(chinese().build()), language="en").language == "en"
