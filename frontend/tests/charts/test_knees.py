"""The table of where curves bend and fall says what its first line says."""

from __future__ import annotations

from benchdb.tests.scaling.test_first_line import NEW, curves
from frontend.answers.scaling.tables import knees

SLOWLY = {8: 1000.0, 32: 960.0, 128: 920.0, 256: 880.0, 512: 840.0, 1024: 800.0}


def test_what_falls_little_by_little_holds_up_to_its_highest_point() -> None:
    """Not an empty cell, under a line that each holds up to somewhere."""
    answer = curves({"Linux 2.6.9": SLOWLY, "Linux 2.6.18": NEW})
    (slow, *_) = [curve for curve in answer.curves if curve.name == "Linux 2.6.9"]
    assert slow.drop
    assert not slow.step
    cells = dict(knees(answer).rows)["Linux 2.6.9"]
    assert [cell.text if cell else "" for cell in cells[-3:]] == ["8", "1,024", "−20%"]
