"""The plugin in a real OpenClaw: a part of `make test-hosts`.

Its gateways listen on loopback and have a model on loopback; each has a state
folder of its own below the temporary folder of the proof.
"""

import dataclasses
import itertools
import json
import os
import shutil
import signal
import statistics
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bench import plugin_folder
from context_memory.errors import RemoteError
from context_memory.hosts import installation
from context_memory.hosts.openclaw import PLUGIN
from context_memory.hosts.remote.claude_code import text_of, tool_results
from context_memory.hosts.remote.openclaw import DEGRADED, Host

from . import npm_download, openclaw_download
from .openclaw_download import NotHere
from .stage import ROOT, Proven, Stage, Timed, Watch, processes_in, processes_of, shown, until

FOLDER = ROOT / "openclaw-plugin"
CLAWHUB = "0.23.3"
PASSES = 2
"""With and without the plugin in turn; the better of each counts, on a machine that does other things."""
MOST_MS = 40
CALLS = 20
"""Of a tool in one turn: enough for a median."""
TURNS = 12
"""Of the session whose old blocks are swapped."""
WINDOW = 27_000
"""Of that session, tokens; the plugin takes three quarters of it, so that the host does not compact first."""
COLD_SECONDS = 15
"""Until a helper starts there: longer than a check and a trim wait for it, shorter than what it is given to start."""
LOOP = 10
"""Calls of a tool in one turn, 500 tokens each: more than the API of that test takes."""
PROMPTS = 10
"""Of one session, asked over HTTP: the command line takes seconds to start."""
SILENT_SECONDS = 180
"""After which a gateway that does not answer is given up."""
ENDPOINTS = {"http": {"endpoints": {"chatCompletions": {"enabled": True}}}}
"""What has the gateway answer over HTTP."""
LONG = {"command": "seq -f step-%g 2000; echo ERROR: disk full"}
OPENING = "The following is a summary of the earlier portion of this session."
_DETAIL = "in every detail " * 250


def prove(folder: Path) -> tuple[int, Proven]:
    """All of it, and the figures beside the bare host."""
    found = openclaw_download.openclaw()
    program = found.entry.parents[1] / ".bin" / "openclaw"
    state = folder / "home" / ".openclaw"
    variables = {"OPENCLAW_STATE_DIR": str(state), "OPENCLAW_CONFIG_PATH": str(state / "openclaw.json")}
    stage = Stage(folder, program, f"{found.node.parent}:", **variables)
    print(f"OpenClaw {installation.TESTED_OPENCLAW[0]}", flush=True)
    package = plugin_folder.build(ROOT, folder / "built")
    validated(stage, package)
    canary(stage)
    traps(stage)
    hot_swap(stage)
    overflow(stage)
    fails_open(stage)
    cold_helper(stage)
    taken_out(stage, package)
    linked(stage)
    runs = [(latency(stage, "bare host", {}), latency(stage, "with plugin", _plugins())) for _ in range(PASSES)]
    bare, ours = ([min(each[who][kind] for each in runs) for kind in range(3)] for who in (0, 1))
    quick, long, prompt = (after - before for before, after in zip(bare, ours, strict=True))
    figures = f"a tool result: {shown(quick)}; a trimmed one: {shown(long)}; a prompt: {shown(prompt)}"
    stage.check_time(f"added to a tool result: {MOST_MS} ms at most", max(quick, long) <= MOST_MS, f"({figures})")
    print(f"  added        {figures}")
    gone = until(lambda: not processes_of(stage.folder), 60)
    stage.check("no process is left", gone, str(processes_of(stage.folder) or ""))
    return stage.failures, Proven("OpenClaw", installation.TESTED_OPENCLAW[0], figures)


def validated(stage: Stage, package: Path) -> None:
    """The package under the inspector of the registry, which fetches what it needs."""
    try:
        inspector = npm_download.program("clawhub", CLAWHUB, "clawhub")
    except NotHere as reason:
        print(f"  --   clawhub package validate: not run: {reason}")
        return
    copy = shutil.copytree(package, stage.folder / "validated" / PLUGIN)  # it writes its reports there
    done = stage.run(str(inspector), "package", "validate", str(copy), seconds=300, **os.environ)
    if "fetch failed" in done.stderr:
        print(f"  --   clawhub package validate: not run: {done.stderr.strip().splitlines()[0]}")
        return
    is_clean = done.returncode == 0 and "Plugin Inspector: PASS" in done.stdout and "Warnings: 0" in done.stdout
    stage.check(f"clawhub {CLAWHUB} package validate", is_clean, "" if is_clean else done.stdout + done.stderr)


def canary(stage: Stage) -> None:
    """Installed as a user does it, through every seam, with everything removed again."""
    config = stage.folder / "home" / ".openclaw" / "openclaw.json"
    config.parent.mkdir(parents=True, exist_ok=True)
    written = '// mine\n{\n  gateway: { mode: "local" }, // stays\n}\n'
    config.write_text(written, encoding="utf-8")
    code, said = stage.ours("install", "openclaw", "--dry-run")
    stage.check("install --dry-run shows the change and makes none", code == 0 and "+++" in said, "")
    stage.check("  and leaves the file", config.read_text(encoding="utf-8") == written)
    code, said = stage.ours("install", "openclaw")
    stage.check("install keeps comments", code == 0 and "// stays" in config.read_text(encoding="utf-8"))
    code, said = stage.ours("doctor", "--canary", "openclaw", "--program", str(stage.program))
    print("".join(f"         {line}\n" for line in said.splitlines()), end="")
    stage.check("doctor --canary openclaw", code == 0)
    code, _ = stage.ours("install", "openclaw", "--undo")
    stage.check("install --undo, byte for byte", code == 0 and config.read_text(encoding="utf-8") == written)
    code, said = stage.ours("doctor", "--canary", "openclaw", "--program", str(stage.program))
    stage.check("after it the canary fails, and says how to install", code == 3 and "install openclaw" in said)


def traps(stage: Stage) -> None:
    """What went wrong with such plugins elsewhere, all in one gateway, which is killed at last."""
    with Timed() as api, Timed() as second:
        host = _host(stage, api, "traps")
        beside = dataclasses.replace(host, api=second)
        bad = stage.workspace()
        (bad / ".context-memory").write_text("a file where the folder should be", encoding="utf-8")
        agents: list[dict[str, Any]] = [{"id": "main", "default": True, "workspace": str(host.workspace)}]
        agents.append({"id": "bad", "workspace": str(bad)})
        agents.append({"id": "second", "workspace": str(stage.workspace()), "model": {"primary": "second/fake-1"}})
        models = {"providers": {"second": beside.provider}}
        host.set_up(plugins=_plugins(), agents=_compaction() | {"list": agents}, models=models)
        with host.gateway() as gateway:
            api.call("exec", LONG).call("exec", LONG).reply("done")
            results = tool_results(host.turn("agent:main:one", "run it twice")[-1])
            stage.check("an output that comes again is one line", "same output as before" in results[-1])

            texts = _two_at_once({"main": host, "second": beside})
            both = all("cm:" in text and "same output" not in text for text in texts)
            stage.check("two sessions at once are both trimmed", both, "" if both else str(texts)[:200])

            api.call("exec", LONG).reply("done")
            whole = tool_results(host.turn("agent:bad:one", "run it", agent="bad")[-1])[-1]
            stage.check("where nothing can be kept the output comes whole", "step-1000\n" in whole)

            _kill_helper(stage, host, api)

            helpers = processes_in(host.workspace)
            os.kill(gateway.pid, signal.SIGKILL)
            gateway.wait(30)
            gone = until(lambda: not processes_in(stage.folder), 15)
            stage.check("a killed gateway leaves no process", len(helpers) == 1 and gone, f"({len(helpers)} helper)")


def _kill_helper(stage: Stage, host: Host, api: Timed) -> None:
    """A helper that dies is started again, while the turn goes on."""
    before = processes_in(host.workspace)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    api.call("exec", {"command": "echo quick"}).call("exec", LONG).reply("done")
    results = tool_results(host.turn("agent:main:two", "run it")[-1])
    after = processes_in(host.workspace)
    is_new = len(before) == len(after) == 1 and before != after
    stage.check("a helper that died is started again, once", is_new and "quick" in results[0], f"{before} {after}")
    api.call("exec", {"command": "seq -f row-%g 2000; echo ERROR: disk full"}).reply("done")
    again = tool_results(host.turn("agent:main:two", "run it")[-1])[-1]
    stage.check("  and trims", "cm:" in again)


def _two_at_once(hosts: Mapping[str, Host]) -> list[str]:
    """The output of a tool in two turns side by side, of two agents."""
    found: list[str] = []

    def one(agent: str, host: Host) -> None:
        host.api.call("exec", LONG).reply("done")
        results = tool_results(host.turn(f"agent:{agent}:side", "run it", agent=agent)[-1])
        found.append(results[-1] if results else "")

    threads = [threading.Thread(target=one, args=each) for each in hosts.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def hot_swap(stage: Stage) -> None:
    """The context engine: old blocks become capsules, the transcript of the host stays as it is."""
    with Timed() as api:
        host = _host(stage, api, "swap", window=WINDOW)
        plugins = _plugins() | {"slots": {"contextEngine": PLUGIN}}
        host.set_up(plugins=plugins, agents=_compaction())
        sizes, swapped = [], []
        with host.gateway():
            for number in range(TURNS):
                api.call("exec", {"command": f"echo step {number}"}).reply(f"Answer {number}")
                order = "From now on always use pnpm, not npm. " if number == 0 else ""
                body = host.turn("agent:main:swap", f"{order}Question {number}, {_DETAIL}")[-1]
                sizes.append(len(json.dumps(body["messages"])))
                swapped.append(text_of(body) if OPENING in text_of(body) else "")
        newest = swapped[-1]
        stage.check("hot swap: capsules take the place of old blocks", bool(newest), f"characters: {sizes}")
        stage.check("  and the context stays small", max(sizes) < 6 * WINDOW and sizes[-1] < max(sizes))
        stage.check("  and keeps the directive", "always use pnpm, not npm" in newest)
        stage.check("  and the newest turn is whole", f"Question {TURNS - 1}, {_DETAIL.strip()}" in newest)
        compactions = [each for each in _transcript(host) if '"compaction"' in each]
        stage.check("  without a compaction of the host", not compactions, str(compactions)[:99])
        log = (host.folder / "gateway.log").read_text(encoding="utf-8", errors="replace")
        stage.check("  and no turn fell back to the legacy engine", DEGRADED not in log)
        notes = list((host.workspace / "memory").glob("*.md"))
        stage.check("  and leaves the note of the day", len(notes) == 1)


def _transcript(host: Host) -> list[str]:
    """The rows of the sessions, as far as they are plain text."""
    import sqlite3

    path = host.state / "agents" / "main" / "agent" / "openclaw-agent.sqlite"
    opened = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        rows = opened.execute("select coalesce(event_json, navigation_json, '') from transcript_events").fetchall()
    finally:
        opened.close()
    return [row[0] for row in rows]


def overflow(stage: Stage) -> None:
    """The API refuses a context in the middle of a tool loop: the host compacts with our summary and goes on."""
    with Timed(window=16_000) as api:
        host = _host(stage, api, "overflow")
        host.set_up(plugins=_plugins(), agents=_compaction())
        with host.gateway():
            host.turn("agent:main:loop", f"From now on always use pnpm, not npm. {_DETAIL}")
            host.turn("agent:main:loop", f"And then, {_DETAIL}")
            for number in range(LOOP):
                api.call("exec", {"command": f"seq -f {number}-of-the-loop-%g 100"})
            api.reply("The loop is through.")
            requests = host.turn("agent:main:loop", "Run them all.")
        refused = [request for request in api.requests if request.status >= 400]
        newest = text_of(requests[-1])
        stage.check("overflow in a tool loop: the API refused", bool(refused), f"({len(refused)} times)")
        stage.check(
            "  and the turn went on with our summary", OPENING in newest and "always use pnpm, not npm" in newest
        )


def fails_open(stage: Stage) -> None:
    """Without a Python the host does all that it does without us."""
    with Timed() as api:
        host = _host(stage, api, "open")
        host.set_up(plugins=_plugins({"python": "no-such-python"}), agents=_compaction())
        with host.gateway():
            api.call("exec", LONG).reply("done")
            whole = tool_results(host.turn("agent:main:one", f"run it, {_DETAIL}")[-1])[-1]
            host.turn("agent:main:one", f"and then, {_DETAIL}")
            summary = str(host.compact("agent:main:one").get("summary", ""))
        stage.check("without a Python outputs come whole", "step-1000\n" in whole)
        stage.check("  and the host writes its own summary", bool(summary) and OPENING not in summary)
        log = (host.folder / "gateway.log").read_text(encoding="utf-8", errors="replace")
        stage.check("  and the log says why", "no Python 3.11 or newer: no-such-python" in log)


def cold_helper(stage: Stage) -> None:
    """A helper that is not there yet: the host does not wait for it, and has it when it is.

    Each workspace has its own, so that of a second agent starts with its first turn.
    """
    slow = stage.folder / "slow-python"
    wait = f'case "$*" in *helper*) sleep {COLD_SECONDS};; esac'
    slow.write_text(f'#!/bin/sh\n{wait}\nexec {sys.executable} "$@"\n', encoding="utf-8")
    slow.chmod(0o755)
    with Timed() as api:
        host = _host(stage, api, "cold")
        other = stage.workspace()
        agents = [{"id": "main", "default": True, "workspace": str(host.workspace)}]
        agents.append({"id": "cold", "workspace": str(other)})
        config = _plugins({"python": str(slow)})
        host.set_up(plugins=config, agents=_compaction() | {"list": agents})
        with host.gateway():
            first = _long_result(host, "first")
            waited = api.times[-1] - api.times[-2]
            until(lambda: bool(processes_in(other)), 60)
            trimmed = until(lambda: "cm:" in _long_result(host, str(len(api.times))), 90)
        is_there = "ERROR: disk full" in first and waited < COLD_SECONDS
        stage.check("a cold helper holds up no call of a tool", is_there, f"({waited:.1f} s)")
        stage.check("  and when it is warm outputs are trimmed", trimmed)


def _long_result(host: Host, name: str) -> str:
    host.api.call("exec", {"command": f"seq -f {name}-%g 2000; echo ERROR: disk full"}).reply("done")
    return tool_results(host.turn("agent:cold:one", "run it", agent="cold")[-1])[-1]


def taken_out(stage: Stage, package: Path) -> None:
    """What the host's own commands installed and took out again: the rest goes with one command of ours."""
    with Timed() as api:
        host = _host(stage, api, "native")
        host.set_up()
        config = host.state / "openclaw.json"
        host.run("plugins", "install", str(package), "--force", "--accept-capabilities")
        host.run("config", "set", "--batch-json", _readme_settings())
        with host.gateway():
            api.call("exec", LONG).reply("done")
            output = tool_results(host.turn("agent:main:one", "run it")[-1])[-1]
        stage.check("openclaw plugins install, from the built package", "cm:" in output)
        newer = shutil.copytree(package, stage.folder / "newer" / PLUGIN)
        for name in ("package.json", "openclaw.plugin.json"):
            described = json.loads((newer / name).read_text(encoding="utf-8"))
            (newer / name).write_text(json.dumps(described | {"version": "99.0.0"}), encoding="utf-8")
        host.run("plugins", "install", str(newer), "--force", "--accept-capabilities")
        with host.gateway():
            api.call("exec", LONG).reply("done")
            output = tool_results(host.turn("agent:main:two", "run it")[-1])[-1]
        version = host.installed(PLUGIN, is_ours=True).get("version")
        stage.check("  and a newer one over it", "cm:" in output and version == "99.0.0", str(version))
        own = _own_commands(stage, host)
        host.run("plugins", "uninstall", PLUGIN, "--force")
        left = json.loads(config.read_text(encoding="utf-8"))
        dangling = left["agents"]["defaults"]["compaction"].get("provider") == PLUGIN
        stage.check("  openclaw plugins uninstall leaves the provider behind", dangling)
        code, said = own.ours("install", "openclaw", "--undo")
        is_gone = code == 0 and f'"provider": "{PLUGIN}"' not in config.read_text(encoding="utf-8")
        stage.check("  install --undo takes that out too", is_gone, "" if not code else said)
        stage.check("  and leaves a valid configuration", "valid" in host.run("config", "validate").lower())
        stage.check("  that loads no plugin of ours", not host.installed(PLUGIN, is_ours=True).get("enabled"))


def linked(stage: Stage) -> None:
    """Installed by the two commands of README.md, and taken out by one."""
    with Timed() as api:
        host = _host(stage, api, "linked")
        host.set_up()
        host.run("plugins", "install", "--link", str(FOLDER), "--force", "--accept-capabilities")
        host.run("config", "set", "--batch-json", _readme_settings())
        with host.gateway():
            api.call("exec", LONG).reply("done")
            output = tool_results(host.turn("agent:main:one", "run it")[-1])[-1]
        stage.check("openclaw plugins install --link, as README.md says", "cm:" in output)
        code, said = _own_commands(stage, host).ours("install", "openclaw", "--undo")
        left = host.state.joinpath("openclaw.json").read_text(encoding="utf-8")
        is_gone = code == 0 and PLUGIN not in left and FOLDER.name not in left
        stage.check("  one command takes it out", is_gone, "" if is_gone else said + left)
        stage.check("  and leaves a valid configuration", "valid" in host.run("config", "validate").lower())
        stage.check("  that loads no plugin of ours", not host.installed(PLUGIN, is_ours=True).get("enabled"))


def _own_commands(stage: Stage, host: Host) -> Stage:
    """Our commands, for the configuration of this host."""
    variables = {"OPENCLAW_STATE_DIR": str(host.state), "OPENCLAW_CONFIG_PATH": str(host.state / "openclaw.json")}
    path = f"{stage.program.parent}:{stage.environment()['PATH']}:"
    return Stage(stage.folder / f"{host.folder.name}-home", stage.program, path, **variables)


def _readme_settings() -> str:
    """What README.md has set with one command."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return text.partition("openclaw config set --batch-json '")[2].partition("'\n")[0]


def latency(stage: Stage, label: str, plugins: Mapping[str, Any]) -> tuple[float, float, float]:
    """Median milliseconds from one request to the next, with a quick tool call and a long one; prompt to request.

    The first turn is not counted: the gateway works on its own start for ten seconds of processor time meanwhile, six
    times what the same turn takes later.
    """
    found = []
    with Timed() as api:
        host = _host(stage, api, f"latency-{time.monotonic_ns()}")
        port = host.set_up(gateway=ENDPOINTS, **({"plugins": plugins} if plugins else {}))
        with host.gateway():
            for name, command in (("first", "true"), ("quick", "true"), ("long", LONG["command"])):
                for number in range(CALLS + 1):
                    api.call("exec", {"command": f"{command} # {number}"})
                api.reply("done")
                before = len(api.times)
                host.turn(f"agent:main:{name}", "call it often")
                times = api.times[before + 1 :]  # the first call waits for what is started
                gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
                found.append(statistics.median(gaps) * 1_000)
            del found[0]
            found.append(statistics.median(_prompts(api, port)) * 1_000)
            api.call("exec", {"command": "sleep 3"}).reply("done")
            with Watch(stage.folder) as watch:
                host.turn("agent:main:quick", "wait")
    print(
        f"  {label:<12} {found[0]:6.1f} ms a tool result, {found[1]:6.1f} ms a long one (medians of {CALLS}), "
        f"{found[2]:6.1f} ms a prompt (of {PROMPTS}); {watch}",
        flush=True,
    )
    return found[0], found[1], found[2]


def _prompts(api: Timed, port: int) -> Iterator[float]:
    """Seconds from each prompt to its request."""
    for number in range(PROMPTS + 1):
        api.reply("done")
        before, sent = len(api.times), time.perf_counter()
        ask_gateway(port, "agent:main:prompts", f"Question {number}: which module reads the settings?")
        if number:  # the first one opens the session
            yield api.times[before] - sent


def ask_gateway(port: int, session: str, prompt: str) -> None:
    """One turn, asked over HTTP; RemoteError where the gateway refuses it."""
    body = {"model": "openclaw", "messages": [{"role": "user", "content": prompt}]}
    headers = {"authorization": "Bearer loopback", "x-openclaw-session-key": session}
    headers |= {"content-type": "application/json"}
    address = f"http://127.0.0.1:{port}/v1/chat/completions"
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=SILENT_SECONDS) as answer:
            answer.read()
    except urllib.error.HTTPError as error:
        raise RemoteError(f"the gateway: {error.code} {error.read()[:300].decode()}") from error


def plugin_config() -> dict[str, Any]:
    """What a configuration says of the plugin and of its provider."""
    return {"plugins": _plugins(), "agents": _compaction()}


def _plugins(config: Mapping[str, Any] | None = None) -> dict[str, Any]:
    entry = {"enabled": True, "hooks": {"allowConversationAccess": True}, "config": config or {}}
    return {"load": {"paths": [str(FOLDER)]}, "entries": {PLUGIN: entry}}


def _compaction() -> dict[str, Any]:
    return {"defaults": {"compaction": {"provider": PLUGIN}}}


def _host(stage: Stage, api: Timed, name: str, window: int = 200_000) -> Host:
    environment = {name: value for name, value in stage.environment().items() if not name.startswith("OPENCLAW_")}
    return Host(str(stage.program), stage.folder / name, api, environment, window)
