"""Dates as people write them, inside text of any script, become spans of time."""

from datetime import datetime

import pytest

from context_memory.text import dates, lexing

NOW = datetime(2026, 11, 20, 12)
"""A Friday."""


@pytest.mark.parametrize(
    ("text", "first", "days"),
    [
        ("部署于2026-03-14之后失败", "2026-03-14", 1),
        ("我們在2026/3/14討論過", "2026-03-14", 1),
        ("三月十四号发生了什么", "2026-03-14", 1),
        ("２０２５年３月１４日", "2025-03-14", 1),
        ("十二月二十三日那天", "2025-12-23", 1),
        ("10月的会议", "2026-10-01", 31),
        ("上周三决定了什么", "2026-11-11", 1),
        ("上個星期天", "2026-11-15", 1),
        ("下礼拜一交付", "2026-11-23", 1),
        ("上周末去哪了", "2026-11-14", 2),
        ("上週說過什麼", "2026-11-09", 7),
        ("昨日の会議", "2026-11-19", 1),
        ("一昨日", "2026-11-18", 1),
        ("先週の決定", "2026-11-09", 7),
        ("先月", "2026-10-01", 31),
        ("14号做了什么", "2026-11-14", 1),
        ("二十五号我们聊了什么", "2026-10-25", 1),
        ("上个月14号去了哪里", "2026-10-14", 1),
        ("先週の水曜に決めたこと", "2026-11-11", 1),
        ("来週月曜の打ち合わせ", "2026-11-23", 1),
        ("先週末は何をした", "2026-11-14", 2),
        ("おとといの話", "2026-11-18", 1),
        ("三日ほど前", "2026-11-17", 1),
        ("二ヶ月前の契約", "2026-09-01", 30),
        ("来月", "2026-12-01", 31),
    ],
)
def test_a_date_in_chinese_or_japanese_is_one_span(text: str, first: str, days: int) -> None:
    [span] = dates.spans(text, NOW)

    assert (span.start.date().isoformat(), (span.end - span.start).days) == (first, days)


@pytest.mark.parametrize(
    "text",
    ["一个人", "十分好", "三号线坏了吗", "百日", "3号楼", "坐14号线", "the 14th floor", "v2026.1.2", "12026-03-14"],
)
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert [span for span in dates.spans(text, NOW) if (span.end - span.start).days == 1] == []


@pytest.mark.parametrize(
    "value",
    [
        "0001-01-01T00:00:00Z",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-23:59",
        -62_135_596_800,
        253_402_300_799_000,
    ],
)
def test_a_time_at_an_end_of_the_calendar_is_none(value: object) -> None:
    assert dates.moment(value) is None


def test_a_day_without_a_month_is_the_last_one_that_came() -> None:
    days = {text: dates.spans(text, NOW)[0].start.date().isoformat() for text in ("on the 14th", "and the 30th?")}

    assert days == {"on the 14th": "2026-11-14", "and the 30th?": "2026-10-30"}


@pytest.mark.parametrize("question", ["what time is the standup", "几点开会？", "何時に始まる？", "朝礼は何時？"])
def test_who_asks_for_a_time_of_the_day_is_told_apart(question: str) -> None:
    assert dates.asks_when(question)
    assert dates.asks_clock(question)
    assert not dates.asks_clock("何时搬的家")
    assert not dates.asks_clock("how much time is left")


def test_a_time_of_the_day_is_no_span_of_time() -> None:
    said = ["at 9:30", "6 pm sharp", "at noon", "下午三点", "七時半から", "22：00同步"]
    other = ["took 3 hours", "三个小时", "二時間かかる", "version 1.12", "on the 4th"]

    assert [text for text in said if not dates.says_clock(text)] == []
    assert [text for text in other if dates.says_clock(text)] == []


def test_words_of_time_are_taken_out_of_a_question() -> None:
    assert dates.without_times("What did we deploy on November 18?").split() == [
        "what",
        "did",
        "we",
        "deploy",
        "on",
        "?",
    ]
    assert dates.without_times("昨天做了什么").strip() == "做了什么"


def test_traditional_and_simplified_chinese_are_the_same_words() -> None:
    assert lexing.terms("資料庫遷移到雲端") == lexing.terms("资料库迁移到云端")
    assert lexing.query_terms("為什麼資料庫連不上？") == lexing.query_terms("为什么资料库连不上？")
    assert len(lexing.folded("資料庫ｖ２")) == 5
