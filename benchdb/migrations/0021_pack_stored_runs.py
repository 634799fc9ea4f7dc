"""The arrays of the runs that are stored, built a few setups at a time: the site goes on while it runs."""

from django.db import migrations

AT_ONCE = 500  #: setups of a transaction
NEXT = "SELECT array_agg(id) FROM (SELECT id FROM benchdb_setup WHERE id > %s ORDER BY id LIMIT %s) AS following"


def pack_stored_runs(apps, schema_editor):
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

    dependencies = [("benchdb", "0020_packed_series")]

    operations = [migrations.RunPython(pack_stored_runs, migrations.RunPython.noop, elidable=True)]
