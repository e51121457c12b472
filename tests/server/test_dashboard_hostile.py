"""The dashboard with hostile text in every field: it stays text, on every page, whoever said it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from context_memory.server.dashboard.views import PAGES
from context_memory.storage import templates

from ..memory_server import Server, serving
from ..provider.processes import send
from .hostile import STRINGS
from .visitors import Elements, Visitor

TAGS = {
    tag
    for name in ("parts.html.j2", *(f"dashboard/{path.name}" for path in templates.folder().glob("dashboard/*.j2")))
    for tag in re.findall(r"<([a-z][a-z0-9]*)", templates.asset(name))
}
"""Elements that our templates make; whatever else is in a page came from somebody else."""
OURS = {"/ui/script.js"}
LONGEST_ID = 200  # characters of a session's id


def story(text: str) -> list[dict[str, Any]]:
    """A session whose every text, name and argument is hostile."""
    call = {"type": "tool_use", "id": "c1", "name": text[:64], "input": {"command": text, text[:80]: text}}
    result = {"type": "tool_result", "tool_use_id": "c1", "content": text * 3}
    usage = {"input_tokens": 900, "output_tokens": 20, "cache_read_input_tokens": 300}
    return [
        {"role": "user", "content": f"{text} Never touch {text}.", "ts": "2026-09-14T12:00:00Z"},
        {"role": "assistant", "content": [{"type": "text", "text": text}, call], "model": text[:80], "usage": usage},
        {"role": "user", "content": [result]},
        {"role": "assistant", "content": f"I decided to use {text}.", "model": text[:80], "usage": usage},
    ]


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    workspace = tmp_path_factory.mktemp("hostile")
    (workspace / "MEMORY.md").write_text("# " + "\n- ".join(STRINGS) + "\n", encoding="utf-8")
    (workspace / "memory").mkdir()
    lines = "".join(f"## {text}\n- {text[:20]}: {text}\n{text}\n" for text in STRINGS)
    (workspace / "memory" / "2026-11-20.md").write_text(lines, encoding="utf-8")
    with serving(workspace) as server:
        _fill(server)
        visitor = Visitor(server)
        visitor.log_in()
        yield visitor


def _fill(server: Server) -> None:
    client = server.client()
    for text in STRINGS:
        name = quote(text[:LONGEST_ID], safe="")
        answer = send(client, "POST", f"/sessions/{name}/messages", {"messages": story(text)})
        assert answer.status == 202, answer.text
        doc = {"text": f"{text} is remembered", "source": text[:100], "speaker": text[:60], "session": text[:60]}
        assert send(client, "POST", "/remember", {"docs": [doc]}).status == 200
        compacted = {"messages": story(text) * 3, "force": True}
        assert send(client, "POST", f"/sessions/{name}/compact", compacted).status == 200
    assert send(client, "POST", "/forget", {"handles": [_docs(server)[0]["id"]]}).status == 200


def _docs(server: Server) -> list[dict[str, Any]]:
    return list(send(server.client(), "GET", "/docs?own=true").value["docs"])


def check(page: str, where: str) -> Elements:
    """A page that has our elements only; what came from others is text in it."""
    found = Elements(page)
    for tag, attributes in found.tags:
        assert tag in TAGS, f"{where}: <{tag}>"
        for name, value in attributes.items():
            assert not name.startswith("on"), f"{where}: <{tag} {name}>"
            assert name not in {"style", "srcdoc", "formaction", "http-equiv"}, f"{where}: <{tag} {name}>"
            if name in {"href", "src", "action"}:
                assert value.startswith(("/", "#")), f"{where}: {name}={value[:80]}"
                assert not value.startswith("//"), f"{where}: {name}={value[:80]}"
        if tag == "script":
            is_data = attributes.get("type") == "application/json"
            assert is_data or attributes.get("src", "").partition("?")[0] in OURS, f"{where}: {attributes}"
    names = [tag for tag, _ in found.tags]
    assert (names.count("h1"), names.count("main"), names.count("title")) == (1, 1, 1), where
    return found


@pytest.mark.parametrize("path", [*PAGES, "/ui/docs?show=forgotten", "/ui/notes?day=2026-11-20", "/ui/audit?check=now"])
@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_every_page_is_ours_whatever_is_in_it(visitor: Visitor, path: str, language: str) -> None:
    session = f"?id={quote(STRINGS[0], safe='')}" if path == "/ui/session" else ""
    answer = visitor.get(path + session, **{"accept-language": language})

    assert answer.status == 200, answer.text
    page = check(answer.text, path)
    if path not in {"/ui/recall", "/ui/health", "/ui/api", "/ui/docs?show=forgotten"}:
        assert "window.stolen=1" in page.text


@pytest.mark.parametrize("text", STRINGS, ids=range(len(STRINGS)))
def test_a_session_of_hostile_text_is_shown_as_text(visitor: Visitor, text: str) -> None:
    answer = visitor.get(f"/ui/session?id={quote(text[:LONGEST_ID], safe='')}")

    assert answer.status == 200, answer.text
    page = check(answer.text, text[:40])
    shown = "".join(char for char in text if char.isprintable())[:60]
    assert shown in page.text


@pytest.mark.parametrize("text", STRINGS, ids=range(len(STRINGS)))
def test_what_a_browser_sends_comes_back_as_text(visitor: Visitor, text: str) -> None:
    csrf = visitor.csrf()
    value = text[:LONGEST_ID]
    asked = visitor.post("/ui/recall", {"csrf": csrf, "query": text, "session": value})
    asked_anywhere = visitor.post("/ui/recall", {"csrf": csrf, "query": text})
    pages = [
        visitor.get(f"{path}?{urlencode({name: value})}")
        for path, name in (
            ("/ui/session", "id"),
            ("/ui/docs", "kind"),
            ("/ui/notes", "day"),
            ("/ui/audit", "session"),
            ("/ui/recall", "session"),
            ("/", "lang"),
            (f"/ui/{quote(text, safe='')[:2_000]}", "x"),
        )
    ]
    wrong = Visitor(visitor.server).log_in(text)
    odd_next = Visitor(visitor.server).post("/ui/login", {"token": visitor.server.token, "next": text})
    forms = visitor.post("/ui/docs/pin", {"csrf": csrf, "handle": text, "next": "/ui/docs"})
    told = visitor.get("/ui/docs")

    assert asked.status == asked_anywhere.status == 200
    for number, answer in enumerate((asked, asked_anywhere, *pages, wrong, told)):
        assert answer.status < 500
        if answer.status != 303:
            check(answer.text, f"{number} {text[:40]}")
    assert odd_next.headers["location"] == "/"
    assert (forms.status, forms.headers["location"]) == (303, "/ui/docs")
    assert 'class="flash bad"' in told.text


def test_nothing_of_it_is_in_the_log(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        visitor = Visitor(server)
        visitor.log_in()
        csrf = visitor.csrf()
        send(server.client(), "POST", "/sessions/s/messages", {"messages": story("Zanzibar")})
        for path in (*PAGES, "/ui/session?id=s", "/ui/session?id=Zanzibar"):
            visitor.get(path)
        visitor.post("/ui/recall", {"csrf": csrf, "query": "Zanzibar"})
        visitor.post("/ui/docs/forget", {"csrf": csrf, "handle": "Zanzibar"})
        server.stop()
    audit = (tmp_path / ".context-memory" / "audit-chain.jsonl").read_text(encoding="utf-8")

    assert "Zanzibar" not in server.told
    assert all("Zanzibar" not in line or '"session":"Zanzibar"' in line for line in audit.splitlines())
