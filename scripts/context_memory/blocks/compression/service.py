"""Compresses blocks in the background: calls a codec, verifies, retries once, falls back, stores.

A block never waits for a model: without an answer, a capsule
made without a model is the fallback, and the model is called again later. Nothing of
a model is stored that `blocks.compression.verify` did not accept.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import assert_never

from ...errors import AnswerError, InputError, NotReadyError, RemoteError
from ...llm import prices, service
from ...llm.remote import KEY_VARIABLE
from ...llm.service import Bill, Blocked, BudgetedCalls, DailyBudget, OpenBatches, Timing
from ...messages import Message
from ...settings.values import Settings
from ...storage import audit_log
from ...storage.places import Places
from ...text.secrets import redact
from ...transcripts import as_text, speakers
from ..files.block_store import BlockStore
from ..files.journal import Journal
from ..values import (
    PROMPT_VERSION,
    Block,
    Capsule,
    CapsuleDraft,
    Codec,
    CodecId,
    CompressionOutcome,
    CompressRequest,
    Made,
    Postponed,
)
from . import remote, verify
from .remote import BATCH_FACTOR, AnthropicCodec, CompactionCodec, ExtractiveCodec, custom_id
from .verify import Accepted, KeepRaw, Rejected

ATTEMPTS = 2
"""Drafts that are asked for before the block is compressed without a model: one, and one more with the complaint."""
_TOKENS_PER_ESTIMATED = 1.3  # HOST facts: current tokenizers count about 30 % more than the estimate
_RULES_TOKENS = 700  # of the prompt beside the block

InFlight = Callable[[Callable[["Job"], CompressionOutcome], Iterable["Job"]], Iterator[CompressionOutcome]]
"""Does the work for each job and yields what came out, in any order; how many at once is its business."""


@dataclass(frozen=True, slots=True)
class Job:
    """A block to compress; its messages are read when its turn comes."""

    block: Block
    has_capsule: bool = False
    """Whether a stopgap stands for it already."""


class Compressor:
    """Compresses the blocks of one workspace with one codec."""

    def __init__(
        self,
        places: Places,
        settings: Settings,
        store: BlockStore,
        codec: Codec,
        *,
        timing: Timing,
        dry_run: bool = False,
    ) -> None:
        self._places = places
        self._settings = settings
        self._store = store
        self.codec = codec
        self._timing = timing
        self._dry_run = dry_run
        self._estimator = service.estimator_of(settings)
        self._fallback = ExtractiveCodec(self._estimator)
        self.budget = DailyBudget(places.spend, settings.compress_daily_dollars, timing.now)

    # -- what is to be done ------------------------------------------------------------------------

    @property
    def codec_id(self) -> CodecId:
        """The codec in use."""
        return self.codec.id

    @property
    def has_unknown_price(self) -> bool:
        """Whether calls have an unknown price: then none is made."""
        return self._dollars(0, 0) is None

    def backlog(self, sessions: Sequence[str] = (), *, limit: int | None = None) -> list[Job]:
        """Blocks to compress with this codec, oldest first, each content once; of all sessions by default."""
        found: dict[str, Job] = {}
        for session in sessions or self._store.sessions():
            self._store.catch_up(Journal(self._places.journal, session))
            blocks = self._store.blocks(session)
            capsules = self._store.capsules([block.id for block in blocks], prefer=self.codec_id)
            for block in blocks:
                if limit is not None and len(found) >= limit:
                    return list(found.values())
                if block.id not in found and self._is_pending(capsules.get(block.id)):
                    found[block.id] = Job(block, has_capsule=block.id in capsules)
        return list(found.values())

    def _is_pending(self, capsule: Capsule | None) -> bool:
        """Whether the block needs a capsule; one of any codec is enough, but a fallback only if no model is used."""
        if capsule is None:
            return True
        return is_fallback(capsule.codec) and self.codec_id.name != self._fallback.id.name

    def most_cost(self, jobs: Iterable[Job]) -> float | None:
        """Dollars that these jobs cost if every answer is as long as its target; None if the price is unknown."""
        costs = [self._expected_cost(job.block) for job in jobs]
        known = [each for each in costs if each is not None]
        return sum(known) if len(known) == len(costs) else None

    def check_ready(self) -> None:
        """NotReadyError if the codec cannot work at all, before any block is tried."""
        if isinstance(self.codec, AnthropicCodec | CompactionCodec) and not self.codec.is_available:
            raise NotReadyError(
                f"the codec {self.codec_id.name} needs {KEY_VARIABLE}",
                hint="set it in the environment, give base_url, or use --codec extractive",
            )

    # -- doing it ----------------------------------------------------------------------------------

    def run(self, jobs: Iterable[Job], in_flight: InFlight | None = None) -> Iterator[CompressionOutcome]:
        """Compress; each capsule is stored before its outcome is yielded."""
        outcomes = in_flight(self.compress, jobs) if in_flight else map(self.compress, jobs)
        made = postponed = raw = size = 0
        cost = 0.0
        for outcome in outcomes:
            kept = self.kept(outcome)
            cost += kept.cost
            if isinstance(kept, Made):
                made, raw, size = made + 1, raw + kept.capsule.tokens_raw, size + kept.capsule.tokens
            else:
                postponed += 1
            yield kept
        if made or postponed:
            audit_log.append(
                self._places.audit,
                "compress",
                self._timing.now(),
                codec=self.codec_id.name,
                model=self.codec_id.model,
                blocks=made,
                postponed=postponed,
                tokens_raw=raw,
                tokens=size,
                dollars=round(cost, 6),
            )

    def kept(self, outcome: CompressionOutcome) -> CompressionOutcome:
        """Store the capsule of an outcome."""
        if self._dry_run:
            return outcome
        match outcome:
            case Made():
                return replace(outcome, capsule=self._store.keep(outcome.capsule))
            case Postponed(stopgap=None):
                return outcome
            case Postponed(stopgap=stopgap):
                assert stopgap is not None
                return replace(outcome, stopgap=self._store.keep(stopgap))
            case _:
                assert_never(outcome)

    def compress(self, job: Job) -> CompressionOutcome:
        """The verified capsule of one block, not stored yet. Thread-safe."""
        meanwhile = self._store.capsules([job.block.id], prefer=self.codec_id).get(job.block.id)
        if meanwhile and not self._is_pending(meanwhile):
            return Made(meanwhile, note="made meanwhile by another process")
        request = self._request(job)
        if job.block.tokens < self._settings.compress_min_tokens:
            return Made(self._raw(request), note="too small to compress")
        if self.codec.id.name == self._fallback.id.name:
            return Made(self._without_model(request, CodecId("extractive", version=self.codec.id.version)))
        bill = Bill()
        for _ in range(ATTEMPTS):
            try:
                draft = self._call_codec(request, bill)
            except AnswerError as error:
                request = replace(request, complaint=str(error))
                continue
            except RemoteError as error:
                return self._postpone(job, request, bill, str(error), hint=error.hint)
            if isinstance(draft, Blocked):
                return self._postpone(job, request, bill, str(draft), is_blocked=True)
            outcome = self.verified(request, draft, bill.cost, bill.calls)
            if isinstance(outcome, Made):
                return outcome
            request = replace(request, complaint=outcome.complaint)
        return self.settled(request, bill.cost, bill.calls, complaint=request.complaint)

    def verified(self, request: CompressRequest, draft: CapsuleDraft, cost: float, calls: int) -> Made | Rejected:
        """The verified draft as a capsule, or its fault."""
        text = self._clean(draft.text)
        verdict = verify.verify_draft(request, text, estimator=self._estimator)
        match verdict:
            case Accepted():
                capsule = self._capsule(request, verdict.text, verdict.tokens, draft.codec, cost)
                return Made(capsule, cost, calls, appended=verdict.appended, restored=verdict.restored)
            case KeepRaw():
                return Made(self._raw(request, cost), cost, calls, note="the capsule would save less than 5 %")
            case Rejected():
                return verdict
            case _:
                assert_never(verdict)

    def settled(self, request: CompressRequest, cost: float, calls: int, *, complaint: str) -> Made:
        """Compress the block without a model for good: the model's answers were unusable, and retries cost the same."""
        wanted = self.codec.id
        codec = CodecId("extractive", wanted.model or wanted.name, self._fallback.id.version)
        note = f"without a model: {self._clean(complaint)}"
        return Made(self._without_model(request, codec, cost), cost, calls, note=note)

    def request_of(self, job: Job) -> CompressRequest:
        """The request for this block."""
        return self._request(job)

    # -- one call ----------------------------------------------------------------------------------

    def _call_codec(self, request: CompressRequest, bill: Bill) -> CapsuleDraft | Blocked:
        """The codec's answer, with retries."""
        calls = BudgetedCalls(self.budget, self._timing, self._settings.compress_attempts, self._clean)
        return calls.answer(lambda: self.codec.compress(request), self._expected_cost(request.block), bill)

    def _expected_cost(self, block: Block) -> float | None:
        """Upper estimate of one call for this block, dollars; None if unknown."""
        tokens = int(block.tokens * _TOKENS_PER_ESTIMATED)
        return self._dollars(tokens + _RULES_TOKENS, int(tokens * self._settings.compress_ratio))

    def _dollars(self, given: int, answered: int) -> float | None:
        codec = self.codec.id
        if codec.name not in remote.PAID:
            return 0.0
        return prices.expected_cost(codec.model, given, answered, self._settings.base_url)

    # -- values ------------------------------------------------------------------------------------

    def _request(self, job: Job) -> CompressRequest:
        messages = self._store.messages_of(Journal(self._places.journal, job.block.session), job.block)
        target = max(1, int(job.block.tokens * self._settings.compress_ratio))
        return CompressRequest(job.block, messages, target, language=self._language(messages))

    def _language(self, messages: Sequence[Message]) -> str:
        if self._settings.language != "auto":
            return self._settings.language
        said = [words for message in messages if (words := speakers.said(message))]
        return "zh" if sum(map(speakers.is_chinese, said)) * 2 > len(said) else "en"

    def _postpone(
        self, job: Job, request: CompressRequest, bill: Bill, reason: str, *, is_blocked: bool = False, hint: str = ""
    ) -> Postponed:
        stopgap = None if job.has_capsule else self._without_model(request, self._fallback.id)
        return Postponed(job.block, self._clean(reason), stopgap, bill.cost, bill.calls, is_blocked, hint)

    def _without_model(self, request: CompressRequest, codec: CodecId, cost: float = 0.0) -> Capsule:
        draft = self._fallback.compress(request)
        verdict = verify.verify_draft(request, self._clean(draft.text), estimator=self._estimator, invents=False)
        if isinstance(verdict, Accepted):
            return self._capsule(request, verdict.text, verdict.tokens, codec, cost)
        return self._raw(request, cost)

    def _raw(self, request: CompressRequest, cost: float = 0.0) -> Capsule:
        """Keep the block raw: it cannot be compressed without loss."""
        wanted = self.codec.id
        codec = CodecId("raw", wanted.model or wanted.name, PROMPT_VERSION)
        text = self._clean(as_text.whole(request.messages))
        return self._capsule(request, text, request.block.tokens, codec, cost)

    def _capsule(self, request: CompressRequest, text: str, size: int, codec: CodecId, cost: float) -> Capsule:
        return Capsule(
            block=request.block.id,
            codec=codec,
            text=text,
            tokens=size,
            tokens_raw=request.block.tokens,
            cost=round(cost, 8),
            made_at=self._timing.now().isoformat(timespec="seconds"),
        )

    def _clean(self, text: str) -> str:
        return redact.cleaned(text) if self._settings.redact else text


def is_fallback(codec: CodecId) -> bool:
    """Whether a capsule is a fallback made without a model."""
    return codec.name == "extractive" and not codec.model


LARGEST_BATCH = 10_000
"""Requests of one batch; the API takes 100,000 and 256 MB, and blocks are large."""


@dataclass(slots=True)
class Collected:
    """Collected results, and batches still open."""

    outcomes: list[CompressionOutcome] = field(default_factory=list)
    waiting: dict[str, int] = field(default_factory=dict)
    """Open batches and how many of their requests are in work."""


class Batches:
    """Submits backlogs as batches and collects them; open batches are recorded in a file."""

    def __init__(self, places: Places, compressor: Compressor) -> None:
        if not isinstance(compressor.codec, AnthropicCodec):
            raise InputError(
                f"batches need the codec anthropic, not {compressor.codec_id.name}", hint="use --codec anthropic"
            )
        self._places = places
        self._compressor = compressor
        self._codec = compressor.codec

    def out(self) -> OpenBatches:
        """Batches that are not collected yet."""
        return service.load_batches(self._places.batches).state

    def without_open(self, jobs: Sequence[Job]) -> list[Job]:
        """The jobs that are in no open batch."""
        busy = {block for blocks in self.out().blocks.values() for block in blocks}
        return [job for job in jobs if job.block.id not in busy]

    def submit(self, jobs: Sequence[Job]) -> str | Blocked:
        """Submit up to `LARGEST_BATCH` jobs; returns the id of the batch, or why nothing was submitted."""
        chosen = list(jobs)[:LARGEST_BATCH]
        if stop := self._compressor.budget.reserve(self._most_cost(chosen)):
            return stop
        state = self._codec.submit([self._compressor.request_of(job) for job in chosen])
        blocks = tuple(job.block.id for job in chosen)
        service.change_batches(self._places.batches, lambda batches: OpenBatches({**batches.blocks, state.id: blocks}))
        return state.id

    def collect(self, jobs: Sequence[Job]) -> Collected:
        """Verify and store the results of finished batches; `jobs` is their backlog."""
        by_name = {custom_id(job.block.id): job for job in jobs}
        collected = Collected()
        for batch, blocks in self.out().blocks.items():
            state = self._codec.state(batch)
            if not state.is_ended:
                collected.waiting[batch] = state.left or len(blocks)
                continue
            collected.outcomes += self._outcomes(batch, by_name)
            service.change_batches(self._places.batches, partial(_remove_batch, batch))
        return collected

    def _outcomes(self, batch: str, by_name: dict[str, Job]) -> Iterator[CompressionOutcome]:
        results = self._codec.results(batch)
        chosen = [by_name[name] for name in results if name in by_name]
        set_aside = self._most_cost(chosen) or 0.0  # a batch without a price was never handed over
        self._compressor.budget.spent(set_aside, sum(answer.cost for answer in results.values()))
        for name, answer in results.items():
            if name in by_name:
                yield self._compressor.kept(self._outcome(by_name[name], answer))

    def _most_cost(self, jobs: Sequence[Job]) -> float | None:
        dollars = self._compressor.most_cost(jobs)
        return None if dollars is None else dollars * BATCH_FACTOR

    def _outcome(self, job: Job, answer: CapsuleDraft | AnswerError) -> Made:
        request = self._compressor.request_of(job)
        if isinstance(answer, AnswerError):
            return self._compressor.settled(request, answer.cost, 1, complaint=str(answer))
        outcome = self._compressor.verified(request, answer, answer.cost, 1)
        if isinstance(outcome, Made):
            return outcome
        return self._compressor.settled(request, answer.cost, 1, complaint=outcome.complaint)


def _remove_batch(batch: str, batches: OpenBatches) -> OpenBatches:
    return OpenBatches({name: blocks for name, blocks in batches.blocks.items() if name != batch})
