"""How much of a processor a question may take, and whether anybody still waits: asked on the way by what takes long.

Pure.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from benchdb.wording import Refusal

ENDS: ContextVar[float] = ContextVar("ends", default=float("inf"))  #: at which CPU time of this thread
HAS_GONE: ContextVar[Callable[[], bool]] = ContextVar("has gone", default=lambda: False)  #: whoever asked


class ReaderGone(Exception):
    """Nobody waits for the answer any more."""


class OutOfEffort(Exception):
    """More is computed than may be, wherever that is noticed."""


class TooMuchWork(Refusal):
    """More is computed than the question may take."""


@contextmanager
def effort(seconds: float) -> Iterator[None]:
    """What is computed inside may take so many seconds of CPU. TooMuchWork where it takes more."""
    before = ENDS.set(time.thread_time() + seconds)
    try:
        yield
    except OutOfEffort as error:
        raise TooMuchWork("computing takes too long", seconds=seconds) from error
    finally:
        ENDS.reset(before)


@contextmanager
def while_there(has_gone: Callable[[], bool]) -> Iterator[None]:
    """What is made inside is for a reader who may go. ReaderGone where it goes on behind that."""
    before = HAS_GONE.set(has_gone)
    try:
        yield
    finally:
        HAS_GONE.reset(before)


def somebody_waits() -> None:
    """ReaderGone where nobody does."""
    if HAS_GONE.get()():
        raise ReaderGone


def go_on() -> None:
    """Asked now and then by what takes long."""
    somebody_waits()
    if time.thread_time() > ENDS.get():
        raise OutOfEffort
