"""`make pictures`: the report page and the dashboard as the documents show them, light and dark, with the demo session.

    python -m docs.pictures

Needs Chromium. Exit code 77: it did not run, and why.
"""

import sys
import tempfile
from pathlib import Path

from tests.browser.chromium import NotHereError, Pipe, Tab, browser, program
from tests.browser.dashboard_page import Site, fill, log_in
from tests.browser.report_page import NOT_RUN, make_pages
from tests.memory_server import serving

OUT = Path(__file__).parent / "pictures"
WIDTH, HEIGHT = 1_200, 1_010
"""Pixels: the numbers, the picture of the context and its first table."""


def main() -> int:
    """Make the page, open it, take the pictures."""
    try:
        print(f"with {program()}")
    except NotHereError as missing:
        print(f"make pictures did not run: {missing}", file=sys.stderr)
        return NOT_RUN
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="context-memory-pages-") as folder, browser() as pipe:
        page = make_pages(Path(folder), ())["report-en"]
        for kind in ("light", "dark"):
            tab = Tab.open(pipe, page, width=WIDTH, height=HEIGHT, dark=kind == "dark")
            _take(tab, OUT / f"report-{kind}.png")
        _dashboard(pipe, Path(folder) / "served")
    return 0


def _dashboard(pipe: Pipe, folder: Path) -> None:
    workspace = folder / "workspace"
    workspace.mkdir(parents=True)
    session = fill(workspace)
    with serving(workspace) as server:
        site = Site(server, pipe, session)
        for kind in ("light", "dark"):
            with site.tab(f"/ui/session?id={session}", width=(WIDTH, HEIGHT), dark=kind == "dark") as tab:
                if kind == "light":
                    log_in(site, tab)
                tab.wait_until("document.getElementById('live').dataset.state === 'on'")
                _take(tab, OUT / f"dashboard-{kind}.png")


def _take(tab: Tab, path: Path) -> None:
    tab.screenshot(path, whole=False)
    print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    sys.exit(main())
