"""The file with the ranker's weights that `ranking_weights` names, as `bench/fit_ranking.py` writes it."""

import json
from pathlib import Path

from ..model.errors import InputError
from .files import read_bytes

LARGEST_FILE = 100_000  # bytes; a page of numbers


def read(path: Path) -> object:
    """What the file holds; InputError names the file and what is wrong with it."""
    content = read_bytes(path, limit=LARGEST_FILE + 1)
    hint = "name a file of python -m bench.fit_ranking --out"
    if len(content) > LARGEST_FILE:
        raise InputError(f"the ranking weights {path} are larger than {LARGEST_FILE:,} bytes", hint=hint)
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise InputError(f"the ranking weights {path} are not JSON: {error}", hint=hint) from error
