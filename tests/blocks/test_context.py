"""A session as one text of a given size: the whole view where it has room, else none; summaries cut at lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory.blocks import context
from context_memory.blocks.context import Header, Room
from context_memory.blocks.values import View
from context_memory.messages import Message, Role, Text
from context_memory.text import tokens
from context_memory.transcripts import as_text

WORDS = st.text(st.sampled_from("ab 字\n.#"), min_size=1, max_size=300)


def view_of(prefix: str, texts: list[str]) -> View:
    tail = tuple(Message(Role.USER, (Text(text),), id=f"m{number}") for number, text in enumerate(texts))
    return View("s", 1, prefix, tail, tail, 1, len(tail), 1, 0, tokens.cjk(prefix))


@given(prefix=WORDS | st.just(""), texts=st.lists(WORDS, max_size=8), size=st.integers(300, 1_500))
def test_the_whole_view_is_given_exactly_where_it_has_room(prefix: str, texts: list[str], size: int) -> None:
    view = view_of(prefix, texts)
    text = "\n\n".join(part for part in (prefix, as_text.for_prompt(view.tail)) if part)

    for room in (Room(), Room(chars=size), Room(tokens=size), Room(chars=size, tokens=size)):
        expected = text if room.holds(text, tokens.cjk) else None
        assert context.whole(prefix, view.tokens_prefix, view.tail, room, estimator=tokens.cjk) == expected


def test_a_view_that_is_far_too_large_is_not_written_to_its_end() -> None:
    read: list[int] = []

    def counted(text: str) -> int:
        read.append(len(text))
        return tokens.cjk(text)

    waiting = iter(view_of("", ["word " * 100] * 1_000).tail)

    assert context.whole("", 0, waiting, Room(tokens=500), estimator=counted) is None
    assert len(read) < 20
    assert len(list(waiting)) > 980, "nor are its messages made"


@given(lines=st.lists(WORDS, min_size=1, max_size=60), size=st.integers(300, 600))
def test_a_summary_keeps_all_lines_that_have_room(lines: list[str], size: int) -> None:
    text = "\n".join(lines)

    short = context.shortened(Header(text, 1), Room(tokens=size), estimator=tokens.cjk).text

    share = Room(tokens=max(size // 2, 150))
    assert text.startswith(short)
    assert share.holds(short, tokens.cjk)
    if short != text and "\n" in short:
        rest = text[len(short) + 1 :].partition("\n")[0]
        assert not share.holds(f"{short}\n{rest}", tokens.cjk)


@pytest.mark.parametrize("room", [{"chars": 999}, {"tokens": 299}])
def test_room_without_place_for_a_header_is_refused(room: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="is too small"):
        Room.of(room.get("chars"), room.get("tokens"))
