"""WCAG 2.2 AA by computation: text 4.5 to 1, parts that say something 3 to 1, light and dark (1.4.3, 1.4.11)."""

import re
from collections.abc import Mapping

import pytest

from context_memory.storage import templates

TEXT, PART = 4.5, 3.0
TEXTS = (
    *(("ink", ground) for ground in ("paper", "card", "rail", "hit")),
    *(("soft", ground) for ground in ("paper", "card", "rail")),
    *(("accent", ground) for ground in ("paper", "card")),
    ("warn-ink", "warn-bg"),
    ("on-accent", "accent"),
)
PARTS = (
    *(("focus", ground) for ground in ("paper", "card")),
    *(("edge", ground) for ground in ("paper", "card")),
    *((fill, "rail") for fill in ("accent", "mid", "bad")),
    *((dot, ground) for dot in ("good", "bad") for ground in ("paper", "card")),
    *((line, "paper") for line in ("bad", "mid", "accent")),
)
"""Borders of fields and buttons, fills of meters, dots of states, lines of marks; a picture has a table."""


def _colours(scheme: str) -> dict[str, str]:
    style = templates.asset("report.css")
    light, dark = re.findall(r":root \{([^}]*)\}", style)[:2]
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", light))
    return found if scheme == "light" else found | dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", dark))


def _luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2, definitions)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(colours: Mapping[str, str], one: str, other: str) -> float:
    """Contrast ratio, 1 to 21."""
    lighter, darker = sorted((_luminance(colours[one]), _luminance(colours[other])), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_and_every_part_that_says_something_stands_out(scheme: str) -> None:
    colours = _colours(scheme)
    faint = {
        f"{one} on {other}": round(ratio(colours, one, other), 2)
        for pairs, least in ((TEXTS, TEXT), (PARTS, PART))
        for one, other in pairs
        if ratio(colours, one, other) < least
    }

    assert faint == {}


def test_no_text_is_made_fainter_than_its_colour() -> None:
    """Opacity on text would undo what the colours promise."""
    style = templates.asset("report.css") + templates.asset("dashboard/dashboard.css")
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", style)
    fainter = [name.strip() for name, body in rules if re.search(r"(?<![-\w])opacity: 0?\.\d", body)]

    assert fainter == []


def test_the_ratio_is_that_of_the_standard() -> None:
    colours = {"black": "#000000", "white": "#ffffff", "grey": "#767676"}

    assert ratio(colours, "black", "white") == pytest.approx(21)
    assert ratio(colours, "white", "grey") == pytest.approx(4.54, abs=0.01)
