"""The first line of scaling: what all curves share, or who stops where; one curve is told once."""

from __future__ import annotations

from benchdb.questions.scaling.answer import ScalingAnswer
from benchdb.tests.scaling.test_scaling import answered, seen
from benchdb.wording import line, sentences

Curves = dict[str, dict[int, float]]
#: Of 2.4 two thirds are left from 512 on; of 2.6 no tenth is lost, or only from 1,024 on.
OLD = {8: 2500.0, 32: 3900, 128: 4100, 256: 3900, 512: 2500, 1024: 2400}
NEW = {8: 2500.0, 32: 4000, 128: 5200, 256: 5300, 512: 5300, 1024: 5200}
LATER = NEW | {1024: 4000.0}
KERNELS: Curves = {"Linux 2.4.18": OLD, "Linux 2.4.31": OLD, "Linux 2.6.9": LATER, "Linux 2.6.18": NEW,
                   "Linux 2.6.39": NEW}  # fmt: skip


def curves(several: Curves, x: str = "concurrency", trials: int = 3) -> ScalingAnswer:
    shares = (0.99, 1.0, 1.01)[:trials] if trials > 1 else (1.0,)
    points = [(name, n, level * share) for name, own in several.items() for n, level in own.items() for share in shares]
    made = [seen(run, n, value, name, **{"cpus": "4", x: f"{n:g}"}) for run, (name, n, value) in enumerate(points)]
    return answered(made, x=x)


def test_of_many_kernels_it_says_what_those_of_a_series_share() -> None:
    words = line(curves(KERNELS).headline)
    shared = "Every 2.6 kernel holds up to concurrency 512 at least; every 2.4 kernel falls beyond concurrency 256."
    assert words == shared, "the table has the rest"
    alike = {name: NEW if "2.6" in name else OLD for name in KERNELS}
    assert "Every 2.6 kernel holds up to the last load, concurrency 1,024; " in line(curves(alike).headline)


def test_of_many_others_it_says_which_hold_and_between_which_loads_the_others_fall() -> None:
    zones = {"a": NEW, "b": NEW, "c": OLD, "d": LATER, "e": {8: 2500.0, 32: 3900, 128: 1000, 256: 900, 512: 900}}
    words = line(curves(zones).headline)
    assert words == (
        "a and b hold up to the last load, concurrency 1,024; the other 3 fall, the first beyond concurrency 32, "
        "the last beyond 512."
    )


def test_of_several_that_all_gain_it_says_how_much() -> None:
    two = {"Linux 6.6.9": {1: 6110.0, 2: 11800, 4: 21000, 8: 34700}, "Linux 5.10.0": {1: 6060.0, 2: 11100, 8: 20200}}
    words = line(curves(two, x="cpus").headline)
    first = "Linux 6.6.9 serves 5.7 times as much at 8 CPUs as at 1, Linux 5.10.0 3.3 times; each still gains there. "
    assert words.startswith(first)
    assert "Linux 6.6.9 is highest at 8 CPUs (34,700/s)" in words, "by how much is said already"
    single = line(curves(two, x="cpus", trials=1).headline)
    assert "still gains" not in single, "nothing is tested of single figures"
    assert single.startswith("Linux 6.6.9 serves 5.7 times as much at 8 CPUs as at 1, Linux 5.10.0 3.3 times. ")


def test_of_many_sizes_it_names_those_that_gain_and_counts_the_others() -> None:
    rising, level = {1: 1000.0, 2: 1900, 4: 3500, 8: 6000}, {1: 1000.0, 2: 1900, 4: 1900, 8: 1900}
    early, falling = {1: 1900.0, 2: 1900, 4: 1900, 8: 1900}, {1: 1900.0, 2: 1500, 4: 1200, 8: 1000}
    peak = {1: 1000.0, 2: 1900, 4: 1500, 8: 1000}
    several = {"a": rising, "b": level, "c": early, "d": falling, "e": peak}
    assert line(curves(several, x="cpus").headline).startswith(
        "a still gains at 8 CPUs; the other 4 show no gain there."
    )
    del several["a"]
    assert line(curves(several, x="cpus").headline).startswith("None of the 4 is shown to gain up to 8 CPUs.")


def test_one_curve_is_told_once() -> None:
    words = line(curves({"Linux 6.6": {1: 1000.0, 2: 1900, 4: 3600, 12: 6200, 16: 6205}}, x="cpus").headline)
    assert words.count("gains") == 1
    assert words.startswith("Requests per second: Linux 6.6 gains up to 12 CPUs ")


def test_a_knee_that_every_sample_has_at_one_load_has_no_interval() -> None:
    assert "(95%: " not in line(curves({"a": NEW, "b": OLD}).headline)


def test_a_load_curve_that_falls_step_by_step_does_not_hold_until_the_largest_one() -> None:
    """It was said to hold up to a load at which a quarter was lost already."""
    words = line(curves({"a": {1: 7960.0, 2: 7500, 4: 6800, 8: 5700, 16: 5200, 32: 4100, 64: 3088}}).headline)
    assert "holds up to" not in words
    assert "reaches 7,960/s at concurrency 1 and is 61% lower at 64 than at 1" in words


def test_beside_a_curve_that_falls_another_is_not_said_to_bend_earlier() -> None:
    """“5.15 holds up to 64 and 6.6 bends at about 8” was said of a 6.6 that serves twice as much and never falls."""
    old = {1: 1000.0, 2: 1900, 4: 3500, 8: 5000, 16: 5100, 32: 5100, 64: 5100, 128: 3060}
    new = {n: 2 * value for n, value in old.items()} | {128: 10200.0}
    words = line(curves({"Linux 5.15.0": old, "Linux 6.6.0": new}).headline)
    assert words.startswith(
        "Linux 6.6.0 holds up to the last load, concurrency 128, and Linux 5.15.0 holds up to concurrency 64. "
    )
    assert "bends" not in words


def test_a_flat_curve_of_loads_reaches_nothing() -> None:
    words = line(curves({"a": {1: 7900.0, 2: 7960, 4: 7920, 8: 7950}}).headline)
    assert "a stays within 5% of 7,960/s from concurrency 1 to 8." in words
    assert "reaches" not in words


def test_what_is_lost_for_a_while_is_said_too() -> None:
    dip = {8: 3000.0, 16: 6000, 32: 7970, 64: 4001, 128: 7950, 256: 8050}
    answer = curves({"a": dip})
    assert "is 50% lower at 64 than at 32" in line(answer.headline)
    notes = " ".join(sentences(answer.curves[0].notes))
    assert "Throughput is 50% lower at concurrency 64 than at 32." in notes
    assert "not shown to fall" not in notes
    assert "is 32% lower at 8 than at 4" in line(curves({"a": {4: 3470.0, 8: 2370, 16: 9150}}, x="cpus").headline)


def test_what_only_one_run_lost_is_none() -> None:
    points = [(n, value) for n, value in ((8, 100.0), (16, 200.0), (32, 200.0)) for _ in range(3)]
    made = [seen(run, n, value * (0.4 if run == 7 else 1 + run / 500), "a", concurrency=f"{n}")
            for run, (n, value) in enumerate(points)]  # fmt: skip
    assert answered(made, x="concurrency", aggregation="mean").curves[0].drop is None


def test_a_peak_of_the_law_alone_is_not_said_to_be_at_the_end_where_the_figures_are_highest_before_it() -> None:
    levels = {1: 1000.0, 2: 1800, 4: 3000, 8: 4600, 12: 5039, 16: 4950}
    answer = curves({"a": levels}, x="cpus")
    notes = " ".join(sentences(answer.curves[0].notes))
    assert answer.curves[0].shape == "levels off"
    assert "still at their highest" not in notes
    assert "the runs show no fall from their highest to 16 CPUs" in notes


def test_what_changes_along_a_curve_besides_its_load_stands_in_the_first_line() -> None:
    """gzip went off at 8 CPUs, and the curve was said to gain 9.5 times by them."""
    levels = {1: 1000.0, 2: 1900, 4: 3500, 8: 6000}
    for condition in ({"tuning.gzip": "on"}, {"requests": "100"}, {"keepalive": "not recorded"}):
        ((key, before),) = condition.items()
        made = [
            seen(run, n, value, "a", **{key: before if n < 8 else {"on": "off", "100": "800"}.get(before, "yes")})
            for run, (n, value) in enumerate(levels.items())
        ]
        words = line(answered(made).headline)
        assert ("Along a curve gzip changes as well, which may be why." in words) is (key == "tuning.gzip")


def test_one_point_has_a_headline_that_says_so() -> None:
    assert line(curves({"a": {4: 1000.0}}, x="cpus").headline) == (
        "No curve here has two points, so nothing can be said of scaling."
    )
