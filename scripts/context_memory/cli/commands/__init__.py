"""The table of commands: what each is called, what it does, where it is. Nothing is imported for it."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from ..console import Console


class Command(NamedTuple):
    """One command: what `--help` says of it, its arguments, and what runs it and returns the exit code."""

    description: str
    example: str
    """Calls, with PROGRAM for the words before the arguments."""
    add_arguments: "Callable[[argparse.ArgumentParser], None]"
    run: "Callable[[argparse.Namespace, Console], int]"


COMMANDS = {
    "recall": "Find remembered docs, notes and turns again, in English and Chinese.",
    "remember": "Remember a fact, a preference or a batch of docs, so that recall finds them again.",
    "forget": "Take docs out of every search; --undo brings them back.",
    "trim": "Shorten one tool output and keep the lines that carry the fact.",
    "compact": "Make an overgrown session small: summary, newest messages, receipt.",
    "restore": "Give back MEMORY.md, context.md and the key files after a compaction.",
    "breaker": "Show, trip or close the breaker that stops failing compactions.",
    "emergency": "Drop the oldest turns after the API refused an over-long context.",
    "tokens": "Measure a session against its budget, or fit the calibration.",
    "receipt": "Show what a compaction kept, archived and lost.",
    "archive": "Read back an original by its handle, or search all originals.",
    "check": "Refuse a path or command that memories/errors.md records as denied or missing.",
    "slash": "Do what a person's slash command asks: /remember TEXT, /recall QUESTION or /compact.",
    "flush": "Write what a session did, decided and was told into today's note, memory/YYYY-MM-DD.md.",
    "learn": "Learn lasting facts, lessons and failures from what people said in a session.",
    "doctor": "Go through the deployment checklist; every line has its fix.",
    "report": "Write one HTML page that shows what fills the context of a session and what compaction did.",
    "exam": "Examine what a session's view still knows, by cloze questions without a model.",
    "settings": "Print every setting with its value and origin.",
    "trust": "Trust a workspace: let its settings take effect and adopt the state in it.",
    "serve": "Serve the memory to other programs over HTTP until it is stopped: messages, context, recall.",
    "helper": "Answer one host over HTTP on a Unix socket, until the host's end of standard input closes.",
    "mcp": "Offer the memory to a host as an MCP server on standard input and output.",
    "install": "Put the plugin into a host, or take it out again with --undo.",
    "adopt": "Take over an existing workspace: memory files, past sessions, exports of other programs.",
    "hook": "Answer one event of a host from standard input; the plugin of the host runs it.",
    "token": "Make, list or remove the tokens that agents show to `serve` and `helper`.",
    "audit": "Check the audit of the provider, or show its newest rows.",
    "memory index": "Bring the search index up to date with the memory files and the sessions of a workspace.",
    "memory status": "Show what the memory holds: docs by origin, tier, kind and scope, and what waits to be indexed.",
    "memory list": "List what the memory holds, newest first, by scope and kind.",
    "memory show": "Show one doc of the memory whole: its text, standing and origin.",
    "memory history": "Show what a doc said before, and when it was superseded, pinned or forgotten.",
    "memory pin": "Pin a doc, so that it never fades, or unpin it.",
    "memory promote": "Put a fact under a header of MEMORY.md, every other byte unchanged; or list what is worth it.",
    "memory tidy": "Tidy the memory while nobody waits: merge, draft skills, fade, retier; every step says why.",
    "memory reembed": "Make the vectors of the embedder that the settings name, then search these.",
    "memory migrate-store": "Copy all docs from files to a server, or from a server to files, and prove it.",
    "blocks ingest": "Journal a session and cut it into blocks; each message once, however often it comes.",
    "blocks view": "Build what the model sees next, and swap old blocks for their capsules when that is due.",
    "blocks show": "List the blocks of a session, read one back by its id, or search everything that was ever said.",
    "blocks compress": "Compress blocks ahead of time, so that a swap finds every capsule ready.",
    "blocks evict": "Let the oldest capsules leave the view until the rest fits; they stay readable by id.",
    "blocks import-rmemory": "Take over the files of R-Memory: conversations, archive, configuration.",
    "workspace init": "Write the workspace files of a project: MEMORY.md, memories/*.md, AGENTS.md.",
    "workspace update": "Add, refresh or remove pointers in MEMORY.md, or set the active task.",
    "workspace verify": "Check every pointer of MEMORY.md, repair what is proven, report the rest.",
    "workspace migrate": "Split an overgrown MEMORY.md into memories/*.md with pointers, losslessly.",
    "history at": "Show the memory files as they were on a day or after a change.",
    "history blame": "Say which change brought a line of memory, when and why.",
    "history bisect": "Say which change lost or altered a fact, and what became of it.",
    "history restore": "Make a memory file, or all of them, as they were after a change.",
    "prompt render": "Render a cache-safe prompt: static section, boundary line, dynamic section.",
    "prompt check": "Find what breaks the prefix cache of your own prompt.",
    "prompt audit-cache": "Say which turns of a session lost the prefix cache, why, and what it cost.",
    "handoff make": "Write a task or a result for another agent as valid XML.",
    "handoff check": "Check handoff XML and the schedule of a folder of handoffs.",
}
"""What each command does. One word is a command for every day, two are a group and a command in it."""

GROUPS = {
    "memory": "Look after what is remembered for good.",
    "blocks": "Journal sessions, compress them block by block, build views.",
    "workspace": "Write and mend MEMORY.md and the files beside it.",
    "history": "Ask what memory files said before, and go back.",
    "prompt": "Render and check prompts that keep the prefix cache.",
    "handoff": "Give work to other agents, and take it back.",
}

SCRIPTS = {
    "recall": "recall",
    "remember": "remember",
    "trim_output": "trim",
    "compact_session": "compact",
    "restore_files": "restore",
    "circuit_breaker": "breaker",
    "emergency_trim": "emergency",
    "estimate_tokens": "tokens",
    "check_deployment": "doctor",
}
"""The command of each small script; `context-memory.py` runs all commands."""

MODULES = {
    "recall": "recall.RECALL",
    "remember": "remember.REMEMBER",
    "forget": "memory.FORGET",
    "trim": "trim.TRIM",
    "compact": "compact.COMPACT",
    "restore": "restore.RESTORE",
    "breaker": "breaker.BREAKER",
    "emergency": "emergency.EMERGENCY",
    "tokens": "tokens.TOKENS",
    "receipt": "archive.RECEIPT",
    "archive": "archive.ARCHIVE",
    "check": "check.CHECK",
    "slash": "slash.SLASH",
    "flush": "learn.FLUSH",
    "learn": "learn.LEARN",
    "doctor": "doctor.DOCTOR",
    "report": "report.REPORT",
    "exam": "report.EXAM",
    "settings": "settings.SETTINGS",
    "trust": "settings.TRUST",
    "serve": "provider.SERVE",
    "helper": "provider.HELPER",
    "mcp": "provider.MCP",
    "install": "install.INSTALL",
    "hook": "hook.HOOK",
    "adopt": "adopt.ADOPT",
    "token": "provider.TOKEN",
    "audit": "provider.AUDIT",
    "memory index": "memory.INDEX",
    "memory status": "store.STATUS",
    "memory list": "memory.LIST",
    "memory show": "memory.SHOW",
    "memory history": "memory.HISTORY",
    "memory pin": "memory.PIN",
    "memory promote": "tidy.PROMOTE",
    "memory tidy": "tidy.TIDY",
    "memory reembed": "store.REEMBED",
    "memory migrate-store": "memory.MIGRATE_STORE",
    "blocks ingest": "blocks.INGEST",
    "blocks view": "view.VIEW",
    "blocks show": "blocks.SHOW",
    "blocks compress": "compress.COMPRESS",
    "blocks evict": "view.EVICT",
    "blocks import-rmemory": "blocks.IMPORT_RMEMORY",
    "workspace init": "workspace.INIT",
    "workspace update": "workspace.UPDATE",
    "workspace verify": "workspace.VERIFY",
    "workspace migrate": "workspace.MIGRATE",
    "history at": "history.AT",
    "history blame": "history.BLAME",
    "history bisect": "history.BISECT",
    "history restore": "history.RESTORE",
    "prompt render": "prompt.RENDER",
    "prompt check": "prompt.CHECK",
    "prompt audit-cache": "prompt.AUDIT_CACHE",
    "handoff make": "handoff.MAKE",
    "handoff check": "handoff.CHECK",
}
"""Module of each command, inside this package, and the name of its `Command` there."""
