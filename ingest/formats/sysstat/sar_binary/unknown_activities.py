"""Which sections of a recording the installed sadf does not know, as `sadf -H` lists them."""

from __future__ import annotations

import re

from ingest.formats.sysstat.sar_binary.child import ChildFailed, Limits, output_of

ACTIVITY = re.compile(r"\d+: \[[0-9a-f]{2}\] (?P<name>A_\w{1,40}|Unknown activity)\b.*\[Unknown (?:activity )?format\]")
LIMITS = Limits(cpu_seconds=10, wall_seconds=20, output=2**20)


def unknown_sections(program: str, path: str) -> str:
    """Their names, with commas; "" if there are none."""
    try:
        listed = b"".join(output_of([program, "-H", path], LIMITS)).decode("utf-8", "replace")
    except ChildFailed:
        return ""
    return ", ".join(match["name"] for match in ACTIVITY.finditer(listed))
