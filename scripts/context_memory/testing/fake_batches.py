"""Message batches: every request is answered at once, and told only after the batch was asked for often enough."""

import json
from collections.abc import Callable
from typing import Any

from .api_rules import RequestRefusedError

_NEVER = "2026-09-14T08:00:00Z"


class Batches:
    """The batches of one server."""

    def __init__(self, polls: int) -> None:
        self._polls = polls
        self._results: dict[str, list[dict[str, Any]]] = {}
        self._asked: dict[str, int] = {}

    def create(self, body: dict[str, Any], answer: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """A new batch; requests that break a rule or meet a scripted error are `errored` in its results."""
        entries = body.get("requests") or []
        names = [entry["custom_id"] for entry in entries]
        if not entries or len(set(names)) != len(names):
            raise RequestRefusedError("requests: at least one is required, and custom ids must be unique")
        identity = f"msgbatch_{len(self._results):04}"
        self._results[identity] = [
            {"custom_id": entry["custom_id"], "result": _result(entry["params"], answer)} for entry in entries
        ]
        self._asked[identity] = 0
        return self._state(identity, "")

    def found(self, path: str, base_url: str) -> dict[str, Any] | bytes | None:
        """The state or the results behind a path; None where there is no such batch."""
        identity, _, rest = path.removeprefix("/v1/messages/batches/").partition("/")
        if identity not in self._results:
            return None
        if rest == "results":
            return b"".join(json.dumps(line).encode() + b"\n" for line in self._results[identity])
        self._asked[identity] += 1
        return self._state(identity, base_url)

    def _state(self, identity: str, base_url: str) -> dict[str, Any]:
        is_ended = self._asked[identity] > self._polls
        count = len(self._results[identity])
        counts = {"processing": 0 if is_ended else count, "succeeded": count if is_ended else 0}
        return {
            "id": identity,
            "type": "message_batch",
            "processing_status": "ended" if is_ended else "in_progress",
            "request_counts": {**counts, "errored": 0, "canceled": 0, "expired": 0},
            "created_at": _NEVER,
            "expires_at": _NEVER,
            "ended_at": _NEVER if is_ended else None,
            "archived_at": None,
            "cancel_initiated_at": None,
            "results_url": f"{base_url}/v1/messages/batches/{identity}/results" if is_ended else None,
        }


def _result(params: dict[str, Any], answer: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    try:
        message = answer(params)
    except RequestRefusedError as refused:
        error = {"type": "error", "error": {"type": refused.kind, "message": str(refused)}}
        return {"type": "errored", "error": error}
    return {"type": "succeeded", "message": message} if isinstance(message, dict) else {"type": "expired"}
