"""A gate's line says why something is not comparable, and of coarse figures no more than the table does."""

from __future__ import annotations

from dataclasses import replace

from benchdb.cli.gating.cells import judged
from benchdb.cli.gating.gate import Gate
from benchdb.cli.gating.named_rows import named_rows
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.tests.questions.test_rounding import comparison
from frontend.answers.comparison.data import as_dict

FASTER = [*(seen(n, 100 + n / 10) for n in range(6)), *(seen(20 + n, 150 + n / 10, zone="web") for n in range(6))]


def last_words(gate: Gate, answer: Comparison) -> tuple[int, str]:
    """The exit status and the line on a terminal."""
    data = as_dict(answer)
    cells = judged(data)
    return gate.status(cells), gate.sentence(cells, named_rows(gate, cells, data))


def test_what_is_not_comparable_has_its_cause() -> None:
    failing = [replace(one, failed=0.149 if one.run >= 20 else 0.0) for one in FASTER]
    assert last_words(Gate(), tabulate(QUESTION, failing)) == (
        3,
        "⚠️ Not comparable: concurrency 100: web +50% (6 runs against 6), because more requests failed on one side: "
        "14.9%, and 0% in the baseline.",
    )
    kernels = [replace(one, conditions={**one.conditions, "kernel": "k2" if one.run >= 20 else "k"}) for one in FASTER]
    assert last_words(Gate(), tabulate(QUESTION, kernels))[1].endswith("(6 runs against 6), because kernel differs.")
    mixed = [replace(one, conditions={**one.conditions, "kernel": f"k{one.run % 2}"}) for one in FASTER]
    assert last_words(Gate(), tabulate(QUESTION, mixed))[1].endswith(
        "because runs of several values of kernel are mixed."
    )
    errors = [replace(one, failed=1.0) for one in FASTER]
    status, words = last_words(Gate(), tabulate(QUESTION, errors))
    assert (status, words.endswith("because nothing was served on either side: every request failed.")) == (3, True)


def test_a_cause_that_all_rows_share_is_said_once_and_others_with_their_rows() -> None:
    rows = [replace(one, row=str(load), run=100 * load + one.run) for load in (1, 4) for one in FASTER]
    alike = [replace(one, failed=float(one.column == "web")) for one in rows]
    words = last_words(Gate(), tabulate(QUESTION, alike))[1]
    assert words.count("because nothing was served on one side") == 1
    some = [replace(one, failed=one.failed and 0.9) for one in alike]
    words = last_words(Gate(), tabulate(QUESTION, some))[1]
    assert words.count("because more requests failed on one side: 90%, and 0% in the baseline") == 1
    unlike = [replace(one, failed=(0.9 if one.row == "1" else 0.2) * (one.column == "web")) for one in rows]
    words = last_words(Gate(), tabulate(QUESTION, unlike))[1]
    assert "90%, and 0% in the baseline; concurrency" in words or "20%, and 0% in the baseline; concurrency" in words


def test_two_figures_below_a_step_are_no_rise_from_nothing() -> None:
    """siege prints 4 ms and 4.9 as 0.00: "42 from 0"."""
    low = comparison([0.0] * 6, [0.0] * 6, tools=("siege", "siege"), band=5)
    status, words = last_words(Gate("not-equivalent"), low)
    assert status == 1
    assert words.startswith("❌ Not shown to be the same within the margin, because the figures are rounded: ")
    assert "from 0" not in words
    assert last_words(Gate(), low) == (0, "❔ Not shown to be worse: printed too coarsely to tell.")
    risen = last_words(Gate("worse"), comparison([0.0] * 6, [0.05] * 6, tools=("siege", "siege")))[1]
    assert "from 0" in risen, "of a baseline of 0 alone"


def test_a_coarse_change_is_the_range_that_the_table_has() -> None:
    """siege prints 45.2 ms and 44.8 as 0.05 and 0.04: "It got better: 42 −20%", beside a table of −36% to 0.0%."""
    words = last_words(Gate("better"), comparison([0.05] * 6, [0.04] * 6, tools=("siege", "siege")))[1]
    assert words == "❌ It got better: concurrency 8: b −36% to 0% as rounded (6 runs against 6)."
    fine = last_words(Gate("better"), comparison([0.5] * 6, [0.4] * 6, tools=("siege", "siege")))[1]
    assert fine == "❌ It got better: concurrency 8: b −20% (6 runs against 6)."
