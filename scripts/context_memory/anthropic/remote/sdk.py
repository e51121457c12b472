"""Objects of the Anthropic SDK that work on our workspace: the memory tool and the middleware.

The package is imported when one of them is created, and nowhere else. The middleware trims
each tool result independently, so that it is the same on every call: a reply's thinking is
bound to everything before it, so a result has to be sent as it was sent first. The trimmed
form depends on the result's own text and call only, never on its age; the archive has the originals.
"""

import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, Any

from ...errors import ContextMemoryError, NotReadyError
from ...transcripts.formats.messages import with_text
from ...trim.tool_kinds import ToolKind, is_printed_file, kind_of
from ..memory_text import CommandError
from ..services.memory_commands import commands_of

if TYPE_CHECKING:
    from anthropic import APIRequest
    from anthropic.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool

    from ...api.context_memory import ContextMemory

REMEMBERED = 10_000
"""Results whose short form is kept, so that a call does not trim the whole conversation again."""


class Trimmer:
    """Trims request bodies of one client. Results of the memory tool stay whole: a model edits them word for word."""

    def __init__(self, memory: "ContextMemory", session: str) -> None:
        self._memory = memory
        self._session = session
        self._known: OrderedDict[bytes, str] = OrderedDict()
        self._guard = Lock()

    def body(self, body: Any) -> Any:
        """The body with its tool results trimmed: the same object if nothing changes, else a partial copy."""
        messages = body.get("messages") if isinstance(body, Mapping) else None
        if not isinstance(messages, list):
            return body
        calls = {block["id"]: block for block in _blocks(messages, "tool_use") if isinstance(block.get("id"), str)}
        shorter = [self._message(message, calls) for message in messages]
        is_same = all(new is old for new, old in zip(shorter, messages, strict=True))
        return body if is_same else {**body, "messages": shorter}

    def _message(self, message: Any, calls: Mapping[str, Mapping[str, Any]]) -> Any:
        content = message.get("content") if isinstance(message, Mapping) else None
        if not isinstance(content, list):
            return message
        blocks = [self._block(block, calls) for block in content]
        is_same = all(new is old for new, old in zip(blocks, content, strict=True))
        return message if is_same else {**message, "content": blocks}

    def _block(self, block: Any, calls: Mapping[str, Mapping[str, Any]]) -> Any:
        if not isinstance(block, Mapping) or block.get("type") != "tool_result":
            return block
        call = calls.get(str(block.get("tool_use_id")), {})
        name, given = str(call.get("name", "")), call.get("input")
        if kind_of(name) is ToolKind.MEMORY:
            return block
        content = block.get("content")
        if isinstance(content, str):
            short = self._text(content, name, given)
            return block if short == content else {**block, "content": short}
        if not isinstance(content, list):
            return block
        whole = "\n".join(each["text"] for each in content if _is_text(each))
        short = self._text(whole, name, given)
        return block if short == whole else {**block, "content": with_text(content, short, _is_text)}

    def _text(self, text: str, tool: str, given: Any) -> str:
        settings = self._memory.settings
        if len(text) <= min(settings.trim_chars, settings.trim_read_chars):
            return text
        about = given if isinstance(given, Mapping) else None
        if is_printed_file(tool, about, text):
            return text
        key = sha256(json.dumps([tool, about, text], default=str).encode()).digest()
        with self._guard:
            short = self._known.get(key)
        if short is None:
            try:
                short = self._memory.trim(text, tool=tool, tool_input=about, session=self._session).text
            except ContextMemoryError:
                short = text  # sent whole once, it is sent whole on every later call too
        with self._guard:
            self._known[key] = short
            self._known.move_to_end(key)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return short


def _is_text(block: Any) -> bool:
    return isinstance(block, Mapping) and isinstance(block.get("text"), str)


def _blocks(messages: list[Any], kind: str) -> Iterator[Mapping[str, Any]]:
    for message in messages:
        content = message.get("content") if isinstance(message, Mapping) else None
        for block in content if isinstance(content, list) else ():
            if isinstance(block, Mapping) and block.get("type") == kind:
                yield block


_HINT = "pip install 'anthropic>=2.10'"


def memory_tool(memory: "ContextMemory", *, cache_control: Mapping[str, Any] | None = None) -> "BetaAbstractMemoryTool":
    """The memory tool of the Messages API on the `memories/` of this workspace, for `tools=[…]` of a tool runner.

    It does and says what the vendor's own tool does, below the folder alone and without following links. Secrets are
    redacted where the settings say so (`redact`), every change is in the history of the workspace, and what is
    written is found by `recall`. Raises InputError without a workspace, NotReadyError without the package anthropic.
    """
    _library()
    from anthropic.tools import BetaAbstractMemoryTool

    answer = _answer_of(memory)

    class MemoryTool(BetaAbstractMemoryTool):
        def call(self, input: object) -> str:  # noqa: A002 - the vendor's name
            return answer(input)

        def view(self, command: Any) -> str:
            return answer(dict(command))

        create = str_replace = insert = delete = rename = view

    return MemoryTool(cache_control=cache_control)  # type: ignore[arg-type]  # a mapping is what the API takes


def async_memory_tool(
    memory: "ContextMemory", *, cache_control: Mapping[str, Any] | None = None
) -> "BetaAsyncAbstractMemoryTool":
    """`memory_tool` for an `AsyncAnthropic`; file operations run in a thread."""
    _library()
    from asyncio import to_thread

    from anthropic.tools import BetaAsyncAbstractMemoryTool

    answer = _answer_of(memory)

    class AsyncMemoryTool(BetaAsyncAbstractMemoryTool):
        async def call(self, input: object) -> str:  # noqa: A002 - the vendor's name
            return await to_thread(answer, input)

        async def view(self, command: Any) -> str:
            return await to_thread(answer, dict(command))

        create = str_replace = insert = delete = rename = view

    return AsyncMemoryTool(cache_control=cache_control)  # type: ignore[arg-type]  # a mapping is what the API takes


def trimming(memory: "ContextMemory", *, session: str = "") -> Any:
    """Middleware that shortens long tool results in each request: `Anthropic(middleware=[trimming(memory)])`.

    The list of the caller keeps the whole results, so every call trims all of them, each the same way every time:
    prompt cache and thinking stay valid. Originals are in the archive, under `session`, with their handles in the text.
    Serves both clients. What cannot be trimmed is sent as it is. Raises NotReadyError without the package anthropic.
    """
    library = _library()
    trimmer = Trimmer(memory, session)

    def shortened(request: "APIRequest") -> "APIRequest":
        body = trimmer.body(request.json)
        return request if body is request.json else request.copy(body=body)

    class Trimming(library.Middleware):  # type: ignore[misc,name-defined]  # the library is imported here only
        def handle(self, request: "APIRequest", call_next: Callable[["APIRequest"], Any]) -> Any:
            return call_next(shortened(request))

        async def handle_async(self, request: "APIRequest", call_next: Callable[["APIRequest"], Awaitable[Any]]) -> Any:
            from asyncio import to_thread

            return await call_next(await to_thread(shortened, request))

    return Trimming()


def _answer_of(memory: "ContextMemory") -> Callable[[object], str]:
    from anthropic.tools import ToolError

    commands = commands_of(memory.workspace, redacts=memory.settings.redact)

    def answer(given: object) -> str:
        try:
            return commands.run(given)
        except CommandError as error:
            raise ToolError(str(error)) from error

    return answer


def _library() -> Any:
    try:
        import anthropic
    except ImportError as error:
        raise NotReadyError("this needs the package anthropic", hint=_HINT) from error
    if not hasattr(anthropic, "Middleware"):
        raise NotReadyError(f"anthropic {anthropic.__version__} is too old: it has no middleware", hint=_HINT)
    return anthropic
