"""A question about what I said is answered by me, one about what you suggested by you."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from context_memory.memory import doc_requests
from context_memory.memory.assembly import open_store
from context_memory.memory.recall import query
from context_memory.memory.recall.query import Side
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.storage import places
from context_memory.text import lexing

NOW = datetime(2026, 11, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "side"),
    [
        ("What types of music do I like?", Side.PERSON),
        ("Where did I say we keep the keys?", Side.PERSON),
        ("I told you about my travel plans. Where did I plan to go?", Side.PERSON),
        ("Do you remember my birthday?", Side.PERSON),
        ("I don't like karaoke, right?", Side.PERSON),
        ("我喜欢听什么类型的音乐？", Side.PERSON),
        ("你还记得我养的猫叫什么吗？", Side.PERSON),
        ("我曾经和你推荐过一部电影，它的名字是？", Side.PERSON),
        ("我向你请教过什么问题？", Side.PERSON),
        ("Which painters did you recommend to me?", Side.AGENT),
        ("What was the book you once suggested?", Side.AGENT),
        ("How have you fixed the flaky test?", Side.AGENT),
        ("What was your advice about sleep?", Side.AGENT),
        ("你曾经给我推荐过哪些画家？", Side.AGENT),
        ("关于如何放松，你给了我什么建议？", Side.AGENT),
        ("你告诉过我哪些缓解压力的方法？", Side.AGENT),
    ],
)
def test_a_question_tells_whom_it_is_about(question: str, side: Side) -> None:
    assert query.asked_side(question) is side


@pytest.mark.parametrize(
    "text",
    [
        "What did Ines buy in Lisbon?",
        "Can you fix my tests?",
        "Please rename my branch",
        "What did we decide about the deploy?",
        "我们聊了什么话题？",
        "帮我改一下我的脚本",
        "my build fails " * 40,
        "",
    ],
)
def test_what_wants_something_done_or_names_nobody_is_about_neither(text: str) -> None:
    assert query.asked_side(text) is None


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("add a page for refunds", "refunds"),
        ("ok, make a quick list of the tenants", "tenants"),
        ("Can you write the release notes?", "release notes"),
        ("帮我写一张海报", "海报"),
        ("What is on the list of the tenants?", "list tenants"),
        ("who wrote the page about refunds?", "wrote page refunds"),
        ("make a plan", "make plan"),
        ("海报的方案是谁写的？", "海报的方案是谁写的"),
    ],
)
def test_a_request_is_searched_by_what_it_is_about(text: str, about: str) -> None:
    assert list(query.parse(text, {}, NOW).terms) == lexing.query_terms(about)


def test_a_tool_and_nobody_are_on_neither_side() -> None:
    said = [
        query.side_of_speaker(name) for name in ("user", "Ines", "assistant", "Assistant", "助手", "tool", "system", "")
    ]

    assert said == [Side.PERSON, Side.PERSON, Side.AGENT, Side.AGENT, Side.AGENT, None, None, None]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What music do I like?", "mine"),
        ("What music did you suggest?", "yours"),
        ("我喜欢什么茶？", "我的"),
        ("你推荐过什么茶？", "你的"),
    ],
)
def test_the_side_that_is_asked_about_comes_first(tmp_path: Path, question: str, expected: str) -> None:
    """Both sides say the same words; a fact that nobody speaks is on neither and keeps its place."""
    store = open_store(places.of_workspace(tmp_path))
    said = [
        ("user", "mine", "The music I like and often suggest is old jazz"),
        ("assistant", "yours", "The music I like and often suggest is old soul"),
        ("user", "我的", "我喜欢也推荐过的茶是龙井茶"),
        ("assistant", "你的", "我喜欢也推荐过的茶是乌龙茶"),
    ]
    lines = [
        {"text": text, "id": name, "session": f"s{seq}", "seq": seq, "speaker": speaker}
        for seq, (speaker, name, text) in enumerate(said)
    ]
    list(remember(store, (doc_requests.request_of(line, NOW) for line in lines), NOW))

    found = [hit.doc.id for hit in Recall(store).find(Search(question, NOW)).hits]

    assert found[0] == expected
    store.close()
