"""Commands for more runs put them on the sides that lack them, in turns."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchdb.cli.__main__ import facts as facts_of
from benchdb.cli.options import parser
from benchdb.cli.recording.record import planned
from benchdb.models import Run
from benchdb.questions.comparison.fetch import fetch_comparison
from benchdb.questions.comparison.more_runs import More, more_runs
from benchdb.questions.comparison.more_runs.record_commands import Load, in_one_sitting
from benchdb.questions.comparison.question import ComparisonQuestion
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db

URL = "http://web8/a b?x=1&y=2"
FEW = ([100.0, 104, 97], [103.0, 108, 100])


def more_for(query: str) -> list[More]:
    return more_runs(fetch_comparison(ComparisonQuestion.from_query(parse_qsl(query))))


def compared(sides: Sequence[Mapping[str, Any]], query: str, urls: Sequence[str] = (URL, URL)) -> list[More]:
    """What more runs the comparison of two sides asks for: each with noisy rates and a load of its own."""
    for side, rates, url in zip(sides, FEW, urls, strict=True):
        own = dict(side)
        made = setup(own.pop("kernel", "Linux 6.1.0"), 8, machine="web 8", requests=500, **own)
        for run in runs(made, {"requests_per_second": rates}):
            run.facts = {"command": shlex.join(["ab", "-q", "-n", "500", "-c", "8", url])}
            run.save()
    return more_for(query)


def words_of(command: str) -> list[list[str]]:
    """What a shell gives `benchdb`, of each call in the first turn of a loop, or of the only one."""
    script = 'seq() { echo 1; }; prepare() { :; }; benchdb() { printf "%s\\0" "$@"; printf "\\n"; };\n'
    done = subprocess.run(
        ["sh", "-ec", script + command.replace("  ./prepare", "  prepare")], capture_output=True, check=True
    )
    return [line.rstrip("\0").split("\0") for line in done.stdout.decode().splitlines()]


def options_of(words: Sequence[str]) -> Any:
    options = parser().parse_args(words)
    options.facts = facts_of(options)
    del options.command[: options.command[:1] == ["--"]]
    return options


def statements(query: str) -> int:
    comparison = fetch_comparison(ComparisonQuestion.from_query(parse_qsl(query)))
    with CaptureQueriesContext(connection) as queries:
        assert more_runs(comparison)
    return len(queries)


def test_loads_are_read_together_whatever_their_number() -> None:
    query = "cols=kernel&machine=web 8"
    for load, expected in ((8, 1), (16, 2), (32, 3)):
        for kernel, rates in zip(("Linux 6.1", "Linux 6.6"), FEW, strict=True):
            for run in runs(setup(kernel, load, machine="web 8", requests=500), {"requests_per_second": rates}):
                run.facts = {"command": shlex.join(["ab", "-q", "-n", "500", "-c", f"{load}", URL])}
                run.save()
        assert len(more_for(query)) == expected
        assert statements(query) == 2


TUNINGS = [{"tuning": {"gzip": value, "KeepAlive": "Off", "net.core.somaxconn": "4096"}} for value in ("off", "on")]


def test_two_settings_are_measured_in_turns_by_each() -> None:
    (more,) = compared(TUNINGS, "cols=tuning.gzip&machine=web 8")
    ((words),) = words_of(more.command)
    options = options_of(words)
    assert (more.is_of_each, more.wants_preparation) == (True, True)
    assert options.trials == more.runs
    assert options.facts == {"machine": "web 8", "tuning": "KeepAlive=Off"}
    executions = planned(options)
    labels = [execution.configuration.label for execution in executions[:4]]
    assert labels == ["gzip=off", "gzip=on", "gzip=on", "gzip=off"]
    assert executions[0].load == ("ab", "-q", "-n", "500", "-c", "8", URL)
    assert executions[0].prepare == "./prepare gzip=off"


def test_two_settings_with_loads_of_their_own_need_nothing_prepared() -> None:
    (more,) = compared(TUNINGS, "cols=tuning.gzip", (URL, "http://web8:81/"))
    (words,) = words_of(more.command)
    first, second, *_ = planned(options_of(words))
    assert (first.load[-1], second.load[-1], first.prepare) == (URL, "http://web8:81/", "")
    assert not more.wants_preparation


def test_other_facts_are_stated_by_lines_that_take_turns() -> None:
    (more,) = compared([{"zone": "a's"}, {"zone": "global"}], "cols=zone", (URL, "http://web9/"))
    stated = [(options_of(words).facts["zone"], words[-1]) for words in words_of(more.command)]
    assert stated == [("a's", URL), ("global", "http://web9/")]
    Run.objects.update(facts={"command": "ab -n 5 http://web8/"})
    (more,) = more_for("cols=zone")
    assert more.command.count("&& benchdb record") == 2
    assert "./prepare zone=global && " in more.command


def test_two_kernels_have_a_line_each_that_names_them() -> None:
    (more,) = compared([{"kernel": "Linux 6.1.0"}, {"kernel": "Linux 6.2.0"}], "cols=kernel")
    loops = more.command.splitlines()
    assert [loop.startswith(f"for i in $(seq {more.runs}); do benchdb") for loop in loops] == [True, True]
    assert [options_of(words).facts["kernel"] for words in words_of(more.command)] == ["Linux 6.1.0", "Linux 6.2.0"]


def test_a_setting_that_each_cannot_name_is_stated_by_lines() -> None:
    sides = [{"tuning": {"root": value}} for value in ("C:/a", "C:/b")]
    (more,) = compared(sides, "cols=tuning.root")
    assert [options_of(words).facts["tuning"] for words in words_of(more.command)] == ["root=C:/a", "root=C:/b"]


def test_rows_that_the_same_runs_decide_have_one_command() -> None:
    for side, rates in zip(TUNINGS, FEW, strict=True):
        numbers = {"requests_per_second": rates, "latency_mean": [1 / rate for rate in rates]}
        runs(setup("Linux 6.1.0", 8, machine="web8", **side), numbers)
    Run.objects.update(facts={"command": "ab -n 5 http://web8/"})
    query = "cols=tuning.gzip&rows=metric&metric=requests_per_second&metric=latency_mean"
    assert len(more_for(query)) == 1


@pytest.mark.parametrize(
    ("cols", "echoed", "commands"),
    [
        ("keepalive", "ab -c 8 -k -n 500 http://h/", ["ab -n 500 -c 8 http://h/"]),  # no cell, and no -k
        ("keepalive", "ab -k -n 500 -c 8 -H x http://h/", []),  # nobody knows what else it was given
        ("tool", "ab -k -n 500 -c 8 http://h/", []),  # wrk's is not ab's
        ("zone", "ab -k -n 500 -c 8 -H x http://h/", ["ab -k -n 500 -c 8 -H x http://h/"]),  # its option of `record`
    ],
)
def test_a_side_that_was_not_run_has_a_load_of_its_own_or_none(cols: str, echoed: str, commands: list[str]) -> None:
    """It had its neighbour's, which would have measured the neighbour once more."""
    sides: Sequence[Mapping[str, Any]] = (
        {"keepalive": True, "zone": "a"},
        {"keepalive": False, "zone": "b", "tool": "wrk"},
    )
    for requests, own in ((500, sides), (700, sides[:1])):
        for side in own:
            runs(
                setup("Linux 6.1.0", 8, machine="gaps", requests=requests, **side), {"requests_per_second": [1.0, 2.0]}
            )
    facts = {"command": echoed.replace("500", "700"), "url": "http://h/"}
    Run.objects.filter(setup__requests=700).update(facts=facts)
    made = [more.command for more in more_for(f"rows=requests&cols={cols}&machine=gaps&accept=all")]
    assert [command.partition(" -- ")[2].partition(";")[0] for command in made] == [
        command.replace("500", "700") for command in commands
    ]


def test_a_sitting_of_each_side_has_a_command_that_says_what_it_is_of() -> None:
    loads = [Load(f"Linux 6.{n}", "ab -n 5 http://h/", {"kernel": f"Linux 6.{n}"}, {}) for n in (1, 2)]
    assert in_one_sitting("kernel", loads, 3).splitlines() == [
        "# Linux 6.1",
        "for i in $(seq 3); do benchdb record --kernel 'Linux 6.1' -- ab -n 5 http://h/; done",
        "# Linux 6.2",
        "for i in $(seq 3); do benchdb record --kernel 'Linux 6.2' -- ab -n 5 http://h/; done",
    ]
    settings = [Load(value, "ab -n 5 http://h/", {}, {"gzip": value}) for value in ("off", "on\n")]
    prepared = in_one_sitting("tuning.gzip", settings, 1).splitlines()
    assert prepared[:2] == ["# off", "./prepare gzip=off && benchdb record --tuning gzip=off -- ab -n 5 http://h/"]
    assert prepared[2] == "# on"


def test_hundreds_of_sittings_are_too_many() -> None:
    assert [More("8", runs, "", sittings=runs).is_too_many for runs in (12, 252)] == [False, True]
