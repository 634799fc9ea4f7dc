"""Records -> rows: the setup a run was made on, the run, its numbers. One batch of files is one transaction."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime
from math import isfinite
from typing import Any

from django.db.models import Model

from benchdb.models import Kernel, Machine, Measurement, Recording, Run, Server, Setup, Upload, UploadFile
from benchdb.models.inventory import Named
from benchdb.recordings.limits import Evidence, limits
from benchdb.versions import server_name
from ingest import records
from ingest.facts import first_of, joined_notes, moment
from ingest.records import Problem, RunRecord, printable
from ingest.telling import Place, Telling

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
#: What a setup's fingerprint is made of.
SETUP_FIELDS = ("machine", "kernel", "server", "zone", "cpus", "tuning", "tool", "tool_version", *WORKLOAD)
AT_ONCE = 500  #: runs per INSERT
MAX_TEXT = 4000  #: characters of a document's path
MOST = {"PositiveIntegerField": 2**31 - 1}
EMPTY_TEXT = ("zone", "path", "method")  #: text fields: nothing said is "", not NULL


def problem_as_json(problem: Problem) -> dict[str, Any]:
    return {
        "line": problem.line,
        "column": problem.column,
        "message": problem.message,
        "excerpt": problem.excerpt,
    }


class Storing:
    """The storing of one upload: what is said of its files, and the runs that came of it (known ones too).

    Rows are gathered and written many at once; `flush` writes the last ones. A file is stored within one `batch`.
    """

    def __init__(self, upload: Upload, told: Telling) -> None:
        self.upload, self.told = upload, told
        stored = Run.objects.filter(retired_at=None, file__log__files__upload=upload)
        self.runs: list[Run] = list(stored.select_related("file").distinct().order_by("pk"))
        known = Recording.objects.filter(file__log__files__upload=upload)
        self.recordings: list[Recording] = list(known.select_related("file").distinct().order_by("pk"))
        self.batch(())

    def batch(self, files: Sequence[UploadFile]) -> None:
        """Begin a transaction: what was counted under locks is counted anew, what was rolled back is forgotten."""
        self._known: dict[str, list[Run]] = defaultdict(list)  #: SHA-256 -> runs of these bytes
        found = Run.objects.filter(retired_at=None, file__log__in={file.log_id for file in files})
        for run in found.select_related("file").order_by("ordinal"):
            self._known[run.file.log_id].append(run)
        self._seen: set[str] = set()
        self._pending: list[tuple[Run, RunRecord]] = []
        self._ordinals: Counter[int] = Counter()
        self._trials: dict[int, Trials] = {}
        self._setups = Setups()

    def known_runs(self, file: UploadFile) -> str:
        """A sentence if these bytes came before; what they gave then counts as ours, and is not stored twice."""
        known = self._known[file.log_id]
        if file.log_id in self._seen:  # twice in one batch
            self.flush()
            known = [run for run in self.runs if run.file.log_id == file.log_id]
        self._seen.add(file.log_id)
        recorded = [each for each in self.recordings if each.file.log_id == file.log_id]
        recorded = recorded or list(Recording.objects.filter(file__log=file.log_id).select_related("file"))
        self.recordings += (each for each in recorded if each not in self.recordings)
        if recorded and not known:
            return f"These bytes are stored already as {recorded[0].file.name} in upload {recorded[0].file.upload_id}."
        if not known:
            return ""
        ours = {run.pk for run in self.runs}
        self.runs += (run for run in known if run.pk not in ours)
        names = ", ".join(str(run.pk) for run in known[:5]) + ("…" if len(known) > 5 else "")
        where = f"as {known[0].file.name} in upload {known[0].file.upload_id}"
        return f"These bytes are stored already {where} (run {names}); they were not stored twice."

    def has_anything_of(self, file: UploadFile) -> bool:
        """Whether a run or a recording of the file was stored, or will be by `flush`."""
        return bool(self._ordinals[file.pk]) or any(each.file_id == file.pk for each in self.recordings)

    def run(self, file: UploadFile, record: RunRecord, format: str, parser_version: str) -> None:
        """Store one run with its numbers."""
        above, below = self.told.facts_of(Place(file.name, file.archive_id))
        sources = (above, record.facts, below)
        setup = self._setups.of(record, *sources)
        self._ordinals[file.pk] += 1
        started = first_of("started_at", *sources)
        run = Run(
            setup=setup,
            file=file,
            ordinal=self._ordinals[file.pk],
            line=record.line,
            trial=self._trial(setup, first_of("trial", *sources)),
            started_at=moment_of(started),
            status=record.status,
            provenance=first_of("provenance", record.facts) or Run.Provenance.MEASURED,
            citation=first_of("citation", record.facts) or "",
            notes=joined_notes(*sources),
            facts=clean_json(dict(record.facts)),
            caveats=list(record.caveats),
            limits=limits(Evidence({(each.metric, each.item): each.value for each in record.measurements})),
            format=format,
            parser_version=parser_version,
        )
        self._pending.append((run, record))
        if len(self._pending) >= AT_ONCE:
            self.flush()

    def _trial(self, setup: Setup, stated: int | None) -> int:
        if setup.pk not in self._trials:
            Setup.objects.select_for_update().get(pk=setup.pk)  # two workers must not count the same runs
            standing = Run.objects.standing().filter(setup=setup)
            ours = standing.filter(file__upload=self.upload, trial__isnull=False).values_list("trial", flat=True)
            self._trials[setup.pk] = Trials(set(ours), standing.count())
        return self._trials[setup.pk].next(stated)

    def flush(self) -> None:
        """Write what was gathered."""
        Run.objects.bulk_create(run for run, _ in self._pending)
        Measurement.objects.bulk_create(
            (measurement(run, m) for run, record in self._pending for m in record.measurements),
            batch_size=5000,
        )
        self.runs += (run for run, _ in self._pending)
        self._pending.clear()


class Trials:
    """The numbers of one setup's trials: as the sender says, the next ones counting on from there; else the next."""

    def __init__(self, ours: set[int], standing: int) -> None:
        """`ours`: those this upload has; `standing`: how many runs the setup has, whoever sent them."""
        self._ours, self._last = ours, max(ours, default=standing)

    def next(self, stated: int | None) -> int:
        self._last = stated if stated is not None and stated not in self._ours else self._last + 1
        self._ours.add(self._last)
        return self._last


def measurement(run: Run, told: records.Measurement) -> Measurement:
    item, printed = printable(told.item)[:200], printable(told.printed)[:80]
    return Measurement(run=run, metric=told.metric, item=item, value=told.value, line=told.line, printed=printed)


def moment_of(stated: object) -> datetime | None:
    """A time as a log or a person states it, in UTC where it names no zone; None where it cannot be read as one."""
    try:
        return datetime.fromisoformat(moment(stated)) if stated else None
    except (ValueError, OverflowError):
        return None


class Setups:
    """The setups of one upload's runs: everything that must be equal between comparable runs, made where new."""

    def __init__(self) -> None:
        self._known: dict[str, Setup] = {}
        self._named: dict[tuple[type[Named], str], Named | None] = {}

    def of(self, record: RunRecord, *sources: Any) -> Setup:
        """The row for a run's setup; the first source that states something decides it."""
        values: dict[str, Any] = {field: first_of(fact, *sources) for field, fact in WORKLOAD.items()}
        values |= {
            "machine": self._row(Machine, first_of("machine", *sources)),
            "kernel": self._row(Kernel, first_of("kernel", *sources)),
            "server": self._row(Server, first_of("server", *sources) or software(record)),
            "zone": first_of("zone", *sources),
            "cpus": first_of("cpus", *sources),
            "tuning": merged_tuning(*sources),
            "tool": record.tool,
            "tool_version": record.tool_version,
        }
        values |= {field: values[field] or "" for field in EMPTY_TEXT}
        values = {name: fitting(Setup, name, value) for name, value in values.items()}
        key = fingerprint(values)
        if key not in self._known:
            self._known[key] = Setup.objects.get_or_create(fingerprint=key, defaults=values)[0]
        return self._known[key]

    def _row(self, model: type[Named], name: Any) -> Named | None:
        key = (model, str(name or ""))
        if key not in self._named:
            self._named[key] = model.named(key[1])
        return self._named[key]


def fitting(model: type[Model], name: str, value: Any) -> Any:
    """`value` as the column can hold it: a text without NUL, cut to its length; a number out of its range is None."""
    column = model._meta.get_field(name)
    if isinstance(value, str):
        return printable(value)[: getattr(column, "max_length", None) or MAX_TEXT]
    if isinstance(value, float) and not isfinite(value):
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        most = MOST.get(column.get_internal_type(), 2**63 - 1)
        return value if 0 <= value <= most else None
    return value


def clean_json(value: Any) -> Any:
    """Facts as PostgreSQL's JSON can hold them: no NUL, no NaN."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, float) and not isfinite(value):
        return None
    return {key: clean_json(each) for key, each in value.items()} if isinstance(value, dict) else value


def software(record: RunRecord) -> str:
    """The server as the log names it: `Apache/2.0.58` -> `Apache 2.0.58`."""
    told = record.facts.get("server_software")
    return str(server_name(str(told))) if told else ""


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
