"""Rules that a person sets in a plain imperative: `always run the tests`, `use pnpm, not npm`, `no, the port is 8443`.

What is wanted for this once looks much the same, so each form must carry its own sign that it lasts: `always` or
`never` before what an agent does, an occasion that comes again, a tool named against another tool, a value of
something that keeps its value. A message that has the shape of a document, or is long, sets none.
"""

import re

from . import pasted

LONGEST_MESSAGE = 600
"""Characters; longer ones are prompts and pasted texts. By hand, on 503 messages of persons in real transcripts."""
LONGEST = 200
"""Characters of a rule."""

_ACTS = (
    "add|answer|append|approve|ask|assume|avoid|build|bump|call|change|check|cite|clean|commit|confirm|copy|create"
    "|define|delete|deploy|describe|disable|document|drop|echo|edit|email|enable|escape|execute|explain|export|fetch|force"
    "|format|generate|guess|hard-?code|ignore|import|include|insert|install|invent|keep|label|leave|lint|list|log"
    "|make sure|mention|merge|mix|mock|modify|name|omit|overwrite|pin|pipe|place|prefix|print|provide|publish|pull|push"
    "|put|quote|read|rebase|refactor|refer|release|remove|rename|replace|reply|report|require|respond|return|reuse|revert|rewrite"
    "|round|run|sanitize|schedule|search|send|share|ship|show|sign|skip|sort|speak|split|squash|start by|state|store"
    "|summari[sz]e|tag|test|touch|translate|update|upgrade|upload|use|validate|verify|wrap|write"
)
"""What an agent is told to do; what friends tell each other (`never give up`, `always try`) is not among it."""
_LEAD = (
    r"(?:(?:please|pls|also|and|but|so|ok|okay|no|yes|btw|again|note|important|rule|one rule|one more thing|reminder)"
    r"\s*[,:.!-]*\s+)*"
)
_POINTED = re.compile(r"(?i)\b(?:this|that|it|them|these|those|here)[.!]*$")
"""An end that points at something, which an occasion may have named: `whenever you edit a file, format it`."""
_ONCE = re.compile(
    r"(?i)\b(?:this|that|these|those|current|above|below|following) "
    r"(?!(?:repo|repository|project|codebase|code base|workspace|team|company|package|monorepo|machine|server)\b)\w+"
    r"|\b(?:for now|right now|this time|today|(?:first|next) step)\b"
)
"""What is meant for this once."""
_ALWAYS = re.compile(
    rf"(?i)^{_LEAD}(?:(?:you (?:must|should|have to|need to|are to|can|may)|i (?:want|need|expect) you to"
    rf"|i'd like you to|make sure (?:that )?(?:you|to)|be sure to|we)\s+)?"
    rf"(?:always|never(?: ever)?)\s+(?:please\s+)?(?:{_ACTS})\s+\w[^?]*$"
    rf"|(?i:^{_LEAD}(?:don't|do not) ever\s+(?:{_ACTS})\s+\w[^?]*$)"
)
_OCCASION = (
    r"(?:(?:before|after|on|at|with|for) (?:each|every|any|all) (?:new |single |git )*(?:commit|push|change|edit|merge"
    r"|release|deploy(?:ment)?|pr|pull request|build|session|migration|publish|restart|upgrade)s?\b"
    r"|(?:every|each|any) time you\b|whenever you\b)"
)
_EACH_TIME = re.compile(
    rf"(?i)^{_LEAD}(?:you (?:must|should|have to|need to)\s+)?(?:{_ACTS})\b[^?]*\b{_OCCASION}"
    rf"|(?i:^{_LEAD}{_OCCASION}[^,?]{{0,60}},? (?:please |always |first |you (?:must|should|have to) )*(?:{_ACTS})\b)"
)
_UNASKED = re.compile(
    rf"(?i)^{_LEAD}(?:don't|do not|never) (?:{_ACTS})\b[^,;?]{{0,80}}\b"
    r"(?:without (?:asking|my|telling|checking with|an? (?:explicit )?(?:ok|approval|permission))"
    r"|unless i (?:say|ask|tell|explicitly|approve)|(?:until|before) i (?:say|approve|confirm|give))\b"
)
_PROJECT_TOOLS = (
    "pnpm|npm|yarn|bun|deno|uv|pip|poetry|pipenv|conda|pytest|unittest|jest|vitest|mocha|ruff|black|flake8|eslint|biome|prettier"
    "|mypy|pyright|podman|docker|terraform|pulumi|gradle|maven|tabs|spaces|snake_case|camelcase|kebab-case"
)
"""What a project has one of: named in a correction, it is the project's."""
_TOOLS = (
    "pnpm|npm|yarn|bun|deno|npx|node|uv|uvx|pip|pipx|poetry|pipenv|conda|mamba|pytest|unittest|nose|tox|nox|jest|vitest|mocha"
    "|ruff|black|flake8|pylint|isort|eslint|biome|prettier|mypy|pyright|tsc|swc|esbuild|vite|webpack|rollup|parcel|docker|podman"
    "|kubectl|helm|terraform|pulumi|ansible|make|just|cmake|ninja|bazel|cargo|maven|mvn|gradle|git|gh|svn|hg|jj|rg|ripgrep|grep"
    "|fd|find|sed|awk|jq|curl|wget|httpx|requests|aiohttp|axios|fetch|python3?|typescript|javascript|rust|golang|java|kotlin|bash"
    "|zsh|fish|powershell|vim|emacs|sqlite|postgres(?:ql)?|mysql|mariadb|mongodb|redis|kafka|rabbitmq|react|vue|svelte|angular"
    "|django|flask|fastapi|express|tailwind|pandas|polars|tabs|spaces|rebase|merge|squash|yaml|toml|json|markdown|html|utc|https"
    "|ssh|english|german|chinese|french|spanish|snake_case|camelcase|kebab-case|metric|celsius|dayjs|moment|date-fns|lodash"
)
_NAMED = rf"[`'\"]?(?:{_TOOLS})[`'\"]?"
_TOOL = re.compile(
    rf"(?i)^{_LEAD}(?:(?:we|i) (?:always |only )?)?use (?:only )?{_NAMED}(?: [\w.-]+){{0,3}}?"
    rf"(?:,? (?:and )?not|,? never|,? instead of|,? rather than|,? over|; not) (?:with )?{_NAMED}(?![\w-])"
    rf"|(?i:^{_LEAD}(?:don't|do not|never|stop) us(?:e|ing) {_NAMED}[,;.:]? (?:but |please |always )*"
    rf"use {_NAMED}(?![\w-]))"
    rf"|(?i:^(?:no|nope|wrong)[,.:;!-]+ (?:please )?use (?:{_PROJECT_TOOLS})(?: instead)?[.!]*$)"
    rf"|(?i:^(?:in|for) (?:this|our) (?:repo|repository|project|codebase|team|company|workspace|monorepo),? we "
    rf"(?:use|always|never|don't|only) )"
)
_TOOL_ZH = re.compile(
    rf"(?i)^(?:请|以后|都|统一|一律|记得|，|,|\s)*(?:使用|用)\s*{_NAMED}[^。；;]{{0,8}}?[，,；;\s]*(?:不要用?|别用?|不用|而不是|不是)\s*{_NAMED}"
    rf"|(?i:^(?:请|以后|\s)*(?:不要|别|不准)(?:使用|用)\s*{_NAMED}[，,；;\s]*(?:请|要|改|都|统一|一律)*(?:使用|用)\s*{_NAMED})"
)
_ACTS_ZH = (
    "用|改|动|碰|删|写|加|超过|提交|推送|合并|发布|部署|上线|运行|跑|测试|检查|确认|问|告诉|回答|回复|输出|解释|使用|修改|编辑|保存|备份|记录"
    "|更新|安装|升级|引用|翻译|猜|编造|假设|跳过|覆盖|重启|生成|创建|命名|格式化|注释|执行|调用|安排|发送|遵守|遵循|保持|保留|说明|标注"
)
_ALWAYS_ZH = re.compile(
    rf"^(?:请|你|注意|另外|还有|记得|，|,|：|:|\s)*(?:永远|绝对|千万|任何时候都?|无论如何都?|始终|总是|一律|务必每次都?)"
    rf"(?:不要|别|不能|不得|不准|不许|禁止在?|要|都要|都|先|只|请|得|，|,)*(?:去|再|直接|随便|擅自|自己)*(?:{_ACTS_ZH})"
    rf"|^(?:请|你|注意|另外|，|,|\s)*绝不(?:要|能|可以|允许)?(?:{_ACTS_ZH})"
    rf"|^[^，,。？?]{{1,12}}(?:一律|统一|永远|始终)(?:都|要|不要|不|只)*(?:用|写|使用|采用|保持|加|放)"
)
_LATER_ZH = re.compile(
    r"^(?:不对|好的?|嗯|另外|还有|，|,|。|\s)*(?:以后|今后|从现在起|从今以后|从今天起)"
    r"(?:(?!可以|我[想会要再就]|会|能)[^，,。？?]){0,14}?"
    r"(?:都|请|统一|一律|默认|尽量|最多|最少|只|不要|别|不许|不准|必须|务必|记得|先|还是)"
    r"(?!会|能|是|没|有|可以|失败|报错|出错|一样|这样|再说|再谈|看|想|考虑)[^？?]{2,}"
)
_EACH_TIME_ZH = re.compile(
    rf"^(?:请|你|注意|另外|还有|记得|，|,|\s)*每(?:次|一次|回)(?!都?(?:失败|报错|出错|会|能|卡|慢|是|一样|这样|没))"
    rf"[^，,。？?]{{0,10}}?(?:之?前|之?后|时|的时候|完|好|，|,)\s*[，,]?(?:你|请)?(?:都要|都得|都请|都|先|要|必须|记得|务必|请|得)+"
    rf"[^，,。？?]{{0,4}}?(?:{_ACTS_ZH})"
    rf"|^(?:请|你|\s)*(?:提交|合并|发布|部署|上线|推送)(?:代码)?之?前[，,]?(?:一定要?|都要|必须|务必)(?:先)?[^，,。？?]{{0,4}}?(?:{_ACTS_ZH})"
)
_UNASKED_ZH = re.compile(
    rf"^(?:请|你|\s)*(?:没有?我的?(?:同意|允许|确认|批准)|未经我?的?(?:同意|允许|确认|批准)|不经我?(?:同意|允许|确认))[^。？?]{{0,6}}"
    rf"(?:不要|别|不能|不准|不许|不得|禁止)[^。？?]{{0,4}}(?:{_ACTS_ZH})"
)
_ONCE_ZH = re.compile(r"这次|这里|这个|这条|这一|这段|今天|现在|暂时|目前|刚才|上面|下面|那个|它$")

_LASTING = (
    "port|server|host(?:name)?|url|address|domain|endpoint|repo(?:sitory)?|(?:default |main |release |base )?branch"
    "|database|(?:minimum |required |supported |target )?version|deadline|time ?zone|email|region|budget|currency"
    "|language|owner|maintainer|manager|reviewer|team|office|birthday|name|limit|timeout|staging|production|prod|registry|license"
    "|client|customer"
)
_LASTING_ZH = (
    "端口|服务器|主机|地址|域名|接口地址|仓库|(?:默认|主|发布)?分支|数据库|版本|截止日期|时区|邮箱|区域|预算|货币|语言|负责人|维护者|经理"
    "|办公室|生日|名字|上限|超时|生产环境|测试环境|许可证|客户"
)
_CORRECTED = re.compile(
    r"(?i)^(?:no|nope|wrong|not quite|actually|that's wrong|that is wrong|incorrect)\s*[,.:;!-]+\s*"
    rf"(?P<fact>(?:the|our|my) (?:[\w-]+ ){{0,3}}?(?:{_LASTING})(?: (?:of|for|in|on) [\w -]{{1,40}}?)? "
    r"(?:is|are)(?: now| called| named)? "
    r"(?P<value>[^,;.?!]*(?:\.\w[^,;.?!]*)*)(?P<contrast>,? (?:and )?not [^?]{1,60}| instead of [^?]{1,60})?)[.!]*$"
)
_CORRECTED_ZH = re.compile(
    r"^(?:不对|不是|错了|你?[弄搞]错了|纠正一下)[，,。！!：:\s]+"
    rf"(?P<fact>(?:我们的?|我的|[\w一-鿿]{{0,8}}的)?[\w一-鿿]{{0,6}}?(?:{_LASTING_ZH})(?:应该|现在)?(?:是|叫|在|为)\s*"
    r"(?P<value>[^，,。？?！!；;]{1,40})(?P<contrast>[，,]\s*(?:而?不是|不叫)[^？?]{1,30})?)[。！!]*$"
)
_VALUE = re.compile(r"\d|`|/|\.\w|@|(?<!^)\b[A-Z]|^[A-Z]|[_-]\w|[\u4e00-\u9fff]{2}")
"""A value that can be looked up: a number, a path, a name."""


def is_one(sentence: str) -> bool:
    """Whether the sentence sets a rule that outlives the moment."""
    if len(sentence) > LONGEST:
        return False
    if _EACH_TIME.match(sentence):
        return not _ONCE.search(sentence)
    if any(form.match(sentence) for form in (_ALWAYS, _UNASKED, _TOOL)):
        return not (_ONCE.search(sentence) or _POINTED.search(sentence))
    if any(form.match(sentence) for form in (_ALWAYS_ZH, _LATER_ZH, _EACH_TIME_ZH, _UNASKED_ZH, _TOOL_ZH)):
        return not _ONCE_ZH.search(sentence)
    return False


def corrected(sentence: str) -> str:
    """The fact that a correction puts right, in the person's words; empty where that is something of the moment."""
    if len(sentence) > LONGEST:
        return ""
    found = _CORRECTED.match(sentence) or _CORRECTED_ZH.match(sentence)
    if not found or not (found["contrast"] or _VALUE.search(found["value"])):
        return ""
    is_of_the_moment = any(once.search(found["fact"]) for once in (_ONCE, _POINTED, _ONCE_ZH))
    return "" if is_of_the_moment else found["fact"].strip(" .!。！")


def may_hold(message: str) -> bool:
    """Whether somebody says a message, as far as its shape tells: what is pasted sets no rules."""
    return len(message) <= LONGEST_MESSAGE and not pasted.is_document(message)
