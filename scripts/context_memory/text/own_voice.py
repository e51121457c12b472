"""Extracts what a person states in their own voice: not pasted, reported, supposed, asked, joked or for this once.

The one reader that tells a person's words from those of others: the summary of a session, its receipt, its notes, the
orders told again to a host and what is learnt all ask it.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from . import lexing, pasted, sentences
from .patterns import lazy_regex

SHORTEST, LONGEST = 4, 4_000
"""Characters of a message that may tell something about the person."""

_FENCED = lazy_regex(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)

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


def own_words(text: str) -> str:
    """What a person says in a message: no code, logs, diffs or words of others; apostrophes straight."""
    own = pasted.without_pasted(_FENCED.sub("", by_whom(text).own)).replace("’", "'")
    return _MANY_SENTENCES.sub("…", _CITED.sub(r"\g<who>\g<who_zh>…", own)) if _QUOTES.search(own) else own


_MAY_HOLD_OTHERS = lazy_regex(r"(?m)[:：]|^\s*>|\n[^\n]{2,25}$|[你您]好")
"""A plain look before the patterns: most messages hold nobody else's words."""
_QUOTED_LINE, _FENCE = lazy_regex(r"\s*>"), lazy_regex(r"\s*(?:```|~~~)")
_SENT = (
    r"wrote|writes|sent|sends|says?|said|replied|replies|answered|texted|e-?mailed|messaged|posted|commented|forwarded"
    r"|schrieb|schreibt|sagte?|antwortete?|escribió|dijo|escreveu|disse|respondeu|a (?:écrit|dit|répondu)"
)
_MESSAGE = (
    r"(?:e-?)?mails?|messages?|msgs?|repl(?:y|ies)|letters?|notes?|memos?|minutes|comments?|feedback|reviews?"
    r"|tickets?|dms?|texts?"
    r"|slack|whatsapp|telegram|signal|quotes?|answers?|nachrichten?|antwort"
)
_HANDS_OVER = lazy_regex(
    rf"(?i)^(?!.*\b(?:i|we)(?: \w+)? (?:wrote|write|said|say|sent|send|asked|posted)\b)"
    rf"(?:.*(?<!\bthis )(?<!\bit )(?<!\bthat )\b(?:{_SENT})\b|.*\b(?:came|comes|arrived|received|got (?:this|that"
    rf"|it)) from\b|.*\b(?:{_MESSAGE}) (?:\w+ )?(?:from|by|von) (?!me\b|us\b|mine\b)"
    rf"|.*(?:\b(?:his|her|their)|\w['’]s) (?:[\w-]+ )?(?:{_MESSAGE})\b)[^:：]{{0,80}}[:：]\s*$"
    r"|^\s*-{3,} ?(?:original|forwarded) message\b|^begin forwarded message:"
)
_SAYS_ZH = r"(?<![先再要想得我咱来话便])(?<!我们)(?<!咱们)(?<!简单)(?<!直接)(?<!老实)(?<![跟和对给向][你您])说(?!明)"
"""What others say; 先说好几件事, 跟你说两点 open what the person says."""
_HANDS_OVER_ZH = lazy_regex(
    r"^(?!.*我们?(?:自己)?(?:之前|刚才)?[说写发问回])(?!.*[写拟做加发](?:一?[封条个段份]|给))(?!.*(?:格式|要求|规则"
    r"|原则|方式|模板|标准|语言|风格)[：:])"
    r"[^：:。]{0,30}?(?:发来|发过来|发给我|发我|转[发给来]|来信|回信|原话|写道|写的|回了"
    rf"|{_SAYS_ZH}的?)[^：:。]{{0,24}}[：:]\s*$"
    r"|^[^：:。，,]{1,12}(?<!你)(?<!的)(?:邮件|短信|微信|留言|反馈|通知|公告|工单|回复"
    r"|消息)(?:[，,][^：:。]{0,20})?[：:]\s*$"
)
"""A line that ends with a colon and says whose words follow."""
_SAYS = lazy_regex(
    r"(?i)(?:^|[.!?;,] |\b(?:and|but|so) )"
    rf"(?P<who>(?!(?:i|we|what|this|that|it|he|she|which|who)\b)(?:[\w.'’-]+ ){{0,4}}[\w.'’-]+) "
    rf"(?<!\b(?:to|me|we) )(?<!\bi )(?:{_SENT})"
    r"(?: (?:today|yesterday|this|back|me|us|on|in|to)\b[^:\n.!?]{0,24})?:\s+(?=\S)"
    rf"|(?:^|[，,。；;])(?P<zh>(?!我)[^，,。；;：:\n]{{1,12}}?)(?:原话|写道|回信|发来|来信|留言|回复|邮件|{_SAYS_ZH})"
    r"[^，,。；;：:\n明]{0,6}[：:]\s*(?=\S)"
)
"""The same with the words of others behind it, on one line."""
_SALUTATION = lazy_regex(
    r"(?i)\s*(?:dear|hi|hello|hey|hallo|liebe[rs]?|sehr geehrte[rs]?|olá|car[oa]|bonjour|cher|chère|hola|estimad[oa])"
    r" (?!(?:there|claude|codex|assistant|agent|bot|gpt|chatgpt|ai|openclaw)\b)[^,:!.\n]{2,40}[,:!.–-]"
    r"|\s*(?:尊敬的|亲爱的)[^，,。\n]{1,14}[：:，,]|\s*[^\s，,。：:\n]{1,6}[你您]好[：:，,！!]"
)
_SIGN_OFF = lazy_regex(
    r"(?i)\s*(?:(?:(?:kind|best|warm|many) )?(?:regards|wishes|best|cheers|thanks|thank you|sincerely|greetings)"
    r"|yours \w+|all the best|lg|mfg|vg|(?:viele|liebe|beste|schöne|mit \w+) gr[üu](?:ß|ss)en?|(?:un )?saludos?"
    r"|cordialement|(?:um |com os melhores )?(?:abraço|cumprimentos))[,.!]*(?P<name>\s+(?-i:[A-Z])[\w.'’ -]{0,30})?\s*$"
    r"|\s*[—–-]{1,2} ?(?-i:[A-Z])[\w.' -]{1,30}$"
    r"|\s*(?:此致|敬礼|祝好|顺祝商祺|——? ?(?-i:[\u4e00-\u9fff]{2,4}))[！!。]?\s*$"
)
_LONGEST_LETTER = 80  # lines
_NAME_LINE = lazy_regex(r"\s*[A-Z][\w.'’-]*(?: [\w.'’-]+){0,4}\s*$|\s*[\u4e00-\u9fff]{2,10}\s*$")
_OWN_AGAIN = lazy_regex(
    r"(?i)\W*(?:just|now|so|btw|by the way|anyway|ok(?:ay)?|can you|could you|should (?:i|we)|do you|does"
    r"|is (?:that|this|it)|are (?:we|they)|what|how|why|which|thoughts|follow|ignore|summari[sz]e"
    r"|do (?:what|as|it|that|this)|tell me|draft|translate|reply|answer|also)\b|[^\n]*[?？]\W*$"
    r"|\W*(?:你(?![们方司])|帮|我(?:怎么|该|想|要|觉得|们怎么)|[照按]|就[按这照]|总结|翻译|别理|不用理|所以|另外"
    r"|还有|对了|好[的吧，,]|[^\n]*[吗呢]\W*$)"
)
"""How a person goes on behind the words of others."""
_OWN_AT_END = lazy_regex(
    r"(?i)\W*(?:and|but|i|i['’]\w+|my|he|she|they|it|that|this|use|check|fix|make|write|let['’]?s|from now on"
    r"|go with)\b|\W*[我先请这那]"
)
"""The same where it is the last paragraph."""


class Voices(NamedTuple):
    """A message, parted by who wrote it."""

    own: str
    others: str
    """Quoted lines, letters, and what is handed over behind a colon."""


@lru_cache(maxsize=64)  # asked by the summary, the receipt and the orders of one message
def by_whom(text: str) -> Voices:
    """Part what a person wrote from what others wrote in the same message."""
    if not _MAY_HOLD_OTHERS.search(text):
        return Voices(text, "")
    document = pasted.document_in(text)
    if not document or document not in text:
        return _parted(text)
    before, after = map(_parted, text.split(document, 1))  # what is handed over is the document, not what stands behind
    return Voices(f"{before.own}{document}{after.own}", f"{before.others}\n{after.others}".strip())


def _parted(text: str) -> Voices:
    lines, own, others, at = text.split("\n"), list[str](), list[str](), 0
    talk = sentences.lines_of_talk(lines)
    while at < len(lines):
        line, end = lines[at], at + 1
        signed = _behind_signature(lines, at) if _SALUTATION.match(line) else 0
        if _QUOTED_LINE.match(line) or at in talk or 0 < signed - at < len(lines):
            end = signed or end
            others += lines[at:end]
        elif _HANDS_OVER.search(line) or _HANDS_OVER_ZH.search(line):
            own.append(line)
            end = _end_of_handed(lines, at + 1)
            others += lines[at + 1 : end]
        elif (says := _SAYS.search(line)) and not _passes_on(says, line):
            theirs, ours = _apart(line[says.end() :])
            own.append(f"{line[: says.end()]}… {ours}".rstrip())
            others.append(theirs)
        else:
            own.append(line)
        at = end
    return Voices("\n".join(own), "\n".join(others).strip())


def _passes_on(says: "re.Match[str]", line: str) -> bool:
    """Whether the person makes it their own: my manager said: no deploys on Fridays."""
    is_quoted = line[says.end() :].startswith(tuple(_OPENING_QUOTES + "'"))
    who = says["who"] or says["zh"]
    return not is_quoted and _ORDERS_US.search(who) is not None


def _apart(behind: str) -> tuple[str, str]:
    """What others say on a line, and what the person says behind it."""
    if found := _IN_QUOTES.match(behind):
        return found[0], behind[found.end() :].lstrip(" ，,.。;；")
    said = sentences.split_sentences(behind)
    first_own = next((i for i, each in enumerate(said) if i and _OWN_AGAIN.match(each)), len(said))
    return " ".join(said[:first_own]), " ".join(said[first_own:])


def _end_of_handed(lines: list[str], at: int) -> int:
    """The number of the line behind a message of somebody else that begins here, or behind some blank lines."""
    first = _next(lines, at, _is_text)
    if first == len(lines):
        return at
    if _QUOTED_LINE.match(lines[first]):
        return _next(lines, first, lambda line: not _QUOTED_LINE.match(line))
    if _FENCE.match(lines[first]):
        return min(len(lines), _next(lines, first + 1, lambda line: bool(_FENCE.match(line))) + 1)
    if signed := _behind_signature(lines, first):
        return signed
    end = _next(lines, first, lambda line: not _is_text(line))
    while end < len(lines):
        begin = _next(lines, end, _is_text)
        behind = _next(lines, begin, lambda line: not _is_text(line))
        words = "\n".join(lines[begin:behind]).strip()
        goes_on = _OWN_AT_END.match(words) or (words[:1].islower() and not lines[first].lstrip()[:1].islower())
        if _OWN_AGAIN.match(words) or (goes_on and _next(lines, behind, _is_text) == len(lines)):
            return begin
        end = behind
    return len(lines)


def _is_text(line: str) -> bool:
    return bool(line.strip())


def _next(lines: list[str], at: int, is_one: Callable[[str], bool]) -> int:
    """The number of the next line that is one; that behind the last where none is."""
    return next((i for i in range(at, len(lines)) if is_one(lines[i])), len(lines))


def _behind_signature(lines: list[str], at: int) -> int:
    """The number of the line behind the signature of the letter that begins here; 0 where nobody signs."""
    for i in range(at + 1, min(len(lines), at + _LONGEST_LETTER)):
        if signed := _SIGN_OFF.match(lines[i]):
            name = _next(lines, i + 1, _is_text)
            has_name_below = name < len(lines) and _NAME_LINE.match(lines[name]) is not None
            if signed["name"] or not lines[i].strip()[0].isalpha() or not lines[i].isascii():
                return i + 1
            if has_name_below:
                return name + 1
    return 0


LONGEST_SAID = 1_200
"""Characters without what is pasted; longer ones are prompts: by hand, on 342 messages of real transcripts."""

_PASTED = lazy_regex(
    r"(?im)^(?!.*\b(?:my|our)\b)(?!.*我们?的).*(?:\b(?:here (?:is|are|'s)|below|following|pasted|attached"
    r"|this is the)\b|下面|以下|如下|附上).*[:：]\s*$"
)
"""A line that hands over a text of others; all after it is theirs."""
_HANDED = lazy_regex(
    r"(?i)^(?:(?:please|pls|can you|could you|would you|now|and|ok(?:ay)?|quick|just),? )*"
    r"(?:(?:translate|proofread|paraphrase|rephrase|reword|polish|summari[sz]e|correct|rewrite|shorten"
    r"|improve)\b[^:\n]{0,60}"
    r"|(?:turn|put|make|draft|write|print|post|publish|send|answer|reply|set|say|add)\b[^:\n]{0,40}\b(?:signs?|mails?"
    r"|e-?mails?|letters?|notes?|notices?|messages?|posters?|posts?|newsletters?|headlines?|headings?|titles?|cards?"
    r"|captions?|slides?"
    r"|announcements?|invitations?|english|german|french|spanish|dutch|polish|italian|chinese"
    r"|words)\b[^:\n]{0,50}):\s*\S"
    r"|^[^:\n]{0,60}\b(?:fix|check|correct|polish|proofread|improve)\b[^:\n]{0,30}\b(?:grammar|spelling|english|wording"
    r"|typos|style|tone|mistakes)\b[^:\n]{0,20}:\s*\S"
    r"|^(?:set|change|put) the (?:title|heading|headline|text|label|subject)\b[^\n]{0,30}['\"“]"
    r"|^(?:请|帮我|帮忙|麻烦|给我|把|将|再|你)*(?![^：:]*(?:一律|统一|都)).{0,8}(?:翻译|[翻译]成|润色|改写|校对|续写"
    r"|扩写|缩写|改得"
    r"|改[下改一正]*(?:语病|病句|语法|错别字)|(?:写|拟|起草|做|发|贴)[^：:。]{0,16}(?:通知|公告|邮件|信|牌子?|告示"
    r"|文案|消息|回复|声明|标语|条|帖)"
    r"|标题(?:改成|写|用)|[^：:。]{0,30}(?:需求|规格|功能点?|设定|条款|原文|规则|要点|草稿)[^：:。]{0,4}如下"
    r"|[^：:。]{0,30}贴(?:一下|出来|给你|过来|在[这下]))[^：:。]{0,24}(?:[：:]\s*\S|[“\"][^”\"]*[”\"][，,])"
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
    r"|笑话|段子|谜语|假装|假如|扮演|想象|小说|故事|剧本|台词|作文|诗歌|改成诗|写一?首|主角(?!是我)|童话"
    r"|[游影剧]戏?[里中]的?[^，。]{0,3}[龙人怪角]|旁白|对白|唱个?反调|设定[：:]|接着往下写|写[个一]?段?(?:段落|场景"
    r"|一幕)"
    r"|你现在是[^，,。]{1,10}[，,]我是|假设有|(?:如果|要是)当初|当初(?:如果|要是)|按(?:照|着)?(?:这个|上面的"
    r"|以下)?(?:需求|设定)|别人公司|其他公司"
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
    r"(?i)^(?:(?:and|so|but|then|ok|okay|hey|hi|also|btw|hm+|ugh),? )*"
    r"(?:what|why|how|when(?! (?:i|you|we)\b)|where|who|whose|which|is|are|was|were|do|does|did|am|has|have|should"
    r"|shall|would|will|could|can|may)\b(?! you (?:please )?(?:always|never|stop|only|from now)\b"
    r"| you\b[^?]*\b(?:from (?:now|here|today) on(?:wards)?|going forward|in (?:the )?future|every time|by default)\b)"
)
_ASKS_ZH = lazy_regex(
    r"为什么|怎么(?!样都)|是不是|能不能(?!别|不要|以后|每次都)|要不要|会不会|有没有|多少|哪里|哪个|什么时候|是否"
    r"|[吗呢么][。！]?$"
)
_PAPERS = (
    r"contracts?|clauses?|agreements?|leases?|letters?|minutes|memos?|reports?|polic(?:y|ies)|briefs?|briefing"
    r"|tutorials?"
    r"|guidelines?|guides?|manuals?|handbooks?|recipes?|signs?|notices?|terms|readmes?|docs|documentation|tickets?"
    r"|specs?|specification|requirements?|articles?|books?|forums?|films?|movies?|ads?|slogans?|mottos?|exams?|posts?"
    r"|threads?|sites?|websites?|reviews?|labels?|instructions|regulations?|standards?|brochures?|leaflets?|laws?"
    r"|warnings?"
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
    r"doctor|gp|physio\w*|dentist|therapist|surgeon|vet|midwife|\w+ologist|dietitian|nutritionist|supervisor|boss"
    r"|manager"
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
    r"|(?:[小阿]|老(?![板师]))[\u4e00-\u9fff]{1,2}说(?!了?算|.*(?:改[成用为到]|换成|还是))|需求\s*[\d.]*[：:]"
    r"|游戏规则|(?:合同|协议)?第.{1,4}条[：:])"
    rf"|^(?!.*(?:里|中|上)?(?:不要|别|都|一律|统一))[^，,。？?我咱你]{{0,10}}(?:{_PAPERS_ZH})(?:里面?|上|中"
    rf"|的?第?[\d一二三四五六七八九十]*[条章页]?)"
    r"[^，,。？?]{0,6}(?:说|写(?!成)|要求|规定|让人?|记录|显示)"
    rf"|^[^，,。？?我咱你]{{0,8}}(?:{_PAPERS_ZH})(?:里面?|上|中)?[^，,。？?都]{{0,4}}(?:说(?!明)|写(?:着|道|明|的"
    rf"|了?[：:，,])|要求|规定|让人)"
    rf"|^(?!.{{0,6}}(?:{_MAY_ORDER_ZH}))[^，,。？?我你咱别]{{1,12}}(?:老说|常说|(?<!再)(?<!别)(?<!要)说过?(?=他|她"
    rf"|，|,|：|:|“|\")|吐槽|反映|留言|声称|主张)"
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
_IN_QUOTES = lazy_regex(r"[\"“‘「『'](?:[^\"”’」』']|(?<=\w)['’](?=\w))*[\"”’」』']")
_ORDERS_US = lazy_regex(rf"(?i)\b(?:my|our|the) (?:\w+ )?(?:{_MAY_ORDER})\b|{_MAY_ORDER_ZH}")
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


def is_of_others(sentence: str) -> bool:
    """Whether a sentence tells what somebody else says or wants, or hands over a text in the same breath."""
    return _is_told(sentence) or _HANDED.search(sentence) is not None


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
