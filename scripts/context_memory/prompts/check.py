"""Finds what breaks the prefix cache of a prompt: dynamic content above the boundary.

Only the text above the boundary is checked; below it everything may change.
Findings inside a code fence that is marked as an example are warnings.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import Finding, Level
from .sections import BOUNDARY

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
    """A match of a sign in a line."""

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


SDK_BOUNDARY = "__SYSTEM_PROMPT_DYNAMIC_BOUNDARY__"
"""The agent SDK's own marker."""
OPENCLAW_STABLE_END = "<!-- /openclaw:attempt:STABLE -->"
OPENCLAW_DYNAMIC = "<!-- openclaw:attempt:DYNAMIC -->"
SHORTEST_MEMORY_LINE = 12
"""A line of MEMORY.md with fewer characters may stand anywhere by chance."""
EXCERPT = 80
"""Characters of a line that a finding shows."""

BOUNDARIES = {BOUNDARY: "skill", SDK_BOUNDARY: "sdk", OPENCLAW_STABLE_END: "stable-end", OPENCLAW_DYNAMIC: "dynamic"}
"""Lines that are accepted as a boundary, each with its family; those of one family pair belong together."""
_MISSPELLED = re.compile(
    r"^\W*[-–—=*#_]{1,}\s*dynamic[\s_-]+boundary\s*[-–—=*#_]{1,}\W*$|^\W*-*\s*动态(?:内容)?(?:边界|分界线?)\s*-*\W*$",
    re.IGNORECASE,
)
_FENCE = re.compile(r"^\s{0,3}(`{3,}|~{3,})(.*)$")
_LEADING_MARKUP = re.compile(r"^[\s>*+#\-–—\d.)]*")
_TASK_HEADING = re.compile(r"^\s*#{1,6}\s*(?:(?:active|current) task|活跃任务|当前任务)\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    in_fence: bool = False
    in_example: bool = False


@dataclass(frozen=True, slots=True)
class _Boundary:
    line: int
    family: str


def find_in_prompt(text: str, memory: str = "") -> tuple[Finding, ...]:
    """All findings about the prompt, by line; `memory` is the text of MEMORY.md, if known."""
    lines = _lines(text)
    boundaries = _boundaries(lines)
    misspelled = [] if boundaries else [line for line in lines if not line.in_fence and _is_misspelled(line)]
    end = min([b.line for b in boundaries] or [line.number for line in misspelled] or [len(lines) + 1])
    findings = [
        *_find_boundary_problems(boundaries, misspelled, lines),
        *_find_dynamic_content(lines[: end - 1], _memory_lines(memory)),
    ]
    return tuple(sorted(findings, key=lambda finding: finding.line))


def dynamic_content(text: str) -> tuple[Finding, ...]:
    """Dynamic content in text that is meant to be static as a whole, boundary lines included."""
    lines = _lines(text)
    boundaries = [
        _finding("boundary_twice", line, line.text) for line in lines if _family(line) or _is_misspelled(line)
    ]
    return tuple(sorted((*boundaries, *_find_dynamic_content(lines, frozenset())), key=lambda finding: finding.line))


def _lines(text: str) -> list[_Line]:
    lines: list[_Line] = []
    fence = ""
    is_example = False
    previous = ""
    for number, line in enumerate(text.splitlines(), start=1):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence, is_example = mark[1], says_example(f"{previous} {mark[2]}")
        elif mark and mark[1].startswith(fence) and not mark[2].strip():
            fence = ""
        lines.append(_Line(number, line, in_fence=bool(fence), in_example=bool(fence) and is_example))
        previous = line if line.strip() else previous
    return lines


def _family(line: _Line) -> str:
    return BOUNDARIES.get(line.text.strip(), "")


def _is_misspelled(line: _Line) -> bool:
    return len(line.text) <= EXCERPT and bool(_MISSPELLED.match(line.text))


def _boundaries(lines: Sequence[_Line]) -> list[_Boundary]:
    """Boundary lines; one inside a fence counts only if there is no other (a whole prompt as a quotation)."""
    found = [(line, _family(line)) for line in lines if _family(line)]
    chosen = [pair for pair in found if not pair[0].in_fence] or found
    return [_Boundary(line.number, family) for line, family in chosen]


def _find_boundary_problems(
    boundaries: Sequence[_Boundary], misspelled: Sequence[_Line], lines: Sequence[_Line]
) -> Iterator[Finding]:
    if not boundaries and misspelled:
        yield _finding("boundary_misspelled", misspelled[0], misspelled[0].text)
    elif not boundaries:
        yield _finding("boundary_missing", _Line(0, ""), BOUNDARY)
    first = boundaries[0] if boundaries else None
    for boundary in boundaries[1:]:
        is_pair = first is not None and first.family == "stable-end" and boundary.family == "dynamic"
        if is_pair:
            first = _Boundary(boundary.line, "pair")
        else:
            line = lines[boundary.line - 1]
            yield _finding("boundary_twice", line, line.text)


def _find_dynamic_content(lines: Sequence[_Line], memory: frozenset[str]) -> Iterator[Finding]:
    for line in lines:
        kinds = set()
        for seen in in_line(line.text):
            kinds.add(seen.kind)
            level = Level.WARN if line.in_example else seen.level
            yield _finding(seen.kind, line, line.text[max(0, seen.start - 20) :], level)
        if "memory" not in kinds and _strip_markup(line.text) in memory:
            yield _finding("memory", line, line.text, Level.WARN if line.in_example else Level.FAIL)
        if "task" not in kinds and not line.in_fence and _TASK_HEADING.match(line.text) and _has_body(lines, line):
            yield _finding("task", line, line.text)


def _has_body(lines: Sequence[_Line], heading: _Line) -> bool:
    """Whether the heading has text under it."""
    for line in lines:
        if line.number > heading.number and line.text.strip():
            return not line.text.lstrip().startswith("#")
    return False


def _memory_lines(memory: str) -> frozenset[str]:
    bare = (_strip_markup(line) for line in memory.splitlines() if not line.lstrip().startswith(("#", "<!--")))
    return frozenset(line for line in bare if len(line) >= SHORTEST_MEMORY_LINE)


def _strip_markup(line: str) -> str:
    """A line without list, quote and emphasis marks and with single spaces."""
    return " ".join(_LEADING_MARKUP.sub("", line.strip(), count=1).rstrip("*_`").split())


def _finding(kind: str, line: _Line, what: str, level: Level = Level.FAIL) -> Finding:
    shown = what.strip()
    shown = shown if len(shown) <= EXCERPT else shown[: EXCERPT - 1] + "…"
    return Finding(kind, line.number, shown, level=level)
