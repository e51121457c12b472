"""Checks of the operator's own prompt: the memory rules stand above the boundary, nothing that changes does."""

from dataclasses import dataclass

from ...model.checklist import Check
from ...model.findings import Level
from .. import prompt_check, prompt_sections
from .words import said


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt file; `is_static` when a host puts the whole file into its stable part (AGENTS.md, CLAUDE.md)."""

    file: str
    text: str
    is_static: bool = False


def verification_rules(prompt: Prompt | None, snippets: tuple[str, ...], language: str, *, place: str) -> Check:
    """The memory rules stand, word for word, in the static section; `snippets` are their texts, one per language."""
    fix = place + "\n" + snippets[1 if language == "zh" and len(snippets) > 1 else 0]
    if prompt is None:
        return said("verification_rules", "no_prompt", language, fix)
    above, below = _split(prompt)
    if any(_holds(above, snippet) for snippet in snippets):
        return said("verification_rules", "good", language, file=prompt.file)
    if any(_holds(below, snippet) for snippet in snippets):
        return said("verification_rules", "below", language, fix, file=prompt.file)
    for snippet in snippets:
        heading, *rules = _lines(snippet)
        if heading in _lines(above):
            missing = next(rule for rule in rules if rule not in _lines(above))
            return said("verification_rules", "changed", language, fix, file=prompt.file, rule=missing[:80])
    return said("verification_rules", "missing", language, fix, file=prompt.file)


def dynamic_content(prompt: Prompt | None, memory: str, language: str, *, command: str) -> Check:
    """Nothing that changes between turns stands above the boundary."""
    if prompt is None:
        return said("dynamic_content", "no_prompt", language, command)
    if prompt.is_static:
        findings = prompt_check.dynamic_content(prompt.text, language)
    else:
        findings = prompt_check.check(prompt.text, memory, language)
    bad = [each for each in findings if each.level is Level.FAIL]
    if not bad:
        return said("dynamic_content", "good_static" if prompt.is_static else "good", language, file=prompt.file)
    first = bad[0]
    return said(
        "dynamic_content",
        "found",
        language,
        first.fix,
        file=prompt.file,
        line=first.line,
        what=first.what,
        kind=first.kind,
        why=first.why,
        count=len(bad),
    )


def _split(prompt: Prompt) -> tuple[str, str]:
    """The text above and below the boundary; all of it is above where there is none."""
    lines = prompt.text.splitlines()
    marks = {prompt_sections.BOUNDARY, prompt_check.SDK_BOUNDARY, prompt_check.OPENCLAW_STABLE_END}
    place = next((n for n, line in enumerate(lines) if line.strip() in marks), len(lines))
    return "\n".join(lines[:place]), "\n".join(lines[place:])


def _holds(text: str, snippet: str) -> bool:
    present = set(_lines(text))
    return all(line in present for line in _lines(snippet))


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]
