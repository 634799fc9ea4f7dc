"""The verdicts' errors on made-up runs: few here, thousands of each kind by `make simulate`."""

import re

import pytest
from scipy.stats import binom

from benchdb.dev.error_rates import change_points, field, sitting_histories
from benchdb.dev.error_rates.__main__ import TABLES, published, written
from benchdb.dev.error_rates.verdicts import CASES, COMPARISONS, SEED, simulated
from benchdb.domain import statistics

FEW = 200
NULL = [case for case in CASES if not case.shift and not case.band]
CLEAR = [case for case in CASES if abs(case.shift) == 0.05 and case.spread == 0.01]


@pytest.mark.thorough
@pytest.mark.parametrize("case", NULL, ids=lambda case: case.title)
def test_equal_sides_are_seldom_called_different(case: object) -> None:
    """More than this would be seen once in ten thousand times if the true share were 5%."""
    result = simulated(case, FEW)  # type: ignore[arg-type]
    assert result.with_change <= binom.ppf(0.9999, FEW, 0.05)


@pytest.mark.parametrize("case", CLEAR, ids=lambda case: case.title)
def test_a_clear_change_is_nearly_always_found(case: object) -> None:
    result = simulated(case, FEW)  # type: ignore[arg-type]
    assert result.all_changed >= 0.95 * FEW


def test_the_published_table_is_of_this_code_and_keeps_its_promises() -> None:
    text = published("verdicts")
    assert f"Statistics version {statistics.VERSION}, seed {SEED}." in text
    rows = {line.split("|")[1].strip(): line.split("|")[2:] for line in text.splitlines() if line.startswith("| A/")}
    assert set(rows) == {case.title for case in CASES}
    for case in CASES:
        comparisons, changed, right = (number(cell) for cell in rows[case.title][:3])
        assert comparisons >= COMPARISONS
        if case in NULL:
            assert changed <= 5
        if case in CLEAR:
            assert right >= 95


def number(cell: str) -> float:
    digits = re.search(r"[\d.]+", cell.replace(",", ""))
    return float(digits[0]) if digits else 0.0


FIELD = field.CASES
NULL_FIELD = [case for case in FIELD if not case.change]
#: What no method can hold, because what would be needed is not on record; docs/comparing.md says so.
LIMITS = ("no history", "starts not recorded")
#: Of a drift over nights as little as the noise, or over as few of them, no more can be seen; the page says so, too.
SMALL_DRIFTS = (
    *("a drift of 2%", "5 nights after 5, a drift of 5%", "10 nights after 10, a drift of 5%"),
    "5 nights after 5, +10%, a drift of −10%",
)


def most_wrong(title: str) -> float:
    """Percent of equal sides that are called different, at most."""
    if any(limit in title for limit in LIMITS):
        return 100
    if any(limit in title for limit in SMALL_DRIFTS):
        return 35
    return 11 if "0.15%" in title else 7


def published_field() -> dict[str, list[str]]:
    """Rows of the table, in order; a title may stand there twice."""
    lines = [line.split("|")[1:-1] for line in published("field").splitlines() if line.startswith("| ")][1:]
    assert [cells[0].strip() for cells in lines] == [case.title for case in FIELD]
    return {f"{number} {cells[0].strip()}": cells[1:] for number, cells in enumerate(lines)}


def test_in_the_field_equal_sides_are_seldom_called_different_but_where_the_page_says_so() -> None:
    for (title, cells), case in zip(published_field().items(), FIELD, strict=True):
        wrongly, _, _, covered = map(number, cells)
        assert wrongly <= most_wrong(title), title
        if most_wrong(title) <= 11 and "none" not in cells[3]:
            assert covered >= 92, title
        assert not case.change or number(cells[1]) >= 50, title


@pytest.mark.thorough
@pytest.mark.parametrize("case", [case for case in NULL_FIELD if most_wrong(case.title) <= 11])
def test_the_code_at_hand_does_what_the_published_table_says(case: field.Case) -> None:
    result = field.simulated(case, FEW)
    assert result.called <= binom.ppf(0.9999, FEW, 0.11)


def test_intervals_hold_the_truth_for_every_aggregation_or_are_not_shown() -> None:
    rows = [line.split("|")[1:-1] for line in published("intervals").splitlines() if line.startswith("| ")][1:]
    assert [row[0].strip() for row in rows] == [aggregation.title for aggregation in statistics.AGGREGATIONS.values()]
    for title, *cells in rows:
        assert all("none" in cell or number(cell) >= 92 for cell in cells), title
        assert "none" in cells[0], "two runs have none"


@pytest.mark.parametrize("name", [name for name, *_ in TABLES])
def test_a_table_is_written_between_its_marks_and_nowhere_else(name: str) -> None:
    page = next(page for known, page, _ in TABLES if known == name).read_text("utf-8")
    assert written(page, name, published(name)) == page
    assert published(name) not in written(page, name, "| other |\n")


def test_histories_without_a_change_are_told_one_as_seldom_as_promised_or_it_is_marked_as_drift() -> None:
    rows = [line.split("|")[1:-1] for line in published("change_points").splitlines() if line.startswith("| ")][1:]
    assert [row[0].strip() for row in rows] == [case.title for case in change_points.EVERY]
    assert f"Statistics version {statistics.VERSION}, seed {change_points.SEED}." in published("change_points")
    unmarked = {title.strip(): number(cells[2]) for title, *cells in rows if title.strip().startswith("no change")}
    drifting = [unmarked.pop(case.title) for case in change_points.EVERY if case.drift]
    assert max(drifting) <= 15, "docs/history.md says so"
    assert unmarked.pop("no change, 30 runs, noise 2%, AR(1) 0.8") <= 9, "docs/history.md says so"
    assert max(unmarked.values()) <= 5, unmarked
    assert max(number(cells[1]) for title, *cells in rows if "no change of level" in title) <= 8


def test_a_collapse_of_the_last_runs_is_found_by_the_published_table() -> None:
    rows = [line.split("|")[1:-1] for line in published("change_points").splitlines() if line.startswith("| −")]
    latest = {title.strip(): number(cells[3]) for title, *cells in rows if "40 + " in title}
    assert {case.title for case in change_points.LATEST if "40 + " in case.title and case.steps} == set(latest)
    assert min(share for title, share in latest.items() if "−30%" in title) >= 99
    assert min(latest.values()) >= 95, "−10% of four runs in twenty-five is lost at most"


RESEMBLING = change_points.Case("30 runs, AR(1) 0.6", ((30, 1000.0, 0.02),), resemblance=0.6)


def test_a_short_history_whose_runs_resemble_their_neighbours_is_marked() -> None:
    """Without the mark more than a third have a change where there is none."""
    count = change_points.counted(RESEMBLING, 60)
    assert count.false_alarms > 15
    assert count.unmarked <= binom.ppf(0.9999, 60, 0.04)


def test_differences_between_sittings_are_called_a_change_as_seldom_as_promised() -> None:
    text = published("sitting_histories")
    rows = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("| ")][1:]
    assert [row[0].strip() for row in rows] == [case.title for case in sitting_histories.EVERY]
    assert f"Statistics version {statistics.VERSION}, seed {sitting_histories.SEED}." in text
    for case, (_, *cells) in zip(sitting_histories.EVERY, rows, strict=True):
        if not case.step and not case.freedom:
            assert number(cells[2]) <= 8, case.title
        if case.step >= 0.1:
            assert number(cells[3]) >= 90, case.title
