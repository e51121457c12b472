"""Detects secrets in headers, addresses and commands by their position."""

import re
from collections.abc import Callable

from ..patterns import lazy_regex
from .shapes import Finding, is_placeholder
from .values import NOT_A_VALUE, UUID, looks_random

Check = Callable[[str, int], Finding | None]
"""What is found from this place on; None where nothing is."""

_LONGEST_PARAMETER = 24  # characters of the name of an address parameter
_BEARER = lazy_regex(r"bearer[ \t]+(?P<value>[A-Za-z0-9._~+/=-]{16,4096})", re.IGNORECASE)
_DOCKER_AUTH = lazy_regex(r"auth\\*\"[ \t]*:[ \t]*\\*\"(?P<value>[A-Za-z0-9+/]{8,1024}={0,2})", re.IGNORECASE)
_BASIC = lazy_regex(
    r"authorization[\\\"']{0,3}[ \t]*[:=][ \t]*[\\\"'`]{0,2}basic[ \t]+(?P<value>[A-Za-z0-9+/]{8,1024}={0,2})",
    re.IGNORECASE,
)
_AUTHORIZATION = lazy_regex(
    r"authorization[\\\"']{0,3}[ \t]*[:=][ \t]*[\\\"']{0,2}(?:(?:token|key|apikey|digest|bot)[ \t]*[ =])?"
    r"(?P<value>[A-Za-z0-9._~+/=:-]{16,4096})",
    re.IGNORECASE,
)
_COOKIE = lazy_regex(
    r"cookie[\\\"']{0,3}[ \t]*[:=][ \t]*[\\\"']{0,2}"
    r"(?P<value>[\w.%-]{1,64}=[^\s;\"'\\]{6,4096}"
    r"(?:;[ \t]*(?!path|domain|expires|max-age)[\w.%-]{1,64}=[^\s;\"'\\]+)*)",
    re.IGNORECASE,
)
_SESSION = lazy_regex(r"id=(?P<value>[A-Za-z0-9%._~+/=-]{16,512})", re.IGNORECASE)
_BEFORE_SESSION = lazy_regex(r"(?:sess_?|session_?|\.s)$", re.IGNORECASE)
_BEARER_HEADER = lazy_regex(
    r"authorization[\\\"']{0,3}[ \t]*[:=][ \t]*[\\\"'`]{0,2}bearer[ \t]+(?P<value>[A-Za-z0-9._~+/=-]{16,4096})",
    re.IGNORECASE,
)
_ADDRESS = lazy_regex(r"://(?P<user>[^\s/:@\"'`<>\\\[\]]{0,80}):(?P<value>[^\s/@\"'`<>\\]{3,200})@(?=[\w\[])")
_ADDRESS_TOKEN = lazy_regex(r"://(?P<value>[A-Za-z0-9_-]{20,200})@(?=[\w\[])")
_USER_OPTION = lazy_regex(r"-u(?:ser)?[ =]?[\"']?(?P<user>[\w.@-]{1,80}):(?!//)(?P<value>[^\s\"'`<>\\]{4,200})")
_QUERY = lazy_regex(
    r"[?&](?:api_?key|key|access_?token|auth_?token|token|secret|sig|signature|password|pwd|client_secret"
    r"|x-amz-signature"
    r"|x-amz-security-token|sign)=(?P<value>[A-Za-z0-9._~+/%=-]{8,2048})",
    re.IGNORECASE,
)
_HOOK = lazy_regex(
    r"hooks\.slack\.com/(?:services|workflows)/(?P<slack>[A-Za-z0-9/_-]{20,})"
    r"|/api/webhooks/\d{10,}/(?P<discord>[A-Za-z0-9_-]{40,})"
    r"|/open-apis/bot/(?:v2/)?hook/(?P<feishu>[A-Za-z0-9-]{16,})"
    r"|/cgi-bin/webhook/send\?key=(?P<wecom>[A-Za-z0-9-]{16,})"
    r"|webhook\.office\.com/webhookb2/(?P<teams>[A-Za-z0-9@/-]{40,})"
)
_AZURE = lazy_regex(r"(?:accountkey|sharedaccesskey)=(?P<value>[A-Za-z0-9+/]{40,90}={0,2})", re.IGNORECASE)
_SSHPASS = lazy_regex(r"pass[ \t]+-p[ \t]*[\"']?(?P<value>[^\s\"'`<>$\\]{4,100})", re.IGNORECASE)


def _check_value(pattern: re.Pattern[str], kind: str, is_secret: Callable[[str], bool]) -> Check:
    def check(text: str, at: int) -> Finding | None:
        match = pattern.match(text, at)
        if match is None or not is_secret(match["value"]):
            return None
        return Finding(match.start("value"), match.end("value"), kind)

    return check


def _is_header_value(value: str) -> bool:
    return bool(re.search(r"\d", value)) and not is_placeholder(value) and not NOT_A_VALUE.search(value)


def _is_basic(value: str) -> bool:
    """Base64 of `user:password`."""
    import binascii

    try:
        decoded = binascii.a2b_base64(value + "=" * (-len(value) % 4))
    except binascii.Error:
        return False
    return b":" in decoded and decoded.isascii() and decoded.decode().isprintable()


def _is_address_password(value: str) -> bool:
    if value.lower() in {"password", "passwd", "pass", "pwd", "secret", "token"}:
        return False
    if value.isalpha() and value.isupper():  # TOKEN, PASSWORD: a placeholder
        return False
    return not value.startswith(("$", "{", "%", "*")) and not is_placeholder(value)


def _is_no_placeholder(value: str) -> bool:
    return not is_placeholder(value)


def _is_session(value: str) -> bool:
    return looks_random(value) and not UUID.fullmatch(value)


def _is_cookie(value: str) -> bool:
    return not is_placeholder(value) and max(map(len, re.split(r"[=;\s]+", value))) >= 8


def azure(text: str, at: int) -> Finding | None:
    """`AccountKey=…`, `SharedAccessKey=…`; the position is that of `key`."""
    if not text.startswith("=", at + len("key")) or at < len("account"):
        return None
    return _azure(text, at - len("account")) or _azure(text, at - len("sharedaccess"))


def query(text: str, at: int) -> Finding | None:
    """`?key=AIza…`, `&sig=…` in an address."""
    if text.find("=", at, at + _LONGEST_PARAMETER) < 0:
        return None
    start = max(text.rfind("?", max(0, at - _LONGEST_PARAMETER), at), text.rfind("&", max(0, at - 20), at))
    match = _QUERY.match(text, start) if start >= 0 else None
    if match is None or not looks_random(match["value"].replace("%", "")):
        return None
    return Finding(match.start("value"), match.end("value"), "url-token")


def hook(text: str, at: int) -> Finding | None:
    """The secret part of a webhook address: Slack, Discord, Feishu, WeCom, Teams."""
    if "://" not in text[max(0, at - 60) : at + 20]:
        return None
    match = _HOOK.search(text, max(0, at - 24), at + 200)
    service = match.lastgroup if match and match.start() <= at < match.end() else None
    if match is None or service is None:
        return None
    return Finding(match.start(service), match.end(service), f"{service}-webhook")


def session(text: str, at: int) -> Finding | None:
    """`PHPSESSID=…`, `connect.sid=…`, `session_id=…`."""
    if not _BEFORE_SESSION.search(text, max(0, at - 8), at):
        return None
    match = _SESSION.match(text, at)
    if match is None or not _is_session(match["value"]):
        return None
    return Finding(match.start("value"), match.end("value"), "session-cookie")


bearer = _check_value(_BEARER, "bearer-token", _is_header_value)
basic = _check_value(_BASIC, "basic-auth", _is_basic)
bearer_header = _check_value(_BEARER_HEADER, "bearer-token", _is_header_value)
authorization = _check_value(_AUTHORIZATION, "authorization", _is_header_value)
docker_auth = _check_value(_DOCKER_AUTH, "basic-auth", lambda value: _is_basic(value) or looks_random(value))
cookie = _check_value(_COOKIE, "cookie", _is_cookie)
address = _check_value(_ADDRESS, "url-password", _is_address_password)
address_token = _check_value(_ADDRESS_TOKEN, "url-token", looks_random)
user_option = _check_value(_USER_OPTION, "password", _is_address_password)
ssh_password = _check_value(_SSHPASS, "password", _is_no_placeholder)
_azure = _check_value(_AZURE, "azure-storage-key", _is_no_placeholder)
