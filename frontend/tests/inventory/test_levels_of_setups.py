"""The setups of a machine's page: the level now, the latest change and its cause, a line for each level."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client

from benchdb.curation.exclusions import exclude
from benchdb.models import Machine, Run
from benchdb.questions.history import fetch
from benchdb.questions.history.analysis.analyse import analyse
from benchdb.questions.history.answer import HistoryAnswer
from benchdb.questions.history.fetch import fetch_histories, fetch_history
from benchdb.questions.history.question import HistoryQuestion
from benchdb.reads.packed.census import latest
from benchdb.reads.search.select import selected
from benchdb.reads.varied.tracks import tracks_of
from frontend import levels
from frontend.answers.history.level_spark import MOST_DOTS, level_spark
from frontend.answers.setup_tracks import SetupLine, history_of
from frontend.levels import with_histories
from frontend.tests.constructed import runs, setup
from frontend.tests.histories.dated import NEW, OLD, START, dated

pytestmark = pytest.mark.django_db
RATE = "requests_per_second"
BUILT = (("machine", ("built",)),)
LATER = START + timedelta(days=10)


def lines() -> list[SetupLine]:
    table = with_histories(tracks_of(selected(latest.census(), BUILT), "machine"), BUILT)
    assert table
    return list(table.lines)


def text_of(page: str) -> str:
    """What is read of it."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split()).replace(" ,", ",").replace(" ;", ";")


def page_of_built(client: Client) -> str:
    return client.get(f"/machines/{Machine.objects.get(name='built').slug}/").content.decode()


def test_a_setup_has_its_level_now_and_the_change_that_led_there(client: Client) -> None:
    """A flat median was drawn through a step, and the latest run stood where the level belongs."""
    dated(runs(setup("Linux 6.1", 64), {RATE: OLD}), START)
    dated(runs(setup("Linux 6.2", 64), {RATE: NEW}), LATER)
    (line,) = lines()
    assert line.change
    assert (line.level, line.change.sign, line.change.tone) == ("880/s", "▼", "worse")
    assert (line.change.size, line.change.moment, line.change.why) == ("−12%", LATER, "Kernel Linux 6.1 → Linux 6.2")
    (curve,) = line.spark.curves
    assert (curve.levels.count("M"), len(line.spark.changes)) == (2, 1)
    page = text_of(page_of_built(client))
    assert "▼ −12% Kernel Linux 6.1 → Linux 6.2, 11 Mar 2026" in page
    assert "Not explained" not in page


def test_a_change_without_a_cause_is_a_figure_of_the_page(client: Client) -> None:
    dated(runs(setup("Linux 6.1", 64), {RATE: [*OLD, *NEW]}), START)
    dated(runs(setup("Linux 6.1", 8), {RATE: OLD}), START)
    page = text_of(page_of_built(client))
    assert "Not explained 1 change of level concurrency 64, −12% by 11 Mar 2026" in page
    assert "▼ −12% not explained, 11 Mar 2026" in page
    assert "none in 10 runs" in page


def test_kernels_that_take_turns_are_curves_of_their_own(client: Client) -> None:
    """Two kernels were one row of dots, up and down."""
    for place, (old, new) in enumerate(zip(OLD[:5], NEW[:5], strict=True)):
        dated(runs(setup("Linux 6.1", 64), {RATE: [old]}), START + timedelta(days=2 * place))
        dated(runs(setup("Linux 6.2", 64), {RATE: [new]}), START + timedelta(days=2 * place + 1))
    (line,) = lines()
    assert (line.curves, line.of_curve, line.level) == ("2 curves, by kernel", "Linux 6.2", "880/s")
    assert line.no_change == "5 runs on each curve at most, too few to tell"
    assert [(curve.is_newest, curve.dots.count("h0")) for curve in line.spark.curves] == [(False, 5), (True, 5)]
    assert "2 curves, by kernel" in page_of_built(client)


def test_the_histories_of_a_page_are_those_that_its_lines_lead_to() -> None:
    """One reading for all of them must not change what any of them says."""
    for concurrency in (8, 64):
        dated(runs(setup("Linux 6.1", concurrency), {RATE: OLD, "requests_failed": [0.0] * 10}), START)
        dated(runs(setup("Linux 6.2", concurrency, zone="a"), {RATE: NEW}), LATER)
    tracks = tracks_of(selected(latest.census(), BUILT), "machine")
    assert tracks
    questions = [history_of(track) for track in tracks.tracks]
    assert len(questions) == 4
    assert fetch_histories(questions, BUILT) == [fetch_history(question) for question in questions]
    stop(runs(setup("Linux 6.1", 64), {"duration": [1.0] * 3}))
    answers = fetch_histories(questions, BUILT)
    assert answers == [fetch_history(question) for question in questions]
    assert sum(len(answer.curves[0].outages) for answer in answers) == 1, "remembered answers learn of it"
    assert fetch_histories([], BUILT) == []


def stop(made: list[Run]) -> None:
    """Before their end, and after all others."""
    dated(made, LATER + timedelta(days=90))
    Run.objects.filter(pk__in=[run.pk for run in made]).update(status="aborted")


def test_only_the_setups_that_changed_are_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is stored anywhere makes a page anew, and its histories are most of it."""
    looked_at: list[HistoryQuestion] = []

    def counted(question: HistoryQuestion, *others: Any) -> HistoryAnswer:
        looked_at.append(question)
        return analyse(question, *others)

    monkeypatch.setattr(fetch, "analyse", counted)
    fetch.remembered.cache_clear()
    for concurrency in (8, 64):
        dated(runs(setup("Linux 6.1", concurrency), {RATE: OLD}), START)
    first = histories()
    assert len(looked_at) == 2
    dated(runs(setup("Linux 6.1", 8, machine="another"), {RATE: OLD}), START)
    assert histories() == first
    assert len(looked_at) == 2
    exclude(Run.objects.filter(setup__concurrency=64).latest("pk"), "for a test")
    again = histories()
    assert len(looked_at) == 3
    assert [len(answer.runs) for answer in again] != [len(answer.runs) for answer in first]


def histories() -> list[HistoryAnswer]:
    tracks = tracks_of(selected(latest.census(), BUILT), "machine")
    assert tracks
    return fetch_histories([history_of(track) for track in tracks.tracks], BUILT)


def test_more_setups_are_no_more_queries(client: Client, django_assert_max_num_queries: Any) -> None:
    for concurrency in (1, 2, 4, 8, 16, 32, 64):
        dated(runs(setup("Linux 6.1", concurrency), {RATE: OLD}), START)
        dated(runs(setup("Linux 6.2", concurrency), {RATE: NEW}), LATER)
    address = f"/machines/{Machine.objects.get(name='built').slug}/"
    with django_assert_max_num_queries(36):
        assert client.get(address).status_code == 200


def test_a_small_drawing_of_many_runs_has_some_of_their_dots() -> None:
    dated(runs(setup("Linux 6.1", 64), {RATE: OLD * 20}), START)
    tracks = tracks_of(selected(latest.census(), BUILT), "machine")
    assert tracks
    answer = fetch_history(history_of(tracks.tracks[0]))
    (curve,) = level_spark(answer.curves, RATE).curves
    assert MOST_DOTS / 2 < curve.dots.count("h0") <= MOST_DOTS
    assert level_spark(answer.curves, RATE, has_levels=False).curves[0].levels == ""
    assert level_spark((), RATE).curves == ()


def test_the_cpus_that_every_run_had_stand_beside_what_nobody_recorded(client: Client) -> None:
    runs(setup("Linux 6.1", 64, cpus=4), {RATE: OLD})
    assert "CPUs not recorded 4 online in every run" in text_of(page_of_built(client))


def test_a_page_does_not_wait_for_histories_that_take_long(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    dated(runs(setup("Linux 6.1", 64), {RATE: OLD}), START)
    monkeypatch.setattr(levels, "HISTORY_SECONDS", -1.0)
    (line,) = lines()
    assert (line.level, line.no_change, line.spark.curves) == ("1,000/s", "see its history", ())
    assert "see its history" in page_of_built(client)
