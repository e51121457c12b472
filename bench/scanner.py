"""What a registry's scanner flags, as far as it is known: patterns over the text of published files.

Written after ClawHub's reason codes (`suspicious.*`, `malicious.*`). It is
stricter where that costs nothing: a finding here fails the build.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

PROSE = (".md", ".txt", ".j2", "")
CODE = (".py", ".js", ".ts", ".mjs", ".sh")
ANY = (*PROSE, *CODE, ".toml", ".json", ".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Sign:
    """One reason code: where it is looked for, and what triggers it."""

    code: str
    suffixes: tuple[str, ...]
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Flag:
    """A line that a scanner would show."""

    code: str
    path: str
    line: int
    text: str


def _sign(code: str, suffixes: tuple[str, ...], pattern: str) -> Sign:
    return Sign(code, suffixes, re.compile(pattern, re.IGNORECASE))


SIGNS = (
    _sign(
        "prompt_injection_instructions",
        PROSE,
        r"system\s*prompt\s*[:=]|ignore\s+(?:all\s+)?(?:the\s+)?previous\s+instructions",
    ),
    _sign("dynamic_code_execution", CODE, r"(?<![\w.])(?:eval|exec)\(|\.exec_module\(|new\s+Function\("),
    _sign("dangerous_exec", CODE, r"\bos\.system\(|\bshell\s*=\s*True|child_process|\bos\.popen\("),
    _sign(
        "exposed_secret_literal",
        ANY,
        r"(?:api[_-]?key|secret|token|password)[\"']?\s*[:=]\s*[\"'][A-Za-z0-9_\-+/]{16,}[\"']",
    ),
    _sign(
        "secret_argv_exposure",
        ANY,
        r"\b(?:python3?|npx|node|uvx?)\b[^\n`]*\s--(?:token|password|api-key|secret)[ =][^\s<$]",
    ),
    _sign(
        "insecure_tls_verification",
        ANY,
        r"verify\s*=\s*False|rejectUnauthorized\W+false|curl\s[^\n]*\s(?:-k|--insecure)\b",
    ),
    _sign("privileged_always", PROSE, r"^\s*always:\s*true"),
    _sign("destructive_delete_command", ANY, r"rm\s+-[a-z]*r[a-z]*f?[a-z]*\s+[\"']?(?:~|/(?!tmp\b)|\$HOME|\.openclaw)"),
    _sign("nonstandard_network", ANY, r"wss?://[^\s/\"']+:(?!80\b|443\b|8080\b|8443\b|3000\b)\d+"),
    _sign("terminal_payload", ANY, r"(?:curl|wget)\s[^\n|]*\|\s*(?:sudo\s+)?(?:ba|z)?sh\b"),
    _sign("host_platform_source_patch", ANY, r"node_modules/openclaw/(?:dist|src)/"),
)
_SENDS = re.compile(r"\.post\(|urlopen\(|fetch\(|socket\.create_connection", re.IGNORECASE)
_ENVIRONMENT = re.compile(
    r"""(?:environ(?:\.get)?|getenv)[(\[]\s*["']([A-Z][A-Z0-9_]*)["']|process\.env\.([A-Z][A-Z0-9_]*)"""
)
_NAMED_VARIABLE = re.compile(r"""^\w*VARIABLE\w*(?:: \w+)? = ["']([A-Z][A-Z0-9_]*)["']""", re.MULTILINE)


def flags(files: Mapping[str, str], declared: frozenset[str]) -> Iterator[Flag]:
    """Everything in these files (path to text) that would be flagged; `declared` are the names of the front matter."""
    for path, text in files.items():
        suffix = "." + path.rpartition(".")[2] if "." in path.rpartition("/")[2] else ""
        for number, line in enumerate(text.splitlines(), 1):
            for sign in SIGNS:
                if suffix in sign.suffixes and sign.pattern.search(line):
                    yield Flag(sign.code, path, number, line.strip()[:120])
        if suffix in CODE:
            yield from _credentials(path, text, declared)


def variables(text: str) -> frozenset[str]:
    """Names of environment variables that a program asks for."""
    direct = {first or second for first, second in _ENVIRONMENT.findall(text)}
    return frozenset(direct | set(_NAMED_VARIABLE.findall(text)))


def _credentials(path: str, text: str, declared: frozenset[str]) -> Iterator[Flag]:
    """Variables that the front matter does not name; worse where the same file sends something."""
    for name in sorted(variables(text) - declared):
        code = "env_credential_access" if _SENDS.search(text) else "undeclared_environment"
        yield Flag(code, path, text.count("\n", 0, text.index(name)) + 1, name)
