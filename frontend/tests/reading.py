"""The exports read back: from each the texts of every cell, as a reader of it would find them."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

from markdown_it import MarkdownIt
from PIL import Image

HEADS = r" *A {2,}\S"  #: of a block in plain text, with a column of n or without
SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class CellText:
    """What an export says of one cell."""

    value: str
    n: str
    change: str = ""
    verdict: str = ""


Cells = list[tuple[str, dict[str, CellText]]]  #: (row's label, column -> what is said), in the order of the rows


def one_count(body: str) -> str:
    """The number of runs that every cell has, where the summary says it in place of a column."""
    match = re.search(r"; n = (\d+)[.;]", body)
    return match[1] if match else ""


def of_tables(tables: list[list[list[str]]], count: str) -> Cells:
    """Markdown's and HTML's tables: a line of heads, then lines of texts."""
    return [line_of(heads, texts, count) for heads, *lines in tables for texts in lines]


def with_count(texts: list[str], count: str) -> list[str]:
    """A line without columns of n, with them: behind the baseline's value, and behind that of each other."""
    others = [texts[place : place + 5] for place in range(2, len(texts), 5)]
    return [*texts[:2], count, *(text for change, value, *rest in others for text in (change, value, count, *rest))]


def line_of(heads: list[str], texts: list[str], count: str) -> tuple[str, dict[str, CellText]]:
    if "n" not in heads[1:]:
        heads, texts = with_count(heads, "n"), with_count(texts, count)
    matches = {heads[1].removesuffix(" (baseline)"): CellText(texts[1], texts[2])} if texts[1] != "–" else {}
    for place in range(3, len(heads), 6):
        change, value, n, _, _, verdict = texts[place : place + 6]
        if value:
            matches[heads[place + 1]] = CellText(value, n, change, verdict)
    return texts[0], matches


def markdown(body: bytes) -> Cells:
    tokens = MarkdownIt("commonmark").enable("table").parse(body.decode())
    tables: list[list[list[str]]] = []
    for token in tokens:
        if token.type == "table_open":
            tables.append([])
        elif token.type == "tr_open":
            tables[-1].append([])
        elif token.type == "inline" and tables and token.level >= 4:
            tables[-1][-1].append("".join(one.content for one in token.children or [] if one.type == "text"))
    return of_tables(tables, one_count(body.decode()))


class Tables(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.is_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self.is_cell = True

    def handle_endtag(self, tag: str) -> None:
        self.is_cell = self.is_cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.is_cell:
            self.tables[-1][-1][-1] += data


def html(body: bytes) -> Cells:
    parser = Tables()
    parser.feed(body.decode())
    return of_tables(parser.tables, one_count(body.decode()))


def text(body: bytes) -> Cells:
    """The blocks of the plain text, by the right edges of their columns."""
    matches: dict[tuple[int, str], dict[str, CellText]] = {}
    names: dict[str, str] = {}
    ends: list[int] = []
    table, heading, above = -1, None, ""
    lines = body.decode().splitlines()
    for place, line in enumerate(lines):
        if match := re.match(r"  ([A-Z]) = (.*)", line):
            if match[1] == "A":
                names, ends = {}, []
                if lines[place - 1] != heading:
                    table, heading = table + 1, lines[place - 1]
            names[match[1]] = match[2]
        elif names and not ends and line.startswith(" " * 6) and not re.match(HEADS, line):
            names[max(names)] += line.strip()
        elif names and re.match(HEADS, line):
            has_n = re.match(r" *A +n\b", line)
            count = (2 if len(names) == 1 else 6) if has_n else (1 if len(names) == 1 else 4)
            ends = [word.end() for word in re.finditer(r"\S+", line)][:count]
        elif not line.strip():
            names = {} if ends else names
            ends = []
        elif ends and line.endswith(":"):  # a label that stands above its numbers
            above = line.removesuffix(":")
        elif ends:
            *numbers, label = columns(line, ends)
            if len(numbers) in (1, 4):  # without a column of n
                same = one_count(body.decode()) if any(numbers) else ""
                numbers = [numbers[0], same, *numbers[1:3], *([same] if numbers[1:] else []), *numbers[3:]]
            put(matches, table, names, [*numbers, label or above])
    return [(label, cells) for (_, label), cells in matches.items()]


def columns(line: str, ends: list[int]) -> list[str]:
    edges = [0, *ends]
    return [*(line[a:b].strip() for a, b in pairwise(edges)), line[ends[-1] :].strip()]


def put(
    matches: dict[tuple[int, str], dict[str, CellText]], table: int, names: dict[str, str], texts: list[str]
) -> None:
    *numbers, label = texts
    if not any(numbers):  # the rest of a label that was folded
        (where, before), cells = list(matches.items())[-1][0], list(matches.values())[-1]
        del matches[where, before]
        cells = matches.setdefault((where, f"{before} {label}"), {}) | cells
        matches[where, f"{before} {label}"] = cells
        return
    cells = matches.setdefault((table, label), {})
    if numbers[0] != "-":
        cells[names["A"].removesuffix("(baseline)").strip()] = CellText(numbers[0], numbers[1])
    if len(numbers) > 2 and numbers[3]:
        cells[names["B"]] = CellText(numbers[3], numbers[4], numbers[2], numbers[5])


def described(sentence: str) -> Cells:
    """The sentences that SVG and PNG carry for those who cannot see them."""
    matches = []
    for line in sentence.splitlines():
        if " – " not in line:
            continue
        where, _, rest = line.partition(" – ")
        cells = {}
        for part in rest.split("; "):
            column, _, document = part.partition(": ")
            pattern = r"(?:change (\S+(?: to \S+)?(?: less)?), )?(.+?)(?:, n (\d+\*?))?(?:, (?:95%|q |verdict ).*)?"
            match = re.fullmatch(pattern, document)
            assert match, part
            verdict = document.partition("verdict ")[2]
            n = match[3] or one_count(sentence)
            cells[column.removesuffix(" (baseline)")] = CellText(match[2], n, match[1] or "", verdict)
        matches.append((where, cells))
    return matches


def svg(body: bytes) -> Cells:
    description = ElementTree.fromstring(body).find(f"{SVG}desc")
    assert description is not None
    return described(description.text or "")


def png(body: bytes) -> Cells:
    with Image.open(io.BytesIO(body)) as image:
        assert image.size == (1200, 630)
        return described(str(image.info["Description"]))


def drawn(body: bytes) -> list[dict[str, float]]:
    """Of every chart of an SVG: the id of each bar and point -> its value by the axis it is drawn along."""
    root = ElementTree.fromstring(body)
    charts = [group for group in root.iter(f"{SVG}g") if re.fullmatch(r"axes_\d+", group.get("id", ""))]
    return [values(chart) for chart in charts]


def values(chart: ElementTree.Element) -> dict[str, float]:
    groups = {group.get("id", ""): group for group in chart.iter(f"{SVG}g")}
    lying = scale(groups, "xtick", "x") if any("bar-" in name for name in groups) else None
    upright = None if do_lie(groups) else scale(groups, "ytick", "y")
    matches = {}
    for name, group in groups.items():
        if name.startswith("bar-"):
            points = corners(group)
            (xs, ys) = ([x for x, _ in points], [y for _, y in points])
            matches[name] = upright(min(ys)) if upright else lying(max(xs)) if lying else 0.0
        elif name.startswith("line-") and upright:
            matches |= {f"{name}-{place}": upright(y) for place, (_, y) in enumerate(corners(group))}
    return matches


def do_lie(groups: dict[str, ElementTree.Element]) -> bool:
    """Whether the first bars of several places begin at one x: their names may be numbers, as those of an axis."""
    firsts = [corners(group) for name, group in groups.items() if re.fullmatch(r"bar-\d+-0-\d+", name)]
    return len(firsts) > 1 and len({min(x for x, _ in points) for points in firsts}) == 1


def corners(group: ElementTree.Element) -> list[tuple[float, float]]:
    path = next(group.iter(f"{SVG}path")).get("d", "")
    return [(float(x), float(y)) for x, y in re.findall(r"[ML] ([-\d.]+) ([-\d.]+)", path)]


def scale(groups: dict[str, ElementTree.Element], tick: str, axis: str):  # type: ignore[no-untyped-def]
    """Position -> value, from the axis' first and last tick; None where the ticks are names."""
    marks = []
    for name, group in groups.items():
        if name.startswith(tick):
            words = "".join("".join(text.itertext()) for text in group.iter(f"{SVG}text"))
            words = words.replace(",", "").replace("−", "-")
            use = next(group.iter(f"{SVG}use"))
            if not re.fullmatch(r"-?[\d.]+(e[+-]?\d+)?", words):
                return None
            marks.append((float(use.get(axis, "nan")), float(words)))
    (a, low), (b, high) = marks[0], marks[-1]
    return lambda position: low + (position - a) * (high - low) / (b - a)
