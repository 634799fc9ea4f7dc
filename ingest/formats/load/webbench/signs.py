"""How a log of this format is recognised."""

from __future__ import annotations

import io

from ingest.formats.load.webbench.table import numbered, tables


def sniff(head: bytes) -> bool:
    """Headings for clients or mixes and for requests per second, and a row below them."""
    return any(table.rows for table in tables(numbered(io.BytesIO(head))))
