"""Conditions as codes: the same in every process, whichever question it was asked first."""

from __future__ import annotations

import numpy as np
import pytest

from benchdb.reads.packed.setups import OF_SITTINGS, SetupColumns
from frontend.tests.constructed import setup


@pytest.mark.django_db
@pytest.mark.parametrize("key", OF_SITTINGS)
def test_machines_and_kernels_are_numbered_by_their_first_setups(key: str) -> None:
    """Sittings are numbered by them, and the last digits of what is summed over sittings hang on their order: a
    permalink would drift in the process that was asked about a later machine first."""
    made = [setup(f"Linux 6.{9 - number}", 10, machine=f"m{(number * 5) % 7}") for number in range(7)]
    ids = np.array([one.pk for one in made], np.int64)
    whole, parted = SetupColumns(), SetupColumns()
    parted.of(ids[4:5], 1)
    for columns in (whole, parted):
        columns.of(ids, 1)
    assert parted.columns[key].texts == whole.columns[key].texts
    assert whole.of(ids, 1).coded(key).rows() == parted.of(ids, 1).coded(key).rows()
