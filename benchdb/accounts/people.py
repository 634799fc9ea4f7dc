"""People and their roles. An admin is Django's superuser; every other role is a row of Account."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

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
