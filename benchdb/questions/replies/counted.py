"""What tools counted of the replies of each run -> its share of failures, and what else is known of them. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchdb.domain.columns import Floats, Mask
from benchdb.domain.failures import (
    COMPLETED,
    FAILED,
    RESPONSES,
    SUCCEEDED,
    Rows,
    by_run,
    failed_requests,
    failure_shares_of,
    requests_sent,
    varied_replies,
    without_repeats,
    without_varied,
)
from benchdb.domain.failures import (
    NOT_2XX as REPLIES_NOT_2XX,
)

RATE = "requests_per_second"  #: the metric that an offered rate decides
#: Of the replies of a run: the share that was not as long as the first, how many requests were completed, and the
#: bytes of one reply: of its body, and with its headers.
VARIED, SENT, BODY, RECEIVED = "varied", COMPLETED, "bytes_body", "bytes_received"
NOT_2XX = (
    "not_2xx"  #: the share of its requests that failed, where all that is known of them is that: redirects, or errors
)
#: The share of the requests in its rate that failed, of runs whose tool counts others beside these: timeouts, say.
IN_RATE = "failed_in_rate"
READ = (FAILED, RESPONSES, COMPLETED, SUCCEEDED, BODY, RECEIVED)  #: metrics that all of this is made of
Counts = Mapping[tuple[str, str], Floats]  #: (metric, item) -> the number of each run; nan where it has none


@dataclass(frozen=True, slots=True)
class Replies:
    """Of each run, one entry for each."""

    failed: Floats  #: share of its requests that failed; nan = nobody counted
    beside: Mapping[str, Floats]  #: what else is known, by VARIED and its like; what no run has is left out


def replies(
    counts: Counts,
    completed: Floats,
    succeeded: Floats,
    answered_only: Mask,
    metrics: Iterable[str],
    rate_of_answers: Mask | None = None,
) -> Replies:
    """What the runs' numbers say of their replies. `answered_only`: as of `requests_sent`; `metrics`: those that are
    asked about; `rate_of_answers`: whose tool is of RATE_OF_ANSWERS."""
    sent = requests_sent(counts, completed, succeeded, answered_only)
    varied, beside = varied_replies(counts, len(completed)), dict[str, Floats]()
    if varied.any():
        counts = without_varied(counts, varied)
        beside[VARIED] = failure_shares_of(varied, sent)
    if any(name != RATE for name in metrics):  # of a rate, it says itself how many with its run's length
        beside[SENT] = completed
    for name in (BODY, RECEIVED):
        if (bytes_of_all := counts.get((name, ""))) is not None:
            with np.errstate(divide="ignore", invalid="ignore"):
                beside[name] = np.where(completed > 0, bytes_of_all / completed, np.nan)
    failed = without_repeats(failed_requests(counts, len(completed), answered_only), counts, sent)
    if (not_2xx := counts.get(REPLIES_NOT_2XX)) is not None:
        by_tool = np.nan_to_num(counts.get((FAILED, ""), np.zeros(len(completed))))
        beside[NOT_2XX] = failure_shares_of(np.where(by_tool == 0, not_2xx, np.nan), sent)
    if rate_of_answers is not None and (in_rate := failed_in_rate(counts, completed, rate_of_answers)) is not None:
        beside[IN_RATE] = in_rate
    return Replies(failure_shares_of(failed, sent), beside)


def failed_in_rate(counts: Counts, completed: Floats, rate_of_answers: Mask) -> Floats | None:
    """Of each run whose tool counts requests that failed beside those in its rate; nan of others. None without any."""
    unanswered = failed_requests({key: one for key, one in counts.items() if key[0] == FAILED}, len(completed))
    has_others = rate_of_answers & (np.nan_to_num(unanswered) > 0)
    if not has_others.any():
        return None
    answers = {key: one for key, one in counts.items() if key[0] == RESPONSES}
    errors = np.nan_to_num(failed_requests(answers, len(completed)))
    return np.where(has_others, failure_shares_of(errors, completed), np.nan)


def replies_by_run(
    rows: Rows, answered_only: Collection[int], metrics: Sequence[str], rate_of_answers: Collection[int] = ()
) -> dict[int, tuple[float, dict[str, float]]]:
    """Run -> (its share of failures, what else is known); nan = nobody counted.

    `rows`: of the metrics of READ; `answered_only`: those of the runs whose tool is of ANSWERED_ONLY;
    `rate_of_answers`: of RATE_OF_ANSWERS.
    """
    runs, counts = by_run(rows)
    completed, succeeded = (counts.get((metric, ""), np.full(len(runs), np.nan)) for metric in (COMPLETED, SUCCEEDED))
    only, of_answers = (np.isin(runs, list(some)) for some in (answered_only, rate_of_answers))
    known = replies(counts, completed, succeeded, only, metrics, of_answers)
    besides = [dict(zip(known.beside, numbers, strict=True)) for numbers in zip(*known.beside.values(), strict=True)]
    return {
        run: (failed, {name: float(number) for name, number in beside.items() if not np.isnan(number)})
        for run, failed, beside in zip(runs, known.failed.tolist(), besides or [{}] * len(runs), strict=True)
    }
