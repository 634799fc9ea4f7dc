"""What every answer can look like besides its page: an Export -> its bytes in each form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from frontend.answers.export import Export
from frontend.exports.citation import as_bib
from frontend.exports.data import as_csv, as_json
from frontend.exports.markdown import as_markdown
from frontend.exports.page import as_html
from frontend.exports.pictures import as_png, as_svg
from frontend.exports.plain import as_text


@dataclass(frozen=True, slots=True)
class Renderer:
    """One form: the same answer under the same address with another ending."""

    title: str
    content_type: str
    render: Callable[[Export], bytes]


RENDERERS = {
    "json": Renderer("JSON", "application/json", as_json),
    "csv": Renderer("CSV", "text/csv; charset=utf-8", as_csv),
    "md": Renderer("Markdown", "text/markdown; charset=utf-8", as_markdown),
    "txt": Renderer("Text", "text/plain; charset=utf-8", as_text),
    "svg": Renderer("SVG", "image/svg+xml", as_svg),
    "png": Renderer("PNG", "image/png", as_png),
    "html": Renderer("One HTML file", "text/html; charset=utf-8", as_html),
    "bib": Renderer("BibTeX", "text/plain; charset=utf-8", as_bib),
}
ENDINGS = "|".join(RENDERERS)  #: for the address of an export


def rendered(name: str, export: Export) -> bytes:
    return RENDERERS[name].render(export)
