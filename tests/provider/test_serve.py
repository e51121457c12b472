"""`serve` in a process of its own, asked over real sockets: SPEC 3.6 and the acceptance cases C that need a server."""

import json
import re
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from context_memory.cli import run
from context_memory.server.routes import ROUTES

from ..memory_server import MEMORY, Client, Server, serving
from .processes import command, hand_over, helping, send, serving_small
from .providers import said, story


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving_small(tmp_path_factory.mktemp("w")) as server:
        yield server


@pytest.fixture
def client(server: Server) -> Client:
    return server.client()


def error(answer: Any) -> str:
    return str(answer.value["error"]["code"])


# -- messages, context, swap -------------------------------------------------------------------------------------


def test_c_03_a_message_that_comes_twice_is_one_row(client: Client) -> None:
    first = send(client, "POST", "/sessions/twice/messages", {"messages": [said(1)]})
    again = send(client, "POST", "/sessions/twice/messages", {"messages": [said(1)]})

    assert (first.status, first.value["accepted"], first.value["seq"], first.value["duplicate"]) == (202, 1, 1, False)
    assert (again.status, again.value["accepted"], again.value["seq"], again.value["duplicate"]) == (202, 0, 1, True)


@pytest.mark.parametrize("most", ["0", "1", "-7", "999", "x", "1e9", ""])
def test_c_04_room_that_holds_no_context_is_400(client: Client, most: str) -> None:
    hand_over(client, "room", [said(1)])
    answer = send(client, "GET", f"/sessions/room/context?max_chars={most}")

    assert (answer.status, error(answer)) == (400, "bad_request")


@pytest.mark.parametrize("most", [1_000, 5_000, 90_000_000])
def test_c_02_and_c_04_a_context_is_never_larger_than_asked_and_needs_no_model(client: Client, most: int) -> None:
    hand_over(client, "long", story())
    found = send(client, "GET", f"/sessions/long/context?max_chars={most}").value

    assert len(found["text"]) == found["chars"] <= most
    assert found["fallback"] in {"none", "deterministic"}
    assert {"version", "session_id", "revision", "built_at", "covers", "sources", "restored_files"} <= found.keys()


def test_c_05_a_swap_is_busy_while_a_call_is_open_and_c_14_small_afterwards(client: Client) -> None:
    messages = story()
    hand_over(client, "busy", messages[:-3])
    busy = send(client, "POST", "/sessions/busy/swap", {"force": True})
    hand_over(client, "busy", messages[-3:])
    conflict = send(client, "POST", "/sessions/busy/swap", {"force": True, "expected_revision": 3})
    done = send(client, "POST", "/sessions/busy/swap", {"force": True, "expected_revision": 0})

    assert (busy.status, error(busy), busy.value["error"]["retryable"]) == (409, "busy", True)
    assert (conflict.status, error(conflict)) == (409, "conflict")
    assert (done.status, done.value["outcome"], done.value["revision"]) == (200, "swapped", 1)
    assert done.value["tokens_after"] <= 0.40 * 8_192


def test_c_06_messages_that_are_sent_during_swaps_are_all_there_in_order(server: Server) -> None:
    messages = [said(number, f"note {number} " + "word " * 40) for number in range(1, 501)]
    is_done = threading.Event()

    def swaps() -> int:
        client, count = server.client(), 0
        while not is_done.is_set():
            answer = send(client, "POST", "/sessions/stream/swap", {"force": True})
            count += answer.status == 200 and answer.value["outcome"] == "swapped"
        return count

    with ThreadPoolExecutor(1) as threads:
        client = server.client()
        hand_over(client, "stream", messages[:20])
        swapping = threads.submit(swaps)
        try:
            hand_over(client, "stream", messages[20:], at_once=5)
        finally:
            is_done.set()
        swapped = swapping.result(timeout=300)
    rows = _journaled(server.workspace, "stream")

    assert swapped >= 1
    assert [row["id"] for row in rows] == [f"m{number}" for number in range(1, 501)]
    assert [row["seq"] for row in rows] == list(range(1, 501))


def _journaled(workspace: Path, session: str) -> list[dict[str, Any]]:
    lines = (workspace / ".context-memory" / "journal" / f"{session}.jsonl").read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["type"] == "message"]


def test_hooks_answer_and_a_session_that_is_not_known_has_no_context(client: Client) -> None:
    hand_over(client, "hooks", story(4))
    unknown = send(client, "POST", "/sessions/nobody/hooks/session-start", {})
    start = send(client, "POST", "/sessions/hooks/hooks/session-start", {"max_chars": 4_000})
    others = [
        send(client, "POST", f"/sessions/hooks/hooks/{name}")
        for name in ("pre-compaction", "post-compaction", "session-end")
    ]

    assert unknown.value == {"ok": True, "session": "nobody", "context": None, "orders": [], "others": []}
    assert "ticket PAY-103" in start.value["context"]["text"]
    assert [(answer.status, answer.value["ok"]) for answer in others] == [(200, True)] * 3


def test_recall_finds_what_was_appended_and_remembered(client: Client) -> None:
    hand_over(client, "facts", [said(1, "The lighthouse keeper of Ostrava is called Benedikt.")])
    send(client, "POST", "/remember", {"text": "Deploys go out on Tuesdays", "pin": True})
    said_then = send(client, "POST", "/sessions/facts/recall", {"query": "who keeps the lighthouse of Ostrava"}).value
    kept = send(client, "POST", "/recall", {"query": "when do deploys go out", "limit": 1}).value

    assert said_then["hits"][0]["session"] == "facts"
    assert kept["hits"][0]["text"] == "Deploys go out on Tuesdays"


def test_a_doc_is_listed_shown_pinned_and_forgotten(client: Client) -> None:
    doc = send(client, "POST", "/remember", {"text": "The billing port is 9911"}).value["docs"][0]["id"]
    pinned = send(client, "POST", f"/docs/{doc}/pin")
    loose = send(client, "DELETE", f"/docs/{doc}/pin")
    shown = send(client, "GET", f"/docs/{doc}")
    gone = send(client, "POST", "/forget", {"handles": [doc]})

    assert (pinned.value["doc"]["pinned"], loose.value["doc"]["pinned"]) == (True, False)
    assert shown.value["doc"]["text"] == "The billing port is 9911"
    assert doc in [each["id"] for each in send(client, "GET", "/docs").value["docs"]] or gone.status == 200


def test_what_was_trimmed_is_read_back_by_its_handle(client: Client) -> None:
    output = "".join(f"line {number} of the log\n" for number in range(2_000))
    trimmed = send(client, "POST", "/trim", {"output": output, "tool": "bash", "session": "s"}).value
    part = send(client, "GET", f"/originals/{trimmed['handle']}?first=700&last=701")

    assert part.value["text"] == "line 699 of the log\nline 700 of the log"


# -- who may ask -------------------------------------------------------------------------------------------------


def test_c_09_without_the_right_token_nothing_is_answered(server: Server) -> None:
    for token in ("", "wrong" * 8):
        answer = send(server.client(token), "GET", "/stats")
        assert (answer.status, error(answer)) == (401, "unauthorized")
    evil = server.client().ask("GET", "/v1/stats", headers={"host": "evil.example"})
    page = server.client().ask("GET", "/v1/stats", headers={"origin": "https://evil.example"})

    assert (evil.status, error(evil), page.status, error(page)) == (403, "forbidden", 403, "forbidden")


def test_who_guesses_tokens_is_told_to_wait_and_the_owner_is_answered_meanwhile(tmp_path: Path) -> None:
    with serving_small(tmp_path / "w") as server:
        stranger = server.client("x" * 43)
        answers = (send(stranger, "GET", "/ping") for _ in range(5_000))
        first = next(answers)
        refused = next(answer for answer in answers if answer.status != 401)
        owner = send(server.client(), "GET", "/ping")

    assert first.status == 401
    assert (refused.status, error(refused), refused.headers["retry-after"]) == (429, "too_many_requests", "1")
    assert owner.status == 200


def test_c_09_an_address_that_others_reach_is_refused_without_tls(tmp_path: Path) -> None:
    code, told = command(tmp_path, "serve", "--host", "0.0.0.0")

    assert code == 3
    assert "--tls-cert" in told


def test_c_08_a_token_opens_its_sessions_and_no_others(server: Server) -> None:
    workspace = server.workspace
    code, made = command(workspace, "token", "add", "ines", "--session", "ines-*", "--scope", "ines")
    assert code == 0
    owner, ines = server.client(), server.client(made["token"])
    hand_over(owner, "private", [said(1, "The vault of Zanzibar opens at nine.")])
    hand_over(ines, "ines-1", [said(1, "My lamp is green.")])

    refused = [
        send(ines, "GET", "/sessions/private/context"),
        send(ines, "POST", "/sessions/private/messages", {"messages": [said(2)]}),
        send(ines, "POST", "/sessions/private/recall", {"query": "vault"}),
        send(ines, "POST", "/sessions/private/swap", {}),
        ines.ask("GET", f"{MEMORY}/stats"),
    ]
    found = send(ines, "POST", "/recall", {"query": "when does the vault of Zanzibar open"})
    own = send(ines, "GET", "/sessions/ines-1/context")
    tokens = next((workspace / ".local" / "state" / "context-memory" / "tokens").glob("*.grants"))
    code, _ = command(workspace, "token", "remove", "ines")
    removed = send(ines, "GET", "/ping")

    assert [answer.status for answer in refused] == [403] * 5
    assert found.value["hits"] == []
    assert "lamp is green" in own.value["text"]
    assert made["token"] not in tokens.read_text(encoding="utf-8")
    assert tokens.stat().st_mode & 0o077 == 0
    assert (code, removed.status) == (0, 401)


def test_docs_without_a_session_are_shared_by_the_tokens_of_their_scope(server: Server) -> None:
    narrow = {"ada": ("--session", "ada-*"), "bo": ("--session", "bo-*", "--scope", "bo")}
    made = {name: command(server.workspace, "token", "add", name, *given)[1] for name, given in narrow.items()}
    owner, ada, bo = server.client(), *(server.client(made[name]["token"]) for name in narrow)
    pier = "The ferry of Trieste leaves from pier nine."
    send(owner, "POST", "/remember", {"text": pier})
    cat = send(bo, "POST", "/remember", {"text": "The cat of Bo is called Pixel."}).value["docs"][0]["id"]

    def found(client: Client, question: str) -> list[str]:
        return [hit["text"] for hit in send(client, "POST", "/recall", {"query": question}).value["hits"]]

    ferry, name = "from which pier does the ferry of Trieste leave", "what is the cat of Bo called"
    shared = found(ada, ferry), found(bo, name)
    hidden = found(bo, ferry), found(ada, name)
    of_others = [
        send(ada, "GET", f"/docs/{cat}"),
        send(ada, "POST", "/recall", {"query": name, "scope": "bo"}),
        send(ada, "POST", "/remember", {"text": "Pixel is a dog.", "scope": "bo"}),
    ]

    assert shared == ([pier], ["The cat of Bo is called Pixel."])
    assert pier not in hidden[0]
    assert "The cat of Bo is called Pixel." not in hidden[1]
    assert [answer.status for answer in of_others] == [404, 403, 403]


def test_two_servers_of_one_state_folder_are_one_too_many(server: Server) -> None:
    code, told = command(server.workspace, "serve", "--port", "0")

    assert code == 3
    assert "another server serves" in told


# -- errors ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/nothing", None, 404),
        ("GET", "/sessions/nobody/context", None, 404),
        ("GET", "/docs/ffffffffffff", None, 404),
        ("PUT", "/stats", None, 405),
        ("GET", "/sessions/s/messages", None, 405),
        ("POST", "/sessions/s/messages", "{", 400),
        ("POST", "/sessions/s/messages", "[]", 400),
        ("POST", "/sessions/s/messages", '{"messages":[{"role":"user","content":NaN}]}', 400),
        ("POST", "/sessions/s/messages", '{"messages":[{}],"session":"t"}', 400),
        ("POST", "/recall", "{}", 400),
        ("GET", "/sessions/s/context?session=t", None, 400),
        ("GET", "/docs?limit=1&limit=2", None, 400),
        ("POST", "/recall", "[" * 5_000, 400),
    ],
)
def test_what_cannot_be_used_has_a_status_and_says_what_to_do(
    client: Client, method: str, path: str, body: str | None, status: int
) -> None:
    answer = client.ask(method, f"/v1{path}", body)

    assert answer.status == status, answer.text
    assert {"code", "message", "retryable", "hint"} <= answer.value["error"].keys()
    assert "Traceback" not in answer.text


def test_the_document_says_every_route_that_is_served_and_every_answer_it_gives(client: Client) -> None:
    document = client.ask("GET", "/openapi.json").value

    assert document["openapi"].startswith("3.1")
    told = re.findall(r"`(?:GET|POST) (/v1/[^`?]+)", document["info"]["description"])
    assert len(told) >= 6
    assert {*told, *(MEMORY + path for _, path, _ in ROUTES)} <= document["paths"].keys()
    context = document["paths"]["/v1/sessions/{session}/context"]["get"]["responses"]["200"]["content"]
    fields = context["application/json"]["schema"]["properties"]
    assert fields["stale"]["description"].startswith("Whether the summary ends")
    for path, operations in document["paths"].items():
        for method in operations:
            asked = client.ask(method.upper(), re.sub(r"\{\w+\}", "ffffff", path), None)
            assert str(asked.status) in operations[method]["responses"], (method, path, asked.text)


# -- the audit ---------------------------------------------------------------------------------------------------


def test_c_10_a_server_started_on_an_existing_journal_gives_the_context_of_live_ingestion(tmp_path: Path) -> None:
    live, cold = [], []
    with serving_small(tmp_path / "live") as server:
        for message in story():
            hand_over(server.client(), "s", [message])
        live.append(context_of(server.client()))
        assert send(server.client(), "POST", "/sessions/s/swap", {"force": True}).value["outcome"] == "swapped"
        live.append(context_of(server.client()))
    journal = tmp_path / "cold" / ".context-memory" / "journal"
    journal.mkdir(parents=True)
    (journal / "s.jsonl").write_bytes((tmp_path / "live" / ".context-memory" / "journal" / "s.jsonl").read_bytes())
    for folder in ("capsules", "archive"):
        if (tmp_path / "live" / ".context-memory" / folder).exists():
            shutil.copytree(tmp_path / "live" / ".context-memory" / folder, journal.parent / folder)
    with serving_small(tmp_path / "cold") as server:
        cold.append(context_of(server.client()))
    with serving_small(tmp_path / "whole") as server:
        hand_over(server.client(), "s", story())
        cold.insert(0, context_of(server.client()))

    assert cold == live


def context_of(client: Client) -> dict[str, Any]:
    found = send(client, "GET", "/sessions/s/context?max_chars=5000").value
    return {name: value for name, value in found.items() if name not in {"built_at", "fresh_to"}}


def test_c_11_a_swap_is_in_the_audit_and_a_row_that_was_edited_is_named(tmp_path: Path) -> None:
    with serving_small(tmp_path / "w") as server:
        client = server.client()
        hand_over(client, "s", story(30))
        assert send(client, "POST", "/sessions/s/swap", {"force": True}).status == 200
        send(server.client("wrong" * 8), "GET", "/ping")
        rows = send(client, "GET", "/audit?limit=1000").value["rows"]
    log = server.workspace / ".context-memory" / "audit-chain.jsonl"
    whole = command(server.workspace, "audit", "verify")
    log.write_text(log.read_text(encoding="utf-8").replace('"event":"swap"', '"event":"spam"'), encoding="utf-8")
    edited = command(server.workspace, "audit", "verify")

    assert {"append", "swap", "refusal"} <= {row["event"] for row in rows}
    assert whole == (0, {"rows": len(rows), "ok": True, "faults": []})
    number = next(row["n"] for row in rows if row["event"] == "swap")
    assert edited == (
        3,
        {"rows": len(rows), "ok": False, "faults": [{"row": number, "line": number, "what": "edited"}]},
    )
    assert not any(word in log.read_text(encoding="utf-8") for word in ("backoff", "PAY-1", "prod.yaml"))
    assert not any(word in server.told for word in ("backoff", "PAY-1", "prod.yaml"))


# -- the helper --------------------------------------------------------------------------------------------------


def test_a_helper_answers_the_same_paths_on_a_socket_of_its_owner_and_ends_with_its_host(tmp_path: Path) -> None:
    with helping(tmp_path) as (process, client):
        hand_over(client, "s", story(3))
        mode = (tmp_path / "h.sock").stat().st_mode & 0o777
        found = send(client, "GET", "/sessions/s/context?max_chars=2000")
        unknown = client.ask("GET", "/v1/stats", headers={"authorization": "Bearer " + "x" * 40})
        missing = send(client, "GET", "/sessions/nobody/context")
        document = client.ask("GET", "/openapi.json")
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(timeout=300) == 0

    assert mode == 0o600
    assert "ticket PAY-102" in found.value["text"]
    assert (unknown.status, missing.status, document.status) == (401, 404, 200)
    assert not (tmp_path / "h.sock").exists()


def test_a_helper_and_a_server_of_one_workspace_see_the_same_session(tmp_path: Path) -> None:
    with serving(tmp_path) as server, helping(tmp_path) as (_, helper):
        client = server.client()
        for number in range(1, 41):
            hand_over(client if number % 2 else helper, "both", [said(number)])
        seen = [send(each, "GET", "/sessions/both/context").value["covers"] for each in (client, helper)]
    rows = _journaled(tmp_path, "both")

    assert [row["id"] for row in rows] == [f"m{number}" for number in range(1, 41)]
    assert seen == [{"first_seq": 1, "last_seq": 40, "message_count": 40}] * 2
    assert command(tmp_path, "audit", "verify")[1]["ok"]


def test_a_body_without_its_length_or_too_large_is_refused_by_a_helper(tmp_path: Path) -> None:
    with helping(tmp_path) as (_, client):
        large = client.ask("POST", "/v1/recall", b"", {"content-length": str(9 << 20)})
    with helping(tmp_path) as (_, client):
        sent = client.ask("POST", "/v1/recall", b"x" * (9 << 20))
    with helping(tmp_path) as (_, client):
        unsaid = client.ask("POST", "/v1/recall", b"", {"transfer-encoding": "chunked", "content-length": ""})

    assert (large.status, error(large)) == (413, "too_large")
    assert (sent.status, error(sent)) == (413, "too_large"), "read by a client that sends it whole before it reads"
    assert (unsaid.status, error(unsaid)) == (400, "bad_request")


def test_a_helper_answers_the_events_of_a_host_to_the_owner_of_the_socket_alone(tmp_path: Path) -> None:
    (tmp_path / "memories").mkdir()
    (tmp_path / "memories" / "errors.md").write_text("- 2026-11-20 PermissionDenied: rm -rf /etc/foo — ask\n")
    _, made = command(tmp_path, "token", "add", "ines", "--session", "ines-*")
    event = json.dumps({"event": "before_tool_call", "tool": "exec", "params": {"command": "rm -rf /etc/foo"}})
    with helping(tmp_path) as (_, client):
        refused = client.ask("POST", "/v1/hooks/openclaw", event)
        nothing = client.ask("POST", "/v1/hooks/openclaw", "{}")
        bad = client.ask("POST", "/v1/hooks/openclaw", "[1]")
        unknown = client.ask("POST", "/v1/hooks/emacs", event)
        limited = client.ask("POST", "/v1/hooks/openclaw", event, {"authorization": f"Bearer {made['token']}"})

    assert "rm -rf /etc/foo" in refused.value["block"]
    assert (nothing.status, nothing.value) == (200, {})
    assert (bad.status, unknown.status, limited.status) == (400, 404, 404)


# -- metrics and vectors -----------------------------------------------------------------------------------------


def test_metrics_count_calls_and_are_for_the_owner_alone(tmp_path: Path) -> None:
    with serving_small(tmp_path / "w") as server:
        client = server.client()
        hand_over(client, "s", [said(1)])
        send(client, "GET", "/sessions/none/context")
        shown = client.ask("GET", "/metrics")
        stranger = server.client("wrong" * 8).ask("GET", "/metrics")

    assert (shown.status, stranger.status) == (200, 401)
    assert 'context_memory_call_seconds_count{outcome="ok",verb="append"} 1.0' in shown.text
    assert 'context_memory_call_seconds_count{outcome="not_found",verb="context"} 1.0' in shown.text
    assert "context_memory_background_cpu_left" in shown.text


def test_vectors_are_given_where_an_embedder_is_on(tmp_path: Path) -> None:
    with serving_small(tmp_path / "w") as server:
        answer = send(server.client(), "POST", "/embeddings", {"input": "which port"})

    assert (answer.status, error(answer)) == (404, "not_found")


def test_a_body_that_is_too_large_is_refused_in_the_shape_of_the_path(tmp_path: Path) -> None:
    with serving_small(tmp_path / "w") as server:
        answers = [
            server.client().ask("POST", path, b"", {"content-length": "9000000"})
            for path in ("/v1/recall", "/api/v1/memory/recall")
        ]
        sent = server.client().ask("POST", "/v1/recall", b"x" * (9 << 20))
        in_chunks = server.client().ask("POST", "/v1/recall", [b"x" * (1 << 20)] * 9)

    assert [each.status for each in answers] == [413, 413]
    assert [each.status for each in (sent, in_chunks)] == [413, 413], "read by a client that sends all before it reads"
    assert error(answers[0]) == "too_large"
    assert isinstance(answers[1].value["error"], str)


def test_a_log_without_rows_is_not_called_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.run("audit", ["verify", "--workspace", str(tmp_path)], program="context-memory audit") == 0

    assert capsys.readouterr().out == "no requests yet\n"
