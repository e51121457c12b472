"""Scans a project folder once: manifests, top level, languages, readme. Follows no symlink."""

import os
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...storage import files
from ...text.json_text import parse_json
from ...text.patterns import lazy_regex
from ..fingerprint import Manifest, Module, Project
from . import git_state

MAX_BYTES = 1024 * 1024
MAX_DEPENDENCIES = 200

_NAME = lazy_regex(r"^\s*(@?[A-Za-z0-9][\w./-]*)")  # nothing after the name: an address may carry a password
Facts = dict[str, Any]


def is_manifest(name: str) -> bool:
    """Whether a file of this name is a known manifest."""
    return name in _READERS or _REQUIREMENTS.match(name) is not None


def read(folder: Path, relative: str) -> Manifest:
    """The manifest at `relative`; one that cannot be parsed has its `problem` and its digest."""
    name = relative.rpartition("/")[2]
    ecosystem, reader = _READERS.get(name, ("Python", _requirements))
    try:
        content = files.read_bytes(folder / relative, limit=MAX_BYTES)
    except InputError as error:
        return Manifest(relative, ecosystem, problem=str(error))
    digest = sha256(content).hexdigest()
    try:
        facts = reader(content.decode("utf-8", "replace").removeprefix("\ufeff"))
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        return Manifest(relative, ecosystem, digest=digest, problem=f"cannot be parsed: {type(error).__name__}")
    return Manifest(
        relative,
        ecosystem,
        name=_word(facts.get("name")),
        version=_word(facts.get("version")),
        runtime=_word(facts.get("runtime")),
        dependencies=_names(facts.get("dependencies", ())),
        digest=digest,
    )


def _pyproject(text: str) -> Facts:
    data = tomllib.loads(text)
    project, poetry = data.get("project", {}), data.get("tool", {}).get("poetry", {})
    dependencies = [*project.get("dependencies", []), *poetry.get("dependencies", {})]
    runtime = project.get("requires-python") or poetry.get("dependencies", {}).get("python")
    return {
        "name": project.get("name") or poetry.get("name"),
        "version": project.get("version") or poetry.get("version"),
        "runtime": runtime,
        "dependencies": [each for each in dependencies if each != "python"],
    }


def _package_json(text: str) -> Facts:
    data = parse_json(text)
    dependencies = [*data.get("dependencies", {}), *data.get("devDependencies", {})]
    runtime = data.get("engines", {}).get("node")
    return {"name": data.get("name"), "version": data.get("version"), "runtime": runtime, "dependencies": dependencies}


def _cargo(text: str) -> Facts:
    data = tomllib.loads(text)
    package = data.get("package", {})
    return {
        "name": package.get("name"),
        "version": package.get("version"),
        "runtime": package.get("rust-version"),
        "dependencies": list(data.get("dependencies", {})),
    }


def _go_mod(text: str) -> Facts:
    required = re.findall(r"^(?:require\s+|\t| {2,})([\w.-]+\.[\w.-]+/\S+)\s+v", text, re.MULTILINE)
    return {"name": _first(r"^module\s+(\S+)", text), "runtime": _first(r"^go\s+(\S+)", text), "dependencies": required}


def _pom(text: str) -> Facts:
    own = re.sub(r"<(parent|dependencies|dependencyManagement|build|profiles)>.*?</\1>", "", text, flags=re.DOTALL)
    block = _first(r"<dependencies>(.*?)</dependencies>", text, re.DOTALL)
    return {
        "name": _first(r"<artifactId>\s*([^<\s]+)", own),
        "version": _first(r"<version>\s*([^<\s]+)", own),
        "runtime": _first(r"<(?:maven\.compiler\.release|java\.version)>\s*([^<\s]+)", text),
        "dependencies": re.findall(r"<artifactId>\s*([^<\s]+)", block),
    }


def _gemfile(text: str) -> Facts:
    gems = re.findall(r"^\s*gem\s+['\"]([^'\"]+)", text, re.MULTILINE)
    return {"runtime": _first(r"^\s*ruby\s+['\"]([^'\"]+)", text), "dependencies": gems}


def _composer(text: str) -> Facts:
    data = parse_json(text)
    required = data.get("require", {})
    names = [name for name in required if "/" in name]
    return {
        "name": data.get("name"),
        "version": data.get("version"),
        "runtime": required.get("php"),
        "dependencies": names,
    }


def _requirements(text: str) -> Facts:
    return {"dependencies": [line for line in text.splitlines() if not line.lstrip().startswith(("#", "-"))]}


def _gradle(text: str) -> Facts:
    names = re.findall(r"(?:implementation|api|compileOnly)\s*\(?\s*['\"][^:'\"]+:([^:'\"]+)", text)
    return {"version": _first(r"^version\s*=\s*['\"]([^'\"]+)", text), "dependencies": names}


def _setup_py(text: str) -> Facts:
    return {key: _first(rf"\b{key}\s*=\s*['\"]([^'\"]+)", text) for key in ("name", "version")}


def _mix(text: str) -> Facts:
    return {"name": _first(r"app:\s*:(\w+)", text), "version": _first(r"version:\s*\"([^\"]+)", text)}


def _pubspec(text: str) -> Facts:
    return {key: _first(rf"^{key}:\s*(\S+)", text) for key in ("name", "version")}


def _cmake(text: str) -> Facts:
    return {"name": _first(r"project\s*\(\s*([\w.-]+)", text, re.IGNORECASE)}


def _swift(text: str) -> Facts:
    return {"name": _first(r"name:\s*\"([^\"]+)", text), "runtime": _first(r"swift-tools-version:\s*(\S+)", text)}


Reader = Callable[[str], Facts]
_READERS: dict[str, tuple[str, Reader]] = {
    "pyproject.toml": ("Python", _pyproject),
    "setup.py": ("Python", _setup_py),
    "package.json": ("Node.js", _package_json),
    "Cargo.toml": ("Rust", _cargo),
    "go.mod": ("Go", _go_mod),
    "pom.xml": ("Java", _pom),
    "build.gradle": ("Java", _gradle),
    "build.gradle.kts": ("Kotlin", _gradle),
    "Gemfile": ("Ruby", _gemfile),
    "composer.json": ("PHP", _composer),
    "mix.exs": ("Elixir", _mix),
    "pubspec.yaml": ("Dart", _pubspec),
    "CMakeLists.txt": ("C/C++", _cmake),
    "Package.swift": ("Swift", _swift),
}
_REQUIREMENTS = lazy_regex(r"^requirements[\w.-]*\.txt$")


def _first(pattern: str, text: str, flags: int = re.MULTILINE) -> str:
    match = re.search(pattern, text, flags)
    return match[1] if match else ""


def _word(value: object) -> str:
    return value if isinstance(value, str) else ""


def _names(values: Iterable[object]) -> tuple[str, ...]:
    matches = (_NAME.match(value) for value in values if isinstance(value, str) and "://" not in value.split("@")[0])
    return tuple(sorted({match[1] for match in matches if match}, key=str.casefold)[:MAX_DEPENDENCIES])


MAX_FILES = 50_000
MAX_DEPTH = 12
MANIFEST_DEPTH = 3
MAX_MANIFESTS = 40

_SKIPPED = lazy_regex(
    r"\..*|node_modules|bower_components|vendor|v?env|virtualenv|__pycache__|target|build|dist|out|obj|coverage|htmlcov"
    r"|site-packages|bazel-.*|DerivedData|Pods|.*\.egg-info"
)
_MEMORY_FILES = lazy_regex(  # ours and the host's
    r"(?:MEMORY|AGENTS|USER|SOUL|IDENTITY|TOOLS|HEARTBEAT|DREAMS|BOOTSTRAP)\.md|memor(?:y|ies)|handoffs"
)

_LANGUAGES = {
    extension: language
    for language, extensions in {
        "Python": "py pyi",
        "TypeScript": "ts tsx mts",
        "JavaScript": "js jsx mjs cjs",
        "Rust": "rs",
        "Go": "go",
        "Java": "java",
        "Kotlin": "kt kts",
        "C": "c h",
        "C++": "cc cpp cxx hpp hh",
        "C#": "cs",
        "Ruby": "rb",
        "PHP": "php",
        "Swift": "swift",
        "Scala": "scala",
        "Elixir": "ex exs",
        "Shell": "sh bash zsh",
        "SQL": "sql",
        "HTML": "html htm",
        "CSS": "css scss sass less",
        "Vue": "vue",
        "Svelte": "svelte",
        "Markdown": "md mdx",
        "Lua": "lua",
        "Dart": "dart",
        "Zig": "zig",
        "R": "r",
        "Notebook": "ipynb",
    }.items()
    for extension in extensions.split()
}
_READMES = ("README.md", "README.rst", "README.txt", "README", "README.zh.md", "README.zh-CN.md")


@dataclass(slots=True)
class _Count:
    files: int = 0
    languages: Counter[str] = field(default_factory=Counter)
    modules: dict[str, Counter[str]] = field(default_factory=dict)
    manifests: list[Manifest] = field(default_factory=list)


def scan(folder: Path) -> Project:
    """The project in this folder, from at most `MAX_FILES` files."""
    count = _Count()
    is_complete = True
    for path, depth in walk(folder):
        if count.files >= MAX_FILES:
            is_complete = False
            break
        _take(count, folder, path, depth)
    return Project(
        folder=folder.resolve().name,
        manifests=tuple(sorted(count.manifests, key=lambda each: (each.path.count("/"), each.path))),
        top_level=_top_level(folder),
        modules=tuple(_module(name, languages) for name, languages in sorted(count.modules.items())),
        languages=tuple(sorted(count.languages.items(), key=lambda pair: (-pair[1], pair[0]))),
        files=count.files,
        readmes=tuple(name for name in _READMES if _is_file(folder / name)),
        is_complete=is_complete,
        git=git_state.state(folder),
    )


def walk(folder: Path) -> Iterator[tuple[str, int]]:
    """Relative path and depth of each regular file, in a stable order, hidden folders and caches left out."""
    stack: list[tuple[str, int]] = [("", 0)]
    while stack:
        relative, depth = stack.pop()
        below = []
        for entry in _entries(folder / relative if relative else folder):
            path = f"{relative}/{entry.name}" if relative else entry.name
            if entry.is_dir(follow_symlinks=False):
                if depth < MAX_DEPTH and not _is_skipped(entry.name, depth):
                    below.append((path, depth + 1))
            elif entry.is_file(follow_symlinks=False) and (depth or not _MEMORY_FILES.fullmatch(entry.name)):
                yield path, depth
        stack.extend(reversed(below))


def _take(count: _Count, folder: Path, path: str, depth: int) -> None:
    name = path.rpartition("/")[2]
    language = _LANGUAGES.get(name.rpartition(".")[2].lower(), "")
    count.files += 1
    if language:
        count.languages[language] += 1
    if depth:
        count.modules.setdefault(path.partition("/")[0], Counter())[language] += 1
    if depth < MANIFEST_DEPTH and len(count.manifests) < MAX_MANIFESTS and is_manifest(name):
        count.manifests.append(read(folder, path))


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:  # a folder that we may not enter is part of the project all the same
        return []


def _top_level(folder: Path) -> tuple[str, ...]:
    folders = (entry.name for entry in _entries(folder) if entry.is_dir(follow_symlinks=False))
    return tuple(f"{name}/" for name in folders if not _is_skipped(name, 0))


def _is_skipped(name: str, depth: int) -> bool:
    return bool(_SKIPPED.fullmatch(name) or (depth == 0 and _MEMORY_FILES.fullmatch(name)))


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _module(name: str, languages: Counter[str]) -> Module:
    known = Counter({language: number for language, number in languages.items() if language})
    best = min(known.items(), key=lambda pair: (-pair[1], pair[0]), default=("", 0))[0]
    return Module(name, sum(languages.values()), best)
