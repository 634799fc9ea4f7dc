"""`make golden FORMAT=name`: the golden records of a format's sample logs, and its page. Read them before you commit.

Beside each log of fixtures/logs/<name>/ stands `LOG.golden.jsonl`, what `parselog` says of it, with the log's path from
fixtures/logs/. A test holds that every log still says so.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from benchdb.dev import format_pages
from benchdb.domain.compression import decompressed_log
from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.jsonlines import lines_of

LOGS = ROOT / "fixtures" / "logs"
GOLDEN = ".golden.jsonl"
NOT_LOGS = ("ORIGIN", "README.md")


def main(names: list[str]) -> int:
    """The exit status: 2 for a name that is no format's, 1 where a folder has no logs."""
    if unknown := [name for name in names if name not in formats()]:
        print(f"No such format: {', '.join(unknown)}. There are {', '.join(formats())}.", file=sys.stderr)
        return 2
    written = [write(log) for name in names for log in sample_logs(LOGS / name)]
    for golden in written:
        print(golden.relative_to(ROOT))
    format_pages.main()
    return 0 if written else 1


def sample_logs(folder: Path) -> Iterator[Path]:
    """The logs of a folder and of those below it, in order."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name not in NOT_LOGS and not path.name.endswith(GOLDEN):
            yield path


def write(log: Path) -> Path:
    """The golden records of one log, written beside it."""
    golden = log.with_name(log.name + GOLDEN)
    golden.write_text("".join(f"{line}\n" for line in golden_lines(log)), encoding="utf-8")
    return golden


def golden_lines(log: Path) -> Iterator[str]:
    name = log.relative_to(LOGS)
    with log.open("rb") as raw:
        for line in lines_of(name.as_posix(), name.parts[0], formats()[name.parts[0]].parse(decompressed_log(raw))):
            yield json.dumps(line, ensure_ascii=False, allow_nan=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
