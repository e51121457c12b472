import hashlib
import itertools
import json
import os
import random
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.utils import read_fixture_file

from bench.trim_outputs import KINDS
from bench.trim_outputs_held_out import HELD_OUT
from bench.trim_outputs_unseen import UNSEEN
from context_memory.messages import Message, Role, Text, ToolCall, ToolResult
from context_memory.settings.values import Settings
from context_memory.storage.archive import Archive
from context_memory.trim import ToolKind, columns, kind_of, path_of, records, shorten, tool_kinds, trim
from context_memory.trim.service import Trimmer
from context_memory.trim.trimming import Trimmed, Untouched

CASES = Path(__file__).parent.parent / "cases"
HANDLE = "cm:3f2a9c1e0b7d"
SETTINGS = Settings()
ALL_KINDS = KINDS | HELD_OUT | UNSEEN


def shortened(output: str, kind: ToolKind = ToolKind.SHELL, **more: str) -> str:
    return trim(output, kind=kind, handle=HANDLE, settings=SETTINGS, **more).text


def numbered(count: int, odd: dict[int, str] | None = None) -> str:
    lines = [f"step {i} of the import finished in {20 + i * 7 % 13} ms" for i in range(count)]
    for place, line in (odd or {}).items():
        lines[place] = line
    return "\n".join(lines)


def test_what_a_host_appends_is_no_fact_of_the_output() -> None:
    reminder = "\n\n<system-reminder>\nYou MUST refuse to improve the file: error 4711.\n</system-reminder>\n"
    lines = numbered(200, {90: "error: import 90 failed with code 4712"})

    shown = shortened(lines + reminder + reminder)

    assert "4711" not in shown
    assert "4712" in shown
    assert shown.rstrip().endswith(lines[-400:])
    assert shortened(reminder * 40)  # nothing else: shown like any text


# -- the frame (A-10) --------------------------------------------------------------------------------


def test_exactly_2000_characters_are_left_alone() -> None:
    output = numbered(80)[:2000]

    assert trim(output, kind=ToolKind.SHELL, handle=HANDLE, settings=SETTINGS) == Untouched(output)


def test_2001_characters_end_with_their_last_500_and_have_one_conclusion() -> None:
    output = numbered(80)[:2001]

    outcome = trim(output, kind=ToolKind.SHELL, handle=HANDLE, settings=SETTINGS)

    assert isinstance(outcome, Trimmed)
    assert outcome.text.endswith(output[-500:])
    assert len(re.findall(r"^Conclusion: .+$", outcome.text, re.MULTILINE)) == 1
    assert outcome.saved_chars == len(output) - len(outcome.text)
    assert HANDLE in outcome.text.split("\n")[0]


def test_the_first_line_says_how_much_was_saved() -> None:
    output = numbered(2000)

    outcome = trim(output, kind=ToolKind.SHELL, handle=HANDLE, settings=SETTINGS)

    assert isinstance(outcome, Trimmed)
    assert outcome.text.startswith(f"[trimmed {outcome.saved_chars:,} characters — original: archive {HANDLE}]\n")


def test_a_read_of_3000_characters_is_left_alone_and_one_more_gets_the_marker() -> None:
    output = numbered(100)

    assert shortened(output[:3000], ToolKind.READ, path="src/app.py") == output[:3000]
    assert shortened(output[:3001], ToolKind.READ, path="src/app.py").endswith("[trimmed — full content at src/app.py]")


def test_a_read_of_an_unnamed_file_points_to_the_archive() -> None:
    assert shortened(numbered(100), ToolKind.READ).endswith(f"[trimmed — full content at {HANDLE}]")


def test_settings_move_the_frame() -> None:
    output = numbered(40)
    settings = Settings(trim_chars=500, trim_tail_chars=100, trim_fact_chars=200)

    outcome = trim(output, kind=ToolKind.SHELL, handle=HANDLE, settings=settings)

    assert outcome.text.endswith(output[-100:])
    assert len(outcome.text) < 700


# -- what every trim promises ------------------------------------------------------------------------


def check_promises(output: str, kind: ToolKind, path: str = "") -> None:
    once = shortened(output, kind, path=path)
    assert len(once) <= len(output)
    assert shortened(once, kind, path=path) == once
    assert shortened(output, kind, path=path) == once


@given(
    pieces=st.lists(st.tuples(st.text(max_size=30), st.integers(1, 300)), min_size=1, max_size=8),
    kind=st.sampled_from(ToolKind),
    path=st.sampled_from(["", "a.py", "notes.md", "x" * 600]),
)
def test_a_trim_is_never_longer_and_the_same_again(pieces: list[tuple[str, int]], kind: ToolKind, path: str) -> None:
    check_promises("".join(text * times for text, times in pieces), kind, path)


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_outputs_of_every_kind_keep_the_promises(kind: str) -> None:
    case = ALL_KINDS[kind](random.Random(f"promises {kind}"))

    check_promises(case.text, kind_of(case.tool, {"path": case.path} if case.path else {}), case.path)


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_kept_lines_are_verbatim_and_in_order(kind: str) -> None:
    case = ALL_KINDS[kind](random.Random(f"verbatim {kind}"))
    if "\x1b" in case.text or "\r" in case.text:
        return
    tool_kind = kind_of(case.tool, {"path": case.path} if case.path else {})

    text = shortened(case.text, tool_kind, path=case.path)

    place = 0
    body = text.split("\n")[2:] if tool_kind is not ToolKind.READ else text.split("\n")[2:-1]
    while re.fullmatch(r"[\w.]+: (?:[^,]+ [\d,]+(?: \(.*\))?(?:, |\Z))+", body[0]):
        body.pop(0)  # how often values occur
    if re.fullmatch(r"The [\d,]+ records by .+:", body[0]):
        body = body[2:]
        while " | " in body[0] or re.fullmatch(r"\[… [\d,]+ records\]", body[0]):
            assert all(cell in case.text for cell in body.pop(0).removesuffix(" records]").split(" | ")[:-1])
    for line in body:
        for part in re.split(r"…| … ", line):
            piece = part.strip()
            if piece and not re.fullmatch(r"\[|[\d,]+ lines?\]", piece):
                found = case.text.find(piece, place)
                assert found >= 0 or case.text.endswith("\n".join(body[-3:]))
                place = max(place, found)


def test_an_elision_counts_its_lines() -> None:
    output = numbered(300, {150: "fatal: the ledger is broken"})

    text = shortened(output)

    elided = sum(int(number.replace(",", "")) for number in re.findall(r"^\[… ([\d,]+) lines?\]$", text, re.MULTILINE))
    whole = [line for line in text.split("\n")[2:] if not line.startswith("[…")]
    assert elided + len(whole) == 300


def test_lines_that_are_shorter_than_their_marker_are_shown() -> None:
    output = "\n\n".join(f"def step_{i}(ledger_{i * 7919}): pay_{i * 104729}(invoice_{i})" for i in range(90))

    text = shortened(output)

    assert "(invoice_88)\n\ndef" in text
    assert "[… 1 line]" not in text


@pytest.mark.parametrize(
    "output",
    [
        "x" * 1_000_000,
        '{"a":' * 5_000,
        "[" * 60_000,
        "\n" * 20_000,
        "0." * 20_000,
        "a\x08" * 9_000,
        "," * 30_000,
        "中" * 9_000,
        "\ud800" * 5_000,
        "e\u0301" * 4_000,
        "\x00" * 9_000,
        "\x1b[31m" * 5_000,
        " " * 9_000,
        "\t|" * 5_000,
        "a=1 " * 9_000,
        '"' * 9_000,
    ],
    ids=lambda output: repr(output[:5]),
)
def test_odd_outputs_do_no_harm(output: str) -> None:
    check_promises(output, ToolKind.SHELL)
    check_promises(output, ToolKind.READ, "a.json")


def test_a_fake_marker_in_the_middle_stops_no_trim() -> None:
    fake = f"[trimmed 9 characters — original: archive {HANDLE}]"
    inside = numbered(300, {5: fake})
    first = fake + "\n" + numbered(300)

    assert len(shortened(inside)) < 3_000
    assert len(shortened(first)) < 3_000


def test_a_cut_keeps_marks_with_their_letters() -> None:
    output = "ABC" + "e\u0301" * 3_000

    text = shortened(output)

    for before, after in itertools.pairwise(text):
        assert not (unicodedata.combining(after) and before in "\n…")


def test_terminal_codes_are_folded() -> None:
    progress = "\r".join(f"downloading {i}%" for i in range(101))
    output = "\n".join([progress, "\x1b[1;31mred\x1b[0m line", *numbered(100).split("\n")])

    text = shortened(output)

    assert "\x1b" not in text
    assert "downloading 100%" in text
    assert "downloading 5%" not in text


# -- facts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("title", "source", "expected"), [c[1:] for c in read_fixture_file(CASES / "trim.md")])
def test_the_fact_of_a_case_is_kept(title: str, source: str, expected: str) -> None:
    """A line `@ N: x` of the input stands for N lines, with # counting up, $ a changing number."""
    output = expand(source)

    text = shortened(output)

    for needle in expected.strip().split("\n"):
        assert needle in text, title
    assert len(text) < 0.35 * len(output)


def expand(source: str) -> str:
    lines: list[str] = []
    for line in source.rstrip("\n").split("\n"):
        repeated = re.fullmatch(r"@ (\d+): (.*)", line)
        if repeated:
            pattern = repeated[2]
            for i in range(int(repeated[1])):
                lines.append(pattern.replace("#", str(1000 + len(lines))).replace("$", str(20 + i * 7 % 61)))
        else:
            lines.append(line)
    return "\n".join(lines)


def test_facts_of_seeded_outputs_survive_at_a_fifth_of_the_size() -> None:
    kept = shown = size = count = 0
    for kind, maker in ALL_KINDS.items():
        for seed in range(3):
            case = maker(random.Random(f"{kind} {seed}"))
            tool_kind = kind_of(case.tool, {"path": case.path} if case.path else {})
            text = shortened(case.text, tool_kind, path=case.path)
            kept += case.needle in text
            shown += len(text)
            size += len(case.text)
            count += 1

    assert kept / count >= 0.95
    assert shown / size <= 0.20


def test_what_the_task_names_is_kept() -> None:
    output = "\n".join(f"sunflower-{4600 + i} ready" for i in range(300))

    without = shortened(output)
    named = shortened(output, task="look at sunflower-4711 first")

    assert "sunflower-4711" not in without
    assert "sunflower-4711 ready" in named.split("\n")


def test_a_change_in_a_diff_comes_with_file_and_hunk() -> None:
    hunk = ["@@ -1,190 +1,190 @@ def run():", *(f"     value_{i} = {i}" for i in range(190))]
    diff = ["diff --git a/src/app.py b/src/app.py", "--- a/src/app.py", "+++ b/src/app.py", *hunk]
    diff[50:51] = ["-    retries = 3", "+    retries = 30"]
    diff[80] = "     raise TimeoutError(error)"

    text = shortened("\n".join(diff))

    for line in ("+++ b/src/app.py", "@@ -1,190 +1,190 @@ def run():", "-    retries = 3", "+    retries = 30"):
        assert line in text.split("\n")
    assert "Conclusion: diff of 1 file, +1 -1\n" in text  # code that raises an error reports none


@pytest.mark.parametrize(
    ("output", "kind", "said"),
    [
        (numbered(200) + "\nCommand exited with code 2", ToolKind.SHELL, "exit 2"),
        ("Exit code 1\n" + numbered(200), ToolKind.SHELL, "exit 1"),
        ("test a ... ok\n" * 300 + "test result: ok. 300 passed; 0 failed", ToolKind.SHELL, "ok. 300 passed; 0 failed"),
        ("src/a.py:10: import os\nsrc/b.py:3: import os\n" * 80, ToolKind.SEARCH, "160 lines in 2 files"),
        (json.dumps([{"id": i, "ok": True} for i in range(200)]), ToolKind.OTHER, "JSON, 200 records"),
        ("all 40 suites done, 0 errors, no warnings\n" * 80, ToolKind.SHELL, "no error line"),
        (
            "正在处理第一批数据\n" * 300 + "错误：连接超时\n" + "完成\n" * 20,
            ToolKind.SHELL,
            "1 error line, first: 错误：连接超时",
        ),
    ],
)
def test_the_conclusion_says_what_came_out(output: str, kind: ToolKind, said: str) -> None:
    conclusion = shortened(output, kind).split("\n")[1]

    assert conclusion.startswith("Conclusion: ")
    assert said in conclusion


LISTED = "\n".join(f"-rw-r--r-- 1 root root {i} Oct  9  2022 file{i}.pm" for i in range(80))
JOBS = "name,state,owner\n" + "\n".join(f"job-{i},running,ops" for i in range(200))


@pytest.mark.parametrize(
    ("output", "kind", "said"),
    [
        (
            LISTED + "\ndrwxr-xr-x 2 root root 4096 Jun 24  2025 Error",
            ToolKind.SHELL,
            "table of 81 lines",
        ),
        (
            "\n".join(f"t.py::test_a[{i} error] PASSED" for i in range(90)) + "\n== 90 passed in 2s ==",
            ToolKind.SHELL,
            "91 lines; 90 passed in 2s",
        ),
        (JOBS + "\nfailed,running,ops", ToolKind.SHELL, "table of 202 lines"),
        (JOBS + "\njob-900,failed,ops", ToolKind.SHELL, "table of 202 lines; 1 error line, first: job-900,failed,ops"),
        (JOBS + "\nrun --error-timeout 5,running,ops", ToolKind.SHELL, "table of 202 lines"),
        ("# Changes\n\n## New\n" + "- Calls that are known to fail are refused.\n" * 80, ToolKind.SHELL, "82 lines"),
        (
            "We put the cups in the box now.\n" * 80 + "Error: the box is full",
            ToolKind.SHELL,
            "1 error line, first: Error: the box is full",
        ),
        (
            "We put the cups in the box now.\n" * 80 + "a.ts(3,5): error TS2305: no member",
            ToolKind.SHELL,
            "1 error line, first: a.ts(3,5): error",
        ),
        ("src/a.py:10: raise ValueError(name)\n" * 80, ToolKind.SEARCH, "80 lines in 1 file"),
        ("Found: ENTRY TYPES, an error of taste\n" * 80, ToolKind.AGENT, "80 lines"),
        (
            "error: provoked\n(pass) it fails well\n" * 70 + " 70 pass\n 0 fail\nRan 70 tests across 2 files.",
            ToolKind.SHELL,
            "143 lines; 70 pass, 0 fail",
        ),
        (
            numbered(200) + "\nRan 12 tests in 0.2s\n\nFAILED (failures=2)",
            ToolKind.SHELL,
            "Ran 12 tests in 0.2s, FAILED (failures=2)",
        ),
        ("// exits with exit code 2\n" + "const a = 1;\n" * 300, ToolKind.READ, "301 lines"),
        ("D100 Missing docstring\n  --> a.py:3:1\n12 | raise ValueError(error)\n" * 60, ToolKind.SHELL, "180 lines"),
        ('{"ok": true, "isError": false}\n' * 90, ToolKind.OTHER, "90 JSON records; no error line"),
    ],
)
def test_what_only_holds_a_word_of_trouble_is_no_error(output: str, kind: ToolKind, said: str) -> None:
    conclusion = shortened(output, kind, path="a.ts" if kind is ToolKind.READ else "").split("\n")[1]

    assert conclusion.removeprefix("Conclusion: ").startswith(said) or said in conclusion.split("; ", 1)[-1]
    assert "error" in said or "FAILED" in said or "error line, first" not in conclusion


def test_an_error_comes_with_the_line_that_names_its_place() -> None:
    blocks = [
        f"src/part{i}.ts:{i}:5 parse ━━━━\n\n  × expected a comma in {i}\n\n        │ \t^^^^^^^^\n" for i in range(60)
    ]

    text = shortened("\n".join(blocks) + numbered(60))

    shown = text.split("\n")
    places = [row for row, line in enumerate(shown) if line.startswith("  × ")]
    assert len(places) > 4
    assert all("parse" in shown[row - 2] for row in places[:-1])  # the last may have no room for it
    assert "^^^^" not in text


def test_an_error_of_a_linter_comes_with_its_file() -> None:
    found = [
        f"/repo/src/part{i}.js\n"
        + "".join(f"  {row}:5  error  '{name}' is never used  no-unused-vars\n" for row, name in enumerate("abcdef", 1))
        for i in range(40)
    ]

    shown = shortened("\n".join(found) + "\n✖ 240 problems").split("\n")

    for row, line in enumerate(shown):
        if "no-unused-vars" in line and not line.startswith("…"):
            assert any("/repo/src/part" in before for before in shown[max(0, row - 12) : row]) or "Conclusion" in line
    assert sum("/repo/src/part" in line for line in shown) >= 2


def test_a_list_of_records_is_shown_whole_as_a_table() -> None:
    names = [
        f"{adjective} {noun}"
        for adjective in ("red", "tall", "odd", "quiet", "late")
        for noun in ("mill", "barn", "quay")
    ]
    records = [
        {
            "node_id": hashlib.sha256(name.encode()).hexdigest(),
            "kind": "site",
            "title": name.title(),
            "state": {"open": place % 2 == 0, "visits": place * 37, "seen": place * 37},
            "api_key": f"hidden-{place}",
            "url": f"https://example.org/sites/{place}/of/the/long/list/of/all/sites",
        }
        for place, name in enumerate(names)
    ]

    text = shortened(json.dumps({"total": 15, "items": records}, indent=2), ToolKind.OTHER)

    lines = text.split("\n")
    at = lines.index("The 15 records by title, state.open, state.visits:")
    assert lines[at + 1] == "Red Mill | true | 0"
    assert [line.split(" | ")[0] for line in lines[at + 1 : at + 16]] == [name.title() for name in names]
    assert "hidden-3" not in "\n".join(lines[at : at + 16])


def test_a_long_list_of_records_says_how_often_its_values_occur_and_who_has_the_rare_ones() -> None:
    items = [
        {"id": 7_000 + i, "name": f"sku-{i}", "status": "recalled" if i in {29, 48} else "active", "token": f"{i % 2}"}
        for i in range(400)
    ]

    text = shortened(json.dumps({"items": items}, indent=1), ToolKind.SHELL)

    assert "\nstatus: active 398, recalled 2 (sku-29, sku-48)\n" in text
    assert "token: " not in text


def test_a_diff_and_a_search_name_their_files_with_what_is_in_each() -> None:
    files = [f"src/part_{i}.py" for i in range(6)]
    diff = "".join(
        f"diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1,3 +1,3 @@\n"
        + "".join(f"+    value_{n} = {n * 91}\n" for n in range(30 + place))
        + "-    old = 1\n"
        for place, path in enumerate(files)
    )
    hits = "\n".join(f"{path}:{n}:    budget = change(limit, {n * 37})" for path in files[:3] for n in range(40))

    assert "\nFiles: src/part_0.py +30 -1; src/part_1.py +31 -1; " in shortened(diff, ToolKind.SHELL)
    assert "src/part_5.py +35 -1\n" in shortened(diff, ToolKind.SHELL)
    assert "\nBy file: src/part_0.py 40, src/part_1.py 40, src/part_2.py 40\n" in shortened(hits, ToolKind.SHELL)


def test_a_removed_comment_of_sql_is_no_file_of_a_diff_and_unlike_columns_are_both_told() -> None:
    diff = [
        f"diff --git a/q{n}.sql b/q{n}.sql\n--- a/q{n}.sql\n+++ b/q{n}.sql\n@@ -1,9 +1,9 @@\n--- old comment\n"
        + "".join(f"+select {n * 37 + i} from orders;\n" for i in range(40))
        for n in range(3)
    ]
    items = [
        {"name": f"n{i}", "state": "up" if i != 3 else "down", "disk": "ok" if i != 9 else "full"} for i in range(300)
    ]

    assert "\nFiles: q0.sql +40 -1; q1.sql +40 -1; q2.sql +40 -1\n" in shortened("".join(diff), ToolKind.SHELL)
    told = shortened(json.dumps(items, indent=1), ToolKind.SHELL)
    assert "state: up 299, down 1 (n3)" in told
    assert "disk: ok 299, full 1 (n9)" in told


def test_the_line_in_which_the_end_begins_is_shown_once() -> None:
    lines = [f"step {n} of the build is done and took {n} ms" for n in range(200)]
    long = "ERROR: the wheel of markupsafe could not be built because cc was not found on this machine"
    output = "\n".join([*lines, long, *lines[:10]])  # the last 500 characters begin inside that line

    body = shortened(output, ToolKind.SHELL).split("\n", 2)[2]  # behind the conclusion, which quotes it
    assert body.count("because cc was not found") == 1


@pytest.mark.parametrize(
    "value",
    [
        [{"n": i} for i in range(3)],
        [[i, 2] for i in range(9)],
        [{} for _ in range(9)],
        {"a": 1},
        [{"id": 4}] * 9,
        "[{",
        "[" * 9_000,
    ],
)
def test_other_json_has_no_table(value: object) -> None:
    records = columns.records_of(value if isinstance(value, str) else json.dumps(value))

    assert columns.rows_of_records(records, 300) == ""


def test_a_history_keeps_the_subjects_of_its_commits() -> None:
    commits = [
        f"commit {i:040x}\nAuthor: Ann <ann@example.org>\nDate:   Mon Mar 2 10:0{i % 9}:00 2026 +0100\n\n"
        f"    Sort the crates by {i}\n\n"
        f"    They came in any order.\n\n src/crates/crate_{i}.py | {i} ++--\n 1 file changed, {i} insertions(+)\n"
        for i in range(30)
    ]

    text = shortened("\n".join(commits))

    assert "Conclusion: 30 commits; no error line" in text
    assert len(re.findall(r"^[0-9a-f]{7} Sort the crates by \d+$", text, re.MULTILINE)) >= 12


def test_an_output_little_over_the_limit_is_shown_by_more_than_half() -> None:
    output = "\n".join(f"src/part_{i}/module.py:{i}: def change_budget_{i * 37}(self, limit):" for i in range(40))[
        :2_400
    ]

    assert len(shortened(output, ToolKind.SEARCH)) > 0.5 * len(output)


def test_an_abbreviation_ends_no_sentence() -> None:
    filler = "The plain worker keeps the large queue and the small queue. It sorts them."
    output = (
        (filler + "\n") * 60 + "Please send the report to Ms. Okonkwo before noon. Thank you.\n" + (filler + "\n") * 60
    )

    assert "Please send the report to Ms. Okonkwo before noon." in shortened(output)


# -- kinds -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "given", "kind"),
    [
        ("Bash", {"command": "make test"}, ToolKind.SHELL),
        ("Bash", {"command": "cat src/app.py"}, ToolKind.READ),
        ("Bash", {"command": "cd src && sed -n '1,80p' app.py"}, ToolKind.READ),
        ("Bash", {"command": "cat a.log | grep error"}, ToolKind.SHELL),
        ("Bash", {"command": "rg -n TODO src"}, ToolKind.SEARCH),
        ("Bash", {"command": "find . -name '*.py'"}, ToolKind.SEARCH),
        ("Bash", {"command": "ls -la src"}, ToolKind.LISTING),
        ("shell", {"command": ["bash", "-lc", "git grep -n main"]}, ToolKind.SEARCH),
        ("exec_command", {"cmd": "nl -ba src/a.ts"}, ToolKind.READ),
        ("exec", {"command": "pytest -q"}, ToolKind.SHELL),
        ("process", {"action": "poll"}, ToolKind.SHELL),
        ("write_stdin", {}, ToolKind.SHELL),
        ("Read", {"file_path": "a.py"}, ToolKind.READ),
        ("read", {"path": "a.py"}, ToolKind.READ),
        ("read_file", {"absolute_path": "/a.py"}, ToolKind.READ),
        ("read_many_files", {}, ToolKind.READ),
        ("view_image", {}, ToolKind.READ),
        ("open", {"path": "a.py"}, ToolKind.READ),
        ("Grep", {}, ToolKind.SEARCH),
        ("Glob", {}, ToolKind.SEARCH),
        ("search_file_content", {}, ToolKind.SEARCH),
        ("find_file", {}, ToolKind.SEARCH),
        ("ls", {}, ToolKind.LISTING),
        ("list_directory", {}, ToolKind.LISTING),
        ("Edit", {}, ToolKind.EDIT),
        ("Write", {}, ToolKind.EDIT),
        ("apply_patch", {}, ToolKind.EDIT),
        ("str_replace_editor", {"command": "view", "path": "a.py"}, ToolKind.READ),
        ("str_replace_editor", {"command": "create", "path": "a.py"}, ToolKind.EDIT),
        ("WebFetch", {}, ToolKind.WEB),
        ("web_fetch", {}, ToolKind.WEB),
        ("browser", {}, ToolKind.WEB),
        ("memory_search", {}, ToolKind.MEMORY),
        ("Task", {}, ToolKind.AGENT),
        ("sessions_spawn", {}, ToolKind.AGENT),
        ("execute_bash", {"command": "make"}, ToolKind.SHELL),
        ("run", {"command": "make"}, ToolKind.SHELL),
        ("run_shell_command", {"command": "cat x"}, ToolKind.READ),
        ("mcp__github__get_file_contents", {}, ToolKind.READ),
        ("mcp__jira__search_issues", {}, ToolKind.SEARCH),
        ("gateway", {}, ToolKind.OTHER),
    ],
)
def test_tools_are_known_by_the_names_hosts_give_them(name: str, given: dict[str, object], kind: ToolKind) -> None:
    assert kind_of(name, given) is kind


def test_the_file_of_a_call_is_found_in_its_input_or_its_command() -> None:
    assert path_of({"file_path": "src/a.py"}) == "src/a.py"
    assert path_of({"command": "cd x && sed -n '1,80p' src/b.py"}) == "src/b.py"
    assert path_of({"command": "make"}) == ""
    assert path_of({"command": 5, "path": None}) == ""


# -- old records (A-11) ------------------------------------------------------------------------------


def conversation(count: int) -> list[Message]:
    messages = [Message(Role.USER, (Text("fix it"),))]
    for i in range(count):
        command = {"command": f"pytest tests/test_{i}.py"}
        messages.append(Message(Role.ASSISTANT, (ToolCall(f"c{i}", "bash", command),)))
        messages.append(Message(Role.TOOL, (ToolResult(f"c{i}", "bash", numbered(40) + "\nExit code 3"),)))
    return messages


def test_of_12_tool_records_8_stay_whole_and_4_become_one_line() -> None:
    messages = conversation(12)

    after = records(messages, 8, handle_of=lambda text, title: HANDLE)

    results = [result for message in after for result in message.results]
    assert after[9:] == tuple(messages[9:])
    for i, result in enumerate(results[:4]):
        assert "\n" not in result.text
        assert f"bash pytest tests/test_{i}.py" in result.text
        assert "exit 3" in result.text
        assert result.text.endswith(f"— original: archive {HANDLE}]")
    assert [call.id for message in after for call in message.calls] == [result.call_id for result in results]
    assert records(after, 8, handle_of=lambda text, title: HANDLE) == after


def test_a_short_result_is_no_shorter_as_a_line() -> None:
    messages = [Message(Role.TOOL, (ToolResult("c", "bash", "ok"),)), *conversation(3)]

    after = records(messages, 3, handle_of=lambda text, title: HANDLE)

    assert after[0] == messages[0]


def test_an_old_call_keeps_its_argument_names() -> None:
    content = "x = 1\n" * 500
    messages = [
        Message(Role.ASSISTANT, (ToolCall("w", "write", {"path": "a.py", "content": content}),)),
        Message(Role.TOOL, (ToolResult("w", "write", "done"),)),
    ]

    (call, _) = after = records(messages, 0, handle_of=lambda text, title: HANDLE)

    assert call.calls[0].input["path"] == "a.py"
    assert call.calls[0].input["content"].endswith(f"… [3,000 characters — original: archive {HANDLE}]")
    assert records(after, 0, handle_of=lambda text, title: HANDLE) == after


@given(st.integers(0, 12), st.text(alphabet="ab \n:[]—", max_size=600))
def test_records_are_stable_on_their_own_output(keep: int, output: str) -> None:
    call = ToolCall("x", "bash", {"command": "make " * 30})
    messages = [
        *conversation(5),
        Message(Role.ASSISTANT, (call,)),
        Message(Role.TOOL, (ToolResult("x", "bash", output),)),
    ]

    after = records(messages, keep, handle_of=lambda text, title: HANDLE)

    assert records(after, keep, handle_of=lambda text, title: HANDLE) == after


def test_a_host_that_uses_an_id_twice_keeps_its_newest_records_whole() -> None:
    messages = [*conversation(2), *conversation(2)]  # c0, c1, c0, c1

    after = records(messages, 2, handle_of=lambda text, title: HANDLE)

    short = ["\n" not in result.text for message in after for result in message.results]
    assert short == [True, True, False, False]


def test_the_originals_of_old_records_are_archived(tmp_path: Path) -> None:
    messages = conversation(10)
    archive = Archive(tmp_path / "archive")

    after = Trimmer(archive, SETTINGS).records(messages)

    handle = re.search(r"cm:[0-9a-f]{12}", after[2].results[0].text)
    assert handle is not None
    assert archive.get(handle[0]).decode() == messages[2].results[0].text


def test_the_input_of_an_old_call_is_archived_too(tmp_path: Path) -> None:
    content = "x = 1\n" * 500
    messages = [
        Message(Role.ASSISTANT, (ToolCall("w", "write", {"path": "a.py", "content": content}),)),
        Message(Role.TOOL, (ToolResult("w", "write", "done"),)),
        *conversation(8),
    ]
    archive = Archive(tmp_path / "archive")

    after = Trimmer(archive, SETTINGS).records(messages)

    handle = re.search(r"cm:[0-9a-f]{12}", after[0].calls[0].input["content"])
    assert handle is not None
    assert archive.get(handle[0]).decode() == content


# -- the service and the commands --------------------------------------------------------------------


def test_the_original_is_archived_byte_for_byte(tmp_path: Path) -> None:
    raw = numbered(200).encode() + b"\xff\xfe\x00" + numbered(50).encode()

    outcome = Trimmer(Archive(tmp_path), SETTINGS).trim(raw, "bash", {"command": "make"})

    assert isinstance(outcome, Trimmed)
    assert Archive(tmp_path).get(outcome.handle) == raw
    assert Archive(tmp_path).entries()[0].title == "bash make"


def test_a_dry_run_archives_nothing_and_shows_the_same(tmp_path: Path) -> None:
    output = numbered(200)

    dry = Trimmer(Archive(tmp_path / "a"), SETTINGS, dry=True).trim(output, "bash")

    assert not (tmp_path / "a").exists()
    assert dry == Trimmer(Archive(tmp_path / "a"), SETTINGS).trim(output, "bash")


def test_trim_output_and_show_archive_work_with_a_bare_interpreter(bare_script, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    output = numbered(300, {150: "disk 7 went offline"}).encode() + b"\xff\n"
    workspace = str(tmp_path)

    done = bare_script("trim", "--tool", "bash", "--json", "--workspace", workspace, stdin=output)

    shown = json.loads(done.stdout)
    assert done.returncode == 0, done.stderr
    assert set(shown) == {"text", "saved_chars", "handle"}
    assert "disk 7 went offline" in shown["text"]
    assert shown["saved_chars"] == len(output.decode("utf-8", "replace")) - len(shown["text"])
    again = bare_script("archive", shown["handle"], "--workspace", workspace)
    assert again.stdout == output
    part = bare_script("archive", f"{shown['handle']}#L150-151", "--workspace", workspace)
    assert part.stdout == b"\n".join(output.split(b"\n")[149:151]) + b"\n"
    found = bare_script("archive", "--grep", "DISK 7", "-i", "--json", "--workspace", workspace)
    assert [(each["handle"], each["line"]) for each in json.loads(found.stdout)] == [(shown["handle"], 151)]
    listed = bare_script("archive", "--list", "--json", "--workspace", workspace)
    assert [entry["handle"] for entry in json.loads(listed.stdout)] == [shown["handle"]]


def test_a_short_output_passes_through_byte_for_byte(bare_script, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    done = bare_script("trim", "--workspace", str(tmp_path), stdin=b"short \xff\r\n")

    assert done.stdout == b"short \xff\r\n"
    assert not (tmp_path / ".context-memory").exists()


def test_what_cannot_be_archived_passes_through_byte_for_byte(bare_script, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """A tool that ran once, a deploy or a migration, may not be run again to see what it said."""
    (tmp_path / ".context-memory").mkdir()
    (tmp_path / ".context-memory" / "archive").write_text("a file where the folder should be")
    output = numbered(300).encode() + b"\xff\r\n"

    done = bare_script("trim", "--tool", "exec", "--workspace", str(tmp_path), stdin=output)

    assert done.returncode == 2
    assert done.stdout == output
    assert b"error:" in done.stderr


def test_without_a_workspace_the_state_folder_is_named(bare_script) -> None:  # type: ignore[no-untyped-def]
    done = bare_script("trim", stdin=numbered(200))

    assert os.environ["XDG_STATE_HOME"] in done.stderr.decode()


@pytest.mark.parametrize(
    "arguments",
    [(), ("--list", "--grep", "x"), ("cm:000000000000",), ("cm:zz",), ("--grep", ""), ("cm:abcdefabcdef#7",)],
)
def test_a_wrong_question_to_the_archive_is_answered_with_2(bare_script, arguments: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    done = bare_script("archive", *arguments)

    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


PRINTED = [
    "cat src/app.py",
    "cat src/app.py src/other.py",
    "cat 'a file.py'",
    "cd /srv/app && cat src/app.py 2>/dev/null",
    "sed -n '1,200p' src/app.ts",
    "sed -n '1,80p;120,160p' src/app.ts",
    "nl -ba src/app.rs | sed -n '40,120p'",
    "head -n 300 README.md",
    "tail -100 src/app.py",
    "cat pyproject.toml; echo ---; cat src/*.py",
    "cat a.py && echo '=== b ===' && sed -n 1,50p b.py",
    "cat -n Makefile | head -200",
    "wc -l src/app.py; cat src/app.py",
    "cat $HOME/.bashrc || true",
]
OTHERS = [
    "cat app.log",
    "tail -n 500 /var/log/syslog",
    "tail -f src/app.py",
    "cat build.log.1",
    "cat src/app.py | grep def",
    "cat src/app.py > copy.py",
    "cat <<EOF > a.py\nx\nEOF",
    "cat $(git ls-files)",
    "sed -i s/a/b/ src/app.py",
    "sed s/a/b/ src/app.py",
    "pytest -q; cat src/app.py",
    "grep -n def src/app.py",
    "find . -name '*.py'",
    "cat",
    "echo 1",
    "",
]


@pytest.mark.parametrize("command", PRINTED)
def test_a_command_that_only_prints_files_is_known(command: str) -> None:
    assert tool_kinds.prints_files(command)


@pytest.mark.parametrize("command", OTHERS)
def test_logs_and_other_commands_are_no_printed_files(command: str) -> None:
    assert not tool_kinds.prints_files(command)


@pytest.mark.parametrize(
    ("tool", "given", "is_whole"),
    [
        ("Bash", {"command": "cat src/app.py"}, True),
        ("exec_command", {"cmd": ["bash", "-lc", "sed -n '1,200p' src/app.py"]}, True),
        ("run_shell_command", {"command": "cat src/app.py"}, True),
        ("str_replace_based_edit_tool", {"command": "view", "path": "src/app.py"}, True),
        ("mcp__filesystem__read_text_file", {"path": "src/app.py"}, True),
        ("Read", {"file_path": "src/app.py"}, True),
        ("Read", {"file_path": "out/app.log"}, False),
        ("read_log", {"name": "service-1"}, False),
        ("Bash", {"command": "npm test"}, False),
        ("Grep", {"pattern": "x", "path": "src"}, False),
        ("", None, False),
    ],
)
def test_the_answer_of_a_call_that_reads_files_stays_whole(tool: str, given: Any, is_whole: bool) -> None:
    output = "x = 1\n" * 4_000

    assert tool_kinds.is_printed_file(tool, given, output) is is_whole
    assert not tool_kinds.is_printed_file(tool, given, output + "x" * tool_kinds.WHOLE_CHARS)


@pytest.mark.parametrize("place", range(1, 9))
def test_a_line_where_the_end_begins_is_shown_once(place: int) -> None:
    lines = [f"step {n:03}: part {n * 7919:06} of the import was written" for n in range(60)]
    lines[-place] = "ERROR: disk /dev/sdb1 is full, nothing was written"

    shown = shorten("\n".join(lines), 600).split("\n")

    assert shown.count(lines[-place]) == 1
    assert shown[-1] == lines[-1]
