"""Message batches: a backlog that nobody waits for is compressed at half price, in a later call."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from ..disk import spend_file
from ..disk.places import Places
from ..model.blocks import CapsuleDraft
from ..model.compression import Blocked, CompressionOutcome, Made, OpenBatches
from ..model.errors import AnswerError, InputError
from ..remote.anthropic_codec import BATCH_FACTOR, AnthropicCodec, custom_id
from .compressor import Compressor, Job

LARGEST_BATCH = 10_000
"""Requests of one batch; the API takes 100,000 and 256 MB, and blocks are large."""


@dataclass(slots=True)
class Collected:
    """What came back, and what is still out."""

    outcomes: list[CompressionOutcome] = field(default_factory=list)
    waiting: dict[str, int] = field(default_factory=dict)
    """Open batches and how many of their requests are in work."""


class Batches:
    """Hands backlogs over and collects them; which batches are out stands in a file."""

    def __init__(self, places: Places, compressor: Compressor) -> None:
        if not isinstance(compressor.codec, AnthropicCodec):
            raise InputError(
                f"batches need the codec anthropic, not {compressor.codec_id.name}", hint="give --codec anthropic"
            )
        self._places = places
        self._compressor = compressor
        self._codec = compressor.codec

    def out(self) -> OpenBatches:
        """Batches that are not collected yet."""
        return spend_file.load_batches(self._places.batches).state

    def without_open(self, jobs: Sequence[Job]) -> list[Job]:
        """The jobs that no open batch works on."""
        busy = {block for blocks in self.out().blocks.values() for block in blocks}
        return [job for job in jobs if job.block.id not in busy]

    def submit(self, jobs: Sequence[Job]) -> str | Blocked:
        """Hand over up to `LARGEST_BATCH` jobs; the id of the batch, or why nothing was handed over."""
        chosen = list(jobs)[:LARGEST_BATCH]
        dollars = self._compressor.most_cost(chosen) * BATCH_FACTOR
        if stop := self._compressor.purse.reserve(dollars):
            return stop
        state = self._codec.submit([self._compressor.request_of(job) for job in chosen])
        blocks = tuple(job.block.id for job in chosen)
        spend_file.change_batches(
            self._places.batches, lambda batches: OpenBatches({**batches.blocks, state.id: blocks})
        )
        return state.id

    def collect(self, jobs: Sequence[Job]) -> Collected:
        """Verify and keep what finished batches answered; `jobs` is the backlog they came from."""
        by_name = {custom_id(job.block.id): job for job in jobs}
        collected = Collected()
        for batch, blocks in self.out().blocks.items():
            state = self._codec.state(batch)
            if not state.is_ended:
                collected.waiting[batch] = state.left or len(blocks)
                continue
            collected.outcomes += self._outcomes(batch, by_name)
            spend_file.change_batches(self._places.batches, partial(_without, batch))
        return collected

    def _outcomes(self, batch: str, by_name: dict[str, Job]) -> Iterator[CompressionOutcome]:
        results = self._codec.results(batch)
        chosen = [by_name[name] for name in results if name in by_name]
        self._compressor.purse.spent(
            self._compressor.most_cost(chosen) * BATCH_FACTOR, sum(answer.cost for answer in results.values())
        )
        for name, answer in results.items():
            if name in by_name:
                yield self._compressor.kept(self._outcome(by_name[name], answer))

    def _outcome(self, job: Job, answer: CapsuleDraft | AnswerError) -> Made:
        request = self._compressor.request_of(job)
        if isinstance(answer, AnswerError):
            return self._compressor.settled(request, answer.cost, 1, complaint=str(answer))
        outcome = self._compressor.verified(request, answer, answer.cost, 1)
        if isinstance(outcome, Made):
            return outcome
        return self._compressor.settled(request, answer.cost, 1, complaint=outcome.complaint)


def _without(batch: str, batches: OpenBatches) -> OpenBatches:
    return OpenBatches({name: blocks for name, blocks in batches.blocks.items() if name != batch})
