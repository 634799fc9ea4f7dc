"""What is known not to matter is accepted by rule, as far as the rule goes, and the answer says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from benchdb.domain.versions import without_patch_level
from benchdb.questions.acceptance.classes import with_rules
from benchdb.questions.acceptance.rule import BadRule, Rule, checked_rule
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.conditions import Observation
from benchdb.questions.history.analysis.analyse import analyse as analyse_history
from benchdb.questions.history.answer import Moment
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.numbers import numbers_of
from benchdb.questions.scaling.analysis import analyse as analyse_scaling
from benchdb.questions.scaling.question import ScalingQuestion
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import line, sentences

PATCH = Rule("tool_version", "patch", "", "patch releases print otherwise")
REQUESTS = Rule("requests", "any", "duration_planned", "the duration ends the load")
NAMED = "Accepted by rule: load tool's version 2.3, 2.3.1 (“patch releases print otherwise”)."


def sides(here: dict[str, str], there: dict[str, str], concurrency: str = "100") -> list[Observation]:
    """Four runs a side, clearly apart."""
    base = 10 * int(concurrency)
    return [
        *(seen(base + n, 100 + n, concurrency=concurrency, **here) for n in range(4)),
        *(seen(base + 5 + n, 80 + n, "web", concurrency=concurrency, **there) for n in range(4)),
    ]


def judged(observations: Sequence[Observation], *rules: Rule) -> Comparison:
    return tabulate(QUESTION, with_rules(numbers_of(observations), rules))


def test_a_patch_level_is_accepted_by_rule_and_said() -> None:
    runs = sides({"tool_version": "2.3"}, {"tool_version": "2.3.1"})
    assert judged(runs).rows[0].cells["web"].verdict == "not comparable"
    answer = judged(runs, PATCH)
    cell = answer.rows[0].cells["web"]
    assert (cell.verdict, cell.differs, answer.conflicts) == ("worse", (), ())
    assert NAMED in sentences(answer.caveats)
    assert NAMED in sentences(cell.caveats)
    assert line(answer.headline).endswith("Accepted by rule of this site: load tool's version.")


def test_a_rule_goes_no_further_than_it_says() -> None:
    answer = judged(sides({"tool_version": "2.3"}, {"tool_version": "2.4"}), PATCH)
    assert answer.conflicts == ("tool_version",)
    assert [str(one) for one in answer.also_differs] == ["Load tool's version: 2.3 against 2.4"]
    assert "rule" not in line(answer.headline) + "".join(sentences(answer.caveats))


def test_each_row_is_judged_by_what_differs_in_it() -> None:
    near = sides({"tool_version": "2.3"}, {"tool_version": "2.3.1"})
    far = sides({"tool_version": "2.3"}, {"tool_version": "2.4"}, "200")
    cells = {row.key: row.cells["web"] for row in judged([*near, *far], PATCH).rows}
    assert (cells["100"].verdict, cells["200"].verdict) == ("worse", "not comparable")
    assert NAMED in sentences(cells["100"].caveats)
    assert NAMED not in sentences(cells["200"].caveats)


def test_what_a_cell_mixes_is_accepted_by_rule_too() -> None:
    runs = sides({"tool_version": "2.3"}, {"tool_version": "2.3"})
    runs += [seen(50, 101, tool_version="2.3.1"), seen(51, 81, "web", tool_version="2.3.1")]
    assert judged(runs).conflicts == ("tool_version",)
    answer = judged(runs, PATCH)
    assert (answer.mixes, answer.conflicts) == (False, ())
    assert NAMED in sentences(answer.caveats)
    runs.append(seen(52, 102, tool_version="2.4"))
    mixed = judged(runs, PATCH).rows[0].cells["global"].caveats
    assert "3 values of load tool's version here: 2.3, 2.3.1, 2.4" in sentences(mixed)


def test_requests_may_differ_where_the_duration_is_the_same() -> None:
    timed = sides({"requests": "1000", "duration_planned": "30"}, {"requests": "2000", "duration_planned": "30"})
    assert judged(timed).conflicts == ("requests",)
    assert judged(timed, REQUESTS).rows[0].cells["web"].verdict == "worse"
    unknown = sides({"requests": "1000"}, {"requests": "2000"})
    assert judged(unknown, REQUESTS).conflicts == ("requests",), "nothing says that the duration is the same"
    other = sides({"requests": "1000", "duration_planned": "30"}, {"requests": "2000", "duration_planned": "60"})
    assert judged(other, REQUESTS).conflicts == ("requests", "duration_planned")


def test_a_rule_of_one_tool_says_nothing_of_another() -> None:
    of_ab = replace(PATCH, only="tool=ab")
    versions = {"tool_version": "2.3"}, {"tool_version": "2.3.1"}
    of = {tool: sides(*({**version, "tool": tool} for version in versions)) for tool in ("ab", "wrk")}
    assert judged(of["ab"], of_ab).rows[0].cells["web"].verdict == "worse"
    assert judged(of["wrk"], of_ab).conflicts == ("tool_version",)
    assert judged(of["wrk"], of_ab, replace(PATCH, reason="of any")).rows[0].cells["web"].verdict == "worse"


def test_a_rule_of_one_tool_reaches_its_own_rows_alone() -> None:
    of_ab = replace(PATCH, only="tool=ab")
    versions = {"tool_version": "2.3"}, {"tool_version": "2.3.1"}
    ab, wrk = (
        sides(*({**version, "tool": tool} for version in versions), load)
        for tool, load in (("ab", "100"), ("wrk", "200"))
    )
    cells = {row.key: row.cells["web"] for row in judged([*ab, *wrk], of_ab).rows}
    assert (cells["100"].verdict, cells["200"].verdict) == ("worse", "not comparable")


def test_the_rule_of_one_machine_goes_before_that_of_all() -> None:
    everywhere = Rule("tool_version", "any", "", "versions are alike")
    runs = sides(*({"tool_version": version, "machine": "web1"} for version in ("2.3", "2.4")))
    assert judged(runs, everywhere).rows[0].cells["web"].verdict == "worse"
    assert judged(runs, everywhere, replace(PATCH, only="machine=web1")).conflicts == ("tool_version",)
    assert replace(PATCH, only="machine=web1").scope == "a patch level (2.3.x), where machine is web1"


def test_what_a_question_accepts_on_purpose_needs_no_rule() -> None:
    numbers = with_rules(numbers_of(sides({"tool_version": "2.3"}, {"tool_version": "2.3.1"})), [PATCH])
    answer = tabulate(QUESTION.accepting("tool_version"), numbers)
    assert [str(one) for one in answer.accepted] == ["Load tool's version: 2.3 against 2.3.1"]
    assert line(answer.headline).endswith("Accepted on purpose: load tool's version.")
    assert NAMED not in sentences(answer.caveats)


def test_curves_of_two_patch_levels_are_compared() -> None:
    runs = [
        Observation(10 * n + k, "requests_per_second", 100.0 * n, str(n), zone, {"zone": zone, "tool_version": version})
        for k, (zone, version) in enumerate((("global", "2.3"), ("web", "2.3.1")))
        for n in (1, 2, 4)
    ]
    question = ScalingQuestion(by="zone")
    assert analyse_scaling(question, runs).conflicts == ("tool_version",)
    answer = analyse_scaling(question, with_rules(numbers_of(runs), [PATCH]))
    assert answer.conflicts == ()
    assert sentences(answer.caveats).count(NAMED) == 1
    assert line(answer.headline).endswith("Accepted by rule of this site: load tool's version.")


def test_a_history_is_one_curve_of_what_counts_as_one() -> None:
    first = datetime(2026, 1, 1, tzinfo=UTC)
    moments = {n: Moment(first + timedelta(days=n), True) for n in range(15)}
    setups = [("1000", "30")] * 5 + [("2000", "30")] * 5 + [("2000", "60")] * 5
    runs = [
        Observation(n, "requests_per_second", 100.0 + n % 3, str(n), "requests_per_second", conditions)
        for n, (requests, seconds) in enumerate(setups)
        for conditions in ({"requests": requests, "duration_planned": seconds},)
    ]
    assert len(analyse_history(HistoryQuestion(), runs, moments).curves) == 3
    answer = analyse_history(HistoryQuestion(), runs, moments, rules=[REQUESTS])
    names = ["duration planned 30", "duration planned 60"]
    assert [(curve.name, curve.runs) for curve in answer.curves] == [(names[0], 10), (names[1], 5)]
    assert line(answer.headline).endswith("Accepted by rule of this site: requests planned.")


@pytest.mark.parametrize(
    ("version", "kept"),
    [
        ("2.3.1", "2.3"), ("2.3", "2.3"), ("2", "2.0"), ("wrk 4.1.0-2", "wrk 4.1"), ("4.1.0-rc1", "4.1-rc1"),
        ("Linux 2.4.18-smp", "Linux 2.4-smp"), ("1.10.3 (beta)", "1.10 (beta)"), ("trunk", "trunk"),
    ],
)  # fmt: skip
def test_a_patch_level_is_what_follows_the_second_number(version: str, kept: str) -> None:
    assert without_patch_level(version) == kept


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("colour", "any", "", "why not"), "'colour' is not a condition"),
        (("trial", "any", "", "why not"), "'trial' is not a condition"),
        (("kernel_series", "any", "", "why not"), "a rule is of kernel"),
        (("zone", "patch", "", "why not"), "zone is not a version"),
        (("zone", "some", "", "why not"), "expected patch or any"),
        (("zone", "any", "zone", "why not"), "is the condition that may differ"),
        (("zone", "any", "colour", "why not"), "'colour' is not a condition"),
        (("zone", "any", "", " x "), "expected 3 to 500 characters"),
    ],
)
def test_a_rule_that_cannot_be_says_why(words: tuple[str, str, str, str], message: str) -> None:
    with pytest.raises(BadRule, match=message):
        checked_rule(*words)


@pytest.mark.parametrize("only", ["ab", "tool=", "=ab", "colour=red", "tool_version=2.3", f"tool={'x' * 400}"])
def test_a_rule_is_held_to_a_condition_and_its_value(only: str) -> None:
    with pytest.raises(BadRule, match=r"only: |is not a condition"):
        checked_rule("tool_version", "patch", "", "why not", only)
    assert checked_rule("tool_version", "patch", "", "why not", " tool =  ab ").only == "tool=ab"


def test_the_words_of_a_rule_are_cleaned() -> None:
    assert checked_rule("tuning.sendfile", "any", "tls", "no  file is sent").reason == "no file is sent"
