# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "ahocorasick_rs>=1.0,<2",
#   "anthropic>=2.10,<3",
#   "gitpython>=3.1.50,<4",
#   "httpx2>=2,<3",
#   "jinja2>=3.1.6,<4",
#   "markdown-it-py>=4.0,<5",
#   "mdit-py-plugins>=0.5,<1",
#   "rich>=14,<16",
#   "zstandard>=0.25,<1",
#   "prometheus-client>=0.22,<1",
#   "starlette>=1.10,<2",
#   "uvicorn>=0.54,<1",
# ]
# ///
"""Run any command of the skill; without one, list them."""

import sys

if sys.version_info < (3, 11):
    sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0])

from context_memory.cli import main

if __name__ == "__main__":
    sys.exit(main())
