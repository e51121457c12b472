"""The table of secrets that issuers gave a shape: what each looks like, by kind.

Shapes are those that issuers publish or that their clients check. Every one
holds a run of `SHORTEST_RUN` letters, digits, `_` or `-`, which is what
`rules.redact` looks for first; a test holds that. Passwords have no shape:
they are found by the word beside them (`rules.secret_words`).
"""

import re

SHORTEST_RUN = 16
"""Characters of `[A-Za-z0-9_-]` in a row without which no shape of this table matches."""

_ALNUM = "[A-Za-z0-9]"
_WORD = "[A-Za-z0-9_-]"

SHAPES: dict[str, str] = {
    "anthropic-key": rf"sk-ant-{_WORD}{{20,}}",
    "openrouter-key": rf"sk-or-(?:v1-)?{_WORD}{{24,}}",
    "openai-key": rf"sk-(?:proj|svcacct|admin|None)-{_WORD}{{20,}}|sk-{_ALNUM}{{20,}}(?![A-Za-z0-9])",
    "github-fine-grained-token": r"github_pat_[A-Za-z0-9_]{36,}",
    "github-token": rf"gh[pousr]_{_ALNUM}{{30,}}",
    "gitlab-token": rf"gl(?:pat|rt|dt|cbt|ptt|soat|ft|imt|agent|oas)-{_WORD}{{20,}}",
    "slack-token": r"xox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{16,}|xapp-\d-[A-Za-z0-9-]{20,}",
    "discord-token": rf"[MNO][A-Za-z0-9]{{22,27}}\.{_WORD}{{6}}\.{_WORD}{{27,40}}",
    "telegram-token": rf"\d{{8,10}}:A{_WORD}{{34}}(?!{_WORD})",
    "aws-access-key-id": r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])",
    "aws-session-token": r"(?:FwoGZXIvYXdz|IQoJb3JpZ2lu)[A-Za-z0-9+/=]{40,}",
    "google-api-key": rf"AIza{_WORD}{{35}}",
    "google-oauth-token": rf"ya29\.{_WORD}{{20,}}|1//0{_WORD}{{30,}}",
    "google-client-secret": rf"GOCSPX-{_WORD}{{24,}}",
    "azure-client-secret": r"[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}",
    "huggingface-token": rf"(?:hf|api_org)_{_ALNUM}{{30,}}",
    "npm-token": rf"npm_{_ALNUM}{{36}}",
    "pypi-token": rf"pypi-AgE{_WORD}{{40,}}",
    "rubygems-token": r"rubygems_[a-f0-9]{48}",
    "crates-token": rf"cio{_ALNUM}{{32}}(?![A-Za-z0-9])",
    "stripe-key": rf"(?:sk|rk)_(?:live|test)_{_ALNUM}{{16,}}|whsec_{_ALNUM}{{24,}}",
    "twilio-key": r"SK[0-9a-f]{32}(?![0-9a-zA-Z])",
    "sendgrid-key": rf"SG\.{_WORD}{{16,24}}\.{_WORD}{{39,50}}",
    "mailgun-key": r"key-[0-9a-f]{32}(?![0-9a-zA-Z])",
    "mailchimp-key": r"[0-9a-f]{32}-us\d{1,2}(?![0-9a-zA-Z])",
    "jwt": rf"eyJ{_WORD}{{10,}}\.eyJ{_WORD}{{10,}}(?:\.{_WORD}*)?",
    "digitalocean-token": r"do[oprt]_v1_[a-f0-9]{64}",
    "shopify-token": r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
    "square-token": rf"sq0[a-z]{{3}}-{_WORD}{{22,}}|EAAA[A-Za-z0-9_-]{{60}}",
    "databricks-token": r"dapi[a-f0-9]{32}(?![0-9a-zA-Z])",
    "vault-token": rf"hv[sbr]\.{_WORD}{{24,}}",
    "linear-key": rf"lin_(?:api|oauth)_{_ALNUM}{{32,}}",
    "notion-token": rf"(?:secret|ntn)_{_ALNUM}{{40,}}",
    "figma-token": rf"fig[dou]_{_WORD}{{36,}}",
    "airtable-token": rf"pat{_ALNUM}{{14}}\.[a-f0-9]{{64}}",
    "postman-key": r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}",
    "grafana-token": rf"gl(?:sa|c)_{_ALNUM}{{28,}}(?:_[a-f0-9]{{8}})?",
    "newrelic-key": r"NR(?:AK|JS|II)-[A-Z0-9]{27}",
    "sentry-token": r"sntry[us]_[A-Za-z0-9_+/=-]{40,}",
    "docker-token": rf"dckr_(?:pat|oat)_{_WORD}{{24,}}",
    "heroku-key": rf"HRKU-{_WORD}{{32,}}",
    "atlassian-token": rf"ATATT3{_WORD}{{40,}}[A-Za-z0-9_=-]*",
    "terraform-token": rf"{_ALNUM}{{14}}\.atlasv1\.{_WORD}{{60,}}",
    "supabase-token": r"sb[ps]_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,}",
    "planetscale-token": rf"pscale_(?:tkn|pw|oauth)_{_WORD}{{32,}}",
    "groq-key": rf"gsk_{_ALNUM}{{40,}}",
    "xai-key": rf"xai-{_ALNUM}{{60,}}",
    "replicate-token": rf"r8_{_ALNUM}{{32,}}",
    "perplexity-key": rf"pplx-{_ALNUM}{{32,}}",
    "nvidia-key": rf"nvapi-{_WORD}{{40,}}",
    "langsmith-key": r"lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}",
    "tavily-key": rf"tvly-(?:dev-|prod-)?{_ALNUM}{{28,}}",
    "elevenlabs-key": r"sk_[a-f0-9]{48}(?![0-9a-zA-Z])",
    "dingtalk-secret": r"SEC[0-9a-f]{64}(?![0-9a-zA-Z])",
    "alibaba-key-id": rf"LTAI{_ALNUM}{{16,26}}(?![A-Za-z0-9])",
    "tencent-key-id": rf"AKID{_ALNUM}{{28,36}}(?![A-Za-z0-9])",
    "volcengine-key-id": rf"AKLT{_ALNUM}{{36,}}(?![A-Za-z0-9])",
    "age-secret-key": r"AGE-SECRET-KEY-1[0-9A-Z]{58}",
}

_START = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"  # an escaped line break (JSON in text) ends in a letter
_KINDS = tuple(SHAPES)
_CONTINUED = re.compile(r"[A-Za-z0-9_.~+/=:@-]*")
_ANY = re.compile(_START + "(?:" + "|".join(f"(?P<s{i}>{shape})" for i, shape in enumerate(SHAPES.values())) + ")")

PLACEHOLDER = re.compile(
    r"[<>{}…]|\$\(|x{4,}|\*{3,}|\.{3}|placeholder|redacted|your[_-]|[_-]your|^your|change[-_]?me|此处|你的|您的|示例|占位",
    re.IGNORECASE,
)
"""What a person writes where a secret should stand."""


def around(text: str, start: int, end: int) -> list[tuple[int, int, str]]:
    """(start, end, kind) of every shaped secret in `text[start:end]`, and in what continues it without a space."""
    found = []
    for match in _ANY.finditer(text, start, _CONTINUED.match(text, end).end()):  # type: ignore[union-attr]  # always matches
        if not is_placeholder(match[0]):
            found.append((match.start(), match.end(), _KINDS[int(str(match.lastgroup)[1:])]))
    return found


def is_placeholder(value: str) -> bool:
    """Whether this stands in place of a secret: `sk-ant-xxxx`, `<YOUR_KEY>`. Documentation's own keys are not told apart."""
    return PLACEHOLDER.search(value) is not None
