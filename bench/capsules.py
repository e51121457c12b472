"""`python -m bench.capsules [FILE ...]`: what capsules still carry of what a session needs next, by codec and size.

Each session is cut at 60 %. Everything before is cut into blocks and compressed; the context is all capsules
and the newest four messages. The model is scripted: it copies every third line and drops the rest, as a careless
one would. Beside it stands the same text without the list that verification appends, and the newest messages alone.

One more row counts the swapped blocks whose capsule was there before the swap, with a worker that keeps up and without.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean

from context_memory.api.assemble import sessions
from context_memory.blocks.compression import extractive, verify
from context_memory.blocks.compression.verify import Accepted
from context_memory.blocks.values import BlockState, CompressRequest, Swapped
from context_memory.messages import Message, keep_from
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.testing.builders import blocks_of
from context_memory.text import tokens
from context_memory.transcripts import as_text, speakers
from context_memory.transcripts.formats import read_session
from examples.make_session import make

from .fidelity_metric import Score, needs, score, shown
from .table import Row, show

CUT = 0.6
NEWEST = 4
BLOCK_TOKENS = 4_000
MEASURES = ("recall", "grounded", "directives", "rare")

WORKED = Settings(window=60_000, block_tokens=2_000)
"""A window that the example fills several times."""
NOW = datetime(2026, 9, 14, tzinfo=UTC)

Write = Callable[[CompressRequest], str]


def measure() -> list[Row]:
    """Rows for the example session."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "session.jsonl"
        path.write_text(make().text, encoding="utf-8")
        return [*_rows([path]), _ready(read_session(path).messages)]


def main() -> int:
    """Measure transcripts."""
    parser = argparse.ArgumentParser(prog="python -m bench.capsules", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("files", metavar="FILE", nargs="*", type=Path, help="transcripts (default: the example)")
    files = parser.parse_args().files
    print(show(_rows(files) if files else measure()))
    return 0


def _rows(files: Sequence[Path]) -> list[Row]:
    methods: dict[str, tuple[Write, float]] = {
        "extractive, ratio 0.5": (_extractive, 0.5),
        "extractive, ratio 0.25": (_extractive, 0.25),
        "extractive, ratio 0.1": (_extractive, 0.1),
        "model + list, ratio 0.5": (_verified, 0.5),
        "the same model, unverified": (_careless, 0.5),
    }
    results: dict[str, list[Score]] = {}
    sizes: list[int] = []
    for file in files:
        session = read_session(file)
        at = keep_from(session.messages, len(session.messages) - int(len(session.messages) * CUT))
        wanted = needs(session.messages, at)
        tail = "\n".join(shown(message) for message in session.messages[max(0, at - NEWEST) : at])
        requests = list(_requests(session.messages[:at]))
        sizes.append(sum(request.block.tokens for request in requests))
        for name, (write, ratio) in methods.items():
            capsules = "\n".join(write(_at(request, ratio)) for request in requests)
            results.setdefault(name, []).append(score(wanted, f"{capsules}\n{tail}"))
        results.setdefault("newest messages alone", []).append(score(wanted, tail))
    reference = _said(results.pop("newest messages alone"))
    raw = f"{mean(sizes) / 1000:.0f}k raw"
    return [Row(f"capsules, {name}", _said(found), f"{raw}; newest 4: {reference}") for name, found in results.items()]


def _ready(messages: Sequence[Message]) -> Row:
    """The share of swapped blocks that were lookups."""
    worked, alone = _found_at_swap(messages, has_worker=True), _found_at_swap(messages, has_worker=False)
    swaps = sum(total > 0 for _, total in worked)
    found, total = (sum(each) for each in zip(*worked, strict=True))
    found_alone, total_alone = (sum(each) for each in zip(*alone, strict=True))
    return Row(
        "capsules ready at swap",
        f"{found / total:.0%} of {total} blocks, {swaps} swaps, with a worker",
        f"without a worker {found_alone / total_alone:.0%} of {total_alone}",
        "100%",
        found == total,
    )


def _found_at_swap(messages: Sequence[Message], *, has_worker: bool) -> list[tuple[int, int]]:
    """For each swap of a session told message by message: blocks whose capsule was there, and all its blocks."""
    counts = []
    with tempfile.TemporaryDirectory() as name:
        where = places.of_workspace(Path(name))
        services = sessions.blocks(where, WORKED)
        worker = sessions.compressor(where, WORKED, services.store, codec="extractive")
        for message in messages:
            sealed = services.ingester.add("bench", [message], NOW).sealed
            if sealed and has_worker:
                list(worker.run(worker.backlog(["bench"])))
            if not sealed or not services.viewer.due("bench"):
                continue
            rows = services.viewer.rows("bench")
            ready = {row.block.number for row in rows if row.capsule}
            gone = {row.block.number for row in rows if row.state in (BlockState.COMPRESSED, BlockState.EVICTED)}
            outcome = services.viewer.swap("bench", NOW)
            if isinstance(outcome, Swapped):
                turned = {row.block.number for row in rows if row.block.last < outcome.swap.tail_from} - gone
                counts.append((len(turned & ready), len(turned)))
        services.close()
    return counts


def _requests(messages: Sequence[Message]) -> Iterable[CompressRequest]:
    sizes = [tokens.of_message(message) for message in messages]
    for block in blocks_of("bench", list(messages), sizes, BLOCK_TOKENS):
        inside = tuple(each for each in messages[block.first - 1 : block.last] if not speakers.is_noise(each))
        yield CompressRequest(block, inside, block.tokens)


def _at(request: CompressRequest, ratio: float) -> CompressRequest:
    return CompressRequest(request.block, request.messages, max(1, int(request.block.tokens * ratio)))


def _extractive(request: CompressRequest) -> str:
    text = extractive.capsule(request.messages, target=request.target_tokens)
    verdict = verify.verify_draft(request, text, invents=False)
    return verdict.text if isinstance(verdict, Accepted) else as_text.whole(request.messages)


def _careless(request: CompressRequest) -> str:
    return "\n".join(as_text.for_prompt(request.messages).split("\n")[::3])


def _verified(request: CompressRequest) -> str:
    verdict = verify.verify_draft(request, _careless(request))
    return verdict.text if isinstance(verdict, Accepted) else _extractive(request)


def _said(scores: Sequence[Score]) -> str:
    shares = []
    for name in MEASURES:
        values = [value for each in scores if (value := getattr(each, name)) is not None]
        shares.append(f"{name} {mean(values):.2f}" if values else f"{name} -")
    return f"{mean(each.tokens for each in scores) / 1000:.1f}k, {', '.join(shares)}"


if __name__ == "__main__":
    sys.exit(main())
