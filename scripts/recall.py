# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Search remembered docs, notes and turns, in English and Chinese."""

import sys

if sys.version_info < (3, 11):
    sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0])

from context_memory.cli import run_script

if __name__ == "__main__":
    sys.exit(run_script("recall"))
