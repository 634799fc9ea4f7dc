"""How far an upload is: its files by state, and a page of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

from benchdb.models import Upload, UploadFile
from benchdb.models.uploads import CANCELLED
from ingest.pipeline.outcomes import OF_FACTS, OURS

State = UploadFile.State
QUEUED, FAILED = str(State.QUEUED), str(State.FAILED)
#: No format knows it, of an upload that was read to its end; not a fault of ours, and not left by somebody's wish.
NOT_A_LOG = Q(state=State.FAILED, format="") & ~Q(problems__0__has_any_keys=[OURS, CANCELLED, OF_FACTS])
PAGE = 100  #: files
MOST_OPEN = 20  #: files that are looked through one by one
IN_ORDER = (State.QUEUED, State.FAILED, State.KNOWN, State.STORED, State.FACTS, State.NOTE, State.UNPACKED)
LABELS: dict[str, str] = {str(state): State(state).label.lower() for state in IN_ORDER}


@dataclass(frozen=True, slots=True)
class Progress:
    """The files of one upload, counted. An archive's members are files; the archive itself is not counted."""

    counts: dict[str, int]  #: state -> files; states without files are left out
    reading: str  #: the file that is read now, or the next one; "" where none is
    unpacking: str  #: the archive that is being unpacked; "" where none is
    empty: int = 0  #: failed files without a byte
    not_logs: int = 0  #: failed files that no format knows, the empty ones among them

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def done(self) -> int:
        return self.total - self.counts.get(QUEUED, 0)

    @property
    def is_long(self) -> bool:
        """Too many to be shown without being asked for."""
        return self.total > MOST_OPEN

    @property
    def failed(self) -> int:
        return self.counts.get(FAILED, 0)

    @property
    def retryable(self) -> int:
        """Failed files that another reading may read: an empty one stays empty, and what is no log none."""
        return self.failed - max(self.empty, self.not_logs)

    @property
    def by_label(self) -> list[tuple[str, str, int]]:
        """(state, its name on the page, files), those that need a look first."""
        return [(state, label, self.counts[state]) for state, label in LABELS.items() if state in self.counts]


def progress(upload: Upload) -> Progress:
    """Where the worker is, in a few short queries."""
    files = upload.files.all()
    counted = files.exclude(state=State.UNPACKED).filter(~Q(pk__in=packed(upload)))
    counts: dict[str, int] = dict(counted.order_by().values_list("state").annotate(Count("pk")))
    reading = unpacking = ""
    if upload.state == Upload.State.PARSING:
        archive = packed(upload).first()
        unpacking = archive.name if archive else ""
        following = None if archive else files.filter(state=State.QUEUED).first()
        reading = following.name if following else ""
    empty = counted.filter(state=State.FAILED, log__size=0).count() if counts.get(FAILED) else 0
    unknown = counted.filter(NOT_A_LOG).count() if counts.get(FAILED) and upload.state == Upload.State.STORED else 0
    return Progress(counts, reading, unpacking, empty, unknown)


def packed(upload: Upload) -> QuerySet[UploadFile]:
    """Archives of which members are stored and that are not done yet."""
    return upload.files.filter(state=State.QUEUED, members__isnull=False).distinct()


def files_of(upload: Upload, state: str, number: str) -> Page:
    """A page of the upload's files, each with the number of its runs; of one state, or of all."""
    files = upload.files.select_related("log", "archive").annotate(size=Count("runs", Q(runs__retired_at=None)))
    if state in LABELS:
        files = files.filter(state=state)
    return Paginator(files.order_by("position"), PAGE).get_page(number)
