"""A run is excluded with a reason, and taken back, on its page."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from benchdb.accounts.site_token import COOKIE
from benchdb.curation.exclusions import exclude
from benchdb.curation.uploads import withdraw
from benchdb.dev.testing.people import logged_in
from benchdb.domain.roles import Role
from benchdb.models import AuditEntry, Log, Run, Tag
from benchdb.reads.runs import by_number
from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("studies")]


def the_run() -> Run:
    return Run.objects.get(setup__zone="global", provenance="measured")


def test_a_run_is_excluded_with_a_reason_and_taken_back(client: Client) -> None:
    page = f"/runs/{the_run().pk}/"
    assert b"Exclude from comparisons" in client.get(page).content
    shown = client.post(f"{page}exclude/", {"reason": "wireless  LAN"}, follow=True).content.decode()
    assert "wireless LAN" in shown
    assert "Include again" in shown
    assert client.get("/compare.json?study=zones&provenance=measured&cols=zone").json()["columns"] == ["non-global"]
    client.post(f"{page}include/")
    assert the_run().excluded_at is None
    document = AuditEntry.objects.filter(subject=str(the_run())).values_list("action", "who")
    assert list(document) == [(f"run.{word}", "somebody without an account") for word in ("included", "excluded")]


@pytest.mark.parametrize("reason", ["", "  ", "x", "y" * 501])
def test_an_exclusion_needs_a_reason(client: Client, reason: str) -> None:
    page = client.post(f"/runs/{the_run().pk}/exclude/", {"reason": reason}, follow=True).content.decode()
    assert "expected 3 to 500 characters" in page
    assert the_run().excluded_at is None


def test_a_reason_once_given_is_not_overwritten(client: Client) -> None:
    page = f"/runs/{the_run().pk}/"
    client.post(f"{page}exclude/", {"reason": "wireless LAN"})
    assert b"is already excluded" in client.post(f"{page}exclude/", {"reason": "other"}, follow=True).content
    assert the_run().excluded_because == "wireless LAN"


def test_of_many_runs_those_that_were_excluded_already_keep_their_reason(client: Client) -> None:
    first, second, third = Run.objects.filter(setup__zone__in=("global", "non-global")).order_by("pk")[:3]
    client.post(f"/runs/{second.pk}/exclude/", {"reason": "wireless LAN"})
    form = {"do": "exclude", "run": [first.pk, second.pk, third.pk], "reason": "the disk was full"}
    page = client.post("/runs/edit/", form, follow=True).content.decode()
    assert "2 runs excluded" in page
    assert "1 run was excluded already and keeps its reason" in page
    reasons = Run.objects.filter(pk__in=(first.pk, second.pk, third.pk)).order_by("pk")
    assert [run.excluded_because for run in reasons] == ["the disk was full", "wireless LAN", "the disk was full"]


def test_one_that_somebody_else_excludes_meanwhile_keeps_no_other_from_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = Run.objects.filter(setup__zone__in=("global", "non-global")).order_by("pk")[:3]

    def read_before_somebody_else(numbers: Sequence[str], most: int) -> list[Run]:
        runs = by_number(numbers, most)
        exclude(second, "wireless LAN")
        return runs

    monkeypatch.setattr("frontend.pages.editing.by_number", read_before_somebody_else)
    form = {"do": "exclude", "run": [first.pk, second.pk, third.pk], "reason": "the disk was full"}
    page = client.post("/runs/edit/", form, follow=True).content.decode()
    assert "2 runs excluded" in page
    assert "1 run was excluded already and keeps its reason" in page
    reasons = Run.objects.filter(pk__in=(first.pk, second.pk, third.pk)).order_by("pk")
    assert [run.excluded_because for run in reasons] == ["the disk was full", "wireless LAN", "the disk was full"]


def test_who_may_not_edit_sees_no_button(client: Client) -> None:
    page = f"/runs/{the_run().pk}/"
    assert b"Exclude from comparisons" in client.get(page).content
    assert b"Exclude from comparisons" not in Client().get(page).content


def test_tags_are_put_on_filtered_by_and_taken_off(client: Client) -> None:
    page = f"/runs/{the_run().pk}/"
    client.post(f"{page}tags/", {"tags": "tuned, Before-Upgrade"})
    client.post(f"{page}tags/", {"tags": "TUNED"})
    assert list(the_run().tags.values_list("name", flat=True)) == ["Before-Upgrade", "tuned"]
    assert '<a class="chip" href="/runs/?tag=tuned">' in client.get(page).content.decode()
    assert [run.pk for run, _ in client.get("/runs/?tag=tuned").context["rows"]] == [the_run().pk]
    assert client.get("/compare.json?tag=tuned&cols=zone").json()["runs"] == [the_run().pk]
    tags = next(facet for facet in client.get("/runs/filters/").context["facets"] if facet.dimension.key == "tag")
    assert [(choice.value, choice.count) for choice in tags.choices] == [("Before-Upgrade", 1), ("tuned", 1)]
    client.post(f"{page}tags/", {"off": ["tuned", "Before-Upgrade"]})
    assert not Tag.objects.exists()


def test_a_tag_is_one_word(client: Client) -> None:
    page = client.post(f"/runs/{the_run().pk}/tags/", {"tags": "a/b"}, follow=True).content.decode()
    assert "expected up to 60 letters" in page
    assert client.get("/compare/?rows=tag").status_code == 400


def test_who_sits_at_this_machine_is_named_once_with_a_capital(client: Client) -> None:
    page = client.get("/account/", headers={"Accept": "text/html"})
    assert page.status_code == 403
    assert "Somebody without an account may not have an account page." in page.content.decode()


@pytest.mark.parametrize(("do", "field", "typed"), [("tag", "tag", "a b"), ("exclude", "reason", "x")])
def test_a_refused_edit_comes_back_with_its_runs_and_what_was_typed(
    client: Client, do: str, field: str, typed: str
) -> None:
    numbers = [str(run.pk) for run in Run.objects.all()[:2]]
    answer = client.post("/runs/edit/", {"do": do, "run": numbers, field: typed, "back": "sort=machine"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert f'name="{field}" value="{typed}"' in page
    assert [run in re.findall(r'name="run" value="(\d+)"', page) for run in numbers] == [True, True]
    assert f"{field}: expected" in page
    assert 'href="/runs/?sort=machine"' in page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_refused_tag_keeps_the_selection_until_one_is_accepted(
    live_server: Any, chromium: Any, site_token: str
) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 800})
    context.add_cookies([{"name": COOKIE, "value": site_token, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/runs/")
    for place in (0, 1):
        page.locator("[data-select-run]").nth(place).check()
    page.locator(".tray summary", has_text="Tag").click()
    page.get_by_label("Tag").fill("a b")
    page.get_by_label("Tag").press("Enter")
    page.get_by_role("alert").wait_for()
    assert page.get_by_label("Tag").input_value() == "a b"
    page.get_by_role("link", name="Cancel").click()
    page.locator("[data-selected-count]").filter(has_text="2 selected").wait_for()
    page.go_back()
    page.get_by_label("Tag").fill("ab")
    page.get_by_label("Tag").press("Enter")
    page.get_by_text("2 runs tagged.").wait_for()
    assert page.locator("tr.selected").count() == 0
    page.locator("[data-select-run]").first.check()
    page.locator(".tray summary", has_text="Exclude").click()
    page.get_by_label("Reason").fill("the network was shared")
    page.get_by_label("Reason").press("Enter")
    page.locator("[data-edited]").wait_for()
    assert [run.excluded_because for run in Run.objects.exclude(excluded_at=None)] == ["the network was shared"]


def test_an_excluded_run_stays_among_its_trials_hollow_with_who_excluded_it_and_the_way_back(client: Client) -> None:
    first, *others = runs(setup("Linux 6.1.0", 10), {"requests_per_second": [100.0, 200.0, 220.0, 240.0]})
    Log.objects.update(size=0)
    editor = logged_in("mira", Role.EDITOR)
    editor.post(f"/runs/{first.pk}/exclude/", {"reason": "client swapped"})
    page = " ".join(editor.get(f"/runs/{first.pk}/").content.decode().split())
    assert f"Excluded by mira, {timezone.now():%-d %b %Y}: client swapped" in page
    banner = page[page.index('<div class="note excluded">') :]
    assert f'action="/runs/{first.pk}/include/"' in banner[: banner.index("</div>")]
    assert "This run does not count: 54.5% from the median of 3 that do." in page
    assert page.count('class="own out"') == 1
    assert page.count("<circle") == len(others) + 1
    assert 'data-copy="address"' in page
    assert 'data-copy="text"' not in page, "its figures are in no answer"
    stranger = Client().get(f"/runs/{first.pk}/").content.decode()
    assert "Include again" not in stranger


def test_nobody_is_named_for_what_another_part_excluded_later(client: Client) -> None:
    """Copies are excluded by a query over many rows, of which the audit log knows nothing."""
    [run] = runs(setup("Linux 6.1.0", 10), {"requests_per_second": [100.0]})
    Log.objects.update(size=0)
    editor = logged_in("mira", Role.EDITOR)
    editor.post(f"/runs/{run.pk}/exclude/", {"reason": "client swapped"})
    editor.post(f"/runs/{run.pk}/include/")
    of_copy = "The same numbers as the report at line 1 of all.log."
    Run.objects.filter(pk=run.pk).update(excluded_at=timezone.now(), excluded_because=of_copy)
    page = " ".join(client.get(f"/runs/{run.pk}/").content.decode().split())
    assert f"Excluded, {timezone.now():%-d %b %Y}: {of_copy}" in page
    assert "by mira" not in page


def test_a_run_of_a_withdrawn_upload_leads_to_what_restores_it(client: Client) -> None:
    [run] = runs(setup("Linux 6.1.0", 10), {"requests_per_second": [100.0]})
    Log.objects.update(size=0)
    withdraw(run.file.upload_id, "wrong box", "mira")
    page = " ".join(client.get(f"/runs/{run.pk}/").content.decode().split())
    assert f'<a href="/uploads/{run.file.upload_id}/">upload {run.file.upload_id}</a>, which mira withdrew' in page
    assert "wrong box" in page


def test_a_run_that_was_excluded_before_its_upload_was_withdrawn_keeps_its_own_reason(client: Client) -> None:
    [run] = runs(setup("Linux 6.1.0", 10), {"requests_per_second": [100.0]})
    Log.objects.update(size=0)
    editor = logged_in("mira", Role.EDITOR)
    editor.post(f"/runs/{run.pk}/exclude/", {"reason": "client swapped"})
    upload = run.file.upload_id
    withdraw(upload, "wrong box", "ada")
    page = " ".join(editor.get(f"/runs/{run.pk}/").content.decode().split())
    assert f"Excluded by mira, {timezone.now():%-d %b %Y}: client swapped" in page
    assert f'<a href="/uploads/{upload}/">Upload {upload}</a>, with which it came, is withdrawn, too.' in page
    assert "Include again" not in page, "it would not count"
