"""`python -m ingest.tests.kit_readings`: what the kit makes of each disguise of each format's shortest log, a digest.

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

KEPT = ROOT / "ingest" / "tests" / "kit_readings.json"


def readings() -> Iterator[bytes]:
    """What formats get to see."""
    for log in SHORTEST.values():
        for disguise in (str, *DISGUISES.values(), *PASTES.values(), *COLLECTED.values()):
            dressed = io.BufferedReader(cast(io.RawIOBase, io.BytesIO(disguise(text_of(log)).encode())))
            bare = bare_log(dressed).read()
            yield bare_rows(bare)
            yield cleaned(bare.decode("utf-8", "replace")).encode()


def digest() -> str:
    whole = hashlib.sha256()
    for reading in readings():
        whole.update(hashlib.sha256(reading).digest())
    return whole.hexdigest()


def main() -> int:
    kept, seen = json.loads(KEPT.read_text()), digest()
    if kept["version"] == VERSION and kept["digest"] != seen:
        print("The kit reads logs otherwise than before: raise VERSION in ingest/formats/kit first.", file=sys.stderr)
        return 1
    KEPT.write_text(json.dumps({"version": VERSION, "digest": seen}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
