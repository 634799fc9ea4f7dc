"""Loads that ran while another load ran on the same server: each is charged for the CPU time of both."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection

from benchdb.domain.caveats import Caveat, caveat

BESIDE = "loads beside others"  #: the kind of caveat that says so
SLACK = 2.0  #: seconds that loads one behind the other may seem to overlap: logs print whole ones
LEAST = 0.1  #: share of a load from which on another counts
MOST_TOGETHER = 2  #: loads that may begin at the very same moment; a moment of more was stated, and is that of none
#: No machine runs two kernels at once. Of every recording each load in the order in which they began, beside what ended
#: last of those before it and what begins next: that is linear, where a day's recording has a thousand loads. A copy of
#: a report is no other load.
SHARED = """
WITH windows AS (
    SELECT attached.run_id, attached.recording_id, attached.window_start AS begins, attached.window_end AS ends,
        coalesce(setup.kernel_id, 0) AS kernel, count(*) OVER (
            PARTITION BY attached.recording_id, setup.kernel_id, attached.window_start) AS together
    FROM benchdb_runrecording attached
    JOIN benchdb_run run ON run.id = attached.run_id JOIN benchdb_setup setup ON setup.id = run.setup_id
    WHERE attached.side = 'server' AND attached.window_start IS NOT NULL AND attached.window_end IS NOT NULL
        AND run.retired_at IS NULL AND run.excluded_at IS NULL AND attached.recording_id IN (
            SELECT recording_id FROM benchdb_runrecording WHERE run_id = ANY(%(runs)s::bigint[]) AND side = 'server')
), loads AS (
    SELECT * FROM windows WHERE together <= %(together)s
), neighbours AS (
    SELECT run_id, begins, ends,
        coalesce(max(ends) OVER (earlier ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), begins) AS ended,
        lead(begins) OVER earlier AS next_begins, lead(ends) OVER earlier AS next_ends
    FROM loads WINDOW earlier AS (PARTITION BY recording_id, kernel ORDER BY begins, ends, run_id)
), shared AS (
    SELECT run_id, max(ends - begins) AS lasted,
        max(greatest(least(ended, ends) - begins, least(next_ends, ends) - next_begins, 0.0)) AS seconds
    FROM neighbours WHERE ends > begins GROUP BY run_id
)
SELECT count(*), max(least(seconds / lasted, 1.0))
FROM shared WHERE run_id = ANY(%(runs)s::bigint[]) AND seconds > %(slack)s AND seconds >= lasted * %(least)s
"""


def caveats(runs: Sequence[int]) -> tuple[Caveat, ...]:
    """Of how many runs, and the largest share of a load. `runs`: the ids of those that have costs."""
    with connection.cursor() as cursor:
        cursor.execute(SHARED, {"runs": list(runs), "slack": SLACK, "least": LEAST, "together": MOST_TOGETHER})
        count, share = cursor.fetchone()
    return (caveat(BESIDE, runs=count, total=len(runs), share=share),) if count else ()
