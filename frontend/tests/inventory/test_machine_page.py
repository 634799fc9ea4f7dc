"""A machine's page: its setups with a drawing each, the latest, the best, what is known; and what is said once."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client

from benchdb.models import Machine, Run, Study
from benchdb.reads.packed.census import latest
from benchdb.reads.search.select import selected
from benchdb.reads.varied import tracks
from benchdb.reads.varied.tracks import tracks_of
from benchdb.wording.values import named_value, shown_value
from frontend.answers.setup_tracks import SetupTable
from frontend.levels import with_histories
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
RATE = "requests_per_second"


BUILT = (("machine", ("built",)),)


def table_of_built() -> SetupTable:
    table = with_histories(tracks_of(selected(latest.census(), BUILT), "machine"), BUILT)
    assert table
    return table


def made() -> tuple[int, int]:
    """The best run, and the latest."""
    best = runs(setup("Linux 6.1", 64), {RATE: [500.0, 900.0, 510.0]})[1]
    last = runs(setup("Linux 6.2", 1024), {RATE: [300.0, 310.0, 305.0]})[-1]
    runs(setup("Linux 6.1", 64, machine="other"), {RATE: [5000.0]})
    return best.pk, last.pk


def test_each_setup_has_its_latest_and_its_best(client: Client) -> None:
    best, last = made()
    table = table_of_built()
    assert [line.name for line in table.lines] == ["concurrency 64", "concurrency 1,024"]
    assert (table.best.number.run, table.latest.number.run) == (best, last)
    assert [sum(curve.dots.count("h0") for curve in line.spark.curves) for line in table.lines] == [3, 3]
    page = client.get(f"/machines/{Machine.objects.get(name='built').slug}/").content.decode()
    assert "900/s" in page
    assert "5,000/s" not in page, "of another machine"
    assert "not recorded" in page, "what is not known of it is said, too"
    for line in table.lines:
        assert client.get(line.path).status_code == 200


def test_setups_are_called_by_the_same_conditions(client: Client) -> None:
    """Whatever else would tell one of them from the others: `TLS off` beside `concurrency 30` compares nothing."""
    for planned, (concurrency, zone) in enumerate(((30, "global"), (30, "web"), (100, "global"))):
        runs(setup("Linux 6.1", concurrency, zone=zone, requests=1000 + planned), {RATE: [500.0]})
    table = table_of_built()
    names = [line.name for line in table.lines]
    assert names == ["global, concurrency 30", "global, concurrency 100", "web, concurrency 30"]
    page = client.get(f"/machines/{Machine.objects.get(name='built').slug}/").content.decode()
    assert ">history</th>" not in page, "no setup has the runs for one"


def test_the_best_and_the_latest_are_of_all_setups_and_those_shown_of_the_newest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tracks, "MOST_TRACKS", 1)
    best, last = made()
    runs(setup("Linux 6.1", 7), {RATE: [1.0]})
    known = tracks_of(selected(latest.census(), BUILT), "machine")
    assert known
    assert [dict(one.name)["concurrency"] for one in known.tracks] == ["1024"], "of as many runs, what was stored last"
    assert known.best.best.run == best
    table = table_of_built()
    assert (table.best.number.run, known.latest.latest.moment >= known.best.best.moment) == (best, True)
    assert last in {one.latest.run for one in known.tracks}


def test_a_run_whose_requests_failed_is_never_the_best(client: Client) -> None:
    """Redirects and errors are answered faster than pages: a server that sent nothing else was the machine's best."""
    of = setup("Linux 6.1", 64)
    answered = runs(of, {RATE: [700.0], "requests_completed": [10_000.0], "responses:non_2xx": [3.0]})[0]
    for item in ("non_2xx", "503"):
        runs(of, {RATE: [9000.0], "requests_completed": [10_000.0], f"responses:{item}": [10_000.0]})
    runs(of, {RATE: [8000.0], "requests_completed": [10_000.0], "requests_failed": [200.0]})
    known = tracks_of(selected(latest.census(), BUILT), "machine")
    assert known
    assert (known.best.best.run, known.best.best.value) == (answered.pk, 700.0)
    page = client.get(f"/machines/{Machine.objects.get(name='built').slug}/").content.decode()
    assert f'<a href="/runs/{answered.pk}/">run {answered.pk}</a>' in page


def test_a_name_that_differs_by_its_spelling_is_told_to_editors(client: Client) -> None:
    made()
    Machine.named("built.lab")
    slug = Machine.objects.get(name="built").slug
    assert "only the spelling differs" in client.get(f"/machines/{slug}/").content.decode()
    assert "only the spelling differs" not in Client().get(f"/machines/{slug}/").content.decode()


@pytest.mark.usefixtures("studies")
def test_a_column_that_is_empty_in_all_rows_is_a_sentence(client: Client) -> None:
    page = client.get("/runs/?study=smp-scaling").content.decode()
    assert "Not recorded for any run shown: " in page
    assert "sort=started" not in page
    assert page.count("Published figures, no raw logs.") == 1
    assert 'class="tag published"' not in page
    chosen = client.get("/runs/?study=smp-scaling&col=started&col=requests_per_second").content.decode()
    assert "sort=-started" in chosen, "what somebody asks for is shown, empty or not"


@pytest.mark.usefixtures("studies")
def test_home_offers_only_questions_whose_study_is_here(client: Client) -> None:
    page = client.get("/").content.decode()
    assert all(text in page for text in ("/studies/zones/", "/studies/smp-scaling/", "See it refuse", "See an answer"))
    assert 'class="chip"' not in page, "a card says it already"
    Study.objects.exclude(slug="smp-scaling").delete()
    page = client.get("/").content.decode()
    assert "/studies/smp-scaling/" in page
    assert not any(text in page for text in ("/studies/zones/", "See it refuse", "See an answer"))


@pytest.mark.parametrize(
    ("key", "text", "shown", "named"),
    [
        ("concurrency", "1024", "1,024", "concurrency 1,024"),
        ("duration_planned", "86400", "24 h", "duration planned 24 h"),
        ("document_bytes", "4096", "4 KiB", "document size 4 KiB"),
        ("document_bytes", "1456", "1,456 B", "document size 1,456 B"),
        ("rate", "0.5", "0.5/s", "offered rate 0.5/s"),
        ("keepalive", "yes", "yes", "keep-alive on"),
        ("run", "1024", "1024", "run 1024"),
        ("server", "Apache 2.2.3", "Apache 2.2.3", "Apache 2.2.3"),
        ("tool_version", "2.3", "2.3", "version 2.3"),
        ("tuning.somaxconn", "1024", "1024", "somaxconn 1024"),
        ("cpus", "not recorded", "not recorded", "CPUs online not recorded"),
    ],
)
def test_values_have_units_and_separators(key: str, text: str, shown: str, named: str) -> None:
    assert (shown_value(key, text), named_value(key, text)) == (shown, named)


def test_errors_say_what_to_do_in_the_words_of_the_page(client: Client) -> None:
    made()
    flag = client.get("/compare/?keepalive=maybe").content.decode()
    assert "“maybe” is not a value of keep-alive: it is “yes”, “no” or “not recorded”" in flag
    misspelt = client.get("/compare/?cols=concurency").content.decode()
    assert "did you mean “concurrency” (Concurrency)?" in misspelt
    assert "kernel_flavour" not in misspelt, "no list of everything"
    missing = client.get("/runs/914200/")
    assert missing.status_code == 404
    assert 'name="q"' in missing.content.decode()


def near_doubles() -> tuple[Machine, Machine]:
    """One machine under two spellings: the right one has three runs, the other has one."""
    runs(setup("Linux 6.1", 64, machine="web8"), {RATE: [500.0, 900.0, 510.0]})
    runs(setup("Linux 6.1", 64, machine="web-8"), {RATE: [505.0]})
    return Machine.objects.get(name="web8"), Machine.objects.get(name="web-8")


def test_merge_them_opens_the_form_that_moves_the_fewer_runs(admin_client: Client) -> None:
    """The link led to a closed fold of the page at hand, whichever of the two that was."""
    right, wrong = near_doubles()
    form = f"/machines/{wrong.slug}/?merge=web8"
    for machine in (right, wrong):
        assert f'href="{form}#merge">Merge them' in admin_client.get(f"/machines/{machine.slug}/").content.decode()
    page = " ".join(admin_client.get(form).content.decode().split())
    assert 'id="merge" open' in page
    assert "<option selected> web8 </option>" in page
    assert "1 run moves, and this page" in page
    for other in ("", "?merge=", "?merge=web-8", "?merge=nowhere"):
        assert 'id="merge" open' not in admin_client.get(f"/machines/{wrong.slug}/{other}").content.decode()


def test_the_latest_runs_are_those_that_were_made_last(client: Client) -> None:
    late, early = runs(setup("Linux 6.1", 64), {RATE: [500.0, 900.0]})
    for run, year in ((late, 2026), (early, 2025)):
        Run.objects.filter(pk=run.pk).update(started_at=datetime(year, 4, 28, tzinfo=UTC))
    answer = client.get(f"/machines/{Machine.objects.get(name='built').slug}/")
    assert [run.pk for run, _ in answer.context["rows"]] == [late.pk, early.pk], "as the latest figure is"
