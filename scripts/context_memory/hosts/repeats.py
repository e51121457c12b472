"""An output that repeats an earlier one of the session: one line with its handle, and the lines that differ. Pure."""

from collections import Counter

MOST_LINES = 40
"""Of what differs; beyond that it is another output."""
MOST_CHARS = 1_500
LONGEST_LINE = 300


def told(old: str, new: str, *, old_handle: str, new_handle: str) -> str:
    """What the model is shown in place of `new`; empty where too much differs."""
    if old_handle == new_handle:
        return f"[the same output as before, byte for byte — original: archive {new_handle}]"
    before, after = Counter(old.splitlines()), Counter(new.splitlines())
    gone, added = list((before - after).elements()), list((after - before).elements())
    if not gone and not added:
        return f"[the same lines as before in another order — original: archive {new_handle}; before: {old_handle}]"
    if len(gone) + len(added) > min(MOST_LINES, max(2, sum(after.values()) // 4)):
        return ""
    shown = [*(f"- {line[:LONGEST_LINE]}" for line in gone), *(f"+ {line[:LONGEST_LINE]}" for line in added)]
    head = f"[the same output as before but for these lines — original: archive {new_handle}; before: {old_handle}]"
    text = "\n".join([head, *shown])
    return text if len(text) <= MOST_CHARS else ""
