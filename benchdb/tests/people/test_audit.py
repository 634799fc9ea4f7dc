"""Every change is written down, by whichever door it came; and nothing that is written can be changed."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from benchdb.accounts.people import give_role
from benchdb.domain.roles import Role
from benchdb.models import Account, AuditEntry, Machine, Watch, Webhook
from frontend.pages.accounts.audit_groups import days, text
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(client: Client) -> User:
    user = User.objects.create_superuser("ada")
    client.force_login(user)
    return user


def test_a_fact_that_is_changed_keeps_its_old_value(client: Client, admin: User) -> None:
    machine = Machine.objects.create(name="Sun Fire V125")
    form = {"name": "Sun Fire V125", "cpu_model": "UltraSPARC IIIi", "cpu_count": "1", "notes": ""}
    assert client.post(f"/admin/benchdb/machine/{machine.pk}/change/", form).status_code == 302
    entry = AuditEntry.objects.get(action="machine.changed")
    assert (entry.who, entry.address) == ("ada", "/machines/sun-fire-v125/")
    assert entry.before == {"cpu_model": "", "cpu_count": None}
    assert entry.after == {"cpu_model": "UltraSPARC IIIi", "cpu_count": 1}
    client.post(f"/admin/benchdb/machine/{machine.pk}/delete/", {"post": "yes"})
    assert AuditEntry.objects.get(action="machine.deleted").before["cpu_count"] == 1


def test_an_entry_names_the_kind_and_the_row_whatever_it_is_called() -> None:
    for row in (Machine.objects.create(name="machine-1"), Webhook.objects.create(url="http://a.example/", kinds=[])):
        row.delete()
    assert [entry.subject for entry in AuditEntry.objects.filter(action__endswith="deleted").order_by("pk")] == [
        "machine machine-1",
        "webhook http://a.example/",
    ]


def test_what_a_watch_looks_at_by_itself_is_no_change_of_it() -> None:
    watched = Watch.objects.create(title="nightly", query="", site="http://x.test/")
    watched.attempts, watched.next_at, watched.checked_at = 1, timezone.now(), timezone.now()
    watched.save()
    assert [entry.action for entry in AuditEntry.objects.all()] == ["watch.made"]


def test_a_role_that_is_changed_is_written_down(client: Client, admin: User) -> None:
    user = User.objects.create_user("uma")
    client.post(f"/people/{user.pk}/role/", {"role": "editor"})
    client.post(f"/people/{user.pk}/role/", {"role": "admin"})
    entries = {entry.action: entry for entry in AuditEntry.objects.filter(who="ada", subject__contains="uma")}
    assert entries["account.changed"].after == {"role": "editor"}
    assert entries["user.changed"].after == {"is_superuser": True, "is_staff": True}
    assert not any("password" in entry.after for entry in AuditEntry.objects.all())


def test_what_the_site_does_by_itself_says_so() -> None:
    give_role(User.objects.create_user("uma"), Role.UPLOADER)
    assert {entry.who for entry in AuditEntry.objects.all()} == {"benchdb itself"}
    assert Account.objects.get().role == "uploader"


@pytest.mark.parametrize("command", ["UPDATE benchdb_auditentry SET who = 'eve'", "DELETE FROM benchdb_auditentry"])
def test_the_database_refuses_to_change_what_is_written(command: str) -> None:
    User.objects.create_user("uma")
    with pytest.raises(DatabaseError, match="only ever added"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(command)


def test_the_log_is_filtered_and_paged(client: Client, admin: User) -> None:
    for number in range(60):
        AuditEntry.objects.create(who="bob", action="run.excluded", subject=f"run {number}")
    page = client.get("/audit/?who=Bob&action=run.excluded")
    assert len(page.context["entries"]) == 50
    assert len(client.get(f"/audit/?who=bob&before={page.context['older']}").context["entries"]) == 10
    assert len(client.get("/audit/?q=run+59").context["entries"]) == 1
    assert client.get("/audit/?who=%00&before=x&action=y").status_code == 200


def test_a_merge_says_what_moved_in_words(client: Client, admin: User) -> None:
    made = runs(setup("Linux 6.1", 10, machine="m2"), {"requests_per_second": [1.0, 2.0, 3.0]})
    runs(setup("Linux 6.1", 10, machine="m1"), {"requests_per_second": [1.0]})
    client.post("/machines/m2/correct/", {"do": "merge", "into": "m1"})
    page = " ".join(strip_tags(client.get("/audit/?action=machine.merged").content.decode()).split())
    entry = page.partition("All changes")[2].partition("Name: m2 → m1")
    assert entry[1], "its name is said"
    assert f"Runs moved: 3 ({made[0].pk}–{made[2].pk})" in entry[2]
    internal = ("[", "Slug", "Into", "Row:", "Counting", "– → –")
    assert not any(raw in entry[0] + entry[2].partition("Feed")[0] for raw in internal)


def test_numbers_that_follow_each_other_are_told_as_ranges() -> None:
    assert text([91, 92, 93, 97]) == "4 (91–93, 97)"
    assert text({"KeepAlive": "Off"}) == "KeepAlive=Off"


def made_at(moment: str, who: str, action: str, subject: str = "x", **after: object) -> AuditEntry:
    return AuditEntry(happened_at=datetime.fromisoformat(moment), who=who, action=action, subject=subject, after=after)


def test_entries_stand_by_day_and_person_and_what_was_done_often_is_one_line() -> None:
    often = [made_at(f"2026-11-24T09:{n:02}:00Z", "ed", "run.excluded", f"run {n}") for n in range(40)][::-1]
    entries = [made_at("2026-11-24T10:00:00Z", "ada", "user.made"), *often, made_at("2026-11-23T23:59:00Z", "ed", "a")]
    today, yesterday = days(entries)
    assert [(one.who, [(deeds.action, len(deeds.lines)) for deeds in one.deeds]) for one in today.stretches] == [
        ("ada", [("user made", 1)]),
        ("ed", [("run excluded", 40)]),
    ]
    assert today.stretches[1].deeds[0].is_folded
    assert today.stretches[1].deeds[0].subjects == "run 39, run 38, run 37, 37 more"
    again = [made_at(f"2026-11-24T09:{n:02}:00Z", "ed", "study.changed", "study A") for n in range(7)]
    assert days(again)[0].stretches[0].deeds[0].subjects == "study A", "each once"
    assert not yesterday.stretches[0].deeds[0].is_folded


def test_of_what_is_new_only_what_is_said_of_it_is_shown() -> None:
    entry = made_at("2026-11-24T10:00:00Z", "ada", "user.made", role="viewer", user=4, is_staff=False)
    line = days([entry])[0].stretches[0].deeds[0].lines[0]
    assert line.changes == [("role", "", "viewer")]


def test_the_log_is_asked_for_days(client: Client, admin: User) -> None:
    AuditEntry.objects.create(who="bob", action="run.excluded", subject="run 1")
    today = timezone.now().astimezone(UTC).date()
    before, after = today - timedelta(days=1), today + timedelta(days=1)
    sizes = [
        len(client.get("/audit/", {"who": "bob", **between}).context["entries"])
        for between in ({"since": before, "until": after}, {"until": before}, {"since": after}, {"until": "9999-12-31"})
    ]
    assert sizes == [1, 0, 0, 1]
    refused = client.get("/audit/?since=yesterday")
    assert refused.status_code == 400
    assert "“yesterday” is no day" in refused.content.decode()
