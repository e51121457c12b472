"""The command `remember`, as a person and as a program use it."""

import json
from pathlib import Path

import pytest

from context_memory.cli.run import run

LINES = [
    {"text": "我叫李雷，住在杭州", "id": "x1"},
    {"text": "Ines: I went to the group yesterday", "session": "s1", "seq": 3, "created_at": "1:56 pm on 8 May, 2023"},
    {"text": "Tea at five", "kind": "preference", "scope": "bob", "source": "chat"},
]


def call(capsys: pytest.CaptureFixture[str], name: str, *arguments: str) -> tuple[int, str, str]:
    code = run(name, arguments, program=f"{name}.py")
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def batch(folder: Path, *lines: object) -> str:
    path = folder / "batch.jsonl"
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
    return str(path)


def test_a_batch_returns_one_line_for_each_doc(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "remember", "--batch", batch(tmp_path, *LINES), "--workspace", str(tmp_path))

    shown = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert [(line["outcome"], line["kind"]) for line in shown] == [
        ("added", "remember"),
        ("added", "turn"),
        ("added", "preference"),
    ]
    assert shown[0]["id"] == "x1"


def test_bad_lines_are_named_and_the_others_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["junk", {"text": 5}, "[1]", "", {"text": "kept"}, "[" * 100_000]

    code, out, err = call(capsys, "remember", "--batch", batch(tmp_path, *lines), "--workspace", str(tmp_path))

    assert code == 0
    assert len(out.splitlines()) == 1
    for number, reason in ((1, "no JSON"), (2, '"text" is not a text'), (3, "not a JSON object"), (6, "nested")):
        assert f"line {number} was skipped: {reason}" in err or f"line {number} was skipped: it is {reason}" in err
    assert "4 of 5 lines were skipped" in err


def test_flags_count_for_lines_of_a_batch_that_say_nothing_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = batch(tmp_path, {"text": "tabs", "id": "a"}, {"text": "tea", "id": "b", "kind": "fact", "source": "chat"})
    flags = ("--kind", "preference", "--source", "https://example.org", "--pin", "--workspace", str(tmp_path))
    assert call(capsys, "remember", "--batch", lines, *flags)[0] == 0

    shown = [json.loads(call(capsys, "memory show", each, "--json", *flags[-2:])[1]) for each in ("a", "b")]

    assert [(doc["kind"], doc["source"]) for doc in shown] == [("preference", "https://example.org"), ("fact", "chat")]
    assert all(doc["pinned"] for doc in shown)
    assert call(capsys, "remember", "--batch", lines, "--entities", "--workspace", str(tmp_path))[0] == 2


def test_a_batch_without_one_good_line_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "remember", "--batch", batch(tmp_path, "junk"), "--workspace", str(tmp_path))

    assert (code, out) == (2, "")


def test_an_empty_batch_is_done_at_once_and_says_that_it_was_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = call(capsys, "remember", "--batch", batch(tmp_path), "--workspace", str(tmp_path))

    assert (code, out) == (0, "")
    assert "holds no docs" in err


def test_the_same_batch_again_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("remember", "--batch", batch(tmp_path, *LINES[:2]), "--workspace", str(tmp_path))
    call(capsys, *arguments)
    journal = (tmp_path / ".context-memory" / "docs.jsonl").read_bytes()

    _, out, _ = call(capsys, *arguments)

    assert {json.loads(line)["outcome"] for line in out.splitlines()} == {"refreshed"}
    assert (tmp_path / ".context-memory" / "docs.jsonl").read_bytes() == journal


def test_a_text_told_twice_is_refreshed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = call(capsys, "remember", "Tea at five", "--workspace", str(tmp_path))
    second = call(capsys, "remember", "tea at FIVE!", "--workspace", str(tmp_path))

    assert first[1].startswith("added remember #")
    assert second[1] == first[1].replace("added", "refreshed")


def test_a_dry_run_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "remember", "Tea", "--dry-run", "--workspace", str(tmp_path))

    assert (code, out.startswith("dry run remember #")) == (0, True)
    assert list(tmp_path.iterdir()) == []


def test_entities_of_a_text_are_remembered_when_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, "remember", "write to ines@example.org", "--entities", "--workspace", str(tmp_path))

    assert [line.split()[1] for line in out.splitlines()] == ["remember", "entity"]


@pytest.mark.parametrize("arguments", [(), ("a", "--batch", "b"), ("--batch", "/nowhere"), ("--kind", "odd", "a")])
def test_bad_arguments_are_refused(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "remember", *arguments)

    assert (code, out) == (2, "")
    assert "error" in err


def test_it_runs_bare(tmp_path: Path, bare_script) -> None:  # type: ignore[no-untyped-def]
    line = json.dumps({"text": "我喜欢乌龙茶", "id": "t"})

    told = bare_script("remember", "--batch", "-", "--workspace", str(tmp_path), stdin=line)
    asked = bare_script("recall", "--batch", "-", "--workspace", str(tmp_path), stdin='{"query": "喜欢什么茶"}')

    assert (told.returncode, asked.returncode) == (0, 0)
    assert json.loads(asked.stdout)["hits"][0]["id"] == "t"


def test_a_secret_never_lands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = "ghp_" + "a1B2" * 9
    (tmp_path / "MEMORY.md").write_text(f"- the key is {key}\n")

    call(capsys, "remember", f"the key is {key}", "--workspace", str(tmp_path))
    call(capsys, "recall", "which key", "--workspace", str(tmp_path))

    kept = b"".join(path.read_bytes() for path in (tmp_path / ".context-memory").iterdir() if path.is_file())
    assert b"[redacted:" in kept
    assert key.encode() not in kept


def test_what_is_remembered_is_listed_by_scope_and_kind_newest_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = ("--workspace", str(tmp_path))
    lines = [
        {"text": "Tea at five", "kind": "preference", "scope": "bob", "created_at": "2026-01-02"},
        {"text": "The port is 8443", "kind": "fact", "created_at": "2026-01-03"},
    ]
    call(capsys, "remember", "--batch", batch(tmp_path, *lines), *here)

    _, out, err = call(capsys, "memory list", *here)
    shown = out.splitlines()

    assert [line.split(" ", 1)[1] for line in shown] == [
        "2026-01-03 fact The port is 8443",
        "2026-01-02 preference Tea at five",
    ]
    assert "2 of 2 docs" in err
    assert call(capsys, "memory list", "--scope", "bob", *here)[1].splitlines() == shown[1:]
    assert call(capsys, "memory list", "--kind", "fact", *here)[1].splitlines() == shown[:1]
    assert json.loads(call(capsys, "memory list", "--limit", "1", "--json", *here)[1])["total"] == 2
    assert call(capsys, "memory list", "--limit", "0", *here)[0] == 2


def test_the_last_doc_is_forgotten_and_brought_back_without_its_handle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = ("--workspace", str(tmp_path))
    assert call(capsys, "forget", "--last", *here)[0] == 2
    for text in ("The port is 8443", "Tea at five"):
        call(capsys, "remember", text, *here)

    assert "forgotten" in (gone := call(capsys, "forget", "--last", *here)[1])
    assert "Tea at five" in gone
    assert "8443" in call(capsys, "forget", "--last", *here)[1]
    assert "8443" in call(capsys, "forget", "--last", "--undo", *here)[1]
    assert "Tea at five" in call(capsys, "forget", "--last", "--undo", *here)[1]
    assert call(capsys, "forget", "--last", "--undo", *here)[0] == 2
    assert call(capsys, "forget", "--last", "--list", *here)[0] == 2
