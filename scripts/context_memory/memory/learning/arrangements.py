"""How things are arranged around a person: what a word means, who is who, where things run, when somebody works.

These are told in passing, as the reason of a request, and hold until they are told anew. Each form has its own sign
that it is no event of the moment: weekdays in the plain present, an amount from which a thing is needed, "no longer",
a name for a role, an address.
"""

from ...text.patterns import lazy_regex
from . import own_voice

_WORD = r"[\"'“‘「『《][^\"'”’」』》\n]{1,40}[\"'”’」』》]"
_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?"
_ADDRESS = (
    r"(?:https?://\S+|\d{1,3}(?:\.\d{1,3}){3}|[\w-]+(?:\.[\w-]+)+(?::\d+)?|localhost(?::\d+)?|port \d+|~?/[\w./-]+)"
)
_MEANT = lazy_regex(
    rf"(?i)(?:when(?:ever)? (?:i|we) (?:say|write|type|mention|talk about) (?:{_WORD}|\w+),? (?:i|we|it|that)"
    rf"|(?:with|by) (?:{_WORD}|[\w-]+),? (?:i|we)) (?:always )?means?\b"
    rf"|{_WORD} (?:always )?(?:means|stands for|refers to) (?!that\b|it\b)\w"
)
_SPELLED = lazy_regex(
    r"(?:it's|it is|that's|my name is|the name is) [A-Z][\w-]+(?:,? (?:by the way|btw))?,? not [A-Z][\w-]+"
)
_WORK_DAYS = lazy_regex(
    rf"(?i)(?:i|we) (?:(?:only|usually|always|don't|do not|never) )?(?:work|train|teach|meet|ship|deploy|release)"
    rf"(?: from home)? (?:on |from )?{_DAY}(?:,? (?:to|through|and|till|until|or|-) {_DAY})*s?\b"
    rf"|(?:i'm|i am|we're|we are) (?:always |usually )?(?:off|out|away|in|at|free|busy|home)\b[^,;?]{{0,30}}"
    rf"\b(?:{_DAY} (?:to|through|and|till|until) {_DAY}|(?:on |every |each ){_DAY}s?)\b"
)
_FROM_AMOUNT = lazy_regex(
    r"(?i)(?:(?:all|any|our|new) )?[a-z][\w-]*s (?:(?:above|over|below|under|beyond|up to|from) [^\s,;?]*\d"
    r"|(?:larger|bigger|longer|older|more|less|smaller|shorter) than) ?[^,;?]{0,24}?"
    r" (?:needs?|requires?|must|ha(?:s|ve) to|gets?|goe?s?|are (?:to be|only|never|always)) (?!fixed\b)\w"
)
_NO_LONGER = lazy_regex(
    r"(?i)(?:we|our \w+)(?:'re| are| is|'ve| have)? (?:no longer|not .{1,20} any ?more|off|done with|now (?:on"
    r"|using|in)"
    r"|(?:all|fully|completely) on) (?!working\b|sure\b|able\b|seeing\b|getting\b)\w"
    r"|everything (?:(?:now|still) )?(?:runs|lives|goes|is (?:deployed|hosted|built|stored|kept)) (?:on|in"
    r"|through|via"
    r"|under|to) (?=\w)"
)
_RESTRICTED = lazy_regex(
    r"(?i)(?:the |our )?(?:[\w-]+ ){1,3}(?:is|are) (?:read[- ]only|write[- ]only|off[- ]limits|frozen until"
    r"|for (?:internal|testing|staging) (?:use )?only)\b(?! (?:error|file system|filesystem))"
)
_AT_ADDRESS = lazy_regex(
    rf"(?i)(?:go|connect|log ?in|ssh|deploy) (?:through|via|to|into) (?:the |our )[\w -]{{2,30}} (?:at|on|under)"
    rf" {_ADDRESS}|(?:the|our|my) (?:[\w-]+ ){{1,4}}(?:is|lives?|sits?|runs?)"
    rf"(?: now)? (?:at|on|under|behind) {_ADDRESS}"
)
_ROLE_NAME = lazy_regex(
    r"(?:(?i:the|our|my) )(?:[a-z-]+ ){0,2}[a-z-]+(?:'s name is|,? (?:is|are) (?:called|named)|'s called) [A-Z]\w+"
    r"|[A-Z]\w+(?: (?:and [A-Z]\w+))? (?:leads?|runs?|owns?|heads?) (?:it|that|them|this)[.!]*$"
)
_ADDRESSEE = lazy_regex(
    r"(?i)(?:talk|speak|explain (?:it|things|everything)|write)(?: things)? to me (?:like|as if|as though|as)\b \w"
    r"|(?:treat|address) me (?:like|as)\b \w"
)
_BOUNDED = lazy_regex(
    r"(?i)(?:keep|limit|cap) (?!(?:the|this|that|these|those|it|them)\b)(?:all |your "
    r"|our )?(?:[\w-]+ ){0,2}?[\w-]*[a-z]s"
    r" (?:under|below|within|to|at|shorter than|at most|no longer than)\b[^,;?]{0,20}\d"
    r"|(?:all|every|any) (?:of )?(?:the )?[\w-]+(?: (?:you|that you|in|for|on) [^,;?]{1,30}?)? (?:should|must|has to"
    r"|have to|needs to|need to) (?:be|use|have|go|come|stay|start|end|follow|say)\b(?!.*\b(?:fixed|passing|green)\b)"
)
_MEANT_ZH = lazy_regex(
    rf"我(?:们)?(?:说的?|讲的?|写的?)(?:[“‘「『][^”’」』]{{1,20}}[”’」』]|[\w一-鿿]{{1,8}})(?:都?是指|指的是|意思是)[^，,。？?]+"
    rf"|{_WORD}(?:都?是指|指的是|的意思是)[^，,。？?]+"
)
_DAYS_ZH = lazy_regex(
    r"(?:我|我们)(?:每)?(?:周|星期|礼拜)[一二三四五六日天](?:[到至、和](?:周|星期|礼拜)?[一二三四五六日天])*(?:都|一般|只)?"
    r"(?:在|不在|休|不上班|上班|开会|值班|远程|居家|有课)[^，,。？?]*"
)
_STARTS_ZH = lazy_regex(
    r"(?:我们|咱们|公司)的?[\u4e00-\u9fffA-Za-z]{2,8}?(?:从|到|每|于)[^，,。？?]{1,12}(?:开始|结束|截止|起算?|为止|发放?|更新)"
)
_FROM_AMOUNT_ZH = lazy_regex(
    r"(?:凡)?(?:超过|大于|高于|低于|小于|不到|满|少于)[^，,。？?]{1,10}的[^，,。？?]{1,8}(?:都|就|一?定|必)?(?:要|需|得|必须|走|由|不)"
    r"[^，,。？?]{2,}"
)
_STOPPED_ZH = lazy_regex(
    r"[^，,。？?我你]{2,14}(?:已经|早就|都)(?:停用|下线|废弃|弃用|停掉|不用|关停|淘汰)了"
    r"|(?:现在|目前)?(?:都|全部?|统一)(?:跑|放|存|部署|托管|走|搬|迁)(?:在|到)[^，,。？?]{2,}"
)
_ROLE_NAME_ZH = lazy_regex(
    r"(?!我|你|他|她|这|那)[\u4e00-\u9fff]{1,5}(?:实习生|经理|同事|助理|负责人|对接人|客户|老师|主管|顾问|律师|会计|房东|医生)"
    r"(?:叫|是)[\u4e00-\u9fff]{2,4}(?=[，,。]|$)|(?:实习生|经理|助理|负责人|对接人|联系人|主管|顾问|律师|会计|房东|医生|班主任)"
    r"(?:叫|是)[\u4e00-\u9fff]{2,4}(?=[，,。]|$)"
    r"|[\u4e00-\u9fff]{2,8}(?:换成|改成|现在是)(?:[\u4e00-\u9fff]{1,3}(?:工|总|经理|老师|姐|哥)|[老小][\u4e00-\u9fff])了?(?=[，,。]|$)"
)
_BOUNDED_ZH = lazy_regex(
    r"(?:回答|回复|解释|总结|邮件|文案|报告|注释|标题|提交说明|方案|说明)(?:都|里)?(?:别|不要|不用|不许)(?:那么|这么|太|总是|再)[^，,。？?]{1,8}"
    r"|[^，,。？?]{2,14}(?:都|统一|一律|全部)(?:写成|写作|按|用|标成|标注?为|显示成|保留)[^，,。？?]{2,}"
    r"|给我的[^，,。？?]{1,8}?(?:里|中)?(?:都|也|还)?(?:要|得|必须|带上|附上|写上|不要|别)[^，,。？?]{1,}"
    r"|[^，,。？?]{2,14}(?:字段|单位|金额|时间|日期|命名|格式)(?:都|统一|一律)(?:用|按|写|以|存)[^，,。？?]+"
)
_SUBJECT = (
    r"(?:i|we|(?:our|my) (?:[\w'-]+ ){1,3}?|the (?!(?:error|test|build|script|page|code|function|file|command"
    r"|output|log|last"
    r"|first|second|next|current|new|old|same|above|following|problem|issue|bug|fix|change|window|screen|button)s?\b)"
    r"(?:[\w'-]+ ){1,3}?|(?:all|every|each) (?:[\w'-]+ ){1,3}?"
    r"|(?-i:(?!(?:It|This|That|These|Those|He|She|They|There|What|Which|Who|If|When|Please|Now|Just|So|And|But"
    r"|You)\b)"
    r"[A-Z])[\w'-]+ )"
)
_BACKGROUND = lazy_regex(
    rf"(?i)(?!i (?:need|have)\b){_SUBJECT} ?(?:(?:is|are|has|have|go(?:es)?|com(?:e|es)|get(?:s)?|work(?:s)?"
    rf"|run(?:s)?|live(?:s)?|take(?:s)?"
    r"|bill(?:s)?|charge(?:s)?|cost(?:s)?|start(?:s)?|end(?:s)?|open(?:s)?|close(?:s)?|expire(?:s)?|belong(?:s)?"
    r"|sleep(?:s)?|eat(?:s)?|pay(?:s)?|sell(?:s)?|ship(?:s)?|speak(?:s)?|need(?:s)?|accept(?:s)?|answer(?:s)?"
    r"|sit(?:s)?"
    r"|prefer(?:s)?|use(?:s)?|read(?:s)?|write(?:s)?|teach(?:es)?|handle(?:s)?|cover(?:s)?|report(?:s)?"
    r"|deliver(?:s)?)"
    r"(?: away| up| off| out)?|only|always|never|mostly|usually)\b"
    r"(?! (?:been|to do|to see|to know|going|being|now|just|still|already|so|too|very|it|this|that|the same)\b)"
    rf"(?=[^;?]*\b(?:only|always|never|mostly|usually|rarely|every|each|all|nobody|unless|except|by the|per|early"
    rf"|late"
    rf"|until|after \w+|before \w+|{_DAY}|january|february|march|april|may \d|june|july|august|september|october"
    rf"|november"
    r"|december|noon|midnight|\d{1,2}(?::\d\d)? ?(?:am|pm|euros?|dollars?|%|days?|weeks?|hours?|people|months?))\b)"
    r"(?!.*\b(?:\w+ing (?:an?|the)\b|when i|after i|before i|it|error|fail|crash|wrong|broken|empty|missing"
    r"|instead))[^;?]+"
)
_NO_MORE = lazy_regex(
    r"(?i)no (?:more )?(?!(?:problem|worries|idea|need|way|thanks|matter|one|longer|doubt|rush|hurry|reason|luck"
    r"|errors?)\b)"
    r"(?:[\w-]+ ){1,3}(?:on|in|for|to|from|with|after|before|without) (?!(?:the|this|that|it|my)\b)\w"
    r"|(?:please )?(?:keep|write|put|do|say) everything (?:in|as|with|without) (?!(?:the|this|that|one|it)\b)\w"
    r"|(?:answer|reply|write|talk|speak|respond|use|stay|keep|assume)\b[^,;?]*\bunless (?:i|we|told|asked)\b"
)
_TAKES_OVER = lazy_regex(
    r"[A-Z]\w+ (?:took over|has taken over|inherited|does|runs|handles|covers|owns) (?:the |our |my )?\w+(?: \w+)?"
    r" (?:from|for|instead of) (?:[A-Z]|us\b|everyone)\w*|I'm colou?r blind\b"
)
_BACKGROUND_ZH = lazy_regex(
    r"(?!这|那|它|他|她|你|请|帮|先|再|把|为什么|怎么)[^，,。？?！!；;]{1,12}?"
    r"(?:只能(?:在|由|用|从|通过|走)|大多(?:是|数是|在)?|基本上?都?(?:是|在|用)|归[\u4e00-\u9fff]{1,4}管|不许|不准|不允许"
    r"|(?:\d+|[一二三四五六七八九十]+)(?:月底?|号|日)(?:[^，,。？?]{0,4})?(?:下线|截止|到期|关闭|停用|上线|结束|开始)"
    r"|按(?:小时|天|月|年|次|人头|项目|季度)[^，,。？?]{1,6})[^，,。？?！!；;]*"
    r"|(?:整|全)(?:本书|个项目|部|站|文|书|篇)[^，,。？?]{0,6}(?:都|一律|统一)[^，,。？?]{2,}"
    r"|我(?:一般|通常|每天|平时)?(?:睡|起|吃|走|下班|上班)得(?:早|晚|少|多|快|慢)|我(?:是)?(?:色盲|色弱|左撇子|近视|素食|过敏体质)"
    r"|(?:早上|晚上|中午|下午|周末|[一二三四五六七八九十\d]+点)(?:以?[前后])(?:都|就)?(?:别|不要|不)[^，,。？?]{2,}"
    r"|除非[^，,。？?]{2,14}[，,](?:否则|不然)?(?:都|就|一律|别|不要)[^，,。？?]{2,}"
)
_PASSES = lazy_regex(
    r"(?i)\b(?:since|(?:is|are|'s|'re|am|'m) \w+ing|this|that|these|those|went|was|were|did|had|again|error|just"
    r"|now)\b"
)
_PASSES_ZH = lazy_regex(r"这(?:次|里|个|条|段|份|一)|那(?:个|条|段|边)|报错|失败|挂了|没有?反应")


def is_one(sentence: str) -> bool:
    """Whether a clause of the sentence tells such an arrangement."""
    return (
        own_voice.is_general(sentence, _MEANT)
        or own_voice.holds(
            sentence,
            _MEANT,
            _SPELLED,
            _WORK_DAYS,
            _FROM_AMOUNT,
            _NO_LONGER,
            _RESTRICTED,
            _AT_ADDRESS,
            _ROLE_NAME,
            _ADDRESSEE,
            _BOUNDED,
            _NO_MORE,
            _TAKES_OVER,
        )
        or own_voice.holds(sentence, _BACKGROUND, never=_PASSES)
        or own_voice.holds(
            sentence,
            _MEANT_ZH,
            _DAYS_ZH,
            _STARTS_ZH,
            _FROM_AMOUNT_ZH,
            _STOPPED_ZH,
            _ROLE_NAME_ZH,
            _BOUNDED_ZH,
            _BACKGROUND_ZH,
            never=_PASSES_ZH,
        )
    )
