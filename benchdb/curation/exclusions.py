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

from benchdb.accounts.audit import ITSELF
from benchdb.domain.caveats import Caveat, Stored, as_row, caveat, of_row
from benchdb.domain.place import IMPORT
from benchdb.held_rows import wait_briefly
from benchdb.models import AuditEntry, Run, Upload, UploadFile
from benchdb.wording import sentence, words

LONGEST = 500  #: characters
WITHDRAWN = "withdrawn with its upload"
#: The kinds of caveat of a run that is a copy of one in another file; and of one that counts while that is withdrawn.
COPIES = ("copy of a report elsewhere", "copy that broke off elsewhere", "load that is told twice")
COUNTING = "copy that counts"
ORIGINAL = "original"  #: parameter of a copy's caveat: the id of the run in another upload
KINDS = (*COPIES, COUNTING)
IS_COPY = reduce(or_, (Q(caveats__contains=[{"kind": kind}]) for kind in KINDS))
Place = tuple[str | int, int]  #: (a file's name or its id, line): several runs may share it


class BadExclusion(ValueError):
    """An exclusion that cannot be; the message says why."""


class AlreadyExcluded(BadExclusion):
    """It has a reason, and keeps it."""


@transaction.atomic
def exclude(run: Run, reason: str) -> Run:
    """From now on comparisons leave the run out. Links that were frozen still show it.

    OperationalError where an upload that ends holds the run (`held_rows.has_waited`).
    """
    wait_briefly()
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
    """The run counts again; one that was not excluded stays as it is. From now on it counts beside its original.

    BadExclusion where its upload is withdrawn: nothing of that counts. OperationalError where that is being read and
    takes long to end (`held_rows.has_waited`).
    """
    wait_briefly()
    withdrawable = Upload.objects.select_for_update(no_key=True, of=("self",))  # nobody withdraws it meanwhile
    upload = withdrawable.get(files__runs=run.pk)
    if upload.withdrawn_at:
        raise BadExclusion(words("run of a withdrawn upload", run=run.pk, upload=upload.pk))
    run = Run.objects.select_for_update().get(pk=run.pk)
    run.excluded_at, run.excluded_because = None, ""
    run.caveats = [as_row(as_found(one)) if one.kind == COUNTING else kept for kept, one in caveats_of(run)]
    run.save(update_fields=("excluded_at", "excluded_because", "caveats"))
    return run


def excluded_by(run: Run) -> str:
    """Who excluded the run, or withdrew its upload; "" where nobody did by hand, and for a run that counts.

    The audit log has no entry where a copy is excluded: the last one may be of an exclusion that was taken back.
    """
    if run.excluded_at is None:
        return ""
    if is_left_out_with_upload(run):
        return run.file.upload.withdrawn_by
    entry = AuditEntry.objects.filter(action="run.excluded", subject=str(run)).order_by("-pk").first()
    if entry is None or entry.who == ITSELF or entry.after.get("excluded_because") != run.excluded_because:
        return ""
    return entry.who


def is_left_out_with_upload(run: Run) -> bool:
    """It counted until its upload was withdrawn; nobody excluded it for itself."""
    return run.excluded_because.startswith(f"{WITHDRAWN}: ")


def caveats_of(run: Run) -> list[tuple[Stored, Caveat]]:
    """Each as its row keeps it, and what that says."""
    return [(kept, of_row(kept)) for kept in run.caveats]


def as_counting(copy: Caveat) -> Caveat:
    """Of a copy that counts while its original is withdrawn."""
    return caveat(COUNTING, **dict(copy.parameters), was=copy.kind)


def as_found(counting: Caveat) -> Caveat:
    """As it was when the copy was found."""
    return caveat(counting["was"], **{name: value for name, value in counting.parameters if name != "was"})


@dataclass(slots=True)
class StoredCopy:
    """A run that was stored as a copy of a report in another file."""

    run: Run
    caveat: Caveat  #: that says so

    @property
    def counts(self) -> bool:
        return self.run.excluded_at is None

    @property
    def may_count(self) -> bool:
        """It is excluded for what it is, and not by anybody, nor with its upload."""
        return self.run.excluded_because == sentence(self.caveat) and self.run.file.upload.withdrawn_at is None

    @property
    def is_given_up(self) -> bool:
        """It counted instead of the original, and somebody excluded it by hand."""
        is_excluded = not self.counts and not self.run.excluded_because.startswith(f"{WITHDRAWN}: ")
        return self.caveat.kind == COUNTING and is_excluded

    def count(self) -> None:
        """Instead of the original, until that is restored."""
        self._change(as_counting(self.caveat))

    def leave_out(self) -> None:
        """As when it was stored."""
        self._change(as_found(self.caveat))
        self.run.excluded_at, self.run.excluded_because = timezone.now(), sentence(self.caveat)

    def _change(self, other: Caveat) -> None:
        self.run.caveats = [as_row(other) if one == self.caveat else kept for kept, one in caveats_of(self.run)]
        self.run.excluded_at, self.run.excluded_because, self.caveat = None, "", other


class Originals:
    """The runs that copies are copies of, found among the runs of all parts of their folder."""

    def __init__(self, runs: QuerySet[Run], copies: Mapping[int, StoredCopy]) -> None:
        named = [dict(one.caveat.parameters) for one in copies.values()]
        ids = {one[ORIGINAL] for one in named if ORIGINAL in one}
        known = Run.objects.filter(pk__in=ids).values_list("pk", "file", "line")
        self._place_of_id: dict[int, Place] = {number: (file, line) for number, file, line in known}
        files, names = {file for file, _ in self._place_of_id.values()}, {one["file"] for one in named}
        self._runs, self._by_place = dict[int, Run](), defaultdict[Place, list[Run]](list)
        for run in runs.filter(Q(pk__in=copies) | Q(file__in=files) | Q(file__name__in=names)):
            run = copies[run.pk].run if run.pk in copies else run
            self._runs[run.pk] = run
            for place in ((run.file.name, run.line), (run.file_id, run.line)):
                self._by_place[place].append(run)

    def of(self, copy: StoredCopy) -> Run | None:
        """By its id, or what its file gave when it was read again; by name and line where that is all that is known.

        None where several runs may be it: members of two archives may share a name.
        """
        says = dict(copy.caveat.parameters)
        number = says.get(ORIGINAL)
        if number in self._runs:
            return self._runs[number]
        place = self._place_of_id.get(number or 0, (says["file"], says["line"]))
        others = [run for run in self._by_place[place] if run.pk != copy.run.pk]
        return others[0] if len(others) == 1 else None

    def first_of(self, copy: StoredCopy, copies: Mapping[int, StoredCopy]) -> Run | None:
        """What it is a copy of in the end: its original may have turned out to be a copy itself."""
        run, passed = self.of(copy), {copy.run.pk}
        while run and run.pk in copies and run.pk not in passed:
            passed.add(run.pk)
            run = self.of(copies[run.pk])
        return run


def settle_copies(upload: Upload) -> None:
    """Once an upload was withdrawn or restored: which of a report and its copies in the parts of its folder, or in
    a log that has grown, counts."""
    if changed := unsettled_copies(upload):
        Run.objects.bulk_update(changed, ("caveats", "excluded_at", "excluded_because"), batch_size=500)


def unsettled_copies(upload: Upload) -> list[Run]:
    """The copies among the parts of its folder that count, or do not, though it should be otherwise: as they are to
    be, not saved."""
    parts = [*parts_of(upload), *with_grown_logs(upload)]
    runs = Run.objects.filter(file__upload__in=parts, retired_at=None).select_related("file__upload").order_by("pk")
    copies = {one.run.pk: one for one in copies_among(runs)}
    originals, families = Originals(runs, copies), defaultdict[Run, list[StoredCopy]](list)
    for one in copies.values():
        if original := originals.first_of(one, copies):
            families[original].append(one)
    return [run for original, family in families.items() for run in settled(original, family)]


def parts_of(upload: Upload) -> QuerySet[Upload]:
    """All that brought its folder, itself among them."""
    if IMPORT not in upload.facts:
        return Upload.objects.filter(pk=upload.pk)
    return Upload.objects.filter(sender=upload.sender_id, facts__import=upload.facts[IMPORT])


def with_grown_logs(upload: Upload) -> QuerySet[Upload]:
    """The same sender's uploads with files of its names, where copies are among them: of logs that have grown."""
    names = upload.files.filter(archive=None, runs__isnull=False).values("name")
    others = UploadFile.objects.filter(upload__sender=upload.sender_id, archive=None, name__in=names)
    copies = Run.objects.filter(IS_COPY, file__in=others, retired_at=None)
    if not copies.exists():
        return Upload.objects.none()
    return Upload.objects.filter(files__in=others, files__runs__retired_at=None).distinct()


def copies_among(runs: QuerySet[Run]) -> Iterator[StoredCopy]:
    for run in runs.filter(IS_COPY):
        yield StoredCopy(run, next(one for _, one in reversed(caveats_of(run)) if one.kind in KINDS))


def settled(original: Run, copies: Sequence[StoredCopy]) -> Iterator[Run]:
    """Those that count, or do not, otherwise than before. One counts, if nobody has decided otherwise: a report that
    somebody excluded does not come back through another copy."""
    counting = [one for one in copies if one.counts]
    is_withdrawn = original.excluded_because.startswith(f"{WITHDRAWN}: ")
    for one in counting if original.excluded_at is None else counting[1:]:
        if one.caveat.kind == COUNTING:
            one.leave_out()
            yield one.run
    if is_withdrawn and not counting and not any(one.is_given_up for one in copies):
        for one in islice((one for one in copies if one.may_count), 1):
            one.count()
            yield one.run
