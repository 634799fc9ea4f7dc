"""Columns of which there is one value: the gate says so, and offers what does vary."""

from __future__ import annotations

import pytest
from django.test import Client

from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
ADDRESS = "/compare/?machine=built&cols=provenance"


def made(**more: list[int]) -> None:
    for kernel in ("Linux 6.1.0", "Linux 6.2.0"):
        for cpus in more.get("cpus", [1]):
            runs(setup(kernel, 10, cpus=cpus), {"requests_per_second": [100.0, 101.0]})


def test_one_value_of_the_columns_is_said_and_what_varies_is_offered(client: Client) -> None:
    made()
    page = client.get(ADDRESS)
    gate, text = page.context["gate"], page.content.decode()
    assert gate.words == (
        "Columns by provenance have only one side here, measured, so there is nothing to compare. "
        "These runs differ in kernel."
    )
    assert (gate.instead.title, gate.besides) == ("Compare kernel", ())
    assert "No two sides" not in text
    assert client.get(gate.instead.path).context["answer"].columns == ("Linux 6.1.0", "Linux 6.2.0")


def test_of_several_conditions_each_can_be_the_columns(client: Client) -> None:
    made(cpus=[1, 8])
    gate = client.get(ADDRESS).context["gate"]
    assert [link.title for link in (gate.instead, *gate.besides)] == ["Compare kernel", "Compare CPUs online"]
    between = client.get("/compare/?machine=built&cols=kernel").context["gate"]
    assert (between.instead, between.besides) == (None, ())
