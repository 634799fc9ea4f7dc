"""Celery's beat on a machine whose clock may be set back: what is periodic goes on.

Beat keeps when each task ran last, on disk too, and waits until that lies long enough ago. After a clock that was a day
ahead it would queue nothing for a day.
"""

from __future__ import annotations

from typing import Any

from celery.beat import PersistentScheduler


class Scheduler(PersistentScheduler):
    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Seconds until there is something to do."""
        self._forget_the_future()
        return float(super().tick(*args, **kwargs))

    def _forget_the_future(self) -> None:
        """What ran at a moment that is still to come ran just now."""
        now = self.app.now()
        late = [entry for entry in self.schedule.values() if entry.last_run_at > now]
        for entry in late:
            entry.last_run_at = now
        if late:
            self._heap = None  # made anew from the schedule
