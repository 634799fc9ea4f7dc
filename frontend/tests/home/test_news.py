"""Home says what an upload changed, in place of its first numbers."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client

from benchdb.models import Run, Setup, Upload, UploadFile
from benchdb.reads.lately import uploads_lately
from frontend.tests.constructed import runs, setup
from frontend.tests.histories.dated import NEW, OLD, START, dated

pytestmark = pytest.mark.django_db
RATE = "requests_per_second"


def in_one_upload(made: list[Run]) -> None:
    """As if all had come together."""
    file = UploadFile.objects.latest("pk")
    for number, run in enumerate(made):
        Run.objects.filter(pk=run.pk).update(file=file, ordinal=number + 2)


def in_a_row(made: list[Run], first: datetime) -> list[Run]:
    """Runs of one session, two minutes from one to the next."""
    for place, run in enumerate(dated(made, first)):
        run.started_at = first + timedelta(minutes=2 * place)
        run.save(update_fields=["started_at"])
    return made


def home(client: Client) -> str:
    return " ".join(client.get("/").content.decode().split())


def test_an_upload_says_what_it_changed(client: Client) -> None:
    dated(runs(setup("Linux 6.1", 8), {RATE: OLD}), START)
    dated(runs(setup("Linux 6.1", 64), {RATE: OLD}), START)
    in_one_upload(dated(runs(setup("Linux 6.2", 64), {RATE: NEW}), START + timedelta(days=10)))
    page = home(client)
    assert "concurrency 64: ▼ −12%, Kernel Linux 6.1 → Linux 6.2" in page
    (brought,) = [one for one in uploads_lately() if one.runs > 1]
    assert brought.rates == (), "the first of ten numbers are no news"


def test_an_upload_that_changed_nothing_says_so(client: Client) -> None:
    for concurrency in (8, 64):
        dated(runs(setup("Linux 6.1", concurrency), {RATE: OLD}), START)
    more = [runs(setup("Linux 6.1", concurrency), {RATE: OLD[:5]}) for concurrency in (8, 64)]
    in_one_upload([run for made in more for run in dated(made, START + timedelta(days=10))])
    assert "no change of level in 2 setups" in home(client)


def test_an_upload_that_changed_nothing_for_want_of_runs_says_what_it_measured(client: Client) -> None:
    """No start, no machine, no repetition: its line was empty."""
    made = runs(setup("Linux 6.1", 8, rate=100), {RATE: [367.2, 66.24]})
    in_one_upload([*made, *(run for n in range(5) for run in runs(setup("Linux 6.1", 9 + n), {RATE: [100.0 + n]}))])
    Setup.objects.update(machine=None)
    assert "66.2 to 367 requests per second" in home(client)


def test_an_upload_of_one_session_a_setup_is_too_small_to_tell(client: Client) -> None:
    """It had "no change of level in 8 setups" of ten, each of which lay 12% below the session before."""
    loads = range(10, 20)
    for load in loads:
        in_a_row(runs(setup("Linux 6.1", load), {RATE: OLD[:5]}), START)
    more = [in_a_row(runs(setup("Linux 6.2", load), {RATE: NEW[:5]}), START + timedelta(days=10)) for load in loads]
    in_one_upload([run for made in more for run in made])
    page = home(client)
    assert "too few runs to tell in 10 setups" in page
    assert "no change of level" not in page


def test_an_upload_of_ratios_says_what_it_brought(client: Client) -> None:
    """Its line was empty."""
    runs(setup("Linux 6.1", 64), {"throughput_ratio:at 64": [1.2]})
    assert "Throughput ratio" in home(client)


def test_whose_uploads_are_all_there_are_is_not_asked_for_the_first(client: Client, admin_user: User) -> None:
    (run,) = runs(setup("Linux 6.1", 64), {RATE: OLD[:1]})
    Upload.objects.update(sender=admin_user)
    client.force_login(admin_user)
    page = home(client)
    assert f"Upload {run.file.upload_id}" in page
    assert "Upload the first log" not in page


def test_a_chart_has_three_digits_and_its_tooltip_all_of_them(client: Client) -> None:
    for kernel, value in (("Linux 6.1", 8_845_147.0), ("Linux 6.2", 53_827_939.0)):
        runs(setup(kernel, 64), {"requests_completed": [value]})
    page = client.get("/compare/?metric=requests_completed&cols=kernel&rows=machine").content.decode()
    assert '"8,850,000"' in page
    assert "8,845,147, 1 run" in page
