"""What a person said outright: asked to be remembered, a name, a preference, a rule for later. No model is needed.

Each fact is one sentence in the person's own words and language; names become a labelled value, so that a new
one takes the place of the old. Wary on purpose: questions, quotations, code, choices of the moment and sentences
that only point at something else are left out, because a wrong memory is worse than none.
"""

import re
from dataclasses import dataclass

from ...text.patterns import lazy_regex
from ..docs import Kind
from . import arrangements, own_voice, standing_rules

LONGEST_LASTING = 240
"""Characters of a sentence that states one."""

# -- the person ------------------------------------------------------------------------------------

_TASTE = lazy_regex(
    r"(?i)my favou?rite [\w -]{2,40} (?:is|are) \w|i (?:(?:always|generally|usually|really|much|strongly|personally"
    r"|typically|also|still) )*"
    r"(?:prefer|don't like|do not like|hate|dislike|love|can't stand)\s+"
    r"(?!(?:it|this|that|these|those|them|him|her|his|their|you|your|how|what|where|when|option|number|the|if|one|doing"
    r"|having|but|and|or"
    r"|to(?:[.!,]|$| (?:see|say|do|have|go|know|be|start|keep|wait|ask|admit)\b))|not\b|#?\d|(?-i:[A-D])\b)\w"
)
_HABIT = lazy_regex(
    r"(?i)i (?:usually (?!(?:think|forget|get|see|find|feel|have|prefer but)\b)\w+|(?:always|never|only|mostly|normally"
    r"|typically) (?:eat|drink|sleep|read|write|fly|travel|sit|buy|pay|take|need|meet|drive|smoke"
    r"|sign|deploy|commit|speak|cook|wear|cycle|run)|(?:don't|do not) (?:eat|drink|drive|smoke|fly|speak)) "
    r"(?!(?:the|this|that|these|those|it|them|any)\b)\w"
    r"|(?:i|we)\b(?! am\b|'m\b)[^,;?]{3,60}\b(?:(?:every|each) (?:mon|tues|wednes|thurs|fri|satur|sun|week|month|year"
    r"|morning|evening|night)\w*|on \w+days\b)"
)
_AM = lazy_regex(
    r"(?i:i(?:'m| am)) (?:(?i:also|now|currently|originally|severely|mildly|lactose|gluten) )*"
    r"(?:(?i:allergic|vegetarian|vegan|diabetic|colou?r-?blind|deaf|blind|dyslexic|left-handed|pregnant|celiac|coeliac"
    r"|intolerant|retired|married|divorced"
    r"|muslim|jewish|hindu|christian|bilingual|self-employed|freelance|based in|(?:responsible for"
    r"|in charge of)(?! (?:my|it|this|that)\b)|training for|studying|learning|saving for)\b|from (?=[A-Z])"
    r"|[A-Z]\w+, an? (?=\w)|\d+ years old\b|(?i:an?|the) (?!(?i:bit|little|lot|big|huge|fan|while|mess|idiot|moron|few"
    r"|bot|robot|person|one|only|same|first|last)\b)[a-z][\w-]+"
    r"(?=(?: [\w-]+){0,4}(?:[,.;!]|$| (?:at|in|for|from|with|on|of|and)\b)))"
)
_DO = lazy_regex(
    r"I (?:(?:also|now|currently|mostly|actually) )?(?:live (?:in|near|at|with) (?=[A-Z])|(?:just |recently "
    r"|have )?moved to (?=[A-Z])|come from (?=[A-Z])|grew up in (?=[A-Z])"
    r"|work (?:(?:at|for|with|in) (?=[A-Z])|as an? |nights\b|from home|remotely|part[- ]time|shifts"
    r"|in (?:the )?[a-z]+(?=[,.]|$| and\b))"
    r"|(?:run|lead|manage|own|head|founded) (?:the|a|an|our|my) (?:[\w-]+ ){0,3}(?:team|group|company|department"
    r"|business|shop|store|clinic|school|platform|studio|agency|lab)"
    r"|teach |study |speak (?=[A-Z])|have (?:(?:severe|mild|type \d) )?(?:asthma|diabetes|epilepsy|migraines|adhd|ADHD"
    r"|dyslexia|arthritis|celiac)"
    r"|have (?:an?|one|two|three|four|\d+) (?:[\w-]+ )?(?:dogs?|cats?|sons?|daughters?|kids?|child(?:ren)?|brothers?"
    r"|sisters?|pets?|allerg\w+)\b|own (?:an?|two) )"
    r"|(?i:my birthday is (?=\w*\d|[A-Z])|i(?:'ve| have) been [\w-]+ing [^,;?]{0,40}\bfor (?:\d+|\w+) (?:years"
    r"|months)\b)"
)
_KIN = (
    r"(?:wife|husband|partner|girlfriend|boyfriend|fiancée?|son|daughter|mother|father|mom|mum|dad|brother|sister|dog"
    r"|cat|kids?|children|boss|manager|grandmother|grandfather|grandma|grandpa)"
)
_OF_KIN = lazy_regex(
    rf"(?i)my {_KIN}(?:'s (?:name|birthday) is\b|,?(?: (?-i:[A-Z])\w+,?)? (?:also |always |never |usually )?"
    r"(?:(?:is|are) (?:(?:also|severely|now) )?(?:allergic|called|named|vegetarian|vegan|diabetic|lactose|gluten|deaf"
    r"|blind|colou?r-?blind|dyslexic|left-handed|pregnant"
    r"|retired|afraid of|from |\d|an? (?!bit\b|little\b|lot\b)|(?:in|at) (?:school|college|university|kindergarten"
    r"|the hospital))|has (?!(?:a|to|been|the|just|already|asked|said)\b)\w|has an? allerg"
    r"|(?:likes|loves|hates|prefers)(?! to\b| the\b| it\b| this\b)|(?:doesn't|can't|cannot|never|only) (?:eat|drink"
    r"|like|stand|have)|lives|works|goes to|starts (?:school|at|in)"
    r"|studies|speaks|turns \d))"
)
_SOMEWHAT_ZH = "(?:还是|一般|通常|一直|比较|更|最|都|个人|很|特别|非常|平时|从来|从|也|是)*"
_TASTE_ZH = lazy_regex(
    rf"我{_SOMEWHAT_ZH}(?:喜欢|不喜欢|讨厌|习惯|不习惯|偏好|偏爱|受不了)(?![你您这那它他她上刚第了过的吗]).[^？?]*"
)
_TROUBLES = (
    r"\b(?:errors?|bugs?|broken|crash\w*|fail\w*|missing|down|stuck|frozen|slow|wrong|issues?|null|none|undefined|empty"
    r"|dead|black|blank|weird|odd|strange|messed|lost|hangs?|returns?|throws?)\b"
)
_I_DO = lazy_regex(
    r"(?i:i (?:(?:often|mostly|also|now) )?(?:get up|wake up|go to (?:bed|church|school)|teach|play|cook|drive|cycle"
    r"|commute|volunteer|swim|train|wear|sing|paint|knit|dance|hike|bake"
    r"|collect|rent|invest|tutor|coach|mentor|swim|ski|garden|drink|smoke|speak)) (?!(?:the|this|that|these|those|it"
    r"|them|him|her|you|your|to|with)\b)\w"
    r"|(?i:i(?:'m| am) on an? [\w -]*(?:diet|medication|visa|budget|sabbatical|contract)\b)|I go by [A-Z]"
)
"""What somebody does in the simple present, of themselves: a habit."""
_PASSING_THING = (
    r"(?:code|app|screen|computer|laptop|tests?|build|file|function|query|script|page|question|problem|point|guess"
    r"|mistake|bad|idea|plan|message|request|comment|changes?|pr|commit|terminal|browser"
    r"|error|output|bug|fix|issue|concern|understanding|thinking|intention|goal|apologies|name|e-?mail|phone|number"
    r"|fault|turn|last|first|next|previous|current|own|local|server|class|method|program|site|data|table|god|dude"
    r"|friend|dear|favou?rite)"
)
_MY = lazy_regex(
    rf"(?i)my (?!(?:[\w'-]+ ){{0,2}}{_PASSING_THING}\b)(?:[\w'-]+ ){{1,3}}?(?:(?:is|are) (?!\w+ing\b|so\b|very\b"
    rf"|really\b|too\b|not\b|here\b|back\b|late\b|out\b|sick\b|on\b|in the\b|at the\b|still\b|still\b|gone\b|ready\b"
    rf"|\w+ed\b)"
    rf"|(?:has|have|goes|go|makes|lives|works|speaks|runs|needs|takes|starts|ends|expires|comes|uses|wears|eats"
    rf"|drinks) )(?!.*{_TROUBLES})(?!to\b|been\b|the\b|asked\b)\w"
)
_MORE_OF_PERSON = lazy_regex(
    r"(?i)i (?:can't|cannot) (?:eat|drink|drive|fly|swim|hear|see colou?rs)\b|my [\w-]+ (?:only|never"
    r"|always) (?!the\b)[a-z]+s\b"
    r"|all (?:of )?our [\w-]+ (?!(?:are|were|is|have|tests?|was|fail\w*|break)\b)[a-z]+\b"
)
_MORE_OF_PERSON_ZH = lazy_regex(
    r"我(?:乳糖不耐|的?(?:医生|牙医|律师|会计|教练|导师|房东)(?:是|叫|在))|(?:我的?)?房东(?:只|不)[^，,。？?]+"
    r"|我是[^，。？?]{1,10}的(?:财务|会长|秘书|志愿者|主席|成员)(?![\u4e00-\u9fff])"
)
_OF_PERSON_ZH = lazy_regex(
    rf"我{_SOMEWHAT_ZH}"
    r"(?:爱(?:吃|喝)|不?吃|不?喝|只(?:坐|吃|喝|用|住|穿|看|买|接受)|从不|有(?:轻度|高度|严重)?(?:哮喘|糖尿病|高血压"
    r"|过敏))"
    r"(?![你您这那它他她上刚第了过的吗完到掉药亏惊力]).[^？?]*"
    r"|我(?:每[天周月年晚早]|早上|晚上|周末|平时|一般|通常|向来|从来不)(?!都?(?:会不会|要))[^，,。？?]{2,}"
    r"|我是(?![说想来要不真])[^，。？?]{1,8}的(?=[，,。！]|$)"
    r"|我(?:正?在)(?:减肥|备考|备孕|戒[烟酒糖]|健身|创业|考研|读[^，。？?]{1,8}|学[^，。？?]{1,8})(?=[，,。！]|$)"
    r"|我(?:耳朵|眼睛|视力|听力|腰|膝盖|胃|心脏|肠胃|皮肤|血压|血糖|睡眠|颈椎|左手|右手|牙)[^，。？?]{1,8}"
    r"|(?:早上|晚上|中午|周末|平时)(?:我)?(?:不|只|都)(?:吃|喝|看|接|用|工作|加班|出门)[^，。？?]*|我(?:对"
    r"|有).{1,12}过敏|我[高轻]度近视|我(?:现在|目前|已经|刚|最近)?(?:住在?|搬到|来自|毕业于|任职于|就职于|属于|负责"
    r"|养了?|主要?做|从事)(?!你|这|那|哪|这个|一下|不了|过)[^？?]{2,}"
    r"|我家(?:住|在|有)(?!装修|搬|建|你|这|那|哪)"
    r"|我在(?:(?![考虑思找想要换不了忙做准备努认时])[\u4e00-\u9fffA-Za-z]){1,12}(?:工作|上班|做[\u4e00-\u9fff]{2,5}"
    r"|读书|上学|教书)(?=$|[，,。！!；;\s])"
    r"|我[^，。]{1,12}，(?:现在)?住在|我的?生日是|我[^，。？?]{1,10}(?:点|号)?以?[后前]不[^，。？?]{2,}"
    r"|我是(?![不想说要觉否在用怕真就从因这那谁问打])[^，。？?]{0,12}?(?:人|工程师|程序员|老师|教师|医生|学生|设计师"
    r"|经理|开发者?|律师|作家|护士|研究员|负责人|主管|总监|会计|产品|运营|测试|架构师|创始人|司机|厨师|教授|助理|顾问"
    r"|销售|素食者?|左撇子|色盲|色弱)"
    r"(?![\u4e00-\u9fff])"
)
_OF_KIN_ZH = lazy_regex(
    r"(?:我(?:的|家)?(?:老婆|妻子|太太|老公|丈夫|儿子|女儿|爸爸?|妈妈?|父亲|母亲|女朋友|男朋友|哥哥|姐姐|弟弟|妹妹|奶奶"
    r"|爷爷|外婆|外公|孩子|宝宝|狗|猫|领导|老板|同事|爱人|对象)|孩子|宝宝)"
    r"(?:的)?(?![^，。]{0,4}(?:说|问|让|要我|刚|在家|来了|今天|现在|给我|觉得))"
    r"[^，。？?]{0,6}?(?:叫|生日是|(?:很|最|不)?喜欢|讨厌|过敏|不吃|不喝|住在|在.{2,12}(?:工作|上班|读|上学)|今年"
    r"|是[\u4e00-\u9fff]{2,}|有[\u4e00-\u9fff]{2,}|怕|高$|高[，,。]|低[，,。]|点睡|点起|上[一二三四五六小初高大幼])"
)

# -- what they work on -----------------------------------------------------------------------------

_WE = lazy_regex(
    r"(?i)(?:(?:in|on|for|at) (?:this|our) [\w ]{3,20},? )?we(?:'ve| have)? (?:(?:also|now|all|generally|usually"
    r"|currently|just|finally|only|no longer|always|never|don't|do not) )*"
    r"(?:(?:decided|agreed|settled|chose|opted|standardi[sz]ed|gave up|dropped|abandoned|stopped|cancelled|canceled"
    r"|picked|went with|outsourced|hired)\b|(?:moved|switched|migrated|changed|renamed|upgraded) (?:[\w' -]+ )?(?:from"
    r"|to|over)\b"
    r"|(?:use|store|deploy|release|ship|follow|support|operate|serve|charge|pay|hire|meet|publish|review|print|sign"
    r"|keep (?!\w+ing)|host|indent|write|test|commit|merge|log|bill|sell|target|rebase|squash|mock|allow|accept)(?!d"
    r"|s)\b"
    r"(?! (?:it|this|that|these|those|them|to|into|the same|here|both)\b) ?\S)"
    r"|let's (?:stick (?:with|to)|standardi[sz]e on|agree (?:on|that))\b|[^,;?]{3,40}\b(?:is|are) (?:off the table"
    r"|out of scope|off limits|mandatory|forbidden|not allowed|banned|deprecated)\b"
)
_ONLY = lazy_regex(
    r"(?i)(?:nobody|no one|no-one|only)(?: but| except)? (?:[\w-]+ ){1,4}?(?:may|can|is allowed|are allowed|must|should"
    r"|approves?|handles?|has access|have access)\b \w"
    r"|(?!the\b|this\b|these\b|your\b|its?\b|errors?\b|tests\b(?! (?:live|go"
    r"|belong)))(?:[a-z-]+ )?[a-z][\w-]*[a-z]s (?:go|belong|live|happen|(?:are|get) (?:always|never|only|named|kept"
    r"|stored|written|signed|reviewed|merged|released|due|paid|handled|sent))\b \w"
)
_MUST = lazy_regex(
    r"(?i)(?:(?:all|every|each|any|no|our|new)(?: new)?(?: of our)? (?:[\w-]+ ){1,4}?(?:in \S+ )?"
    r"(?:must|needs?|ha(?:s|ve) to|may (?:not|only|never)|should (?:always|never|only)|(?:is|are) (?:always|never"
    r"|stored|kept|written|named|only))\b"
    r"|(?!the\b|this\b|these\b|those\b|your\b|his\b|her\b|its?\b)(?:[a-z-]+ )?[a-z][\w-]*[a-z]s (?:in \S+ )?(?:must"
    r"|may (?:not|only|never)|should (?:always|never|only))\b)"
    r" (?!be (?:null|the|root|an?)\b)\w"
)
"""A rule about all things of a kind."""
_LASTING = (
    r"(?:port|servers?|host(?:name)?|url|address|domain|endpoint|repo(?:sitory)?|branch|database|db|versions?|deadline"
    r"|time ?zone|e-?mail|region|budget|currency"
    r"|language|owner|maintainer|manager|reviewer|team|office|birthday|limit|timeout|staging|production|prod|registry"
    r"|license|clients?|customers?|users|account"
    r"|backups?|keys?|password|credentials|size|cap|maximum|minimum|threshold|price|fee|rent|wifi|stand-?up|retro|lease"
    r"|contract|subscription|alarm|(?:user ?)?id|username|year|stack|framework|company|product|website|phone|contact"
    r"|fiscal year|rate|policy|sprint|bucket|cluster|environment)"
)
_IS = (
    r"(?:is|are|lives?|runs?|sits?|goes?|starts?|ends?|resets?|listens?|belongs?|reports?|uses?|expires?|closes?|opens?"
    r"|comes?)"
)
_TROUBLE = (
    r"(?:not|down|broken|wrong|missing|failing|failed|slow|too|still|empty|there|here|correct|gone|ready|full|ok|okay"
    r"|fine|null|undefined|set|so|very|really|the same|unknown|unclear"
    r"|called in|also|being|working|running|shown|used|out|up|misspelled|good|bad|great|red|green)"
)
_THE = lazy_regex(
    rf"(?i)(?!my (?:\w+ )?(?:name|e-?mail|phone|number)\b)(?:(?:our|the|my) (?:[\w.'-]+ ){{0,4}}?{_LASTING}(?: (?:of"
    rf"|for|in|on|to|from|at) [\w -]{{1,40}}?)?|our (?:[\w-]+ ){{0,2}}[\w-]+) (?:mostly )?{_IS}(?: (?:now|called|named"
    rf"|at|on|in|to|mostly|always))* "
    rf"(?!{_TROUBLE}\b|\w+ing\b)(?P<value>[^?]+)"
)
_VALUE = lazy_regex(
    r"\d|`|/|\.\w|@|(?<!^)\b[A-Z]|^[A-Z]|_\w|\b(?:every|mostly|never|only|always|under|behind|next to|inside|kept"
    r"|registered|near)\b"
)
"""A value that can be looked up: a number, a path, a name."""
_SUPPORTED = lazy_regex(r"[\w.+# -]{2,30} (?:is|are) the (?:\w+ ){1,4}(?:we|I) (?:support|use|target|need|run)\b")
_NOT_NAMES = (
    r"(?!(?:It|This|That|These|Those|He|She|They|There|What|Who|Which|Everyone|Nobody|Everything|The|A|An|My|Your|His"
    r"|Her|We|You|I|If|When|No|Yes|And|But|So|Who)\b)"
)
_ROLE = lazy_regex(
    rf"{_NOT_NAMES}[A-Z][a-z]+(?: [A-Z][a-z]+)?(?: (?:from|in) [\w ]{{2,20}})? (?:(?:is|will be) (?:now )?(?:our|my"
    rf"|the) (?:[\w-]+ ){{0,2}}(?:owner|lead|manager|maintainer|contact|reviewer|head|director|designer|boss|client"
    rf"|c[etfo]o"
    r"|accountant|doctor|dentist|lawyer|teacher|coach|landlord|landlady|neighbou?r|colleague|teammate|supervisor"
    r"|advis[eo]r|assistant|supplier|vendor|therapist|tutor)\b"
    r"|handles\b|owns\b|leads\b|maintains\b|manages\b|reviews\b|replaces\b|approves\b|took over\b|takes over\b"
    r"|reports to\b|is (?:responsible for|in charge of|on leave|on call)\b|left (?:the|our)\b|has left\b|looks after\b"
    r"|does (?:the|our)\b|works (?:at|for|as|on|in)\b)"
)
_LASTING_ZH = (
    "(?:端口|服务器|主机|机器|地址|域名|接口|仓库|分支|数据库|版本|截止日期|截止时间|时区|邮箱|区域|预算|货币|语言"
    "|负责人|维护者|经理|对接人?|联系人|办公室|名字"
    "|上限|超时|环境|许可证|客户|用户|账号|电话|公司|网址|官网|主题色|技术栈|框架|工期|发版日|密码|团队|代号|全称|备份"
    "|财年|工资日|例会|周会)"
)
_WE_ZH = lazy_regex(
    r"(?:我们|咱们|本?公司|团队|项目组?|这个(?:项目|仓库|团队))(?:公司|团队|组|部门|项目|这边"
    r"|的?[\u4e00-\u9fff]{2,4})?(?:已经|最后|最终|现在|目前|都|只|一直|也|还是|统一|主要)*"
    r"(?:决定|定了|定下|商量好|选了|选定|改用|换成|换到|搬到|迁移?到|升级到|不支持|不做|不用|不再|不接受|不允许|禁止"
    r"|用的?是?(?!户|的时|一下|过)|采用|只|每[周天月年个]|周[一二三四五六日]|是做|主要是|服务)(?![？?])[^，,。？?]{1,}"
    r"|[^，,。？?我你]{2,14}(?:从[^，,。？?]{1,14})(?:换成|改成|迁到|搬到|升级到|变成)[^，,。？?]{1,14}了"
    r"|(?!.{0,8}(?:这|那|它|报错))[\u4e00-\u9fffA-Za-z]{2,12}(?:每\s?\d+\s?(?:天|周|个?月|年|小时)"
    r"|每周[一二三四五六日天]|每月\s?\d|每[天晚](?:早|晚|凌|上午|下午|中午|\s?\d))[^，,。？?]{2,}"
    r"|[^，,。？?]{0,12}只(?:有|能由)[^，,。？?]{1,8}(?:能|可以|才能|有权)[^，,。？?]+|[^，,。？?]{0,8}(?:我们"
    r"|咱们)(?:已经|决定)?(?:放弃|砍掉?|停掉?|取消|否决|淘汰|弃用|下线)了"
    r"|(?:我们|咱们)[^，,。？?]{1,10}?(?:都|一律|只|从不|从来不|统一|必须)(?!挂|崩|失败|报错|坏|没|是不是|在|能|会|觉得"
    r"|知道|可以|不知|出|还)[^，,。？?]{2,}"
    r"|(?!这|那|你|我)[^，,。？?]{2,6}(?:都)?(?:寄到|发到|发给|交给|放到|放在|存到|抄送)[^，,。？?]+[，,](?:不要|别"
    r"|不是)"
    r"|[^，,。？?]{2,10}(?:谁都|任何人都?)(?:不[许能准得])[^，,。？?]+"
)
_THE_ZH = lazy_regex(
    rf"(?!我的?(?:名字|姓名|邮箱|电话|手机))(?!.{{0,8}}(?:问题|错误|原因|报错|这样|怎么|如果|现在))(?:我们的?|我的"
    rf"|公司的?"
    rf"|[\u4e00-\u9fffA-Za-z ]{{0,12}}?的?)?[\u4e00-\u9fff]{{0,6}}?{_LASTING_ZH}(?:那边)?(?:的[\u4e00-\u9fff]{{2,5}}"
    rf")?(?:应该|现在|已经|都|一直|主要)*"
    r"(?:是|叫|在|为|找|改成|贴在|写在|藏在|挂在|注册在|位于|放在|存在|走|到|用|(?<=[上下]限)|(?<=预算))(?!问题|错|不"
    r"|什么|哪|谁|这|那|我|空|对的|好的|一样|否|内)\s*(?P<value>[^，,。？?！!；;]{2,60})"
)
_ROLE_ZH = lazy_regex(
    r"(?![我你他她它这那])[\u4e00-\u9fff]{2,4}(?:现在|已经)?(?:是我们?(?:的|公司|团队|组)[\u4e00-\u9fff]{2,}"
    r"|负责[\u4e00-\u9fff]{2,}|接手[\u4e00-\u9fff]{1,}|离职|调到|接替|管[\u4e00-\u9fff]{2,}|休假|休产假)"
    r"|(?:现在|目前|以后)?由[\u4e00-\u9fff]{2,4}(?:接手|负责|接替|对接|审批)|[\u4e00-\u9fff]{2,6}(?:对接|问题|的事|方面"
    r"|相关|审批|流程)(?:直接)?(?:找|联系|问)[\u4e00-\u9fff]{2,3}(?=[，,。]|$)"
)
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


def kind_of(sentence: str, *, is_talk: bool) -> Kind | None:
    """The kind of lasting fact that a sentence states; `is_talk`: the message has the shape of something said."""
    if len(sentence) > LONGEST_LASTING:
        return None
    if own_voice.holds(sentence, _OF_KIN, _OF_KIN_ZH):
        return Kind.RELATIONSHIP
    if own_voice.holds(sentence, _TASTE, _TASTE_ZH):
        return Kind.PREFERENCE
    if own_voice.holds(sentence, _AM, _DO, _HABIT, _OF_PERSON_ZH, _MORE_OF_PERSON, _MORE_OF_PERSON_ZH):
        return Kind.FACT
    if is_talk and own_voice.holds(
        sentence, _I_DO, _MY, _ONLY, _WE, _MUST, _SUPPORTED, _ROLE, _WE_ZH, _ROLE_ZH, _THE_ZH
    ):
        return Kind.FACT
    values = own_voice.found(sentence, _THE) if is_talk else ()
    return (
        Kind.FACT
        if any(_VALUE.search(each["value"]) or each[0].lower().startswith("our ") for each in values)
        else None
    )


def corrected(sentence: str) -> str:
    """The fact that a correction puts right, in the person's words; empty where that is something of the moment."""
    found = _CORRECTED.match(sentence) or _CORRECTED_ZH.match(sentence)
    if not found or not (
        found["contrast"] or _VALUE.search(found["value"]) or "\u4e00" <= found["value"][0] <= "\u9fff"
    ):
        return ""
    return "" if _POINTED.search(found["fact"]) else found["fact"].strip(" .!。！")


LONGEST_MESSAGE = own_voice.LONGEST
"""Characters; a longer message was pasted."""
LONGEST = 300
"""Characters of one sentence."""
LEAST_WORDS, LEAST_HAN = 2, 4
"""What a request to remember must hold beside the request itself."""
NAME = ("User's name", "用户姓名")
CALLED = ("User wants to be called", "用户希望被称为")


@dataclass(frozen=True, slots=True)
class Stated:
    """One fact as it will be remembered."""

    kind: Kind
    text: str


_ASKED = lazy_regex(
    r"(?i)^(?:(?:please|pls|also|and|oh|so|ok|okay|hey|btw|by the way|now|just|kindly)[,:]?\s+"
    r"|(?:can|could|would|will) you (?:please )?|you (?:must|need to|have to) |i (?:want|need) you to "
    r"|i'd like you to )*"
    r"(?:remember(?: for (?:later|the future|next time))?|(?:don't|do not|never) forget|for future reference)"
    r"(?:\s+(?:that|this)\b\s*[:,-]?|\s*:)\s*(?P<what>.+)$"
)
_ASKED_ZH = lazy_regex(
    r"^(?:请|麻烦|你|要|一定|务必|千万|也|再|另外|还有|对了|那|好的?|嗯|最后|以后|，|,|\s)*"
    r"(?:帮我记(?:住|一下|下来?|着)?|记住|记一下|记下来?)(?:这一?点|哦|啊|：|:|，|,|\s)*(?P<what>.+)$"
)
_ASKED_DE = lazy_regex(
    r"(?i)^(?:(?:bitte|und|auch|ok|okay|ja|also|dann),?\s+)*(?:merke?\s+dir(?:\s+bitte)?(?:\s*[,:]\s*(?:dass\s+)?|\s+dass\s+)|merken(?:\s+für\s+(?:die\s+)?zukunft\b|\s*:)\s*)"
    r"(?P<what>.+)$"
)
_ASKED_AFTER = lazy_regex(
    r"(?i)^(?!it\b|this\b|that\b|these\b|those\b|they\b|you\b|das\b|dies)(?P<what>.{12,}?)\s*[,;–—-]\s*(?:(?:so|and|und),?\s+)?"
    r"(?:please|pls|bitte)\s+(?:(?:do\s+)?(?:remember|note|save|store|keep in mind)\s+(?:this|that|it)"
    r"(?:\s+(?:preference|rule|fact))?(?:\s+(?:for (?:later|the future|next time)|in your memory))?"
    r"|(?:diese|die|meine)\s+(?:präferenz|vorliebe|regel|einstellung)\b.{0,30}?\b(?:speicher\w*|merk\w*)(?:\s+und\s+merken)?)[.!]*$"
    r"|^(?P<zh>(?![这那它你])[^？?]{6,}?)[，,；;]\s*(?:请|你要?|麻烦)?(?:帮我)?(?:记住|记一下|记好)(?:这一?点|这个|这件事)?(?:了|吧|哦|啊)?[。！!]*$"
)
"""What goes before a request to remember it."""
_NOT_ASKED_ZH = lazy_regex(r"^(?:密码|登录|用户名|账号|选择|状态|功能|按钮|的|了|吗|没|过|我的?(?:密码|登录|选择))")
_POLITE = lazy_regex(r"(?i)(?:please |hey,? )?(?:can|could|would|will) you ")
_POINTS = lazy_regex(
    r"(?i)^(?:(?:it|they|he|she)\b|(?:das|es|dies)\b|(?:this|that|these|those)(?:$|\s+(?:is|was|are|were|will|should|must|has|can)\b)"
    r"|(?:for|when|next|time|day|one|moment)\b|[它他她]|这(?!个?项目|个仓库|台)|那)"
)
"""What only points at something that is not in the sentence."""

_MY_NAME = lazy_regex(
    r"(?i:(?<!\w)my (?:full )?name(?: is|'s) )(?:(?i:actually|now) )?(?P<name>[^\W\d_][\w'.-]*(?: [A-Z][\w'.-]*){0,3})"
)
_CALL_ME = lazy_regex(
    r"(?i:(?:^|[,;] )(?:(?:please|you can|you may|just|but|and|also|everyone|friends|people|,|-)\s+|hi,? |hello,? )*"
    r"call me )(?P<name>[A-Z][\w'.-]*(?: [A-Z][\w'.-]*){0,2})"
    r"(?=[\s.,!;)]*(?:$|[.,;!)]|(?i:please|from now on|instead)))"
)
_MY_NAME_ZH = lazy_regex(
    r"(?:^|[，,。；;\s好])(?:我叫|我的名字是|我的名字叫|我姓名是)"
    r"(?P<name>(?![你他她它了个过车外不什谁人醒上做去来停救])[\u4e00-\u9fff·]{2,4}?|[A-Z][A-Za-z]+)"
    r"(?=$|[，,。.！!；;、\s]|住|是|在|今年|来自)"
)
_CALL_ME_ZH = lazy_regex(
    r"(?:(?:请|可以|就|以后|都)叫我|(?:^|[，,\s])叫我)(?P<name>(?!怎|做|去|来|什么|如何|干)[\u4e00-\u9fff]{2,4}?|[A-Z][A-Za-z]+)"
    r"(?:就好|就行|吧|即可|就可以)?了?(?=$|[，,。.！!；;\s])"
)
_NO_NAMES = """
not the a an it in on of too also mud undefined null what changing misspelled missing wrong gone empty spelled
shown displayed cut still always there here
"""
_NOT_A_NAME = frozenset(_NO_NAMES.split())


def of(message: str) -> tuple[Stated, ...]:
    """The facts that a message states, in order, each once."""
    if not own_voice.SHORTEST <= len(message.strip()) <= LONGEST_MESSAGE:
        return ()
    found: dict[Stated, None] = {}
    is_talk = own_voice.may_be_said(message)
    for sentence in own_voice.own_sentences(message):
        if len(sentence) <= LONGEST:
            found.update(dict.fromkeys(_in(sentence, is_talk=is_talk)))
    return tuple(found)


def rules_in(message: str) -> tuple[str, ...]:
    """The sentences of a message that set a rule for later: `next time …`, `以后不要…`."""
    return tuple(each.text for each in of(message) if standing_rules.is_one(each.text))


def _in(text: str, *, is_talk: bool) -> list[Stated]:
    is_question = own_voice.is_question(text)
    asked = _ASKED.match(text) or _ASKED_ZH.match(text) or _ASKED_DE.match(text)
    if not asked and not is_question and (before := _ASKED_AFTER.match(text)):
        what = (before["what"] or before["zh"]).strip()
        return [Stated(Kind.REMEMBER, what)] if _tells_enough(what) else []
    if asked and (not is_question or _POLITE.match(text)):
        what = asked["what"].strip(" ：:，,-?？")
        return [Stated(Kind.REMEMBER, what)] if _tells_enough(what) else []
    if is_question:
        return []
    if is_talk and (fact := corrected(text)):
        return [Stated(Kind.FACT, fact)]
    named = [
        *_named(text, NAME, _MY_NAME, _MY_NAME_ZH),
        *_named(text, CALLED, _CALL_ME, _CALL_ME_ZH),
    ]
    if is_talk and standing_rules.is_one(text):
        return [*named, Stated(Kind.PREFERENCE, text)]
    kind = kind_of(text, is_talk=is_talk) or (Kind.FACT if is_talk and arrangements.is_one(text) else None)
    return [*named, Stated(kind, text)] if kind else named


def _named(text: str, label: tuple[str, str], english: re.Pattern[str], chinese: re.Pattern[str]) -> list[Stated]:
    for pattern, words, mark in ((english, label[0], ": "), (chinese, label[1], "：")):
        match = pattern.search(text)
        if match and own_voice.is_said(text, match.start()):
            name = match["name"].strip(" .'-")
            if name and name.casefold() not in _NOT_A_NAME:
                return [Stated(Kind.ENTITY, f"{words}{mark}{name}")]
    return []


def _tells_enough(what: str) -> bool:
    if _POINTS.match(what) or _NOT_ASKED_ZH.match(what):
        return False
    han = sum("\u4e00" <= c <= "\u9fff" for c in what)
    return han >= LEAST_HAN or len(what.split()) > LEAST_WORDS or (len(what.split()) == LEAST_WORDS and han > 0)
