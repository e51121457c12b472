"""Detects values that stand next to their label or prompt without a separator between them.

In the next cell, line or column; as the answer to a prompt (`expect` and `send`, `getByLabel` and `fill`), as the
value beside a name (a Kubernetes variable), or in what a tool types into a field.
"""

import re
from collections.abc import Mapping
from typing import Any

from ..patterns import lazy_regex
from .labels import NO_OWNER, OWNED, WHOSE, Label, Sort, kind_of, label_at
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
    is_literal_phrase,
    is_literal_word,
    is_name_of_program,
    is_nothing,
    is_passphrase,
    is_strong,
    is_told_word,
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
    found = OWNED.match(text, label.end) if label.sort in (Sort.PASSWORD, Sort.SHORT, Sort.CODE) else None
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


_LITERAL = r"\\?[\"'`](?P<value>[^\"'`\n]{2,200})\\?[\"'`]"
_SENT = lazy_regex(
    r"[^\n]{0,24}[\"'}\])][^\n]{0,12}[;)\]}]?[ \t]*\\?\n?[^\n\"']{0,30}\bsend(?:_?line|[ _]text|lnr"
    r"|ln)?\b[ \t(]*(?:(?:-s|-h|--)[ \t]+)*"
    r"(?:[\"'](?P<value>[^\"'\n$\[]{2,200}?)(?:\\[rn])*[\"']|\{(?P<braced>[^{}\n]{2,200})\})"
)
"""`expect "Password:"`, then `send "…\\r"`; `child.expect("word:")`, then `child.sendline("…")`."""
_FILLED = lazy_regex(
    r"[^\n\"'`]{0,30}\\?[\"'`]?[\])]?[^\n\"'`;]{0,60}?"
    r"(?:\.(?:fill|type|send_?keys|sendKeys|set_?[vV]alue|val|press_?[sS]equentially|input|enter_?[tT]ext|typeText"
    r"|replaceText|addValue|setText|invoke\([\"']val[\"'],?)[ \t]*\(|(?:,|\bwith:?)[ \t]*(?:with:[ \t]*)?"
    r"|\.value[ \t]*=[ \t]*)"
    rf"[ \t]*{_LITERAL}"
)
"""`getByLabel('Password').fill('…')`, `fill_in 'Password', with: '…'`, `page.type('#password', '…')`."""
_FILLS = lazy_regex(
    r"(?i)(?:\.(?:fill|type|val)|\b(?:fill(?:_?in|_?field)?|type|enter|input|set_?value"
    r"|insert)(?:_?text)?)[ \t]*[( ][^\n]{0,80}\Z"
    r"|(?:getBy\w+|get_by_\w+|locator|find_?element\w*|querySelector\w*|getElement\w*|cy\.get|\bBy\.\w+|\$)\(?"
    r"[^\n]{0,80}\Z"
)
_IN_FILLS = (
    *(
        "fill",
        "type",
        "enter",
        "input",
        "set",
        "insert",
        ".val",
        "getby",
        "get_by_",
        "locator",
        "find",
        "queryselector",
    ),
    *("getelement", "cy.get", "by.", "$"),
)
"""Of these words one stands where the pattern finds anything."""
_ROBOT = lazy_regex(r"[^\s]*(?:[ ]{2,}|\t)(?P<value>[^\s$%{][^\s]{2,80})[ \t]*(?=\r?\n|$)")
_NAME = lazy_regex(
    r"(?i)--(?:name|id|key|parameter)[ =]+[\"']?[^\s\"']{0,60}\Z|\bsecret[ \t]+set[ \t]+\S{0,40}\Z"
    r"|(?:[\"'<\s,({-]|\\\"|^)(?:\w*[_-]?(?:name|key|label|id|element|field|selector|title|ref|target"
    r"|variable|var|option"
    r"|path|locator|prompt|question|description|placeholder"
    r"|data-?test-?id)\\?[\"']?)[ \t]*[:=>][ \t]*\\?[\"'`]?[^\"'\n{}]{0,60}\Z"
)
_IN_NAMES = (
    *("name", "key", "label", "id", "element", "field", "selector", "title", "ref", "target", "var", "option"),
    *("path", "locator", "prompt", "question", "description", "placeholder", "parameter", "secret"),
)
"""The same for this one; `data-test-id` and `variable` hold others."""
_REST_OF_NAME = lazy_regex(r"[\w .#:/*()\[\]=-]{0,40}")
_VALUE = lazy_regex(
    r"\\?[\"'`]?[\s,;>/]*(?:(?!\\?[\"']?\w*[vV]alue\b)[^\n{}<>]{1,80}[\s,])??[<-]{0,2}\\?[\"']?\b"
    r"(?:\w*_?-?(?:[vV]alue|VALUE)|text|string|secret-?string|secretstring|input|content|val|answer|body|data"
    r"|plaintext|response)\\?[\"']?"
    r"(?:[ \t]+(?!=)|[ \t]*[:=>][ \t]*"
    r"|[ \t]*[A-Za-z]+=\"[^\"\n]*\">)\\?(?P<quote>[\"'`]?)(?P<value>[^\n\"'`<>]{2,200})",
    re.IGNORECASE,
)
_ELEMENT = lazy_regex(
    r"(?:</\w+>|[^<>\n]{0,40}\\?[\"']?>)\s*(?:</\w+>\s*)?(?:<(?:value|string|secret|plaintext|text"
    r"|data)\b[^<>\n]{0,60}>)(?P<value>[^<>\n]{2,200})</"
    r"|[^<>\n\"']{0,30}[\"'][^<>\n]{0,60}?\bvalue=[\"'](?P<attribute>[^\"'\n<>]{2,200})[\"']",
    re.IGNORECASE,
)


_EXPECTED = lazy_regex(
    r"expect\w*[^\n]{0,40}?ass(?:word|phrase|wort|code)(?P<rest>[^\n]{0,24})\n?[^\n\"']{0,30}\bsend(?:_?line|lnr|ln)?\b"
    r"[ \t(]*(?:(?:-s|-h|--)[ \t]+)*(?:[\"'](?P<value>[^\"'\n$\[]{2,200}?)(?:\\[rn])*[\"']"
    r"|\{(?P<braced>[^{}\n]{2,200})\})",
    re.IGNORECASE,
)
_LONGEST_EXPECT, _TO_PROMPT = 37, 80  # characters of a name that begins with `expect`, and up to a prompt behind it
_TOLD_CODE = lazy_regex(r"code(?:'s| is)(?: still| now| just)? (?P<value>\d{4,8})(?![\w%]|[.,:/-]\d)", re.IGNORECASE)
_OTHER_CODE = lazy_regex(
    r"(?i)\b(?:exit|status|error|zip|area|country|response|return|http|postal|post|source|lines?|product|item"
    r"|bar|colou?r|discount)\b"
)


def expected(text: str, at: int) -> Finding | None:
    """`expect "assword:"` and the text sent next."""
    near = text[at : at + _TO_PROMPT].lower()
    if "ass" not in near and not near[:_LONGEST_EXPECT].replace("_", "").isalnum():
        return None
    found = _EXPECTED.match(text, at)
    return _check_answer(found, "value" if found["value"] else "braced", is_certain=True) if found else None


def told_code(text: str, at: int) -> Finding | None:
    """`the code is 4821`, unless it is a code of another kind."""
    found = _TOLD_CODE.match(text, at)
    if found is None:
        return None
    line = line_before(text, at)
    if not line.lower().endswith(("the ", "your ", "my ", "our ")) or _OTHER_CODE.search(line):
        return None
    fits = ends_clause(text, found.end()) and not UNITS.match(text, found.end())
    return Finding(*found.span("value"), "password") if fits else None


def answer(text: str, at: int) -> Finding | None:
    """The secret that is sent, filled in or assigned next to the label at this position."""
    label = label_at(text, at)
    if label is None or (label.word == "pass" and text[at : at + 4].islower()):
        return None
    nearby = text[label.end : label.end + 300]
    line = line_before(text, at)[-120:]
    if "send" in nearby and (found := _SENT.match(text, label.end)):
        return _check_answer(found, "value" if found["value"] else "braced", is_certain=True)
    low = line.lower()
    if any(map(low.__contains__, _IN_FILLS)) and _FILLS.search(line):
        if (found := _FILLED.match(text, label.end)) and (finding := _check_answer(found, "value", is_certain=True)):
            return finding
        if re.search(r"(?i)input (?:text|password)|type text|fill text", line) and (
            found := _ROBOT.match(text, label.end)
        ):
            return _check_answer(found, "value", is_certain=True)
    if ">" in nearby and (found := _ELEMENT.match(text, label.end)):
        return _check_answer(found, "value" if found["value"] else "attribute", is_certain="<" in line)
    if not any(map(low.__contains__, _IN_NAMES)) or not _NAME.search(line):
        return None
    rest = _REST_OF_NAME.match(text, label.end)
    found = _VALUE.match(text, rest.end() if rest else label.end) or _VALUE.match(text, label.end)
    if found is None or label.sort is Sort.CODE:
        return None
    name = text[at : label.end]
    return _check_answer(
        found, "value", is_certain=name.isupper() or (label.sort is not Sort.MACHINE and "ref" in nearby)
    )


def _check_answer(found: re.Match[str], group: str, *, is_certain: bool) -> Finding | None:
    """The value if it is neither a reference nor a text of an interface; a word only if the position is certain."""
    value = found[group].rstrip()
    has_quote = "quote" in found.re.groupindex and found["quote"]
    if "quote" in found.re.groupindex and not has_quote:
        value = re.split(r"[\s,;}\])]", value)[0]
    value = re.sub(r"(?:\\+[rn]?)+$", "", value)
    if len(value) < 3 or is_nothing(value) or names_a_secret(value):
        return None
    if " " in value:
        fits = is_certain and is_literal_phrase(value) and (HAS_DIGIT.search(value) is not None or value.count(" ") > 2)
    elif is_strong(value) or (HAS_DIGIT.search(value) and kinds_of(value) >= 2):
        fits = is_literal_word(value) or is_strong(value)
    else:
        is_word = is_told_word(value) or (is_certain and not value.istitle() and len(value) >= 4)
        fits = is_certain and (value.isdigit() or (is_literal_word(value) and is_word))
    start = found.start(group)
    return Finding(start, start + len(value), "password") if fits else None


_NAMING = (
    "name",
    "key",
    "label",
    "element",
    "field",
    "selector",
    "title",
    "variable",
    "var",
    "target",
    "locator",
    "id",
)
_GIVEN_KEYS = frozenset(
    [
        *("value", "text", "input", "string", "secretString", "content", "val", "answer", "body", "plaintext"),
        *("Value", "Text"),
    ]
)
_NAMING_KEYS = frozenset([*_NAMING, *map(str.capitalize, _NAMING)])


_FILE = lazy_regex(r"/|\.[a-z]{1,4}\Z")
LONGEST_TYPED = 64  # characters of a password that a person or an agent fills into a field


def name_of_value(mapping: Mapping[str, Any]) -> str:
    """The label in the name of `{"name": "DB_PASSWORD", "value": "…"}`, else an empty text."""
    if _GIVEN_KEYS.isdisjoint(mapping) or _NAMING_KEYS.isdisjoint(mapping):
        return ""
    for key in _NAMING:
        name = mapping.get(key) or mapping.get(key.capitalize())
        if not isinstance(name, str) or not 2 < len(name) < 80 or _FILE.search(name):
            continue
        for place in re.finditer(r"[^\W_]+", name):
            if (label := label_at(name, place.start())) is not None:
                return label.word
    return ""


def is_given(key: str, value: object) -> bool:
    """Whether this key holds a value named by another key, short enough to be typed."""
    return key in _GIVEN_KEYS and isinstance(value, str) and len(value) <= LONGEST_TYPED and "\n" not in value
