"""Extracts what a person states in their own voice: not pasted, reported, supposed, asked, joked or for this once.

Two gates of words come first: something about the person, and a correction. The words are RsClaw's (SPEC 5.3). Text in
code fences and quoted lines does not count, curly apostrophes are straight, and Latin words count whole: `i like` is
not found in `wiki like`.
"""

import re
from collections.abc import Iterator

from ...text import lexing, pasted, sentences
from ...text.patterns import lazy_regex

SHORTEST, LONGEST = 4, 4_000
"""Characters of a message that may tell something about the person."""
SHORTEST_CORRECTION = 2

_TELLS = """
我叫 我是 我的 我家 我住 住在 我用 我习惯 喜欢 讨厌 我想要 我希望 我们公司 我老婆 我妻子 我太太 我老公
我儿子 我女儿 我爸 我妈 我生日 记住 记一下 记下 帮我记 偏好 以后每次 每次都
my_name my_wife my_husband i_live i'm_from i_am i'm i_like i_prefer i_hate i_use i_work call_me
remember_that remember_to
"""
_CORRECTS = """
不对 错了 搞错 弄错 不是这 不是我要 我说的是 应该是 应该用 别这样 别用 不要这样 重新 纠正 下次 以后不要 以后别
记住别 不准
that's_wrong thats_wrong not_what_i not_correct incorrect you_should should_have don't_do do_not_do stop_doing
next_time actually_i_meant i_meant not_like_that redo you_misunderstood
"""
_FENCED = lazy_regex(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_QUOTED = lazy_regex(r"^\s*>.*$", re.MULTILINE)


_MANY_SENTENCES = lazy_regex(
    r"[\"“][^\"”\n]{8,200}[.!?]\s[^\"”\n]{8,600}[\"”]|[“「][^”」\n]{4,100}[。！？][^”」\n]{4,300}[”」]"
)
"""A quotation that goes on after a full stop is somebody's text, whoever is named."""
_QUOTES = lazy_regex("[\"“「']")
_CITED = lazy_regex(
    r"(?i)(?P<who>\b(?:says?|said|wrote|writes|quote|reads?|goes|claims?|replied|answered|texted|e-?mailed)\b"
    r"[^\"“'\n.!?]{0,40})(?:[\"“][^\"”\n]{12,400}[\"”]|'(?=\w)(?:[^'\n]|'(?=\w)){12,400}'(?!\w))"
    r"|(?P<who_zh>(?:说|写道?|回复?|问|道|发来|原话)[^“「\n。！？]{0,8})[“「][^”」\n]{6,200}[”」]"
)
"""What somebody is said to have said, word for word, over several sentences too."""


def _any_of(markers: str) -> re.Pattern[str]:
    words = [marker.replace("_", " ") for marker in markers.split()]
    chinese = [re.escape(word) for word in words if not word.isascii()]
    latin = [re.escape(word).replace(r"\ ", r"\s+") for word in words if word.isascii()]
    return re.compile("|".join([*chinese, rf"\b(?:{'|'.join(latin)})\b"]))


_TELLING = _any_of(_TELLS)
_CORRECTING = _any_of(_CORRECTS)


def tells_something(text: str) -> bool:
    """Whether a message may hold a fact about the person, or asks to remember one."""
    return SHORTEST <= len(text.strip()) <= LONGEST and _TELLING.search(_as_compared(text)) is not None


def corrects(text: str) -> bool:
    """Whether a message corrects what was done."""
    return SHORTEST_CORRECTION <= len(text.strip()) <= LONGEST and _CORRECTING.search(_as_compared(text)) is not None


def own_words(text: str) -> str:
    """What a person says in a message: no code, terminal lines, logs, diffs or quoted lines; apostrophes straight."""
    own = pasted.without_pasted(_QUOTED.sub("", _FENCED.sub("", text))).replace("’", "'")
    return _MANY_SENTENCES.sub("…", _CITED.sub(r"\g<who>\g<who_zh>…", own)) if _QUOTES.search(own) else own


def _as_compared(text: str) -> str:
    return lexing.folded(own_words(text))


LONGEST_SAID = 1_200
"""Characters without what is pasted; longer ones are prompts. By hand: of 342 messages of persons in real transcripts,
up to 2,500 characters, none that holds nothing lasting was learnt from."""

_PASTED = lazy_regex(
    r"(?im)^(?!.*\b(?:my|our)\b)(?!.*我们?的).*(?:\b(?:here (?:is|are|'s)|below|following|pasted|attached"
    r"|this is the)\b|下面|以下|如下|附上).*[:：]\s*$"
)
"""A line that hands over a text of others; all after it is theirs."""
_HANDED = lazy_regex(
    r"(?i)^(?:(?:please|pls|can you|could you|would you|now|and|ok(?:ay)?|quick|just),? )*"
    r"(?:(?:translate|proofread|paraphrase|rephrase|reword|polish|summari[sz]e|correct|rewrite|shorten|improve)\b[^:\n]{0,60}"
    r"|(?:turn|put|make|draft|write|print|post|publish|send|answer|reply|set|say|add)\b[^:\n]{0,40}\b(?:signs?|mails?"
    r"|e-?mails?|letters?|notes?|notices?|messages?|posters?|posts?|newsletters?|headlines?|headings?|titles?|cards?|captions?|slides?"
    r"|announcements?|invitations?|english|german|french|spanish|dutch|polish|italian|chinese|words)\b[^:\n]{0,50}):\s*\S"
    r"|^[^:\n]{0,60}\b(?:fix|check|correct|polish|proofread|improve)\b[^:\n]{0,30}\b(?:grammar|spelling|english|wording"
    r"|typos|style|tone|mistakes)\b[^:\n]{0,20}:\s*\S"
    r"|^(?:set|change|put) the (?:title|heading|headline|text|label|subject)\b[^\n]{0,30}['\"“]"
    r"|^(?:请|帮我|帮忙|麻烦|给我|把|将|再|你)*(?![^：:]*(?:一律|统一|都)).{0,8}(?:翻译|[翻译]成|润色|改写|校对|续写|扩写|缩写|改得"
    r"|改[下改一正]*(?:语病|病句|语法|错别字)|(?:写|拟|起草|做|发|贴)[^：:。]{0,16}(?:通知|公告|邮件|信|牌子?|告示|文案|消息|回复|声明|标语|条|帖)"
    r"|标题(?:改成|写|用)|[^：:。]{0,30}(?:需求|规格|功能点?|设定|条款|原文|规则|要点|草稿)[^：:。]{0,4}如下|[^：:。]{0,30}贴(?:一下|出来|给你|过来|在[这下]))[^：:。]{0,24}(?:[：:]\s*\S|[“\"][^”\"]*[”\"][，,])"
)
"""What is handed over in the sentence that says what to do with it; all after it is somebody's text."""
_FICTION = lazy_regex(
    r"(?i)(?:^|\b(?:please|pls|you|now|and) )play (?:an?|the|my) [\w' -]{3,60}? who\b"
    r"|\b(?:pretend|imagine|role-?play|act as|you(?:'re| are) (?:now )?an? (?!\w+ing)|(?:short )?stor(?:y"
    r"|ies)\b(?! points?)|joke about|poem|novel|haiku|song|lyrics"
    r"|dialogue|screenplay|fairy tale|user stor(?:y|ies)|protagonist|my (?:main )?character|devil's advocate"
    r"|write (?:me )?an? (?:scene|sketch|skit|speech|toast)|you are (?:the|my) (?:\w+ ){1,2}and (?:i am|i'm)"
    r"|in (?:the|my|our|his|her) (?:game|film|movie|series|play|comic|novel|next scene)|scene \d+"
    r"|act (?:[ivx]+|\d+)(?= *[.:,])|the (?:\w+ ){0,3}(?:we're|i'm|we are|i am) (?:building|designing|inventing))\b"
    r"|\b(?-i:INT|EXT)\. |^(?-i:[A-Z]{2,}) \([a-z][^)]{2,20}\):|^'(?=\w[^']{20,}$)"
    r"|笑话|段子|谜语|假装|假如|扮演|想象|小说|故事|剧本|台词|作文|诗歌|改成诗|写一?首|主角(?!是我)|童话|[游影剧]戏?[里中]的?[^，。]{0,3}[龙人怪角]|旁白|对白|唱个?反调|设定[：:]|接着往下写|写[个一]?段?(?:段落|场景|一幕)"
    r"|你现在是[^，,。]{1,10}[，,]我是|假设有|(?:如果|要是)当初|当初(?:如果|要是)|按(?:照|着)?(?:这个|上面的|以下)?(?:需求|设定)|别人公司|其他公司"
)
"""From here on somebody else speaks."""
_REPORTED = lazy_regex(
    r"(?i)\b(?:if|whether|when|suppose|supposing|assume|assuming|says?|said|tells?|told|states?|reads|claims?"
    r"|as an? \w+,|someone|example|translat\w+"
    r"|(?:re)?write (?:an?|me|some|the|this|as)|scene|role|logs?|error|complains?|why|how|what)\b[^.]{0,60}$"
    r"|(?:如果|假如|要是|万一|比如|例如|假设|翻译|写一?[篇封段个首句]|加一?[行句段]|说|写着|写道|听说|据说|日志|报错"
    r"|提示|问：?|回答：)[^。]{0,20}$"
)
"""Before a cue: the sentence supposes or reports, it does not tell."""
_ASKS = lazy_regex(
    r"(?i)^(?:(?:and|so|but|ok|okay|hey|hi|also|btw),? )?(?:what|why|how|when(?! (?:i|you|we)\b)|where|who|whose|which"
    r"|is|are|was|were|do"
    r"|does|did|am|has|have|should"
    r"|shall|would|will|could|can|may)\b(?! you (?:please )?(?:always|never|stop|only|from now)\b"
    r"| you\b[^?]*\b(?:from (?:now|here|today) on(?:wards)?|going forward|in (?:the )?future|every time|by default)\b)"
)
_ASKS_ZH = lazy_regex(
    r"为什么|怎么(?!样都)|是不是|能不能(?!别|不要|以后|每次都)|要不要|会不会|有没有|多少|哪里|哪个|什么时候|是否"
    r"|[吗呢么][。！]?$"
)
_PAPERS = (
    r"contracts?|clauses?|agreements?|leases?|letters?|minutes|memos?|reports?|polic(?:y|ies)|briefs?|briefing|tutorials?"
    r"|guidelines?|guides?|manuals?|handbooks?|recipes?|signs?|notices?|terms|readmes?|docs|documentation|tickets?"
    r"|specs?|specification|requirements?|articles?|books?|forums?|films?|movies?|ads?|slogans?|mottos?|exams?|posts?"
    r"|threads?|sites?|websites?|reviews?|labels?|instructions|regulations?|standards?|brochures?|leaflets?|laws?|warnings?"
)
_PAPERS_ZH = (
    "合同|协议|条款|纪要|报告|教程|文档|brief|README|readme|公告|通知|规定|菜谱|食谱|大纲|制度|指南|需求|PRD|prd|书|帖子|贴吧"
    "|论坛|攻略|广告|标语|说明书|规范|手册|政策|文章|课本|题目|面谈|程序|剧|电影|视频|新闻|工单|规则|系统|考试|平台"
)
_TELLS_OF = (
    r"(?:says?|said)(?! (?:what|and)\b)|(?:thinks?|thought|claims?|claimed|insist(?:s|ed)?)|wrote|writes|argues?"
    r"|believes?|reckons|reads?(?=\s*[:\"'“])|tells? (?:you|one|us|people)\b|told (?:the|us|them|him|her)\b|recommends?"
    r"|swears|keeps saying|wants? (?:us|me|everyone|to know)\b|used to (?:say|insist|tell)"
    r"|asks? (?:us|you|whether|if)\b"
)
_MAY_ORDER = (
    r"doctor|gp|physio\w*|dentist|therapist|surgeon|vet|midwife|\w+ologist|dietitian|nutritionist|supervisor|boss|manager"
    r"|lawyer|coach|accountant|professor|tutor|client|landlord"
)
_MAY_ORDER_ZH = "医生|大夫|主任|领导|老板|导师|法务|主管|经理|组长|教练|营养师|会计|律师|房东"
_NOT_OWN = r"(?:(?:so|and|but|ok(?:ay)?|anyway|well|hm+|btw|also)\b[,:]? )*"
_HEARD = lazy_regex(
    rf"(?i)^{_NOT_OWN}(?:rumou?r has it|apparently|i heard|i read (?:that|it somewhere|somewhere)|they say"
    r"|suppos(?:e|ing)\b|assuming\b|according to|fun fact\b"
    rf"|in the (?:\w+ )?(?:{_PAPERS})\b[^.:]*\b(?:reads|says|states|must|mustn't|shall|may not|it)\b"
    r"|(?:it|this|that|here) (?:says|reads|states)\b"
    r"|(?:requirement|req|acceptance criteri\w+|user story|game rules?|rules? of the (?:game|ship|club))\b[^a-z:]*:"
    rf"|(?!(?:i|we|you|who\w*|when|what|if|forget|scrap)\b)(?!(?:my|our|the) (?:[\w-]+ )?(?:{_MAY_ORDER})\b)"
    r"(?!our (?:\w+ )?(?:team|group|lab|family|company|office|department|shop|club) writes)"
    rf"(?:[\w'’-]+(?<!n't)(?<!not) ){{1,5}}(?<!\bi )(?<!\bwe )(?<!\byou )(?<!\bto )(?<!\bbut )(?<!\band )"
    rf"(?<!\bplease )(?<!\bjust )(?<!\bwe always )(?<!\bi always )(?<!\bwe never )(?<!\bi never )(?:{_TELLS_OF})"
    r"(?!\w| (?:me|my)\b)"
    r"|[\w' ]{2,20}'s rule is\b)"
    r"|, (?:says|said|wrote|thinks|claims) (?:the|my|our|their|his|her|[A-Z])[\w ]{1,25}[.!]*$"
)
_HEARD_ZH = lazy_regex(
    r"^(?:听说|据说|听闻|传闻|有人说|网上说|假设|设想"
    r"|(?:[小阿]|老(?![板师]))[\u4e00-\u9fff]{1,2}说(?!了?算|.*(?:改[成用为到]|换成|还是))|需求\s*[\d.]*[：:]|游戏规则|(?:合同|协议)?第.{1,4}条[：:])"
    rf"|^(?!.*(?:里|中|上)?(?:不要|别|都|一律|统一))[^，,。？?我咱你]{{0,10}}(?:{_PAPERS_ZH})(?:里面?|上|中|的?第?[\d一二三四五六七八九十]*[条章页]?)"
    r"[^，,。？?]{0,6}(?:说|写(?!成)|要求|规定|让人?|记录|显示)"
    rf"|^[^，,。？?我咱你]{{0,8}}(?:{_PAPERS_ZH})(?:里面?|上|中)?[^，,。？?都]{{0,4}}(?:说(?!明)|写(?:着|道|明|的|了?[：:，,])|要求|规定|让人)"
    rf"|^(?!.{{0,6}}(?:{_MAY_ORDER_ZH}))[^，,。？?我你咱别]{{1,12}}(?:老说|常说|(?<!再)(?<!别)(?<!要)说过?(?=他|她|，|,|：|:|“|\")|吐槽|反映|留言|声称|主张)"
    r"|(?<!跟)(?<!和)(?<!对)(?:他|她|有人|人家|对方|客户原话)[^，,。？?话]{0,4}说(?!了?算|话)"
)
"""What somebody else says, whoever passes it on."""
_FOR_THIS_ONCE = lazy_regex(
    r"(?i)\bfor this (?:\w+ ){1,2}only\b|\bonly for this \w+|\bjust this once\b|\bthought experiment\b|\bno decision\b"
    r"|\bback to normal\b|\bjust roughly\b|\bi (?:honestly |really )?(?:can't|cannot|don't) (?:remember|recall)\b"
    r"|还没(?:定|想好|决定)|回头再说|等我回来|我回来再|看一眼|刚刚?收到|就这一?次|仅此一次|先不动"
)
"""Says that nothing of it lasts, or that nothing is settled yet."""
_REACTS = lazy_regex(
    r"(?i)^(?!.*\b(?:but|though|however|always|never|from now|going forward)\b)(?:"
    r"(?:(?:yes|yeah|wow|oh|ok(?:ay)?|great|perfect|honestly|definitely),? )*"
    r"(?:(?:that|this|these|those|the|your)(?: [\w-]+){0,4}?|it|all of (?:this|that)) "
    r"(?:really |definitely |absolutely |totally |all )*(?:sounds?|looks? (?:good|great|right|correct|fine|like)"
    r"|feels? (?:like|right)|(?:is|are) exactly what|would (?:really )?(?:make|help|be) |makes me|brings?)\b"
    r"|.*\b(?:thank goodness|what a relief|that's a relief|i (?:just )?can't wait)\b"
    r"|i (?:really |definitely |also )*(?:like|love|prefer|pick|choose|go with) "
    r"(?:\#\s?\d|(?:number|option|version|variant|idea) \w|how you)"
    r"|i (?:really |definitely |also |just |still )*(?:don't want to (?:be|feel|look|forget|miss|lose|end up)"
    r"|want to make sure)\b(?!.* you\b)"
    r"|.*\b(?:(?:talk|chatt|speak)ing (?:to|with) you|every time (?:i|we) (?:talk|chat|speak)"
    r"|you(?:'re| are) such an?)\b)|(?:和|跟)你聊|你真是|(?:感|多)谢你|谢谢你(?:的|总|一直|们)"
)
"""Says what one makes of a reply, of a choice or of the talk itself."""
_LETTER = lazy_regex(
    r"(?i)\b(?:we (?:sincerely )?apologi[sz]e for|we would be (?:happy|glad|delighted) to"
    r"|as per (?:our|the|your) (?:\w+ )?(?:agreement|contract|call|conversation|request)|please find attached"
    r"|(?:best|kind|warm) regards|thank you for your (?:patience|inquiry|order|interest))\b"
    r"|^dear (?:sir|madam|customers?|guests?|team|all|mr|ms|mrs|hiring)\b"
    r"|深表歉意|敬请谅解|敬请期待|^尊敬的|特此[通公]|^此致|顺祝"
)
"""From here on it is a letter that somebody else gets."""
_IF_SO_ASKS = lazy_regex(
    r"(?i)^(?:and |so |but |ok(?:ay)?,? )?(?:if|when|since|once)\b[^?]*?,\s*(?:then )?"
    r"(?:would|could|can|should|shall|will|is|are|do|does|did|may|what|how|which|where|who|why)\b"
    r"(?! you (?:please )?(?:always|never|stop|only)\b).*\?\W*$"
)
"""A condition before the question: "if it cannot be changed, would … ?"."""
_TAG = lazy_regex(
    r"(?i)[,，]?\s*(?:no|right|yes|correct|ok(?:ay)?|isn't it|don't you|huh|对吧|对吗|对不对|是吧|好吗|好不好|行吗"
    r"|可以吗)\s*[?？]\s*$"
)
"""What makes a question of all before it."""
_CONSENT = lazy_regex(
    r"(?i)[,，]?\s*(?:right|correct|isn't (?:it|that)|is(?:n't)? that (?:right|so)|huh|no"
    r"|对吧|对吗|对不对|是吧|是吗|没错吧)\s*[?？]+\s*$"
)
_POLITE = lazy_regex(
    r"(?i)(?:(?:can|could|would|will) you (?:please )?)?(?:stop|never|always|not) \w|(?:能不能|可不可以)(?:别|不要"
    r"|以后)"
)
_CLAUSE = lazy_regex(
    r"[,;:—–]\s+|\s-\s+|[，；：、]\s*|(?<=[\u4e00-\u9fff])[,;:]\s*|\b(?:and|but|so|because|since|as)\s+(?=(?:I|I'm|I've"
    r"|my|we|our|please|don't|never|from|you|keep|use|always|make sure|can|could|would|let's)\b)"
    r"|(?<=[\u4e00-\u9fff])(?:而且|但是?|所以|因为|并且)"
)
_OPENING_QUOTES = '"“‘「『《`'
_CLOSING_QUOTES = '"”’」』》`'


def own_sentences(message: str) -> Iterator[str]:
    """The sentences that are the person's own, in order: none of what they pasted, quoted or had somebody else say."""
    words = own_words(message)
    if pasted := _PASTED.search(words):
        words = words[: pasted.start()]
    for sentence in sentences.split_sentences(words):
        if _FICTION.search(sentence) or _HANDED.search(sentence) or _LETTER.search(sentence):
            return
        is_own = not (sentences.is_code(sentence) or _is_told(sentence))
        if is_own and not (_FOR_THIS_ONCE.search(sentence) or _REACTS.search(sentence)):
            yield sentences.plain_sentence(sentence)


def _is_told(sentence: str) -> bool:
    return (_HEARD_ZH if lexing.has_cjk(sentence) else _HEARD).search(sentence) is not None


def may_be_said(message: str) -> bool:
    """Whether somebody says a message, as far as its shape tells: what is pasted sets no rules."""
    return len(own_words(message)) <= LONGEST_SAID and not pasted.is_document(message)


def seeks_consent(sentence: str) -> bool:
    """Whether it asks to be told that it is so: `we use tabs here, right?`."""
    return _CONSENT.search(sentence) is not None


def asks_of_a_case(sentence: str) -> bool:
    """Whether all of it is a question about a case: `if it cannot be changed, would … ?`."""
    return _IF_SO_ASKS.match(sentence) is not None


def is_question(sentence: str) -> bool:
    """Whether the whole of it asks, also without its mark."""
    return (
        _TAG.search(sentence) is not None
        or asks_of_a_case(sentence)
        or (_ASKS.match(sentence) is not None and _ends_asking(sentence))
        or (_asks(sentence) and not _CLAUSE.search(sentence))
    )


def _asks(clause: str) -> bool:
    if _POLITE.match(clause):
        return False
    return _ends_asking(clause) or bool(_ASKS.match(clause) or _ASKS_ZH.search(clause))


def _ends_asking(text: str) -> bool:
    return text.rstrip(" \"')*").endswith(("?", "？"))


def is_said(text: str, at: int) -> bool:
    """Whether what stands there is the person's own statement: not inside a quotation, not supposed or reported."""
    before = text[:at]
    quotes = sum(before.count(c) for c in _OPENING_QUOTES) - sum(
        before.count(c) for c in _CLOSING_QUOTES if c not in _OPENING_QUOTES
    )
    return quotes % 2 == 0 and not _REPORTED.search(before)


_LASTING = (
    r"(?:port|servers?|host(?:name)?|url|address|domain|endpoint|repo(?:sitory)?|branch|database|db|versions?|deadline"
    r"|time ?zone|e-?mail|region|budget|currency"
    r"|language|owner|maintainer|manager|reviewer|team|office|birthday|limit|timeout|staging|production|prod|registry"
    r"|license|clients?|customers?|users|account"
    r"|backups?|keys?|password|credentials|size|cap|maximum|minimum|threshold|price|fee|rent|wifi|stand-?up|retro|lease"
    r"|contract|subscription|alarm|(?:user ?)?id|username|year|stack|framework|company|product|website|phone|contact"
    r"|fiscal year|rate|policy|sprint|bucket|cluster|environment)"
)
_LASTING_ZH = (
    "(?:端口|服务器|主机|机器|地址|域名|接口|仓库|分支|数据库|版本|截止日期|截止时间|时区|邮箱|区域|预算|货币|语言"
    "|负责人|维护者|经理|对接人?|联系人|办公室|名字"
    "|上限|超时|环境|许可证|客户|用户|账号|电话|公司|网址|官网|主题色|技术栈|框架|工期|发版日|密码|团队|代号|全称|备份"
    "|财年|工资日|例会|周会)"
)
_VALUE = lazy_regex(
    r"\d|`|/|\.\w|@|(?<!^)\b[A-Z]|^[A-Z]|_\w|\b(?:every|mostly|never|only|always|under|behind|next to|inside|kept"
    r"|registered|near)\b"
)
"""A value that can be looked up: a number, a path, a name."""
_CONTRAST = r"(?P<contrast>,? (?:and )?not [^?]{1,60}| instead of [^?]{1,60})?"
_CORRECTED = lazy_regex(
    r"(?i)^(?:no|nope|wrong|not quite|actually|that's wrong|that is wrong|incorrect)\s*[,.:;!-]+\s*"
    rf"(?P<fact>(?:the|our|my) (?:[\w-]+ ){{0,3}}?{_LASTING}(?: (?:of|for|in|on) [\w -]{{1,40}}?)? "
    rf"(?:is|are)(?: now| called| named)? (?P<value>[^,;.?!]*(?:\.\w[^,;.?!]*)*){_CONTRAST})[.!]*$"
)
_CORRECTED_ZH = lazy_regex(
    r"^(?:不对|不是|错了|你?[弄搞]错了|纠正一下)[，,。！!：:\s]+"
    rf"(?P<fact>(?:我们的?|我的|[\w一-鿿]{{0,8}}的)?[\w一-鿿]{{0,6}}?{_LASTING_ZH}(?:应该|现在)?(?:是|叫|在|为)\s*"
    r"(?P<value>[^，,。？?！!；;]{1,40})(?P<contrast>[，,]\s*(?:而?不是|不叫)[^？?]{1,30})?)[。！!]*$"
)
_POINTED = lazy_regex(r"(?i)\b(?:this|that|it|them|these|those|here)[.!]*$")


def corrected(sentence: str) -> str:
    """The fact that a correction puts right, in the person's words; empty where that is something of the moment."""
    found = _CORRECTED.match(sentence) or _CORRECTED_ZH.match(sentence)
    if not found or not (
        found["contrast"] or _VALUE.search(found["value"]) or "\u4e00" <= found["value"][0] <= "\u9fff"
    ):
        return ""
    return "" if _POINTED.search(found["fact"]) else found["fact"].strip(" .!。！")
