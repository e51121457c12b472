"""Write a realistic, made-up OpenClaw session (v3 JSONL): an agent works for two days on a billing service.

The same seed gives the same bytes. The story and the service's sources stand in examples/session/*.toml;
reads, greps, diffs, test runs and commits are played against a small repository in memory, so that what
the agent says about them is true.

    python examples/make_session.py build/demo/session.jsonl
    python examples/make_session.py --scale 7 build/bench/million.jsonl
"""

import argparse
import base64
import difflib
import hashlib
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent / "session"
CWD = "/srv/harborbill"
FIRST_DAY = datetime(2026, 9, 14, 6, 58, tzinfo=UTC)
MODEL = ("anthropic-messages", "anthropic", "claude-opus-5-5")
FIXED_PREFIX_TOKENS = 12_800  # system prompt and tools of the host, which the transcript does not show
TOKENS_PER_CHARACTER = 0.28  # a current tokenizer on source code, about 12 % more than characters / 4


def main(argv: Sequence[str] | None = None) -> int:
    """Write the session and say what it holds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", metavar="OUT", type=Path, help="the .jsonl file to write")
    parser.add_argument("--seed", metavar="N", type=int, default=7, help="another seed, another session (default: 7)")
    parser.add_argument("--turns", metavar="N", type=int, help="stop after N user messages (default: the whole story)")
    parser.add_argument("--scale", metavar="N", type=int, default=1, help="tell the story N times over (7: 1M tokens)")
    parser.add_argument("--project", metavar="DIR", type=Path, help="write the service's files there, too")
    arguments = parser.parse_args(argv)
    project: Path | None = arguments.project
    made = make(arguments.seed, arguments.turns, arguments.scale, cwd=str(project.resolve()) if project else CWD)
    _write(arguments.out, made.text)
    if project:
        for path, text in made.files.items():
            _write(project / path, text)
    print(f"{arguments.out}: {len(made.lines)} lines, about {made.characters // 4:,} tokens (characters / 4)")
    return 0


@dataclass(frozen=True)
class Made:
    """A session, the characters that its model saw, and the files as the agent left them."""

    lines: tuple[str, ...]
    characters: int
    files: dict[str, str]

    @property
    def text(self) -> str:
        """The whole file."""
        return "".join(self.lines)


def make(seed: int = 7, turns: int | None = None, scale: int = 1, cwd: str = CWD) -> Made:
    """Tell the story, or its first `turns` user messages, `scale` times over."""
    source, story = (tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8")) for name in ("source", "story"))
    transcript = Transcript(Random(seed), cwd)
    script = [(cycle, turn) for cycle in range(scale) for turn in story["turn"]]
    repository = Repository({})
    for number, (cycle, turn) in enumerate(script[:turns]):
        if number % len(story["turn"]) == 0:
            random = Random(seed * 1_000 + cycle)
            repository = Repository(render_sources(source, random))
            player = Player(transcript, story, repository, random)
            transcript.clock = FIRST_DAY + timedelta(days=7 * cycle)
        player.play(turn, cycle)
    return Made(tuple(transcript.lines), transcript.characters, repository.files)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")


# -- the service --------------------------------------------------------------------------------------


def render_sources(source: dict[str, Any], random: Random) -> dict[str, str]:
    """Every file of the made-up repository, path to text."""
    files = dict(source["files"])
    for number, (entity, facts) in enumerate(source["entities"].items(), start=1):
        files |= _entity_files(number, entity, facts, source, random)
    return {path: text.lstrip("\n") for path, text in files.items()}


def _entity_files(
    number: int, entity: str, facts: dict[str, Any], source: dict[str, Any], random: Random
) -> dict[str, str]:
    words, templates = source["words"], source["templates"]

    def fill(template: str, **fixed: str) -> str:
        names = _names(entity, facts, number, words, random) | fixed
        return re.sub(r"@(\w+)@", lambda match: names[match[1]], template)

    read, change, batch, *rest = templates["methods"]
    verbs = random.sample(words["verbs"], 8)
    methods = [fill(read), *(fill(method, verb=verb) for verb in verbs for method in (change, batch)), *map(fill, rest)]
    cases = [fill(templates["test_case"]) for _ in range(random.randint(13, 19))]
    folder = facts["module"]
    files = {
        f"src/{folder}/{entity}.ts": fill(templates["types"]),
        f"src/{folder}/{entity}_repository.ts": fill(templates["repository"]),
        f"src/{folder}/{entity}_service.ts": fill(templates["service_head"]) + "".join(methods) + "}\n",
        f"src/api/v1/{entity}_routes.ts": fill(templates["routes"]),
        f"tests/{folder}/{entity}.test.ts": fill(templates["test_head"]) + "".join(cases) + "});\n",
    }
    if number > 1:  # 0001 stands in source.toml
        files[f"migrations/{number:04}_{facts['plural']}.sql"] = fill(templates["migration"])
    return files


def _names(entity: str, facts: dict[str, Any], number: int, words: dict[str, Any], random: Random) -> dict[str, str]:
    fields = [pair.split(":")[0] for pair in facts["fields"]]
    types = dict(pair.split(":") for pair in facts["fields"])
    first, second = random.sample(fields, 2)
    reason = random.choice(words["reasons"])
    return {
        "entity": entity,
        "Entity": "".join(part.title() for part in entity.split("_")),
        "entities": facts["plural"],
        "module": facts["module"],
        "CODE": "".join(part[0] for part in f"{entity}_x".split("_")).upper() + entity[1].upper(),
        "field": first,
        "Field": "".join(part.title() for part in first.split("_")),
        "field2": second,
        "columns": ", ".join(fields),
        "dollars": ", ".join(f"${i + 2}" for i in range(len(fields))),
        "value_list": ", ".join(f"values.{name}" for name in fields),
        "zod_fields": "\n".join(f"  {name}: {words['zod'][kind]}.nullable()," for name, kind in types.items()),
        "sql_fields": "\n".join(f"  {name} {kind}," for name, kind in types.items()),
        "sample": str(random.randint(2, 900))
        if types[first] in {"integer", "bigint"}
        else f'"{first}-{random.randrange(16**6):06x}"',
        "number": str(random.randint(1000, 9999)),
        "number2": str(random.randint(1000, 9999)),
        "number4": f"{number:04}",
        "limit": str(random.choice((50, 100, 200, 250, 500))),
        "reason": reason,
        "Reason": reason[0].upper() + reason[1:],
        "guard": random.choice(words["guards"]),
        "condition": random.choice(words["guards"]),
        "verb": random.choice(words["verbs"]),
        "shape": random.choice(words["shapes"]),
    }


@dataclass
class Repository:
    """Files in memory, with what was last committed."""

    files: dict[str, str]
    committed: dict[str, str] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.committed = dict(self.files)

    def diff(self) -> str:
        """Uncommitted changes as `git diff` shows them."""
        changed = [path for path in sorted(self.files) if self.files[path] != self.committed.get(path, "")]
        parts = []
        for path in changed:
            old, new = (side.get(path, "").splitlines() for side in (self.committed, self.files))
            lines = difflib.unified_diff(old, new, f"a/{path}", f"b/{path}", lineterm="")
            parts.append("\n".join([f"diff --git a/{path} b/{path}", *lines]))
        return "\n".join(parts)

    def commit(self, message: str) -> str:
        """Commit everything and give git's answer."""
        diff = self.diff()
        added, removed = (len(re.findall(rf"^\{sign}(?!\{sign})", diff, re.MULTILINE)) for sign in "+-")
        count = diff.count("diff --git")
        self.committed = dict(self.files)
        digest = hashlib.sha1("\n".join([*self.log, message, diff]).encode()).hexdigest()[:7]
        self.log.append(f"{digest} {message}")
        counts = f" {count} files changed, {added} insertions(+), {removed} deletions(-)"
        return f"[fix/import-and-billing {digest}] {message}\n{counts}"


# -- the transcript -----------------------------------------------------------------------------------


class Transcript:
    """Entries of a v3 session, with ids, times and the usage that the API would have counted."""

    def __init__(self, random: Random, cwd: str) -> None:
        self.random = random
        self.clock = FIRST_DAY
        self.characters = 0
        self.lines: list[str] = []
        self._parent: str | None = None
        self._seen = 0
        session = self._hex(32)
        self._write({"type": "session", "version": 3, "id": session, "timestamp": self._time(), "cwd": cwd})
        self.entry({"type": "model_change", "provider": MODEL[1], "modelId": MODEL[2]})
        self.entry({"type": "thinking_level_change", "thinkingLevel": "low"})

    def entry(self, entry: dict[str, Any], seconds: float = 0.01) -> None:
        """Append one entry as a child of the newest one."""
        self.clock += timedelta(seconds=seconds)
        identity = self._hex(8)
        head = {"type": entry.pop("type"), "id": identity, "parentId": self._parent, "timestamp": self._time()}
        self._write({**head, **entry})
        self._parent = identity

    def user(self, text: str) -> None:
        """What a person wrote, or what the host says in their place."""
        self._message(
            {"role": "user", "content": [{"type": "text", "text": text}]}, self.random.uniform(40, 900), len(text)
        )

    def agent(self, text: str, calls: Sequence[tuple[str, str, dict[str, Any]]], thinking: str) -> None:
        """One reply; its usage counts everything up to here."""
        content: list[dict[str, Any]] = []
        if thinking:
            signature = base64.b64encode(self.random.randbytes(96)).decode()
            content.append({"type": "thinking", "thinking": thinking, "thinkingSignature": signature})
        if text:
            content.append({"type": "text", "text": text})
        content += [{"type": "toolCall", "id": call, "name": name, "arguments": given} for call, name, given in calls]
        size = len(text) + len(thinking) + sum(len(json.dumps(given)) for _, _, given in calls)
        cached, fresh = self._tokens(self._seen), self._tokens(self.characters - self._seen, fixed=0)
        usage = {
            "input": fresh,
            "output": self._tokens(size, fixed=0),
            "cacheRead": cached if self._seen else 0,
            "cacheWrite": 0 if self._seen else cached,
        }
        usage["totalTokens"] = sum(usage.values())
        self._seen = self.characters
        api, provider, model = MODEL
        message = {
            "role": "assistant",
            "content": content,
            "api": api,
            "provider": provider,
            "model": model,
            "usage": usage,
        }
        self._message({**message, "stopReason": "toolUse" if calls else "stop"}, self.random.uniform(2, 14), size)

    def result(self, call: str, tool: str, text: str, *, failed: bool) -> None:
        """What a tool answered."""
        content = [{"type": "text", "text": text}]
        message = {"role": "toolResult", "toolCallId": call, "toolName": tool, "content": content, "isError": failed}
        self._message(message, self.random.uniform(0.1, 9), len(text))

    def call_id(self) -> str:
        """A fresh id for a tool call."""
        return f"toolu_01{self._hex(20)}"

    def _message(self, message: dict[str, Any], seconds: float, size: int) -> None:
        self.characters += size
        self.clock += timedelta(seconds=seconds)
        self.entry({"type": "message", "message": {**message, "timestamp": int(self.clock.timestamp() * 1000)}})

    def _write(self, entry: dict[str, Any]) -> None:
        self.lines.append(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n")

    def _tokens(self, characters: int, fixed: int = FIXED_PREFIX_TOKENS) -> int:
        return fixed + round(characters * TOKENS_PER_CHARACTER)

    def _hex(self, digits: int) -> str:
        return f"{self.random.randrange(16**digits):0{digits}x}"

    def _time(self) -> str:
        return self.clock.isoformat(timespec="milliseconds").replace("+00:00", "Z")


# -- the play -----------------------------------------------------------------------------------------


@dataclass
class Player:
    """Plays the steps of the story against the repository and writes what happened."""

    transcript: Transcript
    story: dict[str, Any]
    repository: Repository
    random: Random

    def play(self, turn: dict[str, Any], cycle: int) -> None:
        """One user message and everything the agent does about it."""
        if turn.get("day") == 2:
            self.transcript.clock = FIRST_DAY + timedelta(days=7 * cycle + 1)
        self.transcript.user(self._wrapped(turn))
        *steps, last = turn["steps"]
        said = ""
        for step in steps:
            verb, _, rest = step.partition(" ")
            if verb == "say":
                said = rest
                continue
            tool, given, answer = getattr(self, f"_{verb}")(rest)
            call = self.transcript.call_id()
            failed = "exit status" in answer
            self.transcript.agent(said, [(call, tool, given)], self._thought(verb, rest))
            self.transcript.result(call, tool, answer, failed=failed)
            said = ""
        self.transcript.agent(last.removeprefix("say "), [], "")

    def _wrapped(self, turn: dict[str, Any]) -> str:
        text: str = turn["user"]
        at = self.transcript.clock.strftime("%a %Y-%m-%d %H:%M UTC")
        match turn.get("wrapper"):
            case "telegram":
                info = json.dumps(
                    {"label": "Mira (471120)", "id": "471120", "name": "Mira", "channel": "telegram"}, indent=2
                )
                return f"Sender (untrusted metadata):\n```json\n{info}\n```\n\n[{at}] {text}"
            case "feishu":
                info = json.dumps({"timestamp": at}, indent=2)
                message = f"om_x{self.random.randrange(16**12):012x}"
                head = f"Conversation info (untrusted metadata):\n```json\n{info}\n```"
                return f"{head}\n\n[message_id: {message}]\nou_lin: {text}"
            case _:
                return text

    def _thought(self, verb: str, rest: str) -> str:
        if self.random.random() < 0.35:
            return ""
        thoughts = self.story["thoughts"][verb]
        chosen = self.random.sample(thoughts, min(len(thoughts), self.random.randint(1, 3)))
        return " ".join(thought.replace("{rest}", rest.partition(" ")[0]) for thought in chosen)

    # Each step gives (tool, arguments, answer).

    def _read(self, path: str) -> tuple[str, dict[str, Any], str]:
        return "read", {"path": path}, self.repository.files[path]

    def _ls(self, folder: str) -> tuple[str, dict[str, Any], str]:
        paths = [path for path in sorted(self.repository.files) if path.startswith(folder + "/")]
        return "exec", {"command": f"find {folder} -type f | sort"}, "\n".join(paths)

    def _grep(self, pattern: str) -> tuple[str, dict[str, Any], str]:
        hits = [
            f"{path}:{number}:{line}"
            for path in sorted(self.repository.files)
            for number, line in enumerate(self.repository.files[path].splitlines(), start=1)
            if re.search(pattern, line)
        ]
        answer = "\n".join(hits[:150]) if hits else "no match\n\nexit status 1"
        return "exec", {"command": f"rg -n '{pattern}' migrations src tests config docs"}, answer

    def _edit(self, name: str) -> tuple[str, dict[str, Any], str]:
        edit = self.story["edit"][name]
        path, old, new = edit["path"], edit["old"], edit["new"]
        before = self.repository.files[path]
        assert before.count(old) == 1, f"{name}: the old text must stand once in {path}"
        self.repository.files[path] = before.replace(old, new)
        given = {"path": path, "oldText": old, "newText": new}
        return "edit", given, f"Successfully replaced text in {path}."

    def _write(self, rest: str) -> tuple[str, dict[str, Any], str]:
        path, _, name = rest.partition(" ")
        text = self.story["text"][name].lstrip("\n")
        self.repository.files[path] = text
        size = len(text.encode())
        return "write", {"path": path, "content": text}, f"Successfully wrote {size} bytes to {path}"

    def _diff(self, _: str) -> tuple[str, dict[str, Any], str]:
        return "exec", {"command": "git diff"}, self.repository.diff()

    def _commit(self, message: str) -> tuple[str, dict[str, Any], str]:
        given = {"command": f"git add -A && git commit -m {message!r}"}
        return "exec", given, self.repository.commit(message)

    def _run(self, name: str) -> tuple[str, dict[str, Any], str]:
        command, answer = self.story["run"][name]
        return (
            "exec",
            {"command": command},
            answer.replace("@LOG@", "\n".join(reversed(self.repository.log))),
        )

    def _test(self, rest: str) -> tuple[str, dict[str, Any], str]:
        folder, _, option = rest.partition(" fail=")
        failing = self.story["fail"].get(option)
        answer = "\n".join(self._test_lines(folder, failing)) + ("\n\nexit status 1" if failing else "")
        return "exec", {"command": f"pnpm vitest run {folder}"}, answer

    def _test_lines(self, folder: str, failing: list[str] | None) -> Iterator[str]:
        files = [
            path for path in sorted(self.repository.files) if path.startswith(folder) and path.endswith(".test.ts")
        ]
        passed = 0
        yield " RUN  v4.0.2 harborbill\n"
        for path in files:
            names = re.findall(r"\bit(?:\.each\(.*?\))?\(\"([^\"]+)\"", self.repository.files[path])
            bad = failing is not None and failing[0] == path
            yield f" {'❯' if bad else '✓'} {path} ({len(names)} tests) {self.random.randint(80, 2400)}ms"
            worst = next((name for name in names if failing and name.startswith(failing[1])), None) if bad else None
            for name in names:
                broken = name == worst
                passed += not broken
                yield f"   {'×' if broken else '✓'} {name} {self.random.randint(1, 240)}ms"
        if failing:
            path, name, error, place = failing
            yield f"\n⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯\n\n FAIL  {path} > {name}\n{error}\n ❯ {place}\n"
        failed = "1 failed | " if failing else ""
        yield f"\n Test Files  {failed}{len(files) - bool(failing)} passed ({len(files)})"
        yield f"      Tests  {failed}{passed} passed ({passed + bool(failing)})"

    def _logs(self, rest: str) -> tuple[str, dict[str, Any], str]:
        module, count = rest.split()
        answer = "\n".join(self._log_lines(module, int(count)))
        return "exec", {"command": f"journalctl -u harborbill-{module} -n {count} -o cat"}, answer

    def _log_lines(self, module: str, count: int) -> Iterator[str]:
        tenants = ("acme-freight", "borealis-cargo", "northwind", "stella-maris", "quay-five", "delta-line")
        faults = {
            "import": 'level=error msg="row refused" code=IMP-4093 job=imp_5c1e9a row={row}',
            "billing": 'level=warn msg="slow query" table=line_items statements=29 ms=1882 invoice=INV-2026-{row}',
            "gateway": 'level=error msg="upstream refused" upstream=127.0.0.1:8080 status=502',
            "webhooks": 'level=error msg="delivery refused" status=401 header=X-Signature delivery=wh_{row}',
            "ledger": 'level=warn msg="order not stable" left=le_02b6 right=le_02b7 page={row}',
        }
        clock = self.transcript.clock - timedelta(seconds=count * 3)
        routes = ("/v1/customers", "/v1/invoices", "/v1/usage_events", "/v1/payments", "/v1/imports", "/healthz")
        for number in range(count):
            clock += timedelta(seconds=self.random.uniform(0.2, 5))
            head = f"{clock.isoformat(timespec='milliseconds')} {module}[{48213 + number % 3}]"
            if number % 53 == 31:
                yield f"{head} " + faults[module].format(row=(311, 742, 1177, 1204)[number // 53 % 4])
                continue
            tenant, route = self.random.choice(tenants), self.random.choice(routes)
            status, duration = self.random.choice((200, 200, 200, 201, 204, 304)), self.random.randint(2, 480)
            request = f"rq_{self.random.randrange(16**10):010x}"
            where = f"tenant={tenant} route={route} status={status}"
            yield f'{head} level=info msg="request done" {where} ms={duration} request={request}'


if __name__ == "__main__":
    sys.exit(main())
