"""SKILL.md and its references: valid, small, true to the code, and every command in them runs."""

import dataclasses
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from bench import scanner, skill_folder
from context_memory.cli.commands import COMMANDS, GROUPS, SCRIPTS
from context_memory.compaction.digest import continuation, evidence
from context_memory.handoffs import validate
from context_memory.prompts import sections
from context_memory.settings.values import Settings
from context_memory.text import tokens
from context_memory.tokens import budget
from context_memory.workspace import memory_md, pointers
from examples.make_session import make

REPOSITORY = Path(__file__).parent.parent.parent
TEXT = (REPOSITORY / "SKILL.md").read_text(encoding="utf-8")
FRONT, BODY = TEXT.split("---\n", 2)[1:]
PROPERTIES = yaml.safe_load(FRONT)
REFERENCES = sorted((REPOSITORY / "references").glob("*.md"))
SETTINGS = Settings()


@dataclasses.dataclass(frozen=True)
class Day:
    """All commands of the table, run in its order in one place."""

    place: Path
    done: tuple[tuple[str, subprocess.CompletedProcess[str]], ...]


# -- front matter -----------------------------------------------------------------------------------


def test_the_reference_validator_accepts_it(tmp_path: Path) -> None:
    folder = tmp_path / PROPERTIES["name"]
    folder.mkdir()
    (folder / "SKILL.md").write_text(TEXT, encoding="utf-8")

    assert list(skill_folder.validity(folder)) == []


def test_it_keeps_its_limits() -> None:
    assert len(TEXT.splitlines()) < skill_folder.MAX_LINES
    assert tokens.cjk(TEXT) < skill_folder.MAX_TOKENS
    assert len(PROPERTIES["description"]) <= 400
    assert PROPERTIES["name"] == skill_folder.NAME


def test_the_first_80_characters_of_the_description_say_what_and_when() -> None:
    shown = PROPERTIES["description"][:80]

    assert "context small" in shown
    assert "memory honest" in shown
    assert "Use when context is nearly full" in shown


def test_the_front_matter_is_block_style_and_says_what_a_host_asks() -> None:
    host = PROPERTIES["metadata"]["openclaw"]

    assert not re.search(r"[{[]", FRONT.replace(PROPERTIES["description"], ""))
    assert host["requires"] == {"bins": ["python3"]}
    assert "always" not in FRONT
    assert re.fullmatch(r"\d+\.\d+\.\d+", PROPERTIES["metadata"]["version"])
    assert set(PROPERTIES) == {"name", "description", "license", "compatibility", "metadata"}


def test_every_variable_that_the_code_asks_for_is_declared_and_no_other() -> None:
    asked = set()
    for path in (REPOSITORY / "scripts").rglob("*.py"):
        if "testing" not in path.parts:
            asked |= scanner.variables(path.read_text(encoding="utf-8"))

    declared = set(skill_folder.declared_variables(TEXT))
    assert asked <= declared
    assert declared - asked <= {"XDG_STATE_HOME"} | asked


WRITTEN = (
    "MEMORY.md",
    "AGENTS.md",
    ".gitignore",
    ".context-memory/",
    "handoffs/",
    "memories/project.md",
    "memories/decisions.md",
    "memories/errors.md",
    "memories/context.md",
)


SENDERS = {"AnthropicModel", "AnthropicCounter"}
"""Classes in modules and folders `remote` that send text to an API; whoever adds one says so below first."""


@pytest.mark.parametrize("document", ["README.md", "README.zh.md", "SKILL.md"])
def test_what_sends_text_away_is_said_with_the_variable_that_turns_it_on(document: str) -> None:
    package = REPOSITORY / "scripts" / "context_memory"
    paths = [*package.rglob("remote/*.py"), *package.rglob("remote.py")]
    codes = [path.read_text(encoding="utf-8") for path in paths]
    keyed = [
        code
        for code in codes
        if re.search(r"^KEY_VARIABLE = .ANTHROPIC|\banthropic_model import .*KEY_VAR", code, re.MULTILINE)
    ]
    classes = [each for code in keyed for each in re.split(r"^class ", code, flags=re.MULTILINE)[1:]]
    senders = {re.match(r"\w+", each)[0] for each in classes if "KEY_VARIABLE, " in each}  # type: ignore[index]
    text = (REPOSITORY / document).read_text(encoding="utf-8")

    assert senders == SENDERS
    said = text[text.index("ANTHROPIC_API_KEY") - 250 :][:500]
    assert "blocks compress" in said
    assert "api" in said


@pytest.mark.parametrize("path", WRITTEN)
def test_what_the_commands_write_is_declared(path: str) -> None:
    assert f"W/{path}" in PROPERTIES["metadata"]["writes"]


@pytest.mark.slow
def test_what_a_whole_day_writes_is_declared(day: Day) -> None:
    declared = PROPERTIES["metadata"]["writes"]
    workspace = day.place / "W"

    new = {path.relative_to(workspace).as_posix() for path in workspace.rglob("*") if path.is_file()}
    new = {path for path in new if path not in PROJECT}
    assert {"MEMORY.md", "memories/context.md", "AGENTS.md"} <= new
    assert {path for path in new if not any(f"W/{part}" in declared for part in prefixes(path))} == set()


def prefixes(path: str) -> list[str]:
    """The path itself and every folder above it, as they are declared."""
    parts = path.split("/")
    return [path, *("/".join(parts[:n]) + "/" for n in range(1, len(parts)))]


# -- exact texts and numbers ------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_continuation_stands_there_byte_for_byte(language: str) -> None:
    assert f"```text\n{continuation.opening(language)}```\n" in BODY


def test_the_boundary_stands_there_alone() -> None:
    assert f"```text\n{sections.BOUNDARY}\n```\n" in BODY


def test_every_number_is_one_of_the_code() -> None:
    marks = budget.budget_of(SETTINGS.window, SETTINGS.policy)
    known = {
        SETTINGS.trim_chars,
        SETTINGS.trim_read_chars,
        SETTINGS.keep_messages,
        SETTINGS.restore_files,
        SETTINGS.restore_tokens,
        SETTINGS.breaker_failures,
        SETTINGS.emergency_turns,
        marks.compact_at,
        memory_md.MAX_TOKENS,
        memory_md.MAX_LINE,
        validate.MAX_CONTEXT,
    }
    prose = re.sub(r"`[^`\n]*`|^\d+\. |^Exit codes:.*$", "", BODY, flags=re.MULTILINE)

    said = {int(number.replace(",", "")) for number in re.findall(r"(?<![\w.])\d[\d,]*(?!\w)", prose)}
    assert said - {5} <= known  # 5 is also an exit code
    assert {SETTINGS.trim_chars, marks.compact_at, memory_md.MAX_TOKENS} <= said


def test_the_line_for_errors_md_is_one_that_check_action_understands() -> None:
    from context_memory.workspace import recorded_errors

    line = re.search(r"`(- 20\d\d-\d\d-\d\d .*?)`", BODY)[1]  # type: ignore[index]
    entries = recorded_errors.parse([line])

    assert [entry.text for entry in entries] == [line]


def test_the_exit_codes_are_those_of_the_errors() -> None:
    from context_memory import errors

    said = dict(re.findall(r"(\d) ([a-z ]+)", re.search(r"^Exit codes: (.*?)\. ", BODY, re.MULTILINE)[1]))  # type: ignore[index]
    assert set(said) == {"0", "2", "3", "4", "5"}
    assert {errors.InputError.exit_code, errors.RefusedError.exit_code, errors.NotReadyError.exit_code} == {2, 3}
    assert (errors.RemoteError.exit_code, errors.BreakerOpenError.exit_code) == (4, 5)


# -- references -------------------------------------------------------------------------------------


@pytest.mark.parametrize("reference", REFERENCES, ids=lambda path: path.name)
def test_a_reference_is_named_with_its_condition(reference: Path) -> None:
    line = next(line for line in BODY.splitlines() if f"`references/{reference.name}`" in line)

    assert re.match(r"- Read `references/[\w-]+\.md` (?:when|before) ", line)


@pytest.mark.parametrize("reference", REFERENCES, ids=lambda path: path.name)
def test_no_reference_leads_to_another(reference: Path) -> None:
    assert "references/" not in reference.read_text(encoding="utf-8")


def test_every_reference_that_is_named_exists() -> None:
    assert set(re.findall(r"references/([\w-]+\.md)", BODY)) == {path.name for path in REFERENCES}


def test_the_fixed_limits_in_the_references_are_those_of_the_code() -> None:
    text = (REPOSITORY / "references" / "configuration.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", text.partition("## Fixed limits")[2], re.MULTILINE))

    assert rows["MEMORY.md"] == f"{memory_md.MAX_TOKENS} tokens, {pointers.MAX_LINE} characters a line"
    assert rows["active task in MEMORY.md"].startswith(f"{memory_md.MAX_TASK} characters")
    assert rows["a constraint in MEMORY.md"].startswith(f"{memory_md.MAX_CONSTRAINT} characters")
    assert rows["context of a handoff"] == f"{validate.MAX_CONTEXT} characters"
    assert rows["key files in a summary"] == str(evidence.LIMIT)


def test_the_chinese_reference_has_the_exact_text() -> None:
    text = (REPOSITORY / "references" / "zh.md").read_text(encoding="utf-8")

    assert f"```text\n{continuation.opening('zh')}```\n" in text


@pytest.mark.parametrize("document", [REPOSITORY / "SKILL.md", *REFERENCES], ids=lambda path: path.name)
def test_every_command_that_a_document_names_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    called = [tuple(each.split()[1:3]) for each in re.findall(r"`[^`\n]*?\b(CM [^`\n]*)`", text)]
    begun = [tuple(each.split()[:2]) for each in re.findall(r"`([a-z]+ [a-z-]+)\b[^`\n]*`", text)]
    of_groups = [words for words in begun if words[0] in GROUPS]

    assert [words for words in called + of_groups if not {words[0], " ".join(words)} & COMMANDS.keys()] == []
    assert set(re.findall(r"scripts/([\w-]+)\.py", text)) <= {"context-memory", "answer_hook", *SCRIPTS}


@pytest.mark.parametrize("document", REFERENCES, ids=lambda path: path.name)
def test_every_option_that_a_reference_names_exists(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from context_memory.cli.run import run as run_command

    names = "|".join(sorted(COMMANDS, key=len, reverse=True))
    for name, rest in re.findall(rf"`({names}) ([^`]*--[^`]*)`", document.read_text(encoding="utf-8")):
        run_command(name, ["--help"], program=name)
        known = capsys.readouterr().out
        assert [option for option in re.findall(r"--[a-z-]+", rest) if option not in known] == []


# -- commands ---------------------------------------------------------------------------------------

PROJECT = {"package.json": '{"name": "shop"}\n', "src/app.py": "def main(): ...\n", "prompt.md": "", "S.jsonl": ""}
TOO_LONG = "prompt is too long: 32120 tokens > 32000 maximum"
MAY_REFUSE = {"prompt check": {0, 3}, "doctor": {0, 3}, "workspace verify": {0, 3}}


def commands() -> list[str]:
    """Every command line of the decision table, in order, as a shell takes it."""
    table = BODY.partition("## Which command")[2].partition("Exit codes:")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    lines = [code.replace("\\|", "|") for row in rows for code in re.findall(r"`((?:[^`]*\| )?CM [^`]*)`", row)]
    assert len(lines) >= 20
    return lines


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Day:
    place = laid_out(tmp_path_factory.mktemp("day"))
    return Day(place, tuple((line, run(line, place)) for line in commands()))


def laid_out(tmp_path: Path) -> Path:
    """A workspace W, a session S and the skill, as the text names them."""
    workspace = tmp_path / "W"
    (workspace / "src").mkdir(parents=True)
    for name, text in PROJECT.items():
        if text:
            (workspace / name).write_text(text)
    (workspace / ".context-memory").mkdir()
    (workspace / ".context-memory" / "settings.toml").write_text("window = 32_000\n")  # the session is a small one
    (tmp_path / "S").mkdir()
    said = {"type": "message", "message": {"role": "user", "content": "We are on Python 3.12 now. Go on, please."}}
    session = f"{make(turns=10).text.rstrip()}\n{json.dumps(said)}\n"
    (tmp_path / "S" / "session.jsonl").write_text(session, encoding="utf-8")
    (tmp_path / "transcript.jsonl").write_text(make(turns=2).text, encoding="utf-8")
    (tmp_path / "answer.json").write_text(json.dumps({"error": {"message": TOO_LONG}}))
    (tmp_path / "prompt.md").write_text(f"Be kind.\n{sections.BOUNDARY}\nTimestamp: now\n")
    (tmp_path / "src").symlink_to(workspace / "src")
    return tmp_path


def run(line: str, place: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    """One line of the table, through a shell, in a folder where W and S lie."""
    noise = f'{shlex.quote(sys.executable)} -c \'print("step\\n" * 900 + "ERROR: disk full")\''
    start = re.search(r"`CM` stands for `([^`]*)`", BODY)[1]  # type: ignore[index]
    line = re.sub(r"\bCM\b", start, line)
    line = line.replace("{baseDir}", str(REPOSITORY)).replace("python3", shlex.join([sys.executable, *flags]))
    line = line.replace("some_tool", noise)
    return subprocess.run(
        ["sh", "-c", line],
        cwd=place,
        env={"PATH": os.defpath, "HOME": str(place / "home"), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def command_in(line: str) -> str:
    """The command of a line, as the table of commands calls it."""
    words = line.partition("CM ")[2].split()
    return next(name for name in (words[0], " ".join(words[:2])) if name in COMMANDS)


def test_every_command_of_the_table_runs_in_its_order(day: Day) -> None:
    for line, done in day.done:
        assert done.returncode in MAY_REFUSE.get(command_in(line), {0}), f"{line}\n{done.stderr}"
        assert "Traceback" not in done.stderr


OF_THE_SKILL = {
    *("trim", "compact", "restore", "breaker", "emergency", "tokens"),
    *("archive", "receipt", "settings", "workspace init", "workspace update", "workspace verify", "workspace migrate"),
    *("check", "prompt render", "prompt check", "prompt audit-cache", "handoff make", "handoff check"),
    "doctor",
}
"""What an agent that follows SKILL.md is offered."""


def test_the_table_names_every_command_of_the_skill() -> None:
    assert set(map(command_in, commands())) >= OF_THE_SKILL


def test_commands_with_a_plus_are_those_that_need_packages(day: Day, tmp_path: Path) -> None:
    table = BODY.partition("## Which command")[2].partition("Exit codes:")[0]
    marked = re.findall(r"\| \+ `(CM [^`]*)`", table)
    place, grown = (shutil.copytree(day.place, tmp_path / name, symlinks=True) for name in ("place", "grown"))
    (grown / "W" / "MEMORY.md").write_text("# Memory\n\n## Talk\n\n" + "A long story.\n" * 500)

    def needs_packages(line: str) -> bool:
        forced = f"{line} --force" if "promote" in line else line  # nobody said that fact
        return "pip install" in run(forced, grown if "migrate" in line else place, "-S").stderr

    assert list(filter(needs_packages, commands())) == marked
