"""Does a Chinese sentence settle something? `我们决定用甲方案`, `就用 Redis 吧`, `端口改成 8081`.

Chinese names what decides and what is decided with the same words, so a cue alone says little: `安全感决定你的壳多厚`
settles nothing. A decision is short, is no question and supposes nothing; its subject is somebody who may decide,
or is left out. In a pasted document only `我` and `我们` decide, and what an agent changes is an edit, no decision.
"""

import re

LONGEST = 80
"""Characters; what is longer explains."""

_CLAUSE = r"(?:^|[，,。；;：:！!、]\s*|\s)"
_WHO = r"(?:我们?|咱们?|大家|团队|用户|老板|领导|客户|双方|会议|会上|开会)"
_HEDGE = (
    r"(?:那么?|好的?|行|嗯|可以|OK|ok|Ok|所以|因此|最终|最后|还是|先|暂时|目前|现在|今天|刚才|后续|这次|统一|直接|一致|已经|已|就"
    r"|都|也|讨论后|综合考虑|后来|[,，\s])*"
)
_DECIDED = r"决定(?!权|因素|性|论|于|书|吗|呢|下一步)"
_CHOSEN = r"(?:采用|选用|选择了|选定了?|敲定了?|约定(?!俗成)|(?:确定|定下来?)(?:用|采用|使用|走|按))"
_CHANGED = r"(?:改用|改成|改为|换成|换为|定为|定在|就用|就选|就按|就走|统一用|统一成)"
_AGREED = (
    r"(?:就这么|就这样|那就)(?:定|办|做|决定)|定了(?=$|[，,。！!：:])|方案(?:是|定为)"
    r"|按[^，,。；;]{1,15}(?:来|走)(?:吧|$|[，,。！!])"
)

_STATED = rf"{_CLAUSE}{_HEDGE}(?:{_WHO}{_HEDGE})?(?:(?:{_DECIDED}|{_CHOSEN}|改用).|{_AGREED})"
_SETTLED_BY_AGENT = re.compile(_STATED)
_SETTLED = re.compile(rf"{_STATED}|{_CLAUSE}[^，,。；;：:？?把将]{{0,14}}?{_CHANGED}.")
_OWN = re.compile(rf"(?:我们?|咱们?){_HEDGE}(?:{_DECIDED}|{_CHOSEN}|{_CHANGED}|{_AGREED})")
_OPEN = re.compile(
    r"[？?]|(?:吗|呢|么)[。！!]?$|是否|要不要|能不能|可不可以|是不是|怎么|如何|什么|为何|哪|谁|多少|几[个种次]"
    r"|还没|尚未|没有?决定|未决定|待.{0,8}决定"
)
"""Anywhere in the sentence: it asks, or says that nothing is settled."""
_SUPPOSED = re.compile(
    r"如果|假如|要是|若|除非|一旦|等.{0,6}再|需要|建议|可能|也许|或许|应该|例如|比如|适时|根据"
    r"|(?:不要|别|不用|不能|不会|没有?|未|无法).{0,4}(?:改|换|采用|选用|定)"
    r"|由.{0,12}(?:来|所)?决定|(?:它|他|她|你|这|那|来|以|会|能)(?:来|将|就)?决定|是决定"
)
"""Up to the cue: it supposes or proposes, or names somebody or something else that decides."""


def match(sentence: str, *, in_document: bool, of_agent: bool) -> re.Match[str] | None:
    """Where the sentence settles something; None where it does not."""
    if len(sentence) > LONGEST or _OPEN.search(sentence):
        return None
    found = (_OWN if in_document else _SETTLED_BY_AGENT if of_agent else _SETTLED).search(sentence)
    return None if found is None or _SUPPOSED.search(sentence[: found.end()]) else found
