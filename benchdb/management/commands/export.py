"""`manage.py export FOLDER [--format parquet]`: all runs, measurements, recordings and series as tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchdb.tables.columns import TABLES
from benchdb.tables.frames import bounds, frames, schema
from benchdb.tables.write import WRITERS, description, write

ENDINGS = {ending.removeprefix("."): ending for ending in WRITERS}


class Command(BaseCommand):
    requires_system_checks = ()  # the web server's, and half of the time that a start takes
    help = "Write all runs with their facts and measurements, and all recorded series, into a new folder of tables"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="created if it does not exist; must be empty")
        parser.add_argument("--format", choices=list(ENDINGS), default="csv")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise CommandError(f"{folder}: it is not empty.")
            self._write(folder, ENDINGS[options["format"]])
        except OSError as error:
            raise CommandError(str(error)) from error

    def _write(self, folder: Path, ending: str) -> None:
        until = bounds()
        for table in TABLES:
            path = folder / f"{table}{ending}"
            rows = write(frames(table, until), schema(table), path)
            self.stdout.write(f"{path}: {rows} rows")
        (folder / "COLUMNS.md").write_text(description(), encoding="utf-8")
