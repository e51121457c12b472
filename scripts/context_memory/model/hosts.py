"""What the configuration of a host program says about memory, as far as the checklist asks."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpenClaw:
    """The part of openclaw.json that decides whether the workspace and its memory are used."""

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
    """What the settings of Claude Code say, project and user files together."""

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
class Unreadable:
    """The configuration is there and cannot be used."""

    config: str
    reason: str


Host = OpenClaw | ClaudeCode | Unreadable
