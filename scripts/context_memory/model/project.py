"""What a project is made of, as its files say it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Manifest:
    """One manifest file: what the project calls itself and builds on."""

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
    """Where the project stands in git."""

    branch: str
    """Empty for a detached head."""
    commit: str
    """First 12 digits; empty before the first commit."""
    changed_files: int
    remote: str
    """Address of `origin` without user and password; empty for none."""


@dataclass(frozen=True, slots=True)
class Project:
    """A project folder as one look at it shows."""

    folder: str
    """The folder's own name."""
    manifests: tuple[Manifest, ...]
    top_level: tuple[str, ...]
    """Names of top-level entries, folders with a final slash; caches, builds and memory files left out."""
    modules: tuple[Module, ...]
    languages: tuple[tuple[str, int], ...]
    """Language and number of files, most files first."""
    files: int
    readmes: tuple[str, ...] = ()
    is_complete: bool = True
    """False when the folder has more files than were looked at."""
    git: GitState | None = None
