"""Many runs that say the same need not say it each."""

from benchdb.comparison.alike import told_once


def test_many_sentences_that_differ_in_figures_only_are_one() -> None:
    told = told_once([f"The rate is {n}.5% off." for n in range(300)] + ["Aborted.", "Aborted."])
    assert told == ("The rate is 0.5% off (and 299 more runs say so, with other figures).", "Aborted.")


def test_two_are_told_each() -> None:
    assert told_once(["1% off.", "2% off."]) == ("1% off.", "2% off.")
