"""Many runs that say the same need not say it each."""

from collections.abc import Iterable

from benchdb.domain.caveats import Caveat, as_row, caveat, of_row, phrase
from benchdb.questions.log_caveats import as_told, log_caveats
from benchdb.wording import sentence, sentences, sentences_of


def of_logs(texts: Iterable[str]) -> list[Caveat]:
    return [*map(of_row, texts)]


def test_many_sentences_that_differ_in_figures_only_are_one() -> None:
    caveats = log_caveats(of_logs([f"The rate is {n}.5% off." for n in range(300)] + ["Aborted.", "Aborted."]), 400)
    others = "The rate is 0.5% off (other runs say the same, with 299 other figures)."
    assert sentences(caveats) == (others, "Aborted (2 of 400 runs).")


def test_two_are_told_each() -> None:
    assert sentences(log_caveats(of_logs(["1% off.", "2% off."]), 2)) == (
        "1% off (1 of 2 runs).",
        "2% off (1 of 2 runs).",
    )
    assert sentences(log_caveats(of_logs(["Aborted.", "Aborted."]), 2)) == ("Aborted.",), "all of them"


def test_values_are_alike_by_what_they_speak_of_and_not_by_their_words() -> None:
    full = [caveat("line full", side=side, interface="eth0", full=n / 100) for n in (92, 95, 99) for side in SIDES]
    assert sentences(log_caveats(full, 6)) == (
        "The server's eth0 was 92% full: the network was the limit (other runs say the same, with 2 other figures).",
        "The load generator's eth0 was 92% full: the network was the limit (other runs say the same, with 2 other "
        "figures).",
    )
    assert sentences(log_caveats(full[:1], 3)) == (
        "The server's eth0 was 92% full: the network was the limit (1 of 3 runs).",
    )


def test_what_a_row_keeps_says_the_same_afterwards() -> None:
    why = (phrase("no port was free"), phrase("its table was full"))
    for one in (caveat("generator exhausted", times=3.0, why=why), caveat("log", text="Aborted."), *of_logs(["A."])):
        assert of_row(as_row(one)) == one
        assert sentences_of([as_row(one)]) == [sentence(one)]


SIDES = ("server", "load generator")


def test_figures_that_read_alike_are_one_sentence() -> None:
    """99.8% and 100.2% busy are both 100%: the sentence stood there twice."""
    busy = [caveat("other work", busy=share) for share in (0.998, 1.002, 1.0, 0.999)]
    (one,) = log_caveats(busy, 4)
    assert "100% busy" in sentence(one)


def test_what_runs_say_alike_counts_each_of_them() -> None:
    """Of 12 runs that say one of three sentences it was said that "2 more runs say the same"."""
    busy = [caveat("generator busy", busy=share) for share in (0.97, 0.98, 0.99) * 4]
    (one,) = log_caveats(busy, 12)
    assert one["runs"] == 12
    assert "(other runs say the same, with 2 other figures)" in sentence(one)
    assert as_told(one) == as_told(log_caveats(busy[:9], 9)[0]), "for whoever tells each sentence once"
