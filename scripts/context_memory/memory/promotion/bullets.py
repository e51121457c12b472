"""Puts one fact under a header of a memory file: changes its `key: value` bullet in place, or adds a bullet.

Which lines are bullets a Markdown parser has said; the rest of the file stays
byte for byte, and `check` proves it before anything is written.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...errors import InputError, RefusedError
from ...text import lexing, markdown, tokens
from ...text.markdown import Heading, Item, Outline, lines_of
from ...text.patterns import lazy_regex
from ...text.secrets import redact
from ...text.secrets.one_line import one_line
from ...workspace import memory_md
from ..recall import claims

LONGEST = 2_000
"""Characters of one fact; MEMORY.md has its own limit for a line."""
KEY_CHARACTERS = 40
_HOSTS_OWN = lazy_regex(r"(?i)promoted from short-term memory\b")
"""Headings of the host's dreaming sweep, which it also takes away again."""
_LABELS = """
note notes decision constraint correction warning important todo done open asked example http https
注意 决定 约束 纠正 警告 重要 待办 完成 请求 例如 备注
"""
_NOT_KEYS = frozenset(_LABELS.split())
"""Words before a colon that say what kind of sentence follows, not what it is about."""
_PAIR = lazy_regex(rf"^(?P<key>[^\s:：=][^:：=]{{0,{KEY_CHARACTERS - 1}}}?)\s*(?::\s+|：\s*|\s=\s+)(?P<value>\S.*)$")
_VERSIONED = lazy_regex(r"^(?P<key>[A-Za-z][\w.+#-]*(?: [A-Za-z][\w.+#-]*){0,2}) (?P<value>v?\d[\w.+-]*)$")
_LEAD = r"(?P<lead>\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)"
_TAIL = r"(?P<tail>(?:\s*<!--.*?-->)*\s*)$"
_ALIKE = r"\u0370-\u058f\u13a0-\u13ff\u2c80-\u2cff\uab70-\uabbf"
_MIXED = lazy_regex(rf"[A-Za-z][{_ALIKE}]|[{_ALIKE}][A-Za-z]")
"""Latin beside Greek, Cyrillic, Armenian, Cherokee or Coptic letters in one word: it only looks like another header."""
_MARKER = lazy_regex(r"^\s*([-*+])\s")


@dataclass(frozen=True, slots=True)
class Fact:
    """What is promoted; `key` and `value` where it is a pair, whose old value gives way."""

    text: str
    key: str = ""
    value: str = ""
    is_versioned: bool = False
    """Written as "Python 3.12", without a colon."""
    is_named: bool = False
    """Key and value were given apart: whatever stands under the key gives way."""
    around: tuple[str, str] | None = None
    """Of a count ("5 replicas") what stands before and after it."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The changed text; `line` is the new line, 0-based, `old` the one it replaced, empty for a new bullet."""

    before: Outline
    after: str
    heading: str
    line: int
    old: str = ""
    created: bool = False


def of_pair(key: str, value: str) -> Fact:
    """A fact as `key: value`."""
    name, words = _safe(key), _safe(value)
    if not name or len(name) > KEY_CHARACTERS or re.search(r"[:：=]", name):
        raise InputError(f"{key[:60]!r} is no key", hint=f"give 1 to {KEY_CHARACTERS} characters without a colon")
    if not words:
        raise InputError(f"no value for {name!r}", hint="give --value")
    return Fact(f"{name}: {words}", name, words, is_named=True)


def of_text(text: str) -> Fact:
    """A fact as a sentence; "Python 3.12" and "Deploy day: Tuesday" also have a key."""
    words = _safe(text)
    if not words:
        raise InputError("no fact to promote", hint="give its text")
    for pattern, is_versioned in ((_VERSIONED, True), (_PAIR, False)):
        found = pattern.match(words)
        if not found or len(found["key"].split()) > 4 or found["key"].casefold() in _NOT_KEYS:
            continue
        if not is_versioned or is_version(found["key"], found["value"]):
            return Fact(words, found["key"], found["value"], is_versioned=is_versioned)
    return Fact(words, around=around_count(words))


def says(fact: Fact) -> Callable[[str], bool]:
    """Whether a text says the fact: its words in a row; of a pair the key and the value."""
    wanted = [_plain(each) for each in ((fact.key, fact.value) if fact.key else (fact.text,))]
    longest = [max(each.split(), key=len, default="") for each in wanted]

    def is_said_in(text: str) -> bool:
        low = text.casefold()  # a plain look first: of a thousand texts one says it
        if not ("*" in low or "`" in low or all(map(low.__contains__, longest))):
            return False
        said = _plain(text)
        return all(_stands_in(words, said) for words in wanted)

    return is_said_in


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("*", "").replace("`", "").split()).rstrip(".!。！")


def _stands_in(words: str, said: str) -> bool:
    """Whether the words stand there as whole words; between Chinese ones there is no gap."""
    return (
        bool(words)
        and words in said
        and re.search(rf"(?<![^\W_\u3040-\u9fff]){re.escape(words)}(?![^\W_\u3040-\u9fff])", said) is not None
    )


def draft(outline: Outline, items: Sequence[Item], header: str, fact: Fact, *, force: bool = False) -> Draft | None:
    """The text with the fact under the header, None when it says so already."""
    title = one_line(redact.cleaned(header.strip().lstrip("#")), 100)
    if not title:
        raise InputError("no header is named", hint="give --header")
    if _MIXED.search(title):
        raise RefusedError(f"the header {title!r} mixes letters that look alike", hint="write it in one alphabet")
    heading = markdown.find(outline, title)
    _refuse_hosts_own(outline, heading, title)
    if heading is None:
        _refuse_hidden(outline, title, force=force)
        return _created(outline, title, fact)
    own = _own_items(outline, items, heading)
    if _says(outline, own, fact):
        return None
    target = _with_key(outline, own, fact)
    if target is None:
        return _added(outline, own, heading, fact)
    replaced = _replaced(outline, heading, target, fact)
    return None if replaced.after == outline.text else replaced


def check(draft: Draft, after: Outline, items: Sequence[Item]) -> None:
    """Refuse a draft that changed more than one bullet, or whose bullet Markdown would not see as one."""
    before, new = list(draft.before.lines), list(after.lines)
    wanted = [(each.level, each.text) for each in draft.before.headings]
    if draft.created:
        wanted.append((2, draft.heading))
    has_structure = [(each.level, each.text) for each in after.headings] == wanted
    kept = new[: draft.line] + new[draft.line + 1 :]
    if draft.old:
        kept.insert(draft.line, draft.old)
    elif draft.created:
        kept = kept[: len(before)]
    elif len(kept) > len(before) and not kept[draft.line].strip():
        del kept[draft.line]
    is_only = [_bare(line) for line in kept] == [_bare(line) for line in before]
    if not is_only or not has_structure or not any(item.line == draft.line for item in items):
        raise RefusedError(
            f"the bullet under {draft.heading!r} would change the structure of the file",
            hint="close every code fence and comment of the file, or give a plainer text",
        )
    if _endings(draft.before, draft.line) != _endings(after, draft.line):
        raise RefusedError(f"the edit of {draft.heading!r} would touch other lines", hint="this is our bug: report it")


def check_budget(draft: Draft, path: str) -> None:
    """MEMORY.md keeps its limits; one that breaks them already may not grow."""
    if path != "MEMORY.md":
        return
    before, after = tokens.cjk(draft.before.text), tokens.cjk(draft.after)
    if after > memory_md.MAX_TOKENS and after > before:
        raise RefusedError(
            f"MEMORY.md would have {after} tokens, the budget is {memory_md.MAX_TOKENS}",
            hint="context-memory workspace migrate makes room; or promote into --file memories/decisions.md; "
            "--force writes it anyway",
        )
    line = lines_of(draft.after)[draft.line].rstrip("\r\n")
    if len(line) > memory_md.MAX_LINE:
        raise RefusedError(
            f"the line would have {len(line)} characters, MEMORY.md takes {memory_md.MAX_LINE}",
            hint="say it shorter, or promote it into --file memories/decisions.md",
        )


# -- where ------------------------------------------------------------------------------------------


def _refuse_hosts_own(outline: Outline, heading: Heading | None, title: str) -> None:
    above = title
    for each in outline.headings:
        if heading and each.line <= heading.line and each.level <= 2:
            above = each.text
    if _HOSTS_OWN.match(title) or _HOSTS_OWN.match(above):
        raise RefusedError(f"the section {title!r} belongs to the host's own sweep", hint="choose another header")


def _refuse_hidden(outline: Outline, title: str, *, force: bool) -> None:
    """A header that stands only in a code fence or a comment is not one; whoever sees it there means it, though."""
    wanted = markdown.normalised(title)
    for number, line in enumerate(outline.lines, 1):
        if not force and line.lstrip().startswith("#") and markdown.normalised(line.strip().rstrip("#")) == wanted:
            raise RefusedError(
                f"the header {title!r} stands only inside a code fence or comment, on line {number}",
                hint="write it outside, or --force makes a new section at the end",
            )


def _own_items(outline: Outline, items: Sequence[Item], heading: Heading) -> list[Item]:
    """Bullets of the section's own text, those of managed regions left out."""
    end = markdown.end_of(outline, heading)
    regions = markdown.spans(outline.lines)
    return [
        item
        for item in items
        if heading.body <= item.line < end and not any(first <= item.line <= last for first, last in regions)
    ]


def _says(outline: Outline, own: Sequence[Item], fact: Fact) -> bool:
    said = [re.sub(r"<!--.*?-->", "", re.sub(_LEAD, "", _joined(outline, item), count=1)).strip() for item in own]
    return fact.text in said


def _with_key(outline: Outline, own: Sequence[Item], fact: Fact) -> Item | None:
    found = [item for item in own if _gives_way(_joined(outline, item), fact)]
    if not found and fact.is_named:
        found = [item for item in own if _stated(_joined(outline, item), fact)]
    if not fact.key:
        return found[0] if len(found) == 1 and found[0].end - found[0].line == 1 else None
    if len(found) > 1:
        lines = ", ".join(str(item.line + 1) for item in found)
        raise InputError(f"the key {fact.key!r} stands {len(found)} times, on lines {lines}", hint="keep one")
    return found[0] if found else None


def _stated(line: str, fact: Fact) -> re.Match[str] | None:
    """A bullet that says the value in a sentence, `Owner is Dana, since May`: what stands before the first comma.

    A name or a number of at most three words is one, of the kind of the new value: `is what we write` is not.
    """
    key = r"\s+".join(map(re.escape, fact.key.split()))
    verb = r"\s+(?:is|are|=)\s+|\s*[是为]\s*|\s+(?=[\d$€£¥v~])"
    stated = rf"^{_LEAD}(?P<name>{key}(?:{verb}))(?P<value>[^,，;；。(（]+?)(?P<tail>\s*(?:[,，;；。(（].*)?)$"
    found = re.match(stated, line, re.IGNORECASE)
    if found is None or _kind(found["value"]) != _kind(fact.value):
        return None
    words = found["value"].split()
    is_sentence = len(words) > 3 or re.match(r"[a-z]+$", words[0])
    return None if is_sentence else found


def _gives_way(line: str, fact: Fact) -> bool:
    """Whether the bullet says what the fact says anew."""
    old = _value_in(line, fact)
    if old is None or fact.is_named or not fact.key:
        return old is not None
    return has_one_value(fact.key, old["value"], fact.value)


def _value_in(line: str, fact: Fact) -> re.Match[str] | None:
    if not fact.key:
        before, after = map(re.escape, fact.around or ("", ""))
        counted = rf"^{_LEAD}(?P<name>)(?P<value>{before}(?:\d+(?:[.,]\d+)?|{_DAY}){after}){_TAIL}"
        if fact.around or any(map(str.isdigit, fact.text)):
            return re.match(counted, line, re.IGNORECASE) if fact.around else None
        whole = re.match(rf"^{_LEAD}(?P<name>)(?P<value>.*?){_TAIL}", line)
        return whole if whole and claims.takes_place_of(fact.text, whole["value"]) else None
    words = fact.key.split()
    if words[0].casefold() not in line.casefold():  # most lines: nothing is compiled for them
        return None
    key = r"\s+".join(map(re.escape, words))
    pair = rf"^{_LEAD}(?P<name>[*_`]{{0,3}}{key}[*_`]{{0,3}}\s*[:：=][*_`]{{0,3}}\s*)(?P<value>.*?){_TAIL}"
    versioned = rf"^{_LEAD}(?P<name>[*_`]{{0,3}}{key}[*_`]{{0,3}}\s+)(?P<value>v?\d[\w.+-]*){_TAIL}"
    return re.match(pair, line, re.IGNORECASE) or re.match(versioned, line, re.IGNORECASE)


def _joined(outline: Outline, item: Item) -> str:
    first, *more = (line.rstrip("\r\n") for line in outline.lines[item.line : item.end])
    return " ".join([first, *(line.strip() for line in more)])


# -- the new text -----------------------------------------------------------------------------------


def _replaced(outline: Outline, heading: Heading, item: Item, fact: Fact) -> Draft:
    if item.end - item.line > 1:
        raise RefusedError(
            f"the bullet {fact.key!r} on line {item.line + 1} runs over {item.end - item.line} lines",
            hint="shorten it to one line by hand first",
        )
    old = outline.lines[item.line]
    line = _joined(outline, item)
    found = _value_in(line, fact) or _stated(line, fact)
    assert found is not None
    name = found["name"].rstrip("*_`")
    space = " " if name and not found["name"][-1].isspace() and name[-1] not in "：是为" else ""
    ending = old[len(old.rstrip("\r\n")) :]
    line = f"{found['lead']}{found['name']}{space}{fact.value or fact.text}{found['tail']}{ending}"
    after = "".join([*outline.lines[: item.line], line, *outline.lines[item.line + 1 :]])
    return Draft(outline, after, heading.text, item.line, old)


def _added(outline: Outline, own: Sequence[Item], heading: Heading, fact: Fact) -> Draft:
    """One line after the section's own text; a blank one too where the next line would run into it."""
    newline, lines = markdown.newline_of(outline), list(outline.lines)
    marker = _MARKER.match(lines[own[-1].line]) if own else None
    at = markdown.end_of(outline, heading)
    while at > heading.body and not lines[at - 1].strip():
        at -= 1
    if not lines[at - 1].endswith(("\n", "\r")):
        lines[at - 1] += newline
    gap = newline if at < len(lines) and lines[at].strip() and not lines[at].startswith("#") else ""
    lines.insert(at, f"{marker[1] if marker else '-'} {fact.text}{newline}{gap}")
    return Draft(outline, _as_it_ended(outline, "".join(lines)), heading.text, at)


def _created(outline: Outline, title: str, fact: Fact) -> Draft:
    change = markdown.append_to_section(outline, title, f"- {fact.text}")
    after = _as_it_ended(outline, change.after)
    return Draft(outline, after, title, len(lines_of(after)) - 1, created=True)


def _as_it_ended(outline: Outline, after: str) -> str:
    """A file without a line end at its end stays without."""
    if not outline.text or outline.text.endswith(("\n", "\r")):
        return after
    return after[: len(after) - len(markdown.newline_of(outline))] if after.endswith("\n") else after


def _bare(line: str) -> str:
    return line.rstrip("\r\n")


def _endings(outline: Outline, line: int) -> set[str]:
    """The kinds of line ends of all lines but the one that changed and the last."""
    return {text[len(_bare(text)) :] for n, text in enumerate(outline.lines[:-1]) if n != line} | {"\n"}


def _safe(text: str) -> str:
    if len(text) > LONGEST:
        raise InputError(f"the fact has {len(text):,} characters, {LONGEST:,} is the limit", hint="say it shorter")
    return one_line(redact.cleaned(text), LONGEST)


_SEVERAL = """
server host node machine worker shard replica instance vm rack room floor building gate team group user
account customer client tenant ticket issue pr bug task story order invoice line step phase page chapter
section table zone site store slot route bus channel unit number no id device printer camera desk seat
apartment house bed box lot door
sensor meter valve pump tank boiler oven plot field class grade lane court stall cage exit ward cabin van truck robot
socket drawer shelf
"""
_NUMBERED = frozenset(_SEVERAL.split())
"""Things of which there are several, told apart by their number: another number is another thing."""
_ATTRIBUTES = lazy_regex(
    r"(?i)\b(?:address|backup|bank|birthday|branch|budget|capital|ci|cloud|code|colou?r|count|currency|database"
    r"|date|day|db|deadline|diet"
    r"|domain|door|editor|e-?mail|endpoint|format|formatter|framework|host|hours|ide|interval|language|lead|length|level"
    r"|licen[cs]e|limit|linter|location|maintainer|manager"
    r"|maximum|minimum|model|name|office|on[- ]call|os|owner|package manager|password|path|phone"
    r"|plan|port|price|provider|quota"
    r"|rate|region|registry|release|repo|repository"
    r"|retention|retries|reviewer|runtime|schedule|server|shell|size|sprint|stack|standup|state|status|store|style"
    r"|target|team|theme|threshold|time|timeout|timezone"
    r"|title|tool|url|username|version|window|workers|replicas|zone)s?$"
    r"|(?:地址|备份|生日|分支|预算|颜色|货币|数据库|日期|日|时间|域名|邮箱|格式|框架|主机|语言|负责人|级别"
    r"|许可证|上限|下限|位置|维护者|经理|名称|名字|办公室|密码|路径"
    r"|电话|端口|价格|环境|值班|供应商|区域|仓库|审核人|计划|服务器|大小|技术栈|状态|主题|阈值|超时|时区|网址|版本|窗口|副本数"
    r"|数量|工具|口味|编辑器|包管理器|发布日|截止日)$"
)
"""What a thing has one of: a pair with such a key has one value."""
_KINDS = (
    (
        "address",
        lazy_regex(r"(?i)(?:\d{1,3}(?:\.\d{1,3}){3}|[\w-]+(?:\.[\w-]+)+|https?://\S+|localhost)(?::\d+)?(?:/\S*)?"),
    ),
    ("number", lazy_regex(r"(?i)[~<>=≤≥]*\s*[$€£¥]?v?\d[\d.,:/-]*\s*(?:[%°]|[a-z]{1,8}|[\u4e00-\u9fff]{1,3})?")),
    (
        "day",
        lazy_regex(
            r"(?i)(?:(?:every|on|each) )?(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?(?: .{1,20})?"
            r"|(?:每?周|星期)[一二三四五六日天].{0,6}"
            r"|(?:\d{1,2} )?(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*(?: \d{1,4})?"
        ),
    ),
    ("switch", lazy_regex(r"(?i)on|off|yes|no|true|false|enabled|disabled|none|开|关|是|否|启用|禁用")),
)
_COUNT = lazy_regex(
    r"(?P<before>(?:.*?[^\w.:#-])?)(?P<count>\d+(?:[.,]\d+)?)(?P<after>\s?(?:%|[a-z]{1,3}\b|[a-z]+s\b"
    r"|(?:[a-z]+ )[a-z]+s\b|(?![楼号层室栋班组队页章节期届])[\u4e00-\u9fff]).*)",
    re.IGNORECASE,
)
_AT_END = lazy_regex(r"(?P<before>.*?[^\w.:#-])(?P<count>\d+)(?P<after>)")
"""A number without a unit says how a thing is set only after the name of an attribute: `is on port 5432`."""
_DAY = (
    r"(?:\d{1,2}(?:st|nd|rd|th)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july"
    r"|august|september|october|november|december)"
)
_DATED = lazy_regex(
    rf"(?i)(?P<before>[^:]* (?:is|are)(?: \w+)? (?:on|in|by|until|at)(?: the)? )(?P<count>{_DAY})(?P<after>)"
)
"""When something is due: of that there is one day, in whatever words."""
_LAST_WORD = lazy_regex(r"([\w#]+)\W*$")


def is_version(key: str, value: str) -> bool:
    """Whether `Python 3.12` names the version of a thing, and not one of several things, as `server 10.0.0.2` does."""
    last = key.split()[-1]
    is_several = last.casefold() in _NUMBERED and last != "Node"
    return not is_several and value.count(".") < 3 and re.fullmatch(r"\d{5,}", value) is None


def has_one_value(key: str, old: str, new: str) -> bool:
    """Whether `key: new` says anew what `key: old` said: of an attribute, a value of its kind, or the same and more."""
    if _ATTRIBUTES.search(key):
        return True
    kind = _kind(old)
    if kind and kind == _kind(new):
        return True
    words = set(lexing.words(old))
    return bool(words) and (words <= set(lexing.words(new)) or old.strip(" .。").casefold() in new.casefold())


def around_count(text: str) -> tuple[str, str] | None:
    """What stands before and after the one count of a text: `5 replicas`, `is on port 5432`; None: it has none."""
    if dated := _DATED.fullmatch(text):
        return dated["before"], ""
    found = _COUNT.fullmatch(text) or _AT_END.fullmatch(text)
    if found is None or re.search(r"\d", found["before"] + found["after"]):
        return None
    last = _LAST_WORD.search(re.sub(r" (?:is|are|=)$", "", found["before"].rstrip("是为 ")))
    if not found["after"] and not (last and _ATTRIBUTES.search(last[1])):
        return None
    if last and (
        last[1].casefold().rstrip("s") in _NUMBERED or (found["before"][: last.start()] and last[1][:1].isupper())
    ):
        return None
    return found["before"], found["after"]


def _kind(value: str) -> str:
    plain = value.strip().rstrip(".。")
    return next((name for name, form in _KINDS if form.fullmatch(plain)), "")
