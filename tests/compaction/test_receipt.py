"""The receipt: what had to be kept, where it is, and a score that means what it says."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from context_memory.compaction.digest import fold, receipt
from context_memory.compaction.digest.receipt import verify
from context_memory.compaction.digest.values import Archived, Receipt, Requirement, SessionMemory
from context_memory.messages import Message, Role, Text
from context_memory.storage import places
from context_memory.storage.archive import Archive
from context_memory.testing import SessionBuilder

from ..compaction_sessions import compacted, long_session, run, sessions

MEMORY = SessionMemory(
    messages=10,
    last_request="Write docs/retry.md",
    requirements=(
        Requirement("last_request", "Write docs/retry.md", 8),
        Requirement("directive", "Never touch config/prod.yaml.", 0),
        Requirement("changed", "/srv/shop/src/retry.py", 2),
        Requirement("todo", "write the index", 3),
        Requirement("check", "pytest -q tests", 4),
    ),
    archived=(Archived("cm:aaaaaaaaaaaa", 0, 3), Archived("cm:bbbbbbbbbbbb", 3, 3)),
)
EVERYTHING = (
    "Write docs/retry.md\nNever touch config/prod.yaml.\nchanged src/retry.py\ntodo: write the index\n"
    "`pytest -q tests` → FAILED: 1 failed"
)


def where(found: Receipt) -> dict[str, str]:
    return {item.kind: item.where for item in found.archived}


def test_a_result_that_says_everything_scores_one():
    found = verify(MEMORY, EVERYTHING, first_kept=6)

    assert found.score == 1.0
    assert (found.archived, found.missing) == ((), ())
    assert {item.kind for item in found.kept} == {"last_request", "directive", "changed", "todo", "check"}


@pytest.mark.parametrize("line", range(5))
def test_a_result_that_lacks_one_requirement_never_scores_one(line):
    lines = EVERYTHING.splitlines()
    del lines[line]

    assert verify(MEMORY, "\n".join(lines), first_kept=6).score < 1.0


def test_a_failing_check_that_is_told_as_if_it_had_passed_is_not_told():
    told = EVERYTHING.replace("FAILED: 1 failed", "done")

    assert [item.kind for item in verify(MEMORY, told, first_kept=6).archived] == ["check"]


@pytest.mark.parametrize(("output", "is_told"), [("rm 'a.py'\nFAILED (errors=1)", True), ("OK", False)])
def test_a_failing_check_that_stands_in_the_kept_messages_is_told(output: str, is_told: bool) -> None:
    memory = SessionMemory(messages=4, requirements=(Requirement("check", "git rm a.py && pytest -q", 3),))

    found = verify(memory, f"`make lint` → 1 error\nBash git rm a.py && pytest -q\n{output}", first_kept=2)

    assert (len(found.kept), where(found)) == ((1, {}) if is_told else (0, {"check": "kept messages"}))


def test_a_result_that_says_nothing_scores_zero_and_names_every_place():
    found = verify(MEMORY, "", first_kept=6)

    assert found.score == 0.0
    assert where(found) == {
        "last_request": "kept messages",
        "directive": "cm:aaaaaaaaaaaa#L1",
        "changed": "cm:aaaaaaaaaaaa#L3",
        "todo": "cm:bbbbbbbbbbbb#L1",
        "check": "cm:bbbbbbbbbbbb#L2",
    }


def test_what_is_in_no_archive_and_not_kept_is_missing():
    found = verify(
        SessionMemory(messages=4, requirements=(Requirement("directive", "Never do this thing.", 1),)), "", first_kept=3
    )

    assert [item.text for item in found.missing] == ["Never do this thing."]


def test_nothing_to_keep_is_a_full_score():
    assert verify(SessionMemory(), "", first_kept=0) == Receipt(1.0)


def test_white_space_does_not_hide_what_is_there():
    assert verify(MEMORY, EVERYTHING.replace("docs", " docs").replace("\n", "\n  \n"), first_kept=6).score == 1.0


def test_a_request_that_is_there_in_part_counts_in_part():
    memory = SessionMemory(messages=2, requirements=(Requirement("last_request", "one two three four", 0),))

    assert 0.3 < verify(memory, "Current task: one two", first_kept=1).score < 0.6


@pytest.mark.parametrize(("archived", "least"), [((Archived("cm:aaaaaaaaaaaa", 0, 1),), 0.5), ((), 0.0)])
def test_a_plan_of_many_pages_is_no_reason_to_refuse_where_the_archive_holds_its_rest(archived, least):
    plan = [f"step{n}x{n * 7919}" for n in range(400)]
    memory = SessionMemory(
        messages=2, requirements=(Requirement("last_request", " ".join(plan), 0),), archived=tuple(archived)
    )

    score = verify(memory, "Current task: " + " ".join(plan[:60]), first_kept=1).score

    assert least <= score < least + 0.3


def requirements_of(story: SessionBuilder) -> list[tuple[str, str]]:
    return [
        (requirement.kind, requirement.text)
        for requirement in fold.fold(SessionMemory(), story.build().messages).requirements
    ]


def test_requirements_are_found_in_the_raw_messages():
    story = SessionBuilder().user("Never push to main. 不要改 config/prod.yaml。Is that a must?\nWrite the index.")
    todos = [{"content": "write it", "status": "completed"}, {"content": "test it", "status": "pending"}]
    story.call("todo", {"todos": todos}, "ok")
    story.call("edit", {"path": "src/a.py", "new_string": "x"}, "ok")
    story.call("edit", {"path": "src/b.py", "new_string": "x"}, "error: not found", failed=True)
    story.call("bash", {"command": "cd /repo && pytest -q"}, "2 failed, 3 passed", failed=True)
    story.call("bash", {"command": "npm run lint"}, "1 error", failed=True)
    story.call("bash", {"command": "npm run lint"}, "clean")

    assert requirements_of(story) == [
        ("last_request", "Never push to main. 不要改 config/prod.yaml。Is that a must?\nWrite the index."),
        ("directive", "Never push to main."),
        ("directive", "不要改 config/prod.yaml。"),
        ("changed", "src/a.py"),
        ("todo", "test it"),
        ("check", "pytest -q"),
        ("named", "src/a.py"),
        ("named", "src/b.py"),
    ]


def test_what_the_agent_came_back_to_is_asked_for_also_after_a_compaction():
    story = SessionBuilder().user("Fix retry_limit.").agent("retry_limit stands in src/billing/retry.py.")
    first = fold.fold(SessionMemory(), story.build().messages)
    story = SessionBuilder().agent("Now src/billing/retry.py waits for GatewayClock.").user("And the dry_run_flag?")

    memory = fold.fold(first, story.build().messages)
    told = verify(memory, "And the dry_run_flag? It stands in billing/retry.py.", first_kept=4)

    assert [requirement.text for requirement in memory.requirements if requirement.kind == "used"] == [
        "src/billing/retry.py"
    ]
    assert "src/billing/retry.py" in [item.text for item in told.kept]


def test_what_a_host_says_or_a_person_takes_back_is_no_requirement():
    story = SessionBuilder().user("[cron:1] You must never push.").user("Never deploy the billing service on Friday.")
    story.agent("Understood.").user("Deploy the billing service on Friday after all, the freeze is no longer needed.")

    assert [kind for kind, _ in requirements_of(story)] == ["last_request", "revoked"]


@pytest.mark.parametrize(
    ("offer", "reply", "settled"),
    [
        ("Which queue?\nA) SQS\nB) NATS on our hosts\nC) Kafka", "B", "NATS on our hosts"),
        ("方案一：补数据；方案二：代码兜底。选哪个？", "48 it is", "48 it is"),
        ("Shall I take 48?", "48 it is, and tell Rui", "48 it is, and tell Rui"),
        ("Two layouts are ready.", "Let's go with the narrow one.", "Let's go with the narrow one."),
        ("建议用王师傅。", "嗯就王师傅吧", "嗯就王师傅吧"),
        ("The login works.", "does the login work now", ""),
        ("Which one?", "tell me more about B first", ""),
        ("先写文档。", "它决定整个系统怎么转，决定是否进入下一步", ""),
        ("1. The core insight: it reads all. 2. Costs?", "1. I want at most twenty of these charts, the best ones", ""),
    ],
)
def test_what_a_person_settles_is_a_requirement(offer: str, reply: str, settled: str) -> None:
    found = requirements_of(SessionBuilder().user("Plan it.").agent(offer).user(reply))

    assert [text for kind, text in found if kind == "decision"] == [settled] * bool(settled)


@pytest.mark.parametrize(
    ("asked", "answer", "is_open"),
    [
        ("Print the labels. And who informs the warehouse?", "The labels are printed.", True),
        ("Print the labels. And who informs the warehouse?", "Printed. The warehouse is informed by Rui.", False),
        ("who informs the warehouse?", "Rui does.", False),
        ("who informs the warehouse?", "I don't know.", True),
        ("先打印标签。谁来通知仓库？", "标签打印好了。", True),
        ("can you print the labels?", "", False),
    ],
)
def test_a_question_that_nobody_answered_is_a_requirement(asked: str, answer: str, is_open: bool) -> None:
    found = requirements_of(SessionBuilder().user(asked).agent(answer).user("Now the boxes."))

    assert ("question" in {kind for kind, _ in found}) is is_open


@pytest.mark.parametrize(
    ("rule", "leave", "is_over"),
    [
        ("never write to the primary, only to the replica", "you may use the primary from now on", True),
        ("每次变更都要先在群里发一句", "先在群里发一句的规矩取消了", True),
        ("never put anyone on the guest list", "the guest list thing: you can add them now", True),
        ("never write to the primary", "you can restart the cache now", False),
        ("never write to the primary", "you may read the primary now, it is still read-only", False),
    ],
)
def test_a_revoked_rule_that_is_told_as_in_force_costs(rule: str, leave: str, is_over: bool) -> None:
    story = SessionBuilder().user(rule).agent("Understood.").user(leave)
    memory = fold.fold(SessionMemory(), story.build().messages)
    told = f"{leave}\nDirectives of the user, in their words:\n- {rule}\nCompleted:\n- none"

    assert (verify(memory, told, first_kept=2).score < 1.0) is is_over
    assert verify(memory, told.replace(f"- {rule}\n", ""), first_kept=2).score == (
        1.0 if is_over else pytest.approx(0.5)
    )


def test_a_smaller_budget_never_scores_higher(tmp_path):
    session = long_session(30).build()

    budgets = (600, 1_500, 4_000, 12_000)
    scores = [compacted(session, tmp_path / str(budget), budget=budget).receipt.score for budget in budgets]

    assert scores == sorted(scores)
    assert scores[-1] > 0.8


def test_every_place_that_a_receipt_names_holds_the_text(tmp_path):
    session = long_session(90).build()
    outcome = compacted(session, tmp_path, budget=700)
    archive = Archive(places.of_workspace(tmp_path).archive)

    checked = 0
    for item in outcome.receipt.archived:
        if item.where == "kept messages":
            words = repr(session.messages[-len(outcome.tail) :])
        else:
            handle, _, line = item.where.partition("#L")
            words = archive.lines(handle, int(line), int(line)).decode()
            checked += 1
        assert item.text in words, (item, words)
    assert checked > 10


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(session=sessions(), result=st.text(max_size=200), kept=st.integers(0, 14))
def test_every_score_is_a_share_and_every_thing_is_in_one_place(session, result, kept):
    memory = fold.fold(SessionMemory(), session.messages)

    found = verify(memory, result, first_kept=kept)

    assert 0.0 <= found.score <= 1.0
    assert all(not item.where for item in (*found.kept, *found.missing))
    assert all(item.where for item in found.archived)


def test_a_receipt_reads_well(tmp_path, markdown_snapshot):
    source = tmp_path / "session.jsonl"
    source.write_text(long_session(2).openclaw(), encoding="utf-8")
    workspace = tmp_path / "w"
    workspace.mkdir()
    run("compact", source, "--workspace", workspace, "--force", "--budget", 600, "--set", "min_receipt=0")

    shown = run("receipt", "--workspace", workspace).out

    assert shown == markdown_snapshot


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_the_number_of_things_that_are_asked_for_is_bounded(share):
    session = long_session(200).build()
    memory = fold.fold(SessionMemory(), session.messages)

    found = verify(memory, "", first_kept=int(share * memory.messages))

    assert len(found.archived) + len(found.missing) < 300
    assert receipt.THINGS <= 200


def test_what_the_agent_marks_in_chinese_is_a_thing_of_the_session():
    story = (
        SessionBuilder()
        .user("看看台词。")
        .agent("先写「说话的公式」，再定 **语气强度**；`retry.py` 不变，**done** 也不变。")
    )

    requirements = receipt.requirements_in((), story.build().messages, 0)

    assert [requirement.text for requirement in requirements if requirement.kind == "used"] == [
        "说话的公式",
        "语气强度",
    ]


ORDERS = (
    "no em dashes please, and redo the intro",
    "nie @here",
    "use tabs not spaces",
    "stop adding co-author lines",
    "without touching the public API please",
    "leave the vendor folder alone",
    "the config in prod stays as it is",
    "only change files under src/",
    "all commits have to be signed",
    "so the plan is fine, but never on a Friday",
    "British spelling please",
    "write tests first, then the code",
    "nobody edits schema.sql by hand",
    "kein Markdown in den Antworten",
    "the word synergy is banned",
    "numbers always with a thousands separator",
    "回答一律用中文",
    "不许用 any",
    "只改 src 下面的,别的不碰",
    "提交之前先给我看一眼 diff",
    "用 pnpm,不用 npm",
    "每个接口要有测试",
    "show me the list before you send it",
    "we're not allowed to restart the queue at noon",
    "give them as percentages, not fractions",
    "I'd rather you left the fixtures alone",
    "one migration per table",
    "Markdown please",
    "不超过两百字",
    "语气客气一点",
    "你只给命令，我来敲",
)
NO_ORDERS = (
    "I don't see a file",
    "you don't need to apologise, it's fine",
    "never mind",
    "I've never seen this error before",
    "the tests don't pass on my machine",
    "this must be a bug in the parser",
    "I always get a 502 here",
    "the button must have been clicked twice",
    "no idea what happened there",
    "no, the other one",
    "only one test fails now",
    "always happy to help",
    "don't worry about it",
    "it always crashes there",
    "还是不行",
    "不对,是另一个",
    "一直报错,从来没见过这个错",
    "每次都卡在这里",
    "这个必须是缓存的锅",
    "先看看再说",
    "No module named 'yaml'",
    "it dies in libvips, only when the image is a CMYK jpeg",
    "how do I undo that and keep the changes",
    'translate this: "Dear guests, never leave the door open. Please do not feed the geese."',
    "文档里写着“该参数必须为正整数，不得为空”，看看吧",
    "顺便看看有没有错别字",
)


@pytest.mark.parametrize(
    ("said", "is_order"), [*((each, True) for each in ORDERS), *((each, False) for each in NO_ORDERS)]
)
def test_what_a_person_says_is_a_requirement_where_it_tells_how_things_have_to_be(said, is_order):
    found = receipt.requirements_in((), [Message(Role.USER, (Text(said),))], 0)

    assert ("directive" in {each.kind for each in found}) == is_order


@pytest.mark.parametrize(
    ("order", "told", "is_kept"),
    [
        ("Do not deploy to production on Fridays.", "Deploy to production on Fridays.", False),
        (
            "never touch the migrations folder without asking",
            "always touch the migrations folder without asking",
            False,
        ),
        ("always run the migrations folder checks first", "never run the migrations folder checks first", False),
        ("Please use uv, not pip, for packages", "use pip for packages please", False),
        ("Use uv for packages", "Use pip for packages", False),
        ("Keep answers under 200 words, no tables", "Keep answers under 200 words, tables welcome", False),
        ("不要重启网关，先问我", "可以重启网关，先问我", False),
        ("生产库只读，任何写操作都要先问我。", "生产库可写，任何写操作都要先问我。", False),
        ("别提 max_connections", "已把 max_connections 提到 400", False),
        ("Do not deploy to production on Fridays.", "- never deploy to production on Fridays", True),
        ("生产库只读，写操作先问我。", "- 生产库只读；写操作先问我", True),
    ],
)
def test_an_order_that_was_turned_round_is_not_kept(order: str, told: str, is_kept: bool) -> None:
    memory = SessionMemory(
        messages=4, requirements=(Requirement("directive", order, 0),), archived=(Archived("cm:aaaaaaaaaaaa", 0, 3),)
    )

    assert (verify(memory, told, first_kept=3).score == 1.0) is is_kept


@pytest.mark.parametrize(
    ("said", "orders"),
    [
        ("we use uv, not pip. And pin versions.", ["we use uv, not pip."]),
        ("let's do it in memory with a plain dict instead", ["let's do it in memory with a plain dict instead"]),
        ("Mia can't have nuts, it's a real allergy.", ["Mia can't have nuts, it's a real allergy."]),
        ("When you give me dates use ISO, I misread them.", ["When you give me dates use ISO, I misread them."]),
        ("## 它必须输出什么\n看一下。", []),
        ("它必须输出什么", []),
        ("# Never do this\nRead it.", []),
    ],
)
def test_standing_orders_are_requirements_and_headings_are_none(said: str, orders: list[str]) -> None:
    found = requirements_of(SessionBuilder().user(said))

    assert [text for kind, text in found if kind == "directive"] == orders


def test_a_check_is_named_by_its_command_and_a_name_by_what_is_no_attribute() -> None:
    command = '$env:PATH = "$env:HOME\\.cargo\\bin;$env:PATH"; cd "$env:HOME\\crates"; cargo check 2>&1'
    story = SessionBuilder().user("Check it.").call("exec", {"command": command}, "error: 3 errors", failed=True)
    for _ in range(2):
        story.agent("msg.role and text.Length of pass/fail in src/table_view.py")
    found = requirements_of(story)

    assert ("check", "cargo check 2>&1") in found
    assert {"msg.role", "text.Length", "pass/fail"}.isdisjoint(text for kind, text in found if kind == "used")
    assert ("used", "src/table_view.py") in found
