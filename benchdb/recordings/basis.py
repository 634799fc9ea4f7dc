"""What the mean of a trace over a load window rests on."""

from __future__ import annotations

from django.db.models import F, FloatField
from django.db.models.functions import Cast, Coalesce, NullIf

from benchdb.domain.activity.coverage import Coverage, coverage
from benchdb.domain.activity.series import Window

#: Of a WindowSummary: how long a sample of its trace is. Where they are not equally long, their mean.
SECONDS_OF_A_SAMPLE = Coalesce(
    F("trace__timeline__step"),
    (F("trace__recording__end") - F("trace__recording__start"))
    / NullIf(Cast(F("trace__timeline__count"), FloatField()) - 1.0, 0.0),
    0.0,
    output_field=FloatField(),
)


def coverage_in(window: Window, samples: int, seconds: float) -> Coverage:
    """Of `samples` of so many seconds, inside the window without its ramp-up."""
    counted = window.settled
    return coverage(samples, seconds, counted.end - counted.start)
