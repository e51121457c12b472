"""Detects the value of a label with one grammar for all languages, positions and forms of values.

    label [words] joint value

The joint and the place say how much the value must look like a secret: in
quotes, on a line of a configuration, behind an option or in the cell of a
table nearly anything is one; behind a colon or a copula what is no word that
describes a password; a few words away, or with nothing between, only what is
mixed. A name of a program stays.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..patterns import lazy_regex
from .adjacent import LEAST_RANDOM, LEAST_RANDOM_BESIDE, LEAST_RANDOM_TOKEN, unjoined
from .labels import (
    ASKED,
    AWAY,
    JOINED,
    LOGIN,
    NO_OWNER,
    STATES,
    TOLD,
    Label,
    Sort,
    is_changed,
    is_verdict,
    kind_of,
    label_at,
)
from .shapes import Finding
from .values import (
    CLOSING,
    DESCRIPTION,
    FILE,
    GROUPS,
    HAS_DIGIT,
    LOOK_AROUND,
    NAME_OF_PROGRAM,
    NUMBERS,
    SNAKE,
    UNITS,
    UUID,
    app_password,
    ends_clause,
    in_quotes,
    is_code,
    is_harmless,
    is_in_code,
    is_literal_phrase,
    is_literal_word,
    is_member_of_program,
    is_nothing,
    is_passphrase,
    is_strong,
    is_told_word,
    is_wide_value,
    kinds_of,
    line_before,
    looks_random,
    names_a_secret,
    trimmed,
)

_BARE = lazy_regex(r"[^\s\"'`<>|，。；、（）“”„«»「」『』\\]{2,200}")
_CUT = lazy_regex(r"[&;,]\w+=|(?<=[!-~])[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
"""Where a value ends: the next parameter, or text of another script."""
"""Words between a label and a joint that lead to no value."""
_LINE_START = lazy_regex(
    r"(?P<indent>[ \t]*)(?:[-*>#][ \t]+)?(?:export[ \t]+|set[ \t]+|ENV[ \t]+|ARG[ \t]+)?[\"'`*]{0,3}[\w.-]*$"
)
_OPTION = lazy_regex(r"(?<![\w-])--?[\w-]*\Z")
_TO_QUESTION_MARK = 49
"""Characters from a label to the question mark behind its clause, with it."""
_TWO_DIGITS = lazy_regex(r"\d[^\d\n]*\d")
"""In one line, as every value is."""
_REACH = 500
"""Characters from a label in which its value lies, as far as it is judged."""
_SIGNS = lazy_regex(r"[!@#$%^&*+=?~]")
_GROUPS_OF_DIGITS = lazy_regex(r"\d{4,5}(?:-?\d{4,5}){1,7}")
_PIN_OF_A_BOARD = lazy_regex(r"(?i)[a-z]{1,5}_?\d{1,2}|\d{1,3}")
_WORDS_TO_END = lazy_regex(r"[^\W\d_]{2,16}(?:[ ][^\W\d_]{2,16}){1,11}(?=[ \t]*(?:[\r\n]|$))")
_AWS_SECRET = lazy_regex(r"[A-Za-z0-9/+]{40}=?")
_ADDRESS_OF_A_CHAIN = lazy_regex(r"0x[0-9a-fA-F]{40}")
_SHORTEST_LITERAL_KEY = 8  # characters of a key that nothing but its name gives away


class _Place(NamedTuple):
    """A label and the separator before its value, which begins at `start`."""

    label: Label
    start: int
    words: str
    joint: str
    colon: str
    tells: str
    line: str
    """What stands before the label on its line."""


def given(text: str, at: int) -> Finding | None:
    """The secret assigned to the label at this position, if there is a label."""
    label = label_at(text, at)
    if label is None or is_verdict(text, label) or _has_no_digits(text, label):
        return None
    for place in _places(text, label):
        if found := _find_element(text, place) or _find_quoted(text, place) or _find_bare(text, place):
            return found
    return unjoined(text, label)


def _has_no_digits(text: str, label: Label) -> bool:
    """Whether nothing behind the label can be generated: only a literal and a secret of AWS may have no two digits."""
    if label.sort is not Sort.MACHINE or text[label.start : label.end].isupper():
        return False
    before = text[max(0, label.start - 24) : label.end].lower()
    return not ("aws" in before or "access" in before or _TWO_DIGITS.search(text, label.end, label.end + _REACH))


def _places(text: str, label: Label) -> Iterator[_Place]:
    """Possible starts of the label's value, the likeliest first."""
    line = line_before(text, label.start)
    if found := JOINED.match(text, label.end):
        words = found["words"] or ""
        if not (words and NO_OWNER.search(words)) and (found["copula"] != "to" or is_changed(label, line)):
            colon = "option" if found["joint"] == "=" and _is_option(line) else (found["colon"] or "").strip()
            yield _Place(label, found.end(), words, found["joint"], colon, "", line)
    elif _is_option(line) and text[label.end : label.end + 1] == " ":
        yield _Place(label, label.end + 1, "", " ", "option", "", line)
        return
    is_asked = any(mark in text[label.end : label.end + _TO_QUESTION_MARK] for mark in "?？")
    for pattern in (AWAY, TOLD, ASKED) if is_asked else (AWAY, TOLD):
        found = pattern.match(text, label.end)
        if found and not NO_OWNER.search(found["words"]) and found.groupdict().get("copula") != "to":
            tells = found["tells"] or "away"
            yield _Place(label, found.end(), found["words"], found["joint"], "", tells, line)


def _is_option(line: str) -> bool:
    """Whether the label belongs to the name of an option, which has no blanks."""
    name = line[line.rfind(" ") + 1 :]
    return "-" in name and _OPTION.search(name) is not None


_ELEMENT = lazy_regex(r"<[\w:.-]*\Z")
_CONTENT = lazy_regex(r"[ \t]*(?P<value>[^<>\n]{2,200}?)[ \t]*</")


def _find_element(text: str, place: _Place) -> Finding | None:
    """`<password>Qu4rtz(Mill)</password>`: the content of the element, unless it is a reference or a text of a form."""
    if place.colon != ">" or place.label.sort in (Sort.MACHINE, Sort.CODE) or not _ELEMENT.search(place.line):
        return None
    found = _CONTENT.match(text, place.start)
    if found is None or is_nothing(found["value"]) or names_a_secret(found["value"]):
        return None
    fits = is_literal_phrase(found["value"]) if " " in found["value"] else True
    return Finding(*found.span("value"), "password") if fits else None


_LINE_OF_CONFIGURATION = lazy_regex(r"[ \t]*(?:[\w.\[\]-]+[ \t]*=(?!=).*|\[[^\]\n]+\][ \t]*\r?|[#;].*)$", re.MULTILINE)
_KEY_OF_CONFIGURATION = lazy_regex(r"[\w.-]*$")
_REST = lazy_regex(r"[^\n]{6,120}?(?=[ \t]*(?:[ \t][#;][^\n]*)?\r?(?:\n|$))")
_OF_SHELL = lazy_regex(r"[;{(\[,\\]$|[{}`;|]|&&|\$[({\w]| [-/]|\w=\S|\\n|^[\"'<]|//")


def _find_rest_of_line(text: str, place: _Place) -> Finding | None:
    """`spring.mail.password=qhzt wmfe oyrb kcua`: words to the end of the line, in a file of keys and values alone."""
    start, is_key = place.start, place.joint.strip() == "=" and _KEY_OF_CONFIGURATION.match(place.line)
    if group := app_password(text, start):
        return Finding(start, start + len(group), "password")
    found = _REST.match(text, start) if is_key else None
    if found is None or " " not in found[0] or _OF_SHELL.search(found[0]) or is_nothing(found[0].split()[0]):
        return None
    if not is_passphrase(found[0]) or not ("." in place.line or _is_among_keys(text, place)):
        return None
    name = text[place.label.start : place.label.end]
    if name.isupper() and not all(map(str.isalpha, found[0].split())):  # `PASSWORD=x program …` of a shell
        return None
    return Finding(*found.span(), "password")


def _is_among_keys(text: str, place: _Place) -> bool:
    """Whether an adjacent line is a configuration line, and neither is anything else."""
    start = place.label.start - len(place.line)
    before = text[max(0, text.rfind("\n", max(0, start - LOOK_AROUND), max(0, start - 1)) + 1) : max(0, start - 1)]
    end = text.find("\n", place.start, place.start + LOOK_AROUND)
    after = text[end + 1 : end + LOOK_AROUND].partition("\n")[0] if end >= 0 else ""
    lines = [line for line in (before, after) if line.strip()]
    return bool(lines) and all(map(_LINE_OF_CONFIGURATION.match, lines))


def _find_quoted(text: str, place: _Place) -> Finding | None:
    """The whole quoted text, including blanks."""
    span = in_quotes(text, place.start)
    if span is None:
        return None
    start, end = span
    content, quote, sort = text[start:end], text[start - 1], place.label.sort
    if sort is Sort.MACHINE:
        return _find_generated(text, place, start, content)
    is_mixed = HAS_DIGIT.search(content) is not None and kinds_of(content) >= 2
    if is_nothing(content) or content != content.strip() or (not place.colon and quote == "`" and not is_mixed):
        return None
    if " " in content:
        is_short = sort is Sort.SHORT and place.label.word not in {"pw", "psk"}
        label_word = place.label.word
        is_literal = place.colon == "option" or (bool(place.colon) and (sort is Sort.PHRASE or label_word == "psk"))
        fits = not (quote == "`" or is_short or place.joint.strip() in {"==", "==="}) and (
            is_literal_phrase(content) if is_literal else is_passphrase(content)
        )
    elif sort is Sort.CODE:
        fits = is_code(content)
    elif content.isalpha() and content.isascii() and (len(content) < 4 or sort is Sort.SHORT):
        fits = False
    else:
        fits = is_literal_word(content) and not re.match(r"\d{4}-\d\d-\d\d", content)
        if place.colon == ",":
            fits = fits and is_mixed and not NAME_OF_PROGRAM.fullmatch(content)
        fits = fits and (
            bool(place.colon) or HAS_DIGIT.search(content) is not None or "-" in content or not content.isascii()
        )
    return Finding(start, end, "password") if fits else None


def _find_bare(text: str, place: _Place) -> Finding | None:
    """A word without quotes, or the rest of the line after a label for several words."""
    if in_quotes(text, place.start):
        return None
    start = place.start + (text[place.start : place.start + 1] in CLOSING)
    found = _BARE.match(text, start)
    if found is None:
        return None
    cut = next((each for each in _CUT.finditer(found[0]) if found[0][: each.start()].isascii()), None)
    word = trimmed(found[0][: cut.start()] if cut else found[0])
    if rest := _find_rest_of_line(text, place) if place.label.sort not in (Sort.MACHINE, Sort.CODE) else None:
        return rest
    if len(word) < 2:
        return None
    if place.label.sort is Sort.MACHINE:
        return _find_generated(text, place, start, word)
    if place.label.sort is Sort.CODE:
        groups = GROUPS.match(text, start)
        word = groups[0] if groups and len(groups[0]) > len(word) and HAS_DIGIT.search(groups[0]) else word
        fits = is_code(word) and not UNITS.match(text, start + len(word))
    else:
        fits = _is_password(text, place, word)
    return Finding(start, start + len(word), "password") if fits else _find_phrase(text, place)


def _is_password(text: str, place: _Place, word: str) -> bool:
    """Whether the word after this separator is the password itself."""
    label, start = place.label, place.start
    end = text.index(word, start) + len(word)
    if is_nothing(word) or FILE.search(word):
        return False
    if word.rstrip("+-").isdigit() and UNITS.match(text, end):
        return False
    begins = _LINE_START.match(place.line)
    ends = ends_clause(text, end)
    if place.colon == "option":
        is_plain = word.isalpha() and kinds_of(word) < 2
        return not (is_plain or word.startswith("-") or is_member_of_program(word) or SNAKE.fullmatch(word))
    name = text[label.start - len(re.split(r"\W", place.line)[-1]) : label.end]
    if place.joint == "=" and ends and begins and (name.isupper() or not begins["indent"]):
        is_poor = name.islower() and label.sort is Sort.SHORT
        if (
            not (is_poor and (word.isdigit() or word.isalpha()))
            and is_literal_word(word)
            and not is_member_of_program(word)
        ):
            return True
    if names_a_secret(word):
        return False
    in_code = bool(place.colon) and (is_in_code(place.line, text, end))
    if in_code and (NAME_OF_PROGRAM.fullmatch(word) or "." in word or text[end : end + 1] in {"(", "["}):
        return False
    if is_strong(word) and (ends or begins):
        return True
    if not word.isascii():
        return ends and is_wide_value(word, literal=bool(place.colon) and begins is not None and not in_code)
    if HAS_DIGIT.search(word) or _SIGNS.search(word):
        return _is_coded(place, word, begins=begins is not None, ends=ends)
    return ends and not in_code and not place.tells and _is_spoken(text, place, word, begins)


def _is_coded(place: _Place, word: str, *, begins: bool, ends: bool) -> bool:
    """A word with digits or symbols."""
    label = place.label
    is_login = LOGIN.search(place.line) is not None
    if word.isdigit():
        if label.word in {"pass", "pw", "pwd", "clave"} and not is_login and not place.words:
            return False
        least = 4 if label.sort is Sort.SHORT or place.words else 3
        return least <= len(word) <= 20 and not place.tells
    if label.word.startswith("psk") and _GROUPS_OF_DIGITS.fullmatch(word):
        return True
    if DESCRIPTION.match(word) or NUMBERS.fullmatch(word) or SNAKE.fullmatch(word):
        return False
    if "." in word and (is_member_of_program(word) or (re.search(r"\.[a-z]+$", word) is not None and not begins)):
        return False
    if not HAS_DIGIT.search(word):
        return bool(place.colon) and ends and re.search(r"\w[=&]\w", word) is None and not place.words
    if label.sort is Sort.SHORT:
        if label.word == "pin" and _PIN_OF_A_BOARD.fullmatch(word):
            return False
        least = 2 if is_login or begins or place.words or label.word != "pass" else 3
        return kinds_of(word) >= least and len(word) >= (5 if label.word in {"pass", "clave", "otp"} else 3)
    if place.tells:
        return kinds_of(word) >= 2 and len(word) >= 5
    return kinds_of(word) >= 2 or (bool(place.colon) and len(word) >= 4)


def _is_spoken(text: str, place: _Place, word: str, begins: re.Match[str] | None) -> bool:
    """Only letters, or words joined by hyphens, underscores or dots."""
    label, is_at_key = place.label, begins is not None and place.colon in {":", "=", "："}
    parts = re.split(r"[-._]", word)
    least = 3 if is_at_key and not (begins and begins["indent"]) else 4
    if len(word) < least or word.casefold() in STATES or not all(map(str.isalpha, parts)):
        return False
    if len(parts) > 1:
        return _is_compound(place, word, parts, is_at_key=is_at_key, is_indented=bool(begins and begins["indent"]))
    is_english = label.word.startswith(("pass", "pw")) and label.word not in {"passwort", "passe"}
    if label.sort is Sort.SHORT and label.word not in {"pw", "pwd"}:
        return False
    if label.sort is Sort.SHORT or (is_english and not is_at_key):
        return (
            word.islower()
            and not place.words
            and (
                is_at_key
                or (place.colon in {":", "："} and len(word) >= 6)
                or (" is" in place.joint and is_told_word(word))
            )
        )
    if is_english:
        is_plain = word.islower() or (word.istitle() and len(word) >= 6)
        return is_plain and place.joint in {": ", "=", ":"}
    if place.words or "lautet" in place.joint:
        ends_line = text[text.index(word, place.start) + len(word) :][:1] in {"", "\n"}
        return "lautet" in place.joint or (bool(place.colon) and ends_line and len(word) >= 6)
    return bool(place.colon) or text[text.index(word, place.start) + len(word) :][:1] in {
        "",
        "\n",
        "。",
        ",",
        "，",
        ".",
    }


def _is_compound(place: _Place, word: str, parts: list[str], *, is_at_key: bool, is_indented: bool) -> bool:
    """Words joined by hyphens, underscores or dots."""
    describes = len(parts) < 3 and any(part.casefold() in STATES for part in parts)
    if describes or is_member_of_program(word):
        return False
    if place.label.sort is Sort.SHORT:
        return len(parts) > 2 and bool(place.words) and bool(place.colon)
    if "." in word:
        return is_at_key and not is_indented
    if "_" in word:
        return bool(place.colon) and not word.islower() and not word.isupper()
    return len(parts) > 2 or (word != word.lower() and not word.istitle()) or is_at_key


def _find_phrase(text: str, place: _Place) -> Finding | None:
    """`passphrase: four words or more` to the end of the line."""
    found = _WORDS_TO_END.match(text, place.start) if place.label.sort is Sort.PHRASE else None
    if found is None or not is_passphrase(found[0]) or STATES.intersection(found[0].casefold().split()[:2]):
        return None
    if not place.colon and found[0].count(" ") < 2:
        return None
    return Finding(found.start(), found.end(), "password")


_KEYS = ("key", "secret", "密钥", "秘钥", "私钥", "키", "キー", "ключ", "鍵", "api", "schlüssel", "secreta", "segreta")
"""Ends of labels that nothing but a key stands behind."""


def _find_generated(text: str, place: _Place, start: int, word: str) -> Finding | None:
    """A generated value must look random, unless an environment variable is set to it."""
    label = place.label
    word = word.rstrip(".:!?")
    if len(word) < _SHORTEST_LITERAL_KEY:
        return None
    if text[start + len(word) : start + len(word) + 1] in {"(", "[", "{"}:
        return None
    if _ADDRESS_OF_A_CHAIN.fullmatch(word) or word.startswith("arn:"):
        return None
    if label.word in {"token", "credential", "credentials"} and UUID.fullmatch(word):
        return None
    kind = kind_of(text, label)
    least = LEAST_RANDOM if label.word.endswith(_KEYS) else LEAST_RANDOM_TOKEN
    if place.words or place.tells:
        least = LEAST_RANDOM_BESIDE
    is_literal = text[label.start : label.end].isupper() and place.joint == "=" and len(word) >= _SHORTEST_LITERAL_KEY
    is_aws = kind == "aws-secret-key" or "access" in text[max(0, label.start - 8) : label.end].lower()
    fits = (is_literal and not word.isdigit() and not is_harmless(word)) or (is_aws and _AWS_SECRET.fullmatch(word))
    return Finding(start, start + len(word), kind) if fits or looks_random(word, least=least) else None
