"""Generated runs are valid: what the site's own reader finds in a generated log is what is stored of it."""

from __future__ import annotations

import pytest

from benchdb.dev.benchmarks.generate import NotOurs, generate
from benchdb.dev.benchmarks.generated.plan import MACHINES, Plan
from benchdb.domain.setups.fingerprints import SETUP_FIELDS, fingerprint
from benchdb.models import Measurement, Run, Setup, Upload, UploadFile
from ingest.pipeline.identify import read
from ingest.records import RunRecord

transactional = pytest.mark.django_db(transaction=True)


def quiet(_: str) -> None:
    """Says nothing."""


@pytest.fixture
def generated() -> None:
    generate(200, progress=quiet)


@transactional
@pytest.mark.usefixtures("generated")
def test_a_generated_log_says_what_is_stored() -> None:
    files = UploadFile.objects.all()[:10]
    assert files
    for file in files:
        with file.log.open() as stream:
            records = [item.what for item in read(stream)]
        runs = list(file.runs.order_by("ordinal"))
        assert all(isinstance(record, RunRecord) for record in records)
        assert len(records) == len(runs) == 5
        for run, record in zip(runs, records, strict=True):
            assert (run.line, run.facts) == (record.line, dict(record.facts))
            read_numbers = {(number.metric, number.item, number.value, number.line) for number in record.measurements}
            assert set(run.measurements.values_list("metric", "item", "value", "line")) <= read_numbers


@transactional
@pytest.mark.usefixtures("generated")
def test_generated_setups_are_known_by_their_fingerprint() -> None:
    setups = Setup.objects.all()
    assert setups
    for setup in setups:
        assert setup.fingerprint == fingerprint({name: getattr(setup, name) for name in SETUP_FIELDS})


@transactional
@pytest.mark.usefixtures("generated")
def test_rows_stored_later_get_ids_of_their_own() -> None:
    assert (Run.objects.count(), Measurement.objects.count()) == (200, 2400)
    file, setup = UploadFile.objects.all()[0], Setup.objects.all()[0]
    Run.objects.create(setup=setup, file=file, ordinal=99, format="ab", parser_version="1")


@transactional
def test_a_database_that_others_use_is_refused() -> None:
    Upload.objects.create(digest="x")
    with pytest.raises(NotOurs, match="1 uploads"):
        generate(200, progress=quiet)


@transactional
@pytest.mark.usefixtures("generated")
def test_a_database_is_filled_once() -> None:
    with pytest.raises(NotOurs, match="filled before"):
        generate(200, progress=quiet)


@pytest.mark.parametrize("runs", [2_000, 10_000, 100_000])
def test_the_anchor_has_the_same_setups_at_every_size(runs: int) -> None:
    machine = Plan(runs).setups[:, 0]
    assert MACHINES[0] == "host-01"
    assert (machine == 0).sum() == 80
    assert len({*map(tuple, Plan(runs).setups.tolist())}) == runs // 20
