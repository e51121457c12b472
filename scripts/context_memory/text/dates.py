"""Resolves time expressions of questions, and detects terms that say when something happened.

`last spring`, `May 2023`, `two weeks ago`, `去年`, `5月2日` become spans between two moments, counted from a given now.
A month or day without a year means the nearest one not in the future; search treats that as a hint, never as a filter.
"""

import contextlib
import re
from collections.abc import Iterator, Set
from datetime import MAXYEAR, MINYEAR, UTC, datetime, timedelta
from typing import NamedTuple

from .lexing import folded, has_cjk, stem
from .patterns import finditer_with, lazy_regex

_MONTHS_WORDS = """
january february march april may june july august september october november december
"""
_MONTHS = _MONTHS_WORDS.split()
_MONTH = {name: number for number, name in enumerate(_MONTHS, 1)} | {
    name[:3]: number for number, name in enumerate(_MONTHS, 1)
}
_MONTH["sept"] = 9
_SHORT_MONTHS = tuple(name[:3] for name in _MONTHS)
"""One of these is in every name of a month."""
_DAYS_WORDS = """
monday tuesday wednesday thursday friday saturday sunday
"""
_DAYS = _DAYS_WORDS.split()
_COMES_SOON = timedelta(days=305)
"""A day without a year that lies further back comes again within two months."""
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12, "春天": 3, "夏天": 6, "秋天": 9, "冬天": 12}
_NUMBERS_WORDS = """
zero one two three four five six seven eight nine ten
"""
_NUMBERS = {w: n for n, w in enumerate(_NUMBERS_WORDS.split())} | {
    "a": 1,
    "an": 1,
    "couple of": 2,
    "a couple of": 2,
    "few": 3,
    "a few": 3,
    "several": 4,
}
_ZH_NUMBERS = {c: n for n, c in enumerate("零一二三四五六七八九十")} | {"两": 2, "几": 3, "半": 1}

_MONTH_WORD = "|".join(sorted(_MONTH, key=len, reverse=True))
_NUMBER_WORD = "|".join(sorted(map(re.escape, _NUMBERS), key=len, reverse=True))
_ISO = lazy_regex(r"(?<![a-z0-9])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_DOTTED = lazy_regex(r"(?<!^)\d{4}(?:\.\d+)+")
_DAY_MONTH = lazy_regex(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?({_MONTH_WORD})\b\.?,?\s*(\d{{4}})?")
_MONTH_DAY = lazy_regex(rf"\b({_MONTH_WORD})\b\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s*(\d{{4}}))?")
_MONTH_YEAR = lazy_regex(rf"\b({_MONTH_WORD})\b\.?,?\s+(?:of\s+)?(\d{{4}})\b")
_IN_MONTH = lazy_regex(
    r"\b(?:in|during|since|until|by|early|late|mid|last|this|next|of)[\s-]+(january|february|march|april|may|june|july|"
    r"august|september|october|november|december)\b"
)
_YEAR = lazy_regex(r"\b(?:in|of|during|since|year|spring|summer|autumn|fall|winter)\s+((?:19|20)\d{2})\b")
_AGO = lazy_regex(rf"\b({_NUMBER_WORD}|\d{{1,3}})\s+(day|week|month|year)s?\s+(?:ago|back|earlier|before)\b")
_NAMED = lazy_regex(
    r"\b(?:(last|past|previous|this|next)\s+(week|weekend|month|year|spring|summer|autumn|fall|winter|night|"
    + "|".join(_DAYS)
    + r")|(yesterday|today|tonight|this morning|tomorrow|the day before yesterday))\b"
)
_ORDINALS = ("1st", "2nd", "3rd", "th")
_CENTURIES = ("19", "20")
_AGO_CUES = ("ago", "back", "earlier", "before")
_NAMED_CUES = ("last", "past", "previous", "this", "next", "yesterday", "today", "tonight", "tomorrow")
_ZH_DATE = lazy_regex(r"(?:(\d{4})年)?(\d{1,2})月(?:(\d{1,2})[日号])?")
_ZH_NUMBER = lazy_regex(r"[零一二三四五六七八九十]{1,3}(?=月|日|号)")
_ZH_WEEKDAY = lazy_regex(r"(上|这|本|下)个?(?:周|星期|礼拜)([一二三四五六日天末])")
_JA_WEEKDAY = lazy_regex(r"(先周|今周|来周)の?(?:([月火水木金土日])曜|周?末)")
_DAY_ONLY = lazy_regex(
    r"\bon the (\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:of|floor|page|line|day|try|attempt|street|avenue|century))"
    r"|\bthe (\d{1,2})(?:st|nd|rd|th)\b(?=\W*$)"
)
_ZH_DAY_ONLY = lazy_regex(
    r"(?:(上|这|本)个?月)(\d{1,2})[日号]|(?<![月\d第周年])(\d{1,2})[日号]"
    r"(?=\W|$|[那这当]天|[上下中]午|[早晚]|我|做|去|发生|有什么|有啥|干|聊|谈|说了|都|是)"
)
"""A day of a month that is not named: the last one. Houses, lines and batteries have numbers too."""
_ZH_YEAR = lazy_regex(r"((?:19|20)\d{2})年(?!\d{1,2}月)")
_ZH_AGO = lazy_regex(
    r"([零一二两三四五六七八九十几\d]{1,3})[个ヶケヵかカ]?(天|日|周|星期|礼拜|月|年)间?(?:之|以|ほど|くらい)?前"
)
_ZH_NAMED_WORDS = """
day -2: 前天 一昨日 おととい
day -1: 昨天 昨日 昨晚 昨夜 きのう
day 0: 今朝 きょう 今天 今日
day +1: あした 明天 明日
week -1: 上周 上个星期 上星期 先周
week -2: 先々周
week 0: 今周 这周 本周
week +1: 来周 下周
month -1: 上个月 上月 先月
month -2: 先々月
month 0: 今月 这个月 本月
month +1: 下个月 来月
year -2: 前年 一昨年
year -1: 昨年 去年
year 0: 今年
year +1: 明年 来年
"""
_ZH_NAMED = {
    word: (unit, int(step))
    for unit, step, words in (line.replace(":", "").split(" ", 2) for line in _ZH_NAMED_WORDS.strip().splitlines())
    for word in words.split()
}
_ZH_NAMED_WORD = lazy_regex("|".join(sorted(_ZH_NAMED, key=len, reverse=True)))
_ZH_SEASON = lazy_regex("(去年|今年|前年)?(春天|夏天|秋天|冬天)")

_UNITS = "days|weeks|months|years"
_WHEN_CUES = ("when", "how ", "date", "day", "month", "year", "time", "week")
_ASKS_WHEN = lazy_regex(
    r"\b(?:when|what (?:date|day|month|year|time|week)|which (?:date|day|month|year|week|weekend)|how long ago|"
    rf"how long|how soon|since when|how many (?:{_UNITS}))\b"
    r"|什么时候|何时|哪一?天|哪一?年|哪个?月|几[月号点时]|周几|星期几|礼拜几|多久|多长时间"
    r"|いつ(?!も)|何(?:曜|月|日|年|时|分|周)|どのくらいの(?:时|期)间"
)
_ASKS_CLOCK = lazy_regex(
    r"\b(?:what|which) (?:time|hour)\b(?! of (?:year|the year))|几[点时]|何时(?:[にかまごで]|$|\W)"
)
_CLOCK = lazy_regex(
    r"(?<![\d.])\d{1,2}[:：][0-5]\d(?!\d)|\b\d{1,2} ?[ap]\.?m\b|\bo'clock\b|\b(?:noon|midnight)\b"
    r"|[\d一二两三四五六七八九十][点时](?!间)|正午|中午"
)
_TIME = lazy_regex(
    r"\b(?:tomorrow|yesterday|tonight|today|now|mornings?|evenings?|nights?|afternoons?|noon|midnight|weekends?|\w+ly|every"
    r"|each|once|twice|after|before|until|till|since|while|during|always|never|ago|soon|later|next|last|christmas|easter"
    r"|holidays?|if|when|o'clock|(?:at|by|from|to|past|around|about) \d|\d{1,2}(?:st|nd|rd|th| ?[ap]m)|(?:19|20)\d\d"
    rf"|(?:{'|'.join(map('{}s?'.format, [*_DAYS, *_MONTHS, *_SEASONS, 'day', 'week', 'month', 'year', 'hour']))}))\b"
    r"|\d[:.]\d\d|[年月日号周晚早午季曜朝夜期每毎天前后後]|[\d一二三四五六七八九十两][点时]"
)


_TIME_TERMS = frozenset(
    (
        *(stem(word) for word in [*_DAYS, *_MONTHS] if word not in ("may", "march")),
        *(stem(word) for word in ("yesterday", "today", "tonight", "tomorrow", "ago", "recently", "weekend")),
        *(str(year) for year in range(1900, 2100)),
        *("昨天", "今天", "前天", "明天", "去年", "前年", "上周", "下周", "刚刚", "最近", "星期", "周末"),
        *("昨日", "今日", "明日", "先周", "今周", "来周", "先月", "来月", "昨年", "曜日"),
    )
)
_RELATIVE_TERMS = frozenset(map(stem, ("last", "next", "past", "this", "few", "just")))
_UNIT_WORDS = "week month year night morning day spring summer autumn fall winter 上个 下个 周一 周五 个月"
_UNIT_TERMS = frozenset(map(stem, _UNIT_WORDS.split()))
TERMS = _TIME_TERMS | _RELATIVE_TERMS | _UNIT_TERMS
"""Those that `terms_say_when` looks for."""


class Span(NamedTuple):
    """From `start` up to but not including `end`."""

    start: datetime
    end: datetime
    yearless: bool = False
    """The year was not said: the same days of other years are meant as well."""

    def years(self, most: int) -> Iterator["Span"]:
        """The span, and without a year the same days of so many earlier years, newest first."""
        yield self
        for back in range(1, most + 1 if self.yearless else 1):
            with contextlib.suppress(ValueError):  # 29 February, or before the year 1
                year, end = self.start.year - back, self.end.year - back
                yield Span(self.start.replace(year=year), self.end.replace(year=end), self.yearless)

    def holds(self, moment: datetime) -> bool:
        """Whether a moment is in the span."""
        if self.start <= moment < self.end:
            return True
        if not self.yearless:
            return False
        years = moment.year - self.start.year
        try:
            start, end = self.start.replace(year=self.start.year + years), self.end.replace(year=self.end.year + years)
        except ValueError:  # 29 February
            return False
        return start <= moment < end


def asks_when(question: str) -> bool:
    """Whether the question asks for a time."""
    asked = folded(question)
    may_ask = not asked.isascii() or any(map(asked.__contains__, _WHEN_CUES))
    return may_ask and _ASKS_WHEN.search(asked) is not None


def asks_clock(question: str) -> bool:
    """Whether the question asks for a time of the day."""
    return _ASKS_CLOCK.search(folded(question)) is not None


def says_clock(text: str) -> bool:
    """Whether a text names a time of the day."""
    return _CLOCK.search(folded(text)) is not None


def says_time(text: str) -> bool:
    """Whether a text says anything of when: a day, a time of it, how often, before or after what."""
    return _TIME.search(folded(text)) is not None


def terms_say_when(terms: Set[str]) -> bool:
    """Whether the search terms of a text contain a time word."""
    return not terms.isdisjoint(_TIME_TERMS) or not (terms.isdisjoint(_RELATIVE_TERMS) or terms.isdisjoint(_UNIT_TERMS))


def spans(text: str, now: datetime) -> tuple[Span, ...]:
    """Every time span that a text names, exact ones first."""
    text = folded(text[:4_000])
    found = [*_exact(text, now), *_relative(text, now)]
    return tuple(dict.fromkeys(found))


def without_times(text: str) -> str:
    """The text, folded, without the words that name a span of time."""
    text = folded(text)
    if has_cjk(text):
        text = _ZH_NUMBER.sub(_digits, text)
    for pattern in (
        *(_ISO, _ZH_DATE, _ZH_DAY_ONLY, _ZH_YEAR, _ZH_AGO, _ZH_WEEKDAY, _JA_WEEKDAY, _ZH_SEASON, _ZH_NAMED_WORD),
        *(_DAY_MONTH, _MONTH_DAY, _MONTH_YEAR, _IN_MONTH, _DAY_ONLY, _YEAR, _AGO, _NAMED),
    ):
        text = pattern.sub(" ", text)
    return text


def day_of(heading: str, now: datetime) -> datetime | None:
    """The single past day that a heading names; not a month, and not a release such as 2024.1.2.

    A day without a year that comes again within two months is one to come: a trip, a deadline.
    """
    heading = _DOTTED.sub(" ", heading)
    spans = [span for span in _exact(folded(heading[:200]), now) if span.end - span.start == timedelta(days=1)]
    if len({span.start for span in spans}) != 1:
        return None
    day = spans[0].start
    is_past = day <= now and not (spans[0].yearless and now - day > _COMES_SOON)
    return day if is_past else None


def moment(value: object) -> datetime | None:
    """A point in time from ISO 8601, seconds or milliseconds since 1970, or a date as people write it; else UTC.

    None for the first and the last year of the calendar, which a day more leaves: who knows no time writes the first.
    """
    found = None
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            found = datetime.fromtimestamp(value / 1000 if abs(value) > 1e11 else value, UTC)
        elif isinstance(value, str) and (told := _iso(value) or parsed(value)):
            found = told if told.tzinfo else told.replace(tzinfo=UTC)
        is_usual = found is not None and MINYEAR < found.astimezone(UTC).year < MAXYEAR
    except (ValueError, OverflowError, OSError):
        return None
    return found if is_usual else None


def _iso(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text.strip())
    except ValueError:
        return None


def parsed(text: str) -> datetime | None:
    """A date with or without a time as people and logs write it; None if there is none.

    `1:56 pm on 8 May, 2023`, `8 May 2023`, `May 8, 2023 13:56` and `2023年5月8日` are understood.
    """
    text = folded(text[:200])
    anchor = datetime(1, 1, 1)
    dates = [span for span in _exact(text, anchor) if span.end - span.start <= timedelta(days=1)]
    if not dates or dates[0].yearless:
        return None
    clock = re.search(r"\b(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap])?\.?m?\b", text)
    day = dates[0].start
    if clock and int(clock[1]) < 24 and int(clock[2]) < 60:
        hour = int(clock[1]) % 12 + 12 * (clock[3] == "p") if clock[3] else int(clock[1])
        return day.replace(hour=hour, minute=int(clock[2]))
    return day


def _exact(text: str, now: datetime) -> list[Span]:
    found = [_day(now, int(m[1]), int(m[2]), int(m[3])) for m in _ISO.finditer(text)]
    names_month = any(month in text for month in _SHORT_MONTHS)
    if names_month:
        found += [_day(now, _int(m[3]), _MONTH[m[2]], int(m[1])) for m in _DAY_MONTH.finditer(text)]
        found += [_day(now, _int(m[3]), _MONTH[m[1]], int(m[2])) for m in _MONTH_DAY.finditer(text)]
    if names_month and not any(found):
        found += [_month(now, int(m[2]), _MONTH[m[1]]) for m in _MONTH_YEAR.finditer(text)]
    if has_cjk(text):
        text = _ZH_NUMBER.sub(_digits, text)
        for m in _ZH_DATE.finditer(text):
            year, month = _int(m[1]), int(m[2])
            found.append(_day(now, year, month, int(m[3])) if m[3] else _month(now, year, month))
        found += [_last_day(now, int(m[2] or m[3]), back=m[1] == "上") for m in _ZH_DAY_ONLY.finditer(text)]
    found += [_last_day(now, int(m[1] or m[2])) for m in finditer_with(_ORDINALS, _DAY_ONLY, text)]
    if not any(found):
        found += [_month(now, None, _MONTH[m[1]]) for m in finditer_with(_SHORT_MONTHS, _IN_MONTH, text)]
        found += [_year(now, int(m[1])) for m in finditer_with(_CENTURIES, _YEAR, text)]
        found += [_year(now, int(m[1])) for m in finditer_with(_CENTURIES, _ZH_YEAR, text)]
    return [span for span in found if span]


def _relative(text: str, now: datetime) -> list[Span]:
    found: list[Span | None] = [
        _shifted(now, m[2], -(_NUMBERS[m[1]] if m[1] in _NUMBERS else int(m[1])))
        for m in finditer_with(_AGO_CUES, _AGO, text)
    ]
    found += [
        _named(now, m[1], m[2]) if m[1] else _shifted(now, "day", _DAY_WORDS[m[3]])
        for m in finditer_with(_NAMED_CUES, _NAMED, text)
    ]
    if has_cjk(text):
        found += _relative_chinese(text, now)
    return [span for span in found if span]


def _relative_chinese(text: str, now: datetime) -> list[Span | None]:
    found = list[Span | None]()
    for m in _ZH_AGO.finditer(text):
        number = int(m[1]) if m[1].isdigit() else _ZH_NUMBERS.get(m[1][-1], 1)
        unit = {"天": "day", "日": "day", "月": "month", "年": "year"}.get(m[2], "week")
        found.append(_shifted(now, unit, -number))
    years = {"去年": -1, "前年": -2}
    found += [_season(now, m[2], now.year + years.get(m[1] or "", 0)) for m in _ZH_SEASON.finditer(text)]
    text = _ZH_SEASON.sub(" ", text)
    found += [_zh_weekday(now, m[1], m[2]) for m in _ZH_WEEKDAY.finditer(text)]
    found += [_ja_weekday(now, m[1], m[2]) for m in _JA_WEEKDAY.finditer(text)]
    text = _ZH_DAY_ONLY.sub(" ", _JA_WEEKDAY.sub(" ", _ZH_WEEKDAY.sub(" ", text)))
    found += [_shifted(now, *_ZH_NAMED[m[0]]) for m in _ZH_NAMED_WORD.finditer(text)]
    return found


def _digits(match: re.Match[str]) -> str:
    """A Chinese number below a hundred, such as 二十三, as digits; other text unchanged."""
    tens, ten, ones = match[0].rpartition("十")
    if not ten:
        return str(_ZH_NUMBERS[ones]) if len(ones) == 1 else match[0]
    if len(tens) > 1 or len(ones) > 1:
        return match[0]
    return str(_ZH_NUMBERS.get(tens, 1) * 10 + _ZH_NUMBERS.get(ones, 0))


def _zh_weekday(now: datetime, which: str, day: str) -> Span | None:
    """A day of the previous, this or next week, starting on Monday. 末 is Saturday and Sunday."""
    week = _shifted(now, "week", {"上": -1, "下": 1}.get(which, 0))
    if week is None or day == "末":
        return week and Span(week.start + timedelta(days=5), week.end)
    start = week.start + timedelta(days="一二三四五六日".index(day.replace("天", "日")))
    return Span(start, start + timedelta(days=1))


def _ja_weekday(now: datetime, which: str, day: str | None) -> Span | None:
    return _zh_weekday(
        now,
        {"先": "上", "来": "下"}.get(which[0], "这"),
        "一二三四五六日"["月火水木金土日".index(day)] if day else "末",
    )


_DAY_WORDS = {
    "yesterday": -1,
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "tomorrow": 1,
    "the day before yesterday": -2,
}


def _named(now: datetime, which: str, what: str) -> Span | None:
    step = {"this": 0, "next": 1}.get(which, -1)
    if what in _SEASONS:
        year = now.year if step == 0 or (step < 0 and now.month >= _SEASONS[what] + 3) else now.year + step
        return _season(now, what, year)
    if what in _DAYS:
        days = (now.weekday() - _DAYS.index(what)) % 7 or 7
        return _shifted(now, "day", 7 - days if step > 0 else -days)
    if what == "night":
        return _shifted(now, "day", step)
    if what == "weekend":
        week = _shifted(now, "week", step)
        return week and Span(week.start + timedelta(days=5), week.end)
    return _shifted(now, what, step)


def _shifted(now: datetime, unit: str, number: int) -> Span | None:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    try:
        if unit == "day":
            day = midnight + timedelta(days=number)
            return Span(day, day + timedelta(days=1))
        if unit == "week":
            monday = midnight + timedelta(days=7 * number - midnight.weekday())
            return Span(monday, monday + timedelta(days=7))
        if unit == "month":
            months = midnight.year * 12 + midnight.month - 1 + number
            return _month(now, months // 12, months % 12 + 1)
        return _year(now, midnight.year + number)
    except OverflowError:
        return None


def _season(now: datetime, name: str, year: int) -> Span | None:
    months = year * 12 + _SEASONS[name] - 1
    first, last = _month(now, months // 12, months % 12 + 1), _month(now, (months + 2) // 12, (months + 2) % 12 + 1)
    return Span(first.start, last.end) if first and last else None


def _year(now: datetime, year: int) -> Span | None:
    first, last = _month(now, year, 1), _month(now, year, 12)
    return Span(first.start, last.end) if first and last else None


def _month(now: datetime, year: int | None, month: int) -> Span | None:
    if year is None:
        year, yearless = now.year - (month > now.month), True
    else:
        yearless = False
    if not (1 <= month <= 12 and 1 <= year < 9999):
        return None
    start = now.replace(year=year, month=month, day=1, hour=0, minute=0, second=0, microsecond=0)
    end = start.replace(year=year + month // 12, month=month % 12 + 1)
    return Span(start, end, yearless)


def _day(now: datetime, year: int | None, month: int, day: int) -> Span | None:
    yearless = year is None
    whole = _month(now, year, month) if year is not None or now.year > 1 else _month(now, 2, month)
    if whole is None or not 1 <= day <= 31:
        return None
    start = whole.start + timedelta(days=day - 1)
    return Span(start, start + timedelta(days=1), yearless) if start < whole.end else None


def _last_day(now: datetime, day: int, *, back: bool = False) -> Span | None:
    """The last day of this number that has come, or that of the month before this one."""
    months = now.year * 12 + now.month - 1
    if back or day > now.day:
        months -= 1
    return _day(now, months // 12, months % 12 + 1, day)


def _int(text: str | None) -> int | None:
    return int(text) if text else None
