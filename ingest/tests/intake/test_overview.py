"""The page of an upload: what could not be read, in the words that say why."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.models import Log, Upload, UploadFile

pytestmark = pytest.mark.django_db
TORN = "The zip archive has lost its directory, which stands at its end: it breaks off inside a.log."


def upload_of(messages: list[str]) -> Upload:
    """Files of which none could be read."""
    upload = Upload.objects.create(digest=f"{1:0>64}", state=Upload.State.FAILED)
    for place, message in enumerate(messages):
        log = Log.objects.create(sha256=f"{place:0>64}", size=9)
        problem = {"line": 0, "column": 0, "message": message, "excerpt": ""}
        UploadFile.objects.create(
            upload=upload, log=log, position=place, name=f"f{place}", state="failed", problems=[problem]
        )
    return upload


def test_what_could_not_be_read_says_why(client: Client) -> None:
    page = client.get(f"/uploads/{upload_of([TORN]).pk}/").content.decode()
    assert TORN in page.partition("Needs you")[2].partition("</table>")[0]
    assert "Not a log we know" not in page


def test_of_many_files_the_first_few_stand_open(client: Client) -> None:
    page = client.get(f"/uploads/{upload_of([TORN] * 45).pk}/").content.decode()
    opened, _, folded = page.partition("<h2>Needs you</h2>")[2].partition("All others")
    assert opened.count(TORN[:60]) == 5
    assert "· 40 files" in " ".join(folded.split())
    assert "The first 40 of 45." in " ".join(folded.split())
