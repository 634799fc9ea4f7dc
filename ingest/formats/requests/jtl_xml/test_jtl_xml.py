"""JMeter's XML says what its CSV says, whatever is broken about it."""

from __future__ import annotations

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.requests.test_per_request import only_run, problems, read, value
from ingest.records import RunRecord

jtl, jtl_xml = formats()["jtl"], formats()["jtl_xml"]
LOGS = ROOT / "fixtures" / "logs"
MIXED, APPENDED = ((LOGS / "jtl_xml" / "5.6.3" / name).read_text() for name in ("mixed.jtl", "appended.jtl"))
OPENING, CLOSING = '<?xml version="1.0" encoding="UTF-8"?>\n<testResults version="1.2">\n', "\n</testResults>\n"


def sample(inner: str = "", tag: str = "httpSample", begin: int = 1000, **attributes: str) -> str:
    known = {
        "t": "10",
        "ts": str(begin),
        "s": "true",
        "lb": "Home",
        "rc": "200",
        "rm": "OK",
        "tn": "T 1-1",
    } | attributes
    printed = " ".join(f'{name}="{text}"' for name, text in known.items())
    return f"<{tag} {printed}>\n{inner}</{tag}>\n" if inner else f"<{tag} {printed}/>\n"


def document(*samples: str) -> str:
    return OPENING + "".join(samples) + CLOSING


@pytest.mark.parametrize(
    ("metric", "item"),
    [
        *((name, "") for name in ("requests_completed", "requests_succeeded", "requests_failed", "bytes_received")),
        *((name, "") for name in ("bytes_sent", "concurrency_peak")),
        *(("responses", item) for item in ("2xx", "5xx")),
        *(("requests_failed", "connect"), ("requests_completed", "Moved"), ("requests_completed", "Step two")),
    ],
)
def test_the_same_plan_gives_the_same_counts_in_xml_and_csv(metric: str, item: str) -> None:
    csv = only_run(jtl, (LOGS / "jtl" / "5.6.3" / "mixed.jtl").read_text())
    assert value(only_run(jtl_xml, MIXED), metric, item) == value(csv, metric, item) != 0


def test_a_sample_in_a_sample_is_a_sub_result_and_in_a_transaction_a_request() -> None:
    run = only_run(jtl_xml, MIXED)
    assert run.caveats[:2] == (
        "Rows that sum up a transaction are not added: 12.",
        "Sub-results of other rows are not added: 30.",
    )


def test_sub_results_of_requests_in_a_transaction_are_not_added() -> None:
    page = sample(sample(lb="Page-0"), lb="Page")
    order = sample(page + sample(lb="Pay"), tag="sample", rm="Number of samples in transaction : 2", lb="Order")
    run = only_run(jtl_xml, document(order))
    assert (value(run, "requests_completed"), value(run, "requests_completed", "Pay")) == (2, 1)


def test_a_second_test_in_the_file_is_named_with_its_gap() -> None:
    run = only_run(jtl_xml, APPENDED)
    assert "No request ran for 162.756 s after the first 160 requests" in run.caveats[-1]
    assert not {"duration", "requests_per_second"} & {number.metric for number in run.measurements}


def test_two_documents_are_two_runs() -> None:
    runs = [entry for entry in read(jtl_xml, MIXED + MIXED) if isinstance(entry, RunRecord)]
    assert [run.line for run in runs] == [2, 2 + MIXED.count("\n")]
    assert runs[0].measurements == runs[1].measurements


def test_texts_of_attributes_are_what_jmeter_was_told() -> None:
    run = only_run(jtl_xml, document(sample(lb="A &amp; &quot;B&quot;"), sample(lb="C&#xa;D")))
    assert {number.item for number in run.measurements if number.metric == "latency_mean"} == {
        "",
        'A & "B"',
        "C\\nD",
    }


@pytest.mark.parametrize("length", [len(OPENING) + 700, MIXED.index("<assertionResult>") + 5, len(MIXED) - 5])
def test_a_document_that_breaks_off_says_so(length: int) -> None:
    (problem,) = problems(jtl_xml, MIXED[:length])
    assert (only_run(jtl_xml, MIXED[:length]).status, "The log breaks off" in problem.message) == ("aborted", True)


@pytest.mark.parametrize(("name", "text"), [("t", "ten"), ("ts", "1e9"), ("s", "yes")])
def test_a_sample_that_cannot_be_read_is_named_and_not_counted(name: str, text: str) -> None:
    log = document(sample(), sample(**{name: text}), sample(begin=5000))
    (problem,) = problems(jtl_xml, log)
    assert (problem.line, f"attribute {name} of a sample is '{text}'" in problem.message) == (4, True)
    assert value(only_run(jtl_xml, log), "requests_completed") == 2


def test_lines_are_counted_through_replies_and_quotes() -> None:
    reply = '<responseData class="java.lang.String">a\n\n&lt;httpSample t="1"/&gt;\n</responseData>\n'
    (problem,) = problems(jtl_xml, document(sample(reply), sample(t="x")))
    assert problem.line == 9


def test_a_document_without_samples_is_told_and_no_run_has_numbers() -> None:
    assert "expected <httpSample" in problems(jtl_xml, document())[0].message
    assert only_run(jtl_xml, document()).measurements == ()


def test_lines_that_are_quoted_outside_of_a_document_are_no_run() -> None:
    assert not jtl_xml.sniff(sample().encode())
    assert read(jtl_xml, sample()) == []
