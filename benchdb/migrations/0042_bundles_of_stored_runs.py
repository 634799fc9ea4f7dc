"""What the stored runs came in, a few setups at a time while the site goes on."""

from django.db import migrations

AT_ONCE = 500  #: setups of a transaction
NEXT = "SELECT array_agg(id) FROM (SELECT id FROM benchdb_setup WHERE id > %s ORDER BY id LIMIT %s) AS following"


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

    dependencies = [("benchdb", "0041_bundles_and_reboots")]

    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop, elidable=True)]
