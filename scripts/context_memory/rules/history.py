"""A session as it was earlier."""

from dataclasses import replace

from ..model.errors import InputError
from ..model.session import Session


def at(session: Session, count: int) -> Session:
    """As if the session ended after its first `count` messages.

    Before the host's newest compaction the model saw everything since the compaction before it.
    """
    total = len(session.messages)
    if not 1 <= count <= total:
        raise InputError(f"the session has {total:,} messages, not {count:,}", hint=f"give --at 1 to {total}")
    messages = session.messages[:count]
    later = [i for i in range(session.context_start, total) if session.messages[i].is_summary]
    if session.context_start == 0 or (later and later[-1] < count):
        return replace(session, messages=messages)
    earlier = [i for i, message in enumerate(messages) if message.is_summary]
    return replace(session, messages=messages, context_start=earlier[-1] if earlier else 0)
