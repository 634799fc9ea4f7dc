"""`make simulate`: every table of error rates, into the pages of docs/ between their marks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from benchdb.dev.error_rates import (
    change_points,
    field,
    intervals,
    last_runs,
    many_rows,
    outages,
    scaling_claims,
    scaling_intervals,
    shared_nights,
    sitting_histories,
    verdicts,
    watches,
)  # fmt: skip
from benchdb.host.paths import ROOT

PAGES = ("comparing", "scaling", "history", "watching")
COMPARING, SCALING, HISTORY, WATCHING = (ROOT / "docs" / f"{name}.md" for name in PAGES)

TABLES: tuple[tuple[str, Path, Callable[[], str]], ...] = (
    ("verdicts", COMPARING, verdicts.table),
    ("field", COMPARING, field.table),
    ("shared_nights", COMPARING, shared_nights.table),
    ("many_rows", COMPARING, many_rows.table),
    ("intervals", COMPARING, intervals.table),
    ("change_points", HISTORY, change_points.table),
    ("sitting_histories", HISTORY, sitting_histories.table),
    ("last_runs", HISTORY, last_runs.table),
    ("outages", HISTORY, outages.table),
    ("watches", WATCHING, watches.table),
    ("scaling_intervals", SCALING, scaling_intervals.table),
    ("scaling_claims", SCALING, scaling_claims.table),
)


def marks(name: str) -> tuple[str, str]:
    return f"<!-- make simulate: {name} -->\n", f"<!-- end of {name} -->\n"


def written(page: str, name: str, text: str) -> str:
    """The page with one table between its marks."""
    begin, end = marks(name)
    before, _, rest = page.partition(begin)
    return before + begin + text + end + rest.partition(end)[2]


def published(name: str) -> str:
    """A table as it stands in its page."""
    begin, end = marks(name)
    page = next(page for known, page, _ in TABLES if known == name)
    return page.read_text("utf-8").partition(begin)[2].partition(end)[0]


def main() -> None:
    wanted = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    for name, page, table in TABLES:
        if wanted and name not in wanted:
            continue
        text = table()
        print(text, flush=True)
        if "--write" in sys.argv:
            page.write_text(written(page.read_text("utf-8"), name, text), encoding="utf-8")


if __name__ == "__main__":
    main()
