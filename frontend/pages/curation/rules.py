"""`/rules/`: which differences every comparison of this site accepts, and why; editors make and end them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from benchdb.accounts.actor import actor_of
from benchdb.curation.rules import end_rule, every_rule, make_rule, rule_of, rules_in_force
from benchdb.domain.dimensions import dimension
from benchdb.domain.roles import Action
from benchdb.questions.acceptance.rule import EXTENTS, LONGEST, LONGEST_PLACE, BadRule, ruled_conditions
from benchdb.reads.facets import settings_on_record
from benchdb.web.access import allows, require
from benchdb.wording import words
from benchdb.wording.grammar import inside
from frontend.paging import paged

FIELDS = ("dimension", "extent", "same", "only", "reason")
MOST_FORMER = 50  #: rules that were ended, in the list


@dataclass(frozen=True, slots=True)
class ListedRule:
    """One line of a list."""

    row: Any
    title: str  #: of its condition
    scope: str


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest) -> HttpResponse:
    """The rules in force and those before; a POST makes one."""
    if request.method != "POST":
        return page(request, request.GET)
    actor = require(request, Action.EDIT)
    typed = {name: request.POST.get(name, "") for name in FIELDS}
    try:
        made = make_rule(**typed, who=actor.name)
    except BadRule as error:
        return page(request, typed, f"{error}.")
    messages.success(request, words("rule made", title=listed(made).title))
    return redirect("rules")


def page(request: HttpRequest, typed: Mapping[str, str], error: str = "") -> HttpResponse:
    former = every_rule().exclude(ended_at=None)[:MOST_FORMER]
    conditions = (*ruled_conditions(), *settings_on_record())
    part = paged(request, rules_in_force(), "dimension", "reason")
    context = {
        **part,
        "rules": [listed(row) for row in part["page"]],
        "former": [listed(row) for row in former],
        "may_edit": Action.EDIT in actor_of(request).actions,
        "conditions": [(known.key, known.title) for known in conditions],
        "same_conditions": [(known.key, inside(known.title)) for known in conditions],
        "extents": EXTENTS.items(),
        "longest": LONGEST,
        "longest_place": LONGEST_PLACE,
        "typed": {name: typed.get(name, "") for name in FIELDS},
        "error": error,
    }
    return render(request, "frontend/curation/rules.html", context, status=400 if error else 200)


def listed(row: Any) -> ListedRule:
    return ListedRule(row, dimension(row.dimension).title, rule_of(row).scope)


@allows(Action.EDIT)
@require_POST
def end(request: HttpRequest, rule_id: int) -> HttpResponse:
    """Such differences stand in the way again; what was frozen stays."""
    ended = end_rule(get_object_or_404(every_rule(), pk=rule_id))
    messages.success(request, f"Ended: {listed(ended).title}.")
    return redirect("rules")
