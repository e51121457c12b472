"""Normalises a tool call of the agent, whatever the shape of its input: its subject, arguments and outcome."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from ... import trim
from ...messages import Message, Part, Role, Text, ToolCall, ToolResult
from ...text import locations, sentences
from ...text.patterns import caseless_regex, lazy_regex
from ...transcripts import speakers
from . import evidence
from .evidence import command_of
from .values import Action

WRITTEN_CHARACTERS = 700
"""Of what one call wrote or ran: more says nothing that its file does not say."""
OUTCOME_CHARACTERS = 160
RECORD_CHARACTERS = 600
"""Of a record that a service gave back: all of it may be needed, where there is room."""
TASK_CHARACTERS = 80
REFUSED = "refused"
"""The kind of a call that the person rejected."""
CALL_CHARACTERS, AS_CALLED = 420, 24
"""Of one call as it was made, and how many of the newest are kept so: the next ones will look alike."""
LOOK_CHARACTERS = 160
"""Of a command that only shows something, as it was run."""
_TITLE = lazy_regex(r"(?m)^#{1,4} +(\S[^\n]{3,79})$")
_LAST_COMMANDS = 3
_BULK = 200_000  # characters of an output that nobody runs for its last line
_NEWEST_LINES = 60  # of an output among which that is looked for which says what came of it
_SHORT_OUTPUT = 140  # characters that are shown whole
_BLANK = " \t\r="  # of a rule under a heading too
_QUIET = lazy_regex(r"\s*(?:2>\s*/dev/null|2>&1|\|\|\s*(?:echo|true)\b[^|;&]*|\|\s*(?:head|tail)\b[^|;&]*)")
_AGENTS = frozenset(
    {"task", "agent", "subagent", "sessions_spawn", "spawn_agent", "wait_agent", "delegate", "dispatch_agent"}
)
_WHOLE_INPUT = frozenset({"input", "arguments", "raw"})
_REPLACED = frozenset({"old_string", "oldText", "old_str", "output_mode"})
_NEW_TEXT = ("new_string", "newText", "new_str", "replace", "content", "file_text", "text", "patch", "input")
_TOLD = ("message", "prompt", "description", "subject", "query", "pattern", "url", "text", "sql", "code", "script")
_PATCHED = lazy_regex(r"(?m)^\*\*\* (?:Add|Update|Delete) File: (\S.*?)\s*$")
_PASSED = caseless_regex(
    r"\b\d+ (?:passed|passing|pass|ok)\b|^successfully (?:installed|built|uninstalled)\b"
    r"|\ball (?:tests )?pass|\btest result: ok|^ok\b|\b0 (?:errors|failed)\b"
)
_SIGNS = (" pass", " ok", "0 errors", "0 failed", "successfully ")
"""One of them stands in a line that the pattern above finds, unless it begins with OK: a plain look first, for outputs
have many lines."""
_NONE_RAN = lazy_regex(r"(?i)\b0 (?:passed|passing|tests? ok)\b")
"""The part of a run that had no tests says nothing of the others."""
ERROR_LINE = lazy_regex(
    r"(?m)\"(?:error|message)\": ?\"(?:[^\"\\\n]|\\.){4,200}"
    r"|^\s*Tests?:?\s+[1-9]\d* failed[^\n]{0,80}|^test result: FAILED[^\n]{0,60}"
    r"|^\s{0,8}(?:[\w./\\-]+\.\w{1,5}[:(]\d[^\n]{0,40}?)?(?:>+ )?(?:[A-Za-z_][\w.]*(?:Error|Exception)\b"
    r"|[Ee]rror(?:\[\w+\]| TS\d+)?\s*[:!]|ERROR\b"
    r"|[Ff]atal(?: error)?:|panic(?:ked)?\b|FAIL(?:ED|URE)?\b|not ok\b|npm (?:ERR!|error)|E {2,}|✗|✖|×"
    r"|Exit code:? [1-9]"
    r"|Command (?:exited|failed)|Permission denied|错误[:：]|失败[:：]|(?!remote)[\w.-]{2,20}: (?:fatal )?error\b"
    r"|\S{0,40}: (?:command not found|No such file or directory|Permission denied))"
    r"[^\n]{0,200}"
)
_DIFFERS, _DIFFERS_WITHIN = lazy_regex(r"(?m)^\s*((?:[Ee]xpected|[Rr]eceived|[Aa]ctual)\b[^\n:]{0,20}: *\S[^\n]*)"), 400
"""Behind a failed comparison: what was expected and what was there."""
_EXIT_CODE = lazy_regex(r"\s*(?:Error: )?Exit code:? \d+\W*\Z")
"""Says that something failed, not what."""
_EXIT_NOTE = lazy_regex(r"(?m)^\s*\(?(?:Command|Process) exited with code [1-9]\d*\.?\)?\s*\Z")
"""What a host writes behind an output, also behind a success that wrote to stderr."""
_EXIT_NOTE_WITHIN = 400  # characters from the end
_SLASHES = lazy_regex(r"[/\\]+")
ABORTED = lazy_regex(r"(?i)\W*(?:command|operation|request|tool) (?:was )?(?:aborted|cancel+ed|interrupted)\b")
"""A person stopped it: nothing failed, unless an error stands before it."""
MISUSED = lazy_regex(
    r"(?i)unrecogni[sz]ed (?:subcommand|option|argument)|unknown (?:sub)?(?:command|option)|command not found"
    r"|not recogni[sz]ed as|unexpected argument|invalid option|no such option|missing script"
)
"""The command was wrong, not what it looked at: the same check in a form that worked says how things stand."""
_INVALID = lazy_regex(
    r"(?i)\W*(?:<tool_use_error>)?\W*(?:status\W+error\W+)?(?:tool\W+\w+\W+)?(?:error\W+)?"
    r"(?:missing required parameter|\w+ is required(?: for this action)?\W*\Z|validation failed for tool"
    r"|inputvalidationerror"
    r"|invalid (?:tool )?(?:arguments|parameters|input) for)"
)
"""The host refused a call for its form: the agent makes it again in another form."""
_CHATTER = lazy_regex(
    r"Waiting for the debugger|Debugger attached|WARNING: (?:Running pip|You are using pip)|\[notice\] "
    r"|npm (?:notice|warn)|\(node:\d+\) |> \S|\s*\[\d+ more lines? in file"
    r"|\s*\((?:Open file|Current directory): |\s*(?:ba|z)?sh(?:-[\d.]*)?[$#%]\s*\Z"
    r"|\s*[\w.-]+@[\w.-]+[:~][^\n]*[$#]\s*\Z"
    r"|\W*\Z|(?:Chunk ID|Wall time|Original token count): |(?:Output|Exit code: 0|Process exited with code 0):?\s*\Z"
)
"""What a runtime, a shell or a host says behind an output, whatever came of it; and a line of marks alone."""
_CHATTER_BEGINS, _PROMPT_ENDS = "WDnCOEP(>[", "$#%"
_MARKS = lazy_regex(r"\W*\Z")
_WRAPPING = lazy_regex(
    r"(?m)^(?:(?:Chunk ID|Wall time|Original token count): [^\n]*|Process exited with code 0|Output:"
    r"|\(\d+ more lines (?:above|below)\)|\[File: [^\n]* lines total\)\]|\((?:Open file|Current directory): [^\n]*\)"
    r"|(?:ba|z)?sh-\$ *)$\n?"
)
"""Lines that a host puts around an output: nothing in them is of the work."""
_SIGNS_OF_WRAPPING = (
    *("Chunk ID: ", "Wall time: ", "Original token count: ", "Process exited with code 0", "Output:", " more lines "),
    *("[File: ", "(Open file: ", "(Current directory: ", "sh-$"),
)
_LINKS = lazy_regex(r"\"\w*(?:url|href|node_id|_link)\w*\": ?(?:\"[^\"]*\"|null),? ?|\"_links\": ?\{[^{}]*\},? ?")
"""Of a record of a service: where it can be asked again."""
_SAYS = lazy_regex(r"[^\W\d_]{3}|[\u4e00-\u9fff]{2}")
_SUCCEEDED = lazy_regex(r"(?im)^\s*\(?(?:(?:process|command) exited with code|exit code|exit status):? 0\b")
_SILENT = lazy_regex(r"(?i)\A\W*(?:no output|command (?:ran|completed) \w* ?with(?:out| no) output)\W*\Z")
_RUNNING = lazy_regex(
    r"(?m)^\s*(?P<told>(?:Command still running|Process running with session"
    r"|Command (?:is )?running in (?:the )?background"
    r"|Command was manually backgrounded)[^\n]{0,40}?\b(?:session|ID)[: ]+(?:ID[: ]+)?(?P<id>[\w-]+))"
)
"""A command goes on; what polls it by this name tells what came of it."""
_POLLED = ("sessionId", "session_id", "bash_id", "shell_id", "task_id", "process_id")
_FAILED_END = lazy_regex(
    r"(?im)(?:exit(?:ed with)?(?: code| status)?:? [1-9]\d*\b|\b[1-9]\d* (?:failed|failing|errors?)\b"
    r"|^FAILED\b|^error: |^npm err(?:!|or)|panicked at)"
)
_SIGNS_OF_FAILURE = ("exit", "fail", "error", "npm err", "panicked")
"""Of these one stands in what `_FAILED_END` finds, for a quick look."""
_ALL_PASSED = lazy_regex(
    r"(?im)^\s*0 fail(?:ed|ures?|ing)?\b|\ball \d+ tests? passed|^test result: ok\b|^OK(?: \(|\s*\Z)"
    r"|\b\d+ passed\b[^\n]* in [\d.]+|^\s*Tests?:?\s+\d+ passed\b"
)
_SOME_FAILED = lazy_regex(
    r"(?im)(?:^\W*|[,:;|] *|\bfound )[1-9]\d* (?:failed|failing|fail|failures?|errors?)\b|test result: FAILED"
)
"""What a run says of itself at its end; a line of its log that looks like an error was expected."""
_SHOWS = lazy_regex(
    r"\s*(?:(?:cd|pushd) \S+ *(?:&&|;) *)*(?:cat(?!\s*(?:>|<<))|less|more|head|tail|grep|rg|find|ls|sed -n|awk|jq|wc"
    r"|git (?:log|show|diff|status|grep)|gh \w+ (?:view|list)"
    r"|gh api(?![^|;&]*\s(?:-X|--method|-[fF]|--(?:raw-)?field|--input)\b))\b"
)
"""Commands that show what is there: an error in their output happened to somebody else."""


_SHOWN_FILE = lazy_regex(
    r"(?:\A|&&|;|\n)\s*(?:(?:cat|nl -ba|head|tail|less|Get-Content|type)(?: -[\w-]+(?: \d+)?)*"
    r"|sed -n [\"']?\d+,\d+p[\"']?)"
    r" [\"']?(?P<path>[\w./\\:@+~-]+\.\w{1,8})[\"']?"
)
_SHOWN_CHARACTERS = 110


def subject(call: ToolCall) -> str:
    """What says that a later call is the same thing again: the file, or program and subcommand with their file."""
    command = command_of(call)
    return locations.subject_of(command) if command else locations.place_of_call(call)


def is_closed_by(failed: Action, done: Action, proved: Iterable[locations.Run]) -> bool:
    """Whether this success, of the same kind, ends the failure: `proved` are the commands that worked in it."""
    if failed.kind == "ran":
        part = locations.failing_part(failed.text, failed.outcome)
        return any(locations.is_same_again(part, failed.outcome, run) for run in proved)
    if failed.kind == "changed":
        longer, shorter = sorted((_SLASHES.sub("/", each.target) for each in (failed, done)), key=len, reverse=True)
        return longer.endswith("/" + shorter) or (failed.target, failed.tool) == (done.tool, done.tool)
    return failed.tool == done.tool  # a call that the tool refused was made again in other words


def says_less(done: Action, known: Action, command: str, output: str) -> bool:
    """Whether a run says nothing beside the one before it: its command was wrong, or `|| true` hid how it ended."""
    if done.failed or not known.failed:
        return done.failed and not known.failed and MISUSED.search(done.outcome) is not None
    is_hidden = "||" in command and not list(locations.proved_by(command))
    tail = output[-_SHORT_OUTPUT:]
    return is_hidden and (_PASSED.search(tail) is None or evidence.SOME_FAILED.search(tail) is not None)


def action(call: ToolCall, result: ToolResult, index: int) -> Action | None:
    """The finished call; None where nothing ran, and for a to-do list: that stands in a section of its own."""
    done = action_alone(call, result, index)
    return done and with_outcome(done, result.text)


def with_outcome(done: Action, output: str) -> Action:
    """The action with what came back; of a failure that is known already."""
    return done if done.failed or done.kind == REFUSED else done._replace(outcome=_outcome(done.kind, output))


def as_called(call: ToolCall) -> str:
    """The arguments of a call, a line of name and value each, what it writes behind its file, without switches and
    without the text that an edit replaced; empty for a patch, whose lines say nothing without their file."""
    lines: dict[str, str] = {}  # by value: some hosts give a path under two names
    for name, value in sorted(call.input.items(), key=lambda pair: pair[0] in _NEW_TEXT or isinstance(pair[1], list)):
        text = _new_text({"edits": value}) if isinstance(value, list) else ""
        text = text or locations.plain_value(value)
        if _PATCHED.search(text):
            return ""
        if text.strip() and name not in _REPLACED and (isinstance(value, str) or name not in _ARGUMENT_NOISE):
            named = "" if name in _WHOLE_INPUT else f"{name}: "
            lines.setdefault(text if isinstance(value, str) else named, named + text.strip())
    return sentences.clip("\n".join(lines.values()), CALL_CHARACTERS)


def _refused(call: ToolCall, reason: str, index: int) -> Action:
    """A call that the person rejected: it did nothing, and failed at nothing."""
    command = command_of(call)
    target = locations.bare_command(command) if command else locations.place_of_call(call)
    text = locations.bare_command(command) or _new_text(call.input) or _told(call.input)
    return Action(REFUSED, call.name, target[:400], text.strip()[:WRITTEN_CHARACTERS], reason, index)


def action_alone(call: ToolCall, result: ToolResult, index: int) -> Action | None:
    """The `action` without its outcome, unless it failed: most actions are done again, and the later one counts."""
    if speakers.is_refusal(result.text):
        return _refused(call, speakers.said_in_result(result.text), index)
    if _INVALID.match(result.text[:200]) or evidence.is_of_todos(call):
        return None
    wrong = failure(call, result)
    if not wrong and _is_writer(call) and evidence.has_failed(result, writes=True):
        return None
    command = command_of(call)
    files = evidence.written_by(call) or (evidence.opened_in(result.text) if _is_writer(call) else [])
    if files or _is_writer(call):
        kind, target, text = "changed", ", ".join(files) or locations.place_of_call(call), _new_text(call.input)
    elif command and _SHOWS.match(command):
        text = sentences.clip(" ".join(locations.bare_command(command).split()), LOOK_CHARACTERS)
        kind, target = "read", _shown(command)
    elif command:
        bare, text = locations.bare_command(command), locations.with_its_folder(call, command)
        kind, target = "ran", locations.subject_of(locations.failing_part(bare, wrong) if wrong else bare)
    elif trim.kind_of(call.name, call.input) is trim.ToolKind.READ:
        kind, target, text = "read", locations.place_of_call(call), ""
    else:
        target = locations.place_of_call(call).removeprefix(call.name).lstrip() or call.name
        kind, text = "other", _told(call.input)
    return Action(kind, call.name, target[:400], text.strip()[:WRITTEN_CHARACTERS], wrong, index, failed=bool(wrong))


def _shown(command: str) -> str:
    """A command that only shows something, without what it does where nothing is there."""
    bare = locations.bare_command(_QUIET.sub("", command))
    files = dict.fromkeys(found["path"] for found in _SHOWN_FILE.finditer(bare))
    return sentences.clip(", ".join(files) or " ".join(bare.split()), _SHOWN_CHARACTERS)


def failure(call: ToolCall, result: ToolResult) -> str:
    """The line that says what went wrong; empty for a call that did what it should.

    It needs a failed result, or an output of a run that ends as a failure does and has an error at the start of a line.
    """
    text = result.text
    command = command_of(call)
    shows = _SHOWS.match(command) is not None
    marked = result.is_error if shows else evidence.has_failed(result, writes=_is_writer(call))
    end = text[-1_500:]
    is_run = bool(command) and not shows and len(text) <= _BULK and (marked or _may_have_failed(end))
    is_run = is_run and _SUCCEEDED.search(text[:200] + text[-200:]) is None
    if not marked and not (is_run and _FAILED_END.search(end)):
        return ""
    if is_run and not result.is_error and _ALL_PASSED.search(end) and not _SOME_FAILED.search(end):
        return ""
    piece = text if len(text) <= 20_000 else text[:4_000] + "\n" + text[-16_000:]
    found = [match[0] for match in ERROR_LINE.finditer(piece)]
    if not found and not marked:
        return ""
    said = [line for line in found if not _EXIT_CODE.match(line)]
    if not said:
        lines = [line for line in piece.strip().splitlines() if line.strip()]
        lines = [line for line in lines if not _EXIT_NOTE.search(line) and _SAYS.search(line)] or lines
        if not found and lines and ABORTED.match(lines[-1]):
            return ""
        said = found[: 0 if len(lines) > 1 else 1] or [lines[-1 if command else 0] if lines else "failed"]
    found = said
    counted = next((each for each in found if each.lstrip().startswith("test result: FAILED")), "")
    line = counted or (found[-1] if "Traceback" in piece else found[0])
    below = piece[piece.find(line) + len(line) :]
    if line.endswith((":", "：")):  # what it announces stands below it
        line += " " + next(filter(_SAYS.search, below.splitlines()), "")
    told = " ".join(_untagged(" · ".join([line, *islice(_DIFFERS.findall(below[:_DIFFERS_WITHIN]), 2)])).split())
    return sentences.clip(told, OUTCOME_CHARACTERS)


def _may_have_failed(end: str) -> bool:
    return any(map(end.lower().__contains__, _SIGNS_OF_FAILURE))


def without_wrapping(output: str) -> str:
    """The output without the lines that a host puts around it."""
    may_be = (": " in output or "-$" in output) and any(map(output.__contains__, _SIGNS_OF_WRAPPING))
    return _WRAPPING.sub("", output) if may_be else output


def parts_written(actions: Sequence[Action], since: int) -> list[str]:
    """The headings of what was written from message `since` on, with their file: what a session of drafts came to;
    where none has any, what the last commands gave."""
    told, gave = [], []
    folder = locations.folder_of_commands(item.text for item in actions if item.kind == "ran")
    for item in actions:
        if item.kind == "ran" and item.index >= since and item.outcome and not item.failed:
            gave.append(f"`{locations.as_run(item.text, folder, TASK_CHARACTERS)}` → {item.outcome}")
        if item.kind == "changed" and item.index >= since and not item.failed:
            titles = dict.fromkeys(sentences.plain_sentence(title) for title in _TITLE.findall(item.text))
            if titles:
                told.append(f"{item.target.replace(chr(92), '/').rpartition('/')[2]}: {'; '.join(titles)}")
    return told or gave[-_LAST_COMMANDS:]


def running_in(result: ToolResult) -> str:
    """The name under which a command goes on; empty where it ended."""
    head = result.text[:400]
    found = _RUNNING.search(head) if "Command " in head or "Process running" in head else None
    return found["id"] if found else ""


def polled_by(call: ToolCall) -> str:
    """The name of the running command that a call asks about; empty where it asks about none."""
    if command_of(call):
        return ""
    return next((str(call.input[key]) for key in _POLLED if call.input.get(key)), "")


_RESULT_AS_TEXT = lazy_regex(r"\[(?P<tool>[\w.:-]{2,60})(?: came back:)?\] ?")


def with_results(message: Message, tools: Container[str]) -> Message:
    """A result that lost its call came as a text of the user: nobody said it."""
    if message.role is not Role.USER or not message.text.startswith("["):
        return message
    parts: list[Part] = []
    for part in message.parts:
        found = _RESULT_AS_TEXT.match(part.text) if isinstance(part, Text) else None
        if found and isinstance(part, Text) and found["tool"] in tools:
            parts.append(ToolResult("", found["tool"], part.text[found.end() :]))
        else:
            parts.append(part)
    return replace(message, parts=tuple(parts))


def is_agent(call: ToolCall) -> bool:
    """Whether the call asks another agent, whose report comes back."""
    return call.name.rsplit("__", 1)[-1].lower() in _AGENTS


def task_of(call: ToolCall) -> str:
    """What a call asks another agent for, in a few words; empty where its host names no task."""
    value = call.input.get("description") or call.input.get("subagent_type") or call.input.get("agent") or ""
    return " ".join(value.split())[:TASK_CHARACTERS] if isinstance(value, str) else ""


def _untagged(line: str) -> str:
    return re.sub(r"</?tool_use_error>|^\s*\"(?:error|message)\": ?\"", "", line).replace('\\"', '"')


def _outcome(kind: str, text: str) -> str:
    """What came back, in its own words where they are few."""
    if kind == "changed" or not text.strip() or _SILENT.match(text):
        return ""
    if running := _RUNNING.search(text[:400]):
        return running["told"]
    if note := _EXIT_NOTE.search(text, max(0, len(text) - _EXIT_NOTE_WITHIN)):
        text = text[: note.start()]
    lines = [line for line in text.splitlines() if (bare := line.strip(_BLANK)) and not _is_chatter(line, bare)]
    if not lines:
        return ""
    if kind == "ran" and (made := evidence.commit_in(text)):
        return made
    if (kind == "read" and len(lines) > 1) or (len(lines) > 60 and kind != "ran"):
        return f"{len(lines)} lines"
    if text.lstrip()[:1] in {"{", "["}:
        told = _LINKS.sub("", text[: 4 * RECORD_CHARACTERS])
        return sentences.clip(" ".join(told.split()), RECORD_CHARACTERS)
    if len(lines) <= _SHORT_OUTPUT:
        whole = " / ".join(map(_bare, lines))
        if len(whole) <= _SHORT_OUTPUT:
            return whole
    told = _success_in(reversed(lines)) or sentences.last_but_rows(lines[-_NEWEST_LINES:], _SAYS)
    if not told:
        return f"{len(lines)} lines"
    return sentences.clip(_bare(told), OUTCOME_CHARACTERS) + (f" ({len(lines)} lines)" if len(lines) > 3 else "")


def _is_chatter(line: str, bare: str) -> bool:
    """Whether `_CHATTER` finds the line, which is `bare` without blanks: most begin and end as no such line does."""
    if bare[0] in _CHATTER_BEGINS or bare[-1] in _PROMPT_ENDS or bare[-1].isspace():
        return _CHATTER.match(line) is not None
    return not bare[0].isalnum() and _MARKS.match(line) is not None


def _success_in(lines: Iterable[str]) -> str:
    """The first line that says what passed, else the first that says that no test ran."""
    none_ran = ""
    for line in lines:
        low = line.lower()
        may_tell = any(map(low.__contains__, _SIGNS)) or low.lstrip().startswith("ok")
        if may_tell and _PASSED.search(line.strip()):
            if not _NONE_RAN.search(line):
                return line
            none_ran = none_ran or line
    return none_ran


def _bare(line: str) -> str:
    return " ".join(line.split()).strip("=").strip()


def _is_writer(call: ToolCall) -> bool:
    return call.name.rsplit("__", 1)[-1].lower() in evidence.WRITERS


def _new_text(value: Mapping[str, Any]) -> str:
    for key in _NEW_TEXT:
        text = value.get(key)
        if isinstance(text, str) and text.strip():
            return _added_by(text) if _PATCHED.search(text) else text
    edits = value.get("edits")
    if isinstance(edits, list):
        return "\n".join(_new_text(edit) for edit in edits if isinstance(edit, Mapping))
    return ""


def _added_by(patch: str) -> str:
    """The lines that a patch adds, else those that it removes."""
    lines = [line for line in patch.splitlines() if line[:1] in {"+", "-"}]
    added = [line[1:] for line in lines if line[0] == "+"]
    return "\n".join(added or lines)


def _told(value: Mapping[str, Any]) -> str:
    texts = [text for key in _TOLD if isinstance(text := value.get(key), str) and text.strip()]
    return max(texts, key=len, default="")


_ARGUMENT_NOISE = frozenset(
    {"offset", "limit", "timeout", "timeout_ms", "yield_time_ms", "max_output_tokens", "head_limit", "output_mode"}
    | {"replace_all", "status", "activeForm", "run_in_background", "view_range", "-n", "-A", "-B"}
    | {"-C", "multiline", "type", "subagent_type", "taskId", "yieldMs", "sandbox_permissions"}
)


def texts_in(value: Mapping[str, Any] | list[Any], depth: int = 0) -> Iterator[str]:
    """The strings of a tool's input without argument names and switches."""
    if depth > 6:
        return
    pairs = value.items() if isinstance(value, Mapping) else (("", item) for item in value)
    for key, item in pairs:
        if key in _ARGUMENT_NOISE:
            continue
        if isinstance(item, str):
            yield item
        elif isinstance(item, Mapping | list):
            yield from texts_in(item, depth + 1)
        elif isinstance(item, int | float) and not isinstance(item, bool):
            yield f"{key} {item}"
