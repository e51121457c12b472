"""Client of a provider for Python programs, standard library only; without the provider it works in this process.

>>> from tempfile import TemporaryDirectory
>>> from context_memory.client import Client
>>> with TemporaryDirectory() as workspace, Client("builtin", workspace=workspace) as memory:
...     taken = memory.append("chat", [{"id": "1", "role": "user", "content": "The port is 8443."}])
...     found = memory.context("chat", max_chars=4_000)
>>> taken["accepted"], "8443" in found["text"], found["fallback"]
(1, True, 'builtin')
"""

from .remote import Client

__all__ = ["Client"]
