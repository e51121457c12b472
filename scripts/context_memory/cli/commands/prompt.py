"""Prompts that keep the prefix cache: `prompt render`, `check` and `audit-cache`."""

import argparse
import sys
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from ...errors import Finding, InputError, Level
from ...prompts import service as cache_auditor
from ...prompts.cache_audit import Audit, Reply, describe_loss, describe_pattern, extra_cost, prompt_tokens
from ...prompts.sections import BOUNDARY, Prompt
from ...prompts.service import (
    DEFAULT_LANGUAGE,
    PROMPT_BYTES,
    PromptRequest,
    check_prompt,
    prompt_text,
    read_memory,
    read_prompt,
    render,
)
from ...storage import templates
from ...text import tokens
from ...tokens import budget
from .. import options
from ..console import Console
from ..options import add_settings, add_workspace, places_of, settings_of
from . import Command


def _add_render_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of context-memory prompt render."""
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


def _run_render(arguments: argparse.Namespace, console: Console) -> int:
    """Print the prompt, or one section of it."""
    settings = settings_of(arguments)
    request = PromptRequest(
        language=arguments.lang or _fixed_language(settings.language),
        with_prewarm=arguments.prewarm,
        prewarm_tokens=budget.budget_of(settings.window, settings.policy).prewarm_at,
        base=read_prompt(arguments.base) if arguments.base else "",
        memory=read_memory(places_of(arguments)),
        task=arguments.task,
        timestamp=_time(arguments.now),
    )
    prompt = render(request)
    if prompt.is_memory_cut:
        console.warn(
            "MEMORY.md is over its budget: only its beginning is in the prompt (context-memory workspace migrate)"
        )
    if console.as_json:
        console.data(_json_render(prompt))
        return 0
    console.text({"static": prompt.static, "dynamic": prompt.dynamic, "both": prompt.text}[arguments.section])
    return 0


RENDER = Command(
    """Render a cache-safe prompt: static section, boundary line, dynamic section.

The static section has the same bytes for the same language, base text and
pre-warming choice, whatever the time, the task or the workspace.
""",
    """
PROGRAM --workspace . --task "Fix the login" --prewarm
PROGRAM --section static --lang zh > static.md
""",
    _add_render_arguments,
    _run_render,
)


def _fixed_language(language: str) -> str:
    """The language for a prompt: `auto` would depend on what somebody wrote, and the static bytes must not."""
    return DEFAULT_LANGUAGE if language == "auto" else language


def _time(given: str | None) -> str:
    if given is None:
        return datetime.now(UTC).isoformat(timespec="seconds")
    try:
        return datetime.fromisoformat(given).isoformat()
    except ValueError as error:
        raise InputError(f"--now {given}: not a time", hint="write it as 2026-11-20T08:00:00+00:00") from error


def _json_render(prompt: Prompt) -> dict[str, object]:
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


EXIT_FINDINGS = 3


def _add_check_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of context-memory prompt check."""
    parser.add_argument(
        "file", metavar="FILE", help="the prompt as it is sent, or a saved API request (JSON); - reads stdin"
    )
    parser.add_argument(
        "--memory", metavar="MEMORY.md", type=Path, help="also find lines of this file above the boundary"
    )
    parser.add_argument(
        "--lang", choices=("en", "zh"), default="en", help="language of reasons and fixes (default: en)"
    )


def _run_check(arguments: argparse.Namespace, console: Console) -> int:
    """Print the findings; exit 3 if there is one to fix."""
    text = _read_prompt(arguments.file)
    memory = read_prompt(arguments.memory) if arguments.memory else ""
    findings = check_prompt(text, memory, arguments.lang)
    failures = sum(finding.level is Level.FAIL for finding in findings)
    if console.as_json:
        console.data({"ok": not failures, "findings": [finding._asdict() for finding in findings]})
    else:
        for finding in findings:
            _show_check(finding, console)
        console.note(
            f"{failures} to fix, {len(findings) - failures} to review" if findings else "the prompt is cache-safe"
        )
    return EXIT_FINDINGS if failures else 0


CHECK = Command(
    """Find what breaks the prefix cache of your prompt.

It finds dates, tasks, text of MEMORY.md, git state, ids, token counts and
temporary paths above the boundary line, and a missing or repeated boundary.
Exit code 0: nothing to fix (warnings may remain); 3: findings.
""",
    """
PROGRAM prompt.md --memory MEMORY.md
context-memory prompt render --workspace . | PROGRAM -
""",
    _add_check_arguments,
    _run_check,
)


def _read_prompt(file: str) -> str:
    if file != "-":
        return read_prompt(Path(file))
    return prompt_text(sys.stdin.buffer.read(PROMPT_BYTES + 1), "standard input")


def _show_check(finding: Finding, console: Console) -> None:
    colour = "red" if finding.level is Level.FAIL else "yellow"
    place = f"line {finding.line}" if finding.line else "prompt"
    console.line(f"{console.paint(finding.level.value, colour)}  {place}  {finding.kind}: {finding.what}")
    console.text(f"      why: {finding.why}")
    console.text("      fix: " + finding.fix.replace("\n", "\n           "))


TOP = 10
"""Lost turns that the table shows unless told otherwise."""


def _add_audit_cache_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of context-memory prompt audit-cache."""
    options.add_session(parser)
    parser.add_argument(
        "--prices", metavar="FILE", type=Path, help="TOML with your own prices, which override the built-in table"
    )
    parser.add_argument(
        "--ttl", choices=("5m", "1h"), default="", help="lifetime of cache entries (default: from the session)"
    )
    parser.add_argument("--top", metavar="N", type=int, default=TOP, help=f"lost turns to show (default: {TOP})")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the causes (default: en)")


def _run_audit_cache(arguments: argparse.Namespace, console: Console) -> int:
    """Print the audit."""
    session = options.session_of(arguments, console)
    audit = cache_auditor.audit_session(session, arguments.session, price_file=arguments.prices, ttl=arguments.ttl)
    texts = templates.texts("cache_audit", arguments.lang)
    if console.as_json:
        console.data(_json_audit_cache(audit, texts))
        return 0
    _show_audit_cache(audit, max(0, arguments.top), texts, console)
    return 0


AUDIT_CACHE = Command(
    """Show which turns of a session lost the prefix cache, why, and the cost.

SESSION is a transcript whose replies report usage, or a folder of transcripts.
Costs are dollars from a dated price table. The cause is inferred from the
transcript: times, models, summaries, sizes and cache reads.
""",
    """
PROGRAM ~/.claude/projects/my-project/session.jsonl
PROGRAM ~/.claude/projects/my-project
PROGRAM session.jsonl --prices my-prices.toml --json
""",
    _add_audit_cache_arguments,
    _run_audit_cache,
)


def _show_audit_cache(audit: Audit, top: int, texts: Mapping[str, str], console: Console) -> None:
    usage = audit.usage
    console.text(
        f"{len(audit.replies)} replies, {prompt_tokens(usage):,} prompt tokens: "
        f"{audit.cached_share:.1%} read from the cache ({usage.cache_read:,}), "
        f"{usage.cache_write:,} written, {usage.input:,} uncached"
    )
    if not audit.uses_cache:
        console.note(
            "no reply reports a cache read or write: this host or provider uses no prompt cache, or does not say so"
        )
    lost = audit.lost
    if lost:
        console.text("")
        shown = lost[:top]
        headers = ("reply", "turn", "line", "prompt", "read", "lost", "cost", "if cached", "likely cause")
        rows = [_row(reply, texts, is_output_known=audit.is_output_known) for reply in shown]
        console.table(headers, rows, numeric=range(8))
        if len(lost) > len(shown):
            console.text(f"… and {len(lost) - len(shown)} more")
    console.text("")
    console.text(f"lost prefixes: {len(lost)}, {sum(r.loss.tokens for r in lost if r.loss):,} tokens sent again")
    console.text(_costs(audit))
    hint = describe_pattern(audit, texts)
    if hint:
        console.text(hint)


def _costs(audit: Audit) -> str:
    unpriced = ", ".join(audit.unpriced)
    if all(reply.cost is None for reply in audit.replies):
        return f"cost: unknown, no price for {unpriced} (prices of {audit.prices_date}); give one with --prices"
    if not audit.is_output_known:
        lost = f"; lost: ${audit.cost - audit.if_cached:,.4f} (prices of {audit.prices_date})"
        return "cost: unknown, the transcript holds only the first output count of each reply" + lost
    without = f"; without {unpriced}, which the table does not know" if unpriced else ""
    return (
        f"cost: ${audit.cost:,.4f}; if cached: ${audit.if_cached:,.4f}; lost: ${audit.cost - audit.if_cached:,.4f} "
        f"(prices of {audit.prices_date}{without})"
    )


def _row(reply: Reply, texts: Mapping[str, str], *, is_output_known: bool) -> tuple[object, ...]:
    loss = reply.loss
    return (
        reply.number,
        reply.turn,
        reply.line or "",
        f"{reply.prompt:,}",
        f"{reply.usage.cache_read:,}",
        f"{loss.tokens if loss else 0:,}",
        _dollars(reply.cost if is_output_known else None),
        _dollars(reply.if_cached if is_output_known else None),
        describe_loss(loss, texts) if loss else "",
    )


def _dollars(value: float | None) -> str:
    return "?" if value is None else f"${value:.4f}"


def _json_audit_cache(audit: Audit, texts: Mapping[str, str]) -> dict[str, object]:
    priced = audit.is_output_known and any(reply.cost is not None for reply in audit.replies)
    return {
        "replies": len(audit.replies),
        "uses_cache": audit.uses_cache,
        "cached_share": round(audit.cached_share, 4),
        "tokens": asdict(audit.usage) | ({} if audit.is_output_known else {"output": None}),
        "prices_date": audit.prices_date,
        "cost": round(audit.cost, 6) if priced else None,
        "if_cached": round(audit.if_cached, 6) if priced else None,
        "unknown_models": list(audit.unpriced),
        "lost": [reply.number for reply in audit.lost],
        "by_cause": _by_cause(audit),
        "hint": describe_pattern(audit, texts),
        "turns": [_reply_json(reply, texts, is_output_known=audit.is_output_known) for reply in audit.replies],
    }


def _by_cause(audit: Audit) -> dict[str, dict[str, float | None]]:
    causes: dict[str, dict[str, float | None]] = {}
    for reply in audit.lost:
        if reply.loss:
            entry = causes.setdefault(reply.loss.cause.value, {"replies": 0, "tokens": 0, "dollars": None})
            entry["replies"] = (entry["replies"] or 0) + 1
            entry["tokens"] = (entry["tokens"] or 0) + reply.loss.tokens
            if (extra := extra_cost(reply)) is not None:
                entry["dollars"] = round((entry["dollars"] or 0.0) + extra, 6)
    return causes


def _reply_json(reply: Reply, texts: Mapping[str, str], *, is_output_known: bool) -> dict[str, object]:
    loss = reply.loss
    is_priced = is_output_known and reply.cost is not None and reply.if_cached is not None
    return {
        "reply": reply.number,
        "turn": reply.turn,
        "line": reply.line,
        "time": reply.time,
        "model": reply.model,
        "usage": asdict(reply.usage) | ({} if is_output_known else {"output": None}),
        "cost": round(reply.cost or 0.0, 6) if is_priced else None,
        "if_cached": round(reply.if_cached or 0.0, 6) if is_priced else None,
        "lost_tokens": loss.tokens if loss else 0,
        "cause": loss.cause.value if loss else None,
        "reason": describe_loss(loss, texts) if loss else "",
    }
