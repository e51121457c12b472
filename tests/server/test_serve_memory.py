"""The memory over HTTP (SPEC 5.6, E-14, E-15): a real server process, a real client, and what must not get through."""

import contextlib
import json
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from context_memory.cli.run import run
from context_memory.memory.assembly import open_store
from context_memory.memory.docs import Kind
from context_memory.server.routes import PREFIX, ROUTES
from context_memory.storage import places

from ..memory_server import MEMORY, REPOSITORY, SCRIPT, Client, Server, of, serving

ALL = [(method, (PREFIX + path).replace("{doc_id}", "tea")) for method, path, _ in ROUTES]
NAMES = [f"{method} {path}" for method, path in ALL]
TLS = REPOSITORY / "tests" / "fixtures" / "tls"
"""A certificate of nobody, for memory.example, localhost and 127.0.0.1, and its key."""
CERTIFICATE, KEY = ("--tls-cert", str(TLS / "certificate.pem")), ("--tls-key", str(TLS / "key.pem"))
EMBARRASSING = ("Traceback", 'File "', "site-packages", "sqlite3", "context_memory/")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    workspace = tmp_path_factory.mktemp("served")
    (workspace / "MEMORY.md").write_text("# Ports\n\n- the harbour crane listens on 8443\n", encoding="utf-8")
    with serving(workspace) as server:
        yield server
    assert server.told.strip() == "stopped"


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    client = server.client()
    yield client
    client.close()


def command(capsys: pytest.CaptureFixture[str], name: str, *arguments: str) -> tuple[int, str]:
    code = run(name, arguments, program=f"{name}.py")
    shown = capsys.readouterr()
    assert code != 1, shown.err
    return code, shown.out


# -- who may ask ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("method", "path"), ALL, ids=NAMES)
def test_e_15_no_route_answers_without_the_token(client: Client, method: str, path: str) -> None:
    """E-15."""
    for header in ("", "Bearer wrong", "Bearer", f"Basic {client.token}", f"Bearer {client.token}x", client.token):
        answer = client.ask(method, path, headers={"authorization": header})

        assert (answer.status, answer.value) == (401, {"error": "unauthorized"})
        assert answer.headers["www-authenticate"] == "Bearer"


def test_without_the_token_nobody_learns_which_paths_there_are(client: Client) -> None:
    for path in ("/", "/nothing", f"{MEMORY}/nothing", f"{MEMORY}/docs/", "/healthz/", "//healthz", "/healthz/../docs"):
        assert client.ask("GET", path, headers={"authorization": ""}).status == 401


def test_health_answers_without_the_token_and_tells_nothing(client: Client) -> None:
    answer = client.ask("GET", "/healthz", headers={"authorization": ""})

    assert (answer.status, answer.value) == (200, {"ok": True})


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("host", "evil.example"),
        ("host", "127.0.0.1.evil.example"),
        ("host", "[::1"),
        ("host", "localhost@evil.example"),
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("origin", "file://localhost"),
    ],
)
def test_a_name_that_was_rebound_or_a_page_of_another_site_is_refused(client: Client, header: str, value: str) -> None:
    """C-09, and SPEC 3.6: Host must be loopback, Origin absent or allowed, with the right token too."""
    answer = client.ask("GET", f"{MEMORY}/stats", headers={header: value})

    assert answer.status == 403
    assert "hint" in answer.value


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:99", "127.0.0.1", "[::1]:8770"])
def test_every_name_of_loopback_is_served(client: Client, host: str) -> None:
    assert client.ask("GET", f"{MEMORY}/stats", headers={"host": host}).status == 200


def test_the_token_lies_in_the_users_state_folder_in_a_file_that_only_its_owner_reads(server: Server) -> None:
    file = Path(server.where["token_file"])

    assert file.parent.name == "tokens"
    assert not file.is_relative_to(server.workspace / ".context-memory")
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(file.read_text(encoding="utf-8").strip()) >= 43


# -- lists and counts -------------------------------------------------------------------------------


def test_e_15_counts_come_by_tier_kind_and_scope(tmp_path: Path) -> None:
    """E-15: 200, and the counts of `context-memory memory status`."""
    with serving(tmp_path) as server:
        client = server.client()
        client.remember("tea at five", kind="preference")
        pinned = client.remember("Inés paints", kind="entity", scope="work")
        client.send("POST", of(pinned, "/pin"))
        gone = client.remember("coffee at six")
        client.send("DELETE", of(gone))

        answer = client.get("/stats")

    assert answer.status == 200
    assert answer.value == {
        "total": 2,
        "by_tier": {"core": 1, "working": 1},
        "by_kind": {"entity": 1, "preference": 1},
        "by_scope": {"agent:main": 1, "agent:work": 1},
        "pinned": 1,
        "forgotten": 1,
    }


@pytest.mark.parametrize(
    "limit", ["0", "1001", "-1", "", "ten", "1.5", "５", "1e2", "99999999999999999999", "1_0", " 5"]
)
def test_e_15_a_limit_outside_1_to_1000_is_refused(client: Client, limit: str) -> None:
    """E-15: limit 0 and 1001. 0 is refused like any other number that no list can have; `stats` counts."""
    answer = client.get("/docs", limit=limit)

    assert answer.status == 400
    assert "limit" in answer.value["error"]
    assert answer.value["hint"] == "a whole number from 1 to 1,000"


@pytest.mark.parametrize("limit", ["1", "1000"])
def test_e_15_the_ends_of_the_range_are_good(client: Client, limit: str) -> None:
    assert client.get("/docs", limit=limit).status == 200


def test_e_15_an_unknown_kind_is_refused_with_the_names_of_all_kinds(client: Client) -> None:
    """E-15: upstream finds nothing and says nothing."""
    answer = client.get("/docs", kind="facts")

    assert answer.status == 400
    assert all(kind in answer.value["hint"] for kind in Kind)


@pytest.mark.parametrize("query", ["kinds=fact", "limit=1&limit=2", "q=tea&scope=a&scope=b"])
def test_a_filter_that_is_misspelt_or_given_twice_is_refused(client: Client, query: str) -> None:
    assert client.ask("GET", f"{MEMORY}/docs?{query}").status == 400


def test_a_list_has_the_fields_of_the_source_and_at_most_200_docs_with_the_number_of_all(tmp_path: Path) -> None:
    """SPEC 5.6: limit default 200, total before limit."""
    with serving(tmp_path) as server:
        client = server.client()
        lines = [{"text": f"Crane {n} stands in dock {n}. It is red. It is old. It moves."} for n in range(205)]
        assert client.send("POST", "/docs", lines).status == 201

        whole, few = client.get("/docs"), client.get("/docs", limit=3)
        searched = client.get("/docs", q="crane", limit=2)

    assert (len(whole.value["docs"]), whole.value["total"]) == (200, 205)
    assert (len(few.value["docs"]), few.value["total"]) == (3, 205)
    assert (len(searched.value["docs"]), searched.value["total"]) == (2, 205)
    doc = few.value["docs"][0]
    wanted = "id scope kind text abstract_text overview_text tags tier importance pinned created_at accessed_at"
    assert {*wanted.split(), "access_count", "relevance_score"} <= doc.keys()
    assert doc["abstract_text"] == doc["text"].partition(" It")[0]
    assert doc["overview_text"] == doc["text"].removesuffix(" It moves.")
    assert (doc["tier"], doc["kind"], doc["relevance_score"]) == ("working", "remember", 0.64)


def test_filters_stand_inside_the_search_so_that_others_do_not_push_out_what_is_wanted(tmp_path: Path) -> None:
    """SPEC 5.6: upstream filters after the search took its best."""
    with serving(tmp_path) as server:
        client = server.client()
        others = [{"text": f"the crane crane crane number {n}", "scope": "other"} for n in range(1_300)]
        others += [{"text": f"crane crane crane {n}", "kind": "fact"} for n in range(1_300)]
        client.send("POST", "/docs", others)
        wanted = client.remember("on a long walk we saw that there is a crane at the harbour too", kind="lesson")

        by_kind = client.get("/docs", q="crane", kind="lesson", limit=1)
        by_both = client.get("/docs", q="crane", kind="LESSON", scope="main", limit=1)
        neither = client.get("/docs", q="crane", kind="lesson", scope="other")
        listed = client.get("/docs", kind="lesson", scope="main")

    for answer in (by_kind, by_both, listed):
        assert ([doc["id"] for doc in answer.value["docs"]], answer.value["total"]) == ([wanted], 1)
    assert neither.value == {"docs": [], "total": 0}


# -- changes ----------------------------------------------------------------------------------------


def test_a_doc_is_written_shown_pinned_weighed_forgotten_and_brought_back(client: Client) -> None:
    """SPEC 5.6: what upstream left unfinished."""
    written = client.send("POST", "/docs", {"text": "Kettles are descaled in May", "kind": "procedure"})
    handle = written.value["id"]
    assert (written.status, written.value["outcome"]) == (201, "added")
    again = client.send("POST", "/docs", {"text": "kettles are  descaled in may", "kind": "procedure"})
    assert (again.status, again.value["outcome"], again.value["id"]) == (200, "refreshed", handle)

    assert client.send("POST", of(handle, "/pin")).value["pinned"] is True
    assert client.get(of(handle)).value["relevance_score"] == 1.0
    assert client.send("DELETE", of(handle, "/pin")).value["pinned"] is False
    assert client.send("POST", f"/{handle}/pin").value["pinned"] is True  # RsClaw's own path
    assert client.send("DELETE", f"/{handle}/pin").value["pinned"] is False
    weighed = client.send("PATCH", of(handle), {"importance": 0.2})
    assert (weighed.status, weighed.value["importance"]) == (200, 0.2)

    assert client.send("DELETE", of(handle[:8])).value["forgotten_at"]
    assert handle not in client.get("/recall", query="kettles descaled").text
    assert client.send("DELETE", of(handle)).status == 200
    assert client.send("POST", of(handle, "/restore")).value["forgotten_at"] is None
    assert client.get("/recall", query="kettles descaled").value["hits"][0]["id"] == handle


@pytest.mark.parametrize(
    ("method", "rest", "value"),
    [("GET", "", None), ("DELETE", "", None), ("PATCH", "", {"importance": 0.5}), ("POST", "/pin", None)],
)
def test_a_doc_that_is_not_there_is_404(client: Client, method: str, rest: str, value: object) -> None:
    for handle in ("nobody-knows-this", "x", "..", "%", "no/body", "\0", "灯塔在这里"):
        answer = client.send(method, of(handle, rest), value)
        assert (answer.status, list(answer.value)) == (404, ["error", "hint"]), handle


@pytest.mark.parametrize("doc_id", ["a/b", "../../etc/passwd", "docs/x/pin", "100 %", "灯塔#1", "a?b&c", "%2F", "."])
def test_any_id_names_its_doc(client: Client, doc_id: str) -> None:
    assert client.remember(f"the doc with the odd id {doc_id}", id=doc_id) == doc_id

    assert client.get(of(doc_id)).value["id"] == doc_id
    assert client.send("POST", of(doc_id, "/pin")).value["pinned"] is True
    assert client.send("DELETE", of(doc_id)).status == 200


@pytest.mark.parametrize("importance", [-0.1, 1.1, "0.5", None, True, [], {}, 10**400])
def test_an_importance_is_a_number_from_0_to_1(client: Client, importance: object) -> None:
    handle = client.remember("weigh me")

    assert client.send("PATCH", of(handle), {"importance": importance}).status == 400
    assert client.get(of(handle)).value["importance"] == 0.8


def test_what_stands_in_a_file_is_changed_there_and_the_word_of_nobody_stays_light(client: Client) -> None:
    piece = client.get("/recall", query="harbour crane port 8443").value["hits"][0]["id"]
    foreign = client.remember("the web says that cranes fly", source="https://example.com")

    for answer in (
        client.send("POST", of(piece, "/pin")),
        client.send("PATCH", of(piece), {"importance": 0.9}),
        client.send("PATCH", of(foreign), {"importance": 0.9}),
    ):
        assert answer.status == 409
        assert answer.value["hint"]
    assert client.send("PATCH", of(foreign), {"importance": 0.6}).status == 200


def test_secrets_are_taken_out_and_a_list_is_written_whole_or_not_at_all(server: Server, client: Client) -> None:
    """As `remember --batch` does it (SPEC U-05), but nobody reads what would be skipped here."""
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    client.remember(f"the token of the mirror is {secret}")
    before = client.get("/stats").value["total"]

    mixed = client.send("POST", "/docs", [{"text": "a good one"}, {"text": ""}, {"text": "another"}])
    listed = client.send("POST", "/docs", [{"text": "one of two", "kind": "fact"}, {"text": "two of two"}])

    assert (mixed.status, mixed.value["error"]) == (400, 'doc 2: "text" is missing or empty')
    assert [doc["outcome"] for doc in listed.value["docs"]] == ["added", "added"]
    assert client.get("/stats").value["total"] == before + 2
    for file in (server.workspace / ".context-memory").iterdir():
        assert secret.encode() not in file.read_bytes()


# -- recall -----------------------------------------------------------------------------------------


def test_recall_gives_what_the_command_prints_and_the_block(
    server: Server,
    client: Client,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CONTEXT_MEMORY_TRUSTED", str(server.workspace))  # the server's home is another one
    client.send(
        "POST", "/docs", [{"text": "部署在每个星期二", "scope": "work"}, {"text": "Deploys go out on Tuesdays"}]
    )
    asked = [{"query": "when do deploys go out"}, {"query": "什么时候部署", "scope": "work"}, {"query": ""}]
    batch = tmp_path / "asked.jsonl"
    batch.write_text("".join(f"{json.dumps(line)}\n" for line in asked), encoding="utf-8")
    now = "2026-11-20T12:00:00Z"

    _, out = command(
        capsys, "recall", "--batch", str(batch), "--no-touch", "--now", now, "--workspace", str(server.workspace)
    )
    printed = [json.loads(line) for line in out.splitlines()]
    answers = [client.get("/recall", now=now, touch="false", **line).value for line in asked]
    posted = [client.send("POST", "/recall", {"now": now, "touch": False, **line}).value for line in asked]

    for expected, got, sent in zip(printed, answers, posted, strict=True):
        assert [got[name] for name in ("query", "hits", "degraded")] == [
            expected[name] for name in ("query", "hits", "degraded")
        ]
        assert sent["hits"] == got["hits"]
    assert "- Deploys go out on Tuesdays (" in answers[0]["block"]["text"]
    assert answers[0]["block"]["hash"].startswith("sha256:")
    assert answers[2]["block"]["text"] == ""


@pytest.mark.parametrize(
    "parameters",
    [{}, {"query": "tea", "limit": 0}, {"query": "tea", "now": "soon"}, {"query": "tea", "budget": 5}, {"q": "tea"}],
)
def test_a_question_that_cannot_be_asked_is_refused(client: Client, parameters: dict[str, object]) -> None:
    assert client.get("/recall", **parameters).status == 400
    assert client.send("POST", "/recall", parameters).status == 400


def test_the_host_that_speaks_to_itself_recalls_nothing(client: Client) -> None:
    """SPEC 5.5."""
    assert client.get("/recall", query="harbour crane", channel="heartbeat").value["hits"] == []


def test_what_was_given_out_is_counted_once_the_server_has_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """SPEC 5.5: touches are persisted in batches; upstream loses them."""
    with serving(tmp_path) as server:
        client = server.client()
        handle = client.remember("tea at five")
        for _ in range(3):
            client.get("/recall", query="tea")
        client.get("/recall", query="tea", touch="false")

    _, out = command(capsys, "memory show", handle, "--json", "--workspace", str(tmp_path))
    assert json.loads(out)["access_count"] == 3


def test_a_memory_file_that_a_person_edits_is_found_while_the_server_runs(server: Server, client: Client) -> None:
    folder = server.workspace / "memories"
    folder.mkdir()
    (folder / "boats.md").write_text("# Boats\n\n- the Albatross leaks at the stern\n", encoding="utf-8")

    found = ""
    for _ in range(400):  # answers may be half a second behind a file
        found = client.get("/recall", query="albatross leaks", touch="false").text
        if "stern" in found:
            break
    assert "memories/boats.md" in found


# -- hostile input ----------------------------------------------------------------------------------

BODIES = {
    "empty": b"",
    "no JSON": b"tea",
    "no UTF-8": b'{"text": "\xff\xfe"}',
    "cut": b'{"text": "tea',
    "not a number": b'{"text": NaN}',
    "a number": b"7",
    "null": b"null",
    "texts in a list": b'["tea"]',
    "a list in a list": b'[[{"text": "tea"}]]',
    "too deep": b"[" * 100_000,
    "too deep in it": b'{"text": ' + b'{"a":' * 60_000,
    "a giant number": b'{"text": "a", "seq": ' + b"9" * 5_000 + b"}",
    "a text that is none": b'{"text": {"a": 1}}',
    "a time that is none": b'{"text": "a", "created_at": "yesterdayish"}',
    "a giant text": b'{"text": "' + b"a" * 1_000_001 + b'"}',
    "two values": b'{"text": "a"} {"text": "b"}',
}


@pytest.mark.parametrize("name", BODIES)
def test_a_body_that_cannot_be_used_is_400_and_writes_nothing(client: Client, name: str) -> None:
    before = client.get("/stats").value["total"]
    for method, path in (("POST", "/docs"), ("POST", "/recall"), ("PATCH", "/docs/tea")):
        answer = client.ask(method, f"{MEMORY}{path}", BODIES[name])
        assert answer.status == 400, answer.text
        assert not any(word in answer.text for word in EMBARRASSING)
        assert len(answer.text) < 1_000
    assert client.get("/stats").value["total"] == before


def test_half_a_surrogate_pair_and_control_characters_come_back_as_something_utf_8_knows(client: Client) -> None:
    answer = client.ask("POST", f"{MEMORY}/docs", b'{"text": "half \\ud83d of a face \\u0000 \\u001b[31m"}')

    assert answer.status == 201
    assert "half \ufffd of a face" in client.get(of(answer.value["id"])).value["text"]


@pytest.mark.parametrize(
    "query", ["q=%FF%FE", "q=%00", "q=" + "(" * 5_000, 'q="a" AND OR NEAR(', "q=%ED%A0%80", "scope=%0a"]
)
def test_a_question_of_any_bytes_is_answered(client: Client, query: str) -> None:
    answer = client.ask("GET", f"{MEMORY}/docs?{query.replace(' ', '%20')}")

    assert answer.status == 200, answer.text


def test_more_than_is_taken_is_413_said_before_or_not(server: Server) -> None:
    address = urlsplit(server.where["url"])
    head = f"POST {MEMORY}/docs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {server.token}\r\n"
    for headers, body in (
        ("Content-Length: 9999999999\r\n\r\n", b""),
        ("Content-Length: " + "9" * 4_000 + "\r\n\r\n", b""),
        ("Transfer-Encoding: chunked\r\n\r\n", (b"100000\r\n" + b" " * 0x100000 + b"\r\n") * 9),
    ):
        with socket.create_connection((address.hostname, address.port), timeout=300) as raw:
            raw.sendall((head + headers).encode())
            with contextlib.suppress(OSError):  # it closed the door before all was through
                raw.sendall(body)
            assert raw.recv(4_000).split(b"\r\n")[0].split()[1] in {b"413", b"400"}


@pytest.mark.parametrize(
    "raw",
    [
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        b"GET " + b"/" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
)
def test_what_is_no_request_gets_a_4xx_and_the_server_goes_on(server: Server, raw: bytes) -> None:
    address = urlsplit(server.where["url"])
    with socket.create_connection((address.hostname, address.port), timeout=300) as connection:
        connection.sendall(raw)
        answer = connection.recv(4_000)

    assert answer.split()[1].startswith(b"4")
    assert not any(word.encode() in answer for word in EMBARRASSING)
    assert server.client().get("/stats").status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/../../etc/passwd",
        "/docs/../../../etc/passwd",
        "/docs/..%2f..%2f..%2fetc%2fpasswd",
        "/%2e%2e/stats",
        "/docs//pin",
    ],
)
def test_no_path_leads_anywhere_else(client: Client, path: str) -> None:
    answer = client.ask("GET", f"{MEMORY}{path}")

    assert answer.status in {404, 405}
    assert "root:" not in answer.text


def test_a_method_that_is_not_served_is_405_in_json(client: Client) -> None:
    answer = client.ask("PUT", f"{MEMORY}/docs")

    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD, POST")
    assert "hint" in answer.value


# -- beside other processes -------------------------------------------------------------------------


def test_e_14_commands_work_while_the_server_runs_and_four_clients_write(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    """E-14: nothing that was acknowledged by either is lost, and each sees what the other wrote."""
    here = ("--workspace", str(server.workspace))
    told: dict[str, str] = {}
    faults: list[str] = []
    started = threading.Barrier(5)

    def write(name: str) -> None:
        client = server.client()
        started.wait(300)
        for number in range(15):
            text = f"client {name} moors boat {number}"
            try:
                told[client.remember(text)] = text
                client.get("/recall", query=f"boat {number}")
            except AssertionError as error:
                faults.append(str(error))
        client.close()

    writers = [threading.Thread(target=write, args=(name,)) for name in ("ann", "bob", "cid", "dee")]
    for writer in writers:
        writer.start()
    started.wait(300)
    reader = server.client()
    for number in range(4):
        code, out = command(capsys, "remember", f"the command moors ship {number}", "--json", *here)
        handle = json.loads(out)["id"]
        assert code == 0
        assert reader.get("/recall", query=f"command moors ship {number}").value["hits"][0]["id"] == handle
        code, out = command(capsys, "recall", f"ship {number}", *here)
        assert code == 0
        assert f"ship {number}" in out
        assert command(capsys, "forget", handle, *here)[0] == 0
        assert reader.get(of(handle)).value["forgotten_at"]
        assert command(capsys, "memory status", *here)[0] == 0
    for writer in writers:
        writer.join()

    assert faults == []
    assert len(told) == 60
    store = open_store(places.of_workspace(server.workspace))
    assert {doc.id: doc.text for doc in store.get_many(told).values()} == told
    assert not store.rebuild_if_damaged()
    store.close()


def test_readers_at_once_get_the_same_answer(server: Server, client: Client) -> None:
    client.send("POST", "/docs", [{"text": f"lamp {n} burns in tower {n % 7}"} for n in range(50)])
    expected = [hit["id"] for hit in client.get("/recall", query="lamp in tower 3", touch="false").value["hits"]]
    got: list[list[str]] = []

    def read() -> None:
        own = server.client()
        for _ in range(5):
            answer = own.get("/recall", query="lamp in tower 3", touch="false")
            got.append([hit["id"] for hit in answer.value["hits"]])
        own.close()

    readers = [threading.Thread(target=read) for _ in range(8)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()

    assert got == [expected] * 40


def test_killed_it_loses_nothing_that_it_acknowledged_and_starts_again_with_the_same_token(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        client = first.client()
        ids = [client.remember(f"crate {number} holds lamps") for number in range(20)]
        port = str(urlsplit(first.where["url"]).port)
        assert first.stop(signal.SIGKILL) == -signal.SIGKILL

    with serving(tmp_path, "--port", port) as second:
        assert second.token == first.token
        answer = second.client().get("/docs", q="crate lamps", limit=100)

    assert {doc["id"] for doc in answer.value["docs"]} == set(ids)


def test_a_database_that_is_deleted_or_damaged_under_it_is_built_anew(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        client = server.client()
        handle = client.remember("tea at five")
        state = tmp_path / ".context-memory"
        for name in ("state.sqlite", "state.sqlite-wal", "state.sqlite-shm"):
            (state / name).unlink(missing_ok=True)

        assert client.get("/recall", query="tea").value["hits"][0]["id"] == handle
        other = client.remember("coffee at six")
        for name in ("state.sqlite", "state.sqlite-wal", "state.sqlite-shm"):
            (state / name).rename(state / f"put-away-{name}")
        (state / "state.sqlite").write_bytes(b"no database at all" * 1_000)
        answer = client.get("/recall", query="coffee")

    assert answer.value["hits"][0]["id"] == other
    assert "was damaged" in server.told
    assert list(state.glob("state.sqlite.corrupt*"))


# -- listening --------------------------------------------------------------------------------------


def refused(capsys: pytest.CaptureFixture[str], workspace: Path, *arguments: str) -> tuple[int, str]:
    """Exit code and message of a start that is to fail, before anything is served."""
    code = run("serve", ("--workspace", str(workspace), *arguments), program="context-memory.py serve")
    shown = capsys.readouterr()
    assert (shown.out, "Traceback" in shown.err) == ("", False)
    return code, shown.err


def test_an_interrupt_ends_it_in_good_order_too(tmp_path: Path) -> None:
    """SIGTERM ends all the others here, and `serving` looks at what they leave."""
    with serving(tmp_path) as server:
        server.client().remember("tea at five")
        assert server.stop(signal.SIGINT) == 0

    assert server.told == "stopped\n"


def test_a_second_one_on_the_same_port_is_told_so(
    server: Server, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = refused(capsys, tmp_path, "--port", str(urlsplit(server.where["url"]).port))

    assert code == 3
    assert "is in use" in said
    assert "serve" in said
    assert client.get("/stats").status == 200


def test_a_unix_socket_is_its_owners_needs_no_token_and_outlives_no_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """SPEC 6, 13: bearer on TCP, file mode on a Unix socket."""
    path = tmp_path / "run" / "m.sock"
    with serving(tmp_path, "--uds", str(path)) as server:
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700
        assert server.client(token="").get("/stats").status == 200
        second = refused(capsys, tmp_path, "--uds", str(path))
        assert second[0] == 3
        assert "is in use" in second[1]
        server.stop(signal.SIGKILL)
    assert path.is_socket()

    with serving(tmp_path, "--uds", str(path)) as server:
        assert server.client(token="").get("/stats").status == 200
    assert not path.exists()


def test_tls_is_spoken_under_the_name_that_was_allowed_with_a_token_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("correct-horse-battery-staple\n", encoding="utf-8")
    file.chmod(0o600)
    arguments = (*CERTIFICATE, *KEY, "--allow-host", "memory.example", "--token-file", str(file))
    with serving(tmp_path, *arguments) as server:
        client = server.client("correct-horse-battery-staple")
        assert server.where["url"].startswith("https://")
        assert client.get("/stats").status == 200
        assert client.ask("GET", f"{MEMORY}/stats", headers={"host": "Memory.Example:8770"}).status == 200
        assert client.ask("GET", f"{MEMORY}/stats", headers={"host": "other.example"}).status == 403


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--host", "0.0.0.0"), 3, "--tls-cert"),
        (("--host", "::"), 3, "--tls-cert"),
        (("--host", "192.0.2.1"), 3, "--tls-cert"),
        (("--host", "no such host"), 3, "--tls-cert"),
        (("--host", "0.0.0.0", *CERTIFICATE, *KEY), 2, "--allow-host"),
        (CERTIFICATE, 2, "--tls-key"),
        ((*CERTIFICATE, "--tls-key", str(SCRIPT)), 2, "PEM"),
        (("--host", "192.0.2.1", "--port", "0", *CERTIFICATE, *KEY), 3, "--host"),
        (("--port", "65536"), 2, "65535"),
        (("--uds", "/tmp/" + "x" * 120), 2, "too long"),
        (("--uds", str(SCRIPT)), 3, "no socket"),
    ],
)
def test_where_it_must_not_listen_it_does_not_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int, words: str
) -> None:
    """C-09: 0.0.0.0 without TLS, refuse to start."""
    ended, said = refused(capsys, tmp_path, *arguments)

    assert ended == code, said
    assert words in said


@pytest.mark.parametrize(
    ("content", "mode", "code"), [("a" * 43, 0o644, 3), ("short", 0o600, 2), ("a b" * 9, 0o600, 2)]
)
def test_a_token_that_others_may_read_or_guess_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, mode: int, code: int
) -> None:
    file = tmp_path / "token"
    file.write_text(content, encoding="utf-8")
    file.chmod(mode)

    ended, said = refused(capsys, tmp_path, "--token-file", str(file), "--port", "0")

    assert ended == code
    assert content not in said


def test_without_its_libraries_it_says_which_extra_has_them(tmp_path: Path) -> None:
    call = [sys.executable, "-S", str(SCRIPT), "serve", "--workspace", str(tmp_path)]
    done = subprocess.run(call, capture_output=True, text=True, timeout=300, check=False)

    assert done.returncode == 3
    assert "pip install 'prometheus-client" in done.stderr
