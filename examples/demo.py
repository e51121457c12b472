"""Show the main job on a realistic session: measure it, compact it, prove what was kept, get something back.

Runs the real scripts as an agent would, with whatever Python runs this file, and ends with a code other than 0
when a step does not do what it says. Everything is written to build/demo, which is made anew each time.
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

    measured = _json("scripts/estimate_tokens.py", str(session))
    _step(
        "before", f"{measured['tokens']:,} tokens, counted by the API; the window is {measured['budget']['window']:,}"
    )

    result = folder / "compacted.json"
    options = ["--workspace", str(workspace), "--out", str(result), "--to", "anthropic"]
    compacted = _json("scripts/compact_session.py", str(session), *options)
    _expect(compacted["outcome"] == "compacted", f"compact_session ended as {compacted['outcome']}")
    before, after = compacted["tokens_before"], compacted["tokens_after"]
    _expect(after < before / 2, f"{before} tokens became {after}")
    _step("after", f"{after:,} tokens in {len(compacted['messages'])} messages: {1 - after / before:.0%} smaller")

    _show_kept(compacted)
    _show_receipt(workspace, compacted)
    _show_given_back(workspace, said, json.dumps(compacted["messages"], ensure_ascii=False))
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
    shown = _run("scripts/show_receipt.py", "--workspace", str(workspace))
    _expect(bool(shown.strip()), "show_receipt showed nothing")
    counts = [f"{_count(receipt[name])} {name}" for name in ("kept", "archived", "missing")]
    _step("receipt", f"score {receipt['score']:.2f}: {', '.join(counts)}")


def _show_given_back(workspace: Path, said: list[dict[str, Any]], result: str) -> None:
    """The largest tool output that is not in the result any more, fetched from the archive and compared."""
    outputs = [message["content"][0]["text"] for message in said if message["role"] == "toolResult"]
    lost = max((text for text in outputs if text[:2_000] not in result), key=len)
    line = next(line for line in lost.splitlines() if "level=error" in line)
    found = _json("scripts/show_archive.py", "--workspace", str(workspace), "--grep", line, "--max", "1")
    handle = _first_handle(found)
    back = _run("scripts/show_archive.py", "--workspace", str(workspace), handle)
    _expect(lost in back or back.rstrip("\n") == lost.rstrip("\n"), f"{handle} is not the original byte for byte")
    _step("given back", f"{len(lost):,} characters of a removed log, byte for byte, by {handle}")


def _show_restored(session: Path, workspace: Path) -> None:
    restored = _json("scripts/restore_files.py", str(session), "--workspace", str(workspace))
    files = restored["restored"] if "restored" in restored else restored["files"]
    _expect(len(files) > 2, "fewer files were restored than there are")
    _step("restored", ", ".join(f"{file['path']} ({file['tokens']})" for file in files[:4]) + f" … {len(files)} files")


def _texts(messages: list[dict[str, Any]]) -> list[str]:
    texts = []
    for message in messages:
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        texts += [block["text"] for block in blocks if block["type"] == "text"]
    return texts


def _first_handle(found: Any) -> str:
    """The first handle anywhere in what show_archive answered."""
    if isinstance(found, dict):
        return next(filter(None, [found.get("handle"), *map(_first_handle, found.values())]), "")
    return next(filter(None, map(_first_handle, found)), "") if isinstance(found, list) else ""


def _count(value: Any) -> int:
    return value if isinstance(value, int) else len(value)


def _json(script: str, *arguments: str) -> Any:
    return json.loads(_run(script, *arguments, "--json"))


def _run(script: str, *arguments: str) -> str:
    """Output of one script of this repository; a failing one ends the demo."""
    done = subprocess.run(
        [sys.executable, str(ROOT / script), *arguments], capture_output=True, timeout=60, check=False
    )
    if done.returncode:
        raise StepFailed(f"{script} ended with {done.returncode}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout.decode()


def _step(name: str, text: str) -> None:
    print(f"{name:<22}{text}", flush=True)


def _expect(holds: bool, otherwise: str) -> None:  # noqa: FBT001
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
