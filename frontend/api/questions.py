"""`/api/v1/compare`, `/scaling`, `/history`…, one for each kind of question, and `/permalinks`."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Query, Router, Schema, Status
from pydantic import Field

from benchdb.models import Permalink
from benchdb.questions.base import BadQuestion, TooCostly
from benchdb.questions.kinds import ask, question_of
from benchdb.questions.permalinks.drift import drift
from benchdb.questions.permalinks.freeze import shown
from benchdb.questions.permalinks.list import newest
from benchdb.web.access import require_writer
from benchdb.web.bodies.json_body import JsonBody
from benchdb.wording import sentences
from benchdb.wording.patterns import pattern
from frontend.answers.openapi import RUNS
from frontend.answers.presentation import Presentation
from frontend.answers.presentations import PRESENTATIONS
from frontend.api.paging import Limit
from frontend.exports.permalinks import freeze_question
from frontend.own_links import own_link
from frontend.query import STATEMENT_SECONDS, pairs

router = Router()
permalinks = Router()
KIND = pattern(f"^({'|'.join(PRESENTATIONS)})$", "form: question")
LinkId = Annotated[str, Path(max_length=16, pattern=pattern("^[a-z2-7]+$", "form: permalink"))]


def add_question(presentation: Presentation) -> None:
    """The route of one kind of question: the document of its JSON export."""
    name = presentation.kind
    documented = {"parameters": [*presentation.parameters, *RUNS]}

    def answer(request: HttpRequest) -> dict[str, Any]:
        return presentation.live_data(ask(question_of(name, pairs(request.GET)), STATEMENT_SECONDS))

    answer.__doc__ = f"The same document as `/{name}.json`."
    route = router.get(
        f"/{name}",
        response=dict[str, Any],
        openapi_extra=documented,
        operation_id=name,
        summary=presentation.heading,
        tags=[name],
    )
    route(answer)


for presentation in PRESENTATIONS.values():
    add_question(presentation)


class FrozenQuestion(JsonBody):
    query: str = Field(max_length=8000, description="an answer's address, or what follows its ?")
    kind: str = Field("compare", pattern=KIND, description="the page of that address; an address says it itself")
    title: str = Field("", max_length=200, description="part of the permalink; cannot be changed later")
    note: str = Field("", max_length=2000, description="likewise")


class LinkOut(Schema):
    id: str
    url: str
    kind: str = Field(description="of its question")
    query: str
    title: str = Field(description="as it was given when it was frozen; empty where none was")
    note: str = Field(description="likewise")
    as_of: datetime
    created_at: datetime
    author: str = Field(description="who froze it, by the name of the account; empty where that is not on record")
    runs: list[int]
    logs: list[str] = Field(description="SHA-256 of each run's raw log")
    versions: dict[str, Any]

    @staticmethod
    def resolve_url(row: Any, context: Any) -> str:
        return str(context["request"].build_absolute_uri(f"/p/{row.pk}/"))

    @staticmethod
    def resolve_runs(row: Any) -> list[int]:
        return list(row.run_ids)


class LinkDetail(LinkOut):
    comparison: dict[str, Any] = Field(description="the answer as it was frozen, of whatever kind")
    drift: list[str] = Field(
        description="how today's data would answer otherwise; empty if they say the same. "
        "As the newest verification found it, where that takes too long to ask"
    )

    @staticmethod
    def resolve_comparison(row: Any) -> dict[str, Any]:
        return PRESENTATIONS[row.kind].data(shown(row))

    @staticmethod
    def resolve_drift(row: Any) -> list[str]:
        try:
            return list(sentences(drift(row, STATEMENT_SECONDS)))
        except TooCostly:
            return list(row.drift)


class Links(Schema):
    permalinks: list[LinkOut]
    next: str | None


@permalinks.post("", response={201: LinkOut})
def freeze(request: HttpRequest, frozen: FrozenQuestion) -> Status:
    """Keep an answer as it stands now. The same answer twice is the same permalink. For uploaders."""
    require_writer(request)
    own_link(request, frozen.query)
    kind, query = addressed(frozen)
    return Status(201, freeze_question(request, kind, query, frozen.title, frozen.note))


def addressed(frozen: FrozenQuestion) -> tuple[str, str]:
    """(kind, query) of an address, which names both; or as they were given."""
    parts = urlsplit(frozen.query.strip())
    if not (parts.scheme and parts.netloc) and not parts.path.startswith("/"):
        return frozen.kind, frozen.query
    kind = parts.path.rstrip("/").rpartition("/")[2]
    if kind not in PRESENTATIONS:
        raise BadQuestion("not an answer's address", text=frozen.query.strip()[:80])
    return kind, parts.query


@permalinks.get("", response=Links)
def all_links(
    request: HttpRequest,
    before: Annotated[
        str, Query(max_length=16, pattern=pattern("^[a-z2-7]*$", "form: permalink"), description="`next` names it")
    ] = "",
    limit: Limit = 50,
) -> dict[str, Any]:
    """The frozen answers, newest first."""
    links = list(newest(get_object_or_404(Permalink, pk=before) if before else None)[: limit + 1])
    following = None
    if len(links) > limit:
        following = request.build_absolute_uri(f"{request.path}?limit={limit}&before={links[limit - 1].pk}")
    return {"permalinks": links[:limit], "next": following}


@permalinks.get("/{link_id}", response=LinkDetail)
def one_link(request: HttpRequest, link_id: LinkId) -> Permalink:
    """One frozen answer, with what it was made from, and whether today's data would say the same."""
    return get_object_or_404(Permalink, pk=link_id)
