"""pytest's plugin for the whole project: the real PostgreSQL, Redis, worker and Chromium, started where a test asks.

Loaded by `-p benchdb.dev.pytest_plugin` before Django's settings are read: these take the servers' addresses from here.
Pure tests start no server. Each worker of pytest-xdist has servers of its own, in a data folder of its own.
With DATABASE_URL and REDIS_URL set, those servers are used instead.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from benchdb.host import bootstrap, embedded
from benchdb.host.paths import ROOT, Paths
from benchdb.host.process import Process

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

SERVERS = ExitStack()
IMPORTED_BY = os.getpid()
WORKERS: list[Process] = []  #: the tests' worker, once one of them has asked for it
HANGS = 300.0  #: seconds after which what is waited for will never come, however busy the machine is
FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}  # nothing here outlives the tests
CHROMIUM_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-sync",
    "--disable-component-update",
)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """pytest-django is about to make its database: the first moment at which somebody needs a server."""
    if fixturedef.argname != "django_db_setup":
        return (yield)
    start_servers()
    made = yield
    keep_what_migrate_made()
    keep_static_files()
    return made


def keep_what_migrate_made() -> None:
    """Content types and permissions outlive the tests that commit: nothing changes them, and to make them anew takes
    longer than to empty all other tables. A test that restores a back-up or an older database
    leaves too few."""
    from django.apps import apps
    from django.contrib.auth.management import create_permissions
    from django.contrib.contenttypes.management import create_contenttypes
    from django.contrib.contenttypes.models import ContentType
    from django.db import connection
    from django.db.models.signals import post_migrate

    def make_where_gone(**_: object) -> None:
        ContentType.objects.clear_cache()
        made = set(ContentType.objects.values_list("app_label", "model"))
        whole = made >= {(model._meta.app_label, model._meta.model_name) for model in apps.get_models()}
        for app in () if whole else apps.get_app_configs():
            create_contenttypes(app, verbosity=0)
            create_permissions(app, verbosity=0)

    post_migrate.disconnect(create_contenttypes)
    post_migrate.disconnect(create_permissions, dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.connect(make_where_gone, sender=apps.get_app_config("contenttypes"), weak=False)
    every_table = connection.introspection.django_table_names
    connection.introspection.django_table_names = lambda *args, **options: [
        name for name in every_table(*args, **options) if name not in ("django_content_type", "auth_permission")
    ]


@atexit.register
def remove_data() -> None:
    """The folder that was made here, where this module is imported by no session of tests, too; a fork's end is not
    ours, and a folder that was given is not: a program that a test starts is given the test's."""
    if os.getpid() == IMPORTED_BY and not GIVEN:
        shutil.rmtree(DATA, ignore_errors=True)


def keep_static_files() -> None:
    """Every test's client makes its middleware, and WhiteNoise would look at every static file each time."""
    from whitenoise.middleware import WhiteNoiseMiddleware

    look, kept = WhiteNoiseMiddleware.update_files_dictionary, dict[tuple[str, str, int], dict[str, Any]]()

    def looked_at_once(middleware: Any, root: str, prefix: str) -> None:
        key = (root, prefix, middleware.max_age)
        if key not in kept:
            look(middleware, root, prefix)
            kept[key] = dict(middleware.files)
        middleware.files.update(kept[key])

    WhiteNoiseMiddleware.update_files_dictionary = looked_at_once


def start_servers() -> None:
    here = Paths(DATA)
    embedded.prepare_folders(here)
    if not os.environ.get("DATABASE_URL"):
        SERVERS.callback(embedded.start_postgres(here, **FAST).stop, 20)
    if not os.environ.get("REDIS_URL"):
        SERVERS.callback(embedded.start_redis(here).stop, 5)


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


def pytest_sessionstart(session: pytest.Session) -> None:
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # asked to end, as by Ctrl-C: servers and folder go
    (ROOT / ".static").mkdir(exist_ok=True)
    with bootstrap.locked():
        bootstrap.ensure_built()


def pytest_sessionfinish(session: pytest.Session) -> None:
    SERVERS.close()
    remove_data()


@pytest.fixture(scope="session")
def worker(django_db_setup: None, django_db_blocker: Any) -> Iterator[Process]:
    """A Celery worker as `make run` starts it, on the tests' database."""
    from django.conf import settings

    name = settings.DATABASES["default"]["NAME"]
    url = settings.HERE.database_url.rpartition("/")[0] + f"/{name}"
    command = [sys.executable, "-m", "celery", "-A", "benchdb", "worker", "--concurrency=2", "--loglevel=INFO"]
    log = DATA / "worker.log"
    child = Process("worker", command, log=log, cwd=ROOT, environment={"DATABASE_URL": url})
    wait_for(lambda: "ready." in log.read_text(errors="replace"), child.last_words)
    WORKERS.append(child)
    yield child
    WORKERS.clear()
    child.stop(20)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Nothing of this test is still at work when the database is emptied for the next: a page or a task that reads
    then stands in the way of PostgreSQL's TRUNCATE, and a task that writes leaves rows to another test."""
    used: dict[str, Any] = getattr(item, "funcargs", {})
    for context in used["chromium"].contexts if "chromium" in used else ():
        context.close()
    commits = any(mark.kwargs.get("transaction") for mark in item.iter_markers("django_db"))
    if commits or "transactional_db" in getattr(item, "fixturenames", ()):
        for child in WORKERS:
            wait_for(worker_is_idle, child.last_words)
    if "live_server" in used:
        wait_for(nobody_is_answered)


#: Of two sessions in a deadlock, the one that looks for it first gives way. Only a superuser may say when.
LOOKED_FOR_LAST = """
SELECT set_config('deadlock_timeout', '5min', false) FROM pg_roles WHERE rolname = current_user AND rolsuper
"""


def nobody_is_answered() -> bool:
    """Whether no thread of the live server is still in the middle of a question to the database. One that begins now
    gives way to TRUNCATE."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(LOOKED_FOR_LAST)
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend' AND state <> 'idle'"
        )
        return cursor.fetchone() == (0,)


def worker_is_idle() -> bool:
    """Whether no message waits and no task is carried out; a task of a later hour does not count."""
    from benchdb.celery import app

    with app.connection_for_read() as connection:
        queues = [queue(connection.default_channel) for queue in app.conf.task_queues]
        if any(queue.queue_declare().message_count for queue in queues):
            return False
    ask = app.control.inspect(limit=1)
    return all(answer is not None and not any(answer.values()) for answer in (ask.reserved(), ask.active()))


def wait_for(is_so: Callable[[], bool], words: Callable[[], str] = str, *, seconds: float = HANGS) -> None:
    """Return as soon as `is_so()`; what never comes true fails with `words()`. No test is decided by its time."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, words()
        time.sleep(0.05)


def wait_until(page: Any, expression: str) -> None:
    """Return as soon as JavaScript's `expression` is true; Playwright's own wait evaluates strings in the page, which
    the Content-Security-Policy forbids."""
    wait_for(lambda: page.evaluate(expression), lambda: f"never true: {expression}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A headless Chromium; every test opens its own context."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no Chromium on this machine, and only root can install Debian's")
    from playwright._impl._driver import compute_driver_executable
    from playwright.sync_api import sync_playwright

    driver = subprocess.run([compute_driver_executable()[0], "--version"], capture_output=True, text=True, check=False)
    if driver.returncode:
        pytest.skip(f"Playwright's driver does not run here: {driver.stderr.strip()}")

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_OPTIONS))
        browser.new_context = patient(browser.new_context)  # type: ignore[method-assign]
        yield browser
        browser.close()


def patient(new_context: Callable[..., Any]) -> Callable[..., Any]:
    """Contexts whose waits end by what they wait for, as `wait_for` does."""

    def made(**options: Any) -> Any:
        context = new_context(**options)
        context.set_default_timeout(1000 * HANGS)
        return context

    return made
