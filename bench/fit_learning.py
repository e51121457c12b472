"""Fit the weights of words that `learn` uses to all labelled messages, and write them into `word_weights.py`.

    python -m bench.fit_learning           what is learnt of each set when the fit has not seen it
    python -m bench.fit_learning --write   fit to all of them and write

What is marked `[[...]]` lasts; every other sentence of the messages, and each clause of it, passes. Logistic regression
with a weak ridge, both sides of equal weight; the features that matter most are kept.
"""

import sys
import zlib
from base64 import b85encode
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from unittest import mock

import numpy

from context_memory.llm.ports import EmbedRequest
from context_memory.memory.embedding.remote.offline_embedder import FastOfflineEmbedder
from context_memory.memory.learning import (
    grammar,
    grammar_en,
    grammar_zh,
    message_words,
    stated_facts,
    word_weights,
)
from context_memory.text import own_voice

from . import learning

RIDGE = 0.02
VECTOR_RIDGE = 1.0
MOST_OF_MESSAGES = 8_000
"""Features of whole messages."""
COMMON = 3
"""Texts with a word from which it is always kept: by its words a text is known to be of this language."""
AT_ONCE = 256
MOST_BYTE = 127
EMBEDDER = FastOfflineEmbedder()
MOST_FEATURES = {"en": 4_500, "zh": 4_500}
STEP = 25
"""Of the weights that are written, in hundredths: finer ones learn nothing more."""
COUNT_TWICE = {"asides", "eighteenth_sight", "nineteenth_sight", "twentieth_sight"}
"""Sets in the manner of what people send day by day, most of them short asides beside a task."""
TARGET = Path(word_weights.__file__)
OF_WHOLE = Path(message_words.__file__)
MARK = "# -- fitted "
WIDTH = 200
Vector = numpy.ndarray[tuple[int], numpy.dtype[numpy.float64]]
Unit = tuple[frozenset[str], bool]


def units(half: str, language: str) -> Iterator[Unit]:
    """The features of what lasts and of what passes in one set."""
    classes = (grammar_zh.chinese() if language == "zh" else grammar_en.english()).classes
    for text, lasts in texts(half, language):
        yield frozenset(word_weights.features(text, classes, is_chinese=language == "zh")), lasts


def texts(half: str, language: str) -> Iterator[tuple[str, bool]]:
    """What lasts and what passes in one set, and whether it lasts."""
    for each in learning.messages(half):
        if each.language != language:
            continue
        beside = [each.words]
        for lasting in each.lasting:
            beside = [side for text in beside for side in text.partition(lasting)[::2]]
        for text, lasts in [
            *((text, False) for side in beside for text in _stated(side)),
            *((text, True) for text in each.lasting),
        ]:
            yield grammar_en.typed(text), lasts


def _stated(message: str) -> Iterator[str]:
    for sentence in own_voice.own_sentences(message):
        if not own_voice.is_question(sentence):
            yield from (", ".join(clauses) for clauses in stated_facts.said_in(sentence))


def fit(given: list[Unit], most: int) -> dict[str, float]:
    """Feature to weight, with `bias`; first of all features, then of those that matter."""
    every = Counter(feature for features, _ in dict.fromkeys(given) for feature in features)
    first = _fitted(given, sorted(every))
    common = {word for word, n in every.items() if word.isalpha() and word.isascii() and n >= COMMON}
    ranked = sorted(every.keys() - common, key=lambda feature: (-abs(first[feature]) * every[feature] ** 0.5, feature))
    return _fitted(given, sorted({*common, *ranked[: max(0, most - len(common))]}))


def _fitted(given: list[Unit], names: list[str]) -> dict[str, float]:
    place = {name: i for i, name in enumerate(names)}
    rows = [[place[feature] for feature in features if feature in place] for features, _ in given]
    columns = numpy.array([column for row in rows for column in row])
    of = numpy.repeat(numpy.arange(len(rows)), [len(row) for row in rows])
    scale = 1 / numpy.sqrt(numpy.array([max(1, len(row)) for row in rows], dtype=float))[of]
    lasts = numpy.array([lasting for _, lasting in given], dtype=float)
    share = _shares(lasts)

    def loss(at: Vector) -> tuple[float, Vector]:
        score = numpy.bincount(of, at[:-1][columns] * scale, len(rows)) + at[-1]
        off = share * (1 / (1 + numpy.exp(-score)) - lasts)
        value = (share * (numpy.logaddexp(0, score) - lasts * score)).sum() + RIDGE / 2 * (at[:-1] ** 2).sum()
        slope = numpy.bincount(columns, off[of] * scale, len(names)) + RIDGE * at[:-1]
        return float(value), numpy.append(slope, off.sum())

    found = least(loss, numpy.zeros(len(names) + 1))
    return {**{name: float(found[i]) for name, i in place.items()}, "bias": float(found[-1])}


def fit_messages(language: str, left_out: Sequence[str] = ()) -> dict[str, float]:
    """The weights of words of whole messages, fitted to all sets but those named."""
    given = [
        (message_words.features(each.words, is_chinese=language == "zh"), bool(each.lasting))
        for half in learning.HALVES
        if half not in {*left_out, *learning.UNFITTED}
        for each in learning.messages(half)
        if each.language == language
    ]
    return fit(given, MOST_OF_MESSAGES)


def write_messages() -> None:
    """Write these weights into their module."""
    head = OF_WHOLE.read_text("utf-8").partition(MARK)
    rule = head[1] + head[2].partition("\n")[0]
    tables = [written(fit_messages(language)) for language in ("en", "zh")]
    OF_WHOLE.write_text(
        f'{head[0]}{rule}\n_ENGLISH = r"""\n{tables[0]}\n"""\n_CHINESE = r"""\n{tables[1]}\n"""\n', "utf-8"
    )


def fit_vectors(given: list[tuple[str, bool]]) -> Vector:
    """The weights of an embedder's vectors of texts, and behind them the bias."""
    rows = numpy.array(
        [vector for at in range(0, len(given), AT_ONCE) for vector in _vectors(given[at : at + AT_ONCE])]
    )
    lasts = numpy.array([lasting for _, lasting in given], dtype=float)
    share = _shares(lasts)

    def loss(at: Vector) -> tuple[float, Vector]:
        score = rows @ at[:-1] + at[-1]
        off = share * (1 / (1 + numpy.exp(-score)) - lasts)
        value = (share * (numpy.logaddexp(0, score) - lasts * score)).sum()
        slope = numpy.append(rows.T @ off + VECTOR_RIDGE * at[:-1], off.sum())
        return float(value + VECTOR_RIDGE / 2 * (at[:-1] ** 2).sum()), slope

    return least(loss, numpy.zeros(rows.shape[1] + 1))


def _vectors(given: list[tuple[str, bool]]) -> Sequence[Sequence[float]]:
    missing = tuple(dict.fromkeys(text for text, _ in given if text not in _KNOWN))
    if missing:
        _KNOWN.update(zip(missing, EMBEDDER.embed(EmbedRequest(missing)), strict=True))
    return [_KNOWN[text] for text, _ in given]


_KNOWN: dict[str, Sequence[float]] = {}
"""Vectors by text: each part is fitted to almost the same texts."""


IN_MESSAGES = {"talk", "chat", "asides", *learning.HALVES[learning.HALVES.index("sixteenth_sight") :]} | {
    "fourteenth_sight",
    "fifteenth_sight",
}
"""Sets of whole messages, in which what stands around a clause is as it is with people: they count twice."""
PARTS = (
    ("nineteenth_sight", "twentieth_sight"),
    ("seventeenth_sight", "eighteenth_sight"),
    ("fourteenth_sight", "fifteenth_sight", "sixteenth_sight"),
    ("asides",),
    ("chat",),
    ("talk", "passing", "pairs"),
    ("voices",),
    ("thirteenth_sight", "twelfth_sight", "eleventh_sight", "tenth_sight", "ninth_sight"),
)
"""Sets alike, and all others as one more part: what stands around a clause is fitted to each as the words of the others
judge it."""
CONTEXT_RIDGE = 20.0
Row = tuple[dict[str, float], bool, float]
"""What speaks for and against a clause in its message, whether it lasts, and how much it counts."""


def context_rows() -> dict[str, list[Row]]:
    """By language, clauses of all sets, judged by words and vectors of other parts, with opinions and without."""
    found: dict[str, list[Row]] = {"en": [], "zh": []}
    known = {half for part in PARTS for half in part}
    rest = tuple(half for half in learning.HALVES if half not in {*known, *learning.UNFITTED, *learning.OF_MESSAGES})
    for part in (*PARTS, rest):
        others = [half for half in _fitted_but("") if half not in part]
        weights = fit_vectors([each for half in others for language in found for each in texts(half, language)])
        for language, rows in found.items():
            table = fit([unit for half in others for unit in units(half, language)], MOST_FEATURES[language])
            with mock.patch.object(word_weights, "_table", return_value=table):
                rows += [row for half in part for row in _rows_of(half, language, weights)]
    return found


def _rows_of(half: str, language: str, weights: Vector) -> Iterator[Row]:
    def opinion(clause: str) -> float:
        return float(weights[:-1] @ numpy.array(_vectors([(clause, False)])[0]) + weights[-1])

    counts = 2.0 if half in IN_MESSAGES else 1.0
    for each in learning.messages(half):
        if each.language == language:
            judged = stated_facts.sentences_of(each.words, opinion)
            alone = [one._replace(heard=tuple(heard._replace(opinion=None) for heard in one.heard)) for one in judged]
            for sentences in (judged, alone):
                for place, sentence in enumerate(sentences):
                    for heard in sentence.heard:
                        text = stated_facts.lasting_part(sentence.text, heard)
                        lasts = any(learning.same_place(text, lasting) for lasting in each.lasting)
                        yield grammar.in_context(heard, place, sentences), lasts, counts


def fit_context(given: list[Row]) -> dict[str, float]:
    """Name to weight, with `bias`; each name by its own spread, both sides of equal weight."""
    names = sorted({name for speaks, _, _ in given for name in speaks})
    place = {name: i for i, name in enumerate(names)}
    table = numpy.zeros((len(given), len(names)))
    for row, (speaks, _, _) in zip(table, given, strict=True):
        for name, much in speaks.items():
            row[place[name]] = much
    mean, spread = table.mean(0), table.std(0) + 1e-3
    table = (table - mean) / spread
    lasts = numpy.array([each[1] for each in given], dtype=float)
    share = numpy.array([each[2] for each in given])
    share *= numpy.where(
        lasts > 0, share.sum() / (2 * share[lasts > 0].sum()), share.sum() / (2 * share[lasts < 1].sum())
    )

    def loss(at: Vector) -> tuple[float, Vector]:
        score = table @ at[:-1] + at[-1]
        off = share * (1 / (1 + numpy.exp(-score)) - lasts)
        value = float((share * (numpy.logaddexp(0, score) - lasts * score)).sum())
        slope = numpy.append(table.T @ off + CONTEXT_RIDGE * at[:-1], off.sum())
        return value + CONTEXT_RIDGE / 2 * float((at[:-1] ** 2).sum()), slope

    found = least(loss, numpy.zeros(len(names) + 1))
    plain = found[:-1] / spread
    return {**{name: float(plain[i]) for name, i in place.items()}, "bias": float(found[-1] - plain @ mean)}


def _shares(lasts: Vector) -> Vector:
    shares: Vector = numpy.where(lasts > 0, len(lasts) / (2 * lasts.sum()), len(lasts) / (2 * (1 - lasts).sum()))
    return shares


def least(loss: Callable[[Vector], tuple[float, Vector]], at: Vector, steps: int = 80, kept: int = 10) -> Vector:
    """Where a convex function is least (Liu and Nocedal 1989, limited memory BFGS)."""
    value, slope = loss(at)
    moves: list[tuple[Vector, Vector]] = []
    for _ in range(steps):
        down = _direction(slope, moves)
        length = 1.0 if moves else 1 / float(numpy.linalg.norm(slope))
        while True:
            new_value, new_slope = loss(at + length * down)
            if new_value <= value + 1e-4 * length * float(slope @ down) or length < 1e-8:
                break
            length /= 2
        move, bend = length * down, new_slope - slope
        if float(bend @ move) > 1e-10:
            moves = [*moves, (move, bend)][-kept:]
        is_flat = abs(value - new_value) < 1e-6 * abs(value)
        at, value, slope = at + move, new_value, new_slope
        if is_flat:
            break
    return at


def _direction(slope: Vector, moves: list[tuple[Vector, Vector]]) -> Vector:
    down, taken = slope.copy(), list[float]()
    for move, bend in reversed(moves):
        taken.append(float(move @ down) / float(bend @ move))
        down = down - taken[-1] * bend
    if moves:
        move, bend = moves[-1]
        down = down * (float(move @ bend) / float(bend @ bend))
    for (move, bend), much in zip(moves, reversed(taken), strict=True):
        down = down + move * (much - float(bend @ down) / float(bend @ move))
    return -down


def fitted_without(left_out: str, language: str) -> dict[str, float]:
    """The weights fitted to all sets but those named."""
    return fit([unit for half in _fitted_but(left_out) for unit in units(half, language)], MOST_FEATURES[language])


def fitted_vectors_without(left_out: str) -> Vector:
    """The weights of vectors fitted to all sets but those named, of both languages together."""
    halves = _fitted_but(left_out)
    return fit_vectors([each for half in halves for language in ("en", "zh") for each in texts(half, language)])


def _fitted_but(left_out: str) -> list[str]:
    """The sets to fit to, those that count twice two times."""
    halves = [half for half in learning.HALVES if half not in {left_out, *learning.UNFITTED, *learning.OF_MESSAGES}]
    return [*halves, *(half for half in halves if half in COUNT_TWICE)]


def written_vectors(found: Vector) -> str:
    """The weights as they stand in the module, each as one byte."""
    step = float(abs(found[:-1]).max()) / MOST_BYTE
    lines = _in_lines(numpy.round(found[:-1] / step).astype(numpy.int8).tobytes())
    return f'VECTOR_BIAS, VECTOR_STEP = {found[-1]:.4f}, {step:.6f}\n_VECTOR_WEIGHTS = r"""\n{lines}\n"""\n'


def written(table: dict[str, float], finest: int = STEP) -> str:
    """The table as it stands in the module, compressed: one line for the features of one weight."""
    lines: dict[int, list[str]] = {}
    for feature, weight in sorted(table.items()):
        step = 1 if feature == "bias" else finest
        lines.setdefault(round(100 * weight / step) * step, []).append(feature)
    plain = "\n".join("\t".join((str(weight), *features)) for weight, features in sorted(lines.items()))
    return _in_lines(zlib.compress(plain.encode(), 9))


def _in_lines(data: bytes) -> str:
    plain = b85encode(data).decode("ascii")
    return "\n".join(plain[at : at + WIDTH] for at in range(0, len(plain), WIDTH))


def main() -> None:
    """Show what each set gives when left out, or write the fit to all."""
    if "--write" in sys.argv:
        head = TARGET.read_text("utf-8").partition(MARK)
        rule = head[1] + head[2].partition("\n")[0]
        rows = context_rows()
        tables = [written(fitted_without("", language)) for language in ("en", "zh")]
        TARGET.write_text(
            f'{head[0]}{rule}\n_ENGLISH = r"""\n{tables[0]}\n"""\n_CHINESE = r"""\n{tables[1]}\n"""\n'
            + "".join(
                f'_{name} = r"""\n{written(fit_context(rows[language]), 1)}\n"""\n'
                for name, language in (("ENGLISH_CONTEXT", "en"), ("CHINESE_CONTEXT", "zh"))
            )
            + written_vectors(fitted_vectors_without("")),
            "utf-8",
        )
        write_messages()
        return
    for half in learning.HALVES:
        for language in ("en", "zh"):
            table = fitted_without(half, language)
            with mock.patch.object(word_weights, "_table", return_value=table):
                print(half, language, learning.count(half, language, learning.stated), flush=True)


if __name__ == "__main__":
    main()
