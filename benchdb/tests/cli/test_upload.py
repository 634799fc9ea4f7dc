"""`benchdb upload`: against the site, a real worker and a real database; its links lead to what was stored."""

from __future__ import annotations

import json
import re
import zipfile
from signal import SIGPIPE
from typing import Any

import pytest

from benchdb.cli.upload import report
from benchdb.curation.uploads import withdraw
from benchdb.dev.testing.waiting import HANGS
from benchdb.host.process import Process
from benchdb.models import Run, Upload
from benchdb.tests.cli.command import LOG, Cli


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_log_is_sent_compared_and_its_links_work(cli: Cli, worker: Process, client: Any) -> None:
    (cli.home / "a.log").write_text(LOG)
    code, output, errors = cli.run("upload", "a.log", "--machine", "V125", "--zone", "global")
    assert (code, errors) == (0, "")
    links = dict(re.findall(r"^(\w+) +(http\S+)$", output, re.MULTILINE))
    assert set(links) == {"upload", "run"}
    assert all(client.get(link.removeprefix(cli.url)).status_code == 200 for link in links.values())
    code, output, _ = cli.run("compare", "--cols", "zone", "--format", "json", "machine=V125")
    assert json.loads(output)["rows"][0]["cells"][0]["value"] == 390.24
    code, output, errors = cli.run("upload", "a.log", "--machine", "otherbox")
    assert output.startswith("already here: 1 run from 1 file")
    assert (code, "machine otherbox (stored: V125)" in errors, "--own-runs" in errors) == (1, True, True)
    code, _, errors = cli.run("upload", "a.log", "--machine", "otherbox", "--own-runs")
    assert (code, errors, Run.objects.count()) == (0, "", 2)
    code, _, errors = cli.run("compare", "--cols", "colour")
    assert (code, "refuses (4" in errors) == (1, True)


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_trials_of_one_setup_are_listed_and_what_is_sent_again_is_told(cli: Cli, worker: Process, client: Any) -> None:
    trials = [f"{trial}.log" for trial in range(5)]
    for trial in trials:
        (cli.home / trial).write_text(LOG.replace("390.24", f"39{trial[0]}.24"))
    code, output, errors = cli.run("upload", *trials, "--machine", "V125")
    links = dict(re.findall(r"^(\w+) +(http\S+)$", output, re.MULTILINE))
    assert (code, errors, set(links), output.splitlines()[0]) == (
        0,
        "",
        {"upload", "runs"},
        "stored: 5 runs from 5 files",
    )
    assert client.get(links["runs"].removeprefix(cli.url)).context["total"] == 5
    assert "Compare these runs" not in client.get(links["upload"].removeprefix(cli.url)).content.decode()
    again = cli.run("upload", *trials, "--machine", "V125")
    assert again == (0, output.replace("stored: ", "already here: "), "")
    assert Upload.objects.count() == 1
    sent_in_a_zip(cli, trials)


def sent_in_a_zip(cli: Cli, trials: list[str]) -> None:
    """All of its logs are there, though a `benchdb.toml` and a letter beside them are no logs."""
    with zipfile.ZipFile(cli.home / "all.zip", "w") as packed:
        packed.writestr("benchdb.toml", '[facts]\nmachine = "V125"\n')
        packed.writestr("z/letter", "Made in 2007.")
        packed.writestr("a/letter", "Made in 2008.")
        for trial in trials:
            packed.write(cli.home / trial, trial)
    code, output, errors = cli.run("upload", "all.zip")
    assert (code, output.splitlines()[0]) == (1, "already here: 5 runs from 8 files")
    assert errors.index("a/letter") < errors.index("z/letter")
    (cli.home / "new.log").write_text(LOG.replace("390.24", "399.99"))
    code, output, _ = cli.run("upload", "new.log", trials[0], "--machine", "V125")
    assert (code, output.splitlines()[0]) == (0, "stored: 2 runs from 2 files, 1 file already here")


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_logs_of_a_withdrawn_upload_are_not_said_to_be_fine(cli: Cli, worker: Process) -> None:
    folder = cli.home / "logs"
    folder.mkdir()
    (folder / "a.log").write_text(LOG)
    (cli.home / "b.log").write_text(LOG.replace("390.24", "391.24"))
    assert cli.run("upload", "logs/a.log")[0] == 0
    withdraw(Upload.objects.get().pk, "wrong machine", "ada")
    words = f"1 file came with upload {Upload.objects.get().pk}, which ada withdrew on"
    for command in (("upload", "logs/a.log"), ("upload", "logs/a.log", "--no-wait"), ("import", "logs")):
        code, _, errors = cli.run(*command)
        assert (code, words in errors, "“wrong machine”" in errors) == (1, True, True), command
    code, _, errors = cli.run("upload", "b.log", "logs/a.log", "--own-runs")
    assert (code, words in errors, Run.objects.active().count()) == (1, True, 1)
    code, _, errors = cli.run("import", "logs", "--dry-run")
    assert (code, words in errors) == (1, True), "as the import itself"


@pytest.mark.django_db(transaction=True)
def test_output_that_nobody_reads_to_its_end_ends_the_command_quietly(cli: Cli) -> None:
    process = cli.start("compare", "--cols", "zone")
    assert process.stdout
    process.stdout.close()
    _, errors = process.communicate(timeout=HANGS)
    assert (process.returncode, errors) == (128 + SIGPIPE, "")


def test_a_cause_that_several_files_share_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    left = [problem_of(f"{number}.log", "It was not read: the upload was cancelled by ada.") for number in range(1002)]
    report(
        answer(
            "failed",
            [*left, problem_of("z.log", "the report breaks off", 7), problem_of("z.log", "the report breaks off", 9)],
        )
    )
    assert capsys.readouterr().err.splitlines() == [
        "  0.log and 1001 more: It was not read: the upload was cancelled by ada.",
        "  z.log:7: the report breaks off",
        "  z.log:9: the report breaks off",
    ]


@pytest.mark.parametrize(
    ("message", "is_told"), [("Not a log we know. It begins: 'Dear'", True), ("A line of it is too long.", False)]
)
def test_formats_are_named_behind_what_is_of_none(
    capsys: pytest.CaptureFixture[str], message: str, is_told: bool
) -> None:
    report(answer("stored", [problem_of("a.txt", message)]))
    assert ("formats that can be read" in capsys.readouterr().err) == is_told


def problem_of(file: str, message: str, line: int = 0) -> dict[str, Any]:
    return {"file": file, "line": line, "message": message}


def answer(state: str, problems: list[dict[str, Any]]) -> dict[str, Any]:
    files = [{"name": problem["file"], "state": "failed"} for problem in problems]
    progress = {"total": len(files)}
    base = {"id": 1, "url": "http://x/uploads/1/", "error": "", "runs": [], "compare_url": None}
    return {**base, "state": state, "progress": progress, "problems": problems, "files": files}
