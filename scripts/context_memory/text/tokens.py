"""The token estimator, with its modes.

`cjk` (default) weighs character classes, `bytes4` is claw-code's
compact.rs estimate, `chars4` the skill's plain division. None is exact:
`tokens.measure` prefers what the API counted.
"""

from binascii import a2b_base64
from collections.abc import Callable, Iterable
from json import JSONEncoder
from typing import TYPE_CHECKING

from .patterns import lazy_regex

if TYPE_CHECKING:
    from ..messages import Message, Part, ToolCall

IMAGE_TOKENS = 1_200  # R-Memory's figure for one picture (SPEC 2.2)

PAGE_TOKENS = 2_500
"""Of a page of a PDF, which the API sends as its text and as a picture: 1,500 to 3,000 as the vendor says of its text,
2,115 to 2,481 as counted by others (the data set pdf-token-cost)."""
PAGE_BYTES = 50_000
"""Of a page, where the pages cannot be counted without unpacking the file."""
_PDF = lazy_regex(r'"(?:data:application/pdf;base64,)?(JVBER[A-Za-z0-9+/]{100,}=*)"')
_PAGE = lazy_regex(rb"/Type\s*/Page(?![A-Za-z])")
AUDIO_TOKENS = 32
"""Of a second of sound: what Gemini's documents say; OpenAI counts fewer."""
AUDIO_BYTES = 16_000
"""Of a second, at 128 kbit/s, where the file does not say at its beginning how many it has."""
_AUDIO = lazy_regex(r'"(?:data:audio/[a-z0-9.+-]+;base64,)?([A-Za-z0-9+/]{100,}=*)"')
_WAVE_HEADER = 44

# kana, Han with extension A and compatibility forms, Hangul
_CJK = lazy_regex("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+")

_FIRST_CJK = "\u3040"
_ASCII = bytes(range(128))
_encoded = JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode

Estimator = Callable[[str], int]


def cjk(text: str) -> int:
    """ascii/4 + (2*cjk+1)/3 + other/2 + 1 (SPEC 5.5), each an integer division."""
    if text.isascii():
        return len(text) // 4 + 1
    beyond = beyond_ascii(text)
    wide = sum(map(len, _CJK.findall(beyond))) if max(beyond) >= _FIRST_CJK else 0
    return (len(text) - len(beyond)) // 4 + (2 * wide + 1) // 3 + (len(beyond) - wide) // 2 + 1


def beyond_ascii(text: str) -> str:
    """The characters outside ASCII alone: what is looked for among them is found there many times sooner."""
    return text.encode("utf-8", "surrogatepass").translate(None, _ASCII).decode("utf-8", "surrogatepass")


def bytes4(text: str) -> int:
    """UTF-8 bytes / 4 + 1 (compact.rs estimate of a text block)."""
    return (len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))) // 4 + 1


def chars4(text: str) -> int:
    """Characters / 4, rounded up (R-Memory)."""
    return -(-len(text) // 4)


ESTIMATORS: dict[str, Estimator] = {"cjk": cjk, "bytes4": bytes4, "chars4": chars4}


def call_text(call: "ToolCall") -> str:
    """A tool call's input as compact JSON, the way it is sent."""
    return _encoded(call.input) if call.input else "{}"


def of_part(part: "Part", estimator: Estimator = cjk) -> int:
    """Tokens of one part; name and payload of a tool record count together."""
    from .. import messages  # who only estimates a text has no use for them

    match part:
        case messages.Text(text):
            return estimator(text)
        case messages.Thinking(text, signature):
            # compact.rs gives thinking no +1 and counts its signature; real contexts do not grow with signatures
            signed = bytes4(signature) if signature and estimator is bytes4 else 0
            return max(0, estimator(text) - 1) + signed
        case messages.ToolCall():
            return estimator(part.name + call_text(part))
        case messages.ToolResult():
            others = sum(_of_block(each.json, estimator) for each in part.others)
            return estimator(part.name + part.text) + part.images * IMAGE_TOKENS + others
        case messages.Image():
            return IMAGE_TOKENS
        case messages.Opaque():
            return _of_block(part.json, estimator)


def _of_block(json: str, estimator: Estimator) -> int:
    """Tokens of a block as its JSON; of a PDF in it its pages count, of sound its seconds, not its characters."""
    found = 0
    if "JVBER" in json:  # base64 of %PDF
        found += sum(_pages(match[1]) for match in _PDF.finditer(json)) * PAGE_TOKENS
        json = _PDF.sub('""', json)
    if '"input_audio"' in json or "audio/" in json:
        found += sum(_seconds(match[1]) for match in _AUDIO.finditer(json)) * AUDIO_TOKENS
        json = _AUDIO.sub('""', json)
    return estimator(json) + found


def _seconds(audio: str) -> int:
    """Seconds of sound in base64, at least one; a WAVE file says how many bytes each has."""
    size = len(audio.rstrip("=")) * 3 // 4
    header = a2b_base64(audio[: -(-_WAVE_HEADER // 3) * 4])
    a_second = int.from_bytes(header[28:32], "little") if header[:4] + header[8:12] == b"RIFFWAVE" else 0
    return -(-size // (a_second or AUDIO_BYTES))


def _pages(pdf: str) -> int:
    """Pages of a PDF in base64, at least one."""
    digits = pdf.rstrip("=")
    content = a2b_base64(digits[: len(digits) // 4 * 4])
    return len(_PAGE.findall(content)) or -(-len(content) // PAGE_BYTES)


def of_message(message: "Message", estimator: Estimator = cjk) -> int:
    """Tokens of one message: the sum of its parts."""
    if message.is_one_text:
        return estimator(message.text)
    return sum(of_part(part, estimator) for part in message.parts)


def of_messages(messages: Iterable["Message"], estimator: Estimator = cjk) -> int:
    """Tokens of several messages."""
    return sum(of_message(message, estimator) for message in messages)
