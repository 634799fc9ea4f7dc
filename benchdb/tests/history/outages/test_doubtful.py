"""Stopped runs of which nobody knows whose they are: they are an outage only of what was silent for long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import numpy as np

from benchdb.questions.conditions import Observation
from benchdb.questions.history.analysis.analyse import analyse
from benchdb.questions.history.answer import Curve, Moment
from benchdb.questions.history.outages.doubtful import with_stopped_stretches
from benchdb.questions.history.outages.fits import Fits, packed
from benchdb.questions.history.outages.stopped import FinishedRun, StoppedRun
from benchdb.questions.history.question import HistoryQuestion
from benchdb.tests.history.test_history import START

Conditions = Mapping[str, str]
Made = Sequence[tuple[datetime, Conditions]]  #: finished runs
KERNEL = {"kernel": "k1", "kernel_series": "k1"}
TRIAL = timedelta(minutes=2)
DAY = timedelta(days=1)


def nights(count: int, trials: int, loads: Sequence[str] = ("8",), **more: str) -> Made:
    """All trials of a load, then those of the next one."""
    return [
        (START + night * DAY + (place * trials + trial) * TRIAL, {"concurrency": load, **KERNEL, **more})
        for night in range(count)
        for place, load in enumerate(loads)
        for trial in range(trials)
    ]


def crashes(first: datetime, count: int = 2, pause: timedelta = timedelta(minutes=5), **recorded: str) -> Made:
    return [(first + place * pause, recorded) for place in range(count)]


def setups_of(made: Made) -> dict[tuple[tuple[str, str], ...], int]:
    kinds = dict.fromkeys(tuple(sorted(conditions.items())) for _, conditions in made)
    return {kind: number for number, kind in enumerate(kinds, 1)}


def fits(recorded: Conditions, setups: Sequence[Conditions]) -> Fits:
    """By concurrency alone, which parts histories."""
    load = recorded.get("concurrency")
    fitting = np.array([load in (None, one["concurrency"]) for one in setups])
    exact = np.array([recorded.items() <= one.items() for one in setups])
    ids = np.arange(1, len(setups) + 1, dtype=np.int64).tobytes()
    return Fits(ids, packed(fitting), packed(fitting & exact), tuple(recorded.items()))


def curves(made: Made, stopped: Made, by: str = "", starts: tuple[bool, bool] = (True, True)) -> dict[str, Curve]:
    """`starts`: of the finished runs, of those that were stopped."""
    setups, metric = setups_of(made), "requests_per_second"
    rows = list(enumerate(made, 1))
    seen = [
        Observation(run, metric, 100.0 + run * 7 % 5, str(run), known.get(by, metric), known)
        for run, (_, known) in rows
    ]
    moments = {run: Moment(moment, is_start=starts[0]) for run, (moment, _) in rows}
    finished = {run: FinishedRun(setups[tuple(sorted(known.items()))], known, starts[0]) for run, (_, known) in rows}
    some = [
        StoppedRun(9000 + place, moment, 99, "measured", fits(known, list(map(dict, setups))), starts[1])
        for place, (moment, known) in enumerate(stopped)
    ]
    answer = with_stopped_stretches(analyse(HistoryQuestion(by=by), seen, moments), some, finished)
    return {curve.name: curve for curve in answer.curves}


def silent(made: Made, stopped: Made, by: str = "", starts: tuple[bool, bool] = (True, True)) -> list[str]:
    return [name for name, curve in curves(made, stopped, by, starts).items() if curve.outages]


def test_an_experiment_in_the_morning_is_none_of_a_job_of_many_trials_a_night() -> None:
    """The newest 50 pauses were those of one night: “longer than ever” was six minutes."""
    morning = START + 9 * DAY + timedelta(hours=9)
    assert silent(nights(10, 60), crashes(morning, kernel="k2")) == []
    assert silent(nights(10, 60), crashes(morning, 4, DAY, kernel="k2")) == [""]
    loads = ("1", "2", "4", "8")
    assert silent(nights(10, 13, loads), crashes(morning, kernel="k2"), "concurrency") == []
    every_morning = [one for day in range(10) for one in crashes(START + day * DAY + timedelta(hours=9), kernel="k2")]
    assert silent(nights(10, 60), every_morning) == []


def test_a_server_that_is_down_is_so_for_every_load_that_was_measured_in_turn() -> None:
    loads = tuple(str(2**power) for power in range(7))
    made = nights(10, 8, loads)
    first_night = crashes(START + 10 * DAY, 56, TRIAL, kernel="k1")
    assert silent(made, first_night, "concurrency") == [], "a night may fail"
    second_night = crashes(START + 11 * DAY, 56, TRIAL, kernel="k1")
    assert sorted(silent(made, [*first_night, *second_night], "concurrency"), key=int) == list(loads)


def test_what_was_measured_for_less_than_a_week_has_no_known_pauses() -> None:
    """Runs of one evening say nothing of nights."""
    morning = START + timedelta(hours=12)
    assert silent(nights(1, 60), crashes(morning, kernel="k2")) == []
    assert silent(nights(1, 60), crashes(morning, 3, 4 * DAY, kernel="k2")) == [""]


def test_a_pause_of_last_month_counts() -> None:
    """Of ten runs a night; a long weekend was three weeks ago."""
    made = [one for one in nights(30, 10) if not START + 8 * DAY < one[0] < START + 12 * DAY]
    assert silent(made, crashes(START + 30 * DAY, 4, DAY, kernel="k2")) == []
    assert silent(made, crashes(START + 30 * DAY, 8, DAY, kernel="k2")) == [""]


def test_a_curve_that_ended_long_ago_is_not_stopped_by_what_comes_then() -> None:
    assert silent(nights(10, 3), crashes(START + 400 * DAY, 2, DAY, kernel="k2")) == []


def test_an_old_kernel_that_is_tried_again_is_in_doubt() -> None:
    """It was of the curve at once, as the curve had had it before."""
    made = [
        (moment, {**known, "kernel": "k0" if day < 10 else "k1"}) for day, (moment, known) in enumerate(nights(20, 1))
    ]
    noon = START + 19 * DAY + timedelta(hours=6)
    assert silent(made, crashes(noon, kernel="k0")) == []
    assert silent(made, crashes(noon, kernel="k2")) == []
    assert silent(made, crashes(noon, kernel="k1")) == [""], "that of the last run, of the only curve"
    assert silent(made, crashes(noon)) == [""]
    (curve,) = curves(made, crashes(noon, 3, DAY, kernel="k0")).values()
    assert [(one.dimension, one.before, one.after) for one in curve.outages[0].there] == [("kernel", "k1", "k0")]


def test_what_parts_the_curves_by_a_series_is_never_another_one() -> None:
    made = [
        (moment + place * TRIAL, {**known, "kernel": f"{series}.1", "kernel_series": series})
        for moment, known in nights(20, 1)
        for place, series in enumerate(("6.6", "6.8"))
    ]
    panics = START + 20 * DAY
    assert silent(made, crashes(panics, 6, DAY, kernel="7.0-rc1", kernel_series="7.0"), "kernel_series") == []
    assert silent(made, crashes(panics, 6, DAY, kernel="6.8.2", kernel_series="6.8"), "kernel_series") == ["6.8"]


def test_what_only_fits_and_has_no_start_stands_nowhere() -> None:
    """It stood where it was stored: logs of last year were an outage “since today”."""
    made, logs = nights(20, 1), crashes(START + 21 * DAY, 3, DAY)
    assert silent(made, logs) == [""]
    assert silent(made, logs, starts=(True, False)) == []
    assert silent(made, logs, starts=(False, False)) == [""], "as the curve's own runs do"


def test_an_outage_is_no_pause_that_the_next_one_must_outlast() -> None:
    """Seven nights crashed, eight were served, and the eight nights that crashed since under the newest kernel were no
    word: the first outage was taken for a pause of eight days."""
    made = [one for one in nights(30, 1) if not START + 15 * DAY <= one[0] < START + 22 * DAY]
    first = crashes(START + 15 * DAY, 7, DAY, kernel="k2", concurrency="8")
    newest = crashes(START + 30 * DAY, 8, DAY, kernel="k3", concurrency="8")
    (curve,) = curves(made, [*first, *newest]).values()
    assert [(len(one.runs), one.goes_on) for one in curve.outages] == [(7, False), (8, True)]
    assert silent(made, newest) == [], "a pause without any run is one, also where nobody knows why"
