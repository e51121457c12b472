"""Detects passwords in command lines and configuration files by their position."""

import re

from ..patterns import Pattern
from .shapes import Finding, is_placeholder
from .values import LOOK_AROUND, is_harmless, kinds_of, line_before, looks_random, trimmed

_PASSIN = Pattern(
    r"pass(?:in|out)?(?:[ \t=]+)?pass:(?P<c>[^\s\"'`|;&$]{2,200})|-pass(?:in|out)?[ \t]+pass:"
    r"(?P<d>[^\s\"'`|;&$]{2,200})"
)
_SQL = Pattern(
    r"identified[ \t]+(?:with[ \t]+\w+[ \t]+)?by[ \t]+(?P<q>['\"])(?P<c>[^'\"\n]{1,200})(?P=q)"
    r"|password[ \t]+(?P<r>['\"])(?P<d>[^'\"\s]{2,200})(?P=r)[ \t]*(?:;|$|valid|createdb|superuser"
    r"|login|nosuper)",
    re.IGNORECASE,
)
_CALL = Pattern(
    r"(?:auth[ \t]*=[ \t]*|HTTPBasicAuth|\.login|\.authenticate"
    r"|basic_auth)\(?[ \t]*\([ \t]*[\"'][^\"'\n]{1,80}[\"'][ \t]*,[ \t]*[\"']"
    r"(?P<c>[^\"'\s]{2,200})[\"']|(?:HTTPBasicAuth|\.login|\.authenticate"
    r"|basic_auth)\([ \t]*[\"'][^\"'\n]{1,80}[\"'][ \t]*,[ \t]*[\"'](?P<d>[^\"'\s]{2,200})[\"']"
)
_CURL_USER = Pattern(r"(?:-u|--user|--proxy-user|-U)[ \t=]?[\"']?[\w.@-]{1,80}:(?P<c>[^\s\"'`<>|;&$\\{}]{1,200})")
_NPM_AUTH = Pattern(r"_auth[ \t]*=[ \t]*\"?(?P<c>[A-Za-z0-9+/]{8,400}={0,2})")
_KEY_DATA = Pattern(r"key-data[\"']?:[ \t]*[\"']?(?P<c>[A-Za-z0-9+/]{32,}={0,2})")
_HASHES = Pattern(r"\$(?:1|2[abxy]?|5|6|y|7|apr1|argon2(?:id?|d))\$[A-Za-z0-9./$=,+-]{20,200}")
_DIRECTIVE = Pattern(
    r"(?m)^[ \t]*(?:requirepass|masterauth|sentinel auth-pass \S+|rcon\.password"
    r"|auth-user-pass)[ \t=]+\"?(?P<c>[^\s\"]{2,200})"
)
_PSK = Pattern(
    r"(?:\bpsk|wpa_passphrase|sae_password|presharedkey|preshared-key)[ \t]{0,2}[=:][ \t]{0,2}\"?"
    r"(?P<c>[^\s\"<>{}$]{8,63})",
    re.IGNORECASE,
)
_LITERAL = Pattern(
    r"--from-literal[= ][\w.-]*(?:pass|pwd|token|secret|key)[\w.-]*=(?P<q>[\"']?)(?P<c>[^\s\"'$]{2,400})", re.IGNORECASE
)
_ANSIBLE = Pattern(r"ansible_\w*pass(?:word)?[\"']?[ \t]*[:=][ \t]*(?P<q>[\"']?)(?P<c>[^\s\"'{}$]{1,200})")
_STORE = Pattern(
    r"(?:store|key|trust|signing)_?pass(?:word)?=(?P<q>[\"']?)(?P<c>[^\s\"'{}$(),.;]{2,200})[\"']?[ \t]*(?=\n|$)",
    re.IGNORECASE,
)
_MAIL_PASS = Pattern(
    r"(?m)^[ \t]*(?-i:(?!PASS[ \t]*:))"
    r"(?:smtp_|mail_|imap_|ftp_|db_|auth_)?pass(?:wd)?[ \t]*[:=][ \t]*(?P<c>[a-z][\w!#%&+.-]{3,60})[ \t]*$",
    re.IGNORECASE,
)
_CONNECTION = Pattern(
    r"(?:;|^|\")[ \t]*(?:password|pwd)[ \t]*=[ \t]*(?P<c>[^;\"'\s]{1,200})(?=;)", re.IGNORECASE | re.MULTILINE
)
_WORDPRESS = Pattern(
    r"define\([ \t]*['\"](?:\w*_)?(?:KEY|SALT|PASSWORD|SECRET)['\"][ \t]*,[ \t]*(?P<q>['\"])"
    r"(?P<c>[^\n]{4,200}?)(?P=q)[ \t]*\)"
)
_SECRET_KEY = Pattern(
    r"secret_?key(?:_base)?[\"']?[ \t]*[:=][ \t]*(?P<q>['\"])(?P<c>[^'\"\n ]{16,200})(?P=q)", re.IGNORECASE
)
_ADDRESS = Pattern(r"://[^\s/:@\"'`<>\\\[\]]{0,80}:(?P<c>[^\s/@\"'`<>\\]{3,200})@(?=[\w\[])")
_DSN = Pattern(r"://(?P<c>[0-9a-f]{32})(?::(?P<d>[0-9a-f]{32}))?@")


def _finding(found: re.Match[str] | None, kind: str = "password", *, plain: bool = False) -> Finding | None:
    """The value group of a match; `plain` accepts even a plain word if the position is unambiguous."""
    if found is None:
        return None
    for name in ("a", "b", "c", "d"):
        if name in found.re.groupindex and found[name] is not None:
            value = found[name]
            if is_placeholder(value) or value.startswith(("$", "%", "{{")) or (not plain and is_harmless(value)):
                return None
            if value.lower() in {"password", "passwd", "pass", "secret", "token"}:
                return None
            return Finding(found.start(name), found.end(name), kind)
    return None


def _at_line(pattern: Pattern[str], text: str, at: int) -> re.Match[str] | None:
    """A match in the line around this position."""
    start = at - len(line_before(text, at))
    end = text.find("\n", at, at + LOOK_AROUND)
    end = min(len(text), at + LOOK_AROUND) if end < 0 else end
    for found in pattern().finditer(text, start, end):
        if found.start() <= at + 24 and found.end() >= at:
            return found
    return None


def in_pass(text: str, at: int) -> Finding | None:
    """Directives and options that contain the word `pass`."""
    before, after = text[max(0, at - 24) : at].lower(), text[at : at + 40].lower()
    patterns = (
        (_PASSIN, "pass:" in after),
        (_DIRECTIVE, before.endswith("require") or "sentinel" in before),
        (_ANSIBLE, "ansible_" in before),
        (_STORE, before.endswith(("store", "key", "trust", "signing", "_"))),
        (_SQL, "'" in after or '"' in after),
        (_CONNECTION, "=" in after),
        (_MAIL_PASS, after[4:5] in " :=" or after[4:6] == "wd"),
    )
    for pattern, is_possible in patterns:
        if is_possible and (found := _finding(_at_line(pattern, text, at))):
            return found
    return here_document(text, at)


_HERE_DOCUMENT = Pattern(
    r"(?m)^[^\n]{0,200}?<<-?[ \t]*[\"']?(?P<end>\w+)[\"']?[^\n]{0,120}\n[ \t]*[\w.@-]+[ \t]*\n[ \t]*(?P<c>\S{3,100})"
    r"[ \t]*\n[ \t]*(?P=end)[ \t]*$"
)


def here_document(text: str, at: int) -> Finding | None:
    """`cat > auth.txt <<EOF` with two lines, a user and a password, as OpenVPN and mounts of CIFS read them."""
    if text.find("<<", max(0, at - 200), at + 200) < 0:
        return None
    start = max(at - len(line_before(text, at)), at - 200)
    return _finding(_HERE_DOCUMENT().match(text, start), plain=True)


def in_key(text: str, at: int) -> Finding | None:
    """`client-key-data: …` of a kubeconfig."""
    return _finding(_KEY_DATA().match(text, at), "private-key") if text.startswith("-data", at + 3) else None


def wordpress(text: str, at: int) -> Finding | None:
    """`define('AUTH_KEY', '…');`: keys of WordPress may have any character."""
    found = _WORDPRESS().match(text, at)
    is_key = found is not None and len(set(found["c"])) >= 8 and "unique phrase" not in found["c"]
    return Finding(found.start("c"), found.end("c"), "app-secret") if found and is_key else None


def secret_key(text: str, at: int) -> Finding | None:
    """`SECRET_KEY = '…'` of Django, with any character."""
    found = _SECRET_KEY().match(text, at)
    if found is None or len(set(found["c"])) < 8 or not re.search(r"[\d\W]", found["c"]):
        return None
    if not re.search(r"\d", found["c"]) or found["c"].startswith(("/", "$", "%", "{")):
        return None
    return _finding(found, "app-secret", plain=True)


def sql(text: str, at: int) -> Finding | None:
    """`IDENTIFIED BY '…'`."""
    return _finding(_SQL().match(text, at), plain=True)


def in_call(text: str, at: int) -> Finding | None:
    """`auth=("bo", "…")`, `.login("bo", "…")`."""
    return _finding(_at_line(_CALL, text, at))


def npm_auth(text: str, at: int) -> Finding | None:
    """`_auth=` of an npmrc: base64 of user and password."""
    begins = at > 0 and not text[max(0, at - 2) : at - 1].isalnum()
    found = _NPM_AUTH().match(text, at - 1) if begins else None
    is_coded = found is not None and (found["c"].endswith("=") or looks_random(found["c"]))
    return _finding(found, "basic-auth") if is_coded else None


def user_option(text: str, at: int) -> Finding | None:
    """`-u bo:X` of curl with a short password."""
    if "curl" not in text[max(0, at - 200) : at] and "http" not in text[max(0, at - 120) : at]:
        return None
    return _finding(_CURL_USER().match(text, at))


def psk(text: str, at: int) -> Finding | None:
    """`psk="…"`, `PresharedKey = …`."""
    return _finding(_PSK().match(text, at))


def literal(text: str, at: int) -> Finding | None:
    """`--from-literal=password=…`."""
    return _finding(_LITERAL().match(text, at))


def hashed(text: str, at: int) -> Finding | None:
    """A hash of crypt(3) as in /etc/shadow and htpasswd, which can be cracked offline."""
    found = _HASHES().match(text, at)
    return Finding(found.start(), found.end(), "password-hash") if found else None


def dsn(text: str, at: int) -> Finding | None:
    """`https://<32 hex>@sentry…`: the key of an error tracker."""
    found = _DSN().match(text, at)
    return Finding(found.start("c"), found.end("d") if found["d"] else found.end("c"), "url-token") if found else None


def wireguard(text: str, at: int) -> Finding | None:
    """`PrivateKey = …` of WireGuard."""
    found = _WIREGUARD().match(text, at)
    return Finding(found.start("c"), found.end("c"), "private-key") if found else None


_WIREGUARD = Pattern(
    r"private[_-]?key[\"']?[ \t]*[:=][ \t]*[\"']?(?:0x)?(?P<c>[A-Za-z0-9+/]{43}=|[0-9a-fA-F]{64}(?![0-9a-fA-F]))",
    re.IGNORECASE,
)


def machine_value(text: str, at: int) -> Finding | None:
    """A Basic header with binary content."""
    found = _BASIC().match(text, at)
    return Finding(found.start("c"), found.end("c"), "basic-auth") if found and looks_random(found["c"]) else None


_BASIC = Pattern(r"basic[ \t]+(?P<c>[A-Za-z0-9+/]{16,1024}={0,2})", re.IGNORECASE)


_TELEGRAM = Pattern(r"/bot(?P<c>\d{6,12}:[A-Za-z0-9_-]{30,40})")


def telegram(text: str, at: int) -> Finding | None:
    """`https://api.telegram.org/bot<token>/getMe`."""
    return _finding(_TELEGRAM().match(text, at), "telegram-token", plain=True)


_PRODUCT_KEY = Pattern(r"(?<![\w-])[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3,5}(?![\w-])")


def product_key(text: str, at: int) -> Finding | None:
    """Groups of five after `slmgr /ipk …` or `product key …`."""
    found = _PRODUCT_KEY().search(text, at, at + 80)
    if found is None or "\n\n" in text[at : found.start()]:
        return None
    return Finding(found.start(), found.end(), "api-key")


_CODE_OF_PAIR = Pattern(
    r"^[A-Za-z_]\w*(?:\.\w+)+$|^[A-Za-z_][\w.]*["
    r"(\[{]|^[($@%&{\[<]|^\d+(?:\.\d+)+[,;)]?$|^[\d-]+[-/:.]\d|^https?:|^--?[a-z]"
    r"|^[/~]|[/.](?:py|ts|js|md|go|rs|json|ya?ml|toml|txt|tsx|sh|html)\b|^[a-z]+(?:_[a-z0-9]+)+[,;)]?$|\w\(|=>|\?\.|::"
)
_PAIR = Pattern(
    r"(?<![\w./-])(?P<user>root|admin|administrator|ubuntu|pi|ec2-user|postgres|sa|guest|deploy"
    r"|test\d*|[a-z][\w.@-]{1,30})"
    r"(?P<joint>[ \t]?[/:：][ \t]?|[ \t]+/[ \t]+)(?P<value>[^\s\"'`<>/，。；、（）“”|\\:,]{4,64})(?![/:(\[\w])",
    re.IGNORECASE,
)
_USERS = frozenset(["root", "admin", "administrator", "ubuntu", "pi", "ec2-user", "postgres", "guest", "deploy"])
_LOGIN_WORDS = Pattern(
    r"(?:creds?|credentials?|log[ -]?in(?:[ \t]with)?|sign in|account|zugangsdaten|anmeldedaten|acceso"
    r"|логин|账号|帐号|账户"
    r"|用户名|登录|ssh|ログイン)[^\n]{0,40}\Z|\b\d{1,3}(?:\.\d{1,3}){3}[ \t,:：]{1,4}\Z",
    re.IGNORECASE,
)


def pair(text: str, at: int) -> Finding | None:
    """`root / 153759Lb`, `creds: jo:…`: a user and a mixed value; other users only after a word for a login."""
    start = text.rfind(" ", 0, at) + 1 if text.startswith(" / ", at) else at
    start = max(start, at - len(line_before(text, at)), at - 32)
    found = _PAIR().match(text, start)
    if found is None:
        return None
    value = trimmed(found["value"])
    line = line_before(text, start)[-80:]
    is_login = _LOGIN_WORDS().search(line) is not None
    mixed = kinds_of(value) >= (2 if is_login else 3) and len(value) >= 5
    if not is_login and found["user"].lower() not in _USERS:
        return None
    if not mixed or not re.search(r"\d", value) or _CODE_OF_PAIR().search(value) or is_harmless(value):
        return None
    if ":" in found["joint"] and not is_login:
        return None
    return Finding(found.start("value"), found.start("value") + len(value), "password")


_USER = Pattern(r"(?<![\w./-])[A-Za-z][\w.@-]{1,30}[ \t]?[/:：]")
_MARK_OF_PAIR = Pattern(r"[/:：]")
_DIGIT = Pattern(r"\d")


def login(text: str, at: int) -> Finding | None:
    """The pair after a word for a login: `creds: jo:…`, `log in with admin / …`."""
    if text[at : at + 4].lower() == "cred" and not re.match(r"(?i)cred(?:s|entials?)?\b", text[at : at + 14]):
        return None
    end = text.find("\n", at, at + 80)
    end = end if end >= 0 else at + 80
    following = text[at : end + 80]
    if not _MARK_OF_PAIR().search(following, 0, end - at) or not _DIGIT().search(following):
        return None
    for found in _USER().finditer(text, at, end):
        if finding := pair(text, found.start()):
            return finding
    return None
