"""Detects secrets by their position in a file or an output, on one line or several.

A line of .pgpass, ipsec.secrets or chap-secrets, the configuration of a router, the payload of a QR code, the only line
of a key file; key blocks, recovery codes, seed phrases, columns of a table.
"""

import re
from collections.abc import Iterator

from ..patterns import Pattern, lazy_regex
from .labels import STATES
from .shapes import Finding, is_placeholder
from .values import FILE, LOOK_AROUND, is_harmless, line_before

_PGPASS = Pattern(r"(?m)^[ \t]*[\w.*/-]+:(?:\d{2,5}|\*):[\w.*-]+:[\w.*@-]+:(?P<c>(?:\\.|[^\s:\\]){3,100})[ \t]*\r?$")
_IPSEC = Pattern(
    r":[ \t]*(?:PSK|EAP|XAUTH|NTLM|PIN)[ \t]+(?:0[sx])?(?:\"(?P<a>[^\"\n]{3,200})\"|(?P<c>[A-Za-z0-9+/=]{8,200}))"
)
_CHAP = Pattern(
    r"(?m)^[ \t]*\"?[^\s\"#]+\"?[ \t]+(?:\*|\"?[\w.-]+\"?)[ \t]+\"?(?P<c>[^\s\"#]{3,100})\"?(?:[ \t]+(?:\*|-"
    r"|[\d./]+)){0,2}[ \t]*\r?$"
)
_DEVICE = Pattern(
    r"(?i)\b(?:password|secret|key|key-string|md5|ascii|community)[ \t]+(?:encrypted[ \t]+)?(?:[0-9][ \t]+"
    r"|encryption-type[ \t]+\d[ \t]+)"
    r"\"?(?P<c>[^\s\"]{4,120})\"?[ \t]*(?=\r?\n|$|[ \t]role\b)"
    r"|^[ \t]*(?:enable[ \t]+(?:secret|password)|(?:line[ \t]+)?password"
    r"|username[ \t]+\S+[ \t]+(?:privilege[ \t]+\d+[ \t]+)?(?:secret|password))"
    r"[ \t]+(?P<a>[^\s\"\d][^\s\"]{3,80}|\d[^\s\"]{4,80})[ \t]*(?=\r?\n|$)",
    re.MULTILINE,
)
_DEVICE_LINE = Pattern(
    r"(?im)^[ \t]*(?:(?:no[ \t]+)?ip |interface |hostname |line (?:vty|con|aux)|enable |username \S+ |service "
    r"|snmp-server |aaa |radius|tacacs"
    r"|crypto |router |ntp |login|neighbor |server |switch|standby )"
)
_COMMUNITY = Pattern(
    r"snmp-server[ \t]+community[ \t]+(?:[07][ \t]+)?(?P<c>[^\s\"]{3,64})"
    r"|(?m:^[ \t]*r[ow]community6?[ \t]+(?P<d>\S{3,64}))",
    re.IGNORECASE,
)
_SHARED = Pattern(
    r"(?:isakmp[ \t]+key|(?:radius|tacacs)-server[ \t]+key|pre-shared-key(?:[ \t]+(?:local|remote|ascii-text"
    r"|secret))?|wpa-psk[ \t]+ascii"
    r"|key-string|authentication-key[ \t]+\d+[ \t]+md5"
    r"|message-digest-key[ \t]+\d+[ \t]+md5)[ \t]+(?:[0-8][ \t]+)?\"?(?P<c>[^\s\"]{3,100})",
    re.IGNORECASE,
)
_WIFI = Pattern(r"WIFI:(?:(?:\\.|[^;\\\n])*;){0,6}?P:\"?(?P<c>(?:\\.|[^;\\\n\"]){4,128})\"?;", re.IGNORECASE)
_OTPAUTH = Pattern(
    r"otpauth(?:-migration)?://[^\s\"'<>]{0,300}?[?&](?:secret|data)=(?P<c>[A-Za-z0-9%+/=_-]{8,400})", re.IGNORECASE
)
_SHOWN = Pattern(
    r"(?P<lead>(?:^|[\n$#>;&|`\"']|\\n)[ \t]*(?:[\w.@~:/\\-]+[$#>%][ \t]*)?)(?:sudo[ \t]+|(?:docker|podman"
    r"|kubectl)[ \t]+exec[ \t][^\n]{0,80}?)?"
    r"(?:cat|type|gc|bat|less|more|head(?:[ \t]-\S+)*|tail(?:[ \t]-\S+)*|Get-Content(?:[ \t]-\w+)*)[ \t]+[\"']?"
    r"(?P<path>[^\s\"'|;&<>]{0,120})[\"']?[ \t]*\r?\n[ \t]*(?P<c>[^\s]{6,400})[ \t]*(?=\r?\n|$)",
    re.IGNORECASE,
)
_KEY_FILE = Pattern(
    r"(?:\.(?:key|secret|token|pass|passwd|psk|pw|pin)|(?:password|passwd|passphrase|token|secret|apikey"
    r"|api[_-]key|access[_-]key|\.cookie|psk|_pass"
    r"|keyfile|-pw|credential)s?(?:\.(?:txt|conf|old|bak))?|/secrets/[\w.-]+)$",
    re.IGNORECASE,
)
_LONGEST_NAME = 24  # characters of the longest end of a name in this pattern, `/secrets/` apart
_NO_CONTENT = Pattern(
    r"(?i)cat:|type:|-----|[\[{<(#$/]|ssh-|ecdsa-|permission|no$|error|\w+[:=]$|https?:|[\w.-]+\.[a-z]{2,4}$"
)
NEW_VALUES = ("New value", "Neuer Wert", "New password", "Nuevo valor", "Nouvelle valeur")
"""Of these one stands where `new_value` finds anything."""
_NEW_VALUE = Pattern(rf"[^\n]{{0,120}}\r?\n(?:[ \t]*\r?\n)?[ \t]*(?:{'|'.join(NEW_VALUES)}):[ \t]+(?P<c>\S{{6,100}})")
_NETRC = Pattern(r"login[ \t]+\S+[ \t]*\r?\n?[ \t]*password[ \t]+(?P<c>\S{3,100})")
_UNSEAL = Pattern(r"key(?: \d+| \(will be hidden\))?[ \t]*[:=][ \t]*(?P<c>[A-Za-z0-9+/]{40,90}={0,2})", re.IGNORECASE)


def _whole(found: re.Match[str] | None, kind: str = "password") -> Finding | None:
    if found is None:
        return None
    for name in ("a", "c", "d"):
        value = found[name] if name in found.re.groupindex else None
        if value is None:
            continue
        if is_placeholder(value) or value[0] in "$%{<" or value.casefold() in STATES:
            return None
        return Finding(*found.span(name), kind)
    return None


def _line_span(text: str, at: int) -> tuple[int, int]:
    """Start and end of the line around this position, within limits."""
    return at - len(line_before(text, at)), _line_end(text, at, LOOK_AROUND)


def _line_end(text: str, at: int, most: int) -> int:
    end = text.find("\n", at, at + most)
    return min(len(text), at + most) if end < 0 else end


_COLONS, _LONGEST_ENTRY = 4, 2_000
"""In a line of .pgpass, and its characters."""


def pgpass(text: str, at: int) -> Finding | None:
    """A line of .pgpass around this position: host, port, database, user, password."""
    start = at - len(line_before(text, at))
    is_named = text.startswith("pgpass", at)
    if not is_named and text.count(":", start, _line_end(text, at, _LONGEST_ENTRY)) < _COLONS:
        return None
    for _ in range(4 if is_named else 1):
        if found := _PGPASS().match(text, start):
            return _whole(found)
        start = text.find("\n", start, start + LOOK_AROUND) + 1
        if not start:
            break
    return None


_IN_IPSEC = ("PSK", "EAP", "XAUTH", "NTLM", "PIN")
_IN_SHARED = ("isakmp", "-server", "pre-shared", "wpa-psk", "key-string", "authentication-key", "digest-key")
_IN_COMMUNITY = ("snmp-server", "community")
"""Words of which a line has one where the pattern finds anything."""
_BEFORE_SHARED_KEY = ("isakmp ", "-server ", "shared-", "authentication-", "digest-")


def shared_key(text: str, at: int) -> Finding | None:
    """`: PSK "…"` of ipsec.secrets, keys between routers."""
    before, after = text[max(0, at - 14) : at].lower(), text[at : at + 12].lower()
    is_key = after.startswith("key") and (after.startswith("key-str") or before.endswith(_BEFORE_SHARED_KEY))
    if not is_key and after.startswith("key"):
        return None
    start, end = _line_span(text, at)
    line = text[start:end]
    low = line.lower()
    for pattern, cues, where in (
        (_IPSEC, _IN_IPSEC, line),
        (_SHARED, _IN_SHARED, low),
        (_COMMUNITY, _IN_COMMUNITY, low),
    ):
        for found in pattern().finditer(text, start, end) if any(map(where.__contains__, cues)) else ():
            if found.start() <= at + 8 and found.end() > at:
                return _whole(found)
    return None


def ppp(text: str, at: int) -> Finding | None:
    """The line of chap-secrets or pap-secrets after its file name: client, server, secret, addresses."""
    place = text.find("\n", at, at + 80)
    for _ in range(6):
        if place < 0:
            return None
        if found := _CHAP().match(text, place + 1):
            return _whole(found)
        place = text.find("\n", place + 1, place + LOOK_AROUND)
    return None


def at_key(text: str, at: int) -> Finding | None:
    """A key of a router, an unseal key, or the content of a key file."""
    following = text[at + 3 : at + 4]
    if following in {" ", "\t", "-"}:
        return shared_key(text, at) or device(text, at) or unseal(text, at)
    return key_file(text, at) if following in {"\n", "\r", '"', "'"} else None


_GIVEN_BY_DEVICE = Pattern(r"(?:pass(?:word)?|secret|key(?:-string)?)[ \t]+\S", re.IGNORECASE)


def device(text: str, at: int) -> Finding | None:
    """`password 7 …`, `enable secret …` in the configuration of a router or switch."""
    if not _GIVEN_BY_DEVICE().match(text, at):
        return None
    start, end = _line_span(text, at)
    found = next((each for each in _DEVICE().finditer(text, start, end) if each.end() > at), None)
    if found is None or found.start() > at + 4 or not _DEVICE_LINE().search(text, max(0, start - 300), end + 200):
        return None
    return _whole(found)


def wifi(text: str, at: int) -> Finding | None:
    """`WIFI:T:WPA;S:cafe;P:…;;` of a QR code."""
    return _whole(_WIFI().match(text, at))


def otpauth(text: str, at: int) -> Finding | None:
    """`otpauth://totp/…?secret=…`."""
    return _whole(_OTPAUTH().match(text, at), "totp-secret")


def key_file(text: str, at: int) -> Finding | None:
    """The only line of a file whose name ends in `.key`, `password`, `token`, after the command that prints it."""
    end = text.find("\n", at, at + 60)
    if end < 0 or text[end + 1 : end + 2] == "\n":
        return None
    path = text[at:end].rstrip(" \t\r\"'")
    if not path or " " in path:
        return None
    start = at - len(line_before(text, at))
    shown = text[start:end].rstrip(" \t\r\"'")
    if not _KEY_FILE().search(shown, 0 if "/secrets/" in shown.lower() else max(0, len(shown) - _LONGEST_NAME)):
        return None
    found = next(
        (each for each in _SHOWN().finditer(text, max(0, start - 1), end + LOOK_AROUND) if each.end() > at), None
    )
    if found is None or found.start() > end or _NO_CONTENT().match(found["c"]):
        return None
    return _whole(found)


def new_value(text: str, at: int) -> Finding | None:
    """`New value: …` under `Password for the [elastic] user successfully reset.`"""
    if text.find("\n", at, at + 130) < 0:
        return None
    return _whole(_NEW_VALUE().match(text, at))


def netrc(text: str, at: int) -> Finding | None:
    """`login …` and in the next line `password …`."""
    start = text.rfind("login", max(0, at - 100), at)
    return _whole(_NETRC().match(text, start)) if start >= 0 else None


def unseal(text: str, at: int) -> Finding | None:
    """`Unseal Key 1: …` of Vault."""
    is_unseal = text[max(0, at - 7) : at].lower() in {"unseal ", "unseal-", "unseal_"}
    return _whole(_UNSEAL().match(text, at), "vault-unseal-key") if is_unseal else None


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

_END_OF_COLUMN = lazy_regex(
    r"(?i)(?:password|passwd|pwd|passwort|contraseña|пароль|パスワード|密码|口令|secret(?:(?: access)? key|key)?)"
    r"[ \t\"'*`\r]*(?:[|,\t\n]|\Z)"
)
"""From a word of `_COLUMN` on: nothing but its separator follows it."""


def key_blocks(text: str, at: int) -> Iterator[Finding]:
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
    if not _END_OF_COLUMN.match(text, at):
        return
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
