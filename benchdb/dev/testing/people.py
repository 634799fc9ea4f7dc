"""Somebody with a role, logged in."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.test import Client

from benchdb.accounts.people import give_role
from benchdb.domain.roles import Role


def logged_in(name: str, role: Role) -> Client:
    """A new account's browser."""
    user = User.objects.create_user(name)
    give_role(user, role)
    client = Client()
    client.force_login(user)
    return client
