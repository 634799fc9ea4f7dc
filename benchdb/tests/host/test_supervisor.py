"""The launcher survives any order of deaths, and says what it does. No second is waited."""

import errno
import io
import random
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from subprocess import SubprocessError
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.dev.testing.waiting import free_port
from benchdb.host import launch
from benchdb.host.process import Process
from benchdb.host.supervisor import QUIET, RESTART_AFTER, Supervised, attempt

FAULTS = (RuntimeError("it stopped as it started"), OSError(errno.EAGAIN, "no process"), SubprocessError("preexec_fn"))


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
        self.fault: Exception = RuntimeError("PostgreSQL stopped as it started")
        self.supervised = Supervised(self.start, ExitStack(), 1.0, lambda: self.now)

    def start(self) -> Process:
        if self.fails:
            self.fails -= 1
            raise self.fault
        self.starts += 1
        return cast(Process, Child())

    def kill(self) -> None:
        cast(Any, self.supervised.child).is_running = False

    def after(self, seconds: float) -> None:
        self.now += seconds
        self.supervised.check()


def test_a_server_that_dies_again_while_it_recovers_is_tried_again(capsys: pytest.CaptureFixture[str]) -> None:
    site = Site()
    site.kill()
    site.fails = 3
    for _ in range(40):
        site.after(1)
    assert (site.starts, site.supervised.child.is_running) == (2, True)
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


#: What befalls one of the children: it dies, so many of its next starts fail, so many seconds pass.
kills = st.tuples(st.just("kill"), st.integers(0, 2))
failures = st.tuples(st.just("fail"), st.integers(0, 2), st.integers(1, 4), st.sampled_from(FAULTS))
pauses = st.tuples(st.just("wait"), st.floats(0, 90))


@given(events=st.lists(st.one_of(kills, failures, pauses), max_size=40))
def test_whatever_dies_in_whatever_order_all_run_again(events: list[tuple[Any, ...]]) -> None:
    """Within the longest pause for each failed start, and after a quiet time within a second."""
    sites = [Site(), Site(), Site()]

    def all_wait(seconds: float) -> None:
        for site in sites:
            site.after(seconds)

    for what, *of in events:
        if what == "kill":
            sites[of[0]].kill()
        elif what == "fail":
            sites[of[0]].fails, sites[of[0]].fault = of[1], of[2]
        all_wait(of[0] if what == "wait" else 0.5)
    for _ in range(2 + 4):
        all_wait(RESTART_AFTER[1])
    assert all(site.supervised.child.is_running for site in sites)
    all_wait(2 * QUIET)
    for site in sites:
        site.fails = 0
        site.kill()
    all_wait(0)
    all_wait(RESTART_AFTER[0])
    assert all(site.supervised.child.is_running for site in sites)


def test_real_processes_that_are_killed_in_turn_run_again_also_without_their_logs(tmp_path: Path) -> None:
    """A log that somebody removed is no reason to end a site."""
    now = 0.0
    chance = random.Random(5)
    with ExitStack() as stack:

        def sleeper(name: str) -> Callable[[], Process]:
            return lambda: Process(name, ["sleep", "1000"], log=tmp_path / name)

        children = {name: Supervised(sleeper(name), stack, 5, lambda: now) for name in ("a", "b", "c")}
        for _ in range(8):
            some = chance.sample(sorted(children), chance.randint(1, 3))
            for name in some:
                (tmp_path / name).unlink()
                children[name].child.process.kill()
                children[name].child.process.wait()
            for _ in range(2):
                for supervised in children.values():
                    supervised.check()
                now += RESTART_AFTER[1]
            assert all(supervised.child.is_running for supervised in children.values())


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
