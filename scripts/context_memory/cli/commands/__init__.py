"""The table of commands: names, summaries and modules. It imports none of them."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from ..console import Console


class Command(NamedTuple):
    """One command: its help text, its arguments, and the function that runs it and returns the exit code."""

    description: str
    example: str
    """Calls, with PROGRAM for the words before the arguments."""
    add_arguments: "Callable[[argparse.ArgumentParser], None]"
    run: "Callable[[argparse.Namespace, Console], int]"


COMMANDS = {
    "recall": "Search remembered docs, notes and turns, in English and Chinese.",
    "remember": "Store a fact, a preference or a batch of docs, so that recall finds them.",
    "forget": "Remove docs from every search; --undo restores them.",
    "trim": "Shorten one tool output and keep the lines with facts.",
    "compact": "Compact a large session: summary, newest messages, receipt.",
    "restore": "Print MEMORY.md, context.md and the key files after a compaction.",
    "breaker": "Show, trip or close the breaker that stops failing compactions.",
    "emergency": "Drop the oldest turns after the API refused a context as too long.",
    "tokens": "Measure a session against its budget, or fit the calibration.",
    "receipt": "Show what a compaction kept, archived and lost.",
    "archive": "Read back an original by its handle, or search all originals.",
    "check": "Refuse a path or command that memories/errors.md records as denied or missing.",
    "slash": "Run a person's slash command: /remember TEXT, /recall QUESTION or /compact.",
    "flush": "Write results, decisions and requests of a session to the note of its day, memory/YYYY-MM-DD.md.",
    "learn": "Learn lasting facts, lessons and failures from what people said in a session.",
    "doctor": "Run the deployment checklist; every failing check shows its fix.",
    "report": "Write one HTML page that shows what fills the context of a session and what compaction did.",
    "exam": "Test what a session's view still knows, with cloze questions, without a model.",
    "settings": "Print every setting with its value and origin.",
    "trust": "Trust a workspace: let its settings take effect and adopt the state in it.",
    "serve": "Serve the memory to other programs over HTTP until it is stopped: messages, context, recall.",
    "helper": "Answer one host over HTTP on a Unix socket, until the host's end of standard input closes.",
    "mcp": "Offer the memory to a host as an MCP server on standard input and output.",
    "install": "Install the plugin in a host, or remove it with --undo.",
    "adopt": "Import an existing workspace: memory files, past sessions, exports of other programs.",
    "hook": "Answer one event of a host from standard input; the host's plugin runs it.",
    "token": "Create, list or remove the tokens with which agents log in to `serve` and `helper`.",
    "audit": "Verify the provider's audit log, or show its newest rows.",
    "memory index": "Bring the search index up to date with the memory files and the sessions of a workspace.",
    "memory status": "Show the size of the memory: docs by origin, tier, kind and scope, and what is not indexed yet.",
    "memory list": "List docs, newest first, by scope and kind.",
    "memory show": "Show one doc in full: its text, standing and origin.",
    "memory history": "Show earlier texts of a doc, and when it was superseded, pinned or forgotten.",
    "memory pin": "Pin a doc, so that it never fades, or unpin it.",
    "memory promote": "Write a fact under a header of MEMORY.md, every other byte unchanged; or list candidates.",
    "memory tidy": "Tidy the memory when idle: merge, draft skills, fade, change tiers; every step has a reason.",
    "memory reembed": "Compute vectors with the embedder of the settings, then switch to them.",
    "memory migrate-store": "Copy all docs from files to a server, or from a server to files, and verify the copy.",
    "blocks ingest": "Journal a session and split it into blocks; repeated messages are stored once.",
    "blocks view": "Build the model's next view, and swap old blocks for their capsules if that is due.",
    "blocks show": "List the blocks of a session, show one by its id, or search the whole journal.",
    "blocks compress": "Compress blocks ahead of time, so that a swap finds every capsule ready.",
    "blocks evict": "Remove the oldest capsules from the view until the rest fits; they stay readable by id.",
    "blocks import-rmemory": "Import the files of R-Memory: conversations, archive, configuration.",
    "workspace init": "Create the workspace files of a project: MEMORY.md, memories/*.md, AGENTS.md.",
    "workspace update": "Add, refresh or remove pointers in MEMORY.md, or set the active task.",
    "workspace verify": "Check every pointer of MEMORY.md, repair what can be repaired, report the rest.",
    "workspace migrate": "Split an overgrown MEMORY.md into memories/*.md with pointers, losslessly.",
    "history at": "Show the memory files as they were on a day or after a change.",
    "history blame": "Show which change added a line of memory, when and why.",
    "history bisect": "Show which change removed or altered a fact, and what replaced it.",
    "history restore": "Restore a memory file, or all of them, to the state after a change.",
    "prompt render": "Render a cache-safe prompt: static section, boundary line, dynamic section.",
    "prompt check": "Find what breaks the prefix cache of your prompt.",
    "prompt audit-cache": "Show which turns of a session lost the prefix cache, why, and the cost.",
    "handoff make": "Write a task or a result for another agent as valid XML.",
    "handoff check": "Validate handoff XML and the schedule of a folder of handoffs.",
}
"""The summary of each command. One word is a daily command, two are a group and a command in it."""

SECTIONS = {
    "Memory": ("recall", "remember", "forget"),
    "Context of a session": ("trim", "compact", "restore", "breaker", "emergency", "tokens", "receipt", "archive"),
    "While working and afterwards": ("check", "slash", "flush", "learn"),
    "Setup and reports": ("doctor", "report", "exam", "settings", "trust"),
    "Hosts and other programs": ("serve", "helper", "mcp", "install", "adopt", "hook", "token", "audit"),
}
"""The commands of one word under the headings of the overview, in the order of `COMMANDS`."""

GROUPS = {
    "memory": "Manage remembered docs and the search index.",
    "blocks": "Journal sessions, compress them block by block, build views.",
    "workspace": "Create and maintain MEMORY.md and its files.",
    "history": "Query the history of memory files, and restore them.",
    "prompt": "Render and check prompts that keep the prefix cache.",
    "handoff": "Create and check handoffs to other agents.",
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
    "memory migrate-store": "store.MIGRATE_STORE",
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
