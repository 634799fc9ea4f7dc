"""`manage.py parselog [--format NAME] FILE…`: `python -m ingest.intake.parselog` where people look for it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from ingest.intake import parselog


class Command(BaseCommand):
    help = "Print what logs say as JSON lines, without a database"
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parselog.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if status := parselog.print_lines(options["files"], options["format"], self.stdout):
            sys.exit(status)
