"""Rules that a person sets: an order with a sign that it lasts, what a project does, and the end of a rule.

An order for this once looks much the same, so each form carries its own sign of lasting: a word for always, an occasion
that comes again, a manner of speaking, a kind of thing instead of this one, a thing named against another.
"""

import re

from ...text.patterns import lazy_regex
from . import own_voice

LONGEST = 200
"""Characters of a rule."""


def _chinese(form: str) -> re.Pattern[str]:
    """A form in which `别` is the word for "do not", not a part of `特别` or `区别`."""
    return lazy_regex(form.replace("别", "(?<![特分区个级性类识])别"))


_ACTS = (
    r"add|answer|append|apologi[sz]e|approve|ask|assume|avoid|book|build|bump|call|change|check|cite|clean|commit"
    r"|confirm|convert|copy|create"
    r"|define|delete|deploy|describe|disable|document|drop|echo|edit|email|enable|end|escape|execute|explain|export"
    r"|fetch|fix|force"
    r"|format|generate|give(?! up)|group|guess|hard-?code|ignore|import|include|insert|install|invent|keep|label|leave"
    r"|lint|list|log"
    r"|make|mention|merge|mix|mock|modify|name|number|omit|open|order|overwrite|pin|pipe|place|prefer|prefix|print"
    r"|provide|publish|pull|push"
    r"|put|quote|read|rebase|refactor|refer|regenerate|release|remind|remove|rename|replace|repeat|reply|report|require"
    r"|respond|return|reuse|revert|rewrite"
    r"|round|run|sanitize|save|schedule|search|send|share|ship|show|sign|skip|sort|speak|split|squash|start|state|store"
    r"|suggest"
    r"|summari[sz]e|tag|talk|tell|test|touch|translate|update|upgrade|upload|use|validate|verify|wrap|write"
)
"""What an agent is told to do; what friends tell each other (`never give up`, `always try`) is not among it."""
_YOU = (
    r"(?:(?:you (?:must|should|have to|need to|are to|can|may)|i (?:want|need|expect) you to|i'd like you to"
    r"|make sure (?:that )?(?:you|to)"
    r"|be sure to|(?:can|could|would|will) you(?: please)?|we|let's)\s+)?"
)
_OCCASION = (
    r"(?:(?:before|after|on|at|with|for|in) (?:each|every|any|all) (?:new |single |git )*(?:commit|push|change|edit"
    r"|merge|release|report|reply|answer"
    r"|deploy(?:ment)?|pr|pull request|build|session|migration|publish|restart|upgrade|date|amount|price)s?\b"
    r"|(?:every|each|any) time you\b|whenever you\b)"
)
_EVER = lazy_regex(
    rf"(?i){_YOU}(?:always|never(?: ever)?)\s+(?:please\s+)?(?:{_ACTS})\s+\w|(?:don't|do not) ever\s+(?:{_ACTS})\s+\w"
    rf"|(?:{_ACTS})\b[^?]*(?:,? always[.!]*$|\bby default\b)"
    r"|[\w ]{2,40}\bplease,? always\b"
)
"""An order with a word for always."""
_EACH_TIME = lazy_regex(
    rf"(?i){_YOU}(?:{_ACTS})\b(?!.*\b(?:this|that|these|those) (?!repo|project))[^?]*\b{_OCCASION}"
    rf"|{_OCCASION}[^,?]{{0,60}},? (?:\w+ ){{0,2}}?(?:{_ACTS})\b"
)
"""An order on an occasion that comes again."""
_LATER = lazy_regex(
    r"(?i)(?:from (?:now|here) on|going forward|in (?:the )?future|from today(?: on)?|as a (?:general )?rule|in general"
    r"|by default|next time)[ ,:]+"
    r"(?:please\s+|you (?:should|must|need to|have to|can)\s+|we (?:should|must|will|use)\s+|i (?:want|prefer|like"
    r"|expect)\b)?"
    rf"(?:(?:{_ACTS}|always|never|don't|do not|no|only|be|stop|avoid|first|remember|follow|try|look|take)\b"
    r"|(?:the|this|that|our|an?|all|every|each)\b.*\b(?:must|should|ha(?:s|ve) to|needs? to|never|always|only|first)\b)"
    rf"|(?:(?:always|please|don't|do not|never|no|it's|you)\b|(?:{_ACTS})\b)[^?]*\b(?:from (?:now|here) on"
    rf"|going forward|in future|in general)\b"
    r"|(?:ab (?:sofort|jetzt)|von (?:jetzt|nun) an|in zukunft|künftig) (?!\w+ (?:ich|es|er)\b)\w+"
    r"|(?:every|each) time,? (?:you\b|before you\b|after you\b|please\b)"
)
_UNASKED = lazy_regex(
    rf"(?i)(?:[a-z][^,;?]{{3,80}}?\bunless i (?:say|ask|tell|explicitly|approve)|(?:(?:don't|do not|never) (?:{_ACTS})"
    rf"|no)\b[^,;?]{{0,80}}?\b"
    r"(?:without (?:asking|my|telling|checking with|an? (?:explicit )?(?:ok|okay|approval|permission))"
    r"|unless i (?:say|ask|tell|explicitly|approve)|(?:until|before) i (?:say|approve|confirm|give))"
    r"|(?:(?:always )?(?:ask|check with|tell|warn) me (?:first )?before (?:you )?\w+ing\b|i(?:'d| would) rather you)\b)"
)
_WHEN = lazy_regex(
    r"(?i)(?:(?:when(?:ever)?|before|after|while) you (?:(?:commit|push|deploy|merge|release|reply|answer)(?=,)"
    r"|\w+ (?!the\b|this\b|that\b|these\b|it\b|them\b|my\b|your\b|with\b|on\b)"
    r"(?:an? [\w -]+|[\w -]*\w+s)(?=,))|(?:if|when) (?:an?|any|something|someone|somebody|in doubt|you(?:'re"
    r"| are) (?:un|not )?sure|(?:you|things) (?:get|are) \w+)\b[^,]{0,50}(?=,)"
    r"|when in doubt(?=,)|if (?:unsure|unclear)(?=,))"
    rf",? (?:\w+ ){{0,2}}?(?:{_ACTS}|mark|stop|don't|do not|never|always|be|take)\b"
)
"""An order for all cases of a kind: `when you quote prices, include VAT`."""
_POLICY = lazy_regex(
    r"(?i)(?:treat|address|cite|spell|round|quote|capitali[sz]e|indent|refer to|default to|spare|stick (?:to|with)"
    r"|prefer|avoid|favou?r|assume)"
    r" (?!this\b|that\b|these\b|those\b|it\b|them\b|an? |my\b|him\b|her\b|one\b|option\b)(?:the (?:standard|existing"
    r"|house|style)|[\w-]+)\b"
    r"|i(?:'d| would) (?:like|prefer|want) (?:all|every|each|any|future|my)\b|(?:always|never|no|keep|make|send|write"
    r"|put)\b[^,?]*\ball (?:future|my|our)\b"
)
"""A verb that says how a kind of thing is to be handled."""
_SPEECH = (
    r"(?:answers?|repl(?:y|ies)|responses?|messages?|explanations?|summaries|reports|emojis?|bullet (?:points|lists)"
    r"|tables|markdown|headings"
    r"|jargon|small talk|apolog(?:y|ies)|exclamation marks|(?:\w+ )?spelling|english|german|chinese|french|spanish"
    r"|japanese|plain text"
    r"|(?:iso|us|uk|european|metric|imperial|celsius|kilometres|24-hour|12-hour)(?: (?:date|time|units?|format|dates))*"
    r"|(?:commit|log|error) messages|comments|docstrings"
    r"|type hints|release notes|abbreviations|filler|pleasantries|buzzwords|adverbs|acronyms|titles|hashtags)"
)
"""What one speaks and writes with: an order about these in general is about all that is said."""
_LANGUAGE = r"english|german|chinese|french|spanish|japanese|portuguese|russian|italian|korean|markdown|plain text"
_MANNER = (
    r"(?:concise|brief|terse|short|direct|blunt|honest|formal|informal|casual|polite|critical|precise|specific|friendly"
    r"|verbose|wordy|chatty"
    r"|technical|detailed|succinct|to the point)"
)
_FORM = lazy_regex(
    rf"(?i)(?:(?:use|keep|prefer|avoid|stick to|i (?:prefer|want|like)|no|fewer|less|more|skip|spare me|leave out"
    rf"|(?:don't|do not) (?:use|write|add|give|send|put)|stop (?:using|writing|adding|sending)|(?:for|in) all \w+,? use"
    rf"|(?:write|give|make|send|put)(?: me)?(?= (?:your )?(?:{_MANNER}|{_MANNER}er|more|less|fewer) ))"
    rf" (?:(?:only|me|more|less|fewer|any|all|your|the use of|{_MANNER}er|{_MANNER}|no|with|without|so many"
    rf"|as) )*{_SPEECH}\b(?! (?:{_SPEECH} )?(?:files?|functions?|fields?|columns?|class|handler|branch|parser|library"
    rf"|syntax))"
    rf"|(?:short|long|simpl|brief)er (?:{_SPEECH})\b|(?:answer|reply|respond|write|speak"
    rf"|talk)(?: to me)? in (?:{_SPEECH}|full sentences|short sentences)\b"
    rf"|(?:(?:write|keep|put) (?:all |your |the )*)?(?:{_SPEECH}) in (?:{_LANGUAGE})\b|(?:please )?(?:be|keep it"
    rf"|keep them) (?:(?:a bit|a little|much|more|less|very|as|always) )*{_MANNER}(?:er)?\b"
    r"|metric\b|use the metric system|(?:iso|us|uk) (?:dates|units)|no need to (?:explain|apologi[sz]e|repeat|thank)\b"
    r"|(?:don't|do not) call me\b)"
)
"""How to speak and write."""
_KIND = lazy_regex(
    rf"(?i)(?:(?:don't|do not|never) (?:ever )?(?:bother with|(?:{_ACTS})) (?!(?:the|this|that|these|those|it|them|my"
    rf"|your|his|her|its|our|any|anything|yet|to|for|as|on|in|more)\b)"
    r"(?:[\w-]+ ){0,2}?[\w-]*[a-z]{2}s\b(?! (?:the|this|that))"
    r"|stop (?!the\b|this\b|that\b|it\b)\w+ing (?!(?:the|this|that|these|those|it|now|here|and|for)\b)\w+"
    r")"
)
"""A kind of thing, never this one: nobody says `avoid global variables` about one line."""
_PROJECT_TOOLS = (
    "pnpm|npm|yarn|bun|deno|uv|pip|poetry|pipenv|conda|pytest|unittest|jest|vitest|mocha|ruff|black|flake8|eslint|biome"
    "|prettier"
    "|mypy|pyright|podman|docker|terraform|pulumi|gradle|maven|tabs|spaces|snake_case|camelcase|kebab-case"
)
"""What a project has one of: named in a correction, it is the project's."""
_TOOLS = (
    f"{_PROJECT_TOOLS}|npx|node|uvx|pipx|mamba|nose|tox|nox|pylint|isort|tsc|swc|esbuild|vite|webpack|rollup|parcel"
    f"|kubectl|helm|ansible|make|just"
    "|cmake|ninja|bazel|cargo|mvn|git|gh|svn|hg|jj|rg|ripgrep|grep|fd|find|sed|awk|jq|curl|wget|httpx|requests|aiohttp"
    "|axios|fetch|python[23]?"
    "|typescript|javascript|rust|golang|java|kotlin|bash|zsh|fish|powershell|vim|emacs|sqlite|postgres(?:ql)?|mysql"
    "|mariadb|mongodb|redis|kafka"
    "|rabbitmq|react|vue|svelte|angular|django|flask|fastapi|express|tailwind|pandas|polars|rebase|merge|squash|yaml"
    "|toml|json|markdown|html|utc"
    "|https|ssh|english|german|chinese|french|spanish|metric|celsius|dayjs|moment|date-fns|lodash"
)
_NAMED = rf"[`'\"]?(?:{_TOOLS})[`'\"]?"
_TOOL = lazy_regex(
    rf"(?i)(?:(?:we|i) (?:always |only )?)?use (?:only )?{_NAMED}(?: [\w.-]+){{0,3}}?"
    rf"(?:,? (?:and )?not|,? never|,? instead of|,? rather than|,? over|; not) (?:with )?{_NAMED}(?![\w-])"
    rf"|(?:don't|do not|never|stop) us(?:e|ing) {_NAMED}[,;.:]? (?:but |please |always )*use {_NAMED}(?![\w-])"
)
_TOOL_INSTEAD = lazy_regex(rf"(?i)^(?:no|nope|wrong)[,.:;!-]+ (?:please )?use (?:{_PROJECT_TOOLS})(?: instead)?[.!]*$")
_REVOKES = lazy_regex(
    r"(?i)(?:you (?:no longer (?:need|have) to|(?:don't|do not) (?:have|need) to ask|can stop|don't (?:need"
    r"|have) to .*\b(?:any ?more|any longer)|(?:needn't"
    r"|don't need to|may stop) .*\b(?:any ?more|any longer))"
    r"|no need to .*\b(?:any ?more|any longer|from (?:now|here) on)|(?:it's|it is) (?:fine|ok"
    r"|okay) (?:now )?to \w+ .*\bwithout asking"
    r"|(?:forget|ignore|scrap|drop|cancel) (?:what i (?:said|told you)|the (?:\w+ )?rule|my (?:\w+ )?(?:rule"
    r"|preference))"
    r"|stop (?:sending|reminding|asking) me\b|the (?:\w+ ){0,3}(?:rule|policy|convention)(?: [\w ]+)? (?:is gone"
    r"|is dead|is off|no longer)|(?:the|that) rule (?:about|on) .* no longer (?:applies|holds))"
)
_THIS = (
    r"(?:repo|repository|project|codebase|code base|workspace|team|company|package|monorepo|machine|server|house"
    r"|family)"
)
_ONCE = lazy_regex(
    rf"(?i)\b(?:this|that|these|those|current|above|below|following) (?!{_THIS}\b|(?:always|is|are|must)\b)\w+"
    r"|\b(?:first|next) step\b|\b(?:this|that|it|them|these|those|here)[.!]*$"
)
"""What is meant for this once."""

_ACTS_ZH = (
    "用|改|动|碰|删|写|加|超过|提交|推送|合并|发布|部署|上线|运行|跑|测|检查|确认|问|告诉|回答|回复|输出|解释|使用|修改"
    "|编辑|保存|备份|记录|发|叫|称呼"
    "|更新|安装|升级|引用|翻译|猜|编|假设|跳过|覆盖|重启|生成|创建|命名|格式化|注释|执行|调用|安排|发送|遵守|遵循|保持"
    "|保留|说|标注|替我|给我|提醒|列|放|换"
)
_LATER_ZH = _chinese(
    r"(?:以后|今后|往后|从现在(?:起|开始)|从今以后|从今天(?:起|开始)|下[次回]|日后|将来|别再|不要再|别老|不要老|不要总"
    r"|别总)"
    r"(?!(?:再)?(?:说|谈|看|聊|见|会)|一定|我|可以|[想会能没有是]|更新|他|她|大家)(?![^，,。]{0,12}(?:失败|报错|出错"
    r"|一样|没))[^，,。？?]{2,}"
    r"|[^，,。？?]{0,6}(?:别|不要)(?:再|老|总|每次都?在?|总是)?(?:给我|对我|跟我|叫我|每次)(?:发|推|打|讲|说|列|加|用"
    r"|都|在)[^，,。？?]+"
)
_EVER_ZH = _chinese(
    r"(?:[^，,。？?]{0,14}?(?:一律|统一|务必|尽量|最多只?|最少|除非我))(?!不?(?:会|能|是)(?!用))[^，,。？?]{2,}"
    rf"|(?:永远|绝对|千万|绝不|任何时候都?|无论如何都?|始终)(?:不要|别|不能|不得|不准|不许|禁止在?|要|都|先|只|请|得"
    rf"|(?<=绝不)|(?<=始终))[^，,。？?]{{0,6}}?(?:{_ACTS_ZH})"
    rf"|每(?:次|一次|回)(?![^，。]{{0,14}}?(?:失败|报错|出错|都(?:会|能|很|觉|让|卡|慢|是|一样|这样|没|有)|会"
    rf"|能))[^。？?]{{0,14}}?(?:都|要|先|必须|务必|请|得|不用)[^，,。？?]{{0,6}}?(?:{_ACTS_ZH})"
    rf"|(?:提交|合并|发布|部署|上线|推送|修改|删除)(?:代码|文件)?之?前[，,]?(?:都|要|必须|务必|一定"
    rf"|先)+[^，,。？?]{{0,6}}?(?:{_ACTS_ZH})"
    r"|(?:凡是|所有|任何|每个|只要)[^。？?]{1,16}(?:都|必须|不要|别|不能|不许|不得|先|要)[^，,。？?]+"
    r"|默认(?:用|使用|按|以|不)|遇到[^。？?]{1,12}(?:先|都|要|别|不要)"
    r"|(?!这|那)[^，,。？?]{2,10}(?:的时候|时)[，,]?(?:记得|都要?|要|请|别|不要|一定要?)[^，,。？?]{2,}"
)
_UNASKED_ZH = _chinese(
    r"(?:没有?|未经|不经)(?:过)?我的?(?:同意|允许|确认|批准|点头|发话|许可|开口)[^。？?]{0,6}(?:不要|别|不能|不准|不许"
    r"|不得|禁止)|[^，。？?]{1,12}都?要?先?(?:经过|问过?)我(?:的?同意|确认)?"
)
_SPEECH_ZH = (
    "(?:表格|表情|emoji|感叹号|客套|术语|废话|敬语|markdown|简体|繁体|中文|英文|英语|拼音|缩写|列表|口语|书面语|套话"
    "|啰嗦|寒暄|道歉|代码注释|黑话|网络用语|编号|小标题)"
)
_FORM_ZH = _chinese(
    rf"(?i)(?:(?:跟我|和我|对我|给我|给[^，。]{{1,6}}|回答|回复|说话|注释|文档|日志|邮件|报告|写东西|输出|变量名|命名"
    rf"|总结)[^，,。？?]{{0,8}}?)?"
    rf"(?:不要|别|少|多|用|要用|不用|请用|尽量)(?:说|讲|用|写|加|带|发|使用|这么多|那么多|太多|点"
    rf"|任何)*{_SPEECH_ZH}(?!的?(?:翻译|怎么|名|版|是))"
    r"|说人话|别叫我|不要叫我|称呼(?:我|用|改)|(?:跟|和|对)我说话|(?:简短|简洁|精简|直接|正式|详细"
    r"|具体)(?:一?[点些])(?:就好|就行|回答|说)?(?=[，,。！!]|$)|[^，,。？?]{0,8}写成(?:段落|中文|英文|一段)|别啰嗦"
    r"|不用客气"
)
_KIND_ZH = _chinese(
    r"(?![^，,。]{0,12}(?:这|那|该|刚才|现在|先别|先不|第[一二三四五六七八九十\d]|上面|下面|我|他|她|报错|为什么|帮|报"
    r"|加))"
    r"[\u4e00-\u9fffA-Za-z_ ]{2,14}?(?:都要|统一|必须|只能|不要|别|不许|不准|不得|禁止|不能|要|谁都不[许能])"
    r"(?:用|写|加|保留|遵守|采用|使用|放|超过|包含|带|直接|擅自|随便|大写|小写|对齐|更换|通过|经过|字号|小于"
    r"|大于)[^，,。？?]+"
    r"|都?(?:不要|别|不许)(?:动|碰|改|删|推|删除|修改)(?:分支|主分支|配置|数据|生产|线上|别人的|旧"
    r"|测试数据)[^，,。？?]*"
    r"|(?:不要|别|不许)(?:自己|擅自|随便|替我|帮我|私自|乱|自作主张)[^，,。？?]*"
    r"|所有[^，,。？?]{1,10}都?(?:按|以|用|存|走|为)[^，,。？?]+"
)
_ASK_ZH = _chinese(
    r"[^，,。？?]{2,10}先(?:跟我说|问我|告诉我)|(?:不清楚|不确定|不懂|有疑问|拿不准)[^，,。？?]{0,4}(?:就|先|要)问"
    r"|(?:跟|和|对)我(?:都)?用[^，,。？?]{2,}|[^，,。？?]{0,8}每个[^，,。？?]{1,8}都(?:要|得|必须)[^，,。？?]+"
    r"|(?!.{0,8}这)[^，,。？?]{2,10}最多(?:给|列|写|用)[^，,。？?]+|全(?:书|文|篇|站)[^，,。？?]{0,12}都[^，,。？?]+"
)
_TOOL_ZH = _chinese(
    rf"(?i)[^，,。]{{0,8}}?(?:使用|用)\s*{_NAMED}[^。；;，,]{{0,8}}?[，,；;\s]*(?:请|而)?(?:不要用?|别用?|不用"
    rf"|不是)\s*{_NAMED}"
    rf"|(?:不要|别|不准)(?:使用|用)\s*{_NAMED}[，,；;\s]*(?:请|要|改|都|统一|一律)*(?:使用|用)\s*{_NAMED}"
)
_REVOKES_ZH = _chinese(
    r"(?:(?:以后)?(?:不用|不需要|不必|无需|没必要|可以不用?)再|(?:取消|作废|撤销|撤回|忘掉|忘了|忽略)(?:掉)?(?:之前"
    r"|以前|上次|原来|我)[^。？?]*"
    r"|(?:之前|以前|上次|原来)(?:说的?|定的|那条)[^。？?]*(?:作废|不算|取消|不用管|算了|失效)"
    r"|[^，。？?]{2,12}(?:以后)?不用(?:再)?[^，。？?]{1,10}了(?=[，,。！!]|$))"
)
_ONCE_ZH = lazy_regex(
    r"这(?:次|里|条|一|段|句|几|两|三|份|张|封|篇|幅|页|行|边)|这个(?!包|模块|系统|项目|仓库|团队|公司|工程|库|群)"
    r"|那(?:个|条|段|张"
    r"|边|些)|刚才|上面|下面|它[。！]*$"
)


def is_one(sentence: str) -> bool:
    """Whether the sentence sets a rule that outlives the moment, or ends one."""
    return len(sentence) <= LONGEST and (
        own_voice.holds(sentence, _REVOKES, _REVOKES_ZH, _EACH_TIME)
        or own_voice.is_general(sentence, _WHEN)
        or own_voice.holds(sentence, _EVER, _LATER, _UNASKED, _FORM, _KIND, _POLICY, _TOOL, never=_ONCE)
        or own_voice.holds(
            sentence, _LATER_ZH, _EVER_ZH, _UNASKED_ZH, _FORM_ZH, _KIND_ZH, _ASK_ZH, _TOOL_ZH, never=_ONCE_ZH
        )
        or _TOOL_INSTEAD.match(sentence) is not None
    )


def revokes(sentence: str) -> bool:
    """Whether the sentence ends a rule that was set before."""
    return own_voice.holds(sentence, _REVOKES, _REVOKES_ZH)
