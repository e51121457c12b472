"""Thanks, answered questions, offers and answers of no leave the state of a session: they ask for nothing any more."""

import pytest

from context_memory.compaction.digest import (
    condense,
    directives,
    evidence,
    one_off,
    replies,
)
from context_memory.messages import ToolCall, ToolResult
from context_memory.testing import SessionBuilder
from context_memory.text import locations, revocations

from ..compaction_sessions import memory_of, text_of


@pytest.mark.parametrize(
    ("words", "is_courtesy"),
    [
        ("Great, thank you so much for all your help! ###END###", True),
        ("Perfect, thanks. Have a nice evening!", True),
        ("Vielen Dank!", True),
        ("Thank you! That's all I needed. ###END###", True),
        ("好的，谢谢你！", True),
        ("hello", True),
        ("Thanks, now rename the table.", False),
        ("hello, can you move my appointment?", False),
        ("ok", False),
        ("Perfect, great job", False),
        ("Okay and thanks again, bye", True),
    ],
)
def test_thanks_and_partings_are_told_from_requests(words, is_courtesy):
    assert one_off.is_courtesy(words) is is_courtesy


def test_a_session_that_ends_with_thanks_names_the_task_before_it():
    story = SessionBuilder().user("Move my dentist appointment to Monday at ten.").agent("Moved to Monday, 10:00.")
    story.user("Wonderful, thanks a lot!")

    shown = text_of(story).partition("Completed:")[0]

    assert "thanks a lot" in shown
    assert "Move my dentist appointment to Monday" in shown


@pytest.mark.parametrize(
    ("command", "later", "is_over"),
    [
        ("uv run pytest -q", "uv run pytest -q && make lint", True),
        ("python manage.py test scales", "python manage.py test", True),
        ("uv run pytest -q", "make lint", False),
        ("tail scales.log", "uv run pytest -q", False),
    ],
)
def test_the_errors_of_a_check_that_passed_later_stand_nowhere_any_more(command: str, later: str, is_over: bool):
    error = "FAILED tests/test_reader.py::test_reconnect - TimeoutError: scale_4"
    story = SessionBuilder().user("Make scales/reader.py reconnect.")
    story.call("bash", {"command": command}, f"reading scales/reader.py\n{error}\n", failed="test" in command)
    story.call("bash", {"command": later}, "5 passed in 0.5s\nAll checks passed!").agent("It reconnects now.")

    assert ("test_reconnect" not in text_of(story)) is is_over


@pytest.mark.parametrize(
    ("words", "only_asks"),
    [
        ("why is the queue so long?", True),
        ("was macht der Planer eigentlich", True),
        ("have you tried the other port?", True),
        ("为什么这么慢？", True),
        ("why is it slow? please profile it", False),
        ("can you profile it?", False),
        ("what we need is a cache. add one", False),
    ],
)
def test_a_question_is_told_from_a_request(words, only_asks):
    assert one_off.only_asks(words) is only_asks


def test_a_question_that_was_answered_is_told_nowhere_but_one_that_led_to_work_is():
    story = SessionBuilder(cwd="/repo").user("How does the planner pick a slot?").agent("By priority, then by age.")
    story.user("Why does the parser drop the last row?")
    story.call("Edit", {"file_path": "src/parser.py", "old_string": "a", "new_string": "b"}, "updated")
    story.agent("It was an off-by-one.")
    story.user("Now add a test for that to the parser suite.")

    text = text_of(story)
    before = text.partition("Asked for before and worked on since:")[2].partition("Key files:")[0]

    assert "Earlier requests" not in text
    assert "parser drop the last row" in before
    assert "pick a slot" not in before


@pytest.mark.parametrize(
    ("reply", "is_answer"),
    [
        ("No, I do not want a window seat.", True),
        ("2) no, just the summary", True),
        ("No thanks.", True),
        ("Nein, ich brauche keine Rechnung.", True),
        ("No, that is the wrong table.", False),
        ("no, I don't mean the header", False),
        ("no, use the other branch", False),
    ],
)
def test_a_no_to_a_question_is_no_correction(reply, is_answer):
    assert one_off.answers_no(reply, "Would you like one?") is is_answer
    assert not one_off.answers_no(reply, "The seat is booked.")


@pytest.mark.parametrize(
    "said",
    [
        "If you want, I can do the remaining files next.",
        'Or say "next" and I will take the remaining pages.',
        "Let's look whether any remaining imports are broken:",
        "Soll ich die remaining tests auch noch anpassen, sag mir kurz Bescheid.",
        "Remaining balance: $20 on the second card.",
        "The report lists TODOs and decisions of a week.",
    ],
)
def test_an_offer_or_an_announcement_is_no_pending_work(said):
    story = SessionBuilder().user("Go through the pages.").agent(said)

    assert condense.find_pending_work(story.build().messages) == ()


def test_what_a_person_wants_next_is_their_request_and_not_pending_work():
    story = SessionBuilder().user("Fix the importer.").agent("Done. Remaining: the exporter's tests.")
    story.user("next: the scheduler")

    pending = condense.find_pending_work(story.build().messages)

    assert pending == ("Remaining: the exporter's tests.",)


def test_a_command_that_is_polled_has_the_outcome_of_the_poll():
    story = SessionBuilder(cwd="/repo").user("Build the release.")
    story.call("exec", {"command": "make release"}, "Command still running (session pale-fox, pid 71).")
    running = text_of(story)
    story.call("process", {"action": "poll", "sessionId": "pale-fox"}, "cc main.c\nerror: no such header\nExit code 2")

    assert "Command still running" in running
    assert "make release: error: no such header" in text_of(story).partition("Errors still open:")[2]


def test_a_background_command_of_another_host_is_polled_by_its_id():
    story = SessionBuilder(cwd="/repo").user("Test it.")
    story.call("Bash", {"command": "pytest -q"}, "Command running in background with ID: bash_7")
    story.call("BashOutput", {"bash_id": "bash_7"}, "....\n===== 41 passed in 2.0s =====")

    assert "passed: pytest -q: 41 passed" in text_of(story)


def test_a_file_that_was_removed_or_renamed_is_no_longer_among_the_written_ones():
    story = SessionBuilder(cwd="/repo").user("Try it out, then tidy up.")
    for name in ("probe.py", "src/old_name.py", "src/kept.py"):
        story.call("Write", {"file_path": f"/repo/{name}", "content": "x = 1"}, "File created")
    story.call("Bash", {"command": "cd /repo && rm probe.py && git mv src/old_name.py src/new_name.py"}, "")

    written = text_of(story).partition("files written")[2].partition("\n")[0]

    assert "kept.py" in written
    assert "new_name.py" in written
    assert "probe.py" not in written
    assert "old_name.py" not in written


def test_an_edit_that_names_no_file_changes_the_one_that_its_editor_shows():
    story = SessionBuilder(cwd="/repo").user("Round it.")
    shown = "[File: /repo/src/money.py (210 lines total)]\n1: x\n(Open file: /repo/src/money.py)"
    story.call("edit", {"search": "int(x)", "replace": "round(x)"}, shown)

    assert "src/money.py" in text_of(story).partition("files written")[2].partition("\n")[0]


def test_pauses_thoughts_and_older_listings_are_no_work():
    story = SessionBuilder(cwd="/repo").user("Mend the clock.")
    story.call("Bash", {"command": "ls -la"}, "src\ntests").call("Bash", {"command": "sleep 5"}, "")
    story.call("think", {"thought": "The clock drifts by a second each day."}, "")
    for number in range(7):
        story.call("Edit", {"file_path": f"/repo/src/part{number}.py", "new_string": f"tick({number})"}, "updated")

    work = text_of(story).partition("Newest work, oldest first:")[2].partition("What was said")[0]

    assert "part6.py" in work
    assert "sleep" not in work
    assert "think" not in work
    assert "ls -la" not in work


def test_what_the_agent_said_long_ago_gives_way_to_what_it_said_of_the_same_thing():
    story = SessionBuilder().user("Pick a colour for the banner.")
    story.agent("I changed the banner colour of the landing page to dark orange.").user("Too dark, brighter.")
    story.agent("I changed the banner colour of the landing page to light yellow.").user("Good. Now the footer font.")

    shown = text_of(story).partition("Completed:")[2].partition("Pending:")[0]

    assert "light yellow" in shown
    assert "dark orange" not in shown


def test_what_is_reported_midway_in_chinese_is_told():
    story = SessionBuilder().user("把周三的会议挪到周五，再查一下会议室。")
    story.agent("已把会议改到周五下午三点。我再查会议室。").call("search", {"query": "会议室"}, "B203 空闲")

    assert "已把会议改到周五下午三点" in text_of(story).partition("Completed:")[2].partition("Pending:")[0]


def test_a_rule_that_is_revoked_only_in_part_stays():
    assert not revocations.ends("Never send tables in your answers.", "You may now send tables, but only for reports.")
    assert revocations.ends("Never send tables in your answers.", "You no longer need to avoid tables in your answers.")


def test_what_a_shell_or_another_agent_wrote_is_no_rule_of_the_host():
    event = (
        "[Internal task completion event]\nDo not poll for it again.\n<<<BEGIN_UNTRUSTED_CHILD_RESULT>>>\n"
        "Never use the old parser.\n<<<END_UNTRUSTED_CHILD_RESULT>>>\n+ CategoryInfo : you must not use &&"
    )
    said = [each.text for each in memory_of(SessionBuilder().user(event)).directives]

    assert said == ["Do not poll for it again."]


def test_a_folder_for_temporary_files_is_no_root():
    roots: dict[str, int] = {}
    for name in "abcd":
        locations.count_root(roots, f"/var/folders/49/xyz/T/shots/{name}/picture.png")
    locations.count_root(roots, "/home/ann/site/index.html")

    assert locations.common_root(roots) == ""


@pytest.mark.parametrize("question", ["was kannst du tun, damit das nie wieder passiert", "¿por qué nunca funciona?"])
def test_a_question_of_another_language_is_no_directive(question):
    assert directives.find_directives(question) == []


def test_a_choice_among_what_was_offered_is_a_decision_and_no_directive():
    story = SessionBuilder().user("Find a train.").agent("There is one at 9 and one at 11. Which one?")
    known = memory_of(story.user("Yes, let's go with the one at eleven."))

    assert [each.text for each in known.decisions] == [
        "There is one at 9 and one at 11. → “Yes, let's go with the one at eleven.”"
    ]
    assert known.directives == ()


def test_of_a_run_in_parts_the_part_without_tests_is_not_the_result():
    parts = "test result: ok. 22 passed; 0 failed\n\nDoc-tests\ntest result: ok. 0 passed; 0 failed"
    story = SessionBuilder(cwd="/repo").user("Test it.").call("bash", {"command": "cargo test"}, parts)

    assert any("22 passed" in done.outcome for done in memory_of(story).actions)


def test_a_command_that_no_shell_could_read_leaves_the_work():
    story = SessionBuilder(cwd="/repo").user("Count them.")
    story.call("exec", {"command": ">exec 41m {"}, "+ FullyQualifiedErrorId : MissingEndCurlyBrace")
    for number in range(7):
        story.call("exec", {"command": f"wc -w chapter{number}.txt > n{number}"}, "done")

    assert "ran `>exec" not in text_of(story.agent("All chapters are counted."))


def test_what_an_editor_shows_around_a_prompt_is_not_said_by_the_person():
    said = memory_of(SessionBuilder().user("Fix it.\n(Open file: n/a)\n(Current directory: /lab)\nbash-$")).last_request

    assert said.strip() == "Fix it."


def test_a_record_that_a_service_gave_back_is_told_in_full_where_there_is_room():
    record = '{"id": "R-1", "guest": "Ann Lee", "legs": [' + ", ".join(f'{{"leg": "L{n}"}}' for n in range(20)) + "]}"
    story = SessionBuilder().user("Look it up.").call("get_booking", {"id": "R-1"}, record).agent("Here it is.")

    assert '"L19"' in text_of(story)


def test_a_question_about_a_path_that_stands_before_it_only_asks():
    assert one_off.only_asks(r"C:\work\vault wozu ist eigentlich dieser Ordner")
    assert not one_off.only_asks(r"C:\work\vault bitte aufräumen")


def test_what_is_left_of_a_choice_has_no_marks():
    text = "How shall I do it?\n- **A:** **All at once** - fast\n- **B:** **One by one** - safe"

    assert replies.choice_of("B", text) == "One by one - safe (not chosen: All at once - fast)"


def test_a_file_that_was_moved_into_a_folder_is_told_where_it_is():
    call = ToolCall("c", "bash", {"command": "mv src/utils/config.ts src/. && mv a.ts b.ts core/"})

    moved = evidence.removed_by(call, ToolResult("c", "bash", ""))

    assert moved == {"src/utils/config.ts": "src/config.ts", "a.ts": "core/a.ts", "b.ts": "core/b.ts"}


def test_what_the_person_has_undone_is_claimed_no_more():
    story = SessionBuilder().user("Turn the footer blue.").agent("I changed the footer colour to navy blue.")
    story.user("I undid your changes, try again with teal.")

    assert "navy" not in text_of(story).partition("Completed:")[2].partition("Pending:")[0]


@pytest.mark.parametrize(
    "later", ["Forget the short-answer rule for reports.", "You no longer need short answers for reports."]
)
def test_a_rule_that_is_taken_back_for_one_thing_stays_for_the_others(later):
    assert not revocations.ends("Keep answers short, four lines at most.", later)


def test_a_next_step_that_a_text_talks_about_is_no_pending_work():
    said = "The talk ends with one concrete next step: a trial.\nIf so, please confirm, and I'll take the next steps."

    assert condense.find_pending_work(SessionBuilder().user("Draft it.").agent(said).build().messages) == ()


def test_a_polite_question_for_another_thing_is_of_the_moment_and_one_from_now_on_stays():
    assert directives.is_of_the_moment("Could you move the other appointment instead?")
    assert directives.is_of_the_moment("Can you let me know the price without the frame?")
    assert not directives.is_of_the_moment("Can you always tell me the price without the frame?")
    assert not directives.is_of_the_moment("Use the other table instead.")
    assert directives.find_directives("Ab sofort prüfst du bei jeder Datei die Quelle.")
    assert not one_off.is_for_once("Ab sofort prüfst du bei jeder Datei die Quelle.")


@pytest.mark.parametrize(
    ("words", "works"),
    [
        ("jesus, everything works, you are a monster", True),
        ("it works now, thanks", True),
        ("that's it, now the page renders the same in both", True),
        ("ok, that looks good now. Next: the footer", True),
        ("it looks good on paper but I doubt it", False),
        ("现在好了，谢谢", True),
        ("现在好了吗", False),
        ("Perfekt, läuft jetzt!", True),
        ("好了，现在可以了", True),
        ("ok that's fixed. now the footer", True),
        ("does it work now?", False),
        ("it works like a selector should, explain the rest", False),
        ("it works now but the footer is still broken", False),
        ("that works for me", False),
        ("可以了吗", False),
    ],
)
def test_a_person_who_says_that_it_works_is_told_from_one_who_asks_or_complains(words, works):
    assert one_off.says_it_works(words) is works


def test_a_question_that_nobody_answered_is_told_apart_from_the_steps_that_were_taken() -> None:
    story = SessionBuilder().user(
        "Plan the party, forty guests, in the old barn. And who pays for the band, by the way?"
    )
    story.agent("Planned for forty guests in the barn.")
    for step in ("tents", "lamps", "chairs", "plates", "music", "flags"):
        story.user(f"ok next: {step}. find me something").call("search", {"query": step}, "found").agent(
            f"{step}: found."
        )
    story.agent("Red or blue invitations?").user("blue it is").agent("Noted.").user("hm let me think about that one")
    text = text_of(story.agent("Sure.").user("Now the invitations."))

    done = text.partition("Asked for before and worked on since:")[2].partition("Asked by the user")[0]
    assert "Earlier requests" not in text
    open_questions = text.partition("Asked by the user, not answered yet:")[2].partition("Key files")[0]
    assert "who pays for the band" in open_questions
    assert "let me think" not in done
    assert done.count("ok next:") == 6


def test_a_cause_is_over_when_the_person_says_that_it_works_now():
    story = SessionBuilder().user("The upload stops.").agent("The root cause is a stale lock in upload_gate.")
    story.user("Then fix it.").agent("I removed the lock.").user("It works now, great. Next: the footer of the report.")

    memory = memory_of(story)

    assert [said.is_done for said in memory.causes] == [True]
    assert "Confirmed causes:" not in text_of(story)


@pytest.mark.parametrize(
    ("earlier", "later", "replaced"),
    [
        ("We use Redis for the queue.", "Let's go with RabbitMQ for the queue.", True),
        ("Redis (not chosen: RabbitMQ with quorum queues; plain files)", "RabbitMQ with quorum queues", True),
        ("Redis (not chosen: RabbitMQ with quorum queues; plain files)", "Keep the blue footer", False),
        ("We use Redis for the queue.", "Let's go with Postgres for the orders.", False),
        ("We use Redis for the queue.", "Let's keep the blue footer.", False),
        ("Use db-1 for the tests.", "Let's use db-2 for the tests.", False),
    ],
)
def test_a_later_choice_of_the_same_thing_replaces_an_earlier_one(earlier, later, replaced):
    assert one_off.decides_anew(earlier, later) is replaced


def test_a_decision_leaves_when_the_person_decides_the_same_thing_anew():
    story = SessionBuilder().user("Let's go with Redis for the queue.").agent("Redis it is.")
    story.user("Let's go with RabbitMQ for the queue after all.").agent("I switch.").user("Continue.")

    assert [said.text for said in memory_of(story).decisions] == ["Let's go with RabbitMQ for the queue after all."]


def test_a_title_of_a_document_is_no_rule_of_it():
    plan = (
        "# Plan\n\n### 2. Prompt generator (keep the existing ones)\n\n"
        "- Never write to the ledger table.\n"
        "- Rows older than a day go to the archive.\n\n## Tests\n\n- The suite passes.\n"
    )

    found = [
        said.text
        for said in memory_of(SessionBuilder().user(f"Implement this plan:\n\n{plan}").agent("Yes.")).directives
    ]

    assert found == ["Never write to the ledger table."]


def test_what_a_bare_word_to_go_on_goes_on_with_is_told_once():
    story = SessionBuilder().user("Move the retry table to the archive of the shop, please.").agent("Half is moved.")

    assert text_of(story.user("continue").agent("Going on.")).count("Move the retry table") == 1


@pytest.mark.parametrize(
    ("order", "revoked", "left"),
    [
        ("When you give me times use 24h, I keep misreading them.", "You no longer need to use 24h, thanks.", []),
        (
            "When you give me times use 24h, I keep misreading them.",
            "Dana never comes on Fridays at 10 now, and you no longer need to use 24h.",
            ["Dana never comes on Fridays at 10 now"],
        ),
        ("以后时间一律用 24 小时制。", "不用再用 24 小时制了，我换了手表。", []),
        ("Always run the linter.", "You no longer need to use 24h.", ["Always run the linter."]),
    ],
)
def test_a_rule_that_is_no_longer_needed_leaves_with_the_words_that_ended_it(order, revoked, left):
    memory = memory_of(SessionBuilder().user(order).agent("OK.").user(revoked))

    kept = [said.text.rstrip(".") for said in memory.directives if said.text != "You no longer need to use 24h."]
    assert kept == [text.rstrip(".") for text in left]


def test_an_order_is_marked_where_a_part_of_it_was_replaced_later():
    story = SessionBuilder().user("Add a limit to the login. Use redis for the counters, 5 attempts per minute per IP.")
    story.agent("Reading the endpoint.").user("Wait. We have no redis on staging, keep it in memory.")
    story.agent("In memory then. The test fails; I think the timeout is too short.")
    story.user("Thinking about it more, per IP is wrong. Count per account, 10 per 5 minutes, not 5 per minute.")
    text = text_of(story.agent("Per account then.").user("Now the same for /reset."))

    (first,) = [line for line in text.splitlines() if line.startswith("- Add a limit")]
    assert "(in part replaced since: “Thinking about it more, per IP is wrong. Count per account, 10 per" in first
    assert "not 5 per minute. (in part" not in text
    assert "too short" not in "".join(line for line in text.splitlines() if "is wrong" in line)


@pytest.mark.parametrize(
    ("words", "orders"),
    [
        ("My brother joked we should always order pizza.", 0),
        ("If we ever win, never work again, haha", 0),
        ("Please double check the ingredients against allergies every time.", 1),
        ("The page crashes every time I open it.", 0),
        ("每次都要先对一下库存。", 1),
        ("每次都报错。", 0),
    ],
)
def test_a_joke_is_no_order_and_what_is_to_be_done_every_time_is(words, orders):
    assert len(memory_of(SessionBuilder().user(words)).directives) == orders


def test_leave_ends_what_was_forbidden_for_summary_and_receipt_and_stands_among_the_directives():
    story = SessionBuilder().user("Never merge into release without Tova. Answer in Dutch from now on.").agent("Goed.")
    story.user("fine, you can merge into release now, Tova is on leave till March").agent("OK.")
    story.user("back to English please").agent("OK.").user("Now rename the table.")

    memory = memory_of(story)

    assert [said.text for said in memory.directives] == [
        "fine, you can merge into release now, Tova is on leave till March"
    ]
    assert not [
        duty
        for duty in memory.requirements
        if duty.kind == "directive" and "Tova" in duty.text and "Never" in duty.text
    ]
    assert not [duty for duty in memory.requirements if "Dutch" in duty.text and duty.kind == "directive"]
    directed = text_of(story).partition("Directives of the user")[2]
    assert "you can merge into release now" in directed.partition("Earlier")[0]


def test_a_rule_of_which_a_part_is_kept_stays_marked_beside_what_was_said_later():
    story = SessionBuilder().user("周末和中午不能打孔，邻居投诉了。").agent("好。")
    story.user("周末可以打孔了，中午还是不行").agent("好。").user("把计划改一下")

    directed = text_of(story, language="zh")

    assert "周末和中午不能打孔，邻居投诉了。 （其后部分有更改：“周末可以打孔了，中午还是不行”）" in directed
    assert "周末可以打孔了，中午还是不行" in directed


@pytest.mark.parametrize(
    ("order", "reminder"),
    [
        ("Please remind me on Friday to pay the deposit.", "pay the deposit"),
        ("你把报价发了，下周三提醒我复查。", "复查"),
    ],
)
def test_a_reminder_is_open_until_one_was_set(order, reminder):
    story = (
        SessionBuilder().user(order).call("Edit", {"file_path": "plan.md", "old_string": "a", "new_string": "b"}, "ok")
    )
    story = story.agent("Noted.").user("Now the invitations.").agent("Sent.")
    story.call("mcp__desk__get_calendar", {"days": 14}, '[{"day": 1}]').agent("Both weekends are free.")
    before = memory_of(story.user("And the menu.")).directives
    story.call("cron", {"action": "add", "text": reminder}, '{"ok":true}').agent("Set.").user("And the cake.")

    assert [each.is_done for each in before if each.text == order] == [False]
    assert [each.is_done for each in memory_of(story).directives if each.text == order] == [True]


def test_a_question_and_words_to_oneself_are_no_carried_out_requests() -> None:
    story = SessionBuilder().user("Shall we drop the old index? Actually no, let me ask Tom.")
    story = story.call("Edit", {"file_path": "a.py", "old_string": "a", "new_string": "b"}, "ok").agent("Waiting.")

    shown = text_of(story.user("Write the notes.").agent("Written.").user("Go on with the notes."))

    assert "worked on since" not in shown


def test_the_newest_rule_is_in_force_as_the_next_message_puts_it():
    story = SessionBuilder().user("Never push on Fridays. Always format money with de-DE.").agent("Done.")
    story.user("no wait, use the customer's locale instead")

    memory = memory_of(story)

    assert [said.text for said in memory.directives] == [
        "Never push on Fridays.",
        "use the customer's locale instead (instead of: Always format money with de-DE)",
    ]
    assert not memory.corrections


@pytest.mark.parametrize(
    ("order", "is_for_once"),
    [
        ("stop, my laptop is melting", True),
        ("stop reading everything.", True),
        ("stop using emojis in the notes", False),
        ("open a PR but don't merge it yourself", False),
        ("find the reason first, do not change code yet", False),
    ],
)
def test_what_only_stops_is_for_once_and_what_is_forbidden_beside_work_is_not(order, is_for_once):
    assert one_off.is_for_once(order) is is_for_once


def _open_in(story: SessionBuilder) -> str:
    return text_of(story).partition("Earlier requests, still open:")[2].partition("Completed")[0]


def _done_in(story: SessionBuilder) -> str:
    return text_of(story).partition("worked on since:")[2].partition("Key files")[0]


def test_a_request_stays_open_while_its_plan_has_open_items_and_others_are_done() -> None:
    story = SessionBuilder(cwd="/repo").user("Build the export: a parser, a writer and the end-to-end check.")
    plan = [("Write the parser", "in_progress"), ("End-to-end check", "pending")]
    story.call("TodoWrite", {"todos": [{"content": text, "status": status} for text, status in plan]}, "ok")
    story.agent("The parser comes first.").user("Which encoding does the old export use?").agent("UTF-16.")
    story.user("Rename the helper in util.py to decode.")
    story.call("Edit", {"file_path": "/repo/util.py", "new_string": "decode"}, "ok").agent("Renamed.")
    story.user("Now the licence file.")

    assert "Build the export" in _open_in(story)
    assert "Rename the helper" not in _open_in(story)
    assert "Rename the helper" in _done_in(story)


@pytest.mark.parametrize(
    "remark",
    [
        "If I ever win the lottery I will sell the shop and move to Bali lol",
        "My mother keeps saying: “never buy that oil again, remember it”, haha",
        "I dreamt that it snowed inside the shop last night.",
    ],
)
def test_a_joke_or_a_remark_is_no_request(remark) -> None:
    story = SessionBuilder().user("Look up how the weather is tomorrow in Hangzhou.")
    story.call("search", {"query": "weather"}, "sunny").agent("Sunny.").user(remark).agent("Ha, lovely.")
    text = text_of(story.user("thanks"))

    assert "before it:) Look up how the weather is" in text
    assert remark not in text.partition("Key files:")[0]
    assert "Pending: none" in text


def test_a_request_that_was_complained_about_or_not_taken_up_is_open() -> None:
    story = SessionBuilder().user("Make the header sticky.").agent("The header is sticky now.")
    complained = story.user("no, that is wrong, it still scrolls away")
    assert "Make the header sticky." in _open_in(complained)

    complained.agent("Fixed: position sticky needs a top.").user("Next: the footer links.")
    assert _open_in(complained) == ""

    steered = SessionBuilder().user("Translate the manual of the gearbox.").user("And count the invoices of October.")
    steered.agent("There are 41 invoices of October.").user("Good, send the sum to Ann.")
    assert "manual of the gearbox" in _open_in(steered)
    assert "count the invoices" not in _open_in(steered)


@pytest.mark.parametrize(
    ("question", "next_words", "is_open"),
    [
        ("Should I rebuild the image, or do you want to run it?", "why does the page flash white?", True),
        ("Should I rebuild the image, or do you want to run it?", "I will run it", False),
        ("Should I rebuild the image?", "ok", False),
        ("Do you want me to write the changelog too?", "add the licence header to main.py", False),
        ("Which port should the proxy use?", "put 8443 there", False),
        ("The booking must be moved in your app, can you do that?", "Write down 148/92 for this morning.", True),
        ("Anything else?", "add the licence header to main.py", False),
    ],
)
def test_a_question_that_the_person_passes_over_stays_open(question, next_words, is_open) -> None:
    story = SessionBuilder().user("Get the staging service up.").agent(f"It fails on an old image. {question}")

    text = text_of(story.user(next_words).agent("Hm, let me see what it is."))

    assert ("Asked the user, not answered yet:" in text) is is_open


def test_a_question_passed_over_outlives_events_of_the_host_and_lapses_in_the_end() -> None:
    story = SessionBuilder().user("Move the stay to the 17th.").agent("The hotel has to be moved in its app, will you?")
    story.user("Read HEARTBEAT.md if it exists. If nothing needs attention, reply HEARTBEAT_OK.").agent(
        "Books checked."
    )
    asked = "The hotel has to be moved in its app, will you?"
    assert asked in text_of(story.user("Was the rent of May booked twice?")).partition("Asked the user")[2]

    for room in ("kitchen", "cellar", "attic", "garden", "garage", "roof"):
        story.agent("Done.").user(f"Add the {room} to the list of rooms.")
    assert "Asked the user" not in text_of(story)


@pytest.mark.parametrize(
    ("again", "output", "is_open"),
    [
        ("npm test || true", "", True),
        ("npm test 2>&1 || true", "2 failed, 3 passed", True),
        ("npm test || true", "12 passed", False),
        ("npm test", "", False),
    ],
)
def test_a_command_whose_end_is_hidden_ends_a_failure_only_by_what_it_prints(again, output, is_open) -> None:
    story = SessionBuilder(cwd="/repo").user("Run the tests.")
    story.call("Bash", {"command": "npm test"}, "Error: cannot connect to the database", failed=True)
    story.call("Bash", {"command": again}, output)

    assert ("cannot connect" in text_of(story).partition("Errors still open:")[2]) is is_open


def test_a_complaint_that_something_should_never_happen_is_no_directive() -> None:
    assert directives.find_directives("I picked the theme and got a crash, that should never happen.") == []
    assert directives.find_directives("Invalid themes must never crash the editor.") != []


def test_key_files_are_told_from_one_folder() -> None:
    story = SessionBuilder(cwd="/repo").user("Mend the themes.")
    story.call("Edit", {"file_path": "/repo/packages/app/src/tui/light.ts", "new_string": "1"}, "updated")
    story.call("Bash", {"command": "cd packages/app && head -40 src/tui/dark.ts"}, "x").agent("See src/tui/dark.ts.")

    text = text_of(story)

    assert "- files written: /repo/packages/app/src/tui/light.ts" in text
    assert "- /repo/packages/app/src/tui/dark.ts" in text.partition("Key files:")[2]


@pytest.mark.parametrize(
    ("order", "is_step"),
    [
        ("dann eine Prüfung, die nur die Tabellen ansieht", True),
        ("then it should list the open points", True),
        ("danach immer automatisch die Sitzung speichern", False),
        ("then never touch the archive again", False),
    ],
)
def test_a_step_of_what_is_asked_for_is_no_rule(order: str, is_step: bool) -> None:
    assert directives.find_directives(order) == [order]
    assert directives.is_of_the_moment(order) is is_step


def test_what_the_agent_is_said_to_have_done_is_no_directive() -> None:
    assert (
        directives.find_directives("Du hast das in kleine Teile zerlegt, damit nichts kaputtgeht, und nichts verloren.")
        == []
    )


def test_output_that_was_pasted_later_and_a_question_replace_no_part_of_an_order() -> None:
    story = SessionBuilder().user("Each report must have a file with what we want to queue.").agent("Noted.")
    story.user("It stops:\nError: ENOENT: no such file or directory, open '/srv/app/report.json'").agent("I see.")
    story.user("If we queue it, the loop does the thing, but I thought that is not what we want?").agent("Right.")

    assert "replaced since" not in text_of(story.user("Now the importer."))


def test_a_person_who_names_two_options_in_words_of_their_own_takes_neither() -> None:
    offer = (
        "1. **Remove:** (after the move)\n2. **Migrate and archive:** (my choice)\n3. **Keep:** (not advised)\n\nWhich?"
    )

    assert replies.options_named("remove please", offer)[0] == ["Remove: (after the move)"]
    assert replies.options_named("migrate all that helps us, then remove it", offer) == ([], [])


def test_what_was_done_long_ago_and_what_points_back_are_no_requests_to_tell() -> None:
    story = SessionBuilder(cwd="/repo").user("Build the page of the ferry timetable.").agent("Built.")
    for n in range(24):
        story.user(f"the heading of column {n} should be light grey")
        story.call("Edit", {"file_path": f"page{n}.css", "old_string": "a", "new_string": "b"}, "updated").agent(
            "Done."
        )
    story.user("actually, can you revert that?").agent("Reverted.")

    asked = text_of(story.user("Now the footer.")).partition("worked on since:")[2].partition("Key files:")[0]

    assert "column 22" in asked
    assert "column 1 " not in asked
    assert "revert that" not in asked


def test_a_short_reply_is_told_once_with_what_it_answers() -> None:
    story = SessionBuilder(cwd="/repo").user("Draw the page.").agent("Does it need to be responsive, or only wide?")
    story.user("yes, it should be responsive")
    story.call("Edit", {"file_path": "page.css", "old_string": "a", "new_string": "b"}, "updated").agent("It is.")

    asked = text_of(story.user("Now the footer.")).partition("worked on since:")[2].partition("Key files:")[0]

    assert asked.count("yes, it should be responsive") == 1
