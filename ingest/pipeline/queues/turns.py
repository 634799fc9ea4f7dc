"""The parts of one import are read in the order in which they came, whatever queue each waits in.

A worker passes over a part while an earlier one is not finished, and forgets its message. Whoever ends a part, by
whatever end, queues the one that is next. Who is killed in between leaves an upload that waits and that no queue holds,
as a broker does that forgets.
"""

from __future__ import annotations

from django.db import connection

NEXT = """
SELECT later.id FROM benchdb_upload AS ended
JOIN benchdb_upload AS later ON later.state = 'queued' AND later.id > ended.id
AND later.facts->>'import' = ended.facts->>'import' AND later.sender_id IS NOT DISTINCT FROM ended.sender_id
WHERE ended.id = %s AND ended.facts ? 'import' AND ended.state IN ('stored', 'failed')
ORDER BY later.id LIMIT 1
"""


def next_part(upload_id: int) -> int | None:
    """The upload whose turn it is when this one has ended; None where it has not, or none waits for it."""
    with connection.cursor() as cursor:
        cursor.execute(NEXT, [upload_id])
        row = cursor.fetchone()
    return None if row is None else int(row[0])
