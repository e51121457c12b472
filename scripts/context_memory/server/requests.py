"""What a client asks, taken apart: parameters of the address or of a JSON object, each checked before anything is done.

Whatever cannot be used raises InputError, which is answered with 400.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NoReturn

from ..errors import InputError
from ..memory import doc_requests
from ..memory.docs import Kind, scope_of, storable
from ..memory.ports import Filter
from ..text.json_text import TooDeepError, refuse_deep

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_SHOWN = 60  # characters of a bad value that an error repeats
_SWITCHES = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, without how it came."""

    pairs: tuple[tuple[str, str], ...] = ()
    """Parameters of the address."""
    body: bytes = b""
    doc_id: str = ""
    """The doc that the address names, whole or by its first characters."""

    def parameters(self, *known: str) -> "Parameters":
        """The parameters of the address; unknown and repeated ones are refused."""
        found: dict[str, object] = {}
        for name, value in self.pairs:
            if name in found:
                raise InputError(f"{name} is given twice", hint="give it once")
            found[name] = value
        return Parameters(found).only(known)

    def object(self, *known: str) -> "Parameters":
        """The members of the JSON object in the body; unknown ones are refused."""
        value = self.json()
        if not isinstance(value, dict):
            raise InputError("the body is no JSON object", hint=f'write {{"{known[0]}": …}}')
        return Parameters(value).only(known)

    def json(self) -> Any:
        """The JSON value in the body."""
        if not self.body.strip():
            raise InputError("the body is empty", hint="send JSON")
        try:
            value = json.loads(self.body.decode("utf-8-sig"), parse_constant=_no_number)
            refuse_deep(self.body, value)
        except UnicodeDecodeError as error:
            raise InputError(f"the body is not UTF-8: byte {error.start}", hint="encode it as UTF-8") from error
        except (RecursionError, TooDeepError) as error:
            raise InputError("the body is nested too deeply", hint="send plain objects") from error
        except ValueError as error:
            raise InputError(f"the body is no JSON: {error}", hint="send JSON") from error
        return value


@dataclass(frozen=True, slots=True)
class Parameters:
    """Named values, as text from an address or as JSON has them."""

    given: Mapping[str, object] = field(default_factory=dict)

    def only(self, known: tuple[str, ...]) -> "Parameters":
        """The same; raises InputError when one is not known, because a misspelt filter would find everything."""
        for name in self.given:
            if name not in known:
                raise InputError(f"unknown parameter {_shown(name)}", hint=f"known are {', '.join(known) or 'none'}")
        return self

    def has(self, name: str) -> bool:
        """Whether it was given."""
        return self.given.get(name) is not None

    def text(self, name: str) -> str:
        """A text; empty where it was not given."""
        value = self.given.get(name)
        if value is not None and not isinstance(value, str):
            raise InputError(f"{name} is not a text", hint=f'write "{name}": "…"')
        return storable(value or "")

    def whole(self, name: str, default: int, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self.given.get(name)
        if value is None:
            return default
        number = int(value) if isinstance(value, str) and _WHOLE.fullmatch(value) else value
        if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
            raise InputError(f"{name} = {_shown(value)} cannot be used", hint=f"a whole number from {low} to {high:,}")
        return number

    def share(self, name: str) -> float:
        """A number from 0 to 1."""
        value = self.given.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise InputError(f"{name} = {_shown(value)} cannot be used", hint="a number from 0 to 1")
        return float(value)

    def switch(self, name: str, *, default: bool) -> bool:
        """True or false."""
        value = self.given.get(name)
        found = _SWITCHES.get(value.strip().lower()) if isinstance(value, str) else value
        if value is None:
            return default
        if not isinstance(found, bool):
            raise InputError(f"{name} = {_shown(value)} cannot be used", hint="true or false")
        return found

    def _kind(self) -> Kind | None:
        """A kind of docs; None where it was not given. An unknown one finds nothing, so it is refused."""
        text = self.text("kind").strip().lower()
        if not text:
            return None
        try:
            return Kind(text)
        except ValueError as error:
            raise InputError(f"there is no kind {_shown(text)}", hint=f"kinds are {', '.join(Kind)}") from error

    def filter(self) -> Filter:
        """Which docs are meant."""
        scope = self.text("scope").strip()
        return Filter(scope_of(scope) if scope else None, self._kind())

    def moment(self, name: str, now: datetime) -> datetime:
        """A point in time as the commands take it; `now` where it was not given."""
        value = self.given.get(name)
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,17}(\.[0-9]{1,9})?", value):
            value = float(value)
        return doc_requests.moment_of(value, now, name)


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")


def _shown(value: object) -> str:
    text = storable(repr(value))
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
