"""`/api/v1/tables`: everything measured as CSV, page by page, for those who may upload. `benchdb export` reads it."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field

from benchdb.domain.roles import Action
from benchdb.tables.columns import TABLES
from benchdb.tables.frames import Bounds, bounds, page
from benchdb.tables.write import csv, description
from benchdb.web.access import require
from frontend.api.paging import LARGEST_KEY

router = Router()
Table = Literal["runs", "measurements", "recordings", "attached", "series"]
Key = Annotated[int, Query(ge=0, le=LARGEST_KEY)]


class Tables(Schema):
    tables: dict[str, str] = Field(description="the address of each table's first page")
    description: str = Field(description="Markdown: what stands in which column")


@router.get("", response=Tables)
def tables(request: HttpRequest) -> dict[str, Any]:
    """The tables, as they stand now: rows that are stored while somebody reads them are in none."""
    require(request, Action.UPLOAD)
    until = bounds()
    return {"tables": {table: address(request, table, until, 0) for table in TABLES}, "description": description()}


@router.get("/{table}", response={200: str}, include_in_schema=True)
def rows(request: HttpRequest, table: Table, run: Key, recording: Key, after: Key = 0) -> HttpResponse:
    """One page of a table as CSV, the first with a header. `Link` names the next one (rel="next"), if there is one."""
    require(request, Action.UPLOAD)
    until = Bounds(run, recording)
    part = page(table, until, after)
    answer = HttpResponse(csv(part.frame, has_header=not after), content_type="text/csv; charset=utf-8")
    if part.last is not None:
        answer["Link"] = f'<{address(request, table, until, part.last)}>; rel="next"'
    return answer


def address(request: HttpRequest, table: str, until: Bounds, after: int) -> str:
    place = urlencode({"run": until.run, "recording": until.recording, "after": after})
    return request.build_absolute_uri(f"/api/v1/tables/{table}?{place}")
