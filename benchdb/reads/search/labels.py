"""How many runs of a selection are of each study, or have each tag."""

from __future__ import annotations

from collections import Counter

from django.db import connection

from benchdb.reads.packed.census import Labels
from benchdb.reads.search.selection import Selection

COUNTS = {
    "study": """SELECT slug, count(*) FROM benchdb_study_runs JOIN benchdb_study s ON s.id = study_id
                WHERE run_id = ANY(%s) GROUP BY slug""",
    "tag": """SELECT name, count(*) FROM benchdb_tag_runs JOIN benchdb_tag t ON t.id = tag_id
              WHERE run_id = ANY(%s) GROUP BY name""",
}


def labels_among(kind: str, selection: Selection, labels: Labels) -> dict[str, int]:
    """Those of whole rows are counted beforehand; those of single runs are counted now."""
    counts = Counter(labels.sums(kind, selection.mask))
    if len(selection.singles):
        with connection.cursor() as cursor:
            cursor.execute(COUNTS[kind], [selection.singles.tolist()])
            counts.update(dict(cursor.fetchall()))
    return dict(counts)
