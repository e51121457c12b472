"""Tracks a person's orders in a session: which are in force, and which of them the model's context has lost.

A host that compacts may leave orders out: of its own summary, or of one of ours
that it cuts. They are kept by session, and those that a summary lost are given
to the host for each request, in the same words until it compacts again; a host
that does not show what it kept is given all of them anew each time.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from ...api.context_memory import ContextMemory
from ...messages import Message, Role, Text
from ...storage.places import Places
from ...text import own_voice, revocations, sentences, tokens
from ...transcripts import own_texts, speakers
from ...transcripts.own_texts import ORDERS_HEADING, SAID_HEADING
from ..files import shown

if TYPE_CHECKING:
    from ...compaction.digest.values import Said

_MOST_WORDS = 20_000
"""Characters of one prompt that are searched for orders."""
MOST_TOKENS = 6_000
"""Of what is told again: about 200 orders. A context with more has the newest, and says that there are others."""
_MORE = {
    "en": "(the newest; {count} older ones are found by recall)",
    "zh": "（此处为最新的指令；另有 {count} 条更早的可通过 recall 查询）",
}


def keep(state: Path, session: str, prompt: str) -> None:
    """What the person orders in this prompt is in force from now on; what it revokes is not any more."""
    known, words = shown.read(state, session).orders, prompt[:_MOST_WORDS]
    now = [each.text for each in _ordered(known, [Message(Role.USER, (Text(words),))])]
    revoked = _revoked(known, words)
    added = [each for each in now if each not in known]
    ended = [each for each in known if each not in now or each in revoked]
    if added or ended:
        shown.change_orders(state, session, added=added, ended=ended)


def begin(memory: ContextMemory, session: str, *, told: str) -> str:
    """What people ordered for good in earlier sessions is in force in this one too.

    It is returned with what else they said, as it is told to a model, but for what this text tells; empty for nothing.
    """
    found = memory.docs.at_start()
    ordered, known = ([each.text for each in group] for group in (found.orders, found.others))
    if session and ordered:
        before = shown.read(memory.state, session)
        if before.is_begun:
            ordered = [each for each in ordered if each in before.orders]  # the person may have taken some back here
        else:
            shown.begin(memory.state, session, ordered)
    if session:
        shown.add_docs(memory.state, session, (each.id for each in (*found.orders, *found.others)))
    others = _listed(SAID_HEADING, _untold(known, told))
    return "\n\n".join(filter(None, (block(_untold(ordered, told), more=found.more_orders), others)))


def settle(state: Path, session: str, transcript: Path, continuation: str = "") -> str:
    """End the orders that the whole conversation shows to be carried out; a single prompt cannot tell.

    The record of a `continuation` knows them already. Those that no prompt brought are added: the reason of a refused
    call, a message that waited in a queue, what was said before the plugin came. What was added, as it is told again.
    """
    before = shown.read(state, session)
    known = before.orders
    ordered = _recorded(state, continuation) if continuation else None
    if ordered is None:
        from ...transcripts.formats import reading

        ordered = _ordered((), reading.read_session(transcript, session_id=session).messages)
    done = {each.text for each in ordered if each.is_done}
    missing = _untold([each.text for each in ordered if not each.is_done], " ".join(known))
    added = [each for each in missing if each not in before.ended]
    ended = [each for each in known if each in done]
    if added or ended:
        shown.change_orders(state, session, added=added, ended=ended)
    return block(added)


def _recorded(state: Path, continuation: str) -> "list[Said] | None":
    """What the person ordered up to this compaction; None where its record is gone."""
    from ...compaction.files.session_records import SessionRecords

    record = SessionRecords(Places(state).sessions).of_continuation(continuation)
    return _of_the_person(record.memory.directives) if record else None


def _of_the_person(found: Iterable["Said"]) -> list["Said"]:
    from ...compaction.digest.values import Speaker

    return [each for each in found if each.speaker is Speaker.PERSON]


def _revoked(known: Sequence[str], words: str) -> set[str]:
    """What these words take back, as learning does at the end of a session."""
    if not known:
        return set()
    said = filter(revocations.may_end, sentences.split_sentences(own_voice.by_whom(words).own))
    return {order for sentence in said for order in known if revocations.ends(order, sentence)}


def _ordered(known: Iterable[str], messages: Sequence[Message]) -> list["Said"]:
    """What the person ordered and did not revoke up to these messages, oldest first."""
    from ...compaction.digest.fold import Fold
    from ...compaction.digest.values import Said, SessionMemory

    fold = Fold(SessionMemory(directives=tuple(Said(each, 0) for each in known)))
    for message in own_texts.without_own(messages):
        fold.add(message)
    return _of_the_person(fold.finished(messages[-1:]).directives)


def lost(state: Path, session: str, *, start: str, told: str, is_summary: bool) -> str:
    """The orders in force that a context with this start does not tell; empty for none.

    As long as the start stays, so does the answer, and a prompt cache holds, unless the person revokes one of these
    orders. Where the start changes, or a summary is one, what was shown before it may be shown again.
    """
    if not start:
        return ""
    digest = sha256(start.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    known = shown.read(state, session)
    missing: Sequence[str] = known.lost
    if digest != known.start:
        missing = _untold(known.orders, told)
        if known.start or is_summary:
            shown.compacted(state, session)
        shown.keep_lost(state, session, digest, missing)
    valid = set(known.orders)
    return block([each for each in missing if each in valid])


def in_force(state: Path, session: str, *, told: str) -> str:
    """What the person ordered and did not revoke, but for what this text tells; empty for nothing."""
    return block(_untold(shown.read(state, session).orders, told))


def _untold(orders: Sequence[str], told: str) -> list[str]:
    words = " ".join(told.split())
    return [each for each in orders if " ".join(each.split()) not in words]


def block(orders: Sequence[str], more: int = 0) -> str:
    """The orders as they are told again; empty for none. `more` older ones are known."""
    if not orders:
        return ""
    told, left = list[str](), MOST_TOKENS
    for each in reversed(orders):
        left -= tokens.cjk(each) + 1
        if left < 0:
            break
        told.append(each)
    return _listed(ORDERS_HEADING, told[::-1], more + len(orders) - len(told))


def _listed(heading: Mapping[str, str], texts: Sequence[str], more: int = 0) -> str:
    """The texts below a heading in the language of the last one; empty for none."""
    if not texts:
        return ""
    language = "zh" if speakers.is_chinese(texts[-1]) else "en"
    others = [_MORE[language].format(count=more)] if more else []
    return "\n".join([heading[language], *others, *(f"- {' '.join(each.split())}" for each in texts)])
