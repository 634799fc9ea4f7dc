"""Permalinks -> the runs behind them that were excluded since, alone or with their upload: nothing is asked again."""

from __future__ import annotations

from collections.abc import Sequence

from benchdb.models import Permalink, Run
from benchdb.questions.permalinks.other_runs import reasons
from benchdb.wording import sentences


def left_out_since(links: Sequence[Permalink]) -> dict[str, tuple[str, ...]]:
    """Permalink -> a sentence for each run that was excluded after its last verification; one query for all of them."""
    ids = sorted({run for link in links for run in link.run_ids})
    excluded = Run.objects.filter(pk__in=ids, excluded_at__isnull=False).order_by("pk")
    gone = {run.pk: run for run in excluded.only("pk", "excluded_at", "excluded_because")}
    return {link.pk: sentences(reasons(unverified(link, gone), gone)) for link in links}


def unverified(link: Permalink, gone: dict[int, Run]) -> list[int]:
    """What was found by the last verification is among its findings."""
    own = (gone[run] for run in sorted(link.run_ids) if run in gone)
    return [run.pk for run in own if run.excluded_at and (not link.verified_at or run.excluded_at > link.verified_at)]
