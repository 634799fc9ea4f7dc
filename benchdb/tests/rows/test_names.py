"""A machine, kernel or server is one row, whatever the letters' case; the database itself says so."""

import threading
from importlib import import_module
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.test import Client

from benchdb.curation.inventory import edit
from benchdb.dev.testing.waiting import wait_for
from benchdb.domain.text.names import composed
from benchdb.domain.versions import folded
from benchdb.models import FormerName, Kernel, Machine, Server
from benchdb.models.inventory import Named
from benchdb.tests.house.test_idle_worker import waits_for_a_lock

pytestmark = pytest.mark.django_db
KINDS = (Machine, Kernel, Server)


@pytest.mark.parametrize("kind", KINDS)
def test_the_database_refuses_the_same_name_in_other_letters(kind: type[Named]) -> None:
    kind.objects.create(name="Linux 2.4.18-SMP")  # type: ignore[attr-defined]
    with pytest.raises(IntegrityError), transaction.atomic():
        kind.objects.create(name="linux 2.4.18-smp")  # type: ignore[attr-defined]
    assert str(kind.named(" LINUX  2.4.18-smp ")) == "Linux 2.4.18-SMP"


LETTERS = [chr(number) for number in range(1, 0x110000) if not 0xD800 <= number <= 0xDFFF]
BLOCK = 1000  #: letters of one name


def lowered(names: list[str]) -> list[str]:
    """As PostgreSQL has them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT lower(name) FROM unnest(%s::text[]) WITH ORDINALITY t(name, n) ORDER BY n", [names])
        return [name for (name,) in cursor.fetchall()]


def test_every_letter_is_folded_as_the_database_does() -> None:
    """Beside the letters that stand beside it in Unicode, and behind one with an upper case.

    Names go to the database in form C: its own `normalize` may be of another version of Unicode, and is not used.
    """
    letters = [letter for letter in LETTERS if not letter.isspace()]
    for between in ("", "Α"):
        names = [between.join(letters[start : start + BLOCK]) for start in range(0, len(letters), BLOCK)]
        assert [folded(name) for name in names] == lowered([composed(name) for name in names])


@pytest.mark.parametrize(
    ("name", "other", "is_same"),
    [
        ("İstanbul", "istanbul", True),
        ("ΟΔΟΣ", "οδοσ", True),
        ("ΟΔΟΣ", "οδος", False),
        ("Straße", "STRASSE", False),
        ("Straße", " STRAßE ", True),
        ("ſun", "sun", False),
    ],
)
def test_a_name_is_one_for_the_page_where_it_is_one_row(name: str, other: str, is_same: bool) -> None:
    assert (Machine.named(name) == Machine.named(other)) == (folded(name) == folded(other)) == is_same


def test_a_name_in_other_letters_is_no_former_name() -> None:
    made = Machine.objects.create(name="İstanbul")
    assert edit(made, {"name": "istanbul"}).name == "istanbul"
    assert not FormerName.objects.exists()


def test_a_row_that_another_worker_made_first_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Machine.objects.create(name="Sun Fire V125")
    called, answers = Machine.called, iter((Machine.objects.none(),))
    monkeypatch.setattr(Machine, "called", lambda name: next(answers, None) or called(name))
    assert Machine.named("sun fire v125") == first


@pytest.mark.django_db(transaction=True)
def test_an_address_that_another_worker_takes_meanwhile_is_left_to_it() -> None:
    """Two names, one address: `a b` and `a-b`."""
    made: list[Named | None] = []
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("INSERT INTO benchdb_machine (name, slug, notes, cpu_model) VALUES ('a b', 'a-b', '', '')")
        thread = threading.Thread(target=lambda: (made.append(Machine.named("a-b")), connection.close()))
        thread.start()
        wait_for(lambda: waits_for_a_lock(other))
        other.commit()
    thread.join()
    assert made == [Machine.objects.get(name="a-b", slug="a-b-2")]


def test_the_admin_says_what_is_wrong(client: Client) -> None:
    client.force_login(User.objects.create_superuser("ada"))
    Machine.objects.create(name="Sun Fire V125")
    page = client.post("/admin/benchdb/machine/add/", {"name": "SUN FIRE V125"}).content.decode()
    assert "There is already one called Sun Fire V125." in page


def test_doubles_of_an_older_database_are_numbered_and_none_is_lost(capsys: Any) -> None:
    constraint = Machine._meta.constraints[0]
    with connection.schema_editor() as editor:
        editor.remove_constraint(Machine, constraint)
        for name in ("box", "BOX", "Box", "box (2)", "other"):
            Machine.objects.create(name=name)
        migration = import_module("benchdb.migrations.0012_names_whatever_the_case")
        migration.tell_doubles_apart(apps, editor)
        editor.add_constraint(Machine, constraint)
    assert list(Machine.objects.order_by("pk").values_list("name", flat=True)) == [
        "box", "BOX (3)", "Box (4)", "box (2)", "other",
    ]  # fmt: skip
    assert "machine" in capsys.readouterr().out
