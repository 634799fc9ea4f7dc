"""A short one of `make torture`: one blow of each kind, each acknowledged change there exactly once."""

from __future__ import annotations

import pytest

from benchdb.dev.torture import torture


@pytest.mark.worker
def test_no_acknowledged_change_is_lost_or_done_twice() -> None:
    truth, wrong = torture(seconds=0, seed=1, people=2)
    assert wrong == []
    assert truth.uploads
    assert any(what.startswith("killed") for what in truth.seen)
    assert truth.seen["a broker that forgot all"]
    assert not truth.faults, "nobody was told that the fault is the site's"
