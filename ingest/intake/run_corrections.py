"""`/runs/correct/`: facts of chosen runs, corrected together; and each such correction, which can be undone."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import capfirst
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from benchdb.accounts.actor import actor_of
from benchdb.curation.corrections.run_corrections import chosen, correct_runs, planned, sentence_of
from benchdb.curation.corrections.run_facts import FACTS, OF_SETUP, counts, title, values
from benchdb.curation.corrections.undone_corrections import undo, undoing
from benchdb.curation.inventory import BadCorrection
from benchdb.domain.roles import Action
from benchdb.models import Run, RunCorrection
from benchdb.web.access import allows
from benchdb.wording import words
from ingest.declared.corrected_facts import corrected_facts
from ingest.declared.facts import BadFact
from ingest.intake.views import known_names

LARGEST = 2**63 - 1


class Field(NamedTuple):
    """One of the form."""

    name: str
    title: str
    typed: str
    now: str  #: what the runs have; "" where that is not said


@allows(Action.EDIT)
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest) -> HttpResponse:
    """The form; what would change, once facts are typed; and, where that was seen, the correction itself."""
    form = request.POST if request.method == "POST" else request.GET
    context: dict[str, Any] = {"back": form.get("back", ""), "known": known_names()}
    try:
        ids = run_numbers(form)
        context |= of_runs(chosen(ids), form)
        if request.method == "POST" and form.get("do") != "choose":
            facts = corrected_facts({name: form.get(name, "") for name in FACTS})
            plan = planned(ids, facts)
            if form.get("do") == "correct" and form.get("seen") == plan.sentence:
                return redirect("run_correction", correct_runs(ids, facts, actor_of(request).name).pk)
            context |= {"plan": plan, "is_stale": form.get("do") == "correct"}
    except (BadCorrection, BadFact) as error:
        words = str(error) if isinstance(error, BadFact) else capfirst(str(error))  # a fact is named as it is typed
        return render(request, "ingest/correct_runs.html", {**context, "error": words}, status=400)
    return render(request, "ingest/correct_runs.html", context)


def run_numbers(form: QueryDict) -> list[int]:
    """Of the runs that are chosen, each once. BadCorrection for what is no number."""
    texts = list(dict.fromkeys(form.getlist("run")))
    if wrong := [text for text in texts if not (text.isascii() and text.isdigit() and int(text) <= LARGEST)]:
        raise BadCorrection(f"run: expected a number, found {wrong[0][:80]!r}")
    return [int(text) for text in texts]


def of_runs(runs: list[Run], form: QueryDict) -> dict[str, Any]:
    """What the form says of the chosen runs: how many, of which uploads, and what each fact is now."""
    now = {name: values(counts(runs, name)) for name in (*OF_SETUP, "booted_at")}
    return {
        "runs": runs,
        "uploads": sorted({run.file.upload_id for run in runs}),
        "fields": [Field(name, title(name), form.get(name, ""), now.get(name, "")) for name in FACTS],
    }


@require_safe
def correction(request: HttpRequest, correction_id: int) -> HttpResponse:
    """What was corrected, by whom, and the button that undoes it."""
    made = get_object_or_404(RunCorrection, pk=correction_id)
    context = {
        "correction": made,
        "sentence": sentence_of(made),
        "undoing": None if made.undone_at else undoing(made),
        "runs": [run for group in made.before for run in group["runs"]],
        "may_edit": actor_of(request).may(Action.EDIT),
    }
    return render(request, "ingest/run_correction.html", context)


@allows(Action.EDIT)
@require_POST
def put_back(request: HttpRequest, correction_id: int) -> HttpResponse:
    """Undo a correction, where its runs still have what it said."""
    made = get_object_or_404(RunCorrection, pk=correction_id)
    try:
        runs = undo(made.pk, actor_of(request).name)
    except BadCorrection as error:
        messages.error(request, f"Nothing was changed: {error}.")
        return redirect("run_correction", made.pk)
    messages.success(request, put_back_sentence(runs, max(made.runs - runs, 0)))
    return redirect("run_correction", made.pk)


def put_back_sentence(runs: int, left: int) -> str:
    if not runs:
        return words("none put back")
    return words("some put back", runs=runs, left=left) if left else words("all put back", runs=runs)
