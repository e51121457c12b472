"""The socket that is listened on: TCP on loopback, TCP with TLS elsewhere, or a Unix socket of mode 0600."""

import contextlib
import errno
import ipaddress
import os
import socket
import ssl
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError, NotReadyError, RefusedError
from ..storage.files import locked_if_free, make_folder
from . import PORT

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names of this machine."""

BACKLOG = 128
LONGEST_SOCKET_PATH = 107
"""Bytes that Linux takes."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen."""

    host: str = "127.0.0.1"
    port: int = PORT
    """0 takes a free one."""
    uds: Path | None = None
    """A Unix socket in place of host and port."""
    certificate: Path | None = None
    """PEM of the certificate with its chain; with it TLS is spoken."""
    key: Path | None = None
    names: tuple[str, ...] = ()
    """Names that the server may be called by, beside those of loopback and the address itself."""

    @property
    def hosts(self) -> frozenset[str] | None:
        """What a Host header may say; None for a Unix socket."""
        own = {self.host.strip("[]").lower()} - {"0.0.0.0", "::"}
        return None if self.uds else LOOPBACK | own | {name.strip("[]").lower() for name in self.names}


@contextlib.contextmanager
def listening(address: Address) -> Iterator[tuple[socket.socket, str]]:
    """A socket that listens, and its URL for people; clients may connect from here on."""
    must_be_safe(address)
    if address.uds:
        with _unix_socket(address.uds) as opened:
            yield opened, f"unix:{address.uds}"
        return
    with _tcp_socket(address) as opened:
        host, port = opened.getsockname()[:2]
        scheme = "https" if address.certificate else "http"
        yield opened, f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def must_be_safe(address: Address) -> None:
    """Refuse to listen where others could read what is sent, or without a token that clients could use."""
    if (address.certificate is None) != (address.key is None):
        raise InputError("TLS needs a certificate and its key", hint="give --tls-cert and --tls-key")
    if address.certificate and address.key:
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(
                address.certificate, address.key, password=_no_password
            )
        except (OSError, ssl.SSLError) as error:
            raise InputError(
                f"{address.certificate} and {address.key} cannot be used: {error}",
                hint="PEM files, the key without a password",
            ) from error
    if address.uds or _is_loopback(address.host):
        return
    if address.certificate is None:
        raise RefusedError(
            f"{address.host} can be reached from other machines, and the token would be sent for all to read",
            hint="give --tls-cert and --tls-key, or listen on 127.0.0.1",
        )
    if address.host in {"0.0.0.0", "::"} and not address.names:
        raise InputError(f"{address.host} is no name that a client calls", hint="say --allow-host NAME")


def _tcp_socket(address: Address) -> socket.socket:
    try:
        found = socket.getaddrinfo(address.host.strip("[]"), address.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise InputError(f"{address.host} is no address of this machine", hint="127.0.0.1, ::1 or localhost") from error
    family, kind, protocol, _, place = found[0]
    opened = socket.socket(family, kind, protocol)  # named TCP, asyncio sends at once: an answer is 40 ms faster
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a restart need not wait for old connections
        opened.bind(place)
        opened.listen(BACKLOG)
    except OSError as error:
        opened.close()
        if error.errno == errno.EADDRINUSE:
            raise NotReadyError(
                f"port {address.port} of {address.host} is in use",
                hint="another server may run already; stop it, or name another --port",
            ) from error
        raise NotReadyError(
            f"cannot listen on {address.host}:{address.port}: {error.strerror}", hint="check --host and --port"
        ) from error
    return opened


@contextlib.contextmanager
def _unix_socket(path: Path) -> Iterator[socket.socket]:
    """A socket that only its owner may use; one that a dead process left is replaced, one that is served is not."""
    path = path.absolute()
    if len(os.fsencode(path)) > LONGEST_SOCKET_PATH:
        raise InputError(f"{path} is too long for a socket", hint=f"{LONGEST_SOCKET_PATH} bytes at most")
    if os.path.lexists(path) and not stat.S_ISSOCK(path.lstat().st_mode):
        raise RefusedError(f"{path} is there and is no socket", hint="name another path")
    make_folder(path.parent)
    with contextlib.ExitStack() as held:
        if not held.enter_context(locked_if_free(path)):
            raise NotReadyError(f"{path} is in use", hint="another server runs already; stop it, or name another")
        path.unlink(missing_ok=True)  # a running server would hold its lock
        opened = held.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
        before = os.umask(0o177)
        try:
            opened.bind(str(path))
        except OSError as error:
            raise NotReadyError(f"cannot listen on {path}: {error.strerror}", hint="check its folder") from error
        finally:
            os.umask(before)
        held.callback(path.unlink, missing_ok=True)
        opened.listen(BACKLOG)
        yield opened


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _no_password() -> str:
    return ""
