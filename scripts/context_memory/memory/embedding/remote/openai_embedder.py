"""The remote embedder: any server that speaks OpenAI's `/v1/embeddings`.

Secrets are redacted before a text leaves the machine. What comes back is
believed only when it is whole: one vector for each text, in the order of the
indexes, all of one length and finite. A text that the server refuses is sent
again in halves, because most refusals mean that it is too long.
"""

import ipaddress
import math
import os
import ssl
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from hashlib import sha256
from typing import Any
from urllib.parse import SplitResult, urlsplit

from ....errors import AnswerError, InputError, NotReadyError, RemoteError
from ....llm.ports import EmbedRequest
from ....text.json_text import parse_json

CONNECT_SECONDS = 3.0
"""A server that is not there must not hold up a question."""
_BAD_INPUT = frozenset({400, 413, 422})
"""What servers answer to a text that is too long, or not to their liking."""
_LATER = frozenset({408, 409, 425, 429})
_SHOWN = 200  # characters of a server's words that an error repeats


def address(url: str, setting: str, *, plain_http: bool) -> SplitResult:
    """The parts of an address that a key may be sent to: https, or http where it is loopback or was allowed."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise InputError(f"{setting} is not an address: {error}", hint="write https://HOST/v1") from error
    if parts.scheme not in {"http", "https"} or not host:
        raise InputError(f"{setting} is not an address", hint="write https://HOST/v1")
    if parts.username or parts.password:
        raise InputError(f"{setting} holds a password", hint="give the key in the environment")
    if parts.scheme == "http" and not plain_http and not is_loopback(host):
        raise InputError(
            f"{setting} would send texts to {host} unencrypted", hint="use https, or set embedder_plain_http = true"
        )
    return parts


def is_loopback(host: str) -> bool:
    """Whether the host is this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.rstrip(".").lower() == "localhost"


class JsonPost:
    """Posts to one address with one key; use it as a context for several calls over one connection."""

    def __init__(self, url: str, key: str) -> None:
        self._url = url
        self._key = key
        self._trust: Any = None
        self._httpx: Any = None
        self._client: Any = None

    def __enter__(self) -> "JsonPost":
        if self._httpx is None:
            self._httpx = _library()
        headers = {"authorization": f"Bearer {self._key}"} if self._key else {}
        is_open = self._url.startswith("http://")  # what goes unencrypted goes to the address itself, through no proxy
        if self._trust is None:  # reading the certificates takes 50 ms: once, and not for http
            self._trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if is_open else self._httpx.create_ssl_context()
        self._client = self._httpx.Client(
            headers=headers, follow_redirects=False, trust_env=not is_open, verify=self._trust
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def ask(self, body: Mapping[str, Any], *, seconds: float, largest: int) -> Any:
        """The JSON of the answer, of `largest` bytes at most.

        Raises AnswerError when the server cannot use what it was sent, RemoteError for everything else.
        """
        timeout = self._httpx.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS))
        try:
            with self._client.stream("POST", self._url, json=body, timeout=timeout) as response:
                data = self._body(response, time.monotonic() + seconds, largest)
        except (self._httpx.HTTPError, self._httpx.InvalidURL, OSError) as error:
            raise RemoteError(
                f"{self._host} did not answer: {self._clean(str(error) or type(error).__name__)}",
                hint="check the network and embedder_url",
            ) from error
        if response.status_code != 200:
            raise self._refusal(response.status_code, response.headers, data)
        try:
            return parse_json(data)
        except ValueError as error:
            raise RemoteError(
                f"{self._host} answered with something that is not JSON", hint="check embedder_url"
            ) from error

    @property
    def _host(self) -> str:
        return urlsplit(self._url).netloc

    def _body(self, response: Any, until: float, largest: int) -> bytes:
        data = bytearray()
        for piece in response.iter_bytes():
            data += piece
            if len(data) > largest:
                raise RemoteError(f"{self._host} answered with more than {largest:,} bytes", hint="check embedder_url")
            if time.monotonic() > until:
                raise RemoteError(f"{self._host} took too long to answer", hint="raise embedder_seconds")
        return bytes(data)

    def _refusal(self, status: int, headers: Mapping[str, str], data: bytes) -> RemoteError | AnswerError:
        said = f"{self._host} answered {status}"
        if 300 <= status < 400:
            return RemoteError(f"{said}: redirects are not followed", hint="name the final address", is_final=True)
        words = self._clean(data[:2_000].decode("utf-8", "replace"))
        said = f"{said}: {words}" if words else said
        if status in _BAD_INPUT:
            return AnswerError(said, hint="check embedder_model and embedder_dimensions")
        is_final = status < 500 and status not in _LATER
        return RemoteError(
            said,
            hint="check the key and embedder_url" if is_final else "it is asked again later",
            is_final=is_final,
            retry_after=retry_after(headers),
        )

    def _clean(self, text: str) -> str:
        """One printable line without the key."""
        line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        return (line.replace(self._key, "[key]") if self._key else line)[:_SHOWN]


def retry_after(headers: Mapping[str, str]) -> float:
    """Seconds the server asks to wait: milliseconds, seconds or a date."""
    for name, factor in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        with suppress(ValueError):
            return max(0.0, float(headers.get(name, "")) * factor)
    with suppress(ValueError):
        return max(0.0, parsedate_to_datetime(headers.get("retry-after", "")).timestamp() - time.time())
    return 0.0


def _library() -> Any:
    try:
        import httpx2
    except ImportError as error:
        raise NotReadyError(
            "the remote embedder needs the package httpx2", hint="pip install httpx2, or set embedder = none"
        ) from error
    return httpx2


KEY_VARIABLE = "CONTEXT_MEMORY_EMBEDDER_KEY"
OPENAI_KEY_VARIABLE = "OPENAI_API_KEY"
"""Goes to OpenAI and to this machine, never to another vendor that an address names."""
OPENAI_HOST = "api.openai.com"
MOST_CHARACTERS = 96_000
"""Characters of one call: below OpenAI's 300,000 tokens even where each is two tokens."""
QUESTION_SECONDS = 5.0
"""A recall waits no longer for the vector of its question, then it goes by words."""
LONGEST_VECTOR = 16_384
SHORTEST_TEXT = 64
"""Characters; a text that is refused at this length is embedded as if it were empty."""
EMPTY = "."
_KIND = "remote"
_OWN = "own"
_PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class RemoteModel:
    """Where the model is and how it is asked."""

    url: str
    name: str
    dimensions: int = 0
    """Numbers of a vector; 0 leaves it to the model."""
    query_instruction: str = ""
    doc_instruction: str = ""
    """What stands before each question and each doc."""
    batch: int = 32
    """Texts of one call."""
    characters: int = 6_000
    """Of a text, the characters that are embedded."""
    seconds: float = 30.0
    plain_http: bool = False


class OpenAiEmbedder:
    """An `Embedder` over HTTP; the key comes from the environment or from nowhere."""

    def __init__(
        self, model: RemoteModel, *, redact: Callable[[str], str], environ: Mapping[str, str] = os.environ
    ) -> None:
        if not model.url or not model.name:
            raise NotReadyError(
                "the remote embedder needs embedder_url and embedder_model", hint="set both, or set embedder = none"
            )
        parts = address(model.url, "embedder_url", plain_http=model.plain_http)
        self._model = model
        self._redact = redact
        self._host = parts.netloc
        url = parts._replace(path=_path(parts.path), fragment="").geturl()
        own = str(parts.hostname) == OPENAI_HOST or is_loopback(str(parts.hostname))
        self._key = environ.get(KEY_VARIABLE) or (environ.get(OPENAI_KEY_VARIABLE, "") if own else "")
        self._post = JsonPost(url, self._key)

    @property
    def identity(self) -> str:
        """Server, model, dimension, length of text and instruction; the instruction of questions changes no doc."""
        model = self._model
        instruction = sha256(model.doc_instruction.encode()).hexdigest()[:8] if model.doc_instruction else _PLAIN
        return f"{_KIND}/{self._host}/{model.name}/{model.dimensions or _OWN}/{model.characters}/{instruction}"

    def of_identity(self, identity: str) -> "OpenAiEmbedder | None":
        """The embedder of another model or dimension at the same server; None where it cannot be that one again."""
        words = identity.split("/")
        if len(words) < 6 or words[:2] != [_KIND, self._host]:
            return None
        name, (dimensions, characters) = "/".join(words[2:-3]), words[-3:-1]
        if not characters.isdecimal() or not (dimensions == _OWN or dimensions.isdecimal()):
            return None
        model = replace(
            self._model,
            name=name,
            dimensions=0 if dimensions == _OWN else int(dimensions),
            characters=int(characters),
        )
        other = OpenAiEmbedder(model, redact=self._redact, environ={KEY_VARIABLE: self._key})
        return other if other.identity == identity else None

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        """One vector of length 1 for each text."""
        texts = [self._prepared(text) for text in request.texts]
        before = self._model.query_instruction if request.is_query else self._model.doc_instruction
        seconds = min(self._model.seconds, QUESTION_SECONDS) if request.is_query else self._model.seconds
        found: list[list[float]] = []
        with self._post as post:
            for batch in batches(texts, self._model.batch, MOST_CHARACTERS):
                found += self._embedded(post, batch, before, seconds)
        if len({len(vector) for vector in found}) > 1:
            raise RemoteError(f"{self._host} answered with vectors of different lengths", hint="check embedder_model")
        return found

    def _prepared(self, text: str) -> str:
        return self._redact(text)[: self._model.characters].strip() or EMPTY

    def _embedded(self, post: JsonPost, texts: Sequence[str], before: str, seconds: float) -> list[list[float]]:
        try:
            return self._asked(post, [before + text for text in texts], seconds)
        except AnswerError:
            shorter = _parts(texts)
            if not shorter:
                raise
        return [vector for part in shorter for vector in self._embedded(post, part, before, seconds)]

    def _asked(self, post: JsonPost, texts: Sequence[str], seconds: float) -> list[list[float]]:
        body: dict[str, Any] = {"model": self._model.name, "input": list(texts)}
        if self._model.dimensions:
            body["dimensions"] = self._model.dimensions
        answer = post.ask(body, seconds=seconds, largest=len(texts) * LONGEST_VECTOR * 32 + 65_536)
        try:
            return [_unit(vector) for vector in _in_order(answer, len(texts), self._model.dimensions)]
        except ValueError as error:
            raise RemoteError(
                f"{self._host} answered {self._model.name} with {error}", hint="check embedder_model and embedder_url"
            ) from error


def batches(texts: Sequence[str], most: int, characters: int) -> Iterator[Sequence[str]]:
    """The texts in order, at most so many and so many characters at once; a longer one goes alone."""
    batch: list[str] = []
    size = 0
    for text in texts:
        if batch and (len(batch) >= most or size + len(text) > characters):
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += len(text)
    if batch:
        yield batch


def _parts(texts: Sequence[str]) -> list[Sequence[str]]:
    """What to send instead of texts that were refused: two halves, a shorter text, none in the end."""
    if len(texts) > 1:
        return [texts[: len(texts) // 2], texts[len(texts) // 2 :]]
    if texts[0] == EMPTY:
        return []
    return [[texts[0][: len(texts[0]) // 2] if len(texts[0]) > SHORTEST_TEXT else EMPTY]]


def _path(path: str) -> str:
    path = path.rstrip("/")
    if path.endswith("/embeddings"):
        return path
    return f"{path or '/v1'}/embeddings"


def _in_order(answer: object, count: int, dimensions: int) -> list[list[Any]]:
    """The vectors by index; ValueError says what is wrong with the answer."""
    rows = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError("no vectors")
    if len(rows) != count:
        raise ValueError(f"{len(rows)} vectors for {count} texts")
    indexes = [row.get("index", place) for place, row in enumerate(rows)]
    if not all(isinstance(index, int) for index in indexes) or set(indexes) != set(range(count)):
        raise ValueError("indexes that do not fit")
    by_index = {index: row.get("embedding") for index, row in zip(indexes, rows, strict=True)}
    vectors = [by_index[place] for place in range(count)]
    if not all(isinstance(vector, list) and 0 < len(vector) <= LONGEST_VECTOR for vector in vectors):
        raise ValueError("something that is not a vector")
    lengths = {len(vector) for vector in vectors}
    if len(lengths) > 1 or (dimensions and lengths != {dimensions}):
        raise ValueError(f"vectors of {', '.join(map(str, sorted(lengths)))} numbers")
    return vectors


def _unit(vector: Sequence[Any]) -> list[float]:
    if not all(isinstance(number, int | float) and not isinstance(number, bool) for number in vector):
        raise ValueError("something that is not a number")
    try:
        length = math.hypot(*vector)
    except OverflowError as error:
        raise ValueError("numbers that are too large") from error
    if not math.isfinite(length) or not length:
        raise ValueError("a vector that is not finite" if length else "a vector of zeros")
    return [number / length for number in vector]
