"""Say which turns of a session lost the prefix cache, why, and what it cost.

SESSION is a transcript of any host whose replies carry usage, or a folder of
them. Costs are dollars from a dated price table. The cause is the likely one, from the
transcript: times, models, summaries, sizes and what was read back.
"""

import argparse
from dataclasses import asdict
from pathlib import Path

from ...rules import cache_audit, cache_words
from ...rules.cache_audit import Audit, Reply
from ...services import cache_auditor
from .. import session_argument
from ..console import Console

EXAMPLE = """
PROGRAM ~/.claude/projects/my-project/session.jsonl
PROGRAM ~/.claude/projects/my-project
PROGRAM session.jsonl --prices my-prices.toml --json
"""
TOP = 10
"""Lost turns that the table shows unless told otherwise."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of audit_cache."""
    session_argument.add_session(parser)
    parser.add_argument(
        "--prices", metavar="FILE", type=Path, help="TOML with your own prices, laid over the built-in table"
    )
    parser.add_argument(
        "--ttl", choices=("5m", "1h"), default="", help="lifetime of cache entries (default: from the session)"
    )
    parser.add_argument("--top", metavar="N", type=int, default=TOP, help=f"lost turns to show (default: {TOP})")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the causes (default: en)")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print the audit."""
    session = session_argument.session_of(arguments, console)
    audit = cache_auditor.run(session, arguments.session, price_file=arguments.prices, ttl=arguments.ttl)
    if console.as_json:
        console.data(_json(audit, arguments.lang))
        return 0
    _show(audit, max(0, arguments.top), arguments.lang, console)
    return 0


def _show(audit: Audit, top: int, language: str, console: Console) -> None:
    usage = audit.usage
    console.text(
        f"{len(audit.replies)} replies, {cache_audit.prompt_tokens(usage):,} prompt tokens: "
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
        rows = [_row(reply, language) for reply in shown]
        console.table(headers, rows, numeric=range(8))
        if len(lost) > len(shown):
            console.text(f"… and {len(lost) - len(shown)} more")
    console.text("")
    console.text(f"lost prefixes: {len(lost)}, {sum(r.loss.tokens for r in lost if r.loss):,} tokens sent again")
    console.text(_costs(audit))
    hint = cache_words.pattern(audit, language)
    if hint:
        console.text(hint)


def _costs(audit: Audit) -> str:
    unpriced = ", ".join(audit.unpriced)
    if all(reply.cost is None for reply in audit.replies):
        return f"cost: unknown, no price for {unpriced} (prices of {audit.prices_date}); give one with --prices"
    without = f"; without {unpriced}, which the table does not know" if unpriced else ""
    return (
        f"cost: ${audit.cost:,.4f}; if cached: ${audit.if_cached:,.4f}; lost: ${audit.cost - audit.if_cached:,.4f} "
        f"(prices of {audit.prices_date}{without})"
    )


def _row(reply: Reply, language: str) -> tuple[object, ...]:
    loss = reply.loss
    return (
        reply.number,
        reply.turn,
        reply.line or "",
        f"{reply.prompt:,}",
        f"{reply.usage.cache_read:,}",
        f"{loss.tokens if loss else 0:,}",
        _dollars(reply.cost),
        _dollars(reply.if_cached),
        cache_words.reason(loss, language) if loss else "",
    )


def _dollars(value: float | None) -> str:
    return "?" if value is None else f"${value:.4f}"


def _json(audit: Audit, language: str) -> dict[str, object]:
    priced = any(reply.cost is not None for reply in audit.replies)
    return {
        "replies": len(audit.replies),
        "uses_cache": audit.uses_cache,
        "cached_share": round(audit.cached_share, 4),
        "tokens": asdict(audit.usage),
        "prices_date": audit.prices_date,
        "cost": round(audit.cost, 6) if priced else None,
        "if_cached": round(audit.if_cached, 6) if priced else None,
        "unknown_models": list(audit.unpriced),
        "lost": [reply.number for reply in audit.lost],
        "by_cause": _by_cause(audit),
        "hint": cache_words.pattern(audit, language),
        "turns": [_reply_json(reply, language) for reply in audit.replies],
    }


def _by_cause(audit: Audit) -> dict[str, dict[str, float]]:
    causes: dict[str, dict[str, float]] = {}
    for reply in audit.lost:
        if reply.loss:
            entry = causes.setdefault(reply.loss.cause.value, {"replies": 0, "tokens": 0, "dollars": 0.0})
            entry["replies"] += 1
            entry["tokens"] += reply.loss.tokens
            entry["dollars"] = round(entry["dollars"] + (cache_audit.extra(reply) or 0.0), 6)
    return causes


def _reply_json(reply: Reply, language: str) -> dict[str, object]:
    loss = reply.loss
    return {
        "reply": reply.number,
        "turn": reply.turn,
        "line": reply.line,
        "time": reply.time,
        "model": reply.model,
        "usage": asdict(reply.usage),
        "cost": None if reply.cost is None else round(reply.cost, 6),
        "if_cached": None if reply.if_cached is None else round(reply.if_cached, 6),
        "lost_tokens": loss.tokens if loss else 0,
        "cause": loss.cause.value if loss else None,
        "reason": cache_words.reason(loss, language) if loss else "",
    }
