"""Members of a JSON5 text are set and removed, and every other byte stays."""

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from context_memory.errors import InputError
from context_memory.text import config_edit, json_text

WRITTEN = """// my own
{
  gateway: { mode: 'local' }, // keep this
  plugins: {
    load: { paths: ["/a"] },
    entries: {
      "x": { enabled: true } // no comma
    },
  },
  list: [
    "one", /* a */
    "two",
  ],
}
"""


def value(text: str) -> Any:
    """The whole document."""
    return config_edit.value_at(text, (), "here")


def test_a_member_is_added_where_its_object_is_and_nothing_else_moves() -> None:
    text = config_edit.with_member(WRITTEN, ("plugins", "entries", "ours", "enabled"), True, "here")

    assert '"x": { enabled: true }, // no comma\n      "ours": {' in text
    assert value(text)["plugins"]["entries"] == {"x": {"enabled": True}, "ours": {"enabled": True}}
    assert text.startswith("// my own\n{\n  gateway: { mode: 'local' }, // keep this\n")


def test_the_comment_of_an_empty_object_stays() -> None:
    text = config_edit.with_member("{ // nothing yet\n}\n", ("a",), 1, "here")

    assert text == '{ // nothing yet\n  "a": 1\n}\n'


def test_an_item_is_added_once() -> None:
    once = config_edit.with_item(WRITTEN, ("list",), "three", "here")

    assert '    "two",\n    "three",\n  ],' in once
    assert config_edit.with_item(once, ("list",), "three", "here") == once


@pytest.mark.parametrize("name", ["gateway", "plugins", "list"])
def test_a_member_that_is_replaced_keeps_its_place(name: str) -> None:
    text = config_edit.with_member(WRITTEN, (name,), 7, "here")

    assert list(value(text)) == list(value(WRITTEN))
    assert value(text)[name] == 7


@pytest.mark.parametrize("path", [("a",), ("plugins", "new"), ("plugins", "entries", "y"), ("list2",)])
def test_what_was_added_is_removed_to_the_byte(path: tuple[str, ...]) -> None:
    text = config_edit.with_member(WRITTEN, path, {"deep": [1, 2]}, "here")

    assert config_edit.without_member(text, path, "here") == WRITTEN


def test_an_item_that_was_added_is_removed_to_the_byte() -> None:
    for path in (("list",), ("plugins", "load", "paths")):
        text = config_edit.with_item(WRITTEN, path, "ours", "here")
        assert config_edit.without_item(text, path, lambda item: item == "ours", "here") == WRITTEN


def test_objects_that_are_empty_then_go_too() -> None:
    text = config_edit.with_member("{}", ("a", "b", "c"), 1, "here")

    assert value(config_edit.without_member(text, ("a", "b", "c"), "here")) == {}


@pytest.mark.parametrize("text", ["", "   ", "{}", "{\n}\n", "// only a comment\n{ }"])
def test_an_empty_document_takes_members(text: str) -> None:
    assert value(config_edit.with_member(text, ("a", "b"), "c", "here")) == {"a": {"b": "c"}}


@pytest.mark.parametrize("text", ['{"a": ', "{a b}", "[1", '{"a": 1} extra', "\x00"])
def test_what_is_no_json5_is_an_error_with_its_place(text: str) -> None:
    with pytest.raises(InputError, match="here"):
        config_edit.with_member(text, ("a",), 1, "here")


def test_a_path_through_a_value_is_an_error() -> None:
    with pytest.raises(InputError, match=r"gateway\.mode"):
        config_edit.with_member(WRITTEN, ("gateway", "mode", "more"), 1, "here")


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.text(max_size=3), _VALUES, max_size=4), st.text(min_size=4, max_size=6), _VALUES)
def test_any_document_holds_the_new_member_and_loses_it_again(before: dict[str, Any], name: str, new: object) -> None:
    for indent in (None, 2):
        text = json.dumps(before, indent=indent)
        added = config_edit.with_member(text, (name,), new, "here")
        assert json_text.parse_json5(added, "here") == before | {name: new} or new is None
        if new is not None:
            assert json_text.parse_json5(config_edit.without_member(added, (name,), "here"), "here") == before


PATH = ("mcp_servers", "context_memory")
VALUES = {"command": "python3", "args": ["a b", 'say "hi"', "路径"]}
OWN = """# my settings
model = "gpt-5"   # the large one

[mcp_servers.other]
command = "other"

# the last comment
"""


def test_the_table_is_added_and_everything_else_stays() -> None:
    made = config_edit.with_table(OWN, PATH, VALUES, "config.toml")

    assert made.startswith(OWN)
    assert tomllib.loads(made)["mcp_servers"]["context_memory"] == VALUES
    assert config_edit.with_table(made, PATH, VALUES, "config.toml") == made
    assert config_edit.without_table(made, PATH, "config.toml") == OWN


def test_a_table_that_is_there_already_gets_the_new_values() -> None:
    old = OWN + '\n[ "mcp_servers" . context_memory ]\ncommand = "old"\n\n'
    old += '[mcp_servers.context_memory.env]\nA = "1"\n\n[last]\nx = 1\n'

    made = config_edit.with_table(old, PATH, VALUES, "config.toml")

    found = tomllib.loads(made)
    assert found["mcp_servers"] == {"other": {"command": "other"}, "context_memory": VALUES}
    assert found["last"] == {"x": 1}


def test_what_a_person_added_to_the_table_stays() -> None:
    made = config_edit.with_table(OWN, PATH, VALUES, "config.toml") + "startup_timeout_sec = 20\n"

    assert config_edit.with_table(made, PATH, VALUES, "config.toml") == made
    other = config_edit.with_table(made, PATH, VALUES | {"command": "python3.14"}, "config.toml")
    found = tomllib.loads(other)["mcp_servers"]["context_memory"]
    assert found == VALUES | {"command": "python3.14", "startup_timeout_sec": 20}


@pytest.mark.parametrize(
    "text",
    [
        'mcp_servers = { context_memory = { command = "x" } }\n',
        '[mcp_servers]\ncontext_memory.command = "x"\n',
        '[mcp_servers.context_memory]\ncommand = "x"\n\n[a]\nb = """\n[mcp_servers.context_memory]\n"""\n',
    ],
)
def test_what_cannot_be_edited_safely_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        config_edit.without_table(text, PATH, "config.toml")


def test_a_fault_is_named() -> None:
    with pytest.raises(InputError, match=r"config.toml is not TOML.*line 1"):
        config_edit.with_table("model = \n", PATH, VALUES, "config.toml")


@given(
    st.lists(
        st.sampled_from(["# c", "", "[a]", "x = 1", "[b.c]", "[[d]]", "[mcp_servers.other]", 's = "[e]"']), max_size=12
    )
)
def test_with_and_without_gives_the_text_back(lines: list[str]) -> None:
    text = "".join(line + "\n" for line in lines)
    try:
        before = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    made = config_edit.with_table(text, PATH, VALUES, "config.toml")
    left = config_edit.without_table(made, PATH, "config.toml")

    assert tomllib.loads(left) == before
    assert left.rstrip("\n") == text.rstrip("\n")
