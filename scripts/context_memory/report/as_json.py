"""A report as JSON: the numbers and texts of the page, without its charts."""

from dataclasses import asdict
from typing import Any

from .model import BlocksView, CacheView, Item, Proof, Report
from .timeline import KINDS


def of_report(report: Report) -> dict[str, Any]:
    """The whole report; long tables are lists of rows, with the names of their columns."""
    return {
        "session": report.session,
        "title": report.title,
        "model": report.model,
        "first_time": report.first_time,
        "last_time": report.last_time,
        "messages": report.messages,
        "turns": report.turns,
        "replies": report.replies,
        "context": {"tokens": report.measured.tokens, "source": report.measured.source, "sizes": report.sizes},
        "window": report.budget.window,
        "marks": [
            {
                "name": mark.name,
                "level": mark.level,
                "message": mark.message,
                "is_reached": mark.is_reached,
                "left": mark.left,
            }
            for mark in report.crossings
        ],
        "kinds": [asdict(line) for line in report.kinds],
        "largest": [asdict(call) for call in report.largest],
        "timeline": {
            "columns": ["message", "time", "counted", *KINDS],
            "points": [[point.message, point.time, point.counted, *point.sizes] for point in report.timeline.points],
            "resets": [asdict(reset) for reset in report.timeline.resets],
            "smaller": report.timeline.smaller,
            "replies": report.timeline.replies,
        },
        "compactions": [asdict(each) for each in report.our_compactions],
        "cache": _cache(report.cache) if report.cache else None,
        "receipt": _receipt(report.proof) if report.proof else None,
        "blocks": _blocks(report.blocks) if report.blocks else None,
    }


def _cache(cache: CacheView) -> dict[str, Any]:
    return {
        "replies": cache.replies,
        "share": round(cache.share, 6),
        "cost": round(cache.cost, 6),
        "avoidable": round(cache.avoidable, 6),
        "is_priced": cache.is_priced,
        "uses_cache": cache.uses_cache,
        "prices_date": cache.prices_date,
        "unpriced": list(cache.unpriced),
        "lost": [asdict(turn) for turn in cache.lost],
        "lost_count": cache.lost_count,
        "pattern": cache.pattern,
        "columns": ["read", "write", "fresh", "is_lost"],
        "paid": [[round(one.read), round(one.write), round(one.fresh), one.is_lost] for one in cache.paid],
        "read": cache.read,
        "write": cache.write,
        "fresh": cache.fresh,
    }


def _receipt(proof: Proof) -> dict[str, Any]:
    return {
        "score": proof.score,
        "number": proof.number,
        "key": proof.key,
        "before": proof.before,
        "after": proof.after,
        "counts": dict(proof.counts),
        "left_out": proof.left_out,
        "entries": [_entry(item) for item in proof.items],
    }


def _entry(item: Item) -> dict[str, Any]:
    shown = asdict(item)
    return {name: value for name, value in shown.items() if value or name in {"state", "kind", "label"}}


def _blocks(blocks: BlocksView) -> dict[str, Any]:
    return {
        "count": blocks.count,
        "raw": blocks.raw,
        "compressed": blocks.compressed,
        "by_state": [{"state": state, "count": count, "tokens": tokens} for state, count, tokens in blocks.by_state],
        "lines": [asdict(line) for line in blocks.lines],
    }
