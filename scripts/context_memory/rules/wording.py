"""Foreign text made safe for one line of a memory file: cut, never wrapped, no markup of its own, no secret."""

import re

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]+")
_TAG = re.compile(r"<(?=[!/?A-Za-z])")
_LEADING_MARKUP = re.compile(r"^(?:#{1,6}(?=\s|$)|[-*+>](?=\s|$)|\d+[.)](?=\s|$)|[-=_*~`]{3,})\s*")
_JOINERS = "\u200d\ufe0e\ufe0f\u20e3"
_SECRETS = re.compile(
    r"""
      sk-[A-Za-z0-9_-]{16,} | gh[pousr]_[A-Za-z0-9]{20,} | github_pat_\w{20,} | glpat-[\w-]{16,}
    | xox[abprs]-[\w-]{10,} | (?:AKIA|ASIA)[0-9A-Z]{16} | AIza[\w-]{30,} | (?:npm|hf|pypi)[_-][A-Za-z0-9_-]{24,}
    | eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*
    | -----BEGIN\ [A-Z ]*PRIVATE\ KEY-----.*?(?:-----END\ [A-Z ]*PRIVATE\ KEY-----|\Z)
    | (?<=://)[^\s/@:]+:[^\s/@]+(?=@)
    | (?i:(?<=password=)|(?<=passwd=)|(?<=secret=)|(?<=api_key=)|(?<=apikey=)|(?<=token=)|(?<=bearer\ ))[^\s&"',;]{6,}
    """,
    re.VERBOSE | re.DOTALL,
)
REDACTED = "[redacted]"
ELLIPSIS = "…"


def without_secrets(text: str) -> str:
    """The text with keys, tokens and passwords of well-known shapes replaced."""
    return _SECRETS.sub(REDACTED, text)


def one_line(text: str, limit: int) -> str:
    """The text as one plain line of at most `limit` characters; the field mark ` | ` becomes ` / `."""
    words = " ".join(_CONTROL.sub(" ", without_secrets(text)).split())
    plain = _TAG.sub("‹", words).replace("-->", "→").replace("|", "/").replace("](", "] (")
    while (shorter := _LEADING_MARKUP.sub("", plain, count=1)) != plain:
        plain = shorter
    return cut(plain, limit)


def cut(text: str, limit: int) -> str:
    """At most `limit` characters, the last an ellipsis where something is missing; no torn emoji."""
    if len(text) <= limit:
        return text
    kept = text[: max(0, limit - 1)]
    while kept and (text[len(kept)] in _JOINERS or kept[-1] in _JOINERS[0]):
        kept = kept[:-1]
    return (kept.rstrip() + ELLIPSIS)[:limit]


def quoted(text: str) -> str:
    """Every line of the text as a Markdown quote: whatever it says, it changes no structure around it."""
    lines = without_secrets(text).replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
    return "\n".join(f"> {_CONTROL.sub(' ', line)}".rstrip() for line in lines)
