"""Values of a journaled conversation: journal entries, blocks of whole groups, capsules, views.

How these values are used:

* the ingester appends `JournalEntry`s and decides the boundaries of `Block`s once, when messages arrive;
* a codec (`llm.ports.Codec`) turns one `CompressRequest` into a `CapsuleDraft`; the caller verifies the
  draft and stores it as a `Capsule`;
* the viewer shows a `View`: header, restored files, capsules, raw tail.

Sequence numbers (`seq`) count the messages of a session from 1 in the order in which they were journaled.
Hashes and ids are SHA-256 in lower-case hex.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from ..compaction.digest.values import Archived
from ..messages import Message, Usage
from ..transcripts import as_text


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One redacted message of a session, as journaled."""

    session: str
    seq: int
    hash: str
    """SHA-256 of the message's role, content and tool ids (`transcripts.message_hash`)."""
    message: Message


@dataclass(frozen=True, slots=True)
class Block:
    """Whole groups of messages; its boundaries and its id never change."""

    id: str
    """SHA-256 over the hashes of its messages."""
    session: str
    number: int
    """1-based position among the blocks of the session."""
    first: int
    """Sequence number of its first message."""
    last: int
    """Sequence number of its last message, inclusive; noise in between is journaled but not part of the block."""
    messages: int
    tokens: int
    """Raw size by the estimator of the settings."""
    time: str = ""
    """Time of its first message, ISO 8601; empty where the transcript does not say."""


@dataclass(frozen=True, slots=True)
class CodecId:
    """The codec of a capsule; a change of any field makes other capsules."""

    name: str
    """`extractive`, `anthropic`, `anthropic-compaction`, `command` or `raw` (kept as it is)."""
    model: str = ""
    version: str = "1"
    """Version of the prompt or of the rules."""


@dataclass(frozen=True, slots=True)
class CompressRequest:
    """One block to compress."""

    block: Block
    messages: tuple[Message, ...]
    """Its messages, redacted and whole, without noise."""
    target_tokens: int
    """The capsule should be no larger."""
    language: str = "en"
    complaint: str = ""
    """What was wrong with the first draft; empty on the first attempt."""


@dataclass(frozen=True, slots=True)
class CapsuleDraft:
    """The unverified answer of a codec."""

    text: str
    codec: CodecId
    usage: Usage | None = None
    """What the API counted; None where no model was asked."""
    cost: float = 0.0
    """Dollars."""


@dataclass(frozen=True, slots=True)
class Capsule:
    """A verified compressed block, stored for ever as a content-addressed file."""

    block: str
    """Id of the block."""
    codec: CodecId
    text: str
    tokens: int
    tokens_raw: int
    cost: float = 0.0
    made_at: str = ""
    """ISO 8601; empty where nobody said."""
    digest: str = ""
    """SHA-256 of its file; given by the store."""

    @property
    def saved(self) -> int:
        """Tokens that the view saves if this replaces its block."""
        return max(0, self.tokens_raw - self.tokens)


class BlockState(StrEnum):
    """The state of a block."""

    RAW = "raw"
    """In the view as its messages; no capsule yet."""
    READY = "ready"
    """In the view as its messages; the capsule waits for the next swap."""
    COMPRESSED = "compressed"
    """In the view as its capsule."""
    EVICTED = "evicted"
    """Out of the view; messages and capsule are still on disk."""


@dataclass(frozen=True, slots=True)
class BlockRow:
    """A row of a block list."""

    block: Block
    state: BlockState
    capsule: Capsule | None = None


@dataclass(frozen=True, slots=True)
class ShownCapsule:
    """One capsule in the view; `time` and `tokens_raw` are those of its block."""

    block: str
    digest: str
    text: str
    tokens: int
    tokens_raw: int
    time: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class EvictedBlocks:
    """Evicted blocks, by number, with the archive handle and lines of their messages."""

    first: int
    last: int
    where: str
    brief: str = ""
    """What was said there that is worth most, as lines."""


@dataclass(frozen=True, slots=True)
class Swap:
    """A view without its raw tail: fixed at the swap, the same bytes until the next one."""

    session: str
    revision: int = 0
    """0: nothing was ever swapped."""
    header: str = ""
    """The continuation message with the structured state."""
    restored: str = ""
    restored_files: tuple[str, ...] = ()
    shown: tuple[ShownCapsule, ...] = ()
    evicted: int = 0
    """Blocks that left the view so far: the oldest ones, numbers 1 to this."""
    gone: tuple[EvictedBlocks, ...] = ()
    """Where these are, oldest first."""
    tail_from: int = 1
    """Sequence number of the first raw message."""
    thinking_until: int = 0
    """Messages up to this one carry no thinking: their signatures do not survive the swap (and stay away)."""
    replaced: tuple[tuple[int, Message], ...] = ()
    """Over-long messages of the tail as they were cut at the swap, by sequence number."""
    archived: tuple[Archived, ...] = ()
    """Where the messages that left the raw part lie, one archive for each swap, oldest first."""
    score: float = 1.0
    """Score of the receipt, 0 to 1."""
    tokens: int = 0
    """Size of all this without the tail."""
    fixed: int = 0
    """System text and tools beside the view, tokens, as far as they were known when it was made."""
    warning: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """What the model sees next (= the provider API's CompressedContext)."""

    session: str
    revision: int
    prefix: str
    """Header, restored files and capsules as one text; empty before the first swap."""
    tail: tuple[Message, ...]
    messages: tuple[Message, ...]
    """All of it as messages: the prefix as one user message, then the tail."""
    first: int
    last: int
    """The journal's messages that the view stands for."""
    tail_from: int
    tokens: int
    tokens_prefix: int
    sources: tuple[str, ...] = ()
    """Ids of the blocks whose capsules are shown."""
    restored_files: tuple[str, ...] = ()
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Swapped:
    """The view became smaller."""

    swap: Swap
    tokens_before: int
    """Of the view by the estimate, as `tokens_after`: what the API counts beside it is in neither."""
    tokens_after: int
    blocks: int
    """Blocks that this swap took out of the raw part."""
    evicted: int
    """Blocks that left the view with this swap."""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The view stays what it was, and why; `reason` is a fixed word such as `need-2-blocks`, `busy`, `not-due`."""

    reason: str
    message: str
    tokens: int = 0
    hint: str = ""
    is_refusal: bool = False
    """Whether a swap was due and could not be done; otherwise there was nothing to do."""


SwapOutcome = Swapped | Unchanged


@dataclass(frozen=True, slots=True)
class Hit:
    """A line of a message with the search text."""

    block: str
    """Id of its block; empty while the message is in none."""
    seq: int
    time: str
    text: str


@dataclass(frozen=True, slots=True)
class Fill:
    """How full a context is."""

    messages: int
    """Of the journal."""
    swap: Swap
    """The current one; its revision is 0 where nothing was ever swapped."""
    tokens: int
    """Of the whole context: counted by the API since the swap where it did, else estimated."""
    fixed: int
    """Of these, system text and tools."""
    is_counted: bool


@dataclass(frozen=True, slots=True)
class Ingested:
    """What became of the messages that were handed over."""

    session: str
    accepted: int
    duplicates: int
    first: int = 0
    last: int = 0
    """Sequence number of the newest message of the session."""
    sealed: tuple[Block, ...] = ()
    """Blocks that these messages completed."""
    redacted: int = 0
    """Secrets that were taken out."""
    noise: int = 0
    """Heartbeats and silent replies among the accepted: journaled, never compressed."""
    context: int = 0
    """Tokens that the API counted in the newest of these contexts; 0 where nobody counted."""
    tokens: int = 0
    """Of the messages behind that one, else of all of these."""
    changed: tuple[str, ...] = ()
    """Ids that are there with another text, which stays."""


@dataclass(frozen=True, slots=True)
class Made:
    """A block has a verified capsule."""

    capsule: Capsule
    cost: float = 0.0
    """Dollars, with the drafts that were not accepted."""
    calls: int = 0
    note: str = ""
    """Why it is not the codec's own text: kept raw, written without a model."""
    appended: int = 0
    """What the draft had dropped and is listed after its text now."""
    restored: int = 0
    """Verbatim spans that were put back."""


@dataclass(frozen=True, slots=True)
class Postponed:
    """Nobody answered; the block is tried again later. Until then `stopgap`, made without a model, can stand for it."""

    block: Block
    reason: str
    stopgap: Capsule | None = None
    cost: float = 0.0
    calls: int = 0
    is_blocked: bool = False
    """Whether the budget or the breaker stopped it, before anybody was asked."""
    hint: str = ""


CompressionOutcome = Made | Postponed


class Codec(Protocol):
    """Makes a capsule of a block; what comes out is verified by whoever asked."""

    @property
    def id(self) -> CodecId:
        """What its capsules are made with."""
        ...

    def compress(self, request: CompressRequest) -> CapsuleDraft:
        """The draft of a capsule; raises RemoteError when nobody answers, RefusedError when the answer is unusable."""
        ...


PROMPT_VERSION = "1"
"""Changes with the templates: capsules say by which rules they were made."""

_WORDS = {
    "en": ("Write at most {target} tokens; the block has {raw}.", "Your first answer was not accepted: {complaint}."),
    "zh": ("最多写 {target} 个 token；原文有 {raw} 个。", "上一次的回答未被接受：{complaint}。"),
}


def compress_prompt(request: CompressRequest) -> str:
    """The block as data between tags that nothing inside can close, then the limit and what was wrong before."""
    limit, again = _WORDS["zh" if request.language == "zh" else "en"]
    tag = f"block-{request.block.id[:8]}"
    lines = [
        f"<{tag}>",
        as_text.for_prompt(request.messages),
        f"</{tag}>",
        "",
        limit.format(target=request.target_tokens, raw=request.block.tokens),
    ]
    if request.complaint:
        lines.append(again.format(complaint=request.complaint))
    return "\n".join(lines)
