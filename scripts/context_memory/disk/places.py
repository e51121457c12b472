"""Where things lie: the workspace's files and our own state folder."""

import os
from dataclasses import dataclass
from pathlib import Path

STATE_FOLDER = ".context-memory"


@dataclass(frozen=True, slots=True)
class Places:
    """Paths of one workspace. Without a workspace only `state` exists, in the user's state folder."""

    state: Path
    """Our own folder: archive, session states, breaker, audit."""
    workspace: Path | None = None
    breaker_name: str = ""
    """Whose breaker counts where there is no workspace: one session's, not everybody's."""

    @property
    def archive(self) -> Path:
        """Content-addressed originals."""
        return self.state / "archive"

    @property
    def sessions(self) -> Path:
        """Structured state of compacted sessions."""
        return self.state / "sessions"

    @property
    def journal(self) -> Path:
        """One file of messages per session: the truth that everything below is derived from."""
        return self.state / "journal"

    @property
    def capsules(self) -> Path:
        """Content-addressed capsules of blocks."""
        return self.state / "capsules"

    @property
    def database(self) -> Path:
        """Derived state; deleted, it is rebuilt from journal and capsules."""
        return self.state / "state.sqlite"

    @property
    def breaker(self) -> Path:
        """State of the circuit breaker: one per workspace, without one per session."""
        if not self.breaker_name:
            return self.state / "breaker.json"
        name = "".join(c if c.isalnum() or c in "-_" else "-" for c in self.breaker_name)[:80]
        return self.state / "breakers" / f"{name}.json"

    @property
    def spend(self) -> Path:
        """What compression has cost."""
        return self.state / "spend.json"

    @property
    def batches(self) -> Path:
        """Batches of blocks that were handed over and not yet collected."""
        return self.state / "batches.json"

    @property
    def exams(self) -> Path:
        """One line for each exam of a session."""
        return self.state / "exams.jsonl"

    @property
    def learnt(self) -> Path:
        """One line for each message that the memory has learnt from."""
        return self.state / "learnt.jsonl"

    @property
    def drafts(self) -> Path:
        """Skills that meditation drafted, for a person to review."""
        return self.state / "drafts"

    @property
    def meditations(self) -> Path:
        """What each meditation changed, so that it can be taken back."""
        return self.state / "meditations"

    @property
    def audit(self) -> Path:
        """What was done, one JSON line each."""
        return self.state / "audit.jsonl"

    @property
    def settings(self) -> Path:
        """The settings file that is read by default."""
        return self.state / "settings.toml"

    @property
    def index(self) -> Path | None:
        """MEMORY.md of the workspace."""
        return self.workspace / "MEMORY.md" if self.workspace else None

    @property
    def memories(self) -> Path | None:
        """The folder of task files."""
        return self.workspace / "memories" if self.workspace else None


def of_workspace(workspace: Path) -> Places:
    """Places inside a workspace folder."""
    return Places(state=workspace / STATE_FOLDER, workspace=workspace)


def of_user() -> Places:
    """Places for calls without a workspace: the user's state folder (XDG), never the current folder."""
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Places(state=Path(base) / "context-memory")
