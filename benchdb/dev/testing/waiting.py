"""Waiting for what will come true: no test is decided by its time."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import Any

HANGS = 300.0  #: seconds after which what is waited for will never come, however busy the machine is


def wait_for(is_so: Callable[[], bool], words: Callable[[], str] = str, *, seconds: float = HANGS) -> None:
    """Return as soon as `is_so()`; what never comes true fails with `words()`."""
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(words())
        time.sleep(0.05)


def wait_until(page: Any, expression: str) -> None:
    """Return as soon as JavaScript's `expression` is true; Playwright's own wait evaluates strings in the page, which
    the Content-Security-Policy forbids."""
    wait_for(lambda: page.evaluate(expression), lambda: f"never true: {expression}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
