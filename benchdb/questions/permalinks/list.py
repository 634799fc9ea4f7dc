"""Permalinks as lists show them."""

from __future__ import annotations

from django.db.models import F, Q, QuerySet

from benchdb.models import Permalink


def by_drift() -> QuerySet[Permalink]:
    """Those that drifted last come first, then the newest."""
    order = (F("drifted_at").desc(nulls_last=True), "-created_at")
    return Permalink.objects.order_by(*order).defer("result", "logs")


def newest(before: Permalink | None = None) -> QuerySet[Permalink]:
    """The newest first; those older than `before`."""
    links = Permalink.objects.defer("result").order_by("-created_at", "-pk")
    if before is None:
        return links
    return links.filter(Q(created_at__lt=before.created_at) | Q(created_at=before.created_at, pk__lt=before.pk))


def frozen_lately(kind: str, most: int) -> QuerySet[Permalink]:
    """Those of one kind of question that were frozen last."""
    return Permalink.objects.filter(kind=kind).order_by("-as_of").defer("result", "logs", "run_ids")[:most]
