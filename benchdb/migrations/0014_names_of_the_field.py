from django.db import migrations


class Migration(migrations.Migration):
    """Two models get the names that the code uses for them; rows and constraints stay as they are."""

    dependencies = [("benchdb", "0013_when_members_were_written")]

    operations = [
        migrations.RenameModel("Tie", "RunRecording"),
        migrations.RenameModel("KeptTwin", "PermalinkExport"),
    ]
