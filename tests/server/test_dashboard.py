"""The dashboard of a real server, without a browser: who gets in, what a form needs, what a token shows."""

import contextlib
import html
import http.client
import re
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from context_memory.memory.docs import Kind
from context_memory.provider.grants import OWNER, Grant
from context_memory.provider.http import ROUTES
from context_memory.provider.verbs import VERBS
from context_memory.server.dashboard import rendering
from context_memory.server.dashboard.logins import MOST, SECONDS, Logins
from context_memory.server.dashboard.views import report_of
from context_memory.server.serve import LAST_ANSWERS
from context_memory.storage import templates

from ..memory_server import MEMORY, Server
from ..provider.processes import command, hand_over, send, serving_small
from ..provider.providers import said, story
from .visitors import Elements, Visitor


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_small(tmp_path_factory.mktemp("w")) as server:
        hand_over(server.client(), "ines-1", story(30))
        hand_over(server.client(), "private", [said(1, "The vault of Zanzibar opens at nine.")])
        yield server


@pytest.fixture
def visitor(server: Server) -> Visitor:
    visitor = Visitor(server)
    assert visitor.log_in().status == 303
    return visitor


# -- coming and going ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/ui/", "/ui/docs", "/ui/nothing", "/ui/events", "/ui/session?id=private"])
def test_without_a_login_every_path_is_the_same_form(server: Server, path: str) -> None:
    answer = Visitor(server).get(path)
    fields = {attributes.get("name") for tag, attributes in Elements(answer.text).tags if tag == "input"}

    assert answer.status == 401
    assert fields == {"next", "token"}
    assert "Zanzibar" not in answer.text


@pytest.mark.parametrize("token", ["", "no-such-token", "x" * 5_000, "\x00", "令牌", "' OR 1=1"])
def test_a_wrong_token_opens_nothing_and_is_in_the_audit(server: Server, token: str) -> None:
    visitor = Visitor(server)
    answer = visitor.log_in(token)
    rows = server.client().ask("GET", "/v1/audit?newest=true&limit=5").value["rows"]

    assert (answer.status, visitor.cookie) == (401, "")
    assert 'role="alert"' in answer.text
    assert (rows[-1]["event"], rows[-1]["reason"]) == ("refusal", "login")
    if token:
        assert token not in answer.text


def test_the_cookie_is_for_this_server_and_no_script_reads_it(server: Server) -> None:
    visitor = Visitor(server)
    answer = visitor.log_in()
    cookie = answer.headers["set-cookie"]

    assert answer.headers["location"] == "/"
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert cookie.startswith(f"context_memory_{urlsplit(server.where['url']).port}=")
    assert server.token not in cookie


def test_who_logs_out_is_out(visitor: Visitor) -> None:
    before = visitor.get("/").status
    answer = visitor.post("/ui/logout", {"csrf": visitor.csrf()})

    assert (before, answer.status, visitor.get("/").status) == (200, 303, 401)


@pytest.mark.parametrize(
    "next_page", ["https://evil.example/", "//evil.example", "/\\evil.example", "/ui/\r\nx: y", "ui"]
)
def test_a_login_leads_to_our_pages_only(server: Server, next_page: str) -> None:
    answer = Visitor(server).post("/ui/login", {"token": server.token, "next": next_page})

    assert (answer.status, answer.headers["location"]) == (303, "/")


def test_a_login_ends_with_its_token_after_its_time_and_when_there_are_too_many() -> None:
    now, tokens = [0.0], {"a": OWNER, "b": Grant("b", ("b",))}
    logins = Logins(tokens.get, lambda: now[0])
    first, second = logins.open("a"), logins.open("b")
    assert first is not None
    assert second is not None
    seen = logins.visitor(second)
    assert seen is not None
    assert seen.grant.name == "b"

    del tokens["b"]
    assert logins.visitor(second) is None
    now[0] = SECONDS
    assert logins.visitor(first) is None
    cookies = [logins.open("a") or "" for _ in range(MOST + 1)]
    assert [logins.visitor(cookie) is None for cookie in cookies].count(True) == 1
    assert logins.open("nobody") is None


# -- forms -----------------------------------------------------------------------------------------------------------


def test_a_form_without_the_token_of_its_login_does_nothing(visitor: Visitor) -> None:
    for fields in ({}, {"csrf": ""}, {"csrf": "x" * 43}, {"csrf": Visitor(visitor.server).cookie}):
        assert visitor.post("/ui/logout", fields).status == 403
    assert visitor.get("/").status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://localhost:1"},
        {"origin": "null"},
        {"origin": "https://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_form_of_another_page_does_nothing(visitor: Visitor, headers: dict[str, str]) -> None:
    sent = {"csrf": visitor.csrf()}

    assert visitor.post("/ui/logout", sent, **headers).status == 403
    assert visitor.post("/ui/login", {"token": visitor.server.token}, **headers).status == 403
    assert visitor.get("/").status == 200


def test_a_cookie_opens_pages_and_nothing_else(visitor: Visitor) -> None:
    """A page of another origin that rides on the cookie reaches no API."""
    for path in ("/v1/stats", "/v1/sessions", "/api/v1/memory/stats", "/openapi.json"):
        assert visitor.get(path).status == 401
    assert Visitor(visitor.server).get("/", authorization=f"Bearer {visitor.server.token}").status == 401


def test_pages_load_nothing_from_elsewhere_and_run_no_script_of_their_own(visitor: Visitor) -> None:
    for path in ("/", "/ui/nothing"):
        answer = visitor.get(path)
        rules = dict(rule.strip().partition(" ")[::2] for rule in answer.headers["content-security-policy"].split(";"))
        tags = Elements(answer.text).tags

        assert rules["default-src"] == "'none'"
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"
        assert answer.headers["cache-control"] == "no-store"
        assert [attributes["src"].partition("?")[0] for tag, attributes in tags if tag == "script"] == ["/ui/script.js"]
        assert not [name for _, attributes in tags for name in attributes if name.startswith("on") or name == "style"]


# -- what is seen ----------------------------------------------------------------------------------------------------


def test_the_sessions_are_there_with_their_fill(visitor: Visitor) -> None:
    page = visitor.get("/").text

    assert "Never touch config/prod.yaml. Fix the retry loop." in Elements(page).text
    assert '/ui/session?id=ines-1"' in page
    assert "/ui/session?id=private" in page


def test_a_session_is_named_by_what_was_asked_first_and_when_it_began(visitor: Visitor) -> None:
    page = visitor.get("/ui/audit").text
    link = page.partition('href="/ui/session?id=ines-1"')[2].partition("</td>")[0]

    assert "Never touch config/prod.yaml. Fix the retry" in link
    assert 'title="ines-1"' in link
    assert '<time class="fine" datetime="2' in link


def test_every_request_of_the_api_is_on_a_page(visitor: Visitor) -> None:
    page = Elements(visitor.get("/ui/api").text).text

    assert 'href="/ui/api"' in visitor.get("/").text
    for route in ROUTES:
        assert f"{route.method} /v1{route.path}" in page
    assert f"PATCH {MEMORY}/docs/{{doc_id}}" in page


def test_c_08_a_token_shows_its_sessions_and_no_others(server: Server) -> None:
    code, made = command(server.workspace, "token", "add", "ines", "--session", "ines-*", "--scope", "ines")
    assert code == 0
    visitor = Visitor(server)
    visitor.log_in(made["token"])
    page = visitor.get("/").text

    assert "/ui/session?id=ines-1" in page
    assert "Zanzibar" not in page
    assert "private" not in page
    assert visitor.get("/ui/events?session=private").status == 403


# -- live ------------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def streaming(visitor: Visitor, path: str) -> Iterator[http.client.HTTPResponse]:
    connection = http.client.HTTPConnection(urlsplit(visitor.origin).netloc, timeout=60)
    connection.request("GET", path, headers={"cookie": visitor.cookie})
    with contextlib.closing(connection), connection.getresponse() as answer:
        yield answer


def test_an_append_is_told_to_an_open_page_and_the_server_stops_at_once(tmp_path: Path) -> None:
    with serving_small(tmp_path / "w") as server:
        visitor = Visitor(server)
        visitor.log_in()
        with streaming(visitor, "/ui/events?page=/&since=0") as stream:
            kind = stream.headers["content-type"]
            lines = [stream.readline(), stream.readline()]
            hand_over(server.client(), "s", [said(1, "The lamp of Ostrava is green.")])
            lines += [stream.readline(), stream.readline()]
            started = time.monotonic()
            server.stop()
            ended = time.monotonic() - started

    assert kind == "text/event-stream; charset=utf-8"
    assert lines == [b"retry: 2000\n", b"\n", b"data: changed\n", b"\n"]
    assert ended < LAST_ANSWERS, "a stream is ended, not waited for"
    assert "Ostrava" not in server.told


def test_what_changed_between_a_page_and_its_stream_is_told(visitor: Visitor) -> None:
    found = re.search(r'data-stream="([^"]+)"', visitor.get("/").text)
    assert found is not None
    hand_over(visitor.server.client(), "late", [said(1)])
    with streaming(visitor, html.unescape(found[1])) as stream:
        assert [stream.readline() for _ in range(3)][-1] == b"data: changed\n"


# -- docs ------------------------------------------------------------------------------------------------------------


def remembered(server: Server, text: str, **known: str) -> str:
    answer = send(server.client(), "POST", "/remember", {"docs": [{"text": text, **known}]})
    assert answer.status == 200, answer.text
    return str(answer.value["docs"][0]["id"])


def doc(server: Server, handle: str) -> dict[str, object]:
    return dict(send(server.client(), "GET", f"/docs/{handle}").value["doc"])


def test_a_doc_is_forgotten_and_brought_back_by_the_notice(visitor: Visitor) -> None:
    handle = remembered(visitor.server, "The ferry to Ostrava leaves at nine")
    csrf = visitor.csrf()
    sent = {"csrf": csrf, "handle": handle, "next": "/ui/docs"}
    answer = visitor.post("/ui/docs/forget", sent)
    live = visitor.get("/ui/docs", **{"x-live": "yes"}).text
    told, again = visitor.get("/ui/docs").text, visitor.get("/ui/docs").text

    assert (answer.status, answer.headers["location"]) == (303, "/ui/docs")
    assert doc(visitor.server, handle)["forgotten_at"]
    assert "/ui/docs/restore" in told
    assert "/ui/docs/restore" not in live, "a page that looks again does not take the notice away"
    assert "/ui/docs/restore" not in again, "it is said once"
    assert "The ferry to Ostrava leaves at nine" in visitor.get("/ui/docs?show=forgotten").text

    visitor.post("/ui/docs/restore", sent)
    assert doc(visitor.server, handle)["forgotten_at"] is None


def test_a_person_sees_what_a_new_session_begins_with(visitor: Visitor) -> None:
    remembered(visitor.server, "Always paint the ferry green")  # by a program: nobody's order
    said = {"role": "user", "content": "Never restart the ferry before noon. Our harbour is in Ostrava."}
    given = {"messages": [{"id": "1", **said}]}
    assert send(visitor.server.client(), "POST", "/sessions/s/messages", given).status in {200, 202}
    assert send(visitor.server.client(), "POST", "/sessions/s/learn", {}).status == 200
    page = visitor.get("/ui/docs?show=start").text

    assert page.index("Never restart the ferry before noon") < page.index("Our harbour is in Ostrava")
    assert "as an order" in page
    assert "paint the ferry" not in page


def test_a_doc_is_pinned_and_unpinned(visitor: Visitor) -> None:
    handle = remembered(visitor.server, "The lamp of the harbour is green")
    seen = []
    for action in ("pin", "unpin"):
        visitor.post(f"/ui/docs/{action}", {"csrf": visitor.csrf(), "handle": handle, "next": "/ui/docs"})
        seen.append((doc(visitor.server, handle)["pinned"], "/ui/docs/unpin" in visitor.get("/ui/docs").text))

    assert seen == [(True, True), (False, False)]


def test_what_cannot_be_done_is_said_on_the_page_it_came_from(visitor: Visitor) -> None:
    for fields in ({"handle": "ffffffffffff"}, {}):
        answer = visitor.post("/ui/docs/pin", {"csrf": visitor.csrf(), "next": "/ui/docs", **fields})
        assert answer.status == 303
        notice = visitor.get("/ui/docs", **{"accept-language": "zh-CN"}).text.partition('class="flash bad"')[2]
        assert notice.partition("没有完成：")[2].lstrip().startswith(("没有找到", "无法使用"))
    assert visitor.post("/ui/docs/nothing", {"csrf": visitor.csrf()}).status == 404


def test_c_08_docs_of_another_scope_are_not_there_and_cannot_be_changed(server: Server) -> None:
    other = remembered(server, "The vault of Timbuktu opens at ten")
    code, made = command(server.workspace, "token", "add", "oto", "--session", "oto-*", "--scope", "oto")
    assert code == 0
    visitor = Visitor(server)
    visitor.log_in(made["token"])
    pages = [visitor.get(path) for path in ("/ui/docs", "/ui/docs?show=forgotten", "/ui/audit", "/ui/health")]
    found = visitor.post("/ui/recall", {"csrf": visitor.csrf(), "query": "when does the vault of Timbuktu open"})
    visitor.post("/ui/docs/forget", {"csrf": visitor.csrf(), "handle": other, "next": "/ui/docs"})
    told = visitor.get("/ui/docs").text

    assert [page.status for page in pages] == [200] * 4
    assert not [page for page in (*pages, found) if "opens at ten" in page.text]
    assert [visitor.get(path).status for path in ("/ui/notes", "/ui/session?id=private", "/ui/audit?check=now")] == [
        403
    ] * 3
    assert 'class="flash bad"' in told
    assert doc(server, other)["forgotten_at"] is None


def test_a_token_that_may_read_only_has_no_buttons_and_changes_nothing(server: Server) -> None:
    handle = remembered(server, "The gate is blue")
    code, made = command(server.workspace, "token", "add", "reader", "--read-only")
    assert code == 0
    visitor = Visitor(server)
    visitor.log_in(made["token"])
    page = visitor.get("/ui/docs").text
    visitor.post("/ui/docs/forget", {"csrf": visitor.csrf(), "handle": handle, "next": "/ui/docs"})

    assert "The gate is blue" in page
    assert "/ui/docs/forget" not in page
    assert doc(server, handle)["forgotten_at"] is None


# -- a session -------------------------------------------------------------------------------------------------------


def test_a_compaction_of_the_host_is_shown_beside_our_swaps(server: Server) -> None:
    """Its summary came with the messages; the picture showed the fall, and the page said that there was none."""
    summary = "This session is being continued from a previous conversation that ran out of context. It was long."
    told = [*story(), said(901, summary), said(902, "I go on."), *story(6)]
    for name in ("compacted", "swapped"):
        hand_over(server.client(), name, [{**each, "id": f"l{number}"} for number, each in enumerate(told)])
    assert send(server.client(), "POST", "/sessions/swapped/swap", {"force": True}).status == 200
    compacted, swapped = (
        report_of(send(server.client(), "GET", f"/sessions/{name}/report").value) for name in ("compacted", "swapped")
    )

    assert [each.message for each in compacted["host_compactions"]] == [len(story()) + 1]
    assert {each["is_seen"] for each in compacted["largest"] if each["message"] <= len(story())} == {False}
    assert [each.message for each in swapped["host_compactions"]] == [len(story()) + 1]
    assert [each["is_swap"] for each in swapped["our_compactions"]] == [True]


def test_a_session_is_named_by_the_line_behind_a_first_one_that_ends_with_a_colon(server: Server) -> None:
    hand_over(
        server.client(), "plan", [said(1, "Implement the following plan:\n\n# Retry loop of the uploader\n\n1. …")]
    )

    titles = [each["title"] for each in send(server.client(), "GET", "/sessions?limit=9").value["sessions"]]
    assert "Implement the following plan: Retry loop of the uploader" in titles


def test_a_session_shows_what_fills_it_its_blocks_its_swaps_and_its_largest_calls(server: Server) -> None:
    hand_over(server.client(), "whole", story())
    assert send(server.client(), "POST", "/sessions/whole/swap", {"force": True}).status == 200
    visitor = Visitor(server)
    visitor.log_in()
    page = visitor.get("/ui/session?id=whole").text
    report = send(server.client(), "GET", "/sessions/whole/report").value
    listed = send(server.client(), "GET", "/sessions?limit=1").value["sessions"][0]

    assert sum(line["now"] for line in report["kinds"]) == report["context"]["tokens"] == listed["tokens"]
    assert report["timeline"]["points"][-1][3:] == [
        next((line["now"] for line in report["kinds"] if line["kind"] == kind), 0)
        for kind in report["timeline"]["columns"][3:]
    ]
    assert [each["is_swap"] for each in report["compactions"]] == [True]
    assert report["compactions"][0]["before"] > report["compactions"][0]["after"] == listed["tokens"]
    assert len(report["largest"]) == 10
    assert report["blocks"]["count"] == listed["blocks"]
    text = Elements(page).text
    for shown in (f"{listed['tokens']:,}", "src/module_29.py", "Never touch config/prod.yaml"):
        assert shown in text
    assert {"fills", "blocks", "done", "cache", "receipt"} <= {
        attributes.get("id") for _, attributes in Elements(page).tags
    }


def test_a_page_is_in_the_language_of_the_browser_or_the_one_that_was_chosen(visitor: Visitor) -> None:
    by_browser = visitor.get("/", **{"accept-language": "zh-CN,zh;q=0.9,en;q=0.8"}).text
    chosen = visitor.get("/?lang=zh")
    visitor.cookie += "; " + chosen.headers["set-cookie"].partition(";")[0]
    kept = visitor.get("/", **{"accept-language": "en"}).text

    assert 'lang="zh-Hans"' in by_browser
    assert (chosen.status, chosen.headers["location"]) == (303, "/")
    assert 'lang="zh-Hans"' in kept
    assert "退出" in kept


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/ui/session?id=gone", 404, {"en": "The link may be old", "zh": "链接可能已经过时"}),
        ("/ui/notes?day=2026-99-99", 400, {"en": "Something in the address", "zh": "地址或表单里有"}),
        ("/ui/nothing", 404, {"en": "The link may be old", "zh": "链接可能已经过时"}),
    ],
)
def test_what_cannot_be_shown_is_told_to_a_person_in_the_language_of_the_page(
    visitor: Visitor, path: str, status: int, said: dict[str, str]
) -> None:
    for language, sentence in said.items():
        answer = visitor.get(path, **{"accept-language": language})
        assert answer.status == status
        assert sentence in answer.text
        assert "append its first message" not in answer.text
        assert "write YYYY" not in answer.text


def test_words_between_backticks_are_set_as_code_and_a_piece_of_a_note_has_its_day() -> None:
    """A note knows its day alone: hours since noon were shown minutes after it was written."""
    note = {"kind": "section", "source": "memory/2026-11-28.md#L45", "created_at": "2026-11-28T12:00:00+00:00"}

    said = rendering.spans("The `git checkout .` in ```sh``` failed: ` alone, `<b>` not")

    assert [piece for is_code, piece in said if is_code] == ["git checkout .", "<b>"]
    assert "".join(piece for _, piece in said) == "The git checkout . in ```sh``` failed: ` alone, <b> not"
    assert rendering.day_of(note) == "2026-11-28"
    assert rendering.day_of(note | {"source": "memories/errors.md#L1"}) == ""
    assert rendering.day_of(note | {"kind": "fact"}) == ""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_state_of_the_server_is_told_in_words(server: Server, visitor: Visitor, language: str) -> None:
    """No name of a field stands there, whatever a job, a tier or a scope is called."""
    text = Elements(visitor.get("/ui/health", **{"accept-language": language}).text).text

    assert {"en": "Ready.", "zh": "就绪。"}[language] in text
    assert "$0.00" in text
    assert "agent:main" in text
    fields = ("cpu", "dollars", "most queued", "most_queued", "by_job", "peripheral\n")
    assert not [name for name in fields if name in text.lower()]


def test_the_audit_says_what_came_of_a_call_in_the_language_of_the_page(server: Server, visitor: Visitor) -> None:
    send(server.client(), "GET", "/docs?limit=1")
    pages = [visitor.get("/ui/audit", **{"accept-language": language}).text for language in ("en", "zh")]
    shown = [Elements(page).text for page in pages]

    assert re.search(r"total \d", shown[0])
    assert re.search(r"总数 \d", shown[1])
    assert "total" not in shown[1]


def test_a_row_of_the_audit_says_what_came_in_the_order_of_reading_and_no_zeros() -> None:
    words = templates.texts("dashboard", "en")
    swap = {"n": 7, "event": "swap", "evicted": 0, "score": 0.99, "tokens_after": 62, "tokens_before": 1_250}

    said = rendering.facts(swap | {"outcome": "swapped"}, words)
    nothing_new = rendering.facts({"accepted": 0, "duplicates": 20, "redacted": 0, "sealed": 0, "seq": 220}, words)

    assert said == "outcome swapped · tokens before 1,250 · after 62 · score 0.99"
    assert nothing_new == "new 0 · known already 20 · newest message 220"
    assert rendering.facts({"allowed": False, "ms": 3.0}, words) == "allowed no"


def test_health_counts_the_docs_that_the_page_of_docs_lists(server: Server, visitor: Visitor) -> None:
    """Beside pieces of messages, which the page does not list."""
    send(server.client(), "POST", "/remember", {"docs": ["The kiosk sells kites.", "The pier has a clock."]})

    counted = re.search(r"<dt>Docs</dt><dd><strong>([\d,]+)</strong>", visitor.get("/ui/health").text)

    assert counted is not None
    assert f"{counted[1]} docs, newest first" in visitor.get("/ui/docs").text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_event_of_the_audit_has_a_name_in_words(language: str) -> None:
    words = templates.texts("dashboard", language)

    named = {name: words.get("event_" + name.replace("-", "_"), "") for name in (*VERBS, "login", "refusal")}

    assert [name for name, word in named.items() if not word or word == name] == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_kind_of_a_doc_has_a_name_in_words(language: str) -> None:
    words = templates.texts("dashboard", language)

    assert [kind for kind in Kind for form in ("kind", "one") if words.get(f"{form}_{kind}", kind) == kind] == []


def test_a_refusal_says_its_reason_in_the_language_of_the_page(server: Server, visitor: Visitor) -> None:
    Visitor(server).log_in("a wrong token")
    pages = [visitor.get("/ui/audit", **{"accept-language": language}).text for language in ("en", "zh")]

    assert "reason wrong token at the login" in Elements(pages[0]).text
    assert "登录令牌错误" in Elements(pages[1]).text


def test_a_page_with_one_thing_does_not_count_it_as_several(tmp_path: Path) -> None:
    with serving_small(tmp_path) as server:
        hand_over(server.client(), "only", [said(1, "The gate is blue.")])
        send(server.client(), "POST", "/remember", {"text": "The gate is blue"})
        visitor = Visitor(server)
        visitor.log_in()

        assert "One session." in visitor.get("/").text
        assert "One doc." in visitor.get("/ui/docs").text
