"""Freezing a comparison, the permalinks `/p/<id>/` with their twins, and `/p/`, the list of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from benchdb.access import Forbidden, require_writer
from benchdb.comparison.answer import Comparison
from benchdb.comparison.drift import drift
from benchdb.comparison.freeze import frozen, kept_twin, shown
from benchdb.comparison.headline import title
from benchdb.comparison.spec import BadSpec, Spec
from benchdb.models import Permalink
from frontend.charts import charts
from frontend.faces import RENDERERS, rendered
from frontend.faces.comparison import comparison_document
from frontend.faces.document import Document, Origin
from frontend.faces.sending import sent
from frontend.pages.sharing import card

ON_A_PAGE = 50


@require_POST
def freeze(request: HttpRequest) -> HttpResponse:
    """What is on the screen, kept as it is: its numbers, and every face of them as it is rendered today."""
    asked = request.POST
    try:
        require_writer(request)
        link = kept(request, asked.get("query", ""), asked.get("title", ""), asked.get("note", ""))
    except (BadSpec, Forbidden) as error:
        code = error.code if isinstance(error, Forbidden) else 400
        return render(request, "frontend/bad_question.html", {"message": str(error)}, status=code)
    return redirect("permalink", link.pk)


@transaction.atomic
def kept(request: HttpRequest, query: str, title: str, note: str) -> Permalink:
    """The permalink of a question as it is answered now, with its faces. BadSpec for what cannot be frozen."""
    link = frozen(Spec.from_query(parse_qsl(query)), timezone.now(), title, note)
    document = link_document(request, link)
    for name in RENDERERS:
        kept_twin(link, name, partial(rendered, name, document))
    return link


def link_document(request: HttpRequest, link: Permalink) -> Document:
    """What the faces of a permalink say."""
    more = {
        "permalink": link.pk,
        "as_of": link.as_of.isoformat(),
        "title": link.title,
        "note": link.note,
        "versions": link.versions,
        "logs": link.logs,
    }
    url = request.build_absolute_uri(f"/p/{link.pk}/")
    origin = Origin(url, f"benchdb-{link.pk}", frozen_at=f"{link.as_of:%Y-%m-%d}")
    return comparison_document(shown(link), origin, heading=link.title, note=link.note, more=more)


@require_safe
def twin(request: HttpRequest, link_id: str, twin: str) -> HttpResponseBase:
    """A face of a frozen comparison: the same bytes for ever."""
    link = get_object_or_404(Permalink, pk=link_id)
    # A face that is younger than the link is made now, and kept.
    body = kept_twin(link, twin, lambda: rendered(twin, link_document(request, link)))
    return sent(request, twin, body, stem=f"benchdb-{link.pk}", is_frozen=True)


@require_safe
def permalink(request: HttpRequest, link_id: str) -> HttpResponse:
    """A frozen comparison: the same numbers for ever, and above them whether today's would be the same."""
    link = get_object_or_404(Permalink, pk=link_id)
    answer = shown(link)
    return render(request, "frontend/permalink.html", {**context(request, link, answer), "drift": drift(link)})


def context(request: HttpRequest, link: Permalink, answer: Comparison) -> dict[str, Any]:
    path = f"/p/{link.pk}/"
    return {
        "link": link,
        "heading": heading(link),
        "comparison": answer,
        "spec": answer.spec,
        "charts": charts(answer),
        "card": card(request, heading(link), link.headline, path, lambda ending: f"/p/{link.pk}{ending}"),
        "today": answer.spec.path(),
    }


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of the list."""

    link: Permalink
    heading: str


@require_safe
def permalinks(request: HttpRequest) -> HttpResponse:
    """Every permalink with what its last verification found; those that drifted last come first."""
    order = (F("drifted_at").desc(nulls_last=True), "-created_at")
    known = Permalink.objects.order_by(*order).defer("result", "logs")
    page = Paginator(known, ON_A_PAGE).get_page(request.GET.get("page"))
    return render(
        request, "frontend/permalinks.html", {"lines": [Listed(link, heading(link)) for link in page], "page": page}
    )


def heading(link: Permalink) -> str:
    """Its title; the question in words where nobody gave one."""
    return link.title or title(Spec.from_query(parse_qsl(link.query)))
