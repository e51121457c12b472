"""What each line of the checklist says, in English and Chinese.

A key is `<check>.<case>`; the case decides the status.
"""

from ...model.checklist import Check, Status

_PASS, _FAIL, _UNKNOWN = Status.PASS, Status.FAIL, Status.UNKNOWN

_TEXTS: dict[str, tuple[Status, str, str]] = {
    "memory_index.good": (
        _PASS,
        "MEMORY.md has {tokens} of {limit} tokens, its longest line {longest} of {line_limit} characters",
        "MEMORY.md 有 {tokens} 个 token（上限 {limit}），最长的一行 {longest} 个字符（上限 {line_limit}）",
    ),
    "memory_index.missing": (_FAIL, "MEMORY.md is missing", "缺少 MEMORY.md"),
    "memory_index.too_large": (
        _FAIL,
        "MEMORY.md has {tokens} tokens, the limit is {limit}",
        "MEMORY.md 有 {tokens} 个 token，上限是 {limit}",
    ),
    "memory_index.long_lines": (
        _FAIL,
        "MEMORY.md has lines of more than {line_limit} characters: {lines}",
        "MEMORY.md 有超过 {line_limit} 个字符的行：{lines}",
    ),
    "memory_files.good": (_PASS, "all four stand in memories/", "memories/ 中的四个文件都在"),
    "memory_files.missing": (_FAIL, "missing: {names}", "缺少：{names}"),
    "verification_rules.good": (_PASS, "the rules stand in the static section of {file}", "规则在 {file} 的静态部分中"),
    "verification_rules.no_prompt": (
        _UNKNOWN,
        "no prompt file was named, and neither AGENTS.md nor CLAUDE.md holds the rules",
        "没有指定提示词文件，AGENTS.md 和 CLAUDE.md 中也没有这些规则",
    ),
    "verification_rules.missing": (
        _FAIL,
        "the memory rules are not in {file}: the agent will act on memory without reading the source",
        "{file} 中没有记忆校验规则：代理会不读源文件就按记忆行动",
    ),
    "verification_rules.below": (
        _FAIL,
        "the memory rules stand below the boundary of {file}; they belong above it",
        "记忆校验规则在 {file} 的分界行之下，应放在其上",
    ),
    "verification_rules.changed": (
        _FAIL,
        "the heading of the memory rules is in {file}, but this rule is missing or changed: {rule}",
        "{file} 中有记忆校验规则的标题，但这一条缺失或被改动：{rule}",
    ),
    "dynamic_content.good": (_PASS, "nothing above the boundary of {file} changes", "{file} 分界行之上没有会变的内容"),
    "dynamic_content.good_static": (_PASS, "nothing in {file} changes between turns", "{file} 中没有随回合变化的内容"),
    "dynamic_content.no_prompt": (_UNKNOWN, "no prompt file was named", "没有指定提示词文件"),
    "dynamic_content.found": (
        _FAIL,
        "{file} line {line}: {what} ({kind}; {count} in all): {why}",
        "{file} 第 {line} 行：{what}（{kind}；共 {count} 处）：{why}",
    ),
    "compaction.good": (
        _PASS,
        "an L2 was done on sample sessions ({languages}): {before} to {after} tokens, the opening is right to the byte",
        "已在示例会话上真正做了一次 L2（{languages}）：{before} → {after} token，开头逐字节一致",
    ),
    "compaction.differs": (
        _FAIL,
        "the continuation of a sample session ({languages}) differs from the exact text at byte {position}",
        "示例会话（{languages}）的延续消息与规定文本在第 {position} 字节处不同",
    ),
    "compaction.lost": (
        _FAIL,
        "the newest messages of a sample session did not survive an L2 as they were",
        "一次 L2 之后，示例会话最新的消息没有原样保留",
    ),
    "compaction.not_done": (
        _FAIL,
        "a sample session could not be compacted: {reason}",
        "无法压缩示例会话：{reason}",
    ),
    "handoffs.good": (
        _PASS,
        "AGENTS.md shows both forms; valid handoff files: {count}",
        "AGENTS.md 写有两种格式；{count} 个交接文件有效",
    ),
    "handoffs.missing": (_FAIL, "AGENTS.md is missing", "缺少 AGENTS.md"),
    "handoffs.no_form": (_FAIL, "AGENTS.md does not show these tags: {tags}", "AGENTS.md 中没有这些标签：{tags}"),
    "handoffs.broken": (
        _FAIL,
        "{file} line {line}: {what}: {why} ({count} in all)",
        "{file} 第 {line} 行：{what}：{why}（共 {count} 处）",
    ),
    "memory_ignored.no_repository": (_PASS, "the workspace is in no git repository", "工作区不在 git 仓库中"),
    "memory_ignored.good": (
        _PASS,
        "git ignores memories/ and tracks nothing in it",
        "git 忽略 memories/，也没有跟踪其中的文件",
    ),
    "memory_ignored.visible": (
        _FAIL,
        "git does not ignore {names}: the next commit carries them ({remote})",
        "git 没有忽略 {names}：下一次提交会带上它们（{remote}）",
    ),
    "memory_ignored.tracked": (
        _FAIL,
        "git already tracks {names}: an ignore rule does not take them out ({remote})",
        "git 已在跟踪 {names}：忽略规则不会把它们移出（{remote}）",
    ),
    "memory_ignored.nested": (
        _UNKNOWN,
        "memories/ is a git repository of its own ({remote}): make sure that it is private",
        "memories/ 自己是一个 git 仓库（{remote}）：请确认它是私有的",
    ),
    "memory_ignored.no_git": (
        _UNKNOWN,
        "there is a .git, but git could not be asked: the program or GitPython is missing",
        "有 .git，但无法询问 git：缺少 git 程序或 GitPython",
    ),
    "notes.none": (_PASS, "nothing was compacted yet, so nothing had to be noted", "尚未压缩过，无需写记录"),
    "notes.good": (
        _PASS,
        "what session {session} held was noted in memory/ when it was compacted",
        "会话 {session} 压缩时已把要点写入 memory/",
    ),
    "notes.missing": (
        _FAIL,
        "session {session} was compacted and no dated note tells what it held",
        "会话 {session} 已压缩，但没有按日期的记录写下它的要点",
    ),
    "notes.off": (
        _UNKNOWN,
        "the setting flush_before_compact is off: no note is written before a compaction",
        "设置 flush_before_compact 已关闭：压缩前不写记录",
    ),
    "host.none": (
        _UNKNOWN,
        "no host configuration points to this workspace",
        "没有指向此工作区的宿主配置",
    ),
    "host.unreadable": (_UNKNOWN, "{reason}", "{reason}"),
    "host.incomplete": (
        _UNKNOWN,
        "{config} takes parts from other files, and what is looked for is not in it",
        "{config} 引用了其他文件，其中没有要找的内容",
    ),
    "memory_indexed.good": (_PASS, "memory.search.extraPaths holds {path}", "memory.search.extraPaths 中有 {path}"),
    "memory_indexed.missing": (
        _FAIL,
        "{config}: memories/ is not in memory.search.extraPaths, so the agent's search does not find it",
        "{config}：memory.search.extraPaths 中没有 memories/，代理的搜索找不到它",
    ),
    "memory_indexed.off": (
        _FAIL,
        "{config}: memory.search.enabled is false",
        "{config}：memory.search.enabled 为 false",
    ),
    "memory_indexed.named": (_PASS, "{config} names MEMORY.md", "{config} 提到 MEMORY.md"),
    "memory_indexed.not_named": (
        _FAIL,
        "{config} does not name MEMORY.md, so the agent does not know of it",
        "{config} 没有提到 MEMORY.md，代理不知道它",
    ),
    "chinese_search.good": (_PASS, "the search tokenizer is trigram", "搜索分词器是 trigram"),
    "chinese_search.no_chinese": (_PASS, "the memory files hold no Chinese", "记忆文件中没有中文"),
    "chinese_search.no_index": (_PASS, "the host reads the files themselves", "宿主直接读文件"),
    "chinese_search.missing": (
        _FAIL,
        "{config}: {file} holds Chinese, but the search tokenizer is {tokenizer}, which finds no Chinese word",
        "{config}：{file} 中有中文，但搜索分词器是 {tokenizer}，找不到中文词",
    ),
    "dreaming.off": (_PASS, "no nightly job of the host writes into MEMORY.md", "宿主没有夜间任务写入 MEMORY.md"),
    "dreaming.on": (
        _FAIL,
        "{config}: dreaming is on and will write its own lines into MEMORY.md at night",
        "{config}：dreaming 开启，会在夜间往 MEMORY.md 写入自己的内容",
    ),
    "agent_workspace.good": (_PASS, "the workspace of: {agents}", "以下代理使用此工作区：{agents}"),
    "agent_workspace.other": (
        _FAIL,
        "{config}: no agent uses this folder; they use {folders}",
        "{config}：没有代理使用此目录；它们用的是 {folders}",
    ),
    "host_hooks.good": (_PASS, "installed: {names}", "已安装：{names}"),
    "host_hooks.missing": (
        _FAIL,
        "{config}: no hook or plugin of this skill, so the rules are only advice",
        "{config}：没有本技能的钩子或插件，规则只是建议",
    ),
    "host_hooks.none_shipped": (
        _UNKNOWN,
        "{config}: no hook or plugin of this skill; this version ships none for the host, so SKILL.md is advice",
        "{config}：没有本技能的钩子或插件；此版本没有提供，SKILL.md 只是建议",
    ),
    "skill_installed.good": (_PASS, "{folder}", "{folder}"),
    "skill_installed.missing": (
        _FAIL,
        "the skill is in none of the folders that the host reads",
        "宿主读取的目录中都没有本技能",
    ),
    "skill_installed.off": (_FAIL, "{config} turns the skill off", "{config} 关闭了本技能"),
    "file_modes.good": (_PASS, "only the owner can read the memory files", "只有所有者能读记忆文件"),
    "file_modes.open": (_FAIL, "others can read {paths}", "其他人可读 {paths}"),
    "file_modes.none": (_UNKNOWN, "there are no memory files", "没有记忆文件"),
    "secrets.good": (_PASS, "nothing in {count} files has the shape of a key", "{count} 个文件中没有像密钥的内容"),
    "secrets.found": (_FAIL, "{places}", "{places}"),
    "fingerprint.good": (
        _PASS,
        "memories/project.md describes the project as it is",
        "memories/project.md 与项目现状一致",
    ),
    "fingerprint.missing": (_FAIL, "memories/project.md has no fingerprint", "memories/project.md 中没有指纹"),
    "fingerprint.stale": (
        _FAIL,
        "the manifests or top-level folders changed since memories/project.md was written",
        "写下 memories/project.md 之后，清单文件或顶层目录有变化",
    ),
    "pointers.good": (_PASS, "pointers of MEMORY.md that hold: {count}", "MEMORY.md 中有效的指针：{count}"),
    "pointers.stale": (_FAIL, "stale: {names}", "已失效：{names}"),
    "pointers.movable": (_FAIL, "can be repaired: {names}", "可以修复：{names}"),
    "breaker.closed": (
        _PASS,
        "the breaker is closed, {failures} failures counted",
        "断路器关闭，已记 {failures} 次失败",
    ),
    "breaker.open": (_FAIL, "the breaker is open, no compaction runs: {reason}", "断路器打开，不再压缩：{reason}"),
    "breaker.broken": (_UNKNOWN, "{reason}", "{reason}"),
    "error": (_FAIL, "{reason}", "{reason}"),
    "error.unknown": (_UNKNOWN, "{reason}", "{reason}"),
}


def said(name: str, case: str, language: str, fix: str = "", **values: object) -> Check:
    """The check `name` with the text of `case` (its own, else one shared by all) filled with `values`."""
    status, english, chinese = _TEXTS.get(f"{name}.{case}") or _TEXTS[case]
    text = chinese if language == "zh" else english
    return Check(name, status, text.format(**values), fix if status is not Status.PASS else "")


def some(names: tuple[str, ...], most: int = 5) -> str:
    """The first names, and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f", +{more}" if more > 0 else "")
