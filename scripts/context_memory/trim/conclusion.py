"""The outcome of an output in one line.

It says exit status, counts, the first and the last problem; words and marks signal an error or an open task.
"""

import errno
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import log2
from typing import Any

from ..text.patterns import Pattern, lazy_regex
from . import columns
from .forms import (
    LEAST_BITS,
    Form,
    Vocabulary,
    as_on_terminal,
    cells_of,
    delimiter,
    form_of,
    is_commit,
    is_listed,
    read_words,
    summarize_diff,
)
from .tool_kinds import ToolKind

TROUBLE = 9.0
"""Bits of a line that says something is wrong, where few do."""
NOTICE = 6.0

_TROUBLE = """
error errors err timed fatal fail failed failure failures fails failing exception traceback panic panicked
critical crit emerg alert denied refused timeout unreachable corrupt corrupted corruption mismatch mismatched
violated violation abort aborted segfault killed oom oomkilled conflict conflicts crash crashed crashloopbackoff
unhealthy imagepullbackoff evicted rollback rejected forbidden unauthorized expired leak deadlock overflow
exceeded broken degraded notready unresolved fehler erreur échec
"""
_TROUBLE_WORDS = frozenset(_TROUBLE.split())
_NOTICE = """
warn warning warnings warnung deprecated todo fixme xxx hack bug vulnerable vulnerability insecure unexpected
unable cannot invalid missing skip skipped skipping ignored ignoring fallback disabled retry retrying slow stale
outdated orphan orphaned unknown undefined duplicate important breaking override passwd password secret
credential credentials private_key apikey api_key achtung
"""
_NOTICE_WORDS = frozenset(_NOTICE.split())
_TROUBLE_NAME = lazy_regex(r"^(?:[\w.]*(?:Error|Exception|Failure|Fault|Panic)s?|ERR_\w*|SIG[A-Z]{3,4})$", re.MULTILINE)
_ERROR_CODES = frozenset(errno.errorcode.values()) | {
    *(
        "ENOTFOUND",
        "ERESOLVE",
        "EUSAGE",
        "EINTEGRITY",
        "ETARGET",
        "ELIFECYCLE",
        "EJSONPARSE",
        "EAI_AGAIN",
        "EBADENGINE",
    ),
}
"""Those of the system and of npm."""
_CHINESE_TROUBLE = ("错误", "失败", "异常", "超时", "拒绝", "致命", "崩溃", "报错", "中断", "冲突", "不一致", "故障")
_CHINESE_NOTICE = (
    "警告",
    "告警",
    "注意",
    "待办",
    "过期",
    "缺少",
    "缺失",
    "未找到",
    "无法",
    "重试",
    "弃用",
    "废弃",
    "重要",
)
_MARKS = ("✗", "✕", "✘", "❌", "×", "⚠", "🔴", "‼")
_NONE_WRONG = Pattern(
    r"\b(?:0|no|zero|without)\s+(?:\w+\s+)?(?:errors?|fail(?:ures?|ed|s)?|warnings?|conflicts?|vulnerabilities)\b"
    r"|(?:error|fail(?:ed|ure)?|exception|warning)s?[\"']?\s*[:=]\s*(?:false\b|null\b|none\b|nil\b|0\b|\[\]|\"\"|'')",
    re.IGNORECASE,
)


def levels(vocabulary: Vocabulary) -> tuple[frozenset[str], frozenset[str]]:
    """The error words and the notice words among the words of an output."""
    lower = frozenset(vocabulary.listed.lower().split("\n"))
    named = {*_TROUBLE_NAME.findall(vocabulary.listed)} | (_ERROR_CODES & vocabulary.counts.keys())
    trouble, notice = lower & _TROUBLE_WORDS, lower & _NOTICE_WORDS
    if not (named or trouble or notice):
        return frozenset(), frozenset()
    words = vocabulary.counts
    bad = frozenset(word for word in words if word in named or word.lower() in trouble)
    return bad, frozenset(word for word in words if word.lower() in notice) - bad


def rows_of_trouble(texts: list[str], vocabulary: Vocabulary) -> tuple[list[int], list[int]]:
    """Rows with errors, and rows with notices."""
    trouble_words, notice_words = levels(vocabulary)
    tokens = vocabulary.tokens
    trouble = [row for row, words in enumerate(tokens) if not trouble_words.isdisjoint(words)] if trouble_words else []
    notice = [row for row, words in enumerate(tokens) if not notice_words.isdisjoint(words)] if notice_words else []
    whole = "\n".join(texts)
    if not whole.isascii():
        trouble += _rows_with_marks(texts, [mark for mark in (*_CHINESE_TROUBLE, *_MARKS) if mark in whole])
        notice += _rows_with_marks(texts, [mark for mark in _CHINESE_NOTICE if mark in whole])
    clear = {row for row in {*trouble, *notice} if _NONE_WRONG().search(texts[row])}
    return sorted({*trouble} - clear), sorted({*notice} - {*trouble} - clear)


_OPTION_OR_PATH = Pattern(r"(?<!\S)--?\w[\w-]*|[\w.@-]*/[\w./@-]*")
_ECHOES = ("$ ", "> ")
"""How a runner shows the command that it starts."""
_PASSED = Pattern(r"\bPASS(?:ED)?\b|(?<=\.\.\. )ok\b|^ok \d|^\s*[✓✔]")
_ERROR_FORM = Pattern(
    r"\W*(?:[\w./-]+(?:\(\d+(?:,\d+)*\))?(?::\d+)*: ?)*(?:npm (?:error|ERR!)|"
    r"\[?(?:ERROR|FATAL|FAILED|FAILURE|PANIC|CRITICAL)\b"
    r"|[\w.]*(?:Error|Exception)\b"
    r"|(?i:(?:[\w.]*error|fatal|fail(?:ed|ure)|panic|critical|traceback)(?: [a-z]{0,3}\d+)?\b(?: ?[:!(\[]|$)"
    r"|(?:错误|失败|异常)[:：]))"
)
"""How a line of running text begins that reports an error; elsewhere in it, errors are the subject."""


def rows_to_tell(rows: Sequence[int], texts: Sequence[str], form: Form, *, subject: bool = False) -> list[int]:
    """Of the rows with a word of trouble, those that report it: a name in a list or a table, an option, a path and a
    test that passed only hold the word, and where errors may be the subject, each sentence but one that opens with
    an error."""
    rows = [row for row in rows if not texts[row].startswith(_ECHOES)]
    if form is not Form.TABLE:
        rows = [row for row in rows if not _quotes_source(texts[row])]
    if subject:
        return [row for row in rows if _ERROR_FORM().match(texts[row])]
    match form:
        case Form.TESTS:
            return [row for row in rows if not _PASSED().search(texts[row])]
        case Form.LISTING:
            return [row for row in rows if not is_listed(texts[row])]
        case Form.TABLE:
            return _rows_beside_names(rows, texts)
        case _:
            return list(rows)


def _quotes_source(text: str) -> bool:
    """Whether a compiler or a linter quotes a line of the source in it, behind its number and a bar."""
    return text.replace("│", "|").partition(" | ")[0].strip().isdigit()


def _rows_beside_names(rows: Sequence[int], texts: Sequence[str]) -> list[int]:
    """Rows of a table whose word of trouble is no option, no path and no name of its own in a column of names."""
    rows = [row for row in rows if not is_listed(texts[row])]
    filled = [text for text in texts if text.strip()]
    if mark := delimiter(filled):
        columns = zip(*_whole([cells_of(text, mark) for text in filled]), strict=True)
        names = {cell for column in columns if _are_names(column) for cell in column if " " not in cell}
        said = [" ".join(cell for cell in cells_of(texts[row], mark) if cell not in names) for row in rows]
    else:
        said = [texts[row] for row in rows]
    plain = [_OPTION_OR_PATH().sub(" ", text) for text in said]
    trouble, notices = rows_of_trouble(plain, read_words(plain))
    return [rows[place] for place in sorted({*trouble, *notices})]


def _whole(rows: list[list[str]]) -> list[list[str]]:
    usual = Counter(map(len, rows)).most_common(1)[0][0] if rows else 0
    return [row for row in rows if len(row) == usual]


def _are_names(column: Sequence[str]) -> bool:
    """Whether most cells of the column are different, as names are and states are not."""
    return len({*column}) > len(column) // 2


def weight(rows: int, total: int) -> float:
    """Weight of a sign: 1 if one unit of many has it, 0 if all do."""
    return log2(total / rows) / log2(total) if total > 1 and rows else 0.0


def _rows_with_marks(texts: list[str], marks: list[str]) -> list[int]:
    return [row for row, text in enumerate(texts) if any(mark in text for mark in marks)] if marks else []


MOST_CHARS = 260
QUOTE_CHARS = 90
MOST_KEYS_CHARS = 200_000
"""Of a JSON text, what is looked at to count its records."""
REPORTING = frozenset({ToolKind.SHELL, ToolKind.OTHER})
"""Tools whose running text reports; of a page, a file or an agent's report that somebody reads, error is a subject."""
READ_FORMS = frozenset({Form.PROSE, Form.SOURCE, Form.SEARCH, Form.HISTORY})
"""Texts that somebody reads, so that errors may be their subject."""
_ALL_PASSED = Pattern(r"\b0 fail|\bok\b.*\b0 failed|^(?!.*\b(?:fail|error))\d+ pass|, OK\b")

_EXIT = Pattern(
    r"(?:exit(?:ed)?(?: with)?(?: code| status)?|return(?:ed)? code|exit_code|退出码)[\"']?[:= ]+(-?\d+)", re.IGNORECASE
)
_RESULTS = (
    (r"^=+ (.*\b(?:passed|failed|errors?|skipped)\b.*?) =+$",),
    (r"^test result: (.+?)(?:; finished.*)?$",),
    (r"^(Tests?:\s+.*\d.*)$",),
    (r"^\s*(\d+ pass(?:ing|ed)?\b.*)$", r"^\s*(\d+ (?:fail(?:ing|ed|ures?)?)\b.*)$"),
    (r"^(Ran \d+ tests?.*)$", r"^(FAILED \(.*\)|OK(?: \(.*\))?)$"),
)
"""Of each runner, the lines that stand together: what passed, what failed."""
_KEY = Pattern(r'"([^"\\]{1,40})"\s*:')
_OUTCOME = Pattern(r"\b(PASSED|FAILED|PASS|FAIL|SKIPPED|ERROR|ok|not ok)\b")


def conclusion_line(
    text: str,
    lines: Sequence[str],
    *,
    form: Form,
    kind: ToolKind,
    units: Sequence[str],
    trouble: Sequence[int],
    notices: Sequence[int],
) -> str:
    """The conclusion of an output; `trouble` are the units with a word of trouble, in order."""
    outcome = _outcome(text, form) if kind is not ToolKind.READ else []
    parts = [_size(text, lines, form, kind), *outcome]
    failed = any(each.startswith("exit ") and each != "exit 0" for each in outcome)
    subject = not failed and form is not Form.LOG and (form in READ_FORMS or kind not in REPORTING)
    if form is Form.DIFF or (form in {Form.SOURCE, Form.PROSE} and kind not in REPORTING):
        pass  # of a change to code, a page or a file that somebody reads, an error is the subject
    elif not failed and any(_ALL_PASSED().search(each) for each in outcome):
        pass  # what tests that passed print of errors, they provoked
    else:
        if warned := rows_to_tell(notices, units, form, subject=subject):
            parts.append(_count(len(warned), "warning line"))
        if told := rows_to_tell(trouble, units, form, subject=subject):
            parts.append(_troubles([units[row] for row in told]))
        elif not trouble or form in {Form.TESTS, Form.LISTING}:
            parts.append("no error line")
    said = "Conclusion: " + "; ".join(parts)
    return said if len(said) <= MOST_CHARS else said[: MOST_CHARS - 1] + "…"


OVERVIEW_SHARE = 0.4
"""Of the room for facts, what the list of parts may take: whoever knows them asks the archive for the right one."""
_HASH = 7
"""Characters of a commit's name, as Git shortens it."""


def overview(lines: Sequence[str], form: Form, room: int) -> str:
    """The parts of an output, each with its size: files of a diff or a search; else empty.

    At most `room` characters; what does not fit is counted.
    """
    match form:
        case Form.DIFF:
            return _listed("Files: ", [f"{path} +{added} -{gone}" for path, added, gone in _changes(lines)], "; ", room)
        case Form.SEARCH:
            counts = Counter(line.partition(":")[0] for line in lines if ":" in line)
            found = counts.most_common() if 1 < len(counts) <= len(lines) // 2 else []
            return _listed("By file: ", [f"{path} {count}" for path, count in found], ", ", room)
        case _:
            return ""


def subjects(lines: Sequence[str], bits: Sequence[float], room: int) -> tuple[str, list[int]]:
    """The commits of a history as `hash subject`, and the rows of these; where not all fit, those that tell most."""
    commits = list(_commits(lines))
    told: list[tuple[int, str]] = []
    for row, shown in sorted(commits, key=lambda commit: (bits[commit[0]] < LEAST_BITS, commit[0])):
        room -= len(shown) + 1
        if room < 0:
            break
        told.append((row, shown))
    rest = [f"[… {len(commits) - len(told):,} more]"] if len(told) < len(commits) else []
    return "\n".join([*(shown for _, shown in sorted(told)), *rest]), [row for row, _ in told]


FEWEST_COUNTED = 16
"""Records; of fewer each can be read."""
MOST_VALUES, MOST_COUNTED = 6, 3
"""Values that a column may have, and columns, of which it is said how often each value occurs."""
NAMED_APART = 8
"""Records with a value that so few have are named with it."""


def records(flat: Sequence[Mapping[str, str]], room: int) -> str:
    """A list of records: how often values occur, and a table of as many as fit; empty without records."""
    counted = _values(flat)
    return "\n".join(filter(None, (counted, columns.rows_of_records(flat, room - len(counted)))))


def _values(records: Sequence[Mapping[str, str]]) -> str:
    """How often the values of the columns with few of them occur, the rare ones with the records that have them."""
    if len(records) < FEWEST_COUNTED:
        return ""
    found: dict[tuple[int, ...], tuple[str, Counter[str]]] = {}
    for key in dict.fromkeys(key for record in records for key in record):
        counts = Counter(record.get(key, "none") for record in records)
        if (
            1 < len(counts) <= MOST_VALUES
            and not columns.SECRET().search(key)
            and max(map(len, counts)) <= columns.MOST_CELL
        ):
            order = [*counts]
            alike = tuple(order.index(record.get(key, "none")) for record in records)
            found.setdefault(alike, (key, counts))  # columns that agree in every record are told once
    rarest = sorted(found.values(), key=lambda column: min(column[1].values()))[:MOST_COUNTED]
    names = next((name for name in ("name", "title", "path", "id", "number") if name in records[0]), "")

    def told(key: str, value: str, count: int) -> str:
        having = [record.get(names, "") for record in records if record.get(key, "none") == value]
        apart = f" ({', '.join(having)})" if names and names != key and count <= NAMED_APART else ""
        return f"{value} {count:,}{apart}"

    return "\n".join(f"{key}: {', '.join(told(key, *each) for each in counts.most_common())}" for key, counts in rarest)


def _listed(title: str, parts: Sequence[str], between: str, room: int) -> str:
    """The parts that fit, and how many more there are; empty for less than two."""
    shown: list[str] = []
    for part in parts:
        room -= len(part) + len(between)
        if room < 0:
            break
        shown.append(part)
    if len(shown) < 2:
        return ""
    rest = [f"[… {len(parts) - len(shown):,} more]"] if len(shown) < len(parts) else []
    return title + between.join([*shown, *rest])


def _changes(lines: Sequence[str]) -> list[tuple[str, int, int]]:
    """(file, added lines, removed lines) of a unified diff, in its order."""
    found: list[list[Any]] = []
    before = ""
    for line in lines:
        if line.startswith("+++ ") and before.startswith("--- "):
            path = (before if line.startswith("+++ /dev/null") else line)[4:].partition("\t")[0]
            if found:
                found[-1][2] -= 1  # what was counted as removed is the old name of this file
            found.append([path.removeprefix("a/").removeprefix("b/"), 0, 0])
        elif found and line[:1] in {"+", "-"}:
            found[-1][1 if line[0] == "+" else 2] += 1
        before = line
    return [(path, added, gone) for path, added, gone in found]


def _commits(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The row of each subject in the output of `git log`, and the short hash with it."""
    name = ""
    for row, line in enumerate(lines):
        if is_commit(line):
            name = line[7 : 7 + _HASH]
        elif name and line.startswith("    ") and line.strip():
            yield row, f"{name} {line.strip()}"
            name = ""


def _size(text: str, lines: Sequence[str], form: Form, kind: ToolKind) -> str:
    filled = sum(1 for each in lines if each.strip())
    match form:
        case Form.DIFF:
            return summarize_diff(list(lines))
        case Form.JSON:
            records = max(Counter(_KEY().findall(text[:MOST_KEYS_CHARS])).values(), default=0)
            return f"JSON, {_count(records, 'record')}" if records > 1 else f"JSON, {_count(filled, 'line')}"
        case Form.JSON_LINES:
            return _count(filled, "JSON record")
        case Form.TABLE:
            return f"table of {_count(filled, 'line')}"
        case Form.SEARCH:
            files = len({each.split(":", 1)[0] for each in lines if ":" in each})
            return f"{_count(filled, 'line')} in {_count(files, 'file')}"
        case Form.LISTING:
            return f"{_count(filled, 'line')} of a listing"
        case Form.HISTORY:
            return _count(sum(map(is_commit, lines)), "commit")
        case _:
            return _count(filled, "matching line" if kind is ToolKind.SEARCH else "line")


def _outcome(text: str, form: Form) -> list[str]:
    parts = []
    for part in (text[-600:], text[:200]):
        found = _EXIT().search(part)
        if found:
            parts.append(f"exit {found[1]}")
            break
    if form is Form.TESTS:
        if results := next(filter(None, (_results(text, runner) for runner in _RESULTS)), []):
            parts.append(_quote(", ".join(results)))
        else:
            counts: dict[str, int] = {}
            for word in _OUTCOME().findall(text):
                counts[word] = counts.get(word, 0) + 1
            parts += [f"{number} {word}" for word, number in sorted(counts.items())]
    return parts


def _results(text: str, runner: Sequence[str]) -> list[str]:
    """The last of each of a runner's lines of results."""
    found = (re.findall(each, text, re.MULTILINE) for each in runner)
    return [lines[-1].strip("= ") for lines in found if lines]


def _troubles(trouble: Sequence[str]) -> str:
    first, last = _quote(trouble[0]), _quote(trouble[-1])
    said = f"{_count(len(trouble), 'error line')}, first: {first}"
    return said if first == last else f"{said}, last: {last}"


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'s' * (number != 1)}"


def _quote(text: str) -> str:
    short = " ".join(text.split())
    return short if len(short) <= QUOTE_CHARS else short[: QUOTE_CHARS - 1] + "…"


def conclusion_of(output: str, *, kind: ToolKind, path: str = "") -> str:
    """The outcome in one line."""
    text = as_on_terminal(output)
    lines = text.split("\n")
    trouble, notices = rows_of_trouble(lines, read_words(lines))
    form = form_of(text, lines, kind, path)
    return conclusion_line(text, lines, form=form, kind=kind, units=lines, trouble=trouble, notices=notices)
