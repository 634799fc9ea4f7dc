"""A request -> the Actor behind it: somebody logged in, a token, nobody; this machine while there is no account."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from benchdb.accounts import tokens
from benchdb.accounts.people import role_of, site_is_claimed
from benchdb.domain.roles import Action, Role, Scope, allowed

FORWARDING_HEADERS = ("X-Forwarded-For", "Forwarded", "X-Real-IP")
BEARER = "bearer "


class BadToken(PermissionError):
    """The request shows a token that lets nobody in."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks, and what they may do."""

    name: str
    role: Role
    actions: frozenset[Action]
    user: Any = None  #: None: nobody, or this machine
    via: str = ""  #: a token's name

    def may(self, action: Action) -> bool:
        return action in self.actions

    @property
    def is_nobody(self) -> bool:
        return self.role == Role.NOBODY

    @property
    def is_session(self) -> bool:
        """Known by a cookie, which a browser sends whoever made the page ask."""
        return self.user is not None and not self.via


def actor_of(request: HttpRequest) -> Actor:
    """Who asks; found once per request. BadToken for a token that is unknown, revoked or expired."""
    if not hasattr(request, "_actor"):
        request._actor = _identified(request)
    return request._actor


def _identified(request: HttpRequest) -> Actor:
    words = bearer(request)
    if words is not None:
        return _of_token(words)
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return _actor(user.get_username(), role_of(user), user=user)
    if is_local(request) and not site_is_claimed():
        return _actor("whoever sits at this machine", Role.MACHINE)
    return _actor("nobody", Role.NOBODY)


def _of_token(words: str) -> Actor:
    token = tokens.valid_token(words)
    if token is None:
        raise BadToken("This token is unknown, revoked or expired; /account/ makes another.")
    owner = token.owner
    return _actor(owner.get_username(), role_of(owner), Scope(token.scope), user=owner, via=str(token))


def _actor(name: str, role: Role, scope: Scope | None = None, **more: Any) -> Actor:
    return Actor(name, role, allowed(role, scope, settings.READING == "public"), **more)


def bearer(request: HttpRequest) -> str | None:
    """The secret in `Authorization: Bearer …`; None where there is no such header."""
    header: str = request.headers.get("Authorization", "")
    return header[len(BEARER) :].strip() if header.lower().startswith(BEARER) else None


def is_local(request: HttpRequest) -> bool:
    """Straight from a loopback address. Behind a proxy every request seems to be; its headers give it away."""
    if any(header in request.headers for header in FORWARDING_HEADERS):
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
