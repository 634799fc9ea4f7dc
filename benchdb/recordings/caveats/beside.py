"""Loads that ran while another load ran on the same server: each is charged for the CPU time of both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from django.db import connection

from benchdb.domain.activity.overlap import shared
from benchdb.domain.caveats import Caveat, caveat

BESIDE = "loads beside others"  #: the kind of caveat that says so
#: Every load of the recordings of some runs; no machine runs two kernels at once. A copy of a report is no other load.
LOADS = """
SELECT attached.run_id, dense_rank() OVER (ORDER BY attached.recording_id, setup.kernel_id),
    attached.window_start, attached.window_end
FROM benchdb_runrecording attached
JOIN benchdb_run run ON run.id = attached.run_id JOIN benchdb_setup setup ON setup.id = run.setup_id
JOIN benchdb_uploadfile log ON log.id = run.file_id
JOIN benchdb_recording recording ON recording.id = attached.recording_id
JOIN benchdb_uploadfile file ON file.id = recording.file_id JOIN benchdb_upload upload ON upload.id = file.upload_id
WHERE (upload.withdrawn_at IS NULL OR upload.id = log.upload_id)
    AND attached.side = 'server' AND attached.window_end > attached.window_start
    AND run.retired_at IS NULL AND run.excluded_at IS NULL AND attached.recording_id IN (
        SELECT recording_id FROM benchdb_runrecording WHERE run_id = ANY(%s::bigint[]) AND side = 'server')
"""


def caveats(runs: Sequence[int]) -> tuple[Caveat, ...]:
    """Of how many runs, and the largest share of a load. `runs`: the ids of those that have costs."""
    with connection.cursor() as cursor:
        cursor.execute(LOADS, [list(runs)])
        ids, places, begins, ends = np.array(cursor.fetchall(), float).reshape(-1, 4).T
    shares = np.where(np.isin(ids, runs), shared(places.astype(np.int64), begins, ends), 0.0)
    beside = np.unique(ids[shares > 0])
    return (caveat(BESIDE, runs=len(beside), total=len(runs), share=float(shares.max())),) if len(beside) else ()
