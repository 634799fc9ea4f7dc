"""Real logs of httperf, pieces of them, and what is read from either."""

from __future__ import annotations

import io

from ingest.formats import formats
from ingest.records import Problem, RunRecord
from ingest.tests.reports import LOGS

httperf = formats()["httperf"]

REAL = sorted((LOGS / "httperf").rglob("*.log"))
DEBIAN, GIT = "0.9.0-debian12", "0.9.1-git2020"


def real(name: str) -> str:
    return (LOGS / "httperf" / name).read_text()


PLAIN, SESSIONS, THREE = real(f"{GIT}/plain.log"), real(f"{GIT}/wsess.log"), real("derived/httperf-three-runs.log")
RESET, REFUSED = real(f"{DEBIAN}/errors-reset.log"), real(f"{DEBIAN}/errors-refused.log")
REPORT = PLAIN[PLAIN.index("Total:") :]
ECHO = PLAIN[: PLAIN.index("Maximum")]
WARNING = "httperf: warning: open file limit > FD_SETSIZE; limiting max. # of open files to FD_SETSIZE\n"


def read(log: str | bytes) -> list[RunRecord | Problem]:
    data = log if isinstance(log, bytes) else log.encode()
    return list(httperf.parse(io.BytesIO(data)))  # type: ignore[arg-type]


def runs(log: str | bytes) -> list[RunRecord]:
    return [item for item in read(log) if isinstance(item, RunRecord)]


def problems(log: str | bytes) -> list[Problem]:
    return [item for item in read(log) if isinstance(item, Problem)]


def only_run(log: str | bytes) -> RunRecord:
    (run,) = runs(log)
    return run


def before_each_line(start: str) -> object:
    return lambda text: "".join(f"{start}{line}\n" for line in text.splitlines()).encode()


CHANGES = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CRCRLF": lambda text: text.replace("\n", "\r\r\n").encode(),
    "UTF-16": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "BOM": lambda text: text.encode("utf-8-sig"),
    "quoted": before_each_line("> "),
    "twice quoted": before_each_line(">> | "),
    "indented": before_each_line("    "),
    "stamped": before_each_line("[2026-11-21 01:02:03] "),
    "dated": before_each_line("2026-11-21T01:02:03.456Z "),
    "timed": before_each_line("01:02:03 "),
    "logged": before_each_line("Nov  1 01:02:03 "),
    "coloured": before_each_line("\x1b[0m"),
    "wide": lambda text: text.replace(" ", "   ").replace("   --", " --").encode(),
    "unended": lambda text: text.rstrip("\n").encode(),
    "no blank lines": lambda text: text.replace("\n\n", "\n").encode(),
}
