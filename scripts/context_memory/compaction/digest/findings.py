"""Detects an agent's findings: causes, what was ruled out, open questions, reports, and proposals that are answered."""

import re
from collections.abc import Container, Iterable, Sequence
from itertools import islice, pairwise

from ...text import entities, locations, sentences
from ...text.patterns import caseless_regex, lazy_regex
from . import one_off
from .values import Action, Said, Speaker

SHORTEST_CAUSE = 14  # letters and digits; Han count three times
_SHORTEST_SUBSTANCE = 12  # of them beside the words that announce a cause: "The issue is clear." tells none
LONGEST = 260  # characters of one cause or question
SHOWN = 80  # characters of a command that failed
_GUESSED_WITHIN, _ANSWERS_WITHIN = 20, 6  # statements; sentences in which an answer stands
_LATER_WORD_ON = 20  # of the newest causes
_GAP = " … "  # where a quoted report has sentences more
_LONG_TEXT, _ENDS = 20, 3  # sentences of a text whose middle is a draft: "Outcome:" there is its own; of its ends
_SHORTEST_REPORT, _SHORT_ANSWER = 120, 60  # characters; a shorter answer needs the sentence behind it

_CAUSE = caseless_regex(
    r"\A\W*confirmed(?: (?:root )?cause)?\W{0,3}[:—–]"
    r"|\b(?:root cause|the (?:actual |real )?(?:cause|culprit|reason|problem|issue|bug) (?:is|was|lies|here is)\b"
    r"|(?:is|was|were) caused by|turns out|because of (?:a|the|this)\b|(?:fail\w*|broke|breaks|happen\w*|hang\w*|hung"
    r"|crash\w*|stall\w*|leak\w*|times? out|timed out|throws?|threw|(?:is|are|was|were|stays?|returns?) (?:empty|slow"
    r"|wrong|missing|stale|late|null|none|undefined|stuck|broken|blank|gone|lost|zero|\d+)) because"
    r"|(?:the (?:actual |real |root )?|\A\W*)(?:cause|culprit|reason|ursache|grund)\W{0,3}[:：—–]"
    r"|found (?:it|the (?:bug|problem|issue|cause|culprit))\b"
    r"|(?:die ursache|das problem|der fehler|der grund) (?:ist|war|liegt))"
    r"|\A\W*(?:已|可以)?(?:确认|证实)了?[：:，,]|根因|根本原因|原因(?:就?是|在于|[：:])|找到了?(?:根本)?原因了?[：:，,]|原因找到了|问题(?:出在|在于|是因为)"
    r"|(?:是)?因为.{2,40}(?:导致|所以|造成)|(?:卡住|挂起|挂掉|超时|变慢|报错|失败|崩溃|为空|丢失)了?[，,]?是?因为|导致了?.{0,10}(?:失败|报错|错误)"
)
_CUES = (
    *("confirmed", "cause", "culprit", "reason", "problem", "issue", "bug", "turns out", "found it", "ursache"),
    *("der fehler", "der grund", "blame", "ruled out", "rules out", "nothing to do", "explain", "was wrong", " am"),
    *("theory", "hypothesis", "guess", "suspicion", "assumption", " not ", "n't ", "n’t ", " no "),
    *("因", "问题", "确认", "证实", "导致", "排除", "不是", "无关", "并非"),
)
"""A sentence that tells a cause, or that something is none, holds one of these, which is found much sooner."""
_HEDGED = lazy_regex(
    r"(?i)\b(?:might|may|maybe|perhaps|probably|possibly|likely|could|suspect|guess|seems?|assum\w+|i think"
    r"|if|whether|would|should be|vielleicht|vermutlich|wahrscheinlich|könnte|let me (?:check|see|look))\b|可能"
    r"|也许|或许|怀疑|猜测|估计|是否|如果|应该是|[?？]\s*$"
)
_RULED_OUT = caseless_regex(
    r"\b(?:(?:is|was|are|were)(?:n['’]t| not) (?:the (?:cause|problem|issue|culprit|reason|bug)|caused by"
    r"|to blame|because of)|ruled out|rules out|not the (?:cause|culprit)|nothing to do with"
    r"|(?:cause|culprit|reason|problem|issue|bug) (?:is|was)(?:n['’]t| not)"
    r"(?! (?:only|just|yet|clear|known|solved|fixed|resolved|gone|reproduc\w+|limited|new|obvious|there|that))"
    r"|does(?:n['’]t| not) explain|was wrong about|(?:nicht|keine?) (?:die ursache|am))"
    r"|(?:drop|discard|abandon|scrap|retract)(?:ped|s|ed|ing)? (?:the|my|that) (?:[\w-]+ ){0,3}"
    r"(?:theory|hypothesis|guess|suspicion|assumption)"
    r"|排除了(?!.{0,4}[？?])|(?:已|可以|基本|先)排除|排除.{1,12}(?:的?可能|原因|因素|问题)|不是.{0,12}(?:的问题|的原因|导致)|[与跟和同].{1,20}无关"
    r"|并非.{0,10}(?:原因|问题)|(?:所以|因此|说明|可见)[^，,。；]{0,4}不是[^，,。；的大]{2,10}(?:问题|原因)"
)
_IS_NOT = caseless_regex(
    r"\A\W*(?:(?:so|and|but|then|thus|ok(?:ay)?|hence|therefore)\W+)*(?:it|this|that)"
    r"(?:(?:['’]s| is| was) not?|(?: is| was)n['’]t)"
    r" (?!only|just|yet|clear|possible|enough|sure|necessary|needed|used|\w+ed\b|\w+ing\b)"
    r"|\A\W*[那这也并就所以看来应该]*不是(?![说指要])[^，,。；]{2,14}(?:[，,。；]|\Z)"
)
"""Says of the thing that it names that it is not it, where a cause was looked for."""
_POINTS_BACK = lazy_regex(
    r"(?i)\W*(?:(?:so|and) )?(?:that|this|it)(?:['’]s| is| was) (?:\w+ ){0,3}(?:root )?cause\W*\Z"
    r"|\W*(?:所以|因此)?(?:这|那|以上|上面)(?:就)?是\S{0,8}(?:根因|原因)\W*\Z"
)
"""Says of what was told before that it is the cause."""
_SLIP = lazy_regex(
    r"(?i)\b(?:the |my |that |this )?(?:sed|awk|grep|regexp?|heredoc|replacement|(?:old|new)_?string|(?:edit|search"
    r"|replace|patch)"
    r"(?: tool| command| string)?|(?:shell )?(?:quot|escap)ing|indentation of my)\b[^.]{0,40}\b(?:fail|did(?:n['’]t"
    r"| not) (?:work|match|apply)"
    r"|was wrong|missed|broke|matched)|\bthe sed\b"
)
"""A tool that was used wrongly a moment ago: nothing that anybody looked for."""
ANNOUNCES = lazy_regex(
    r"(?i)(?:now )?(?:i['’]?ll|let me|let['’]?s|now i|i will|i (?:still )?need to"
    r"|i am going|i'm going|next,? i)\b|(?:我来|让我|现在)"
)
_OF_HOST = lazy_regex(r"(?m)^agentId: .*$|(?s:<usage>.*?(?:</usage>|\Z))")
"""What the host writes behind a report: how to go on with that agent, and what it used."""
_SUMS_UP = lazy_regex(
    r"(?im)^\W*(?:\d+[.)] *)?(?:(?:executive )?summary|conclusions?|key (?:findings|takeaways)|findings"
    r"|verdict|recommendations?|result|fazit|zusammenfassung|ergebnis|总结|结论|小结|要点)\b\W*$"
)
"""The heading of the part in which a report says what it comes to."""
_BROKE_OFF = lazy_regex(r"(?i)exited with code [1-9]|ParserError|Traceback|\b(?:timed out|aborted|cancel+ed)\W*\Z")
_PROSE = lazy_regex(r"[a-zäöüß]{2,}(?:\W{1,2}[\w'’-]+){4}|[\u4e00-\u9fff]{6}")
_IS_SENTENCE = lazy_regex(r"(?:\w+\W{1,3}){5,}\w+[)\"'`*]*[.!][)\"'”’]*\Z|[\u4e00-\u9fff].{8,}[。！][”’」』）]*\Z")
QUESTION = lazy_regex(
    r"[?？][\"')\]*_`”’」』]*$|(?i:\A(?:please (?:confirm|choose|tell me|let me know)|let me know (?:if|which|whether"
    r"|how) (?!you have"
    r"|you need|there|anything))\b)|\A请(?:确认|选择|告诉我)"
)
_ADDRESSED = lazy_regex(
    r"(?i)\b(?:you|your|shall i|should i|should we|do we|want me|would you|which|may i|can i|prefer|proceed"
    r"|soll ich|möchtest|willst|welche\w*)\b"
    r"|你|您|要不要|是否|哪个|哪一|需要我|可以吗|行吗|好吗|吗[?？]|要.{1,30}还是"
)
_QUOTED_QUESTION = lazy_regex(r"[?？][\"”»“」』]\W*\Z|\A[^\"]*\"[^\"]*\Z")


def causes_in(text: str, earlier: Sequence[Said] = ()) -> tuple[list[str], list[str]]:
    """What the text says is the cause of something, and what it says is not; guesses are neither. That "it is not X"
    rules X out beside a cause, or after `earlier` sentences that guessed so."""
    confirmed, ruled_out = [], []
    told, denied = list[str](), list[str]()
    for sentence, following in pairwise([*sentences.split_sentences(sentences.without_fences(text)), ""]):
        line = sentences.plain_sentence(sentence)
        told.append(line)
        low = line.lower()
        if not any(map(low.__contains__, _CUES)) or sentences.is_code(sentence):
            continue
        found, no_cause = _CAUSE.search(line), _RULED_OUT.search(line)
        if no_cause and not (found and re.search(r"[,，;；:：。]|\.\s", line[found.end() : no_cause.start()])):
            if _size(line) >= SHORTEST_CAUSE and not line.endswith(("?", "？")):
                ruled_out.append(sentences.clip(line, LONGEST))
        elif found and not (_is_guess(line, found) or _SLIP.search(line)):
            confirmed += _confirmed(line, found, told, following)
        elif not found and _IS_NOT.match(line) and not _HEDGED.search(line):
            denied.append(sentences.clip(line, LONGEST))
    ruled_out += [line for line in denied if confirmed or _was_guessed(line, earlier)]
    return confirmed, ruled_out


def _is_guess(line: str, found: re.Match[str]) -> bool:
    """Whether a sentence only supposes its cause; an "if" behind "the root cause:" says when it happens."""
    hedge = _HEDGED.search(line)
    return hedge is not None and (hedge[0].lower() != "if" or found[0][-1] != ":" or hedge.start() < found.end())


def _confirmed(line: str, found: re.Match[str], told: Sequence[str], following: str) -> list[str]:
    """The sentence that tells a cause, or those around it that do where it only says that there is one."""
    if _POINTS_BACK.match(line) and len(told) > 1:
        return [sentences.clip(" ".join(told[-3:-1]), LONGEST)]
    if line.endswith(":") or _size(line[: found.start()] + line[found.end() :]) < _SHORTEST_SUBSTANCE:
        line = _with_the_cause_itself(line, following)
    return [sentences.around(line, found.start(), found.end(), LONGEST)] if line else []


def _was_guessed(line: str, earlier: Sequence[Said]) -> bool:
    """Whether the agent guessed at the thing that this sentence names a short time ago."""
    guesses = (said.text for said in earlier[-_GUESSED_WITHIN:] if said.speaker is Speaker.AGENT)
    return any(_HEDGED.search(guess) and _share_a_thing(line, guess) for guess in guesses)


def _share_a_thing(line: str, other: str) -> bool:
    """Whether two sentences name the same thing or share a telling word."""
    told = [entities.things_and_words(each) for each in (line, other)]
    names, words = zip(*((set(names), set(words)) for names, words in told), strict=True)
    return bool({name for name in names[0] & names[1] if name[0] != "number"} or words[0] & words[1])


_FAULTY = lazy_regex(
    r"(?i)\b(?:throws?|threw|crash\w*|breaks?|broken|leaks?|is (?:also )?(?:wrong|faulty|at fault)|after all|was it)\b"
    r"|抛|崩溃|确实|也有问题|有(?:一个|个)?(?:缺陷|漏洞)|出错"
)


def with_later_word(causes: dict[str, Said], text: str) -> dict[str, Said]:
    """The causes, those ruled out with the sentence of a later text that finds their thing at fault after all."""
    spoken = map(sentences.plain_sentence, sentences.split_sentences(sentences.without_fences(text)) if causes else ())
    faults = [line for line in spoken if _FAULTY.search(line) and not (_RULED_OUT.search(line) or _HEDGED.search(line))]
    newest = list(causes)[-_LATER_WORD_ON:] if faults else []
    told: dict[str, Said] = {}
    for known, said in causes.items():
        keys = entities.keys(known) if known in newest else ()
        names = {name for name in keys if name[0] != "number" or name[1].count(".") > 1}
        is_open = said.speaker is Speaker.HOST and " → " not in known
        later = next((line for line in faults if is_open and names & set(entities.keys(line))), "")
        whole = sentences.clip(f"{known} → {later}", 2 * LONGEST) if later else known
        told[whole] = said._replace(text=whole)
    return told


def _with_the_cause_itself(line: str, following: str) -> str:
    """A sentence that only says that a cause was found, with the one that tells it; empty where none does."""
    told = sentences.plain_sentence(following)
    if not _PROSE.search(told) or sentences.is_code(following):
        return ""
    return "" if told.endswith(":") or _HEDGED.search(told) or ANNOUNCES.match(told) else f"{line} {told}"


_SAYS_WHAT_IS_WRONG = lazy_regex(
    r"(?i)\b(?:because|since|due to|missing|wrong|mismatch|conflict\w*|instead of|expect(?:s|ed)?|requires?|needs?"
    r"|lacks?|no longer|\w+n['’]t|not|never|too \w+|out of|fehl(?:t|en)|weil|nicht|falsch)\b|因为|缺|没有?|不[是对能]"
)


def why_it_failed(failed: Action, spoken: Iterable[str], known: Iterable[str] = ()) -> str:
    """What failed, with the first of these sentences that says what was wrong with the same thing; empty where none
    does."""
    what = locations.failing_part(failed.text, failed.outcome)
    things, words = entities.things_and_words(f"{what} {failed.outcome}")
    words |= {*_QUOTED_NAME.findall(failed.outcome)}
    told = (line for line in spoken if _SAYS_WHAT_IS_WRONG.search(line) and sentences.CELL not in line)
    told = (line.strip("* ") for line in told if not (_HEDGED.search(line) or ANNOUNCES.match(line)))
    told = (line for line in told if not (_IS_NOT.match(line) or _RULED_OUT.search(line)))
    told = (line for line in told if _is_about(line, things, words) or causes_in(line)[0])
    told = (line for line in told if not line.endswith((":", "：", "…")))
    why = next(told, "")
    shown = sentences.clip(what, SHOWN)
    how = sentences.clip(failed.outcome, max(SHOWN, LONGEST - len(shown) - len(why)))
    is_new = why and why not in known
    return sentences.clip(f"{shown}: {how} — {why}", 2 * LONGEST) if is_new else ""


_QUOTED_NAME = lazy_regex(r"['\"`‘“](\w[\w.@/:-]*)['\"`’”]")
_A_WORD = lazy_regex(r"[\w.@/:-]*\w")


def _is_about(line: str, things: Container[entities.Name], words: Container[str]) -> bool:
    """Whether a sentence names one of these things, or has one of these words."""
    named, said = entities.things_and_words(line)
    return any(each in things for each in named) or any(each in words for each in (*said, *_A_WORD.findall(line)))


_ALPHANUMERIC = bytes(each for each in range(128) if chr(each).isalnum())
_WIDE = lazy_regex(r"[^\W\x00-\x7f]+")


def _size(text: str) -> int:
    """Letters and digits; Han count three times."""
    if text.isascii():
        raw = text.encode()
        return len(raw) - len(raw.translate(None, _ALPHANUMERIC))
    return _size(text.encode("ascii", "ignore").decode()) + 3 * sum(map(len, _WIDE.findall(text)))


def questions_in(text: str) -> list[str]:
    """What a closing text asks the person; questions that the agent asks itself or quotes are none."""
    found = []
    said = sentences.split_sentences(sentences.without_fences(text))
    asking = ((place, each) for place, each in enumerate(said, 1) if "?" in each or "？" in each)
    for place, sentence in asking:
        line = sentences.plain_sentence(sentence)
        is_addressed = _ADDRESSED.search(line) or (place == len(said) and not one_off.is_at_service(line))
        is_quoted = sentences.CELL in line or " | " in line or _QUOTED_QUESTION.search(line)
        if QUESTION.search(line) and is_addressed and len(line) >= 8 and not is_quoted:
            found.append(sentences.clip(line, LONGEST))
    return list(dict.fromkeys(found))[-4:]


_COMPLETE = lazy_regex(
    r"(?m)^[\W_]*(?=[A-Z`])(?:[\w`'’./:-]+ ){1,6}?(?:is |are |has been |have been )?(?:now )?(?:fully )?"
    r"(?:[Cc]ompleted?|COMPLETE|[Ff]inished)(?=[.!]?[*_` ]*(?:$|[✅🎉]|\.|!))[^\n]{0,120}"
    r"|^[\W_]*[^\n，。：:]{2,24}?(?:已经?|全部|都)(?:完成|做完|搞定)了?(?=[*_ ]*(?:$|[。！!✅]))"
)
_NOT_COMPLETE = lazy_regex(
    r"(?i)\b(?:not|when|once|until|after|if|before|almost|nearly|partially|half|step|phase|to)\b|没|未|等|如果|第.步"
)
_NEXT_STEP = lazy_regex(r"(?i)[.!] +(?:now|next|moving|on to)\b|\bflush\b")
_SPEAKS_ON = lazy_regex(r"(?<=[.!]) +(?:Let me|Here)\b.*\Z")
_MOST_CLAIMS = _MOST_REPORTS = 2  # of one text


def completed_in(text: str) -> list[str]:
    """What the agent says is complete, as a whole: a line of its own that says so, no step on the way."""
    if "omplete" not in text and "inished" not in text and "COMPLETE" not in text and text.isascii():
        return []
    found = (sentences.plain_sentence(match[0]) for match in _COMPLETE.finditer(text))
    told = [line.strip("-—✅🎉 ") for line in found if not _NOT_COMPLETE.search(line.partition(".")[0])]
    told = [_SPEAKS_ON.sub("", line) for line in told if not _NEXT_STEP.search(line)]
    return list(dict.fromkeys(told))[:_MOST_CLAIMS]


_DONE = {
    "German": """aktualisiert erstellt migriert gelöscht hinzugefügt angepasst implementiert behoben gespeichert
        extrahiert abgeschlossen eingerichtet umbenannt verschoben installiert gefixt erledigt gebucht storniert
        gesendet verschickt""",
    "no work": r"""based needed noted understood looked checked started tried asked wanted noticed agreed suggested
        assumed planned used need expected compared considered proposed recommended recalled reali[sz]ed mis\w+ failed
        focused established decided""",
    "irregular": """sent built made written wrote rewrote set put bought paid cut split drew undone redone taken gefixt
        behoben erledigt erstellt migriert""",
    "first": """sent added fixed removed updated created moved renamed changed implemented installed deployed merged
        pushed committed cancell?ed booked reserved ordered forwarded (?:re)?scheduled replied saved drafted uploaded
        published posted refunded paid closed opened reverted restored replaced converted configured deleted wrote
        built ported migrated resolved restarted enabled disabled registered submitted signed invited archived
        transferred (?:up|down)graded bumped refactored extracted swapped adjusted applied completed finished
        translated copied downloaded exported imported notified informed contacted e?-?mailed messaged switched
        patched rewrote rebased reworked""",
    "behind its thing": """fixed added implemented created completed merged deployed updated removed resolved verified
        identified migrated installed renamed moved pushed opened""",
}
"""Verbs of work that is over; in English behind "I", those that begin a sentence, those behind what they are about."""
_VERBS = {use: "|".join(verbs.split()) for use, verbs in _DONE.items()}
_OVER_IN_GERMAN = (
    r"\A(?![^.?!]*\b(?:noch|nicht|wird|werden|wurden?|soll\w*|muss|müssen|wenn|falls|zu)\b)[^.?!:]{6,90}\b"
    + rf"(?:{_VERBS['German']})[.!]?\Z"
)
_OVER = lazy_regex(rf"(?i)\A(?:好的?[，,。！!]? ?)?(?:我)?(?:都)?已|{_OVER_IN_GERMAN}")
_OVER_SIGNS = ("已", *_DONE["German"].split())
"""Of these one stands in what `_OVER` finds, for a quick look."""
_REPORTS = caseless_regex(
    r"\A(?:✅\W*)?(?:(?:all )?(?:done|ok(?:ay)?|great|perfect|good|right|understood|yes)[.!,:—– -]+ ?)?"
    r"(?:(?:(?:i|we)(?:['’]ve| have)? |ich habe )(?:now |already |also |just |successfully )?"
    rf"(?!(?:{_VERBS['no work']})\b)(?:[a-z]{{2,}}ed|{_VERBS['irregular']})\b"
    rf"|(?:{_VERBS['first']})\b(?! (?:by|on|from|in|into|files?|tests?|to) )(?= .* ))"
    rf"|\A(?:✅\W*)?(?:all )?done ?[:—–-] ?(?!(?:{_VERBS['no work']})\b)[a-z]{{2,}}ed (?=.* )"
    rf"|\A(?:\w+[ ,:]+){{0,4}}?(?:{_VERBS['behind its thing']}|(?:all|everything|tests?) (?:\w+ )?(?:pass|works?))\b"
    rf"|{_OVER_IN_GERMAN}"
    r"|\A(?:(?:ya )?(?:he|hemos)|j['’]ai|nous avons|ho|abbiamo|(?:eu )?já) \w+(?:ado|ido|ito|cho|é|i|u|ato|uto|ei)\b"
    r"|\A(?:(?:好的?|可以|没问题|明白)[，,。！!]? ?)?(?:我)?(?:都)?已经?(?!知|有|是|售|过|久|了解|收到|明白)"
    r"|\A(?:我)?[^，。]{0,12}?(?:已经?(?:完成|修复|创建|更新|添加|解决|部署|写入|保存)|完成了|修复了|找到了|发现了)"
)
"""How a sentence about work that was done begins."""
_NO_REPORT = lazy_regex(
    r"(?:[?？:：]|\.{3})\W*\Z|\||[,，] ?[✅❌⏳⏭️🟢🟡🔴]|(?i:\A(?:if|when|once|let me)\b)"
    r"|(?i:\b(?:(?:complete|full|clear|good) (?:picture|understanding)|i (?:now )?have (?:everything|all (?:the|i)"
    r"|strong)|made an? (?:mistake|error)\b|fehler gemacht\b))|犯了(?:一?个)?错"
)
_IS_DONE = caseless_regex(
    r"\A(?:your|the|all|both|these|this|that|everything)\b[^.?!:]{0,80}?\b(?:has|have) (?:now |already "
    r"|all )?been"
    r" (?:successfully )?\w+(?:ed|en|nt|ade|aid|et)\b[^?？|]*\Z"
    r"|\A[^，。：:？?]{1,16}(?:做|弄|改|写|建|订|发|整理|更新|准备)好了(?=\W|\Z)(?![^。]*[，,]但)"
)
"""Says itself what was done, also where it leads into details: "Your booking has been moved to Friday:"."""
_TAG = lazy_regex(r"\A(?:</?\w+>\s*)+")
"""What some models put around an answer: `<final>`."""
_LINK = lazy_regex(r"\[([^\[\]]+)\] ?\((?:https?:|[/.#])?[^() ]+\)")


def is_report(sentence: str) -> bool:
    """Whether a sentence of the agent tells work that was done: "Sent Hanna the dates", 已保留酒店."""
    begins = _REPORTS.match(sentence) is not None and _NO_REPORT.search(sentence) is None
    return begins or _IS_DONE.match(sentence) is not None


_SUMS_UP_IN_LINE = caseless_regex(
    r"\A(?:(?:in )?(?:summary|short)|(?:end )?result|outcome|verdict|conclusion|bottom line|(?:the )?fix(?:ed)?"
    r"|bug fixed|(?:the )?(?:root )?cause|answer|fazit|(?:end)?ergebnis|kurz(?:fassung)?"
    r"|总结|结论|小结|结果|答案)\W{0,4}[:：] ?\W*\S"
    r"|\A(?:recommendation|empfehlung|建议)\W{0,4}[:：](?!\W*(?:option|方案)\b) ?\W*\S"
    r"|\bno (?:\w+ )?changes? (?:was|were|is|are) (?:needed|necessary|required)\b"
    r"|\A(?:[\w./`'-]+ ){1,5}(?:is|are) (?:now )?(?:live|up and running|running|deployed|in place|(?:back"
    r"|there) now|in `?[\w./-]+\.\w{2,5}\b)"
    r"|\A(?:[\w./`-]+ ){1,3}(?:läuft|laufen|funktioniert|ist (?:jetzt |nun )?(?:fertig|live|online|grün"
    r"|aktiv))\b(?!, ⏳)"
    r"|\b(?:tests?|checks?|builds?|errors?|output) (?:now|still|all) (?:\w+ )?(?:pass|fail|work|print|hold)"
)
"""A line that tells what a piece of work or a question came to."""
SAYS_YES_OR_NO = lazy_regex(r"(?i)\A(?:yes|yeah|no|ja|nein|partly|teilweise)\b\W|\A(?:是的|不是|没有|对的|可以)[，,。]")
_NO_ANSWER = lazy_regex(
    r"(?i)\A\W*(?:good|great|excellent|absolutely|perfect|got it|understood|sure|clear|welcome|thanks?|sorry"
    r"|you(?:['’]re| are| have)? (?:\w+ )?right|here(?:['’]s| is| are)|quick|before|next|du hast|gute?|verstanden"
    r"|hier (?:ist|sind)|(?:i|we)['’]?(?:ll|d|m) |(?:i|we) (?:will|want|need|understand|have (?:a|your|every)"
    r"|can)\b|if you|(?:yes|no)\W+that|tell me|step|phase|let['’]?s|ich (?:werde|mache|starte|brauche)|falls|soll"
    r"|好的|明白|感谢|谢谢|您|请|接下来|现在|我(?:将|会|来|明白|理解|已将这些)|这(?:为|个(?:架构|文件))|(?:.*完成后，))"
    r"|\A(?:→ ?\w+|from the|i (?:bet|think)|we(?:['’]ve| have) (?:established|agreed)|this (?:is|puts|gives|keeps)"
    r"|but|and|these|those|dort|das sind|dies\w*|keeps?|makes?|now it['’]?s)\b"
    r"|\bnow,? (?:i['’]?(?:m|ll)|let|i (?:need|have|want) to)\b"
    r"|(?:[?？:：]|\.{3})\W*\Z|, [^\w\s\"'`(\[{$€~#@/.+-]|\[[A-Z]\]|[<‹]br>|\A\W*(?:[A-D]|\d+)(?:\)|, )"
)
"""What acknowledges, announces, asks, leads on, or is a row of a table or a menu."""
_LABELLED = lazy_regex(r"\A[^\s:：`][^:：`]{1,30}[:：](?=\s|[^\x00-\x7f])")
_WILL_DO = lazy_regex(
    r"(?i)\b(?:i(?:['’]ll| will| need to)|let me|please provide|ich werde)\b|让我|我[将会来]|将会?(?:包含|是一|用)"
)
_REFUSES = lazy_regex(r"(?i)\A(?:(?:unfortunately|leider|i['’]?m (?:sorry, but|unable|not able))\b|抱歉|很遗憾)")
"""What the agent says that cannot be done."""


def _leads_on(line: str) -> bool:
    return _NO_ANSWER.search(line) is not None and _IS_DONE.match(line) is None


_GUESSES_OR_ADVISES = lazy_regex(
    r"(?i)\b(?:maybe|perhaps|probably|possibly|presumably|might be|may be|could be|i (?:think|guess|suspect|assume"
    r"|suggest|recommend|propose)|i(?:['’]d| would) (?:suggest|recommend|propose|say|go|start|use|take|ask|check)"
    r"|recommend(?:ation|ed)?\b|you (?:could|should|might|may want to|can (?:also|either|then))|vielleicht|vermutlich"
    r"|wahrscheinlich|ich (?:vermute|glaube|empfehle|würde))\b|可能|也许|或许|怀疑|猜测?|估计|大概|建议|推荐"
    r"|可以考虑|不妨"
)
"""What somebody takes for true, or advises: what came of it is said later."""


def outcome_of(spoken: Sequence[str], *, is_answer: bool, is_last: bool = True) -> list[str]:
    """What the sentences of a closing text say that came of the work: reports and what sums up; where nothing does and
    something was asked or worked on, the first that answers, with the next one behind a short one. A guess and advice
    are none, unless nobody spoke after them."""
    whole = [line for line in spoken if sentences.is_whole(line) and sentences.CELL not in line and not line.isupper()]
    whole = [line for line in whole if is_last or not _GUESSES_OR_ADVISES.search(line)]
    near_ends = whole if len(spoken) <= _LONG_TEXT else [*spoken[:_ENDS], *spoken[-_ENDS:]]
    telling = (line for line in whole if is_report(line) or (line in near_ends and _SUMS_UP_IN_LINE.search(line)))
    told = [_LINK.sub(r"\1", line) for line in telling if not _leads_on(line)][:_MOST_REPORTS]
    told = told or [line for line in spoken if _REFUSES.match(line)]
    if told or not is_answer:
        return [line.rstrip("：: ") for line in told[:_MOST_REPORTS]]
    said = islice((_LINK.sub(r"\1", line) for line in whole if not _leads_on(line)), _ANSWERS_WITHIN)
    for line, following in pairwise([*said, ""]):
        if SAYS_YES_OR_NO.match(line) and _size(line) < LONGEST // 4:
            return [f"{line} {following}".strip()]
        if _tells(line) and (entities.keys(line) or re.search(r"[`\d]", line)):
            return [line, following] if len(line) < _SHORT_ANSWER and _tells(following) else [line]
    return []


def _tells(line: str) -> bool:
    return _IS_SENTENCE.search(line) is not None and not (_LABELLED.match(line) or _WILL_DO.search(line))


def reports_in(text: str) -> list[str]:
    """What a closing text of the agent says was done."""
    spoken = (sentences.plain_sentence(s) for s in sentences.split_sentences(sentences.without_fences(text)))
    spoken = (_LINK.sub(r"\1", _TAG.sub("", line)) if "<" in line or "[" in line else line for line in spoken)
    spoken = (line.lstrip("✅🎉📄📦🚀✔✓️ ") for line in spoken)
    told: dict[str, None] = {}
    for line in spoken:
        if _size(line) >= SHORTEST_CAUSE and is_report(line) and sentences.is_whole(line):
            if not (_RULED_OUT.search(line) or _CAUSE.search(line)):
                told[line] = None
            if len(told) == _MOST_REPORTS:
                break
    return [sentences.clip(line, LONGEST) for line in told]


def reports_midway(text: str) -> list[str]:
    """What the agent says was done before it goes on, where the language marks it as over: 已改签, "gelöscht"."""
    if not any(map(text.lower().__contains__, _OVER_SIGNS)):
        return []
    return [told for told in reports_in(text) if _OVER.match(told)]


def conclusion_of(report: str, limit: int) -> str:
    """What a report of another agent concludes: its end, without what it announced to do; empty for a mere receipt."""
    report = _OF_HOST.sub("", report)
    summed_up = [match.end() for match in _SUMS_UP.finditer(report)]
    if summed_up and len(report) - summed_up[-1] >= _SHORTEST_REPORT:
        report = report[summed_up[-1] :]
    spoken = [sentences.plain_sentence(s) for s in sentences.split_sentences(sentences.without_fences(report))]
    long = [i for i, line in enumerate(spoken) if len(line) >= 16 * (1 if line.isascii() else 0.5)]
    told = [i for i in long if _PROSE.search(spoken[i]) and not ANNOUNCES.match(spoken[i])]
    is_short = len(report) < _SHORTEST_REPORT or len(told) < 2
    if is_short or _BROKE_OFF.search(report[-400:]) or report.lstrip()[:1] in {"{", "["}:
        return ""
    if not summed_up and len(concluding := [i for i in told if _IS_SENTENCE.search(spoken[i])]) > 1:
        told = concluding  # a report that ends with a list of names says more in its sentences
    kept: list[int] = []
    for i in reversed(told):
        if sum(len(spoken[each]) + len(_GAP) for each in kept) + len(spoken[i]) > limit:
            break
        kept.insert(0, i)
    quoted = ""
    for before, i in pairwise([-1, *kept]):
        line = spoken[i] if spoken[i].endswith((".", "!", ":", "。", "！", "：", ";")) else f"{spoken[i]};"
        quoted += ("" if before < 0 else " " if i == before + 1 else _GAP) + line
    return quoted.rstrip(";") or sentences.clip(spoken[told[-1]], limit)
