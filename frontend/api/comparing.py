"""`/api/v1/compare`, `/scaling`, `/history` and `/permalinks`: the documents of the .json twins, and freezing."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from django.db.models import Q
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Query, Router, Schema, Status
from pydantic import Field

from benchdb.access import require_writer
from benchdb.comparison.drift import drift
from benchdb.comparison.freeze import shown
from benchdb.comparison.select import compared
from benchdb.history.select import history
from benchdb.history.spec import HistorySpec
from benchdb.models import Permalink
from benchdb.scaling.select import scaling
from benchdb.scaling.spec import ScalingSpec
from frontend.api.asked import HISTORY, QUESTION, SCALING
from frontend.api.paging import Limit
from frontend.history_twins import document as history_document
from frontend.pages.asking import pairs, spec_of
from frontend.pages.permalinks import kept
from frontend.scaling_twins import document as scaling_document
from frontend.twins import document

router = Router()
scaled = Router()
went = Router()
permalinks = Router()
LinkId = Annotated[str, Path(max_length=16, pattern="^[a-z2-7]+$")]


class Question(Schema):
    query: str = Field(max_length=8000, description="what follows the ? of a comparison's address")
    title: str = Field("", max_length=200, description="part of the permalink; cannot be changed later")
    note: str = Field("", max_length=2000, description="likewise")


class LinkOut(Schema):
    id: str
    url: str
    query: str
    as_of: datetime
    created_at: datetime
    runs: list[int]
    logs: list[str] = Field(description="SHA-256 of each run's raw log")
    versions: dict[str, Any]

    @staticmethod
    def resolve_url(row: Any, context: Any) -> str:
        return str(context["request"].build_absolute_uri(f"/p/{row.pk}/"))

    @staticmethod
    def resolve_runs(row: Any) -> list[int]:
        return list(row.run_ids)


class LinkDetail(LinkOut):
    comparison: dict[str, Any] = Field(description="as it was frozen")
    drift: list[str] = Field(description="how today's data would answer otherwise; empty if they say the same")

    @staticmethod
    def resolve_comparison(row: Any) -> dict[str, Any]:
        return document(shown(row))

    @staticmethod
    def resolve_drift(row: Any) -> list[str]:
        return list(drift(row))


class Links(Schema):
    permalinks: list[LinkOut]
    next: str | None


@router.get("", response=dict[str, Any], openapi_extra={"parameters": QUESTION})
def compare(request: HttpRequest) -> dict[str, Any]:
    """Any dimension against any other: the same document as `/compare.json`."""
    return document(compared(spec_of(request)))


@scaled.get("", response=dict[str, Any], openapi_extra={"parameters": SCALING})
def how_far_it_scales(request: HttpRequest) -> dict[str, Any]:
    """Speed-up, laws and knees: the same document as `/scaling.json`."""
    return scaling_document(scaling(ScalingSpec.from_query(pairs(request.GET))))


@went.get("", response=dict[str, Any], openapi_extra={"parameters": HISTORY})
def when_it_changed(request: HttpRequest) -> dict[str, Any]:
    """A metric over time or versions, with its changes: the same document as `/history.json`."""
    return history_document(history(HistorySpec.from_query(pairs(request.GET))))


@permalinks.post("", response={201: LinkOut})
def freeze(request: HttpRequest, told: Question) -> Status:
    """Keep a comparison as it stands now. The same answer twice is the same permalink. For uploaders."""
    require_writer(request)
    return Status(201, kept(request, told.query, told.title, told.note))


@permalinks.get("", response=Links)
def all_links(
    request: HttpRequest,
    before: Annotated[str, Query(max_length=16, pattern="^[a-z2-7]*$", description="`next` names it")] = "",
    limit: Limit = 50,
) -> dict[str, Any]:
    """The frozen comparisons, newest first."""
    found = Permalink.objects.defer("result").order_by("-created_at", "-pk")
    if before:
        last = get_object_or_404(Permalink, pk=before)
        found = found.filter(Q(created_at__lt=last.created_at) | Q(created_at=last.created_at, pk__lt=last.pk))
    listed = list(found[: limit + 1])
    following = None
    if len(listed) > limit:
        following = request.build_absolute_uri(f"{request.path}?limit={limit}&before={listed[limit - 1].pk}")
    return {"permalinks": listed[:limit], "next": following}


@permalinks.get("/{link_id}", response=LinkDetail)
def one_link(request: HttpRequest, link_id: LinkId) -> Permalink:
    """One frozen comparison, with what it was made from, and whether today's data would say the same."""
    return get_object_or_404(Permalink, pk=link_id)
