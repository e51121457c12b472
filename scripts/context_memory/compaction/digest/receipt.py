"""The receipt of a compaction: what had to be kept and where it is now. Deterministic, no model.

Its requirements are found in the raw messages by rules of their own; nothing here is read by the
summary: what wrote a text cannot prove that the text is whole.
"""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import takewhile

from ...messages import Message, Role, ToolCall, ToolResult
from ...text import entities, own_voice, revocations, sentences, statements
from ...text.patterns import caseless_regex, lazy_regex
from ...transcripts import speakers
from ...transcripts.own_texts import ORDERS_HEADING
from . import calls
from .evidence import command_of, plain
from .values import Archived, Receipt, ReceiptItem, Requirement, SessionMemory

MOST = {"directive": 60, "decision": 20, "question": 6, "revoked": 20, "changed": 25, "todo": 20, "check": 12}
MOST |= {"named": 800, "used": 800}
"""Newest ones of a kind: a receipt is a check, not a history. `named` are things that the agent named in one message,
`used` those that it came back to: of these it needs most again (rank correlation with later use: bench.fidelity)."""
LONGEST_REQUEST = 20_000  # characters
_SHORTEST, _SHORTEST_HAN, _LONGEST = 8, 4, 240  # characters of a directive
_OF_AGENT = lazy_regex(r"(?i)\b(?:you|your|du|dir|dich)\b|[你您]")
"""A question about the agent itself wants no fact."""
_LARGEST_MESSAGE = 2_500  # characters; a longer one is a document: its sentences are not orders of this session

_OPENS = r"(?:\A|[,;:.!–—]\s*|\b(?:please|pls|and|but|so|also|just|then|ok|bitte|und)\s+)"
_ORDERS = (
    r"(?:(?:do not|don['’]?t)(?! (?:you|know|worry|think|care|mind|see|get|have|remember|understand)\b)"
    r"|never(?! ?mind| heard| seen| again\b)|always(?! (?:the|happy|glad)\b)|only(?! (?:one|two|three|a|when|if|\d+)\b"
    r"| \w+s (?:the|an?)\b)|nobody (?!knows|was|is|has)\w+s\b"
    r"|no(?!t? (?:wait|idea|module named|problem|worries|way|need|such|longer|one|doubt|luck|rush"
    r"|thanks|matter|sure|change|clue|errors?|that|it|the|this|i|\w+ (?:applied|found|needed|detected|left|yet))\b|,)"
    r"|stop(?=.* \w)|avoid|without|hands off|leave(?! (?:it|that|me|us)\b)|keep(?! (?:going|at|on|in mind|up)\b)"
    r"(?= \w+ \w+)|use(?= \S.*\b(?:not|instead)\b)|stick to|stay (?:in|under|within|below)|limit (?:it|yourself)"
    r"|nie(?:mals)?|kein(?:e[nrs]?)?|nur|immer|hör auf)\s"
)
_THING = (
    r"(?:spelling|english|german|french|spanish|dutch|chinese|answers?|tables?|emojis?|bullets?|prose|plain text"
    r"|markdown|syntax|paragraphs|json|metric)"
)
_MUST = caseless_regex(
    rf"{_OPENS}{_ORDERS}|\b{_THING},? (?:please|pls|only|bitte)\b|\bfirst,? then\b|\A\w+, not \w+\b"
    r"|\A\w+s (?:always|never) (?!\w+(?:s|ed)\b)|\b(?:is|are) (?:banned|forbidden|off limits)\b"
    r"|\b(?:all|every\w*|each|any|no|nobody|no one)(?: [\w.-]+(?<!\bwe)(?<!\bi)(?<!\byou)){0,3} (?:never|always"
    r"|(?:have|has|needs?) to \w+)\b|\bthe(?: [\w.-]+){1,3} (?:has|have) to (?!be (?:there|here|at)\b)"
    r"|(?<!\bthat)(?<!\bit)(?<!\bi)(?<!\byou)(?<!\bthis)(?<!\bhe)(?<!\bshe)(?<!\bthere)"
    r" must(?! (?:be an?|have|be \w+ing)\b)\b"
    r"|\bmust(?:n['’]t| not\b| never\b| always\b)|\byou must(?! be\b)\b"
    r"|\b(?:to|please|should|can|may|want you to) (?:never|always|not)\b"
    r"|\b(?:make sure|no more than|at most|at least|only (?:use|in|on|the|change|touch)|under no|every time|each time"
    r"|stays? (?:as|the way)|going forward|from now on|(?:before|after) (?:each|every)"
    r"|(?:like|prefer|want) you to (?:ask|stop|use|keep|only|wait|tell)|or (?:less|fewer)|rather you"
    r"|(?:ask|check with|tell|show|warn|let) me (?=.*\b(?:before|first)\b)"
    r"|(?:unless|until) i (?:say|ask|tell|write|am back)"
    r"|before (?:you|anything) (?:is |are )?(?:send|sent|push|commit|merge|deploy|delete|change|run)\w*"
    r"|(?:you|we)(?:['’]re| are) not (?:to|allowed to)|stay (?:off|out of)|one \w+ per \w+"
    r"|(?:answer|reply|respond|write) (?:to me )?in (?:english|german|french|spanish|chinese|plain|short|full|one))\b"
    r"|\b(?:as|with|in) (?:[\w-]+ ){0,2}[\w-]+, not (?!the|that|this|it|an?\b|sure|yet)[\w-]+"
    r"|\bwe (?:always |only )?use [\w.-]+,? not\b|\blet['’]?s (?:do|use|keep|go|stick)\b[^.!?]*\binstead\b"
    r"|\b(?:can['’]?t|cannot) (?:have|eat|drink)\b|\ballerg(?:ic to|y)\b|\b\w+[- ]intolerant\b"
    r"|\b(?:british|american) (?:spelling|english)\b|\bnon[- ]negotiable\b|\b(?:is|are) (?:frozen|read[- ]only)\b"
    r"|short messages\b|\bwhen(?:ever)? you [^.!?]{2,50}\b(?:use|write|give|say|show|add|ask)\b(?! (?:it|that|this)\b)"
)
_MUST_ZH = lazy_regex(
    r"(?<!要)(?<!也)不要(?!紧|钱)|(?<![这那]个)(?<!是不是)必须|务必|禁止|不[得许准碰](?!不|了)|(?<!我)一律|统一(?:用"
    r"|写|[小大]写|按|走|成)|千万|切勿|尽量"
    r"|只(?:改|用|看|动|碰|写|给)(?![^，,。]*[吗呢]$)|每[次回](?!都?(?:卡|报|挂|失败|这样|等|崩|不))"
    r"|每[个条份次](?!.{0,6}[吗了]).{1,8}(?:要|得)"
    r"|都(?:要(?![崩疯死哭])|得(?!到)|写成|用(?!$)|写)|之前先|先(?!看看)[^，,。]{1,8}再(?!加|看|说)"
    r"|用\s?[A-Za-z].{0,12}[不别]用|一次只"
    r"|(?:不|别)(?:要)?超过|保持.{0,10}(?:不变|原样|兼容)|(?:语气|口气|措辞)[^，,。]{0,4}(?:点|些)"
    r"|用[\u4e00-\u9fff]{1,3}[语文](?:回|写|说)"
    r"|(?:注释|标题|文档|提交|回答|变量名?|函数名?|日志).{0,4}(?:写|用)[英中]文"
    r"|(?<![类级分特个区识性判差告错])别(?![的人处名客急慌怕字])"
)
_TELLS_ONLY = lazy_regex(
    r"(?i)\A(?:(?:i|i['’](?:ve|m)|he|she|they|we) (?!want|need you|prefer|expect|must|use [\w.-]+,? not\b"
    r"|(?:always|never|only) (?:use|write|keep|ask|want))|it (?:always|never))|从来没|一直报|没必要"
)
"""Says how it is, not how it has to be."""
_OTHERS_WORDS = lazy_regex(r"[\"“][^\"”\n]{25,600}[\"”]|[“「][^”」\n]{9,300}[”」]")
"""Orders in a quotation are somebody else's."""
_END_OF_SENTENCE = lazy_regex(r"(?<=[.!?])\s+|(?<=[。！？；])\s*|\n+")
_ASKS = lazy_regex(
    r"(?i)[?？]\W*\Z|(?:什么|哪些|哪里|吗|呢)\W*\Z|[:：]\Z|\A(?:\w+ ){0,2}(?:how (?:do|can|would)|why (?:do|does|is)) "
)
_SETTLES = lazy_regex(
    r"(?i)(?:\A|[,;] )(?:ok(?:ay)?,? |yes,? )?(?:(?:(?:let|we|i)['’]?(?:s|ll)? )?(?:go with|take|pick|settle[d]? on)\b"
    r"|stick with\b|(?:we|i)(?:['’]ve| have)? (?:decided|agreed)\b)|\A[\w.%-]+ (?:it is|then|works)\b"
    r"|\A(?:嗯|行|好|那)?[，,]?就[^，。？?]{1,12}吧|\A(?:那|好的?[，,]?)?就?(?:用|选|定)[^，。？?]{1,20}(?:吧|了)|决定(?:了|[用不先改]|采用)|\A[^，。]{0,8}(?:选?定了)[^，。？?]"
)
"""How a person settles something in a sentence of its own."""
_LABEL = lazy_regex(
    r"(?i)\A\W*(?:ok(?:ay)?,? |yes,? |option |go with |take |i(?:['’]d| would)? (?:say|take) |就按|就选|就用|选|方案)*"
    r"([a-h]|[1-9])(?: please| then)?(?=[\s,.;!，。；！吧]*\Z|[,.;，。；] )"
)
_OPTION = r"(?im)(?:^[\W_]*|[:：;；,，。.] ?)(?:option |方案)?{}[*_]*[.):：、]+[*_]* *(\S[^\n;；]{{2,80}})"
"""What a text offers under a label."""
_LEAVE = lazy_regex(
    r"(?i)\byou (?:can|may)\b.*\b(?:now|again|from now on|after all)\b|\b(?:is|are) (?:lifted|cancel+ed|off|over)\b"
    r"|\b(?:forget|drop|never ?mind) (?:the|that|what)\b|\bno longer\b"
    r"|(?:取消|放开|解除)了|不用再|作废|可以[^，。]{0,9}了"
)
_STILL = lazy_regex(r"(?i)\b(?:still|only|except|unless|but not|not yet)\b|仍|还是[要得不]|除了")
_UNKNOWN = lazy_regex(
    r"(?i)\bnot (?:\w+ )?(?:known|clear|decided|sure|know|say)\b|n['’]t (?:know|say)\b|不知道|不清楚|未定|没有?[定查]"
)
"""A sentence that takes a question up without an answer."""
_LONGEST_QUESTION, _LONGEST_CHOICE, _SHORTEST_TOPIC = 160, 40, 4  # characters
_WORD = lazy_regex(r"[A-Za-z][\w-]{3,}|\d{2,}|[\u4e00-\u9fff]{2}")
_WRITES = lazy_regex(
    r"(?i)(?:\A|_)(?:write|edit|multiedit|create|insert|patch|replace|update|notebookedit)|apply_patch|str_replace"
)
_PATH_KEYS = ("file_path", "filePath", "path", "notebook_path", "filename")
_PATCHED = lazy_regex(r"(?m)^\*\*\* (?:Add|Update) File: (\S.*?)\s*$")
_CHECKS = lazy_regex(
    r"\b(?:tests?|pytest|unittest|jest|vitest|mocha|check|lint|eslint|ruff|mypy|tsc|build|cargo|make|gradle|mvn|tox"
    r"|go (?:test|vet|build))\b"
)
_FAILS = lazy_regex(
    r"(?m)\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|^FAIL(?:ED)?\b|exit(?:ed with)? (?:code|status):? [1-9]"
    r"|^error\b|panicked at"
)
_SIGNS_OF_FAILURE = (" fail", " error", "FAIL", "exit", "\nerror", "panicked at")
"""One of these is in every output that `_FAILS` finds, but one that begins with `error`."""
_SETUP = lazy_regex(
    r"\A\s*(?:(?:cd|pushd|Set-Location|export|source|set) (?:\"[^\"\n]*\"|'[^'\n]*'|[^&;\n]*)\s*(?:&&|;|\n)\s*"
    r"|\$env:\w+ *\+?= *(?:\"[^\"\n]*\"|'[^'\n]*'|[^;\n]*)\s*;\s*|\w+=\S* +(?=\S)"
    r"|(?:sudo|time|env|nice|rtk|npx|bunx|uvx|timeout [\w.]+|(?:uv|poetry|pipenv) run|bundle exec) +)+"
)
"""What stands before a command and does not say which one it is."""
_NAME = lazy_regex(r"(?a)[A-Za-z0-9_][\w./\\:@#-]{3,238}\w")
_NAMES_NOTHING = lazy_regex(r"(?:[\d.:/-]{1,4}|\d+)\Z")
"""A number that says nothing alone."""
_NO_NAMES = lazy_regex(
    r"[a-z]\w*\.(?:role|[lL]ength|content|text|name|id|type|value|data|message|status|size|count|key|items|state|error"
    r"|parts|path|index|result)\Z|(?:pass|read|true|yes|and|input|on|client|before|get|start)"
    r"/(?:fail|write|false|no|or|output|off|server|after|set|stop)\Z"
)
"""An attribute of whatever variable, and a pair of plain words."""
_SLASHES = lazy_regex(r"[/\\]+")
_NAMING_CHARACTERS = 40_000  # of one message
_DONE = frozenset({"completed", "done", "cancelled", "canceled", "deleted"})


def requirements_in(earlier: Sequence[Requirement], messages: Sequence[Message], first: int) -> tuple[Requirement, ...]:
    """The requirements after these further messages, the first of which has the index `first`."""
    reading = _Reading(earlier)
    for index, message in enumerate(messages, first):
        if not message.is_summary:
            reading.add(message, index)
    return reading.requirements()


class _Reading:
    """Duties while messages are read."""

    def __init__(self, earlier: Iterable[Requirement]) -> None:
        self._kept: dict[str, dict[str, int]] = {kind: {} for kind in ("last_request", *MOST)}
        """The message that told each requirement, by kind and text."""
        for requirement in earlier:
            self._kept[requirement.kind][requirement.text] = requirement.index
        self._calls: dict[str, tuple[ToolCall, int]] = {}
        self._heard, self._only_asked = "", -1
        """What the agent said since the person spoke; the index of their words where these are one sentence."""

    def requirements(self) -> tuple[Requirement, ...]:
        """All that is in force, the newest of each kind."""
        newest = ((kind, list(kept.items())[-MOST.get(kind, 1) :]) for kind, kept in self._kept.items())
        return tuple(Requirement(kind, text, index) for kind, found in newest for text, index in found)

    def add(self, message: Message, index: int) -> None:
        """Read one message."""
        if message.role is Role.USER and (words := speakers.said(message)):
            self._said(words, index)
        if message.role is Role.ASSISTANT:
            self._named(message, index)
            self._answered(message.text)
        for part in message.parts:
            match part:
                case ToolCall():
                    call = plain(part)
                    self._calls[part.id] = (call, index)
                    self._planned(call, index)
                case ToolResult():
                    self._came(part, index)
                case _:
                    pass

    def _named(self, message: Message, index: int) -> None:
        """Names, paths and values in the agent's own words and calls, each once for a message."""
        once, more = self._kept["named"], self._kept["used"]
        written = "\n".join([message.text, *(text for call in message.calls for text in calls.texts_in(call.input))])
        for name in dict.fromkeys(_NAME.findall(written[:_NAMING_CHARACTERS])):
            if (
                (name[1:].islower() or name.isupper())
                if name.isalpha()
                else _NAMES_NOTHING.match(name) or _NO_NAMES.match(name)
            ):
                continue
            if once.pop(name, None) is None and more.pop(name, None) is None:
                once[name] = index
            else:
                more[name] = index
        for term in entities.marked_terms(message.text[:_NAMING_CHARACTERS]):
            more.pop(term, None)
            more[term] = index

    def _answered(self, text: str) -> None:
        """What was said to the person, and which of their questions it takes up with more than that nobody knows."""
        if text.strip():
            self._heard = text[-_LARGEST_MESSAGE:]
            lines = _END_OF_SENTENCE.split(text) if self._kept["question"] else ()
            told = [entities.words_of(line) for line in lines if not _UNKNOWN.search(line)]
            for question, index in list(self._kept["question"].items()):
                words = entities.words_of(question)
                if (told and index == self._only_asked) or any(words & line for line in told):
                    del self._kept["question"][question]

    def _settled(self, words: str, pieces: Sequence[str], index: int) -> None:
        """What these words choose of what the agent offered, decide, or ask."""
        label = _LABEL.match(words) if len(words) <= _LONGEST_CHOICE else None
        if label and (offered := re.search(_OPTION.format(label[1]), self._heard)):
            self._kept["decision"][offered[1].strip(" *_.")] = index
        self._only_asked = index if len(pieces) == 1 else -1
        for piece in pieces:
            asks = piece.endswith(("?", "？"))
            is_of_agent = len(piece) > _LONGEST_QUESTION or _OF_AGENT.search(piece)
            if asks and not is_of_agent and len(entities.words_of(piece)) > 1:
                self._kept["question"][piece] = index
            elif _SETTLES.search(piece) and len(piece) <= _LONGEST and not asks:
                self._kept["decision"][piece] = index
        self._heard = ""

    def _revoked(self, sentence: str) -> set[str]:
        """The directives that a sentence takes back, in whatever words."""
        known = list(self._kept["directive"])
        ended = set(revocations.read_against(sentence, known)[0]) if revocations.may_end(sentence) else set()
        parts = re.split("[,;，；]", sentence) if _LEAVE.search(sentence) and not _STILL.search(sentence) else []
        words = entities.words_of(" ".join(filter(_LEAVE.search, parts)))
        about = {word for word in words if len(word) > _SHORTEST_TOPIC or not word.isascii()}
        both = ((text, about & entities.words_of(text)) for text in known) if about else ()
        return ended | {text for text, words in both if len(words) > 1 or any(map(str.isascii, words))}

    def _said(self, words: str, index: int) -> None:
        self._kept["last_request"] = {words[:LONGEST_REQUEST]: index}
        directives, own = self._kept["directive"], _OTHERS_WORDS.sub("…", own_voice.by_whom(sentences.ends(words)).own)
        pieces = (piece for piece in _END_OF_SENTENCE.split(own) if not piece.lstrip().startswith("#"))
        said = [sentence for piece in pieces if (sentence := piece.strip(" \t-*•>\\"))]
        if len(words) <= _LARGEST_MESSAGE:
            self._settled(words, said, index)
        for sentence in said:
            for text in self._revoked(sentence) if directives else ():
                del directives[text]
                self._kept["revoked"][text] = index
            shortest = _SHORTEST if sentence.isascii() else _SHORTEST_HAN
            if len(words) > _LARGEST_MESSAGE or not shortest <= len(sentence) <= _LONGEST:
                continue
            orders = _MUST.search(sentence) or (sentences.may_hold_han(sentence) and _MUST_ZH.search(sentence))
            is_no_order = _ASKS.search(sentence) or _TELLS_ONLY.search(sentence) or own_voice.is_of_others(sentence)
            if orders and not is_no_order:
                directives.pop(sentence, None)
                directives[sentence] = index
                self._kept["revoked"].pop(sentence, None)

    def _planned(self, call: ToolCall, index: int) -> None:
        for key in ("todos", "plan", "items", "tasks"):
            items = call.input.get(key)
            if (
                isinstance(items, list)
                and items
                and all(isinstance(item, Mapping) and "status" in item for item in items)
            ):
                labels = {_label(item): str(item["status"]) for item in items}
                self._kept["todo"] = {text: index for text, status in labels.items() if text and status not in _DONE}

    def _came(self, result: ToolResult, index: int) -> None:
        call, called_at = self._calls.pop(result.call_id, (None, index))
        if speakers.is_refusal(result.text):
            if words := speakers.said_in_result(result.text):
                self._said(words, index)
            return
        if call is None:
            return
        command = _SETUP.sub("", command_of(call)).strip()
        if command:
            self._ran(command, result, called_at)
        elif _WRITES.search(call.name) and not (result.is_error or speakers.wrote_nothing(result.text)):
            for path in _paths(call):
                self._kept["changed"].pop(path, None)
                self._kept["changed"][path] = called_at

    def _ran(self, command: str, result: ToolResult, index: int) -> None:
        if not _CHECKS.search(command[:200]):
            return
        words = " ".join(command.split())[:60]
        checks = self._kept["check"]
        for text in [text for text in checks if text.split()[:2] == words.split()[:2]]:
            del checks[text]
        if result.is_error or _tells_failure(result.text[-4_000:]):
            checks[words] = index


def _tells_failure(output: str) -> bool:
    may_fail = output.startswith("error") or any(map(output.__contains__, _SIGNS_OF_FAILURE))
    return may_fail and _FAILS.search(output) is not None


def _label(item: Mapping[str, object]) -> str:
    for key in ("content", "step", "title", "text", "subject"):
        value = item.get(key)
        if isinstance(value, str) and value.strip():
            return " ".join(value.split())
    return ""


def _paths(call: ToolCall) -> list[str]:
    texts = (value for value in call.input.values() if isinstance(value, str) and "*** " in value)
    patched = [path for text in texts for path in _PATCHED.findall(text)]
    named = [value for key in _PATH_KEYS if isinstance(value := call.input.get(key), str) and "\n" not in value]
    return patched or named[:1]


def stands_in(requirement: Requirement, result: str, squeezed: str, lines: Sequence[tuple[str, Set[str]]]) -> bool:
    """Whether a result tells it; `lines` are the lines of the result with their words."""
    match requirement.kind:
        case "changed":
            return re.split(r"[/\\]", requirement.text)[-1] in result
        case "check":
            return any(
                requirement.text[:30] in line and _TELLS_FAILURE.search(line) is not None
                for line in result.splitlines()
            )
        case "revoked":
            return f"- {requirement.text}" not in _in_force(result)
        case _:
            text = " ".join(requirement.text.split())
            if text in squeezed:
                return True
            wanted = entities.words_of(text)
            names = {word for word in wanted if not word.isalpha()}
            return (
                requirement.kind != "last_request"
                and bool(wanted)
                and any(
                    names <= words and len(wanted & words) >= 0.8 * len(wanted) and statements.is_as_strict(text, line)
                    for line, words in lines
                )
            )


def _in_force(result: str) -> list[str]:
    """The lines of a result that tell what has to be done."""
    parts = (part for heading in ORDERS_HEADING.values() for part in result.split(f"\n{heading}\n")[1:])
    return [line for part in parts for line in takewhile(lambda line: line[:1] in {"-", " "}, part.split("\n"))]


_TELLS_FAILURE = lazy_regex(r"(?i)fail|error|✗|✖|×|exit|panic|失败|错误")


def stands_whole(request: str, result: str) -> bool:
    """Whether all of a request is in the result."""
    return " ".join(request.split()) in squeeze(result)


def words_of_lines(result: str) -> list[tuple[str, Set[str]]]:
    """Each line that has words, with them."""
    return [(line, words) for line in result.splitlines() if (words := entities.words_of(line))]


THINGS = 150
"""Things of the newest work that a receipt names; it counts all that are used."""

_WEIGHTS = {"last_request": 3.0, "directive": 3.0, "decision": 2.0, "revoked": 2.0, "question": 1.0}
_WEIGHTS |= {"todo": 2.0, "check": 2.0, "changed": 2.0}
_THINGS_WEIGHT = 4.0
_MOST_OF_A_CUT_REQUEST = 0.99
_LEAST_OF_A_CUT_REQUEST = 0.1  # share of its words, from which on its beginning stands in the result


def verify(memory: SessionMemory, result: str, *, first_kept: int) -> Receipt:
    """Compare the requirements with the result's text; `first_kept` is the index of the first message kept raw."""
    squeezed, lines = squeeze(result), words_of_lines(result)
    weighted: list[tuple[float, float]] = []
    items: list[tuple[ReceiptItem, bool]] = []
    for kind, weight in _WEIGHTS.items():
        shares = []
        for requirement in memory.requirements:
            if requirement.kind != kind:
                continue
            inside = stands_in(requirement, result, squeezed, lines)
            if kind == "check" and requirement.index >= first_kept:  # its output stands on lines of its own
                inside |= any(map(_TELLS_FAILURE.search, squeezed.split(requirement.text[:30])[1:]))
            where = "" if inside else _where(memory.archived, requirement.index, first_kept)
            cut = _share_in(requirement.text, result, is_archived=bool(where)) if kind == "last_request" else 0.0
            shares.append(1.0 if inside else cut)
            items.append((ReceiptItem(kind, requirement.text, where), inside))
        if shares:
            weighted.append((weight, sum(shares) / len(shares)))
    if things := _things(memory, result, first_kept):
        items += things[-THINGS:]
        weighted.append((_THINGS_WEIGHT, sum(inside for _, inside in things) / len(things)))
    total = sum(weight for weight, _ in weighted)
    score = round(sum(weight * share for weight, share in weighted) / total, 4) if total else 1.0
    return Receipt(
        score=score,
        kept=tuple(item for item, inside in items if inside),
        archived=tuple(item for item, inside in items if not inside and item.where),
        missing=tuple(item for item, inside in items if not inside and not item.where),
    )


def _things(memory: SessionMemory, result: str, first_kept: int) -> list[tuple[ReceiptItem, bool]]:
    """What the agent came back to, and whether it stands in the result; the newest last."""
    found = []
    slashed = _SLASHES.sub("/", result)
    for requirement in memory.requirements:
        if requirement.kind == "used":
            inside = requirement.text in result or "/".join(_SLASHES.split(requirement.text)[-2:]) in slashed
            where = "" if inside else _where(memory.archived, requirement.index, first_kept)
            kind = "path" if _SLASHES.search(requirement.text) else "identifier"
            kind = "number" if requirement.text[0].isdigit() else kind
            found.append((ReceiptItem(kind, requirement.text, where), inside))
    return found


def _where(archived: Sequence[Archived], index: int, first_kept: int) -> str:
    """`cm:…#L12`, or where the whole message still stands."""
    for each in archived:
        if each.first <= index < each.first + each.count:
            return f"{each.handle}#L{index - each.first + 1}"
    return "kept messages" if index >= first_kept else ""


def squeeze(text: str) -> str:
    """The text with every run of white space as one space."""
    return " ".join(text.split())


def _share_in(request: str, result: str, *, is_archived: bool) -> float:
    """Share of the words of a request that the result holds, for one that had to be cut; half of what it lacks counts
    where the result says in which archive the rest stands: a document of many pages never fits."""
    wanted, there = ({*_WORD.findall(low), *low.split()} for low in (request.lower(), result.lower()))
    share = len(wanted & there) / max(1, len(wanted))
    is_told_where = is_archived and share >= _LEAST_OF_A_CUT_REQUEST
    return min(_MOST_OF_A_CUT_REQUEST, (1 + share) / 2 if is_told_where else share)
