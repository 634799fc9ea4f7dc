"""`benchdb import` of loads that print what another load printed: they are dropped only where they are that one."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchdb.dev.testing.waiting import HANGS, wait_for
from benchdb.host.process import Process
from benchdb.models import Recording, Run, Upload, UploadFile
from benchdb.tests.cli.command import LOG, Cli
from benchdb.tests.cli.importing.folders import SAR
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.tasks import queue

REFUSED = """This is ApacheBench, Version 2.3 <$Revision$>
Copyright 1996 Adam Twiss, Zeus Technology Ltd, http://www.zeustech.net/
Licensed to The Apache Software Foundation, http://www.apache.org/

Benchmarking e (be patient)
Completed 100 requests
Completed 200 requests
apr_socket_recv: Connection reset by peer (104)
Total of 250 requests completed
"""
PATTERN = "{machine}/b{tuning.build}/{started_at}.log"


def a_day(home: Path, day: int) -> dict[str, str]:
    """Two reports and an aborted one, which print the same every day, and one that does not. By their paths."""
    same = [LOG, LOG.replace("390.24", "391.24"), REFUSED, LOG.replace("390.24", f"39{day}.99")]
    logs = {f"box/b{day}/2026-10-0{day}T09:0{number}:00Z.log": log for number, log in enumerate(same)}
    for path, log in logs.items():
        (home / f"day{day}" / path).parent.mkdir(parents=True, exist_ok=True)
        (home / f"day{day}" / path).write_text(log)
    return logs


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_loads_of_another_day_that_print_the_same_are_stored_as_their_own(cli: Cli, worker: Process) -> None:
    for day in (1, 2):
        a_day(cli.home, day)
        dry = cli.run("import", f"day{day}", "--pattern", PATTERN, "--dry-run")
        assert (dry[0], "4 files: 4 would be sent, 0 are there already" in dry[1]) == (0, True), dry
        code, output, errors = cli.run("import", f"day{day}", "--pattern", PATTERN)
        assert (code, "4 files: 4 sent now, 0 were there already; 4 stored" in output) == (0, True), (output, errors)
    for day in (1, 2):
        assert Run.objects.filter(setup__tuning__build=str(day)).count() == 4
        again = cli.run("import", f"day{day}", "--pattern", PATTERN)
        assert (again[0], "0 sent now, 4 were there already; 4 stored" in again[1]) == (0, True), again
    assert Run.objects.count() == 8


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_so_they_are_where_those_of_the_first_day_are_still_to_be_read(cli: Cli, worker: Process) -> None:
    first, _ = a_day(cli.home, 1), a_day(cli.home, 2)
    incoming = [IncomingFile(path, (log.encode(),)) for path, log in first.items()]
    upload = create_upload(incoming, {"pattern": PATTERN}).upload
    command = cli.start("import", "day2", "--pattern", PATTERN)
    wait_for(lambda: Upload.objects.count() == 2)  # it has asked what is there
    queue(upload.pk)
    output, errors = command.communicate(timeout=HANGS)
    assert (command.returncode, "4 files: 4 sent now, 0 were there already; 4 stored" in output) == (0, True), errors
    assert Run.objects.filter(setup__tuning__build="2").count() == 4


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_of_copies_in_one_folder_none_is_known_already(cli: Cli, worker: Process) -> None:
    (cli.home / "logs").mkdir()
    (cli.home / "logs/benchdb.toml").write_text(f'pattern = "{PATTERN}"\n')
    for name in ("a copy.log", "box/b1/2026-10-01T09:00:00Z.log"):  # of the second one more is stated
        (cli.home / "logs" / name).parent.mkdir(parents=True, exist_ok=True)
        (cli.home / "logs" / name).write_text(LOG)
    code, output, errors = cli.run("import", "logs")
    assert (code, "2 files: 2 sent now, 0 were there already; 2 stored" in output) == (0, True), (output, errors)
    assert Run.objects.get().file.name == "box/b1/2026-10-01T09:00:00Z.log"


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_aborted_loads_that_print_the_same_count_are_as_many_as_are_stated(cli: Cli, worker: Process) -> None:
    for day, aborted in ((1, 1), (2, 3)):
        folder = cli.home / f"day{day}" / "box" / f"b{day}"
        folder.mkdir(parents=True)
        for number in range(1, aborted + 1):
            (folder / f"run{number}.log").write_text(REFUSED)
        code, output, errors = cli.run("import", f"day{day}", "--pattern", "{machine}/b{tuning.build}/run{trial}.log")
        assert (code, f"{aborted} sent now" in output, f"{aborted} stored" in output) == (0, True, True), errors
    assert sorted(Run.objects.values_list("setup__tuning__build", "trial")) == [("1", 1), ("2", 1), ("2", 2), ("2", 3)]


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("pattern", [("--pattern", "{machine}/b{tuning.build}/run{trial}.log"), ("--machine", "box")])
def test_a_recording_that_lies_beside_other_loads_too_is_sent_with_them(
    cli: Cli, worker: Process, pattern: tuple[str, str]
) -> None:
    for build in (1, 2):
        folder = cli.home / f"logs/box/b{build}"
        folder.mkdir(parents=True)
        (folder / "run1.log").write_text(LOG.replace("390.24", f"39{build}.24"))
        (folder / "sar.txt").write_text(SAR)
        code, output, errors = cli.run("import", "logs", *pattern)
        assert (code, f"{2 * build} files: 2 sent now" in output) == (0, True), (output, errors)
    assert Recording.objects.count() == 1
    assert [run.attachments.count() for run in Run.objects.all()] == [1, 1]
    assert "4 files: 0 sent now, 4 were there already; 4 stored" in cli.run("import", "logs", *pattern)[1]


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_one_that_is_copied_beside_loads_that_were_sent_before_is_sent_once(cli: Cli, worker: Process) -> None:
    for build in (1, 2, 3):
        (cli.home / f"logs/b{build}").mkdir(parents=True)
        (cli.home / f"logs/b{build}/run1.log").write_text(LOG.replace("390.24", f"39{build}.24"))
    (cli.home / "logs/b1/sar.txt").write_text(SAR)
    assert cli.run("import", "logs", "--machine", "box")[0] == 0
    for build in (2, 3):
        (cli.home / f"logs/b{build}/sar.txt").write_text(SAR)
        code, output, errors = cli.run("import", "logs", "--machine", "box")
        assert (code, f"{3 + build} files: 1 sent now" in output) == (0, True), (output, errors)
        assert f"{3 + build} files: 0 sent now" in cli.run("import", "logs", "--machine", "box")[1]


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_file_that_failed_is_not_counted_as_its_copy_that_was_read(cli: Cli, worker: Process) -> None:
    for path in ("now/run1.log", "old/run1.log"):
        (cli.home / "logs" / path).parent.mkdir(parents=True)
        (cli.home / "logs" / path).write_text(LOG)
    assert "2 files: 2 sent now, 0 were there already; 2 stored" in cli.run("import", "logs")[1]
    copies = UploadFile.objects.filter(state="known")
    copies.update(state="failed", problems=[{"line": 0, "column": 0, "message": "The disk was full.", "excerpt": ""}])
    code, output, errors = cli.run("import", "logs")
    assert (code, "2 files: 0 sent now, 2 were there already; 1 failed, 1 stored" in output) == (1, True), output
    assert "not read: old/run1.log: The disk was full." in errors


OURS = [{"line": 0, "column": 0, "message": "Reading it failed inside benchdb.", "excerpt": "", "ours": True}]


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("facts", [(), ("--own-runs",)])
def test_a_copy_that_the_site_failed_to_read_is_read_or_not_missed(
    cli: Cli, worker: Process, facts: tuple[str, ...]
) -> None:
    for path in ("now/run1.log", "old/run1.log"):
        (cli.home / "logs" / path).parent.mkdir(parents=True)
        (cli.home / "logs" / path).write_text(LOG)
    assert cli.run("import", "logs", *facts)[0] == 0
    UploadFile.objects.filter(state="known").update(state="failed", problems=OURS)
    code, output, errors = cli.run("import", "logs", *facts)
    assert (code, "failed" in output, "not read" in errors) == (0, False, False), (output, errors)
    assert UploadFile.objects.filter(state="failed").exists() == (not facts), "sent again, it is read"


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_recording_that_the_site_failed_to_read_in_one_folder_is_sent_again(cli: Cli, worker: Process) -> None:
    for build in (1, 2):
        (cli.home / f"logs/b{build}").mkdir(parents=True)
        (cli.home / f"logs/b{build}/sar.txt").write_text(SAR)
    assert cli.run("import", "logs")[0] == 0
    UploadFile.objects.filter(state="known").update(state="failed", problems=OURS)
    for sent in (1, 0):
        code, output, errors = cli.run("import", "logs")
        assert (code, f"2 files: {sent} sent now" in output, "failed" in output) == (0, True, False), (output, errors)
    assert UploadFile.objects.filter(name="b2/sar.txt", state="known").exists()
