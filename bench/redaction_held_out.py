"""Secrets and look-alikes that the rules of redaction were not written from; counted, never printed one by one.

Every value is made up here and assembled when the module runs: no line of this file holds a credential, real or false.
`⟦a~b⟧` marks a secret; `~` joins its pieces; `@hex40` stands for 40 random characters of that alphabet.
A secret leaks when it, or (from ten characters on) one half of it, is still in the text.
"""

import random
import re
from collections.abc import Callable, Iterator
from typing import Final

LONG_ENOUGH_TO_HALVE: Final = 10
"""From so many characters on, half of a secret counts as leaked too."""
SEED: Final = 20261122

ALPHABETS: Final = {
    "alnum": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
    "lower": "abcdefghijklmnopqrstuvwxyz0123456789",
    "upper": "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    "hex": "0123456789abcdef",
    "digits": "0123456789",
    "base64": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    "base32": "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
    "base58": "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    "signs": "abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)",
}

SECRETS: Final = (
    # People who talk, English
    "the wifi password is ⟦blau~pferd~77⟧, it is the guest network",
    "my ssh pass for the staging box: ⟦Kj~9!vd⟧",
    "log in with admin / ⟦Somm~er2024!⟧ and tell me what you see",
    "user: deploy pw: ⟦hun~ter2x⟧",
    "The PIN of the door is ⟦44~71⟧.",
    "root password is ⟦22~77⟧ please log in and restart nginx",
    "I changed the password to ⟦Tulip~-Orbit-9⟧ yesterday, so use that",
    "sudo password: ⟦22~77⟧",
    'unlock it with the passphrase "⟦correct purple~ staple⟧"',
    "The password for the zip is ⟦xy~z123⟧.",
    "creds: jdoe:⟦W1n~ter#7⟧",
    "here's the api key ⟦@alnum32⟧ but don't put it into the repo",
    "OTP: ⟦@digits6⟧",
    "192.168.1.14 root / ⟦15~3759Lb⟧",
    "pass is ⟦let~mein⟧ on both machines",
    "you can use my account, username mira, password ⟦K0ffee~tasse⟧",
    "ssh pi@10.0.0.7 (password ⟦rasp~4berry⟧)",
    "My password: ⟦a~1⟧",
    "The admin login is support@example.com with password ⟦Gr8~Wall!⟧",
    # Chinese
    "密码：⟦22~77⟧",
    "服务器 root 密码是 ⟦Abc~@123⟧，帮我登录看一下",
    "密码就是⟦hong~shan88⟧，你直接登录",
    "数据库账号 app 密码 ⟦qaz~WSX3⟧",
    "口令为⟦zhima~kaimen⟧",
    "登录密码改成了⟦Lv~dou520⟧",
    "WiFi密码：⟦8888~6666⟧",
    "账号：admin，密码：⟦adm1n~@2025⟧。",
    "微信支付密钥：⟦@alnum32⟧",
    "用户名/密码：test1/⟦Ceshi~!234⟧",
    "解压密码:⟦52~pojie⟧",
    "链接 https://pan.example.cn/s/1abc 提取码: ⟦k7~q2⟧",
    "私钥: ⟦@hex64⟧",
    "sudo 的密码是⟦56~78⟧",
    "服务器 10.1.1.3 用户 root 密码 ⟦Huawei~12#$⟧ 端口 22",
    "支付密码是⟦@digits6⟧，别告诉别人",
    "令牌：⟦@alnum40⟧",
    # Japanese
    "パスワード：⟦Sa~kura77⟧",
    "パスワードは⟦neko~Nyan9⟧です",
    "root のパスワードは「⟦Fuji~3776⟧」です。",
    "暗証番号は⟦@digits4⟧です",
    "APIキー: ⟦@alnum40⟧",
    "ログインID: tanaka パスワード: ⟦tana~ka12⟧",
    # German
    "Passwort: ⟦Ig~el42⟧",
    "Das Passwort lautet ⟦Nuss~Baum!7⟧",
    "Das Kennwort für den Router ist ⟦Fritz~99⟧",
    "Zugangsdaten: klaus / ⟦Ost~see#11⟧",
    "Das WLAN-Passwort ist ⟦Gart~enzaun⟧.",
    "API-Schlüssel: ⟦@alnum36⟧",
    "Die PIN ist ⟦@digits4⟧.",
    # Spanish
    "contraseña: ⟦Nar~anja8⟧",
    "la contraseña es ⟦Sol~YMar7⟧, entra y mira los logs",
    "usuario: ana clave: ⟦per~ro99⟧",
    "mi clave de acceso es ⟦Bar~ca1899⟧",
    "la contraseña del servidor: ⟦31~41⟧",
    # Russian
    "пароль: ⟦Zi~ma2025⟧",
    "Пароль от сервера — ⟦moro~z77⟧",
    "логин admin пароль ⟦qwer~55⟧",
    "пароль такой: ⟦99~88⟧",
    "Мой пароль ⟦lis~a2000⟧, зайди и проверь",
    # Other languages people write in
    "le mot de passe est ⟦Fro~mage12⟧",
    "senha: ⟦cafe~zinho5⟧",
    "비밀번호: ⟦kim~chi88⟧",
    "hasło: ⟦zam~ek33⟧",
    # Configuration
    "DB_HOST=db1\nDB_PASSWORD=⟦pg~pass9⟧\nDB_PORT=5432",
    "SECRET_KEY = 'django-insecure-⟦@signs50⟧'",
    "define('AUTH_KEY',         '⟦@signs30~ {|}~@signs30⟧');",
    "spring.datasource.username=app\nspring.datasource.password=⟦Spr~ing1⟧",
    "database:\n  user: app\n  password: ⟦ya~ml77⟧\n  port: 5432",
    '{"host": "db", "password":"⟦js~on12⟧", "port": 5432}',
    '{\\"user\\":\\"bo\\",\\"password\\":\\"⟦esc~aped1⟧\\"}',
    "<server><id>nexus</id><username>ci</username><password>⟦mav~en55⟧</password></server>",
    "environment:\n  - MYSQL_ROOT_PASSWORD=⟦ro~ot12⟧\n  - TZ=UTC",
    "kind: Secret\ndata:\n  password: ⟦@base6422~==⟧",
    "machine api.example.org login bot password ⟦net~rc33⟧",
    "//registry.example.org/:_authToken=⟦@alnum36⟧",
    "registry=https://npm.example.org\n_auth=⟦@base6431~=⟧\nalways-auth=true",
    "users:\n- name: dev\n  user:\n    client-key-data: ⟦@base64120~==⟧",
    "[web]\nweb1 ansible_host=10.0.0.3 ansible_user=ops ansible_become_pass=⟦bec~ome1⟧",
    "ansible_ssh_pass: ⟦an~ssh22⟧",
    "bind 127.0.0.1\nrequirepass ⟦re~dis44⟧\nport 6379",
    "[client]\nuser=root\npassword=⟦my~cnf7⟧",
    "localhost:5432:shop:postgres:⟦pg~line8⟧",
    '{"auths": {"registry.example.org": {"auth": "⟦@base6432⟧"}}}',
    "root:$6$⟦@alnum12~$~@alnum86⟧:19500:0:99999:7:::",
    "[Interface]\nPrivateKey = ⟦@base6443~=⟧\nAddress = 10.6.0.2/32",
    'network={\n  ssid="home"\n  psk="⟦wpa~geheim⟧"\n}',
    "DefaultEndpointsProtocol=https;AccountName=files1;AccountKey=⟦@base6486~==⟧;EndpointSuffix=core.windows.net",
    "Server=sql1;Database=shop;User Id=sa;Password=⟦Sq~l!9x⟧;Encrypt=true",
    "jdbc:mysql://db1:3306/shop?user=app&password=⟦jd~bc66⟧&useSSL=false",
    "MONGO=mongodb+srv://app:⟦mon~go3!⟧@cluster0.example.net/shop",
    "CELERY_BROKER=redis://:⟦bro~ker1⟧@cache:6379/0",
    "https://⟦@hex32⟧:⟦@hex32⟧@sentry.example.org/4",
    "storeFile=release.jks\nstorePassword=⟦ja~vaks⟧\nkeyAlias=app\nkeyPassword=⟦ja~vakey⟧",
    "wechat:\n  appid: wx1234567890abcdef\n  appsecret: ⟦@hex32⟧",
    "SecretId: AK~ID\nSecretKey: ⟦@alnum32⟧",
    "HEROKU_API_KEY=⟦@hex8~-~@hex4~-~@hex4~-~@hex4~-~@hex12⟧",
    "TWILIO_AUTH_TOKEN=⟦@hex32⟧",
    "smtp:\n  host: mail.example.org\n  user: info\n  pass: ⟦mai~lbox⟧",
    "encryption_key: ⟦@base6443~=⟧",
    "User name,Password,Access key ID,Secret access key\nci,,AK~IA@upper16,⟦@base6440⟧",
    # Keys with a form of their own
    "curl https://api.telegram.org/bot⟦@digits10~:AA~@alnum33⟧/getMe",
    "BOT=⟦@digits9~:AA~@alnum33⟧",
    "aws_access_key_id = ⟦AK~IA~@upper16⟧\naws_secret_access_key = ⟦@base6440⟧",
    "use ⟦gh~p_~@alnum36⟧ for the clone",
    "⟦github~_pat_~@alnum22~_~@alnum59⟧",
    "⟦gl~pat-~@alnum20⟧",
    "OPENAI: ⟦sk-~proj-~@alnum48⟧",
    "⟦sk-~ant-api03-~@alnum93~AA⟧",
    "⟦AI~za~@alnum35⟧",
    "⟦hf~_~@alnum34⟧",
    "⟦gsk~_~@alnum52⟧",
    "⟦xo~xb-~@digits12~-~@digits12~-~@alnum24⟧",
    "https://hooks.slack.com/services/⟦T~@upper8~/B~@upper8~/~@alnum24⟧",
    "https://discord.com/api/webhooks/@digits18/⟦@alnum68⟧",
    "https://open.feishu.cn/open-apis/bot/v2/hook/⟦@hex8~-~@hex4~-~@hex4~-~@hex4~-~@hex12⟧",
    "https://oapi.dingtalk.com/robot/send?access_token=⟦@hex64⟧",
    "stripe ⟦sk~_live_~@alnum24⟧",
    "⟦SG~.~@alnum22~.~@alnum43⟧",
    "⟦npm~_~@alnum36⟧",
    "⟦dop~_v1_~@hex64⟧",
    "⟦dckr~_pat_~@alnum27⟧",
    "⟦hvs~.~@alnum24⟧",
    "⟦LT~AI~@alnum20⟧ ist die ID, accessKeySecret: ⟦@alnum30⟧",
    "⟦figd~_~@alnum40⟧",
    "⟦nt~n_~@alnum46⟧",
    "⟦tskey~-auth-~@alnum17~-~@alnum32⟧",
    "⟦AGE-~SECRET-KEY-1~@upper58⟧",
    "Authorization: Bearer ⟦@alnum40⟧",
    "Authorization: Basic ⟦@base6427~=⟧",
    "Cookie: theme=dark; sessionid=⟦@lower32⟧; lang=en",
    "X-Api-Key: ⟦@lower32⟧",
    "⟦ey~JhbGciOiJIUzI1NiJ9.ey~J~@alnum40~.~@alnum43⟧",
    "https://files.example.net/a.pdf?sv=2024-01-01&se=2026-01-01&sig=⟦@alnum42~%3D⟧",
    # Keys in parts, seeds, codes
    "-----BEGIN RSA PRIV~ATE KEY-----\n⟦@base6464⟧\n⟦@base6464⟧\n⟦@base6440~==⟧\n-----END RSA PRIV~ATE KEY-----",
    "⟦@base6464⟧\n⟦@base6464⟧\n⟦@base6464⟧\n⟦@base6428~==⟧\n-----END OPENSSH PRIV~ATE KEY-----",
    "-----BEGIN EC PRIV~ATE KEY-----\n⟦@base6464⟧\n⟦@base6464⟧\n... (truncated)",
    '"private_key": "-----BEGIN PRIV~ATE KEY-----\\n⟦@base6464⟧\\n⟦@base6464⟧\\n-----END PRIV~ATE KEY-----\\n"',
    "Private-Lines: 2\n⟦@base6464⟧\n⟦@base6444⟧\nPrivate-MAC: ⟦@hex40⟧",
    "my wallet key is ⟦5~K~@base5849⟧",
    "WIF: ⟦L~@base5851⟧",
    "xprv: ⟦xp~rv9~@base58106⟧",
    "PRIVATE_KEY=0x⟦@hex64⟧",
    "seed phrase: ⟦orbit velvet ~tiger planet~ sugar ocean moral ~hazard walnut zebra~ copper lemon⟧",
    "助记词：⟦ribbon pulse ~anchor dinner~ gravity island napkin ~oxygen rabbit saddle~ tunnel umbrella⟧",
    "Recovery codes:\n⟦@lower5~-~@lower5⟧\n⟦@lower5~-~@lower5⟧\n⟦@lower5~-~@lower5⟧",
    "Backup codes\n1. ⟦@digits4~ ~@digits4⟧\n2. ⟦@digits4~ ~@digits4⟧\n3. ⟦@digits4~ ~@digits4⟧",
    "otpauth://totp/Example:bo?secret=⟦@base3232⟧&issuer=Example",
    "If you cannot scan, enter this setup key: ⟦@base324~ ~@base324~ ~@base324~ ~@base324⟧",
    "TOTP secret: ⟦@base3216⟧",
    # Command lines
    "echo ⟦22~77⟧ | sudo -S apt-get update",
    "mysql -uroot -p⟦ge~heim3⟧ -e 'show databases'",
    "mysqldump -h db1 -u root --password=⟦du~mp12⟧ shop > shop.sql",
    "sshpass -p ⟦ss~hp4⟧ ssh root@10.0.0.9 uptime",
    "sshpass -p '⟦le er~ 5⟧' scp a.txt root@10.0.0.9:",
    "curl -s -u admin:⟦cu~rl77⟧ https://grafana.example.org/api/org",
    "docker login -u bot -p ⟦do~cker1⟧ registry.example.org",
    "PGPASSWORD=⟦ps~ql55⟧ psql -h db1 -U app shop",
    "redis-cli -h cache -a ⟦re~dcli⟧ ping",
    "openssl pkcs12 -in a.p12 -passin pass:⟦p1~2pass⟧ -nodes",
    "7z x backup.7z -p⟦sie~ben7⟧",
    "unzip -P ⟦zi~ppo⟧ backup.zip",
    "smbclient //nas/share -U 'bo%⟦sm~b123⟧'",
    "ldapsearch -x -D cn=admin,dc=ex -w ⟦ld~ap99⟧ -b dc=ex",
    "rabbitmqctl add_user bob ⟦rab~bit2⟧",
    "CREATE USER 'app'@'%' IDENTIFIED BY '⟦sq~luser⟧';",
    "ALTER ROLE app WITH LOGIN PASSWORD '⟦ro~le88⟧';",
    "echo 'root:⟦ch~pw12⟧' | chpasswd",
    "htpasswd -bc .htpasswd bo ⟦ht~pw44⟧",
    "xfreerdp /v:win1 /u:bo /p:⟦rd~p321⟧",
    "git clone https://oauth2:⟦@alnum20⟧@gitlab.example.org/a/b.git",
    "keytool -list -keystore a.jks -storepass ⟦chan~geme⟧",
    "vault kv put secret/db password=⟦va~ult7⟧",
    'client.connect("10.0.0.9", username="root", password="⟦pa~ra55⟧")',
    'requests.get(url, auth=("bo", "⟦re~qs77⟧"))',
    "lftp ftp://bo:⟦ft~p888⟧@files.example.org",
    'expect "*assword:" { send "⟦ex~pect1⟧\\r" }',
    "net use Z: \\\\nas\\share /user:bo ⟦ne~tuse⟧",
    "kubectl create secret generic db --from-literal=password=⟦ku~be12⟧",
    "wget --user=bo --password=⟦wg~et44⟧ https://files.example.org/a",
    "openssl enc -aes-256-cbc -in a -out b -k ⟦en~ckey⟧",
    "nmcli dev wifi connect home password ⟦nm~cli99⟧",
    "Enter password for bo: ⟦ty~ped1⟧",
    "| root | ⟦ta~ble12⟧ | 10.0.0.3 |\n(table of user | password | host)",
    "| host | user | password |\n|---|---|---|\n| 10.0.0.3 | root | ⟦ta~ble34⟧ |",
)

LOOK_ALIKES: Final = (
    # Numbers and names of things
    "commit @hex40 fixes the race in the writer",
    "git show @hex7 -- src/app.py",
    "The request id is @hex8-@hex4-@hex4-@hex4-@hex12.",
    '"integrity": "sha512-@base6486==",',
    "sha256:@hex64 is the digest of the image",
    "data:image/png;base64,iVBORw0KGgo@base64120",
    "index 3f2a1b4..9c8d7e6 100644",
    "@types/node@20.11.5 and @babel/core@7.24.0 were updated",
    "listening on 0.0.0.0:8080 and [::1]:8443",
    "mac 00:1a:2b:3c:4d:5e, inode 1234567",
    "python 3.12.1, node v20.11.0, gcc 13.2.0-4ubuntu3",
    "session 5f2b1c9e started at 2026-11-22T10:00:00Z",
    "toolu_@alnum22 returned an error",
    "msg_@alnum22",
    "file_path=/home/bo/project/src/keys/public.py",
    "ISBN 978-3-16-148410-0, order 4711-0815",
    "phone +49 30 1234567, room 4.12",
    "block 0x00007f8a2c3d4e5f at offset 4096",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA@base6443 bo@laptop",
    "-----BEGIN CERTIFICATE-----\n@base6464\n@base6464\n@base6440==\n-----END CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----\n@base6464\n@base6440==\n-----END PUBLIC KEY-----",
    'etag: W/"@hex32"',
    "trace_id=@hex32 span_id=@hex16",
    "wx:click on the button, ref e12",
    "bc1q@lower38 received 0.1 BTC",
    'resolved "https://registry.npmjs.org/a/-/a-1.0.0.tgz#@hex40"',
    "h1:@base6443= go.sum line of golang.org/x/net v0.20.0",
    "handle a3f9c2d1 gives the original back",
    "1234 5678 and 2345 6789 are the two readings of the meter",
    "AB12-CD34 is the part number of the pump",
    "mem 16384 MB, swap 2048 MB, load 0.22 0.77 1.01",
    "chunk-@hex8.js  142.33 kB | gzip: 45.10 kB",
    "the address is 0x@hex40",
    # Code that speaks of secrets
    "def login(user: str, password: str) -> Session:",
    "if password is None:\n    raise LoginError",
    "password = getpass.getpass()",
    "password = os.environ['DB_PASSWORD']",
    "const token = await getToken(user.id);",
    "token_count: 4096",
    "--max-tokens 2277",
    "max_tokens=8192, temperature=0.2",
    "total_tokens: 153759",
    "input_tokens 2277 output_tokens 512",
    "password: Optional[str] = None",
    "password: ${DB_PASSWORD}",
    'password: "{{ vault_db_password }}"',
    "secret: process.env.JWT_SECRET",
    "PASSWORD=$1",
    "export TOKEN=$(cat ~/.token)",
    "password_hash = hash_password(password)",
    "passwordInput: HTMLInputElement",
    '<input type="password" name="password" placeholder="Password">',
    "api_key=settings.api_key,",
    "tokenizer: cl100k_base",
    "token: str = Field(..., min_length=8)",
    "password: yup.string().required().min(8)",
    "self.password = password",
    "secret_name: db-credentials",
    "secretKeyRef:\n  name: db\n  key: password",
    "passwordless: true",
    "keyboard: qwerty",
    "primary_key: id",
    "key: value",
    "foreign_key = 'user_id'",
    "cache_key: user-profile-v2",
    "sort_key=created_at",
    "password_min_length: 12",
    "pin: false",
    "pin the version to 2.4.1",
    "PIN_MAPPING = {13: 'led', 14: 'relay'}",
    "pass  # nothing to do",
    "tests: 12 pass, 0 fail",
    "pass: 81, fail: 0",
    "auth: none",
    "Authorization: Bearer <token>",
    "curl -u user:password https://example.org",
    "mysql -u root -p shop < dump.sql",
    "sudo -S reads from standard input",
    "docker run -p 8080:80 nginx",
    "ssh -p 2277 root@10.0.0.9",
    "tar -p -xf a.tar",
    "mkdir -p src/app/pages",
    "postgres://user:password@localhost/db is the form of the address",
    # Prose in several languages
    "The password is stored in the keychain, not in the file.",
    "the password is wrong, try again",
    "Password must be at least 12 characters long.",
    "The token is expired; log in again.",
    "I forgot my password and had to reset it.",
    "The secret is to keep the heat low.",
    "password: required",
    "password: the password of the user (optional)",
    "Password authentication failed for user postgres",
    "A recovery code is used once; keep the codes in a safe.",
    "The key is under the mat.",
    "Your session token has 40 characters.",
    "username and password are required",
    "密码错误，请重试",
    "请输入密码",
    "密码长度至少 8 位",
    "忘记密码？点击这里重置",
    "修改密码功能已完成，测试 12 个全部通过",
    "密码是加密存储的",
    "验证码功能：60 秒后可以重新发送",
    "令牌桶限流：每秒 100 个请求",
    "用户名和密码不能为空",
    "パスワードを入力してください",
    "パスワードは8文字以上で設定してください",
    "パスワードが間違っています",
    "Das Passwort ist falsch.",
    "Das Passwort muss mindestens 12 Zeichen lang sein.",
    "la contraseña es incorrecta",
    "La clave del problema es el índice de la tabla.",
    "пароль неверный, попробуйте ещё раз",
    "Пароль должен содержать не менее 8 символов",
    "Le mot de passe est incorrect.",
    "Read / write access to src / lib is needed",
    "and / or, input / output, 3 / 4 of the tests",
    "admin / settings / users is the path in the menu",
    "The bot token is sent in the header, see docs/auth.md",
    "add a test for the password field in tests/test_login.py",
    "Passwords are hashed with argon2id, 64 MiB, 3 passes.",
)


def _assemble(template: str, chance: random.Random) -> str:
    """The template with every `@alphabet123` drawn."""

    def draw(found: re.Match[str]) -> str:
        return "".join(chance.choices(ALPHABETS[found[1]], k=int(found[2])))

    return re.sub(r"@(" + "|".join(ALPHABETS) + r")(\d+)", draw, template)


def secrets() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each text with the secrets in it."""
    chance = random.Random(SEED)
    for template in SECRETS:
        drawn = _assemble(template, chance).replace("~", "")
        values = tuple(re.findall(r"⟦(.*?)⟧", drawn))
        if values:
            yield drawn.replace("⟦", "").replace("⟧", ""), values


def look_alikes() -> Iterator[str]:
    """Each text that stays as it is."""
    chance = random.Random(SEED)
    for template in LOOK_ALIKES:
        yield _assemble(template, chance)


def leaks(text: str, values: tuple[str, ...]) -> bool:
    """Whether one of the values, or half of a long one, is in the text."""
    for value in values:
        middle = len(value) // 2
        pieces = (value,) if len(value) < LONG_ENOUGH_TO_HALVE else (value[:middle], value[middle:])
        if any(piece in text for piece in pieces):
            return True
    return False


def count(redact: Callable[[str], str]) -> tuple[int, int, int, int]:
    """(leaked, secrets, changed, look-alikes): the counts alone, the cases stay unseen."""
    found = [leaks(redact(text), values) for text, values in secrets()]
    changed = [redact(text) != text for text in look_alikes()]
    return sum(found), len(found), sum(changed), len(changed)
