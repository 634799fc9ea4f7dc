"""Where the web server asks for dry runs: it hands the bytes to a child and reads none of them.

A process has one child, which does one dry run at a time; a few wait for it, the others are asked to come again.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

from benchdb.web.bodies import Refused
from benchdb.web.problems import SENTENCES
from benchdb.wording import words
from ingest.declared.facts import BadFact
from ingest.intake.uploads import BadUpload, IncomingFile, TooLarge
from ingest.pipeline.sandbox.frames import frame
from ingest.pipeline.sandbox.limits import MIB
from ingest.pipeline.sandbox.piped import PIECE, Piped

IN_MEMORY = MIB  #: bytes of an order; more are kept in a file until the child takes them
IDLE = 300.0  #: seconds without an order, after which a child of this size ends by itself
START = 120.0  #: seconds that a child may take to start
COMMAND = (sys.executable, "-m", "ingest.intake.dry_runs.child", str(IDLE))
FAT = 0.6  #: of the memory limit: a child that keeps more is replaced
BUSY = words("too many dry runs")
REFUSALS: Mapping[str, Callable[[str], ValueError]] = {
    "BadUpload": BadUpload,
    "TooLarge": TooLarge,
    "BadFact": lambda text: BadFact("text", text=text),
}


class DryRunFailed(Exception):
    """A fault inside benchdb; the child's words are in the log."""


class Child(Piped):
    """One order at a time."""

    def __init__(self) -> None:
        super().__init__(COMMAND, environment())
        self._order: BinaryIO | None = None

        began = time.monotonic()
        while not self.received:  # it says something once it is ready
            if not self.exchange() or time.monotonic() - began > START:
                self.end()
                raise DryRunFailed("the child did not start; its words are in the log")
        self.received.popleft()

    def next_piece(self) -> bytes | None:
        return (self._order.read(PIECE) or None) if self._order else None

    def answer(self, order: BinaryIO) -> bytes | None:
        """None where it ended instead. TooLarge where it must be ended."""
        self._order, began = order, time.monotonic()
        while not self.received:
            if not self.exchange() and not self.received:
                return None
            if sentence := excess(time.monotonic() - began, self.memory()):
                self.kill()
                raise TooLarge(words("dry run stopped", why=sentence))
        return self.received.popleft()


def environment() -> dict[str, str]:
    """Ours; of the database that we are connected to."""
    address = urlsplit(os.environ.get("DATABASE_URL") or settings.HERE.database_url)
    return {**os.environ, "DATABASE_URL": address._replace(path=f"/{connection.settings_dict['NAME']}").geturl()}


def excess(seconds: float, memory: int) -> str:
    """Of what it takes too much; "" where that is not so."""
    if seconds > settings.DRY_RUN_SECONDS:
        return words("took too long", most=settings.DRY_RUN_SECONDS)
    most = settings.READING_LIMITS["memory"]
    return words("took too much memory", most=most // MIB) if memory > most else ""


class Desk:
    """For all threads of a process."""

    def __init__(self) -> None:
        self._here = threading.BoundedSemaphore(1 + settings.DRY_RUNS_WAITING)
        self._turn = threading.Lock()
        self._child: Child | None = None
        self._used = 0.0  #: when, by the monotonic clock

    def result(self, kind: str, incoming: Sequence[IncomingFile], facts: Mapping[str, Any]) -> Any:
        """What the child says of the files. BadUpload, BadFact; Refused (503) where too many ask."""
        with order_of(kind, incoming, facts) as order:
            if not self._here.acquire(blocking=False):
                raise Refused(503, BUSY)
            try:
                with self._turn:
                    content = self._answer(order)
            finally:
                self._here.release()
        return result_of(json.loads(content))

    def _answer(self, order: BinaryIO) -> bytes:
        child, content = self._ready(), None
        try:
            content = child.answer(order)
        finally:
            self._used = time.monotonic()
            if content is None or child.memory() > FAT * settings.READING_LIMITS["memory"]:
                self.end()
        if content is None:
            raise DryRunFailed("the child ended; its words are in the log")
        return content

    def _ready(self) -> Child:
        """The child; another one where it has ended, or soon would because nobody asked for long."""
        if self._child and (self._child.has_ended or time.monotonic() - self._used > IDLE / 2):
            self.end()
        self._child = self._child or Child()
        return self._child

    def end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()


@contextmanager
def order_of(kind: str, incoming: Sequence[IncomingFile], facts: Mapping[str, Any]) -> Iterator[BinaryIO]:
    """All of it, here before the child is asked: a sender that dribbles holds up nobody. TooLarge."""
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as order:
        names = [(file.name, file.is_posix) for file in incoming]
        order.write(frame(json.dumps({"kind": kind, "names": names, "facts": dict(facts)}).encode()))
        size = 0
        for file in incoming:
            for piece in file.pieces:
                size += len(piece)
                if size > settings.DRY_RUN_SIZE:
                    most = settings.DRY_RUN_SIZE // MIB
                    raise TooLarge(words("most of a dry run", most=most))
                order.write(frame(piece) if piece else b"")
            order.write(frame(b""))
        order.seek(0)
        yield cast(BinaryIO, order)


def result_of(answer: Mapping[str, Any]) -> Any:
    if "refused" in answer:
        raise REFUSALS[answer["refused"]](answer["sentence"])
    if "busy" in answer:
        raise Refused(503, answer["busy"])
    if status := answer.get("status"):
        if status in SENTENCES and status != 500:
            raise Refused(status, SENTENCES[status])
        raise DryRunFailed("the child's words are in the log")
    return answer["result"]


_desks: dict[int, Desk] = {}


def desk() -> Desk:
    """This process's own; a fork does not share its parent's child."""
    return _desks.setdefault(os.getpid(), Desk())
