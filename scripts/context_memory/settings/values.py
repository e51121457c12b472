"""All settings in one immutable object.

Defaults are defined here and nowhere else; prose that repeats one is checked by
a test. `settings.service` says where each value came from.

Each setting declares its values: a `Range` of numbers, a `Literal` of words.
It also declares whether an untrusted workspace may set it. `UserOnly` is
everything that names a program, an address, a model, a store or a file, turns on the
network, spends money, or makes anything less safe.
"""

import re
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, get_args

from ..errors import InputError
from ..text.patterns import lazy_regex

PolicyName = Literal["skill", "r-memory", "provider", "openclaw", "small"]
"""Names of the sets of budget marks that `tokens.budget` knows."""

_T = TypeVar("_T")
HARMLESS = "harmless"
Harmless = Annotated[_T, HARMLESS]
"""A setting that any workspace may set."""
USER_ONLY = "user only"
UserOnly = Annotated[_T, USER_ONLY]
"""A setting that only the user sets: in flags, variables, the user's own file, or a workspace that the user trusts."""

LARGEST_WINDOW = 100_000_000  # far above every model; catches characters or bytes given as tokens
LARGEST_COUNT = 1_000_000_000


class Range(NamedTuple):
    """Lowest and highest value of a setting; a number without a range may be 0 to LARGEST_COUNT."""

    low: float = 0
    high: float = LARGEST_COUNT


class Settings(NamedTuple):
    """All settings with their defaults; each description names the unit."""

    language: Harmless[Literal["auto", "en", "zh"]] = "auto"
    """Language of generated text: `auto` (the person's language), `en` or `zh`."""

    # -- measuring ---------------------------------------------------------------------------------
    window: Annotated[int, HARMLESS, Range(1_000, LARGEST_WINDOW)] = 200_000
    """Context window of the model, tokens."""
    policy: Harmless[PolicyName] = "skill"
    """Named set of budget thresholds: `skill`, `r-memory`, `provider`, `openclaw` or `small`."""
    estimator: UserOnly[Literal["cjk", "bytes4", "chars4", "api"]] = "cjk"
    """Token estimator: `cjk`, `bytes4`, `chars4` or `api`."""

    # -- trim (L1) ---------------------------------------------------------------------------------
    trim_chars: Annotated[int, HARMLESS, Range(200, LARGEST_COUNT)] = 2_000
    """Tool output longer than this is trimmed, characters (skill L1)."""
    trim_read_chars: Annotated[int, HARMLESS, Range(200, LARGEST_COUNT)] = 3_000
    """A file read longer than this is trimmed, characters (skill L1)."""
    trim_tail_chars: Harmless[int] = 500
    """End of a trimmed output that is always kept, characters (skill L1)."""
    trim_fact_chars: Harmless[int] = 1_500
    """Budget for the lines with facts of a trimmed output, characters."""
    keep_tool_records: Harmless[int] = 8
    """Newest tool records that are kept whole; older ones become one line (skill L1)."""

    # -- compact (L2) ------------------------------------------------------------------------------
    keep_messages: Harmless[int] = 4
    """Newest messages that are kept; groups stay whole, so it may be more (skill L2). 0: the summary alone."""
    tail_tokens: Annotated[int, HARMLESS, Range(200, LARGEST_WINDOW)] = 12_000
    """Limit of the kept messages, tokens; a longer message is trimmed inside."""
    summary_tokens: Annotated[int, HARMLESS, Range(200, LARGEST_WINDOW)] = 8_000
    """Limit of the continuation message, tokens."""
    min_receipt: Annotated[float, USER_ONLY, Range(0, 1)] = 0.5
    """A compaction whose receipt scores below this is refused, 0 to 1."""

    # -- blocks ------------------------------------------------------------------------------------
    blocks_enabled: UserOnly[bool] = True
    """Keep a journal and blocks; false leaves the session to the host and writes no file (R-Memory `enabled`)."""
    block_tokens: Annotated[int, HARMLESS, Range(100, LARGEST_WINDOW)] = 4_000
    """A block takes whole groups up to this size, tokens (R-Memory `blockSize`)."""
    evict_tokens: Annotated[int, HARMLESS, Range(100, LARGEST_WINDOW)] = 80_000
    """Limit of the capsules in the view; beyond it the oldest leave, tokens (R-Memory `evictTrigger`)."""
    journal_fsync: UserOnly[Literal["always", "batch", "never"]] = "batch"
    """When journaled messages are synced to disk: `always`, `batch` (once a second, and before a swap)
    or `never`."""
    cache_ttl: Harmless[int] = 300
    """Idle time after which the prompt cache is cold and a swap costs nothing extra, seconds."""

    # -- compress ----------------------------------------------------------------------------------
    redact: UserOnly[bool] = True
    """Redact keys, tokens, and values that a label announces as a password or code, in everything that is stored, sent
    or logged, but not in archived originals."""
    compress_codec: UserOnly[Literal["auto", "extractive", "anthropic", "anthropic-compaction", "command"]] = "auto"
    """What compresses blocks: `extractive` (no model), `anthropic`, `anthropic-compaction` (the API's own on-demand
    compaction, beta), `command`, or `auto` (`anthropic` where there is a key)."""
    compress_model: UserOnly[str] = "claude-haiku-5-5"
    """Model of the codecs `anthropic` and `anthropic-compaction`."""
    compress_command: UserOnly[str] = ""
    """Program of the codec `command`: block on standard input, capsule on standard output."""
    compress_ratio: Annotated[float, HARMLESS, Range(0.05, 0.95)] = 0.5
    """Size of a capsule relative to its block, 0 to 1."""
    compress_min_tokens: Harmless[int] = 50
    """A smaller block is not compressed, tokens (R-Memory `minCompressChars`, 200 characters)."""
    compress_parallel: Annotated[int, USER_ONLY, Range(1, 64)] = 4
    """Blocks compressed at the same time (R-Memory `maxParallelCompressions`)."""
    compress_seconds: Annotated[int, HARMLESS, Range(1, 3_600)] = 120
    """Longest time for one answer of a model or program, seconds."""
    compress_attempts: Annotated[int, USER_ONLY, Range(1, 100)] = 4
    """Calls for one block when a model does not answer; the wait between them doubles."""
    compress_daily_dollars: UserOnly[float] = 5.0
    """Daily budget (UTC) of compression and learning over all sessions, dollars."""

    # -- restore (L3) ------------------------------------------------------------------------------
    restore_files: Harmless[int] = 5
    """Key files restored after a compaction (skill L3)."""
    restore_tokens: Annotated[int, HARMLESS, Range(20, LARGEST_WINDOW)] = 1_000
    """Limit of each restored file, tokens (skill L3)."""

    # -- notes -------------------------------------------------------------------------------------
    time_zone: Harmless[str] = ""
    """Time zone of dated notes, `Asia/Shanghai` or `+08:00`; empty means the machine's own."""
    flush_before_compact: UserOnly[bool] = True
    """Write a dated note into the workspace before a compaction replaces the context."""
    notes_codec: UserOnly[Literal["none", "anthropic", "command"]] = "none"
    """What words `context-memory flush`: `none` (lines of the session, nothing is sent anywhere), `anthropic` or
    `command`."""
    notes_model: UserOnly[str] = "claude-haiku-5-5"
    """Model of `notes_codec = anthropic`."""
    notes_command: UserOnly[str] = ""
    """Program of `notes_codec = command`: rules and session on standard input, a list of lines on standard output."""
    notes_tokens: Harmless[int] = 1_200
    """Limit of today's and yesterday's note together at the start of a session, tokens."""

    # -- store -------------------------------------------------------------------------------------
    store: UserOnly[str] = ""
    """Where docs are kept: empty means files of the workspace, `postgresql://USER@HOST:PORT/DATABASE` a server that
    many agents share (extra `postgres`). The password is in PGPASSWORD or ~/.pgpass, never here."""
    scope: UserOnly[str] = ""
    """Whose memory this is, where a call names no scope; empty means `agent:main`."""

    # -- recall ------------------------------------------------------------------------------------
    recall_limit: Annotated[int, HARMLESS, Range(1, 1_000)] = 5
    """Docs that a recall returns at most."""
    recall_tokens: Annotated[int, HARMLESS, Range(128, 4_096)] = 1_200
    """Limit of the recall block, tokens; 128 to 4,096."""
    ranking_weights: UserOnly[str] = ""
    """File of the ranker's weights, as `python -m bench.fit_ranking` fits them to your own conversations; a relative
    path starts at the workspace. Empty means the weights that ship."""
    index_sessions: UserOnly[bool] = True
    """Make the messages of journaled and archived sessions findable; false takes them out of the index."""
    search_index: UserOnly[Literal["sqlite", "scale"]] = "sqlite"
    """What finds docs: `sqlite`, or `scale` (extra `scale`: tantivy and usearch) for more than about 200,000 docs.
    After a change: `context-memory memory index`."""
    embedder: UserOnly[Literal["none", "offline", "offline-fast", "remote"]] = "none"
    """Vector search in addition to words: `none`, `offline` (extra `semantic`), `offline-fast` (extra `semantic-fast`,
    finds less, for tens of thousands of docs), or `remote` (an OpenAI-compatible server). After a change:
    `context-memory memory reembed`."""
    embedder_url: UserOnly[str] = ""
    """Address of the remote embedder, up to `/v1`. The key is in CONTEXT_MEMORY_EMBEDDER_KEY; OPENAI_API_KEY goes to
    api.openai.com and to this machine only."""
    embedder_model: UserOnly[str] = ""
    """Model of the remote embedder."""
    embedder_dimensions: Annotated[int, USER_ONLY, Range(0, 16_384)] = 0
    """Dimensions that the remote embedder is asked for; 0 means the model's default."""
    embedder_query_instruction: UserOnly[str] = ""
    """Instruction that the remote embedder gets before each question; `\\n` stands for a new line."""
    embedder_doc_instruction: UserOnly[str] = ""
    """Instruction that the remote embedder gets before each doc; `\\n` stands for a new line."""
    embedder_chars: Annotated[int, USER_ONLY, Range(100, 100_000)] = 6_000
    """Maximum length of a text for the remote embedder, characters."""
    embedder_batch: Annotated[int, USER_ONLY, Range(1, 2_048)] = 32
    """Docs per call of the remote embedder."""
    embedder_seconds: Annotated[int, HARMLESS, Range(1, 600)] = 30
    """Longest time for one answer of the remote embedder, seconds; a question waits 5 at most."""
    embedder_plain_http: UserOnly[bool] = False
    """Allow sending texts to another machine by http, without encryption."""

    # -- learn -------------------------------------------------------------------------------------
    learn_codec: UserOnly[Literal["none", "anthropic", "command"]] = "none"
    """What extracts facts from what people say: `none` (rules alone, nothing is sent anywhere), `anthropic` or
    `command`."""
    learn_model: UserOnly[str] = "claude-haiku-5-5"
    """Model of `learn_codec = anthropic`."""
    learn_command: UserOnly[str] = ""
    """Program of `learn_codec = command`: rules and message on standard input, a JSON array on standard output."""
    learn_sensitive: UserOnly[bool] = False
    """Also learn phone, address and identity number of the person."""

    # -- breaker (L4) ------------------------------------------------------------------------------
    breaker_failures: Annotated[int, USER_ONLY, Range(1, 1_000)] = 3
    """Failed compactions in a row that open the breaker (skill L4)."""
    refill_turns: UserOnly[int] = 3
    """A context that is full again within this many turns counts as refilled."""
    refill_limit: Annotated[int, USER_ONLY, Range(1, 1_000)] = 3
    """Refills in a row that open the breaker."""

    # -- emergency (L5) ----------------------------------------------------------------------------
    emergency_turns: Annotated[int, USER_ONLY, Range(1, 1_000)] = 2
    """Oldest turns dropped per round after an overflow (skill L5)."""

    # -- network -----------------------------------------------------------------------------------
    model: UserOnly[str] = "claude-haiku-5-5"
    """Model for exact token counts (estimator `api`)."""
    base_url: UserOnly[str] = ""
    """API address; empty means the SDK's own default."""


Value = bool | int | float | str

_SHIPPED = Settings()
DEFAULTS: dict[str, Value] = {key: getattr(_SHIPPED, key) for key in Settings.__annotations__}
_TYPES: dict[str, Any] = Settings.__annotations__
"""What stands beside each setting: an `Annotated` type."""

HARMLESS_KEYS = frozenset(key for key, kind in _TYPES.items() if HARMLESS in kind.__metadata__)
"""Settings that a workspace may set without being trusted; all others are the user's."""


def words_of(key: str) -> tuple[str, ...]:
    """The allowed words of the setting; empty if it has no list."""
    return get_args(_TYPES[key].__origin__)


def range_of(key: str) -> Range:
    """Lowest and highest allowed value of a number."""
    return next((each for each in _TYPES[key].__metadata__ if isinstance(each, Range)), Range())


SERVERS = ("postgresql://", "postgres://")
"""How the address of a store on a server begins."""
_PASSWORD = lazy_regex(r"^[^?#]*//[^/?#]*:[^/?#]*@|[?&](?:ssl)?password=", re.IGNORECASE)
_SHOWN = 60  # characters of a bad value that an error repeats


def checked_value(key: str, given: object, origin: str) -> Value:
    """The given value converted to the setting's type; InputError says what is allowed."""
    default = DEFAULTS[key]
    parsed = _parse_text(given, default)
    if key == "store" and _PASSWORD.search(str(given)):  # what it is must not be repeated
        raise InputError(
            f"setting store ({origin}) holds a password", hint="leave it out; give it in PGPASSWORD or ~/.pgpass"
        )
    if parsed is None or not _fits(key, parsed):
        shown = repr(given) if len(repr(given)) <= _SHOWN else repr(given)[:_SHOWN] + "…"
        raise InputError(f"setting {key} = {shown} ({origin}) cannot be used", hint=f"{key} is {rule_of(key)}")
    return parsed


def rule_of(key: str) -> str:
    """The rule of the setting, in words."""
    default = DEFAULTS[key]
    if words := words_of(key):
        return "one of " + ", ".join(words)
    if isinstance(default, bool):
        return "true or false"
    if key.endswith("_command"):
        return "a command line, or empty"
    if key.endswith("_instruction"):
        return "one line of text, or empty"
    if key == "store":
        return "postgresql://USER@HOST:PORT/DATABASE, or empty"
    if key == "time_zone":
        return "a name such as Asia/Shanghai, an offset such as +08:00, or empty"
    if isinstance(default, str):
        return "an http:// or https:// address, or empty" if key.endswith("_url") else "one word without spaces"
    low, high = range_of(key)
    kind = "a whole number" if isinstance(default, int) else "a number"
    return f"{kind} from {low:,} to {high:,}"


def _parse_text(given: object, default: Value) -> Value | None:
    if isinstance(default, bool):
        return _switch(given)
    if isinstance(default, str):
        return given if isinstance(given, str) else None
    if isinstance(given, bool) or not isinstance(given, int | float | str):
        return None
    if isinstance(default, int) and isinstance(given, float):
        return None
    try:
        return type(default)(given)
    except (ValueError, OverflowError):
        return None


def _switch(given: object) -> bool | None:
    if isinstance(given, str):
        return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(given.lower())
    return given if isinstance(given, bool) else None


def _fits(key: str, parsed: Value) -> bool:
    if words := words_of(key):
        return parsed in words
    if isinstance(parsed, bool):
        return True
    if isinstance(parsed, str):
        if key == "store" and parsed and not parsed.startswith(SERVERS):
            return False
        plain = parsed.isprintable() and (" " not in parsed or key.endswith(("_command", "_instruction")))
        return plain and (not key.endswith("_url") or not parsed or parsed.startswith(("http://", "https://")))
    low, high = range_of(key)
    return low <= parsed <= high
