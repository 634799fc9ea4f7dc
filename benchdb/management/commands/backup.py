"""`manage.py backup FILE`: everything, raw logs included, as one file. The site may go on meanwhile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from benchdb.models import LogChunk
from benchdb.safekeeping.backup import LOGS_ELSEWHERE, BadBackup, Server, backup
from benchdb.wording import counted


class Command(BaseCommand):
    requires_system_checks = ()  # the web server's, and half of the time that a start takes
    help = "Write the database, raw logs included, into one file with its hash; the site may go on meanwhile"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if file.exists():
            raise CommandError(f"{file} is there already")
        try:
            manifest = backup(Server.of(settings.DATABASES["default"]), file, timezone.now(), settings.READING)
        except OSError as error:
            raise CommandError(f"{error.filename or file}: {error.strerror or error}") from error
        except BadBackup as error:
            raise CommandError(str(error)) from error
        rows = sum(manifest.rows.values())
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes, {rows:,} rows, sha256 of the dump {manifest.sha256}")
        is_known = LOGS_ELSEWHERE in manifest.migrations  # an older database is backed up, too
        if is_known and (elsewhere := LogChunk.objects.exclude(elsewhere="").count()):
            self.stdout.write(f"{counted(elsewhere, 'piece')} of raw logs are elsewhere: keep those, too.")
        self.stdout.write("The keys are not in it: keep SECRET_KEY and ENCRYPTION_KEY (or those files) elsewhere.")
