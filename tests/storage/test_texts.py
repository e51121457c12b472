"""The texts of both languages: the same files, keys and places to fill in; read only by what says them."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from context_memory.doctor.values import PASSES, UNKNOWN
from context_memory.errors import NotReadyError
from context_memory.handoffs import validate
from context_memory.prompts import sections
from context_memory.prompts.cache_audit import Cause
from context_memory.storage import templates

REPOSITORY = Path(__file__).parent.parent.parent
NAMES = sorted(path.stem for path in (REPOSITORY / "templates" / "en").glob("*.toml"))


def _places(text: str) -> list[str]:
    return sorted(re.findall(r"\{[^{}]*\}", text))


def test_both_languages_have_the_same_files() -> None:
    assert sorted(path.stem for path in (REPOSITORY / "templates" / "zh").glob("*.toml")) == NAMES
    assert NAMES == [
        "cache_audit",
        "checklist",
        "dashboard",
        "explanation",
        "handoff_advice",
        "prompt_advice",
        "report",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_keys_and_places_to_fill_in(name: str) -> None:
    english, chinese = templates.texts(name, "en"), templates.texts(name, "zh")

    assert list(english) == list(chinese)
    for key in english:
        assert _places(english[key]) == _places(chinese[key]), key
        assert all(re.fullmatch(r"\{\w+\}", place) for place in _places(english[key])), key


@pytest.mark.parametrize("language", templates.LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_text_is_a_text(name: str, language: str) -> None:
    tables = tomllib.loads((REPOSITORY / "templates" / language / f"{name}.toml").read_text(encoding="utf-8"))
    values = [inner for value in tables.values() for inner in (value.values() if isinstance(value, dict) else [value])]

    assert values
    assert all(isinstance(value, str) for value in values)
    assert len(values) == len(templates.texts(name, language))


def test_all_that_the_code_asks_for_is_there() -> None:
    page = (REPOSITORY / "templates" / "report.html.j2").read_text(encoding="utf-8")
    checks = [path.read_text(encoding="utf-8") for path in (REPOSITORY / "scripts").rglob("*.py")]
    said = {
        f"{name}.{case}" for text in checks for name, case in re.findall(r'\bcheck_of\(\s*"(\w+)",\s*"(\w+)"', text)
    }

    assert set(re.findall(r"\bwords\.([a-z_]+)(?![\w(])", page)) <= templates.texts("report", "en").keys()
    assert {f"cause.{cause.value}" for cause in Cause} <= templates.texts("cache_audit", "en").keys()
    assert len(said) > 20
    assert said | PASSES | UNKNOWN <= templates.texts("checklist", "en").keys()
    assert not PASSES & UNKNOWN


def test_a_language_without_texts_gets_english() -> None:
    assert templates.texts("report", "fr") == templates.texts("report", "en")


@pytest.fixture
def skill(tmp_path: Path) -> Path:
    """A copy of the skill whose texts a test may spoil."""
    for name in ("scripts", "templates"):
        shutil.copytree(REPOSITORY / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def _run(skill: Path, name: str, *arguments: str, given: str) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-S", str(skill / "scripts" / "context-memory.py"), *name.split(), *arguments]
    return subprocess.run(call, cwd=skill, input=given, capture_output=True, text=True, timeout=120, check=False)


CLEAN = f"Be brief.\n{sections.BOUNDARY}\nTimestamp: 2026-11-20\n"


def test_a_bare_python_reads_the_texts(skill: Path) -> None:
    done = _run(skill, "prompt check", "-", "--lang", "zh", given="Timestamp: 2026-11-20\n")

    assert done.returncode == 3, done.stderr
    assert sections.BOUNDARY in done.stdout
    assert templates.texts("prompt_advice", "zh")["date.why"] in done.stdout


def test_a_command_that_says_nothing_reads_no_texts(skill: Path) -> None:
    for path in skill.glob("templates/*/*.toml"):
        path.unlink()

    assert _run(skill, "prompt check", "-", given=CLEAN).returncode == 0


@pytest.mark.parametrize("spoiled", [None, "why = [", '[date]\nwhy = "it changes"\n'], ids=["gone", "broken", "short"])
def test_texts_that_are_not_whole_are_named_with_what_to_do(skill: Path, spoiled: str | None) -> None:
    path = skill / "templates" / "en" / "prompt_advice.toml"
    path.unlink() if spoiled is None else path.write_text(spoiled)

    done = _run(skill, "prompt check", "-", given="Timestamp: 2026-11-20\n")

    assert (done.returncode, done.stdout) == (3, "")
    assert "prompt_advice.toml" in done.stderr
    assert "install the skill again" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_key_that_is_missing_is_an_error_that_names_it() -> None:
    with pytest.raises(NotReadyError, match=r"report\.toml has no text nothing"):
        _ = templates.texts("report", "en")["nothing"]


def test_a_kind_of_refusal_that_the_code_knows_has_its_advice() -> None:
    source = "".join(
        path.read_text(encoding="utf-8")
        for name in ("validate", "tasks")
        for path in [Path(validate.__file__).with_name(f"{name}.py")]
    )
    kinds = {key.rpartition(".")[0] for key in templates.texts("handoff_advice", "en")}

    assert {kind for kind in kinds if f'"{kind}"' not in source} <= {"unreadable", "not_utf8"}
