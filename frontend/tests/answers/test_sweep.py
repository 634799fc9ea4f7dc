"""A real rate sweep, three trials of seven rates, from its logs to its load curve."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchdb.host.paths import ROOT

pytestmark = pytest.mark.django_db

SWEEP = ROOT / "fixtures/sweeps/python-http-server"
QUESTION = "x=rate&by=server&machine=here"


@pytest.fixture
def answer(client: Client) -> dict[str, Any]:
    from ingest.pipeline.parse_upload import parse_upload

    logs = [SimpleUploadedFile(path.name, path.read_bytes()) for path in sorted(SWEEP.glob("r*.log"))]
    facts = {"machine": "here", "kernel": "Linux 6.1", "server": "Python 3.11", "cpus": "2"}
    parse_upload(client.post("/api/v1/uploads", {"file": logs, **facts}).json()["id"])
    return dict(client.get(f"/scaling.json?{QUESTION}").json())


def test_each_rate_has_its_three_trials(answer: dict[str, Any]) -> None:
    (curve,) = answer["curves"]
    assert [(point["n"], len(point["values"])) for point in curve["points"]] == [
        (rate, 3) for rate in (100, 200, 400, 600, 800, 1000, 1300)
    ]
    assert [round(point["value"], 2) for point in curve["points"]][-2:] == [375.71, 366.87]


def test_what_was_offered_is_what_was_planned(answer: dict[str, Any]) -> None:
    (curve,) = answer["curves"]
    assert curve["offered_per_x"] == 1
    assert curve["keeps_up_to"] == 100, "of 200 a second the median trial served 183.8"


def test_the_knee_is_as_unsure_as_the_trials_are(answer: dict[str, Any]) -> None:
    (curve,) = answer["curves"]
    assert curve["knee"]["how"] == "bootstrap"
    assert (curve["knee"]["load"], curve["knee"]["within"]) == (200, [200, 800])
    assert "has its knee at about 200/s offered (95%: 200 to 800)" in answer["headline"]
    assert not any("too narrow" in note for note in curve["notes"]), "three runs are enough for a median"


def test_latency_and_errors_stand_beneath(answer: dict[str, Any], client: Client) -> None:
    charts = client.get(f"/scaling/?{QUESTION}").context["charts"]
    assert [chart.title for chart in charts] == [
        "Requests per second",
        "Time to first byte, mean",
        "Requests failed",
    ]
    roles = [series.role for series in charts[0].series]
    assert roles == ["points", "knee", "reference"]
    assert charts[2].series[0].values[-1] == 1506
