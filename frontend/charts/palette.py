"""The site's colours, read from the file that the browser reads: styles/tokens.css is the only place that has them."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from benchdb.host.paths import ROOT

TOKENS = ROOT / "frontend" / "static" / "benchdb" / "styles" / "tokens.css"
TOKEN = re.compile(r"--([\w-]+):\s*light-dark\(\s*(#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\s*\)")
SERIES = 8


class Colour(NamedTuple):
    light: str  #: on light ground: #rrggbb
    dark: str


@cache
def colours() -> dict[str, Colour]:
    """Token -> its colour, in both themes."""
    return {name: Colour(light, dark) for name, light, dark in TOKEN.findall(TOKENS.read_text())}


@cache
def series_colours() -> tuple[str, ...]:
    """Of the first, second, … series, on light ground."""
    return tuple(colours()[f"c{place}"].light for place in range(1, SERIES + 1))
