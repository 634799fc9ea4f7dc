"""A report in text on the line where another one ends, as `cat a.json b.log` leaves them, or a shell after ^C."""

from __future__ import annotations

import io

import pytest

from ingest.formats import HEAD_SIZE
from ingest.formats.kit.pasted.glued import unglued
from ingest.pipeline.identify import read
from ingest.records import RunRecord
from ingest.tests.formats.pasted.test_glued_json import REPORTS as IN_JSON
from ingest.tests.goldens import LOGS

AB = (LOGS / "ab/2.4.71-debian12/keepalive-n5000-c50.log").read_text()
TEXTS = {
    "ab": AB,
    "autocannon": (LOGS / "autocannon/9.0.0/plain.log").read_text(),
    "bombardier": (LOGS / "bombardier/unknown-version/duration.log").read_text(),
    "oha": (LOGS / "oha/1.4.7/text.log").read_text(),
    "rewrk": (LOGS / "rewrk/0.3.2/plain.log").read_text(),
    "vegeta": (LOGS / "vegeta/unknown-version/hdrplot.log").read_text(),
    "wrk": (LOGS / "wrk/4.1.0-debian12/latency.log").read_text(),
}
Run = tuple[str, str, str]


def runs_of(log: str) -> list[Run]:
    """(tool, facts, numbers without their lines) of each run."""
    runs = [item.what for item in read(io.BytesIO(log.encode())) if isinstance(item.what, RunRecord)]
    numbers = [[(number.metric, number.item, number.value) for number in run.measurements] for run in runs]
    return sorted((run.tool, str(dict(run.facts)), str(known)) for run, known in zip(runs, numbers, strict=True))


@pytest.mark.parametrize("between", ["", " "])
@pytest.mark.parametrize("text", TEXTS)
def test_a_report_in_text_behind_json_is_read_as_on_a_line_of_its_own(text: str, between: str) -> None:
    for json in IN_JSON.values():
        glued = runs_of(f"{json}{between}{TEXTS[text]}")
        assert len(glued) == 2
        assert glued == runs_of(f"{json}\n{TEXTS[text]}")


@pytest.mark.parametrize("other", TEXTS)
@pytest.mark.parametrize("text", TEXTS)
def test_a_report_right_behind_the_last_word_of_another_is_read(text: str, other: str) -> None:
    whole = TEXTS[text].rstrip()
    assert runs_of(f"{whole}{TEXTS[other]}") == runs_of(f"{whole}\n{TEXTS[other]}")


@pytest.mark.parametrize("other", [name for name in TEXTS if name != "ab"])
def test_one_behind_the_head_of_a_long_log_is_read_too(other: str) -> None:
    long = "\n".join(AB.replace("53421.09", f"{53421 + n}.09") for n in range(HEAD_SIZE // len(AB) + 1)).rstrip()
    runs = runs_of(f"{long}{TEXTS[other]}")
    assert runs == runs_of(f"{long}\n{TEXTS[other]}")
    assert other in {tool for tool, _, _ in runs}


@pytest.mark.parametrize(
    "text",
    [
        "We saw: Running 10s test @ http://a/ and so on\n",
        "he wrote 'Summary: all is well'\n",
        "**Running 10s test @ http://a/**\n",
        "> Requests      [total, rate]\n",
        "GNU/Linux 6.1 (Debian)\n",
    ],
)
def test_words_in_a_sentence_are_left_where_they_stand(text: str) -> None:
    assert unglued(text) == text


def test_its_lines_keep_their_numbers() -> None:
    log = f"{IN_JSON['fortio']}{TEXTS['wrk']}"
    (run,) = [item.what for item in read(io.BytesIO(log.encode())) if item.format == "wrk"]
    assert isinstance(run, RunRecord)
    rate = next(number for number in run.measurements if number.metric == "requests_per_second" and not number.item)
    assert log.split("\n")[rate.line - 1].startswith("Requests/sec:")
