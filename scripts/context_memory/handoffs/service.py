"""Handoffs as files: render, number, check a folder, apply memory updates."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import Finding, InputError, Level, RefusedError
from ..storage import confined, files, templates
from ..storage.places import Places
from ..text.secrets import redact
from ..workspace import memory_md
from ..workspace.services import memory_index
from . import tasks, validate
from .tasks import Handoff, Placed, Problem, Result, Schedule, Task

SUFFIXES = (".xml", ".md", ".txt")
"""Files of a folder that may hold handoffs; only .xml must."""
MAX_FILES = 10_000
ADVICE = "handoff_advice"
"""Name of the texts that say why a handoff is refused and what to do."""
MAX_BYTES = 4 * validate.MAX_CHARS
HEADINGS = {"en": "Handoff Results", "zh": "交接结果"}
"""Section of a memory file that takes memory updates."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Everything a check found: valid handoffs, problems by file, the schedule."""

    handoffs: tuple[Placed, ...]
    schedule: Schedule
    problems: tuple[Problem, ...]

    @property
    def is_valid(self) -> bool:
        """Whether there are no findings."""
        return not any(problem.finding.level is Level.FAIL for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Applied:
    """One memory update: the file, the lines, and whether they were new there."""

    task_id: str
    path: str
    lines: tuple[str, ...]
    is_new: bool
    preimage: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """A handoff as XML, and its file (None if nothing was written)."""

    value: Handoff
    xml: str
    path: Path | None = None


def render(value: Handoff, language: str = "en") -> str:
    """The handoff as XML, redacted; InputError with the reason if it is invalid."""
    value = _without_secrets(validate.normalised(value))
    for text in _texts(value):
        if character := validate.unwritable(text):
            raise InputError(f"the text contains {character}, which XML does not allow", hint="remove the character")
    match value:
        case Task():
            xml = templates.render("handoff.xml", "en", task=value)
        case Result():
            xml = templates.render("result.xml", "en", result=value)
    named = (value.memory_file,) if isinstance(value, Result) and value.memory_file else ()
    reading = validate.read_handoff(xml, (*validate.DECLARED_FILES, *_memory_files(named)))
    for finding in reading.findings:
        if finding.level is Level.FAIL:
            told = finding.with_advice(templates.texts(ADVICE, language))
            raise InputError(f"{told.kind}: {told.what}: {told.why}", hint=told.fix)
    if [item for _, item in reading.handoffs] != [value]:
        raise AssertionError("a rendered handoff does not parse to the same values")
    return xml


def write(value: Handoff, folder: Path, *, language: str = "en", dry_run: bool = False) -> Written:
    """Write the handoff as a new `<task_id>.task.xml` or `<task_id>.result.xml`; no file is replaced."""
    confined.add_root(folder, may_be_link=False)
    value = _without_secrets(validate.normalised(value))
    xml = render(value, language)
    path = folder / f"{value.task_id}.{'task' if isinstance(value, Task) else 'result'}.xml"
    if path.exists() or path.is_symlink():
        raise RefusedError(f"{path} exists already", hint="choose another task id, or remove the file")
    if dry_run:
        return Written(value, xml)
    files.replace_text(path, xml)
    return Written(value, xml, path)


def _without_secrets(value: Handoff) -> Handoff:
    """The handoff with secrets redacted in its free texts; names and ids are validated elsewhere."""
    match value:
        case Task():
            return replace(
                value,
                context=redact.cleaned(value.context),
                input=redact.cleaned(value.input),
                expected_output=redact.cleaned(value.expected_output),
                constraints=tuple(map(redact.cleaned, value.constraints)),
                signed_off_by=redact.cleaned(value.signed_off_by),
                sender=redact.cleaned(value.sender),
                receiver=redact.cleaned(value.receiver),
            )
        case Result():
            return replace(
                value,
                output=redact.cleaned(value.output),
                side_effects=redact.cleaned(value.side_effects),
                memory_update=redact.cleaned(value.memory_update),
                signed_off_by=redact.cleaned(value.signed_off_by),
            )


def locked(folder: Path) -> AbstractContextManager[None]:
    """Hold the folder's lock, so that two writers do not use the same number."""
    confined.add_root(folder, may_be_link=False)
    return files.locked(folder / "handoffs")


def read_agents(workspace: Path) -> str:
    """Text of the workspace's AGENTS.md, empty where there is none."""
    path = workspace / "AGENTS.md"
    if not path.is_file() or not files.inside(path, workspace):
        return ""
    return files.read_inside(path, workspace, limit=MAX_BYTES).decode("utf-8", "replace")


def next_task_id(folder: Path, day: str) -> str:
    """The next free id of that day (YYYYMMDD) in a folder of handoffs; the folder need not exist."""
    if validate.parts_of_task_id(f"{day}-1") is None:
        raise InputError(f"--date {day} is not a date", hint="write it as YYYYMMDD, for example 20261120")
    named = [path.name.split(".", 1)[0] for path in _list_files(folder)] if folder.is_dir() else []
    inside = [placed.handoff.task_id for placed in check_folder(folder).handoffs] if folder.is_dir() else []
    return validate.next_task_id(day, [*named, *inside])


def check_text(
    text: str, source: str, *, agents: str = "", language: str = "en", writable: Iterable[str] = validate.DECLARED_FILES
) -> Checked:
    """All handoffs of one text; no schedule without a task in it, since a result may belong to a task elsewhere."""
    reading = validate.read_handoff(text, tuple(writable))
    placed = tuple(Placed(value, source, line) for line, value in reading.handoffs)
    problems = tuple(Problem(source, finding) for finding in reading.findings)
    has_task = any(isinstance(one.handoff, Task) for one in placed)
    plan = tasks.check_schedule(placed if has_task else (), tasks.coordinators(agents))
    return Checked(placed, plan, _with_advice((*problems, *plan.problems), language))


def check_folder(
    folder: Path, *, agents: str = "", language: str = "en", writable: Iterable[str] = validate.DECLARED_FILES
) -> Checked:
    """All handoffs of the files directly in a folder, and their schedule."""
    placed: list[Placed] = []
    problems: list[Problem] = []
    for path in _candidates(folder):
        text = _text(path, folder)
        if isinstance(text, Finding):
            problems.append(Problem(path.name, text))
            continue
        if path.suffix != ".xml" and "<task" not in text and "<r>" not in text:
            continue
        reading = validate.read_handoff(text, tuple(writable))
        placed += [Placed(value, path.name, line) for line, value in reading.handoffs]
        problems += [Problem(path.name, finding) for finding in reading.findings]
    plan = tasks.check_schedule(placed, tasks.coordinators(agents))
    return Checked(tuple(placed), plan, _with_advice((*problems, *plan.problems), language))


def _with_advice(problems: Sequence[Problem], language: str) -> tuple[Problem, ...]:
    if not problems:
        return ()
    texts = templates.texts(ADVICE, language)
    return tuple(replace(problem, finding=problem.finding.with_advice(texts)) for problem in problems)


def read_file(path: Path) -> str:
    """Text of one handoff file; InputError when it is too large or not UTF-8."""
    return text_of(files.read_bytes(path, limit=MAX_BYTES + 1), str(path))


def text_of(content: bytes, name: str) -> str:
    """Text of handoffs that were read with `MAX_BYTES` + 1 as the limit."""
    if len(content) > MAX_BYTES:
        raise InputError(f"{name} has more than {MAX_BYTES:,} bytes", hint="pass paths in <input>, not content")
    try:
        return content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name} is not UTF-8: {error.reason} at byte {error.start}", hint="save it as UTF-8"
        ) from error


def apply_updates(
    checked: Checked, places: Places, *, language: str = "en", dry_run: bool = False
) -> tuple[Applied, ...]:
    """Append the memory updates of all results to their files, each once; refused while anything is invalid."""
    if not checked.is_valid:
        raise RefusedError("memory updates are not applied while a handoff is refused", hint="fix the findings first")
    receivers = {one.handoff.task_id: one.handoff.receiver for one in checked.handoffs if isinstance(one.handoff, Task)}
    results = [one.handoff for one in checked.handoffs if isinstance(one.handoff, Result)]

    def applied(*, dry_run: bool) -> tuple[Applied, ...]:
        return tuple(
            _apply(result, receivers.get(result.task_id, ""), places, language, dry_run=dry_run)
            for result in results
            if result.memory_update.strip()
        )

    planned = applied(dry_run=True)  # so that one refused update leaves all files as they are
    return planned if dry_run else applied(dry_run=False)


def allowed_files(extra: Iterable[str]) -> tuple[str, ...]:
    """The declared files and those an operator adds; only Markdown files directly in memories/ may be added."""
    return (*validate.DECLARED_FILES, *_memory_files(extra))


def _memory_files(names: Iterable[str]) -> tuple[str, ...]:
    for name in names:
        stem = name.removeprefix("memories/").removesuffix(".md")
        is_plain = stem.replace("-", "").replace("_", "").isalnum() and name == f"memories/{stem}.md"
        if not is_plain and name not in validate.DECLARED_FILES:
            raise InputError(f"{name} cannot take memory updates", hint="only files like memories/decisions.md can")
    return tuple(names)


def _apply(result: Result, agent: str, places: Places, language: str, *, dry_run: bool) -> Applied:
    path = validate.memory_target(result)
    lines = validate.memory_lines(result, agent)
    if path == "MEMORY.md":
        _check_index(places, lines)
    heading = HEADINGS["zh" if language == "zh" else "en"]
    outcome = memory_index.apply_update(path, heading, "\n".join(lines), places, dry_run=dry_run)
    match outcome:
        case memory_index.SectionUpdated(preimage=preimage):
            return Applied(result.task_id, path, lines, is_new=True, preimage=preimage)
        case memory_index.AlreadyThere():
            return Applied(result.task_id, path, lines, is_new=False)


def _check_index(places: Places, lines: tuple[str, ...]) -> None:
    """Refuse an update that would exceed the budget of MEMORY.md."""
    current = files.read_text(places.index, limit=MAX_BYTES) if places.index and places.index.exists() else ""
    if all(line in current for line in lines):
        return
    problems = set(memory_md.problems("\n".join((current, *lines)))) - set(memory_md.problems(current))
    if problems:
        raise RefusedError(
            f"the update does not fit into MEMORY.md: {'; '.join(sorted(problems))}",
            hint="send it to memories/context.md and leave a pointer",
        )


def _candidates(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder", hint="name a folder of handoffs")
    found = [path for path in _list_files(folder) if path.suffix in SUFFIXES and not path.name.startswith(".")]
    if len(found) > MAX_FILES:
        raise InputError(f"{folder} has {len(found):,} files", hint=f"at most {MAX_FILES:,} are checked at once")
    yield from found


def _list_files(folder: Path) -> list[Path]:
    confined.add_root(folder, may_be_link=False)  # its name is a usual one: a link may have been planted there
    try:
        return [folder / name for name in confined.names(folder)]
    except OSError as error:
        raise InputError(f"cannot list {folder}: {error.strerror}", hint="check its permissions") from error


def _text(path: Path, folder: Path) -> str | Finding:
    """The file's text, or why it cannot be used."""
    if not files.inside(path, folder) or not path.is_file():
        return Finding("unreadable", 0, "not a regular file inside the folder")
    try:
        return read_file(path)
    except InputError as error:
        return Finding("unreadable", 0, str(error).replace(str(path), path.name))


def _texts(value: Handoff) -> Iterator[str]:
    match value:
        case Task():
            yield from (value.sender, value.receiver, value.task_id, value.context, value.input, value.expected_output)
            yield from (*value.constraints, value.signed_off_by)
        case Result():
            yield from (value.task_id, value.output, value.side_effects, value.memory_update)
            yield from (value.memory_file, value.signed_off_by)
