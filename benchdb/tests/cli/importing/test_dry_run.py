"""What `benchdb import --dry-run` says that an import would do."""

from __future__ import annotations

import shutil

import pytest

from benchdb.host.process import Process
from benchdb.models import Run, Upload
from benchdb.tests.cli.command import LOG, Cli
from benchdb.tests.cli.importing.folders import PATTERN, SAR, folder_of


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
def test_a_dry_run_ends_as_the_import_does_where_the_pattern_matches_nothing(cli: Cli) -> None:
    folder_of(cli.home / "logs", 2)
    words = ("import", "logs", "--pattern", "{machine}/x/run{trial}.log")
    dry = cli.run(*words, "--dry-run")
    assert (dry[0], dry[1], "matches no file, such as m0/Linux" in dry[2]) == (1, "", True)
    assert cli.run(*words) == dry
