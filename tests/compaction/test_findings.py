"""What the agent found out and asked, what a short reply answers, what a person revokes; and what a call came to."""

import json
from hashlib import sha256

import pytest

from context_memory.compaction.digest import (
    calls,
    condense,
    coverage,
    excerpts,
    findings,
    fold,
    replies,
    summary,
    work,
)
from context_memory.compaction.digest.coverage import Worth
from context_memory.compaction.digest.headings import HEADINGS
from context_memory.compaction.digest.values import Line, SessionMemory, Speaker
from context_memory.messages import Message, Opaque, Role, Session, Text
from context_memory.testing import SessionBuilder
from context_memory.text import locations, revocations, tokens

from ..compaction_sessions import memory_of, section, text_of
from ..growth import assert_linear

OFFER = "I see two ways.\n\nA) Keep the JSON cache.\nB) Move to SQLite, which takes a day.\n\nWhich do you prefer?"


LETTERS = str.maketrans("0123456789", "ghijklmnop")


def words(count: int, salt: int = 0) -> list[str]:
    """Names that are no series: they differ in their letters."""
    return [sha256(f"{salt} {n}".encode()).hexdigest()[:12].translate(LETTERS) for n in range(count)]


@pytest.mark.parametrize(
    ("text", "confirmed", "ruled_out"),
    [
        ("The root cause is the missing index.", 1, 0),
        ("Maybe the root cause is the missing index.", 0, 0),
        ("The cache is not the problem.", 0, 1),
        ("根本原因是缺少索引。", 1, 0),
        ("可能是因为缓存导致的。", 0, 0),
        ("已经排除了网络的问题。", 0, 1),
        ("Is the problem the index?", 0, 0),
        ("Confirmed: 7 of 9 failed invoices are followed by a cancellation.", 1, 0),
        ("Confirmed, I start with the export.", 0, 0),
        ("找到原因了：worker.env 里的 300 覆盖了任务上的 1800。", 1, 0),
        ("已确认：重试次数为 0，首次失败后直接取消。", 1, 0),
        ("Found the issue. Now let me fix it.", 0, 0),
        ("The issue is clear.", 0, 0),
        ("Found it! Look at the constructor:\n```\nx = 1\n```", 0, 0),
        ("The root cause: the reset unstages all files, but if all of them are new, nothing is left.", 1, 0),
        ("The root cause: maybe the reset unstages all files.", 0, 0),
        ("The problem is that the modes share a lot, leading to:\n\nCode Duplication Issues", 0, 0),
    ],
)
def test_causes_are_told_from_guesses_and_from_what_was_ruled_out(text, confirmed, ruled_out):
    found = findings.causes_in(text)

    assert (len(found[0]), len(found[1])) == (confirmed, ruled_out)


def test_a_cause_that_is_only_announced_is_the_sentence_that_tells_it():
    text = "Found it! `git checkout .` fails where no file is tracked. I changed the order."

    assert findings.causes_in(text)[0] == ["Found it! `git checkout .` fails where no file is tracked."]


@pytest.mark.parametrize(
    ("offer", "reply", "chosen"),
    [
        (
            "方案 A：任务写到对象存储，前端轮询；方案 B：流式输出，不用任务。A 改动大但彻底。你选哪个？",
            "A。文件放 exports 桶，保留 7 天，其余的照旧，先写任务和模型，再写一遍测试。",
            "任务写到对象存储，前端轮询（未选：流式输出，不用任务）",
        ),
        (
            "Option A: write to the bucket; option B: stream the rows. Which one?",
            "B. And keep the files for a week, finance asked for that several times already.",
            "stream the rows (not chosen: write to the bucket)",
        ),
        (
            "What shall run at night? Option A: the index; option B: the links; option C: the report.",
            "A, b and C, and note that.",
            "the index; the links; the report",
        ),
        (
            "A: keep the lists\nB: keep the dates\nC: drop both\n\nWhich of them?",
            "A und B",
            "keep the lists; keep the dates (not chosen: drop both)",
        ),
        ("A: Run the tests\nB: Fix the two warnings\nC: Commit it\n\nWhat now?", "B", ""),
        ("A: Weitere Sessions migrieren (lang)\nB: vault-archive analysieren\n\nWas möchtest du?", "B", ""),
        ("A：先修复登录\nB：继续写文档\n\n选哪个？", "B", ""),
        (
            "Option A: a bucket; option B: a stream.",
            "A. first the model\nB. then the task, with a test for each of them",
            "",
        ),
    ],
)
def test_a_choice_among_options_in_one_line_carries_what_was_chosen(offer, reply, chosen):
    assert replies.choice_of(reply, offer) == chosen


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("B", "Move to SQLite, which takes a day."),
        ("go with A", "Keep the JSON cache."),
        ("yeah please do", "Which do you prefer?"),
        ("好的就这样", "Which do you prefer?"),
        ("Good. Now write docs/retry.md, and mention PAY-77 there.", ""),
        ("Please write the documentation of the retry loop, with an example for each setting and its default.", ""),
    ],
)
def test_a_short_reply_carries_what_it_answers(reply, expected):
    found = replies.proposal_for(reply, OFFER)

    assert found.endswith(expected)
    assert bool(found) is bool(expected)


@pytest.mark.parametrize(
    ("earlier", "later", "expected"),
    [
        ("Always run the linter before a commit.", "You no longer need to run the linter.", True),
        ("Use port 8443 for the gateway service.", "Use port 9443 for the gateway service instead.", True),
        ("Never touch config/prod.yaml.", "Use pnpm instead of npm.", False),
        ("每次提交前运行代码检查。", "不用再运行代码检查了。", True),
        ("Never restart service-043 before noon.", "From now on never restart service-049 before noon.", False),
        ("Never restart service-043 before noon.", "From now on restart service-043 before noon.", True),
    ],
)
def test_what_a_person_revokes_or_replaces_leaves(earlier, later, expected):
    assert revocations.ends(earlier, later) is expected


def test_a_revoked_directive_is_not_in_the_summary():
    story = SessionBuilder().user("Always run the integration suite before a commit. Never push to main.")
    story.agent("Understood.").user("You no longer need to run the integration suite.").agent("Good.")

    said = [said.text for said in memory_of(story).directives]

    assert "Always run the integration suite before a commit." not in said
    assert "Never push to main." in said


def test_a_question_that_nobody_answered_is_open_and_an_answered_one_is_not():
    story = SessionBuilder().user("Clean up the store.").agent(OFFER)
    asked = memory_of(story)
    answered = memory_of(story.user("B").agent("Moving it."))

    assert [said.text for said in asked.questions] == ["Which do you prefer?"]
    assert answered.questions == ()
    assert answered.requests[-1].reply_to == "Move to SQLite, which takes a day."


def test_a_cause_that_the_person_contradicts_at_once_is_not_confirmed():
    story = SessionBuilder().user("Why is it slow?").agent("The root cause is the missing index on orders.")

    assert len(memory_of(story).causes) == 1
    assert memory_of(story.user("No, that's wrong: the index is there.")).causes == ()


def test_why_a_person_refused_a_call_is_theirs_and_no_error():
    refused = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n"
    story = SessionBuilder().user("Clean up.")
    story.call("bash", {"command": "rm -rf build"}, refused + "never delete the build folder", failed=True)

    memory = memory_of(story)

    assert [(said.text, said.speaker) for said in memory.directives] == [
        ("never delete the build folder", Speaker.PERSON)
    ]
    assert memory.errors == ()
    assert memory.last_request == "never delete the build folder"


def test_a_call_that_the_person_rejected_stands_in_the_newest_work_with_the_reason():
    refused = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n"
    story = SessionBuilder(cwd="/repo").user("Make the upload test stable.").agent("Raising the timeout.")
    story.call("edit", {"path": "e2e/up.ts", "new_string": "wait(60)"}, refused + "leave the timeout", failed=True)
    memory = memory_of(story.agent("Adding a trace."))

    assert text_of(memory).count("→ REJECTED by the user, not done: leave the timeout") == 1
    assert memory.errors == ()
    assert "e2e/up.ts" not in [item.text for item in memory.completed]


def test_an_order_given_with_a_rejection_is_not_carried_out_by_it():
    refused = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n"
    story = SessionBuilder().user("Clean up.").agent("Removing the folder.")
    story.call("bash", {"command": "rm -rf out"}, refused + "please write a test instead", failed=True)

    assert [said.is_done for said in memory_of(story.user("well?")).directives] == [False]


# -- calls -------------------------------------------------------------------------------------------------------------


def rows_of(story: SessionBuilder, tail: str = "") -> work.Rows:
    memory = memory_of(story)
    worth = Worth({}, {}, set(), set())
    return work.Rows(memory.actions, worth, HEADINGS["en"], root="", messages=memory.messages, tail=tail)


def test_the_newest_work_names_each_target_once_with_the_arguments_of_the_call():
    story = SessionBuilder(cwd="/repo").user("Fix it.")
    for i in range(3):
        story.call("edit", {"path": "src/app.py", "old_string": f"x = {i - 1}", "new_string": f"x = {i}"}, "ok")
    story.call("read", {"path": "docs/a.md"}, "text\n" * 9)
    story.call("bash", {"command": "cd web && make", "description": "Build it"}, "")

    rows = rows_of(story)
    rows.newest(200)

    assert rows.rendered().split("\n", 2) == [
        "edit path: src/app.py",
        "  new_string: x = 2",
        "read path: docs/a.md\nbash command: cd web && make\n  description: Build it\n  → ok",
    ]


ABSOLUTE = [f"/home/ana/shop/web/src/{name}.ts" for name in ("cart", "price", "order")]


@pytest.mark.parametrize(
    ("common", "relative", "others", "root"),
    [
        ("web/src", ["web/src/cart.ts", "web/src/price.ts"], [], ""),
        ("web/src", ["src/cart.ts"], [], "web/src"),
        ("", ["src/cart.ts", "src/price.ts"], [], "web"),
        ("", ["src/cart.ts", "src/price.ts"], [f"/home/ana/shop/api/{i}.py" for i in range(9)], ""),
    ],
)
def test_the_root_is_the_folder_from_which_relative_paths_are_written(common, relative, others, root):
    written = locations.as_written(f"/home/ana/shop/{common}".rstrip("/"), [*ABSOLUTE, *others, *relative])

    assert written == f"/home/ana/shop/{root}".rstrip("/")


def test_a_file_stands_in_one_place_whether_its_path_was_absolute_or_not():
    story = SessionBuilder(cwd="/home/ana/shop").user("Round prices.")
    for name in ("cart", "price", "order"):
        code = f"export function {name}Total(items: Item[]): number {{\n"
        story.call("read", {"path": f"/home/ana/shop/web/src/{name}.ts"}, code)
        story.call(
            "bash", {"command": f"cat web/src/{name}.ts"}, f"export function {name}Tax(rate: number): number {{\n"
        )
        story.call("edit", {"path": f"web/src/{name}.ts", "new_string": f"const {name}Rate = 0.19"}, "ok")

    text = text_of(memory_of(story.agent("Done.").user("And now?")))

    told = [line for line in text.splitlines() if line.startswith("- web/src/price.ts")]
    assert told == ["- web/src/price.ts: defines priceTotal(items: Item[]): number"]


def test_a_file_that_was_written_is_told_once_and_stays_a_key_file():
    story = SessionBuilder(cwd="/repo").user("Round prices as docs/rounding.md says.")
    story.call("read", {"path": "docs/rounding.md"}, "Half to even.")
    story.call("edit", {"path": "src/price.py", "new_string": "return round(price, 2)"}, "ok")

    told = summary.render(memory_of(story.agent("Done.").user("Thanks.")), budget=3_000, estimator=tokens.cjk)

    assert section(told.text, "Key files: (besides those written above)").startswith("- docs/rounding.md\n")
    assert "- src/price.py\n" not in told.text
    assert told.key_files == ("src/price.py", "docs/rounding.md")


def test_where_all_key_files_were_written_none_is_listed_again():
    story = SessionBuilder(cwd="/repo").user("Round prices.")
    story.call("edit", {"path": "src/price.py", "new_string": "return round(price, 2)"}, "ok")

    told = summary.render(memory_of(story.agent("Done.").user("Thanks.")), budget=3_000, estimator=tokens.cjk)

    assert "Key files: those written above" in told.text
    assert told.key_files == ("src/price.py",)


def test_an_order_in_a_request_is_told_once():
    story = SessionBuilder(cwd="/repo").user("Never push to main. Round the prices of all carts in src/price.py.")
    story.call("edit", {"path": "src/price.py", "new_string": "return round(price, 2)"}, "ok")

    text = text_of(story.agent("Rounded.").user("Now add a test for negative prices."))

    assert text.count("Never push to main.") == 1
    assert "- Round the prices of all carts in src/price.py." in text


def test_a_call_is_cut_between_words_and_marked():
    story = SessionBuilder(cwd="/repo").user("Write it.")
    story.call("write", {"path": "docs/a.md", "content": "Settlements reconcile overnight. " * 40}, "ok")

    shown = text_of(memory_of(story)).partition("content: ")[2].splitlines()[0]

    assert shown.endswith((" Settlements…", " reconcile…", " overnight.…"))


def test_a_sentence_of_the_newest_messages_is_not_told_again_because_of_its_emphasis():
    story = SessionBuilder(cwd="/repo").user("Why do the greys differ?").agent("I look.")
    story.call("read", {"path": "theme.json"}, "{}")
    said = "The terminal of the editor **draws both greys alike**, from one `palette`."
    memory = memory_of(story.agent(said))

    alone, beside = (
        summary.render(memory, budget=2_000, estimator=tokens.cjk, tail=tail).text
        for tail in ("", f"[assistant] {said}")
    )

    assert "draws both greys alike" in alone
    assert "draws both greys alike" not in beside


FAILURE = "2026-03-02T07:31:02Z ERROR orders.db lock timeout on orders_pkey held by nightly_reindex"


@pytest.mark.parametrize("level", ["INFO ", "[orders.http] [debug]", "worker[481] level=info"])
def test_of_a_log_what_goes_as_it_should_is_not_told(level):
    log = [f"2026-03-02T07:{i:02d}:01Z {level} orders.worker heartbeat ok queue_depth={i}" for i in range(20)]
    story = SessionBuilder(cwd="/srv").user("Why do orders hang?")
    story.call("exec", {"command": "journalctl -u orders | tail -40"}, "\n".join([*log, FAILURE, *log]))

    text = text_of(memory_of(story.agent("A lock.").user("Go on.")))

    assert FAILURE in text
    assert "heartbeat" not in text


HOTELS = [
    f"{i}. Hotel {name} | {70 + i} EUR | 4 stars | rating 8.{i} | https://book.example.com/h/{i}4711"
    for i, name in enumerate(
        ["Astoria", "Gravensteen", "Marriott", "Harmony", "Flandre", "Belfort", "Pillows", "Monasterium", "Castelnou"]
    )
]


def test_of_a_listing_the_row_is_told_that_was_talked_about_and_none_as_its_outcome():
    story = SessionBuilder(cwd="/srv").user("Find a hotel.")
    story.call("web_search", {"query": "hotel in Ghent"}, "\n".join(HOTELS))

    text = text_of(memory_of(story.agent("The Gravensteen fits best.").user("Go on.")))

    assert "Gravensteen | 71 EUR" in text
    assert "Castelnou" not in text


def test_the_newest_calls_stand_as_they_were_made_and_older_reads_as_what_they_showed():
    story = SessionBuilder(cwd="/repo").user("Look around.")
    for i in range(calls.AS_CALLED + 2):
        story.call("bash", {"command": f"cd /repo && sed -n '1,{i + 5}p' src/part{i}.py"}, "text\n" * 9)

    rows = rows_of(story)
    rows.newest(900)

    *older, newest = rows.rendered().split("\nbash ", 1)
    assert older[0].startswith("read src/: part0.py, part1.py,")
    assert newest.splitlines()[-1] == "bash command: cd /repo && sed -n '1,30p' src/part25.py"
    assert len(newest.splitlines()) == work._LOOKS_AS_CALLED


def test_of_older_commands_only_a_change_to_another_folder_than_the_usual_stands_there():
    story = SessionBuilder(cwd="/repo").user("Build it.")
    newest = [("/repo/web", f"part-{name}") for name in "abcdef"]
    for folder, target in (("/repo/web", "build"), ("/repo/web", "test"), ("/repo/docs", "html"), *newest):
        story.call("bash", {"command": f"cd {folder} && make {target}"}, "done")

    rows = rows_of(story)
    rows.newest(900)

    assert rows.rendered().splitlines() == [
        "bash command: make build → done",
        "bash command: make test → done",
        "bash command: cd /repo/docs && make html → done",
        *(f"bash command: cd /repo/web && make {target} → done" for _, target in newest),
    ]


def test_what_was_said_between_the_newest_calls_stands_between_them_also_what_announces_one():
    story = SessionBuilder(cwd="/repo").user("Why does the import fail?")
    story.agent("Let me look at the reader:").call("read", {"path": "src/reader.py"}, "def split(line): ...\n" * 9)
    story.agent("The reader splits quoted lines.").call("bash", {"command": "make test"}, "1 failed", failed=True)
    story.user("Fix it.")

    work_told = text_of(memory_of(story)).partition("Newest work, oldest first:\n")[2].splitlines()

    assert work_told == [  # the question stands among what is pending: no turn ended about it
        "Agent: Let me look at the reader:",
        "read path: src/reader.py",
        "Agent: The reader splits quoted lines.",
        "bash command: make test → FAILED: 1 failed",
    ]


def test_the_newest_work_stands_last_and_what_was_said_before_it_is_told_apart():
    story = SessionBuilder(cwd="/repo").user("Clean up the gateway.")
    for i, name in enumerate(words(40)):
        story.agent(f"The {name} waits for the ledger of shard {i}.")
        story.call("edit", {"path": f"/repo/src/{name}.py", "new_string": f"limit_{name} = {i}"}, "ok")

    text = summary.render(memory_of(story), budget=1_200, estimator=tokens.cjk).text

    places, said, newest = map(text.index, ("What stands where", "What was said", "Newest work"))
    assert places < said < newest
    assert "waits for the ledger of shard 39." in text[newest:]
    assert "waits for the ledger of shard 39." not in text[:newest]


def test_what_a_call_writes_stands_behind_its_file_in_whatever_order_it_was_given():
    story = SessionBuilder(cwd="/repo").user("Fix it.")
    story.call("write", {"content": "x = 2\n" * 200, "path": "src/app.py"}, "ok")

    rows = rows_of(story)
    rows.newest(300)

    assert rows.rendered().startswith("write path: src/app.py\n  content: x = 2\n")


def test_the_newest_calls_of_services_keep_their_numbers_lists_and_switches():
    story = SessionBuilder().user("Pay them back, and hold the bikes.")
    story.call("issue_refund", {"id": "KR-20573", "amount_eur": 149.5, "notify": False}, '{"ok": true}')
    story.call("confirm_hold", {"holds": ["H-5521", "H-5560"], "nights": 4}, '{"ok": true}')
    story.agent("Both done.").user("Thanks.").agent("Welcome.").user("Now the invoice.")

    shown = text_of(story)

    assert all(each in shown for each in ("amount_eur: 149.5", "notify: False", "H-5521, H-5560", "nights: 4"))


def test_what_was_asked_of_many_things_alike_leaves_room_for_what_was_said_once():
    story = SessionBuilder()
    for i in range(120):
        story.user(f"KR-{20300 + i} please, did {'Ana Faria' if i % 2 else 'Tom Lund'} pay the deposit")
        story.call("get_booking", {"id": f"KR-{20300 + i}"}, f'{{"price_eur": {76.32 + i}, "deposit_eur": {50 + i}}}')
        story.agent(f"Yes, the deposit of {50 + i} EUR is paid.")
        if i == 20:
            story.user("The claim goes to Frau Adler, reference HDI-99-2041.").agent("Noted.")

    shown = text_of(story.user("And the list?"), budget=1_200)

    assert "The claim goes to Frau Adler, reference HDI-99-2041." in shown
    assert "price_eur: 196.32" not in shown or "price_eur: 80.32" not in shown
    assert "KR-20305 please" not in shown
    assert "KR-20419 please" in shown


def test_a_document_that_is_to_be_used_from_now_on_is_told_in_its_words():
    terms = {"type": "document", "title": "terms.txt", "source": {"type": "text", "data": "Up to 72 hours it is free."}}
    handed = Message(
        Role.USER, (Opaque("document", json.dumps(terms)), Text("Here are the terms, use them from now on"))
    )
    story = SessionBuilder().user("Hello.").agent("Hello.").build().messages
    later = [
        each for i in range(40) for each in SessionBuilder().user(f"Task {i}: sort it.").agent("ok").build().messages
    ]

    shown = text_of(fold.fold(SessionMemory(), [*story, handed, *later]))

    assert "Given document: terms.txt; Up to 72 hours it is free." in shown


def test_a_call_that_the_newest_messages_hold_is_not_told_again():
    story = SessionBuilder(cwd="/repo").user("Fix it.")
    story.call("edit", {"path": "src/app.py", "new_string": "x = 2"}, "ok")
    story.call("bash", {"command": "make test"}, "3 passed")

    rows = rows_of(story, tail="bash make test\n3 passed")
    rows.newest(200)

    assert rows.rendered() == "edit path: src/app.py\n  new_string: x = 2"


def test_a_patch_stands_at_its_file_also_among_the_newest_calls():
    patch = "*** Begin Patch\n*** Update File: src/app.py\n@@\n-x = 1\n+x = 2\n*** End Patch"
    rows = rows_of(SessionBuilder(cwd="/repo").user("Fix it.").call("apply_patch", {"input": patch}, "Success"))
    rows.newest(200)

    assert rows.rendered() == "changed src/app.py: x = 2"


# -- excerpts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("   132→       collapseChangelog = false;", "collapseChangelog = false;"),
        ("share-dialog.page.ts-55-  this.close(result)", "this.close(result)"),
        ("src/app.py:12:    retries = 3", "retries = 3"),
        (r"n+\t\tlocalSettingsPath", "n+ localSettingsPath"),
        ("review PRRC_kwDOLmN0Zs5xyz123 of the change", "review … of the change"),
        ("**Decision:** use `retry_policy`", "Decision: use retry_policy"),
        ("default_payment_method_v2 stays", "default_payment_method_v2 stays"),
    ],
)
def test_a_line_is_shown_without_the_marks_of_listings_and_without_opaque_ids(line, expected):
    assert excerpts.readable(line) == expected


@pytest.mark.parametrize(
    ("line", "form", "shown"),
    [
        ("private exportOrder(path: string): void {", "defines", "exportOrder(path: string)"),
        ("def total(self, items: list[Item]) -> Decimal:", "defines", "total(self, items: list[Item]): Decimal"),
        (
            "pub async fn force_sync(&self) -> Result<(), SyncError> {",
            "defines",
            "force_sync(&self): Result<(), SyncError>",
        ),
        ("export interface OrderRow {", "defines", "interface OrderRow"),
        ("impl Default for Patterns {", "defines", "impl Default for Patterns"),
        ("function buildIndex(", "defines", "buildIndex()"),
        ("type OrderRow,", "mentions", ""),
        ('test("keeps the newest row", () => {', "defines", "test “keeps the newest row”"),
        ("retryLimit?: number;", "fields", "retryLimit?: number"),
        ('"borderColor": "darkGreen",', "fields", "borderColor: darkGreen"),
        ("MAX_RETRIES = 5", "fields", "MAX_RETRIES = 5"),
        ("item_count (number)", "fields", "item_count (number)"),
        ("this.selector = new SelectorComponent(", "mentions", ""),
        ("const code = codeInput.getValue();", "mentions", ""),
        ("orderRows: allRows,", "mentions", ""),
        ("if (rows.length > limit) {", "mentions", ""),
        ("if (row.age > limit) stale.push(row);", "", "if (row.age > limit) stale.push(row);"),
        ("rowsParsed != null && typeof rowsParsed === 'object'", "mentions", ""),
        ("The interface to the API is fixed.", "", "The interface to the API is fixed."),
        ("record the result of the call", "", "record the result of the call"),
        ("price_list | string | Names of the goods |", "", "price_list | string | Names of the goods |"),
    ],
)
def test_code_is_told_by_what_it_defines_and_names_and_a_sentence_as_it_stands(line, form, shown):
    assert excerpts._form_of(excerpts.readable(line), "src/a.ts") == (form, shown)


def test_code_of_one_file_is_joined_in_rows_and_its_sentences_stand_below():
    code = (
        "export class OrderStore {\n  retryLimit: number;\n  // The gateway stops at the burst_size of the plan.\n"
        "  loadRows(limit: number): Row[] {\n    this.rows = new RowLoader(\n"
    )
    story = SessionBuilder().user("Look.").call("read", {"path": "src/store.ts"}, code).agent("I see.").user("And now?")

    names = names_in(text_of(memory_of(story)))

    assert (
        "  defines class OrderStore with retryLimit: number; loadRows(limit: number): Row[] with RowLoader\n" in names
    )
    assert "  // The gateway stops at the burst_size of the plan." in names
    assert "new RowLoader(" not in names


@pytest.mark.parametrize(
    "line",
    [
        "182 |         self.send_request(&mut instance.process).await?;",
        "  25 │ import { SessionManager } from './session-manager.js';",
        "+ CategoryInfo : ObjectNotFound: (C:\\Temp:String) [Set-Location]",
        "agentId: a560498949e8455f6 (use SendMessage with to: 'a560498949e8455f6')",
        "Successfully wrote 4898 bytes to src/store_rows.rs",
        "Name LastWriteTime SizeKB",
        "[![License](https://img.shields.io/badge/license-MIT-blue.svg)](LICENSE)",
        "index a8bfef65..affbeb2d 100644",
        "... (325 more lines not shown. Use offset=255 to continue reading)",
        '…in CommonMark and OpenAPI. Master of clarity","Patient educator","bmm","_bmad/agents"',
    ],
)
def test_what_a_compiler_a_shell_or_a_host_puts_around_is_no_line_of_a_place(line):
    assert excerpts._NOISE.match(excerpts.readable(line))


def test_a_file_that_has_a_row_of_its_own_is_not_listed_in_its_folder_again():
    story = SessionBuilder().user("Look.").call("bash", {"command": "git status --short src"}, "M src/store/rows.ts\n")
    story.call("read", {"path": "src/store/rows.ts"}, "export class OrderStore {\n").agent("I see.").user("And now?")

    names = names_in(text_of(memory_of(story)))

    assert "rows.ts: defines class OrderStore" in names
    assert "- src/: store/rows.ts" not in names


def test_a_long_path_keeps_its_file_and_a_long_command_its_beginning():
    folder = "/repo/vault/" + "archive of the old framework/" * 5
    story = SessionBuilder().user("Look.").call("read", {"path": f"{folder}encrypt.py"}, "def seal_key(): ...\n")
    story.call("bash", {"command": f"grep -rn open_key '{folder}'"}, "def turn_lock(): ...\ndef bolt_door(): ...")

    names = names_in(text_of(memory_of(story.user("Go on."))))

    assert "framework/encrypt.py: defines seal_key()" in names
    assert "\n- $ grep -rn open_key" in names


def names_in(text: str) -> str:
    return text.partition("What stands where")[2].partition("Newest work")[0].partition("What was said")[0]


def test_names_take_at_most_about_a_third_of_the_text_while_anything_else_wants_the_room():
    story = SessionBuilder(cwd="/repo").user("Read everything, then fix src/app.py.")
    for i in range(60):
        body = "".join(f"def handler_{name}(): return lookup_{name}(retry)\n" for name in words(30, salt=i))
        story.call("read", {"path": f"/repo/src/module_{i}.py"}, body)
        story.agent(f"Module {i} keeps its handlers in a table; the gateway of part {i} waits for the ledger.")
        story.call("edit", {"path": f"/repo/src/module_{i}.py", "new_string": f"limit_{i} = {i}"}, "ok")

    text = text_of(memory_of(story))
    names = names_in(text)

    assert len(names) <= 0.38 * len(text)
    assert "module_59.py" in names


def test_names_keep_to_their_share_where_nothing_else_wants_the_room():
    story = SessionBuilder(cwd="/repo").user("List the handlers.")
    for i in range(20):
        body = "".join(f"def handler_{name}(): return lookup_{name}(retry)\n" for name in words(30, salt=i))
        story.call("read", {"path": f"/repo/src/module_{i}.py"}, body)

    for tail in ("", "A message that stands below. " * 400):
        text = summary.render(memory_of(story), budget=3_000, estimator=tokens.cjk, tail=tail).text
        whole = max(len(text) + len(tail), 4_000)
        assert 0.3 * whole <= len(names_in(text)) <= 0.35 * whole


@pytest.mark.parametrize("reads", [1, 6, 40])
@pytest.mark.parametrize("talks", [0, 6, 40])
@pytest.mark.parametrize("budget", [1_500, 4_000, 8_000])
def test_names_take_at_most_their_share_of_any_session(reads, talks, budget):
    story = SessionBuilder(cwd="/repo").user("Read everything, then fix src/app.py.")
    for i in range(max(reads, talks)):
        if i < reads:
            body = "".join(f"def handler_{name}(): return lookup_{name}(retry)\n" for name in words(30, salt=i))
            story.call("read", {"path": f"/repo/src/module_{i}.py"}, body)
        if i < talks:
            story.agent(f"Module {i} keeps its handlers in a table; the gateway of part {i} waits for the ledger.")
            story.user(f"And part {i}, is it the same with the {words(1, salt=-i)[0]} there?")

    text = text_of(memory_of(story), budget=budget)

    assert len(names_in(text)) <= 0.35 * max(len(text), 4_000)


def test_a_name_is_told_with_the_definition_that_it_stands_in_and_with_no_other():
    code = (
        "def load_rows(limit):\n    self.rows = new_loader(page_size)\n    self.last = open_cursor(row_window)\n"
        "def save_rows(rows):\n    self.kept = put_rows(batch_size)\n"
    )
    story = SessionBuilder().user("Look.").call("read", {"path": "src/store.py"}, code).agent("I see.").user("And now?")

    (row,) = [line for line in names_in(text_of(memory_of(story))).splitlines() if "load_rows" in line]

    loads, _, saves = row.partition("; ")
    assert "page_size" in loads
    assert "row_window" in loads
    assert "batch_size" in saves


def test_of_a_series_that_only_output_named_nothing_is_told():
    body = "".join(f"fail CODE-{n} in handler_{n}\n" for n in range(1_000, 1_040))
    story = SessionBuilder().user("Look around.").call("exec", {"command": "make check"}, body + "see retry_limit\n")

    text = text_of(memory_of(story))

    assert "retry_limit" in text
    assert "handler_1030" not in text


def test_a_listing_is_told_as_a_tree():
    files = [f"src/part_{i}/service_{i}.ts" for i in range(12)]  # the last eight are key files
    story = SessionBuilder().user("Look around.").call("exec", {"command": "find src -type f"}, "\n".join(files))

    assert "- src/: part_0/service_0.ts, part_1/service_1.ts, part_2/service_2.ts" in text_of(memory_of(story))


def test_files_that_lie_together_are_told_behind_what_lies_above_them():
    paths = ["src/api/db/rows.ts", "src/api/db/tables.ts", "src/api/types.ts", "README.md", r"D:\\notes\\a\\b.md"]

    assert locations.by_folder(paths) == (
        "src/api/: db/rows.ts, db/tables.ts; src/api/types.ts; README.md; D:\\notes\\a\\b.md"
    )


def test_a_file_right_below_the_root_or_a_drive_stands_with_its_folder():
    assert locations.by_folder(["/tmp/a.py", "/tmp/b.py", "~/notes/c.md", "D:\\logs\\d.txt"]) == (
        "/tmp/: a.py, b.py; ~/notes/c.md; D:\\logs\\d.txt"
    )


def _mended(said: str, *, changes: bool = True) -> str:
    story = SessionBuilder().user("Make the tests pass.")
    story.call("bash", {"command": "pytest tests/test_retry.py"}, "E  TimeoutError: gateway\n1 failed", failed=True)
    story.agent(said)
    if changes:
        story.call("edit", {"path": "src/retry.py", "new_string": "limit = 40"}, "edited")
    story.call("bash", {"command": "pytest tests/test_retry.py"}, "=== 12 passed in 0.42s ===")
    return section(text_of(memory_of(story.agent("All pass."))), "Confirmed causes:")


def test_why_a_check_failed_is_told_once_the_agent_has_mended_it():
    why = "The gateway stub answers after 30 seconds, the client does not wait that long."

    assert _mended(f"{why} Let me raise the limit.").startswith(
        f"- pytest tests/test_retry.py: E TimeoutError: gateway — {why}"
    )
    assert _mended(why, changes=False) == ""  # it passed by itself
    assert _mended("Maybe the client does not wait long enough for the gateway.") == ""
    assert _mended("I raise the limit of the gateway.") == ""


@pytest.mark.parametrize(
    "said", ["The 17 rows have another cause that I haven't found.", "I do not need a break, I never get tired."]
)
def test_a_sentence_about_something_else_is_not_why_a_check_failed(said):
    assert _mended(said) == ""


def test_a_commit_whose_hash_is_told_is_told_once():
    story = SessionBuilder().user("Commit the parser.")
    story.call("bash", {"command": 'git commit -qm "Read dates"'}, "")
    story.call("bash", {"command": "./show-commit.sh"}, "[main 1c8a822] Read dates")

    done = text_of(memory_of(story)).partition("Completed:")[2].partition("Pending:")[0]
    assert done.count("Read dates") == 1


def test_what_a_line_no_longer_shows_is_told_elsewhere():
    found = "src/plans/coupon_service.ts:256: if (row.created_at < limit) stale.push(row);"
    story = SessionBuilder().user("Look around.").call("exec", {"command": "rg -n created_at"}, found)

    text = text_of(memory_of(story))

    assert "created_at" in text
    assert "plans/coupon_service.ts" in text


def test_what_a_result_without_its_call_says_is_nobody_s_word():
    story = SessionBuilder().user("Look.").call("read", {"path": "a.py"}, "x")
    late = Message(Role.USER, (Text("[read] You must never use tabs."),))

    memory = fold.fold(SessionMemory(), (*story.build().messages, late))

    assert memory.last_request == "Look."
    assert memory.directives == ()


def test_a_failed_summary_of_the_host_tells_nothing():
    failed = Message(Role.USER, (Text("You've hit your limit · resets 5pm"),), is_summary=True)

    memory = fold.fold(SessionMemory(), Session("x", (failed,)).messages)

    assert memory.statements == ()


def test_open_items_of_the_to_do_list_are_pending_and_ended_ones_are_not():
    story = SessionBuilder().user("Please fix the importer.")
    story.call("TaskCreate", {"subject": "Read the importer"}, "Task #1 created").agent("One.")
    story.call("TaskCreate", {"subject": "Write the migration"}, "Task #2 created").agent("Two.")
    memory = memory_of(story)
    later = SessionBuilder().user("Go on.").call("TaskUpdate", {"taskId": "1", "status": "completed"}, "Updated")

    assert memory.open_work == ("Read the importer", "Write the migration")
    assert fold.fold(memory, later.build().messages).open_work == ("Write the migration", "Please fix the importer.")


def test_the_last_to_do_list_is_the_one_that_counts():
    story = SessionBuilder().user("Please fix the importer.")
    for done in ("pending", "completed"):
        items = [{"content": "Add a test", "status": done}, {"content": "Mend the loop", "status": "in_progress"}]
        story.call("TodoWrite", {"todos": items}, "Todos have been modified").agent("Noted.")

    assert memory_of(story).open_work == ("Mend the loop",)


def test_what_was_announced_and_then_written_is_not_pending():
    story = SessionBuilder().user("Please write both.").agent("Next I will create retry.py.")
    story.call("write", {"path": "src/retry.py", "content": "x = 1"}, "Wrote 1 line")
    story.agent("Next I will create status.py.")

    assert memory_of(story).open_work == ("Next I will create status.py.",)


def test_what_the_current_request_says_is_not_told_again():
    log = "\n".join(f"The server {n} answered with the word {word} again." for n, word in enumerate(words(80)))
    memory = memory_of(SessionBuilder().user("Start.").agent("Yes.").user(f"It ends like this:\n{log}").agent("Hm."))

    assert "- User: The server" not in text_of(memory)


def test_a_person_who_revokes_all_the_time_costs_no_more_per_message():
    said = "\n".join(
        f"Always check the list of customer number {n}; if you no longer need it, say so on day {n}."
        for n in range(1_600)
    )

    def folded(text: str) -> SessionMemory:
        return fold.fold(SessionMemory(), [Message(Role.USER, (Text(line),)) for line in text.splitlines()])

    assert_linear(folded, said)


def test_a_line_that_is_too_long_is_cut_at_words_around_what_it_names():
    line = (
        "The reader starts here and goes on for quite a while " * 4
        + "until load_invoice_rows() returns "
        + "tail " * 60
    )
    story = SessionBuilder().user("Look.").call("read", {"path": "notes.txt"}, line).agent("I see.").user("And now?")

    (shown,) = [row for row in text_of(memory_of(story)).splitlines() if "load_invoice_rows" in row]

    assert len(shown) < 200
    assert shown.startswith("- notes.txt: …until")
    assert shown.endswith("tail…")


def test_what_a_patch_adds_stands_at_the_file_that_it_changes():
    patch = "*** Begin Patch\n*** Update File: src/retry.py\n@@\n+retry_limit = load_plan_limit(3)\n*** End Patch"
    story = SessionBuilder().user("Raise it.").call("apply_patch", {"input": patch}, "Done").agent("Raised.")

    assert "src/retry.py" in {line.place for line in memory_of(story).lines if "retry_limit" in line.text}


def test_a_lone_name_says_nothing():
    listing = "".join(f"    {name}_rows,\n" for name in words(60))
    told = "".join(
        f"    retry_limit_{name} = load_{name}_plan()  # doubled for the gateway\n" for name in words(20, salt=2)
    )
    story = (
        SessionBuilder().user("Look.").call("read", {"path": "src/a.py"}, listing + told).agent("I see.").user("And?")
    )

    text = summary.render(memory_of(story), budget=700, estimator=tokens.cjk).text

    assert text.count("doubled for the gateway") == 3  # of rows that are alike
    assert "_rows" not in text


def test_what_a_search_found_stands_at_its_file():
    found = "src/plans/coupon.ts:256:  if (row.created_at < stale_limit) stale.push(row);\n" * 2
    story = SessionBuilder().user("Look around.").call("exec", {"command": "rg -n created_at"}, found).agent("I see.")

    assert "- src/plans/coupon.ts: if (row.created_at < stale_limit) stale.push(row);" in text_of(memory_of(story))


@pytest.mark.parametrize(
    ("line", "is_dull"),
    [
        ("Core Insight: {{summarized_insight}}", True),
        ("at resolveVarRefs (coding-agent/src/theme.ts:213:9)", True),
        ("at async Loader.read_all (src/loader.js:9)", True),
        ("Replace {{customer_name}} before the letter is sent.", False),
        ("at 9:30 the nightly job locks orders_pkey", False),
    ],
)
def test_blanks_of_templates_and_frames_of_traces_are_dull(line, is_dull):
    assert (excerpts._DULL.match(line) is not None) is is_dull


def test_the_files_of_a_drawn_tree_stand_in_one_line():
    files = ("price_list.py", "basket_rules.py", "shop_notes.md")
    tree = "shop/\n├── orders/\n│   ├── price_list.py\n│   └── basket_rules.py   # later\n└── shop_notes.md\n"
    memory = memory_of(SessionBuilder().user(f"Build it so:\n\n{tree}").agent("I begin with the orders."))
    worth = Worth({("file", name): 1.0 for name in files}, {}, set(), set())

    lines = excerpts.placed(memory.lines, "", ())
    named = excerpts.Excerpts(lines, coverage.importance(lines, memory.messages), worth, budget=500)

    assert "- …/: price_list.py, basket_rules.py, shop_notes.md" in named.rendered(range(len(named)))


def test_a_short_line_is_told_whole():
    code = "export interface RemediationResult {"
    story = SessionBuilder().user("Look.").call("read", {"path": "src/a.ts"}, code).agent("I see.").user("And now?")

    assert "- src/a.ts: defines interface RemediationResult\n" in text_of(memory_of(story)) + "\n"


def test_a_row_of_a_table_is_told_with_dots():
    memory = memory_of(
        SessionBuilder().user("Which?").agent("| 5 | Context assembly | partly done in `build_prompt()` |")
    )

    assert [said.text for said in memory.statements if said.speaker is Speaker.AGENT] == [
        "5 · Context assembly · partly done in `build_prompt()`"
    ]


def test_a_report_is_told_by_its_summary_and_its_points_are_kept_apart():
    read = "I read all files of the loader one after another and compared them with the manifest of the release."
    report = f"{read}\n\n## Summary\n\n- Module alpha parses the manifest\n- Module beta checks every single entry"

    found = findings.conclusion_of(report + "\n- The cache on disk is cold at the start of each run", 600)

    assert found == (
        "Module alpha parses the manifest; Module beta checks every single entry; "
        "The cache on disk is cold at the start of each run"
    )


@pytest.mark.parametrize(("end", "failures"), [(" 1309 pass\n 0 fail\n", 0), (" 1308 pass\n 1 fail\n", 1)])
def test_a_run_that_says_that_nothing_failed_did_not_fail_whatever_its_log_printed(end, failures):
    log = f"error: Item 3 failed\n  at run (src/limit.test.ts:25:2)\n{end}"
    story = SessionBuilder().user("Test it.").call("Bash", {"command": "bun run test"}, log).agent("Done.")

    assert len(memory_of(story).errors) == failures


@pytest.mark.parametrize(
    "told",
    [
        "Sent Hanna the yes and forwarded the invoice to accounting.",
        "I've moved the supplier call to Friday at ten.",
        "Done: cancelled the order, the refund arrives on Monday.",
        "The test file is renamed.",
        "Your booking has been moved to the flight on Friday:",
        "已为你保留酒店，编号 PRN-77120。",
        "好的，已取消周五的会议。",
    ],
)
def test_what_an_agent_did_is_told_as_completed(told):
    memory = memory_of(SessionBuilder().user("Please see to it today.").agent(told).user("Thanks, and the next one?"))

    assert [item.text for item in memory.completed if item.kind == "told"] == [told]


@pytest.mark.parametrize(
    "told",
    [
        "Based on the log the pool is too small for this.",
        "I looked at the calendar and Thursday seems to be free.",
        "I found two flights that leave in the morning.",
        "If I moved the call to Friday, would that be fine?",
        "The options that have been discussed so far, which one do you take?",
        "Noted, and normal length from now on for reports.",
        "我已知道这个问题的背景和要求。",
        "已有三家餐厅符合你的条件和预算。",
    ],
)
def test_what_an_agent_saw_or_would_do_is_not_completed(told):
    memory = memory_of(SessionBuilder().user("Please see to it today.").agent(told).user("Thanks, and the next one?"))

    assert not [item for item in memory.completed if item.kind == "told"]


@pytest.mark.parametrize(
    ("spoken", "is_answer", "told"),
    [
        (
            ["All green.", "The fix: `rotate` closes the old file first."],
            False,
            ["The fix: `rotate` closes the old file first."],
        ),
        (["I looked around.", "No other changes were needed."], False, ["No other changes were needed."]),
        (
            ["Good question.", "No, not yet.", "Only `eu-1` was moved on Monday."],
            True,
            ["No, not yet. Only `eu-1` was moved on Monday."],
        ),
        (
            ["Here is what I see:", "The importer reads all 14 files twice per night.", "Shall I go on?"],
            True,
            ["The importer reads all 14 files twice per night."],
        ),
        (["Concept: count `rows` per file and day.", "Let me know."], True, []),
        (["The importer reads all 14 files twice per night."], False, []),
        (["SCHRITT 3 ABGESCHLOSSEN", "vault/, 55 Dateien, 🚨 wichtig"], True, []),
        (["好的，我明白了。", "结论：缓存没有过期时间。", "您希望接下来做什么？"], True, ["结论：缓存没有过期时间。"]),
        (["接下来您希望我做什么？", "现在我来更新这个文件。"], True, []),
        (["两张清单都做好了，在 lists/：", "还要发吗？"], False, ["两张清单都做好了，在 lists/"]),
        (["Staging läuft, 12 Zeilen sind da.", "Soll ich?"], False, ["Staging läuft, 12 Zeilen sind da."]),
        (["The new page is in docs/tides.md.", "Next?"], False, ["The new page is in docs/tides.md."]),
        (["The kiln has 3 zones, so I'll write a new file for it."], True, []),
        (["Now I need to check if `Kiln` reads all 3 zones from there."], True, []),
        (
            ["The folders (00-Inbox, 01-Daily, etc.", "The kiln has 3 zones since last year."],
            True,
            ["The kiln has 3 zones since last year."],
        ),
        (
            ["Unfortunately, the ticket cannot be moved.", "Anything else?"],
            False,
            ["Unfortunately, the ticket cannot be moved."],
        ),
    ],
)
def test_what_came_of_it_is_a_report_a_sum_or_the_answer(spoken: list[str], is_answer: bool, told: list[str]) -> None:
    """Courtesies, plans, labels, menus and rows of tables tell nothing that came of the work."""
    assert findings.outcome_of(spoken, is_answer=is_answer) == told


def test_a_choice_may_stand_behind_an_answer() -> None:
    story = SessionBuilder().user("Where do we keep the prices?").agent(OFFER + " How many rows are there?")

    memory = memory_of(story.user("About 400. A, and keep B in mind for next year.").agent("Done."))

    assert memory.decisions[0].text == "Keep the JSON cache. (not chosen: Move to SQLite, which takes a day.)"


def test_how_to_run_names_a_program_once_whatever_it_was_given() -> None:
    story = SessionBuilder().user("Compare the price lists.")
    for month in ("may", "june", "july"):
        story.call("exec", {"command": f"python3 tools/prices.py lists/{month}.csv"}, f"read {month}")
    memory = memory_of(story.agent("Done."))

    assert len(work.how_to_run(memory.actions, [])) == 1


def test_a_reply_that_agrees_in_many_words_carries_what_was_to_be_confirmed() -> None:
    asked = (
        "The new frame is 143 euro and you get 44 euro back. Please confirm if I shall order it. It ships on Monday."
    )

    assert replies.proposal_for("Yes, please go ahead with the order of the new frame. Thanks!", asked) == (
        "The new frame is 143 euro and you get 44 euro back. Please confirm if I shall order it."
    )


def test_a_rule_that_another_one_holds_is_told_once() -> None:
    rules = ["Never mix both lists.", "Because of the audit you must keep:", "Keep the names. Never mix both lists."]

    assert condense.each_once(rules) == rules
    assert condense.each_once(["Never call them.", "Never call them. After six nobody answers."]) == [
        "Never call them. After six nobody answers."
    ]


@pytest.mark.parametrize(
    ("reply", "answered"),
    [
        ("yes, lets keep it in the first release", "Keep it in the first release"),
        ("ok, move it then", "Move it to the second"),
    ],
)
def test_a_reply_carries_the_alternative_that_it_takes_up(reply: str, answered: str) -> None:
    offer = "We could go two ways here:\n- Keep it in the first release, which costs a week.\n"
    offer += "- Move it to the second, and ship on Monday.\n\nWhich do you prefer?"

    assert replies.proposal_for(reply, offer).startswith(answered)


def test_a_row_of_a_table_is_not_what_a_reply_answers() -> None:
    offer = "I would sort them like this.\n\n| file | where |\n|---|---|\n| guide.md | How-To |\n\nShall I start?"

    assert replies.proposal_for("yes", offer) == "I would sort them like this. Shall I start?"


@pytest.mark.parametrize(
    ("text", "is_report"),
    [
        ("Done: moored the ferry at the northern pier", True),
        ("Done: based on the old one, with four stops.", False),
        ("Switched the timetable to the winter season.", True),
    ],
)
def test_what_stands_behind_done_is_a_report(text: str, is_report: bool) -> None:
    assert findings.is_report(text) is is_report


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I made a mistake in the path of the schema.", []),
        ("Ich habe einen Fehler gemacht: das Feld fehlt im Aufruf.", []),
        ("I made the path of the schema absolute.", ["I made the path of the schema absolute."]),
    ],
)
def test_a_mistake_that_is_owned_up_to_is_no_report(text: str, told: list[str]) -> None:
    assert findings.reports_in(text) == told


def test_the_command_that_shows_a_file_is_no_line_of_it():
    name = (("name", "load_rows"),)
    shows, holds = (
        Line("src/store.py", name, ("load_rows",), 1, from_result=False, text=text)
        for text in ("grep -n load_rows src/store.py", "load_rows = 3")
    )

    assert excerpts.placed([shows, holds], "", ()) == [holds]


@pytest.mark.parametrize(
    ("reply", "chosen"),
    [
        ("let's add it, keep it in the first part", "Keep it in the first part: parse all logs at once"),
        ("move to later please", "Move to later: only the counts for now"),
        ("not move to later", ""),
        ("what is the difference?", ""),
    ],
)
def test_an_option_may_be_chosen_by_its_name(reply, chosen):
    offer = (
        "Two options:\n- **Keep it in the first part** — parse all logs at once\n"
        "- **Move to later** — only the counts for now\n\nWhich do you prefer?"
    )
    other = (
        "Move to later: only the counts for now"
        if "Keep" in chosen
        else "Keep it in the first part: parse all logs at once"
    )

    assert replies.choice_of(reply, offer) == (f"{chosen} (not chosen: {other})" if chosen else "")
    assert replies.proposal_for(reply, offer).startswith(chosen)


@pytest.mark.parametrize(
    ("asked", "offer", "reply", "settled"),
    [
        ("which port?", "I suggest 7000.", "make it 7100", "which port? I suggest 7000. → “make it 7100”"),
        ("heap?", "30 is too tight. I'd take 24GB.", "24 it is", "heap? I'd take 24GB. → “24 it is”"),
        (
            "Ship Tuesday?",
            "Thursday is safer.",
            "Thursday works",
            "Ship Tuesday? Thursday is safer. → “Thursday works”",
        ),
        ("Node 20 or 22?", "22 starts faster.", "22 then", "Node 20 or 22? 22 starts faster. → “22 then”"),
        (
            "窗帘怎么选",
            "建议：亚麻双层，每米 65 元。",
            "行，就这个",
            "窗帘怎么选 建议：亚麻双层，每米 65 元。 → “行，就这个”",
        ),
        ("老李还是老周", "老周有质保。我建议老周。", "嗯就老周吧", "老李还是老周 我建议老周。 → “嗯就老周吧”"),
        ("Plan the trip.", "Two ferries: A. Nordic, B. Viking.", "B", "Viking (not chosen: Nordic)"),
        ("用哪个", "方案 A：自建；方案 B：租用。", "就按 A 来", "自建（未选：租用）"),
    ],
)
def test_a_short_reply_that_settles_something_is_a_decision_with_what_it_took(asked, offer, reply, settled):
    memory = memory_of(SessionBuilder().user(asked).agent(offer).user(reply).agent("Fine."))

    assert [each.text for each in memory.decisions] == [settled]


@pytest.mark.parametrize(
    ("asked", "offer", "reply"),
    [
        ("Fix the login.", "I fixed the login. Does it hold?", "login works!"),
        ("Fix the login.", "I suggest we run the tests first.", "ok"),
        ("Why is it slow?", "The index is missing.", "ok"),
        ("Find a hall.", "The mill or the barn?", "the mill then. wait, let me ask my sister"),
        ("Who invited them?", "Your aunt did.", "Yes I agreed, I was tired"),
        ("Remind me?", "Shall I remind you to pay the rent?", "yeah remind me friday"),
    ],
)
def test_a_report_a_step_a_doubt_and_a_bare_yes_settle_nothing(asked, offer, reply):
    assert memory_of(SessionBuilder().user(asked).agent(offer).user(reply).agent("Fine.")).decisions == ()


def test_a_later_word_on_the_same_thing_takes_the_place_of_what_was_settled() -> None:
    story = SessionBuilder().user("窗帘怎么选").agent("建议：亚麻双层，每米 65 元。").user("行，就这个").agent("好。")
    story = story.user("窗帘不要亚麻了，改成棉的，每米 70").agent("改好了。")

    assert not [each for each in memory_of(story).decisions if "就这个" in each.text]


def test_all_that_was_settled_stands_in_a_summary_with_room() -> None:
    story = SessionBuilder()
    for thing in ("door", "lamp", "floor", "stove", "fence", "gate", "roof", "sink"):
        story = (
            story.user(f"which {thing}?").agent(f"I recommend the {thing} made of oak.").user("ok, that one").agent(".")
        )
    memory = memory_of(story.user("Now list what we need."))

    shown = summary.render(memory, budget=4_000, estimator=tokens.bytes4).text

    assert all(f"which {each}? I recommend" in shown for each in ("door", "lamp", "floor", "stove", "gate", "sink"))


def test_what_a_person_asked_and_nobody_answered_is_told() -> None:
    story = SessionBuilder().user("Which jobs are left for Monday? And who informs the warehouse team?")
    story = story.agent("Jobs left: the labels and the scanner. Who informs the warehouse team is not decided.")
    memory = memory_of(story.user("Then print the labels.").agent("Printed."))

    shown = summary.render(memory, budget=2_000, estimator=tokens.bytes4).text

    assert "Asked by the user, not answered yet:\n- And who informs the warehouse team?" in shown
    assert "- Which jobs" not in shown


@pytest.mark.parametrize(
    ("question", "answer", "is_open"),
    [
        ("who owns the billing job?", "Team Blue.", False),
        ("who owns the billing job?", "I don't know.", True),
        ("要不要装净水器？", "建议装。", False),
    ],
)
def test_a_question_that_was_all_a_person_said_is_answered_by_whatever_is_said(question, answer, is_open) -> None:
    memory = memory_of(SessionBuilder().user(question).agent(answer).user("Fix the footer."))

    assert bool(memory.questions) is is_open


def test_what_a_person_puts_off_stays_asked_until_they_take_it_up() -> None:
    story = SessionBuilder().user("Plan the move.").agent("Should we keep the old piano or sell it?")
    put_off = story.user("I'll think about the piano. Order the boxes first.").agent("Ordered.")

    assert [each.text for each in memory_of(put_off.user("Now call the painter.")).questions] == [
        "Should we keep the old piano or sell it?"
    ]
    assert memory_of(put_off.user("Sell the old piano.").agent("Fine.")).questions == ()


@pytest.mark.parametrize(
    ("offer", "reply"),
    [
        ("水表在地下室。", "账单什么时候到"),
        ("压力正常。", "对讲机的电池有没有换"),
        ("It opens at nine.", "who has the spare key?"),
    ],
)
def test_a_new_question_answers_nothing(offer, reply):
    assert replies.proposal_for(reply, offer) == ""


def test_a_question_is_over_when_it_was_answered_whatever_was_looked_up_for_it() -> None:
    story = SessionBuilder().user("闸机的固件版本是多少").call("ops", {"query": "gate"}, "7.2").agent("版本是 7.2。")
    memory = memory_of(story.user("把日志导出来"))

    assert [each.is_done for each in memory.requests] == [True, False]


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (
            "The nightly copy holds the lock for 40 s. The relay waits for that lock. So this is the root cause.",
            "The nightly copy holds the lock for 40 s. The relay waits for that lock.",
        ),
        (
            "备份任务每小时锁表一次。网关的写入都在等这把锁。这就是根本原因。",
            "备份任务每小时锁表一次。 网关的写入都在等这把锁。",
        ),
        (
            "Confirmed cause: valve 3 reports 0 bar when it was never opened.",
            "Confirmed cause: valve 3 reports 0 bar when it was never opened.",
        ),
        ("那原因就是接头松了。", "那原因就是接头松了。"),
    ],
)
def test_a_cause_is_the_sentence_that_holds_it(text, cause):
    assert findings.causes_in(text)[0] == [cause]


def test_what_was_ruled_out_and_found_at_fault_later_is_told_with_the_later_word() -> None:
    story = (
        SessionBuilder().user("Why do the orders fail?").agent("Same rate without it: release 7.2.1 is not the cause.")
    )
    story = story.user("And now?").agent("Found more. Release 7.2.1 throws for carts without a country.")

    ruled_out = [each.text for each in memory_of(story).causes if each.speaker is Speaker.HOST]

    assert len(ruled_out) == 1
    assert ruled_out[0].endswith("is not the cause. → Release 7.2.1 throws for carts without a country.")


@pytest.mark.parametrize(
    ("text", "cause", "not_it"),
    [
        (
            "It is not the proxy. The cause: the pool hands out a closed socket after 30 s.",
            "The cause: the pool hands out a closed socket after 30 s.",
            "It is not the proxy.",
        ),
        (
            "So it is no race. The job hangs because the parser waits for a second header line.",
            "The job hangs because the parser waits for a second header line.",
            "So it is no race.",
        ),
        (
            "Found it: the index is read before it is written, so it wasn't the clock.",
            "Found it: the index is read before it is written, so it wasn't the clock.",
            "",
        ),
        ("The problem isn't the cache of the browser.", "", "The problem isn't the cache of the browser."),
        (
            "不是磁盘的问题。原因是锁文件没有释放，第二个进程一直等着。",
            "原因是锁文件没有释放，第二个进程一直等着。",
            "不是磁盘的问题。",
        ),
        ("原因是锁文件没有释放，跟磁盘无关。", "原因是锁文件没有释放，跟磁盘无关。", ""),
        ("It is not the fastest way, but it holds.", "", ""),
        ("The helper is private because nobody else needs it.", "", ""),
    ],
)
def test_a_cause_is_told_from_what_it_is_not(text, cause, not_it):
    assert findings.causes_in(text) == ([cause] if cause else [], [not_it] if not_it else [])


def test_what_was_guessed_is_ruled_out_by_a_short_no() -> None:
    story = SessionBuilder().user("Why is the upload slow?").agent("Probably the antivirus scans each part.")
    memory = memory_of(story.call("exec", {"command": "ps aux"}, "no scan").agent("It's not the antivirus."))

    assert [(said.text, said.speaker) for said in memory.causes] == [("It's not the antivirus.", Speaker.HOST)]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("It is not the network.", ""),
        ("I never get tired of this, no biology here.", ""),
        ("`open_ledger` is missing in the new module.", "`open_ledger` is missing in the new module."),
    ],
)
def test_a_sentence_is_no_cause_of_a_failure_by_its_place(said, told):
    story = SessionBuilder().user("Make it pass.")
    story.call("exec", {"command": "pytest -q"}, "E   ImportError: cannot import name 'open_ledger'", failed=True)
    story.agent(said).call("edit", {"path": "/src/ledger.py", "new_string": "x = 1"}, "ok")
    memory = memory_of(story.call("exec", {"command": "pytest -q"}, "3 passed"))

    assert [each.text.partition(" — ")[2] for each in memory.causes] == ([told] if told else [])


def test_a_cause_is_told_once() -> None:
    story = SessionBuilder().user("Make it pass.")
    story.call("exec", {"command": "pytest -q"}, "E   KeyError: 'total'", failed=True)
    story.agent("Root cause: `total` is missing in rows that were imported.")
    story.call("edit", {"path": "/src/rows.py", "new_string": "x = 1"}, "ok")
    memory = memory_of(story.call("exec", {"command": "pytest -q"}, "3 passed"))

    assert [said.text for said in memory.causes] == ["Root cause: `total` is missing in rows that were imported."]


def test_a_quoted_report_marks_where_it_has_more() -> None:
    report = (
        "1. **High** cart.py:40: two buyers can take the last item. Lock it.\n"
        "2. **Low** e.g. the name `tmp` in v2.1 says nothing.\n\n"
        "Conclusion: keep `select ... for update` on the stock row before this goes out."
    )

    assert findings.conclusion_of(report, 600) == (
        "High cart.py:40: two buyers can take the last item. … Low e.g. the name `tmp` in v2.1 says nothing. "
        "Conclusion: keep `select ... for update` on the stock row before this goes out."
    )


@pytest.mark.parametrize(
    ("question", "first", "answer"),
    [
        (
            "Shall I drop the old index, or keep both for a week?",
            "Before I decide: how large is it?",
            "Keep both.",
        ),
        ("Do you want me to restart the worker now?", "While that's open: why is the log empty?", "no"),
        ("要先清空旧表，还是两张表都留着？", "先别急，旧表有多少行？", "两张都留着"),
    ],
)
def test_a_question_stays_while_the_person_asks_something_first(question, first, answer):
    story = SessionBuilder().user("The import is slow.").agent(f"The table has two indexes. {question}")
    asked = [_put_to_the_person(story.user(first).agent("41."))]
    asked.append(_put_to_the_person(story.user("Which columns does it have?").agent("Name and date.")))
    asked.append(_put_to_the_person(story.user(answer).agent("Right.")))

    assert asked == [[question], [question], []]


def _put_to_the_person(story: SessionBuilder) -> list[str]:
    return [each.text for each in memory_of(story).questions if each.speaker is Speaker.AGENT]


@pytest.mark.parametrize("answer", ["双语。再帮我想想招牌用什么颜色", "Bilingual. And give the sign a thought."])
def test_a_question_that_was_answered_is_over_whatever_follows(answer):
    story = SessionBuilder().user("Write the sign.").agent("Should it be bilingual? 要双语吗？")

    assert memory_of(story.user(answer).agent("Done.")).questions == ()


@pytest.mark.parametrize(
    ("said", "reply", "answered"),
    [
        ("备份完成：80 个文件。", "妈妈今天血糖 6.2", ""),
        ("哈哈，真好看。", "帮我查后天去南京的车", ""),
        ("已经到杭州了。", "好的谢谢", ""),
        ("Three files differ.", "ok", ""),
        ("Three files differ. I'd copy the newer ones.", "ok", "Three files differ. I'd copy the newer ones."),
        ("表格要不要加合计？", "要", "表格要不要加合计？"),
    ],
)
def test_a_short_request_is_no_reply_where_nothing_was_asked_or_proposed(said, reply, answered):
    assert replies.proposal_for(reply, said) == answered
