"""Records -> rows: the setup a run was made on, the run, its numbers. Called inside one transaction per upload."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.utils.dateparse import parse_datetime

from benchdb.models import Kernel, Machine, Measurement, Run, Server, Setup, Trace, Upload, UploadFile
from benchdb.versions import server_name
from ingest.facts import Bundle, first_of, joined_notes
from ingest.records import Problem, RunRecord, TraceRecord

#: Setup's field <- the fact that a log or a table calls so.
WORKLOAD = {
    "path": "path",
    "document_bytes": "document_bytes",
    "method": "method",
    "tls": "tls",
    "keepalive": "keepalive",
    "concurrency": "concurrency",
    "threads": "threads",
    "rate": "rate_planned",
    "requests": "requests_planned",
    "duration_planned": "duration_planned",
}
EMPTY_TEXT = ("zone", "path", "method")  #: text fields: nothing said is "", not NULL


def problem_as_json(problem: Problem) -> dict[str, Any]:
    return {
        "line": problem.line,
        "column": problem.column,
        "message": problem.message,
        "excerpt": problem.excerpt,
    }


class Storing:
    """The storing of one upload: what its sender said, and the runs that came of it (known ones too)."""

    def __init__(self, upload: Upload, told: Bundle) -> None:
        self.upload, self.bundle = upload, told
        self.runs: list[Run] = []
        self._ordinals: dict[int, int] = {}

    def known_runs(self, file: UploadFile) -> str:
        """A sentence if these bytes came with another upload; its runs then count as ours, and are not stored twice."""
        known = list(Run.objects.standing().filter(file__log=file.log).select_related("file").order_by("ordinal"))
        if not known:
            return ""
        self.runs += known
        names = ", ".join(str(run.pk) for run in known[:5]) + ("…" if len(known) > 5 else "")
        where = f"as {known[0].file.name} in upload {known[0].file.upload_id}" if known[0].file.upload_id else ""
        return f"These bytes are stored already {where} (run {names}); they were not stored twice."

    def run(self, file: UploadFile, record: RunRecord, format: str, parser_version: str) -> None:
        """Store one run with its numbers."""
        sources = (self.upload.facts, self.bundle.facts_of(file.name), record.facts)
        setup = setup_of(record, *sources)
        ordinal = self._ordinals[file.pk] = self._ordinals.get(file.pk, 0) + 1
        started = first_of("started_at", *sources)
        run = Run.objects.create(
            setup=setup,
            file=file,
            ordinal=ordinal,
            line=record.line,
            trial=self._trial(setup, first_of("trial", *sources)),
            started_at=parse_datetime(str(started)) if started else None,
            status=record.status,
            provenance=first_of("provenance", record.facts) or Run.Provenance.MEASURED,
            citation=first_of("citation", record.facts) or "",
            notes=joined_notes(*sources),
            facts=dict(record.facts),
            caveats=list(record.caveats),
            format=format,
            parser_version=parser_version,
        )
        Measurement.objects.bulk_create(
            Measurement(run=run, metric=m.metric, item=m.item, value=m.value, line=m.line, printed=m.printed)
            for m in record.measurements
        )
        self.runs.append(run)

    def _trial(self, setup: Setup, stated: int | None) -> int:
        """As the sender says; the next ones of the same upload count on from there. Else the setup's next."""
        if stated is None:
            return Run.objects.standing().filter(setup=setup).count() + 1
        return int(stated) + sum(run.setup_id == setup.pk for run in self.runs)

    def trace(self, file: UploadFile, record: TraceRecord) -> None:
        """Store one time series, beside the newest run of its file if there is one."""
        start = record.times[0] if record.times else 0.0
        Trace.objects.create(
            file=file,
            run=next((run for run in reversed(self.runs) if run.file_id == file.pk), None),
            metric=record.metric,
            item=record.item,
            start=start,
            times=[time - start for time in record.times],
            values=list(record.values),
        )


def setup_of(record: RunRecord, *sources: Any) -> Setup:
    """The row for everything that must be equal between comparable runs, made where new."""
    server = first_of("server", *sources)
    software = record.facts.get("server_software")
    server = server or (str(server_name(str(software))) if software else "")
    values: dict[str, Any] = {field: first_of(fact, *sources) for field, fact in WORKLOAD.items()}
    values |= {
        "machine": Machine.named(first_of("machine", *sources) or ""),
        "kernel": Kernel.named(first_of("kernel", *sources) or ""),
        "server": Server.named(server),
        "zone": first_of("zone", *sources),
        "cpus": first_of("cpus", *sources),
        "tuning": merged_tuning(*sources),
        "tool": record.tool,
        "tool_version": record.tool_version,
    }
    values |= {field: values[field] or "" for field in EMPTY_TEXT}
    return Setup.objects.get_or_create(fingerprint=fingerprint(values), defaults=values)[0]


def merged_tuning(*sources: Any) -> dict[str, str]:
    """All settings that any source names; the first source that names one decides it."""
    merged: dict[str, str] = {}
    for source in reversed(sources):
        merged |= source.get("tuning") or {}
        merged |= {name.removeprefix("tuning."): str(v) for name, v in source.items() if name.startswith("tuning.")}
    return merged


def fingerprint(values: dict[str, Any]) -> str:
    """SHA-256 over the setup's values; rows count by their id."""
    plain = {name: getattr(value, "pk", value) for name, value in values.items()}
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()
