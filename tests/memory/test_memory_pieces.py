"""How memory files are cut into pieces: each piece answers by itself, and no line is lost on the way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory.memory.indexing import file_chunks

NOTE = """---
name: 2026-11-20
---

# 2026-11-20

## Exchanges:
- Binance
- Bybit
- OKX

### Decision
**Why we left Flutter**:
- it is hard to learn
- JavaScript comes easier

**Stack**
1. React Native
2. Expo

Afterwards we went home.
- Nothing else

| command | effect |
|---|:---:|
| trade | starts the bot |
| hyperopt | looks for parameters |

Reading order
-------------
Run it like this:

```bash
opencode models
# not a heading
```
"""


def texts(text: str, **known: bool) -> list[str]:
    return [piece.text for piece in file_chunks.cut(text, **known)]


def test_a_note_is_cut_like_this() -> None:
    assert texts(NOTE, is_note=True) == [
        "name: 2026-11-20",
        "Exchanges: Binance\n- Bybit\n- OKX",
        "Decision › Why we left Flutter: it is hard to learn\n- JavaScript comes easier",
        "Decision › Stack: React Native\n2. Expo",
        "Decision: Afterwards we went home.",
        "Decision: Nothing else",
        "Decision: | command | effect |\n| trade | starts the bot |\n| hyperopt | looks for parameters |",
        "Reading order › Run it like this: ```bash\nopencode models\n# not a heading\n```",
    ]


def test_pieces_name_their_lines() -> None:
    assert [(piece.first, piece.last) for piece in file_chunks.cut(NOTE, is_note=True)] == [
        (2, 2),
        (8, 10),
        (14, 15),
        (18, 19),
        (21, 21),
        (22, 22),
        (24, 27),
        (33, 36),
    ]


@pytest.mark.parametrize(
    "bullets",
    [
        ["- Ines: tea <!-- importance: 9 -->", "- Tobias: coffee"],
        [
            f"- a fact that is long enough to stand for itself, with the number {n}, in a file of chosen facts"
            for n in range(2)
        ],
        ["- Ines: hello", "- Tobias: hi", "- Ines: tea?", "- Tobias: yes", "- Ines: now", "- Tobias: soon"],
        ["- one", "", "- two"],
        ["- 一个关于港口起重机的事实足够长可以独立存在在事实文件里面不需要和别的放在一起它说得很清楚", "- 另一个"],
    ],
    ids=["mark", "long", "talk", "blank-line", "wide"],
)
def test_what_stands_for_itself_stays_apart(bullets: list[str]) -> None:
    assert len(texts("\n".join(bullets))) == len([bullet for bullet in bullets if bullet])


def test_packed_bullets_stay_within_their_width() -> None:
    text = "".join(f"- item {n:03}\n" for n in range(200))

    pieces = file_chunks.cut(text, is_note=True)

    assert all(len(piece.text.replace("\n", "")) <= file_chunks.PACKED for piece in pieces)
    assert "".join(f"{piece.text}\n" for piece in pieces).count("item") == 200
    assert [piece.first for piece in pieces[1:]] == [piece.last + 1 for piece in pieces[:-1]]


def test_each_part_of_a_long_table_has_its_head() -> None:
    text = "| name | port |\n|---|---|\n" + "".join(f"| crane {n} | {n * 7} |\n" for n in range(100))

    pieces = file_chunks.cut(text)

    assert len(pieces) > 3
    assert all(piece.text.startswith("| name | port |\n| crane") for piece in pieces)
    assert sum(piece.text.count("crane") for piece in pieces) == 100
    assert "\n".join(text.splitlines()[pieces[1].first - 1 : pieces[1].last]) in pieces[1].text


@pytest.mark.parametrize("sentence", ["The harbour has a crane. ", "港口有一台起重机。", "word ", "x"])
def test_a_very_long_line_is_cut_behind_sentences_and_nothing_of_it_is_lost(sentence: str) -> None:
    line = sentence * (50_000 // len(sentence))

    pieces = file_chunks.cut(f"## Log\n{line}\n")

    assert all(len(piece.text) <= file_chunks.LONGEST + 10 for piece in pieces)
    assert {(piece.first, piece.last) for piece in pieces} == {(2, 2)}
    assert "".join(piece.text.removeprefix("Log: ") for piece in pieces).replace(" ", "") == line.replace(" ", "")
    assert all(piece.text.endswith(sentence.strip()[-1]) for piece in pieces)


@pytest.mark.parametrize(
    "line", ["---", "***", "- - -", "===", "```", "~~~", "|", "| |", "**", "#", "- ", ":", "- (none yet)", "- （暂无）"]
)
def test_lines_that_say_nothing_are_no_pieces(line: str) -> None:
    assert texts(f"{line}\n\n{line}\n") == []


@given(st.lists(st.sampled_from(["# A", "- b", "  c", "d:", "**e**", "| f |", "|---|", "```", "", "g", "1. h"])))
def test_every_word_of_a_file_is_in_a_piece_or_above_one(lines: list[str]) -> None:
    found = " ".join(texts("\n".join([*lines, "", "end"])))

    code = False
    for line in lines:
        code ^= line == "```"
        if line.strip("-*#|` :1.") and not line.startswith("#") and not (line in ("d:", "**e**", "g") and not code):
            assert line.strip("-*| 1.") in found


def test_what_our_own_templates_wrote_is_no_piece() -> None:
    """In a new workspace a question was answered by one fact and then by the time of the index's last update."""
    lines = [
        "_Updated: 2026-11-20 10:00 | Token estimate: 0_",
        "- (none) | Status: waiting | Details → memories/context.md",
        "- src/app.py#L10-40 | entry point <!-- cm:1f0c2a9b7e44/9f8e7d6 -->",
        "_更新时间：2026-11-20 10:00 | Token 估算：0_",
        "- （无） | 状态：等待中 | 详情 → memories/context.md",
    ]
    index = "# MEMORY INDEX\n" + "\n\n".join(lines)

    assert file_chunks.cut(index) == []
    (task,) = file_chunks.cut("## Active Task\n- mend the kiln | Status: open | Details → memories/context.md\n")
    assert task.text == "Active Task: mend the kiln"


def test_what_stands_in_a_comment_of_several_lines_is_no_piece() -> None:
    """The example of our own memories/decisions.md answered questions for names and reasons."""
    comment = "<!-- one entry:\n### YYYY-MM-DD: the decision in one line\n- Why: the reason\n\n- Instead of: x\n-->\n"

    assert texts(f"# DECISIONS\n{comment}\n- we keep SQLite\n") == ["DECISIONS: we keep SQLite"]
    assert [piece.first for piece in file_chunks.cut(f"{comment}- we keep SQLite\n")] == [7]


def test_labels_of_daily_notes_are_no_speakers() -> None:
    """A question that named one was asked without its name: labels were taken for people."""
    talk = "".join(
        f"- {name}: I said {n}, which is a sentence long enough\n" for n in range(4) for name in ("Ines", "Tobias")
    )
    notes = "".join(
        f"## Check {n}\n\n- Harbour: no new mail\n- Read a page on tides, {n}\n- Wrote {n} lines\n\nNothing else.\n\n"
        for n in range(4)
    )

    assert file_chunks.speakers(file_chunks.cut(talk, is_note=True)) == {"Ines", "Tobias"}
    assert file_chunks.speakers(file_chunks.cut(notes, is_note=True)) == frozenset()


def test_a_line_of_an_entry_of_ours_stands_without_its_title_and_has_no_speaker() -> None:
    """Each line of a note answered what the first request, its title, was about; "Asked" was taken for a person."""
    said = "".join(
        f"- Asked: what about part {number} of the harbour crane and its long cable\n" for number in range(5)
    )
    note = (
        "# 2026-11-19\n\n## 09:12 — Mend the lighthouse\n\n"
        f"<!-- context-memory:flush 0123456789ab session=s messages=9 -->\n{said}- Done: passed pytest -q: 4 passed\n"
        "\n## Groceries\n\n- Buy the oat milk that Mia likes, two cartons of it\n"
    )
    pieces = file_chunks.cut(note, is_note=True)

    assert not any("lighthouse" in piece.text for piece in pieces)
    assert pieces[-1].text.startswith("Groceries: ")
    assert file_chunks.speakers(pieces) == frozenset()


def test_a_piece_knows_the_heading_over_its_section_but_not_the_title_of_its_file() -> None:
    text = "# Log\n\nNothing yet.\n\n## Player\n\nIt plays.\n\n### Decisions:\n\n- We keep the framework.\n"

    assert [each.parent for each in file_chunks.cut(text)] == ["", "", "Player"]
