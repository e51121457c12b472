"""How far vectors are, in a line for people."""

from ..model.embedding import Progress
from ..services.reembedding import Coverage


def status_line(found: Coverage) -> str:
    """Which vectors are searched and what is left to do, in a line."""
    if not found.wanted:
        return "no embedder is set: search goes by words"
    if found.problem:
        return found.problem
    state = f"{found.covered:,} of {found.docs:,} docs have a vector of {found.wanted}"
    if found.running:
        return f"{state}; reembed is under way: {progress_line(found.running)}"
    if not found.is_switched:
        return f"{state}, those of {found.active} are searched: run reembed"
    return state if found.covered >= found.docs else f"{state}; reembed makes the rest, recall a part at a time"


def progress_line(progress: Progress | None) -> str:
    """Docs done, speed and seconds left."""
    if progress is None:
        return "it has just begun"
    line = f"{progress.done:,} of {progress.total:,} docs"
    if progress.left_seconds is not None:
        line += f", {progress.per_second:,.0f}/s"
        line += f", {progress.left_seconds:,.0f} s left" if progress.done < progress.total else ""
    return line
