"""A history to watch, and runs that change its level."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from benchdb.models import Event, Run, Watch, WatchedChange
from benchdb.watches.check import check
from benchdb.watches.keep import WatchRequest, make_watch
from frontend.tests.constructed import runs

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
LEVELS = {"before": 1000.0, "after": 880.0}


def killed(*_: object, **__: object) -> Any:
    """Whatever ends the process before an answer comes."""
    raise SystemExit


def near(level: float, count: int, seed: int = 1) -> list[float]:
    """Runs of 1% noise."""
    noise = random.Random(seed)
    return [level * (1 + noise.gauss(0, 0.01)) for _ in range(count)]


def measured(where: Any, values: Sequence[float]) -> None:
    """Runs an hour apart, after those that there are."""
    first = Run.objects.count()
    made = runs(where, {"requests_per_second": list(values)})
    for index, run in enumerate(made):
        Run.objects.filter(pk=run.pk).update(started_at=BEGIN + timedelta(hours=first + index))


def watch(question: str = "/history/", **wished: Any) -> Watch:
    return make_watch(WatchRequest(question, **wished), None, "http://bench.example:8000/")


def published_changes() -> list[Event]:
    return list(Event.objects.filter(kind="history.changed").order_by("pk"))


def checked_by_an_earlier_version(watched: Watch) -> None:
    """Which found nothing in what there is."""
    check(watched.pk)
    WatchedChange.objects.all().delete()
    Event.objects.all().delete()
    Watch.objects.filter(pk=watched.pk).update(numbers=sha256(b"as of then").hexdigest())


def failing(where: Any, count: int) -> None:
    """Runs whose every request fails, as quickly as the others are served."""
    numbers = {
        "requests_per_second": near(LEVELS["before"], count),
        "requests_failed": [1e4] * count,
        "requests_completed": [1e4] * count,
    }
    placed(runs(where, numbers))


def stopped(where: Any, count: int) -> None:
    """Runs that were stopped before they said anything."""
    made = runs(where, {"duration": [1.0] * count})
    placed(made)
    Run.objects.filter(pk__in=[run.pk for run in made]).update(status="aborted")


def placed(made: list[Run]) -> None:
    """An hour apart, after those that there are."""
    first = Run.objects.count() - len(made)
    for index, run in enumerate(made):
        Run.objects.filter(pk=run.pk).update(started_at=BEGIN + timedelta(hours=first + index))


def daily() -> None:
    """The same runs a day apart."""
    for day, run in enumerate(Run.objects.order_by("started_at")):
        Run.objects.filter(pk=run.pk).update(started_at=BEGIN + timedelta(days=day))
