"""The continuation and its summary: fixed texts byte for byte (A-01, A-09), and what they look like, en and zh."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory.compaction.digest import continuation, coverage, fold, summary
from context_memory.compaction.digest.values import Said, SessionMemory, Speaker
from context_memory.messages import Message, Role, Session, Text
from context_memory.testing import SessionBuilder
from context_memory.text import locations, tokens

from ..compaction_sessions import compacted, memory_of, said, text_of

FORMATTED = json.loads((Path(__file__).parent.parent / "fixtures" / "format_summary.json").read_text(encoding="utf-8"))

ENGLISH = """The following is a summary of the earlier portion of this session.
Continue directly from where the conversation left off.
Do not acknowledge this summary. Do not recap. Do not ask questions.
Resume the task immediately.

Summary:
"""
CHINESE = """以下是本会话前半部分的摘要。
请直接从对话中断处继续。
不要确认此摘要。不要回顾。不要提问。
立即恢复任务。
摘要:
"""


@pytest.mark.parametrize("case", FORMATTED, ids=range(1, len(FORMATTED) + 1))
def test_a_model_s_answer_is_formatted_as_upstream_does_except_that_every_analysis_goes(case):
    assert continuation.formatted(case["in"]) == case.get("ours", case["upstream"])


def test_only_the_case_of_two_analyses_differs_from_upstream():
    assert [index for index, case in enumerate(FORMATTED, 1) if "ours" in case] == [5]


@pytest.mark.parametrize(("language", "text"), [("en", ENGLISH), ("zh", CHINESE), ("de", ENGLISH)])
def test_the_opening_is_the_skill_s_byte_for_byte(language, text):
    assert continuation.opening(language).encode() == text.encode()
    assert continuation.compose("Completed: none", language) == text + "Completed: none"


def test_a_continuation_is_known_by_its_opening():
    assert continuation.is_ours(continuation.compose("x", "en"))
    assert continuation.is_ours(continuation.compose("x", "zh"))
    assert not continuation.is_ours("Somebody wrote: " + ENGLISH)


@pytest.mark.parametrize("opening", [ENGLISH, CHINESE, CHINESE.replace(":", "：")], ids=["en", "zh", "full-width"])
def test_a_continuation_is_read_with_either_colon(opening):
    assert continuation.is_ours(opening + "已完成：无")
    assert continuation.summary_of(opening + "已完成：无") == "已完成：无"
    assert continuation.as_written(opening + "已完成：无") == opening.replace("：", ":") + "已完成：无"


@given(st.text(max_size=300))
def test_no_tag_and_no_control_character_of_a_session_gets_into_a_continuation(text):
    shown = continuation.compose(f"a <summary>{text}</summary> \x1b[31m <analysis>b</analysis>", "en")

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


def assistant_en() -> SessionBuilder:
    story = SessionBuilder()
    story.user("Plan my trip to Lisbon in May: flights, a hotel near Alfama, at most 900 euros. I am allergic to nuts.")
    story.call("web_search", {"query": "flights Berlin Lisbon May"}, "TP 535 09:40, 182 EUR\nLH 1166 13:05, 240 EUR")
    story.agent(
        "I found two flights.\n\nA) TP 535 at 09:40 for 182 euros.\nB) LH 1166 at 13:05 for 240 euros.\n\nWhich one?"
    )
    story.user("A")
    story.call("book", {"query": "TP 535 2026-05-12"}, '{"status": "reserved", "code": "QX7PLM", "until": "18:00"}')
    story.agent("I reserved TP 535 with the code QX7PLM until 18:00 today.")
    story.user("Always tell me prices with breakfast. Now the hotel, please.")
    story.call("web_search", {"query": "hotel Alfama breakfast"}, "Casa do Rio 96 EUR with breakfast\nPalacete 140 EUR")
    for i in range(3):
        story.call("web_search", {"query": f"reviews page {i}"}, f"guests of page {i} like the terrace\n")
    return story.agent("Casa do Rio costs 96 euros a night with breakfast. Shall I book it for four nights?")


def assistant_zh() -> SessionBuilder:
    story = SessionBuilder()
    story.user("帮我安排五月去里斯本的行程：机票和阿尔法玛附近的酒店，总共不超过 900 欧元。我对坚果过敏。")
    story.call("web_search", {"query": "柏林 里斯本 机票"}, "TP 535 09:40，182 欧元\nLH 1166 13:05，240 欧元")
    story.agent("找到两个航班。\n\nA) TP 535，09:40，182 欧元。\nB) LH 1166，13:05，240 欧元。\n\n您选哪个？")
    story.user("选A")
    story.call("book", {"query": "TP 535 2026-05-12"}, '{"status": "reserved", "code": "QX7PLM"}')
    story.agent("已经预订了 TP 535，预订码 QX7PLM。")
    story.user("以后报价一律含早餐。现在找酒店。")
    for i in range(3):
        story.call("web_search", {"query": f"阿尔法玛 酒店 第 {i} 页"}, "Casa do Rio 96 欧元含早餐\n")
    return story.agent("Casa do Rio 每晚 96 欧元，含早餐。要我预订四晚吗？")


def operations_en() -> SessionBuilder:
    story = SessionBuilder()
    story.user("The checkout service answers 502 since 09:10. Find out why. Never restart the database.")
    story.call(
        "exec", {"command": "systemctl status checkout"}, "Active: failed (exit-code)\nexit status 1", failed=True
    )
    story.agent("Maybe the database is slow.")
    story.call("exec", {"command": "journalctl -u checkout -n 50"}, "FATAL: too many open files\n" * 3)
    story.agent("The database is not the problem. The root cause is the limit of 1024 open files in checkout.service.")
    story.call("exec", {"command": "systemctl restart checkout"}, "Job failed: LimitNOFILE=1024", failed=True)
    story.user("Raise it to 8192, but only on node-3 first.")
    story.call(
        "write", {"path": "/etc/systemd/system/checkout.service.d/limit.conf", "content": "LimitNOFILE=8192"}, "ok"
    )
    story.call("exec", {"command": "systemctl restart checkout"}, "started on node-3")
    story.call("exec", {"command": "curl -s -o /dev/null -w '%{http_code}' http://node-3:8080/health"}, "200")
    for i in range(3):
        story.call("exec", {"command": f"tail -n 1 /var/log/checkout/{i}.log"}, f"request {i} done in 41 ms\n")
    return story.agent("node-3 answers 200 again. Should I roll it out to node-1 and node-2?")


def operations_zh() -> SessionBuilder:
    story = SessionBuilder()
    story.user("结算服务从 09:10 开始返回 502，查明原因。不要重启数据库。")
    story.call("exec", {"command": "journalctl -u checkout -n 50"}, "FATAL: too many open files\n" * 3)
    story.agent("已经排除了数据库的问题。根本原因是 checkout.service 只允许打开 1024 个文件。")
    story.user("改成 8192，但先只改 node-3。")
    story.call(
        "write", {"path": "/etc/systemd/system/checkout.service.d/limit.conf", "content": "LimitNOFILE=8192"}, "ok"
    )
    story.call("exec", {"command": "systemctl restart checkout"}, "started on node-3")
    for i in range(3):
        story.call("exec", {"command": f"tail -n 1 /var/log/checkout/{i}.log"}, f"请求 {i} 用时 41 毫秒\n")
    return story.agent("node-3 已恢复。要不要也在 node-1 和 node-2 上修改？")


STORIES = {
    "assistant-en": assistant_en(),
    "assistant-zh": assistant_zh(),
    "operations-en": operations_en(),
    "operations-zh": operations_zh(),
}


@pytest.mark.parametrize("name", STORIES)
def test_a_summary_of_no_coding_session_reads_well(tmp_path, markdown_snapshot, name):
    outcome = compacted(STORIES[name].build(), tmp_path, budget=2_000)

    assert outcome.continuation + "\n" == markdown_snapshot


@pytest.mark.parametrize(("name", "story"), [("en", english()), ("zh", chinese())])
@pytest.mark.parametrize("budget", [700, 4_000])
def test_a_continuation_reads_well(tmp_path, markdown_snapshot, name, story, budget):
    outcome = compacted(story.build(), tmp_path, budget=budget)

    assert outcome.continuation + "\n" == markdown_snapshot


def test_the_snapshot_in_context_md_reads_well(tmp_path, markdown_snapshot):
    compacted(english().build(), tmp_path / "w", budget=900)

    assert (tmp_path / "w" / "memories" / "context.md").read_text() == markdown_snapshot


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

    assert "rest in the archive" in rendered.text
    assert rendered.text.count("check the invoice numbers again") > 3


def test_of_a_request_that_is_too_long_the_end_is_shown_too():
    log = "\n".join(f"[11:34:{n % 60:02d}] GET /api/config {n}" for n in range(400))
    request = f"Why does this end with an error?\n{log}\nfatal: git clone failed"
    memory = memory_of(Session("x", said("Earlier.", request)))

    shown = summary.render(memory, budget=900, estimator=tokens.cjk).text.split("Completed:")[0]

    assert (
        shown.index("Why does this end") < shown.index("\nfatal: git clone failed") < shown.index("rest in the archive")
    )


def test_of_a_pasted_log_the_lines_that_tell_of_trouble_are_shown():
    lines = [
        f"[Proxy] GET /api/jobs/{n % 7}/progress -> http://localhost:3001/api/jobs/{n % 7}/progress" for n in range(400)
    ]
    lines[260] = "[JobManager] Job 6 failed: git checkout failed (exit 1): pathspec '.' did not match any file"
    request = "I've run it and got these logs, ending with a git issue: " + "\n".join(lines)
    memory = memory_of(Session("x", said("Earlier.", request)))

    shown = summary.render(memory, budget=4_000, estimator=tokens.cjk).text.split("Completed:")[0]

    assert len(request) > fold.LAST_REQUEST_CHARACTERS
    assert "I've run it and got these logs" in shown
    assert lines[260] in shown
    assert shown.count("progress -> ") < 20


def test_what_was_pasted_into_a_request_is_cut_and_every_word_of_the_person_kept():
    log = "\n".join(f"[11:34:{n % 60:02d}] GET /api/config {n}" for n in range(200))
    own = ("The importer stops after this log:", "Please find out why.", "Do not change the schema.")
    memory = memory_of(Session("x", said("Earlier.", f"{own[0]}\n{log}\n{own[1]}\n{own[2]}")))

    shown = summary.render(memory, budget=4_000, estimator=tokens.cjk).text.split("Completed:")[0]

    assert all(f"{words}\n" in shown for words in own)
    assert "GET /api/config 0\n" in shown
    assert "GET /api/config 100\n" not in shown
    assert "rest in the archive" in shown


def test_a_request_of_1500_characters_is_shown_whole():
    request = " ".join(f"Step {n}: check invoice number {n * 37}." for n in range(42))
    memory = memory_of(Session("x", said("Earlier.", request)))

    assert 1_400 < len(request) <= 1_500
    assert request in summary.render(memory, budget=4_000, estimator=tokens.cjk).text


def test_a_request_that_the_kept_messages_hold_is_not_said_twice():
    request = "Please check every invoice number of the year again, " * 6
    memory = memory_of(Session("x", said("Earlier.", request)))

    rendered = summary.render(memory, budget=2_000, estimator=tokens.cjk, tail=request.strip())

    assert "stands whole in the messages below" in rendered.text
    assert rendered.text.count("Please check every invoice number of the year again") < 6


def test_the_current_task_is_the_first_200_characters_of_what_a_person_last_said():
    memory = memory_of(Session("x", said("First.", "word " * 100)))
    heartbeat = Message(Role.USER, (Text("Read HEARTBEAT.md if it exists. Reply HEARTBEAT_OK."),))
    later = fold.fold(memory, [heartbeat, Message(Role.ASSISTANT, (Text("HEARTBEAT_OK"),))])

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

    assert text == "Current task: none\nCompleted: none\nPending: none\nKey files: none"


def test_the_language_follows_what_the_person_writes():
    assert memory_of(chinese().build()).language == "zh"
    assert memory_of(english().build()).language == "en"
    assert memory_of(chinese().build())._replace(language="en").language == "en"


def test_a_continuation_is_found_in_a_text_with_what_stands_around_it():
    for language in ("en", "zh"):
        for earlier in (0, 3):
            closing = continuation.closing("cm:0123456789ab", earlier, language)
            ours = continuation.compose(f"Completed: none\n{closing}", language)

            (found,) = continuation.find(f"before\n{ours}\nbehind", anywhere=True)

            assert (found.text, found.handle, found.others) == (ours, "cm:0123456789ab", "before\n\n\nbehind")
            assert list(continuation.find(f"before\n{ours}")) == []


def test_a_text_full_of_openings_is_looked_at_a_bounded_number_of_times():
    assert len(list(continuation.find(continuation.opening("en") * 5_000, anywhere=True))) == continuation.MOST_FOUND


def test_what_was_left_out_between_two_sentences_is_marked():
    said_once = [Said(text, index, Speaker.AGENT) for text, index in STATEMENTS]

    text = coverage.render_statements(said_once, [0, 1, 3, 4, 5, 6])

    assert text == (
        "- Agent: The loop in retry.py gives up after `MAX_TRIES`; backoff doubles … The queue drains first.\n"
        "- Agent: Nothing else reads it. 配置已改；队列是空的"
    )


STATEMENTS = (
    ("The loop in retry.py gives up after `MAX_TRIES`", 2),
    ("backoff doubles", 2),
    ("Let me look", 2),
    ("The queue drains first.", 2),
    ("Nothing else reads it.", 4),
    ("配置已改", 4),
    ("队列是空的", 4),
)


def test_a_sentence_beside_a_told_one_is_worth_more_than_one_alone_and_courtesy_nothing():
    texts = (("The gateway rejects tokens.", 2), ("The queue rebuilds caches.", 2), ("The shard reorders batches.", 9))
    said_once = [Said(text, index, Speaker.AGENT) for text, index in (*texts, ("You're absolutely right!", 9))]
    words = dict.fromkeys(("rejects", "tokens", "rebuilds", "caches", "reorders", "batches", "absolutely"), 1.0)
    pieces = coverage.Statements(said_once, coverage.Worth({}, words, set(), set()))

    before = pieces.gain(1)
    pieces.take(0)

    assert pieces.gain(1) > before > 0
    assert pieces.gain(1) > pieces.gain(2) > 0
    assert pieces.gain(3) == 0


def test_of_a_log_its_errors_are_shown_whole_and_none_of_the_rows_about_what_goes_well():
    story = SessionBuilder(cwd="/srv/shop")
    story.user("Why does the checkout time out? The log is logs/gateway.log.")
    rows = [
        f"2026-10-0{i % 9 + 1}T09:{i % 60:02}:11Z INFO gateway[{i}] GET /api/v2/orders/{i + 4_000} 200 {i}ms pod-7"
        for i in range(60)
    ]
    rows[40] = "2026-10-03T09:12:44Z ERROR gateway[311] POST /api/v2/carts/8812/checkout 504 30001ms pod-7"
    story.call("read", {"path": "logs/gateway.log"}, "\n".join(rows))
    story.agent("The requests to one pod time out.")

    memory = memory_of(story.build())
    shown = summary.render(memory, budget=3_000, estimator=tokens.cjk, handle="cm:0123456789ab", language="en").text

    assert " INFO " not in shown
    assert rows[40] in shown


def test_a_long_request_takes_the_room_that_nothing_else_wants():
    request = "Mend the rounding.\n\n" + "\n\n".join(f"{n}. Look at step{n} of the {n}th tide." for n in range(1, 120))
    memory = memory_of(SessionBuilder(cwd="/repo").user(request).agent("I look."))

    def shown(spare: int) -> str:
        return summary.render(memory, budget=2_500, estimator=tokens.cjk, spare=spare).text

    assert "step60 " not in shown(0)
    assert "step60 " in shown(1_200)


def test_every_path_under_a_named_root_is_relative_to_it():
    story = SessionBuilder(cwd="/home/ana/home").user("Plan the dinners, then the budget.")
    for name in ("dinners.md", "budget.md", "lists/shop.md"):
        story.call("write", {"path": f"/home/ana/home/{name}", "content": "x"}, "ok")
    story.call("read", {"path": "/home/ana/home/lists/old.md"}, "x")

    text = text_of(story.user("And now?"))

    assert "files written under /home/ana: home/lists/shop.md; home/budget.md, home/dinners.md" in text
    assert "Key files: (besides those written above)\n- home/lists/old.md" in text


def test_the_root_itself_in_a_command_stays_a_place():
    assert locations.relative("ls /srv/app/ && cat /srv/app/a.py", "/srv/app") == "ls ./ && cat a.py"


def test_a_long_plan_is_cut_once_in_its_middle():
    parts = [f"## Part {n}\n\n- write `src/part{n}.py`\n- move the rows of part {n}\n- keep them" for n in range(1, 90)]
    memory = memory_of(
        SessionBuilder(cwd="/repo").user("Carry out this plan:\n\n# Plan: Move\n\n" + "\n\n".join(parts))
    )

    text = summary.render(memory, budget=8_000, estimator=tokens.cjk).text.partition("Completed:")[0]

    assert text.count("rest in the archive") == 1
    assert "# Plan: Move\n\n## Part 1\n\n- write `src/part1.py`\n- move the rows of part 1\n- keep them" in text
