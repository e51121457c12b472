"""Tokens of agents: made once, known by their hash, gone when they are removed or when others may read their file."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from context_memory.errors import InputError, RefusedError, UnknownError
from context_memory.provider.files import tokens
from context_memory.provider.files.tokens import TokenBook
from context_memory.provider.grants import OWNER, Grant
from context_memory.server.authentication import AGENT_RATE, Rates

NOW = datetime(2026, 9, 14, 12, 0, tzinfo=UTC)


def test_a_token_is_known_by_its_hash_until_it_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "x.grants"
    book = TokenBook(path)
    grant = Grant("ines", ("ines-*", "shared"), "agent:ines", is_reader=True)
    assert book.grant_of("anything") is None

    token = tokens.make(path, grant, NOW)
    other = tokens.make(path, Grant("tom"), NOW)

    assert book.grant_of(token) == grant
    assert book.grant_of(other) == Grant("tom")
    assert token not in path.read_text(encoding="utf-8")
    tokens.remove(path, "ines")
    assert (book.grant_of(token), book.grant_of(other)) == (None, Grant("tom"))


def test_no_token_has_the_name_under_which_the_audit_writes_of_the_owner(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="the server's own token"):
        tokens.make(tmp_path / "x.grants", Grant(OWNER.name, ("a-*",)), NOW)


def test_an_agent_may_ask_so_often_a_second_and_the_owner_without_a_limit() -> None:
    now = [0.0]
    rates, agent = Rates(lambda: now[0]), Grant("ines", ("ines-*",))
    a_second, at_once = map(int, AGENT_RATE)

    first = [rates.allow(agent) for _ in range(at_once + 5)]
    others = [rates.allow(Grant("bo", ("bo",))), *(rates.allow(OWNER) for _ in range(5_000))]
    now[0] = 1.0
    later = [rates.allow(agent) for _ in range(a_second + 5)]

    assert (first.count(True), first[-1]) == (at_once, False)
    assert all(others)
    assert later.count(True) == a_second


@pytest.mark.parametrize("content", ["{", "[]]", '[{"name": 1}]', "7"])
def test_a_file_that_holds_no_tokens_opens_nothing(tmp_path: Path, content: str) -> None:
    path = tmp_path / "x.grants"
    path.write_text(content, encoding="utf-8")
    path.chmod(0o600)

    assert TokenBook(path).grant_of("x") is None
    with pytest.raises(InputError, match="holds no tokens"):
        tokens.listed(path)


def test_a_file_that_others_may_read_opens_nothing_and_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.grants"
    token = tokens.make(path, Grant("ines"), NOW)
    book = TokenBook(path)
    assert book.grant_of(token) is not None
    path.chmod(0o644)

    assert book.grant_of(token) is None
    with pytest.raises(RefusedError, match="others may read"):
        tokens.listed(path)


@pytest.mark.parametrize(
    "grant", [Grant(""), Grant("a b"), Grant("../x"), Grant("x", ("",)), Grant("x", ("a*b",)), Grant("x", ("a\n",))]
)
def test_a_name_or_a_session_that_means_something_else_is_refused(tmp_path: Path, grant: Grant) -> None:
    with pytest.raises(InputError):
        tokens.make(tmp_path / "x.grants", grant, NOW)


def test_a_name_is_given_once_and_an_unknown_one_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.grants"
    tokens.make(path, Grant("ines"), NOW)
    with pytest.raises(RefusedError, match="there is a token named ines"):
        tokens.make(path, Grant("ines"), NOW)
    with pytest.raises(UnknownError, match="there is no token named"):
        tokens.remove(path, "tom")
