"""How much of a processor a question may take: whoever computes for long asks on the way whether it may go on. Pure."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

ENDS: ContextVar[float] = ContextVar("ends", default=float("inf"))  #: at which CPU time of this thread


class TooMuchWork(ValueError):
    """More is computed than the question may take."""


@contextmanager
def effort(seconds: float) -> Iterator[None]:
    """What is computed inside may take so many seconds of CPU. TooMuchWork where it takes more."""
    before = ENDS.set(time.thread_time() + seconds)
    try:
        yield
    except TooMuchWork as error:
        raise TooMuchWork(f"computing it takes longer than {seconds:g} seconds") from error
    finally:
        ENDS.reset(before)


def go_on() -> None:
    """Asked now and then by what takes long."""
    if time.thread_time() > ENDS.get():
        raise TooMuchWork
