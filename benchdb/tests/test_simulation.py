"""The verdicts' errors on made-up runs: few here, ten thousand of each kind by `make simulate`."""

import re

import pytest
from scipy.stats import binom

from benchdb import stats
from benchdb.simulation import CASES, COMPARISONS, MARKER, PAGE, SEED, simulated

FEW = 200
NULL = [case for case in CASES if not case.shift and not case.band]
CLEAR = [case for case in CASES if abs(case.shift) == 0.05 and case.spread == 0.01]


@pytest.mark.parametrize("case", NULL, ids=lambda case: case.title)
def test_equal_sides_are_seldom_called_different(case: object) -> None:
    """More than this would be seen once in ten thousand times if the true share were 5%."""
    found = simulated(case, FEW)  # type: ignore[arg-type]
    assert found.with_change <= binom.ppf(0.9999, FEW, 0.05)


@pytest.mark.parametrize("case", CLEAR, ids=lambda case: case.title)
def test_a_clear_change_is_nearly_always_found(case: object) -> None:
    found = simulated(case, FEW)  # type: ignore[arg-type]
    assert found.all_changed >= 0.95 * FEW


def test_the_published_table_is_of_this_code_and_keeps_its_promises() -> None:
    text = PAGE.read_text("utf-8").partition(MARKER)[2]
    assert f"Statistics version {stats.VERSION}, seed {SEED}." in text
    rows = {line.split("|")[1].strip(): line.split("|")[2:] for line in text.splitlines() if line.startswith("| A/")}
    assert set(rows) == {case.title for case in CASES}
    for case in CASES:
        comparisons, changed, right = (number(each) for each in rows[case.title][:3])
        assert comparisons >= COMPARISONS
        if case in NULL:
            assert changed <= 5
        if case in CLEAR:
            assert right >= 95


def number(cell: str) -> float:
    found = re.search(r"[\d.]+", cell.replace(",", ""))
    return float(found[0]) if found else 0.0
