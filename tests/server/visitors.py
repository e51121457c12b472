"""A visitor of the dashboard without a browser: keeps cookies, reads forms, follows nothing by itself."""

import re
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

from ..memory_server import Answer, Server

FORM = "application/x-www-form-urlencoded"


@dataclass
class Visitor:
    """One browser profile."""

    server: Server
    cookie: str = ""

    def __post_init__(self) -> None:
        self._client = self.server.client("")
        self.origin = self.server.where["url"]

    def get(self, path: str, **headers: str) -> Answer:
        """One page."""
        return self._client.ask("GET", path, headers={"cookie": self.cookie, "authorization": "", **headers})

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Answer:
        """One form, sent as a browser sends it."""
        sent = {"cookie": self.cookie, "content-type": FORM, "origin": self.origin, "authorization": "", **headers}
        return self._client.ask("POST", path, urlencode(fields), headers=sent)

    def log_in(self, token: str | None = None) -> Answer:
        """Show a token; the cookie that comes back is kept."""
        answer = self.post("/ui/login", {"token": self.server.token if token is None else token})
        self.cookie = answer.headers.get("set-cookie", "").partition(";")[0]
        return answer

    def csrf(self, path: str = "/") -> str:
        """The token of the forms of this login."""
        found = re.search(r'name="csrf" value="([^"]+)"', self.get(path).text)
        assert found is not None
        return found[1]


class Elements(HTMLParser):
    """The elements and the text of a page, as a browser reads them."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, Any]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def text(self) -> str:
        """All text of the page."""
        return "".join(self.texts)
