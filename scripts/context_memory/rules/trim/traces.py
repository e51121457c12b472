"""Stack traces: the head, the frames of the user's own code, and the line that names the exception."""

import re

HEAD = 9.0
REASON = 10.0
OWN_FRAME = 5.0

_HEAD = re.compile(
    r"\s*(?:Traceback \(most recent|Exception in thread|Caused by:|panic: |goroutine \d+ \[|thread '.*' panicked"
    r"|stack backtrace|Uncaught )"
)
_FRAME = re.compile(
    r'\s+(?:File "(?P<file>[^"]+)", line \d+|at (?P<at>.+)|\d+: (?P<rust>\S+::.*))|\s+(?P<go>/\S+\.go:\d+)'
)
_FOREIGN = re.compile(
    r"site-packages|dist-packages|/lib/python\d|<frozen |node_modules|node:|internal/|java\.|javax\.|jdk\.|sun\."
    r"|org\.spring|org\.apache|org\.junit|core::|std::|/usr/local/go/|/rustc/|<anonymous>|\bSystem\.|Microsoft\."
)
_REASON = re.compile(r"(?:[\w.]+(?:Error|Exception|Warning|Interrupt|Exit|Failure)\b|panic: |\w[\w.]*: )")


def bits_of(lines: list[str]) -> dict[int, float]:
    """Bits of the lines that belong to a trace."""
    found: dict[int, float] = {}
    in_trace = False
    for row, line in enumerate(lines):
        if _HEAD.match(line):
            found[row], in_trace = HEAD, True
            continue
        frame = _FRAME.match(line)
        if frame:
            if not _FOREIGN.search(line):
                found[row] = OWN_FRAME
                if frame["file"] and row + 1 < len(lines):
                    found[row + 1] = OWN_FRAME - 0.5
            if not in_trace and row and row - 1 not in found and _REASON.match(lines[row - 1].strip()):
                found[row - 1] = REASON
            in_trace = True
        elif in_trace and line and not line[0].isspace():
            if _REASON.match(line):
                found[row] = REASON
            in_trace = False
    return found
