"""Where the runs of one setup end and those of another begin, a history of both says so, without a verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import pytest

from benchdb.questions.conditions import Observation
from benchdb.questions.history.analysis.analyse import analyse
from benchdb.questions.history.answer import HistoryAnswer, Moment
from benchdb.questions.history.question import HistoryQuestion
from benchdb.wording import line

START = datetime(2026, 3, 2, 2, tzinfo=UTC)
NOISE = (0, 3, -2, 1, -3, 2, -1, 0.5)  #: per thousand, one night after the other
MACHINE = {"machine": "web3", "kernel": "Linux 6.1.0", "concurrency": "8"}

Stretch = tuple[Sequence[int], float, Mapping[str, str]]  #: nights, figure, conditions


def history(
    *stretches: Stretch, by: str = "", failing: Sequence[int] = (), unstarted: Sequence[int] = ()
) -> HistoryAnswer:
    """A run in each of these nights, one stretch some minutes behind the other."""
    seen, moments = [], {}
    for minute, (nights, figure, conditions) in enumerate(stretches):
        for night in nights:
            run, here = 1000 * minute + night, {**MACHINE, **conditions}
            column = here[by] if by else "requests_per_second"
            value = figure * (1 + NOISE[night % len(NOISE)] / 1000)
            failed = float(night in failing)
            seen.append(Observation(run, "requests_per_second", value, str(night), column, here, failed=failed))
            moments[run] = Moment(START + timedelta(days=night, minutes=minute), is_start=night not in unstarted)
    return analyse(HistoryQuestion(by=by), seen, moments)


def words(*stretches: Stretch, by: str = "") -> str:
    return line(history(*stretches, by=by).headline)


EIGHT: Stretch = (range(15), 10_000, {})
FOUR_TIMES = {"concurrency": "64"}


def test_it_says_when_and_in_what_the_next_one_differs_and_how_far_the_figures_are_apart() -> None:
    """ "None of 2 curves shows a change" was all that a reader saw of +20%."""
    assert words(EIGHT, (range(15, 30), 12_000, FOUR_TIMES)) == (
        "Requests per second: none of 2 curves shows a change. Between 16 Mar and 17 Mar 2026 one setup ends and "
        "another one begins (concurrency from 8 to 64), which are not comparable: 10,000/s before, 12,000/s after, "
        "+20%."
    )


@pytest.mark.parametrize(
    ("conditions", "what"),
    [
        ({"cpus": "8", "kernel": "Linux 6.6.0"}, "kernel from Linux 6.1.0 to Linux 6.6.0"),
        ({"machine": "web4"}, "machine from web3 to web4"),
        ({"tool": "wrk", "threads": "2"}, "load tool from ab to wrk"),
        ({"document_bytes": "153"}, "document size from 4 KiB to 153 B"),
    ],
)
def test_everything_that_is_another_one_there_is_named(conditions: dict[str, str], what: str) -> None:
    usual = {"cpus": "4", "tool": "ab", "document_bytes": "4096"}
    made = words((range(15), 10_000, usual), (range(15, 30), 16_000, {**usual, **conditions}))
    assert what in made
    assert "not recorded" not in made[made.index("one setup ends") :], "what one side does not record is no change"
    assert made.endswith("+60%.")


def test_somebody_who_asked_by_what_reads_it_too() -> None:
    assert "another one begins (concurrency from 8 to 64)" in words(
        EIGHT, (range(15, 30), 12_000, FOUR_TIMES), by="concurrency"
    )


def test_curves_by_what_a_history_goes_over_are_no_setups_that_end() -> None:
    """Kernels are compared with each other: nothing is unlike where one replaces another."""
    assert "one setup ends" not in words(EIGHT, (range(15, 30), 12_000, {"kernel": "Linux 6.6.0"}), by="kernel")


@pytest.mark.parametrize(
    ("nights", "why"),
    [
        (range(10, 30), "they overlap"),
        (range(30), "they run side by side"),
        (range(40, 60), "the next one began weeks later"),
        (range(15, 16), "it was tried once"),
    ],
)
def test_nothing_is_said_of_setups_that_do_not_follow_each_other(nights: range, why: str) -> None:
    assert "one setup ends" not in words(EIGHT, (nights, 12_000, FOUR_TIMES)), why


def test_a_job_of_working_days_or_weeks_ends_as_well() -> None:
    weekly = range(0, 70, 7)
    assert "one setup ends" in words((weekly, 10_000, {}), (range(70, 140, 7), 12_000, FOUR_TIMES))
    assert "one setup ends" in words((range(5), 10_000, {}), (range(7, 12), 12_000, FOUR_TIMES))


def test_of_several_that_change_together_each_is_followed_by_its_like() -> None:
    moved = ((range(9), 9000.0, "web3"), (range(9, 18), 9900.0, "web4"))
    parts = [
        (nights, figure, {"concurrency": load, "machine": machine})
        for load in ("8", "64")
        for nights, figure, machine in moved
    ]
    made = words(*parts)
    assert made.count("one setup ends") == 2
    for load in ("8", "64"):
        assert f"concurrency {load}: Between 10 Mar and 11 Mar 2026 one setup ends" in made
    assert "concurrency from" not in made
    assert "(machine from web3 to web4)" in made


def test_where_two_may_be_the_next_one_nothing_is_said() -> None:
    others = [(range(15, 30), 12_000.0, {"concurrency": load}) for load in ("64", "128")]
    assert "one setup ends" not in words(EIGHT, *others)


def test_along_versions_nothing_ends() -> None:
    """Versions are in their order, not in that of time."""
    answer = history(EIGHT, (range(15, 30), 12_000, FOUR_TIMES))
    assert answer.successions
    assert not analyse(HistoryQuestion(x="kernel"), [], {}).successions


def test_a_name_leaves_out_what_its_runs_do_not_record_where_the_rest_tells_it_apart() -> None:
    """ "wrk, document size not recorded, keep-alive not recorded, threads per client 2, …" stood in the headline."""
    ab = {"tool": "ab", "document_bytes": "4096", "keepalive": "no"}
    wrk = {"tool": "wrk", "threads": "2", "duration_planned": "10"}
    answer = history((range(15), 10_000, ab), (range(15, 30), 10_000, wrk))
    titles = ["ab, document size 4 KiB, keep-alive off", "wrk, threads per client 2, duration planned 10 s"]
    assert [one.title for one in answer.curves] == titles
    assert "not recorded" in answer.curves[1].name, "permalinks and programs have this one"


def test_a_name_says_what_is_not_recorded_where_that_is_the_difference() -> None:
    answer = history((range(15), 10_000, {"zone": "A"}), (range(15), 10_000, {}))
    assert {one.title for one in answer.curves} == {"A", "zone not recorded"}
    several = history(
        *((range(15), 10_000, {"concurrency": load, **zone}) for load in ("8", "64") for zone in ({}, {"zone": "A"}))
    )
    assert "concurrency 8, zone not recorded" in {", ".join(sorted(one.title.split(", "))) for one in several.curves}


def test_an_outage_of_a_setup_that_another_one_followed_is_past_and_its_level_is_set_beside_nothing() -> None:
    """ "Since 14 Mar every request fails" beside a setup that had answered since, "20,000/s before"."""
    made = line(history(EIGHT, (range(15, 30), 12_000, FOUR_TIMES), failing=range(12, 15)).headline)
    assert "concurrency 8: From 14 Mar to 16 Mar 2026 every request failed in 3 of 15 runs." in made
    assert made.count("which are not comparable.") == 1
    assert "fails" not in made
    assert "/s before" not in made
    began = line(history(EIGHT, (range(15, 30), 12_000, FOUR_TIMES), failing=range(15, 18)).headline)
    assert "which are not comparable." in began
    lasting = line(history(EIGHT, (range(15, 30), 12_000, FOUR_TIMES), failing=range(27, 30)).headline)
    assert "concurrency 64: Since 29 Mar 2026 every request fails" in lasting
    assert "/s before" in lasting


@pytest.mark.parametrize("unstarted", [range(30), [14], [15]], ids=["none has a start", "the last", "the first"])
def test_when_runs_were_stored_ends_no_setup(unstarted: Sequence[int]) -> None:
    assert history(EIGHT, (range(15, 30), 12_000, FOUR_TIMES), unstarted=[13]).successions
    assert not history(EIGHT, (range(15, 30), 12_000, FOUR_TIMES), unstarted=unstarted).successions
