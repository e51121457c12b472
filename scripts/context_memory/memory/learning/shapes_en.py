"""English: how a clause opens that may say something lasting; the notation is that of `grammar_en`."""

from ..docs import Kind

SHAPES = {
    "meant": (
        2,
        Kind.FACT,
        r"""(?:by|with)_[\"\w_]+,?_(?:i|we)_(?:always_)?mean~|when(?:ever)?_(?:i|we)_(?:say|write|type
        |mention)~.*~(?:i|we|it)_(?:always_)?means?~""",
    ),
    "call": (
        2,
        Kind.FACT,
        r"""(?:it's|its|it_is|that's)_(?:pronounced|spelled|spelt|written)~|(?:it's|its
        |it_is)_(?-i:[A-Z])\w+,?_(?:(?:by_the_way|btw),?_)?(?:with_(?:an?|two|the)_|not_(?-i:[A-Z]))""",
    ),
    "permit": (
        1,
        Kind.PREFERENCE,
        r"""(?:you_(?:can|may|could|(?:don't|needn't|do_not)_(?:need|have)|needn't|no_longer|are_allowed)
        |(?:there's_|there_is_)?no_need_to|feel_free(?!_to_(?:ask|reach|contact|let|tell|message|share))|(?:it's
        |it_is)_(?:fine|ok|okay)_(?:now_)?to|(?:forget
        |ignore|scrap|drop|cancel)_(?:what_i|the_(?:\w+_)*rule|my_(?:\w+_)*(?:rule|preference)))~""",
    ),
    "wish": (
        1,
        Kind.PREFERENCE,
        r"""i(?:'d|_would)?_(?:rather|like|prefer|love|want|expect|hate|need(?=_(?:things|everything
        |answers)))_(?:it_(?:when|if)_)?(?:you(?:r)?|all|every|my|any|answers?|everything|things|{thing}
        |to_be_(?:asked|told)|not|have)~|i_(?:don't|do_not|never)_want_(?:you|any|{thing}|to_(?:see|be|get|read
        |hear))~
        |i_(?:hate|love|like|prefer)_it_(?:when|if)~|i_(?:don't_like|hate|dislike|can't_stand)_the_(?:words?
        |phrases?|terms?)~
        |i_(?:would_)?only_(?:ever_)?want_[\w_]{2,30}s~|i_(?:told|asked)_you~|you_keep_\w+ing~""",
    ),
    "order": (
        0,
        Kind.PREFERENCE,
        r"""(?:(?:(?:for|in|on|before|after|with)_(?:(?:all|any|every|each)_)?(?!(?:the|this|that|my|your
        |it)~)(?:[\w-]+_){1,3}?(?={act}~|stick~|don't|never
        |always)|always|never|only|first|try_(?:not_)?to|make_sure_(?:to|you|that_you)|be_sure_to|let's
        |we_should|you_(?:should|must|have_to|need_to|are_to)|i_(?:want|need|expect)_you_to|{when}
        |if_[^,]{3,50},|when(?:ever)?_[^,]{3,50},|(?:before|after|for|on|in|with
        |every)_(?:[\w-]+_){0,5}?[\w-]+,)[_,:]*)*(?:(?:don't|do_not|never|not|stop|avoid|no|without)~
        |{act}~(?!_(?:is|are|was|has)~))""",
    ),
    "order always": (
        0,
        Kind.PREFERENCE,
        r"""(?:{when}[_,]*)?(?:always|make_sure_(?:to|you))_(?!(?:been|trust|rely|expect|happy|glad|nice|good
        |great|here|ready|open|there|wrong|right|late|on|an?|the|so|on|in|my|your|it|this|that
        |some\w*)~)[a-z]{3,}(?<!ed)(?<!ing)~
        |(?:if|when(?:ever)?)_(?:an?|any|you|something)~[^,]{3,50},_(?:please_|just_)?(?!(?:i|we|it|the|this|that
        |then|what|how|why
        |is|are|do|does|can|should|will)~)[a-z]{3,}~""",
    ),
    "limit": (
        0,
        Kind.PREFERENCE,
        r"(?:\w+_){1,4}(?:max|maximum|at_most|or_less|or_fewer|tops)(?:[,.!]|_unless|_per|_when|_please|$)",
    ),
    "asked for": (
        2,
        Kind.PREFERENCE,
        r"""(?:(?:shorter|longer|fewer|less|more|simpler)_\w+|(?:\w+_)?{thing})(?:_only)?,?_(?:please|pls|always
        |from_now)~""",
    ),
    "kin": (
        2,
        Kind.RELATIONSHIP,
        r"""(?:my|our)_(?:\w+_)?{kin}(?:,?_[A-Z]\w+,?)?(?:_(?:also|now))?(?:'s)?_(?:is|are|has|have|goe?s?
        |lives?|works?|can't|doesn't|does|only|never|always|likes|loves|hates|prefers|speaks|told_me_to
        |says_i_should|studies|turns|starts|drives|takes|eats|called)~(?!_(?:to|been|the|just|asked|already
        |waiting|coming|sick|here|angry|asking|trying|calling|saying|mad|late)~)|(?:my
        |our)_{kin}'s_\w+_(?:is|are)~|the_kids'?_\w+_is~|my_{kin}'s_(?-i:[A-Z])""",
    ),
    "own": (
        1,
        Kind.FACT,
        r"""my_(?!(?:\w+_)?(?:e-?mail|phone(?!_is_an?_)|number)~|(?:[\w'-]+_){0,2}?(?:{broken}
        |{passing})~)(?:[\w'-]+_){1,3}?(?:is|are|has|starts|ends|expires
        |makes|needs|only|never|always)~|my_(?:birthday|flat|house|office|timezone|time_zone)'s~
        |my_[\w_]{3,20}'s_(?:name|e-?mail|number|birthday|phone)_is~""",
    ),
    "person of taste": (0, Kind.PREFERENCE, r"i_(?:{adverb}_)*(?:prefer|like|love|hate|dislike|can't_stand)~"),
    "person": (0, Kind.FACT, r"(?:i|i'm|i've)~"),
    "ours": (0, Kind.FACT, r"(?:we|we're|we've|our|let's)~"),
    "rule": (0, Kind.FACT, r"(?:{every}|no|only(?!_\w+ing~)|the_only)~"),
    "thing": (
        0,
        Kind.FACT,
        r"""(?!(?!(?:all|in|on|at|for|of|from|both|half|only)_)\w+_(?:the|an?|my|your|this|that|it|me|him|her
        |them|us|up|down)_)(?!(?:please|just|kill|now|ok|yes|no|lol|not|don't|it|this|that|these|those|he
        |she|they|you|what|who|which|there|here|if|when|because|so|and|or|but|to|of|looks|seems|where|why
        |how|is|are|was|were|it's|that's)~)[\w'.@/"`-]+(?:_[\w'.@/"`-]+){0,8}?(?:_|(?='s))(?:'s|is|are|must|should
        |needs?|has|have|goe?s?|lives?|runs?|sits?|listens?|belongs?|starts?|ends?|closes?|opens?|expires?
        |happens?|uses?|hates?|wants?|likes?|prefers?|only|always|never|may|can|no_longer|appl(?:y|ies)|gets?
        |owns?|handles?|leads?
        |maintains?|approves?|reviews?|manages?|took|signs?|comes?|hosts?|rotates?|talks?|syncs?|sends?|reads?
        |connects?|authenticates?|caches|fetches|pulls?|pushes|logs_to|builds?|deploys?|publishes|renders?
        |returns?|takes?|moved|migrated|switched|supports?|requires?|expects?|serves?|stores?|points?|depends?
        |follows?|charges?|pays?|accepts?|works?|speaks?|reports?
        |costs?|resets?|keeps?|means?)~""",
    ),
}
