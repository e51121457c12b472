"""Objects of the Anthropic SDK that work on our workspace: the memory tool and the middleware.

The package is imported when one of them is created, and nowhere else.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from ...errors import NotReadyError
from ..memory_text import CommandError
from ..services.memory_commands import commands_of
from ..trimming import Trimmer

if TYPE_CHECKING:
    from anthropic import APIRequest
    from anthropic.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool

    from ...api.context_memory import ContextMemory

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
