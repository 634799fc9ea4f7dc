"""`/machines/ /kernels/ /servers/`: what is known of each, and its runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST, require_safe

from benchdb.accounts.actor import actor_of
from benchdb.curation.inventory import (
    EDITED,
    BadCorrection,
    edit,
    former_names,
    merge,
    merges,
    renamed_to,
    undo,
    undone_merge,
)
from benchdb.curation.machine_notes import may_change, notes_of
from benchdb.domain.dimensions import MISSING, dimension
from benchdb.domain.memory import memory_text
from benchdb.domain.roles import Action
from benchdb.models import Machine, MachineNote
from benchdb.questions.comparison.suggest import suggested
from benchdb.questions.days import days_between
from benchdb.questions.history.question import HistoryQuestion
from benchdb.reads.inventory import KINDS, InventoryKind, inventory, machines_of_recordings, runs_on, slugs
from benchdb.reads.packed.census import latest
from benchdb.reads.runs import listed_runs
from benchdb.reads.search.ordered import STARTED, constants
from benchdb.reads.search.paged import page
from benchdb.reads.search.select import selected
from benchdb.reads.varied.differing import varied_settings
from benchdb.reads.varied.machines import of_selection
from benchdb.reads.varied.tracks import tracks_of
from benchdb.reads.versions import UntilChanged
from benchdb.recordings.caveats.partly import with_shares
from benchdb.web.access import allows
from benchdb.wording import listed, words
from frontend.answers.offers import offer
from frontend.answers.run_columns import CONDITIONS, columns, filled, same_in_all
from frontend.levels import with_histories
from frontend.pages.run_list import SortableHead
from frontend.query import is_htmx, search_of
from frontend.templatetags.shown import field_title
from frontend.validators import unless_unchanged

MOST_NOTES = 50
NEWEST = 8  #: runs, by when they were made, as the latest figure is
MOST_OFFERS = 6
HIDDEN = ("file",)  #: columns that the page has no room for


@require_safe
@unless_unchanged
def listing(request: HttpRequest, kind: str) -> HttpResponse:
    """All of one kind, with the number of their runs."""
    known, search = KINDS[kind], search_of(request.GET)
    order = dimension(known.key).order
    rows = sorted(inventory(kind, search.split()), key=lambda row: order(row.name))
    context = {
        "kind": kind,
        "known": known,
        "rows": [row for row in rows if row.runs or search],
        "unused": [row for row in rows if not (row.runs or search)],
        "recorded": machines_of_recordings() if kind == "machines" else (),
        "words": search,
        "titles": known.titles,
    }
    template = "frontend/inventory/_inventory.html" if is_htmx(request) else "frontend/inventory/inventory.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
@unless_unchanged
def detail(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """One machine, kernel or server: what is known of it, what was varied on it, its newest runs."""
    if (shared := same_for_all(kind, slug)) is None:
        return moved_away(kind, slug)
    may_edit = actor_of(request).may(Action.EDIT)
    own = {"may_edit": may_edit, **(corrections(kind, shared["row"], shared["total"]) if may_edit else {})}
    own["chosen"] = request.GET.get("merge", "")
    own["changeable"] = {one.row.pk for one in shared["notes"] if may_change(actor_of(request), one.row)}
    return render(request, "frontend/inventory/inventory_detail.html", shared | own)


def moved_away(kind: str, slug: str) -> HttpResponse:
    """Where a row is now that was renamed, or merged into another. Http404 where there was none."""
    target = renamed_to(KINDS[kind].key, slug)
    if not target:
        raise Http404(f"there is no {KINDS[kind].key} {slug}")
    return redirect("inventory_detail", kind, target)


def of_slug(kind: str, slug: str) -> dict[str, Any] | None:
    """What the page shows to every reader; None where there is no such row."""
    known = KINDS[kind]
    row = known.model._default_manager.filter(slug=slug).first()
    return of_row(kind, known, row) if row else None


same_for_all = UntilChanged(of_slug)


def of_row(kind: str, known: InventoryKind, row: Any) -> dict[str, Any]:
    where = ((known.key, (row.name,)),)
    question = suggested({known.key: [row.name]})
    selection = selected(latest.census(), where)
    constant = constants(selection, CONDITIONS)
    shown = [
        column
        for column in columns(constant, (), varied_settings(selection))
        if column.is_shown and column.key not in HIDDEN
    ]
    runs = filled(shown, with_shares(listed_runs(page(selection, STARTED, True, 0, NEWEST))))
    return {
        "kind": kind,
        "known": known,
        "row": row,
        "facts": [Fact(name, title, getattr(row, name), editable(known, row, name)) for name, title in known.titles],
        "cpus_online": "" if (cpus := constant.get("cpus", MISSING)) == MISSING else cpus,
        "heads": [SortableHead(column, "", "") for column in runs.columns],
        "rows": runs.rows,
        "empty": listed(runs.empty),
        "are_published": runs.are_published,
        "total": selection.total,
        "table": with_histories(tracks_of(selection, known.key), where),
        "offers": [offer("compare", one) for one in of_selection(where)[:MOST_OFFERS]],
        "same": same_in_all({key: value for key, value in constant.items() if key not in (known.key, "status")}),
        "compare": question.path(),
        "history": HistoryQuestion(metric=question.metrics[0], where=question.where).path(),
        **(noted(row) if isinstance(row, Machine) else {"notes": ()}),
        "edited": [(name, title_of(known, name), field_text(row, name)) for name in EDITED[known.key]],
    }


@dataclass(frozen=True, slots=True)
class ListedNote:
    """What somebody noted of a machine."""

    row: MachineNote
    days: str


def noted(machine: Machine) -> dict[str, Any]:
    """The notes of the newest days."""
    every = notes_of(machine)
    newest = [ListedNote(row, days_between(row.since, row.until)) for row in every[:MOST_NOTES]]
    return {
        "notes": newest,
        "more_notes": every.count() - len(newest) if len(newest) == MOST_NOTES else 0,
        "new_note": f"{reverse('new_note')}?{urlencode({'machine': machine.name})}",
    }


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known of a machine, a kernel or a server; where it stands, an editor corrects it."""

    name: str
    title: str
    value: Any
    text: str | None  #: as an editor types it; None = nobody does


def editable(known: InventoryKind, row: Any, name: str) -> str | None:
    return field_text(row, name) if name in EDITED[known.key] else None


def corrections(kind: str, row: Any, total: int) -> dict[str, Any]:
    """What an editor may do to it; `total` is the number of its runs."""
    others = sorted((name for name in slugs(kind) if name != row.name), key=dimension(KINDS[kind].key).order)
    alike = [name for name in others if plain(name) == plain(row.name)][:1]
    return {
        "others": others,
        "alike": [(name, merge_address(kind, row, total, name)) for name in alike],
        "merges": merges(row),
        "former_names": former_names(row),
    }


def merge_address(kind: str, row: Any, total: int, name: str) -> str:
    """The form that merges the one with fewer runs into the other, filled in."""
    known = KINDS[kind]
    other: Any = get_object_or_404(known.model, name=name)
    moved, into = (other, row) if runs_on(known.key, other) < total else (row, other)
    address = reverse("inventory_detail", args=[kind, moved.slug])
    return f"{address}?{urlencode({'merge': into.name})}#merge"


def plain(name: str) -> str:
    """A name without what people spell one way or another: capitals, marks, a domain."""
    host = name.partition(".")[0] if name[:1].isalpha() and " " not in name else name
    return "".join(letter for letter in host.lower() if letter.isalnum())


def title_of(known: InventoryKind, name: str) -> str:
    return str(known.model._meta.get_field(name).verbose_name)


def field_text(row: Any, name: str) -> str:
    value = getattr(row, name)
    if value is None:
        return ""
    return memory_text(value) if name == "memory_bytes" else str(value)


@allows(Action.EDIT)
@require_POST
def correct(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """Edit, merge, or undo a merge; by editors."""
    known = KINDS[kind]
    row: Any = get_object_or_404(known.model, slug=slug)
    form = request.POST
    try:
        if form.get("do") == "merge":
            row = merged(request, known, row, form.get("into", ""))
        elif form.get("do") == "undo":
            row = parted(request, kind, row, form.get("entry", ""))
        else:
            row = corrected(request, kind, row, form.dict())
    except BadCorrection as error:
        messages.error(request, f"Nothing was changed: {str(error).rstrip('.')}.")
    return redirect("inventory_detail", kind, row.slug)


def corrected(request: HttpRequest, kind: str, row: Any, values: Mapping[str, str]) -> Any:
    """The row with what was typed; the message says what changed, with the button that undoes it."""
    known = KINDS[kind]
    names = [name for name in EDITED[known.key] if name in values]
    before = {name: field_text(row, name) for name in names}
    row = edit(row, values)
    changed = {name: was for name, was in before.items() if field_text(row, name) != was}
    if changed:
        fields = tuple(field_title(title_of(known, name)) for name in changed)
        address = reverse("correct", args=[kind, row.slug])
        form = {"sentence": words("corrected", name=row.name, fields=fields), "was": changed, "address": address}
        messages.success(request, render_to_string("frontend/inventory/_undo.html", form, request))
    return row


def merged(request: HttpRequest, known: InventoryKind, row: Any, name: str) -> Any:
    into: Any = known.model.called(name).first()
    if into is None:
        raise BadCorrection(f"there is no {known.key} called {name[:80]!r}")
    moved = merge(row, into)
    messages.success(request, words("merged", runs=moved, name=row.name))
    return into


def parted(request: HttpRequest, kind: str, row: Any, number: str) -> Any:
    """The row of a merge's name again. BadCorrection where somebody was faster."""
    entry = next((one for one in merges(row) if str(one.pk) == number), None)
    if entry is None:
        undone = undone_merge(row, number)
        raise BadCorrection(words("merge was undone", who=undone.who) if undone else words("no merge into it"))
    again = undo(entry, row)
    runs = runs_on(KINDS[kind].key, again)
    messages.success(request, words("merge undone", name=again.name, runs=runs, into=row.name))
    return again
