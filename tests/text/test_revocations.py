"""What a person takes back is known by what it is about, whatever the form of the rule."""

import pytest

from context_memory.text import revocations

from ..growth import assert_linear

ENDED = """\
never merge into release without Tova | fine, you can merge into release now, Tova is on leave till March
don't touch the invoices folder | the invoices folder is ok to edit again
always build the whole image before a push | the whole image takes ages, just build the worker layer
answer me in Dutch from now on | back to English please
indent the templates with tabs | spaces after all
keep the legacy cron job, don't remove it | nothing needs the legacy cron job now, you can delete it
use KLM only, never EasyJet | EasyJet is fine after all
run the spell checker before every send | never mind the spell checker, the editor does it now
don't delete the March backups | ok delete the March backups then
hold on with the upload, Piet is still copying right now | ok go ahead
never mail Hugo's clients without asking me | Hugo's clients: you can mail them directly now
不要动 billing 目录 | billing 目录可以改了
每次发版前都要先在频道里报备 | 频道报备的规矩取消了
文档都用英文写 | 文档改回中文吧
回信一律不要提折扣 | 不用再避开折扣了，回信里可以提
先别上线，等我确认 | 好，可以了
客厅不能打孔 | 客厅打孔放开了"""
LEFT = """\
never merge into release without Tova | can we merge into release now?
never merge into release without Tova | looks good, you can merge it into release now
don't touch the invoices folder | the orders folder is ok to edit again
always build the whole image before a push | the build is fine again
answer me in Dutch from now on | please write the supplier's letter in English
stop adding emojis to the notes | ok go ahead
no exclamation marks in mails to parents | you can send the mails to parents now
never delete rows of the ledger | you can read the ledger now
use pnpm in the web folder | use yarn in the docs folder please
不要动 billing 目录 | shipping 目录可以改了
别用手工部署，走流水线 | 流水线可以跑了
每次发版前都要先跑冒烟测试 | 每次发版前不用再跑 lint 了
板材一律选 E0 级 | 门的颜色改成深灰吧
他吃的是氨氯地平 5mg，早饭后一片。 他对青霉素过敏，千万别忘了。 | 药换成缬沙坦 80mg，氨氯地平停了。
The staging host is lime. Never restart it. | forget about the lime staging host"""
IN_PART = """\
no work on weekends and at noon, the neighbours complain | weekends are fine again, but not at noon
never send lists in your answers | you may send lists from now on, but only for meetings
周末和中午不能打孔 | 周末可以打孔了，中午还是不行
别用 'synergy'、'seamless' 这些词 | 不用再避开 seamless 这个词，其他的还是不要"""


@pytest.mark.parametrize("pair", ENDED.splitlines())
def test_a_rule_is_ended_by_words_about_its_object(pair: str) -> None:
    rule, later = pair.split(" | ")

    assert revocations.may_end(later)
    assert revocations.ends(rule, later)


@pytest.mark.parametrize("pair", LEFT.splitlines())
def test_a_rule_is_left_by_words_about_something_else_and_by_leave_for_once(pair: str) -> None:
    rule, later = pair.split(" | ")

    assert not revocations.ends(rule, later)
    assert not revocations.ends_in_part(rule, later)


@pytest.mark.parametrize("pair", IN_PART.splitlines())
def test_a_rule_of_which_a_part_is_kept_is_ended_in_part(pair: str) -> None:
    rule, later = pair.split(" | ")

    assert revocations.ends_in_part(rule, later)
    assert not revocations.ends(rule, later)


def test_long_sentences_take_time_in_proportion() -> None:
    assert_linear(lambda text: revocations.ends("never use the old stairs", text), "you can use the lift, " * 8_000)
