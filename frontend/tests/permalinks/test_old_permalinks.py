"""Permalinks that an older release froze: their ids and bytes stay, and no new format makes them drift."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from benchdb.domain import statistics
from benchdb.host.paths import ROOT
from benchdb.models import Permalink, Run
from benchdb.questions.comparison import format_1
from benchdb.questions.kind import NEWEST
from benchdb.questions.kinds import QUESTIONS
from benchdb.questions.permalinks.drift import drift
from benchdb.questions.permalinks.freeze import canonical, content_digest, shown
from benchdb.tests.history.test_history import answered
from benchdb.wording import line
from frontend.answers.presentations import PRESENTATIONS

ROWS = json.loads((ROOT / "fixtures/permalinks/format-1.json").read_text())
IDS = [row["id"] for row in ROWS]


def phrase_of(kind: str, **parameters: Any) -> dict[str, Any]:
    """As a result keeps it."""
    return {"kind": kind, "parameters": [[name, value] for name, value in parameters.items()]}


FELL = phrase_of("changed between", moved=phrase_of("fell by", moved=-0.2), before="10 Jan 2026", after="11 Jan 2026")
KERNELS = phrase_of("so many values", dimension="kernel", count=2)
ALL, SOME = phrase_of("all runs", runs=20), phrase_of("runs in line", runs=20, of=23)
#: What a history said of its one curve, as results keep it, and its words.
OF_A_CURVE = [
    (phrase_of("no change", runs=20), "shows no change in 20 runs"),
    (phrase_of("no change", runs=1), "shows no change in 1 run"),
    (phrase_of("no change", runs=ALL), "shows no change in 20 runs"),
    (phrase_of("no change", runs=SOME), "shows no change in 20 of 23 runs"),
    (phrase_of("no change over", runs=20, over=[KERNELS]), "shows no change in 20 runs, over 2 values of kernel"),
    (
        phrase_of("no change of versions", key="kernel", runs=ALL),
        "shows no change from one kernel to the next in 20 runs",
    ),
    (
        phrase_of("changes", changes=[FELL], runs=20),
        "fell by 20% between 10 Jan 2026 and 11 Jan 2026; no other change in 20 runs",
    ),
    (
        phrase_of("no proven change", changes=[FELL], runs=20),
        "shows no proven change in 20 runs: it fell by 20% between 10 Jan 2026 and 11 Jan 2026",
    ),
]
#: The same of what stood behind it.
BEHIND = [
    (phrase_of("more curves with last runs off", curves=2), "The last runs of 2 more curves are far off, too."),
    (
        phrase_of("changes aside", changes=[FELL], runs=20),
        "It also fell by 20% between 10 Jan 2026 and 11 Jan 2026; no other change in 20 runs.",
    ),
]


@pytest.fixture
def of_then(transactional_db: None, django_db_reset_sequences: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The runs that the permalinks were made of, under the versions of then."""
    call_command("loadstudies", verbosity=0)
    monkeypatch.setattr(statistics, "VERSION", "2")
    Run.objects.update(parser_version="2")


def stored(row: dict[str, Any]) -> Permalink:
    fields = {name: value for name, value in row.items() if name not in ("name", "twins")}
    Permalink(**fields).save(force_insert=True)
    return Permalink.objects.get(pk=row["id"])


@pytest.mark.django_db
@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_an_old_result_is_read_and_written_to_the_byte(row: dict[str, Any]) -> None:
    link = stored(row)
    assert content_digest(link).startswith(link.pk)
    assert canonical(format_1.to_json(shown(link))) == row["result"]


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_an_old_link_does_not_drift_and_is_found_when_frozen_again(
    client: Client, of_then: None, row: dict[str, Any]
) -> None:
    link = stored(row)
    assert drift(link) == ()
    again = client.post("/compare/freeze/", {name: row[name] for name in ("query", "title", "note")})
    assert again["Location"] == f"/p/{row['id']}/"
    assert Permalink.objects.count() == 1
    assert client.get(f"/p/{row['id']}/").status_code == 200


@pytest.mark.parametrize(("curve", "words"), OF_A_CURVE, ids=lambda one: one if isinstance(one, str) else "")
def test_what_a_history_said_of_its_curve_stays(curve: dict[str, Any], words: str) -> None:
    headline = [phrase_of("history", metric="requests_per_second", curve=curve)]
    says_still(headline, f"Requests per second {words}.")


@pytest.mark.parametrize(("behind", "words"), BEHIND, ids=lambda one: one if isinstance(one, str) else "")
def test_what_stood_behind_it_stays(behind: dict[str, Any], words: str) -> None:
    says_still([behind], words)


def says_still(headline: list[dict[str, Any]], words: str) -> None:
    """On its page and in its exports."""
    kind, presentation = QUESTIONS["history"], PRESENTATIONS["history"]
    result = json.loads(canonical(kind.to_data(answered([100.0, 101, 99, 100] * 5), NEWEST)))
    answer = kind.from_data(result | {"headline": headline})
    assert line(answer.headline) == words
    assert presentation.data(answer)["headline"] == words
    assert words.split(":")[0].rstrip(".") in re.sub("<[^>]+>", "", str(presentation.context(answer)["headline"]))
    assert json.loads(canonical(kind.to_data(answer, NEWEST)))["headline"] == headline
