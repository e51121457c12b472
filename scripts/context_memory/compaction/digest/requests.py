"""What a person wrote in a request and what they pasted: how a summary and a note show it."""

from collections.abc import Callable
from dataclasses import dataclass

from ...text import sentences
from ...text.patterns import lazy_regex

WHOLE_CHARACTERS = 1_500
"""Of a request that are shown whole; of a longer one so many are shown."""
_END_SHARE = 0.35
"""Of what is cut, for its end: the question behind a log, or the log's last line."""
_FEWEST_PASTED = 4  # lines in a row that look like code, a log or a listing

_FENCE = lazy_regex(r"\s*(?:```|~~~)")
_PASTED_LINE = lazy_regex(
    r"\s*(?:[|│├└┌>$➜{}\[\]<+]|at \S+ ?\(|File \"|#+ |[-*•] |\d{1,2}[.)、] "
    r"|\w+Error\b|[A-Z]+ \d\d:|\[?\d\d(?:\d\d-\d\d-\d\d|:\d\d)|\"[\w$-]+\" ?:)"
)

_OF_A_DOCUMENT = lazy_regex(
    r"(?<!\S)#{1,4} (?=\S)|[├└│→]|(?<!\S)\\?[-*•] \S|\d{1,2}[)）.] |\"\w+\":|第 ?[\d一二三四五六七八九十]+ ?[步章节条]"
)
LEAST_MARKS = 4
"""Headings, list marks, arrows and keys from which a message is a document that was pasted: its sentences bind nobody.
By hand, on eight sessions: plans and specifications hold 7 to 464, what people type themselves at most 3."""
_TITLES = lazy_regex(r"(?<!\S)#{1,4} (?=\S)")
LEAST_TITLES = 2
"""Headings in the few hundred characters of a request from which it is a document."""
PASTED_CHARACTERS = 120
"""Of a document that was pasted without a word of the person's own."""
TITLE = lazy_regex(r"(?:\A|[:：]? )#{1,3} (?P<title>[^#]{6,}?)(?= #{1,6} |\Z)")
"""The title of a document that was given as the request."""
SHORTEST_OWN = 20
"""Characters of a person's own words around a document that say what to do with it."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Lines of a request that the person wrote, or that they pasted."""

    text: str
    is_pasted: bool


def fit_request(request: str, room: int, cost: Callable[[str], int], note: str) -> str:
    """Cut the request to `room` tokens, pasted parts first; `note` marks each cut."""
    if len(request) <= WHOLE_CHARACTERS and cost(request) <= room:
        return request
    pieces = _pieces(request)
    low, high = 0, min(WHOLE_CHARACTERS, len(request))
    while low < high:
        middle = (low + high + 1) // 2
        if cost(_within(request, pieces, middle, note)) <= room:
            low = middle
        else:
            high = middle - 1
    return _within(request, pieces, low, note)


def _pieces(request: str) -> list[_Piece]:
    runs: list[tuple[list[str], bool]] = []
    in_fence = False
    for line in request.split("\n"):
        fence = _FENCE.match(line) is not None
        blank_after_paste = not line.strip() and bool(runs) and runs[-1][1]
        pasted = in_fence or fence or blank_after_paste or _looks_pasted(line)
        in_fence ^= fence
        if runs and runs[-1][1] == pasted:
            runs[-1][0].append(line)
        else:
            runs.append(([line], pasted))
    return _joined([_Piece("\n".join(lines), pasted and len(lines) >= _FEWEST_PASTED) for lines, pasted in runs])


def _looks_pasted(line: str) -> bool:
    return _PASTED_LINE.match(line) is not None or sentences.is_code(line)


def _joined(pieces: list[_Piece]) -> list[_Piece]:
    joined: list[_Piece] = []
    for piece in pieces:
        if joined and joined[-1].is_pasted == piece.is_pasted:
            joined[-1] = _Piece(f"{joined[-1].text}\n{piece.text}", piece.is_pasted)
        else:
            joined.append(piece)
    return joined


def _within(request: str, pieces: list[_Piece], characters: int, note: str) -> str:
    """So many characters: all of the person's own words and the ends of what was pasted, else the ends of it all."""
    own = sum(len(piece.text) + 1 for piece in pieces if not piece.is_pasted)
    pasted = sum(len(piece.text) + 1 for piece in pieces if piece.is_pasted)
    if not pasted or own > characters * (1 - _END_SHARE):
        return _ends(request, characters, note)
    share = max(0.0, (characters - own) / pasted)
    return "\n".join(
        _ends(piece.text, int(len(piece.text) * share), note) if piece.is_pasted else piece.text for piece in pieces
    )


def _ends(text: str, characters: int, note: str) -> str:
    """So many characters of the text, most of them from its beginning; the end starts with a word or a line."""
    if characters >= len(text):
        return text
    last = text[len(text) - int(characters * _END_SHARE) :]
    first = text[: characters - len(last)].rstrip()
    line = last.find("\n")
    last = last[line + 1 :] if 0 <= line < len(last) // 2 else last.partition(" ")[2] or last
    return f"{first}{note}\n{last}" if last.strip() else first + note


def holds_document(text: str) -> bool:
    """Whether a document was pasted into a request: several headings, or marks of any kind."""
    return len(_TITLES.findall(text)) >= LEAST_TITLES or len(_OF_A_DOCUMENT.findall(text)) >= LEAST_MARKS


def without_document(text: str) -> str:
    """What a person wrote around a document that they pasted: the words before it, and its title."""
    if not holds_document(text):
        return text
    begins = _OF_A_DOCUMENT.search(text)
    own = text[: begins.start()].strip() if begins else ""
    title = TITLE.search(text)
    words = f"{own} {title['title'] if title else ''}".strip()
    return words if len(words) >= SHORTEST_OWN else sentences.clip(text, PASTED_CHARACTERS)
