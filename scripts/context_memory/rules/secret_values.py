"""Judge a value by itself: would a person choose it as a password, did a machine make it, or is it part of a text?"""

import re
from math import log2

from .secret_kinds import is_placeholder

NOT_A_VALUE = re.compile(
    r"^[$%@&#]?[A-Za-z_](?!(?:[^\d]*\d){4})[\w-]*(?:\.[\w-]+)+$"  # a name in a program: request.form, config.yaml
    r"|^(?:none|null|nil|true|false|undefined|string|str|bytes?|int|required|optional|missing|invalid|empty|unset"
    r"|enabled|disabled|hidden|default|secure|correct|wrong|incorrect|necessary|protected|not|the|a|password|passwd|pwd"
    r"|passphrase|secret|token|text|number|boolean|object|value|field|input|forgot(?:ten)?|change|changed|reset|update"
    r"|updated|expired|confirm|confirmation|validation|mismatch|incorrectly|prompt|unknown|redacted|stdin|plain|plaintext"
    r"|bcrypt|argon2|scrypt|pbkdf2|sha256|sha512|hmac|md5|base64|vault|keychain|1password|bitwarden|lastpass)$"
    r"|^[$%]|^/|^\./|^~/|://|^\w+\(|process\.env|environ|getenv|\benv\.|^@|=>|->|\.\w+\(",
    re.IGNORECASE,
)
_WORDS = re.compile(r"^[A-Za-z]+(?:[-_.:/][A-Za-z]+)*[-_.:/]?\d{0,2}$")
_NAME_OF_CODE = re.compile(r"^[a-z]+(?:[A-Z][a-z0-9]*)+$|^[A-Za-z]+(?:_[A-Za-z0-9]+)+$")
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_LETTERS = re.compile(r"[a-z]{8,}|[A-Z]{10,}|[A-Z][a-z]{7,}")
_SPOKEN = re.compile(r"(?:[^aeiouy]{0,3}[aeiouy]){3,}[^aeiouy]{0,3}", re.IGNORECASE)
_JUDGED = 128  # characters of a value that decide what it is; the whole of it is taken out
_DATE = re.compile(r"^\d{2,4}[-/.]\d{1,2}[-/.]\d{1,4}")


def is_password(value: str, *, literal: bool) -> bool:
    """Whether a person may have chosen this; where it stands as a `literal`, nearly anything is."""
    if len(value) < 4 or not value.isascii() or is_harmless(value):
        return False
    if literal:
        return len(value) >= 6
    if len(value) < 6 or (_WORDS.match(value) and not re.search(r"\d", value)) or _DATE.match(value):
        return False
    if UUID.fullmatch(value) or (_NAME_OF_CODE.match(value) and len(re.findall(r"\d", value)) < 2):
        return False
    letters = re.search(r"[A-Za-z]", value) is not None
    digits = re.search(r"\d", value) is not None
    signs = re.search(r"[!@#$%^&+=?~]", value) is not None
    return letters + digits + signs >= 2 or value.isdigit()


def looks_random(value: str, least: int = 16) -> bool:
    """Whether a machine made this: many kinds of characters, no words, no date, no path; `least` characters."""
    value = value[:_JUDGED]
    if len(value) < least or not value.isascii() or is_harmless(value) or _DATE.match(value):
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


def is_harmless(value: str) -> bool:
    """Whether this is no secret whatever it looks like: a placeholder, a path, a name in a program, a word of prose."""
    beginning = value[:_JUDGED]
    return NOT_A_VALUE.search(beginning) is not None or is_placeholder(beginning)
