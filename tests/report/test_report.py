"""The report page: what it says, that it is one safe file, and that it holds for every session."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from functools import partial
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from context_memory.cli.run import run
from context_memory.messages import Image, Message, Role, Session, Text, ToolCall, ToolResult, Usage
from context_memory.report import charts, safe_text, service
from context_memory.report import timeline as report_timeline
from context_memory.report.timeline import KINDS
from context_memory.storage import templates
from context_memory.text import tokens
from context_memory.tokens.measure import Calibration
from examples.make_session import make
from tests.browser import report_page as report_page_in_a_browser

VOID = {"meta", "input", "rect", "line", "path", "circle", "br", "link", "img"}
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


class Page(HTMLParser):
    """Reads a page and remembers what matters."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.problems: list[str] = []
        self.texts: list[str] = []
        self.inline: dict[str, list[str]] = {"style": [], "script": []}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, data: str) -> None:
        inside = self.open[-1] if self.open else ""
        if inside in self.inline:
            self.inline[inside].append(data)
        elif data.strip():
            self.texts.append(" ".join(data.split()))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def text(self) -> str:
        return "\n".join(self.texts)


def _transcript(path: Path, messages: list[dict[str, object]], session: str = "s1") -> Path:
    lines: list[object] = [{"type": "session", "version": 3, "id": session, "cwd": "/srv/app"}]
    lines += [
        {
            "type": "message",
            "id": f"{i:08x}",
            "timestamp": f"2026-11-20T08:{i // 60:02}:{i % 60:02}Z",
            "message": message,
        }
        for i, message in enumerate(messages)
    ]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return path


def _conversation(extra: str = "") -> list[dict[str, object]]:
    messages: list[dict[str, object]] = []
    for n in range(1, 9):
        messages += [
            {"role": "user", "content": f"Step {n}: never touch legacy_{n}.py. {extra}"},
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": f"I decided to change src/app_{n}.py."},
                    {
                        "type": "toolCall",
                        "id": f"c{n}",
                        "name": "bash",
                        "arguments": {"command": f"cat src/app_{n}.py"},
                    },
                ],
                "usage": {"input": 40, "output": 60, "cacheRead": 4_000 * (n - 1), "cacheWrite": 4_000},
                "model": "claude-sonnet-5-5",
            },
            {
                "role": "toolResult",
                "toolCallId": f"c{n}",
                "toolName": "bash",
                "content": [{"type": "text", "text": f"limit_{n} = {n}\n" * 300 + extra}],
            },
        ]
    return messages


def _made(path: Path, *arguments: str) -> str:
    out = path.with_suffix(".html")
    workspace = [] if "--workspace" in arguments else ["--workspace", str(path.parent)]
    code = run("report", [str(path), "-o", str(out), *workspace, *arguments], program="context-memory.py report")
    assert code == 0
    return out.read_text(encoding="utf-8")


# -- one safe file ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_tag_is_closed_and_people_with_a_screen_reader_are_served(tmp_path: Path, language: str) -> None:
    text = _made(_transcript(tmp_path / "a.jsonl", _conversation()), "--lang", language)

    page = Page(text)

    assert (page.problems, page.open) == ([], [])
    assert page.all("html")[0]["lang"] == {"en": "en", "zh": "zh-Hans"}[language]
    headings = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert headings[0] == 1
    assert headings.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(headings))
    assert len(page.all("table")) == len(page.all("caption"))
    assert all("scope" in attributes for attributes in page.all("th"))
    named = ("aria-label", "aria-hidden", "class")
    assert all(any(name in svg for name in named) for svg in page.all("svg"))
    assert all("aria-label" in svg for svg in page.all("svg") if svg.get("role") == "img")
    assert all(each.get("aria-label") for each in page.all("div") if each.get("tabindex") == "0")
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    targets = [str(link["href"])[1:] for link in page.all("a")]
    assert set(targets) <= set(ids)


def test_the_page_asks_for_nothing_and_runs_only_what_its_policy_names(tmp_path: Path) -> None:
    text = _made(_transcript(tmp_path / "a.jsonl", _conversation()))

    page = Page(text)

    assert not re.search(r"https?://|//cdn|@import|url\(", text)
    loading = {"src", "srcset", "action", "formaction", "poster", "data", "background", "ping"}
    assert not any(loading & set(attributes) for _, attributes in page.tags)
    assert not any(name.startswith("on") or name == "style" for _, each in page.tags for name in each)
    policy = next(str(meta["content"]) for meta in page.all("meta") if meta.get("http-equiv"))
    assert policy.startswith("default-src 'none'; ")
    style = "".join(page.inline["style"])
    script = page.inline["script"][-1]
    for kind, inline in (("style", style), ("script", script)):
        digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy


HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</pre></details></main>",
    "</script><script>alert(1)</script>",
    "{{ 7 * 7 }}{% for x in y %}",
    "\u202egnp.exe\u202c \x1b[31mred\x00",
    "half a pair \ud83d",
    "\" ' onmouseover=alert(1) `",
)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_is_text(tmp_path: Path, hostile: str) -> None:
    messages = _conversation(f"Use {hostile} always.")
    path = tmp_path / "a.jsonl"
    lines: list[object] = [{"type": "session", "version": 3, "id": hostile, "cwd": hostile}]
    lines += [{"type": "message", "id": f"{i}", "message": message} for i, message in enumerate(messages)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")

    text = _made(path)

    page = Page(text)
    assert (page.problems, page.open) == ([], [])
    assert [each.get("type") for each in page.all("script")] == ["application/json", None]
    assert not page.all("img")
    assert not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e]", text)


def test_numbers_behind_the_picture_cannot_close_their_tag() -> None:
    session = Session("test", (Message(Role.USER, (Text("a"),), time="</script><b>"),))
    timeline = report_timeline.timeline_of(session, tokens.cjk, None)

    assert "<" not in service.series(timeline, templates.texts("report", "en"))


def test_secrets_are_taken_out_of_all_that_is_shown(tmp_path: Path) -> None:
    path = _transcript(tmp_path / "a.jsonl", _conversation(f"Always use the token {SECRET} for pushes."))
    assert run("compact", [str(path), "--workspace", str(tmp_path), "--force"], program="compact") == 0

    text = _made(path)

    assert SECRET not in text
    assert "[redacted:" in text


def test_a_word_that_is_a_secret_only_beside_its_name_is_not_shown_alone() -> None:
    secrets = safe_text.Secrets()
    secrets.look("log in with password: Tr0ub4dor_9xQ and go on")

    assert "Tr0ub4dor" not in secrets.without("Tr0ub4dor_9xQ")
    assert secrets.without("tr0ub4dor") == secrets.without("Tr0ub4dor_9xQ")
    assert "Tr0ub4dor" not in secrets.without("use Tr0ub4dor_9xQ twice")
    assert secrets.without("go on") == "go on"


@given(st.text(min_size=1, max_size=60), st.text(max_size=3_000), st.text(max_size=3_000))
@settings(max_examples=60)
def test_a_quote_holds_the_words_and_is_never_long(wanted: str, before: str, after: str) -> None:
    text = before + wanted + after

    quote = safe_text.quote(text, wanted)

    assert len(quote.before) + len(quote.hit) + len(quote.after) <= safe_text.LONGEST_TEXT + len(wanted)
    assert quote.cut_before + quote.cut_after <= len(text)


def test_a_long_text_is_cut_around_the_words() -> None:
    text = "a" * 5_000 + " use pnpm, not npm " + "b" * 5_000

    quote = safe_text.quote(text, "use pnpm, not npm")

    assert quote.hit == "use pnpm, not npm"
    assert quote.before.endswith("a ")
    assert quote.cut_before > 4_000
    assert quote.cut_after > 4_000


# -- colours ---------------------------------------------------------------------------------------


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_text_is_easy_to_read_on_its_ground(scheme: int) -> None:
    roots = re.findall(r":root \{(.*?)\}", templates.asset("report.css"), re.DOTALL)
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", roots[scheme]))

    for ground in ("paper", "card"):
        assert _contrast(colours["ink"], colours[ground]) >= 7
        assert _contrast(colours["soft"], colours[ground]) >= 4.5
        assert _contrast(colours["accent"], colours[ground]) >= 4.5
    assert _contrast(colours["warn-ink"], colours["warn-bg"]) >= 4.5
    assert _contrast(colours["ink"], colours["hit"]) >= 4.5


# -- what it says ----------------------------------------------------------------------------------


def test_the_page_of_a_small_session(tmp_path: Path, markdown_snapshot: SnapshotAssertion) -> None:
    path = _transcript(tmp_path / "a.jsonl", _conversation()[:9])

    text = _made(path)

    assert "\n".join(Page(text).texts) + "\n" == markdown_snapshot


def test_the_same_session_gives_the_same_bytes(tmp_path: Path) -> None:
    path = _transcript(tmp_path / "a.jsonl", _conversation())

    assert _made(path) == _made(path)


def test_a_thing_that_is_only_in_the_archive_has_its_text_a_click_away(tmp_path: Path) -> None:
    session = tmp_path / "a.jsonl"
    session.write_text(make().text, encoding="utf-8")
    compact = [str(session), "--workspace", str(tmp_path), "--force", "--budget", "2600"]
    assert run("compact", compact, program="compact") == 0

    text = _made(session)

    items = re.findall(r'<li data-state="archived">(.*?)</details></li>', text, re.DOTALL)
    removed = [item for item in items if re.search(r"<code>cm:[0-9a-f]+#L\d+</code>", item)]
    assert len(removed) > len(items) // 2  # the others stand in kept messages, which were trimmed
    assert all("<mark>" in item for item in items)
    assert "Receipt" in Page(text).text
    assert "preview" not in Page(text).text


def test_a_damaged_archive_leaves_the_rest_of_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = tmp_path / "a.jsonl"
    session.write_text(make().text, encoding="utf-8")
    compact = [str(session), "--workspace", str(tmp_path), "--force", "--budget", "2600"]
    assert run("compact", compact, program="compact") == 0
    for folder in (tmp_path / ".context-memory" / "archive").iterdir():
        for each in folder.iterdir() if folder.is_dir() else ():
            each.write_bytes(b"damaged")

    text = _made(session)

    assert "is not shown" in capsys.readouterr().err
    assert Page(text).problems == []


def test_a_session_that_nobody_compacted_shows_what_would_be_kept(tmp_path: Path) -> None:
    path = _transcript(tmp_path / "a.jsonl", _conversation())

    shown = Page(_made(path)).text

    assert "preview" in shown
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.html", "a.jsonl"]


def test_no_preview_leaves_it_out(tmp_path: Path) -> None:
    path = _transcript(tmp_path / "a.jsonl", _conversation())

    assert "There is no receipt" in Page(_made(path, "--no-preview")).text


def test_blocks_are_shown_with_their_states(tmp_path: Path) -> None:
    session = tmp_path / "a.jsonl"
    session.write_text(make(turns=12).text, encoding="utf-8")
    about = ["--workspace", str(tmp_path)]
    assert run("blocks ingest", [str(session), *about], program="p") == 0
    assert run("blocks compress", [*about, "--codec", "extractive"], program="p") == 0

    text = _made(session)

    page = Page(text)
    assert re.search(r"capsule ready \d+", page.text)
    assert any(each.get("class") == "b-ready" for each in page.all("rect"))
    assert "extractive" in page.text


def test_losses_of_the_cache_are_listed_with_cause_and_cost(tmp_path: Path) -> None:
    messages = _conversation()
    messages[13]["usage"] = {"input": 40, "output": 60, "cacheRead": 0, "cacheWrite": 20_000}

    shown = Page(_made(_transcript(tmp_path / "a.jsonl", messages))).text

    assert "Likely cause" in shown
    assert re.search(r"\$0\.\d+", shown)


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [{"role": "user", "content": "hello"}],
        [{"role": "user", "content": ""}, {"role": "assistant", "content": [{"type": "text", "text": "hi"}]}],
    ],
    ids=["empty", "one message", "no usage"],
)
def test_a_session_with_next_to_nothing_has_a_page(tmp_path: Path, messages: list[dict[str, object]]) -> None:
    page = Page(_made(_transcript(tmp_path / "a.jsonl", messages)))

    assert page.problems == []
    assert "no token usage" in page.text


def test_a_dry_run_writes_nothing_and_says_what_it_would(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _transcript(tmp_path / "a.jsonl", _conversation())
    out = tmp_path / "new" / "report.html"

    arguments = [str(path), "-o", str(out), "--workspace", str(tmp_path), "--dry-run", "--json"]
    code = run("report", arguments, program="context-memory.py report")

    said = json.loads(capsys.readouterr().out)
    assert code == 0
    assert not out.parent.exists()
    assert said["outcome"] == "would_write"
    assert said["messages"] == 24
    assert said["cache"]["share"] > 0.5
    assert said["receipt"]["preview"] is True


def test_a_symlink_is_not_written_through(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _transcript(tmp_path / "a.jsonl", _conversation()[:3])
    (tmp_path / "target").write_text("precious", encoding="utf-8")
    (tmp_path / "report.html").symlink_to(tmp_path / "target")

    arguments = [str(path), "-o", str(tmp_path / "report.html"), "--workspace", str(tmp_path)]
    code = run("report", arguments, program="context-memory.py report")

    assert code == 3
    assert (tmp_path / "target").read_text(encoding="utf-8") == "precious"
    assert "symlink" in capsys.readouterr().err


def test_a_page_replaces_an_older_page_and_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _transcript(tmp_path / "a.jsonl", _conversation()[:3])
    monkeypatch.chdir(tmp_path)
    report = partial(run, "report", [str(path), "--workspace", str(tmp_path)], program="context-memory.py report")

    assert report() == 0
    first = capsys.readouterr().out
    assert report() == 0
    (tmp_path / "report.html").write_text("<!DOCTYPE html>\n<title>Coverage</title>", encoding="utf-8")
    capsys.readouterr()
    refused = report()

    assert str(tmp_path / "report.html") in first
    assert refused == 3
    assert "name another one: --out" in capsys.readouterr().err
    assert "Coverage" in (tmp_path / "report.html").read_text(encoding="utf-8")


# -- the timeline ----------------------------------------------------------------------------------


def _session(count: int = 10, *, summary: int = 0, start: int = 0) -> Session:
    messages = []
    for i in range(count):
        role = Role.USER if i % 2 == 0 else Role.ASSISTANT
        messages.append(Message(role, (Text("x" * 3_999),), is_summary=bool(summary) and i == summary))
    return Session("test", tuple(messages), context_start=start)


def test_the_context_is_the_sum_of_its_messages() -> None:
    timeline = report_timeline.timeline_of(_session(4), tokens.cjk, Calibration(500, 2.0))

    assert [point.total for point in timeline.points] == [2_500, 4_500, 6_500, 8_500]
    assert dict(zip(KINDS, timeline.now, strict=True)) == dict.fromkeys(KINDS, 0) | {
        "fixed": 500,
        "person": 4_000,
        "agent": 4_000,
    }


def test_after_a_compaction_only_the_summary_and_what_was_kept_are_in_the_context() -> None:
    timeline = report_timeline.timeline_of(_session(10, summary=6, start=4), tokens.cjk, None)

    assert [point.total for point in timeline.points] == [
        1_000,
        2_000,
        3_000,
        4_000,
        5_000,
        6_000,
        3_000,
        4_000,
        5_000,
        6_000,
    ]
    assert [(reset.message, reset.before, reset.after) for reset in timeline.resets] == [(7, 6_000, 3_000)]
    assert timeline.now[KINDS.index("summary")] == 1_000


def test_an_earlier_compaction_keeps_what_the_next_counted_request_has_room_for() -> None:
    session = _session(12, summary=6, start=6)
    messages = list(session.messages)
    messages[8] = replace(messages[8], is_summary=True)
    messages[7] = replace(messages[7], usage=Usage(input=3_900, output=100))
    session = replace(session, messages=tuple(messages), context_start=8)

    timeline = report_timeline.timeline_of(session, tokens.cjk, None)

    # summary, reply and two of the messages before it make 4,000
    assert timeline.points[7].total == 4_000


def test_kinds_add_up_to_what_the_api_counted_and_the_end_to_the_context_now() -> None:
    messages = list(_session(10, summary=6, start=6).messages)
    for i, count in ((3, 9_001), (5, 13_007), (7, 2_503)):
        messages[i] = replace(messages[i], usage=Usage(input=count))
    session = Session("test", tuple(messages), context_start=6)

    timeline = report_timeline.timeline_of(session, tokens.cjk, Calibration(500, 1.5), now=4_444)

    assert {point.message: point.total for point in timeline.points if point.counted} == {4: 9_001, 6: 13_007, 8: 2_503}
    assert sum(timeline.now) == 4_444


def test_the_page_is_named_after_what_the_person_asked_first(tmp_path: Path) -> None:
    path = _transcript(tmp_path / "a.jsonl", _conversation())

    title, *_ = re.findall(r"<h1><bdi>(.*?)</bdi></h1>", _made(path))

    assert title == "Step 1: never touch legacy_1.py."


def test_a_mark_is_crossed_at_the_first_message_that_reaches_it() -> None:
    timeline = report_timeline.timeline_of(_session(10), tokens.cjk, None, levels=(2_500, 99_000))

    assert timeline.crossed == ((2_500, 3), (99_000, 0))


def test_a_mark_is_crossed_where_the_api_says_so_and_a_host_that_sends_less_is_told() -> None:
    messages = [
        replace(message, usage=Usage(input=1_500)) if message.role is Role.ASSISTANT else message
        for message in _session(10).messages
    ]

    timeline = report_timeline.timeline_of(Session("test", tuple(messages)), tokens.cjk, None, levels=(1_500, 2_500))

    assert timeline.crossed == ((1_500, 2), (2_500, 0))
    assert (timeline.smaller, timeline.replies, timeline.is_pruned) == (4, 5, True)


def test_marks_that_are_close_do_not_write_over_each_other() -> None:
    timeline = report_timeline.timeline_of(_session(10), tokens.cjk, None)

    chart = charts.areas(timeline, [("compact", 8_900), ("hard", 9_000)])

    assert chart is not None
    assert [level.is_below for level in chart.levels] == [True, False]


def test_a_long_session_has_few_points_and_keeps_both_sides_of_a_compaction() -> None:
    timeline = report_timeline.timeline_of(_session(5_000, summary=3_333, start=3_333), tokens.cjk, None)

    shown = {point.message for point in timeline.points}
    assert len(shown) <= report_timeline.MOST_POINTS + 5
    assert {1, 3_333, 3_334, 5_000} <= shown


def test_kinds_are_told_apart() -> None:
    call = ToolCall("1", "bash", {"command": "ls"})
    messages = (
        Message(Role.SYSTEM, (Text("rules"),)),
        Message(Role.USER, (Text("hi"),)),
        Message(Role.ASSISTANT, (Text("hi"), call)),
        Message(Role.TOOL, (ToolResult("1", "bash", "a", pictures=(Image(),)),)),
    )

    found = [
        {kind for kind, size in zip(KINDS, report_timeline.sizes_of(message, tokens.cjk), strict=True) if size}
        for message in messages
    ]

    assert found == [{"fixed"}, {"person"}, {"agent", "calls"}, {"results", "other"}]


@given(st.lists(st.integers(0, 500_000), min_size=1, max_size=300), st.integers(0, 300))
@settings(max_examples=50)
def test_the_picture_stays_in_its_square(sizes: list[int], reset: int) -> None:
    session = Session(
        "test",
        tuple(
            Message(Role.ASSISTANT, (Text("x"),), usage=Usage(input=size), is_summary=i == reset)
            for i, size in enumerate(sizes)
        ),
    )
    chart = charts.areas(report_timeline.timeline_of(session, tokens.cjk, None), [("compact", 150_000)])

    assert chart is not None
    paths = [band.path for band in chart.bands] + [chart.counted]
    numbers = [float(number) for path in paths for number in re.findall(r"-?[\d.]+", path)]
    assert all(0 <= number <= 1_000 for number in numbers)
    assert all(0 <= tick.at <= 100 for tick in (*chart.x, *chart.y))


@pytest.mark.parametrize(("count", "shown"), [(850, "850"), (12_000, "12k"), (1_250_000, "1.2M"), (172_200, "172.2k")])
def test_short_numbers(count: int, shown: str) -> None:
    assert charts.short(count) == shown


@pytest.mark.parametrize(
    ("share", "shown"), [(0, "0.0 %"), (0.9994, "99.9 %"), (0.99999, "100 %"), (1, "100 %"), (1.234, "123.4 %")]
)
def test_shares_in_per_cent(share: float, shown: str) -> None:
    assert service.percent(share) == shown


def test_an_inline_part_that_closes_its_tag_is_refused() -> None:
    with pytest.raises(ValueError, match="</"):
        service.inline("let a = '</script>'")


def test_without_a_browser_the_browser_checks_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    code = report_page_in_a_browser.main([])

    assert code == 77
    assert "chromium is not installed" in capsys.readouterr().err
