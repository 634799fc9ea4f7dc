"""What is here: how many of each, the studies, the newest uploads."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet

from benchdb.models import Kernel, Machine, Server, Study, Upload, UploadFile
from benchdb.models.runs import counting
from benchdb.reads.packed.census import latest

NEWEST = 8  #: uploads
FIRST_FILES = UploadFile.objects.filter(archive=None).order_by("position")[:3]  #: of each upload, as they were sent


@dataclass(frozen=True, slots=True)
class Counts:
    runs: int  #: that count
    machines: int
    kernels: int
    servers: int


def counts() -> Counts:
    return Counts(
        runs=int(latest.census().counts.sum()),
        machines=Machine.objects.count(),
        kernels=Kernel.objects.count(),
        servers=Server.objects.count(),
    )


def studies() -> QuerySet[Study]:
    """In their order, each with its `size`: the number of its runs that count."""
    return Study.objects.annotate(size=counting("runs")).order_by("position", "title")


def every_study() -> QuerySet[Study]:
    return Study.objects.all()


def newest_uploads() -> list[Upload]:
    """Each with its `size` (runs that count), `number` (files, as they were sent) and `first_files`."""
    numbers = {"size": counting("files__runs"), "number": Count("files", Q(files__archive=None), distinct=True)}
    uploads = Upload.objects.prefetch_related(Prefetch("files", FIRST_FILES, "first_files")).annotate(**numbers)
    return list(uploads.order_by("-pk")[:NEWEST])  # a query that counts has no order of its own
