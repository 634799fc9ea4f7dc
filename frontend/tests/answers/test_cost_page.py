"""What a request costs, as its readers see it: on the page, in the exports, by the API, and frozen."""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from statistics import median
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchdb.curation.inventory import edit
from benchdb.domain.activity.derived import Load, derived
from benchdb.domain.caveats import as_row, caveat
from benchdb.domain.units import signed_percent
from benchdb.host.paths import ROOT
from benchdb.models import Machine, Permalink, Recording, Run, RunRecording, Timeline
from benchdb.questions.cost.question import COSTS
from frontend.exports import RENDERERS
from frontend.tests.constructed import runs, setup
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload
from ingest.pipeline.tasks import parse
from ingest.tests.intake.zips import zipped

pytestmark = [pytest.mark.django_db]

OLD = {"cpu_time_per_request": [1.0e-3, 1.1e-3, 1.2e-3, 1.15e-3], "context_switches_per_request": [2.0, 2.1, 2.2, 2.1]}
NEW = {"cpu_time_per_request": [2.0e-3, 2.1e-3, 2.2e-3, 2.15e-3], "context_switches_per_request": [2.0, 2.2, 2.1, 2.0]}


@pytest.fixture
def recorded(db: None) -> None:
    """Four recorded runs on each of two kernels, and one without a recording."""
    runs(setup("Linux 6.1.0", 50), OLD)
    runs(setup("Linux 6.2.0", 50), NEW)
    runs(setup("Linux 6.2.0", 50), {"requests_per_second": [900.0]})


@pytest.mark.usefixtures("recorded")
def test_the_page_says_what_a_request_costs_and_what_has_no_recording(client: Client) -> None:
    page = client.get("/cost/?by=kernel").content.decode()
    assert "<b>Linux 6.2.0</b> against Linux 6.1.0: CPU time per request: <b>cannot tell</b> (" in page
    assert "which so few runs may show by chance); context switches: <b>cannot tell</b> (−" in page
    assert "1 run without a recording of the server is left out." in page
    assert 'href="/cost/" aria-current="page"' in page
    assert client.get("/cost/?by=kernel&baseline=typo").content.decode().count("No runs for baseline “typo”") == 1
    edit(Machine.objects.get(), {"name": "rack 3"})
    renamed = client.get("/cost/?by=kernel&machine=built").content.decode()
    assert renamed.count("Machine built is called rack 3 now.") == 1


@pytest.mark.usefixtures("recorded")
def test_every_export_has_the_costs(client: Client) -> None:
    for name in RENDERERS:
        assert client.get(f"/cost.{name}").status_code == 200
    rows = list(csv.DictReader(io.StringIO(client.get("/cost.csv").content.decode())))
    assert {row["metric"] for row in rows} == set(OLD)
    assert {row["metric"] for row in rows} < set(COSTS)
    answer = client.get("/cost.json").json()
    assert (answer["by"], answer["runs_without_recording"]) == ("kernel", 1)
    assert client.get("/api/v1/cost").json() == answer


@pytest.mark.usefixtures("recorded")
def test_a_cost_is_frozen_and_drifts_as_a_comparison_does(client: Client) -> None:
    answer: Any = client.post("/cost/freeze/", {"query": "by=kernel", "title": "Costs"})
    link = Permalink.objects.get()
    assert (answer["Location"], link.kind) == (f"/p/{link.pk}/", "cost")
    assert "Checked now: same answer" in client.get(f"/p/{link.pk}/?check=now").content.decode()
    before = client.get(f"/p/{link.pk}.json").content
    runs(setup("Linux 6.1.0", 50), {"cpu_time_per_request": [9.0]})
    assert client.get(f"/p/{link.pk}.json").content == before
    assert "1 more run would count" in client.get(f"/p/{link.pk}/?check=now").content.decode()


def test_without_recordings_the_page_says_what_is_missing(client: Client) -> None:
    assert "has a recording of its server" in client.get("/cost/?by=kernel").content.decode()


@pytest.mark.parametrize("query", ["metric=latency_mean", "rows=zone", "by=metric", "by=nothing"])
def test_a_bad_question_is_refused(client: Client, query: str) -> None:
    assert client.get(f"/cost/?{query}").status_code == 400


def test_a_machine_on_which_nothing_was_varied_is_offered_as_well(client: Client) -> None:
    assert "No run has a recording" in client.get("/cost/").content.decode()
    runs(setup("Linux 6.1", 64), {"cpu_time_per_request": [5e-5, 6e-5]})
    page = client.get("/cost/").content.decode()
    assert "No run has a recording" not in page
    assert "Every run" in page
    assert "a request costs" in client.get("/cost/?machine=built").content.decode()


@pytest.mark.usefixtures("recorded")
def test_other_work_beside_the_load_stands_above_the_costs(client: Client) -> None:
    Run.objects.filter(setup__kernel__name="Linux 6.2.0").update(limits=[as_row(caveat("niced work", busy=0.4))])
    page = client.get("/cost/?by=kernel").content.decode()
    words = "Niced work took 40% of the machine&#x27;s CPUs during the load"
    assert page.index(words) < page.index("<table")
    compared = client.get("/compare/?cols=kernel&metric=cpu_time_per_request").content.decode()
    assert compared.index(words) < compared.index("<table")
    assert words.replace("&#x27;", "'") in " ".join(client.get("/cost.txt?by=kernel").content.decode().split())


def test_recordings_that_are_too_short_are_no_missing_ones(client: Client) -> None:
    """Loads of 3 s, sampled each second: the page said that no run had a recording."""
    for run in runs(setup("Linux 6.1.0", 50, machine="brief"), {"requests_per_second": [900.0, 910.0]}):
        recording = Recording.objects.create(
            file=run.file, host="brief", start=0.0, end=3.0, format="sar", parser_version="1"
        )
        Timeline.objects.create(recording=recording, start=0.0, step=1.0, count=4)
        RunRecording.objects.create(run=run, recording=recording, how="directory", window_start=0.0, window_end=3.0)
    page = client.get("/cost/?machine=brief").content.decode()
    assert "No run here has a recording" not in page
    words = "2 runs are recorded too briefly to say what a request cost: a load of 3 s is too short for samples of 1 s."
    assert f"{words} Record for at least 5 s." in page
    assert words in " ".join(client.get("/cost.txt?machine=brief").content.decode().split())


NGINX = ROOT / "fixtures" / "occasions" / "nginx-workers"


@pytest.fixture
def beside_the_server(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "queue", "by-hand", raising=False)
    files = {str(one.relative_to(NGINX)): one.read_bytes() for one in sorted(NGINX.rglob("*")) if one.is_file()}
    parse_upload(client.put("/u/workers.zip", zipped(files)).json()["id"])


def cost_of_nginx(folder: str) -> list[float]:
    """CPU seconds a request, from the files alone: all that pidstat has of nginx, over ab's rate."""
    costs = []
    for log in sorted((NGINX / folder).glob("run?.log")):
        rate = float(re.search(r"Requests per second: +([\d.]+)", log.read_text())[1])  # type: ignore[index]
        shares: dict[str, list[float]] = defaultdict(list)
        for line in log.with_name(f"{log.stem}-pidstat.txt").read_text().splitlines():
            cells = line.split()
            if cells[-1:] == ["nginx"]:
                shares[cells[2]].append(float(cells[7]) / 100)
        costs.append(sum(sum(values) / len(values) for values in shares.values()) / rate)
    return costs


@pytest.mark.usefixtures("beside_the_server")
def test_the_cost_is_the_servers_where_its_processes_were_recorded(client: Client) -> None:
    """ab ran on the same two CPUs: with its work two workers cost as much as one, by the server alone 20% more."""
    answer = client.get("/cost.json?by=tuning.workers&machine=gen-vm").json()
    row = next(one for one in answer["rows"] if one["metric"] == "server_cpu_time_per_request")
    cells = {cell["column"]: cell for cell in row["cells"]}
    for name, cell in cells.items():
        assert cell["value"] == pytest.approx(median(cost_of_nginx(name)), rel=0.1), "the page leaves the ramp-up out"
    assert min(cells["w2"]["values"]) > max(cells["w1"]["values"])
    low, high = cells["w2"]["interval"]
    cannot_tell = "w2 against w1: CPU time of the server per request: cannot tell "
    may_be = f"({signed_percent(low)} to {signed_percent(high)}"
    assert answer["headline"].startswith(cannot_tell + may_be), "no figure that the next words take back"
    page = client.get("/cost/?by=tuning.workers&machine=gen-vm").content.decode()
    words = "The load generator ran on the machine under load (8 runs): CPU time per request includes its own work"
    assert page.index(words) < page.index("<table")
    assert page.count(words) == 1
    assert words in " ".join(client.get("/cost.txt?by=tuning.workers&machine=gen-vm").content.decode().split())


@pytest.mark.parametrize(
    ("server", "item", "is_its_own"),
    [
        ("nginx 1.22.1", "1247 nginx: worker process", True),
        ("nginx 1.22.1", "thread 1248 nginx", False),
        ("nginx 1.22.1", "12 ab", False),
        ("Apache 2.4.57", "7 apache2", True),
        ("Apache 2.0.40", "7 httpd", True),
        ("lighttpd 1.4.69", "7 lighttpd", True),
        ("", "7 nginx", False),
    ],
)
def test_a_server_is_known_by_what_its_programs_are_called(server: str, item: str, is_its_own: bool) -> None:
    costs = derived({("proc.cpu_pct", item): 0.5}, Load(1000.0, 2, server=server))
    assert costs.get("server_cpu_time_per_request") == (0.0005 if is_its_own else None)


KERNELS = ("Linux 6.1.0", "Linux 6.6.0", "Linux 6.8.0")


def costing(kernel: str, seconds: float, **more: Any) -> None:
    runs(setup(kernel, 50, **more), {"cpu_time_per_request": [seconds * (1 + step / 500) for step in range(6)]})


def test_of_three_sides_the_one_that_changed_most_is_the_answer(client: Client) -> None:
    for kernel, cost in zip(KERNELS, (1.0e-3, 1.0e-3, 1.45e-3), strict=True):
        costing(kernel, cost)
    page = client.get("/cost/?by=kernel")
    opening = "<b>Linux 6.8.0</b> against Linux 6.1.0: 1.46 ms of CPU time per request, <b>+45%</b> (<b><span "
    assert str(page.context["headline"]).startswith(opening)
    answer = client.get("/cost.json?by=kernel").json()["headline"]
    assert answer.startswith("Linux 6.8.0 against Linux 6.1.0: 1.46 ms of CPU time per request, +45% (worse). ")
    assert "Linux 6.6.0: CPU time: cannot tell (−0.5% to +0.5%)." in answer


def test_little_is_told_without_alarm_and_few_runs_with_their_number(client: Client) -> None:
    """“A request costs +0.6% (worse). The runs cannot tell whether a request costs more”, the 0.6% in red."""
    for kernel, cost in zip(KERNELS[:2], (1.0e-3, 1.006e-3), strict=True):
        switches = [2.0 + step / 10 for step in (3, 1, 5, 0, 2, 4)]
        seconds = [cost * (1 + step / 10_000) for step in range(6)]
        runs(setup(kernel, 50), {"cpu_time_per_request": seconds, "context_switches_per_request": switches})
    runs(setup(KERNELS[2], 50), {"cpu_time_per_request": [1.07e-3, 1.071e-3]})
    page = str(client.get("/cost/?by=kernel").context["headline"])
    assert "1.01 ms of CPU time per request, <b>+0.6%</b> (worse); context switches: <b>cannot tell</b> (" in page
    assert f"<b>{KERNELS[2]}</b>: 1.07 ms of CPU time, <b>+7.0%</b>, too few runs (2)." in page
    assert 'class="worse"' not in page


def test_a_side_that_is_a_bare_number_says_once_of_what_it_is_one(client: Client) -> None:
    costing("Linux 6.1.0", 1.0e-3, cpus="1")
    assert client.get("/cost.json?by=cpus").json()["headline"] == "CPUs online 1: a request costs 1.01 ms of CPU time."
    for cpus in (2, 4, 8, 16, 32):
        costing("Linux 6.1.0", 1.0e-3 * (1 + cpus / 10), cpus=str(cpus))
    answer = client.get("/cost.json?by=cpus").json()["headline"]
    assert answer.startswith("CPUs online 32 against 1: 4.22 ms of CPU time per request, 4.20 times (worse). ")
    assert "The other 4 sides: +20% to 2.60 times CPU time; worse in each of 4 comparisons." in answer


def test_what_limits_a_cost_stands_beneath_it(client: Client) -> None:
    """Twelve runs a side, which a rule of the question accepts although their zone differs."""
    for kernel, cost in (("Linux 6.1.0", 1.0e-3), ("Linux 6.2.0", 2.0e-3)):
        for zone in ("global", "web"):
            runs(setup(kernel, 50, zone=zone), {"cpu_time_per_request": [cost + step * 1e-5 for step in range(6)]})
    page = client.get("/cost/?by=kernel&accept=zone")
    answer, limits = (str(page.context[name]) for name in ("headline", "limits"))
    assert "per request" in answer
    assert "Accepted" not in answer
    assert limits.startswith("Accepted on purpose: zone.")
    assert "Accepted on purpose: zone." in client.get("/cost.txt?by=kernel&accept=zone").content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("lines", "is_said"), [(30, True), (200, False)])
def test_a_load_that_was_recorded_in_part_is_said_to_be(client: Client, lines: int, is_said: bool) -> None:
    """Four of its eight seconds: the costs are of these alone."""
    folder = ROOT / "fixtures/occasions/nginx-ab"
    contents = {name: (folder / name).read_bytes() for name in ("benchdb.toml", "run1.log", "sar.txt")}
    contents["sar.txt"] = b"".join(contents["sar.txt"].splitlines(keepends=True)[:lines])
    stored = create_upload([IncomingFile(name, [content]) for name, content in contents.items()], {})
    parse_upload(stored.upload.pk)
    words = " ".join(client.get("/cost.txt").content.decode().split())
    assert "CPU time per request" in words
    shares = re.findall(r"Of 1 of 1 run only a part of the load was recorded \((\d+)% at the least\)", words)
    assert [30 < int(share) < 60 for share in shares] == ([True] if is_said else [])


def store_recorded(**changed: bytes | None) -> None:
    """Two loads on nginx, one 4 s behind the other, and sysstat beside them; with other files instead, or without."""
    folder = ROOT / "fixtures/occasions/nginx-ab"
    contents = {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in ("ORIGIN", "README.md")}
    contents |= {name.replace("_", "."): content for name, content in changed.items() if content is not None}
    for name in (name.replace("_", ".") for name, content in changed.items() if content is None):
        del contents[name]
    stored = create_upload([IncomingFile(name, [content]) for name, content in contents.items()], {})
    parse_upload(stored.upload.pk)


def cost_as_text(client: Client) -> str:
    return " ".join(client.get("/cost.txt").content.decode().split())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("begins", "is_said"), [(b"13:40:10.014", False), (b"13:39:58.014", True)])
def test_loads_at_once_are_said_to_share_what_they_cost(client: Client, begins: bytes, is_said: bool) -> None:
    declared = (ROOT / "fixtures/occasions/nginx-ab/benchdb.toml").read_bytes()
    store_recorded(benchdb_toml=declared.replace(b"13:40:10.014", begins))
    words = cost_as_text(client)
    assert "CPU time per request" in words
    sharing = "During 2 of 2 runs another load ran on the same server (up to "
    assert (sharing in words) == is_said
    page = client.get("/cost/?by=kernel").content.decode()
    assert (sharing in page) == is_said
    assert ("another load ran" in words) == is_said
    if is_said:
        assert page.index(sharing) < page.index("<table"), "where the costs are read"


@pytest.mark.django_db(transaction=True)
def test_a_copy_of_a_report_is_no_load_beside_it(client: Client) -> None:
    """It is stored and excluded, with the time of its original."""
    declared = (ROOT / "fixtures/occasions/nginx-ab/benchdb.toml").read_bytes()
    store_recorded(benchdb_toml=declared.replace(b"13:40:10.014", b"13:39:55.694"))
    copy = Run.objects.get(file__name="run2.log")
    assert "another load ran" in cost_as_text(client)
    Run.objects.filter(pk=copy.pk).update(excluded_at=copy.stored_at, excluded_because="a copy")
    words = cost_as_text(client)
    assert "CPU time per request" in words
    assert "another load ran" not in words


@pytest.mark.django_db(transaction=True)
def test_which_runs_have_no_cost_is_asked_of_each_and_not_in_a_list_of_those_that_have(client: Client) -> None:
    """Of 60,000 recorded runs PostgreSQL went through such a list for each of them, for minutes."""
    sar = (ROOT / "fixtures/occasions/nginx-ab/sar.txt").read_bytes()
    store_recorded(sar_txt=re.sub(rb"^13:", b"14:", sar, flags=re.MULTILINE))
    with CaptureQueriesContext(connection) as queries:
        assert "lies outside the recording" in cost_as_text(client)
    listed = [
        one["sql"] for one in queries if re.search(r'NOT \("benchdb_runrecording"."run_id" IN \(SELECT', one["sql"])
    ]
    assert not listed


@pytest.mark.django_db(transaction=True)
def test_a_recording_of_another_time_is_no_missing_one(client: Client) -> None:
    """sar whose clock is an hour ahead."""
    sar = (ROOT / "fixtures/occasions/nginx-ab/sar.txt").read_bytes()
    store_recorded(sar_txt=re.sub(rb"^13:", b"14:", sar, flags=re.MULTILINE))
    words = cost_as_text(client)
    assert "2 runs are left out because their time lies outside the recording of the server beside them" in words
    assert "without a recording" not in words
    page = client.get("/cost/?by=kernel").content.decode()
    assert "2 runs are left out because their time lies outside the recording" in page
    assert "No run here has a recording" not in page


@pytest.mark.django_db(transaction=True)
def test_loads_whose_time_nobody_knows_are_said_to_be(client: Client) -> None:
    store_recorded(benchdb_toml=None)
    words = cost_as_text(client)
    assert "2 runs are left out because nobody knows when in the recording of the server their loads ran" in words
    assert "without a recording" not in words
