"""`manage.py loadstudies [FOLDER…]`: the founding studies, by the same pipeline as any upload."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from benchdb.models import Upload
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload

STUDIES = Path(settings.ROOT) / "fixtures" / "studies"


class Command(BaseCommand):
    requires_system_checks = ()  # the web server's, and half of the time that a start takes
    help = "Load studies (folders with a benchdb.toml) into the database; those loaded already are left alone"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folders", nargs="*", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        for folder in options["folders"] or sorted(path.parent for path in STUDIES.glob("*/benchdb.toml")):
            upload = create_upload([*arrivals(folder)], {}).upload
            parse_upload(upload.pk)
            upload.refresh_from_db()
            if upload.state != Upload.State.STORED:
                raise CommandError(f"{folder}: {upload.error}")
            self.stdout.write(f"{folder.name}: upload {upload.pk}")


def arrivals(folder: Path) -> Iterator[IncomingFile]:
    """The files of a study; its ORIGIN says where they come from and is no log."""
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.name != "ORIGIN":
            yield IncomingFile(path.name, [path.read_bytes()])
