"""Read what a project says about itself in its manifest files; a torn one is named, not fatal."""

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..model.errors import InputError
from ..model.project import Manifest
from . import files

MAX_BYTES = 1024 * 1024
MAX_DEPENDENCIES = 200

_NAME = re.compile(r"^\s*(@?[A-Za-z0-9][\w./-]*)")  # nothing after the name: an address may carry a password
Facts = dict[str, Any]


def is_manifest(name: str) -> bool:
    """Whether a file of this name is a manifest we know."""
    return name in _READERS or _REQUIREMENTS.match(name) is not None


def read(folder: Path, relative: str) -> Manifest:
    """The manifest at `relative`; one that cannot be parsed has its `problem` and its digest."""
    name = relative.rpartition("/")[2]
    ecosystem, reader = _READERS.get(name, ("Python", _requirements))
    try:
        content = files.read_bytes(folder / relative, limit=MAX_BYTES)
    except InputError as error:
        return Manifest(relative, ecosystem, problem=str(error))
    digest = sha256(content).hexdigest()
    try:
        facts = reader(content.decode("utf-8", "replace").removeprefix("\ufeff"))
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        return Manifest(relative, ecosystem, digest=digest, problem=f"cannot be parsed: {type(error).__name__}")
    return Manifest(
        relative,
        ecosystem,
        name=_word(facts.get("name")),
        version=_word(facts.get("version")),
        runtime=_word(facts.get("runtime")),
        dependencies=_names(facts.get("dependencies", ())),
        digest=digest,
    )


def _pyproject(text: str) -> Facts:
    data = tomllib.loads(text)
    project, poetry = data.get("project", {}), data.get("tool", {}).get("poetry", {})
    dependencies = [*project.get("dependencies", []), *poetry.get("dependencies", {})]
    runtime = project.get("requires-python") or poetry.get("dependencies", {}).get("python")
    return {
        "name": project.get("name") or poetry.get("name"),
        "version": project.get("version") or poetry.get("version"),
        "runtime": runtime,
        "dependencies": [each for each in dependencies if each != "python"],
    }


def _package_json(text: str) -> Facts:
    data = json.loads(text)
    dependencies = [*data.get("dependencies", {}), *data.get("devDependencies", {})]
    runtime = data.get("engines", {}).get("node")
    return {"name": data.get("name"), "version": data.get("version"), "runtime": runtime, "dependencies": dependencies}


def _cargo(text: str) -> Facts:
    data = tomllib.loads(text)
    package = data.get("package", {})
    return {
        "name": package.get("name"),
        "version": package.get("version"),
        "runtime": package.get("rust-version"),
        "dependencies": list(data.get("dependencies", {})),
    }


def _go_mod(text: str) -> Facts:
    required = re.findall(r"^(?:require\s+|\t| {2,})([\w.-]+\.[\w.-]+/\S+)\s+v", text, re.MULTILINE)
    return {"name": _first(r"^module\s+(\S+)", text), "runtime": _first(r"^go\s+(\S+)", text), "dependencies": required}


def _pom(text: str) -> Facts:
    own = re.sub(r"<(parent|dependencies|dependencyManagement|build|profiles)>.*?</\1>", "", text, flags=re.DOTALL)
    block = _first(r"<dependencies>(.*?)</dependencies>", text, re.DOTALL)
    return {
        "name": _first(r"<artifactId>\s*([^<\s]+)", own),
        "version": _first(r"<version>\s*([^<\s]+)", own),
        "runtime": _first(r"<(?:maven\.compiler\.release|java\.version)>\s*([^<\s]+)", text),
        "dependencies": re.findall(r"<artifactId>\s*([^<\s]+)", block),
    }


def _gemfile(text: str) -> Facts:
    gems = re.findall(r"^\s*gem\s+['\"]([^'\"]+)", text, re.MULTILINE)
    return {"runtime": _first(r"^\s*ruby\s+['\"]([^'\"]+)", text), "dependencies": gems}


def _composer(text: str) -> Facts:
    data = json.loads(text)
    required = data.get("require", {})
    names = [name for name in required if "/" in name]
    return {
        "name": data.get("name"),
        "version": data.get("version"),
        "runtime": required.get("php"),
        "dependencies": names,
    }


def _requirements(text: str) -> Facts:
    return {"dependencies": [line for line in text.splitlines() if not line.lstrip().startswith(("#", "-"))]}


def _gradle(text: str) -> Facts:
    names = re.findall(r"(?:implementation|api|compileOnly)\s*\(?\s*['\"][^:'\"]+:([^:'\"]+)", text)
    return {"version": _first(r"^version\s*=\s*['\"]([^'\"]+)", text), "dependencies": names}


def _setup_py(text: str) -> Facts:
    return {key: _first(rf"\b{key}\s*=\s*['\"]([^'\"]+)", text) for key in ("name", "version")}


def _mix(text: str) -> Facts:
    return {"name": _first(r"app:\s*:(\w+)", text), "version": _first(r"version:\s*\"([^\"]+)", text)}


def _pubspec(text: str) -> Facts:
    return {key: _first(rf"^{key}:\s*(\S+)", text) for key in ("name", "version")}


def _cmake(text: str) -> Facts:
    return {"name": _first(r"project\s*\(\s*([\w.-]+)", text, re.IGNORECASE)}


def _swift(text: str) -> Facts:
    return {"name": _first(r"name:\s*\"([^\"]+)", text), "runtime": _first(r"swift-tools-version:\s*(\S+)", text)}


Reader = Callable[[str], Facts]
_READERS: dict[str, tuple[str, Reader]] = {
    "pyproject.toml": ("Python", _pyproject),
    "setup.py": ("Python", _setup_py),
    "package.json": ("Node.js", _package_json),
    "Cargo.toml": ("Rust", _cargo),
    "go.mod": ("Go", _go_mod),
    "pom.xml": ("Java", _pom),
    "build.gradle": ("Java", _gradle),
    "build.gradle.kts": ("Kotlin", _gradle),
    "Gemfile": ("Ruby", _gemfile),
    "composer.json": ("PHP", _composer),
    "mix.exs": ("Elixir", _mix),
    "pubspec.yaml": ("Dart", _pubspec),
    "CMakeLists.txt": ("C/C++", _cmake),
    "Package.swift": ("Swift", _swift),
}
_REQUIREMENTS = re.compile(r"^requirements[\w.-]*\.txt$")


def _first(pattern: str, text: str, flags: int = re.MULTILINE) -> str:
    match = re.search(pattern, text, flags)
    return match[1] if match else ""


def _word(value: object) -> str:
    return value if isinstance(value, str) else ""


def _names(values: Iterable[object]) -> tuple[str, ...]:
    matches = (_NAME.match(value) for value in values if isinstance(value, str) and "://" not in value.split("@")[0])
    return tuple(sorted({match[1] for match in matches if match}, key=str.casefold)[:MAX_DEPENDENCIES])
