"""A rule of acceptance may hold for one load tool or one machine alone: one in force for each of these."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0057_attachments")]

    operations = [
        migrations.AddField(
            model_name="acceptancerule",
            name="only",
            field=models.CharField(
                blank=True, default="", help_text="a condition and the value it must have: tool=ab", max_length=400
            ),
            preserve_default=False,
        ),
        migrations.RemoveConstraint(model_name="acceptancerule", name="one_rule_in_force_a_dimension"),
        migrations.AddConstraint(
            model_name="acceptancerule",
            constraint=models.UniqueConstraint(
                models.F("dimension"),
                models.F("only"),
                condition=models.Q(("ended_at", None)),
                name="one_rule_in_force_a_place",
            ),
        ),
    ]
