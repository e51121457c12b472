"""Cache-safe prompts: render the two sections, and read an operator's own prompt for checking."""

from dataclasses import dataclass
from pathlib import Path

from ..disk import files, templates
from ..disk.places import Places
from ..model.errors import InputError, RefusedError
from ..model.findings import Finding, Level
from ..rules import prompt_check, prompt_request, prompt_sections, tokens
from ..rules.prompt_sections import Excerpt, Prompt
from . import verifier

PROMPT_BYTES = 4 << 20
"""A prompt or MEMORY.md file larger than this is not one, bytes."""
DEFAULT_LANGUAGE = "en"
"""Language of a prompt for which nobody chose one: it must not depend on the task or the workspace."""


@dataclass(frozen=True, slots=True)
class PromptRequest:
    """What a prompt is rendered from. Only the first four reach the static section."""

    language: str = DEFAULT_LANGUAGE
    with_prewarm: bool = False
    prewarm_tokens: int = 0
    base: str = ""
    """The operator's own static rules, placed before ours word for word."""
    memory: str = ""
    task: str = ""
    timestamp: str = ""


def render(request: PromptRequest) -> Prompt:
    """Both sections; RefusedError when the operator's own static rules hold dynamic content."""
    memory = prompt_sections.excerpt(request.memory, tokens.cjk)
    return Prompt(_static(request), _dynamic(request, memory), is_memory_cut=memory.is_cut)


def _static(request: PromptRequest) -> str:
    base = request.base.strip("\n")
    problems = [finding for finding in prompt_check.dynamic_content(base) if finding.level is Level.FAIL]
    if problems:
        first = problems[0]
        raise RefusedError(
            f"the static text has dynamic content on line {first.line}: {first.what}",
            hint=f"{first.fix} (check_prompt lists all {len(problems)})",
        )
    return templates.render(
        "static_section.md",
        request.language,
        base=base,
        prewarm=request.with_prewarm,
        prewarm_tokens=request.prewarm_tokens,
    )


def _dynamic(request: PromptRequest, memory: Excerpt) -> str:
    return templates.render(
        "dynamic_section.md",
        request.language,
        memory=memory.text,
        memory_cut=memory.is_cut,
        memory_budget=prompt_sections.MEMORY_TOKENS,
        task=prompt_sections.one_line(request.task),
        timestamp=prompt_sections.one_line(request.timestamp),
    )


def read_prompt(path: Path) -> str:
    """Text of a prompt file or of MEMORY.md; InputError for what is too large to be one."""
    return prompt_text(files.read_bytes(path, limit=PROMPT_BYTES + 1), str(path))


def prompt_text(content: bytes, name: str) -> str:
    """Text of a prompt that was read with `PROMPT_BYTES` + 1 as the limit."""
    if len(content) > PROMPT_BYTES:
        raise InputError(f"{name} has more than {PROMPT_BYTES >> 20} MiB", hint="give the prompt alone")
    return content.decode("utf-8", "replace").removeprefix("\ufeff")


def read_memory(places: Places) -> str:
    """MEMORY.md of the workspace as a prompt carries it, stale pointers marked; empty where there is none."""
    return verifier.for_injection(places) if places.workspace else ""


def check(text: str, memory: str = "", language: str = DEFAULT_LANGUAGE) -> tuple[Finding, ...]:
    """Everything that breaks the prefix cache of a prompt, or of the prompt in a saved API request, by line."""
    return prompt_check.check(prompt_request.prompt_of(text), memory, language)
