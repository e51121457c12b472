"""Splits English and Chinese text into sentences, tells whom they are about, and finds the rows among lines."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from .patterns import lazy_regex

_SHORT = "incl. excl. inkl. exkl. approx. resp. etc. ggf. evtl. ca. max. min. fig. a.m. p.m. U.S. U.K."
_TITLES = (
    "Dr. Dra. Mr. Mrs. Ms. Mme. Mlle. Prof. Mag. Sr. Sra. Srta. St. Sen. Gen. Capt. Lt. Sgt. Hr. Fr. Dipl. Ing. med."
)
_TYPED_TITLES = "dr. dra. mr. mrs. mme. prof. mag. sr. sra. srta. hr. fr. med."
"""As people type who write everything small; of others the name behind it is."""
_NUMBERED = "No. no. Nr. Art. Abs. Fig. Vol. pp. Tel. tel. Str. str."
_BEFORE_ORDINALS = "der den dem das zum vom zur ab"
_MONTHS = (
    r"(?i:jän(?:ner)?|jan(?:uar)?|feb(?:ruar)?|märz|apr(?:il)?|mai|juni?|juli?|aug(?:ust)?|sept?(?:ember)?"
    r"|okt(?:ober)?|nov(?:ember)?|dez(?:ember)?)\b"
)
"""German names: a day before one has a dot, 14. Dezember."""
_NEVER_LAST = "e.g. i.e. z.B. d.h. u.a. bzw. cf. vs."


def _behind(abbreviations: str, following: str) -> str:
    """Right behind one of them, where it stands as a word of its own; the text may begin with it."""
    of_length: dict[int, list[str]] = {}  # a look behind has one length
    for each in abbreviations.split():
        of_length.setdefault(len(each), []).append(re.escape(each))
    ends = [rf"(?<={'|'.join(same)})(?<!\w(?:{'|'.join(same)}))" for same in of_length.values()]
    return f"(?:{'|'.join(ends)})[ ]+{following}"


_GOES_ON = "|".join(
    (
        _behind(_SHORT, "[a-z0-9(]"),
        _behind(_TITLES, r"(?:[A-Z\u00c0-\u00de]|med\.)"),
        _behind(_TYPED_TITLES, "[a-z\u00df-\u00ff]"),
        _behind(_NUMBERED, "[0-9]"),
        _behind(_NEVER_LAST, ""),
        rf"(?<=[0-9]\.)[ ]+{_MONTHS}",
        *(
            rf"(?<=\b{word} {digits}\.)[ ]+[A-Z0-9\u00c0-\u00de]"
            for word in _BEFORE_ORDINALS.split()
            for digits in ("[0-9]", "[0-9]{2}")
        ),
        r"(?<=[A-Z]\.)(?<![^\n][A-Z]\.)[ ]+",  # an initial, or the letter of a list, that a line begins with
    )
)
"""After an abbreviation a sentence goes on, unless what follows looks like a new one."""
_LEFT_OUT = r"(?<=\.\.\.)\s+[a-z`\"'(]"
"""Something is left out in the middle: `select ... for update`."""
_CLOSING, _WIDE_CLOSING = r"\"')\]”’」』", "”’」』）】"
_OPENED = r"(?<![(\[“‘「『][.!?])(?<![\s(\[=,:+][\"'`][.!?])(?<!\s\.)"
"""No end: what was only opened (`split(". ")`), and the dot of a name (` .env`)."""
_BREAK = lazy_regex(
    rf"(?<=[.!?。！？；{_CLOSING}{_WIDE_CLOSING}])(?:(?<=[.!?])(?=\s){_OPENED}(?!{_GOES_ON}|{_LEFT_OUT})\s+(?=\S)"
    rf"|(?=\s)(?:(?<=[.!?][{_CLOSING}])|(?<=[.!?][{_CLOSING}]{{2}}))(?<![\s(\[\"'`“‘]..)\s+(?=[^\sa-z])"
    rf"|(?<=[。！？；])(?![{_WIDE_CLOSING}])\s*|(?<=[。！？；][{_WIDE_CLOSING}])(?![，。、；：）])\s*"
    r"|(?<=[\u4e00-\u9fff][!?])(?=[\u4e00-\u9fff]))|\n\s*"
)
CELL = " · "
"""Between the cells of a row of a table that is told as a sentence."""
_BULLET = lazy_regex(r"^(?:(?:[-*+]|\d{1,2}[.)]|\[[ xX]\]|#{1,6}|>)\s+|[•·|]\s*|\d{1,2}、\s*)+")
_WORD_AT_END = lazy_regex(r"[A-Za-z0-9_\u00c0-\u052f]+\Z")
"""Of a script that parts its words: between two Han characters a text may be cut anywhere."""
_FENCE = lazy_regex(r"(?ms)^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t]*$|\Z)")
_JSON_LINE = lazy_regex(r"(?m)^[ \t]*\[?\{\"[^\n]{100,}$")
_EMPHASIS = {
    "**": lazy_regex(r"\*\*(?=\S)([^*\n]{1,300})(?<=\S)\*\*"),
    "*": lazy_regex(r"(?<![\w*])\*(?=[^\s*])([^*\n]{1,300})(?<=[^\s*])\*(?![\w*])"),
    "__": lazy_regex(r"(?<!\w)__(?=\S[^_\n]{0,300} )([^_\n]{1,300})(?<=\S)__(?!\w)"),
    "_": lazy_regex(r"(?<!\w)_(?=[^\s_][^_\n]{0,300} )([^_\n]{1,300})(?<=[^\s_])_(?!\w)"),
}
"""Marks around words, never those of a name: `__init__`, `**kwargs` and `src/*.py` stay what they are."""
_ESCAPE = lazy_regex(r"\\(?!\.[A-Za-z])([_*\-#.+`{}\[\]()>|!~])")  # before `.name` it parts folders
_DRIVE = lazy_regex(r"\b[A-Za-z]:\\")  # in a Windows path a backslash escapes nothing
_CODE = lazy_regex(r"\s*(?://|/\*|\*/|<!--|[{}\[\]<]|[\"'][\w$-]+[\"']\s*:)")
_ENDS_OF_CODE = (";", "{", "[", "(", "=>")


@lru_cache(maxsize=16)  # what a message says is read for its decisions, causes and questions one after the other
def split_sentences(text: str) -> tuple[str, ...]:
    """The non-empty sentences in order, stripped."""
    return tuple(piece for piece in (part.strip() for part in _BREAK.split(text)) if piece)


@lru_cache(maxsize=16)  # as `split_sentences`
def without_fences(text: str) -> str:
    """The text without its fenced code blocks and pasted JSON."""
    if '{"' in text:
        text = _JSON_LINE.sub("", text)
    return _FENCE.sub("\n", text) if "```" in text or "~~~" in text else text


@lru_cache(maxsize=4_096)
def plain_sentence(sentence: str) -> str:
    """One line without list marks and emphasis."""
    if "\\" in sentence and not _DRIVE.search(sentence):
        sentence = _ESCAPE.sub(r"\1", sentence)
    if "*" in sentence or "_" in sentence:
        for mark, emphasis in _EMPHASIS.items():
            sentence = emphasis.sub(r"\1", sentence) if mark in sentence else sentence
    return _BULLET.sub("", " ".join(sentence.split())).strip()


def may_hold_han(text: str) -> bool:
    """Whether some character is as high as the first Han one: a look that needs no pattern."""
    return not text.isascii() and max(text) >= "\u3400"


def is_code(sentence: str) -> bool:
    """Whether a line is pasted code or data, not a sentence."""
    return sentence.rstrip().endswith(_ENDS_OF_CODE) or _CODE.match(sentence) is not None


def is_whole(sentence: str) -> bool:
    """Whether every bracket is closed: no piece that ended at "etc." or within a heading."""
    return sentence.count("(") <= sentence.count(")") and sentence.count("[") <= sentence.count("]")


def clip(text: str, limit: int) -> str:
    """At most `limit` characters, cut with an ellipsis, preferably at a word boundary."""
    if len(text) <= limit:
        return text
    cut = text[: max(1, limit - 1)]
    return cut[: last_boundary(cut, text[len(cut)], limit * 2 // 3)].rstrip() + "…"


def last_boundary(cut: str, following: str, least: int) -> int:
    """Where the beginning of a text breaks off best, behind character `least`: between words, else beside a mark, else
    at its end; `following` is the character behind it."""
    if following.isspace():
        return len(cut)
    if (space := max(cut.rfind(" "), cut.rfind("\n"))) > least:
        return space
    word = _WORD_AT_END.search(cut, least) if _WORD_AT_END.match(following) else None
    return word.start() if word and word.start() > least else len(cut)


MOST_READ = 200_000
"""Characters of one text in which sentences are looked for; nobody types so much in a week."""


def ends(text: str) -> str:
    """A longer text by its whole lines at both ends: a paste, which tells what it is there. A shorter one as it is."""
    if len(text) <= MOST_READ:
        return text
    half = MOST_READ // 2
    head, tail = text[:half], text[-half:]
    last_line, first_line = head.rfind("\n"), tail.find("\n")
    head = head[:last_line] if last_line > half // 2 else head
    tail = tail[first_line + 1 :] if 0 <= first_line < half // 2 else tail
    return f"{head}\n[…]\n{tail}"


_CUT_WORD = 25  # characters of a word that a cut end may drop


def around(text: str, start: int, end: int, limit: int) -> str:
    """At most `limit` characters around the span, with ellipses at cut ends."""
    if len(text) <= limit:
        return text
    room = max(0, limit - (end - start) - 2)
    left = max(0, start - room // 2)
    right = min(len(text), left + limit - 2)
    left = max(0, right - limit + 2)
    if left and (space := text.find(" ", left, start)) >= 0 and space - left < _CUT_WORD:
        left = space
    if right < len(text) and (space := text.rfind(" ", end, right)) >= 0 and right - space < _CUT_WORD:
        right = space
    piece = text[left:right].strip()
    return ("…" if left else "") + piece + ("…" if right < len(text) else "")


_KIN = (
    r"(?:wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|son|daughter|mother|father|mom|mum|dad|brother|sister|boss"
    r"|manager|grand(?:mother|father|ma|pa|son|daughter)|uncle|aunt|cousin|nephew|niece|flatmate|roommate|neighbou?r"
    r"|colleague|friend|assistant|client|doctor|landlord|landlady)"
)
_KIN_ZH = (
    r"爸爸?|妈妈?|父亲|母亲|爷爷|奶奶|外公|外婆|姥[姥爷]|老婆|老公|妻子|丈夫|太太|儿子|女儿|闺女|弟弟?|妹妹?|哥哥?|姐姐?|女朋友"
    r"|男朋友|侄[子女]|外甥女?|岳[父母]|婆婆|公公|室友|同事|老板|舅舅|叔叔|阿姨|姑姑|孩子|宝宝|闺蜜"
)
_PERSON = lazy_regex(
    rf"\b(?:[Mm]y|[Oo]ur) (?:[a-z]+ )?{_KIN}(?!\w)(?:,? [A-Z]\w+)?"
    r"|\b(?:Mrs?|Ms|Miss|Dra?|Prof|Mag|Sra?|Herr|Frau)\.? [A-Z][\w-]+(?: [A-Z][\w-]+)*"
    r"|(?:^|[.,;] )(?!(?:It|That|What|Let|Here|There|He|She|Who|Where|How|Today|Tomorrow|Yesterday)\b)[A-Z][a-z]+"
    r"(?='s \w)"
    r"|(?:(?<=\bwith )|(?<=\bfor ))(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:January|February|March|April|May"
    r"|June|July|August|September|October|November|December|Christmas|Easter)\b)[A-Z][a-z]+\b(?! [A-Z])"
    rf"|(?:我们?家?的?|咱们?家?)(?:{_KIN_ZH})(?:[小阿][\u4e00-\u9fff])?|(?:^|[，,])(?:{_KIN_ZH})"
    r"|(?<![\u4e00-\u9fff])(?!小[时区孩店组程红学心说费票狗猫朋米明票]|老[板家师人是样公婆]|阿姨)[小阿老][\u4e00-\u9fff]"
    rf"(?=[的说今明昨下上这那要在是会不也周最，,：:])|(?:^|(?<=[，,给跟和]))[\u4e00-\u9fff]{{1,2}}(?:小姐|先生|女士|老师|师傅|阿姨|叔叔)(?:的?(?:{_KIN_ZH}))?"
)
"""Somebody who is named, or said to be the speaker's."""
_BY_PRONOUN = lazy_regex(
    r"(?i)\W*(?:(?:and|but|also|so|oh|btw|please note),? )*(?:he|she|his|her)(?:['’]\w+)?\b"
    r"|\W*(?:而且|但是?|另外|还有|对了|注意)?[，,]?[他她](?!们)"
)
_FURTHEST_BACK = 3  # sentences


def about_whom(said: Sequence[str], place: int) -> str:
    """Whom a sentence is about that only says he or she: the one person whom those before it name; empty for nobody."""
    if not _BY_PRONOUN.match(said[place]) or _PERSON.search(said[place]):
        return ""
    for sentence in reversed(said[max(0, place - _FURTHEST_BACK) : place]):
        if named := {found.strip("，,.; ") for found in _PERSON.findall(sentence)}:
            return named.pop() if len(named) == 1 else ""
        if not _BY_PRONOUN.match(sentence):
            return ""
    return ""


def with_person(said: Sequence[str], place: int, words: str) -> str:
    """The words of a sentence, behind whom they are about where they only say he or she."""
    whom = about_whom(said, place)
    return f"{whom}{'：' if may_hold_han(words) else ': '}{words}" if whom else words


_CONFIDES = lazy_regex(
    r"(?i)\b(?:do(?:n['’]?t| not)|never|please not) (?:\w+ ){0,2}?(?:tell|share|mention|repeat|discuss)\b"
    r"(?! (?:me|us|what|how|why|which)\b)[^.!?]{0,40}\b(?:any ?(?:one|body)|others|outside|yet|until|to)\b"
    r"|\bkeep (?:it|this|that) (?:between us|to yourself|quiet|secret|private|confidential)\b"
    r"|\b(?:this|that|it) (?:is|stays?|remains?) (?:strictly )?(?:between us|confidential|secret|under embargo)\b"
    r"|\b(?:niemande?m?|keinem)\b[^.!?]{0,20}\b(?:sagen|erzählen|verraten)|\bnicht weiter(?:sagen|erzählen)"
    r"|(?:别|不要|不能|勿)(?:再|先)?(?:(?:告诉|跟|和|对|向)(?:任何|别|其他|外)人|说出去|外传|声张|透露)|保密"
)


def with_confidence(words: str, following: str) -> str:
    """The words with the sentence behind them where that asks to keep them from others: it is told with them."""
    between = "" if words.endswith(("。", "！", "，")) else " "
    return f"{words}{between}{following}" if confides(following) else words


def confides(sentence: str) -> bool:
    """Whether a sentence asks that what was said is kept from others: "don't tell anyone yet"."""
    return _CONFIDES.search(sentence) is not None


_FORGETS = lazy_regex(
    r"(?i)\b(?:do(?:n['’]?t| not)|no need to|please not) (?:save|store|keep|remember|record|note|write down)"
    r" (?:it|this|that)(?: (?:down|anywhere|for later|in (?:your|the) (?:memory|notes?)))?"
    r"[\s)\"']*(?:$|[.,;!])"
    r"|\b(?:then|and|just|please) forget (?:it|this|that|the (?:code|number|password|pin))(?: again| afterwards?)?"
    r"[\s)]*(?:$|[.,;!])"
    r"|(?:[用看查核对]完|之后|然后|事后)(?:就|再|请|马上|立刻)?把?(?:它|这个)?忘(?:了|掉)"
    r"|(?:不用|不必|无需|不要|别)(?:帮我|替我|给我)?(?:记(?:住|下来?|着)?|保?存(?:下来)?)(?:它|这个|了|哦|啊|吧)*\s*(?:$|[，。；！,.;!])"
)


_IN_GENERAL = lazy_regex(
    r"(?i)\b(?:if|when(?:ever)?|unless|always|never|every|any|from now on)\b|如果|要是|每次|以后|一律|凡是|遇到|任何"
)


def asks_to_forget(sentence: str) -> bool:
    """Whether a sentence asks to keep nothing of what was said: "don't save it", 用完就忘了吧; a rule does not."""
    return _FORGETS.search(sentence) is not None and not _IN_GENERAL.search(sentence)


_HAN = lazy_regex(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_KANA = lazy_regex(r"[\u3040-\u30ff]")
_HANGUL = lazy_regex(r"[\uac00-\ud7af]")
_CYRILLIC = lazy_regex(r"[\u0400-\u04ff]")
_ARABIC = lazy_regex(r"[\u0600-\u06ff]")
_LATIN = lazy_regex(r"[A-Za-z\u00c0-\u024f]")
_LANGUAGE_WORD = lazy_regex(r"[^\W\d_]+")

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


def is_same_language(text: str, source: str) -> bool:
    """Whether `text` may be in the language of `source`, or in one of its languages."""
    scripts, own = _scripts(source), _main_script(text)
    if own and scripts and own not in scripts:
        return False
    if own == "latin" and _main_script(source) not in {"latin", ""}:
        return False
    one, other = _latin_language(text), _latin_language(source)
    return not (one and other) or one == other


def _scripts(text: str) -> set[str]:
    """All scripts with a significant share of the text."""
    return {name for name, count in _counts(text).items() if count >= 1}


def _main_script(text: str) -> str:
    """The main script of the text: a non-Latin one counts from a fifth of the letters on."""
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
    words = [word.lower() for word in _LANGUAGE_WORD.findall(text)]
    scores = sorted(((sum(word in known for word in words), name) for name, known in _SETS.items()), reverse=True)
    (best, language), (second, _) = scores[:2]
    return language if best >= CLEAR and best - second >= CLEAR else ""


# -- rows ------------------------------------------------------------------------------------------------------------

_ALIKE = 8  # lines that share most of their words
_COMMON = 0.25  # of the lines that hold a word of the rows among them
_REPEATED, _WORDS_OF_ROW = 3, 3  # lines that differ in numbers alone, and the words that such a one has at least
_WITHOUT_DIGITS = str.maketrans("", "", "0123456789")


def rows_in(lines: Sequence[str]) -> set[int]:
    """Which of the lines are rows of a log or a table: most of their words, digits apart, are those of a crowd."""
    split = [_words_of(line) for line in lines] if len(lines) >= _ALIKE else []
    counts = Counter(word for words in split for word in set(words))
    common = {word for word, count in counts.items() if count >= max(_COMMON * len(lines), 2)}
    crowds: dict[tuple[str, ...], list[int]] = {}
    for i, words in enumerate(split):
        shared = tuple(word for word in words if word in common)
        if 2 * len(shared) > len(words):
            crowds.setdefault(shared, []).append(i)
    return {*repeated_rows(lines), *(i for crowd in crowds.values() if len(crowd) >= _ALIKE for i in crowd)}


def repeated_rows(lines: Sequence[str], but: int = 0) -> list[int]:
    """Which of the lines are the same as several others but for their numbers, without the last `but` of each form."""
    forms = [tuple(_words_of(line)) for line in lines]
    counts = Counter(form for form in forms if len(form) >= _WORDS_OF_ROW)
    left = Counter({form: count - but for form, count in counts.items() if count >= _REPEATED})
    found = []
    for i, form in enumerate(forms):
        if left[form] > 0:
            left[form] -= 1
            found.append(i)
    return found


def last_but_rows(lines: Sequence[str], says: re.Pattern[str]) -> str:
    """The last line that says something and is no row of a log or a table; empty where all are rows."""
    rows = rows_in(lines)
    others = [line for i, line in enumerate(lines) if i not in rows]
    return next(filter(says.search, reversed(others)), "".join(others[-1:]))


@lru_cache(maxsize=1 << 12)  # a summary is often written twice
def _words_of(line: str) -> list[str]:
    return line.translate(_WITHOUT_DIGITS).split()


_TALK_LINE = lazy_regex(
    r"\s*(?:\[?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\]?[ ,–-]*)?"
    r"(?P<who>[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2}|[\u4e00-\u9fff]{1,4})[:：]\s*\S"
)
_ONESELF = frozenset({"I", "Me", "Ich", "User", "我"})
_LEAST_LINES, _LEAST_SPEAKERS = 3, 2


def lines_of_talk(lines: Sequence[str]) -> set[int]:
    """The numbers of the lines that somebody else says in a log of a talk, in which two or more take turns."""
    found = {i: match["who"] for i, line in enumerate(lines) if (match := _TALK_LINE.match(line))}
    names = list(found.values())
    speakers = set(names)
    is_talk = len(names) >= _LEAST_LINES and _LEAST_SPEAKERS <= len(speakers) < len(names)
    return {i for i, who in found.items() if who not in _ONESELF} if is_talk else set()
