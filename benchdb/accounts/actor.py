"""A request -> the Actor behind it: somebody logged in, a token, nobody; before accounts, the site's token."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from benchdb.accounts import site_token, tokens
from benchdb.accounts.people import role_of, site_is_claimed
from benchdb.domain.roles import Action, Role, Scope, allowed
from benchdb.wording import words

BEARER = "bearer "
#: Of a site without accounts, or with its token: in the audit log too. Who had the link that `make run` prints need not
#: sit at its machine, as older entries say.
WITHOUT_ACCOUNT, FORMERLY = "somebody without an account", "whoever sits at this machine"


class BadToken(PermissionError):
    """The request shows a token that lets nobody in."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks, and what they may do."""

    name: str
    role: Role
    actions: frozenset[Action]
    user: Any = None  #: None: nobody, or this machine's
    via: str = ""  #: a token's name

    def may(self, action: Action) -> bool:
        return action in self.actions

    @property
    def is_nobody(self) -> bool:
        return self.role == Role.NOBODY

    @property
    def is_session(self) -> bool:
        """Known by a cookie, which a browser sends whoever made the page ask."""
        return not self.is_nobody and not self.via


def actor_of(request: HttpRequest) -> Actor:
    """Who asks; found once per request. BadToken for a token that is unknown, revoked or expired."""
    if not hasattr(request, "_actor"):
        request._actor = _identified(request)
    return request._actor


def _identified(request: HttpRequest) -> Actor:
    secret = bearer(request)
    if secret is not None:
        return _of_token(secret)
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return _actor(user.get_username(), role_of(user), user=user)
    if site_token.is_site_token(request.COOKIES.get(site_token.COOKIE, "")):
        return _actor(WITHOUT_ACCOUNT, Role.MACHINE)
    return _actor("nobody", Role.NOBODY)


def _of_token(secret: str) -> Actor:
    token = tokens.valid_token(secret)
    if token is None and site_token.is_site_token(secret):
        return _actor(WITHOUT_ACCOUNT, Role.MACHINE, via="the site's token")
    if token is None:
        if site_token.kept_token() and not site_is_claimed():
            raise BadToken(words("bad token of a site without accounts", file=str(site_token.token_file())))
        raise BadToken(words("bad token"))
    owner = token.owner
    return _actor(owner.get_username(), role_of(owner), Scope(token.scope), user=owner, via=str(token))


def _actor(name: str, role: Role, scope: Scope | None = None, **more: Any) -> Actor:
    return Actor(name, role, allowed(role, scope, settings.READING == "public"), **more)


def bearer(request: HttpRequest) -> str | None:
    """The secret in `Authorization: Bearer …`; None where there is no such header."""
    header: str = request.headers.get("Authorization", "")
    return header[len(BEARER) :].strip() if header.lower().startswith(BEARER) else None
