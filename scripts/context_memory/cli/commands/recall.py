"""Find remembered docs, notes and turns again, in English and Chinese.

Prints a block for a model: one line a hit with age, source and handle, within
a token budget. --explain shows each part of every score, and of a question about
two which of them a hit is for. --batch reads JSON Lines {"query", "scope"} and
prints {"query", "hits", "degraded", "ms"} a line.
"""

import argparse
import time
import uuid
from datetime import UTC, datetime
from typing import Any

from ... import wiring
from ...model.docs import Found, Hit
from ...model.errors import InputError
from ...rules import doc_ids, json_forms, recall_block, remembering, slash
from ...rules.fusion import Fusion
from ...services.recall import Recall, Search
from ..console import Console, json_text
from ..json_lines import JsonLines
from ..options import add_settings, add_workspace, places_of, settings_of

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
    parser.add_argument("--explain", action="store_true", help="show the parts of each score")
    parser.add_argument("--no-touch", action="store_true", help="do not count that these docs were given out")
    add_workspace(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Search; returns the exit code."""
    if (arguments.text is None) == (arguments.batch is None):
        raise InputError("name TEXT or --batch FILE, one of them", hint="--help shows an example of each")
    settings = settings_of(arguments, recall_limit=arguments.limit, recall_tokens=arguments.budget)
    arguments.limit, arguments.budget = settings.recall_limit, settings.recall_tokens
    now = remembering.moment_of(arguments.now, datetime.now(UTC), "--now")
    if slash.is_internal(arguments.channel) and arguments.batch is None:
        return _nothing(arguments, now, console)
    is_batch = arguments.batch is not None
    recall = wiring.open_recall(places_of(arguments), settings, console.warn, is_batch=is_batch)
    console.watch(lambda: recall.problem)
    try:
        if arguments.batch is not None:
            return _batch(JsonLines(arguments.batch, console), recall, arguments, now, console)
        _one(recall, arguments, now, console)
        return 0
    finally:
        recall.save_given(now)


def _nothing(arguments: argparse.Namespace, now: datetime, console: Console) -> int:
    """What the host says to itself recalls nothing (SPEC 5.5)."""
    if console.as_json:
        block = recall_block.metadata(recall_block.block((), now), f"recall_{uuid.uuid4()}")
        console.data(json_forms.of_found(Found(arguments.text, ()), 0.0, now) | {"block": block})
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
        given = found.hits
        block = recall_block.block(found.hits, now, arguments.budget, notes=True)
        shown = json_forms.of_found(found, milliseconds, now) | {
            "block": recall_block.metadata(block, f"recall_{uuid.uuid4()}")
        }
        shown["embedder"] = recall.embedder or "none"
        console.data(_explained(shown, found) if arguments.explain else shown)
    elif arguments.explain:
        given = found.hits
        _explain(found.hits, console)
    else:
        block = recall_block.block(found.hits, now, arguments.budget, notes=True)
        given = tuple(hit for hit in found.hits if hit.doc.id in block.ids)
        if block.text:
            console.text(block.text)
        else:
            console.note("nothing was found")
    if not arguments.no_touch:
        recall.note_given([hit.doc for hit in given])


def _batch(lines: JsonLines, recall: Recall, arguments: argparse.Namespace, now: datetime, console: Console) -> int:
    is_internal = slash.is_internal(arguments.channel)
    for number, line in lines:
        query, scope = line.get("query"), line.get("scope") or arguments.scope
        if not isinstance(query, str) or not (scope is None or isinstance(scope, str)):
            lines.skip(number, '"query" and "scope" must be texts')
            continue
        started = time.perf_counter()
        found = Found(query, ()) if is_internal else recall.find(_search(arguments, query, scope, now))
        shown = json_forms.of_found(found, (time.perf_counter() - started) * 1_000, now)
        console.text(json_text(_explained(shown, found) if arguments.explain else shown))
        if not arguments.no_touch:
            recall.note_given([hit.doc for hit in found.hits])
    return lines.exit_code


def _search(arguments: argparse.Namespace, text: str, scope: str | None, now: datetime) -> Search:
    return Search(
        text=text,
        now=now,
        scope=doc_ids.scope_of(scope) if scope else None,
        limit=arguments.limit,
        fusion=Fusion(arguments.fusion),
        project=arguments.project,
    )


def _explained(shown: dict[str, Any], found: Found) -> dict[str, Any]:
    """The same with the parts of each score."""
    for hit, row in zip(found.hits, shown["hits"], strict=True):
        row["parts"] = {part.name: round(part.gain, 4) for part in hit.parts}
        if hit.asked:
            row["asked"] = list(hit.asked)
    return shown


def _explain(hits: tuple[Hit, ...], console: Console) -> None:
    if not hits:
        console.note("nothing was found")
    for hit in hits:
        console.text(f"{hit.score:6.3f}  #{recall_block.handle_of(hit.doc.id)}  {' '.join(hit.doc.text.split())[:100]}")
        if hit.asked:
            console.text(f"        for {', '.join(hit.asked)}")
        parts = sorted(hit.parts, key=lambda part: -abs(part.gain))
        console.text(
            "        " + "  ".join(f"{part.name} {part.gain:+.3f}" for part in parts if abs(part.gain) >= 0.0005)
        )
