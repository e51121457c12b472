"""A session of some blocks, told for the tests of compression: a person's orders, files, errors, decisions."""

from pathlib import Path

from context_memory.api.assemble import sessions
from context_memory.messages import Session
from context_memory.settings.values import Settings
from context_memory.storage.places import Places, of_workspace
from context_memory.testing import FixedClock, SessionBuilder

SETTINGS = Settings(block_tokens=700, compress_codec="anthropic", compress_attempts=2)

CONFIG = """\
[server]
host = "0.0.0.0"
port = 8443
retry_limit = 7
timeout_seconds = 45
log_level = "info"
""" + "".join(f"option_{i} = {i * 13}\n" for i in range(60))


def session(rounds: int = 3, extra: str = "", leak: str = "") -> Session:
    """About 900 tokens for each round; `extra` is said by the person, `leak` stands in calls and their results."""
    told = SessionBuilder()
    for i in range(rounds):
        told.user(f"Make round {i} of the importer in src/importer_{i}.py work. Never touch config/server.toml.{extra}")
        told.call("read", {"path": f"config/server_{i}.toml"}, CONFIG.replace("8443", str(8443 + i)))
        told.call("exec", {"command": f"pytest tests/test_importer_{i}.py"}, failure(i), failed=True)
        told.agent(f"We decided to use `retry_limit` {7 + i} because the upstream drops connections.")
        told.call("edit", {"path": f"src/importer_{i}.py", "old": "limit = 3", "new": f"limit = {7 + i}"}, "ok")
        told.call("exec", {"command": f"pytest tests/test_importer_{i}.py"}, f"===== {12 + i} passed in 1.52s =====")
        if leak:
            told.call("exec", {"command": f"echo '{leak}' > .env", "env": {"API_KEY": leak}}, f"written:\n{leak}")
        told.agent(f"Round {i} works: src/importer_{i}.py is done.")
    return told.user("Thanks, go on.").agent("What next?").build()


def failure(number: int) -> str:
    """Output of a test run with one error in the middle."""
    lines = [f"tests/test_importer_{number}.py::test_case_{i} PASSED" for i in range(30)]
    lines[17] = f"E   ConnectionResetError: peer closed at importer_{number}.py:{110 + number}"
    return "\n".join(lines)


def ingested(folder: Path, told: Session, settings: Settings = SETTINGS) -> tuple[Places, sessions.BlockServices]:
    """A workspace with this session in its journal."""
    places = of_workspace(folder)
    services = sessions.blocks(places, settings)
    services.ingester.ingest(told, FixedClock()())
    return places, services
