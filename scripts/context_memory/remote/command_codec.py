"""The codec `command`: any program that reads a block on standard input and writes its capsule on standard output.

What it should do beyond that stands in its environment:
`CONTEXT_MEMORY_TARGET_TOKENS`, `CONTEXT_MEMORY_LANGUAGE`, and on a second
attempt `CONTEXT_MEMORY_COMPLAINT`.
"""

import os
from collections.abc import Callable, Mapping

from ..model.blocks import CapsuleDraft, CodecId, CompressRequest
from .program import Program

WriteBlock = Callable[[CompressRequest], str]


class CommandCodec:
    """Compresses by calling one program once for each block."""

    def __init__(
        self, command: str, *, write_block: WriteBlock, seconds: float = 120.0, environ: Mapping[str, str] = os.environ
    ) -> None:
        self._program = Program(command, setting="compress_command", seconds=seconds, environ=environ)
        self._write_block = write_block

    @property
    def id(self) -> CodecId:
        """The program's name stands where a model's name does."""
        return CodecId("command", self._program.name)

    def compress(self, request: CompressRequest) -> CapsuleDraft:
        """One call; RemoteError when the program fails or takes too long, AnswerError when it writes nothing."""
        told = {
            "CONTEXT_MEMORY_TARGET_TOKENS": str(request.target_tokens),
            "CONTEXT_MEMORY_LANGUAGE": request.language,
            "CONTEXT_MEMORY_COMPLAINT": request.complaint,
        }
        return CapsuleDraft(self._program.answer(self._write_block(request), told), self.id)
