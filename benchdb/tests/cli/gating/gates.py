"""What a gate decides, in one line."""

from __future__ import annotations

from benchdb.cli.gating.cells import Judged
from benchdb.cli.gating.gate import Gate


def decided(gate: Gate, *cells: Judged) -> tuple[int, str]:
    return gate.status(cells), gate.sentence(cells)
