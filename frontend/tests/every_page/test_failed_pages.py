"""A test that fails in a browser leaves pictures of its pages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchdb.host.paths import ROOT

pytestmark = [pytest.mark.browser]

FAILS = """
import pytest

@pytest.fixture
def page(chromium):
    page = chromium.new_context(viewport={"width": 320, "height": 200}).new_page()
    page.goto("data:text/html,<title>x</title><p style='height: 900px'>as it was")
    return page

@pytest.mark.parametrize("address", ["/a?b=<c>"])
def test_that_fails(page, address):
    assert page.title() == "y"

def test_that_passes(page):
    assert page.title() == "x"
"""


def test_a_failure_says_where_the_pictures_of_its_pages_are(tmp_path: Path) -> None:
    test = tmp_path / "test_it.py"
    test.write_text(FAILS, "utf-8")
    kept = "import benchdb.dev.testing.chromium as c, pathlib, sys; c.FAILED = pathlib.Path(sys.argv.pop(1));"
    code = kept + "import pytest; sys.exit(pytest.main(sys.argv[1:]))"
    options = ["-q", "-p", "benchdb.dev.testing.plugin", "-p", "no:cacheprovider", "-c", ROOT / "pyproject.toml", test]
    environment = {name: value for name, value in os.environ.items() if "XDIST" not in name and "PYTEST" not in name}
    command = [sys.executable, "-c", code, tmp_path / "kept", *options]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, check=False)
    (picture,) = (tmp_path / "kept").iterdir()
    assert picture.name.endswith("test_that_fails-a-b-c-1.png"), "the test's name, as far as a file may have it"
    assert f"as it was: {picture}" in done.stdout
    width, height = (int.from_bytes(picture.read_bytes()[place : place + 4]) for place in (16, 20))
    assert (width, height > 900) == (320, True), "the whole page"
