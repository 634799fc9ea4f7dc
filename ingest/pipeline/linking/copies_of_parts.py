"""Copies among the parts of one folder, and of logs that have grown: reports whose numbers came before, too.

Within an upload they are known while it is stored. The runs of the others are not all looked at: only those that share
a figure with one of this upload's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from django.db import connection
from django.db.models import Q, QuerySet

from benchdb.curation.exclusions import IS_COPY, WITHDRAWN
from benchdb.models import Run
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.linking.grown_logs import runs_of_beginnings
from ingest.pipeline.linking.parts import others
from ingest.pipeline.linking.stated_in_parts import StatedInParts
from ingest.pipeline.outcomes import note_copies
from ingest.pipeline.rows.copies import Copies
from ingest.pipeline.rows.existing import exclusions_of
from ingest.pipeline.rows.mark_copies import CopiesOfWithdrawn, MarkedCopies
from ingest.pipeline.rows.twofold import Twofold
from ingest.pipeline.stored_before import as_recorded, with_one_file

#: Whole numbers are no evidence. Every report has one of these figures, if it did not break off at once.
SHARED = """
SELECT DISTINCT ours.run_id, theirs.run_id FROM benchdb_measurement AS ours
JOIN benchdb_measurement AS theirs ON (theirs.metric, theirs.item, theirs.value) = (ours.metric, ours.item, ours.value)
WHERE ours.run_id = ANY(%(ours)s) AND theirs.run_id = ANY(%(theirs)s) AND ours.value <> trunc(ours.value)
AND ours.metric IN ('requests_per_second', 'latency_mean') AND theirs.metric IN ('requests_per_second', 'latency_mean')
"""


def mark_copies_of_parts(ingestion: Ingestion) -> None:
    """Exclude what another part brought already, or what it brought of which this one knows more.

    What a withdrawn part brought already counts here until that is restored.
    """
    if ingestion.declared.own_runs:
        return
    before = runs_of_beginnings(ingestion)
    counting = Run.objects.active().filter(Q(file__upload__in=others(ingestion)) | Q(pk__in=before))
    mark_copies(ingestion, counting, MarkedCopies, copies_before)
    withdrawn = Run.objects.filter(
        file__upload__in=ingestion.upload.withdrawn_parts.values("pk"),
        retired_at=None,
        excluded_because__startswith=f"{WITHDRAWN}: ",
    )
    mark_copies(ingestion, withdrawn, partial(CopiesOfWithdrawn, ingestion.upload.pk))


def copies_before(ingestion: Ingestion) -> set[int]:
    """Runs that are excluded since an earlier reading knew them as copies of other parts' runs: of what, is to be said
    of them again."""
    left_out = Run.objects.filter(file__upload=ingestion.upload, retired_at=None, excluded_at__isnull=False)
    again = left_out.filter(first_stored_at__isnull=False).exclude(IS_COPY)
    earlier = Run.objects.filter(IS_COPY, file__upload=ingestion.upload, retired_at__isnull=False)
    places = set(earlier.values_list("file", "line"))
    return {number for number, *place in again.values_list("pk", "file", "line") if tuple(place) in places}


def mark_copies(
    ingestion: Ingestion,
    of_others: QuerySet[Run],
    marks: Callable[..., MarkedCopies],
    left_out: Callable[[Ingestion], Collection[int]] = lambda _: (),
) -> None:
    """Hold the upload's runs against those of other parts, where there are any; those `left_out` as well."""
    every = ids(of_others)
    if not every:
        return
    own, again = ids(Run.objects.active().filter(file__upload=ingestion.upload)), left_out(ingestion)
    ours, theirs = sharing_a_figure([*own, *again], every)
    if not theirs:
        return
    before, after = runs_of(theirs), runs_of(ours)
    exclusions = exclusions_of(run.file.log_id for run in (*before, *after))
    marked = marks(Copies({}), Twofold({}), exclusions)
    stated = StatedInParts(ingestion)
    for run, record in as_recorded(before):
        marked.recall(stated.as_stated(run), record)
    for run, record in as_recorded(run for run in after if run.pk not in again):
        marked.mark(stated.as_stated(run), record)
    for run, record in as_recorded(run for run in after if run.pk in again):
        marked.mark_again(stated.as_stated(run), record)
    for file, copies in marked.others():
        note_copies(file, copies)
        file.save(update_fields=("problems",))


def sharing_a_figure(ours: Sequence[int], theirs: Sequence[int]) -> tuple[set[int], set[int]]:
    """(those of `ours`, those of the other parts): copies of each other, if there are any, are among them."""
    with connection.cursor() as cursor:
        cursor.execute(SHARED, {"ours": ours, "theirs": theirs})
        pairs = cursor.fetchall()
    return {one for one, _ in pairs}, {other for _, other in pairs}


def ids(runs: QuerySet[Run]) -> list[int]:
    return list(runs.values_list("pk", flat=True))


def runs_of(numbers: Collection[int]) -> Sequence[Run]:
    rows = Run.objects.filter(pk__in=numbers).select_related("file__upload").order_by("pk")
    return with_one_file(list(rows))
