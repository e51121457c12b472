"""Tools to test your own code: a fixed clock, builders, an embedder, and API servers on loopback.

Nothing here mocks our code: sessions and workspaces are real values and files, and `FakeAnthropic`
and `FakeEmbeddings` speak HTTP, so that real clients run against them.

    with FakeAnthropic(preserved_thinking=True) as api:
        client = anthropic.Anthropic(api_key="test", base_url=api.base_url)
"""

from .builders import FixedClock, SessionBuilder, WorkspaceBuilder
from .fake_anthropic import FakeAnthropic
from .fake_embeddings import FakeEmbeddings, HashingEmbedder
from .loopback import RecordedRequest

__all__ = [
    "FakeAnthropic",
    "FakeEmbeddings",
    "FixedClock",
    "HashingEmbedder",
    "RecordedRequest",
    "SessionBuilder",
    "WorkspaceBuilder",
]
