"""What the tests of watches and webhooks begin with."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest

from benchdb.tests.watches.receiver import Receiver
from benchdb.tests.watches.watched import LEVELS, measured, near
from frontend.tests.constructed import setup


@pytest.fixture
def nginx(db: None) -> Any:
    """A setup with 12 runs."""
    made = setup("6.1", 8)
    measured(made, near(LEVELS["before"], 12))
    return made


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOKS_PRIVATE = True
    with Receiver() as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server
        server.shutdown()
