"""`/webhooks/`: who hears of what, and whether it arrived. For admins."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from benchdb.domain.roles import Action
from benchdb.models import Delivery, Webhook
from benchdb.reads import people
from benchdb.web.access import allows
from benchdb.webhooks.delivery import MOST_ATTEMPTS, TRIED_FOR
from benchdb.webhooks.events import LONGEST, AddressTaken, create_webhook, publish, send_again
from benchdb.webhooks.listing import CHOOSABLE
from benchdb.webhooks.posting import Unreachable, checked_for_sending
from benchdb.wording import words
from frontend.paging import paged


@never_cache
@allows(Action.ADMINISTER)
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest) -> HttpResponse:
    """The webhooks and their newest deliveries; a POST makes one and shows its secret, this once."""
    made, error, url = None, "", request.POST.get("url", "").strip()
    if request.method == "POST":
        try:
            if len(url) > LONGEST:
                raise Unreachable(words("most of an address", most=LONGEST))
            checked_for_sending(url, private_too=settings.WEBHOOKS_PRIVATE)
            kinds = [kind for kind in request.POST.getlist("kind") if kind in CHOOSABLE] or list(CHOOSABLE)
            with transaction.atomic():
                made = create_webhook(url, kinds)
        except (AddressTaken, Unreachable) as fault:
            error = str(fault)
    context = {
        **paged(request, people.webhooks(), "url"),
        "deliveries": people.newest_deliveries(),
        "attempts": MOST_ATTEMPTS,
        "hours": TRIED_FOR // timedelta(hours=1),
        "kinds": CHOOSABLE,
        "made": made,
        "error": error,
        "url": url if error else "",
    }
    return render(request, "frontend/people/webhooks.html", context, status=400 if error else 200)


@allows(Action.ADMINISTER)
@require_POST
def remove(request: HttpRequest, hook_id: int) -> HttpResponse:
    """Delete it, with its deliveries."""
    with transaction.atomic():
        get_object_or_404(Webhook, pk=hook_id).delete()
    return redirect("webhooks")


@allows(Action.ADMINISTER)
@require_POST
def test(request: HttpRequest, hook_id: int) -> HttpResponse:
    """Send it a delivery to see whether it arrives."""
    hook = get_object_or_404(Webhook, pk=hook_id)
    publish("webhook.tested", {"title": f"A test by {request.user}", "path": "/webhooks/"}, only=hook)
    messages.info(request, words("test is sent"))
    return redirect("webhooks")


@allows(Action.ADMINISTER)
@require_POST
def again(request: HttpRequest, delivery_id: int) -> HttpResponse:
    """Try a delivery once more that was given up."""
    get_object_or_404(Delivery, pk=delivery_id)
    delivery = send_again(delivery_id)
    if delivery is None:
        messages.error(request, words("delivery was not given up"))
    else:
        messages.info(request, words("delivery is sent again", title=delivery.event.title))
    return redirect("webhooks")
