"""Detects secrets of several lines or words: key blocks, recovery codes, seed phrases, table columns."""

import re
from collections.abc import Iterator

from ..patterns import Pattern, lazy_regex
from .shapes import Finding, is_placeholder
from .values import FILE, is_harmless

_LONGEST_HEAD = 2_000
"""Characters of the first line of a table."""

_PRIVATE_KEY = Pattern(
    r"-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?:(?!-----).)*+-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----"
    r"|(?:(?:\\[nrt]|\s)*(?:[A-Za-z0-9+/=]{16,80}|(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]{1,80}))*+)",
    re.DOTALL,
)
"""A whole block, or as much of one as there is where its end was cut off."""
_KEY_END = Pattern(r"-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_LAST_LINE = Pattern(
    r"(?:(?<![A-Za-z0-9+/=])|(?<=\\n)|(?<=\\r))(?P<line>[A-Za-z0-9+/]{1,80}={0,2})(?:\\[nr]|[ \t\r\n])*\Z"
)
_LONGEST_LINE = 120
_PUTTY_KEY = Pattern(r"Private-Lines: \d+\s+(?P<value>[A-Za-z0-9+/=\s]{40,}?)(?=\s*(?:Private-MAC|\Z|\n\n))")

_WORDS_OF_SEED = Pattern(
    r"(?:seed|mnemonic|recovery[ -]phrase|secret[ -]phrase|recovery seed|助记词|助記詞|ニーモニック"
    r"|wiederherstellungsphrase|frase semilla"
    r"|мнемо\w+|сид-?фраз\w*)[^\n:：=]{0,30}?(?:[:：=]|\bis\b|是|为)?[ \t]*\n?[ \t]*[\"'`“「]?"
    r"(?P<value>[a-z]{3,8}(?:[ \t,，]+(?:\d{1,2}[.)][ \t]*)?[a-z]{3,8}){11,23})(?![a-z])",
    re.IGNORECASE,
)
_CODES = Pattern(
    r"(?:recovery|backup|scratch|emergency|one-time|rescue|wiederherstellungs|notfall|备用|恢复|备份|リカバリー|バックアップ|резервн\w+"
    r"|recuperación)[ -]?(?:codes?|码|代码|验证码|コード|код\w*|códigos?)[^\n]{0,60}?"
    r"(?:[:：]|\n|[是为]|\b(?:are|is|ist|es)\b)",
    re.IGNORECASE,
)
_CODE_LINE = lazy_regex(
    r"[ \t]*(?:[-*•]|\d{1,2}[.):])?[ \t]*(?P<codes>[\"'`]?(?:[A-Za-z0-9]{4,8}"
    r"(?:[- ][A-Za-z0-9]{4,8}){1,4}|[A-Za-z0-9]{8,16})[\"'`]?"
    r"(?:[,;\t]? +[\"'`]?(?:[A-Za-z0-9]{4,8}-[A-Za-z0-9]{4,8}|[A-Za-z0-9]{8,16})[\"'`]?)*)[ \t]*(?:\r?\n|\Z)"
)
_CODE = lazy_regex(
    r"(?<![\w-])(?=[A-Za-z-]{0,16}\d)[A-Za-z0-9]{4,8}-[A-Za-z0-9]{4,8}(?![\w-])|(?<![\w-])\d{8,10}(?![\w-])"
)
_TOTP = Pattern(
    r"(?:totp|2fa|mfa|otp|authenticator|setup key|secret key|manual(?: entry)? key|密钥|两步验证|二步验证"
    r"|geheimnis|secret)[^\n:：=]{0,40}?"
    r"(?:[:：=]|\bis\b|是|为)[ \t]*[\"'`]?(?P<value>(?:[A-Z2-7]{4}[ -]){3,12}[A-Z2-7]{4}|"
    r"(?:[a-z2-7]{4} ){3,12}[a-z2-7]{4}|[A-Z2-7]{16,64}=*)(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_BASE32 = lazy_regex(r"(?:[A-Z2-7]{4}[ -]?)+=*|(?:[a-z2-7]{4} )+[a-z2-7]{4}")
_COLUMN = lazy_regex(
    r"(?i)[ \t\"'*`]*(?:(?:the )?(?:user |db |root |login |initial )?(?:password|passwd|pwd|passwort"
    r"|contraseña|пароль|パスワード|密码|口令)"
    r"|secret access key|secret key|api key|secretkey|app ?secret|access token)[ \t\"'*`]*\Z"
)


def blocks(text: str, at: int) -> Iterator[Finding]:
    """The private key around the word `private` at this position, also without its header or footer."""
    if text.startswith("Private-Lines", at):
        if found := _PUTTY_KEY().match(text, at):
            yield Finding(found.start("value"), found.end("value"), "private-key")
    elif text.startswith("PRIVATE KEY", at):
        start = max(text.rfind("-----BEGIN", max(0, at - 60), at), text.rfind("-----END", max(0, at - 60), at))
        if start >= 0 and (found := _PRIVATE_KEY().match(text, start)):
            yield Finding(start, start + len(found[0].rstrip()), "private-key")
        elif start >= 0 and _KEY_END().match(text, start):
            first = _first_line(text, start)
            if first < start:
                yield Finding(first, first + len(text[first:start].rstrip()), "private-key")


def _first_line(text: str, end: int) -> int:
    """Start of the base64 lines that end here."""
    while line := _LAST_LINE().search(text[max(0, end - _LONGEST_LINE) : end]):
        begin = max(0, end - _LONGEST_LINE) + line.start("line")
        if len(line["line"]) < 16 and begin + len(line["line"]) != len(text[:end].rstrip()):
            break
        if begin >= end:
            break
        end = begin
    return end


def seed(text: str, at: int) -> Finding | None:
    """Twelve words or more after `seed phrase`, `助记词`."""
    found = _WORDS_OF_SEED().match(text, at)
    if found is None or len(re.findall(r"[a-z]{3,8}", found["value"], re.IGNORECASE)) not in {12, 15, 18, 21, 24}:
        return None
    return Finding(found.start("value"), found.end("value"), "seed-phrase")


def codes(text: str, at: int) -> Finding | None:
    """The codes of a list after `recovery codes`, on one line or several."""
    head = _CODES().match(text, at)
    if head is None:
        return None
    start = head.end()
    inline = re.match(r"[ \t]*", text[start : start + 8])
    start += inline.end() if inline else 0
    end = text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)]
    found = list(_CODE.finditer(text, start, start + len(line))) if line.strip() else []
    if len(found) >= 2 or (found and "code" in head[0].lower() and found[0].start() == start):
        return Finding(found[0].start(), found[-1].end(), "recovery-code")
    if line.strip() and not _CODE_LINE.match(text, start):
        return None
    while start < len(text) and text[start] in "\r\n \t":
        start += 1
    first, last = -1, -1
    while each := _CODE_LINE.match(text, start):
        value = each["codes"]
        if not re.search(r"\d", value) or is_placeholder(value):
            break
        first = each.start("codes") if first < 0 else first
        last = each.end("codes")
        if each.end() == start:
            break
        start = each.end()
    return Finding(first, last, "recovery-code") if first >= 0 else None


def totp(text: str, at: int) -> Finding | None:
    """The seed of one-time passwords, in groups of four or without gaps."""
    found = _TOTP().match(text, at)
    if found is None or not _BASE32.fullmatch(found["value"]) or len(set(found["value"])) < 8:
        return None
    groups = re.split(r"[ -]", found["value"])
    if not re.search(r"[2-7]", found["value"]) and (len(groups) < 4 or found["value"].islower()):
        return None
    return Finding(found.start("value"), found.end("value"), "totp-secret")


def column(text: str, at: int) -> Iterator[Finding]:
    """The cells under `password` in a Markdown table or a CSV file; `at` is in the column header."""
    start = text.rfind("\n", max(0, at - _LONGEST_HEAD), at) + 1
    end = text.find("\n", at, at + _LONGEST_HEAD)
    if end < 0 or end - start > _LONGEST_HEAD:
        return
    head = text[start:end]
    separator = "|" if head.count("|") >= 2 else "," if "," in head else "\t" if "\t" in head else ""
    if not separator:
        return
    cells = head.split(separator)
    columns = [i for i, cell in enumerate(cells) if _COLUMN.match(cell)]
    if not columns or head[: at - start].count(separator) != columns[0]:
        return
    if separator != "|" and (sum(map(bool, map(str.strip, cells))) < 2 or head != head.lstrip()):
        return
    if separator != "|" and not all(re.fullmatch(r"[\w .\"'/-]*", cell) for cell in cells):
        return
    place = end + 1
    while place < len(text):
        end = text.find("\n", place)
        end = len(text) if end < 0 else end
        row = text[place:end].split(separator)
        if len(row) != len(cells):
            return
        for i in columns:
            cell = row[i].strip(" \t\r\"'`*")
            if _is_cell(cell, strict=separator != "|"):
                offset = place + len(separator.join(row[:i])) + (len(separator) if i else 0)
                begin = text.find(cell, offset)
                yield Finding(begin, begin + len(cell), "password")
        place = end + 1


_NAME_OF_SECRET = Pattern(r"passw|pwd|token$|secret$|_key$", re.IGNORECASE)


def _is_cell(cell: str, *, strict: bool) -> bool:
    if len(cell) < 3 or " " in cell or is_placeholder(cell) or not cell.isascii():
        return False
    is_dotted = "." in cell and re.search(r"\d", cell) is not None and not FILE.search(cell)
    if is_harmless(cell) and not (is_dotted and "/" not in cell):
        return False
    if _NAME_OF_SECRET().search(cell):
        return False
    return (
        re.search(r"\d", cell) is not None if strict or cell.isalnum() else re.search(r"[A-Za-z0-9]", cell) is not None
    )
