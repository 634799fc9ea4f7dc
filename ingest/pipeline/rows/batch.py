"""Batch: the rows of the files of one transaction, gathered and written many at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import connection

from benchdb.curation.corrections.replaced_facts import base_anew
from benchdb.domain.activity.limits import Evidence, limits
from benchdb.domain.caveats import Caveat, as_row
from benchdb.domain.setups.targets import PARTS, other_target
from benchdb.domain.text.names import printable
from benchdb.domain.versions import other_server
from benchdb.models import Recording, Run, Setup, UploadFile
from ingest import records
from ingest.declared.facts import first_of, joined_notes, moment
from ingest.declared.stated_alone import beneath, with_stated
from ingest.formats.kit.pasted.line_times import START_SOURCE
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.rows.clean import clean_json
from ingest.pipeline.rows.copies import Copies
from ingest.pipeline.rows.earlier import first_stored, numbers_before, stated_of, take_place
from ingest.pipeline.rows.existing import Existing, exclusions_of, existing_of, read_before
from ingest.pipeline.rows.mark_copies import MarkedCopies
from ingest.pipeline.rows.same_bytes import most_stated
from ingest.pipeline.rows.setups import Setups, stated_setup, target_of_first
from ingest.pipeline.rows.trials import TrialNumbers
from ingest.pipeline.rows.twofold import Twofold
from ingest.records import Fact, RunRecord

AT_ONCE = 500  #: runs per INSERT
MANY = 100  #: runs, from which on PostgreSQL's plans are made anew
MEASUREMENTS_AT_ONCE = 1000
COPY = "COPY benchdb_measurement (run_id, value, metric, item, line, printed) FROM STDIN"


class Batch:
    """What is counted under locks is counted anew in each; a batch that is rolled back is forgotten as a whole."""

    def __init__(self, ingestion: Ingestion, files: Sequence[UploadFile]) -> None:
        self.upload, self.declared = ingestion.upload, ingestion.declared
        self.runs: list[Run] = []  #: of these files, written or known
        self.recordings: list[Recording] = []  #: likewise
        read = read_before(file.log_id for file in files)
        self._existing = existing_of(read) if read else {}  # to ask for those of no log costs as much
        self._stated = stated_of(files) if read else {}
        self._first_stored = first_stored(files) if read else {}
        came_before = any(run.file.upload_id == self.upload.pk for run in ingestion.runs.values())
        numbers = numbers_before(files) if read else {}
        self._trials = TrialNumbers(self.upload, self.declared, came_before=came_before, before=numbers)
        self._pending: list[tuple[Run, RunRecord]] = []
        self._beneath: list[tuple[Run, dict[str, Any]]] = []  #: what is said of runs beneath what corrections say
        self._ordinals: Counter[int] = Counter()
        self._targets: dict[int, Mapping[str, Any]] = {}  #: setup -> the host and port of its first run
        self._setups = Setups()
        self._renamed_before: set[str] = set()
        self.numbers = Copies(ingestion.numbers)
        self.loads = Twofold(ingestion.loads)
        self.copies = MarkedCopies(self.numbers, self.loads, exclusions_of(read) if read else {})

    def existing(self, file: UploadFile) -> Existing:
        """What the same bytes gave before, in another upload or in this one.

        Nothing, where they are of another execution by what is stated of them, or where other facts are said of them
        on purpose: they are then stored under these too.
        """
        existing = self._existing.get(file.log_id) or Existing()
        own = self.declared.own_runs and self.contradicted(file, existing)
        facts = self.declared.facts_of(file.place)[0]
        return Existing() if own or existing.is_of_another_run(facts, file.name) else existing

    def contradicted(self, file: UploadFile, existing: Existing) -> list[str]:
        """What is said of the file and holds for nothing that its bytes gave before."""
        return existing.contradicted(self.declared.facts_of(file.place)[0]) if existing else []

    def new(self, files: Iterable[UploadFile]) -> list[UploadFile]:
        """Those to be read, the same bytes once: they exist when the next batch begins."""
        new = (file for file in files if not self.existing(file))
        return most_stated(self.declared, new, self._first_stored)

    def count(self, existing: Existing) -> None:
        """What is known counts as ours, and is not stored twice."""
        self.runs += existing.runs
        self.recordings += existing.recordings

    def has_anything_of(self, file: UploadFile) -> bool:
        """Whether a run or a recording of the file was stored, or will be by `flush`."""
        return self.has_runs_of(file) or any(recording.file_id == file.pk for recording in self.recordings)

    def has_runs_of(self, file: UploadFile) -> bool:
        return bool(self._ordinals[file.pk])

    def add_run(self, file: UploadFile, record: RunRecord, format: str, parser_version: str) -> None:
        """One run with its numbers; written now or with the next ones."""
        above, below = self.declared.facts_of(file.place)
        waiting = self._stated.get((file.pk, record.line))
        stated = waiting.pop(0) if waiting else {}
        sources = with_stated(stated, above, record.facts, below)
        setup = self._setups.of(record, *sources)
        numbered = self._setups.of(record, above, record.facts, below) if stated else setup  # as without corrections
        self._ordinals[file.pk] += 1
        started_at = moment_of(first_of("started_at", *sources))
        run = Run(
            setup=setup,
            first_stored_at=self._first_stored.get(file.pk),
            file=file,
            ordinal=self._ordinals[file.pk],
            line=record.line,
            trial=self._trials.next(numbered, file, record.line, record.facts, as_before=bool(stated)),
            started_at=started_at,
            booted_at=moment_of(first_of("booted_at", *sources)),
            status=record.status,
            provenance=first_of("provenance", record.facts) or Run.Provenance.MEASURED,
            citation=first_of("citation", record.facts) or "",
            notes=joined_notes(*sources),
            facts=clean_json(own_facts(record, started_at)),
            stated=stated,
            caveats=[*record.caveats, *map(as_row, self._doubts(setup, record))],
            limits=[as_row(one) for one in limits(Evidence(numbers_of(record)))],
            format=format,
            parser_version=parser_version,
        )
        self.copies.mark(run, record, is_own=self.declared.own_runs)
        if stated:
            self._beneath.append((run, beneath(stated, above, record.facts, below, of_setup=stated_setup)))
        self._pending.append((run, record))
        if len(self._pending) >= AT_ONCE:
            self.flush()

    def renamed(self) -> dict[str, str]:
        """Names that were said -> what is called otherwise now; each once."""
        new = {name: now for name, now in self._setups.renamed.items() if name not in self._renamed_before}
        self._renamed_before |= new.keys()
        return new

    def _doubts(self, setup: Setup, record: RunRecord) -> list[Caveat]:
        """What the log says otherwise than the setup, or than the first run of it."""
        if setup.pk not in self._targets and not record.facts.keys().isdisjoint(PARTS):
            self._targets[setup.pk] = target_of_first(setup) or record.facts
        first = self._targets.get(setup.pk, {})
        return [*other_server(setup.server, record.facts), *other_target(first, record.facts, setup.tuning)]

    def flush(self) -> None:
        """Write what was gathered."""
        Run.objects.bulk_create(run for run, _ in self._pending)
        if len(self._pending) >= MANY:
            forget_plans()
        copy_measurements(self._pending)
        take_place([run for run, _ in self._pending])
        if self._beneath:
            base_anew({run.pk: facts for run, facts in self._beneath})
        self.runs += (run for run, _ in self._pending)
        self._pending.clear()
        self._beneath.clear()


def own_facts(record: RunRecord, started_at: datetime | None) -> dict[str, Fact]:
    """What its log says; where its start comes from only if the run has that start: a stated one may stand above."""
    is_other = started_at != moment_of(record.facts.get("started_at"))
    return {name: fact for name, fact in record.facts.items() if name != START_SOURCE or not is_other}


def numbers_of(record: RunRecord) -> dict[tuple[str, str], float]:
    return {(number.metric, number.item): number.value for number in record.measurements}


def forget_plans() -> None:
    """Of this session: that of a foreign key's check was made when the table had a page or two, and reads all of it
    for every row. At the end of this transaction that took minutes for a file of 13,000 runs."""
    with connection.cursor() as cursor:
        cursor.execute("DISCARD PLANS")


def copy_measurements(runs: Iterable[tuple[Run, RunRecord]]) -> None:
    """By COPY, as one statement: a row of Django's for each would take longer than all else that is done to a log."""
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(COPY) as copy:
        for run, record in runs:
            numbers = iter(record.measurements)
            while some := "".join(row(run, number) for number in islice(numbers, MEASUREMENTS_AT_ONCE)):
                copy.write(some)


def row(run: Run, number: records.Measurement) -> str:
    """As COPY's text form has it: nothing printable but a backslash needs an escape there."""
    item, printed = printable(number.item)[:200], printable(number.printed)[:80]
    texts = f"{number.metric}\t{item}\t{number.line}\t{printed}".replace("\\", "\\\\")
    return f"{run.pk}\t{float(number.value)!r}\t{texts}\n"


def moment_of(stated: object) -> datetime | None:
    """A time as a log or a person states it, in UTC where it names no zone; None where it cannot be read as one."""
    try:
        return datetime.fromisoformat(moment(stated)) if stated else None
    except (ValueError, OverflowError):
        return None
