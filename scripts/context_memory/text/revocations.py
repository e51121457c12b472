"""What a person takes back: whether later words end what earlier ones ordered, by what these are about.

The one reader of revocations. A rule is ended by words that say so ("you no longer need to …"), by leave to do what it
forbade, by another value of what it settles, or by the contrary order; its form does not matter, its object does.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from . import entities, lexing, sentences, statements
from .patterns import lazy_regex

_REVOKES = lazy_regex(
    r"(?i)\bno longer (?:need(?:ed)?|necessary|required?|have|has|must|appl(?:y|ies)|counts?|use|want|allergic)\b"
    r"|\b(?:don['’]?t|doesn['’]?t|do not|does not|needn['’]?t|isn['’]?t|aren['’]?t|not)\b.{0,80}\b(?:any ?more"
    r"|any longer)\b"
    r"|\b(?:no need|no more need|(?:don['’]?t|do not) (?:need|have)) to\b|\byou (?:can|may) (?:now )?stop\b"
    r"|\b(?:forget|ignore|scrap|drop|cancel|lift|undo) (?:about |what i (?:said|told)|(?:the|that"
    r"|my) (?:[\w-]+ ){0,3}(?:rule|ban|limit|thing)"
    r"|my (?:last|earlier|previous))|\b(?:scrap|forget) (?:the|that)\b|\bnever ?mind\b|\btake that back\b"
    r"|\bturns out i'm not\b"
    r"|\b(?:is|are|was) (?:off|cancel+ed|lifted|gone|history|void|moot)(?= |[,.!]|\Z)(?! (?:by|to|the|from|in|at)\b)"
    r"|\b(?:nicht mehr nötig|brauchst du nicht mehr|vergiss)\b"
    r"|不用再|不必再|不再需要|无需再|别再叫|(?:不用|不必|不需要|无需)[^，。]{1,30}了(?=[，。！!]|$)|作废|不算数|改主意"
    r"|(?:规矩|约定|说法|那条|这条|规则|规定|要求|限制|之前)[^，。]{0,12}(?:取消|撤销|不算|免了)|(?:取消"
    r"|撤销)[^，。]{0,12}(?:规矩|规则|规定|要求|限制|约定)"
    r"|我们不用[^，。]{1,20}了(?=[，。！!]|$)|我现在(?:能|可以)?[吃喝用][^，。]{1,10}了"
)
"""Ends a rule of any form."""
_PERMITS = lazy_regex(
    r"(?i)\b(?:you|we) (?:can|may|could)(?: now| just| also)* (?!see|tell|imagine|guess|probably|always|only|never"
    r"|not\b|stop\b)(?P<verb>[a-z]+)\b(?P<what>[^,.;!?\n]*)"
    r"|\b(?:feel free to|go ahead and|(?:it['’]?s|it is|that['’]?s) (?:fine|ok|okay|alright|allowed) to|(?:are"
    r"|['’]re) (?:now )?allowed to)"
    r" (?P<verb2>[a-z]+)\b(?P<what2>[^,.;!?\n]*)"
    r"|(?:^|[,.;:] |\b(?:ok|okay|so|and|actually) )(?P<thing>[^,.;:!?\n]{2,60}?) (?:is|are) (?:now )?(?:fine|ok|okay"
    r"|allowed|welcome)"
    r"(?= (?:again|now|after all|from now on|too)\b| to [a-z]+)"
    r"|(?P<zh>[^，。；！？,;!?\n]{1,24})(?<!不)可以(?P<zh_verb>[^，。；！？\n]{0,12})了(?=[，。！!,]|$)"
    r"|(?<!不)可以(?P<zh_what>[^，。；！？\n]{1,14})了(?=[，。！!,]|$)"
    r"|(?P<zh_open>[^，。；！？\n]{1,16})(?:放开|解禁|开放)了"
)
"""Gives leave, which ends what forbade it."""
_FOR_ONCE = lazy_regex(
    r"(?i)\b(?:looks? good|lgtm|read it|reviewed|approved|all green|passes|this (?:time|once|one)|for once|today"
    r"|tonight"
    r"|(?:when|once|after|if) (?:you|it|that|this|the|we)\b)|看过了|这一?次|就一次|没问题了|[吗呢么]\W*$|如果"
    r"|等.{1,8}(?:后|再)"
)
"""Leave for this once, or under a condition, ends no rule."""
_REPLACES = lazy_regex(
    r"(?i)\b(?:instead|rather|change (?:it|that|the)|switch(?:ed)? to|from now on|after all)\b|改[成用为回]"
    r"|换[成用回]|以后"
)
_BACK_TO = lazy_regex(
    r"(?i)\b(?:back to|after all|instead|rather|again|now|from now on|please|switch to)\b|[改换]回|[改换][成用]|还是"
    r"|以后|吧"
)
"""May tell another value of what was settled."""
_JUST = lazy_regex(
    r"(?i)(?:^|[,;.:] |\b(?:so|and|ok|please) )(?:just|only) (?P<order>(?!wonder|want|think|say|ask|check|look"
    r"|curious)[a-z]+ [^,.;!?\n]+)"
    r"|(?P<enough>[^,.;!?\n]+) (?:is|are) enough\b|只要?(?P<zh>[\w ]{3,14})就(?:行|够|好|可以)"
)
"""Asks for less than before."""
_ORDERS_NOW = lazy_regex(
    r"(?i)^\W*(?:(?:ok(?:ay)?|alright|yes|so|then|please|now|actually|fine|go ahead and|let['’]?s|we['’]?ll"
    r"|i['’]?ll)\W+)*"
    r"(?P<verb>[a-z]+)\b(?P<what>[^,.;!?\n]*)"
)
_NO_EXCEPTION = lazy_regex(
    r"(?i)\b(?:never|always|ever|under no|whatever|from now on)\b|永远|绝不|一律|每次|任何|以后|今后|千万"
)
"""A rule that one order to the contrary does not end."""
_HOLDS = lazy_regex(
    r"(?i)\b(?:wait|hold (?:on|off)|hang on|pause|not yet|for now|right now|until i (?:say|tell)|for the moment)\b"
    r"|先(?:别|不要?|停)|暂(?:停|时|不|缓)|等一?下|等等|等我"
)
_GO = lazy_regex(
    r"(?i)\A\W*(?:(?:ok(?:ay)?|alright|right|yes|good|great|fine|now)\W+)*(?:go(?: ahead| on)?|continue|proceed"
    r"|resume|carry on)"
    r"(?=\W|\Z)(?! (?:with|for|to|through|over|back|and)\b)|\A\W*(?:好[的了]?[，, ]*)?(?:继续|可以(?:了|开始|动手)"
    r"|开始吧|动手吧|上吧)"
)
"""The word to go on, which ends what only was to wait."""
_NEGATES = lazy_regex(
    r"(?i)\b(?:not|never|no|none|nobody|without|avoid\w*|stop\w*|forbid\w*|don['’]?t|nicht|kein\w*|nie)\b|n['’]t\b"
    r"|不|没|别|勿|禁|避免|停止|除了"
)
_BANS = lazy_regex(r"(?i)\b(?:only|keep|stay|leave|wait|ask)\b|只|先|保持|保留|必须")
"""Forbids without a negation."""
_PARTLY = lazy_regex(
    r"(?i)\b(?:(?:only|just) (?:for|in|on|when|with|at|to)|except|apart from|other than|unless|still|nur (?:bei|für"
    r"|in|wenn|noch)"
    r"|außer|weiterhin|but (?:not|never)|(?:rest|others?|everything else) (?:stays?|as before))\b"
    r"|只(?:在|对|有|是)|除了|仍|还是(?:要|不|得|别|禁)|不变|照旧"
)
"""What the rest of it is kept for."""
_FOR_SOME = lazy_regex(
    r"(?i)\bfor (?!now\b|good\b|me\b|you\b|us\b|this\b|that\b|it\b|them\b|today\b|any|all\b|every"
    r"|ever\b)(?:the )?(?P<what>\w{3,})"
)
_VERB_WORDS = "use touch change edit modify do run access have include add put go take write make work"
_LIGHT_VERBS = frozenset(_VERB_WORDS.split())
"""Verbs of a leave that fit whatever was forbidden."""
_POINTING_WORDS = "it them that this those these one ones him her"
_POINTS = frozenset(_POINTING_WORDS.split())
_TALK = """
reply answer respond response write speak talk language back please now again text message let switch instead rather go
with after all
"""
_TALK_ZH = lazy_regex(r"回答|回复|说话|沟通|交流|吧")
_PARTS = lazy_regex(r"[,;:.!?]\s+|[，。；：！、]|\b(?:so|and|but)\b ")
_RULE_WORDS = """
always never no not longer more anymore any need needed required have apply count can may stop stopped forget ignore
scrap drop cancel lift undo said told rule ban limit fine ok okay allowed welcome again now turn out must should mind
don doesn isn hm hmm thing things everywhere btw ever anything everything something one without
keep use used add make do tell ask run put write give say before after every each all from on when please me you we i
what about
"""

_LIGHT = frozenset(form for word in _RULE_WORDS.split() for form in (word, lexing.stem(word)))
_CUES_ZH = lazy_regex(
    r"以后|今后|之前说?的?|现在|不用再?|不必再?|不再需要|无需再?|不需要|需要|必须|不许|不要|不得|别再|作废|取消|撤销"
    r"|不算数|规矩|约定|说法|另外|那个|这个|放开|解禁"
    r"|可以|我们|这条|那条|规则|每次|一律|统一|避开|还是|改回|那么|你|您|都|先|要|别|再|请|写|用|发|动|改"
    r"|[不了的吧就也]"
)
_LONGEST = 500
"""Characters; a longer sentence takes nothing back."""
SAME_SHARE, SAME_SHARE_ZH = 0.6, 0.75
"""Share of what is named, of the shorter of the two, that both must name."""
_LATIN = lazy_regex(r"[A-Za-z][\w.+-]*")
_NUMBERED = lazy_regex(r"\b[A-Za-z]\w*(?:[-_/][A-Za-z]\w*)*[-_]\d+\b")


class _Ways(NamedTuple):
    """How a sentence may end a rule."""

    revokes: bool = False
    permits: bool = False
    tells_anew: bool = False
    asks_less: bool = False
    tells_value: bool = False
    goes_on: bool = False

    @property
    def replaces(self) -> bool:
        """Whether it may put something in the place of a rule."""
        return self.tells_anew or self.asks_less or self.tells_value


def _ways(sentence: str) -> _Ways:
    if len(sentence) > _LONGEST or sentence.rstrip().endswith(("?", "？")):
        return _Ways()
    return _ways_of(sentence)


_one_by_one = lru_cache(maxsize=4_096)
"""Each new sentence is compared with all that is in force: what one alone says is read once."""


@_one_by_one
def _ways_of(sentence: str) -> _Ways:
    return _Ways(
        revokes=_REVOKES.search(sentence) is not None,
        permits=_PERMITS.search(sentence) is not None and not _FOR_ONCE.search(sentence),
        tells_anew=_REPLACES.search(sentence) is not None,
        asks_less=_JUST.search(sentence) is not None,
        tells_value=_tells_value(sentence),
        goes_on=_GO.search(sentence) is not None,
    )


def may_end(sentence: str) -> bool:
    """Whether a sentence of a person can end anything at all, be it by an order to the contrary."""
    return any(_ways(sentence)) or bool(_ordered_now(sentence))


def gives_leave(sentence: str) -> bool:
    """Whether a sentence allows something for good, which is in force from then on."""
    return _ways(sentence).permits


def is_revocation(sentence: str) -> bool:
    """Whether a sentence takes back a rule or gives leave, and so says little by itself."""
    return _ways(sentence).revokes or _ways(sentence).permits


def ends(rule: str, later: str) -> bool:
    """Whether later words of the person end all of a rule."""
    rule = _by_itself(rule)
    return _is_about(rule, later) and not is_partial(rule, later)


@_one_by_one
def _by_itself(rule: str) -> str:
    """The sentence that orders: what stands before it says whom or what it is about, and is no part of the rule."""
    return sentences.split_sentences(rule)[-1] if rule else rule


def ends_in_part(rule: str, later: str) -> bool:
    """Whether later words take back a part of a rule, and leave the rest."""
    rule = _by_itself(rule)
    return _is_about(rule, later) and is_partial(rule, later)


def read_against(later: str, rules: Sequence[str]) -> tuple[list[str], bool]:
    """Which of these rules later words end; and whether what they say is in force now: a leave, or what is left."""
    about = [rule for rule in rules if _is_about(_by_itself(rule), later)]
    over = [rule for rule in about if not is_partial(_by_itself(rule), later)]
    return over, (bool(over) and gives_leave(later)) or len(over) < len(about)


def says_partly(words: str) -> bool:
    """Whether the words keep something of what they take back or replace."""
    return _PARTLY.search(words) is not None


def is_partial(rule: str, later: str) -> bool:
    """Whether the later words keep the rule for something, or take it back for something of which it said more."""
    if says_partly(later):
        return True
    named = _FOR_SOME.search(later)
    return named is not None and named["what"].casefold().rstrip("s") not in rule.casefold()


@lru_cache(maxsize=4_096)  # asked about a rule when it is said, and again for every size of a summary
def _is_about(rule: str, later: str) -> bool:
    ways = _ways(later)
    parts = (later, *parts_of(later)) if any(ways) else ()
    if ways.goes_on and _HOLDS.search(rule):
        return True
    if is_revocation(rule) and not _forbids(rule):
        return False
    if ways.revokes and any(_ways(each).revokes and _names(rule, each) for each in parts):
        return True
    if ways.permits and _forbids(rule) and any(_permits(_forbidden(rule), each, later) for each in parts):
        return True
    if ways.replaces and any(_has_other_value(rule, each) for each in parts):
        return True
    if (ways.asks_less and _asks_less(rule, later)) or (ways.tells_anew and _replaces(rule, later)):
        return True
    return _orders_contrary(rule, later)


@_one_by_one
def _forbids(words: str) -> bool:
    return _NEGATES.search(words) is not None or _BANS.search(words) is not None


def _forbidden(rule: str) -> str:
    """The parts of a rule that forbid."""
    return ", ".join(filter(_forbids, parts_of(rule))) or rule


@_one_by_one
def parts_of(sentence: str) -> tuple[str, ...]:
    """What a sentence says one after the other."""
    return tuple(part for each in _PARTS.split(sentence) if (part := each.strip()))


@_one_by_one
def topics_of(text: str) -> frozenset[str]:
    """What a sentence is about, without the words of rules and revocations."""
    return statements.parse(_CUES_ZH.sub(" ", text) if lexing.has_cjk(text) else text).kinds - _LIGHT


def _latin(text: str) -> set[str]:
    return {match.casefold() for match in _LATIN.findall(text)}


def _names(rule: str, words: str) -> bool:
    """Whether the words name enough of what a rule is about; of one in another language its Latin names."""
    named, is_chinese = _latin(words) - _LIGHT, lexing.has_cjk(words)
    if is_chinese != lexing.has_cjk(rule):
        return bool(named) and named <= _latin(rule)
    if is_chinese and not named <= _latin(rule):
        return False
    return _share(topics_of(rule), topics_of(words), SAME_SHARE_ZH if is_chinese else SAME_SHARE)


def _share(old: frozenset[str], new: frozenset[str], share: float) -> bool:
    return bool(old and new) and len(old & new) >= share * min(len(old), len(new))


def _permits(rule: str, part: str, whole: str) -> bool:
    """Whether a part gives leave for what a rule forbids: its verb, or one that fits any, and its object."""
    found = _PERMITS.search(part)
    if found is None:
        return False
    if not (verb := (found["verb"] or found["verb2"] or "").lower()):
        return _names(rule, "".join(filter(None, found.group("thing", "zh", "zh_verb", "zh_what", "zh_open"))))
    known, what = topics_of(rule), found["what"] or found["what2"] or ""
    if verb not in _LIGHT_VERBS and not topics_of(verb) <= known:
        return False
    if (first := _first_forbidden(rule)) and not first & topics_of(whole):
        return False  # "you can send it now" says nothing about "no emojis in what you send"
    thing = topics_of(_BEHIND_OBJECT.sub("", what)) - _POINTS
    if thing:
        return thing <= known or _share_of_others(known, part, whole)
    return bool(topics_of(what) & known) or _share_of_others(known, part, whole)


def _first_forbidden(rule: str) -> frozenset[str]:
    """What stands first behind a negation; empty where that is a verb that fits anything."""
    negation = _NEGATES.search(rule)
    for word in rule[negation.end() :].split() if negation else ():
        if word.lower() in _LIGHT_VERBS:
            break
        if topics := topics_of(word):
            return topics
    return frozenset()


def _share_of_others(known: frozenset[str], part: str, whole: str) -> bool:
    """Whether another part of the sentence names what a pronoun in this one points at."""
    others = (topics_of(each) for each in parts_of(whole) if each != part)
    return any(len(about & known) > 1 and _share(known, about, SAME_SHARE) for about in others)


@_one_by_one
def _tells_value(sentence: str) -> bool:
    return bool(statements.settled_in(sentence)) and _BACK_TO.search(sentence) is not None


def _has_other_value(rule: str, later: str) -> bool:
    """Whether both settle the same, of everything or of the same thing, with values that exclude each other."""
    if not _tells_value(later):
        return False
    old, new = statements.settled_in(rule), statements.settled_in(later)
    if not any(len(old[group]) == 1 and old[group].isdisjoint(new[group]) for group in old.keys() & new.keys()):
        return False
    scope, anew = _scope_of(rule), _scope_of(later)
    is_language = 0 in old and 0 in new  # each thing may have its own, and a word without a thing is about all talk
    return not (anew or (scope and is_language)) or _share(scope, anew, SAME_SHARE_ZH)


@_one_by_one
def _scope_of(text: str) -> frozenset[str]:
    """What a value is settled for, but for talk in general and numbers."""
    topics = topics_of(_TALK_ZH.sub(" ", statements.without_settled(text))) - statements.parse(_TALK).kinds
    return frozenset(each for each in topics if not each.startswith(statements.VALUE))


def _asks_less(rule: str, later: str) -> bool:
    """Whether less of what a rule asks for is enough: just run the unit tests."""
    return len(topics_of(rule) & topics_of(later)) > 1 and _names(rule, later)


def _replaces(rule: str, later: str) -> bool:
    if is_revocation(later):
        return False
    names, others = numbered(rule), numbered(later)
    if names - others and others - names:
        return False  # "from now on never restart api-2" says nothing about api-1
    words = _prose_words if lexing.has_cjk(later) else topics_of  # of Chinese pairs of characters
    old, shared = words(rule), len(words(rule) & words(later))
    return shared >= _LEAST and shared >= _MOST_OF_RULE * min(len(old), _MOST_WORDS)


_prose_words = _one_by_one(entities.prose_words)


@_one_by_one
def numbered(text: str) -> frozenset[str]:
    """Names that end with a number, such as those of machines and services: each is another one."""
    return frozenset(_NUMBERED.findall(text.casefold()))


def _orders_contrary(rule: str, later: str) -> bool:
    """Whether one order says the contrary of a rule that holds for now: "delete it then", after "don't delete it"."""
    ordered = _ordered_now(later)
    return (
        bool(ordered) and ordered <= topics_of(rule) and not _NO_EXCEPTION.search(rule) and bool(_NEGATES.search(rule))
    )


@_one_by_one
def _ordered_now(later: str) -> frozenset[str]:
    """What is to be done with what, if a sentence orders it for now; empty where it does not say both."""
    found = _ORDERS_NOW.search(later) if len(later) <= _LONGEST else None
    if found is None or _NEGATES.search(later) or later.rstrip().endswith(("?", "？")):
        return frozenset()
    verb, thing = topics_of(found["verb"]), topics_of(_BEHIND_OBJECT.sub("", found["what"])) - _POINTS
    return verb | thing if verb and thing else frozenset()


_BEHIND_OBJECT = lazy_regex(
    r"(?i)\b(?:for|from now|now|again|directly|if|when|because|since|btw|as|too|also|any ?more|after all|without"
    r"|then)\b.*"
)
_LEAST, _MOST_OF_RULE, _MOST_WORDS = 2, 0.5, 6
"""Words that a replacement shares with what it replaces, their share of the rule, and how many of that count."""


_LEFT_OVER = lazy_regex(r"(?i)\A[\s,;:，；。.]+|[\s,;:，；。.]*(?:\b(?:and|but|so))?[\s,;:，；。.]*\Z")


def without_revocation(sentence: str) -> str:
    """What else a sentence says that revokes something; empty where it says nothing else."""
    rest, end = "", 0
    for mark in (*_PARTS.finditer(sentence), None):
        start, stop = end, mark.start() if mark else len(sentence)
        if not _REVOKES.search(sentence[start:stop]):
            rest += sentence[start : mark.end() if mark else stop]
        end = mark.end() if mark else stop
    return _LEFT_OVER.sub("", rest) if rest != sentence else sentence


_RECONSIDERS = lazy_regex(
    r"(?i)\A\W*(?:(?:oh|ah|hm+|uh|and|but|ok(?:ay)?|sorry|actually|no|nope)[,.!]* )*"
    r"(?:wait[,.:;!—–-]+|(?:scratch|strike|make) that\b[,.:;!—–-]*|correction:|on second thoughts?\b,?"
    r"|sorry,? i meant?\b(?: to say)?,?|(?:i['’]ve )?changed my mind[,.:;!—–-]+"
    r"|actually,?(?= (?:use|keep|make|let['’]?s)\b))"
    r" *(?:no[,.!]* |actually[,.]* |please )*"
    r"(?P<form>(?!(?:first|before|let me|you|i|it|that|this|there|the|we)\b)\S.{2,})"
    r"|\A\W*(?:(?:[啊哦嗯哎]+|等等|等一?下|慢着|我?说错了|更正一下?|改主意了|想了想"
    r"|(?:不对|算了|不是)(?=[，,。！!\s]*(?:还是|应该|改[成为]|按|用|写|别|我?说错)))[，,。！!：:\s]+"
    r"(?:(?:不对|不是)[，,]\s*)?)+(?P<zh>(?!(?:应该)?先|等|让我|你|我|这|那)\S{2,}.*)"
)
"""How a person goes on who puts what they just ordered in another form."""
_IN_PLACE_OF = {False: "{form} (instead of: {rule})", True: "{form}（代替：{rule}）"}
_CORRECTS = lazy_regex(
    r"(?i)\A\W*(?:no|nope|wrong|not quite|nein)\b[,.!:;—–-]+ *(?P<form>(?!(?:i|you|we|that['’]?s|the|thanks?)\b)\S.+)"
    r"|\A\W*(?:不对|不是|错了)[，,。！!：:\s]+(?P<zh>\S.+)"
)
_RATHER = lazy_regex(r"(?i)\b(?:instead|rather|better)\b|还是|改[成为]|换[成为]|说错|改主意")


def puts_right(words: str) -> "re.Match[str] | None":
    """Whether words begin as those that put in another form what was said last."""
    is_asked = len(words) > _LONGEST or words.rstrip().endswith(("?", "？"))
    return None if is_asked else _RECONSIDERS.match(words) or _CORRECTS.match(words)


def put_anew(rule: str, next_words: str, *, after_a_reply: bool = False, is_all: bool = False) -> str:
    """A rule in the form that the next words of its speaker give it; empty where they speak of something else. After a
    reply they have to say so or to name it; a bare no corrects a rule that `is_all` they had said, or its figure."""
    if (found := puts_right(next_words)) is None:
        return ""
    form, rule = (found["form"] or found["zh"]).strip(" .。"), rule.strip(" .。")
    if _RECONSIDERS.match(next_words) is None:
        bare = form if is_all and _RATHER.search(next_words) else ""
        form = (statements.with_figure_of(rule, form) or bare) if after_a_reply else ""
    elif after_a_reply and not (_RATHER.search(next_words) or topics_of(rule) & topics_of(form)):
        return ""
    return _IN_PLACE_OF[lexing.has_cjk(form)].format(form=form, rule=rule) if form else ""
