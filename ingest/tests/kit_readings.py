"""`python -m ingest.tests.kit_readings`: what the kit makes of each disguise of each format's shortest log, as digests.

Kept with the kit's version. Another digest under the same version is refused: logs that are stored would be read anew
by nobody, since their parser seems to be the same.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
from collections.abc import Iterator
from typing import cast

from benchdb.host.paths import ROOT
from ingest.formats.kit import VERSION
from ingest.formats.kit.noise import cleaned
from ingest.formats.kit.pasted.wrapped_lines import bare_log
from ingest.formats.kit.row_noise import bare_rows
from ingest.tests.disguises import DISGUISES, PASTES
from ingest.tests.formats.test_collected_logs import COLLECTED
from ingest.tests.formats.test_disguised_rows import SHORTEST, text_of
from ingest.tests.goldens import LOGS

KEPT = ROOT / "ingest" / "tests" / "kit_readings.json"


def readings(text: str) -> Iterator[bytes]:
    """What formats get to see of a log, however it is dressed."""
    for disguise in (str, *DISGUISES.values(), *PASTES.values(), *COLLECTED.values()):
        dressed = io.BufferedReader(cast(io.RawIOBase, io.BytesIO(disguise(text).encode())))
        bare = bare_log(dressed).read()
        yield bare_rows(bare)
        yield cleaned(bare.decode("utf-8", "replace")).encode()


def digest(text: str) -> str:
    whole = hashlib.sha256()
    for reading in readings(text):
        whole.update(hashlib.sha256(reading).digest())
    return whole.hexdigest()[:16]


def digests() -> dict[str, str]:
    """The log's path -> what the kit makes of it."""
    return {log.relative_to(LOGS).as_posix(): digest(text_of(log)) for log in SHORTEST.values()}


def main() -> int:
    kept, seen = json.loads(KEPT.read_text()), digests()
    others = [path for path in kept["logs"].keys() & seen.keys() if kept["logs"][path] != seen[path]]
    if kept["version"] == VERSION and others:
        print("The kit reads logs otherwise than before: raise VERSION in ingest/formats/kit first.", file=sys.stderr)
        return 1
    KEPT.write_text(json.dumps({"version": VERSION, "logs": dict(sorted(seen.items()))}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
