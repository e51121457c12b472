"""The MCP server asked by the client of the official Python SDK, which checks every result against its schema.

    python -m tests.provider.mcp_sdk

It makes an environment of its own under build/mcp the first time; exit code 77 where that cannot be made.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from ..memory_server import REPOSITORY, SCRIPT
from .processes import command, environment, programs_of

PACKAGE = "mcp>=2.3,<3"
NOT_RUN = 77
MODES = ("auto", "legacy")
"""How the client connects: it asks for the newest protocol first, or begins with `initialize` as older ones do."""
SECONDS = 300
DENIED = "# Errors\n\n- 2026-09-01 PermissionDenied: git push --force\n"
OUTPUT = "".join(f"collected item {number}\n" for number in range(3_000)) + "1 failed: test_retry\n"


def _workspace(folder: Path) -> dict[str, str]:
    """A workspace with a refused command and a trimmed output; its place, the handle and the Python of the server."""
    (folder / "memories").mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Memory\n", encoding="utf-8")
    (folder / "memories" / "errors.md").write_text(DENIED, encoding="utf-8")
    code, trimmed = command(folder, "trim", "--tool", "bash", given=OUTPUT)
    assert code == 0, trimmed
    return {"workspace": str(folder), "handle": trimmed["handle"], "python": sys.executable}


async def _ask(given: dict[str, str], mode: str) -> list[str]:
    """Call every tool; what does not hold. A result that its schema does not allow is an exception of the SDK."""
    from mcp import Client, StdioServerParameters

    server = StdioServerParameters(
        command=given["python"],
        args=[str(SCRIPT), "mcp", "--workspace", given["workspace"]],
        env=environment(Path(given["workspace"])),
    )
    faults = list[str]()

    def check(name: str, *, holds: bool, saw: object = "") -> None:
        print(f"  {'ok' if holds else 'NO'}  {mode}: {name}" + ("" if holds else f": {str(saw)[:300]}"))
        faults.extend([] if holds else [name])

    started = perf_counter()
    async with Client(server, mode=mode) as client:
        took = (perf_counter() - started) * 1_000
        check(f"connected in {took:.0f} ms, protocol {client.protocol_version}", holds=bool(client.instructions))
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        names = {"recall", "remember", "read_original", "check_action", "hook"}
        check("every tool has a schema of its result", holds=names == {n for n, t in tools.items() if t.output_schema})

        async def call(tool: str, **arguments: Any) -> Any:
            return await client.call_tool(tool, arguments)

        kept = await call("remember", text=f"The staging port of {mode} is 7021")
        check("remember", holds=kept.structured_content["docs"][0]["outcome"] == "added", saw=kept)
        found = await call("recall", query=f"which staging port has {mode}", limit=3)
        hits = found.structured_content["hits"]
        check("recall", holds="7021" in hits[0]["text"] and "7021" in found.content[0].text, saw=found)
        nothing = await call("recall", query="zebra crossing in Reykjavik")
        check("recall of nothing", holds=not nothing.is_error, saw=nothing)
        part = await call("read_original", handle=given["handle"], first=3_001)
        check("read_original", holds=part.structured_content["text"] == "1 failed: test_retry", saw=part)
        refused = await call("check_action", command="git push --force")
        check("check_action refuses", holds=refused.structured_content["allowed"] is False, saw=refused)
        allowed = await call("check_action", command="git status", paths=["src/a.py"])
        check("check_action allows", holds=allowed.structured_content["allowed"] is True, saw=allowed)
        hook = await call("hook", event="UserPromptSubmit", prompt="which staging port", session="s1")
        check("hook", holds=not hook.is_error, saw=hook)
        for tool, wrong in (("recall", {}), ("recall", {"query": 7}), ("read_original", {"handle": "cm:ffffffffffff"})):
            answer = await call(tool, **wrong)
            check(f"{tool} with {wrong} is an answer", holds=answer.is_error and bool(answer.content), saw=answer)
    return faults


def main() -> int:
    """Make the environment and the workspace, then ask with its Python; exit 1 where something does not hold."""
    if len(sys.argv) > 1:
        given = json.loads(sys.argv[1])
        faults = [fault for mode in MODES for fault in asyncio.run(_ask(given, mode))]
        return int(bool(faults))
    programs = programs_of(PACKAGE, "mcp")
    if programs is None:
        print("the MCP SDK cannot be installed here: nothing was tried", file=sys.stderr)
        return NOT_RUN
    print(PACKAGE)
    with tempfile.TemporaryDirectory() as name:
        call = [programs / "python", "-m", "tests.provider.mcp_sdk", json.dumps(_workspace(Path(name) / "w"))]
        return int(bool(subprocess.run(call, check=False, cwd=REPOSITORY, timeout=SECONDS).returncode))


if __name__ == "__main__":
    sys.exit(main())
