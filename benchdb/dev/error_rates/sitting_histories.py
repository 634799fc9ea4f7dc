"""How often a difference between sittings is taken for a change in a history, and how often a true one stands.

Made-up histories of several runs a sitting, answered as a page answers them: along time, a sitting a night; along
kernels, of which each is measured in so many sittings. The seed is fixed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from benchdb.domain.statistics import VERSION
from benchdb.questions.comparison.judged import DECIDED
from benchdb.questions.history.analysis.analyse import analyse
from benchdb.questions.history.answer import Change, HistoryAnswer, Moment
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.numbers import Observation

HISTORIES = 200
SEED = 20_261_127
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Case:
    """What is true: sittings of so many runs, how far apart they lie, and from where on the level is another."""

    title: str
    sittings: int  #: in all; a night each
    runs: int  #: of each
    apart: float = 0.02  #: standard deviation between sittings, a fraction
    noise: float = 0.01  #: within one, likewise
    of_kernel: int = 0  #: sittings of each kernel; 0 = along time
    step: float = 0.0  #: by which the level is higher, a fraction…
    begin: int = 0  #: …from this sitting on…
    end: int = 10**6  #: …to before that one
    freedom: int = 0  #: of Student's t by which sittings differ; 0 = a normal's
    inside: bool = False  #: whether the step is in the middle of that sitting

    @property
    def question(self) -> HistoryQuestion:
        return HistoryQuestion.from_query([("x", "kernel" if self.of_kernel else "time")])


KERNELS = (
    Case("no change, 8 kernels, 1 sitting of 5 runs each", 8, 5, of_kernel=1),
    Case("the same, sittings 1% apart", 8, 5, 0.01, of_kernel=1),
    Case("the same, sittings not apart", 8, 5, 0.0, of_kernel=1),
    Case("no change, 8 kernels, 2 sittings of 3 runs each", 16, 3, of_kernel=2),
    Case("no change, 4 kernels, 1 sitting of 5 runs each", 4, 5, of_kernel=1),
    Case("+10%, 4 + 4 kernels, 1 sitting of 5 runs each", 8, 5, of_kernel=1, step=0.1, begin=4),
    Case("+20%, 6 + 2 kernels, 1 sitting of 5 runs each", 8, 5, of_kernel=1, step=0.2, begin=6),
    Case("+10%, 4 + 4 kernels, 2 sittings of 3 runs each", 16, 3, of_kernel=2, step=0.1, begin=8),
)
NIGHTS = (
    Case("no change, 4 nights of 5 runs", 4, 5),
    Case("no change, 6 nights of 5 runs", 6, 5),
    Case("no change, 8 nights of 5 runs", 8, 5),
    Case("no change, 12 nights of 5 runs", 12, 5),
    Case("no change, 10 nights of 3 runs", 10, 3),
    Case("no change, 40 nights of 5 runs", 40, 5),
    Case("no change, 12 nights of 20 runs", 12, 20),
    Case("no change, 12 nights of 5 runs, not apart", 12, 5, 0.0),
    Case("no change, 20 nights of 5 runs, apart as a t with 3", 20, 5, freedom=3),
    Case("+10%, 8 + 8 nights of 5 runs", 16, 5, step=0.1, begin=8),
    Case("+5%, 8 + 8 nights of 5 runs", 16, 5, step=0.05, begin=8),
    Case("+10%, 12 + 12 nights of 5 runs", 24, 5, step=0.1, begin=12),
    Case("+10%, 8 + 8 nights of 5 runs, not apart", 16, 5, 0.0, step=0.1, begin=8),
    Case("+20%, 3 + 3 nights of 5 runs", 6, 5, step=0.2, begin=3),
    Case("+15%, 20 + 2 nights of 5 runs", 22, 5, step=0.15, begin=20),
    Case("+15%, 20 + 1 nights of 5 runs", 21, 5, step=0.15, begin=20),
    Case("+15% and back, 10 + 2 + 10 nights of 5 runs", 22, 5, step=0.15, begin=10, end=12),
    Case("+10% and back, 10 + 6 + 10 nights of 5 runs", 26, 5, step=0.1, begin=10, end=16),
    Case("+10% in the middle of the 5th of 8 nights of 30 runs", 8, 30, step=0.1, begin=4, inside=True),
)
EVERY = (*KERNELS, *NIGHTS)


@dataclass(frozen=True, slots=True)
class Count:
    """Of so many histories."""

    case: Case
    histories: int
    drawn: int  #: a change is drawn where none is
    wrong: int  #: and is better or worse, without a word
    shown: int  #: every true change is drawn…
    sure: int  #: …and is better or worse
    right: int  #: of the true changes that are, whose interval holds the truth
    judged: int  #: those

    @property
    def row(self) -> str:
        wrongly, rightly = (self.drawn, self.wrong), (self.shown, self.sure)
        shares = [f"{100 * part / self.histories:.1f}%" for part in wrongly]
        shares += [f"{100 * part / self.histories:.1f}%" if self.case.step else "–" for part in rightly]
        shares.append(f"{100 * self.right / self.judged:.1f}%" if self.judged else "–")
        return f"| {self.case.title} | {self.histories} | {' | '.join(shares)} |\n"


def answered(case: Case, values: Sequence[Sequence[float]], number: int = 0) -> HistoryAnswer:
    """By sitting; runs are three minutes apart, and sittings a day."""
    seen, moments = list[Observation](), dict[int, Moment]()
    for sitting, own in enumerate(values):
        kernel = f"Linux 6.{sitting // case.of_kernel}" if case.of_kernel else "Linux 6.0"
        for place, value in enumerate(own):
            run, made = number * 10_000 + len(seen) + 1, BEGIN + timedelta(days=sitting, minutes=3 * place)
            row = kernel if case.of_kernel else str(run)
            seen.append(
                Observation(run, case.question.metric, value, row, case.question.metric, {"kernel": kernel},
                            start=made.timestamp(), duration=60.0)
            )  # fmt: skip
            moments[run] = Moment(made, is_start=True)
    return analyse(case.question, seen, moments)


def drawn(random: np.random.Generator, case: Case) -> list[list[float]]:
    """One history, by sitting: log-normal around its level."""
    luck = random.standard_t(case.freedom, case.sittings) if case.freedom else random.normal(0, 1, case.sittings)
    luck /= math.sqrt(case.freedom / (case.freedom - 2)) if case.freedom else 1
    own = random.normal(0, case.noise, (case.sittings, case.runs))
    return (1000 * np.exp(case.apart * luck[:, None] + own) * (1 + case.step * raised(case))).tolist()


def raised(case: Case) -> np.ndarray:
    """[sitting, run] -> 1 where the level is the higher one."""
    place = np.arange(case.sittings)[:, None] + np.zeros(case.runs)
    made = (place >= case.begin) & (place < case.end)
    if case.inside:
        made[case.begin, : case.runs // 2] = False
    return made.astype(float)


def steps(case: Case) -> list[tuple[int, float]]:
    """(how many runs there are before, by what factor less one the level changes) of each true change."""
    flat = raised(case).ravel()
    places = (np.flatnonzero(np.diff(flat)) + 1).tolist() if case.step else []
    return [(place, case.step if flat[place] else 1 / (1 + case.step) - 1) for place in places]


def placed(answer: HistoryAnswer, first: int) -> Iterator[tuple[int, Change]]:
    """Each change, with how many runs there are before it."""
    for curve in answer.curves:
        for change in curve.changes:
            yield change.after.first.runs[0] - first, change


def counted(case: Case, histories: int = HISTORIES, seed: int = SEED) -> Count:
    random = np.random.default_rng([seed, *case.title.encode()])
    near, true = case.runs * max(1, case.of_kernel), steps(case)
    wrong_ones = wrongly = shown = sure = right = judged = 0
    for number in range(histories):
        changes = list(placed(answered(case, drawn(random, case), number), number * 10_000 + 1))
        others = [one for index, one in changes if all(abs(index - place) > near for place, _ in true)]
        own = [[one for index, one in changes if abs(index - place) <= near] for place, _ in true]
        stands = [[one for one in some if one.after.cell.verdict in DECIDED] for some in own]
        wrong_ones += bool(others)
        wrongly += any(is_unmarked(one) for one in others)
        shown, sure = shown + (bool(true) and all(own)), sure + (bool(true) and all(stands))
        for (_, size), some in zip(true, stands, strict=True):
            judged += len(some)
            right += sum(holds(one, size) for one in some)
    return Count(case, histories, wrong_ones, wrongly, shown, sure, right, judged)


def is_unmarked(change: Change) -> bool:
    """Told as better or worse, and not said to be of one sitting a side."""
    cell = change.after.cell
    return cell.verdict in DECIDED and not cell.has_one_sitting_a_side


def holds(change: Change, size: float) -> bool:
    interval = change.after.cell.interval
    return interval is not None and interval[0] <= size <= interval[1]


def table(histories: int = HISTORIES) -> str:
    head = (
        f"Statistics version {VERSION}, seed {SEED}. Sittings are 2% apart and runs 1% where nothing else is said.\n\n"
    )
    head += "| truth | histories | a change drawn where none is | and called better or worse | every change drawn "
    head += "| and called better or worse | intervals that hold the truth |\n|---|---|---|---|---|---|---|\n"
    return head + "".join(counted(case, histories).row for case in EVERY)
