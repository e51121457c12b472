"""What moving docs from one store to another came to."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ScopeSum:
    """All docs of one scope in one store, in one number."""

    docs: int
    digest: str
    """Of everything that the docs hold, whatever order they are in."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One scope in both stores."""

    scope: str
    source: ScopeSum
    target: ScopeSum
    """Those of its docs that the source has too."""

    @property
    def is_equal(self) -> bool:
        """Whether every doc of the source is in the target as it is in the source."""
        return self.source == self.target


@dataclass(slots=True)
class Migrated:
    """What one run did; it grows while it works."""

    read: int = 0
    """Docs of the source."""
    written: int = 0
    same: int = 0
    """Docs that the target had already, the same in everything."""
    kept: int = 0
    """Docs that the target has in another version, which was left as it is."""
    replaced: int = 0
    vectors: int = 0
    """Vectors that were copied."""
    problems: list[str] = field(default_factory=list)
    compared: tuple[Compared, ...] = ()

    @property
    def is_verified(self) -> bool:
        """Whether the target holds all that the source holds."""
        return all(each.is_equal for each in self.compared)
