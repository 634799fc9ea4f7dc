"""The parts of one import are read in the order in which they came, whatever queue each waits in.

A worker passes over a part while an earlier one is not finished, and forgets its message. Whoever ends a part, by
whatever end, queues the one that is next. A message that comes while another worker still has the part is forgotten,
too: whoever lets go of one whose turn has come queues it again. Who is killed in between leaves a part that waits and
that no queue holds; `forgotten` looks for those.
"""

from __future__ import annotations

from django.db import connection

#: Uploads before which `ours` is not read.
EARLIER = """
SELECT earlier.id FROM benchdb_upload AS earlier
WHERE ours.facts ? 'import' AND earlier.state IN ('queued', 'parsing') AND earlier.id < ours.id
AND earlier.facts->>'import' = ours.facts->>'import' AND earlier.sender_id IS NOT DISTINCT FROM ours.sender_id
"""
FIRST = f"SELECT ({EARLIER} ORDER BY earlier.id LIMIT 1) FROM benchdb_upload AS ours WHERE ours.id = %s"
IN_TURN = f"SELECT ours.id FROM benchdb_upload AS ours WHERE ours.state = 'queued' AND NOT EXISTS ({EARLIER})"
PARTS = f"{IN_TURN} AND ours.facts ? 'import'"
THIS = f"{IN_TURN} AND ours.id = %s"
WAITING = f"SELECT ours.id FROM benchdb_upload AS ours WHERE ours.state IN ('queued', 'parsing') AND EXISTS ({EARLIER})"
#: Also one that a killed worker had begun: those behind it wait for it.
NEXT = """
SELECT later.id FROM benchdb_upload AS ended
JOIN benchdb_upload AS later ON later.state IN ('queued', 'parsing') AND later.id > ended.id
AND later.facts->>'import' = ended.facts->>'import' AND later.sender_id IS NOT DISTINCT FROM ended.sender_id
WHERE ended.id = %s AND ended.facts ? 'import' AND ended.state IN ('stored', 'failed')
ORDER BY later.id LIMIT 1
"""


def next_part(upload_id: int) -> int | None:
    """The upload whose turn it is when this one has ended; None where it has not, or none waits for it."""
    return first_of(NEXT, upload_id)


def waits_for(upload_id: int) -> int | None:
    """The first unfinished of the parts that were sent before this one; None where its turn has come."""
    return first_of(FIRST, upload_id)


def may_begin(upload_id: int) -> bool:
    """Whether it is queued and waits for no other upload."""
    return first_of(THIS, upload_id) is not None


def parts_in_turn() -> set[int]:
    """The parts of imports that are queued and wait for no other one: at most one of each import."""
    return all_of(PARTS)


def waiting_parts() -> set[int]:
    """Those that wait for earlier ones."""
    return all_of(WAITING)


def first_of(query: str, upload_id: int) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute(query, [upload_id])
        row = cursor.fetchone()
    return None if row is None else row[0]


def all_of(query: str) -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return {row[0] for row in cursor.fetchall()}
