"""`manage.py generate --runs N`: runs to measure the site on, in a database of your own."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchdb.dev.benchmarks.generate import NotOurs, generate


class Command(BaseCommand):
    requires_system_checks = ()  # the web server's, and half of the time that a start takes
    help = "Fill a database (BENCHDB_DATA or DATABASE_URL) with generated runs; one that others use is refused"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--runs", type=int, required=True)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            generate(options["runs"], options["seed"], self.stdout.write)
        except NotOurs as error:
            raise CommandError(str(error)) from error
