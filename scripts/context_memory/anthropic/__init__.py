"""For programs on the Anthropic SDK: its memory tool on our workspace, trimmed tool results, compaction in its loop.

    with ContextMemory(workspace) as memory:
        client = anthropic.Anthropic(middleware=[trimming(memory, session="chat-7")])
        compactor = Compactor(memory, session="chat-7")
        runner = client.beta.messages.tool_runner(tools=[memory_tool(memory), …], thread=False, …)
        for message in compactor.watch(runner):
            …

Each part works without the others. The package anthropic is imported when the tool or the middleware is made.
"""

from .compactor import Compactor
from .remote.sdk import async_memory_tool, memory_tool, trimming

__all__ = ["Compactor", "async_memory_tool", "memory_tool", "trimming"]
