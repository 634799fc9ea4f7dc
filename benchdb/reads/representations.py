"""Rows -> the documents that the API answers with. Values in base units; what was not recorded is null."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ninja import Schema
from pydantic import Field

from benchdb.domain.failures import failed_by_run
from benchdb.domain.metrics import UnknownMetric, metric
from benchdb.domain.setups.load_tools import ANSWERED_ONLY
from benchdb.wording import sentences_of


class Problem(Schema):
    """RFC 9457: what every error looks like."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    errors: list[dict[str, str]] = Field([], description="the fields at fault, each with a detail")


class SetupOut(Schema):
    """Everything that must be equal for two numbers to be comparable."""

    fingerprint: str
    machine: str | None
    kernel: str | None
    server: str | None
    zone: str
    cpus: int | None
    tuning: dict[str, Any]
    tool: str
    tool_version: str
    path: str
    document_bytes: int | None
    method: str
    tls: bool | None
    keepalive: bool | None
    concurrency: int | None
    threads: int | None
    rate: float | None
    requests: int | None
    duration_planned: float | None

    @staticmethod
    def resolve_machine(row: Any) -> str | None:
        return row.machine.name if row.machine else None

    @staticmethod
    def resolve_kernel(row: Any) -> str | None:
        return row.kernel.name if row.kernel else None

    @staticmethod
    def resolve_server(row: Any) -> str | None:
        return row.server.name if row.server else None


class MeasurementOut(Schema):
    metric: str
    unit: str
    item: str
    value: float
    line: int
    printed: str

    @staticmethod
    def resolve_unit(row: Any) -> str:
        return unit(row.metric)


class RunOut(Schema):
    id: int
    setup: SetupOut
    upload: int
    file: str
    log: str = Field(description="SHA-256 of the raw log")
    line: int
    trial: int | None
    started_at: datetime | None
    booted_at: datetime | None = Field(description="its machine, where somebody said")
    stored_at: datetime
    status: str
    provenance: str
    citation: str
    notes: str
    caveats: list[str]
    format: str
    parser_version: str
    retired_at: datetime | None
    excluded_at: datetime | None
    excluded_because: str
    tags: list[str]

    @staticmethod
    def resolve_caveats(row: Any) -> list[str]:
        return sentences_of(row.caveats)

    @staticmethod
    def resolve_upload(row: Any) -> int:
        return int(row.file.upload_id)

    @staticmethod
    def resolve_file(row: Any) -> str:
        return str(row.file.name)

    @staticmethod
    def resolve_log(row: Any) -> str:
        return str(row.file.log_id)

    @staticmethod
    def resolve_tags(row: Any) -> list[str]:
        return sorted(tag.name for tag in row.tags.all())


class RunDetail(RunOut):
    facts: dict[str, Any]
    failed: float | None = Field(
        description="requests that failed or were answered with an error, as lists show; null where nobody counted. "
        "requests_failed among the measurements is what the tool itself calls failed"
    )
    measurements: list[MeasurementOut]

    @staticmethod
    def resolve_failed(row: Any) -> float | None:
        counts = ((row.pk, one.metric, one.item, one.value) for one in row.measurements.all())
        return failed_by_run(counts, {row.pk} if row.setup.tool in ANSWERED_ONLY else ()).get(row.pk)

    @staticmethod
    def resolve_measurements(row: Any) -> list[Any]:
        return list(row.measurements.all())


def unit(name: str) -> str:
    """A metric's base unit; "" for one that this version does not know."""
    try:
        return metric(name).unit
    except UnknownMetric:
        return ""
