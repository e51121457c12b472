# /// script
# requires-python = ">=3.11"
# dependencies = ["markdown-it-py>=4.0", "mdit-py-plugins>=0.5"]
# ///
"""Put a fact under a header of MEMORY.md, every other byte unchanged; or list what is worth it."""

import sys

if sys.version_info < (3, 11):
    sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0])

from context_memory.cli import run_script

if __name__ == "__main__":
    sys.exit(run_script("promote_section"))
