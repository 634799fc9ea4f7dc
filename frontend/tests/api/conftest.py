"""An admin of a site with runs, who asks through the API."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from benchdb.accounts import tokens
from benchdb.curation.exclusions import exclude
from benchdb.curation.tags import tag
from benchdb.domain.roles import Scope
from frontend.tests.api.documented import LOGS, run_of


@pytest.fixture
def headers(db: None) -> Iterator[dict[str, str]]:
    """An admin's token, on a site with runs, one of them tagged and one excluded."""
    first, second = (run_of(log) for log in LOGS)
    tag(first, "tuned")
    exclude(second, "wireless LAN")
    _, words = tokens.make_token(User.objects.create_superuser("ada"), "schemathesis", Scope.ADMIN)
    tokens.valid_token(words)  # its use is noted once, and not anew wherever a test takes back what it did
    for signal in (request_started, request_finished):  # the test's own connection stays open, as Django's client does
        signal.disconnect(close_old_connections)
    yield {"Authorization": f"Bearer {words}", "Accept-Encoding": "identity"}  # nothing here unpacks gzip
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
