"""What was on a day: headings date what stands below them, and a question for a day is answered by its notes."""

import os
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from context_memory.memory import doc_requests
from context_memory.memory.assembly import terms_of
from context_memory.memory.docs import Confidence, Found
from context_memory.memory.indexing.services import index_files
from context_memory.memory.ports import EVERYTHING, MemoryFile
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.storage import places

NOW = datetime(2026, 11, 25, 10, tzinfo=UTC)
"""A Wednesday."""
LOG = """# Work log

## 2026-11-18
- Deployed version 4.2 of the billing service to staging
- Maria asked for a CSV export of the invoices of spring

## 2026-11-19 Wednesday
- The landlord called about the heating
### Evening
We decided to drop Redis and keep everything in SQLite.

## November 14, 2026
- Flew to Lisbon with Jonas

## 3月14号
- 和小李去了西湖划船

## Release 2024.1.2
- Ships the exporter

## Visit on 2027-01-05
- Bring the permit
"""
TODAY = """## Afternoon
- Fixed the flaky login test
- 和王总谈了续约，定在下周五签
"""
PERSON = """- **Name:** 张伟
- **Pronouns:** _(optional)_
- **Notes:**
- **Timezone:** Asia/Shanghai
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteDocStore]:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "log.md").write_text(LOG, encoding="utf-8")
    (tmp_path / "memory" / "2026-11-24.md").write_text(TODAY, encoding="utf-8")
    (tmp_path / "USER.md").write_text(PERSON, encoding="utf-8")
    for path in tmp_path.rglob("*.md"):
        os.utime(path, (NOW.timestamp(), NOW.timestamp()))
    with closing(SqliteDocStore(places.of_workspace(tmp_path).state, terms_of)) as opened:
        index_files.update(opened, tmp_path)
        yield opened


def ask(store: SqliteDocStore, question: str) -> Found:
    return Recall(store).find(Search(question, NOW))


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("billing", "2026-11-18"),
        ("landlord", "2026-11-19"),
        ("Redis", "2026-11-19"),
        ("Lisbon", "2026-11-14"),
        ("西湖", "2026-03-14"),
        ("exporter", "2026-11-25"),
        ("permit", "2026-11-25"),
        ("flaky", "2026-11-24"),
    ],
)
def test_a_heading_with_a_day_dates_what_stands_below(store: SqliteDocStore, said: str, day: str) -> None:
    """Not a release, nor a day that is to come."""
    (doc,) = (each for each in store.select(EVERYTHING) if said in each.text)

    assert doc.created_at.date().isoformat() == day


def test_a_day_to_come_in_a_heading_makes_nothing_old(tmp_path: Path) -> None:
    """A note of today about a trip in two weeks was told as eleven months old."""
    note = tmp_path / "memory" / "2026-11-25.md"
    note.parent.mkdir()
    note.write_text("# 2026-11-25\n\n## 22:13 — 安排12月8号去东京的行程\n\n- 请求：订羽田的航班\n", encoding="utf-8")
    plan = tmp_path / "memories" / "plan.md"
    plan.parent.mkdir()
    plan.write_text("# Plan\n\n## 8 December: flight to Haneda\n\n- Take the passports along\n", encoding="utf-8")
    os.utime(plan, (NOW.timestamp(), NOW.timestamp()))
    with closing(SqliteDocStore(places.of_workspace(tmp_path).state, terms_of)) as opened:
        index_files.update(opened, tmp_path)
        days = {doc.created_at.date().isoformat() for doc in opened.select(EVERYTHING)}

    assert days == {"2026-11-25"}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what happened yesterday?", "flaky"),
        ("昨天做了什么", "续约"),
        ("上周三发生了什么", "billing"),
        ("3月14号去了哪里", "西湖"),
        ("14号我们做了什么", "Lisbon"),
        ("what did we do on the 14th?", "Lisbon"),
        ("What happened on the 19th?", "Redis"),
        ("What did we do last Tuesday?", "flaky"),
    ],
)
def test_a_question_for_a_day_is_answered_by_its_notes(store: SqliteDocStore, question: str, said: str) -> None:
    found = ask(store, question)
    sure = [hit.doc for hit in found.hits if hit.confidence is Confidence.HIGH]

    assert any(said in doc.text for doc in sure)
    assert sure[0] is found.hits[0].doc
    assert len({doc.created_at.date() for doc in sure}) == 1


def test_where_nothing_was_noted_on_a_day_nothing_fits(store: SqliteDocStore) -> None:
    assert ask(store, "what did we do on the 3rd?").confidence is Confidence.LOW
    assert ask(store, "上上个月发生了什么").confidence is Confidence.LOW


def test_of_a_day_only_what_says_the_rest_of_the_question_is_sure(store: SqliteDocStore) -> None:
    sure = [hit.doc.text for hit in ask(store, "who called on the 19th?").hits if hit.confidence is Confidence.HIGH]

    assert all("called" in text for text in sure)
    assert sure


def test_what_stands_under_another_day_is_not_beside_it(store: SqliteDocStore) -> None:
    """A question for bills was answered, with medium confidence, by whatever was noted on the days around them."""
    fitting = [hit.doc.text for hit in ask(store, "billing service").hits if hit.confidence is not Confidence.LOW]

    assert "billing" in fitting[0]
    assert not any("landlord" in text or "Redis" in text for text in fitting)


@pytest.mark.parametrize(("question", "said"), [("我叫什么名字", "张伟"), ("我在哪个时区", "Asia/Shanghai")])
def test_a_field_in_english_answers_a_question_in_chinese(store: SqliteDocStore, question: str, said: str) -> None:
    found = ask(store, question)

    assert said in found.hits[0].doc.text
    assert found.confidence is not Confidence.LOW


@pytest.mark.parametrize(("question", "said"), [("我叫什么名字", "张伟"), ("What is your name?", "Nova")])
def test_a_page_about_the_agent_does_not_answer_for_the_person(
    store: SqliteDocStore, tmp_path: Path, question: str, said: str
) -> None:
    (tmp_path / "IDENTITY.md").write_text("# Who Am I?\n- **Name:** Nova\n", encoding="utf-8")
    index_files.update(store, tmp_path)

    assert said in ask(store, question).hits[0].doc.text


def test_a_field_that_nobody_filled_in_is_not_shown(store: SqliteDocStore) -> None:
    assert not any("optional" in doc.text or "Notes:" in doc.text for doc in store.select(EVERYTHING))


def _cut_by_older_rules(store: SqliteDocStore, *names: str) -> None:
    files = [store.files()[name] for name in names]
    marks = [MemoryFile(each.path, each.hash.partition("/")[0], each.stamp.partition("/")[0]) for each in files]
    store.in_one_write(lambda writer: writer.note_stamps(marks))


def test_pieces_of_older_rules_are_cut_again(store: SqliteDocStore, tmp_path: Path) -> None:
    _cut_by_older_rules(store, "memory/log.md")

    assert index_files.waiting(store, tmp_path) == 1
    assert index_files.update(store, tmp_path).changed == ("memory/log.md",)
    assert index_files.update(store, tmp_path).changed == ()


def test_who_waits_for_an_answer_gets_what_is_new_and_waits_for_few_files_that_are_cut_again(
    store: SqliteDocStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_files, "AT_RECALL", 0.0)
    _cut_by_older_rules(store, "memory/log.md", "memory/2026-11-24.md", "USER.md")
    for number in range(3):
        (tmp_path / "memory" / f"new-{number}.md").write_text("- the boiler leaks\n")

    first = index_files.update(store, tmp_path, at_recall=True)

    assert {f"memory/new-{number}.md" for number in range(3)} < set(first.changed)
    assert (len(first.changed), first.left) == (4, 2)
    assert index_files.update(store, tmp_path).left == 0
    assert index_files.waiting(store, tmp_path) == 0


def test_a_question_that_names_a_day_is_not_answered_by_what_replaced_it_later(tmp_path: Path) -> None:
    folder = tmp_path / "other"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "2026-11-23.md").write_text("# 发布\n\n决定：周二发布推迟到周四。\n", encoding="utf-8")
    (folder / "memory" / "2026-11-25.md").write_text("# 开票\n\n决定：发票改成按月开。\n", encoding="utf-8")
    with closing(SqliteDocStore(places.of_workspace(folder).state, terms_of)) as opened:
        index_files.update(opened, folder)
        first = Recall(opened).find(Search("前天的决定", NOW)).hits[0].doc.source

    assert first.startswith("memory/2026-11-23.md")


def test_what_is_of_another_day_does_not_answer_what_was_decided_yesterday(tmp_path: Path) -> None:
    folder = tmp_path / "other"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "2026-11-23.md").write_text("# 发布\n\n决定：周二发布推迟到周四。\n", encoding="utf-8")
    (folder / "memory" / "2026-11-18.md").write_text("# 开票\n\n决定：发票改成按月开。\n", encoding="utf-8")
    with closing(SqliteDocStore(places.of_workspace(folder).state, terms_of)) as opened:
        index_files.update(opened, folder)
        found = {each: Recall(opened).find(Search(each, NOW)) for each in ("昨天的决定是什么", "上周三决定了什么")}

    assert found["昨天的决定是什么"].confidence is Confidence.LOW
    assert found["上周三决定了什么"].hits[0].doc.source.startswith("memory/2026-11-18.md")
    assert found["上周三决定了什么"].confidence is not Confidence.LOW


@pytest.mark.parametrize(
    ("question", "lines", "wanted"),
    [
        (
            "what did I note yesterday?",
            (
                ("Called the landlord about the heating", "2026-11-19T15:00:00Z"),
                ("The notes app is Obsidian", "2026-10-01T09:00:00Z"),
                ("I noted the meter: 4412", "2026-11-01T09:00:00Z"),
                ("Note the printer toner is low", "2026-11-10T09:00:00Z"),
            ),
            1,
        ),
        (
            "上周三做了什么",
            (
                ("跟房东谈了续租", "2026-11-11T09:00:00Z"),
                ("修好了登录页的 bug", "2026-11-11T15:00:00Z"),
                ("做了体检", "2026-10-11T15:00:00Z"),
                ("周末去外婆家吃饭", "2026-11-01T09:00:00Z"),
            ),
            2,
        ),
    ],
)
def test_what_is_from_the_day_comes_before_what_has_the_words_of_asking(
    tmp_path: Path, question: str, lines: tuple[tuple[str, str], ...], wanted: int
) -> None:
    now = datetime(2026, 11, 20, 12, tzinfo=UTC)
    told = ({"text": text, "created_at": created} for text, created in lines)
    with closing(SqliteDocStore(places.of_workspace(tmp_path).state, terms_of)) as store:
        list(remember(store, (doc_requests.request_of(line, now) for line in told), now))
        hits = Recall(store).find(Search(question, now)).hits

    assert {hit.doc.text for hit in hits[:wanted]} == {text for text, _ in lines[:wanted]}
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert all(sum(part.gain for part in hit.parts) == pytest.approx(hit.score) for hit in hits)
