"""`/people/`: who has an account, with which role; links that make more. For admins."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from benchdb.accounts.invitations import make_invitation, withdraw
from benchdb.accounts.people import close, give_role, role_of
from benchdb.accounts.tokens import revoke, revoke_all
from benchdb.domain.roles import GIVEN, PERMISSIONS, Action, Role
from benchdb.models import Token
from benchdb.reads.people import accounts, tokens_of, usable_invitations, webhooks_made_by
from benchdb.web.access import allows
from benchdb.web.requests import lasting_address
from benchdb.wording import words
from frontend.paging import paged

NONE = "none"  #: the "role" of an account that is closed


#: What an action is called in the table of roles.
MEANING = {
    Action.READ: words("may read"),
    Action.UPLOAD: words("may upload"),
    Action.EDIT: words("may edit"),
    Action.AUDIT: words("may audit"),
    Action.ADMINISTER: words("may administer"),
    Action.ACCOUNT: words("may change the account"),
}


@never_cache
@allows(Action.ADMINISTER)
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest) -> HttpResponse:
    """Everybody with their role; a POST makes a link for one more, shown this once."""
    link = ""
    if request.method == "POST":
        with transaction.atomic():
            link = lasting_address(request, make_invitation(chosen_role(request), chosen_note(request)))
    part = paged(request, accounts(), "username")
    context = {
        **part,
        "people": [(user, role_of(user) if user.is_active else NONE) for user in part["page"]],
        "roles": GIVEN,
        "table": [(MEANING[action], [action in PERMISSIONS[role] for role in GIVEN]) for action in Action],
        "invitations": usable_invitations(),
        "link": link,
    }
    return render(request, "frontend/people/people.html", context)


@allows(Action.ADMINISTER)
@require_POST
def withdraw_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Its link makes no account any more."""
    invitation = withdraw(invitation_id)
    if invitation is None:
        messages.error(request, words("invitation is gone"))
    else:
        messages.success(request, words("invitation withdrawn", role=invitation.role))
    return redirect("people")


@allows(Action.ADMINISTER)
@require_POST
def give(request: HttpRequest, user_id: int) -> HttpResponse:
    """Another role; or none, which closes the account and its tokens."""
    user = get_object_or_404(get_user_model(), pk=user_id)
    if user == request.user:
        messages.error(request, words("own role"))
        return redirect("people")
    role = request.POST.get("role", "")
    if role not in (NONE, *GIVEN):
        messages.error(request, words("no role named", user=user))
        return redirect("people")
    if not changed_by_admin(request.user.pk, user, role):
        messages.error(request, words("role was taken"))
        return redirect("people")
    name = user.get_username()
    messages.success(
        request, f"{user} is now {role_of(user)}." if user.is_active else words("account closed", name=name)
    )
    left = webhooks_made_by(name) if not (user.is_active and user.is_superuser) else []
    if left:
        messages.warning(request, words("webhooks go on", name=name, webhooks=len(left)))
    return redirect("people")


@transaction.atomic
def changed_by_admin(admin: int | None, user: User, role: str) -> bool:
    """False where `admin` is none any more: of two who take each other's role at the same moment one stays."""
    pair = User.objects.select_for_update().filter(pk__in=(admin, user.pk)).order_by("pk")
    if not any(one.pk == admin and one.is_active and role_of(one) == Role.ADMIN for one in pair):
        return False
    if role == NONE:
        close(user)
        return True
    user.is_active = True
    user.save(update_fields=("is_active",))
    give_role(user, Role(role))
    return True


@never_cache
@allows(Action.ADMINISTER)
@require_safe
def person_tokens(request: HttpRequest, user_id: int) -> HttpResponse:
    """What somebody's tokens are for, what they may, when they were used last; never their secrets."""
    person = get_object_or_404(accounts(), pk=user_id)
    context = {
        **paged(request, tokens_of(person), "name", "beginning"),
        "person": person,
        "role": role_of(person) if person.is_active else NONE,
        "valid": person.valid_tokens,
        "tokens_at": f"/people/{person.pk}/tokens/",
    }
    return render(request, "frontend/people/person_tokens.html", context)


@allows(Action.ADMINISTER)
@require_POST
def revoke_token(request: HttpRequest, user_id: int, token_id: int) -> HttpResponse:
    """One of somebody's lets nobody in any more."""
    token = get_object_or_404(Token, pk=token_id, owner=user_id)
    with transaction.atomic():
        revoke(token)
    messages.success(request, words("token revoked", name=token.name))
    return redirect("person_tokens", user_id)


@allows(Action.ADMINISTER)
@require_POST
def revoke_tokens(request: HttpRequest, user_id: int) -> HttpResponse:
    """All of somebody's, one's own too."""
    user = get_object_or_404(get_user_model(), pk=user_id)
    with transaction.atomic():
        revoked = revoke_all(user)
    messages.success(request, words("tokens revoked", name=user.get_username(), tokens=revoked))
    return redirect("person_tokens", user_id)


def chosen_role(request: HttpRequest) -> Role:
    """The role of the form; the least where it names none."""
    role = request.POST.get("role", "")
    return Role(role) if role in GIVEN else Role.VIEWER


def chosen_note(request: HttpRequest) -> str:
    """Whom the link is for, as far as that is kept."""
    return "".join(c for c in request.POST.get("note", "") if c.isprintable()).strip()[:120]
