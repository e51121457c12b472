"""Classifies a value: a password that a person chose, a generated secret, or part of a text."""

import re
from functools import lru_cache
from math import log2

from ..patterns import lazy_regex
from .labels import STATES
from .shapes import is_placeholder

LOOK_AROUND = 400
"""Characters before and behind a label that are looked at: a line may be a megabyte long and full of labels."""
NOT_A_VALUE = lazy_regex(
    r"^[$%@&#]?[A-Za-z_](?!(?:[^\d]*\d){4})[\w-]*(?:\.[\w-]+)+$"  # a name in a program: request.form, config.yaml
    r"|^(?:none|null|nil|true|false|undefined|string|str|bytes?|int|required|optional|missing|invalid|empty|unset"
    r"|enabled|disabled|hidden|default|secure|correct|wrong|incorrect|necessary|protected|not|the|a|password|passwd|pwd"
    r"|passphrase|secret|token|text|number|boolean|object|value|field|input|forgot(?:ten)?|change|changed|reset|update"
    r"|updated|expired|confirm|confirmation|validation|mismatch|incorrectly|prompt|unknown|redacted|stdin|plain"
    r"|plaintext"
    r"|(?:bcrypt|argon2|scrypt|pbkdf2|sha|hmac|md|base|aes|rsa|oauth|utf-?)\w{0,4}|vault|keychain|1password|bitwarden"
    r"|lastpass)$|^[\w@.-]+(?:/[\w@.-]+)+\.[a-z]{1,5}$"
    r"|^[$%]|^/|^\./|^~/|://|^\w+\(|process\.env|environ|getenv|\benv\.|^@|=>|->|\.\w+\(",
    re.IGNORECASE,
)
UUID = lazy_regex(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_LETTERS = lazy_regex(r"[a-z]{8,}|[A-Z]{10,}|[A-Z][a-z]{7,}")
_SPOKEN = lazy_regex(r"(?:[^aeiouy]{0,3}[aeiouy]){3,}[^aeiouy]{0,3}", re.IGNORECASE)
_JUDGED = 128  # characters of a value that decide what it is; the whole of it is taken out
_DIGITS, _ASCII_LETTERS = b"0123456789", bytes(each for each in range(128) if chr(each).isalpha())
_LONGEST_WORD = 12
"""Letters of the longest single word that is no value: `confirmation`."""
_WITHOUT_JOINS = str.maketrans("", "", "_-")
_IN_HARMLESS = ("environ", "getenv", "xxxx", "placeholder", "redacted", "your", "change")
"""Of these one stands in letters and digits, longer than that word, that are no value or a placeholder."""
_DATE = lazy_regex(r"^\d{2,4}[-/.]\d{1,2}[-/.]\d{1,4}")


@lru_cache(maxsize=1)  # several checks in a row ask for the same one
def line_before(text: str, at: int) -> str:
    """The last `LOOK_AROUND` characters of the line before this position."""
    start = max(0, at - LOOK_AROUND)
    return text[max(start, text.rfind("\n", start, at) + 1) : at]


def looks_random(value: str, least: int = 16) -> bool:
    """Whether the value was generated: many kinds of characters, no words, no date, no path; `least` characters."""
    value = value[:_JUDGED]
    if len(value) < least or not value.isascii():
        return False
    raw = value.encode()
    numbers, letters = (len(raw) - len(raw.translate(None, each)) for each in (_DIGITS, _ASCII_LETTERS))
    if numbers < 2 or letters < 2 or len(different := set(raw)) < 8 or numbers + letters < len(value) * 0.8:
        return False
    if (
        is_harmless(value)
        or _DATE.match(value)
        or any(_SPOKEN.fullmatch(word) for word in _LETTERS.findall(value))
        or value.count(".") > 2
        or value.count("/") > max(2, len(value) // 16)
    ):
        return False
    return _has_bits(list(map(raw.count, different)), len(raw), 3)


def _has_bits(counts: list[int], length: int, bits: int) -> bool:
    """Whether a character has so many bits of Shannon entropy: of words about 3, of random base64 about 4.7."""
    if max(counts) << bits <= length:  # none is more frequent than it would be in an alphabet of so many bits
        return True
    return -sum(n / length * log2(n / length) for n in counts) >= bits


def is_harmless(value: str) -> bool:
    """Whether the value is certainly not a secret: a placeholder, a path, an identifier, a word of prose."""
    beginning = value[:_JUDGED]
    if len(beginning) > _LONGEST_WORD and beginning.isascii() and beginning.translate(_WITHOUT_JOINS).isalnum():
        low = beginning.lower()
        if not any(cue in low for cue in _IN_HARMLESS):
            return False
    return NOT_A_VALUE.search(beginning) is not None or is_placeholder(beginning)


CLOSING = {
    **{each: each for each in "\"'`"},
    "“": "”",
    "„": "“”",
    "«": "»",
    "»": "«",
    "‹": "›",
    "‘": "’",
    "‚": "‘’",
    "「": "」",
    "『": "』",
    "《": "》",
}
_IN_CODE = lazy_regex(
    r"\b(?:def|let|var|const|fn|func|function|class|return|await|elif|assert|static|interface|self|this|lambda|val"
    r"|public|private|protected|struct|typedef|case)\b|[\w\])]\(|=>|->|//.*\(|[{\[][ \t]*$|[\w\]][ \t]=[ \t]"
)
_AFTER_CODE = lazy_regex(
    r"[(\[]|\.\w|[ \t]*(?:;(?!\w[\w ]*=)|[+|?]|=|&&|\|\||\bif\b|\bor\b|\band\b|,?[ \t]*$(?<=,)|[)}\]])", re.MULTILINE
)
_ENDS = lazy_regex(
    r"[ \t]*(?:[\r\n]|$)|[.,;!?)\]}…][ \t\r\n)]|[.,;!?)\]}…]$|[，。；、）！]"
    r"|[ \t]+(?:[(—–-]|입니다|이에요|です|だ)|[ \t]*\\n|[*_]{2}|</|[&;,]\w+="
)
NUMBERS = lazy_regex(r"[\d.,:/%-]+[a-z%]{0,2}", re.IGNORECASE)
GROUPS = lazy_regex(r"[A-Z0-9]{3,8}(?:[- ][A-Z0-9]{3,8}){1,9}(?![A-Za-z0-9])")
SNAKE = lazy_regex(r"[a-z]+(?:_[a-z0-9]+)+")
ALGORITHM = lazy_regex(
    r"(?:sha|md|v|aes|rsa|utf-?|argon|scrypt|oauth|ipv|http)\d|\d(?:fa|x|nd|st|rd|th)?$", re.IGNORECASE
)
UNITS = lazy_regex(
    r"[ \t-]{0,2}(?:characters?|chars?|digits?|letters?|bytes?|bits?|tests?|attempts?|times?|minutes?|seconds?|days?"
    r"|hours?|words?|symbols?|or more|(?:and|to|or) \d|passes|rounds|%|Zeichen|Ziffern|Stellen|Mal|Minuten|Tage"
    r"|caracteres|caractères|caratteri|tekens|znaków|dígitos|символ|знак|минут|位|个|個|字|文字|桁|次|分|秒|天|条|种|자)",
    re.IGNORECASE,
)
"""What makes of a number before it a count."""
_REFERENCE = lazy_regex(
    r"(?:vault|env|ref|secrets?|secretsmanager|ssm|arn|file|keyring|keychain|op|sops|akv|sm|doppler|kms|config|var"
    r"|aws|gcp|azure|k8s|lookup|property|credentials?)(?:[+:][\w./:-]|/[\w.-]+/)|![A-Za-z_][\w:]*$|\w+/\w[\w/.-]*#\w+$"
    r"|ENC\[|AQICAH|\w+\[[\"']",
    re.IGNORECASE,
)
"""Where a value lies: `vault:secret/db#password`, the tag `!vault_ref`."""
_NAME_OF_SECRET = lazy_regex(
    r"pass|pwd|secret|token|kennwort|contrase|senha|hasło|парол|密码|密碼|口令|パスワード|비밀번호|credential|getenv|env\[",
    re.IGNORECASE,
)
_WORD_WITH_DIGITS = lazy_regex(r"(?=(?:[^\d]*\d){2})[A-Za-z0-9_!@#%^&*+~?-]{8,}[.,;]?")
_NAME_WITH_NUMBER = lazy_regex(r"[A-Za-z]+\d?(?:[_-][A-Za-z]+\d?)*(?:[_-]v?\d{1,4})?[.,;]?")
"""`db_password_2`, `oauth2-token-v12`, `SECRET_2024`: a number counts or dates what is named."""
_ROOT = lazy_regex(
    r"(?:self|this|config|cfg|conf|settings|user|req|request|res|env|args|data|props|params|opts|options|os|process|app"
    r"|ctx|context|form|values?|state|input|event|e|z|yup|joi|body|fields?|schema|types?|t|i18n|db|models?|account|auth"
    r"|client|session|vault|secrets|kwargs|fake|faker|import|module|sa|column|serializers|forms|graphene|zod|var|local"
    r"|random_\w+)\b",
    re.IGNORECASE,
)
FILE = lazy_regex(
    r"\.(?:py|[jt]sx?|md|json|ya?ml|toml|txt|html?|sh|go|rs|css|com|org|net|io|dev|php|env|kdbx?|cfg|conf|ini|pem|key)$"
)
NAME_OF_PROGRAM = lazy_regex(
    r"[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_]\w*)+|[a-z]+(?:[A-Z][a-z0-9]*)+|[A-Za-z]+(?:_[A-Za-z0-9]+)+|[A-Za-z_]+\d?"
)
"""`user.email`, `newValue`, `db_value`, `value2`."""
DESCRIPTION = lazy_regex(
    r"(?:base|sha|md|v|aes|rsa|utf|argon|bcrypt|oauth|http|ipv|int|uint|str|string|varchar|u|i)-?\d+(?![^\W_])"
    r"|\d+[+-]?(?:chars?|characters?|digits?|letters?|bits?|bytes?|words?|days?|hours?|min\w*"
    r"|fa|step|factor|x|nd|st|rd|th)\b",
    re.IGNORECASE,
)
"""A number that counts, a name of an algorithm or of a type."""
_PROSE_CJK = lazy_regex(
    r"密[码碼]|[输輸]入|[错錯]误|必填|必[须須]|[请請]|[至最][少多]|字符|长度|不能|为空|登[录錄]|[确確][认認]|修改|重置|忘[记記]|位|包含"
    r"|加密|设置|用户|可选|保存|^[见見在][一-鿿]|保险[箱柜]|保密|ください|入力|文字|です|ます|설정|입력|필수"
)
_PROSE_OF_FORMS = lazy_regex(
    r"(?i)\b(?:enter|your|must|invalid|required|please|wrong|incorrect|characters?|least|forgot|reset|change[ds]?"
    r"|confirm|repeat|new|current|not|cannot|can't|should|login|log in|user(?:name)?|e-?mail|account|database|value"
    r"|string|field|optional|hash(?:ed)?|encrypted|used|stored|missing|mismatch|match|auth\w*|eingeben|bitte|falsch"
    r"|ungültig|vergessen|ingres\w+|introdu\w+|oblig\w+|saisi\w+|введите|неверн\w+|required|see|set|from|example|will"
    r"|is|are|test|error|failed|too|short|long|weak|strong|empty)\b|^(?:the|an?|this|if|when|for)\b|[{}$<>%=;]"
    r"|\w\(|://|\\n"
)
_ADJECTIVE = lazy_regex(
    r"(?:ed|ing|able|ible|ory|ive|al|ous|less|ful|ent|ly|ic|ary|where|thing|ever|text)$|^(?:correct|together|redundant"
    r"|important|irrelevant|unchanged|stronger|identical|separate|accurate|adequate|obsolete|complete|incomplete)$"
)
_PARTICLE = lazy_regex(r"(?:です|だよ|だ|でした|입니다|이에요)$")
_LETTER_OR_DIGIT = lazy_regex(r"[^\W_]")
HAS_DIGIT = lazy_regex(r"\d")
_KINDS = tuple(map(lazy_regex, (r"[a-z]", r"[A-Z]", r"\d", r"[!@#$%^&*+=?~-]")))


def kinds_of(value: str) -> int:
    """The number of character kinds: small letters, capitals, digits, signs."""
    return sum(each.search(value) is not None for each in _KINDS)


def is_nothing(word: str) -> bool:
    """Whether it is not a value: a placeholder, a type, a state, an address, a path or a reference."""
    if word.casefold() in STATES or not _LETTER_OR_DIGIT.search(word) or is_placeholder(word):
        return True
    if any(each in word for each in ("://", "${", "{{", "::", "=>", "->", "&#x", "&lt;")) or _REFERENCE.match(word):
        return True
    if is_strong(word):
        return False
    if word[0] in "$%{[(<&*@/~.#" or re.search(r"\w[(\[]", word):
        return True
    if "." in word and NAME_OF_PROGRAM.fullmatch(word):
        return False
    return NOT_A_VALUE.search(word) is not None


_STANDS_FOR_A_VALUE = lazy_regex(
    r"\$\$?[A-Za-z_]\w*(?:[/:.-]|$)|\$[\d(]|%\w+%?$|%\(|[@&*]?[A-Za-z_][\w./-]*$(?<![\d!])|[@&*#]\w[\w./-]*$"
    r"|[@~.]{0,2}/|\[[^\]]*\]?$|\(.*\)$|\{|[\w+-]+:/|[\w@.+-]+(?:/[\w@.+-]+)+$|\d+(?:\.\d+)*$"
)
"""`$NAME`, `%NAME%`, `@name`, `*anchor`, a name, a path, something in brackets."""
_CALLED = lazy_regex(r"(?P<name>[A-Za-z_$][\w.$]*)[(\[](?![^)\]]*[)\]][^\s.()\[\],;:{]+$)")
_DIGITS_BETWEEN = lazy_regex(r"[A-Za-z]+[._-]\d+[._-][A-Za-z]+")
_DIGIT_INSIDE = lazy_regex(r"(?i)[a-z]\d+[a-z]")
_MIXTURE = tuple(map(lazy_regex, (r"[^\W\d_A-Z]", r"[A-Z]", r"\d", r"[!#%&*+=?~^()$@|/.,;:_-]")))


def is_strong(word: str) -> bool:
    """Whether a word is mixed like a password: `Qu4rtz(Mill)`, `$tein77!`, `Peñasco.31`; no reference or call."""
    if not 6 <= len(word) <= 100 or sum(each.search(word) is not None for each in _MIXTURE) < 3:
        return False
    if _DIGITS_BETWEEN.fullmatch(word):
        return kinds_of(word) >= 3 and not FILE.search(word)
    if not HAS_DIGIT.search(word) or word.isidentifier() or _STANDS_FOR_A_VALUE.match(word) or FILE.search(word):
        return False
    if NAME_OF_PROGRAM.fullmatch(word) or NUMBERS.fullmatch(word) or DESCRIPTION.match(word) or UUID.search(word):
        return False
    called = _CALLED.match(word)
    return called is None or (kinds_of(called["name"]) >= 3 and _DIGIT_INSIDE.search(called["name"]) is not None)


_APP_PASSWORD = lazy_regex(r"[a-z]{4}(?: [a-z]{4}){3}(?![^\s\"'`<])")
_PRONOUNCED = lazy_regex(r"[^aeiouy]{0,2}[aeiouy]{1,2}[^aeiouy]{0,2}[aeiouy]?")


def app_password(text: str, start: int) -> str:
    """The four groups of four letters that begin here, as mail services give them; empty if they are words."""
    found = _APP_PASSWORD.match(text, start)
    is_random = found is not None and not all(map(_PRONOUNCED.fullmatch, found[0].split()))
    return found[0] if found and is_random else ""


def names_a_secret(word: str) -> bool:
    """Whether this names another value: `db_password`, `getenv`; not `MyPassword2024!`, which has more than a name."""
    return _NAME_OF_SECRET.search(word) is not None and not _has_more_than_a_name(word)


def _has_more_than_a_name(word: str) -> bool:
    is_one = len(word) <= _JUDGED and _WORD_WITH_DIGITS.fullmatch(word) is not None
    return is_one and _NAME_WITH_NUMBER.fullmatch(word) is None


def is_member_of_program(word: str) -> bool:
    """`config.password`, `form.value`."""
    return "." in word and _ROOT.match(word) is not None


def is_literal_word(word: str) -> bool:
    """Whether a quoted or configured value is a password: not a placeholder, not a word of an interface."""
    if len(word) < 3 or is_nothing(word):
        return False
    if not word.isascii():
        return is_wide_value(word, literal=True)
    if HAS_DIGIT.search(word):
        return not (FILE.search(word) and "." in word[:-1] and word.count(".") == 1 and word.islower())
    parts = re.split(r"[-_.]", word)
    if len(parts) == 1:
        return word.islower() or kinds_of(word) >= 3 or not word.isalpha()
    if names_a_secret(word) or FILE.search(word) or not all(parts) or is_member_of_program(word):
        return False
    return len(parts) > 2 or not any(part.casefold() in STATES for part in parts)


def is_wide_value(word: str, *, literal: bool) -> bool:
    """A word of another script: with digits or symbols, or at a literal position; no form text."""
    if _PROSE_CJK.search(word) or names_a_secret(word) or re.search(r"[，。；、！？]", word) or is_nothing(word):
        return False
    return any(map(str.isalpha, word)) and (literal or HAS_DIGIT.search(word) is not None)


_NO_LITERAL = lazy_regex(r"(?i)\b(?:your|enter|please|here|password)\b|\$[({\w]|\{\{|<\w[^>]*>|://|\\n|^%\w+%$|^\{")


def is_literal_phrase(content: str) -> bool:
    """Words at a literal position: a quoted option, an element, `passphrase: "…"`."""
    return (
        6 <= len(content) <= 150 and content[0].isalnum() and not (_NO_LITERAL.search(content) or is_nothing(content))
    )


def is_passphrase(content: str) -> bool:
    """Words separated by blanks that are not a text of an interface."""
    words = content.split()
    return (
        words[0][0].isalnum()
        and len(content) >= 6
        and len(words) <= 24
        and not _PROSE_OF_FORMS.search(content)
        and not names_a_secret(content)
    )


def is_told_word(word: str) -> bool:
    """A lower-case word that does not describe a password: `greycrane`."""
    return word.islower() and word.isalpha() and len(word) >= 8 and _ADJECTIVE.search(word) is None


def trimmed(word: str) -> str:
    """The value without punctuation that ends its sentence."""
    word = word.rstrip(".,;:)]}?>*…–—")
    return word if word.isascii() else _PARTICLE.sub("", word)


def in_quotes(text: str, start: int) -> tuple[int, int] | None:
    """The span of the quoted text that begins here."""
    escape = text[start : start + 1] == "\\"
    start += escape
    closing = CLOSING.get(text[start : start + 1])
    if closing is None:
        return None
    start += 1
    line_end = text.find("\n", start, start + 200)
    line_end = min(len(text), start + 200) if line_end < 0 else line_end
    ends = [end for each in closing if (end := text.find(each, start, line_end)) > start]
    if not ends:
        return None
    end = min(ends) - escape
    if text[start - 1] == "«":
        start += len(text[start:end]) - len(text[start:end].lstrip())
        return start, start + len(text[start:end].rstrip())
    after = text[end + 1 + escape : end + 2 + escape]
    return None if after and (after.isalnum() or after in "([") else (start, end)


def is_code(word: str) -> bool:
    """Whether this is a code that a person types: with digits, or groups of capitals."""
    if is_nothing(word) or names_a_secret(word) or not word.isascii() or len(word) < 4:
        return False
    if not HAS_DIGIT.search(word):
        return GROUPS.fullmatch(word) is not None
    return (
        not SNAKE.fullmatch(word)
        and not FILE.search(word)
        and (word.isdigit() or not NUMBERS.fullmatch(word) or "-" in word)
    )


def is_in_code(line: str, text: str, end: int) -> bool:
    """Whether a label is inside program code."""
    return _IN_CODE.search(line) is not None or _AFTER_CODE.match(text, end) is not None


def ends_clause(text: str, end: int) -> bool:
    """Whether a sentence, a line or a parameter ends here."""
    return end == len(text) or _ENDS.match(text, end) is not None


def is_name_of_program(text: str, found: re.Match[str], word: str, is_qualified: bool) -> bool:
    """`password value2;`, `password arg1)`: an identifier, a number or a path, no literal."""
    value, following = found["value"], text[found.end("value") : found.end("value") + 1]
    if re.fullmatch(r"[A-Za-z_]+\d?[,;)]*", value) and not is_qualified:
        return not HAS_DIGIT.search(word) or word.islower()
    return (
        following in {"(", "["}
        or value.endswith((";", "),", ");"))
        or FILE.search(word) is not None
        or SNAKE.fullmatch(word) is not None
        or re.match(r"[A-Za-z_]\w*(?:\.\w+)+$|[A-Za-z_][\w.]*[(\[{]|\d+(?:\.\d+)+$|[\d-]+[-/:.]\d|--?[a-z]", word)
        is not None
    )
