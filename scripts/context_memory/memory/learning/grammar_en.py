"""English: how a sentence is cut into clauses; words, shapes and evidence have modules of their own.

Patterns are verbose: white space does not count, `_` is a space, `{name}` a class of words, `~` the end of a word.
"""

from functools import cache

from . import grammar
from .evidence_en import EVIDENCE
from .shapes_en import SHAPES
from .words_en import CLASSES

BOUNDARY = r"""[,;:—–]\s+(?!not~|use_\w+[.!]*$|throughout~|and_not~|instead~|ever[.!]*$|always~[.!]*$|please~[.,!]*$
    |by_the_way~|btw~)|\s-+\s+|\s*~(?:(?<!nobody_)(?<!no_one_)(?<!nothing_)(?<!anything_)(?<!all_)but|because
        |since|oh_and
    |oh|though)~,?\s+|\s+(?:btw|by_the_way),?\s+(?!not~)
    |\s*~so~_(?!that~|far~|much~|many~)|\s*~(?:and|as)~_(?=(?:i|i'm|im|i've|ive|my|we|we're|our|please|don't
    |dont|never|from|you|keep|use|always|make_sure|let's|he|she|it|that|no|next)~)|,?\s+(?=what_(?:can|is
    |should)|how_(?:do|can)|rewrite_|try_again)"""
SCOPE = r"""(?:and_|also_|ok_|oh_|but_|please_)*(?:{when}|in_(?:this|our|the)_[\w_]{3,20}|for_(?:all|any|every|each
    |anything)~[^,]{0,40}|(?:if|when(?:ever)?|before|after|on|at|with|every|each|any(?:thing)?
    |all)~(?!_(?:it|this|that)~)[^,]{2,60}|unless_[^,]{3,40})"""
ASKS = r"""^(?!(?:stop|always|never|don't|not)~).*\?\s*["')]*$|^(?:what|why|how|where|who|whose|which|is|are|was
    |were|do|does|did|am|has|have|should|shall|would|could|may|suppose|imagine|translate|assuming)~|^if_(?:i
    |we|they|he|she|it)~|[=;{}]|(?<!:)//|^from_the_log|~jok(?:e|ed|ing)~|\w\(\)|~(?:docs?|readme|guide
    |manual|handbook|policy|spec|errors?|stor(?:y|ies)|article|he|she|they|colleague|who|somebody
    |someone)~.{0,30}~(?:says?|said|states?|tells?|told|tweeted|writes?|wrote|claims?)~
    |^my_(?:\w+_){0,2}?(?:e-?mail|phone|number)~"""
LEAD = r"""(?:(?:(?:on_)?(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?:_(?:morning|afternoon|evening|night)s)?
    (?=_(?:i|i'm|we)~)|please|pls|plz|also|and|but|so|oh|ok|okay|yes|yeah|btw|by_the_way|again|note|important|rule
    |one_rule|one_more_thing|reminder|just|remember(?:_that)?|whatever_you_do|under_no_circumstances
    |actually|then|thx|thanks|hi|hello|hey|wrong|quick_one|for_the_record|fyi|as_(?:i|we)_said|you_know|that
    |note_that|hmm|well|look|listen|lol|haha|besides|for_reference|(?:in|for|on|at)_(?:this|our|the)_(?:repo
    |repository|project|team|codebase|company|house)|(?:no|nope)(?=[,.!:])|{when}(?=,|_(?:i|i'm|im|we|the
    |our|my|all|every|let's|this|please)~)|(?:can|could|would|will)_you(?:_please)?(?=_(?:always|never|stop
    |not)~))(?![\w'])[\s,:.!-]*)*"""


@cache
def english() -> grammar.Grammar:
    """The grammar of English."""
    return grammar.build(CLASSES, SHAPES, EVIDENCE, boundary=BOUNDARY, scope=SCOPE, asks=ASKS, lead=LEAD)
