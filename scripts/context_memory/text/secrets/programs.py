"""Detects passwords on command lines: in an option, at a position, or through a pipe."""

import re

from ..patterns import Pattern, finditer_with
from .labels import STATES
from .shapes import Finding, is_placeholder
from .values import (
    DESCRIPTION,
    FILE,
    HAS_DIGIT,
    LOOK_AROUND,
    SNAKE,
    is_literal_phrase,
    is_nothing,
    is_strong,
    kinds_of,
    line_before,
)

_QUOTED = r"(?:\"(?P<a>[^\"\n]{2,200})\"|'(?P<b>[^'\n]{2,200})'|(?P<c>[^\s\"'`<>|;&$\\{}()-][^\s\"'`<>|;&{}]{1,200}))"
_ONE = Pattern(_QUOTED)
_COMMAND = Pattern(r"[^|;&]*\Z")

_BY_OPTION: dict[str, tuple[tuple[str, str], ...]] = {
    "p": (
        (r"mysql(?:dump|admin|import|sh|check|pump)?|mariadb(?:-dump|-admin)?|7z[arz]?|7zz|rar|unrar|john", "-p"),
        (r"(?:docker|podman|helm|az|oc|skopeo|buildah|crane|nerdctl|buildctl|oras|cosign)\b.{0,80}\blogin", "-p +"),
        (r"mongo(?:sh|dump|restore|export|import|stat)?|influx|cqlsh|sshpass|clickhouse-client|couchbase-cli", "-p *"),
        (
            r"twine|crackmapexec|nxc|netexec|evil-winrm|hydra|rdesktop|psexec(?:64)?(?:\.exe)?|racadm\d?|steghide",
            "-p +",
        ),
        (
            r"unlock-keychain|create-keychain|dsconfigad|ncftp(?:get|put)?|certutil|cypher-shell|xfreerdp3?|stegsnow",
            "-p +",
        ),
        (
            r"youtube-dl|yt-dlp|vncdo(?:tool)?|lpass|impacket-\w+|rpcclient|gsettings-pw|ibmcloud|arango(?:sh|dump)",
            "-p +",
        ),
        (r"plink|pscp|psftp|putty|kitty(?:\.exe)?", "-pw +"),
    ),
    "P": (
        (r"zip|unzip|zipcloak|sqlcmd|bcp|osql|isql|tsql|freebcp", "-P *"),
        (r"ipmitool|ipmi-\w+|mosquitto_(?:pub|sub|rr)|security[ \t]+import|ssh-keygen|fence_\w+|smtpclient", "-P +"),
    ),
    "h": ((r"rar|unrar", "-hp"),),
    "w": (
        (r"ldap(?:search|add|modify|delete|whoami|passwd|compare|modrdn)|add-(?:generic|internet)-password", "-w *"),
    ),
    "W": ((r"pk12util|certutil", "-W +"),),
    "a": ((r"(?:redis|valkey|keydb)-cli", "-a +"),),
    "k": ((r"openssl[ \t]+(?:enc|aes\S*|des\S*)|nuget[ \t]+push|choco(?:latey)?", "-k +"),),
    "N": ((r"ssh-keygen", "-N +"),),
    "c": ((r"snmp(?:walk|get|getnext|set|bulkwalk|bulkget|table)", "-c *"),),
    "r": ((r"schtasks", "/rp +"),),
}
"""By the letter of the option: programs, and the option as it is written; a star or a plus are the blanks behind it."""
_PLACES = Pattern(
    r"(?i:\bnet[ \t]+use\b[^\n|]{0,160}?/user:\S+[ \t]+(?!/)"
    r"|\bnet[ \t]+use[ \t]+(?:\w:[ \t]+|\*[ \t]+)?\\\\[^\s]+[ \t]+(?!/|\*)"
    r"|\bnet[ \t]+user[ \t]+(?!/)\S+[ \t]+(?!/|\*)"
    r"|\bConvertTo-SecureString[ \t]+(?:-(?:String|AsPlainText|Force)[ \t]+)*(?=[\"']))"
    r"|\bhtpasswd[ \t]+(?:-\w+[ \t]+)*-\w*b\w*[ \t]+(?:-\w+[ \t]+)*(?:\S+[ \t]+){1,2}?(?=\S+[ \t]*(?:[\r\n;|&]|$))"
    r"|\bmosquitto_passwd[ \t]+-b[ \t]+\S+[ \t]+\S+[ \t]+"
    r"|\brabbitmqctl[ \t]+(?:add_user|change_password)[ \t]+\S+[ \t]+"
    r"|\bsmbclient[ \t]+[\"']?(?://|\\\\)\S+[ \t]+(?!-)|\b(?:smbclient|mount\.cifs|rpcclient|net(?=[ \t])|winexe"
    r"|smbmap)\b[^\n|;]{0,120}?(?:-U|--user=?)[ \t]*"
    r"[\"']?[\w\\/.@-]+%"
    r"|\brclone[ \t]+obscure[ \t]+(?!-)|\bnmcli\b[^\n|;]{0,200}?[ \t](?:password|wifi-sec\.psk"
    r"|802-11-wireless-security\.psk)[ \t]+"
    r"|\bwpa_passphrase[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\S+)[ \t]+"
    r"|\bnetworksetup[ \t]+-setairportnetwork[ \t]+\S+[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\S+)[ \t]+"
    r"|\b(?:cargo|vault|snyk|bw|rails-secret|ngrok)[ \t]+(?:login|unlock|auth|authtoken"
    r"|config[ \t]+add-authtoken)[ \t]+(?:\S+@\S+[ \t]+)?(?![-\w]+=|-)"
    r"|\bvault[ \t]+operator[ \t]+unseal[ \t]+(?!-)|\bmysqladmin\b[^\n|;]{0,120}?[ \t]password[ \t]+"
    r"|\bkeytool\b[^\n|;]{0,200}?[ \t]-(?:\w*storepass|\w*keypass|\w*pass)[ \t]+"
    r"|\bx11vnc\b[^\n|;]{0,80}?[ \t]-passwd[ \t]+"
    r"|\blftp\b[^\n|;]{0,80}?[ \t]-u[ \t]+[\w.@-]+,|\bpdftk\b[^\n|;]{0,160}?\b(?:user_pw|owner_pw|input_pw)[ \t]+"
    r"|\bqpdf\b[^\n|;]{0,80}?--encrypt[ \t]+|\b(?:passwd|passphrase|psk|password)[ \t]+set[ \t]+(?=[\"'])"
    r"|\bdotnet[ \t]+user-secrets[ \t]+set[ \t]+\S*(?:[Pp]ass|[Pp]wd|[Ss]ecret|[Tt]oken|[Kk]ey)\S*[ \t]+"
    r"|\b(?:consul[ \t]+kv|etcdctl|redis-cli|aws[ \t]+ssm|doppler[ \t]+secrets"
    r"|az[ \t]+keyvault[ \t]+secret)[ \t]+(?:put|set)[ \t]+"
    r"\S*(?:pass|pwd|secret|token|PASS|SECRET|TOKEN)\S*[ \t]+(?!-)|/rp[ \t]+|(?i:xfreerdp3?|mstsc|cmdkey|winscp"
    r"|wmic)\b[^\n|;]{0,200}?[ \t]/(?:p|pass|password):"
)
NAMES = (
    *(
        "net ",
        "net\t",
        "securestring",
        "htpasswd",
        "mosquitto_",
        "rabbitmq",
        "smbclient",
        "mount.cifs",
        "rpcclient",
        "rclone",
    ),
    *("nmcli", "wpa_pass", "airportn", "unlock", "authtoken", "unseal", "mysqladmin", "keytool", "x11vnc"),
    *("lftp", "pdftk", "qpdf", "/rp", "xfreerdp", "mstsc", "cmdkey", "winscp", "wmic", "smbmap", "winexe"),
    *(f"{before}{verb}{behind}" for verb in ("login", "auth", "set", "put") for before in " \t" for behind in " \t"),
)
"""Of these one stands where `place` finds anything."""
_AROUND_PLACE, _BEFORE_PLACE = 24, 200
_CONSUMERS = (
    r"sudo[ \t]+(?:-\w+[ \t]+)*-\w*S|(?:sudo[ \t]+)?(?:cryptsetup|passwd|smbpasswd|kinit|su\b|pass[ \t]+insert"
    r"|secret-tool|wg[ \t]+pubkey"
    r"|ssh-add|vncpasswd|keepassxc-cli|gocryptfs|encfs|htpasswd|gpg[^\n|]{0,120}passphrase-fd"
    r"|zfs[ \t]+(?:load-key|create))"
    r"|[^\n|]{0,160}(?:--password-stdin|--with-token|--passphrase-fd|-pass(?:in|out)?[ \t]+stdin"
    r"|--key-file[ =]-|--stdin\b|-pass[ \t]+stdin"
    r"|secret[ \t]+create|secret[ \t]+put|secret[ \t]+set)"
)
_PIPED = Pattern(
    r"\b(?:echo|printf|Write-Output)[ \t]+(?:-\w+[ \t]+)*(?:[\"']%s(?:\\n)?[\"'][ \t]+)?"
    rf"(?:\"(?P<a>[^\"\n$`]{{2,200}}?)(?:\\n)?\"|'(?P<b>[^'\n]{{2,200}}?)(?:\\n)?'"
    rf"|(?P<c>[^\s\"'|$`;]{{2,200}}))[ \t]*\|[ \t]*(?:{_CONSUMERS})"
)
_HERE = Pattern(rf"(?:{_CONSUMERS})\b[^\n|]{{0,160}}<<<[ \t]*{_QUOTED}")
_CHPASSWD = Pattern(
    r"(?:\"[\w.-]+:(?P<a>[^\"\n|]{2,200}?)(?:\\n)?\"|'[\w.-]+:(?P<b>[^'\n|]{2,200}?)(?:\\n)?'"
    r"|[\w.-]+:(?P<c>[^\s\"'|]{2,200}))"
    r"[ \t]*\|[ \t]*(?:sudo[ \t]+)?(?:chpasswd|newusers)|(?:chpasswd"
    r"|newusers)[ \t]*<<<[ \t]*[\"']?[\w.-]+:(?P<d>[^\s\"']{2,200})"
)
_THROUGH_A_PIPE = (
    (_CHPASSWD, ("chpasswd", "newusers")),
    (_PIPED, ("echo", "printf", "Write-Output")),
    (_HERE, ("<<<",)),
)
"""Each pattern with the words of which it needs one."""
IN_PIPES = tuple(cue for _, cues in _THROUGH_A_PIPE for cue in cues)
_FLAG = Pattern(r"(?:^|[\s\"'\[,(`])(?:(?P<dash>--?)|/)(?:[A-Za-z][\w.:-]{0,46})?\Z")
_REST_OF_FLAG = Pattern(r"(?:word|wd|phrase|code)?(?P<tail>[\w.-]{0,24})(?:(?P<joint>[:=])[ \t]?|[ \t]+)(?=\S)")
_NO_TAIL = Pattern(
    r"(?i)^s$|(?:file|stdin|fd|path|env|command|cmd|policy|hash|length|type|name|id|ids|prompt|only|mode|store"
    r"|method|limit|ttl|count|url|less"
    r"|auth|hint|rotation|ref|version|arn|dir|source|provider|from|protect\w*|reset|scope\w*|usage|size|budget"
    r"|expiry|through|thru)$"
)
_OTHER_OPTION = Pattern(r"(?:^|\s)(?:--?[A-Za-z][\w-]*)[ =]|^[ \t]*[$#>%][ \t]|^PS .*> ")
_WORDS_OF_USAGE = frozenset(
    [
        "string",
        "str",
        "text",
        "value",
        "file",
        "password",
        "passwd",
        "pass",
        "secret",
        "token",
        "pwd",
        "psk",
        "passphrase",
        "pin",
        "stringarray",
        "option",
        "options",
        "flag",
        "flags",
        "and",
        "or",
        "is",
        "to",
        "for",
        "in",
        "the",
        "with",
        "as",
        "if",
        "can",
        "may",
        "will",
        "prompt",
        "stdin",
        "env",
        "none",
        "null",
        "true",
        "false",
        "arg",
        "argument",
        "required",
        "optional",
    ]
)


def option(text: str, at: int) -> Finding | None:
    """The value of ` -p`, ` -P`, ` -w` … of a program that takes its password there."""
    table = _BY_OPTION.get(text[at + 2 : at + 3])
    if table is None:
        return None
    command = _COMMAND().search(line_before(text, at))
    for programs, form in table if command else ():
        letters, blanks = form.rstrip(" *+"), form[len(form.rstrip(" *+")) :]
        if not text.startswith(letters, at + 1) or not command:
            continue
        if re.search(rf"(?<![\w-])(?:{programs})(?![\w])", command[0]):
            start = at + 1 + len(letters)
            if blanks:
                gap = len(text[start : start + 8]) - len(text[start : start + 8].lstrip(" "))
                if gap == 0 and "+" in blanks:
                    continue
                start += gap
            if found := _value(_ONE().match(text, start)):
                return found
    return None


def place(text: str, at: int) -> Finding | None:
    """The argument at a program's password position: `net use … X`, `htpasswd -b file user X`, `rclone obscure X`."""
    start = at - len(line_before(text, at)[-_BEFORE_PLACE:])
    end = text.find("\n", at, at + LOOK_AROUND)
    end = min(len(text), at + LOOK_AROUND) if end < 0 else end
    near = text[start : at + _AROUND_PLACE].lower()
    if not any(map(near.__contains__, NAMES)):
        return None
    for found in _PLACES().finditer(text, start, end):
        if (
            found.start() <= at + _AROUND_PLACE
            and found.end() > at - 40
            and (each := _value(_ONE().match(text, found.end())))
        ):
            return each
    return None


def piped(text: str, at: int) -> Finding | None:
    """`echo X | sudo -S …`, `printf X | docker login --password-stdin`, `chpasswd <<< bo:X`."""
    if text.startswith("key", at) and not text.startswith("key-file", at):
        return None
    start = at - len(line_before(text, at))
    end = text.find("\n", at, at + LOOK_AROUND)
    line = text[start : min(len(text), at + LOOK_AROUND) if end < 0 else end]
    if "|" not in line and "<<<" not in line:
        return None
    for pattern, cues in _THROUGH_A_PIPE:
        for found in finditer_with(cues, pattern, line):
            if found.end() >= at - start and (each := _value(found, shift=start)):
                return each
    return None


def flag(text: str, at: int) -> Finding | None:
    """The value of an option whose name contains the word at this position: `-srcstorepass X`, `/p:Password=X`."""
    line = line_before(text, at)
    lead = line[-48:]
    head = _FLAG().search(lead) if "-" in lead or "/" in lead else None
    rest = _REST_OF_FLAG().match(text, at + _length_of_word(text, at)) if head else None
    if head is None or rest is None or _NO_TAIL().search(rest["tail"].rstrip(".-")):
        return None
    if not head["dash"] and not rest["joint"]:
        return None
    found = _ONE().match(text, rest.end())
    if found is None or (found["c"] is None and not rest["joint"] and text[rest.end() - 1] != " "):
        return None
    name = next(each for each in ("a", "b", "c") if found[each] is not None)
    value = found[name]
    if name != "c" and " " in value:
        return Finding(*found.span(name), "password") if is_literal_phrase(value) else None
    value = value.rstrip(".,)]") if name == "c" else value
    if not _is_argument(value) or FILE.search(value):
        return None
    is_mixed = is_strong(value) or (HAS_DIGIT.search(value) is not None and kinds_of(value) >= 2 and len(value) >= 5)
    if text[at : at + 5].lower() == "token" and not (is_mixed and len(value) >= 8):
        return None
    is_command = _OTHER_OPTION().search(line[: head.start() + 1]) or _OTHER_OPTION().match(text, found.end())
    is_word = (
        bool(is_command)
        and text[at : at + 3].lower() != "pin"
        and value.islower()
        and len(value) >= 5
        and value.isalpha()
    )
    is_number = value.isdigit() and len(value) >= 4 and "pin" in text[at : at + 3].lower()
    return (
        Finding(found.start(name), found.start(name) + len(value), "password")
        if is_mixed or is_word or is_number
        else None
    )


def _length_of_word(text: str, at: int) -> int:
    start = text[at : at + 6].lower()
    return next(
        (len(each) for each in ("secret", "phrase", "token", "pass", "pwd", "psk", "pin") if start.startswith(each)), 0
    )


def _is_argument(value: str) -> bool:
    if (
        value.lower() in _WORDS_OF_USAGE
        or value.lower() in STATES
        or SNAKE.fullmatch(value)
        or DESCRIPTION.match(value)
    ):
        return False
    return not (is_nothing(value) or value.startswith("-") or re.match(r"[\w.]+\(", value) is not None)


def _value(found: re.Match[str] | None, shift: int = 0) -> Finding | None:
    """The value of the pattern if its position is unambiguous: any word that is not a reference."""
    if found is None:
        return None
    for name in ("a", "b", "c", "d"):
        if name in found.re.groupindex and found[name] is not None:
            value = found[name]
            if (
                is_placeholder(value)
                or value[0] in "$%<{/"
                or value.lower() in _WORDS_OF_USAGE
                or value.startswith("--")
            ):
                return None
            if value.isupper() and re.search(r"PASS|PWD|SECRET|TOKEN", value):
                return None
            return Finding(found.start(name) + shift, found.end(name) + shift, "password")
    return None
