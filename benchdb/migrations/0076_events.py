"""An announcement is an event, a look at a watch a check. Tables and columns keep their names: no row is touched."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('benchdb', '0075_invitations_listed'),
    ]

    operations = [
        migrations.AlterModelTable(name='announcement', table='benchdb_announcement'),
        migrations.RenameModel(old_name='Announcement', new_name='Event'),
        migrations.AlterField(
            model_name='delivery',
            name='announcement',
            field=models.ForeignKey(db_column='announcement_id', on_delete=django.db.models.deletion.CASCADE, to='benchdb.event'),
        ),
        migrations.RenameField(model_name='delivery', old_name='announcement', new_name='event'),
        migrations.AlterField(
            model_name='watchedchange',
            name='announcement',
            field=models.ForeignKey(db_column='announcement_id', help_text='none: it was there before the watch', null=True, on_delete=django.db.models.deletion.SET_NULL, to='benchdb.event'),
        ),
        migrations.RenameField(model_name='watchedchange', old_name='announcement', new_name='event'),
        migrations.AlterField(
            model_name='watch',
            name='looked_at',
            field=models.DateTimeField(db_column='looked_at', help_text='when new runs were last checked; none: not once', null=True),
        ),
        migrations.RenameField(model_name='watch', old_name='looked_at', new_name='checked_at'),
        migrations.AlterField(
            model_name='watch',
            name='data_version',
            field=models.BigIntegerField(default=-1, help_text='of the data that was last checked'),
        ),
        migrations.AlterField(
            model_name='watch',
            name='numbers',
            field=models.CharField(blank=True, help_text='SHA-256 of the numbers that were last checked', max_length=64),
        ),
    ]
