"""A database beside the tests' own, and places of raw logs."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from django.conf import settings

NAME = "restored"


@pytest.fixture
def elsewhere(db: None) -> Iterator[str]:
    """The address of an empty database beside the tests' own."""
    server = settings.HERE.database_url.rpartition("/")[0]
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {NAME}")
        admin.execute(f"CREATE DATABASE {NAME}")
        yield f"{server}/{NAME}"
        admin.execute(f"DROP DATABASE {NAME} WITH (FORCE)")
