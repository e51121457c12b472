"""What a call of the agent came to: its outcome, and the failures that are still open."""

import pytest

from context_memory.compaction.digest import calls, fold, summary, work
from context_memory.compaction.digest.evidence import plain
from context_memory.compaction.digest.values import SessionMemory
from context_memory.messages import ToolCall, ToolResult
from context_memory.testing import SessionBuilder
from context_memory.text import locations, tokens

from ..compaction_sessions import memory_of, text_of


def outcome(name: str, given: dict[str, object], answer: str, *, failed: bool = False) -> tuple[str, str, bool]:
    call = plain(ToolCall("c", name, given))
    done = calls.action(call, ToolResult("c", name, answer, is_error=failed), 0)
    assert done is not None
    return done.kind, done.outcome, done.failed


def test_the_input_of_a_call_is_read_whatever_its_shape():
    call = plain(ToolCall("c", "edit", {"input": "file_path: src/a.py\nold_string: x = 1\nnew_string: x = 2\ny: 3"}))

    assert call.input == {"file_path": "src/a.py", "old_string": "x = 1", "new_string": "x = 2\ny: 3"}
    assert plain(ToolCall("c", "ask", {"input": "what is new?"})).input == {"input": "what is new?"}
    polled = plain(ToolCall("c", "process", {"input": "action: poll\nsessionId: tide-cedar"}))
    assert polled.input == {"action": "poll", "sessionId": "tide-cedar"}


@pytest.mark.parametrize(
    ("command", "answer", "failed", "expected"),
    [
        ("pytest -q", "===== 12 passed in 0.4s =====", False, ("ran", "12 passed in 0.4s", False)),
        ("npm test", "FAIL src/a.test.ts\n1 failed, 3 passed", False, ("ran", "FAIL src/a.test.ts", True)),
        ("cat build.log", "error: it broke\n1 failed", False, ("read", "2 lines", False)),
        ("grep -rn Error src", "src/a.py:3: raise ValueError('x')", False, ("read", "src/a.py:3: raise", False)),
        ("make", "make: *** [all] Error 2", True, ("ran", "make: *** [all] Error 2", True)),
        ("git log -3", "fix: the error that failed\nfatal: no", False, ("read", "2 lines", False)),
        ("ls", "ls: cannot access 'x': No such file or directory", True, ("read", "", True)),
    ],
)
def test_an_error_needs_a_failed_result_or_an_error_at_the_start_of_a_line(command, answer, failed, expected):
    kind, told, has_failed = outcome("bash", {"command": command}, answer, failed=failed)

    assert (kind, has_failed) == (expected[0], expected[2])
    assert told.startswith(expected[1])


def test_an_error_leaves_when_the_same_thing_succeeds():
    story = SessionBuilder().user("Fix it.")
    story.call("bash", {"command": "cd /repo && npm run check"}, "error TS2345: no overload\nexit code 1", failed=True)
    story.call("edit", {"path": "src/a.ts", "new_string": "x"}, "error: old_string not found", failed=True)
    open_ = work.failures(memory_of(story).actions)
    story.call("bash", {"command": "npm run check 2>&1 | tail -3"}, "checked 12 files")
    left = work.failures(memory_of(story).actions)

    assert open_ == ["src/a.ts: error: old_string not found", "npm run check: error TS2345: no overload"]
    assert left == ["src/a.ts: error: old_string not found"]


@pytest.mark.parametrize(
    ("failed", "passed", "is_over"),
    [
        ("mix test test/mollie_test.exs", "mix test", True),
        ("npm install left-pad", "npm install", False),
        ("mix test", "mix test test/mollie_test.exs", False),
    ],
)
def test_an_error_leaves_when_a_check_of_everything_passes(failed: str, passed: str, is_over: bool) -> None:
    story = SessionBuilder().user("Fix it.").call("bash", {"command": failed}, "2 tests, 1 failure", failed=True)
    story.call("bash", {"command": passed}, "20 tests, 0 failures")

    assert (work.failures(memory_of(story).actions) == []) is is_over


@pytest.mark.parametrize(
    ("failed", "error", "passed"),
    [
        ("python tools/copy.py --source a", "KeyError: 'price'", "cd tools && python3 copy.py --source b --dry-run"),
        ("python -m pytest tests/test_a.py -x", "1 failed", ".venv/bin/pytest -q tests/test_a.py 2>&1 | tail -3"),
        ("psql -f a.sql -f b.sql", 'psql:b.sql:3: ERROR: no "t_x"', "sed -i s/x/y/ b.sql && psql -h db1 -f b.sql"),
        ('psql -c "alter table t_x add y int"', "ERROR: no t_x", 'psql -c "alter table if exists t_x add y int"'),
        ("cd app && yarn tsc --noEmit", "a.ts(9,1): error TS6133", "sed -i 4d a.ts && yarn tsc && git commit -am x"),
        ("git pull --rebase && git push", "error: failed to push some refs", "git push --force-with-lease"),
        ("mkdir -p out && make deploy", "make: *** [deploy] Error 2", "make -j4 deploy"),
        ("npm test -- src/a.test.ts", "1 failed", "npm run test"),
        ("npm ci && npm run test:unit", "2 failing", "npm run test:unit"),
        ("git rm pay/a.py && python manage.py test", "FAILED (errors=1)", "python manage.py test"),
        ("go vet ./... && go test ./...", "--- FAIL: TestSum (0.00s)", "go test ./..."),
    ],
)
def test_an_error_leaves_when_the_same_thing_works_in_another_form(failed: str, error: str, passed: str) -> None:
    story = SessionBuilder().user("Do it.").call("bash", {"command": failed}, error, failed=True)
    assert work.failures(memory_of(story).actions)

    assert work.failures(memory_of(story.call("bash", {"command": passed}, "ok")).actions) == []


@pytest.mark.parametrize(
    ("failed", "error", "passed"),
    [
        ("python convert.py a.csv", "ValueError: bad row", "python convert.py b.csv"),
        ("psql -f a.sql -f b.sql", 'psql:b.sql:3: ERROR: no "t_x"', "psql -f a.sql"),
        ('psql -c "delete from t_x"', "ERROR: t_x is referenced", 'psql -c "select 1 from t_x"'),
        ("git checkout fix/a && git pull && git push", "error: failed to push some refs", "git checkout fix/a"),
        ("kubectl apply -f a.yaml", "error: no kind Foo", "kubectl get pods"),
    ],
)
def test_an_error_stays_when_something_else_works(failed: str, error: str, passed: str) -> None:
    story = SessionBuilder().user("Do it.").call("bash", {"command": failed}, error, failed=True)
    story.call("bash", {"command": passed}, "ok")

    assert work.failures(memory_of(story).actions)


def test_an_error_names_the_command_of_a_chain_that_failed_as_it_was_run() -> None:
    story = SessionBuilder().user("Push it.")
    command = "git checkout fix/a && git pull --rebase && git push -u origin fix/a"
    story.call("bash", {"command": command}, "error: failed to push some refs", failed=True)

    assert work.failures(memory_of(story).actions) == ["git push -u origin fix/a: error: failed to push some refs"]


def test_a_result_that_comes_after_a_compaction_belongs_to_its_call() -> None:
    story = SessionBuilder().user("Build it.").call("bash", {"command": "make"}, "make: *** Error 2", failed=True)
    messages = story.call("bash", {"command": "make"}, "built").build().messages
    before = fold.fold(SessionMemory(), messages[:-1])
    assert work.failures(before.actions)

    assert work.failures(fold.fold(before, messages, since=len(messages) - 1).actions) == []


def test_an_error_leaves_when_a_chain_of_commands_proves_it_or_the_tool_is_called_right():
    story = SessionBuilder().user("Release it.")
    story.call("bash", {"command": 'git commit -m "Release 2"'}, "error: unused import\nexit code 1", failed=True)
    story.call("edit", {}, "Validation failed:\n{\n}", failed=True)
    open_ = work.failures(memory_of(story).actions)
    story.call("bash", {"command": 'git add . && git commit -m "Release 2.0"'}, "[main 45ffe0a] Release 2.0")
    story.call("edit", {"path": "src/a.ts", "new_string": "x"}, "ok")

    assert open_ == ["edit: Validation failed:", 'git commit -m "Release 2": error: unused import']
    assert work.failures(memory_of(story).actions) == []


def test_an_error_leaves_when_the_file_is_changed_under_its_longer_name_or_the_tool_answers():
    story = SessionBuilder().user("Note it.")
    story.call("edit", {"path": "notes/today.md", "newText": "x"}, "File not found", failed=True)
    story.call("cron", {"action": "wake"}, "text required", failed=True)
    open_ = work.failures(memory_of(story).actions)
    story.call("write", {"path": "/home/mira/notes/today.md", "content": "x"}, "ok")
    story.call("cron", {"action": "wake", "text": "now"}, "ok")

    assert len(open_) == 2
    assert work.failures(memory_of(story).actions) == []


@pytest.mark.parametrize(
    ("command", "answer"),
    [("grep -n main src/a.py", "Command exited with code 1"), ("sleep 60; make", "Command aborted")],
)
def test_a_look_without_a_find_and_a_run_that_a_person_stopped_are_no_errors(command, answer):
    story = SessionBuilder().user("Look.").call("bash", {"command": command}, answer, failed=True)

    assert work.failures(memory_of(story).actions) == []


def test_a_run_that_had_failed_before_it_was_stopped_is_an_error():
    told = "E   AssertionError: 3 != 4\n1 failed\nCommand aborted"
    story = SessionBuilder().user("Test it.").call("bash", {"command": "make test"}, told, failed=True)

    assert work.failures(memory_of(story).actions) == ["make test: E AssertionError: 3 != 4"]


def test_an_open_error_names_its_file_once():
    wrong = "ENOENT: no such file or directory, access '/home/mira/app/conf/a.yaml'"
    story = SessionBuilder().user("Edit it.").call("edit", {"path": "conf/a.yaml", "newText": "x"}, wrong, failed=True)

    assert work.failures(memory_of(story).actions) == ["conf/a.yaml: ENOENT: no such file or directory"]


@pytest.mark.parametrize(
    ("command", "place"),
    [
        ("cat src/app.py", "src/app.py"),
        ("sed -n '1,260p' src/app.py", "src/app.py"),
        ("cd /repo && head -n 40 src/app.py", "src/app.py"),
        ("cat src/app.py 2>/dev/null", "src/app.py"),
        ("nl -ba src/app.py | sed -n '1,40p'", "src/app.py"),
        ('grep -A 30 "class \\"App\\"" src/app.py | head -80', "src/app.py"),
        ('rg -n "limit|retry" src/app.py', "src/app.py"),
        ('rg -n "limit" src', '$ rg -n "limit" src'),
        ("cat src/app.py | wc -l", "$ cat src/app.py | wc -l"),
        ("cat src/app.py > copy.py", "$ cat src/app.py > copy.py"),
        ("cat src/app.py src/main.py", "$ cat src/app.py src/main.py"),
    ],
)
def test_a_command_that_shows_one_file_prints_what_stands_there(command, place):
    assert locations.place_of_call(ToolCall("c1", "exec", {"command": command})) == place


@pytest.mark.parametrize(
    "command",
    [
        "cat a.py | head" + ' "a"' * 20_000 + ";",
        "cat " + "-a " * 20_000,
        "cat a.py" + ' | head "x"' * 9_000 + "!",
        'grep -n "' + "a\\" * 20_000,
        "grep " + "'a' " * 20_000 + ";",
    ],
)
def test_a_long_command_is_placed_in_time(command):
    assert locations.place_of_call(ToolCall("c1", "exec", {"command": command})).startswith("$ ")


def test_of_a_patch_the_lines_that_it_adds_are_told():
    patch = "*** Begin Patch\n*** Update File: src/app.py\n@@\n-limit = 1\n+limit = 8443\n*** End Patch"
    story = SessionBuilder().user("Fix it.").call("apply_patch", {"input": patch}, "ok")

    shown = summary.render(memory_of(story), budget=3_000, estimator=tokens.cjk).text
    assert "\nchanged src/app.py: limit = 8443\n" in shown + "\n"


@pytest.mark.parametrize(
    ("command", "subject"),
    [
        ("bun run test 2>&1 | tail -5", "bun run test"),
        ("rtk bun run test", "bun run test"),
        ("cd /srv/app && sudo timeout 20 make check", "make check"),
        ("uv run pytest -q tests", "pytest tests"),
        ("git -C /srv/app add src/a.py", "git add src/a.py"),
    ],
)
def test_a_command_is_the_same_thing_however_it_was_started(command, subject):
    assert calls.subject(ToolCall("c", "bash", {"command": command})) == subject


def test_an_error_says_what_failed_not_that_something_exited():
    result = ToolResult("c", "bash", "Exit code 2\nsrc/a.ts is not formatted", is_error=True)

    assert calls.failure(ToolCall("c", "bash", {"command": "make lint"}), result) == "src/a.ts is not formatted"


def test_an_error_that_announces_what_stands_below_is_told_with_it():
    answer = "Checking rules.yaml\n  FAILED:\n\n12:9: parse error: unexpected <by>"
    result = ToolResult("c", "bash", answer, is_error=True)

    told = calls.failure(ToolCall("c", "bash", {"command": "promtool check rules rules.yaml"}), result)

    assert told == "FAILED: 12:9: parse error: unexpected <by>"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Finished `dev` profile in 2.48s\n(Command exited with code 1)", "Finished `dev` profile in 2.48s"),
        ("Command still running (session young-trail, pid 19432).", "Command still running (session young-trail"),
        ("Exit code: 0\nOutput:\nerror: unable to delete 'wip': no such ref", "error: unable to delete"),
    ],
)
def test_what_the_host_writes_around_an_output_is_not_its_result(answer, expected):
    done = calls.action(ToolCall("c", "exec", {"command": "cargo build"}), ToolResult("c", "exec", answer), 1)

    assert done is not None
    assert not done.failed
    assert done.outcome.startswith(expected)
    assert bool(done.outcome) == bool(expected)


def test_a_run_of_several_parts_tells_the_one_that_proves_most():
    output = (
        "test result: ok. 0 passed; 0 failed\ntest result: ok. 11 passed; 0 failed\ntest result: ok. 0 passed; 0 failed"
    )
    story = SessionBuilder().user("Test it.").call("exec", {"command": "cargo test"}, output).agent("Fine.")

    assert [item.text for item in memory_of(story).completed] == ["cargo test: test result: ok. 11 passed"]


def test_a_command_that_writes_a_file_with_cat_is_no_reading():
    call = ToolCall("c", "bash", {"command": "cat > notes.md <<'EOF'\nhello\nEOF"})

    done = calls.action(call, ToolResult("c", "bash", ""), 1)

    assert done is not None
    assert done.kind == "ran"


def test_a_call_that_was_refused_for_its_form_did_nothing_and_left_no_error():
    answer = "Missing required parameter: newText (newText or new_string). Supply correct parameters before retrying."

    done = calls.action(ToolCall("c", "edit", {"path": "src/a.py"}), ToolResult("c", "edit", answer, is_error=True), 1)

    assert done is None


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("alpha beta gamma\n[1778 more lines in file. Use offset=600 to continue]", "alpha beta gamma"),
        ("installed ok\n(Open file: n/a)\n(Current directory: /testbed)\nbash-$", "installed ok"),
        ('{\n "id": 3\n}', '{ "id": 3 }'),
    ],
)
def test_the_outcome_of_a_run_is_no_line_of_marks_and_no_prompt(answer: str, outcome: str) -> None:
    done = calls.action(ToolCall("c", "bash", {"command": "make all"}), ToolResult("c", "bash", answer), 1)

    assert done is not None
    assert done.outcome == outcome


def test_keeping_a_todo_list_is_no_work():
    call = ToolCall("c", "TaskCreate", {"subject": "write the docs"})

    assert calls.action(call, ToolResult("c", "TaskCreate", "Task #5 created successfully"), 1) is None


@pytest.mark.parametrize(
    "answer",
    [
        "apply_patch verification failed: Failed to find expected lines in /srv/app.py",
        "patch rejected by user",
        "<tool_use_error>String to replace not found in file.\nString: retries = 3</tool_use_error>",
        "old_string is not unique in the file: 3 matches",
        "Found 3 matches of the string to replace, but replace_all is false.",
        "No replacement was performed, old_str `x` did not appear verbatim in /srv/app.py.",
        "Could not find the exact text in app.py. The old text must match exactly.",
        "Failed to edit, 0 occurrences found for old_string in /srv/app.py.",
        "oldString not found in content",
        "EACCES: permission denied, open '/srv/app.py'",
        "Permission to use Edit has been denied.",
        "Claude requested permissions to write to /srv/app.py, but you haven't granted it yet.",
        "The user doesn't want to proceed with this tool use.",
        "File has not been read yet. Read it first before writing to it.",
        "[Operation Cancelled] Reason: User did not allow tool call",
        "aborted by user after 3.2s",
        "Your proposed edit has introduced new syntax error(s).",
        "编辑失败：找不到要替换的文本",
    ],
)
@pytest.mark.parametrize("tool", ["edit", "Write", "apply_patch", "str_replace_editor"])
def test_an_edit_that_did_not_happen_is_no_work_done(tool: str, answer: str) -> None:
    memory = memory_of(SessionBuilder().user("Raise the retries.").call(tool, {"path": "/srv/app.py"}, answer))

    assert not [item for item in memory.completed if item.kind == "written"]
    assert not [requirement for requirement in memory.requirements if requirement.kind == "changed"]
    assert all(item.failed for item in memory.actions if item.kind == "changed")


@pytest.mark.parametrize(
    "answer",
    ["", "ok", "edited", "Successfully replaced 1 block in app.py.", "The file /srv/app.py has been updated.\nEACCES"],
)
def test_an_edit_that_happened_is_work_done(answer: str) -> None:
    memory = memory_of(SessionBuilder().user("Raise the retries.").call("edit", {"path": "/srv/app.py"}, answer))

    assert [item.text for item in memory.completed] == ["/srv/app.py"]
    assert [requirement.text for requirement in memory.requirements if requirement.kind == "changed"] == ["/srv/app.py"]


@pytest.mark.parametrize(
    ("command", "pieces"),
    [
        ("make clean && make; make test | tail -3", ["make clean", "make", "make test", "tail -3"]),
        ("ssh ci@10.1.0.4 'cd app && ./load.sh 5m'", ["ssh ci@10.1.0.4 'cd app && ./load.sh 5m'"]),
        ('git commit -m "read; parse && store" && make', ['git commit -m "read; parse && store"', "make"]),
        (
            "cat > run.sh <<'END'\nmake a && make b\nEND\nsh run.sh",
            ["cat > run.sh <<'END'\nmake a && make b\nEND", "sh run.sh"],
        ),
        ("echo it\\'s; make", ["echo it\\'s", "make"]),
        ("make  # don't run it twice && never\nmake test", ["make  # don't run it twice && never", "make test"]),
        ("echo 'open && make", ["echo 'open", "make"]),
        ("# twice && never\nnpm run dev & npm test 2>&1", ["npm run dev", "npm test 2>&1"]),
    ],
)
def test_a_line_of_commands_is_parted_outside_of_quotes(command, pieces):
    assert locations.pieces_of(command) == pieces


@pytest.mark.parametrize(
    "command",
    ['"' * 60_001, "'a" * 30_001, "<<a\n" * 20_000, "\\" * 60_001, "\n" * 60_000, '"\\"' * 20_001, "# '" * 20_000],
)
def test_a_long_line_of_commands_is_parted_in_time(command):
    assert "".join(locations.pieces_of(command)).split() == ([] if command[0] == "#" else command.split())


def test_environment_folder_and_host_belong_to_a_command() -> None:
    story = SessionBuilder().user("Migrate the trial database.")
    story.call("exec", {"command": "DATABASE_URL=postgres://me@localhost:5599/trial npm run migrate"}, "3 migrations")
    story.call("exec", {"command": "cd services/mail && STAGE='trial two' make deploy"}, "deployed to trial two")
    story.call("exec", {"command": "ssh ci@10.1.0.4 'cd app && ./load.sh 5m'"}, "passed")
    memory = memory_of(story.agent("Done."))

    assert work.how_to_run(memory.actions, []) == [
        "`ssh ci@10.1.0.4 'cd app && ./load.sh 5m'`",
        "`cd services/mail && STAGE='trial two' make deploy`",
        "`DATABASE_URL=postgres://me@localhost:5599/trial npm run migrate`",
    ]
    assert "`cd services/mail && STAGE='trial two' make deploy` → deployed to trial two" in work.results(memory.actions)


def test_the_folder_that_all_commands_ran_in_is_named_once() -> None:
    story = SessionBuilder().user("Check everything.")
    story.call("exec", {"command": "cd /srv/shop && make lint"}, "0 errors")
    story.call("exec", {"cmd": "make test", "workdir": "/srv/shop"}, "12 passed")
    story.call("exec", {"command": "cd /srv/shop/web && npm test"}, "7 passed")

    told = text_of(story.agent("All is well."))

    assert told.count("/srv/shop)") == 1
    assert "`make lint` → 0 errors" in told
    assert "`cd /srv/shop/web && npm test` → 7 passed" in told or "cd /srv/shop/web && npm test: 7 passed" in told


def test_commands_of_one_host_are_different_things() -> None:
    story = SessionBuilder().user("Look at the build machine.")
    story.call("exec", {"command": "ssh ci@10.1.0.4 'cd app && make'"}, "make: *** [all] Error 2", failed=True)
    story.call("exec", {"command": "ssh ci@10.1.0.4 'cd app && uptime'"}, "up 3 days")
    failed = work.failures(memory_of(story).actions)
    story.call("exec", {"command": "ssh ci@10.1.0.4 'cd app && git pull -q && make'"}, "built")

    assert len(failed) == 1
    assert work.failures(memory_of(story).actions) == []


REFUSED = "remote: error: GH013: Repository rule violations\n ! [remote rejected] dev -> dev (declined)"


@pytest.mark.parametrize(
    "refused",
    [
        ("Chunk ID: 1a\nWall time: 0.9 seconds\nProcess exited with code 1\nOutput:\n" + REFUSED, False),
        ("Exit code: 1\nWall time: 0.9 seconds\nOutput:\n" + REFUSED, False),
        (REFUSED + "\nerror: failed to push some refs to 'git.example.org:shop.git'", True),
    ],
)
def test_a_chain_that_failed_proves_nothing_of_its_last_part(refused):
    story = SessionBuilder().user("Push it.")
    command = {"command": "git commit -qam 'cart: round cents' && git push origin dev"}
    story.call("exec_command", command, refused[0], failed=refused[1])

    memory = memory_of(story.agent("The server declined."))

    assert memory.completed == ()
    (failed,) = work.failures(memory.actions)
    assert "git push origin dev" in failed
    assert "commit" not in failed


def test_what_git_recorded_before_a_later_part_failed_is_done() -> None:
    story = SessionBuilder().user("Push it.")
    command = {"command": "git commit -am 'cart: round cents' && git push origin dev"}
    story.call("exec", command, f"[dev 4c1d2e3] cart: round cents\n 1 file changed\n{REFUSED}", failed=True)

    assert [(each.kind, each.text) for each in memory_of(story).completed] == [
        ("committed", "4c1d2e3 cart: round cents")
    ]


@pytest.mark.parametrize(
    "log",
    [
        "4c1d2e3 cart: round cents\n0a0b0c0 cart: start",
        "commit 4c1d2e3\nAuthor: A <a@example.org>\n\n    cart: round cents",
    ],
)
def test_a_quiet_commit_has_the_hash_that_the_log_after_it_tells(log):
    story = SessionBuilder().user("Commit it.")
    story.call("exec", {"command": "git commit -qam 'cart: round cents' && git log -2"}, log)

    assert [each.text for each in memory_of(story).completed] == ["4c1d2e3 cart: round cents"]


def test_a_failed_comparison_tells_what_was_expected_and_what_was_there() -> None:
    output = (
        'Error: expect(locator).toHaveText(expected) failed\n\n  Expected string: "sent"\n  Received string: "draft"\n'
    )

    assert outcome("bash", {"command": "npm run e2e"}, output, failed=True)[1] == (
        'Error: expect(locator).toHaveText(expected) failed · Expected string: "sent" · Received string: "draft"'
    )
