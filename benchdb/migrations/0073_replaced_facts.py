"""What corrections replaced is kept fact by fact, so that they can be undone in any order: those of before as well.

Where one was undone while a later one stood, that one leads to what the undone one had found, not to what it had said.
"""

from collections import defaultdict

import django.db.models.deletion
from django.db import migrations, models

HAD, STATED = 1, 2


def keep_by_fact(apps, schema_editor):
    corrections, replaced, runs = (
        apps.get_model("benchdb", name)._default_manager for name in ("RunCorrection", "ReplacedFact", "Run")
    )
    stacks = defaultdict(list)  # (run, fact) -> [[correction, had, stated]], the oldest first
    for made in corrections.order_by("pk"):
        for group in made.before:
            for run in group["runs"]:
                for name, had in group["had"].items():
                    stated = group.get("stated", {})
                    stacks[run, name].append([made, had, [stated[name]] if name in stated else []])
    for (_, name), stack in stacks.items():
        take_undone_out(name, stack)
    today = readings_of_today(runs, {run for run, _ in stacks})
    rows = [
        replaced.model(correction=made, run_id=today[run], name=name, had=had, stated=stated)
        for (run, name), stack in stacks.items()
        for made, had, stated in stack
        if run in today
    ]
    replaced.bulk_create(rows, batch_size=1000, ignore_conflicts=True)


def take_undone_out(name, stack):
    """In the order in which they were undone. Remarks in notes are no values that one finds as they were said."""
    for layer in sorted((one for one in stack if one[0].undone_at), key=lambda one: one[0].undone_at):
        place, fact = stack.index(layer), layer[0].facts[name]
        for above in stack[place + 1 : place + 2]:
            if above[HAD] == fact:
                above[HAD] = layer[HAD]
            if above[STATED] == [fact]:
                above[STATED] = layer[STATED]
        stack.remove(layer)


def readings_of_today(runs, numbers):
    """Each run -> itself, or what was read in its place since."""
    places = {run: (file, ordinal) for run, file, ordinal in runs.filter(pk__in=numbers).values_list("pk", "file", "ordinal")}
    files = {file for file, _ in places.values()}
    rows = runs.filter(file__in=files, retired_at=None).values_list("file", "ordinal", "pk")
    today = {(file, ordinal): run for file, ordinal, run in rows}
    return {run: today[place] for run, place in places.items() if place in today}


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0072_addresses_of_permalinks")]

    operations = [
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="replaced",
                        to="benchdb.runcorrection",
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
        migrations.RunPython(keep_by_fact, migrations.RunPython.noop, elidable=True),
    ]
