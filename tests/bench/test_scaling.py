"""docs/scaling.md: its commands run in order against a real server, and its numbers are those of the code."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from context_memory.memory.stores.postgres import index, pool
from context_memory.testing.postgres import PostgresServer

PAGE = Path(__file__).parent.parent.parent / "docs" / "scaling.md"
BLOCKS = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.slow
def test_the_commands_of_the_page_do_what_it_says(postgres_server: PostgresServer, tmp_path: Path) -> None:
    where = {"PGHOST": str(postgres_server.folder), "PGPORT": str(postgres_server.port), "PGUSER": "postgres"}
    paths = os.pathsep.join((str(Path(sys.executable).parent), str(postgres_server.programs), os.environ["PATH"]))
    script = "\n".join(f"{block}\necho '-- end of block {number}'" for number, block in enumerate(BLOCKS))

    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=tmp_path,
        env={**os.environ, **where, "PATH": paths, "HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    said = [part.strip() for part in re.split(r"-- end of block \d+\n", done.stdout)]
    set_up, _, shared, grants, moved, shard, restored, _ = said
    assert set_up.startswith("0 docs")
    assert "Deploys go out on Tuesdays" in shared.splitlines()[-2], "the reviewer finds what the scribe told"
    assert re.findall(r"(\w+) +\| (agent:\w+)", grants) == [("reviewer", "agent:reviewer"), ("scribe", "agent:scribe")]
    assert "would be: 1 doc read: 1 written" in moved
    assert moved.count("equal") == 2
    assert "Deploys go out on Tuesdays" in shard
    assert "Tea is at five" in restored
    assert "Deploys" not in restored, "the scope has moved away"
    for name in ("scribe", "reviewer"):
        for database in ("memory", "memory_b", "memory_restored"):
            postgres_server.sql(f"DROP OWNED BY {name}", database)
        postgres_server.sql(f"DROP ROLE {name}")


def test_the_numbers_of_the_page_are_those_of_the_code() -> None:
    text = PAGE.read_text(encoding="utf-8")

    assert f"at most {pool.CONNECTIONS} for a process" in text
    assert f"PostgreSQL {pool.OLDEST // 10_000} or newer" in text
    assert f"more than {index.MOST_WORDS} different words is searched by its {index.MOST_WORDS}" in text
    assert f"more than {index.LARGE:,} docs, words in more than {index.FREQUENT:.0%}".replace("%", " %") in text
