"""The programs that tests use, on machines that have some of them."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from benchdb.host import bootstrap

Program = Callable[[str, str], Path]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Makes a program of a machine that has no others."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def made(name: str, script: str = "") -> Path:
        path = folder / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    return made


@pytest.fixture
def root(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Who may install, from mirrors that have nothing: what apt-get was asked for, a line each time."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    wanted = tmp_path / "wanted"
    wanted.touch()
    program("env", 'shift; "$@"')
    program("apt-get", f'echo "$@" >> {wanted}; exit 100')
    return wanted


def test_the_browser_without_windows_is_preferred(program: Program) -> None:
    assert bootstrap.browser() is None
    chromium = program("chromium", "")
    assert bootstrap.browser() == str(chromium)
    shell = program("chromium-headless-shell", "")
    assert bootstrap.browser() == str(shell)


def test_a_browser_that_cannot_be_had_is_asked_for_once(
    program: Program, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program("chromium", "")
    bootstrap.ensure_shell()
    first = root.read_text()
    assert f"install -y --no-install-recommends {bootstrap.SHELL}" in first
    assert "chromium-headless-shell cannot be installed; the tests use Chromium" in capsys.readouterr().out
    bootstrap.ensure_shell()
    assert root.read_text() == first


def test_a_browser_that_is_there_is_not_installed(program: Program, root: Path) -> None:
    program("chromium-headless-shell", "")
    bootstrap.ensure_shell()
    assert root.read_text() == ""
    assert bootstrap.is_installed("chromium")
