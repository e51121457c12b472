"""Fitting the ranker's weights to conversations of one's own: honest figures, a file that recall takes."""

import json
import sys
from pathlib import Path

import pytest

from bench import fit_ranking, precision
from bench.conversations import Corpus, conversations, own
from bench.recall_metrics import Score
from context_memory.cli.run import run
from context_memory.errors import InputError
from context_memory.memory.recall.ranking.rank import Weights


@pytest.fixture(scope="module")
def examples() -> list[fit_ranking.Conversation]:
    return [fit_ranking.extract(corpus, None) for corpus in own(count=2)]


def found_by(weights: Weights, conversations: list[fit_ranking.Conversation]) -> float:
    score = Score()
    for each in conversations:
        fit_ranking.judged(score, each, weights)
    return score.mean("MRR")


def test_fitted_weights_find_the_evidence_that_spoilt_ones_miss(examples: list[fit_ranking.Conversation]) -> None:
    spoilt = Weights()._replace(covered=-1.0, told=-1.0, words=-1.0)

    assert found_by(fit_ranking.fit(examples), examples) > found_by(spoilt, examples) + 0.2


def test_the_same_conversations_give_the_same_weights(examples: list[fit_ranking.Conversation]) -> None:
    assert fit_ranking.fit(examples) == fit_ranking.fit(examples)


def test_a_feature_that_never_differs_keeps_its_weight(examples: list[fit_ranking.Conversation]) -> None:
    fitted = fit_ranking.fit(examples)

    assert (fitted.superseded, fitted.meaning) == (Weights().superseded, Weights().meaning)


def test_every_conversation_is_judged_by_weights_that_did_not_see_it(examples: list[fit_ranking.Conversation]) -> None:
    _, single = fit_ranking.cross_validated(examples)

    for left_out in examples:
        others = [each for each in examples if each is not left_out]
        assert single[left_out.name].mean("MRR") == found_by(fit_ranking.fit(others), [left_out])


def lines_of(corpus: Corpus) -> str:
    asked = [
        {"query": each.text, "evidence": sorted(each.evidence), "category": each.category} for each in corpus.questions
    ]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in (*corpus.lines, *asked))


def test_the_script_writes_weights_that_recall_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 5, section 2: a script fits and cross-validates on conversations given by path."""
    for corpus in own(count=1):
        (tmp_path / f"{corpus.name}.jsonl").write_text(lines_of(corpus), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["fit", str(tmp_path), "--out", str(tmp_path / "w.json")])

    assert fit_ranking.main() == 0
    shown = capsys.readouterr().out
    assert "fitted, left-out conversations" in shown
    weights = json.loads((tmp_path / "w.json").read_text())["weights"]
    assert weights["covered"] + weights["told"] + weights["words"] == pytest.approx(2.25)

    (tmp_path / "context-memory.toml").write_text('ranking_weights = "w.json"\n')
    assert run("remember", ["the kayak is blue", "--workspace", str(tmp_path)], program="remember.py") == 0
    settings = ["--workspace", str(tmp_path), "--settings", str(tmp_path / "context-memory.toml")]
    capsys.readouterr()
    assert run("recall", ["kayak", "--explain", "--json", *settings], program="recall.py") == 0
    (hit,) = json.loads(capsys.readouterr().out)["hits"]
    assert hit["parts"]["told"] == pytest.approx(weights["told"], abs=1e-3)


@pytest.mark.parametrize(
    ("content", "said"), [(None, "cannot read"), ("{", "not JSON"), ('{"weights": {"luck": 1}}', "no feature luck")]
)
def test_a_file_of_weights_that_cannot_be_used_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str | None, said: str
) -> None:
    if content is not None:
        (tmp_path / "w.json").write_text(content)
    (tmp_path / "context-memory.toml").write_text('ranking_weights = "w.json"\n')
    settings = ["--workspace", str(tmp_path), "--settings", str(tmp_path / "context-memory.toml")]

    assert run("recall", ["kayak", *settings], program="recall.py") == 2
    shown = capsys.readouterr().err
    assert said in shown
    assert "w.json" in shown


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", "[]"),
        ("a.json", "{"),
        ("a.jsonl", '{"text": "no id"}\n'),
        ("a.jsonl", '{"id": "1", "text": "a"}\n{"query": "q", "evidence": ["2"]}\n'),
    ],
)
def test_a_conversation_that_cannot_be_read_is_named(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)

    with pytest.raises(InputError, match=name):
        list(conversations(tmp_path / name))


def test_beliefs_of_others_and_of_other_scopes_are_never_given(tmp_path: Path) -> None:
    """Made in the shape of PrecisionMemBench: scopes hold, what was replaced is not first."""

    def belief(name: str, content: str, **more: object) -> dict[str, object]:
        known = {"_id": name, "user_id": "me", "canonical_name": name, "aliases": [], "content": content}
        return known | {"scope": ["domain:code"], "superseded_by": None, "resolved_at": None} | more

    beliefs = [
        belief("lint-new", "Biome lints the code"),
        belief("lint-old", "ESLint lints the code", superseded_by="lint-new"),
        belief("lint-novel", "Lint on the coat of Mara", scope=["domain:writing"]),
        belief("lint-other", "Another user lints with Ruff", user_id="other"),
    ]
    asked = {"scope": ["domain:code"], "query": "what lints the code?"}
    expect = {"relevantBeliefs": {"shouldOnlyInclude": ["lint-new"]}}
    (tmp_path / "beliefs.seed.json").write_text(json.dumps(beliefs))
    (tmp_path / "retrieval.cases.json").write_text(json.dumps([asked | {"expect": expect}]))
    (tmp_path / "session-retrieval.cases.json").write_text("[]")

    found = precision.score(precision.read(tmp_path))

    assert [found.mean(name) for name in ("found@5", "MRR", "leaks", "stale")] == [1.0, 1.0, 0.0, 0.0]
