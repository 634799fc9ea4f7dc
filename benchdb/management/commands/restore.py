"""`manage.py restore FILE [--replace]`: the database as it was, brought to this release, and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from benchdb.safekeeping.backup import BadBackup, Server
from benchdb.safekeeping.restore import is_in_use, proven, restore


class Command(BaseCommand):
    help = "Put a backup's database back, bring it to this release, and check it; stop the site before, start it after"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="give up the uploads and accounts that are there")

    def handle(self, *args: Any, **options: Any) -> None:
        server, file = Server.of(settings.DATABASES["default"]), options["file"]
        try:
            manifest = proven(file, set(MigrationLoader(None).disk_migrations))
            if is_in_use(server) and not options["replace"]:
                raise BadBackup("this database holds uploads or accounts; --replace gives them up")
            connection.close()
            restore(server, file, manifest, lambda: call_command("migrate", verbosity=0))
        except (BadBackup, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}, made {manifest.made_at} by benchdb {manifest.version}, is restored. Checking it:")
        call_command("fsck", stdout=self.stdout)
