"""Whether a question asks for all there is of something: "what books", "how many times", "哪些"."""

import re

from .question_parts import READ

_VERB = (
    r"(?:is|was|are|were|do|does|did|has|have|had|can|could|would|will|should|might|makes?|made|happen(?:s|ed)?|this|his"
    r"|its|us|as|'s)"
)
_COUNTED = r"(?:kinds?|types?|sorts?|genres?|number|list|names?) of "
_COLLECTING = re.compile(
    rf"\bhow (?:many|often)\b|\b(?:list|name|tell me) (?:all|every|some|the)\b|\b(?:everything|all the|all of)\b"
    rf"|\b(?:what|which) (?:all |other |different |are the |{_COUNTED})*(?:(?!{_VERB}\b)[\w-]+ ){{0,2}}"
    rf"(?!{_VERB}\b)[\w-]+(?<!ss)(?<!us)(?<!is)s\b(?!')"
    r"|哪些|有[过哪]?什么|几[次个种本家]|多少[次个种本家]|所有|列出|都[^，。？]{0,6}(?:什么|哪)",
    re.IGNORECASE,
)


def asks(question: str) -> bool:
    """Whether the answer lies in more than one place, as far as the words of the question say."""
    return _COLLECTING.search(question[:READ]) is not None
