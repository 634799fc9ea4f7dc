"""For templates: `{{ actor }}`, found only where a page asks for it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from benchdb.accounts.actor import actor_of


def actor(request: HttpRequest) -> dict[str, Any]:
    return {"actor": SimpleLazyObject(lambda: actor_of(request))}
