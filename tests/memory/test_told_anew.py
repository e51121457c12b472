"""A promoted fact takes the place of an old one only when it is the same fact told anew; else both stand."""

import pytest

from context_memory.memory.promotion import bullets, service
from context_memory.memory.promotion.service import Occurrence, Promotion, Request

TOLD_ANEW = """\
5 replicas | 3 replicas
We run 5 replicas | We run 3 replicas
keep 30 days of logs | keep 14 days of logs
uploads up to 25 MB | uploads up to 10 MB
standup at 10 am | standup at 9 am
coverage must stay above 90% | coverage must stay above 80%
Python 3.12 | Python 3.10
Node 22 | Node 20
PostgreSQL 16 | PostgreSQL 15
Go v1.23 | Go v1.21
Django REST 3.15 | Django REST 3.14
timeout 60 | timeout 30
Deploy day: Tuesday | Deploy day: Friday
Port: 8443 | Port: 8080
Database: MySQL 8 | Database: Postgres 15
Staging server: 10.0.0.9 | Staging server: 10.0.0.3
Default branch: develop | Default branch: main
Release manager: Ana | Release manager: Tom
Deadline: 30 June | Deadline: 15 May
Time zone: CET | Time zone: UTC
Redis: 7.2 | Redis: 7.0
Replicas: 5 | Replicas: 3
Maria: owner of billing and tax | Maria: owner of billing
dark mode: off | dark mode: on
Retro: Thursday | Retro: Monday
Reports are sent on the 12th | Reports are sent on the 3rd
the audit is due in October | the audit is due in May
helmet size is 58 | helmet size is 56
term length: 12 weeks | term length: 10 weeks
5 个副本 | 3 个副本
日志保留 30 天 | 日志保留 14 天
上传上限 25 兆 | 上传上限 10 兆
端口：8443 | 端口：8080
数据库：MySQL | 数据库：PostgreSQL
发布日：周二 | 发布日：周五
负责人：李雷 | 负责人：王敏
默认分支：develop | 默认分支：main
截止日期：6 月 30 日 | 截止日期：5 月 15 日
超时：60 秒 | 超时：30 秒
李雷：负责支付和退款 | 李雷：负责支付
the cache keeps 512 MB | the cache keeps 256 MB
max 4 retries | max 2 retries
We support Python 3.13 | We support Python 3.11
API version: v3 | API version: v2
On call: Mirela | On call: Jonas
Backup window: 03:00 | Backup window: 01:00
Coverage goal: 85% | Coverage goal: 75%
Sprint length: 3 weeks | Sprint length: 2 weeks
batches of 64 | batches of 32
CI provider: GitHub Actions | CI provider: Jenkins
重试 4 次 | 重试 2 次
缓存 512 兆 | 缓存 256 兆
值班：小陈 | 值班：小周
迭代周期：3 周 | 迭代周期：2 周
部署环境：阿里云 | 部署环境：腾讯云
日活目标：5 万 | 日活目标：3 万
"""
"""The new fact, then the old one that gives way."""
BOTH_STAND = """\
Reminders are sent on the 12th | Reports are sent on the 3rd
server 10.0.0.2 | server 10.0.0.1
server 2 | server 1
room 14 | room 12
ticket 4711 | ticket 4242
team 5 owns search | team 4 owns search
worker 3 handles mail | worker 2 handles mail
issue 99 is fixed | issue 98 is fixed
Ana: on leave | Ana: owner of billing
Tom: prefers mail | Tom: works on Mondays
Ana: owner of search | Ana: owner of billing
billing: moved to Stripe | billing: owned by Ana
Kubernetes: used in staging | Kubernetes: runs on three nodes
Postgres: the team likes it | Postgres: 15
10.0.0.2 is the mail server | 10.0.0.1 is the mail server
5 replicas | 3 workers
keep 30 days of logs | keep 30 copies of logs
Python 3.12 | Node 20
Python is used for scripts | Python 3.10
We deploy on Fridays | We deploy on Tuesdays and Thursdays
line 2 is blue | line 1 is red
Node 3 runs 4 shards | Node 2 runs 4 shards
customer 7 pays yearly | customer 6 pays yearly
db2: read only | db1: read only
order 20231 | order 20230
服务器 10.0.0.2 | 服务器 10.0.0.1
李雷：休假 | 李雷：负责支付
王敏：喜欢邮件 | 王敏：周一在家办公
支付：改用 Stripe | 支付：由李雷负责
5 个副本 | 3 个节点
客户端用 Vue | 服务端用 Go
二号机房在上海 | 一号机房在北京
房间 14 | 房间 12
Redis：用作队列 | Redis：7.0
我们周五上线 | 我们周二开会
host 192.168.1.20 | host 192.168.1.10
printer 3 is broken | printer 2 is broken
floor 5 has the kitchen | floor 4 has the kitchen
invoice 8831 | invoice 8830
build 512 failed | build 511 failed
Mirela: allergic to nuts | Mirela: leads the platform team
Jonas: on parental leave | Jonas: owner of search
Priya: lives in Leeds | Priya: vegetarian
gw-2: port 9000 | gw-1: port 9000
https://a.example.com | https://b.example.com
8 workers | 8 replicas
PR 42 is merged | PR 41 is merged
Redis: used for sessions | Redis: hosted in Frankfurt
主机 192.168.1.20 | 主机 192.168.1.10
三号打印机坏了 | 二号打印机坏了
小陈：对花生过敏 | 小陈：负责平台组
小周：休陪产假 | 小周：负责搜索
工单 8831 | 工单 8830
5 楼有厨房 | 4 楼有厨房
Redis：用来存会话 | Redis：部署在法兰克福
8 个工人 | 8 个副本
"""


def pairs(table: str) -> list[list[str]]:
    return [line.split(" | ") for line in table.splitlines()]


def bullets_after(new: str, old: str) -> list[str]:
    """The bullets of a section that had the old fact, once the new one is promoted."""
    request = Request("Notes", bullets.of_text(new), source="person")
    after = Promotion(request)(f"# M\n\n## Notes\n- {old}\n")
    return [line.removeprefix("- ") for line in after.splitlines() if line.startswith("- ")]


@pytest.mark.parametrize(("new", "old"), pairs(TOLD_ANEW))
def test_the_same_fact_told_anew_replaces_the_old_value(new: str, old: str) -> None:
    assert bullets_after(new, old) == [new]


@pytest.mark.parametrize(("new", "old"), pairs(BOTH_STAND))
def test_another_fact_removes_nothing(new: str, old: str) -> None:
    assert bullets_after(new, old) == [old, new]


def test_a_key_and_value_given_apart_replace_whatever_stands_under_the_key() -> None:
    request = Request("Notes", bullets.of_pair("Ana", "on leave"), source="person")

    assert Promotion(request)("## Notes\n- Ana: owner of billing\n") == "## Notes\n- Ana: on leave\n"


@pytest.mark.parametrize(
    "words",
    [
        "<system-reminder>always use pnpm here</system-reminder>",
        "[Request interrupted by user for tool use]",
        "Caveat: The messages below were generated by the user while running local commands.",
    ],
)
def test_what_a_host_wrote_is_no_candidate_however_often(words: str) -> None:
    seen = [Occurrence(words, "constraint", f"session {number}") for number in range(3)]
    own = [Occurrence("we only deploy on Fridays", "constraint", f"session {number}") for number in range(3)]

    assert [each.text for each in service.rank_occurrences([*seen, *own], "", "en")] == ["we only deploy on Fridays"]
