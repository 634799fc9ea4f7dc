"""Preparations of `record --each` are lines for a shell; a load is run without one, and refused if it wants one."""

from __future__ import annotations

import shlex
import tarfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.cli.__main__ import main
from benchdb.cli.recording.plan import ShellWanted, configuration, plan, shell_sign


def recorded(folder: Path, *words: str) -> int:
    return main(["record", "--interval", "0", "--no-upload", "--output", str(folder / "b.tar.gz"), *words])


def test_a_preparation_is_a_line_for_a_shell(tmp_path: Path) -> None:
    state = tmp_path / "a state"
    side = f"limit=on: echo on > '{state}'; sleep 0; echo $((1 + 1)) >> '{state}' && true"
    assert recorded(tmp_path, "--each", side, "--", "cat", str(state)) == 0
    with tarfile.open(tmp_path / "b.tar.gz") as bundle:
        log = bundle.extractfile("run.log")
        assert log is not None
        assert log.read() == b"on\n2\n"
        facts = bundle.extractfile("benchdb.toml")
        assert facts is not None
        assert f"Prepared by: echo on > '{state}'; sleep 0" in facts.read().decode()


def test_a_preparation_ends_with_its_first_command_that_fails(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert recorded(tmp_path, "--each", "limit=on: false; sleep 0", "--", "echo", "measured") == 1
    output, errors = capfd.readouterr()
    assert "'false; sleep 0' ended with exit status 1; nothing was sent" in errors
    assert "measured" not in output
    assert not (tmp_path / "b.tar.gz").exists()


@pytest.mark.parametrize(
    ("load", "sign"),
    [
        ("ab http://h/; sleep 1", ";"),
        ("ab http://h/ > log", ">"),
        ("ab http://h/ 2>&1 | tee log", ">"),
        ("cd /tmp && ab http://h/", "&&"),
        ("ab http://h/ &", "&"),
        ("ab $URL", "$U"),
        ('ab "http://$HOST/"', "$H"),
        ("ab `cat url`", "`"),
        ("LC_ALL=C ab http://h/", "LC_ALL="),
        ("wrk -s ~/x.lua http://h/", "~"),
        ("wrk -s *.lua http://h/", "*"),
    ],
)
def test_a_load_that_wants_a_shell_is_refused_with_what_to_write(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], load: str, sign: str
) -> None:
    assert recorded(tmp_path, "--each", f"conf=a: {load}", "conf=b: echo hello") == 1
    errors = capfd.readouterr().err
    assert f"{sign!r} is for a shell, and a load is run without one" in errors
    assert "write sh -c" in errors
    assert not (tmp_path / "b.tar.gz").exists()


@pytest.mark.parametrize(
    "load",
    [
        "ab -n 5 http://h/?a=1&b=2",
        "ab -C 'a=b; c=d' http://h/a*",
        "ab -H \"X: 1; '2'\" -C a=b http://h/",
        r"ab -H X:\;1 http://h/",
        "sh -c 'ab $URL > log; cat log'",
    ],
)
def test_what_no_shell_is_needed_for_is_run_as_it_stands(load: str) -> None:
    (run,) = plan((), [configuration(f"conf=a: {load}")], 1)
    assert run.load == tuple(shlex.split(load))


@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",))), min_size=1))
def test_whatever_is_quoted_is_no_sign(words: list[str]) -> None:
    assert shell_sign(f"ab {shlex.join(words)}") == ""


def test_a_load_after_the_dashes_was_split_by_the_users_own_shell() -> None:
    (run,) = plan(("ab", "-C", "a;b", "http://h/"), [configuration("conf=a: ./use a; sleep 1")], 1)
    assert (run.load[2], run.prepare) == ("a;b", "./use a; sleep 1")
    with pytest.raises(ShellWanted):
        list(plan((), [configuration("conf=a: ./use a; sleep 1")], 1))
