"""matplotlib's SVG -> one that says in words what it shows, and changes its colours where the surrounding is dark."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from frontend.charts.palette import colours

RULES = "".join(
    f'[style*="{part}: {colour.light}"]{{{part}:{colour.dark}!important}}'
    for colour in dict.fromkeys(colours().values())
    for part in ("fill", "stroke")
)
STYLE = f"<style>@media (prefers-color-scheme:dark){{{RULES}}}</style>"
ROOT = re.compile(r"<svg\b[^>]*>")
SIZE = re.compile(r' (?:width|height)="[\d.]+pt"')
XML_FORBIDS = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def finished(svg: str, title: str, description: str) -> str:
    """The SVG with a title, a description, and colours for a dark surrounding."""
    svg = XML_FORBIDS.sub("�", svg)
    root = ROOT.search(svg)
    if root is None:
        raise ValueError("no svg element in what matplotlib wrote")
    words = f'<title id="title">{clean(title)}</title><desc id="desc">{clean(description)}</desc>'
    opened = root[0][:-1] + ' role="img" aria-labelledby="title desc">'
    drawing = f"{svg[: root.start()]}{opened}{words}{STYLE}{svg[root.end() :]}"
    return drawing.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana, sans-serif")


def clean(text: str) -> str:
    return escape(XML_FORBIDS.sub("�", text))


def inline(svg: str) -> str:
    """The drawing alone, to stand in a page: as wide as there is room."""
    root = ROOT.search(svg)
    if root is None:
        raise ValueError("no svg element in the drawing")
    return SIZE.sub("", root[0]) + svg[root.end() :]
