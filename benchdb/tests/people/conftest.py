"""Somebody with an account and a role."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from benchdb.accounts.people import give_role
from benchdb.domain.roles import Role
from benchdb.tests.people.with_token import PASSWORD


@pytest.fixture
def person() -> Callable[..., User]:
    def made(role: Role = Role.VIEWER, name: str = "") -> User:
        user = User.objects.create_user(name or role.value, password=PASSWORD)
        give_role(user, role)
        return user

    return made
