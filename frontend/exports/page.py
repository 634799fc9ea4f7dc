"""Export -> one HTML file that needs nothing else: no script, no request, to be kept or sent by mail."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from frontend.answers.export import Export
from frontend.charts.palette import colours
from frontend.exports.citation import citation
from frontend.exports.pictures import as_svg
from frontend.exports.svg import inline

#: What the file calls its colours -> the site's token.
TOKENS = {"ground": "lift", "raised": "sunk", "line": "rule", "text": "ink", "quiet": "ink-3", "link": "accent"}
GROUNDS = {name: colours()[token] for name, token in TOKENS.items()}


def as_html(document: Export) -> bytes:
    drawing = mark_safe(inline(as_svg(document, is_bare=True).decode())) if document.charts else ""
    context = {"document": document, "drawing": drawing, "citation": citation(document), "colours": GROUNDS}
    return render_to_string("frontend/exports/page.html", context).encode()
