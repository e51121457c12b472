"""What you test your own code with: a clock that stands still, builders, and an API server on loopback.

Nothing here is a mock of ours: sessions and workspaces are the real values and files, and `FakeAnthropic`
speaks HTTP, so that the real SDK runs against it.

    with FakeAnthropic(preserved_thinking=True) as api:
        client = anthropic.Anthropic(api_key="test", base_url=api.base_url)
"""

from .builders import SessionBuilder, WorkspaceBuilder
from .clock import FixedClock
from .fake_anthropic import FakeAnthropic, RecordedRequest

__all__ = ["FakeAnthropic", "FixedClock", "RecordedRequest", "SessionBuilder", "WorkspaceBuilder"]
