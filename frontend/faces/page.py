"""Document -> one HTML file that needs nothing else: no script, no request, to be kept or sent by mail."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from frontend.faces.citation import citation
from frontend.faces.document import Document
from frontend.faces.drawing import as_svg
from frontend.faces.svg import inline


def as_html(document: Document) -> bytes:
    drawing = mark_safe(inline(as_svg(document, is_bare=True).decode())) if document.charts else ""
    told = {"document": document, "drawing": drawing, "citation": citation(document)}
    return render_to_string("frontend/faces/page.html", told).encode()
