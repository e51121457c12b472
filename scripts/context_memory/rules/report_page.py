"""What makes the page safe and self-contained: its policy, its inline parts, its numbers as text."""

import base64
import hashlib
import json

from .report_text import time_of
from .report_timeline import KINDS, Timeline
from .report_words import of as words_of


class Markup(str):
    """Text that is HTML already; the template engine leaves what has `__html__` as it is."""

    __slots__ = ()

    def __html__(self) -> str:
        """The text itself."""
        return str(self)


def inline(source: str) -> Markup:
    """A style or script to stand between its tags; it must not close them."""
    if "</" in source:
        raise ValueError("an inline part holds </")
    return Markup(source)


def policy(style: str, script: str) -> str:
    """The content security policy: nothing is loaded, and only our own style and script run, known by their hashes."""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(source: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()


def series(timeline: Timeline, language: str) -> Markup:
    """The numbers behind the picture as JSON that can stand in a page."""
    words = words_of(language)
    value = {
        "kinds": [words[f"kind_{kind}"] for kind in KINDS],
        "message": words["message"],
        "total": words["total"],
        "counted": words["counted"],
        "points": [[point.message, time_of(point.time), point.counted, *point.sizes] for point in timeline.points],
        "messages": timeline.messages,
    }
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def dollars(amount: float) -> str:
    """Dollars with as many digits as say something."""
    return f"${amount:,.2f}" if amount >= 0.995 or amount == 0 else f"${amount:.3f}"


def percent(share: float) -> str:
    """A share of 1 in per cent."""
    return "100 %" if round(1_000 * share) == 1_000 else f"{100 * share:.1f} %"
