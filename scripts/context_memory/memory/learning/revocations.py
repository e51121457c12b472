"""What ends a rule: `you no longer need to …`, `markdown is fine again`, 不用再…了, and the rule that it ends.

Both must name the same thing: a revocation that names something which the rule does not say ends another rule.
"""

from ...text import lexing
from ...text.patterns import lazy_regex
from .. import statements

_ENDS = lazy_regex(
    r"(?i)\bno longer (?:need(?:ed)?|necessary|required?|have|appl(?:y|ies)|counts?|use|want|allergic)\b"
    r"|\b(?:don't|doesn't|do not|does not|needn't|isn't|aren't|not)\b.{0,80}\b(?:any ?more|any longer)\b"
    r"|\b(?:no need|no more need|(?:don't|do not) (?:need|have)) to\b|\byou (?:can|may) (?:now )?stop\b"
    r"|\b(?:forget|ignore|scrap|drop|cancel|lift|undo) "
    r"(?:what i (?:said|told)|(?:the|that|my) (?:[\w-]+ ){0,3}(?:rule|ban|limit))|\bturns out i'm not\b"
    r"|不用再|不必再|不再需要|无需再|别再叫|(?:不用|不必|不需要|无需)[^，。]{1,30}了(?=[，。！!]|$)|作废|不算数"
    r"|(?:那条|这条|规则|规定|要求|限制|之前)[^，。]{0,12}(?:取消|撤销)|(?:取消|撤销)[^，。]{0,12}(?:规则|规定|要求|限制|约定)"
    r"|我们不用[^，。]{1,20}了(?=[，。！!]|$)|我现在(?:能|可以)?[吃喝用][^，。]{1,10}了"
)
_PERMITS = lazy_regex(
    r"(?i)\b(?:is|are|it's) (?:now )?(?:fine|ok|okay|allowed|welcome)\b.{0,80}\b(?:again|now)\b"
    r"|可以[^，。]{1,12}了(?=[，。！!]|$)"
)
"""Ends what was forbidden, and nothing else: `the build is fine again` is news."""
_CUES = """
always never no not longer more anymore any need needed required have apply count can may stop stopped forget ignore
scrap drop cancel lift undo said told rule ban limit fine ok okay allowed welcome again now turn out must should
don doesn isn
keep use used add make do tell list ask run put write give say before after every each all from on when please me you we
i what about
"""
_LIGHT = frozenset(form for word in _CUES.split() for form in (word, lexing.stem(word)))
_CUES_ZH = lazy_regex(
    r"以后|今后|之前说?的?|现在|不用再?|不必再?|不再需要|无需再?|不需要|需要|必须|不许|不要|不得|别再|作废|取消|撤销|不算数"
    r"|可以|我们|这条|那条|规则|每次|一律|统一|都|先|要|别|再|请|写|用|发|[不了的吧就也]"
)
SAME_SHARE, SAME_SHARE_ZH = 0.6, 0.75
"""Share of what is named, of the shorter of the two, that both must name."""
_LATIN = lazy_regex(r"[A-Za-z][\w.+-]*")


def is_one(sentence: str) -> bool:
    """Whether a sentence of a person may end a rule."""
    found = _ENDS.search(sentence) or _PERMITS.search(sentence)
    return found is not None and not sentence.rstrip().endswith(("?", "？"))


def ends(rule: str, revocation: str) -> bool:
    """Whether the revocation is about what the rule says."""
    if is_one(rule) or not (_ENDS.search(revocation) or statements.NEGATION.search(rule)):
        return False
    is_chinese = lexing.has_cjk(revocation)
    if is_chinese != lexing.has_cjk(rule):
        return False
    old, new = _named(rule), _named(revocation)
    if not old or not new or (is_chinese and _latin(revocation) - _latin(rule)):
        return False
    return len(old & new) >= (SAME_SHARE_ZH if is_chinese else SAME_SHARE) * min(len(old), len(new))


def _named(text: str) -> frozenset[str]:
    """What a sentence is about, without the words of rules and revocations."""
    return statements.parse(_CUES_ZH.sub(" ", text) if lexing.has_cjk(text) else text).kinds - _LIGHT


def _latin(text: str) -> set[str]:
    return {match.casefold() for match in _LATIN.findall(text)}
