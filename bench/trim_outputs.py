# ruff: noqa: E501 - lines of data
"""Tool outputs with one planted fact in the middle, by kind and seed: the exam of `bench.trim_fidelity`.

Kinds in HELD_OUT were written after the rules and were not looked at while
they were tuned; their figures are printed apart.
"""

import inspect
import json
import random
from collections.abc import Callable
from dataclasses import dataclass

Maker = Callable[[random.Random], "Case"]


@dataclass(frozen=True, slots=True)
class Case:
    """One output; the fact is kept when `needle` stands in what is shown."""

    text: str
    needle: str
    tool: str
    path: str = ""


WORDS = [
    "account",
    "adapter",
    "address",
    "agent",
    "batch",
    "bridge",
    "broker",
    "bucket",
    "buffer",
    "cache",
    "channel",
    "client",
    "cluster",
    "column",
    "config",
    "cursor",
    "daemon",
    "device",
    "digest",
    "driver",
    "edge",
    "engine",
    "entry",
    "event",
    "export",
    "fabric",
    "filter",
    "folder",
    "gateway",
    "graph",
    "handler",
    "header",
    "image",
    "import",
    "index",
    "invoice",
    "job",
    "journal",
    "kernel",
    "key",
    "label",
    "layer",
    "ledger",
    "lock",
    "mapper",
    "market",
    "metric",
    "mirror",
    "module",
    "monitor",
    "node",
    "notice",
    "object",
    "order",
    "packet",
    "page",
    "parser",
    "partner",
    "patch",
    "payment",
    "pipeline",
    "planner",
    "policy",
    "pool",
    "portal",
    "probe",
    "profile",
    "proxy",
    "query",
    "queue",
    "record",
    "region",
    "registry",
    "relay",
    "report",
    "request",
    "resolver",
    "resource",
    "router",
    "sample",
    "schema",
    "screen",
    "session",
    "shard",
    "signal",
    "socket",
    "source",
    "stage",
    "storage",
    "stream",
    "student",
    "subject",
    "switch",
    "table",
    "target",
    "task",
    "tenant",
    "ticket",
    "token",
    "topic",
    "tracker",
    "vector",
    "vendor",
    "view",
    "volume",
    "worker",
]
VERBS = [
    "accepts",
    "builds",
    "checks",
    "closes",
    "collects",
    "copies",
    "creates",
    "drains",
    "emits",
    "fetches",
    "flushes",
    "joins",
    "keeps",
    "loads",
    "maps",
    "merges",
    "moves",
    "opens",
    "parses",
    "polls",
    "prints",
    "reads",
    "renders",
    "resolves",
    "routes",
    "saves",
    "scans",
    "sends",
    "sorts",
    "splits",
    "starts",
    "stores",
    "updates",
    "writes",
]
ADJECTIVES = [
    "active",
    "common",
    "current",
    "default",
    "empty",
    "external",
    "final",
    "fresh",
    "global",
    "hidden",
    "idle",
    "internal",
    "large",
    "local",
    "main",
    "minor",
    "nested",
    "new",
    "old",
    "open",
    "optional",
    "partial",
    "plain",
    "primary",
    "private",
    "public",
    "quick",
    "remote",
    "secondary",
    "shared",
    "simple",
    "small",
    "stable",
    "static",
    "temporary",
    "typical",
    "upper",
    "usual",
    "virtual",
    "weekly",
]
NAMES = [
    "amara",
    "bjorn",
    "chidi",
    "daria",
    "emeka",
    "farid",
    "greta",
    "hana",
    "ivan",
    "jonas",
    "keiko",
    "lucia",
    "mateo",
    "nadia",
    "omar",
    "priya",
    "quinn",
    "rosa",
    "sven",
    "tomas",
]
ODD = [
    "marguerite",
    "zanzibar",
    "obsidian",
    "kumquat",
    "perihelion",
    "walrus",
    "gibraltar",
    "saffron",
    "quokka",
    "bellwether",
    "tundra",
    "halcyon",
]


def hexid(r: random.Random, n: int = 8) -> str:
    return "".join(r.choice("0123456789abcdef") for _ in range(n))


def sentence(r: random.Random) -> str:
    parts = [
        f"the {r.choice(ADJECTIVES)} {r.choice(WORDS)} {r.choice(VERBS)} each {r.choice(WORDS)}",
        f"when a {r.choice(WORDS)} {r.choice(VERBS)} the {r.choice(WORDS)}, its {r.choice(ADJECTIVES)} {r.choice(WORDS)} {r.choice(VERBS)} first",
        f"most {r.choice(WORDS)}s are {r.choice(ADJECTIVES)} and a {r.choice(WORDS)} {r.choice(VERBS)} them",
        f"it {r.choice(VERBS)} the {r.choice(WORDS)} before the {r.choice(ADJECTIVES)} {r.choice(WORDS)}",
        f"a {r.choice(ADJECTIVES)} {r.choice(WORDS)} without a {r.choice(WORDS)} {r.choice(VERBS)} nothing",
    ]
    said = r.choice(parts)
    if r.random() < 0.3:
        said += f", because the {r.choice(WORDS)} {r.choice(VERBS)} it"
    return said[0].upper() + said[1:] + "."


def middle(r: random.Random, n: int) -> int:
    return r.randint(n // 4, n * 3 // 4)


def stamp(i: int, every: int = 1) -> str:
    s = i * every + 3 * 3600
    return f"2026-03-{4 + s // 86400:02d} {s // 3600 % 24:02d}:{s // 60 % 60:02d}:{s % 60:02d}"


def app_log(r: random.Random) -> Case:
    n = r.randint(120, 500)
    messages = [f"{r.choice(VERBS)} {r.choice(WORDS)}" for _ in range(r.randint(2, 9))]
    rows = [
        f"{stamp(i)} INFO  [{r.choice(WORDS[:12])}-{r.randint(1, 9)}] {r.choice(messages)} id={hexid(r)} took={r.randint(20, 80)}ms"
        for i in range(n)
    ]
    at = middle(r, n)
    needle, row = r.choice(
        [
            ("took=9321ms", f"{stamp(at)} INFO  [cache-3] {messages[0]} id={hexid(r)} took=9321ms"),
            ("E4217", f"{stamp(at)} ERROR [cache-3] upstream said E4217 id={hexid(r)}"),
            ("2025-03-04", f"2025-03-04 {stamp(at)[11:]} INFO  [cache-3] {messages[0]} id={hexid(r)} took=33ms"),
            (ODD[at % 12], f"{stamp(at)} INFO  [cache-3] switched leader to {ODD[at % 12]} id={hexid(r)} took=41ms"),
            ("retry=7", f"{stamp(at)} INFO  [cache-3] {messages[0]} id={hexid(r)} took=44ms retry=7"),
            ("WARN  [broker-2]", f"{stamp(at)} WARN  [broker-2] {messages[0]} id={hexid(r)} took=44ms"),
            ("took=0ms", f"{stamp(at)} INFO  [cache-3] {messages[-1]} id={hexid(r)} took=0ms"),
            ("heap 91% of 512 MiB", f"{stamp(at)} INFO  [bridge-3] heap 91% of 512 MiB"),
        ]
    )
    rows[at] = row
    return Case("\n".join(rows), needle, "exec")


def access_log(r: random.Random) -> Case:
    n = r.randint(100, 350)
    paths = [f"/api/v2/{r.choice(WORDS)}s/{{}}" for _ in range(8)] + ["/health", "/static/app.js"]

    def row(i: int, path: str, status: int, size: int, agent: str = "Mozilla/5.0 (X11; Linux x86_64)") -> str:
        ip = f"10.{r.randint(0, 3)}.{r.randint(0, 255)}.{r.randint(1, 254)}"
        return f'{ip} - - [04/Mar/2026:03:{i // 60 % 60:02d}:{i % 60:02d} +0000] "GET {path} HTTP/1.1" {status} {size} "-" "{agent}"'

    rows = [
        row(i, r.choice(paths).format(r.randint(1, 9999)), r.choice([200] * 9 + [304]), r.randint(300, 9000))
        for i in range(n)
    ]
    at = middle(r, n)
    needle, line = r.choice(
        [
            (" 502 ", row(at, paths[0].format(12), 502, 417)),
            ("sqlmap/1.8", row(at, paths[0].format(12), 200, 4170, "sqlmap/1.8")),
            ("/.git/config", row(at, "/.git/config", 200, 417)),
            ("8812345678", row(at, paths[1].format(12), 200, 8812345678)),
            ("POST /admin/reset", row(at, paths[1], 200, 5000).replace("GET " + paths[1], "POST /admin/reset")),
        ]
    )
    rows[at] = line
    return Case("\n".join(rows), needle, "Bash")


def yaml_config(r: random.Random) -> Case:
    n = r.randint(25, 60)
    blocks = []
    for i in range(n):
        name = f"{r.choice(WORDS)}-{r.choice(WORDS)}"
        blocks.append(
            [
                f"  {name}:",
                f"    image: registry.local/{name}:1.{r.randint(10, 14)}.{r.randint(0, 9)}",
                f"    replicas: {r.choice([2, 3])}",
                f"    port: {8000 + i}",
                "    timeout: 30s",
                "    restart: always",
                "    env:",
                "      LOG_LEVEL: info",
                f"      REGION: {r.choice(['eu-west-1', 'us-east-1'])}",
                f"      POOL_SIZE: {r.choice([10, 20])}",
            ]
        )
    block = blocks[middle(r, n)]
    needle, old, new = r.choice(
        [
            ("timeout: 3s", "    timeout: 30s", "    timeout: 3s"),
            ("restart: never", "    restart: always", "    restart: never"),
            ("LOG_LEVEL: trace", "      LOG_LEVEL: info", "      LOG_LEVEL: trace"),
            ("privileged: true", "    env:", "    privileged: true\n    env:"),
            ("replicas: 40", block[2], "    replicas: 40"),
            ("REGION: ap-south-2", block[8], "      REGION: ap-south-2"),
            ("POOL_SIZE: 1000", block[9], "      POOL_SIZE: 1000"),
            ("# pinned until the audit", "    restart: always", "    restart: always  # pinned until the audit"),
        ]
    )
    block[block.index(old)] = new
    return Case("services:\n" + "\n".join("\n".join(b) for b in blocks), needle, "read", "deploy/compose.yaml")


def env_config(r: random.Random) -> Case:
    n = r.randint(90, 220)
    keys = sorted(
        {
            f"{r.choice(WORDS)}_{r.choice(WORDS)}_{r.choice(['size', 'limit', 'url', 'mode', 'path'])}".upper()
            for _ in range(n)
        }
    )
    rows = []
    for key in keys:
        value = {
            "E": str(r.choice([64, 128, 256])),
            "T": str(r.choice([100, 500])),
            "L": f"http://{r.choice(WORDS)}.local",
            "H": f"/var/lib/{r.choice(WORDS)}",
        }
        rows.append(f"{key}={'auto' if key.endswith('MODE') else value[key[-1]]}")
    at = middle(r, len(rows))
    needle, row = r.choice(
        [
            ("DEBUG_BYPASS_AUTH=1", "DEBUG_BYPASS_AUTH=1"),
            ("73.118.4.9", "CACHE_PROXY_URL=http://73.118.4.9:8443"),
            ("=999999", f"{rows[at].split('=')[0][:-4]}SIZE=999999"),
            ("legacy-strict", "SESSION_TOKEN_MODE=legacy-strict"),
            ("/mnt/kumquat", "LEDGER_STORAGE_PATH=/mnt/kumquat"),
        ]
    )
    rows.insert(at, row)
    return Case("\n".join(rows), needle, "bash")


def diff(r: random.Random) -> Case:
    files = r.randint(6, 16)
    old, new = r.sample(WORDS, 2)
    out = []
    target = middle(r, files)
    facts = [
        ("retries = 30", "    retries = 3", "    retries = 30"),
        ("verify=False", "    get(url, verify=True)", "    get(url, verify=False)"),
        ('"0.0.0.0"', '    host = "127.0.0.1"', '    host = "0.0.0.0"'),
        ("except Exception: pass", "    close()", "    try: close()\n+    except Exception: pass"),
        (">= limit", "    if count > limit:", "    if count >= limit:"),
        ("del cache[key]", "    cache[key] = None", "    del cache[key]"),
    ]
    needle, before, after = r.choice(facts)
    for f in range(files):
        name = f"src/{r.choice(WORDS)}/{r.choice(WORDS)}.py"
        out += [
            f"diff --git a/{name} b/{name}",
            f"index {hexid(r, 7)}..{hexid(r, 7)} 100644",
            f"--- a/{name}",
            f"+++ b/{name}",
        ]
        hunks = r.randint(2, 4)
        for h in range(hunks):
            out.append(f"@@ -{40 * h + 3},9 +{40 * h + 3},9 @@ def {r.choice(VERBS)}_{r.choice(WORDS)}(self):")
            out += [f"     {r.choice(WORDS)} = self.{r.choice(WORDS)}({r.choice(WORDS)})" for _ in range(3)]
            if f == target and h == hunks // 2:
                out += [f"-{before}", f"+{after}"]
            else:
                word = r.choice(WORDS)
                out += [f"-    {word} = {old}({r.choice(WORDS[:20])})", f"+    {word} = {new}({r.choice(WORDS[:20])})"]
            out += [f"     {r.choice(WORDS)} = self.{r.choice(WORDS)}({r.choice(WORDS)})" for _ in range(3)]
    return Case("\n".join(out), needle, "Bash")


def pytest_output(r: random.Random) -> Case:
    n = r.randint(120, 300)
    names = [
        f"tests/test_{r.choice(WORDS)}.py::test_{r.choice(VERBS)}_{r.choice(WORDS)}_{r.choice(ADJECTIVES)}"
        for _ in range(n)
    ]
    bad = names[middle(r, n)]
    a, b = r.randint(100, 999), r.randint(100, 999)
    rows = ["=" * 20 + " test session starts " + "=" * 20, f"collected {n} items", ""]
    rows += [f"{name} {'FAILED' if name == bad else 'PASSED'} [{100 * i // n:3d}%]" for i, name in enumerate(names)]
    rows += ["", "=" * 25 + " FAILURES " + "=" * 25, f"____ {bad.split('::')[1]} ____", "", "    def test():"]
    rows += [f"        {r.choice(WORDS)} = {r.choice(WORDS)}()" for _ in range(r.randint(3, 20))]
    rows += [
        f">       assert total == {b}",
        f"E       assert {a} == {b}",
        "",
        f"{bad.split('::')[0]}:{r.randint(9, 400)}: AssertionError",
    ]
    rows += ["----- Captured log call -----"] + [
        f"INFO     {r.choice(WORDS)}:{r.choice(WORDS)}.py:{r.randint(10, 99)} {r.choice(VERBS)} {r.choice(WORDS)}"
        for _ in range(r.randint(20, 60))
    ]
    rows += [f"=== 1 failed, {n - 1} passed in 12.3s ==="]
    return Case("\n".join(rows), r.choice([f"assert {a} == {b}", bad]), "bash")


def other_tests(r: random.Random) -> Case:
    n = r.randint(120, 300)
    at = middle(r, n)
    a, b = r.randint(100, 999), r.randint(100, 999)
    style = r.choice(["go", "cargo", "jest", "tap"])
    name = f"{r.choice(VERBS)}_{r.choice(WORDS)}_{r.choice(WORDS)}"
    rows = []
    for i in range(n):
        other = f"{r.choice(VERBS)}_{r.choice(WORDS)}_{r.choice(ADJECTIVES)}"
        ms = r.randint(0, 9)
        if style == "go":
            rows += (
                [f"=== RUN   Test_{other}", f"--- PASS: Test_{other} (0.0{ms}s)"]
                if i != at
                else [
                    f"=== RUN   Test_{name}",
                    f"    order_test.go:88: got {a}, want {b}",
                    f"--- FAIL: Test_{name} (0.0{ms}s)",
                ]
            )
        elif style == "cargo":
            rows.append(
                f"test {r.choice(WORDS)}::tests::{other} ... ok"
                if i != at
                else f"test ledger::tests::{name} ... FAILED"
            )
        elif style == "jest":
            rows += (
                [f"    ✓ {other.replace('_', ' ')} ({ms} ms)"]
                if i != at
                else [f"    ✕ {name.replace('_', ' ')} ({ms} ms)", f"      Expected: {b}", f"      Received: {a}"]
            )
        else:
            rows += (
                [f"ok {i + 1} - {other}"] if i != at else [f"not ok {i + 1} - {name}", f"#   wanted {b} and got {a}"]
            )
    needle = {"go": f"got {a}, want {b}", "cargo": f"{name} ... FAILED", "jest": f"Received: {a}", "tap": f"got {a}"}[
        style
    ]
    return Case("\n".join(rows), needle, "exec_command")


def _record(r: random.Random, i: int) -> dict[str, object]:
    return {
        "id": 1000 + i,
        "name": f"{r.choice(WORDS)}-{r.choice(WORDS)}",
        "status": "ready",
        "cpu": r.randint(10, 60),
        "zone": r.choice(["a", "b", "c"]),
        "tags": [r.choice(WORDS)],
        "owner": {"team": r.choice(WORDS[:6]), "mail": f"{r.choice(NAMES)}@example.org"},
        "created": f"2026-02-{r.randint(1, 28):02d}",
    }


def _odd_record(r: random.Random, i: int) -> tuple[str, dict[str, object]]:
    record = _record(r, i)
    changes: list[tuple[str, dict[str, object]]] = [
        ("quarantined", {"status": "quarantined"}),
        ("evacuate", {"evacuate": True}),
        ("9871", {"cpu": 9871}),
        ("2019-", {"created": "2019-07-30"}),
        ("null", {"owner": None}),
        ("see ticket OPS-4471", {"note": "see ticket OPS-4471"}),
        ("-1", {"cpu": -1}),
        ('"north-7"', {"zone": "north-7"}),
    ]
    needle, change = r.choice(changes)
    return needle, record | change


def json_pretty(r: random.Random) -> Case:
    n = r.randint(30, 90)
    records = [_record(r, i) for i in range(n)]
    at = middle(r, n)
    needle, records[at] = _odd_record(r, at)
    return Case(
        json.dumps(r.choice([records, {"items": records, "next": None}]), indent=2).replace(
            '"next": null', '"next": 0'
        ),
        needle,
        "mcp__inventory__list_nodes",
    )


def json_compact(r: random.Random) -> Case:
    n = r.randint(60, 220)
    records = [_record(r, i) for i in range(n)]
    at = middle(r, n)
    needle, records[at] = _odd_record(r, at)
    return Case(
        json.dumps(
            r.choice([records, {"total": n, "items": records}]), separators=r.choice([(",", ":"), (", ", ": ")])
        ),
        needle,
        "exec",
    )


def json_lines(r: random.Random) -> Case:
    n = r.randint(60, 220)
    records = [_record(r, i) for i in range(n)]
    at = middle(r, n)
    needle, records[at] = _odd_record(r, at)
    return Case("\n".join(json.dumps(x) for x in records), needle, "Read", "data/nodes.jsonl")


def csv_table(r: random.Random) -> Case:
    n = r.randint(150, 500)
    mark = r.choice([",", "\t", ";"])
    rows = [
        [
            f"SKU{10000 + i}",
            f"{r.choice(ADJECTIVES)} {r.choice(WORDS)}" + r.choice(["", f" {r.choice(WORDS)}"]),
            str(r.randint(1, 40)),
            f"{r.uniform(5, 99):.2f}",
            r.choice(["EUR", "EUR", "USD"]),
            "in stock",
            f"2026-01-{r.randint(1, 31):02d}",
        ]
        for _, i in enumerate(range(n))
    ]
    at = middle(r, n)
    column, value, needle = r.choice(
        [
            (5, "recalled", "recalled"),
            (3, "48210.00", "48210.00"),
            (4, "JPY", "JPY"),
            (0, rows[at - 20][0], None),
            (2, "-3", "-3"),
            (2, "", None),
            (6, "2016-01-09", "2016-01-09"),
            (1, "kumquat", "kumquat"),
            (0, f"XK{at}-b", f"XK{at}-b"),
        ]
    )
    rows[at][column] = value
    line = mark.join(rows[at])
    return Case(
        mark.join(["sku", "title", "count", "price", "currency", "state", "date"])
        + "\n"
        + "\n".join(mark.join(x) for x in rows),
        needle or line,
        "bash",
    )


def aligned_table(r: random.Random) -> Case:
    n = r.randint(80, 250)
    heads = ["NAME", "READY", "STATUS", "RESTARTS", "AGE", "IP", "NODE"]
    rows = [
        [
            f"{r.choice(WORDS)}-{r.choice(WORDS)}-{hexid(r, 9)}-{hexid(r, 5)}",
            "1/1",
            "Running",
            r.choice(["0", "0", "1"]),
            f"{r.randint(2, 40)}d",
            f"10.42.{r.randint(0, 8)}.{r.randint(2, 250)}",
            f"node-{r.randint(1, 6)}",
        ]
        for _ in range(n)
    ]
    at = middle(r, n)
    column, value = r.choice(
        [(2, "Pending"), (3, "417"), (1, "0/1"), (4, "9s"), (6, "edge-gw-1"), (5, "192.168.77.3"), (2, "Terminating")]
    )
    rows[at][column] = value
    widths = [max(len(x[c]) for x in [heads, *rows]) for c in range(7)]
    style = r.choice(["kubectl", "psql", "markdown"])

    def line(row: list[str]) -> str:
        if style == "markdown":
            return "| " + " | ".join(row) + " |"
        padded = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        return "   ".join(padded).rstrip() if style == "kubectl" else " " + " | ".join(padded)

    return Case("\n".join([line(heads), *map(line, rows)]), line(rows[at]).strip()[:40], "exec")


def listing(r: random.Random) -> Case:
    n = r.randint(150, 420)
    folders = [f"{r.choice(WORDS)}/{r.choice(WORDS)}" for _ in range(12)]
    style = r.choice(["find", "ls", "tree"])
    if style == "find":
        rows = [
            f"./src/{r.choice(folders)}/{r.choice(VERBS)}_{r.choice(WORDS)}.{r.choice(['ts', 'ts', 'test.ts'])}"
            for _ in range(n)
        ]
        odd = r.choice(
            [
                "./src/.env.production.bak",
                "./src/order/core.4412",
                "./src/broker/id_rsa",
                f"./src/{ODD[n % 12]}/README",
                "./src/label/dump-2019-08-11.sql.gz",
                "./src/order/ journal copy (2).ts",
            ]
        )
        needle = odd
    elif style == "ls":
        rows = [
            f"-rw-r--r--  1 deploy staff {r.randint(400, 90000):>8} Mar {r.randint(1, 9):>2} {r.randint(10, 19)}:{r.randint(10, 59)} {r.choice(VERBS)}_{r.choice(WORDS)}.py"
            for _ in range(n)
        ]
        odd = r.choice(
            [
                "-rwsr-xr-x  1 root   root     48144 Mar  2 11:20 helper",
                "-rw-r--r--  1 deploy staff        0 Mar  3 12:20 scans_index.py",
                "-rw-r--r--  1 deploy staff 98812312 Mar  3 12:20 reads_index.py",
                "-rw-r--r--  1 nobody staff     4123 Mar  3 12:20 reads_order.py",
                "lrwxrwxrwx  1 deploy staff       11 Mar  3 12:20 current -> /srv/old-42",
                "-rw-r--r--  1 deploy staff     4123 Aug 30  2011 reads_page.py",
            ]
        )
        needle = odd
    else:
        rows = [
            f"│   {r.choice(['├──', '└──'])} {r.choice(VERBS)}_{r.choice(WORDS)}.go"
            if r.random() < 0.85
            else f"├── {r.choice(WORDS)}"
            for _ in range(n)
        ]
        odd = r.choice(
            ["│   ├── Vault.kdbx", "│   ├── core.go.orig", "│   │   └── deep-secret-42", "│   ├── 2019_backup.tar"]
        )
        needle = odd.split(" ")[-1]
    rows[middle(r, n)] = odd
    return Case("\n".join(rows), needle, r.choice(["ls", "Bash", "LS"]))


def grep_output(r: random.Random) -> Case:
    n = r.randint(100, 320)
    word = r.choice(WORDS)
    rows = [
        f"src/{r.choice(WORDS)}/{r.choice(WORDS)}.py:{r.randint(1, 900)}:    {r.choice(WORDS)} = {word}.{r.choice(VERBS)}({r.choice(WORDS)})"
        for _ in range(n)
    ]
    at = middle(r, n)
    needle = r.choice(
        [
            f"def {word}(timeout=None",
            f"{word.upper()}_LIMIT = 4096",
            f"# {word} must stay single-threaded",
            "infra/legacy/Dockerfile:3:",
            f'raise {word.title()}Gone("no quorum")',
        ]
    )
    rows[at] = (
        f"infra/legacy/Dockerfile:3:ENV {word}=1"
        if needle.startswith("infra")
        else f"src/{r.choice(WORDS)}/core.py:{r.randint(1, 900)}:{needle}"
    )
    return Case("\n".join(rows), needle, r.choice(["Grep", "grep"]))


FACTS = [
    ("4,217 ms", "The quorum timeout on the west coast is 4,217 ms."),
    ("17 of the 23", "Last winter 17 of the 23 sites had to be restored by hand."),
    ("Marguerite", "Only Marguerite may rotate the signing key."),
    ("port 7443", "The admin interface listens on port 7443 instead."),
    ("CVE-2031-4471", "This was the cause of CVE-2031-4471."),
    ("v2.9.13", "Support ends with v2.9.13."),
    ("November 3", "The contract ends on November 3 and will not be renewed."),
    ("$12,400", "The invoice of $12,400 was never paid."),
    ("MUST NOT", "Clients MUST NOT resend a frozen transfer."),
    ("s3://kumquat-archive", "Raw recordings lie in s3://kumquat-archive since the move."),
    ("0.35", "Above a ratio of 0.35 the results are worthless."),
    ("TODO", "TODO: ask legal whether this paragraph may stay."),
]


def prose(r: random.Random) -> Case:
    n = r.randint(80, 260)
    said = [sentence(r) for _ in range(n)]
    needle, fact = r.choice(FACTS)
    said[middle(r, n)] = fact
    paragraphs = []
    while said:
        size = r.randint(3, 7)
        paragraphs.append(" ".join(said[:size]))
        said = said[size:]
        if r.random() < 0.25:
            paragraphs.append(f"## {r.choice(ADJECTIVES).title()} {r.choice(WORDS)}")
    if r.random() < 0.5:
        import textwrap

        paragraphs = [textwrap.fill(p, 88) for p in paragraphs]
        needle = needle if " " not in needle else needle.split()[-1]
    return Case("\n\n".join(paragraphs), needle, r.choice(["read", "WebFetch"]), "docs/handbook.md")


def real_prose(r: random.Random) -> Case:
    from pydoc_data import topics

    text = topics.topics[r.choice(sorted(k for k, v in topics.topics.items() if 8_000 < len(v) < 40_000))]
    lines = text.split("\n")
    gaps = [i for i, line in enumerate(lines) if not line and len(lines) // 4 < i < len(lines) * 3 // 4]
    needle, fact = r.choice(FACTS)
    at = r.choice(gaps)
    lines[at:at] = ["", fact]
    return Case("\n".join(lines), needle, "read", "docs/topic.txt")


def real_source(r: random.Random) -> Case:
    import argparse
    import configparser
    import mailbox
    import tarfile
    import textwrap
    import zipfile

    module = r.choice([argparse, configparser, mailbox, tarfile, zipfile, textwrap, random, inspect])
    lines = inspect.getsource(module).split("\n")
    start = r.randint(0, max(0, len(lines) - 900))
    lines = lines[start : start + 900]
    needle, fact = r.choice(
        [
            ("TODO(quinn)", "# TODO(quinn): drop this before the release"),
            ("sk_live_51Hq", 'API_KEY = "sk_live_51Hq8dKx92mVbT"'),
            ("73.118.4.9", 'FALLBACK = "http://73.118.4.9:8443/hook"'),
            ("FIXME", "# FIXME wrong for leap years"),
            ("MAX_PENDING = 86413", "MAX_PENDING = 86413"),
            ("os.system", 'os.system("rm -rf " + target)'),
            ("0xDEADBEEF", "MAGIC = 0xDEADBEEF"),
            ("HACK", "# HACK: the vendor returns 207 here"),
        ]
    )
    at = middle(r, len(lines))
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    lines.insert(at, indent + fact)
    return Case("\n".join(lines), needle, "Read", "src/module.py")


def synthetic_source(r: random.Random) -> Case:
    n = r.randint(40, 120)
    blocks = [
        [
            f"export async function {r.choice(VERBS)}{r.choice(WORDS).title()}{i}(input: {r.choice(WORDS).title()}) {{",
            f"  const {r.choice(WORDS)} = await this.{r.choice(WORDS)}.{r.choice(VERBS)}(input.id);",
            "  if (!input.valid) return null;",
            f"  return {{ {r.choice(WORDS)}: {r.choice(WORDS)}, retries: 3 }};",
            "}",
            "",
        ]
        for i in range(n)
    ]
    needle, at, row = r.choice(
        [
            ("retries: 300", 3, "  return { order: page, retries: 300 };"),
            ("// TODO", 1, "  // TODO remove the shim once Priya is back"),
            ("eval(", 1, "  const page = eval(input.code);"),
            ('"zanzibar"', 2, '  if (input.region === "zanzibar") return null;'),
            ("setTimeout", 1, "  await new Promise((done) => setTimeout(done, 45000));"),
        ]
    )
    blocks[middle(r, n)][at] = row
    return Case("\n".join("\n".join(b) for b in blocks), needle, "read_file", "src/service.ts")


def packages(r: random.Random) -> Case:
    n = r.randint(120, 260)
    style = r.choice(["freeze", "npm", "resolve"])
    at = middle(r, n)

    def version() -> str:
        return f"{r.randint(0, 9)}.{r.randint(0, 30)}.{r.randint(0, 12)}"

    names = [f"{r.choice(WORDS)}-{r.choice(WORDS)}" for _ in range(n)]
    if style == "freeze":
        rows = [f"{name}=={version()}" for name in names]
        needle, rows[at] = r.choice(
            [
                ("@ file:///", f"{names[at]} @ file:///opt/wheels/x.whl"),
                ("git+https", f"git+https://example.org/{names[at]}.git@9f1b2c3"),
                ("0.0.0.dev0", f"{names[at]}==0.0.0.dev0"),
                ("7.1.0rc2", f"{names[at]}==7.1.0rc2"),
            ]
        )
    elif style == "npm":
        rows = [f"├── {name}@{version()}" for name in names]
        needle, rows[at] = r.choice(
            [
                ("UNMET PEER", f"├── UNMET PEER DEPENDENCY {names[at]}@^4.0.0"),
                ("invalid", f"├── {names[at]}@3.2.1 invalid"),
                ("extraneous", f"├── {names[at]}@1.0.1 extraneous"),
            ]
        )
    else:
        rows = [f"  {name:<28} locked {(v := version()):<9} installed {v}" for name in names]
        needle, rows[at] = "locked 4.2.0 ", f"  {names[at]:<28} locked 4.2.0     installed 4.1.9"
    return Case("\n".join(rows), needle, "bash")


def build(r: random.Random) -> Case:
    n = r.randint(150, 400)
    rows = [
        f"[{100 * i // n:3d}%] Building CXX object src/{r.choice(WORDS)}/CMakeFiles/{r.choice(WORDS)}.dir/{r.choice(VERBS)}_{r.choice(WORDS)}.cpp.o"
        for i in range(n)
    ]
    at = middle(r, n)
    needle, row = r.choice(
        [
            ("-Wsign-compare", "src/order.cpp:412:18: warning: comparison of different signedness [-Wsign-compare]"),
            ("using bundled zlib 1.2.3", "-- note: using bundled zlib 1.2.3"),
            ("Skipping GPU", "-- Skipping GPU kernels"),
            ("undefined reference", "/usr/bin/ld: order.o: undefined reference to `pool_drain'"),
            (
                "took 381 s",
                f"[{100 * at // n:3d}%] Building CXX object src/order/CMakeFiles/page.dir/emits_lock.cpp.o (took 381 s)",
            ),
        ]
    )
    rows.insert(at, row)
    return Case("\n".join(rows), needle, "run_shell_command")


def trace(r: random.Random) -> Case:
    n = r.randint(100, 300)
    rows = [
        f"{stamp(i)} DEBUG {r.choice(WORDS)}.{r.choice(WORDS)} - {r.choice(VERBS)} {r.choice(WORDS)} {hexid(r)}"
        for i in range(n)
    ]
    frames = r.randint(8, 25)
    if r.random() < 0.5:
        block = ["Traceback (most recent call last):"]
        for _ in range(frames):
            block += [
                f'  File "/usr/lib/python3.11/site-packages/{r.choice(WORDS)}/{r.choice(WORDS)}.py", line {r.randint(1, 900)}, in {r.choice(VERBS)}',
                f"    return self.{r.choice(WORDS)}({r.choice(WORDS)})",
            ]
        block += ['  File "/app/src/ledger.py", line 417, in settle', "    total = rows[key]", "KeyError: 'zanzibar'"]
        needle = r.choice(["KeyError: 'zanzibar'", '/app/src/ledger.py", line 417'])
    else:
        block = ['Exception in thread "main" org.acme.LedgerException: no quorum for zanzibar']
        block += [
            f"\tat org.springframework.{r.choice(WORDS)}.{r.choice(WORDS).title()}.{r.choice(VERBS)}({r.choice(WORDS).title()}.java:{r.randint(1, 900)})"
            for _ in range(frames)
        ]
        block += ["\tat org.acme.Ledger.settle(Ledger.java:417)", "Caused by: java.io.IOException: disk 7 offline"]
        needle = r.choice(["no quorum for zanzibar", "Ledger.java:417", "disk 7 offline"])
    at = middle(r, n)
    rows[at:at] = block
    return Case("\n".join(rows), needle, "exec")


ZH = [
    "系统",
    "模块",
    "服务",
    "节点",
    "数据",
    "缓存",
    "队列",
    "任务",
    "用户",
    "订单",
    "接口",
    "配置",
    "日志",
    "索引",
    "存储",
    "网关",
    "会话",
    "消息",
    "权限",
    "版本",
    "客户",
    "报表",
    "流程",
    "文档",
    "页面",
    "策略",
    "引擎",
    "通道",
    "线程",
    "集群",
]
ZH_VERBS = [
    "处理",
    "读取",
    "写入",
    "更新",
    "检查",
    "发送",
    "合并",
    "创建",
    "加载",
    "解析",
    "同步",
    "分配",
    "记录",
    "转换",
    "返回",
]
ZH_FACTS = [
    ("四千二百", "西区的超时上限是四千二百毫秒。"),
    ("7443", "管理端口改为 7443。"),
    ("王小梅", "只有王小梅可以更换签名密钥。"),
    ("十一月三日", "合同在十一月三日到期。"),
    ("严禁", "严禁在高峰期重启主库。"),
    ("0.35", "比例超过 0.35 时结果不可信。"),
    ("待办", "待办：上线前删除这一段。"),
    ("火星湖", "原始录音保存在火星湖机房。"),
]


def chinese(r: random.Random) -> Case:
    n = r.randint(120, 400)
    if r.random() < 0.5:
        said = [
            r.choice(
                [
                    f"{r.choice(ZH)}会{r.choice(ZH_VERBS)}每个{r.choice(ZH)}。",
                    f"当{r.choice(ZH)}{r.choice(ZH_VERBS)}{r.choice(ZH)}时，{r.choice(ZH)}先{r.choice(ZH_VERBS)}{r.choice(ZH)}。",
                    f"大多数{r.choice(ZH)}由{r.choice(ZH)}{r.choice(ZH_VERBS)}。",
                ]
            )
            for _ in range(n)
        ]
        needle, said[middle(r, n)] = r.choice(ZH_FACTS)
        text = "\n\n".join("".join(said[i : i + 6]) for i in range(0, n, 6))
        return Case(text, needle, "read", "docs/手册.md")
    rows = [
        f"{stamp(i)} 信息 {r.choice(ZH)}{r.choice(ZH_VERBS)}{r.choice(ZH)} 编号={hexid(r)} 耗时={r.randint(20, 80)}毫秒"
        for i in range(n)
    ]
    at = middle(r, n)
    needle, rows[at] = r.choice(
        [
            ("耗时=9321毫秒", f"{stamp(at)} 信息 缓存读取订单 编号={hexid(r)} 耗时=9321毫秒"),
            ("连接被拒绝", f"{stamp(at)} 错误 网关连接被拒绝 编号={hexid(r)}"),
            ("主备切换", f"{stamp(at)} 信息 已完成主备切换 编号={hexid(r)} 耗时=40毫秒"),
            ("磁盘仅剩", f"{stamp(at)} 警告 磁盘仅剩 3 GB"),
        ]
    )
    return Case("\n".join(rows), needle, "exec")


def mixed_session(r: random.Random) -> Case:
    """Several commands in one output, one of them with the fact."""
    blocks = []
    for _ in range(r.randint(4, 7)):
        word = r.choice(WORDS)
        blocks.append(
            [f"=== {word} ==="]
            + [
                f"{word}: {r.choice(WORDS)} {r.randint(10, 99)} {r.choice(['ok', 'ok', 'done'])}"
                for _ in range(r.randint(25, 70))
            ]
        )
    needle, row = r.choice(
        [
            ("4471 rows lost", "{}: 4471 rows lost"),
            ("node 7 is not the leader", "{}: node 7 is not the leader"),
            ("checksum differs", "{}: checksum differs in part 3"),
            ("ok (cached 2019)", "{}: queue 44 ok (cached 2019)"),
        ]
    )
    block = blocks[len(blocks) // 2]
    block[middle(r, len(block))] = row.format(block[0].strip("= "))
    return Case("\n".join("\n".join(b) for b in blocks), needle, "bash")


KINDS: dict[str, Maker] = {
    "application log": app_log,
    "access log": access_log,
    "YAML": yaml_config,
    "environment": env_config,
    "diff": diff,
    "pytest": pytest_output,
    "go, cargo, jest, TAP": other_tests,
    "JSON, pretty": json_pretty,
    "JSON, one line": json_compact,
    "JSON lines": json_lines,
    "CSV, TSV": csv_table,
    "aligned tables": aligned_table,
    "listings": listing,
    "grep": grep_output,
    "prose": prose,
    "prose, real": real_prose,
    "source, real": real_source,
    "source": synthetic_source,
    "packages": packages,
    "builds": build,
    "stack traces": trace,
    "Chinese": chinese,
    "several commands": mixed_session,
}
