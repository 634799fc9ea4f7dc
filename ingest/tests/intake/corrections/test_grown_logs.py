"""A log that is sent again once it has grown: what it said before counts once."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.curation.uploads import restore, withdraw
from benchdb.models import Run
from ingest.tests.intake.recordings.test_beside_stated_loads import send
from ingest.tests.intake.zips import log

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]

FIRST, SECOND, THIRD = (log(number) for number in (1, 2, 3))


def sent(client: Client, *reports: bytes, name: str = "night/a.log") -> int:
    return int(send(client, {name: b"".join(reports)}, pattern="", machine="m")["id"])


def counting(upload: int) -> list[int]:
    """Lines of its runs that count."""
    return list(Run.objects.active().filter(file__upload=upload).order_by("line").values_list("line", flat=True))


def test_runs_of_a_log_that_has_grown_count_once(client: Client) -> None:
    first = sent(client, FIRST, SECOND[: len(SECOND) * 9 // 10])
    second = sent(client, FIRST, SECOND, THIRD)
    assert len(counting(first)) == 1, "the one that broke off is whole now"
    assert len(counting(second)) == 2


def test_they_count_again_where_the_first_upload_is_withdrawn_and_back(client: Client) -> None:
    first, second = sent(client, FIRST), sent(client, FIRST, SECOND)
    withdraw(first, "another machine's", "ada")
    assert (counting(first), len(counting(second))) == ([], 2)
    restore(first)
    assert (len(counting(first)), len(counting(second))) == (1, 1)


@pytest.mark.parametrize(
    ("reports", "name"), [((SECOND, FIRST), "night/a.log"), ((FIRST, SECOND), "other/a.log"), ((FIRST,), "night/b.log")]
)
def test_another_log_with_the_same_report_is_none(client: Client, reports: tuple[bytes, ...], name: str) -> None:
    sent(client, FIRST)
    other = sent(client, *reports, b"\n", name=name)
    assert len(counting(other)) == len(reports)
