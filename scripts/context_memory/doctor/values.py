"""Values of the deployment checklist: checks, their order and texts, and a host's configuration."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from ..compaction.digest import continuation

Texts: TypeAlias = Mapping[str, str]
"""Texts of one language by `<check>.<case>`; what several checks say is filed under a name of its own."""


class Status(StrEnum):
    """`unknown`: it could not be checked; it does not fail the checklist."""

    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the checklist."""

    name: str
    """Stable, for programs: `memory_index`."""
    status: Status
    detail: str
    fix: str = ""
    """What to paste or to run; empty where nothing has to be mended."""


@dataclass(frozen=True, slots=True)
class Repair:
    """One repair that `--fix` did or would do."""

    path: str
    what: str
    is_done: bool = True
    """False: it was tried and refused; `what` says why."""


OF_THE_SKILL = (
    "memory_index",
    "memory_files",
    "verification_rules",
    "dynamic_content",
    "compaction",
    "handoffs",
    "memory_ignored",
)
"""The seven lines of the skill (SPEC 1.7), in its order."""


def is_ok(checks: Sequence[Check]) -> bool:
    """Whether no check fails; `unknown` is not a failure."""
    return not any(check.status is Status.FAIL for check in checks)


def opening_problem(text: str, language: str) -> int | None:
    """First byte at which a continuation differs from the exact opening; None if it does not."""
    wanted, given = continuation.opening(language).encode(), text.encode("utf-8", "replace")
    if given.startswith(wanted):
        return None
    pairs = zip(wanted, given, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(wanted), len(given)))


def compaction(languages: str, before: int, after: int, texts: Texts) -> Check:
    """The check of a successful trial compaction."""
    return check_of("compaction", "good", texts, languages=languages, before=f"{before:,}", after=f"{after:,}")


@dataclass(frozen=True, slots=True)
class OpenClaw:
    """The settings of openclaw.json that decide whether the workspace and its memory are used."""

    config: str
    """Path of the file; it is named in details and fixes."""
    workspaces: tuple[tuple[str, str], ...]
    """(agent, absolute folder); the default agent is `defaults`."""
    extra_paths: tuple[str, ...] = ()
    """memory.search.extraPaths as written."""
    is_search_on: bool = True
    tokenizer: str = ""
    """memory.search.store.fts.tokenizer; empty: the host's own default."""
    is_dreaming: bool = True
    """Whether the nightly job may write into MEMORY.md."""
    plugins: tuple[str, ...] = ()
    """Ids of plugins that are enabled."""
    hooks: tuple[str, ...] = ()
    """Names of internal hooks that are enabled."""
    skill_folders: tuple[str, ...] = ()
    """Where this skill lies, best place first."""
    is_skill_allowed: bool = True
    """False when skills.entries or an agent's list of skills turns it off."""
    is_complete: bool = True
    """False when the file takes parts from other files: what is missing may stand there."""


@dataclass(frozen=True, slots=True)
class ClaudeCode:
    """The settings of Claude Code, from project and user files."""

    settings: tuple[str, ...] = ()
    """Settings files that exist."""
    hook_commands: tuple[str, ...] = ()
    plugins: tuple[str, ...] = ()
    """Names of enabled plugins."""
    skill_folders: tuple[str, ...] = ()
    instructions: str = ""
    """Text of CLAUDE.md, or of AGENTS.md where there is none."""
    instructions_file: str = ""


@dataclass(frozen=True, slots=True)
class Agent:
    """The hooks of Codex or Gemini CLI in the project's configuration, or else in the user's."""

    title: str
    config: str
    """The file that holds the hooks, or would."""
    state: str
    """`good`, or the case of the check: `missing`, `stale`, `broken`, `untrusted`, `switched_off`."""
    detail: str
    """Which events, or which program."""
    install: tuple[str, ...]
    """The command of ours that puts the hooks there."""
    instructions_file: str
    """What the host reads at the start of a session."""
    skill_roots: tuple[str, ...]
    """Folders of skills, of a project and of the home folder alike."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The configuration exists but is invalid."""

    config: str
    reason: str


Host = OpenClaw | ClaudeCode | Agent | Unreadable


PASSES: Final = frozenset(
    {
        "memory_index.good",
        "memory_files.good",
        "verification_rules.good",
        "dynamic_content.good",
        "dynamic_content.good_static",
        "compaction.good",
        "handoffs.good",
        "memory_ignored.no_repository",
        "memory_ignored.good",
        "notes.none",
        "notes.good",
        "memory_indexed.good",
        "memory_indexed.named",
        "memory_indexed.by_hook",
        "chinese_search.good",
        "chinese_search.no_chinese",
        "chinese_search.no_index",
        "dreaming.off",
        "agent_workspace.good",
        "host_hooks.good",
        "skill_installed.good",
        "state_folder.good",
        "file_modes.good",
        "secrets.good",
        "fingerprint.good",
        "pointers.good",
        "breaker.closed",
    }
)
UNKNOWN: Final = frozenset(
    {
        "verification_rules.no_prompt",
        "dynamic_content.no_prompt",
        "memory_ignored.nested",
        "memory_ignored.no_git",
        "notes.off",
        "host.none",
        "host.unreadable",
        "host.incomplete",
        "host_hooks.none_shipped",
        "file_modes.none",
        "breaker.broken",
        "error.unknown",
    }
)
"""What cannot be told; every other case fails."""


def check_of(name: str, case: str, texts: Texts, fix: str = "", **values: object) -> Check:
    """The check `name` with the text of `case` and these `values`; a case with a dot is shared by checks."""
    key = case if "." in case else f"{name}.{case}"
    status = Status.PASS if key in PASSES else Status.UNKNOWN if key in UNKNOWN else Status.FAIL
    return Check(name, status, texts[key].format(**values), fix if status is not Status.PASS else "")


def shorten_list(names: tuple[str, ...], most: int = 5) -> str:
    """The first names, and the number of the rest."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f", +{more}" if more > 0 else "")
