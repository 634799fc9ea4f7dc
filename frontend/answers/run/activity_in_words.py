"""What was recorded beside a run -> the one sentence that its curves deserve; "" where nothing stands out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchdb.domain.activity.limits import ONE_CPU, are_all, only_full
from benchdb.domain.activity.panels import Series, busy_cpus, whole
from benchdb.domain.activity.series import Window, inside, usual_step
from benchdb.domain.activity.shifts import Shift, shift, together
from benchdb.domain.caveats import Phrase, of_row, phrase
from benchdb.domain.units import rounded
from benchdb.reads.recordings import HostSide
from benchdb.wording import words

#: metric -> what happens so many times per second
WATCHED = {
    "irq.per_s": "interrupts",
    "tasks.context_switches": "context switches",
    "tcp.passive_opens": "accepted connections",
}
BUSY = "cpu.idle"
DIGITS = 3


def remark(side: HostSide) -> str:
    """A change of level during the load; else the one CPU that was full while the others had room."""
    if side.window is None:
        return ""
    return moved(side, side.window) or full(side)


def moved(side: HostSide, load: tuple[float, float]) -> str:
    watched = list(series_of(side))
    shifts = [one for name, series in watched if (one := shift(name, series, load))]
    if not shifts:
        return ""
    near = max(usual_step(series[0]) for _, series in watched)
    kept = together(shifts, near)
    return words("levels move", second=kept[0].second, moves=tuple(map(move, kept)))


def series_of(side: HostSide) -> Iterator[tuple[str, Series]]:
    for metric in WATCHED:
        if key := whole(side.loaded, metric):
            yield metric, side.loaded[key]
    if key := whole(side.loaded, BUSY):
        times, idle = side.loaded[key]
        yield BUSY, (times, 1 - idle)


def move(one: Shift) -> Phrase:
    if one.name == BUSY:
        return phrase("share moves", rises=int(one.rises), before=one.before, after=one.after)
    before, after = (rounded(value, DIGITS) if value else "0" for value in (one.before, one.after))
    return phrase("level moves", name=WATCHED[one.name], rises=int(one.rises), before=before, after=after)


def full(side: HostSide) -> str:
    """One CPU without room while all others have some; "" where the run's page says so above."""
    recorded = len(busy_cpus(side.loaded))
    if side.counted is None or not are_all(recorded, (one.recording.facts for one in side.attachments)):
        return ""
    shares = dict(mean_shares(side, Window(*side.counted)))
    if (one := only_full(shares)) is None or any(of_row(limit).kind == ONE_CPU for limit in side.run.limits):
        return ""
    cpu, most = one
    return words("one CPU is full", cpu=cpu, busy=shares[cpu], others=len(shares) - 1, most=most)


def mean_shares(side: HostSide, part: Window) -> Iterator[tuple[str, float]]:
    for cpu, (times, shares) in busy_cpus(side.loaded):
        kept = shares[inside(times, part)]
        if np.isfinite(kept).any():
            yield cpu, float(np.nanmean(kept))
