"""What a client may ask for: which sessions, whose docs, and whether it may write.

Session patterns are names, or beginnings that end with `*`; nothing else has a
meaning in them.
"""

from dataclasses import dataclass

from ..api import docs
from ..errors import RefusedError

ALL = "*"
OWNERS_NAME = "owner"
"""The name in the audit of who has the server's own token, or its socket."""


class ForbiddenError(RefusedError):
    """The client is known, and may not do this."""


@dataclass(frozen=True, slots=True)
class Grant:
    """Who asks, and what they may see."""

    name: str = OWNERS_NAME
    sessions: tuple[str, ...] = (ALL,)
    scope: str = ""
    """The only scope of docs that it may see; empty means every scope."""
    is_reader: bool = False
    """Whether it may read only."""

    @property
    def is_limited(self) -> bool:
        """Whether there are sessions that it may not see."""
        return ALL not in self.sessions

    @property
    def is_whole(self) -> bool:
        """Whether it is for everything: files of the workspace tell of all sessions and all scopes."""
        return not (self.is_limited or self.scope)

    def check_whole(self, what: str) -> None:
        """Raise ForbiddenError for what only a token for everything may have."""
        if not self.is_whole:
            raise ForbiddenError(f"{what}, and this token is not for all of it", hint="ask the owner")

    def allows(self, session: str) -> bool:
        """Whether it may see this session."""
        return ALL in self.sessions or docs.is_of_session(session, self.sessions)

    def check(self, session: str) -> None:
        """Raise ForbiddenError for a session that it may not see; whether there is one is not said."""
        if not self.allows(session):
            raise ForbiddenError(
                f"this token is not for session {session[:60]!r}", hint="use the token of that session"
            )

    def check_scope(self, scope: str) -> str:
        """The scope that a call is about; ForbiddenError for another one than its own."""
        from ..memory.docs import scope_of

        if self.scope and scope and scope_of(scope) != scope_of(self.scope):
            raise ForbiddenError(f"this token is not for scope {scope[:60]!r}", hint="leave the scope out")
        return self.scope or scope

    def may_see(self, session: str, *, derived: bool) -> bool:
        """Whether a doc of this session is for it; one without a session is, unless it was derived from a file."""
        return self.allows(session) if session else not derived

    def sessions_seen(self, session: str) -> "tuple[str, ...] | None":
        """Patterns of the sessions whose turns a question may find; None for all."""
        if session:
            return (session,)
        return self.sessions if self.is_limited else None


OWNER = Grant()
