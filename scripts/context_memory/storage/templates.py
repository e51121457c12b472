"""Renders `templates/<language>/<name>.j2` and reads the message texts of `<name>.toml` there.

Templates ship beside the scripts (repository, skill folder) or inside the
wheel. A value that a template names and nobody gave is an error; names that
end in `.xml` or `.html` escape their values, all others are plain text.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError, NotReadyError
from .files import read_text

if TYPE_CHECKING:
    from jinja2.sandbox import SandboxedEnvironment

LANGUAGES = ("en", "zh")
_AGAIN = "install the skill again: it ships templates/"
_PACKAGE = Path(__file__).resolve().parents[1]


def folder() -> Path:
    """The folder of all templates: inside the installed package, else beside `scripts/`."""
    for candidate in (_PACKAGE / "_skill" / "templates", _PACKAGE.parents[1] / "templates"):
        if candidate.is_dir():
            return candidate
    raise NotReadyError("the templates folder is missing", hint=_AGAIN)


def render(name: str, language: str, /, **values: object) -> str:
    """The template `name` (without `.j2`) in `en` or `zh`, filled with `values`."""
    if language not in LANGUAGES:
        raise InputError(f"no templates in language {language!r}", hint=f"use one of: {', '.join(LANGUAGES)}")
    return _render(f"{language}/{name}.j2", values)


def render_page(name: str, /, **values: object) -> str:
    """The template `name` (without `.j2`) that serves every language: its words are among the values."""
    return _render(f"{name}.j2", values)


def asset(name: str) -> str:
    """A file of the templates folder as it stands, e.g. the style of a page."""
    return read_text(folder() / name)


@cache
def word_codes() -> Mapping[str, str]:
    """What usual words mean, in bits, by their stems (`bench/fit_word_codes.py`); read once: 4 ms and 1.3 MB.

    Nothing is known of any where the folder is missing: a copy of the scripts alone searches by the words themselves.
    """
    try:
        lines = asset("word_codes.txt").splitlines()
    except (InputError, NotReadyError):
        return {}
    return dict(line.split() for line in lines if not line.startswith("#"))


def _render(name: str, values: dict[str, object]) -> str:
    environment = _environment(folder())
    from jinja2 import TemplateError, TemplateNotFound

    try:
        return environment.get_template(name).render(values)
    except TemplateNotFound as error:
        raise NotReadyError(f"template {name} is missing", hint="install the skill again") from error
    except TemplateError as error:
        raise InputError(f"template {name}: {error}", hint="check the template's names") from error


def source(name: str, language: str) -> str:
    """The template `name` as it stands on disk, for the ones that hold no values; needs no library."""
    return read_text(folder() / language / f"{name}.j2")


@lru_cache
def texts(name: str, language: str) -> Mapping[str, str]:
    """The texts of `<name>.toml` by key, `<table>.<key>` for those of a table; English where a language has none."""
    import tomllib

    path = folder() / (language if language in LANGUAGES else LANGUAGES[0]) / f"{name}.toml"
    try:
        tables = tomllib.loads(read_text(path))
    except (InputError, tomllib.TOMLDecodeError) as error:
        raise NotReadyError(f"no texts in {path}: {error}", hint=_AGAIN) from error
    found = _Texts(path)
    for key, value in tables.items():
        table = {f"{key}.{each}": text for each, text in value.items()} if isinstance(value, dict) else {key: value}
        found.update({each: str(text) for each, text in table.items()})
    return found


class _Texts(dict[str, str]):
    """Texts of one file; a missing key is an error that names it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def __missing__(self, key: str) -> str:
        raise NotReadyError(f"{self._path} has no text {key}", hint=_AGAIN)


@lru_cache(maxsize=2)
def _environment(templates: Path) -> "SandboxedEnvironment":
    try:
        from jinja2 import FileSystemLoader, StrictUndefined
        from jinja2.sandbox import SandboxedEnvironment
    except ModuleNotFoundError as error:
        raise NotReadyError(
            "templates need Jinja2, which is not installed", hint="pip install 'jinja2>=3.1.6'"
        ) from error
    return SandboxedEnvironment(
        loader=FileSystemLoader(templates),
        undefined=StrictUndefined,
        autoescape=lambda name: bool(name) and str(name).removesuffix(".j2").endswith((".xml", ".html")),
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
