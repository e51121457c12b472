"""Separates what a person typed in a message from what they pasted: terminals, logs, diffs, source, documents.

The one place that tells the two apart. What is pasted is material: its sentences are no orders of the person, no
corrections and no decisions, and a summary cuts it before it cuts a word that was typed.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from . import entities, sentences
from .patterns import lazy_regex

# -- lines of programs -----------------------------------------------------------------------------------------------

_PROMPT = lazy_regex(
    r"^\s*(?:(?:\([\w.-]+\)\s*)?(?:[$%❯➜›](?=\s+[\w./~\"'-])|PS\s+[A-Za-z]:\\[^>]*>|[A-Za-z]:\\[^>\s]*>"
    r"|>>>\s|In \[\d+\]:|\[?[\w.-]+@[\w.-]+(?:[:\s][^$#%>\n]{0,60})?[$#%>](?:\s|$)))"
)
"""A line typed at a prompt."""
_PRINTED = lazy_regex(
    r"^\+ \S|^Node\.js v\d|^~?/\S+ \([\w./-]+\)\s*$"
    r"|^\W{0,3}(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d\b|(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE"
    r"|CRITICAL|NOTICE|npm (?:ERR!|WARN))\b)|^\s*(?:\w*(?:[Ee]rror|[Ee]xception)|warning|fatal|panic)(?:\[\w+\])?:\s"
    r"|^\s*(?:at \S+ ?\(|at \S+:\d+|File \".*\", line \d|Traceback \()"
    r"|^\s*\((?:Open file|Current directory): [^\n]*\)\s*$|^\s*(?:ba|z)?sh(?:-[\d.]*)?[$#%]\s*$"
)
"""A line of a log, a compiler or a stack trace."""
_ERROR = lazy_regex(
    r"[\w.]*(?:Error|Exception)\b|(?:error(?:\[\w+\])?|fatal|panic): |E {2,}\S|FAILED\b|\S+: command not found"
)
_TAGGED = lazy_regex(r"^\s*\[[\w./: -]{2,40}\]\s+\S")
LEAST_TAGGED = 4
"""Lines of the form `[server] started` from which they are a log."""
_DIFF = lazy_regex(r"(?m)^(?:diff --git |@@ -\d|--- a/|\+\+\+ b/)|^[-+]\s*\S.*\n[-+](?<!^-)\s*\S|^\+\s*\S.*\n-\s*\S")
_DIFF_LINE = lazy_regex(r"^(?:[-+]|@@|diff --git|index [0-9a-f]{6,})")
_NUMBERED_DIFF_LINE = lazy_regex(r"^ ?\+ ?\d{1,6}(?:[ \t]+(?![\d ])\S|[ \t]*\Z)")
"""As a viewer shows an added line; a removed one looks like an item of a list."""
_SOURCE_LINE = lazy_regex(
    r"^\s*(?:(?:async )?def \w+\(|class \w+[(:]|func \w*\(|function\b.*[({]"
    r"|(?:if|for|while|with|try|else|elif|except)\b.*:$"
    r"|(?:const|let|var|public|private|static|export|import)\s+[\w{*].*(?:[=;({]|from )"
    r"|from \S+ import |return [^.。]*[;)]?$|@\w+"
    r"|[\w.\[\]]+ (?:[-+*/]?=|:=) \S|[\w.]+\([^)]*\)[;,]?$)"
)
_COMMENT = lazy_regex(r"^\s*(?:#(?!\w)|//|--\s|/?\*+/?\s)")


def without_pasted(text: str) -> str:
    """The text without lines pasted from a terminal, a log, a diff or a source file."""
    if "\n" not in text:
        return "" if _PROMPT.match(text) or _PRINTED.match(text) else text
    lines = _without_tagged(text.splitlines())
    is_diff = _DIFF.search(text) is not None
    kept = []
    in_source, in_output = False, False
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        in_output = bool(line.strip()) and (in_output or _PROMPT.match(line) is not None)
        is_comment = _COMMENT.match(line) is not None and (in_source or _is_source(following))
        in_source = _is_source(line) or is_comment or (in_source and line[:1] in " \t" and bool(line.strip()))
        is_of_diff = _NUMBERED_DIFF_LINE.match(line) or (is_diff and _DIFF_LINE.match(line))
        if not (in_source or in_output or _PRINTED.match(line) or is_of_diff):
            kept.append(line)
    return "\n".join(kept)


def _without_tagged(lines: list[str]) -> list[str]:
    """The lines without a log whose lines begin with the name of a part in brackets, and what stands between those."""
    tagged = _tagged(lines)
    return lines[: tagged.start] + lines[tagged.stop :] if tagged else lines


def _tagged(lines: list[str]) -> range:
    """The numbers of the lines of such a log; empty where there is none."""
    tagged = [number for number, line in enumerate(lines) if _TAGGED.match(line)]
    return range(0) if len(tagged) < LEAST_TAGGED else range(tagged[0], tagged[-1] + 1)


def _is_source(line: str) -> bool:
    return _SOURCE_LINE.match(line) is not None or (bool(line.strip()) and sentences.is_code(line))


_OF_A_PROGRAM = lazy_regex(r"\s*(?:at |File \"|\w*Error: |➜|\$ |[\w.-]+@[\w.-]+[:~]|\+\+\+ |--- |@@ )")


def is_of_a_program(line: str) -> bool:
    """Whether a line alone is code, or comes from a trace, a prompt or a diff: nobody says it."""
    return sentences.is_code(line) or _OF_A_PROGRAM.match(line) is not None


_NUMBERED_LINE = lazy_regex(r"(?m)^[ \t]{0,8}\d{1,6}(?:→|\t|[:-](?!\d) ?|\|)")


def without_line_numbers(text: str) -> str:
    """A numbered listing (file reads, grep) without the numbers: they are positions, not facts."""
    head = text[:2_000].split("\n", 12)
    if sum(_NUMBERED_LINE.match(line) is not None for line in head) * 2 < len(head):
        return text
    return _NUMBERED_LINE.sub("", text)


# -- documents -------------------------------------------------------------------------------------------------------

LEAST_LINES = 6
"""Lines with text below which a message is nobody's document."""
LEAST_SHARE = 1 / 3
"""Share of lines that are list marks, headings, table rows or code, from which a message is one: by hand, on 503
messages of persons in real transcripts."""
LEAST_HEADINGS = 2
LONG_CHARACTERS = 2_000
LEAST_MARKS_OF_LONG = 4
"""Marks of a structure from which a message of `LONG_CHARACTERS` is one too: nobody types so much in sections."""
LISTED_CHARACTERS = 1_500
"""Of a list without headings, tables or code, from which it is taken for pasted: people type short lists."""
_TITLE_CHARACTERS = 120
_ENOUGH_OWN = 20
"""Characters of a person's own words around a document that say what to do with it."""

_MARKED = lazy_regex(
    r"\s*\\?(?:[-*+•·]\\?\s|\d{1,2}[.)、）]|#{1,6}\s|>|\||[├└│→]|`{3}|~{3}|第\s?[一二三四五六七八九十\d]+\s?[步章节条部]"
    r"|[一二三四五六七八九十]{1,3}、|[\w.-]+:(?:\s|$)|[A-Z][A-Z ]{3,30}:)"
)
_STRUCTURE = lazy_regex(
    r"\s*(?:#{1,6}\s|\||[├└│→]|`{3}|~{3}|\\[-*+]|第\s?[一二三四五六七八九十\d]+\s?[步章节条部]|[一二三四五六七八九十]{1,3}、"
    r"|[A-Z][A-Z ]{3,30}:\s*$|\\?\{\s*$|\"[\w$\\-]+\"\s*:)"
)
"""A line that no typed list has: a heading, a row of a table or a tree, JSON, an escaped list mark."""
_ESCAPED = lazy_regex(r"\\([_*#\-+{}\[\]()>|~])")
_LEAST_ESCAPED = 3
_DRIVE = lazy_regex(r"\b[A-Za-z]:\\")
_SAYS = lazy_regex(r"[^\W\d_]{4}|[\u4e00-\u9fff]{2}")
_DOUBLE_BLANK = lazy_regex(r"\n[ \t]*\n[ \t]*\n")
_LEAST_DOUBLE_BLANKS = 2
"""Of a text copied from a page, which has them between its paragraphs; nobody types them."""
_HEADING = lazy_regex(r"\s*#{1,3}\s+(?P<title>\S.*?)\s*#*\s*\Z")


@lru_cache(maxsize=16)  # one message is asked again for its directives, corrections, decisions and request
def is_document(text: str) -> bool:
    """Whether the text has the shape of a document, not of a message."""
    lines = [line for line in text.splitlines() if line.strip()]
    if sum(_HEADING.match(line) is not None for line in lines) >= LEAST_HEADINGS:
        return True
    if len(lines) < LEAST_LINES:
        return False
    marked = sum(_MARKED.match(line) is not None or sentences.is_code(line) for line in lines)
    return marked >= LEAST_SHARE * len(lines) or (len(text) >= LONG_CHARACTERS and marked >= LEAST_MARKS_OF_LONG)


@lru_cache(maxsize=16)
def document_in(text: str) -> str:
    """The document that was pasted into a message, without the words typed before and after it; empty for none."""
    lines = text.splitlines()
    first, end = _span_of_document(lines) if is_document(text) else (0, 0)
    return "\n".join(lines[first:end])


def without_document(text: str) -> str:
    """What a person typed around the document that they pasted; another text as it is."""
    if not is_document(text):
        return text
    lines = text.splitlines()
    first, end = _span_of_document(lines)
    return "\n".join([*lines[:first], *lines[end:]]).strip() if end else text


@lru_cache(maxsize=16)
def own_words(text: str) -> str:
    """What a person typed: neither the document nor the output of programs that they pasted."""
    return without_pasted(without_document(text)).strip()


def without_escapes(text: str) -> str:
    """The text without the backslashes of a Markdown export, which make another name of `agent_message.py`."""
    if len(_ESCAPED.findall(text)) < _LEAST_ESCAPED or _DRIVE.search(text):
        return text
    return _ESCAPED.sub(r"\1", text)


_PICTURE = lazy_regex(r"(?i)(['\"]?)(?:/|~/|[a-z]:\\)[^'\"\n]*?\.(?:png|jpe?g|gif|webp|heic|bmp)\1(?!\w)\s*")
"""A picture that was dropped into the words."""


def without_pictures(text: str) -> str:
    """The words without the paths of pictures that were dropped into them."""
    return _PICTURE.sub("", text)


def asked_with(text: str) -> str:
    """What is asked by a message: all that was typed; where that is little, with the title of what was pasted."""
    typed = own_words(text)
    document = document_in(text)
    told = "" if typed else _told_by_output(text)
    if told or not document:
        return typed or told or text
    if len(typed) >= _ENOUGH_OWN and not typed.endswith((":", "：")):
        return typed
    headings = [found["title"] for line in document.splitlines() if (found := _HEADING.match(line))]
    return f"{typed} {_as_title(headings or document.splitlines())}".strip()


def _told_by_output(text: str) -> str:
    """The command and the first error of an output that was pasted without a word; empty for what is none."""
    lines = [line.strip() for line in text.splitlines()]
    errors = [line for line in lines if _ERROR.match(line)][:1]
    printed = [line for line in lines if _PROMPT.match(line) or _PRINTED.match(line)]
    return "\n".join([*filter(_PROMPT.match, printed[:1]), *errors]) if errors and len(printed) > 1 else ""


def _span_of_document(lines: list[str]) -> tuple[int, int]:
    """(first line, line after the last) of a pasted document; (0, 0) where the person may have typed it all."""
    structured = [number for number, line in enumerate(lines) if _is_structure(line)]
    marked = [number for number, line in enumerate(lines) if _MARKED.match(line) or _is_structure(line)]
    if len(_DOUBLE_BLANK.findall("\n".join(lines))) >= _LEAST_DOUBLE_BLANKS:
        return 0, len(lines)
    is_list = not structured and sum(map(len, lines)) < LISTED_CHARACTERS
    if not marked or is_list:
        return 0, 0
    end = marked[-1] + 1
    while end < len(lines) and _HEADING.match(lines[marked[-1]]) and not lines[end].strip():
        end += 1
    while end < len(lines) and lines[end].strip():
        end += 1  # its last paragraph
    return marked[0], end


def _is_structure(line: str) -> bool:
    return _STRUCTURE.match(line) is not None or (bool(line.strip()) and sentences.is_code(line))


def _as_title(lines: list[str]) -> str:
    """The first of these lines that says something."""
    telling = (line for line in lines if _SAYS.search(line) and not line.rstrip().endswith((":", "：")))
    return sentences.clip(sentences.plain_sentence(next(telling, "".join(lines[:1]))), _TITLE_CHARACTERS)


# -- a request within a room -----------------------------------------------------------------------------------------

WHOLE_CHARACTERS = 1_500
"""Of a request that are shown whole; of a longer one so many are shown."""
_END_SHARE = 0.35
"""Of what is cut, for its end: the question behind a log, or the log's last line."""
_FEWEST_PASTED = 4  # lines in a row that look like code, a log or a listing

_FENCE = lazy_regex(r"\s*(?:```|~~~)")
_LISTED = lazy_regex(
    r"\s*(?:[|│├└┌>$➜{}\[\]<+]|at \S+ ?\(|File \"|#+ |[-*•] |\d{1,2}[.)、] "
    r"|\w+Error\b|[A-Z]+ \d\d:|\[?\d\d(?:\d\d-\d\d-\d\d|:\d\d)|\"[^\"]{1,80}\" ?:|\"[^\"]*\",?\s*$"
    r"|(?:-?\d[\d.]*|true|false|null),?\s*$)"
)
"""In a row of several, a line that may be cut first."""


class _Piece(NamedTuple):
    """Lines of a request that the person wrote, or that they pasted."""

    text: str
    is_pasted: bool


def fit_request(
    request: str,
    room: int,
    cost: Callable[[str], int],
    note: str,
    *,
    whole: int = WHOLE_CHARACTERS,
    as_one: bool = False,
) -> str:
    """Cut the request to `room` tokens and, where it is longer than `whole`, to so many characters: pasted parts first,
    or `as_one`, in its middle. `note` marks each cut."""
    if len(request) <= whole and cost(request) <= room:
        return request
    pieces = [] if as_one else _pieces(request)
    low, high = 0, min(whole, len(request))
    while low < high:
        middle = (low + high + 1) // 2
        if cost(_within(request, pieces, middle, note)) <= room:
            low = middle
        else:
            high = middle - 1
    return _within(request, pieces, low, note)


def with_shorter_paste(request: str, characters: int, shorten: Callable[[str, int], str], note: str) -> str:
    """The request with what was pasted made shorter by `shorten(text, characters)`, so that so many are left in all.

    What a person typed stays; where that is most of the room, so does everything. `note` stands behind what is shorter.
    """
    pieces = _pieces(request)
    own = sum(len(piece.text) + 1 for piece in pieces if not piece.is_pasted)
    if len(request) <= characters or own > characters * (1 - _END_SHARE):
        return request
    share = (characters - own - len(note)) / (len(request) + 1 - own)
    return "\n".join(_shorter(piece, share, shorten, note) for piece in pieces)


def _shorter(piece: _Piece, share: float, shorten: Callable[[str, int], str], note: str) -> str:
    if not piece.is_pasted:
        return piece.text
    shown = shorten(piece.text, int(len(piece.text) * share))
    return shown if shown == piece.text else shown.rstrip() + note


def _pieces(request: str) -> list[_Piece]:
    runs: list[tuple[list[str], bool]] = []
    in_fence = False
    lines = request.split("\n")
    tagged = _tagged(lines)
    for number, line in enumerate(lines):
        fence = _FENCE.match(line) is not None
        blank_after_paste = not line.strip() and bool(runs) and runs[-1][1]
        pasted = in_fence or fence or blank_after_paste or number in tagged or _looks_pasted(line)
        in_fence ^= fence
        if runs and runs[-1][1] == pasted:
            runs[-1][0].append(line)
        else:
            runs.append(([line], pasted))
    return _joined([_Piece("\n".join(lines), pasted and len(lines) >= _FEWEST_PASTED) for lines, pasted in runs])


def _looks_pasted(line: str) -> bool:
    return _LISTED.match(line) is not None or _PRINTED.match(line) is not None or sentences.is_code(line)


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
        return ends(request, characters, note)
    share = max(0.0, (characters - own) / pasted)
    return "\n".join(
        ends(piece.text, int(len(piece.text) * share), note) if piece.is_pasted else piece.text for piece in pieces
    )


def ends(text: str, characters: int, note: str) -> str:
    """So many characters of the text, most of them from its beginning; the end starts with a word or a line."""
    if characters >= len(text):
        return text
    last = text[len(text) - int(characters * _END_SHARE) :]
    cut = text[: max(0, characters - len(last))]
    first = cut[: sentences.last_boundary(cut, text[len(cut)], len(cut) * 2 // 3)].rstrip()
    line = last.find("\n")
    last = last[line + 1 :] if 0 <= line < len(last) // 2 else last.partition(" ")[2] or last
    return f"{first}{note}\n{last}" if last.strip() else first + note


_BEGINS_PART = lazy_regex(r"\s{0,3}(?:#{1,6} +|\d{1,2}[.)、] *|\*\*(?=[^*]+\*\*:?\s*$))(?P<title>\S.*)")
_ANY_HEADING = lazy_regex(r"\s*#{1,6}\s+(?P<title>\S.*?)\s*#*\s*\Z")
_TITLE_WEIGHT, _LEAST_SHARED = 3, 3  # words in a title count more; worth of those that a part has to share


def parts_about(document: str, things: Sequence[str], limit: int) -> str:
    """What a document says of these things: of each the part that shares most words with it, all in `limit`
    characters, half of them for the first."""
    parts: list[list[str]] = [[]]
    lines_of_it = document.split("\n")
    titled = sum(_ANY_HEADING.match(line) is not None for line in lines_of_it) > 1
    begins = _ANY_HEADING if titled else _BEGINS_PART
    for line in lines_of_it:
        if begins.match(line) and any(each.strip() for each in parts[-1]):
            parts.append([])
        parts[-1].append(line)
    words = [(entities.prose_words(lines[0]), entities.prose_words("\n".join(lines))) for lines in parts]
    chosen: dict[int, None] = {}
    for thing in things:
        about = entities.prose_words(thing)
        worth = [_TITLE_WEIGHT * len(about & title) + len(about & all_) for title, all_ in words]
        best = max(range(len(parts)), key=worth.__getitem__)
        if worth[best] >= _LEAST_SHARED and len(parts[best]) > 1:
            chosen[best] = None
    first, others = next(iter(chosen), 0), max(1, len(chosen) - 1)
    room = {i: limit // 2 if i == first and len(chosen) > 1 else limit // 2 // others for i in chosen}
    texts = {i: "\n".join(line for line in parts[i] if line.strip()) for i in sorted(chosen)}
    return "\n".join(ends(text, limit if len(texts) == 1 else room[i], " […]") for i, text in texts.items())


def outline(document: str, shown: str, limit: int) -> str:
    """The titles of a document that `shown` does not hold, in `limit` characters; empty for a single one."""
    found = (found["title"] for line in document.split("\n") if (found := _ANY_HEADING.match(line)))
    titles = [sentences.plain_sentence(title) for title in found if title not in shown]
    return sentences.clip("; ".join(titles), limit) if len(titles) > 1 else ""


_WANTS = lazy_regex(
    r"(?i)\b(?:can|could|would) you\b|\bplease\b|\b(?:i|we)(?:['’]d| would)? (?:want|need|like)\b|\blet['’]?s\b"
    r"|\b(?:i['’]?m|i am|we['’]?re|we are) (?:looking|trying|hoping|planning) (?:to|for)\b"
    r"|\bbitte\b"
    r"|\b(?:kannst|ich (?:will|möchte)|wir wollen)\b|[?？]|请|帮|需要|希望|我要|想"
)
_LEADS = 3  # the part of the room that the first sentence may take


_GOAL = lazy_regex(
    r"(?i)\b(?:(?:i|we)(?:['’]d| would)? (?:like|want|need)(?: you)? to"
    r"|(?:i['’]?m|i am|we['’]?re|we are) (?:looking|trying|hoping|planning) to)"
    r" (?!know|ask|see|check|understand|talk|tell|figure)"
    r"|\bich (?:möchte|will)\b|我们?(?:想|要|需要)(?!问|知道)"
)


def is_goal(request: str) -> bool:
    """Whether a request says what its speaker is after, and not only what they want to know."""
    return _GOAL.search(request) is not None


def wants(sentence: str) -> bool:
    """Whether a sentence says that its speaker wants something."""
    return _WANTS.search(sentence) is not None


def asked_within(request: str, limit: int) -> str:
    """A request in `limit` characters: how it begins, the sentences that want something, then the others in order."""
    if len(request) <= limit:
        return request
    said = sentences.split_sentences(request)
    first = sentences.clip(said[0], limit // _LEADS if len(said) > 1 else limit)
    shown = {0: first}
    for i in sorted(range(1, len(said)), key=lambda i: not wants(said[i])):
        if sum(len(text) + 7 for text in shown.values()) + len(said[i]) <= limit:
            shown[i] = said[i]
    gaps = ("" if i == 0 or i - 1 in shown else "[…] " for i in sorted(shown))
    return " ".join(gap + shown[i] for gap, i in zip(gaps, sorted(shown), strict=True))


_LEADS_TO_IT = lazy_regex(
    r"(?i)\A(?:[\"'`]?(?:/|~/|[a-z]:\\)[^\n]*?\.\w{2,5}[\"'`]? |(?:yes|ok(?:ay)?|alright|hi|hey|hello|hallo|moin"
    r"|ja|so|and|also|btw|ich würde sagen|i(?:['’]d| would) say|i want you to|[a-d]|\d+)[.,:)）]? +"
    r"|(?:important|note|fyi|update|wichtig)(?: note)?: +|(?:好的?|嗯)[，, ]|第 ?\d+ ?步[：:] ?|\d+[）、])+(?=\S)"
)
"""What stands before the words of a request: a path, an agreement, a number."""


def without_lead(text: str) -> str:
    """A request from the words on that say what it wants."""
    return _LEADS_TO_IT.sub("", text)
