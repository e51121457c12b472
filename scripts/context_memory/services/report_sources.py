"""Where the texts behind a receipt come from: the archive, and the session itself. No secret leaves with them."""

import json

from ..disk import message_pack
from ..disk.archive import Archive
from ..model.errors import ContextMemoryError
from ..model.session import Session
from ..rules import redact_message, report_text
from ..rules.report_text import Secrets


class Originals:
    """Archived messages as text, without secrets; each archive is read once."""

    def __init__(self, archive: Archive, problems: list[str], secrets: Secrets) -> None:
        self._archive = archive
        self._problems = problems
        self._secrets = secrets
        self._lines: dict[str, list[bytes]] = {}
        self._texts: dict[str, str] = {}

    def text(self, where: str) -> str:
        """The message at `cm:…#L12`; empty where it cannot be read."""
        if where not in self._texts:
            self._texts[where] = self._read(where)
        return self._texts[where]

    def _read(self, where: str) -> str:
        handle, _, number = where.partition("#L")
        if handle not in self._lines:
            self._lines[handle] = self._content(handle)
        lines = self._lines[handle]
        if not number.isdigit() or not 1 <= int(number) <= len(lines):
            return ""
        try:
            message = message_pack.parsed(json.loads(lines[int(number) - 1]))
        except (ValueError, RecursionError):
            return ""
        self._secrets.look(report_text.text_of(message))
        return report_text.text_of(redact_message.of(message).message)

    def _content(self, handle: str) -> list[bytes]:
        try:
            return self._archive.get(handle).split(b"\n")
        except ContextMemoryError as error:
            self._problems.append(f"the text behind {handle} is not shown: {error}")
            return []


class Said:
    """Finds the newest message of a session that holds some words."""

    def __init__(self, session: Session) -> None:
        self._messages = session.messages
        self._texts = ["" if message.is_summary else report_text.text_of(message) for message in session.messages]
        self._redacted: dict[int, str] = {}
        self.secrets = Secrets()
        for text in self._texts:
            self.secrets.look(text)

    def find(self, words: str) -> tuple[int, str]:
        """1-based number and redacted text of that message; (0, "") where no message says it in these words."""
        wanted = words.strip().strip("…")[: report_text.HEADS]
        if not wanted:
            return 0, ""
        at = next((i for i in range(len(self._texts) - 1, -1, -1) if wanted in self._texts[i]), None)
        if at is None:
            return 0, ""
        if at not in self._redacted:
            self._redacted[at] = report_text.text_of(redact_message.of(self._messages[at]).message)
        return at + 1, self._redacted[at]
