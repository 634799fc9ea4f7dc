"""Copies among the runs of an upload -> excluded ones, each with its reason; and what is told of their files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from django.utils import timezone

from benchdb.domain.caveats import as_row
from benchdb.models import Run, UploadFile
from benchdb.wording import sentence
from ingest.pipeline.rows.alike import Copy
from ingest.pipeline.rows.copies import Copies
from ingest.pipeline.rows.existing import Exclusion, Measured
from ingest.pipeline.rows.twofold import Twofold
from ingest.records import RunRecord

KEEP_LOGS = ("ab", "siege")  #: tools that keep a log beside their report
COLUMNS = ("caveats", "excluded_at", "excluded_because")


class MarkedCopies:
    """The copies that one batch finds, among its own runs and those before them."""

    def __init__(self, copies: Copies, twice: Twofold, exclusions: Mapping[Measured, Exclusion]) -> None:
        """`exclusions`: of what was read before, which stays as it was then, whatever was said of it."""
        self._copies, self._twice, self._exclusions = copies, twice, exclusions
        self._at_line: Counter[tuple[int, int]] = Counter()
        self._by_file: dict[int, tuple[UploadFile, list[Copy]]] = {}

    def mark(self, run: Run, record: RunRecord, *, is_own: bool) -> None:
        """Exclude it, or those before it, where they are copies. `is_own`: it is said to be a run of its own."""
        place = (run.file.log_id, run.line, self._at_line[run.file_id, run.line])
        self._at_line[run.file_id, run.line] += 1
        before = self._exclusions.get(place)
        if before:
            run.excluded_at, run.excluded_because = before
        if is_own:
            return
        held = self._copies.held(run, record, is_decided=before is not None)
        copies = ((run, held.copy),) if held.copy else held.replaced
        if not held.copy and record.tool in KEEP_LOGS:
            copies = (*copies, *self._twice.copies(run, record, is_decided=before is not None))
        for one, copy in copies:
            self._exclude(one, copy)

    def _exclude(self, run: Run, copy: Copy) -> None:
        run.caveats = [*run.caveats, as_row(copy.of)]
        if copy.excludes:
            run.excluded_at, run.excluded_because = timezone.now(), sentence(copy.of)
        if run.pk:
            Run.objects.filter(pk=run.pk).update(**{name: getattr(run, name) for name in COLUMNS})
        self._by_file.setdefault(run.file_id, (run.file, []))[1].append(copy)

    def of(self, file: UploadFile) -> list[Copy]:
        """Those of a file's runs, once."""
        return self._by_file.pop(file.pk, (file, []))[1]

    def others(self) -> Iterable[tuple[UploadFile, list[Copy]]]:
        """Those of files that were done before, once."""
        by_file, self._by_file = self._by_file, {}
        return by_file.values()
