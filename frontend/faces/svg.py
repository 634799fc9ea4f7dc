"""matplotlib's SVG -> one that says in words what it shows, and changes its colours where the surrounding is dark."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

#: colour on light ground -> on dark ground; the site's own.
DARK = {
    "#1a2027": "#e4e8ec", "#5b6672": "#9aa6b2", "#d9dde2": "#343c46", "#ffffff": "#1b1f24",
    "#1f5fbf": "#6ea8ff", "#c2571a": "#ffa05c", "#2b8a57": "#5fd39a", "#8a4bb0": "#c99af0",
    "#b3275e": "#ff8db8", "#5f6b78": "#aab6c2", "#9a7b00": "#e0c24a", "#128a9c": "#4fd0e3",
}  # fmt: skip
RULES = "".join(
    f'[style*="{part}: {light}"]{{{part}:{dark}!important}}'
    for light, dark in DARK.items()
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
    said = f'<title id="title">{clean(title)}</title><desc id="desc">{clean(description)}</desc>'
    opened = root[0][:-1] + ' role="img" aria-labelledby="title desc">'
    told = f"{svg[: root.start()]}{opened}{said}{STYLE}{svg[root.end() :]}"
    return told.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana, sans-serif")


def clean(text: str) -> str:
    return escape(XML_FORBIDS.sub("�", text))


def inline(svg: str) -> str:
    """The drawing alone, to stand in a page: as wide as there is room."""
    root = ROOT.search(svg)
    if root is None:
        raise ValueError("no svg element in the drawing")
    return SIZE.sub("", root[0]) + svg[root.end() :]
