"""`[study]` and `[machines]` of a `benchdb.toml` -> a Study with its runs, and what is known of its machines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchdb.models import Machine, Run, Study


def record_study(told: Mapping[str, Any], runs: Sequence[Run]) -> Study:
    """Make or renew the study called `told["slug"]`, and add the runs to it."""
    study, _ = Study.objects.update_or_create(
        slug=told["slug"],
        defaults={
            "title": told["title"],
            "position": told.get("position", 0),
            "summary": told.get("summary", ""),
            "notes": told.get("notes", ""),
            "source": told.get("source", ""),
            "comparisons": list(told.get("comparison", [])),
            "tables": list(told.get("table", [])),
        },
    )
    study.runs.add(*runs)
    return study


def describe_machines(told: Mapping[str, Mapping[str, Any]]) -> None:
    """Fill in what the bundle knows of its machines and the database does not."""
    for name, properties in told.items():
        machine = Machine.named(name)
        assert machine
        for field in ("cpu_model", "cpu_count", "memory_bytes", "notes"):
            if not getattr(machine, field) and field in properties:
                setattr(machine, field, properties[field])
        machine.save()
