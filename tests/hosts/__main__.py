"""`make test-hosts`: the plugins in real hosts, and the MCP server under its inspector.

    python -m tests.hosts [--only claude-code|openclaw|codex|gemini|inspector] [--keep]

Exit code 0: every check holds; 1: one does not; 77: the registry of a download cannot be reached.
Everything but the downloads lies in one temporary folder: homes of the hosts, their configurations, workspaces.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from . import agents, claude_code, openclaw
from .openclaw_download import BrokenDownload, NotHere
from .stage import Proven, write_table

NOT_RUN = 77
_PROOFS: Mapping[str, Callable[[Path], tuple[int, Proven]]] = {
    "claude-code": claude_code.prove,
    "openclaw": openclaw.prove,
    "codex": agents.prove_codex,
    "gemini": agents.prove_gemini,
    "inspector": claude_code.prove_inspector,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Download, prove, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=tuple(_PROOFS), help="one of them")
    parser.add_argument("--keep", action="store_true", help="keep the temporary folder and name it")
    arguments = parser.parse_args(argv)
    folder = Path(tempfile.mkdtemp(prefix="context-memory-hosts-")).resolve()
    failures, proven, missing = 0, list[Proven](), list[str]()
    try:
        for name in [arguments.only] if arguments.only else _PROOFS:
            try:
                count, row = _PROOFS[name](folder / name)
            except NotHere as reason:
                missing.append(name)
                print(f"NOT RUN: {name} needs a download that failed: {reason}", file=sys.stderr)
                continue
            except BrokenDownload as reason:
                failures += 1
                print(f"  FAIL {reason}")
                continue
            failures += count
            proven += [] if count else [row]
    finally:
        if arguments.keep:
            print(f"kept {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    write_table(proven)
    if failures:
        print(f"{failures} checks do not hold")
        return 1
    print("all checks hold" + (f"; not run: {', '.join(missing)}" if missing else ""))
    return NOT_RUN if missing else 0


if __name__ == "__main__":
    sys.exit(main())
