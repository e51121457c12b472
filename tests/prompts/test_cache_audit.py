"""The audit of the prefix cache: lost turns, likely causes, costs."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from context_memory.cli import main
from context_memory.errors import InputError
from context_memory.llm import prices
from context_memory.messages import Message, Role, Session, Text, Usage
from context_memory.prompts import cache_audit
from context_memory.prompts import service as cache_auditor
from context_memory.prompts.cache_audit import Cause
from context_memory.storage import templates

START = datetime(2026, 11, 20, 8, tzinfo=UTC)
OPUS = "claude-opus-4-5"


class Talk:
    """Builds a session turn by turn, with a clock."""

    def __init__(self, model: str = OPUS) -> None:
        self.now = START
        self.model = model
        self.messages: list[Message] = []

    def wait(self, seconds: float) -> "Talk":
        self.now += timedelta(seconds=seconds)
        return self

    def says(self, text: str = "go on", *, is_summary: bool = False) -> "Talk":
        parts = (Text(text),)
        self.messages.append(Message(Role.USER, parts, time=self._time(), is_summary=is_summary))
        return self

    def hears(self, read: int, write: int, fresh: int = 3, *, hour: int = 0, model: str = "") -> "Talk":
        self.wait(5)
        usage = Usage(fresh, 100, read, write, hour)
        self.messages.append(
            Message(Role.ASSISTANT, (Text("ok"),), time=self._time(), usage=usage, model=model or self.model)
        )
        return self

    def _time(self) -> str:
        return self.now.isoformat().replace("+00:00", "Z")

    @property
    def session(self) -> Session:
        return Session("test", tuple(self.messages), model=self.model)


def _causes(talk: Talk, ttl: str = "") -> list[str]:
    return [
        reply.loss.cause.value if reply.loss else "" for reply in cache_audit.audit_cache(talk.session, ttl=ttl).replies
    ]


# -- causes ----------------------------------------------------------------------------------------


def test_a_session_that_only_grows_loses_nothing() -> None:
    talk = Talk().says().hears(0, 10_000).says().hears(10_000, 500).says().hears(10_500, 700)

    assert _causes(talk) == ["first_reply", "", ""]


def test_a_pause_longer_than_five_minutes_is_the_cause() -> None:
    talk = Talk().says().hears(0, 10_000).wait(301).says().hears(0, 10_500)

    assert _causes(talk) == ["first_reply", "idle"]


def test_an_entry_ages_from_the_start_of_its_request() -> None:
    talk = Talk().says().wait(200).hears(0, 10_000).wait(99).says().hears(0, 10_500)

    assert _causes(talk) == ["first_reply", "idle"]


def test_an_entry_written_for_an_hour_survives_the_pause() -> None:
    talk = Talk().says().hears(0, 10_000, hour=10_000).wait(1_000).says().hears(0, 10_500, hour=10_500)

    assert _causes(talk) == ["first_reply", "start_changed"]


def test_the_lifetime_can_be_told() -> None:
    talk = Talk().says().hears(0, 10_000).wait(1_000).says().hears(0, 10_500)

    assert _causes(talk, ttl="1h") == ["first_reply", "start_changed"]


def test_a_change_of_model_is_the_cause() -> None:
    talk = Talk().says().hears(0, 10_000).says().hears(0, 10_500, model="claude-sonnet-4-5")

    assert _causes(talk) == ["first_reply", "model_changed"]


def test_a_model_that_comes_back_finds_its_own_cache() -> None:
    talk = Talk().says().hears(0, 50_000).says().hears(0, 3_000, model="claude-haiku-4-5").says().hears(50_000, 600)

    assert _causes(talk) == ["first_reply", "model_changed", ""]


def test_a_model_that_comes_back_too_late_has_lost_it() -> None:
    talk = Talk().says().hears(0, 50_000)
    for _ in range(4):
        talk.wait(100).says().hears(0, 900, model="claude-haiku-4-5")

    assert _causes(talk.says().hears(0, 50_600))[-1] == "idle"


def test_a_summary_between_the_replies_is_the_cause() -> None:
    talk = Talk().says().hears(0, 90_000).says("summary", is_summary=True).says().hears(8_000, 12_000)

    assert _causes(talk) == ["first_reply", "compaction"]


def test_a_prompt_that_shrinks_without_a_summary_was_edited() -> None:
    talk = Talk().says().hears(0, 90_000).says().hears(8_000, 60_000)

    assert _causes(talk) == ["first_reply", "context_edited"]


def test_nothing_read_back_at_once_means_the_start_changed() -> None:
    talk = Talk().says().hears(0, 10_000).says().hears(0, 10_500)

    assert _causes(talk) == ["first_reply", "start_changed"]


def test_a_part_read_back_means_the_history_changed() -> None:
    talk = Talk().says().hears(0, 20_000).says().hears(8_000, 12_500)

    assert _causes(talk) == ["first_reply", "history_changed"]


@pytest.mark.parametrize("text", ["<system-reminder>now</system-reminder>", "<relevant-memories>x</relevant-memories>"])
def test_a_part_read_back_beside_inserted_text_names_that(text: str) -> None:
    talk = Talk().says().hears(0, 20_000).says(text).hears(8_000, 12_500)

    assert _causes(talk) == ["first_reply", "inserted_text"]


def test_without_times_nobody_can_tell() -> None:
    talk = Talk().says().hears(0, 10_000).says().hears(0, 10_500)
    talk.messages = [Message(m.role, m.parts, usage=m.usage) for m in talk.messages]

    assert _causes(talk) == ["first_reply", "unknown"]


def test_a_small_difference_is_noise() -> None:
    talk = Talk().says().hears(0, 10_000).says().hears(9_100, 1_400)

    assert _causes(talk) == ["first_reply", ""]


def test_a_reply_without_tokens_is_no_request() -> None:
    talk = Talk().says().hears(0, 10_000).hears(0, 0, 0).says().hears(10_000, 500)

    assert _causes(talk) == ["first_reply", ""]


def test_automatic_caching_is_judged_by_the_whole_last_prompt() -> None:
    talk = Talk("kimi-k2").says().hears(0, 0, 20_000).says().hears(19_900, 0, 600).says().hears(0, 0, 21_000)

    assert _causes(talk) == ["first_reply", "", "start_changed"]


def test_a_host_that_reports_no_cache_has_no_losses() -> None:
    audit = cache_audit.audit_cache(Talk().says().hears(0, 0, 20_000).says().hears(0, 0, 21_000).session)

    assert not audit.uses_cache
    assert audit.lost == ()


def test_losses_at_the_start_of_turns_give_a_hint() -> None:
    talk = Talk().says().hears(0, 10_000)
    for _ in range(3):
        talk.wait(30).says().hears(0, 11_000).hears(11_000, 200)

    audit = cache_audit.audit_cache(talk.session)

    assert "3 of 3" in cache_audit.describe_pattern(audit, templates.texts("cache_audit", "en"))
    assert "3 次" in cache_audit.describe_pattern(audit, templates.texts("cache_audit", "zh"))


@pytest.mark.parametrize("cause", list(Cause))
def test_every_cause_has_words_in_both_languages(cause: Cause) -> None:
    loss = cache_audit.Loss(cause, 1_000, seconds=3_723)

    english, chinese = (cache_audit.describe_loss(loss, templates.texts("cache_audit", each)) for each in ("en", "zh"))

    assert english
    assert chinese != english


# -- costs -----------------------------------------------------------------------------------------


def test_the_cost_of_a_reply_is_the_sum_of_its_kinds() -> None:
    price = prices.TABLE.of(OPUS)
    assert price is not None

    dollars = prices.cost(Usage(1_000_000, 1_000_000, 1_000_000, 2_000_000, 1_000_000), price)

    assert dollars == pytest.approx(5 + 25 + 0.5 + 6.25 + 10)


def test_a_lost_prefix_costs_the_write_instead_of_the_read() -> None:
    talk = Talk().says().hears(0, 100_000).says().hears(0, 100_000)

    reply = cache_audit.audit_cache(talk.session).replies[1]

    assert cache_audit.extra_cost(reply) == pytest.approx(100_000 * (6.25 - 0.5) / 1_000_000)


def test_a_compaction_costs_what_it_costs() -> None:
    talk = Talk().says().hears(0, 90_000).says("summary", is_summary=True).says().hears(8_000, 12_000)

    audit = cache_audit.audit_cache(talk.session)

    assert audit.cost == pytest.approx(audit.if_cached)


def test_a_long_prompt_of_haiku_costs_more() -> None:
    price = prices.TABLE.of("claude-haiku-5-5")
    assert price is not None

    assert prices.cost(Usage(100_000), price) == pytest.approx(0.01)
    assert prices.cost(Usage(100_001), price) == pytest.approx(0.0500005)


@pytest.mark.parametrize(
    "name",
    [
        "claude-opus-4-5",
        "claude-opus-4-5-20251101",
        "anthropic/claude-opus-4.5",
        "us.anthropic.claude-opus-4-5-20251101-v1:0",
        "claude-opus-4-5@20251101",
        "Claude-Opus-4-5[1m]",
    ],
)
def test_hosts_write_one_model_in_many_ways(name: str) -> None:
    assert prices.TABLE.of(name) is prices.TABLE.models[OPUS]


@pytest.mark.parametrize(
    "name",
    [
        "gpt-5.5",
        "openai/gpt-5.5-2026-04-23",
        "moonshotai/kimi-k2.6",
        "openrouter/z-ai/glm-5.1",
        "deepseek-v4-pro",
        "deepseek-v4-flash",
    ],
)
def test_models_of_other_providers_have_a_price(name: str) -> None:
    price = prices.TABLE.of(name)

    assert price is not None
    assert price.read < price.input < price.output
    assert price.write_5m == price.input  # they cache by themselves


@pytest.mark.parametrize("name", ["", "kimi-k1", "claude-opus", "claude-opus-9", "my-claude-opus-4-5-proxy"])
def test_an_unknown_model_has_no_price(name: str) -> None:
    assert prices.TABLE.of(name) is None


def test_the_table_follows_the_providers_rules() -> None:
    for price in (price for name, price in prices.TABLE.models.items() if name.startswith("claude-")):
        assert price.write_5m == pytest.approx(price.input * prices.WRITE_5M_FACTOR)
        assert price.write_1h == pytest.approx(price.input * prices.WRITE_1H_FACTOR)
        assert price.read <= price.input * prices.READ_FACTOR + 1e-9


counts = st.integers(min_value=0, max_value=2_000_000)


@given(st.lists(st.tuples(counts, counts, counts, st.integers(0, 4_000)), max_size=12))
def test_if_cached_never_costs_more_and_tokens_are_kept(replies: list[tuple[int, int, int, int]]) -> None:
    talk = Talk()
    for read, write, fresh, pause in replies:
        talk.wait(pause).says().hears(read, write, fresh)

    audit = cache_audit.audit_cache(talk.session)

    assert audit.if_cached <= audit.cost + 1e-9
    assert 0 <= audit.cached_share <= 1
    for reply in audit.replies:
        could = cache_audit._as_if_cached(reply.usage, reply.loss)
        assert cache_audit.prompt_tokens(could) == reply.prompt
        assert min(could.input, could.cache_write, could.cache_write_1h) >= 0


@given(st.text(max_size=40))
def test_any_time_is_a_moment_or_none(text: str) -> None:
    moment = cache_audit.moment(text)

    assert moment is None or moment.tzinfo is UTC


# -- own prices ------------------------------------------------------------------------------------


def test_own_prices_lie_over_the_table(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text('date = "2026-11-01"\n[models."kimi-k2"]\ninput = 0.6\noutput = 2.5\nread = 0.15\n')

    table = cache_auditor.price_table(file)

    own = table.of("kimi-k2")
    assert own is not None
    assert (own.input, own.read, own.write_5m) == (0.6, 0.15, 0.75)
    assert table.of(OPUS) is prices.TABLE.models[OPUS]
    assert table.date == "2026-11-01 (own prices), 2026-11-20"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no \\[models\\] table"),
        ("[models.x]\ninput = 1\noutput = 2", "no date"),
        ('date = "x"\nmodels = 3', "no \\[models\\] table"),
        ('date = "x"\n[models]\nx = 3', "model x is not a table"),
        ('date = "x"\n[models.x]\ninput = 1', "lacks input or output"),
        ('date = "x"\n[models.x]\ninput = -1\noutput = 1', "not a price"),
        ('date = "x"\n[models.x]\ninput = nan\noutput = 1', "not a price"),
        ('date = "x"\n[models.x]\ninput = true\noutput = 1', "not a price"),
        ('date = "x"\n[models.x]\ninput = 1\noutput = 1\ncache = 1', "unknown key 'cache'"),
        ('date = "x"\nmodel = 1\n[models.x]\ninput = 1\noutput = 1', "unknown key 'model'"),
        ("not toml at all", "is not TOML"),
        ("x = " + "[" * 5_000, "is not TOML"),
    ],
)
def test_a_price_file_that_cannot_be_used_says_why(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "prices.toml"
    file.write_text(text)

    with pytest.raises(InputError, match=message):
        cache_auditor.price_table(file)


# -- the command on transcripts --------------------------------------------------------------------


def _claude_lines() -> Iterator[dict[str, object]]:
    common = {"sessionId": "s-1", "cwd": "/srv/app", "version": "2.1.0", "isSidechain": False}
    requests = (
        (0, "Fix the login", 0, 30_000, 0),
        (40, "Now the tests", 30_000, 2_000, 0),
        (800, "And the docs", 0, 33_000, 0),
        (840, "Ship it", 33_000, 900, 900),
    )
    for number, (second, text, read, write, hour) in enumerate(requests):
        asked = (START + timedelta(seconds=second)).isoformat().replace("+00:00", "Z")
        answered = (START + timedelta(seconds=second + 6)).isoformat().replace("+00:00", "Z")
        ask = {"type": "user", "uuid": f"u{number}", "timestamp": asked, "message": {"role": "user", "content": text}}
        usage = {
            "input_tokens": 4,
            "output_tokens": 200,
            "cache_read_input_tokens": read,
            "cache_creation_input_tokens": write,
            "cache_creation": {"ephemeral_5m_input_tokens": write - hour, "ephemeral_1h_input_tokens": hour},
        }
        reply = {"id": f"m{number}", "role": "assistant", "model": OPUS, "usage": usage}
        reply["content"] = [{"type": "text", "text": "done"}]
        yield common | ask
        yield common | {"type": "assistant", "uuid": f"a{number}", "timestamp": answered, "message": reply}


@pytest.fixture
def claude_session(tmp_path: Path) -> Path:
    path = tmp_path / "session.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in _claude_lines()))
    return path


@pytest.fixture
def openclaw_session(tmp_path: Path) -> Path:
    def entry(number: int, message: dict[str, object]) -> dict[str, object]:
        time = (START + timedelta(seconds=30 * number)).isoformat().replace("+00:00", "Z")
        parent = f"e{number - 1}" if number else None
        return {"type": "message", "id": f"e{number}", "parentId": parent, "timestamp": time, "message": message}

    lines: list[dict[str, object]] = [{"type": "session", "version": 3, "id": "s", "timestamp": "2026-11-20T08:00:00Z"}]
    for number, (read, write) in enumerate(((0, 9_000), (0, 9_500), (9_500, 300))):
        usage = {"input": 2, "output": 50, "cacheRead": read, "cacheWrite": write, "totalTokens": read + write + 52}
        said = {"role": "assistant", "content": [{"type": "text", "text": "ok"}], "model": OPUS, "usage": usage}
        lines.append(entry(2 * number, {"role": "user", "content": "继续"}))
        lines.append(entry(2 * number + 1, said))
    path = tmp_path / "openclaw.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_report_of_a_session(
    language: str, claude_session: Path, capsys: pytest.CaptureFixture[str], markdown_snapshot: SnapshotAssertion
) -> None:
    assert main(["prompt", "audit-cache", str(claude_session), "--lang", language]) == 0

    assert capsys.readouterr().out == markdown_snapshot


def test_the_audit_as_json(claude_session: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prompt", "audit-cache", str(claude_session), "--json"]) == 0

    document = json.loads(capsys.readouterr().out)
    assert document["lost"] == [3]
    assert document["by_cause"]["idle"]["tokens"] == 32_000
    assert document["turns"][3]["usage"]["cache_write_1h"] == 900
    assert document["cost"] == pytest.approx(sum(turn["cost"] for turn in document["turns"]), abs=1e-5)
    assert document["cost"] - document["if_cached"] == pytest.approx(32_000 * (6.25 - 0.5) / 1e6)
    assert document["prices_date"] == "2026-11-20"


def test_an_openclaw_session_is_audited(openclaw_session: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prompt", "audit-cache", str(openclaw_session), "--json"]) == 0

    document = json.loads(capsys.readouterr().out)
    assert [turn["cause"] for turn in document["turns"]] == ["first_reply", "start_changed", None]


def test_only_the_first_messages_are_audited(claude_session: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prompt", "audit-cache", str(claude_session), "--at", "4", "--json"]) == 0

    assert json.loads(capsys.readouterr().out)["replies"] == 2


@pytest.mark.parametrize("at", ["0", "-3"])
def test_a_place_before_the_first_message_is_refused(
    at: str, claude_session: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prompt", "audit-cache", str(claude_session), "--at", at]) == 2
    assert "--at" in capsys.readouterr().err


def test_output_counts_of_a_stream_s_beginning_are_unknown_and_no_cost_is_made_of_them() -> None:
    def replies(output: int) -> Session:
        usage = Usage(input=10, output=output, cache_read=5_000)
        said = [Message(Role.ASSISTANT, (Text("A reply of some length. " * 20),), usage=usage, model=OPUS)] * 6
        return Session("x", tuple(said))

    assert not cache_audit.audit_cache(replies(2)).is_output_known
    assert cache_audit.audit_cache(replies(120)).is_output_known


def test_no_reply_shows_a_cost_that_rests_on_an_unknown_output_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "session.jsonl"
    lines = [{"type": "user", "uuid": "u0", "message": {"role": "user", "content": "Go on."}}]
    for number in range(6):
        content = [{"type": "text", "text": "A reply of some length. " * 20}]
        usage = {"input_tokens": 10, "output_tokens": 2, "cache_read_input_tokens": 5_000}
        message = {"id": f"m{number}", "role": "assistant", "model": OPUS, "content": content, "usage": usage}
        lines.append({"type": "assistant", "uuid": f"a{number}", "message": message})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))

    assert main(["prompt", "audit-cache", str(path), "--json"]) == 0

    turns = json.loads(capsys.readouterr().out)["turns"]
    assert len(turns) == 6
    assert {(turn["usage"]["output"], turn["cost"], turn["if_cached"]) for turn in turns} == {(None, None, None)}


def test_an_unknown_model_is_said(claude_session: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claude_session.write_text(claude_session.read_text().replace(OPUS, "kimi-k2"))

    assert main(["prompt", "audit-cache", str(claude_session)]) == 0

    assert "no price for kimi-k2" in capsys.readouterr().out


def test_a_session_without_usage_is_not_ready(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plain.json"
    path.write_text(json.dumps([{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]))

    assert main(["prompt", "audit-cache", str(path)]) == 3

    assert "reports no token usage" in capsys.readouterr().err


def test_of_a_folder_the_newest_session_is_audited_or_the_one_that_is_named(
    claude_session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Like every other command that takes SESSION."""
    folder = tmp_path / "projects"
    folder.mkdir()
    (folder / claude_session.name).write_text(claude_session.read_text())
    main(["prompt", "audit-cache", str(claude_session), "--json"])
    of_the_file = capsys.readouterr().out

    code = main(["prompt", "audit-cache", str(folder), "--json"])
    shown = capsys.readouterr()
    unknown = main(["prompt", "audit-cache", str(folder), "--session-id", "nobody"])

    assert (code, shown.out) == (0, of_the_file)
    assert f"reading {folder / claude_session.name} (of 1 sessions" in shown.err
    assert (unknown, "no session nobody" in capsys.readouterr().err) == (2, True)


def test_a_session_on_standard_input_is_audited(claude_session: Path, bare_script) -> None:  # type: ignore[no-untyped-def]
    done = bare_script("prompt audit-cache", "-", "--json", stdin=claude_session.read_bytes())

    assert (done.returncode, json.loads(done.stdout)["replies"] > 0) == (0, True)


def test_the_audit_runs_with_a_bare_interpreter(claude_session: Path, bare_script) -> None:  # type: ignore[no-untyped-def]
    done = bare_script("prompt audit-cache", str(claude_session))

    assert done.returncode == 0, done.stderr
    assert "idle for" in done.stdout.decode()
