"""The first line of a history of several setups: what changed alike, in days; the table has the rest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from benchdb.questions.conditions import Observation
from benchdb.questions.days import day_ends
from benchdb.questions.history.analysis.analyse import analyse
from benchdb.questions.history.answer import HistoryAnswer, Moment
from benchdb.questions.history.question import HistoryQuestion
from benchdb.tests.history.test_history import answered
from benchdb.wording import full_sentences, line, marked_line

NIGHTS = 16
START = datetime(2026, 10, 20, 2, tzinfo=UTC)
NOISE = (0, 3, -2, 1, -3, 2, -1, 0.5)  #: per thousand, one night after the other


def nightly(
    levels: dict[str, Sequence[float]], kernels: Sequence[str] = ("6.1.90", "6.1.112"), nights: int = NIGHTS
) -> HistoryAnswer:
    """A run a night of each setup, which differ in concurrency; each level holds as long as the others of its setup."""
    seen, moments = [], {}
    for minute, (load, own) in enumerate(levels.items()):
        for night in range(nights):
            run = 1000 * minute + night
            value = own[night * len(own) // nights] * (1 + NOISE[night % len(NOISE)] / 1000)
            kernel = f"Linux {kernels[night * len(kernels) // nights]}"
            here = {"concurrency": load, "kernel": kernel, "machine": "web3"}
            seen.append(Observation(run, "requests_per_second", value, str(night), "requests_per_second", here))
            moments[run] = Moment(START + timedelta(days=night, minutes=minute), is_start=True)
    return analyse(HistoryQuestion(), seen, moments)


def test_setups_that_fell_with_one_kernel_are_one_clause() -> None:
    answer = nightly({"8": [5200.0], "64": [7400.0, 6750.0], "256": [6900.0, 6350.0]})
    assert line(answer.headline).startswith(
        "Requests per second: 2 of 3 setups fell by 8.0% to 8.8% with kernel Linux 6.1.112, between 27 Oct and 28 Oct "
        "2026; concurrency 8 shows no change."
    )
    assert "<b>2 of 3 setups fell by 8.0% to 8.8%</b> with kernel" in marked_line(answer.headline)


def test_less_than_half_is_told_in_words_that_can_be_said() -> None:
    """They read “2 of 3 setups fell to −20% to 5.00 times less” and “fell to 5.00 times less”."""
    answer = nightly({"8": [5200.0], "64": [7400.0, 5920.0], "256": [6900.0, 1380.0]})
    assert "2 of 3 setups fell (−20% to 5.00 times less) with kernel" in line(answer.headline)
    alone = nightly({"256": [6900.0, 1380.0]})
    assert line(alone.headline).startswith("Requests per second became 5.00 times less between 27 Oct")


def test_what_rose_and_what_fell_are_two_clauses_the_larger_group_first() -> None:
    answer = nightly({"8": [5200.0, 5900.0], "64": [7400.0, 6750.0], "256": [6900.0, 6350.0]})
    fell, rose = line(answer.headline).split("; ")[:2]
    assert fell.startswith("Requests per second: 2 of 3 setups fell by")
    assert rose.startswith(
        "concurrency 8 rose by 13% between 27 Oct and 28 Oct 2026, with a change of kernel from Linux"
    )


def test_of_changes_of_as_many_setups_the_latest_is_first() -> None:
    """The largest stood there, and what happened last was one of those that “are in the table”."""
    levels = {"8": [5200.0, 4700.0, 5900.0, 5400.0], "64": [7400.0, 6700.0, 8400.0, 7700.0]}
    last, before, rest = line(nightly(levels, ["6.1.90"], nights=40).headline).split("; ")
    assert last.endswith("between 18 Nov and 19 Nov 2026")
    assert before.endswith("between 8 Nov and 9 Nov 2026")
    assert rest == "2 more changes are in the table."


def test_no_bracket_stands_within_or_behind_another() -> None:
    for levels in ({"64": [7400.0, 6750.0]}, {"64": [7400.0, 6750.0], "8": [5200.0]}):
        words = line(nightly(levels).headline)
        assert ") (" not in words
        assert "02:0" not in words, "nightly runs are told apart by their days"


def test_a_change_lies_between_days_or_between_times_of_one_day() -> None:
    evening = datetime(2026, 11, 6, 20, 15, tzinfo=UTC).timestamp()
    assert day_ends(evening, evening + 86_400) == ("6 Nov", "7 Nov 2026")
    assert day_ends(evening, evening + 60 * 86_400) == ("6 Nov 2026", "5 Jan 2027")
    assert day_ends(evening, evening + 1200) == ("6 Nov 2026, 20:15", "20:35")
    assert day_ends(evening, evening + 38) == ("6 Nov 2026, 20:15:00", "20:15:38")
    assert day_ends(evening, evening) is None


def test_what_may_be_drift_is_counted_and_not_told() -> None:
    drifting = [7000.0 + 60 * night for night in range(NIGHTS)]
    words = line(nightly({"64": drifting, "8": [5200.0]}, kernels=("6.1.90",)).headline)
    assert "cannot be told from drift" in words
    assert "rose by" not in words


def test_what_changed_with_every_kernel_leaves_nothing_to_compare() -> None:
    """Ten runs of one kernel with 8 clients, ten of another with 16: no number of runs would help."""
    conditions = {"kernel": ["6.1"] * 10 + ["6.6"] * 10, "concurrency": ["8"] * 10 + ["16"] * 10}
    answer = answered([100.0] * 10 + [120.0] * 10, HistoryQuestion(x="kernel"), **conditions)
    assert line(answer.headline) == (
        "Requests per second: nothing is compared, as concurrency changed with the kernel: no curve has runs of two."
    )
    note = "All runs are of one kernel, so no change from one to the next can be found."
    assert all(note in full_sentences(curve.notes) for curve in answer.curves)


def test_runs_of_one_kernel_are_not_too_few() -> None:
    answer = answered([100.0] * 10, HistoryQuestion(x="kernel"), kernel=["6.1"] * 10)
    assert line(answer.headline) == (
        "Requests per second has runs of one kernel alone (10 runs), so nothing is compared."
    )


def test_runs_of_a_version_that_answered_errors_alone_are_not_too_few() -> None:
    """They had "too few runs to show a change", beside "All runs are of one kernel"."""
    kernels, failed = ["6.1"] * 10 + ["6.2"] * 5, [0.0] * 10 + [1.0] * 5
    answer = answered([100.0, 101, 99] * 5, HistoryQuestion(x="kernel"), failed=failed, kernel=kernels)
    assert line(answer.headline) == (
        "Since 6.2 every request fails (the last 5 of 15 runs). Requests per second has answers of one kernel alone "
        "(10 runs), so nothing is compared."
    )
    assert full_sentences(answer.curves[0].notes) == (
        "Only runs of one kernel answered anything but errors, so no change from one to the next can be found.",
    )
