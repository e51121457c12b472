"""Faults of the provider, in real processes: deaths under load, a disk that fills up, connections that idle.

    python -m tests.provider.faults --kills 100 --connections 2000

Every fault gives back what went wrong, nothing where all held. `test_faults.py` tries each a few times.
"""

import argparse
import contextlib
import http.client
import json
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from ..memory_server import SCRIPT, Client, Server, serving
from .clock_jumps import clock_jumps
from .processes import command, environment, hand_over, send
from .providers import said

WRITERS = 4
DESCRIPTORS = (1_024, 256)
"""What `ulimit -n` says of most shells, and of macOS."""
FULL_AT = 6_000_000
"""Bytes that no file of the process may exceed: stands in for a full disk."""
READ_ONLY, CLOCK = "a state folder that can only be read", "a clock that is set years forward and back"
_MISSING = {READ_ONLY: "nothing may be mounted here", CLOCK: "there is no compiler of C, or no Linux"}


def killed_under_load(folder: Path, kills: int, seed: int = 7) -> list[str]:
    """Kill `serve` at any moment while four clients write; what was acknowledged has to be there, once, in order."""
    folder.mkdir(exist_ok=True)
    chance = random.Random(seed)
    known: dict[str, list[str]] = {f"w{number}": [] for number in range(WRITERS)}
    for _ in range(kills):
        with serving(folder) as server:
            _write_until_killed(server, known, chance.randrange(5, 120))
    faults = [fault for session, ids in known.items() for fault in _missing(folder, session, ids)]
    with serving(folder) as server:
        for session in known:
            answer = send(server.client(), "GET", f"/sessions/{session}/context?max_chars=4000")
            faults += [] if answer.status == 200 else [f"{session} has no context: {answer.text[:200]}"]
    verdict = command(folder, "audit", "verify")[1]
    return faults + ([] if verdict["ok"] else [f"the audit has faults: {verdict['faults'][:3]}"])


def _write_until_killed(server: Server, known: dict[str, list[str]], after: int) -> None:
    """Clients write until one of them has so many answers; then the server dies."""
    answered = Counter[str]()
    enough = threading.Event()

    def write(session: str, client: Client) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException, json.JSONDecodeError):
            while True:
                name = f"{session}-{len(known[session])}-{answered[session]}"
                body = {"messages": [said(1, f"text of {name}", id=name)]}
                if send(client, "POST", f"/sessions/{session}/messages", body).status != 202:
                    return
                known[session].append(name)
                answered[session] += 1
                if answered[session] >= after:
                    enough.set()

    threads = [threading.Thread(target=write, args=(session, server.client())) for session in known]
    for thread in threads:
        thread.start()
    enough.wait(timeout=300)
    server.process.send_signal(signal.SIGKILL)
    for thread in threads:
        thread.join(timeout=300)


def _missing(folder: Path, session: str, acknowledged: list[str]) -> list[str]:
    """What is wrong with the journal of a session."""
    there = journaled(folder, session)
    faults = [f"{session}: {name} was acknowledged and is lost" for name in acknowledged if name not in set(there)]
    faults += [f"{session}: {name} is there {count} times" for name, count in Counter(there).items() if count > 1]
    order = [name for name in there if name in set(acknowledged)]
    return faults + ([] if order == acknowledged or faults else [f"{session}: the order is another one"])


def journaled(folder: Path, session: str) -> list[str]:
    """Ids of the messages in a journal, in order; lines that a death tore are none."""
    found = []
    for line in (folder / ".context-memory" / "journal" / f"{session}.jsonl").read_bytes().splitlines():
        with contextlib.suppress(ValueError):
            value = json.loads(line)
            if value.get("type") == "message":
                found.append(value["id"])
    return found


def full_disk(folder: Path) -> list[str]:
    """No file may grow beyond a size: 503, nothing acknowledged is lost, and with room again it goes on."""
    folder.mkdir(exist_ok=True)
    faults: list[str] = []
    acknowledged: list[str] = []
    limit: Callable[[], None] = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (FULL_AT, FULL_AT))  # noqa: E731
    call = [sys.executable, str(SCRIPT), "helper", "--socket", str(folder / "h.sock"), "--workspace", str(folder)]
    with subprocess.Popen(
        call,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=limit,  # noqa: PLW1509 - no thread runs yet
        env=environment(folder),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        client = Client(f"unix:{folder / 'h.sock'}", "")
        statuses = Counter[int]()
        for number in range(300):
            body = {"messages": [said(number, "x" * 60_000)]}
            answer = send(client, "POST", "/sessions/s/messages", body)
            statuses[answer.status] += 1
            if answer.status == 202:
                acknowledged.append(f"m{number}")
            elif answer.value["error"]["code"] != "unavailable":
                faults.append(f"it answered {answer.text[:200]}")
        alive = send(client, "GET", "/ping")
        client.close()
        process.stdin.close()
        process.wait(timeout=300)
    if statuses[503] == 0 or set(statuses) - {202, 503}:
        faults.append(f"statuses were {dict(statuses)}")
    if alive.status != 200:
        faults.append("it did not answer a ping while the disk was full")
    there = journaled(folder, "s")
    faults += [f"{name} was acknowledged and is lost" for name in acknowledged if name not in set(there)]
    with serving(folder) as server:
        hand_over(server.client(), "s", [said(1_000, "there is room again")])
    return faults + ([] if journaled(folder, "s")[-1] == "m1000" else ["it did not go on"])


def read_only(folder: Path) -> list[str] | None:
    """The state folder can only be read: 503 for a new session, reads go on, and so does writing afterwards.

    Root writes whatever the mode says, so its folder is mounted read-only; None where that is not allowed.
    """
    folder.mkdir(exist_ok=True)
    faults: list[str] = []
    with serving(folder) as server:
        client = server.client()
        hand_over(client, "s", [said(1)])
        with _unwritable(folder / ".context-memory") as is_so:
            if not is_so:
                return None
            written = send(client, "POST", "/sessions/new/messages", {"messages": [said(1)]})
            read = send(client, "GET", "/sessions/s/context?max_chars=4000")
        again = send(client, "POST", "/sessions/new/messages", {"messages": [said(1)]})
    if (written.status, written.value["error"]["code"]) != (503, "unavailable"):
        faults.append(f"a message for a new session was answered with {written.status}: {written.text[:200]}")
    faults += [] if read.status == 200 else [f"a context was answered with {read.status}: {read.text[:200]}"]
    faults += [] if again.status == 202 else [f"afterwards it answered {again.status}: {again.text[:200]}"]
    return faults + ([] if journaled(folder, "new") == ["m1"] else ["the journal of the new session is another one"])


@contextlib.contextmanager
def _unwritable(folder: Path) -> Iterator[bool]:
    """Nobody can write below the folder; whether that could be done."""
    if os.geteuid():
        for each in (folder, folder / "journal"):
            each.chmod(0o500)
        yield True
        for each in (folder, folder / "journal"):
            each.chmod(0o700)
        return
    is_mounted = _mounted("--bind", str(folder), str(folder))
    try:
        yield is_mounted and _mounted("-o", "remount,bind,ro", str(folder))
    finally:
        if is_mounted:
            subprocess.run(["umount", str(folder)], check=True)


def _mounted(*words: str) -> bool:
    with contextlib.suppress(OSError):
        return subprocess.run(["mount", *words], check=False, capture_output=True).returncode == 0
    return False


def idle_connections(folder: Path, connections: int, sessions: int = 400) -> list[str]:
    """Connections that say nothing, or half a header, beside few descriptors: clients of many sessions are answered."""
    return [fault for each in DESCRIPTORS for fault in _beside_idle(folder / f"{each}", each, connections, sessions)]


def _beside_idle(folder: Path, descriptors: int, connections: int, sessions: int) -> list[str]:
    folder.mkdir(parents=True)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, connections + 500)), hard))
    faults: list[str] = []
    with serving(folder, descriptors=descriptors) as server, contextlib.ExitStack() as held:
        address = urlsplit(server.where["url"])
        for number in range(connections):
            try:
                idle = held.enter_context(socket.create_connection((address.hostname, address.port), timeout=60))
                if number % 2:
                    idle.sendall(b"POST /v1/sessions/s/messages HTTP/1.1\r\nHost: localhost\r\n")
            except OSError as error:
                faults.append(f"connection {number} was not taken: {error}")
                break
        statuses = Counter[int]()

        def write(first: int) -> None:
            client = server.client()
            for number in range(first, sessions, WRITERS):
                told = send(client, "POST", f"/sessions/s{number}/messages", {"messages": [said(1)]})
                asked = send(client, "GET", f"/sessions/s{number}/context?max_chars=2000")
                statuses.update((told.status, asked.status))

        threads = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=300)
        if statuses != {202: sessions, 200: sessions}:
            faults.append(f"with {descriptors} descriptors and {connections} idle connections it said {dict(statuses)}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return faults


def main() -> int:
    """Try all of them; exit 1 when something went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.provider.faults", description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=100, help="deaths under load (default: 100)")
    parser.add_argument("--connections", type=int, default=2_000, help="idle connections (default: 2,000)")
    given = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for what, found in (
            (f"{given.kills} deaths under load", killed_under_load(folder / "kills", given.kills)),
            ("a full disk", full_disk(folder / "full")),
            (READ_ONLY, read_only(folder / "read-only")),
            (CLOCK, clock_jumps(folder / "clock")),
            (f"{given.connections} idle connections", idle_connections(folder / "idle", given.connections)),
        ):
            if found is None:
                print(f"{what}: not run, {_MISSING[what]}")
                continue
            print(f"{what}: {'nothing was lost' if not found else ''}")
            for fault in found:
                print(f"  {fault}")
            failed = failed or bool(found)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
