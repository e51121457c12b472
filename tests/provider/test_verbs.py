"""The table of verbs on a real workspace: what each gives back, what is refused at the border, who may see what."""

import errno
import json
import os
import struct
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from context_memory import ContextMemory
from context_memory.blocks.services import view
from context_memory.errors import ContextMemoryError, InputError, NotReadyError, UnknownError
from context_memory.provider import schemas
from context_memory.provider.grants import ForbiddenError, Grant
from context_memory.provider.handlers import ConflictError
from context_memory.provider.http import error_code, results
from context_memory.provider.services import provider as provider_module
from context_memory.provider.services.provider import Provider
from context_memory.provider.verbs import VERBS
from context_memory.storage import audit_chain
from context_memory.storage.audit_chain import AuditChain
from context_memory.testing import WorkspaceBuilder

from ..block_sessions import SMALL
from .providers import appended, audit_of, provider_of, said, story

CALLS: dict[str, dict[str, Any]] = {
    "ping": {},
    "append": {"session": "s", "messages": [said(1)]},
    "context": {"session": "s", "max_chars": 2_000},
    "recall": {"query": "which module"},
    "remember": {"text": "Deploys go out on Tuesdays"},
    "list": {"limit": 5},
    "trim": {"output": "x\n" * 3_000, "tool": "bash"},
    "compact": {"session": "t", "messages": [said(1), said(2)]},
    "check": {"command": "ls"},
    "record-failure": {"error": "ls: /nowhere: No such file or directory", "command": "ls /nowhere"},
    "restore": {},
    "flush": {"session": "s"},
    "learn": {"session": "s"},
    "swap": {"session": "s"},
    "pre-compaction": {"session": "s"},
    "post-compaction": {"session": "s"},
    "session-start": {"session": "s"},
    "session-end": {"session": "s"},
    "audit": {},
    "changes": {},
    "sessions": {},
    "titles": {"sessions": ["s"]},
    "inspect": {"session": "s"},
    "notes": {},
    "verify": {},
    "stats": {},
}


def test_every_verb_answers_with_json(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        for name, given in CALLS.items():
            answer = provider.call(name, given)
            assert json.loads(json.dumps(answer)) == answer, name
            if name in results():  # Schemathesis checks them whole
                schema = schemas.result_schema(results()[name])
                assert set(schema["required"]) <= set(answer) <= set(schema["properties"]), name
        doc = provider.call("remember", {"text": "The port is 8443"})["docs"][0]["id"]
        for name in ("pin", "unpin", "show"):
            assert provider.call(name, {"handle": doc})["doc"]["id"] == doc
        assert provider.call("forget", {"handles": [doc]})["docs"][0]["id"] == doc
        trimmed = provider.call("trim", {"output": "".join(f"line {n}\n" for n in range(3_000))})
        assert provider.call("original", {"handle": trimmed["handle"]})["text"].startswith("line 0\nline 1\n")
        assert {*CALLS, "pin", "unpin", "show", "forget", "original", "embed"} == set(VERBS)
        provider.background.settle()


# -- append ----------------------------------------------------------------------------------------


def test_c_03_a_message_that_comes_twice_is_one_row_by_id_and_by_seq_with_content(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        first = provider.call("append", {"session": "s", "messages": [said(1), said(2)]})
        again = provider.call("append", {"session": "s", "messages": [said(2)]})
        by_seq = [{"seq": 3, "role": "user", "content": "yes"}]
        third = provider.call("append", {"session": "s", "messages": by_seq})
        repeated = provider.call("append", {"session": "s", "messages": by_seq})
        same_words = provider.call(
            "append", {"session": "s", "messages": [{"seq": 4, "role": "user", "content": "yes"}]}
        )

    assert (first["accepted"], first["seq"], first["duplicate"]) == (2, 2, False)
    assert (again["accepted"], again["duplicates"], again["duplicate"], again["seq"]) == (0, 1, True, 2)
    assert (third["seq"], repeated["duplicate"], repeated["seq"]) == (3, True, 3)
    assert (same_words["accepted"], same_words["seq"]) == (1, 4)


def test_with_fsync_always_neither_a_message_nor_its_repeat_is_acknowledged_before_it_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(descriptor: int) -> None:
        if os.fstat(descriptor).st_ino == journal.stat().st_ino:
            raise OSError(errno.ENOSPC, "No space left on device")
        synced(descriptor)

    synced, journal = os.fsync, tmp_path / "w" / ".context-memory" / "journal" / "s.jsonl"
    monkeypatch.setattr(provider_module, "TICK_SECONDS", 3_600.0)
    sent = {"session": "s", "messages": [said(1)]}
    with provider_of(tmp_path / "w", journal_fsync="always") as provider:
        provider.call("append", sent | {"session": "other"})  # opens what the first call has to wait for
        at_once = provider.call_now("append", sent)
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", refuse)
            for _ in range(2):
                with pytest.raises(NotReadyError, match="cannot sync"):
                    provider.start("append", sent).result()
        again = provider.start("append", sent).result()
        rows = provider.rows(0, 9)

    assert (at_once, again["duplicate"]) == (None, True)
    assert [row.get("reason", "") for row in rows] == ["", "", "unavailable", "unavailable", ""]


def test_c_03_messages_without_an_id_are_others_each_time_and_what_is_not_taken_is_told(tmp_path: Path) -> None:
    def sent(*messages: dict[str, Any]) -> tuple[int, int, Any]:
        done = provider.call("append", {"session": "s", "messages": list(messages)})
        return done["accepted"], done["seq"], done.get("warnings")

    words = [{"role": "user", "content": text} for text in ("ok", "fine", "ok", "ok")]
    exchange = [{"role": "user", "content": "go on"}, {"role": "assistant", "content": "done"}]
    with provider_of(tmp_path / "w") as provider:
        assert [sent(each)[0] for each in words] == [1, 1, 1, 1]
        assert [sent(*exchange)[0] for _ in range(2)] == [2, 2]
        assert sent(*exchange, said(1), *exchange) == (5, 13, None)
        assert sent(said(1)) == (0, 13, None)
        changed = sent(said(1, "another text"), said(2), said(2, "and another"))
        far = sent({"role": "user", "content": "hi", "seq": 1_000_000})
        assert sent({"role": "user", "content": "hi", "seq": 1_000_000}) == (0, 15, None)
        told = [message.text for message in provider.memory.sessions.transcript("s").messages]

    assert changed[:2] == (1, 14)
    assert changed[2] == ["2 ids are there with another text, which stays: m1, m2"]
    assert far == (
        1,
        15,
        ["the message of seq 1000000 is at place 15: seq tells repeats apart, places are counted here"],
    )
    assert told == ["ok", "fine", "ok", "ok"] + ["go on", "done"] * 3 + [
        "message 1",
        "go on",
        "done",
        "message 2",
        "hi",
    ]


def test_a_result_that_comes_alone_gets_the_name_of_its_tool_after_a_restart_too(tmp_path: Path) -> None:
    call, result = story(1)[1:3]
    with provider_of(tmp_path / "w") as provider:
        provider.call("append", {"session": "s", "messages": [call]})
    with provider_of(tmp_path / "w") as provider:
        provider.call("append", {"session": "s", "messages": [result]})
        told = provider.memory.sessions.transcript("s").messages

    assert [each.name for each in told[-1].results] == ["read"]


def test_messages_of_three_hosts_may_stand_in_one_batch(tmp_path: Path) -> None:
    batch = [
        {"role": "assistant", "content": None, "tool_calls": [_openai_call("c1")]},
        {"role": "tool", "tool_call_id": "c1", "content": "4 passed"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c2", "name": "bash", "input": {}}]},
        {"role": "toolResult", "toolCallId": "c2", "toolName": "bash", "content": [{"type": "text", "text": "ok"}]},
    ]
    with provider_of(tmp_path / "w") as provider:
        provider.call("append", {"session": "s", "messages": batch})
        told = provider.memory.sessions.transcript("s").messages

    assert [(each.name, each.text) for message in told for each in message.results] == [
        ("bash", "4 passed"),
        ("bash", "ok"),
    ]


def _openai_call(call_id: str) -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": "bash", "arguments": "{}"}}


# -- context ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [0, 1, -5, 999])
def test_c_04_a_context_without_room_for_its_header_is_refused(tmp_path: Path, most: int) -> None:
    with provider_of(tmp_path / "w") as provider:
        provider.call("append", {"session": "s", "messages": [said(1)]})
        with pytest.raises(InputError, match="max_chars"):
            provider.call("context", {"session": "s", "max_chars": most})


@pytest.mark.parametrize("most", [1_000, 1_500, 4_000, 20_000, 100_000_000])
def test_c_04_a_context_is_never_larger_than_was_asked_and_ends_with_the_newest_message(
    tmp_path: Path, most: int
) -> None:
    with provider_of(tmp_path / "w") as provider:
        appended(provider, "s", story())
        found = provider.call("context", {"session": "s", "max_chars": most})
        provider.background.settle()

    assert len(found["text"]) == found["chars"] <= most
    assert "Next is module 30, ticket PAY-129." in found["text"]
    assert found["covers"] == {"first_seq": 1, "last_seq": 121, "message_count": 121}


def test_a_stale_summary_is_made_again_in_the_background_and_taken_until_there_is_a_gap(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        appended(provider, "s", story())
        behind = provider.call("context", {"session": "s", "max_chars": 4_000})
        provider.background.settle()
        first = provider.call("context", {"session": "s", "max_chars": 4_000})
        provider.call("append", {"session": "s", "messages": [said(900, "One more thing.")]})
        second = provider.call("context", {"session": "s", "max_chars": 4_000})

    assert [found["stale"] for found in (behind, first, second)] == [True, False, False]
    assert second["text"].endswith("One more thing.")
    assert first["text"].partition("[Human]")[0].splitlines()[:8] == second["text"].splitlines()[:8]


def test_c_10_a_cold_start_on_a_transcript_gives_the_context_of_live_ingestion(tmp_path: Path) -> None:
    shown = []
    for name, at_once in (("live", 1), ("cold", 1_000)):
        told = story()
        with ContextMemory(WorkspaceBuilder(tmp_path / name).path, SMALL) as memory:
            for first in range(0, len(told), at_once):
                memory.sessions.append("s", told[first : first + at_once])
            raw = memory.sessions.context("s", max_chars=5_000)
            memory.sessions.swap("s", force=True)
        with ContextMemory(tmp_path / name, SMALL) as memory:
            shown += [
                replace(each, built_at="", fresh_to="") for each in (raw, memory.sessions.context("s", form="openai"))
            ]

    assert shown[:2] == shown[2:]
    assert [each.revision for each in shown[:2]] == [0, 1]


# -- swap ------------------------------------------------------------------------------------------


def test_c_05_a_swap_waits_for_the_result_of_an_open_call(tmp_path: Path) -> None:
    messages = story()
    with provider_of(tmp_path / "w") as provider:
        appended(provider, "s", messages[:-3])
        with pytest.raises(ConflictError) as refused:
            provider.call("swap", {"session": "s", "force": True})
        appended(provider, "s", messages[-3:])
        done = provider.call("swap", {"session": "s", "force": True})
        provider.background.settle()

    assert error_code(refused.value) == ("busy", 409, True)
    assert done["outcome"] == "swapped"


def test_a_swap_from_another_revision_is_a_conflict(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        appended(provider, "s", story())
        with pytest.raises(ConflictError, match="revision 7 was expected") as refused:
            provider.call("swap", {"session": "s", "force": True, "expected_revision": 7})
        provider.background.settle()

    assert error_code(refused.value) == ("conflict", 409, False)


def test_a_long_session_that_nobody_prepared_is_prepared_in_the_background_and_its_swap_refused(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        provider.memory.sessions.append("s", story(90))
        with pytest.raises(ConflictError, match="being prepared") as refused:
            provider.call("swap", {"session": "s", "force": True})
        queued = provider.call("stats", {})["background"]
        provider.background.settle()
        done = provider.call("swap", {"session": "s", "force": True})

    assert (error_code(refused.value), refused.value.reason) == (("busy", 409, True), "preparing")
    assert "the view at hand" in refused.value.hint
    assert queued["running"] == "prepare" or queued["queued"] == 1
    assert done["outcome"] == "swapped"


def test_of_a_very_long_session_not_even_the_messages_are_read_while_a_swap_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view, "MOST_READ", 100)
    with provider_of(tmp_path / "w") as provider:
        provider.memory.sessions.append("s", story(90)[:-3])
        with pytest.raises(ConflictError) as unread:
            provider.call("swap", {"session": "s", "force": True})
        provider.background.settle()
        with pytest.raises(ConflictError) as opened:
            provider.call("swap", {"session": "s", "force": True})

    assert (unread.value.reason, opened.value.reason) == ("preparing", "busy")


def test_a_warning_of_recall_says_what_helps_a_client_not_a_command(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as asked:
        asked.call("append", {"session": "s", "messages": [said(number) for number in range(300)]})
        everywhere = asked.call("recall", {"query": "retry loop"})["warnings"]
        of_one = asked.call("recall", {"query": "retry loop", "session": "s"}, Grant("x", sessions=("s",)))["warnings"]

    assert any("not indexed yet; they are taken in in the background" in each for each in everywhere)
    assert not any("context-memory" in each for each in everywhere)
    assert of_one == []


def test_a_swap_that_can_never_be_is_not_said_to_be_prepared(tmp_path: Path) -> None:
    """The newest block stays raw, and a view that is too large is not taken."""
    giant = said(1, "Keep this. " + "What was said is long. " * 4_000)
    with provider_of(tmp_path / "w", keep_messages=340) as provider:
        provider.memory.sessions.append("one", [giant])
        one = provider.call("swap", {"session": "one", "force": True})
        provider.memory.sessions.append("s", story(90))
        provider.memory.sessions.prepare("s")
        with pytest.raises(ConflictError) as refused:
            provider.call("swap", {"session": "s", "force": True})
        state = provider.call("stats", {})["background"]

    assert (one["outcome"], one["reason"]) == ("unchanged", "need-2-blocks")
    assert (error_code(refused.value), refused.value.reason) == (("conflict", 409, False), "invalid")
    assert (state["queued"], state["running"], state["done"]) == (0, "", 0)


def test_c_14_after_a_swap_the_context_takes_at_most_40_per_cent_of_the_window(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        appended(provider, "s", story(60))
        provider.background.settle()
        done = provider.call("swap", {"session": "s", "force": True})
        found = provider.call("context", {"session": "s"})

    assert done["tokens_after"] <= 0.40 * 8_192
    assert found["revision"] == 1


# -- who may see what ------------------------------------------------------------------------------


def test_c_08_a_token_for_one_session_reads_nothing_of_another(tmp_path: Path) -> None:
    only_x = Grant("x", sessions=("x", "x-*"), scope="agent:x")
    with provider_of(tmp_path / "w") as provider:
        secret = "The vault of Zanzibar opens at nine."
        provider.call("append", {"session": "y", "messages": [said(1, secret)]})
        provider.call("append", {"session": "x", "messages": [said(1, "The lamp is blue.")]}, only_x)
        mine = provider.call("remember", {"text": secret + " Remembered.", "scope": "agent:y"})["docs"][0]["id"]
        own = provider.call(
            "remember", {"docs": [{"text": "I like tea"}, {"text": "I like rye", "scope": "x"}]}, only_x
        )
        for name, given in CALLS.items():
            if given.get("session"):
                with pytest.raises(ForbiddenError):
                    provider.call(name, given | {"session": "y"}, only_x)
        for name in ("pin", "unpin", "show"):
            with pytest.raises(UnknownError, match="there is no doc"):
                provider.call(name, {"handle": mine}, only_x)
        with pytest.raises(UnknownError):
            provider.call("forget", {"handles": [mine]}, only_x)
        with pytest.raises(ForbiddenError):
            provider.call("restore", {"notes": True}, only_x)
        for doc in ({"text": "a lie", "session": "y"}, {"text": "a lie", "scope": "agent:y"}):
            with pytest.raises(ForbiddenError):
                provider.call("remember", {"docs": [doc]}, only_x)
        seen = [
            provider.call("recall", {"query": "vault of Zanzibar"}, only_x),
            provider.call("list", {}, only_x),
            provider.call("audit", {}, only_x),
            provider.call("stats", {}, only_x),
        ]
        lamp = provider.call("recall", {"query": "which colour has the lamp", "session": "x"}, only_x)
        everything = provider.call("recall", {"query": "vault of Zanzibar"})

    assert "Zanzibar" not in json.dumps([each for each in seen if each != seen[0]])
    assert seen[0]["hits"] == []
    assert seen[3]["sessions"] == 1
    assert lamp["hits"][0]["text"] == "The lamp is blue."
    assert "Zanzibar" not in json.dumps(lamp)
    assert own["docs"][0]["outcome"] == "added"
    assert [doc["scope"] for doc in seen[1]["docs"]] == ["agent:x"] * 2
    assert everything["hits"]


SAID, KEPT = "Zanzibar", "Quagga"
"""Words of another session, and of other scopes and files."""
_FORBIDDEN_FILES = ([".context-memory/journal/boss.jsonl"], [".context-memory/docs.jsonl"], ["memory/2026-09-14.md"])


def _attempts(doc: str, original: str) -> dict[str, list[dict[str, Any]]]:
    """For each verb what a token for `anna-*` and the scope `anna` may try; its own session is full of traps."""
    mine, theirs = {"session": "anna-1"}, {"session": "boss"}
    one = {"messages": [said(900)]}
    trap = {"messages": _reading("m900", "src/plan.py", ".context-memory/journal/boss.jsonl")}
    whose: list[dict[str, Any]] = [mine, theirs]
    return {
        "ping": [{}],
        "append": [theirs | one],
        "context": [*whose, mine | {"form": "anthropic"}, mine | {"max_chars": 5_000}],
        "recall": [{"query": f"{SAID} {KEPT} vault gate"}, {"query": KEPT, "scope": "boss"}, {"query": SAID, **theirs}],
        "remember": [
            {"text": "a lie of mine", "scope": "boss"},
            {"docs": [{"text": "a lie", "id": doc}]},
            {"docs": [{"text": "a lie", "id": "gate-1", "scope": "boss"}]},
        ],
        "forget": [{"handles": [doc]}, {"handles": ["gate"]}],
        "pin": [{"handle": doc}],
        "unpin": [{"handle": doc}],
        "list": [{}, {"scope": "boss"}, {"at_start": True}, {"forgotten": True}, {"limit": 1}],
        "show": [{"handle": doc}, {"handle": "gate"}, {"handle": "gate-"}, {"handle": "g"}],
        "original": [{"handle": original}, {"handle": original[:9]}],
        "embed": [{"input": "x"}],
        "trim": [theirs | {"output": "x"}, {"output": "x"}],
        "compact": [theirs | one, mine | trap | {"force": True}],
        "check": [{"command": "deploy x"}, {"paths": ["/srv/Quagga"]}],
        "record-failure": [{"error": "bash: git: command not found", "command": "git status"}],
        "restore": [{}, {"notes": True}, {"files": ["src/plan.py"]}, *({"files": each} for each in _FORBIDDEN_FILES)],
        "flush": [theirs, mine],
        "learn": [theirs, mine],
        "swap": [theirs, mine | {"force": True}],
        "pre-compaction": whose,
        "post-compaction": whose,
        "session-start": whose,
        "session-end": [theirs],
        "audit": [{}, theirs, {"newest": True}],
        "changes": [{}],
        "sessions": [{}],
        "titles": [{"sessions": ["boss", "anna-1"]}],
        "verify": [{}],
        "notes": [{}, {"day": "2026-09-14"}],
        "inspect": whose,
        "stats": [{}],
    }


def _reading(name: str, *paths: str) -> list[dict[str, Any]]:
    """Messages that say that these files were read: a compaction gives such files back."""
    calls = [
        {"type": "tool_use", "id": f"{name}-{i}", "name": "read", "input": {"path": p}} for i, p in enumerate(paths)
    ]
    results = [{"type": "tool_result", "tool_use_id": call["id"], "content": "ok"} for call in calls]
    return [{"id": name, "role": "assistant", "content": calls}, {"id": f"{name}r", "role": "user", "content": results}]


def _workspace_of_others(root: Path) -> dict[Path, bytes]:
    files = {
        "MEMORY.md": f"# Memory\n- The {KEPT} is the mascot\n",
        "memories/context.md": f"# Summary\nThe {KEPT} of the boss\n",
        "memories/errors.md": f"# Errors\n- AccessDenied: /srv/{KEPT} — permission denied\n",
        "memory/2026-09-14.md": f"# 2026-09-14\n- {KEPT}\n",
        "src/plan.py": f"{KEPT} = 1\n",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return {root / name: text.encode() for name, text in files.items() if name != "memory/2026-09-14.md"}


@pytest.mark.parametrize(
    ("grant", "hidden"),
    [
        (Grant("anna", ("anna-*",), "agent:anna"), (SAID, KEPT)),
        (Grant("anna", ("anna-*",)), (SAID, KEPT)),
        (Grant("anna", scope="agent:anna"), (KEPT,)),
    ],
)
def test_c_08_no_verb_shows_or_changes_what_is_not_for_the_token(
    tmp_path: Path, grant: Grant, hidden: tuple[str, ...]
) -> None:
    root = tmp_path / "w"
    leaks, done = [], set[str]()
    with provider_of(root) as provider:
        before = _workspace_of_others(root)
        appended(provider, "boss", [said(1, f"The vault of {SAID} opens at nine."), *story(3)])
        kept = {"id": "gate-1", "text": f"The gate is a {KEPT}", "scope": "boss", "session": "boss"}
        doc = provider.call("remember", {"docs": [kept, kept | {"id": "gate-2"}]})["docs"][0]["handle"]
        lines = {"output": f"{SAID} {KEPT} line\n" * 3_000, "session": "boss"}
        original = provider.call("trim", lines)["handle"]
        appended(provider, "anna-1", [*_reading("trap", "src/plan.py", "memory/2026-09-14.md"), *story(60)])
        provider.memory.sessions.prepare("anna-1")
        assert provider.call("swap", {"session": "anna-1", "force": True})["outcome"] == "swapped"
        assert KEPT in provider.call("context", {"session": "anna-1"})["text"], "the owner's view gives files back"
        tried = _attempts(doc, original)
        for name, given in [(name, each) for name, every in tried.items() for each in every]:
            if name == "original" and not grant.is_limited:
                continue
            try:
                told = json.dumps(provider.call(name, given, grant))
                done.add(name)
            except ContextMemoryError as error:
                told = f"{error} {error.hint}"
            shown = told.replace(str(given.get("query", given.get("paths", [""])[0])), "")
            leaks += [(name, given, shown[:200]) for word in (*hidden, "gate-2") if word in shown]
        now = provider.call("show", {"handle": doc})["doc"]
        rows = provider.call("audit", {"limit": 1_000})["rows"]
        provider.background.settle()

    assert not leaks, leaks
    assert set(tried) == set(VERBS)
    assert {"recall", "remember", "context", "compact", "post-compaction", "session-start", "check"} <= done
    assert {path: path.read_bytes() for path in before} == before
    assert (now["text"], now["pinned"], now.get("forgotten_at")) == (f"The gate is a {KEPT}", False, None)
    asked = [row.get("files") for row in rows if row["event"] == "restore" and row["outcome"] == "error"]
    assert [*_FORBIDDEN_FILES] == asked[-3:], "the audit names what was asked for"


def test_nobody_is_given_files_of_the_state_folder(tmp_path: Path) -> None:
    names = [".context-memory/journal/boss.jsonl", "./.Context-Memory/docs.jsonl", "link.jsonl", "src/a.py"]
    with provider_of(tmp_path / "w") as provider:
        appended(provider, "boss", [said(1, "The vault opens at nine.")])
        provider.call("remember", {"text": "The vault is blue"})
        (tmp_path / "w" / "link.jsonl").symlink_to(tmp_path / "w" / names[0])
        (tmp_path / "w" / "src").mkdir()
        (tmp_path / "w" / "src" / "a.py").write_text("a = 1\n", encoding="utf-8")
        answer = provider.call("restore", {"files": names})
        row = provider.call("audit", {"newest": True})["rows"][-1]

    assert "vault" not in json.dumps(answer)
    assert [each["path"] for each in answer["restored"]][-1] == "src/a.py"
    refused = {each["path"]: each["reason"] for each in answer["passed_over"]}
    assert refused[names[0]] == refused["link.jsonl"] == "it lies in the state folder"
    assert row["files"] == [each["path"] for each in answer["restored"]]


def test_an_original_of_two_sessions_is_read_by_both(tmp_path: Path) -> None:
    anna, output = Grant("anna", ("anna-*",)), "the same line\n" * 3_000
    with provider_of(tmp_path / "w") as provider:
        provider.call("trim", {"output": output, "session": "boss"})
        handle = provider.call("trim", {"output": output, "session": "anna-1"}, anna)["handle"]
        read = provider.call("original", {"handle": handle}, anna)

    assert (read["session"], read["lines"]) == ("anna-1", 3_000)


def test_of_originals_of_others_a_token_is_told_nothing_not_even_that_there_are_some(tmp_path: Path) -> None:
    anna, output = Grant("anna", ("anna-*",)), "the same line\n" * 3_000
    with provider_of(tmp_path / "w") as provider:
        handle = provider.call("trim", {"output": output, "session": "boss"})["handle"]
        told = set()
        there_is_no = (f"{handle[:9]}{'0' * 6}", f"cm:{'0' * 12}", f"{handle}#L5")
        for asked, place in ((handle, {}), (handle, {"first": 9_999}), *((each, {}) for each in there_is_no)):
            with pytest.raises(ContextMemoryError) as refused:
                provider.call("original", {"handle": asked, **place}, anna)
            told.add((str(refused.value).replace(asked, ""), refused.value.hint))

    assert len(told) == 1


def test_the_pages_of_the_audit_and_of_docs_are_whole_for_a_token(tmp_path: Path) -> None:
    anna = Grant("anna", ("anna-*",))
    with provider_of(tmp_path / "w") as provider:
        provider.call("remember", {"docs": [{"text": "Tea is at four", "session": "anna-1"}]}, anna)
        for number in range(12):
            provider.call("remember", {"docs": [{"text": f"Boss {number}", "session": "boss"}]})
        rows = provider.call("audit", {"limit": 5, "newest": True}, anna)["rows"]
        docs = provider.call("list", {"limit": 5}, anna)["docs"]

    assert [row["event"] for row in rows] == ["remember"]
    assert [doc["text"] for doc in docs] == ["Tea is at four"]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("remember", {"text": "The gate is blue", "kind": "bogus"}),
        ("remember", {"docs": [{"text": "The gate is red"}, {"text": "The gate is blue", "kind": "bogus"}]}),
        ("list", {"kind": "bogus"}),
        ("recall", {"query": "gate", "kind": "bogus"}),
    ],
)
def test_a_kind_that_there_is_none_of_is_refused_with_the_kinds_that_there_are(
    tmp_path: Path, name: str, given: dict[str, Any]
) -> None:
    with provider_of(tmp_path / "w") as provider:
        with pytest.raises(InputError, match="there is no kind 'bogus'") as refused:
            provider.call(name, given)
        kept = provider.call("list", {"own": True})["docs"]

    assert "preference" in refused.value.hint
    assert kept == []


def test_a_token_that_may_read_only_writes_nothing(tmp_path: Path) -> None:
    reader = Grant("r", is_reader=True)
    with provider_of(tmp_path / "w") as provider:
        with pytest.raises(ForbiddenError, match="read only"):
            provider.call("remember", {"text": "x is y"}, reader)
        assert provider.call("recall", {"query": "x"}, reader)["hits"] == []


# -- the border ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("append", {"session": "s"}, "messages is missing"),
        ("append", {"session": "s", "messages": []}, "messages is empty"),
        ("append", {"session": "s", "messages": ["x"]}, "messages, item 1 = 'x' is no object"),
        ("append", {"session": "s", "messages": [{"content": "x"}]}, "not an object with a role"),
        ("append", {"session": "s", "messages": [said(1, id="")]}, "id is not a text"),
        ("append", {"session": "s", "messages": [said(1, seq=0)]}, "seq is not a whole number"),
        ("append", {"session": "s", "messages": [said(1, ts="yesterdayish")]}, "ts is no time"),
        ("append", {"session": "s", "messages": [said(1, ts="9999-12-31T23:59:59-23:59")]}, "ts is no time"),
        ("append", {"session": "s", "messages": [said(1, ts="0001-01-01T00:00:00+14:00")]}, "ts is no time"),
        ("append", {"session": "s", "messages": [said(1, source="spy")]}, "unknown source"),
        ("remember", {"text": "one", "docs": ["two"]}, "both text and docs"),
        ("append", {"session": "", "messages": [said(1)]}, "session is empty"),
        ("append", {"session": "s" * 300, "messages": [said(1)]}, "session is too long"),
        ("append", {"session": 7, "messages": [said(1)]}, "session = 7 is no string"),
        ("context", {"session": "nobody"}, "there is no session"),
        ("context", {"session": "s", "max_chras": 5}, "unknown argument"),
        ("context", {"session": "s", "max_chars": True}, "is no integer"),
        ("context", {"session": "s", "form": "yaml"}, "choose|is unknown"),
        ("forget", {"handles": []}, "handles is empty"),
        ("check", {}, "nothing is named"),
        ("check", {"command": "  ", "paths": [""], "tool": "bash"}, "nothing is named"),
        ("nothing", {}, "there is no verb"),
        ("ping", [], "no JSON object"),
    ],
)
def test_what_cannot_be_used_is_refused_and_named(tmp_path: Path, name: str, given: Any, words: str) -> None:
    with provider_of(tmp_path / "w") as provider, pytest.raises(ContextMemoryError, match=words):
        provider.call(name, given)


def test_parameters_of_an_address_become_what_the_schema_wants() -> None:
    schema = VERBS["context"].schema
    found = schemas.from_address({"session": "7", "max_chars": "+12", "form": "openai", "x": "1"}, schema)

    assert found == {"session": "7", "max_chars": 12, "form": "openai", "x": "1"}
    assert schemas.from_address({"touch": "true", "limit": "x"}, VERBS["recall"].schema) == {
        "touch": True,
        "limit": "x",
    }


# -- background and audit --------------------------------------------------------------------------


def test_blocks_that_are_sealed_are_prepared_in_the_background_so_that_a_swap_is_a_lookup(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        appended(provider, "s", story())
        provider.background.settle()
        state = provider.call("stats", {})["background"]

    assert state["by_job"]["prepare"] >= 1
    assert (state["failed"], state["left_out"]) == (0, 0)
    assert state["cpu_seconds"] > 0
    assert (state["dollars_today"], state["daily_dollars"]) == (0, 5.0)


def test_an_append_that_need_not_wait_is_done_at_once_and_says_the_same(tmp_path: Path) -> None:
    answers = []
    with provider_of(tmp_path / "w") as provider:
        sessions = provider.memory.sessions
        cold = provider.call_now("append", {"session": "s", "messages": [said(1)]})
        provider.call("append", {"session": "s", "messages": [said(1)]})
        answers += [provider.call_now("append", {"session": "s", "messages": [said(n)]}) for n in (2, 3, 2)]
        nameless = provider.call_now("append", {"session": "s", "messages": [{"role": "user", "content": "x"}]})
        new = provider.call_now("append", {"session": "new", "messages": [said(1)]})
        with sessions._locked_services("s"):
            taken = provider.call_now("append", {"session": "s", "messages": [said(4)]})
        sessions.settle()
        context = provider.call("context", {"session": "s"})
        of_new = provider.call("context", {"session": "new"})
    with provider_of(tmp_path / "w") as provider:
        provider.call("append", {"session": "another", "messages": [said(1)]})
        after_restart = provider.call_now("append", {"session": "new", "messages": [said(2)]})

    assert (cold, nameless, taken, after_restart) == (None, None, None, None)
    assert new is not None
    assert (new["accepted"], new["seq"], of_new["covers"]["message_count"]) == (1, 1, 1)
    assert [(a["accepted"], a["seq"], a["duplicate"]) for a in answers if a] == [
        (1, 2, False),
        (1, 3, False),
    ], "a repeat is compared with what is there, on a thread"
    assert context["covers"]["message_count"] == 3


def test_a_recall_says_up_to_when_it_knows_and_what_it_leaves_is_indexed_in_the_background(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        appended(provider, "s", story())
        first = provider.call("recall", {"query": "Which module came first?", "touch": False})
        then = first
        for _ in range(20):
            provider.background.settle()
            if not then["is_complete"]:
                then = provider.call("recall", {"query": "Which module came first?", "touch": False})

    assert (first["is_complete"], first["fresh_to"]) == (False, "")
    assert then["is_complete"]
    assert then["fresh_to"].startswith("20")


def test_a_context_says_up_to_when_it_knows(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        appended(provider, "s", story())
        stale = provider.call("context", {"session": "s", "max_chars": 4_000})
        whole = provider.call("context", {"session": "s"})

    assert (stale["stale"], whole["stale"]) == (True, False)
    assert stale["fresh_to"].startswith("2026-09-14T12:")
    assert whole["fresh_to"] == whole["built_at"]


def test_vectors_come_in_the_shape_of_openai_as_numbers_and_as_base64(tmp_path: Path) -> None:
    opened = ContextMemory(WorkspaceBuilder(tmp_path / "w").path, SMALL._replace(embedder="offline"))
    provider = Provider(opened, AuditChain(*audit_of(tmp_path / "w")), lambda _told: None)
    try:
        plain = provider.call("embed", {"input": ["which port", "哪个端口"], "model": "any"})
        packed = provider.call("embed", {"input": "which port", "encoding_format": "base64"})
        with pytest.raises(InputError, match="dimensions"):
            provider.call("embed", {"input": "x", "dimensions": 3})
    finally:
        provider.close()

    first, second = (row["embedding"] for row in plain["data"])
    read = struct.unpack(f"<{len(first)}f", b64decode(packed["data"][0]["embedding"]))
    assert read == pytest.approx(first, abs=1e-6)
    assert sum(a * b for a, b in zip(first, second, strict=True)) > 0.5
    assert plain["usage"]["total_tokens"] > 0


def test_a_note_of_a_journaled_session_is_written_from_what_is_known_of_it(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        appended(provider, "s", story(12))
        note = provider.call("flush", {"session": "s"})
        again = provider.call("flush", {"session": "s"})

    assert (note["outcome"], again["outcome"]) == ("flushed", "nothing_to_note")
    assert "config/prod.yaml" in (tmp_path / "w" / note["path"]).read_text(encoding="utf-8")


def test_the_state_of_a_session_is_kept_once_however_many_chapters_it_has(tmp_path: Path) -> None:
    """It was kept for each chapter: 402 of 411 MB after 50,000 messages."""
    from context_memory.blocks import view
    from context_memory.storage.sqlite import Database, Schema

    chapters = 4
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(view, "CHAPTER_TOKENS", 1_500)
        with provider_of(tmp_path / "w") as provider:
            told = story(60)
            for part in range(chapters):
                appended(provider, "s", told[part * len(told) // chapters : (part + 1) * len(told) // chapters])
                provider.background.settle()
                provider.memory.sessions.prepare("s")
    database = Database(tmp_path / "w" / ".context-memory" / "state.sqlite", Schema("blocks", 3, {}))
    rows = database.rows("SELECT number FROM remembered WHERE session = 's' AND name = 'chapter'")
    database.close()

    assert len(rows) == 1
    assert rows[0][0] > 1


def test_c_11_everything_that_was_asked_is_in_a_chain_that_verifies_and_never_its_text(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        appended(provider, "s", story())
        provider.call("swap", {"session": "s", "force": True})
        provider.call("remember", {"text": "My phone is 555-0100"})
        with pytest.raises(InputError):
            provider.call("context", {"session": "s", "max_chars": 3})
        rows = provider.call("audit", {"limit": 1_000})["rows"]
        provider.background.settle()
    chain, head = audit_of(tmp_path / "w")

    assert [row["n"] for row in rows] == list(range(1, len(rows) + 1))
    assert {"append", "swap", "remember", "context"} <= {row["event"] for row in rows}
    assert [row["reason"] for row in rows if row["event"] == "context"] == ["bad_request"]
    assert all(word not in chain.read_text(encoding="utf-8") for word in ("PAY-1", "555-0100", "backoff", "prod.yaml"))
    assert audit_chain.verified(chain, head) == (len(rows), [])


def test_the_audit_gives_rows_behind_a_number_and_of_one_session(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        for session in ("a", "b", "a"):
            provider.call("append", {"session": session, "messages": [said(1)]})
        newer = provider.call("audit", {"since": 1})
        of_b = provider.call("audit", {"session": "b"})

    assert [row["n"] for row in newer["rows"]] == [2, 3]
    assert newer["next"] == 3
    assert [row["session"] for row in of_b["rows"]] == ["b"]


# -- what the dashboard asks -----------------------------------------------------------------------------------------


def test_c_08_sessions_reports_changes_and_notes_are_those_of_the_token(tmp_path: Path) -> None:
    ines = Grant("ines", ("ines-*",), "agent:ines")
    with provider_of(tmp_path / "w") as provider:
        appended(provider, "ines-1", story(5))
        appended(provider, "private", [said(1, "The vault opens at nine.")])
        listed = provider.call("sessions", {}, ines)
        titles = provider.call("titles", {"sessions": ["private", "ines-1", "nobody", "ines-1"]}, ines)["sessions"]
        changed = provider.call("changes", {"since": 0}, ines)
        everything = provider.call("changes", {"since": 0})
        for name, given in (("inspect", {"session": "private"}), ("notes", {}), ("verify", {})):
            with pytest.raises(ForbiddenError):
                provider.call(name, given, ines)

    assert ([line["session"] for line in listed["sessions"]], listed["total"]) == (["ines-1"], 1)
    assert [line["session"] for line in titles] == ["ines-1"]
    assert titles[0]["title"] == listed["sessions"][0]["title"] != ""
    assert titles[0]["started_at"] == listed["sessions"][0]["started_at"] != ""
    assert changed["sessions"] == ["ines-1"]
    assert everything["sessions"] == ["ines-1", "private"]
    assert "append" in everything["events"]


def test_changes_are_those_behind_a_row_and_the_newest_rows_are_the_last(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        appended(provider, "s", story(30), at_once=1)
        rows = provider.call("audit", {"newest": True, "limit": 3})["rows"]
        first = provider.call("audit", {"limit": 3})["rows"]
        now = provider.call("changes", {})["next"]
        provider.call("remember", {"text": "Deploys go out on Tuesdays"})
        with pytest.raises(UnknownError):
            provider.call("context", {"session": "nobody"})
        changed = provider.call("changes", {"since": now})
        nothing = provider.call("changes", {"since": changed["next"]})
        verified = provider.call("verify", {})

    assert [row["n"] for row in rows] == [now - 2, now - 1, now]
    assert [row["n"] for row in first] == [1, 2, 3]
    assert (changed["sessions"], changed["events"], changed["next"]) == ([], ["context", "remember"], now + 2)
    assert (nothing["events"], nothing["next"]) == ([], now + 2)
    assert (verified["ok"], verified["rows"], verified["faults"]) == (True, now + 2, [])


def test_a_report_is_that_of_now_and_a_look_costs_the_session_nothing(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        appended(provider, "s", story(30))
        first = provider.call("inspect", {"session": "s"})
        seen = provider.call("sessions", {})["sessions"][0]
        with pytest.raises(UnknownError):
            provider.call("inspect", {"session": "nobody"})
        events = {row["event"] for row in provider.call("audit", {})["rows"]}

    assert first["messages"] == seen["messages"] == 121
    assert first["context"]["tokens"] == seen["tokens"] == sum(line["now"] for line in first["kinds"])
    assert first["again_in"] == 0
    assert events == {"append", "inspect"}, "a look makes no row, only one that was refused"


def test_a_damaged_journal_hides_no_other_session(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        for name in ("broken", "whole"):
            appended(provider, name, [said(1, "Fix the retry loop.")])
        assert provider.call("sessions", {})["problems"] == []
    journal = tmp_path / "w" / ".context-memory" / "journal" / "broken.jsonl"
    head, message = journal.read_bytes().splitlines(keepends=True)[:2]
    journal.write_bytes(head + b"x" * (len(message) - 1) + b"\n")
    with provider_of(tmp_path / "w") as provider:
        listed = provider.call("sessions", {})

    assert "whole" in [line["session"] for line in listed["sessions"]]
    assert listed["total"] == 2
    assert [problem.partition(":")[0] for problem in listed["problems"]] == ["broken"]


def test_docs_are_listed_without_pieces_of_files_and_the_forgotten_ones_alone(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        appended(provider, "s", story(3))
        kept, gone = (
            provider.call("remember", {"text": text})["docs"][0]["id"]
            for text in ("The gate is blue", "The lamp is red")
        )
        provider.call("forget", {"handles": [gone]})
        provider.background.settle()
        own = provider.call("list", {"own": True})
        forgotten = provider.call("list", {"forgotten": True, "own": True})
        everything = provider.call("list", {})

    assert ([doc["id"] for doc in own["docs"]], own["total"]) == ([kept], 1)
    assert ([doc["id"] for doc in forgotten["docs"]], forgotten["total"]) == ([gone], 1)
    assert everything["total"] > 1


def test_a_recall_that_is_explained_tells_the_parts_of_each_score(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        provider.call("remember", {"text": "Deploys go out on Tuesdays"})
        plain = provider.call("recall", {"query": "when do deploys go out"})["hits"][0]
        told = provider.call("recall", {"query": "when do deploys go out", "explain": True})["hits"][0]

    assert "parts" not in plain
    assert sum(told["parts"].values()) == pytest.approx(told["score"], abs=0.01)


def test_notes_are_read_by_day(tmp_path: Path) -> None:
    with provider_of(tmp_path / "w") as provider:
        nothing = provider.call("notes", {})
        folder = tmp_path / "w" / "memory"
        folder.mkdir()
        for day in ("2026-11-19", "2026-11-20"):
            (folder / f"{day}.md").write_text(f"# {day}\n", encoding="utf-8")
        newest, older = provider.call("notes", {}), provider.call("notes", {"day": "2026-11-19"})
        for day, kind in (("2026-11-18", UnknownError), ("2026-13-40", InputError), ("../secret", InputError)):
            with pytest.raises(kind):
                provider.call("notes", {"day": day})

    assert (nothing["days"], nothing["text"]) == ([], "")
    assert (newest["days"], newest["day"], newest["text"]) == (
        ["2026-11-20", "2026-11-19"],
        "2026-11-20",
        "# 2026-11-20\n",
    )
    assert older["path"] == "memory/2026-11-19.md"
