"""What lasts: directives after three compactions, and what the exam finds in view after five swaps.

The conversations are our own, English and Chinese: a person orders something now and then, between requests that pass,
and the agent reads, edits and runs. A third of the orders is given before the first compaction. An order counts where
what the third compaction delivers holds most of its words in one line. The exam is the product's own, taken when a
session in a window of 60,000 tokens was swapped five times; its questions are about what was said in what left the
view. Asked about any line that a tool printed as well, as it once was, the view knew .44, and knows .48: lines of files
are read again where they stand. With transcripts, `python -m bench.endurance FILE…` counts the orders of their people
that somebody who read them found still in force.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from itertools import chain
from pathlib import Path
from random import Random
from statistics import mean

from context_memory.api.assemble import sessions
from context_memory.blocks.values import Swapped
from context_memory.compaction.outcomes import Compacted
from context_memory.compaction.services.compact import Request
from context_memory.messages import Message, Role, Session, Text
from context_memory.report.exam.service import Report
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.testing import SessionBuilder
from context_memory.transcripts.formats import read_session
from examples.make_session import make

from .fidelity_baselines import rendered
from .fidelity_metric import share_of_orders
from .table import Row, show

LABELS = Path(__file__).parent / "extracted" / "orders.txt"
COMPACTIONS, SWAPS = 3, 5
LEAST_DIRECTIVES, LEAST_IN_VIEW = 0.90, 0.85
BUDGET = 4_000
SETTINGS = Settings(min_receipt=0.0, refill_limit=1_000_000)
WORKED = Settings(window=60_000, block_tokens=2_000)
_TOLD = 2  # times the example is told, so that it fills that window often enough
NOW = datetime(2026, 9, 14, tzinfo=UTC)

_ORDERS = {
    "en": (
        "Never write to the production ledger from a script.",
        "All amounts must be integers in cents.",
        "Use the retry helper in lib/retry.py instead of loops of your own.",
        "Please keep the public function names as they are.",
        "Don't add new dependencies without asking me.",
        "Log lines must not hold customer names.",
        "Every migration should be reversible.",
        "Always run the contract tests before you push.",
        "Only touch files under services/billing.",
        "From now on answer in short paragraphs, no tables.",
        "Avoid mocks of the database, use the container instead.",
        "Remember that the export runs at 02:00 UTC.",
    ),
    "zh": (
        "以后不要直接改生产库的数据。",
        "金额一律用分为单位的整数。",
        "重试必须用 lib/retry.py 里的函数，别自己写循环。",
        "对外的函数名保持不变。",
        "不要擅自增加新的依赖。",
        "日志里禁止出现客户姓名。",
        "每个迁移都应该可以回滚。",
        "推送之前务必先跑契约测试。",
        "只能改 services/billing 下面的文件。",
        "回答用短段落，不要表格。",
        "测试不要模拟数据库，改用容器。",
        "记住导出任务在凌晨两点运行。",
    ),
}
_REQUESTS = {
    "en": ("Look at the {part} reader.", "Why is {part} slow?", "Fix the failing test of {part}.", "Show me {part}."),
    "zh": ("看一下 {part} 的读取逻辑。", "{part} 为什么慢？", "修复 {part} 失败的测试。", "给我看看 {part}。"),
}
_REPLIES = {
    "en": "The {part} reader keeps its rows in a table and the worker of part {i} waits for it; I changed the limit.",
    "zh": "{part} 的读取逻辑把行存在表里，第 {i} 部分的任务在等它；我改了上限。",
}
_PARTS = ("invoice", "refund", "ledger", "coupon", "dunning", "export", "statement", "webhook")
_TURNS = 96
_SEEDS = (1, 2, 3)


def measure() -> list[Row]:
    """Both rows."""
    return [_directives(), _exam()]


def conversation(language: str, seed: int) -> Session:
    """A made-up session in which every eighth message of the person is an order."""
    random = Random(f"{language} {seed}")
    orders = random.sample(_ORDERS[language], len(_ORDERS[language]))
    story = SessionBuilder(cwd="/srv/billing")
    for i in range(_TURNS):
        part = random.choice(_PARTS)
        asked = random.choice(_REQUESTS[language]).format(part=part)
        story.user(f"{asked} {orders[i // 8]}" if i % 8 == 4 else asked)
        body = "".join(f"def {part}_{random.randrange(10**6)}(row): return table_{i}[row]\n" for _ in range(40))
        story.call("read", {"path": f"services/billing/{part}_{i % 9}.py"}, body)
        story.call("edit", {"path": f"services/billing/{part}_{i % 9}.py", "new_string": f"limit_{i} = {i}"}, "ok")
        story.call("bash", {"command": f"pytest tests/test_{part}.py -q"}, f"===== {i + 3} passed in 0.{i}s =====")
        story.agent(_REPLIES[language].format(part=part, i=i))
    return story.build()


def directives_left(session: Session, compactions: int = COMPACTIONS) -> float:
    """Share of the orders given so far that stand in what the last of so many compactions delivers."""
    said = "\n".join(message.text for message in _told(session, compactions))
    wanted = [order for order in chain(*_ORDERS.values()) if order in said]
    return share_of_orders(wanted, delivered_after(session, compactions))


def delivered_after(session: Session, compactions: int = COMPACTIONS) -> str:
    """What the last of so many compactions of a session delivers, each after an equal part of it."""
    step = len(session.messages) // compactions
    view: list[Message] = []
    text = ""
    with tempfile.TemporaryDirectory() as folder:
        compaction = sessions.compaction(places.Places(state=Path(folder)), SETTINGS)
        for part in range(compactions):
            view += session.messages[part * step : (part + 1) * step]
            now = replace(session, messages=tuple(view), context_start=0)
            outcome = compaction.compact(now, Request(budget=BUDGET, force=True, name="bench"), NOW)
            if not isinstance(outcome, Compacted):
                raise TypeError(f"compaction {part + 1} gave {outcome}")
            view = [Message(Role.USER, (Text(outcome.continuation),), is_summary=True), *outcome.tail]
            text = outcome.continuation + "\n" + rendered(outcome.tail)
    return text


def _told(session: Session, compactions: int = COMPACTIONS) -> Sequence[Message]:
    return session.messages[: len(session.messages) // compactions * compactions]


def of_sessions(files: Sequence[Path]) -> list[Row]:
    """Orders of real people: of those that were read as still in force, the share that three compactions leave.

    A label names a message by the hash of its text, and the characters of the order in it: the words are not ours.
    """
    labels: dict[str, list[slice]] = {}
    for line in LABELS.read_text("ascii").splitlines():
        if not line.startswith("#"):
            name, first, end = line.split()
            labels.setdefault(name, []).append(slice(int(first), int(end)))
    kept, count = 0.0, 0
    for file in files:
        session = read_session(file)
        session = replace(session, messages=tuple(each for each in session.messages if not each.is_summary))
        names = {sha256(each.text.encode("utf-8", "replace")).hexdigest()[:16]: each.text for each in _told(session)}
        wanted = [text[where].strip() for name, text in names.items() for where in labels.get(name, ())]
        if wanted:
            kept += share_of_orders(wanted, delivered_after(session)) * len(wanted)
            count += len(wanted)
    share = kept / count if count else 1.0
    shown = f"{round(kept)} of {count} kept"
    return [Row("directives, real sessions", shown, "", f">= {LEAST_DIRECTIVES:.2f}", share >= LEAST_DIRECTIVES)]


def views_after_swaps(messages: Sequence[Message], swaps: int = SWAPS) -> Iterator[Report]:
    """The exam when a session told message by message was swapped so many times; nothing where it never is."""
    with tempfile.TemporaryDirectory() as name:
        where = places.of_workspace(Path(name))
        services = sessions.blocks(where, WORKED)
        worker = sessions.compressor(where, WORKED, services.store, codec="extractive")
        done = 0
        for message in messages:
            if services.ingester.add("bench", [message], NOW).sealed:
                list(worker.run(worker.backlog(["bench"])))
            if services.viewer.due("bench"):
                done += isinstance(services.viewer.swap("bench", NOW), Swapped)
            if done == swaps:
                yield sessions.examiner(where, WORKED, services).examine("bench")
                break
        services.close()


def _directives() -> Row:
    shares = {
        language: mean(directives_left(conversation(language, seed)) for seed in _SEEDS) for language in ("en", "zh")
    }
    shown = ", ".join(f"{language} {share:.2f}" for language, share in shares.items())
    return Row(
        f"directives after {COMPACTIONS} compactions",
        shown,
        f"{len(_SEEDS)} conversations each, {BUDGET:,} tokens",
        f">= {LEAST_DIRECTIVES:.2f}",
        min(shares.values()) >= LEAST_DIRECTIVES,
    )


def _exam() -> Row:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        path.write_text(make(scale=_TOLD).text, encoding="utf-8")
        told = read_session(path).messages
    report = next(views_after_swaps(told), None)
    view = report.view if report else 0.0
    return Row(
        f"exam in view after {SWAPS} swaps",
        f"{view:.2f} in a view of {report.tokens_view:,} tokens" if report else f"not swapped {SWAPS} times",
        f"with a search {report.found:.2f} of {report.tokens_raw:,} tokens" if report else "",
        f">= {LEAST_IN_VIEW:.2f}",
        view >= LEAST_IN_VIEW,
    )


if __name__ == "__main__":
    print(show(of_sessions([Path(each) for each in sys.argv[1:]]) if sys.argv[1:] else measure()))
    sys.exit(0)
