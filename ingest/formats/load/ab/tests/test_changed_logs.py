"""How files get changed on their way here: line ends, quotes, stamps, other reports and pages in between."""

from __future__ import annotations

import pytest

from ingest.formats.load.ab.tests.logs import DEBIAN, HTML, PLAIN, REPORT, VERBOSE, numbers, only_run, read, real, value
from ingest.records import RunRecord


def quoted(text: str) -> bytes:
    return "".join(f"> {line}\n" for line in text.splitlines()).encode()


CHANGES = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "UTF-16": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "quoted": quoted,
    "indented": lambda text: "".join(f"    {line}\n" for line in text.splitlines()).encode(),
    "stamped": lambda text: "".join(f"[2026-11-21 01:02:03] {line}\n" for line in text.splitlines()).encode(),
    "collapsed": lambda text: "".join(" ".join(line.split()) + "\n" for line in text.splitlines()).encode(),
    "unended": lambda text: text.rstrip("\n").encode(),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", [f"{DEBIAN}/small-n2.log", f"{DEBIAN}/post-p.log", "2.0.41-dev-httpd2.0.64/post.log"])
def test_a_changed_file_says_the_same(change: str, name: str) -> None:
    before, after = only_run(real(name)), only_run(CHANGES[change](real(name)))
    assert numbers(after) == numbers(before)
    assert (after.facts, after.status) == (before.facts, before.status)


def test_several_reports_in_one_file_are_several_runs() -> None:
    assert len(read(PLAIN + HTML + REPORT + REPORT + real(f"{DEBIAN}/url-no-path.log") + PLAIN)) == 6


def test_another_tools_lines_after_a_report_are_not_its_own() -> None:
    after = "Total: connections 20 requests 100\nConnection time [ms]: min 803.7\n     50%  287.00us\nErrors: total 0\n"
    assert numbers(only_run(PLAIN + after)) == numbers(only_run(PLAIN))


def test_a_report_inside_a_dumped_page_is_not_the_runs_own() -> None:
    page = PLAIN.replace("53421.09", "1.00")
    for body in (page, page[page.index("Server Software") :], page[:900]):
        run = only_run(VERBOSE.replace("<html><body>hello</body></html>\n", body))
        assert (value(run, "requests_per_second"), run.facts["method"]) == (3571.43, "GET")


@pytest.mark.parametrize("end", ["", "..done\n", HTML[: HTML.index("<p>")]])
def test_html_below_a_verbose_run_takes_nothing_back(end: str) -> None:
    html = HTML[HTML.index("<p>") :]
    runs = [item for item in read(VERBOSE + end + html) if isinstance(item, RunRecord)]
    assert [numbers(run) for run in runs] == [numbers(only_run(VERBOSE)), numbers(only_run(html))]
    assert runs[0].facts == only_run(VERBOSE).facts


def test_a_report_in_html_that_a_verbose_run_dumps_is_no_run() -> None:
    for page in (HTML, PLAIN + HTML, HTML + PLAIN):
        run = only_run(VERBOSE.replace("<html><body>hello</body></html>\n", page))
        assert numbers(run) == numbers(only_run(VERBOSE))
