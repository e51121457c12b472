# /// script
# requires-python = ">=3.11"
# dependencies = ["starlette>=1.10", "uvicorn>=0.54"]
# ///
"""Serve the memory to other programs over HTTP until it is stopped: recall, remember, pin, forget."""

import sys

if sys.version_info < (3, 11):
    sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0])

from context_memory.cli import run_script

if __name__ == "__main__":
    sys.exit(run_script("serve_memory"))
