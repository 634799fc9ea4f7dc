"""HistorySpec -> its answer from the database, by two SQL queries."""

from __future__ import annotations

from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce

from benchdb.comparison.select import item_filter, observations, runs
from benchdb.history.analyse import analyse
from benchdb.history.answer import HistoryAnswer, Moment
from benchdb.history.spec import HistorySpec
from benchdb.models import Measurement

MOST_RUNS = 2000  #: on one page: the newest


def history(spec: HistorySpec) -> HistoryAnswer:
    """The answer to `spec`, about the newest runs where there are too many."""
    asked = spec.comparison()
    measured = Measurement.objects.filter(item_filter(asked), run=OuterRef("pk"), metric=spec.metric)
    made = runs(asked).filter(Exists(measured)).order_by(Coalesce("started_at", "stored_at").desc(), "-pk")
    newest = list(made.values_list("pk", "started_at", "stored_at")[: MOST_RUNS + 1])
    moments = {pk: Moment(started or stored, started is not None) for pk, started, stored in newest[:MOST_RUNS]}
    found = [each for each in observations(asked) if each.run in moments]
    said = (f"Only the newest {MOST_RUNS:,} runs count here: filter to see older ones.",)
    return analyse(spec, found, moments, said if len(newest) > MOST_RUNS else ())
