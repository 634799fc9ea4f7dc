"""Which repetition of its setup a run is."""

from __future__ import annotations

from benchdb.models import Run, Setup, Upload


class Trials:
    """The numbers of one setup's trials: as the sender says, the next ones counting on from there; else the next."""

    def __init__(self, ours: set[int], count: int) -> None:
        """`ours`: those this upload has; `count`: how many runs the setup has, whoever sent them."""
        self._ours, self._last = ours, max(ours, default=count)

    def next(self, stated: int | None) -> int:
        self._last = stated if stated is not None and stated not in self._ours else self._last + 1
        self._ours.add(self._last)
        return self._last


def trials_of(setup: Setup, upload: Upload) -> Trials:
    """Counted under a lock of the setup's row: two workers must not count the same runs."""
    Setup.objects.select_for_update().get(pk=setup.pk)
    active = Run.objects.active().filter(setup=setup)
    ours = active.filter(file__upload=upload, trial__isnull=False).values_list("trial", flat=True)
    return Trials(set(ours), active.count())
