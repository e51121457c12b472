"""Hold a very long conversation on the Anthropic SDK in three ways, and print what each costs.

A scripted agent reads logs, two long ones a request, and a person gives it rules now and then. The Messages API on
loopback has a window of 200,000 tokens, accounts for the prompt cache and refuses thinking whose past was edited.

    without management   every request carries everything, until the window is full
    context editing      the vendor's own: the server clears old tool results (clear_tool_uses_20250919)
    context_memory       tool results trimmed by middleware, compaction between the turns of the tool runner

Ends with a code other than 0 when our way has a request refused or a rule is missing at the end. `--base-url` asks
another server that speaks the API instead; a prompt carries [[tool:read_log {...}]], which a scripted one answers.
"""

import argparse
import contextlib
import json
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import anthropic
from anthropic import beta_tool

from context_memory import ContextMemory
from context_memory.anthropic import Compactor, trimming
from context_memory.llm import prices
from context_memory.messages import Usage
from context_memory.testing import FakeAnthropic

MODEL = "claude-sonnet-5-5"  # binds thinking to what stands before it
WINDOW = 200_000
CHARACTERS_PER_TOKEN = 4
WAYS = ("without management", "context editing", "context_memory")
EDITING = {"edits": [{"type": "clear_tool_uses_20250919", "trigger": {"type": "input_tokens", "value": 100_000}}]}
EDITING_BETA = "context-management-2025-06-27"
LOG_LINES, LOGS = 420, 2
"""Of one log, and logs a request: about 22,000 tokens with what is said about them."""
RULE_EVERY = 6
_CALL = re.compile(r"\[\[tool:read_log (\{.*?\})\]\]")


@dataclass(slots=True)
class Figures:
    """What one way came to."""

    way: str
    held: int = 0
    """Tokens of the conversation itself, each counted once."""
    requests: int = 0
    refused: str = ""
    cost: float = 0.0
    prompt: int = 0
    read: int = 0
    largest: int = 0
    """The largest prompt, tokens."""
    compactions: int = 0
    rules: list[str] = field(default_factory=list)
    kept: int = 0
    seconds: float = 0.0

    def count(self, message: Any) -> None:
        """Add a reply."""
        usage = message.usage
        given = Usage(
            usage.input_tokens,
            usage.output_tokens,
            usage.cache_read_input_tokens or 0,
            usage.cache_creation_input_tokens or 0,
        )
        size = given.input + given.cache_read + given.cache_write
        self.requests += 1
        self.cost += prices.cost_of(MODEL, given) or 0.0  # the table has its price
        self.prompt += size
        self.read += given.cache_read
        self.largest = max(self.largest, size)


class Api(FakeAnthropic):
    """The API on loopback; of its requests it keeps only how they were answered."""

    def __init__(self, window: int) -> None:
        super().__init__(
            window=window, preserved_thinking=True, characters_per_token=CHARACTERS_PER_TOKEN, model=_scripted
        )
        self.statuses: list[int] = []

    def record(self, path: str, headers: dict[str, str], body: dict[str, Any], status: int) -> None:
        """Keep the status: the requests together have gigabytes."""
        del path, headers, body
        self.statuses.append(status)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the ways and print them side by side."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", metavar="N", type=int, default=5_000_000, help="length of the conversation")
    parser.add_argument("--window", metavar="N", type=int, default=WINDOW, help=f"of the server here ({WINDOW:,})")
    parser.add_argument("--base-url", metavar="URL", default="", help="another server that speaks the Messages API")
    parser.add_argument("--way", choices=WAYS, action="append", help="only this one; repeatable")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args(argv)
    ways = arguments.way or WAYS
    found = []
    for way in ways:
        with _server(arguments) as base_url:
            found.append(_conversation(way, base_url, arguments.tokens, arguments.window))
        if not arguments.json:
            print(_line(found[-1]), flush=True)
    if arguments.json:
        names = [name for name in Figures.__slots__ if name != "rules"]
        print(json.dumps([{name: getattr(each, name) for name in names} for each in found], indent=1))
    return 0 if all(_is_good(each) for each in found) else 1


@contextlib.contextmanager
def _server(arguments: argparse.Namespace) -> Iterator[str]:
    """The address of the server: a new one of ours, unless another is named."""
    if arguments.base_url:
        yield arguments.base_url
        return
    with Api(arguments.window) as api:
        yield api.base_url


def _is_good(found: Figures) -> bool:
    return found.way != "context_memory" or (not found.refused and found.kept == len(found.rules))


def _conversation(way: str, base_url: str, wanted: int, window: int) -> Figures:
    """Talk until the conversation has as many tokens as wanted, or a request is refused."""
    found, started = Figures(way), time.perf_counter()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="context-memory-sdk-"))
        memory = stack.enter_context(ContextMemory(folder, {"window": window}))
        ours = way == "context_memory"
        middleware = [trimming(memory, session="long")] if ours else []
        client = stack.enter_context(anthropic.Anthropic(api_key="loopback", base_url=base_url, middleware=middleware))
        compactor = Compactor(memory, session="long")
        messages: list[Any] = []
        number = 0
        try:
            while found.held < wanted:
                number += 1
                said = _prompt(number, found.rules)
                found.held += _tokens(said)
                messages = _turn(client, [*messages, said], found, compactor if ours else None)
        except anthropic.BadRequestError as error:
            found.refused = f"{error.api_message or error}"[:120]
        found.compactions = sum(done.outcome == "compacted" for done in compactor.compactions)
        whole = _json(messages)
        found.kept = sum(rule in whole for rule in found.rules)
    found.seconds = time.perf_counter() - started
    return found


def _turn(client: Any, messages: list[Any], found: Figures, compactor: Compactor | None) -> list[Any]:
    """One request of the person until the agent is done; the messages after it."""
    more: dict[str, Any] = {}
    if found.way == "context editing":
        more = {"context_management": EDITING, "betas": [EDITING_BETA]}
    runner = client.beta.messages.tool_runner(
        model=MODEL,
        max_tokens=4_000,
        system="You keep a fleet of services running. Read the logs that you are pointed to and say what is wrong.",
        tools=[_tool()],
        messages=messages,
        cache_control={"type": "ephemeral"},
        thread=False,
        **more,
    )
    for message in compactor.watch(runner) if compactor else runner:
        results = runner.generate_tool_call_response()
        said = [message.to_param(), *([results] if results else [])]
        messages = [*messages, *said]
        found.count(message)
        found.held += sum(map(_tokens, said))
    return compactor.messages if compactor else messages


def _prompt(number: int, rules: list[str]) -> Any:
    """What the person says; now and then a rule for good."""
    words = random.Random(number)
    rule = ""
    if number % RULE_EVERY == 1:
        rules.append(f"never restart service-{number:03} between 0{words.randint(1, 9)}:00 and noon")
        rule = f"From now on {rules[-1]}. "
    calls = " ".join(f'[[tool:read_log {{"name": "service-{number:03}-{log}"}}]]' for log in range(LOGS))
    report = " ".join(words.choice(_WORDS) for _ in range(600))
    return {
        "role": "user",
        "content": f"{rule}Ticket {number}: what is wrong with service-{number:03}? {report} {calls}",
    }


def _scripted(body: dict[str, Any]) -> str | list[dict[str, Any]]:
    """The agent of our own server: it calls the tools that the prompt names, then it answers."""
    last = body["messages"][-1]["content"]
    text = last if isinstance(last, str) else "".join(block.get("text", "") for block in last)
    calls = [json.loads(given) for given in _CALL.findall(text)]
    if not calls:
        words = random.Random(len(body["messages"]))
        return "The disk of the node is full. " + " ".join(words.choice(_WORDS) for _ in range(300))
    return [{"type": "tool_use", "id": f"toolu_{given['name']}", "name": "read_log", "input": given} for given in calls]


def _tool() -> Any:
    @beta_tool
    def read_log(name: str) -> str:
        """Read the newest lines of a service's log.

        Args:
            name: which log
        """
        words = random.Random(name)
        lines = [
            f"2026-11-{n % 28 + 1:02}T{n % 24:02}:{n % 60:02}:07Z {name} INFO request id={words.getrandbits(40):010x} "
            f"path=/v1/{words.choice(_WORDS)} status=200 ms={words.randint(1, 90)}"
            for n in range(LOG_LINES)
        ]
        lines[words.randrange(LOG_LINES)] = f"{name} ERROR write failed: no space left on device ({name}, /var/lib)"
        return "\n".join(lines)

    return read_log


_WORDS = (
    "queue",
    "disk",
    "latency",
    "index",
    "cache",
    "worker",
    "replica",
    "deploy",
    "broker",
    "schema",
    "token",
    "ledger",
    "invoice",
    "retry",
    "timeout",
    "shard",
    "region",
    "cluster",
    "socket",
    "buffer",
    "metric",
    "alert",
    "probe",
)


def _tokens(message: Any) -> int:
    return len(_json(message)) // CHARACTERS_PER_TOKEN


def _json(value: Any) -> str:
    """The value as JSON; blocks of the SDK give theirs."""
    return json.dumps(value, ensure_ascii=False, default=lambda block: block.model_dump(mode="json"))


def _line(found: Figures) -> str:
    share = found.read / found.prompt if found.prompt else 0.0
    per_million = found.cost / found.held * 1_000_000 if found.held else 0.0
    end = f"REFUSED: {found.refused}" if found.refused else "no request refused"
    return (
        f"{found.way:<19} {found.held:>9,} tokens held, {found.requests:>5,} requests, {end}\n"
        f"{'':<19} {found.prompt:>11,} prompt tokens, {share:.0%} from the cache, the largest {found.largest:,}\n"
        f"{'':<22}${found.cost:,.2f}, ${per_million:,.2f} a million tokens of conversation; "
        f"{found.compactions} compactions, {found.kept} of {len(found.rules)} rules in view; {found.seconds:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
