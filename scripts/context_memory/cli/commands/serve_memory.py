"""Serve the memory to other programs over HTTP until it is stopped: recall, remember, pin, forget.

It listens on loopback and asks for the token in a file of mode 0600, made at
the first start; on a Unix socket the file's mode says who may come. Other
addresses need TLS. Commands go on working beside it. Needs the extra `daemon`.
"""

import argparse
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from ... import wiring
from ...daemon import PORT
from ...disk import token_file
from ...model.errors import InputError, NotReadyError
from ..console import Console
from ..options import add_settings, add_workspace, places_of, settings_of

EXAMPLE = """
PROGRAM --workspace .
PROGRAM --workspace . --uds /run/user/1000/memory.sock
"""
_NEEDED = ("starlette", "uvicorn")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("--host", metavar="H", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", metavar="P", type=int, default=PORT, help=f"port, 0 for a free one (default: {PORT})")
    parser.add_argument("--uds", metavar="PATH", type=Path, help="listen on this Unix socket instead, mode 0600")
    parser.add_argument(
        "--token-file", metavar="FILE", type=Path, help="file of the token (default: daemon.token in the state folder)"
    )
    parser.add_argument("--tls-cert", metavar="FILE", type=Path, help="certificate with its chain, PEM")
    parser.add_argument("--tls-key", metavar="FILE", type=Path, help="its key, PEM")
    parser.add_argument(
        "--allow-host", metavar="NAME", action="append", default=[], help="name that clients call it by; repeatable"
    )
    add_workspace(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Serve until a signal; returns the exit code."""
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        raise NotReadyError(
            f"the server needs {' and '.join(missing)}", hint="pip install 'context-memory-optimizer[daemon]'"
        )
    if not 0 <= arguments.port <= 65_535:
        raise InputError(f"--port {arguments.port} is no port", hint="0 to 65535")
    places, settings = places_of(arguments), settings_of(arguments)
    serve, sockets, memory = (
        import_module(f"...daemon.{name}", __package__) for name in ("serve", "sockets", "memory")
    )
    address = sockets.Address(
        host=arguments.host,
        port=arguments.port,
        uds=arguments.uds,
        certificate=arguments.tls_cert,
        key=arguments.tls_key,
        names=tuple(arguments.allow_host),
    )
    with sockets.listening(address) as (opened, url):
        store = wiring.open_store(places, settings)  # what is wrong with it is said now, not to the first client
        if store.problem:
            console.warn(store.problem)
        store.close()
        file = arguments.token_file or places.state / "daemon.token"
        token = "" if address.uds else token_file.token_in(file)

        def announce() -> None:
            _tell_where(console, url, "" if address.uds else str(file), store.place)

        serve.run(opened, address, lambda: memory.Memory(places, settings), token, announce=announce, tell=console.warn)
    console.note("stopped")
    return 0


def _tell_where(console: Console, url: str, file: str, place: str) -> None:
    if console.as_json:
        console.data({"url": url, "token_file": file, "store": place})
    else:
        console.text(f"serving {place} on {url}" + (f", token in {file}" if file else ""))
    console.out.flush()
