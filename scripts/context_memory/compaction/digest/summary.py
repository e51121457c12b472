"""Render the structured memory of a session as a summary within a token budget.

The current task in the person's words comes first, then how things stand (what is done, last results, what is next),
causes, what the person ordered and decided, what is open: each has a share of the budget as its cap. What these
leave is for what stands where, what was said, and the newest work as the agent wrote it: they compete for it.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise
from typing import NamedTuple

from ... import trim
from ...text import entities, locations, pasted, revocations, sentences
from ...text.patterns import lazy_regex
from ...text.tokens import Estimator, bytes4
from . import allocation, condense, continuation, directives, one_off, replies, work
from .headings import HEADINGS, Writer, says_itself_what
from .values import Evidence, Said, SessionMemory, Speaker

CURRENT_TASK_CHARACTERS = 200  # skill L2 step 3

_WRITTEN_SHARE = 0.6  # of the completed section, for the files written
_OPEN_CHARACTERS, _DONE_CHARACTERS, _REQUESTS_DONE = 320, 200, 6  # of an earlier request; those that are done
_DONE_LATELY = 20  # requests; what was asked for and done before them is in what it came to
_RECENT_REQUESTS = 3  # since when a failure that no check says again may still be open
_CLAIMS = 3  # of the agent, behind what is proved
_CLAIMED_SINCE = 5  # requests; what was claimed before them has been told over
_SAME_THING = 0.6  # of what a claim is about, for a newer one to replace it
_PROVED = {
    "passed": lazy_regex(
        r"(?i)\b\d+(?:/\d+)? (?:\w+ )?(?:tests?|specs?|checks?)\b.*\b(?:pass\w*|green)\b|\btests? (?:all )?pass"
    ),
    "committed": lazy_regex(r"(?i)\A\W*(?:i(?:['’]ve| have)? )?commit(?:ted)?\b|\b[0-9a-f]{7,40}\b"),
    "published": lazy_regex(
        r"(?i)\A\W*(?:i(?:['’]ve| have)? )?(?:pushed|opened (?:a |the )?(?:pr|pull request))\b|/pull/\d+"
    ),
}
"""Claims that evidence of this kind stands for."""
_ON_ONE_LINE = 3  # commits that stand behind their pull request
_CLOSED_CHARACTERS = 500
_LINK = lazy_regex(r"https?://")
_RECORDS = lazy_regex(
    r"(?i)\b(?:commit\w*|push\w*|pr|pull request|merge|release|publish|ship|deploy|einchecken)\b"
    r"|提交|推送|合并|发布|上线"
)
_SINCE_CHARACTERS = 300
_CHARACTERS_OF_REQUEST = 0.5  # for each token of the budget: a plan that is asked for is what the work goes on from
_PARTS_OF_REQUEST, _PART_CHARACTERS = 3, 900  # of a long document that is asked for, those about what is still open
_OUTLINE_CHARACTERS = 420
_REPLY_SHARE = 0.2  # of the room left, for a correction with the sentence it is about
_TELLING_REQUEST = 60  # characters of a request that say which one it was
_REPLACING_CHARACTERS = 120  # of what a person said later instead
_TELLING = 9  # characters of a result that say which one it was: "12 passed"


class Summary(NamedTuple):
    """A rendered summary and its four headings as values."""

    text: str
    completed: tuple[str, ...]
    pending: tuple[str, ...]
    key_files: tuple[str, ...]
    current_task: str


def render(
    memory: SessionMemory,
    *,
    budget: int,
    estimator: Estimator,
    tail: str = "",
    handle: str = "",
    language: str = "en",
    material: allocation.Material | None = None,
    spare: int = 0,
) -> Summary:
    """The summary of the memory in at most `budget` tokens; `tail` is text that the reader has anyway, `material` what
    several summaries of one memory share. A long request may take `spare` tokens more, which nothing else wants."""
    language = "zh" if language == "zh" else "en"
    headings = HEADINGS[language]
    writer = Writer(budget, estimator, headings)
    material = material or allocation.Material(memory)
    root = material.root
    closing = continuation.closing(handle, len(memory.archived) - 1, language) if handle else ""
    writer.left -= writer.cost(closing) if closing else 0

    task = sentences.clip(" ".join(memory.last_request.split()), CURRENT_TASK_CHARACTERS)
    _request(writer, memory, tail, spare)
    _requests_before(writer, memory)
    claimed_since = memory.requests[-_CLAIMED_SINCE:][0].index if memory.requests else 0
    folder = work.folder_of(memory.actions)
    proved = [item._replace(text=locations.without_folder(item.text, folder)) for item in memory.completed]
    line, written = _written(proved, root, headings, writer.room("completed"))
    done = [*filter(None, [line]), *_outcomes(proved, headings), *_claims(proved, claimed_since, headings)]
    completed = writer.listed("completed", done, empty="none")
    _commands(writer, memory, folder)
    pending = _pending(writer, memory)
    writer.listed("causes", _newest((each for each in memory.causes if not each.is_done), Speaker.AGENT))
    writer.listed("ruled_out", _newest(memory.causes, Speaker.HOST))
    _orders(writer, memory, tail)
    ordered = _texts(memory.directives)
    decided = [said for said in reversed(memory.decisions) if said.text not in ordered]
    writer.listed("decisions", (said.text for said in decided))
    writer.listed("questions", _newest(memory.questions, Speaker.AGENT))
    unanswered = _newest(memory.questions, Speaker.PERSON)
    writer.listed("unanswered", (text for text in unanswered if text not in memory.last_request))
    writer.listed("reports", (said.text for said in reversed(memory.reports)))
    since = memory.requests[-_RECENT_REQUESTS:][0].index if memory.requests else 0
    writer.listed("errors", work.failures(memory.actions, since))
    shown = writer.parts[0] if writer.parts else ""
    given = _newest(memory.directives, Speaker.DOCUMENT)
    given = [text for text in condense.each_once(given) if text not in shown]
    writer.listed("given", sorted(given, key=lambda text: text.endswith((":", "："))))
    writer.listed("rules", _newest(memory.directives, Speaker.HOST))
    writer.listed("tasks", _newest(memory.directives, Speaker.AGENT))
    shorter = {locations.relative(_whole(path, memory), root): path for path in memory.key_files}
    is_told = not root or any(root in part for part in writer.parts)
    is_told = is_told or all(path == whole for path, whole in shorter.items())
    under = "" if is_told else headings["under"].format(root=root)
    others = [path for path in shorter if path.replace("\\", "/") not in written]
    note = (headings["besides"] if len(others) < len(shorter) else "") + under
    told = writer.listed("key_files", others, empty="none" if not shorter else "written_above", note=note)
    files = tuple(path for short, path in shorter.items() if short in told or short not in others)
    allocation.add_work_story_and_places(writer, memory, material, tail)
    if closing:
        writer.parts.append(closing)
    return Summary("\n".join(writer.parts), completed, pending, files, task)


def _whole(path: str, memory: SessionMemory) -> str:
    """A path from the folder that the written ones are told from, where it lies in a folder of theirs."""
    folder = path.rpartition("/")[0]
    if not folder or path[0] in "/~.":
        return path
    written = (item.text.rpartition("/")[0] for item in memory.completed if item.kind == "written")
    found = {each for each in written if each.endswith("/" + folder)}
    return f"{found.pop()}{path[len(folder) :]}" if len(found) == 1 else path


def _commands(writer: Writer, memory: SessionMemory, folder: str) -> None:
    """Last results and how to run, each command as it was run; the folder that most of them share is named once."""
    there = writer.headings["in_folder"].format(folder=folder)
    results, named = (_unsaid(writer, work.results(memory.actions, each)) for each in (folder, ""))
    told = writer.listed("results", results, note=there if results != named else "")
    run, whole = (work.how_to_run(memory.actions, writer.parts, each) for each in (folder, ""))
    note = there if run != whole and not (told and results != named) else ""
    room = writer.room("how_to_run") - writer.cost(writer.headings["how_to_run"] + note) - 1
    while run and writer.cost(" · ".join(run)) > room:
        run.pop()
    writer.listed("how_to_run", [" · ".join(run)] if run else [], note=note)


def _pending(writer: Writer, memory: SessionMemory) -> tuple[str, ...]:
    """What is open; requests that stand above are not told again, what the agent's last report says is not done is."""
    above = " ".join(" ".join(writer.parts).split())
    asked = [condense.as_open(said.text) for said in memory.requests]
    found = dict.fromkeys((*memory.open_work, *condense.not_done(memory, 0)))
    told = tuple(each for each in found if each in asked and (each == asked[-1] or each.removesuffix("…") in above))
    others = [each for each in found if each not in told]
    return *told, *writer.listed(
        "pending", others, empty="none" if not told else "current" if told == (asked[-1],) else "above"
    )


def _left_open(memory: SessionMemory) -> tuple[str, ...]:
    """How the requests begin about which the agent did not end its turn."""
    asked = (condense.as_open(said.text) for said in memory.requests)
    return tuple(text.removesuffix("…") for text in asked if text in memory.pending)


def _written(found: Sequence[Evidence], root: str, headings: dict[str, str], room: int) -> tuple[str, set[str]]:
    """The files written, newest first, in one line; and those that have their place in it, with plain slashes."""
    written = [locations.relative(item.text, root) for item in reversed(found) if item.kind == "written"]
    written = locations.each_once(written)
    under = any(locations.relative(item.text, root) != item.text for item in found if item.kind == "written")
    line = (headings["written_root"].format(root=root) if under else headings["written"]) + ": "
    shown, paths = "", set[str]()
    for count, path in enumerate(written, 1):
        more = f" (+{len(written) - count})" if count < len(written) else ""
        told = line + locations.by_folder(written[:count]) + more
        if bytes4(told) > max(30, room * _WRITTEN_SHARE):
            break
        shown = told
        paths.add(path.replace("\\", "/"))
    return shown, paths


def _claims(found: Sequence[Evidence], since: int, headings: dict[str, str]) -> list[str]:
    """What the agent said was done, newest first, that nothing proves already and nothing newer says of the same thing:
    what was said before message `since` only where nothing was said after it."""
    proved = {item.kind for item in found}
    said = [item for item in reversed(found) if item.kind == "told"]
    said = [item for item in said if not any(_PROVED[kind].search(item.text) for kind in proved if kind in _PROVED)]
    fresh = [item.text for item in said if item.index >= since] or [item.text for item in said[:1]]
    shown: list[str] = []
    for text in fresh:
        things = _told_of(text)
        if not any(len(things & _told_of(other)) >= _SAME_THING * len(things) for other in shown if things):
            shown.append(text)
    return [f"{headings['told']}: {text}" for text in shown[:_CLAIMS]]


def _told_of(text: str) -> set[str]:
    """What a claim is about: the things and rare words in it."""
    names, words = entities.things_and_words(text)
    return {key for _, key in names} | set(words)


def _outcomes(found: Sequence[Evidence], headings: dict[str, str]) -> list[str]:
    """What came of the work, newest first: a push stands at its commit, a pull request has its commits on its line, and
    a check that a later one covers is left out."""
    told: list[tuple[str, str]] = []
    commits: list[str] = []
    tests: dict[str, tuple[str, frozenset[str]]] = {}
    subjects = {item.text.partition(" ")[2] for item in found if item.kind == "committed"}
    for item in found:
        if item.kind == "committed" and item.text in subjects:
            continue  # another line tells its hash
        if item.kind == "committed":
            commits.append(item.text)
        elif item.kind == "published":
            if commits and told and told[-1] == ("committed", commits[-1]) and not _LINK.match(item.text):
                told[-1] = "published", commits[-1]
                continue
            if commits and _LINK.match(item.text):
                shown = [each for each in told if each[1] not in commits[-_ON_ONE_LINE:]]
                told, text = shown, f"{item.text} ({'; '.join(reversed(commits[-_ON_ONE_LINE:]))})"
                told.append(("published", text))
                commits = []
                continue
        elif item.kind == "passed":
            kind, named = work.check_of(item.text.rpartition(": ")[0])
            if kind:
                for earlier in [each for each, of in tests.items() if work.covers(kind, named, *of)]:
                    told.remove(("passed", earlier))
                    del tests[earlier]
                tests[item.text] = kind, named
        if item.kind not in {"written", "told"}:
            told.append((item.kind, item.text))
    newest = [(kind, text) for kind, text in reversed(told) if kind != "closed"]
    if closed := [text for kind, text in reversed(told) if kind == "closed"]:
        newest.append(("closed", sentences.clip("; ".join(closed), _CLOSED_CHARACTERS)))
    return [f"{headings[kind]}: {text}" for kind, text in newest]


def _request(writer: Writer, memory: SessionMemory, tail: str, spare: int) -> None:
    """The current request in the person's words, with the proposal that a short one answers."""
    request = memory.last_request.strip()
    heading = writer.headings["current_task"]
    if not request:
        writer.add(f"{heading} {writer.headings['none']}")
        return
    answered = memory.requests[-1].reply_to if memory.requests else ""
    reply = f"{writer.headings['reply_to']} {answered}" if answered else ""
    how = "goes_on" if one_off.is_bare(request) else "thanks" if one_off.is_courtesy(request) else ""
    if how and (before := _gone_on_with(memory)):
        reply = "" if how == "thanks" else reply
        reply = "\n".join(filter(None, (reply, f"{writer.headings[how]} {before}")))
    if done := _recorded_since(memory, request):
        reply = "\n".join(filter(None, (reply, f"{writer.headings['since']} {done}")))
    if request in tail and len(request) > CURRENT_TASK_CHARACTERS:
        writer.add(f"{heading} {writer.headings['below']}")
        return
    heading = f"{heading} {writer.headings['last_request']}"
    most = max(pasted.WHOLE_CHARACTERS, int(writer.budget * _CHARACTERS_OF_REQUEST)) + 3 * spare
    if parts := _of_its_parts(writer, memory, request, most):
        reply = "\n".join(filter(None, (parts, reply)))
    room = writer.room("last_request") + spare - writer.cost(heading) - (writer.cost(reply) if reply else 0)
    room = min(room, most // 4 - writer.cost(parts) // 2) if parts else room
    note = f" […{writer.headings['rest']}]"
    shorter = request if parts else pasted.with_shorter_paste(request, most, trim.shorten, note)
    whole = pasted.fit_request(shorter, max(room, 20), writer.cost, note, whole=most, as_one=bool(parts))
    writer.add("\n".join(filter(None, (heading, whole, reply))))


def _of_its_parts(writer: Writer, memory: SessionMemory, request: str, most: int) -> str:
    """Of a long document that is asked for, its titles, and what it says of what is still open; `most` characters of
    it are shown anyway."""
    document = pasted.document_in(request) if len(request) > most else ""
    if not document:
        return ""
    ends = pasted.ends(document, most, "")
    told = [("outline", pasted.outline(document, ends, min(_OUTLINE_CHARACTERS, writer.budget // 8)))]
    if left := condense.without_requests(memory)[:_PARTS_OF_REQUEST]:
        told.append(("still", pasted.parts_about(document, left, min(_PART_CHARACTERS, writer.budget // 4))))
    return "\n".join(f"{writer.headings[name]} {text}" for name, text in told if text)


def _recorded_since(memory: SessionMemory, request: str) -> str:
    """The commits, pushes and pull requests since a request that asks for them: that much of it is done."""
    asked = memory.requests[-1].index if memory.requests else -1
    if len(request) > _SINCE_CHARACTERS or not _RECORDS.search(request):
        return ""
    made = [item.text for item in memory.completed if item.index > asked and item.kind in {"committed", "published"}]
    return "; ".join(made[-_ON_ONE_LINE:])


def _gone_on_with(memory: SessionMemory) -> str:
    """The newest request before the last one that says more than to go on."""
    lasting = {said.text for said in memory.directives if not said.is_done}
    said = (each for each in reversed(memory.requests[:-1]) if not one_off.is_remark(each))
    told = (each.text for each in said if not one_off.says_little(each.text) and each.text not in lasting)
    return next(filter(_tells_enough, told), "")


def _tells_enough(request: str) -> bool:
    """Whether a request is long enough to say which one it was."""
    return len(request) >= replies.SHORT_REPLY // (10 if sentences.may_hold_han(request) else 4)


def _requests_before(writer: Writer, memory: SessionMemory) -> None:
    """Earlier requests that are open, newest first; short replies with what they answer."""
    known = [_gone_on_with(memory)] if one_off.says_little(memory.last_request) else []
    left = _left_open(memory)
    earlier = (said for said in reversed(memory.requests[:-1]) if said.text.startswith(left))
    told = (_with_what_it_answers(writer, said) for said in earlier if said.text not in known)
    shown = (sentences.clip(text, _OPEN_CHARACTERS) for text in condense.unlike(told, [memory.last_request]))
    writer.listed("requests_before", _with_mark(writer, memory, shown))


def _requests_done(writer: Writer, memory: SessionMemory) -> Iterator[str]:
    """Earlier requests that are done, newest first, but those that left nothing to tell. What is one order or settles
    something is told elsewhere."""
    orders, left = _texts(memory.directives), _left_open(memory)
    settled = "\n".join(said.text for said in memory.decisions if said.speaker is Speaker.PERSON)
    told = tuple(filter("\n".join(writer.parts).__contains__, orders))
    requests = (_without(said, told) for said in reversed(memory.requests[:-1]))
    earlier = (
        sentences.clip(_with_what_it_answers(writer, said), _DONE_CHARACTERS)
        for said in requests
        if not (one_off.only_goes_on(said.reply_to) or said.is_passing or one_off.is_courtesy(said.text))
        if not (f"“{said.text}”" in settled or said.text.startswith(left))
        if not all(map(replies.is_no_request, sentences.split_sentences(said.text)))
        if said.reply_to or (_tells_enough(said.text) and says_itself_what(said.text) and said.text not in orders)
    )
    newest = islice(condense.unlike(earlier, [memory.last_request]), _REQUESTS_DONE)
    return _with_mark(writer, memory, newest)


def _without(request: Said, orders: Iterable[str]) -> Said:
    """What a request says before and after orders that are told elsewhere."""
    text = request.text
    for order in orders:
        text = text.removeprefix(order).removesuffix(order).strip()
    return request if text == request.text else request._replace(text=text, reply_to="")


def _with_mark(writer: Writer, memory: SessionMemory, texts: Iterable[str]) -> Iterator[str]:
    """Orders or requests, each with what the person said later of a part of it that is not to be so."""
    ordered = {said.text: said.index for said in reversed(memory.directives)}
    refusing = [said for said in reversed(memory.requests) if directives.refused_in(said.text)]
    ending = [said for said in memory.directives if revocations.may_end(said.text)]
    for text in texts:
        asked = ordered[text] if text in ordered else _asked_at(memory, text)
        later = (said.text for said in refusing if said.index > asked and directives.replaces_part(text, said.text))
        told_later = (sentences.split_sentences(pasted.own_words(words)) for words in later)
        pairs = (pair for told in told_later for pair in pairwise([*told, ""]))
        replacing = (pair for pair in pairs if directives.replaces_part(text, pair[0]))
        spoken = (" ".join(pair) for pair in replacing if not directives.asks(pair[0]))
        over = (said.text for said in ending if said.index > asked and revocations.ends_in_part(text, said.text))
        by = next(chain(spoken, over), "")
        mark = writer.headings["replaced"].format(by=sentences.clip(by.strip(), _REPLACING_CHARACTERS))
        yield f"{text} {mark}" if by else text


def _is_of(shown: str, request: str) -> bool:
    """Whether what is shown of a request, without orders that are told elsewhere, is of this one."""
    return request.startswith(shown) or (len(shown) == _TELLING_REQUEST and shown in request)


def _asked_at(memory: SessionMemory, text: str) -> int:
    """The first message that told a request."""
    told = (said.index for said in memory.requests if _is_of(text[:_TELLING_REQUEST], said.text))
    return next(told, memory.messages)


def _orders(writer: Writer, memory: SessionMemory, tail: str) -> None:
    """Directives newest first, each once; corrections, what was only asked for at the time, and what is done apart."""
    corrected = _texts(memory.corrections)
    so_far = writer.parts[0] if writer.parts else ""
    given = [
        said
        for said in reversed(memory.directives)
        if said.speaker is Speaker.PERSON and said.text not in corrected and said.text not in so_far
    ]
    orders = [said.text for said in given if not said.is_done]
    standing = [text for text in orders if not directives.is_of_the_moment(text)]
    writer.listed("directives", _with_mark(writer, memory, standing))
    wrong = [said for said in reversed(memory.corrections) if said.text not in so_far and not said.is_done]
    writer.listed("corrections", (_with_what_it_answers(writer, said) for said in wrong))
    told = "\n".join([*writer.parts, tail])
    writer.listed("asked", [text for text in orders if text not in standing and text not in told])
    asked = list(_requests_done(writer, memory))
    reply = f" — {writer.headings['reply_to']}"
    shown = tuple(each.partition(reply)[0][:_TELLING_REQUEST] for each in asked)
    whole = (said.text for said in memory.requests if any(_is_of(each, said.text) for each in shown))
    told = "\n".join([told, *whole])
    lately = memory.requests[-_DONE_LATELY:][0].index if memory.requests else 0
    over = (said for said in (*given, *reversed(memory.corrections)) if said.is_done and said.index >= lately)
    done = [said.text for said in over if said.text not in told and says_itself_what(said.text)]
    writer.listed("carried_out", [*asked, *(text for text in done if not replies.is_no_request(text))])


def _with_what_it_answers(writer: Writer, said: Said) -> str:
    """With the sentence it answers, where that takes a small part of the room."""
    whole = f"{said.text} — {writer.headings['reply_to']} {said.reply_to}"
    return whole if said.reply_to and writer.cost(whole) <= writer.left * _REPLY_SHARE else said.text


def _newest(said: Iterable[Said], speaker: Speaker) -> list[str]:
    return [each.text for each in reversed(tuple(said)) if each.speaker is speaker]


def _unsaid(writer: Writer, items: Iterable[str]) -> list[str]:
    """Results of commands that no completed item tells already."""
    said = "\n".join(writer.parts)
    return [item for item in items if item.partition("→")[2].strip()[:_TELLING] not in said]


def _texts(said: Iterable[Said]) -> set[str]:
    return {each.text for each in said}
