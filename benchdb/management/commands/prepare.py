"""`manage.py prepare`: bring database and static files to where this version needs them. Quick when they are."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from benchdb.models import Upload


class Command(BaseCommand):
    help = "Migrate, collect static files, and load the founding studies into an empty database"

    def handle(self, *args: Any, **options: Any) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write("benchdb: preparing the database")
            call_command("migrate", verbosity=0)
        if not settings.DEBUG:
            collect_static()
        if not Upload.objects.exists():
            self.stdout.write("benchdb: loading the founding studies")
            call_command("loadstudies", verbosity=0)


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
