"""`/runs/suggestions/`: what a search could go on with, for the list beneath the search field."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from benchdb.reads.search.suggestions import suggestions
from frontend.validators import unless_unchanged


@require_safe
@unless_unchanged
def suggested(request: HttpRequest) -> HttpResponse:
    """As options, which the browser offers by itself."""
    context = {"suggestions": suggestions(request.GET.get("q", "").replace("\0", ""))}
    return render(request, "frontend/runs/_suggestions.html", context)
