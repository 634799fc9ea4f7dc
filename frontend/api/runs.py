"""`/api/v1/runs`, `/tags` and `/exclusions`: the runs, with the filters of the page; tags and exclusions of editors."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Router, Schema, Status
from ninja.errors import HttpError
from pydantic import Field

from benchdb.access import require
from benchdb.accounts.roles import Action
from benchdb.comparison.spec import BadSpec
from benchdb.dimensions import DIMENSIONS, TUNING
from benchdb.documents import RunDetail, RunOut
from benchdb.exclusions import LONGEST, BadExclusion, exclude, include
from benchdb.facets import filtered
from benchdb.models import Run, Tag
from benchdb.tagging import WORD, BadTag, tag, untag
from frontend.api.asked import DIMENSION_FILTERS, TEXT, parameter
from frontend.api.paging import LARGEST_KEY, Before, Limit, newest_first
from frontend.pages.asking import where_of
from frontend.pages.runs import searched

router = Router()
tags = Router()
exclusions = Router()
OWN = frozenset({"q", "before", "limit"})
RunId = Path(..., ge=1, le=LARGEST_KEY)


class Runs(Schema):
    runs: list[RunOut]
    next: str | None = Field(description="the next page's address; null after the last")


class TagOut(Schema):
    name: str
    runs: int


class Exclusion(Schema):
    run: int = Field(ge=1, le=LARGEST_KEY)
    reason: str = Field(max_length=LONGEST, pattern=r"^\S[^\x00]*\S[^\x00]*\S$", description="3 characters or more")


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
        raise BadSpec(f"unknown filter {unknown[0]!r}")
    words = request.GET.get("q", "").replace("\0", "").split()
    found = whole(Run.objects.standing().filter(filtered(where_of(request.GET)), searched(words)))
    listed, following = newest_first(request, found, before, limit)
    return {"runs": listed, "next": following}


def whole(found: QuerySet[Run]) -> QuerySet[Run]:
    """With all that a document of a run holds."""
    return found.with_setup().select_related("file").prefetch_related("tags")


@router.get("/{run_id}", response=RunDetail)
def run(request: HttpRequest, run_id: int = RunId) -> Run:
    """One run with its measurements, whether it counts or not."""
    return get_object_or_404(whole(Run.objects.prefetch_related("measurements")), pk=run_id)


@router.put("/{run_id}/tags/{word}", response={204: None})
def put_tag(request: HttpRequest, run_id: int = RunId, word: str = Path(..., pattern=f"^{WORD}$")) -> Status:
    """Put a tag on the run. For editors."""
    require(request, Action.EDIT)
    try:
        tag(get_object_or_404(Run, pk=run_id), word)
    except BadTag as error:
        raise HttpError(409, str(error)) from error
    return Status(204, None)


@router.delete("/{run_id}/tags/{word}", response={204: None})
def delete_tag(request: HttpRequest, run_id: int = RunId, word: str = Path(..., pattern=f"^{WORD}$")) -> Status:
    """Take a tag off the run. For editors."""
    require(request, Action.EDIT)
    if not untag(get_object_or_404(Run, pk=run_id), word):
        raise HttpError(404, f"run {run_id} has no tag {word!r}")
    return Status(204, None)


@tags.get("", response=list[TagOut])
def all_tags(request: HttpRequest) -> Any:
    """Every tag, and how many runs that count have it."""
    counted = Tag.objects.annotate(n=Count("runs", filter=Q(runs__retired_at=None, runs__excluded_at=None)))
    return [{"name": each.name, "runs": each.n} for each in counted]


@exclusions.get("", response=Exclusions)
def excluded(request: HttpRequest, before: Before = LARGEST_KEY, limit: Limit = 50) -> dict[str, Any]:
    """The runs that do not count, each with its reason, newest run first."""
    found = Run.objects.exclude(excluded_at=None).filter(retired_at=None)
    listed, following = newest_first(request, found, before, limit)
    return {"exclusions": [exclusion_of(each) for each in listed], "next": following}


def exclusion_of(found: Run) -> dict[str, Any]:
    return {"run": found.pk, "reason": found.excluded_because, "excluded_at": found.excluded_at}


@exclusions.post("", response={201: ExclusionOut})
def make_exclusion(request: HttpRequest, told: Exclusion) -> Status:
    """Leave a run out of comparisons, for a reason. Frozen links still show it. For editors."""
    require(request, Action.EDIT)
    try:
        return Status(201, exclusion_of(exclude(get_object_or_404(Run, pk=told.run), told.reason)))
    except BadExclusion as error:
        raise HttpError(409, str(error)) from error


@exclusions.delete("/{run_id}", response={204: None})
def undo_exclusion(request: HttpRequest, run_id: int = RunId) -> Status:
    """Count the run again. For editors."""
    require(request, Action.EDIT)
    found = get_object_or_404(Run, pk=run_id)
    if found.excluded_at is None:
        raise HttpError(404, f"run {run_id} is not excluded")
    include(found)
    return Status(204, None)
