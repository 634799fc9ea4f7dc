"""Copies among the runs of an upload -> excluded ones, each with its reason; and what is told of their files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.db.models import F, JSONField, Value
from django.db.models.expressions import CombinedExpression
from django.utils import timezone

from benchdb.curation.exclusions import as_counting
from benchdb.domain.caveats import as_row
from benchdb.models import Run, UploadFile
from benchdb.wording import sentence
from ingest.pipeline.rows.alike import Copy
from ingest.pipeline.rows.copies import Copies
from ingest.pipeline.rows.existing import Exclusion, Measured
from ingest.pipeline.rows.twofold import Twofold
from ingest.records import RunRecord

KEEP_LOGS = ("ab", "siege")  #: tools that keep a log beside their report


class MarkedCopies:
    """The copies that one batch finds, among its own runs and those before them."""

    def __init__(self, copies: Copies, twice: Twofold, exclusions: Mapping[Measured, Exclusion]) -> None:
        """`exclusions`: of what was read before, which stays as it was then, whatever was said of it."""
        self._copies, self._twice, self._exclusions = copies, twice, exclusions
        self._at_line: Counter[tuple[int, int]] = Counter()
        self._by_file: dict[int, tuple[UploadFile, list[Copy]]] = {}

    def mark(self, run: Run, record: RunRecord, *, is_own: bool = False) -> None:
        """Exclude it, or those before it, where they are copies. `is_own`: it is said to be a run of its own."""
        before = self._before(run)
        if before:
            run.excluded_at, run.excluded_because = before
        if is_own:
            return
        for one, copy in self._copies_of(run, record, is_decided=before is not None):
            self._exclude(one, copy)

    def mark_again(self, run: Run, record: RunRecord) -> None:
        """Say of a run that an earlier reading excluded what it is a copy of; nothing is a copy of it."""
        is_decided = self._before(run) is not None
        for one, copy in self._copies_of(run, record, is_decided=is_decided):
            if one is run:
                self._exclude(run, copy)

    def recall(self, run: Run, record: RunRecord) -> None:
        """Know it as `mark` did when it was stored; what it is was said then."""
        self._copies_of(run, record, is_decided=self._before(run) is not None)

    def _before(self, run: Run) -> Exclusion | None:
        """What was said of it when it was read before; to be asked once for each run of a file, in their order."""
        place = (run.file.log_id, run.line, self._at_line[run.file_id, run.line])
        self._at_line[run.file_id, run.line] += 1
        return self._exclusions.get(place)

    def _copies_of(self, run: Run, record: RunRecord, *, is_decided: bool) -> Sequence[tuple[Run, Copy]]:
        """The copies: this one, or some before it. It is kept in mind otherwise."""
        held = self._copies.held(run, record, is_decided=is_decided)
        if held.copy:
            return ((run, held.copy),)
        twice = self._twice.copies(run, record, is_decided=is_decided) if record.tool in KEEP_LOGS else ()
        return (*held.replaced, *twice)

    def _exclude(self, run: Run, copy: Copy) -> None:
        """Where it was written before, its row alone: what the database refuses then leaves no trace in memory."""
        reason = as_row(copy.of)
        because = {"excluded_at": timezone.now(), "excluded_because": sentence(copy.of)} if copy.excludes else {}
        if run.pk:
            Run.objects.filter(pk=run.pk).update(caveats=with_more(reason), **because)
        else:
            run.caveats = [*run.caveats, reason]
            for name, value in because.items():
                setattr(run, name, value)
        self._by_file.setdefault(run.file_id, (run.file, []))[1].append(copy)

    def of(self, file: UploadFile) -> list[Copy]:
        """Those of a file's runs, once."""
        return self._by_file.pop(file.pk, (file, []))[1]

    def others(self) -> Iterable[tuple[UploadFile, list[Copy]]]:
        """Those of files that were done before, once."""
        by_file, self._by_file = self._by_file, {}
        return by_file.values()


class CopiesOfWithdrawn(MarkedCopies):
    """Held against runs that were withdrawn with their uploads: one of this upload counts until they are restored."""

    def __init__(self, own: int, copies: Copies, twice: Twofold, exclusions: Mapping[Measured, Exclusion]) -> None:
        """`own`: the upload that is read."""
        super().__init__(copies, twice, exclusions)
        self._own = own

    def _exclude(self, run: Run, copy: Copy) -> None:
        if copy.excludes and run.file.upload_id == self._own:
            copy = replace(copy, of=as_counting(copy.of), is_decided=True)
        super()._exclude(run, copy)


def with_more(caveat: object) -> CombinedExpression:
    """The row's caveats and this one."""
    return CombinedExpression(F("caveats"), "||", Value([caveat], JSONField()), output_field=JSONField())
