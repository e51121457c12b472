"""Look at a project folder once: manifests, top level, languages, readme. Follows no symlink, enters no cache."""

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..model.project import Manifest, Module, Project
from . import git_facts, manifests

MAX_FILES = 50_000
MAX_DEPTH = 12
MANIFEST_DEPTH = 3
MAX_MANIFESTS = 40

_SKIPPED = re.compile(
    r"\..*|node_modules|bower_components|vendor|v?env|virtualenv|__pycache__|target|build|dist|out|obj|coverage|htmlcov"
    r"|site-packages|bazel-.*|DerivedData|Pods|.*\.egg-info"
)
_MEMORY_FILES = re.compile(
    r"(?:MEMORY|AGENTS|USER|SOUL|IDENTITY|TOOLS|HEARTBEAT|DREAMS|BOOTSTRAP)\.md|memor(?:y|ies)"  # ours and the host's
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
    """The project in this folder, as far as `MAX_FILES` files show it."""
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
        git=git_facts.state(folder),
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
    if depth < MANIFEST_DEPTH and len(count.manifests) < MAX_MANIFESTS and manifests.is_manifest(name):
        count.manifests.append(manifests.read(folder, path))


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:  # a folder that we may not enter is part of the project all the same
        return []


def _top_level(folder: Path) -> tuple[str, ...]:
    entries = [entry for entry in _entries(folder) if not _is_skipped(entry.name, 0)]
    return tuple(entry.name + ("/" if entry.is_dir(follow_symlinks=False) else "") for entry in entries)


def _is_skipped(name: str, depth: int) -> bool:
    return bool(_SKIPPED.fullmatch(name) or (depth == 0 and _MEMORY_FILES.fullmatch(name)))


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _module(name: str, languages: Counter[str]) -> Module:
    known = Counter({language: number for language, number in languages.items() if language})
    best = min(known.items(), key=lambda pair: (-pair[1], pair[0]), default=("", 0))[0]
    return Module(name, sum(languages.values()), best)
