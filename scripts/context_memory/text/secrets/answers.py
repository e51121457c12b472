"""Detects secrets that answer a prompt or are next to their name.

`expect` and `send`, `getByLabel` and `fill`, name and value of a Kubernetes variable, what a tool types into a field.
"""

import re
from collections.abc import Mapping
from typing import Any

from ..patterns import lazy_regex
from .labels import Sort, label_at
from .shapes import Finding
from .values import (
    HAS_DIGIT,
    UNITS,
    ends_clause,
    is_literal_phrase,
    is_literal_word,
    is_nothing,
    is_strong,
    is_told_word,
    kinds_of,
    line_before,
    names_a_secret,
)

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
_ROBOT = lazy_regex(r"[^\s]*(?:[ ]{2,}|\t)(?P<value>[^\s$%{][^\s]{2,80})[ \t]*(?=\r?\n|$)")
_NAME = lazy_regex(
    r"(?i)--(?:name|id|key|parameter)[ =]+[\"']?[^\s\"']{0,60}\Z|\bsecret[ \t]+set[ \t]+\S{0,40}\Z"
    r"|(?:[\"'<\s,({-]|\\\"|^)(?:\w*[_-]?(?:name|key|label|id|element|field|selector|title|ref|target"
    r"|variable|var|option"
    r"|path|locator|prompt|question|description|placeholder"
    r"|data-?test-?id)\\?[\"']?)[ \t]*[:=>][ \t]*\\?[\"'`]?[^\"'\n{}]{0,60}\Z"
)
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
_TOLD_CODE = lazy_regex(r"code(?:'s| is)(?: still| now| just)? (?P<value>\d{4,8})(?![\w%]|[.,:/-]\d)", re.IGNORECASE)
_OTHER_CODE = lazy_regex(
    r"(?i)\b(?:exit|status|error|zip|area|country|response|return|http|postal|post|source|lines?|product|item"
    r"|bar|colou?r|discount)\b"
)


def expected(text: str, at: int) -> Finding | None:
    """`expect "assword:"` and the text sent next."""
    found = _EXPECTED.match(text, at)
    return _check_answer(found, "value" if found["value"] else "braced", is_certain=True) if found else None


def told_code(text: str, at: int) -> Finding | None:
    """`the code is 4821`, unless it is a code of another kind."""
    found = _TOLD_CODE.match(text, at)
    line = line_before(text, at)
    if found is None or not line.lower().endswith(("the ", "your ", "my ", "our ")) or _OTHER_CODE.search(line):
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
    if _FILLS.search(line):
        if (found := _FILLED.match(text, label.end)) and (finding := _check_answer(found, "value", is_certain=True)):
            return finding
        if re.search(r"(?i)input (?:text|password)|type text|fill text", line) and (
            found := _ROBOT.match(text, label.end)
        ):
            return _check_answer(found, "value", is_certain=True)
    if ">" in nearby and (found := _ELEMENT.match(text, label.end)):
        return _check_answer(found, "value" if found["value"] else "attribute", is_certain="<" in line)
    if not _NAME.search(line):
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
_GIVEN = ("value", "text", "input", "string", "secretString", "content", "val", "answer", "body", "plaintext")


_FILE = lazy_regex(r"/|\.[a-z]{1,4}\Z")
LONGEST_TYPED = 64  # characters of a password that a person or an agent fills into a field


def name_of_value(mapping: Mapping[str, Any]) -> str:
    """The label in the name of `{"name": "DB_PASSWORD", "value": "…"}`, else an empty text."""
    for key in _NAMING:
        name = mapping.get(key) or mapping.get(key.capitalize())
        if not isinstance(name, str) or not 2 < len(name) < 80 or _FILE.search(name):
            continue
        if any(each in mapping for each in (*_GIVEN, "Value", "Text")):
            for place in re.finditer(r"[^\W_]+", name):
                if (label := label_at(name, place.start())) is not None:
                    return label.word
    return ""


def is_given(key: str, value: object) -> bool:
    """Whether this key holds a value named by another key, short enough to be typed."""
    is_key = key in _GIVEN or key in {"Value", "Text"}
    return is_key and isinstance(value, str) and len(value) <= LONGEST_TYPED and "\n" not in value
