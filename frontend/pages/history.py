"""`/history/` and its twins: a metric over time or over versions, and where its level changes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from benchdb.comparison.spec import BadSpec
from benchdb.dimensions import LAYOUT, METRIC, dimension
from benchdb.facets import Facet, facets
from benchdb.history.answer import HistoryAnswer
from benchdb.history.headline import headline
from benchdb.history.select import history
from benchdb.history.spec import AXES, TITLES, HistorySpec
from benchdb.scaling.analyse import MOST_CURVES
from frontend.faces import rendered
from frontend.faces.document import Origin
from frontend.faces.history import history_document, title
from frontend.faces.sending import sent
from frontend.history_curves import history_charts
from frontend.history_tables import tables
from frontend.pages.asking import chips, is_htmx, pairs
from frontend.pages.compare import metrics_at_hand
from frontend.pages.sharing import card

FIELDS = ("x", "by", "metric")
MOST_OFFERED = 6  #: conditions, and values of one, that the page offers to be restricted to
FEW = 3  #: conditions; where more change along a curve, single values would not make like of unlike


@require_safe
def page(request: HttpRequest, twin: str = "") -> HttpResponseBase:
    """How it went."""
    try:
        spec = HistorySpec.from_query(pairs(request.GET))
        answer = history(spec)
    except BadSpec as error:
        return bad_question(request, str(error), twin)
    if twin:
        document = history_document(answer, origin(request, spec))
        return sent(request, twin, rendered(twin, document), stem=document.name, is_frozen=False)
    template = "frontend/_history_all.html" if is_htmx(request) else "frontend/history.html"
    response = render(request, template, asked(request, spec, answer) | shown(answer))
    patch_vary_headers(response, ["HX-Request"])
    if is_htmx(request):
        response["HX-Push-Url"] = spec.path()
    return response


def origin(request: HttpRequest, spec: HistorySpec) -> Origin:
    """A live answer is known by its question."""
    digest = hashlib.sha256(spec.to_query().encode()).hexdigest()[:8]
    return Origin(request.build_absolute_uri(spec.path()), f"benchdb-history-{digest}")


def bad_question(request: HttpRequest, message: str, twin: str) -> HttpResponse:
    if twin:
        return HttpResponse(f"{message}\n", status=400, content_type="text/plain; charset=utf-8")
    if is_htmx(request):  # the form stays; what it asked for besides its own selects must stay in it
        hidden = [pair for pair in pairs(request.GET) if pair[0] not in FIELDS]
        return render(request, "frontend/_bad_history.html", {"message": message, "kept": hidden}, status=400)
    return render(request, "frontend/bad_question.html", {"message": message}, status=400)


def shown(answer: HistoryAnswer) -> dict[str, Any]:
    """What the answer's own part of a page needs."""
    told = tables(answer)
    return {
        "answer": answer,
        "spec": answer.spec,
        "headline": headline(answer),
        "charts": history_charts(answer),
        "tables": told[:-1],
        "points": told[-1] if told else None,
        "over": TITLES[answer.spec.x],
        "restricted": restricted(answer),
    }


def asked(request: HttpRequest, spec: HistorySpec, answer: HistoryAnswer) -> dict[str, Any]:
    """What the form needs."""
    offered = facets([pair for pair in spec.where if pair[0] != "item"])
    groups = [each for each in LAYOUT if each.key not in (METRIC.key, AXES[spec.x])]
    return {
        "axes": TITLES.items(),
        "groups": dict.fromkeys((*groups, *((dimension(spec.by),) if spec.by else ()))),
        "metrics": metrics_at_hand(spec.comparison()),
        "chips": chips("/history/", request.GET, spec.where),
        "facets": offered,
        "kept": kept(spec, offered),
        "card": card(request, title(spec), headline(answer), spec.path(), spec.path),
        "title": title(spec),
        "elsewhere": elsewhere(spec),
    }


def elsewhere(spec: HistorySpec) -> tuple[str, str]:
    """(what it is, its address): the same runs side by side."""
    if spec.x != "time":
        return "Open as a comparison", spec.comparison().path()
    query = urlencode([(key, value) for key, values in spec.where for value in values])
    return "List these runs", f"/runs/?{query}"


def kept(spec: HistorySpec, offered: Sequence[Facet]) -> list[tuple[str, str]]:
    """What the question says and no field of the form shows: it must not be lost when a field is changed."""
    fields = {(facet.dimension.key, choice.value) for facet in offered for choice in facet.choices}
    hidden = [(key, value) for key, values in spec.where for value in values if (key, value) not in fields]
    return [*hidden, ("as_of", spec.as_of.isoformat())] if spec.as_of else hidden


def restricted(answer: HistoryAnswer) -> list[tuple[str, str]]:
    """Questions of like with like: one curve for each value of what changes; of single values where little does."""
    found = []
    if not answer.spec.by:
        found += [
            (f"One curve for each: {dimension(key).title}", replace(answer.spec, by=key).path())
            for key, values in answer.along[:MOST_OFFERED]
            if len(values) <= MOST_CURVES
        ]
    for key, values in answer.along if len(answer.along) <= FEW else ():
        for value in values[:MOST_OFFERED]:
            where = answer.spec.comparison().narrowed(key, value).where
            found.append((f"{dimension(key).title} {value} only", replace(answer.spec, where=where).path()))
    return found
