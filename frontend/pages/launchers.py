"""`/compare/`, `/scaling/`, `/history/`, `/cost/` without a question: nothing is pooled, questions are offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from benchdb.domain.dimensions import MISSING, Dimension, dimension
from benchdb.domain.units import significant
from benchdb.models import Machine, Upload
from benchdb.questions.base import BadQuestion
from benchdb.questions.comparison.pair import known_names, question_of_pair
from benchdb.questions.comparison.suggest import suggested
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.permalinks.list import frozen_lately
from benchdb.reads.facets import Facet, facets
from benchdb.reads.home import studies
from benchdb.reads.inventory import KINDS, machines_called
from benchdb.reads.lately import machines_of_upload, saved_questions
from benchdb.reads.metrics import metrics_at_hand
from benchdb.reads.varied.differing import taken
from benchdb.reads.varied.machines import Varied, compared, costed, of_selection, swept, tracked
from benchdb.wording import counted, words
from frontend.answers.metric_menu import metric_menu
from frontend.answers.offers import Offer, begun, is_within, offer, what
from frontend.answers.presentations import PRESENTATIONS
from frontend.levels import UploadNews, found_by
from frontend.pages.permalinks import heading
from frontend.query import is_htmx, where_of
from frontend.templatetags.offered import offers_of
from frontend.validators import unless_unchanged

MOST_MACHINES = 12  #: cards; the others are a filter away
MOST_LINKS, MOST_STUDIES, MOST_SAVED = 5, 12, 8
USUAL_METRIC = "requests_per_second"
RAISED = ("", "concurrency", "rate", "threads")  #: what a load is made of, which nobody compares first
SUBJECTS = ("machine", "server")  #: what the sentence of a launcher names

VARIED: dict[str, Callable[[], list[Varied]]] = {
    "compare": compared,
    "scaling": swept,
    "history": tracked,
    "cost": costed,
}


@dataclass(frozen=True, slots=True)
class MachineCard:
    name: str  #: "" where nobody recorded it
    slug: str
    hardware: str  #: what is known of it
    runs: int
    is_published: bool
    newest: datetime  #: when its last run was stored
    offers: tuple[Offer, ...]
    left_out: int  #: offers besides these
    rest: str  #: where these are


@require_safe
@unless_unchanged
def launcher(request: HttpRequest, kind: str) -> HttpResponse:
    """The machines with what was varied on each, the studies, what was frozen last."""
    cards, known, offered = machine_cards(kind), list(studies()[: MOST_STUDIES + 1]), facets(())
    context: dict[str, Any] = {
        "presentation": PRESENTATIONS[kind],
        "saying": words(f"launcher: {kind}"),
        "nothing": words(f"nothing for {kind}"),
        "cards": cards[:MOST_MACHINES],
        "more": max(0, len(cards) - MOST_MACHINES),
        "facets": offered,
        **nouns(kind, offered),
        "studies": known[:MOST_STUDIES],
        "has_more_studies": len(known) > MOST_STUDIES,
        "links": [(link, heading(link)) for link in frozen_lately(kind, MOST_LINKS)],
        "saved": list(saved_questions().filter(kind=kind)[:MOST_SAVED]),
        "names": known_names() if kind == "compare" else [],
    }
    return render(request, "frontend/questions/launcher.html", context)


def machine_cards(kind: str) -> list[MachineCard]:
    """Those with something to ask."""
    cards = [one for one in VARIED[kind]() if one.variations]
    rows = {row.name: row for row in machines_called([one.machine for one in cards[:MOST_MACHINES]])}
    return [machine_card(kind, one, rows.get(one.machine)) for one in cards]


def machine_card(kind: str, one: Varied, row: Machine | None) -> MachineCard:
    facts = KINDS["machines"].facts(row) if row else []
    return MachineCard(
        name="" if one.machine == MISSING else one.machine,
        slug=row.slug if row else "",
        hardware=hardware({field: value for field, _, value in facts}),
        runs=one.runs,
        is_published=one.is_published,
        newest=datetime.fromtimestamp(one.newest / 1e6, UTC),
        offers=tuple(offer(kind, variation) for variation in one.variations),
        left_out=one.left_out,
        rest=f"/{kind}/?{urlencode({'machine': one.machine})}",
    )


def hardware(known: Mapping[str, Any]) -> str:
    """`2 × Xeon 3.06 GHz, 2 GiB`"""
    count, model, memory = (known.get(key) for key in ("cpu_count", "cpu_model", "memory_bytes"))
    processors = f"{count} × {model}" if count and model else model or (counted(count, "CPU") if count else "")
    return ", ".join(filter(None, (processors, significant(memory, "B") if memory else "")))


def nouns(kind: str, offered: list[Facet]) -> dict[str, Any]:
    """What the sentence offers: metrics, servers and machines that some run has, and what was varied."""
    machines = VARIED[kind]()
    return {
        "machines": [one.machine for one in machines],
        "servers": next((facet.choices for facet in offered if facet.dimension.key == "server"), ()),
        "metric_groups": metric_menu(metrics_at_hand(), USUAL_METRIC, None),
        "varied": varied(machines, kind),
        "runs": sum(one.runs for one in machines),
    }


def varied(machines: list[Varied], kind: str) -> list[Dimension]:
    """What was varied on some machine, most often first."""
    keys = [what(kind, one) for card in machines for one in card.variations]
    return [dimension(key) for key, _ in Counter(keys).most_common() if key]


@require_safe
def begin(request: HttpRequest, kind: str) -> HttpResponse:
    """A launcher's sentence -> the question of like runs that it means, or the very question where there is none."""
    try:
        where = where_of(request.GET)
        given = tuple((key, values) for key, values in where if key in SUBJECTS)
        if "machine" not in dict(given):
            return redirect(f"/{kind}/")
        offers = [one for card in VARIED[kind]() for one in card.variations]
        question = begun(kind, offers, given, request.GET.get("varied", ""), request.GET.get("metric", ""))
    except BadQuestion as error:
        return render(request, "frontend/questions/bad_question.html", {"message": str(error)}, status=400)
    return redirect(question.path())


@require_safe
def pair(request: HttpRequest) -> HttpResponse:
    """Two things as somebody names them -> their comparison."""
    try:
        question = question_of_pair(request.GET.get("this", ""), request.GET.get("that", ""))
    except BadQuestion as error:
        return render(request, "frontend/questions/bad_question.html", {"message": str(error)}, status=400)
    return redirect(question.path())


@require_safe
def of_upload(request: HttpRequest, upload_id: int) -> HttpResponse:
    """What an upload varied besides its load; else what it differs in from what its machine had before; else its loads.

    Of an upload that varied nothing its runs, laid out by what differs among them.
    """
    get_object_or_404(Upload, pk=upload_id)
    offers = sorted(offers_of([upload_id]), key=lambda one: one.varied in RAISED)
    if not offers or offers[0].varied in RAISED:
        offers = [*beside_upload(upload_id), *offers]
    return redirect(offers[0].path if offers else suggested({"upload": [str(upload_id)]}).path())


def beside_upload(upload_id: int) -> list[Offer]:
    """What was varied on the machine of an upload, one side of which it is: its kernel among those of before."""
    own = taken((("upload", (str(upload_id),)),))
    machines = own.get("machine", [])
    if len(machines) != 1 or machines[0] == MISSING:
        return []
    known = of_selection((("machine", tuple(machines)),))
    where = tuple((key, tuple(values)) for key, values in own.items())
    fitting = [one for one in known if one.varied not in RAISED and {*one.values} & {*own.get(one.varied, ())}]
    return [offer("compare", one) for one in fitting if is_within(one.where, where)]


@require_safe
def changes_of_upload(request: HttpRequest, upload_id: int) -> HttpResponse:
    """A line for the page of an upload, which analyses no history; opened, the history that it changed."""
    upload = get_object_or_404(Upload, pk=upload_id)
    machines = machines_of_upload(upload.pk)
    upload_news = found_by(upload.pk, machines[0]) if len(machines) == 1 else UploadNews()
    if is_htmx(request):
        return render(request, "frontend/questions/_upload_news.html", {"upload_news": upload_news})
    where = tuple(("machine", (name,)) for name in machines[:1])
    return redirect(upload_news.path or HistoryQuestion(where=where).path())
