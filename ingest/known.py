"""`POST /api/v1/logs`: which files are here already, by their SHA-256, so that only the others are sent."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema
from ninja.errors import HttpError

from benchdb.models import Upload, UploadFile

MOST = 5000  #: digests in one question
SHA256 = re.compile(r"[0-9a-f]{64}")

router = Router()


class KnownQuestion(Schema):
    sha256: list[str]


class KnownFile(Schema):
    upload: int
    state: str


class KnownAnswer(Schema):
    known: dict[str, KnownFile]  #: those that are not here are left out


@router.post("", response=KnownAnswer)
def known(request: HttpRequest, asked: KnownQuestion) -> Any:
    """Of these files, the ones that came with an upload which did not fail as a whole, and what became of them."""
    if len(asked.sha256) > MOST:
        raise HttpError(400, f"sha256: at most {MOST} at once, not {len(asked.sha256)}")
    if odd := next((digest for digest in asked.sha256 if not SHA256.fullmatch(digest)), None):
        raise HttpError(400, f"sha256: expected 64 hexadecimal digits, found {odd[:80]!r}")
    files = UploadFile.objects.filter(log__in=asked.sha256).exclude(upload__state=Upload.State.FAILED)
    found = files.order_by("-pk").values_list("log_id", "upload_id", "state")
    return {"known": {digest: {"upload": upload, "state": state} for digest, upload, state in found}}
