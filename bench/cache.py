"""What the prompt cache saves or loses: a session replayed under several ways of keeping its context small.

`python -m bench.cache FILE ...` replays transcripts; without files the example session. Sizes are fitted to the usage
that the session reports, else estimated. Everything but the last line of each table is simulated.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from context_memory.errors import ContextMemoryError
from context_memory.llm import prices
from context_memory.messages import Session
from context_memory.prompts.cache_audit import Audit, Cause, audit_cache, prompt_tokens
from context_memory.tokens import budget
from context_memory.transcripts.formats import read_session
from examples.make_session import make

from .cache_replay import pieces
from .cache_replay.pieces import Talk
from .cache_replay.prefix_cache import FIVE_MINUTES, HOUR, Terms
from .cache_replay.simulation import Deal, Simulated, simulate
from .cache_replay.strategies import Naive, NoCompaction, Swaps
from .table import Row, show

STAND_IN = "claude-sonnet-5-5"
"""Its prices are used where the table does not know the session's model."""
CODEC = "claude-haiku-5-5"
"""Compresses the blocks of ours, on our bill."""
LEAST_BETWEEN = 0.95
"""Of the input tokens, read from the cache between swaps."""
TTLS = {"5m": (FIVE_MINUTES,), "1h": (HOUR,), "auto": (FIVE_MINUTES, HOUR)}
SCALE = 3
"""The example story so many times over: long enough for several swaps."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One session under every strategy."""

    name: str
    model: str
    is_stand_in: bool
    talk: Talk
    deal: Deal
    none: Simulated
    naive: Simulated
    rewriting: Simulated
    ours: Simulated
    bounded: Simulated
    view_alone: Simulated
    recorded: Audit

    @property
    def simulated(self) -> tuple[Simulated, ...]:
        """In the order of the table."""
        return (self.none, self.naive, self.rewriting, self.ours, self.bounded, self.view_alone)


def compare(
    session: Session, name: str, *, window: int = 200_000, ttl: str = "auto", model: str = "", recall: int = 0
) -> Comparison:
    """Replay one session; `ttl` is `5m`, `1h` or `auto`: the lifetime at which the uncompacted session is cheaper."""
    talk = pieces.of(session)
    wanted = model or _model(session)
    known = prices.TABLE.of(wanted)
    price = known or prices.TABLE.models[STAND_IN]
    codec = prices.TABLE.models[CODEC]

    def untouched(terms: Terms) -> tuple[Simulated, Deal]:
        deal = Deal(price, budget=budget.budget_of(window), terms=terms, fixed=talk.fixed, codec=codec, recall=recall)
        return simulate("no compaction, endless window", NoCompaction(deal), talk.pieces, talk.outputs, deal), deal

    none, deal = min((untouched(terms) for terms in TTLS[ttl]), key=lambda each: each[0].cost)

    def run(strategy: str, how: Naive | Swaps) -> Simulated:
        return simulate(strategy, how, talk.pieces, talk.outputs, deal)

    return Comparison(
        name=name,
        model=prices.plain_name(wanted) if known else STAND_IN,
        is_stand_in=known is None,
        talk=talk,
        deal=deal,
        none=none,
        naive=run("summary + last 4 at the mark", Naive(deal)),
        rewriting=run("same, old tool records trimmed in place", Naive(deal, rewrites=True)),
        ours=run("ours: swaps only", Swaps(deal)),
        bounded=run("ours: outputs bounded at first, swaps", Swaps(deal, bounded=True)),
        view_alone=run("same, target of the view alone", Swaps(deal, bounded=True, counts_fixed=False)),
        recorded=audit_cache(session),
    )


def _model(session: Session) -> str:
    """The model that wrote most replies."""
    counts: dict[str, int] = {}
    for message in session.messages:
        if message.usage and message.model:
            counts[message.model] = counts.get(message.model, 0) + 1
    return max(counts, key=lambda each: counts[each], default="") or session.model


def rows(comparison: Comparison) -> list[Row]:
    """What was promised, beside its references."""
    ours, none = comparison.bounded, comparison.none
    naive = comparison.rewriting
    reference = f"naive {naive.cached_between:.1%}, none {none.cached_between:.1%}"
    swaps = f"{ours.swaps} swap{'s' if ours.swaps != 1 else ''}"
    between = ours.cached_between
    return [
        Row(
            f"{comparison.name}: cached between swaps",
            f"{between:.1%} ({ours.cached_warm:.1%} without pauses > TTL), {swaps}",
            reference,
            f">= {LEAST_BETWEEN:.0%}",
            between >= LEAST_BETWEEN,
        ),
        Row(
            f"{comparison.name}: dollars",
            f"${ours.cost:.2f} (swaps only ${comparison.ours.cost:.2f})",
            f"naive ${naive.cost:.2f}, its summary alone ${comparison.naive.cost:.2f}, none ${none.cost:.2f}",
            "below naive and none",
            ours.cost < naive.cost and ours.cost < none.cost,
        ),
    ]


def measure() -> list[Row]:
    """Rows for the example session."""
    return rows(compare(_example(), "example session"))


def table(comparison: Comparison) -> str:
    """One session, one line for each strategy."""
    cells = [("strategy", "requests", "input", "cached", "between swaps", "warm", "swaps", "overflow", "dollars")]
    for each in comparison.simulated:
        work = sum(not request.is_extra for request in each.requests)
        shares = (f"{each.cached:.1%}", f"{each.cached_between:.1%}", f"{each.cached_warm:.1%}")
        overflow = f"at {each.overflow}" if each.overflow else "-"
        cells.append(
            (each.strategy, f"{work:,}", f"{each.prompt:,}", *shares, f"{each.swaps}", overflow, f"${each.cost:,.2f}")
        )
    recorded = comparison.recorded
    if recorded.replies:
        compactions = sum(bool(r.loss and r.loss.cause is Cause.COMPACTION) for r in recorded.replies)
        used = prompt_tokens(recorded.usage)
        cost = f"${recorded.cost:,.2f}" if not recorded.unpriced else f"${_stand_in_cost(recorded):,.2f}"
        cells.append(
            (
                "as the host recorded it",
                f"{len(recorded.replies):,}",
                f"{used:,}",
                f"{recorded.cached_share:.1%}",
                "",
                "",
                f"{compactions}",
                "",
                cost,
            )
        )
    widths = [max(len(line[i]) for line in cells) for i in range(len(cells[0]))]
    lines = ["  ".join(_padded(line, widths)) for line in cells]
    return "\n".join([_heading(comparison), *lines])


def _padded(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [
        cell.rjust(width) if i else cell.ljust(width) for i, (cell, width) in enumerate(zip(line, widths, strict=True))
    ]


def _heading(comparison: Comparison) -> str:
    talk, deal = comparison.talk, comparison.deal
    price = f"prices of {comparison.model}" + (
        " (stand-in: the session's model has none)" if comparison.is_stand_in else ""
    )
    sizes = "sizes fitted to usage" if talk.has_usage else "sizes estimated"
    times = "" if talk.has_times else ", no times: the cache never expires"
    return (
        f"{comparison.name}: {price}; {sizes}{times}; fixed part {talk.fixed:,} tokens; "
        f"mark {deal.budget.compact_at:,}, target {deal.budget.target:,}; cache lives {deal.terms.ttl / 60:.0f} min"
    )


def _stand_in_cost(audit: Audit) -> float:
    stand_in = prices.TABLE.models[STAND_IN]
    return sum(reply.cost or prices.cost(reply.usage, stand_in) for reply in audit.replies)


def _example() -> Session:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        path.write_text(make(scale=SCALE).text, encoding="utf-8")
        return read_session(path)


def main(argv: Sequence[str] | None = None) -> int:
    """Print one table per session, then the promises; exit 1 when one was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.cache", description=__doc__)
    parser.add_argument("files", metavar="FILE", nargs="*", type=Path, help="transcripts (default: the example)")
    parser.add_argument("--window", metavar="TOKENS", type=int, default=200_000, help="context window of the model")
    parser.add_argument(
        "--ttl", choices=tuple(TTLS), default="auto", help="lifetime of cache entries (default: auto, the cheaper one)"
    )
    parser.add_argument("--model", default="", help="price everything as this model (default: the session's own)")
    parser.add_argument("--recall", metavar="TOKENS", type=int, default=0, help="recalled text in every turn")
    arguments = parser.parse_args(argv)
    promised: list[Row] = []
    for name, session in _sessions(arguments.files):
        comparison = compare(
            session,
            name,
            window=arguments.window,
            ttl=arguments.ttl,
            model=arguments.model,
            recall=arguments.recall,
        )
        print(table(comparison) + "\n")
        promised += rows(comparison)
    print(show(promised))
    return 1 if not promised or any(row.met is False for row in promised) else 0


def _sessions(paths: Sequence[Path]) -> list[tuple[str, Session]]:
    if not paths:
        return [("example session", _example())]
    found = []
    for path in paths:
        try:
            found.append((path.stem, read_session(path)))
        except ContextMemoryError as error:
            print(f"{path}: {error}", file=sys.stderr)
    return found


if __name__ == "__main__":
    sys.exit(main())
