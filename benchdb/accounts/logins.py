"""Too many wrong passwords: for one name from one address, or from one address for any names."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from axes.exceptions import AxesBackendPermissionDenied
from axes.helpers import get_client_ip_address
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone


def locked_out(request: HttpRequest, response: HttpResponse | None = None, credentials: Any = None) -> HttpResponse:
    """429, and for how long."""
    seconds = int(settings.AXES_COOLOFF_TIME.total_seconds())
    answer = render(request, "429.html", {"minutes": seconds // 60}, status=429)
    answer["Retry-After"] = str(seconds)
    return answer


class AddressBackend:
    """Lets nobody in. It stands first, and refuses an address that guesses before any password is hashed."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> None:
        if request is None:
            return
        if wrong_passwords(get_client_ip_address(request), timezone.now()) >= settings.WRONG_PASSWORDS:
            request.axes_locked_out = True
            raise AxesBackendPermissionDenied("too many wrong passwords from this address")


def wrong_passwords(address: str | None, now: datetime) -> int:
    """How many came from an address lately, whatever the names were."""
    lately = AccessAttempt.objects.filter(ip_address=address, attempt_time__gt=now - settings.AXES_COOLOFF_TIME)
    return lately.aggregate(total=Sum("failures_since_start"))["total"] or 0
