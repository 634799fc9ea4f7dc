"""How often a watch that is checked after every run tells of a change where none is; how soon it tells a true one.

Each check is a watch's own: the history as `analyse` answers it, and `new_changes` against what was told before.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from benchdb.dev.error_rates.change_points import Case, drawn
from benchdb.questions.history.analysis.analyse import analyse
from benchdb.questions.history.answer import HistoryAnswer, Moment
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.numbers import Observation
from benchdb.watches.changes import FEWEST_SHOWN, SeenChange, Wish, new_changes, wanted

SEED = 20_261_122
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
QUESTION = HistoryQuestion()
QUIET, EVERY = Wish(), Wish(is_quiet=False)
NEAR = 4  #: runs by which what is told may stand beside the truth, as the shortest level is as long

UNCHANGED = Case("no change, 60 runs, noise 2%", ((60, 1000.0, 0.02),))
CASES = (
    UNCHANGED,
    Case("no change, 60 runs, noise 2%, AR(1) 0.3", ((60, 1000.0, 0.02),), resemblance=0.3),
    Case("no change, 60 runs, noise 2%, one run in twenty at half", ((60, 1000.0, 0.02),), outliers=0.05),
    Case("−3%, 30 + 30 runs, noise 2%", ((30, 1000.0, 0.02), (30, 970.0, 0.02))),
    Case("−10%, 30 + 30 runs, noise 2%", ((30, 1000.0, 0.02), (30, 900.0, 0.02))),
    Case("−10%, 40 + 8 runs, noise 2%", ((40, 1000.0, 0.02), (8, 900.0, 0.02))),
    Case("−30%, 40 + 8 runs, noise 2%", ((40, 1000.0, 0.02), (8, 700.0, 0.02))),
)


@dataclass(frozen=True, slots=True)
class Alarm:
    """One alarm."""

    after: int  #: runs that there were
    place: int  #: the first run of the new level


@dataclass(frozen=True, slots=True)
class Count:
    """Of so many histories of one case."""

    case: Case
    histories: int
    false_alarms: int  #: told a change where none is
    detected: int  #: told the true one
    twice: int  #: told the true one more than once
    delays: tuple[int, ...]  #: runs after the true change until it was told

    @property
    def cells(self) -> str:
        wrongly = f"{self.false_alarms / self.histories:.1%}"
        if not self.case.steps:
            return f"{wrongly} | – | – | –"
        delay = f"{statistics.median(self.delays):g}" if self.delays else "–"
        return f"{wrongly} | {self.detected / self.histories:.1%} | {delay} | {self.twice}"


def history(values: Sequence[float]) -> HistoryAnswer:
    runs = range(1, len(values) + 1)
    observations = [
        Observation(run, QUESTION.metric, value, str(run), QUESTION.metric, {})
        for run, value in zip(runs, values, strict=True)
    ]
    return analyse(QUESTION, observations, {run: Moment(BEGIN + timedelta(hours=run), True) for run in runs})


def alarms(values: Sequence[float], wishes: Sequence[Wish]) -> list[list[Alarm]]:
    """What watches with these wishes tell of one history that grows run by run."""
    every: list[list[Alarm]] = [[] for _ in wishes]
    known: list[list[SeenChange]] = [[] for _ in wishes]
    for runs in range(FEWEST_SHOWN, len(values) + 1):
        answer = history(values[:runs])
        for wish, ours, seen in zip(wishes, every, known, strict=True):
            for one in wanted(QUESTION.metric, wish, new_changes(answer, seen)):
                seen.append(one.seen)
                ours.append(Alarm(runs, one.change.after.first.runs[0]))
    return every


def counted(case: Case, histories: int, wishes: Sequence[Wish], seed: int = SEED) -> list[Count]:
    random = np.random.default_rng([seed, *case.title.encode()])
    every = [alarms(drawn(random, case), wishes) for _ in range(histories)]
    return [summary(case, [of_history[index] for of_history in every]) for index in range(len(wishes))]


def summary(case: Case, histories: Sequence[Sequence[Alarm]]) -> Count:
    step = case.steps[0] if case.steps else -1000
    right = [[one for one in given if abs(one.place - 1 - step) <= NEAR] for given in histories]
    return Count(
        case,
        len(histories),
        false_alarms=sum(len(given) > len(true) for given, true in zip(histories, right, strict=True)),
        detected=sum(bool(true) for true in right),
        twice=sum(len(true) > 1 for true in right),
        delays=tuple(true[0].after - step for true in right if true),
    )


def table(histories: int = 30, unchanged: int = 120) -> str:
    head = "| truth | watch | histories | a change told where none is | the true one told | runs until then (median) "
    head += "| told twice |\n|---|---|---|---|---|---|---|\n"
    rows = []
    for case in CASES:
        number = unchanged if case is UNCHANGED else histories
        for name, count in zip(("quiet", "every change"), counted(case, number, (QUIET, EVERY)), strict=True):
            rows.append(f"| {case.title} | {name} | {number} | {count.cells} |\n")
    return head + "".join(rows)
