"""Decides who speaks in a user message or a refusal: a person, or the host in the user role.

Hosts wrap what people write (channel envelopes, metadata blocks, hints about media) and speak in
the user role themselves (heartbeats, reminders, finished background tasks, other sessions).
Only a person's own words count as a request, a directive or a keyword; where a person refused a
call and said why, they spoke through the call's result.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from ..messages import Message, Opaque, Role, Text, Thinking
from ..text.json_text import parse_json
from ..text.patterns import lazy_regex
from . import own_texts

_TAGS = (
    "system-reminder|system_notification|system-notification|local-command-[a-z]+|command-name|command-message"
    "|command-contents|bash-input|bash-stdout|bash-stderr|environment_context|user_instructions|permissions[\\w ]*"
    "|INSTRUCTIONS|[a-z]+_instructions|collaboration_mode|personality_spec|task-notification|background-task[a-z-]*"
    "|teammate-message|agent-message|cross-session-message|ide_opened_file|ide_selection|ide_diagnostics"
    "|new-diagnostics"
    "|[a-z]+(?:-[a-z]+)*-hook|attached_files|uploaded_files|persisted-output|tool_use_error|turn_aborted|skill"
    "|relevant-memories|memory-context"
)
_REMOVED = lazy_regex(
    r"(?s)[A-Z][^\n`]{0,80}\(untrusted[^)\n]*\):?\s*```(?:json)?.*?(?:```|\Z)"
    rf"|<({_TAGS})\b[^>]*>.*?(?:</\1>|\Z)"
    r"|<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>.*?(?:<<<END_OPENCLAW_INTERNAL_CONTEXT>>>|\Z)"
    r"|<!-- /?openclaw:[^>]*-->"
    r"|\[message_id:[^\]\n]*\]|\[Request interrupted by user[^\]]*\]"
    r"|\[(?:media|image|file|audio|video) attached[^\]\n]*\]|(?i:\[image(?: #\d+|: source:[^\]\n]*)\])|<media:[a-z]+>"
    r"|\[pi-\w+ [^\]\n]*\]"
)
_UNWRAPPED = lazy_regex(r"</?(?:command-args|user_query|user_message|user-message|task|request|channel)\b[^>\n]*>")
_SENT_MEANWHILE = lazy_regex(
    r"(?s)<system-reminder>\s*The user sent (?:a new|the following"
    r"|this) message[^\n]*?:\s*\n?(.*?)\n*(?:IMPORTANT:[^<]*)?</system-reminder>"
)
_ENVELOPE = lazy_regex(
    r"(?m)^\s*(?:\[(?:[A-Z][\w+ .@:#()/-]{0,80}\s)?(?:[A-Z][a-z]{2}\s)?\d{4}-\d\d-\d\d[^\]\n]{0,60}\]\s*)"
    r"|^\s*(?:ou|on|oc|cli)_\w{3,}:\s*"
    r"|^\s*\[(?:Telegram|WhatsApp|Discord|Slack|Signal|Feishu|Lark|WeChat|WeCom|DingTalk|iMessage|Matrix|Teams"
    r"|QQ)\b[^\]\n]*\]\s*"
)
_HOST_LINE = lazy_regex(
    r"(?m)^(?:System(?: \(untrusted\))?: \[\d{4}-|To send an image back, prefer the message tool"
    r"|Only the files listed in the current attachment note"
    r"|If you need specific details from before exiting plan mode)[^\n]*$"
    r"|^\((?:Open file|Current directory): [^\n]*\)$|^(?:ba|z)?sh-\$ *$"
)
_QUEUED = lazy_regex(
    r"(?m)^(?:\[[A-Z][a-z]{2} [^\]\n]{4,40}\] *)?\[Queued (?:announce )?messages while agent was busy\]\s*$"
    r"|^-{3,}\s*\n?Queued #\d+[^\n]*$"
)
_HOST_OPENINGS = (
    "[OpenClaw heartbeat poll]",
    "OpenClaw runtime context (internal)",
    "[Internal task completion event]",
    "[Inter-session message]",
    "[Background task",
    "[Subagent Context]",
    "[Subagent Task]",
    "[cron:",
    "[system]",
    "[System Message]",
    "Pre-compaction memory flush",
    "Read HEARTBEAT.md",
    "HEARTBEAT",
    "A new session was started via /new or /reset",
    "Agent-to-agent announce",
    "Agent-to-agent message",
    "Agent-to-agent reply",
    "Execute your Session Startup sequence",
    "Run your Session Startup sequence",
    "# AGENTS.md instructions",
    "Caveat: The messages below were generated",
    "Base directory for this skill:",
    "The conversation history before this point was compacted",
    "This session is being continued from a previous conversation",
    "Your task is to create a detailed summary of",
    "CRITICAL: Respond with TEXT ONLY",
    "Continue from where you left off.",
    "Unhandled node type",
    "API Error:",
    "An async command you ran earlier has completed",
    "Stop hook feedback:",
    "UserPromptSubmit hook",
    "SessionStart:",
    "PreToolUse:",
    "PostToolUse:",
    "Exec completed (",
    "Exec finished (",
    "Exec failed (",
)
_FLUSH = "\n\nPre-compaction memory flush. Store durable memories only in memory/"
"""OpenClaw's turn before a compaction, behind what a plugin puts before each prompt."""
_FAILED = lazy_regex(
    r"(?i)\A\W*(?:you['’]ve (?:hit|reached) your [\w -]{0,30}limit|claude (?:ai )?usage limit reached"
    r"|api error:? \W*\d{3}\b"
    r"|api error: (?:connection|request)|prompt is too long(?:: \d|\W*\Z)|invalid api key\b.{0,40}\Z"
    r"|credit balance is too low"
    r"|llm request (?:failed|rejected|timed out)|request timed out\W*\Z|rate limit(?:ed)? (?:reached|exceeded)"
    r"|(?:5-hour|weekly|opus|session) limit reached|context (?:limit|window) (?:reached|exceeded)"
    r"|overloaded(?:_error|\W*\Z)"
    r"|error: (?:error during compaction|conversation too long|compaction)|summary unavailable"
    r"|no prior history\.?\W*\Z)"
)
"""What a host shows in place of an answer or a summary when its model could not be asked."""
_HOST_EVENT = lazy_regex(
    r"A (?:scheduled |background |subagent |cron )*(?:task|job|reminder)\b[^\n]{0,120}?\b(?:just |has "
    r"|have )(?:been )?"
    r"(?:completed|finished|failed|timed out|triggered)"
)
_CAME_BACK = lazy_regex(r"\[[\w.:-]{2,60} came back:\]")
_SLASH_COMMAND = lazy_regex(
    r"\A/[A-Za-z][\w:.-]*\Z|\A/(?:compact|think|verbose|queue)\b[^\n]{0,200}\Z|\A/(?:model|effort|theme|resume|login|config|status|usage|mcp)\b[^\n/]{0,60}\Z|\A/\Z"
)
_HEARTBEAT = lazy_regex(
    r"\bHEARTBEAT_OK\b|(?i:\bheartbeat (?:poll|check)\b)|\A\W{0,3}HEARTBEAT\b"
    r"|(?i:\A\W{0,3}(?:please )?(?:read|check|run|follow) (?:\S*/)?heartbeat\.md)"
)
"""A poll of the host; a person may well talk about heartbeats."""
_SILENT_REPLIES = frozenset({"NO_REPLY", "HEARTBEAT_OK", "ANNOUNCE_SKIP", "REPLY_SKIP"})

_REFUSED = lazy_regex(
    r"(?i)\A\W*(?:the user (?:doesn['’]t want to|does not want to|rejected|denied|declined|did not allow"
    r"|chose not to)"
    r"|user (?:rejected|denied|declined|cancel+ed|did not allow)|(?:tool (?:call|use) |command "
    r"|operation )?(?:was )?(?:rejected|denied|declined)"
    r" by (?:the )?user|exec command rejected by user|the agent proposed a plan that was rejected)"
)
_REASON = lazy_regex(
    r"(?is)(?:the user (?:said|says|provided the following (?:reason|feedback)[^:\n]*|gave (?:this"
    r"|the following) (?:reason|feedback))"
    r"|with the following (?:reason|feedback)|feedback|reason)\s*:\s*(?P<reason>\S.*)\Z"
)
_FEEDBACK = lazy_regex(r"(?s)<(feedback|user_message)>\s*(?P<reason>.*?)\s*</\1>")
_AFTER_REASON = lazy_regex(r"(?s)\n\s*(?:Note: The user's next message|IMPORTANT:|\[Request interrupted).*\Z")
_ANSWERED = lazy_regex(
    r"\A\W*(?:User has answered your questions|Your questions have been answered)[^:]*:\s*(?P<pairs>.+)"
)
_PAIR = lazy_regex(r"\"(?P<question>[^\"\n]{2,400})\"\s*=\s*\"(?P<answer>[^\"]{1,2000})\"")
_WROTE = lazy_regex(
    r"(?i)\A\W*(?:(?:the )?file(?: \S+)? (?:has been|created|written|updated|saved)|success|wrote|created?|updated"
    r"|edited|applied|done\b|ok\b|已|成功)"
)
_NOT_WRITTEN = lazy_regex(
    r"(?im)^\W*(?:<tool_use_error>\W*)?(?:(?:[\w-]+ ){0,3}error\b\W*)?(?:"
    r"error: |apply_patch verification failed|invalid (?:patch|`\w+` parameter)"
    r"|patch (?:was )?(?:rejected|failed|does not)|failed to (?:edit|apply|write|create|find|replace|save|parse)\b"
    r"|no match\w* (?:found|for)\b|could(?: not|n['’]t) find"
    r"|(?:the )?(?:string|text|old[_ ]?(?:str|text|string)\w*|search \w+)\b[^\n]{0,80}"
    r"\b(?:not found|(?:not|be) unique|did not appear|does not (?:match|exist))"
    r"|no (?:replacement|changes?|edits?) (?:\w+ )?(?:performed|made|to make|applied)\b"
    r"|(?:found )?(?:multiple|\d+) (?:occurrences|matches) (?:of|for|in)\b"
    r"|file (?:has (?:not|been (?:\w+ )?modified)|not found|already exists|does not exist|path must)"
    r"|the (?:file|path) \S+ (?:does not exist|is a directory|already exists)|you (?:must|need to) (?:first )?read\b"
    r"|(?:\w+ )?permission\b[^\n]{0,60}\bdenied|\w+ requested permissions? to\b|access denied"
    r"|operation not permitted|read-only file system|validation failed|the user (?:rejected|denied)"
    r"|(?:operation|request|command|tool(?: \w+)?|edit|write) (?:was )?(?:aborted|cancel+ed|interrupted|denied"
    r"|rejected|blocked)|(?:was )?aborted by\b|(?:\S+ )?hook\b[^\n]{0,40}\b(?:denied|blocked)"
    r"|your (?:proposed )?edit (?:was not|has (?:not|introduced))|找不到|未找到|没有(?:修改|写入)|权限不足"
    r"|(?:操作|用户)(?:已|被)?(?:取消|中止|拒绝)|(?:写入|修改|编辑)失败)"
    r"|\b(?:EACCES|ENOENT|EPERM|EROFS|ENOSPC|EISDIR)\b"
)
"""How the editors of the hosts say that they wrote nothing, with and without a mark that the call failed."""
_SAYING_SO = 600  # characters at the head of a result
_CHILD_RESULT = lazy_regex(
    r"(?s)<<<BEGIN_UNTRUSTED_CHILD_RESULT>>>\s*(.*?)\s*<<<END_UNTRUSTED_CHILD_RESULT>>>|<result>\s*(.*?)\s*</result>"
)
_TASK_OF_OTHER = lazy_regex(
    r"(?ims)^[ \t]*(?:task|prompt|instructions?|message)(?: \([^)\n]*\))?:.*?"
    r"(?=^[ \t]*(?:status|result|stats|findings|action|source|session_(?:key|id)|type)(?: \([^)\n]*\))?:|\Z)"
    r"|<(task|prompt|instructions)>.*?</\1>"
)
"""In a host's event about another agent: what that one was told to do."""
_ABOUT_OTHER = ("completion event", "subagent", "task-notification", "sub-agent")
_SHELL_ERROR = lazy_regex(
    r"(?m)^.*(?:\bCategoryInfo\b|FullyQualifiedErrorId|^\s*\+ ~|\b(?:In Zeile|At line):\d|command not found"
    r"|ParserError"
    r"|(?:error|fehler|erreur)(?:\[\w+\])?:|Traceback \(|\bExec (?:completed|failed)\b).*$"
)


@lru_cache(maxsize=4096)
def said_in(text: str) -> str:
    """A person's own words in the text of a user message; empty when the host speaks."""
    if "Queued " in text and _QUEUED.search(text):
        pieces = (said_in(piece) for piece in _QUEUED.split(text))
        return "\n\n".join(piece for piece in pieces if piece)
    text = own_texts.stripped(text)
    if own_texts.is_own_message(text.lstrip()):
        return ""
    meanwhile = "\n".join(_SENT_MEANWHILE.findall(text)) if "The user sent " in text else ""
    words = _REMOVED.sub("\n", text) if any(mark in text for mark in ("<", "```", "[")) else text
    words = _HOST_LINE.sub("", _UNWRAPPED.sub("\n", words))
    words = _ENVELOPE.sub("", words).strip()
    if _is_of_host(words):
        words = ""
    return "\n".join(filter(None, (words, meanwhile.strip())))


def _is_of_host(words: str) -> bool:
    return (
        words.startswith(_HOST_OPENINGS)
        or _FLUSH in words
        or _SLASH_COMMAND.match(words) is not None
        or _HOST_EVENT.match(words) is not None
        or _CAME_BACK.match(words) is not None
        or (len(words) < 400 and _FAILED.match(words) is not None)
        or (len(words) < 2_000 and _is_heartbeat(words))
    )


def _is_heartbeat(text: str) -> bool:
    head = text[:400]
    return "heartbeat" in head.lower() and _HEARTBEAT.search(head) is not None


def said(message: Message) -> str:
    """The person's words in this message; empty for other roles, summaries and host texts."""
    if message.role is not Role.USER or message.is_summary:
        return ""
    spoken = (said_in(part.text) for part in message.parts if isinstance(part, Text))
    return "\n".join(words for words in spoken if words)


def document_in(part: Opaque) -> str:
    """The text of a document that stands in a block of its own, behind its title; empty where it is no text (a PDF)."""
    try:
        block = parse_json(part.json)
    except ValueError:
        return ""
    match block:
        case {"type": "document", "source": {"type": "text", "data": str(text)}}:
            pieces = [text]
        case {"type": "document", "source": {"type": "content", "content": content}} | {
            "type": "search_result",
            "content": content,
        }:
            pieces = list(_texts_of(content))
        case _:
            return ""
    return "\n".join([title, *pieces] if isinstance(title := block.get("title"), str) else pieces)


def _texts_of(content: object) -> Iterator[str]:
    match content:
        case str(text) | {"text": str(text)}:
            yield text
        case [*blocks]:
            for block in blocks:
                yield from _texts_of(block)
        case _:
            pass


def is_refusal(result: str) -> bool:
    """Whether a person refused the call that this result answers: nothing was run, and nothing failed."""
    return _REFUSED.match(result[:200]) is not None


def wrote_nothing(result: str) -> bool:
    """Whether the result of a call that writes a file says that nothing was written; empty results say that it was."""
    return _says_nothing_written(result[:_SAYING_SO])


@lru_cache(maxsize=256)  # asked by the state, the evidence and the receipt
def _says_nothing_written(head: str) -> bool:
    return is_refusal(head) or (_WROTE.match(head) is None and _NOT_WRITTEN.search(head) is not None)


def said_in_result(result: str) -> str:
    """The person's words in the result of a call: the reason for a refusal, or answers to questions."""
    if is_refusal(result):
        head = result[:8_000]
        found = _FEEDBACK.search(head) or _REASON.search(head)
        return said_in(_AFTER_REASON.sub("", found["reason"]).strip().strip('"')) if found else ""
    return "\n".join(pair["answer"] for pair in _answered_in(result))


def asked_in_result(result: str) -> str:
    """The agent's questions that a person answered by the result of a call."""
    return "\n".join(pair["question"] for pair in _answered_in(result))


def _answered_in(result: str) -> list[re.Match[str]]:
    answered = _ANSWERED.match(result[:8_000])
    return list(_PAIR.finditer(answered["pairs"])) if answered else []


def tasks_in(text: str) -> str:
    """What other agents were ordered to do, in a host's event about them: it binds nobody any more."""
    if not any(map(text.__contains__, _ABOUT_OTHER)):
        return ""
    return "\n".join(found[0] for found in _TASK_OF_OTHER.finditer(text))


def orders_in(text: str) -> str:
    """A text of the host without what another agent or a shell wrote in it, which orders nothing, and without what
    another agent was ordered to do: that ended with its task."""
    if any(map(text.__contains__, _ABOUT_OTHER)):
        text = _TASK_OF_OTHER.sub("\n", text)
    text = _CHILD_RESULT.sub("\n", text) if "RESULT" in text or "<result>" in text else text
    return _SHELL_ERROR.sub("", text)


def report_in(text: str) -> str:
    """Another agent's report in a message of the host; empty if there is none."""
    found = _CHILD_RESULT.search(text)
    return (found[1] or found[2] or "").strip() if found else ""


def is_failed_summary(text: str) -> bool:
    """Whether a host's summary only reports that its model failed."""
    body = re.split(r"(?i)\bsummary:\s*", text.strip(), maxsplit=1)[-1].strip()
    return len(body) < 400 and (not body or _FAILED.match(body) is not None)


_WORDS = frozenset({Text, Thinking})


def is_noise(message: Message) -> bool:
    """Whether this is a heartbeat poll or a silent reply to one, which is never kept."""
    if not (message.is_one_text or _WORDS.issuperset(map(type, message.parts))):
        return False
    text = message.text.strip()
    if message.role is Role.ASSISTANT:
        return not text or text.strip("*_`. ") in _SILENT_REPLIES or (len(text) < 400 and bool(_FAILED.match(text)))
    if message.role is Role.USER and not message.is_summary:
        return _is_heartbeat(text) and not said(message)
    return False


_HAN = lazy_regex(r"[\u4e00-\u9fff]+")
_KANA = lazy_regex(r"[\u3040-\u30ff]")


def is_chinese(text: str) -> bool:
    """Whether the text is mainly Chinese: at least a fifth of its letters are Han characters and no kana."""
    if text.isascii():
        return False
    han = sum(map(len, _HAN.findall(text)))
    return han > 0 and not _KANA.search(text) and han * 5 >= sum(map(str.isalpha, text))


_WRAPPED_LINES = 3
_NARROWEST = 56  # characters; nobody's terminal is narrower
_RAGGED = 14  # characters that the last word of a line may have left free
_NEW_LINE = lazy_regex(r"\s*(?:[-*+•>|#│├└┌─`]|\d{1,2}[.)、]|\$ |➜|\[|\{|$)")


def unwrapped(words: str) -> str:
    """A text copied from a terminal with hard line breaks joined; other text unchanged."""
    lines = words.split("\n")
    if len(lines) < _WRAPPED_LINES:
        return words
    lengths = [len(line.rstrip()) for line in lines]
    width = max(lengths)
    full = [width - _RAGGED <= length <= width for length in lengths]
    if not _NARROWEST <= width <= 240 or sum(full[:-1]) < _WRAPPED_LINES - 1:
        return words
    cut = sum(length == width for length in lengths[:-1]) >= max(2, sum(full[:-1]) - 1)
    joined = [lines[0]]
    for i in range(1, len(lines)):
        if full[i - 1] and lines[i].strip() and not _NEW_LINE.match(lines[i]):
            exact = cut and lengths[i - 1] == width and joined[-1][-1:].isalnum() and lines[i][:1].isalnum()
            joined[-1] = joined[-1].rstrip() + ("" if exact else " ") + lines[i].strip()
        else:
            joined.append(lines[i])
    return "\n".join(joined)
