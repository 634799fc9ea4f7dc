"""The strip above a list of runs: by day where every run says when, each as wide as it has runs."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from benchdb.reads.runs import ListedRun
from frontend.charts.run_strip import GROUND, TOP, along, round_ticks, strip

NOON = datetime(2026, 12, 30, 12, tzinfo=UTC)


def listed(number: int, rate: float, start: datetime | None, status: str = "complete") -> ListedRun:
    return ListedRun(number, None, status, "measured", {"requests_per_second": rate}, start, None, 1, "a.log", 1)  # type: ignore[arg-type]


def test_runs_stand_by_day_and_a_day_in_another_year_says_so() -> None:
    starts = [NOON + timedelta(days=day) for day in (0, 0, 0, 2, 2)]
    runs = [listed(n, 100.0 + n, start) for n, start in enumerate(starts, 1)]
    made = strip([runs[0], *runs[:0:-1]], {})  # stored last, begun first
    assert made
    assert [dot.text for dot in made.dots] == [f"run {n}: {100 + n}/s" for n in (1, 2, 3, 4, 5)]
    assert [text for _, text in made.days] == ["30 Dec 2026", "1 Jan 2027"]
    (edge,) = made.edges
    assert made.dots[2].x < edge < made.dots[3].x


def test_runs_without_a_start_stand_in_the_order_of_their_numbers() -> None:
    made = strip([listed(n, 100.0, NOON if n > 2 else None) for n in (5, 4, 3, 2, 1)], {})
    assert made
    assert (made.days, made.edges, made.first, made.last) == ((), (), 1, 5)


def test_a_run_that_was_stopped_has_no_side_and_zero_is_the_ground() -> None:
    runs = [listed(n, 100.0 * n, NOON, "aborted" if n == 1 else "complete") for n in (6, 5, 4, 3, 2, 1)]
    made = strip(runs, {})
    assert made
    assert (made.dots[0].side, made.has_stopped, made.dots[0].text) == (0, True, "run 1: 100/s, aborted")
    assert made.ticks == ((GROUND, "0"), (66.0, "200"), (38.0, "400"), (TOP, "600"))
    assert made.dots[-1].y == TOP


@given(st.lists(st.dates(date(1990, 1, 1), date(2040, 1, 1)), min_size=1, max_size=60).map(sorted))
def test_places_go_from_left_to_right_and_names_have_room(days: list[date]) -> None:
    places, edges, named = along(days)
    assert places == sorted(places)
    assert all(0 <= place <= 100 for place in (*places, *edges))
    assert len(edges) == len(set(days)) - 1
    assert all(later - earlier >= 12.9 for (earlier, _), (later, _) in pairwise(named))


@given(st.floats(1e-3, 1e9))
def test_the_heights_are_round_few_and_reach_above_the_highest(highest: float) -> None:
    ticks = round_ticks(highest)
    assert ticks[0] == 0
    assert 2 <= len(ticks) <= 5
    assert ticks[-1] >= highest * (1 - 1e-9)
