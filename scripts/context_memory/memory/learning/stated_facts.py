"""Finds the facts that a person states outright, and what ends a rule. No model is needed.

Asked to be remembered, a name, a preference, a rule for later: each fact is one sentence in the person's own words and
language; names become a labelled value, so that a new one takes the place of the old. Wary on purpose: questions,
quotations, code, choices of the moment and sentences that only point at something else are left out, because a wrong
memory is worse than none. A revocation (`you no longer need to …`, 不用再…了) must name what the rule says.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf
from operator import attrgetter

from ...text import lexing, own_voice, revocations, tokens
from ...text.patterns import lazy_regex
from ...text.sentences import asks_to_forget, with_confidence, with_person
from ...transcripts import speakers
from .. import same_fact
from ..docs import Kind
from . import grammar, grammar_en, grammar_zh, message_words, turns, word_weights
from .grammar import Heard, Sentence
from .word_weights import Opinion

TASK = -1.0
"""Points up to which an order beside what lasts is of the moment."""
LONGEST_MESSAGE = own_voice.LONGEST
"""Characters; a longer message was pasted."""
LONGEST = 300
"""Characters of one sentence."""
LEAST_WORDS, LEAST_HAN = 2, 4  # of a request to remember, beside the request itself
NAME = ("User's name", "用户姓名")
CALLED = ("User wants to be called", "用户希望被称为")


@dataclass(frozen=True, slots=True)
class Stated:
    """One fact as it will be remembered."""

    kind: Kind
    text: str
    points: float = field(default=inf, compare=False)
    """What speaks for lasting; from `grammar.ENOUGH` on it does."""


_OTHERS_WORDS = lazy_regex(r'“[^”]+(?:”|$)|「[^」]+」|『[^』]+』|"[^"\n]+"')
_REPORTED = lazy_regex(
    r"(?i)\b(?<!\bi )(?<!i've )(?:says?|said|tells?(?! (?:me|us)\b)|told|states?|reads|claims?|translate(?![^.:]*,)"
    r"|example|(?:from|according to|per) the (?:logs?|docs?|readme|output|error"
    r"|ticket|wiki|spec)"
    r"|whether|suppose|assum\w+|imagine|keeps? telling|that's why)\b[^.]{0,40}$"
    r"|\b(?:i|we|they|he|she)(?:'ll|'d| will| would| could| want to| need to| have to| tried to|(?:'m| am) going to)\b"
    r"[^.,;]{0,60}\band\s*$|\b(?:today|tonight|tomorrow|this time|for now)\b[^.]{0,30}\b(?:since|because|as)\s*$"
    r"|(?:例如|比如|假设|(?<![个次段句份的])翻译(?!不|得|有|很|错)|写一?小?[篇封段个首句]|加一?[行句段]"
    r"|(?<!你就)说(?!实话|真的|白了|明|[过好定]了|过的?[，,]|一?[下句声嘴])|[他她户方]说过|写着|写道|听说|据说|问：?|回答：)[^，。]{0,12}[，：:“\"]?$"
)
"""Before a clause: what follows is told of others or supposed."""
_TO_BE_WRITTEN = lazy_regex(
    r"(?i)\b(?:write (?:an?|me|some|the)(?! (?:[\w-]+ )?(?:tests?|function|script|query|migration|class|hook|component"
    r"|method|helper|endpoint)\b)|rewrite(?! (?:it|this|that)\s*[,.;]))[^.]{0,40}$"
)
_GOES_ON = lazy_regex(
    r"(?i)\b(?:and|also|oh|but)\b,? (?:(?:please|also|so)\b,? )?(?:from (?:now|here|today)|going forward"
    r"|in (?:the )?future|for (?:all )?future|next time|always|never)\b"
)
"""A rule beside what is to be written: "write it down as a test, and from now on …"."""
_JEST = lazy_regex(r"(?i)\b(?:lol|lmao|rofl|ha(?:ha)+|jk|just kidding)\b|/s$|哈哈|开玩笑|呵呵|笑死")
_LAUGHED_OFF = lazy_regex(
    r"(?i)[,;.!]\s+(?:[^\s,;.!]+\s+){4,}(?:lol|lmao|rofl|ha(?:ha)+)\W*$|[，。；！][^，。；！]{6,}(?:哈哈+|笑死了?)\W*$"
)
"""A last clause of its own that is laughed about: what stands before it is meant."""
_MAYBE = lazy_regex(
    r"(?i)\b(?:might|maybe|perhaps|probably|(?<!you are )(?<!you're )not sure|some day"
    r"|i (?:think|guess|wonder|suppose))\b"
    r"|可能|也许|大概|说不定|还没定"
)
_OVER = lazy_regex(r"(?:之前|原来|本来|以前)说[^，。]*[，,](?:现在|后来|已经)?(?:改|变|不算|作废)了?(?=[，,。])")


def kind_of(sentence: str, name: str = "", *, enough: float = grammar.ENOUGH) -> Kind | None:
    """The kind of what lasts in a sentence by itself, beside the clauses that tell the name; None where nothing does.

    `enough` points make it last.
    """
    found = _best_of(sentence, name, enough)
    return found.kind if found else None


def _best_of(sentence: str, name: str, enough: float) -> Heard | None:
    """What of a sentence lasts by itself."""
    return max((each for each in _heard_in(sentence, name, None) if each.total >= enough), key=_total, default=None)


_total = attrgetter("total")


def _heard_in(sentence: str, name: str, opinion: Opinion | None) -> tuple[Heard, ...]:
    """The clauses of a sentence that may last. In jest, only what is told of the person's people is true."""
    if len(sentence) > LONGEST:
        return ()
    language, sentence = _language_of(sentence), _LAUGHED_OFF.sub("", sentence)
    in_jest = _JEST.search(sentence) is not None
    heard = (_heard(said, language, opinion) for said in _said_at(sentence, name))
    return tuple(each for each in heard if each.kind is Kind.RELATIONSHIP or not in_jest)


def _heard(said: list[tuple[int, int, str]], language: grammar.Grammar, opinion: Opinion | None) -> Heard:
    clauses = [clause for _, _, clause in said]
    read = [language.points_of(clause) for clause in clauses]
    most = max(points for points, _ in read)
    kind = next((each for points, each in read if each and points == most), None) or Kind.FACT
    in_shape = most if any(each for _, each in read) else word_weights.SHAPELESS
    text = ", ".join(clauses)
    score = word_weights.score_of(text, language.classes)
    total = word_weights.total(in_shape, score)
    is_asked = opinion is not None and word_weights.ASKED_FROM <= total <= word_weights.ASKED_TO
    shape, evidence = language.read(clauses[0])
    return Heard(
        kind,
        said[0][0],
        said[-1][1],
        text,
        in_shape,
        shape.name if shape else "",
        tuple(each.name for each in evidence),
        score,
        total,
        opinion(text) if opinion is not None and is_asked else None,
    )


CHANGE_IS_WORTH = 5
"""Points that a sentence may lack to last where it changes what is known, hand-set on 46 pairs: with words in common
and none of the day, 7 of 8 changes that nothing else would keep reach the mark, and 1 of 24 that speak of the same."""
_WHO_SAYS = lazy_regex(r"(?i)^[\w' -]{1,24} (?:says?|said|told (?:me|us))(?: that)? |^[^，。,.]{1,4}说[，：]?")
"""Who brings the news, which in other sentences makes them somebody else's words."""


def changes(known: str, sentence: str) -> bool:
    """Whether a sentence that says a change is about what is known: it is worth as much as that."""
    told = _WHO_SAYS.sub("", sentence)
    is_about = same_fact.shares_topic(known, sentence)
    return is_about and kind_of(told, enough=grammar.ENOUGH - CHANGE_IS_WORTH) is not None


def said_in(sentence: str, name: str = "") -> list[list[str]]:
    """What to look at for something lasting: each clause that the person states, and neighbouring ones together."""
    return [[clause for _, _, clause in said] for said in _said_at(sentence, name)]


def _said_at(sentence: str, name: str) -> list[list[tuple[int, int, str]]]:
    """The same with the start and end of each clause."""
    language = _language_of(sentence)
    plain = _OTHERS_WORDS.sub(lambda found: found[0][0] + "x" * (len(found[0]) - 2) + found[0][-1], sentence)
    runs: list[list[tuple[int, int, str]]] = [[]]
    for start, end in language.clauses(plain):
        clause = grammar_en.typed(plain[start:end].strip())
        if _is_stated(plain, start, end) and not (name and name in clause) and not language.is_asking(clause):
            runs[-1].append((start, end, clause))
        elif runs[-1]:
            runs.append([])
    return [said for run in runs if run for said in ([run] if len(run) == 1 else [run, *([each] for each in run)])]


def _is_stated(plain: str, start: int, end: int) -> bool:
    """Whether a clause is neither told of others nor supposed nor to be written, and no longer so."""
    if _REPORTED.search(plain[:start]) or _MAYBE.search(plain, start, end) or _OVER.match(plain, start):
        return False
    return not _TO_BE_WRITTEN.search(plain[:start]) or (
        _GOES_ON.search(plain, max(0, start - len(" and ")), end) is not None
    )


def _language_of(sentence: str) -> grammar.Grammar:
    return grammar_zh.chinese() if speakers.is_chinese(sentence) else grammar_en.english()


_ASKED = lazy_regex(
    r"(?i)^(?:(?:please|pls|also|and|oh|so|ok|okay|hey|btw|by the way|now|just|kindly)[,:]?\s+"
    r"|(?:can|could|would|will) you (?:please )?|you (?:must|need to|have to) |i (?:want|need) you to "
    r"|i'd like you to )*"
    r"(?:remember(?: for (?:later|the future|next time))?|(?:don't|do not|never) forget"
    r"|for (?:future reference|next time))"
    r"(?:\s+(?:that|this)\b\s*[:,-]?|\s*:)\s*(?P<what>.+)$"
)
_ASKED_ZH = lazy_regex(
    r"^(?:请|麻烦|你|要|一定|务必|千万|也|再|另外|还有|对了|那|好的?|嗯|最后|以后|，|,|\s)*"
    r"(?:帮我记(?:住|一下|下来?|着)?|记住|记一下|记下来?)(?:这一?点|哦|啊|：|:|，|,|\s)*(?P<what>.+)$"
)
_ASKED_DE = lazy_regex(
    r"(?i)^(?:(?:bitte|und|auch|ok|okay|ja|also|dann),?\s+)*(?:merke?\s+dir(?:\s+bitte)?(?:\s*[,:]\s*(?:dass\s+)?|\s+dass\s+)|merken(?:\s+für\s+(?:die\s+)?zukunft\b|\s*:)\s*)"
    r"(?P<what>.+)$"
)
_ASKED_AFTER = lazy_regex(
    r"(?i)^(?!it\b|this\b|that\b|these\b|those\b|they\b|you\b|das\b|dies)(?P<what>.{12,}?)\s*[,;–—-]\s*(?:(?:so|and|und),?\s+)?"
    r"(?:please|pls|bitte)\s+(?:(?:do\s+)?(?:remember|note|save|store|keep in mind)\s+(?:this|that|it)"
    r"(?:\s+(?:preference|rule|fact))?(?:\s+(?:for (?:later|the future|next time)|in your memory))?"
    r"|(?:diese|die|meine)\s+(?:präferenz|vorliebe|regel|einstellung)\b.{0,30}?\b(?:speicher\w*|merk\w*)(?:\s+und\s+merken)?)[.!]*$"
    r"|^(?P<zh>(?![这那它你])[^？?]{6,}?)[，,；;]\s*(?:请|你要?|麻烦)?(?:帮我)?(?:记住|记一下|记好)(?:这一?点|这个|这件事)?(?:了|吧|哦|啊)?[。！!]*$"
)
"""What goes before a request to remember it."""
_NOT_ASKED_ZH = lazy_regex(r"^(?:密码|登录|用户名|账号|选择|状态|功能|按钮|的|了|吗|没|过|我的?(?:密码|登录|选择))")
_POLITE = lazy_regex(r"(?i)(?:please |hey,? )?(?:can|could|would|will) you ")
_POINTS = lazy_regex(
    r"(?i)^(?:(?:it|they|he|she)\b|(?:das|es|dies)\b|(?:this|that|these|those)(?:$|\s+(?:is|was|are|were|will|should|must|has|can)\b)"
    r"|(?:for|when|next|time|day|one|moment)\b|[它他她]|这(?!个?项目|个仓库|台)|那)"
)
"""What only points at something that is not in the sentence."""
_AGREES = lazy_regex(
    r"(?i)^(?:(?:no|nope|yes|yeah|wow|sure|actually|oh|ok(?:ay)?|hm+|nein|ja|不是?|是的?|对)[,.!，。！—–-]+ *)+"
)
""""No, it is …" points as well."""

_MY_NAME = lazy_regex(
    r"(?i:(?<!\w)my (?:full )?name(?: is|'s) )(?:(?i:actually|now) )?(?P<name>[^\W\d_][\w'.-]*(?: [A-Z][\w'.-]*){0,3})"
)
_CALL_ME = lazy_regex(
    r"(?i:(?:^|[,;] )(?:(?:please|you can|you may|just|but|and|also|everyone|friends|people|,|-)\s+|hi,? |hello,? )*"
    r"call me )(?P<name>[A-Z][\w'.-]*(?: [A-Z][\w'.-]*){0,2})"
    r"(?=[\s.,!;)]*(?:$|[.,;!)]|(?i:please|from now on|instead)))"
)
_MY_NAME_ZH = lazy_regex(
    r"(?:^|[，,。；;：:\s好])(?:我叫|我的名字是|我的名字叫|我姓名是)"
    r"(?P<name>(?![你他她它了个过车外不什谁人醒上做去来停救])[\u4e00-\u9fff·]{2,4}?|[A-Z][A-Za-z]+)"
    r"(?=$|[，,。.！!；;、\s]|住|是|在|今年|来自)"
)
_CALL_ME_ZH = lazy_regex(
    r"(?:(?:请|可以|就|以后|都)叫我|(?:^|[，,\s])叫我)(?P<name>(?!怎|做|去|来|什么|如何|干)[\u4e00-\u9fff]{2,4}?|[A-Z][A-Za-z]+)"
    r"(?:就好|就行|吧|即可|就可以)?了?(?=$|[，,。.！!；;\s])"
)
_NO_NAMES = """
not the a an it in on of too also mud undefined null what changing misspelled missing wrong gone empty spelled
shown displayed cut still always there here
"""
_NOT_A_NAME = frozenset(_NO_NAMES.split())


_LEAD_IN = lazy_regex(
    r"(?i)\d{1,2}[.)]\s*(?=[^\W\d])|(?:(?:nice|great|good|ok(?:ay)?|cool|perfect|yes|yeah|yep)\s+but\s+"
    r"|(?:hey|hi|hello|ok(?:ay)?|a+h+|o+h+|hm+|right|so|and|also|but|btw|by the way|well|yes|yeah|yep|great|nice"
    r"|perfect|cool|good|thanks|thank you|one more(?: thing)?|another thing|important|note|fyi|ps|alright|anyway"
    r"|for the record|ok so|oh and|ah right)(?:\s*[,:;.!–—]+\s*|\s+-+\s+)|(?:and|also|btw|by the way|oh|plus)\s+"
    r"|(?:first )?(?:let me|i (?:want|have|need) to|i['’]ll|i) (?:just )?(?:say|repeat|make)\b[^:,.]{0,24}:\s+"
    r"|(?:(?:an?|the|my|our|some|here are|few|couple of|one|two|three|four|five|more|other|last|house|ground|basic|new"
    r"|simple|quick|small|important) )*(?:rules?|things?|requests?|notes?|preferences|points?|reminders?)"
    r"(?: first| (?:before|as) we (?:start|begin)| up front| for (?:this|the) (?:work|task|job|session))?:\s+"
    r"|ok(?:ay)?\s+(?=(?:so|and|btw|also)\b)|(?:so|but)\s+(?=(?:from now|always|never|please|our|we|i)\b))+"
    r"|(?:(?:好的?|嗯+|[哦噢]|对了|另外|还有|然后|顺便说?一?[句下]?|没问题|收到|谢谢|注意|补充一[点下句]|说一下|[你您]好)"
    r"[，,。：:！!、\s]+|(?:对了|另外|还有)(?![一二三四五六七八九十几两个\d\s])"
    r"|(?:先|再|还|也|要|想|有|跟你|和你|给你|我们?|这里|这)*(?:[说讲定提]|交代|约定|说明|提醒)?(?:好|清楚|明白?|在前头?|[你您]|大家)?"
    r"(?:一[下遍声次])?(?:[一两几二三四五]?[件点条个](?:小?事情?)?)?(?:[店家]里|公司|我们?)?的?(?:几[点条])?(?:规矩|要求|规则|原则)?"
    r"(?<=[好件点条事情矩求则下遍声你您明前头家楚])[：:]\s*)+"
)
"""What stands before a statement and says nothing."""
_LEAST_LEFT = 3  # tokens


def _without_lead_in(sentence: str) -> str:
    found = _LEAD_IN.match(sentence)
    rest = sentence[found.end() :] if found else ""
    return rest if tokens.cjk(rest) >= _LEAST_LEFT else sentence


def find_stated(message: str, opinion: Opinion | None = None, *, enough: float = grammar.ENOUGH) -> tuple[Stated, ...]:
    """The facts that a message states, in order, each once, without what only leads to them.

    `opinion` is what somebody else makes of a clause, in the units of the fitted score. `enough` points make it last.
    """
    if not own_voice.SHORTEST <= len(message.strip()) <= LONGEST_MESSAGE:
        return ()
    found: dict[Stated, None] = {}
    is_talk, sentences = own_voice.may_be_said(message), sentences_of(message, opinion)
    judged, said = _judged(sentences, message), [each.text for each in sentences]
    for place, sentence in enumerate(sentences):
        before, later = "".join(said[place - 1 : place]), "".join(said[place + 1 : place + 2])
        if is_talk and (name := turns.renamed(before, sentence.text)):
            found[Stated(Kind.ENTITY, f"{CALLED[0]}: {name}")] = None
        if len(sentence.text) > LONGEST or asks_to_forget(sentence.text) or asks_to_forget(later):
            continue
        for each in _in(sentence.text, _lasting_of(judged[place], enough), is_talk=is_talk):
            text = with_person(said, place, _without_lead_in(each.text))
            found[replace(each, text=with_confidence(revocations.put_anew(text, later) or text, later))] = None
    return tuple(found)


def sentences_of(message: str, opinion: Opinion | None = None) -> tuple[Sentence, ...]:
    """The person's own sentences of a message with what may last of each: nothing where all of it was pasted."""
    is_talk = own_voice.may_be_said(message)
    found = []
    for each in own_voice.own_sentences(message):
        text = _without_lead_in(each) if len(each) <= LONGEST else each
        heard = _heard_in(text, _name_in(text), opinion) if is_talk else ()
        found.append(Sentence(text, own_voice.is_question(text), heard))
    return tuple(found)


AROUND = 0.7
"""Points that a unit of the score of the whole message is worth."""
DOUBT = 1.0
"""Points less for a clause that a message stands around. Of a set by another hand that no fit has seen .73 was learnt
with the message, and .11 of what passes; without it .66 and .14."""
WHOLE = 2.0
"""A rest of half of the message speaks as loud as a longer one; a message that is one clause is judged by that."""
LEAST_RAISED = 1.0
"""Points of its own from which a clause is raised by its message beside the best one of it."""


def _judged(sentences: Sequence[Sentence], message: str) -> list[list[tuple[Heard, float]]]:
    """By sentence, what of it may last and its points, in view of the other sentences and of the whole message."""
    around = message_words.score(message)
    own = [[(each, _points_in(each, sentences, place)) for each in one.heard] for place, one in enumerate(sentences)]
    best = max((points for each in own for _, points in each), default=0.0)
    return [[(heard, _in_message(heard, points, around, best, len(message))) for heard, points in each] for each in own]


def _in_message(heard: Heard, points: float, around: float, best: float, length: int) -> float:
    """The points with what the rest of the message adds: it tells that something of it lasts, not what."""
    if heard.score is None:
        return points
    rest = max(0.0, min(1.0, WHOLE * (1 - len(heard.text) / length)))
    is_raised = points >= min(best, LEAST_RAISED)
    return points + rest * (AROUND * (around if is_raised else min(0.0, around)) - DOUBT)


def _lasting_of(judged: Sequence[tuple[Heard, float]], enough: float) -> tuple[Heard, float] | None:
    """What of a sentence lasts, and the most points of any of its clauses."""
    lasting = [each for each, points in judged if points >= enough]
    if not lasting:
        return None
    return max(lasting, key=_total), max(points for _, points in judged)


def _points_in(heard: Heard, sentences: Sequence[Sentence], place: int) -> float:
    """Its points in the message; where its words are of another language, or none, those of the rules alone."""
    if heard.score is None:
        return heard.total
    found = grammar.in_context(heard, place, sentences)
    points = word_weights.in_context(found, is_chinese=lexing.has_cjk(sentences[place].text))
    return max(points, grammar.ENOUGH + DOUBT) if grammar.says_so(heard, found) else points


def rules_among(stated: Iterable[Stated]) -> tuple[str, ...]:
    """What of it sets a rule for later: `next time …`, `以后不要…`."""
    return tuple(each.text for each in stated if kind_of(each.text) is Kind.PREFERENCE)


def _in(text: str, best: tuple[Heard, float] | None, *, is_talk: bool) -> list[Stated]:
    is_question = own_voice.is_question(text)
    asked = _ASKED.match(text) or _ASKED_ZH.match(text) or _ASKED_DE.match(text)
    if not asked and not is_question and (before := _ASKED_AFTER.match(text)):
        what = (before["what"] or before["zh"]).strip()
        return [Stated(Kind.REMEMBER, what)] if tells_enough(what) else []
    if asked and (not is_question or _POLITE.match(text)):
        what = asked["what"].strip(" ：:，,-?？")
        return [Stated(Kind.REMEMBER, what)] if tells_enough(what) else []
    if is_talk and not is_question and (fact := turns.corrected(text)):
        return [Stated(Kind.FACT, fact)]
    if is_question and (not best or own_voice.seeks_consent(text) or own_voice.asks_of_a_case(text)):
        return []
    named = _names_in(text)
    return [*named, Stated(best[0].kind, lasting_part(text, best[0]), best[1])] if best else named


def _names_in(text: str) -> list[Stated]:
    return [*_named(text, NAME, _MY_NAME, _MY_NAME_ZH), *_named(text, CALLED, _CALL_ME, _CALL_ME_ZH)]


def _name_in(text: str) -> str:
    """The name by which a person says to go, in a sentence; empty where none is told."""
    named = _names_in(text)
    return named[0].text.rpartition(": ")[2].rpartition("：")[2] if named else ""


_POINTS_BACK = lazy_regex(
    r"(?i)(?:(?:since|because|especially|as|so|and|but|whereas)\s+)*(?:it|its|it's|they|them|their|he|him|his|he's|she|her"
    r"|she's|that|this|these|those|there|then|which|who|otherwise|if not|or)\b|(?:always|never|only) \w+(?:ing|ed)\b"
    r"|(?:因为|所以|而且)?(?:[它他她这那否]|其他|不然|然后|也)"
)
"""What cannot stand without the words before it."""
_LINKED = lazy_regex(r"(?i)(?:、|\band|\bas)\s*$")
"""The end of a clause that goes on, so that nothing is cut off there."""
_TELLS_MORE = lazy_regex(r"(?i)(?:which|who|where|when|as|not)\b(?!.*[?？])")
"""Goes on with what was said."""
_BINDS = lazy_regex(
    r"(?i)\b(?:only|never|always|don['’]?t|do not|must|at (?:most|least)|no more than)\b"
    r"|只|别|不[要许准得能用]|必须|千万|[就都]要|一律|统一|以[上下内]|(?:刚才|之前|上次)说"
)
"""Belongs to the rule beside it, whatever else it asks for."""
_TASK_SHAPES = frozenset({"order", "order always", "wish"})


def lasting_part(text: str, best: Heard) -> str:
    """The sentence without questions and orders of the moment beside what lasts."""
    language = _language_of(text)
    start, end = best.start, best.end
    clauses = list(language.clauses(text))
    for (_, before), (at, to) in pairwise(clauses):
        if at >= best.end:
            if not _LINKED.search(text[before:at]) and _is_task(text[at:to], language):
                break
            end = to
    for (at, to), (after, _) in reversed(list(pairwise(clauses))):
        if to <= best.start:
            if not _LINKED.search(text[to:after]) and _is_left_out_before(text[at:to], text[to:after], language):
                break
            start = at
    if _POINTS_BACK.match(text[start:end].strip()):
        start = 0
    is_whole = end == clauses[-1][1] and start == clauses[0][0]
    return text if is_whole else text[start:end].strip(" ,;:，；：、—–-")


def _is_left_out_before(clause: str, mark: str, language: grammar.Grammar) -> bool:
    """Whether a clause says nothing of the lasting one behind it: in Chinese a task, in other languages a question."""
    if lexing.has_cjk(clause):
        return _is_task(clause, language)
    return ":" not in mark and own_voice.is_question(clause.strip())


def _is_task(clause: str, language: grammar.Grammar) -> bool:
    clause = grammar_en.typed(clause.strip())
    if _TELLS_MORE.match(clause) or (_BINDS.search(clause) and not own_voice.is_question(clause)):
        return False
    shape, _ = language.read(clause)
    if shape is None or own_voice.is_question(clause):
        return own_voice.is_question(clause)
    return (
        shape.name in _TASK_SHAPES
        and word_weights.total(language.points_of(clause)[0], word_weights.score_of(clause, language.classes)) <= TASK
    )


def _named(text: str, label: tuple[str, str], english: re.Pattern[str], chinese: re.Pattern[str]) -> list[Stated]:
    for pattern, words, mark in ((english, label[0], ": "), (chinese, label[1], "：")):
        match = pattern.search(text)
        if match and own_voice.is_said(text, match.start()):
            name = match["name"].strip(" .'-")
            if name and name.casefold() not in _NOT_A_NAME:
                return [Stated(Kind.ENTITY, f"{words}{mark}{name}")]
    return []


def tells_enough(what: str) -> bool:
    """Whether it says something by itself."""
    what = _AGREES.sub("", what)
    if _POINTS.match(what) or _NOT_ASKED_ZH.match(what):
        return False
    han = sum("\u4e00" <= c <= "\u9fff" for c in what)
    return han >= LEAST_HAN or len(what.split()) > LEAST_WORDS or (len(what.split()) == LEAST_WORDS and han > 0)
