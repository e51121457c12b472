"""Claims: the newest value of the same thing wins, and a thing that is told apart by its name is another one."""

import pytest

from context_memory.memory.recall import claims

UPDATES = [
    ("The standup is at 9:15.", "The standup has been pushed to 10:00."),
    ("My phone number ends in 4417.", "Correction: my phone number ends in 9920."),
    ("Grandma lives in Graz.", "Grandma has moved to Linz to be near us."),
    ("The gym is on Tuesdays.", "Scratch that, the gym is on Thursdays."),
    ("Our plumber is Mr. Huber.", "The new plumber is Ms. Kranz."),
    ("The rent is 900 euros.", "As of this week the rent is 950 euros."),
    ("We have 90 seats on the licence.", "The licence went from 90 to 60 seats."),
    ("We pay the cleaner 18 euros an hour.", "The cleaner gets 20 euros an hour from now on."),
    ("The gateway listens on port 8443.", "The gateway listens on port 9443."),
    ("The frontend is written in Vue.", "The frontend is written in Svelte."),
    ("The spare key is under the blue pot.", "The spare key is in the shed."),
    ("The plants get water every three days.", "The plants get water every week."),
    ("Our vet is Dr. Simmons.", "We have a new vet, Dr. Patel."),
    ("周会在周一上午。", "周会以后都在周三下午。"),
    ("快递用顺丰。", "快递以后用京东。"),
    ("年会在万豪酒店办。", "年会地点变了，在希尔顿酒店办。"),
    ("孩子由奶奶接送。", "以后孩子改由爸爸接送。"),
    ("网关监听8443端口。", "网关监听9443端口。"),
    ("三楼会议室能坐20人", "三楼会议室现在能坐30人"),
    ("妈妈住302病房。", "妈妈转到508病房了。"),
    ("大阪支店の店長は田中さん", "大阪支店の店長は鈴木さんに変わった"),
    ("家賃は8万円", "今月から家賃は9万円"),
    ("I work from home on Mondays.", "I work from home on Fridays now."),
    ("The team uses Jira.", "The team uses Linear now."),
    ("My manager at Veritas is Chloé Martin.", "My manager is now Yann Le Gall."),
    ("The VAT number is PT509112233 and the accountant is Rita.", "VAT number: PT509112234"),
    ("我周一在家办公。", "现在我周五在家办公。"),
    ("女儿叫小禾，今年五岁", "小禾六岁了，上周刚过生日"),
    ("我的狗叫豆包，九公斤", "豆包现在十一公斤了"),
    ("I live at 5 Main Street, Shanghai.", "I moved: I now live at 9 West Lake Road, Hangzhou."),
    ("My address is 5 Main Street, Shanghai", "My address is 9 West Lake Road, Hangzhou"),
    ("Our office is at 12 King Street.", "The office is at 80 Queen Street now."),
    ("The clinic is at 221B Baker Street.", "The clinic has moved to 4 Mill Lane."),
    ("我住在上海浦东。", "我搬家了，现在住在杭州西湖区。"),
    ("我住在上海市浦东新区世纪大道100号。", "我已经搬家了，住在杭州市西湖区文三路5号。"),
    ("公司在世纪大道100号", "公司搬了，现在在文三路5号"),
    ("We use npm for packages.", "We use pnpm for packages from now on."),
    ("预算是20万。", "预算提高到35万了。"),
    ("房租是3000元", "房租上涨到3500元"),
    ("女朋友叫小美。", "现在的女朋友叫小雨。"),
]
BOTH_TRUE = [
    ("成都店的店长是刘敏", "重庆店的店长换成张伟了"),
    ("一号仓库的管理员是老周", "二号仓库的管理员换成小孟了"),
    ("小王的工位在窗边", "小李的工位换到门口了"),
    ("客厅的空调是格力的", "卧室的空调换成美的了"),
    ("一年级的班主任是王老师", "三年级的班主任换成李老师了"),
    ("三楼会议室能坐20人", "五楼会议室现在能坐30人"),
    ("刘晨曦是我的叔叔，其身高是179cm。", "刘宇轩是我的父亲，其身高是169cm。"),
    ("团队聊天用飞书。", "团队文档用语雀。"),
    ("我对花生过敏。", "我对海鲜过敏。"),
    ("父の薬はアムロジピン", "母の薬はバルサルタンに変更になった"),
    ("朝会は9時から", "夕会は17時からに変更した"),
    ("The manager in Lyon is Chloé Martin.", "The manager in Paris is now Yann Le Gall."),
    ("Invoice: A-1001", "Order: A-1002"),
    ("Gate 1 closes at 22:00.", "Gate 2 closes at 23:00 now."),
    ("The bakery opens at 7.", "The bakery closes at 18:30."),
    ("The train to Bonn leaves at 7:10.", "The train from Bonn leaves at 18:40."),
    ("We deploy the web app on Tuesdays.", "We deploy the mobile app on Thursdays now."),
    ("The new nurse is Irish.", "The new nurse is Catholic."),
    ("Box 3 has the winter coats.", "Box 4 has the books."),
    ("Anna called, it costs 9 euros.", "Ben called, it costs 12 euros."),
    ("My friend is Tom Baker.", "My friend is Sue Miller."),
    ("I take a pill at 8:00.", "I take a pill at 20:00."),
    ("Anna goes to Spain.", "Anna goes to Italy."),
    ("The team uses Jira.", "The team uses Figma."),
    ("小王用Vim。", "小王用Slack。"),
    ("女儿叫小禾，今年五岁", "小林六岁了"),
    ("每周二晚上去游泳。", "每周四晚上去游泳。"),
    ("我住在上海浦东。", "她搬家了，现在住在杭州西湖区。"),
    ("The bakery is at 5 Main Street.", "The bank is at 9 Main Street now."),
    ("The team uses the npm registry.", "The team uses npm now."),
    ("We use Jira for tickets.", "We use Figma for designs from now on."),
    ("我的朋友叫小美。", "我的朋友叫小雨。"),
    ("I live at 5 Main Street.", "Anna now lives at 9 West Lake Road."),
    ("I park at 5 Main Street.", "I work at 9 West Lake Road now."),
    ("The shop opens at 9 and will close at 5.", "The shop is at 9 Mill Lane now."),
]


@pytest.mark.parametrize(("old", "new"), UPDATES)
def test_another_value_of_the_same_thing_takes_its_place(old: str, new: str) -> None:
    assert claims.takes_place_of(new, old)
    assert not claims.are_apart(new, old)


@pytest.mark.parametrize(("old", "new"), BOTH_TRUE)
def test_a_value_of_another_thing_takes_no_place(old: str, new: str) -> None:
    assert not claims.takes_place_of(new, old)


@pytest.mark.parametrize(("old", "new"), BOTH_TRUE[:7])
def test_things_that_are_named_apart_are_known_to_be_two(old: str, new: str) -> None:
    assert claims.are_apart(new, old)


def test_who_moved_has_another_address() -> None:
    assert claims.takes_place_of("I moved to 12 Quarry Lane in Leeds.", "My address is 3 Mill Road, York.")
    assert not claims.takes_place_of("I moved to 12 Quarry Lane in Leeds.", "My email address is a3@example.org.")


def test_a_story_makes_no_claims() -> None:
    assert not claims.of(
        "We went out. The bus is at 9. Tom is in Rome. It rained, and the pub closes at 11. Home by 12."
    )
