"""Context Memory Optimizer: an agent's context stays small, its memory stays honest, nothing is lost.

    from context_memory import ContextMemory

What programs use is imported when it is asked for: the package itself costs nothing.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .api.context_memory import ContextMemory as ContextMemory
    from .errors import ContextMemoryError as ContextMemoryError
    from .settings.values import Settings as Settings

__version__ = "3.1.0"

_HOMES = {"ContextMemory": "api.context_memory", "ContextMemoryError": "errors", "Settings": "settings.values"}
"""Name -> module of this package."""


def __getattr__(name: str) -> Any:
    """What programs use, at its first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
