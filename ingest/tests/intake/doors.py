"""Logs sent through the API as a client of it does, and read by hand where a test asks for no worker."""

from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchdb.dev.testing.waiting import wait_for
from benchdb.host.paths import ROOT

ZONES = ROOT / "fixtures/studies/zones"
GLOBAL, NON_GLOBAL = ZONES / "global.log", ZONES / "non-global.log"
FACTS = {"machine": "Sun Fire V125", "kernel": "SunOS 5.10 Generic_118833-33", "cpus": "1"}


def send(client: Client, *logs: Path | SimpleUploadedFile, **facts: str) -> Any:
    """The answer to one upload of these logs."""
    files = [
        log if isinstance(log, SimpleUploadedFile) else SimpleUploadedFile(log.name, log.read_bytes()) for log in logs
    ]
    return client.post("/api/v1/uploads", {"file": files, **facts})


def finished(client: Client, answer: Any) -> dict[str, Any]:
    """The status of an upload once the worker has done with it."""
    url = answer.json()["status_url"]
    wait_for(lambda: client.get(url).json()["state"] in ("stored", "failed"), lambda: str(client.get(url).json()))
    return dict(client.get(url).json())
