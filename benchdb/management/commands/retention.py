"""`manage.py retention --older-than 365d [--dry-run]`: give up the bytes of raw logs that were uploaded longer ago."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db.models import QuerySet
from django.utils import timezone

from benchdb.curation.retention import named_logs, named_permalinks, old_logs, withdraw_logs, withdrawal
from benchdb.models import Log
from benchdb.wording import counted

MOST_NAMED, MOST_IN_DETAIL = 20, 1000  #: logs, and permalinks: of a dry run, and with -v 2


def days(text: str) -> timedelta:
    match = re.fullmatch(r"([1-9][0-9]{0,4})d", text)
    if match is None:
        raise ArgumentTypeError(f"{text}: expected days, as 365d")
    return timedelta(days=int(match[1]))


class Command(BaseCommand):
    requires_system_checks = ()  # the web server's, and half of the time that a start takes
    help = "Withdraw the bytes of raw logs that were uploaded longer ago; runs, numbers and permalinks stay"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--older-than", type=days, required=True, metavar="365d", help="days since their upload")
        parser.add_argument("--dry-run", action="store_true", help="say what would be withdrawn, and change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        older_than, is_dry = options["older_than"], options["dry_run"]
        most = MOST_IN_DETAIL if options["verbosity"] > 1 else MOST_NAMED if is_dry else 0
        self.say(old_logs(older_than, timezone.now()), most)
        if is_dry:
            self.stdout.write("Nothing was changed.")
            return
        count = withdraw_logs(older_than)
        self.stdout.write(
            f"{counted(count, 'raw log')} withdrawn; a backup of before has those that were in PostgreSQL."
        )

    def say(self, logs: QuerySet[Log], most: int) -> None:
        """What would go, and what was made from it; so many of each by name."""
        what = withdrawal(logs)
        self.stdout.write(
            f"{counted(what.logs, 'raw log')}, {what.size / 2**20:,.1f} MiB, of {counted(what.runs, 'run')}."
            " Their numbers stay; they cannot be read again, nor with other facts."
        )
        files = named_logs(logs, most)
        self.name([f"{file.log_id}  {file.name}, upload {file.upload_id}" for file in files], what.logs, most)
        self.stdout.write(
            f"{counted(what.permalinks, 'permalink')} made from them: they go on showing the same bytes, but"
            " the raw logs behind their numbers can no longer be looked up."
        )
        links = named_permalinks(logs, most)
        self.name([f"{link}  {link.title or link.headline}".rstrip() for link in links], what.permalinks, most)

    def name(self, lines: Sequence[str], number: int, most: int) -> None:
        for line in lines:
            self.stdout.write(f"  {line}")
        if most and number > most:
            more = "" if most == MOST_IN_DETAIL else f"; -v 2 names up to {MOST_IN_DETAIL:,}"
            self.stdout.write(f"  and {number - most:,} more{more}")
