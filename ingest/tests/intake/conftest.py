"""Where a test asks for no worker it parses by hand."""

import pytest

from ingest.pipeline.tasks import parse


@pytest.fixture
def by_hand(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages go to a queue that no worker reads, unless the test has a worker."""
    if "worker" not in request.fixturenames:
        monkeypatch.setattr(parse, "queue", "by-hand", raising=False)
        monkeypatch.setattr(parse, "_exec_options", None)
