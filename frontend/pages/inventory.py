"""`/machines/ /kernels/ /servers/`: what is known of each, and its runs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from benchdb.questions.comparison.suggest import suggested
from benchdb.questions.history.question import HistoryQuestion
from benchdb.reads.inventory import KINDS, inventory
from benchdb.reads.runs import run_page
from frontend.query import is_htmx, search_of
from frontend.validators import unless_unchanged


@require_safe
@unless_unchanged
def listing(request: HttpRequest, kind: str) -> HttpResponse:
    """All of one kind, with the number of their runs."""
    known, search = KINDS[kind], search_of(request.GET)
    context = {
        "kind": kind,
        "known": known,
        "rows": inventory(kind, search.split()),
        "words": search,
        "titles": known.titles,
    }
    template = "frontend/_inventory.html" if is_htmx(request) else "frontend/inventory.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
@unless_unchanged
def detail(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """One machine, kernel or server: what is known of it, and its newest runs."""
    known = KINDS[kind]
    row = get_object_or_404(known.model, slug=slug)
    question = suggested({known.key: [row.name]})
    page = run_page(((known.key, (row.name,)),))
    context = {
        "kind": kind,
        "known": known,
        "found": row,
        "facts": known.facts(row),
        "runs": page.runs,
        "total": page.total,
        "compare": question.path(),
        "history": HistoryQuestion(metric=question.metrics[0], where=question.where).path(),
        "columns": ("requests_per_second", "latency_mean"),
    }
    return render(request, "frontend/inventory_detail.html", context)
