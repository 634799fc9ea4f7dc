"""What `benchdb import` says of files that are not as they should be."""

from __future__ import annotations

import io
import os
import re
import shutil
import tarfile
import zipfile
from typing import Any

import pytest

from benchdb.cli.import_folder import MOST_SHOWN
from benchdb.host.process import Process
from benchdb.models import Run, Upload
from benchdb.tests.cli.command import LOG, Cli
from benchdb.tests.cli.importing.folders import PATTERN, folder_of
from ingest.intake import existing_logs
from ingest.tests.intake.recordings.test_beside_stated_loads import load


def tar_of(log: str) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("run.log")
        member.size = len(log)
        archive.addfile(member, io.BytesIO(log.encode()))
    return packed.getvalue()


@pytest.mark.django_db(transaction=True)
def test_links_to_folders_are_named_and_not_followed(cli: Cli) -> None:
    folder, elsewhere = cli.home / "linked", cli.home / "elsewhere"
    for one in (folder, elsewhere):
        one.mkdir()
        (one / "run1.log").write_text(LOG)
    (folder / "latest").symlink_to(elsewhere)
    code, output, errors = cli.run("import", "linked", "--dry-run")
    assert (code, output.count("run1.log")) == (0, 1)
    assert "  latest: left out, it is a link to a folder" in errors


@pytest.mark.django_db(transaction=True)
def test_a_benchdb_toml_under_another_name_is_named(cli: Cli) -> None:
    folder = folder_of(cli.home / "logs", 1)
    (folder / "Benchdb.toml").write_text("[facts]\n")
    code, _, errors = cli.run("import", "logs", "--dry-run")
    assert (code, "Benchdb.toml: facts are read from files of the name benchdb.toml alone" in errors) == (0, True)
    (folder / "benchdb.toml").write_bytes('[facts]\nzone = "z16"\n'.encode("utf-16"))
    assert "zone=z16" in cli.run("import", "logs", "--dry-run")[1]
    (folder / "benchdb.toml").write_bytes(b'[facts]\nzone = "\xe4"\n')
    assert "benchdb.toml, line 2: expected text in UTF-8, found the byte 0xe4" in cli.run("import", "logs")[2]


@pytest.mark.django_db(transaction=True)
def test_what_is_no_file_is_named(cli: Cli) -> None:
    folder = folder_of(cli.home / "logs", 1)
    (folder / "gone.log").symlink_to("nowhere.log")
    (folder / "once.log").symlink_to("once.log")
    os.mkfifo(folder / "m0" / "live.log")
    code, output, errors = cli.run("import", "logs", "--dry-run")
    assert (code, "1 files: 1 would be sent" in output) == (0, True)
    assert "  gone.log: left out, it is a link to nothing" in errors
    assert "  once.log: left out, it is a link to nothing" in errors
    assert "  m0/live.log: left out, it is a pipe" in errors


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_an_import_tells_what_its_pattern_does_not_match(cli: Cli, worker: Process) -> None:
    folder_of(cli.home / "logs", 2)
    code, output, errors = cli.run("import", "logs", "--pattern", "{machine}/x/run{trial}.log")
    assert (code, output, Upload.objects.exists()) == (1, "", False)
    assert "the pattern {machine}/x/run{trial}.log matches no file, such as m0/Linux" in errors
    (cli.home / "logs" / "other.log").write_text(LOG.replace("390.24", "123.24"))
    code, output, errors = cli.run("import", "logs", "--pattern", PATTERN)
    assert (code, "3 stored" in output) == (0, True)
    assert errors.splitlines() == [
        "  other.log: does not match the pattern",
        "benchdb: 1 file does not match the pattern: it counts without what it states",
    ]
    assert cli.run("import", "logs", "--pattern", PATTERN)[2] == errors, "of files that are there already, too"


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_an_import_tells_which_part_of_a_path_cannot_be(cli: Cli, worker: Process) -> None:
    folder_of(cli.home / "logs", 2)
    (run,) = (cli.home / "logs/m0").glob("*/*/*/run1.log")
    run.rename(run.with_name("run0.log"))
    message = "  m0/Linux 2.6.18/global/c100/run0.log: trial: expected a whole number above 0, found '0'"
    code, output, errors = cli.run("import", "logs", "--pattern", PATTERN, "--dry-run")
    assert (code, "concurrency=100  trial=0 (not applied)" in output, message in errors) == (0, True, True)
    code, output, errors = cli.run("import", "logs", "--pattern", PATTERN)
    assert (code, "2 stored" in output) == (0, True)
    assert errors.splitlines() == [message, "benchdb: 1 file counts without that part of its path"]
    assert sorted(str(run.setup.machine) for run in Run.objects.with_setup()) == ["m0", "m1"]


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("refused", ["in.tar.gz", "../out.log"])
def test_a_file_that_was_not_read_is_told_by_the_exit_status(cli: Cli, worker: Process, refused: str) -> None:
    folder = cli.home / "logs"
    folder.mkdir()
    with zipfile.ZipFile(folder / "all.zip", "w") as bundle:
        bundle.writestr("top.log", LOG)
        bundle.writestr(refused, tar_of(LOG) if refused.endswith("gz") else LOG)
    first = cli.run("import", "logs")
    assert (first[0], refused in first[2]) == (1, True), first
    for again in (cli.run("import", "logs"), cli.run("upload", "logs/all.zip"), cli.run("upload", "logs/all.zip")):
        assert (again[0], refused in again[2]) == (1, True), again
    assert Run.objects.count() == 1


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_copies_in_a_folder_under_other_facts_are_named(cli: Cli, worker: Process) -> None:
    logs = folder_of(cli.home / "logs", 1)
    run = logs / "m0/Linux 2.6.18/global/c100/run1.log"
    shutil.copy(run, run.with_name("run2.log"))
    code, _, errors = cli.run("import", "logs", "--pattern", PATTERN)
    assert (code, "run2.log: not applied: trial 2 (stored: 1)" in errors) == (1, True), errors
    assert Run.objects.get().trial == 1


@pytest.mark.django_db(transaction=True)
def test_a_bad_benchdb_toml_is_named_before_anything_is_sent(cli: Cli) -> None:
    logs = folder_of(cli.home / "logs", 2)
    (logs / "m0/benchdb.toml").write_text('[facts]\ncpus = "four"\n')
    for _ in range(2):
        code, output, errors = cli.run("import", "logs")
        assert (code, output) == (1, "")
        assert "m0/benchdb.toml, line 2: cpus: expected a whole number above 0, found 'four'" in errors
    assert Upload.objects.count() == 0


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_an_import_tells_why_a_file_was_not_read(cli: Cli, worker: Process) -> None:
    logs = folder_of(cli.home / "logs", 1)
    (logs / "letter.txt").write_text("Dear all,\n")
    first, again = cli.run("import", "logs"), cli.run("import", "logs")
    assert (first[0], "  not read: letter.txt: Not a log we know" in first[2]) == (1, True), first
    assert again[2] == first[2]
    shutil.rmtree(logs / "m0")
    (logs / "letter.txt").write_text("Dear both,\n")
    alone = cli.run("import", "logs")
    assert "  not read: letter.txt: Not a log we know" in alone[2], "where the upload failed as a whole, too"


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_files_that_were_not_read_for_one_cause_are_told_together(cli: Cli, worker: Process) -> None:
    logs = folder_of(cli.home / "logs", 1)
    for number in range(25):
        (logs / f"{number:02}.cmd").write_text(f"ab -n {number}\n")
    (logs / "zz.log.gz").write_bytes(b"\x1f\x8b\x08broken")
    lines = [line for line in cli.run("import", "logs")[2].splitlines() if line.startswith("  not read: ")]
    assert lines[0] == "  not read: 00.cmd, 01.cmd, 02.cmd and 22 more: Not a log we know."
    assert (len(lines), lines[1].startswith("  not read: zz.log.gz: ")) == (2, True)


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_log_that_grows_while_it_is_sent_is_told_and_counts_once(
    cli: Cli, worker: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = cli.home / "logs"
    logs.mkdir()
    (logs / "a.log").write_text(LOG)
    check = existing_logs.check_size

    def grown(*question: Any) -> None:
        """The command has hashed it, and asks for it; somebody writes to it before it is sent."""
        with (logs / "a.log").open("a") as log:
            log.write(LOG.replace("390.24", "391.24"))
        monkeypatch.setattr(existing_logs, "check_size", check)
        check(*question)

    monkeypatch.setattr(existing_logs, "check_size", grown)
    code, _, errors = cli.run("import", "logs")
    upload = Upload.objects.get().pk
    assert (code, f"a.log: it changed while it was sent; what was sent is in upload {upload}." in errors) == (1, True)
    assert Run.objects.active().count() == 2
    with (logs / "a.log").open("a") as log:
        log.write(LOG.replace("390.24", "392.24"))
    assert cli.run("import", "logs")[0] == 0
    assert (Run.objects.count(), Run.objects.active().count()) == (5, 3)


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_an_import_tells_what_is_wrong_with_logs_that_were_read_as_an_upload_does(cli: Cli, worker: Process) -> None:
    logs = folder_of(cli.home / "logs", 3)
    of_m0 = logs / "m0/Linux 2.6.18/global"
    (of_m0 / "c100/run1.log").write_text(LOG[:850])
    (of_m0 / "c100/run2.log").rename(of_m0 / "run2.log")
    (of_m0 / "c8").mkdir()
    (of_m0 / "run2.log").rename(of_m0 / "c8/run2.log")
    first, again = (cli.run("import", "logs", "--pattern", PATTERN) for _ in range(2))
    assert (first[0], "3 stored" in first[1], again[2]) == (0, True, first[2]), first
    broken, against = first[2].splitlines()
    assert broken.startswith("  m0/Linux 2.6.18/global/c100/run1.log:")
    assert "cut off here" in broken
    assert against.endswith("c8/run2.log:1: The path says concurrency 8, the log 100: the log counts.")
    (cli.home / "alone.log").write_text(LOG[:850] + "\n")
    alone = cli.run("upload", "alone.log")
    assert (alone[0], broken.partition(": ")[2] in alone[2]) == (0, True), alone


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_an_import_tells_some_problems_and_where_the_others_stand(cli: Cli, worker: Process) -> None:
    for path in folder_of(cli.home / "logs", MOST_SHOWN + 5).rglob("run*.log"):
        path.write_text(path.read_text()[:850] + path.parent.parent.parent.parent.name + path.name)
    code, output, errors = cli.run("import", "logs")
    *shown, more = errors.splitlines()
    assert (code, len(shown), f"{cli.url}/uploads/" in output) == (0, MOST_SHOWN, True), errors
    assert re.fullmatch(rf"  and \d+ more; see {cli.url}/uploads/\d+/", more)


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_notes_in_a_folder_are_no_failure(cli: Cli, worker: Process) -> None:
    folder_of(cli.home / "logs", 2)
    (cli.home / "logs/m0/notes.md").write_text("The fan was replaced.")
    code, output, errors = cli.run("import", "logs")
    assert (code, errors, "1 passed over, 2 stored" in output) == (0, "", True)


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_an_import_with_a_pattern_asks_of_which_machine_a_recording_is(cli: Cli, worker: Process) -> None:
    for path, content in load(1, "web1", "gen1").items():
        (cli.home / "logs" / path).parent.mkdir(parents=True, exist_ok=True)
        (cli.home / "logs" / path).write_bytes(content)
    code, _, errors = cli.run("import", "logs", "--pattern", "{machine}/c{concurrency}/run{trial}.log")
    questions = [line for line in errors.splitlines() if "were recorded beside the load. Say which of" in line]
    assert (code, len(questions), "does not match" in errors) == (0, 2, False), errors
