"""What OpenClaw's events ask of the provider, what the plugin is told, and the plugin's own parts under Node."""

import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from context_memory import ContextMemory
from context_memory.hosts.files import shown
from context_memory.hosts.services import answering
from context_memory.provider.services import opening

PLUGIN = Path(__file__).resolve().parents[2] / "openclaw-plugin"
LONG = "".join(f"step {number} copied\n" for number in range(400)) + "ERROR: disk full\n"
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="there is no node: make test-hosts runs the plugin in the host")


@pytest.fixture(autouse=True)
def _state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "own-state"))


def said_by(workspace: Path, *events: dict[str, Any]) -> list[dict[str, Any]]:
    """The answers of one provider to these events, one after the other."""
    provider = opening.in_process(workspace)
    try:
        return [answering.answer(provider, event, "openclaw") for event in events]
    finally:
        provider.close()


def result(command: str, output: str, **more: Any) -> dict[str, Any]:
    """A tool result, as the plugin sends it."""
    given = {"event": "tool_result", "tool": "exec", "params": {"command": command}, "session": "s1"}
    return {**given, "output": output, **more}


def call(command: str, **more: Any) -> dict[str, Any]:
    """A tool call, as the plugin sends it."""
    return {"event": "before_tool_call", "tool": "exec", "params": {"command": command}, "session": "s1", **more}


def test_a_long_output_is_trimmed_and_its_repetition_is_one_line(tmp_path: Path) -> None:
    first, again, other = said_by(
        tmp_path, result("make", LONG), result("make", LONG), result("make", LONG, session="s2")
    )

    assert "ERROR: disk full" in first["text"]
    assert len(first["text"]) < len(LONG) / 2
    assert "the same output as before, byte for byte" in again["text"]
    assert "the same output" not in other["text"]


def test_after_a_compaction_an_output_is_shown_anew(tmp_path: Path) -> None:
    compacted = {"event": "after_compaction", "session": "s1"}
    *_, again = said_by(tmp_path, result("make", LONG), compacted, result("make", LONG))

    assert "the same output" not in again["text"]


@pytest.mark.parametrize(
    "event",
    [
        result("make", "short"),
        {"event": "tool_result", "tool": "read", "params": {"path": "a.py"}, "output": LONG},
        {"event": "tool_result", "tool": "exec", "params": {"command": "cat a.py"}, "output": LONG},
        {"event": "tool_result", "tool": "read_original", "params": {"handle": "cm:1"}, "output": LONG},
        {"event": "tool_result", "tool": "tool_call", "params": {"id": "recall_memory", "args": {}}, "output": LONG},
        {"event": "tool_result", "tool": "exec", "params": None, "output": 7},
        {"event": "model_call_started"},
        {"event": ["before_tool_call"], "tool": 1, "params": "x"},
        {},
    ],
)
def test_what_may_not_be_replaced_is_left_alone(event: dict[str, Any], tmp_path: Path) -> None:
    assert said_by(tmp_path, event) == [{}]


def test_what_errors_md_records_is_blocked(tmp_path: Path) -> None:
    (tmp_path / "memories").mkdir()
    (tmp_path / "memories" / "errors.md").write_text("- 2026-11-20 PermissionDenied: rm -rf /etc/foo — ask\n")
    refused, allowed = said_by(tmp_path, call("rm -rf /etc/foo"), call("ls /etc"))

    assert "rm -rf /etc/foo" in refused["block"]
    assert allowed == {}


def test_a_failure_is_recorded_once_and_its_repetition_refused_unless_it_is_made_good_first(tmp_path: Path) -> None:
    error = "/bin/bash: line 3: frobnicate: command not found"
    failed = call("frobnicate --now", event="after_tool_call", error=error)
    _, again, installed = said_by(
        tmp_path, failed, call("frobnicate --now"), call("npm install -g frobnicate && frobnicate --now")
    )

    assert "frobnicate" in again["block"]
    assert installed == {}


def test_a_refusal_of_ours_is_no_failure_of_the_tool(tmp_path: Path) -> None:
    line = "- 2026-11-20 PermissionDenied: rm -rf /etc/foo — ask"
    (tmp_path / "memories").mkdir()
    (tmp_path / "memories" / "errors.md").write_text(f"{line}\n")
    (refused,) = said_by(tmp_path, call("rm -rf /etc/foo"))
    said_by(tmp_path, call("rm -rf /etc/foo", event="after_tool_call", error=refused["block"]))

    assert (tmp_path / "memories" / "errors.md").read_text() == f"{line}\n"


def prompt(text: str, *said: str, start: str = "The summary.", session: str = "s1") -> dict[str, Any]:
    """The moment before a prompt goes to the model, as the plugin sends it."""
    return {"event": "before_prompt_build", "prompt": text, "start": start, "said": list(said), "session": session}


def test_orders_that_the_context_lost_are_added_in_the_same_words_until_they_are_revoked(tmp_path: Path) -> None:
    noon, linter = "never restart billing before noon", "Always run the linter before a commit"
    given, first, second, other, revoked, whole = said_by(
        tmp_path,
        prompt(f"From now on {noon}.", start=""),
        prompt(f"{linter}. What is wrong with billing?", start="A summary that lost it."),
        prompt("Go on.", f"{linter}. What is wrong with billing?", start="A summary that lost it."),
        prompt("Go on.", session="s2"),
        prompt("You no longer need to run the linter.", start="A summary that lost both."),
        prompt("Go on.", start=f"A summary that says: From now on {noon}. And more."),
    )

    assert given == {}
    assert noon in first["system"]
    assert "linter" not in first["system"], "the prompt tells it"
    assert second == first, "the prompt cache holds"
    assert other == {}
    assert noon in revoked["system"]
    assert "Always run the linter" not in revoked["system"]
    assert noon not in str(whole), "the summary tells it"


def test_what_was_ordered_for_good_in_another_session_is_in_force_from_the_first_prompt(tmp_path: Path) -> None:
    with ContextMemory(tmp_path) as memory:
        memory.learn([{"role": "user", "content": "Never restart billing before noon."}], session="earlier")
    first, second, other = said_by(
        tmp_path,
        prompt("What is wrong with billing?", start=""),
        prompt("Go on.", start="What is wrong with billing?"),
        prompt("Never restart billing before noon. Go on.", start="", session="s2"),
    )

    assert "Never restart billing before noon." in first["system"]
    assert second == first, "the prompt cache holds"
    assert other == {}, "the prompt tells it"


def test_an_order_that_is_revoked_between_compactions_is_not_added_any_more(tmp_path: Path) -> None:
    order = prompt("Always run the linter before a commit.", start="")
    _, added, revoked = said_by(tmp_path, order, prompt("Go on."), prompt("You no longer need to run the linter."))

    assert "linter" in added["system"]
    assert revoked == {}


def test_many_orders_are_kept_without_a_compaction(tmp_path: Path) -> None:
    for number in range(300):
        shown.change_orders(tmp_path, "s", added=[f"Never restart service-{number} {'at all ' * 10}"])
    shown.change_orders(tmp_path, "s", ended=[f"Never restart service-7 {'at all ' * 10}"])

    assert len(shown.read(tmp_path, "s").orders) == 299


def test_what_was_shown_is_read_on_from_where_it_was_read_to_whoever_wrote_it(tmp_path: Path) -> None:
    """Each output of a session read all lines of those before it: 15 ms of processor time after a thousand."""
    shown.add_output(tmp_path, "s", "a", "cm:1")
    shown.add_docs(tmp_path, "s", ["one"])
    first = shown.read(tmp_path, "s")
    (path,) = (tmp_path / "hosts").glob("*.jsonl")
    with path.open("ab") as file:  # another process
        file.write(b'{"call": "b", "handle": "cm:2"}\nno JSON\n{"doc": "to')
        file.flush()
        torn = shown.read(tmp_path, "s")
        file.write(b'rn"}\n')
    whole = shown.read(tmp_path, "s")
    path.write_bytes(b'{"call": "c", "handle": "cm:3"}\n' * 40)  # the same inode, other lines
    rewritten = shown.read(tmp_path, "s")
    shown.compacted(tmp_path, "s")
    compacted = shown.read(tmp_path, "s")
    path.unlink()

    assert first == shown.Shown(frozenset({"one"}), {"a": "cm:1"})
    assert torn == shown.Shown(frozenset({"one"}), {"a": "cm:1", "b": "cm:2"})
    assert whole.docs == frozenset({"one", "torn"})
    assert rewritten == shown.Shown(outputs={"c": "cm:3"})
    assert compacted == shown.Shown(is_whole=False)
    assert shown.read(tmp_path, "s") == shown.Shown()


def test_an_output_is_not_shown_anew_because_a_second_turn_begins(tmp_path: Path) -> None:
    *_, again = said_by(
        tmp_path,
        prompt("Run it.", start=""),
        result("make", LONG),
        prompt("Run it.", start="Run it."),
        result("make", LONG),
    )

    assert "the same output as before" in again["text"]


# -- the plugin under Node -----------------------------------------------------------------------------


def node(script: str, *words: str) -> Any:
    """What a module prints as JSON; it imports from PLUGIN."""
    assert NODE
    code = script.replace("PLUGIN", PLUGIN.as_uri())
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", code, *words], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_the_manifests_name_the_same_plugin_and_version() -> None:
    manifest = json.loads((PLUGIN / "openclaw.plugin.json").read_text())
    package = json.loads((PLUGIN / "package.json").read_text())
    claude = json.loads((PLUGIN.parent / ".claude-plugin" / "plugin.json").read_text())

    assert manifest["id"] == package["name"] == claude["name"]
    assert manifest["version"] == package["version"] == claude["version"]
    assert not {"dependencies", "devDependencies", "scripts"} & set(package)
    assert "kind" not in manifest, "a kind would make the host choose our context engine by itself"


HELPER = """
import { Helper } from "PLUGIN/helper.js";
const told = [];
const helper = new Helper(process.argv[1], process.argv[2], { tell: (words) => told.push(words) });
"""


@needs_node
def test_the_helper_answers_restarts_once_and_leaves_nothing(tmp_path: Path) -> None:
    found = node(
        HELPER
        + """
        const ping = () => helper.ask("GET", "/ping", undefined, 30000).then(() => true, () => false);
        const die = async () => { process.kill(helper.pid); while (true) { try { process.kill(helper.pid, 0); }
          catch { return new Promise((resolve) => setTimeout(resolve, 100)); }
          await new Promise((resolve) => setTimeout(resolve, 20)); } };
        const first = await ping(); await die();
        const second = await ping(); await die();
        const third = await ping();
        await helper.stop();
        console.log(JSON.stringify({ first, second, third, told: told.length }));
        """,
        str(tmp_path),
        str(PLUGIN),
    )

    assert found == {"first": True, "second": True, "third": False, "told": 2}


@needs_node
def test_a_helper_that_is_stopped_while_it_starts_never_runs(tmp_path: Path) -> None:
    script = (
        HELPER
        + """
    const started = helper.start().then(() => "ready", (error) => error.message);
    await helper.stop();
    console.log(JSON.stringify([await started, helper.pid ?? null, told]));
    """
    )

    assert node(script, str(tmp_path), str(PLUGIN)) == ["the helper was stopped", None, []]


@needs_node
def test_a_helper_ends_with_its_host(tmp_path: Path) -> None:
    pid = node(HELPER + "await helper.start(); console.log(helper.pid);", str(tmp_path), str(PLUGIN))

    assert _gone(pid)


def _gone(pid: int) -> bool:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if not Path(f"/proc/{pid}").exists() and subprocess.run(["kill", "-0", str(pid)], check=False).returncode:
            return True
        time.sleep(0.05)
    return False


@needs_node
@pytest.mark.parametrize(
    ("workspace", "options", "said"),
    [
        ("missing", "{}", "there is no workspace"),
        (".", '{ python: "no-such-python" }', "no Python 3.11 or newer"),
        (".", "{ settings: { no_such_setting: 1 } }", "no_such_setting"),
    ],
)
def test_a_helper_that_cannot_start_says_why(workspace: str, options: str, said: str, tmp_path: Path) -> None:
    script = """
    import { Helper } from "PLUGIN/helper.js";
    const helper = new Helper(process.argv[1], process.argv[2], OPTIONS);
    await helper.ask("GET", "/ping", undefined, 30000).catch((error) => console.log(JSON.stringify(error.message)));
    """
    found = node(script.replace("OPTIONS", options), str(tmp_path / workspace), str(PLUGIN))

    assert said in found


@needs_node
def test_a_late_answer_is_given_up(tmp_path: Path) -> None:
    script = (
        HELPER
        + """
    const started = performance.now();
    const message = await helper.ask("GET", "/ping", undefined, 20).catch((error) => error.message);
    console.log(JSON.stringify([message, performance.now() - started]));
    process.exit();
    """
    )
    message, milliseconds = node(script, str(tmp_path), str(PLUGIN))

    assert message == "GET /ping took longer than 20 ms"
    assert milliseconds < 2_000, "a cold start takes longer"


MESSAGES = 'import * as m from "PLUGIN/messages.js";\n'


@needs_node
def test_messages_are_sent_without_copies_and_in_parts_that_fit() -> None:
    script = (
        MESSAGES
        + """
    const big = "x".repeat(4_000_000);
    const result = { role: "toolResult", toolCallId: "c", timestamp: 2, details: { aggregated: big },
      content: [{ type: "text", text: big }, { type: "image", data: big, mimeType: "image/png" }] };
    const parts = m.appendable([{ role: "user", content: big, timestamp: 1 }, result, { role: "weird" }, null]);
    const fits = (part) => JSON.stringify(part).length < 6_000_000;
    console.log(JSON.stringify(parts.map((part) => [part.length, part[0].id, fits(part)])));
    """
    )

    assert node(script) == [[1, "user-1", True], [1, "toolResult-2-c", True]]


@needs_node
def test_a_trimmed_result_keeps_no_raw_copy_of_what_is_archived() -> None:
    script = (
        MESSAGES
        + """
    const details = { status: "completed", exitCode: 0 };
    const result = (aggregated) => ({ isError: false, details: { ...details, aggregated } });
    const of = (aggregated) => m.shortened(result(aggregated), "a\\nb\\n", "short");
    console.log(JSON.stringify([of("a\\nb"), of("a\\nb\\nnot archived"), m.shortened({}, "a", "short")]));
    """
    )
    copied, longer, plain = node(script)

    assert copied == {
        "isError": False,
        "details": {"status": "completed", "exitCode": 0, "aggregated": "short"},
        "content": [{"type": "text", "text": "short"}],
    }
    assert longer["details"]["aggregated"] == "a\nb\nnot archived"
    assert plain == {"content": [{"type": "text", "text": "short"}]}


@needs_node
def test_a_view_fits_only_the_messages_that_it_ends_with() -> None:
    script = (
        MESSAGES
        + """
    const call = (name, id) => ({ role: "assistant", content: [{ type: "toolCall", id, name }] });
    const user = { role: "user", content: "hello" };
    const ours = [{ role: "user", content: "capsules" }, user, call("exec", "a_1")];
    const same = m.isSameTail(ours, [user, user, user, call("exec", "a1")], 2);
    const other = m.isSameTail(ours, [user, user, user, call("read", "a1")], 2);
    const short = m.isSameTail(ours, [user], 2);
    console.log(JSON.stringify([same, other, short]));
    """
    )

    assert node(script) == [True, False, False]


@needs_node
def test_the_plugin_loads_without_the_host_and_registers_all_its_parts() -> None:
    script = """
    import plugin from "PLUGIN/index.js";
    const seen = [];
    const api = new Proxy({ config: {}, pluginConfig: {}, rootDir: ".", logger: {} }, {
      get: (target, name) => target[name] ?? ((first) => seen.push(name === "on" ? first : name)) });
    plugin.register(api);
    console.log(JSON.stringify([plugin.id, ...new Set(seen)].sort()));
    """
    found = node(script)

    assert {"context-memory-optimizer", "registerCompactionProvider", "registerService", "before_tool_call"} <= set(
        found
    )


@needs_node
def test_no_request_begins_in_the_middle_of_a_turn() -> None:
    script = (
        MESSAGES
        + """
    const [user, call, result] = ["user", "assistant", "toolResult"].map((role) => ({ role, content: [] }));
    const roles = (messages) => m.fromWholeTurn(messages).map((message) => message.role[0]).join("");
    console.log(JSON.stringify([[call, result, call, user, call], [user, call], [call, result], []].map(roles)));
    """
    )

    assert node(script) == ["ua", "ua", "at", ""]


@needs_node
def test_a_helper_takes_the_window_of_the_host_unless_the_user_set_one(tmp_path: Path) -> None:
    script = """
    import fs from "node:fs";
    import { Helper } from "PLUGIN/helper.js";
    const words = async (settings) => {
      const helper = new Helper(process.argv[1], process.argv[2], { settings, tell: console.error });
      await helper.start();
      for (const tokens of [150000, undefined, NaN, 96000, 120000, 12]) {
        helper.useWindow(tokens);
        await helper.start();
      }
      const found = fs.readFileSync(`/proc/${helper.pid}/cmdline`, "utf8").split("\\0");
      await helper.stop();
      return found.filter((word) => word.startsWith("window="));
    };
    console.log(JSON.stringify([await words({}), await words({ window: 64000 })]));
    """

    assert node(script, str(tmp_path), str(PLUGIN)) == [["window=96000"], ["window=64000"]]


PLUGGED = """
import plugin from "PLUGIN/index.js";
const handlers = {};
const api = {
  config: {}, pluginConfig: CONFIG, rootDir: process.argv[2], logger: { warn() {} },
  on: (name, handler) => (handlers[name] = handler),
  runtime: { agent: { resolveAgentWorkspaceDir: () => process.argv[1] } } };
for (const name of ["Service", "CompactionProvider", "AgentToolResultMiddleware", "Tool", "MemoryCorpusSupplement",
  "ContextEngine"]) api[`register${name}`] = (given) => name === "Service" && (api.service = given);
plugin.register(api);
const ctx = { workspaceDir: process.argv[1], sessionId: "s", sessionKey: "agent:main:one", trigger: "user" };
const build = (prompt, messages, more) => handlers.before_prompt_build({ prompt, messages }, { ...ctx, ...more });
"""


@needs_node
def test_the_plugin_adds_what_a_person_ordered_to_the_instructions(tmp_path: Path) -> None:
    script = (
        PLUGGED.replace("CONFIG", "{}")
        + """
    await api.service.start();
    await build("From now on never restart billing before noon.", []);
    await build("Always answer in French.", [], { trigger: "heartbeat" });
    await build("Always answer in Latin.", [], { inputProvenance: { kind: "inter_session" } });
    const contextOf = (summary) => [{ role: "compactionSummary", summary }, { role: "assistant", content: "Noon." }];
    let found;
    for (let tries = 0; !found && tries < 20; tries += 1) found = await build("Go on.", contextOf(`Summary ${tries}`));
    const internal = await build("Go on.", contextOf("x"), { sessionKey: "agent:main:internal-session-effects:1" });
    await api.service.stop();
    console.log(JSON.stringify([found, internal ?? null]));
    """
    )
    found, internal = node(script, str(tmp_path), str(PLUGIN))

    assert "never restart billing before noon" in found["appendSystemContext"]
    assert "answer in" not in found["appendSystemContext"]
    assert internal is None


@needs_node
def test_without_a_helper_a_prompt_goes_on_as_it_is(tmp_path: Path) -> None:
    script = (
        PLUGGED.replace("CONFIG", '{ python: "no-such-python" }')
        + """
    const summary = { role: "compactionSummary", summary: "What was done.", timestamp: 1 };
    console.log(JSON.stringify((await build("Go on.", [summary])) ?? null));
    """
    )

    assert node(script, str(tmp_path), str(PLUGIN)) is None


@needs_node
def test_what_a_context_begins_with_is_told_from_what_people_said_behind_it() -> None:
    script = (
        MESSAGES
        + """
    const text = (role, words) => ({ role, content: [{ type: "text", text: words }] });
    const summary = { role: "compactionSummary", summary: "short" };
    const spoken = [[summary, text("user", "one"), text("assistant", "no"), { role: "user", content: "two" }, null],
      [text("toolResult", "cut"), text("user", "x".repeat(50_000))], []].map(m.spokenIn);
    spoken[1].said[0] = spoken[1].said[0].length;
    console.log(JSON.stringify(spoken));
    """
    )

    assert node(script) == [
        {"start": "short", "said": ["one", "two"]},
        {"start": "cut", "said": [20_000]},
        {"start": "", "said": []},
    ]
