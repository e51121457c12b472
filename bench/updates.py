"""What is true now: old values of the same thing are shown as such, and found where one asks for what was.

`python -m bench.updates` asks three memories of ours, statements, sessions and files, written before anybody looked at
how the rules do on them; `--all` prints each question. `memories/updates_*.txt` hold after `? question` the text that
answers it (`= piece`), what it took the place of (`x piece`), and what cannot be ordered (`c piece`).
"""

import argparse
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from context_memory.memory import doc_requests
from context_memory.memory.assembly import terms_of
from context_memory.memory.docs import Hit
from context_memory.memory.indexing.services import index_files
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.storage import places

from .own_memories import FOLDER, lines_of_statements, lines_of_turns

NOW = datetime(2026, 11, 20, tzinfo=UTC)
LIMIT = 5
FORMS = ("statements", "turns", "files")
MEANINGS = {"=": "now", "x": "then", "c": "either"}


class Case(NamedTuple):
    """A question, and which pieces of text it is about."""

    text: str
    now: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    either: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """What is asked for."""
        return "conflict" if self.either else "now" if self.then else "before"


def cases(form: str) -> Iterator[Case]:
    """The questions about one of the memories."""
    for block in re.split(r"^\? ", (FOLDER / f"updates_{form}.txt").read_text("utf-8"), flags=re.MULTILINE)[1:]:
        text, *rest = block.splitlines()
        marked = [line.split(" ", 1) for line in rest if line[:2] in ("= ", "x ", "c ")]
        told = {name: tuple(piece for mark, piece in marked if MEANINGS[mark] == name) for name in MEANINGS.values()}
        yield Case(text, **told)


def is_right(case: Case, hits: Sequence[Hit]) -> bool:
    """Now: the present is before the past, which is marked. Before: the old is among three. Conflict: both say so."""
    place: Mapping[str, int] = {
        piece: next((at for at, hit in enumerate(hits) if piece in hit.doc.text), LIMIT)
        for piece in (*case.now, *case.then, *case.either)
    }
    if case.either:
        return all(place[each] < LIMIT and hits[place[each]].conflicts for each in case.either)
    if not case.then:
        return min(place[each] for each in case.now) < 3
    now, then = (min(place[each] for each in some) for some in (case.now, case.then))
    return now < LIMIT and (now == then or (now < then and (then == LIMIT or bool(hits[then].replaced_by))))


def asked(form: str) -> Iterator[tuple[Case, Sequence[Hit]]]:
    """Every question with what is found."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if form == "files":
            shutil.copytree(FOLDER / "updates", folder, dirs_exist_ok=True)
        with closing(SqliteDocStore(places.of_workspace(folder).state, terms_of)) as store:
            if form == "files":
                index_files.update(store, folder)
            else:
                lines = (lines_of_turns if form == "turns" else lines_of_statements)(f"updates_{form}")
                for _ in remember(store, (doc_requests.request_of(line, NOW) for line in lines), NOW):
                    pass
            recall = Recall(store)
            for case in cases(form):
                yield case, recall.find(Search(case.text, NOW, limit=LIMIT)).hits


def main() -> int:
    """Print how many are right, by form and by what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.updates", description="What is true now.")
    parser.add_argument("--all", action="store_true", help="print each question that goes wrong, with its hits")
    arguments = parser.parse_args()
    print("memory".ljust(12), "asked for".ljust(10), "right")
    for form in FORMS:
        right, all_ = Counter[str](), Counter[str]()
        for case, hits in asked(form):
            all_[case.kind] += 1
            right[case.kind] += is_right(case, hits)
            if arguments.all and not is_right(case, hits):
                print(f"  {case.text}")
                for hit in hits:
                    print("     ", hit.doc.text[:90], "| replaced" * bool(hit.replaced_by), hit.conflicts or "")
        for kind in all_:
            print(form.ljust(12), kind.ljust(10), f"{right[kind]} of {all_[kind]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
