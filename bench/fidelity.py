"""`python -m bench.fidelity [FILE ...]`: what a compacted session still carries, ours beside the baselines.

Without files the session of examples/make_session.py is used. Macro averages over cuts: where the context
since the last compaction of the host reaches 150,000 estimated tokens, else one cut at 60 % of the session.
Where a transcript holds summaries that its host made, ours is compared with them at the same size.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import correlation, mean

from context_memory.api.assemble import sessions
from context_memory.compaction.digest.allocation import MOST_PLACES
from context_memory.compaction.digest.headings import HEADINGS
from context_memory.compaction.outcomes import Compacted
from context_memory.compaction.services.compact import Request
from context_memory.errors import ContextMemoryError
from context_memory.messages import Message, Role, Session, Text, session_at
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.transcripts.formats import read_session

from .fidelity_baselines import METHODS, Method, rendered
from .fidelity_metric import Needs, Score, needs, score, shown, size
from .table import Row

BUDGETS = (4_000, 8_000)
WINDOW = 150_000  # tokens by bytes / 4
MOST_CUTS = 3
FEWEST_NEEDS = 20
FEWEST_PAIRS = 4  # cuts, for a rank correlation
LEAST_CORRELATION = 0.5  # of the receipt's score and later recall
CHAIN_TRIGGER, CHAIN_BUDGET, CHAIN_HORIZON = 40_000, 8_000, 30_000
MEASURES = ("recall", "grounded", "directives", "rare")
NOW = datetime(2026, 9, 14, tzinfo=UTC)
SETTINGS = Settings(min_receipt=0.0, refill_limit=1_000_000)


@dataclass(frozen=True, slots=True)
class Result:
    """One method at one cut."""

    file: str
    mode: str
    """`cut 4000`, `host` or `after 3`."""
    method: str
    score: Score
    receipt: float | None = None
    """What our own receipt says of it."""


def main() -> int:
    """Measure and print a table, or JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.fidelity", description=(__doc__ or "").split("\n")[0])
    parser.add_argument(
        "files", metavar="FILE", nargs="*", type=Path, help="transcripts (default: the example session)"
    )
    parser.add_argument("--budgets", default=",".join(map(str, BUDGETS)), help="token budgets (default: 4000,8000)")
    parser.add_argument("--chain", action="store_true", help="compact again and again instead of once")
    parser.add_argument("--json", action="store_true", help="print every single result")
    arguments = parser.parse_args()
    budgets = [int(budget) for budget in arguments.budgets.split(",")]
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as folder:
        for file in arguments.files or [example(Path(folder))]:
            try:
                session = read_session(file)
            except ContextMemoryError as error:
                print(f"{file.name}: {error}", file=sys.stderr)
                continue
            print(f"{file.name} ...", file=sys.stderr, flush=True)
            found = chain(session) if arguments.chain else [*cuts(session, budgets), *hosts(session)]
            results += [replace(result, file=file.name) for result in found]
    if arguments.json:
        json.dump([asdict(result) for result in results], sys.stdout, indent=1)
    else:
        print(table(results))
    return 0


def example(folder: Path) -> Path:
    """The session of the demo."""
    from examples.make_session import make

    path = folder / "example.jsonl"
    path.write_text(make().text, encoding="utf-8")
    return path


def cuts(session: Session, budgets: Sequence[int]) -> Iterable[Result]:
    """Every method at every cut and budget; summaries of the host are left out of the history."""
    for messages, at, wanted in _needs_at_cuts(session):
        for budget in budgets:
            for name, method in METHODS.items():
                yield Result("", f"cut {budget}", name, score(wanted, method(messages[:at], budget)))
            with tempfile.TemporaryDirectory() as folder:
                outcome = _compacted_at(session, messages[:at], budget, Path(folder))
                text = _text(outcome) if outcome else rendered(messages[:at])
                proof = outcome.receipt.score if outcome else None
                yield Result("", f"cut {budget}", "ours", score(wanted, text), proof)


def receipts_of(files: Sequence[Path]) -> Row:
    """How the score of our receipt follows the recall that the rest of each session asks for."""
    pairs = []
    for session in map(read_session, files):
        for messages, at, wanted in _needs_at_cuts(session):
            for budget in BUDGETS:
                with tempfile.TemporaryDirectory() as folder:
                    outcome = _compacted_at(session, messages[:at], budget, Path(folder))
                recall = score(wanted, _text(outcome)).recall if outcome else None
                if outcome and recall is not None:
                    pairs.append((outcome.receipt.score, recall))
    found = rank_correlation(pairs) if len(pairs) >= FEWEST_PAIRS else 0.0
    shown = f"rank correlation {found:.2f} of {len(pairs)} compactions"
    return Row("receipt against later recall", shown, "", f">= {LEAST_CORRELATION}", found >= LEAST_CORRELATION)


def names_of(files: Sequence[Path]) -> Row:
    """How much of what a compaction delivers only says what stands where, at every cut and budget."""
    shares = []
    for session in map(read_session, files):
        for start, end in _cut_points(session.messages):
            messages = [message for message in session.messages[start:end] if not message.is_summary]
            for budget in BUDGETS:
                with tempfile.TemporaryDirectory() as folder:
                    if outcome := _compacted_at(session, messages, budget, Path(folder)):
                        shares.append(names_share(outcome.continuation, rendered(outcome.tail)))
    worst = max(shares, default=0.0)
    shown = f"{mean(shares or [0.0]):.2f} on the mean of {len(shares)} compactions, {worst:.2f} at most"
    return Row("what stands where, of all that is delivered", shown, "", f"<= {MOST_PLACES}", worst <= MOST_PLACES)


def names_share(continuation: str, tail: str = "") -> float:
    """The part of a text, in characters, that the list of what stands where takes with its heading."""
    for words in HEADINGS.values():
        _, opening, names = continuation.partition(f"\n{words['excerpts'].rstrip(':：')}")
        if opening:
            ends = (names.find(f"\n{after}") for after in (words["story"], words["work"]))
            last = min((end for end in ends if end >= 0), default=len(names))
            return (len(opening) + last) / (len(continuation) + len(tail))
    return 0.0


def _needs_at_cuts(session: Session) -> Iterable[tuple[list[Message], int, Needs]]:
    """(messages without the host's summaries, how many of them are before the cut, what the others need of those)."""
    for start, end in _cut_points(session.messages):
        messages = [message for message in session.messages[start:] if not message.is_summary]
        at = sum(not message.is_summary for message in session.messages[start:end])
        wanted = needs(messages, at)
        if len(wanted.things) >= FEWEST_NEEDS:
            yield messages, at, wanted


def hosts(session: Session) -> Iterable[Result]:
    """The host's own summaries beside ours and the mix, in as many tokens."""
    last = 0
    for i, message in enumerate(session.messages):
        if not message.is_summary or not message.text.strip():
            continue
        past, future = session.messages[last:i], session.messages[i + 1 :]
        last = i
        if sum(map(_tokens, past)) < 8_000 or sum(map(_tokens, future[:200])) < 4_000:
            continue
        wanted: Needs = needs((*past, *future), len(past))
        room = size(message.text)
        yield Result("", "host", "summary of the host", score(wanted, message.text))
        for name in ("mix", "ours"):
            yield Result("", "host", f"{name}, same size", score(wanted, _methods(session)[name](past, max(500, room))))


def chain(session: Session) -> Iterable[Result]:
    """Compact whenever the view has grown to the trigger; each method sees only what it left itself."""
    messages = [message for message in session.messages if not message.is_summary]
    for name in ("skill L2 as written", "mix", "ours"):
        with tempfile.TemporaryDirectory() as folder:
            yield from _chain_of(session, messages, name, Path(folder))


def _chain_of(session: Session, messages: Sequence[Message], name: str, folder: Path) -> Iterable[Result]:
    view: list[Message] = []
    count = 0
    for i, message in enumerate(messages):
        view.append(message)
        if sum(map(_tokens, view)) < CHAIN_TRIGGER or len(view) < 12:
            continue
        context, left = _compacted_view(session, view, name, folder)
        if not left:
            continue
        count, view = count + 1, left
        if sum(map(_tokens, messages[i + 1 : i + 200])) > CHAIN_TRIGGER // 5:
            wanted = needs(messages, i + 1, horizon=CHAIN_HORIZON)
            yield Result("", f"after {min(count, 5)}", name, score(wanted, context))


def _compacted_view(session: Session, view: Sequence[Message], name: str, folder: Path) -> tuple[str, list[Message]]:
    """The context as text and as messages; ours through the service and its state on disk."""
    if name == "ours":
        outcome = _compact(replace(session, messages=tuple(view), context_start=0), CHAIN_BUDGET, folder)
        if outcome is None:
            return "", []
        return _text(outcome), [Message(Role.USER, (Text(outcome.continuation),)), *outcome.tail]
    context = METHODS[name](view, CHAIN_BUDGET)
    return context, [Message(Role.USER, (Text(context),), is_summary=True)]


def ours(session: Session) -> Method:
    """Our compaction as a method of the table."""

    def method(messages: Sequence[Message], budget: int) -> str:
        with tempfile.TemporaryDirectory() as folder:
            outcome = _compacted_at(session, messages, budget, Path(folder))
            return _text(outcome) if outcome else rendered(messages)

    return method


def _compacted_at(session: Session, messages: Sequence[Message], budget: int, folder: Path) -> Compacted | None:
    shortened = session_at(replace(session, messages=tuple(messages), context_start=0), len(messages))
    return _compact(shortened, budget, folder)


def _compact(session: Session, budget: int, folder: Path) -> Compacted | None:
    compaction = sessions.compaction(places.Places(state=folder), SETTINGS)
    outcome = compaction.compact(session, Request(budget=budget, force=True, name="bench"), NOW)
    return outcome if isinstance(outcome, Compacted) else None


def _text(outcome: Compacted) -> str:
    return outcome.continuation + "\n\n" + rendered(outcome.tail)


def _methods(session: Session) -> dict[str, Method]:
    return {**METHODS, "ours": ours(session)}


def _tokens(message: Message) -> int:
    return size(shown(message))


def _cut_points(messages: Sequence[Message]) -> list[tuple[int, int]]:
    """(first message, message after the last) of contexts that a compaction would meet."""
    sizes = [0 if message.is_summary else _tokens(message) for message in messages]
    window = WINDOW if sum(sizes) > WINDOW * 1.25 else int(sum(sizes) * 0.6)
    found, start, held = [], 0, 0
    for i, tokens in enumerate(sizes):
        held += tokens
        if held >= window:
            if sum(sizes[i + 1 : i + 401]) > min(8_000, window * 0.2):
                found.append((start, i + 1))
            start, held = i + 1, 0
    if len(found) <= MOST_CUTS:
        return found
    return [found[round(j * (len(found) - 1) / (MOST_CUTS - 1))] for j in range(MOST_CUTS)]


def table(results: Sequence[Result]) -> str:
    """Macro averages: every cut counts the same."""
    lines = [f"{'':12}{'method':26}{'cuts':>5}{'tokens':>8}" + "".join(f"{measure:>12}" for measure in MEASURES)]
    for mode, method in dict.fromkeys((result.mode, result.method) for result in results):
        scores = [result.score for result in results if (result.mode, result.method) == (mode, method)]
        cells = ""
        for measure in MEASURES:
            values = [value for each in scores if (value := getattr(each, measure)) is not None]
            cells += f"{mean(values):>12.3f}" if values else f"{'–':>12}"
        lines.append(f"{mode:12}{method:26}{len(scores):>5}{round(mean(s.tokens for s in scores)):>8,}{cells}")
    pairs = [(each.receipt, each.score.recall) for each in results if each.receipt is not None]
    known = [(proof, recall) for proof, recall in pairs if recall is not None]
    if len(known) > FEWEST_PAIRS:
        lines.append(f"receipt against recall: rank correlation {rank_correlation(known):.2f} of {len(known)} cuts")
    return "\n".join(lines)


def rank_correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Spearman's: 1 where more of the one always means more of the other."""
    ranks = [_ranks([pair[column] for pair in pairs]) for column in (0, 1)]
    return correlation(*ranks) if all(len(set(each)) > 1 for each in ranks) else 0.0


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


if __name__ == "__main__":
    sys.exit(main())
