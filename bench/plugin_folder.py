"""`make plugin`: the plugin for OpenClaw as one folder with all that it needs, to install without a clone.

    python -m bench.plugin_folder
    openclaw plugins install build/plugin/context-memory-optimizer --force --accept-capabilities

It is the published skill with the plugin's own files on top; the plugin finds the scripts inside of its folder.
"""

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from . import skill_folder

PLUGIN = "openclaw-plugin"


def build(root: Path, out: Path) -> Path:
    """Make `out`/NAME anew."""
    folder = skill_folder.build(root, out)
    for each in sorted((root / PLUGIN).iterdir()):
        if each.is_file():
            shutil.copyfile(each, folder / each.name)
    return folder


def main(argv: Sequence[str] | None = None) -> int:
    """Build it, and say where it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = skill_folder.ROOT / "build" / "plugin"
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=default, help="parent of the result")
    folder = build(skill_folder.ROOT, parser.parse_args(argv).out)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{folder}: {size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
