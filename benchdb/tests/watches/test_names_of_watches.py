"""A watch goes on under the names of today, and says where its question names nothing any more."""

from __future__ import annotations

from typing import Any

from django.test import Client

from benchdb.curation.inventory import edit, merge
from benchdb.models import Machine
from benchdb.tests.watches.watched import LEVELS, measured, near, published_changes, watch
from benchdb.watches.check import check

NOTHING = "No runs answer its question today, so nothing can be told."


def page(client: Client, number: int) -> str:
    return " ".join(client.get(f"/watches/{number}/").content.decode().split())


def test_a_watch_of_a_renamed_machine_tells_its_changes(nginx: Any, client: Client) -> None:
    watched = watch(f"/history/?machine={nginx.machine.name}")
    check(watched.pk)
    was = nginx.machine.name
    edit(nginx.machine, {"name": "rack 3"})
    measured(nginx, near(LEVELS["after"], 8, 2))
    check(watched.pk)
    (event,) = published_changes()
    assert event.path == "/history/?machine=rack+3"
    assert event.title.startswith("rack 3: Requests per second fell by 1"), "and not under both names"
    assert f"Machine {was} is called rack 3 now." in page(client, watched.pk)
    assert "no runs" not in client.get("/watches/").content.decode(), "it has them under today's name"


def test_a_change_that_was_told_is_not_told_again_under_another_name(nginx: Any) -> None:
    watched = watch("/history/?by=machine")
    check(watched.pk)
    measured(nginx, near(LEVELS["after"], 8, 2))
    check(watched.pk)
    merge(nginx.machine, Machine.objects.create(name="rack 3"))
    check(watched.pk)
    assert len(published_changes()) == 1


def test_a_watch_of_what_no_run_has_says_so(nginx: Any, client: Client) -> None:
    watched = watch("/history/?machine=nobody")
    assert "No run has the machine nobody." in page(client, watched.pk)
    assert NOTHING in page(client, watched.pk)
    assert NOTHING not in page(client, watch().pk)
