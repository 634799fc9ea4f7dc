"""What the API refuses is said in words of whoever sent it: no expression, no name of ours, and no form's refusal."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from benchdb.models import Delivery, Permalink, Watch, Webhook
from benchdb.web.api import api
from benchdb.webhooks.events import publish
from benchdb.webhooks.signing import new_secret
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
REASON = "expected a reason of 3 characters or more"


def send(client: Client, path: str, body: Any, headers: dict[str, str], method: str = "post") -> Any:
    answer = getattr(client, method)(f"/api/v1/{path}", body, content_type="application/json", headers=headers)
    return answer.status_code, answer.json() if answer.content else None


@pytest.mark.parametrize(
    ("method", "path", "body", "field", "detail"),
    [
        ("post", "exclusions", {"run": 1, "reason": ""}, "reason", REASON),
        ("post", "rules", {"dimension": "kernel", "extent": "any", "reason": " x "}, "reason", REASON),
        ("put", "runs/66/tags/with%20space", None, "path.word", "expected a tag of letters, digits and _ . : + -"),
        (
            "post",
            "watches",
            {"question": "x", "direction": "sideways"},
            "direction",
            "Input should be 'any' or 'worse'",
        ),
        ("post", "permalinks", {"query": "x=1", "kind": "runs"}, "kind", "expected the kind of a question"),
        ("post", "logs", {"sha256": ["x"]}, "sha256.0", "expected 64 digits from 0 to 9"),
        ("post", "corrections", {"runs": [1]}, "facts", "expected, and the request does not have it"),
    ],
)
def test_a_value_that_cannot_be_is_named_as_it_was_sent(
    client: Client, headers: dict[str, str], method: str, path: str, body: Any, field: str, detail: str
) -> None:
    status, problem = send(client, path, body, headers, method)
    assert status == 422
    (error,) = problem["errors"]
    assert (error["field"], error["detail"].startswith(detail)) == (field, True), error
    assert not re.search(r"\^|\\x|wished|frozen|exclusion\.", problem["detail"])


def test_an_upload_without_a_file_names_the_field(client: Client, headers: dict[str, str]) -> None:
    answer = client.post("/api/v1/uploads", {"machine": "lab"}, headers=headers)
    assert answer.status_code == 422
    assert answer.json()["detail"] == "file: expected, and the request does not have it"


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_an_unknown_address_is_a_404_whatever_is_sent(headers: dict[str, str], method: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    for path in ("runs/66/tags/a/b", "nothing"):
        assert getattr(strict, method)(f"/api/v1/{path}", headers=headers).status_code == 404


def test_a_count_is_taken_as_the_number_that_the_api_gives(client: Client, headers: dict[str, str]) -> None:
    runs(setup("Linux 6.1.0", 8, machine="lab", cpus=2), {"requests_per_second": [100.0]})
    run = client.get("/api/v1/runs?machine=lab", headers=headers).json()["runs"][0]
    assert run["setup"]["cpus"] == 2
    status, made = send(client, "corrections", {"runs": [run["id"]], "facts": {"cpus": 4}}, headers)
    assert (status, made["changes"][0]["value"]) == (201, "4")
    assert client.get(f"/api/v1/runs/{run['id']}", headers=headers).json()["setup"]["cpus"] == 4
    for wrong in (True, [4], {"n": 4}, 1.5):
        assert send(client, "corrections", {"runs": [run["id"]], "facts": {"cpus": wrong}}, headers)[0] in (400, 422)
    assert send(client, "logs", {"sha256": [], "facts": {"cpus": 4, "trial": 1}}, headers)[0] == 200


def test_a_permalink_is_made_of_an_address_as_watches_are(client: Client, headers: dict[str, str]) -> None:
    runs(setup("Linux 6.1.0", 8, machine="lab"), {"requests_per_second": [100.0, 101.0]})
    for address in ("/history/?machine=lab", "http://testserver/history/?machine=lab"):
        assert send(client, "permalinks", {"query": address}, headers)[0] == 201
    assert set(Permalink.objects.values_list("kind", flat=True)) == {"history"}
    status, problem = send(client, "permalinks", {"query": "/machines/?machine=lab"}, headers)
    assert (status, "expected the address of an answer" in problem["detail"]) == (400, True)


ELSEWHERE = (
    "http://evil.example",
    "https://testserver:8443",
    "//evil.example",
    "http://testserver@evil.example",
    "http://[x",
    "http://x:99999",
)


@pytest.mark.parametrize("site", ELSEWHERE)
def test_a_link_of_another_site_is_refused(client: Client, headers: dict[str, str], site: str) -> None:
    """Its question was asked of the runs of this one."""
    for path, name in (("permalinks", "query"), ("watches", "question")):
        status, problem = send(client, path, {name: f"{site}/history/?machine=lab"}, headers)
        assert (status, "is a link of another site" in problem["detail"]) == (400, True)
    page = client.get("/watches/new/", {"question": f"{site}/history/?machine=lab"}, headers=headers)
    assert (page.status_code, "is a link of another site" in page.content.decode()) == (400, True)
    page = client.post("/watches/", {"question": f"{site}/history/?machine=lab", "direction": "any"}, headers=headers)
    assert (page.status_code, "is a link of another site" in page.content.decode()) == (400, True)
    assert not Permalink.objects.exists()
    assert not Watch.objects.exists()


def test_a_site_behind_a_proxy_takes_links_by_the_names_that_it_answers_to(
    client: Client, headers: dict[str, str], settings: Any
) -> None:
    """The proxy asks it by another name than people do."""
    runs(setup("Linux 6.1.0", 8, machine="lab"), {"requests_per_second": [100.0, 101.0]})
    settings.ALLOWED_HOSTS = ["testserver", "bench.example.org", ".lab.example", "[::1]"]
    for site, status in {"bench.example.org": 201, "x.lab.example": 201, "example.org": 400, "[::1]:9": 400}.items():
        assert send(client, "permalinks", {"query": f"https://{site}/history/?machine=lab"}, headers)[0] == status, site


def test_this_sites_links_are_taken_under_each_name_that_it_has(
    client: Client, headers: dict[str, str], settings: Any
) -> None:
    runs(setup("Linux 6.1.0", 8, machine="lab"), {"requests_per_second": [100.0, 101.0]})
    settings.SITE_URL, settings.ALLOWED_HOSTS = "https://bench.example.org", ["*"]
    question = "/history/?machine=lab"
    own = ("http://testserver", "https://TESTSERVER:443", "http://testserver:80", "https://bench.example.org", "")
    for n, address in enumerate([*(f"{site}{question}" for site in own), "machine=lab"]):
        more = {"kind": "history"} if address == "machine=lab" else {}
        assert send(client, "permalinks", {"query": address, **more}, headers)[0] == 201, address
        assert send(client, "watches", {"question": address, "least": n / 100}, headers)[0] == 201, address
    for host, link in (("127.0.0.1:8000", "localhost:8000"), ("localhost:8000", "127.0.0.1:8000")):
        wished = {"query": f"http://{link}{question}"}
        assert send(client, "permalinks", wished, {**headers, "Host": host})[0] == 201
        wished = {"query": f"http://{link.replace('8000', '8001')}{question}"}
        assert send(client, "permalinks", wished, {**headers, "Host": host})[0] == 400, "another site of this machine"


def test_a_watch_of_nothing_says_so_and_a_delivery_that_arrived_is_not_due(
    client: Client, headers: dict[str, str]
) -> None:
    status, made = send(client, "watches", {"question": "/history/?machine=nobody"}, headers)
    assert (status, made["runs"]) == (201, 0)
    hook = Webhook.objects.create(url="http://192.0.43.8/", secret=new_secret(), kinds=["runs.stored"])
    publish("runs.stored", {"title": "1 run", "path": "/uploads/1/"})
    wished = {"url": hook.url, "kinds": ["runs.stored"]}
    assert send(client, "webhooks", wished, headers)[0] == 409, "it would be told twice"
    path = f"/api/v1/webhooks/{hook.pk}/deliveries"
    assert client.get(path, headers=headers).json()["deliveries"][0]["next_at"]
    Delivery.objects.update(state=Delivery.State.DELIVERED)
    assert client.get(path, headers=headers).json()["deliveries"][0]["next_at"] is None


def test_the_line_for_curl_names_the_scheme(client: Client) -> None:
    page = client.get("/api/v1/docs", secure=True).content.decode()
    assert " https://testserver/api/v1/uploads" in page


@pytest.mark.parametrize(
    ("method", "path", "body", "known"),
    [
        ("post", "watches", {"question": "machine=web1"}, "question, title, direction, least, is_quiet, mail"),
        ("post", "webhooks", {"url": "http://127.0.0.1/"}, "url, kinds"),
        ("post", "exclusions", {"run": 1, "reason": "a swap"}, "run, reason"),
        ("post", "rules", {"dimension": "kernel", "extent": "any"}, "dimension, extent, same, only, reason"),
        ("post", "notes", {"machine": "web1", "text": "x", "since": "2026-01-01"}, "machine, text, since, until"),
        ("patch", "notes/1", {"text": "x"}, "text, since, until"),
        ("post", "permalinks", {"query": "x=1"}, "query, kind, title, note"),
        ("post", "corrections", {"runs": [1], "facts": {"kernel": "x"}}, "runs, facts, dry_run"),
        ("post", "logs", {"sha256": []}, "sha256, paths, facts, tomls, stated"),
    ],
)
def test_a_key_that_no_body_has_is_named_beside_the_known_ones(
    client: Client, headers: dict[str, str], method: str, path: str, body: Any, known: str
) -> None:
    status, problem = send(client, path, {**body, "qui{et": False}, headers, method)
    assert status == 422, problem
    assert problem["errors"] == [{"field": "qui{et", "detail": f"no field of this request; it has {known}"}]
    assert not Watch.objects.exists()


def test_every_body_that_the_api_reads_refuses_unknown_keys() -> None:
    document = api.get_openapi_schema()
    bodies = {
        content["application/json"]["schema"]["$ref"].rsplit("/", 1)[-1]
        for operations in document["paths"].values()
        for operation in operations.values()
        if "application/json" in (content := operation.get("requestBody", {}).get("content", {}))
    }
    schemas = document["components"]["schemas"]
    assert len(bodies) >= 9
    assert [name for name in sorted(bodies) if schemas[name].get("additionalProperties") is not False] == []
