"""Reports that count twice in one import, and nothing says that they are copies: as releases left them that did not
know them again across its parts."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.db import connection

from benchdb.curation.exclusions import IS_COPY, ORIGINAL
from benchdb.domain.place import IMPORT
from benchdb.models import Run
from ingest.declared.facts import OWN_RUNS
from ingest.pipeline.linking.stated_in_parts import StatedInParts
from ingest.pipeline.rows.copies import Copies
from ingest.pipeline.stored_before import as_recorded, with_one_file

#: Counting runs of several parts of an import that have the same figures; whole numbers are no evidence.
ALIKE = """
SELECT array_agg(id) FROM (
  SELECT run.id, upload.id AS part, upload.sender_id, upload.facts->>%(import)s AS import,
         string_agg(concat_ws(' ', metric, item, value), ';' ORDER BY measurement.line, measurement.id) AS figures
  FROM benchdb_run AS run
  JOIN benchdb_uploadfile AS file ON file.id = run.file_id
  JOIN benchdb_upload AS upload ON upload.id = file.upload_id
  JOIN benchdb_measurement AS measurement ON measurement.run_id = run.id
  WHERE run.retired_at IS NULL AND run.excluded_at IS NULL AND value <> trunc(value)
    AND metric IN ('requests_per_second', 'latency_mean')
    AND upload.facts->>%(import)s IS NOT NULL AND upload.facts->>%(own)s IS DISTINCT FROM 'true'
  GROUP BY run.id, upload.id
) AS counting GROUP BY sender_id, import, figures HAVING count(DISTINCT part) > 1
"""


def doubled_reports() -> Iterator[str]:
    """A sentence for each run whose report another run has, too, that came with another part: whatever recordings
    beside them say of their machines and kernels."""
    with connection.cursor() as cursor:
        cursor.execute(ALIKE, {"import": IMPORT, "own": OWN_RUNS})
        groups = [numbers for (numbers,) in cursor.fetchall()]
    stated = StatedInParts()
    for numbers in groups:
        for one, other in doubled(numbers, stated):
            yield f"run {one}: it has the report of run {other}, and both count; exclude one of them on its page"


def doubled(numbers: Collection[int], stated: StatedInParts) -> Iterator[tuple[int, int]]:
    """(the copy, what it is one of). Of those that are called copies it is known why they count."""
    runs = Run.objects.filter(pk__in=numbers).exclude(IS_COPY).select_related("file__upload").order_by("pk")
    copies = Copies({})
    for run, record in as_recorded(with_one_file(list(runs))):
        held = copies.held(stated.as_stated(run), record, is_decided=False)
        for one, copy in (*([(run, held.copy)] if held.copy else []), *held.replaced):
            if copy.is_sure and (original := dict(copy.of.parameters).get(ORIGINAL)):  # of another part
                yield one.pk, original
