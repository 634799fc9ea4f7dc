"""The setup a run was made on: everything that must be equal between comparable runs, made where new."""

from __future__ import annotations

from typing import Any

from benchdb.domain.fingerprints import fingerprint
from benchdb.domain.versions import server_name
from benchdb.models import Kernel, Machine, Server, Setup
from benchdb.models.inventory import Named
from ingest.declared.facts import first_of
from ingest.pipeline.rows.clean import fitting
from ingest.records import RunRecord

#: Setup's field <- the fact that a log or a table calls so.
WORKLOAD = {
    "path": "path",
    "document_bytes": "document_bytes",
    "method": "method",
    "tls": "tls",
    "keepalive": "keepalive",
    "concurrency": "concurrency",
    "threads": "threads",
    "rate": "rate_planned",
    "requests": "requests_planned",
    "duration_planned": "duration_planned",
}
EMPTY_TEXT = ("zone", "path", "method")  #: text fields: nothing said is "", not NULL


class Setups:
    """The setups of one batch's runs; each row is asked for once."""

    def __init__(self) -> None:
        self._known: dict[str, Setup] = {}
        self._named: dict[tuple[type[Named], str], Named | None] = {}

    def of(self, record: RunRecord, *sources: Any) -> Setup:
        """The row for a run's setup; the first source that states something decides it."""
        values: dict[str, Any] = {field: first_of(fact, *sources) for field, fact in WORKLOAD.items()}
        values |= {
            "machine": self._row(Machine, first_of("machine", *sources)),
            "kernel": self._row(Kernel, first_of("kernel", *sources)),
            "server": self._row(Server, first_of("server", *sources) or software(record)),
            "zone": first_of("zone", *sources),
            "cpus": first_of("cpus", *sources),
            "tuning": merged_tuning(*sources),
            "tool": record.tool,
            "tool_version": record.tool_version,
        }
        values |= {field: values[field] or "" for field in EMPTY_TEXT}
        values = {name: fitting(Setup, name, value) for name, value in values.items()}
        key = fingerprint(values)
        if key not in self._known:
            self._known[key] = Setup.objects.get_or_create(fingerprint=key, defaults=values)[0]
        return self._known[key]

    def _row(self, model: type[Named], name: Any) -> Named | None:
        key = (model, str(name or ""))
        if key not in self._named:
            self._named[key] = model.named(key[1])
        return self._named[key]


def software(record: RunRecord) -> str:
    """The server as the log names it: `Apache/2.0.58` -> `Apache 2.0.58`."""
    name = record.facts.get("server_software")
    return str(server_name(str(name))) if name else ""


def merged_tuning(*sources: Any) -> dict[str, str]:
    """All settings that any source names; the first source that names one decides it."""
    merged: dict[str, str] = {}
    for source in reversed(sources):
        merged |= source.get("tuning") or {}
        merged |= {name.removeprefix("tuning."): str(v) for name, v in source.items() if name.startswith("tuning.")}
    return merged
