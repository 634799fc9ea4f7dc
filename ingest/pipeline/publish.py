"""Step: the new runs of an upload -> one event for the feed and the webhooks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from benchdb.models import Run, Upload
from benchdb.webhooks.events import publish
from benchdb.wording.grammar import counted, first_few, listed
from ingest.pipeline.ingestion import Ingestion

MOST_NAMED = 100  #: runs in the payload


def publish_runs(ingestion: Ingestion) -> None:
    """Say which runs were stored; an upload that only brought what was known is not news."""
    runs = [run for run in ingestion.runs.values() if run.file.upload_id == ingestion.upload.pk]
    if runs and (ingestion.went_before or ingestion.recordings):  # not all of them have their setups here
        runs = list(Run.objects.filter(file__upload=ingestion.upload, retired_at=None).with_setup().order_by("pk"))
    if runs:
        publish("runs.stored", payload(ingestion.upload, runs))


def payload(upload: Upload, runs: list[Run]) -> dict[str, Any]:
    setups = [run.setup for run in runs]
    tools = names(f"{setup.tool} {setup.tool_version}".strip() for setup in setups)
    machines = names(setup.machine and setup.machine.name for setup in setups)
    of = f" of {listed(first_few(tools, 3))}" if tools else ""
    where = f" on {listed(first_few(machines, 3))}" if machines else ""
    return {
        "title": f"{counted(len(runs), 'run')}{of}{where}",
        "path": f"/uploads/{upload.pk}/",
        "upload": upload.pk,
        "runs": len(runs),
        "run_ids": [run.pk for run in runs[:MOST_NAMED]],
        "tools": tools,
        "machines": machines,
        "kernels": names(setup.kernel and setup.kernel.name for setup in setups),
        "servers": names(setup.server and setup.server.name for setup in setups),
    }


def names(values: Iterable[str | None]) -> list[str]:
    """The distinct ones, in the order they came."""
    return list(dict.fromkeys(name for name in values if name))
