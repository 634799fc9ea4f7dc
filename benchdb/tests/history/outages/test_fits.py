"""Which setups a stopped run may have been of; without an object for each pair."""

from __future__ import annotations

import pytest

from benchdb.questions.history.outages.fits import fits_of
from benchdb.reads.packed.census import latest
from frontend.tests.constructed import setup


@pytest.mark.django_db
def test_what_parts_no_history_only_makes_a_fit_less_exact() -> None:
    measured = [setup("6.1", 8, tuning={"commit": "a"}), setup("6.1", 64, tuning={"commit": "b"})]
    log, other, crashed = (
        setup("6.1", None, tuning={"commit": "a"}), setup("6.1", 8, machine="another"),
        setup("6.8", 64, tuning={"commit": "c"}),
    )  # fmt: skip
    ids = [one.pk for one in measured]
    made = fits_of(ids, [log.pk, other.pk, crashed.pk], latest.census().names)
    assert {setup: (one.ids().tolist(), one.exact_ids().tolist()) for setup, one in made.items()} == {
        log.pk: (ids, ids[:1]), crashed.pk: (ids[1:], []),
    }  # fmt: skip
    there = made[crashed.pk].there({"kernel": "6.1", "kernel_series": "6.1", "concurrency": "64", "tuning.commit": "b"})
    assert [(one.dimension, one.before, one.after) for one in there] == [
        ("kernel", "6.1", "6.8"), ("tuning.commit", "b", "c"),
    ]  # fmt: skip
    narrowed = made[log.pk].among(made[log.pk].setups[8:])
    assert (narrowed.ids().tolist(), narrowed.exact_ids().tolist()) == (ids[1:], [])


@pytest.mark.django_db
def test_a_commit_a_run_makes_a_few_bits_of_each_pair() -> None:
    """Of 1,000 stopped setups and 2,000 others it was 1.3 GB."""
    own = [setup("6.1", 8, tuning={"commit": f"a{place}"}).pk for place in range(40)]
    stopped = [setup("6.1", None, tuning={"commit": f"b{place}"}).pk for place in range(20)]
    made = fits_of(own, stopped, latest.census().names)
    assert len(made) == 20
    assert len({id(one.setups) for one in made.values()}) == 1, "the ids are one text"
    assert {len(one.fitting) + len(one.exact) for one in made.values()} == {10}
    assert all(one.ids().tolist() == own and not len(one.exact_ids()) for one in made.values())
