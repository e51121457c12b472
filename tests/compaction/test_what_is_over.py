"""Thanks, answered questions, offers and answers of no leave the state of a session: they ask for nothing any more."""

import pytest

from context_memory.compaction.digest import directives, fold, one_off, summary
from context_memory.compaction.digest.values import SessionMemory
from context_memory.testing import SessionBuilder
from context_memory.text import tokens


def memory_of(story: SessionBuilder) -> SessionMemory:
    return fold.fold(SessionMemory(), story.build().messages)


def text_of(story: SessionBuilder) -> str:
    return summary.render(memory_of(story), budget=3_000, estimator=tokens.cjk).text


@pytest.mark.parametrize(
    ("words", "is_courtesy"),
    [
        ("Great, thank you so much for all your help! ###END###", True),
        ("Perfect, thanks. Have a nice evening!", True),
        ("Vielen Dank!", True),
        ("好的，谢谢你！", True),
        ("hello", True),
        ("Thanks, now rename the table.", False),
        ("hello, can you move my appointment?", False),
        ("ok", False),
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


def test_a_question_that_was_answered_is_no_earlier_request_but_one_that_led_to_work_is():
    story = SessionBuilder(cwd="/repo").user("How does the planner pick a slot?").agent("By priority, then by age.")
    story.user("Why does the parser drop the last row?")
    story.call("Edit", {"file_path": "src/parser.py", "old_string": "a", "new_string": "b"}, "updated")
    story.agent("It was an off-by-one.")
    story.user("Now add a test for that to the parser suite.")

    before = text_of(story).partition("Earlier requests")[2].partition("Completed:")[0]

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

    assert directives.find_pending_work(story.build().messages) == ()


def test_what_a_person_wants_next_is_their_request_and_not_pending_work():
    story = SessionBuilder().user("Fix the importer.").agent("Done. Remaining: the exporter's tests.")
    story.user("next: the scheduler")

    pending = directives.find_pending_work(story.build().messages)

    assert pending == ("Remaining: the exporter's tests.",)
