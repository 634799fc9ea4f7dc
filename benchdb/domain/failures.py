"""What a load tool counted of each run -> how many of its requests failed. Pure; every page and list has it from here.

A request failed where its tool counts it as failed, or where the server answered it with an error. What a tool that
completes only what is answered counts as failed is no error of the server: the two are added up. Others may count one
request as both; the larger number is what surely failed.

A run's share of failures is what failed over what was sent. Some tools count what failed among the requests that they
completed (ab), others beside them (siege, wrk), and some say only what succeeded (h2load): `requests_sent`.

ab also counts replies as failed that are not as long as the first one, as those of a page that varies are not. Lists
show what ab counts; comparisons, where it decides, tell `varied_replies` from what failed.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

import numpy as np

from benchdb.domain.columns import Floats, Ints, Mask
from benchdb.domain.setups.load_tools import ANSWERED_ONLY

FAILED, COMPLETED, RESPONSES = "requests_failed", "requests_completed", "responses"
SUCCEEDED = "requests_succeeded"
COUNTING = (FAILED, RESPONSES)  #: metrics that failures are counted by
#: Items of `responses` that are errors. A tool may say all of these three of one answer: 404, 4xx, non_2xx.
ERRORS = re.compile(r"(?P<one>[45]\d\d)\b|(?P<class>[45]xx)$|(?P<rest>non_2xx)(?:_3xx)?$")
PER_REPLY = (FAILED, "per_reply")  #: autobench's: no count, but so many for each reply
WHOLE, PARTS = "failed", "failed in parts"
NOT_2XX = (RESPONSES, "non_2xx")  #: ab's, redirects among them: wrk and others count these apart
OF_ANOTHER_LENGTH = (RESPONSES, "other_length")  #: whole replies of a page that varies, which ab counts as failed

Places = Ints | slice
Counted = tuple[str, str, Places, Floats]  #: (metric, item, places of the runs that have it, what each counts)


def failures(counts: Iterable[Counted], runs: int, answered_only: Mask | bool = False) -> Floats:
    """Of `runs` runs; nan = nobody counted. `answered_only`: as of `requests_sent`. Few copies: each of a million runs
    takes 8 MB."""
    ways: dict[str, Floats] = {}
    for metric, item, places, numbers in counts:
        if way := way_of_counting(metric, item):
            known = way in ways
            sums = ways.setdefault(way, np.full(runs, np.nan))
            sums[places] = np.nan_to_num(sums[places]) + numbers if known else 0.0 + numbers
    whole, parts = ways.pop(WHOLE, None), ways.pop(PARTS, None)
    if whole is None:
        whole = np.full(runs, np.nan) if parts is None else parts
    elif parts is not None:
        np.copyto(whole, parts, where=np.isnan(whole))
    if not ways:
        return whole
    errors, *others = ways.values()
    for other in others:
        np.fmax(errors, other, out=errors)
    return in_either_way(whole, errors, answered_only)


def in_either_way(own: Floats, errors: Floats, answered_only: Mask | bool) -> Floats:
    """What the tool itself counts and what the server answered: together where no request is both, else the larger."""
    if not np.any(answered_only):
        return np.fmax(own, errors, out=own)
    are_apart = answered_only & ~(np.isnan(own) | np.isnan(errors))
    return np.where(are_apart, own + errors, np.fmax(own, errors))


def way_of_counting(metric: str, item: str) -> str | None:
    """What may be added up; None for what is no failure."""
    if metric == FAILED:
        return PARTS if item else WHOLE
    error = ERRORS.match(item) if metric == RESPONSES else None
    return error.lastgroup if error else None


def failed_requests(counts: Mapping[tuple[str, str], Floats], runs: int, answered_only: Mask | bool = False) -> Floats:
    """As `failures`, from a number of each run by (metric, item), nan where a run has none."""
    known = ((metric, item, places_known(numbers)) for (metric, item), numbers in counts.items())
    counted = ((metric, item, places, counts[metric, item][places]) for metric, item, places in known)
    return failures(counted, runs, answered_only)


def places_known(numbers: Floats) -> Places:
    """Where there is a number: a slice where that is everywhere, which copies nothing."""
    unknown = np.isnan(numbers)
    return np.flatnonzero(~unknown) if unknown.any() else slice(None)


def varied_replies(counts: Mapping[tuple[str, str], Floats], runs: int) -> Floats:
    """How many replies of each run count as failed for no more than their length."""
    varied = counts.get(OF_ANOTHER_LENGTH)
    return np.zeros(runs) if varied is None else np.nan_to_num(varied)


def without_varied(counts: Mapping[tuple[str, str], Floats], varied: Floats) -> dict[tuple[str, str], Floats]:
    """The same counts, as if the tool had not minded the length of replies."""
    return (
        {**counts, (FAILED, ""): np.maximum(counts[FAILED, ""] - varied, 0.0)} if (FAILED, "") in counts else {**counts}
    )


Rows = Iterable[tuple[int, str, str, float]]  #: of (run, metric, item, value)


def failed_by_run(rows: Rows, answered_only: Collection[int] = ()) -> dict[int, float]:
    """Run -> its failures; runs of which nobody counted are left out. `answered_only`: those of the runs whose tool is
    of ANSWERED_ONLY."""
    runs, columns = by_run(rows)
    numbers = failed_requests(columns, len(runs), np.isin(runs, list(answered_only))).tolist()
    return {run: number for run, number in zip(runs, numbers, strict=True) if not math.isnan(number)}


def may_be_redirects(numbers: Iterable[tuple[str, str, float]]) -> bool:
    """Whether all that is known of a run's failures is that replies were no 2xx; of its (metric, item, value)."""
    counts = {(metric, item): value for metric, item, value in numbers}
    return counts.get(NOT_2XX, 0.0) > 0 and not counts.get((FAILED, ""), 0.0)


def by_run(rows: Rows) -> tuple[list[int], dict[tuple[str, str], Floats]]:
    """(the runs, the number of each by metric and item; nan where a run has none)"""
    places: dict[int, int] = {}
    columns: dict[tuple[str, str], tuple[list[int], list[float]]] = defaultdict(lambda: ([], []))
    for run, metric, item, value in rows:
        own, values = columns[metric, item]
        own.append(places.setdefault(run, len(places)))
        values.append(value)
    made = {key: np.full(len(places), np.nan) for key in columns}
    for key, (own, values) in columns.items():
        made[key][own] = values
    return list(places), made


def requests_sent(
    counts: Mapping[tuple[str, str], Floats], completed: Floats, succeeded: Floats, answered_only: Mask | bool
) -> Floats:
    """Of each run, whatever became of them; nan = nobody says. `answered_only`: its tool is one of ANSWERED_ONLY."""
    unanswered = np.nan_to_num(
        failed_requests({key: one for key, one in counts.items() if key[0] == FAILED}, len(completed))
    )
    sent = completed + np.where(answered_only, unanswered, 0.0)
    unknown = np.isnan(completed)
    if unknown.any():
        sent[unknown] = (succeeded + unanswered)[unknown]
        if (per_reply := counts.get(PER_REPLY)) is not None:
            np.copyto(sent, 1.0 + per_reply, where=np.isnan(sent))
    return sent


def sent_by_one_run(numbers: Iterable[tuple[str, str, float]], tool: str) -> float | None:
    """As `requests_sent`, of one run's (metric, item, value) and its tool; None = nobody says, or no number of them."""
    _, counts = by_run((0, *one) for one in numbers if one[0] in (FAILED, COMPLETED, SUCCEEDED))
    unknown = np.full(1, np.nan)
    completed, succeeded = (counts.get((metric, ""), unknown) for metric in (COMPLETED, SUCCEEDED))
    sent = float(requests_sent(counts, completed, succeeded, tool in ANSWERED_ONLY)[0]) if counts else math.nan
    return None if math.isnan(sent) or PER_REPLY in counts else sent


def without_repeats(failed: Floats, counts: Mapping[tuple[str, str], Floats], sent: Floats) -> Floats:
    """Where more failed than were sent, the largest kind of them: ab counts one broken connection as received, of
    another length and as an exception."""
    over = failed > sent
    kinds = [numbers for (metric, item), numbers in counts.items() if metric == FAILED and item]
    if not over.any() or not kinds:
        return failed
    largest = np.fmax.reduce(kinds)
    return np.where(over & (largest > 0), largest, failed)


def failure_shares_of(failed: Floats, sent: Floats) -> Floats:
    """Of each run; nan = nobody counted; inf where requests failed and nobody says how many were sent: no share."""
    shares = np.maximum(failed, sent, dtype=float)  # of these, in place: each copy of a million takes 8 MB
    shares[np.isnan(sent)] = 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        np.divide(failed, shares, out=shares)
    shares[failed == 0] = 0.0
    np.minimum(shares, 1.0, out=shares, where=~np.isinf(shares))
    return shares
