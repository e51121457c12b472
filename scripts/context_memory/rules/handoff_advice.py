"""Why a handoff or a schedule is refused and what to do about it, in English and Chinese."""

from typing import Final

from ..model.findings import Finding, Level

Advice = tuple[str, str]
"""(why, fix)"""

_EN: Final[dict[str, Advice]] = {
    "too_large": ("a handoff is short; detail belongs in files", "pass a path in <input> instead of the content"),
    "not_utf8": ("handoffs are UTF-8 text", "save the file as UTF-8"),
    "unreadable": ("the file could not be read", "check the path, its kind and its permissions"),
    "doctype": (
        "document types and entities can read files and blow up memory, so none is accepted",
        "delete the declaration",
    ),
    "not_xml": (
        "it is not well-formed XML",
        "write < as &lt; and & as &amp;, close every element, or use make_handoff",
    ),
    "unclosed": ("the element is never closed", "add the closing tag"),
    "no_handoff": ("there is nothing to check", "wrap a task in <task>…</task> and a result in <r>…</r>"),
    "nested_element": ("fields hold plain text", "write < as &lt; inside a field, or use make_handoff"),
    "duplicate_field": ("two values for one field: nobody can tell which is meant", "keep one"),
    "stray_text": ("text outside the fields belongs to none of them", "move it into a field"),
    "missing_field": ("the receiver relies on the field", "add the field"),
    "empty_field": ("the field carries what the receiver needs", "fill it in"),
    "unknown_field": ("nobody reads this field", "remove it or move its text into a known field"),
    "bad_character": ("XML cannot carry this character", "remove it"),
    "bad_task_id": ("a task id is YYYYMMDD-seq with a real date", "write for example 20261120-1"),
    "unknown_type": ("the type decides how the task may be scheduled", "use read_only, write or decision"),
    "unknown_status": ("the status tells whether the task is over", "use done, failed or blocked"),
    "context_too_long": (
        "the context is a summary of at most 200 characters",
        "cut it, and pass detail by path in <input>",
    ),
    "update_too_long": (
        "memory files are read at every start",
        "keep the update below 4,000 characters and point to a file",
    ),
    "undeclared_file": (
        "memory updates go to declared files only",
        "use MEMORY.md, memories/errors.md or memories/context.md, or let the operator allow the file",
    ),
    "duplicate_task_id": ("two tasks with one id: a result cannot be matched", "give the later one the next number"),
    "duplicate_result": ("two final results for one task: nobody can tell which holds", "keep one"),
    "result_without_task": ("no task with this id is known here", "add the task, or correct the task_id"),
    "write_conflict": (
        "writes run one after another; two open ones can overwrite each other",
        "finish one before handing out the next",
    ),
    "decision_unsigned": (
        "a decision may be carried out only when the coordinator has signed it off",
        "add <signed_off_by> with the coordinator's name to the task or the result",
    ),
    "decision_waiting": (
        "the decision waits for the coordinator it was given to",
        "let the coordinator answer the task",
    ),
    "read_only_wrote": ("a read_only task must not change anything", "hand it out as write, or undo the side effects"),
}
_ZH: Final[dict[str, Advice]] = {
    "too_large": ("交接内容应当简短，细节放在文件里", "在 <input> 中给出路径，而不是内容"),
    "not_utf8": ("交接文本使用 UTF-8", "把文件另存为 UTF-8"),
    "unreadable": ("文件无法读取", "检查路径、文件类型与权限"),
    "doctype": ("文档类型与实体可以读取文件、耗尽内存，因此一律不接受", "删除该声明"),
    "not_xml": ("不是格式良好的 XML", "把 < 写成 &lt;，把 & 写成 &amp;，闭合每个元素，或使用 make_handoff"),
    "unclosed": ("元素没有闭合", "补上结束标签"),
    "no_handoff": ("没有可检查的内容", "任务放在 <task>…</task> 中，结果放在 <r>…</r> 中"),
    "nested_element": ("字段只能是纯文本", "在字段里把 < 写成 &lt;，或使用 make_handoff"),
    "duplicate_field": ("一个字段有两个值，无法判断以哪个为准", "只保留一个"),
    "stray_text": ("字段之外的文本不属于任何字段", "移入某个字段"),
    "missing_field": ("接收方需要这个字段", "补上该字段"),
    "empty_field": ("该字段承载接收方需要的内容", "填写它"),
    "unknown_field": ("没有人读取这个字段", "删除它，或把内容移到已知字段"),
    "bad_character": ("XML 无法承载该字符", "删除它"),
    "bad_task_id": ("任务编号为 YYYYMMDD-序号，日期必须真实存在", "例如写 20261120-1"),
    "unknown_type": ("类型决定任务如何调度", "使用 read_only、write 或 decision"),
    "unknown_status": ("状态说明任务是否结束", "使用 done、failed 或 blocked"),
    "context_too_long": ("context 是不超过 200 个字符的摘要", "缩短它，细节用路径写在 <input> 中"),
    "update_too_long": ("记忆文件每次启动都会被读取", "更新保持在 4,000 字符以内，并指向文件"),
    "undeclared_file": (
        "记忆更新只能写入已声明的文件",
        "使用 MEMORY.md、memories/errors.md 或 memories/context.md，或由操作者放行该文件",
    ),
    "duplicate_task_id": ("两个任务使用同一编号，结果无法对应", "给后一个任务换下一个序号"),
    "duplicate_result": ("一个任务有两个最终结果，无法判断以哪个为准", "只保留一个"),
    "result_without_task": ("这里没有该编号的任务", "补上任务，或更正 task_id"),
    "write_conflict": ("写任务必须依次执行，两个未完成的写任务会互相覆盖", "先完成一个，再派发下一个"),
    "decision_unsigned": ("决策须经协调者签字才能执行", "在任务或结果中加入 <signed_off_by>，写上协调者的名字"),
    "decision_waiting": ("该决策在等待它所交付的协调者", "由协调者给出该任务的结果"),
    "read_only_wrote": ("read_only 任务不得改变任何东西", "改为 write 任务，或撤销副作用"),
}
ADVICE: Final[dict[str, dict[str, Advice]]] = {"en": _EN, "zh": _ZH}


def finding(kind: str, line: int, what: str, language: str = "en", level: Level = Level.FAIL) -> Finding:
    """A finding of this kind with its reason and fix."""
    why, fix = ADVICE.get(language, _EN)[kind]
    return Finding(kind, line, what, why, fix, level)
