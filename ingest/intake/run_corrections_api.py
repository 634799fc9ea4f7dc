"""`/api/v1/corrections`: facts of chosen runs, corrected together, and undone. For editors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Router, Schema, Status
from ninja.errors import HttpError
from pydantic import Field

from benchdb.curation.corrections.run_corrections import MOST, Plan, changes_of, correct_runs, planned, sentence_of
from benchdb.curation.corrections.run_facts import FactChange
from benchdb.curation.corrections.undone_corrections import undo, undoing
from benchdb.curation.inventory import BadCorrection
from benchdb.domain.roles import Action
from benchdb.models import RunCorrection
from benchdb.web.access import require
from benchdb.web.bodies.json_body import JsonBody
from ingest.declared.corrected_facts import corrected_facts
from ingest.declared.facts import BadFact
from ingest.intake.api import StatedFacts, UploadForm, numbers_too

router = Router()
LARGEST_KEY = 2**62
CorrectionId = Path(..., ge=1, le=LARGEST_KEY)
OF_ONE_RUN = frozenset({"trial", "started_at", "pattern", "own_runs", "paths"})  #: fields of uploads alone
PROPERTIES = numbers_too(UploadForm.model_json_schema()["properties"])
FIELDS = {name: about for name, about in PROPERTIES.items() if name not in OF_ONE_RUN}


class CorrectionIn(JsonBody):
    runs: list[Annotated[int, Field(ge=1, le=LARGEST_KEY)]] = Field(min_length=1, max_length=MOST)
    facts: StatedFacts = Field(
        description="as an upload's; “not recorded” takes one away, and what is left out stays as it is",
        json_schema_extra={"properties": FIELDS, "additionalProperties": False, "minProperties": 1},
    )
    dry_run: bool = Field(False, description="say what would change, and change nothing")


class FactBefore(Schema):
    value: str
    runs: int


class CorrectedFact(Schema):
    fact: str = Field(description="kernel, tuning.KeepAlive, …")
    had: list[FactBefore] = Field(description="what the runs had, the most of them first")
    value: str = Field(description="what they have now")


class CorrectionOut(Schema):
    id: int | None = Field(description="null for a dry run")
    sentence: str
    runs: int = Field(description="that it changed; those that had all of it already are none")
    uploads: int
    changes: list[CorrectedFact]
    made_at: datetime | None
    made_by: str
    undone_at: datetime | None
    undone_by: str
    undoing: str = Field(description="what undoing it would change today; empty where nothing")


class Undone(Schema):
    runs: int = Field(description="that have what they had before")
    left: int = Field(description="that were changed since, and stay as they are until that is undone, too")


@router.post("", response={201: CorrectionOut, 200: CorrectionOut})
def correct(request: HttpRequest, wished: CorrectionIn) -> Status:
    """Have all these runs the same facts. They keep their numbers, tags and exclusions; frozen links keep their bytes.

    What is said stays with each run, above what its upload says. 409 where a run cannot be corrected, or none changes.
    """
    actor = require(request, Action.EDIT)
    try:
        facts = facts_of(wished.facts)
        if wished.dry_run:
            return Status(200, planned_as_json(planned(wished.runs, facts)))
        return Status(201, as_json(correct_runs(wished.runs, facts, actor.name)))
    except BadFact as error:
        raise HttpError(400, str(error)) from error
    except BadCorrection as error:
        raise HttpError(409, str(error)) from error


@router.get("/{correction_id}", response=CorrectionOut)
def correction(request: HttpRequest, correction_id: int = CorrectionId) -> dict[str, Any]:
    """What was corrected, by whom, and whether it was undone."""
    return as_json(get_object_or_404(RunCorrection, pk=correction_id))


@router.delete("/{correction_id}", response=Undone)
def undo_correction(request: HttpRequest, correction_id: int = CorrectionId) -> dict[str, int]:
    """What the runs would have had it never been made: what was said of them since stays. For editors."""
    actor = require(request, Action.EDIT)
    made = get_object_or_404(RunCorrection, pk=correction_id)
    try:
        runs = undo(made.pk, actor.name)
    except BadCorrection as error:
        raise HttpError(409, str(error)) from error
    return {"runs": runs, "left": max(made.runs - runs, 0)}


def facts_of(stated: Mapping[str, str]) -> dict[str, Any]:
    """BadFact for what an upload has no field for, or what runs do not share."""
    if unknown := [name for name in stated if name not in FIELDS]:
        raise BadFact("no shared fact", name=unknown[0][:80], known=tuple(FIELDS))
    return corrected_facts(stated)


def planned_as_json(plan: Plan) -> dict[str, Any]:
    made = RunCorrection(runs=len(plan.changed), uploads=plan.uploads)
    return {**of_row(made), "sentence": plan.sentence, "changes": changes_as_json(plan.changes), "undoing": ""}


def as_json(made: RunCorrection) -> dict[str, Any]:
    undone = "" if made.undone_at else undoing(made).sentence
    own = {"sentence": sentence_of(made), "changes": changes_as_json(changes_of(made)), "undoing": undone}
    return {**of_row(made), **own}


def of_row(made: RunCorrection) -> dict[str, Any]:
    named = ("runs", "uploads", "made_at", "made_by", "undone_at", "undone_by")
    return {"id": made.pk, **{name: getattr(made, name) for name in named}}


def changes_as_json(changes: Iterable[FactChange]) -> list[dict[str, Any]]:
    return [
        {"fact": one.name, "had": [{"value": value, "runs": runs} for value, runs in one.had], "value": one.fact}
        for one in changes
    ]
