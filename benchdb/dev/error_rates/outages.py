"""How often a setup that always fails is taken for an outage of the one beside it, and how often an outage is missed.

Histories of 60 days of a document and of an error page of another size, which ab alone tells apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from benchdb.domain.dimensions import dimension
from benchdb.questions.conditions import Observation
from benchdb.questions.history.answer import Moment
from benchdb.questions.history.outages.error_pages import with_documents
from benchdb.questions.numbers import numbers_of
from benchdb.questions.replies.sizes import DOCUMENT

HISTORIES = 200
SEED = 20_261_127
DAYS, HALF = 60, 30
START = datetime(2026, 3, 2, 2, tzinfo=UTC)  # a Monday
APART = 2 / 1440  #: days between two runs of a sitting

Sittings = list[tuple[float, int]]  #: (day, runs)
Runs = list[tuple[float, bool]]  #: (day, whether it answered errors)
Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class Case:
    sittings: Callable[[Random], Sittings]
    errors: Callable[[Random, Sittings], Runs]
    share: float = 1.0  #: of the requests of such a run that fail


def nightly(runs: int, pauses: tuple[int, ...] = ()) -> Callable[[Random], Sittings]:
    return lambda random: [(float(day), runs) for day in range(DAYS) if day % 7 not in pauses]


def irregular(random: Random) -> Sittings:
    """A day apart on average, of one run to four."""
    days = np.cumsum(random.exponential(1.0, DAYS))
    return [(float(day), int(random.integers(1, 5))) for day in days]


def by_commits(random: Random) -> Sittings:
    """Single runs in the hours of work, by chance."""
    days = np.sort(random.uniform(0, DAYS, 4 * DAYS))
    return [(float(day), 1) for day in days if day % 7 < 5 and 0.3 < day % 1 < 0.75]


def beside(since: int, often: float = 1.0, until: int = DAYS) -> Callable[[Random, Sittings], Runs]:
    """Behind the served runs of a sitting; until the document is given up, and further."""

    def made(random: Random, sittings: Sittings) -> Runs:
        runs = served([one for one in sittings if one[0] < until])
        some = [(day, count) for day, count in sittings if day >= since and random.random() < often]
        return runs + [(day + (count + trial) * APART, True) for day, count in some for trial in range(count)]

    return made


def by_rounds(random: Random, sittings: Sittings) -> Runs:
    return [
        (day + (2 * trial + turn) * APART, bool(turn) and day >= HALF)
        for day, count in sittings
        for trial in range(count)
        for turn in range(2)
        if not turn or day >= HALF
    ]


def at_its_own_times(random: Random, sittings: Sittings) -> Runs:
    return served(sittings) + [(float(day), True) for day in np.cumsum(random.exponential(2.0, DAYS // 2))]


def instead(last: int) -> Callable[[Random, Sittings], Runs]:
    """Of the last runs of each sitting, from the middle on."""
    return lambda random, sittings: [
        (day + trial * APART, day >= HALF and trial >= count - last)
        for day, count in sittings
        for trial in range(count)
    ]


def failing(share: float, since: int = 40) -> Callable[[Random, Sittings], Runs]:
    """An outage: runs that fail, by chance."""
    return lambda random, sittings: [(day, day >= since and random.random() < share) for day, _ in served(sittings)]


def served(sittings: Sittings) -> Runs:
    return [(day + trial * APART, False) for day, count in sittings for trial in range(count)]


SCHEDULES = {
    "a run a night": nightly(1), "5 runs a night": nightly(5), "3 runs on weekdays": nightly(3, (5, 6)),
    "a run on weekdays": nightly(1, (5, 6)), "1 to 4 runs at irregular times": irregular, "runs by commits": by_commits,
}  # fmt: skip
HEALTHY = {
    "a redirect behind each sitting": beside(0), "from the middle on": beside(HALF),
    "by rounds, from the middle on": by_rounds, "behind one sitting in four": beside(0, 0.25),
    "at its own times": at_its_own_times, "behind each sitting, and the document given up": beside(10, until=HALF),
}  # fmt: skip
BROKEN = {
    "every request fails in the last third": failing(1.0), "every other run": failing(0.5),
    "every third run": failing(1 / 3),
}  # fmt: skip


def cases(errors: Callable[[Random, Sittings], Runs], share: float = 1.0) -> list[Case]:
    """On all schedules, in their order."""
    return [Case(sittings, errors, share) for sittings in SCHEDULES.values()]


PARTS = {"from the middle on": HEALTHY["from the middle on"], "at its own times": HEALTHY["at its own times"]}
UNBROKEN = {
    **{name: cases(errors) for name, errors in HEALTHY.items()},
    **{f"{name}, 60% of its requests fail": cases(errors, 0.6) for name, errors in PARTS.items()},
}  # fmt: skip
OUTAGES = {
    **{name: cases(errors) for name, errors in BROKEN.items()},
    "60% of the requests fail in the last third": cases(failing(1.0), 0.6),
}  # fmt: skip
IN_PLACE = (Case(nightly(5), instead(2)), Case(nightly(2), instead(1)))


def taken(case: Case, random: Random) -> tuple[int, int]:
    """(runs that are counted as those of the document, runs that failed)"""
    runs = sorted(case.errors(random, case.sittings(random)))
    of_size = {is_error: {DOCUMENT: "153" if is_error else "4096"} for is_error in (False, True)}
    seen = [
        Observation(
            run, "requests_per_second", 100.0, str(run), "requests_per_second", of_size[is_error],
            failed=case.share if is_error else 0.0,
        )
        for run, (_, is_error) in enumerate(runs)
    ]  # fmt: skip
    moments = {run: Moment(START + timedelta(days=day), is_start=True) for run, (day, _) in enumerate(runs)}
    placed, _ = with_documents(numbers_of(seen), [dimension(DOCUMENT)], moments)
    sizes = placed.condition(DOCUMENT)
    is_served = sizes.where("4096".__eq__)[placed.kind]
    failed = np.array([is_error for _, is_error in runs])
    return int((is_served & failed[placed.runs]).sum()), int(failed.sum())


def counted(case: Case, histories: int, seed: Sequence[int] = (SEED,)) -> tuple[int, int]:
    """(in how many histories a failing run is counted as one of the document, in how many most of them are)"""
    random = np.random.default_rng(seed)
    pairs = [taken(case, random) for _ in range(histories)]
    return sum(own > 0 for own, _ in pairs), sum(2 * own > of > 0 for own, of in pairs)


def table(histories: int = HISTORIES) -> str:
    """A column for each schedule."""
    head = f"Seed {SEED}, {histories} histories each.\n\n"
    healthy = rows("a redirect beside the document: taken for its outage", UNBROKEN, histories, 0)
    return head + healthy + "\n" + rows("an outage: most of its runs are taken for one", OUTAGES, histories, 1)


def rows(title: str, kinds: Mapping[str, Sequence[Case]], histories: int, place: int) -> str:
    made = f"| {title} | {' | '.join(SCHEDULES)} |\n|{'---|' * (len(SCHEDULES) + 1)}\n"
    for name, some in kinds.items():
        shares = [counted(case, histories, (SEED, *name.encode()))[place] / histories for case in some]
        made += f"| {name} | {' | '.join(f'{100 * share:.1f}%' for share in shares)} |\n"
    return made
