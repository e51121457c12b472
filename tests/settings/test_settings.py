"""Settings: defaults < file < environment < flags, and nothing is ignored."""

import json
import os
from pathlib import Path

import pytest

from context_memory.cli import main
from context_memory.errors import InputError
from context_memory.settings import service as settings_service
from context_memory.settings import values
from context_memory.settings.service import resolve
from context_memory.settings.values import Settings


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_nothing_given_means_defaults():
    resolved = resolve(None, None, {}, {})

    assert resolved.settings == Settings()
    assert set(resolved.origins.values()) == {"default"}


def test_the_later_source_wins_and_is_named(tmp_path):
    file = write(tmp_path / "s.toml", "window = 10000\nkeep_messages = 5\ntrim_chars = 900\n")
    environ = {"CONTEXT_MEMORY_KEEP_MESSAGES": "6", "CONTEXT_MEMORY_TRIM_CHARS": "901", "HOME": "/x"}

    resolved = resolve(file, None, environ, {"trim_chars": "902"})

    assert resolved.settings == Settings()._replace(window=10_000, keep_messages=6, trim_chars=902)
    assert resolved.origins["window"] == str(file)
    assert resolved.origins["keep_messages"] == "CONTEXT_MEMORY_KEEP_MESSAGES"
    assert resolved.origins["trim_chars"] == "flag"
    assert resolved.origins["policy"] == "default"


def test_the_default_file_may_be_missing_but_a_named_one_may_not(tmp_path):
    missing = tmp_path / "none.toml"

    assert resolve(None, missing, {}, {}).settings == Settings()
    with pytest.raises(InputError, match="does not exist"):
        resolve(missing, None, {}, {})


def test_a_named_file_takes_the_place_of_the_default_one(tmp_path):
    usual = write(tmp_path / "usual.toml", "window = 10000")
    named = write(tmp_path / "named.toml", "keep_messages = 9")

    settings = resolve(named, usual, {}, {}).settings

    assert settings == Settings()._replace(keep_messages=9)


@pytest.mark.parametrize(
    ("file", "environ", "flags"),
    [
        ("windw = 1", {}, {}),
        ("", {"CONTEXT_MEMORY_WINDW": "1"}, {}),
        ("", {}, {"windw": "1"}),
        ("[windw]\nx = 1", {}, {}),
    ],
)
def test_an_unknown_key_is_an_error_that_names_the_nearest(tmp_path, file, environ, flags):
    path = write(tmp_path / "s.toml", file)

    with pytest.raises(InputError, match=r"(?i)windw") as caught:
        resolve(path, None, environ, flags)

    assert "nearest is window" in caught.value.hint


def test_reserved_and_empty_variables_are_no_settings():
    environ = {"CONTEXT_MEMORY_DEBUG": "1", "CONTEXT_MEMORY_WINDOW": ""}

    assert resolve(None, None, environ, {}).settings == Settings()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("window", "many"),
        ("window", "-1"),
        ("window", "0"),
        ("window", "1.5"),
        ("window", "9" * 5_000),
        ("keep_messages", "-1"),
        ("min_receipt", "1.01"),
        ("min_receipt", "nan"),
        ("min_receipt", "inf"),
        ("policy", "fast"),
        ("estimator", "CJK"),
        ("language", "de"),
        ("model", "two words"),
        ("base_url", "ftp://host"),
        ("base_url", "file:///etc/passwd"),
    ],
)
def test_a_bad_value_is_an_error_with_key_value_origin_and_what_is_allowed(key, value):
    with pytest.raises(InputError) as caught:
        resolve(None, None, {f"CONTEXT_MEMORY_{key.upper()}": value}, {})

    assert f"setting {key} = " in str(caught.value)
    assert value[:40] in str(caught.value)
    assert f"CONTEXT_MEMORY_{key.upper()}" in str(caught.value)
    assert values.rule_of(key) in caught.value.hint
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "line", ["window = true", "window = 5000.0", "window = [1]", "model = 3", "min_receipt = 1979-05-27"]
)
def test_a_value_of_another_toml_type_is_an_error(tmp_path, line):
    with pytest.raises(InputError, match=line.split()[0]):
        resolve(write(tmp_path / "s.toml", line), None, {}, {})


def test_a_whole_number_is_good_for_a_share(tmp_path):
    settings = resolve(write(tmp_path / "s.toml", "min_receipt = 1"), None, {}, {}).settings

    assert settings.min_receipt == 1.0
    assert isinstance(settings.min_receipt, float)


@pytest.mark.parametrize(
    "content",
    [b"window = ", b"\xff\xfe\x00", b"a = " + b"[" * 100_000, b"window = " + b"9" * 10_000, b"#" * 1_000_001],
    ids=["torn", "not UTF-8", "deep", "huge number", "huge file"],
)
def test_a_broken_file_is_an_error_that_names_it(tmp_path, content):
    path = tmp_path / "s.toml"
    path.write_bytes(content)

    with pytest.raises(InputError, match=r"window|s\.toml"):
        resolve(path, None, {}, {})


def test_a_folder_or_a_pipe_is_no_settings_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(InputError, match="not a regular file"):
            resolve(path, None, {}, {})


def test_a_byte_order_mark_and_windows_line_ends_do_not_matter(tmp_path):
    path = tmp_path / "s.toml"
    path.write_bytes(b"\xef\xbb\xbfwindow = 10_000\r\nlanguage = 'zh'\r\n")

    assert resolve(path, None, {}, {}).settings == Settings()._replace(window=10_000, language="zh")


def test_every_default_is_allowed_and_described():
    described = settings_service.descriptions()

    for name, default in Settings()._asdict().items():
        assert values.checked_value(name, default, "default") == default
        assert described[name], name


def test_a_workspace_cannot_decide_who_is_sent_the_api_key_but_a_named_file_can(tmp_path):
    (tmp_path / ".context-memory").mkdir()
    theirs = write(tmp_path / ".context-memory" / "settings.toml", "base_url = 'https://example.org'")

    assert resolve(None, theirs, {}, {}).settings == Settings()
    assert resolve(theirs, None, {}, {}).settings.base_url == "https://example.org"


def test_the_users_own_file_may_set_everything_and_the_workspace_has_the_last_word_on_harmless_keys(tmp_path):
    (tmp_path / ".context-memory").mkdir()
    own = write(tmp_path / "own.toml", "learn_command = 'mine'\nwindow = 64000")
    theirs = write(tmp_path / ".context-memory" / "settings.toml", "learn_command = 'theirs'\nwindow = 32000")

    resolved = resolve(None, theirs, {}, {}, users_file=own)

    assert resolved.settings == Settings()._replace(learn_command="mine", window=32_000)
    assert resolved.origins["learn_command"] == str(own)
    assert [(each.key, each.value, each.file) for each in resolved.refused] == [("learn_command", "theirs", theirs)]


def test_keys_that_only_the_user_may_set_are_one_warning_for_each_file(tmp_path: Path) -> None:
    theirs = tmp_path / ".context-memory" / "settings.toml"
    refused = [settings_service.Refused(key, "x", theirs) for key in ("store", "redact", "store", "embedder")]

    (warning,) = settings_service.refusals(refused)

    assert "sets store, redact, embedder, which only you may set" in warning
    assert warning.count(str(theirs)) == 1


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("nosuch = 1", "unknown setting 'nosuch'"),
        ("policy = 'fast'", "setting policy = 'fast'"),
        ("time_zone = 'Mars/Base'", "setting time_zone = 'Mars/Base'"),
        ("trim_chars = [", "is not TOML"),
        ("#" * 1_000_001, "is larger than"),
    ],
)
def test_what_a_workspace_sets_and_cannot_be_used_is_left_out_with_a_warning(tmp_path: Path, line: str, named: str):
    """Its file may be a stranger's, or a newer version's: neither may switch everything off."""
    (tmp_path / ".context-memory").mkdir()
    theirs = write(tmp_path / ".context-memory" / "settings.toml", f"trim_chars = 900\n{line}")

    resolved = resolve(None, theirs, {}, {})

    (warning,) = settings_service.refusals(resolved.refused)
    assert named in warning
    assert str(theirs) in warning
    assert warning.endswith("left out")
    kept = 900 if "TOML" not in named and "larger" not in named else Settings().trim_chars
    assert resolved.settings == Settings()._replace(trim_chars=kept)


def test_settings_that_cannot_be_looked_for_are_bad_input(tmp_path):
    """A folder that may not be entered raises at the question whether the file is there; root may enter all of them."""
    with pytest.raises(InputError, match="cannot read"):
        resolve(None, tmp_path / ("x" * 300), {}, {})


# -- the command -------------------------------------------------------------------------------------


def test_the_command_prints_value_and_origin(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("CONTEXT_MEMORY_WINDOW", "64000")

    code = main(["settings", "--workspace", str(tmp_path), "--set", "keep-messages=7", "--json"])

    shown = json.loads(capsys.readouterr().out)
    assert code == 0
    assert shown["window"]["value"] == 64_000
    assert shown["window"]["origin"] == "CONTEXT_MEMORY_WINDOW"
    assert (shown["keep_messages"]["value"], shown["keep_messages"]["origin"]) == (7, "flag")
    assert list(shown) == list(Settings._fields)


def test_the_workspace_file_is_read_by_default(tmp_path, capsys):
    (tmp_path / ".context-memory").mkdir()
    write(tmp_path / ".context-memory" / "settings.toml", "policy = 'provider'")

    main(["settings", "policy", "--workspace", str(tmp_path)])

    assert "provider" in capsys.readouterr().out


def test_defaults_are_shown_whatever_is_set(capsys, monkeypatch):
    monkeypatch.setenv("CONTEXT_MEMORY_WINDOW", "64000")

    main(["settings", "window", "--defaults", "--json"])

    assert json.loads(capsys.readouterr().out)["window"] == {
        "value": Settings().window,
        "origin": "default",
        "description": settings_service.descriptions()["window"],
    }


def test_the_command_refuses_what_it_does_not_know(capsys):
    assert main(["settings", "colour-of-the-sky"]) == 2
    assert main(["settings", "--set", "window"]) == 2
    assert main(["settings", "--set", "keep_mesages=4"]) == 2
    assert "keep_messages" in capsys.readouterr().err


def test_the_table_reads_well(capsys, markdown_snapshot):
    main(["settings", "--defaults"])

    assert capsys.readouterr().out == markdown_snapshot


def test_the_script_runs_bare(bare_script):
    done = bare_script("settings", "window", "--defaults")

    assert done.returncode == 0, done.stderr
    assert b"200000" in done.stdout
