"""Every number a user may change, in one frozen object.

Defaults stand here and nowhere else; prose that repeats one is held to it by
a test. `SETTINGS` of `services.configuration` says where each value came from.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings with their defaults; units stand in each description."""

    language: str = "auto"
    """Language of generated text: `auto` (from what the person writes), `en` or `zh`."""

    # -- measuring ---------------------------------------------------------------------------------
    window: int = 200_000
    """Context window of the model, tokens."""
    policy: str = "skill"
    """Named set of budget marks: `skill`, `r-memory`, `provider`, `openclaw` or `small`."""
    estimator: str = "cjk"
    """Token estimator: `cjk`, `bytes4`, `chars4` or `api`."""

    # -- trim (L1) ---------------------------------------------------------------------------------
    trim_chars: int = 2_000
    """Tool output longer than this is trimmed, characters (skill L1)."""
    trim_read_chars: int = 3_000
    """A file read longer than this is trimmed, characters (skill L1)."""
    trim_tail_chars: int = 500
    """The end of a trimmed output that always stays, characters (skill L1)."""
    trim_fact_chars: int = 1_500
    """Room for the lines that carry the facts of a trimmed output, characters."""
    keep_tool_records: int = 8
    """Newest tool records that stay whole; older ones become one line (skill L1)."""

    # -- compact (L2) ------------------------------------------------------------------------------
    keep_messages: int = 4
    """Newest messages that are kept; groups stay whole, so it may be more (skill L2)."""
    tail_tokens: int = 12_000
    """Cap of the kept messages, tokens; an over-long one is trimmed inside."""
    summary_tokens: int = 8_000
    """Cap of the continuation message, tokens."""
    min_receipt: float = 0.5
    """A compaction whose receipt scores below this is refused, 0 to 1."""

    # -- blocks ------------------------------------------------------------------------------------
    blocks_enabled: bool = True
    """Keep a journal and blocks; false leaves the session to the host and writes no file (R-Memory `enabled`)."""
    block_tokens: int = 4_000
    """A block takes whole groups up to this size, tokens (R-Memory `blockSize`)."""
    evict_tokens: int = 80_000
    """Capsules beyond this leave the view, oldest first, tokens (R-Memory `evictTrigger`)."""
    journal_fsync: str = "batch"
    """When journaled messages are forced onto the disk: `always`, `batch` (once a second, and before a swap)
    or `never`."""
    cache_ttl: int = 300
    """Idle time after which the prompt cache is cold and a swap costs nothing extra, seconds."""

    # -- compress ----------------------------------------------------------------------------------
    redact: bool = True
    """Take secrets out before journal, capsules, model and log see them; tool output in the archive stays
    byte-exact."""
    compress_codec: str = "auto"
    """Who compresses blocks: `extractive` (no model), `anthropic`, `anthropic-compaction` (the API's own on-demand
    compaction, beta), `command`, or `auto` (`anthropic` where there is a key)."""
    compress_model: str = "claude-haiku-5-5"
    """Model of the codecs `anthropic` and `anthropic-compaction`."""
    compress_command: str = ""
    """Program of the codec `command`: block on standard input, capsule on standard output."""
    compress_ratio: float = 0.5
    """Size of a capsule against its block, 0 to 1."""
    compress_min_tokens: int = 50
    """A smaller block is kept as it is, tokens (R-Memory `minCompressChars`, 200 characters)."""
    compress_parallel: int = 4
    """Blocks in work at the same time (R-Memory `maxParallelCompressions`)."""
    compress_seconds: int = 120
    """Longest time for one answer of a model or program, seconds."""
    compress_attempts: int = 4
    """Calls for one block when a model does not answer; the wait between them doubles."""
    compress_daily_dollars: float = 5.0
    """Most that compression and learning may spend in a day (UTC) over all sessions, dollars."""

    # -- restore (L3) ------------------------------------------------------------------------------
    restore_files: int = 5
    """Key files given back after a compaction (skill L3)."""
    restore_tokens: int = 1_000
    """Cap of each restored file, tokens (skill L3)."""

    # -- notes -------------------------------------------------------------------------------------
    time_zone: str = ""
    """Zone that dated notes are kept in, `Asia/Shanghai` or `+08:00`; empty means the machine's own."""
    flush_before_compact: bool = True
    """Write a dated note into the workspace before a compaction replaces the context."""
    notes_codec: str = "none"
    """Whose words `flush_notes` writes: `none` (the session's own, nothing is sent anywhere), `anthropic` or
    `command`."""
    notes_model: str = "claude-haiku-5-5"
    """Model of `notes_codec = anthropic`."""
    notes_command: str = ""
    """Program of `notes_codec = command`: rules and session on standard input, a list of lines on standard output."""
    notes_tokens: int = 1_200
    """Cap of today's and yesterday's note together at the start of a session, tokens."""

    # -- store -------------------------------------------------------------------------------------
    store: str = ""
    """Where docs are kept: empty means files of the workspace, `postgresql://USER@HOST:PORT/DATABASE` a server that
    many agents share (extra `postgres`). The password is in PGPASSWORD or ~/.pgpass, never here."""
    scope: str = ""
    """Whose memory this is, where a call names no scope; empty means `agent:main`."""

    # -- recall ------------------------------------------------------------------------------------
    recall_limit: int = 5
    """Docs that a recall gives at most."""
    recall_tokens: int = 1_200
    """Cap of the recall block, tokens; 128 to 4,096."""
    ranking_weights: str = ""
    """File of the ranker's weights, as `python -m bench.fit_ranking` fits them to your own conversations; a relative
    path starts at the workspace. Empty means the weights that ship."""
    index_sessions: bool = True
    """Make the messages of journaled and archived sessions findable; false takes them out of the index."""
    search_index: str = "sqlite"
    """What finds docs: `sqlite`, or `scale` (extra `scale`: tantivy and usearch) for more than about 200,000 docs.
    After a change: `index_memory`."""
    embedder: str = "none"
    """What compares meanings beside words: `none`, `offline` (extra `semantic`), or `remote` (an OpenAI-compatible
    server). After a change: `reembed`."""
    embedder_url: str = ""
    """Address of the remote embedder, up to `/v1`. The key is in CONTEXT_MEMORY_EMBEDDER_KEY; OPENAI_API_KEY goes to
    api.openai.com and to this machine only."""
    embedder_model: str = ""
    """Model of the remote embedder."""
    embedder_dimensions: int = 0
    """Numbers of a vector that the remote embedder is asked for; 0 leaves it to the model."""
    embedder_query_instruction: str = ""
    """What the remote embedder gets before each question; `\\n` stands for a new line."""
    embedder_doc_instruction: str = ""
    """What the remote embedder gets before each doc; `\\n` stands for a new line."""
    embedder_chars: int = 6_000
    """Beginning of a doc that the remote embedder gets, characters."""
    embedder_batch: int = 32
    """Docs that the remote embedder gets in one call."""
    embedder_seconds: int = 30
    """Longest time for one answer of the remote embedder, seconds; a question waits 5 at most."""
    embedder_plain_http: bool = False
    """Send texts to another machine by http without encryption."""

    # -- learn -------------------------------------------------------------------------------------
    learn_codec: str = "none"
    """Who distils facts from what people say: `none` (rules alone, nothing is sent anywhere), `anthropic` or
    `command`."""
    learn_model: str = "claude-haiku-5-5"
    """Model of `learn_codec = anthropic`."""
    learn_command: str = ""
    """Program of `learn_codec = command`: rules and message on standard input, a JSON array on standard output."""
    learn_sensitive: bool = False
    """Also learn phone, address and identity number of the person."""

    # -- breaker (L4) ------------------------------------------------------------------------------
    breaker_failures: int = 3
    """Failed compactions in a row that open the breaker (skill L4)."""
    refill_turns: int = 3
    """A context that is full again within so many turns counts as refilled."""
    refill_limit: int = 3
    """Refills in a row that open the breaker."""

    # -- emergency (L5) ----------------------------------------------------------------------------
    emergency_turns: int = 2
    """Oldest turns dropped per round after an overflow (skill L5)."""

    # -- network -----------------------------------------------------------------------------------
    model: str = "claude-haiku-5-5"
    """Model asked for exact token counts (estimator `api`)."""
    base_url: str = ""
    """API address; empty means the SDK's own default."""
