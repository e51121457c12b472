"""Another embedder (E-17, E-18): spaces are never mixed, vectors are made beside and switched in one step."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from context_memory.cli import main
from context_memory.errors import RemoteError
from context_memory.llm.ports import Embedder, EmbedRequest
from context_memory.llm.service import Timing
from context_memory.memory import doc_requests
from context_memory.memory.assembly import meaning as meaning_of
from context_memory.memory.assembly import older_embedder, open_store
from context_memory.memory.embedding.remote.offline_embedder import FastOfflineEmbedder, OfflineEmbedder
from context_memory.memory.embedding.services.reembed import (
    ATTEMPTS,
    Begun,
    Progress,
    Reembedding,
    Running,
    Switched,
    coverage,
    save_progress,
)
from context_memory.memory.embedding.services.vector_search import (
    EmbedderWithBackoff,
    VectorSearch,
    open_vector_search,
    read_backoff,
)
from context_memory.memory.ports import DocStore
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.settings.values import Settings
from context_memory.storage import files, places
from context_memory.testing import FakeEmbeddings, FixedClock, HashingEmbedder
from context_memory.testing.postgres import PostgresServer

NOW = datetime(2026, 11, 20, tzinfo=UTC)
OLD, NEW = HashingEmbedder(32, space="old"), HashingEmbedder(48, space="new")
SCRIPTS = Path(__file__).parent.parent.parent / "scripts"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[DocStore]:
    opened = open_store(places.of_workspace(tmp_path))
    put(opened, {"text": "We bought a kayak", "id": "boat"}, {"text": "Oolong at five", "id": "tea"})
    yield opened
    opened.close()


@pytest.fixture(params=["sqlite", "postgres"])
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DocStore]:
    address = "" if request.param == "sqlite" else request.getfixturevalue("empty_postgres")
    opened = open_store(places.of_workspace(tmp_path), Settings(store=address))
    put(opened, {"text": "We bought a kayak", "id": "boat"}, {"text": "Oolong at five", "id": "tea"})
    yield opened
    opened.close()


@pytest.fixture
def api() -> Iterator[FakeEmbeddings]:
    with FakeEmbeddings() as server:
        yield server


def put(store: DocStore, *lines: dict[str, object]) -> None:
    list(remember(store, (doc_requests.request_of(line, NOW) for line in lines), NOW))


def no_older(_: str) -> None:
    return None


def fixed_timing(slept: list[float] | None = None) -> Timing:
    return Timing(now=lambda: NOW, sleep=(slept if slept is not None else []).append, jitter=lambda: 0.0)


def reembedding(store: DocStore, tmp_path: Path, embedder: Embedder = NEW) -> Reembedding:
    return Reembedding(
        store, places.of_workspace(tmp_path).state, embedder, fixed_timing(), clock=iter(range(1_000)).__next__
    )


def found(store: DocStore, meaning: VectorSearch | None, text: str = "kayak") -> Any:
    return Recall(store, meaning=meaning).find(Search(text, NOW))


@dataclass
class Failing:
    """A server that gives these errors, then vectors."""

    errors: list[RemoteError] = field(default_factory=list)
    identity: str = NEW.identity
    asked: int = 0

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        self.asked += 1
        if self.errors:
            raise self.errors.pop(0)
        return NEW.embed(request)


@dataclass
class Meddling:
    """Does something to the store while it embeds, once."""

    meddle: Callable[[], None]
    identity: str = NEW.identity
    is_done: bool = False

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        if not self.is_done:
            self.is_done = True
            self.meddle()
        return NEW.embed(request)


# -- which vectors are searched --------------------------------------------------------------------------


def test_the_first_embedder_is_in_use_at_once(store: DocStore) -> None:
    opened = open_vector_search(store, OLD, no_older)

    assert (opened.identity, store.embedding()) == (OLD.identity, OLD.identity)


def test_an_embedder_that_never_made_a_vector_does_not_bind_the_next_one(store: DocStore) -> None:
    open_vector_search(store, OLD, no_older)

    assert open_vector_search(store, NEW, no_older).identity == store.embedding() == NEW.identity


def test_after_a_change_the_old_vectors_are_searched_with_the_embedder_that_made_them(store: DocStore) -> None:
    """E-18: the new one embeds neither the question nor a doc."""
    open_vector_search(store, OLD, no_older).update()

    opened = open_vector_search(store, Failing([RemoteError("must not be asked")] * 9), {OLD.identity: OLD}.get)

    assert (opened.identity, opened.update()) == (OLD.identity, 0)
    assert (found(store, opened).degraded, [hit.doc.id for hit in found(store, opened).hits]) == (
        False,
        ["boat", "tea"],
    )


def test_when_the_old_one_cannot_be_built_words_are_searched_and_reembed_is_named(any_store: DocStore) -> None:
    """E-18: no score of a mixed space, rather none."""
    open_vector_search(any_store, OLD, no_older).update()

    answer = found(any_store, open_vector_search(any_store, NEW, no_older))

    assert [hit.doc.id for hit in answer.hits] == ["boat"]
    assert not any(part.name.startswith("meaning") and part.value for hit in answer.hits for part in hit.parts)
    assert answer.degraded
    assert "run context-memory memory reembed" in answer.reason


def test_a_process_that_goes_on_after_the_switch_does_not_ask_the_old_vectors(store: DocStore, tmp_path: Path) -> None:
    opened = open_vector_search(store, OLD, no_older)
    opened.update()

    reembedding(store, tmp_path).run()

    assert "are in use, not those of" in found(store, opened).reason


def test_the_offline_embedders_and_models_of_the_same_server_can_be_built_again(api: FakeEmbeddings) -> None:
    settings = Settings(embedder="remote", embedder_url=api.url, embedder_model="b")
    identity = f"remote/{api.url.split('/')[2]}/a/16/6000/plain"

    for offline in (OfflineEmbedder, FastOfflineEmbedder):
        assert isinstance(older_embedder(offline.identity, settings), offline)
    old = older_embedder(identity, settings)
    assert old
    assert old.identity == identity
    assert older_embedder(identity, Settings(embedder="offline")) is None
    assert older_embedder("somebody/else", settings) is None


# -- a server that does not answer -----------------------------------------------------------------------


def test_a_dead_embedder_is_asked_once_and_then_left_alone(store: DocStore, tmp_path: Path) -> None:
    """E-17: words alone, said in the answer, and no second recall waits for a timeout."""
    clock, file = FixedClock("2026-11-20T00:00:00"), tmp_path / "embedder.json"
    server = Failing([RemoteError("nobody there"), RemoteError("still nobody")])
    first, second = (VectorSearch(store, EmbedderWithBackoff(server, file, clock)) for _ in range(2))

    assert [found(store, each).degraded for each in (first, first, second)] == [True, True, True]
    assert server.asked == 1
    assert "nobody there; it is not asked again before 00:00:30 UTC" in found(store, second).reason

    clock.advance(seconds=30)
    assert found(store, second).degraded
    clock.advance(seconds=59)  # the second rest is twice as long
    assert (found(store, second).degraded, server.asked) == (True, 2)
    clock.advance(seconds=1)
    assert (found(store, second).degraded, server.asked) == (False, 3)
    assert read_backoff(file).failures == 0


def test_a_server_is_left_alone_as_long_as_it_asks_for(tmp_path: Path) -> None:
    clock, file = FixedClock("2026-11-20T00:00:00"), tmp_path / "embedder.json"
    rested = EmbedderWithBackoff(Failing([RemoteError("busy", retry_after=1_000)]), file, clock)

    with pytest.raises(RemoteError, match="busy"):
        rested.embed(EmbedRequest(("a",)))

    assert read_backoff(file).until == NOW + timedelta(seconds=1_000)


def test_the_rest_of_one_embedder_does_not_hold_up_another(tmp_path: Path) -> None:
    clock, file = FixedClock("2026-11-20T00:00:00"), tmp_path / "embedder.json"
    with pytest.raises(RemoteError):
        EmbedderWithBackoff(Failing([RemoteError("nobody")], identity="dead"), file, clock).embed(EmbedRequest(("a",)))

    assert EmbedderWithBackoff(NEW, file, clock).embed(EmbedRequest(("a",)))


def test_recall_goes_by_words_when_the_server_is_dead(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """E-17 through the command line."""
    remote = ["--set", "embedder=remote", "--set", "embedder_url=http://127.0.0.1:9/v1", "--set", "embedder_model=m"]
    main(["remember", "We bought a kayak", "--workspace", str(tmp_path)])
    capsys.readouterr()

    code = main(["recall", "kayak", "--workspace", str(tmp_path), "--json", *remote])

    out, err = capsys.readouterr()
    shown = json.loads(out)
    assert (code, shown["degraded"], len(shown["hits"])) == (0, True, 1)
    assert "did not answer" in shown["reason"]
    assert "search goes by words alone" in err


# -- the command ------------------------------------------------------------------------------------


def test_vectors_are_made_beside_and_switched_when_none_is_missing(any_store: DocStore, tmp_path: Path) -> None:
    open_vector_search(any_store, OLD, no_older).update()
    job = reembedding(any_store, tmp_path)

    begun = job.run(limit=1)
    assert isinstance(begun, Begun)
    assert (begun.progress.done, begun.progress.total, any_store.embedding()) == (1, 2, OLD.identity)

    switched = job.run()
    assert isinstance(switched, Switched)
    assert (switched.before, switched.dropped, switched.progress.made) == (OLD.identity, 2, 1)
    assert (any_store.embedding(), any_store.embeddings()) == (NEW.identity, {NEW.identity: 2})
    assert not found(any_store, open_vector_search(any_store, NEW, no_older)).degraded


def test_old_vectors_may_be_kept_and_switched_back_to_at_no_cost(any_store: DocStore, tmp_path: Path) -> None:
    open_vector_search(any_store, OLD, no_older).update()

    reembedding(any_store, tmp_path).run(keep_old=True)
    back = reembedding(any_store, tmp_path, OLD).run()

    assert isinstance(back, Switched)
    assert (back.progress.made, back.dropped, any_store.embedding()) == (0, 2, OLD.identity)


def test_docs_that_come_or_change_meanwhile_have_their_vectors_before_the_switch(
    any_store: DocStore, tmp_path: Path
) -> None:
    open_vector_search(any_store, OLD, no_older).update()
    meddling = Meddling(
        lambda: put(any_store, {"text": "A new canoe", "id": "new"}, {"text": "Green tea", "id": "tea"})
    )

    reembedding(any_store, tmp_path, meddling).run()

    index = any_store.vectors(NEW.identity)
    near = index.similarities(NEW.embed(EmbedRequest(("green tea",)))[0], None, 3)
    assert (index.covered(), len(near.nearest)) == ((3, 3), 3)
    assert near.of_rows(near.nearest[:1])[near.nearest[0]] == pytest.approx(1, abs=1e-3)  # the text as it is now


def test_a_second_run_says_that_one_is_under_way(store: DocStore, tmp_path: Path) -> None:
    state = places.of_workspace(tmp_path).state
    progress = Progress(NEW.identity, 1, 2, 3.0, 1)
    save_progress(state / "reembed.json", progress)

    with files.locked_if_free(state / "reembed") as is_ours:
        outcome = reembedding(store, tmp_path).run()
        running = coverage(store, state, NEW.identity).running

    assert (is_ours, outcome, running) == (True, Running(progress), progress)
    assert coverage(store, state, NEW.identity).running is None  # whoever held the lock is gone


def test_a_busy_server_is_waited_for_and_a_final_answer_ends_the_run(store: DocStore, tmp_path: Path) -> None:
    slept: list[float] = []
    state = places.of_workspace(tmp_path).state
    busy = Failing([RemoteError("busy", retry_after=7), RemoteError("busy")])

    assert isinstance(Reembedding(store, state, busy, fixed_timing(slept)).run(), Switched)
    assert slept == [7, 2]

    refused = Failing([RemoteError("no such model", is_final=True)], identity="other")
    with pytest.raises(RemoteError, match="no such model"):
        Reembedding(store, state, refused, fixed_timing(slept)).run()
    dead = Failing([RemoteError("nobody")] * 99, identity="dead")
    with pytest.raises(RemoteError, match="nobody"):
        Reembedding(store, state, dead, fixed_timing(slept)).run()
    assert (refused.asked, dead.asked, store.embedding()) == (1, ATTEMPTS, NEW.identity)


def test_progress_tells_speed_and_what_is_left(store: DocStore, tmp_path: Path) -> None:
    said: list[Progress] = []

    reembedding(store, tmp_path).run(report=said.append)

    assert (said[0].done, said[0].total, said[0].left_seconds) == (0, 2, None)
    assert (said[-1].done, said[-1].left_seconds) == (2, 0)
    assert said[-1].per_second > 0


def test_a_run_that_was_killed_goes_on_where_it_stopped(tmp_path: Path, api: FakeEmbeddings) -> None:
    """kill -9 at the twelfth of nineteen calls: what was written is kept, the rest is embedded once more."""
    lines = tmp_path / "docs.jsonl"
    lines.write_text("".join(json.dumps({"text": f"note {n} on boats", "id": f"d{n}"}) + "\n" for n in range(600)))
    workspace = tmp_path / "w"
    workspace.mkdir()
    assert main(["remember", "--batch", str(lines), "--workspace", str(workspace)]) == 0
    remote = ["--set", "embedder=remote", "--set", f"embedder_url={api.url}", "--set", "embedder_model=m"]
    command = [
        sys.executable,
        str(SCRIPTS / "context-memory.py"),
        "memory",
        "reembed",
        "--workspace",
        str(workspace),
        *remote,
    ]
    victims: list[int] = []

    def kill(right: Any) -> Any:
        os.kill(victims[0], signal.SIGKILL)
        return right

    for _ in range(11):
        api.answer(lambda right: right)
    api.answer(kill)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        victims.append(process.pid)
        assert process.wait(timeout=300) == -signal.SIGKILL
    assert len(api.texts) == 12 * 32
    with contextlib.closing(open_store(places.of_workspace(workspace))) as store:
        ((identity, kept),) = store.embeddings().items()
    api.requests.clear()

    assert subprocess.run(command, capture_output=True, timeout=300, check=False).returncode == 0

    assert 32 <= kept < 12 * 32
    with contextlib.closing(open_store(places.of_workspace(workspace))) as store:
        assert (len(api.texts), store.vectors(identity).covered()) == (600 - kept, (600, 600))


# -- the command -----------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(list(words))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def remote(tmp_path: Path, api: FakeEmbeddings) -> list[str]:
    main(["remember", "We bought a kayak", "--workspace", str(tmp_path)])
    settings = {"embedder": "remote", "embedder_url": api.url, "embedder_model": "m"}
    return [
        "--workspace",
        str(tmp_path),
        *(word for key, value in settings.items() for word in ("--set", f"{key}={value}")),
    ]


def test_json_lines_tell_progress_and_the_result_last(remote: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "memory reembed", *remote, "--json")

    lines = [json.loads(line) for line in out.splitlines()]
    assert (code, lines[0]["outcome"], lines[-1]["outcome"]) == (0, "progress", "switched")
    assert (lines[-1]["done"], lines[-1]["total"], lines[-1]["dropped"]) == (1, 1, 0)


def test_a_dry_run_sends_and_writes_nothing(
    remote: list[str], api: FakeEmbeddings, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "memory reembed", *remote, "--dry-run")

    assert (code, api.requests) == (0, [])
    assert out.startswith("1 of 1 doc would be embedded with remote/127.0.0.1:")
    assert json.loads(run(capsys, "memory reembed", *remote, "--status", "--json")[1])["active"] == ""


def test_a_change_of_the_model_is_seen_in_the_status_and_mended(
    remote: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """E-18 through the command line: the change is said, searched with the old model, and ended by `memory reembed`."""
    run(capsys, "recall", "kayak", *remote)
    changed = [*remote, "--set", "embedder_dimensions=16"]

    code, out, err = run(capsys, "recall", "kayak", *changed, "--json")
    assert (code, json.loads(out)["degraded"]) == (0, False)
    assert "are searched until those of" in err
    status = json.loads(run(capsys, "memory status", *changed, "--json")[1])["vectors"]
    assert (status["covered"], status["docs"], status["active"] != status["wanted"]) == (0, 1, True)
    assert "run context-memory memory reembed" in run(capsys, "memory status", *changed)[1]

    assert run(capsys, "memory reembed", *changed)[1].endswith("1 old vectors deleted\n")
    assert run(capsys, "recall", "kayak", *changed)[2] == ""


def test_memory_files_are_indexed_before_they_are_embedded(
    tmp_path: Path, remote: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "MEMORY.md").write_text("# Boats\n\nthe red boat sails on Sundays\n")

    assert "2 of 2 docs" in run(capsys, "memory reembed", *remote)[1]


def test_an_embedder_that_only_a_flag_names_is_not_the_one_of_the_next_recall(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "MEMORY.md").write_text("# Boats\n\nthe red boat sails on Sundays\n")
    workspace = ["--workspace", str(tmp_path)]

    _, _, err = run(capsys, "memory reembed", *workspace, "--set", "embedder=offline")
    assert 'recall needs embedder = "offline" in the settings' in err

    (tmp_path / ".context-memory" / "settings.toml").write_text('embedder = "offline"\n')
    assert run(capsys, "trust", "--workspace", str(tmp_path))[0] == 0
    assert "recall needs" not in run(capsys, "memory reembed", *workspace)[2]


def test_it_goes_on_in_the_background_with_a_log(
    remote: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "memory reembed", *remote, "--background", "--json")
    started = json.loads(out)

    _, status = os.waitpid(started["pid"], 0)

    assert (code, os.waitstatus_to_exitcode(status), started["outcome"]) == (0, 0, "started")
    assert "vectors of remote/127.0.0.1:" in Path(started["log"]).read_text()
    assert Path(started["log"]).stat().st_mode & 0o777 == 0o600
    assert json.loads(run(capsys, "memory reembed", *remote, "--status", "--json")[1])["covered"] == 1


def test_without_an_embedder_it_says_what_to_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "memory reembed", "--workspace", str(tmp_path))

    assert (code, out) == (3, "")
    assert 'embedder = "offline"' in err
    assert run(capsys, "memory reembed", "--workspace", str(tmp_path), "--limit", "0")[0] == 2


def test_a_server_without_vectors_is_said_in_the_status_and_ends_nothing(
    postgres_server: PostgresServer, postgres: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = postgres.partition("/memory_")[2].partition("?")[0]
    postgres_server.sql(f"ALTER DATABASE memory_{name} SET extension_control_path = '/nowhere'")
    words = ["--workspace", str(tmp_path), "--set", f"store={postgres}", "--set", "embedder=offline"]

    code, out, _ = run(capsys, "memory status", *words)

    assert code == 0
    assert "pgvector" in out


def test_the_key_is_no_setting_and_never_shown(
    remote: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CONTEXT_MEMORY_EMBEDDER_KEY", "sk-hidden")

    shown = run(capsys, "settings", *remote)[1]

    assert "embedder_url" in shown
    assert "sk-hidden" not in shown


def test_a_workspace_cannot_decide_where_texts_are_sent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".context-memory").mkdir()
    (tmp_path / ".context-memory" / "settings.toml").write_text('embedder_url = "https://example.org/v1"\n')

    code, _, err = run(capsys, "recall", "kayak", "--workspace", str(tmp_path))

    assert code == 0
    assert "sets embedder_url, which only you may set" in err


def test_a_recall_embeds_some_docs_and_says_how_many_wait(store: DocStore, api: FakeEmbeddings) -> None:
    settings = Settings(embedder="remote", embedder_url=api.url, embedder_model="m")
    said: list[str] = []

    meaning_of(store, settings, said.append, most=1)

    assert (len(api.texts), said) == (
        1,
        ["1 docs have no vector yet and are found by words alone: context-memory memory reembed"],
    )


def test_a_text_that_is_refused_degrades_a_search_and_does_not_end_it(store: DocStore, api: FakeEmbeddings) -> None:
    """E-17 for a server that answers, but not to this."""
    settings = Settings(embedder="remote", embedder_url=api.url, embedder_model="m")
    opened = meaning_of(store, settings, pytest.fail)
    api.most_characters = -1

    answer = found(store, opened)

    assert (answer.degraded, [hit.doc.id for hit in answer.hits]) == (True, ["boat"])
    assert "answered 400" in answer.reason


def test_no_state_folder_means_no_rest(store: DocStore, api: FakeEmbeddings) -> None:
    settings = Settings(embedder="remote", embedder_url=api.url, embedder_model="m")

    opened = meaning_of(store, settings, pytest.fail)

    assert opened
    assert opened.covered() == (2, 2)
