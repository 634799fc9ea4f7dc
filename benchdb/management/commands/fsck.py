"""`manage.py fsck [CHECK…] [--mend]`: whether all that is kept is whole, and what is derived is what the rows say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchdb.host.objects import Unreachable
from benchdb.reads.packed.proof import rebuild, wrong_setups
from benchdb.safekeeping.integrity import CHECKS, MENDS

MOST_NAMED = 20


class Command(BaseCommand):
    requires_system_checks = ()  # the web server's, and half of the time that a start takes
    help = "Hash every log again, and check rows, packed series, censuses and permalinks; changes nothing"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("checks", nargs="*", metavar="CHECK", help=f"only these: {', '.join(CHECKS)}")
        parser.add_argument(
            "--mend", action="store_true", help="build packed series anew where they differ, number doubled trials anew"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if strange := [name for name in options["checks"] if name not in CHECKS]:
            raise CommandError(f"unknown check {strange[0]}; known are {', '.join(CHECKS)}")
        if options["mend"] and (wrong := list(wrong_setups())):
            rebuild(wrong)
            self.stdout.write(f"series: built anew for {len(wrong)} setups: {', '.join(map(str, wrong[:MOST_NAMED]))}")
        for sentence in filter(None, (mend() for mend in MENDS if options["mend"])):
            self.stdout.write(sentence)
        faults = 0
        for name in options["checks"] or CHECKS:
            sentences = list(sentences_of(name))
            faults += len(sentences)
            self.stdout.write(f"{name}: {f'{len(sentences):,} faults' if sentences else 'whole'}")
            for sentence in sentences[:MOST_NAMED]:
                self.stdout.write(f"  {sentence}")
        if faults:
            raise CommandError(f"{faults:,} faults")


def sentences_of(check: str) -> Iterator[str]:
    """What is wrong; what a place that does not answer keeps is not known to be whole."""
    try:
        yield from CHECKS[check]()
    except Unreachable as error:
        yield f"{error}; the rest was not looked at"
