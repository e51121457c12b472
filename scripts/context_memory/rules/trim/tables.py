"""Tables: cells of one column are compared, whatever number of words they have."""

from collections import Counter

from . import columns, forms


def add(bits: list[float], texts: list[str]) -> None:
    """Lift rows with a cell that stands out in its column, and rows with another number of cells."""
    mark = forms.delimiter([text for text in texts if text.strip()])
    if not mark:
        return
    rows = [(row, forms.cells_of(text, mark)) for row, text in enumerate(texts) if text.strip()]
    usual = Counter(len(cells) for _, cells in rows).most_common(1)[0][0]
    like = [(row, cells) for row, cells in rows if len(cells) == usual]
    best: dict[int, float] = {}
    for values in zip(*(cells for _, cells in like), strict=True):
        for place, found in (columns.bits_of(values) | columns.repeated(values)).items():
            row = like[place][0]
            best[row] = max(best.get(row, 0.0), found)
    for row, most in best.items():
        bits[row] = max(bits[row], most) + 0.25 * min(bits[row], most)
    if len(rows) - len(like) <= len(rows) // 20:
        for row, cells in rows:
            if len(cells) != usual:
                bits[row] += 4.0
