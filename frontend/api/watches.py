"""`/api/v1/watches`: make, list and remove watches; what they told."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest
from ninja import Path, Router, Schema, Status
from ninja.errors import HttpError
from pydantic import Field

from benchdb.accounts.actor import actor_of
from benchdb.watches.keep import (
    LARGEST_LEAST,
    BadWatch,
    WatchedAlready,
    WatchRequest,
    changes_of,
    history_of,
    make_watch,
    watches,
)
from benchdb.web.access import require_writer
from benchdb.web.bodies.json_body import JsonBody
from benchdb.web.requests import lasting_address
from frontend import watches as shared
from frontend.api.paging import LARGEST_KEY, Before, Limit, newest_first
from frontend.own_links import own_link

router = Router()
WatchId = Path(..., ge=1, le=LARGEST_KEY)


class WatchIn(JsonBody):
    question: str = Field(max_length=8000, description="the address of a history or comparison, or a history's query")
    title: str = Field("", max_length=200)
    direction: Literal["any", "worse"] = "any"
    least: float = Field(
        0.02, strict=True, ge=0, le=LARGEST_LEAST, description="relative change below which nothing is reported"
    )
    is_quiet: bool = Field(True, strict=True, description="only changes that are hardly chance")
    mail: str = Field("", max_length=254, description="who is written to; needs the site's MAIL_URL")


class WatchOut(Schema):
    id: int
    url: str
    title: str
    history: str = Field(description="the address of what is watched")
    feed: str
    direction: str
    least: float
    is_quiet: bool
    made_at: datetime
    looked_at: datetime | None = Field(alias="checked_at", description="when new runs were last checked; null if never")
    trouble: str = Field(description="why it cannot be answered today; empty if it can")
    alarms: int = Field(description="changes that it told")

    @staticmethod
    def resolve_url(row: Any, context: Any) -> str:
        return str(context["request"].build_absolute_uri(f"/watches/{row.pk}/"))

    @staticmethod
    def resolve_history(row: Any, context: Any) -> str:
        return str(context["request"].build_absolute_uri(history_of(row.query).path()))

    @staticmethod
    def resolve_feed(row: Any, context: Any) -> str:
        return str(context["request"].build_absolute_uri(f"/watches/{row.pk}/feed.atom"))


class ChangeOut(Schema):
    told_at: datetime
    sentence: str
    detail: dict[str, Any] = Field(description="what webhooks are told")
    gone_at: datetime | None = Field(description="since when the history shows it no longer; null if it does")


class WatchDetail(WatchOut):
    runs: int | None = Field(description="that it is about today; 0: no run matches. null if it cannot be answered")
    changes: list[ChangeOut] = Field(description="that it told, the newest 50")

    @staticmethod
    def resolve_runs(row: Any) -> int | None:
        return shared.runs_of(row)

    @staticmethod
    def resolve_changes(row: Any) -> list[dict[str, Any]]:
        return [
            {
                "told_at": one.seen_at,
                "sentence": one.event.title,
                "detail": one.event.payload,
                "gone_at": one.gone_at,
            }
            for one in changes_of(row)
        ]


class Watches(Schema):
    watches: list[WatchOut]
    next: str | None


@router.get("", response=Watches)
def all_watches(request: HttpRequest, before: Before = LARGEST_KEY, limit: Limit = 50) -> dict[str, Any]:
    """Every watch, newest first."""
    listed, following = newest_first(request, watches(), before, limit)
    return {"watches": listed, "next": following}


@router.post("", response={201: WatchDetail})
def watch(request: HttpRequest, wished: WatchIn) -> Status:
    """Hear of a history when it changes. 409 where one of yours says the same. For uploaders."""
    require_writer(request)
    own_link(request, wished.question)
    try:
        made = make_watch(WatchRequest(**wished.model_dump()), actor_of(request).user, lasting_address(request, "/"))
    except WatchedAlready as error:
        raise HttpError(409, str(error)) from error
    except BadWatch as error:
        raise HttpError(422, str(error)) from error
    return Status(201, shared.watch_or_404(made.pk))


@router.get("/{watch_id}", response=WatchDetail)
def one_watch(request: HttpRequest, watch_id: int = WatchId) -> Any:
    """One watch, with the changes that it told."""
    return shared.watch_or_404(watch_id)


@router.delete("/{watch_id}", response={204: None})
def end_watch(request: HttpRequest, watch_id: int = WatchId) -> Status:
    """End it. For whoever made it, and for editors."""
    shared.end_watch(request, watch_id)
    return Status(204, None)
