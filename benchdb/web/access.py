"""Whether a request may do what it asks for: the actor's actions, and that no page of another site made it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponseBase
from django.utils.text import capfirst
from ninja.utils import check_csrf

from benchdb.accounts.actor import Actor, BadToken, actor_of
from benchdb.accounts.people import site_is_claimed
from benchdb.domain.roles import GIVEN, PERMISSIONS, SCOPES, Action, Role, Scope
from benchdb.host.paths import ROOT, paths
from benchdb.wording import words

READING = frozenset({Action.READ, Action.AUDIT})
NEEDED = {
    Action.READ: "see this",
    Action.UPLOAD: "upload or freeze",
    Action.EDIT: "change facts, tags and exclusions",
    Action.AUDIT: "see the audit log",
    Action.ADMINISTER: "administer this site",
    Action.ACCOUNT: "have an account page",
}


#: How `/account/` calls them.
SCOPE_NAMES = {Scope.READ: "scope: read", Scope.UPLOAD: "scope: upload", Scope.ADMIN: "scope: all"}
OF_ACCOUNTS = frozenset({Action.ADMINISTER, Action.ACCOUNT})  #: what needs an account, whoever sits at the machine
FIRST_ACCOUNT = (
    "Nobody has an account here yet: the link with /join/ that `make run` printed makes the first, an admin's "
    "(`manage.py invite --role admin` makes another link)."
)
CLAIMING = (
    "Open one of the links that `make run` prints (`manage.py invite --role admin` prints another): one creates the "
    "first account, the other keeps the token in this browser. Programs send what the file `token` in the data folder "
    "holds:"
    ' `-H "Authorization: Bearer $(cat {token})"`'
)


def token_file() -> str:
    """Where a shell finds it: the path that everybody has, or the folder that somebody named, whose path is theirs."""
    return "var/token" if paths().token == ROOT / "var" / "token" else '"$BENCHDB_DATA/token"'


class Forbidden(PermissionError):
    """The request may not do this; the message says why and what to do."""

    code = 403


class LoginNeeded(Forbidden):
    """Nobody is known to ask; somebody might be allowed to."""

    code = 401


def require_writer(request: HttpRequest) -> Actor:
    """Forbidden, unless the request may add to the database."""
    return require(request, Action.UPLOAD)


def require(request: HttpRequest, action: Action, what: str = "") -> Actor:
    """Who asks, if they may. Forbidden or LoginNeeded if not. `what` they want, where that has words of its own."""
    try:
        actor = actor_of(request)
    except BadToken as error:
        raise LoginNeeded(str(error)) from error
    writes = action not in READING and request.method not in ("GET", "HEAD", "OPTIONS")
    if writes and not actor.via and comes_from_other_site(request):
        raise Forbidden("This request was sent by a page on another site.")
    if not actor.may(action):
        raise refusal(actor, action, what or NEEDED[action])
    if writes and actor.is_session and not shows_its_origin(request):
        raise Forbidden(
            "A session needs a CSRF token, or a browser that says where the request comes from; programs use tokens."
        )
    return actor


def refusal(actor: Actor, action: Action, what: str) -> Forbidden:
    if not actor.is_nobody:
        help = FIRST_ACCOUNT if action in OF_ACCOUNTS and not site_is_claimed() else what_helps(actor, action)
        return Forbidden(f"{described(actor)} may not {what}. {help}".strip())
    if site_is_claimed():
        return LoginNeeded(f"Log in, or send a token, to {what}.")
    how = CLAIMING.format(token=token_file())
    return Forbidden(f"Claim this site first: nobody has an account here, and you did not show its token. {how}")


def described(actor: Actor) -> str:
    """Names are written as they are; who sits at this machine has none, and no role but that."""
    whose = f"{actor.via} of {actor.name}" if actor.via else actor.name
    return capfirst(whose) if actor.role == Role.MACHINE else f"{whose} ({actor.role})"


def what_helps(actor: Actor, action: Action) -> str:
    """A role that may, or a token for more of what its owner may; "" where there is neither."""
    if action not in PERMISSIONS[actor.role]:
        role = next((role for role in GIVEN if action in PERMISSIONS[role]), None)
        return words("role that may", role=role.value) if role and actor.role in GIVEN else ""
    scope = next((scope for scope in Scope if action in SCOPES[scope]), None)
    if not actor.via or scope is None:
        return ""
    kind = "token is to read" if actor.actions <= SCOPES[Scope.READ] else "token is for less"
    return words(kind, scope=words(SCOPE_NAMES[scope]))


def allows(action: Action) -> Callable[[Callable[..., HttpResponseBase]], Callable[..., HttpResponseBase]]:
    """A view for those who may `action`; the middleware answers the others."""

    def decorate(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            require(request, action)
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def comes_from_other_site(request: HttpRequest) -> bool:
    """A browser says where a request was made; a program (curl) says nothing. So forged forms are refused."""
    origin = request.headers.get("Origin")
    if origin is None:
        return request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")
    return urlsplit(origin).netloc != request.get_host()


def shows_its_origin(request: HttpRequest) -> bool:
    """Django has checked the CSRF token, or the browser names this site, or the token is in a header."""
    if getattr(request, "csrf_processing_done", False):
        return True
    named = "Origin" in request.headers or request.headers.get("Sec-Fetch-Site") == "same-origin"
    return named or check_csrf(request) is None
