"""The evaluations can be trusted: graders tell right from wrong, scenarios are whole, no model is asked by chance."""

import json
from pathlib import Path

import anthropic
import pytest

from context_memory.testing import FakeAnthropic
from evals import __main__ as command
from evals import graders, model_run, scenarios, transcripts

EVALS = Path(command.__file__).parent
NAMES = sorted(graders.GRADERS)
SCENARIOS = {scenario.name: scenario for scenario in scenarios.all_of_them()}


def recorded(name: str, kind: str) -> tuple[transcripts.Step, ...]:
    return transcripts.read(EVALS / "recordings" / f"{name}.{kind}.json")


def test_there_is_a_grader_a_scenario_and_two_recordings_for_each_name() -> None:
    recordings = {path.name for path in (EVALS / "recordings").glob("*.json")}

    assert len(NAMES) == 8
    assert set(SCENARIOS) == set(NAMES)
    assert recordings == {f"{name}.{kind}.json" for name in NAMES for kind in ("pass", "fail")}


@pytest.mark.parametrize("name", NAMES)
def test_a_grader_tells_the_right_transcript_from_the_wrong_one(name: str) -> None:
    grader = graders.GRADERS[name]

    assert grader(recorded(name, "pass")) == []
    assert all(len(reason) > 10 for reason in grader(recorded(name, "fail")) or [""])


@pytest.mark.parametrize("name", NAMES)
def test_doing_nothing_at_all_is_not_right(name: str) -> None:
    assert graders.GRADERS[name]((transcripts.Said("Done."),)) != []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("other", NAMES)
def test_the_right_transcript_of_another_scenario_does_not_pass(name: str, other: str) -> None:
    if name != other:
        assert graders.GRADERS[name](recorded(other, "pass")) != []


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_answers_the_message_of_its_scenario(name: str) -> None:
    for kind in ("pass", "fail"):
        messages = json.loads((EVALS / "recordings" / f"{name}.{kind}.json").read_text(encoding="utf-8"))
        assert messages[0] == {"role": "user", "content": SCENARIOS[name].message}
        assert messages[-1]["role"] == "assistant"


@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_has_a_workspace_a_temptation_and_its_excuses(name: str) -> None:
    scenario = SCENARIOS[name]

    assert scenario.files
    assert scenario.temptation
    assert scenario.excuses
    assert all(not Path(path).is_absolute() and ".." not in path for path, _text in scenario.files)


def test_a_scenario_without_one_of_its_parts_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text("# x\n\n## Workspace\n\n### a\n```text\nb\n```\n\n## Message\n\nhello\n")

    with pytest.raises(ValueError, match="lacks Holds when, Excuses"):
        scenarios.read(tmp_path / "x.md")


def test_half_of_the_twenty_queries_are_near_misses() -> None:
    triggers = command.triggers()

    assert len(triggers) == 20
    assert sum(bool(each["should_trigger"]) for each in triggers) == 10
    assert all(set(each) == {"query", "should_trigger"} for each in triggers)
    assert len({each["query"] for each in triggers}) == 20
    assert {True, False} == {bool(each["should_trigger"]) for each in triggers if not str(each["query"]).isascii()}


def test_near_misses_share_words_with_the_description() -> None:
    description = model_run._ours()["context-memory-optimizer"].lower()
    words = {word for word in description.replace(",", " ").replace(".", " ").split() if len(word) > 5}

    misses = [str(each["query"]).lower() for each in command.triggers() if not each["should_trigger"]]
    near = {"context", "memory", "token", "cache", "compress", "summar", "permission", "handover", "remember", "内存"}
    assert words
    assert all(any(word in miss for word in near) for miss in misses)


def test_the_recordings_are_graded_without_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([]) == 0
    assert capsys.readouterr().out.count("ok  ") == 16


def test_a_model_without_a_key_is_said_and_not_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--model", "claude-haiku-5-5"]) == 77
    assert "NOT RUN: a model needs ANTHROPIC_API_KEY" in capsys.readouterr().err


# -- the way with a model, against an API on loopback -----------------------------------------------


def test_a_model_lives_through_a_scenario_and_is_graded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test")
    with FakeAnthropic() as api:
        api.call(
            "exec",
            {"command": "python3 X/scripts/context-memory.py check --workspace W --command './deploy.sh production'"},
        )
        api.reply("It is denied: only the release manager may. Ask Dana.")
        words = ["--model", "claude-haiku-5-5", "--only", "retry_after_denial", "--base-url", api.base_url]

        code = command.main(words)

        result = api.requests[1].body["messages"][-1]["content"][0]["content"]
    assert code == 0
    assert "retry_after_denial: 1/1 hold" in capsys.readouterr().out
    assert '"exit": 3' in result
    assert "ask Dana" in result


def test_the_model_has_the_skill_or_does_not(tmp_path: Path) -> None:
    bodies = []
    for with_skill in (True, False):
        with FakeAnthropic() as api, anthropic.Anthropic(api_key="test", base_url=api.base_url) as client:
            run = model_run.Run("claude-haiku-5-5", with_skill=with_skill)
            model_run.live_through(SCENARIOS["nearly_full"], run, client, tmp_path / str(with_skill))
            bodies.append(json.dumps(api.requests[0].body))

    assert ["## Which command" in body for body in bodies] == [True, False]
    assert not any("{baseDir}" in body for body in bodies)


def test_the_triggers_are_asked_one_by_one(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test")
    with FakeAnthropic() as api:
        for each in command.triggers():
            api.reply("context-memory-optimizer" if each["should_trigger"] else "none")

        code = command.main(["--model", "claude-haiku-5-5", "--triggers", "--base-url", api.base_url])

    assert code == 0
    assert capsys.readouterr().out.count("ok  ") == 20


@pytest.mark.parametrize(
    "given",
    [
        "rm -rf /",
        "python3 -c 'print(1)'",
        "python3 ../../etc/scripts/evil.py",
        "cat MEMORY.md",
        "python3 context-memory.py settings; touch x",
        "sh -c ls",
        "python3 'unclosed",
        "",
    ],
)
def test_nothing_but_the_scripts_of_the_skill_is_started(given: str, tmp_path: Path) -> None:
    answer = model_run.execute(given, tmp_path)

    assert answer.startswith("error:") or '"exit": 2' in answer
    assert list(tmp_path.iterdir()) == []


def test_the_tools_of_a_model_stay_in_the_folder(tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("secret")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link.txt").symlink_to("../outside.txt")

    for path in ("../outside.txt", "link.txt", str(tmp_path / "outside.txt")):
        for name in ("read", "write"):
            answer = model_run._answer({"name": name, "input": {"path": path, "text": "x"}}, inside)
            assert answer == "error: outside of the workspace"
    assert (tmp_path / "outside.txt").read_text() == "secret"
