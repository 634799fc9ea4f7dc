"""Two people put one new word on runs at one moment: both are told yes."""

from __future__ import annotations

import threading

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection

from benchdb.curation.tags import tag
from benchdb.dev.testing.waiting import wait_for
from benchdb.models import Run, Tag
from benchdb.tests.house.test_idle_worker import waits_for_a_lock


@pytest.mark.django_db(transaction=True)
def test_a_word_that_somebody_else_makes_meanwhile_is_put_on_the_run() -> None:
    call_command("loadstudies", verbosity=0)
    run = Run.objects.first()
    assert run is not None
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("INSERT INTO benchdb_tag (name) VALUES ('Cold')")
        thread = threading.Thread(target=lambda: (tag(run, "cold"), connection.close()))
        thread.start()
        wait_for(lambda: waits_for_a_lock(other))
        other.commit()
    thread.join()
    assert list(run.tags.values_list("name", flat=True)) == [Tag.objects.get().name] == ["Cold"]
