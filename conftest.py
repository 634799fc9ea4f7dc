"""Who asks in tests: somebody with the token of an unclaimed site; and what becomes of their database. Here, since
pytest-django has fixtures of these names too."""

import pytest
from django.core.management import call_command
from django.test import Client

from benchdb.dev.testing.plugin import is_thrown_away
from benchdb.tests.kept_rows import KeptRows


@pytest.fixture
def site_token() -> str:
    """What lets its bearer write on an unclaimed site, as `make run` leaves it in the data folder."""
    from benchdb.accounts.site_token import kept_token, new_token

    return kept_token() or new_token()


@pytest.fixture
def client(site_token: str) -> Client:
    """A browser that opened the link which `make run` prints; `Client()` is one that did not."""
    from benchdb.accounts.site_token import COOKIE

    browser = Client()
    browser.cookies[COOKIE] = site_token
    return browser


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest) -> bool:
    """Whether the tests' database is left to whoever takes its server away: nobody can drop one that is still asked."""
    return is_thrown_away() or bool(request.config.getvalue("reuse_db"))


FOUNDING = KeptRows(lambda: call_command("loadstudies", verbosity=0))


@pytest.fixture
def studies(db: None) -> None:
    """The founding studies as `make run` loads them."""
    FOUNDING.put()
