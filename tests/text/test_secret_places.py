"""Whole classes of places where a secret stands, each place with several values: command lines, prompts, names and
values, files with a place for it, what people say, and every shape of the table.

Values are put together at run time, so that no scanner finds a credential here.
"""

import re

import pytest

from context_memory.messages import Message, Role, ToolCall
from context_memory.text.secrets.redact import redact, redact_message
from context_memory.text.secrets.shapes import _LETTERS, _PREFIXED

VALUES = ("Kra" + "nich7", "Hol" + "z+Wurm81", "uT9v" + "Lw0Rkhedge", "Moos" + "!4Farn")
PLACES = {
    "command lines": (
        "rabbitmqctl add_user bo §§",
        "xfreerdp /u:bo /p:§§ /v:10.0.0.3",
        "sudo -S apt update <<< §§",
        "echo §§ | sudo -S systemctl restart nginx",
        "mysql -u root -p§§ shop",
        "7z x -p§§ a.7z",
        "zip -P §§ a.zip b",
        "redis-cli -h db -a §§ ping",
        "mongosh -u bo -p §§ db",
        "ldapsearch -x -D cn=bo -w §§ -b dc=x",
        "openssl enc -d -aes-256-cbc -k §§ -in a",
        "docker login -u bo -p §§ reg.example.org",
        "ipmitool -H 10.0.0.1 -U ADMIN -P §§ power status",
        "sshpass -p §§ ssh bo@h",
        "sshpass -p'§§' ssh bo@h",
        "htpasswd -b .htpasswd bo §§",
        "htpasswd -nbB bo §§",
        "net use Z: \\\\srv\\x §§ /user:bo",
        "net use \\\\srv\\x /user:bo §§",
        "net user bo §§ /add",
        "nmcli dev wifi connect Cafe password §§",
        "plink -ssh bo@h -pw §§ uptime",
        "smbclient //srv/x -U bo%§§ -c ls",
        "net ads join -U bo%§§",
        "winexe -U dom/bo%§§ //srv cmd",
        "mount -t cifs //srv/x /mnt -o username=bo,password=§§",
        "wpa_passphrase Cafe §§",
        "security add-generic-password -a bo -s web -w §§",
        "security unlock-keychain -p §§ login.keychain",
        "ssh-keygen -t ed25519 -N §§ -f k",
        "rclone obscure §§",
        "ConvertTo-SecureString '§§' -AsPlainText -Force",
        'ConvertTo-SecureString -String "§§" -AsPlainText',
        "keytool -list -keystore a.jks -storepass §§",
        "keytool -importkeystore -srcstorepass §§ -noprompt",
        "curl -u bo:§§ https://api.example.org",
        "wget --user bo --http-password=§§ https://x.example.org",
        "wget --http-password §§ https://x.example.org",
        "msbuild /p:Password=§§",
        "mvn deploy -Dpassword=§§",
        "mvn deploy -Dgpg.passphrase=§§",
        "java -Djavax.net.ssl.keyStorePassword=§§ -jar a.jar",
        "sqlcmd -S db -U sa -P §§ -Q x",
        "bcp t out f -U sa -P §§",
        "printf '%s' '§§' | docker login --password-stdin reg",
        'echo -n "§§" | cryptsetup luksOpen /dev/sda1 x -',
        "echo 'bo:§§' | sudo chpasswd",
        "chpasswd <<< 'bo:§§'",
        "gh auth login --with-token <<< §§",
        "snmpwalk -v2c -c §§ 10.0.0.1",
        "vault login §§",
        "cargo login §§x9",
    ),
    "places in files": (
        "dsconfigad -add x -username bo -password §§",
        "db1:5432:app:bo:§§",
        "$ cat ~/.pgpass\n*:*:*:bo:§§",
        '198.51.100.1 : PSK "§§"',
        'bo : EAP "§§"',
        '# /etc/ppp/chap-secrets\nbo * "§§" *',
        "username bo privilege 15 secret 0 §§\nline vty 0 4",
        "enable secret §§\nhostname sw1",
        "snmp-server community §§ RO",
        "crypto isakmp key §§ address 10.0.0.1",
        "WIFI:S:Cafe;T:WPA;P:§§;;",
        "$ cat /run/secrets/db_password\n§§",
        "machine x.example.org\nlogin bo\npassword §§",
        "Password for the [elastic] user successfully reset.\nNew value: §§",
        "it's for the nas. pass is §§ on both machines",
    ),
    "answers to a prompt": (
        'expect "assword:"\nsend "§§\\r"',
        "child.expect('Password:')\nchild.sendline('§§')",
        'spawn su\nexpect -re {assword}\nsend -- "§§\\r"',
        "await page.getByLabel('Password').fill('§§')",
        "await page.fill('#password', '§§')",
        'page.locator("input[name=password]").fill("§§")',
        'driver.find_element(By.ID, "password").send_keys("§§")',
        "cy.get('#password').type('§§')",
        "fill_in 'Password', with: '§§'",
        "document.getElementById('pwd').value = '§§'",
        '{"selector":"#password","value":"§§"}',
        '{"name":"browser_type","input":{"element":"password input","text":"§§"}}',
    ),
    "a value and its name": (
        '{"name": "DB_PASSWORD", "value": "§§"}',
        "- name: DB_PASSWORD\n  value: §§",
        '- name: DB_PASSWORD\n  value: "§§"',
        '{"key":"SMTP_PASS","value":"§§","secured":true}',
        '<add key="DbPassword" value="§§"/>',
        '<property name="password" value="§§"/>',
        '<entry key="password">§§</entry>',
        "<key>password</key>\n<string>§§</string>",
        "<AdministratorPassword>\n<Value>§§</Value>",
        '<String><Key>Password</Key><Value ProtectInMemory="True">§§</Value></String>',
        "ParameterKey=DBPassword,ParameterValue=§§",
        "aws ssm put-parameter --name /prod/db/password --value §§ --type SecureString",
        "aws secretsmanager create-secret --name db-password --secret-string §§",
        "az keyvault secret set --vault-name v --name db-password --value §§",
        "gh secret set DB_PASSWORD --body §§",
        'set {\n  name  = "auth.password"\n  value = "§§"\n}',
    ),
    "people and labels": (
        "PASSWORD         §§",
        "Password ........ §§",
        "Password: «§§»",
        "mot de passe : « §§ »",
        "パスワード：「§§」",
        "pw: §§",
        "what's the wifi password? it's §§ btw",
        "A: what's the password?\nB: it's §§ btw",
        "A: what's the wifi password?\nB: §§",
        "lösenord: §§",
        "şifre: §§",
        "heslo: §§",
        "mật khẩu: §§",
        "hasło do wifi §§",
    ),
}
"""By class: texts with two section signs where the value stands."""
OTHERS = (
    ('network={\n psk="§§"\n}', "zwei kaffee bitte"),
    ("비번: §§", "kim12chi"),
    ("hostname sw1\n password 7 §§\n login", "0822455D0A16"),
    ("otpauth://totp/x:bo?secret=§§&issuer=x", "JBSWY3DPEHPK3PXP"),
    ("$ cat config/master.key\n§§\n$", "f821468fe42a7a27d32ecb3454d30e25"),
    ("Please use the following password to proceed:\n\n§§\n\nThis may", "d6220807fddf921541e5a2e26d9ee19f"),
    ("Password:\n    §§", "120703-263670-165176-161447-254078-149765-459063-521499"),
    ("PIN              §§", "4821"),
    ('password: "§§"', "Rk(7)moss!"),
    ("password: §§", "Rk(7)moss!"),
    ("password: §§", "$tein77!"),
    ("password = '§§'", "zwei graue Gaense 7"),
    ("contraseña: §§", "Peñasco.31"),
    ("La contraseña del panel es §§", "Peñasco.31"),
    ("пароль от вайфая §§", "Kot12345"),
    ("ПИН-код от терминала §§", "5528"),
    ("비밀번호: §§", "감자탕2그릇!"),
    ("Parola segreta per l'assistenza: §§", "tramontana"),
    ("the door thing again: the code is §§", "4821"),
    ("mail.password=§§", "qhzt wmfe oyrb kcua"),
    ("[smtp]\nuser=bo\npassword=§§\nport=25", "graue gaense ziehen"),
)
"""Texts whose value is of one form: words, digits, another script, signs in front."""


@pytest.mark.parametrize("kind", PLACES)
def test_a_secret_is_known_by_its_place(kind: str) -> None:
    texts = [(place, place.replace("§§", value), value) for place in PLACES[kind] for value in VALUES]

    assert [(place, value) for place, text, value in texts if value in redact(text).text] == []


def test_a_secret_of_another_form_is_known_too() -> None:
    assert [place for place, value in OTHERS if value in redact(place.replace("§§", value)).text] == []


SAMPLE = {
    "hex": "0a1b2c3d4e5f6978",
    "uuid": "0a1b2c3d-",
    "hexes": "0a1b2c3d4e",
    "dotted": "0a1b2c3d4e",
    "upper": "Q7W2E9RT",
}


def shaped() -> list[tuple[str, str]]:
    """A secret of each prefix of the table."""
    found = []
    for line in _PREFIXED.strip().splitlines():
        head, _, form = line.rpartition(": ")
        letters, least = form.split()
        sample = SAMPLE.get(letters, "q7w2e9rt4yu8" if letters == "lower" else "q7W2e9Rt4Yu8")
        assert re.fullmatch(rf"(?:{_LETTERS[letters]})+", sample), letters
        run = (sample * 20)[: int(least)]
        found += [(head.split()[0], prefix + run) for prefix in head.split()[1:]]
    return found


@pytest.mark.parametrize("around", ["we used {} yesterday", "KEY={}", '{{"a": "{}"}}', "first\\n{}\\nlast", "`{}`"])
def test_every_prefix_of_the_table_is_found_in_a_text(around: str) -> None:
    assert [kind for kind, secret in shaped() if secret in redact(around.format(secret)).text] == []


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"element": "Password field", "ref": "e31", "text": "hunter2"}, False),
        ({"name": "DB_PASSWORD", "value": "kobalt3Tram"}, False),
        ({"name": "password.py", "content": "import os"}, True),
        ({"name": "max_tokens", "value": "4096"}, True),
        ({"label": "Email", "text": "bo@example.org"}, True),
    ],
)
def test_a_value_that_another_key_of_a_tool_call_names_is_judged_by_it(given: dict[str, str], kept: bool) -> None:
    (call,) = redact_message(Message(Role.ASSISTANT, (ToolCall("c1", "browser_type", given),))).message.parts

    assert isinstance(call, ToolCall)
    assert (call.input == given) is kept
