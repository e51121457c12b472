"""Trim with the original kept first: archive, then shorten."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..disk.archive import Archive, Original
from ..model.outcomes import TrimOutcome, Untouched
from ..model.settings import Settings
from ..rules import trim as rules
from ..rules.trim import ToolKind

if TYPE_CHECKING:
    from ..model.session import Message

KIND = "tool-result"


@dataclass(frozen=True, slots=True)
class Trimmer:
    """Shortens tool outputs; `dry` says what would come out and archives nothing."""

    archive: Archive
    settings: Settings
    dry: bool = False

    def trim(
        self,
        output: str | bytes,
        tool: str = "",
        tool_input: Mapping[str, Any] | None = None,
        path: str = "",
        task: str = "",
        *,
        session: str = "",
    ) -> TrimOutcome:
        """The trimmed output; the original is on disk, byte for byte, before anything shorter is returned."""
        text = output if isinstance(output, str) else output.decode("utf-8", "replace")
        kind = rules.kind_of(tool, tool_input) if tool else ToolKind.READ if path else ToolKind.OTHER
        about = path or rules.path_of(tool_input)
        if not rules.is_long(text, kind=kind, path=about, settings=self.settings):
            return Untouched(text)
        raw = output if isinstance(output, bytes) else output.encode("utf-8", "surrogatepass")
        title = " ".join(filter(None, (tool, about or rules.command_of(tool_input))))
        handle = (
            self.archive.handle_of(raw) if self.dry else self.archive.put(raw, kind=KIND, title=title, session=session)
        )
        return rules.trim(text, kind=kind, path=about, handle=handle, settings=self.settings, task=task)

    def records(self, messages: "Sequence[Message]", *, session: str = "") -> "tuple[Message, ...]":
        """The messages with old tool records as one line each; their results are in the archive before that."""
        old = [result for result in rules.old_results(messages, self.settings.keep_tool_records) if result.text]
        raw = [result.text.encode("utf-8", "surrogatepass") for result in old]
        if self.dry:
            handles = [self.archive.handle_of(each) for each in raw]
        else:
            pairs = zip(old, raw, strict=True)
            handles = self.archive.put_many(Original(each, KIND, result.name, session) for result, each in pairs)
        by_call = {result.call_id: handle for result, handle in zip(old, handles, strict=True)}
        return rules.records(
            messages, self.settings.keep_tool_records, handle_of=lambda result: by_call[result.call_id]
        )
