"""`make audit` says what is known to be broken, and never takes what was not looked up for whole."""

from __future__ import annotations

import json

from benchdb.dev.audit import Report, of_npm, of_pip_audit, status_of

#: What pip-audit 2.10.1 prints with --format=json, shortened.
WHOLE = {"dependencies": [{"name": "celery", "version": "5.7.0", "vulns": []}], "fixes": []}
HOLE = {"id": "PYSEC-2021-439", "fix_versions": ["2.2.24", "3.2.4"], "aliases": [], "description": "…"}
HOLES = {"dependencies": [{"name": "django", "version": "3.2.3", "vulns": [HOLE]}], "fixes": []}
REASON = "Dependency not found on PyPI and could not be audited: amqp (5.4.2)"
SKIPPED = {"dependencies": [*WHOLE["dependencies"], {"name": "amqp", "skip_reason": REASON}], "fixes": []}
AWAY = (
    "Traceback (most recent call last):\n  File …\nrequests.exceptions.ConnectionError: Failed to resolve 'pypi.org'\n"
)
#: What npm 10 prints with --json, shortened.
NPM_WHOLE = {"auditReportVersion": 2, "vulnerabilities": {}, "metadata": {"dependencies": {"total": 141}}}
NPM_HOLES = {**NPM_WHOLE, "vulnerabilities": {"minimist": {"name": "minimist", "severity": "critical", "via": []}}}
NPM_AWAY = {"message": "405 Method Not Allowed - POST https://registry.npmjs.org/-/npm/v1/security/advisories/bulk"}


def test_what_is_whole_is_counted() -> None:
    reports = [of_pip_audit("a.txt", json.dumps(WHOLE), ""), of_npm("p.json", json.dumps(NPM_WHOLE), "")]
    assert [report.sentence for report in reports] == [
        "a.txt: 1 package, no known hole",
        "p.json: 141 packages, no known hole",
    ]
    assert status_of(reports) == 0


def test_a_hole_is_named_with_what_mends_it() -> None:
    hole = of_pip_audit("a.txt", json.dumps(HOLES), "Found 1 known vulnerability in 1 package")
    assert hole.sentence == "a.txt: django 3.2.3: PYSEC-2021-439, mended in 2.2.24, 3.2.4"
    assert of_npm("p.json", json.dumps(NPM_HOLES), "").sentence == "p.json: minimist: critical"
    assert status_of([hole, Report("b.txt", why_not="away")]) == 1


def test_what_was_not_looked_up_is_one_line_and_never_whole() -> None:
    for report, why_not in (
        (of_pip_audit("a.txt", json.dumps(SKIPPED), ""), f"1 of 2 packages ({REASON})"),
        (of_pip_audit("a.txt", "", AWAY), "requests.exceptions.ConnectionError: Failed to resolve 'pypi.org'"),
        (of_npm("a.txt", json.dumps(NPM_AWAY), ""), NPM_AWAY["message"]),
        (
            of_npm("a.txt", "{}", "npm error audit endpoint returned an error\n"),
            "npm error audit endpoint returned an error",
        ),
        (of_npm("a.txt", "", ""), "it said nothing"),
    ):
        assert report.sentence == f"a.txt: NOT LOOKED UP: {why_not}"
        assert status_of([report]) == 2
