"""Signs of content that changes between turns: dates, tasks, git state, ids, counters, paths.

Each sign is one pattern for one line. A sign that may also stand in constant
text (a release date, a licence year) names what makes it harmless. Anything
that a line alone cannot prove is a warning, not a failure.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ..model.findings import Level

_YEAR = r"(?:19|20)\d\d"
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?"
    r"|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_WEEKDAY = r"(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs?)?|Fri|Sat(?:ur)?|Sun)(?:day)?"
_CLOCK = r"(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?"
_ISO_DAY = rf"{_YEAR}[-/](?:0?[1-9]|1[0-2])[-/](?:3[01]|[12]\d|0?[1-9])"
_ZH_NUMBER = "[〇零一二三四五六七八九十]"
_ZH_DAY = (
    rf"(?:{_YEAR}|{_ZH_NUMBER}{{4}})\s*年\s*(?:\d{{1,2}}|{_ZH_NUMBER}{{1,2}})\s*月"
    rf"\s*(?:\d{{1,2}}|{_ZH_NUMBER}{{1,3}})\s*[日号]"
)
_ZH_WEEKDAY = r"(?:星期|周|礼拜)[一二三四五六日天]"
_SLOT_WORD = (
    r"(?<![a-z])(?:current(?:date|time|branch|task|user)|new date\(|date|datetime|time(?!_?zone)|now|today|timestamp"
    r"|(?:current_|active_)?task|memory(?:_md|_index)?|branch|commit"
    r"|git|session|uuid|request_?id|run_?id|tokens?|cwd|user_?name|random|turn)(?![a-z])"
)
_SLOT = (
    rf"(?:\{{\{{[^{{}}\n]{{0,60}}?{_SLOT_WORD}[^{{}}\n]{{0,60}}\}}\}}|\$\{{[^{{}}\n]{{0,60}}?{_SLOT_WORD}[^\n]{{0,60}}?\}}"
    rf"|(?<![\w$}}{{])\{{[\w.]{{0,40}}?{_SLOT_WORD}[\w.:%-]{{0,40}}\}}"
    r"|\$\((?:date|git|pwd|whoami|hostname|uuidgen|uptime)\b[^()\n]{0,60}\))"
)
_GAP = r"[\s*_`\"'|>]{0,6}"
_FREE = r"(?<![\w.\-])"
"""Not inside a longer name: a date in `model-2024-08-06` or `v2026.9.6` is a version."""

_HISTORY = re.compile(
    r"copyright|licen[cs]e|\bsince\b|deprecat|releas|publish|version|changelog|cut-?off|effective|founded|\bborn\b|adopted"
    r"|introduced|retire|expire|until|\bbefore\b|\bafter\b|\brfc\b|standard|\bupdated\b|last (?:modified|reviewed)"
    r"|revision|discover|\blearn|\badded\b|\bverified\b|\bnoted\b|\brecorded\b"
    r"|版本|发布|版权|许可|截止|生效|以来|弃用|之前|之后|修订|自.{0,16}起|发现|验证|追加|记录于|更新于",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"^\W*(?:(?:see|given|provided|stated|follows|comes|appears|is|will be|the one|as)\b.{0,40})?"
    r"(?:below|dynamic|after the boundary|behind the boundary|later|none|n/a|见下|下方|下面|动态|之后|无)",
    re.IGNORECASE,
)
_NOW_WORD = re.compile(r"\btoday\b|\bnow\b|\bcurrent\b|今天|今日|现在|当前", re.IGNORECASE)
_EXAMPLE = re.compile(
    r"\be\.g\.?|\bfor example\b|\bexamples?\b|\bsuch as\b|\bfor instance\b|例如|比如|譬如|示例|举例|范例", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Sign:
    """One pattern of one kind; `harmless` on the same line turns a failure into a warning."""

    kind: str
    pattern: re.Pattern[str]
    level: Level = Level.FAIL
    harmless: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a sign stands in a line."""

    kind: str
    start: int
    end: int
    level: Level


def _sign(kind: str, pattern: str, level: Level = Level.FAIL, harmless: re.Pattern[str] | None = None) -> Sign:
    return Sign(kind, re.compile(pattern, re.IGNORECASE), level, harmless)


def _exact(kind: str, pattern: str, level: Level = Level.FAIL, harmless: re.Pattern[str] | None = None) -> Sign:
    return Sign(kind, re.compile(pattern), level, harmless)


_NOW_VALUE = (
    rf"(?:(?:it is|the|on|about)\s+)?(?:{_WEEKDAY}\b|{_MONTH}\s*\d|{_DAY}\s+(?:of\s+)?{_MONTH}|{_YEAR}\b|{_CLOCK}"
    rf"|\d{{1,2}}[./-]\d{{1,2}}[./-]|\d{{9,13}}\b)"
)
_DATE_SIGNS = (
    _sign(
        "date",
        rf"\b(?:today(?:[’']s date)?|(?:current|local|utc|system)\s+(?:date|time|day)(?:\s*(?:and|&|/)\s*time)?"
        rf"|(?:date|time)\s+(?:today|now)"
        rf"|current\s+timestamp|right\s+now|now|timestamp|date|time|generated(?:\s+at)?|rendered(?:\s+at)?){_GAP}(?:is|=|:|：){_GAP}{_NOW_VALUE}",
    ),
    _sign(
        "date",
        rf"(?:今天|今日|现在|此刻|(?:当前|系统|本地)(?:的)?(?:日期|时间|时刻)|时间戳|日期|时间){_GAP}(?:是|为|[:：=]){_GAP}"
        rf"(?:{_ZH_WEEKDAY}|{_YEAR}|{_ZH_NUMBER}{{4}}年|(?:[上下]午|凌晨|晚上)?\s*\d{{1,2}}\s*[月点时:：]|\d{{9,13}}\b)",
    ),
    _sign("date", rf"{_FREE}{_ISO_DAY}(?:T|\s+|,\s*){_CLOCK}"),
    _sign("date", rf"{_FREE}{_YEAR}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])T\d{{4,6}}Z?\b"),
    _sign("date", rf"\b{_WEEKDAY},?\s+(?:{_DAY}\s+{_MONTH}|{_MONTH}\s+{_DAY})\s+(?:{_YEAR}\s+)?{_CLOCK}"),
    _sign("date", rf"{_ZH_DAY}[^\d\n]{{0,8}}\d{{1,2}}\s*[:：点时]"),
    _sign("date", rf"{_FREE}{_ISO_DAY}(?![\w-])", harmless=_HISTORY),
    _sign("date", rf"{_FREE}\d{{1,2}}/\d{{1,2}}/{_YEAR}\b", harmless=_HISTORY),
    _sign("date", rf"{_FREE}\d{{1,2}}\.\s?\d{{1,2}}\.\s?{_YEAR}\b", harmless=_HISTORY),
    _exact("date", rf"\b{_MONTH}\s+{_DAY}(?:,\s*|\s+){_YEAR}\b", harmless=_HISTORY),
    _exact("date", rf"\b{_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}\b", harmless=_HISTORY),
    _exact(
        "date",
        rf"\b{_WEEKDAY},?\s+(?:the\s+)?(?:{_DAY}\s+(?:of\s+)?{_MONTH}|{_MONTH}\s+{_DAY})(?!\w)",
        harmless=_HISTORY,
    ),
    _sign("date", _ZH_DAY, harmless=_HISTORY),
    _sign("date", rf"\d{{1,2}}\s*月\s*\d{{1,2}}\s*[日号]\s*[（(,，]?\s*{_ZH_WEEKDAY}", harmless=_HISTORY),
    _sign("date", rf"{_FREE}{_YEAR}\.(?:0[1-9]|1[0-2])\.(?:[0-2]\d|3[01])(?![\w.-])", Level.WARN),
    _sign("date", r"(?:epoch|unix|timestamp|\bts\b|时间戳)[^\d\n]{0,12}1[4-9]\d{8}(?:\d{3})?\b"),
    _sign("date", rf"{_FREE}1[4-9]\d{{8}}(?:\d{{3}})?(?![\w.-])", Level.WARN),
)
_TASK_SIGNS = (
    _sign("task", r"^\W*(?:current|active|ongoing)\s+(?:task|request|ticket|issue)\W*?[:：]\W*(?P<value>\w.*)$"),
    _sign("task", r"^\W*(?:当前|活跃|正在进行的?|进行中的?)(?:任务|请求|工单)\W*?[:：]\W*(?P<value>\w.*)$"),
    _sign("task", r"\bstatus\s*[:：]\s*in[- ]progress\b|状态\s*[:：]\s*进行中"),
)
_MEMORY_SIGNS = (
    _sign("memory", r"^\s*#+\s*(?:memory index|记忆索引)\b"),
    _sign("memory", r"^\s*#+\s*(?:recently referenced files|最近引用文件)\s*$"),
    _sign("memory", r"^\s*<memory[-_]index>"),
    _sign("memory", r"^\s*_?updated:.{0,60}\|\s*token estimate"),
)
_HASH = r"(?=[0-9a-f]{0,39}\d)(?=[0-9a-f]{0,39}[a-f])[0-9a-f]{7,40}\b"
_PINNED = re.compile(r"\bpin(?:ned)?\b|\bfixed (?:at|to)\b|@[0-9a-f]{7,40}|锁定|固定", re.IGNORECASE)
_GIT_SIGNS = (
    _sign("git", r"^\W*on branch\s+[\w./-]+\s*$"),
    _sign("git", r"\b(?:current|git|working)\s*branch\W{0,4}(?:is\s+|[:：]\s*)[`'\"]?[\w./-]+"),
    _sign("git", r"当前分支\s*(?:是|为|[:：])\s*\S|^\W*位于分支\s*\S"),
    _sign("git", r"\byour branch (?:is|and)\b|您的分支|你的分支(?:领先|落后|与)"),
    _sign(
        "git",
        r"\bchanges (?:not staged|to be committed)\b|^\s*untracked files:|\bnothing to commit\b|working tree clean",
    ),
    _sign("git", r"尚未暂存以备提交的变更|未跟踪的文件|无文件要提交|工作区干净"),
    _sign("git", r"\[(?:ahead|behind) \d+(?:, behind \d+)?\]|\b(?:ahead of|behind) ['‘]?[\w/.-]+['’]? by \d+ commits?"),
    _sign("git", r"^\W*git\s?status\W*[:：]|\(HEAD -> [\w./-]+"),
    _sign("git", rf"\b(?:HEAD|commit|revision|sha)\b(?:\s+(?:is|at|now|id))*\W{{0,4}}{_HASH}", harmless=_PINNED),
    _sign(
        "git",
        rf"^\W*(?:recent|last|latest) commits?\W*[:：]\W*{_HASH}"
        rf"|^\s*[-*]?\s*{_HASH}\s+(?:feat|fix|chore|docs|merge|refactor)\b",
    ),
    _exact("git", r"^(?: M|M |M|MM|A |AM| D|D |D|R |UU)\s[\w./-]+\.\w+\s*$|^\?\?\s[\w./-]+\s*$"),
)
_UUID = r"\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b"
_ID_WORD = r"(?:session|conversation|request|run|trace|thread|correlation|message|chat)"
_ID_SIGNS = (
    _sign("session_id", rf"(?:{_ID_WORD}|会话|请求|对话)[^\n]{{0,40}}?{_UUID}"),
    _sign("session_id", rf"\b{_ID_WORD}[ _-]?(?:id|key)\b{_GAP}(?:is|=|:|：){_GAP}(?=[\w:./-]*\d)[\w:./-]{{6,}}"),
    _sign("session_id", r"(?:会话|请求|对话)\s*(?:ID|编号|标识)\s*(?:是|为|[:：=])\s*(?=[\w:./-]*\d)[\w:./-]{6,}"),
    _exact("session_id", r"\b(?:sess|req|msg|toolu|run|thread|conv)_(?=\w*\d)(?=\w*[A-Za-z])\w{12,}\b"),
    _sign("session_id", _UUID, Level.WARN),
)
_COUNT = r"\d[\d,._ ]*\d?\s?[kKmM]?"
_TOKEN_SIGNS = (
    _sign(
        "token_count",
        rf"\b(?:tokens?\s+(?:used|left|remaining|so far)|(?:token|context)\s+(?:usage|estimate|count|used|left)"
        r"|remaining (?:context|tokens?))"
        rf"{_GAP}(?:is|=|:|：|\|){_GAP}{_COUNT}",
    ),
    _sign(
        "token_count",
        rf"\b{_COUNT}\s*(?:%|/\s*{_COUNT})?\s*(?:of (?:the |your )?context|tokens?)"
        rf"\s+(?:(?:are|is|were|have been)\s+)?(?:used|left|remaining|consumed|so far)\b",
    ),
    _sign(
        "token_count",
        rf"(?:已用|已使用|剩余|还剩|当前)[^\n\d]{{0,8}}{_COUNT}\s*(?:个)?\s*(?:token|令牌)|token\s*(?:用量|估计|估算|剩余)\s*(?:是|为|[:：])\s*\d",
    ),
)
_RANDOM_NAME = r"(?:tmp[._-]?(?=\w*\d)\w{5,}|tmp\.\w{6,}|[\w.-]*?(?=[a-z_]{0,12}\d)(?=\d{0,12}[a-z_])\w{10,})"
_PATH_SIGNS = (
    _sign("temp_path", rf"(?:/tmp|/private/tmp|/var/tmp)/(?:[\w.-]+/){{0,3}}?{_RANDOM_NAME}(?![\w])"),
    _sign("temp_path", r"/var/folders/\w\w/\w+|\\AppData\\Local\\Temp\\\w+|/proc/\d+\b"),
    _sign(
        "working_folder",
        rf"\b(?:(?:current |primary )?working (?:directory|folder)|cwd|pwd)\b"
        rf"{_GAP}(?:is|=|:|：){_GAP}(?:/|~|[A-Z]:\\)\S+",
        Level.WARN,
    ),
    _sign("working_folder", rf"(?:当前|工作)(?:工作)?目录\s*(?:是|为|[:：=])\s*{_GAP}(?:/|~|[A-Z]:\\)\S+", Level.WARN),
    _sign(
        "user_name",
        r"\b(?:logged in as|(?:current|active|git) user|user ?name)\b"
        rf"{_GAP}(?:is|=|:|：)?{_GAP}(?<=[:：= ])[\w.@-]+\s*$",
        Level.WARN,
    ),
    _sign("user_name", r"(?:当前用户|用户名|登录用户)\s*(?:是|为|[:：])\s*[\w.@-]+\s*$", Level.WARN),
)
_SLOT_SIGNS = (
    _sign("placeholder", rf"(?:^|[:：=]|\bis\b|是|为){_GAP}{_SLOT}{_GAP}[.。]?$"),
    _sign("placeholder", _SLOT, Level.WARN),
)
SIGNS: Final = (
    *_SLOT_SIGNS,
    *_DATE_SIGNS,
    *_TASK_SIGNS,
    *_MEMORY_SIGNS,
    *_GIT_SIGNS,
    *_ID_SIGNS,
    *_TOKEN_SIGNS,
    *_PATH_SIGNS,
)  # fmt: skip
KINDS: Final = tuple(dict.fromkeys(sign.kind for sign in SIGNS))
_WINDOW = 2_000
_OVERLAP = 200
"""A line is looked at in pieces of so many characters: a whole prompt may stand on one line."""


def says_example(line: str) -> bool:
    """Whether the line announces an example."""
    return bool(_EXAMPLE.search(line))


def in_line(line: str) -> Iterator[Seen]:
    """The strongest sign of each kind in this line."""
    text = line.rstrip()
    best: dict[str, Seen] = {}
    for start in range(0, max(1, len(text)), _WINDOW - _OVERLAP):
        for seen in _in_window(text, start, min(len(text), start + _WINDOW)):
            known = best.get(seen.kind)
            if known is None or (seen.level is Level.FAIL and known.level is not Level.FAIL):
                best[seen.kind] = seen
    yield from best.values()


def _in_window(text: str, start: int, end: int) -> Iterator[Seen]:
    failed: set[str] = set()
    for sign in SIGNS:
        found = None if sign.kind in failed else sign.pattern.search(text, start, end)
        if found is None or _points_elsewhere(found):
            continue
        seen = Seen(sign.kind, found.start(), found.end(), _level(sign, text, found.start()))
        if seen.level is Level.FAIL:
            failed.add(sign.kind)
        yield seen


def _points_elsewhere(found: re.Match[str]) -> bool:
    value = found.groupdict().get("value")
    return value is not None and bool(_ELSEWHERE.match(value))


def _level(sign: Sign, text: str, start: int) -> Level:
    around = text[max(0, start - _OVERLAP) : start + _OVERLAP]
    if sign.kind == "date" and _in_brackets(text, start):
        return Level.WARN
    is_harmless = sign.harmless is not None and bool(sign.harmless.search(around))
    announced = _EXAMPLE.search(text, max(0, start - _OVERLAP), start)
    return Level.WARN if is_harmless or announced else sign.level


def _in_brackets(text: str, start: int) -> bool:
    """Whether a remark in brackets dates something in the past: `rule (2024-05-01)`, not `today (2024-05-01)`."""
    before = text[max(0, start - _OVERLAP) : start]
    opened = max(before.rfind("("), before.rfind("（"))
    is_open = opened > max(before.rfind(")"), before.rfind("）"))
    return is_open and bool(before[:opened].strip()) and not _NOW_WORD.search(before[max(0, opened - 24) :])
