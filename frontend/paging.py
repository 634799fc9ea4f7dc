"""A long list in pages, with a search of its rows: `?page=2`, `?q=words`."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from frontend.query import search_of

ON_A_PAGE = 50


def paged(request: HttpRequest, rows: QuerySet[Any], *fields: str) -> dict[str, Any]:
    """For `_find.html` and `_pages.html`; `page` has the rows. Every word must be in one of the fields."""
    words = search_of(request.GET)
    for word in words.split():
        rows = rows.filter(reduce(or_, (Q(**{f"{field}__icontains": word}) for field in fields)))
    page = Paginator(rows, ON_A_PAGE).get_page(request.GET.get("page"))
    rest = request.GET.copy()
    rest.pop("page", None)
    return {"page": page, "sought": words, "is_long": bool(words) or page.has_other_pages(), "rest": rest.urlencode()}
