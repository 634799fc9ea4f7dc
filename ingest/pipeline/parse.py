"""Step: a child with limits reads the files, each by the format that `identify` recognises -> what their logs say."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

from django.conf import settings

from benchdb.host.counters import FILES, PARSE_SECONDS
from benchdb.models import UploadFile
from ingest.formats import formats
from ingest.pipeline.sandbox.limits import Limits, Source
from ingest.pipeline.sandbox.reader import Items, reader


def parse_all(files: Iterable[UploadFile], on_wait: Callable[[], None]) -> Iterator[tuple[UploadFile, Items]]:
    """Each file with its records and problems, in their order; the next ones are read ahead.

    The items raise Unreadable where no format recognises the file. `on_wait` is called every second or so,
    and may raise.
    """
    ahead = deque[UploadFile]()

    def sources() -> Iterator[Source]:
        for file in files:
            ahead.append(file)
            yield Source(file.log.size, file.log.open)

    own = reader()
    seconds = own.cpu_seconds
    for items in own.read_all(sources(), Limits(**settings.READING_LIMITS), on_wait):
        file = ahead.popleft()
        yield file, items
        format = file.format or "none"
        PARSE_SECONDS.labels(format).inc(max(0.0, own.cpu_seconds - seconds))
        FILES.labels(format, file.state).inc()
        seconds = own.cpu_seconds


def version_of(format: str) -> str:
    """The version of the parser that read it: another one may read the same bytes otherwise."""
    return formats()[format].version
