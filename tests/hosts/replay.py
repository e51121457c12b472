"""`make replay-hosts`: a long session through each host, with our plugin and without it, and what each came to.

    python -m tests.hosts.replay [--only claude-code|openclaw|codex|gemini] [--turns 20] [--way ours|bare]

A person has tickets looked at, and gives a directive in every sixth; the model reads long logs. What reaches the API
on loopback is measured: the largest context, the share of the prompt cache, the price, and after each compaction how
many directives the context holds. Exit code 0: no request was refused, the context stayed below the host's
threshold (Codex and Gemini CLI check it only after a request, so a context may be one step larger, with the plugin
and without), and every directive was there after every compaction; 1: one of it did not hold; 77: no registry.
"""

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from context_memory.errors import RemoteError
from context_memory.storage.stamps import STATE_FOLDER

from . import replay_hosts
from .openclaw_download import NotHere
from .replay_api import PROMPT, Figures, Script
from .replay_hosts import Player
from .stage import Watch, processes_of, until

NOT_RUN = 77
LOGS, LOG_LINES = 2, 160
"""Of one turn, and of one log: 15,000 characters each."""
DIRECTIVE_EVERY = 6
PROGRESS_EVERY = 25
"""Turns after which a line says how far the session is: a run that is ended from outside leaves its figures so far."""
LEARNING_SECONDS = 150
"""After which no process may be left: what learns from a session ends by itself within two minutes."""
REPORT_WORDS, REPLY_WORDS = 80, 100
_PLAYERS: Mapping[str, Callable[[Path, Script, bool], "replay_hosts.Playing"]] = {
    "claude-code": replay_hosts.claude_code,
    "openclaw": replay_hosts.openclaw,
    "codex": replay_hosts.codex,
    "gemini": replay_hosts.gemini,
}
_WORDS = (
    *("queue", "disk", "latency", "index", "cache", "worker", "replica", "deploy", "broker", "schema", "ledger"),
    *("invoice", "retry", "timeout", "shard", "region", "cluster", "socket", "buffer", "metric", "alert", "probe"),
)
_LOG_PROGRAM = f"""\
import random, sys
name = sys.argv[1]
words = random.Random(name)
lines = [
    f"2026-11-{{n % 28 + 1:02}}T{{n % 24:02}}:{{n % 60:02}}:07Z {{name}} INFO request "
    f"id={{words.getrandbits(40):010x}} path=/v1/{{words.choice({_WORDS})}} status=200 ms={{words.randint(1, 90)}}"
    for n in range({LOG_LINES})
]
lines[words.randrange({LOG_LINES})] = f"{{name}} ERROR write failed: no space left on device ({{name}}, /var/lib)"
print("\\n".join(lines))
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Download, replay, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=tuple(_PLAYERS), action="append", help="this host; repeatable")
    parser.add_argument("--turns", metavar="N", type=int, default=20, help="of the person (20)")
    parser.add_argument("--way", choices=("ours", "bare"), help="only with our plugin, or only without it")
    arguments = parser.parse_args(argv)
    missing, failures = [], 0
    for name in arguments.only or _PLAYERS:
        try:
            failures += _both_ways(name, arguments.turns, arguments.way)
        except NotHere as reason:
            missing.append(name)
            print(f"NOT RUN: {name} needs a download that failed: {reason}", file=sys.stderr)
    print(f"{failures} checks do not hold" if failures else "all checks hold")
    return 1 if failures else NOT_RUN if missing else 0


def _both_ways(name: str, turns: int, way: str | None) -> int:
    failures = 0
    print(f"{name}: {turns} turns, {turns * LOGS} logs", flush=True)
    for ours in (False, True):
        if way and (way == "ours") != ours:
            continue
        folder = Path(tempfile.mkdtemp(prefix="context-memory-replay-")).resolve()
        try:
            found, left = _played(name, folder, turns, ours=ours)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        print(_shown(found), flush=True)
        for check in _broken(found, left) if ours else ():
            failures += 1
            print(f"  FAIL {check}", flush=True)
    return failures


def _played(name: str, folder: Path, turns: int, *, ours: bool) -> tuple[Figures, list[int]]:
    """The figures of one way, and the processes that it left."""
    figures = Figures("with our plugin" if ours else "the host alone")
    script = Script(figures)
    started = time.perf_counter()
    with Watch(folder) as watch, _PLAYERS[name](folder, script, ours) as player:
        player.workspace.joinpath("read_log.py").write_text(_LOG_PROGRAM, encoding="utf-8")
        number = 0
        try:
            for number in range(1, turns + 1):
                _turn(player, script, number)
                if number % PROGRESS_EVERY == 0:
                    print(_progress(figures, number, time.perf_counter() - started), file=sys.stderr, flush=True)
            player.compact()
            _turn(player, script, turns + 1)
        except RemoteError as error:
            figures.stopped = f"turn {number}: {error}"
        script.look_at_the_end()
    figures.seconds, figures.takes = time.perf_counter() - started, str(watch)
    until(lambda: not processes_of(folder), LEARNING_SECONDS)
    kept = [path.stat().st_size for path in (player.workspace / STATE_FOLDER).rglob("*") if path.is_file()]
    figures.takes += f"; {sum(kept) / 2**20:.0f} MB are kept in the workspace" if ours else ""
    return figures, processes_of(folder)


def _turn(player: Player, script: Script, number: int) -> None:
    words = random.Random(number)
    directive = ""
    if number % DIRECTIVE_EVERY == 1:
        script.directives.append(f"never restart service-{number:03} between 0{words.randint(1, 9)}:00 and noon")
        directive = f"From now on {script.directives[-1]}. "
    report = " ".join(words.choice(_WORDS) for _ in range(REPORT_WORDS))
    reply = " ".join(words.choice(_WORDS) for _ in range(REPLY_WORDS))
    logs = [player.shell(f"python3 read_log.py service-{number:03}-{log}") for log in range(LOGS)]
    script.begin([*logs, f"The disk of service-{number:03} is full. {reply}"])
    player.turn(f"{PROMPT}{number}: {directive}What is wrong with service-{number:03}? {report}")


def _progress(found: Figures, turn: int, seconds: float) -> str:
    kept = ", ".join(f"{k} of {given}" for k, given in found.kept)
    return (
        f"    {found.way}: turn {turn} after {seconds:.0f} s, {found.requests:,} requests, largest context "
        f"{found.largest:,}, directives after each compaction: {kept or '-'}"
    )


def _broken(found: Figures, left: Sequence[int]) -> Iterator[str]:
    """What does not hold."""
    if found.stopped:
        yield f"the session stopped at {found.stopped}"
    if found.refused:
        yield f"{found.refused} requests were refused"
    if found.largest > found.threshold + (found.step if found.looks_after else 0):
        more = f" and a step has {found.step:,}" if found.looks_after else ""
        yield f"the largest context has {found.largest:,} tokens, the host's threshold is {found.threshold:,}{more}"
    if not found.compactions:
        yield "there was no compaction"
    for kept, given in found.kept:
        if kept < given:
            yield f"{given - kept} of {given} directives are not in the context after a compaction"
    if left:
        yield f"{len(left)} processes are left"


def _shown(found: Figures) -> str:
    share = found.read / found.prompt if found.prompt else 0.0
    kept, given = found.kept[-1] if found.kept else (0, 0)
    fewest = min((k / g for k, g in found.kept if g), default=0.0)
    after = f", which it checks after a request: one step of {found.step:,} more" if found.looks_after else ""
    price = f"${found.cost:,.2f} ({found.model})" if found.cost else f"no price for {found.model}"
    return (
        f"  {found.way:<15} {found.requests:,} requests, {found.refused} refused, {found.prompt:,} input tokens, "
        f"{share:.0%} of them cached, {price}\n"
        f"  {'':<15} largest context {found.largest:,} (threshold {found.threshold:,}{after}), "
        f"{found.compactions} compactions, directives at the end {kept} of {given}, fewest {fewest:.0%}\n"
        f"  {'':<15} {found.seconds:.0f} s, at most {found.takes}"
        + (f"\n  {'':<15} STOPPED at {found.stopped}" if found.stopped else "")
    )


if __name__ == "__main__":
    sys.exit(main())
