"""Corrections undone in any order leave what they would be had the undone ones never been made."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from benchdb.curation.corrections.fact_stacks import applied, stated
from benchdb.curation.corrections.run_corrections import correct_runs
from benchdb.curation.corrections.run_facts import value_of
from benchdb.curation.corrections.undone_corrections import undo
from benchdb.curation.inventory import BadCorrection, edit, merge
from benchdb.curation.uploads import move
from benchdb.models import AuditEntry, Kernel, ReplacedFact, Run, RunCorrection
from frontend.tests.constructed import runs, setup
from frontend.tests.runs.test_run_corrections import correct, kernels, made, text

pytestmark = pytest.mark.django_db
__all__ = ["made"]  # the fixture

VALUES: dict[str, list[Any]] = {
    "kernel": ["Linux 5.10", "Linux 5.15", None],
    "zone": ["web", "global", None],
    "cpus": [4, 8, None],
    "tuning.gov": ["performance", "powersave", None],
    "notes": ["BIOS 1.2", "no turbo", None],
}
FACTS = st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in VALUES.items()})
CORRECTION = st.tuples(st.sets(st.integers(0, 2), min_size=1), FACTS.filter(bool))
STEPS = st.lists(st.one_of(CORRECTION, st.integers(0, 5)), min_size=2, max_size=9)


@given(STEPS)
def test_what_is_left_is_what_the_corrections_that_stand_say(steps: list[Any]) -> None:
    with transaction.atomic():
        compare_with_replay(steps)
        transaction.set_rollback(True)


def compare_with_replay(steps: list[Any]) -> None:
    chosen = [run.pk for run in runs(setup("Linux 5.10", 10), {"requests_per_second": [100.0, 101.0, 102.0]})]
    Run.objects.filter(pk=chosen[0]).update(notes="as the log says")
    start = {pk: {name: value_of(run, name) for name in VALUES} for pk, run in now(chosen).items()}
    kept: dict[int, tuple[list[int], dict[str, Any]]] = {}
    made: list[int] = []
    for step in steps:
        if isinstance(step, int):
            if made and (number := made[step % len(made)]) in kept:
                kept.pop(number)
                undo(number, "ada")
        else:
            numbers, facts = [chosen[place] for place in sorted(step[0])], step[1]
            try:
                number = correct_runs(numbers, nested(facts), "ada").pk
            except BadCorrection:
                continue  # they have all of it already
            made.append(number)
            kept[number] = (numbers, facts)
    check(chosen, start, kept)


def check(chosen: list[int], start: dict[int, Any], kept: dict[int, tuple[list[int], dict[str, Any]]]) -> None:
    words: dict[int, dict[str, list[Any]]] = {pk: {} for pk in chosen}
    for _, (numbers, facts) in sorted(kept.items()):
        for pk in numbers:
            for name, fact in facts.items():
                start[pk][name] = applied(name)(fact, start[pk][name])
                words[pk][name] = stated(name)(fact, words[pk].get(name, []))
    runs_now = now(chosen)
    assert {pk: {name: value_of(run, name) for name in VALUES} for pk, run in runs_now.items()} == start
    assert {pk: {name: [fact] for name, fact in run.stated.items()} for pk, run in runs_now.items()} == words


def now(chosen: list[int]) -> dict[int, Run]:
    return {run.pk: run for run in Run.objects.filter(pk__in=chosen).with_setup()}


def nested(facts: dict[str, Any]) -> dict[str, Any]:
    """As they are typed: settings below `tuning`."""
    rest = {name: fact for name, fact in facts.items() if name != "tuning.gov"}
    return rest | ({"tuning": {"gov": facts["tuning.gov"]}} if "tuning.gov" in facts else {})


def api(client: Client, chosen: list[Run], **facts: str) -> int:
    body = {"runs": [run.pk for run in chosen], "facts": facts}
    answer = client.post("/api/v1/corrections", body, content_type="application/json")
    assert answer.status_code == 201, answer.content
    return int(answer.json()["id"])


def test_the_later_one_undone_after_the_earlier_leads_to_before_both(client: Client, made: list[Run]) -> None:
    first = api(client, made, kernel="Linux 5.20.1", notes="kernel was wrong", tuning="gov=performance")
    second = api(client, made[:2], kernel="Linux 5.30.1", cpus="8")
    assert client.get(f"/api/v1/corrections/{first}").json()["undoing"] == (
        "4 runs of 4 uploads: kernel Linux 5.20.1 → Linux 5.10 (1) and Linux 6.1 (1); "
        "gov performance → not recorded; notes kernel was wrong → not recorded"
    )
    assert client.delete(f"/api/v1/corrections/{first}").json() == {"runs": 4, "left": 0}
    assert kernels() == ["Linux 5.30.1", "Linux 5.30.1", "Linux 5.10", "Linux 6.1"]
    assert client.delete(f"/api/v1/corrections/{second}").json() == {"runs": 2, "left": 0}
    assert kernels() == ["Linux 5.10", "Linux 5.10", "Linux 5.10", "Linux 6.1"]
    assert {(run.notes, str(run.setup.tuning), str(run.stated)) for run in Run.objects.with_setup()} == {
        ("", "{}", "{}")
    }


def test_one_that_lies_beneath_others_changes_nothing_yet(client: Client, made: list[Run]) -> None:
    first, second = (api(client, made[:3], kernel=name) for name in ("Linux 5.20", "Linux 5.30"))
    assert "Undo would change no run today" in text(client.get(f"/runs/corrections/{first}/"))
    assert client.delete(f"/api/v1/corrections/{first}").json() == {"runs": 0, "left": 3}
    client.delete(f"/api/v1/corrections/{second}")
    assert kernels() == ["Linux 5.10"] * 3 + ["Linux 6.1"]


def test_the_audit_log_says_what_was_really_put_back(client: Client, made: list[Run]) -> None:
    first = api(client, made[:3], kernel="Linux 5.20")
    api(client, made[:1], kernel="Linux 5.30")
    client.delete(f"/api/v1/corrections/{first}")
    entry = AuditEntry.objects.get(action="runs.put back")
    assert entry.subject == "2 runs of 2 uploads"
    assert (entry.before, entry.after) == ({"kernel": "Linux 5.20"}, {"kernel": "Linux 5.10"})


def test_a_fact_a_setting_and_a_note_are_taken_away(client: Client, made: list[Run]) -> None:
    correct(client, made[:1], tuning="gov=performance; nice=5", notes="BIOS 1.2")
    before = list(Run.objects.order_by("pk").values("pk", "setup", "stated", "notes"))
    form = {"run": [str(made[0].pk)], "kernel": "Not recorded", "tuning": "gov=not recorded", "notes": "not recorded"}
    shown = text(client.post("/runs/correct/", form))
    assert "kernel Linux 5.10 → not recorded; notes BIOS 1.2 → not recorded; gov performance → not" in shown
    number = api(client, made[:1], kernel="not recorded", tuning="gov=not recorded", notes="not recorded")
    run = Run.objects.with_setup().get(pk=made[0].pk)
    assert (run.setup.kernel, run.notes, run.setup.tuning["nice"]) == (None, "", "5")
    assert "gov" not in run.setup.tuning
    assert client.delete(f"/api/v1/corrections/{number}").status_code == 200
    assert list(Run.objects.order_by("pk").values("pk", "setup", "stated", "notes")) == before


def test_all_settings_at_once_are_not_taken_away(client: Client, made: list[Run]) -> None:
    answer = client.post("/runs/correct/", {"run": [str(made[0].pk)], "tuning": "not recorded"})
    assert answer.status_code == 400
    assert "name each setting that is to go" in text(answer)


def test_a_merged_name_that_is_said_leads_on_and_that_is_seen_first(client: Client, made: list[Run]) -> None:
    merge(Kernel.objects.get(name="Linux 5.10"), Kernel.objects.get(name="Linux 6.1"))
    body = {"runs": [made[0].pk], "facts": {"kernel": "linux  5.10"}}
    assert client.post("/api/v1/corrections", body, content_type="application/json").status_code == 409
    body["facts"]["zone"] = "web"  # type: ignore[index]
    dry = client.post("/api/v1/corrections", {**body, "dry_run": True}, content_type="application/json").json()
    assert dry["sentence"] == ("1 run of 1 upload: zone not recorded → web; Kernel linux 5.10 is called Linux 6.1 now")
    assert not Kernel.objects.filter(name__iexact="linux 5.10").exists()


def test_an_undone_correction_leads_on_from_a_name_that_was_merged_since(client: Client, made: list[Run]) -> None:
    page = correct(client, made[:3], kernel="Linux 6.1")
    Kernel.objects.create(name="Linux 5.10.0")
    merge(Kernel.objects.get(name="Linux 5.10"), Kernel.objects.get(name="Linux 5.10.0"))
    assert (
        "Undo would change 3 runs of 3 uploads: kernel Linux 6.1 → Linux 5.10.0; "
        "Kernel Linux 5.10 is called Linux 5.10.0 now." in text(client.get(page))
    )
    client.post(f"{page}undo/")
    assert kernels() == ["Linux 5.10.0"] * 3 + ["Linux 6.1"]
    assert not Kernel.objects.filter(name="Linux 5.10").exists()


def test_what_was_said_is_known_again_under_the_name_of_today(client: Client, made: list[Run]) -> None:
    page = correct(client, made[:3], kernel="Linux 5.15")
    edit(Kernel.objects.get(name="Linux 5.15"), {"name": "Linux 5.15.0-lab"})
    client.post(f"{page}undo/")
    assert kernels() == ["Linux 5.10"] * 3 + ["Linux 6.1"]


def test_corrections_of_before_are_undone_fact_by_fact_too(client: Client, made: list[Run]) -> None:
    """As they were stored: one undone while a later one stood."""
    keep_by_fact = import_module("benchdb.migrations.0073_replaced_facts").keep_by_fact
    first, second = (api(client, made[:3], kernel=name) for name in ("Linux 5.20", "Linux 5.30"))
    for number, kernel, before in ((first, "Linux 5.10", {}), (second, "Linux 5.20", {"kernel": "Linux 5.20"})):
        group = {"runs": [run.pk for run in made[:3]], "had": {"kernel": kernel}, "stated": before}
        RunCorrection.objects.filter(pk=number).update(before=[group])
    RunCorrection.objects.filter(pk=first).update(undone_at=timezone.now())
    ReplacedFact.objects.all().delete()
    keep_by_fact(apps, None)
    assert client.delete(f"/api/v1/corrections/{second}").json() == {"runs": 3, "left": 0}
    assert kernels() == ["Linux 5.10"] * 3 + ["Linux 6.1"]
    assert {str(run.stated) for run in Run.objects.all()} == {"{}"}


def test_what_cannot_be_undone_any_more_has_no_button(client: Client, made: list[Run]) -> None:
    page = correct(client, made[:1], machine="rack 3")
    assert f'action="{page}undo/"' in text(client.get(page))
    move(made[0].file.upload_id, "rack 4")
    assert f'action="{page}undo/"' not in text(client.get(page))
    assert "It cannot be undone any more" in text(client.get(page))


def test_no_machine_boots_after_its_run_began(client: Client, made: list[Run]) -> None:
    Run.objects.filter(pk=made[0].pk).update(started_at="2026-04-14T10:00:00Z")
    form = {"run": [str(run.pk) for run in made], "booted_at": "2026-05-01T00:00:00"}
    answer = client.post("/runs/correct/", form)
    assert answer.status_code == 400
    assert f"run {made[0].pk} began at 2026-04-14 10:00 UTC, before that boot" in text(answer)


def test_notes_that_come_back_are_said_as_they_are_then(client: Client, made: list[Run]) -> None:
    page = correct(client, made[:1], notes="BIOS 1.2")
    correct(client, made[:1], notes="no turbo")
    assert "Undo would change 1 run of 1 upload: notes no turbo / BIOS 1.2 → no turbo." in text(client.get(page))
