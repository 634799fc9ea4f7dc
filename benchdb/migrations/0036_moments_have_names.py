"""What a moment is the moment of: the names that the columns should have had."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0031_encrypted_secrets")]

    operations = [
        migrations.RenameField("auditentry", "at", "happened_at"),
        migrations.RenameField("announcement", "at", "happened_at"),
        migrations.RenameField("sentkey", "at", "received_at"),
    ]
