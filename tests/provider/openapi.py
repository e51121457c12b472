"""Schemathesis over /openapi.json against the real server: no 500, no status and no shape that is not documented.

    python -m tests.provider.openapi --examples 30

It makes an environment of its own under build/schemathesis the first time; exit code 77 where that cannot be made.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from ..memory_server import serving
from .processes import hand_over, programs_of
from .providers import story

PACKAGE = "schemathesis>=4.32,<5"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
NOT_RUN = 77
SECONDS = 1_800


def run(schemathesis: Path, folder: Path, examples: int) -> int:
    """Its exit code, after it told what it found."""
    folder.mkdir()
    with serving(folder) as server:
        hand_over(server.client(), "0", story(3))  # a name that is often tried: calls reach a session
        url = server.where["url"]
        call = [schemathesis, "run", f"{url}/openapi.json", "--checks", CHECKS, "--max-examples", str(examples)]
        call += ["--phases", "examples,coverage,fuzzing", "--request-timeout", "120", "--generation-deterministic"]
        call += ["-H", f"Authorization: Bearer {server.client().token}", "--output-truncate", "true"]
        environment = os.environ | {"HOME": str(folder), "NO_COLOR": "1"}
        done = subprocess.run(call, check=False, cwd=folder, env=environment, timeout=SECONDS, capture_output=True)
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        print(line[:300])  # it repeats bodies of megabytes
    return done.returncode


def main() -> int:
    """Try it; exit 1 where something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.provider.openapi", description=__doc__.partition("\n")[0])
    parser.add_argument("--examples", type=int, default=30, help="of each operation (default: 30)")
    given = parser.parse_args()
    programs = programs_of(PACKAGE, "schemathesis")
    if programs is None:
        print("schemathesis cannot be installed here: nothing was tried", file=sys.stderr)
        return NOT_RUN
    with tempfile.TemporaryDirectory() as name:
        return int(bool(run(programs / "schemathesis", Path(name) / "w", given.examples)))


if __name__ == "__main__":
    sys.exit(main())
