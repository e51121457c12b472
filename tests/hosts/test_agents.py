"""Codex and Gemini CLI: what their events become, what `install` changes, what the command answers."""

import io
import json
import runpy
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from context_memory import ContextMemory
from context_memory.cli import run
from context_memory.cli.commands.hook import ask_server
from context_memory.hosts import claude_code, codex, gemini
from context_memory.hosts.services import installing
from context_memory.storage.places import of_workspace
from context_memory.transcripts import own_texts

ROOT = Path(__file__).resolve().parents[2]
LOG = "".join(f"{n} GET /health 200\n" for n in range(1_200)) + "ERROR: connect ECONNREFUSED 127.0.0.1:5432\n"
SETTINGS = """{
  // mine
  "theme": "dark", // the dark one
  "hooks": {
    "AfterTool": [ { "hooks": [ { "type": "command", "command": "mine.sh" } ] } ],
  },
}
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of nobody's."""
    made = tmp_path / "home"
    made.mkdir()
    monkeypatch.setenv("HOME", str(made))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in ("CODEX_HOME", "GEMINI_CLI_HOME", "CLAUDE_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    return made


@pytest.fixture
def workspace(home: Path, tmp_path: Path) -> Path:
    """A workspace with an index, a fact, and an action that failed."""
    folder = tmp_path / "w"
    (folder / "memories").mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# MEMORY INDEX\n- App: entry -> src/app.py\n")
    (folder / "memories" / "errors.md").write_text("# Errors\n- 2026-01-01 PermissionDenied: rm -rf /srv — not ours\n")
    with ContextMemory(folder) as memory:
        memory.remember("Deploys go out on Tuesdays, never on Fridays")
    return folder


def install(*words: str) -> int:
    return run.run("install", list(words), program="context-memory install")


def hook(
    host: str, event: dict[str, Any] | str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Any:
    """What the host is told; None for nothing."""
    raw = event if isinstance(event, str) else json.dumps(event)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw.encode())))
    assert run.run("hook", [host], program="context-memory hook") == 0
    out = capsys.readouterr().out
    return json.loads(out) if out else None


# -- install ---------------------------------------------------------------------------------------


def test_codex_gets_hooks_and_a_server_and_loses_them_again(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = home / ".codex" / "config.toml"
    config.parent.mkdir()
    config.write_text('model = "gpt-5"  # mine\n\n[mcp_servers.other]\ncommand = "other"\n')
    before = config.read_bytes()

    install("codex", "--dry-run")
    assert "+[mcp_servers.context_memory]" in capsys.readouterr().out
    assert config.read_bytes() == before
    assert not (home / ".codex" / "hooks.json").exists()

    assert install("codex") == 0
    hooks = json.loads((home / ".codex" / "hooks.json").read_text())["hooks"]
    assert set(hooks) == {"SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PreCompact", "SessionEnd"}
    assert hooks["SessionEnd"][0]["hooks"][0]["timeout"] == 3
    assert tomllib.loads(config.read_text())["mcp_servers"]["context_memory"]["args"][-3:] == [
        "--workspace",
        ".",
        "--hooks",
    ]
    assert "XDG_STATE_HOME" in tomllib.loads(config.read_text())["mcp_servers"]["context_memory"]["env_vars"]
    assert config.read_text().startswith(before.decode())
    once = (config.read_bytes(), (home / ".codex" / "hooks.json").read_bytes())
    install("codex")
    assert (config.read_bytes(), (home / ".codex" / "hooks.json").read_bytes()) == once

    assert install("codex", "--undo") == 0
    assert config.read_bytes() == before
    assert not (home / ".codex" / "hooks.json").exists()


def test_gemini_settings_keep_comments_order_and_other_hooks(home: Path) -> None:
    path = home / ".gemini" / "settings.json"
    path.parent.mkdir()
    path.write_text(SETTINGS)

    assert install("gemini") == 0

    text = path.read_text()
    assert "// the dark one" in text
    assert text.index("theme") < text.index('"hooks"') < text.index("mcpServers")
    assert "mine.sh" in text
    assert text.count("context-memory.py hook gemini") == 2, "of sessions"
    assert text.count("answer_hook.py --client gemini") == 4, "of tools, prompts and requests"
    path.write_text(text.replace('"dark"', '"light"'))  # the person goes on working on it

    assert install("gemini", "--undo") == 0

    assert path.read_text() == SETTINGS.replace('"dark"', '"light"')


def test_a_hook_from_an_older_place_is_replaced(home: Path) -> None:
    install("codex")
    path = home / ".codex" / "hooks.json"
    path.write_text(path.read_text().replace(str(ROOT), "/somewhere/else"))

    install("codex")

    assert "/somewhere/else" not in path.read_text()
    assert path.read_text().count("context-memory.py hook codex") == 3
    assert path.read_text().count("answer_hook.py --client codex") == 3


def test_for_one_project_the_user_is_left_alone(home: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()

    install("codex", "--project", str(project))
    install("gemini", "--project", str(project))

    assert (project / ".codex" / "config.toml").is_file()
    assert (project / ".gemini" / "settings.json").is_file()
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    ("host", "name", "text"), [("codex", "config.toml", "[a\n"), ("gemini", "settings.json", "{,")]
)
def test_what_cannot_be_read_is_left_as_it_is(home: Path, host: str, name: str, text: str) -> None:
    path = home / f".{host}" / name
    path.parent.mkdir()
    path.write_text(text)

    assert install(host) == 2
    assert path.read_text() == text


# -- events ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["codex", "gemini"])
def test_an_event_is_answered_in_the_words_of_its_host(
    host: str, workspace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    is_codex = host == "codex"
    names = (
        ["UserPromptSubmit", "PreToolUse", "PostToolUse"] if is_codex else ["BeforeAgent", "BeforeTool", "AfterTool"]
    )
    shell = "Bash" if is_codex else "run_shell_command"
    shared = {"session_id": "s", "cwd": str(workspace)}

    started = hook(host, {**shared, "hook_event_name": "SessionStart", "source": "startup"}, monkeypatch, capsys)
    assert "src/app.py" in started["hookSpecificOutput"]["additionalContext"]

    prompt = {**shared, "hook_event_name": names[0], "prompt": "When do deploys go out?"}
    told = hook(host, prompt, monkeypatch, capsys)["hookSpecificOutput"]
    assert told["hookEventName"] == names[0]
    assert "Tuesdays" in told["additionalContext"]
    assert hook(host, prompt, monkeypatch, capsys) is None, "once a session"

    before = {**shared, "hook_event_name": names[1], "tool_name": shell, "tool_input": {"command": "rm -rf /srv"}}
    refused = hook(host, before, monkeypatch, capsys)
    assert "errors.md" in json.dumps(refused)
    assert (refused.get("decision") == "deny") is not is_codex

    response = LOG if is_codex else {"llmContent": f"Output: {LOG}Exit Code: 0\n"}
    after = {**before, "hook_event_name": names[2], "tool_input": {"command": "make logs"}, "tool_response": response}
    replaced = hook(host, after, monkeypatch, capsys)
    assert replaced["decision"] == ("block" if is_codex else "deny")
    assert "ECONNREFUSED" in replaced["reason"]
    assert replaced["reason"].startswith(own_texts.SUCCEEDED) is not is_codex
    handle = replaced["reason"].split("cm:")[1][:12]
    with ContextMemory(workspace) as memory:
        assert LOG.splitlines()[700] in memory.originals.read(f"cm:{handle}").text


@pytest.mark.parametrize(
    ("host", "tool", "given", "response"),
    [
        (codex, "Bash", {"command": "cat src/app.py"}, LOG),
        (codex, "mcp__context_memory__recall", {"query": "x"}, LOG),
        (codex, "Bash", {"command": "make"}, "short"),
        (codex, "Bash", {"command": "make"}, {"image": True}),
        (gemini, "read_file", {"path": "a.py"}, {"llmContent": LOG}),
        (gemini, "run_shell_command", {"command": "make"}, {"llmContent": LOG[:9_000]}),
        (gemini, "mcp_context_memory_recall", {"query": "x"}, {"llmContent": LOG}),
        (gemini, "run_shell_command", {"command": "make"}, {"llmContent": [{"inlineData": {}}]}),
        (gemini, "run_shell_command", None, None),
    ],
)
def test_what_must_come_whole_is_not_replaced(host: Any, tool: str, given: Any, response: Any) -> None:
    """A file that is read, what is ours, what is short; on Gemini what would come as an error for little."""
    name = "PostToolUse" if host is codex else "AfterTool"
    event = host.event_of({"hook_event_name": name, "tool_name": tool, "tool_input": given, "tool_response": response})

    assert host.request_for(event) is None


def test_gemini_says_in_its_output_that_a_call_failed(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = "<untrusted_context>\nOutput: bash: nonesuch: command not found\nExit Code: 127\n</untrusted_context>"
    event = {"hook_event_name": "AfterTool", "session_id": "s", "cwd": str(workspace), "tool_name": "run_shell_command"}
    given = {"tool_input": {"command": "nonesuch --now"}, "tool_response": {"llmContent": output}}

    assert hook("gemini", {**event, **given}, monkeypatch, capsys) is None
    assert "nonesuch" in (workspace / "memories" / "errors.md").read_text()


@pytest.mark.parametrize(
    "prompt",
    [
        "日志要保留多久？",
        "会员打几折？",
        "物业费几号交？",
        "房租？",
        "ログの保存期間は",
        "vet name?",
        "Wi-Fi?",
        "PAY-311",
        "deploy day",
        "汇率是多少",
    ],
)
def test_a_short_question_is_looked_for(prompt: str) -> None:
    asked = claude_code.request_for(claude_code.event_of({"hook_event_name": "UserPromptSubmit", "prompt": prompt}))

    assert asked is not None
    assert asked.arguments["query"] == prompt


@pytest.mark.parametrize(
    "prompt",
    [
        "ok",
        "OK?",
        "go on",
        "yes, go ahead",
        "Yes please, continue.",
        "looks good, commit it",
        "thanks!",
        "commit",
        "1",
        "👍",
        "继续",
        "好的，继续吧",
        "可以",
        "嗯嗯",
        "没问题，谢谢",
        "提交",
        "不是" * 5_000,
        "はい、お願いします",
        "weiter",
        "ok, mach weiter",
    ],
)
def test_a_prompt_that_only_says_go_on_is_not_looked_for(prompt: str) -> None:
    event = claude_code.event_of({"hook_event_name": "UserPromptSubmit", "prompt": prompt})

    assert claude_code.request_for(event) is None


def test_what_hooks_added_to_a_prompt_is_not_asked_again() -> None:
    prompt = "<hook_context>Deploys go out on Tuesdays</hook_context>\n\nWhich port does billing use?"
    event = gemini.event_of({"hook_event_name": "BeforeAgent", "prompt": prompt})

    asked = gemini.request_for(event)

    assert asked is not None
    assert asked.arguments["query"] == "Which port does billing use?"


def request(*texts: str) -> dict[str, Any]:
    """Gemini CLI before a request to the model, with the host's summary behind what it always says first."""
    told = [{"role": "user", "content": "<session_context>Linux</session_context>"}]
    told += [{"role": "user" if n % 2 == 0 else "model", "content": text} for n, text in enumerate(texts)]
    return {"hook_event_name": "BeforeModel", "session_id": "s", "llm_request": {"model": "m", "messages": told}}


def test_what_gemini_s_summary_lost_of_the_person_s_orders_is_added_to_it(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def told(event: dict[str, Any]) -> Any:
        return hook("gemini", {**event, "cwd": str(workspace)}, monkeypatch, capsys)

    def asks(prompt: str) -> Any:
        return told({"hook_event_name": "BeforeAgent", "session_id": "s", "prompt": prompt})

    recalled = asks("From now on never restart billing before noon. When do deploys go out?")
    asks("Always use pnpm, never npm. What is wrong with billing?")
    asks("In this repository keep commits below 300 lines. Go on with billing.")
    summary = "<state_snapshot>\n<key>Always use pnpm, never npm.</key>\n</state_snapshot>"
    newest = "In this repository keep commits below 300 lines. Go on with billing."

    first = told(request(summary, gemini.ACKNOWLEDGED, newest))
    later = told(request(summary, gemini.ACKNOWLEDGED, newest, "Done.", "Thanks."))
    again = asks("When do deploys go out?")

    messages = first["hookSpecificOutput"]["llm_request"]["messages"]
    assert [each["content"] for each in messages[:1]] == ["<session_context>Linux</session_context>"]
    assert messages[1]["content"].startswith(summary + "\n\n")
    added = messages[1]["content"].removeprefix(summary)
    assert "never restart billing before noon" in added
    assert "pnpm" not in added, "the summary has it"
    assert "300 lines" not in added, "the messages behind it have it"
    assert len(messages) == 2, "the host leaves alone what stands behind them"
    assert later == first, "the prompt cache holds"
    assert "Tuesdays" in json.dumps(recalled)
    assert "Tuesdays" in json.dumps(again), "the compaction took it away"
    whole = summary + "".join(["From now on never restart billing before noon.", newest])
    assert told(request(whole, gemini.ACKNOWLEDGED, "Next.")) is None
    assert told(request("no summary", "Got it.", "Next.")) is None


def test_what_did_not_fit_one_prompt_is_given_to_the_next_that_it_fits(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A hit that was found and not told is not in front of the model."""

    def asks(prompt: str) -> Any:
        event = {"hook_event_name": "UserPromptSubmit", "session_id": "s", "prompt": prompt, "cwd": str(workspace)}
        return hook("codex", event, monkeypatch, capsys)

    with ContextMemory(workspace) as memory:
        memory.remember("Pieter runs the shop at the harbour")
        asked = "how many invoices did the accountant reject in the shop last quarter?"
        assert memory.recall(asked).hits, "found, but nothing that fits"

    assert asks(asked) is None
    assert "Pieter" in json.dumps(asks("who runs the shop at the harbour?"))
    assert asks("who runs the shop at the harbour?") is None, "it is in front of the model"


def test_codex_s_model_is_told_again_after_a_compaction_what_the_person_ordered(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def told(**event: str) -> Any:
        return hook("codex", {"session_id": "s", "cwd": str(workspace), **event}, monkeypatch, capsys)

    def started(source: str, **more: str) -> str:
        answer = told(hook_event_name="SessionStart", source=source, **more)
        return str(answer["hookSpecificOutput"]["additionalContext"])

    short, revoked = "不要用 npm", "Always run the linter before a commit."
    for prompt in (short, "Never restart billing before noon.", revoked, "You no longer need to run the linter."):
        told(hook_event_name="UserPromptSubmit", prompt=prompt)
    compacted = started("compact")

    assert "src/app.py" in compacted
    assert "Never restart billing before noon." in compacted
    assert short in compacted
    assert revoked not in compacted
    assert "restart billing" not in started("startup")
    assert "restart billing" not in started("compact", session_id="another")


@pytest.mark.parametrize(
    ("host", "tool"), [("codex", "mcp__context_memory__hook"), ("gemini", "mcp_context_memory_hook")]
)
def test_a_model_cannot_speak_for_the_host(
    host: str, tool: str, workspace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "PreToolUse" if host == "codex" else "BeforeTool"
    event = {"hook_event_name": name, "cwd": str(workspace), "tool_name": tool, "tool_input": {"event": "SessionEnd"}}

    assert "for the plugin" in json.dumps(hook(host, event, monkeypatch, capsys))


@pytest.mark.parametrize("raw", ["", "[]", "{", '{"hook_event_name": 3}', '{"hook_event_name": "BeforeModel"}', "null"])
@pytest.mark.parametrize("host", ["codex", "gemini"])
def test_an_event_that_makes_no_sense_stops_no_host(
    raw: str,
    host: str,
    workspace: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(workspace)

    assert hook(host, raw, monkeypatch, capsys) is None


# -- the server that answers hooks -----------------------------------------------------------------


@pytest.fixture
def short_state(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The state of a user: the path of a Unix socket has 107 bytes at most."""
    with tempfile.TemporaryDirectory(prefix="cm-") as folder:
        monkeypatch.setenv("XDG_STATE_HOME", folder)
        yield


@pytest.fixture
def server(home: Path, short_state: None, workspace: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """The MCP server as the hosts start it; it ends with its standard input."""
    words = [sys.executable, str(ROOT / "scripts" / "context-memory.py"), "mcp", "--workspace", ".", "--hooks"]
    process = subprocess.Popen(
        words, cwd=workspace, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    path = of_workspace(workspace).hooks_socket
    for _ in range(600):
        if ask_server(path, "codex", {"hook_event_name": "Stop"}) == {} or process.poll() is not None:
            break
        time.sleep(0.05)
    yield process
    assert process.stdin
    process.stdin.close()
    process.wait(30)
    for pipe in (process.stdout, process.stderr):
        assert pipe
        pipe.close()


def test_a_server_of_the_workspace_answers_the_hooks_and_takes_its_socket_along(
    server: "subprocess.Popen[bytes]", workspace: Path
) -> None:
    path = of_workspace(workspace).hooks_socket
    event = {"hook_event_name": "UserPromptSubmit", "session_id": "s", "prompt": "When do deploys go out?"}

    told = ask_server(path, "codex", event)

    assert told is not None
    assert "Tuesdays" in told["hookSpecificOutput"]["additionalContext"]
    assert ask_server(path, "codex", {"hook_event_name": "Stop"}) == {}
    assert ask_server(path, "nobody", event) is None
    assert path.stat().st_mode & 0o777 == 0o600
    assert server.stdin
    server.stdin.close()
    server.wait(30)
    assert ask_server(path, "codex", event) is None
    assert not path.exists()


@pytest.mark.parametrize(("host", "is_given"), [("codex", False), ("gemini", True)])
def test_a_resumed_session_is_given_the_index_where_its_transcript_leaves_it_out(
    host: str, is_given: bool, workspace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    event = {"hook_event_name": "SessionStart", "source": "resume", "session_id": "s", "cwd": str(workspace)}

    told = hook(host, event, monkeypatch, capsys)

    assert ("src/app.py" in json.dumps(told)) == is_given


def quick(workspace: Path, event: dict[str, Any], *words: str) -> tuple[int, str]:
    """Exit code and output of the script that answers hooks of tools and prompts."""
    call = [sys.executable, *words, str(ROOT / "scripts" / "answer_hook.py"), "--client", "codex"]
    done = subprocess.run(call, cwd=workspace, input=json.dumps(event), capture_output=True, text=True, check=False)
    return done.returncode, done.stderr if words else done.stdout


def test_what_the_person_took_back_is_not_told_again_when_the_session_is_resumed(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with ContextMemory(workspace) as memory:
        memory.learn([{"role": "user", "content": "Always run the linter before a commit."}], session="earlier")

    def started(source: str) -> str:
        event = {"hook_event_name": "SessionStart", "session_id": "s", "source": source, "cwd": str(workspace)}
        return json.dumps(hook("gemini", event, monkeypatch, capsys))

    assert "Always run the linter" in started("startup")
    assert "Always run the linter" in started("resume"), "the transcript leaves it out"
    prompt = {"hook_event_name": "BeforeAgent", "session_id": "s", "prompt": "You no longer need to run the linter."}
    hook("gemini", {**prompt, "cwd": str(workspace)}, monkeypatch, capsys)
    assert "Always run the linter" not in started("resume")


def test_the_quick_script_asks_the_server_and_imports_next_to_nothing(
    server: "subprocess.Popen[bytes]", workspace: Path
) -> None:
    assert server.poll() is None
    event = {"hook_event_name": "UserPromptSubmit", "session_id": "s", "prompt": "When do deploys go out?"}
    event["cwd"] = str(workspace)

    code, told = quick(workspace, event)
    _, imported = quick(workspace, {**event, "prompt": "And when do they not go out?"}, "-X", "importtime")

    assert code == 0
    assert "Tuesdays" in json.loads(told)["hookSpecificOutput"]["additionalContext"]
    names = {line.rpartition("|")[2].strip() for line in imported.splitlines()}
    assert not names & {"context_memory", "json", "socket", "argparse", "pathlib", "typing", "re"}
    assert quick(workspace, {**event, "hook_event_name": "Stop"}) == (0, "")


def test_a_request_without_a_summary_asks_nobody(home: Path, short_state: None, workspace: Path) -> None:
    event = {**request("Hello"), "cwd": str(workspace)}

    _, imported = quick(workspace, event, "-X", "importtime")

    names = {line.rpartition("|")[2].strip() for line in imported.splitlines()}
    assert not names & {"context_memory", "_socket", "_hashlib"}
    script = runpy.run_path(str(ROOT / "scripts" / "answer_hook.py"))
    assert script["SUMMARISED"] == gemini.ACKNOWLEDGED.encode()


def test_without_a_server_or_in_another_folder_the_quick_script_does_it_itself(
    home: Path, short_state: None, workspace: Path, tmp_path: Path
) -> None:
    event = {"hook_event_name": "UserPromptSubmit", "session_id": "s", "prompt": "When do deploys go out?"}
    event["cwd"] = str(workspace)

    for number, folder in enumerate((workspace, tmp_path)):
        code, told = quick(folder, {**event, "session_id": str(number)})
        assert code == 0
        assert "Tuesdays" in json.loads(told)["hookSpecificOutput"]["additionalContext"]


def test_the_quick_script_looks_for_the_server_where_it_listens(
    home: Path, short_state: None, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "answer_hook.py"))
    link = tmp_path / "link"
    link.symlink_to(workspace)

    for folder in (workspace, link):
        assert script["socket_of"](str(folder)) == str(of_workspace(folder).hooks_socket)
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    assert script["socket_of"](str(workspace)) == str(of_workspace(workspace).hooks_socket)


def test_a_package_from_pip_brings_the_quick_script_along(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    for name in ("answer_hook.py", "context-memory.py"):
        assert folders["force-include"][f"scripts/{name}"] == f"context_memory/_skill/scripts/{name}"
    monkeypatch.setattr(installing, "PACKAGED", ROOT)

    changes = installing.codex.plan(None, None)

    assert changes[0].after is not None
    assert changes[0].after.count(f"{ROOT}/scripts/answer_hook.py --client codex") == 3
