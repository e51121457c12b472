# /// script
# requires-python = ">=3.11"
# dependencies = ["gitpython>=3.1.50"]
# ///
"""Show the memory files as they were on a day or after a change."""

import sys

if sys.version_info < (3, 11):
    sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0])

from context_memory.cli import run_script

if __name__ == "__main__":
    sys.exit(run_script("memory_at"))
