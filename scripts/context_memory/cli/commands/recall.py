"""Search remembered docs, notes and turns, in English and Chinese.

On a terminal it prints two lines per hit: the text, and its age, source and why it
was found. Otherwise, and with --block, it prints a block for a model: one line per hit
with age, source and handle, within a token budget. If nothing is relevant it says so
and shows the nearest docs. --explain explains the rank of each hit: what it scored for,
and how it differs from the hit above. --batch reads JSON Lines {"query", "scope"} and
prints {"query", "confidence", "hits", "degraded", "ms"} per line.
"""

import argparse
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ...errors import InputError
from ...memory.assembly import open_recall
from ...memory.docs import Found, Hit, Kind, gains_of, scope_of
from ...memory.ports import Filter
from ...memory.recall import recall_block
from ...memory.recall.ranking.rank import Fusion
from ...memory.recall.services.recall import Recall, Search
from ..console import Console, json_text
from ..options import add_settings, add_workspace, open_memory, places_of, settings_of
from . import Command

if TYPE_CHECKING:
    from ..json_lines import JsonLines

EXAMPLE = """
PROGRAM "when do we deploy?" --workspace .
PROGRAM "用户喜欢什么缩进" --limit 3 --explain --workspace .
PROGRAM --batch questions.jsonl --limit 10 --workspace .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("text", metavar="TEXT", nargs="?", help="what to look for")
    parser.add_argument("--batch", metavar="FILE", help="JSON Lines of questions, - for standard input")
    parser.add_argument("--limit", metavar="K", type=int, help="hits at most (default: setting recall_limit)")
    parser.add_argument(
        "--scope", metavar="S", help="search exactly this scope: agent:a:chat does not see agent:a (default: all)"
    )
    kinds = [each.value for each in Kind]
    parser.add_argument("--kind", choices=kinds, metavar="K", help=f"only docs of this kind: {', '.join(kinds)}")
    parser.add_argument(
        "--channel", metavar="C", default="", help="where the question comes from; heartbeat, cron, system get nothing"
    )
    parser.add_argument(
        "--fusion", choices=[mode.value for mode in Fusion], default="weighted", help="ranking (default: weighted)"
    )
    parser.add_argument("--project", metavar="KEY", default="", help="notes of this project count more (mode openclaw)")
    parser.add_argument("--now", metavar="TIME", help="the time that `last week` counts from (default: now)")
    parser.add_argument(
        "--budget", metavar="N", type=int, help="tokens of the block, 128 to 4096 (default: setting recall_tokens)"
    )
    parser.add_argument("--explain", action="store_true", help="explain the rank of each hit")
    parser.add_argument("--block", action="store_true", help="on a terminal too, print the block as a model gets it")
    parser.add_argument("--no-touch", action="store_true", help="do not count the returned docs as used")
    add_workspace(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Search; returns the exit code."""
    if (arguments.text is None) == (arguments.batch is None):
        raise InputError("pass either TEXT or --batch FILE", hint="--help shows an example of each")
    if arguments.text is not None and not arguments.text.strip():
        raise InputError("the question is empty", hint="say what to look for")
    settings = settings_of(arguments, recall_limit=arguments.limit, recall_tokens=arguments.budget)
    arguments.limit, arguments.budget = settings.recall_limit, settings.recall_tokens
    now = _moment(arguments.now)
    if arguments.batch is None and _is_internal(arguments.channel):
        return _recall_nothing(arguments, now, console)
    is_batch = arguments.batch is not None
    store = open_memory(arguments, console)
    recall = open_recall(places_of(arguments), settings, console.warn, store, is_batch=is_batch)
    console.watch(lambda: recall.problem)
    try:
        if arguments.batch is not None:
            from ..json_lines import JsonLines

            return _batch(JsonLines(arguments.batch, console), recall, arguments, now, console)
        _one(recall, arguments, now, console)
        return 0
    finally:
        recall.save_given(now)


RECALL = Command(__doc__, EXAMPLE, add_arguments, run)


def _moment(named: str | None) -> datetime:
    """The time that the call names, else the time now."""
    now = datetime.now(UTC)
    if not named:
        return now
    from ...memory.doc_requests import moment_of

    return moment_of(named, now, "--now")


def _is_internal(channel: str) -> bool:
    """Whether the host itself asks, which recalls nothing."""
    if not channel:
        return False
    from ...memory.doc_requests import is_internal_channel

    return is_internal_channel(channel)


def _recall_nothing(arguments: argparse.Namespace, now: datetime, console: Console) -> int:
    """What the host says to itself recalls nothing (SPEC 5.5)."""
    if console.as_json:
        from ...memory import json_values

        block = recall_block.metadata(recall_block.block((), now), _trace())
        console.data(json_values.of_found(Found(arguments.text, ()), 0.0, now) | {"block": block})
    else:
        console.note(f"nothing is recalled for the channel {arguments.channel}")
    return 0


def _one(recall: Recall, arguments: argparse.Namespace, now: datetime, console: Console) -> None:
    started = time.perf_counter()
    found = recall.find(_search(arguments, arguments.text, arguments.scope, now))
    milliseconds = (time.perf_counter() - started) * 1_000
    if found.degraded and not console.as_json:
        console.warn_of_words_alone(found.reason)
    if arguments.json:
        from ...memory import json_values

        given = found.hits
        block = recall_block.block(found.fitting, now, arguments.budget, notes=True)
        shown = json_values.of_found(found, milliseconds, now) | {"block": recall_block.metadata(block, _trace())}
        shown["embedder"] = recall.embedder or "none"
        shown["fresh_to"] = datetime.now(UTC).isoformat(timespec="seconds") if recall.is_complete else ""
        console.data(_with_explanation(shown, found, arguments.fusion) if arguments.explain else shown)
    elif arguments.explain:
        given = found.hits
        _explain(found, arguments.fusion, now, console)
    else:
        given = _show(found, arguments, now, console)
    if not arguments.no_touch:
        ids = {hit.doc.id for hit in given}
        recall.note_given([hit.doc for hit in found.used if hit.doc.id in ids])


def _show(found: Found, arguments: argparse.Namespace, now: datetime, console: Console) -> tuple[Hit, ...]:
    """Print what was found, for a person on a terminal or for a model; returns what was given out."""
    if not found.hits:
        where = "" if arguments.workspace else f" in {places_of(arguments).state}: no workspace is here, or named"
        console.note(f"nothing was found{where}")
        return ()
    if not found.fitting:
        console.note("nothing relevant was found")
    if console.out.isatty() and not arguments.block:
        from ...memory.recall.explanation import reasons

        words = _explanation_texts(found)
        for hit in found.hits:
            text, known = recall_block.two_lines(hit, now, reasons(found.query, hit, words), words)
            console.text(f"{text}\n{console.paint(known, 'dim')}")
        return found.fitting
    if not found.fitting:
        console.text(recall_block.nearest(found, now, arguments.budget))
        return ()
    block = recall_block.block(found.hits, now, arguments.budget, notes=True)
    console.text(block.text)
    return tuple(hit for hit in found.hits if hit.doc.id in block.ids)


def _batch(lines: "JsonLines", recall: Recall, arguments: argparse.Namespace, now: datetime, console: Console) -> int:
    from ...memory import json_values

    is_internal_channel = _is_internal(arguments.channel)
    for number, line in lines:
        query, scope = line.get("query"), line.get("scope") or arguments.scope
        if not isinstance(query, str) or not (scope is None or isinstance(scope, str)):
            lines.skip(number, '"query" and "scope" must be texts')
            continue
        started = time.perf_counter()
        found = Found(query, ()) if is_internal_channel else recall.find(_search(arguments, query, scope, now))
        shown = json_values.of_found(found, (time.perf_counter() - started) * 1_000, now)
        console.text(json_text(_with_explanation(shown, found, arguments.fusion) if arguments.explain else shown))
        if not arguments.no_touch:
            recall.note_given([hit.doc for hit in found.used])
    return lines.exit_code


def _trace() -> str:
    """A new name for one recall."""
    from uuid import uuid4

    return f"recall_{uuid4()}"


def _search(arguments: argparse.Namespace, text: str, scope: str | None, now: datetime) -> Search:
    return Search(
        text=text,
        now=now,
        where=Filter(scope_of(scope) if scope else None, Kind(arguments.kind) if arguments.kind else None),
        limit=arguments.limit,
        fusion=Fusion(arguments.fusion),
        project=arguments.project,
    )


def _explanation_texts(found: Found) -> Mapping[str, str]:
    """The sentences of an explanation, in Chinese where the question is."""
    from ...storage import templates
    from ...transcripts.speakers import is_chinese

    return templates.texts("explanation", "zh" if is_chinese(found.query) else "en")


def _with_explanation(shown: dict[str, Any], found: Found, mode: str) -> dict[str, Any]:
    """The same with the parts of each score, and the sentences that explain them."""
    from ...memory.recall import explanation

    told = explanation.explain(found, mode, _explanation_texts(found))
    for hit, row, lines in zip(found.hits, shown["hits"], told, strict=True):
        row["parts"] = {name: round(gain, 4) for name, gain in gains_of(hit).items()}
        row["why"] = [line.strip() for line in lines]
    return shown


def _explain(found: Found, mode: str, now: datetime, console: Console) -> None:
    """Print each hit and the sentences that say why it stands there."""
    from ...memory.recall import explanation

    if not found.hits:
        console.note("nothing was found")
    words = _explanation_texts(found)
    told = explanation.explain(found, mode, words)
    for number, (hit, lines) in enumerate(zip(found.hits, told, strict=True), 1):
        text, known = recall_block.two_lines(hit, now, "", words)
        console.text(f"{number}. {text}\n{console.paint(known, 'dim')}")
        for line in lines:
            console.text(f"    {line}")
