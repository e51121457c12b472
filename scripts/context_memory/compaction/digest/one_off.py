"""Which orders of a person are for one thing, and over when it is done; which last is told by their words."""

from functools import lru_cache

from ...text.patterns import lazy_regex
from .directives import is_of_the_moment

_LASTS = lazy_regex(
    r"(?i)\b(?:always|never|ever again|from now on|(?:every|each)\b|whenever|in (?:the )?future|going forward"
    r"|by default|in general|generally|as a rule|no longer|prefer\w*|remember|keep in mind|unless|until"
    r"|repl(?:y|ies)|respond|answers?|english|chinese|immer|niemals?|nie|jede\w*|künftig|zukunft|allgemein|generell|grundsätzlich|merke?\w*"
    r"|schritt\w*|langsam|antwort\w*|deutsch|englisch)\b"
    r"|以后|今后|每[次个当]|始终|永远|一直|一律|统一|凡是|所有|默认|记住|总是|任何|回答|回复|中文|英文"
)
"""What makes an order one that lasts, whatever else it says."""
_LIMITS = lazy_regex(
    r"(?i)\b(?:don['’]?t|do not|not|only|instead|rather|without|avoid|keep|must(?:n['’]t)?|no need|no|stop|nicht"
    r"|kein\w*|nur|erst|ohne|statt)\b|不要|别|必须|禁止|只|不[能许准用]|避免|保持|先"
)
"""What binds, unless a part before it only asks for one thing to be done."""
_ONE_THING = lazy_regex(
    r"(?i)(?:\A|[,;.!?:)]\s*|\b(?:and|then|also|please|to|just|now|ok(?:ay)?|alright|so|btw|yes|yeah|you|we|let['’]?s"
    r"|must|should|needs? to)\s+)(?:be (?:\w+ed|written)|add|remove|delete|create|fix|write|open|move|rename"
    r"|investigate|check|read|update|implement|put|undo|revert|run|push|commit|merge|try|review|analy[sz]e|propose|test|deploy|show|explain"
    r"|list|find|look|start|build|make|rewrite|refactor|install|clean|extract|split|convert|replace|change|adjust|bump"
    r"|publish|release|save|send|generate|document|describe|draft|compare|evaluate)\b(?:\s+\w+){0,2}?"
    r"\s+(?:the|this|that|these|those|it|them|an?|one|my|our|all|me|us|what|why|how|where|up|back"
    r"|[`\"'“@/~#]|\w+[./_]\w)"
    r"|\b(?:should|needs? to|has to) (?:then |also |just |all )?(?:be|have|look|show|stay|go|return|use)\b"
    r"|\bi (?:think|believe|guess|suppose)\b|\b(?:bitte|soll(?:te|st)?|muss|müssen)\b"
    r"|改成|改一下|帮我|重新|应该|加[一上个入]|删[掉除]|创建|新建|修[改复]|写[一个]|看一下|检查|试|提交|跑一下|整理|生成|分析"
)
"""Asks for one thing to be done or to be so: a request that is over once it was carried out."""
_TELLS_A_FAULT = lazy_regex(
    r"(?i)\A\W*(?:(?:ok(?:ay)?|hm+|so|well|alright|and|but),? )*i (?:think|believe|noticed|saw|see|get|got|found)\b"
    r"[^.!?]*?(?:n['’]t|\b(?:not|never|wrong|broken|missing|crash\w*|errors?|bug|fail\w*))\b"
)
"""A report of something broken: over when it is mended, whatever else its words say."""
_COMPLAINS = lazy_regex(
    r"(?i)\A\W*(?:no|nope|nein|wrong|still|hm+|wtf|not|nicht|ugh)\b|\b(?:still (?!up|there)|again"
    r"|(?:does|did|is|was)(?:n['’]?t| not)|won['’]?t|can['’]?t)\b"
    r"|\b(?:broken|crash\w*|fail(?:s|ed|ing)|explod\w*|missing|forgot\w*"
    r"|immer noch|falsch|kaputt|fehlt|nochmal"
    r"|(?:geht|funktioniert|klappt|stimmt) (?:\w+ )?nicht)\b"
    r"|不对|不行|还是|没有?(?:生效|变|改|用|成功|看到)|报错|失败|错了|少了|漏了|又"
)
"""How a person says that what was just done is not what they asked for."""


@lru_cache(maxsize=1_024)  # asked again with every message until it is carried out
def is_for_once(order: str) -> bool:
    """Whether an order asks for one thing to be done, and is over then; one that lasts or forbids is not."""
    if is_of_the_moment(order) or _TELLS_A_FAULT.match(order):
        return True
    asked = _ONE_THING.search(order)
    if asked is None or _LASTS.search(order):
        return False
    limit = _LIMITS.search(order)
    return limit is None or asked.start() < limit.start()


def complains(words: str) -> bool:
    """Whether a person says that something is not as they asked for it."""
    return _COMPLAINS.search(words) is not None
