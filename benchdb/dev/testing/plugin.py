"""pytest's plugin for the whole project: the real PostgreSQL, Redis, worker and Chromium, started where a test asks.

Loaded by `-p benchdb.dev.testing.plugin` before the settings of Django, which take the addresses of servers from here.
Pure tests start no server. Each worker of pytest-xdist has servers of its own, in a data folder of its own.
With DATABASE_URL and REDIS_URL set, those servers are used instead.
"""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Generator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from benchdb.dev.testing.signals import hear_interrupts
from benchdb.host import bootstrap, embedded
from benchdb.host.paths import ROOT, Paths

pytest_plugins = [f"benchdb.dev.testing.{name}" for name in ("chromium", "worker")]

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")  #: gw0, gw1, …; "" where the tests run in one process
GIVEN = "" if WORKER else os.environ.get("BENCHDB_DATA", "")  #: somebody's folder, who may still need it
if WORKER:
    os.environ["BENCHDB_DATA"] = tempfile.mkdtemp(prefix=f"benchdb-test-{WORKER}-")
    if os.environ.get("REDIS_URL"):  # a database of its own: another worker's tasks are not ours
        os.environ["REDIS_URL"] = f"{os.environ['REDIS_URL'].rstrip('/')}/{int(WORKER.removeprefix('gw')) + 1}"
elif not GIVEN:
    os.environ["BENCHDB_DATA"] = tempfile.mkdtemp(prefix="benchdb-test-")
DATA = Path(os.environ["BENCHDB_DATA"])
os.environ.setdefault("MPLCONFIGDIR", str(Path(sys.prefix) / "matplotlib"))  # its list of fonts is made once
os.environ["DEBUG"] = "1"  # static files as they are, and a key for the sessions
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # Playwright's loop runs in the tests' own thread

#: Examples of a property that names no number itself; `HYPOTHESIS_EXAMPLES=1000 make test` for a thorough search.
#: No test goes by the clock, and neither do these: a busy machine is slow at everything.
settings.register_profile(
    "benchdb",
    max_examples=int(os.environ.get("HYPOTHESIS_EXAMPLES") or 50),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("benchdb")

hear_interrupts()
SERVERS = ExitStack()
IMPORTED_BY = os.getpid()
#: Nothing here outlives the tests. Nobody looks how large the tables are meanwhile: that would be between two tests,
#: and PostgreSQL would read the thousand rows of the next as the none that it has counted, once for each of them.
FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "autovacuum": "off"}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """pytest-django is about to make its database: the first moment at which somebody needs a server."""
    if fixturedef.argname != "django_db_setup":
        return (yield)
    from benchdb.dev.testing import chromium, database, sessions  # not before pytest has taken their assertions in hand

    start_servers()
    made = yield
    database.keep_what_migrate_made()
    database.empty_by_rows()
    database.make_passwords_cheap()
    chromium.keep_static_files()
    sessions.keep_sessions()
    return made


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails in a browser says where the pictures of its pages are, which are still open."""
    report = yield
    if report.failed and report.when != "teardown" and "chromium" in getattr(item, "funcargs", {}):
        from benchdb.dev.testing import chromium

        report.sections.append(("Pages as the test left them", "\n".join(chromium.keep_pictures(item))))
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Nothing of this test is still at work when the database is emptied for the next."""
    from benchdb.dev.testing import chromium, database

    chromium.close_pages(item)
    database.wait_for_others(item)


@atexit.register
def remove_data() -> None:
    """The folder that was made here, where this module is imported by no session of tests, too; a fork's end is not
    ours, and a folder that was given is not: a program that a test starts is given the test's."""
    if os.getpid() == IMPORTED_BY and not GIVEN:
        shutil.rmtree(DATA, ignore_errors=True)


def is_thrown_away() -> bool:
    """Whether the tests' PostgreSQL, with all that is in it, is gone when they end."""
    return not GIVEN and not os.environ.get("DATABASE_URL")


def start_servers() -> None:
    here = Paths(DATA)
    embedded.prepare_folders(here)
    if not os.environ.get("DATABASE_URL"):
        SERVERS.callback(embedded.start_postgres(here, **FAST).stop, 20)
    if not os.environ.get("REDIS_URL"):
        SERVERS.callback(embedded.start_valkey(here).stop, 5)


@pytest.hookimpl(tryfirst=True)  # before xdist's own
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are cores: the tests of pages and workers wait for others half of their time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, for one of them that began last would hold up the end: those that wait for a browser
    or a worker or say that they are long, then those of many tests. UsageError where two tests have one name."""
    names = Counter(item.nodeid for item in items)
    if same := [name for name, count in names.items() if count > 1]:
        raise pytest.UsageError(f"tests beside each other run but one of those of one name: {', '.join(same)}")
    first = {item.path for item in items if any(map(item.get_closest_marker, ("browser", "worker", "long")))}
    sizes = Counter(item.path for item in items)
    items.sort(key=lambda item: (item.path not in first, -sizes[item.path], item.path))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected is there to the end: it is searched for garbage neither meanwhile nor in each test."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_sessionstart(session: pytest.Session) -> None:
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # asked to end, as by Ctrl-C: servers and folder go
    (ROOT / ".static").mkdir(exist_ok=True)
    with bootstrap.locked():
        bootstrap.ensure_built()


def pytest_sessionfinish(session: pytest.Session) -> None:
    SERVERS.close()
    remove_data()
