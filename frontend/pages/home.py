"""`/`: what happened lately, what is the reader's own, the studies with a small chart each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from benchdb.domain.metrics import metric
from benchdb.domain.units import significant
from benchdb.models import Permalink
from benchdb.reads import home as reads
from benchdb.reads import lately
from benchdb.reads.packed.census import latest
from benchdb.reads.search.select import selected
from benchdb.reads.versions import UntilChanged, version_beside_watches
from benchdb.watches.latest import Finding, latest_findings
from benchdb.wording import words
from frontend.answers.setup_tracks import news, run_ids
from frontend.charts.history import SIGNS
from frontend.levels import machine_table
from frontend.pages.permalinks import heading
from frontend.pages.studies.studies import figure
from frontend.validators import BESIDE, SEEN, unless_unchanged
from frontend.watches import runs_of

MOST_SAVED, MOST_STUDIES = 8, 7
MOST_MACHINES = 3  #: whose histories are looked at
OTHER = "q2"  #: the tone of what is neither better nor worse
ROW = 3  #: studies beside each other


def beside(request: HttpRequest) -> tuple[object, ...]:
    """What watches found, which the version of the data does not count: read with it, at once."""
    request.META[SEEN], watches = version_beside_watches()
    return (watches,)


@require_safe
@partial(unless_unchanged, beside=beside)
def home(request: HttpRequest) -> HttpResponse:
    """What everybody sees, beneath what somebody who is logged in has sent."""
    own = lately.own_uploads(request.user) if request.user.is_authenticated else []
    shown = same_for_all(*request.META[BESIDE])
    if own:  # one row of studies, beneath what is theirs; what is theirs stands once
        more = len(shown["studies"]) > ROW or shown["has_more_studies"]
        others = [one for one in shown["events"] if not one.is_of(request.user)]
        shown = {**shown, "studies": shown["studies"][:ROW], "has_more_studies": more, "events": others}
    return render(
        request,
        "frontend/home/home.html",
        {**shown, "own": [(one, shown["news"].get(one.upload.pk, "")) for one in own]},
    )


def found_here(watches: str) -> dict[str, Any]:
    """What home shows to every reader; `watches` is another text once these found something."""
    known = list(reads.studies()[: MOST_STUDIES + 1])
    shown = [(study, figure(study.comparisons[0]) if study.comparisons else None) for study in known[:MOST_STUDIES]]
    uploads = lately.uploads_lately()
    changed = news_of(uploads)
    return {
        "studies": shown,
        "has_more_studies": len(known) > MOST_STUDIES,
        "slugs": {study.slug for study in known},
        "counts": reads.counts(),
        "events": events(uploads, changed, latest_findings() if watches else ()),
        "news": changed,
        "saved": list(lately.saved_questions()[:MOST_SAVED]),
    }


same_for_all = UntilChanged(found_here)


@dataclass(frozen=True, slots=True)
class HomeEvent:
    """One line of what happened: an upload came in, an answer was frozen, or one has changed since."""

    moment: datetime
    upload: lately.Brought | None = None
    link: Permalink | None = None
    heading: str = ""  #: of the link
    news: str = ""  #: of the upload: what it changed; of a watched history, that it did
    watched: Finding | None = None
    tone: str = ""  #: of what a watch told

    @property
    def path(self) -> str:
        """Of a watched history."""
        if self.watched is None:
            return ""
        return self.watched.event.path if self.watched.event else f"/history/?{self.watched.watch.query}"

    @property
    def is_new(self) -> bool:
        """That a history was checked is no news."""
        return self.watched is None or self.watched.event is not None

    def is_of(self, user: Any) -> bool:
        """Whether somebody sent it."""
        return self.upload is not None and self.upload.upload.sender_id == user.pk


def news_of(uploads: Sequence[lately.Brought]) -> dict[int, str]:
    """Upload -> what it changed on its machine; of the few machines that were measured last."""
    of_one = {one.upload.pk: one.machines[0] for one in uploads if one.runs and len(one.machines) == 1}
    machines = [name for name in dict.fromkeys(of_one.values()) if is_measured(name)][:MOST_MACHINES]
    tables = {name: table for name in machines if (table := machine_table(name))}
    brought = lately.upload_of_runs(run for table in tables.values() for run in run_ids(table))
    return {
        upload: news(tables[name], {run for run, came_in in brought.items() if came_in == upload})
        for upload, name in of_one.items()
        if name in tables
    }


def is_measured(machine: str) -> bool:
    """Whether some of its runs are no figures of a paper: these have no history."""
    where = (("machine", (machine,)), ("provenance", ("measured",)))
    return selected(latest.census(), where).total > 0


def events(
    brought: Sequence[lately.Brought], changed: Mapping[int, str], findings: Sequence[Finding]
) -> list[HomeEvent]:
    """The newest first; answers that have changed stand above all."""
    uploads = [HomeEvent(one.upload.created_at, upload=one, news=changed.get(one.upload.pk, "")) for one in brought]
    links = [
        HomeEvent(link.drifted_at or link.created_at, link=link, heading=heading(link))
        for link in lately.permalinks_lately()
    ]
    watched = map(event_of_watch, findings)
    return sorted((*uploads, *links, *watched), key=urgency, reverse=True)


def event_of_watch(finding: Finding) -> HomeEvent:
    if finding.event is None:
        return HomeEvent(
            finding.moment, watched=finding, news=words("watch found nothing new", runs=runs_of(finding.watch))
        )
    payload = finding.event.payload
    tone = payload["verdict"] if payload["verdict"] in SIGNS else ""
    if payload["after"] is None:
        return HomeEvent(
            finding.moment, watched=finding, news=words(f"watch told: {payload.get('outage', 'failed')}"), tone=tone
        )
    before, after = payload["before"], payload["after"]
    moved = (payload["change"], after / before if before else None)
    levels = {end: significant(payload[end], metric(payload["metric"]).unit) for end in ("before", "after")}
    size = words("watch told", moved=(payload["verdict"], moved), **levels)
    return HomeEvent(finding.moment, watched=finding, news=f"{SIGNS[tone or OTHER]} {size}", tone=tone)


def urgency(event: HomeEvent) -> tuple[bool, datetime]:
    return event.link is not None and event.link.drifted_at is not None, event.moment
