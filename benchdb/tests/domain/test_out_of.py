"""How many of how many, in words."""

import pytest

from benchdb.domain.caveats import phrase
from benchdb.wording import line, marked_line, words
from benchdb.wording.grammar import out_of
from benchdb.wording.verdicts import outcome


@pytest.mark.parametrize(
    ("number", "total", "text"),
    [(1, 4, "1 of 4 curves"), (4, 4, "all 4 curves"), (2, 2, "both curves"), (1, 1, "the only curve")],
)
def test_all_of_several_and_the_only_one_are_called_so(number: int, total: int, text: str) -> None:
    assert out_of(number, total, "curve") == text
    one = phrase("highest points fail", curves=number, total=total)
    assert line([one]).startswith(f"Requests failed at the highest point of {text}: ")
    assert f"of {text}: " in marked_line([one])


def test_one_row_is_not_each_of_1_rows() -> None:
    assert outcome((("no evidence", 1),)) == "the runs cannot tell"
    assert outcome((("too few runs", 1),)) == "too few runs to judge"
    assert outcome((("better", 1),)) == "better"
    assert outcome((("better", 2),)) == "better in each of 2 rows"


def test_one_curve_of_a_history_is_not_1_curves() -> None:
    assert words("none of the others changed", curves=1, which="others") == "one of the others shows no change"
    assert words("none of the others changed", curves=3, which="curves") == "none of 3 curves shows a change"
    assert (
        words("others too few", curves=1, which="curves", what="one")
        == "one of the curves has too few runs to show one"
    )
    assert words("others too few", curves=2, which="others", what="a change") == (
        "2 others have too few runs to show a change"
    )
