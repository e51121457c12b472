"""Asks a program: text on standard input, its answer on standard output.

What else it should know stands in its environment. It gets no key of ours that
it does not inherit, and no shell stands between.
"""

import contextlib
import os
import shlex
import signal
import subprocess
from collections.abc import Mapping

from ...errors import AnswerError, InputError, RemoteError
from ..ports import Answer, Question

LARGEST_ANSWER = 10_000_000  # bytes


class Program:
    """One program, called once per question; `setting` names the setting in errors."""

    def __init__(
        self,
        command: str,
        *,
        setting: str,
        seconds: float = 120.0,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise InputError(f"{setting} cannot be split: {error}", hint="check its quotes") from error
        if not self._words:
            raise InputError(f"the codec command needs {setting}", hint="set it to a program and its arguments")
        self._setting = setting
        self._seconds = seconds
        self._environ = environ

    @property
    def name(self) -> str:
        """The program's own name, without its folder."""
        return os.path.basename(self._words[0])  # noqa: PTH119 - a name, not a path

    def ask(self, question: Question) -> Answer:
        """Sends the rules, an empty line, then the text."""
        return Answer(self.answer(f"{question.system}\n\n{question.user}", {}))

    def answer(self, text: str, told: Mapping[str, str]) -> str:
        """One call; RemoteError if the program fails or takes too long, AnswerError for no output."""
        out = self._run(text.encode("utf-8", "replace"), {**self._environ, **told})
        answer = out[:LARGEST_ANSWER].decode("utf-8", "replace").strip()
        if not answer:
            raise AnswerError(f"{self._words[0]} wrote nothing")
        return answer

    def _run(self, text: bytes, environ: Mapping[str, str]) -> bytes:
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
                f"{name} cannot be started: {error.strerror}", hint=f"check {self._setting}", is_final=True
            ) from error
        try:
            out, err = process.communicate(text, timeout=self._seconds)
        except subprocess.TimeoutExpired as error:
            raise RemoteError(f"{name} took longer than {self._seconds:g} s", hint="raise compress_seconds") from error
        finally:
            if process.poll() is None:
                with contextlib.suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
        if process.returncode != 0:
            said = (err.decode("utf-8", "replace").strip().splitlines() or ["it said nothing"])[-1][:200]
            raise RemoteError(f"{name} ended with {process.returncode}: {said}", hint="run it by hand on a text")
        return out
