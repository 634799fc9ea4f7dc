"""`/api/v1/tables`: everything measured as CSV or Parquet, page by page, for uploaders. `benchdb export` reads it.

Polars takes 24 MB, so it is imported by whoever asks for a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field

from benchdb.domain.roles import Action
from benchdb.tables.columns import TABLES
from benchdb.web.access import require
from benchdb.wording import words
from frontend.api.paging import LARGEST_KEY

if TYPE_CHECKING:
    from benchdb.tables.frames import Bounds

router = Router()
Table = Literal["runs", "measurements", "recordings", "attached", "series"]
Form = Annotated[
    Literal["csv", "parquet"], Query(description="csv: the first page has a header; parquet: each page is a whole file")
]
Key = Annotated[int, Query(ge=0, le=LARGEST_KEY)]

EXPORT = words("export of all tables")  #: for uploaders: it reads every run and sample that there is
TYPES = {"csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet"}
BINARY = {"type": "string", "format": "binary"}
FILES = {
    "responses": {200: {"description": "one page", "content": {"text/csv": {}, TYPES["parquet"]: {"schema": BINARY}}}}
}


class Tables(Schema):
    tables: dict[str, str] = Field(description="the address of each table's first page")
    description: str = Field(description="Markdown: what stands in which column")


@router.get("", response=Tables)
def tables(request: HttpRequest, format: Form = "csv") -> dict[str, Any]:
    """The tables, as they stand now: rows that are stored while somebody reads them are in none."""
    require(request, Action.UPLOAD, EXPORT)
    from benchdb.tables.frames import bounds
    from benchdb.tables.write import description

    until = bounds()
    addresses = {table: address(request, table, until, 0, format) for table in TABLES}
    return {"tables": addresses, "description": description()}


@router.get("/{table}", response={200: None}, openapi_extra=FILES)
def rows(
    request: HttpRequest, table: Table, run: Key, recording: Key, after: Key = 0, format: Form = "csv"
) -> HttpResponse:
    """One page of a table. `Link` names the next one (rel="next"), if there is one."""
    require(request, Action.UPLOAD, EXPORT)
    from benchdb.tables.frames import Bounds, page
    from benchdb.tables.write import csv, parquet

    until = Bounds(run, recording)
    part = page(table, until, after)
    body = parquet(part.frame) if format == "parquet" else csv(part.frame, has_header=not after)
    answer = HttpResponse(body, content_type=TYPES[format])
    if part.last is not None:
        answer["Link"] = f'<{address(request, table, until, part.last, format)}>; rel="next"'
    return answer


def address(request: HttpRequest, table: str, until: Bounds, after: int, form: str) -> str:
    place = {"run": until.run, "recording": until.recording, "after": after}
    query = urlencode(place | ({"format": form} if form != "csv" else {}))
    return request.build_absolute_uri(f"/api/v1/tables/{table}?{query}")
