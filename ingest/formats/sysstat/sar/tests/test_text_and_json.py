"""The same recording as text and as JSON: what `sadf -j` says of it is the truth."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from ingest.formats.sysstat.kit.words import DATA
from ingest.formats.sysstat.sar.tests.logs import FIXTURES, LOGS, SAMPLES, name_of, traces


def truth(version: str) -> dict[tuple[str, str, float], float]:
    """(metric, item, time) -> value, from sadf -j, by the table's own paths."""
    host = json.loads((FIXTURES / "sysstat_json" / f"{version}.sadf.json").read_text("utf-8"))["sysstat"]["hosts"][0]
    readings: dict[tuple[str, str, float], float] = {}
    for sample in host["statistics"]:
        stamp = sample["timestamp"]
        time = datetime.fromisoformat(f"{stamp['date']}T{stamp['time']}+00:00").timestamp()
        if "cpu-load-all" in sample:  # 10.0.3 to 11.1.3
            sample["cpu-load"] = sample["cpu-load-all"]
        for path, metric, scale in paths():
            for item, value in values_under(sample, path):
                readings[metric, item, time] = value * scale
    return readings


def paths() -> Iterator[tuple[list[str], str, float]]:
    for line in (DATA / "sysstat_columns.tsv").read_text("utf-8").splitlines()[1:]:
        _, _, _, metric, _, multiply, divide, path = line.split("\t")
        if path and multiply != "0" and "CPUn" not in path:
            yield path.split("."), metric, int(multiply) / int(divide)


ITEM_KEYS = ("cpu", "number", "intr", "disk-device", "iface", "line", "filesystem", "fchost")


def values_under(tree: Any, path: list[str]) -> Iterator[tuple[str, float]]:
    name, *rest = path
    inner = tree.get(name.removesuffix("[]")) if isinstance(tree, dict) else None
    if inner is None:
        return
    if not rest:
        yield "", float(inner)
    elif name.endswith("[]"):
        for entry in inner:
            item = next((str(entry[key]) for key in ITEM_KEYS if key in entry), "")
            yield from ((item, value) for _, value in values_under(entry, rest))
    else:
        yield from values_under(inner, rest)


AGREEING = [
    path
    for path in SAMPLES
    if path.parent.name in ("12.6.1", "11.0.8") and re.match(r"sar_(?:A|sub|C_u|u_ALL|z|[rqm]ALL|I_SUM)", path.name)
]


@pytest.mark.parametrize("path", AGREEING, ids=name_of)
def test_a_text_agrees_with_the_json_of_its_recording(path: Path) -> None:
    expected = truth(path.parent.name)
    first_day = min(time for _, _, time in expected) // 86400 * 86400
    metrics, compared = {metric for metric, _, _ in expected}, 0
    for trace in traces(path.read_bytes()):
        start = first_day if trace.facts["date_is_ambiguous"] else 0.0
        for time, value in zip(trace.times.tolist(), trace.values.tolist(), strict=True):
            if trace.metric in metrics:  # sadf -j -A has %usr, never %user
                assert value == pytest.approx(expected[trace.metric, trace.item, time + start], rel=1e-9, abs=1e-9)
                compared += 1
    assert compared > 5


def test_the_texts_of_a_recording_say_all_that_its_json_says() -> None:
    expected = {key for key in truth("12.6.1") if key[2] < 1667865630}
    in_text = {(t.metric, t.item) for path in LOGS.glob("12.6.1/sar_A.part*.txt") for t in traces(path.read_bytes())}
    in_json_only = {f"disk.{name}_sectors" for name in ("read", "write", "discard", "avg_request")}
    assert {key[0] for key in {key[:2] for key in expected} - in_text} == in_json_only
