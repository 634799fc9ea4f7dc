from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0079_random_webhook_ids")]

    operations = [
        migrations.AddField(
            model_name="log",
            name="came_back_at",
            field=models.DateTimeField(
                blank=True, null=True, help_text="when its bytes were last sent again after a rule gave them up"
            ),
        ),
    ]
