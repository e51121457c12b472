"""The provider beside a bare Starlette echo on the same kind of socket: append, context, swap, recall, disk, memory.

Appends are measured in two ways. In a closed loop each session sends its next message as soon as it has the answer to
the one before. With one session that is the time of one append. With more of them requests queue at the one processor
that answers, of the echo as well as of ours: an answer then takes their number divided by the appends a second. These
rows tell throughput, and "over the echo" is about the number of sessions times what one append costs more. They are
printed, and no goal is applied to them.
In an open loop each session sends at fixed times, whatever became of the message before; an append counts from when it
was due. That is what somebody feels who uses the provider. The goal, milliseconds over the echo at batch durability, is
applied to these rows and to one session in a closed loop.
Each row is the middle one of three rounds, in which ours and the references take turns: one pause of the machine is a
tenth of all answers of a round.
Beside the bare echo stands one that keeps what it is sent in SQLite, the least that a durable server does.
The echo passes through uvicorn and Starlette; our server answers a small append before they read it (ADR 0023).

Run it alone with `make bench-provider`: it starts servers, and takes some minutes. `python -m bench.provider
TRANSCRIPT ...` builds the large session of messages of one's own, `--messages 50000` makes it larger, and with
`--large-only` nothing else is measured. On a machine that does other things too, most of the slowest hundredth are
answers that waited for a processor, in the client or the server, of the echo as well as of ours: `--ahead` gives the
bench and its servers the highest priority that the user may have (root has it), in a session of their own.
"""

import argparse
import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from context_memory.messages import Message
from context_memory.transcripts.formats import read_session
from context_memory.transcripts.writers import anthropic

from .blocks import again, example
from .table import Row, show

SCRIPT = Path(__file__).parent.parent / "scripts" / "context-memory.py"
SESSIONS = (1, 8, 64)
APPENDS = 1_920
"""Requests at each number of sessions: 30 for each of 64."""
RATES = {1: 50, 8: 50, 64: 5}
"""Appends a second of each of so many sessions in an open loop; 64 with 50 would be more than the echo can answer."""
PACED_SECONDS = 10
HEAD_START = 0.2
"""Seconds until all threads of the client run."""
OF_A_SESSION = 150
"""Then another one begins, as after a swap: contexts stay below the mark from which views are prepared."""
LARGE = 10_000
APPENDED, CONTEXTS, SWAPS, RECALLS = 400, 200, 12, 100
ROOMS = (4_000, 20_000, 20_000, 60_000, 60_000, 200_000, 200_000, 200_000, 1_000_000, 1_000_000)
"""Characters."""
MESSAGE_CHARS = 2_000  # SPEC C-01
MOST_SETTLING = 1_800
"""Seconds; 50,000 messages take some minutes."""
LONGEST_PAUSE = 1.0
"""Seconds between two looks at what is done in the background: each look takes the processor from it."""
SHARES = (0.5, 0.95, 0.99)
OVER_P50, OVER_P99 = 0.2, 0.5
"""Milliseconds over the echo at batch durability."""
CONTEXT_MS, SWAP_MS, DISK, REST_MB = 20.0, 5.0, 2.0, 40.0
FIRST, FIRST_SESSIONS, FIRST_MS = 5_000, 5, 100.0  # SPEC C-02, with the build of the first context
SMALL = ["--set", "window=60000", "--set", "block_tokens=1000"]
"""As in the benchmark of blocks: a short run has many swaps, the view is as large as with other settings."""
ROUNDS = 3


class Wire(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path: Path) -> None:
        super().__init__("localhost", timeout=300)
        self._path = str(path)

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)

    def ask(self, method: str, path: str, body: bytes | None = None) -> Any:
        self.request(method, path, body)
        answer = self.getresponse()
        data = answer.read()
        if answer.status >= 500:
            raise SystemExit(f"{method} {path} was answered with {answer.status}: {data[:200]!r}")
        return json.loads(data) if data else None


def measure(transcripts: Sequence[Path] = (), size: int = LARGE, *, large_only: bool = False) -> list[Row]:
    """All rows; the servers of the comparison run side by side, and are asked one after the other.

    The large session repeats the messages of these transcripts, or of the example, until it has `size` messages.
    """
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not large_only:
            rows += _appends(folder)
            rows += _first(folder / "first", transcripts)
        rows += _large(folder / "large", transcripts, size)
        if not large_only:
            rows += _helper(folder / "helper")
    return rows


# -- append --------------------------------------------------------------------------------------------------------


def _appends(folder: Path) -> Iterator[Row]:
    for durability in ("batch", "always"):
        workspace = folder / durability
        workspace.mkdir()
        level = "FULL" if durability == "always" else "NORMAL"
        with (
            _echo(workspace / "echo.sock") as echo,
            _echo(workspace / "kept.sock", str(workspace / "kept.sqlite"), level) as kept,
            _provider(workspace, "serve", "--uds", "--set", f"journal_fsync={durability}") as (served, _, _),
        ):
            yield from [_appended((served, echo, kept), count, durability) for count in SESSIONS]
            yield from [_paced((served, echo, kept), count, durability) for count in SESSIONS]


def _appended(paths: Sequence[Path], sessions: int, durability: str) -> Row:
    rounds = _rounds(paths, sessions, APPENDS // sessions, f"n{sessions}")
    name = f"append, {sessions} sessions in a closed loop, {durability}-durable"
    rates = [f"{len(times) / seconds:,.0f}" for times, seconds in rounds[0]]
    shown = f"{rates[0]} a second, echo {rates[1]}, with SQLite {rates[2]}"
    return _beside_echo(name, rounds, shown, is_promised=durability == "batch" and sessions == 1)


def _paced(paths: Sequence[Path], sessions: int, durability: str) -> Row:
    rate = RATES[sessions]
    rounds = _rounds(paths, sessions, PACED_SECONDS * rate, f"p{sessions}", rate)
    name = f"append, {sessions} sessions with {rate} a second each, {durability}-durable"
    return _beside_echo(name, rounds, f"{sessions * rate:,} a second", is_promised=durability == "batch")


Round = list[tuple[list[float], float]]
"""Of ours, the echo and the one with SQLite: milliseconds of the appends, and the seconds of all together."""


def _rounds(paths: Sequence[Path], sessions: int, each: int, name: str, rate: float = 0) -> list[Round]:
    _note(f"append, {sessions} sessions{' at fixed times' if rate else ''} ...")
    return [[_concurrent(path, sessions, each, f"{name}-{i}", rate) for path in paths] for i in range(ROUNDS)]


def _beside_echo(name: str, rounds: Sequence[Round], rates: str, *, is_promised: bool) -> Row:
    quantiles = [[[_quantile(times, share) for share in SHARES] for times, _ in one] for one in rounds]
    ours, echo, kept = ([median(each) for each in zip(*one, strict=True)] for one in zip(*quantiles, strict=True))
    over, over_kept = (
        [median(one[0][i] - one[other][i] for one in quantiles) for i in range(len(SHARES))] for other in (1, 2)
    )
    return Row(
        name,
        f"p50/p95/p99 {_joined(ours)} ms",
        f"echo {_joined(echo)} ms, over it {_joined(over)}; with SQLite {_joined(kept)}, {_joined(over_kept)}; {rates}",
        f"over the echo <= {OVER_P50}/{OVER_P99} ms p50/p99" if is_promised else "",
        over[0] <= OVER_P50 and over[2] <= OVER_P99 if is_promised else None,
    )


def _concurrent(path: Path, sessions: int, each: int, name: str, rate: float = 0) -> tuple[list[float], float]:
    """Milliseconds of appends of one message, and the seconds of all together.

    Every session waits for its answer before it sends the next; with a `rate` also until that one is due, and one that
    could not be sent when it was due counts from then.
    """
    times: list[list[float]] = [[] for _ in range(sessions)]
    begin = perf_counter() + HEAD_START

    def talk(number: int) -> None:
        wire = Wire(path)
        for i in range(each):
            text = f"{number} {i} " + "lorem ipsum " * (MESSAGE_CHARS // 12)
            message = {"id": f"{i}", "role": "user", "content": text}
            body = json.dumps({"messages": [message]}).encode()
            due = begin + (i + number / sessions) / rate if rate else begin
            early = due - perf_counter()
            if early > 0:
                time.sleep(early)
            start = due if rate and early <= 0 else perf_counter()
            wire.ask("POST", f"/v1/sessions/{name}-{number}-{i // OF_A_SESSION}/messages", body)
            times[number].append((perf_counter() - start) * 1_000)
        wire.close()

    threads = [threading.Thread(target=talk, args=(number,)) for number in range(sessions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [taken for part in times for taken in part], perf_counter() - begin


# -- large sessions -----------------------------------------------------------------------------------------------


def _first(workspace: Path, transcripts: Sequence[Path]) -> list[Row]:
    """The first context of each of some sessions, right after their last message: nothing of them is indexed yet."""
    workspace.mkdir()
    told = [message for path in transcripts for message in read_session(path).messages]
    messages = _as_sent(again(told or example(), FIRST))
    times = []
    with _provider(workspace, "serve", "--uds", *SMALL) as (path, _, _):
        wire = Wire(path)
        for number in range(FIRST_SESSIONS):
            _note(f"first context of {FIRST:,} messages ...")
            for first in range(0, FIRST, 200):
                _send(wire, messages[first : first + 200], f"first-{number}")
            times.append(_asked(wire, "GET", f"/v1/sessions/first-{number}/context?max_chars=20000"))
        wire.close()
    p50 = _quantile(times, 0.5)
    shown = ", ".join(f"{each:.0f}" for each in times)
    name = f"first context, {FIRST:,} messages"
    return [Row(name, f"p50 {p50:.0f} ms ({shown})", "", f"p50 <= {FIRST_MS:.0f} ms", p50 <= FIRST_MS)]


def _large(workspace: Path, transcripts: Sequence[Path], size: int) -> list[Row]:
    workspace.mkdir()
    count = size + SWAPS * 60 + APPENDED
    told = [message for path in transcripts for message in read_session(path).messages]
    messages = _as_sent(again(told or example(), 2 * count))
    with _provider(workspace, "serve", "--uds", *SMALL) as (path, process, started):
        wire = Wire(path)
        _note(f"{size:,} messages ...")
        for first in range(0, size, 200):
            _send(wire, messages[first : min(size, first + 200)])
        _settle(wire)
        further = iter(messages[size:])
        appends = _single_appends(wire, further)
        while (why := _swapped(wire)) in {"busy", "preparing"}:
            if why == "busy":  # a call is open: its result comes
                _send(wire, [next(further)])
            _settle(wire)
        contexts = _contexts(wire, further)
        swaps = _swaps(wire, further)
        _settle(wire)
        rest = _resident(process.pid)
        questions = ["which module has the retry loop", *(f"what about module {i}" for i in range(RECALLS))]
        recalls = [_asked(wire, "POST", "/v1/recall", {"query": question}) for question in questions]
        wire.close()
    state = workspace / ".context-memory"
    transcript = (state / "journal" / "large.jsonl").stat().st_size
    disk = sum(found.stat().st_size for found in state.rglob("*") if found.is_file())
    share = disk / transcript
    own = {found.name: f"{found.stat().st_size >> 10:,} kB" for found in state.glob("*") if found.is_file()}
    _note(f"state: {own}")
    return [
        Row(f"append, {size:,} messages", f"p50/p95/p99 {_three(appends)} ms ({len(appends)})", "in a closed loop"),
        _row(f"context, {size:,} messages", contexts, CONTEXT_MS),
        _row(f"swap, {size:,} messages", swaps, SWAP_MS),
        Row(
            f"recall, {size:,} messages",
            f"p50/p95/p99 {_three(recalls[1:])} ms",
            f"the first, which indexes: {recalls[0]:,.0f} ms",
        ),
        Row(
            "disk",
            f"{share:.2f} times the transcript ({disk >> 20} MB)",
            f"transcript {transcript >> 20} MB",
            f"<= {DISK:.0f} times",
            share <= DISK,
        ),
        Row("serve: start, memory", f"{started:.2f} s, {rest:.0f} MB after {size:,} messages", ""),
    ]


def _single_appends(wire: Wire, further: Iterator[dict[str, Any]]) -> list[float]:
    """Of messages as they are, one at a time, to the session that is large already."""
    bodies = [{"messages": [next(further)]} for _ in range(APPENDED)]
    return [_asked(wire, "POST", "/v1/sessions/large/messages", body) for body in bodies]


def _contexts(wire: Wire, further: Iterator[dict[str, Any]]) -> list[float]:
    times: list[float] = []
    for _ in range(CONTEXTS // len(ROOMS)):
        _send(wire, [next(further)])
        times += [_asked(wire, "GET", f"/v1/sessions/large/context?max_chars={room}") for room in ROOMS]
    return times


def _swaps(wire: Wire, further: Iterator[dict[str, Any]]) -> list[float]:
    """Each behind forty messages and the hook that prepares the view, as a host does it."""
    times = []
    for _ in range(SWAPS):
        sent = [next(further) for _ in range(40)]
        while any(part["type"] == "tool_use" for part in sent[-1]["content"]):
            sent.append(next(further))
        _send(wire, sent)
        wire.ask("POST", "/v1/sessions/large/hooks/pre-compaction")
        _settle(wire)
        start = perf_counter()
        if _swapped(wire) == "swapped":
            times.append((perf_counter() - start) * 1_000)
    return times


def _swapped(wire: Wire) -> str:
    """What became of a swap: its outcome, or why it was refused."""
    done = wire.ask("POST", "/v1/sessions/large/swap", b'{"force":true}')
    return str(done["error"]["reason"] if "error" in done else done["outcome"])


def _helper(workspace: Path) -> list[Row]:
    workspace.mkdir()
    with _provider(workspace, "helper", "--socket") as (path, process, started):
        wire = Wire(path)
        pings = [_asked(wire, "GET", "/v1/ping") for _ in range(500)]
        rest = _resident(process.pid)
        wire.close()
    return [
        Row("helper: ping", f"p50 {_quantile(pings, 0.5):.2f}, p99 {_quantile(pings, 0.99):.2f} ms", ""),
        Row("helper: start to ready", f"{started:.2f} s", ""),
        Row("helper: memory at rest", f"{rest:.1f} MB", "", f"<= {REST_MB:.0f} MB", rest <= REST_MB),
    ]


# -- processes -----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _provider(workspace: Path, *words: str) -> Iterator[tuple[Path, "subprocess.Popen[bytes]", float]]:
    """A provider on a socket of its own: the path, the process, and the seconds until it was ready."""
    path = workspace / "p.sock"
    at = next(i for i, word in enumerate(words) if word in {"--uds", "--socket"}) + 1
    call = [sys.executable, str(SCRIPT), *words[:at], str(path), *words[at:], "--workspace", str(workspace)]
    environment = {**os.environ, "HOME": str(workspace), "XDG_STATE_HOME": str(workspace / "user")}
    start = perf_counter()
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield path, process, perf_counter() - start
        finally:
            process.send_signal(signal.SIGTERM)
            if process.stdin is not None:
                process.stdin.close()


@contextlib.contextmanager
def _echo(path: Path, *database: str) -> Iterator[Path]:
    """An echo on this socket; with a `database` and how it is synced it keeps what it is sent."""
    call = [sys.executable, "-m", "bench.provider_echo", str(path), *database]
    with subprocess.Popen(call, cwd=SCRIPT.parent.parent) as process:
        for _ in range(200):
            with contextlib.suppress(OSError):
                Wire(path).connect()
                break
            time.sleep(0.05)
        try:
            yield path
        finally:
            process.terminate()


def _settle(wire: Wire) -> None:
    """Wait until nothing is done in the background; give up after `MOST_SETTLING`."""
    pause, until = 0.05, time.monotonic() + MOST_SETTLING
    while (state := wire.ask("GET", "/v1/stats")["background"])["queued"] or state["running"]:
        if time.monotonic() > until:
            raise SystemExit(f"background work did not end within {MOST_SETTLING:,} s: {state}")
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def _send(wire: Wire, messages: Sequence[dict[str, Any]], session: str = "large") -> None:
    wire.ask("POST", f"/v1/sessions/{session}/messages", json.dumps({"messages": list(messages)}).encode())


def _as_sent(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """The messages as a host sends them: calls, results and thinking as blocks, every message with an id."""
    sent = anthropic.to_messages(messages, keep_thinking=True)
    return [{"id": f"m{number}", **message} for number, message in enumerate(sent)]


def _resident(pid: int) -> float:
    """Megabytes; 0 where the system does not say it this way."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1_024
    return 0.0


def _go_ahead() -> None:
    """Before what else runs on the machine, where that is allowed; the servers inherit it."""
    with contextlib.suppress(OSError):
        os.setsid()  # Linux shares the processor between sessions first
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text("-20", encoding="ascii")
    with contextlib.suppress(OSError):
        os.nice(-20)


def _row(name: str, times: Sequence[float], limit: float) -> Row:
    p99 = _quantile(times, 0.99)
    return Row(name, f"p50/p95/p99 {_three(times)} ms ({len(times)})", "", f"p99 <= {limit:.0f} ms", p99 <= limit)


def _asked(wire: Wire, method: str, path: str, value: object = None) -> float:
    """Milliseconds of one request."""
    body = None if value is None else json.dumps(value).encode()
    start = perf_counter()
    wire.ask(method, path, body)
    return (perf_counter() - start) * 1_000


def _three(times: Sequence[float]) -> str:
    return _joined([_quantile(times, share) for share in SHARES])


def _joined(milliseconds: Sequence[float]) -> str:
    return "/".join(f"{each:.2f}" for each in milliseconds)


def _quantile(times: Sequence[float], share: float) -> float:
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0


def _note(text: str) -> None:
    print(f"  {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="The provider beside a bare Starlette echo.")
    parser.add_argument("transcripts", nargs="*", type=Path, metavar="TRANSCRIPT")
    parser.add_argument("--messages", type=int, default=LARGE, help="of the large session")
    parser.add_argument("--large-only", action="store_true", help="measure the large session alone")
    parser.add_argument("--ahead", action="store_true", help="at the highest priority that the user may have")
    given = parser.parse_args()
    if given.ahead:
        _go_ahead()
    found = measure(given.transcripts, given.messages, large_only=given.large_only)
    print(show(found))
    sys.exit(any(row.met is False for row in found))
