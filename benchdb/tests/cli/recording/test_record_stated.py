"""What is typed beside a load is checked before it runs: a load that was measured is not lost by a typing error."""

from __future__ import annotations

import shutil
import tarfile
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.cli.__main__ import main
from benchdb.cli.options import FACTS
from benchdb.cli.recording.bundle import READERS, checked_facts
from benchdb.cli.site import Refused
from ingest.declared.facts import BadFact, bundle, clean

SETTINGS = st.sampled_from(["a=1; b=2", "a=1; a=2", "a=1; tuning.a=2", "tuning.=1", "a", "="])
ODD = SETTINGS | st.sampled_from(["", "3", " 7 ", "0", "-1", "many", "2147483648", "x" * 121, "2026-13-45", "yes"])


def recorded(folder: Path, *words: str) -> int:
    load = ("--", "touch", str(folder / "measured"))
    return main(["record", "--interval", "0", "--no-upload", "--output", str(folder / "b.tar.gz"), *words, *load])


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--cpus", "many"), "--cpus: expected a whole number above 0, found 'many'"),
        (("--trial", "0"), "--trial: expected a whole number above 0"),
        (("--cpus", "99999999"), "--cpus: expected a number from 1 to 65,536, found '99999999'"),
        (("--started-at", "1066-10-14"), "--started-at: expected a time from 1970 on that is not in the future"),
        (("--booted-at", "nonsense"), "--booted-at: expected a time such as"),
        (("--started-at", "nonsense"), "--started-at: expected a time such as"),
        (("--started-at", "2001-01-01T00:00:00Z"), "--started-at: a load that is recorded starts when it is run"),
        (("--trials", "2", "--trial", "7"), "--trial is the number of one run"),
        (("--tuning", "KeepAlive"), "--tuning: expected settings such as"),
        (("--tuning", "a=1;tuning.a=2"), "--tuning: expected one value of a, found '1' and '2'"),
        (("--tuning", "a=2", "--each", "a=1: true", "a=2: true"), "--tuning: a is '2' there and '1' in --each"),
        (("--tuning", "client=a", "--client", "b"), "--client: it is 'b' there and 'a' in --tuning"),
        (("--client", "b", "--each", "client=a: true"), "--client: it is 'b' there and 'a' in --each"),
        (("--same-machine", "perhaps"), "--same-machine: expected yes or no, found 'perhaps'"),
        (("--machine", "m" * 121), "--machine: expected text of at most 120 characters"),
        (("--each", "a=1: true", "a=1: true"), "--each: a=1 is given twice"),
        (("--each", "a=1: true", "a = 1: false"), "--each: a=1 is given twice"),
        (("--each", "a=1: true", "tuning.a=1: false"), "--each: a=1 is given twice"),
        (("--output", "/nowhere/b.tar.gz"), "/nowhere is not a folder that can be written to"),
    ],
)
def test_what_cannot_be_is_refused_before_the_load(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], words: tuple[str, ...], why: str
) -> None:
    assert recorded(tmp_path, *words) == 1
    errors = capfd.readouterr().err
    assert why in errors
    assert errors.count("\n") == 1
    assert not (tmp_path / "measured").exists()


@pytest.mark.parametrize("words", [("--trials", "none"), ("--rest", "-1"), ("--each", "gzip"), ("--nothing", "x")])
def test_a_bad_option_is_told_in_a_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as ended:
        recorded(tmp_path, *words)
    errors = capfd.readouterr().err
    assert (ended.value.code, errors.count("\n")) == (2, 1)
    assert errors.startswith("benchdb")
    assert words[1] in errors or words[0] in errors
    assert errors.endswith(" --help\n")


def test_what_is_stated_stands_in_the_bundle(tmp_path: Path) -> None:
    words = ("--trial", "7", "--cpus", "2", "--each", "gzip=on: true", "--tuning", "KeepAlive=Off")
    assert recorded(tmp_path, *words) == 0
    with tarfile.open(tmp_path / "b.tar.gz") as packed:
        packed.extractall(tmp_path / "out", filter="data")
    facts = tomllib.loads((tmp_path / "out/benchdb.toml").read_text())["facts"]
    assert (facts["trial"], facts["cpus"]) == (7, 2)
    assert facts["tuning"] == {"KeepAlive": "Off", "gzip": "on"}
    shutil.rmtree(tmp_path / "out")


def test_a_setting_is_stated_by_its_name_with_or_without_the_prefix(tmp_path: Path) -> None:
    words = ("--each", "tuning.gzip=on: true", "--tuning", "tuning.KeepAlive=Off")
    assert recorded(tmp_path, *words) == 0
    with tarfile.open(tmp_path / "b.tar.gz") as packed:
        content = packed.extractfile("benchdb.toml")
        assert content is not None
        assert tomllib.load(content)["facts"]["tuning"] == {"KeepAlive": "Off", "gzip": "on"}


def test_a_stated_load_generator_stands_above_the_one_that_records(tmp_path: Path) -> None:
    """The host's name and the stated one together would be two values, which the site refuses."""
    assert recorded(tmp_path, "--tuning", "client=load2") == 0
    with tarfile.open(tmp_path / "b.tar.gz") as packed:
        content = packed.extractfile("benchdb.toml")
        assert content is not None
        assert bundle(content.read()).common["tuning"] == {"client": "load2"}


def test_a_setting_called_tuning_is_a_slip(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        recorded(tmp_path, "--each", "tuning=gzip=off: ./use off.conf")
    assert "a setting is written by its own name: gzip=off: ./use off.conf" in capfd.readouterr().err


@given(name=st.sampled_from(sorted({*READERS, *FACTS})), text=ODD | st.text(max_size=20).map(str.strip))
def test_what_is_taken_here_is_what_the_site_takes(name: str, text: str) -> None:
    if not text.strip():
        return
    try:
        clean({name: text})
    except BadFact:
        with pytest.raises(Refused):
            checked_facts({name: text})
    else:
        checked_facts({name: text})
