"""The API of what was recorded, of studies and of webhooks."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client

from benchdb.models import Delivery, Run, RunRecording, Trace
from benchdb.recordings import listing
from benchdb.recordings.attachment import attach
from benchdb.webhooks.events import publish
from frontend.tests.recorded_runs import make_recording, make_run


@pytest.fixture
def recorded(db: None) -> Run:
    from benchdb.models import Machine

    machine = Machine.objects.create(name="web1")
    recording = make_recording(machine, samples=8000)
    run = make_run(machine, 3600, 60)
    attach([run], recording, RunRecording.How.TIME)
    return run


def walked(client: Client, path: str, name: str) -> list[Any]:
    """Everything of a list, page by page."""
    rows: list[Any] = []
    while path:
        page = client.get(path).json()
        rows += page[name]
        following = urlsplit(page["next"] or "")
        path = f"{following.path}?{following.query}" if page["next"] else ""
    return rows


def test_every_sample_of_a_recording_is_in_the_api(recorded: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    (listed,) = walked(client, f"/api/v1/recordings?run={recorded.pk}", "recordings")
    assert (listed["machine"], listed["runs"][0]["run"], listed["runs"][0]["how"]) == ("web1", recorded.pk, "time")
    assert client.get(f"/api/v1/recordings/{listed['id']}").json() == listed
    assert walked(client, "/api/v1/recordings?run=99999", "recordings") == []
    traces = walked(client, f"/api/v1/recordings/{listed['id']}/traces?limit=2", "traces")
    assert len(traces) == Trace.objects.count() == len({(one["metric"], one["item"]) for one in traces})
    address = f"/api/v1/recordings/{listed['id']}/series?metric=cpu.idle"
    series = walked(client, f"{address}&limit=1", "series")
    assert [one["item"] for one in series] == ["all", "0", "1"]
    stored = Trace.objects.get(metric="cpu.idle", item="1")
    assert series[2]["values"] == stored.values.tolist()
    assert series[2]["times"] == stored.timeline.times.tolist()
    assert [one["item"] for one in walked(client, f"{address}&item=0", "series")] == ["0"]
    monkeypatch.setattr(listing, "MOST_SAMPLES", 2 * len(series[0]["values"]))
    first = client.get(address).json()
    assert [one["item"] for one in first["series"]] == ["all", "0"], "no more samples than a page may have"
    assert walked(client, address, "series") == series
    assert client.get("/api/v1/recordings/99999/series?metric=cpu.idle").status_code == 404
    assert client.get(f"/api/v1/recordings/{listed['id']}/series").status_code == 422


@pytest.mark.usefixtures("studies")
def test_studies_have_their_runs_and_the_addresses_of_their_answers(client: Client) -> None:
    studies = walked(client, "/api/v1/studies?limit=1", "studies")
    assert len(studies) == 4
    for one in studies:
        study = client.get(f"/api/v1/studies/{one['slug']}").json()
        assert all(figure["title"] for figure in study["figures"])
        assert Run.objects.filter(pk__in=study["runs"]).count() == len(study["runs"])
    smp = client.get("/api/v1/studies/smp-scaling").json()["figures"]
    assert len(smp) > len({(figure["title"], figure["answer"]) for figure in smp}) == 5, "one question, two figures"
    address = urlsplit(study["figures"][0]["address"])
    assert client.get(f"{address.path}?{address.query}").status_code == 200


def test_webhooks_are_kept_by_admins_and_shown_with_what_arrived(db: None) -> None:
    admin = Client()
    admin.force_login(User.objects.create_superuser("admin"))
    body = {"url": "https://ci.example.org/hook", "kinds": ["history.changed"]}
    headers = {"Origin": "http://testserver"}

    def post(**wished: Any) -> Any:
        return admin.post("/api/v1/webhooks", json.dumps(wished), content_type="application/json", headers=headers)

    made = post(**body).json()
    assert made["secret"].startswith("whsec_")
    assert post(url="https://ci.example.org/", kinds=["runs.burnt"]).status_code == 422
    assert post(url="ftp://ci.example.org/").status_code == 422
    publish("history.changed", {"title": "nginx fell", "path": "/history/"})
    (listed,) = walked(admin, "/api/v1/webhooks", "webhooks")
    assert "secret" not in listed
    (delivery,) = walked(admin, f"/api/v1/webhooks/{made['id']}/deliveries", "deliveries")
    assert (delivery["kind"], delivery["title"]) == ("history.changed", "nginx fell")
    assert Client().get("/api/v1/webhooks").status_code in (401, 403)
    assert admin.delete(f"/api/v1/webhooks/{made['id']}", headers=headers).status_code == 204
    assert Delivery.objects.count() == 0


@pytest.mark.parametrize("kind", ["compare", "scaling", "history", "cost"])
@pytest.mark.parametrize("which", ["upload=0", "run=0", "study=none", "tag=none"])
def test_a_question_of_no_run_is_answered(db: None, kind: str, which: str) -> None:
    assert Client().get(f"/api/v1/{kind}?{which}").status_code in (200, 400)
    assert Client().get(f"/{kind}/?{which}").status_code in (200, 400)
