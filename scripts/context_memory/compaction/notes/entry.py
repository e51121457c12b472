"""A dated note: what a session did, decided and was told, as one entry of `memory/YYYY-MM-DD.md`.

The words are those of the structured memory, made safe for one line each. A comment under the heading names the session
and how far it was told, so that the same state is told once and the next entry goes on from there.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import chain, islice
from typing import NamedTuple

from ...text import locations, markdown, pasted, sentences
from ...text.patterns import lazy_regex
from ...text.secrets import redact
from ...text.secrets.one_line import one_line
from ...text.tokens import Estimator
from ..digest import calls, condense, directives, findings, one_off, replies, work
from ..digest.headings import (
    DONE,
    EARLIER,
    FAILS,
    INQUIRES,
    LABELS,
    MORE,
    REPLIES,
    TITLE_CHARACTERS,
    UNTITLED,
    as_title,
    is_telling,
    says_what,
    subject_of,
)
from ..digest.values import Evidence, Said, SessionMemory, Speaker

BULLET_CHARACTERS = 300
_SAME_END = 60  # characters by which a line that was cut at its beginning is known again
FILES = 12  # named in one entry; the rest is counted
MOST = {"asked": 6, "done": 12, "found": 6, "told": 8, "decision": 10, "agent": 6, "constraint": 12}
MOST |= {"said": 8, "correction": 8, "open": 8}
"""Bullets of a kind in one entry, the newest ones; all of it is in the archive."""
ASKED_FIRST = 2
"""Of the requests that are named, so many are the first ones: they say what the session was for."""
OF_ONE_MESSAGE = 3
"""Constraints of one message: a document that was pasted has dozens, and a person's own words stand around it."""

WRITTEN_ANYWAY = frozenset({"decision", "constraint", "correction", "files", "open"})
"""Kinds that stand beside a model's summary: a person's own words, and what nobody can write from memory."""
OF_A_PERSON = frozenset({"asked", "decision", "constraint", "said", "correction"})
"""Kinds of bullets that hold a person's own words; all others come from the agent or from tools."""
_POLITE_QUESTION = lazy_regex(
    r"(?i)\b(?:please|can you|could you|would you|bitte|kannst du|könntest du)\b|请|能不能|可以"
)
_LASTS = lazy_regex(
    r"(?i)\b(?:never|always|don't|do not|must|only|not|no|without|avoid|keep|unless|until|nie|immer|nicht|nur)\b"
    r"|(?<!要)不要|别|必须|只|一律|禁止|不许|(?<!能)不能|务必|统一"
)
_IS_QUESTION = lazy_regex(
    r"(?i)[?？]\W*\Z|\A(?:can|could|should|shall) (?:we|i)\b|\A(?:kannst|könntest) du\b"
    r"|(?:能不能|可不可以|要不要|能否|可否)(?!别|不)"
)
_LONG_ANSWER, _LATELY = 20, 2  # sentences of a draft, which gives no result; requests: failures before them stay
_LABEL = lazy_regex(r"(?i)\A(?:decision|entscheidung)\s*[:—-]\s*|\A(?:决定|结论)\s*[:：]\s*")
"""Stands before a decision in its bullet anyway."""
_READY = lazy_regex(r"(?i)\b(?:am|i'm|we're) ready\b|\bsuccessfully\W*\Z|准备好|内化")
_CODE, _NAMES = lazy_regex(r"`([^`\n]+)`"), lazy_regex(r"[\d`]|\w[._/]\w")
_PIPED = lazy_regex(r" (?:2>&1)?(?: [/|] (?:tail|head|grep|cat|Select-\w+|Out-\w+)\b[^:/|]*)*(?=: )")
_NO_TEST = lazy_regex(r"\b0 (?:passed|passing|tests?)\b(?![,;] *[1-9])")
_MARK = lazy_regex(
    r"(?m)^<!-- context-memory:flush (?P<id>[0-9a-f]{12})"
    r" session=(?P<session>[^ \r\n]{1,100}) messages=(?P<messages>\d{1,12}) -->\r?$"
)
_BULLET = lazy_regex(r"^- (?P<label>[^:：\r\n]{1,30})(?:: |：)(?P<text>.*?)\r?$")
_ENTRY = lazy_regex(r"(?m)^## ")


class Mark(NamedTuple):
    """What the comment of an entry says: its id, whose it is, and how many messages of the session it knows."""

    id: str
    session: str
    messages: int


class Entry(NamedTuple):
    """One entry of a note, before it has a time."""

    session: str
    messages: int
    title: str
    bullets: tuple[str, ...]

    @property
    def id(self) -> str:
        """12 hex digits of what the entry says about which session."""
        return id_of(self.session, self.bullets)


class Told(NamedTuple):
    """An entry as it stands in a note."""

    mark: Mark
    bullets: tuple[str, ...]
    first: int = 0
    """Where it begins in the note, characters."""
    end: int = 0

    @property
    def is_untouched(self) -> bool:
        """Whether the bullets are still those that the mark was made for."""
        return id_of(self.mark.session, self.bullets) == self.mark.id


def id_of(session: str, bullets: Iterable[str]) -> str:
    """Id of an entry with these bullets."""
    return sha256("\n".join([session, *bullets]).encode("utf-8", "replace")).hexdigest()[:12]


def session_name(name: str) -> str:
    """The session's name as a mark can hold it."""
    return re.sub(r"[^\w.:@+-]+", "-", name.encode("utf-8", "replace").decode())[:100].strip("-") or "session"


def entry(
    memory: SessionMemory,
    session: str,
    *,
    since: int = 0,
    told: Iterable[str] = (),
    language: str,
    summary: Sequence[str] = (),
) -> Entry:
    """What the memory holds from message `since` on and no bullet of `told` says already.

    A model's `summary` takes the place of what was asked and done; what a person decided stands in their own words.
    """
    language = "zh" if language == "zh" else "en"
    goal = subject_of(memory, since)
    title = as_title(plain(goal, 4 * TITLE_CHARACTERS)) or UNTITLED[language]
    known = set(told)
    own = _bullets(memory, since, language, goal)
    if summary:
        written = (_labelled("summary", line, language) for line in summary)
        own = chain(written, (bullet for bullet in own if kind_of(bullet)[0] in WRITTEN_ANYWAY))
    bullets = [bullet for bullet in own if bullet not in known]
    return Entry(session, memory.messages, title, tuple(dict.fromkeys(bullets)))


def _bullets(memory: SessionMemory, since: int, language: str, goal: str) -> Iterator[str]:
    corrected = {said.text for said in memory.corrections}
    decided = [said for said in memory.decisions if said.text not in corrected]
    settled = corrected | {said.text for said in decided}
    is_task = not _LASTS.search(goal)  # "never deploy on Fridays" binds later too, "check whether it is stale" does not
    settled_too = {*settled, goal} if is_task else settled
    told_again = [said for said in memory.directives if said.text not in settled_too]
    orders = list(_standing(told_again))
    reminders = [said.text for said in memory.directives if one_off.wants_reminder(said.text) and not said.is_done]
    told_below = {*settled, *reminders, *(said.text for said in orders if said.speaker is Speaker.PERSON)}
    told_below.update(*map(sentences.split_sentences, tuple(told_below)))
    done = _results([item for item in memory.completed if item.kind in DONE["en"] and item.index >= since])
    lately = max(since, min((said.index for said in memory.requests[-_LATELY:]), default=0))
    undone = condense.not_done(memory, lately)
    told = list(islice(_reported(memory, since, {*undone, *(said.text for said in decided)}), MOST["told"]))[::-1]
    found = [text for text in _texts(memory.causes, since, Speaker.AGENT) if text not in told and says_what(text)]
    found = list(condense.unlike(reversed(found), ()))[::-1]
    asked = list(_asked(memory, since, told_below, language))
    asked = [*asked[:ASKED_FIRST], *asked[ASKED_FIRST:][ASKED_FIRST - MOST["asked"] :]]
    so_far = "\n".join(each[:BULLET_CHARACTERS] for each in asked)
    yield from _listed("asked", asked, language)
    folder = work.folder_of(memory.actions)
    shown = ((item.kind, _PIPED.sub("", locations.without_folder(item.text, folder))) for item in done)
    yield from _listed("done", [f"{DONE[language][kind]} {text}" for kind, text in shown], language)
    yield from _listed("told", told or ([] if done or found else calls.parts_written(memory.actions, since)), language)
    yield from _listed("found", [*found, *_texts(memory.reports, since, Speaker.HOST)], language)
    own = [_LABEL.sub("", text) for text in _texts(decided, since, Speaker.PERSON)]
    yield from _listed("decision", own, language)
    yield from _listed("agent", _texts(decided, since, Speaker.AGENT), language)
    kept = [text for text in _texts(orders, since, Speaker.PERSON) if text.rstrip(".。!！") not in so_far]
    yield from _listed("constraint", condense.each_once(kept, settled), language)
    yield from _listed("said", list(_said(memory, since, told_below)), language)
    right = [said for said in memory.corrections if said.index >= since and says_what(said.text)]
    right = [said for said in right if not _IS_QUESTION.search(said.text)]
    told_right = [said.text if _NAMES.search(said.text) else _with_reply(said.text, said, language) for said in right]
    yield from _listed("correction", told_right, language)
    yield from _files(memory, since, language)
    if memory.messages > since:
        waiting = [said.text for said in memory.questions if said.text not in memory.open_work]
        written = {_file_name(item.text) for item in memory.completed if item.kind == "written"}
        failing = [item for item in work.in_force(memory.actions) if item.is_open_failure and item.index >= lately]
        broken = [item for item in failing if item.kind == "ran"]
        fails = [FAILS[language].format(what=work.what_failed(item), how=item.outcome) for item in broken]
        left = _open([*reversed(condense.without_requests(memory)), *waiting, *undone, *reminders], written)
        yield from _listed("open", [*left, *fails], language)


def _standing(orders: Sequence[Said]) -> Iterator[Said]:
    """Orders that a reader has to keep: no question, no heading of a list, of one message the first and the last."""
    by_message: dict[int, list[Said]] = {}
    for said in orders:
        is_polite = _POLITE_QUESTION.search(said.text) is not None and _LASTS.search(said.text) is not None
        is_question = _IS_QUESTION.search(said.text) and not is_polite  # "can you check it?" is for now
        if (
            not is_question
            and not directives.is_of_the_moment(said.text)
            and not one_off.is_for_once(said.text)
            and not said.text.rstrip("*_` ").endswith((":", "："))
        ):
            by_message.setdefault(said.index, []).append(said)
    for there in by_message.values():
        yield from there if len(there) <= OF_ONE_MESSAGE else [there[0], *there[1 - OF_ONE_MESSAGE :]]


def _file_name(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def _results(done: Sequence[Evidence]) -> list[Evidence]:
    """What was done; of a command that ran again only its last result, and none that ran no test."""
    last = {(item.kind, item.text.partition(": ")[0] if item.kind == "passed" else item.text): item for item in done}
    return [item for item in last.values() if item.kind != "passed" or not _NO_TEST.search(item.text)]


def _open(texts: Sequence[str], written: Container[str]) -> list[str]:
    """What is open: nothing that only announces a list or a file that exists now, no piece of another line."""
    left: list[str] = []
    for text in texts:
        files = [name for name in _CODE.findall(text) if "." in name]
        is_written = bool(files) and all(_file_name(name) in written for name in files)
        core = text.strip("… .。")[-_SAME_END:]
        if text.rstrip("*_` ").endswith((":", "：")) or is_written or any(core in other for other in left):
            continue
        left.append(text)
    return left


def _asked(memory: SessionMemory, since: int, told_below: Container[str], language: str) -> Iterator[str]:
    """What was asked, without the sentences that stand below under a label of their own."""
    last_reply = {said.text: said.index for said in memory.requests if said.reply_to}
    for said in memory.requests:
        is_persons = said.speaker is Speaker.PERSON
        asks_nothing = one_off.is_remark(said) or one_off.is_courtesy(said.text) or replies.only_puts_off(said.text)
        if said.index < since or not is_persons or asks_nothing:
            continue
        if said.reply_to and (last_reply[said.text] != said.index or one_off.only_goes_on(said.reply_to)):
            continue  # "c", "c", "c" to a menu: the last one says where it went
        left = [
            each for each in sentences.split_sentences(pasted.without_pictures(said.text)) if each not in told_below
        ]
        told = [
            each for each in left if is_telling(each) or one_off.asks_for_work(each) or directives.asks(each)
        ] or left
        words = " ".join(left if len(left) == len(sentences.split_sentences(said.text)) else told)
        if said.reply_to and left:
            yield _with_reply(pasted.asked_within(words, BULLET_CHARACTERS), said, language)
        elif is_telling(words) and (says_what(words) or not INQUIRES.match(words)):
            yield pasted.asked_within(words, BULLET_CHARACTERS)


def _said(memory: SessionMemory, since: int, told_below: Container[str]) -> Iterator[str]:
    """What a person only told and did not jest about, without what stands under another label."""
    for said in memory.requests:
        if said.index >= since and one_off.is_remark(said) and not one_off.jests(said.text):
            left = [each for each in sentences.split_sentences(said.text) if each not in told_below]
            if is_telling(" ".join(left)):
                yield " ".join(left)


def _with_reply(words: str, said: Said, language: str) -> str:
    return REPLIES[language].format(words=words, to=said.reply_to) if said.reply_to else words


def _reported(memory: SessionMemory, since: int, said_elsewhere: Container[str]) -> Iterator[str]:
    """What the agent reported or answered where a person answered, and since, the newest first; else what was done."""
    asked = {said.index: said.text for said in memory.requests}
    spoken: dict[int, list[str]] = {}
    for said in memory.statements:
        if said.index >= since and said.speaker is Speaker.AGENT:
            spoken.setdefault(said.index, []).append(said.text)
    midway: dict[int, list[str]] = {}
    for item in memory.completed:
        if item.kind == "told":
            midway.setdefault(item.index, []).append(item.text)
    persons = sorted({0, *asked})
    proved = (item.index for item in memory.completed if item.kind != "told")
    worked = sorted({-1, *proved, *(item.index for item in memory.actions)})
    last, newest = max(spoken, default=-1), max(asked, default=-1)
    for index in sorted(spoken, reverse=True):
        is_closing = index + 1 in asked or worked[-1] < index == last
        if not (is_closing or index > newest):
            yield from (told for told in midway.get(index, ()) if told not in said_elsewhere)
            continue
        begun = persons[bisect_right(persons, index) - 1]
        question = asked.get(begun, "")
        is_asked = INQUIRES.search(question) is not None or bisect_right(worked, begun) < bisect_left(worked, index)
        is_answer = is_closing and (is_asked or index == last) and len(spoken[index]) <= _LONG_ANSWER
        for told in reversed(findings.outcome_of(spoken[index], is_answer=is_answer, is_last=index > newest)):
            if is_telling(told) and not _READY.search(told) and told not in said_elsewhere:
                yield told


def _texts(said: Iterable[Said], since: int, speaker: Speaker) -> list[str]:
    return [each.text for each in said if each.index >= since and each.speaker is speaker]


def _listed(kind: str, texts: Sequence[str], language: str) -> Iterator[str]:
    for text in texts[-MOST[kind] :]:
        if words := _as_line(text, BULLET_CHARACTERS):
            yield _labelled(kind, words, language)


def _files(memory: SessionMemory, since: int, language: str) -> Iterator[str]:
    written = [item.text for item in memory.completed if item.kind == "written" and item.index >= since]
    shared = memory.root or locations.shared_folder(written) or locations.folder_of_work(written)
    folder = memory.works_in or locations.above_all(shared, written)
    paths = [_as_line(locations.relative(path, folder), 120) for path in locations.each_once(reversed(written))]
    if paths:
        rest = len(paths) - FILES
        shown = [*paths[:FILES], *([MORE[language].format(count=rest)] if rest > 0 else [])]
        yield _labelled("files", ("、" if language == "zh" else ", ").join(shown), language)


def _labelled(kind: str, words: str, language: str) -> str:
    return f"{LABELS[language][kind]}{'：' if language == 'zh' else ': '}{words}"


def plain(text: str, limit: int) -> str:
    """One line without secrets; what looks like one of our marks loses its comment."""
    return _as_line(sentences.plain_sentence(text), limit)


def _as_line(text: str, limit: int) -> str:
    """The same to the letter: in a path no backslash is markup."""
    return one_line(redact.cleaned(text).replace("<!--", "‹!--"), limit)


# -- as text ------------------------------------------------------------------------------------------


def rendered(entry: Entry, clock: str) -> str:
    """The entry as Markdown; `clock` is HH:MM in the person's time zone."""
    mark = f"<!-- context-memory:flush {entry.id} session={entry.session} messages={entry.messages} -->"
    return "\n".join([f"## {clock} — {entry.title}", "", mark, *(f"- {bullet}" for bullet in entry.bullets), ""])


def appended(existing: str, text: str, day: str) -> str:
    """What has to be added to the note so that `text` is an entry of its own; a new note begins with its day."""
    if not existing.strip():
        return f"# {day}\n\n{text}" if not existing else f"\n# {day}\n\n{text}"
    newline = "\r\n" if "\r\n" in existing else "\n"
    gap = "" if existing.endswith("\n") else "\n"
    addition = f"{gap}{markdown.closing_of(existing)}\n{text}"
    return addition.replace("\n", newline)


def told(text: str) -> tuple[Told, ...]:
    """The entries of ours in a note, oldest first."""
    found = []
    for match in _MARK.finditer(text):
        bullets = []
        at = match.end() + 1
        for line in text[at:].split("\n"):
            if not line.startswith("- "):
                break
            bullets.append(line[2:].rstrip("\r"))
            at += len(line) + 1
        mark = Mark(match["id"], match["session"], int(match["messages"]))
        found.append(Told(mark, tuple(bullets), match.start(), at))
    return tuple(found)


def kind_of(bullet: str) -> tuple[str, str]:
    """(kind, words) of a bullet of ours, without its `- `; an unknown label is no kind."""
    found = _BULLET.match(f"- {bullet}")
    for labels in LABELS.values():
        for kind, label in labels.items():
            if found and found["label"] == label:
                return kind, found["text"]
    return "", bullet


def newest(text: str, path: str, cap: int, estimator: Estimator) -> str:
    """The note, or its newest whole entries and a line that says where the others are, in at most `cap` tokens."""
    if estimator(text) <= cap:
        return text
    language = "zh" if any("\u4e00" <= character <= "\u9fff" for character in text) else "en"
    marker = EARLIER[language].format(path=path) + "\n"
    for match in _ENTRY.finditer(text):
        rest = marker + text[match.start() :]
        if estimator(rest) <= cap:
            return rest
    low, high = 0, len(text)  # the newest entry alone is too long: its end counts
    while low < high:
        middle = (low + high) // 2
        if estimator(marker + text[middle:]) <= cap:
            high = middle
        else:
            low = middle + 1
    end = text[low:]
    at_line = end.find("\n") + 1
    return marker + (end[at_line:] if 0 < at_line < len(end) else end)
