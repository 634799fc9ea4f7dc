"""A file that people wrote beside logs is passed over. No column changes; what failed so far can be read again."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0062_first_stored_at")]

    operations = [
        migrations.AlterField(
            "uploadfile",
            "state",
            models.CharField(
                choices=[
                    ("queued", "Queued"),
                    ("stored", "stored"),
                    ("known", "known already"),
                    ("failed", "no log"),
                    ("unpacked", "Unpacked"),
                    ("facts", "Facts"),
                    ("note", "passed over"),
                ],
                default="queued",
                max_length=8,
            ),
        ),
    ]
