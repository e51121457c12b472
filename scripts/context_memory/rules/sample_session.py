"""A small session to rehearse a compaction on: some work, tool calls, a rule, an open step.

Fixed text and no ids of chance, so that the same call gives the same session.
"""

from ..model.session import Message, Role, Session, Text, ToolCall, ToolResult

TURNS = 8
_WORDS = {
    "en": {
        "ask": "Fix the login page: sessions end after one minute. Never touch legacy/auth.py.",
        "go": "Go on with step {n}.",
        "step": "Step {n}: I read src/login_{n}.py and changed the limit there.",
        "pending": "Next: run the tests of step {n}.",
    },
    "zh": {
        "ask": "修复登录页面：会话一分钟后就失效。绝不要改 legacy/auth.py。",
        "go": "继续第 {n} 步。",
        "step": "第 {n} 步：我读了 src/login_{n}.py，改了那里的时限。",
        "pending": "下一步：运行第 {n} 步的测试。",
    },
}


def of(language: str) -> Session:
    """The sample in `en` or `zh`."""
    words = _WORDS["zh" if language == "zh" else "en"]
    messages = [Message(Role.USER, (Text(words["ask"]),))]
    for n in range(1, TURNS + 1):
        messages += _turn(n, words)
    return Session("sample", tuple(messages), id=f"rehearsal-{language}", cwd="")


def _turn(n: int, words: dict[str, str]) -> list[Message]:
    call = ToolCall(f"call-{n}", "read", {"path": f"src/login_{n}.py"})
    listing = "\n".join(f"{i:>3} limit_{n}_{i} = {i * n}" for i in range(1, 60))
    said = words["step"].format(n=n) + " " + words["pending"].format(n=n)
    return [
        Message(Role.USER, (Text(words["go"].format(n=n)),)),
        Message(Role.ASSISTANT, (Text(words["step"].format(n=n)), call)),
        Message(Role.TOOL, (ToolResult(call.id, call.name, listing),)),
        Message(Role.ASSISTANT, (Text(said),)),
    ]
