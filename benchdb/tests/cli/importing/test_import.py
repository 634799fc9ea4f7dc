"""`benchdb import`: folders whose paths state facts, in part or interrupted, with a real worker."""

from __future__ import annotations

import os
import re
import shutil
import signal
from pathlib import Path

import pytest

from benchdb.cli.folder import AT_ONCE
from benchdb.dev.testing.waiting import HANGS, wait_for
from benchdb.host.process import Process
from benchdb.models import Recording, Run, Setup, Upload
from benchdb.tests.cli.command import LOG, Cli
from benchdb.tests.cli.importing.folders import PATTERN, SAR, folder_of
from ingest.intake import api


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_folder_of_several_uploads_is_one_folder(cli: Cli, worker: Process) -> None:
    folder = cli.home / "logs"
    folder.mkdir()
    logs = [LOG.replace("390.24", f"{300 + number}.24") for number in range(AT_ONCE + 5)]
    for number, log in enumerate(logs):
        (folder / f"run{number:03}.log").write_text(log)
    (folder / "all.log").write_text("".join(logs[-10:]))
    (folder / "sar.txt").write_text(SAR)
    (folder / "benchdb.toml").write_text('[files."run*.log"]\nmachine = "Box A"\n[files."2031/*"]\nkernel = "x"\n')
    code, output, errors = cli.run("import", "logs")
    assert (code, Upload.objects.count()) == (0, 2), (output, errors)
    counted = Run.objects.active()
    assert (Run.objects.count(), counted.count()) == (len(logs) + 10, len(logs))
    recording = Recording.objects.get()
    assert (str(recording.machine), recording.attachments.filter(run__in=counted).count()) == ("Box A", len(logs))
    assert set(recording.attachments.filter(run__in=counted).values_list("side", flat=True)) == {"server"}
    assert errors.count("[files.'2031/*'] matches no file") == 1


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_folder_that_describes_a_study_is_one_bundle(cli: Cli, worker: Process) -> None:
    folder = folder_of(cli.home / "logs", 2)
    (folder / "benchdb.toml").write_text('[study]\nslug = "mine"\ntitle = "Mine"\n')
    code, output, _ = cli.run("import", "logs", "--pattern", PATTERN, "--dry-run")
    assert (code, "would be sent as one bundle" in output, Upload.objects.count()) == (0, True, 0)
    code, output, errors = cli.run("import", "logs", "--pattern", PATTERN)
    assert (code, errors) == (0, "")
    assert "stored: 2 runs" in output
    assert Run.objects.filter(studies__slug="mine").count() == 2
    assert cli.run("import", "logs", "--pattern", PATTERN)[0] == 0
    assert (Run.objects.count(), Upload.objects.count()) == (2, 1)


@pytest.mark.django_db(transaction=True)
def test_a_pattern_with_the_folders_own_name_works_as_on_the_upload_page(cli: Cli) -> None:
    folder_of(cli.home / "scale", 1)
    pattern = "scale/{machine}/{kernel}/{zone}/c{concurrency}/run{trial}.log"
    code, output, _ = cli.run("import", "scale", "--pattern", pattern, "--no-wait")
    assert code == 0, output
    assert Upload.objects.get().files.get().name == "scale/m0/Linux 2.6.18/global/c100/run1.log"


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_of_copies_in_a_folder_the_one_that_the_pattern_matches_gives_the_run(cli: Cli, worker: Process) -> None:
    logs = folder_of(cli.home / "logs", 2)
    run = logs / "m0/Linux 2.6.18/global/c100/run1.log"
    shutil.copy(run, run.with_name("a copy.log"))
    (run.parent / "benchdb.toml").write_text('[facts]\nserver = "Apache 2.0.58"\n')
    code, output, errors = cli.run("import", "logs", "--pattern", PATTERN)
    assert (code, "not applied" in errors, "3 stored" in output) == (0, False, True), (output, errors)
    assert sorted(Run.objects.values_list("setup__machine__name", "file__name")) == [
        ("m0", "m0/Linux 2.6.18/global/c100/run1.log"),
        ("m1", "m1/Linux 2.6.18/global/c100/run1.log"),
    ]


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "number",
    [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.thorough)],  # what is sent again is the same
    ids=lambda number: number.name,
)
def test_an_import_that_was_interrupted_goes_on_without_a_duplicate(cli: Cli, worker: Process, number: int) -> None:
    many = 2 * AT_ONCE + 20
    folder_of(cli.home / "logs", many)
    first = cli.start("import", "logs", "--pattern", PATTERN)
    wait_for(lambda: Upload.objects.exists())
    first.send_signal(number)
    _, errors = first.communicate(timeout=HANGS)
    assert first.returncode == (130 if number == signal.SIGINT else -signal.SIGKILL)
    assert number != signal.SIGINT or re.search(rf"Interrupted: \d+ of {many} files", errors)
    assert Upload.objects.count() < 3
    code, output, errors = cli.run("import", "logs", "--pattern", PATTERN)
    assert code == 0, errors
    assert re.search(rf"{many} files: \d+ sent now, \d+ were there already; {many} stored", output), output
    assert (Run.objects.count(), Upload.objects.count(), Setup.objects.count()) == (many, 3, 2)
    for machine in ("m0", "m1"):
        trials = Run.objects.filter(setup__machine__name=machine).values_list("trial", flat=True)
        assert sorted(trials) == [*range(1, many // 2 + 1)]
    code, output, _ = cli.run("import", "logs", "--pattern", PATTERN)
    assert f"{many} files: 0 sent now, {many} were there already" in output
    assert Upload.objects.count() == 3
    if number == signal.SIGINT:  # what the site has under other facts is said, and kept on purpose
        said_otherwise(cli, many)


def said_otherwise(cli: Cli, many: int) -> None:
    code, _, errors = cli.run("import", "logs", "--pattern", PATTERN, "--zone", "other")
    assert (code, errors.count("not applied: zone other (stored: global)")) == (1, 20)
    assert f"{many} files are already stored under other facts; --own-runs" in errors
    folder = cli.home / "logs" / "m0"
    (folder / "benchdb.toml").write_text('[facts]\nmachine = "elsewhere"')
    code, _, errors = cli.run("import", "logs", "--pattern", PATTERN, "--dry-run")
    assert (code, f"{many // 2} files are already stored under other facts" in errors) == (1, True), errors
    shutil.rmtree(cli.home / "logs" / "m1")
    code, output, errors = cli.run("import", "logs", "--pattern", PATTERN, "--own-runs")
    assert (code, Run.objects.count()) == (0, many + many // 2)
    assert re.fullmatch(r"  m0/benchdb.toml:2: \[facts\] machine = 'elsewhere' counts for every file.*\n", errors)
    assert f"/uploads/{Upload.objects.latest('pk').pk}/" in output


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_names_that_are_kept_otherwise_than_the_disk_has_them_are_known_again(cli: Cli, worker: Process) -> None:
    """No UTF-8, a line's end, too long a path. A backslash is part of a name."""
    long = "w" * 200 + "/m/" + "k" * 110
    for number, folder in enumerate((b"u\xff\xe9/k", b"o\nx/k", b"o\\d/k", long.encode())):
        path = Path(os.fsdecode(os.fsencode(cli.home / "logs") + b"/" + folder + b"/c100/run1.log"))
        path.parent.mkdir(parents=True)
        path.write_text(LOG.replace("390.24", f"{300 + number}.24"))
    pattern = "{machine}/{kernel}/c{concurrency}/run{trial}.log"
    for sent in (4, 0):
        code, output, errors = cli.run("import", "logs", "--pattern", pattern)
        assert (code, f"4 files: {sent} sent now, {4 - sent} were there already; 4 stored" in output) == (0, True), (
            errors
        )
        assert errors == ""
    machines = {str(run.setup.machine) for run in Run.objects.with_setup()}
    assert machines == {"uÿé", "o\\nx", "o\\d", "m"}
    assert "o\\d/k/c100/run1.log" in Run.objects.values_list("file__name", flat=True)


@pytest.mark.django_db(transaction=True)
def test_names_are_sent_as_the_disk_has_them(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """To sites of before, which know no header and take each backslash for a slash, that of an escape, too."""
    monkeypatch.setattr(api, "is_posix", lambda _: False)
    path = cli.home / "logs" / "web\N{NO-BREAK SPACE}1" / "run1.log"
    path.parent.mkdir(parents=True)
    path.write_text(LOG)
    code, output, errors = cli.run("import", "logs", "--pattern", "{machine}/run{trial}.log", "--no-wait")
    assert code == 0, (output, errors)
    assert Upload.objects.get().files.get().name == "web\\xa01/run1.log"
