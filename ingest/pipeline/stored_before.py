"""What workers before this one stored of an upload, known again by its numbers: rows -> copies, loads told twice.

A worker keeps in memory what copies are known by. Whoever goes on with an upload has its rows alone, and reads these
again in the order they were stored, some runs at a time, as if they had just been read out of their logs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter

from django.db.models import Q, prefetch_related_objects

from benchdb import models
from benchdb.domain.activity.derived import DERIVED
from benchdb.models import Run
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.rows.copies import Copies
from ingest.pipeline.rows.existing import exclusions_of
from ingest.pipeline.rows.mark_copies import MarkedCopies
from ingest.pipeline.rows.twofold import Twofold
from ingest.records import Measurement, RunRecord

AT_ONCE = 200  #: runs whose setups and measurements are here together
COLUMNS = ("run", "metric", "value", "line", "item")
BESIDE = ("ab_percentiles", "ab_requests")  #: formats of logs that a tool keeps beside its report
OF_RECORDINGS = Q(metric__in=DERIVED, item="", line=0)  #: as `derive` writes them
OF_A_ROW = "finished_at"  #: fact of a row of siege.log alone

Row = tuple[int, str, float, int, str]  #: COLUMNS


def recall(ingestion: Ingestion) -> None:
    """Know them again, once: what is read next may be a copy of them, or they of it."""
    if not ingestion.went_before or ingestion.is_recalled:
        return
    ingestion.is_recalled = True
    runs = [run for run in ingestion.runs.values() if run.file.upload_id == ingestion.upload.pk]
    if not runs or ingestion.declared.own_runs:
        return
    numbers, loads = Copies(ingestion.numbers), Twofold(ingestion.loads)
    marked = MarkedCopies(numbers, loads, exclusions_of(run.file.log_id for run in runs))
    for run, record in as_recorded(with_one_file(runs)):
        marked.recall(run, record)
    ingestion.numbers |= numbers.ours
    ingestion.loads |= loads.ours


def with_one_file(runs: Sequence[Run]) -> Sequence[Run]:
    """Those of a file share its row: what is noted on it is noted once."""
    files = {run.file_id: run.file for run in runs}
    for run in runs:
        run.file = files[run.file_id]
    return runs


def as_recorded(runs: Iterable[Run]) -> Iterator[tuple[Run, RunRecord]]:
    """With what was read out of their logs: what was computed of recordings since is of no report."""
    rest = iter(runs)
    while some := list(islice(rest, AT_ONCE)):
        prefetch_related_objects(some, "setup")
        rows = models.Measurement.objects.filter(run__in=some).exclude(OF_RECORDINGS).order_by("run", "pk")
        for run, numbers in beside(some, groupby(rows.values_list(*COLUMNS).iterator(), key=itemgetter(0))):
            yield run, record_of(run, tuple(Measurement(*row[1:]) for row in numbers))


def beside(runs: Iterable[Run], groups: Iterator[tuple[int, Iterator[Row]]]) -> Iterator[tuple[Run, Iterable[Row]]]:
    """Each run with its rows, where both come in the order of the runs; a run may have none."""
    nothing: tuple[int, Iterator[Row]] = (0, iter(()))
    number, rows = next(groups, nothing)
    for run in runs:
        yield run, rows if run.pk == number else ()
        if run.pk == number:
            number, rows = next(groups, nothing)


def record_of(run: Run, measurements: tuple[Measurement, ...]) -> RunRecord:
    """As far as copies are known by it."""
    tool, version = run.setup.tool, run.setup.tool_version
    return RunRecord(tool, version, run.facts, measurements, run.line, is_kept_beside=is_kept_beside(run))


def is_kept_beside(run: Run) -> bool:
    """As its format's parser said it."""
    return run.format in BESIDE or (run.format == "siege" and OF_A_ROW in run.facts)
