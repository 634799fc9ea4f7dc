"""Links that make one account each: the first admin's, printed by `make run`, and those that admins hand out."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from benchdb.accounts.audit import ITSELF, asking, record, signed_by
from benchdb.accounts.people import give_role, site_is_claimed
from benchdb.accounts.secret import digest, new_secret
from benchdb.domain.roles import Role
from benchdb.models import Invitation
from benchdb.wording import words

FIRST_LASTS, LASTS = timedelta(hours=24), timedelta(days=7)


class NotInvited(PermissionError):
    """The link lets nobody in; the message says why."""


def make_invitation(role: Role, note: str = "") -> str:
    """A new link's path. `note`: whom it is for."""
    secret, (maker, _) = new_secret(), asking()
    invitation = Invitation.objects.create(
        digest=digest(secret), role=role, expires_at=timezone.now() + LASTS, made_by=maker[:160], note=note[:120]
    )
    record("invitation.made", str(invitation), after={"note": note} if note else {}, page="/people/")
    return join_path(secret)


@transaction.atomic
def withdraw(number: int) -> Invitation | None:
    """The invitation, whose link makes no account any more; None where it was used or withdrawn before."""
    unused = Invitation.objects.select_for_update().filter(used_at=None, withdrawn_at=None, is_first=False)
    invitation = unused.filter(pk=number).first()
    if invitation is not None:
        invitation.withdrawn_at = timezone.now()
        invitation.save(update_fields=("withdrawn_at",))
        record("invitation.withdrawn", str(invitation), before={"made by": invitation.made_by}, page="/people/")
    return invitation


def first_admin() -> str | None:
    """The path of a new link for the first admin, the only one that works; None once anybody has an account."""
    Invitation.objects.filter(is_first=True, used_at=None).delete()
    if site_is_claimed():
        return None
    secret, end = new_secret(), timezone.now() + FIRST_LASTS
    Invitation.objects.create(digest=digest(secret), role=Role.ADMIN, expires_at=end, is_first=True)
    return join_path(secret)


def join_path(secret: str) -> str:
    return f"/join/{secret}/"


def by_admins() -> Q:
    """Which invitations still count: who is no admin any longer lets nobody in, neither others nor themselves."""
    admins = get_user_model().objects.filter(is_active=True, is_superuser=True)
    return Q(made_by__in=("", ITSELF)) | Exists(admins.filter(username=OuterRef("made_by")))


def usable_invitation(secret: str) -> Invitation:
    """The invitation behind a link. NotInvited where it is used, over or unknown."""
    invitation = Invitation.objects.select_for_update().filter(digest=digest(secret)).first()
    if invitation is None:
        raise NotInvited(words("link is unknown"))
    if invitation.used_at:
        raise NotInvited(words("link was used"))
    if invitation.withdrawn_at:
        raise NotInvited(words("link was withdrawn"))
    if not Invitation.objects.filter(by_admins(), pk=invitation.pk).exists():
        raise NotInvited(words("link of no admin", maker=invitation.made_by))
    if invitation.is_first and site_is_claimed():
        raise NotInvited(words("first account exists"))
    if invitation.expires_at <= timezone.now():
        raise NotInvited(words("link has expired"))
    return invitation


@transaction.atomic
def join(secret: str, name: str, password: str) -> Any:
    """The account that a link makes. NotInvited if it makes none (another was faster, perhaps)."""
    invitation = usable_invitation(secret)
    invitation.used_at = timezone.now()
    invitation.save(update_fields=("used_at",))
    with signed_by(f"{name}, invited"):
        user = get_user_model().objects.create_user(name, password=password)
        give_role(user, Role(invitation.role))
    return user
