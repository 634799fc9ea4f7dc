"""`manage.py move_logs`: raw logs go to where RAW_LOGS says; the site may go on meanwhile."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchdb.host import objects
from benchdb.safekeeping.moving_logs import move_logs, strays
from benchdb.wording import counted


class Command(BaseCommand):
    requires_system_checks = ()  # the web server's, and half of the time that a start takes
    help = "Move raw logs of more than 64 KiB to where RAW_LOGS says: PostgreSQL, a folder, or S3"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--sweep", action="store_true", help="remove objects, older than a day, that no log has")
        parser.add_argument("--take-over", action="store_true", help="the place is this site's: the other one is gone")

    def handle(self, *args: Any, **options: Any) -> None:
        place = settings.RAW_LOGS
        try:
            if place and options["take_over"]:
                objects.take_over(place)
            if place and options["sweep"]:
                objects.require_ours(place)
            sizes = [size for size in move_logs(place) if size]
            swept = strays() if options["sweep"] else []
            objects.remove(swept)
        except (objects.Unreachable, objects.Gone, OSError) as error:
            raise CommandError(str(error)) from error
        mib = sum(sizes) / 2**20
        self.stdout.write(f"{counted(len(sizes), 'piece')}, {mib:,.1f} MiB, moved to {place or 'PostgreSQL'}.")
        if sizes:
            self.stdout.write("Back up anew: an older backup names the pieces where they were.")
        if options["sweep"]:
            self.stdout.write(f"{counted(len(swept), 'object')} removed that no raw log had.")
