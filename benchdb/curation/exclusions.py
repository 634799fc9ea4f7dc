"""Runs that do not count, each with its reason; and back again. Nothing is deleted, and the audit log keeps both.

A copy of a report is excluded because its original counts: it is the one that counts while the original's upload is
withdrawn. What somebody excluded or included by hand stays so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import or_

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from benchdb.domain.caveats import Caveat, as_row, caveat, of_row
from benchdb.domain.place import IMPORT
from benchdb.models import Run, Upload
from benchdb.wording import sentence, words

LONGEST = 500  #: characters
WITHDRAWN = "withdrawn with its upload"
#: The kinds of caveat of a run that is a copy of one in another file; and of one that counts while that is withdrawn.
COPIES = ("copy of a report elsewhere", "copy that broke off elsewhere", "load that is told twice")
COUNTING = "copy that counts"

Report = tuple[str, int]  #: (path, line)


class BadExclusion(ValueError):
    """An exclusion that cannot be; the message says why."""


class AlreadyExcluded(BadExclusion):
    """It has a reason, and keeps it."""


@transaction.atomic
def exclude(run: Run, reason: str) -> Run:
    """From now on comparisons leave the run out. Links that were frozen still show it."""
    reason = " ".join(reason.replace("\0", "").split())
    if not 3 <= len(reason) <= LONGEST:
        raise BadExclusion(words("reason of an exclusion", most=LONGEST))
    run = Run.objects.select_for_update().get(pk=run.pk)
    if run.excluded_at:
        raise AlreadyExcluded(f"run {run.pk} is already excluded: {run.excluded_because}")
    run.excluded_at, run.excluded_because = timezone.now(), reason
    run.save(update_fields=("excluded_at", "excluded_because"))
    return run


@transaction.atomic
def include(run: Run) -> Run:
    """The run counts again; one that was not excluded stays as it is."""
    run = Run.objects.select_for_update().get(pk=run.pk)
    run.excluded_at, run.excluded_because = None, ""
    run.save(update_fields=("excluded_at", "excluded_because"))
    return run


@dataclass(slots=True)
class StoredCopy:
    """A run that was stored as a copy of a report in another file."""

    run: Run
    caveat: Caveat  #: that says so

    @property
    def original(self) -> Report:
        return self.caveat["file"], self.caveat["line"]

    @property
    def counts(self) -> bool:
        return self.run.excluded_at is None

    @property
    def may_count(self) -> bool:
        """It is excluded for what it is, and not by anybody, nor with its upload."""
        return self.run.excluded_because == sentence(self.caveat) and self.run.file.upload.withdrawn_at is None

    def count(self) -> None:
        """Instead of the original, until that is restored."""
        file, line = self.original
        self._change(caveat(COUNTING, line=line, file=file, was=self.caveat.kind))

    def leave_out(self) -> None:
        """As when it was stored."""
        file, line = self.original
        self._change(caveat(self.caveat["was"], line=line, file=file))
        self.run.excluded_at, self.run.excluded_because = timezone.now(), sentence(self.caveat)

    def _change(self, other: Caveat) -> None:
        self.run.caveats = [as_row(other) if of_row(one) == self.caveat else one for one in self.run.caveats]
        self.run.excluded_at, self.run.excluded_because, self.caveat = None, "", other


def settle_copies(upload: Upload) -> None:
    """Once an upload was withdrawn or restored: which of a report and its copies in the parts of its folder counts."""
    if IMPORT not in upload.facts:
        return
    parts = Upload.objects.filter(sender=upload.sender_id, facts__import=upload.facts[IMPORT])
    runs = Run.objects.filter(file__upload__in=parts, retired_at=None).select_related("file__upload").order_by("pk")
    copies = {report_of(one.run): one for one in copies_among(runs)}
    families: dict[Report, list[StoredCopy]] = defaultdict(list)
    for one in copies.values():
        families[first_of(one, copies)].append(one)
    originals = runs.filter(file__name__in={path for path, _ in families})
    changed = list[Run]()
    for run in originals:
        changed += settled(run, families.pop(report_of(run), ()))
    Run.objects.bulk_update(changed, ("caveats", "excluded_at", "excluded_because"), batch_size=500)


def report_of(run: Run) -> Report:
    return run.file.name, run.line


def copies_among(runs: QuerySet[Run]) -> Iterator[StoredCopy]:
    kinds = (*COPIES, COUNTING)
    has_one = reduce(or_, (Q(caveats__contains=[{"kind": kind}]) for kind in kinds))
    for run in runs.filter(has_one):
        yield StoredCopy(run, next(one for one in map(of_row, reversed(run.caveats)) if one.kind in kinds))


def first_of(copy: StoredCopy, copies: Mapping[Report, StoredCopy]) -> Report:
    """What it is a copy of in the end: its original may have turned out to be a copy itself."""
    place, passed = copy.original, {report_of(copy.run)}
    while place in copies and place not in passed:
        passed.add(place)
        place = copies[place].original
    return place


def settled(original: Run, copies: Sequence[StoredCopy]) -> Iterator[Run]:
    """Those that count, or do not, otherwise than before. One counts, if nobody has decided otherwise."""
    counting = [one for one in copies if one.counts]
    is_withdrawn = original.excluded_because.startswith(f"{WITHDRAWN}: ")
    for one in counting if original.excluded_at is None else counting[1:]:
        if one.caveat.kind == COUNTING:
            one.leave_out()
            yield one.run
    if is_withdrawn and not counting:
        for one in islice((one for one in copies if one.may_count), 1):
            one.count()
            yield one.run
