"""`python -m benchdb.dev.standby`: a second PostgreSQL follows the first, and a site on it answers as the first does.

The standby is made by pg_basebackup of the embedded PostgreSQL's own wheel and follows by streaming. A web process that
has it for its database reads pages; what is stored on the first server is asked for there until it has arrived.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg

from benchdb.host import embedded
from benchdb.host.account import account
from benchdb.host.paths import DATABASE_NAME, DATABASE_USER, ROOT, Paths

PAGES = (
    "/runs/", "/runs/filters/", "/runs.csv", "/compare/?study=zones", "/compare.json?study=zones", "/machines/",
    "/scaling/?study=smp-scaling", "/history/?study=kernel-24-26", "/api/v1/runs",
)  # fmt: skip
ASK = """
import hashlib, re, sys, django; django.setup()
from django.conf import settings
from django.test import Client
settings.ALLOWED_HOSTS = ["*"]
for path in sys.argv[1:]:
    answer = Client().get(path)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    plain = re.sub(rb"[A-Za-z0-9]{64}", b"", body)  # a form's token is another one each time
    print(path, answer.status_code, hashlib.sha256(plain).hexdigest())
"""


def url(here: Paths) -> str:
    return f"postgresql://{DATABASE_USER}@{quote(str(here.sockets), safe='')}/{DATABASE_NAME}"


def manage(here: Paths, *words: str) -> None:
    command = [sys.executable, str(ROOT / "manage.py"), *words]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=environment(here))


def environment(here: Paths) -> dict[str, str]:
    return {
        **os.environ,
        "DEBUG": "1",
        "DJANGO_SETTINGS_MODULE": "benchdb.settings",
        "BENCHDB_DATA": str(here.data),
        "PYTHONPATH": str(ROOT),
    }


def answers(here: Paths, data: Paths) -> list[str]:
    """What a web process says whose database is `here`; both read the same secrets and logs."""
    command = [sys.executable, "-W", "ignore", "-c", ASK, *PAGES]
    known = {**environment(data), "DATABASE_URL": url(here), "REDIS_URL": data.redis_url}
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT, env=known).stdout.splitlines()


@contextmanager
def standby_of(primary: Paths, folder: Path) -> Iterator[Paths]:
    """A running standby of a running server."""
    here = Paths(folder)
    embedded.prepare_folders(here)
    here.postgres.mkdir(mode=0o700)
    owner = account()
    if owner:
        shutil.chown(here.postgres, owner.pw_uid, owner.pw_gid)
    command = [str(embedded.postgres_folder() / "bin" / "pg_basebackup"), "-D", str(here.postgres), "-R"]
    command += ["-h", str(primary.sockets), "-U", DATABASE_USER, "-X", "stream", "-c", "fast"]
    who = {"user": owner.pw_uid, "group": owner.pw_gid} if owner else {}
    subprocess.run(command, check=True, capture_output=True, cwd=here.data, **who)  # type: ignore[call-overload]
    server = embedded.start_postgres(here)
    try:
        yield here
    finally:
        server.stop(20)


def has_arrived(primary: Paths, standby: Paths) -> bool:
    """Whether the standby has replayed all that the first server has written; waits for it."""
    with psycopg.connect(url(primary), autocommit=True) as first:
        written = first.execute("SELECT pg_current_wal_flush_lsn()").fetchone()
    with psycopg.connect(url(standby), autocommit=True) as second:
        for _ in range(600):
            replayed = second.execute("SELECT pg_last_wal_replay_lsn() >= %s, pg_sleep(0.1)", written).fetchone()
            if replayed and replayed[0]:
                return True
    return False


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL may run as another account
        primary = Paths(folder / "first")
        embedded.prepare_folders(primary)
        server = embedded.start_postgres(primary)
        try:
            manage(primary, "migrate", "-v0")
            with standby_of(primary, folder / "second") as standby:
                manage(primary, "loadstudies")
                assert has_arrived(primary, standby), "the standby does not follow"
                expected, shown = answers(primary, primary), answers(standby, primary)
        finally:
            server.stop(20)
    print("\n".join(shown))
    sys.exit(0 if shown == expected else "the standby answers otherwise:\n" + "\n".join(expected))


if __name__ == "__main__":
    main()
