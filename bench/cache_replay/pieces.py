"""A session as the simulator of the prefix cache replays it: sizes, times and requests of its messages."""

from collections.abc import Sequence
from dataclasses import dataclass

from context_memory import trim
from context_memory.messages import Message, Role, Session, ToolCall, ToolResult, inside_groups
from context_memory.prompts import cache_audit
from context_memory.settings.values import Settings
from context_memory.text import tokens
from context_memory.text.tokens import Estimator
from context_memory.tokens import measure
from context_memory.tokens.measure import Calibration
from context_memory.trim import ToolKind

STUB = 30
"""Tokens of an old tool record as one line."""
UNKNOWN_HOST = Calibration(10_000, 1.0)
"""Where neither usage nor the host's own line is known."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One message as a prompt holds it."""

    tokens: int
    bounded: int
    """Size when a long tool output was trimmed before it was first sent."""
    stub: int
    """Size as an old tool record of one line; the same as `tokens` for what is no tool result."""
    positions: int = 1
    at: float = 0.0
    """Seconds since the session began; of a reply, when its request was sent."""
    is_reply: bool = False
    """Whether a request was sent for it."""
    is_cut: bool = True
    """Whether everything before it may leave without parting a result from its call."""
    is_record: bool = False
    """Whether it carries tool results."""
    opens_turn: bool = False


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
    line = measure.fitted_line(session, estimator) or UNKNOWN_HOST
    messages = [message for message in session.messages if not message.is_summary and message.role is not Role.SYSTEM]
    has_usage = any(_is_counted(message) for message in messages)
    inside = inside_groups(messages)
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
