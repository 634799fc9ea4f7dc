"""A database full of valid runs, to measure on: real reports of ab, packed as uploads are, with their numbers."""

from __future__ import annotations

from collections.abc import Callable

from django.db import connection, transaction

from benchdb.dev.benchmarks.generated.plan import FILES, RUNS, TRIALS, Plan
from benchdb.dev.benchmarks.generated.rows import MARK, Writer, set_sequences
from benchdb.host.paths import ROOT
from benchdb.models import Upload
from benchdb.reads.packed.proof import rebuild_all

AT_ONCE = 100  #: uploads of one transaction
STUDIES = ROOT / "fixtures" / "studies"


class NotOurs(ValueError):
    """A database that holds other people's uploads."""


def generate(runs: int, seed: int = 1, progress: Callable[[str], None] = print) -> None:
    """Fill the database with about `runs` runs; NotOurs where somebody uses it."""
    refuse_others()
    plan = Plan(max(runs, RUNS), seed)
    uploads = -(-len(plan.setups) * RUNS // (TRIALS * FILES))
    with quick_writes():
        with transaction.atomic():
            writer = Writer(plan)
            writer.write_setups()
        for first in range(0, uploads, AT_ONCE):
            with transaction.atomic():
                last = min(first + AT_ONCE, uploads)
                writer.write_uploads(first, last)
            progress(f"{last * TRIALS * FILES:,} of {uploads * TRIALS * FILES:,} runs")
    set_sequences()
    rebuild_all()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def refuse_others() -> None:
    """NotOurs for a database with uploads that are no founding studies, and for one that was filled before."""
    if Upload.objects.filter(facts=MARK).exists():
        raise NotOurs("this database was filled before; generate into an empty one")
    founding = {path.name for path in STUDIES.iterdir()}
    theirs = Upload.objects.exclude(files__runs__studies__slug__in=founding)
    if count := theirs.count():
        raise NotOurs(f"this database holds {count} uploads that somebody made; generate into one of your own")


class quick_writes:  # noqa: N801 - used as a function
    """Without triggers and checks of foreign keys, where the role may: the rows are right by construction."""

    def __enter__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
            self.is_superuser = bool(cursor.fetchone()[0])
            if self.is_superuser:
                cursor.execute("SET session_replication_role = replica")

    def __exit__(self, *_: object) -> None:
        if self.is_superuser:
            with connection.cursor() as cursor:
                cursor.execute("SET session_replication_role = DEFAULT")
