"""What is true now: the newer of two statements about the same thing comes first, and the older says so."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from context_memory import ContextMemory
from context_memory.memory import doc_requests
from context_memory.memory.assembly import terms_of
from context_memory.memory.docs import DEFAULT_SCOPE, Confidence, Found, Hit, Kind, MemoryDoc, Part, gains_of
from context_memory.memory.indexing.services import index_files
from context_memory.memory.recall import query, recall_block, superseding
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.storage import places
from context_memory.testing import WorkspaceBuilder

NOW = datetime(2026, 11, 20, tzinfo=UTC)


def told(name: str, text: str, day: int, **known: object) -> Hit:
    created = datetime(2026, 10, day, tzinfo=UTC)
    values: dict[str, object] = {"id": name, "scope": DEFAULT_SCOPE, "kind": Kind.FACT, "text": text}
    return Hit(MemoryDoc(**{**values, "created_at": created, **known}), 1.0 / day)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        ("When do we deploy?", "We deploy on Tuesdays", "We deploy on Thursdays now"),
        ("when is the standup", "The standup is on Tuesdays", "The standup is on Thursdays"),
        ("Where do I live?", "I live in Porto with my cat", "I no longer live in Porto, I live in Lisbon with my cat"),
        (
            "What is the daily quota of the API?",
            "The daily quota of the API is 1000",
            "The daily quota of the API is 1200",
        ),
        (
            "Which baud rate for the scales?",
            "The scales talk at 9600 baud over serial",
            "scales are 19200 now, not 9600",
        ),
        ("什么时候部署？", "我们每周二部署", "部署时间改成我们每周四部署"),
        ("Where do I live?", "I live in Leeds.", "I moved to Bristol last month."),
        ("Who leads the mobile team?", "Priya leads the mobile team.", "Tomasz took over the mobile team from Priya."),
        ("Do I drink coffee?", "I drink coffee with oat milk.", "I stopped drinking coffee, only tea these days."),
        ("Where does Anna work?", "Anna works at Siemens.", "Anna left Siemens and works at Bosch now."),
        ("Which database do we use?", "The database is MySQL 5.7.", "The database has been migrated to PostgreSQL 16."),
        (
            "Tabs or spaces for indentation?",
            "Use tabs for indentation.",
            "Use spaces, not tabs, for indentation from now on.",
        ),
        ("How long is the free trial?", "The free trial lasts 14 days.", "The free trial was extended to 30 days."),
        ("What is the address of staging?", "Staging is at 10.0.4.17.", "Staging has moved to 10.0.9.2."),
        (
            "Who is our landlord?",
            "Our landlord is Mr. Okafor.",
            "They sold it, our new landlord is Ms. Lindqvist.",
        ),
        ("What is the ad budget?", "The ad budget is 5,000 euros.", "The ad budget was cut to 3,000 euros."),
        ("项目用什么写前端？", "项目用 Vue 写前端。", "前端不再用 Vue,改用 React 了。"),
        ("女儿在哪里上学？", "女儿在阳光幼儿园上学。", "女儿今年九月升入实验小学了。"),
        ("日志保留多少天？", "日志保留30天。", "日志保留时间延长到90天。"),
        ("我每天几点起床？", "我每天七点起床。", "我现在每天六点起床。"),
        ("消息队列用什么？", "我们用 RabbitMQ 做消息队列。", "消息队列从 RabbitMQ 换成 Kafka 了。"),
        ("Who is my dentist?", "My dentist is Dr. Abel.", "My dentist is Dr. Novak."),
        ("Which floor is my office on?", "My office is on the third floor.", "My office is on the fifth floor."),
        (
            "How long are our sprints?",
            "Our sprint length is two weeks.",
            "From this quarter on sprints last three weeks.",
        ),
        ("Where is the team lunch?", "Team lunch is at Basil.", "Basil has closed, team lunch is at Mint now."),
        ("项目经理是谁？", "项目经理是王磊。", "项目经理是陈静。"),
        ("我现在住哪里？", "我住在南京鼓楼区。", "我搬到江宁了，离公司近一些。"),
        ("我喝什么牛奶？", "我喝蒙牛的牛奶。", "牛奶现在很少喝了，改喝豆浆。"),
        ("Where do we keep passwords?", "Passwords are kept in LastPass.", "LastPass was replaced by Bitwarden."),
        ("Which dentist do I see?", "My dentist is Dr. Vance.", "Dr. Vance retired, my dentist is Dr. Okafor."),
        ("密码放在哪？", "密码都放在 LastPass 里。", "LastPass 换成了 Bitwarden。"),
        ("谁负责前端？", "前端由小骆负责。", "小骆转岗了，前端交给阿敏。"),
        ("私はどこに住んでいる？", "私は横浜に住んでいる。", "横浜から鎌倉に引っ越した。"),
        ("監視は何を使っている？", "監視はNagiosを使っている。", "監視のNagiosはやめて、Grafanaにした。"),
    ],
)
def test_what_is_newer_comes_first_and_the_older_one_says_what_replaced_it(question: str, old: str, new: str) -> None:
    found = superseding.in_order_of_time(question, [told("old", old, 1), told("new", new, 20)])

    assert [hit.doc.id for hit in found] == ["new", "old"]
    assert [hit.replaced_by for hit in found] == ["", "new"]
    assert "superseded by #new" in recall_block.line_of(found[1], NOW)
    assert found[0].score >= found[1].score


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        ("成都店的店长是谁？", "成都店的店长是刘敏", "重庆店的店长换成张伟了"),
        ("A组的组长是谁？", "A组的组长是陈静", "B组的组长换成赵磊了"),
        ("本番環境のポートは？", "本番環境のポートは8080", "検証環境のポートは9090に変更した"),
        ("华东区的销售负责人是谁？", "华东区的销售负责人是孙丽", "华南区的销售负责人由周强接手了"),
        ("How far do I run?", "I ran 5 km on Monday.", "I ran 8 km on Thursday."),
    ],
)
def test_what_is_said_of_another_thing_marks_nothing(question: str, old: str, new: str) -> None:
    found = superseding.in_order_of_time(question, [told("old", old, 1), told("new", new, 20)])

    assert not any(hit.replaced_by for hit in found)


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        (
            "Before the move, which port did the gateway use?",
            "The gateway listens on port 8443.",
            "The gateway was moved to port 9443.",
        ),
        ("Where did grandma use to live?", "Grandma lives in Graz.", "Grandma has moved to Linz to be near us."),
        ("Who was the plumber until last year?", "Our plumber is Mr. Huber.", "Our new plumber is Ms. Kranz."),
        ("房租涨价前是多少？", "房租每个月3500元。", "房租涨到每个月3800元。"),
        ("引っ越す前はどこに住んでいた？", "横浜に住んでいる。", "横浜から鎌倉に引っ越した。"),
    ],
)
def test_what_was_before_comes_first_with_its_mark_where_that_is_asked(question: str, old: str, new: str) -> None:
    found = superseding.in_order_of_time(question, [told("new", new, 20), told("old", old, 1)])

    assert [(hit.doc.id, hit.replaced_by) for hit in found] == [("old", "new"), ("new", "")]


def test_a_hit_that_is_lifted_says_what_for_and_its_parts_make_its_score() -> None:
    old = told("old", "We deploy on Tuesdays", 1)._replace(parts=(Part("covered", 1.0, 1.0),))
    new = told("new", "We deploy on Thursdays now", 20)
    new = new._replace(parts=(Part("covered", new.score, 1.0),), confidence=Confidence.LOW)
    found = superseding.in_order_of_time("When do we deploy?", [old._replace(confidence=Confidence.HIGH), new])

    assert [hit.doc.id for hit in found] == ["new", "old"]
    assert all(sum(part.gain for part in hit.parts) == pytest.approx(hit.score) for hit in found)
    assert found[0].parts[-1].name == "replaces"
    assert found[0].confidence is Confidence.HIGH


def test_a_question_for_the_past_still_finds_the_old_first() -> None:
    hits = [told("old", "We deploy on Tuesdays", 1), told("new", "We deploy on Thursdays now", 20)]
    found = superseding.in_order_of_time("When did we use to deploy before?", hits)

    assert [hit.doc.id for hit in found] == ["old", "new"]
    assert found[0].replaced_by == "new"

    found = superseding.in_order_of_time("When did we use to deploy?", hits[::-1])
    assert [hit.doc.id for hit in found] == ["old", "new"]


def test_the_day_of_a_note_and_the_name_of_who_speaks_are_no_part_of_what_is_said() -> None:
    old = told("old", "2026-03-02: Backups run at 02:00 UTC.", 1, kind=Kind.SECTION, file="memory/2026-03-02.md")
    new = told("new", "2026-08-10: Backups run at 04:30 UTC.", 20, kind=Kind.SECTION, file="memory/2026-08-10.md")
    assert [hit.replaced_by for hit in superseding.in_order_of_time("When do backups run?", [old, new])] == ["", "new"]

    early = told("early", "Maya: Thanks for listening.", 1, speaker="Maya")
    late = told("late", "Maya: I listen to jazz now.", 20, speaker="Maya")
    assert not any(hit.replaced_by for hit in superseding.in_order_of_time("What did Maya paint?", [early, late]))


def test_who_gives_up_an_answer_is_found_without_a_word_of_the_question(tmp_path: Path) -> None:
    lines = (
        {"text": "Our team uses Jira for tickets.", "created_at": "2026-03-02T10:00:00Z"},
        {"text": "We switched from Jira to Linear.", "created_at": "2026-08-10T10:00:00Z"},
        {"text": "Jira was slow on Monday.", "created_at": "2026-08-11T10:00:00Z"},
    )
    with closing(SqliteDocStore(places.of_workspace(tmp_path).state, terms_of)) as store:
        list(remember(store, (doc_requests.request_of(line, NOW) for line in lines), NOW))
        found = Recall(store).find(Search("Which tool is for tickets?", NOW)).hits

    assert [hit.doc.text for hit in found] == ["We switched from Jira to Linear.", "Our team uses Jira for tickets."]
    assert found[1].replaced_by == found[0].doc.id


@pytest.mark.parametrize(
    ("question", "answer", "lines"),
    [
        (
            "How much is my phone plan now?",
            "The phone plan is 15 euros",
            ("The phone plan is 22 euros", "My piano lessons are on Mondays now", "Our plumber is now Mr. Ortiz"),
        ),
        ("What is my current gym?", "I train at the Ironside gym", ("Our current sprint ends on Friday",)),
        ("我目前的话费是多少", "话费每月三十九元", ("目前打印机坏了", "目前助教是小吕")),
        (
            "Do I play badminton these days?",
            "I gave up badminton because of my shoulder, I climb instead",
            ("I play badminton on Tuesdays and Fridays", "I read a lot these days"),
        ),
        ("我现在还打羽毛球吗", "因为肩膀疼我不打羽毛球了，改去攀岩", ("我周二周四打羽毛球", "现在我在看一本书")),
    ],
)
def test_words_that_ask_for_now_find_nothing_that_has_them_alone(
    question: str, answer: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    days = ({"text": text, "created_at": f"2026-08-0{day}T10:00:00Z"} for day, text in enumerate((*lines, answer), 1))
    with closing(SqliteDocStore(places.of_workspace(tmp_path).state, terms_of)) as store:
        list(remember(store, (doc_requests.request_of(line, NOW) for line in days), NOW))
        found = Recall(store).find(Search(question, NOW)).hits

    assert found[0].doc.text == answer
    assert not [hit.doc.text for hit in found[1:] if "now" in hit.doc.text.split() and hit.confidence != "low"]


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("Who wrote Apocalypse Now?", "now"),
        ("What current does the motor draw?", "current"),
        ("按钮出现在哪里", "出现"),
        ("what now?", "now"),
    ],
)
def test_words_that_only_look_like_now_are_kept(question: str, kept: str) -> None:
    assert kept in "|".join(query.parse(question, {}, NOW).terms)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How often are the booth filters changed?", "Booth filters: every 90 hours, the lacquer is thicker."),
        ("How often did we change the booth filters?", "Booth filters: every 120 hours, on the clipboard."),
        ("How often were the booth filters changed before?", "Booth filters: every 120 hours, on the clipboard."),
        ("Who cleans the filters?", "Booth filters: every 120 hours, on the clipboard."),
    ],
)
def test_of_statements_that_say_as_much_of_what_is_asked_for_now_the_newest_is_first(
    question: str, expected: str
) -> None:
    """No word of the newer one says that anything changed."""
    older = told("older", "Booth filters: every 120 hours, on the clipboard.", 1)
    newer = told("newer", "Booth filters: every 90 hours, the lacquer is thicker.", 20)._replace(score=0.9)
    other = told("other", "The booth is blue.", 25)._replace(score=0.95)
    found = superseding.newest_first(question, [older, other, newer])

    assert found[0].doc.text == expected
    assert {hit.doc.id for hit in found} == {"older", "newer", "other"}
    assert found[0].replaced_by == ""


def test_what_says_as_much_but_counts_far_less_or_stands_in_a_session_is_not_lifted() -> None:
    older = told("older", "Booth filters: every 120 hours.", 1)
    far = told("far", "Booth filters: every 90 hours.", 20)
    turn = told("turn", "Booth filters: every 60 hours.", 25, session="s", kind=Kind.TURN)._replace(score=1.0)

    assert superseding.newest_first("How often are booth filters changed?", [older, turn, far])[0] is older


def test_the_day_of_a_note_does_not_hide_what_gives_it_up(tmp_path: Path) -> None:
    """Two notes of days share no rare word but the one that is given up; the days were taken for rarer ones."""
    (tmp_path / "memory").mkdir()
    for day, text in (("2026-10-01", "We lint with flake8."), ("2026-10-20", "We replaced flake8 with ruff.")):
        (tmp_path / "memory" / f"{day}.md").write_text(f"# {day}\n- Fixed the printer\n\n- {text}\n")
    with closing(SqliteDocStore(places.of_workspace(tmp_path).state, terms_of)) as store:
        index_files.update(store, tmp_path)
        found = Recall(store).find(Search("Which linter do we use?", NOW)).hits

    assert found[0].doc.text == "2026-10-20: We replaced flake8 with ruff."


def test_of_a_session_without_times_what_was_said_later_is_true_now(tmp_path: Path) -> None:
    said = [{"role": "user", "content": text} for text in ("We deploy on Tuesdays.", "We deploy on Thursdays now.")]
    with ContextMemory(tmp_path) as memory:
        memory.learn(said, session="chat-7")

        newer, older = memory.recall("When do we deploy?").hits

    assert newer.text == "We deploy on Thursdays now."
    assert older.superseded_by == newer.handle


def test_what_cannot_be_ordered_is_shown_as_a_conflict() -> None:
    hits = [told("one", "The standup is on Tuesdays", 5), told("other", "The standup is on Thursdays", 5)]
    found = superseding.in_order_of_time("When is the standup?", hits)

    assert [hit.conflicts for hit in found] == [("other",), ("one",)]
    assert "conflicts with #other" in recall_block.line_of(found[0], NOW)


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        ("What pets do I have?", "I have a cat called Miso", "I have a dog called Rex"),
        ("When do we deploy?", "We deploy on Tuesdays", "Do we deploy on Thursdays now?"),
        ("When do we deploy?", "We deploy on Tuesdays", "We deploy on Thursdays"),
        ("When do I work from home?", "I work from home on Mondays", "I work from home on Fridays"),
        ("When do I play tennis?", "I play tennis on Mondays", "I play tennis on Thursdays"),
        ("When is the clinic open?", "The clinic is open on Mondays", "The clinic is open on Thursdays"),
        ("我哪天在家办公？", "我周一在家办公。", "我周五在家办公。"),
        ("在宅勤務はいつ？", "月曜は在宅勤務。", "金曜は在宅勤務。"),
        ("When do we deploy?", "We deploy on Tuesdays", "The billing team deploys its mailer on Thursdays at nine"),
        ("When do we deploy?", "We deploy on Tuesdays", "We deploy on Tuesdays"),
        ("When do we deploy?", "We deploy on Tuesdays.", "Do not deploy on Fridays."),
        ("Where do I live?", "I live in Leeds.", "My brother moved to Bristol last month."),
        ("Who leads the mobile team?", "Priya leads the mobile team.", "Priya moved the mobile team to the top floor."),
        ("What does Tom drink?", "Tom drinks coffee with milk.", "Anna stopped drinking coffee."),
        ("What pets do I have?", "I have a cat called Miso.", "I have a new dog called Rex."),
        ("Which languages do I speak?", "I speak Spanish.", "I speak Italian now too."),
        ("Who works at Bosch?", "Anna works at Bosch", "Peter works at Bosch now"),
        ("What car do I drive?", "I drive a Golf.", "My wife now drives a Zoe."),
        ("When does the train leave?", "The train to Bonn leaves at 7:10.", "The train from Bonn leaves at 18:40."),
        ("What pet do I have?", "My cat is Miso.", "We went to the opera with my cat."),
        ("When are the exams?", "The math exam is on June 3.", "The physics exam is on June 9."),
        (
            "What did Ines get?",
            "We got a hamster, they can't stop laughing.",
            "We got a parrot, they can't stop laughing.",
        ),
        ("我住在哪里？", "我住在上海浦东。", "我弟弟搬到杭州了。"),
        ("我养了什么宠物？", "我养了一只猫。", "我现在还养了一条狗。"),
        ("我对什么过敏？", "我对花生过敏。", "同事小张不再对花生过敏了。"),
        ("我的生日是哪天？", "我的生日是3月14号。", "老婆的生日是6月2号。"),
        ("发布前要做什么？", "发布前要跑全部测试。", "昨天发布换成小王值班。"),
        ("Who is my friend?", "My friend is Tom Baker.", "My friend is Sue Miller."),
        ("Who is the manager?", "The sales manager is Ola Berg.", "The shop manager is Kim Dahl."),
        ("Where does Anna live?", "Anna lives in Bonn.", "Peter lives in Kiel now."),
        ("Which floor is my office on?", "My office is on the third floor.", "The kitchen is on the fifth floor now."),
        ("How do I travel?", "I take the train to Berlin on Mondays.", "I take the train from Berlin on Fridays."),
        ("Who is the new nurse?", "The new nurse is Irish.", "The new nurse is Catholic."),
        ("我妹妹叫什么？", "我妹妹叫王芳。", "我妹妹叫王丽。"),
        (
            "When do Jonas and I speak on the phone?",
            "Jonas's wife is called Maren. She paints ships.",
            "We've moved our calls to Sunday evenings since Jonas has football on Mondays.",
        ),
        ("李雷现在住哪？", "李雷的妈妈住在成都。", "李雷现在搬到重庆住了。"),
        ("谁是老师？", "数学老师是张老师。", "语文老师是李老师。"),
        ("我爱人是做什么的？", "我爱人是老师。", "我爱人是上海人。"),
        ("我住哪里？", "我住在南京鼓楼区。", "公司搬到江宁了。"),
        ("What did Feld find?", "Mr. Feld found an error in the March books.", "Mr. Feld no longer does our books."),
        ("How often did it jam?", "The old printer jammed six times.", "We got rid of the old printer."),
        ("水泵什么时候坏的？", "三月三号半夜水泵坏了。", "水泵换成了新的。"),
        ("招行收了我多少钱？", "补办工资卡的时候招行收了我十块。", "工资卡从招行换到了建行。"),
        ("Where did I buy the Corsa?", "I bought the Corsa from a teacher.", "I sold the Corsa."),
        (
            "What did Dr. Vance say about the tooth?",
            "Dr. Vance said the tooth can stay.",
            "Dr. Vance retired, my dentist is Dr. Okafor.",
        ),
        ("捷达在哪买的？", "捷达是在二手市场找老吴买的。", "捷达卖掉了，现在开比亚迪。"),
        ("奶茶店上次搞什么活动？", "楼下奶茶店六月搞过买一送一。", "楼下奶茶店改成九点关门了。"),
        ("定例を欠席したのは誰？", "先月の定例会議は森さんが欠席した。", "定例会議は木曜日に変更した。"),
    ],
)
def test_what_may_both_be_true_is_left_as_it_is(question: str, old: str, new: str) -> None:
    found = superseding.in_order_of_time(question, [told("old", old, 1), told("new", new, 20)])

    assert [(hit.doc.id, hit.replaced_by, hit.conflicts) for hit in found] == [("old", "", ()), ("new", "", ())]


def test_what_another_person_says_replaces_nothing() -> None:
    """Each of two who talk has a birthday of their own."""
    mine = told("mine", "My birthday is on 3 May", 1, kind=Kind.TURN, speaker="Ines")
    yours = told("yours", "My birthday is on 9 June now", 20, kind=Kind.TURN, speaker="Tobias")

    assert not any(hit.replaced_by for hit in superseding.in_order_of_time("When is the birthday?", [mine, yours]))


def test_of_a_piece_of_several_lines_the_one_that_is_asked_about_is_compared(tmp_path: Path) -> None:
    """Also where the file was written after the note that says what has changed: its lines have no day."""
    (tmp_path / "memory").mkdir()
    (tmp_path / "MEMORY.md").write_text(
        "# Facts\n\n- The release manager is Dana.\n- The shop runs on hosts in Frankfurt.\n"
    )
    (tmp_path / "memory" / "2026-07-08.md").write_text(
        "# 2026-07-08\n\n- The shop was moved from Frankfurt to Helsinki.\n"
    )
    with closing(SqliteDocStore(places.of_workspace(tmp_path).state, terms_of)) as store:
        index_files.update(store, tmp_path)
        moved, page = Recall(store).find(Search("Where does the shop run?", NOW)).hits[:2]
        who = Recall(store).find(Search("Who is the release manager?", NOW)).hits[0]

    assert (moved.doc.file, page.replaced_by) == ("memory/2026-07-08.md", moved.doc.id)
    assert "superseded in part by" in recall_block.line_of(page, NOW)
    assert (who.doc.file, who.replaced_by) == ("MEMORY.md", "")


def test_an_old_note_of_a_change_does_not_beat_a_memory_file_that_a_later_note_bears_out(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "MEMORY.md").write_text("# Facts\n\n- The shop runs on host web-02.\n")
    notes = {"2026-03-02": "The shop moved to host web-01.", "2026-08-11": "The shop moved from web-01 to host web-02."}
    for day, text in notes.items():
        (tmp_path / "memory" / f"{day}.md").write_text(f"# {day}\n\n- {text}\n")
    with closing(SqliteDocStore(places.of_workspace(tmp_path).state, terms_of)) as store:
        index_files.update(store, tmp_path)
        hits = Recall(store).find(Search("Which host does the shop run on?", NOW)).hits

    replaced = {hit.doc.file: bool(hit.replaced_by) for hit in hits}
    assert replaced == {"MEMORY.md": False, "memory/2026-08-11.md": False, "memory/2026-03-02.md": True}


def test_nine_and_half_past_nine_of_the_same_time_are_at_odds() -> None:
    hits = [told("one", "公司的上班时间是九点。", 1), told("other", "公司的上班时间是九点半。", 1)]
    found = superseding.in_order_of_time("公司几点上班？", hits)

    assert [hit.conflicts for hit in found] == [("other",), ("one",)]


def test_a_question_for_who_was_before_somebody_asks_for_the_past() -> None:
    hits = [told("new", "Olu is the release manager from today.", 20), told("old", "The release manager is Dana.", 1)]
    found = superseding.in_order_of_time("Who was release manager before Olu?", hits)

    assert [hit.doc.id for hit in found] == ["old", "new"]


def test_two_entries_of_one_dated_note_are_no_conflict() -> None:
    def entry(name: str, hour: int) -> Hit:
        note = "memory/2026-10-01.md"
        return told(name, f"2026-10-01: At {hour}:00 the check was done.", 1, kind=Kind.SECTION, file=note)

    found = superseding.in_order_of_time("When was the check done?", [entry("one", 7), entry("other", 8)])

    assert [hit.conflicts for hit in found] == [(), ()]


def test_a_guess_is_marked_in_the_block_and_counts_as_no_use_nor_does_what_was_replaced() -> None:
    hits = [
        told("new", "We deploy on Thursdays now", 20)._replace(confidence=Confidence.HIGH),
        told("old", "We deploy on Tuesdays", 1)._replace(confidence=Confidence.HIGH, replaced_by="new"),
        told("guess", "The deploy key is blue", 2)._replace(confidence=Confidence.LOW),
    ]
    found = Found("When do we deploy?", tuple(hits))

    lines = recall_block.block(hits, NOW).text.splitlines()[1:-1]
    assert ["low confidence" in line for line in lines] == [False, False, True]
    assert [hit.doc.id for hit in found.used] == ["new"]
    unsure = Found(found.query, (hits[2],))
    assert recall_block.nearest(unsure, NOW).count("low confidence") == 0


def test_the_parts_of_each_hit_make_up_its_score_whatever_lifted_it(tmp_path: Path) -> None:
    facts = (
        ("The gateway listens on port 8443", "The gateway was moved to port 9443", "The plumber is Mr. Huber"),
        (
            "Our new plumber is Ms. Kranz",
            "快递用顺丰。",
            "快递以后用京东。",
            "周会在周一上午。",
            "周会改到周三上午了。",
        ),
    )
    turns = (
        "gateway port 8443 refused",
        "Which plumber came?",
        "The plumber came at nine and fixed the tap",
        "周会取消了",
    )
    told_: list[dict[str, object]] = [
        {"text": text, "created_at": f"2026-0{n}-02T10:00:00Z"} for n, text in enumerate(sum(facts, ()), 1)
    ]
    said: list[dict[str, object]] = [
        {"text": text, "kind": "turn", "session": "s", "seq": n, "speaker": "tool" if n == 1 else "user"}
        for n, text in enumerate(turns, 1)
    ]
    (tmp_path / "memory").mkdir()
    (tmp_path / "MEMORY.md").write_text("# Facts\n\n- The gateway has two ports.\n- The plumber costs 80 euros.\n")
    asked = (
        *(
            "Which port does the gateway use?",
            "Before the move, which port did the gateway use?",
            "Who is the plumber?",
        ),
        *(
            "Who was the plumber until last year?",
            "用哪家快递？",
            "以前用哪家快递？",
            "周会是哪天？",
            "gateway refused",
        ),
        *("What does the plumber cost?", "When did the plumber come?"),
    )
    with closing(SqliteDocStore(places.of_workspace(tmp_path).state, terms_of)) as store:
        list(remember(store, (doc_requests.request_of(line, NOW) for line in (*told_, *said)), NOW))
        index_files.update(store, tmp_path)
        hits = [hit for question in asked for hit in Recall(store).find(Search(question, NOW)).hits]

    assert len(hits) >= 20
    assert {"replaces", "former", "other"} <= {part.name for hit in hits for part in hit.parts}
    assert [sum(part.gain for part in hit.parts) for hit in hits] == [pytest.approx(hit.score) for hit in hits]
    assert [sum(gains_of(hit).values()) for hit in hits] == [pytest.approx(hit.score) for hit in hits]
    assert not any(name.startswith("meaning_near") for hit in hits for name in gains_of(hit) if not hit.doc.file)


def test_an_ended_order_does_not_come_back_unmarked_through_the_note_that_keeps_it(tmp_path: Path) -> None:
    WorkspaceBuilder(tmp_path).index("# M\n").file(
        "memory/2026-11-11.md",
        "# 2026-11-11\n\n## 10:00 — Lists\n- Constraint: Always send the delivery list to Amy the evening before\n",
    )
    said = ("Always send the delivery list to Amy the evening before.", "You no longer need to send the list to Amy.")
    with ContextMemory(tmp_path) as memory:
        for session, words in enumerate(said):
            talk = [{"role": "user", "content": words}, {"role": "assistant", "content": "Fine."}]
            memory.learn(talk, session=f"s{session}")

        found = memory.recall("when is the delivery list sent to Amy?", limit=5)

    (bullet,) = [line for line in found.block.splitlines() if "memory/2026-11-11.md" in line]
    assert "no longer in force" in bullet
