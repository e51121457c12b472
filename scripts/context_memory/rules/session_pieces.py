"""A session as the simulator of the prefix cache replays it: sizes, times and requests of its messages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..model.errors import InputError
from ..model.session import Message, Role, Session, ToolCall, ToolResult
from ..model.settings import Settings
from . import cache_audit, calibration, grouping, measure, tokens, trim
from .cache_simulation import Piece
from .calibration import Calibration
from .tokens import Estimator
from .trim import ToolKind

STUB = 30
"""Tokens of an old tool record as one line."""
UNKNOWN_HOST = Calibration(10_000, 1.0)
"""Where neither usage nor the host's own line is known."""
LEAST_FACTOR, MOST_FACTOR = 0.5, 3.0
"""A line outside of these says more about what a host pruned than about its tokens."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A session to be replayed."""

    pieces: tuple[Piece, ...]
    outputs: tuple[int, ...]
    """Reply tokens of each piece; 0 for what is no reply."""
    fixed: int
    """System prompt and tools, tokens."""
    has_usage: bool
    """Whether sizes were fitted to what the API counted."""
    has_times: bool


def of(session: Session, settings: Settings | None = None, estimator: Estimator = tokens.cjk) -> Talk:
    """The session without what its own host's compactions wrote; sizes fitted to the usage it reports."""
    chosen = settings or Settings()
    line = fitted_line(session, estimator) or UNKNOWN_HOST
    messages = [message for message in session.messages if not message.is_summary and message.role is not Role.SYSTEM]
    has_usage = any(_is_counted(message) for message in messages)
    inside = grouping.inside_groups(messages)
    calls = {call.id: call for message in messages for call in message.calls}
    clock = _times(messages)
    pieces, outputs = [], []
    for i, message in enumerate(messages):
        is_reply = _is_counted(message) if has_usage else message.role is Role.ASSISTANT
        size = max(1, round(line.factor * tokens.of_message(message, estimator)))
        saved = sum(_saved(result, calls.get(result.call_id), chosen, estimator) for result in message.results)
        is_record = bool(message.results)
        pieces.append(
            Piece(
                tokens=size,
                bounded=max(1, size - round(line.factor * saved)),
                stub=min(size, STUB) if is_record else size,
                positions=max(1, len(message.parts)),
                at=clock[i],
                is_reply=is_reply,
                is_cut=i not in inside,
                is_record=is_record,
                opens_turn=message.role is Role.USER and not is_record,
            )
        )
        reported = message.usage.output if message.usage else 0
        outputs.append((reported or size) if is_reply else 0)
    has_times = any(message.time for message in messages)
    return Talk(tuple(pieces), tuple(outputs), max(0, round(line.base)), has_usage, has_times)


def fitted_line(session: Session, estimator: Estimator) -> Calibration | None:
    """Real tokens from estimates: fitted to the session's own usage, else the line of its host, None for neither."""
    known = calibration.BUILT_IN.get(session.format)
    try:
        fitted = calibration.fit(measure.pairs(session, estimator))
    except InputError:
        return known
    return replace(fitted, base=max(0.0, fitted.base)) if LEAST_FACTOR <= fitted.factor <= MOST_FACTOR else known


def _is_counted(message: Message) -> bool:
    usage = message.usage
    return message.role is Role.ASSISTANT and usage is not None and cache_audit.prompt_tokens(usage) > 0


def _saved(result: ToolResult, call: ToolCall | None, settings: Settings, estimator: Estimator) -> int:
    """Tokens that trimming this output before it is sent saves, by the estimate."""
    name, tool_input = (call.name, call.input) if call else (result.name, {})
    kind = trim.kind_of(name, tool_input) if name else ToolKind.OTHER
    path = trim.path_of(tool_input)
    made = trim.trim(result.text, kind=kind, path=path, handle="cm:000000000000", settings=settings)
    return max(0, estimator(result.text) - estimator(made.text))


def _times(messages: Sequence[Message]) -> list[float]:
    """Seconds since the first known time; a reply counts from the message before it, when its request was sent."""
    moments = [cache_audit.moment(message.time) for message in messages]
    start = next((each for each in moments if each), None)
    seconds = [0.0]
    for i in range(1, len(messages) + 1):
        known = moments[i - 1]
        seconds.append(max(seconds[-1], (known - start).total_seconds() if known and start else 0.0))
    said = seconds[1:]
    return [said[i - 1] if i and message.role is Role.ASSISTANT else said[i] for i, message in enumerate(messages)]
