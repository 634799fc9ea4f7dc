"""Runs that answered errors alone, and the document that was not served: they are of its curve. Pure.

ab prints the length of the first reply: of a server that answers errors, that of its error page. It says nothing of the
document, whose setup differs in this alone. Such runs are of the last document that was served before, under what
parts the curves else; of the one whose turn it was, where several take turns. Only while none was served for longer
than it ever paused (`patience`): what answers a redirect beside nightly runs that are served was always so, and goes on
to be when these are given up. So are runs of which so many requests failed that an error may have come first
(`first_replies`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Coded, Floats, Ints, Mask
from benchdb.domain.dimensions import MISSING, Dimension
from benchdb.domain.failures import COUNTING
from benchdb.domain.turns import take_turns
from benchdb.questions.history.answer import FEWEST_IN_A_ROW, goes_over
from benchdb.questions.history.axis import Moments
from benchdb.questions.history.outages.first_replies import HALF, of_doubtful_size
from benchdb.questions.history.outages.patience import DAY, MONTH, Pauses
from benchdb.questions.history.outages.replaced import replaced
from benchdb.questions.history.outages.weekly import was_due
from benchdb.questions.numbers import BY_RULE, Numbers
from benchdb.questions.replies.failures import NOISE, answers_errors_alone
from benchdb.questions.replies.sizes import DOCUMENT

KIND, FIRST = "errors for a document", "errors first for a document"  #: of the caveats
BETWEEN_SITTINGS = DAY / 2  #: seconds between two runs, which are of one sitting or night where it was less
OF_DOCUMENT = (DOCUMENT, BY_RULE + DOCUMENT)

Documents = Mapping[int, int]  #: place of a number of errors alone -> place of one that was served with its document


def with_documents(
    placed: Numbers, conditions: Sequence[Dimension], moments: Moments
) -> tuple[Numbers, tuple[Caveat, ...]]:
    """The numbers, those of errors alone with the document that was not served, and what is said of these."""
    if DOCUMENT not in {one.key for one in conditions} or len(placed.texts(DOCUMENT)) < 2:
        return placed, ()
    errors = errors_alone(placed)
    if not may_lack_the_document(placed, errors).any() or errors.all():
        return placed, ()
    times = np.array([moments[run].time.timestamp() for run in placed.runs.tolist()])
    taken = dict[int, int]()
    for places in of_one_load(placed, conditions, times):
        taken |= of_load(placed, places, errors[places], times[places])
    document = placed.condition(DOCUMENT).codes[placed.kind]
    taken = {place: served for place, served in taken.items() if document[place] != document[served]}
    return (with_kinds(placed, taken), tuple(said_of(placed, [*taken], errors))) if taken else (placed, ())


def may_lack_the_document(placed: Numbers, errors: Mask) -> Mask:
    """Whose size, however it looks, may be that of an error."""
    is_unknown = placed.condition(DOCUMENT).where(MISSING.__eq__)[placed.kind]
    shares = shares_of(placed)
    return errors | (shares >= HALF) | (is_unknown & (shares > NOISE))


def said_of(placed: Numbers, places: Sequence[int], errors: Mask) -> Iterator[Caveat]:
    for kind, some in ((KIND, errors[places]), (FIRST, ~errors[places])):
        if some.any():
            yield caveat(kind, runs=len(set(placed.runs[np.array(places)[some]].tolist())))


def shares_of(placed: Numbers) -> Floats:
    """Of requests that failed, of which a metric that counts them says nothing; 0 where nobody knows it."""
    shares = np.nan_to_num(np.asarray(placed.failed), posinf=0.0)
    return np.where(placed.metric.where(COUNTING.__contains__), 0.0, shares)


def of_load(placed: Numbers, places: Ints, errors: Mask, times: Floats) -> Documents:
    """Of the numbers of one load, in the order of time."""
    document = placed.condition(DOCUMENT)
    missing = document.texts.index(MISSING) if MISSING in document.texts else -1
    doubtful = of_doubtful_size(shares_of(placed)[places], document.codes[placed.kind[places]], missing, errors)
    fails, kept = errors | doubtful.sizes, ~doubtful.alike
    if not fails.any() or fails[kept].all():
        return {}
    places, fails, times = places[kept], fails[kept], times[kept]
    in_place = replaced(fails, times, BETWEEN_SITTINGS)
    others = documents(placed, places[~in_place], fails[~in_place], times[~in_place])
    return {**others, **served_before(places, fails, in_place)}


def served_before(places: Ints, fails: Mask, chosen: Mask) -> Documents:
    """Of the chosen places, each with the last one before it that was served; the first sitting was."""
    last = np.maximum.accumulate(np.where(fails, 0, np.arange(len(fails))))
    return dict(zip(places[chosen].tolist(), places[last[chosen]].tolist(), strict=True))


def errors_alone(placed: Numbers) -> Mask:
    texts, shares = placed.metric.texts, np.asarray(placed.failed).tolist()
    pairs = zip(placed.metric.codes.tolist(), shares, strict=True)
    return np.array([answers_errors_alone(texts[code], share) for code, share in pairs], bool)


def of_one_load(placed: Numbers, conditions: Sequence[Dimension], times: Floats) -> Iterator[Ints]:
    """Places of numbers whose curves differ in the document alone, in the order of time."""
    parting = [one.counts_as or one.key for one in conditions if one.key != DOCUMENT and not goes_over(one.key)]
    columns = [placed.column.codes, *(placed.condition(key).codes[placed.kind] for key in parting)]
    _, loads = np.unique(np.stack(columns), axis=1, return_inverse=True)
    order = np.lexsort((placed.runs, times, loads.reshape(-1)))
    ends = np.flatnonzero(np.diff(loads.reshape(-1)[order])) + 1
    yield from np.split(order, ends)


def documents(placed: Numbers, places: Ints, fails: Mask, times: Floats) -> Documents:
    """Of the numbers of one load, in their order."""
    sizes = placed.condition(DOCUMENT).codes[placed.kind[places]].tolist()
    by_turns = take_turns(str(size) for size, failed in zip(sizes, fails.tolist(), strict=True) if not failed)
    taken, latest, done = dict[int, int](), dict[int, int](), 0  # latest: document -> where it was served, in turn
    for one in silences(fails, times, sizes):
        for place in (done + np.flatnonzero(~fails[done : one.begin])).tolist():
            latest.pop(sizes[place], None)
            latest[sizes[place]] = place
        done, since = one.begin, times[one.begin - 1] - one.patience
        in_turn = [size for size, place in latest.items() if times[place] >= since] if by_turns else []
        in_turn = in_turn or [*latest][-1:]
        for number, place in enumerate(one.errors):
            taken[int(places[place])] = int(places[latest[in_turn[number % len(in_turn)]]])
    return taken


@dataclass(frozen=True, slots=True)
class Silence:
    """Errors alone, and nothing served for longer than it paused before."""

    begin: int  #: behind the last one that was served
    errors: tuple[int, ...]  #: places
    patience: float  #: seconds


def silences(fails: Mask, times: Floats, sizes: Sequence[int]) -> Iterator[Silence]:
    """Without errors of a size that is another setup's: they came beside what was served in the month before, twice or
    more, or before anything was served. The newest errors go on with a series: where those of their size were an outage
    in the month before, they are another one, however short it is so far."""
    cuts = [0, *(np.flatnonzero(np.diff(fails)) + 1).tolist(), len(fails)]
    pauses, beside = Pauses(), defaultdict[int, list[float]](list)  # size of errors -> when what is served came back
    ended = dict[int, float]()  # size of errors -> when its last outage ended
    first, served = int(np.argmin(fails)), times[~fails]
    always = always_errors(times, sizes, first)
    for begin, end in pairwise(cuts):
        if not fails[begin]:
            pauses.add(times[begin:end])
        elif begin:
            last, around = float(times[begin - 1]), times[begin - 1 : end + 1]
            longest = pauses.patience(last - float(times[first]))
            is_silent = silent_for(around, is_over=end < len(times)) > longest or was_due(times[begin:end], served)
            is_silent = is_silent and float(times[begin]) - last <= max(longest, MONTH)
            own = always | {size for size in set(sizes[begin:end]) if is_beside(beside[size], last, longest)}
            if not is_silent and end == len(times):
                own |= {size for size in set(sizes[begin:]) if ended.get(size, -np.inf) < float(times[begin]) - MONTH}
                is_silent = True
            if is_silent and (errors := tuple(place for place in range(begin, end) if sizes[place] not in own)):
                ended |= {sizes[place]: float(times[place]) for place in errors}
                yield Silence(begin, errors, longest)
            elif end < len(times):
                pauses.add(times[[begin - 1, end]])
                for size in set(sizes[begin:end]):
                    beside[size].append(float(times[end]))


def silent_for(around: Floats, *, is_over: bool) -> float:
    """Seconds without anything served, from the last run before the errors to the next one behind them. Where all
    errors are of the sittings of these two, nobody measured between the sittings, and the server was not silent."""
    between = np.flatnonzero(np.diff(around) > BETWEEN_SITTINGS)
    if not is_over or len(between) != 1:
        return float(around[-1] - around[0])
    cut = int(between[0])
    return float(max(around[cut] - around[0], around[-1] - around[cut + 1]))


def always_errors(times: Floats, sizes: Sequence[int], first: int) -> set[int]:
    """Sizes of errors that several runs had before anything was served; those of the sitting that served it first may
    be a slip that was put right."""
    joined = np.flatnonzero(np.diff(times[: first + 1]) > BETWEEN_SITTINGS)
    begin = int(joined[-1]) + 1 if len(joined) else 0
    counts = Counter(sizes[:begin])
    return {size for size, runs in counts.items() if runs >= FEWEST_IN_A_ROW}


def is_beside(moments: Sequence[float], last: float, longest: float) -> bool:
    """Whether errors of a size came so often until the last time that something was served; where it pauses for long,
    from sitting to sitting."""
    return len(moments) >= FEWEST_IN_A_ROW and moments[-FEWEST_IN_A_ROW] >= last - max(MONTH, 2 * longest)


def with_kinds(placed: Numbers, taken: Documents) -> Numbers:
    """With a kind of its own for each that has another document now."""
    pairs = {(int(placed.kind[place]), int(placed.kind[served])) for place, served in taken.items()}
    count = int(placed.kind.max()) + 1
    made = {pair: count + number for number, pair in enumerate(sorted(pairs))}
    own, served = (np.array(kinds) for kinds in zip(*made, strict=True))
    kind = placed.kind.astype(np.int64)
    for place, other in taken.items():
        kind[place] = made[int(placed.kind[place]), int(placed.kind[other])]
    conditions = {
        key: Coded(
            np.concatenate([coded.codes[:count], coded.codes[served if key in OF_DOCUMENT else own]]), coded.texts
        )
        for key, coded in placed.conditions.items()
    }
    return replace(placed, kind=kind, conditions=conditions)
