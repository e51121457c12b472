"""JSON5 in, the same value as strict JSON would give; a fault names its line, nothing is guessed."""

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.utils import read_fixture_file

from context_memory.errors import InputError
from context_memory.text import json_text

CASES = read_fixture_file(Path(__file__).parent.parent / "cases" / "lenient_json.md")
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("text", "expected"), [(case[2], case[3].strip()) for case in CASES], ids=[c[1] for c in CASES]
)
def test_json5_reads_as_the_json_it_means(text: str, expected: str) -> None:
    if not expected.startswith("error "):
        assert json_text.parse_json5(text, "x.json") == json.loads(expected)
        return

    with pytest.raises(InputError, match=r"x\.json") as raised:
        json_text.parse_json5(text, "x.json")
    assert expected.removeprefix("error ") in str(raised.value)


@given(values, st.sampled_from([None, 1, 4]), st.booleans())
def test_whatever_json_says_is_read_as_json_reads_it(value: object, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)

    assert json_text.parse_json5(text, "x") == value
    assert json_text.parse_json5(f"\ufeff// c\n{text} /* d */\n", "x") == value


@given(st.text(alphabet="{}[]:,\"'/*\\ \n0x1.eE+-atru", max_size=60))
def test_whatever_is_written_there_is_a_value_or_an_error_of_ours(text: str) -> None:
    with contextlib.suppress(InputError):
        json_text.parse_json5(text, "x.json")


def test_a_hundred_thousand_brackets_are_an_error_and_not_the_end() -> None:
    with pytest.raises(InputError, match="nested too deeply"):
        json_text.parse_json5("[" * 100_000 + "]" * 100_000, "x.json")


def test_no_text_at_all_is_an_error() -> None:
    with pytest.raises(InputError, match="empty"):
        json_text.parse_json5("// only a comment", "x.json")
