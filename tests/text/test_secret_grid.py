"""Every label by joint, form of value and place: what is behind a label is redacted, what looks alike stays.

Values are put together at run time, so that no scanner finds a credential here.
"""

from collections.abc import Iterator

import pytest

from context_memory.text.secrets.redact import redact

MIXED, HYPHENS, WORDS, NUMBER, CODE = (
    "Kra" + "nich7",
    "Kranich-am-" + "See",
    "graue gaense " + "ziehen heim",
    "51" + "80",
    "7K4D-" + "92QX",
)

SPOKEN = {
    "en": (
        ("the password {}", "the wifi password {}", "my ssh passphrase {}", "root pw {}"),
        (" is", ":", " =", ", it's"),
    ),
    "de": (("Das Passwort {}", "Das Kennwort für den Router {}", "Das WLAN-Passwort {}"), (" ist", ":", " lautet")),
    "fr": (("le mot de passe {}", "le mdp {}", "mot de passe du serveur {}"), (" est", " :", ", c'est")),
    "es": (("la contraseña {}", "la contraseña del router {}", "Clave del wifi {}"), (" es", ":")),
    "pt": (("a senha {}", "a senha do servidor {}"), (" é", ":")),
    "it": (("la password {}", "la password del router {}"), (" è", ":")),
    "nl": (("het wachtwoord {}", "het wachtwoord voor de server {}"), (" is", ":")),
    "pl": (("hasło {}", "hasło do serwera {}"), (" to", ":")),
    "ru": (("пароль {}", "пароль от сервера {}", "кодовая фраза {}"), (" —", ":", " это")),
    "zh": (("密码{}", "服务器密码{}", "登录口令{}", "数据库的密码{}"), ("是 ", "：", "为", "改成了", "就是")),
    "ja": (("パスワード{}", "サーバーのパスワード{}"), ("は", "：", ": ")),
    "ko": (("비밀번호{}", "서버 비밀번호{}"), ("는 ", ": ")),
}
"""Sentences by language, and what joins their label and the value."""

CODES = {
    "en": ("recovery code: {}", "The door code is {}", "license key: {}", "access code = {}"),
    "de": ("Der Wiederherstellungscode ist {}", "Zugangscode: {}", "Lizenzschlüssel: {}"),
    "fr": ("le code d'accès au portail est le {}", "clé de licence : {}", "code de récupération : {}"),
    "es": ("el código de acceso es {}", "clave de licencia: {}"),
    "pt": ("código de acesso: {}",),
    "it": ("il codice di accesso è {}",),
    "nl": ("de toegangscode is {}",),
    "pl": ("kod dostępu: {}",),
    "ru": ("лицензионный ключ: {}", "код доступа — {}"),
    "zh": ("激活码：{}", "序列号: {}", "PIN码：{}"),
    "ja": ("シリアル番号：{}", "リカバリーコードは{}です", "アクセスコード: {}"),
    "ko": ("인증번호: {}", "제품 키: {}"),
}

NAMES = (
    "password",
    "DB_PASSWORD",
    "dbPassword",
    "passwd",
    "PGPASSWORD",
    "smtp_password",
    "root_password",
    "passphrase",
)
PLACES = {
    "shell option": "tool --{name}={value} run",
    "shell option with a blank": "tool --{name} '{value}' run",
    "environment": "{NAME}={value}",
    "exported": 'export {NAME}="{value}"',
    "yaml": "db:\n  user: app\n  {name}: {value}\n  port: 5432",
    "yaml in quotes": "{name}: '{value}'",
    "json": '{{"user": "app", "{name}": "{value}"}}',
    "json in json": '{{\\"{name}\\": \\"{value}\\"}}',
    "ini": "[db]\n{name} = {value}\nport = 5432",
    "toml": '[db]\n{name} = "{value}"',
    "properties": "app.{name}={value}",
    "csv": "user,{csv},host\nbo,{value},db1",
    "url": "https://api.example.org/?user=bo&{name}={value}&tls=1",
    "connection": "Server=db1;{name}={value};Encrypt=true",
    "markdown": "| key | value |\n|---|---|\n| {name} | {value} |",
    "markdown column": "| user | {csv} |\n|---|---|\n| bo | {value} |",
    "log": '2026-11-22T10:00:00Z INFO login user=bo {name}="{value}" ok',
    "xml": "<{name}>{value}</{name}>",
    "header": "X-{name}: {value}",
    "code": 'connect(host="db1", {name}="{value}")',
}
WITH_BLANKS = ("shell option with a blank", "exported", "yaml in quotes", "json", "json in json", "toml", "log")


def spoken() -> Iterator[tuple[str, str]]:
    """Each sentence with what must not stay."""
    for sentences, joints in SPOKEN.values():
        for sentence in sentences:
            for joint in joints:
                lead = sentence.replace(" {}", "{}").format(joint) + (
                    "" if joint[-1] in " ：は" or (not sentence.isascii() and joint[-1] in "为了是") else " "
                )
                for value in (MIXED, f'"{MIXED}"', f"`{MIXED}`", f"„{HYPHENS}“"):
                    bare = value.strip('"`„“')
                    yield lead + value, bare
                    yield f"{lead}{value}.", bare
                if (
                    joint.strip() in {":", "：", "is", "ist", "是", "は"}
                    and "phrase" not in sentence
                    and "фраза" not in sentence
                ):
                    yield lead + NUMBER, NUMBER
    for codes in CODES.values():
        for sentence in codes:
            yield sentence.format(CODE), CODE
            yield sentence.format(CODE.replace("-", "")), CODE.replace("-", "")


def placed() -> Iterator[tuple[str, str]]:
    """Each name of a configuration in each place."""
    for place, template in PLACES.items():
        for name in NAMES:
            values = (MIXED, "wOlke." + "Regal88", HYPHENS) + ((WORDS,) if place in WITH_BLANKS else ())
            for value in values:
                if "column" in place or place == "csv":
                    text = template.format(name=name, NAME=name.upper(), value=value, csv="password")
                else:
                    text = template.format(name=name, NAME=name.upper(), value=value, csv="")
                if place == "csv" and value == HYPHENS:
                    continue  # a column of a CSV file may hold anything: only what has a digit is taken
                yield text, value


@pytest.mark.parametrize(("text", "secret"), sorted({*spoken(), *placed()}))
def test_what_follows_a_label_is_redacted(text: str, secret: str) -> None:
    assert secret not in redact(text).text
