"""HistorySpec -> its answer from the database, by two SQL queries."""

from __future__ import annotations

from benchdb.comparison.select import observations, runs
from benchdb.history.analyse import analyse
from benchdb.history.answer import HistoryAnswer, Moment
from benchdb.history.spec import HistorySpec


def history(spec: HistorySpec) -> HistoryAnswer:
    asked = spec.comparison()
    made = runs(asked).order_by().values_list("pk", "started_at", "stored_at")
    moments = {pk: Moment(started or stored, started is not None) for pk, started, stored in made}
    return analyse(spec, [each for each in observations(asked) if each.run in moments], moments)
