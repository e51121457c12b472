"""Information content of column values: how many bits more than the column's usual value.

Tables and like units (log lines, records) are compared column by column.
"""

import itertools
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log2
from typing import Any

from ..text.json_text import parse_json
from ..text.patterns import Pattern, lazy_regex
from .forms import cells_of, delimiter

LEAST_ROWS = 5
"""Fewer rows have no usual value."""
MANY_ROWS = 16
"""Enough to tell an order or a usual length."""
LEAST_BITS = 2.0
"""A smaller surprise is noise."""
MOST_BITS = 12.0

_UNIT = Pattern(r"[$€£¥]?([+-]?\d+(?:\.\d+)?)([^\W\d_]{0,4}|%)")


def surprises(values: Sequence[str]) -> dict[str, float]:
    """Bits of the values that are rare in a column of few values: -log2 of the share, less the column's entropy."""
    counts = Counter(values)
    return excess(counts, len(values)) if len(counts) > 1 else {}


def rows_of(values: Sequence[str]) -> dict[int, float]:
    """`surprises` by row number."""
    return _rows(values, surprises(values))


def repeated(values: Sequence[str]) -> dict[int, float]:
    """Rows whose value should be unique, as all others are, and is not."""
    counts = Counter(values)
    twice = {value for value, count in counts.items() if count > 1}
    if not 0 < len(twice) <= 2 or len(counts) < 0.97 * len(values) or len(values) < MANY_ROWS:
        return {}
    bits = log2(len(values) / len(twice))
    return {row: bits for row, value in enumerate(values) if value in twice}


def excess(counts: Counter[str], total: int) -> dict[str, float]:
    """For each rare value, its bits above the column's average."""
    bits = log2(total)
    entropy = bits - sum(count * log2(count) for count in counts.values() if count > 1) / total
    most = total * 2.0 ** -(entropy + LEAST_BITS)
    return {value: bits - log2(count) - entropy for value, count in counts.items() if count <= most}


def bits_of_columns(values: Sequence[str]) -> dict[int, float]:
    """Bits of the rows that stand out in one column, by row number."""
    total = len(values)
    if total < LEAST_ROWS:
        return {}
    counts = Counter(values)
    distinct = len(counts)
    if distinct == 1:
        return {}
    numbers = _numbers(values) if distinct > 6 else None
    if numbers:
        return _numeric(numbers, values, counts)
    if distinct <= total // 2:
        return _rows(values, excess(counts, total))
    return _column_of_ids(values)


def _rows(values: Sequence[str], rare: dict[str, float], weight: float = 1.0) -> dict[int, float]:
    if not rare:
        return {}
    return {row: rare[value] * weight for row, value in enumerate(values) if value in rare}


def _numbers(values: Sequence[str]) -> list[float] | None:
    """The column as numbers without units; None if it is text."""
    try:
        return [float(value) for value in values]
    except ValueError:
        pass
    found: list[float | None] = []
    texts_left = len(values) // 20
    for match in map(_UNIT().fullmatch, values):
        found.append(float(match[1]) if match else None)
        texts_left -= not match
        if texts_left < 0:
            return None
    present = [number for number in found if number is not None]
    middle = sorted(present)[len(present) // 2]
    return [middle if number is None else number for number in found]


def _numeric(numbers: list[float], values: Sequence[str], counts: Counter[str]) -> dict[int, float]:
    total = len(numbers)
    found = _outliers(numbers)
    if total >= MANY_ROWS:
        _keep_most(found, _out_of_order(numbers))
    if total >= 10:
        digits = Counter(map(len, values))
        if digits.most_common(1)[0][1] >= total * 0.95:
            _keep_most(found, _rows(values, _rare_features(values, len), 0.8))
        zeros = [row for row, number in enumerate(numbers) if number == 0 and not values[row].startswith("00")]
        if 0 < len(zeros) <= 2 and min(numbers) >= 0:
            _keep_most(found, dict.fromkeys(zeros, 5.0))
        if not values[0][-1:].isdigit() or not values[-1][-1:].isdigit():
            _keep_most(found, _rows(values, _rare_features(values, _unit)))
    if counts.most_common(1)[0][1] > total * 0.6:
        _keep_most(found, _rows(values, excess(counts, total)))
    return found


def unequal(table: Sequence[Sequence[str]]) -> dict[int, float]:
    """Rows where two columns differ that are equal in nearly all other rows."""
    found: dict[int, float] = {}
    total = len(table[0]) if table else 0
    if total < 8:
        return found
    probes = range(0, total, max(1, total // 8))
    for left, values in enumerate(table):
        first = [values[row] for row in probes]
        if len({*first}) < len(first) // 2:
            continue
        for other in table[left + 1 :]:
            if sum(values[row] == other[row] for row in probes) >= len(first) - 1:
                rows = [row for row in range(total) if values[row] != other[row]]
                if len(rows) <= total // 16:
                    _keep_most(found, dict.fromkeys(rows, log2(total / max(1, len(rows)))))
    return found


def _outliers(numbers: list[float]) -> dict[int, float]:
    """Outliers: distance from the 10 % or 90 % quantile, in widths of the range between them."""
    if len(numbers) < 8:
        return {}
    ordered = sorted(numbers)
    low, high = ordered[len(ordered) // 10], ordered[-1 - len(ordered) // 10]
    if ordered[0] > 0 and high > 10 * low:  # sizes and the like spread over magnitudes
        low, high = log2(low), log2(high)
        ordered = [log2(ordered[0]), log2(ordered[-1])]
        scaled = True
    else:
        scaled = False
    spread = high - low
    if spread <= 0:
        return {}
    upper, lower = high + 0.6 * spread, low - 0.6 * spread
    if ordered[-1] <= upper and ordered[0] >= lower:
        return {}
    found = {}
    for row, number in enumerate(numbers):
        place = log2(number) if scaled else number
        if place > upper or place < lower:
            distance = (place - high if place > upper else low - place) / spread
            found[row] = min(MOST_BITS, 5.5 + 2 * log2(distance))
    return found


def _out_of_order(numbers: list[float]) -> dict[int, float]:
    """Rows where a rising column falls, stands still or jumps, when that happens at no more than two places."""
    if max(numbers) <= 60:  # hours, minutes and seconds start again
        return {}
    steps = [after - before for before, after in itertools.pairwise(numbers)]
    falls = [row for row, step in enumerate(steps, 1) if step <= 0 and numbers[row] > 2]
    if len(falls) > 2:
        rises = [row for row, step in enumerate(steps, 1) if step >= 0]
        if len(rises) > 2:
            return {}
        falls = rises
    usual = sorted(map(abs, steps))[len(steps) // 2]
    jumps = [row for row, step in enumerate(steps, 1) if step > 4 * usual]
    return dict.fromkeys(falls + jumps, 6.0) if len(jumps) <= 2 else {}


def _column_of_ids(values: Sequence[str]) -> dict[int, float]:
    """A column of names or ids: values of unusual length, character class, prefix or suffix."""
    total = len(values)
    found: dict[int, float] = {}
    if total >= 10:
        _keep_most(found, _rows(values, _rare_features(values, len), 0.8))
        _keep_most(found, _rows(values, _rare_features(values, _character_class), 1.0))
        _keep_most(found, _rows(values, _rare_features(values, _start), 0.9))
        _keep_most(found, _rows(values, _rare_features(values, _end), 0.9))
    return found


def _rare_features(values: Sequence[str], feature: object) -> dict[str, float]:
    features = [str(feature(value)) for value in values]  # type: ignore[operator]
    rare = surprises(features)
    return {value: rare[each] for value, each in zip(values, features, strict=True) if each in rare} if rare else {}


def _start(value: str) -> str:
    return value[:3]


def _end(value: str) -> str:
    return value[-3:]


def _unit(value: str) -> str:
    return value.lstrip("+-0123456789.,")


def _character_class(value: str) -> str:
    return f"{value.isalpha()}{value.isdigit()}{value.isupper()}{value.islower()}"


def _keep_most(found: dict[int, float], more: dict[int, float]) -> None:
    for row, bits in more.items():
        if bits > found.get(row, 0.0):
            found[row] = bits


def bits_of_lengths(values: Iterable[str]) -> dict[int, float]:
    """By row, how many bits it tells that its value is much longer or shorter than those of similar rows, at most 6."""
    return {row: min(bits, 6.0) for row, bits in _outliers([float(len(value)) for value in values]).items()}


LEAST_ALIKE = 8
"""Rows with the same words, below which their numbers are compared in wider company only."""
REST = 0.25
"""What each further column in which a unit stands out adds to the best one."""

_DIGITS = lazy_regex(r"\d")


class Standout:
    """How a unit differs from similar units: the most different value, and its column."""

    __slots__ = ("best", "reason", "total", "word")

    def __init__(self) -> None:
        self.best = 0.0
        self.total = 0.0
        self.word = ""
        self.reason = ""

    def note(self, bits: float, word: str, reason: str) -> None:
        """One more column in which the unit differs."""
        self.total += bits
        if bits > self.best:
            self.best, self.word, self.reason = bits, word, reason

    @property
    def worth(self) -> float:
        """Bits of all columns together."""
        return self.best + REST * (self.total - self.best)


def compare_units(shapes: list[str], templates: list[str], tokens: list[list[str]]) -> dict[int, Standout]:
    """The units that differ from others of the same shape and number of words."""
    found: dict[int, Standout] = defaultdict(Standout)
    groups: dict[tuple[str, int], list[int]] = defaultdict(list)
    for row, words in enumerate(tokens):
        if words:
            groups[shapes[row], len(words)].append(row)
    for (shape, _), rows in groups.items():
        if len(rows) >= LEAST_ROWS:
            for place, bits in rows_of([tokens[row][0] for row in rows]).items():
                found[rows[place]].note(bits, tokens[rows[place]][0], f"{shape} first")
            for part, numbers in _parts(rows, templates, tokens):
                _compare_group(found, part, [tokens[row] for row in part], shape, numbers=numbers)
    return found


def _parts(rows: list[int], templates: list[str], tokens: list[list[str]]) -> list[tuple[list[int], bool]]:
    """Rows that may be compared; the flag says whether only their numbers are compared.

    All rows of one shape, or, where each starts with a key, those of one key;
    and besides, for numbers, rows that have the same words.
    """
    keyed: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        keyed[tokens[row][0]].append(row)
    large = [part for part in keyed.values() if len(part) >= LEAST_ROWS]
    covered = sum(map(len, large))
    parts = [(rows, False)]
    if len(large) > 1 and covered > len(rows) // 2 and not _DIGITS.search(tokens[rows[0]][0]):
        parts = [(part, False) for part in large]
        left = [row for part in keyed.values() if len(part) < LEAST_ROWS for row in part]
        parts += [(left, False)] if len(left) >= LEAST_ROWS else []
    by_template: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        by_template[templates[row]].append(row)
    if len(by_template) > len(parts):
        parts += [(part, True) for part in by_template.values() if len(part) >= LEAST_ALIKE]
    return parts


def _compare_group(
    found: dict[int, Standout], rows: list[int], tokens: Sequence[list[str]], shape: str, *, numbers: bool
) -> None:
    table = list(zip(*tokens, strict=True))
    for column, values in enumerate(table):
        if not numbers or _DIGITS.search(values[0]):
            for place, bits in bits_of_columns(values).items():
                found[rows[place]].note(bits, values[place], f"{shape} {column}")
    if numbers:
        return
    for place, bits in unequal(table).items():
        found[rows[place]].note(bits, "", f"{shape} unequal")
    if len(rows) >= MANY_ROWS:
        for place, bits in bits_of_lengths([" ".join(words) for words in tokens]).items():
            found[rows[place]].note(bits, "", f"{shape} length")


def add_table_bits(bits: list[float], texts: list[str]) -> None:
    """Adds bits to rows with an unusual cell or an unusual number of cells."""
    mark = delimiter([text for text in texts if text.strip()])
    if not mark:
        return
    rows = [(row, cells_of(text, mark)) for row, text in enumerate(texts) if text.strip()]
    usual = Counter(len(cells) for _, cells in rows).most_common(1)[0][0]
    like = [(row, cells) for row, cells in rows if len(cells) == usual]
    best: dict[int, float] = {}
    for values in zip(*(cells for _, cells in like), strict=True):
        for place, found in (bits_of_columns(values) | repeated(values)).items():
            row = like[place][0]
            best[row] = max(best.get(row, 0.0), found)
    for row, most in best.items():
        bits[row] = max(bits[row], most) + 0.25 * min(bits[row], most)
    if len(rows) - len(like) <= len(rows) // 20:
        for row, cells in rows:
            if len(cells) != usual:
                bits[row] += 4.0


LEAST_RECORDS, MOST_RECORDS = 5, 2_000
MOST_DEPTH = 4
"""How deep a list of records may stand in an answer, and a value in a record."""
MOST_CELL = 60
"""Characters of one cell; a longer value is cut."""
TELLING = 0.6
"""The share of records that a column has to have a value in."""
NAMING = frozenset({"name", "title", "subject", "summary", "label", "path", "file", "key", "number", "id"})
"""Keys of what a record is called: they come first."""
_OPAQUE = Pattern(r"(?:[0-9a-fA-F]{8,}[-:]?)+|https?://\S+|(?=\S*\d)(?=\S*[A-Za-z])[\w+/=-]{20,}")
SECRET = Pattern(r"(?i)pass|pwd|secret|token|auth|credential|cookie|(?:api|access|private)[_-]?key")
"""Keys of values that must not part from their key, by which a later reader knows a secret."""


def records_of(text: str) -> list[dict[str, str]]:
    """The longest list of like records in a JSON text, flat; empty where there is none."""
    try:
        value = parse_json(text)
    except ValueError:
        return []
    records = max(_lists_in(value), key=len, default=[])
    return [dict(_cells(each)) for each in records] if LEAST_RECORDS <= len(records) <= MOST_RECORDS else []


def rows_of_records(flat: Sequence[Mapping[str, str]], room: int) -> str:
    """Records as a table: a line that names the columns, a row for each record.

    A list that an agent asked for is worth more whole and brief than some of its records at length. Columns that are
    the same in all records, hashes and addresses stay out; as many of the others are shown as `room` characters hold
    for all rows, and at least one for the first rows. Empty where there is nothing to show.
    """
    columns = sorted(_telling(flat), key=lambda column: -column[0])
    chosen: list[str] = []
    used = 0
    for _, key in columns:
        width = sum(len(_cell(record, key)) + len(_BETWEEN) for record in flat)
        is_said = any(_agree(flat, key, other) for other in chosen)
        if not is_said and (not chosen or used + width <= room):
            chosen.append(key)
            used += width
    if not chosen:
        return ""
    keys = [key for key in flat[0] if key in chosen] + [key for key in chosen if key not in flat[0]]
    lines = [f"The {len(flat):,} records by {', '.join(keys)}:"]
    left = room
    for number, record in enumerate(flat):
        line = _BETWEEN.join(_cell(record, key) for key in keys)
        left -= len(line) + 1
        if left < 0 and number:
            lines.append(f"[… {len(flat) - number:,} records]")
            break
        lines.append(line)
    return "\n".join(lines)


_BETWEEN = " | "


def _lists_in(value: Any, depth: int = 0) -> Iterator[list[Mapping[str, Any]]]:
    """The lists of objects in a JSON value; objects that stand in lists of their own, one after another."""
    if depth > MOST_DEPTH:
        return
    if isinstance(value, Mapping):
        for each in value.values():
            yield from _lists_in(each, depth + 1)
    elif isinstance(value, list):
        inner = [part for each in value if isinstance(each, list) for part in each]
        records = [each for each in inner or value if isinstance(each, Mapping)]
        if 2 * len(records) > len(inner or value):
            yield records
        for each in value[:MOST_RECORDS]:
            yield from _lists_in(each, depth + 1)


def _cells(record: Mapping[str, Any], before: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """The plain values of a record with their keys, those of objects in it as `outer.inner`."""
    for key, value in record.items():
        if isinstance(value, Mapping):
            if depth < MOST_DEPTH:
                yield from _cells(value, f"{before}{key}.", depth + 1)
        elif isinstance(value, str) and value.strip():
            yield before + key, " ".join(value.split())
        elif isinstance(value, bool | int | float):
            yield before + key, json.dumps(value)


def _cell(record: Mapping[str, str], key: str) -> str:
    value = record.get(key, "")
    return value if len(value) <= MOST_CELL else value[: MOST_CELL - 1] + "…"


def _agree(records: Sequence[Mapping[str, str]], key: str, other: str) -> bool:
    """Whether two columns say the same of nearly every record."""
    return 10 * sum(record.get(key) == record.get(other) for record in records) >= 9 * len(records)


def _telling(records: Sequence[Mapping[str, str]]) -> Iterator[tuple[float, str]]:
    """Columns that tell records apart, with their worth: what a record is called, then what differs per character."""
    found: dict[str, list[str]] = defaultdict(list)
    for record in records:
        for key, value in record.items():
            found[key].append(value)
    for key, values in found.items():
        different = len({*values})
        if len(values) < TELLING * len(records) or different == 1 or _counts(values):
            continue
        if SECRET().search(key) or all(map(_OPAQUE().fullmatch, values)):
            continue
        width = sum(min(len(value), MOST_CELL) for value in values) / len(values)
        naming = 4.0 if key.rsplit(".", 1)[-1].lower() in NAMING else 0.0
        yield naming - key.count(".") + log2(different) / log2(len(records) + 1) * 8 / (4 + width), key


def _counts(values: Sequence[str]) -> bool:
    """Whether the values only number the records."""
    return values[0] in {"0", "1"} and [*values] == [str(int(values[0]) + row) for row in range(len(values))]
