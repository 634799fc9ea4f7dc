"""What every answer can look like besides its page: a Document -> the bytes of each twin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from frontend.faces.citation import as_bib
from frontend.faces.data import as_csv, as_json
from frontend.faces.document import Document
from frontend.faces.drawing import as_png, as_svg
from frontend.faces.markdown import as_markdown
from frontend.faces.page import as_html
from frontend.faces.plain import as_text


@dataclass(frozen=True, slots=True)
class Face:
    """One twin: the same answer under the same address with another ending."""

    title: str
    content_type: str
    render: Callable[[Document], bytes]


RENDERERS = {
    "json": Face("JSON", "application/json", as_json),
    "csv": Face("CSV", "text/csv; charset=utf-8", as_csv),
    "md": Face("Markdown", "text/markdown; charset=utf-8", as_markdown),
    "txt": Face("Text", "text/plain; charset=utf-8", as_text),
    "svg": Face("SVG", "image/svg+xml", as_svg),
    "png": Face("PNG", "image/png", as_png),
    "html": Face("One HTML file", "text/html; charset=utf-8", as_html),
    "bib": Face("BibTeX", "text/plain; charset=utf-8", as_bib),
}
ENDINGS = "|".join(RENDERERS)  #: for the address of a twin


def rendered(name: str, document: Document) -> bytes:
    return RENDERERS[name].render(document)
