"""Describes a project by its files, and its fingerprint: 12 hex digits and one readable line."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from ..text.patterns import lazy_regex
from ..text.secrets.one_line import cut, one_line


@dataclass(frozen=True, slots=True)
class Manifest:
    """One manifest file: the project's name and dependencies."""

    path: str
    """Relative to the project folder."""
    ecosystem: str
    """`Python`, `Node.js`, `Rust`, `Go`, `Java`, `Ruby`, `PHP`, …"""
    name: str = ""
    version: str = ""
    runtime: str = ""
    """The language version it asks for, as written."""
    dependencies: tuple[str, ...] = ()
    """Names of direct dependencies, sorted."""
    digest: str = ""
    """SHA-256 of its bytes."""
    problem: str = ""
    """Why its content could not be read; empty when it could."""


@dataclass(frozen=True, slots=True)
class Module:
    """A top-level folder."""

    path: str
    files: int
    language: str
    """The language most of its files are in; empty for none."""


@dataclass(frozen=True, slots=True)
class GitState:
    """The project's state in git."""

    branch: str
    """Empty for a detached head."""
    commit: str
    """First 12 digits; empty before the first commit."""
    changed_files: int
    remote: str
    """Address of `origin` without user and password; empty for none."""


@dataclass(frozen=True, slots=True)
class Project:
    """The facts of one scan of a project folder."""

    folder: str
    """The folder's own name."""
    manifests: tuple[Manifest, ...]
    top_level: tuple[str, ...]
    """Names of top-level folders with a final slash; caches, builds and folders of memory left out."""
    modules: tuple[Module, ...]
    languages: tuple[tuple[str, int], ...]
    """Language and number of files, most files first."""
    files: int
    readmes: tuple[str, ...] = ()
    is_complete: bool = True
    """False when the folder has more files than were looked at."""
    git: GitState | None = None


DIGITS = 12
MAX_LINE = 150
MAX_MODULES = 40
MAX_DEPENDENCIES = 12

_WRITTEN = lazy_regex(r"^- `(?P<digits>[0-9a-f]{12})` ", re.MULTILINE)


def digits(project: Project) -> str:
    """The 12 digits: hash of every manifest's path and bytes and of the top-level folders."""
    facts = [*(f"{each.path}\0{each.digest}" for each in project.manifests), "", *project.top_level]
    return sha256("\n".join(facts).encode("utf-8", "surrogateescape")).hexdigest()[:DIGITS]


def line(project: Project) -> str:
    """The digits and their meaning, in at most 150 characters with the bullet."""
    ecosystems = ", ".join(dict.fromkeys(each.ecosystem for each in project.manifests)) or "no manifest"
    named = next((f"{each.name} {each.version}".strip() for each in project.manifests if each.name), "")
    count = len(project.manifests)
    parts = [ecosystems, named, f"{count} manifest{'s' * (count != 1)}", " ".join(project.top_level)]
    words = " · ".join(one_line(part, MAX_LINE) for part in parts if part)
    return cut(f"`{digits(project)}` {words}", MAX_LINE - 2)


def written(text: str) -> str:
    """The digits in a project.md; empty if there are none."""
    match = _WRITTEN.search(text)
    return match["digits"] if match else ""


def name_of(project: Project) -> str:
    """The project's name: that of the outermost manifest, else of the folder."""
    return next((each.name for each in project.manifests if each.name), project.folder) or "project"


def stack(project: Project, language: str) -> tuple[str, ...]:
    """One line per manifest, then the languages by number of files."""
    lines = [_manifest_line(each, language) for each in project.manifests]
    counted = ", ".join(f"{name} {number}" for name, number in project.languages[:8])
    if counted:
        label = "Files by language: " if language == "en" else "各语言文件数："
        more = "" if project.is_complete else (" (and more)" if language == "en" else "（未数完）")
        lines.append(_short(label + counted + more))
    return tuple(lines)


def modules(project: Project, language: str) -> tuple[str, ...]:
    """One line per top-level folder, `MAX_MODULES` at most."""
    lines = [_module_line(each, language) for each in project.modules[:MAX_MODULES]]
    rest = len(project.modules) - MAX_MODULES
    if rest > 0:
        lines.append(f"… {rest} more folders" if language == "en" else f"… 另有 {rest} 个目录")
    return tuple(lines)


def git(project: Project, language: str) -> tuple[str, ...]:
    """Branch, commit and remote; the state of the working tree is left out because it changes by the minute."""
    if project.git is None:
        return ()
    at = f" @ {project.git.commit}" if project.git.commit else ""
    branch = project.git.branch or ("detached" if language == "en" else "游离")
    lines = [f"{'Branch' if language == 'en' else '分支'}: {branch}{at}"]
    if project.git.remote:
        lines.append(f"{'Remote' if language == 'en' else '远程'}: {project.git.remote}")
    return tuple(map(_short, lines))


def key_files(project: Project) -> Iterable[tuple[str, str]]:
    """Files for the first pointers, with their purpose; no source files, which change too often."""
    for path in project.readmes[:1]:
        yield path, "readme"
    for manifest in project.manifests[:3]:
        yield manifest.path, f"{manifest.ecosystem} manifest"


def _manifest_line(manifest: Manifest, language: str) -> str:
    named = f"{manifest.name} {manifest.version}".strip()
    parts = [manifest.path, f"{manifest.ecosystem} {manifest.runtime}".strip(), named]
    if manifest.problem:
        parts.append(manifest.problem)
    if manifest.dependencies:
        label = "uses " if language == "en" else "依赖 "
        rest = len(manifest.dependencies) - MAX_DEPENDENCIES
        parts.append(label + ", ".join(manifest.dependencies[:MAX_DEPENDENCIES]) + (f" +{rest}" if rest > 0 else ""))
    return _short(" · ".join(part for part in parts if part))


def _module_line(module: Module, language: str) -> str:
    files = f"{module.files} file{'s' * (module.files != 1)}" if language == "en" else f"{module.files} 个文件"
    mostly = f", mostly {module.language}" if language == "en" else f"，主要是 {module.language}"
    return _short(f"{module.path}/ | {files}{mostly if module.language else ''}", keep_fields=True)


def _short(text: str, *, keep_fields: bool = False) -> str:
    if keep_fields:
        first, _mark, rest = text.rpartition(" | ")
        return f"{one_line(first, 90)} | {rest}"
    return one_line(text, MAX_LINE - 2)
