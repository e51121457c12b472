"""The cost table of references/prompt-cache.md, made from `llm/prices.py`.

`docs/fragments.py` puts it between its markers; `python -m bench.cost_table` shows it.
"""

import sys

from context_memory.llm import prices
from context_memory.messages import Usage

PREFIX, TURNS, NEW = 100_000, 50, 1_000
"""A session as agents have it: tokens of the prefix, turns, new tokens per turn."""
MODELS = ("claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5", "claude-fable-5-2")


def table() -> str:
    """One row per model: the same session with its prefix read each turn, with one lost turn, with every turn lost."""
    lines = [
        f"A prefix of {PREFIX:,} tokens, {TURNS} turns, {NEW:,} new tokens in each; input only, cache writes for "
        f"five minutes. Prices of {prices.TABLE.date}.",
        "",
        "| model | prefix read each turn | one turn that loses it | lost in every turn | without any caching |",
        "|---|---|---|---|---|",
    ]
    for model in MODELS:
        price = prices.TABLE.models[model]
        kept = prices.cost(Usage(cache_read=PREFIX, cache_write=NEW), price)
        lost = prices.cost(Usage(cache_write=PREFIX + NEW), price)
        plain = prices.cost(Usage(input=PREFIX + NEW), price)
        # the first turn writes the prefix in any case
        cells = (lost + (TURNS - 1) * kept, lost - kept, TURNS * lost, TURNS * plain)
        lines.append(f"| {model} | " + " | ".join(f"${cell:,.2f}" for cell in cells) + " |")
    return "\n".join(lines)


def main() -> int:
    """Show the table."""
    print(table())
    return 0


if __name__ == "__main__":
    sys.exit(main())
