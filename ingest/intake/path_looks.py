"""`/uploads/look/paths/`: what a pattern says of the chosen files' paths, before any of their bytes is sent."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_POST

from benchdb.domain.patterns import path_pattern
from benchdb.web.access import Forbidden, require_writer
from benchdb.wording import words
from ingest.declared.fact_fields import fault_of
from ingest.declared.facts import PATTERN, BadFact, clean
from ingest.declared.pattern_fit import PatternFit, pattern_fit

MOST_PATHS = 20_000
WRITTEN = {"cpus": "CPUs online", "rate": "offered rate", "started_at": "started at"}  #: fields whose name is no word


@require_POST
def look_at_paths(request: HttpRequest) -> JsonResponse:
    try:
        require_writer(request)
        text = clean({PATTERN: request.POST.get(PATTERN, "")}).get(PATTERN, "")
        paths = paths_of(request.POST.get("paths", ""))
    except BadFact as error:
        fault = fault_of(error)
        return JsonResponse({"error": fault.sentence, "field": fault.name}, status=400)
    except Forbidden as error:
        return JsonResponse({"error": str(error)}, status=error.code)
    return JsonResponse({"error": "", **(fit_as_json(text, pattern_fit(path_pattern(text), paths)) if text else {})})


def paths_of(text: str) -> list[str]:
    """A JSON list of texts. BadFact."""
    try:
        paths = json.loads(text)
    except ValueError as error:
        raise BadFact("bad paths", error=str(error)) from error
    if not isinstance(paths, list) or len(paths) > MOST_PATHS or not all(isinstance(path, str) for path in paths):
        raise BadFact("bad paths", error=f"a list of at most {MOST_PATHS:,} texts")
    return paths


def fit_as_json(pattern: str, fit: PatternFit) -> dict[str, Any]:
    """`10 of 10 paths match: c1/run1.log says concurrency 1, trial 1`, as the page shows it."""
    if not fit.paths:
        return {}
    facts = ", ".join(f"{WRITTEN.get(name, name.removeprefix('tuning.'))} {text}" for name, text in fit.stated.items())
    kind = "no path matches" if not fit.matching else "paths match" if fit.matching == fit.paths else "some paths match"
    sentence = words(
        kind, matching=fit.matching, paths=fit.paths, pattern=pattern, path=fit.example, facts=facts, folder=fit.folder
    )
    return {"sentence": sentence, "folder": fit.folder, "matching": fit.matching, "paths": fit.paths}
