"""The cost table of references/prompt-cache.md, made from `rules/prices.py`, between its markers.

python -m bench.cost_table            rewrite it
python -m bench.cost_table --check    exit 1 when it is stale
"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from context_memory.model.session import Usage
from context_memory.rules import prices

DOCUMENT = Path(__file__).parent.parent / "references" / "prompt-cache.md"
MARKER = re.compile(r"(<!-- cost table: .*? -->\n).*?(<!-- /cost table -->)", re.DOTALL)
PREFIX, TURNS, NEW = 100_000, 50, 1_000
"""A session as agents have it: tokens of the prefix, turns, new tokens per turn."""
MODELS = ("claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5", "claude-fable-5-2")


def table() -> str:
    """One row per model: a session whose prefix is read each turn, and one that writes it anew each turn."""
    lines = [
        "| model | read from the cache each turn | one lost turn | lost every turn | no caching at all |",
        "|---|---|---|---|---|",
    ]
    for model in MODELS:
        price = prices.TABLE.models[model]
        kept, lost, plain = (
            prices.cost(usage, price)
            for usage in (
                Usage(cache_read=PREFIX, cache_write=NEW),
                Usage(cache_write=PREFIX + NEW),
                Usage(input=PREFIX + NEW),
            )
        )
        start = lost  # the first turn writes the prefix in any case
        whole = start + (TURNS - 1) * kept
        cells = (whole, lost - kept, TURNS * lost, TURNS * plain)
        lines.append(f"| {model} | " + " | ".join(f"${cell:.2f}" for cell in cells) + " |")
    return "\n".join(lines)


def rendered(text: str) -> str:
    """The document with a fresh table."""
    if not MARKER.search(text):
        raise SystemExit(f"{DOCUMENT.name} has no cost table markers")
    return MARKER.sub(lambda found: f"{found[1]}{table()}\n{found[2]}", text)


def main(argv: Sequence[str] | None = None) -> int:
    """Rewrite or check the table."""
    words = sys.argv[1:] if argv is None else argv
    text = DOCUMENT.read_text(encoding="utf-8")
    fresh = rendered(text)
    if "--check" in words:
        if fresh != text:
            print(f"{DOCUMENT.name} is stale: run python -m bench.cost_table", file=sys.stderr)
        return int(fresh != text)
    if fresh != text:
        DOCUMENT.write_text(fresh, encoding="utf-8")
        print(f"rewrote {DOCUMENT.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
