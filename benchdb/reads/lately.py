"""What happened here lately, for who comes back: uploads with what they measured, permalinks and their drift."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Q, QuerySet, Subquery

from benchdb.domain.metrics import metric
from benchdb.domain.units import amount
from benchdb.models import Machine, Measurement, Permalink, Run, SavedQuestion, Upload
from benchdb.models.runs import counting
from benchdb.reads.home import newest_uploads
from benchdb.wording.grammar import first_few

RATE = "requests_per_second"
MOST_UPLOADS, MOST_LINKS = 5, 4
FIRST = 4  #: numbers named of an upload; of more runs, the lowest and the highest are
MOST_READ = 1000  #: numbers of an upload; of more, none is named
MOST_NAMED = 3  #: machines of one; the others are counted


@dataclass(frozen=True, slots=True)
class Brought:
    """One upload, with the first of what it measured."""

    upload: Upload
    runs: int
    machines: tuple[str, ...]
    rates: tuple[str, ...]  #: requests per second, of a few runs
    lowest_and_highest: tuple[str, ...]  #: the same, of more runs; one where both read alike
    metrics: tuple[str, ...]  #: titles of what its first complete run measured, where no run has requests per second


def uploads_lately() -> list[Brought]:
    """The newest uploads whose runs count."""
    uploads = [upload for upload in newest_uploads() if upload.withdrawn_at is None][:MOST_UPLOADS]
    of_upload = Q(run__file__upload=OuterRef("pk"), run__retired_at=None, run__excluded_at=None)
    rates = Measurement.objects.filter(of_upload, metric=RATE, item="").order_by("run_id", "pk").values("value")
    runs = Run.objects.active().filter(file__upload=OuterRef("pk")).order_by()
    machines = runs.exclude(setup__machine=None).values("setup__machine__name").distinct()
    complete = Run.objects.active().filter(file__upload=OuterRef(OuterRef("pk")), status=Run.Status.COMPLETE)
    first = complete.order_by("pk").values("pk")[:1]
    metrics = Measurement.objects.filter(run=Subquery(first)).order_by("metric").values("metric").distinct()
    rows = Upload.objects.filter(pk__in=[upload.pk for upload in uploads]).order_by()
    numbers = {
        pk: measured
        for pk, *measured in rows.annotate(
            names=ArraySubquery(machines), rates=ArraySubquery(rates[:MOST_READ]), metrics=ArraySubquery(metrics)
        ).values_list("pk", "names", "rates", "metrics")
    }
    return [brought(upload, *numbers[upload.pk]) for upload in uploads]


def brought(upload: Any, machines: list[str], rates: list[float], metrics: list[str]) -> Brought:
    unit = metric(RATE).unit
    texts = tuple(amount(rate, unit) for rate in rates) if upload.size <= FIRST else ()
    ends = (min(rates), max(rates)) if rates and FIRST < upload.size <= MOST_READ else ()
    range_ = tuple(dict.fromkeys(amount(rate, unit) for rate in ends))
    titles = () if rates else tuple(first_few([metric(name).title for name in metrics], MOST_NAMED))
    return Brought(upload, upload.size, tuple(first_few(sorted(machines), MOST_NAMED)), texts, range_, titles)


def permalinks_lately() -> list[Permalink]:
    """Those whose answer has changed since they were frozen, then the newest."""
    links = Permalink.objects.defer("result", "logs", "run_ids")
    drifted = list(links.filter(drifted_at__isnull=False).order_by("-drifted_at")[:MOST_LINKS])
    newest = links.filter(drifted_at=None).order_by("-created_at")[:MOST_LINKS]
    return [*drifted, *newest][:MOST_LINKS]


@dataclass(frozen=True, slots=True)
class Own:
    """An upload that somebody sent, and the last of its runs that was not stopped."""

    upload: Upload
    runs: int
    run: Any  #: a Run with its `rate`: requests per second, None where it has none; None where there is no such run


def own_uploads(user: Any) -> list[Own]:
    """The newest of somebody, each with a figure."""
    complete = Run.objects.active().filter(file__upload=OuterRef("pk"), status=Run.Status.COMPLETE)
    sent = Upload.objects.filter(sender=user, withdrawn_at=None).annotate(
        size=counting("files__runs"), latest=Subquery(complete.order_by("-pk").values("pk")[:1])
    )
    uploads: list[Any] = list(sent.order_by("-pk")[:MOST_UPLOADS])
    rate = Measurement.objects.filter(run=OuterRef("pk"), metric=RATE, item="").order_by("pk").values("value")[:1]
    latest = Run.objects.filter(pk__in=[one.latest for one in uploads if one.latest]).with_setup()
    runs = {run.pk: run for run in latest.annotate(rate=Subquery(rate))}
    return [Own(one, one.size, runs.get(one.latest)) for one in uploads]


def upload_of_runs(runs: Iterable[int]) -> dict[int, int]:
    """The upload that each came in."""
    return dict(Run.objects.filter(pk__in=list(runs)).values_list("pk", "file__upload_id"))


def machines_of_upload(upload: int) -> list[str]:
    """By name; no more than two, as of several nothing is said."""
    of_runs = Run.objects.active().filter(file__upload=upload).order_by()
    return list(Machine.objects.filter(pk__in=of_runs.values("setup__machine")).values_list("name", flat=True)[:2])


def saved_questions() -> QuerySet[SavedQuestion]:
    """By name."""
    return SavedQuestion.objects.select_related("made_by")
