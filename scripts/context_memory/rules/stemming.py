"""A light stemmer for English: inflections and the commonest derivations to one form.

The stem need not be a word. What counts is that `studied`, `studies` and
`study` meet, and that a word never costs a search its exact match.
"""

from functools import lru_cache

_VERBS = """
be am is are was were been being|go went gone goes|do did done does|have had has having|say said|get got gotten
make made|know knew known|think thought|take took taken|see saw seen|come came|find found|give gave given|tell told
become became|leave left|feel felt|bring brought|begin began begun|keep kept|hold held|write wrote written
stand stood|hear heard|mean meant|meet met|run ran|pay paid|sit sat|speak spoke spoken|lead led|grow grew grown
lose lost|fall fell fallen|send sent|build built|understand understood|draw drew drawn|break broke broken
spend spent|drive drove driven|buy bought|wear wore worn|choose chose chosen|eat ate eaten|teach taught|catch caught
fight fought|seek sought|sell sold|win won|sing sang sung|swim swam swum|ride rode ridden|rise rose risen
sleep slept|fly flew flown|drink drank drunk|forget forgot forgotten|forgive forgave forgiven|hide hid hidden
throw threw thrown|wake woke woken|shake shook shaken|steal stole stolen|freeze froze frozen|bite bit bitten
blow blew blown|tear tore torn|swear swore sworn|ring rang rung|sink sank sunk|shrink shrank shrunk
spring sprang sprung|dig dug|hang hung|stick stuck|strike struck|swing swung|shoot shot|shine shone|lend lent
bend bent|lay laid|deal dealt|dream dreamt|learn learnt|burn burnt|spell spelt|light lit|slide slid|feed fed
bleed bled|breed bred|flee fled|bind bound|wind wound|grind ground|weave wove woven|sew sewn|sow sown|show shown
mow mown|prove proven|undergo underwent undergone|overcome overcame|withdraw withdrew withdrawn|arise arose arisen
child children|man men|woman women|foot feet|tooth teeth|mouse mice|goose geese|wife wives|life lives|knife knives
leaf leaves|shelf shelves|half halves|wolf wolves|person people|die dying|lie lying|tie tying
"""
_IRREGULAR = {
    form: group.split()[0] for group in _VERBS.replace("\n", "|").split("|") for form in group.split() if form
}

_ENDINGS = (
    ("ization", "iz"),
    ("isation", "iz"),
    ("ational", "at"),
    ("fulness", ""),
    ("ousness", "ous"),
    ("iveness", "iv"),
    ("ation", "at"),
    ("ition", "it"),
    ("ator", "at"),
    ("ment", ""),
    ("ness", ""),
    ("less", ""),
    ("ship", ""),
    ("able", ""),
    ("ible", ""),
    ("ance", ""),
    ("ence", ""),
    ("ical", "ic"),
    ("iliti", "il"),
    ("ful", ""),
    ("ist", ""),
    ("ive", ""),
    ("ize", "iz"),
    ("ise", "iz"),
    ("ion", ""),
    ("iti", ""),
    ("al", ""),
    ("er", ""),
    ("or", ""),
)
_BY_LAST = {
    last: tuple(pair for pair in _ENDINGS if pair[0].endswith(last)) for last in {ending[-1] for ending, _ in _ENDINGS}
}
"""The endings by their last letter: few of them are worth a look for one word."""
_ROOT = 4
"""Letters that a derivation must leave, so that `water` and `animal` do not become scraps."""
_VOWELS = frozenset("aeiouy")


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """The stem of a lower-case word; words that are not plain English letters come back as they are."""
    base = _IRREGULAR.get(word)
    if base is None:
        if len(word) < 3 or not (word.isascii() and word.isalpha()):
            return word
        base = _without_inflection(word)
    return _without_derivation(base)


def _without_inflection(word: str) -> str:
    if word.endswith("ies"):
        word = word[:-3] + ("y" if len(word) > 4 else "ie")
    elif word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("eed"):
        return word
    for ending in ("ingly", "edly", "ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) > 1 and not _VOWELS.isdisjoint(root):
            root = _IRREGULAR.get(root, root)
            return root[:-1] if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "lsz" else root
    return word


def _without_derivation(word: str) -> str:
    if word.endswith("ly") and len(word) > _ROOT:
        word = word[:-2]
        if word.endswith("i"):
            word = word[:-1] + "y"
    if len(word) > 3 and word.endswith("y") and word[-2] not in _VOWELS:
        word = word[:-1] + "i"
    word = _shortened(_shortened(word))
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def _shortened(word: str) -> str:
    for ending, instead in _BY_LAST.get(word[-1:], ()):
        if word.endswith(ending):
            root = word[: -len(ending)]
            if len(root) < _ROOT or _VOWELS.isdisjoint(root):
                return word
            doubled = not instead and root[-1] == root[-2] and root[-1] not in "lsz"
            return root[:-1] if doubled else root + instead
    return word
