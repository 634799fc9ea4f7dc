"""`manage.py restore FILE [--replace]`: the database as it was, brought to this release, and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from benchdb.host import objects
from benchdb.safekeeping.backup import BadBackup, Server
from benchdb.safekeeping.restore import is_in_use, proven, restore
from benchdb.safekeeping.whereabouts import Whereabouts, addresses_in, follow, whereabouts
from benchdb.wording import counted, words


class Command(BaseCommand):
    requires_system_checks = ()  # the web server's, and half of the time that a start takes
    help = "Put a backup's database back, bring it to this release, and check it; stop the site before, start it after"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="give up the uploads and accounts that are there")
        parser.add_argument("--without-logs", action="store_true", help="though raw logs that it names are gone")

    def handle(self, *args: Any, **options: Any) -> None:
        server, file = Server.of(settings.DATABASES["default"]), options["file"]
        try:
            manifest = proven(file, set(MigrationLoader(None).disk_migrations))
            if is_in_use(server) and not options["replace"]:
                raise BadBackup("this database holds uploads or accounts; --replace gives them up")
            named = addresses_in(file)
            pieces = sought(named, without_lost=options["without_logs"])
            connection.close()
            restore(server, file, manifest, lambda: call_command("migrate", verbosity=0))
            follow(server, pieces.moved)
        except (BadBackup, OSError, objects.Unreachable) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}, made {manifest.made_at} by benchdb {manifest.version}, is restored. Checking it:")
        self.say_who_reads(manifest.reading)
        for place in sorted({objects.place_of(address)[0] for address in named}):
            self.say_whose(place)
        call_command("fsck", stdout=self.stdout)

    def say_who_reads(self, before: str) -> None:
        """Where the site that was backed up was for others: that is no part of the database."""
        if before and before != settings.READING:
            self.stdout.write(words(f"reading was {before}", now=settings.READING))

    def say_whose(self, place: str) -> None:
        try:
            if objects.is_anothers(place):
                self.stdout.write(f"{place} belongs to another site: this copy reads raw logs there, and writes none.")
        except objects.Unreachable as error:
            self.stdout.write(str(error))


def sought(addresses: list[str], *, without_lost: bool) -> Whereabouts:
    """Where the pieces are that the backup names. BadBackup where some are nowhere, unless it is taken without."""
    try:
        pieces = whereabouts(addresses, settings.RAW_LOGS)
    except objects.Unreachable:
        if without_lost:
            return Whereabouts({}, ())
        raise
    if pieces.lost and not without_lost:
        raise BadBackup(
            f"of {counted(len(addresses), 'piece')} of raw logs that this backup names, {len(pieces.lost):,} are gone: "
            "moved away or given up since it was made; --without-logs restores all but these"
        )
    return pieces
