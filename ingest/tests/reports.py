"""What the tests of all load tools' reports ask: a run's numbers, and promises about logs that are changed or cut."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.formats import Format
from ingest.jsonlines import lines_of
from ingest.records import Problem, RunRecord
from ingest.tests.goldens import LOGS as LOGS


def read(parser: Format, log: str | bytes) -> list[RunRecord | Problem]:
    data = log if isinstance(log, bytes) else log.encode()
    return list(parser.parse(io.BytesIO(data)))


def only_run(parser: Format, log: str | bytes) -> RunRecord:
    (run,) = [item for item in read(parser, log) if isinstance(item, RunRecord)]
    return run


def numbers(run: RunRecord) -> dict[tuple[str, str], float]:
    return {(number.metric, number.item): number.value for number in run.measurements}


def value(run: RunRecord, metric: str, item: str = "") -> float | None:
    return numbers(run).get((metric, item))


def printable_as_json(parser: Format, log: bytes) -> str:
    name = parser.name
    return json.dumps(list(lines_of("any.log", name, read(parser, log))), allow_nan=False)


CHANGES: dict[str, Callable[[str], bytes]] = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "doubled CR": lambda text: text.replace("\n", "\r\r\n").encode(),
    "UTF-16": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "quoted": lambda text: "".join(f"> {line}\n" for line in text.splitlines()).encode(),
    "indented": lambda text: "".join(f"    {line}\n" for line in text.splitlines()).encode(),
    "stamped": lambda text: "".join(f"[2026-11-21 01:02:03] {line}\n" for line in text.splitlines()).encode(),
    "stamped bare": lambda text: "".join(f"2026-11-21T01:02:03Z {line}\n" for line in text.splitlines()).encode(),
    "container": lambda text: "".join(
        f"2026-11-21T01:02:03.123456789Z {line}\n" for line in text.splitlines()
    ).encode(),
    "collapsed": lambda text: "".join(" ".join(line.split()) + "\n" for line in text.splitlines()).encode(),
    "coloured": lambda text: "".join(f"\x1b[1;32m{line}\x1b[0m\n" for line in text.splitlines()).encode(),
    "redrawn": lambda text: ("12 %\r55 %\r" + text).encode(),
    "unended": lambda text: text.rstrip("\n").encode(),
}
#: Of tools whose lines a progress bar is drawn before.
REDRAWN: dict[str, Callable[[str], bytes]] = {
    "redrawn lines": lambda text: "".join(f"working...\r{line}\n" for line in text.splitlines()).encode(),
}


@dataclass(frozen=True)
class Samples:
    """What a load tool's test gives to `load/test_changed_reports.py`: logs of one run, as files or as texts."""

    parser: Format
    changed: Sequence[Path | str]
    cut: Mapping[Path | str, Sequence[str]]  #: sample -> metrics that a part of it may have otherwise


def says_the_same(parser: Format, path: Path, change: str) -> None:
    """A changed copy of a log has the same numbers and facts, on the same lines."""
    text = path.read_text("utf-8")
    before, after = only_run(parser, text), only_run(parser, CHANGES[change](text))
    assert numbers(after) == numbers(before)
    assert (after.facts, after.status, after.caveats) == (before.facts, before.status, before.caveats)
    assert [number.line for number in after.measurements] == [number.line for number in before.measurements]


def is_known_from_its_first_line_on(parser: Format, path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    known = [end for end in range(1, len(lines) + 1) if parser.sniff(b"".join(lines[:end]))]
    assert known
    assert known == list(range(known[0], len(lines) + 1))


def every_number_is_on_its_line(parser: Format, path: Path) -> None:
    text = path.read_bytes().decode("utf-8-sig").split("\n")
    for run in read(parser, path.read_bytes()):
        for number in run.measurements if isinstance(run, RunRecord) else ():
            assert any(digit in text[number.line - 1] for digit in "0123456789"), (path, number)


def never_invents(parser: Format, path: Path, *may_differ: str) -> None:
    """Cut anywhere, a log says nothing that the whole log does not say, except that it is cut."""
    data = path.read_bytes()
    whole = numbers(only_run(parser, data))
    for end in range(0, len(data), 1 if len(data) < 3000 else 7):
        for run in read(parser, data[:end]):
            if isinstance(run, RunRecord):
                shown = {number for number in numbers(run).items() if number[0][0] not in may_differ}
                assert shown <= whole.items(), data[:end][-80:]
