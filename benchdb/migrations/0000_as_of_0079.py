"""The database of an empty site in one step, as the migrations up to 0079 make it in 61. Databases that were there before
go on by those; `benchdb/tests/safekeeping/test_first_start.py` holds both ways against each other.
"""

from pathlib import Path

import benchdb.domain.roles
import benchdb.models.encrypted
import django.contrib.postgres.fields
import django.core.serializers.json
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).with_name("as_of_0079.sql").read_text()
NAMES = (
    "0001_initial",
    "0002_bundles",
    "0003_traces_are_read_anew",
    "0004_recordings",
    "0005_why_the_generator_was_the_limit",
    "0006_permalink_words_drift_and_twins",
    "0007_accounts",
    "0008_uploads_sender",
    "0009_tags",
    "0010_sent_keys",
    "0011_announcing",
    "0012_names_whatever_the_case",
    "0013_when_members_were_written",
    "0014_names_of_the_field",
    "0015_permalinks_of_any_question",
    "0020_packed_series",
    "0021_pack_stored_runs",
    "0022_data_versions",
    "0023_counts_of_labels",
    "0024_search",
    "0025_corrected_setups",
    "0026_bounds_of_series",
    "0027_bounds_of_stored_series",
    "0028_runs_by_moment",
    "0031_encrypted_secrets",
    "0032_watches",
    "0033_watches_beside_saved_questions",
    "0034_withdrawn_and_saved",
    "0036_moments_have_names",
    "0039_lines_of_chunks",
    "0040_logs_withdrawn_by_rule",
    "0041_bundles_and_reboots",
    "0042_bundles_of_stored_runs",
    "0043_bodies_of_permalinks",
    "0044_failed_connections",
    "0048_uploads_that_take_long",
    "0049_rules_of_acceptance",
    "0050_packed_series_uncompressed",
    "0053_contradicted_cpus_are_said",
    "0056_logs_elsewhere",
    "0057_attachments",
    "0058_rules_of_one_tool_or_machine",
    "0059_queued_again",
    "0060_recordings_of_load_generators",
    "0062_first_stored_at",
    "0063_notes_beside_logs",
    "0064_corrections_of_runs",
    "0065_former_names",
    "0066_runs_excluded",
    "0067_kernels_read_anew",
    "0068_watch_attempts",
    "0069_caveats_as_values",
    "0071_merged_names",
    "0072_addresses_of_permalinks",
    "0073_replaced_facts",
    "0074_changes_no_longer_there",
    "0075_invitations_listed",
    "0076_events",
    "0077_author_of_a_permalink",
    "0078_questions_of_smp_scaling",
    "0079_random_webhook_ids",
)


class Migration(migrations.Migration):
    replaces = [("benchdb", name) for name in NAMES]

    initial = True

    dependencies = [
        ("auth", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="AcceptanceRule",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("dimension", models.CharField(help_text="the condition that may differ", max_length=200)),
                ("extent", models.CharField(help_text="patch or any", max_length=8)),
                (
                    "same",
                    models.CharField(
                        blank=True, help_text="a condition that must be on record and the same", max_length=200
                    ),
                ),
                ("reason", models.CharField(max_length=500)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("made_by", models.CharField(blank=True, max_length=160)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "only",
                    models.CharField(
                        blank=True, help_text="a condition and the value it must have: tool=ab", max_length=400
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
                "constraints": [
                    models.UniqueConstraint(
                        models.F("dimension"),
                        models.F("only"),
                        condition=models.Q(("ended_at", None)),
                        name="one_rule_in_force_a_place",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Account",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[("viewer", "viewer"), ("uploader", "uploader"), ("editor", "editor")],
                        default=benchdb.domain.roles.Role["VIEWER"],
                        max_length=10,
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="account", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("who", models.CharField(max_length=160)),
                ("via", models.CharField(blank=True, help_text="a token's name; empty for a session", max_length=120)),
                ("action", models.CharField(db_index=True, help_text="run.excluded, token.made…", max_length=60)),
                ("subject", models.CharField(help_text="what was changed", max_length=260)),
                ("address", models.CharField(blank=True, help_text="its page", max_length=300)),
                ("before", models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ("after", models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ("happened_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name_plural": "audit entries",
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("url", models.URLField(max_length=500)),
                ("secret", benchdb.models.encrypted.EncryptedTextField(editable=False)),
                (
                    "kinds",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=40), help_text="what it is told of", size=None
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(db_index=True, max_length=40)),
                ("title", models.CharField(max_length=300)),
                ("path", models.TextField(help_text="the page about it")),
                ("payload", models.JSONField(default=dict)),
                ("happened_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ("-pk",),
                "db_table": "benchdb_announcement",
            },
        ),
        migrations.CreateModel(
            name="FormerName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(help_text="machine, kernel or server", max_length=8)),
                ("name", models.CharField(max_length=200)),
                ("slug", models.SlugField(max_length=220)),
                ("row", models.BigIntegerField(help_text="its number, under whatever name")),
                ("given_up_at", models.DateTimeField(auto_now_add=True)),
                (
                    "merge",
                    models.BigIntegerField(help_text="the audit entry of the merge; none: it was renamed", null=True),
                ),
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
        migrations.CreateModel(
            name="Machine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, unique=True)),
                ("slug", models.SlugField(editable=False, max_length=220, unique=True)),
                ("notes", models.TextField(blank=True)),
                ("cpu_model", models.CharField(blank=True, max_length=200)),
                ("cpu_count", models.PositiveIntegerField(blank=True, null=True)),
                ("memory_bytes", models.BigIntegerField(blank=True, null=True)),
            ],
            options={
                "ordering": ("name",),
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("name"),
                        name="machine_name_whatever_the_case",
                        violation_error_message="There is one of that name already.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(help_text="SHA-256 of the link's secret", max_length=64, unique=True)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("viewer", "viewer"),
                            ("uploader", "uploader"),
                            ("editor", "editor"),
                            ("admin", "admin"),
                        ],
                        max_length=10,
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("is_first", models.BooleanField(default=False, help_text="works only while nobody has an account")),
                (
                    "made_by",
                    models.CharField(blank=True, db_default="", default="", help_text="their name", max_length=160),
                ),
                (
                    "note",
                    models.CharField(blank=True, db_default="", default="", help_text="whom it is for", max_length=120),
                ),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="Kernel",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, unique=True)),
                ("slug", models.SlugField(editable=False, max_length=220, unique=True)),
                ("notes", models.TextField(blank=True)),
                ("os", models.CharField(blank=True, max_length=60, verbose_name="operating system")),
                ("release", models.CharField(blank=True, max_length=120)),
                ("series", models.CharField(blank=True, db_index=True, max_length=20)),
                ("flavour", models.CharField(blank=True, max_length=60)),
                ("build", models.CharField(blank=True, max_length=120)),
                (
                    "patches",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=120), blank=True, default=list, size=None
                    ),
                ),
                (
                    "version_key",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(), default=list, editable=False, size=None
                    ),
                ),
            ],
            options={
                "ordering": ("os", "version_key", "name"),
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("name"),
                        name="kernel_name_whatever_the_case",
                        violation_error_message="There is one of that name already.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Log",
            fields=[
                ("sha256", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("size", models.BigIntegerField(help_text="bytes")),
                (
                    "withdrawn_at",
                    models.DateTimeField(blank=True, help_text="since when its bytes are not kept", null=True),
                ),
                (
                    "withdrawn_by",
                    models.CharField(
                        blank=True, db_default="", default="", help_text="the rule: older than 365 days", max_length=80
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Permalink",
            fields=[
                ("id", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("query", models.TextField(help_text="the canonical question, without its moment")),
                ("as_of", models.DateTimeField(help_text="the moment whose runs it shows")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("run_ids", django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                (
                    "logs",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=64), help_text="SHA-256 of each run's log", size=None
                    ),
                ),
                ("versions", models.JSONField(default=dict, help_text="of the parsers and the statistics")),
                ("result", models.TextField(help_text="the comparison as JSON, byte for byte as it was shown")),
                (
                    "drift",
                    models.JSONField(
                        blank=True, default=list, help_text="what the newest verification found, as sentences"
                    ),
                ),
                (
                    "drifted_at",
                    models.DateTimeField(
                        blank=True, db_index=True, help_text="when the answer first differed", null=True
                    ),
                ),
                ("headline", models.TextField(blank=True, help_text="the answer in one line, as it was")),
                ("note", models.TextField(blank=True)),
                ("title", models.CharField(blank=True, max_length=200)),
                ("verified_at", models.DateTimeField(blank=True, help_text="when it was last asked again", null=True)),
                (
                    "kind",
                    models.CharField(
                        default="compare", help_text="of its question: compare, scaling, history…", max_length=16
                    ),
                ),
                (
                    "address",
                    models.TextField(
                        blank=True, db_default="", help_text="that its exports name, of the day it was frozen"
                    ),
                ),
                (
                    "author",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="who froze it first; not part of its id",
                        max_length=150,
                    ),
                ),
            ],
            options={
                "ordering": ("-created_at",),
            },
        ),
        migrations.CreateModel(
            name="RunCorrection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("facts", models.JSONField(help_text="what was said: machine, kernel, server, zone, cpus, tuning…")),
                ("before", models.JSONField(help_text="groups of runs that were alike, with what they had instead")),
                ("runs", models.PositiveIntegerField(help_text="how many it changed")),
                ("uploads", models.PositiveIntegerField(help_text="that they came with")),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("made_by", models.CharField(max_length=160)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("undone_by", models.CharField(blank=True, default="", max_length=160)),
            ],
            options={
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="SavedQuestion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120, unique=True)),
                ("kind", models.CharField(help_text="compare, scaling, history, cost", max_length=16)),
                ("query", models.TextField(help_text="the canonical question, without its moment")),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="saved_questions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("name",),
            },
        ),
        migrations.CreateModel(
            name="Upload",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(help_text="SHA-256 over the files' own", max_length=64, unique=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("parsing", "Parsing"),
                            ("stored", "Stored"),
                            ("failed", "Failed"),
                        ],
                        db_index=True,
                        default="queued",
                        max_length=8,
                    ),
                ),
                (
                    "facts",
                    models.JSONField(blank=True, default=dict, help_text="machine, kernel, server, zone, cpus, trial…"),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "attempts",
                    models.PositiveIntegerField(
                        default=0, help_text="how often a worker began, since a file was last done"
                    ),
                ),
                ("error", models.TextField(blank=True, help_text="why nothing could be stored")),
                (
                    "sender",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="uploads",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "withdrawn_at",
                    models.DateTimeField(blank=True, help_text="since when its runs do not count", null=True),
                ),
                ("withdrawn_because", models.TextField(blank=True)),
                ("withdrawn_by", models.CharField(blank=True, max_length=160)),
                (
                    "takes_long",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="found so on the quick queue: it waits in the heavy one",
                    ),
                ),
                (
                    "queued_again_at",
                    models.DateTimeField(blank=True, help_text="when it was last to be read once more", null=True),
                ),
            ],
            options={
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="Server",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, unique=True)),
                ("slug", models.SlugField(editable=False, max_length=220, unique=True)),
                ("notes", models.TextField(blank=True)),
                ("product", models.CharField(blank=True, db_index=True, max_length=120)),
                ("version", models.CharField(blank=True, max_length=60)),
                (
                    "version_key",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(), default=list, editable=False, size=None
                    ),
                ),
            ],
            options={
                "ordering": ("product", "version_key", "name"),
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("name"),
                        name="server_name_whatever_the_case",
                        violation_error_message="There is one of that name already.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(help_text="what it is for", max_length=80)),
                (
                    "scope",
                    models.CharField(
                        choices=[("read", "read"), ("upload", "upload"), ("admin", "admin")],
                        default=benchdb.domain.roles.Scope["UPLOAD"],
                        max_length=6,
                    ),
                ),
                ("beginning", models.CharField(help_text="of the secret, to know it by", max_length=12)),
                ("digest", models.CharField(help_text="SHA-256 of the secret", max_length=64, unique=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("last_used_at", models.DateTimeField(blank=True, help_text="to the minute", null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="Watch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=200)),
                ("query", models.TextField(help_text="the canonical history question, without its moment")),
                (
                    "direction",
                    models.CharField(
                        choices=[("worse", "only when it gets worse"), ("any", "whenever it changes")],
                        default="any",
                        max_length=5,
                    ),
                ),
                (
                    "least",
                    models.FloatField(default=0.0, help_text="relative change below which nothing is said: 0.02 is 2%"),
                ),
                ("is_quiet", models.BooleanField(default=True, help_text="only changes that are hardly chance")),
                ("mail", models.EmailField(blank=True, help_text="who is written to", max_length=254)),
                (
                    "site",
                    models.URLField(help_text="this site, as its maker knew it: for links in mail", max_length=300),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("data_version", models.BigIntegerField(default=-1, help_text="of the data that was last checked")),
                (
                    "numbers",
                    models.CharField(
                        blank=True, help_text="SHA-256 of the numbers that were last checked", max_length=64
                    ),
                ),
                (
                    "trouble",
                    models.CharField(blank=True, help_text="why the question cannot be answered today", max_length=300),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        help_text="none: before anybody had an account",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("attempts", models.PositiveIntegerField(default=0, help_text="begun since the last one that ended")),
                (
                    "next_at",
                    models.DateTimeField(help_text="not before, where one was begun and has not ended", null=True),
                ),
                (
                    "checked_at",
                    models.DateTimeField(
                        db_column="looked_at", help_text="when new runs were last checked; none: not once", null=True
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "watches",
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("delivered", "Delivered"), ("failed", "Failed")],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("next_at", models.DateTimeField(help_text="not before")),
                ("status", models.PositiveIntegerField(help_text="HTTP, of the last attempt", null=True)),
                ("error", models.CharField(blank=True, help_text="of the last attempt", max_length=300)),
                ("tried_at", models.DateTimeField(null=True)),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="benchdb.webhook"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_column="announcement_id", on_delete=django.db.models.deletion.CASCADE, to="benchdb.event"
                    ),
                ),
                (
                    "identity",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="random; empty: of before, and its number",
                        max_length=40,
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(condition=models.Q(("state", "waiting")), fields=["next_at"], name="deliveries_due")
                ],
            },
        ),
        migrations.CreateModel(
            name="Host",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=255, unique=True)),
                (
                    "date_order",
                    models.CharField(
                        blank=True,
                        choices=[("mdy", "month, day, year"), ("dmy", "day, month, year"), ("ymd", "year, month, day")],
                        max_length=3,
                    ),
                ),
                (
                    "timezone",
                    models.CharField(blank=True, help_text="of its clock, Europe/Berlin or +02:00", max_length=60),
                ),
                (
                    "machine",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="hosts",
                        to="benchdb.machine",
                    ),
                ),
            ],
            options={
                "ordering": ("name",),
            },
        ),
        migrations.CreateModel(
            name="LogChunk",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("data", models.BinaryField(help_text="empty where it is elsewhere")),
                (
                    "log",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="chunks", to="benchdb.log"
                    ),
                ),
                (
                    "lines_before",
                    models.BigIntegerField(help_text="newlines of the log before it; unknown of old ones", null=True),
                ),
                (
                    "elsewhere",
                    models.CharField(
                        db_default="",
                        default="",
                        help_text="its address (s3://…, folder:…), where it is not here",
                        max_length=400,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("log", "number"), name="chunk_of_log")],
            },
        ),
        migrations.CreateModel(
            name="PermalinkBody",
            fields=[
                (
                    "permalink",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="body",
                        serialize=False,
                        to="benchdb.permalink",
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        help_text="SHA-256 of what it was drawn from: the answer and the code", max_length=64
                    ),
                ),
                ("data", models.BinaryField(help_text="compressed with zstandard")),
            ],
        ),
        migrations.CreateModel(
            name="PermalinkExport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(help_text="json, md, png…", max_length=8)),
                ("data", models.BinaryField(help_text="compressed with zstandard")),
                ("rendered_at", models.DateTimeField(auto_now_add=True)),
                (
                    "permalink",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="exports", to="benchdb.permalink"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("permalink", "name"), name="one_twin_of_a_name")],
            },
        ),
        migrations.CreateModel(
            name="SentKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("who", models.CharField(max_length=160)),
                ("key", models.CharField(max_length=200)),
                (
                    "content",
                    models.CharField(
                        help_text="SHA-256 over the files' own and what was stated of them", max_length=64
                    ),
                ),
                ("is_new", models.BooleanField(help_text="whether the first answer was 202")),
                ("upload", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="benchdb.upload")),
                ("received_at", models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("who", "key"), name="one_upload_per_key")],
            },
        ),
        migrations.CreateModel(
            name="UploadFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=255)),
                (
                    "format",
                    models.CharField(blank=True, help_text="which parser read it; empty if none could", max_length=40),
                ),
                (
                    "problems",
                    models.JSONField(blank=True, default=list, help_text="line, column, message, excerpt of each"),
                ),
                (
                    "log",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="files", to="benchdb.log"
                    ),
                ),
                (
                    "upload",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="files", to="benchdb.upload"
                    ),
                ),
                (
                    "archive",
                    models.ForeignKey(
                        blank=True,
                        help_text="what it came out of",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="benchdb.uploadfile",
                    ),
                ),
                (
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
                (
                    "modified_at",
                    models.DateTimeField(
                        blank=True, help_text="of a file in an archive, where that knows UTC", null=True
                    ),
                ),
            ],
            options={
                "ordering": ("position",),
                "indexes": [models.Index(fields=["upload", "state"], name="benchdb_upl_upload__6b837c_idx")],
                "constraints": [models.UniqueConstraint(fields=("upload", "position"), name="file_of_upload")],
            },
        ),
        migrations.CreateModel(
            name="Setup",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("fingerprint", models.CharField(editable=False, max_length=64, unique=True)),
                ("zone", models.CharField(blank=True, db_index=True, max_length=120)),
                ("cpus", models.PositiveIntegerField(blank=True, null=True, verbose_name="CPUs online")),
                ("tuning", models.JSONField(blank=True, default=dict, help_text="server and OS settings by name")),
                ("tool", models.CharField(max_length=40)),
                ("tool_version", models.CharField(blank=True, max_length=80)),
                ("path", models.TextField(blank=True, verbose_name="document")),
                ("document_bytes", models.BigIntegerField(blank=True, null=True)),
                ("method", models.CharField(blank=True, max_length=16)),
                ("tls", models.BooleanField(blank=True, null=True, verbose_name="TLS")),
                ("keepalive", models.BooleanField(blank=True, null=True, verbose_name="keep-alive")),
                ("concurrency", models.PositiveIntegerField(blank=True, db_index=True, null=True)),
                ("threads", models.PositiveIntegerField(blank=True, help_text="per client", null=True)),
                ("rate", models.FloatField(blank=True, help_text="offered, 1/s", null=True)),
                ("requests", models.BigIntegerField(blank=True, help_text="planned", null=True)),
                ("duration_planned", models.FloatField(blank=True, help_text="seconds", null=True)),
                (
                    "kernel",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="setups",
                        to="benchdb.kernel",
                    ),
                ),
                (
                    "machine",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="setups",
                        to="benchdb.machine",
                    ),
                ),
                (
                    "server",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="setups",
                        to="benchdb.server",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["machine", "kernel", "server"], name="benchdb_set_machine_ae905c_idx")
                ],
            },
        ),
        migrations.CreateModel(
            name="WatchedChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("curve", models.TextField(blank=True, help_text="of the history; empty where it has only one")),
                ("begins", models.CharField(help_text="the first place of the level before", max_length=260)),
                ("before", models.CharField(help_text="its last place", max_length=260)),
                ("after", models.CharField(help_text="the first place of the level after", max_length=260)),
                ("ends", models.CharField(help_text="its last place, when the change was seen", max_length=260)),
                ("level_before", models.FloatField(help_text="median, in the metric's base unit")),
                ("level_after", models.FloatField(help_text="likewise")),
                ("seen_at", models.DateTimeField(auto_now_add=True)),
                (
                    "mail_due",
                    models.DateTimeField(
                        help_text="when its mail is to be tried; none: nothing is to be sent", null=True
                    ),
                ),
                ("mail_attempts", models.PositiveIntegerField(default=0)),
                ("mail_error", models.CharField(blank=True, help_text="of the last attempt", max_length=300)),
                ("mailed_at", models.DateTimeField(null=True)),
                (
                    "watch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="changes", to="benchdb.watch"
                    ),
                ),
                (
                    "gone_at",
                    models.DateTimeField(
                        help_text="since when the history shows it no longer: its runs were withdrawn; none: it does",
                        null=True,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_column="announcement_id",
                        help_text="none: it was there before the watch",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to="benchdb.event",
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("mail_due__isnull", False)), fields=["mail_due"], name="watch_mail_due"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Recording",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("host", models.CharField(blank=True, max_length=255)),
                ("tool", models.CharField(max_length=40)),
                ("format", models.CharField(max_length=40)),
                ("parser_version", models.CharField(max_length=20)),
                (
                    "facts",
                    models.JSONField(
                        blank=True, default=dict, help_text="kernel, CPUs, date as printed, clock, comments…"
                    ),
                ),
                (
                    "start",
                    models.FloatField(
                        help_text="of its clock, as seconds since 1970; since midnight where it has no date"
                    ),
                ),
                ("end", models.FloatField(help_text="likewise")),
                ("date_is_known", models.BooleanField(default=True)),
                ("clock_ahead", models.FloatField(default=0.0, help_text="seconds that its clock was ahead of UTC")),
                ("stored_at", models.DateTimeField(auto_now_add=True)),
                (
                    "file",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="recordings", to="benchdb.uploadfile"
                    ),
                ),
                (
                    "machine",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="recordings",
                        to="benchdb.machine",
                    ),
                ),
                (
                    "is_of_client",
                    models.BooleanField(default=False, help_text="of the load generator, as somebody stated"),
                ),
            ],
            options={
                "ordering": ("pk",),
                "indexes": [models.Index(fields=["machine", "start"], name="benchdb_rec_machine_935c44_idx")],
            },
        ),
        migrations.CreateModel(
            name="Run",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ordinal", models.PositiveIntegerField(help_text="which run of its file, from 1")),
                ("line", models.PositiveIntegerField(default=1, help_text="where it begins in the log")),
                (
                    "trial",
                    models.PositiveIntegerField(
                        blank=True, help_text="which repetition, where the uploader said", null=True
                    ),
                ),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[("complete", "Complete"), ("aborted", "Aborted"), ("interrupted", "Interrupted")],
                        default="complete",
                        max_length=12,
                    ),
                ),
                (
                    "provenance",
                    models.CharField(
                        choices=[
                            ("measured", "measured, from a raw log kept here"),
                            ("published", "published, from a table in a paper"),
                        ],
                        db_index=True,
                        default="measured",
                        max_length=10,
                    ),
                ),
                ("citation", models.TextField(blank=True, help_text="source of a published figure")),
                ("notes", models.TextField(blank=True)),
                (
                    "facts",
                    models.JSONField(
                        blank=True, default=dict, help_text="all that the log says besides its measurements"
                    ),
                ),
                ("caveats", models.JSONField(blank=True, default=list)),
                ("format", models.CharField(max_length=40)),
                ("parser_version", models.CharField(max_length=20)),
                ("stored_at", models.DateTimeField(auto_now_add=True, db_index=True)),
                ("retired_at", models.DateTimeField(blank=True, null=True)),
                ("excluded_at", models.DateTimeField(blank=True, null=True)),
                ("excluded_because", models.TextField(blank=True)),
                (
                    "setup",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="runs", to="benchdb.setup"
                    ),
                ),
                (
                    "file",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="runs", to="benchdb.uploadfile"
                    ),
                ),
                (
                    "limits",
                    models.JSONField(
                        blank=True, default=list, help_text="why the load generator may have been the limit"
                    ),
                ),
                (
                    "booted_at",
                    models.DateTimeField(blank=True, help_text="of its machine, where somebody said", null=True),
                ),
                (
                    "first_stored_at",
                    models.DateTimeField(
                        blank=True, help_text="of the first reading of the same log; NULL = this is it", null=True
                    ),
                ),
                (
                    "stated",
                    models.JSONField(
                        blank=True,
                        db_default={},
                        default=dict,
                        help_text="what was said of this run alone, once it was here",
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("caveats", []), ("limits", []), _negated=True),
                        fields=["setup"],
                        name="runs_with_caveats",
                    ),
                    models.Index(
                        condition=models.Q(("excluded_at", None), ("retired_at", None)),
                        fields=["trial", "id"],
                        name="runs_by_trial",
                    ),
                    models.Index(
                        condition=models.Q(("booted_at__isnull", False)),
                        fields=["setup", "booted_at"],
                        name="runs_with_boots",
                    ),
                    models.Index(
                        django.db.models.functions.comparison.Coalesce("started_at", "first_stored_at", "stored_at"),
                        models.F("id"),
                        condition=models.Q(("excluded_at", None), ("retired_at", None)),
                        name="runs_by_moment",
                    ),
                    models.Index(
                        condition=models.Q(("excluded_at__isnull", False)), fields=["setup"], name="runs_excluded"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("retired_at", None)), fields=("file", "ordinal"), name="one_reading_per_run"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("excluded_at", None), models.Q(("excluded_because", ""), _negated=True), _connector="OR"
                        ),
                        name="an_exclusion_has_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Timeline",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("start", models.FloatField(help_text="first moment, on the recording's clock")),
                ("step", models.FloatField(blank=True, help_text="seconds; NULL = see offsets", null=True)),
                ("count", models.PositiveIntegerField()),
                ("offsets", models.BinaryField(blank=True, help_text="seconds after start, packed", null=True)),
                (
                    "recording",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="timelines", to="benchdb.recording"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Measurement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("metric", models.CharField(max_length=80)),
                (
                    "item",
                    models.CharField(
                        blank=True, help_text='a CPU, a lock, a status class; "" for the whole', max_length=200
                    ),
                ),
                ("value", models.FloatField()),
                ("line", models.PositiveIntegerField(default=0, help_text="of the raw log; 0 = on no line")),
                (
                    "printed",
                    models.CharField(
                        blank=True, help_text="what the log shows, where value corrects it", max_length=80
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="measurements", to="benchdb.run"
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "indexes": [models.Index(fields=["metric", "run"], name="benchdb_mea_metric_cabc2e_idx")],
                "constraints": [
                    models.UniqueConstraint(fields=("run", "metric", "item"), name="one_value_per_metric_and_item")
                ],
            },
        ),
        migrations.CreateModel(
            name="ReplacedFact",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.TextField(help_text="kernel, tuning.KeepAlive…")),
                ("had", models.JSONField(help_text="what was on record; none: nothing", null=True)),
                (
                    "stated",
                    models.JSONField(
                        default=list, help_text="what had been said of this run alone, in a list; empty: nothing"
                    ),
                ),
                (
                    "correction",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="replaced", to="benchdb.runcorrection"
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        help_text="its reading of today",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="replaced",
                        to="benchdb.run",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(fields=("run", "name", "correction"), name="one_fact_a_correction")
                ],
            },
        ),
        migrations.CreateModel(
            name="RunRecording",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("directory", "came in the same directory"),
                            ("time", "same machine, same time"),
                            ("choice", "somebody said so"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "side",
                    models.CharField(
                        choices=[("server", "the machine under load"), ("client", "the load generator")],
                        default="server",
                        max_length=6,
                    ),
                ),
                (
                    "window_start",
                    models.FloatField(blank=True, help_text="of the load, on the recording's clock", null=True),
                ),
                (
                    "window_end",
                    models.FloatField(blank=True, help_text="NULL = unknown: all of the recording counts", null=True),
                ),
                (
                    "recording",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="attachments", to="benchdb.recording"
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="attachments", to="benchdb.run"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("run", "recording"), name="one_tie_per_run_and_recording")
                ],
            },
        ),
        migrations.CreateModel(
            name="Study",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(unique=True)),
                ("title", models.CharField(max_length=200)),
                ("position", models.PositiveIntegerField(default=0)),
                ("summary", models.TextField(blank=True, help_text="one sentence: what was asked, what came out")),
                ("notes", models.TextField(blank=True, help_text="paragraphs, divided by empty lines")),
                ("source", models.TextField(blank=True, help_text="authors, title, year")),
                (
                    "comparisons",
                    models.JSONField(
                        blank=True, default=list, help_text="title, page, query and note of each question"
                    ),
                ),
                (
                    "tables",
                    models.JSONField(
                        blank=True, default=list, help_text="title, columns and rows of facts that are no runs"
                    ),
                ),
                ("runs", models.ManyToManyField(blank=True, related_name="studies", to="benchdb.run")),
            ],
            options={
                "verbose_name_plural": "studies",
                "ordering": ("position", "title"),
            },
        ),
        migrations.CreateModel(
            name="Tag",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("runs", models.ManyToManyField(blank=True, related_name="tags", to="benchdb.run")),
            ],
            options={
                "ordering": ("name",),
                "constraints": [
                    models.UniqueConstraint(django.db.models.functions.text.Lower("name"), name="one_tag_per_word")
                ],
            },
        ),
        migrations.CreateModel(
            name="Trace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("metric", models.CharField(max_length=80)),
                (
                    "item",
                    models.CharField(blank=True, help_text="a CPU, a device, an interface, a process", max_length=200),
                ),
                ("unit", models.CharField(blank=True, help_text="base unit; empty = as printed", max_length=12)),
                ("line", models.PositiveIntegerField(default=1)),
                (
                    "data",
                    models.BinaryField(help_text="values in base units, packed (benchdb/domain/activity/packing.py)"),
                ),
                (
                    "recording",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="traces", to="benchdb.recording"
                    ),
                ),
                (
                    "timeline",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="traces", to="benchdb.timeline"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["recording", "metric", "item"], name="benchdb_tra_recordi_3758ad_idx"),
                    models.Index(condition=models.Q(("metric", "restart")), fields=["recording"], name="restarts"),
                ],
            },
        ),
        migrations.CreateModel(
            name="WindowSummary",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("mean", models.FloatField()),
                ("median", models.FloatField()),
                ("mad", models.FloatField(help_text="median absolute deviation")),
                ("low", models.FloatField()),
                ("high", models.FloatField()),
                ("samples", models.PositiveIntegerField()),
                (
                    "trace",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="summaries", to="benchdb.trace"
                    ),
                ),
                (
                    "attachment",
                    models.ForeignKey(
                        db_column="tie_id",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="summaries",
                        to="benchdb.runrecording",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("attachment", "trace"), name="one_summary_per_tie_and_trace")
                ],
            },
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(SQL, migrations.RunSQL.noop)],
            state_operations=[
                migrations.CreateModel(
                    name="PackedSeries",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "setup_id",
                                "metric",
                                "item",
                                "status",
                                "provenance",
                                blank=True,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        (
                            "setup",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.DO_NOTHING,
                                related_name="packed_series",
                                to="benchdb.setup",
                            ),
                        ),
                        ("metric", models.CharField(max_length=80)),
                        ("item", models.CharField(max_length=200)),
                        ("status", models.CharField(max_length=12)),
                        ("provenance", models.CharField(max_length=10)),
                        ("count", models.PositiveIntegerField(help_text="numbers")),
                        ("runs", models.BinaryField(help_text="ids, int64")),
                        ("trials", models.BinaryField(help_text="int32")),
                        ("values", models.BinaryField(help_text="float64, base units")),
                        ("lowest", models.FloatField()),
                        ("highest", models.FloatField()),
                    ],
                ),
                migrations.CreateModel(
                    name="LabelledRuns",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "setup_id",
                                "kind",
                                "label",
                                "status",
                                "provenance",
                                blank=True,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("kind", models.CharField(max_length=5)),
                        ("label", models.BigIntegerField(help_text="id of the study or the tag")),
                        (
                            "setup",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.DO_NOTHING,
                                related_name="labelled_runs",
                                to="benchdb.setup",
                            ),
                        ),
                        ("status", models.CharField(max_length=12)),
                        ("provenance", models.CharField(max_length=10)),
                        ("count", models.PositiveIntegerField(help_text="runs")),
                    ],
                ),
                migrations.CreateModel(
                    name="SetupRuns",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "setup_id",
                                "status",
                                "provenance",
                                blank=True,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        (
                            "setup",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.DO_NOTHING,
                                related_name="packed_runs",
                                to="benchdb.setup",
                            ),
                        ),
                        ("status", models.CharField(max_length=12)),
                        ("provenance", models.CharField(max_length=10)),
                        ("count", models.PositiveIntegerField(help_text="runs")),
                        ("runs", models.BinaryField(help_text="ids, int64")),
                        ("trials", models.BinaryField(help_text="int32")),
                        ("started", models.BinaryField(help_text="microseconds since 1970, int64")),
                        ("stored", models.BinaryField(help_text="microseconds since 1970, int64")),
                        ("newest", models.DateTimeField(help_text="when the last one was stored")),
                        (
                            "bundles",
                            models.BinaryField(help_text="what each came in, int64: another number for another one"),
                        ),
                    ],
                ),
            ],
        ),
    ]
