"""SHA-1 and SHA-256 without `hashlib`, which takes 2.4 ms to load OpenSSL.

Python's own modules take 8 microseconds per kilobyte, OpenSSL one, so what is large goes there (as does everything
once it is loaded). `random` of the standard library imports the lean module in the same way.
"""

import contextlib
import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import _Hash

LARGE = 250_000
"""Bytes that take as long as loading OpenSSL."""


def sha256(content: bytes) -> "_Hash":
    """The SHA-256 object of the content, for `digest` and `hexdigest`."""
    if len(content) < LARGE and "hashlib" not in sys.modules:
        with contextlib.suppress(ImportError):  # a Python that was built without its own
            lean: _Hash = import_module("_sha2" if sys.version_info >= (3, 12) else "_sha256").sha256(content)
            return lean
    import hashlib

    return hashlib.sha256(content)


def sha1(content: bytes) -> "_Hash":
    """SHA-1, for ids only, not for security."""
    with contextlib.suppress(ImportError):
        lean: _Hash = import_module("_sha1").sha1(content, usedforsecurity=False)
        return lean
    import hashlib

    return hashlib.sha1(content, usedforsecurity=False)
