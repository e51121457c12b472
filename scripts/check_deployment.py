# /// script
# requires-python = ">=3.11"
# dependencies = ["jinja2>=3.1.6", "gitpython>=3.1.50", "markdown-it-py>=4.0", "mdit-py-plugins>=0.5"]
# ///
"""Run the deployment checklist; every failing check shows its fix."""

import sys

if sys.version_info < (3, 11):
    sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0])

from context_memory.cli import run_script

if __name__ == "__main__":
    sys.exit(run_script("check_deployment"))
