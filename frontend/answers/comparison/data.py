"""Comparison -> its numbers as plain data in base units, for programs. It says nothing that the page does not."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from benchdb.domain.caveats import Caveat
from benchdb.domain.metrics import metric
from benchdb.questions.acceptance.classes import united
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.headline.one_pair import reason
from benchdb.questions.conditions import Difference, Share
from benchdb.questions.replies.failures import SERVED_NOTHING
from benchdb.questions.replies.sizes import ANOTHER, DOCUMENT
from benchdb.questions.replies.stopped import few_lost, many_stopped, many_stopped_at_rows
from benchdb.questions.replies.unserved import lost_by_side
from benchdb.wording import line, sentences, words
from benchdb.wording.figures import quantity
from benchdb.wording.verdicts import BECAUSE, verdict_words
from frontend.answers.export import Records

CSV_COLUMNS = (
    "metric", "unit", "row", "column", "value", "n", "spread", "low", "high", "ratio", "change", "verdict",
    "provenance", "runs", "interval_low", "interval_high", "p", "q", "delta", "runs_needed", "also_differs", "caveats",
    "verdict_in_words", "below", "not_comparable", "difference_low", "difference_high",
)  # fmt: skip

MOST_LISTED = 50_000  #: single runs in one answer; of more the cells say what they come to
LEFT_OUT = words("values left out", most=MOST_LISTED)


def as_dict(comparison: Comparison) -> dict[str, Any]:
    """Values in base units; a cell with no runs is not there."""
    question, is_whole = comparison.question, is_listed(comparison)
    metrics = [metric(name) for name in question.metrics]
    return {
        "query": comparison.query,
        "headline": line(comparison.headline),
        "metrics": [{"name": m.name, "title": m.title, "unit": m.unit, "better": m.better} for m in metrics],
        "row_dimension": question.rows,
        "split_dimension": question.split or None,
        "column_dimension": question.cols,
        "columns": list(comparison.columns),
        "baseline": comparison.baseline,
        "protocol": question.aggregation,
        "rows": [
            {
                "metric": row.metric,
                "unit": row.known_metric.unit,
                "row": row.key,
                "cells": [
                    cell_dict(column, cell, is_whole) | because(cell, row.cells.get(comparison.baseline))
                    for column, cell in row.cells.items()
                ],
            }
            for row in comparison.rows
        ],
        "held_constant": dict(comparison.held_constant),
        "not_recorded": list(comparison.unknown),
        "also_differs": [difference_dict(one) for one in comparison.also_differs],
        "caveats": list(sentences(comparison.caveats)),
        "runs": list(comparison.runs) if is_whole else None,
        **({} if is_whole else {"left_out": LEFT_OUT}),
        **stopped(comparison),
        **({"not_comparable": list(comparison.conflicts)} if comparison.conflicts else {}),
        **({"accepted": [difference_dict(one) for one in comparison.accepted]} if question.accepted else {}),
        **by_rule(comparison.caveats),
    }


def stopped(comparison: Comparison) -> dict[str, Any]:
    """The sides that lost many of their runs before these ended, those that did in some rows, those of which fewer
    broke off where the others' did not, and those of which some answered nothing but errors, if there are any."""
    lost, at_rows = many_stopped(comparison.headline), many_stopped_at_rows(comparison.headline)
    sides = [{"column": name, "runs": runs, "of": of} for name, runs, of in lost]
    rows = [{"column": name, "row": row, "runs": runs, "of": of} for name, row, runs, of in at_rows]
    few = [
        {"column": name, **({} if row is None else {"row": row}), "runs": runs, "of": of}
        for name, row, runs, of in few_lost(comparison.headline)
    ]
    failing = [{"column": name, "runs": runs, "of": of} for name, runs, of in lost_by_side(comparison.caveats)]
    return {
        **({"stopped": sides} if sides else {}),
        **({"stopped_at_rows": rows} if rows else {}),
        **({"stopped_on_one_side": few} if few else {}),
        **({"errors_alone": failing} if failing else {}),
    }


def is_listed(comparison: Comparison) -> bool:
    """Whether single runs are named."""
    return sum(cell.n for row in comparison.rows for cell in row.cells.values()) <= MOST_LISTED


def cell_dict(column: str, cell: Cell, is_whole: bool = True) -> dict[str, Any]:
    span = cell.ratio_span or cell.rounding
    return {
        "column": column,
        "value": cell.value,
        "n": cell.n,
        "spread": cell.cv,
        **({"below": cell.step} if cell.is_below_step else {}),
        "low": cell.low,
        "high": cell.high,
        "ratio": cell.ratio,
        "change": cell.change,
        **({"is_coarse": True} if cell.ratio_span else {}),
        **({"ratio_between": [end if math.isfinite(end) else None for end in span]} if span else {}),
        "verdict": cell.verdict,
        **({"rounding_forbids": cell.rounding_forbids} if cell.rounding_forbids else {}),
        "interval": list(cell.interval) if cell.interval else None,
        **({"difference_interval": list(cell.difference)} if cell.difference else {}),
        "p": cell.p,
        "q": cell.q,
        "delta": cell.cliffs_delta,
        "runs_needed": cell.runs_needed or None,
        **more_runs(cell),
        **({"sittings": list(cell.sittings), "sittings_count": cell.sitting_basis} if any(cell.sittings) else {}),
        **({"sittings_assumed": True} if cell.assumes_sittings else {}),
        **({"sittings_needed": cell.required_sittings} if cell.required_sittings else {}),
        "provenance": "published" if cell.is_published else "measured",
        "values": list(cell.values) if is_whole else None,
        "runs": list(cell.runs) if is_whole else None,
        "also_differs": [difference_dict(one) for one in differences(cell)],
        "caveats": list(sentences(cell.caveats)),
    }


def because(cell: Cell, base: Cell | None) -> dict[str, Any]:
    """Why a cell is not comparable, in a few words; nothing where it is."""
    if cell.verdict != "not comparable" or base is None:
        return {}
    apart = tuple(one.dimension for one in cell.differs)
    mixed = tuple(one["dimension"] for one in cell.caveats if one.kind == "mixes" and one["dimension"] not in apart)
    why = [BECAUSE[one.kind] for one in cell.caveats if one.kind in SERVED_NOTHING] if apart or mixed else []
    why += [words("cell: conditions differ", keys=apart, count=len(apart))] if apart else []
    why += [words("cell: mixes conditions", keys=mixed)] if mixed else []
    return {"not_comparable_because": "; ".join(why) or because_of_replies(cell, base)}


def because_of_replies(cell: Cell, base: Cell) -> str:
    """The same of what stands against it besides conditions, with the share of what failed on each side."""
    kind, shares = reason(cell, base, 0.0), (cell.failed or 0.0, base.failed or 0.0)
    why = BECAUSE.get(kind, "")
    if not kind.startswith("more ") or max(shares) > 1:
        return why
    return words("cell: shares failed", why=why, share=shares[0], base=shares[1])


def more_runs(cell: Cell) -> dict[str, Any]:
    """How many more runs on each side it takes for a verdict: in turn in one sitting, and spread over several."""
    more = cell.more_runs if cell.verdict == "too few runs" else None
    return {"more_runs": {"in_one_sitting": more.in_one_sitting, "in_several": more.one_a_sitting}} if more else {}


def differences(cell: Cell) -> tuple[Difference, ...]:
    """In what a cell differs from its baseline: recorded conditions, and a document that its replies tell apart."""
    sizes = (one for one in cell.caveats if one.kind == ANOTHER)
    pairs = ((quantity(*one["base"]), quantity(*one["size"])) for one in sizes)
    replies = (Difference(DOCUMENT, *((Share(words("a reply", size=size)),) for size in pair)) for pair in pairs)
    return (*cell.differs, *replies)


def difference_dict(difference: Difference) -> dict[str, Any]:
    sides = {"baseline": difference.baseline, "here": difference.here}
    return {"dimension": difference.dimension, **{name: [str(share) for share in side] for name, side in sides.items()}}


def by_rule(caveats: Iterable[Caveat]) -> dict[str, Any]:
    """What rules of the site let pass; nothing where they did not have to."""
    names = ("dimension", "values", "reason")
    accepted = [{name: one[name] for name in names} for one in united(caveats)]
    return {"accepted_by_rule": accepted} if accepted else {}


def records(comparison: Comparison) -> Records:
    """One line per cell."""
    lines, is_whole, conflicts = [], is_listed(comparison), " ".join(comparison.conflicts)
    margin = comparison.question.equivalence_margin
    for row in comparison.rows:
        for column, cell in row.cells.items():
            fields = cell_dict(column, cell, is_whole) | {
                "metric": row.metric,
                "unit": row.known_metric.unit,
                "row": row.key,
            }
            fields["runs"] = " ".join(map(str, cell.runs)) if is_whole else ""
            fields["interval_low"], fields["interval_high"] = cell.interval or (None, None)
            fields["difference_low"], fields["difference_high"] = cell.difference or (None, None)
            fields["also_differs"] = "; ".join(map(str, differences(cell)))
            fields["caveats"] = " ".join(sentences(cell.caveats))
            fields["verdict_in_words"] = verdict_words(cell.verdict, margin) if cell.verdict else None
            fields["not_comparable"] = conflicts
            lines.append(tuple(fields.get(name) for name in CSV_COLUMNS))
    return Records(CSV_COLUMNS, tuple(lines))
