"""Detects secrets by their position in a file or an output.

A line of .pgpass, ipsec.secrets or chap-secrets, the configuration of a router, the payload of a QR code, the only line
of a key file.
"""

import re

from ..patterns import Pattern
from .labels import STATES
from .shapes import Finding, is_placeholder
from .values import LOOK_AROUND, line_before

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
_NO_CONTENT = Pattern(
    r"(?i)cat:|type:|-----|[\[{<(#$/]|ssh-|ecdsa-|permission|no$|error|\w+[:=]$|https?:|[\w.-]+\.[a-z]{2,4}$"
)
_NEW_VALUE = Pattern(
    r"[^\n]{0,120}\r?\n(?:[ \t]*\r?\n)?[ \t]*(?:New value|Neuer Wert|New password|Nuevo valor"
    r"|Nouvelle valeur):[ \t]+(?P<c>\S{6,100})"
)
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
    end = text.find("\n", at, at + LOOK_AROUND)
    return at - len(line_before(text, at)), min(len(text), at + LOOK_AROUND) if end < 0 else end


def pgpass(text: str, at: int) -> Finding | None:
    """A line of .pgpass around this position: host, port, database, user, password."""
    start = at - len(line_before(text, at))
    for _ in range(4 if text.startswith("pgpass", at) else 1):
        if found := _PGPASS().match(text, start):
            return _whole(found)
        start = text.find("\n", start, start + LOOK_AROUND) + 1
        if not start:
            break
    return None


_BEFORE_SHARED_KEY = ("isakmp ", "-server ", "shared-", "authentication-", "digest-")


def shared_key(text: str, at: int) -> Finding | None:
    """`: PSK "…"` of ipsec.secrets, keys between routers."""
    before, after = text[max(0, at - 14) : at].lower(), text[at : at + 12].lower()
    is_key = after.startswith("key") and (after.startswith("key-str") or before.endswith(_BEFORE_SHARED_KEY))
    if not is_key and after.startswith("key"):
        return None
    start, end = _line_span(text, at)
    for pattern in (_IPSEC, _SHARED, _COMMUNITY):
        for found in pattern().finditer(text, start, end):
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
    start = at - len(line_before(text, at))
    path = text[at:end].rstrip(" \t\r\"'")
    if not path or " " in path or not _KEY_FILE().search(text[start:end].rstrip(" \t\r\"'")):
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
