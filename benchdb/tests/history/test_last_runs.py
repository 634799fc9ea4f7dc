"""What is said of the first or last runs where they are too few to be called a change."""

import numpy as np
import pytest
from scipy.stats import binom

from benchdb.dev.error_rates.__main__ import published
from benchdb.dev.error_rates.last_runs import CHANGED, DRIFTING, SEED, SHORT, UNCHANGED, counted
from benchdb.domain import statistics
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.level_changes.last_runs import far_ends, far_last_runs
from benchdb.tests.history.test_history import answered
from benchdb.wording import full_sentences, line

FEW = 300
#: Of histories in which nothing changed, at one look: the bound that the published table promises for each of its
#: cases, the ones with heavy tails and runs that resemble each other too.
MOST = 0.06
ON_ONE_SIDE = "has too few runs on one side to show a change ({} runs). "
LEVEL = [float(value) for value in np.random.default_rng(6).normal(10_000, 200, 40)]


@pytest.mark.parametrize("case", UNCHANGED, ids=lambda case: case.title)
def test_last_runs_of_their_level_are_seldom_said_to_be_far_off(case) -> None:  # type: ignore[no-untyped-def]
    assert counted(case, FEW)[0] <= binom.ppf(0.9999, FEW, MOST)


@pytest.mark.parametrize("case", CHANGED, ids=lambda case: case.title)
def test_last_runs_far_off_are_counted(case) -> None:  # type: ignore[no-untyped-def]
    count, right = counted(case, FEW)
    assert min(count, right) >= 0.75 * FEW


@pytest.mark.parametrize("case", SHORT, ids=lambda case: case.title)
def test_few_runs_at_either_end_are_counted_beside_few_others_too(case) -> None:  # type: ignore[no-untyped-def]
    count, right = counted(case, FEW)
    assert min(count, right) >= 0.85 * FEW


def test_the_published_table_keeps_what_it_promises() -> None:
    text = published("last_runs")
    assert f"Statistics version {statistics.VERSION}, seed {SEED}." in text
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| ")][1:]
    assert [row[0] for row in rows] == [case.title for case in (*UNCHANGED, *DRIFTING, *CHANGED, *SHORT)]
    assert all(float(share.rstrip("%")) <= 100 * MOST for title, _, share, _ in rows if title.startswith("no"))


def test_the_headline_says_what_the_last_run_does_and_what_it_takes() -> None:
    answer = answered([*LEVEL, 6000.0])
    words = line(answer.headline)
    assert words.startswith(
        "Requests per second shows no change in 40 of 41 runs. The last run lies 40% below the level"
    )
    assert words.endswith("of the 40 runs before; it takes 4 to call that a change.")
    assert any(note.startswith("The last run lies 40% below") for note in full_sentences(answer.curves[0].notes))
    assert "The last 2 runs lie at least 40% above the level of the 40 runs before;" in line(
        answered([*LEVEL, 14_100.0, 15_000.0]).headline
    )


@pytest.mark.parametrize(
    ("before", "after", "times", "words"),
    [
        (7, 3, 0.4, ON_ONE_SIDE.format(10) + "The last 3 runs lie at least 59% below the level of the 7 runs before; "),
        (5, 3, 0.5, ON_ONE_SIDE.format(8) + "The last 3 runs lie at least 49% below the level of the 5 runs before; "),
        (3, 7, 1.5, ON_ONE_SIDE.format(10) + "The first 3 runs lie at least 31% below the level of the 7 runs after; "),
        (3, 20, 1.5, "shows no change in 20 of 23 runs. The first 3 runs lie at least 31% below the level of the 20"),
        (4, 1, 0.5, "has too few runs to show a change (5 runs). The last run lies 49% below the level of the 4 runs"),
    ],
)  # fmt: skip
def test_no_history_shows_no_change_whose_first_or_last_runs_lie_elsewhere(
    before: int, after: int, times: float, words: str
) -> None:
    runs = [*LEVEL[:before], *(value * times for value in LEVEL[before : before + after])]
    assert line(answered(runs).headline).startswith(f"Requests per second {words}")


NOISE = np.random.default_rng(11).normal(0, 0.01, 40)
STEP = [float(value) for value in 100 * np.exp(NOISE) * ([1.0] * 20 + [0.95] * 20)]
DRIFT = [float(value) for value in np.linspace(100, 72, 60) * np.exp(np.random.default_rng(1).normal(0, 0.01, 60))]


@pytest.mark.parametrize(("first", "last"), [([], [50.0, 51, 49]), ([50.0, 51, 49], [])], ids=["last", "first"])
def test_far_runs_beside_a_change_do_not_make_it_none(first: list[float], last: list[float]) -> None:
    """20 runs at 100 and 20 at 95, "fell by 5.4%", were "no change in 40 of 43 runs" with three near 50."""
    assert "no other change in 40 runs" in line(answered(STEP).headline)
    answer = answered([*first, *STEP, *last])
    assert not answer.curves[0].changes
    days = "23 Jan and 24 Jan" if first else "20 Jan and 21 Jan"
    words = f"a change only without the 3 runs that lie apart, between {days} 2026, from 100/s to 94.6/s"
    assert line(answer.headline).startswith(f"Requests per second shows {words}")
    assert "Without the 3 runs that lie far off the others show a change, between " in " ".join(
        full_sentences(answer.curves[0].notes)
    )


def test_far_runs_beside_a_drift_do_not_make_it_none() -> None:
    words = line(answered([*DRIFT, 40.0, 41, 39]).headline)
    assert words.startswith(
        "Requests per second shows 4 changes only without the 3 runs that lie apart, the first betw"
    )


def test_both_ends_may_lie_elsewhere() -> None:
    few = far_ends([14_000.0, 14_100.0, *LEVEL, 6000.0], range(43))
    assert [(one.runs, one.of, one.are_first) for one in few] == [(2, 40, True), (1, 40, False)]


def test_beside_a_change_the_other_runs_are_counted() -> None:
    words = line(answered([*LEVEL, *(0.8 * value for value in LEVEL), 3000.0]).headline)
    assert "; no other change in 80 of 81 runs. The last run lies" in words


def test_of_several_curves_one_whose_last_runs_lie_elsewhere_shows_no_change_either() -> None:
    zones = ["global"] * 10 + ["one"] * 10
    answer = answered([*LEVEL[:7], 4000.0, 4100, 3900, *LEVEL[:10]], HistoryQuestion(by="zone"), zone=zones)
    assert "one of the curves shows no change; one of the curves has too few runs on one side" in line(answer.headline)


def test_a_change_leaves_nothing_to_say_of_its_runs() -> None:
    answer = answered([*LEVEL, 6000.0, 6100, 5900, 6050])
    assert "fell by 40%" in line(answer.headline)
    assert "The last" not in line(answer.headline)


def test_each_curve_has_its_own_word() -> None:
    zones = ["global"] * 41 + ["one"] * 40
    answer = answered([*LEVEL, 6000.0, *LEVEL], HistoryQuestion(by="zone"), zone=zones)
    assert "global: The last run lies 40% below" in line(answer.headline)
    assert "one: The last" not in line(answer.headline)


def test_runs_of_one_version_are_not_parted_and_a_level_of_nothing_has_no_share() -> None:
    assert far_last_runs([*LEVEL, 6000.0], range(41)) is not None
    assert far_last_runs([*LEVEL, 6000.0], [*range(40), 39]) is None, "one of two runs of a version"
    assert "far off the 12 runs before" in line(
        answered([0.0] * 12 + [9.0], HistoryQuestion(metric="requests_failed")).headline
    )


def test_what_the_level_has_seen_is_not_far() -> None:
    assert far_last_runs([*LEVEL[:20], 6000.0, *LEVEL[20:], 6001.0], range(42)) is None
    assert far_last_runs([*LEVEL[:3], 6000.0], range(4)) is None, "three runs are no level to know"


def test_a_mode_that_the_level_has_is_nothing_new() -> None:
    """Fourteen real runs of one server, every third of them a quarter slower."""
    runs = [240.9, 236.5, 226.0, 236.0, 226.3, 243.4, 237.6, 183.8, 232.4, 182.7, 237.9, 178.3, 240.9, 172.3]
    assert far_last_runs(runs, range(len(runs))) is None
    assert far_last_runs([*runs[:-1], 90.0], range(len(runs))) is not None, "but half of it is"


def test_one_bad_run_hides_no_other() -> None:
    assert far_last_runs([*LEVEL[:20], 6000.0, *LEVEL[20:], 40_000.0], range(42)) is not None


@pytest.mark.parametrize(("nearest", "words"), [(0.502, "at least 49% below"), (0.9096, "at least 9.0% below")])
def test_at_least_is_never_more_than_it_was(nearest: float, words: str) -> None:
    """Of two runs, 63% and 49.8% below, both lie 49% below and no more."""
    first = nearest * float(np.median(LEVEL))
    assert words in line(answered([*LEVEL, first, first * 0.98]).headline)


def test_no_history_shows_no_change_whose_last_runs_lie_apart() -> None:
    """What resembles its neighbours proves nothing; the last runs lie elsewhere all the same."""
    unsettled = 0
    for seed in range(40):
        values = luck_of_neighbours(seed)
        words, curve = line(answered(values).headline), answered(values).curves[0]
        if not curve.changes and curve.is_unsettled:
            unsettled += 1
            assert "shows no proven change in 60 runs; the last " in words
            assert "shows no change" not in words
    assert unsettled > 0


def luck_of_neighbours(seed: int) -> list[float]:
    """Each run has nine tenths of the luck of the one before."""
    luck = np.random.default_rng(seed).normal(0, 0.01, 60)
    for place in range(1, 60):
        luck[place] += 0.9 * luck[place - 1]
    return [float(value) for value in 1000 * np.exp(luck)]
