"""Tables of results of the Ziff-Davis / eTesting Labs / VeriTest WebBench 1.x-5.0 -> one RunRecord for each row."""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.formats.load.webbench.numbers import decimal_sign, number, unit_of
from ingest.formats.load.webbench.table import Row, Table, numbered, tables
from ingest.records import Fact, Measurement, Parsed, Problem, RunRecord

TOOL = "WebBench"
LAYOUT = "Read from a table by its headings: the layout of WebBench's own results is not documented."
UNNAMED = "Nothing around this table says WebBench; it was taken for its results by its headings."
CLIENTS = re.compile(r"(\d{1,6})[ _-]*clients?\b|^(\d{1,6})$", re.IGNORECASE)
VERSION = re.compile(r"WebBench(?:[ (]|TM|\u2122|\u00ae|v(?:ersion)?\.? ?){0,4}(\d\.\d{1,2})", re.IGNORECASE)
SUITE = re.compile(r"\b(static|dynamic|e-?commerce|ssl|cgi|isapi|nsapi|nlm)\b", re.IGNORECASE)
PARAMETERS = {  # of the test, printed above a table: Mindcraft 1999
    "length": "duration_planned",
    "ramp up": "ramp_up",
    "ramp down": "ramp_down",
    "think time": "think_time",
    "number of threads": "threads",
}
PARAMETER = re.compile(rf"({'|'.join(PARAMETERS)})\b[^\d\w]{{1,40}}(\d{{1,6}})\b", re.IGNORECASE)
METRICS = {"rate": "requests_per_second", "throughput": "transfer_rate"}


def parse(stream: BinaryIO) -> Parsed:
    """The rows of each table. What is no such table is passed over in silence."""
    for table in tables(numbered(stream)):
        yield from items(table)


def items(table: Table) -> Parsed:
    if not table.rows:
        yield Problem(table.line, "Expected rows of results below these headings: there are none.")
        return
    signs, caveats = conventions(table)
    for row in table.rows:
        is_cut = table.is_cut and row is table.rows[-1]
        yield run(table, row, signs, caveats, is_cut)
    if table.broken:
        yield Problem(table.broken, "The table breaks off in this row: expected its requests per second next.")
    if table.unknown:
        yield Problem(table.line, f"Columns that are not read: {', '.join(table.unknown)[:300]}.")


def conventions(table: Table) -> tuple[dict[str, str], list[str]]:
    """The decimal sign of each column, and what has to be said of how the table was read."""
    signs: dict[str, str] = {}
    caveats = [LAYOUT] if is_named(table) else [LAYOUT, UNNAMED]
    for kind in METRICS:
        if kind in table.headings:
            place, heading = table.headings[kind]
            cells = [row.cells[place] for row in table.rows if len(row.cells) > place]
            signs[kind], is_proved = decimal_sign(cells, table.separator)
            if not is_proved:
                caveats.append(f"Nothing proves which sign is decimal in {heading!r}; {signs[kind]!r} is taken for it.")
    if "throughput" in signs and unit_of(table.headings["throughput"][1])[1]:
        caveats.append(f"A K in {table.headings['throughput'][1]!r} is taken for 1024.")
    return signs, caveats


def is_named(table: Table) -> bool:
    return any("webbench" in text.lower() for text in table.above)


def run(table: Table, row: Row, signs: dict[str, str], caveats: list[str], is_cut: bool) -> RunRecord:
    known = facts(table, row)
    numbers = []
    for kind, sign in signs.items():
        place, heading = table.headings[kind]
        value = number(row.cells[place], sign) if len(row.cells) > place else None
        if value is not None:
            unit = unit_of(heading)[0] if kind == "throughput" else 1
            numbers.append(Measurement(METRICS[kind], value * unit, row.line))
    own = list(caveats)
    if "concurrency" in known and "clients" not in table.headings and "client" not in str(known.get("mix", "")).lower():
        own.append(f"The mix {known['mix']!r} is taken for a number of clients.")
    if is_cut:
        own.append("The file ends in this row, without a line's end: its last number may be cut short.")
    return RunRecord(TOOL, str(known.get("tool_version", "")), known, tuple(numbers), row.line, "complete", tuple(own))


def facts(table: Table, row: Row) -> dict[str, Fact]:
    """Concurrency is clients times threads per client where both are told, else clients."""
    known: dict[str, Fact] = {"tool": TOOL, **setup(table)}
    cells = {kind: row.cells[place] for kind, (place, _) in table.headings.items() if len(row.cells) > place}
    if "mix" in cells:
        known["mix"] = cells["mix"][:100]
    clients = CLIENTS.search(cells.get("clients", cells.get("mix", "")))
    threads = cells.get("threads", "")
    if threads.isdigit() and len(threads) < 7:
        known["threads"] = int(threads)
    if clients:
        known["clients"] = int(clients[1] or clients[2])
        known["concurrency"] = known["clients"] * int(known.get("threads", 1))
    return known


def setup(table: Table) -> dict[str, Fact]:
    """What the lines above a table say: version, suite, parameters."""
    known: dict[str, Fact] = {}
    for text in table.above:
        if version := VERSION.search(text):
            known["tool_version"] = version[1]
        if (suite := SUITE.search(text)) and ("webbench" in text.lower() or "suite" in text.lower()):
            known["suite"] = suite[1].lower()
        for name, value in PARAMETER.findall(text):
            known[PARAMETERS[name.lower()]] = int(value)
    return known
