"""What machines, kernels and servers were called before they were renamed: old addresses and names lead on."""

import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0064_corrections_of_runs")]

    operations = [
        migrations.CreateModel(
            name="FormerName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(help_text="machine, kernel or server", max_length=8)),
                ("name", models.CharField(max_length=200)),
                ("slug", models.SlugField(max_length=220)),
                ("row", models.BigIntegerField(help_text="its number, under whatever name")),
                ("given_up_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ("-pk",),
                "constraints": [
                    models.UniqueConstraint(
                        models.F("kind"),
                        django.db.models.functions.text.Lower("name"),
                        name="one_former_name_whatever_the_case",
                    )
                ],
            },
        ),
    ]
