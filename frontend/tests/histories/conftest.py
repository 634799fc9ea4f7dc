from __future__ import annotations

from datetime import timedelta

import pytest

from benchdb.models import Run
from frontend.tests.constructed import runs, setup
from frontend.tests.histories.dated import NEW, OLD, START, dated


@pytest.fixture
def kernels(db: None) -> tuple[list[Run], list[Run]]:
    """Ten runs on each of two kernels, a day apart; the newer kernel is slower."""
    old = dated(runs(setup("Linux 6.1.0", 50), {"requests_per_second": OLD}), START)
    new = dated(runs(setup("Linux 6.2.0", 50), {"requests_per_second": NEW}), START + timedelta(days=10))
    return old, new
