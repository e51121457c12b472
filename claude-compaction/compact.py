"""Start context-memory-optimizer for a compaction: from the clone, the copy that the host keeps of it, or the PATH."""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLUGIN = "context-memory-optimizer"
SCRIPT = Path("scripts") / "context-memory.py"
SESSIONS = "CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS"  # in which the host names the session to what a module runs


def program():
    """How to start it: this clone, the newest copy that the host keeps of the plugin, else what is installed."""
    copies = [each for each in HERE.parents[1].glob(f"{PLUGIN}/*/{SCRIPT}") if each.is_file()]
    newest = sorted(copies, key=lambda each: each.stat().st_mtime)
    for script in [HERE.parent / SCRIPT, *reversed(newest)]:
        if script.is_file():
            return [sys.executable, str(script)]
    return ["context-memory"]


if __name__ == "__main__":
    session = os.environ.get(SESSIONS, "").rpartition(",")[2].strip()
    words = [*program(), "hook", "claude-code", "--compaction", "--session", session]
    os.execvp(words[0], words)
