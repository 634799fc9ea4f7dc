"""What numbers are remembered under."""

from dataclasses import replace

import numpy as np

from benchdb.domain.caveats import caveat
from benchdb.questions.numbers import Observation, numbers_of


def test_numbers_are_named_by_all_that_is_known_of_them() -> None:
    """An answer is remembered under this name: whatever a column says, another one says it otherwise."""
    known = Observation(
        1, "duration", 2.0, "row", "column", {"kernel": "Linux 6.1"}, failed=0.1, start=5.0, duration=3.0,
        beside={"size": 7.0},
    )  # fmt: skip
    others = {
        "run": 2, "metric": "latency", "value": 2.5, "row": "another", "column": "another", "is_published": True,
        "conditions": {"kernel": "Linux 6.2"}, "failed": None, "start": 6.0, "duration": 4.0, "beside": {"size": 8.0},
        "caveats": (caveat("newest only", runs=3),),
    }  # fmt: skip
    names = {numbers_of([replace(known, **{name: value})]).fingerprint() for name, value in others.items()}
    assert len(names | {numbers_of([known]).fingerprint()}) == len(others) + 1
    assert numbers_of([known]).fingerprint() == numbers_of([replace(known)]).fingerprint()
    booted = replace(numbers_of([known]), reboots={"web8": np.array([1.0])})
    assert booted.fingerprint() != numbers_of([known]).fingerprint()
