"""An upload that another worker goes on with has the copies, and the loads told twice, of one read in one go."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from benchdb.host.paths import ROOT
from benchdb.models import Run, Upload, UploadFile
from benchdb.models.runs import ACTIVE
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline import store, stored_before
from ingest.pipeline.identify import read
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.parse_upload import parse_upload
from ingest.pipeline.sandbox.limits import TakesLong
from ingest.pipeline.tasks import parse
from ingest.records import RunRecord
from ingest.tests.intake.zips import GLOBAL, log

pytestmark = pytest.mark.django_db(transaction=True)

KEPT = ROOT / "fixtures" / "kept_beside"
CUT = b"".join(log(3).splitlines(keepends=True)[:30])
SENT: dict[str, dict[str, bytes]] = {
    "pasted twice": {"1.log": log(1), "2.log": GLOBAL + log(1), "3.log": log(2) + b"\n" + GLOBAL},
    "broken off": {"1-cut.log": CUT, "2.log": log(2), "3.log": log(3)},
    "ab": {path.name: path.read_bytes() for path in sorted((KEPT / "ab").iterdir())},
    "siege": {path.name: path.read_bytes() for path in sorted((KEPT / "siege").iterdir())},
}


class Lost(BaseException):
    """The worker is gone."""


@pytest.fixture(autouse=True)
def one_file_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "queue", "by-hand", raising=False)
    monkeypatch.setattr(parse, "_exec_options", None)
    monkeypatch.setattr(store, "BATCH_FILES", 1)
    monkeypatch.setattr(stored_before, "AT_ONCE", 2)


def upload_of(files: dict[str, bytes], **facts: str) -> Upload:
    return create_upload([IncomingFile(name, [content]) for name, content in files.items()], facts).upload


def outcomes(upload: Upload) -> tuple[list[Any], list[Any]]:
    """What counts and why the rest does not, and what is told of each file."""
    runs = Run.objects.filter(file__upload=upload).order_by("file__position", "ordinal")
    rows = [(run.file.name, run.line, run.excluded_because, run.caveats) for run in runs]
    return rows, [(file.name, file.problems) for file in upload.files.order_by("position")]


def lose_worker_after(batches: int, monkeypatch: pytest.MonkeyPatch) -> None:
    inner, done = store.store_next, list[int]()

    def store_next(ingestion: Ingestion, most: int) -> int:
        if len(done) == batches:
            raise Lost
        done.append(inner(ingestion, most))
        return done[-1]

    monkeypatch.setattr(store, "store_next", store_next)


def read_in_one_go(files: dict[str, bytes]) -> tuple[list[Any], list[Any]]:
    with transaction.atomic():
        upload = upload_of(files)
        parse_upload(upload.pk)
        whole = outcomes(upload)
        transaction.set_rollback(True)
    return whole


@pytest.mark.parametrize(("sent", "after"), [(sent, after) for sent in SENT for after in range(1, len(SENT[sent]))])
def test_wherever_a_worker_is_lost_the_same_runs_count(sent: str, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = read_in_one_go(SENT[sent])
    assert any(because for _, _, because, _ in whole[0])
    upload = upload_of(SENT[sent])
    with monkeypatch.context() as patch:
        lose_worker_after(after, patch)
        with pytest.raises(Lost):
            parse_upload(upload.pk)
    assert upload.files.filter(state="queued").exists()
    parse_upload(upload.pk)
    assert outcomes(upload) == whole


def test_what_goes_on_in_the_heavy_queue_knows_what_the_quick_one_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ingestion, "takes_long", property(lambda own: own.is_quick and own.cpu_seconds > 0))
    upload = upload_of(SENT["pasted twice"])
    with pytest.raises(TakesLong):
        parse_upload(upload.pk, is_quick=True)
    assert Run.objects.count() == 1
    parse_upload(upload.pk)
    assert Run.objects.filter(ACTIVE).count() == 3  # of five


def test_runs_of_their_own_stay_so(monkeypatch: pytest.MonkeyPatch) -> None:
    upload = upload_of(SENT["pasted twice"], own_runs="true")
    with monkeypatch.context() as patch:
        lose_worker_after(1, patch)
        with pytest.raises(Lost):
            parse_upload(upload.pk)
    parse_upload(upload.pk)
    assert Run.objects.filter(ACTIVE).count() == 5


def test_it_is_asked_for_once_however_many_batches_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    counts, inner = list[int](), stored_before.as_recorded
    monkeypatch.setattr(stored_before, "as_recorded", lambda runs: (counts.append(len(runs)), inner(runs))[1])
    test_wherever_a_worker_is_lost_the_same_runs_count("ab", 4, monkeypatch)
    assert counts == [4]


@pytest.mark.parametrize("log", sorted(KEPT.glob("*/*")), ids=lambda log: log.name)
def test_a_row_says_as_its_record_whether_its_log_is_kept_beside_a_report(log: Path) -> None:
    items = [item for item in read(io.BytesIO(log.read_bytes())) if isinstance(item.what, RunRecord)]
    for item in items:
        assert isinstance(item.what, RunRecord)
        run = Run(format=item.format, facts=dict(item.what.facts))
        assert stored_before.is_kept_beside(run) == item.what.is_kept_beside
    assert items


def test_files_of_the_same_bytes_are_one_when_they_are_read_one_by_one() -> None:
    """The second one has what is said of the run, and keeps what was told of it."""
    files = {"a.log": GLOBAL * 2, "box/run1.log": GLOBAL * 2, "c.log": log(2)}
    upload = upload_of(files, pattern="{machine}/run{trial}.log")
    Upload.objects.update(attempts=1)  # a worker was lost
    parse_upload(upload.pk)
    one, other = (UploadFile.objects.get(name=name) for name in ("a.log", "box/run1.log"))
    assert (one.state, other.state, other.runs.count()) == ("known", "stored", 2)
    assert [problem for problem in other.problems if problem.get("of_copy")]
