"""`benchdb check`: 2 and the true sentence wherever nothing could be judged, and what is known before the load."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from benchdb.accounts.people import give_role
from benchdb.accounts.tokens import make_token
from benchdb.cli.__main__ import main
from benchdb.cli.site import Refused, Site
from benchdb.domain.roles import Role, Scope
from benchdb.host.local_sites import register
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db(transaction=True)
SIDES = ("--cols", "kernel", "--baseline", "Linux 6.1.0", "--kernel", "Linux 6.2.0", "--interval", "0")


@pytest.fixture
def site(tmp_path: Path, live_server: Any, site_token: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """With runs of the baseline, which takes no others; the command writes beside it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    register(live_server.url, settings.HERE.token)
    runs(setup("Linux 6.1.0", 8, machine="lab"), {"requests_per_second": [100.0, 101.0]})

    def refused(*_: object, **__: object) -> None:
        raise Refused("the site is full")

    monkeypatch.setattr(Site, "upload", refused)  # no worker reads here
    return str(live_server.url)


def check(site: str, *words: str, load: tuple[str, ...] = ("touch", "ran")) -> int:
    return main(["--url", site, "check", *SIDES, *words, "--summary", "s.md", "--", *load])


def kept() -> str:
    """What the summary says, below its marker."""
    marker, _, sentence = Path("s.md").read_text("utf-8").partition("\n")
    assert re.fullmatch(r"<!-- benchdb: check=kernel&load=[0-9a-f]{8} -->", marker)
    return sentence.strip()


@pytest.mark.parametrize(
    ("load", "sentence"),
    [
        (("no-such-tool",), "no-such-tool cannot be started: No such file or directory"),
        (("sh", "-c", "exit 4"), "The load ended with exit status 4"),
    ],
)
def test_a_load_that_fails_judges_nothing(site: str, capfd: Any, load: tuple[str, ...], sentence: str) -> None:
    assert check(site, load=load) == 2
    assert f"benchdb: {sentence}; nothing is compared." in capfd.readouterr().err
    assert kept() == f"**⚠️ {sentence}; nothing is compared.**"


def test_runs_that_cannot_be_sent_are_no_load_that_failed(site: str, capfd: Any) -> None:
    assert check(site, load=("echo", "hello")) == 2
    assert kept() == "**⚠️ The runs could not be sent: the site is full; nothing is compared.**"
    assert "exit status" not in capfd.readouterr().err


def test_who_may_not_upload_is_told_before_the_load(
    site: str, capfd: Any, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    vic = User.objects.create_user("vic")
    give_role(vic, Role.VIEWER)
    monkeypatch.setenv("BENCHDB_TOKEN", make_token(vic, "laptop", Scope.READ)[1])
    assert (check(site), Path("ran").exists()) == (2, False)
    assert "of vic (viewer) may not upload" in capfd.readouterr().err
    assert "may not upload" in kept()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--fail-if", "not-equivalent", "--band", "-3"), "-3"),
        (("--summary", "none/s.md"), "there is no folder"),
        (("--summary", "."), "this is a folder"),
        (("--metric", "bogus"), "bogus"),
    ],
)
def test_what_cannot_be_judged_is_refused_before_the_load(
    site: str, capfd: Any, words: tuple[str, ...], sentence: str
) -> None:
    assert main(["--url", site, "check", *SIDES, *words, "--", "touch", "ran"]) == 2
    assert (sentence in capfd.readouterr().err, Path("ran").exists()) == (True, False)


@pytest.mark.parametrize(
    ("setting", "option"), [("ka", "--tuning ka=VALUE"), ("server_commit", "--server-commit VALUE")]
)
def test_a_setting_that_nothing_states_is_missed_before_the_load(
    site: str, capfd: Any, setting: str, option: str
) -> None:
    words = ("--cols", f"tuning.{setting}", "--baseline", "off", "--interval", "0", "--summary", "s.md")
    assert main(["--url", site, "check", *words, "--", "touch", "ran"]) == 2
    sentence = f"this run's tuning.{setting} would not be recorded: state it with {option}"
    assert (sentence in capfd.readouterr().err, Path("ran").exists()) == (True, False)
    assert sentence in Path("s.md").read_text("utf-8")


@pytest.mark.parametrize("cols", ["zone", "tuning.profile_event", "tuning.ulimit.nofile", "tuning.client"])
def test_what_logs_or_the_machine_may_state_is_not_missed_before_the_load(site: str, cols: str) -> None:
    words = ("--cols", cols, "--baseline", "other", "--unless", "not-comparable", "--interval", "0")
    main(["--url", site, "check", *words, "--", "touch", "ran"])
    assert Path("ran").exists()


def test_a_baseline_that_no_run_has_is_missed_before_the_load(site: str, capfd: Any) -> None:
    assert (check(site, "--baseline", "Linux 5.0"), Path("ran").exists()) == (3, False)
    assert "has kernel Linux 5.0" in capfd.readouterr().err
    assert kept().startswith("**⚠️ No load was run: no run has kernel Linux 5.0")
    assert (check(site, "--machine", "other"), Path("ran").exists()) == (3, False)
    check(site, "--baseline", "Linux 5.0", "--unless", "not-comparable")
    assert Path("ran").exists(), "the first build of all has none to be held against"


def test_the_marker_stays_the_same_whatever_is_compared(site: str) -> None:
    markers = set()
    for build in ("6.2", "6.3"):
        check(site, "--kernel", f"Linux {build}", load=("false",))
        markers.add(Path("s.md").read_text("utf-8").partition("\n")[0])
    assert len(markers) == 1
    markers.clear()
    question = ("--cols", "kernel", "--fail-if", "worse", "--summary", "s.md")
    for sides in ("Linux 6.1.0", "Linux 6.2.0"):
        main(["--url", site, "compare", "machine=lab", f"kernel={sides}", *question, "--baseline", sides])
        markers.add(Path("s.md").read_text("utf-8").partition("\n")[0])
    main(["--url", "http://127.0.0.1:1", "compare", "machine=lab", "kernel=x", *question])
    markers.add(Path("s.md").read_text("utf-8").partition("\n")[0])
    assert len(markers) == 1
    assert "does not answer" in Path("s.md").read_text("utf-8")


def test_a_line_without_a_load_names_its_own_command(site: str, capfd: Any) -> None:
    assert main(["--url", site, "check", *SIDES, "--"]) == 2
    assert "nothing to run: benchdb check" in capfd.readouterr().err
