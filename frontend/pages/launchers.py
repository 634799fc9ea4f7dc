"""`/compare/`, `/scaling/`, `/history/`, `/cost/` without a question: nothing is pooled, questions are offered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from benchdb.domain.dimensions import MISSING
from benchdb.models import Kernel, Machine, Permalink, Server, Study
from benchdb.questions.base import BadQuestion
from benchdb.questions.comparison.pair import question_of_pair
from benchdb.reads.facets import facets
from benchdb.reads.varied.machines import Varied, compared, costed, swept, tracked
from frontend.answers.offers import Offer, offer
from frontend.answers.presentations import PRESENTATIONS
from frontend.pages.permalinks import heading
from frontend.validators import unless_unchanged

MOST_MACHINES = 12  #: cards; the others are a filter away
MOST_LINKS = 5

VARIED: dict[str, Callable[[], list[Varied]]] = {
    "compare": compared,
    "scaling": swept,
    "history": tracked,
    "cost": costed,
}
SAYING = {
    "compare": "A comparison varies one thing and holds the rest still. Pick what was varied, machine by machine.",
    "scaling": "A curve grows along one thing and holds the rest still. Pick a machine and what was raised on it.",
    "history": "One curve for each setup, never pooled. Pick one that was measured again and again.",
    "cost": "What one request took of the server, from what sar and its like recorded beside the load.",
}
NOTHING = {
    "compare": "Nothing here was varied while the rest was held: upload runs that differ in one thing.",
    "scaling": "No machine was measured at three or more loads or CPU counts, the rest held.",
    "history": "No setup has three runs yet.",
    "cost": "No run has a recording of its server: upload sar, vmstat or pidstat beside the log.",
}


@dataclass(frozen=True, slots=True)
class MachineCard:
    name: str  #: "" where nobody recorded it
    slug: str
    runs: int
    offers: tuple[Offer, ...]


@require_safe
@unless_unchanged
def launcher(request: HttpRequest, kind: str) -> HttpResponse:
    """The machines with what was varied on each, the studies, what was frozen last."""
    cards = machine_cards(kind)
    context: dict[str, Any] = {
        "presentation": PRESENTATIONS[kind],
        "saying": SAYING[kind],
        "nothing": NOTHING[kind],
        "cards": cards[:MOST_MACHINES],
        "more": len(cards) - MOST_MACHINES,
        "facets": facets(()),
        "studies": Study.objects.order_by("position", "title"),
        "links": [
            (link, heading(link)) for link in Permalink.objects.filter(kind=kind).order_by("-as_of")[:MOST_LINKS]
        ],
        "names": known_names() if kind == "compare" else [],
    }
    return render(request, "frontend/launcher.html", context)


def machine_cards(kind: str) -> list[MachineCard]:
    """Those with something to ask."""
    slugs = dict(Machine.objects.values_list("name", "slug"))
    return [
        MachineCard(
            "" if one.machine == MISSING else one.machine,
            slugs.get(one.machine, ""),
            one.runs,
            tuple(offer(kind, variation) for variation in one.variations),
        )
        for one in VARIED[kind]()
        if one.variations
    ]


def known_names() -> list[str]:
    """What either side of a comparison may be."""
    kinds = (("machine", Machine), ("kernel", Kernel), ("server", Server))
    return [f"{kind} {name}" for kind, model in kinds for name in model._default_manager.values_list("name", flat=True)]


@require_safe
def pair(request: HttpRequest) -> HttpResponse:
    """Two things as somebody names them -> their comparison."""
    try:
        question = question_of_pair(request.GET.get("this", ""), request.GET.get("that", ""))
    except BadQuestion as error:
        return render(request, "frontend/bad_question.html", {"message": str(error)}, status=400)
    return redirect(question.path())
