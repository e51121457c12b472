"""A real server of a memory in a process of its own, and a client of it."""

import contextlib
import http.client
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

REPOSITORY = Path(__file__).parent.parent
SCRIPT = REPOSITORY / "scripts" / "context-memory.py"
MEMORY = "/api/v1/memory"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def value(self) -> Any:
        """The JSON value."""
        return json.loads(self.text)


class Server:
    """One process of `context-memory serve`; what it prints is in `told` after it has ended."""

    def __init__(
        self,
        workspace: Path,
        *arguments: str,
        descriptors: int | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        self.workspace = workspace
        call = [sys.executable, str(SCRIPT), "serve", "--workspace", str(workspace), "--json", *arguments]
        if "--port" not in arguments and "--uds" not in arguments:
            call += ["--port", "0"]
        if descriptors is not None:
            call = ["sh", "-c", f'ulimit -n {descriptors} && exec "$0" "$@"', *call]
        environment = {"PATH": os.defpath, "HOME": str(workspace), "PYTHONDONTWRITEBYTECODE": "1", **(variables or {})}
        self.process = subprocess.Popen(
            call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        self.told = ""
        self._clients: list[Client] = []
        said = ""
        while not said.endswith("}\n"):
            line = self.process.stdout.readline()  # type: ignore[union-attr]
            if not line:
                self.told = self.process.stderr.read()  # type: ignore[union-attr]
                raise AssertionError(f"the server ended with {self.process.wait()}: {self.told}")
            said += line
        self.where: dict[str, str] = json.loads(said)
        file = self.where["token_file"]
        self.token = Path(file).read_text(encoding="utf-8").strip() if file else ""

    def client(self, token: str | None = None) -> "Client":
        """A client with this token, or with the right one."""
        self._clients.append(Client(self.where["url"], self.token if token is None else token))
        return self._clients[-1]

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and give back the exit code."""
        for client in self._clients:
            client.close()
        if self.process.poll() is None:
            self.process.send_signal(number)
            self.told = self.process.communicate(timeout=300)[1]
        return int(self.process.returncode)


@contextlib.contextmanager
def serving(
    workspace: Path, *arguments: str, descriptors: int | None = None, variables: Mapping[str, str] | None = None
) -> Iterator[Server]:
    """A server that is stopped at the end, killed if need be; `variables` of its environment beside the usual ones."""
    server = Server(workspace, *arguments, descriptors=descriptors, variables=variables)
    try:
        yield server
    finally:
        try:
            assert server.stop() in {0, -signal.SIGKILL}
        finally:
            server.process.kill()
            for pipe in (server.process.stdout, server.process.stderr):
                if pipe is not None:
                    pipe.close()


class Client:
    """One connection, kept alive."""

    def __init__(self, url: str, token: str) -> None:
        self.token = token
        found = urlsplit(url)
        if found.scheme == "unix":
            self._connection: http.client.HTTPConnection = _UnixConnection(found.path)
        elif found.scheme == "https":
            context = ssl.create_default_context(
                cafile=str(REPOSITORY / "tests" / "fixtures" / "tls" / "certificate.pem")
            )
            self._connection = http.client.HTTPSConnection(found.netloc, timeout=300, context=context)
        else:
            self._connection = http.client.HTTPConnection(found.netloc, timeout=300)

    def ask(
        self, method: str, path: str, body: bytes | str | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """One request as it is given; the token goes with it unless `authorization` is given."""
        sent = {"authorization": f"Bearer {self.token}"} | (headers or {})
        data = body.encode() if isinstance(body, str) else body
        self._connection.request(method, path, data, {name: value for name, value in sent.items() if value})
        came = self._connection.getresponse()
        text = came.read().decode("utf-8")
        return Answer(came.status, {name.lower(): value for name, value in came.getheaders()}, text)

    def get(self, path: str, **parameters: object) -> Answer:
        """GET under the prefix of the memory."""
        return self.ask("GET", f"{MEMORY}{path}" + (f"?{urlencode(parameters)}" if parameters else ""))

    def send(self, method: str, path: str, value: object = None) -> Answer:
        """A request with a JSON body."""
        return self.ask(method, f"{MEMORY}{path}", None if value is None else json.dumps(value))

    def remember(self, text: str, **known: object) -> str:
        """Write one doc; its id."""
        answer = self.send("POST", "/docs", {"text": text, **known})
        assert answer.status in {200, 201}, answer.text
        return str(answer.value["id"])

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=300)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


def of(doc_id: str, rest: str = "") -> str:
    """The path of a doc."""
    return f"/docs/{quote(doc_id, safe='')}{rest}"
