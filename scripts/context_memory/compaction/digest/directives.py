"""Detects a person's orders, corrections and decisions, in their own words."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import islice, pairwise, takewhile

from ...text import entities, own_voice, pasted, revocations, sentences
from ...text.patterns import CaselessPattern, caseless_regex, lazy_regex
from .values import Said

SHORTEST = 12
"""Characters; anything shorter says too little without the message around it."""
LONGEST = 300
"""Characters of one kept sentence; a longer one is cut around its cue."""


def _any_word(words: Iterable[str], parts: Iterable[str]) -> CaselessPattern:
    """Matches one of the words, whole and in any case, or one of the parts (Chinese has no word boundaries)."""
    return caseless_regex("|".join([rf"\b(?:{'|'.join(words)})(?!\w)", *parts]))


_BAN = (
    r"(?:(?<!\w )|(?<=and )|(?<=but )|(?<=please ))no (?:more )?(?!(?:output|response|errors?|idea|effect|difference"
    r"|changes?|results?|reply|answer|problems?|issues?|clue|reason|sense|luck|logs?|data|sign|progress)\b)"
    r"[\w-]+(?: [\w-]+)? (?:at all|whatsoever|(?:before|until|on) (?:\w+days?|weekends?|we|i|it['’]?s|the release"
    r"|tomorrow|next|\d))\b"
)
"""No deploys at all, no merges before Friday; "no output at all" complains."""
_NONE_OF_A_KIND = (
    r"(?:(?<!\w )|(?<=[,;:] )|(?<=and )|(?<=but )|(?<=please ))no (?:(?:new|extra|additional|third[- ]party"
    r"|external) (?!errors?|results?|messages?|changes|commits|issues|mails?)[\w-]+s"
    r"(?! (?:are|were|have|found|yet|since|so far)\b)"
    r"|(?:emojis?|tables?|bullets?|bullet points|markdown|abbreviations|jargon|exclamation marks))(?=\W*(?:\Z|[,.;!]))"
)
"""No new dependencies; "no new errors" tells."""
_FORM = (
    r"(?:(?:british|plain|simple) )?(?:english|german|french|spanish|portuguese|italian|dutch|chinese|japanese"
    r"|short (?:messages|sentences|answers)|our (?:form|format|style|template)|[\w-]+(?: [\w-]+)?,? not)"
)
"""How something is to be written, signed or said."""
_ORDER_WORDS = (
    *("must(?:n['’]?t)?", "should(?:n['’]?t)?", "shall", "never", "always", "don['’]?t", "do not", "no need"),
    *("instead", "rather than", "prefer", "make sure", "ensure", "be sure", "remember", "remind (?:me|us)", "keep"),
    *("ask (?:me|us) again", "avoid", "stop", "only", "we['’]ll", "we will", "decid\\w*", "required?", "forbidden"),
    *("use [^.,;]{1,40},? (?:not?|instead)", "without", "no [\\w-]+(?: [\\w-]+)? (?:please|anywhere|ever)"),
    *("let['’]?s (?:use|go|keep|do|not|stick|start|make)", _BAN, _NONE_OF_A_KIND),
    *("(?:please )?use (?=[^ ]+ (?:for|when|in|to|as|everywhere|throughout)\\b)", "not allowed", "from now on"),
    *("(?:you|we|i)(?: can| may| should| will)? no longer", "no longer (?:need|require|use|do|want|have)\\w*"),
    "(?:please|check|verify|ask|test|run|show|tell|confirm|include|review|commit) [^.!?]{3,80} (?:every|each) time",
    "next time,? (?:please |just )?(?:ask|check|tell|show|use|do|make|wait|run|let)",
    *("at (?:most|least)", "allergic to", "non[- ]negotiable", "(?:british|american) (?:spelling|english)"),
    "(?:is|are|am|['’]m|['’]re) (?:a )?(?:vegetarian|vegan|coeliac|celiac|diabetic|\\w+[- ]intolerant)s?",
    "(?:is|are|stays?) (?:frozen|off[- ]limits|locked|banned|read[- ]only)",
    f"(?:(?:write|answer|reply|respond|sign|talk|speak)\\b[^.!?]{{0,40}}? (?:in|as) |still |please in ){_FORM}",
    *("nicht", "immer", "niemals", "nie", "statt", "muss", "musst", "müssen", "soll(?:st|en|te)?", "bitte", "merke?n?"),
    *("ab sofort", "ab jetzt", "von nun an", "(?:zu)?künftig", "à partir de maintenant", "a partir de ahora"),
    *("nur", "kein\\w*", "erst", "nunca", "siempre", "debe[ns]?", "jamais", "toujours", "doit"),
)
_ORDER_PARTS = (
    *("(?<!要)不要", "必须", "应该", "改用", "改成", "记住", "提醒我", "再问我", "只要", "(?<!用)不用"),  # 要不要 asks
    *("一定", "以后", "保持", "务必", "禁止", "(?<![类级分特个区识性判差告])别(?![的人处名])", "过敏", "忌口", "不吃"),
    *("(?<!能)不能", "不准", "不许", "只能", "先不", "统一", "优先(?!级)", "避免", "请勿", "(?<!我)一律", "凡是"),
    *("用[英中法德日西葡]文(?:写|回|发|说|就|(?=[，,。；;]|$))", "少[放加用]?[盐油糖辣]", "每次(?:都要|都得|要|先|必)"),
    *("ください", "しないで", "必ず"),
)
_CORRECTION_WORDS = (
    *("that['’]?s (?:wrong|not (?:right|what|correct))", "not what i", "i meant", "incorrect", "you misunderstood"),
    *("instead of", "should have been", "should be \\S+ not", "not \\S+ but", "redo", "revert", "undo"),
    *("still (?:broken|wrong|fail\\w*|not)", "falsch", "sondern", "(?:no|nope|nein|wrong|(?<=[,;] )actually)[,.!:]"),
)
_CORRECTION_PARTS = (
    *("不对", "错了", "搞错", "弄错", "不是这", "不是我要", "我说的是", "我是说"),
    *("应该是", "别这样", "重新", "纠正", "而不是"),
    *(r"^(?:no|nope|nein)\W+(?:that|it|this|i|you|not|wait|use|don|das|ich)\b", "^(?:wrong|actually|not quite)\\b"),
)
_SETTLED_WORDS = (
    "(?:i|we)(?:['’]ve| have)? (?:also )?(?:decided|chosen?|settled|opted|picked|went with)",
    "(?:i|we)(?:['’]ve| have)? (?:also )?agreed(?= (?:on|to|that|with)\\b|:)",
    *("(?:has|was|is|been) decided", "(?:i['’]m|we['’]re|am|are) (?:going|sticking) with"),
    *("(?:settled on|switched (?:to|from))", "(?:habe|haben|hat) .{0,40}entschieden", "wir nehmen", "ich nehme"),
)
"""What settles something when an agent says it: "let's use", "I'll keep" only say what it does next."""
_DECISION_WORDS = (
    *_SETTLED_WORDS,
    "(?:i|we)['’]?(?:ll| will)(?: just)? (?:go with|stick (?:with|to)|keep|use|switch to)",
    *("let['’]?s (?:use|go with|keep|stick with|switch to)", "go with"),
)
_DECISION_PARTS = (r"^(?:decision|decided|entscheidung)\s*[:—-]\s*\S", r"^(?:决定|结论)\s*[:：]\s*\S")
_SIGNS_OF_SETTLED = (
    *("decid", "decis", "chose", "agreed", "settled", "opted", "picked", "went", "going", "sticking", "switched"),
    *("entsch", "nehme"),
)
"""One of them stands in what settles something in English or German."""
_UNDECIDED = lazy_regex(
    r"(?i)[?？]\s*$|\b(?:if|whether|unless|once|when|should (?:i|we)|could|might|would|or should"
    r"|not (?:yet )?decided|undecided|yet to"
    r"|let me know|you (?:decide|choose)|your (?:decision|choice)|for example|e\.g\.|wenn|ob|falls|soll(?:en"
    r"|te)? (?:ich|wir))\b"
)
"""A sentence that asks, supposes or leaves it to somebody settles nothing."""

_SHORT = 60  # characters of a sentence that only points at the one before it
REFERS_BACK = lazy_regex(r"(?i)\b(?:that|this|it)\b|这个|这条|这一|此")
_NAMES_OTHERS = lazy_regex(r"(?i)\b(?:them|him|her|(?:from|with|to) there|there again)\b|[他她它]们?(?!人)|那[里儿家]")
"""Whom an order is about was said before: "don't contact them" alone tells nobody what is forbidden."""

_ASKS = lazy_regex(
    r"(?i)(?:are|is|was|were|did|does|has|bist|ist|sind|hast|habt|war)\b[^.!]*\?\s*$|(?:why|what|how|where|when"
    r"|who|which|wieso|warum|was|wie|wo|wann|welche\w*)\b[^.!]*\?\s*$|(?:为什么|怎么"
    r"|什么|哪里|谁)[^。！]*[?？]\s*$|[^。！]*(?:(?<!为)什么|哪些)\s*\Z"
    r"|(?:was|wie|wieso|warum|weshalb|wozu|wofür|wann|wo|wer|inwiefern) \w+ (?:du|ich|wir|man|es|das|die|der|mir"
    r"|sie|er|ihr)\b"
    r"|(?:¿|(?:qué|cómo|por qu[eé]|cuándo|dónde|quién|cuál\w*|pourquoi|comment|quand|où|qui|quel\w*|est-ce|perché"
    r"|come"
    r"|quando|dove|quale|como|onde|waarom|hoe|wat)\b)[^.!]*\?\s*$"
)
"""A question for knowledge; "can you …?" and "should …?" are orders as people say them."""
_STEP_OR_QUOTED = lazy_regex(
    r"(?i)\A\W*(?:第 ?[一二三四五六七八九十\d]+ ?[步章节条部阶]|(?:step|phase|part|schritt) ?\d+)[^:：]{0,12}[:：—–-]"
    r"|“[^”]*”|「[^」]*」"
)
"""The number of a step, and what is quoted: what orders something stands beside them."""
_PIECE_OF_DOCUMENT = lazy_regex(
    r"(?i)\W*(?:so that|because|which|damit|weil)\b|[^，。；:：]{0,12}的 ?\d+ ?[份个条项步]\S{0,6}\Z"
)
"""The end of a sentence, or what only leads to a list: in a document no rule."""
_SUPPOSES = lazy_regex(
    r"(?i)[^.!?]*\b(?:joked|joking|just kidding|lol|haha+)\b|[^。！？]*(?:开玩笑|哈哈)"
    r"|\W*(?:(?:so|and|ok(?:ay)?|hm+),? )*i (?:suppose|guess|assume) (?:the|that|this|it)\b[^.]*\bwould\b"
)
_POINTED_AT = lazy_regex(
    r"(?i)\b(?:whether|where|which|what|how|who|why|does(?:n['’]?t| not)(?= (?:even |really )?(?:need|require)))\b"
    r"[^.,;:!?]*|\bob\b[^.,;:!?]*|是否[^，。；]*"
)
"""What is asked for or told, not ordered: "find out whether it should be closed", "where they should go"."""
_OF_THE_MOMENT = lazy_regex(
    r"(?i)\A(?:and |also |then |ok(?:ay)?,? |please )*(?:can|could|would|will) (?:you|we)\b"
    r"(?! (?:always|never|stop|only|not)\b)"
    r"|[^。！]{0,24}?(?:能不能|可不可以|能否|可否|要不要)(?!别|不|以后|每次|一律|都)"
)
"""A request in polite words is for now, unless it says that it is not."""
_STOPS_NOW = lazy_regex(
    r"(?i)\A\W*(?:(?:ok(?:ay)?|please|no|hey|wait)[,.!]* )*stop(?:\s*[,.!:—–-]+\s|\W*\Z"
    r"|\s(?:\w+ing )?(?:it|this|that|everything|now|there|right now)\W*\Z)"
    r"|\A\W*(?:停|打住|停下|停一下|先停)(?:[，,。！!]|\Z)"
)
_WANTS_TO_KNOW = lazy_regex(
    r"(?i)\A(?:and |also |then |ok(?:ay)?,? |please )*(?:can|could|would) you (?:please |also )*(?:let me know|tell"
    r"|confirm|check|show|explain|give me)\b(?!.*\b(?:always|from now on|every time|whenever)\b).*[?？]\W*\Z"
)
_STEP = lazy_regex(
    r"(?i)\A(?!.*\b(?:immer|niemals?|jede[sn]? mal)\b|.*(?:每次|一律|总是))(?:(?:and |und )?"
    r"(?:then|next|after(?:wards| that)|dann|danach|zuerst)\b|然后|接着)"
)
"""A step of what is asked for, and no rule."""
_BINDS = lazy_regex(
    r"(?i)\b(?:always|never|don['’]?t|do not|must|only|from now on|every time|whenever|unless|no longer|instead"
    r"|rather|without|avoid|make sure|keep|remember|prefer|no need)\b"
)
_HOPES = lazy_regex(
    r"(?i)\bshould (?:then )?be (?:all )?(?:good|fine|ok(?:ay)?|ready|done|enough|safe|able)\b"
    r"|\b(?:i|we) (?:just |only )?want(?:ed)? to make sure(?: that)? (?:i|we|it|everything)\b"
    r"|\b(?:that|this|it) (?:really )?(?:should(?:n['’]?t| not| never)|must(?:n['’]?t| not| never)) (?:ever )?(?:happen"
    r"|occur|be possible)\b|\b(?:must|should) have (?:been )?\w+|\bshould be (?:in|under) my\b"
    r"|\bmy (?:\w+ ){1,3}should be (?:in|under|on|at|with)\b"
    r"|\b(?:hat|habe|haben|hast|ist|war|wurden?|mussten?)\b[^,.]{0,40}\bnicht\b|\bschon immer\b"
    r"|\b(?:kommt?|kommen|gibt(?:['’]?s)?|hat|haben?|ist|sind|waren?|geht|gehen|sehe|finde|bekomme"
    r"|kriege)\b[^,.]{0,40}\bkeine?\b"
    r"|\bkeine? (?:Stress|Problem\w*|Ding|Plan|Ahnung|Eile|Thema)\b"
    r"|\bnicht (?:gefragt|funktioniert|gemacht|gewusst|gesehen|verstanden)\b"
    r"|\A\W*du hast\b[^.!?]*"
    r"|(?<!\byou )\bwould (?:\w+ )?(?:have|need) to\b[^.!?;]*"
    r"|\b(?:i|we) (?:\w+ly )?(?:don['’]?t|do not|can['’]?t) (?:\w+ly )?(?:t[hi]+nk|know|see|understand|get"
    r"|remember|believe|recall|care|mind|have)\b"
)
"""What somebody expects or does not know orders nothing."""
_HOW_IT_IS = lazy_regex(
    r"(?i)(?<!\bto )\b(?:works|fails|breaks|happens|crashes|passes|occurs|hangs|appears|(?:work|fail|happen"
    r"|crash)ed)\b[^.!?]*"
    r"|\A\W*(?:(?:and|but) )?(?:never|only|always) (?:\w+ly|there|here|now|once|yet)\W*\Z"
)
"""Tells where and how often something works or fails: "it works on staging, never on prod"."""
_ASKS_LEAVE = lazy_regex(
    r"(?i)\b(?:should|shall) (?:i|we)\b|\A\W*can you never\b|\bsoll(?:en)? (?:ich|wir)\b|要不要|该不该"
)
_REQUESTS = lazy_regex(
    r"(?i)\b(?:can|could|would|will|won['’]t|should(?:n['’]t)?|shall|may|might) (?:you|we|i|it|this|that|they|the)\b"
    r"|\b(?:please|how about|what about|why (?:don['’]t|not)|let['’]?s|mind|kannst|könn\w+|sollt?e?n?|bitte)\b"
    r"|请|能不能|能否|可以|可否|要不要|麻烦|吧[?？]"
)
"""A question that says one of these may be an order in polite words; any other asks or wants to be confirmed."""
_TAG = lazy_regex(r"(?i), ?(?:ok(?:ay)?|alright)\?\W*\Z|[，,](?:好[吗吧不]|行吗)[?？]\W*\Z")
_QUESTION = lazy_regex(r"[?？][\"')\]*_`”’」』]*\s*\Z")
_DESCRIBES = lazy_regex(
    r"(?i)\b(?:without|required?|so (?:that )?(?:\w+ ){1,3}(?:don['’]?t|do not)"
    r"|(?:who|which|that|they|it) (?:don['’]?t|do not|should|must)|(?<!\A)only(?! (?:use|in|on|the|when|if|for)\b)"
    r"|decides)\b"
)
"""What orders nothing where a pasted document says it: "so that names don't clash" tells why."""
_TITLE = lazy_regex(r"(?m)^\s{0,3}#{1,6} .*$")
_LEAD_IN = 40  # characters up to which what ends with a colon only leads to what follows; a third in Chinese
_ORDER = _any_word(_ORDER_WORDS, _ORDER_PARTS)
_CORRECTION = _any_word(_CORRECTION_WORDS, _CORRECTION_PARTS)
_DECISION = _any_word(_DECISION_WORDS, _DECISION_PARTS)
_DECISION_OF_AGENT = _any_word(_SETTLED_WORDS, _DECISION_PARTS)


def find_directives(words: str) -> list[str]:
    """Sentences of a person that order, forbid or constrain something; code blocks and a document's titles are not."""
    without_titles = _TITLE.sub("", words) if pasted.is_document(words) else words
    return _matching(without_titles, _or_settled(_ORDER, words), refers_back=_NAMES_OTHERS)


_MANNER = lazy_regex(r"(?i)\b(?:don['’]?t|do not|not) (?:just|simply|merely)\b|(?:不要|别)(?:只是?|光|就)")


def sets_manner(order: str) -> bool:
    """Whether an order says how work is not to be done, which holds as long as the work goes on."""
    return _MANNER.search(order) is not None


@lru_cache(maxsize=1_024)  # asked again with every message until it is carried out
def is_of_the_moment(order: str) -> bool:
    """Whether what was found as an order only asks for something now: politely, or to find out what should be."""
    if stops_now(order) or (not sets_manner(order) and _WANTS_TO_KNOW.match(order)):
        return True
    if revocations.gives_leave(order):
        return False
    if _STEP.match(order) and not _BINDS.search(order):
        return True
    bound = _BINDS.findall(order)
    if bound and not (_QUESTION.search(order) and all(each.lower() in {"instead", "rather"} for each in bound)):
        return False
    return _OF_THE_MOMENT.match(order) is not None or _ORDER.search(_POINTED_AT.sub(" ", order)) is None


def stops_now(order: str) -> bool:
    """Whether it only stops what goes on: "stop, my laptop is melting", "stop reading everything"."""
    return _STOPS_NOW.match(order) is not None


def find_corrections(words: str) -> list[str]:
    """Sentences of a person that correct what was done or said before; of a pasted document only its first line can.

    What they just ordered themselves, and put in another form at once, is no correction of the agent.
    """
    if pasted.is_document(words):
        words = words.strip().partition("\n")[0]
    said = sentences.split_sentences(words)
    anew = {later for rule, later in pairwise(said) if _ORDER.search(rule) and revocations.put_anew(rule, later)}
    return [each for each in _matching(words, _CORRECTION.search) if each not in anew]


def put_anew(known: dict[str, Said], words: str, request: Said, now: int) -> tuple[dict[str, Said], str]:
    """Directives with the newest of the last request in the form that the next message `now` gives it, and what else
    that message says."""
    first = "".join(sentences.split_sentences(words)[:1])
    lately = takewhile(lambda said: said.index >= request.index, reversed(known.values()))
    for last in islice((said for said in lately if said.index == request.index), 1):
        form = sentences.plain_sentence(first)
        if anew := revocations.put_anew(last.text, form, after_a_reply=True, is_all=last.text == request.text):
            others = {text: said for text, said in known.items() if said is not last}
            return {**others, anew: Said(anew, now)}, words.replace(first, "", 1)
    return known, words


def find_decisions(words: str, *, of_agent: bool = False) -> list[str]:
    """Sentences that settle something, not what a pasted document says; "we go with that" also names what is meant."""
    if of_agent and not _may_settle(words):
        return []
    cue = _DECISION_OF_AGENT if of_agent else _DECISION
    return _matching(words, _or_settled(cue, words, of_agent=of_agent, settles=True), refers_back=REFERS_BACK)


def _may_settle(text: str) -> bool:
    """Whether a text of an agent may settle something: a plain look before the patterns."""
    low = text.lower()
    return not text.isascii() or any(map(low.__contains__, _SIGNS_OF_SETTLED))


def _or_settled(
    cue: CaselessPattern, words: str, *, of_agent: bool = False, settles: bool = False
) -> Callable[[str], re.Match[str] | None]:
    """Finds the cue in a sentence of these words, or that it settles something in Chinese."""
    in_document = pasted.is_document(words)

    def found(sentence: str) -> re.Match[str] | None:
        if of_agent and not _may_settle(sentence):
            return None
        is_quoted = settles and in_document and not of_agent
        match = None if is_quoted else cue.search(sentence)
        match = match or settles_in_chinese(sentence, in_document=in_document, of_agent=of_agent)
        return None if match is None or is_vetoed(sentence) else match

    def is_vetoed(sentence: str) -> bool:
        if settles:
            return _UNDECIDED.search(sentence) is not None
        if leads_in(sentence) or _ASKS.match(sentence) or _SUPPOSES.match(sentence):
            return True
        if own_voice.is_of_others(sentence) or (_QUESTION.search(sentence) and _ASKS_LEAVE.search(sentence)):
            return True
        if in_document and _PIECE_OF_DOCUMENT.match(sentence):
            return True
        if _QUESTION.search(_TAG.sub(".", sentence)) and not _REQUESTS.search(sentence):
            return True
        if any(how.search(sentence) and not cue.search(how.sub(" ", sentence)) for how in (_HOPES, _HOW_IT_IS)):
            return True
        return in_document and not cue.search(_DESCRIBES.sub(" ", _STEP_OR_QUOTED.sub(" ", sentence)))

    return found


def asks(sentence: str) -> bool:
    """Whether it ends as a question does."""
    return _QUESTION.search(sentence) is not None


def leads_in(sentence: str) -> bool:
    """Whether it only leads to what follows it."""
    words = sentences.plain_sentence(sentence)
    return words.endswith((":", "：")) and len(words) < (_LEAD_IN if words.isascii() else _LEAD_IN // 3)


def _matching(
    words: str, cue: Callable[[str], re.Match[str] | None], *, refers_back: "re.Pattern[str] | None" = None
) -> list[str]:
    found: list[str] = []
    previous, anew = "", ""
    said = sentences.split_sentences(sentences.without_fences(words))
    for place, sentence in enumerate(said):
        words_only = sentences.plain_sentence(sentence)
        match = None if anew else cue(words_only)
        anew = ""
        if match is not None and not sentences.is_code(sentence):
            kept = sentences.around(words_only, match.start(), match.end(), LONGEST)
            anew = revocations.put_anew(kept, "".join(said[place + 1 : place + 2]))
            kept = anew or kept
            is_found = found and found[-1] == sentences.plain_sentence(previous)
            if refers_back and (whose := sentences.with_person(said, place, kept)) != kept:
                kept = whose
            elif (
                refers_back
                and previous
                and not is_found
                and len(kept) <= _SHORT
                and (refers_back.search(kept) or sentences.confides(kept))
            ):
                kept = sentences.clip(f"{sentences.plain_sentence(previous)} {kept}", LONGEST)
            if len(kept) >= SHORTEST or (len(kept) >= SHORTEST // 2 and not kept.isascii()):
                found.append(kept)
        previous = sentence
    return list(dict.fromkeys(found))


_LONGEST_CLAUSE = 80
"""Characters; what is longer explains."""

_CLAUSE = r"(?:^|[，,。；;：:！!、]\s*|\s)"
_WHO = r"(?:我们?|咱们?|大家|团队|用户|老板|领导|客户|双方|会议|会上|开会)"
_HEDGE = (
    r"(?:那么?|好的?|行|嗯|可以|OK|ok|Ok|所以|因此|最终|最后|还是|先|暂时|目前|现在|今天|刚才|后续|这次|统一|直接"
    r"|一致|已经|已|就"
    r"|都|也|讨论后|综合考虑|后来|[,，\s])*"
)
_DECIDED = r"决定(?!权|因素|性|论|于|书|吗|呢|下一步)"
_CHOSEN = r"(?:采用|选用|选择了|选定了?|敲定了?|约定(?!俗成)|(?:确定|定下来?)(?:用|采用|使用|走|按))"
_CHANGED = r"(?:改用|改成|改为|换成|换为|定为|定在|定了(?![，,。！!：:吗没]|$)|就用|就选|就按|就走|统一用|统一成)"
_AGREED = (
    r"(?:就这么|就这样|那就)(?:定|办|做|决定)|定了(?=$|[，,。！!：:])|方案(?:是|定为)"
    r"|按[^，,。；;]{1,15}(?:来|走)(?:吧|$|[，,。！!])"
)

_STATED = rf"{_CLAUSE}{_HEDGE}(?:{_WHO}{_HEDGE})?(?:(?:{_DECIDED}|{_CHOSEN}|改用).|{_AGREED})"
_SETTLED_BY_AGENT = lazy_regex(_STATED)
_SETTLED = lazy_regex(rf"{_STATED}|{_CLAUSE}[^，,。；;：:？?把将]{{0,14}}?{_CHANGED}.")
_OPEN = lazy_regex(
    r"[？?]|(?:吗|呢|么)[。！!]?$|是否|要不要|能不能|可不可以|是不是|怎么|如何|什么|为何|哪|谁|多少|几[个种次]"
    r"|还没|尚未|没有?决定|未决定|待.{0,8}决定"
)
"""Anywhere in the sentence: it asks, or says that nothing is settled."""
_SUPPOSED = lazy_regex(
    r"如果|假如|要是|若|除非|一旦|等.{0,6}再|需要|建议|可能|也许|或许|应该|例如|比如|适时|根据"
    r"|(?:不要|别|不用|不能|不会|没有?|未|无法).{0,4}(?:改|换|采用|选用|定)"
    r"|由.{0,12}(?:来|所)?决定|(?:它|他|她|你|这|那|来|以|会|能)(?:来|将|就)?决定|是决定"
)
"""Up to the cue: it supposes or proposes, or names somebody or something else that decides."""


def settles_in_chinese(sentence: str, *, in_document: bool, of_agent: bool) -> re.Match[str] | None:
    """Where the sentence settles something; None where it does not."""
    may_settle = not in_document and len(sentence) <= _LONGEST_CLAUSE and sentences.may_hold_han(sentence)
    if not may_settle or _OPEN.search(sentence):
        return None
    found = (_SETTLED_BY_AGENT if of_agent else _SETTLED).search(sentence)
    return None if found is None or _SUPPOSED.search(sentence[: found.end()]) else found


_ADOPTS = lazy_regex(
    r"(?i)\b(?:follow|do|apply|adopt|obey|stick to|go (?:by|with)) (?:all |everything |exactly |just )*"
    r"(?:what(?:ever)?|as|it|that|this|these|those|them|her|his|their|the (?:rules?|instructions?|list|points?))\b"
    r"|\b(?:her|his|their|these|those) (?:\w+ )?(?:apply|hold|count)\b"
    r"|\b(?:use|work with) (?:it|this|these|those|them) (?:from (?:now|here)|going forward|in (?:the )?future|always)\b"
    r"|[照按][^，。？?]{0,10}(?:[做来办改走]|执行)|听[他她]的"
)


def adopts(own: str) -> bool:
    """Whether a person wants done what somebody else wrote, which stays that one's word: "follow what she says"."""
    return _ADOPTS.search(own) is not None


_REFUSED_THING = lazy_regex(
    r"(?i)\b(?:not|no|never|instead of|rather than|without|n['’]t)\s+(?:use |have |want |need )?"
    r"(?P<what>[\w.%+-]+(?: [\w.%+-]+){0,2})|(?P<wrong>(?:[\w.%+-]+ ){0,1}[\w.%+-]+) (?:is|was|are|were) wrong"
    r"|(?:不用|别用|不要用|不是|而不是)\s*(?P<zh>[\w.%+-]{2,12})"
)


_REFUSES = ("no ", "not ", "n't ", "n’t ", "never ", "instead of ", "rather than ", "without ", " wrong", *"不别")


def replaces_part(earlier: str, later: str) -> bool:
    """Whether later words of a person say that a thing which the earlier ones asked for is not to be so: "5 per
    minute" after "10 per hour, not 5 per minute", redis after "we have no redis"."""
    refused = refused_in(later)
    return bool(refused) and any(map(_plain_words(earlier).issuperset, refused))


@lru_cache(maxsize=4_096)  # asked for every size of a summary
def refused_in(words: str) -> tuple[tuple[str, ...], ...]:
    """The things that are not to be so, each by the one or two words that say which it is."""
    found, low = [], words.lower()
    for match in _REFUSED_THING.finditer(words) if any(map(low.__contains__, _REFUSES)) else ():
        said = [each.lower().rstrip("s") for each in re.findall(r"[\w.%+-]+", "".join(filter(None, match.groups())))]
        telling = [each for each in said if each not in entities.LITTLE_WORDS]
        needed = 2 if telling and telling[0].isdigit() else 1
        if len(telling) >= needed:
            found.append(tuple(telling[:needed]))
    return tuple(found)


_plain_words = lru_cache(maxsize=1_024)(entities.plain_words)
