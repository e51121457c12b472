"""The wall clock of a real server is set years forward and back between requests, for all of its code.

A library that is compiled here answers before the system's what time it is. The monotonic clock goes on as it is, as it
does when somebody sets the clock of a machine.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..memory_server import Client, Server, serving
from ..server.visitors import Visitor
from .processes import command, send
from .providers import said

JUMPS = (0, -3_650, 3_650, 0, -1, 400, -30, 0)
"""Of the wall clock, days, each from the real one."""
WRONG_TOKENS = 40
"""Tried after each jump: more together than two minutes may write down."""
MOST_REFUSALS = 2 * 60
"""Rows of two minutes (REFUSALS_A_MINUTE), because the test may run in two."""
_LIBRARY = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long offset(void) {
    char text[32];
    const char *name = getenv("CLOCK_OFFSET");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t size = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    if (size <= 0) return 0;
    text[size] = 0;
    return atol(text);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = syscall(SYS_clock_gettime, clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += offset();
    return failed;
}

time_t time(time_t *place) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place) *place = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict place, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    place->tv_sec = now.tv_sec;
    place->tv_usec = now.tv_nsec / 1000;
    return 0;
}
"""


def _library(folder: Path) -> Path | None:
    """The library; None where there is no compiler of C, or no Linux."""
    compiler = shutil.which("cc")
    if compiler is None or not sys.platform.startswith("linux"):
        return None
    made = folder / "clock.so"
    call = [compiler, "-shared", "-fPIC", "-O1", "-x", "c", "-o", str(made), "-"]
    subprocess.run(call, input=_LIBRARY.encode("ascii"), check=True)
    return made


def clock_jumps(folder: Path) -> list[str] | None:
    """What went wrong with order, repeats, memory, tokens, logins, limits or the audit; None where it cannot be set."""
    folder.mkdir(exist_ok=True)
    preload = _library(folder)
    if preload is None:
        return None
    clock = folder / "clock"
    variables = {"LD_PRELOAD": str(preload), "CLOCK_OFFSET": str(clock)}
    token = command(folder, "token", "add", "agent", "--session", "s")[1]["token"]
    faults = list[str]()
    for first, jumps in ((1, JUMPS), (1 + len(JUMPS), JUMPS[::-1])):  # a server that begins at another time, too
        _set(clock, jumps[0])
        with serving(folder, variables=variables) as server:
            visitor = Visitor(server)
            visitor.log_in()
            for number, jump in enumerate(jumps, first):
                _set(clock, jump)
                faults += [f"{jump:+} days: {fault}" for fault in _asked(server, visitor, token, number)]
            faults += _end(server.client(), first + len(jumps) - 1)
    verdict = command(folder, "audit", "verify")[1]
    return faults + ([] if verdict["ok"] else [f"the audit has faults: {verdict['faults'][:3]}"])


def _set(clock: Path, days: int) -> None:
    before = clock.with_suffix(".new")
    before.write_text(str(days * 86_400), encoding="ascii")
    before.replace(clock)  # never half written


def _asked(server: Server, visitor: Visitor, token: str, number: int) -> Iterator[str]:
    """Everything once at the time that it is now."""
    owner, agent = server.client(), server.client(token)
    messages = [said(each, f"The port of service {each} is {7_000 + each}") for each in range(1, number + 1)]
    new = send(agent, "POST", "/sessions/s/messages", {"messages": messages[-1:]})
    if (new.status, new.value.get("accepted"), new.value.get("seq")) != (202, 1, number):
        yield f"message {number} was answered with {new.status}: {new.text[:200]}"
    again = send(agent, "POST", "/sessions/s/messages", {"messages": messages})
    if (again.status, again.value.get("accepted"), again.value.get("seq")) != (202, 0, number):
        yield f"messages that are known were answered with {again.status}: {again.text[:200]}"
    counted = {"messages": [{"seq": 1, "role": "user", "content": "by its number"}]}
    row = send(owner, "POST", "/sessions/counted/messages", counted)
    if row.value.get("seq") != 1:
        yield f"a message that is known by its seq was answered with {row.text[:200]}"
    yield from _read(agent, number)
    fact = f"Service {number} deploys from branch release-{number}"
    kept = send(owner, "POST", "/remember", {"text": fact})
    found = send(owner, "POST", "/recall", {"query": f"which branch does service {number} deploy from"})
    if kept.status != 200 or not any(fact in hit["text"] for hit in found.value.get("hits", [])):
        yield f"what was remembered is not found: {found.text[:200]}"
    swapped = send(owner, "POST", "/sessions/s/swap", {"force": True})
    if swapped.status not in {200, 409}:
        yield f"a swap was answered with {swapped.status}: {swapped.text[:200]}"
    if visitor.get("/").status != 200:
        yield "a login ended"
    stranger = server.client("wrong")
    statuses = {send(stranger, "GET", "/ping").status for _ in range(WRONG_TOKENS)}
    if not statuses <= {401, 429}:
        yield f"a wrong token was answered with {sorted(statuses)}"


def _read(client: Client, number: int) -> Iterator[str]:
    context = send(client, "GET", "/sessions/s/context?max_chars=100000")
    covers: Mapping[str, Any] = context.value.get("covers", {})
    if (context.status, covers.get("last_seq")) != (200, number) or f"is {7_000 + number}" not in context.text:
        yield f"the context was answered with {context.status}: {context.text[:200]}"
    places = [context.text.find(f"The port of service {each} is") for each in range(1, number + 1)]
    if sorted(places) != places:
        yield "the context has another order"


def _end(client: Client, count: int) -> Iterator[str]:
    """What has to hold over all jumps together."""
    rows = send(client, "GET", "/audit?limit=1000&newest=true").value["rows"]
    if [row["n"] for row in rows] != list(range(rows[0]["n"], rows[0]["n"] + len(rows))):
        yield "rows of the audit are not in order"
    if len({row["time"][:4] for row in rows}) < len(set(JUMPS)) // 2:
        yield "the clock of the server was not set"
    refused = sum(row["event"] == "refusal" for row in rows)
    if not 0 < refused <= MOST_REFUSALS * (1 + count // (len(JUMPS) + 1)):
        yield f"{refused} refusals were written down"
    verdict = send(client, "GET", "/audit/verify").value
    if not verdict["ok"]:
        yield f"the audit has faults: {verdict['faults'][:3]}"
