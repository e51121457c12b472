"""`make skill`: the folder as it would be published, validated, measured, and run with a bare Python.

    python -m bench.skill_folder
    python -m bench.skill_folder --out build/skill --quiet

Exit code 1 when anything is wrong with it.
"""

import argparse
import fnmatch
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from context_memory.cli.commands import COMMANDS, SCRIPTS
from context_memory.text import tokens
from examples.make_session import make

from . import scanner

ROOT = Path(__file__).parent.parent
NAME = "context-memory-optimizer"
IGNORE_FILES = (".clawhubignore", ".gitignore")
MAX_FILE_BYTES, MAX_BYTES = 10 << 20, 50 << 20
"""Limits of the registry."""
LIBRARY_FILES, LIBRARY_FILE_BYTES, LIBRARY_BYTES = 256, 1 << 20, 8 << 20
"""Limits of a library bundle of OpenClaw, which is another way to share a skill: told, not enforced."""
MAX_LINES, MAX_TOKENS = 200, 2_500
"""Limits of SKILL.md, the last by `text.tokens.cjk`."""
NEEDED = ("SKILL.md", "README.md", "LICENSE", "scripts", "templates", "references")
BARE = (str(Path(sys.executable).resolve()), "-S")


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line of an ignore file."""

    glob: str
    folders_only: bool
    from_root: bool

    def covers(self, relative: str, *, is_folder: bool) -> bool:
        """Whether the path is left out; a folder takes everything in it along."""
        if self.folders_only and not is_folder:
            return False
        name = relative if self.from_root else relative.rpartition("/")[2]
        return fnmatch.fnmatchcase(name, self.glob)


def main(argv: Sequence[str] | None = None) -> int:
    """Build, check, run, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--out", metavar="FOLDER", type=Path, default=ROOT / "build" / "skill", help="parent of the result"
    )
    parser.add_argument("--quiet", action="store_true", help="say only what is wrong")
    parser.add_argument("--no-run", action="store_true", help="do not start the scripts")
    arguments = parser.parse_args(argv)
    folder = build(ROOT, arguments.out)
    problems = [*structure(folder), *validity(folder), *flagged(folder)]
    if not arguments.no_run:
        problems += [*help_of_scripts(folder), *real_run(folder)]
    if not arguments.quiet:
        print(report(folder))
    for problem in problems:
        print(f"problem: {problem}", file=sys.stderr)
    if not problems and not arguments.quiet:
        print("ready: valid, nothing flagged" + ("" if arguments.no_run else ", runs with a bare Python"))
    return 1 if problems else 0


# -- build ------------------------------------------------------------------------------------------


def build(root: Path, out: Path) -> Path:
    """Copy what is published into `out`/NAME; an earlier result goes first."""
    folder = out / NAME
    if folder.exists():
        shutil.rmtree(folder)
    for relative in published(root):
        target = folder / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / relative, target)
        target.chmod(0o644)
    return folder


def published(root: Path) -> Iterator[str]:
    """Files that a registry would take: nothing hidden, no links, nothing that an ignore file names."""
    patterns = [pattern for name in IGNORE_FILES for pattern in patterns_of(root / name)]
    for current, folders, names in os.walk(root):
        here = Path(current).relative_to(root)
        folders[:] = sorted(name for name in folders if not _is_left_out(root, here / name, patterns, is_folder=True))
        for name in sorted(names):
            if not _is_left_out(root, here / name, patterns, is_folder=False):
                yield (here / name).as_posix()


def patterns_of(path: Path) -> Iterator[Pattern]:
    """The lines of an ignore file; a negation, which we do not use, is an error."""
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if text.startswith("!"):
            raise SystemExit(f"{path}: {text} is a negation, which this builder does not know")
        bare = text.strip("/")
        yield Pattern(bare, folders_only=text.endswith("/"), from_root="/" in bare or text.startswith("/"))


def _is_left_out(root: Path, relative: Path, patterns: list[Pattern], *, is_folder: bool) -> bool:
    path = relative.as_posix()
    hidden = relative.name.startswith(".")
    return hidden or (root / path).is_symlink() or any(p.covers(path, is_folder=is_folder) for p in patterns)


# -- check ------------------------------------------------------------------------------------------


def structure(folder: Path) -> Iterator[str]:
    """What must be there, what must not, and the limits."""
    yield from (f"{name} is missing" for name in NEEDED if not (folder / name).exists())
    paths = list(folder.rglob("*"))
    files = [path for path in paths if path.is_file()]
    for path in paths:
        relative = path.relative_to(folder).as_posix()
        if path.is_symlink() or any(part.startswith(".") for part in path.relative_to(folder).parts):
            yield f"{relative} is hidden or a link"
        if re.search(r"(^|/)(tests?|evals|bench|node_modules|__pycache__)(/|$)|(^|/)test_", relative):
            yield f"{relative} does not belong into a published skill"
        if path.is_file() and path.stat().st_size > MAX_FILE_BYTES:
            yield f"{relative} has {path.stat().st_size:,} bytes"
    if sum(path.stat().st_size for path in files) > MAX_BYTES:
        yield f"more than {MAX_BYTES:,} bytes"
    text = (folder / "SKILL.md").read_text(encoding="utf-8")
    if (lines := len(text.splitlines())) >= MAX_LINES:
        yield f"SKILL.md has {lines} lines, the limit is {MAX_LINES}"
    if (count := tokens.cjk(text)) >= MAX_TOKENS:
        yield f"SKILL.md has {count} tokens, the limit is {MAX_TOKENS}"


def validity(folder: Path) -> Iterator[str]:
    """What the reference validator of Agent Skills says."""
    program = Path(sys.executable).parent / "agentskills"
    done = subprocess.run([program, "validate", folder], capture_output=True, text=True, timeout=60, check=False)
    if done.returncode:
        yield f"agentskills validate: {(done.stderr or done.stdout).strip()}"


def flagged(folder: Path) -> Iterator[str]:
    """What a registry's scanner would flag."""
    declared = declared_variables((folder / "SKILL.md").read_text(encoding="utf-8"))
    for flag in scanner.flags(texts(folder), declared):
        yield f"{flag.path}:{flag.line} {flag.code}: {flag.text}"


def declared_variables(skill: str) -> frozenset[str]:
    """Names of environment variables in the front matter."""
    return frozenset(re.findall(r"^\s+- name: ([A-Z][A-Z0-9_]*)$", skill.split("---\n")[1], re.MULTILINE))


def texts(folder: Path) -> dict[str, str]:
    """Text of every published file, by its path."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found[path.relative_to(folder).as_posix()] = path.read_text(encoding="utf-8", errors="replace")
    return found


# -- run --------------------------------------------------------------------------------------------


def help_of_scripts(folder: Path) -> Iterator[str]:
    """Every script and every command shows its help with nothing but the standard library."""
    with tempfile.TemporaryDirectory() as home:
        scripts = folder / "scripts"
        calls = [(scripts / f"{name}.py", list[str]()) for name in SCRIPTS]
        calls += [(scripts / "context-memory.py", name.split()) for name in COMMANDS]
        for script, words in calls:
            done = _bare(script, [*words, "--help"], Path(home))
            if done.returncode or "example:" not in done.stdout:
                yield f"{' '.join([script.name, *words])} --help: exit {done.returncode}: {_last_line(done)}"


def real_run(folder: Path) -> Iterator[str]:
    """Trim, compact, restore and give back an original, from the built folder, with a bare Python."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        workspace, session = home / "workspace", home / "session.jsonl"
        workspace.mkdir()
        session.write_text(make(turns=6).text, encoding="utf-8")
        noisy = "".join(f"step {n}: copied file {n}\n" for n in range(2_000)) + "ERROR: disk full\n"
        trimmed = _json(folder, "trim", ["--tool", "exec", "--workspace", str(workspace)], home, noisy)
        compacted = _json(folder, "compact", [str(session), "--workspace", str(workspace), "--force"], home)
        restored = _json(folder, "restore", [str(session), "--workspace", str(workspace)], home)
        if isinstance(trimmed, str) or isinstance(compacted, str) or isinstance(restored, str):
            yield next(each for each in (trimmed, compacted, restored) if isinstance(each, str))
            return
        if "ERROR: disk full" not in trimmed["text"] or len(trimmed["text"]) > 4_000:
            yield "context-memory trim lost the fact or trimmed nothing"
        if compacted["outcome"] != "compacted":
            yield f"compact: {compacted['outcome']}"
        again = _bare(
            folder / "scripts" / "context-memory.py",
            ["archive", str(trimmed["handle"]), "--workspace", str(workspace)],
            home,
        )
        if again.stdout != noisy:
            yield "context-memory archive does not give the trimmed output back"


def _json(folder: Path, name: str, words: list[str], home: Path, stdin: str = "") -> dict[str, Any] | str:
    done = _bare(folder / "scripts" / "context-memory.py", [*name.split(), *words, "--json"], home, stdin)
    if done.returncode:
        return f"{name} with a bare Python: exit {done.returncode}: {_last_line(done)}"
    try:
        document: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        return f"{name} with a bare Python printed no JSON: {_last_line(done)}"
    return document


def _bare(script: Path, words: list[str], home: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.defpath, "HOME": str(home), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    call = [*BARE, str(script), *words]
    return subprocess.run(
        call, cwd=home, env=environment, input=stdin, capture_output=True, text=True, timeout=120, check=False
    )


def _last_line(done: subprocess.CompletedProcess[str]) -> str:
    return (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]


# -- report -----------------------------------------------------------------------------------------


def report(folder: Path) -> str:
    """Size, files and tokens, by part."""
    lines = [str(folder)]
    for part in ("SKILL.md", "references", "templates", "scripts", ""):
        inside = [path for path in (folder / part).rglob("*") if path.is_file()] or [folder / part]
        size = sum(path.stat().st_size for path in inside)
        prose = sum(tokens.cjk(path.read_text(encoding="utf-8")) for path in inside if path.suffix == ".md")
        count = f"{prose:>7,} tokens" if part in {"SKILL.md", "references"} else ""
        lines.append(f"  {part or 'all':<12}{len(inside):>5} files{size:>12,} bytes  {count}".rstrip())
    files = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    if len(files) > LIBRARY_FILES or max(files) > LIBRARY_FILE_BYTES or sum(files) > LIBRARY_BYTES:
        lines.append(f"  note: too large for a library bundle of OpenClaw, which takes {LIBRARY_FILES} files")
    executable = [path.name for path in folder.rglob("*") if path.is_file() and path.stat().st_mode & stat.S_IXUSR]
    lines.append(f"  executable: {', '.join(executable) or 'none'}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
