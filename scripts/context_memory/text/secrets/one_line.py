"""Makes untrusted text safe for one line of a memory file: cut, without line breaks, markup and secrets."""

from .. import control_characters
from ..patterns import lazy_regex
from .redact import redact

_TAG = lazy_regex(r"<(?=[!/?A-Za-z])")
_LEADING_MARKUP = lazy_regex(r"^(?:#{1,6}(?=\s|$)|[-*+>](?=\s|$)|\d+[.)](?=\s|$)|[-=_*~`]{3,})\s*")
_JOINERS = "\u200d\ufe0e\ufe0f\u20e3"
_ASSIGNED = lazy_regex(r"(?i:(?<=password=)|(?<=passwd=)|(?<=secret=)|(?<=api_key=)|(?<=token=))(?!\[)[^\s&\"',;]{6,}")
"""In a line of memory even a value that reads like a word is not worth the risk."""
ELLIPSIS = "…"


def without_secrets(text: str) -> str:
    """The text without secrets, including those that look like words."""
    return _ASSIGNED.sub("[redacted:password]", redact(text).text)


def one_line(text: str, limit: int) -> str:
    """The text as one plain line of at most `limit` characters; the field mark ` | ` becomes ` / `."""
    words = control_characters.one_line(without_secrets(control_characters.one_line(text)))
    plain = _TAG.sub("‹", words).replace("-->", "→").replace("|", "/").replace("](", "] (")
    while (shorter := _LEADING_MARKUP.sub("", plain, count=1)) != plain:
        plain = shorter
    return cut(plain, limit)


def cut(text: str, limit: int) -> str:
    """At most `limit` characters, with an ellipsis if text was cut; no torn emoji."""
    if len(text) <= limit:
        return text
    kept = text[: max(0, limit - 1)]
    while kept and (text[len(kept)] in _JOINERS or kept[-1] in _JOINERS[0]):
        kept = kept[:-1]
    return (kept.rstrip() + ELLIPSIS)[:limit]


def quoted(text: str) -> str:
    """Every line of the text as a Markdown quote, so that it cannot change the structure around it."""
    lines = without_secrets(text).replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
    return "\n".join(f"> {control_characters.on_terminal(line)}".rstrip() for line in lines)
