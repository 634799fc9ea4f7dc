"""Archives sent to the site, logs to put into them, and what became of them."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchdb.host.paths import ROOT
from benchdb.models import UploadFile
from ingest.pipeline.parse_upload import parse_upload

GLOBAL = (ROOT / "fixtures/studies/zones/global.log").read_bytes()


def log(number: int) -> bytes:
    """A log of its own: other bytes, another rate."""
    return GLOBAL.replace(b"390.24", f"{390 + number}.24".encode())


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def send(client: Client, name: str, content: bytes, **facts: str) -> int:
    answer = client.post("/api/v1/uploads", {"file": SimpleUploadedFile(name, content), **facts})
    assert answer.status_code == 202, answer.content
    return int(answer.json()["id"])


def read(client: Client, upload: int) -> dict[str, Any]:
    parse_upload(upload)
    return dict(client.get(f"/api/v1/uploads/{upload}").json())


def states(upload: int) -> dict[str, str]:
    return dict(UploadFile.objects.filter(upload=upload).values_list("name", "state"))
