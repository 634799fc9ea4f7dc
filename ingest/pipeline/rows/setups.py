"""The setup a run was made on: everything that must be equal between comparable runs, made where new."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import connection

from benchdb.domain.setups.fingerprints import fingerprint
from benchdb.domain.setups.targets import PARTS
from benchdb.domain.text.names import composed
from benchdb.domain.versions import folded, server_name
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
NAMED: dict[str, type[Named]] = {"machine": Machine, "kernel": Kernel, "server": Server}
NAMED_ROW = "SELECT %s, id, name FROM {table} WHERE lower(name) = lower(%s)"  #: as the table's own constraint has it
LOCKED = "SELECT * FROM benchdb_setup WHERE fingerprint = %s FOR UPDATE"  #: mostly it is there
#: By the setup's own index: runs in their order would be read until one of it comes.
FIRST_TARGET = """
SELECT facts->>'host', facts->>'port' FROM benchdb_run
WHERE setup_id = %s AND retired_at IS NULL ORDER BY id + 0 LIMIT 1
"""
EMPTY_TEXT = ("zone", "path", "method")  #: text fields: nothing said is "", not NULL


class Setups:
    """The setups of one batch's runs; each row is asked for once, and locked: who adds runs to it counts them first."""

    def __init__(self) -> None:
        self._known: dict[str, Setup] = {}
        self._named: dict[tuple[str, str], Named | None] = {}
        self.renamed: dict[str, str] = {}  #: a name that was said -> what it is called now

    def of(self, record: RunRecord, *sources: Any) -> Setup:
        """The row for a run's setup; the first source that states something decides it."""
        values: dict[str, Any] = {field: first_of(fact, *sources) for field, fact in WORKLOAD.items()}
        names = names_of(*sources)
        inventory = self._rows(names)
        values |= {
            **inventory,
            "zone": composed(str(first_of("zone", *sources) or "")),
            "cpus": first_of("cpus", *sources),
            "tuning": merged_tuning(*sources),
            "tool": record.tool,
            "tool_version": record.tool_version,
        }
        values |= {field: values[field] or "" for field in EMPTY_TEXT}
        values = {name: fitting(Setup, name, value) for name, value in values.items()}
        key = fingerprint(values)
        if key not in self._known:
            setup = next(iter(Setup.objects.raw(LOCKED, [key])), None)
            if setup is None:
                setup, _ = Setup.objects.select_for_update().get_or_create(fingerprint=key, defaults=values)
            for field, row in inventory.items():
                setattr(setup, field, row)  # whoever wants its name need not ask
            self._known[key] = setup
        return self._known[key]

    def _rows(self, names: Mapping[str, str]) -> dict[str, Named | None]:
        """The machine, kernel and server of these names, found in one query, made where new; None for no name."""
        new = {field: name for field, name in names.items() if name and (field, name) not in self._named}
        if new:
            with connection.cursor() as cursor:
                query = " UNION ALL ".join(NAMED_ROW.format(table=NAMED[field]._meta.db_table) for field in new)
                cursor.execute(query, [value for field, name in new.items() for value in (field, name)])
                known = {
                    field: NAMED[field].from_db(connection.alias, ("id", "name"), row)
                    for field, *row in cursor.fetchall()
                }
            self._named |= {(field, name): known.get(field) or NAMED[field].named(name) for field, name in new.items()}
        rows = {field: self._named.get((field, name)) for field, name in names.items()}
        called = {names[field]: row.name for field, row in rows.items() if row is not None}
        self.renamed |= {old: name for old, name in called.items() if folded(old) != folded(name)}
        return rows


def target_of_first(setup: Setup) -> dict[str, Any]:
    """The host and the port that the first run of the setup was made against, where its log says so; {} before it."""
    with connection.cursor() as cursor:
        cursor.execute(FIRST_TARGET, [setup.pk])
        row = cursor.fetchone()
    return dict(zip(PARTS, row, strict=True)) if row else {}


def names_of(*sources: Any) -> dict[str, str]:
    """What the machine, the kernel and the server are called; the server as the log names it, where nobody said."""
    names = {field: str(first_of(field, *sources) or "") for field in NAMED}
    names["server"] = names["server"] if names["server"].split() else software(*sources)
    return {field: composed(" ".join(name.split())) for field, name in names.items()}


def stated_setup(*sources: Any) -> dict[str, Any]:
    """What the sources say of a setup that people can correct."""
    own = {name: first_of(name, *sources) for name in ("zone", "cpus")}
    return {**names_of(*sources), **own, "tuning": merged_tuning(*sources)}


def software(*sources: Any) -> str:
    """The server as the log names it: `Apache/2.0.58` -> `Apache 2.0.58`."""
    name = first_of("server_software", *sources)
    return str(server_name(str(name))) if name else ""


def merged_tuning(*sources: Any) -> dict[str, str]:
    """All settings that any source names; the first source that names one decides it."""
    merged: dict[str, str] = {}
    for source in reversed(sources):
        merged |= source.get("tuning") or {}
        merged |= {name.removeprefix("tuning."): str(v) for name, v in source.items() if name.startswith("tuning.")}
    return merged
