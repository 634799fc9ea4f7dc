"""What the list of runs says of a search or a parameter that it does not understand, or that no run matches."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.html import escape

from benchdb.models import Run, Server, Setup
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
RATE = "requests_per_second"


@pytest.fixture
def three(db: None) -> list[Run]:
    (other,) = runs(setup("Linux 6.2.0", 20), {RATE: [200.0]})
    return [*runs(setup("Linux 6.1.0", 10), {RATE: [300.0, 100.0]}), other]


@pytest.mark.parametrize(
    ("search", "meant"),
    [
        ("machine:buidl", "machine:built"),
        ("kernel:linux", "kernel:linux*"),
        ("zone:global kernel:linux", "kernel:linux*"),
        ('kernel:"Linux 6.9.0"', 'kernel:"Linux 6.2.0"'),
        ("kernel:inux", "kernel:*inux*"),
    ],
)
def test_a_value_that_is_none_is_answered_by_those_like_it(
    client: Client, three: list[Run], search: str, meant: str
) -> None:
    Setup.objects.update(zone="global")
    answer = client.get("/runs/", {"q": search})
    near = {way.title: way for way in answer.context["near"]}
    assert "Did you mean" in answer.content.decode()
    assert "Not recorded for any run shown" not in answer.content.decode(), "no run is shown"
    assert client.get(near[meant].path).context["total"] == near[meant].runs > 0


def test_where_nothing_is_like_a_value_nothing_is_offered(client: Client, three: list[Run]) -> None:
    for search in ("machine:qqq", "nothing", "kernel:6*", "-kernel:linux", "concurrency:>90000"):
        assert client.get("/runs/", {"q": search}).context["near"] == []


@pytest.mark.parametrize("path", ["/runs/", "/api/v1/runs", "/runs.csv"])
@pytest.mark.parametrize("letter", ["a", "𝒂"])
def test_a_word_that_is_too_long_is_a_bad_search(client: Client, path: str, letter: str) -> None:
    longest, longer = (client.get(path, {"q": letter * letters}) for letters in (500, 501))
    assert (longest.status_code, longer.status_code) == (200, 400)
    assert "is too long: a word of a search has at most 500 letters" in longer.content.decode()


@pytest.mark.parametrize(
    ("search", "sentence"),
    [
        ("concurrency:>>8", "“concurrency:>>8”: expected a number, such as concurrency:>500, not “>8”"),
        ("concurrency:>abc", "“concurrency:>abc”: expected a number"),
        ("rps:2..many", "“rps:2..many”: expected a number per second, such as rps:>500, not “many”"),
        (
            "latency:>5xs",
            "“latency:>5xs”: expected a time with its unit (s, ms, µs or us, ns; seconds where it has none), "
            "such as latency:>5ms, not “5xs”",
        ),
        ("latency:fast", "such as latency:>5ms, not “fast”"),
        ("p99:5ms..2ms", "nothing is from 5ms to 2ms; write p99:2ms..5ms"),
        ("transfer_rate:>5ms", "such as transfer_rate:>5MB/s, not “5ms”"),
        ("failed:>5%", "expected a number, such as failed:>500, not “5%”"),
        ("cpu_used:>half", "such as cpu_used:>50% or cpu_used:>0.5, not “half”"),
        ("machine:", "“machine:” names no value"),
        ('kernel:6* machine:""', '“machine:""” names no value'),
        ("since:", "“since:” names no value"),
    ],
)
def test_a_term_that_says_nothing_is_shown_as_it_was_typed(client: Client, search: str, sentence: str) -> None:
    answer = client.get("/runs/", {"q": search})
    assert answer.status_code == 400
    assert escape(sentence) in answer.content.decode()
    assert client.get("/api/v1/runs", {"q": search}).status_code == 400


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("since=2026-13-45", "q=since:2026-05-01"),
        ("page=-1", "the next page is behind before=… or skip=…"),
        ("cursor=xyz", "the next page is behind before=… or skip=…"),
        ("machin=built", "did you mean machine=…?"),
        ("colour=red", "name a condition"),
        ("skip=-1", "not a place in the list"),
        ("before=xyz", "not a place in the list"),
    ],
)
def test_a_parameter_that_says_nothing_is_refused(client: Client, three: list[Run], query: str, hint: str) -> None:
    for path in ("/runs/", "/runs/filters/", "/runs.csv", "/runs.json"):
        if "place" in hint and path == "/runs/filters/":
            continue  # it has no pages
        answer = client.get(f"{path}?{query}")
        assert answer.status_code == 400
        assert f"“{query}”" in answer.content.decode()
        assert hint in answer.content.decode()
    assert client.get("/runs/?page=&cursor=&skip=&before=").context["total"] == 3


@pytest.mark.parametrize(
    ("search", "sentence"),
    [
        ("machine:m1 OR machine:m2", "For one of several values write machine:web1,web2"),
        ("nginx AND apache", "“AND” is not needed: every term must hold"),
        ('kernel:"Linux 5.10', '"Linux 5.10: the quotation mark is not closed'),
        ("started:2026-13-45", "a time is searched for as since:2024-05-01"),
        ("file:ab.log", "names of files are searched for by words alone, such as ab.log"),
        ("before:2026-01-01", "a time is searched for as until:2024-05-01"),
        ("since:2026-13-45", "expected a day, such as 2024-05-01, or 30d"),
        ("cpus:2..1", "nothing is from 2 to 1; write cpus:1..2"),
        ("rps:9..1", "nothing is from 9 to 1; write rps:1..9"),
    ],
)
def test_a_search_of_another_language_says_how_it_is_said_here(client: Client, search: str, sentence: str) -> None:
    answer = client.get("/runs/", {"q": search})
    assert answer.status_code == 400
    assert escape(sentence) in answer.content.decode()


@pytest.fixture
def machines(db: None) -> dict[str, Run]:
    """A run each; one machine has a comma in its name, and all have one server."""
    nginx = Server.named("nginx 1.22")
    return {
        name: runs(setup("Linux 6.1.0", 10, machine=name, server=nginx), {RATE: [1.0]})[0]
        for name in ("m1", "m2", "m3", "rack 1, left")
    }


@pytest.mark.parametrize(
    ("search", "names"),
    [
        ("machine:m1,m2", ["m1", "m2"]),
        ("machine:M1,m9", ["m1"]),
        ("-machine:m1,m2", ["m3", "rack 1, left"]),
        ('machine:"rack 1, left"', ["rack 1, left"]),
        ('machine:"m1,m2"', []),
        ("machine:m1,rack*", ["m1", "rack 1, left"]),
        ("concurrency:10,20 machine:m3,m2", ["m2", "m3"]),
        ('"OR"', []),
    ],
)
def test_one_of_several_values_is_asked_for_with_commas(
    client: Client, machines: dict[str, Run], search: str, names: list[str]
) -> None:
    shown = client.get("/runs/", {"q": search}).context["rows"]
    assert sorted(str(run.setup.machine) for run, _ in shown) == names


def test_runs_and_trials_too(client: Client, machines: dict[str, Run]) -> None:
    some = [machines["m1"].pk, machines["m3"].pk]
    shown = client.get("/runs/", {"q": f"run:{some[0]},{some[1]}"}).context
    assert sorted(run.pk for run, _ in shown["rows"]) == some
    assert [(chip.title, chip.value) for chip in shown["read"]] == [("run", f"{some[0]} or {some[1]}")]


def test_what_was_meant_is_said_beside_what_is_left_out_and_of_several(
    client: Client, machines: dict[str, Run]
) -> None:
    near = client.get("/runs/", {"q": "-machine:m1 server:nginx"}).context["near"]
    assert [(way.title, way.runs) for way in near] == [("server:nginx*", 3)]
    near = client.get("/runs/", {"q": "-machine:m* -machine:rack* server:nginx"}).context["near"]
    assert [(way.title, way.runs, way.path) for way in near] == [("server:nginx*", 4, "/runs/?q=server%3Anginx%2A")]
    near = client.get("/runs/", {"q": "server:nginx,apach machine:m2"}).context["near"]
    assert [way.title for way in near] == ["server:nginx*"]
