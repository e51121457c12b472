"""Is a message worth a look by the memory? Two gates of words: something about the person, and a correction.

The words are RsClaw's (SPEC 5.3). Text in code fences and quoted lines does not count, curly apostrophes
are straight, and Latin words count whole: `i like` is not found in `wiki like`.
"""

import re

from .lexing import folded

SHORTEST, LONGEST = 4, 4_000
"""Characters of a message that may tell something about the person."""
SHORTEST_CORRECTION = 2

_TELLS = """
我叫 我是 我的 我家 我住 住在 我用 我习惯 喜欢 讨厌 我想要 我希望 我们公司 我老婆 我妻子 我太太 我老公
我儿子 我女儿 我爸 我妈 我生日 记住 记一下 记下 帮我记 偏好 以后每次 每次都
my_name my_wife my_husband i_live i'm_from i_am i'm i_like i_prefer i_hate i_use i_work call_me
remember_that remember_to
"""
_CORRECTS = """
不对 错了 搞错 弄错 不是这 不是我要 我说的是 应该是 应该用 别这样 别用 不要这样 重新 纠正 下次 以后不要 以后别
记住别 不准
that's_wrong thats_wrong not_what_i not_correct incorrect you_should should_have don't_do do_not_do stop_doing
next_time actually_i_meant i_meant not_like_that redo you_misunderstood
"""
_FENCED = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_QUOTED = re.compile(r"^\s*>.*$", re.MULTILINE)


def _any_of(markers: str) -> re.Pattern[str]:
    words = [marker.replace("_", " ") for marker in markers.split()]
    chinese = [re.escape(word) for word in words if not word.isascii()]
    latin = [re.escape(word).replace(r"\ ", r"\s+") for word in words if word.isascii()]
    return re.compile("|".join([*chinese, rf"\b(?:{'|'.join(latin)})\b"]))


_TELLING = _any_of(_TELLS)
_CORRECTING = _any_of(_CORRECTS)


def tells_something(text: str) -> bool:
    """Whether a message may hold a fact about the person, or asks to remember one."""
    return SHORTEST <= len(text.strip()) <= LONGEST and _TELLING.search(_as_compared(text)) is not None


def corrects(text: str) -> bool:
    """Whether a message corrects what was done."""
    return SHORTEST_CORRECTION <= len(text.strip()) <= LONGEST and _CORRECTING.search(_as_compared(text)) is not None


def own_words(text: str) -> str:
    """What a person says in a message: without code fences and quoted lines, apostrophes straight."""
    return _QUOTED.sub("", _FENCED.sub("", text)).replace("’", "'")


def _as_compared(text: str) -> str:
    return folded(own_words(text))
