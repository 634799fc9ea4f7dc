"""What all parsers share, fed by itself: a parser's own inputs seldom get through to its corners."""

from __future__ import annotations

import io
from contextlib import suppress

from benchdb.domain.compression import BROKEN
from ingest.formats.kit.command_lines import asked_in_command, asked_in_error, duration, kinds_of, reason, whole, word
from ingest.formats.kit.json_values import document
from ingest.formats.kit.pasted.left_out import left_out
from ingest.formats.kit.pasted.wrapped_lines import bare_log
from ingest.formats.kit.printed_units import bytes_of, percentile, seconds
from ingest.formats.kit.report_scanner import pages
from ingest.formats.kit.row_noise import bare_rows, bare_stream

OPTIONS = {"n": ("requests", whole), "duration": ("duration", duration), "H": ("header", word)}


def text(content: bytes) -> None:
    """The lines of a log stand where they stood, whatever is taken away around them."""
    list(left_out(content))
    most = 1 + content.count(b"\n") + content.count(b"\r")
    with suppress(*BROKEN):
        for page in pages(io.BytesIO(content)):
            page.go(len(page.text))
            assert 1 <= page.line <= most


def json_values(content: bytes) -> None:
    """Every value's line is one of the document's."""
    with suppress(*BROKEN):
        for page in pages(io.BytesIO(content)):
            place = page.text.find("{")
            page.go(max(place, 0))
            first, parsed = page.line, document(page)
            lines = [line for values in parsed.values.values() for _, line in values.values()]
            assert all(first <= line <= page.line for line in lines)


def rows(content: bytes) -> None:
    """As a whole, and as a stream of which nobody knows the end."""
    bare_rows(content)
    for bare in (bare_stream, bare_log):
        stream = bare(io.BufferedReader(io.BytesIO(content)))
        with suppress(*BROKEN):
            while stream.read(1000):
                pass


def words(content: bytes) -> None:
    """Times, sizes, percentages, errors and command lines, as they are printed."""
    lines = content.decode("utf-8", "replace").split("\n")
    for line in lines:
        seconds(line), duration(line), bytes_of(line, 1000), percentile(line)
        asked_in_command(line, "ab", OPTIONS)
    asked_in_error(lines)
    kinds_of((1, line) for line in lines)
    reason(lines)


TARGETS = {"kit text": text, "kit json": json_values, "kit rows": rows, "kit words": words}
