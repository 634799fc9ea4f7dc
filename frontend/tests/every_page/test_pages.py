"""Every page answers, asks little of the database, and loads nothing from elsewhere."""

import csv
import io
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from benchdb.models import Run
from frontend.tests.every_page.test_payload_crawl import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("studies")]

ZONES = "study=zones&provenance=published&cols=zone"
PAGES = {  # page -> the most queries it may take
    "/": 53,  # four for each figure of a study, nine for the histories of a machine that was measured
    "/studies/": 3,
    "/studies/smp-scaling/": 82,  # a few for each figure, what limits their time, what names lead to and no run has
    "/runs/": 20,
    "/runs/?zone=global&q=apache": 20,
    f"/compare/?{ZONES}": 28,  # three limit the others' time; two ask for sittings, one for the menu
    "/compare/": 24,  # two for each of ten offers' series at most, whatever is stored
    "/p/": 3,
    "/machines/": 5,  # the census of setups is read anew after a change
    "/kernels/": 5,  # the census of setups is read anew after a change
    "/servers/": 5,  # the census of setups is read anew after a change
    "/machines/sun-fire-v125/": 30,
    "/kernels/linux-2-4-18-smp/": 30,
    "/servers/apache-2-0-58/": 30,
    "/uploads/": 9,
}
CANONICAL = re.compile(rb'<link rel="canonical"[^>]*>')  #: the page's own address, whole
ELSEWHERE = re.compile(rb"""(?:src|href|action|url\()\s*=?\s*["']?(?:https?:)?//""")


@pytest.mark.parametrize(("page", "most"), PAGES.items(), ids=list(PAGES))
def test_a_page_answers_with_few_queries(
    client: Client, page: str, most: int, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(most):
        answer = client.get(page)
    assert answer.status_code == 200
    assert not ELSEWHERE.search(CANONICAL.sub(b"", answer.content))


def test_a_comparison_is_a_few_queries(client: Client, django_assert_max_num_queries: Any) -> None:
    """How many numbers there are, the numbers, the setups, their version, the study's runs and theirs, caveats."""
    # Seven of data, three that limit their time, one for what was excluded, two for the machine's other sittings; and
    # one that gives the transaction of this test its own time back, which no reader's question has around it.
    with django_assert_max_num_queries(13 + 1):
        client.get(f"/compare.json?{ZONES}")


def test_the_same_question_gives_the_same_bytes(client: Client) -> None:
    one, two = (client.get(f"/compare.csv?{ZONES}").content for _ in range(2))
    assert one == two


def test_the_exports_agree_number_by_number(client: Client) -> None:
    document = client.get(f"/compare.json?{ZONES}").json()
    rows = list(csv.DictReader(io.StringIO(client.get(f"/compare.csv?{ZONES}").content.decode())))
    cells = {(row["row"], cell["column"]): cell for row in document["rows"] for cell in row["cells"]}
    assert {(row["row"], row["column"]): float(row["value"]) for row in rows} == {
        key: cell["value"] for key, cell in cells.items()
    }
    assert {row["change"] for row in rows if row["column"] == "global"} == {""}


def test_a_run_links_each_number_to_its_line(client: Client) -> None:
    run = Run.objects.get(setup__zone="global", provenance="measured")
    page = client.get(f"/runs/{run.pk}/").content.decode()
    assert '<a href="#L22"' in page
    assert re.search(r'id="L22"\s+class="read"\s*>\s*<th[^\n]*</th>\s*<td>Requests per second: +390\.24', page)


def test_a_published_run_is_marked_wherever_it_stands(client: Client) -> None:
    run = Run.objects.filter(provenance="published").first()
    assert run
    for page in (f"/runs/{run.pk}/", "/runs/"):
        assert 'class="tag published"' in client.get(page).content.decode()
    assert "Published figures, no raw logs." in client.get("/studies/zones/").content.decode()
    compared = client.get(f"/compare/?{ZONES}").content.decode()
    assert "12 of 12 runs are published figures" in compared, "what all cells share is said once"


def test_filters_narrow_the_runs_and_count_what_they_would_leave(client: Client) -> None:
    narrow = "study=zones&zone=non-global"
    assert client.get(f"/runs/?{narrow}").context["total"] == 6
    offered = client.get(f"/runs/filters/?{narrow}").context["facets"]
    zone = next(facet for facet in offered if facet.dimension.key == "zone")
    assert {choice.value: choice.count for choice in zone.choices} == {"global": 8, "non-global": 6}


def test_words_find_runs(client: Client) -> None:
    assert client.get("/runs/?q=granpower+2.4.1").context["total"] == 13
    none = client.get("/runs/?q=granpower+zone:global&zone=non-global")
    assert none.context["total"] == 0
    assert [(way.title, way.runs) for way in none.context["instead"]] == [
        ("granpower", 0),
        ("zone:global", 0),
        ("Zone non-global", 0),
    ]
    two = client.get("/runs/?q=granpower+zone:global").context["instead"]
    assert [(way.title, way.runs) for way in two] == [("zone:global", 17), ("granpower", 8)]


def test_a_question_without_runs_names_what_to_give_up(client: Client) -> None:
    none = client.get("/compare/?kernel=Linux+2.4.1+SMP&machine=Sun+Fire+V125&cols=zone")
    assert [(way.title, way.runs) for way in none.context["instead"]] == [
        ("Kernel Linux 2.4.1 SMP", 14),
        ("Machine Sun Fire V125", 7),
    ]
    assert all(client.get(way.path).context["answer"].rows for way in none.context["instead"])
    assert not client.get("/compare/?study=zones&cols=zone").context["instead"]


def test_what_cannot_be_asked_can_be_asked_without_its_bad_part(client: Client) -> None:
    page = client.get("/compare/?rows=kernel&cols=kernel&study=zones")
    assert page.status_code == 400
    ways = {way.title: way.path for way in page.context["ways"]}
    assert client.get(ways["without rows=kernel"]).status_code == 200
    assert "study=zones" in ways["without rows=kernel"]


def test_what_all_figures_of_a_study_say_stands_once(client: Client) -> None:
    page = client.get("/studies/smp-scaling/").content.decode()
    assert page.count("Published figures, no raw logs.") == 1
    assert page.count("Too few runs for a test") == 1


def test_a_browser_let_in_by_the_token_is_not_asked_to_log_in(client: Client) -> None:
    assert "Let in by the site’s token" in client.get("/docs/").content.decode()
    assert "Log in" in Client().get("/docs/").content.decode()


def test_htmx_gets_the_fragment_and_the_canonical_address(client: Client) -> None:
    answer = client.get(f"/compare/?{ZONES}&rows=concurrency&zone=", headers={"HX-Request": "true"})
    assert answer.content.lstrip().startswith(b'<div id="comparison-all"')
    assert answer.headers["HX-Push-Url"] == "/compare/?cols=zone&provenance=published&study=zones"
    assert "HX-Request" in answer.headers["Vary"]


@pytest.mark.parametrize("path", ["/compare/?metric=speed", "/compare.json?cpus=many", "/runs/?cpus=many"])
def test_a_bad_question_is_answered_with_its_fault(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 400
    assert b"speed" in answer.content or b"many" in answer.content


@pytest.mark.parametrize(
    "path", ["/runs/999999/", "/studies/none/", "/p/aaaaaaaaaaaa/", "/uploads/999/", "/kernels/x/"]
)
def test_what_is_not_there_is_a_404(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_column_compares_only_like_with_like_on_request(client: Client) -> None:
    page = client.get("/compare/?study=zones&cols=zone&concurrency=100").content.decode()
    assert "2 values of provenance here: measured, published" in page


def test_the_admin_browses_and_excludes(client: Client) -> None:
    client.force_login(User.objects.create_superuser("admin"))
    for model in ("machine", "kernel", "server", "setup", "run", "measurement", "upload", "log", "study", "permalink"):
        assert client.get(f"/admin/benchdb/{model}/").status_code == 200
    run = Run.objects.get(setup__zone="global", provenance="measured")
    client.post(f"/admin/benchdb/run/{run.pk}/change/", {"trial": "1", "excluded_because": "wireless LAN"})
    assert client.get("/compare.json?study=zones&provenance=measured&cols=zone").json()["columns"] == ["non-global"]
    client.post("/admin/benchdb/run/", {"action": "take_back", "_selected_action": [run.pk]})
    assert Run.objects.active().filter(pk=run.pk).exists()


def test_a_filter_without_a_field_is_not_lost_when_a_field_changes(client: Client) -> None:
    page = client.get("/compare/?study=smp-scaling&threads=2&rows=cpus&tuning.X=not+recorded").content.decode()
    assert '<input type="hidden" name="threads" value="2">' in page
    assert '<input type="hidden" name="tuning.X" value="not recorded">' in page


def test_a_question_that_cannot_be_asked_leaves_the_form_with_its_filters(client: Client) -> None:
    answer = client.get("/compare/?rows=zone&cols=zone&study=zones", headers={"HX-Request": "true"})
    assert answer.status_code == 400
    assert b'<div id="comparison-all">' in answer.content
    assert b'<input type="hidden" name="study" value="zones">' in answer.content


@pytest.mark.parametrize(
    "query",
    ["rows=study", "cpus=inf", "as_of=0001-01-01T00:00:00%2B14:00", "machine=%00", "tuning.%00=x", "trial=inf"],
)
def test_an_absurd_question_is_refused_not_failed(client: Client, query: str) -> None:
    assert client.get(f"/compare/?{query}").status_code == 400
    assert client.get(f"/runs/?{query}").status_code in (200, 400)


@pytest.mark.parametrize("name", ["isnull", "regex", "range", "a__regex"])
def test_a_tuning_filter_is_a_name_and_no_command(client: Client, name: str) -> None:
    assert client.get(f"/compare.json?tuning.{name}=(").json()["runs"] == []


def test_head_is_answered(client: Client) -> None:
    assert client.head("/").status_code == 200


def test_a_run_that_is_not_there_leads_to_the_newest(client: Client) -> None:
    newest = Run.objects.latest("pk").pk
    answer = client.get(f"/runs/{newest + 9000}/")
    assert answer.status_code == 404
    page = " ".join(answer.content.decode().split())
    assert f"There is no run {newest + 9000}." in page
    assert f'<a href="/runs/{newest}/">run {newest}</a>' in page
    assert "There is no run" not in client.get("/nothing-here/").content.decode()


ASKS = re.compile(rb"\shx-(?:get|post|trigger|boost)=")


@pytest.mark.parametrize(
    "page", [*PAGES, "/runs/1/", "/scaling/?study=smp-scaling&threads=2", "/api/v1/docs", "/nowhere/"]
)
def test_htmx_is_loaded_where_a_page_asks_for_parts_of_itself(client: Client, page: str) -> None:
    """It is an eighth of what a page with a chart weighs: the SMP study was just under its limit with it."""
    content = client.get(page.replace("/1/", f"/{Run.objects.earliest('pk').pk}/")).content
    assert (b"htmx-4" in content) == bool(ASKS.search(content) or b'id="recorded"' in content)


def test_the_crawl_knows_what_each_route_is_filled_with() -> None:
    """It is one of the thorough tests; a route that it cannot fill fails here."""
    assert all(address.startswith("/") for address in addresses())
