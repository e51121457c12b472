"""The connection of the codecs to the Messages API: one client for one call, its errors told in our words.

The SDK is imported when it is needed and never tries again by itself.
"""

import contextlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..model.errors import AnswerError, RemoteError

KEY_VARIABLE = "ANTHROPIC_API_KEY"
TOO_LARGE = 413
SPEND_LIMIT = "spend_limit"
"""Part of the error code of a 429 that no waiting ends: the account's own limit."""
_FINAL = frozenset({400, 401, 402, 403, 404, 422})
_OVERFLOW = re.compile(
    r"prompt is too long|exceed context limit|context_length_exceeded|maximum context length", re.IGNORECASE
)


class Connection:
    """Where one model is asked, and with which key; `codec` is who asks."""

    def __init__(self, codec: str, model: str, *, base_url: str, seconds: float, key: str) -> None:
        self._codec = codec
        self._model = model
        self._base_url = base_url
        self._seconds = seconds
        self._key = key

    @property
    def is_available(self) -> bool:
        """Whether there is a key, or an address that may need none."""
        return bool(self._key or self._base_url)

    @contextlib.contextmanager
    def client(self) -> Iterator[Any]:
        """A client of the SDK whose errors are ours: AnswerError for a block too large, RemoteError for the rest."""
        anthropic = self._library()
        try:
            with anthropic.Anthropic(
                api_key=self._key or "none",
                base_url=self._base_url or None,
                timeout=self._seconds,
                max_retries=0,
            ) as client:
                yield client
        except anthropic.APIStatusError as error:
            said = f"{self._model} answered {error.status_code}: {_first_line(error)}"
            if error.status_code == TOO_LARGE or _OVERFLOW.search(said):
                raise AnswerError(f"the block is too large: {said}") from error
            is_final = error.status_code in _FINAL or SPEND_LIMIT in str(getattr(error, "error_code", ""))
            raise RemoteError(
                said,
                hint="check key, model and base_url" if is_final else "it is tried again later",
                is_final=is_final,
                retry_after=_retry_after(error.response.headers),
            ) from error
        except (anthropic.AnthropicError, OSError) as error:
            raise RemoteError(
                f"{self._model} did not answer: {_first_line(error)}", hint="check the network and base_url"
            ) from error

    def _library(self) -> Any:
        if not self.is_available:
            raise RemoteError(
                f"the codec {self._codec} needs {KEY_VARIABLE}",
                hint="set it in the environment, give base_url, or use --codec extractive",
                is_final=True,
            )
        try:
            import anthropic
        except ImportError as error:
            raise RemoteError(
                f"the codec {self._codec} needs the package anthropic",
                hint="pip install anthropic, or use --codec extractive",
                is_final=True,
            ) from error
        return anthropic


def _retry_after(headers: Mapping[str, str]) -> float:
    """Seconds the server asks to wait."""
    for name, factor in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers.get(name, "")) * factor)
        except ValueError:
            continue
    return 0.0


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:300]
