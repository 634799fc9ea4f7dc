"""Secrets of webhooks are encrypted where they are; deliveries go on as they did."""

from django.db import migrations, models

import benchdb.models.encrypted
from benchdb.models.encrypted import decrypted, encrypted


def encrypt(apps, schema_editor):
    for hook in apps.get_model("benchdb", "Webhook").objects.exclude(secret=""):
        hook.secret = encrypted(hook.secret)
        hook.save(update_fields=("secret",))


def decrypt(apps, schema_editor):
    for hook in apps.get_model("benchdb", "Webhook").objects.exclude(secret=""):
        hook.secret = decrypted(hook.secret)
        hook.save(update_fields=("secret",))


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0025_corrected_setups")]

    operations = [
        migrations.AlterField("webhook", "secret", models.TextField(editable=False)),
        migrations.RunPython(encrypt, decrypt),
        migrations.AlterField(
            "webhook", "secret", benchdb.models.encrypted.EncryptedTextField(editable=False)
        ),
    ]
