"""Secrets: what is taken out, what stays, and that nothing beats it."""

import base64
import json
import random
import string
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it.utils import read_fixture_file

from context_memory.text.secrets import keywords, shapes
from context_memory.text.secrets.redact import findings, redact, redact_value

from ..growth import assert_linear

CASES = Path(__file__).parent.parent / "cases" / "redact.md"
LETTERS = string.ascii_letters + string.digits
WORD = LETTERS + "_-"
HEX = "0123456789abcdef"


def planted() -> dict[str, str]:
    """One secret of each kind, made anew so that no scanner stumbles over this file: `kind` to text."""
    dice = random.Random(20261120)

    def some(count: int, letters: str = LETTERS) -> str:
        return "".join(dice.choice(letters) for _ in range(count))

    def coded(count: int) -> str:
        return base64.urlsafe_b64encode(dice.randbytes(count)).decode().rstrip("=")

    def encoded(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    block = "\n".join(base64.b64encode(dice.randbytes(48)).decode() for _ in range(6))
    token = ".".join([encoded({"alg": "HS256", "typ": "JWT"}), encoded({"sub": "42", "exp": 1}), coded(32)])
    return {
        "private-key": f"-----BEGIN RSA PRIVATE KEY-----\n{block}\n-----END RSA PRIVATE KEY-----",
        "anthropic-key": "sk-" + "ant-api03-" + some(80, WORD),
        "openai-key": "sk-" + "proj-" + some(80, WORD),
        "openrouter-key": "sk-" + "or-v1-" + some(64, HEX),
        "github-token": "gh" + "p_" + some(36),
        "github-fine-grained-token": "github" + "_pat_" + some(22) + "_" + some(59),
        "gitlab-token": "gl" + "pat-" + some(20, WORD),
        "slack-token": "xo" + "xb-123456789012-1234567890123-" + some(24),
        "discord-token": "M" + some(23) + "." + some(6) + "." + some(38, WORD),
        "telegram-token": "7654321098" + ":AA" + some(33, WORD),
        "aws-access-key-id": "AK" + "IA" + some(16, string.ascii_uppercase + "234567"),
        "google-api-key": "AI" + "za" + some(35, WORD),
        "google-oauth-token": "ya" + "29." + some(60, WORD),
        "google-client-secret": "GOC" + "SPX-" + some(28, WORD),
        "azure-client-secret": some(3) + "8Q" + "~" + some(34),
        "huggingface-token": "h" + "f_" + some(34),
        "npm-token": "np" + "m_" + some(36),
        "pypi-token": "py" + "pi-AgEIcHlwaS5vcmc" + some(80, WORD),
        "stripe-key": "sk" + "_live_" + some(24),
        "twilio-key": "S" + "K" + some(32, HEX),
        "sendgrid-key": "S" + "G." + some(22, WORD) + "." + some(43, WORD),
        "mailgun-key": "ke" + "y-" + some(32, HEX),
        "mailchimp-key": some(32, HEX) + "-us" + "12",
        "jwt": token,
        "digitalocean-token": "do" + "p_v1_" + some(64, HEX),
        "shopify-token": "shp" + "at_" + some(32, HEX),
        "databricks-token": "da" + "pi" + some(32, HEX),
        "vault-token": "hv" + "s." + some(90, WORD),
        "linear-key": "lin" + "_api_" + some(40),
        "notion-token": "nt" + "n_" + some(46),
        "figma-token": "fi" + "gd_" + some(40, WORD),
        "airtable-token": "pa" + "t" + some(14) + "." + some(64, HEX),
        "grafana-token": "gl" + "sa_" + some(32) + "_" + some(8, HEX),
        "newrelic-key": "NR" + "AK-" + some(27, string.ascii_uppercase + string.digits),
        "docker-token": "dckr" + "_pat_" + some(27, WORD),
        "groq-key": "gs" + "k_" + some(52),
        "replicate-token": "r" + "8_" + some(37),
        "dingtalk-secret": "SE" + "C" + some(64, HEX),
        "alibaba-key-id": "LT" + "AI" + some(20),
        "tencent-key-id": "AK" + "ID" + some(32),
    }


PLANTED = planted()


@pytest.mark.parametrize("kind", PLANTED)
def test_a_shaped_secret_becomes_a_marker_of_its_kind(kind: str) -> None:
    secret = PLANTED[kind]

    found = redact(f"we used {secret} yesterday")

    assert found.text == f"we used [redacted:{kind}] yesterday"
    assert found.counts == {kind: 1}


VERBATIM = "<PRESERVE_VERBATIM>{}</PRESERVE_VERBATIM>"


@pytest.mark.parametrize("kind", PLANTED)
@pytest.mark.parametrize(
    "around",
    [
        '{{"log": "first\\n{}\\nlast"}}',
        "?a=1&k={}&b=2",
        "（{}）",
        "KEY={}",
        "`{}`",
        VERBATIM,
    ],
)
def test_no_surrounding_hides_it(kind: str, around: str) -> None:
    text = around.format(PLANTED[kind])

    found = redact(text).text

    assert PLANTED[kind] not in found
    assert found.startswith(around.split("{}")[0].replace("{{", "{")[:4])
    assert redact(found).text == found


@pytest.mark.parametrize(("title", "given_text", "expected"), [case[1:] for case in read_fixture_file(CASES)])
def test_case(title: str, given_text: str, expected: str) -> None:
    assert redact(given_text.rstrip("\n")).text == expected.rstrip("\n")


def test_every_shape_of_the_table_has_a_run_that_the_search_can_find() -> None:
    for kind, secret in PLANTED.items():
        if kind == "private-key":
            continue
        longest = max(len(run) for run in "".join(c if c in WORD else " " for c in secret).split())
        assert longest >= shapes.SHORTEST_RUN, kind


def test_a_value_is_judged_with_the_name_it_has_in_a_program() -> None:
    assert redact_value("password", "hunter2xyz").text == "[redacted:password]"
    assert redact_value("appSecret", "Zx81Lm20Qw93Er74Ty65").counts == {"app-secret": 1}
    assert redact_value("file_path", "hunter2xyz").counts == {}
    assert redact_value("command", "mysql --password hunter2xyz").text == "mysql --password [redacted:password]"


def test_a_key_in_json_leaves_valid_json() -> None:
    document = {"env": {"API_KEY": PLANTED["anthropic-key"], "note": 'say "hi"\n'}, "pem": PLANTED["private-key"]}

    kept = json.loads(redact(json.dumps(document)).text)

    assert kept == {
        "env": {"API_KEY": "[redacted:anthropic-key]", "note": 'say "hi"\n'},
        "pem": "[redacted:private-key]",
    }


def test_a_private_key_without_its_end_is_taken_to_where_its_lines_stop() -> None:
    cut = PLANTED["private-key"].rpartition("\n-----END")[0] + "\n\n# and then prose"

    assert redact(cut).text == "[redacted:private-key]\n\n# and then prose"


def test_half_a_surrogate_pair_and_null_bytes_do_not_disturb() -> None:
    text = f"\ud83d \x00 {PLANTED['github-token']} 密码"

    assert redact(text).text == "\ud83d \x00 [redacted:github-token] 密码"


@given(
    st.lists(st.sampled_from([*PLANTED.values(), "password=hunter2x", "密码是abc12345", "[redacted:jwt]"]), max_size=4),
    st.text(),
)
@settings(max_examples=150)
def test_redacting_twice_changes_nothing(secrets: list[str], noise: str) -> None:
    once = redact(noise.join(["", *secrets, ""])).text

    assert redact(once).text == once


@given(st.text(alphabet="abc =:\"'\n密码是password/tokeniey.-_0123456789", max_size=300))
@settings(max_examples=200)
def test_findings_are_in_order_and_apart(text: str) -> None:
    found = findings(text)

    for earlier, later in pairwise(found):
        assert earlier.end <= later.start
    assert all(0 <= each.start < each.end <= len(text) for each in found)


@pytest.mark.parametrize(
    "piece",
    [
        "password for ",
        "password: ",
        "密码：",
        "the password is ",
        "token=",
        "Passwort lautet ",
        "| password | ",
        "door code ",
        "密码我",
        "x1 as the password ",
    ],
)
def test_one_long_line_of_labels_is_read_once(piece: str) -> None:
    """What stands around a label is looked at, never the whole line."""
    assert_linear(redact, piece * (24_000 // len(piece)))


@pytest.mark.parametrize("text", ["run it with --password ", "--api-key  ", 'mysql -u root --password="'])
def test_given_a_label_whose_value_was_cut_off_then_the_text_stays(text: str) -> None:
    assert redact(text).text == text


# -- finding keywords ----------------------------------------------------------------------------------------------


@given(st.lists(st.one_of(st.sampled_from(sorted(keywords.WORDS)), st.text(max_size=4)), max_size=30).map("".join))
def test_the_library_and_patterns_find_the_same_keywords(text: str) -> None:
    low = text.encode("latin-1", "replace").lower()
    automaton = keywords._automaton()
    assert automaton is not None

    found = [
        (keywords._IN_ORDER[number], start)
        for number, start, _ in automaton.find_matches_as_indexes(low, overlapping=True)
        if number < len(keywords.WORDS)
    ]

    assert sorted(found) == sorted(keywords._without_library(low))


def test_without_the_library_the_same_secrets_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [*planted().values(), *(each.read_text(encoding="utf-8") for each in [CASES])]
    with_library = [redact(text) for text in texts]

    monkeypatch.setitem(sys.modules, "ahocorasick_rs", None)
    keywords._automaton.cache_clear()
    try:
        assert keywords._automaton() is None
        assert [redact(text) for text in texts] == with_library
    finally:
        keywords._automaton.cache_clear()
