"""`POST /api/v1/logs`: which files are here already, by their SHA-256, so that only the others are sent."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field

from benchdb.models import Upload, UploadFile

MOST = 5000  #: digests in one question
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]  #: SHA-256

router = Router()


class ExistingLogsQuestion(Schema):
    sha256: list[Digest] = Field(max_length=MOST)


class ExistingFile(Schema):
    upload: int
    state: str


class ExistingLogs(Schema):
    known: dict[str, ExistingFile]  #: those that are not here are left out


@router.post("", response=ExistingLogs)
def existing_logs(request: HttpRequest, question: ExistingLogsQuestion) -> Any:
    """Of these files, the ones that came with an upload which did not fail as a whole, and what became of them."""
    files = UploadFile.objects.filter(log__in=question.sha256).exclude(upload__state=Upload.State.FAILED)
    existing = files.order_by("-pk").values_list("log_id", "upload_id", "state")
    return {"known": {digest: {"upload": upload, "state": state} for digest, upload, state in existing}}
