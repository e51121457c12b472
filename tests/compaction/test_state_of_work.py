"""What of a summary says how things stand now: orders in force apart from requests of the moment, releases, claims."""

import pytest

from context_memory.compaction.digest import directives, evidence, findings, fold, summary
from context_memory.compaction.digest.values import SessionMemory
from context_memory.messages import Message, Role, Text
from context_memory.testing import SessionBuilder
from context_memory.text import pasted, tokens


def text_of(story: SessionBuilder, budget: int = 3_000) -> str:
    memory = fold.fold(SessionMemory(), story.build().messages)
    return summary.render(memory, budget=budget, estimator=tokens.cjk).text


def section(text: str, heading: str) -> str:
    """The lines below a heading."""
    return text.partition(heading + "\n")[2].partition(":\n")[0]


@pytest.mark.parametrize(
    ("order", "passing"),
    [
        ("Could you ensure the demo starts on a clean machine?", True),
        ("Find out whether the old importer should be removed.", True),
        ("List where the new helpers should live.", True),
        ("The ledger does not require a lock.", True),
        ("Could you make sure that the demo never writes to the disk?", False),
        ("Will you always ask before a deploy?", False),
        ("The importer should reject empty rows.", False),
        ("Never write where the backups are kept.", False),
        ("有点贵，回程能不能改成14号看看价格", True),
        ("你要不要先看一下日志再改成异步", True),
        ("能不能别再改我的配置文件", False),
        ("以后不要改我的配置文件", False),
    ],
)
def test_a_request_of_the_moment_is_told_from_an_order_that_stays(order, passing):
    assert directives.is_of_the_moment(order) is passing


def test_what_was_asked_along_the_way_stands_apart_from_the_directives():
    story = SessionBuilder(cwd="/repo")
    story.user("Never touch the ledger table. Could you ensure the demo starts?").agent("It starts.")
    story.user("Find out whether the importer should be removed.").agent("Nobody calls it.")
    story.user("Then go on with the exporter.")

    text = text_of(story)

    assert section(text, "Directives of the user, in their words").strip() == ""
    in_force = text.partition("Directives of the user")[2].partition("Asked along the way:")[0]
    assert "Never touch the ledger table." in in_force
    assert "ensure the demo" not in in_force
    assert "whether the importer" not in in_force
    assert "Find out whether the importer should be removed." in text


def test_words_that_begin_like_we_will_are_no_order():
    assert directives.find_directives("I think the parser handles dates well today.") == []


def test_a_failed_build_before_a_release_is_no_result_and_no_open_error():
    story = SessionBuilder(cwd="/repo").user("Ship it.")
    story.call("bash", {"command": "npm run build"}, "error TS2322: wrong type\n1 error", failed=True)
    story.call("bash", {"command": "./tools/release.sh minor"}, "released 2.4.0")
    story.call("bash", {"command": "npm run lint"}, "error: unused name\n1 error", failed=True).agent("Out.")

    text = text_of(story.user("Good."))

    assert "TS2322" not in text.partition("Newest work")[0]
    assert "unused name" in text.partition("Newest work")[0]


def test_a_build_that_works_ends_older_failures_of_other_builds():
    story = SessionBuilder(cwd="/repo").user("Make it compile.")
    story.call("bash", {"command": "npx tsc --noEmit"}, "error TS2741: property missing\n1 error", failed=True)
    story.call("bash", {"command": "npm run build"}, "built in 3 s").agent("It compiles.")

    assert "TS2741" not in text_of(story.user("Good.")).partition("Newest work")[0]


def test_lines_tried_out_once_are_no_open_error_after_a_good_build():
    story = SessionBuilder(cwd="/repo").user("Move the config.")
    story.call("bash", {"command": "node -e \"require('./conf')\""}, "Error: Cannot find module './conf'", failed=True)
    before = text_of(story)
    story.call("bash", {"command": "npm run build"}, "built in 2 s")

    assert "Cannot find module" in before.partition("Newest work")[0]
    assert "Cannot find module" not in text_of(story).partition("Newest work")[0]


def test_a_menu_that_was_only_gone_on_with_is_no_earlier_request():
    story = SessionBuilder().user("Write the brief.").agent("Done.\n\n[A] Refine it\n[C] Continue to the outline")
    story.user("c").agent("The outline stands. Shall I add prices in euros?").user("yes").user("Now print it.")

    earlier = text_of(story).partition("Earlier requests")[2].partition("Completed")[0]

    assert "prices in euros" in earlier
    assert "Continue to the outline" not in earlier


def test_what_is_fetched_from_elsewhere_or_was_stopped_is_no_result_of_a_check():
    story = SessionBuilder(cwd="/repo").user("Look at the ticket.")
    story.call("bash", {"command": "curl -s https://tickets.example.org/9"}, "a title")
    story.call("bash", {"command": "npm test"}, "Command aborted")
    story.call("bash", {"command": "curl -s http://localhost:8080/health"}, "status: serving").agent("It is up.")

    told = text_of(story.user("Good.")).partition("Last result")[2].partition("Pending")[0]

    assert "health" in told
    assert "tickets.example.org" not in told
    assert "aborted" not in told


def test_of_copies_in_many_folders_two_are_key_files():
    story = SessionBuilder(cwd="/repo").user("Find it.").agent("See src/main.py.")
    story.call("glob", {"pattern": "**/guide.md"}, "\n".join(f"/repo/{name}/docs/guide.md" for name in "abcde"))

    assert len(evidence.key_files_of(story.build().messages)) == 3


def test_what_a_program_made_is_no_key_file_unless_nothing_else_is():
    made = Message(
        Role.ASSISTANT, (Text("See /tmp/out/trace.json, dist/app/main.js and runs/2031-05-04T10-22/a/log.json"),)
    )
    ours = Message(Role.ASSISTANT, (Text("The reader is src/readers/csv.py."),))

    assert evidence.key_files_of([ours, made]) == ("src/readers/csv.py",)
    assert "/tmp/out/trace.json" in evidence.key_files_of([made])


def test_an_added_line_pasted_with_its_number_is_not_said_by_the_person():
    assert pasted.own_words("+218   max_rows: 500\nwhy did you raise this? put it back").strip() == (
        "why did you raise this? put it back"
    )
    assert "12 apples" in pasted.own_words("- 12 apples\n- 3 pears\nbuy these")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("**Migration guide complete.** `docs/moving.md` is written and checked.", 1),
        ("The import wizard is now complete!", 1),
        ("迁移文档已完成。", 1),
        ("Step 3 complete. Now the next one.", 0),
        ("The parser is done. Next: the writer.", 0),
        ("Once the wizard is complete, we can ship.", 0),
        ("The import is not complete.", 0),
    ],
)
def test_what_the_agent_calls_complete_is_told_as_its_word(text, told):
    assert len(findings.completed_in(text)) == told


def test_a_claim_stands_behind_what_is_proved_and_says_whose_it_is():
    story = SessionBuilder(cwd="/repo").user("Write the guide.")
    story.call("write", {"path": "/repo/docs/moving.md", "content": "# Moving"}, "ok")
    story.agent("**Migration guide complete.** `docs/moving.md` is written.").user("Thanks.")

    done = text_of(story).partition("Completed:")[2].partition("Pending:")[0]

    assert done.index("files written") < done.index("as the agent said: Migration guide complete.")


def test_the_report_of_another_agent_names_its_task_and_stands_as_its_words():
    report = (
        "I read both services and their tests. The gateway retries twice and then drops the message. "
        "The worker acknowledges before it writes, so a crash between the two loses the row."
    ) * 2
    story = SessionBuilder(cwd="/repo").user("Have somebody look at the queue.")
    story.call("Task", {"description": "Audit the queue", "prompt": "Read the services."}, report)

    assert "- Audit the queue → “" in text_of(story.user("And?"))
