"""Runs of known days."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from benchdb.models import Run

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
OLD = [1000.0, 1010, 990, 1005, 995, 1002, 998, 1004, 996, 1001]
NEW = [880.0, 890, 870, 885, 875, 882, 878, 884, 876, 881]


def dated(made: Sequence[Run], first: datetime) -> list[Run]:
    """The runs, one a day from `first`."""
    for place, run in enumerate(made):
        run.started_at = first + timedelta(days=place)
    Run.objects.bulk_update(made, ["started_at"])
    return list(made)
