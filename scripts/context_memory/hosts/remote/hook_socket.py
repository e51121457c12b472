"""Asks a server of this machine what a host is to be told of an event: one request over a Unix socket."""

import json
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...text.json_text import parse_json

CONNECT_SECONDS, ANSWER_SECONDS = 0.2, 5.0
_LARGEST = 16 << 20  # bytes of an answer


def ask(path: Path, host: str, event: Mapping[str, Any]) -> dict[str, Any] | None:
    """The answer for the host; None where no server listens there, or none that can answer."""
    body = json.dumps(event).encode()
    head = (
        f"POST /v1/hooks/{host} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as opened:
            opened.settimeout(CONNECT_SECONDS)
            opened.connect(str(path))
            opened.settimeout(ANSWER_SECONDS)
            opened.sendall(head.encode() + body)
            answer = b""
            while len(answer) < _LARGEST and (piece := opened.recv(1 << 16)):
                answer += piece
        first, _, rest = answer.partition(b"\r\n")
        value = parse_json(rest.partition(b"\r\n\r\n")[2]) if b" 200 " in first + b" " else None
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None
