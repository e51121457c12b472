"""Secrets without a shape: what stands beside a word such as `password`, `api_key`, `密码`, `Authorization`.

A word alone proves nothing: prose, code and documentation are full of them.
What counts is the word, a separator and a value that a program would take
literally; how strange the value must look depends on the word.
"""

import re
from collections.abc import Iterable, Iterator

from . import secret_headers as headers
from .secret_headers import Check
from .secret_kinds import Finding
from .secret_values import UUID, is_harmless, is_password, looks_random

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


_AWS_SECRET = re.compile(r"[A-Za-z0-9/+]{40}=?")
_SHORTEST_LITERAL = 8  # characters of a key that nothing but its name gives away
_LITERAL = re.compile(r"[A-Za-z]{6,64}")

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
    if _is_called(text, match) or not is_password(value, literal=_is_literal(text, at, match, value)):
        return None
    return Finding(match.start("value"), match.start("value") + len(value), "password")


def _password_flag(text: str, at: int) -> Finding | None:
    """`--password hunter2`: what follows an option is literal."""
    match = _PASSWORD_FLAG.match(text, at)
    if match is None or not is_password(match["value"], literal=False):
        return None
    return Finding(match.start("value"), match.end("value"), "password")


def _secret(text: str, at: int) -> Finding | None:
    """`api_key: …`, `app_secret=…`, `"token": "…"`: made by a machine, so it must look random."""
    match = _SECRET_NAMED.match(text, at)
    if match is None or _is_called(text, match) or _COUNTING.search(match["tail"]):
        return None
    value = match["value"].rstrip(".:!?")
    named = text[at : match.start("tail")].lower()
    if named in {"token", "credential", "credentials"} and UUID.fullmatch(value):
        return None
    kind = _secret_kind(text, at, named)
    is_aws = kind == "aws-secret-key" or "secret" in named
    least = 12 if named.endswith(("key", "secret", "密钥", "秘钥")) else 16
    is_literal = _is_environment_line(text, at, match) and len(value) >= _SHORTEST_LITERAL and not value.isdigit()
    if is_literal and not is_harmless(value):
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


_KEYS = (
    *("api", "access", "secret", "private", "account", "auth", "encryption", "encrypt", "encoding", "signing", "app"),
    *("master", "client", "subscription", "license", "shared", "webhook", "storage", "service", "deploy", "admin"),
    "aes",
)
_BEFORE_KEY = re.compile(rf"(?:{'|'.join(_KEYS)})[_ -]?(?:access[_ -]?)?$", re.IGNORECASE)


def key(text: str, at: int) -> Finding | None:
    """`api_key`, `secretAccessKey`, …: `key` alone is half of every program, so what stands before it decides."""
    before = text[max(0, at - 24) : at].lower().rstrip("_- ")
    if not before.endswith(_KEYS):
        return headers.query(text, at) if text.startswith("=", at + 3) else None
    if found := headers.azure(text, at - len("account")) or headers.azure(text, at - len("sharedaccess")):
        return found
    lead = _BEFORE_KEY.search(text, max(0, at - 24), at)
    return (_secret(text, lead.start()) if lead else None) or headers.query(text, at)


WORDS: tuple[tuple[bytes, tuple[Check, ...]], ...] = (
    (b"pass", (_password, _password_flag, headers.ssh_password)),
    (b"pwd", (_password, _password_flag)),
    (b"secret", (_secret, headers.query)),
    (b"token", (_secret, headers.query)),
    (b"credential", (_secret,)),
    (b"key", (key,)),
    (b"bearer", (headers.bearer,)),
    (b"auth", (headers.docker_auth,)),
    (b"authorization", (headers.basic, headers.bearer_header, headers.authorization)),
    (b"cookie", (headers.cookie,)),
    (b"id=", (headers.session,)),
    (b"://", (headers.address, headers.address_token)),
    (b"-u", (headers.user_option,)),
    (b"hook", (headers.hook,)),
    (b"sig", (headers.query,)),
)
"""A word in lower case, and what to check from where it stands; the first that finds something counts."""
_RAREST_FIRST = b"=:/-zqxjkwbvgpcuyfmldhrsnioate"
"""Characters, from those that English text and programs seldom hold to those they often hold."""


def _any_of(words: Iterable[bytes]) -> re.Pattern[bytes]:
    """Matches where one of the words ends. Looked for by its rarest character, so that most text is skipped at once."""
    by_rarest: dict[bytes, list[bytes]] = {}
    for word in words:
        at = min(range(len(word)), key=lambda at: _RAREST_FIRST.index(word[at]))
        behind = b"(?<=" + re.escape(word) + b")" if at else b""
        by_rarest.setdefault(word[at : at + 1], []).append(re.escape(word[at + 1 :]) + behind)
    branches = (re.escape(rarest) + b"(?:" + b"|".join(rest) + b")" for rarest, rest in by_rarest.items())
    return re.compile(b"|".join(branches))


_PUTTY = b"private-lines:"  # of a key in a block; those of other blocks say so too: `key`
_ANY = _any_of([*(word for word, _ in WORDS), _PUTTY])
_SHORT = 1_000
"""Bytes; a shorter text is asked for all words at once, for a longer one fifteen searches are faster."""

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
_ANY_WIDE = re.compile("|".join(word for word, _ in WIDE_WORDS))


def may_name(text: str, low: bytes) -> bool:
    """Whether the text may hold one of the words; `low` is it in lower case with one byte for each character."""
    if len(low) > _SHORT or _ANY.search(low):
        return True
    return not text.isascii() and _ANY_WIDE.search(text) is not None


def named(text: str, low: bytes) -> Iterator[Finding]:
    """Every secret beside a word of a text that may name one."""
    for word, checks in WORDS:
        at = low.find(word)
        while at >= 0:
            yield from _first(checks, text, at)
            at = low.find(word, at + 1)
    for wide, checks in () if text.isascii() else WIDE_WORDS:
        at = text.find(wide)
        while at >= 0:
            yield from _first(checks, text, at)
            at = text.find(wide, at + 1)


def _first(checks: tuple[Check, ...], text: str, at: int) -> Iterator[Finding]:
    for check in checks:
        if found := check(text, at):
            yield found
            return
