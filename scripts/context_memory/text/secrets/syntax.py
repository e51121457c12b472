"""Detects secrets by the syntax around them: headers, addresses, function calls, SQL, lines of a configuration."""

import re
from collections.abc import Callable

from ..patterns import Pattern, lazy_regex
from .shapes import Finding, is_placeholder
from .values import LOOK_AROUND, NOT_A_VALUE, UUID, is_harmless, kinds_of, line_before, looks_random, trimmed

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
_IN_CALL = ("HTTPBasicAuth", ".login", ".authenticate", "basic_auth", "auth=", "auth ", "auth\t")
"""One of them stands where this pattern finds anything."""
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
    is_stored = before.endswith(("store", "key", "trust", "signing", "_"))
    is_mail = after[4:5] in " :=" or after[4:6] == "wd"
    is_quoted = "'" in after or '"' in after
    line = low = ""
    if is_stored or is_mail or is_quoted or "=" in after:
        line = text[at - len(line_before(text, at)) : at + LOOK_AROUND]
        low = line.lower() if is_quoted else ""
    patterns = (
        (_PASSIN, "pass:" in after),
        (_DIRECTIVE, before.endswith("require") or "sentinel" in before),
        (_ANSIBLE, "ansible_" in before),
        (_STORE, is_stored and "=" in line),
        (_SQL, "identified" in low or "password" in low),
        (_CONNECTION, "=" in after and ";" in line),
        (_MAIL_PASS, is_mail and ("=" in line or ":" in line)),
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
    end = text.find("\n", at, at + LOOK_AROUND)
    line = line_before(text, at) + text[at : end if end >= 0 else at + LOOK_AROUND]
    return _finding(_at_line(_CALL, text, at)) if any(map(line.__contains__, _IN_CALL)) else None


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
_LONGEST_PAIR = 400
"""Characters of a user, a joint and a value, in which a digit stands."""
_USERS = frozenset(["root", "admin", "administrator", "ubuntu", "pi", "ec2-user", "postgres", "guest", "deploy"])
_LOGIN_WORDS = Pattern(
    r"(?:creds?|credentials?|log[ -]?in(?:[ \t]with)?|sign in|account|zugangsdaten|anmeldedaten|acceso"
    r"|логин|账号|帐号|账户"
    r"|用户名|登录|ssh|ログイン)[^\n]{0,40}\Z|\b\d{1,3}(?:\.\d{1,3}){3}[ \t,:：]{1,4}\Z",
    re.IGNORECASE,
)


def pair(text: str, at: int) -> Finding | None:
    """`root / 153759Lb`, `creds: jo:…`: a user and a mixed value; other users only after a word for a login."""
    start = text.rfind(" ", max(0, at - 33), at) + 1 if text.startswith(" / ", at) else at
    start = max(start, at - len(line_before(text, at)), at - 32)
    if not _DIGIT().search(text, start, start + _LONGEST_PAIR):
        return None
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


Check = Callable[[str, int], Finding | None]
"""What is found from this place on; None where nothing is."""

_LONGEST_PARAMETER = 24  # characters of the name of an address parameter
_BEARER = lazy_regex(r"bearer[ \t]+(?P<value>[A-Za-z0-9._~+/=-]{16,4096})", re.IGNORECASE)
_DOCKER_AUTH = lazy_regex(r"auth\\*\"[ \t]*:[ \t]*\\*\"(?P<value>[A-Za-z0-9+/]{8,1024}={0,2})", re.IGNORECASE)
_BASIC_HEADER = lazy_regex(
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
_ADDRESS_PASSWORD = lazy_regex(r"://(?P<user>[^\s/:@\"'`<>\\\[\]]{0,80}):(?P<value>[^\s/@\"'`<>\\]{3,200})@(?=[\w\[])")
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
basic = _check_value(_BASIC_HEADER, "basic-auth", _is_basic)
bearer_header = _check_value(_BEARER_HEADER, "bearer-token", _is_header_value)
authorization = _check_value(_AUTHORIZATION, "authorization", _is_header_value)
docker_auth = _check_value(_DOCKER_AUTH, "basic-auth", lambda value: _is_basic(value) or looks_random(value))
cookie = _check_value(_COOKIE, "cookie", _is_cookie)
address = _check_value(_ADDRESS_PASSWORD, "url-password", _is_address_password)
address_token = _check_value(_ADDRESS_TOKEN, "url-token", looks_random)
header_user_option = _check_value(_USER_OPTION, "password", _is_address_password)
ssh_password = _check_value(_SSHPASS, "password", _is_no_placeholder)
_azure = _check_value(_AZURE, "azure-storage-key", _is_no_placeholder)
