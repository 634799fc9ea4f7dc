"""The list of runs: sorted by any head, selected over pages, cut nowhere, the same as CSV and JSON."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from typing import Any

import pytest
from django.test import Client

from benchdb.accounts.site_token import COOKIE
from benchdb.models import Run, Setup, Study
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
RATE = "requests_per_second"


def listed(client: Client, query: str) -> list[int]:
    page = client.get(f"/runs/?{query}").content.decode()
    return [int(run) for run in re.findall(r'href="/runs/(\d+)/"', page)]


def heads(page: str) -> list[str]:
    return re.findall(r'href="\?[^"]*sort=-?(\w+)"', page)


@pytest.fixture
def three(db: None) -> list[Run]:
    fast, slow = runs(setup("Linux 6.1.0", 10), {RATE: [300.0, 100.0], "requests_failed": [0.0, 7.0]})
    (other,) = runs(setup("Linux 6.2.0", 20), {RATE: [200.0], "requests_failed": [0.0]})
    return [fast, slow, other]


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        (f"-{RATE}", [0, 2, 1]),
        (RATE, [1, 2, 0]),
        ("-concurrency", [2, 1, 0]),
        ("kernel", [1, 0, 2]),
        ("-requests_failed", [1, 2, 0]),
        ("", [2, 1, 0]),
    ],
)
def test_a_head_sorts_the_list(client: Client, three: list[Run], sort: str, order: list[int]) -> None:
    assert listed(client, f"sort={sort}") == [three[place].pk for place in order]


def test_a_head_says_how_it_sorts_and_turns_round(client: Client, three: list[Run]) -> None:
    page = client.get(f"/runs/?sort=-{RATE}").content.decode()
    assert 'aria-sort="descending"' in page
    assert f'href="?sort={RATE}"' in page


def test_its_order_is_that_of_uploads_and_the_order_of_starts_is_one_click_away(
    client: Client, three: list[Run]
) -> None:
    """It said "newest first" of runs whose dates went down, and up again where the next upload began."""
    made = client.get("/runs/?concurrency=10").content.decode()
    assert "by upload, newest first" in made
    (way,) = re.findall(r'href="([^"]*)">by start<', made)
    assert way == "?concurrency=10&amp;sort=-started"
    assert client.get(f"/runs/{html.unescape(way)}").status_code == 200
    assert "by upload" not in client.get("/runs/?sort=-started").content.decode()


def test_pages_of_a_sorted_list_have_every_run_once(client: Client) -> None:
    made = runs(setup("Linux 6.1.0", 10), {RATE: [float(number) for number in range(60)]})
    both = [*listed(client, f"sort={RATE}"), *listed(client, f"sort={RATE}&skip=50")]
    assert both == [run.pk for run in made]


def test_what_nobody_can_sort_by_is_refused(client: Client, three: list[Run]) -> None:
    assert client.get("/runs/?sort=speed").status_code == 400
    assert client.get("/runs.csv?sort=speed").status_code == 400


def test_what_is_the_same_in_all_is_said_once(client: Client, three: list[Run]) -> None:
    page = client.get("/runs/").content.decode()
    assert "Same in all:" in page
    assert "kernel" in heads(page)
    assert "machine" not in heads(page), "one machine is a sentence, no column"
    assert "machine" in heads(client.get("/runs/?col=machine").content.decode())


def test_throughputs_and_values_of_filters_are_bars_of_the_largest(client: Client, three: list[Run]) -> None:
    assert re.findall(r'd="M0 0h(\d+)v8H0z"', client.get("/runs/").content.decode()) == ["32", "16", "48"]
    kernels = client.get("/compare/").content.decode().partition('id="d-kernel"')[2]
    assert re.findall(r'class="choice of(\d+)"', kernels)[:2] == ["20", "10"], "two runs and one, in twentieths"


def test_the_files_have_every_column_in_the_order_of_the_list(client: Client, three: list[Run]) -> None:
    body = b"".join(client.get(f"/runs.csv?sort=-{RATE}").streaming_content).decode()
    rows = list(csv.DictReader(io.StringIO(body)))
    answer = json.loads(b"".join(client.get(f"/runs.json?sort=-{RATE}&q=failed:>0").streaming_content))
    assert [row[RATE] for row in rows] == ["300.0", "200.0", "100.0"]
    assert rows[0]["kernel"] == "Linux 6.1.0"
    assert (answer["total"], [run["run"] for run in answer["runs"]]) == (1, [three[1].pk])


@pytest.mark.parametrize(
    ("query", "total"),
    [
        ("limit_rate:20k", 1), ("limit_rate=20k", 1), ("LIMIT_RATE:2*", 1), ("tuning.limit_rate:off", 1),
        ("limit_rate", 2), ("20k", 1), ("-limit_rate:off", 4), ("http://127.0.0.1:80/", 0), ("web1.lan:8080", 0),
        ("colour=red", 0), ('"colour:red"', 0),
    ],
)  # fmt: skip
def test_settings_are_found_by_name_and_by_value(client: Client, three: list[Run], query: str, total: int) -> None:
    for value in ("off", "20k"):
        runs(setup("Linux 6.1.0", 4, tuning={"limit_rate": value}), {RATE: [1.0]})
    assert client.get("/runs/", {"q": query}).context["total"] == total


def test_what_settings_differ_is_in_the_list_and_on_a_phone(client: Client) -> None:
    for value in ("on", "off"):
        runs(setup("Linux 6.1.0", 4, tuning={"sendfile": value, "gzip": "on"}), {RATE: [1.0]})
    page = client.get("/runs/").content.decode()
    cells = re.findall(r'title="gzip=on; sendfile=(\w+)">sendfile (\w+)</td>', page)
    assert cells == [("off", "off"), ("on", "on")]
    assert '<span class="about">sendfile on</span>' in page
    row = next(csv.DictReader(io.StringIO(b"".join(client.get("/runs.csv").streaming_content).decode())))
    assert row["settings"] == "gzip=on; sendfile=off"


def test_commits_are_told_apart_in_the_list(client: Client) -> None:
    """`server's commit 5a…` in fifty rows told none of them apart; the whole name is in the exports."""
    for number, commit in enumerate(("c48623d12c15", "9da754e69a16")):
        runs(
            setup("Linux 6.6", number, machine="built", tuning={"server_commit": commit}),
            {"requests_per_second": [1.0]},
        )
    page = client.get("/runs/?machine=built").content.decode()
    assert "commit c48623d<" in page
    assert "commit 9da754e<" in page
    assert "server_commit=9da754e69a16" in page, "on hover"


def test_a_run_and_its_upload_say_its_settings(studies: None, client: Client) -> None:
    run = Run.objects.select_related("setup", "file").filter(provenance="measured").first()
    assert run
    run.setup.tuning = {"gzip": "on", "net.core.somaxconn": "4096"}
    run.setup.save()
    assert "· gzip on" in client.get(f"/runs/{run.pk}/").content.decode()
    upload = client.get(f"/uploads/{run.file.upload_id}/").content.decode()
    assert ", gzip on" in upload
    assert re.search(r"Same in all: <b\s*>Sun Fire V125 · SunOS[^<]*</b>", upload), "said once, not of each run"
    assert "Sun Fire V125" not in upload.partition('class="measured"')[2].partition("</table>")[0]


def test_a_field_that_is_none_is_pointed_at(client: Client, three: list[Run]) -> None:
    answer = client.get("/runs/", {"q": "kernel:6* colour:red"})
    assert answer.status_code == 400
    assert "“colour” in “colour:red” is not a condition, setting or figure" in answer.content.decode()
    assert "did you mean kernel:6?" in client.get("/runs/", {"q": "kernl:6"}).content.decode()


def test_selected_runs_are_compared_by_what_differs(client: Client, three: list[Run]) -> None:
    answer = client.get("/runs/compare/", {"run": [three[0].pk, three[2].pk]})
    assert answer.status_code == 302
    assert "cols=" not in answer["Location"], "kernels are the columns anyway"
    assert client.get("/runs/compare/", {"run": [three[0].pk]}).status_code == 400


def test_a_search_says_how_it_was_read_and_each_part_can_be_taken_away(client: Client, three: list[Run]) -> None:
    read = client.get("/runs/", {"q": "concurrency:>=1 -zone:web rps:>5 nginx*", "sort": "trial"}).context["read"]
    assert [(chip.title, chip.value) for chip in read] == [
        ("concurrency", "≥ 1"), ("not zone", "web"), ("requests per second", "> 5"), ("anywhere", "nginx*")
    ]  # fmt: skip
    assert read[1].without == "/runs/?sort=trial&q=concurrency%3A%3E%3D1+rps%3A%3E5+nginx%2A"
    assert client.get("/runs/").context["read"] == []


def test_runs_are_dots_above_their_list_coloured_by_what_tells_a_few_sides_apart(client: Client) -> None:
    for kernel, rates in (("Linux 6.1.0", [100.0, 110.0, 90.0]), ("Linux 6.2.0", [200.0, 220.0])):
        runs(setup(kernel, 10), {RATE: rates})
    strip = client.get("/runs/").context["strip"]
    assert (strip.by, [(side, sum(dot.side == n for dot in strip.dots)) for n, side in enumerate(strip.sides, 1)]) == (
        "Kernel", [("Linux 6.1.0", 3), ("Linux 6.2.0", 2)]
    )  # fmt: skip
    assert strip.dots[0].text == f"run {strip.first}: 100/s", "the oldest at the left"
    assert (strip.highest, strip.times, strip.has_stopped) == ("220/s", None, False)
    Run.objects.filter(pk=Run.objects.order_by("pk")[0].pk).update(status="aborted")
    assert [dot.side for dot in client.get("/runs/").context["strip"].dots].count(0) == 1
    assert client.get(f"/runs/?sort=-{RATE}").context["strip"] is None, "sorted, the bars say it"
    assert client.get("/runs/?kernel=Linux+6.2.0").context["strip"] is None, "two runs are no picture"
    runs(setup("Linux 6.3.0", 10), {RATE: [90_000.0]})
    assert client.get("/runs/").context["strip"] is None, "the others would lie on the ground"


def test_columns_that_nobody_chose_are_not_in_the_address(client: Client, three: list[Run]) -> None:
    page = client.get("/runs/").content.decode()
    (usual,) = re.findall(r'name="usual" value="([^"]*)"', page)
    sent = {"q": "kernel:*", "col": usual.split(","), "usual": usual, "sort": ""}
    answer = client.get("/runs/", sent, headers={"HX-Request": "true"})
    assert answer.headers["HX-Push-Url"] == "/runs/?q=kernel%3A%2A"
    fewer = client.get("/runs/", {**sent, "col": ["file"]}, headers={"HX-Request": "true"})
    assert fewer.headers["HX-Push-Url"] == "/runs/?q=kernel%3A%2A&col=file"
    assert 'name="usual"' not in fewer.content.decode()
    assert client.get("/runs/", headers={"HX-Request": "true"}).headers["HX-Push-Url"] == "/runs/"


def test_a_study_is_known_by_its_title(client: Client, three: list[Run]) -> None:
    study = Study.objects.create(slug="web-locks", title="Locks of the web")
    study.runs.add(*three)
    assert [chip.value for chip in client.get("/runs/?study=web-locks").context["chips"]] == ["Locks of the web"]
    assert "Locks of the web</span>" in client.get("/runs/filters/?study=web-locks").content.decode()
    assert [chip.value for chip in client.get("/compare/?study=web-locks").context["chips"]] == ["Locks of the web"]
    study.title = "Locks"
    study.save()
    assert [chip.value for chip in client.get("/compare/?study=web-locks").context["chips"]] == ["Locks"]


def test_several_runs_are_excluded_for_one_reason_or_tagged(admin_client: Client, three: list[Run]) -> None:
    some = {"run": [three[0].pk, three[1].pk]}
    admin_client.post("/runs/edit/", {**some, "do": "exclude", "reason": "the client was busy"})
    admin_client.post("/runs/edit/", {**some, "do": "tag", "tag": "busy"})
    assert Run.objects.exclude(excluded_at=None).count() == 2
    assert [run.tags.get().name for run in Run.objects.filter(tags__isnull=False)] == ["busy", "busy"]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_selection_lasts_from_page_to_page_and_nothing_is_cut(live_server: Any, chromium: Any) -> None:
    kernel = "Linux 5.10.0-28-cloud-amd64-with-a-long-local-suffix"
    machine = "db-frontend-rack-17.production.eu-central.example.org"
    made = runs(setup("Linux 6.1.0", 10), {RATE: [1.0]}) + runs(
        setup(kernel, 10, machine=machine), {RATE: [float(number) for number in range(59)]}
    )
    page = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{live_server.url}/runs/")
    page.locator("[data-select-run]").first.check()
    page.get_by_role("link", name="Next").click()
    page.locator("[data-select-run]").first.check()
    assert page.locator("[data-selected-count]").inner_text() == "2 selected"
    box = page.locator(".scroll").first
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
    lines = page.locator("tr[data-row]").evaluate_all("rows => rows.map((row) => row.offsetHeight)")
    assert max(lines) < 40, "a run is one line"
    assert page.locator(f"td[title='{machine}']").count() > 5, "whose cut names are whole in their titles"
    colours = "one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
    clear = page.locator("[data-clear]").evaluate(colours)
    assert clear == ["rgb(253, 253, 252)", "rgba(0, 0, 0, 0)"], "a quiet link, light on the dark bar"
    page.keyboard.press("c")  # the box that was ticked with the mouse has the focus
    page.wait_for_url("**/compare/?**")
    assert f"run={made[59].pk}" in page.url
    assert f"run={made[9].pk}" in page.url


def test_runs_without_a_concurrency_show_their_offered_rate_beside_the_usual_columns(client: Client) -> None:
    for machine in ("one", "two"):
        for rate in (100.0, 1300.0):
            runs(setup("Linux 6.1.0", None, machine=machine, rate=rate, zone=f"z{rate:g}"), {RATE: [rate]})
    runs(setup("Linux 6.2.0", 8), {RATE: [9.0]})
    page = client.get("/runs/").content.decode()
    assert [head for head in heads(page) if head in ("machine", "kernel", "concurrency", "rate", "zone")] == [
        "machine",
        "kernel",
        "zone",
        "concurrency",
        "rate",
    ]
    assert ">1,300/s<" in "".join(page.split())
    assert "two, offered rate 1,300/s" in page, "on a phone beneath the run's number"


def test_the_runs_of_all_pages_are_told_in_the_order_of_the_list(client: Client) -> None:
    made = runs(setup("Linux 6.1.0", 10), {RATE: [float(number) for number in range(59)]})
    page = client.get("/runs/?q=kernel:6.1*").content.decode()
    assert "Select all\n" in page
    assert "59 that match" in " ".join(page.split())
    numbers = client.get("/runs/numbers/?q=kernel:6.1*").json()
    assert numbers == {"runs": [run.pk for run in reversed(made)], "total": 59, "most": 500}
    slowest = client.get(f"/runs/numbers/?sort={RATE}&skip=50").json()["runs"]
    assert slowest == [run.pk for run in made]
    assert client.get("/runs/numbers/?q=kernle:6").status_code == 400


def test_where_more_match_than_are_edited_together_the_first_are_offered(client: Client) -> None:
    made = runs(setup("Linux 6.1.0", 10), {RATE: [1.0] * 501})
    page = " ".join(client.get("/runs/").content.decode().split())
    assert "Select the first 500 of 501" in page
    assert client.get("/runs/numbers/").json()["runs"] == [run.pk for run in reversed(made)][:500]
    assert "data-select-matching" not in client.get(f"/runs/?run={made[0].pk}").content.decode()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_all_that_match_are_corrected_and_put_back_by_keyboard(
    live_server: Any, chromium: Any, site_token: str
) -> None:
    runs(setup("Linux 6.1.0", 10), {RATE: [float(number) for number in range(59)]})
    context = chromium.new_context(viewport={"width": 390, "height": 800})
    context.add_cookies([{"name": COOKIE, "value": site_token, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/runs/")
    page.get_by_role("button", name="Select all 59 that match").press("Enter")
    count = page.locator("[data-selected-count]")
    count.filter(has_text="59 selected").wait_for()
    page.get_by_role("button", name="Correct…").press("Enter")
    page.get_by_label("Kernel").fill("Linux 6.1.1")
    page.keyboard.press("Enter")
    seen = page.locator("[data-plan]")
    assert seen.inner_text() == "59 runs of 59 uploads: kernel Linux 6.1.0 → Linux 6.1.1."
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Correct 59 runs").press("Enter")
    page.get_by_role("button", name="Undo").press("Enter")
    page.get_by_text("59 runs have what they had before.").wait_for()
    assert Run.objects.filter(setup__kernel__name="Linux 6.1.0").count() == 59


def test_tags_and_exclusions_of_many_runs_are_undone_by_one_click(client: Client, three: list[Run]) -> None:
    form = {"run": [str(run.pk) for run in three], "back": "sort=machine"}
    client.post("/runs/edit/", {"run": [three[0].pk], "do": "tag", "tag": "busy"}, follow=True)
    for edit, words in (
        ({"do": "tag", "tag": "Busy"}, "2 runs tagged."),
        ({"do": "exclude", "reason": "no & <b>"}, "3"),
    ):
        page = client.post("/runs/edit/", {**form, **edit}, follow=True).content.decode()
        undo = page.partition('<div class="note"')[2].partition("</form>")[0]
        assert words in undo
        fields = dict(re.findall(r'name="(tag|back|do)"\s+value="([^"]*)"', undo))
        answer = client.post("/runs/edit/", {**fields, "run": re.findall(r'name="run" value="(\d+)"', undo)})
        assert answer.headers["Location"] == "/runs/?sort=machine"
    assert [run.pk for run in Run.objects.filter(tags__name="busy")] == [three[0].pk], "it had the tag before"
    assert not Run.objects.exclude(excluded_at=None).exists()


@pytest.mark.parametrize(("tool", "text"), [("ab", "&lt; 1 ms"), ("siege", "&lt; 10 ms")])
def test_no_latency_is_0_and_each_failure_counts(client: Client, tool: str, text: str) -> None:
    of = setup("Linux 6.1", 8, machine="listed")
    Setup.objects.filter(pk=of.pk).update(tool=tool)
    runs(of, {"requests_per_second": [9000.0] * 2, "latency_mean": [0.0] * 2, "requests_failed": [1024.0, 1025.0]})
    page = client.get("/runs/?machine=listed").content.decode()
    assert page.count(text) >= 2
    assert "0 s<" not in page
    assert ">1,024<" in page
    assert ">1,025<" in page


def test_a_value_that_is_being_typed_is_read_as_a_beginning_until_it_is_one(client: Client, three: list[Run]) -> None:
    typing = {"HX-Request": "true"}
    answer = client.get("/runs/?q=machine:bui", headers=typing)
    assert "3 runs match" in " ".join(answer.content.decode().split())
    assert answer.headers["HX-Push-Url"] == "/runs/?q=machine%3Abui%2A", "exports and the address say what is listed"
    counts = client.get("/runs/filters/?q=machine:bui", headers=typing).content.decode()
    assert '<span class="count">2</span>' in counts
    for search, total in (('machine:"bui"', 0), ("machine:bui ", 0), ("-machine:bui", 3), ("machine:xyz", 0)):
        assert client.get("/runs/", {"q": search}, headers=typing).context["total"] == total, search
        assert "bui*" not in client.get("/runs/", {"q": search}, headers=typing).headers["HX-Push-Url"]
    assert client.get("/runs/?q=machine:bui").context["total"] == 0, "an address is taken at its word"
