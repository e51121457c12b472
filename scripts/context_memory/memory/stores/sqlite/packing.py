"""Turns of sessions as the database keeps them: text and search terms as one compressed value, names as numbers.

A session stands in its journal already. What the database adds must stay small
beside it, so a turn is compressed with a dictionary of the store's own words.
A dictionary is never changed: every value names the one that it was made with.
"""

import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ....storage import sqlite
from ....text.patterns import lazy_regex

RAW_DEFLATE = -15
"""Deflate without header and checksum: SQLite's pages and the journal guard what is derived from it."""
LEVEL, MEMORY = 6, 9
LARGEST_DICTIONARY = 12_000
"""Bytes; more makes each value slower to read and hardly smaller."""
LEAST_DICTIONARY = 256
LEAST_TURNS = 256
"""Turns of a store from which a dictionary is worth its place."""
GROWTH = 4
"""A new dictionary is made when a store has so many times the turns it had at the last one."""
MOST_DICTIONARIES = 255
SAMPLE = 200
"""Turns of which a dictionary is made, and of each so many characters."""
LONGEST_SAMPLE = 600
SHARED_BY = 3
"""Turns must have a phrase in common for it to come into a dictionary."""
LONGEST_PHRASE, CHEAPEST = 40, 3
"""Characters; bytes that a reference to a phrase costs."""
LONGEST = 1_000_000
"""Characters of an unpacked value: a turn is far shorter, and a damaged value must not fill the memory."""
_GRAMS = "\x01"
"""In front of a run of characters that stands for all of them, and for each two of them side by side."""
_WIDE = lazy_regex(r"[^\x00-\x7f]")
_WORD = lazy_regex(r"\w+\W{0,2}")
_RUN = lazy_regex(r"[\u3040-\u9fff\uac00-\ud7af]{2,}")


class Packing:
    """Packs and unpacks the turns of one database, over one connection."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._dictionaries: dict[int, bytes] = {0: b""}
        self._newest = 0
        self._last: tuple[bytes, tuple[str, str]] = (b"", ("", ""))
        """Text and terms of a row are asked for one after the other."""
        connection.create_function("text_of", 1, self._text_of, deterministic=True)
        connection.create_function("terms_of", 2, self._terms_of, deterministic=True)
        connection.create_function("lost_name", 1, _lost_name)
        connection.create_function("packed_turn", 2, self.packed, deterministic=True)
        connection.create_function("learn_turns", 0, self._learn_stored)  # in a migration

    def packed(self, text: str, terms: str) -> bytes | str:
        """Both as one value; the text alone where that would not be shorter, and its terms stand beside it."""
        if "\0" in text or _GRAMS in terms:
            return text
        data = f"{text}\0{short_terms(terms)}".encode("utf-8", "surrogatepass")
        number, dictionary = self._newest, self._dictionaries[self._newest]
        if dictionary:
            packer = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW_DEFLATE, MEMORY, zdict=dictionary)
        else:
            packer = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW_DEFLATE, MEMORY)
        value = bytes((number,)) + packer.compress(data) + packer.flush()
        plain = len(text.encode("utf-8", "surrogatepass")) + len(terms.encode("utf-8", "surrogatepass"))
        return value if len(value) < plain else text

    def unpacked(self, value: bytes) -> tuple[str, str]:
        """Text and terms; ValueError or zlib.error for what was not packed here."""
        if value == self._last[0]:
            return self._last[1]
        dictionary = self._dictionary(value[0])
        reader = zlib.decompressobj(RAW_DEFLATE, zdict=dictionary) if dictionary else zlib.decompressobj(RAW_DEFLATE)
        data = reader.decompress(value[1:], 4 * LONGEST)
        if not reader.eof:
            raise ValueError("a packed turn has no end")
        text, _, terms = data.decode("utf-8", "surrogatepass").partition("\0")
        self._last = (value, (text, long_terms(terms)))
        return self._last[1]

    def learn(self, turns: int, sample: Sequence[tuple[str, str]]) -> None:
        """Make a dictionary of these texts and terms where the store, with so many turns, has none that fits."""
        rows = self._connection.execute("SELECT n, turns FROM dictionaries ORDER BY n DESC LIMIT 1").fetchall()
        newest, then = rows[0] if rows else (0, 0)
        self._newest = newest
        self._dictionary(newest)
        if turns < max(LEAST_TURNS, GROWTH * then) or newest >= MOST_DICTIONARIES:
            return
        made = _dictionary_of(sample)
        if len(made) >= LEAST_DICTIONARY:
            self._connection.execute("INSERT INTO dictionaries VALUES (?, ?, ?)", (newest + 1, turns, made))
            self._newest = newest + 1
            self._dictionaries[self._newest] = made

    def _learn_stored(self) -> int:
        """Make the first dictionary of a store whose turns are not packed yet."""
        turns = "FROM docs WHERE (file GLOB 'journal/*' OR file GLOB 'archive/*')"
        count = int(self._connection.execute(f"SELECT count(*) {turns}").fetchone()[0])
        step = max(1, count // SAMPLE)
        sample = self._connection.execute(f"SELECT text, terms {turns} AND row % ? = 0 LIMIT ?", (step, SAMPLE))
        self.learn(count, sample.fetchall())
        return count

    def forget_dictionaries(self) -> None:
        """Read them again when they are needed: a transaction that made one may have been rolled back."""
        self._dictionaries, self._newest, self._last = {0: b""}, 0, (b"", ("", ""))

    def _dictionary(self, number: int) -> bytes:
        if number not in self._dictionaries:
            query = "SELECT content FROM dictionaries WHERE n = ?"
            row = self._connection.execute(query, (number,)).fetchone()
            if row is None:
                raise ValueError(f"there is no dictionary {number}")
            self._dictionaries[number] = row[0]
        return self._dictionaries[number]

    def _text_of(self, value: bytes | str) -> str:
        return self.unpacked(value)[0] if isinstance(value, bytes) else value

    def _terms_of(self, value: bytes | str, terms: str) -> str:
        return self.unpacked(value)[1] if isinstance(value, bytes) else terms


def _lost_name(number: object) -> str:
    raise ValueError(f"name {number} is lost")


def _dictionary_of(sample: Sequence[tuple[str, str]]) -> bytes:
    """Words that several turns share, those that save most last, where they are found cheapest.

    Nothing that one person said once: a dictionary outlives the turns that it was made of.
    """
    step = max(1, len(sample) // SAMPLE)
    seen = Counter[str]()
    for text, terms in sample[::step]:
        seen.update(_phrases(text[:LONGEST_SAMPLE]) | _phrases(short_terms(terms[:LONGEST_SAMPLE])))
    shared = ((phrase, count) for phrase, count in seen.items() if count >= SHARED_BY)
    saved = {phrase: count * (len(phrase.encode("utf-8", "surrogatepass")) - CHEAPEST) for phrase, count in shared}
    made = ""
    for phrase in sorted(saved, key=lambda each: (-saved[each], each)):
        if saved[phrase] > 0 and phrase not in made:
            made = phrase + made
            if len(made) >= LARGEST_DICTIONARY:
                break
    return made.encode("utf-8", "surrogatepass")[-LARGEST_DICTIONARY:]


def _phrases(text: str) -> set[str]:
    """Words with what stands behind them, up to three in a row; of text without spaces, runs of two to four."""
    words = _WORD.findall(text)
    found = {*words, *map("".join, pairwise(words)), *map("".join, zip(words, words[1:], words[2:], strict=False))}
    for run in _RUN.findall(text):
        found.update(run[start : start + length] for length in (2, 3, 4) for start in range(len(run) - length + 1))
    return {phrase for phrase in found if len(phrase) <= LONGEST_PHRASE}


def short_terms(terms: str) -> str:
    """The terms with each run of Chinese, Japanese or Korean text once, not as its characters and pairs of them."""
    if not _WIDE.search(terms):
        return terms
    words = terms.split(" ")
    short = list[str]()
    place = 0
    while place < len(words):
        end = place
        while end < len(words) and len(words[end]) == 1 and not words[end].isascii():
            end += 1
        length = _run_before(words, place, end)
        short += words[place : end - length]
        if length:
            short.append(_GRAMS + "".join(words[end - length : end]))
            place = end + length - 1
        else:
            if end < len(words):
                short.append(words[end])
            place = end + 1
    made = " ".join(short)
    return made if long_terms(made) == terms else terms


def _run_before(words: Sequence[str], start: int, end: int) -> int:
    """How many of the single characters before `end` are the run whose pairs follow there; 0 for none."""
    if end >= len(words) or len(words[end]) != 2:
        return 0
    for first in range(start, end - 1):
        if words[first] + words[first + 1] == words[end]:
            length = end - first
            pairs = [a + b for a, b in zip(words[first : end - 1], words[first + 1 : end], strict=True)]
            if words[end : end + length - 1] == pairs:
                return length
    return 0


def long_terms(short: str) -> str:
    """The terms as they were before `short_terms` shortened them."""
    if _GRAMS not in short:
        return short
    found = list[str]()
    for word in short.split(" "):
        if word.startswith(_GRAMS):
            run = word[1:]
            found += [*run, *(run[i : i + 2] for i in range(len(run) - 1))]
        else:
            found.append(word)
    return " ".join(found)


def numbers_of(connection: sqlite3.Connection, names: Iterable[str]) -> dict[str, int]:
    """The number of each name; new ones get theirs."""
    wanted = list(dict.fromkeys(names))
    found = _known_numbers(connection, wanted)
    new = [(name,) for name in wanted if name not in found]
    if new:
        connection.executemany("INSERT INTO names (name) VALUES (?)", new)
        found |= _known_numbers(connection, [name for (name,) in new])
    return found


def _known_numbers(connection: sqlite3.Connection, names: Sequence[str]) -> dict[str, int]:
    def rows(query: str, values: Sequence[object]) -> list[tuple[str, int]]:
        return connection.execute(query, values).fetchall()

    return dict(sqlite.ask_many(rows, "SELECT name, n FROM names WHERE name IN ({marks})", names))
