"""HistoryAnswer -> its numbers as plain data in base units, for programs. It says nothing that the page does not."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from benchdb.domain.caveats import Caveat
from benchdb.domain.metrics import metric
from benchdb.questions.cells import Cell
from benchdb.questions.history.answer import Change, Curve, HistoryAnswer, Level, Outage, Place, Point
from benchdb.wording import full_sentences, line, sentences
from frontend.answers.comparison.data import by_rule, cell_dict, difference_dict, differences
from frontend.answers.export import Records
from frontend.answers.history.doubts import doubts
from frontend.answers.history.machine_notes import in_words, note_dict, notes_at

POINT_COLUMNS = (
    "curve", "metric", "unit", "x", "label", "value", "low", "high", "n", "level", "level_median", "provenance", "runs",
    "level_change", "level_interval_low", "level_interval_high", "level_q", "level_verdict", "level_also_differs",
    "not_comparable",
)  # fmt: skip
NOTES = "level_notes"  #: a column of its own behind the others, where somebody noted anything
#: Of versions; of figures that are rounded.
SOMETIMES = ("sittings", "sittings_count", "sittings_assumed", "ratio_between", "rounding_forbids")


def as_dict(answer: HistoryAnswer) -> dict[str, Any]:
    """Plain data: values in base units, null where there is none."""
    question, known = answer.question, metric(answer.question.metric)
    return {
        "query": answer.query,
        "headline": line(answer.headline),
        "not_comparable": list(answer.conflicts),
        "x": question.x,
        "by": question.by or None,
        "metric": {"name": known.name, "title": known.title, "unit": known.unit, "better": known.better},
        "curves": [curve_dict(answer, curve) for curve in answer.curves],
        "held_constant": dict(answer.held_constant),
        "not_recorded": list(answer.unknown),
        "also_differs": [difference_dict(one) for one in answer.also_differs],
        "changes_along": {key: list(values) for key, values in answer.along},
        "caveats": list(sentences(answer.caveats)),
        **({"accepted": [difference_dict(one) for one in answer.accepted]} if question.accepted else {}),
        **by_rule(answer.caveats),
        **({"machine_notes": [note_dict(one) for one in answer.machine_notes]} if answer.machine_notes else {}),
    }


def curve_dict(answer: HistoryAnswer, curve: Curve) -> dict[str, Any]:
    return {
        "name": curve.name,
        "points": [point_dict(answer, point) for point in curve.points],
        "levels": [
            {"first": x_of(answer, level.first), "last": x_of(answer, level.last), "median": level.cell.value,
             "n": level.cell.n, "spread": level.cell.cv, "low": level.cell.low, "high": level.cell.high}
            for level in curve.levels
        ],
        "changes": [change_dict(answer, curve, change) for change in curve.changes],
        "outages": [outage_dict(answer, one) for one in curve.outages],
        "has_enough_runs": curve.is_testable,
        "nothing_served": curve.nothing_served,
        "notes": list(full_sentences(curve.notes)),
    }  # fmt: skip


def outage_dict(answer: HistoryAnswer, one: Outage) -> dict[str, Any]:
    """Runs in a row that measured nothing; those that were not stopped are points, and of no level."""
    return {
        "kind": one.kind,
        "first": x_of(answer, one.first),
        "last": x_of(answer, one.last),
        "after": x_of(answer, one.before) if one.before else None,
        "runs": list(one.runs),
        "goes_on": one.is_last,
        "changed_there": [
            {"dimension": change.dimension, "before": change.before, "after": change.after} for change in one.there
        ],
    }


def x_of(answer: HistoryAnswer, point: Point | Place) -> str:
    """A version's name, or the moment."""
    return point.label if answer.labels else datetime.fromtimestamp(point.x, UTC).isoformat()


def point_dict(answer: HistoryAnswer, point: Point) -> dict[str, Any]:
    return {
        "x": x_of(answer, point),
        "label": point.label,
        "value": point.value,
        "values": list(point.values),
        "runs": list(point.runs),
        "provenance": "published" if point.is_published else "measured",
    }


def change_dict(answer: HistoryAnswer, curve: Curve, change: Change) -> dict[str, Any]:
    """The runs after the change, set against those before, as a comparison's cell is."""
    one, other = change.before, change.after
    fields = cell_dict("", other.cell)
    names = ("change", "ratio", "interval", "delta", "verdict", "also_differs")
    return {
        "after": x_of(answer, one.last),
        "before": x_of(answer, other.first),
        "last_run": one.last.runs[-1],
        "first_run": other.first.runs[0],
        "median_before": one.cell.value,
        "median_after": other.cell.value,
        **{name: fields[name] for name in (*names, *SOMETIMES) if name in fields},
        "p": change.p,
        "q": change.q,
        "caveats": [*doubts(other.cell), *sentences(of_rounding(other.cell))],
        **({"machine_notes": [note.note for note in noted]} if (noted := notes_at(answer, curve, change)) else {}),
    }


def of_rounding(cell: Cell) -> tuple[Caveat, ...]:
    """What the ratio of coarse figures may be."""
    return tuple(one for one in cell.caveats if one.kind == "coarse ratio")


def records(answer: HistoryAnswer) -> Records:
    """One line per point, with the level it belongs to."""
    known, lines, conflicts = metric(answer.question.metric), [], " ".join(answer.conflicts)
    columns = (*POINT_COLUMNS, *((NOTES,) if answer.machine_notes else ()))
    for curve in answer.curves:
        for point in curve.points:
            number, level = level_of(curve, point) or (None, None)
            fields = point_dict(answer, point) | {"metric": known.name, "unit": known.unit, "curve": curve.name}
            fields |= {"low": min(point.values), "high": max(point.values), "n": len(point.values), "level": number}
            fields |= {"level_median": level and level.cell.value, "runs": " ".join(map(str, point.runs))}
            fields["not_comparable"] = conflicts
            fields |= against_before(level) | {NOTES: noted_before(answer, curve, level)} if level else {}
            lines.append(tuple(fields.get(name) for name in columns))
    return Records(columns, tuple(lines))


def noted_before(answer: HistoryAnswer, curve: Curve, level: Level) -> str:
    """What was noted beside the change that a level begins with."""
    noted = (note for one in curve.changes if one.after == level for note in notes_at(answer, curve, one))
    return "; ".join(map(in_words, noted))


def against_before(level: Level) -> dict[str, Any]:
    """What a level is against the one before; empty for the first."""
    cell = level.cell
    low, high = cell.interval or (None, None)
    return {
        "level_change": cell.change,
        "level_interval_low": low,
        "level_interval_high": high,
        "level_q": cell.q,
        "level_verdict": cell.verdict,
        "level_also_differs": "; ".join(map(str, differences(cell))),
    }


def level_of(curve: Curve, point: Point) -> tuple[int, Level] | None:
    """(its number, from 1; the level that a point belongs to); None where it answered nothing but errors."""
    return max(
        ((number, level) for number, level in enumerate(curve.levels, 1) if point.runs[0] in level.cell.runs),
        key=lambda pair: pair[0],
        default=None,
    )
