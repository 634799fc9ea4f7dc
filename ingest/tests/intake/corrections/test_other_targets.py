"""Logs against several hosts or ports are one setup, as people compare two configurations on two; but it is said."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from benchdb.domain.caveats import of_row
from benchdb.domain.setups.targets import OTHER_HOST, OTHER_PORT
from benchdb.models import Run
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.zips import log, zipped

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db]

SENTENCE = (
    "Made against port 9152, the first run of this setup against port 80: if these are two servers, name what differs "
    "(--port 9152)."
)


def of_port(number: int, port: int) -> bytes:
    return log(number).replace(b"Server Port: 80", b"Server Port: %d" % port)


def send(client: Client, address: str, content: bytes) -> dict[str, Any]:
    status = client.put(address, content).json()
    parse_upload(status["id"])
    return dict(client.get(f"/api/v1/uploads/{status['id']}").json())


def doubted() -> list[bool]:
    return [any(of_row(one).kind == OTHER_PORT for one in run.caveats) for run in Run.objects.order_by("pk")]


def test_another_port_than_the_first_runs_is_said_wherever_its_figures_are(client: Client) -> None:
    send(client, "/u/all.zip?machine=m", zipped({f"{n}.log": of_port(n, 80) for n in range(3)}))
    send(client, "/u/one.log?machine=m", of_port(4, 9152))
    assert doubted() == [False, False, False, True]
    assert SENTENCE in client.get(f"/api/v1/runs/{Run.objects.order_by('pk').last().pk}").json()["caveats"]  # type: ignore[union-attr]
    for page in ("/history.txt?machine=m", "/compare.txt?machine=m&cols=machine"):
        assert SENTENCE.rstrip(".") in " ".join(client.get(page).content.decode().split())


def test_within_one_upload_as_well_and_never_of_another_setup(client: Client) -> None:
    files = {f"{port}/{n}.log": of_port(n + port, port) for port in (80, 9152) for n in range(2)}
    send(client, "/u/all.zip?machine=m", zipped(files))
    assert doubted() == [False, False, True, True]
    files = {f"{port}/{n}.log": of_port(n + 2 * port, port) for port in (80, 9152) for n in range(2)}
    send(client, "/u/all.zip?machine=m&pattern={tuning.server}/*", zipped(files))
    assert doubted() == [False, False, True, True, False, False, False, False]


def test_a_stated_port_parts_them(client: Client) -> None:
    for port in (80, 9152):
        send(client, f"/u/{port}.log?machine=m&port={port}", of_port(port, port))
    assert doubted() == [False, False]


def test_whoever_corrects_a_run_has_answered_it(client: Client) -> None:
    for port in (80, 9152):
        send(client, f"/u/{port}.log?machine=m", of_port(port, port))
    run = Run.objects.order_by("pk").last()
    assert run
    sent = client.post(
        "/api/v1/corrections", {"runs": [run.pk], "facts": {"tuning": "port=9152"}}, content_type="application/json"
    )
    assert sent.status_code == 201, sent.content
    assert doubted() == [False, False]


def of_host(number: int, host: str) -> bytes:
    return log(number).replace(b"Server Hostname: xxx.xxx.xxx.xxx", f"Server Hostname: {host}".encode())


def hosts_doubted() -> list[bool]:
    return [any(of_row(one).kind == OTHER_HOST for one in run.caveats) for run in Run.objects.order_by("pk")]


def test_another_host_than_the_first_runs_is_said_wherever_its_figures_are(client: Client) -> None:
    """Runs against two servers were repetitions of one, without a word."""
    for number, host in enumerate(("www1.example.com", "WWW1.example.com.", "www2.example.com")):
        send(client, f"/u/{number}.log?machine=m", of_host(number, host))
    assert hosts_doubted() == [False, False, True]
    words = "Made against www2.example.com, the first run of this setup against www1.example.com: if these are two"
    assert words in " ".join(client.get("/compare.txt?machine=m&cols=machine").content.decode().split())


def test_a_machine_has_many_names_for_itself_and_a_stated_virtual_host_parts_runs(client: Client) -> None:
    for number, host in enumerate(("127.0.0.1", "localhost", "::1", "xxx.xxx.xxx.xxx")):
        send(client, f"/u/{number}.log?machine=m", of_host(number, host))
    for number, host in enumerate(("www1", "www2")):
        send(client, f"/u/v{number}.log?machine=v&virtual_host={host}", of_host(7 + number, host))
    assert not any(hosts_doubted())
