"""Too many wrong passwords: for one name from one address, or from one address for any names."""

from __future__ import annotations

import ipaddress
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

from benchdb.wording import words


def locked_out(request: HttpRequest, response: HttpResponse | None = None, credentials: Any = None) -> HttpResponse:
    """429, and for how long."""
    seconds = int(settings.AXES_COOLOFF_TIME.total_seconds())
    answer = render(request, "429.html", {"minutes": seconds // 60}, status=429)
    answer["Retry-After"] = str(seconds)
    return answer


def client_address(request: HttpRequest) -> str:
    """Whose attempts are counted: the asker's, or what the nearest of our proxies says of it.

    X-Forwarded-For is read from its end: what stands before the first address that is no proxy of ours may be made up.
    """
    address = str(request.META.get("REMOTE_ADDR", ""))
    for word in reversed(request.headers.get("X-Forwarded-For", "").split(",")):
        if address not in settings.PROXIES or not is_address(word.strip()):
            break
        address = word.strip()
    return address


def is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


class AddressBackend:
    """Lets nobody in. It stands first, and refuses an address that guesses before any password is hashed."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> None:
        if request is None:
            return
        if wrong_passwords(get_client_ip_address(request), timezone.now()) >= settings.WRONG_PASSWORDS:
            request.axes_locked_out = True
            raise AxesBackendPermissionDenied(words("too many passwords"))


def wrong_passwords(address: str | None, now: datetime) -> int:
    """How many came from an address lately, whatever the names were."""
    lately = AccessAttempt.objects.filter(ip_address=address, attempt_time__gt=now - settings.AXES_COOLOFF_TIME)
    return lately.aggregate(total=Sum("failures_since_start"))["total"] or 0
