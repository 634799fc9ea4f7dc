"""The API's document refuses nothing that the server takes: what programs are made from it send what people type."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.host.paths import ROOT
from ingest.declared.facts import BadFact, clean
from ingest.intake.api import UploadForm

PATTERNS = {
    name: about["pattern"] for name, about in UploadForm.model_json_schema()["properties"].items() if "pattern" in about
}
DOCUMENTS = [path.read_text() for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))]
#: What documents show a field to be.
SHOWN = {
    "tuning": re.compile(r"""(?:--tuning |tuning=|--each )("[^"$]+"|'[^':]+|[\w.]+=[\w.]+)"""),
    "pattern": re.compile(r"""(?:--pattern |pattern = )("[^"…]+"|'[^']+')"""),
}
REMEMBERED = {
    "tuning": {"KeepAlive=Off", "limit_rate=off"},
    "pattern": {"{machine}/{kernel}/{zone}/c{concurrency}/run{trial}.log"},
}
BLANKS = st.text(" \t\n\r\x1c\u00a0", max_size=2)
PIECES = "0123456789-:.,TZW+_ =;\n{}/*tuningmachiezoralrYesNOf\u0663"


def takes(name: str, text: str) -> bool:
    try:
        clean({name: text})
    except BadFact:
        return False
    return True


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_what_the_documents_show_is_of_the_form_that_the_api_publishes(name: str) -> None:
    shown = {text.strip("\"'") for document in DOCUMENTS for text in SHOWN[name].findall(document)}
    assert shown >= REMEMBERED[name]
    for text in shown:
        assert (takes(name, text), bool(re.search(PATTERNS[name], text))) == (True, True), text


@given(
    st.datetimes(timezones=st.none() | st.timedeltas(timedelta(hours=-23), timedelta(hours=23)).map(timezone)),
    st.sampled_from("T _"),
    st.sampled_from(["auto", "hours", "minutes", "seconds", "milliseconds"]),
    st.sampled_from(["%G-W%V-%u", "%G%V", "%Y%m%d", "%Y-%m-%dT%H:%M:%S,5Z", "%Y%m%dT%H%M%S%z", ""]),
    BLANKS,
)
def test_every_moment_that_the_server_reads_is_of_its_form(
    moment: datetime, between: str, precision: str, form: str, blanks: str
) -> None:
    text = blanks + (moment.strftime(form) if form else moment.isoformat(between, precision)) + blanks
    assert re.search(PATTERNS["started_at"], text) or not takes("started_at", text)


@pytest.mark.parametrize("name", sorted(PATTERNS))
@given(st.data())
def test_whatever_the_server_takes_is_of_the_form_that_the_api_publishes(name: str, data: st.DataObject) -> None:
    words = [
        "yes",
        "No",
        "TRUE",
        "false",
        "on",
        "{machine}",
        "{tuning.a b}",
        "/run{trial}",
        "a=b",
        "; ",
        "=",
        "tuning.c=",
    ]
    text = "".join(data.draw(st.lists(st.sampled_from(words) | st.text(PIECES, max_size=5) | BLANKS, max_size=4)))
    assert re.search(PATTERNS[name], text) or not takes(name, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cpus", "four"),
        ("cpus", "0_1"),
        ("trial", "1.5"),
        ("started_at", "yesterday"),
        ("started_at", "27.11.2026"),
        ("tuning", "KeepAlive"),
        ("tuning", "a=b; KeepAlive"),
        ("same_machine", "perhaps"),
        ("own_runs", "1"),
        ("pattern", "{machne}/run{trial}.log"),
        ("pattern", "run.log"),
    ],
)
def test_the_forms_refuse_what_can_be_seen_to_be_wrong(name: str, text: str) -> None:
    assert (takes(name, text), re.search(PATTERNS[name], text)) == (False, None)
