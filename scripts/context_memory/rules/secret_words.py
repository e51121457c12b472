"""Secrets without a shape: what stands beside a word such as `password`, `api_key`, `密码`, `Authorization`.

A word alone proves nothing: prose, code and documentation are full of them.
What counts is the word, a separator and a value that a program would take
literally; how strange the value must look depends on the word.
"""

import re
from collections.abc import Callable, Iterator
from math import log2

from .secret_kinds import Finding, is_placeholder

Check = Callable[[str, int], Finding | None]

_BEFORE_VALUE = (
    r"(?P<tail>[A-Za-z0-9_]{0,24})"
    r"(?:[\\\"'`*\])]{0,5}[ \t]{0,4}(?:=>|:=|==?|[是为]?(?:：|:(?!//))|＝|\bis\b|是|为|→)"
    r"[ \t]{0,4}(?:[bru](?=[\"']))?"
    r"|[\\\"'`*]{0,3},[ \t]{0,2}(?=[\\\"'`])"
    r"|[\\\"'`*]{0,3}[ \t]?>)"
    r"(?:\*\*|__)?[ \t]{0,2}(?P<quote>[\\\"'`*“「]{0,4})"
)
_AFTER_FLAG = r"[ =](?P<quote>[\\\"'`]{0,2})"
_QUOTED = r"(?P<value>[^\s\"'`\\“”「」]{4,512})"
_BARE = r"(?P<value>[^\s\"'`<>,;，。；、（）()\[\]{}|\\“”「」*]{4,512})"

_PASSWORD = r"(?:pass(?:word|wd|phrase|code|(?![a-z]))|pwd|密码|口令|授权码)"
_SECRET = (
    r"(?:(?:api|access|secret|private|account|auth|encrypt(?:ion)?|encoding|signing|master|client|subscription|license"
    r"|app|shared|webhook|storage|service|deploy|admin|aes)[_ -]?(?:access[_ -]?)?key|secret|token|credentials?"
    r"|密钥|秘钥|令牌|凭证)"
)
_PASSWORD_NAMED = (
    re.compile(_PASSWORD + _BEFORE_VALUE + _QUOTED, re.IGNORECASE),
    re.compile(_PASSWORD + _BEFORE_VALUE + _BARE, re.IGNORECASE),
)
_SECRET_NAMED = re.compile(_SECRET + _BEFORE_VALUE + _BARE, re.IGNORECASE)
_PASSWORD_FLAG = re.compile(r"(?:password|passwd|pass|pwd|passphrase)" + _AFTER_FLAG + _BARE, re.IGNORECASE)

_NOT_A_VALUE = re.compile(
    r"^[$%@&#]?[A-Za-z_](?!(?:[^\d]*\d){4})[\w-]*(?:\.[\w-]+)+$"  # a name in a program: request.form, config.yaml
    r"|^(?:none|null|nil|true|false|undefined|string|str|bytes?|int|required|optional|missing|invalid|empty|unset"
    r"|enabled|disabled|hidden|default|secure|correct|wrong|incorrect|necessary|protected|not|the|a|password|passwd|pwd"
    r"|passphrase|secret|token|text|number|boolean|object|value|field|input|forgot(?:ten)?|change|changed|reset|update"
    r"|updated|expired|confirm|confirmation|validation|mismatch|incorrectly|prompt|unknown|redacted|stdin|plain|plaintext"
    r"|bcrypt|argon2|scrypt|pbkdf2|sha256|sha512|hmac|md5|base64|vault|keychain|1password|bitwarden|lastpass)$"
    r"|^[$%]|^/|^\./|^~/|://|^\w+\(|process\.env|environ|getenv|\benv\.|^@|=>|->|\.\w+\(",
    re.IGNORECASE,
)
_AWS_SECRET = re.compile(r"[A-Za-z0-9/+]{40}=?")
_SHORTEST_LITERAL = 8  # characters of a key that nothing but its name gives away
_LITERAL = re.compile(r"[A-Za-z]{6,64}")
_WORDS = re.compile(r"^[A-Za-z]+(?:[-_.:/][A-Za-z]+)*[-_.:/]?\d{0,2}$")
_NAME_OF_CODE = re.compile(r"^[a-z]+(?:[A-Z][a-z0-9]*)+$|^[A-Za-z]+(?:_[A-Za-z0-9]+)+$")
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_LETTERS = re.compile(r"[a-z]{8,}|[A-Z]{10,}|[A-Z][a-z]{7,}")
_SPOKEN = re.compile(r"(?:[^aeiouy]{0,3}[aeiouy]){3,}[^aeiouy]{0,3}", re.IGNORECASE)
_JUDGED = 128  # characters of a value that decide what it is; the whole of it is taken out
_DATE = re.compile(r"^\d{2,4}[-/.]\d{1,2}[-/.]\d{1,4}")
_COUNTING = re.compile(
    r"(?i)(?:count|counts|limit|size|length|len|budget|window|usage|type|id|ids|name|expir|at|in|s)$"
)


def _password(text: str, at: int) -> Finding | None:
    """`password: hunter2`, `密码是 …`, `DB_PASSWORD=…`, `"password": "…"`; a person chose it, so little is asked."""
    quoted, bare = _PASSWORD_NAMED
    match = quoted.match(text, at)
    if match is None or not _closes(text, match):
        match = bare.match(text, at)
    if match is None or _COUNTING.search(match["tail"]):
        return None
    value = match["value"].rstrip(".:?") if not match["quote"] else match["value"]
    if _is_called(text, match) or not _is_password(value, literal=_is_literal(text, at, match, value)):
        return None
    return Finding(match.start("value"), match.start("value") + len(value), "password")


def _password_flag(text: str, at: int) -> Finding | None:
    """`--password hunter2`: what follows an option is literal."""
    match = _PASSWORD_FLAG.match(text, at)
    if match is None or not _is_password(match["value"], literal=False):
        return None
    return Finding(match.start("value"), match.end("value"), "password")


def _secret(text: str, at: int) -> Finding | None:
    """`api_key: …`, `app_secret=…`, `"token": "…"`: made by a machine, so it must look random."""
    match = _SECRET_NAMED.match(text, at)
    if match is None or _is_called(text, match) or _COUNTING.search(match["tail"]):
        return None
    value = match["value"].rstrip(".:!?")
    named = text[at : match.start("tail")].lower()
    if named in {"token", "credential", "credentials"} and _UUID.fullmatch(value):
        return None
    kind = _secret_kind(text, at, named)
    is_aws = kind == "aws-secret-key" or "secret" in named
    least = 12 if named.endswith(("key", "secret", "密钥", "秘钥")) else 16
    is_literal = _is_environment_line(text, at, match) and len(value) >= _SHORTEST_LITERAL and not value.isdigit()
    if is_literal and not _is_harmless(value):
        return Finding(match.start("value"), match.start("value") + len(value), kind)
    if not (is_aws and _AWS_SECRET.fullmatch(value)) and not looks_random(value, least=least):
        return None
    return Finding(match.start("value"), match.start("value") + len(value), kind)


def _secret_kind(text: str, at: int, named: str) -> str:
    before = text[max(0, at - 24) : at].lower()
    if "aws" in before:
        return "aws-secret-key"
    if "account" in named or "shared" in named:
        return "azure-storage-key"
    if ("app" in before or "app" in named) and "secret" in named:
        return "app-secret"
    return "token" if named == "token" or "令牌" in named else "api-key"


def _is_password(value: str, *, literal: bool) -> bool:
    if len(value) < 4 or not value.isascii() or _is_harmless(value):
        return False
    if literal:
        return len(value) >= 6
    if len(value) < 6 or (_WORDS.match(value) and not re.search(r"\d", value)) or _DATE.match(value):
        return False
    if _UUID.fullmatch(value) or (_NAME_OF_CODE.match(value) and len(re.findall(r"\d", value)) < 2):
        return False
    letters = re.search(r"[A-Za-z]", value) is not None
    digits = re.search(r"\d", value) is not None
    signs = re.search(r"[!@#$%^&+=?~]", value) is not None
    return letters + digits + signs >= 2 or value.isdigit()


def looks_random(value: str, least: int = 16) -> bool:
    """Whether a machine made this: many kinds of characters, no words, no date, no path; `least` characters."""
    value = value[:_JUDGED]
    if len(value) < least or not value.isascii() or _is_harmless(value) or _DATE.match(value):
        return False
    digits = sum(map(str.isdigit, value))
    letters = sum(map(str.isalpha, value))
    if digits < 2 or letters < 2 or len(set(value)) < 8 or digits + letters < len(value) * 0.8:
        return False
    if (
        any(_SPOKEN.fullmatch(word) for word in _LETTERS.findall(value))
        or value.count(".") > 2
        or value.count("/") > max(2, len(value) // 16)
    ):
        return False
    return bits_per_character(value) >= 3.0


def bits_per_character(value: str) -> float:
    """Shannon entropy of the characters, bits: words have about 3, random base64 of 40 characters about 4.7."""
    length = len(value)
    return -sum(n / length * log2(n / length) for n in (value.count(c) for c in set(value)))


def _is_harmless(value: str) -> bool:
    beginning = value[:_JUDGED]
    return _NOT_A_VALUE.search(beginning) is not None or is_placeholder(beginning)


def _is_called(text: str, match: re.Match[str]) -> bool:
    """`password=read()`, `token: data["x"]`, `secret = config.get(…)`: code that fetches a value."""
    following = text[match.end("value") : match.end("value") + 1]
    return not match["quote"].strip("*\\") and following in {"(", "[", "{"}


def _closes(text: str, match: re.Match[str]) -> bool:
    quote = match["quote"].lstrip("\\*")[:1]
    closing = {"“": "”", "「": "」"}.get(quote, quote)
    end = match.end("value")
    return bool(closing) and closing in text[end : end + 2]


def _is_environment_line(text: str, at: int, match: re.Match[str]) -> bool:
    """`DB_PASSWORD=literal`: an upper-case name and `=` without spaces, as in .env files and shells."""
    between = text[match.end("tail") : match.start("value")]
    return text[at : match.end("tail")].isupper() and between.strip("\\\"'") == "="


def _is_literal(text: str, at: int, match: re.Match[str], value: str) -> bool:
    """Where even a plain word is the password: `DB_PASSWORD=word`, `"password": "word"`, `密码是word`."""
    if _is_environment_line(text, at, match):
        return True
    name = text[at : match.end("tail")]
    between = text[match.end("tail") : match.start("value")]
    if not _LITERAL.fullmatch(value) or not re.search(r"[:=：＝是为]", between):
        return False
    if not name.isascii():
        return True
    quote = match["quote"].lstrip("\\")
    return (
        quote in {'"', "'"}
        and value.islower()
        and text[match.end("value") : match.end("value") + 2].lstrip("\\")[:1] == quote
    )


# -- headers, addresses, commands --------------------------------------------------------------------

_BEARER = re.compile(r"bearer[ \t]+(?P<value>[A-Za-z0-9._~+/=-]{16,4096})", re.IGNORECASE)
_DOCKER_AUTH = re.compile(r"auth\\*\"[ \t]*:[ \t]*\\*\"(?P<value>[A-Za-z0-9+/]{8,1024}={0,2})", re.IGNORECASE)
_BASIC = re.compile(
    r"authorization[\\\"']{0,3}[ \t]*[:=][ \t]*[\\\"'`]{0,2}basic[ \t]+(?P<value>[A-Za-z0-9+/]{8,1024}={0,2})",
    re.IGNORECASE,
)
_AUTHORIZATION = re.compile(
    r"authorization[\\\"']{0,3}[ \t]*[:=][ \t]*[\\\"']{0,2}(?:(?:token|key|apikey|digest|bot)[ \t]+)?"
    r"(?P<value>[A-Za-z0-9._~+/=-]{16,4096})",
    re.IGNORECASE,
)
_COOKIE = re.compile(
    r"cookie[\\\"']{0,3}[ \t]*[:=][ \t]*[\\\"']{0,2}"
    r"(?P<value>[\w.%-]{1,64}=[^\s;\"'\\]{6,4096}"
    r"(?:;[ \t]*(?!path|domain|expires|max-age)[\w.%-]{1,64}=[^\s;\"'\\]+)*)",
    re.IGNORECASE,
)
_SESSION = re.compile(r"id=(?P<value>[A-Za-z0-9%._~+/=-]{16,512})", re.IGNORECASE)
_BEFORE_SESSION = re.compile(r"(?:sess_?|session_?|\.s)$", re.IGNORECASE)
_BEARER_HEADER = re.compile(
    r"authorization[\\\"']{0,3}[ \t]*[:=][ \t]*[\\\"'`]{0,2}bearer[ \t]+(?P<value>[A-Za-z0-9._~+/=-]{16,4096})",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"://(?P<user>[^\s/:@\"'`<>\\\[\]]{0,80}):(?P<value>[^\s/@\"'`<>\\]{3,200})@(?=[\w\[])")
_ADDRESS_TOKEN = re.compile(r"://(?P<value>[A-Za-z0-9_-]{20,200})@(?=[\w\[])")
_USER_OPTION = re.compile(r"-u(?:ser)?[ =]?[\"']?(?P<user>[\w.@-]{1,80}):(?!//)(?P<value>[^\s\"'`<>\\]{4,200})")
_QUERY = re.compile(
    r"[?&](?:api_?key|key|access_?token|auth_?token|token|secret|sig|signature|password|pwd|client_secret|x-amz-signature"
    r"|x-amz-security-token|sign)=(?P<value>[A-Za-z0-9._~+/%=-]{8,2048})",
    re.IGNORECASE,
)
_HOOK = re.compile(
    r"hooks\.slack\.com/(?:services|workflows)/(?P<slack>[A-Za-z0-9/_-]{20,})"
    r"|/api/webhooks/\d{10,}/(?P<discord>[A-Za-z0-9_-]{40,})"
    r"|/open-apis/bot/(?:v2/)?hook/(?P<feishu>[A-Za-z0-9-]{16,})"
    r"|/cgi-bin/webhook/send\?key=(?P<wecom>[A-Za-z0-9-]{16,})"
    r"|webhook\.office\.com/webhookb2/(?P<teams>[A-Za-z0-9@/-]{40,})"
)
_AZURE = re.compile(r"(?:accountkey|sharedaccesskey)=(?P<value>[A-Za-z0-9+/]{40,90}={0,2})", re.IGNORECASE)
_SSHPASS = re.compile(r"pass[ \t]+-p[ \t]*[\"']?(?P<value>[^\s\"'`<>$\\]{4,100})", re.IGNORECASE)


def _valued(pattern: re.Pattern[str], kind: str, is_secret: Callable[[str], bool]) -> Check:
    def check(text: str, at: int) -> Finding | None:
        match = pattern.match(text, at)
        if match is None or not is_secret(match["value"]):
            return None
        return Finding(match.start("value"), match.end("value"), kind)

    return check


def _is_header_value(value: str) -> bool:
    return bool(re.search(r"\d", value)) and not is_placeholder(value) and not _NOT_A_VALUE.search(value)


def _is_basic(value: str) -> bool:
    """Base64 of `user:password`."""
    import binascii

    try:
        decoded = binascii.a2b_base64(value + "=" * (-len(value) % 4))
    except binascii.Error:
        return False
    return b":" in decoded and decoded.isascii() and decoded.decode().isprintable()


def _is_address_password(value: str) -> bool:
    if value.isalpha() and value.isupper():  # TOKEN, PASSWORD: a placeholder
        return False
    return not value.startswith(("$", "{", "%", "*")) and not is_placeholder(value)


def _is_no_placeholder(value: str) -> bool:
    return not is_placeholder(value)


def _is_session(value: str) -> bool:
    return looks_random(value) and not _UUID.fullmatch(value)


def _is_cookie(value: str) -> bool:
    return not is_placeholder(value) and max(map(len, re.split(r"[=;\s]+", value))) >= 8


def _query(text: str, at: int) -> Finding | None:
    """`?key=AIza…`, `&sig=…` in an address."""
    if text.find("=", at, at + _LONGEST_PARAMETER) < 0:
        return None
    start = max(text.rfind("?", max(0, at - _LONGEST_PARAMETER), at), text.rfind("&", max(0, at - 20), at))
    match = _QUERY.match(text, start) if start >= 0 else None
    if match is None or not looks_random(match["value"].replace("%", "")):
        return None
    return Finding(match.start("value"), match.end("value"), "url-token")


def _hook(text: str, at: int) -> Finding | None:
    if "://" not in text[max(0, at - 60) : at + 20]:
        return None
    match = _HOOK.search(text, max(0, at - 24), at + 200)
    service = match.lastgroup if match and match.start() <= at < match.end() else None
    if match is None or service is None:
        return None
    return Finding(match.start(service), match.end(service), f"{service}-webhook")


def key(text: str, at: int) -> Finding | None:
    """`api_key`, `secretAccessKey`, …: `key` alone is half of every program, so what stands before it decides."""
    before = text[max(0, at - 24) : at].lower().rstrip("_- ")
    if not before.endswith(_KEYS):
        return _query(text, at) if text.startswith("=", at + 3) else None
    if found := _azure(text, at - len("account")) or _azure(text, at - len("sharedaccess")):
        return found
    lead = _BEFORE_KEY.search(text, max(0, at - 24), at)
    return (_secret(text, lead.start()) if lead else None) or _query(text, at)


def _session(text: str, at: int) -> Finding | None:
    """`PHPSESSID=…`, `connect.sid=…`, `session_id=…`."""
    if not _BEFORE_SESSION.search(text, max(0, at - 8), at):
        return None
    match = _SESSION.match(text, at)
    if match is None or not _is_session(match["value"]):
        return None
    return Finding(match.start("value"), match.end("value"), "session-cookie")


_KEYS = (
    *("api", "access", "secret", "private", "account", "auth", "encryption", "encrypt", "encoding", "signing", "app"),
    *("master", "client", "subscription", "license", "shared", "webhook", "storage", "service", "deploy", "admin"),
    "aes",
)
_BEFORE_KEY = re.compile(rf"(?:{'|'.join(_KEYS)})[_ -]?(?:access[_ -]?)?$", re.IGNORECASE)
_LONGEST_PARAMETER = 24  # characters of the name of an address parameter
_azure = _valued(_AZURE, "azure-storage-key", _is_no_placeholder)
_user = _valued(_USER_OPTION, "password", _is_address_password)

WORDS: tuple[tuple[bytes, tuple[Check, ...]], ...] = (
    (b"pass", (_password, _password_flag, _valued(_SSHPASS, "password", _is_no_placeholder))),
    (b"pwd", (_password, _password_flag)),
    (b"secret", (_secret, _query)),
    (b"token", (_secret, _query)),
    (b"credential", (_secret,)),
    (b"key", (key,)),
    (b"bearer", (_valued(_BEARER, "bearer-token", _is_header_value),)),
    (b"auth", (_valued(_DOCKER_AUTH, "basic-auth", _is_basic),)),
    (
        b"authorization",
        (
            _valued(_BASIC, "basic-auth", _is_basic),
            _valued(_BEARER_HEADER, "bearer-token", _is_header_value),
            _valued(_AUTHORIZATION, "authorization", _is_header_value),
        ),
    ),
    (b"cookie", (_valued(_COOKIE, "cookie", _is_cookie),)),
    (b"id=", (_session,)),
    (
        b"://",
        (_valued(_ADDRESS, "url-password", _is_address_password), _valued(_ADDRESS_TOKEN, "url-token", looks_random)),
    ),
    (b"-u", (_user,)),
    (b"hook", (_hook,)),
    (b"sig", (_query,)),
)
"""A word in lower case, and what to check from where it stands; the first that finds something counts."""

WIDE_WORDS: tuple[tuple[str, tuple[Check, ...]], ...] = (
    ("密码", (_password,)),
    ("口令", (_password,)),
    ("授权码", (_password,)),
    ("密钥", (_secret,)),
    ("秘钥", (_secret,)),
    ("令牌", (_secret,)),
    ("凭证", (_secret,)),
)
"""The same for words outside ASCII."""


def named(text: str, low: bytes) -> Iterator[Finding]:
    """Every secret beside a word; `low` is the text in lower case with one byte for each character."""
    for word, checks in WORDS:
        at = low.find(word)
        while at >= 0:
            yield from _first(checks, text, at)
            at = low.find(word, at + 1)
    if text.isascii():
        return
    for wide, checks in WIDE_WORDS:
        at = text.find(wide)
        while at >= 0:
            yield from _first(checks, text, at)
            at = text.find(wide, at + 1)


def _first(checks: tuple[Check, ...], text: str, at: int) -> Iterator[Finding]:
    for check in checks:
        if found := check(text, at):
            yield found
            return
