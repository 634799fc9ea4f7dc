"""`benchdb import`: folders whose paths state facts, in part or interrupted, with a real worker."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import tarfile
import zipfile
from pathlib import Path

import pytest

from benchdb.cli.folder import AT_ONCE
from benchdb.cli.import_folder import MOST_SHOWN
from benchdb.dev.testing.waiting import HANGS, wait_for
from benchdb.host.paths import ROOT
from benchdb.host.process import Process
from benchdb.models import Recording, Run, Setup, Upload
from benchdb.tests.cli.command import LOG, Cli

SAR = (ROOT / "fixtures/occasions/nginx-ab/sar.txt").read_text()
PATTERN = "{machine}/{kernel}/{zone}/c{concurrency}/run{trial}.log"


def folder_of(folder: Path, count: int) -> Path:
    """That many logs of two machines, each with other bytes."""
    for number in range(count):
        path = folder / f"m{number % 2}" / "Linux 2.6.18" / "global" / "c100" / f"run{number // 2 + 1}.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(LOG.replace("390.24", f"{300 + number}.24"))
    return folder


def tar_of(log: str) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("run.log")
        member.size = len(log)
        archive.addfile(member, io.BytesIO(log.encode()))
    return packed.getvalue()


@pytest.mark.django_db(transaction=True)
def test_a_dry_run_says_what_each_path_states_and_sends_nothing(cli: Cli) -> None:
    folder_of(cli.home / "logs", 4)
    (cli.home / "logs" / "other.log").write_text(LOG.replace("390.24", "123.24"))
    code, output, _ = cli.run("import", "logs", "--pattern", PATTERN, "--dry-run")
    assert code == 0
    assert "m1/Linux 2.6.18/global/c100/run2.log  machine=m1  kernel=Linux 2.6.18  zone=global" in output
    assert "5 files: 5 would be sent, 0 are there already" in output
    assert "1 do not match the pattern" in output
    assert Upload.objects.count() == 0
    code, _, errors = cli.run("import", "logs", "--pattern", "{machne}/x")
    assert (code, "unknown field {machne}" in errors) == (1, True)


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
def test_a_dry_run_reads_paths_by_the_patterns_of_the_folder(cli: Cli) -> None:
    folder = folder_of(cli.home / "logs", 2)
    (folder / "benchdb.toml").write_text('pattern = "c{concurrency}/run{trial}.log"\n')
    (folder / "m0" / "benchdb.toml").write_text('pattern = "{zone}/c{concurrency}/run{trial}.log"\n')
    for name in ("c100/run0.log", "other.log"):
        path = folder / "m1" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(LOG.replace("390.24", f"{500 + len(name)}.24"))
    code, output, errors = cli.run("import", "logs", "--dry-run")
    assert code == 0
    assert "m0/Linux 2.6.18/global/c100/run1.log  zone=global  concurrency=100  trial=1" in output
    assert "m1/Linux 2.6.18/global/c100/run1.log  concurrency=100  trial=1" in output
    assert "  m1/other.log: does not match the pattern" in errors
    assert "  m1/c100/run0.log: trial: expected a whole number above 0, found '0'" in errors


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_dry_run_ends_with_1_where_the_import_would(cli: Cli, worker: Process) -> None:
    folder = folder_of(cli.home / "logs", 1)
    (folder / "benchdb.toml").write_text('[files."*.lgo"]\nzone = "a"\n')
    code, _, errors = cli.run("import", "logs", "--machine", "first")
    assert (code, "benchdb.toml:1: [files.'*.lgo'] matches no file" in errors) == (0, True)
    for words in ((), ("--dry-run",)):
        code, _, errors = cli.run("import", "logs", "--machine", "second", *words)
        assert (code, "not applied: machine second (stored: first)" in errors) == (1, True)


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_dry_run_says_what_the_import_would_store_and_what_it_would_say(cli: Cli, worker: Process) -> None:
    folder = folder_of(cli.home / "logs", 2)
    sections = '[facts]\nzone = "outer"\n[files."2031/*"]\nkernel = "x"\n[machines.m9]\ncpu_count = 4\n'
    (folder / "benchdb.toml").write_text(f'pattern = "{PATTERN}"\n{sections}')
    (folder / "other.log").write_text(LOG.replace("390.24", "123.24"))
    shutil.copy(folder / "m0/Linux 2.6.18/global/c100/run1.log", folder / "copy.log")
    for number in (1, 2):
        (folder / f"m0/sar{number}.txt").write_text(SAR + "\n" * number)
    code, output, dry = cli.run("import", "logs", "--dry-run")
    assert (code, Upload.objects.exists()) == (0, False)
    assert "m0/Linux 2.6.18/global/c100/run1.log  machine=m0  kernel=Linux 2.6.18  zone=outer" in output
    assert "1 do not match the pattern" in output
    assert "new    m0/sar1.txt  zone=outer" in output
    code, _, errors = cli.run("import", "logs")
    named = [line.split(":")[0] for line in dry.splitlines()]
    assert sorted(set(named)) == ["  benchdb.toml", "  other.log"]
    assert [line for line in errors.splitlines() if "benchdb.toml" in line] == dry.splitlines()[:3]
    assert [line.split(":")[0] for line in errors.splitlines() if "does not match" in line] == ["  other.log"]
    zones = Run.objects.filter(setup__zone="outer").exclude(file__name="other.log")
    assert zones.count() == 2
    assert cli.run("import", "logs", "--dry-run")[2].splitlines()[-1] == "  other.log: does not match the pattern"


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
def test_a_dry_run_ends_as_the_import_does_where_the_pattern_matches_nothing(cli: Cli) -> None:
    folder_of(cli.home / "logs", 2)
    words = ("import", "logs", "--pattern", "{machine}/x/run{trial}.log")
    dry = cli.run(*words, "--dry-run")
    assert (dry[0], dry[1], "matches no file, such as m0/Linux" in dry[2]) == (1, "", True)
    assert cli.run(*words) == dry


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


@pytest.mark.django_db(transaction=True)
def test_a_pattern_with_the_folders_own_name_works_as_on_the_upload_page(cli: Cli) -> None:
    folder_of(cli.home / "scale", 1)
    pattern = "scale/{machine}/{kernel}/{zone}/c{concurrency}/run{trial}.log"
    code, output, _ = cli.run("import", "scale", "--pattern", pattern, "--no-wait")
    assert code == 0, output
    assert Upload.objects.get().files.get().name == "scale/m0/Linux 2.6.18/global/c100/run1.log"


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
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=lambda number: number.name)
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
