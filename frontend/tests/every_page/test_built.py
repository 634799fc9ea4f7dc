"""Whatever a page loads by name is built by itself: what is imported and no entry is inlined into every page."""

from __future__ import annotations

import re

from benchdb.host.paths import ROOT

BUILD = (ROOT / "frontend" / "build.js").read_text()
TEMPLATES = [*(ROOT / "frontend" / "templates").rglob("*.html"), *(ROOT / "ingest" / "templates").rglob("*.html")]
SCRIPTS = ROOT / "frontend" / "static" / "benchdb"


def test_every_style_sheet_of_a_page_is_built() -> None:
    named = {name for path in TEMPLATES for name in re.findall(r"benchdb/styles/([\w-]+)\.css", path.read_text())}
    assert named - set(re.findall(r'"([\w-]+)"', BUILD.partition("const STYLES = [")[2].partition("]")[0])) == set()


def test_every_script_that_is_loaded_late_is_built_apart() -> None:
    late = {
        (path.parent / name).resolve().relative_to(SCRIPTS.parent).as_posix()
        for path in SCRIPTS.rglob("*.js")
        for name in re.findall(r'import\("(\./[\w/.-]+)"\)', path.read_text())
    }
    assert "benchdb/run-strip.js" in late
    assert {name for name in late if f'"static/{name}"' not in BUILD} == set()
    external = BUILD.partition("external: [")[2].partition("]")[0]
    assert {name for name in late if name.rpartition("/")[2] not in external} == set()
