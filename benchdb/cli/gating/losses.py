"""Which sides of a comparison lost their runs, and how many, in the words of a gate. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchdb.cli.gating.cells import Judged, without_runs

MOST_NAMED = 4  #: rows of one line


def incomparable(answer: Mapping[str, Any], cells: Sequence[Judged]) -> str:
    """Why nothing can be judged, as far as the site's answer says it in figures; "" where it does not."""
    if not cells:
        return " ".join((f"there is nothing to compare with {answer['baseline']}.", lost_runs(answer))).strip()
    return " ".join(filter(None, (lost_runs(answer), lost_rows(answer))))


def lost_rows(answer: Mapping[str, Any]) -> str:
    """In how many of the baseline's rows the other side has no run; "" where it has some in each."""
    lost = without_runs(answer)
    if not lost:
        return ""
    total = sum(any(cell["column"] == answer["baseline"] for cell in row["cells"]) for row in answer["rows"])
    return f"{len(lost)} of {total} rows {'has' if len(lost) == 1 else 'have'} no run of {lost[0].column}."


def lost_runs(answer: Mapping[str, Any]) -> str:
    """Which sides besides the baseline lost how many of their runs before these ended, where some lost many; and which
    of all have runs that broke off where others' did not, or answered nothing but errors; "" where there is nothing of
    these."""
    lost = [side for side in answer.get("stopped", ()) if side["column"] != answer["baseline"]]
    at_rows = [one for one in answer.get("stopped_at_rows", ()) if one["column"] != answer["baseline"]]
    words = [*map(stopped_runs, lost), *map(stopped_runs, at_rows), *of_either_side(answer)]
    more = [f"and {len(words) - MOST_NAMED} more"] if len(words) > MOST_NAMED else []
    return f"{', '.join([*words[:MOST_NAMED], *more])}." if words else ""


def stopped_runs(lost: Mapping[str, Any]) -> str:
    """`5 of 8 runs of 6.2 at 64 were stopped before the end`"""
    whose = f"{lost['column']} at {lost['row']}" if "row" in lost else lost["column"]
    if lost["of"] == 1:
        return f"1 run of {whose}, the only one, was stopped before the end"
    verb = "was" if lost["runs"] == 1 else "were"
    return f"{lost['runs']} of {lost['of']} runs of {whose} {verb} stopped before the end"


def failing_runs(lost: Mapping[str, Any]) -> str:
    """`2 of 8 runs of 6.2 answered nothing but errors`"""
    return f"{lost['runs']} of {lost['of']} runs of {lost['column']} answered nothing but errors"


def unsaid(answer: Mapping[str, Any], reason: str) -> list[str]:
    """The same of either side, where a decision's reason has it not: none passes without a word of such runs."""
    return [f"{one}." for one in of_either_side(answer) if one not in reason]


def of_either_side(answer: Mapping[str, Any]) -> list[str]:
    few, failing = answer.get("stopped_on_one_side", ()), answer.get("errors_alone", ())
    return [*map(stopped_runs, few), *map(failing_runs, failing)]
