"""A child that is started again whenever it dies: in any order, and however often."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress

from benchdb.host.process import Process

RESTART_AFTER = (1.0, 30.0)  #: seconds, the first time and at most: each death soon after the last doubles it
QUIET = 60.0  #: seconds without a death, after which the next one is the first again

ROUND = 0.5  #: seconds between two checks

Clock = Callable[[], float]


class Supervised:
    """`start` may fail as well, as PostgreSQL's does that is killed while it recovers: then it is tried again."""

    def __init__(
        self, start: Callable[[], Process], stack: ExitStack, patience: float, clock: Clock = time.monotonic
    ) -> None:
        """`patience`: seconds that it has to stop in, when `stack` ends."""
        self._start, self._clock = start, clock
        self._pause, self._due, self._died = RESTART_AFTER[0], 0.0, clock()
        self.child = start()
        stack.callback(lambda: self.child.stop(patience))

    def check(self) -> None:
        """Notice its death; start another once the pause is over."""
        if self.child.is_running:
            return
        if not self._due:
            self.child.end_group()  # what it started may still be at work
            words = f"it said:\n{self.child.last_words(3)}"
            self._plan(f"{self.child.name} ended ({self.child.process.returncode}); {words}")
        elif self._clock() >= self._due:
            self._restart()

    def _restart(self) -> None:
        try:
            self.child, self._due = self._start(), 0.0
        except (RuntimeError, OSError, subprocess.SubprocessError) as error:
            self._plan(f"{self.child.name} cannot be started: {error}")

    def _plan(self, sentence: str) -> None:
        now = self._clock()
        self._pause = RESTART_AFTER[0] if now - self._died > QUIET + self._pause else self._pause
        say(f"benchdb: {sentence}\nbenchdb: starting another in {self._pause:.0f} s")
        self._due, self._died = now + self._pause, now
        self._pause = min(2 * self._pause, RESTART_AFTER[1])


def supervise(children: Iterable[Supervised], every_minute: Callable[[], None] = lambda: None) -> None:
    """Until a signal comes: whatever dies is started again."""
    children, rounds = list(children), 0
    while True:
        for supervised in children:
            supervised.check()
        time.sleep(ROUND)
        rounds += 1
        if rounds * ROUND % 60 == 0:
            attempt(every_minute)


def say(words: str) -> None:
    """Where its words go there may be no room, or nobody any more: no reason to end a site."""
    with suppress(OSError):
        print(words, flush=True)


def attempt(work: Callable[[], None]) -> None:
    """What a full disk does not let us do now is done in the next minute."""
    try:
        work()
    except OSError as error:
        say(f"benchdb: {error}")
