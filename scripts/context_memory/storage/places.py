"""Paths of a workspace's files and of its state folder."""

import os
from pathlib import Path
from typing import Final

from . import confined, environment, stamps
from .stamps import STATE_FOLDER

ARCHIVE_INDEX = "index.jsonl"


class Places:
    """Paths of one workspace. Without a workspace only `state` exists, in the user's state folder.

    From its making on nothing below these folders is reached through a link.
    """

    __slots__ = ("breaker_name", "derived_elsewhere", "state", "workspace")

    def __init__(
        self,
        state: Path,
        workspace: Path | None = None,
        breaker_name: str = "",
        derived_elsewhere: Path | None = None,
    ) -> None:
        self.state: Final = state
        """Our own folder: archive, session states, breaker, audit."""
        self.workspace: Final = workspace
        self.breaker_name: Final = breaker_name
        """Whose breaker counts where there is no workspace: one session's, not everybody's."""
        self.derived_elsewhere: Final = derived_elsewhere
        """Where derived files lie instead, for a state folder not made on this machine: its own are not opened."""
        if workspace is not None:
            confined.add_root(workspace)
        if workspace is None or not state.is_relative_to(workspace):
            confined.add_root(state)

    def with_breaker_of(self, session: str) -> "Places":
        """The same places, with the breaker of one session."""
        return Places(self.state, breaker_name=session, derived_elsewhere=self.derived_elsewhere)

    @property
    def is_foreign(self) -> bool:
        """Whether the state folder was created elsewhere and is untrusted: nothing in it counts as a person's words."""
        return self.derived_elsewhere is not None

    @property
    def derived(self) -> Path:
        """State that must not come from elsewhere: database, search indexes, spending and open batches."""
        return self.derived_elsewhere or self.state

    @property
    def token(self) -> Path:
        """The server's token; never in a workspace, where another program may have planted one."""
        if self.workspace is None:
            return self.state / "daemon.token"
        return of_user().state / "tokens" / f"{_short_hash(confined.real_path(self.state))}.token"

    @property
    def archive(self) -> Path:
        """Content-addressed originals."""
        return self.state / "archive"

    @property
    def archive_index(self) -> Path:
        """The list of what is in the archive."""
        return self.archive / ARCHIVE_INDEX

    @property
    def sessions(self) -> Path:
        """Structured state of compacted sessions."""
        return self.state / "sessions"

    @property
    def journal(self) -> Path:
        """One file of messages per session, from which everything below is derived."""
        return self.state / "journal"

    @property
    def capsules(self) -> Path:
        """Content-addressed capsules of blocks."""
        return self.state / "capsules"

    @property
    def database(self) -> Path:
        """Derived state; deleted, it is rebuilt from journal and capsules."""
        return self.derived / "state.sqlite"

    @property
    def breaker(self) -> Path:
        """State of the circuit breaker: one per workspace, without one per session."""
        if not self.breaker_name:
            return self.state / "breaker.json"
        name = "".join(c if c.isalnum() or c in "-_" else "-" for c in self.breaker_name)[:80]
        return self.state / "breakers" / f"{name}.json"

    @property
    def spend(self) -> Path:
        """What compression and learning have cost."""
        return self.derived / "spend.json"

    @property
    def batches(self) -> Path:
        """Batches of blocks that were submitted and not yet collected."""
        return self.derived / "batches.json"

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
        """Drafted skills, for a person to review."""
        return self.state / "drafts"

    @property
    def tidy_runs(self) -> Path:
        """What each tidy run changed, so that it can be undone."""
        return self.state / "meditations"

    @property
    def audit(self) -> Path:
        """The audit log, one JSON line per action."""
        return self.state / "audit.jsonl"

    @property
    def audit_chain(self) -> Path:
        """The provider's audit log: one chained row per request."""
        return self.state / "audit-chain.jsonl"

    @property
    def audit_head(self) -> Path:
        """The newest row of that log, stored outside the workspace."""
        return of_user().state / "audit" / f"{_short_hash(confined.real_path(self.state))}.head"

    @property
    def hooks_socket(self) -> Path:
        """Socket on which a server answers a host's hooks; never inside the workspace."""
        return of_user().state / "sockets" / f"{_short_hash(confined.real_path(self.state))}.sock"

    @property
    def tokens(self) -> Path:
        """Hashes of the tokens for agents and sessions."""
        return self.token.with_suffix(".grants")

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
    """Places inside a workspace folder; derived files of a foreign state folder lie in the user's."""
    workspace = workspace.absolute()
    state = workspace / STATE_FOLDER
    if stamps.standing_of(state) is not stamps.Standing.FOREIGN:
        return Places(state=state, workspace=workspace)
    return Places(state, workspace, derived_elsewhere=of_user().state / "foreign" / _name_of(state))


def passing(folder: Path) -> Places:
    """Places inside a folder that goes away: a workspace whose state gets no stamp."""
    return Places(state=folder / "state", workspace=folder)


def of_user() -> Places:
    """Places for calls without a workspace: the user's state folder (XDG), never the current folder."""
    return Places(state=environment.state_folder())


def _name_of(state: Path) -> str:
    """A name for the folder at this place: one that replaces it there gets another."""
    try:
        number = state.stat().st_ino
    except OSError:
        number = 0
    return _short_hash(f"{confined.real_path(state)}\0{number}")


def _short_hash(text: str) -> str:
    from ..text.hashing import sha256  # most calls have no use for it

    return sha256(os.fsencode(text)).hexdigest()[:16]
