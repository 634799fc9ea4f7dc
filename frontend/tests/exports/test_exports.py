"""All exports of ten comparisons say the same numbers: each is read back and held against the JSON, cell by cell."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command
from django.test import Client
from PIL import Image

from benchdb.domain.digits import column_unit
from benchdb.domain.metrics import metric
from benchdb.models import Measurement, Run
from benchdb.tests.kept_rows import KeptRows
from benchdb.wording.verdicts import verdict_words
from frontend.charts.scales import SCALES
from frontend.charts.stacks import ADDITIVE
from frontend.exports import RENDERERS
from frontend.pages import questions
from frontend.tests import reading
from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.long, pytest.mark.django_db]

NASTY = "Linux 6.1 `x` | <b>@torvalds</b> #123 $5 *x* www.example.org 0a1b2c3d4ef"
QUESTIONS = {
    "zones": "study=zones&provenance=published&cols=zone&baseline=global",
    "the two zone logs": "study=zones&provenance=measured&cols=zone&metric=requests_per_second&metric=latency_mean",
    "2.4 against 2.6": "study=kernel-24-26&metric=requests_completed&metric=requests_per_second&metric=latency_mean"
    "&rows=metric&cols=kernel",
    "smp": "study=smp-scaling&threads=2&rows=cpus",
    "locks": "study=smp-scaling&metric=lock_wait_share&kernel=Linux+2.2.19+SMP&rows=item&cols=cpus",
    "run queue": "study=smp-scaling&metric=lock_wait_per_request&item=runqueue_lock&rows=kernel_patches&cols=cpus",
    "tux": "study=tux-apache&metric=throughput_ratio&rows=item&cols=provenance",
    "verdicts": "machine=built&metric=requests_per_second&metric=latency_mean&metric=transfer_rate&band=2",
    "means": "machine=built&rows=kernel&cols=concurrency&protocol=mean&baseline=100",
    "too few for the protocol": "machine=built&protocol=zones&kernel=Linux+6.1&kernel=Linux+6.2",
}
FACTORS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9, "%": 0.01, "×": 1.0, "x": 1.0, "/s": 1.0, "": 1.0}
FACTORS |= {
    f"{name}{per}": 1024.0**place for place, name in enumerate(("B", "KiB", "MiB", "GiB")) for per in ("", "/s")
}

TIMES, SIZES = ("s", "ms", "µs", "ns"), ("B", "KiB", "MiB", "GiB")
#: unit of a metric -> the units that it is shown in
UNITS = {
    "s": {name: FACTORS[name] for name in TIMES},
    "B": {name: FACTORS[name] for name in SIZES},
    "B/s": {f"{name}/s": FACTORS[name] for name in SIZES},
    "fraction": {"%": 0.01},
    **{unit: {"": 1.0} for unit in ("1/s", "count", "ratio")},
}


def made() -> None:
    """The founding studies; and three kernels, one with a name to stumble over, at three loads: one cell is empty, one
    has two runs only."""
    call_command("loadstudies", verbosity=0)
    for concurrency in (10, 100, 1000):
        for kernel, factor in (("Linux 6.1", 1.0), ("Linux 6.2", 1.3), (NASTY, 0.5)):
            if (kernel, concurrency) == ("Linux 6.2", 1000):
                continue
            count = 2 if concurrency == 10 else 6
            rates = [factor * (400 + 3.07 * place) for place in range(count)]
            runs(
                setup(kernel, concurrency),
                {
                    "requests_per_second": rates,
                    "latency_mean": [1 / rate for rate in rates],
                    "transfer_rate": [rate * 1456.5 for rate in rates],
                },
            )


MADE = KeptRows(made)


@pytest.fixture(autouse=True)
def built(db: None) -> None:
    MADE.put()


def export(client: Client, name: str, query: str) -> Any:
    answer = client.get(f"/compare.{name}?{query}")
    assert answer.status_code == 200
    return answer


def number(text: str) -> tuple[float, float]:
    """A shown number in base units, and how far its rounding may be off."""
    match = re.fullmatch(r"([-−+]?)([\d,]+)(\.\d+)?(e[-+]?\d+)? ?(\S*)", text)
    assert match, text
    digits = f"{match[2].replace(',', '')}{match[3] or ''}{match[4] or ''}"
    factor = FACTORS[match[5]] * (-1 if match[1] in ("-", "−") else 1)
    return float(digits) * factor, abs(factor) * 0.51 * 10.0 ** -len((match[3] or ".")[1:])


def same(text: str, exact: float | None) -> bool:
    if exact is None:
        return text in ("–", "-", "")
    shown, off = number(text)
    return abs(shown - exact) <= off + 1e-12 * abs(exact)


def is_rounded(text: str, cell: dict[str, Any], factor: float) -> bool:
    """Three digits, two where the runs spread widely; all of them of a published figure."""
    if cell["value"] is None:
        return text in ("–", "-", "")
    off = 0.051 if (cell["spread"] or 0) >= 0.2 else 0.0051
    if cell["provenance"] == "published" and cell["n"] == 1:
        off = 1e-9
    return abs(number(text)[0] * factor - cell["value"]) <= off * abs(cell["value"]) + 1e-12


def units_of(document: reading.CellText, cell: dict[str, Any], unit: str) -> set[str]:
    """The units in which the text is the number: the reader finds the one in a head."""
    value, _, spread = document.value.partition(" ± ")
    assert same(spread, cell["spread"])
    return {name for name, factor in UNITS[unit].items() if is_rounded(value, cell, factor)}


def check(document: reading.CellText, cell: dict[str, Any], *, is_compared: bool) -> None:
    assert document.n == f"{cell['n']}{'*' if cell['provenance'] == 'published' else ''}"
    if is_compared:
        change = document.change
        if " to " in change:
            low, high = (number(end)[0] for end in change.removesuffix(" less").split(" to "))
            exact = cell["change" if "%" in change else "ratio"]
            shown = 1 / exact if change.endswith(" less") else exact
            assert low <= shown <= high, "coarse figures: all that their ratio may be"
        elif change.endswith(" less"):
            assert same(change.removesuffix(" less"), 1 / cell["ratio"])
        else:
            assert same(change, cell["ratio" if change.endswith(("×", "x")) else "change"])
        assert document.verdict == (verdict_words(cell["verdict"], 2.0) if cell["verdict"] else "")


def labels(row: dict[str, Any]) -> str:
    return metric(row["metric"]).title if row["row"] == row["metric"] else row["row"]


READ = {"md": reading.markdown, "txt": reading.text, "svg": reading.svg, "png": reading.png, "html": reading.html}


@pytest.mark.parametrize("query", QUESTIONS.values(), ids=list(QUESTIONS))
def test_all_exports_say_what_the_json_says(client: Client, query: str) -> None:
    document = export(client, "json", query).json()
    for name, read in READ.items():
        body = export(client, name, query).content
        described = body if name != "png" else str(Image.open(io.BytesIO(body)).info["Description"]).encode()
        check_texts(document, read(body), name, described.decode())
        if name == "svg":
            check_drawing(document, reading.drawn(body))
    check_csv(document, export(client, "csv", query).content)


def check_texts(document: dict[str, Any], matches: reading.Cells, name: str, body: str) -> None:
    """Every cell is there, and its figures are those of the JSON, rounded; those of a metric in one unit, said once."""
    units: dict[str, set[str]] = {}
    assert len(matches) == len(document["rows"])
    for row, (label, cells) in zip(document["rows"], matches, strict=True):
        plain, label = " ".join(labels(row).split()), re.sub(r" ?\((?:%|[nµm]?s|[KMG]?i?B(?:/s)?)\)$", "", label)
        assert label.replace(" ", "").endswith(plain.replace(" ", "")), name
        by_name = {column.replace(" ", ""): cell for column, cell in cells.items()}
        assert by_name.keys() == {cell["column"].replace(" ", "") for cell in row["cells"]}
        for cell in row["cells"]:
            place = cell["column"].replace(" ", "")
            check(by_name[place], cell, is_compared=cell["column"] != document["baseline"])
            fitting = units_of(by_name[place], cell, row["unit"])
            units[row["metric"]] = units.get(row["metric"], fitting) & fitting
    for known, names in units.items():
        assert any(unit in body for unit in names), f"{name}: {known} in no one unit that is said"


def check_csv(document: dict[str, Any], body: bytes) -> None:
    """Every digit is that of the JSON."""
    cells = [(row, cell) for row in document["rows"] for cell in row["cells"]]
    lines = list(csv.DictReader(io.StringIO(body.decode())))
    for (row, cell), line in zip(cells, lines, strict=True):
        assert (line["metric"], line["column"], line["verdict"]) == (
            row["metric"],
            cell["column"],
            cell["verdict"] or "",
        )
        for name in ("value", "n", "spread", "low", "high", "ratio", "change", "p", "q", "delta", "runs_needed"):
            assert line[name] == ("" if cell[name] is None else str(cell[name]))
        ends = cell["interval"] or ["", ""]
        assert [line["interval_low"], line["interval_high"]] == [str(end) for end in ends]


def check_drawing(document: dict[str, Any], charts: list[dict[str, float]]) -> None:
    """Every bar and point stands where its number is on the axis."""
    names = list(dict.fromkeys(row["metric"] for row in document["rows"]))
    assert len(charts) == len(names)
    for place, (name, chart) in enumerate(zip(names, charts, strict=True)):
        rows = [row for row in document["rows"] if row["metric"] == name]
        unit = column_unit(metric(name), (cell["value"] for row in rows for cell in row["cells"]))
        stacked = is_stacked(document, rows)
        scale = 1 / unit.factor if unit.name and not stacked else SCALES[metric(name).unit].factor
        if stacked:
            check_stack(document, rows, chart, place, scale)
            continue
        most = max(cell["high"] for row in rows for cell in row["cells"]) * scale
        for series, column in enumerate(document["columns"]):
            cells = [next((c for c in row["cells"] if c["column"] == column), None) for row in rows]
            expected = [0.0 if cell is None or cell["value"] is None else cell["value"] * scale for cell in cells]
            if is_line := any(key.startswith("line-") for key in chart):
                expected = [cell["value"] * scale for cell in cells if cell and cell["value"] is not None]
            kind = "line" if is_line else "bar"
            matches = [chart[f"{kind}-{place}-{series}-{index}"] for index in range(len(expected))]
            assert matches == pytest.approx(expected, abs=most * 0.002)


def is_stacked(document: dict[str, Any], rows: list[dict[str, Any]]) -> bool:
    return rows[0]["metric"] in ADDITIVE and "item" in (document["row_dimension"], document["column_dimension"])


def check_stack(
    document: dict[str, Any], rows: list[dict[str, Any]], chart: dict[str, float], place: int, scale: float
) -> None:
    """The parts of each bar reach as high as their numbers add up to; the last may be the rest."""
    by_item = document["row_dimension"] == "item"
    totals: dict[str, float] = {}
    for row in rows:
        for cell in row["cells"]:
            bar = cell["column"] if by_item else row["row"]
            totals[bar] = totals.get(bar, 0.0) + (cell["value"] or 0.0) * scale
    parts = {int(key.split("-")[2]) for key in chart}
    tops = [max(chart[f"bar-{place}-{part}-{index}"] for part in parts) for index in range(len(totals))]
    assert sorted(tops) == pytest.approx(sorted(totals.values()), rel=0.005)


def test_a_live_export_is_asked_for_again_and_sent_only_if_it_changed(client: Client) -> None:
    before = {name: export(client, name, QUESTIONS["the two zone logs"]) for name in RENDERERS}
    for name, answer in before.items():
        assert answer.headers["Cache-Control"] == "no-cache"
        path = f"/compare.{name}?{QUESTIONS['the two zone logs']}"
        again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    run = Run.objects.get(setup__zone="global", provenance="measured")
    Measurement.objects.filter(run=run, metric="requests_per_second").update(value=391.0)
    for name, answer in before.items():
        now = export(client, name, QUESTIONS["the two zone logs"])
        assert name == "bib" or now.headers["ETag"] != answer.headers["ETag"]


def test_other_sites_may_show_a_picture_and_not_read_it(client: Client) -> None:
    answer = export(client, "svg", QUESTIONS["zones"])
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_page_has_a_card_with_its_picture(client: Client) -> None:
    page = client.get(f"/compare/?{QUESTIONS['zones']}").content.decode()
    image = re.search(r'property="og:image" content="([^"]+)"', page)
    assert image
    address = image[1].replace("&amp;", "&")
    assert address.startswith("http://testserver/compare.png?")
    assert client.get(address).headers["Content-Type"] == "image/png"
    assert 'name="twitter:card" content="summary_large_image"' in page
    assert (
        'content="Requests per second: non-global against global: median +1.5% (−13% at concurrency 30 to +14% at 50); '
        in page
    )


def test_a_picture_is_drawn_once_until_the_data_change(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    drawings = list[str]()
    real = questions.rendered
    monkeypatch.setattr(questions, "rendered", lambda name, export: drawings.append(name) or real(name, export))
    address = f"/compare.svg?{QUESTIONS['smp']}"
    first, second, other = (client.get(path).content for path in (address, address, f"{address}&log=x"))
    assert first == second != other
    assert drawings == ["svg", "svg"]
    Run.objects.filter(setup__machine__name="built").update(trial=99)
    assert client.get(address).content == first
    assert len(drawings) == 3


def test_what_cells_say_with_other_figures_is_not_said_with_the_first_ones(client: Client, db: None) -> None:
    """Three cells need 75, 191 and 81 runs: "about 75" would be wrong of two."""
    noise = np.random.default_rng(1).normal(0, 20, 5)
    for kernel, shifts in (("Linux 2.4.18", (0, 0, 0)), ("Linux 2.6.9", (4, 8.5, 16))):
        for load, shift in zip((1, 2, 8), shifts, strict=True):
            runs(setup(kernel, load), {"requests_per_second": [*(1000 + shift + noise)]})
    text = client.get(
        "/compare.txt?cols=kernel&rows=concurrency&kernel=Linux+2.4.18&kernel=Linux+2.6.9&metric=requests_per_second"
    ).content.decode()
    needed = re.search(r"Runs needed: about (\d+) to (\d+) per side \((.*?)\)", " ".join(text.split()))
    assert needed
    assert int(needed[1]) < int(needed[2])
    assert needed[3].count(";") == 2


def test_sides_that_are_nearly_alike_need_very_many_runs_and_no_number_of_them(client: Client, db: None) -> None:
    """314,147 runs a side was said of the same server, measured twice."""
    noise = np.random.default_rng(2).normal(0, 10, 5)
    noise -= np.median(noise)
    for kernel, values in (("Linux 2.4.18", 1000 + noise), ("Linux 2.6.9", 1000.01 - noise)):
        runs(setup(kernel, 4), {"requests_per_second": [*values]})
    address = "cols=kernel&rows=concurrency&kernel=Linux+2.4.18&kernel=Linux+2.6.9&metric=requests_per_second"
    text = " ".join(client.get(f"/compare.txt?{address}").content.decode().split())
    assert "Runs needed: over 1,000 per side" in text
    assert "over 1,000 per side" in client.get(f"/compare/?{address}").content.decode()


def test_each_column_of_a_scaling_says_whose_it_is(client: Client) -> None:
    """Two curves had `Speed-up | Efficiency | Speed-up | Efficiency`."""
    copied = client.get("/scaling.md?study=smp-scaling&threads=2").content.decode()
    heads = [line for line in copied.splitlines() if line.startswith("| CPUs online |")]
    assert len(heads) == 2
    assert all(len(set(line.split("|")[1:-1])) == line.count("|") - 1 for line in heads)
    assert "Linux 2.4.1 SMP: Speed-up" in heads[0]


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("/scaling.svg?study=smp-scaling&threads=2", "Solid: Universal Scalability Law. Dashed: Amdahl"),
        ("/compare.svg?cols=kernel", "separate charts by kernel. Dotted: Linux 2.2.19 SMP."),
    ],
)
def test_a_picture_says_what_its_lines_stand_for(client: Client, address: str, key: str) -> None:
    assert key in client.get(address).content.decode()


def test_what_a_page_refuses_its_exports_refuse(client: Client) -> None:
    """One row of three on another kernel: the page has no answer, and no export has a middle of the other rows."""
    for load in (10, 20, 30):
        for side, zone in enumerate(("global", "web")):
            other = "Linux 6.2" if side and load == 30 else "Linux 6.1"
            runs(setup(other, load, "refused", zone=zone), {"requests_per_second": [100.0 + side, 101.0, 102.0, 103.0]})
    question, sentence = (
        "machine=refused&cols=zone&rows=concurrency",
        "Not comparable: kernel differs, in 1 of 3 comparisons.",
    )
    page = client.get(f"/compare/?{question}").content.decode()
    assert "Not comparable yet." in page
    assert "2 of 3 comparisons are of like with like" in page
    for ending in ("md", "txt", "html", "svg"):
        text = client.get(f"/compare.{ending}?{question}").content.decode()
        assert sentence in text, ending
        assert "median −" not in text, ending
    data = client.get(f"/compare.json?{question}").json()
    assert (data["headline"], data["not_comparable"]) == (sentence, ["kernel"])
    rows = list(csv.DictReader(client.get(f"/compare.csv?{question}").content.decode().splitlines()))
    assert {row["not_comparable"] for row in rows} == {"kernel"}
    alike = client.get(f"/compare.json?{question}&accept=kernel").json()
    assert "not_comparable" not in alike


def test_csv_has_the_words_of_a_verdict_and_what_a_printed_nought_is_below(client: Client) -> None:
    for kernel, means in (("Linux 6.1", [0.0] * 6), ("Linux 6.2", [0.001] * 6)):
        runs(setup(kernel, 10, "coarse"), {"latency_mean": means})
    path = "machine=coarse&cols=kernel&metric=latency_mean"
    rows = list(csv.DictReader(client.get(f"/compare.csv?{path}").content.decode().splitlines()))
    assert [(row["value"], row["below"]) for row in rows] == [("0.0", "0.001"), ("0.001", "")]
    assert [(row["verdict"], row["verdict_in_words"]) for row in rows][1] == ("no evidence", "cannot tell")
    assert "cannot tell" in client.get(f"/compare.md?{path}").content.decode()
    cells = client.get(f"/compare.json?{path}").json()["rows"][0]["cells"]
    assert [cell.get("below") for cell in cells] == [0.001, None]
