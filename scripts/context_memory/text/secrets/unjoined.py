"""Detects values without a separator after their label: in the next cell, line or column, or before it."""

import re

from ..patterns import lazy_regex
from .labels import NO_OWNER, OWNED, WHOSE, Label, Sort, kind_of
from .shapes import Finding
from .values import (
    ALGORITHM,
    DESCRIPTION,
    FILE,
    HAS_DIGIT,
    LOOK_AROUND,
    NAME_OF_PROGRAM,
    NUMBERS,
    SNAKE,
    UNITS,
    UUID,
    ends_clause,
    in_quotes,
    is_code,
    is_literal_word,
    is_name_of_program,
    is_nothing,
    is_passphrase,
    is_strong,
    kinds_of,
    line_before,
    looks_random,
    names_a_secret,
    trimmed,
)

LEAST_RANDOM, LEAST_RANDOM_TOKEN, LEAST_RANDOM_BESIDE = 12, 16, 20
"""Characters of a value that a machine made: behind a colon, behind a word that is often no secret, with no joint."""
_KEY_POSITION = lazy_regex(
    r"(?:[\w .-]{0,16}:)?[ \t]*(?:[-*>#]+[ \t]+)?(?:\|[ \t]*)?[`*_\"']{0,3}(?:[\w.'-]{1,24}[ _-]?){0,4}\Z"
)
_CELL = r"[ \t]*[`*_\"']{0,3}(?P<value>[^\s|`\"'<>]{3,200})[`*_\"']{0,3}[ \t]*\|"
_NEXT_CELL = lazy_regex(rf"[`*_\"')]{{0,4}}[ \t:：]*\|{_CELL}")
_BELOW = lazy_regex(
    r"[`*_\"')]{0,4}[ \t]*(?P<colon>[:：]?)[*_]{0,2}[ \t]*\r?\n[ \t]*[`\"']?"
    r"(?P<value>[^\s`\"'|:：,;(){}\[\]<>]{4,4096})[`\"']?[ \t]*(?=[\r\n]|$)"
)
_BESIDE = lazy_regex(
    r"(?:[ \t]{1,3}|(?<=[^\x00-\x7f])[ \t]{0,3})(?:\\?[\"'`“「](?=\S)|[(（](?=[^)）\s]+[)）]))?(?:0x)?"
    r"(?P<value>[^\s\"'`<>，。；、（）“”「」『』|\\\u4e00-\u9fff\u3040-\u30ff]{3,200})"
)
_AS = lazy_regex(
    r"(?<!\S)[\"'`]?(?P<value>[^\s\"'`]{5,64})[\"'`]?[ \t](?:as|als|como|comme|come|как)[ \t](?:[^\W\d_']+[ \t]){0,2}\Z"
)
_LOGIN_LINE = lazy_regex(
    r"\bmachine[ \t]+\S+[ \t]+login[ \t]+\S+[ \t]+\Z|\b(?:require|master)\Z|wifi connect .{1,40}\Z"
)
_GOES_ON = lazy_regex(r" (?:on|for|and|to|then|port|please|端口|на)\b")


def unjoined(text: str, label: Label) -> Finding | None:
    """The secret next to, below or before the label."""
    for each in (_in_row, _find_below, _find_under, _find_across_gap, _find_beside, _find_after_owner, _find_before):
        if found := each(text, label):
            return found
    return None


def _in_row(text: str, label: Label) -> Finding | None:
    """The cell next to a label in the first cell of a row, not in the head of a table."""
    found = _NEXT_CELL.match(text, label.end) if "|" in text[label.end : label.end + 40] else None
    if found is None or not _is_at_key(text, label):
        return None
    end = text.find("\n", found.end(), found.end() + LOOK_AROUND)
    rest = text[found.end() : end if end >= 0 else len(text)].strip()
    if end >= 0 and re.match(r"[ \t]*\|[ \t]*:?-{2,}", text[end + 1 : end + 40]):
        return None
    if line_before(text, label.start).count("|") != 1 or (rest and not rest.endswith("|")):  # a pipe of a shell
        return None
    word = found["value"]
    if label.sort is Sort.MACHINE:
        fits, kind = looks_random(word, least=LEAST_RANDOM), kind_of(text, label)
        return Finding(found.start("value"), found.end("value"), kind) if fits else None
    if not is_literal_word(word) or (word.isdigit() and len(word) < 4) or names_a_secret(word):
        return None
    if (
        label.sort is Sort.SHORT
        and kinds_of(word) < 3
        and not (word.isdigit() and label.word.startswith(("pin", "puk")))
    ):
        return None
    is_plain = word.isalpha() and word.isascii()
    if (is_plain and (rest or len(word) < 6)) or (rest and NAME_OF_PROGRAM.fullmatch(word)):
        return None
    return Finding(found.start("value"), found.end("value"), "password")


def _find_below(text: str, label: Label) -> Finding | None:
    """The line under `Password:` or `Access token`, if it is one word with a digit."""
    found = _BELOW.match(text, label.end) if "\n" in text[label.end : label.end + 40] else None
    if found is None or not _is_at_key(text, label):
        return None
    word = found["value"]
    if label.sort is Sort.MACHINE:
        fits, kind = looks_random(word, least=LEAST_RANDOM), kind_of(text, label)
    else:
        kind = "password"
        fits = bool(found["colon"]) and "=" not in word and HAS_DIGIT.search(word) is not None and kinds_of(word) >= 2
        fits = fits and not is_nothing(word) and not FILE.search(word) and not re.fullmatch(r"[-\d.]+", word)
    return Finding(found.start("value"), found.end("value"), kind) if fits else None


_UNDER = lazy_regex(
    r"[^\n:：]{0,60}[:：][ \t]*(?:\r?\n[ \t]*){1,3}[\"'`]?(?P<value>[^\s\"'`]{6,200})[\"'`]?[ \t]*(?=[\r\n]|$)"
)
_GAP = lazy_regex(
    r"[*_:：]{0,3}(?:[ \t]{4,60}|\t+|[ \t]?[._-]{4,60}[ \t]?)[*_`\"']{0,3}"
    r"(?P<value>[^\s`\"'|](?:[^\s]| (?=\S)){2,120}?)"
    r"[*_`\"']{0,3}[ \t]*(?=[\r\n]|$)"
)
_NO_ANSWER = lazy_regex(r"[-{}\[\]()<>/~.\\]|\w+[=(:,]|https?:")


def _find_under(text: str, label: Label) -> Finding | None:
    """`Please use the following password:`, an empty line, and a word that only a password can be."""
    found = (
        _UNDER.match(text, label.end)
        if ":" in text[label.end : label.end + 64] or "：" in text[label.end :][:64]
        else None
    )
    if found is None or _NO_ANSWER.match(found["value"]):
        return None
    word = found["value"]
    is_random = looks_random(word, least=LEAST_RANDOM) or _GROUPS_OF_SIX.fullmatch(word) is not None
    if not is_random and (label.sort is Sort.MACHINE or not is_strong(word)):
        return None
    return Finding(*found.span("value"), kind_of(text, label) if label.sort is Sort.MACHINE else "password")


_GROUPS_OF_SIX = lazy_regex(r"\d{6}(?:-\d{6}){7}")


def _find_across_gap(text: str, label: Label) -> Finding | None:
    """`SECRET KEY       A3-…`: a wide gap or a row of points between a label and the end of its line."""
    found = _GAP.match(text, label.end) if label.sort is not Sort.SHORT or label.word != "pass" else None
    if found is None or not _is_at_key(text, label) or _NO_ANSWER.match(found["value"]):
        return None
    word, kind = found["value"], "password"
    if label.sort is Sort.MACHINE:
        fits, kind = looks_random(word, least=LEAST_RANDOM), kind_of(text, label)
    elif label.sort is Sort.CODE:
        fits = is_code(word)
    elif " " in word:
        fits = label.sort is Sort.PHRASE and is_passphrase(word)
    else:
        is_number = word.isdigit() and 4 <= len(word) <= 12
        fits = is_number or is_strong(word) or (is_literal_word(word) and _is_mixed(word) and not SNAKE.fullmatch(word))
        fits = fits and not NUMBERS.fullmatch(word) if not is_number else fits
    return Finding(*found.span("value"), kind) if fits else None


def _is_mixed(word: str) -> bool:
    return HAS_DIGIT.search(word) is not None and kinds_of(word) >= 2


_NUMBERED = lazy_regex(
    r"(?i)(?:user|room|port|host|line|step|node|version|page|raum|zimmer|port|habitación|chambre|порт\w*"
    r"|комнат\w*|порта)$"
)
_LEAST_DIGITS = 3


def _find_after_owner(text: str, label: Label) -> Finding | None:
    """`ПИН-код от терминала 5528`, `the password for the cafe Kranich7`."""
    found = OWNED.match(text, label.end) if label.sort in {Sort.PASSWORD, Sort.SHORT, Sort.CODE} else None
    if found is None or NO_OWNER.search(found["words"]) or _NUMBERED.search(found["words"]):
        return None
    word = trimmed(found["value"])
    end = found.start("value") + len(word)
    if is_nothing(word) or UNITS.match(text, end) or not ends_clause(text, end):
        return None
    if word.isdigit():
        is_pin = label.word.startswith(("pin", "пин", "puk", "code", "код"))
        fits = is_pin and 4 <= len(word) <= 8
    else:
        digits = sum(map(str.isdigit, word))
        is_wide = not label.word.isascii() and digits >= _LEAST_DIGITS and len(word) >= 6
        fits = is_strong(word) or (kinds_of(word) >= 3 and len(word) >= 7) or is_wide
        fits = fits and kinds_of(word) >= 2 and not (NUMBERS.fullmatch(word) or FILE.search(word))
    return Finding(found.start("value"), end, "password") if fits else None


def _is_at_key(text: str, label: Label) -> bool:
    """Whether only words of the label are before it on its line or in its cell."""
    return _KEY_POSITION.match(line_before(text, label.start)[-80:]) is not None


def _find_beside(text: str, label: Label) -> Finding | None:
    """`password K0ffee`: nothing joins them, so the value must be mixed and end its clause."""
    if label.sort is Sort.PHRASE and (span := in_quotes(text, label.end + 1)) and text[label.end] in " \t":
        return Finding(*span, "password") if is_passphrase(text[span[0] : span[1]]) else None
    found = _BESIDE.match(text, label.end)
    if found is None:
        return None
    word, start = trimmed(found["value"]), found.start("value")
    end = start + len(word)
    if label.sort is Sort.MACHINE:
        fits = looks_random(word, least=LEAST_RANDOM_BESIDE) and not UUID.fullmatch(word)
        return Finding(start, end, "api-key") if fits else None
    if label.sort is Sort.CODE:
        ends = ends_clause(text, end)
        fits = ends and is_code(word) and HAS_DIGIT.search(word) is not None and not UNITS.match(text, end)
        return Finding(start, end, "password") if fits else None
    if label.sort is Sort.SHORT and label.word in {"pass", "pin", "clave", "otp"}:
        return None
    is_wide = not label.word.isascii()
    line = line_before(text, label.start)
    is_qualified = is_wide or WHOSE.search(line) is not None
    if (
        not word.isascii()
        or is_nothing(word)
        or UNITS.match(text, end)
        or is_name_of_program(text, found, word, is_qualified)
    ):
        return None
    if _LOGIN_LINE.search(line):
        return Finding(start, end, "password")
    ends = ends_clause(text, end) or _GOES_ON.match(text, end) is not None or is_wide
    is_mixed = HAS_DIGIT.search(word) is not None and kinds_of(word) >= 2
    fits = (is_mixed and (len(word) >= 5 or is_qualified)) or (is_wide and word.isdigit() and 4 <= len(word) <= 12)
    return Finding(start, end, "password") if fits and ends and not ALGORITHM.match(word) else None


def _find_before(text: str, label: Label) -> Finding | None:
    """`use Tulip77x as the password`: a mixed value in front of its label."""
    place = max(0, label.start - LOOK_AROUND)
    found = _AS.search(text, max(place, label.start - 100), label.start) if label.sort is Sort.PASSWORD else None
    if found is None:
        return None
    word = found["value"]
    is_mixed = HAS_DIGIT.search(word) is not None and kinds_of(word) >= 2
    if not is_mixed or is_nothing(word) or FILE.search(word) or DESCRIPTION.match(word) or ALGORITHM.match(word):
        return None
    return None if SNAKE.fullmatch(word) or NUMBERS.fullmatch(word) else Finding(*found.span("value"), "password")
