"""`/api/v1/`: the same runs, comparisons and links as the pages, and one form for every error."""

import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchdb.host.paths import ROOT
from benchdb.models import Log, Machine, Permalink, Run, SentKey, Setup, Upload
from frontend.tests.constructed import runs, setup

LOG = (ROOT / "fixtures/studies/zones/global.log").read_bytes()
ZONES = "study=zones&provenance=published&cols=zone"
pytestmark = pytest.mark.django_db


def document(client: Client, path: str, status: int = 200) -> Any:
    answer = client.get(f"/api/v1/{path}")
    assert answer.status_code == status, answer.content
    return answer.json()


def send(client: Client, path: str = "/api/v1/uploads", key: str = "", log: bytes = LOG, **facts: str) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(path, {"file": SimpleUploadedFile("run.log", log), **facts}, headers=headers)


@pytest.mark.usefixtures("studies")
def test_runs_have_the_filters_of_their_page_and_come_in_pages(client: Client) -> None:
    for query in ("", "study=zones&zone=non-global", "q=granpower+2.4.1", "tuning.KeepAlive=Off"):
        matches: list[int] = []
        path: str | None = f"/api/v1/runs?{query}&limit=7"
        while path:
            page = client.get(path).json()
            matches += [run["id"] for run in page["runs"]]
            path = page["next"] and urlsplit(page["next"])._replace(scheme="", netloc="").geturl()
        assert len(matches) == len(set(matches)) == client.get(f"/runs/?{query}").context["total"]
        assert matches == sorted(matches, reverse=True)


@pytest.mark.usefixtures("studies")
def test_a_page_of_runs_takes_few_queries(client: Client, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(5):
        document(client, "runs?limit=100")


@pytest.mark.usefixtures("studies")
def test_one_run_has_its_measurements_and_setup(client: Client) -> None:
    run = Run.objects.get(setup__zone="global", provenance="measured")
    answer = document(client, f"runs/{run.pk}")
    rate = next(entry for entry in answer["measurements"] if entry["metric"] == "requests_per_second")
    assert (rate["value"], rate["unit"], rate["line"]) == (390.24, "1/s", 22)
    assert (answer["setup"]["machine"], answer["setup"]["zone"]) == ("Sun Fire V125", "global")
    assert document(client, f"setups/{run.setup.fingerprint}") == answer["setup"]


@pytest.mark.usefixtures("studies")
def test_a_comparison_is_the_document_of_its_export_and_is_frozen(client: Client) -> None:
    assert document(client, f"compare?{ZONES}") == client.get(f"/compare.json?{ZONES}").json()
    made = client.post("/api/v1/permalinks", json.dumps({"query": ZONES}), content_type="application/json")
    assert made.status_code == 201
    link = document(client, f"permalinks/{made.json()['id']}")
    assert link["comparison"]["rows"] == document(client, f"compare?{ZONES}")["rows"]
    assert link["drift"] == []
    assert [entry["id"] for entry in document(client, "permalinks")["permalinks"]] == [link["id"]]
    assert client.get(urlsplit(link["url"]).path).status_code == 200


@pytest.mark.usefixtures("studies")
@pytest.mark.parametrize("query", ["x", "x&rows=machine", "rows=machine&x"])
def test_a_query_that_is_no_query_freezes_nothing(client: Client, query: str) -> None:
    refused = client.post("/api/v1/permalinks", json.dumps({"query": query}), content_type="application/json")
    assert refused.status_code == 400
    assert "“x” is not a parameter: expected" in refused.json()["detail"]
    assert client.post("/compare/freeze/", {"query": query}).status_code == 400
    assert not Permalink.objects.exists()


@pytest.mark.usefixtures("studies")
def test_an_empty_query_is_the_question_of_an_empty_page(client: Client) -> None:
    made = client.post("/api/v1/permalinks", json.dumps({"query": ""}), content_type="application/json")
    assert made.status_code == 201


@pytest.mark.usefixtures("studies")
def test_the_inventory_is_told(client: Client) -> None:
    machines = document(client, "machines")["machines"]
    assert {entry["name"] for entry in machines} == set(Machine.objects.values_list("name", flat=True))
    v125 = document(client, "machines/sun-fire-v125")
    assert v125["runs"] == Run.objects.active().filter(setup__machine__slug="sun-fire-v125").count()
    assert document(client, "kernels/linux-2-4-18-smp")["series"] == "2.4"
    assert document(client, "servers/apache-2-0-58")["product"] == "Apache"
    assert len(document(client, "setups?limit=500")["setups"]) == Setup.objects.count()
    assert {
        "name": "duration",
        "title": "Duration",
        "unit": "s",
        "better": "neither",
        "meaning": "of the test",
    } in document(client, "metrics")
    assert "tag" in {entry["key"] for entry in document(client, "dimensions")}


@pytest.mark.django_db
def test_a_setting_that_runs_record_is_a_dimension_like_any_other(client: Client) -> None:
    runs(setup("Linux 6.1.0", 4, tuning={"sendfile": "on"}), {"requests_per_second": [1.0]})
    [entry] = [entry for entry in document(client, "dimensions") if entry["key"].startswith("tuning.")]
    assert entry == {
        "key": "tuning.sendfile", "title": "sendfile", "kind": "text", "is_condition": True, "can_be_laid_out": True,
    }  # fmt: skip


@pytest.mark.usefixtures("studies")
def test_runs_are_excluded_and_tagged(client: Client) -> None:
    run = Run.objects.active().first()
    assert run
    body = json.dumps({"run": run.pk, "reason": "wireless LAN"})
    made = [client.post("/api/v1/exclusions", body, content_type="application/json").status_code for _ in range(2)]
    assert made == [201, 409]
    assert [entry["reason"] for entry in document(client, "exclusions")["exclusions"]] == ["wireless LAN"]
    assert [client.delete(f"/api/v1/exclusions/{run.pk}").status_code for _ in range(2)] == [204, 404]
    assert [client.put(f"/api/v1/runs/{run.pk}/tags/tuned").status_code for _ in range(2)] == [204, 204]
    assert document(client, "tags") == [{"name": "tuned", "runs": 1}]
    assert [entry["id"] for entry in document(client, "runs?tag=tuned")["runs"]] == [run.pk]
    assert [client.delete(f"/api/v1/runs/{run.pk}/tags/tuned").status_code for _ in range(2)] == [204, 404]


def test_the_same_key_gives_the_same_answer(client: Client) -> None:
    one, two = send(client, key="a1", zone="global"), send(client, key="a1", zone="global")
    assert (one.status_code, two.status_code) == (202, 202)
    assert one.json()["id"] == two.json()["id"]
    assert send(client, key="a2", zone="global").status_code == 200


@pytest.mark.parametrize("more", [{"zone": "other"}, {"log": LOG + b"\n"}])
def test_a_key_that_comes_with_something_else_stores_nothing(client: Client, more: Any) -> None:
    send(client, key="a1")
    answer = send(client, key="a1", **more)
    assert answer.status_code == 422
    assert "was used before with other files or facts" in answer.json()["detail"]
    assert (Upload.objects.count(), Log.objects.count(), SentKey.objects.count()) == (1, 1, 1)


def test_a_dry_run_reports_and_stores_nothing(client: Client) -> None:
    answer = send(client, "/api/v1/uploads?dry_run=true", zone="global", machine="Sun Fire V125")
    report = answer.json()
    assert (answer.status_code, report["state"], report["problems"]) == (200, "stored", [])
    run = report["runs"][0]
    assert (run["setup"]["zone"], run["setup"]["machine"]) == ("global", "Sun Fire V125")
    assert 390.24 in [entry["value"] for entry in run["measurements"]]
    put = client.put("/u/letter.txt?dry_run=true", b"Dear all,\n", content_type="text/plain").json()
    assert "Not a log we know" in put["error"]
    counts = [model.objects.count() for model in (Upload, Log, Run, Machine, Setup)]
    assert counts == [0] * 5


ERRORS = [
    ("GET", "/api/v1/runs/999999", 404, "There is no such run."),
    ("GET", "/api/v1/notes/999999", 404, "There is no such machine note."),
    ("GET", "/api/v1/uploads/999999", 404, "there is no upload 999999"),
    ("GET", "/api/v1/nothing", 404, "There is nothing at this address."),
    ("GET", "/api/v2/runs", 404, "There is nothing at this address."),
    ("GET", "/u/x.log", 405, "This address does not take this method."),
    ("DELETE", "/api/v1/runs", 405, "This address does not take this method."),
    ("GET", "/api/v1/runs?limit=many", 422, "query.limit: Input should be a valid integer"),
    ("GET", "/api/v1/runs?colour=red", 400, "unknown filter 'colour'"),
    ("GET", "/api/v1/runs?cpus=many", 400, "“many” is not a value of CPUs online"),
    ("GET", "/api/v1/compare?metric=speed", 400, "“speed” is not a metric"),
    ("PUT", "/u/x.log?machne=x", 400, "machne: unknown field"),
    ("POST", "/api/v1/permalinks", 400, "Cannot parse request body"),
]


@pytest.mark.parametrize(("method", "path", "status", "detail"), ERRORS, ids=[f"{e[0]} {e[1]}" for e in ERRORS])
def test_every_error_is_a_problem_document(client: Client, method: str, path: str, status: int, detail: str) -> None:
    answer = client.generic(method, path, b"{" if method == "POST" else b"", content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    problem = json.loads(answer.content)
    assert set(problem) >= {"type", "title", "status", "detail", "instance"}
    assert (problem["status"], problem["instance"]) == (status, path)
    assert problem["detail"].startswith(detail)
    if status == 405:
        assert answer.headers["Allow"]
    if status == 422:
        assert problem["errors"][0]["field"] == "query.limit"


@pytest.mark.parametrize(
    ("path", "kind", "status"),
    [
        ("/api/v1/logs", "text/plain", 415),
        ("/api/v1/logs", "application/vnd.benchdb+json", 200),
        ("/api/v1/logs", "application/x-www-form-urlencoded", 200),  # curl -d without a header
        ("/api/v1/logs", "multipart/form-data; boundary=x", 415),
        ("/api/v1/uploads", "text/csv", 415),
        ("/api/v1/uploads", "application/json", 415),
    ],
)
def test_a_body_of_another_kind_is_a_415(client: Client, path: str, kind: str, status: int) -> None:
    answer = client.generic("POST", path, b'{"sha256": []}', content_type=kind)
    assert answer.status_code == status
    if status == 415:
        assert answer["Content-Type"] == "application/problem+json"
        assert kind.partition(";")[0] in json.loads(answer.content)["detail"]


def test_what_is_too_large_is_a_413(client: Client, settings: Any) -> None:
    settings.MAX_LOG_SIZE = 100
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    upload = client.put("/u/x.log", LOG, content_type="application/octet-stream")
    body = client.post("/api/v1/permalinks", json.dumps({"query": "x" * 2000}), content_type="application/json")
    form = send(client, notes="x" * 2000, log=b"small")
    assert [answer.status_code for answer in (upload, body, form)] == [413, 413, 413]
    assert {answer["Content-Type"] for answer in (upload, body, form)} == {"application/problem+json"}
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE, settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 2**21, 3
    body = client.post("/api/v1/permalinks", json.dumps({"query": "x" * 2**22}), content_type="application/json")
    assert body.json()["detail"] == "The request has more than 2 MiB besides its files, the most that is accepted."
    fields = send(client, log=b"small", **{f"field{place}": "x" for place in range(5)})
    assert fields.json()["detail"] == "The request has more than 3 fields, the most that are accepted at once."


def test_the_docs_load_nothing_from_elsewhere(client: Client) -> None:
    from django.contrib.staticfiles import finders

    page = client.get("/api/v1/docs").content.decode()
    assert "cdn" not in page
    assets = [part.split('"')[0].removeprefix("/static/") for part in page.split('"') if part.startswith("/static/")]
    assert len(assets) >= 3
    assert all(finders.find(asset) for asset in assets)
