"""One model of the Messages API: a question in, plain text out, with what it cost.

No sampling parameters (the API refuses them), low effort. The key comes from
the environment or from nowhere: no file of credentials is ever searched. A
base URL makes any server that speaks the API do, a local one included. Calls
are made once; whoever asked decides about trying again.
"""

import os
import re
from collections.abc import Callable, Mapping
from typing import Any

from ..model.errors import AnswerError, RemoteError
from ..model.ports import Answer, Question
from ..model.session import Usage
from .messages_api import KEY_VARIABLE, Connection

EFFORT = "low"
STREAM_FROM = 16_000
"""Output tokens above which the answer is streamed: the SDK refuses to wait for a long one otherwise."""
_EFFORT_REFUSED = re.compile(r" 400: .*(?:output_config|effort)", re.IGNORECASE | re.DOTALL)

CostOf = Callable[[str, Usage], float]


class AnthropicModel:
    """Answers questions with one model at one address; `asker` is who asks, in errors."""

    def __init__(
        self,
        name: str,
        *,
        asker: str,
        cost_of: CostOf,
        base_url: str = "",
        seconds: float = 120.0,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.name = name
        self._cost_of = cost_of
        self.connection = Connection(asker, name, base_url=base_url, seconds=seconds, key=environ.get(KEY_VARIABLE, ""))
        self._knows_effort = True

    @property
    def is_available(self) -> bool:
        """Whether there is a key, or an address that may need none."""
        return self.connection.is_available

    def ask(self, question: Question) -> Answer:
        """One call; RemoteError when nobody answers, AnswerError when the answer cannot be used."""
        try:
            answer = self.send(self.body(question))
        except RemoteError as error:
            if not (self._knows_effort and _EFFORT_REFUSED.search(str(error))):
                raise
            self._knows_effort = False  # an older model, or a server that only speaks the basics
            answer = self.send(self.body(question))
        return self.read(answer)

    def body(self, question: Question) -> dict[str, Any]:
        """The request, for a call or as an entry of a batch."""
        effort = {"output_config": {"effort": EFFORT}} if self._knows_effort else {}
        return {
            "model": self.name,
            "max_tokens": question.most_output,
            "system": question.system,
            "messages": [{"role": "user", "content": question.user}],
            **effort,
        }

    def read(self, answer: Any, *, factor: float = 1.0) -> Answer:
        """The text of an answer; `factor` is its price against that of a single call."""
        usage = _usage(answer)
        cost = self.cost(usage) * factor
        text = "".join(block.text for block in answer.content or () if getattr(block, "type", "") == "text").strip()
        match answer.stop_reason:
            case "refusal":
                raise AnswerError(f"{self.name} refused to answer", cost=cost)
            case "max_tokens" | "model_context_window_exceeded":
                raise AnswerError(f"{self.name} wrote more than allowed; its answer was cut", cost=cost)
            case _:
                pass
        if not text:
            raise AnswerError(f"{self.name} answered with nothing", cost=cost)
        return Answer(text, usage, cost)

    def send(self, wanted: Mapping[str, Any], *, beta: bool = False) -> Any:
        """The answer to a request as the SDK has it, `beta` from the API's beta; RemoteError when nobody answers."""
        with self.connection.client() as client:
            messages = client.beta.messages if beta else client.messages
            if wanted["max_tokens"] <= STREAM_FROM:
                return messages.create(**wanted)
            with messages.stream(**wanted) as stream:
                return stream.get_final_message()

    def cost(self, usage: Usage) -> float:
        """Dollars of a single call."""
        return self._cost_of(self.name, usage)


def _usage(answer: Any) -> Usage:
    usage = answer.usage
    return Usage(
        input=usage.input_tokens or 0,
        output=usage.output_tokens or 0,
        cache_read=usage.cache_read_input_tokens or 0,
        cache_write=usage.cache_creation_input_tokens or 0,
    )
