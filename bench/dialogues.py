"""Dialogues of our own with known evidence: what the ranker's weights are judged on besides public sets.

Two people talk over many sessions. Each fact is told in one turn, mostly as
the answer to a question of the other, among small talk and among facts of the
other person about the same things. Questions use other words than the turns
where people would. Everything follows from the seed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random


@dataclass(frozen=True, slots=True)
class Turn:
    """One message; `id` is unique in its dialogue."""

    id: str
    session: str
    seq: int
    speaker: str
    text: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the turns that answer it. Categories: single, multi, time, zh; more in `hop_dialogues`."""

    text: str
    evidence: tuple[str, ...]
    category: str
    apart: tuple[tuple[str, ...], ...] = ()
    """The evidence by whom it is about, where the question joins two."""


@dataclass(frozen=True, slots=True)
class Dialogue:
    """All turns of two people, and what can be asked about them."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """A thing to tell: how the other asks, how it is told, what comes after, and how it is asked for later."""

    opener: str
    told: tuple[str, ...]
    after: str
    asked: str
    values: tuple[str, ...]
    listed: str = ""
    """A question for all values that one person told."""
    timed: str = ""
    """A question for when it happened."""


def _topic(text: str) -> Topic:
    fields = [part.strip() for part in text.strip().split("\n")]
    values, told = tuple(fields[4].split("; ")), tuple(fields[1].split(" / "))
    return Topic(fields[0], told, fields[2], fields[3], values, *(field.lstrip("-") for field in fields[5:]))


_ENGLISH = """
Any news from home?
We just got a {v}, the kids can't stop laughing. / A {v} moved in with us last week, it already rules the house.
Aww, does it sleep on the couch?
What animal did {p} get?
puppy; kitten; parrot; turtle; rabbit; hamster
What pets does {p} have?
When did {p} get the {v}?

How do you unwind these days?
I signed up for a {v} class yesterday, it clears my head. / Mostly {v}, it is like therapy after a long day.
Good for you, we all need that.
What {v} course did {p} join to calm down?
pottery; yoga; salsa; painting; archery; ceramics
What does {p} do to relax?
When did {p} sign up for {v}?

How was the trip?
{v} was unreal, we walked until our feet hurt. / I came back from {v} on Sunday, I could have stayed a month.
Show me the photos some day!
How did {p} like the journey to {v}?
Lisbon; Kyoto; Oslo; Marrakesh; Quito; Prague
Which places has {p} visited?
When did {p} travel to {v}?

You look tired, what happened at work?
They made me {v}, so it is meetings all day now. / I start as {v} on Monday, new team and all.
Wow, congratulations! They are lucky.
What job did {p} get at the company?
team lead; head of design; shift supervisor; lab manager; data analyst; pastry chef
-
When did {p} become {v}?

What are you cooking tonight?
My {v}, with far too much garlic. / I finally got the {v} right, crispy on the outside.
Save me a plate.
What dish is {p} proud of?
lasagna; ramen; paella; dumplings; moussaka; gnocchi
What food does {p} make?

Are you reading anything good?
I finished {v} in two nights, could not put it down. / {v} again, I find something new in it every time.
Adding it to my list.
Which novel did {p} read?
"The Glass Harbour"; "Salt Roads"; "A Quiet Orbit"; "The Ninth Map"; "Winter Ledger"; "Paper Rivers"
What books has {p} read?
When did {p} finish {v}?

How is the family?
My {v} called, the operation went well and we cried a bit. / {v} broke an ankle on the stairs, poor thing.
Send them my love, please.
Which relative of {p} was in hospital?
mother; uncle; cousin; grandfather; sister; nephew
-
When was {p}'s {v} hurt?

Did you make it to the show?
Yes, {v} played for three hours, my ears still ring. / Front row for {v}, best night of the year.
I am so jealous.
What band did {p} see live?
the Copper Larks; Mina Torvald; Slow Weather; the Velvet Anchors; Juniper & Co; Hollow Pines
Which concerts did {p} attend?
When did {p} see {v}?

Still doing sports?
I run less, but {v} every Thursday keeps me sane. / Joined a {v} club, I am terrible at it.
Your knees will thank you.
What exercise does {p} do?
climbing; rowing; badminton; fencing; curling; swimming
Which sports does {p} practise?

What is the plan for the garden?
I planted {v} along the fence, fingers crossed. / The {v} came up at last, two months late.
Mine died in the frost.
What is growing at {p}'s place?
tomatoes; sunflowers; lavender; pumpkins; dahlias; beans

Did you ever solve that bug?
It was {v}, of course, three lines and a whole weekend gone. / Turns out {v} was the culprit all along.
It always is.
What caused the crash that {p} was chasing?
a time zone; a stale cache; a missing index; a race between two workers; an old driver; a wrong locale

Any big purchases?
I bought a {v}, do not tell my bank. / The {v} arrived, it is bigger than the kitchen.
Treat yourself!
What did {p} buy?
telescope; cargo bike; sewing machine; kayak; record player; espresso machine
What things has {p} purchased?
When did {p} buy the {v}?

What are you allergic to again?
{v}, one bite and my face is a balloon. / No {v} for me, I learned that the hard way.
Noted for the party.
Which food makes {p} ill?
peanuts; shellfish; kiwi; sesame; celery; walnuts
"""

_CHINESE = """
最近家里有什么新鲜事？
我们养了一只{v}，孩子高兴坏了。 / 上周抱回来一只{v}，天天黏着我。
真羡慕你。
{p}养了什么宠物？
小狗; 橘猫; 鹦鹉; 乌龟; 兔子; 仓鼠

周末去哪儿玩了？
去了{v}，人不多，风景特别好。 / 在{v}待了两天，舍不得回来。
下次叫上我。
{p}去过哪个地方旅游？
厦门; 敦煌; 大理; 青岛; 婺源; 喀什
-
{p}什么时候去的{v}？

工作怎么样？
我升职了，现在是{v}，天天开会。 / 下周一开始当{v}，有点紧张。
恭喜恭喜！
{p}换了什么工作？
产品经理; 测试主管; 主编; 店长; 数据分析师; 护士长

你最近在看什么书？
《{v}》，两个晚上就看完了。 / 又看了一遍《{v}》，每次都有新收获。
我也想看。
{p}读了哪本小说？
长河落日; 雪国列车; 白鹿原; 三体; 活着; 围城

晚饭吃什么？
我做{v}，放了好多蒜。 / 终于把{v}做成功了，外酥里嫩。
给我留一份。
{p}会做什么菜？
麻婆豆腐; 红烧肉; 葱油拌面; 小笼包; 酸菜鱼; 锅包肉

你对什么过敏来着？
{v}，吃一口脸就肿。 / 不能吃{v}，上次进了医院。
聚会时我会注意。
{p}不能吃什么东西？
花生; 虾; 芒果; 芝麻; 海蟹; 菠萝
"""

TALK = (
    "Hey, good to see you!",
    "Long week, but I am fine.",
    "Ha, that sounds like you.",
    "Really? Tell me more!",
    "I know what you mean.",
    "The weather has been awful, rain every day.",
    "Work is busy, the usual.",
    "That makes me happy to hear.",
    "We should meet for coffee soon.",
    "My phone died twice today.",
    "Time flies, it is almost winter.",
    "Thanks for listening, it means a lot.",
    "I love how you always find time for the things you enjoy.",
    "Kids grow so fast, don't they?",
    "Did you sleep well?",
    "Okay, talk soon, take care!",
)
ZH_TALK = (
    "好久不见！",
    "最近挺忙的。",
    "哈哈，像你的风格。",
    "真的吗？快说说！",
    "我懂你的意思。",
    "天天下雨，烦死了。",
    "有空一起喝咖啡。",
    "下次再聊，保重！",
)
_NAMES = (("Ines", "Tobias"), ("Priya", "Marcus"), ("Yara", "Felix"), ("Nora", "Emeka"), ("Alba", "Ruben"))
_ZH_NAMES = (("小雨", "建国"), ("思涵", "志强"))


def topics(text: str) -> tuple[Topic, ...]:
    """Topics from their text form."""
    return tuple(_topic(block) for block in text.strip().split("\n\n"))


def dialogues(seed: int = 7, count: int = 5, *, sessions: int = 20) -> Iterator[Dialogue]:
    """English dialogues, then as many Chinese ones as there are names for."""
    for number in range(count):
        random = Random(f"{seed}-{number}")
        yield _dialogue(f"en-{number}", _NAMES[number % len(_NAMES)], topics(_ENGLISH), TALK, random, sessions)
    for number, names in enumerate(_ZH_NAMES[:count]):
        random = Random(f"{seed}-zh-{number}")
        yield _dialogue(f"zh-{number}", names, topics(_CHINESE), ZH_TALK, random, max(6, sessions // 2))


def _dialogue(
    name: str, people: tuple[str, str], known: Sequence[Topic], talk: Sequence[str], random: Random, sessions: int
) -> Dialogue:
    facts = [(topic, person, value) for topic in known for person in people for value in random.sample(topic.values, 2)]
    random.shuffle(facts)
    share = -(-len(facts) // sessions)
    turns: list[Turn] = []
    told: list[tuple[Topic, str, str, str]] = []
    day = datetime(2024, 1, 6, 18, tzinfo=UTC)
    for number in range(sessions):
        day += timedelta(days=random.randint(3, 25), hours=random.randint(-3, 3))
        session, said = f"{name}-s{number + 1}", list[tuple[str, str]]()
        for topic, person, value in facts[number * share : (number + 1) * share]:
            other = people[1 - people.index(person)]
            said += [(random.choice(people), random.choice(talk)) for _ in range(random.randint(1, 4))]
            if random.random() < 0.8:
                said.append((other, topic.opener))
            told.append((topic, person, value, f"{session}:{len(said)}"))
            said.append((person, random.choice(topic.told).format(v=value)))
            said.append((other, topic.after))
        said += [(random.choice(people), random.choice(talk)) for _ in range(3)]
        for seq, (speaker, text) in enumerate(said):
            at = day + timedelta(minutes=seq)
            turns.append(Turn(f"{session}:{seq}", session, seq, speaker, f"{speaker}: {text}", at))
    return Dialogue(name, tuple(turns), tuple(_questions(told, chinese=name.startswith("zh"))))


def _questions(told: Sequence[tuple[Topic, str, str, str]], *, chinese: bool) -> Iterator[Question]:
    for topic, person, value, turn in told:
        same = [t for each, who, what, t in told if each is topic and who == person and "{v}" not in topic.asked]
        evidence = tuple(dict.fromkeys((turn, *same)))
        category = "zh" if chinese else "multi" if len(evidence) > 1 else "single"
        if turn == evidence[0] and (not same or turn == same[0]):
            yield Question(topic.asked.format(p=person, v=value), evidence, category)
        if topic.timed:
            yield Question(topic.timed.format(p=person, v=value), (turn,), "zh" if chinese else "time")
    for topic in {topic.opener: topic for topic, *_ in told if topic.listed}.values():
        for person in sorted({who for each, who, *_ in told if each is topic}):
            evidence = tuple(turn for each, who, _, turn in told if each is topic and who == person)
            yield Question(topic.listed.format(p=person), evidence, "multi")
