"""How often the first or last runs of a history are said to be far off their level: where they are not, where they are.

Of one level, looked at once: the word is no alarm, and stands as long as its runs are the last ones.
"""

from __future__ import annotations

import numpy as np

from benchdb.dev.error_rates.change_points import Case, drawn
from benchdb.domain.statistics import VERSION
from benchdb.questions.level_changes.last_runs import FewRuns, far_ends

HISTORIES = 2000
SEED = 20_261_123
LEVEL = ((40, 1000.0, 0.02),)

UNCHANGED = (
    Case("no change, 8 runs, noise 2%", ((8, 1000.0, 0.02),)),
    Case("no change, 8 runs, noise 10%", ((8, 1000.0, 0.10),)),
    Case("no change, 8 runs, noise 2%, tails of a t with 3", ((8, 1000.0, 0.02),), freedom=3),
    Case("no change, 8 runs, noise 2%, tails of a t with 2", ((8, 1000.0, 0.02),), freedom=2),
    Case("no change, 8 runs, noise 2%, AR(1) 0.6", ((8, 1000.0, 0.02),), resemblance=0.6),
    Case("no change, 10 runs, noise 2%", ((10, 1000.0, 0.02),)),
    Case("no change, 10 runs, noise 2%, tails of a t with 3", ((10, 1000.0, 0.02),), freedom=3),
    Case("no change, 40 runs, noise 2%", LEVEL),
    Case("no change, 40 runs, noise 2%, AR(1) 0.6", LEVEL, resemblance=0.6),
    Case("no change, 40 runs, noise 2%, tails of a t with 3", LEVEL, freedom=3),
    Case("no change, 40 runs, noise 2%, rounded to 2%", LEVEL, digits=20.0),
    Case("no change, 40 runs, noise 2%, one run in twenty at half", LEVEL, outliers=0.05),
    Case("no change, 40 runs, noise 2%, a drift of 10%", LEVEL, drift=-0.10),
    Case("no change, 14 runs, noise 2%, half of them at three quarters", ((14, 1000.0, 0.02),), slow=0.5),
    Case("no change, 14 runs, noise 2%, three in ten at three quarters", ((14, 1000.0, 0.02),), slow=0.3),
    Case("no change, 40 runs, noise 2%, one in five at three quarters", LEVEL, slow=0.2),
    Case("no change, 14 runs, noise 2%, tails of a t with 3", ((14, 1000.0, 0.02),), freedom=3),
    Case("no change, 40 runs, noise 2%, tails of a t with 2", LEVEL, freedom=2),
    Case("no change of level, 30 + 10 runs, noise 1% then 3%", ((30, 1000.0, 0.01), (10, 1000.0, 0.03))),
)
CHANGED = tuple(
    Case(f"−{percent}% in the last {runs} of {40 + runs} runs, noise 2%", (*LEVEL, (runs, level, 0.02)))
    for percent, level in ((10, 900.0), (40, 600.0))
    for runs in (1, 2, 3)
)
DRIFTING = (Case("a drift of 10% along 8 runs, noise 2%", ((8, 1000.0, 0.02),), drift=-0.10),)
SHORT = tuple(
    Case(
        f"×{times}, {before} + {after} runs, noise {noise:.0%}",
        ((before, 1000.0, noise), (after, 1000.0 * times, noise)),
    )
    for before, after, times, noise in (
        (7, 3, 0.4, 0.02), (7, 3, 0.7, 0.05), (7, 3, 0.9, 0.02), (7, 1, 0.7, 0.02), (6, 3, 0.7, 0.02),
        (5, 3, 0.5, 0.02), (3, 7, 1.5, 0.02), (3, 7, 1.5, 0.05), (3, 12, 0.7, 0.02), (3, 20, 1.5, 0.05),
        (2, 40, 1.4, 0.02),
    )
)  # fmt: skip


def counted(case: Case, histories: int, seed: int = SEED) -> tuple[int, int]:
    """(how many histories say so, how many of as many runs as are)"""
    random = np.random.default_rng([seed, *case.title.encode()])
    answers = [far_ends(drawn(random, case), range(sum(part[0] for part in case.stretches))) for _ in range(histories)]
    fewest = min(part[0] for part in case.stretches)
    are_first = case.stretches[0][0] == fewest
    right = [len(few) == 1 and is_right(few[0], fewest, are_first=are_first) for few in answers]
    return sum(map(bool, answers)), sum(right)


def is_right(few: FewRuns, runs: int, *, are_first: bool) -> bool:
    return few.runs == runs and few.are_first is are_first


def table(histories: int = HISTORIES) -> str:
    head = f"Statistics version {VERSION}, seed {SEED}.\n\n"
    head += "| truth | histories | said to be far off | as many runs as are |\n|---|---|---|---|\n"
    rows = []
    for case in (*UNCHANGED, *DRIFTING, *CHANGED, *SHORT):
        count, right = (f"{100 * one / histories:.1f}%" for one in counted(case, histories))
        rows.append(f"| {case.title} | {histories:,} | {count} | {right if case.steps else '–'} |\n")
    return head + "".join(rows)
