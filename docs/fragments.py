"""Generate the parts of the documents that repeat what the code says, between their markers.

    python docs/fragments.py            rewrite them
    python docs/fragments.py --check    exit 1 when one is stale, and name it

A fragment stands between <!-- fragment: NAME --> and <!-- /fragment -->.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
CHINESE = {
    "recall": "用中文或英文查找记住的内容、笔记和对话。",
    "remember": "记住一个事实、一个偏好或一批内容，以便 recall 找回。",
    "forget": "让记忆不再被搜到；--undo 恢复。",
    "trim": "缩短一次工具输出，保留含有事实的行。",
    "compact": "把过大的会话变小：摘要、最新的消息、收据。",
    "restore": "压缩之后交还 MEMORY.md、context.md 和关键文件。",
    "breaker": "查看、触发或关闭阻止失败压缩的断路器。",
    "emergency": "API 拒绝过长的上下文之后，去掉最旧的回合。",
    "tokens": "对照预算测量会话，或拟合校准参数。",
    "receipt": "查看一次压缩保留、存档和丢失了什么。",
    "archive": "凭句柄取回原文，或在所有原文中搜索。",
    "check": "拒绝 errors.md 中已记录为被拒或不存在的路径和命令。",
    "slash": "执行用户输入的斜杠命令：/remember、/recall、/compact。",
    "flush": "把会话做了什么、决定了什么、被要求什么写进当天的笔记 memory/YYYY-MM-DD.md。",
    "learn": "从人在会话中说的话里学习长期有效的事实、教训和失败。",
    "doctor": "逐项检查部署，每一项都给出修复办法。",
    "report": "生成一页 HTML 报告：上下文由什么填满，压缩做了什么。",
    "exam": "用填空题检查会话视图还记得什么，不需要模型。",
    "settings": "列出每个设置的值和来源。",
    "trust": "信任一个工作区：让它的设置生效，并接纳其中已有的状态。",
    "serve": "通过 HTTP 把记忆提供给其他程序：消息、上下文、查找、记住，直到停止。",
    "helper": "通过 Unix 套接字为一个宿主提供 HTTP 服务，直到宿主关闭标准输入。",
    "install": "把插件装进一个宿主，或用 --undo 卸下。",
    "adopt": "导入一个已有的工作区：记忆文件、以往的会话、其他记忆程序的导出。",
    "hook": "回答宿主从标准输入送来的一个事件；由宿主的插件运行。",
    "mcp": "作为 MCP 服务器，通过标准输入输出把记忆提供给宿主。",
    "token": "为智能体创建、列出或删除 `serve` 和 `helper` 的令牌。",
    "audit": "核对记忆服务的审计链，或显示最新的几行。",
    "memory index": "让搜索索引跟上工作区的记忆文件和会话。",
    "memory status": "显示记忆的内容：按来源、层级、种类和范围计数，以及尚未索引的部分。",
    "memory list": "列出记忆的内容，从新到旧，可按范围和种类筛选。",
    "memory history": "显示一条记忆以前的内容，以及何时被取代、固定或遗忘。",
    "memory show": "显示一条记忆的全文、状态和来源。",
    "memory pin": "固定一条记忆，使它不会淡化；或取消固定。",
    "memory promote": "把一个事实放到 MEMORY.md 的某个标题下，其他字节不变；或列出值得放的事实。",
    "memory tidy": "空闲时整理记忆：合并、起草技能、淡化、调整层级；每一步都说明理由。",
    "memory reembed": "用设置里的嵌入模型重新生成向量，全部就绪后一步切换。",
    "memory migrate-store": "把全部记忆从一个存储复制到另一个并核对：文件到服务器、服务器到文件。",
    "blocks ingest": "把会话写入日志并切成块；每条消息只记一次。",
    "blocks view": "生成模型接下来看到的视图，需要时用胶囊替换旧的块。",
    "blocks show": "列出会话的块，按编号读回，或搜索说过的一切。",
    "blocks compress": "提前压缩各个块，替换时每个胶囊都已就绪。",
    "blocks evict": "让最旧的胶囊离开视图，直到放得下；仍可按编号读取。",
    "blocks import-rmemory": "导入 R-Memory 的文件：对话、存档、配置。",
    "workspace init": "为工作区生成 MEMORY.md、memories/ 和 AGENTS.md，只补缺少的。",
    "workspace update": "添加、修改、清理 MEMORY.md 中的指针。",
    "workspace verify": "核对每个指针，能证明的就修复，不能的记入 errors.md。",
    "workspace migrate": "把过大的 MEMORY.md 按标题拆成 memories/*.md，一字不丢。",
    "history at": "显示记忆文件在某一天或某次改动之后的样子。",
    "history blame": "指出哪次改动带来了记忆中的某一行，何时，为什么。",
    "history bisect": "指出哪次改动丢失或改变了某个事实，以及它变成了什么。",
    "history restore": "让一个或全部记忆文件回到某次改动之后的样子。",
    "prompt render": "生成不破坏缓存的提示词：静态部分、分界行、动态部分。",
    "prompt check": "找出你的提示词中破坏前缀缓存的内容。",
    "prompt audit-cache": "指出会话中哪些回合丢失了前缀缓存、原因和费用。",
    "handoff make": "把任务或结果写成有效的交接 XML。",
    "handoff check": "检查交接 XML，以及一个目录中交接的先后安排。",
}
MARKER = re.compile(r"(<!-- fragment: (\w+) -->\n).*?(<!-- /fragment -->)", re.DOTALL)


def main(argv: Sequence[str]) -> int:
    """Rewrite or check every Markdown file that has fragments."""
    stale = [path for path in documents() if rendered(path) != path.read_text(encoding="utf-8")]
    if "--check" in argv:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is stale: run python docs/fragments.py", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.write_text(rendered(path), encoding="utf-8")
        print(f"rewrote {path.relative_to(ROOT)}")
    return 0


def documents() -> list[Path]:
    """Documents that may hold fragments."""
    return [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "references").glob("*.md")]


def rendered(path: Path) -> str:
    """The document with every fragment regenerated."""
    text = path.read_text(encoding="utf-8")
    return MARKER.sub(lambda match: f"{match[1]}{FRAGMENTS[match[2]]()}\n{match[3]}", text)


@cache
def references() -> dict[str, str]:
    """Generated parts of references/: real runs and the cost table, by name."""
    call = [sys.executable, "-m", "bench.reference_examples", "--json"]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        raise SystemExit(f"the examples of references/ failed: {done.stderr.strip()}")
    found: dict[str, str] = json.loads(done.stdout)
    return found


@cache
def demo() -> str:
    """What `make demo` shows, without where and how long."""
    with tempfile.TemporaryDirectory() as folder:
        call = [sys.executable, str(ROOT / "examples" / "demo.py"), "--out", folder]
        done = subprocess.run(call, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        raise SystemExit(f"the demo failed: {done.stderr.strip()}")
    shown = done.stdout.partition("\nDone in")[0].rstrip()
    return f"```text\n{shown}\n```"


def commands() -> str:
    """Every command and what it does."""
    from context_memory.cli.commands import COMMANDS

    rows = [f"| `{name}` | {summary} |" for name, summary in COMMANDS.items()]
    return "\n".join(["| command | what it does |", "|---|---|", *rows])


def commands_zh() -> str:
    """The same table for readers of Chinese."""
    from context_memory.cli.commands import COMMANDS

    return "\n".join(["| 命令 | 作用 |", "|---|---|", *(f"| `{name}` | {CHINESE[name]} |" for name in COMMANDS)])


def settings() -> str:
    """Every setting with its default and what it means."""
    from context_memory.settings import service as settings_service
    from context_memory.settings.values import Settings

    described = settings_service.descriptions()
    values = Settings()._asdict()
    rows = [f"| `{key}` | `{_shown(value)}` | {described[key]} |" for key, value in values.items()]
    return "\n".join(["| setting | default | meaning |", "|---|---|---|", *rows])


def _shown(value: object) -> str:
    return f"{value:_}" if isinstance(value, int) and value >= 10_000 else str(value) or '""'


FRAGMENTS: dict[str, Callable[[], str]] = {
    "demo": demo,
    "commands": commands,
    "commands_zh": commands_zh,
    "settings": settings,
    "cost_table": lambda: references()["cost_table"],
    "trim_example": lambda: references()["trim_example"],
    "read_example": lambda: references()["read_example"],
    "compact_example": lambda: references()["compact_example"],
    "key_files_example": lambda: references()["key_files_example"],
    "fingerprint_example": lambda: references()["fingerprint_example"],
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
