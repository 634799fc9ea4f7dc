"""`/api/v1/webhooks`: addresses that are told what happens here, and what became of it. For admins."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Router, Schema, Status
from ninja.errors import HttpError
from pydantic import Field

from benchdb.domain.roles import Action
from benchdb.web.access import require
from benchdb.web.bodies.json_body import JsonBody
from benchdb.webhooks.events import AddressTaken, create_webhook
from benchdb.webhooks.listing import CHOOSABLE, deliveries_of, every_webhook
from benchdb.webhooks.posting import Unreachable, checked_for_sending
from frontend.api.paging import LARGEST_KEY, After, Before, Limit, newest_first, oldest_first

router = Router()
HookId = Path(..., ge=1, le=LARGEST_KEY)


class WebhookIn(JsonBody):
    url: str = Field(max_length=500)
    kinds: list[str] = Field(default_factory=lambda: list(CHOOSABLE), description=f"of {', '.join(CHOOSABLE)}")


class WebhookOut(Schema):
    id: int
    url: str
    kinds: list[str]
    made_at: datetime


class NewWebhook(WebhookOut):
    secret: str = Field(description="signs each delivery; shown only once")


class DeliveryOut(Schema):
    id: int
    kind: str = Field(alias="event.kind")
    title: str = Field(alias="event.title")
    state: str = Field(description="waiting, delivered or failed")
    attempts: int
    status: int | None = Field(description="HTTP, of the last attempt")
    error: str
    tried_at: datetime | None
    next_at: datetime | None = Field(description="not tried again before; null once that is over")

    @staticmethod
    def resolve_next_at(row: Any) -> datetime | None:
        return row.next_at if row.state == "waiting" else None


class Webhooks(Schema):
    webhooks: list[WebhookOut]
    next: str | None


class Deliveries(Schema):
    deliveries: list[DeliveryOut]
    next: str | None


@router.get("", response=Webhooks)
def all_webhooks(request: HttpRequest, after: After = 0, limit: Limit = 50) -> dict[str, Any]:
    """Every webhook, oldest first. For admins."""
    require(request, Action.ADMINISTER)
    listed, following = oldest_first(request, every_webhook(), after, limit)
    return {"webhooks": listed, "next": following}


@router.post("", response={201: NewWebhook})
def add(request: HttpRequest, wished: WebhookIn) -> Status:
    """One more address, with a secret of its own. 409 where it is told of one of the kinds already. For admins."""
    unknown = [kind for kind in wished.kinds if kind not in CHOOSABLE]
    try:
        checked_for_sending(wished.url, private_too=settings.WEBHOOKS_PRIVATE)
    except Unreachable as error:
        raise HttpError(422, str(error)) from error
    if unknown or not wished.kinds:
        raise HttpError(422, f"kinds are {', '.join(CHOOSABLE)}; given: {', '.join(unknown) or 'none'}")
    try:
        with transaction.atomic():
            return Status(201, create_webhook(wished.url, wished.kinds))
    except AddressTaken as error:
        raise HttpError(409, str(error)) from error


@router.delete("/{hook_id}", response={204: None})
def remove(request: HttpRequest, hook_id: int = HookId) -> Status:
    """Tell it nothing any more; its deliveries go with it. For admins."""
    with transaction.atomic():
        get_object_or_404(every_webhook(), pk=hook_id).delete()
    return Status(204, None)


@router.get("/{hook_id}/deliveries", response=Deliveries)
def deliveries(
    request: HttpRequest, hook_id: int = HookId, before: Before = LARGEST_KEY, limit: Limit = 50
) -> dict[str, Any]:
    """What it was told, newest first, and whether that arrived. For admins."""
    require(request, Action.ADMINISTER)
    get_object_or_404(every_webhook(), pk=hook_id)
    listed, following = newest_first(request, deliveries_of(hook_id), before, limit)
    return {"deliveries": listed, "next": following}
