"""Who of the two that talk a question is about: "what did I say" is about the person, "what did you suggest" the agent.

What the other one said may repeat it, but is seldom the answer.
"""

import re
from enum import StrEnum

from . import lexing, origins


class Side(StrEnum):
    """One of the two."""

    PERSON = "person"
    AGENT = "agent"


_AGENT_NAMES = """
agent ai bot chatbot model claude chatgpt gpt gemini copilot openclaw 助手 机器人 ai助手
"""
_AGENTS = frozenset({origins.ASSISTANT, *_AGENT_NAMES.split()})
_NOBODY = frozenset({"", origins.TOOL, "system", "developer"})
LONGEST = 300
"""Characters; a longer text is a message, and tells more than it asks."""
_LEAD = re.compile(
    r"\b(?:do|did|can|could|would|will) you (?:still |please )*(?:remember|recall|know|tell me|remind me)\b"
    r"|你(?:还|是否|能|可以)*(?:记得|知道|告诉我|说说)(?!过)"
)
"""What is said to whoever answers, and asks nothing about them."""
_REQUEST = re.compile(r"\b(?:can|could|would|will) you\b|\bplease\b|\blet's\b|帮我|帮忙|麻烦你|请(?![问教])")
"""Something is to be done: what either of the two said may help."""
_TOLD = (
    "recommend|suggest|t(?:ell|old)|sa(?:y|id)|mention|advi[sc]e|g[ai]ve|introduc|shar|t(?:each|aught)|propos|offer|list"
    "|answer|explain|promis|do|did|fix|chang|wr[io]te|creat|us|decid|ma[kd]e|call|warn|f(?:ind|ound)|add|remov|r[au]n"
)
_BETWEEN = r"(?:once |ever |just |already |previously |have |had )*"
_AGENT = re.compile(
    rf"\b(?:did|have|had|were|are|do) you\b|\byou(?:'ve|'d)? {_BETWEEN}(?:{_TOLD})\w*|\byour\b"
    r"|(?<![和跟给向对与同让])你(?:们|曾经|之前|以前|上次|刚才|都|还)*"
    r"(?:[给跟和对向](?:了|过)?我|告诉|推荐|建议|说|提|介绍|分享|教|写|改|用)"
)
_PERSON = re.compile(r"\b(?:i|me|my|mine|myself|i'm|i've|i'd|i'll)\b|我(?!们)")


def asked(question: str) -> Side | None:
    """Whom a question is about; None where it says neither I nor you, or wants something done."""
    text = _LEAD.sub(" ", lexing.folded(question[: LONGEST + 1]))
    if len(text) > LONGEST or _REQUEST.search(text):
        return None
    if _AGENT.search(text):
        return Side.AGENT
    return Side.PERSON if _PERSON.search(text) else None


def of_speaker(name: str) -> Side | None:
    """Whose words they are; None of a doc that nobody speaks, or a tool."""
    folded = lexing.folded(name.strip())
    if folded in _NOBODY:
        return None
    return Side.AGENT if folded in _AGENTS else Side.PERSON
