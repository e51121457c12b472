"""What a command changed, shown as a diff."""

from difflib import unified_diff


def unified(path: str, before: str, after: str) -> str:
    """Unified diff of one file; bytes that are not UTF-8 show as U+FFFD."""
    lines = unified_diff(_shown(before), _shown(after), f"a/{path}", f"b/{path}", lineterm="")
    return "".join(f"{line}\n" for line in lines)


def _shown(text: str) -> list[str]:
    readable = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return [line.rstrip("\r") for line in readable.removesuffix("\n").split("\n")]
