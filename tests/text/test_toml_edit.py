"""Tables that are added to TOML of a person, and taken out: every other byte stays."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory.errors import InputError
from context_memory.text import toml_edit

PATH = ("mcp_servers", "context_memory")
VALUES = {"command": "python3", "args": ["a b", 'say "hi"', "路径"]}
OWN = """# my settings
model = "gpt-5"   # the large one

[mcp_servers.other]
command = "other"

# the last comment
"""


def test_the_table_is_added_and_everything_else_stays() -> None:
    made = toml_edit.with_table(OWN, PATH, VALUES, "config.toml")

    assert made.startswith(OWN)
    assert tomllib.loads(made)["mcp_servers"]["context_memory"] == VALUES
    assert toml_edit.with_table(made, PATH, VALUES, "config.toml") == made
    assert toml_edit.without_table(made, PATH, "config.toml") == OWN


def test_a_table_that_is_there_already_gets_the_new_values() -> None:
    old = OWN + '\n[ "mcp_servers" . context_memory ]\ncommand = "old"\n\n'
    old += '[mcp_servers.context_memory.env]\nA = "1"\n\n[last]\nx = 1\n'

    made = toml_edit.with_table(old, PATH, VALUES, "config.toml")

    found = tomllib.loads(made)
    assert found["mcp_servers"] == {"other": {"command": "other"}, "context_memory": VALUES}
    assert found["last"] == {"x": 1}


def test_what_a_person_added_to_the_table_stays() -> None:
    made = toml_edit.with_table(OWN, PATH, VALUES, "config.toml") + "startup_timeout_sec = 20\n"

    assert toml_edit.with_table(made, PATH, VALUES, "config.toml") == made
    other = toml_edit.with_table(made, PATH, VALUES | {"command": "python3.14"}, "config.toml")
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
        toml_edit.without_table(text, PATH, "config.toml")


def test_a_fault_is_named() -> None:
    with pytest.raises(InputError, match=r"config.toml is not TOML.*line 1"):
        toml_edit.with_table("model = \n", PATH, VALUES, "config.toml")


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
    made = toml_edit.with_table(text, PATH, VALUES, "config.toml")
    left = toml_edit.without_table(made, PATH, "config.toml")

    assert tomllib.loads(left) == before
    assert left.rstrip("\n") == text.rstrip("\n")
