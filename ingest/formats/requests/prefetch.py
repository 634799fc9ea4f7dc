"""Blocks are read while the one before them is counted: Polars works beside Python's own thread."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

AHEAD = 2  #: so that the other thread has something to do while this one counts and reads
T = TypeVar("T")
R = TypeVar("R")


def ahead(values: Iterable[T], work: Callable[[T], R]) -> Iterator[tuple[T, R]]:
    """(value, work(value)) in order; the next few are worked on in another thread while one is in use."""
    waiting: deque[tuple[T, Future[R]]] = deque()
    with ThreadPoolExecutor(1) as pool:
        for value in values:
            waiting.append((value, pool.submit(work, value)))
            if len(waiting) > AHEAD:
                done, result = waiting.popleft()
                yield done, result.result()
        for done, result in waiting:
            yield done, result.result()
