"""The launcher survives any order of deaths, and says what it does. No process is started here, no second waited."""

import errno
import io
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from benchdb.dev.testing.waiting import free_port
from benchdb.host import launch
from benchdb.host.process import Process
from benchdb.host.watch import QUIET, Watched, attempt


class Child:
    name, is_running = "PostgreSQL", True
    process = SimpleNamespace(returncode=-9)

    def end_group(self) -> None: ...

    def stop(self, patience: float) -> None: ...

    def last_words(self, count: int = 15) -> str:
        return "killed"


class Site:
    """One child, and a clock that only moves when it is told to."""

    def __init__(self) -> None:
        self.now, self.starts, self.fails = 0.0, 0, 0
        self.watched = Watched(self.start, ExitStack(), 1.0, lambda: self.now)

    def start(self) -> Process:
        if self.fails:
            self.fails -= 1
            raise RuntimeError("PostgreSQL stopped as it started")
        self.starts += 1
        return cast(Process, Child())

    def kill(self) -> None:
        cast(Any, self.watched.child).is_running = False

    def after(self, seconds: float) -> None:
        self.now += seconds
        self.watched.look()


def test_a_server_that_dies_again_while_it_recovers_is_tried_again(capsys: pytest.CaptureFixture[str]) -> None:
    site = Site()
    site.kill()
    site.fails = 3
    for _ in range(40):
        site.after(1)
    assert (site.starts, site.watched.child.is_running) == (2, True)
    printed = capsys.readouterr().out
    assert "PostgreSQL cannot be started: PostgreSQL stopped as it started" in printed
    assert "starting another in 8 s" in printed


def test_pauses_fade_after_a_quiet_minute(capsys: pytest.CaptureFixture[str]) -> None:
    site = Site()
    for _ in range(6):
        site.kill()
        site.after(0)
        site.after(31)
    assert "in 30 s" in capsys.readouterr().out
    site.after(2 * QUIET)
    site.kill()
    site.after(0)
    assert "in 1 s" in capsys.readouterr().out


class FullDisk(io.StringIO):
    def write(self, words: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_ends_no_launcher(monkeypatch: pytest.MonkeyPatch) -> None:
    site = Site()
    monkeypatch.setattr("sys.stdout", FullDisk())
    site.kill()
    site.after(0)
    site.after(1)
    assert site.starts == 2
    attempt(lambda: FullDisk().write("a log, moved aside") and None)


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BENCHDB_DATA", str(tmp_path / "file" / "var"))
    with pytest.raises(SystemExit, match="Not a directory; BENCHDB_DATA names another folder"):
        launch.main()


def test_a_start_on_a_full_disk_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def initdb_fails(*_: Any) -> None:
        raise RuntimeError("initdb could not make it:\n" + "many lines\n" * 15)

    monkeypatch.setenv("BENCHDB_DATA", str(tmp_path))
    monkeypatch.setenv("PORT", str(free_port()))
    monkeypatch.setattr(launch, "start_servers", initdb_fails)
    monkeypatch.setattr(launch.shutil, "disk_usage", lambda _: SimpleNamespace(free=2**20))
    with pytest.raises(SystemExit, match=r"1 MiB are free there.*names? another folder with BENCHDB_DATA") as ended:
        launch.main()
    assert "\n" not in str(ended.value)
