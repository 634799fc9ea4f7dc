"""Keyset pages: rows after a key, and the address of the next page."""

from __future__ import annotations

from typing import Annotated, Any

from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Query

LARGEST_KEY = 2**63 - 1
Limit = Annotated[int, Query(ge=1, le=500, description="rows of a page")]
Before = Annotated[int, Query(ge=1, le=LARGEST_KEY, description="only rows older than this id: `next` names it")]
After = Annotated[int, Query(ge=0, le=LARGEST_KEY, description="only rows newer than this id: `next` names it")]


def newest_first(request: HttpRequest, rows: QuerySet[Any], before: int, limit: int) -> tuple[list[Any], str | None]:
    """One page of rows by falling id, and the next page's address; None after the last."""
    return page_of(request, list(rows.filter(pk__lt=before).order_by("-pk")[: limit + 1]), "before", limit)


def oldest_first(request: HttpRequest, rows: QuerySet[Any], after: int, limit: int) -> tuple[list[Any], str | None]:
    """One page of rows by rising id, and the next page's address; None after the last."""
    return page_of(request, list(rows.filter(pk__gt=after).order_by("pk")[: limit + 1]), "after", limit)


def page_of(request: HttpRequest, rows: list[Any], key: str, limit: int) -> tuple[list[Any], str | None]:
    """One page of `limit` rows and perhaps one more, which says that there is a next one."""
    if len(rows) <= limit:
        return rows, None
    query = request.GET.copy()
    query[key] = str(rows[limit - 1].pk)
    return rows[:limit], request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
