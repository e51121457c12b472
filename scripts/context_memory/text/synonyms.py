"""A small thesaurus for query expansion: a question about pets finds a dog, one about a job finds work.

A small thesaurus of everyday life, written by hand. It widens what counts as
related, at a fraction of what the word itself is worth.
"""

from functools import cache

from .lexing import stem

BEGINNING = 2
"""Letters that a word and its stem have in common."""

_KINDS = """
pet animal: dog cat puppy pup kitten kitty turtle rabbit bunny hamster fish goldfish parrot bird horse snake
  lizard guinea pig cub
animal wildlife: dog cat bird horse deer bear fox owl eagle whale dolphin shark wolf elephant lion tiger monkey
  squirrel snake butterfly dinosaur turtle
instrument music: guitar piano violin drum flute clarinet saxophone cello trumpet ukulele keyboard harp
sport: soccer football basketball baseball tennis golf swim run hockey volleyball surf ski snowboard skate climb
  box cycling yoga karate rugby badminton marathon kickboxing
exercise fitness workout: run gym yoga swim jog lift weight hike bike cycling pilates stretch train boxing
  kickboxing marathon walk
hobby activity interest pastime: paint draw read write cook bake garden knit sew photography dance sing hike
  camp fish swim run cycling pottery game chess yoga travel collect craft music guitar movie volunteer museum
family relative: mother father mom dad parent brother sister son daughter kid child wife husband grandma grandpa
  grandmother grandfather uncle aunt cousin nephew niece fam sibling
child kid: son daughter baby boy girl toddler teen brother sister
parent: mother father mom dad mum
sibling: brother sister
partner spouse relationship: husband wife boyfriend girlfriend fiance date marry single divorce breakup wedding
relationship status: single marry divorce boyfriend girlfriend husband wife date breakup partner
friend: buddy pal mate bestie colleague neighbor
food dish meal cuisine eat: pizza pasta rice soup salad chicken steak burger sushi taco curry bread noodle
  sandwich cake fish lasagna dumpling stew roast breakfast lunch dinner
dessert sweet treat: cake ice cream cookie pie chocolate candy pudding cupcake brownie tart muffin pastry donut
drink beverage: coffee tea juice wine beer water soda smoothie cocktail milk
fruit: apple banana orange strawberry blueberry mango peach grape cherry berry pineapple lemon
vegetable: carrot tomato potato onion broccoli spinach pepper cucumber lettuce
recipe cook: bake ingredient dish oven sauce flour chef kitchen
job career work occupation profession employ: company boss office hire salary manager engineer teacher nurse
  doctor lawyer business startup promotion interview intern quit layoff colleague counselor
degree education school study: university college class course graduate major student teacher exam diploma
  scholarship campus lesson
event: party wedding concert festival parade conference meeting show exhibition workshop ceremony fair race
  marathon fundraiser gala birthday reunion retreat speech
celebrate holiday: birthday christmas thanksgiving halloween easter anniversary party wedding festival
trip travel vacation destination visit: flight hotel beach tour tourist roadtrip trip cruise fly drive museum
  abroad country city island mountain park
country nationality abroad: america england france germany italy spain china japan india canada mexico brazil
  sweden norway ireland scotland australia russia korea thailand greece turkey egypt
city town place live: london paris tokyo york boston chicago seattle berlin rome shanghai beijing sydney toronto
  miami
state: california texas florida oregon washington colorado michigan nevada arizona ohio georgia minnesota alaska
  hawaii
vehicle transport: car bike bicycle truck motorcycle bus train van boat plane scooter
art artwork: paint painting drawing sculpture sketch canvas pottery gallery exhibit portrait landscape mural
  watercolor
craft: knit sew pottery clay woodwork origami crochet embroidery
music song band genre: sing singer album concert jazz rock pop classical rap band melody playlist musician
book novel author: read story series fantasy fiction library chapter writer poem poetry memoir biography trilogy
movie film show: watch cinema theater series actor director documentary comedy thriller trilogy tv episode
game: play chess console xbox nintendo playstation board card puzzle tournament multiplayer rpg controller
video: game console watch youtube vlog channel stream
write writing: book screenplay script story poem novel blog journal article letter essay
health medical condition illness: doctor hospital sick pain surgery diagnose allergy asthma diabetes injury
  medication therapy symptom disease flu fever
injury hurt: accident break sprain ankle knee leg arm surgery wound pain
mental stress destress relax therapy calm: meditate yoga therapy breathe run walk read bath music unwind
  counseling peaceful
feel emotion feeling mood: happy sad excited nervous anxious proud grateful angry scared relieved thrilled upset
  overwhelmed lonely amazed joy
clothes outfit wear: dress shirt shoe jacket hat coat jeans skirt boot sweater necklace
item thing object buy purchase: shoe dress bag phone laptop camera book car necklace ring figurine watch gift
  furniture
gift present: give necklace ring card flower surprise birthday
jewelry: necklace ring bracelet earring
address: live street road lane avenue
home house: apartment kitchen bedroom living room garden yard roof rent mortgage move neighborhood
nature outdoors outdoor: hike camp mountain forest lake river beach trail park ocean sunset waterfall
weather: rain snow sunny storm hot cold wind
money finance budget: cost price pay dollar save invest loan debt bank rent salary
charity volunteer cause: donate shelter fundraiser help community homeless nonprofit campaign
religion faith belief: church god pray bible spiritual temple mosque religious
politics political: election vote campaign government mayor senator policy office
identity gender: transgender gay lesbian queer lgbtq woman man
technology tech software: computer app code laptop program phone robot internet website
color colour: red blue green yellow purple pink black white orange gray brown
season: spring summer autumn fall winter
plant garden: flower tree rose tomato seed soil grow
plan goal dream future: hope want wish aim aspire ambition
problem challenge difficulty obstacle struggle setback: hard tough difficult trouble issue worry fail reject
  stuck
achievement success accomplishment: win award medal trophy prize promotion graduate finish complete proud
lose lost loss: die death pass funeral grieve miss
name: call
age old: birthday turn
tool: hammer saw drill screwdriver wrench
language: english french spanish german chinese japanese italian
subject topic: math history science biology chemistry physics sunset flower portrait
deployment deploy release: ship rollout kubernetes pipeline ci production staging docker helm
database storage: postgres mysql sqlite mongo redis sql table schema
error bug failure: crash exception fix broken traceback issue
test testing: pytest unit coverage ci assert
"""

_SAME = """
begin start|finish complete end|help assist aid support|big large huge|small tiny little|quick fast|buy purchase get
sell sale|repair fix|talk speak chat conversation discuss|enjoy love like fond|favorite favourite fave best prefer
hate dislike|happy glad joy|sad unhappy|scared afraid fear|angry mad upset|tired exhausted|beautiful pretty gorgeous
picture photo pic photograph image|job work career|kid child|mom mother mum|dad father|grandma grandmother granny
grandpa grandfather|movie film|tv television|car automobile|bike bicycle|road trip roadtrip|phone cellphone mobile
house home|shop store|doctor physician|buddy friend|reject rejection turn decline
recommend suggest recommendation suggestion tip|advice suggest advise recommend|motivate inspire inspiration
destress relax unwind therapy calm stress|participate attend join take part|visit go trip|live reside move
relocate move|study learn|teach lesson tutor|give gift present|gather meet meetup|win victory
compete competition tournament contest race|attend go|receive get|create make|own have|adopt adoption
marry wedding marriage|travel trip|pass die|important special mean matter|purpose use|symbol represent mean stand
decide choose decision choice|think opinion|hobby pastime fun enjoy|exercise workout|physical exercise
famous celebrity|career profession|persue pursue|pursue chase goal|reason because why|describe say call
relation relationship|support encourage|collect collection|volunteer help|donate donation charity|injure hurt
sick ill|fam family|vacation holiday trip|meet met encounter|originate from|hometown home|roommate flatmate
startup business company|k8s kubernetes kube|js javascript|ts typescript|db database|repo repository
auth authentication login|config configuration settings|ci pipeline|prod production|env environment
doc documentation|pr pull request|gha github actions|py python
"""

_ZH = """
宠物: 狗 猫 小狗 小猫 兔 鸟 鱼 仓鼠 乌龟
运动: 跑步 游泳 篮球 足球 羽毛球 健身 瑜伽 网球 爬山 骑行
乐器: 吉他 钢琴 小提琴 古筝 鼓
家人: 妈妈 爸爸 父亲 母亲 哥哥 姐姐 弟弟 妹妹 儿子 女儿 妻子 丈夫 老婆 老公
工作: 公司 上班 同事 老板 职业 项目 加班
住 住址: 住在 地址 搬到 搬去 搬家
爱好: 喜欢 绘画 钢琴 读书 看书 摄影 旅行 音乐 电影 跑步
食物: 火锅 米饭 面条 饺子 蛋糕 水果 菜
菜系: 川菜 粤菜 湘菜 鲁菜 日料 火锅
压力: 放松 冥想 运动 焦虑 烦恼
麻烦: 问题 困难 烦恼 压力
推荐: 建议 介绍
博物馆: 展览 展品
景色: 樱花 风景 湖 山 花
书: 小说 阅读 作者
电影: 影片 科幻 喜剧 导演
名字 叫 姓名 名前: name call
时区 タイムゾーン: timezone
生日 誕生日: birthday
邮箱 邮件: email
电话 手机号: phone
语言: language
称呼: name call
"""
"""The last seven are the fields of a page about a person, which is often written in English."""


_SAME_ZH = """
妻子 老婆 太太 爱人 媳妇|丈夫 老公 先生 爱人|母亲 妈妈 老妈 我妈|父亲 爸爸 老爸 我爸|孩子 儿子 女儿 小孩 宝宝
奶奶 祖母|爷爷 祖父|外公 姥爷|外婆 姥姥|上司 领导 老板 主管|医生 大夫|职业 工作 上班 老师 医生 工程师
工资 薪水 收入 月薪 年薪|辞职 离职 跳槽|入职 加入|手机 电话|电脑 笔记本|屏幕 显示器|汽车 车子 开车|单车 自行车 骑车
房租 租金|房贷 贷款|价格 价钱 费用 多少钱 花了|购买 买了 下单|餐厅 餐馆 饭店|酒店 宾馆 旅馆 民宿|飞机 航班 机票
高铁 火车 动车|旅游 旅行 游玩|快递 包裹|会议 开会|考试 测验 考了|学校 大学 小学 中学|本科 大学|毕业 学历|泳池 游泳
锻炼 健身 运动|生病 感冒 发烧|手术 开刀|怀孕 预产 出生|去世 过世|结婚 婚礼|离婚 分手|讨厌 不爱 不喜欢|高兴 开心 快乐
难过 伤心|害怕 担心|疲惫 很累|计划 打算 准备|目标 希望|为什么 因为 原因 所以|错误 报错 故障|上线 发布 部署|接口 服务
"""
"""Words of everyday life that say the same."""


@cache
def _by_beginning() -> dict[str, list[tuple[str, str]]]:
    """Heads by how they begin, each with its line: most lines are not asked for, and stemming all takes 13 ms."""
    lines = [*_KINDS.replace("\n  ", " ").strip().splitlines(), *_ZH.strip().splitlines()]
    same = [group for groups in (_SAME, _SAME_ZH) for group in groups.strip().replace("\n", "|").split("|")]
    found: dict[str, list[tuple[str, str]]] = {}
    for line in (*lines, *same):
        for head in line.partition(":")[0].split():
            found.setdefault(head[:BEGINNING], []).append((head, line))
    return found


@cache
def _of_term(term: str) -> frozenset[str]:
    """Words that answer for a term."""
    lines = [line for head, line in _by_beginning().get(term[:BEGINNING], ()) if _stem(head) == term]
    return frozenset(_stem(word) for line in lines for word in line.replace(":", " ").split()) - {term}


def _stem(word: str) -> str:
    return stem(word) if word.isascii() else word


_KATAKANA = range(0x30A1, 0x30F7)
_TO_HIRAGANA = {code: code - 0x60 for code in _KATAKANA}
_TO_KATAKANA = {code - 0x60: code for code in _KATAKANA}


def in_other_kana(term: str) -> frozenset[str]:
    """The term in hiragana and in katakana, where it is a pair in the other one: names are written in both."""
    if term.isascii() or len(term) < 2:
        return frozenset()
    return frozenset((term.translate(_TO_HIRAGANA), term.translate(_TO_KATAKANA))) - {term}


def of_terms(terms: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """The related terms of each term that has some."""
    asked = frozenset(terms)
    return {term: related for term in terms if (related := (_of_term(term) | in_other_kana(term)) - asked)}
