"""`mcp` in a process of its own: the protocol by lines, and its tools. What hooks get is in tests/hosts."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from context_memory import ContextMemory
from context_memory.testing import WorkspaceBuilder

from .processes import started

Process = "subprocess.Popen[bytes]"


class Host:
    """A client of one server."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        self._number = 0

    def line(self, data: bytes) -> Any:
        """What comes back for a line."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(data + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def ask(self, method: str, **params: Any) -> Any:
        """The answer to a request."""
        self._number += 1
        answer = self.line(
            json.dumps({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}).encode()
        )
        assert (answer["jsonrpc"], answer["id"]) == ("2.0", self._number)
        return answer

    def call(self, tool: str, **given: Any) -> Any:
        """The result of a tool."""
        result = self.ask("tools/call", name=tool, arguments=given)["result"]
        if not result["isError"]:
            schema = self.results()[tool]
            assert set(schema["required"]) <= set(result["structuredContent"]) <= set(schema["properties"])
        return result

    def results(self) -> dict[str, Any]:
        """The schema of the result of each tool; `make test-provider` has the official client check it whole."""
        return {tool["name"]: tool["outputSchema"] for tool in self.ask("tools/list")["result"]["tools"]}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    errors = "# Errors\n\n- 2026-09-01 PermissionDenied: git push --force\n"
    return WorkspaceBuilder(tmp_path_factory.mktemp("w") / "w").index("# Memory\n").memory("errors", errors).path


@pytest.fixture(scope="module")
def host(workspace: Path) -> Iterator[Host]:
    with started(workspace, "mcp") as process:
        yield Host(process)


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("2025-11-25", "2025-11-25"),
        ("2025-06-18", "2025-06-18"),
        ("2024-11-05", "2024-11-05"),
        ("1999-01-01", "2025-11-25"),
        (None, "2025-11-25"),
    ],
)
def test_the_version_of_the_protocol_is_the_clients_where_it_is_known(host: Host, asked: str, given: str) -> None:
    result = host.ask("initialize", protocolVersion=asked, capabilities={})["result"]

    assert result["protocolVersion"] == given
    assert result["serverInfo"]["name"] == "context-memory"
    assert "tools" in result["capabilities"]


def test_tools_have_schemas_and_say_which_of_them_only_read(host: Host) -> None:
    tools = {tool["name"]: tool for tool in host.ask("tools/list")["result"]["tools"]}

    assert set(tools) == {"recall", "remember", "read_original", "check_action", "hook"}
    assert [name for name, tool in tools.items() if tool["annotations"]["readOnlyHint"]] == [
        "recall",
        "read_original",
        "check_action",
    ]
    for tool in tools.values():
        assert tool["inputSchema"]["type"] == "object"
        assert tool["inputSchema"]["additionalProperties"] is False
        assert tool["outputSchema"]["type"] == "object"
        assert tool["annotations"]["destructiveHint"] is False


def test_what_is_remembered_is_recalled(host: Host) -> None:
    written = host.call("remember", text="The staging port is 7021")
    found = host.call("recall", query="which port has staging")

    assert written["structuredContent"]["docs"][0]["outcome"] == "added"
    assert "7021" in found["content"][0]["text"]
    assert found["structuredContent"]["hits"][0]["text"] == "The staging port is 7021"
    assert not found["isError"]


@pytest.mark.parametrize(
    ("tool", "given", "words"),
    [
        ("recall", {}, "query is missing"),
        ("recall", {"query": 7}, "is no string"),
        ("recall", {"query": "x", "limit": 0}, "from 1 to 20"),
        ("recall", {"query": "x", "scope": "y"}, "unknown argument"),
        ("read_original", {"handle": "cm:ffffffffffff"}, "ffffffffffff"),
        ("remember", {"text": ""}, "text is empty"),
    ],
)
def test_arguments_that_cannot_be_used_are_an_answer_that_the_model_reads(
    host: Host, tool: str, given: dict[str, Any], words: str
) -> None:
    result = host.call(tool, **given)

    assert result["isError"]
    assert words in result["content"][0]["text"]
    assert "Traceback" not in result["content"][0]["text"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"[" * 9_000, -32700),
        (b"[]", -32600),
        (b"7", -32600),
        (b'{"id":1}', -32600),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"nothing"}', -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing"}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}', -32602),
    ],
)
def test_what_is_no_request_is_an_error_of_the_protocol_and_the_server_goes_on(
    host: Host, line: bytes, code: int
) -> None:
    assert host.line(line)["error"]["code"] == code
    assert host.ask("ping")["result"] == {}


def test_a_batch_is_answered_as_one_and_a_notification_not_at_all(host: Host) -> None:
    batch = [
        {"jsonrpc": "2.0", "id": "a", "method": "ping"},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": "b", "method": "ping"},
    ]

    assert [answer["id"] for answer in host.line(json.dumps(batch).encode())] == ["a", "b"]


def test_what_was_shortened_is_read_back_by_its_handle_line_by_line(host: Host, workspace: Path) -> None:
    output = "".join(f"collected item {number}\n" for number in range(3_000)) + "1 failed: test_retry\n"
    with ContextMemory(workspace) as memory:
        handle = memory.trim(output, tool="bash").handle
    last = host.call("read_original", handle=handle, first=3_001)
    first = host.call("read_original", handle=handle)

    assert last["content"][0]["text"] == "1 failed: test_retry"
    assert first["content"][0]["text"].endswith("collected item 1999\n[lines 1 to 2000 of 3,001; next: first 2001]")


def test_a_command_that_was_denied_before_is_refused(host: Host) -> None:
    refused = host.call("check_action", command="git push --force")
    allowed = host.call("check_action", command="git status")

    assert refused["content"][0]["text"].startswith("refused: ")
    assert allowed["content"][0]["text"] == "allowed"


def test_it_ends_when_its_input_does(workspace: Path) -> None:
    with started(workspace, "mcp") as process:
        assert Host(process).ask("ping")["result"] == {}
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(timeout=300) == 0
