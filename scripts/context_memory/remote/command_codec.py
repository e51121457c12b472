"""The codec `command`: any program that reads a block on standard input and writes its capsule on standard output.

What it should do beyond that stands in its environment:
`CONTEXT_MEMORY_TARGET_TOKENS`, `CONTEXT_MEMORY_LANGUAGE`, and on a second
attempt `CONTEXT_MEMORY_COMPLAINT`. It gets no key of ours that it does not
inherit, and no shell stands between.
"""

import contextlib
import os
import shlex
import signal
import subprocess
from collections.abc import Callable, Mapping

from ..model.blocks import CapsuleDraft, CodecId, CompressRequest
from ..model.errors import AnswerError, InputError, RemoteError

LARGEST_ANSWER = 10_000_000  # bytes

WriteBlock = Callable[[CompressRequest], str]


class CommandCodec:
    """Compresses by calling one program once for each block."""

    def __init__(
        self, command: str, *, write_block: WriteBlock, seconds: float = 120.0, environ: Mapping[str, str] = os.environ
    ) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise InputError(f"compress_command cannot be split: {error}", hint="check its quotes") from error
        if not self._words:
            raise InputError("the codec command needs compress_command", hint="set it to a program and its arguments")
        self._write_block = write_block
        self._seconds = seconds
        self._environ = environ

    @property
    def id(self) -> CodecId:
        """The program's name stands where a model's name does."""
        return CodecId("command", os.path.basename(self._words[0]))  # noqa: PTH119 - a name, not a path

    def compress(self, request: CompressRequest) -> CapsuleDraft:
        """One call; RemoteError when the program fails or takes too long, AnswerError when it writes nothing."""
        told = {
            "CONTEXT_MEMORY_TARGET_TOKENS": str(request.target_tokens),
            "CONTEXT_MEMORY_LANGUAGE": request.language,
            "CONTEXT_MEMORY_COMPLAINT": request.complaint,
        }
        answer = self._run(self._write_block(request).encode("utf-8", "replace"), {**self._environ, **told})
        text = answer[:LARGEST_ANSWER].decode("utf-8", "replace").strip()
        if not text:
            raise AnswerError(f"{self._words[0]} wrote nothing")
        return CapsuleDraft(text, self.id)

    def _run(self, block: bytes, environ: Mapping[str, str]) -> bytes:
        name = self._words[0]
        try:
            process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=dict(environ),
                start_new_session=True,  # so that what it started ends with it
            )
        except OSError as error:
            raise RemoteError(
                f"{name} cannot be started: {error.strerror}", hint="check compress_command", is_final=True
            ) from error
        try:
            out, err = process.communicate(block, timeout=self._seconds)
        except subprocess.TimeoutExpired as error:
            raise RemoteError(f"{name} took longer than {self._seconds:g} s", hint="raise compress_seconds") from error
        finally:
            if process.poll() is None:
                with contextlib.suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
        if process.returncode != 0:
            said = (err.decode("utf-8", "replace").strip().splitlines() or ["it said nothing"])[-1][:200]
            raise RemoteError(f"{name} ended with {process.returncode}: {said}", hint="run it by hand on a block")
        return out
