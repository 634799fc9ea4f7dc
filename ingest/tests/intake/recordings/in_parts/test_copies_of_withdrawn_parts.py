"""Which of a report and its copies in other parts of one folder counts, while some of the parts are withdrawn."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.curation.exclusions import exclude, include
from benchdb.curation.uploads import restore, withdraw
from benchdb.models import Run, Upload
from benchdb.models.runs import ACTIVE
from benchdb.safekeeping.integrity import broken_copies
from ingest.intake.uploads import correct_facts
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.recordings.in_parts.test_parts_of_a_folder import kinds
from ingest.tests.intake.recordings.test_beside_stated_loads import messages, send
from ingest.tests.intake.zips import log, zipped

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]

FACTS = {"machine": "m", "pattern": ""}
COPY = log(1).replace(b"\n", b"\r\n")


def part(client: Client, name: str, content: bytes) -> int:
    return int(send(client, {name: content}, part_of="one", **FACTS)["id"])


def counting() -> list[str]:
    return sorted(Run.objects.filter(ACTIVE).values_list("file__name", flat=True))


def test_a_copy_that_comes_while_its_original_is_withdrawn_counts_until_that_is_back(client: Client) -> None:
    first = part(client, "a.log", log(1))
    withdraw(first, "another machine's", "ada")
    status = send(client, {"b.log": COPY}, part_of="one", **FACTS)
    assert counting() == ["b.log"]
    assert messages(status) == "A copy of the report at line 1 of a.log, which was withdrawn: so this one counts."
    part(client, "c.log", COPY + b"\n")
    assert counting() == ["b.log"]
    restore(first)
    assert counting() == ["a.log"]
    withdraw(first, "another machine's", "ada")
    assert len(counting()) == 1


def test_a_copy_that_is_read_again_meanwhile_stays_one(client: Client) -> None:
    first, second = part(client, "a.log", log(1)), part(client, "b.log", COPY)
    withdraw(first, "another machine's", "ada")
    correct_facts(second, FACTS)
    parse_upload(second)
    assert counting() == ["b.log"]
    restore(first)
    assert counting() == ["a.log"]


def test_a_copy_that_is_read_again_while_its_original_counts_stays_one(client: Client) -> None:
    first, second = part(client, "a.log", log(1)), part(client, "b.log", COPY)
    before = messages(client.get(f"/api/v1/uploads/{second}").json())
    correct_facts(second, FACTS)
    parse_upload(second)
    assert messages(client.get(f"/api/v1/uploads/{second}").json()).removesuffix(".") in before
    withdraw(first, "another machine's", "ada")
    assert counting() == ["b.log"]
    restore(first)
    assert counting() == ["a.log"]


@pytest.mark.parametrize("by_hand", [False, True])
def test_one_of_which_more_is_stated_then_excludes_nothing(client: Client, by_hand: bool) -> None:
    first, second = part(client, "a.log", log(1)), part(client, "b.log", COPY)
    if by_hand:
        include(Run.objects.get(file__name="b.log"))
        exclude(Run.objects.get(file__name="b.log"), "the network was saturated")
    correct_facts(second, {**FACTS, "cpus": "4"})
    parse_upload(second)
    assert counting() == ["a.log"]
    assert first != second


def test_an_original_that_is_read_again_stays_one(client: Client) -> None:
    first, _ = part(client, "a.log", log(1)), part(client, "b.log", COPY)
    correct_facts(first, FACTS)
    parse_upload(first)
    withdraw(first, "another machine's", "ada")
    assert counting() == ["b.log"]
    restore(first)
    assert counting() == ["a.log"]


def test_a_withdrawn_report_of_which_a_later_part_knows_more_is_the_copy(client: Client) -> None:
    first = send(client, {"a.log": log(1)}, part_of="one", machine="m", pattern="")["id"]
    withdraw(first, "another machine's", "ada")
    send(client, {"b.log": COPY}, part_of="one", machine="m", cpus="4", pattern="")
    assert counting() == ["b.log"]
    restore(first)
    assert counting() == ["b.log"]


@pytest.mark.parametrize("is_of_an_older_release", [False, True])
def test_of_members_that_share_a_name_the_copy_is_of_its_own_original(
    client: Client, is_of_an_older_release: bool
) -> None:
    other = part(client, "c.zip", zipped({"run1.log": log(2)}))
    original = part(client, "a.zip", zipped({"run1.log": log(1)}))
    part(client, "b.zip", zipped({"run1.log": COPY}))
    copy = Run.objects.latest("pk")
    if is_of_an_older_release:
        del copy.caveats[-1]["parameters"][-1]
        assert [name for name, _ in copy.caveats[-1]["parameters"]] == ["line", "file"]
        copy.save()
    withdraw(other, "unrelated", "ada")
    assert Run.objects.get(pk=copy.pk).excluded_because.startswith("The same numbers as the report at line 1")
    restore(other)
    withdraw(original, "another machine's", "ada")
    assert Run.objects.filter(ACTIVE).count() == (1 if is_of_an_older_release else 2), "nobody knows of which it is"


def test_copies_that_share_a_name_are_all_known(client: Client) -> None:
    first = part(client, "a.log", log(1))
    second = part(client, "b.zip", zipped({"run1.log": COPY}))
    part(client, "c.zip", zipped({"run1.log": COPY + b"\n"}))
    withdraw(first, "another machine's", "ada")
    withdraw(second, "this one, too", "ada")
    assert Run.objects.filter(ACTIVE).get().file.archive.name == "c.zip"
    restore(second)
    restore(first)
    assert counting() == ["a.log"]


def test_a_copy_that_counted_and_somebody_included_stays_so(client: Client) -> None:
    first, _ = part(client, "a.log", log(1)), part(client, "b.log", COPY)
    withdraw(first, "another machine's", "ada")
    copy = Run.objects.get(file__name="b.log")
    exclude(copy, "the network was saturated")
    include(copy)
    copy.refresh_from_db()
    assert kinds(copy)[-1] == "copy of a report elsewhere"
    restore(first)
    assert counting() == ["a.log", "b.log"]
    assert Upload.objects.count() == 2


def test_a_report_that_somebody_excluded_does_not_come_back_through_another_copy(client: Client) -> None:
    """Nor does fsck call that broken. It counts with its original, of which nobody said so."""
    first, _ = part(client, "a.log", log(1)), part(client, "b.log", COPY)
    part(client, "c.log", COPY + b"\n")
    other = part(client, "z.log", log(9))
    withdraw(first, "another machine's", "ada")
    assert counting() == ["b.log", "z.log"]
    exclude(Run.objects.get(file__name="b.log"), "the network was saturated")
    assert [*broken_copies()] == []
    withdraw(other, "unrelated", "ada")
    assert counting() == []
    restore(first)
    assert counting() == ["a.log"]
    withdraw(first, "another machine's", "ada")
    assert (counting(), [*broken_copies()]) == ([], [])
    include(Run.objects.get(file__name="b.log"))
    assert counting() == ["b.log"]
