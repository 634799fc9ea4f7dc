"""`[study]` and `[machines]` of a `benchdb.toml` -> a Study with its runs, and what is known of its machines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

from benchdb.models import Machine, Run, Study, Upload
from benchdb.questions.base import BadQuestion
from benchdb.questions.kinds import QUESTIONS, question_of
from ingest.declared.facts import MAX_NAME, in_file
from ingest.pipeline.rows.clean import fitting

TEXTS = ("slug", "title", "summary", "notes", "source")
SLUG = re.compile(r"[-a-z0-9]{1,50}")


def check_study(study: Mapping[str, Any], upload: Upload) -> None:
    """BadFact where a study cannot be shown as it is declared, or would take the place of somebody else's."""
    if not study:
        return
    check_texts(study)
    if Study.objects.filter(slug=study["slug"]).exclude(runs__file__upload=upload).exists():
        raise in_file("slug is taken", slug=study["slug"])
    title = ""
    for comparison in study.get("comparison", []):
        title = check_comparison(comparison, title)
    for table in study.get("table", []):
        check_table(table)


def check_texts(study: Mapping[str, Any]) -> None:
    for name in TEXTS:
        if not isinstance(study.get(name, ""), str):
            raise in_file("text of a study", name=name)
    if not SLUG.fullmatch(study.get("slug", "")) or not study.get("title", "").strip():
        raise in_file("slug and title")
    if not isinstance(study.get("position", 0), int) or not 0 <= study.get("position", 0) < 2**31:
        raise in_file("position of a study")


def check_table(table: Any) -> None:
    if not isinstance(table, dict) or not {"title", "columns", "rows"} <= table.keys():
        raise in_file("table of a study")
    if table.get("provenance", "published") not in Run.Provenance.values:
        raise in_file("provenance of a table", title=table["title"])


def check_comparison(comparison: Any, above: str) -> str:
    """The title of its question: its own, or the one `above` it. BadFact where it cannot be shown."""
    if not isinstance(comparison, dict) or not isinstance(comparison.get("query"), str):
        raise in_file("comparison of a study")
    title = comparison.get("title", above)
    texts = (comparison.get(name, "") for name in ("title", "answer", "short", "note"))
    if not title or not all(isinstance(text, str) for text in texts):
        raise in_file("comparison of a study")
    page, pairs = comparison.get("page", "compare"), parse_qsl(comparison["query"])
    if page not in QUESTIONS:
        raise in_file("page of a comparison", title=title, known=tuple(QUESTIONS))
    try:
        question_of(page, pairs)
    except BadQuestion as error:
        raise in_file("query of a comparison", title=title, why=error.phrase) from error
    return str(title)


def store_study(study: Mapping[str, Any], runs: Sequence[Run]) -> Study:
    """Make or renew the study of this slug, and add the runs to it."""
    row, _ = Study.objects.update_or_create(
        slug=study["slug"],
        defaults={
            "title": study["title"],
            "position": study.get("position", 0),
            "summary": study.get("summary", ""),
            "notes": study.get("notes", ""),
            "source": study.get("source", ""),
            "comparisons": list(study.get("comparison", [])),
            "tables": list(study.get("table", [])),
        },
    )
    row.runs.add(*runs)
    return row


def describe_machines(machines: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Fill in what the bundle knows of its machines and the database does not. The names of those that are none:
    nobody made a run on them, and none is made for it."""
    unknown = []
    for name, properties in machines.items():
        name = " ".join(name.split())[:MAX_NAME]
        machine = Machine.called(name).first() or Machine.formerly(name)
        if machine is None:
            unknown.append(name)
            continue
        for field, value in properties.items():
            if not getattr(machine, field):
                setattr(machine, field, fitting(Machine, field, value))
        machine.save()
    return unknown
