"""The faces keep their promises whatever the names are: widths, lengths, escapes, and the same bytes everywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from benchdb.host.paths import ROOT
from frontend.answers.export import Column, Export, Group, Line, Listing, Origin, Records, Table
from frontend.charts.model import Axis, Chart, Point, Series, named_places
from frontend.exports import RENDERERS, rendered
from frontend.exports.markdown import MOST, escaped
from frontend.exports.plain import WIDTH, width_of

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t"), max_size=120)
URL = "http://bench.example/p/abcdefgh2345/"


def chart(labels: list[str], columns: list[str], value: float = 2.0) -> Chart:
    """As frontend/charts/comparison.py makes it."""
    series = tuple(
        Series(
            name,
            group,
            tuple(
                Point(x, value + x, text=f"{value + x}", trials=(value, value + 1), low=value, high=value + 1)
                for x in range(len(labels))
            ),
        )
        for group, name in enumerate(columns)
    )
    return Chart(
        kind="bars",
        title="Requests per second",
        x=Axis(title="Concurrency", ticks=named_places(labels)),
        y=Axis(unit="per second", most=value + len(labels)),
        series=series,
        summary="",
        better="higher is better",
        is_sideways=len(labels) > 6,
    )


def document(name: str = "Linux", lines: int = 3, columns: int = 2, note: str = "") -> Export:
    groups = (Group(name, (Column(""), Column("n"))),) + (
        Group(name, (Column("change"), Column(""), Column("n"), Column("q", is_extra=True), Column("verdict"))),
    ) * (columns - 1)
    filled = (
        ("310.40/s ± 2.0%", "4"),
        *((("−13.4%", "268.86/s ± 1.0%", "4", "0.01", "not comparable"),) * (columns - 1)),
    )
    rows = tuple(Line(f"{name} {place}", filled) for place in range(lines))
    return Export(
        name="test",
        title=name,
        headline=f"{name}: −13.4%.",
        note=note,
        summary="Median of all runs; n = 4.",
        tables=(Table(name, name, groups, rows),),
        facts=((name, name),),
        listings=(Listing("Caveats", (name, "two")),),
        charts=(chart([f"{name} {place}" for place in range(min(lines, 60))], [name] * columns),),
        data={"name": name},
        records=Records(("a",), ((name,),)),
        origin=Origin(URL, "benchdb-abcdefgh2345", "2026-11-21"),
    )


@settings(max_examples=60, deadline=None)
@given(TEXT, st.integers(1, 4), TEXT)
def test_plain_text_is_80_columns_wide_whatever_the_names(name: str, columns: int, note: str) -> None:
    for line in rendered("txt", document(name, columns=columns, note=note)).decode().split("\n"):
        assert width_of(line) <= WIDTH or line == URL


def test_plain_text_names_the_side_of_each_figure_and_makes_no_sides_of_single_columns() -> None:
    two = tuple(
        Group(name, (Column("Requests per second, of all clients together"), Column("of the first"))) for name in "xy"
    )
    wide = Table("Speed-up", "CPUs", two, (Line("8 CPUs", (("1,929", "1.35"), ("5,382", "3.35"))),))
    single = tuple(Group(name, (Column(""),)) for name in ("α", "β", "peak"))
    fits = Table("Fits", "Law", single, (Line("USL", (("0.267",), ("0.05",), ("3.8",))),))
    text = rendered("txt", replace(document("a"), tables=(wide, fits))).decode()
    assert (
        "8 CPUs:\n  x:\n    Requests per second, of all clients together: 1,929\n    of the first: 1.35\n  y:\n" in text
    )
    assert "Fits\n\n    α     β  peak  Law\n0.267  0.05   3.8  USL\n" in text


def test_plain_text_has_extra_columns_beneath_where_they_say_something() -> None:
    others = (Column("change"), Column(""), Column("n"), Column("95% interval", is_extra=True), Column("q", True))
    groups = (Group("Linux 5", (Column(""), Column("n"))), Group("Linux 6", (*others, Column("verdict"))))
    texts = (("−11%", "310", "6", "−12.0% to −9.3%", "0.003", "worse"), ("+1%", "350", "2", "", "", "too few runs"), ())
    lines = tuple(Line(str(2**place), (("346", "6"), of_b)) for place, of_b in enumerate(texts))
    table = Table("Rate", "Concurrency", groups, lines)
    text = rendered("txt", replace(document("a"), tables=(table,))).decode()
    assert "  A  n  change    B  n       verdict  Concurrency\n346  6    -11%  310  6         worse  1\n" in text
    assert "346  6       -                        4\n\n   95% interval      q  Concurrency\n" in text
    assert "\n-12.0% to -9.3%  0.003  1\n\nMedian of all runs" in text


def test_plain_text_loses_no_letter_of_a_long_name() -> None:
    name = "Linux-" + "abcdefghij" * 30
    payload = rendered("txt", document(name)).decode()
    assert name in re.sub(r"\s+", "", payload)


@settings(max_examples=100, deadline=None)
@given(TEXT)
def test_a_name_stays_a_name_in_markdown(name: str) -> None:
    parser = MarkdownIt("commonmark").enable("table")
    cells = [token for token in parser.parse(f"| {escaped(name)} |\n|--|\n| x |\n") if token.level == 4]
    token = cells[0] if len(cells) > 1 else None
    plain = "".join(c.content for c in (token.children or []) if c.type in ("text", "text_special")) if token else ""
    kinds = {c.type for c in (token.children or [])} if token else set()
    assert kinds <= {"text", "text_special", "html_inline"}
    assert plain.split() == name.replace("\0", "").split()


@pytest.mark.parametrize(
    "name",
    ["@torvalds", "#123", "GH-123", "torvalds/linux#1", "https://example.org", "www.example.org", ":tada:",
     "0a1b2c3d4e5f", "a@b.example", "!12", "$x$"],
)  # fmt: skip
def test_github_makes_no_link_of_a_name(name: str) -> None:
    seen = "".join(re.split(r"<!-- -->", escaped(name))).replace("\\", "")
    assert seen == name
    pieces = escaped(name).split("<!-- -->")
    assert len(pieces) > 1 or "\\$" in pieces[0]
    linked = r"[@#!][\w]|GH-\d|https?://|www\.|:\w+:|\b(?=\w*[a-f])(?=\w*\d)[0-9a-f]{7,40}\b"
    assert not any(re.search(linked, piece) for piece in pieces)


@pytest.mark.parametrize(("lines", "columns"), [(21, 2), (3000, 3), (30, 99)])
def test_markdown_fits_a_comment_and_folds_what_is_long(lines: int, columns: int) -> None:
    payload = rendered("md", document("Linux 6.1 | `x`" * 8, lines=lines, columns=columns)).decode()
    assert len(payload) < MOST
    assert "<details>" in payload or "have no room here" in payload
    if lines > 1000:
        assert re.search(r"2,\d{3} of 3,000 lines have no room here; the CSV has all\.", payload)
    assert URL in payload


def test_the_html_file_needs_nothing_else() -> None:
    payload = rendered("html", document("<script>alert(1)</script>")).decode()
    assert "<script" not in payload.lower()
    assert set(re.findall(r'(?:src|href|url\()\s*=?\s*"([^"#]+)"', payload)) == {"data:,", URL}


def test_an_svg_is_xml_with_a_title_and_dark_colours() -> None:
    payload = rendered("svg", document("a < b & \x07 c"))
    root = ElementTree.fromstring(payload)
    assert root[0].text == "a < b & � c"
    assert b"prefers-color-scheme:dark" in payload
    assert b"<script" not in payload


def test_bibtex_has_balanced_braces_and_no_bare_sign() -> None:
    payload = rendered("bib", document("100% of {a} \\ b_c & #1 ~ ^ $")).decode()
    assert r"100\% of \{a\} \textbackslash{} b\_c \& \#1 \textasciitilde{} \textasciicircum{} \$" in payload
    assert payload.count("{") - payload.count(r"\{") == payload.count("}") - payload.count(r"\}")
    assert "year = {2026}" in payload


SAME = """
import hashlib, django
django.setup()
from frontend.charts.model import Axis, Chart, Point, Series, named_places
from frontend.exports import RENDERERS, rendered
from frontend.tests.exports.test_renderers import document
print([hashlib.sha256(rendered(name, document("Linux $6.1$", lines=8))).hexdigest() for name in RENDERERS])
"""


def test_the_same_bytes_in_two_processes_and_nothing_written_elsewhere(tmp_path: Path) -> None:
    def payload(seed: str) -> str:
        own = {
            "PYTHONHASHSEED": seed,
            "HOME": str(tmp_path / "home"),
            "BENCHDB_DATA": str(tmp_path / "data"),
            "DEBUG": "1",
        }
        kept = {k: v for k, v in os.environ.items() if k not in ("MPLCONFIGDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")}
        command = [sys.executable, "-W", "error::UserWarning", "-c", SAME]
        return subprocess.run(command, cwd=ROOT, env={**kept, **own}, capture_output=True, text=True, check=True).stdout

    assert payload("1") == payload("2")
    written = {path.relative_to(tmp_path).parts[:2] for path in tmp_path.rglob("*") if path.is_file()}
    assert written == {("data", "matplotlib")}


def test_many_threads_draw_what_one_draws() -> None:
    documents = [document(f"Linux {place}", lines=2 + place) for place in range(3)]
    alone = [rendered("svg", one) + rendered("png", one) for one in documents]
    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(lambda one: rendered("svg", one) + rendered("png", one), documents)) == alone


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TEXT)
def test_every_renderer_can_be_made_of_any_name(name: str) -> None:
    for renderer in RENDERERS:
        assert rendered(renderer, document(name, note=name))
