# ruff: noqa: E501 - lines of data
"""A third lot of kinds, written when the rules were finished and never used to change them."""

import random

from .trim_outputs import ADJECTIVES, NAMES, VERBS, WORDS, ZH, ZH_VERBS, Case, Maker, middle, sentence, stamp


def helm_values(r: random.Random) -> Case:
    rows = []
    for _ in range(r.randint(30, 70)):
        rows += [
            f"{r.choice(WORDS)}{r.choice(WORDS).title()}:",
            "  enabled: true",
            "  resources:",
            "    limits:",
            f"      cpu: {r.choice([250, 500])}m",
            "      memory: 256Mi",
            "    requests:",
            "      cpu: 100m",
            "      memory: 128Mi",
            f'  tag: "1.{r.randint(20, 29)}.{r.randint(0, 9)}"',
        ]
    at = middle(r, len(rows) // 10) * 10
    where, row, needle = r.choice(
        [
            (5, "      memory: 64Gi", "64Gi"),
            (1, "  enabled: false", "enabled: false"),
            (9, '  tag: "latest"', '"latest"'),
            (4, "      cpu: 96", "cpu: 96"),
            (8, "      memory: 128Mi # measured 2024, too small", "too small"),
        ]
    )
    rows[at + where] = row
    return Case("\n".join(rows), needle, "bash")


def netstat(r: random.Random) -> Case:
    n = r.randint(90, 240)
    rows = [
        f"tcp        0      0 10.0.0.7:{r.choice([443, 8080])}            10.0.{r.randint(0, 9)}.{r.randint(1, 250)}:{r.randint(30000, 60000)}       ESTABLISHED"
        for _ in range(n)
    ]
    needle, row = r.choice(
        [
            ("CLOSE_WAIT", "tcp        0      0 10.0.0.7:443            10.0.3.41:40112       CLOSE_WAIT"),
            ("0.0.0.0:23", "tcp        0      0 0.0.0.0:23              0.0.0.0:*               LISTEN"),
            ("91.198.174.192:6667", "tcp        0      0 10.0.0.7:44120          91.198.174.192:6667     ESTABLISHED"),
            ("88214", "tcp    88214      0 10.0.0.7:443            10.0.3.41:40112       ESTABLISHED"),
        ]
    )
    rows[middle(r, n)] = row
    return Case(
        "Proto Recv-Q Send-Q Local Address           Foreign Address         State\n" + "\n".join(rows), needle, "exec"
    )


def ansible(r: random.Random) -> Case:
    rows = []
    hosts = [f"web{i:02d}" for i in range(1, 13)]
    for _ in range(r.randint(12, 30)):
        rows += ["", f"TASK [{r.choice(WORDS)} : {r.choice(VERBS)} {r.choice(WORDS)}] ************************"] + [
            f"{r.choice(['ok', 'ok', 'changed'])}: [{host}]" for host in hosts
        ]
    at = middle(r, len(rows))
    needle, row = r.choice(
        [
            ("unreachable=1 web07", "unreachable=1 web07"),
            ('"msg": "No space left', 'fatal: [web07]: FAILED! => {"msg": "No space left on device"}'),
            ("skipping: [web07]", "skipping: [web07]"),
            ("rescued: [web07]", "rescued: [web07]"),
            ("web99", "ok: [web99]"),
        ]
    )
    rows.insert(at, row)
    return Case("\n".join(rows), needle, "Bash")


def eslint(r: random.Random) -> Case:
    rows = []
    for _ in range(r.randint(20, 50)):
        rows.append(f"/app/src/{r.choice(WORDS)}/{r.choice(WORDS)}.ts")
        rows += [
            f"  {r.randint(1, 400):>3}:{r.randint(1, 60):<3} warning  Missing return type on function  @typescript-eslint/explicit-function-return-type"
            for _ in range(r.randint(2, 7))
        ]
        rows.append("")
    needle, row = r.choice(
        [
            ("no-eval", "   88:14  error    eval can be harmful  no-eval"),
            (
                "react-hooks/rules-of-hooks",
                "   88:14  error    Hook is called conditionally  react-hooks/rules-of-hooks",
            ),
            ("prefer-const", "   88:14  warning  'page' is never reassigned  prefer-const"),
        ]
    )
    rows.insert(middle(r, len(rows)), row)
    return Case("\n".join(rows), needle, "run_terminal_cmd")


def chat_export(r: random.Random) -> Case:
    n = r.randint(90, 220)
    rows = [
        f"[{9 + i // 60 % 9:02d}:{i % 60:02d}] {r.choice(NAMES[:6])}: {sentence(r).lower().rstrip('.')}"
        for i in range(n)
    ]
    at = middle(r, n)
    needle, said = r.choice(
        [
            ("pin is 7719", "the pin is 7719 btw"),
            ("not before friday", "please do not deploy before 5pm, and not before friday"),
            ("rosa quits", "did you hear, rosa quits next month"),
            ("use branch hotfix/4471", "use branch hotfix/4471 instead"),
            ("budget was cut by 30%", "the budget was cut by 30%"),
        ]
    )
    rows[at] = rows[at].split(": ", 1)[0] + ": " + said
    return Case("\n".join(rows), needle, "sessions_history")


def binary_dump(r: random.Random) -> Case:
    n = r.randint(120, 320)
    rows = [
        f"{i * 16:08x}  {' '.join('00' for _ in range(8))}  {' '.join('00' for _ in range(8))}  |................|"
        for i in range(n)
    ]
    at = middle(r, n)
    rows[at] = f"{at * 16:08x}  4b 55 4d 51 55 41 54 21  00 00 00 00 00 00 00 00  |KUMQUAT!........|"
    return Case("\n".join(rows), "KUMQUAT!", "bash")


def latex(r: random.Random) -> Case:
    rows = []
    for _ in range(r.randint(25, 60)):
        rows += [
            f"\\subsection{{{r.choice(ADJECTIVES).title()} {r.choice(WORDS)}}}",
            " ".join(sentence(r) for _ in range(r.randint(2, 4))),
            f"\\cite{{{r.choice(NAMES)}20{r.randint(10, 25)}}}",
            "",
        ]
    needle, row = r.choice(
        [
            ("% reviewer 2", "% reviewer 2 insists on this, do not remove"),
            ("p < 0.003", "The effect was significant, $p < 0.003$."),
            ("\\textbf{not}", "These results do \\textbf{not} transfer."),
            ("n = 412", "The cohort ($n = 412$) was closed early."),
        ]
    )
    rows.insert(middle(r, len(rows)), row)
    return Case("\n".join(rows), needle, "read", "paper/main.tex")


def git_status(r: random.Random) -> Case:
    n = r.randint(90, 260)
    rows = [f" M src/{r.choice(WORDS)}/{r.choice(VERBS)}_{r.choice(WORDS)}.py" for _ in range(n)]
    needle, row = r.choice(
        [
            ("UU src/order/core.py", "UU src/order/core.py"),
            ("?? .env.local", "?? .env.local"),
            ("D  migrations/0042", "D  migrations/0042_drop.sql"),
            ("R  src/a.py -> src/b.py", "R  src/a.py -> src/b.py"),
        ]
    )
    rows[middle(r, n)] = row
    return Case("\n".join(rows), needle, "shell")


def graphql(r: random.Random) -> Case:
    rows = []
    for i in range(r.randint(40, 90)):
        rows += [
            f"type {r.choice(WORDS).title()}{r.choice(WORDS).title()}{i} {{",
            "  id: ID!",
            f"  {r.choice(WORDS)}: String",
            f"  {r.choice(WORDS)}s(first: Int = 20): [{r.choice(WORDS).title()}!]!",
            "  createdAt: DateTime!",
            "}",
            "",
        ]
    at = middle(r, len(rows) // 7) * 7
    where, row, needle = r.choice(
        [
            (2, "  ssn: String @private", "@private"),
            (3, "  pages(first: Int = 20000): [Page!]!", "20000"),
            (4, '  createdAt: DateTime! @deprecated(reason: "use issuedAt")', "issuedAt"),
            (0, "union Payee = Person | Vault", "union Payee"),
        ]
    )
    rows[at + where] = row
    return Case("\n".join(rows), needle, "read", "schema.graphql")


def sensor_csv(r: random.Random) -> Case:
    n = r.randint(200, 600)
    rows = [
        f"{stamp(i, 60)},{20 + r.random() * 3:.2f},{40 + r.random() * 8:.1f},{1010 + r.random() * 4:.1f},OK"
        for i in range(n)
    ]
    at = middle(r, n)
    needle, cells = r.choice(
        [
            ("85.00", [stamp(at, 60), "85.00", "44.1", "1012.2", "OK"]),
            (",nan,", [stamp(at, 60), "nan", "44.1", "1012.2", "OK"]),
            ("CAL", [stamp(at, 60), "21.30", "44.1", "1012.2", "CAL"]),
            ("-40.0", [stamp(at, 60), "21.30", "-40.0", "1012.2", "OK"]),
            ("1999-", ["1999-01-01 00:00:00", "21.30", "44.1", "1012.2", "OK"]),
        ]
    )
    rows[at] = ",".join(cells)
    return Case("time,temp,humidity,pressure,flag\n" + "\n".join(rows), needle, "read", "data/sensor.csv")


def memory_hits(r: random.Random) -> Case:
    rows = []
    for i in range(r.randint(20, 50)):
        rows += [
            f"{i + 1}. memory/2026-0{r.randint(1, 4)}-{r.randint(1, 28):02d}.md#L{r.randint(1, 90)} score=0.{r.randint(30, 60)}",
            "   " + " ".join(sentence(r) for _ in range(2)),
            "",
        ]
    needle, said = r.choice(
        [
            ("allergic to walnuts", "   Ivan is allergic to walnuts."),
            ("passport expires 2027-02-11", "   The passport expires 2027-02-11."),
            ("prefers the aisle", "   On flights she prefers the aisle."),
            ("never call before 10", "   Rule: never call before 10."),
        ]
    )
    rows[middle(r, len(rows) // 3) * 3 + 1] = said
    return Case("\n".join(rows), needle, "memory_search")


def chinese_minutes(r: random.Random) -> Case:
    said = [
        f"{r.choice(['张伟', '李娜', '王芳', '刘洋'])}：{r.choice(ZH)}需要{r.choice(ZH_VERBS)}{r.choice(ZH)}，{r.choice(ZH)}由{r.choice(ZH)}{r.choice(ZH_VERBS)}。"
        for _ in range(r.randint(110, 260))
    ]
    needle, row = r.choice(
        [
            ("预算上限改为八十万", "李娜：预算上限改为八十万。"),
            ("周五前不得上线", "王芳：周五前不得上线。"),
            ("密钥由赵敏保管", "刘洋：密钥由赵敏保管。"),
            ("回滚到 2.4.1", "张伟：先回滚到 2.4.1 再说。"),
        ]
    )
    said[middle(r, len(said))] = row
    return Case("\n".join(said), needle, "read", "docs/会议纪要.md")


UNSEEN: dict[str, Maker] = {
    "Helm values": helm_values,
    "netstat": netstat,
    "Ansible": ansible,
    "ESLint": eslint,
    "chat": chat_export,
    "hex dump": binary_dump,
    "LaTeX": latex,
    "git status": git_status,
    "GraphQL": graphql,
    "sensor CSV": sensor_csv,
    "memory hits": memory_hits,
    "Chinese minutes": chinese_minutes,
}
