"""Why each kind of finding breaks the prefix cache and what to do about it, in English and Chinese."""

from typing import Final

from .prompt_sections import BOUNDARY

Advice = tuple[str, str]
"""(why, fix)"""

_EN: Final[dict[str, Advice]] = {
    "boundary_missing": (
        "without a boundary nobody can tell what may change, and one early change throws away the cached prefix",
        f"put this line, alone, between what never changes and what changes:\n{BOUNDARY}",
    ),
    "boundary_twice": (
        "a second boundary makes it unclear where the cached prefix ends",
        "keep the first boundary line and delete this one",
    ),
    "boundary_misspelled": (
        "a host looks for the exact line; this one is not found",
        f"replace the line by exactly:\n{BOUNDARY}",
    ),
    "date": (
        "a date or time differs at the next turn, and from there on nothing is read from the cache",
        "move it below the boundary as a line of its own:\nTimestamp: <filled in each turn>",
    ),
    "placeholder": (
        "whatever is filled in here changes between turns, and the cached prefix ends at this place",
        "move the line with the placeholder below the boundary",
    ),
    "task": (
        "the task changes during a session, and each change rewrites the whole prefix",
        "move it below the boundary:\nCurrent task: <filled in each turn>",
    ),
    "memory": (
        "MEMORY.md is edited during a session, and each edit rewrites the whole prefix",
        "move the text of MEMORY.md below the boundary; above it only the rule to read the file",
    ),
    "git": (
        "git state changes with every commit and every edit",
        "move it below the boundary, or let the agent run git status when it needs it",
    ),
    "session_id": (
        "an id is new in each session or request, so no two prompts share a prefix",
        "move it below the boundary, or out of the prompt",
    ),
    "token_count": (
        "a token count differs at every turn",
        "move it below the boundary, or leave it out",
    ),
    "temp_path": (
        "a temporary path with a random part differs in each run",
        "move it below the boundary, or use a fixed folder",
    ),
    "working_folder": (
        "the working folder is the same within one session but keeps sessions in other folders from sharing the prefix",
        "move it below the boundary when the prompt serves more than one folder",
    ),
    "user_name": (
        "a user's name keeps the prompts of different users from sharing the prefix",
        "move it below the boundary when the prompt serves more than one person",
    ),
}
_ZH: Final[dict[str, Advice]] = {
    "boundary_missing": (
        "没有边界行就分不清哪些内容会变，靠前的一处变化会使整个前缀缓存失效",
        f"在不变的内容与会变的内容之间，单独放入这一行：\n{BOUNDARY}",
    ),
    "boundary_twice": ("第二条边界行使缓存前缀的终点不明确", "保留第一条边界行，删除这一条"),
    "boundary_misspelled": ("宿主按原文查找边界行，这一行不会被识别", f"改为与此完全一致的一行：\n{BOUNDARY}"),
    "date": (
        "日期或时间到下一轮就会不同，从这里起缓存全部失效",
        "移到边界之下，单独成行：\nTimestamp: <每轮填写>",
    ),
    "placeholder": ("这里填入的内容每轮都会变，缓存前缀到此为止", "把带占位符的这一行移到边界之下"),
    "task": ("任务在会话中会变，每次变化都会重写整个前缀", "移到边界之下：\nCurrent task: <每轮填写>"),
    "memory": (
        "MEMORY.md 在会话中会被修改，每次修改都会重写整个前缀",
        "把 MEMORY.md 的内容移到边界之下；边界之上只保留“读取该文件”的规则",
    ),
    "git": ("git 状态随每次提交和修改而变", "移到边界之下，或让智能体在需要时自行运行 git status"),
    "session_id": ("标识在每个会话或请求中都不同，任何两份提示词都无法共用前缀", "移到边界之下，或从提示词中去掉"),
    "token_count": ("token 数每轮都不同", "移到边界之下，或直接去掉"),
    "temp_path": ("带随机部分的临时路径每次运行都不同", "移到边界之下，或改用固定目录"),
    "working_folder": (
        "工作目录在一个会话内不变，但会使其他目录的会话无法共用前缀",
        "如果该提示词用于多个目录，请移到边界之下",
    ),
    "user_name": ("用户名会使不同用户的提示词无法共用前缀", "如果该提示词供多人使用，请移到边界之下"),
}
ADVICE: Final[dict[str, dict[str, Advice]]] = {"en": _EN, "zh": _ZH}


def of(kind: str, language: str) -> Advice:
    """Why a kind of finding matters, and its fix; English where the language has no text."""
    return ADVICE.get(language, _EN)[kind]
