"""`benchdb import` of a folder of which an upload failed when its files had been read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from benchdb.dev.testing.waiting import wait_for
from benchdb.host.process import Process
from benchdb.models import RunRecording, Upload, UploadFile
from benchdb.tests.cli.command import LOG, Cli
from benchdb.tests.cli.importing.folders import SAR
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.tasks import queue

FILES = {"m/run1.log": LOG[:850], "m/sar.txt": SAR}
REFUSE = """
CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'nothing is attached'; END $$ LANGUAGE plpgsql;
CREATE TRIGGER refuse BEFORE INSERT ON benchdb_runrecording EXECUTE FUNCTION refuse();
"""


@contextmanager
def nothing_attached() -> Iterator[None]:
    """The last step of an upload with a recording fails, whoever reads it."""
    with connection.cursor() as cursor:
        cursor.execute(REFUSE)
        try:
            yield
        finally:
            cursor.execute("DROP FUNCTION refuse CASCADE")


def sent(*paths: str) -> Upload:
    """An upload of some of the files, once it is read."""
    upload = create_upload([IncomingFile(path, (FILES[path].encode(),)) for path in paths], {}).upload
    queue(upload.pk)
    wait_for(lambda: Upload.objects.get(pk=upload.pk).is_finished)
    return Upload.objects.get(pk=upload.pk)


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("are_known", [False, True])
def test_it_is_named_and_the_same_command_finishes_it(cli: Cli, worker: Process, are_known: bool) -> None:
    for path, text in FILES.items():
        (cli.home / "logs" / path).parent.mkdir(parents=True, exist_ok=True)
        (cli.home / "logs" / path).write_text(text)
        if are_known:
            sent(path)
    with nothing_attached():
        upload = sent(*FILES)
        assert upload.state == Upload.State.FAILED
        code, _, errors = cli.run("import", "logs")
        assert code == 1
        assert f"benchdb: upload {upload.pk} failed after its files were read: Reading it failed inside" in errors
        unread = 0 if are_known else 1  # one cause, told once with both files
        printed = (
            errors.count("  not read: "),
            errors.count(f"  not read: {', '.join(FILES)}: Reading it failed inside"),
        )
        assert ("no upload says why" in errors, *printed) == (False, unread, unread)
    problems = [one for file in upload.files.all() for one in file.problems]
    code, output, errors = cli.run("import", "logs")
    assert (code, "2 files: 2 sent now, 0 were there already; 2 stored" in output) == (0, True), (output, errors)
    assert RunRecording.objects.count() == 1
    assert Upload.objects.filter(state=Upload.State.STORED).count() == Upload.objects.count()
    now = [one["message"] for file in UploadFile.objects.filter(upload=upload) for one in file.problems]
    lost = [one for one in problems if not any(message.startswith(one["message"]) for message in now)]
    assert lost == [], "what was read stays as it was; of a known recording is added whose it is"
    assert "0 sent now, 2 were there already" in cli.run("import", "logs")[1]
