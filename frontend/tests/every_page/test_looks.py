"""One place for colours, one direction for imports, one value for what is drawn."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError
from itertools import pairwise
from pathlib import Path

import pytest
from django.test import Client

from benchdb.domain.statistics.median_intervals import median_interval
from benchdb.host.paths import ROOT
from frontend.charts.model import Axis, Chart, Point, Series, serialised
from frontend.charts.palette import SERIES, colours, series_colours
from frontend.tests.every_page.test_accessibility import addresses

STATIC = ROOT / "frontend" / "static" / "benchdb"
TEMPLATES = [*(ROOT / "frontend" / "templates").rglob("*.html"), *(ROOT / "ingest" / "templates").rglob("*.html")]
SCRIPTS = sorted(STATIC.rglob("*.js"))
IMPORT = re.compile(r"""(?:from|import)\s*\(?["'](\./[\w/-]+\.js)["']""")
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|rgba?\(\s*\d")


def imports(script: Path) -> list[Path]:
    return [(script.parent / name).resolve() for name in IMPORT.findall(script.read_text())]


def test_the_palette_has_every_series_in_both_themes() -> None:
    assert len(set(series_colours())) == SERIES
    assert len({colours()[f"c{place}"].dark for place in range(1, SERIES + 1)}) == SERIES


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_script_has_a_colour_of_its_own(script: Path) -> None:
    code = "\n".join(line for line in script.read_text().splitlines() if not line.lstrip().startswith("//"))
    assert not COLOUR.findall(code)


def test_scripts_import_in_one_direction_and_only_what_is_there() -> None:
    below: dict[Path, set[Path]] = {}

    def all_below(script: Path, above: tuple[Path, ...] = ()) -> set[Path]:
        assert script not in above, f"{script.name} imports itself"
        if script not in below:
            own = imports(script)
            below[script] = {*own, *(deeper for one in own for deeper in all_below(one, (*above, script)))}
        return below[script]

    reached = all_below(STATIC / "main.js")
    assert STATIC / "charts" / "libraries.js" in reached
    assert all(script.exists() for script in reached)


def test_every_key_that_is_listed_has_something_to_press() -> None:
    pressed = set(re.findall(r"\[data-key=(\w)\]", (STATIC / "keyboard.js").read_text()))
    offered = {key for template in TEMPLATES for key in re.findall(r'data-key="(\w)"', template.read_text())}
    assert pressed == offered == {"c", "s", "w", "y"}


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_page_has_an_inline_script_or_style(template: Path) -> None:
    text = template.read_text()
    if template.name == "page.html":  # an export is one file that needs nothing else
        return
    assert not re.search(r"\sstyle=|<style|\son\w+=|hx-on", text)
    assert not re.findall(r"<script(?![^>]*\bsrc=)", text)


def test_a_chart_is_a_value_that_is_serialised_without_its_defaults() -> None:
    chart = Chart("lines", "Latency", Axis(), Axis(unit="ms"), (Series("ab", 0, (Point(1.0, 2.0),)),), "Latency")
    with pytest.raises(FrozenInstanceError):
        chart.title = "other"  # type: ignore[misc]
    assert serialised(chart) == {
        "kind": "lines",
        "title": "Latency",
        "x": {},
        "y": {"unit": "ms"},
        "series": [{"name": "ab", "group": 0, "points": [{"x": 1.0, "y": 2.0}]}],
        "summary": "Latency",
    }


@pytest.mark.parametrize(
    ("n", "ends"),
    [(5, None), (6, (1, 6)), (8, (1, 8)), (9, (2, 8)), (20, (6, 15))],  # Conover 1999, table A3
)
def test_the_interval_of_a_median_stands_on_order_statistics(n: int, ends: tuple[int, int] | None) -> None:
    assert median_interval([float(value) for value in range(n, 0, -1)]) == ends


HEADINGS = re.compile(r"<h([1-6])\b")
OF_PARTS = "/compare/?study=smp-scaling&split=kernel&rows=cpus&cols=threads"


@pytest.mark.django_db
@pytest.mark.usefixtures("studies")
def test_headings_go_down_one_level_at_a_time(client: Client) -> None:
    """A screen reader leaps from one to the next: one that is missing looks like a part that was not read out."""
    pages = [*addresses(), "/watches/", "/docs/comparing/", "/scaling/?study=zones&x=concurrency", OF_PARTS]
    for page in pages:
        levels = [int(level) for level in HEADINGS.findall(client.get(page).content.decode())]
        assert levels.count(1) == 1 == levels[0], page
        assert all(after <= before + 1 for before, after in pairwise(levels)), (page, levels)
    assert 'class="panels"' in client.get(OF_PARTS).content.decode(), "small charts stand under a heading"
