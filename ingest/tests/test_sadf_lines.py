"""sadf -d, -p and -x: what is their own. Values are compared in test_sysstat_forms.py."""

from __future__ import annotations

import io
import random
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.bench_days import recorded
from ingest.parsers import Format, formats
from ingest.parsers import sadf_db as db
from ingest.parsers import sadf_ppc as ppc
from ingest.parsers import sadf_xml as xml
from ingest.records import Problem, TraceRecord
from ingest.tests.test_sadf_json import Said, said, same

NEW = {
    "sadf_db": recorded("12.6.1", "sadf_db.txt"),
    "sadf_ppc": recorded("12.6.1", "sadf_ppc.txt"),
    "sadf_xml": recorded("12.6.1", "sadf.xml"),
}
OLD = {
    "sadf_db": recorded("8.1.8", "sadf_db.txt"),
    "sadf_ppc": recorded("4.0.7", "sar_h_ppc.txt"),
    "sadf_xml": recorded("8.1.8", "sadf.xml"),
}
NAMES = sorted(NEW)
HEADER = "# hostname;interval;timestamp;"
AT = "web1;10;2022-11-07 10:00:00 UTC;"
SECONDS = 1667815200.0


def read(format: Format, content: str | bytes) -> Said:
    return said(format.parse(io.BytesIO(content.encode() if isinstance(content, str) else content)))


def problems(format: Format, content: str | bytes) -> list[Problem]:
    raw = io.BytesIO(content.encode() if isinstance(content, str) else content)
    return [each for each in format.parse(raw) if isinstance(each, Problem)]


def values(format: Format, content: str) -> dict[tuple[str, str], list[float]]:
    return {key: found for key, (_, found) in read(format, content).items()}


# -d


@pytest.mark.parametrize(
    ("names", "row", "key", "value"),
    [
        ("CPU;%user;%idle", "-1;91,73;8,27", ("cpu.user_incl_guest", "all"), 0.9173),
        ("INTR;intr/s", "-1;3.00", ("irq.per_s", "sum"), 3.0),
        ("INTR;CPU*", "24;3.00;1.00;2.00", ("irq.per_s{cpu=1}", "24"), 2.0),
        ("TTY;rcvin/s;txmtin/s", "0;1.00;0;2.00", ("tty.tx_interrupts", "0"), 2.0),
        ("FILESYSTEM,MBfsfree;MBfsused", "/mnt/my disk;2;3", ("fs.free_mb", "/mnt/my disk"), 2.0 * 2**20),
        ("TEMP;DEVICE;degC;%temp", "1;coretemp-isa-0000;40.00;50.00", ("temp.celsius", "1 coretemp-isa-0000"), 40.0),
        ("BUS;idvendor;idprod;maxpower;manufact;product", "1;1d6b;2;500;A;B", ("usb.max_power", "1 1d6b:2"), 0.5),
        ("call/s;retrans/s", "1.00;2.00", ("nfs.retransmits", ""), 2.0),
        ("quux/s;tps", "1.00;2.00", ("raw:quux/s", ""), 1.0),
        ("onbsol6/sinbad6/s;onbad6/s", "1.00;2.00;3.00", ("icmp6.in_neighbor_advertisements", ""), 2.0),
    ],
)
def test_a_row_has_the_metrics_of_its_header(names: str, row: str, key: tuple[str, str], value: float) -> None:
    if names.startswith(("BUS", "quux")):
        names, row = names.removesuffix(";manufact;product"), row.removesuffix(";A;B")
    found = read(db, f"{HEADER}{names}\n{AT}{row}\n")
    assert found[key] == ([SECONDS], [pytest.approx(value, rel=1e-12)])


@pytest.mark.parametrize(
    "stamp", ["2022-11-07 10:00:00", "2022-11-07 10:00:00 UTC", "1667815200", "2022-11-07 10:00:00 CET"]
)
def test_each_kind_of_time_is_read(stamp: str) -> None:
    log = f"{HEADER}tps\nweb1;10;{stamp};1.00\n"
    trace = next(db.parse(io.BytesIO(log.encode())))
    assert isinstance(trace, TraceRecord)
    assert trace.times.tolist() == [SECONDS]
    zone = {"CET": "local, CET", "UTC": "UTC", "200": "UTC"}.get(stamp[-3:], "local, zone unknown")
    assert trace.facts["clock"] == zone


def test_one_line_of_all_sections_is_cut_where_one_way_is_possible() -> None:
    names = "CPU;%user;%idle[...];kbmemfree;IFACE;rxpck/s[...]"
    found = values(db, f"{HEADER}{names}\n{AT}-1;1.00;99.00;0;2.00;98.00;700;lo;5.00;eth0;6.00\n")
    assert found["cpu.idle", "0"] == [0.98]
    assert found["mem.free", ""] == [700 * 1024]
    assert found["net.rx_packets", "eth0"] == [6.0]


def test_one_line_that_can_be_cut_in_two_ways_is_not_guessed() -> None:
    names = "CPU;%user[...];kbmemfree;kbmemused;TTY;rcvin/s[...]"
    log = f"{HEADER}{names}\n{AT}-1;1.00;0;2.00;1;2.00;3;4.00\n"
    assert read(db, log) == {}
    assert ["in one way" in each.message for each in problems(db, log)] == [True]


def test_a_comment_may_hold_semicolons_and_a_restart_has_its_cpus() -> None:
    log = f"{HEADER}tps\n{AT}1.00\nweb1;-1;2022-11-07 10:00:05 UTC;COM a; b\n"
    log += "web1;-1;2022-11-07 10:00:09 UTC;LINUX-RESTART\t(4 CPU)\n"
    first = next(db.parse(io.BytesIO(log.encode())))
    assert isinstance(first, TraceRecord)
    assert first.facts["comments"] == "a; b"
    assert read(db, log)["restart", ""] == ([SECONDS + 9], [4.0])


def test_memory_without_names_is_no_processor() -> None:
    log = f"{AT}43;10.00;20.00;30.00;50.00\n{AT}0;10.00;20.00;30.00;40.00\n"
    assert list(read(db, log)) == [(f"cpu.{n}", "0") for n in ("user_incl_guest", "nice", "system_incl_irq", "idle")]


# -p


def ppc_log(*lines: str) -> str:
    return "".join(f"web1\t10\t2022-11-07 10:00:00 UTC\t{line.replace(' ', chr(9))}\n" for line in lines)


def test_a_name_of_two_sections_is_of_the_one_before_it() -> None:
    found = values(ppc, ppc_log("- call/s 1", "- retrans/s 2", "- atmptf/s 3", "- estres/s 4", "- retrans/s 5"))
    assert found["nfs.retransmits", ""] == [2.0]
    assert found["tcp.retransmitted_segments", ""] == [5.0]


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("cpu3 %user 4.00", ("cpu.user_incl_guest", "3")),
        ("i024 intr/s 4.00", ("irq.per_s", "24")),
        ("sum cpu1 4.00", ("irq.per_s{cpu=1}", "sum")),
        ("cpu1 i024/s 4.00", ("irq.per_s{intr=24}", "1")),
        ("ttyS1 rcvin/s 4.00", ("tty.rx_interrupts", "1")),
        ("sda tps 4.00", ("disk.transfers", "sda")),
        ("- tps 4.00", ("io.transfers", "")),
        ("sda quux 4.00", ("raw:quux", "sda")),
    ],
)
def test_an_item_has_the_name_of_the_text(line: str, key: tuple[str, str]) -> None:
    assert list(read(ppc, ppc_log(line))) == [key]


def test_a_line_that_is_cut_is_a_problem() -> None:
    log = ppc_log("- tps 14.00", "- rtps 15.00")
    assert list(values(ppc, log[:-4])) == [("io.transfers", "")]
    assert ["cut off" in each.message for each in problems(ppc, log[:-4])] == [True]


# -x


def test_entities_are_not_resolved() -> None:
    bomb = b'<!DOCTYPE sysstat [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>\n'
    log = NEW["sadf_xml"].replace(b"</sysname>", b"</sysname>\n" + bomb).replace(b'"vda"', b'"&b;"', 1)
    assert ["expected one sample in XML" in each.message for each in problems(xml, log)] == [True]
    assert len(read(xml, log)["cpu.usr", "all"][0]) == 6


def test_decimal_commas_and_old_times_are_read() -> None:
    log = re.sub(rb'"(\d+)\.(\d\d)"', rb'"\1,\2"', NEW["sadf_xml"])
    log = re.sub(rb'time="(\d\d):(\d\d):(\d\d)"', rb'time="\1-\2-\3"', log)
    assert same(read(xml, log), read(xml, NEW["sadf_xml"]))


def test_a_comment_in_xml_may_hold_quotes() -> None:
    mark = b'<comment date="2022-11-08" time="00:00:35" utc="1" com="say "hi" &amp; <go>"/>\n'
    first = next(
        xml.parse(
            io.BytesIO(NEW["sadf_xml"].replace(b"<restarts>", b"<comments>\n" + mark + b"</comments>\n<restarts>"))
        )
    )
    assert isinstance(first, TraceRecord)
    assert first.facts["comments"] == 'say "hi" & <go>'


# Anything at all


@pytest.mark.parametrize("name", NAMES)
def test_the_way_of_a_log_makes_no_difference(name: str) -> None:
    format, log = formats()[name], NEW[name]
    for changed in (log.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + log, log.decode().encode("utf-16")):
        assert same(read(format, changed), read(format, log))
        assert problems(format, changed) == []


@pytest.mark.parametrize("name", NAMES)
@given(content=st.binary(max_size=600))
def test_no_bytes_trouble_it(name: str, content: bytes) -> None:
    format = formats()[name]
    format.sniff(content)
    read(format, content)
    read(format, NEW[name][:3000] + content + b"\n" + NEW[name][3000:5000])


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",)), max_size=60), max_size=20))
def test_no_text_troubles_them(lines: list[str]) -> None:
    read(db, "\n".join(HEADER + line for line in lines) + "\n" + "\n".join(AT + line for line in lines))
    read(ppc, "\n".join(AT.replace(";", "\t") + line for line in lines))
    read(xml, "".join(f'<timestamp date="2022-11-07" time="10:00:00">{line}</timestamp>' for line in lines))


@pytest.mark.parametrize("name", NAMES)
@given(end=st.integers(0, 10**6), of_old=st.booleans())
@settings(max_examples=25, deadline=None)
def test_a_log_cut_at_any_byte_never_raises(name: str, end: int, of_old: bool) -> None:
    content = (OLD if of_old else NEW)[name]
    read(formats()[name], content[: end % len(content)])


@pytest.mark.parametrize("name", NAMES)
@given(chance=st.randoms(use_true_random=False), of_old=st.booleans())
@settings(max_examples=25, deadline=None)
def test_lines_shuffled_or_doubled_never_raise(name: str, chance: random.Random, of_old: bool) -> None:
    lines = (OLD if of_old else NEW)[name].splitlines(keepends=True)[:200]
    chance.shuffle(lines)
    read(formats()[name], b"".join(lines + lines[:40]))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "unit", [b"<timestamp ", b"a;1;", b"# hostname;interval;timestamp;CPU;%user[...];tps\n", b"web1\t", b"<boot "]
)
def test_no_repetition_takes_more_than_linear_time(name: str, unit: bytes) -> None:
    def seconds(size: int) -> float:
        began = time.process_time()
        list(formats()[name].parse(io.BytesIO(unit * (size // len(unit)))))
        return time.process_time() - began

    assert seconds(2**20) < 12 * seconds(2**17) + 0.5
