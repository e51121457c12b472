"""Find what breaks the prefix cache of an operator's own prompt: dynamic content above the boundary.

Only the text above the boundary is judged; below it everything may change.
Lines inside a code fence that is marked as an example are warnings.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..model.findings import Finding, Level
from . import dynamic_signs, prompt_advice
from .prompt_sections import BOUNDARY

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


def check(text: str, memory: str = "", language: str = "en") -> tuple[Finding, ...]:
    """Everything wrong with the prompt, by line; `memory` is the text of MEMORY.md, if known."""
    lines = _lines(text)
    boundaries = _boundaries(lines)
    misspelled = [] if boundaries else [line for line in lines if not line.in_fence and _is_misspelled(line)]
    end = min([b.line for b in boundaries] or [line.number for line in misspelled] or [len(lines) + 1])
    findings = [
        *_of_boundaries(boundaries, misspelled, lines, language),
        *_of_content(lines[: end - 1], _memory_lines(memory), language),
    ]
    return tuple(sorted(findings, key=lambda finding: finding.line))


def dynamic_content(text: str, language: str = "en") -> tuple[Finding, ...]:
    """Dynamic content in text that is meant to be static as a whole, boundary lines included."""
    lines = _lines(text)
    boundaries = [
        _finding("boundary_twice", line, line.text, language) for line in lines if _family(line) or _is_misspelled(line)
    ]
    return tuple(sorted((*boundaries, *_of_content(lines, frozenset(), language)), key=lambda finding: finding.line))


def _lines(text: str) -> list[_Line]:
    lines: list[_Line] = []
    fence = ""
    is_example = False
    previous = ""
    for number, line in enumerate(text.splitlines(), start=1):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence, is_example = mark[1], dynamic_signs.says_example(f"{previous} {mark[2]}")
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
    """Boundary lines; one inside a fence counts only when there is no other (a prompt quoted whole)."""
    found = [(line, _family(line)) for line in lines if _family(line)]
    chosen = [pair for pair in found if not pair[0].in_fence] or found
    return [_Boundary(line.number, family) for line, family in chosen]


def _of_boundaries(
    boundaries: Sequence[_Boundary], misspelled: Sequence[_Line], lines: Sequence[_Line], language: str
) -> Iterator[Finding]:
    if not boundaries and misspelled:
        yield _finding("boundary_misspelled", misspelled[0], misspelled[0].text, language)
    elif not boundaries:
        yield _finding("boundary_missing", _Line(0, ""), BOUNDARY, language)
    first = boundaries[0] if boundaries else None
    for boundary in boundaries[1:]:
        is_pair = first is not None and first.family == "stable-end" and boundary.family == "dynamic"
        if is_pair:
            first = _Boundary(boundary.line, "pair")
        else:
            line = lines[boundary.line - 1]
            yield _finding("boundary_twice", line, line.text, language)


def _of_content(lines: Sequence[_Line], memory: frozenset[str], language: str) -> Iterator[Finding]:
    for line in lines:
        kinds = set()
        for seen in dynamic_signs.in_line(line.text):
            kinds.add(seen.kind)
            level = Level.WARN if line.in_example else seen.level
            yield _finding(seen.kind, line, line.text[max(0, seen.start - 20) :], language, level)
        if "memory" not in kinds and _bare(line.text) in memory:
            yield _finding("memory", line, line.text, language, Level.WARN if line.in_example else Level.FAIL)
        if "task" not in kinds and not line.in_fence and _TASK_HEADING.match(line.text) and _has_body(lines, line):
            yield _finding("task", line, line.text, language)


def _has_body(lines: Sequence[_Line], heading: _Line) -> bool:
    """Whether something stands under the heading before the next one."""
    for line in lines:
        if line.number > heading.number and line.text.strip():
            return not line.text.lstrip().startswith("#")
    return False


def _memory_lines(memory: str) -> frozenset[str]:
    bare = (_bare(line) for line in memory.splitlines() if not line.lstrip().startswith(("#", "<!--")))
    return frozenset(line for line in bare if len(line) >= SHORTEST_MEMORY_LINE)


def _bare(line: str) -> str:
    """A line without list, quote and emphasis marks and with single spaces."""
    return " ".join(_LEADING_MARKUP.sub("", line.strip(), count=1).rstrip("*_`").split())


def _finding(kind: str, line: _Line, what: str, language: str, level: Level = Level.FAIL) -> Finding:
    why, fix = prompt_advice.of(kind, language)
    shown = what.strip()
    shown = shown if len(shown) <= EXCERPT else shown[: EXCERPT - 1] + "…"
    return Finding(kind, line.number, shown, why, fix, level)
