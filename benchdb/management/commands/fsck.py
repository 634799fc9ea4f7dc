"""`manage.py fsck [--mend]`: whether what is derived from the rows is what the rows say."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchdb.reads.packed.proof import rebuild, wrong_setups


class Command(BaseCommand):
    help = "Compare the packed series with the runs they are made from; --mend builds anew what differs"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mend", action="store_true", help="build the arrays anew where they differ")

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = list(wrong_setups())
        if not wrong:
            self.stdout.write("The packed series are what the runs say.")
            return
        named = ", ".join(map(str, wrong[:10])) + (" …" if len(wrong) > 10 else "")
        if not options["mend"]:
            raise CommandError(f"{len(wrong)} setups have packed series that differ from their runs: {named}")
        rebuild(wrong)
        self.stdout.write(f"Built anew for {len(wrong)} setups: {named}")
