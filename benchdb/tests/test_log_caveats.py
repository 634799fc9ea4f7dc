"""Many runs that say the same need not say it each."""

from benchdb.questions.log_caveats import log_caveats
from benchdb.wording import sentences


def test_many_sentences_that_differ_in_figures_only_are_one() -> None:
    caveats = log_caveats([f"The rate is {n}.5% off." for n in range(300)] + ["Aborted.", "Aborted."])
    assert sentences(caveats) == ("The rate is 0.5% off (299 more runs say the same with other figures).", "Aborted.")


def test_two_are_told_each() -> None:
    assert sentences(log_caveats(["1% off.", "2% off."])) == ("1% off.", "2% off.")
