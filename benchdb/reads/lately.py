"""What happened here lately, for who comes back: uploads with what they measured, permalinks and their drift."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Q, QuerySet, Subquery

from benchdb.domain.metrics import metric
from benchdb.domain.units import amount
from benchdb.models import Measurement, Permalink, Run, SavedQuestion, Upload
from benchdb.reads.home import newest_uploads
from benchdb.wording.grammar import first_few

RATE = "requests_per_second"
MOST_UPLOADS, MOST_LINKS, MOST_RUNS = 5, 4, 5
FIRST = 4  #: numbers named of an upload
MOST_NAMED = 3  #: machines of one; the others are counted


@dataclass(frozen=True, slots=True)
class Brought:
    """One upload, with the first of what it measured."""

    upload: Upload
    runs: int
    machines: tuple[str, ...]
    rates: tuple[str, ...]  #: requests per second


def uploads_lately() -> list[Brought]:
    """The newest uploads whose runs count."""
    uploads = [upload for upload in newest_uploads() if upload.withdrawn_at is None][:MOST_UPLOADS]
    of_upload = Q(run__file__upload=OuterRef("pk"), run__retired_at=None, run__excluded_at=None)
    rates = Measurement.objects.filter(of_upload, metric=RATE, item="").order_by("run_id", "pk").values("value")[:FIRST]
    runs = Run.objects.active().filter(file__upload=OuterRef("pk")).order_by()
    machines = runs.exclude(setup__machine=None).values("setup__machine__name").distinct()
    rows = Upload.objects.filter(pk__in=[upload.pk for upload in uploads]).order_by()
    numbers = {
        pk: (names, values)
        for pk, names, values in rows.annotate(names=ArraySubquery(machines), rates=ArraySubquery(rates)).values_list(
            "pk", "names", "rates"
        )
    }
    return [brought(upload, *numbers[upload.pk]) for upload in uploads]


def brought(upload: Any, machines: list[str], rates: list[float]) -> Brought:
    unit = metric(RATE).unit
    texts = tuple(amount(rate, unit) for rate in rates)
    return Brought(upload, upload.size, tuple(first_few(sorted(machines), MOST_NAMED)), texts)


def permalinks_lately() -> list[Permalink]:
    """Those whose answer has changed since they were frozen, then the newest."""
    links = Permalink.objects.defer("result", "logs", "run_ids")
    drifted = list(links.filter(drifted_at__isnull=False).order_by("-drifted_at")[:MOST_LINKS])
    newest = links.filter(drifted_at=None).order_by("-created_at")[:MOST_LINKS]
    return [*drifted, *newest][:MOST_LINKS]


def runs_of(user: Any) -> list[Run]:
    """The newest runs that somebody sent, each with its `rate`: requests per second, None where it has none."""
    runs = Run.objects.active().filter(file__upload__sender=user).with_setup().select_related("file")
    rate = Measurement.objects.filter(run=OuterRef("pk"), metric=RATE, item="").order_by("pk").values("value")[:1]
    return list(runs.annotate(rate=Subquery(rate)).order_by("-pk")[:MOST_RUNS])


def saved_questions() -> QuerySet[SavedQuestion]:
    """By name."""
    return SavedQuestion.objects.select_related("made_by")
