"""Is a text in the language of another one? By its script, and for Latin letters by the small words of a few languages.

Undecided counts as the same: names, code and two words have no language.
"""

import re

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_HANGUL = re.compile(r"[\uac00-\ud7af]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_ARABIC = re.compile(r"[\u0600-\u06ff]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_WORD = re.compile(r"[^\W\d_]+")

_SMALL_WORDS = {
    "en": """the and is are was has have that this with for not from user their they his her of to in on always
        prefers lives works likes wants uses should""",
    "de": """der die das und ist sind war hat haben dass nicht mit für von ich wir sie ein eine einen den dem
        auf zu im immer bitte nie kein keine auch""",
    "fr": """le la les et est sont une des du que qui ne pas avec pour dans sur je nous vous il elle mon mes
        toujours jamais""",
    "es": """el los las y es son una que no con para por en yo nosotros mi mis su siempre nunca del""",
    "pt": """o os as e é são uma que não com para por em eu nós meu minha sempre nunca do da""",
    "it": """il lo gli e è sono una che non con per di io noi mio mia sempre mai del della""",
}
_SETS = {language: frozenset(words.split()) for language, words in _SMALL_WORDS.items()}
CLEAR = 2
"""A language needs so many small words more than the next one to be told."""
_FOREIGN_SHARE = 0.2
"""Share of letters of the main script of a text, as in `speech.is_chinese`."""


def matches(text: str, source: str) -> bool:
    """Whether `text` may be in the language of `source`, or in one of its languages."""
    scripts, own = _scripts(source), _main_script(text)
    if own and scripts and own not in scripts:
        return False
    if own == "latin" and _main_script(source) not in {"latin", ""}:
        return False
    one, other = _latin_language(text), _latin_language(source)
    return not (one and other) or one == other


def _scripts(text: str) -> set[str]:
    """Every script that the text uses more than by accident."""
    return {name for name, count in _counts(text).items() if count >= 1}


def _main_script(text: str) -> str:
    """The script that carries the text: any that is not Latin counts from a fifth of the letters on."""
    counts = _counts(text)
    letters = sum(counts.values())
    if not letters:
        return ""
    for name in ("kana", "hangul", "han", "cyrillic", "arabic"):
        if counts.get(name, 0) >= letters * _FOREIGN_SHARE:
            return name
    if counts.get("kana"):
        return "kana"
    return "latin" if counts.get("latin", 0) > letters / 2 else ""


def _counts(text: str) -> dict[str, int]:
    found = {
        "han": len(_HAN.findall(text)),
        "kana": len(_KANA.findall(text)),
        "hangul": len(_HANGUL.findall(text)),
        "cyrillic": len(_CYRILLIC.findall(text)),
        "arabic": len(_ARABIC.findall(text)),
        "latin": len(_LATIN.findall(text)),
    }
    return {name: count for name, count in found.items() if count}


def _latin_language(text: str) -> str:
    words = [word.lower() for word in _WORD.findall(text)]
    scores = sorted(((sum(word in known for word in words), name) for name, known in _SETS.items()), reverse=True)
    (best, language), (second, _) = scores[:2]
    return language if best >= CLEAR and best - second >= CLEAR else ""
