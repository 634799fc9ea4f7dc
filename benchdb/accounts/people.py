"""People and their roles. An admin is Django's superuser; every other role is a row of Account."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.auth import SESSION_KEY, get_user_model
from django.contrib.sessions.models import Session
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.utils import timezone

from benchdb.accounts.tokens import revoke_all
from benchdb.domain.roles import Role
from benchdb.models import Account


def site_is_claimed() -> bool:
    """Whether anybody has an account."""
    return bool(get_user_model().objects.exists())


def role_of(user: Any) -> Role:
    if user.is_superuser:
        return Role.ADMIN
    try:
        return Role(user.account.role)
    except ObjectDoesNotExist:
        return Role.VIEWER


@transaction.atomic
def give_role(user: Any, role: Role) -> None:
    """Make `role` the only role of `user`."""
    is_admin = role == Role.ADMIN
    if user.is_superuser != is_admin or user.is_staff != is_admin:
        user.is_superuser = user.is_staff = is_admin
        user.save(update_fields=("is_superuser", "is_staff"))
    if not is_admin:
        account, _ = Account.objects.get_or_create(user=user)
        if account.role != role:
            account.role = role
            account.save(update_fields=("role",))
        user.account = account


def are_all_admins(people: Iterable[Any]) -> bool:
    """Whether these ids have among them every admin who can get in, of /admin/ too. Within a transaction: of two who
    take each other's place at the same moment the slower one sees what the other did."""
    working = get_user_model().objects.filter(is_active=True, is_staff=True, is_superuser=True)
    admins = set(working.select_for_update().order_by("pk").values_list("pk", flat=True))
    return bool(admins) and admins <= {int(one) for one in people if str(one).isdecimal()}


@transaction.atomic
def close(user: Any) -> None:
    """Nobody gets in as `user`: opened again, the account has neither the tokens nor the sessions of before."""
    user.is_active = False
    user.save(update_fields=("is_active",))
    revoke_all(user)
    end_sessions(user)


def end_sessions(user: Any) -> None:
    """Which session is whose stands within it."""
    sessions = Session.objects.filter(expire_date__gt=timezone.now())
    own = [one.pk for one in sessions.iterator() if one.get_decoded().get(SESSION_KEY) == str(user.pk)]
    Session.objects.filter(pk__in=own).delete()
