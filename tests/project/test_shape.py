"""The shape of the house: layers, bare scripts, where a broad `except` may stand, and words that do not belong here."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from context_memory.cli.commands import COMMANDS, GROUPS
from context_memory.cli.commands import MODULES as OF_COMMANDS
from context_memory.cli.commands import SCRIPTS as SMALL
from context_memory.storage.environment import EXTRAS

REPOSITORY = Path(__file__).parent.parent.parent
SCRIPTS = REPOSITORY / "scripts"
PACKAGE = SCRIPTS / "context_memory"
THIN_SCRIPTS = sorted(SCRIPTS.glob("*.py"))
MODULES = sorted(PACKAGE.rglob("*.py"))

EDGES = ("cli/run.py", "server/", "hooks/", "mcp/")
"""Where an error of ours meets the outside and must not look like the user's."""

EFFECTFUL = {
    "os",
    "pathlib",
    "sqlite3",
    "socket",
    "subprocess",
    "tempfile",
    "urllib",
    "shutil",
    "time",
    "random",
    "uuid",
}

FOREIGN_WORDS = ["/" + "work/main", "/" + "work/shared", ".." + "/shared", "/tmp/" + "briefs"]
FOREIGN_WORDS += [
    "spec" + "_cases",
    "future" + "_ref",
    "work" + "place",
    str(Path.home()) + "/.",
    str(REPOSITORY) + "/",
]
"""Where and by whom a file was written is nobody's business; spelt in pieces so that this file passes."""

TEXT_SUFFIXES = {".py", ".md", ".toml", ".yaml", ".yml", ".json", ".j2", ".txt", ".sh", ".js", ""}
GENERATED = re.compile(r"(^|/)(\.(?!ci/|claude-plugin/)[\w-]+|build|dist|__pycache__)/")


def names_of(modules: list[Path]) -> list[str]:
    return [str(module.relative_to(SCRIPTS)) for module in modules]


@cache
def tree_of(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"))


def test_the_import_contracts_hold() -> None:
    program = Path(sys.executable).parent / "lint-imports"

    checked = subprocess.run(
        [program, "--no-cache"], cwd=REPOSITORY, capture_output=True, text=True, timeout=300, check=False
    )

    assert checked.returncode == 0, checked.stdout


def test_nine_small_scripts_one_for_hooks_and_one_that_runs_every_command() -> None:
    assert {script.stem for script in THIN_SCRIPTS} == {"context-memory", "answer_hook", *SMALL}
    assert len(SMALL) == 9
    assert set(SMALL.values()) <= COMMANDS.keys()


def test_a_command_is_one_word_or_a_group_and_a_word_and_has_its_module() -> None:
    assert {name.partition(" ")[0] for name in COMMANDS if " " in name} == GROUPS.keys()
    assert not GROUPS.keys() & COMMANDS.keys()
    assert COMMANDS.keys() == OF_COMMANDS.keys()


def test_the_script_that_runs_every_command_names_all_their_packages() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    head = (SCRIPTS / "context-memory.py").read_text(encoding="utf-8").partition('"""')[0]
    named = re.search(r"^# dependencies = (\[.*?\])$", head, re.MULTILINE | re.DOTALL)

    wanted = [*project["dependencies"], *project["optional-dependencies"]["daemon"]]
    assert named
    assert tomllib.loads(f"all = {named[1]}".replace("\n#", "\n"))["all"] == wanted


def test_what_is_told_to_install_for_an_extra_are_its_packages_and_not_our_name() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert {extra: [*packages] for extra, packages in EXTRAS.items()} == project["optional-dependencies"]
    assert [path for path in MODULES if "optimizer[" in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("script", THIN_SCRIPTS, ids=lambda script: script.stem)
def test_a_script_parses_in_an_old_python_so_that_it_can_say_which_one_it_needs(script: Path) -> None:
    source = script.read_text(encoding="utf-8")

    tree = ast.parse(source, feature_version=(3, 7))

    guard = next(node for node in tree.body if isinstance(node, ast.If))
    assert guard.lineno < min(node.lineno for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    assert "requires-python" in source.partition('"""')[0]


def test_no_script_or_module_beside_them_shadows_the_standard_library() -> None:
    beside = {path.stem for path in SCRIPTS.iterdir() if path.suffix == ".py" or path.is_dir()}

    assert not beside & set(sys.stdlib_module_names)


EACH_HAS_ONE = ("transcripts/formats", "transcripts/writers", "cli/commands")
"""Folders with a module for each format, writer and command: CONTRIBUTING.md says to add one."""
MOST_MODULES = 282
"""Of the others, besides `__init__.py`. A new one needs a noun of its own: what fits into one that exists belongs
there."""
MOST_LINES = 450
FEW_LINES = 60


def test_the_package_has_few_and_full_modules() -> None:
    named = [module for module in MODULES if module.name != "__init__.py"]
    lines = {str(module.relative_to(PACKAGE)): module.read_text(encoding="utf-8").count("\n") for module in named}

    free = [module for module in named if module.parent.relative_to(PACKAGE).as_posix() not in EACH_HAS_ONE]

    assert len(free) <= MOST_MODULES, "join two modules about one noun first"
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_a_small_module_has_more_than_one_importer() -> None:
    """What one module alone uses stands in it, unless it is the door to a library."""
    importers: dict[Path, set[Path]] = {}
    for module in MODULES:
        for used in own_imports_of(module):
            importers.setdefault(used, set()).add(module)
    small = [module for module in MODULES if module.name != "__init__.py" and lines_of(module) < FEW_LINES]

    assert small, "else nothing is looked at"
    lonely = [module for module in small if len(importers.get(module, ())) == 1 and not is_door(module)]
    assert names_of(lonely) == []


def lines_of(module: Path) -> int:
    return module.read_text(encoding="utf-8").count("\n")


def own_imports_of(module: Path) -> set[Path]:
    """The modules of the package that it imports, those inside functions too."""
    used = set()
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = module.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            used |= {base.with_suffix(".py"), *(base / f"{alias.name}.py" for alias in node.names)}
    return used & set(MODULES)


def is_door(module: Path) -> bool:
    """Whether it imports a library that is not Python's."""
    roots = {name.partition(".")[0] for name in imports_of(module)}
    return bool(roots - set(sys.stdlib_module_names) - {"context_memory"})


def test_a_broad_except_stands_only_at_the_edge() -> None:
    broad = [
        f"{module}:{node.lineno}"
        for module in MODULES
        if not str(module.relative_to(PACKAGE)).startswith(EDGES)
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.ExceptHandler) and is_broad(node)
    ]

    assert not broad


def is_broad(handler: ast.ExceptHandler) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or ast.unparse(kind) in {"Exception", "BaseException"} for kind in caught)


EFFECTS = {"files", "remote", "service", "services", "stores", "formats", "writers", "assembly"}
"""Last or last but one name of a module that may have effects, inside a capability."""
EDGE_FOLDERS = {"api", "storage", "cli", "server", "testing"}


def is_pure(module: Path) -> bool:
    """Whether neither the folder nor the name of a module says that it has effects."""
    parts = module.relative_to(PACKAGE).with_suffix("").parts
    return parts[0] not in EDGE_FOLDERS and not EFFECTS.intersection(parts)


PURE = [module for module in MODULES if is_pure(module)]


def test_pure_code_imports_nothing_that_has_effects() -> None:
    imported = {module: {name.partition(".")[0] for name in imports_of(module)} & EFFECTFUL for module in PURE}

    assert not {module: names for module, names in imported.items() if names}


def test_pure_code_reads_no_clock() -> None:
    called = [
        (module, ast.unparse(node.func))
        for module in PURE
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Call)
    ]

    clock = re.compile(r"(datetime\.)?(datetime|date)\.(now|today|utcnow)")
    assert not [(module, name) for module, name in called if clock.fullmatch(name)]


def imports_of(module: Path) -> list[str]:
    """Absolute imports, those inside functions too."""
    names: list[str] = []
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.append(node.module or "")
    return names


DISTRIBUTIONS = {
    "git": "gitpython",
    "markdown_it": "markdown-it-py",
    "mdit_py_plugins": "mdit-py-plugins",
    "prometheus_client": "prometheus-client",
}
"""Distributions that are not named like their package."""


def test_what_is_imported_is_what_is_declared() -> None:
    """The server imports its libraries where people look for imports: nothing of it is imported without the extra."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    of_server = [module for module in MODULES if module.is_relative_to(PACKAGE / "server")]

    assert foreign_to(set(MODULES) - set(of_server)) == names_in(project["dependencies"])
    assert foreign_to(of_server) == names_in(project["optional-dependencies"]["daemon"])


def foreign_to(modules: Iterable[Path]) -> set[str]:
    """Distributions of what they import."""
    imported = {name.partition(".")[0] for module in modules for name in imports_of(module)}
    foreign = imported - set(sys.stdlib_module_names) - {"context_memory"}
    return {DISTRIBUTIONS.get(name, name) for name in foreign}


def names_in(requirements: Iterable[str]) -> set[str]:
    return {re.match(r"[\w.-]+", requirement)[0].lower() for requirement in requirements}  # type: ignore[index]


def test_a_module_says_what_it_is() -> None:
    first = {module: (ast.get_docstring(tree_of(module)) or "").partition("\n")[0].rstrip() for module in MODULES}

    silent = [module for module, line in first.items() if not line.endswith((".", ":", "?"))]
    assert not silent, "the first line is a sentence"


def text_files() -> list[Path]:
    """What is part of the project: git's answer, or the tree without what is generated."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=REPOSITORY,
        capture_output=True,
        timeout=300,
        check=False,
    )
    if listed.returncode == 0:
        paths = [REPOSITORY / name for name in listed.stdout.decode().split("\0") if name]
    else:  # an unpacked archive
        paths = [path for path in REPOSITORY.rglob("*") if not GENERATED.search(str(path.relative_to(REPOSITORY)))]
    return [path for path in paths if path.is_file() and path.suffix in TEXT_SUFFIXES]


def test_the_project_speaks_of_itself_alone() -> None:
    found = []
    for path in text_files():
        text = path.read_text(encoding="utf-8", errors="replace")
        found += [f"{path.relative_to(REPOSITORY)}: {word}" for word in FOREIGN_WORDS if word in text]

    assert not found
