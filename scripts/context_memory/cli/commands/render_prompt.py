"""Render a cache-safe prompt: static section, boundary line, dynamic section.

The static section has the same bytes for the same language, base text and
pre-warming choice, whatever the time, the task or the workspace.
"""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from ...model.errors import InputError
from ...rules import budget, tokens
from ...rules.prompt_sections import BOUNDARY, Prompt
from ...services import prompting
from ..console import Console
from ..options import add_settings, add_workspace, places_of, settings_of

EXAMPLE = """
PROGRAM --workspace . --task "Fix the login" --prewarm
PROGRAM --section static --lang zh > static.md
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of render_prompt."""
    add_workspace(parser)
    add_settings(parser)
    parser.add_argument("--task", metavar="TEXT", default="", help="the current task, for the dynamic section")
    parser.add_argument("--now", metavar="ISO", help="time for the dynamic section (default: the clock, UTC)")
    parser.add_argument(
        "--lang", choices=("en", "zh"), help="language of the text (default: setting language, else en)"
    )
    parser.add_argument("--section", choices=("static", "dynamic", "both"), default="both", help="what to print")
    parser.add_argument("--prewarm", action="store_true", help="add the background pre-warming rules")
    parser.add_argument("--base", metavar="FILE", type=Path, help="your own static rules, placed first word for word")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print the prompt, or one section of it."""
    settings = settings_of(arguments)
    request = prompting.PromptRequest(
        language=arguments.lang or _fixed(settings.language),
        with_prewarm=arguments.prewarm,
        prewarm_tokens=budget.of(settings.window, settings.policy).prewarm_at,
        base=prompting.read_prompt(arguments.base) if arguments.base else "",
        memory=prompting.read_memory(places_of(arguments)),
        task=arguments.task,
        timestamp=_time(arguments.now),
    )
    prompt = prompting.render(request)
    if prompt.is_memory_cut:
        console.warn("MEMORY.md is over its budget: only its beginning is in the prompt (migrate_index splits it)")
    if console.as_json:
        console.data(_json(prompt))
        return 0
    console.text({"static": prompt.static, "dynamic": prompt.dynamic, "both": prompt.text}[arguments.section])
    return 0


def _fixed(language: str) -> str:
    """The language for a prompt: `auto` would depend on what somebody wrote, and the static bytes must not."""
    return prompting.DEFAULT_LANGUAGE if language == "auto" else language


def _time(given: str | None) -> str:
    if given is None:
        return datetime.now(UTC).isoformat(timespec="seconds")
    try:
        return datetime.fromisoformat(given).isoformat()
    except ValueError as error:
        raise InputError(f"--now {given}: not a time", hint="write it as 2026-11-20T08:00:00+00:00") from error


def _json(prompt: Prompt) -> dict[str, object]:
    from hashlib import sha256

    return {
        "static": prompt.static,
        "boundary": BOUNDARY,
        "dynamic": prompt.dynamic,
        "memory_cut": prompt.is_memory_cut,
        "static_sha256": sha256(prompt.static.encode()).hexdigest(),
        "static_tokens": tokens.cjk(prompt.static),
        "dynamic_tokens": tokens.cjk(prompt.dynamic),
    }
