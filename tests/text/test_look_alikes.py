"""What looks like a secret and is none: every line stays as it is."""

import random

import pytest

from context_memory.text.secrets.redact import redact

_DICE = random.Random(20261123)


def _some(count: int, letters: str = "0123456789abcdef") -> str:
    return "".join(_DICE.choice(letters) for _ in range(count))


_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_UUID = "-".join(map(_some, (8, 4, 4, 4, 12)))

IDENTIFIERS = f"""
commit {_some(40)}
Merge: {_some(7)} {_some(7)}
* {_some(8)} (HEAD -> main) Add the password field
sha256:{_some(64)}
image: registry.example.org/app@sha256:{_some(64)}
"integrity": "sha512-{_some(86, _BASE64)}==",
integrity sha1-{_some(27, _BASE64)}=
    --hash=sha256:{_some(64)}
github.com/pkg/errors v0.9.1 h1:{_some(43, _BASE64)}=
checksum = "{_some(64)}"
id: {_UUID}
request_id={_UUID}
"sessionId": "{_UUID}"
X-Request-Id: {_UUID}
traceparent: 00-{_some(32)}-{_some(16)}-01
etag: "{_some(32)}"
md5: {_some(32)}
<img src="data:image/png;base64,iVBORw0KGgo{_some(200, _BASE64)}">
data:font/woff2;base64,d09GMgABAAAAA{_some(160, _BASE64)}
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{_some(43, _BASE64)} bo@laptop
SHA256:{_some(43, _BASE64)} bo@laptop (ED25519)
fingerprint {":".join(_some(2) for _ in range(16))}
0x{_some(40)} received 0.1 ETH
wallet 0x{_some(40)}
handle a3f9c2d1 restores it
part AB12-CD34-EF56 of the pump
order 4711-0815, invoice 2026-00077
ISBN 978-3-16-148410-0
phone +49 30 1234567
meeting 482 113 902 at noon
ticket OPS-51802 is done
127.0.0.1:8080 and [::1]:5432
mac 00:1a:2b:3c:4d:5e
postgres listens on port 5432
python 3.12.1, node v20.11.0
release v2.14.0-rc.3+build.5180
2026-11-22T10:00:00.123Z
chunk-{_some(8)}.js 142.33 kB
/var/lib/docker/overlay2/{_some(64)}/merged
blob {_some(40)} 1234
toolu_{_some(22, _BASE64[:62])}
index {_some(7)}..{_some(7)} 100644
color: #{_some(6)};
lat 52.5200066, lon 13.404954
uid=1000(bo) gid=1000(bo) groups=1000(bo),27(sudo)
"""

REFERENCES = """
password: !vault_ref secret/data/ci#db_password
password: !secret wifi_password
password: !vault |
password: !Ref DbPassword
password: !Sub '${DbPassword}'
password: !GetAtt Secret.Value
password: ${DB_PASSWORD}
password: ${DB_PASSWORD:-}
password: $DB_PASSWORD
password: $(cat /run/secrets/db)
password: {{ vault_db_password }}
password: "{{ lookup('env', 'DB_PASSWORD') }}"
password: <password>
password: <your password>
password: [password]
password: %DB_PASSWORD%
password: @db_password
DB_SECRET_ARN=arn:aws:secretsmanager:eu-west-1:243209735181:secret:prod/ledger/db-fiAppM
db_password_arn: arn:aws:secretsmanager:eu-west-1:243209735181:secret:prod/ledger/db-fiAppM
PASSWORD_FILE=/run/secrets/db_password1
API_KEY_REF=projects/4711/secrets/api-key-v2
TOKEN_URL=https://login.example.org/oauth2/token
SECRET_NAME=prod-ledger-db7
CLIENT_SECRET_PATH=secret/data/prod/ledger7
AWS_SECRET_REGION=eu-central-1
{"name": "password", "value": "Password"}
{"name": "DB_PASSWORD", "valueFrom": {"secretKeyRef": {"name": "db7", "key": "password"}}}
- {name: DB_PASSWORD, value: $(DB_PASSWORD)}
- name: DB_PASSWORD_FILE, value: /run/secrets/db7
<input type="password" name="password" placeholder="At least 8 characters">
<property name="password" value="${db.password}"/>
await expect(page.getByLabel('Password')).toBeVisible()
await page.getByLabel('Password').fill(process.env.PASSWORD)
await page.fill('#password', PASSWORD)
expect(password).toBe(hash2)
git log -p src/auth7.py
mkdir -p build7/secrets
docker run -p 8080:80 app7
tar -c src7
docker login --username bo --password-stdin registry7.example.org
cat config/master.key
cat .gitignore
the exit code is 1370
the zip code is 10115
the status code is 4040
the code is 4821 lines long
password          = var.password
password          required
SECRET_KEY        Type of the key
password for user bob2
PIN of room 1204
echo done7 | tee log7
password: vault:secret/data/ci#db_password
password: op://vault/db/password
password: secretsmanager:prod/db
password: ssm:/prod/db/password
password: arn:aws:secretsmanager:eu-central-1:123456789012:secret:db-Ab12Cd
password: env:DB_PASSWORD
password: ENC[AES256_GCM,data:Zm9v,iv:YmFy,tag:YmF6,type:str]
password: file:/run/secrets/db
password: /run/secrets/db_password
password: ./secrets/db.txt
password: ~/.pgpass
password: secret/data/ci#db_password
password: ref+vault://secret/db#password
password: config.db.password
password: settings.DB_PASSWORD,
password: process.env.DB_PASSWORD
password: os.environ["DB_PASSWORD"]
password: os.getenv("DB_PASSWORD")
password: var.db_password
password = var.db_password
password = random_password.db.result
password = data.vault_generic_secret.db.data["password"]
password = module.db.password
password = self.password
password = getpass.getpass()
password = input("Password: ")
password = request.form["password"]
password = args.password
password=$1
password="$DB_PASSWORD"
PASSWORD=${PASSWORD:?not set}
DB_PASSWORD=$(pass show db)
export TOKEN=$(cat ~/.token)
PGPASSWORD="$PGPASSWORD" psql
--password "$PASSWORD"
--password=$PASSWORD
--password <password>
--password-file /run/secrets/db
--password-stdin
mysql -u root -p shop < dump.sql
secretKeyRef: {name: db, key: password}
passwordSecretRef: db-credentials
existingSecret: db-credentials
secretName: db-credentials
token: ${{ secrets.GITHUB_TOKEN }}
token: process.env.GITHUB_TOKEN
api_key=settings.api_key
api_key: os.environ["API_KEY"]
client_secret: Config.client_secret
Authorization: Bearer <token>
Authorization: Bearer ${TOKEN}
Authorization: Bearer $TOKEN
curl -u "$USER:$PASSWORD" https://example.org
https://user:password@example.org/
postgres://user:${PASSWORD}@db/app
password: changeme
password: your-password-here
password: xxxxxxxx
password: ********
password: ...
password: [redacted:password]
密码：${PASSWORD}
密码：<你的密码>
密码: ******
Passwort: <dein Passwort>
contraseña: ${CLAVE}
пароль: ${PASSWORD}
"""

CODE = """
def login(user: str, password: str) -> Session:
def login(user, password=None):
if password is None:
if password == confirm:
if not password: return
password: str
password: Optional[str] = None
password: string;
password: string | undefined
password?: string
password: SecretStr
password: Field(min_length=8)
password: yup.string().required().min(8)
password: z.string().min(8).max(64)
password: {type: String, required: true}
password varchar(255) not null
password TEXT NOT NULL
private String password;
const { user, password } = req.body
const password = await prompt()
let password = String::new();
self.password = password
this.password = newPassword;
user.password = hash(password, salt)
password_hash = bcrypt.hashpw(password, salt)
password.length > 8
password_min_length: 12
password_length=16
passwordless: true
password_reset_token_expires: 3600
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = []
<input type="password" name="password" placeholder="Password">
<label for="password">Password</label>
"password": "Password",
"password": "Passwort",
"password": "Mot de passe",
"password": "Enter your password",
"password": "パスワード",
"password": "密码",
'username', 'password', 'email2',
["user", "password", "host1"]
`username`, `password`, `host` and `port`
(user, password, sha256)
token_count: 4096
max_tokens=8192
total_tokens: 153759
tokenizer: cl100k_base
token = lexer.next_token()
token: Token = tokens[0]
token_type: bearer
secret = secrets.token_hex(16)
key: value
key = f"user:{user_id}"
primary_key: id
foreign_key=user_id2
cache_key: user-profile-v2
sort_key=created_at
partition key: tenant_id1
key: abc123
pin: 13
pin = D4
LED PIN: GPIO4
pinMode(13, OUTPUT)
pin: false
pin the version to 2.4.1
pass  # nothing to do
PASS: test_login2
--- PASS: TestServer2 (0.01s)
tests: 12 pass, 0 fail
pass: 81, fail: 0
first pass: 12 files, second pass: 3 files
pass `copy=False` to avoid it
pass overwrite=true to replace it
pass 3 arguments
code: 200
status code: 404
exit code: 137
error code: E1101
country code: DE49
postal code: 10115
zip code is 10115
code: ERR_2077
block code: A12
QR code: 21x21
license: Apache-2.0
license key: MIT
product: AB-1234
serial port: /dev/ttyUSB0
phrase: hello world
otp: Optional[str]
psk: true
auth: none
auth = None
keyboard: qwerty
clave primaria: id1
clave: valor
ключевое слово: test1
キー: value
"""

PROSE = """
The password is stored in the keychain, not in the file.
The password is wrong, try again.
The password is required.
Password must be at least 12 characters long.
Password: at least 8 characters
password: the password of the user (optional)
password is 8-16 characters
The password has 12 characters and 2 digits.
The token is expired; log in again.
The secret is to keep the heat low.
The key is under the mat.
The key is that 12 of 14 tests pass.
I forgot my password and had to reset it.
Password authentication failed for user postgres
Password changed, try again in 5 minutes.
What is the password? Ask the admins.
Did you change the password? It's been 90 days.
The password reset takes 15 minutes.
Reset the password for user bob2.
the password for the database is configured in .env
Set a password, then try the login page.
Use a password manager such as KeePass2.
Passwords are hashed with argon2id, 64 MiB, 3 passes.
The password is hashed with sha256.
The password is base64-encoded.
The passphrase is optional.
The recovery code is used once; keep the codes in a safe.
Enter the verification code that was sent to you.
The verification code expires in 10 minutes.
The access code is printed on the card.
The door code is changed every month.
Your session token has 40 characters.
username and password are required
the credentials are in 1Password
log in with your account, then open settings / users
Read / write access to src / lib is needed
the bot token is sent in the header, see docs/auth.md
add a test for the password field in tests/test_login.py
Rotate the api key every 90 days.
A PIN has 4 digits.
The pin is bent.
密码错误，请重试
请输入密码
密码长度至少 8 位
密码：必须包含数字1
忘记密码？点击这里重置
修改密码功能已完成，测试 12 个全部通过
密码是加密存储的
密码不能为空
用户名和密码不能为空
验证码 60 秒后可以重新发送
验证码错误
令牌桶限流：每秒 100 个请求
密钥存放在 vault 里
口令由管理员发放
序列号规则见文档第 3 章
密码：见保险箱
密码：在附件里
パスワードを入力してください
パスワードは8文字以上で設定してください
パスワードが間違っています
パスワードは必須です
シリアル番号は製品の裏面にあります
비밀번호를 입력하세요
비밀번호는 8자 이상이어야 합니다
Das Passwort ist falsch.
Das Passwort ist abgelaufen.
Das Passwort muss mindestens 12 Zeichen lang sein.
Das Passwort für den Server lautet wie folgt
Passwort vergessen?
Kennwort: erforderlich
Der Zugangscode wird per Post verschickt.
la contraseña es incorrecta
la contraseña debe tener 8 caracteres
La clave del problema es el índice de la tabla.
la clave es la paciencia
¿Olvidaste tu contraseña?
a senha está errada
senha: obrigatória
Le mot de passe est incorrect.
Le mot de passe doit contenir 8 caractères.
mot de passe oublié ?
la password è sbagliata
het wachtwoord is onjuist
hasło jest nieprawidłowe
пароль неверный, попробуйте ещё раз
Пароль должен содержать не менее 8 символов
пароль: минимум 8 символов
ключ к успеху — терпение
"""

LOOK_ALIKES = [line for group in (IDENTIFIERS, REFERENCES, CODE, PROSE) for line in group.strip("\n").splitlines()]


@pytest.mark.parametrize("line", LOOK_ALIKES)
def test_what_only_looks_like_a_secret_stays(line: str) -> None:
    assert redact(line).text == line


def test_there_are_enough_look_alikes_to_say_something() -> None:
    assert len(LOOK_ALIKES) >= 200
