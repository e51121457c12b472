"""The words of labels by language, their separators, and the label at a position of a text.

A new label is one word in one of the tables. Within a word `_` stands for a blank, a hyphen, an apostrophe, an
underscore or nothing. Words are lower case.
"""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache, lru_cache
from typing import NamedTuple

from ..patterns import lazy_regex

PASSWORDS = {
    "en": "password passwd passcode passkey pwd",
    "de": "passwort kennwort geheimzahl",
    "fr": "passe",
    "es": "contraseña contrasena",
    "pt": "senha palavra_passe",
    "it": "parola_d'ordine parola_d'accesso",
    "nl": "wachtwoord pincode",
    "pl": "hasło haslo",
    "ru": "пароль пароля паролю паролем пин_код",
    "sv": "lösenord",
    "da": "adgangskode kodeord",
    "no": "passord",
    "cs": "heslo",
    "ro": "parolă",
    "tr": "şifre şifresi",
    "hu": "jelszó",
    "vi": "mật_khẩu",
    "id": "kata_sandi",
    "uk": "гасло",
    "ar": "كلمة_المرور كلمة_السر",
    "he": "סיסמה סיסמא",
    "hi": "पासवर्ड",
    "th": "รหัสผ่าน",
    "zh": "密码 密碼 口令 授权码 提取码 解压码 验证码 预共享密钥 支付密码 动态码 安全码 门禁码",
    "ja": "パスワード パスコード 暗証番号 合言葉 事前共有鍵 事前共有キー",
    "ko": "비밀번호 비번 암호 패스워드",
}
"""What a person chose or was given to get in: whatever follows is the secret."""

SHORT = {"any": "pass pw pin pin_code pin_nummer pin码 pin碼 pinコード pin番号 pin번호 puk puk_code otp psk clave mdp"}
"""The same, but also parts of other words and words for other things: each begins a word, and proves less."""

PHRASES = {
    "en": "passphrase safe_word code_phrase code_word secret_word",
    "de": "kennphrase codewort kodewort geheimwort losungswort",
    "fr": "phrase_de_passe phrase_secrète",
    "es": "frase_de_paso frase_de_seguridad frase_de_contraseña frase_de_acceso frase_secreta palabra_secreta",
    "pt": "palavra_secreta frase_secreta frase_de_segurança frase_de_acesso",
    "it": "parola_segreta frase_di_accesso frase_di_sicurezza frase_segreta",
    "nl": "wachtwoordzin codewoord",
    "pl": "fraza_hasła",
    "ru": "парольная_фраза кодовая_фраза кодовой_фразой секретная_фраза кодовое_слово секретное_слово",
    "ja": "パスフレーズ",
    "zh": "密语 暗语 暗号",
}
"""The same for several words."""

CODES = {
    "fr": "clé_de_licence clé_wifi clé_de_produit clé_d'activation clé_de_récupération code_d'accès code_de_sécurité"
    " code_d'activation code_de_récupération code_de_secours code_de_déverrouillage code_du_portail code_de_la_porte"
    " code_secret code_de_vérification code_wifi",
    "es": "clave_de_licencia clave_de_producto código_de_acceso código_de_seguridad código_de_recuperación"
    " código_de_activación código_de_desbloqueo código_de_verificación código_del_portal código_secreto",
    "pt": "chave_de_licença chave_do_produto código_de_acesso código_de_segurança código_de_recuperação"
    " código_de_ativação código_de_verificação",
    "it": "chiave_di_licenza codice_di_accesso codice_d'accesso codice_di_sicurezza codice_di_recupero"
    " codice_di_sblocco codice_segreto codice_di_attivazione codice_di_verifica",
    "pl": "kod_dostępu kod_odzyskiwania kod_bezpieczeństwa kod_aktywacyjny klucz_licencyjny klucz_produktu",
    "ru": "код_доступа код_восстановления код_безопасности код_активации код_подтверждения код_разблокировки"
    " секретный_код лицензионный_ключ ключ_лицензии ключ_продукта ключ_активации серийный_номер",
    "zh": "激活码 序列号 注册码 恢复码 备用码 恢复密钥 产品密钥 许可证密钥 邀请码 登录码 解锁码",
    "ja": "シリアル番号 シリアルキー シリアルナンバー ライセンスキー プロダクトキー アクセスコード セキュリティコード"
    " リカバリーコード 復旧コード 認証コード 確認コード アクティベーションコード 解除コード 回復キー リカバリーキー",
    "ko": "인증번호 인증_코드 보안_코드 복구_코드 시리얼_번호 라이선스_키 제품_키 접근_코드",
}
"""A code or key that a person types: its value has a digit in it or groups of capitals."""

NOUNS = {"key": "key", "schlüssel": "key", "code": "code", "phrase": "phrase"}
"""Words that are labels behind a qualifier alone, and which qualifiers."""
QUALIFIERS = {
    "code": "access security recovery backup door gate unlock entry alarm login verification auth authorization"
    " authentication confirmation activation garage building lock safe vault reset emergency two_factor 2fa mfa sms"
    " invite invitation one_time registration entrance disarm pairing setup homekit"
    " zugangs wiederherstellungs sicherheits tür freischalt aktivierungs notfall entsperr bestätigungs lizenz"
    " toegangs herstel beveiligings activerings ontgrendel verificatie",
    "key": "wifi wi_fi wlan wireless network hotspot router wpa wpa2 wpa3 product license licence serial activation"
    " windows office pre_shared wep recovery security unlock bitlocker registration filevault"
    " netzwerk produkt lizenz aktivierungs wiederherstellungs licentie",
    "phrase": "secret recovery code seed backup",
    "machine": "api access secret private account auth encryption encrypt encoding signing app master client"
    " subscription license shared webhook storage service deploy admin aes bot hmac jwt wallet"
    " privater geheimer zugriffs geheime",
}
"""What stands before a noun: a code or key that a person types, and a key that a machine made."""

MACHINE = {
    "en": "secret secret_key token credential credentials",
    "fr": "clé_api clé_secrète clé_d'api",
    "es": "clave_api clave_de_api clave_secreta",
    "pt": "chave_de_api chave_api chave_secreta",
    "it": "chiave_api chiave_segreta",
    "pl": "klucz_api",
    "ru": "токен ключ",
    "zh": "密钥 秘钥 令牌 凭证 私钥 私鑰",
    "ja": "キー トークン 秘密鍵",
    "ko": "토큰 키 비밀키",
}
"""A machine made the value, so it must look like that."""

_STATES = (
    # English: what is said about a password, types and names of programs
    "a any all an and are as at be been being by can check common correct data does encrypted encoded expired false for"
    " from fail failed generated given good hash hashed here how if in is it its kept known long masked mandatory me"
    " must my needed never new no none not null number of off ok okay old on only or our out own passed per plain"
    " private prompt public required reset same saved secure sent set should short so some still stored str strong"
    " string sure text that the their them then there these they this to too true try type typed unchanged unset update"
    " used user username valid value via was weak when where which will with without wrong yes you your admins"
    " minimum somewhere elsewhere ask see int bool bytes char varchar object unknown optional auto basic email login"
    " function class return const let var self props state input field form label again missing protected"
    " disabled enabled default hidden empty visible invalid incorrect rotated leaked revoked shared"
    # German
    " falsch erforderlich mindestens maximal notwendig siehe gespeichert verschlüsselt vergessen ungültig unbekannt"
    " richtig muss darf nicht noch sehr leer abgelaufen geändert der die das ein eine wie folgendermaßen hier"
    " optional korrekt geheim sicher unsicher schwach stark zu im in"
    # Romance languages
    " mínimo obligatorio requerida requerido incorrecto incorrecta obligatoria correcta correcto secreta segura"
    " oubliée oublié voir incorrect requis requise obligatoire expiré expirée correct faux fausse primaria olvidada"
    " obrigatória obrigatório incorreta errada esquecida inválida inválido expirada sbagliata errata obbligatoria"
    " obbligatorio richiesta richiesto scaduta dimenticata la el il le una un dans en"
    # Dutch, Polish
    " onjuist verplicht vergeten vereist ongeldig verlopen nieprawidłowe wymagane błędne niepoprawne wygasło"
    # Russian
    " минимум строка требуется неверный неверен неправильный обязателен обязательно истёк забыт сброшен изменён"
    " хранится зашифрован"
)
STATES = frozenset(_STATES.split())
"""Words that describe a password and are none."""

COPULAS = {
    "en": "is_going_to_be is was are to as should_be will_be",
    "de": "ist lautet war heißt wäre",
    "fr": "est était",
    "es": "es era",
    "pt": "é era",
    "it": "è",
    "nl": "is luidt",
    "pl": "to jest brzmi",
    "ru": "это будет такой такая теперь был была",
}
"""What joins a label and its value; a word for `now` may follow, and an article."""
ADVERBS = (
    "now still just simply currently again jetzt einfach weiterhin aktuell noch ahora maintenant toujours agora adesso"
    " nu теперь сейчас"
)
ARTICLES = "the a le la el il o der die das het"
PREPOSITIONS = (
    "for of on to at in there für fuer vom von des der zum zur im am auf bei del de para en do da dos pour du sur au"
    " aux от для к на в до di per dla voor van op het della"
)
"""What opens the words between a label and its joint: `for the zip`, `от сервера`."""
COPULAS_CJK = "就?[是为為叫](?:了)?|(?:改|换|換|设置?|設定|更新)(?:成|为|為|到)了?|は|가|는|은|이"
TELLS = (
    "it's it’s it_is that's that’s try use set_it_to changed_it_to c'est c’est es_ist probier nimm prueba usa"
    " попробуй essaie prova probeer"
)
"""How people tell a password a few words behind the label: the value must look like one."""

NO_OWNER = lazy_regex(
    r"(?i)\b(?:has|have|must|should|needs?|using|uses|hash|length|field|policy|reset|check|test|file|line|column|table"
    r"|version|count|limit|min|max|error|failed|tries|muss|hat|type|format|prompt|rules?|regex|in|at|from|if|when"
    r"|primaria|for[aá]nea|ajena|[uú]nica|compuesta|candidata|p[uú]blica|wird|wurde|can|cannot|will|not)\b"
)
"""Words between a label and a joint that lead to no value."""
LOGIN = lazy_regex(r"(?i)user|login|root|ssh|admin|account|host|e-?mail|usuario|mi ")
"""A line that speaks of a login."""
WHOSE = lazy_regex(
    r"\b(?:root|admin|sudo|wifi|wi-fi|wlan|db|ssh|ftp|smtp|vpn|guest|master|login|old|router|mysql|postgres|redis|bios"
    r"|user|unlock|device|nas|mail|disk|luks|backup)[ \t]\Z",
    re.IGNORECASE,
)
"""What stands before a label and says whose it is."""
_CHANGED = lazy_regex(r"(?i)\b(?:chang|set|reset|updat|switch)")


def _any(words: str) -> str:
    return "|".join(re.escape(each).replace("_", "[ \\t]") for each in words.split())


_COPULA = _any(" ".join(COPULAS.values()))
_NOW = rf"(?:[ \t](?:{_any(ADVERBS)}))?"
_ARTICLE = rf"(?:(?:{_any(ARTICLES)})[ \t]+)?"
_TELLS = _any(TELLS)
_OWNER = (
    rf"[ \t](?:(?:{_any(PREPOSITIONS)})[ \t]|d(?:ell)?['’])[^\s:=,;.!?()|<>\"`：]{{1,24}}"
    r"(?:[ \t][^\s:=,;.!?()|<>\"`：]{1,24}){0,5}?"
    r"|[ \t]?[(（][^()（）\n]{1,30}[)）]|的"
)
_COLON = (
    r"[ \t]{0,8}(?P<colon>=>|:=|={1,3}|:(?!//)|[：＝→]|->|(?<=[\"'`])[ \t]?,(?=[ \t]?\\?[\"'`])|>(?=[^\s>]))[ \t]{0,8}"
)
_JOINT = (
    rf"(?P<joint>{_COLON}|[ \t]{{1,3}}(?P<copula>{_COPULA}){_NOW}[ \t]*[:：]?[ \t]+{_ARTICLE}|[ \t]{{1,3}}[—–-][ \t]"
    rf"|[ \t]?(?P<cjk>{COPULAS_CJK})[ \t]?[:：]?[ \t]?|[ \t]?[,;.?？—–-]?[ \t](?P<tells>{_TELLS})[ \t])"
)
_MARKS = r"[\\\"'`*_\])]{0,5}"
JOINED = lazy_regex(
    rf"{_MARKS}(?P<words>{_OWNER})?{_JOINT}(?:(?:\*\*|__)[ \t]?)?(?:[bru](?=[\"']))?(?=\S)", re.IGNORECASE
)
OWNED = lazy_regex(
    rf"{_MARKS}(?P<words>{_OWNER})[ \t]+(?=\S{{0,40}}\d)(?P<value>[^\s:=|<>()\"`]{{3,64}})", re.IGNORECASE
)
"""`ПИН-код от терминала 5528`: words that say whose it is, and nothing that joins."""
AWAY = lazy_regex(
    rf"{_MARKS}(?P<words>(?:[ \t][\w.@'’-]{{1,24}}){{1,6}}?"
    r"|[ \t]?(?-i:[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{1,12}?))"
    rf"{_JOINT}(?:\*\*|__)?(?=\S)",
    re.IGNORECASE,
)
TOLD = lazy_regex(
    rf"(?P<words>[^\n:：=|\"`<>(){{}}\[\];]{{0,48}}?)(?P<joint>[?？][ \t]+|[ \t,.?!](?P<tells>{_TELLS})[ \t]+)(?=\S)",
    re.IGNORECASE,
)
ASKED = lazy_regex(
    rf"(?P<words>[^\n:：=|\"`<>(){{}}\[\];]{{0,48}}?)"
    rf"(?P<joint>[?？][\"”’]?[ \t]*\r?\n{{1,2}}(?:[ \t>*-]{{0,4}}[\w .@]{{1,20}}[:>][ \t]*)?)"
    rf"(?:(?P<tells>{_TELLS}|its)[ \t]+(?=\S)|(?=[^\s\"]+[ \t]*(?:\n|$)))",
    re.IGNORECASE,
)
"""How a value is joined to its label: at once, behind words that say no owner, told in another clause, and
answered in the line below a question."""
_LOOK_BACK = 24
"""Characters before a noun in which its qualifier stands."""
_JOINS = " \t_'’-"
_JOIN = r"(?:[ \t_'-]|’)?"  # compiled in a tenth of the time of a class with the apostrophe in it
_START = 4
"""Characters of a label that say which labels it may be."""
_LONGEST = 48
"""Characters of the longest label, with what stands between its words."""
_FIRST_CJK = "\u2e80"
_LONGEST_SHORT = 5
"""Letters up to which a label also ends other words: `impasse`."""


class Sort(Enum):
    """What a label requires of its value."""

    PASSWORD = "password"
    SHORT = "short"
    PHRASE = "phrase"
    CODE = "code"
    MACHINE = "machine"


class Label(NamedTuple):
    """A label and its position: `DB_PASSWORD_OLD` begins at `password` and has a tail."""

    word: str
    sort: Sort
    start: int
    end: int
    tail: str


def _entries(tables: Mapping[Sort, Mapping[str, str]]) -> Iterator[tuple[tuple[str, ...], Sort]]:
    for sort, table in tables.items():
        for words in table.values():
            for word in words.split():
                yield tuple(word.split("_")), sort


_TABLES: Mapping[Sort, Mapping[str, str]] = {
    Sort.PASSWORD: PASSWORDS,
    Sort.SHORT: SHORT,
    Sort.PHRASE: PHRASES,
    Sort.CODE: CODES,
    Sort.MACHINE: MACHINE,
}
_SORTS = {"".join(parts).replace("'", ""): sort for parts, sort in _entries(_TABLES)}
_BY_START: dict[str, list[str]] = {}
for _parts, _ in _entries(_TABLES):
    _BY_START.setdefault(_parts[0][:_START], []).append(_JOIN.join(map(re.escape, _parts)))
_START_OF_NOUN = 3
_NOUNS = {noun[:_START_OF_NOUN]: noun for noun in NOUNS}
_WITHOUT_JOINS = str.maketrans("", "", _JOINS)
_PATTERNS = {
    start: lazy_regex("|".join(sorted(words, key=len, reverse=True)), re.IGNORECASE)
    for start, words in _BY_START.items()
}


def _before(kind: str, boundary: str = "") -> re.Pattern[str]:
    words = QUALIFIERS[kind].split()
    return lazy_regex(rf"{boundary}(?:{'|'.join(words).replace('_', '[ _-]?')})(?:['’]s)?[ _-]{{0,2}}\Z", re.IGNORECASE)


_QUALIFIED = {"code": _before("code", "(?<![A-Za-z])"), "key": _before("key"), "phrase": _before("phrase")}
_LAST_OF_QUALIFIERS = {
    kind: tuple(word.rpartition("_")[2] for word in words.split()) for kind, words in QUALIFIERS.items()
}
_LAST_LETTERS = {word[-2:] for words in _LAST_OF_QUALIFIERS.values() for word in words} | {"ss"}
"""Of a qualifier, and of `access`, behind which another one may stand."""
_LAST_BYTES = {letters.encode("latin-1") for letters in _LAST_LETTERS}
_SORT_OF_NOUN = {"key": Sort.CODE, "code": Sort.CODE, "phrase": Sort.PHRASE}
_TAIL = lazy_regex(r"[_A-Z0-9-][A-Za-z0-9_-]{0,32}")
_NOT_HERE = lazy_regex(
    r"(?i)(?:count|limit|size|length|len|min|max|usage|type|id|ids|name|at|in|hint|label|placeholder|text|error|help"
    r"|title|message|msg|desc|description|prompt|policy|rule|rules|field|input|reset|file|path|url|uri|dir|hash|salt"
    r"|strength|format|regex|pattern|column|manager|store|expir\w*|changed|age|days|enabled|required|auth|login|cmd"
    r"|command|algorithm|encoder|digest|version|less|protected|ref|source|provider|check|valid\w*|class|form|key"
    r"|mode|grant|flow|challenge|verifier|handler|used|block|updated?|created?|date|time|index|endpoint|budget"
    r"|window|counts|command|score|rate|arn|region|rotation|account|owner|secret_?name|key_?id)$"
)
"""Ends of names that are not the secret itself."""
_NOT_OF_A_MACHINE = lazy_regex(
    r"(?i)(?:count|counts|limit|size|length|len|budget|window|usage|type|id|ids|name|names|expir\w*|at|in|s"
    r"|ur[li]|path|file|dir"
    r"|arns?|ref|refs|reference|source|version|region|rotation|provider|endpoint|manager|store|field|header|param)$"
)


def firsts() -> tuple[set[str], set[str]]:
    """First letters of labels: in ASCII, and in other scripts in upper or lower case."""
    starts = {parts[0].partition("'")[0] for parts, _ in _entries(_TABLES)}
    starts |= set(NOUNS)
    plain = {start for start in starts if start.isascii()}
    wide = {form for start in starts - plain for form in (start, start.capitalize(), start.upper())}
    return plain, wide


@cache
def _beginning_with(keyword: str) -> tuple[re.Pattern[str] | None, bytes]:
    """The labels that begin so and are no part of a longer word, and the noun that needs a qualifier."""
    words = [word for each in _BY_START.values() for word in each if word.startswith(keyword)]
    noun = next((noun for noun in NOUNS if noun.startswith(keyword)), "")
    return lazy_regex(f"(?i:{'|'.join(words)})(?![a-z])") if words else None, noun.encode("latin-1")


def may_begin(keyword: str, text: str, low: bytes, at: int) -> bool:
    """Whether a label may begin with the keyword at this position; false only where `label_at` finds none, and faster.

    `low` is the text in lower case with one byte per character.
    """
    labels, noun = _beginning_with(keyword)
    if noun and low.startswith(noun, at):
        before = low[max(0, at - _LOOK_BACK) : at].rstrip(b" _-")[-2:]
        if before in _LAST_BYTES or before[1:] == b"s" or not before.isascii() or b"?" in before:
            return True
    return labels is not None and labels.match(text, at) is not None


@lru_cache(maxsize=1)
def label_at(text: str, at: int) -> Label | None:
    """The label that begins here, or ends in a noun that does: `wifi key`; None if a word only looks like one."""
    start = text[at : at + _START].lower()
    for length in range(len(start), 0, -1):
        pattern = _PATTERNS.get(start[:length])
        if pattern and (found := pattern.match(text, at)):
            word = found[0].lower().translate(_WITHOUT_JOINS)
            if label := _bounded_label(text, at, found.end(), word, _SORTS[word]):
                return label
    noun = _NOUNS.get(start[:_START_OF_NOUN], "")
    if noun and text[at : at + len(noun)].lower() == noun and (sort := _sort_with_qualifier(text, at, NOUNS[noun])):
        return _bounded_label(text, at, at + len(noun), noun, sort)
    return None


def _sort_with_qualifier(text: str, at: int, kind: str) -> Sort | None:
    """The requirement of the noun at this position with its qualifier."""
    place = max(0, at - _LOOK_BACK)
    before = text[place:at].lower().rstrip(" _-").removesuffix("'s").removesuffix("’s")
    if before[-2:] not in _LAST_LETTERS:
        return None
    if before.endswith(_LAST_OF_QUALIFIERS[kind]) and _QUALIFIED[kind].search(text, place, at):
        return _SORT_OF_NOUN[kind]
    if kind == "key" and before.removesuffix("access").rstrip("_- ").endswith(_LAST_OF_QUALIFIERS["machine"]):
        return Sort.MACHINE
    return None


def _bounded_label(text: str, start: int, end: int, word: str, sort: Sort) -> Label | None:
    """The label with the rest of its name, unless it is part of another word: `bypass`, `passport`, `PASS_COUNT`."""
    before = text[start - 1 : start]
    found, following = text[start:end], text[end : end + 1]
    if sort is Sort.SHORT or (
        word not in NOUNS and len(word) <= _LONGEST_SHORT and sort is not Sort.MACHINE and word.isascii()
    ):
        is_camel = before.islower() and found[0].isupper() and not found.isupper()
        if before.isalpha() and before.isascii() and not is_camel:
            return None
    if (
        following.isalpha()
        and following < _FIRST_CJK
        and (following.islower() or found.isupper())
        and found[-1] < _FIRST_CJK
    ):
        return None
    match = _TAIL.match(text, end)
    tail = match[0] if match else ""
    if tail and (_NOT_OF_A_MACHINE if sort is Sort.MACHINE else _NOT_HERE).search(tail):
        return None
    return Label(word, sort, start, end + len(tail), tail)


def is_changed(label: Label, line: str) -> bool:
    """Whether `to` leads to a value: `changed the password to …`, and Polish `hasło to …`."""
    return not label.word.startswith("pass") or _CHANGED.search(line) is not None


def is_verdict(text: str, label: Label) -> bool:
    """`PASS: TestLogin`: the verdict of a test."""
    if label.word != "pass" or not text.startswith("PASS:", label.start):
        return False
    line = text[max(text.rfind("\n", max(0, label.start - 9), label.start) + 1, label.start - 9) : label.start]
    return (
        len(line) <= 8
        and not any(map(str.isalnum, line))
        and not LOGIN.search(text, max(0, label.start - 80), label.start)
    )


def kind_of(text: str, label: Label) -> str:
    """The marker's kind for a generated value."""
    before, named = text[max(0, label.start - 24) : label.start].lower(), text[label.start : label.end].lower()
    if "aws" in before:
        return "aws-secret-key"
    if before.rstrip("_- ").endswith(("account", "shared", "sharedaccess")):
        return "azure-storage-key"
    if before.rstrip("_- ").endswith("app") and "secret" in named:
        return "app-secret"
    return "token" if label.word in {"token", "令牌", "токен", "トークン", "토큰"} else "api-key"
