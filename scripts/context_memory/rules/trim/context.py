"""Which other units make a chosen one readable."""

from .forms import Form

FAR = 400
"""Units that are looked back at most."""


def context_of(form: Form, row: int, texts: list[str]) -> list[int]:
    """Rows to show with this one, the most useful first."""
    match form:
        case Form.DIFF:
            from . import diffs  # loaded already, with the weighing of a diff

            return diffs.context(row, texts)
        case Form.TABLE:
            return [0]
        case Form.JSON:
            return _record(row, texts)
        case Form.PROSE:
            return _sentence(row, texts)
        case Form.LISTING:
            return _folder(row, texts)
        case _:
            return []


def _record(row: int, texts: list[str]) -> list[int]:
    """First key of the record that a line of pretty-printed JSON belongs to."""
    indent = _indent(texts[row])
    for before in range(row - 1, max(-1, row - FAR), -1):
        if _indent(texts[before]) < indent and texts[before].strip():
            return [before + 1] if texts[before].strip() in {"{", "[{", "},{", "}, {"} else [before]
    return []


def _sentence(row: int, texts: list[str]) -> list[int]:
    """The lines over which a wrapped sentence runs."""
    rows = []
    if row and texts[row - 1].strip() and not _ends(texts[row - 1]) and len(texts[row - 1]) > 50:
        rows.append(row - 1)
    if not _ends(texts[row]) and len(texts[row]) > 50 and row + 1 < len(texts) and texts[row + 1].strip():
        rows.append(row + 1)
    return rows


def _folder(row: int, texts: list[str]) -> list[int]:
    for before in range(row - 1, max(-1, row - FAR), -1):
        if texts[before].endswith(":") and (before == 0 or not texts[before - 1].strip()):
            return [before]
    return []


def _ends(text: str) -> bool:
    return text.rstrip().endswith((".", "!", "?", ":", "。", "！", "？", "：", "；"))


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
