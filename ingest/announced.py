"""New runs of an upload -> one announcement."""

from __future__ import annotations

from typing import Any

from benchdb.announcing import announce
from benchdb.models import Run, Upload

MOST_NAMED = 100  #: runs in the payload


def announce_runs(upload: Upload) -> None:
    """Say which runs were stored; an upload that only brought what was known is not news."""
    runs = list(Run.objects.filter(file__upload=upload, retired_at=None).with_setup().order_by("pk"))
    if runs:
        announce("runs.stored", payload(upload, runs))


def payload(upload: Upload, runs: list[Run]) -> dict[str, Any]:
    setups = [run.setup for run in runs]
    tools = names(f"{setup.tool} {setup.tool_version}".strip() for setup in setups)
    machines = names(setup.machine and setup.machine.name for setup in setups)
    where = f" on {few(machines)}" if machines else ""
    return {
        "title": f"{len(runs)} run{'s' if len(runs) > 1 else ''} of {few(tools)}{where}",
        "path": f"/uploads/{upload.pk}/",
        "upload": upload.pk,
        "runs": len(runs),
        "run_ids": [run.pk for run in runs[:MOST_NAMED]],
        "tools": tools,
        "machines": machines,
        "kernels": names(setup.kernel and setup.kernel.name for setup in setups),
        "servers": names(setup.server and setup.server.name for setup in setups),
    }


def names(found: Any) -> list[str]:
    """The distinct names, in the order they came."""
    return list(dict.fromkeys(name for name in found if name))


def few(found: list[str]) -> str:
    return ", ".join(found[:3]) + (f" and {len(found) - 3} more" if len(found) > 3 else "")
