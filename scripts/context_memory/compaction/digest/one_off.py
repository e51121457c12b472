"""Detects what no longer holds: orders carried out, answered questions, thanks and good-byes."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...text import entities, pasted, revocations, sentences
from ...text.patterns import caseless_regex, lazy_regex
from .directives import is_of_the_moment, sets_manner
from .values import Action, Said, Speaker

_LASTS = lazy_regex(
    r"(?i)\b(?:always|never|ever again|from now on|(?:every|each)\b|whenever|in (?:the )?future|going forward"
    r"|by default|in general|generally|as a rule|no longer|prefer\w*|remember|keep in mind|unless|until"
    r"|repl(?:y|ies)|respond|answers?|english|chinese|immer|niemals?|nie|ab (?:sofort|jetzt)|von nun an|jede\w*"
    r"|künftig|zukunft|allgemein"
    r"|generell|grundsätzlich|merke?\w*"
    r"|schritt\w*|langsam|antwort\w*|deutsch|englisch)\b"
    r"|(?<![\d点时分])(?<!\d )以后|今后|每[次个当]|始终|永远|一直|一律|统一|凡是|所有|默认|记住|总是|任何|回答|回复"
    r"|中文|英文"
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
    r"|investigate|check|read|update|implement|put|undo|revert|run|push|commit|merge|try|review|analy[sz]e"
    r"|propose|test|deploy|show|explain"
    r"|list|find|look|start|build|make|rewrite|refactor|install|clean|extract|split|convert|replace|change|adjust"
    r"|bump"
    r"|publish|release|save|send|generate|document|describe|draft|compare|evaluate)\b(?:\s+\w+){0,2}?"
    r"\s+(?:(?:the|this|that|these|those|it|them|an?|one|my|our|all|me|us|what|why|how|where|up|back)\b"
    r"|[`\"'“@/~#]|\w+[./_]\w)"
    r"|\b(?:should|needs? to|has to) (?:then |also |just |all )?(?:be|have|look|show|stay|go|return|use)\b"
    r"|\bi (?:think|believe|guess|suppose)\b|\b(?:bitte|soll(?:te|st)?|muss|müssen)\b"
    r"|\b(?:teste?n|anpassen|migrieren|(?:über)?prüfen|analysieren|implementieren|(?:ab)?speichern|bauen"
    r"|erstellen|löschen"
    r"|schreiben|kopieren|umbenennen|durchgehen|auswerten)\b(?=\s*(?:[,.;!]|\Z|und\b|dann\b|danach\b|lassen\b))"
    r"|改成|改一下|帮我|重新|应该|加[一上个入]|删[掉除]|创建|新建|修[改复]|写[一个]|看一下|检查|(?<!测)试(?=一?[下试]|着)|提交|跑一下|整理|生成|分析"
)
"""Asks for one thing to be done or to be so: a request that is over once it was carried out."""
_FORBIDS_BESIDE = lazy_regex(
    r"(?i)\bbut (?:please )?(?:do not|don['’]?t|never) \w|[,;] (?:please )?(?:do not|don['’]?t) [^,;.]*\byet\b"
    r"|[，；,;](?:但|但是)?(?:先不要?|先别)(?:改|动(?!不)|推|提交|删|合|上线|发布|下单|付|买)"
)
"""Beside what is asked for, what must not be done: it holds when that was done."""
TELLS_A_FAULT = lazy_regex(
    r"(?i)\A\W*(?:(?:ok(?:ay)?|hm+|so|well|alright|and|but),? )*(?:i (?:think|believe|noticed|saw|see|get|got|found)\b"
    r"[^.!?]*?(?:n['’]t|\b(?:not|never|wrong|broken|missing|crash\w*|errors?|bug|fail\w*))\b"
    r"|i do(?:n['’]?t| not) (?:t[hi]+n?k|believe|see)\b[^.!?]*"
    r"\b(?:works?|working|correct\w*|right|properly|update[sd]?)\b"
    r"|what(?:['’]?s| is) (?:still )?(?:missing|lac?king|wrong|broken)\b)"
)
"""A report of something broken: over when it is mended, whatever else its words say."""
_COMPLAINS = caseless_regex(
    r"\A\W*(?:no|nope|nein|wrong|still|hm+|wtf|not|nicht|ugh)\b|\b(?:still (?!up|there)|again"
    r"|(?:does|did|is|was)(?:n['’]?t| not)|won['’]?t|can['’]?t)\b"
    r"|\b(?:broken|crash\w*|fail(?:s|ed|ing)|explod\w*|missing|forgot\w*"
    r"|immer noch|falsch|kaputt|fehlt|nochmal"
    r"|(?:geht|funktioniert|klappt|stimmt) (?:\w+ )?nicht)\b"
    r"|不对|不行|还是|没有?(?:生效|变|改|用|成功|看到)|报错|失败|错了|少了|漏了|又"
)
"""How a person says that what was just done is not what they asked for."""


_LASTS_BEYOND_DOUBT = lazy_regex(
    r"(?i)\b(?:always|never|from now on|in (?:the )?future|going forward|no longer|as a rule|immer|niemals|künftig)\b"
    r"|(?<![\d点时分])(?<!\d )以后|今后|始终|永远|一律|凡是|默认|总是"
)


def lasts(order: str) -> bool:
    """Whether an order says that it holds for later too; where it asks for one thing to be done, beyond doubt."""
    if _LASTS_BEYOND_DOUBT.search(order):
        return True
    return _LASTS.search(order) is not None and _ONE_THING.search(order) is None


@lru_cache(maxsize=1_024)  # asked again with every message until it is carried out
def is_for_once(order: str) -> bool:
    """Whether an order asks for one thing to be done, and is over then; one that lasts or forbids is not."""
    if sets_manner(order):
        return False
    if is_of_the_moment(order) or TELLS_A_FAULT.match(order) or wants_reminder(order):
        return True
    asked = _ONE_THING.search(order)
    if asked is None or _LASTS.search(order) or _FORBIDS_BESIDE.search(order):
        return False
    limit = _LIMITS.search(order)
    return limit is None or asked.start() < limit.start()


def complains(words: str) -> bool:
    """Whether a person says that something is not as they asked for it."""
    return _COMPLAINS.search(words) is not None


def complains_first(words: str) -> bool:
    """Whether a person begins with what is not as they asked for it."""
    return any(map(complains, sentences.split_sentences(words)[:1]))


_REMINDS = lazy_regex(
    r"(?i)\b(?:remind (?:me|us)|ask (?:me|us) again)\b|\berinner\w* (?:mich|uns)\b|提醒(?:我|一下)|再问我"
)
_REMINDERS = lazy_regex(r"(?i)cron|remind|calendar|schedul|timer|alarm|提醒|日历|闹钟")
_LOOKS_UP = lazy_regex(r"(?i)(?:\w+__)*(?:get|list|search|find|read|query|fetch|show|view|check|look_?up)(?![a-z])")
"""The name of a tool that only tells what is there."""


@lru_cache(maxsize=1_024)  # asked again with every message until it is carried out
def wants_reminder(order: str) -> bool:
    """Whether an order wants the person to be reminded of something."""
    return _REMINDS.search(order) is not None


def is_reminded(actions: Iterable[Action], since: int) -> bool:
    """Whether a call set a reminder after this message: no other work carries such an order out."""
    return any(
        item.index > since
        and item.is_work
        and not item.failed
        and not _LOOKS_UP.match(item.tool)
        and _REMINDERS.search(f"{item.tool} {item.target} {item.text}")
        for item in actions
    )


_VALUE = lazy_regex(r"[\d`]|\w[._/@]\w")


@lru_cache(maxsize=256)  # asked again with every message
def is_set_right(correction: str) -> bool:
    """Whether a correction is over once it was worked on: it neither lasts nor says a value ("port 8443, not 8080")."""
    return not (lasts(correction) or _VALUE.search(correction))


_THANKS = (
    r"(?:thanks?(?: (?:you|a lot|so much|a million|again|anyway))*|thank you(?: (?:so|very) much| again)?|thx|ty"
    r"|cheers"
    r"|(?:you['’]re|you are) welcome|no worries|good ?bye|bye(?:[- ]bye)?|see (?:you|ya)(?: (?:later|soon|tomorrow))?"
    r"|good night|have a (?:great|good|nice|lovely|wonderful) (?:day|one|evening|weekend|night|trip)|take care"
    r"|that['’]?s (?:all|it)(?: for (?:now|today)| i (?:need(?:ed)?|wanted))?"
    r"|(?:danke|vielen dank|dankeschön|merci|gracias|muchas gracias|obrigad[oa]|grazie)(?: (?:dir|schön|sehr"
    r"|beaucoup|mille))*"
    r"|tschüss?|gute nacht|bis (?:später|morgen|dann)|adiós|au revoir|ciao|schönen (?:tag|abend)(?: noch)?"
    r"|hi|hey|hello|hallo|good (?:morning|evening|afternoon)|guten (?:morgen|tag|abend)"
    r"|(?:多谢|谢谢|感谢|辛苦)(?:你|您|了|啦|大家)*|再见|拜拜|晚安|早上好|你好|您好|不客气)"
)
_PRAISE = (
    r"(?:ok(?:ay)?|great|nice|perfect|awesome|cool|good(?: job| work)?|well done|wonderful|amazing|lovely|super|prima"
    r"|toll|top|klasse|sehr gut|much appreciated|i (?:really |do )?appreciate (?:it|that"
    r"|(?:all )?your help(?: with (?:this|that))?)|for (?:your|all (?:your|the)"
    r"|the) (?:help\w*|assistance|patience|support|time|work)(?: and (?:your )?(?:help|assistance|patience|time))?"
    r"(?: today| with (?:this|that|everything))?|for (?:everything|now|today|that|this)"
    r"|everything(?: is|['’]s)? (?:fine|good)|all good"
    r"|(?:it )?looks good|you too|same to you|(?:talk|speak)(?: to you)? soon"
    r"|(?:i['’]ll|i will) (?:[\w ]{1,30} )?(?:be in touch|get back to you|reach out"
    r"|come back)\b[^.!?\n]{0,60}|so much|very much|again|today|everyone|man|dude|好的?|太好了|很好|完美|非常好|没问题)"
)
_COURTESY = lazy_regex(rf"(?i)\W*(?:(?:(?P<thanks>{_THANKS})|{_PRAISE}|and|und)(?:\W+|\Z))+(?:\w+\s*#+\W*)?")
"""Thanks, a greeting or a good-bye, with a mark of a test's end behind it (`###STOP###`)."""
_END_MARK = lazy_regex(r"#{2,}\s*[A-Z]+\s*#{2,}")
_BARE = lazy_regex(
    r"(?i)\W*(?:ok(?:ay)?,? |please |yes,? |bitte )?(?:continue|proceed|go on|keep going|carry on|resume|next|weiter"
    r"|mach weiter|fortfahren)(?: (?:please|now|with (?:it|that|this)|then|bitte))*\W*"
    r"|\W*(?:好的?[，,]?)?(?:请)?继续(?:吧|做|执行)?\W*"
)
"""Nothing but the word to go on."""
_ASKS_BACK = lazy_regex(
    r"(?i)\W*(?:(?:and|und|ok(?:ay)?|so|but|aber|hm+|hi|hey|also|wait),? )*"
    r"(?:what|why|how|who|when|where|which|was|wie|wieso|warum|weshalb|wozu|wofür|wann|wo|wer|welche\w*|inwiefern"
    r"|qué|por qué|cómo|cuál|quién|dónde|pourquoi|comment|quel\w*|que|perché|come mai|quale|por que|como|qual"
    r"|(?:are|is|was|were|did|does|do|has|have|will|bist|ist|sind|hast|habt|hat|war|waren|gibt|brauch\w*) (?:you"
    r"|we|it|this"
    r"|that|these|those|there|the|they|all|du|ihr|es|das|wir|sie|er|die|der|man))\b"
    r"|[^。！!]*(?:为什么|怎么|什么|哪[里个些]|谁|多少|吗|呢)[^。！!]*[?？]?\W*\Z"
)
_NAMED_FIRST = lazy_regex(r"\A\s*(?:[\"'`]?(?:https?://|[A-Za-z]:\\|[~.]{0,2}/|@)\S*\s+)+")
"""The path or the address that a question is about, where it stands before it."""
_YES_OR_NO_IN_CHINESE = lazy_regex(
    r"(?![^。！!]*(?:帮|请|麻烦|给我|你来))[^。！!，,]{1,30}(?:要不要|有没有|是不是)[^。！!，,]{1,20}[?？]?\Z"
    r"|(?![^。！!]*(?:帮|请|麻烦|给我))[^。！!，,]{2,30}(?:了没有?|了吗|在哪)[?？]?\Z"
)
_WANTS_WORK = lazy_regex(
    r"(?i)\b(?:please|bitte|can you|could you|would you|kannst du|könntest du|let['’]?s|need to|should|soll\w*"
    r"|fix|add|remove"
    r"|change|make|write|implement|investigate|check|update)\b|请|帮|麻烦|能不能|改|加|删|修|写"
)
ASKED = lazy_regex(
    r"[?？]|(?i:\bplease (?:confirm|choose|tell|let me know|provide)\b|\blet me know\b)|请(?:确认|选择|告诉)"
)
_ANSWERS_NO = lazy_regex(
    r"(?i)\W*(?:\d+[.)、:] ?)?(?:no|nope|nein|non)\b[,.!:]* *(?:thanks?(?: you)?\b|\Z"
    r"|(?:i|we) (?:do(?:n['’]?t| not)|would(?:n['’]?t| not)|have(?:n['’]?t| not))\b(?! (?:mean|like|think|agree"
    r"|understand|see)\b)"
    r"|(?:ich|wir) (?:brauchen?|wollen|will|möchten?) (?:kein|nicht|nichts)\w*\b"
    r"|(?:it|this|that) ?(?:['’]s|is) (?:just|only)\b(?! (?:wrong|broken|not))"
    r"|not (?:needed|necessary|yet|now)\b|there (?:is|are)(?:n['’]?t| not?)\b)"
    r"|\W*(?:\d+[.)、:] ?)(?:no|nope|nein)\b|(?:不用|不需要|没有|暂时不)了?\W*\Z"
)
"""A no that answers what was asked, and corrects nothing."""
_CHOOSES = lazy_regex(
    r"(?i)\W*(?:(?:yes|yeah|ok(?:ay)?|sure|great|good|perfect|alright|then|so)\b\W*)*(?:let['’]?s|i['’]?ll"
    r"|we['’]?ll|i will|we will)"
    r" (?:go (?:with|for)|take|choose|pick)\b(?!.*\b(?:always|never|not|only|from now on)\b)"
)


def is_courtesy(words: str) -> bool:
    """Whether the words only thank, greet or take leave."""
    found = _COURTESY.fullmatch(words.strip()[:300])
    return bool(found and found["thanks"]) or _END_MARK.fullmatch(words.strip()[:40]) is not None


def is_bare(request: str) -> bool:
    """Whether a request only says to go on, without a word about what with."""
    return _BARE.fullmatch(request.strip()) is not None


def says_little(request: str) -> bool:
    """Whether a request only says to go on, thanks or greets."""
    return is_bare(request) or is_courtesy(request)


@lru_cache(maxsize=1_024)  # a request is asked when the next ones come, and for the title of a note
def only_asks(words: str) -> bool:
    """Whether the words only want to know something: over once it is answered."""
    said = [sentences.plain_sentence(sentence) for sentence in sentences.split_sentences(_NAMED_FIRST.sub("", words))]
    said = [each for each in said if each and not _YES_OR_NO_IN_CHINESE.match(each)] if said else [words]
    return all(_ASKS_BACK.match(each) and not _WANTS_WORK.search(each) for each in said)


_LAUGHS = lazy_regex(r"(?i)\b(?:lol|lmao|ha(?:ha)+|(?:just )?kidding|joking)\b|哈哈|开玩笑|笑死")
_GOES_FURTHER = lazy_regex(
    r"(?i)\W*(?:(?:ok(?:ay)?|and)\W+)?(?:good|great|nice|perfect|cool|thanks|thank you|next|now|super|danke)\b"
    r"|\W*(?:很?好的?[，,。！!]|谢谢|不错|接下来|现在|下一[步个]|然后)"
)
"""How a person goes on who takes what came before for done."""
_SMALL_TALK, _OF_HAN = 160, 3  # characters of an answer to what asked for nothing; what one of Han counts
_NEW = 3  # requests; what nobody took up before them was dropped


def goes_further(words: str) -> bool:
    """Whether a person takes what came before for done, though the agent did not say so."""
    return _GOES_FURTHER.match(words) is not None


def asked_nothing(words: str, answer: str) -> bool:
    """Whether words that no call followed were a remark or a joke: they ask for nothing, and the answer is as short."""
    if says_little(words):
        return True
    han = 0 if answer.isascii() else sum("\u4e00" <= c <= "\u9fff" for c in answer[:_SMALL_TALK])
    if len(answer) + (_OF_HAN - 1) * han > _SMALL_TALK:
        return False
    asks = asks_for_work(words) or words.rstrip().endswith(("?", "？"))
    return jests(words) or not asks


def jests(words: str) -> bool:
    """Whether somebody laughs about what they say."""
    return _LAUGHS.search(words) is not None


class Ended(NamedTuple):
    """A turn of the agent that ended in words, and when it made its last call and its last change."""

    answer: str
    called_at: int
    changed_at: int
    words: Mapping[str, Sequence[int]]
    """What was said so far: of each word, last the message that said it last."""


def kept_open(requests: Sequence[Said], questions: Iterable[Said], todos: Iterable[str], planned_for: int) -> set[int]:
    """The messages of the requests that stay open whatever turn ends: those about which the agent asked what the person
    put off, and of those since a to-do list was made the newest that names an open item, else the one it was made for.
    """
    waiting = [
        each.index for each in questions if each.speaker is Speaker.AGENT and each.is_done and not each.is_passing
    ]
    kept = {max((said.index for said in requests if said.index < at), default=-1) for at in waiting}
    items = [content_words(each) for each in todos]
    later = (said for said in reversed(requests) if said.index >= planned_for)
    named = (said.index for said in later if any(_names(said.text, words) for words in items))
    return {*kept, next(named, planned_for)} if items else kept


def _names(request: str, item: set[str]) -> bool:
    return bool(item) and len(content_words(request) & item) >= _SAME_SHARE * len(item)


def over(requests: Sequence[Said], waiting: Iterable[int], turn: Ended, kept: Container[int]) -> dict[int, Said]:
    """Those of the `waiting` ones that a turn ends, by place: none in `kept`, and no new one that none took up."""
    done = {}
    for place, said in ((place, requests[place]) for place in waiting):
        is_new = len(requests) - _NEW <= place < len(requests) - 1
        is_replied_to = bool(requests[-1].reply_to) and turn.called_at > said.index
        if said.index in kept or (is_new and not (is_replied_to or _is_taken_up(said, turn))):
            continue
        is_passing = turn.called_at < said.index and asked_nothing(said.text, turn.answer)
        is_passing = is_passing or (only_asks(said.text) and turn.changed_at < said.index)
        done[place] = said._replace(is_done=True, is_passing=is_passing)
    return done


def _is_taken_up(request: Said, turn: Ended) -> bool:
    told = [turn.words[word][-1] for word in content_words(request.text) if word in turn.words]
    return not told or max(told) > request.index


def is_remark(request: Said) -> bool:
    """Whether a request asked for nothing, not even an answer."""
    return request.is_passing and not only_asks(request.text)


_OFFERS = lazy_regex(
    r"(?i)\b(?:(?:would|do) you (?:like|want)(?: me)?\b|want me to|(?:shall|should|can|may) i (?:also|then|next|go on"
    r"|continue|proceed)|ready (?:to|for)\b|(?:möchtest|willst) du\b)"
    r"|要不要我|需要我|(?:还?要|用)我.{0,12}吗|要不要(?:继续|接着)"
)
_ALTERNATIVES = lazy_regex(r"(?i)\b(?:or|oder)\b|还是")
_AT_SERVICE = lazy_regex(
    r"(?i)\b(?:anything|something|what) (?:else|next)\b|\bhelp\b|\b(?:does|do|did) (?:that|this|it) make sense\b"
    r"|还有(?:什么|别的|其他)|其他.{0,6}吗|还需要"
)


def offers(question: str) -> bool:
    """Whether a question of the agent asks if more is wanted: who goes on to another thing does not want it."""
    return _OFFERS.search(question) is not None and _ALTERNATIVES.search(question) is None


def is_at_service(question: str) -> bool:
    """Whether a closing question only asks for further work."""
    return _AT_SERVICE.search(question) is not None


@lru_cache(maxsize=1_024)  # as `only_asks`
def asks_for_work(sentence: str) -> bool:
    """Whether a sentence wants something or asks for something to be done; a statement does neither."""
    return pasted.wants(sentence) or _WANTS_WORK.search(sentence) is not None or _ONE_THING.search(sentence) is not None


def only_chooses(sentence: str) -> bool:
    """Whether a sentence only takes one of what was offered: a decision, and no order."""
    return _CHOOSES.match(sentence) is not None


def answers_no(sentence: str, asked: str) -> bool:
    """Whether a sentence only says no to something that the agent's text asked."""
    return _ANSWERS_NO.match(sentence) is not None and ASKED.search(asked) is not None


_SAYS_WHAT = lazy_regex(r"(?i)\b(?!(?:that|this|it|which)\b)[\w%-]+ (?:is|are|was|were) (?:wrong|not right)\b")


def says_what_is_wrong(words: str) -> bool:
    """Whether words name the thing that is wrong, and so do not point back to what was said last."""
    return _SAYS_WHAT.search(words) is not None


_SAME_SHARE = 0.5


@lru_cache(maxsize=1_024)
def content_words(text: str) -> set[str]:
    """Words that say what a text is about: those of its prose that are not in every second sentence."""
    return entities.prose_words(text.replace("-", " ")) - _GENERIC  # "forget the five-lines thing"


_GENERIC = frozenset(
    {"always", "never", "should", "would", "could", "please", "instead", "rather", "about", "there", "their", "these"}
    | {"those", "which", "where", "after", "before", "every", "again", "without", "within", "other", "longer", "needs"}
    | {"change"}
)


_UNDOES = caseless_regex(
    r"\b(?:i(?:['’]ve| have)? (?:just |manually )?(?:undid|undone|reverted|rolled|threw)\b|(?:revert|undo) (?:that|it"
    r"|this|them|those|your|all)\b"
    r"|roll (?:it|that|this|them) back|r[üu]ckgängig)|撤销|撤回|还原|回滚"
)


_WORKS = lazy_regex(
    r"(?i)\b(?:(?:it|everything|all(?: of (?:it|that))?)(?:['’]s| is| now| all| just| finally| seems to)* "
    r"work(?:s|ing)?\b(?! (?:like (?!a charm)|by|when|if|as|for|on))|works? (?:now|again|fine|great|perfectly|well"
    r"|like a charm)|(?:is|are|['’]s|got) (?:now )?(?:fixed|solved|gone|resolved) ?(?:now)?(?=[,.! ]*\Z|[,.!] )"
    r"|(?:geht|läuft|klappt|funktioniert)(?: es| das| alles)? (?:jetzt|nun|wieder|wunderbar|super|perfekt)"
    r"|(?:problem|fehler) (?:ist )?(?:gelöst|weg|behoben)"
    r"|now (?:\w+ ){0,3}(?:renders?|looks?|runs?|behaves?|match(?:es)?) (?:the same|fine|right|good|correctly|properly"
    r"|as expected)|(?:it|that|this|everything) (?:now )?looks (?:good|right|great|perfect|correct) ?(?:now)?"
    r"(?=[,.!]|\Z))\b"
    r"|现在(?:对了|好了|行了)(?!吗)|(?:现在|已经|都)?(?:可以了|修好了|没问题了|正常了|能用了|跑通了|解决了)(?!吗)"
)


def says_it_works(words: str) -> bool:
    """Whether a person says that what was wrong is mended."""
    said = sentences.split_sentences(words)
    works = [each for each in said if _WORKS.search(each) and not each.rstrip().endswith(("?", "？"))]
    return bool(works) and not any(complains(each) for each in said)


_LEFT = lazy_regex(r"(?: \(not chosen: |（未选：)(?P<others>.*)[)）]\Z")
_DECIDED_FOR = lazy_regex(
    r"(?i)\b(?:for|as|für|als)(?: (?:the|our|your|my|this|that|all|die|den|das|unsere?n?))? (?P<what>\w[\w-]{2,})"
)


def decides_anew(earlier: str, later: str) -> bool:
    """Whether a later decision settles what an earlier one did: it takes an option that was left then, or something
    else for the same thing."""
    if left := _LEFT.search(earlier):
        chosen = content_words(_LEFT.sub("", later))
        others = map(content_words, re.split("[;；]", left["others"]))
        return any(words and len(chosen & words) >= _SAME_SHARE * len(words) for words in others)
    if revocations.says_partly(later) or revocations.numbered(earlier) != revocations.numbered(later):
        return False
    both = [{each["what"].casefold() for each in _DECIDED_FOR.finditer(text)} for text in (earlier, later)]
    return bool(both[0]) and both[0] == both[1]


_GOES_ON = lazy_regex(
    r"(?i)\W*(?:continue|proceed|go on|(?:keep|carry|move) (?:going|on)|next|weiter|fortfahren)\b|\W*(?:继续|下一步)"
)


def only_goes_on(proposal: str) -> bool:
    """Whether a reply to this says no more than that the agent shall go on."""
    return _GOES_ON.match(proposal) is not None


def undoes(words: str) -> bool:
    """Whether a person takes back what the agent did last, or has it taken back."""
    return _UNDOES.search(words) is not None
