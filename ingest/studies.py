"""`[study]` and `[machines]` of a `benchdb.toml` -> a Study with its runs, and what is known of its machines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

from benchdb.comparison.spec import BadSpec, Spec
from benchdb.models import Machine, Run, Study, Upload
from benchdb.scaling.spec import ScalingSpec
from ingest.facts import BUNDLE_FILE, MAX_NAME, BadFact
from ingest.store import fitting

PROPERTIES = {"cpu_model": str, "cpu_count": int, "memory_bytes": int, "notes": str}
TEXTS = ("slug", "title", "summary", "notes", "source")
SLUG = re.compile(r"[-a-z0-9]{1,50}")


def check_study(told: Mapping[str, Any], upload: Upload) -> None:
    """BadFact where a study cannot be shown as it is told, or would take the place of somebody else's."""
    if not told:
        return
    for name in TEXTS:
        if not isinstance(told.get(name, ""), str):
            raise BadFact(f"{BUNDLE_FILE}: study.{name}: expected text")
    if not SLUG.fullmatch(told.get("slug", "")) or not told.get("title", "").strip():
        raise BadFact(f"{BUNDLE_FILE}: a study needs a slug of small letters, digits and hyphens, and a title")
    if not isinstance(told.get("position", 0), int) or not 0 <= told.get("position", 0) < 2**31:
        raise BadFact(f"{BUNDLE_FILE}: study.position: expected a whole number")
    if Study.objects.filter(slug=told["slug"]).exclude(runs__file__upload=upload).exists():
        raise BadFact(f"{BUNDLE_FILE}: there is a study {told['slug']!r} already; choose another slug")
    for each in told.get("comparison", []):
        check_comparison(each)
    for each in told.get("table", []):
        if not isinstance(each, dict) or not {"title", "columns", "rows"} <= each.keys():
            raise BadFact(f"{BUNDLE_FILE}: study.table: expected title, columns and rows")
        if each.get("provenance", "published") not in Run.Provenance.values:
            raise BadFact(f"{BUNDLE_FILE}: study.table {each['title']!r}: provenance is measured or published")


def check_comparison(told: Any) -> None:
    if not isinstance(told, dict) or not all(isinstance(told.get(name), str) for name in ("title", "query")):
        raise BadFact(f"{BUNDLE_FILE}: study.comparison: expected a title and a query")
    page, pairs = told.get("page", "compare"), parse_qsl(told["query"])
    if page not in ("compare", "scaling"):
        raise BadFact(f"{BUNDLE_FILE}: study.comparison {told['title']!r}: page is compare or scaling")
    try:
        _ = ScalingSpec.from_query(pairs) if page == "scaling" else Spec.from_query(pairs)
    except BadSpec as error:
        raise BadFact(f"{BUNDLE_FILE}: study.comparison {told['title']!r}: {error}") from error


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
        machine = Machine.named(name[:MAX_NAME])
        if machine is None:
            continue
        for field, kind in PROPERTIES.items():
            value = properties.get(field)
            if not getattr(machine, field) and isinstance(value, kind):
                setattr(machine, field, fitting(Machine, field, value))
        machine.save()
