"""Prices of models in dollars per million tokens, with the date of the table.

A model that the table does not know has no price: nothing is guessed. A table
of one's own is laid over this one.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..errors import InputError
from ..messages import Usage

MILLION = 1_000_000
TABLE_DATE: Final = "2026-11-20"
"""Day on which the prices below were read from the provider's catalogue."""
WRITE_5M_FACTOR, WRITE_1H_FACTOR, READ_FACTOR = 1.25, 2.0, 0.1
"""Cache prices as multiples of the input price, where a table gives none (the provider's general rule)."""


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars per million tokens of one model."""

    input: float
    output: float
    write_5m: float
    write_1h: float
    read: float
    above: int = 0
    """A prompt with more tokens than this costs `beyond`; 0: one price for all."""
    beyond: "Price | None" = None

    def of_prompt(self, tokens: int) -> "Price":
        """The price for a prompt of this size."""
        return self.beyond if self.beyond and tokens > self.above else self


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Prices by model name, and their date."""

    date: str
    models: Mapping[str, Price]

    def of(self, model: str) -> Price | None:
        """The price of a model by the name that hosts write; None for an unknown one."""
        exact = self.models.get(model)
        return exact or self.models.get(plain_name(model))


def _price(input_price: float, output: float, *, read: float | None = None) -> Price:
    return Price(
        input_price,
        output,
        round(input_price * WRITE_5M_FACTOR, 6),
        round(input_price * WRITE_1H_FACTOR, 6),
        round(input_price * READ_FACTOR, 6) if read is None else read,
    )


def _with_automatic_cache(
    input_price: float, output: float, read: float, *, above: int = 0, beyond: Price | None = None
) -> Price:
    """A provider with automatic caching: a cache write costs as much as input."""
    return Price(input_price, output, input_price, input_price, read, above, beyond)


# the prices of the other providers: their public price pages, last compared on 2026-06-12
_GPT_LONG = _with_automatic_cache(10, 45, 1.0)
_QWEN_LONG = _with_automatic_cache(2, 6, 0.2)
_GLM_4, _GLM_5 = _with_automatic_cache(0.6, 2.2, 0.11), _with_automatic_cache(1.4, 4.4, 0.26)
_DEEPSEEK = _with_automatic_cache(0.28, 0.42, 0.028)
_HAIKU_LONG = Price(0.50, 2.50, 0.625, 1.00, 0.05)
_OPUS = _price(5, 25)
TABLE: Final = PriceTable(
    TABLE_DATE,
    {
        "claude-haiku-5-5": Price(0.10, 0.50, 0.125, 0.20, 0.01, above=100_000, beyond=_HAIKU_LONG),
        "claude-haiku-4-5": _price(1, 5),
        "claude-sonnet-5-5": _price(2, 10, read=0.10),
        "claude-sonnet-5": _price(2, 10),
        "claude-sonnet-4-6": _price(3, 15),
        "claude-sonnet-4-5": _price(3, 15),
        "claude-opus-5-5": _price(4, 20, read=0.20),
        "claude-opus-5": _OPUS,
        "claude-opus-4-8": _OPUS,
        "claude-opus-4-7": _OPUS,
        "claude-opus-4-6": _OPUS,
        "claude-opus-4-5": _OPUS,
        "claude-fable-5-2": _price(8, 40, read=0.20),
        "claude-fable-5-1": _price(10, 50, read=0.25),
        "claude-fable-5": _price(10, 50),
        "gpt-5.5": _with_automatic_cache(5, 30, 0.5, above=272_000, beyond=_GPT_LONG),
        "kimi-k2.5": _with_automatic_cache(0.6, 3, 0.1),
        "kimi-k2.6": _with_automatic_cache(0.95, 4, 0.16),
        "kimi-k2-thinking": _with_automatic_cache(0.6, 2.5, 0.15),
        "qwen3.6-plus": _with_automatic_cache(0.5, 3, 0.05, above=256_000, beyond=_QWEN_LONG),
        "glm-4.6": _GLM_4,
        "glm-4.7": _GLM_4,
        "glm-5.1": _GLM_5,
        "deepseek-chat": _DEEPSEEK,
        "deepseek-reasoner": _DEEPSEEK,
        "deepseek-v4-pro": _with_automatic_cache(
            0.435, 0.87, 0.003625
        ),  # both v4 as their price page of 2026-07-04 says
        "deepseek-v4-flash": _with_automatic_cache(0.14, 0.28, 0.0028),
    },
)

_HOST = re.compile(r"https?://(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[^/?#@:\[\]\\]+))(?::\d+)?(?:[/?#]|$)")
_PREFIX = re.compile(r"^(?:[\w-]+[/.])*(?=claude-)")
_SUFFIX = re.compile(r"(?:-\d{8}|-\d{4}-\d\d-\d\d|@\d{8}|-latest|-v\d+(?::\d+)?|\[1m\]|:thinking)+$")


def plain_name(model: str) -> str:
    """A model name without provider and date: `anthropic/claude-opus-4.5-20251101` is `claude-opus-4-5`."""
    name = _SUFFIX.sub("", _PREFIX.sub("", model.strip().lower()))
    return name.replace(".", "-") if name.startswith("claude-") else name.rsplit("/", 1)[-1]


def cost(usage: Usage, price: Price, *, writes_last_an_hour: bool = False) -> float:
    """Dollars of one request; `writes_last_an_hour` is for transcripts without the lifetime of cache writes."""
    at = price.of_prompt(usage.input + usage.cache_read + usage.cache_write)
    hour = usage.cache_write_1h or (usage.cache_write if writes_last_an_hour else 0)
    hour = min(hour, usage.cache_write)
    return (
        usage.input * at.input
        + usage.output * at.output
        + usage.cache_read * at.read
        + (usage.cache_write - hour) * at.write_5m
        + hour * at.write_1h
    ) / MILLION


def cost_of(model: str, usage: Usage, base_url: str = "") -> float | None:
    """Dollars of a call; None for a model that is not in the table.

    A server on this machine sends no bill: what it answers costs 0 where the table has no price for its model.
    """
    price = TABLE.of(model)
    if price is None:
        return 0.0 if is_on_this_machine(base_url) else None
    return cost(usage, price)


def expected_cost(model: str, input_tokens: int, output_tokens: int, base_url: str = "") -> float | None:
    """Dollars of a call of this size; None for an unknown price."""
    return cost_of(model, Usage(input=input_tokens, output=output_tokens), base_url)


def is_on_this_machine(base_url: str) -> bool:
    """Whether an address is a loopback address or `localhost`; an address with a user never is."""
    import ipaddress

    found = _HOST.match(base_url.strip().lower())
    if found is None:
        return False
    host = found["name"] or found["address"]
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


UNKNOWN_PRICE: Final = (
    "choose a model with a known price, a base_url on this machine, or a codec that asks a command of yours"
)
"""What helps where a call is refused because nobody knows its price."""


def overlaid(table: PriceTable, document: Mapping[str, Any], source: str) -> PriceTable:
    """The table with a user's own prices added: `date = "…"` and `[models."name"]` with input, output, ….

    Missing cache prices follow from the input price by the general factors.
    """
    models = document.get("models")
    if not isinstance(models, Mapping) or not models:
        raise InputError(f"{source} has no [models] table", hint='write [models."my-model"] with input and output')
    date = document.get("date")
    if not isinstance(date, str | int) and not hasattr(date, "isoformat"):
        raise InputError(f"{source} has no date", hint='write date = "2026-11-20", the day the prices were true')
    unknown = sorted(set(document) - {"date", "models"})
    if unknown:
        raise InputError(f"{source}: unknown key {unknown[0]!r}", hint="only date and [models] are read")
    own = {str(name): _parse_price(entry, f"{source}: model {name}") for name, entry in models.items()}
    return PriceTable(f"{date} (own prices), {table.date}", {**table.models, **own})


_KEYS = ("input", "output", "write_5m", "write_1h", "read")


def _parse_price(entry: object, where: str) -> Price:
    if not isinstance(entry, Mapping):
        raise InputError(f"{where} is not a table", hint="write input = 3.0 and output = 15.0 under it")
    unknown = sorted(set(map(str, entry)) - set(_KEYS))
    if unknown:
        raise InputError(f"{where}: unknown key {unknown[0]!r}", hint="use " + ", ".join(_KEYS))
    numbers = {key: _number(entry[key], f"{where}: {key}") for key in _KEYS if key in entry}
    if "input" not in numbers or "output" not in numbers:
        raise InputError(f"{where} lacks input or output", hint="both are dollars per million tokens")
    base = _price(numbers["input"], numbers["output"], read=numbers.get("read"))
    return Price(
        base.input,
        base.output,
        numbers.get("write_5m", base.write_5m),
        numbers.get("write_1h", base.write_1h),
        base.read,
    )


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise InputError(f"{where} is {value!r}, not a price", hint="write dollars per million tokens, e.g. 3.0")
    return float(value)
