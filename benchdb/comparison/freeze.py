"""A comparison on the screen -> a Permalink that shows the same numbers for ever."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from benchdb import stats
from benchdb.comparison.answer import Comparison
from benchdb.comparison.select import compared
from benchdb.comparison.spec import BadSpec, Spec
from benchdb.models import Permalink, Run

ID_LENGTH = 12  #: characters of base 32: 60 bits


def frozen(spec: Spec, now: datetime) -> Permalink:
    """The Permalink of what `spec` says at `now` (or at its own moment). The same answer twice is the same link."""
    spec = replace(spec, as_of=min(spec.as_of or now, now))
    answer = compared(spec)
    if not answer.runs:
        raise BadSpec("no runs answer this question, so there is nothing to freeze")
    known = {run.pk: run for run in Run.objects.filter(pk__in=answer.runs).select_related("file")}
    logs = sorted({run.file.log_id for run in known.values()})
    versions = {
        "statistics": stats.VERSION,
        "parsers": sorted({f"{run.format} {run.parser_version}" for run in known.values()}),
    }
    result = canonical(replace(answer, query=spec.without_moment().to_query()).to_json())
    link, _ = Permalink.objects.get_or_create(
        id=link_id(result, logs, versions),
        defaults={
            "query": spec.without_moment().to_query(),
            "as_of": spec.as_of,
            "run_ids": list(answer.runs),
            "logs": logs,
            "versions": versions,
            "result": result,
        },
    )
    return link


def link_id(result: str, logs: list[str], versions: Mapping[str, object]) -> str:
    """An id made from what the link shows and what that was made from."""
    content = canonical([result, logs, versions]).encode()
    return base64.b32encode(hashlib.sha256(content).digest()).decode().lower()[:ID_LENGTH]


def canonical(value: object) -> str:
    """JSON with one spelling only."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def shown(link: Permalink) -> Comparison:
    """The comparison as it was frozen."""
    return Comparison.from_json(json.loads(link.result))


def drift(link: Permalink) -> tuple[str, ...]:
    """How today's data and code would answer the same question otherwise; () if they say the same."""
    today = compared(shown(link).spec)
    if canonical(replace(today, query=link.query).to_json()) == link.result:
        return ()
    then, now = set(link.run_ids), set(today.runs)
    said = []
    if now - then:
        said.append(f"{runs(now - then)} more would count")
    gone = set(
        Run.objects.exclude(retired_at=None, excluded_at=None).filter(pk__in=then - now).values_list("pk", flat=True)
    )
    if gone:
        said.append(f"{runs(gone)} of it would no longer count (excluded, or read anew)")
    if then - now - gone:
        said.append(f"{runs(then - now - gone)} of it would no longer match the question (renamed, perhaps)")
    return tuple(said) or ("the same runs would be laid out or judged otherwise",)


def runs(found: set[int]) -> str:
    return "1 run" if len(found) == 1 else f"{len(found)} runs"
