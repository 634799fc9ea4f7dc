"""Export -> SVG and PNG. Matplotlib takes 38 MB, so a process that draws nothing never imports it."""

from __future__ import annotations

from frontend.answers.export import Export


def as_png(document: Export) -> bytes:
    from frontend.exports import drawing

    return drawing.as_png(document)


def as_svg(document: Export, *, is_bare: bool = False) -> bytes:
    """A bare one is the charts alone."""
    from frontend.exports import drawing

    return drawing.as_svg(document, is_bare=is_bare)
