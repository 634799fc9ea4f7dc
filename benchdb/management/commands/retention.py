"""`manage.py retention --older-than 365d [--dry-run]`: give up the bytes of raw logs that were uploaded longer ago."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from benchdb.curation.retention import old_logs, withdraw_logs, withdrawal
from benchdb.wording import counted


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
        older_than = options["older_than"]
        what = withdrawal(old_logs(older_than, timezone.now()))
        self.stdout.write(
            f"{counted(what.logs, 'raw log')}, {what.size / 2**20:,.1f} MiB, of {counted(what.runs, 'run')}."
            " Their numbers stay; they cannot be read again, nor with other facts."
        )
        self.stdout.write(
            f"{counted(what.permalinks, 'permalink')} made from them: they go on showing the same bytes, but"
            " the raw logs behind their numbers can no longer be looked up."
        )
        if options["dry_run"]:
            self.stdout.write("Nothing was changed.")
            return
        count = withdraw_logs(older_than)
        self.stdout.write(
            f"{counted(count, 'raw log')} withdrawn; a backup of before has those that were in PostgreSQL."
        )
