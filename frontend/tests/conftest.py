"""The founding studies for tests."""

import pytest
from django.core.management import call_command


@pytest.fixture
def studies(db: None) -> None:
    """The founding studies as `make run` loads them."""
    call_command("loadstudies", verbosity=0)
