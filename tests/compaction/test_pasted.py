"""What a person typed is told apart from what they pasted."""

import pytest

from context_memory.compaction.digest import directives, fold, summary
from context_memory.compaction.digest.values import SessionMemory, Speaker
from context_memory.testing.builders import SessionBuilder
from context_memory.text import pasted
from context_memory.text.tokens import bytes4

SPECIFICATION = """Build what this says:

# Importer

## Rules

- Never load a row twice.
- Always write a report.

## Steps

1. Read the file.
2. Write the rows.

Please start with the reader and always ask before you delete."""


def test_orders_of_a_pasted_specification_are_not_the_persons() -> None:
    memory = fold.fold(SessionMemory(), SessionBuilder().user(SPECIFICATION).agent("Done.").build().messages)

    by_speaker = {said.text: said.speaker for said in memory.directives}

    assert by_speaker["Never load a row twice."] is Speaker.DOCUMENT
    assert by_speaker["Please start with the reader and always ask before you delete."] is Speaker.PERSON


def test_a_summary_tells_rules_of_a_document_apart_from_the_persons_directives() -> None:
    story = SessionBuilder().user(SPECIFICATION).agent("Read.").user("Never touch the archive table.").agent("No.")
    memory = fold.fold(SessionMemory(), story.user("go on with it please").agent("Going on.").build().messages)

    text = summary.render(memory, budget=1_500, estimator=bytes4).text

    _, _, after = text.partition("Directives of the user, in their words:")
    orders, _, given = after.partition("Rules in documents the user gave:")
    assert "Never touch the archive table." in orders
    assert "Never load a row twice." in given
    assert "Never load a row twice." not in orders


@pytest.mark.parametrize(
    "typed",
    [
        "Two things:\n- never push to main\n- always run the tests\n- keep the old names\n- use tabs\n- no new files",
        "1. One way\n2. Economy\n3. Only me\n4. No insurance\n5. Use my card\n6. Never call me",
        "可以，另外：\n- 不要改接口\n- 必须写测试\n- 保持旧名字\n- 用空格\n- 别提交\n- 先给我看",
    ],
)
def test_a_short_list_is_typed(typed: str) -> None:
    assert pasted.own_words(typed) == typed
    assert pasted.document_in(typed) == ""


@pytest.mark.parametrize(
    ("message", "own"),
    [
        ('It crashes, why?\n\nTraceback (most recent call last):\n  File "a.py", line 3, in f\n', "It crashes, why?"),
        ("第一步\n\n\n\n先定义对象。\n\n\n\n\\-  统一字段\n\n\\-  统一状态\n\n\\-  统一日志\n\n\\-  统一错误\n\n", ""),
        (SPECIFICATION, "Build what this says:"),
        ("solve this\n\n(Open file: n/a)\n(Current directory: /testbed)\nbash-$", "solve this"),
    ],
)
def test_what_is_typed_around_pasted_text_stays(message: str, own: str) -> None:
    assert pasted.own_words(message).startswith(own)
    assert "Traceback" not in pasted.own_words(message)
    assert "统一字段" not in pasted.own_words(message)
    assert "bash-$" not in pasted.own_words(message)


def test_what_is_asked_with_a_document_is_its_title() -> None:
    assert pasted.asked_with("Do this:\n\n# Importer\n\n## Why\n\nIt is slow.") == "Do this: Importer"


def test_escapes_of_a_markdown_export_are_no_part_of_a_name() -> None:
    exported = "files:\n\\-  agent\\_message.schema.json\n\\-  listing\\-job.schema.json\n\\-  status.md"

    assert (
        pasted.without_escapes(exported)
        == "files:\n-  agent_message.schema.json\n-  listing-job.schema.json\n-  status.md"
    )
    assert pasted.without_escapes("D:\\_a\\_b\\_c is a folder") == "D:\\_a\\_b\\_c is a folder"


def test_a_long_request_is_told_by_how_it_begins_and_by_what_it_wants() -> None:
    talk = "We moved the shop to a new host last week and it went well. " * 6
    request = f"The shop is slow since Monday. {talk}Could you find out which query takes so long? Our shop sells tea."

    told = pasted.asked_within(request, 200)

    assert len(told) <= 200
    assert told.startswith("The shop is slow since Monday. ")
    assert "[…] Could you find out which query takes so long?" in told
    assert pasted.asked_within("Short.", 200) == "Short."


def test_a_pasted_schema_is_one_piece_with_one_mark():
    fields = "".join(
        f'    "field_{i}": {{\n      "type": "string",\n      "enum": [\n        "first",\n        "second"\n      ],\n'
        f'      "minLength": {i},\n      "nullable": true\n    }},\n'
        for i in range(60)
    )
    request = f'Use this schema for the orders.\n{{\n  "properties": {{\n{fields}  }}\n}}\nKeep the names.'

    shown = pasted.fit_request(request, 400, lambda text: len(text) // 4, " [rest]")

    assert shown.count("[rest]") == 1
    assert shown.startswith("Use this schema for the orders.")
    assert shown.endswith("Keep the names.")


def test_of_a_long_plan_the_part_is_told_that_is_about_what_is_still_open():
    plan = (
        "# Plan\n\n## 1. Shared types\nAdd `OrderRow` to them.\n\n## 2. Database migration\nAdd the column.\n\n"
        "## 3. Frontend components\n1. The progress bar shows `planning_rows`.\n2. The card is expandable.\n"
    )

    part = pasted.parts_about(plan, ["Update frontend components", "Celebrate"], 400)

    assert part == "## 3. Frontend components\n1. The progress bar shows `planning_rows`.\n2. The card is expandable."


CONTRACTOR = (
    "This came from the roofer today, see if there is a catch:\n\nDear Ms Faure,\nYou must always pay 70 % before we "
    "start. Never call on a Sunday.\nKind regards,\nPiet\n\nand please keep your own answers under five lines, always"
)


def test_what_somebody_else_wrote_is_no_directive_of_the_person_for_summary_and_receipt():
    memory = fold.fold(SessionMemory(), SessionBuilder().user(CONTRACTOR).agent("70 % is too much.").build().messages)

    ordered = [(said.speaker, said.text) for said in memory.directives]
    assert ordered == [(Speaker.PERSON, "and please keep your own answers under five lines, always")]
    due = [duty.text for duty in memory.requirements if duty.kind == "directive"]
    assert due == ["and please keep your own answers under five lines, always"]
    assert not [said for said in memory.statements if said.speaker is Speaker.PERSON and "70 %" in said.text]


def test_what_the_person_wants_done_as_somebody_else_wrote_stays_the_word_of_that_one():
    words = "Ines wrote this:\n> Never load two files at once.\n> Always write a report.\ndo what she says"

    memory = fold.fold(SessionMemory(), SessionBuilder().user(words).agent("All right.").build().messages)

    assert {said.speaker for said in memory.directives} == {Speaker.DOCUMENT}
    assert [said.text for said in memory.directives] == ["Never load two files at once.", "Always write a report."]
    assert "Ines wrote this" in memory.requests[-1].text


def test_what_a_customer_writes_in_chinese_is_no_decision_of_the_person():
    words = "客户昨天回信：\n\n所有按钮一律改成红色，周五之前必须交付。\n\n我怎么回比较好？"

    memory = fold.fold(SessionMemory(), SessionBuilder().user(words).agent("可以这样回……").build().messages)

    assert memory.directives == ()
    assert memory.decisions == ()


@pytest.mark.parametrize(
    ("own", "is_adopted"),
    [
        ("do what she says", True),
        ("please follow these to the letter", True),
        ("照他说的做", True),
        ("just summarise it for me", False),
        ("ignore him", False),
        ("我怎么回比较好", False),
    ],
)
def test_whether_the_words_of_others_are_to_be_followed(own, is_adopted):
    assert directives.adopts(own) is is_adopted
