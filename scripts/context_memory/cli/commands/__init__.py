"""One module per command, named like its script. This table is the list of commands."""

COMMANDS = {
    "compact_session": "Make an overgrown session small: summary, newest messages, receipt.",
    "trim_output": "Shorten one tool output and keep the lines that carry the fact.",
    "restore_files": "Give back MEMORY.md, context.md and the key files after a compaction.",
    "circuit_breaker": "Show, trip or close the breaker that stops failing compactions.",
    "emergency_trim": "Drop the oldest turns after the API refused an over-long context.",
    "estimate_tokens": "Measure a session against its budget, or fit the calibration.",
    "show_archive": "Read back an original by its handle, or search all originals.",
    "show_receipt": "Show what a compaction kept, archived and lost.",
    "settings": "Print every setting with its value and origin.",
    "init_workspace": "Write the workspace files of a project: MEMORY.md, memories/*.md, AGENTS.md.",
    "update_index": "Add, refresh or remove pointers in MEMORY.md, or set the active task.",
    "verify_index": "Check every pointer of MEMORY.md, repair what is proven, report the rest.",
    "migrate_index": "Split an overgrown MEMORY.md into memories/*.md with pointers, losslessly.",
    "check_action": "Refuse a path or command that memories/errors.md records as denied or missing.",
    "render_prompt": "Render a cache-safe prompt: static section, boundary line, dynamic section.",
    "check_prompt": "Find what breaks the prefix cache of your own prompt.",
    "audit_cache": "Say which turns of a session lost the prefix cache, why, and what it cost.",
    "make_handoff": "Write a task or a result for another agent as valid XML.",
    "check_handoff": "Check handoff XML and the schedule of a folder of handoffs.",
    "check_deployment": "Go through the deployment checklist; every line has its fix.",
}
