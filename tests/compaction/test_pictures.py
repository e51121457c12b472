"""Pictures: whole in the kept messages of a compaction, by content in the archive, in the raw part of a view."""

import base64
from collections.abc import Sequence
from hashlib import sha256

import pytest

from context_memory.api.results import messages_in
from context_memory.compaction.outcomes import Compacted
from context_memory.compaction.recent_messages import MOST_PICTURES
from context_memory.compaction.services.compact import result_messages
from context_memory.messages import Image, Message, Role, Session, Text, ToolCall, ToolResult
from context_memory.storage import message_pack, places
from context_memory.storage.archive import SCHEME, Archive
from context_memory.text import pictures as text_pictures
from context_memory.text.json_text import parse_json
from context_memory.transcripts.formats import messages as given_messages
from context_memory.transcripts.message_hash import hash_of_message

from ..block_sessions import NOW, opened, swapped
from ..compaction_sessions import compact, said


def picture(number: int) -> Image:
    return Image("image/png", "data:image/png;base64," + base64.b64encode(bytes_of(number)).decode())


def bytes_of(number: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + bytes([number]) * 600


def shown(messages: Sequence[Message]) -> list[bytes | None]:
    return [text_pictures.content_of(each) for message in messages for each in text_pictures.of_message(message)]


def long_before(*newest: Message) -> Session:
    older = said("Build the page.", *(f"Step {i} of the page is done, see src/page_{i}.py." for i in range(30)))
    return Session("x", (*older[:1], Message(Role.USER, (Text("The old look:"), picture(1))), *older[1:], *newest))


def with_screenshot(number: int) -> list[Message]:
    call = ToolCall(f"c{number}", "screenshot", {})
    result = ToolResult(call.id, call.name, "taken", pictures=(picture(number),))
    return [Message(Role.ASSISTANT, (call,)), Message(Role.TOOL, (result,))]


@pytest.mark.parametrize("budget", [600, 2_000, 8_000])
def test_pictures_of_the_newest_messages_come_back_whole(tmp_path, budget):
    asked = Message(Role.USER, (Text("Why is the button cut off?"), picture(2)))

    outcome = compact(long_before(asked, *with_screenshot(3)), tmp_path, budget=budget)

    assert isinstance(outcome, Compacted)
    assert shown(result_messages(outcome)) == [bytes_of(2), bytes_of(3)]
    assert outcome.tokens_after >= 2 * 1_200


def test_a_removed_picture_is_read_back_by_the_handle_in_its_message(tmp_path):
    outcome = compact(long_before(*said("Go on.", "And on.", "Now.", "Last.")), tmp_path, budget=2_000)

    archive = Archive(places.of_workspace(tmp_path).archive)
    lines = [parse_json(line) for line in archive.get(outcome.archive).splitlines()]
    removed = [part for line in lines for part in line["parts"] if part["type"] == "image"]
    assert [each["source"] for each in removed] == ["cm:" + sha256(bytes_of(1)).hexdigest()]
    assert archive.get(removed[0]["source"]) == bytes_of(1)
    assert [each.title for each in archive.entries() if each.kind == message_pack.KIND] == ["image/png"]
    whole = message_pack.with_picture_bytes([message_pack.parse_message(line) for line in lines], archive)
    assert shown(whole) == [bytes_of(1)]


def test_of_very_many_pictures_the_oldest_become_lines_but_never_those_of_the_request(tmp_path):
    asked = Message(Role.USER, (Text("Compare these."), picture(2), picture(3)))
    call = ToolCall("c", "screenshots", {})
    many = tuple(picture(10 + i) for i in range(MOST_PICTURES))
    newest = [asked, Message(Role.ASSISTANT, (call,)), Message(Role.TOOL, (ToolResult("c", "", "", pictures=many),))]

    outcome = compact(long_before(*newest), tmp_path)

    assert isinstance(outcome, Compacted)
    assert shown(outcome.tail) == [bytes_of(2), bytes_of(3)]
    handles = [line.rpartition(" ")[2].rstrip("]") for line in outcome.tail[-1].results[0].text.splitlines() if line]
    archive = Archive(places.of_workspace(tmp_path).archive)
    assert [archive.get(handle) for handle in handles] == [bytes_of(10 + i) for i in range(MOST_PICTURES)]


@pytest.mark.parametrize("form", ["anthropic", "openai", "openclaw"])
def test_every_form_gives_back_the_pictures_that_it_was_given(form):
    asked = Message(Role.USER, (Text("What is this?"), picture(4)))

    sent = messages_in(form, [asked, *with_screenshot(5), *said("Now?")])
    back = given_messages.read_messages(list(sent), form).messages

    assert shown(back) == [bytes_of(4), bytes_of(5)]
    assert back[0].parts == asked.parts


def test_how_closely_a_picture_is_looked_at_comes_back_from_the_archive_and_to_the_api():
    sent = [
        {"role": "user", "content": [{"type": "image_url", "image_url": {"url": picture(4).source, "detail": "low"}}]}
    ]

    read = given_messages.read_messages(sent, "openai").messages
    packed = [message_pack.parse_message(parse_json(line)) for line in message_pack.packed(read).splitlines()]

    assert list(messages_in("openai", packed)) == sent


def test_the_same_picture_has_the_same_hash_wherever_its_bytes_are():
    message, other = (Message(Role.USER, (picture(number),)) for number in (1, 2))

    assert hash_of_message(message) == hash_of_message(text_pictures.referenced([message])[0])
    assert hash_of_message(message) != hash_of_message(other)


def test_a_view_shows_the_pictures_of_its_raw_part_and_the_journal_holds_none_of_their_bytes(tmp_path):
    session = long_before(Message(Role.USER, (Text("Why is it cut off?"), picture(2))), *with_screenshot(3))

    with opened(tmp_path) as services:
        services.ingester.ingest(Session("x", session.messages, id="story"), NOW)
        swapped(services)
        view = services.viewer.view("story")

    assert shown(view.messages) == [bytes_of(2), bytes_of(3)]
    journal = places.of_workspace(tmp_path).journal / "story.jsonl"
    assert "base64" not in journal.read_text("utf-8")
    assert Archive(places.of_workspace(tmp_path).archive).get("cm:" + sha256(bytes_of(1)).hexdigest()) == bytes_of(1)


def test_pure_code_and_the_archive_begin_handles_alike():
    assert text_pictures.ARCHIVED == SCHEME


def test_the_address_of_a_picture_loses_its_key_in_the_journal(tmp_path):
    secret = "sk-ant-api03-" + "aB3" * 30
    message = Message(Role.USER, (Text("Look."), Image("", f"https://x.test/a.png?key={secret}")))

    with opened(tmp_path) as services:
        services.ingester.ingest(Session("x", (message,), id="story"), NOW)

    assert secret not in (places.of_workspace(tmp_path).journal / "story.jsonl").read_text("utf-8")
