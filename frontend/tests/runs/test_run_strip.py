"""The strip above a list of runs: true to the clock within each day, its clusters named by their load."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from benchdb.reads.runs import ListedRun
from frontend.charts.strips.run_strip import GROUND, TOP, round_ticks, strip
from frontend.charts.strips.run_times import APART, time_axis

NOON = datetime(2026, 12, 30, 12, tzinfo=UTC)


def listed(number: int, rate: float, start: datetime | None, status: str = "complete") -> ListedRun:
    return ListedRun(number, None, status, "measured", {"requests_per_second": rate}, start, None, 1, "a.log", 1)  # type: ignore[arg-type]


def test_runs_stand_by_day_and_a_day_in_another_year_says_so() -> None:
    starts = [NOON + timedelta(days=day) for day in (0, 0, 0, 2, 2)]
    runs = [listed(n, 100.0 + n, start) for n, start in enumerate(starts, 1)]
    made = strip([runs[0], *runs[:0:-1]], {})  # stored last, begun first
    assert made
    assert [dot.text for dot in made.dots] == [f"run {n}: {100 + n}/s" for n in (1, 2, 3, 4, 5)]
    assert made.times
    assert [name.text for name in made.times.names] == ["30 Dec 2026", "1 Jan 2027"]
    assert made.times.leaves_out, "the last day of the year had no runs"
    (edge,) = made.times.edges
    assert made.dots[2].x < edge < made.dots[3].x


def test_within_a_day_places_are_true_to_the_clock() -> None:
    starts = [NOON + timedelta(minutes=minute) for minute in (0, 1, 2, 40, 60)]
    made = strip([listed(n, 100.0, start) for n, start in reversed(list(enumerate(starts, 1)))], {})
    assert made
    assert made.times
    first, *_, last = xs = [dot.x for dot in made.dots]
    assert [round((x - first) / (last - first), 2) for x in xs] == [0, 0.02, 0.03, 0.67, 1]
    assert [(name.text, name.times) for name in made.times.names] == [("30 Dec 2026", "12:00–13:00")]


def test_many_days_stand_on_one_scale_with_those_between() -> None:
    days = [*range(10), 20]
    made = time_axis([NOON + timedelta(days=day) for day in days])
    steps = [later - earlier for earlier, later in pairwise(made.places)]
    assert abs(steps[-1] - 11 * steps[0]) < 0.1
    assert made.edges == ()
    assert made.names[0].text == "31 Dec 2026"


def test_runs_without_a_start_are_counted() -> None:
    made = strip([listed(n, 100.0, None if n == 6 else NOON) for n in (6, 5, 4, 3, 2, 1)], {})
    assert made
    assert (len(made.dots), made.unknown) == (5, 1)


def test_clusters_have_their_load() -> None:
    starts = [NOON + timedelta(minutes=minute) for minute in (0, 1, 2, 30, 31, 32)]
    runs = [listed(n, 100.0 + n, start) for n, start in enumerate(starts, 1)][::-1]
    loads = ["200", "200", "200", "30", "30", "30"]
    made = strip(runs, {"Zone": ["global"] * 3 + ["web"] * 3, "Concurrency": loads})
    assert made
    assert (made.by, made.load) == ("Zone", "Concurrency")
    assert [load for *_, load in made.clusters] == ["30", "200"]
    low, high = (x for x, *_ in made.clusters)
    assert made.dots[0].x < low < made.dots[2].x < made.dots[3].x < high < made.dots[5].x
    same = strip(runs, {"Concurrency": loads})
    assert same
    assert (same.by, same.load, same.clusters) == ("Concurrency", "", ()), "the colours say it"


def test_a_day_without_room_for_its_loads_names_none() -> None:
    starts = [NOON + timedelta(minutes=minute) for minute in range(40)]
    runs = [listed(n, 100.0, start) for n, start in enumerate(starts, 1)][::-1]
    made = strip(runs, {"Concurrency": [str(place % 5) for place in range(40)]})
    assert made
    assert (made.load, made.clusters) == ("", ())


def test_runs_without_a_start_stand_in_the_order_of_their_numbers() -> None:
    made = strip([listed(n, 100.0, NOON if n > 2 else None) for n in (5, 4, 3, 2, 1)], {})
    assert made
    assert (made.times, made.clusters, made.first, made.last) == (None, (), 1, 5)


def test_a_run_that_was_stopped_has_no_side_and_zero_is_the_ground() -> None:
    runs = [listed(n, 100.0 * n, NOON, "aborted" if n == 1 else "complete") for n in (6, 5, 4, 3, 2, 1)]
    made = strip(runs, {})
    assert made
    assert (made.dots[0].side, made.has_stopped, made.dots[0].text) == (0, True, "run 1: 100/s, aborted")
    assert made.ticks == ((GROUND, "0"), (66.0, "200"), (38.0, "400"), (TOP, "600"))
    assert made.dots[-1].y == TOP


@given(st.lists(st.datetimes(datetime(1990, 1, 1), datetime(2040, 1, 1)), min_size=5, max_size=60).map(sorted))  # noqa: DTZ001
def test_places_go_from_left_to_right_and_names_have_room(moments: list[datetime]) -> None:
    made = time_axis([moment.replace(tzinfo=UTC) for moment in moments])
    assert list(made.places) == sorted(made.places)
    assert all(0 <= place <= 100 for place in (*made.places, *made.edges))
    days = len({moment.date() for moment in moments})
    assert len(made.edges) == (days - 1 if days <= 8 else 0)
    if made.edges:
        assert all(later.x - earlier.x >= APART - 0.01 for earlier, later in pairwise(made.names))


@given(st.floats(1e-3, 1e9))
def test_the_heights_are_round_few_and_reach_above_the_highest(highest: float) -> None:
    ticks = round_ticks(highest)
    assert ticks[0] == 0
    assert 2 <= len(ticks) <= 5
    assert ticks[-1] >= highest * (1 - 1e-9)
