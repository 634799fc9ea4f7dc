"""A watch that was last checked by other rules: what its runs of then show by today's is known, and no news.

Whatever an upgrade finds in years of runs for the first time would be mailed at its first check.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import numpy as np
from django.db.models.functions import Coalesce

from benchdb.domain.statistics import VERSION
from benchdb.models import Run, Watch
from benchdb.questions.history.fetch import Newest
from benchdb.questions.numbers import numbers_of

OUTAGES = 5  #: version of the rules by which runs that were stopped, or failed, are outages of a curve
RULES = f"{VERSION}.{OUTAGES}:"  #: begins the digest of numbers that were checked by them


def has_other_rules(watch: Watch) -> bool:
    """Whether it was checked, and by those of an earlier version."""
    return bool(watch.checked_at and watch.numbers) and not watch.numbers.startswith(RULES)


def stored_after(newest: Newest, moment: datetime) -> set[int]:
    """The runs that came since; one that was read again was there."""
    first, runs = Coalesce("first_stored_at", "stored_at"), [*newest.moments, *(one.run for one in newest.stopped)]
    some = Run.objects.filter(pk__in=runs).annotate(first=first).filter(first__gt=moment)
    return set(some.values_list("pk", flat=True))


def without(newest: Newest, later: Collection[int]) -> Newest:
    """What there was to analyse before these runs came."""
    numbers = numbers_of(newest.numbers)
    kept = numbers.taken(~np.isin(numbers.runs, list(later)))
    return newest._replace(
        numbers=kept.in_order().compact(),
        moments={run: made for run, made in newest.moments.items() if run not in later},
        setups={run: setup for run, setup in newest.setups.items() if run not in later},
        stopped=tuple(one for one in newest.stopped if one.run not in later),
    )
