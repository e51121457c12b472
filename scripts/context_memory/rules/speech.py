"""Who really speaks in a user message: a person, or the host in a person's role.

Hosts wrap what people write (channel envelopes, metadata blocks) and speak in
the user role themselves (heartbeats, reminders, finished background tasks).
Only a person's own words count as a request, a directive or a keyword.
"""

import re
from functools import lru_cache

from ..model.session import Message, Role, Text, Thinking

_REMOVED = re.compile(
    r"(?s)[A-Z][^\n`]{0,80}\(untrusted[^)\n]*\):?\s*```(?:json)?.*?(?:```|\Z)"
    r"|<(system-reminder|local-command-[a-z]+|command-name|command-message|environment_context|user_instructions"
    r"|permissions[\w ]*|INSTRUCTIONS|task-notification|ide_opened_file|ide_selection|bash-stdout|bash-stderr"
    r"|user-prompt-submit-hook|session-start-hook|recalled-memory|relevant-memories|memory-context)\b[^>]*>.*?(?:</\1>|\Z)"
    r"|<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>.*?(?:<<<END_OPENCLAW_INTERNAL_CONTEXT>>>|\Z)"
    r"|<!-- /?openclaw:[^>]*-->"
    r"|\[message_id:[^\]\n]*\]|\[(?:Queued messages while agent was busy|Request interrupted by user[^\]]*)\]"
    r"|(?m:^-{3,}\s*\n?Queued #\d+\s*$)"
)
_UNWRAPPED = re.compile(r"</?(?:command-args|bash-input|user_query|task|request)>")
_ENVELOPE = re.compile(
    r"(?m)^\s*(?:\[(?:[A-Z][\w+ .@:#()/-]{0,80}\s)?(?:[A-Z][a-z]{2}\s)?\d{4}-\d\d-\d\d[^\]\n]{0,60}\]\s*)"
    r"|^\s*(?:ou|on|oc|cli)_\w{3,}:\s*"
    r"|^\s*\[(?:Telegram|WhatsApp|Discord|Slack|Signal|Feishu|Lark|WeChat|WeCom|DingTalk|iMessage|Matrix|Teams|QQ)\b[^\]\n]*\]\s*"
)
_HOST_LINE = re.compile(r"(?m)^System: \[\d{4}-[^\n]*$")
_HOST_OPENINGS = (
    "[OpenClaw heartbeat poll]",
    "OpenClaw runtime context (internal)",
    "[Internal task completion event]",
    "Pre-compaction memory flush",
    "Read HEARTBEAT.md",
    "HEARTBEAT",
    "A new session was started via /new or /reset",
    "[cron:",
    "[system]",
    "# AGENTS.md instructions",
    "Caveat: The messages below were generated",
    "Base directory for this skill:",
    "[Subagent Context]",
    "The conversation history before this point was compacted",
    "This session is being continued from a previous conversation",
    "The following is a summary of the earlier portion of this session.",
    "以下是本会话前半部分的摘要。",
    "Execute your Session Startup sequence",
    "Unhandled node type",
    "API Error:",
    "An async command you ran earlier has completed",
    "Stop hook feedback:",
    "UserPromptSubmit hook",
    "PostToolUse:",
)
_HEARTBEAT = re.compile(
    r"\bHEARTBEAT_OK\b|(?i:\bheartbeat (?:poll|check)\b)|\A\W{0,3}HEARTBEAT\b"
    r"|(?i:\A\W{0,3}(?:please )?(?:read|check|run|follow) (?:\S*/)?heartbeat\.md)"
)
"""A poll of the host; a person may well talk about heartbeats."""
_SILENT_REPLIES = frozenset({"NO_REPLY", "HEARTBEAT_OK", "ANNOUNCE_SKIP", "REPLY_SKIP"})


@lru_cache(maxsize=4096)
def said_in(text: str) -> str:
    """A person's own words in the text of a user message; empty when the host speaks."""
    words = _REMOVED.sub("\n", text) if any(mark in text for mark in ("<", "```", "[", "Queued #")) else text
    words = _HOST_LINE.sub("", _UNWRAPPED.sub("\n", words))
    words = _ENVELOPE.sub("", words).strip()
    if words.startswith(_HOST_OPENINGS) or (len(words) < 2_000 and _HEARTBEAT.search(words[:400])):
        return ""
    return words


def said(message: Message) -> str:
    """What a person said in this message; empty for every role but user, for summaries and for the host's own texts."""
    if message.role is not Role.USER or message.is_summary:
        return ""
    spoken = (said_in(part.text) for part in message.parts if isinstance(part, Text))
    return "\n".join(words for words in spoken if words)


def is_noise(message: Message) -> bool:
    """A heartbeat poll or a silent reply to one: nothing in it is worth keeping."""
    if any(not isinstance(part, Text | Thinking) for part in message.parts):
        return False
    text = message.text.strip()
    if message.role is Role.ASSISTANT:
        return not text or text.strip("*_`. ") in _SILENT_REPLIES
    if message.role is Role.USER and not message.is_summary:
        return not said(message) and bool(_HEARTBEAT.search(text[:400]))
    return False


def is_chinese(text: str) -> bool:
    """Whether the text is mainly Chinese: at least a fifth of its letters are Han characters and no kana."""
    han = sum("\u4e00" <= c <= "\u9fff" for c in text)
    if not han or any("\u3040" <= c <= "\u30ff" for c in text):
        return False
    return han * 5 >= sum(c.isalpha() for c in text)
