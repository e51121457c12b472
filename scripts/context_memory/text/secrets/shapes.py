"""Detects secrets with a fixed shape, from a table by kind.

Shapes are those that issuers publish or that their clients check: a prefix
nobody else uses and what follows it. Every one holds a run of at least twenty
letters, digits, `_` or `-`, which is what is looked for first. Passwords have
no shape: they are found by the word beside them (`text.secrets.keywords`).
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from ..patterns import lazy_regex


class Shape(NamedTuple):
    """A kind of secret: one of the prefixes, then `rest`; `before` is in front of the prefix and belongs to it."""

    kind: str
    prefixes: tuple[str, ...]
    rest: str
    before: str = ""


_A = "[A-Za-z0-9]"
_W = "[A-Za-z0-9_-]"
_HEX = "[0-9a-f]"
BASE58 = "[1-9A-HJ-NP-Za-km-z]"
_NO_MORE = "(?![A-Za-z0-9])"

_WITH_FORM: tuple[Shape, ...] = (
    Shape("anthropic-key", ("sk-ant-",), rf"{_W}{{16,}}"),
    Shape("openrouter-key", ("sk-or-",), rf"{_W}{{24,}}"),
    Shape("openai-key", ("sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"), rf"{_W}{{16,}}"),
    Shape("langfuse-key", ("sk-lf-",), rf"{_HEX}{{8}}-[0-9a-f-]{{27}}"),
    Shape("openai-key", ("sk-",), rf"{_A}{{20,}}"),  # the old shape, and that of many compatible services
    Shape("github-fine-grained-token", ("github_pat_",), r"[A-Za-z0-9_]{22,}"),
    Shape("github-token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), rf"{_A}{{30,}}"),
    Shape(
        "gitlab-token",
        ("glpat-", "glrt-", "gldt-", "glcbt-", "glptt-", "glsoat-", "glft-", "glimt-", "glagent-", "gloas-"),
        rf"{_W}{{20,}}(?:\.[a-z0-9.]{{2,}})?",
    ),
    Shape("slack-token", tuple(f"xox{each}-" for each in "abeoprs"), r"[A-Za-z0-9-]{16,}"),
    Shape("slack-token", ("xapp-", "xoxe.xoxp-", "xoxe.xoxb-"), r"[A-Za-z0-9-]{20,}"),
    Shape("discord-token", ("M", "N", "O"), rf"{_A}{{22,27}}\.{_W}{{6}}\.{_W}{{27,40}}"),
    Shape("telegram-token", (":AA",), rf"{_W}{{32,34}}(?!{_W})", before=r"\d{8,10}"),
    Shape("aws-access-key-id", ("AKIA", "ASIA", "ABIA", "ACCA"), r"[A-Z0-9]{16}" + _NO_MORE),
    Shape("aws-session-token", ("FwoGZXIvYXdz", "IQoJb3JpZ2lu"), r"[A-Za-z0-9+/=]{40,}"),
    Shape("google-api-key", ("AIza",), rf"{_W}{{35}}"),
    Shape("google-oauth-token", ("ya29.", "1//0"), rf"{_W}{{20,}}"),
    Shape("google-client-secret", ("GOCSPX-",), rf"{_W}{{20,}}"),
    Shape("azure-client-secret", ("7Q~", "8Q~"), r"[A-Za-z0-9_~.-]{31,34}", before=r"[A-Za-z0-9_~.-]{3}"),
    Shape("huggingface-token", ("hf_", "api_org_"), rf"{_A}{{30,}}"),
    Shape("npm-token", ("npm_",), rf"{_A}{{36}}"),
    Shape("pypi-token", ("pypi-AgE",), rf"{_W}{{40,}}"),
    Shape("rubygems-token", ("rubygems_",), rf"{_HEX}{{48}}"),
    Shape("crates-token", ("cio",), rf"{_A}{{32}}{_NO_MORE}"),
    Shape("stripe-key", ("sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"), rf"{_A}{{16,}}"),
    Shape("twilio-key", ("SK",), rf"{_HEX}{{32}}{_NO_MORE}"),
    Shape("sendgrid-key", ("SG.",), rf"{_W}{{16,24}}\.{_W}{{39,50}}"),
    Shape("mailgun-key", ("key-",), rf"{_HEX}{{32}}{_NO_MORE}"),
    Shape("mailchimp-key", ("-us",), rf"\d{{1,2}}{_NO_MORE}", before=rf"{_HEX}{{32}}"),
    Shape("jwt", ("eyJ",), rf"{_W}{{8,}}\.eyJ{_W}{{8,}}(?:\.{_W}*)?"),
    Shape("digitalocean-token", ("dop_v1_", "doo_v1_", "dor_v1_"), rf"{_HEX}{{64}}"),
    Shape("shopify-token", ("shpat_", "shpca_", "shppa_", "shpss_"), r"[a-fA-F0-9]{32}"),
    Shape("square-token", ("sq0atp-", "sq0csp-", "sq0idp-"), rf"{_W}{{22,}}"),
    Shape("databricks-token", ("dapi",), rf"{_HEX}{{32}}(?:-\d)?{_NO_MORE}"),
    Shape("vault-token", ("hvs.", "hvb.", "hvr."), rf"{_W}{{24,}}"),
    Shape("tailscale-key", ("tskey-",), rf"(?:auth|api|client|scim|webhook)-{_W}{{20,}}"),
    Shape("linear-key", ("lin_api_", "lin_oauth_"), rf"{_A}{{32,}}"),
    Shape("notion-token", ("secret_", "ntn_"), rf"{_A}{{40,}}"),
    Shape("figma-token", ("figd_", "figo_", "figu_"), rf"{_W}{{36,}}"),
    Shape("airtable-token", ("pat",), rf"{_A}{{14}}\.{_HEX}{{64}}"),
    Shape("postman-key", ("PMAK-",), rf"{_HEX}{{24}}-{_HEX}{{34}}"),
    Shape("grafana-token", ("glsa_", "glc_"), rf"{_A}{{28,}}(?:_{_HEX}{{8}})?"),
    Shape("newrelic-key", ("NRAK-", "NRJS-", "NRII-"), r"[A-Z0-9]{27}"),
    Shape("sentry-token", ("sntrys_", "sntryu_"), r"[A-Za-z0-9_+/=-]{40,}"),
    Shape("docker-token", ("dckr_pat_", "dckr_oat_"), rf"{_W}{{24,}}"),
    Shape("heroku-key", ("HRKU-",), rf"{_W}{{32,}}"),
    Shape("atlassian-token", ("ATATT3",), r"[A-Za-z0-9_=-]{40,}"),
    Shape("terraform-token", (".atlasv1.",), rf"{_W}{{60,}}", before=rf"{_A}{{14}}"),
    Shape("supabase-token", ("sbp_", "sb_secret_"), rf"{_W}{{20,}}"),
    Shape("planetscale-token", ("pscale_tkn_", "pscale_pw_", "pscale_oauth_"), rf"{_W}{{32,}}"),
    Shape("groq-key", ("gsk_",), rf"{_A}{{40,}}"),
    Shape("xai-key", ("xai-",), rf"{_A}{{60,}}"),
    Shape("replicate-token", ("r8_",), rf"{_A}{{32,}}"),
    Shape("perplexity-key", ("pplx-",), rf"{_A}{{32,}}"),
    Shape("nvidia-key", ("nvapi-",), rf"{_W}{{40,}}"),
    Shape("langsmith-key", ("lsv2_pt_", "lsv2_sk_"), rf"{_HEX}{{32}}_{_HEX}{{10}}"),
    Shape("tavily-key", ("tvly-",), rf"(?:dev-|prod-)?{_A}{{28,}}"),
    Shape("elevenlabs-key", ("sk_",), rf"{_HEX}{{48}}{_NO_MORE}"),
    Shape("dingtalk-secret", ("SEC",), rf"{_HEX}{{64}}{_NO_MORE}"),
    Shape("alibaba-key-id", ("LTAI",), rf"{_A}{{16,26}}{_NO_MORE}"),
    Shape("tencent-key-id", ("AKID",), rf"{_A}{{28,36}}{_NO_MORE}"),
    Shape("volcengine-key-id", ("AKLT",), rf"{_A}{{36,}}"),
    *(
        Shape(
            "private-key", (prefix,), r"[A-Za-z0-9+/]{20,}={0,2}(?:(?:\\[nr]|\s)+[A-Za-z0-9+/]{16,80}={0,2}(?![\w-]))*"
        )
        for prefix in (
            *("b3BlbnNzaC1rZXktdjE", "MIIEvQIBADAN", "MIIEvgIBADAN", "MIIEvAIBADAN", "MIIEowIBAAKC", "MIIEpAIBAAKC"),
            *("MIIEogIBAAKC", "MIIEpQIBAAKC", "MIICXAIBAAKB", "MIICXQIBAAKB", "MIICXgIBAAKB", "MIIJKAIBAAKC"),
            *(
                "MIIJKQIBAAKC",
                "MIIJQgIBADAN",
                "MIIJQwIBADAN",
                "MHcCAQEEI",
                "MIGHAgEAMBMGByqGSM49",
                "MC4CAQAwBQYDK2VwBCIEI",
            ),
        )
    ),  # the first bytes of private keys, where neither head nor end of the block came along
    Shape("wallet-key", ("xprv", "yprv", "zprv", "tprv"), rf"{BASE58}{{100,112}}{_NO_MORE}"),
    Shape("age-secret-key", ("AGE-SECRET-KEY-1",), r"[0-9A-Z]{58}"),
)

_PREFIXED = """
fly-token fm1_ fm2_ fm1r_ fm1a_: base64 40
fly-token fo1_: word 40
1password-token ops_eyJ: word 100
nostr-key nsec1 ncryptsec1: lower 50
cloudflare-token eyJhIjoi: base64 60
cloudflare-token v1.0-: hex 24
doppler-token dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.: word 36
render-key rnd_: alnum 24
resend-key re_: word 28
sonar-token sqp_ squ_ sqa_: hex 40
prefect-key pnu_ pnb_: alnum 36
pulumi-token pul-: hex 40
posthog-key phc_ phx_ phs_: alnum 32
netlify-token nfp_ nfc_ nfo_ nfu_: alnum 32
neon-key napi_: alnum 40
buildkite-token bkua_ bkaj_ bkct_: alnum 40
circleci-token CCIPAT_ CCIPRJ_: word 40
artifactory-key AKCp: alnum 60
artifactory-token cmVmdGtu: alnum 50
bitbucket-token ATBB: alnum 28
atlassian-token ATCTT3 ATATT3 ATSTT3: base64 40
trello-token ATTA: hex 60
instagram-token IGQV IGQW IGAA: word 80
mollie-key live_ test_: alnum 28
klarna-key klarna_live_api_ klarna_test_api_: word 20
razorpay-key rzp_live_ rzp_test_: alnum 14
xendit-key xnd_production_ xnd_development_: alnum 30
midtrans-key Mid-server- SB-Mid-server-: word 20
omise-key skey_live_ skey_test_ skey_: alnum 18
toss-key live_sk_ test_sk_ live_gsk_ test_gsk_: alnum 20
mercadopago-key APP_USR-: word 40
paddle-key pdl_live_apikey_ pdl_sdbx_apikey_ pdl_ntfset_: word 30
flutterwave-key FLWSECK-: word 30
flutterwave-key FLWSECK_TEST-: word 12
shippo-token shippo_live_ shippo_test_: hex 40
easypost-key EZAK EZTK: alnum 54
duffel-token duffel_live_ duffel_test_: word 40
adyen-key AQE: base64 50
woocommerce-key ck_ cs_: hex 40
shopify-token shptka_ shpua_: hex 32
brevo-key xkeysib- xsmtpsib-: word 64
mailersend-key mlsn.: hex 60
typeform-token tfp_: word 40
contentful-token CFPAT-: word 40
frameio-token fio-u-: word 60
adafruit-key aio_: alnum 28
clojars-token CLOJARS_: hex 60
infracost-key ico-: alnum 32
readme-key rdme_: alnum 60
dynatrace-token dt0c01. dt0s01. dt0s16.: upper 20
hubspot-key pat-na1- pat-na2- pat-eu1- pat-ap1-: hexes 36
launchdarkly-key sdk- mob-: uuid 36
wakatime-key waka_: uuid 36
axiom-token xaat- xapt-: uuid 36
snyk-token snyk_uat. snyk_sat.: word 20
sourcegraph-token sgp_ slk_: word 40
honeycomb-key hcaik_ hcxik_ hcamk_ hcbik_: alnum 30
apify-token apify_api_: alnum 30
e2b-key e2b_: hex 40
firecrawl-key fc-: hex 32
pinecone-key pcsk_: word 50
together-key tgp_v1_: word 40
cerebras-key csk-: alnum 40
anyscale-key esecret_: alnum 24
jina-key jina_: word 40
wandb-key wandb_v1_: word 40
voyage-key pa-: word 40
openai-key sess-: alnum 36
openai-key sk-helicone- sk-service-: word 24
cartesia-key sk_car_: word 20
langsmith-key ls__: alnum 30
n8n-key n8n_api_: word 30
coze-token pat_ sat_: alnum 60
doubao-key ark-: uuid 36
baidu-key bce-v3/ALTAK-: slash 40
baidu-key-id ALTAK: alnum 20
huawei-key-id HPUA: upper 16
jdcloud-key-id JDC_: alnum 28
yandex-token y0_ y1_ y2_ y3_: word 50
yandex-key AQVN: word 35
yandex-token t1.9eu: word 60
vk-token vk1.a.: word 60
twitch-token oauth:: lower 30
twitter-token AAAAAAAAAAAAAAAAAAAAA: percent 40
pinterest-token pina_: alnum 60
dropbox-token sl.u. sl.B sl.A: word 80
aws-bedrock-key ABSK: base64 100
aws-bedrock-key bedrock-api-key-: base64 40
amazon-token amzn.mws. amzn1.oa2-cs.v1.: hexes 36
google-api-key AQ.Ab8: word 40
heroku-key HRKU-AA: word 50
docker-swarm-token SWMTKN-1- SWMKEY-1-: base64ish 40
kubernetes-token K10: hex 60
gitlab-token GR1348941 glffct- glwt- gldt-: word 20
vercel-token vcp_ vci_ vca_ vcr_ vck_: alnum 24
railway-token railway_: alnum 30
planetscale-token pscale_: word 36
supabase-key sb_secret_ sbs_: word 20
upstash-key ctx7sk-: hexes 36
xata-key xau_: alnum 36
aiven-password AVNS_: word 16
cockroach-key CCDB1_: word 40
crunchy-key cbkey_: alnum 24
fauna-key fnAE fnAF fnAD fnAC: word 34
tinybird-token p.eyJ: word 60
mapbox-token sk.eyJ pk.eyJ tk.eyJ: word 60
mux-key muxsk_: word 30
stytch-key secret-live- secret-test-: word 32
appwrite-key standard_: hex 100
nuget-key oy2: lower 43
pypi-token pypi-: word 60
jfrog-token eyJ2ZXIi: word 60
grafana-token eyJrIjoi: base64 50
grafana-token glc_eyJ: base64 50
sentry-token sntrys_eyJ: base64 60
ngrok-token ngrok_: word 24
zuplo-key zpka_: word 30
intercom-token dG9rO: base64 40
minisign-key RWRTY0Iy RWRCS: base64 60
tezos-key edsk: base58 50
cardano-key ed25519_sk1 ed25519e_sk1 root_xsk1 addr_xsk1 acct_xsk1: lower 50
bip38-key 6P: base58 56
wallet-key xprv yprv zprv tprv uprv vprv: base58 100
age-secret-key AGE-PLUGIN-: word 50
ntlm-hash aad3b435b51404eeaad3b435b51404ee:: hex 32
password-hash pbkdf2_sha256$ pbkdf2_sha1$ SCRAM-SHA-256$ SCRAM-SHA-1$: crypt 40
secret-token secret-token:: word 20
plaid-token access-production- access-sandbox- access-development-: uuid 36
braintree-token access_token$production$ access_token$sandbox$: crypt 40
zoho-token 1000.: dotted 60
salesforce-token 00D: salesforce 40
polar-token polar_oat_ polar_pat_: alnum 30
mem0-key m0-: alnum 36
browserbase-key bb_live_ bb_test_: word 24
exa-key exa_: alnum 24
novita-key sk_novita_: word 20
deepl-key deepl_: word 30
langfuse-key pk-lf-: uuid 36
"""
"""Kind, prefixes, letters and how many of them at least."""
_LETTERS = {
    "alnum": _A,
    "word": _W,
    "hex": "[0-9a-fA-F]",
    "hexes": "[0-9a-fA-F-]",
    "uuid": "[0-9a-f-]",
    "upper": "[A-Z0-9.]",
    "lower": "[a-z0-9]",
    "base64": "[A-Za-z0-9+/_,=-]",
    "base64ish": "[A-Za-z0-9+/_-]",
    "base58": BASE58,
    "slash": "[A-Za-z0-9/-]",
    "percent": "[A-Za-z0-9%]",
    "dotted": "[0-9a-f.]",
    "crypt": "[A-Za-z0-9$:=+/._-]",
    "fcm": "[A-Za-z0-9_:-]",
    "salesforce": "[A-Za-z0-9!._]",
    "telegram": "[A-Za-z0-9:_-]",
}
_EXACT = frozenset(["hex", "uuid", "lower"])


def _prefixed_shapes() -> Iterator[Shape]:
    for line in _PREFIXED.strip().splitlines():
        head, _, form = line.rpartition(": ")
        kind, *prefixes = head.split()
        letters, least = form.split()
        rest = rf"{_LETTERS[letters]}{{{least},}}"
        yield Shape(kind, tuple(prefixes), rest + _NO_MORE if letters in _EXACT else rest)


_MORE_WITH_FORM = (
    Shape("fireworks-key", ("fw_",), rf"{_A}{{22,26}}(?![\w-])"),
    Shape("facebook-token", ("EAA",), rf"[A-S]{_A}{{60,}}(?![\w+/=])"),
    Shape("1password-secret-key", ("A3-",), r"[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}"),
    Shape("google-fcm-key", (":APA91b",), rf"{_W}{{100,}}", before=rf"{_W}{{11}}"),
    Shape("ntlm-hash", (":::",), "", before=rf":\d{{1,6}}:{_HEX}{{32}}:{_HEX}{{32}}"),
)


SHORTEST_RUN = 20
"""Characters of `[A-Za-z0-9_-]` in a row without which no shape of this table matches."""


class Finding(NamedTuple):
    """A secret with its position and kind."""

    start: int
    end: int
    kind: str


_Entry = tuple[str, re.Pattern[str], re.Pattern[str] | None, str]


@cache
def _by_first() -> dict[str, list[_Entry]]:
    """Prefix, what follows it, what stands before it, and the kind, by the first character of the prefix."""
    found: dict[str, list[_Entry]] = {}
    for shape in (*_WITH_FORM, *_MORE_WITH_FORM, *_prefixed_shapes()):
        for prefix in shape.prefixes:
            before = lazy_regex(shape.before + r"\Z") if shape.before else None
            found.setdefault(prefix[0], []).append((prefix, lazy_regex(shape.rest), before, shape.kind))
    return found


@cache
def _beginnings() -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """The first characters of the prefixes that begin a word, grouped by the first one; and of all, at each place."""
    words: dict[str, set[str]] = {}
    inside: dict[str, set[str]] = {}
    for first, entries in _by_first().items():
        for prefix, _, before, _ in entries:
            after = inside if before or not first.isalnum() else words
            after.setdefault(first, set()).add(re.escape(prefix[1:6]) or "[A-Za-z0-9]{22}")
    begins = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"
    return (
        lazy_regex(f"(?<![A-Za-z0-9])(?:{_branches(words)})".encode()),
        lazy_regex(f"{begins}(?:{_branches(words)})|{_branches(inside)}".encode()),
    )


def _branches(after: dict[str, set[str]]) -> str:
    return "|".join(f"{re.escape(first)}(?={'|'.join(sorted(others))})" for first, others in sorted(after.items()))


_LONGEST_BEFORE = 90

_WALLET = lazy_regex(rf"(?:5[HJK]{BASE58}{{49}}|[KL]{BASE58}{{51}})(?![\w-])".encode())
"""A private key in Bitcoin's wallet import format."""
_BY_LENGTH = {
    51: ("wallet-key", _WALLET),
    52: ("wallet-key", _WALLET),
    55: ("recovery-key", lazy_regex(rb"\d{6}(?:-\d{6}){7}")),  # of a disk that BitLocker encrypted
    56: ("stellar-key", lazy_regex(rb"S[A-Z2-7]{55}")),
    84: ("azure-token", lazy_regex(rb"[A-Za-z0-9]{76}AZDO|[A-Za-z0-9]{52}JQQJ99")),
    86: ("influx-token", lazy_regex(rb"[\w-]{86}==")),
}
"""Secrets without a prefix: a run of one length and what stands in it."""
_IN_RUN = bytes(b"a"[0] if chr(i).isascii() and (chr(i).isalnum() or chr(i) in "_-") else b" "[0] for i in range(256))
_OF_NAMES = b"abcdefghijklmnopqrstuvwxyz_-"
_RUN = b"a" * SHORTEST_RUN
_AROUND = 26  # characters before a run in which a shape may begin: `SG.`, `ya29.`, the first part of an Airtable token
_MARKS_INSIDE = (b":", b"~", b"-us", b".atlas", b"\\")
"""One of them stands where a shape begins that does not begin a word, or one behind an escaped line break."""

PLACEHOLDER = lazy_regex(
    r"[<>{}…]|\$\(|x{4,}|\*{3,}|\.{3}|placeholder|redacted|your[_-]|[_-]your|^your|change[-_]?me|此处|你的|您的|示例|占位",
    re.IGNORECASE,
)
"""What a person writes where a secret should stand."""


def is_placeholder(value: str) -> bool:
    """Whether this is a placeholder for a secret: `sk-ant-xxxx`, `<YOUR_KEY>`."""
    return PLACEHOLDER.search(value) is not None


def shaped(text: str, raw: bytes) -> Iterable[Finding]:
    """All secrets of the table in the text; `raw` is the text with one byte per character."""
    runs = raw.translate(_IN_RUN)
    at = runs.find(_RUN)
    return _in_runs(text, raw, runs, at) if at >= 0 else ()


def _in_runs(text: str, raw: bytes, runs: bytes, at: int) -> Iterator[Finding]:
    """From the first run on."""
    done = 0
    any_word, anywhere = _beginnings()
    while at >= 0:
        end = runs.find(b" ", at + SHORTEST_RUN)
        end = len(runs) if end < 0 else end
        if not raw[at:end].translate(None, _OF_NAMES):  # a long name: no issuer's secret is without digit or capital
            done, at = max(done, end), runs.find(_RUN, end)
            continue
        begin = max(done, at - _AROUND)
        near = raw[begin:end]
        if any_word.search(raw, begin, end) or any(map(near.__contains__, _MARKS_INSIDE)):
            start = anywhere.search(raw, begin, end)
            while start:
                begin = start.end()
                if found := _at(text, start.start()):
                    yield found
                    done = begin = found.end
                start = anywhere.search(raw, begin, end)
        if (of_length := _BY_LENGTH.get(end - at)) and of_length[1].match(raw, at):
            yield Finding(at, end, of_length[0])
        done = max(done, end)
        at = runs.find(_RUN, end)


def _at(text: str, position: int) -> Finding | None:
    for prefix, rest, before, kind in _by_first()[text[position]]:
        if not text.startswith(prefix, position) or not (before or _begins(text, position)):
            continue
        match = rest.match(text, position + len(prefix))
        start = position
        if match and before:
            lead = before.search(text, max(0, position - _LONGEST_BEFORE), position)
            match, start = (match, lead.start()) if lead else (None, start)
        if match and prefix.isalnum() and _is_inside(text, start, match.end()):
            continue
        if match and _begins(text, start) and not is_placeholder(text[start : match.end()]):
            return Finding(start, match.end(), kind)
    return None


def _is_inside(text: str, start: int, end: int) -> bool:
    """Whether base64 continues before and after it: then a prefix of letters is there by chance."""
    return text[start - 1 : start] in {"+", "/"} and text[end : end + 1] in {"+", "/", "="}


def _begins(text: str, start: int) -> bool:
    """Whether a word may begin here, also after an escaped line break (JSON inside text)."""
    before = text[start - 1 : start] if start else ""
    if not (before.isascii() and before.isalnum()):
        return True
    return before in "nrt" and text[max(0, start - 2) : start - 1] == "\\"
