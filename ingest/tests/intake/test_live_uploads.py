"""Logs of live tools, uploaded: a recording each; one without a clock claims no day."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchdb.models import Recording, Trace
from ingest.pipeline.parse_upload import parse_upload
from ingest.pipeline.tasks import parse
from ingest.tests.live import LOGS

SENT = {
    "iostat.txt": "iostat/10.2.1/iostat_xt.ISO.txt",
    "vmstat.txt": "vmstat/4.0.2/vmstat.txt",
    "mpstat.json": "mpstat_json/12.6.1/mpstat_json_de.json",
    "pidstat.txt": "pidstat/11.0.8/pidstat_v.C.txt",
}


@pytest.mark.django_db(transaction=True)
def test_live_logs_become_recordings(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "queue", "by-hand", raising=False)
    monkeypatch.setattr(parse, "_exec_options", None)
    sent = [SimpleUploadedFile(name, (LOGS / path).read_bytes()) for name, path in SENT.items()]
    answer = client.post("/api/v1/uploads", {"file": sent}).json()
    parse_upload(answer["id"])
    status = client.get(answer["status_url"]).json()
    messages = {problem["message"] for problem in status["problems"]}
    assert status["state"] == "stored"
    assert messages == {"No machine was stated, and vm is a name that many hosts have: state the machine."}
    by_tool = {recording.tool: recording for recording in Recording.objects.all()}
    assert {tool: recording.date_is_known for tool, recording in by_tool.items()} == {
        "iostat": True,
        "vmstat": False,
        "mpstat": True,
        "pidstat": True,
    }
    assert by_tool["vmstat"].facts["clock"] == "none, samples are numbered"
    free = Trace.objects.get(recording=by_tool["vmstat"], metric="mem.free")
    assert (free.unit, len(free.values)) == ("B", 3)
    page = client.get(f"/uploads/{answer['id']}/").content.decode()
    assert "does not say its date" in page
