"""Show the main job on a realistic session: measure it, compact it, prove what was kept, read an original back.

Runs the real scripts as an agent would, with whatever Python runs this file, and ends with a code other than 0
when a step does not hold. Everything is written to build/demo, which is rebuilt each time.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).parent.parent
OUT = ROOT / "build" / "demo"
MEMORY = "# Memory\n\n- [context](memories/context.md): where the last session stopped\n"

KEPT = {
    "directive": ("never touch migrations/0001_init.sql", "use pnpm not npm"),
    "correction": ("port 8443, not 8080", "X-Harbor-Signature instead of X-Signature"),
    "decision": ("money is integer cents as bigint", "tenant_id + source_sha256 + row_number"),
    "directive, zh": ("导入报告里的时间一律用 UTC",),
    "last request": ("Now the dunning job, HB-231: reminders at 7, 21 and 35 days overdue",),
}
"""Said once by a person somewhere in two days of work; the result has to carry each of them."""

LOST = "upstream=127.0.0.1:8080 status=502"
"""A line in the middle of a long log; it is in no summary."""

FEWEST_RESTORED = 3


class StepFailed(Exception):  # noqa: N818 - a step of a show, not an error of a library
    """A step did not do what the demo says about it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run every step in a folder that is made anew."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", metavar="DIR", type=Path, default=OUT, help="folder to write to (default: build/demo)")
    folder: Path = parser.parse_args(argv).out
    start = perf_counter()
    try:
        _show(_fresh(folder))
    except StepFailed as failed:
        print(f"\nFAILED: {failed}", file=sys.stderr)
        return 1
    print(f"\nDone in {perf_counter() - start:.1f} s. Everything is in {_near(folder)}.")
    return 0


def _show(folder: Path) -> None:
    session, workspace = folder / "session.jsonl", folder / "harborbill"
    _run("examples/make_session.py", str(session), "--project", str(workspace))
    (workspace / "MEMORY.md").write_text(MEMORY, encoding="utf-8")
    transcript = [json.loads(line) for line in session.read_text(encoding="utf-8").splitlines()]
    said = [entry["message"] for entry in transcript if entry["type"] == "message"]
    people = sum(message["role"] == "user" for message in said)
    print(f"A made-up session: two days of work on a billing service, {people} requests, {len(said)} messages.")

    measured = _json("scripts/context-memory.py", "tokens", str(session))
    fixed, window = measured["fixed_prefix"], measured["budget"]["window"]
    _step("before", f"{measured['tokens']:,} tokens counted by the API; the window is {window:,}")
    _step("", f"{fixed:,} of them are the system prompt and the tools, which stay")

    result = folder / "compacted.json"
    options = ["--workspace", str(workspace), "--out", str(result), "--to", "anthropic"]
    compacted = _json("scripts/context-memory.py", "compact", str(session), *options)
    _expect(compacted["outcome"] == "compacted", f"context-memory compact ended as {compacted['outcome']}")
    before, after, count = measured["estimate"], compacted["tokens_after"], len(compacted["messages"])
    _expect(after < before / 2, f"{before} tokens became {after}")
    _step(
        "after", f"{after:,} tokens of messages instead of {before:,}, by one estimate: {1 - after / before:.0%} less"
    )
    _step("", f"{count} messages: a summary, then the newest as they were")

    _show_kept(compacted)
    _show_receipt(workspace, compacted)
    _show_given_back(workspace, said, compacted)
    _show_restored(session, workspace)
    _expect(json.loads(result.read_text(encoding="utf-8")) is not None, f"{result} is not JSON")


def _show_kept(compacted: dict[str, Any]) -> None:
    text = "\n".join(_texts(compacted["messages"]))
    for kind, sayings in KEPT.items():
        for saying in sayings:
            _expect(saying in text, f"the {kind} {saying!r} is not in the result")
            _step(f"kept, {kind}", f'"{saying}"')


def _show_receipt(workspace: Path, compacted: dict[str, Any]) -> None:
    receipt = compacted["receipt"]
    shown = _run("scripts/context-memory.py", "receipt", "--workspace", str(workspace))
    _expect(bool(shown.strip()), "context-memory receipt showed nothing")
    kept, archived, missing = (len(receipt[name]) for name in ("kept", "archived", "missing"))
    _expect(missing == 0, f"{missing} things are neither in the result nor in the archive")
    _step("receipt", f"score {receipt['score']:.2f}: {kept} kept, {archived} only in the archive, {missing} missing")


def _show_given_back(workspace: Path, said: list[dict[str, Any]], compacted: dict[str, Any]) -> None:
    """A log that is not in the result any more: found by its words, fetched by handle and line, compared."""
    where = ["--workspace", str(workspace)]
    found = _json("scripts/context-memory.py", "archive", *where, "--grep", LOST, "--max", "1")[0]
    _expect(found["handle"] == compacted["archive"], "the removed messages are not where the result says")
    line = json.loads(_run("scripts/context-memory.py", "archive", *where, f"{found['handle']}#L{found['line']}"))
    part = next(part for part in line["parts"] if part["type"] == "tool_result")
    original = next(message for message in said if message.get("toolCallId") == part["call_id"])
    text: str = original["content"][0]["text"]
    _expect(part["text"] == text, "what came back is not the original")
    _expect(text not in json.dumps(compacted["messages"]), "the log is still in the result")
    _step(
        "read back", f"a removed log of {len(text):,} characters by {found['handle']}#L{found['line']}, byte for byte"
    )

    trimmed = _json("scripts/context-memory.py", "trim", *where, "--tool", "exec", stdin=text)
    _expect(LOST in trimmed["text"], "the trimmed log has lost the line that matters")
    back = _run("scripts/context-memory.py", "archive", *where, trimmed["handle"])
    _expect(back == text, f"{trimmed['handle']} does not give the original back")
    kept = len(text) - trimmed["saved_chars"]
    _step("trimmed", f"the same log in {kept:,} characters, with its errors; {trimmed['handle']} returns all of it")


def _show_restored(session: Path, workspace: Path) -> None:
    restored = _json("scripts/context-memory.py", "restore", str(session), "--workspace", str(workspace))
    files = [file["path"] for file in restored["restored"]]
    _expect(files[:1] == ["MEMORY.md"] and len(files) > FEWEST_RESTORED, f"only {files} were restored")
    _step("restored", f"{len(files)} files as they are now: {', '.join(files[:3])} …")


def _texts(messages: list[dict[str, Any]]) -> list[str]:
    texts = []
    for message in messages:
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        texts += [block["text"] for block in blocks if block["type"] == "text"]
    return texts


def _json(script: str, *arguments: str, stdin: str = "") -> Any:
    return json.loads(_run(script, *arguments, "--json", stdin=stdin))


def _run(script: str, *arguments: str, stdin: str = "") -> str:
    """Output of one script of this repository; a failing one ends the demo."""
    call = [sys.executable, str(ROOT / script), *arguments]
    done = subprocess.run(call, input=stdin.encode(), capture_output=True, timeout=60, check=False)
    if done.returncode:
        raise StepFailed(f"{script} ended with {done.returncode}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout.decode()


def _step(name: str, text: str) -> None:
    print(f"{name:<22}{text}", flush=True)


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise StepFailed(otherwise)


def _fresh(folder: Path) -> Path:
    """The folder, empty: an older demo in it is removed, anything else is left alone."""
    if folder.exists() and any(folder.iterdir()):
        if not (folder / "session.jsonl").is_file():
            raise StepFailed(f"{folder} is not empty and not an older demo: name another one with --out")
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _near(path: Path) -> Path:
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


if __name__ == "__main__":
    sys.exit(main())
