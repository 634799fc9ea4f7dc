"""Names of accounts: two that differ in their letters' case alone would be taken for one person."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db.models.signals import pre_save

from benchdb.wording import words


class FreeName:
    """Of a form for an account."""

    cleaned_data: dict[str, Any]
    instance: Any

    def clean_username(self) -> str:
        name = str(self.cleaned_data["username"])
        check_name(name, self.instance.pk)
        return name


def check_name(name: str, user: int | None) -> None:
    """ValidationError where another account has the name, in whatever case. Who has one keeps it: there are doubles of
    before."""
    users = get_user_model().objects.all()
    if user is not None and users.filter(pk=user, username=name).exists():
        return
    if taken := users.exclude(pk=user).filter(username__iexact=name).first():
        raise ValidationError(words("name of another", name=taken.get_username()))


def _check(instance: Any, raw: bool = False, update_fields: Any = None, **_: Any) -> None:
    if not raw and (update_fields is None or "username" in update_fields):
        check_name(instance.username, None if instance._state.adding else instance.pk)


def listen() -> None:
    """Listen to accounts that are made or renamed, through whichever door; called once, when the app is ready."""
    pre_save.connect(_check, sender=get_user_model(), dispatch_uid="accounts: names")
