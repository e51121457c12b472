"""Compression against an API server on loopback: what is asked, what is trusted, what it may cost, what happens when
nobody answers."""

import contextlib
import json
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from context_memory.api.assemble import sessions
from context_memory.blocks.compression import remote
from context_memory.blocks.compression.service import Compressor
from context_memory.blocks.values import CompressionOutcome, Made, Postponed
from context_memory.cli import main
from context_memory.cli.commands.compress import at_once
from context_memory.errors import InputError, NotReadyError
from context_memory.llm import prices, service
from context_memory.llm.service import Timing
from context_memory.messages import Usage
from context_memory.settings.values import Settings
from context_memory.storage.places import Places
from context_memory.testing import FakeAnthropic, FixedClock

from ..capsule_sessions import SETTINGS, ingested, session
from ..text.test_redact import PLANTED

KEY = {"ANTHROPIC_API_KEY": "test-key"}


class Workspace:
    """A workspace with an ingested session and a compressor whose time and waiting stand still."""

    def __init__(
        self, folder: Path, api: FakeAnthropic | None = None, settings: Settings = SETTINGS, **told: Any
    ) -> None:
        self.places: Places
        self.settings = settings._replace(base_url=api.base_url) if api else settings
        self.places, self.services = ingested(folder, session(**told), self.settings)
        self.clock = FixedClock()
        self.waited: list[float] = []

    def compressor(self, codec: str = "", **changes: Any) -> Compressor:
        settings = self.settings._replace(**changes)
        timing = Timing(now=self.clock, sleep=self.waited.append, jitter=lambda: 0.0)
        return Compressor(
            self.places, settings, self.services.store, remote.codec_of(settings, codec, KEY), timing=timing
        )

    def run(self, codec: str = "", **changes: Any) -> list[CompressionOutcome]:
        compressor = self.compressor(codec, **changes)
        return list(compressor.run(compressor.backlog()))

    def everything_on_disk(self) -> str:
        files = [path for path in self.places.state.rglob("*") if path.is_file()]
        return "\n".join(path.read_bytes().decode("utf-8", "replace") for path in files)


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., Workspace]:
    made: list[Workspace] = []

    def build(*given: Any, **told: Any) -> Workspace:
        made.append(Workspace(tmp_path / "w", *given, **told))
        return made[-1]

    yield build
    for workspace in made:
        workspace.services.close()


def honest(body: dict[str, Any]) -> str:
    """A model that copies a third of the lines it was given."""
    block = body["messages"][0]["content"].split("\n</block-")[0].split(">\n", 1)[1]
    return "\n".join(line for number, line in enumerate(block.split("\n")) if number % 3 == 0)


# -- the codec without a model ------------------------------------------------------------------------


def test_without_a_model_every_block_gets_a_capsule_of_about_half_its_size(make: Any) -> None:
    workspace = make()

    outcomes = workspace.run("extractive")

    assert len(outcomes) >= 3
    large = [outcome.capsule for outcome in outcomes if outcome.capsule.codec.name == "extractive"]
    assert large
    assert all(capsule.tokens <= capsule.tokens_raw * 0.6 for capsule in large)
    assert workspace.run("extractive") == []


def test_b05_a_swap_finds_every_capsule_when_the_worker_kept_up(make: Any) -> None:
    workspace = make()
    workspace.run("extractive")

    rows = workspace.services.viewer.rows("session-1")

    assert rows
    assert all(row.capsule is not None for row in rows)


def test_a_small_block_is_kept_as_it_is(make: Any) -> None:
    workspace = make()

    outcomes = workspace.run("extractive", compress_min_tokens=100_000)

    assert {outcome.capsule.codec.name for outcome in outcomes} == {"raw"}
    assert all(outcome.capsule.saved == 0 for outcome in outcomes)


# -- the codec with a model ---------------------------------------------------------------------------


def test_a_model_is_asked_for_plain_text_with_low_effort_and_no_sampling(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api)

        outcomes = workspace.run()

    body = api.requests[0].body
    raw = outcomes[0].capsule.tokens_raw
    assert body["model"] == "claude-haiku-5-5"
    assert body["output_config"] == {"effort": "low"}
    assert body["max_tokens"] == max(256, -(-raw * 8 // 10))
    assert not {"temperature", "top_p", "top_k", "tools", "thinking"} & set(body)
    assert api.requests[0].headers["authorization"] == "Bearer test-key"
    assert all(outcome.capsule.codec == workspace.compressor().codec_id for outcome in outcomes)
    assert all(outcome.cost > 0 for outcome in outcomes)


def test_a_second_run_asks_no_model(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api)
        workspace.run()
        asked = len(api.requests)

        assert workspace.run() == []

    assert len(api.requests) == asked


def test_a_long_answer_is_streamed(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api, SETTINGS._replace(block_tokens=22_000), rounds=34)

        workspace.run()

    assert any(request.body.get("stream") for request in api.requests)
    assert all(request.status == 200 for request in api.requests)


def test_an_answer_in_several_blocks_is_read_by_their_type(make: Any) -> None:
    with FakeAnthropic(preserved_thinking=True, model=honest) as api:
        outcomes = make(api).run()

    assert all(isinstance(outcome, Made) for outcome in outcomes)


def test_b06_an_answer_that_saves_nothing_keeps_the_block_raw(make: Any) -> None:
    def copies(body: dict[str, Any]) -> str:
        return body["messages"][0]["content"].split("\n</block-")[0].split(">\n", 1)[1]

    with FakeAnthropic(model=copies) as api:
        outcomes = make(api).run()

    large = [outcome for outcome in outcomes if outcome.calls]
    assert large
    assert all(outcome.capsule.codec.name == "raw" and outcome.capsule.saved == 0 for outcome in large)
    assert all(outcome.calls == 1 for outcome in large)


def test_a_lying_answer_gets_one_more_try_with_the_reason_and_then_no_model(make: Any) -> None:
    with FakeAnthropic(model=lambda body: honest(body) + "\nThe port is 9999.") as api:
        workspace = make(api)
        outcomes = workspace.run()

        assert workspace.run() == []

    assert "9999" in api.requests[1].body["messages"][0]["content"]
    assert "stand nowhere in the original" in api.requests[1].body["messages"][0]["content"]
    assert all(outcome.calls == 2 for outcome in outcomes)
    assert all(outcome.capsule.codec.name == "extractive" for outcome in outcomes)
    assert all("9999" not in outcome.capsule.text for outcome in outcomes)
    assert all(outcome.cost > 0 for outcome in outcomes)


def test_a_second_answer_without_the_lie_is_taken(make: Any) -> None:
    def learns(body: dict[str, Any]) -> str:
        again = "was not accepted" in body["messages"][0]["content"]
        return honest(body) + ("" if again else "\nSee src/invented_module.py.")

    with FakeAnthropic(model=learns) as api:
        outcomes = make(api).run()

    assert {outcome.capsule.codec.name for outcome in outcomes} == {"anthropic"}
    assert {outcome.calls for outcome in outcomes} == {2}


def test_a_dropped_order_is_appended_word_for_word(make: Any) -> None:
    with FakeAnthropic(model=lambda _: "The agent worked on the importer.") as api:
        outcomes = make(api).run()

    with_order = [o for o in outcomes if "importer_0" in o.capsule.text]
    assert "Never touch config/server.toml." in with_order[0].capsule.text
    assert with_order[0].appended > 0


@pytest.mark.parametrize(
    ("answer", "reason"),
    [("refusal", "refused"), ("max_tokens", "cut"), ("end_turn", "empty answer")],
)
def test_b07_a_refusal_a_cut_and_an_empty_answer_end_without_a_model(make: Any, answer: str, reason: str) -> None:
    with FakeAnthropic() as api:
        workspace = make(api, rounds=1)
        for _ in range(20):
            api.reply("half a capsule" if answer == "max_tokens" else "", stop_reason=answer)

        outcomes = workspace.run()

    large = [outcome for outcome in outcomes if outcome.calls]
    assert all(reason in outcome.note for outcome in large)
    assert {outcome.capsule.codec.name for outcome in large} == {"extractive"}
    assert service.load_spend(workspace.places.spend).state.calls == 2 * len(large)


@pytest.mark.parametrize("fault", [429, 529, "drop"])
def test_b07_who_does_not_answer_is_asked_again_after_a_growing_wait(make: Any, fault: int | str) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api, rounds=1)
        api.drop(times=2) if fault == "drop" else api.fail(int(fault), times=2)

        outcomes = workspace.run(compress_attempts=4)

    assert all(isinstance(outcome, Made) for outcome in outcomes)
    assert workspace.waited == [1.0, 2.0]


def test_b07_while_nobody_answers_a_stopgap_stands_in_and_the_block_stays_in_the_backlog(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api, rounds=1)
        api.fail(529, times=40)
        first = workspace.run()

        waiting = [outcome for outcome in first if isinstance(outcome, Postponed)]
        rows = workspace.services.viewer.rows("session-1")
        assert waiting
        assert all(outcome.stopgap for outcome in waiting)
        assert all(row.capsule is not None for row in rows)

        api._script.clear()
        workspace.clock.advance(hours=1)
        second = workspace.run()

    assert len(second) == len(waiting)
    assert {outcome.capsule.codec.name for outcome in second} == {"anthropic"}
    assert workspace.services.viewer.rows("session-1")[0].capsule.codec.name == "anthropic"


def test_a_server_without_effort_is_asked_without_it(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api, rounds=2)
        api.fail(400, "output_config.effort: Extra inputs are not permitted")

        outcomes = workspace.run()

    assert all(isinstance(outcome, Made) for outcome in outcomes)
    assert ["output_config" in request.body for request in api.requests] == [True, *[False] * len(outcomes)]


def test_a_block_that_no_window_holds_is_compressed_without_a_model(make: Any) -> None:
    with FakeAnthropic(window=100) as api:
        workspace = make(api, rounds=2)

        outcomes = workspace.run()

    assert all("too large" in outcome.note for outcome in outcomes)
    assert {outcome.capsule.codec.name for outcome in outcomes} == {"extractive"}


def test_who_asks_for_an_hour_is_asked_again_by_a_later_run(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api, rounds=1)
        api.fail(429, times=1, retry_after_ms=3_600_000)

        outcomes = workspace.run()

    assert workspace.waited == []
    assert isinstance(outcomes[0], Postponed)


def test_a_wrong_key_is_not_asked_about_twice(make: Any) -> None:
    with FakeAnthropic() as api:
        workspace = make(api, rounds=1)
        api.fail(401, times=40)

        outcomes = workspace.run()

    assert len(api.requests) == sum(outcome.calls for outcome in outcomes if isinstance(outcome, Postponed))
    assert workspace.waited == []


def test_without_a_key_and_an_address_nothing_is_tried(make: Any) -> None:
    workspace = make()
    codec = remote.codec_of(workspace.settings, "anthropic", {})
    timing = Timing(now=workspace.clock, sleep=workspace.waited.append, jitter=lambda: 0.0)
    compressor = Compressor(workspace.places, workspace.settings, workspace.services.store, codec, timing=timing)

    with pytest.raises(NotReadyError, match="ANTHROPIC_API_KEY"):
        compressor.check_ready()


@pytest.mark.parametrize(("environ", "name"), [({}, "extractive"), (KEY, "anthropic")])
def test_auto_means_a_model_where_there_is_a_key(environ: dict[str, str], name: str) -> None:
    assert remote.codec_of(Settings(), "", environ).id.name == name


# -- at the same time ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_b14_never_more_than_four_calls_at_once(make: Any) -> None:
    barrier = threading.Barrier(4)

    def slow(body: dict[str, Any]) -> str:
        if not barrier.broken:
            with contextlib.suppress(threading.BrokenBarrierError):
                barrier.wait(timeout=2)
        return honest(body)

    with FakeAnthropic(model=slow) as api:
        workspace = make(api, rounds=8)
        compressor = workspace.compressor()

        outcomes = list(compressor.run(compressor.backlog(), at_once(4)))

    assert len(outcomes) >= 8
    assert api.most_in_flight == 4


def test_b15_what_was_answered_before_a_crash_is_kept(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api, rounds=4)
        compressor = workspace.compressor()
        running = compressor.run(compressor.backlog())
        next(running)
        next(running)
        running.close()

        left = workspace.compressor().backlog()

    assert len(left) == len(workspace.services.store.blocks("session-1")) - 2


def test_kill_9_between_two_answers_loses_none_of_those_that_were_told(make: Any, tmp_path: Path) -> None:
    import subprocess

    workspace = make(rounds=6)
    slow = program(tmp_path, "import time; time.sleep(0.15); print('\\n'.join(sys.stdin.read().split('\\n')[::3]))")
    script = Path(__file__).parent.parent.parent / "scripts" / "context-memory.py"
    words = ["--workspace", str(tmp_path / "w"), "--codec", "command", "--set", f"compress_command={slow}"]
    working = subprocess.Popen(
        [sys.executable, str(script), "blocks", "compress", "--watch", *words, "--set", "compress_parallel=1"],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert working.stderr
    told = [working.stderr.readline().split()[1] for _ in range(2)]
    working.kill()
    working.communicate()

    rows = workspace.services.viewer.rows("session-1")
    kept = {row.block.id[:12] for row in rows if row.capsule}
    assert set(told) <= kept
    assert all(outcome.capsule.codec.name != "raw" for outcome in workspace.run("extractive"))
    assert all(row.capsule for row in workspace.services.viewer.rows("session-1"))


def test_what_another_process_compressed_meanwhile_is_not_asked_again(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api)
        late = workspace.compressor()
        jobs = late.backlog()
        workspace.run()
        asked = len(api.requests)

        outcomes = list(late.run(jobs))

    assert len(api.requests) == asked
    assert {outcome.note for outcome in outcomes} == {"made meanwhile by another process"}


def test_the_audit_says_what_was_done_and_what_it_cost(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api)
        outcomes = workspace.run()

    line = json.loads(workspace.places.audit.read_text(encoding="utf-8").splitlines()[-1])
    assert line["action"] == "compress"
    assert line["blocks"] == len(outcomes)
    assert line["dollars"] == pytest.approx(sum(outcome.cost for outcome in outcomes), abs=1e-6)


# -- money --------------------------------------------------------------------------------------------


def test_the_days_budget_stops_calls_before_they_are_made_and_a_new_day_begins_with_nothing_spent(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api, rounds=6)
        one = workspace.compressor().most_cost(workspace.compressor().backlog(limit=1))

        outcomes = workspace.run(compress_daily_dollars=one * 2.5)
        asked = len(api.requests)
        blocked = [outcome for outcome in outcomes if isinstance(outcome, Postponed)]
        workspace.clock.advance(days=1)
        later = workspace.run(compress_daily_dollars=1.0)

    assert 1 <= asked < len(outcomes)
    assert blocked
    assert all(outcome.is_blocked and "budget" in outcome.reason for outcome in blocked)
    assert len(later) == len(blocked)
    state = service.load_spend(workspace.places.spend).state
    assert state.reserved == pytest.approx(0)
    assert state.total == pytest.approx(sum(o.cost for o in [*outcomes, *later]))


def test_five_failures_in_a_row_open_the_breaker_for_every_session_and_one_answer_closes_it(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api, rounds=6)
        api.fail(500, times=100)
        workspace.run(compress_attempts=1)

        assert len(api.requests) == service.FAILURES
        api._script.clear()
        assert all(isinstance(outcome, Postponed) for outcome in workspace.run())
        assert len(api.requests) == service.FAILURES

        workspace.clock.advance(minutes=16)
        assert all(isinstance(outcome, Made) for outcome in workspace.run())

    assert service.load_spend(workspace.places.spend).state.opened_at == ""


def test_an_operator_closes_the_breaker_at_once(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api)
        api.fail(500, times=100)
        workspace.run(compress_attempts=1)
        api._script.clear()

        workspace.compressor().budget.close_breaker()

        assert all(isinstance(outcome, Made) for outcome in workspace.run())


def test_a_corrupt_spend_file_is_set_aside_and_told(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api, rounds=1)
        workspace.places.spend.write_text('{"day": 7')
        compressor = workspace.compressor()

        list(compressor.run(compressor.backlog()))

    assert "set aside" in compressor.budget.problems[0]
    assert workspace.places.spend.with_name("spend.json.corrupt").exists()


# -- batches ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base_url", ["", "https://gateway.example.org/v1", "http://127.0.0.1@gateway.example.org"])
def test_a_model_without_a_price_is_not_asked_and_says_so(make: Any, base_url: str) -> None:
    """Nobody answers at these addresses: a call would end in another reason."""
    workspace = make()
    compressor = workspace.compressor("anthropic", compress_model="model-of-nobody-1", base_url=base_url)
    jobs = compressor.backlog()

    outcomes = list(compressor.run(jobs))

    assert compressor.has_unknown_price
    assert compressor.most_cost(jobs) is None
    assert all(isinstance(outcome, Postponed) and outcome.is_blocked for outcome in outcomes)
    assert {outcome.reason for outcome in outcomes} == {
        "the price of this model is not known, so no budget can hold it"
    }
    assert (compressor.budget.spend().calls, compressor.budget.spend().reserved) == (0, 0.0)


def test_a_server_on_this_machine_sends_no_bill(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api)
        outcomes = workspace.run("anthropic", compress_model="model-of-nobody-1")

        assert all(isinstance(outcome, Made) for outcome in outcomes)
        assert sum(outcome.cost for outcome in outcomes) == 0.0
        assert workspace.compressor("anthropic").budget.spend().calls > 0


@pytest.mark.parametrize(
    ("base_url", "is_here"),
    [
        ("http://localhost:8080", True),
        ("http://127.0.0.1", True),
        ("http://[::1]:9/v1", True),
        ("", False),
        ("https://api.example.org", False),
        ("http://localhost.example.org", False),
        ("http://localhost@example.org", False),
        ("http://example.org\\@localhost", False),
        ("http://[::1", False),
    ],
)
def test_only_a_loopback_address_is_on_this_machine(base_url: str, is_here: bool) -> None:
    usage = Usage(input=1_000, output=10)

    assert prices.is_on_this_machine(base_url) is is_here
    assert prices.cost_of("model-of-nobody-1", usage, base_url) == (0.0 if is_here else None)
    assert prices.cost_of("claude-haiku-4-5", usage, base_url) == pytest.approx(0.00105)


def test_a_batch_is_handed_over_once_and_collected_at_half_the_price(make: Any) -> None:
    with FakeAnthropic(model=honest, batch_polls=1) as api:
        workspace = make(api)
        compressor = workspace.compressor()
        batches = sessions.batches(workspace.places, compressor)
        jobs = compressor.backlog()

        batches.submit(jobs)
        assert batches.without_open(compressor.backlog()) == []
        assert sum(batches.collect(compressor.backlog()).waiting.values()) == len(jobs)
        collected = batches.collect(compressor.backlog())

        single = compressor.codec.compress(compressor.request_of(jobs[0]))
    assert len(collected.outcomes) == len(jobs)
    by_block = {outcome.capsule.block: outcome for outcome in collected.outcomes}
    assert by_block[jobs[0].block.id].cost == pytest.approx(single.cost / 2)
    assert compressor.backlog() == []
    assert batches.out().blocks == {}


def test_an_answer_of_a_batch_is_verified_like_any_other(make: Any) -> None:
    with FakeAnthropic(model=lambda body: "It listens on port 9999.") as api:
        workspace = make(api, rounds=1)
        compressor = workspace.compressor()
        batches = sessions.batches(workspace.places, compressor)
        batches.submit(compressor.backlog())

        outcomes = batches.collect(compressor.backlog()).outcomes

    assert {outcome.capsule.codec.name for outcome in outcomes} == {"extractive"}


def test_batches_need_the_codec_that_has_them(make: Any) -> None:
    workspace = make()

    with pytest.raises(InputError, match="anthropic"):
        sessions.batches(workspace.places, workspace.compressor("extractive"))


# -- any program --------------------------------------------------------------------------------------


def program(folder: Path, source: str) -> str:
    path = folder / "program.py"
    path.write_text(f"import os, sys\n{source}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f"{sys.executable} {path}"


def test_a_program_gets_the_block_and_its_output_is_verified(make: Any, tmp_path: Path) -> None:
    command = program(
        tmp_path,
        "lines = sys.stdin.read().split('\\n')\n"
        "assert int(os.environ['CONTEXT_MEMORY_TARGET_TOKENS']) > 10\n"
        "print('\\n'.join(lines[::3]))",
    )

    outcomes = make().run("command", compress_command=command)

    assert {outcome.capsule.codec.name for outcome in outcomes} == {"command"}
    assert {outcome.cost for outcome in outcomes} == {0.0}


@pytest.mark.parametrize(
    ("source", "said"),
    [("sys.exit('no model loaded')", "no model loaded"), ("import time; time.sleep(60)", "longer than")],
)
def test_a_program_that_fails_or_hangs_postpones_the_block(make: Any, tmp_path: Path, source: str, said: str) -> None:
    workspace = make(rounds=1)

    outcomes = workspace.run(
        "command", compress_command=program(tmp_path, source), compress_seconds=1, compress_attempts=1
    )

    postponed = [outcome for outcome in outcomes if isinstance(outcome, Postponed)]
    assert postponed
    assert all(said in outcome.reason for outcome in postponed)


def test_a_program_that_does_not_exist_is_named(make: Any) -> None:
    outcomes = make(rounds=1).run("command", compress_command="no-such-program --x", compress_attempts=1)

    assert any("no-such-program" in outcome.reason for outcome in outcomes if isinstance(outcome, Postponed))


# -- secrets ------------------------------------------------------------------------------------------


def test_u05_b12_planted_secrets_are_nowhere_on_disk_nor_on_the_wire(make: Any) -> None:
    kinds = iter(PLANTED.values())
    first, second = list(kinds)[:20], list(PLANTED.values())[20:]

    def leaks(body: dict[str, Any]) -> str:
        return honest(body) + f"\n{PLANTED['github-token']}"

    with FakeAnthropic(model=leaks) as api:
        extra = (
            " <PRESERVE_VERBATIM>" + "\n".join(first) + "</PRESERVE_VERBATIM> 密码是 Tr0ub4dor&3, password=hunter2xyz"
        )
        workspace = make(api, rounds=2, extra=extra, leak="\n".join(second))
        workspace.run()
        wire = "\n".join(json.dumps(request.body, ensure_ascii=False) for request in api.requests)
        disk = workspace.everything_on_disk()

    assert len(PLANTED) >= 30
    secrets = [*PLANTED.values(), "Tr0ub4dor&3", "hunter2xyz"]
    assert [secret for secret in secrets if secret in wire or secret in disk] == []
    assert [s for s in secrets if json.dumps(s)[1:-1] in wire or json.dumps(s)[1:-1] in disk] == []
    assert "[redacted:anthropic-key]" in wire
    assert "[redacted:anthropic-key]" in disk


def test_who_switched_redaction_off_keeps_what_was_said(make: Any) -> None:
    workspace = make(None, SETTINGS._replace(redact=False), rounds=1, extra=f" {PLANTED['npm-token']}")

    workspace.run("extractive")

    assert PLANTED["npm-token"] in workspace.everything_on_disk()


# -- the command --------------------------------------------------------------------------------------


def call(*words: str) -> int:
    return main(["blocks", "compress", *words])


def test_the_command_compresses_and_says_what_it_cost(make: Any, tmp_path: Path, capsys: Any) -> None:
    make()

    code = call("--workspace", str(tmp_path / "w"), "--set", "block_tokens=700")
    said = capsys.readouterr()

    assert code == 0
    assert " -> " in said.out
    assert said.err == ""  # nobody watches
    assert call("--workspace", str(tmp_path / "w")) == 0
    assert "nothing to do" in capsys.readouterr().out


def test_the_command_as_json_with_a_model(make: Any, tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
    with FakeAnthropic(model=honest) as api:
        make(api)

        code = call("--workspace", str(tmp_path / "w"), "--json", "--set", f"base_url={api.base_url}")

    told = json.loads(capsys.readouterr().out)
    assert code == 0
    assert told["calls"] == told["blocks"] == len(api.requests)
    assert told["spent_today"] == pytest.approx(told["dollars"])


def test_a_dry_run_tells_the_cost_and_writes_nothing(make: Any, tmp_path: Path, capsys: Any) -> None:
    make()
    before = sorted((tmp_path / "w").rglob("*"))

    code = call("--workspace", str(tmp_path / "w"), "--codec", "anthropic", "--dry-run", "--json")

    told = json.loads(capsys.readouterr().out)
    assert code == 0
    assert told["dollars_at_most"] > 0
    assert sorted((tmp_path / "w").rglob("*")) == before


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--codec", "anthropic"), 3, "ANTHROPIC_API_KEY"),
        (("--limit", "0"), 2, "--limit 0"),
        (("--batch", "--codec", "extractive"), 2, "codec anthropic"),
        (("--codec", "command"), 2, "compress_command"),
    ],
)
def test_what_cannot_work_is_said_before_anything_is_done(
    make: Any, tmp_path: Path, capsys: Any, monkeypatch: Any, words: tuple[str, ...], code: int, said: str
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    make()

    assert call("--workspace", str(tmp_path / "w"), *words) == code
    assert said in capsys.readouterr().err


def test_the_exit_code_tells_a_silent_model_from_an_open_breaker(
    make: Any, tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
    with FakeAnthropic() as api:
        make(api, rounds=2)
        api.fail(401, times=100)
        words = ["--workspace", str(tmp_path / "w"), "--set", f"base_url={api.base_url}", "--codec", "anthropic"]

        assert call(*words, "--limit", "1") == 4
        assert call(*words, "--set", "compress_daily_dollars=0") == 5


def test_the_command_hands_a_batch_over_and_the_next_call_collects_it(
    make: Any, tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
    with FakeAnthropic(model=honest) as api:
        make(api)
        words = ["--workspace", str(tmp_path / "w"), "--batch", "--json", "--set", f"base_url={api.base_url}"]

        assert call(*words) == 0
        first = json.loads(capsys.readouterr().out)
        assert call(*words) == 0
        second = json.loads(capsys.readouterr().out)

    assert first["blocks"] == 0
    assert first["submitted"] > 0
    assert second["blocks"] == first["submitted"]
    assert second["spent_today"] == pytest.approx(second["dollars"], abs=1e-6)


@pytest.mark.parametrize("ignored", ["", "trap '' INT TERM; "], ids=["handled", "ignored by the parent"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_watch_goes_on_until_it_is_stopped(make: Any, tmp_path: Path, number: signal.Signals, ignored: str) -> None:
    """A shell starts what runs in its background with SIGINT ignored."""
    workspace = make()
    script = Path(__file__).parent.parent.parent / "scripts" / "context-memory.py"
    command = [
        sys.executable,
        str(script),
        "blocks",
        "compress",
        "--workspace",
        str(tmp_path / "w"),
        "--watch",
        "--interval",
        "0.1",
    ]
    watching = subprocess.Popen(
        ["/bin/sh", "-c", f'{ignored}exec "$@"', "sh", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert watching.stderr
    count = len(workspace.services.store.blocks("session-1"))
    seen = [watching.stderr.readline() for _ in range(count)]
    watching.send_signal(number)
    try:
        out, err = watching.communicate(timeout=100)
    finally:
        watching.kill()

    assert seen[-1].startswith(f"[{count}/{count}]"), [*seen, err]
    assert watching.returncode == 0
    assert f"{count} blocks" in out
