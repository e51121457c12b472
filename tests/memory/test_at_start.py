"""Which docs every new session begins with, and how a person lists and ends them."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from context_memory import ContextMemory
from context_memory.cli import run
from context_memory.memory.doc_history import takes_place
from context_memory.memory.docs import Kind, MemoryDoc, Scope
from context_memory.memory.standing import SUPERSEDED, told_at_start
from context_memory.text import tokens

START = datetime(2026, 11, 1, tzinfo=UTC)


def doc(text: str, day: int = 0, **more: object) -> MemoryDoc:
    """A doc as `learn` writes it."""
    given: dict[str, object] = {"kind": Kind.PREFERENCE, "speaker": "user", "session": "s", "seq": 1, **more}
    made = START + timedelta(days=day)
    return MemoryDoc(id=text, scope=Scope("agent:main"), text=text, created_at=made, **given)  # type: ignore[arg-type]


def test_orders_that_last_are_told_first_and_then_the_rest(tmp_path: Path) -> None:
    said = [
        "Prices are always in cents.",
        "Never deploy to production on weekends.",
        "UI texts are always Dutch.",
        "导入报告里的时间一律用 UTC。",
    ]
    facts = ["Pieter runs our shop at the harbour.", "Our staging server is fly-stg.", "Report only, no changes."]
    with ContextMemory(tmp_path) as memory:
        learnt = memory.learn([{"role": "user", "content": each} for each in said + facts], session="s")
        told = memory.docs.at_start()

    assert [each["text"] for each in learnt.docs] == said + facts
    assert [each.text for each in told.orders] == said
    assert [each.text for each in told.others] == facts


@pytest.mark.parametrize(
    "other",
    [
        doc("Always do it so.", tags=(SUPERSEDED,)),
        doc("Always do it so.", speaker="tool"),
        doc("Always do it so.", speaker=""),
        doc("Always do it so.", session=""),
        doc("Always do it so.", source="web: example.org"),
        doc("Always do it so.", source="foreign: session s"),
        doc("Always do it so.", kind=Kind.TURN),
        doc("Always do it so.", forgotten_at=START),
        doc("Always do it so.", file="MEMORY.md"),
    ],
)
def test_what_no_person_said_or_what_is_over_is_not_told(other: MemoryDoc) -> None:
    assert told_at_start([other], 800) == ((), (), 0)


def test_the_room_is_for_pinned_ones_then_the_newest_then_facts_and_each_is_told_in_order() -> None:
    many = [doc(f"Never restart service-{number:03} before noon", number) for number in range(100)]
    many[0] = doc("Never touch the archive", pinned=True)
    facts = [doc(f"Service-{number:03} is ours", number, kind=Kind.FACT) for number in range(9)]
    told = told_at_start([*facts, *many], 300)
    some = told_at_start([*facts, *many[:10]], 300)

    assert told.orders[0].text == "Never touch the archive"
    assert list(told.orders[1:]) == many[-len(told.orders) + 1 :]
    assert len(told.orders) + told.more_orders == 100
    assert sum(tokens.cjk(each.text) for each in told.orders) <= 300
    assert told.others == ()
    assert list(some.orders) == many[:10]
    assert list(some.others) == facts


MAY_LAST = "oat is 40p extra"


def hear(memory: ContextMemory, *said: str, session: str = "s") -> int:
    """How much of it may last; none of it is sure."""
    learnt = memory.learn([{"role": "user", "content": each} for each in said], session=session)
    assert learnt.docs == ()
    return learnt.unsure


def test_what_may_last_fills_the_room_and_is_no_doc_that_somebody_asked_for(tmp_path: Path) -> None:
    with ContextMemory(tmp_path) as memory:
        assert hear(memory, f"do me the price board pls. {MAY_LAST}") == 1
        (told,) = memory.docs.at_start().others
        no_room = memory.docs.at_start(most_tokens=3).others

        assert told.text == MAY_LAST
        assert no_room == ()
        assert memory.docs.list().total == 0
        assert [each["text"] for each in memory.docs.list(kind="said").docs] == [MAY_LAST]
        assert [hit.text for hit in memory.recall(MAY_LAST).hits] == [MAY_LAST], "what a start tells is found"
        memory.forget(told.handle)
        assert memory.docs.at_start().others == ()


def test_what_lasts_goes_before_what_may(tmp_path: Path) -> None:
    with ContextMemory(tmp_path) as memory:
        hear(memory, MAY_LAST)
        memory.learn([{"role": "user", "content": "Pieter runs our shop at the harbour."}], session="later")

        told = memory.docs.at_start().others
        assert [each.text for each in told] == [MAY_LAST, "Pieter runs our shop at the harbour."]
        (only,) = memory.docs.at_start(most_tokens=12).others
        assert only.text == "Pieter runs our shop at the harbour."


def test_what_the_agent_worked_on_was_mostly_said_for_that(tmp_path: Path) -> None:
    worked = [
        {"role": "user", "content": "some differences, muted and dim are the same in vs code terminal"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "read", "input": {"path": "a.ts"}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": "dim: 666666"}]},
    ]
    with ContextMemory(tmp_path) as memory:
        assert memory.learn(worked, session="coding").unsure == 0
        assert hear(memory, worked[0]["content"], session="talk") == 1


@pytest.mark.parametrize(
    "said",
    [
        "i undid your changes, try again",
        "No, it is just a demonstration",
        "I'd like to change the passenger to myself, upgrade to economy class, and add three checked bags as well.",
        "If basic economy tickets can't be changed, would cancelling be an option since I'm feeling a bit unwell?",
    ],
)
def test_beside_work_neither_how_it_goes_nor_what_is_wanted_next_is_told(tmp_path: Path, said: str) -> None:
    work = [
        {"role": "user", "content": "Fix it."},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "read", "input": {"path": "a.ts"}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": "dim: 666666"}]},
        {"role": "assistant", "content": "Done."},
    ]
    with ContextMemory(tmp_path) as memory:
        memory.learn([*work, {"role": "user", "content": said}], session="s")

        assert memory.docs.at_start().others == ()


def test_what_a_person_takes_back_may_last_no_more(tmp_path: Path) -> None:
    with ContextMemory(tmp_path) as memory:
        hear(memory, "no candles anywhere near the textiles")
        memory.learn([{"role": "user", "content": "candles near the textiles are fine again"}], session="later")

        assert "no candles anywhere near the textiles" not in [each.text for each in memory.docs.at_start().others]


def test_a_person_lists_and_ends_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with ContextMemory(tmp_path) as memory:
        memory.learn([{"role": "user", "content": "Never restart billing before noon."}], session="s")
        memory.remember("The cache listens on port 6380")
    words = ["--at-start", "--workspace", str(tmp_path)]

    def lists(*more: str) -> int:
        return run.run("memory list", [*words, *more], program="context-memory memory list")

    assert lists() == 0
    line = capsys.readouterr().out.strip()
    assert lists("--json") == 0
    (listed,) = json.loads(capsys.readouterr().out)["orders"]

    assert lists("--limit", "1") == 0
    assert capsys.readouterr().out.strip() == line
    assert line == f"#{listed['handle']} {listed['created_at'][:10]} order Never restart billing before noon."
    assert run.run("forget", [line.split()[0], *words[1:]], program="context-memory forget") == 0
    capsys.readouterr()
    assert lists() == 0
    assert capsys.readouterr().out == ""
    assert lists("--kind", "fact") == 2


def test_a_list_shows_as_many_as_are_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with ContextMemory(tmp_path) as memory:
        said = ("Never restart billing before noon.", "Always squash before you merge.", "My name is Ines.")
        memory.learn([{"role": "user", "content": each} for each in said], session="s")

    words = ["--at-start", "--limit", "2", "--workspace", str(tmp_path)]
    assert run.run("memory list", words, program="context-memory memory list") == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_prompt_is_not_given_again_what_its_session_began_with(tmp_path: Path) -> None:
    said = [
        {"role": "user", "content": "refunds: only shop managers can refund, at most 14 days after the rental."},
        {"role": "assistant", "content": "Understood."},
    ]
    with ContextMemory(tmp_path) as memory:
        memory.learn(said, session="s")
        memory.sessions.append("s", said)
        memory.docs.index()
        start = memory.docs.at_start()
        known = [each.id for each in (*start.orders, *start.others)]
        asked = memory.recall("who can refund a rental after 14 days", unasked=True, touch=False)
        given = memory.recall("who can refund a rental after 14 days", unasked=True, without=known, touch=False)

    assert known
    assert "shop managers" in asked.block
    assert "shop managers" not in given.block


CHANGED = """\
Rehearsal is on Mondays at 6. | heads up, rehearsal is on Wednesdays at 7 since this week
Our test rig is at 10.8.0.3. | test rig moved last night, it's 10.8.0.41 now
We use Travis for CI. | We finally got rid of Travis, CI runs on Drone now.
Odile is our contact at the mill. | Odile left the mill in June, Bastian does our orders there now.
I live in Porto. | We moved to Braga in March.
The pantry key is on the hook. | no pantry key on the hook any more
I can't run because of my knee. | I can run again, the knee is fine
Never touch the archive folder. | you can touch the archive folder again
我住在无锡。 | 我上个月搬到常州了
周会每周一下午开。 | 周会从这个月起改成周三开
我们前端用 Angular。 | 前端上周换成 Svelte 了
仓库对接人是小孟。 | 小孟调走了，以后找小裴对接
改配置之前先问我。 | 配置的改动以后不用问我了
"""
STILL_TRUE = """\
We use Travis for CI. | Travis CI now has four agents instead of two
Our test rig is at 10.8.0.3. | the live rig is now at 10.8.0.90
Odile is our contact at the mill. | Bastian is our contact at the foundry now
I live in Porto. | my sister moved to Braga
The bakery delivers on Mondays at 6. | the florist delivers on Fridays now
The bakery delivers on Mondays at 6. | the bakery is closed today
Keep answers under 90 words. | for this one you can write more than 90 words
我住在无锡。 | 我妈搬到常州了
周会每周一下午开。 | 评审会改成周三开
我们前端用 Angular。 | 后端上周换成 Go 了
仓库对接人是小孟。 | 小孟现在也管报销了
周会每周一下午开。 | 这周的周会周三开
"""


@pytest.mark.parametrize("pair", CHANGED.splitlines())
def test_what_a_later_statement_takes_the_place_of_is_not_told(pair: str) -> None:
    old, new = pair.split(" | ")

    told = told_at_start([doc(new, 20), doc(old)], 800, (), takes_place)

    assert [each.text for each in (*told.orders, *told.others)] == [new]


@pytest.mark.parametrize("pair", STILL_TRUE.splitlines())
def test_what_a_later_statement_is_not_about_stays_told(pair: str) -> None:
    old, new = pair.split(" | ")

    told = told_at_start([doc(new, 20), doc(old)], 800, (), takes_place)

    assert {each.text for each in (*told.orders, *told.others)} == {old, new}


def test_what_is_pinned_stays_whatever_was_said_later() -> None:
    told = told_at_start(
        [doc("I live in Porto.", pinned=True), doc("We moved to Braga in March.", 20)], 800, (), takes_place
    )

    assert len(told.orders) + len(told.others) == 2


def test_what_one_message_says_is_told_in_its_order(tmp_path: Path) -> None:
    said = "Our hall is at Quay 9. My deputy is Anneke. We never ship on Sundays. I am allergic to walnuts."
    with ContextMemory(tmp_path) as memory:
        memory.learn([{"role": "user", "content": said}], session="s")
        told = memory.docs.at_start()

    assert [each.text for each in told.others] == [each for each in told_in(said) if each in str(told.others)]
    assert len(told.others) >= 2


def told_in(message: str) -> list[str]:
    return [f"{each.rstrip('.')}." for each in message.split(". ")]
