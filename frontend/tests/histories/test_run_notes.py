"""What people noted of runs stands along their history."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.models import Run
from frontend.tests.histories.dated import START

pytestmark = pytest.mark.django_db
QUERY = "?metric=requests_per_second"


@pytest.fixture
def noted(kernels: tuple[list[Run], list[Run]]) -> list[Run]:
    """Three runs in a row have one note, in two layouts, and a later one another."""
    runs = [run for made in kernels for run in made]
    for place, text in (
        (3, "replaced the\nswitch"),
        (4, "replaced the switch"),
        (5, "replaced the switch"),
        (12, "=1+1"),
    ):
        Run.objects.filter(pk=runs[place].pk).update(notes=text)
    return runs


def test_notes_are_a_lane_beneath_the_chart_and_a_table(client: Client, noted: list[Run]) -> None:
    page = client.get(f"/history/{QUERY}")
    first, second = page.context["run_notes"]
    assert (first.text, first.runs) == ("replaced the switch", tuple(run.pk for run in noted[3:6]))
    assert (second.text, second.runs) == ("=1+1", (noted[12].pk,))
    assert "· 2, as people made them of runs" in page.content.decode()
    (chart,) = page.context["charts"]
    lane = chart.lanes[-1]
    assert ([lane.title for lane in chart.lanes], lane.has_gaps) == (["Kernel", "Notes"], True)
    days = [(span.least - START.timestamp()) / 86400 for span in lane.spans]
    assert (days, [span.text for span in lane.spans]) == ([3, 12], ["replaced the switch", "=1+1"])
    assert lane.spans[1].least == lane.spans[1].most


def test_a_note_stands_beside_the_change_where_it_begins(client: Client, noted: list[Run]) -> None:
    Run.objects.filter(pk=noted[10].pk).update(notes="other cable")
    rows = client.get(f"/history/{QUERY}").context["changes"].rows
    quiet = [row.cause for row in rows if not row.number]
    (change,) = [row for row in rows if row.number]
    assert change.cause == "Kernel Linux 6.1.0 → Linux 6.2.0, Note “other cable”"
    assert quiet == ["Note “=1+1”", "Note “replaced the switch”"]


@pytest.mark.usefixtures("noted")
def test_notes_are_in_what_is_copied_and_sent(client: Client) -> None:
    first, second = client.get(f"/history.json{QUERY}").json()["notes"]
    assert (first["text"], len(first["runs"]), first["from"]) == ("replaced the switch", 3, "2026-03-04 09:00")
    assert second["curve"] == ""
    text = " ".join(client.get(f"/history.txt{QUERY}").content.decode().split())
    assert "Notes: * 2026-03-04 09:00 - 2026-03-06 09:00 (3 runs): replaced the switch *" in text


@pytest.mark.usefixtures("kernels")
def test_without_a_note_nothing_is_there(client: Client) -> None:
    page = client.get(f"/history/{QUERY}")
    assert "as people made them" not in page.content.decode()
    assert [lane.title for lane in page.context["charts"][0].lanes] == ["Kernel"]
    assert "notes" not in client.get(f"/history.json{QUERY}").json()


@pytest.mark.usefixtures("noted")
def test_along_versions_notes_are_a_table_alone(client: Client) -> None:
    page = client.get(f"/history/{QUERY}&x=kernel")
    assert [note.when for note in page.context["run_notes"]] == ["Linux 6.1.0", "Linux 6.2.0"]
    assert page.context["charts"][0].lanes == ()
