"""The command line: parses arguments, prints, exits. `main` serves `context-memory`, `run_script` the small scripts."""

import contextlib
import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .commands import COMMANDS, GROUPS, SCRIPTS, SECTIONS

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["main", "run_script"]

HELP = {"-h", "--help"}
GARBAGE = 20_000
"""New objects before cycles are looked for: more than a short command makes, little beside what a long one holds."""


def run_script(name: str) -> int:
    """Entry of scripts/<name>.py: run one command with this process's arguments."""
    return _run_alone(SCRIPTS[name], sys.argv[1:], f"{name}.py")


def main(argv: Sequence[str] | None = None) -> int:
    """Entry of `context-memory COMMAND`; returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    called = "context-memory.py" if argv is None and sys.argv[0].endswith("context-memory.py") else "context-memory"
    if words == ["--version"]:
        from .. import __version__

        return _print(f"context-memory {__version__}")
    if not words or words[0] in HELP:
        return _print(_overview(called))
    name, rest = " ".join(words[:2]), words[2:]
    if words[0] in COMMANDS:
        name, rest = words[0], words[1:]
    elif words[0] in GROUPS and (len(words) == 1 or words[1] in HELP):
        return _print(_overview_of(words[0], called))
    if name not in COMMANDS:
        print(f"{called}: {_unknown(words)} See {' '.join([called, *_group_in(words)])} --help.", file=sys.stderr)
        return 2
    if argv is None:
        return _run_alone(name, rest, f"{called} {name}")
    from .run import run

    return run(name, rest, program=f"{called} {name}")


def _run_alone(name: str, words: Sequence[str], program: str) -> int:
    """Run the one command of this process, with the garbage collector off while modules load."""
    gc.disable()
    from .run import command_of, run

    _load_patterns(name)
    command_of(name)
    gc.freeze()
    gc.set_threshold(GARBAGE)
    gc.enable()
    code = run(name, words, program=program)
    _save_patterns(name)
    gc.freeze()  # the process ends here; looking through all modules for cycles first would cost it 3 ms
    return code


def _patterns_file(name: str) -> "Path":
    """Where the compiled patterns of a command are kept: beside the byte code, to which the same people may write."""
    from pathlib import Path

    return Path(str(__spec__.cached)).with_name(f"{name.replace(' ', '-')}.{sys.implementation.cache_tag}.patterns")


def _load_patterns(name: str) -> None:
    if not __spec__.cached:  # imported from an archive
        return
    from .. import __version__
    from ..text.patterns import CACHE

    stored = b""
    with contextlib.suppress(OSError):  # the first call of this command, or a folder that keeps nothing
        stored = _patterns_file(name).read_bytes()
    CACHE.load(stored, __version__)


def _save_patterns(name: str) -> None:
    """Keep what this process compiled, where it keeps byte code and may write there."""
    from ..text.patterns import CACHE

    if not sys.dont_write_bytecode and (compiled := CACHE.dump()):
        from ..errors import ContextMemoryError
        from ..storage import files

        with contextlib.suppress(ContextMemoryError):  # nobody but the next call misses it
            files.replace_bytes(_patterns_file(name), compiled, sync=False)


def _print(text: str) -> int:
    """Print and succeed, also where the reader of the pipe has gone."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _overview(called: str) -> str:
    width = max(map(len, (*GROUPS, *(name for names in SECTIONS.values() for name in names))))
    lines = [f"usage: {called} COMMAND [options]"]
    for title, names in SECTIONS.items():
        lines += ["", f"{title}:", *_format_list({name: COMMANDS[name] for name in names}, width)]
    lines += [
        "",
        "Groups of commands:",
        *_format_list(GROUPS, width),
        "",
        f"{called} GROUP lists the commands of a group,",
    ]
    return "\n".join([*lines, f"{called} COMMAND --help shows the options of one and an example."])


def _overview_of(group: str, called: str) -> str:
    inside = {name.partition(" ")[2]: text for name, text in COMMANDS.items() if name.startswith(f"{group} ")}
    lines = [f"usage: {called} {group} COMMAND [options]", "", GROUPS[group], "", "Commands:", *_format_list(inside)]
    return "\n".join([*lines, "", f"{called} {group} COMMAND --help shows the options of one and an example."])


def _format_list(texts: dict[str, str], width: int = 0) -> list[str]:
    width = max(width, *map(len, texts))
    return [f"  {name:<{width}}  {text}" for name, text in texts.items()]


def _group_in(words: list[str]) -> list[str]:
    return words[:1] if words[0] in GROUPS else []


def _unknown(words: list[str]) -> str:
    """The error for words that are not a command, with the nearest command."""
    from difflib import get_close_matches

    if words[0] in GROUPS:
        typed, known = words[1], {name.partition(" ")[2]: name for name in COMMANDS if name.startswith(f"{words[0]} ")}
    else:
        typed, known = words[0], {name.rpartition(" ")[2]: name for name in reversed(COMMANDS)}
        known |= SCRIPTS | {name: name for name in (*GROUPS, *COMMANDS)}
    begun = [name for name in known if typed.startswith(f"{name}-")]  # check-action, as the API calls it
    near = [typed] if typed in COMMANDS else begun or get_close_matches(typed, known, n=1)
    hint = f" Did you mean {known.get(near[0], near[0])}?" if near else ""
    place = f" in {words[0]}" if words[0] in GROUPS else ""
    return f"no command {typed!r}{place}.{hint}"
