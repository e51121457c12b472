# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Answer one hook of a tool or a prompt: ask the MCP server of this workspace, else do what `context-memory hook` does.

    answer_hook.py --client codex|gemini < event.json

A host starts this twice for each call of a tool, so with a server running it imports next to nothing.
"""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0])

CONNECT_SECONDS, ANSWER_SECONDS = 0.2, 5.0
LARGEST_EVENT = 16 << 20  # bytes
HEAD = 4_096  # bytes in which the host names the event
SUMMARISED = b"Got it. Thanks for the additional context!"  # stands behind a summary (`gemini.ACKNOWLEDGED`)


def socket_of(workspace: str) -> str:
    """Where the server of the workspace listens (`Places.hooks_socket`); empty for a user without a home."""
    base = os.environ.get("XDG_STATE_HOME", "")
    if not base.startswith("/"):
        base = os.path.expanduser("~/.local/state")  # noqa: PTH111 - pathlib costs more than all the rest
    if not base.startswith("/"):
        return ""
    from hashlib import sha256

    state = os.path.realpath(f"{workspace}/.context-memory")
    return f"{base}/context-memory/sockets/{sha256(os.fsencode(state)).hexdigest()[:16]}.sock"


def is_of(workspace: str, event: bytes) -> bool:
    """Whether the event names this folder as the session's; where it is not certain, no."""
    named = f'"{workspace}"'.encode("utf-8", "replace")
    return b'"cwd":' + named in event or b'"cwd": ' + named in event


def is_nothing(event: bytes) -> bool:
    """Whether it is a request to the model without a summary in it: Gemini CLI tells of every one."""
    is_request = b'"hook_event_name":"BeforeModel"' in event[:HEAD].replace(b'": "', b'":"')
    return is_request and SUMMARISED not in event


def ask(path: str, host: str, event: bytes) -> bytes | None:
    """The JSON for the host; None where no server can answer."""
    import _socket as sockets  # `socket` wraps it, and takes 8 ms to import

    head = f"POST /v1/hooks/{host} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {len(event)}"
    opened = sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM)
    try:
        opened.settimeout(CONNECT_SECONDS)
        opened.connect(path)
        opened.settimeout(ANSWER_SECONDS)
        opened.sendall(head.encode() + b"\r\n\r\n" + event)
        answer = b"".join(iter(lambda: opened.recv(1 << 16), b""))
    except OSError:
        return None
    finally:
        opened.close()
    first, _, rest = answer.partition(b"\r\n")
    body = rest.partition(b"\r\n\r\n")[2].strip()
    return body if b" 200 " in first + b" " and body.startswith(b"{") and body.endswith(b"}") else None


def main() -> int:
    """Exit code 0, or that of the command that does it instead."""
    words = sys.argv[1:]
    host = words[1] if len(words) == 2 and words[0] == "--client" else ""
    if host in {"codex", "gemini"}:
        event = sys.stdin.buffer.read(LARGEST_EVENT + 1)
        if is_nothing(event):
            return 0
        workspace = os.getcwd()  # noqa: PTH109
        path = socket_of(workspace) if len(event) <= LARGEST_EVENT and is_of(workspace, event) else ""
        answer = ask(path, host, event) if path else None
        if answer is not None:
            sys.stdout.buffer.write(answer + b"\n" if answer != b"{}" else b"")
            return 0
        import io

        sys.stdin = io.TextIOWrapper(io.BytesIO(event), encoding="utf-8")
    from context_memory.cli import main as context_memory

    return context_memory(["hook", *([host] if host else words)])


if __name__ == "__main__":
    sys.exit(main())
