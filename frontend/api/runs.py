"""`/api/v1/runs`, `/tags` and `/exclusions`: the runs, with the filters of the page; tags and exclusions of editors."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Router, Schema, Status
from ninja.errors import HttpError
from pydantic import Field

from benchdb.curation.exclusions import LONGEST, BadExclusion, exclude, include
from benchdb.curation.tags import WORD, BadTag, tag, untag
from benchdb.domain.dimensions import DIMENSIONS, TUNING
from benchdb.domain.roles import Action
from benchdb.models import Run
from benchdb.questions.base import BadQuestion
from benchdb.reads.inventory import tag_counts
from benchdb.reads.representations import RunDetail, RunOut
from benchdb.reads.runs import documents, filtered_documents
from benchdb.reads.runs import excluded as excluded_runs
from benchdb.reads.search.term import BadTerm
from benchdb.web.access import require
from benchdb.web.bodies.json_body import JsonBody
from benchdb.wording.patterns import pattern
from frontend.answers.openapi import DIMENSION_FILTERS, TEXT, parameter
from frontend.api.paging import LARGEST_KEY, Before, Limit, newest_first, page_of
from frontend.api.reasons import reason
from frontend.query import search_of, where_of

router = Router()
tags = Router()
exclusions = Router()
OWN = frozenset({"q", "before", "limit"})
Word = Path(..., pattern=pattern(f"^{WORD}$", "form: tag"))
RunId = Path(..., ge=1, le=LARGEST_KEY)


class Runs(Schema):
    runs: list[RunOut]
    next: str | None = Field(description="the next page's address; null after the last")


class TagOut(Schema):
    name: str
    runs: int


class Exclusion(JsonBody):
    run: int = Field(ge=1, le=LARGEST_KEY)
    reason: str = reason(LONGEST)


class ExclusionOut(Schema):
    run: int
    reason: str
    excluded_at: datetime


class Exclusions(Schema):
    exclusions: list[ExclusionOut]
    next: str | None


FILTERS = {"parameters": [parameter("q", TEXT, "words, each found somewhere in the run"), *DIMENSION_FILTERS]}


@router.get("", response=Runs, openapi_extra=FILTERS)
def runs(request: HttpRequest, before: Before = LARGEST_KEY, limit: Limit = 50) -> dict[str, Any]:
    """The runs that count today, newest first. Filters of other dimensions and words all apply; `tuning.NAME` too."""
    if unknown := [key for key in request.GET if key not in OWN | set(DIMENSIONS) and not key.startswith(TUNING)]:
        raise BadQuestion("unknown filter", name=unknown[0])
    try:
        rows = filtered_documents(where_of(request.GET), search_of(request.GET), before, limit + 1)
    except BadTerm as error:
        raise BadQuestion(error.phrase.kind, **dict(error.phrase.parameters)) from error
    listed, following = page_of(request, rows, "before", limit)
    return {"runs": listed, "next": following}


@router.get("/{run_id}", response=RunDetail)
def run(request: HttpRequest, run_id: int = RunId) -> Run:
    """One run with its measurements, whether it counts or not."""
    return get_object_or_404(documents().prefetch_related("measurements"), pk=run_id)


@router.put("/{run_id}/tags/{word}", response={204: None})
def put_tag(request: HttpRequest, run_id: int = RunId, word: str = Word) -> Status:
    """Put a tag on the run. For editors."""
    require(request, Action.EDIT)
    try:
        tag(get_object_or_404(Run, pk=run_id), word)
    except BadTag as error:
        raise HttpError(409, str(error)) from error
    return Status(204, None)


@router.delete("/{run_id}/tags/{word}", response={204: None})
def delete_tag(request: HttpRequest, run_id: int = RunId, word: str = Word) -> Status:
    """Take a tag off the run. For editors."""
    require(request, Action.EDIT)
    if not untag(get_object_or_404(Run, pk=run_id), word):
        raise HttpError(404, f"run {run_id} has no tag {word!r}")
    return Status(204, None)


@tags.get("", response=list[TagOut])
def all_tags(request: HttpRequest) -> Any:
    """Every tag, and how many runs that count have it."""
    return [{"name": name, "runs": runs} for name, runs in tag_counts()]


@exclusions.get("", response=Exclusions)
def excluded(request: HttpRequest, before: Before = LARGEST_KEY, limit: Limit = 50) -> dict[str, Any]:
    """The runs that do not count, each with its reason, newest run first."""
    listed, following = newest_first(request, excluded_runs(), before, limit)
    return {"exclusions": [exclusion_of(run) for run in listed], "next": following}


def exclusion_of(run: Run) -> dict[str, Any]:
    return {"run": run.pk, "reason": run.excluded_because, "excluded_at": run.excluded_at}


@exclusions.post("", response={201: ExclusionOut})
def make_exclusion(request: HttpRequest, exclusion: Exclusion) -> Status:
    """Leave a run out of comparisons, for a reason. Frozen links still show it. For editors."""
    require(request, Action.EDIT)
    try:
        return Status(201, exclusion_of(exclude(get_object_or_404(Run, pk=exclusion.run), exclusion.reason)))
    except BadExclusion as error:
        raise HttpError(409, str(error)) from error


@exclusions.delete("/{run_id}", response={204: None})
def undo_exclusion(request: HttpRequest, run_id: int = RunId) -> Status:
    """Count the run again. 409 where its upload is withdrawn. For editors."""
    require(request, Action.EDIT)
    excluded_run = get_object_or_404(Run, pk=run_id)
    if excluded_run.excluded_at is None:
        raise HttpError(404, f"run {run_id} is not excluded")
    try:
        include(excluded_run)
    except BadExclusion as error:
        raise HttpError(409, str(error)) from error
    return Status(204, None)
