"""The bounds of the series that are stored, a few setups at a time while the site goes on; then what finds them."""

from django.db import migrations

AT_ONCE = 500  #: setups of a transaction
NEXT = "SELECT array_agg(id) FROM (SELECT id FROM benchdb_setup WHERE id > %s ORDER BY id LIMIT %s) AS following"
INDEXES = """
CREATE INDEX IF NOT EXISTS packedseries_by_lowest ON benchdb_packedseries (metric, lowest, setup_id) WHERE item = '';
CREATE INDEX IF NOT EXISTS packedseries_by_highest ON benchdb_packedseries (metric, highest, setup_id) WHERE item = '';
"""
UNDO = "DROP INDEX IF EXISTS packedseries_by_lowest; DROP INDEX IF EXISTS packedseries_by_highest;"


def fill_in(apps, schema_editor):
    last = 0
    with schema_editor.connection.cursor() as cursor:
        while True:
            cursor.execute(NEXT, [last, AT_ONCE])
            (setups,) = cursor.fetchone()
            if not setups:
                return
            cursor.execute("SELECT benchdb_pack_setups(%s)", [setups])
            last = max(setups)


class Migration(migrations.Migration):
    atomic = False  # each statement is a transaction; after an interruption it begins again and does no harm

    dependencies = [("benchdb", "0026_bounds_of_series")]

    operations = [
        migrations.RunPython(fill_in, migrations.RunPython.noop, elidable=True),
        migrations.RunSQL(INDEXES, UNDO),
    ]
