"""`/runs/`: the list of runs with its search, its filters, its order; and the same as `.csv` and `.json`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from benchdb.accounts.actor import actor_of
from benchdb.domain.metrics import UnknownMetric
from benchdb.domain.roles import Action
from benchdb.questions.base import BadQuestion
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.suggest import suggested
from benchdb.questions.names.former import leads_on
from benchdb.reads.facets import facets, study_titles
from benchdb.reads.packed.census import latest
from benchdb.reads.runs import PAGE, listed_runs
from benchdb.reads.search.moments import by_storing
from benchdb.reads.search.ordered import constants
from benchdb.reads.search.select import names_led, selected, undated
from benchdb.reads.search.term import BadTerm
from benchdb.reads.varied.differing import varied_settings
from benchdb.recordings.caveats.partly import with_shares
from benchdb.web.problems import problem
from benchdb.wording import listed, sentences, words
from frontend.answers.read_as import read_as
from frontend.answers.run.bars import what_bars_mean
from frontend.answers.run.selection_in_words import USUAL, selection_in_words
from frontend.answers.run_columns import CONDITIONS, RunColumn, columns, conditions_of, exported, filled, same_in_all
from frontend.charts.strips.run_strip import strip
from frontend.exports.run_rows import Allowance, csv_lines, in_batches, json_lines
from frontend.no_match import as_beginning, near_values, without_one
from frontend.query import Chip, Where, chips, filters_of, is_htmx, pairs, search_of
from frontend.run_order import Order, columns_wanted
from frontend.validators import unless_unchanged

OWN = ("q", "sort", "skip", "before", "col", "usual")  #: parameters that are no filters
DIGITS = 19  #: of the highest number that a run can have
MOST_SELECTED = 500  #: runs that are compared or edited together


@dataclass(frozen=True, slots=True)
class SortableHead:
    """The head of a column, with where it sorts by itself."""

    column: RunColumn
    aria: str  #: ascending, descending, or "" = not sorted by
    href: str


@require_safe
@unless_unchanged
def runs(request: HttpRequest) -> HttpResponse:
    """Runs with filters and the number of runs behind each; the newest first, or as somebody sorts them."""
    try:
        context = listing(request, as_beginning(request.GET) if is_htmx(request) else request.GET)
    except (BadQuestion, BadTerm, UnknownMetric) as error:
        return bad_search(request, str(error))
    template = "frontend/runs/_runs.html" if is_htmx(request) else "frontend/runs/runs.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    if is_htmx(request):
        response["HX-Push-Url"] = f"/runs/?{context['address']}" if context["address"] else "/runs/"
    return response


def without_usual_columns(query: QueryDict) -> QueryDict:
    """The query without columns that nobody chose: their boxes are sent with every change of the form."""
    rest = query.copy()
    usual = rest.pop("usual", [""])[-1]
    if usual and rest.getlist("col") == usual.split(","):
        rest.pop("col")
    return rest


@require_safe
@unless_unchanged
def filters(request: HttpRequest) -> HttpResponse:
    """What the list can be filtered by, with the number of runs of each value: asked for once the list is there."""
    search = search_of(request.GET)
    try:
        if is_htmx(request):
            search = search_of(as_beginning(request.GET))
        where = filters_of(request.GET, OWN)
        offered = facets(where, query=search)
    except (BadQuestion, BadTerm, UnknownMetric) as error:
        return HttpResponse(status=204) if is_htmx(request) else bad_search(request, str(error))  # the list says why
    template = "frontend/runs/_facets.html" if is_htmx(request) else "frontend/runs/filters.html"
    response = render(request, template, {"facets": offered, "opened": 4, "words": search})
    patch_vary_headers(response, ["HX-Request"])
    return response


def bad_search(request: HttpRequest, message: str) -> HttpResponse:
    context = {"message": message, "words": search_of(request.GET)}
    template = "frontend/runs/_bad_search.html" if is_htmx(request) else "frontend/runs/bad_search.html"
    return render(request, template, context, status=400)


def listing(request: HttpRequest, typed: QueryDict) -> dict[str, Any]:
    """What the list shows."""
    query, search = without_usual_columns(typed), search_of(typed)
    where, order = filters_of(query, OWN), Order.from_query(query)
    selection = selected(latest.census(), where, search)
    ids = order.ids(selection, PAGE + 1)
    constant = constants(selection, CONDITIONS)
    offered = columns(constant, columns_wanted(query), varied_settings(selection))
    rows = with_shares(listed_runs(ids[:PAGE], query.getlist("col")))
    shown = filled([column for column in offered if column.is_shown], rows, keep_empty="col" in query)
    known = [replace(one, is_shown=one in shown.columns) for one in offered]
    return {
        "rows": shown.rows,
        "instead": [] if shown.rows else without_one(query, where),
        "near": [] if shown.rows else near_values(query),
        "undated": left_out(query, undated(selection.census, where, search)),
        "led": sentences(map(leads_on, names_led(selection.census, where, search))),
        "heads": [head(query, order, column) for column in shown.columns],
        "varied": ",".join(key for key in CONDITIONS if key not in constant),
        "bars": what_bars_mean(rows),
        "newest": without(query, "before", "skip", "sort"),
        "empty": listed(shown.empty if shown.rows else ()),
        "are_published": shown.are_published,
        "note": shown.note,
        "columns": known,
        "usual": "" if "col" in query else ",".join(one.key for one in known if one.is_shown),
        "address": urlencode([pair for pair in pairs(query) if pair[1]]),
        "same": same_in_all({key: value for key, value in constant.items() if key not in (*dict(where), "status")}),
        "strip": None if order.key else strip([run for run, _ in shown.rows], conditions_of(shown)),
        "further": further(query, order, ids) if len(ids) > PAGE else "",
        "start_order": start_order(query),
        "first": order.skip + 1 if order.key else 0,
        "last": order.skip + len(rows),
        "total": selection.total,
        "total_is_cut": selection.is_cut,
        "where": [(key, value) for key, values in where for value in values],
        "filters": without(query, "before", "skip", "sort", "col"),
        "chips": chips("/runs/", query, where, study_titles(where)),
        "read": read(query, search, selection.census.settings),
        "words": search,
        "sort": query.get("sort", ""),
        "query": without(query, "before", "skip"),
        "compare": "" if search else compare_path(where),
        "most_selected": MOST_SELECTED,
        "may_edit": actor_of(request).may(Action.EDIT),
    }


def read(query: QueryDict, search: str, settings: Collection[str]) -> list[Chip]:
    """The search as it was read, each term with the list without it."""
    return [
        Chip(title, value, f"/runs/?{urlencode([*parse_qsl(without(query, 'before', 'skip', 'q')), ('q', rest)])}")
        for title, value, rest in read_as(search, settings)
    ]


def left_out(query: QueryDict, runs: int) -> tuple[str, str] | None:
    """What is said of runs that a search by time leaves out, as nobody knows theirs; where those stored then are."""
    if not runs:
        return None
    rest = query.copy()
    rest["q"] = by_storing(search_of(query))
    return words("left out without a date", runs=runs), f"/runs/?{without(rest, 'before', 'skip')}"


def head(query: QueryDict, order: Order, column: RunColumn) -> SortableHead:
    """A click sorts numbers and times by the largest first, names by the alphabet; a second one turns it round."""
    is_mine = order.key == column.key
    starts_high = column.is_number or column.key == "started"
    turned = not order.is_descending if is_mine else starts_high
    rest = without(query, "before", "skip", "sort")
    sort = f"sort={'-' if turned else ''}{column.key}"
    aria = ("descending" if order.is_descending else "ascending") if is_mine else ""
    return SortableHead(column, aria, f"?{rest}&{sort}" if rest else f"?{sort}")


def start_order(query: QueryDict) -> str:
    """The query of the same list, what began last first: numbers say when runs came in, not when they were made."""
    rest = without(query, "before", "skip", "sort")
    return f"{rest}&sort=-started" if rest else "sort=-started"


def further(query: QueryDict, order: Order, ids: list[int]) -> str:
    """The query of the next page."""
    rest = without(query, "before", "skip")
    place = f"skip={order.skip + PAGE}" if order.key else f"before={ids[PAGE - 1]}"
    return f"{rest}&{place}" if rest else place


def without(query: QueryDict, *names: str) -> str:
    rest = query.copy()
    for name in names:
        rest.pop(name, None)
    return rest.urlencode()


def compare_path(where: Where) -> str:
    """The comparison of the runs that the filters let through."""
    return ComparisonQuestion(where=where).path() if where else "/compare/"


@require_safe
def export(request: HttpRequest, ending: str) -> HttpResponseBase:
    """The runs of the list with every column, in its order: `/runs.csv?…`, `/runs.json?…`."""
    allowance = Allowance.of(actor_of(request))
    try:
        selection = selected(latest.census(), filters_of(request.GET, OWN), search_of(request.GET))
        if refusal := allowance.refusal(selection.total):
            return problem(request, 413, refusal)
        ids = Order.from_query(request.GET).all_ids(selection)
    except (BadQuestion, BadTerm, UnknownMetric) as error:
        return HttpResponse(f"{error}\n", status=400, content_type="text/plain; charset=utf-8")
    shown = exported()
    rows = in_batches(ids, allowance.seconds)
    if ending == "json":
        return StreamingHttpResponse(json_lines(rows, len(ids), shown), content_type="application/json")
    response = StreamingHttpResponse(csv_lines(rows, shown), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="runs.csv"'
    return response


@require_safe
def numbers(request: HttpRequest) -> HttpResponse:
    """The first runs of the list, over its pages: as many as are compared or edited together, to be selected."""
    try:
        selection = selected(latest.census(), filters_of(request.GET, OWN), search_of(request.GET))
        ids = replace(Order.from_query(request.GET), skip=0, before=None).ids(selection, MOST_SELECTED)
    except (BadQuestion, BadTerm, UnknownMetric) as error:
        return JsonResponse({"error": str(error), "runs": []}, status=400)
    return JsonResponse({"runs": [int(run) for run in ids], "total": selection.total, "most": MOST_SELECTED})


@require_safe
def selection(request: HttpRequest) -> HttpResponse:
    """What the selected runs are, in words, by what tells runs of their list apart."""
    runs = list(dict.fromkeys(run for run in request.GET.getlist("run") if run.isascii() and run.isdigit()))
    chosen = listed_runs([int(run) for run in runs[:MOST_SELECTED] if len(run) < DIGITS])
    varied = request.GET["varied"].split(",") if "varied" in request.GET else USUAL
    return JsonResponse({"words": selection_in_words(chosen, varied)})


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """The runs that were selected -> their comparison, laid out by what differs among them."""
    runs = list(dict.fromkeys(run for run in request.GET.getlist("run") if run.isascii() and run.isdigit()))
    if len(runs) < 2 or len(runs) > MOST_SELECTED:
        return bad_search(request, words("select to compare", most=MOST_SELECTED, runs=len(runs)))
    try:
        return redirect(suggested({"run": runs}).path())
    except BadQuestion as error:
        return bad_search(request, str(error))
