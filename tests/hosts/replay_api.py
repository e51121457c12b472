"""The model of the replay and its three APIs on loopback: what it says is scripted, what it is sent is measured.

It answers each request of a turn with the next step of that turn. Asked for a summary, it keeps what it is
ordered to carry over, and of what the person said the newest `OWN_CHARS`: no model is that forgetful or that
obedient, so what the host alone keeps here says little; what it is sent, and what that costs, is the host's.
"""

import json
import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from context_memory.llm import prices
from context_memory.messages import Usage
from context_memory.testing import FakeAnthropic, api_rules
from context_memory.testing.fake_agents_apis import FakeGemini, FakeResponses

OWN_CHARS, OF_EACH = 6_000, 200
"""Of what the person said, in a summary, and of each message."""
ORDERS = "Additional Instructions:"
"""Behind it Claude Code puts what a hook before the compaction said."""
REMINDER = "REMINDER: Do NOT call"
"""What it says after them."""
PROMPT = "Ticket "
"""Every prompt of the person starts so."""
_PROMPTS = re.compile(rf"{PROMPT}\d+: .{{0,{OF_EACH}}}")
_SUMMARIES = ("<summary>", "CONTEXT CHECKPOINT", "<state_snapshot>", "context checkpoint summary")
"""Where one of them stands in the last message, the host wants a summary."""

_PRICES = {"gemini-2.5-flash": prices.Price(0.30, 2.50, 0.30, 0.30, 0.075)}
"""Of models that the table of the package lacks: list prices of the vendor when the model came out, June 2025."""

Step = str | tuple[str, dict[str, Any]]


@dataclass(slots=True)
class Figures:
    """What one way came to."""

    way: str
    model: str = ""
    threshold: int = 0
    """Tokens at which the host compacts."""
    requests: int = 0
    refused: int = 0
    prompt: int = 0
    """Input tokens of all requests."""
    read: int = 0
    """Of them, from the prompt cache."""
    cost: float = 0.0
    """Dollars; 0 for a model whose price is not known."""
    largest: int = 0
    """The largest request of the conversation."""
    step: int = 0
    """Most tokens by which one request was larger than the one before it."""
    looks_after: bool = False
    """Whether the host looks only after a request whether it has to compact: the next one may be a step larger."""
    compactions: int = 0
    stopped: str = ""
    """Why the session did not come to its end."""
    kept: list[tuple[int, int]] = field(default_factory=list)
    """After each compaction, and at the end: directives in the context, and directives given."""
    seconds: float = 0.0
    takes: str = ""
    """Most processes of the host and of ours at once, and their memory."""

    def count(self, usage: Usage) -> None:
        """Add one reply."""
        self.requests += 1
        self.prompt += usage.input + usage.cache_read + usage.cache_write
        self.read += usage.cache_read
        price = _PRICES.get(self.model)
        self.cost += prices.cost(usage, price) if price else prices.cost_of(self.model, usage) or 0.0


class Script:
    """What the model says next."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.directives: list[str] = []
        self._steps: deque[Step] = deque()
        self._messages = 0
        self._tokens = 0
        self._newest = ""

    def begin(self, steps: Sequence[Step]) -> None:
        """A turn: calls of tools, and the reply."""
        self._steps = deque(steps)

    @property
    def is_through(self) -> bool:
        """Whether the turn has nothing left to say."""
        return not self._steps

    def next_step(self, messages: Sequence[tuple[str, str]], whole: str, tokens: int, *, has_tools: bool) -> Step:
        """The answer to a request with these messages (role and text)."""
        last = messages[-1][1] if messages else ""
        if not has_tools or (any(mark in last for mark in _SUMMARIES) and PROMPT not in last[:200]):
            return _summary(messages, last)
        if len(messages) < self._messages:  # a conversation only grows, unless the host compacts it
            self.figures.compactions += 1
            self._look(whole)
        self._messages = len(messages)
        self.figures.step = max(self.figures.step, tokens - self._tokens if self._tokens else 0)
        self.figures.largest = max(self.figures.largest, tokens)
        self._tokens = tokens
        self._newest = whole
        return self._steps.popleft() if self._steps else "Done."

    def look_at_the_end(self) -> None:
        """Note how many directives the newest request holds."""
        self._look(self._newest)

    def _look(self, whole: str) -> None:
        self.figures.kept.append((sum(each in whole for each in self.directives), len(self.directives)))


def _summary(messages: Sequence[tuple[str, str]], asked: str) -> str:
    """What the person said, the newest of it, and what the request orders to carry over."""
    order = asked.partition(ORDERS)[2].partition(REMINDER)[0].strip()
    told = (text.partition(ORDERS)[0] for role, text in messages if role == "user")
    prompts = dict.fromkeys(each for text in told for each in _PROMPTS.findall(text))  # an old summary's too
    said = "\n".join(["What the person said:", *[*prompts][-OWN_CHARS // OF_EACH :], order])
    return f"<analysis>-</analysis><summary>{said}</summary>"


class ReplayAnthropic(FakeAnthropic):
    """The Messages API, for Claude Code and OpenClaw."""

    def __init__(self, script: Script, window: int) -> None:
        super().__init__(window=window, model=self._said)
        self.script = script
        self._number = 0

    def record(self, path: str, headers: dict[str, str], body: dict[str, Any], status: int) -> None:
        """Keep nothing: the requests together have gigabytes."""
        del path, headers, body
        self.script.figures.refused += status >= 400

    def _answer(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> Any:
        answer = super()._answer(path, headers, body)
        given = answer["usage"] if isinstance(answer, dict) and "usage" in answer else None
        if given:
            read, written = given["cache_read_input_tokens"], given["cache_creation_input_tokens"]
            self.script.figures.count(Usage(given["input_tokens"], given["output_tokens"], read, written))
        return answer

    def _said(self, body: dict[str, Any]) -> str | list[dict[str, Any]]:
        messages = [(each["role"], _text(each["content"])) for each in body["messages"]]
        while messages and messages[-1][0] == "system":  # the host adds reminders after the prompt
            messages.pop()
        whole = json.dumps([body.get("system", ""), body["messages"]], ensure_ascii=False)
        tokens = api_rules.tokens_of(body, self.characters_per_token)
        step = self.script.next_step(messages, whole, tokens, has_tools=bool(body.get("tools")))
        if isinstance(step, str):
            return step
        self._number += 1
        tool, given = step
        return [{"type": "tool_use", "id": f"toolu_{self._number:06}", "name": tool, "input": given}]


def _text(content: Any) -> str:
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    return "\n".join(str(block.get("text", "")) for block in blocks if isinstance(block, Mapping))


class _Scripted:
    """What both APIs below do: answer by the script, count what they are sent, and keep nothing of it."""

    def __init__(self, script: Script) -> None:
        super().__init__(self._said, counts_tokens=True)
        self.script = script
        self.claim = 0
        """Tokens that the next answer says the request had: what makes the host compact."""
        self._tokens = 0

    def record(self, path: str, headers: dict[str, str], body: dict[str, Any], status: int) -> None:
        """Keep nothing."""

    def usage_of(self, body: dict[str, Any]) -> Usage:
        """What the request takes, counted among the figures, and what the host is told of it."""
        usage = super().usage_of(body)
        self.script.figures.count(usage)
        self._tokens = usage.input + usage.cache_read
        claimed, self.claim = self.claim, 0
        return Usage(claimed, usage.output) if claimed else usage


class ReplayResponses(_Scripted, FakeResponses):
    """The Responses API, for Codex."""

    def _said(self, body: dict[str, Any]) -> Step:
        messages = []
        for item in body.get("input") or []:
            if item.get("type") == "message":
                messages.append((str(item.get("role")), _text(item.get("content") or "")))
            elif item.get("type") == "function_call_output":
                messages.append(("tool", json.dumps(item.get("output"), ensure_ascii=False)))
        whole = json.dumps([body.get("instructions"), body.get("input")], ensure_ascii=False)
        return self.script.next_step(messages, whole, self._tokens, has_tools=True)


class ReplayGemini(_Scripted, FakeGemini):
    """Gemini's API, for Gemini CLI."""

    def _said(self, body: dict[str, Any]) -> Step:
        messages = []
        for content in body.get("contents") or []:
            parts = content.get("parts") or []
            is_result = any("functionResponse" in part for part in parts)
            messages.append(("tool" if is_result else str(content.get("role")), _text(parts)))
        whole = json.dumps([body.get("systemInstruction"), body.get("contents")], ensure_ascii=False)
        return self.script.next_step(messages, whole, self._tokens, has_tools=bool(body.get("tools")))
