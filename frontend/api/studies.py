"""`/api/v1/studies`: runs and questions that belong together."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Router, Schema
from pydantic import Field

from benchdb.reads.home import every_study
from benchdb.wording.patterns import pattern
from frontend.api.paging import After, Limit, oldest_first

router = Router()
Slug = Annotated[str, Path(max_length=220, pattern=pattern(r"^[-a-zA-Z0-9_]+$", "form: slug"))]


class FigureOut(Schema):
    title: str = Field(description="the question that it answers; of several figures the same")
    answer: str = Field(description="of the question, in a sentence; empty where the figures say it themselves")
    note: str
    address: str = Field(description="of the answer, as a page")


class StudyOut(Schema):
    slug: str
    url: str
    title: str
    summary: str
    source: str = Field(description="authors, title, year")

    @staticmethod
    def resolve_url(row: Any, context: Any) -> str:
        return str(context["request"].build_absolute_uri(f"/studies/{row.slug}/"))


class StudyDetail(StudyOut):
    notes: str
    figures: list[FigureOut] = Field(description="its questions")
    tables: list[dict[str, Any]] = Field(description="title, columns and rows of facts that are no runs")
    runs: list[int]

    @staticmethod
    def resolve_figures(row: Any, context: Any) -> list[dict[str, str]]:
        return [
            {
                "title": entries[0].get("title", ""),
                "answer": entries[0].get("answer", ""),
                "note": entry.get("note", ""),
                "address": context["request"].build_absolute_uri(f"/{entry.get('page', 'compare')}/?{entry['query']}"),
            }
            for entries in row.questions
            for entry in entries
        ]

    @staticmethod
    def resolve_runs(row: Any) -> list[int]:
        return sorted(row.runs.values_list("pk", flat=True))


class Studies(Schema):
    studies: list[StudyOut]
    next: str | None


@router.get("", response=Studies)
def all_studies(request: HttpRequest, after: After = 0, limit: Limit = 50) -> dict[str, Any]:
    """Every study, oldest first."""
    listed, following = oldest_first(request, every_study(), after, limit)
    return {"studies": listed, "next": following}


@router.get("/{slug}", response=StudyDetail)
def one_study(request: HttpRequest, slug: Slug) -> Any:
    """One study, with its questions and its runs."""
    return get_object_or_404(every_study(), slug=slug)
