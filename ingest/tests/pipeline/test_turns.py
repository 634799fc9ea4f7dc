"""The parts of one import are read in the order in which they came, whatever becomes of each and whoever reads them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from celery import Celery
from django.contrib.auth.models import User
from django.db import DataError, connection
from django.test import Client

from benchdb.models import Run, Upload
from ingest.intake.uploads import IncomingFile, create_upload, retry_failed
from ingest.pipeline import parse_upload as parsing
from ingest.pipeline.attempts import begin
from ingest.pipeline.cancel import cancel
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.tasks import parse as task
from ingest.pipeline.upload_lock import upload_lock
from ingest.tests.intake.zips import log

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def queued(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The upload of each message."""
    messages: list[int] = []
    monkeypatch.setattr(Celery, "send_task", lambda app, name, args, *_, **options: messages.append(args[0]))
    monkeypatch.setattr(task, "delay", lambda upload: task.app.send_task(task.name, (upload,)))
    return messages


def part(*names: str, of: str = "one", sender: User | None = None, **facts: Any) -> Upload:
    files = [IncomingFile(name, [log(Upload.objects.count() * 10 + n)]) for n, name in enumerate(names)]
    return create_upload(files, facts, sender, part_of=of).upload


def read(upload: Upload) -> str:
    """As a worker takes its message; its state."""
    task.run(upload.pk)
    upload.refresh_from_db()
    return str(upload.state)


def test_a_part_is_passed_over_until_the_earlier_ones_have_ended(queued: list[int]) -> None:
    first, second, third = (part(f"{name}.log") for name in "abc")
    assert [read(third), read(second)] == ["queued", "queued"]
    assert (third.attempts, queued) == (0, [])
    assert (read(first), queued) == ("stored", [second.pk])
    assert (read(third), queued) == ("queued", [second.pk])
    assert (read(second), queued) == ("stored", [second.pk, third.pk])
    assert (read(third), queued) == ("stored", [second.pk, third.pk])
    assert list(Run.objects.order_by("pk").values_list("file__name", flat=True)) == ["a.log", "b.log", "c.log"]


def test_so_it_is_while_another_worker_has_the_earlier_one(queued: list[int]) -> None:
    first, second = part("a.log"), part("b.log")
    Upload.objects.filter(pk=first.pk).update(state="parsing")  # it was killed, or is at it
    with upload_lock(first.pk):
        assert read(second) == "queued"
    assert (read(first), queued) == ("stored", [second.pk])


def elsewhere(work: Callable[[int], object], upload_id: int) -> None:
    """As another worker does it, in a database session of its own."""

    def alone() -> None:
        try:
            work(upload_id)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(alone).result()


def after_begin(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], None]) -> None:
    """Once, before the worker that began, or did not, lets go of the upload's lock."""

    def begun(upload_id: int, *, is_quick: bool) -> Ingestion | None:
        ingestion = begin(upload_id, is_quick=is_quick)
        monkeypatch.setattr(parsing, "begin", begin)
        happens()
        return ingestion

    monkeypatch.setattr(parsing, "begin", begun)


def test_a_message_that_comes_while_a_part_is_being_passed_over_is_not_lost(
    queued: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = part("a.log"), part("b.log")

    def first_ends() -> None:
        """One worker ends the first part, and another one takes the message that was sent then."""
        elsewhere(task.run, first.pk)
        assert queued == [second.pk]
        elsewhere(task.run, queued.pop())

    after_begin(monkeypatch, first_ends)
    assert (read(second), queued) == ("queued", [second.pk])
    assert (read(second), queued) == ("stored", [second.pk])


@pytest.mark.parametrize("of", ["", "one"])
def test_nor_one_that_comes_before_a_worker_sees_that_it_was_cancelled(
    queued: list[int], monkeypatch: pytest.MonkeyPatch, of: str
) -> None:
    upload = part("a.log", of=of)

    def again() -> None:
        cancel(upload.pk, "ada")
        retry_failed(upload.pk)
        assert queued == [upload.pk]
        elsewhere(task.run, queued.pop())

    after_begin(monkeypatch, lambda: elsewhere(lambda _: again(), upload.pk))
    assert (read(upload), queued) == ("queued", [upload.pk])
    assert (read(upload), queued) == ("stored", [upload.pk])


def test_a_part_that_a_killed_worker_had_begun_comes_before_later_ones(queued: list[int]) -> None:
    first, second, _ = part("a.log"), part("b.log"), part("c.log")
    Upload.objects.filter(pk=second.pk).update(state="parsing")  # while the first one was to be read once more
    assert (read(first), queued) == ("stored", [second.pk])


def test_its_page_names_the_part_that_comes_first(client: Client) -> None:
    first, second, third = (part(f"{name}.log") for name in "abc")

    def page(upload: Upload) -> str:
        return " ".join(client.get(f"/uploads/{upload.pk}/").content.decode().split())

    waits = "read after the parts of this import that were sent before it, of which"
    Upload.objects.filter(pk=third.pk).update(takes_long=True)
    for later in (second, third):
        assert f'{waits} <a href="/uploads/{first.pk}/">upload {first.pk}</a> is next' in page(later)
    assert "a worker will read them next" in page(first)
    read(first)
    assert "a worker will read them next" in page(second)
    assert f"upload {second.pk}</a> is next" in page(third)
    read(second)
    assert "queued with the large uploads" in page(third)


@pytest.mark.parametrize("end", ["cancelled", "not read", "failed inside benchdb"])
def test_the_next_one_is_queued_however_the_earlier_one_ends(queued: list[int], end: str) -> None:
    first, second = create_upload([IncomingFile("a.log", [b"no log"])], {}, part_of="one").upload, part("b.log")
    assert read(second) == "queued"
    if end == "cancelled":
        cancel(first.pk, "ada")
    elif end == "not read":
        read(first)
    else:
        for _ in ("its file is set aside", "and then the upload"):
            Upload.objects.filter(pk=first.pk).update(state="parsing", attempts=2)
            task.on_failure(ValueError("x"), "id", (first.pk,), {}, None)
    first.refresh_from_db()
    assert (first.state, queued[-1]) == ("failed", second.pk)
    assert read(second) == "stored"


def test_what_the_database_can_never_hold_is_not_tried_for_ever(
    queued: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = part("a.log"), part("b.log")

    def too_much(_: Ingestion) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT repeat('x', 2000000000)")

    with monkeypatch.context() as patched:
        patched.setattr(parsing, "STEPS", (too_much,))
        for _ in range(2):  # in the second attempt it is known which file it was
            with pytest.raises(DataError) as raised:
                task.run(first.pk)
            task.on_failure(raised.value, "id", (first.pk,), {}, None)
    assert (read(first), queued) == ("failed", [first.pk, first.pk, second.pk])
    assert first.error.startswith("Reading it failed inside benchdb (DataError: ")
    assert read(second) == "stored"


def test_a_part_that_is_read_once_more_does_so_before_those_that_still_wait(queued: list[int]) -> None:
    first, second, third = (
        create_upload([IncomingFile("a.log", [b"no"])], {}, part_of="one").upload,
        part("b"),
        part("c"),
    )
    assert [read(first), read(second)] == ["failed", "stored"]
    retry_failed(first.pk)
    assert read(third) == "queued"
    queued.clear()
    assert [read(first), read(third)] == ["failed", "stored"]
    assert queued == [third.pk]


def test_nobody_waits_for_what_is_of_another_import_or_sender(queued: list[int]) -> None:
    part("a.log")
    ada = User.objects.create_user("ada")
    others = part("b.log", of="two"), part("c.log", sender=ada), part("d.log", of="")
    assert [read(upload) for upload in others] == ["stored"] * 3


def test_a_trial_beside_a_folder_counts_on_over_its_parts(queued: list[int]) -> None:
    for names in (["a.log", "b.log"], ["c.log", "d.log"], ["e.log"]):
        assert read(part(*names, trial=5)) == "stored"
    assert list(Run.objects.order_by("pk").values_list("trial", flat=True)) == [5, 6, 7, 8, 9]
    assert read(part("f.log", of="another", trial=5)) == "stored"
    assert Run.objects.latest("pk").trial == 5


def test_trials_that_two_parts_state_are_told(queued: list[int]) -> None:
    facts = {"pattern": "run{trial}.log", "machine": "m"}
    parts = part("a/run1.log", "a/run2.log", **facts), part("b/run1.log", "b/run3.log", **facts)
    assert [read(upload) for upload in parts] == ["stored", "stored"]
    [problem] = [problem for upload in parts for file in upload.files.all() for problem in file.problems]
    assert problem["message"].startswith("2 runs of this import state the same trial as another run of their setup")
    assert "a/run1.log and b/run1.log (trial 1)" in problem["message"]
