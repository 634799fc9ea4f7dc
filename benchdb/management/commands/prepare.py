"""`manage.py prepare`: bring database and static files to where this version needs them. Quick when they are."""

from __future__ import annotations

import hashlib
import logging
import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from benchdb.accounts.invitations import first_admin
from benchdb.accounts.site_token import ensure_site_token
from benchdb.models import Upload


class Command(BaseCommand):
    requires_system_checks = ()  # the web server makes them, a moment later
    help = "Migrate, collect static files, and load the founding studies into an empty database"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--first-link", type=Path, help="a file for the path that makes the first account")

    def handle(self, *args: Any, **options: Any) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write("benchdb: preparing the database")
            call_command("migrate", verbosity=0)
        if not settings.DEBUG:
            collect_static()
        if not Upload.objects.exists():
            self.stdout.write("benchdb: loading the founding studies")
            logging.getLogger("ingest").setLevel(logging.WARNING)  # who starts a site reads no log of its workers
            call_command("loadstudies", verbosity=0)
        if options["first_link"]:
            ensure_site_token()
            write_first_link(options["first_link"])
        elif path := first_admin():
            self.stdout.write(f"benchdb: nobody has an account yet; {path} below the site's address makes one")


def write_first_link(file: Path) -> None:
    """Leave the path in a file that only its owner reads; no file where somebody has an account."""
    file.unlink(missing_ok=True)
    if path := first_admin():
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as private:
            private.write(path)


def collect_static() -> None:
    """Collect where a file was added or changed since the last time."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    wanted = fingerprint()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    call_command("collectstatic", "--noinput", "--clear", verbosity=0)
    stamp.write_text(wanted)


def fingerprint() -> str:
    """Of every static file's name, size and time of change."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list(["CVS", ".*", "*~"]):
            state = Path(storage.path(name)).stat()
            digest.update(f"{name} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()
