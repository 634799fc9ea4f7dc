"""The JSON of iostat and mpstat: what the text says, and documents that real releases broke."""

from __future__ import annotations

import io
import json
import re

import pytest

from benchdb.dev.benchmarks.days import long_iostat_json
from ingest.formats import formats
from ingest.formats.sysstat.interval import json_blocks
from ingest.formats.sysstat.interval.json_reader import Reader
from ingest.records import TraceRecord
from ingest.tests.live import LOGS, NOON, facts, problems, series

iostat_json = formats()["iostat_json"]
mpstat_json = formats()["mpstat_json"]

HOST = """{"sysstat": {
	"hosts": [
		{
			"nodename": "web1",
			"sysname": "Linux",
			"release": "5.10.0",
			"machine": "x86_64",
			"number-of-cpus": 2,
			"date": "2022-11-07",
			"statistics": [
"""
SAMPLE = """				{
					"timestamp": "2022-11-07 12:00:0%d",
					"disk": [
						{"disk_device": "vda", "r/s": %d.50, "rkB/s": 1.00, "rrqm": 50.00, "util": 2.00}
					]
				}"""
END = "\n\t\t\t]\n\t\t}\n\t]\n}}\n"
LOG = HOST + ",\n".join(SAMPLE % (n, n) for n in (0, 1, 2)) + END
READS = "disk.reads", "vda"


def test_a_document_gives_what_its_text_would() -> None:
    readings = series("iostat_json", LOG)
    assert readings["since_boot:disk.reads", "vda"] == ([NOON], [0.5])
    assert readings[READS] == ([NOON + 1, NOON + 2], [1.5, 2.5])
    assert (readings["disk.read_merge_pct", "vda"][1], readings["disk.util", "vda"][1]) == ([0.5, 0.5], [0.02, 0.02])
    assert readings["disk.read_kb", "vda"][1] == [1024.0, 1024.0]
    assert problems("iostat_json", LOG) == []
    assert facts("iostat_json", LOG)["host"] == "web1"


@pytest.mark.parametrize("indent", [None, 1, 4])
def test_any_layout_of_the_document_says_the_same(indent: int | None) -> None:
    assert series("iostat_json", json.dumps(json.loads(LOG), indent=indent)) == series("iostat_json", LOG)


def test_decimal_commas_are_read() -> None:
    log = re.sub(r"(\d)\.(\d\d)", r"\1,\2", LOG)
    assert series("iostat_json", log) == series("iostat_json", LOG)
    assert problems("iostat_json", log) == []


@pytest.mark.parametrize("first", ["\n", ",\n", "\t\t\t\t,\n"])
def test_with_the_first_report_omitted_all_are_samples(first: str) -> None:
    log = LOG.replace('"statistics": [\n', '"statistics": [\n' + first)
    assert series("iostat_json", log)[READS][0] == [NOON, NOON + 1, NOON + 2]


def test_an_interrupted_run_counts_and_is_reported() -> None:
    log = LOG.removesuffix(END) + ",\n"
    assert series("iostat_json", log)[READS][1] == [1.5, 2.5]
    assert problems("iostat_json", log) == ["the document breaks off here: what came before was read"]


def test_a_device_that_is_not_closed_counts_and_the_next_one_too() -> None:
    row = '\t\t\t\t\t\t{"disk_device": "sdb", "r/s": 7.00, "rkB/s": 1.00, "rrqm": 50.00, "util": 2.00\n'
    log = LOG.replace('\t\t\t\t\t\t{"disk_device"', row + '\t\t\t\t\t\t{"disk_device"')
    readings = series("iostat_json", log)
    assert readings["disk.reads", "sdb"][1] == [7.0, 7.0]
    assert readings[READS] == series("iostat_json", LOG)[READS]


def test_without_timestamps_samples_are_numbered() -> None:
    log = re.sub(r'.*"timestamp".*\n', "", LOG)
    assert series("iostat_json", log)[READS] == ([1.0, 2.0], [1.5, 2.5])
    assert facts("iostat_json", log)["clock"] == "none, samples are numbered"


def test_keys_of_the_first_releases_are_known_by_their_neighbours() -> None:
    early = '{"disk_device": "vda", "rrqm": 3.00, "wrqm": 0.00, "r": 1.00, "w": 2.00, "rkB": 4.00, "util": 5.00}'
    readings = series("iostat_json", re.sub(r'\{"disk_device".*', early, LOG))
    assert (readings["disk.read_merges", "vda"][1], readings[READS][1]) == ([3.0, 3.0], [1.0, 1.0])
    assert readings["disk.read_kb", "vda"][1] == [4096.0, 4096.0]


def test_an_unknown_key_is_kept() -> None:
    assert series("iostat_json", LOG.replace('"util"', '"zz"'))["raw:zz", "vda"][1] == [2.0, 2.0]


def test_several_documents_in_a_file_are_read() -> None:
    readings = series("iostat_json", LOG + LOG.replace("2022-11-07", "2022-11-08"))
    assert readings[READS][0] == [NOON + 1, NOON + 2, NOON + 86401, NOON + 86402]


def test_a_value_that_is_none_is_reported() -> None:
    log = LOG.replace("1.50", '"what"')
    assert problems("iostat_json", log) == ["expected a number, found 'what'"]
    assert series("iostat_json", log)[READS][1] == [2.5]


def test_the_text_and_the_json_of_mpstat_have_the_same_series() -> None:
    folder = LOGS / "mpstat_json" / "12.6.1" / "mpstat_A.json"
    names = {metric for metric, _ in series("mpstat_json", folder.read_bytes())}
    assert {"cpu.usr", "irq.per_s", "irq.per_s{cpu=0}", "softirq.per_s{cpu=1}"} <= names
    items = {item for metric, item in series("mpstat_json", folder.read_bytes()) if metric == "irq.per_s{cpu=0}"}
    assert {"sum", "24", "LOC"} <= items


def test_all_cpus_were_minus_one_in_one_release() -> None:
    content = (LOGS / "mpstat_json" / "12.2.3" / "mpstat_P_ALL.json").read_text("utf-8")
    assert series("mpstat_json", content.replace('"cpu": "all"', '"cpu": "-1"')) == series("mpstat_json", content)


def test_documents_of_sadf_are_not_ours() -> None:
    sadf = (
        b'{"sysstat": {"hosts": [{"file-date": "2022-11-07", "statistics": [{"timestamp": {"date": "x"}, "cpu-load": ['
    )
    assert not mpstat_json.sniff(sadf)
    assert not iostat_json.sniff(sadf)
    assert mpstat_json.sniff(b'{"sysstat": {"hosts": [{"statistics": [{"timestamp": "12:00:00", "cpu-load": [')


def dressed(samples: int) -> dict[str, bytes]:
    """Long documents, some with something odd in their midst."""
    plain = long_iostat_json(samples, disks=3)
    middle = plain.index(b'"util": ', len(plain) // 2)
    return {
        "plain": plain,
        "another zone": plain.replace(b"+0000", b"+0130"),
        "no such zone": plain.replace(b"+0000", b"+9999"),
        "no zone": plain.replace(b"+0000", b""),
        "a digit more": plain[:middle] + b'"util": 1.234567' + plain[middle + 12 :],
        "a word": plain[:middle] + b'"util": true' + plain[middle + 12 :],
        "a comma": plain[:middle] + b'"util": 1,23' + plain[middle + 12 :],
        "another disk": plain[:middle] + plain[middle:].replace(b'"vd1"', b'"vd7"', 1),
        "a key more": plain[:middle] + b'"new": 1, ' + plain[middle:],
        "a sample cut": plain[:middle] + plain[plain.index(b"\n\t\t\t\t{", middle) :],
        "minified": plain.replace(b"\t", b""),
        "one disk": long_iostat_json(samples),
    }


def readings(log: bytes) -> list[object]:
    """Everything that is said, as it can be compared."""
    return [
        (record.metric, record.item, record.times.tobytes(), record.values.tobytes(), record.line, record.facts)
        if isinstance(record, TraceRecord)
        else record
        for record in iostat_json.parse(io.BytesIO(log))
    ]


@pytest.mark.parametrize("oddity", list(dressed(4)))
def test_many_samples_at_once_say_what_each_line_says(oddity: str, monkeypatch: pytest.MonkeyPatch) -> None:
    log = dressed(60)[oddity]
    in_columns = readings(log)
    monkeypatch.setattr(Reader, "_alike_samples", lambda *_: False)
    sample_by_sample = readings(log)
    monkeypatch.setattr(Reader, "_samples", lambda *_: 0)
    assert in_columns == sample_by_sample == readings(log)
    assert len(in_columns) > 20


def test_samples_that_are_alike_are_read_in_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    read_line, lines = Reader._read_line, list[bytes]()
    monkeypatch.setattr(Reader, "_read_line", lambda reader, raw: (lines.append(raw), read_line(reader, raw)))
    readings(long_iostat_json(500))
    assert len(lines) < 50


def test_columns_are_few_and_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the hundreds that a dozen disks have costs time of its own: two MiB are read at once, not by pieces."""
    block_of, sizes = json_blocks.block_of, list[int]()
    monkeypatch.setattr(
        json_blocks, "block_of", lambda content, first: (sizes.append(len(content)), block_of(content, first))[1]
    )
    log = long_iostat_json(500, 12)
    readings(log)
    assert len(log) > 2 * 2**20
    assert len(sizes) == 1
