"""Detects secrets without a fixed shape by words such as `password`, `api_key`, `密码`, `Authorization`.

A word alone proves nothing: prose, code and documentation are full of them. So
each word has checks of what follows or surrounds it. Labels, the words that
a value is given to, share one check: `given`.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from ..patterns import lazy_regex
from ..tokens import beyond_ascii
from . import adjacent, positional, programs, syntax
from .given import given
from .labels import firsts, may_begin
from .shapes import Finding
from .syntax import Check

if TYPE_CHECKING:
    from ahocorasick_rs import BytesAhoCorasick

_LABELS, _WIDE_LABELS = firsts()
_OTHER: dict[str, tuple[Check, ...]] = {
    " / ": (syntax.pair,),
    **dict.fromkeys(
        ("$6$", "$5$", "$y$", "$1$", "$2a$", "$2b$", "$2x$", "$2y$", "$2$", "$apr1", "$argon"), (syntax.hashed,)
    ),
    "pass": (
        *(syntax.in_pass, syntax.ssh_password, programs.flag, programs.piped, programs.place, adjacent.answer),
        *(positional.device, positional.key_file, positional.new_value, positional.netrc, positional.pgpass),
    ),
    "pwd": (syntax.in_pass, programs.flag, adjacent.answer, programs.place),
    "psk": (syntax.psk, programs.flag, positional.shared_key, positional.key_file, programs.place),
    "pin": (programs.flag, adjacent.answer, positional.shared_key),
    "otp": (positional.totp, adjacent.answer),
    "otpauth": (positional.otpauth,),
    "secret": (
        *(syntax.query, syntax.secret_key, positional.totp, positional.seed, syntax.literal, programs.flag),
        *(positional.device, positional.key_file, adjacent.answer, programs.place, programs.piped),
    ),
    "token": (syntax.query, programs.flag, positional.key_file, adjacent.answer, programs.piped, programs.place),
    "cred": (syntax.login, syntax.here_document),
    "key": (syntax.azure, syntax.query, syntax.in_key, positional.at_key, adjacent.answer),
    "private": (syntax.wireguard,),
    "define(": (syntax.wordpress,),
    "/ipk ": (syntax.product_key,),
    "product key": (syntax.product_key,),
    "setup key": (positional.totp,),
    "entry key": (positional.totp,),
    "2fa": (positional.totp,),
    "recover": (positional.codes, positional.seed),
    "backup": (positional.codes,),
    "seed p": (positional.seed,),
    "mnemonic": (positional.seed,),
    "bearer": (syntax.bearer,),
    "basic": (syntax.machine_value,),
    "auth": (syntax.docker_auth, syntax.npm_auth, syntax.in_call, syntax.here_document),
    "authorization": (syntax.basic, syntax.bearer_header, syntax.authorization),
    "login": (syntax.in_call, syntax.login, programs.place),
    "zugangsdaten": (syntax.login,),
    "cookie": (syntax.cookie,),
    "id=": (syntax.session,),
    "://": (syntax.dsn, syntax.address, syntax.address_token),
    "-u": (syntax.header_user_option, syntax.user_option, programs.place),
    **dict.fromkeys(("hooks.slack", "/webhooks/", "/hook/", "/webhook/send", "/webhookb2/"), (syntax.hook,)),
    "sig": (syntax.query,),
    **dict.fromkeys(("sudo -", "cryptsetup", "kinit"), (programs.piped,)),
    "identified": (syntax.sql,),
    **dict.fromkeys((":5432:", "pgpass"), (positional.pgpass,)),
    "ap-secrets": (positional.ppp,),
    **dict.fromkeys((": xauth", ": eap", "snmp-server"), (positional.shared_key,)),
    "wifi:": (positional.wifi,),
    "expect": (adjacent.expected,),
    "code": (adjacent.told_code,),
    "operator unseal": (programs.place,),
    "/bot": (syntax.telegram,),
    **dict.fromkeys((" -p", " -hp", " -w", " -a ", " -k ", " -n ", " -c "), (programs.option,)),
    **dict.fromkeys(
        *(
            (
                "rabbitmqctl",
                "securestring",
                "smbclient",
                "obscure ",
                "airportn",
                "lftp",
                "qpdf",
                "user_pw",
                " /p:",
                "/user:",
                "/add",
            ),
        ),
        (programs.place,),
    ),
}
"""A word in lower case, and what to check from where it stands."""
_OTHER_WIDE: dict[str, tuple[Check, ...]] = {
    **dict.fromkeys(("密钥", "两步验证"), (positional.totp,)),
    **dict.fromkeys(("助记词", "助記詞", "ニーモニック", "мнемо", "Мнемо"), (positional.seed,)),
    **dict.fromkeys(("恢复", "备用", "резервн", "Резервн"), (positional.codes,)),
    **dict.fromkeys(("账号", "用户名", "логин"), (syntax.login,)),
}


def _with_checks(
    labels: set[str], others: dict[str, tuple[Check, ...]], stems: tuple[str, ...] = ()
) -> dict[str, tuple[Check, ...]]:
    """Each word without a shorter prefix word, with the checks of all that begin with it; the longest first."""
    shortest: list[str] = []
    for word in sorted({*labels, *others, *stems}):  # those that begin with a word stand right behind it
        if not shortest or not word.startswith(shortest[-1]):
            shortest.append(word)

    def beginning(word: str) -> str:
        return shortest[bisect_right(shortest, word) - 1]

    checks: dict[str, tuple[Check, ...]] = dict.fromkeys(sorted(shortest, key=len, reverse=True), ())
    checks |= dict.fromkeys(map(beginning, labels), (given,))
    for other, each in others.items():
        checks[beginning(other)] += each
    return checks


_STEMS = ("cod",)
"""Beginnings that several words share: one search for all."""
WORDS = _with_checks(_LABELS, _OTHER, _STEMS)
"""Every word in ASCII with its checks; the first that finds something counts."""
WIDE_WORDS = _with_checks(_WIDE_LABELS, _OTHER_WIDE)
"""The same for words outside ASCII."""
_OF_LABELS = frozenset(word for word, checks in WORDS.items() if given in checks)
_ON_A_LABEL = frozenset([given, adjacent.answer])
"""Checks that find something only at a label, and those that need certain characters right behind the word."""
_FOLLOWED_BY: dict[Check, bytes] = {
    syntax.azure: b"=",
    syntax.in_key: b"-",
    positional.at_key: b" \t-\n\r\"'",
    syntax.ssh_password: b" \t",
    positional.device: b" \tw",
    syntax.docker_auth: b'\\"',
    syntax.npm_auth: b" \t=",
    **dict.fromkeys((syntax.basic, syntax.bearer_header, syntax.authorization), b"o"),
    syntax.wireguard: b"_-k",
    **dict.fromkeys((syntax.bearer, syntax.machine_value), b" \t"),
}
_NEEDS: dict[Check, frozenset[str]] = {
    check: frozenset(cue.lower() for cue in cues)
    for check, cues in (
        (programs.place, programs.NAMES),
        (programs.piped, programs.IN_PIPES),
        (syntax.here_document, ("<<",)),
        (positional.new_value, positional.NEW_VALUES),
        (positional.netrc, ("login",)),
        (syntax.dsn, ("@",)),
        (syntax.address, ("@",)),
        (syntax.address_token, ("@",)),
        (adjacent.expected, ("send",)),
        (adjacent.told_code, ("code is", "code's")),
    )
}
"""Of these texts, in lower case, one stands where the check finds anything."""
_HEADS = frozenset(["pass", "pwd", "secret", "密码", "口令", "パスワード", "пароль", "Пароль"])
"""Words that may be the head of a column of passwords."""
_RAREST_FIRST = b"$xkzq/vbf-pgh"
"""Characters in the order in which one is taken to look for a word: few, and rare in English text and programs."""

_CUES = frozenset(chain.from_iterable(_NEEDS.values()))
_IN_ORDER = (*WORDS, *sorted(_CUES - WORDS.keys()))
"""What is looked for: keywords first."""
_Words = tuple[tuple[int, bytes, str], ...]


@cache
def _automaton() -> "BytesAhoCorasick | None":
    """What finds all keywords in one pass, eight times as fast as patterns; None where the library is missing."""
    try:
        from ahocorasick_rs import BytesAhoCorasick, Implementation
    except ImportError:  # a skill on a Python without packages
        return None
    return BytesAhoCorasick([word.encode() for word in _IN_ORDER], implementation=Implementation.DFA)


@cache
def _by_rarest() -> tuple[re.Pattern[bytes], dict[int, _Words], tuple[tuple[bytes, str], ...]]:
    """A pattern for the rarest character of each word at its position, the words per character, and the rest.

    One search for all words costs what a search for fourteen does, and two thirds of that where none is. Words of
    frequent characters alone are each faster by a search of their own.
    """
    by_rarest: dict[int, list[tuple[int, bytes, str]]] = {}
    often = []
    for word in WORDS:
        raw = word.encode()
        rarest = min(raw, key=lambda each: (_RAREST_FIRST.find(each) % 256, raw.index(each)))
        if rarest in _RAREST_FIRST:
            by_rarest.setdefault(rarest, []).append((raw.index(rarest), raw, word))
        else:
            often.append((raw, word))
    branches = []
    for rarest, words in sorted(
        by_rarest.items(), key=lambda each: -_RAREST_FIRST.find(each[0])
    ):  # the likeliest first
        ends = {re.escape(raw[at + 1 :]) + (b"(?<=" + re.escape(raw) + b")" if at else b"") for at, raw, _ in words}
        branches.append(re.escape(bytes([rarest])) + b"(?=" + b"|".join(sorted(ends)) + b")")
    tables = {rarest: tuple(words) for rarest, words in by_rarest.items()}
    return lazy_regex(b"|".join(branches)), tables, tuple(often)


@cache
def _words_with(pair: bytes) -> _Words:
    """The words whose rarest character is the first of these; the second one follows it, if the word goes on."""
    words = _by_rarest()[1][pair[0]]
    return tuple(word for word in words if pair.startswith(word[1][word[0] : word[0] + 2]))


@cache
def _by_first_wide() -> tuple[re.Pattern[str], dict[str, tuple[tuple[int, str], ...]]]:
    """A pattern for the first non-ASCII character of each word at its position, and the words per character."""
    by_first: dict[str, list[tuple[int, str]]] = {}
    for word in WIDE_WORDS:
        at = next(i for i, letter in enumerate(word) if not letter.isascii())
        by_first.setdefault(word[at], []).append((at, word))
    branches = []
    for first, words in by_first.items():
        ends = {re.escape(word[at + 1 :]) + (f"(?<={re.escape(word)})" if at else "") for at, word in words}
        branches.append(f"{re.escape(first)}(?={'|'.join(sorted(ends))})")
    return lazy_regex("|".join(branches)), {first: tuple(words) for first, words in by_first.items()}


@lru_cache(maxsize=4_096)
def may_name(name: str) -> bool:
    """Whether the name of a value contains a word that names a secret."""
    low = name.encode("latin-1", "replace").lower()
    return bool(_places(name, low)[0])


def named(text: str, low: bytes) -> list[Finding]:
    """Every secret next to a word that names one; `low` is the lower-case text with one byte per character."""
    found: list[Finding] = []
    places, cues = _places(text, low)
    for word, at in places:
        following = low[at + len(word) : at + len(word) + 1]
        is_label = word not in _OF_LABELS or may_begin(word, text, low, at)
        for check in _fitting(word, is_label, following, cues):
            if finding := check(text, at):
                found.append(finding)
                break
        if word in _HEADS:
            found += positional.column(text, at)
        elif word == "private" and following in {b" ", b"-"}:
            found += positional.key_blocks(text, at)
    return found


@cache
def _fitting(word: str, is_label: bool, following: bytes, cues: frozenset[str]) -> tuple[Check, ...]:
    """The checks that may find something at a label, or at none, before this character, in a text with these cues."""
    return tuple(
        each
        for each in WORDS.get(word) or WIDE_WORDS[word]
        if (is_label or each not in _ON_A_LABEL)
        and (each not in _FOLLOWED_BY or following in _FOLLOWED_BY[each])
        and (each not in _NEEDS or not _NEEDS[each].isdisjoint(cues))
    )


def _places(text: str, low: bytes) -> tuple[list[tuple[str, int]], frozenset[str]]:
    """Each keyword in the text, with its position; the texts of `_NEEDS` that it may have."""
    automaton = _automaton()
    cues = _CUES
    if automaton is not None:
        matches = automaton.find_matches_as_indexes(low, overlapping=True)
        places = [(_IN_ORDER[number], start) for number, start, _ in matches if number < len(WORDS)]
        if places:
            cues = _CUES.intersection([_IN_ORDER[number] for number, _, _ in matches])
    else:  # as the automaton tells them, so that a secret has the same kind everywhere
        places = sorted(_without_library(low), key=lambda place: (place[1] + len(place[0]), place[1]))
    if not text.isascii() and not _by_first_wide()[1].keys().isdisjoint(beyond_ascii(text)):
        places += _wide_places(text)
    return places, cues


def _wide_places(text: str) -> Iterator[tuple[str, int]]:
    wide, words_of = _by_first_wide()
    for wide_place in wide.finditer(text):
        start = wide_place.start()
        for offset, word in words_of[wide_place[0]]:
            if start >= offset and text.startswith(word, start - offset):
                yield word, start - offset
                break


def _without_library(low: bytes) -> Iterator[tuple[str, int]]:
    """Each keyword in ASCII, with its position, as `re` and `find` tell it."""
    pattern, _, often = _by_rarest()
    for raw, word in often:
        at = low.find(raw)
        while at >= 0:
            yield word, at
            at = low.find(raw, at + 1)
    for place in pattern.finditer(low):
        position = place.start()
        for offset, raw, word in _words_with(low[position : position + 2]):
            if low.startswith(raw, position - offset):
                yield word, position - offset
