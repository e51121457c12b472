"""Find text that has the shape of a key or a password, and never repeat it.

Shapes are those that issuers publish; a password beside a word such as
`password` counts only when it looks made by a machine.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Secret:
    """A line with something that looks like a secret; the secret itself is left out on purpose."""

    kind: str
    line: int


_SHAPES = {
    "private key": r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----",
    "Anthropic key": r"\bsk-ant-[A-Za-z0-9_-]{20,}",
    "OpenAI key": r"\bsk-(?!ant-)(?:proj-|svcacct-|or-v1-)?[A-Za-z0-9_-]{24,}",
    "GitHub token": r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})",
    "GitLab token": r"\bglpat-[A-Za-z0-9_-]{20,}",
    "AWS key id": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "Google key": r"\bAIza[0-9A-Za-z_-]{35}",
    "Slack token": r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}",
    "Stripe key": r"\b[rs]k_live_[0-9A-Za-z]{20,}",
    "npm token": r"\bnpm_[A-Za-z0-9]{36}",
    "PyPI token": r"\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{40,}",
    "Hugging Face token": r"\bhf_[A-Za-z0-9]{30,}",
    "Telegram bot token": r"\b\d{8,10}:AA[A-Za-z0-9_-]{33}",
    "JSON web token": r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}",
}
_ANY = re.compile("|".join(f"(?P<s{i}>{shape})" for i, shape in enumerate(_SHAPES.values())))
_KINDS = tuple(_SHAPES)
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s/:@]{1,80}:(?P<value>[^\s/@]{3,200})@")
_NAMED = re.compile(
    r"(?:pass(?:word|wd|phrase)?|secret|token|api[_ -]?key|access[_ -]?key|密码|口令|密钥|令牌)"
    r"[\"'`*_]*\s*(?:=|:|：|is|是|为)\s*[\"'`]*(?P<value>[^\s\"'`,;，。<>]{12,200})",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(r"[<>{}$%*…]|example|placeholder|redacted|your|changeme|x{4,}|\.{3}", re.IGNORECASE)


def in_text(text: str) -> Iterator[Secret]:
    """Every line that holds something with the shape of a secret, each once."""
    for number, line in enumerate(text.splitlines(), 1):
        if kind := _kind(line[:20_000]):
            yield Secret(kind, number)


def _kind(line: str) -> str:
    for match in _ANY.finditer(line):
        if not _PLACEHOLDER.search(match[0]):
            return _KINDS[int(str(match.lastgroup)[1:])]
    for match in _ADDRESS.finditer(line):
        if not _PLACEHOLDER.search(match["value"]):
            return "password in an address"
    if any(_is_made_by_a_machine(match["value"]) for match in _NAMED.finditer(line)):
        return "password or key"
    return ""


def _is_made_by_a_machine(value: str) -> bool:
    if _PLACEHOLDER.search(value) or "/" in value[:-2] or "://" in value or "." in value[:-1]:
        return False  # a path, an address or a name in a program
    return bool(re.search(r"\d", value) and re.search(r"[A-Za-z]", value)) and len(set(value)) >= 8
