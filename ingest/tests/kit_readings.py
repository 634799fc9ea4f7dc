"""`python -m ingest.tests.kit_readings`: what the kit makes of each disguise of each format's shortest log, as digests.

Kept with the kit's version. Another digest under the same version is refused: logs that are stored would be read anew
by nobody, since their parser seems to be the same.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
from collections.abc import Mapping
from typing import Any, cast

from benchdb.host.paths import ROOT
from ingest.formats.kit import VERSION
from ingest.formats.kit.noise import cleaned
from ingest.formats.kit.pasted.wrapped_lines import bare_log
from ingest.formats.kit.row_noise import bare_rows
from ingest.tests.disguises import DISGUISES, PASTES, Disguise
from ingest.tests.formats.test_collected_logs import COLLECTED
from ingest.tests.formats.test_disguised_rows import SHORTEST, text_of
from ingest.tests.goldens import LOGS

KEPT = ROOT / "ingest" / "tests" / "kit_readings.json"


DRESSES: dict[str, Disguise] = {"as it is": str, **DISGUISES, **PASTES, **COLLECTED}
DIGITS = 4  #: of a digest


def digest(text: str) -> str:
    """Of what formats get to see of a log."""
    bare = bare_log(io.BufferedReader(cast(io.RawIOBase, io.BytesIO(text.encode())))).read()
    seen = bare_rows(bare) + cleaned(bare.decode("utf-8", "replace")).encode()
    return hashlib.sha256(seen).hexdigest()[:DIGITS]


def readings() -> dict[str, Any]:
    """The kit's version, the names of the disguises, and for each log a digest of each."""
    logs = {
        log.relative_to(LOGS).as_posix(): "".join(digest(dress(text_of(log))) for dress in DRESSES.values())
        for log in SHORTEST.values()
    }
    return {"version": VERSION, "disguises": list(DRESSES), "logs": dict(sorted(logs.items()))}


def differing(kept: Mapping[str, Any], seen: Mapping[str, Any]) -> list[str]:
    """The disguises that one and the other have, and of which some log is read otherwise."""
    places = {name: place for place, name in enumerate(seen["disguises"])}
    return [
        name
        for place, name in enumerate(kept["disguises"])
        if name in places
        and any(
            part(kept["logs"][log], place) != part(seen["logs"][log], places[name])
            for log in kept["logs"].keys() & seen["logs"].keys()
        )
    ]


def part(digests: str, place: int) -> str:
    return digests[DIGITS * place : DIGITS * (place + 1)]


def main() -> int:
    kept, seen = json.loads(KEPT.read_text()), readings()
    if kept["version"] == VERSION and (others := differing(kept, seen)):
        print(
            f"The kit reads {', '.join(others[:3])} otherwise: raise VERSION in ingest/formats/kit first.",
            file=sys.stderr,
        )
        return 1
    KEPT.write_text(json.dumps(seen, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
