"""Reads what a person's reply takes up of the agent's words: an option, a proposal, a question, a wrong statement."""

import re
from collections.abc import Sequence

from ...text import entities, sentences
from ...text.patterns import lazy_regex
from ...transcripts import speakers
from . import directives, findings, one_off
from .values import Said, Speaker

PROPOSAL_CHARACTERS, OPTION_CHARACTERS, CORRECTED_CHARACTERS = 400, 80, 160
ANSWER_CHARACTERS = 300  # up to which a reply may answer the questions before it without repeating them
SHORT_REPLY = 80  # characters up to which a reply may say little without what it answers
_MOST_LEFT = 4  # options that were not chosen
_NEAR, _SHORT_QUESTION = 6, 120  # sentences before a question that a reply may take up, and its characters

_CHOICE = lazy_regex(
    r"(?i)\A\W*(?:(?:option|go with|take|use|choose|ich (?:will|nehme|würde)|will"
    r"|nummer|nr|选|用|方案|就|按)\W{0,2}\s*)*"
    r"(?P<label>[a-h]|[1-9])(?=\W|\Z|option|方案)"
)
_CHOICE_FIRST = lazy_regex(
    r"(?:[^.!?。\n]{1,24}[.?。] ?)?(?:(?:[Oo]ption|方案) ?)?(?P<label>[A-H])(?:[。，！]|[.,!] )(?!(?s:.*)\b[B-H][.)、])"
)
"""A longer reply that begins with its choice, or a few words before it, and is no list."""
_AGREES = lazy_regex(
    r"(?i)\A\W*(?:y|yes|yep|yeah|ya|ok(?:ay)?|sure|go(?: ahead| on| for it)?|do (?:it|that|so)|please(?: do)?"
    r"|sounds good|great|good|perfect|correct"
    r"|agreed|continue|proceed|ship|approved?|lgtm|no|nope|ja|nein|gerne|mach(?: das)?|weiter|genau|passt"
    r"|deine empfehlung|c"
    r")\b|\A\W*(?:好|可以|(?:行|是|对)(?=[，,。.！!的啊呀吧 ]|\Z)|嗯|同意|没问题|就这样"
    r"|继续|开始|不(?!知道|清楚))"
)
_ACKNOWLEDGES = lazy_regex(
    r"(?i)\W*(?:(?:ok(?:ay)?|sure|great|good|perfect|thanks?|thank you|danke|嗯+|好[的了吧]?|行|谢谢)"
    r"(?:\W+|(?=[\u4e00-\u9fff])|\Z))+"
)
_PROPOSES = lazy_regex(
    r"(?i)\b(?:i(?:['’]ll| will| can| could|['’]d)|we (?:can|could|should)|shall|should|let['’]?s|next|plan|options?"
    r"|ready to|suggest|recommend|propose|ich (?:würde|werde|kann)|empfehle|vorschlag)\b"
    r"|我(?:会|可以|来|将|打算)|接下来|下一步|方案|计划|建议"
)
_CLOSING = 400  # characters of a text in which a proposal stands that a bare "ok" takes
_REFERS_BACK = lazy_regex(
    r"(?i)\b(?:it|that|this(?! (?:morning|evening|week|month)\b)|them|these|those|both|das|es|beide\w*)\b|这|那|它|都"
)
_CONTRADICTS = lazy_regex(r"(?i)\W*(?:no|nope|wrong|not|nein|falsch)\b|\W*(?:不|错)")
_NUMBERS = lazy_regex(r"(?:^|[\s.,;?!])[1-9][.):、]\s?(?=\S)|(?<=\w)[1-9]\)")


def proposal_for(reply: str, text: str) -> str:
    """What of the agent's last text a short reply answers: the chosen option, else its closing question or offer."""
    words = reply.strip()
    if text and SHORT_REPLY < len(words) <= ANSWER_CHARACTERS:
        return _asked_by(text, words)
    if not text or len(words) > SHORT_REPLY:
        return ""
    choice = _CHOICE.match(words) if len(words) <= SHORT_REPLY // 2 else None
    if choice:
        labels = labels_from(words, choice.start("label"))
        if offered := [listed[-1] for each in labels if (listed := options(each, text))]:
            return sentences.clip("; ".join(offered), PROPOSAL_CHARACTERS)
    if named := options_named(words, text)[0]:
        return sentences.clip(named[0], PROPOSAL_CHARACTERS)
    agrees = _AGREES.match(words)
    if not (choice or agrees or _REFERS_BACK.search(words)) and one_off.only_asks(words):
        return ""  # goes on to ask something else
    rest = words[agrees.end() :] if agrees else words
    if choice or len(rest.strip()) <= SHORT_REPLY // 4:
        acknowledges = _ACKNOWLEDGES.fullmatch(words) is not None and _PROPOSES.search(text[-_CLOSING:]) is None
        return _closing_of(text, words, must_ask=choice is not None or agrees is None or acknowledges)
    if _REFERS_BACK.search(words):
        return _closing_of(text, words, must_ask=True)
    is_told = findings.SAYS_YES_OR_NO.match(words) is not None
    return _asked_by(text, words) or (_closing_of(text, words, must_ask=True) if is_told else "")


def _asked_by(text: str, reply: str) -> str:
    """The questions that a text ends with, where a reply numbers its answers or takes up a word of them."""
    asked = findings.questions_in(text)
    numbered = len(_NUMBERS.findall(reply)) > 1
    if not asked or not (numbered or entities.prose_words(reply) & entities.prose_words(" ".join(asked))):
        return ""
    if len(asked) > 1:
        return sentences.clip(" ".join(asked), PROPOSAL_CHARACTERS)
    return _closing_of(text, reply, must_ask=True)


_KNOWS_NOT = lazy_regex(
    r"(?i)\b(?:not (?:yet )?(?:decided|known|clear|settled)|un(?:known|clear|decided)|nobody knows"
    r"|(?:do(?:es)?|did|have|has|could|can)(?:n['’]t| not) (?:yet )?(?:know|found|find out|checked|say|tell))\b"
    r"|不知道|不清楚|不确定|未定|还?没有?(?:定|查到|统计|确认)"
)
_DEFERS = lazy_regex(
    r"(?i)\b(?:let me (?:think|ask|sleep)|i(?:['’]ll| will|['’]m going to) (?:think|ask|check|decide|get back)"
    r"|need to think)\b|\b(?:klären|überlege)\b"
    r"|(?<!帮我)(?<!帮我再)(?<!给我)(?<!帮忙)(?<!你)(?:想想|想一下|考虑一?下)|回头再|再说|晚点|[明后]天看|晚上看|问问"
)
_HOLDS_OFF = lazy_regex(
    r"(?i)\A\W*(?:(?:ok(?:ay)?|sure|well|h+m+)\W+)?(?:before (?:i|we|you|that|this)\b|while (?:that|this|it|you|we)\b"
    r"|hold on\b|wait\b(?! for| until)|not yet\b|(?:one|a) (?:quick )?question|meanwhile\b|first (?:off|of all|tell)\b)"
    r"|\A\W*(?:先别|别急|先不|等一下|等等|等下|先问|在这之前|在那之前|这个先放|稍等)"
)
"""Words before something else, which leave a question for later."""
_DECIDES = lazy_regex(
    r"(?i)\A\W*(?:(?:ok(?:ay)?|well|alright)\W+)?(?:y|yes|yep|yeah|no|nope|ja|nein|neither|both|do (?:it|that)|go ahead"
    r"|let['’]?s|the (?:first|second|former|latter)|option|[a-h](?=\W|\Z))\b"
    r"|\A\W*(?:好[的，,吧]?|那|就)*(?:是的?|不用|不要|可以|行|用|选|要|改|等)"
)
_WANTS_A_FACT = lazy_regex(
    r"(?i)(?:\A|[,;:—–] |\b(?:so|and|or)\W+)(?:which|what|where|when|who|how|welche\w*|was|wo|wann|wer|wie)\b"
    r"|什么|哪|谁|怎么|多少|几"
)
"""Whatever somebody says may answer it."""
_TO_AGENT = lazy_regex(r"(?i)\b(?:you|your|du|dir|dich)\b|[你您]")
"""Whom it asks about itself wants no fact."""
_ASKS_WHETHER = lazy_regex(r"(?i)\W*(?:(?:so|and|ok|hm+)[, ]+)?(?:shall|should) (?:we|i)\b[^.!]*[?？]")
_MOST_ASKED, _SHORTEST_QUESTION, _LONGEST_QUESTION = 6, 10, 160
"""Questions of a person that are kept, and their characters; half as many of Han."""


def is_no_request(words: str) -> bool:
    """Whether words only ask what is to be done, or put it off: nobody carries that out."""
    return _DEFERS.search(words) is not None or _ASKS_WHETHER.match(words) is not None


def only_puts_off(words: str) -> bool:
    """Whether each sentence of words puts something off."""
    return all(map(_DEFERS.search, sentences.split_sentences(words)))


def asked_by(questions: Sequence[Said], words: str, index: int, *, is_reply: bool, lately: int) -> list[Said]:
    """The open questions after a person's words: those they asked and nobody answered, and of the agent's those that
    they put off ("I'll think about it") or, `lately`, passed over."""
    said = _words_of(words)
    left = [each for each in questions if each.speaker is Speaker.PERSON]
    waiting = [
        each for each in questions if each.speaker is Speaker.AGENT and not (each.is_passing and each.index < lately)
    ]
    new = [each for each in waiting if not each.is_done]
    decides = not new and _DECIDES.match(words) is not None
    left += [each for each in waiting if each.is_done and not decides and len(said & _words_of(each.text)) < 2]
    if _DEFERS.search(words) or _HOLDS_OFF.match(words):
        left += [each._replace(is_done=True) for each in new]
    elif not (is_reply or _DECIDES.match(words) or one_off.says_little(words)):
        left += [each._replace(is_done=True, is_passing=True) for each in new if _passes_over(words, each.text)]
    for sentence in map(sentences.plain_sentence, sentences.split_sentences(sentences.without_fences(words))):
        shortest = _SHORTEST_QUESTION if sentence.isascii() else _SHORTEST_QUESTION // 2
        is_question = shortest <= len(sentence) <= _LONGEST_QUESTION and sentence.endswith(("?", "？"))
        wants_a_fact = is_question and one_off.only_asks(sentence) and not _TO_AGENT.search(sentence)
        if wants_a_fact and len(_words_of(sentence)) > 1:
            left.append(Said(sentence, index))
    return left[-_MOST_ASKED:]


def _passes_over(words: str, question: str) -> bool:
    """Whether words that are no reply want something else, and say nothing of what was asked."""
    if one_off.offers(question) or _words_of(words) & _words_of(question):
        return False
    return one_off.only_asks(words) or (one_off.asks_for_work(words) and not _WANTS_A_FACT.search(question))


def questions_after(questions: Sequence[Said], text: str, index: int, *, alone: str = "", until: int = 0) -> list[Said]:
    """The open questions after a text of the agent, which asks others in place of those from message `until` on: a turn
    had ended there; `alone` is the question that was all a person said, where this text closes the turn: whatever it
    says is the answer."""
    waiting = (each for each in questions if each.speaker is Speaker.PERSON and not each.is_done)
    answered = {each.text for each in waiting if _answers(text, each, is_asked_alone=each.text == alone)}
    left = [each for each in questions if each.is_done or each.index < until or each.speaker is Speaker.PERSON]
    asked = findings.questions_in(text)
    left = [each for each in left if each.text not in asked and (each.is_done or each.text not in answered)]
    return [*left, *(Said(each, index, Speaker.AGENT) for each in asked)]


def _answers(text: str, question: Said, *, is_asked_alone: bool) -> bool:
    """Whether a text takes a question up, and does not only say that nobody knows."""
    wanted = _words_of(question.text)
    lines = sentences.split_sentences(text)
    about = [line for line in lines if is_asked_alone or wanted & _words_of(line)]
    return any(not _KNOWS_NOT.search(line) and not findings.ANNOUNCES.match(line) for line in about)


def _words_of(text: str) -> set[str]:
    """What a question or an answer is about, also in short words: "what is open?", "Open: …"."""
    short = (word.rstrip("s") for word in re.findall(r"[^\W\d_]{4,}", text.casefold()) if word.isascii())
    return {*one_off.content_words(text), *short} - entities.LITTLE_WORDS


def corrected_by(correction: str, text: str) -> str:
    """The sentence of the agent's last text that a correction is about: the one that shares most with it; for a short
    one that points back ("no, the other one", 不对，…) the last question or statement."""
    spoken = [sentences.plain_sentence(s) for s in sentences.split_sentences(sentences.without_fences(text))]
    spoken = [line for line in spoken if len(line) > findings.SHORTEST_CAUSE and not line.endswith((":", "："))]
    spoken = [line for line in spoken if not findings.ANNOUNCES.match(line)]
    names, words = entities.things_and_words(correction)
    about = set(names) | set(words)
    best, most = "", 0
    for line in spoken:
        things, said = entities.things_and_words(line)
        shared = len(about & (set(things) | set(said)))
        if shared and shared >= most:
            best, most = line, shared
    points_back = len(correction) <= SHORT_REPLY and not one_off.says_what_is_wrong(correction)
    points_back = points_back and bool(_REFERS_BACK.search(correction) or _CONTRADICTS.match(correction))
    closing = _closing_of(text, correction, must_ask=False) if points_back and not best else ""
    return sentences.clip(best or ("" if closing.endswith((":", "：")) else closing), CORRECTED_CHARACTERS)


_SETTLED_WITHIN, _TOPIC_CHARACTERS, _ABOUT_CHARACTERS = 6, 60, 160
"""Sentences of a reply that may settle something; characters of the question before it, and of what it settles."""
_FILLER = lazy_regex(
    r"(?i)(?:\W*(?:ok(?:ay)?|y(?:es|eah|ep|up)|sure|h+m+|fine|alright|right|so|great|good|perfect|nice|cool|smart"
    r"|agreed?|deal|sounds good|looks good|嗯+|好[的吧]?|行|那|可以|对|同意|没问题)(?:[\s，,.!。！]+|(?=[就用按])|\Z))+"
)
_SETTLES = lazy_regex(
    r"(?i)(?:make it|go with|let['’]?s (?:do|use|take|go with)|(?:i['’]?ll|we['’]?ll|i['’]d|we) (?:take|go with|pick)"
    r"|take|use|pick|stick with)\s+(?P<named>[^.!?\n]{1,60})[.!]*\Z"
    r"|(?P<thing>[^.!?,\n]{1,40}?) (?:it is|then)(?=[,.!;]|\s*\Z)"
    r"|(?P<fits>[^.!?,\n]{1,40}?) (?:works?(?: (?:for|best)\b[^.!?,\n]{1,20})?|is (?:fine|ok(?:ay)?|better))"
    r"(?=[,.!;]|\s*\Z)"
    r"|(?:就|用|选|定|要|按)+ ?(?P<zh>[^，。；！\n]{1,20}?)(?:吧|来|好了|了)?[。！]?(?=\Z|[，,])"
)
"""How a reply takes one thing: "48 it is", "Monday works", "make it 120", 就建军吧."""
_TAKES_IT = lazy_regex(
    r"(?i)\W*(?:(?:please )?(?:do|take|use|put|write|note|add) (?:it|that|this)\b.{0,24}|(?:it|that|this)(?: one)?"
    r"|(?:就)?(?:这个|这样|那个)(?:吧|了)?|记(?:一下|下来?|住)吧?)?\W*"
)
_RECOMMENDS = lazy_regex(
    r"(?i)\bi(?:['’]d| would)? (?:(?:rather|strongly) )?(?:suggest|recommend|prefer|go with|propose|advise|take|lean)\b"
    r"|\bmy (?:recommendation|suggestion|advice)\b|\b(?:is|are|looks?|would be) (?:\w+ )?(?:better|safer|cheaper)\b"
    r"|\bich (?:empfehle|würde)\b|建议|推荐|倾向"
)
_ASKS_ADVICE = lazy_regex(
    r"(?i)\b(?:which|should (?:i|we)|what would you|thoughts|recommend|suggest|options?)\b|\bor\b[^?]*\?"
    r"|怎么选|还是|要不要|哪|你觉得|你怎么看|建议"
)
_WAVERS = lazy_regex(
    r"(?i)\b(?:wait|let me (?:think|ask|check)|not sure|i['’]?ll think|need to think|unless|if)\b"
    r"|想想|问问|等等|考虑|如果"
)
_WHEN = lazy_regex(r"(?i)\d|\b\w+day\b|[一二三四五六日天]\Z")
_TOKEN = lazy_regex(r"\d+(?:[.,]\d+)*|[^\W\d_\u4e00-\u9fff]+|[\u4e00-\u9fff]+")
_STEP_PROPOSED = lazy_regex(
    r"(?i).*?(?:suggest|recommend|propose|建议|推荐)\w*(?:[:：,，]| that| we| you| to| first|先|我们)*\s*"
)


def settled_by(reply: str, text: str, asked: str) -> str:
    """What a short reply settles of the agent's last text, with the question before and the words that settle it:
    `cache ttl? I suggest 90 seconds. → “make it 120”`; empty where it settles nothing."""
    found: list[str] = []
    for sentence in sentences.split_sentences(reply)[:_SETTLED_WITHIN] if text else []:
        words = sentences.plain_sentence(sentence)
        if _WAVERS.search(words):
            found = found[:-1]  # let me ask somebody
        elif found or len(words) > SHORT_REPLY or words.endswith(("?", "？")):
            continue
        elif about := _taken_up(words, text, asked):
            found.append(about if words in about else f"{about} → “{words}”")
    topic = " ".join(asked.split())
    is_topic = found and len(topic) <= _TOPIC_CHARACTERS and (topic.endswith(("?", "？")) or _ASKS_ADVICE.search(topic))
    return f"{topic} {found[0]}" if is_topic else "".join(found)


def _taken_up(words: str, text: str, asked: str) -> str:
    """The option or sentence of the agent's text that these words take; empty for an order, a report or a bare yes."""
    filler = _FILLER.match(words)
    rest = words[filler.end() :] if filler else words
    spoken = [sentences.plain_sentence(s) for s in sentences.split_sentences(sentences.without_fences(text))]
    proposed = next((line for line in spoken if _RECOMMENDS.search(line)), "")
    is_advice = bool(proposed) or _ASKS_ADVICE.search(asked) is not None
    if _TAKES_IT.fullmatch(rest):
        told = [line for line in spoken if not line.endswith(("?", "？", ":", "："))]
        return _proposal(proposed or (told[-1] if told else "")) if is_advice else ""
    found = _SETTLES.match(rest)
    what = next(filter(None, found.groups()), "") if found else rest if filler and len(rest) <= SHORT_REPLY // 2 else ""
    if not what or is_step(what) or one_off.only_goes_on(what) or (not found and one_off.asks_for_work(what)):
        return ""
    if found and found["fits"] and not (proposed or _WHEN.search(what)):
        return ""  # "the login works" reports
    if re.match(r"[A-H]\b", what) and (listed := options(what[0], text)):
        return sentences.clip(listed[-1], _ABOUT_CHARACTERS)
    best = max(spoken, key=lambda line: (_shared(what, line), line == proposed), default="")
    is_open = found is not None or (is_advice and not best.endswith(("?", "？")))
    if is_open and _shared(what, best):
        return _proposal(best)
    return _proposal(proposed) if found and found["named"] and what[:1].isdigit() else ""


def _proposal(line: str) -> str:
    """A sentence as what was settled; empty for a step of the work that was proposed."""
    says_little = len(line) < SHORT_REPLY // (20 if sentences.may_hold_han(line) else 10)
    return "" if says_little or is_step(_STEP_PROPOSED.sub("", line)) else sentences.clip(line, _ABOUT_CHARACTERS)


def _shared(what: str, line: str) -> int:
    """How many of the words that name a thing stand in a line."""
    low = line.casefold()
    tokens = [each for each in _TOKEN.findall(what.casefold()) if each not in entities.LITTLE_WORDS]
    held = (rf"(?<![\d.]){re.escape(each)}(?![\d]|\.\d)" if each[0].isdigit() else re.escape(each) for each in tokens)
    return sum(re.search(each, low) is not None for each in held)


def decisions_in(words: str, own: str, text: str, asked: str) -> list[str]:
    """What a message settles: by choosing of the agent's last text, then in `own` words of the person."""
    chosen = choice_of(words, text) or settled_by(own, text, asked)
    settled = [each for each in directives.find_decisions(own) if not (chosen and own.startswith(each))]
    return [chosen, *(each for each in settled if each not in chosen)] if chosen else settled


def still_in_force(decisions: dict[str, Said], words: str) -> dict[str, Said]:
    """The decisions that words of a person leave; they change what answered a question about the same thing."""
    if not _CHANGES.search(words):
        return decisions
    said = one_off.content_words(words)
    return {text: each for text, each in decisions.items() if not _is_about(text, said)}


def _is_about(decision: str, said: set[str]) -> bool:
    topic, arrow, _ = decision.partition(" → “")
    things = [one_off.content_words(each) for each in re.split(r"(?<=[?？]) |(?<=怎么选) ", topic, maxsplit=1)]
    return bool(arrow) and len(things) > 1 and all(each & said for each in things)


_CHANGES = lazy_regex(r"(?i)\b(?:instead|change|switch|rather|not)\b|改成|改为|换成|不要|不用")


def choice_of(reply: str, text: str) -> str:
    """The options of the agent's last text that a reply chooses, with those that it leaves; empty for no choice."""
    words = reply.strip()
    found = _CHOICE.match(words) if len(words) <= SHORT_REPLY // 2 else _CHOICE_FIRST.match(words)
    labels = labels_from(words, found.start("label")) if found else ""
    chosen = [listed[-1].strip("* ") for each in labels if (listed := options(each, text))]
    offered = ("123456789" if labels.isdigit() else "ABCDEFGH") if chosen else ""
    others = [listed[-1] for each in offered if each not in labels and (listed := options(each, text))]
    if not chosen:
        chosen, others = options_named(words, text)
    if not chosen or chosen[-1].endswith(("?", "？")) or one_off.only_goes_on(chosen[-1]):
        return ""  # what to do next was asked, nothing that stays
    if are_steps([*chosen, *others]):
        return ""
    left = "; ".join(sentences.clip(other, OPTION_CHARACTERS) for other in others[:_MOST_LEFT])
    told = "; ".join(sentences.clip(each, 2 * OPTION_CHARACTERS) for each in chosen)
    behind = f"（未选：{left}）" if speakers.is_chinese(told) else f" (not chosen: {left})"
    return told + behind if left else told


def _closing_of(text: str, reply: str, *, must_ask: bool) -> str:
    """The last question with the sentence before it that the reply takes up most, else the last paragraph."""
    spoken = [sentences.plain_sentence(s) for s in sentences.split_sentences(sentences.without_fences(text))]
    spoken = [line for line in spoken if len(line) > 3]
    said = entities.prose_words(reply)
    for i in range(len(spoken) - 1, max(-1, len(spoken) - 13), -1):
        if findings.QUESTION.search(spoken[i]):
            near = [line for line in reversed(spoken[max(0, i - _NEAR) : i]) if "|" not in line]
            before = max(near, key=lambda line: len(said & entities.prose_words(line)), default="")
            closing = f"{before} {spoken[i]}".strip() if len(spoken[i]) < _SHORT_QUESTION else spoken[i]
            return sentences.clip(closing, PROPOSAL_CHARACTERS)
    if must_ask or (spoken and spoken[-1].endswith((":", "："))):
        return ""
    return sentences.clip(" ".join(spoken[-2:]), PROPOSAL_CHARACTERS)


_FURTHER_LABEL = lazy_regex(
    r"(?i)\s*(?:,? ?(?:und|and|plus)\b|[,&+/、，]|和)\s*([a-h]|[1-9])(?=\s*(?:[,.;!)+&/、。，]|(?:und|and)\b|和|\Z))"
)


def labels_from(reply: str, first: int) -> str:
    """The labels that a reply chooses, the first of them at this character: "A, b and D", B und D."""
    labels, end = reply[first].upper(), first + 1
    while found := _FURTHER_LABEL.match(reply, end):
        labels, end = labels + found[1].upper(), found.end()
    return labels


_STEP_VERBS = (
    "analy[sz]e review check verify test run document continue finish finali[sz]e fix commit push investigate explore"
    " debug inspect migrate clean"
)
_STEPS_IN_GERMAN = (
    "analysieren prüfen testen dokumentieren finalisieren migrieren beheben aufräumen weitermachen fortsetzen"
    " abschließen durchgehen untersuchen starten pausieren committen pushen"
)
_IS_STEP = lazy_regex(
    rf"(?i)(?:{'|'.join(_STEP_VERBS.split())})\b|[^(,;:]*\b(?:{'|'.join(_STEPS_IN_GERMAN.split())})\W*(?:\(|\Z)"
    r"|(?:先)?(?:分析|检查|测试|运行|继续|修复|提交|整理|排查)"
)


def is_step(option: str) -> bool:
    """Whether what is offered is a step of the work, and settles nothing."""
    return _IS_STEP.match(option) is not None


def are_steps(options: Sequence[str]) -> bool:
    """Whether a menu offers what to do next: each is a step, and none settles how something is to be."""
    return len(options) > 1 and all(_IS_STEP.match(option) for option in options)


_MENU = r"(?i)\[{label}\]\s*([^\[\n]{{3,120}})"
_IN_A_ROW = (
    r"(?:\A|[\s:：,，;；(])(?:{label})(?:[.)] +|[:：、] ?)(?P<text>[^,，;；。\n]{{2,80}}?)(?=[,，;；。\n]|[.] |[.]?\Z)"
)
"""A row of options in one sentence: "A. SQS, B. NATS"."""
_INLINE_OPTION = (
    r"(?i)(?:\boption\s+|方案\s*){label}\s*[：:]\s*([^；;。\n]{{2,300}}?)(?:(?<!\b\w\.\w)[.!?] |[；;。\n]|[.!]?$)"
)
_OPTION = (
    r"(?im)^[\s>*_#|-]*(?:\[|\()?(?:option\s+|方案\s*)?{label}(?:\]|\)|\.|:|：|、|\*\*|\s*[|–—-])"
    r"\**\s*(?P<text>\S.{{2,400}})$"
)
_NAMED_OPTION = lazy_regex(
    r"(?m)^[\s>]*(?:[-*•]|\d{1,2}[.)])\s+\*\*(?P<head>[^*\n]{3,60}?)[:：]?\*\*\s*[—–:：-]?\s*(?P<rest>[^\n]*)$"
)
_LONGEST_NAMING, _MOST_NAMED = 80, 6  # characters of such a reply; options of one list; a longer one is no choice
_SAYS_NO = lazy_regex(r"(?i)\b(?:no|not|don['’]?t|neither|without|nicht|kein\w*)\b|不|别")


def options(label: str, text: str) -> list[str]:
    """What a text offers under a label, the last one last."""
    if inline := re.findall(_INLINE_OPTION.format(label=label), text):
        return [sentences.plain_sentence(each).strip("* ") for each in inline]
    is_row = all(re.search(_IN_A_ROW.format(label=each), text) for each in ("12" if label.isdigit() else "AB"))
    if is_row and "\n" not in text.strip() and (row := re.search(_IN_A_ROW.format(label=label), text)):
        return [row["text"].strip()]
    found = re.finditer(_OPTION.format(label=label), text)
    listed = [sentences.plain_sentence(match["text"]).strip("* ") for match in found]
    return listed or [match.strip() for match in re.findall(_MENU.format(label=label), text)]


def options_named(reply: str, text: str) -> tuple[list[str], list[str]]:
    """The option of a list before a question that a short reply names in its words, and the others; empty for none."""
    if len(reply) > _LONGEST_NAMING or not one_off.ASKED.search(text[-200:]) or _SAYS_NO.search(reply):
        return [], []
    offered = [
        (match["head"].strip(), f"{match['head']}: {match['rest']}".rstrip(": "))
        for match in _NAMED_OPTION.finditer(text)
    ]
    named = [told for head, told in offered if head.casefold() in reply.casefold()]
    if len(named) != 1 or not 1 < len(offered) <= _MOST_NAMED:
        return [], []
    heads = " ".join(head for head, told in offered if told not in named)
    if (one_off.content_words(heads) - one_off.content_words(named[0])) & one_off.content_words(reply):
        return [], []  # "migrate all of it, then delete it" takes neither "migrate" nor "delete"
    return named, [told for _, told in offered if told not in named]
