"""What an upload leads to: `{% offers_of uploads as offers %}`, `{% before_of … %}`, `{% found_of … %}`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django import template

from benchdb.domain.dimensions import MISSING, dimension
from benchdb.models import Run
from benchdb.questions.base import Question, Where
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.suggest import FIRST_METRICS
from benchdb.reads.lately import machines_of_upload
from benchdb.reads.varied.continued import Continued, continued
from benchdb.reads.varied.machines import of_selection, swept_along
from benchdb.wording import words
from frontend.answers.offers import Offer, along_commits, offer
from frontend.answers.run.compared_with import OtherSide, other_sides
from frontend.answers.setup_tracks import by_name, history_of, name
from frontend.levels import UploadNews, found_before

register = template.Library()

MOST_OFFERS = 4
LEAST_RUNS = 3  #: of a history
MOST_HISTORIES = 4


@register.simple_tag
def offers_of(uploads: Sequence[int]) -> list[Offer]:
    """What was varied among the runs of these uploads, and what was only raised: what has an answer first.

    Of these, what has the most runs.
    """
    if not uploads:
        return []
    where = (("upload", tuple(sorted(map(str, uploads)))),)
    varied = of_selection(where)
    laid_out = {key for one in varied for key in (one.varied, one.along)}
    raised = [one for one in of_selection(where, swept_along) if one.along not in laid_out]
    offers = [along_commits(one) or offer("compare", one) for one in varied]
    offers += [offer("scaling", one) for one in raised]
    return sorted(offers, key=lambda one: not one.has_answer)[:MOST_OFFERS]


@dataclass(frozen=True, slots=True)
class Before:
    """What the setups of some runs were before them."""

    histories: tuple[tuple[str, str, int], ...] = ()  #: (what a setup is called, its history, its runs)
    path: str = ""  #: where the runs are set against those before; "" = there are none
    changed: str = ""  #: what has changed since: `Kernel 6.6.13 → 6.6.15`


@register.simple_tag
def before_of(runs: Iterable[Run]) -> Before:
    """The histories of the setups that these runs are of, each over all its kernels and servers."""
    of_machine: dict[str, list[int]] = {}
    for run in runs:
        if run.status == Run.Status.COMPLETE:
            of_machine.setdefault(run.setup.machine.name if run.setup.machine else MISSING, []).append(run.pk)
    known = [(on, one) for on, ours in of_machine.items() for one in continued(ours, on)]
    long = [(on, one) for on, one in known if one.track.runs >= LEAST_RUNS][:MOST_HISTORIES]
    shown = sorted(long, key=lambda pair: (pair[0], by_name(pair[1].track)[1:]))
    measured_before = [one for _, one in known if one.before]
    earlier = [one for one in measured_before if one.changed == measured_before[0].changed]
    is_one = len(of_machine) == 1
    return Before(
        tuple((called("" if is_one else on, one), history_of(one.track).path(), one.track.runs) for on, one in shown),
        against(earlier).path() if earlier else "",
        ", ".join(named_change(*change) for change in (earlier[0].changed if earlier else ())),
    )


def called(machine: str, one: Continued) -> str:
    """A setup by what tells it from the others of its machine."""
    return ", ".join(filter(None, (machine, name(one.track))))


def against(earlier: Sequence[Continued]) -> Question:
    """The comparison of the one thing that has changed since; where that is none, or several, the longest history."""
    where = within([one.track.where for one in earlier])
    if len(earlier[0].changed) != 1 or len(dict(where).get("machine", ())) != 1:
        return history_of(earlier[0].track)
    ((key, before, after),) = earlier[0].changed
    return ComparisonQuestion(
        metrics=(earlier[0].track.metric,),
        cols=key,
        where=tuple(sorted((*where, (key, (before, after))))),
        baseline=before,
    )


def within(every: Sequence[Where]) -> Where:
    """The filters that all of them have, with the values of each."""
    keys = set.intersection(*({key for key, _ in where} for where in every))
    return tuple((key, tuple(sorted({value for where in every for value in dict(where)[key]}))) for key in sorted(keys))


def named_change(key: str, before: str, after: str) -> str:
    return words("change since the runs before", title=dimension(key).title, before=before, after=after)


@register.simple_tag
def found_of(upload: int) -> UploadNews | None:
    """What an upload changed, as far as it was found already: its page analyses no history. None where it was not."""
    machines = machines_of_upload(upload)
    return found_before(upload, machines[0]) if len(machines) == 1 else UploadNews()


@register.simple_tag
def sides_of(runs: Sequence[Run]) -> list[OtherSide]:
    """What a run that came alone can be compared with: what is here already and differs in one condition."""
    if len(runs) != 1 or runs[0].status != Run.Status.COMPLETE:
        return []
    measured = set(runs[0].measurements.filter(item="").values_list("metric", flat=True))
    metric = next((one for one in FIRST_METRICS if one in measured), "")
    return other_sides(runs[0], metric)[:MOST_OFFERS] if metric else []
