"""Comparisons as releases before 0.2 froze them: the names and the sentences of then, to the byte. Pure.

A permalink of then is shown from these, compared with today's answer in them, and found again by them when the same
question is frozen. Nothing here may change: the words are no part of the catalogue, which is improved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from benchdb.domain.caveats import Caveat, free_text
from benchdb.domain.columns import Column
from benchdb.domain.dimensions import dimension
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.headline import headline
from benchdb.questions.conditions import Difference, Share

#: Field -> what it was called.
RENAMED = {"cv": "spread", "cliffs_delta": "delta", "required_n": "needed"}
CELL = (
    "values", "runs", "value", "spread", "ratio", "change", "verdict", "interval", "p", "q", "delta", "needed",
    "is_published",
)  # fmt: skip
WORDS = {
    "text": "{text}",
    "log": "{text}",
    "log of some": "{text}.",
    "log, and others like it": "{text} (and {more} more runs say so, with other figures).",
    "mixes": "Mixes {title}: {values}",
    "all published": "All figures are published ones; no raw logs of them are kept here.",
    "some published": "Some figures are published ones, others measured from raw logs kept here.",
    "no runs of the baseline": "The baseline {baseline!r} has no runs here; the first column serves instead.",
    "too few for the aggregation": "“{aggregation}” needs {needs} runs; cells with fewer show none.",
    "too few for a test": (
        "Where a cell or its baseline has too few runs, no test can reach 5%: the change is shown, not judged."
    ),
}


def to_json(answer: Comparison) -> dict[str, Any]:
    """The comparison as plain data of then. What nobody could say then is not said."""
    return {
        "query": answer.query,
        "columns": list(answer.columns),
        "baseline": answer.baseline,
        "rows": [
            {
                "metric": row.metric,
                "key": row.key,
                "cells": {name: cell_to_json(one) for name, one in row.cells.items()},
            }
            for row in answer.rows
        ],
        "held_constant": [list(pair) for pair in answer.held_constant],
        "unknown": list(answer.unknown),
        "also_differs": [difference_to_json(one) for one in answer.also_differs],
        "caveats": sentences(answer.caveats),
        "runs": list(answer.runs),
        "published": answer.published,
    }


def cell_to_json(cell: Cell) -> dict[str, Any]:
    named = {RENAMED.get(name, name): value for name, value in asdict(replace(cell, differs=(), caveats=())).items()}
    plain = {
        name: list(value) if isinstance(value, tuple | Column) else value
        for name, value in named.items()
        if name in CELL
    }
    return plain | {
        "differs": [difference_to_json(one) for one in cell.differs],
        "caveats": sentences(cell.caveats),
    }


def difference_to_json(difference: Difference) -> dict[str, Any]:
    sides = {"baseline": difference.baseline, "here": difference.here}
    return {"dimension": difference.dimension, **{name: [str(share) for share in side] for name, side in sides.items()}}


def sentences(caveats: tuple[Caveat, ...]) -> list[str]:
    return [sentence(caveat) for caveat in caveats if caveat.kind in WORDS]


def sentence(caveat: Caveat) -> str:
    given = dict(caveat.parameters)
    if caveat.kind == "mixes":
        given = {"title": dimension(given["dimension"]).title, "values": ", ".join(given["values"])}
    return WORDS[caveat.kind].format(**given)


def from_json(data: Mapping[str, Any]) -> Comparison:
    """The comparison that was frozen. Its sentences stay sentences."""
    answer = Comparison(
        query=data["query"],
        columns=tuple(data["columns"]),
        baseline=data["baseline"],
        rows=tuple(row(one) for one in data["rows"]),
        held_constant=tuple((key, value) for key, value in data["held_constant"]),
        unknown=tuple(data["unknown"]),
        also_differs=tuple(map(difference, data["also_differs"])),
        caveats=tuple(map(free_text, data["caveats"])),
        runs=tuple(data["runs"]),
        published=data["published"],
    )
    return replace(answer, headline=headline(answer, are_metrics_pooled=True))


def row(data: Mapping[str, Any]) -> Row:
    return Row(data["metric"], data["key"], {column: cell(one) for column, one in data["cells"].items()})


def cell(data: Mapping[str, Any]) -> Cell:
    original = {was: name for name, was in RENAMED.items()}
    fields = {original.get(name, name): data[name] for name in CELL if name in data}
    return Cell(
        **fields
        | {
            "values": tuple(data["values"]),
            "runs": tuple(data["runs"]),
            "interval": tuple(data["interval"]) if data.get("interval") else None,
            "differs": tuple(map(difference, data["differs"])),
            "caveats": tuple(map(free_text, data["caveats"])),
        }
    )


def difference(data: Mapping[str, Any]) -> Difference:
    return Difference(data["dimension"], *(tuple(map(Share, data[side])) for side in ("baseline", "here")))
