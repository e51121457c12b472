"""The table of secrets that issuers gave a shape: what each looks like, by kind.

Shapes are those that issuers publish or that their clients check: a prefix
nobody else uses and what follows it. Every one holds a run of `SHORTEST_RUN`
letters, digits, `_` or `-`, which is what is looked for first. Passwords have
no shape: they are found by the word beside them (`rules.secret_words`).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

SHORTEST_RUN = 20
"""Characters of `[A-Za-z0-9_-]` in a row without which no shape of this table matches."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Where a secret stands and what it is."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of secret: one of the prefixes, then `rest`; `before` stands in front of the prefix and belongs to it."""

    kind: str
    prefixes: tuple[str, ...]
    rest: str
    before: str = ""


_A = "[A-Za-z0-9]"
_W = "[A-Za-z0-9_-]"
_HEX = "[0-9a-f]"
_NO_MORE = "(?![A-Za-z0-9])"

SHAPES: tuple[Shape, ...] = (
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
    Shape("age-secret-key", ("AGE-SECRET-KEY-1",), r"[0-9A-Z]{58}"),
)

_BY_FIRST: dict[str, list[tuple[str, re.Pattern[str], re.Pattern[str] | None, str]]] = {}
for _shape in SHAPES:
    for _prefix in _shape.prefixes:
        _BY_FIRST.setdefault(_prefix[0], []).append(
            (
                _prefix,
                re.compile(_shape.rest),
                re.compile(_shape.before + r"\Z") if _shape.before else None,
                _shape.kind,
            )
        )


def _beginnings() -> re.Pattern[bytes]:
    """The first characters of every prefix, by the very first one, so that the search skips most text at a glance."""
    after: dict[str, set[str]] = {}
    for first, entries in _BY_FIRST.items():
        for prefix, *_ in entries:
            after.setdefault(first, set()).add(re.escape(prefix[1:4]) or f"{_A}{{22}}")
    branches = [f"{re.escape(first)}(?={'|'.join(sorted(others))})" for first, others in sorted(after.items())]
    return re.compile("|".join(branches).encode())


_STARTS = _beginnings()
_LONGEST_BEFORE = 40

_IN_RUN = bytes(b"a"[0] if chr(i).isascii() and (chr(i).isalnum() or chr(i) in "_-") else b" "[0] for i in range(256))
_RUN = b"a" * SHORTEST_RUN
_AROUND = 20  # characters before a run in which a shape may begin: `SG.`, `ya29.`, the first part of an Airtable token

PLACEHOLDER = re.compile(
    r"[<>{}…]|\$\(|x{4,}|\*{3,}|\.{3}|placeholder|redacted|your[_-]|[_-]your|^your|change[-_]?me|此处|你的|您的|示例|占位",
    re.IGNORECASE,
)
"""What a person writes where a secret should stand."""


def is_placeholder(value: str) -> bool:
    """Whether this stands in place of a secret: `sk-ant-xxxx`, `<YOUR_KEY>`."""
    return PLACEHOLDER.search(value) is not None


def shaped(text: str, raw: bytes) -> Iterable[Finding]:
    """Every secret of the table in the text; `raw` is the text with one byte for each character."""
    runs = raw.translate(_IN_RUN)
    at = runs.find(_RUN)
    return _in_runs(text, raw, runs, at) if at >= 0 else ()


def _in_runs(text: str, raw: bytes, runs: bytes, at: int) -> Iterator[Finding]:
    """From the first run on."""
    done = 0
    while at >= 0:
        end = runs.find(b" ", at + SHORTEST_RUN)
        end = len(runs) if end < 0 else end
        for start in _STARTS.finditer(raw, max(done, at - _AROUND), end):
            position = start.start()
            if position >= done and (found := _at(text, position)):
                yield found
                done = found.end
        done = max(done, end)
        at = runs.find(_RUN, end)


def _at(text: str, position: int) -> Finding | None:
    for prefix, rest, before, kind in _BY_FIRST[text[position]]:
        if not text.startswith(prefix, position) or not (before or _begins(text, position)):
            continue
        match = rest.match(text, position + len(prefix))
        start = position
        if match and before:
            lead = before.search(text, max(0, position - _LONGEST_BEFORE), position)
            match, start = (match, lead.start()) if lead else (None, start)
        if match and _begins(text, start) and not is_placeholder(text[start : match.end()]):
            return Finding(start, match.end(), kind)
    return None


def _begins(text: str, start: int) -> bool:
    """Whether a word may begin here; an escaped line break (JSON inside text) ends in a letter."""
    before = text[start - 1 : start] if start else ""
    if not (before.isascii() and before.isalnum()):
        return True
    return before in "nrt" and text[max(0, start - 2) : start - 1] == "\\"
