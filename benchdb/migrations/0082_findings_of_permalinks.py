"""How much of a permalink's answer is otherwise, in one sentence; not known before its next verification."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("benchdb", "0081_watches_outlive_accounts"),
    ]

    operations = [
        migrations.AddField(
            model_name="permalink",
            name="finding",
            field=models.TextField(
                blank=True, db_default="", default="", help_text="the same in one sentence; empty: by an older release"
            ),
        ),
    ]
