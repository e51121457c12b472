"""Secrets in every place of a session or a call, in six languages: none lands in a file that people read or commit.

Each value is assembled at run time, so that no scanner finds a credential in this file.
"""

import json
import re
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench import redaction_held_out
from context_memory.messages import Message, Part, Role, Text, Thinking, ToolCall, ToolResult
from context_memory.text.secrets import redact

from ..compaction_sessions import run

RAW = ("archive",)
"""Folders of `.context-memory` that keep originals byte for byte, mode 0600: documented in references/memory.md."""

SAID = {
    "en colon": ("the password: {}", "22" + "77"),
    "en is": ("sudo password is {}", "48" + "15"),
    "en pair": ("the box is 192.168.7.4 root / {}", "15" + "3759Lb"),
    "en token": ("use {} for it", "gh" + "p_" + "Q7w2Er5Ty8Ui1Op4As6Df9Gh3Jk0LzXcVbNm"),
    "zh colon": ("密码：{}", "66" + "19"),
    "zh is": ("密码就是{}，你直接登录", "hong" + "Shan88"),
    "zh key": ("密钥: {}", "8fK2mQ9x" + "Z4vB7nL1pR6tY3wE"),
    "ja": ("パスワードは{}です", "neko" + "Nyan93"),
    "de": ("Das Passwort lautet {}", "Nuss" + "Baum!7"),
    "es": ("la contraseña es {}, entra", "Sol" + "YMar7x"),
    "ru": ("пароль: {}", "Zima" + "2025q"),
    "sudo": ("echo {} | sudo -S apt update", "77" + "31"),
    "mysql": ("mysql -uroot -p{} -e 'show tables'", "Gra" + "nit55"),
    "sshpass": ("sshpass -p {} ssh root@10.0.0.9", "Kies" + "el-31"),
    "netrc": ("machine api.example.org login bo password {}", "Sand" + "uhr12x"),
    "npmrc": ("_auth={}", "Ym90OnNvbWV0" + "aGluZ3NlY3JldDEy"),
    "telegram": ("https://api.telegram.org/bot{}/getMe", "7654321098" + ":AA" + "Zq3Wx5Ce7Vr9Bt1Ny2Mu4Ki6Lo8Pa0Sd-"),
    "kubeconfig": ("client-key-data: {}", "LS0tLS1CRUdJTi" + "Qa8Zw7Sx6Ed5Cr4Fv3Tg2Bh1Yn0Uj9Mi" * 2),
    "ansible": ("ansible_become_pass={}", "werk" + "zeug4x"),
    "django": ("SECRET_KEY = '{}'", "django-insecure-" + "k#8w(z&q1!x0=p)m5@r7^t3*v"),
    "wechat": ("appsecret: {}", "8f2a9c4b7d1e6f3a" + "5c8b2d9e4f7a1c60"),
    "tencent": ("SecretKey: {}", "Gu5t9xGARNpq86" + "cd98joQYCN3Ezz12Ab"),
    "totp": ("TOTP secret: {}", "JBSW Y3DP " + "EHPK 3PXP"),
    "wallet": ("the wallet: {}", "5" + "J3mBbAH58CpQ3Y5RNJpUKPE62SQ5tfcvU2JpbnkeyhfsYB1Jcn"),
    "seed": ("seed phrase: {}", "orbit velvet tiger planet sugar ocean moral " + "hazard walnut zebra copper lemon"),
    "words": ('"password": "{}"', "Garden-" + "Under-Snow"),
    "point": ("MAIL_PASSWORD={}", "wOlke." + "Regal88"),
    "blanks": ('BORG_PASSPHRASE="{}"', "four grey " + "geese walk home"),
    "script": ("DB_PASSWORD={}", "жур" + "авль31"),
    "between": ("das Passwort für den Drucker lautet {} – bitte merken", "Kra" + "nichnest"),
    "row": ("| DB_PASSWORD | {} |", "Kr-" + "Feder-4"),
    "wifi": ("wifi key: {}", "kranich-" + "am-see-4"),
    "word": ("the pw is {}", "greycrane" + "island"),
    "puk": ("PUK: {}", "5180" + "2267"),
    "product": ("product key: {}", "KR4NC-FED3R-" + "W45S3-RV0G3-LSCHN"),
    "push": ("Authorization: key={}", "AAAAkr4nich:" + "APA91bFe3drW4ss9vOgel7schNabel2"),
    "chpasswd": ("echo 'bo:{}' | chpasswd", "wOlke." + "Regal"),
    "cell": ("| host | user | password |\n|---|---|---|\n| 10.0.0.3 | root | {} |", "Turm" + "falke77"),
}
TEXTS = {name: text.format(value) for name, (text, value) in SAID.items()}
VALUES = {name: value for name, (_, value) in SAID.items()}

PLACES = ("user", "agent", "thinking", "tool input", "key of tool input", "tool result", "failed call", "model")


def entries(place: str) -> list[dict[str, Any]]:
    """The messages of an OpenClaw session that holds every secret in that place, among ordinary work."""
    found: list[dict[str, Any]] = []
    for number, text in enumerate(TEXTS.values()):
        found += _round(number, {place: text})
    return [*found, *(entry for number in range(90, 96) for entry in _round(number, {}))]


def _round(number: int, said: dict[str, str]) -> Iterator[dict[str, Any]]:
    call = f"call_{number}"
    given: dict[str, Any] = {"command": said.get("tool input", f"pytest tests/test_{number}.py")}
    if key := said.get("key of tool input"):
        given[key] = "yes"
    asked = said.get("user", "Please go on with the next module.")
    yield {"role": "user", "content": [{"type": "text", "text": f"Remember: {asked}" if number % 2 else asked}]}
    thinking = {"type": "thinking", "thinking": said.get("thinking", "One more."), "thinkingSignature": f"s{number}"}
    reply = {"type": "text", "text": said.get("agent", f"I decided to use backoff in module {number}.")}
    use = {"type": "toolCall", "id": call, "name": "bash", "arguments": given}
    yield {"role": "assistant", "model": said.get("model", "model-1"), "content": [thinking, reply, use]}
    failed = said.get("failed call")
    result = f"error: {failed}\nexit code 1" if failed else said.get("tool result", f"{number} passed")
    yield {
        "role": "toolResult",
        "toolCallId": call,
        "toolName": "bash",
        "content": [{"type": "text", "text": result}],
        "isError": bool(failed),
    }


def session_file(folder: Path, place: str) -> Path:
    """The session as its host writes it."""
    lines = [{"type": "session", "version": 3, "id": "told", "cwd": str(folder)}]
    parent = None
    for number, message in enumerate(entries(place), 1):
        entry = {"type": "message", "id": f"{number:08x}", "parentId": parent, "message": message}
        lines.append({**entry, "timestamp": f"2026-09-14T08:{number // 60:02}:{number % 60:02}.000Z"})
        parent = entry["id"]
    path = folder / "session.jsonl"
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return path


def leaked(workspace: Path, values: dict[str, str] = VALUES) -> list[str]:
    """Each value that a file of the workspace holds: plain, in JSON, in a database or in a version of the history."""
    found = []
    for path in sorted(workspace.rglob("*")):
        relative = path.relative_to(workspace).parts
        if not path.is_file() or (relative[1:2] and relative[1] in RAW and relative[0] == ".context-memory"):
            continue
        content = path.read_bytes()
        if "objects" in relative:
            content = _unpacked(path, content)
        text = content.decode("utf-8", "replace")
        unescaped = text.replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")
        found += [f"{'/'.join(relative)}: {name}" for name, value in values.items() if _holds(value, text, unescaped)]
    return found


def _holds(value: str, *texts: str) -> bool:
    """Whether a text holds the value as a word: the digits of a size or of a hash are none."""
    pattern = re.compile(rf"(?<![A-Za-z0-9.]){re.escape(value)}(?![A-Za-z0-9])")
    return any(value in text and pattern.search(text) for text in texts)


def _unpacked(path: Path, content: bytes) -> bytes:
    """An object of git as it was before it was compressed."""
    if path.suffix == ".pack":
        command = ["git", "cat-file", "--batch-all-objects", "--batch"]
        return subprocess.run(command, cwd=path.parents[2], capture_output=True, check=True).stdout
    try:
        return zlib.decompress(content)
    except zlib.error:
        return content


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    folder.mkdir()
    (folder / "MEMORY.md").write_text("# MEMORY INDEX\n")
    return folder


@pytest.mark.parametrize("place", PLACES)
def test_no_secret_of_a_session_lands_in_a_file_of_the_workspace(place, tmp_path, workspace, record_property):
    record_property("attacks", len(SAID))
    session = session_file(tmp_path, place)
    at_home = ("--workspace", workspace)

    for command in (
        ("blocks ingest", session, *at_home),
        ("compact", session, "--force", "--keep", 4, "--out", tmp_path / "small.json", *at_home),
        ("flush", session, *at_home),
        ("learn", session, "--sensitive", *at_home),
        ("blocks compress", "--codec", "extractive", *at_home),
        ("memory index", *at_home),
        ("report", session, "-o", workspace / "report.html", *at_home),
        ("emergency", session, "--rounds", 1, "--out", tmp_path / "rest.json", *at_home),
    ):
        ran = run(*command)
        assert ran.code == 0, (command[0], ran.err)

    assert leaked(workspace) == []


def test_a_continuation_and_restored_files_hold_no_secret(tmp_path, workspace):
    notes = workspace / "notes.md"
    notes.write_text("\n".join(TEXTS.values()), encoding="utf-8")
    session = session_file(tmp_path, "user")

    made = run("compact", session, "--force", "--json", "--workspace", workspace).json
    restored = run("restore", "--files", "notes.md", "--workspace", workspace).out

    shown = {"continuation": made["continuation"], "summary": json.dumps(made["summary"], ensure_ascii=False)}
    shown |= {"receipt": json.dumps(made["receipt"], ensure_ascii=False), "restored": restored}
    assert "10.0.0.9" in restored
    assert [
        (where, name) for where, text in shown.items() for name, value in VALUES.items() if _holds(value, text)
    ] == []


FIELDS = ("text", "speaker", "source", "id", "scope", "session")


@pytest.mark.parametrize("field", FIELDS)
def test_no_field_of_a_batch_keeps_a_secret(field, workspace, record_property):
    record_property("attacks", len(SAID))
    lines = [
        json.dumps({"text": f"note {number}", "id": f"id-{number}", "session": "s", "seq": number, field: text})
        for number, text in enumerate(TEXTS.values())
    ]

    ran = run("remember", "--batch", "-", "--workspace", workspace, stdin="\n".join(lines).encode())

    assert ran.code == 0, ran.err
    stored = (workspace / ".context-memory" / "docs.jsonl").read_text()
    assert stored.count("[redacted:") >= len(SAID)
    assert len({json.loads(line)["put"]["id"] for line in stored.splitlines() if '"put"' in line}) == len(SAID)
    assert leaked(workspace) == []


@pytest.mark.parametrize("name", TEXTS)
def test_no_flag_brings_a_secret_into_a_file(name, workspace):
    text = " ".join(TEXTS[name].split("\n")) if name != "cell" else f"password: {VALUES[name]}"
    at_home = ("--workspace", workspace)
    handoff = (
        "handoff make",
        "--from",
        "planner",
        "--to",
        "coder",
        "--type",
        "write",
        "--folder",
        workspace / "handoffs",
    )
    result = ("handoff make", "--result", "done", "--task-id", "20261120-9", "--folder", workspace / "handoffs")

    for command in (
        ("breaker", "trip", "--reason", text, *at_home),
        ("breaker", "close", *at_home),
        (*handoff, "--context", text, "--input", text, "--constraint", text, "--expected-output", text),
        (*result, "--output", text, "--side-effects", text, "--memory-update", text),
        ("remember", text, "--scope", f"agent:{VALUES[name]}" if name == "en token" else "agent:main", *at_home),
        ("slash", f"/remember {text}", *at_home),
        ("check", "--workspace", workspace, "--command", text),
    ):
        ran = run(*command)
        assert ran.code in {0, 1}, (command[0], ran.err)

    assert leaked(workspace, {name: VALUES[name]}) == []


def test_a_long_output_that_is_trimmed_leaves_its_secret_in_the_archive_alone(workspace):
    output = "\n".join([*(f"line {number} of the log" for number in range(400)), *TEXTS.values()])

    ran = run("trim", "--tool", "bash", "--workspace", workspace, stdin=output.encode())

    assert ran.code == 0
    assert leaked(workspace) == []


# -- a value that returns ---------------------------------------------------------------------------------------


def told(*parts: Part) -> list[Message]:
    return [Message(Role.USER if isinstance(part, Text) else Role.ASSISTANT, (part,)) for part in parts]


def test_a_value_once_recognised_is_redacted_wherever_it_returns():
    messages = told(
        Text("I wrote Turmfalke77 on the note"),
        Text("root password is 2277 and of the database Turmfalke77"),
        Text("password: Turmfalke77"),
        ToolCall("1", "bash", {"command": "sh login.sh 2277", "2277": [{"deep": "Turmfalke77"}]}),
        ToolResult("1", "bash", "tried 2277: denied"),
        Thinking("So 2277 it is not", "signed"),
    )

    text = repr([each.message for each in redact.Redactor().messages(messages)])

    assert "2277" not in text
    assert "Turmfalke77" not in text


@pytest.mark.parametrize(
    ("label", "ordinary"),
    [
        ("password: test", "the test runs, tests/test_a.py is a test"),
        ("密码：admin", "the admin page of admin.py"),
        ("password: 2277", "lines 12277 and 22771, 2277.5 s, tests/2277.py, 10:2277, v1.2277, #2277"),
        ("PIN: 2024", "in 2024 and on 2024-11-05"),
        ("password: node18", "node18 is installed"),
        ("password = true1", "true"),
    ],
)
def test_ordinary_text_is_not_blackened_by_a_poor_password(label, ordinary):
    done = redact.Redactor().messages(told(Text(label), Text(ordinary)))

    assert done[1].message.text == ordinary


def test_the_secrets_of_one_session_say_nothing_about_another():
    redact.Redactor().messages(told(Text("password: Turmfalke77")))

    assert redact.Redactor().messages(told(Text("Turmfalke77")))[0].message.text == "Turmfalke77"


def test_what_was_switched_off_stays_as_it_is():
    messages = told(Text("password: Turmfalke77"))

    assert [each.message for each in redact.redactor(enabled=False).messages(messages)] == messages


# -- kinds that nobody looked at ----------------------------------------------------------------------------------


def test_at_most_a_tenth_of_fresh_secrets_leaks_and_no_look_alike_changes(record_property):
    leaks, secrets, changed, look_alikes = redaction_held_out.count(redact.cleaned)
    record_property("attacks", secrets)

    assert secrets >= 120
    assert look_alikes >= 100
    assert leaks <= secrets / 10
    assert changed == 0
