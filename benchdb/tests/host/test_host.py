"""The servers of this machine: their addresses, and what stands in their way."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchdb.dev.testing import plugin
from benchdb.host import launch
from benchdb.host.paths import LONGEST_SOCKET, POSTGRES_SOCKET, ROOT, Paths


def test_a_socket_in_a_deep_folder_moves_where_its_path_is_short_enough(tmp_path: Path) -> None:
    deep = Paths(tmp_path / ("very-long-name-" * 8))
    assert len(str(deep.sockets / POSTGRES_SOCKET)) <= LONGEST_SOCKET
    assert Paths(Path("/srv/b")).sockets == Path("/srv/b/sockets")
    assert deep.sockets != Paths(tmp_path / ("another-long-name-" * 8)).sockets


@pytest.mark.parametrize("port", ["http", "0", "70000", "-1"])
def test_a_port_that_is_none_is_refused(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", port)
    with pytest.raises(SystemExit, match=f"PORT={port} is not a port number"):
        launch.port_number()


def test_a_host_that_is_not_ours_is_refused() -> None:
    with pytest.raises(RuntimeError, match=r"HOST=no-such-host\.invalid is not an address of this machine"):
        launch.refuse_port_in_use("no-such-host.invalid", 8000)


def test_a_site_on_all_addresses_answers_to_the_machines_names() -> None:
    assert {"localhost", "127.0.0.1"} < set(launch.own_names("0.0.0.0"))
    assert "0.0.0.0" not in launch.own_names("0.0.0.0")
    assert "192.0.2.1" in launch.own_names("192.0.2.1")


def test_the_key_is_made_once(tmp_path: Path) -> None:
    here = Paths(tmp_path)
    assert launch.kept_key(here.secret_key) == launch.kept_key(here.secret_key)
    assert here.secret_key.stat().st_mode & 0o077 == 0


def test_a_mistyped_data_folder_is_one_line_and_nothing_is_made(tmp_path: Path) -> None:
    missing = tmp_path / "mistyped"
    command = [sys.executable, str(ROOT / "manage.py"), "fsck"]
    environment = {name: text for name, text in os.environ.items() if name != "DATABASE_URL"}
    there = {**environment, "BENCHDB_DATA": str(missing)}
    done = subprocess.run(command, env=there, capture_output=True, text=True, check=False)
    sentence = f"benchdb: BENCHDB_DATA={missing}: there is no such folder, so no site has its data there\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence)
    assert not missing.exists()


def test_a_backup_of_a_site_that_does_not_run_is_a_sentence(tmp_path: Path) -> None:
    environment = {name: text for name, text in os.environ.items() if name != "DATABASE_URL"}
    there = {**environment, "BENCHDB_DATA": str(tmp_path), "DEBUG": "1"}
    command = [sys.executable, str(ROOT / "manage.py"), "backup", str(tmp_path / "x.backup")]
    done = subprocess.run(command, env=there, capture_output=True, text=True, check=False)
    assert (done.returncode, "Traceback" in done.stderr, "Is the site running" in done.stderr) == (1, False, True)


def test_whoever_imports_the_plugin_leaves_no_folder_behind(tmp_path: Path) -> None:
    environment = {name: text for name, text in os.environ.items() if name != "BENCHDB_DATA"}
    there = {**environment, "TMPDIR": str(tmp_path)}
    for more in ({}, {"PYTEST_XDIST_WORKER": "gw0"}, {"BENCHDB_DATA": str(tmp_path / "own")}):
        import_plugin({**there, **more})
    assert not list(tmp_path.iterdir())


def test_a_folder_that_was_given_is_kept(tmp_path: Path) -> None:
    """A site's, where BENCHDB_DATA is exported and somebody runs the tests; a test's, where it starts a program."""
    kept = tmp_path / "benchdb-test-of-another" / "pg"
    kept.mkdir(parents=True)
    import_plugin(
        {**os.environ, "PYTEST_XDIST_WORKER": "", "BENCHDB_DATA": str(kept.parent)}, "; p.pytest_sessionfinish(None)"
    )
    assert kept.exists()


def test_two_tests_of_one_name_are_refused() -> None:
    """xdist hands tests out by their names: of 47 operations of the API one was asked, and all was green."""
    tests: list[Any] = [SimpleNamespace(nodeid=name, path=name, get_closest_marker=lambda _: None) for name in "aba"]
    plugin.pytest_collection_modifyitems(tests[:2])
    with pytest.raises(pytest.UsageError, match="of one name: a"):
        plugin.pytest_collection_modifyitems(tests)


def import_plugin(environment: dict[str, str], more: str = "") -> None:
    command = [sys.executable, "-c", f"import benchdb.dev.testing.plugin as p{more}"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
