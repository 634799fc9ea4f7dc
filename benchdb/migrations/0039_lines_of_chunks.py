"""How many lines come before each chunk of a log: of the logs that are stored, one after the other while the site goes on.

A log of one chunk needs none.
"""

import zstandard
from django.db import migrations, models

LONG = "SELECT DISTINCT log_id FROM benchdb_logchunk WHERE number > 0 AND lines_before IS NULL"
CHUNKS = "SELECT id, data FROM benchdb_logchunk WHERE log_id = %s AND number = %s"
NOTE = "UPDATE benchdb_logchunk SET lines_before = %s WHERE id = %s"


def count_lines(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(LONG)
        for (log,) in cursor.fetchall():
            count_of(cursor, log)


def count_of(cursor, log):
    number = lines = 0
    while True:
        cursor.execute(CHUNKS, [log, number])
        row = cursor.fetchone()
        if row is None:
            return
        cursor.execute(NOTE, [lines, row[0]])
        lines += zstandard.ZstdDecompressor().decompress(bytes(row[1])).count(b"\n")
        number += 1


class Migration(migrations.Migration):
    atomic = False  # each statement is a transaction; after an interruption it begins again and does no harm

    dependencies = [("benchdb", "0033_watches_beside_saved_questions")]

    operations = [
        migrations.AddField(
            "logchunk",
            "lines_before",
            models.BigIntegerField(help_text="newlines of the log before it; unknown of old ones", null=True),
        ),
        migrations.RunPython(count_lines, migrations.RunPython.noop, elidable=True),
    ]
