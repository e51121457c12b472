"""What other programs ask and how: `serve`, `helper`, `mcp`, `token` and `audit`."""

import argparse
import contextlib
import os
import sys
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import InputError, NotReadyError, RefusedError
from ...server import PORT
from ..console import Console, counted
from ..options import add_settings, add_workspace, places_of, settings_of
from . import Command

if TYPE_CHECKING:
    from ...provider.files.tokens import Kept
    from ...provider.services.provider import Provider
    from ...storage.places import Places

_MODULES = ("server.serve", "server.sockets", "api.memories", "provider.services.opening")

_NEEDED = ("starlette", "uvicorn")


def _add_serve_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument(
        "what", choices=("run", "install"), nargs="?", default="run", help="serve, or install a service"
    )
    parser.add_argument("--dry-run", action="store_true", help="install: print the unit, write nothing")
    parser.add_argument(
        "--service", choices=("systemd", "launchd"), help="install: for which of the two (default: this system's)"
    )
    parser.add_argument("--host", metavar="H", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", metavar="P", type=int, default=PORT, help=f"port, 0 for a free one (default: {PORT})")
    parser.add_argument("--uds", metavar="PATH", type=Path, help="listen on this Unix socket instead, mode 0600")
    parser.add_argument(
        "--token-file", metavar="FILE", type=Path, help="file of the token (default: one in the user's state folder)"
    )
    parser.add_argument("--tls-cert", metavar="FILE", type=Path, help="certificate with its chain, PEM")
    parser.add_argument("--tls-key", metavar="FILE", type=Path, help="its key, PEM")
    parser.add_argument(
        "--allow-host", metavar="NAME", action="append", default=[], help="host name that clients use; repeatable"
    )
    add_workspace(parser)
    add_settings(parser)


def _run_serve(arguments: argparse.Namespace, console: Console) -> int:
    """Serve until a signal; returns the exit code."""
    from ...memory.assembly import open_store
    from ...provider.files.tokens import token_in

    _check_serve(arguments)
    places, settings = places_of(arguments), settings_of(arguments)
    serve, sockets, memory, opening = (import_module(f"...{name}", __package__) for name in _MODULES)
    address = sockets.Address(
        host=arguments.host,
        port=arguments.port,
        uds=arguments.uds,
        certificate=arguments.tls_cert,
        key=arguments.tls_key,
        names=tuple(arguments.allow_host),
    )
    if arguments.what == "install":
        sockets.must_be_safe(address)
        return _install(arguments, console)
    with sockets.listening(address) as (opened, url), opening.alone(places):
        store = open_store(places, settings)  # what is wrong with it is said now, not to the first client
        if store.problem:
            console.warn(store.problem)
        store.close()
        file = arguments.token_file or places.token
        token = "" if address.uds else token_in(file)

        def announce() -> None:
            _tell_where(console, url, "" if address.uds else str(file), store.place)

        serve.run(
            opened,
            address,
            lambda: memory.Memory(places, settings),
            token,
            provider=lambda tell: opening.provider(places, settings, tell),
            tokens=opening.tokens(places),
            announce=announce,
            tell=console.warn,
        )
    console.note("stopped")
    return 0


def _check_serve(arguments: argparse.Namespace) -> None:
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        from ...storage import environment

        raise NotReadyError(f"the server needs {' and '.join(missing)}", hint=environment.command_for("daemon"))
    if not 0 <= arguments.port <= 65_535:
        raise InputError(f"--port {arguments.port} is no port", hint="0 to 65535")
    if arguments.what != "install" and (arguments.dry_run or arguments.service):
        raise InputError(
            "--dry-run and --service are for `serve install`", hint="context-memory serve install --dry-run"
        )


def _install(arguments: argparse.Namespace, console: Console) -> int:
    """Write, or print, the unit that starts this server with the user's session; returns the exit code."""
    from ...server import units
    from ...storage import environment
    from ...storage.files import replace_text

    workspace = places_of(arguments).workspace
    if workspace is None:
        raise InputError("a service is for one workspace", hint="name it with --workspace")
    kind = arguments.service or (units.LAUNCHD if sys.platform == "darwin" else units.SYSTEMD)
    config = environment.settings_file()
    if config is None:
        raise NotReadyError("there is no home folder for a service", hint="set HOME")
    program = str(Path(sys.argv[0]).absolute())
    call = [sys.executable, program, "serve", "--workspace", str(workspace.resolve())]
    call += ["--uds", str(arguments.uds.absolute())] if arguments.uds else ["--host", arguments.host]
    call += [] if arguments.uds else ["--port", str(arguments.port)]
    for name in ("tls_cert", "tls_key", "token_file", "settings"):
        given = getattr(arguments, name)
        call += [f"--{name.replace('_', '-')}", str(given.absolute())] if given else []
    for name in arguments.allow_host:
        call += ["--allow-host", name]
    for change in arguments.set:
        call += ["--set", change]
    variables = units.variables_of(os.environ)
    unit = units.unit_of(kind, call, workspace.resolve(), Path.home(), config.parent.parent, variables)
    if not arguments.dry_run:
        replace_text(unit.path, unit.text)
    if console.as_json:
        shown = {"path": str(unit.path), "dry_run": arguments.dry_run, "text": unit.text, "start": unit.start}
        console.data(shown)
    else:
        console.text(unit.text.rstrip("\n"))
        console.note(f"{'would be written' if arguments.dry_run else 'written'} to {unit.path}; then: {unit.start}")
    return 0


SERVE = Command(
    """Serve the memory to other programs over HTTP until it is stopped: messages, context, recall.

It listens on loopback and requires the token from a file of mode 0600, created
at the first start; on a Unix socket the file's mode controls access. Other
addresses need TLS. Commands keep working while it runs. `install` starts it
with your session (systemd, launchd). Needs the extra `daemon`.
""",
    """
PROGRAM --workspace .
PROGRAM --workspace . --uds /run/user/1000/memory.sock
PROGRAM install --dry-run --workspace .
""",
    _add_serve_arguments,
    _run_serve,
)


def _tell_where(console: Console, url: str, file: str, place: str) -> None:
    if console.as_json:
        console.data({"url": url, "token_file": file, "store": place})
    else:
        console.text(f"serving {place} on {url}" + (f", token in {file}" if file else ""))
    console.out.flush()


def _add_helper_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("--socket", metavar="PATH", type=Path, required=True, help="Unix socket, made with mode 0600")
    add_workspace(parser)
    add_settings(parser)


def _run_helper(arguments: argparse.Namespace, console: Console) -> int:
    """Answer until standard input ends; returns the exit code."""
    from ...provider.services import opening
    from ...server import helper
    from ...server.sockets import Address, listening

    places, settings = places_of(arguments), settings_of(arguments)
    with listening(Address(uds=arguments.socket)) as (opened, url):

        def announce() -> None:
            if console.as_json:
                console.data({"ready": True, "url": url, "workspace": str(places.workspace or "")})
            else:
                console.text(f"ready on {url}")
            console.out.flush()

        helper.run(
            opened,
            opening.provider(places, settings, console.warn),
            opening.tokens(places),
            until=sys.stdin.buffer,
            announce=announce,
            tell=console.warn,
        )
    return 0


HELPER = Command(
    """Answer one host over HTTP on a Unix socket, until the host's end of standard input closes.

The paths are those of `serve`. It reports when it has warmed up, needs no
extra, and ends with its host, even if that was killed.
""",
    """
PROGRAM --socket /run/user/1000/memory.sock --workspace .
""",
    _add_helper_arguments,
    _run_helper,
)


def _add_mcp_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("--hooks", action="store_true", help="also answer the hooks of the host, on a Unix socket")
    add_workspace(parser)
    add_settings(parser)


def _run_mcp(arguments: argparse.Namespace, console: Console) -> int:
    """Answer until standard input ends; returns the exit code."""
    from ...provider.services import opening
    from ...server import mcp

    places, settings = places_of(arguments), settings_of(arguments)
    out = mcp.own_output()
    with out, contextlib.ExitStack() as beside:
        provider = opening.provider(places, settings, console.warn)
        if arguments.hooks:
            _answer_hooks(places, provider, beside, console)
        mcp.run(provider, given=sys.stdin.buffer, out=out, tell=console.warn)
    return 0


def _answer_hooks(places: "Places", provider: "Provider", beside: contextlib.ExitStack, console: Console) -> None:
    """Answer the hooks of this workspace too; where another server does so already, that one is enough."""
    from ...provider.services import opening
    from ...server import helper
    from ...server.sockets import Address, listening

    try:
        opened, _ = beside.enter_context(listening(Address(uds=places.hooks_socket)))
    except (InputError, NotReadyError, RefusedError) as error:
        console.warn(f"hooks are answered by processes of their own: {error}")
        return
    beside.enter_context(helper.beside(opened, provider, opening.tokens(places), console.warn))


MCP = Command(
    """Offer the memory to a host as an MCP server on standard input and output.

A model gets recall, remember, read_original and check_action. It needs no extra
and no virtual environment. --hooks also answers the hooks of the host:
`context-memory hook` calls it instead of doing the work in a new process.
""",
    """
PROGRAM --workspace .
""",
    _add_mcp_arguments,
    _run_mcp,
)


def _add_token_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("what", choices=("add", "list", "remove"), help="what to do")
    parser.add_argument("name", metavar="NAME", nargs="?", default="", help="the agent's name in the audit log")
    parser.add_argument(
        "--session",
        metavar="ID",
        action="append",
        default=[],
        help="session that it may see, or the beginning of names and *; repeatable (default: all)",
    )
    parser.add_argument(
        "--scope",
        metavar="S",
        default="",
        help="the only scope of docs that it may see (default: all, with --session that of the workspace)",
    )
    parser.add_argument("--read-only", action="store_true", help="no access to verbs that write")
    add_workspace(parser)
    add_settings(parser)


def _run_token(arguments: argparse.Namespace, console: Console) -> int:
    """Do what was asked for; returns the exit code."""
    from ...memory.assembly import scope_of
    from ...provider.files import tokens
    from ...provider.grants import ALL, Grant

    path = places_of(arguments).tokens
    if arguments.what == "list":
        kept = tokens.listed(path)
        if console.as_json:
            console.data([_token_value(each) for each in kept])
        elif kept:
            rows = [[str(value) for value in _token_value(each).values()] for each in kept]
            console.table(("name", "sessions", "scope", "read only", "made at"), rows)
        else:
            console.note("there is only the owner's token")
        return 0
    if not arguments.name:
        raise InputError("the token has no name", hint=f"say `context-memory token {arguments.what} NAME`")
    if arguments.what == "remove":
        tokens.remove(path, arguments.name)
        if console.as_json:
            console.data({"name": arguments.name, "outcome": "removed"})
        else:
            console.note(f"the token {arguments.name} is no longer valid")
        return 0
    is_narrow = arguments.scope or arguments.session
    scope = str(scope_of(settings_of(arguments), arguments.scope or None)) if is_narrow else ""
    grant = Grant(arguments.name, tuple(arguments.session) or (ALL,), scope, arguments.read_only)
    token = tokens.make(path, grant, datetime.now(UTC))
    if console.as_json:
        console.data({"name": grant.name, "token": token})
    else:
        console.text(token)
        console.note("keep it: it is shown this once, and only its hash is stored")
    return 0


TOKEN = Command(
    """Create, list or remove the tokens with which agents log in to `serve` and `helper`.

A token gives access to sessions by name or name prefix, and to one scope of
docs: what is remembered in it without a session is shared by all who have that
scope. It is printed once; the file stores its hash.
""",
    """
PROGRAM add ines --session 'ines-*' --scope ines --workspace .
PROGRAM list --workspace .
PROGRAM remove ines --workspace .
""",
    _add_token_arguments,
    _run_token,
)


def _token_value(kept: "Kept") -> dict[str, object]:
    grant = kept.grant
    return {
        "name": grant.name,
        "sessions": " ".join(grant.sessions),
        "scope": grant.scope,
        "read_only": grant.is_reader,
        "made_at": kept.made_at,
    }


_SHOWN = ("n", "time", "actor", "event", "session", "outcome", "ms")


def _add_audit_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("what", choices=("verify", "show"), help="check the chain, or print rows")
    parser.add_argument("--session", metavar="ID", default="", help="with show: rows of this session")
    parser.add_argument("--since", metavar="N", type=int, default=0, help="with show: rows after this number")
    parser.add_argument(
        "--limit", "--max", metavar="N", type=int, default=50, help="with show: rows at most (default: 50)"
    )
    add_workspace(parser)


def _run_audit(arguments: argparse.Namespace, console: Console) -> int:
    """Do what was asked for; returns the exit code."""
    from ...storage import audit_chain
    from ...storage.audit_chain import AuditChain

    places = places_of(arguments)
    if arguments.what == "show":
        chain = AuditChain(places.audit_chain, places.audit_head)
        of_session = {"session": arguments.session} if arguments.session else {}
        rows = chain.rows(arguments.since, arguments.limit, **of_session)
        if console.as_json:
            console.data(rows)
        elif rows:
            console.table(_SHOWN, [[str(row.get(name, "")) for name in _SHOWN] for row in rows], numeric=(0, 6))
        else:
            console.note("no requests yet")
        return 0
    count, faults = audit_chain.verified(places.audit_chain, places.audit_head)
    if console.as_json:
        shown = [{"row": each.row, "line": each.line, "what": each.what} for each in faults]
        console.data({"rows": count, "ok": not faults, "faults": shown})
    elif not faults:
        console.text(f"{counted(count, 'row')}, every one as it was written" if count else "no requests yet")
    for each in faults if not console.as_json else ():
        where = f" (line {each.line})" if each.line else ""
        console.text(f"row {each.row}{where} {_SAID[each.what]}" if each.row else f"line {each.line} cannot be read")
    return RefusedError.exit_code if faults else 0


AUDIT = Command(
    """Verify the provider's audit log, or show its newest rows.

Each row has the hash of the row before, so `verify` lists every row that was
edited, removed or moved; it ends with exit code 3 if there is one.
""",
    """
PROGRAM verify --workspace .
PROGRAM show --workspace . --session chat-7
""",
    _add_audit_arguments,
    _run_audit,
)

_SAID = {
    "edited": "was edited",
    "removed": "was removed",
    "reordered": "stands in another place",
    "repeated": "is there twice",
}
