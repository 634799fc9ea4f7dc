"""Many runs that say the same need not say it each."""

from benchdb.questions.log_caveats import log_caveats
from benchdb.wording import sentences


def test_many_sentences_that_differ_in_figures_only_are_one() -> None:
    caveats = log_caveats([f"The rate is {n}.5% off." for n in range(300)] + ["Aborted.", "Aborted."], 400)
    others = "The rate is 0.5% off (299 more runs say the same with other figures)."
    assert sentences(caveats) == (others, "Aborted (2 of 400 runs).")


def test_two_are_told_each() -> None:
    assert sentences(log_caveats(["1% off.", "2% off."], 2)) == ("1% off (1 of 2 runs).", "2% off (1 of 2 runs).")
    assert sentences(log_caveats(["Aborted.", "Aborted."], 2)) == ("Aborted.",), "all of them"
