"""sadf -d, -p and -x: what is their own. Values are compared in test_sysstat_forms.py."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchdb.dev.benchmarks.days import long_lines, recorded
from ingest.formats import Format, formats
from ingest.formats.sysstat.sadf_db import parser as db
from ingest.formats.sysstat.sadf_db.rows import DbLines
from ingest.formats.sysstat.sadf_json.test_sadf_json import SeriesByKey, same, series_of
from ingest.formats.sysstat.sadf_ppc import parser as ppc
from ingest.formats.sysstat.sadf_xml import parser as xml
from ingest.records import Problem, TraceRecord

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
ROW_START = "web1;10;2022-11-07 10:00:00 UTC;"
SECONDS = 1667815200.0


def read(format: Format, content: str | bytes) -> SeriesByKey:
    return series_of(format.parse(io.BytesIO(content.encode() if isinstance(content, str) else content)))


def problems(format: Format, content: str | bytes) -> list[Problem]:
    raw = io.BytesIO(content.encode() if isinstance(content, str) else content)
    return [entry for entry in format.parse(raw) if isinstance(entry, Problem)]


def values(format: Format, content: str) -> dict[tuple[str, str], list[float]]:
    return {key: readings for key, (_, readings) in read(format, content).items()}


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
        ("BUS;idvendor;idprod;maxpower;manufact;product", "1;1d6b;2;500;A B;C", ("usb.max_power", "1 1d6b:2"), 0.5),
        ("BAT;%cap;cap/min;status", "0;100;0.00;Full", ("battery.capacity", "0"), 1.0),
        ("BAT;%cap;cap/min;status", "1;60.00;-1.20;Discharging", ("battery.change", "1"), -0.0002),
        ("call/s;retrans/s", "1.00;2.00", ("nfs.retransmits", ""), 2.0),
        ("quux/s;tps", "1.00;2.00", ("raw:quux/s", ""), 1.0),
        ("onbsol6/sinbad6/s;onbad6/s", "1.00;2.00;3.00", ("icmp6.in_neighbor_advertisements", ""), 2.0),
    ],
)
def test_a_row_has_the_metrics_of_its_header(names: str, row: str, key: tuple[str, str], value: float) -> None:
    readings = read(db, f"{HEADER}{names}\n{ROW_START}{row}\n")
    assert readings[key] == ([SECONDS], [pytest.approx(value, rel=1e-12)])


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
    readings = values(db, f"{HEADER}{names}\n{ROW_START}-1;1.00;99.00;0;2.00;98.00;700;lo;5.00;eth0;6.00\n")
    assert readings["cpu.idle", "0"] == [0.98]
    assert readings["mem.free", ""] == [700 * 1024]
    assert readings["net.rx_packets", "eth0"] == [6.0]


def test_one_line_that_can_be_cut_in_two_ways_is_not_guessed() -> None:
    names = "CPU;%user[...];kbmemfree;kbmemused;TTY;rcvin/s[...]"
    log = f"{HEADER}{names}\n{ROW_START}-1;1.00;0;2.00;1;2.00;3;4.00\n"
    assert read(db, log) == {}
    assert ["in one way" in problem.message for problem in problems(db, log)] == [True]


def test_batteries_and_usb_devices_stand_in_a_line_of_all_sections() -> None:
    names = "CPU;%user[...];BUS;idvendor;idprod;maxpower;manufact;product[...];BAT;%cap;cap/min;status[...]"
    devices = "1;1d6b;2;500;Linux xhci;Hub;1;046d;c52b;98;Logitech;Receiver"
    log = f"{HEADER}{names}\n{ROW_START}-1;1.00;{devices};0;80.00;-1.20;Discharging;1;100.00;+0.60;Not charging\n"
    readings = values(db, log)
    assert (readings["usb.max_power", "1 1d6b:2"], readings["usb.max_power", "1 046d:c52b"]) == ([0.5], [0.098])
    assert (readings["battery.capacity", "0"], readings["battery.capacity", "1"]) == ([0.8], [1.0])
    assert (readings["battery.change", "0"], readings["battery.change", "1"]) == ([-0.0002], [0.0001])
    assert problems(db, log) == []


def test_the_texts_of_a_usb_device_are_no_header_that_was_cut() -> None:
    log = f"{HEADER}BUS;idvendor;idprod;maxpower;manufact;product\n{ROW_START}1;1d6b;2;500;A;B\n"
    assert problems(db, log) == []


def test_a_comment_may_hold_semicolons_and_a_restart_has_its_cpus() -> None:
    log = f"{HEADER}tps\n{ROW_START}1.00\nweb1;-1;2022-11-07 10:00:05 UTC;COM a; b\n"
    log += "web1;-1;2022-11-07 10:00:09 UTC;LINUX-RESTART\t(4 CPU)\n"
    first = next(db.parse(io.BytesIO(log.encode())))
    assert isinstance(first, TraceRecord)
    assert first.facts["comments"] == "a; b"
    assert read(db, log)["restart", ""] == ([SECONDS + 9], [4.0])


def test_memory_without_names_is_no_processor() -> None:
    log = f"{ROW_START}43;10.00;20.00;30.00;50.00\n{ROW_START}0;10.00;20.00;30.00;40.00\n"
    assert list(read(db, log)) == [(f"cpu.{n}", "0") for n in ("user_incl_guest", "nice", "system_incl_irq", "idle")]


# -p


def ppc_log(*lines: str) -> str:
    return "".join(f"web1\t10\t2022-11-07 10:00:00 UTC\t{line.replace(' ', chr(9))}\n" for line in lines)


def test_a_name_of_two_sections_is_of_the_one_before_it() -> None:
    readings = values(ppc, ppc_log("- call/s 1", "- retrans/s 2", "- atmptf/s 3", "- estres/s 4", "- retrans/s 5"))
    assert readings["nfs.retransmits", ""] == [2.0]
    assert readings["tcp.retransmitted_segments", ""] == [5.0]


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
        ("BAT0 %cap 100.00", ("battery.capacity", "0")),
        ("bat0 cap/min 0.00", ("battery.change", "0")),
        ("temp1 degC 40.00", ("temp.celsius", "1")),
        ("fan2 rpm 900.00", ("fan.rpm", "2")),
    ],
)
def test_an_item_has_the_name_of_the_text(line: str, key: tuple[str, str]) -> None:
    assert list(read(ppc, ppc_log(line))) == [key]


XML = """<host nodename="a"><statistics><timestamp date="2007-03-04" time="10:00:05" interval="5">
{}
</timestamp></statistics></host>"""
INTERFACES = """<network per="second">
    <net-device iface="lo"><net-dev rxpck="339.70" txpck="339.70" rxbyt="2048.00" rxkB="1.00"/>
        <net-edev rxerr="0.00"/></net-device>
    <net-device iface="eth0"><net-dev rxpck="12.00" txpck="8.00"/></net-device>
    <net-nfs call="1.00"/>
</network>"""


def test_each_interface_of_5_to_8_has_its_own_series() -> None:
    readings = values(xml, XML.format(INTERFACES))
    assert (readings["net.rx_packets", "lo"], readings["net.rx_packets", "eth0"]) == ([339.7], [12.0])
    assert (readings["net.rx_bytes", "lo"], readings["net.rx_kb", "lo"]) == ([2048.0], [1024.0])
    assert readings["net.rx_errors", "lo"] == [0.0]
    assert not [key for key in readings if key[0].startswith("raw:")]


@pytest.mark.parametrize("name", ["battery", "batteries"])
def test_batteries_have_the_metrics_of_the_text(name: str) -> None:
    row = '<bat number="{}" percent-capacity="{}" variation="{}" status="Charging"/>'
    rows = row.format(0, "80.00", "-1.20") + row.format(1, "100", "+0.60")
    readings = values(xml, XML.format(f"<power-management><{name}>{rows}</{name}></power-management>"))
    assert (readings["battery.capacity", "0"], readings["battery.change", "0"]) == ([0.8], [-0.0002])
    assert (readings["battery.capacity", "1"], readings["battery.change", "1"]) == ([1.0], [0.0001])
    assert len(readings) == len("01") * len(("capacity", "change"))


def test_interrupts_of_each_processor_are_named_as_in_the_text() -> None:
    element = '<interrupts><int-proc per="second"><irqcpu cpu="1" intr="24" value="3.00"/></int-proc></interrupts>'
    assert values(xml, XML.format(element)) == {("irq.per_s{intr=24}", "1"): [3.0]}


def test_a_row_that_is_none_says_what_was_expected() -> None:
    messages = [problem.message for problem in problems(db, f"{HEADER}DEV;tps\n{ROW_START}sda;oops\n")]
    assert messages == ["expected a number, found 'oops'"]


def test_a_line_that_is_cut_is_a_problem() -> None:
    log = ppc_log("- tps 14.00", "- rtps 15.00")
    assert list(values(ppc, log[:-4])) == [("io.transfers", "")]
    assert ["cut off" in problem.message for problem in problems(ppc, log[:-4])] == [True]


# -x


def test_entities_are_not_resolved() -> None:
    bomb = b'<!DOCTYPE sysstat [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>\n'
    log = NEW["sadf_xml"].replace(b"</sysname>", b"</sysname>\n" + bomb).replace(b'"vda"', b'"&b;"', 1)
    assert ["expected one sample in XML" in problem.message for problem in problems(xml, log)] == [True]
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
    read(db, "\n".join(HEADER + line for line in lines) + "\n" + "\n".join(ROW_START + line for line in lines))
    read(ppc, "\n".join(ROW_START.replace(";", "\t") + line for line in lines))
    read(xml, "".join(f'<timestamp date="2022-11-07" time="10:00:00">{line}</timestamp>' for line in lines))


@pytest.mark.parametrize("name", NAMES)
@given(end=st.integers(0, 10**6), of_old=st.booleans())
@settings(max_examples=25, deadline=None)
def test_a_log_cut_at_any_byte_never_raises(name: str, end: int, of_old: bool) -> None:
    content = (OLD if of_old else NEW)[name]
    read(formats()[name], content[: end % len(content)])


# Processors that come and go


def unplugged(*moments: str, named: bool = True) -> str:
    """Interrupt LOC of CPUs 0 to 2; CPU 1 is offline where a moment begins with `-`."""
    cpus, interrupts = f"{HEADER}CPU;%user;%idle\n", f"{HEADER}INTR;CPU*\n"
    for moment in moments:
        row_start = ROW_START.replace("10:00:00", moment.removeprefix("-"))
        online = [cpu for cpu in (0, 1, 2) if cpu != 1 or not moment.startswith("-")]
        cpus += "".join(f"{row_start}{cpu};1.00;99.00\n" for cpu in (-1, *online))
        interrupts += f"{row_start}LOC;9.00;" + ";".join(f"{cpu}.50" for cpu in online) + "\n"
    return cpus * named + interrupts


def test_a_processor_that_is_offline_leaves_its_interrupts_to_no_other() -> None:
    readings = values(db, unplugged("10:00:00", "-10:00:10", "10:00:20"))
    assert readings["irq.per_s{cpu=2}", "LOC"] == [2.5] * 3
    assert readings["irq.per_s{cpu=1}", "LOC"] == [1.5] * 2
    assert readings["irq.per_s", "LOC"] == [9.0] * 3


def test_a_processor_that_was_never_online_is_passed_over() -> None:
    readings = values(db, unplugged("-10:00:00", "-10:00:10"))
    assert readings["irq.per_s{cpu=2}", "LOC"] == [2.5] * 2
    assert ("irq.per_s{cpu=1}", "LOC") not in readings


def test_processors_that_no_row_names_are_not_guessed_once_their_number_changes() -> None:
    log = unplugged("10:00:00", "-10:00:10", named=False)
    assert values(db, log)["irq.per_s{cpu=2}", "LOC"] == [2.5]
    assert values(db, log)["irq.per_s", "LOC"] == [9.0] * 2
    assert ["only the sum" in problem.message for problem in problems(db, log)] == [True]


def test_processors_that_were_counted_before_a_row_named_others_are_a_problem() -> None:
    log = unplugged("-10:00:00", "-10:00:10")
    start = log.index("# hostname", 1)
    (problem,) = problems(db, log[start:] + log[:start])
    assert problem.line == 2
    assert "Expected the rows of CPU first" in problem.message
    whole = unplugged("10:00:00", "10:00:10")
    start = whole.index("# hostname", 1)
    assert problems(db, whole[start:] + whole[:start]) == []


def test_a_processor_that_goes_leaves_the_others_their_names_in_xml() -> None:
    moment = '<timestamp date="2007-03-04" time="10:00:0{}" interval="1"><cpu-load>{}</cpu-load></timestamp>'
    row = '<cpu number="{0}" user="{0}.50" idle="90.00"/>'
    samples = (moment.format(second, "".join(map(row.format, cpus))) for second, cpus in enumerate(("012", "02", "01")))
    log = f'<host nodename="a"><statistics>{"".join(samples)}</statistics></host>'
    readings = values(xml, log)
    assert [len(readings["cpu.user_incl_guest", cpu]) for cpu in "012"] == [3, 2, 2]
    assert {cpu: set(readings["cpu.user_incl_guest", cpu]) for cpu in "012"} == {
        "0": {0.005},
        "1": {0.015},
        "2": {0.025},
    }


@pytest.mark.parametrize("name", ["sadf_db", "sadf_ppc"])
def test_the_remarks_of_a_collector_say_nothing(name: str) -> None:
    log = NEW[name].rstrip(b"\n") + b"\n## Footer: end of the log\n"
    assert problems(formats()[name], log) == []
    assert same(read(formats()[name], log), read(formats()[name], NEW[name]))


def test_many_rows_at_once_say_what_each_says_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    log = b"".join(long_lines(400, "sadf_db.txt"))
    odd = log.replace(b";0.00\n", b";oops\n", 1).replace(b"\nvm;", b"\nother;", 700)
    at_once = [read(db, log), read(db, odd)]
    monkeypatch.setattr("ingest.formats.sysstat.sadf_db.rows.DbLines.alike", lambda *_: False)
    assert all(same(one, other) for one, other in zip(at_once, [read(db, log), read(db, odd)], strict=True))


@pytest.mark.parametrize("commas", [False, True])
def test_rows_that_are_all_alike_are_read_at_once(commas: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    log = b"".join(long_lines(400, "sadf_db.txt"))
    one_by_one = [0]
    quickly = DbLines._quickly

    def counted(lines: DbLines, cells: list[bytes]) -> bool:
        one_by_one[0] += 1
        return quickly(lines, cells)

    monkeypatch.setattr(DbLines, "_quickly", counted)
    readings = read(db, log.replace(b".", b",") if commas else log)
    assert len(readings) > 100
    assert one_by_one[0] < 0.02 * log.count(b"\n")


def rows_of_disks(host: str) -> str:
    return "".join(f"{host};10;2022-11-07 10:{n // 60:02}:{n % 60:02} UTC;sda;{n}.00\n" for n in range(300))


def test_rows_of_another_host_are_its_own_however_many_there_are() -> None:
    log = f"{HEADER}DEV;tps\n{rows_of_disks('web1')}{rows_of_disks('web2')}"
    traces = [entry for entry in db.parse(io.BytesIO(log.encode())) if isinstance(entry, TraceRecord)]
    assert [(trace.facts["host"], len(trace.values)) for trace in traces] == [("web1", 300), ("web2", 300)]


def test_a_comment_among_many_rows_is_no_disk_even_if_it_looks_like_one() -> None:
    rows = rows_of_disks("web1")
    log = f"{HEADER}DEV;tps\n{rows}web1;-1;2022-11-07 10:10:00 UTC;COM sda;2.00\n{rows}"
    traces = [entry for entry in db.parse(io.BytesIO(log.encode())) if isinstance(entry, TraceRecord)]
    assert {trace.item for trace in traces} == {"sda"}
    assert "sda;2.00" in str(traces[0].facts["comments"])


def test_a_last_line_that_may_have_lost_digits_is_no_row() -> None:
    names, rows = HEADER + "proc/s;runq-sz;plist-sz\n", (f"{ROW_START}1.00;2;1234\n", f"{ROW_START}1.00;2;1234")
    for digits in range(1, 5):
        log = names + rows[0] + rows[1][: len(rows[1]) - 4 + digits]
        assert [series[1] for series in read(formats()["sadf_db"], log).values()][-1] == [1234.0]
        problem = list(formats()["sadf_db"].parse(io.BytesIO(log.encode())))[-1]
        assert isinstance(problem, Problem)
        assert "cut off" in problem.message


@pytest.mark.parametrize(
    ("name", "log"),
    [("sadf_json", recorded("12.6.1", "sadf.json")), ("sadf_xml", NEW["sadf_xml"]), ("sadf_db", NEW["sadf_db"])],
)
def test_a_sample_has_one_value_though_two_names_stand_for_it(name: str, log: bytes) -> None:
    series = read(formats()[name], log)
    assert ("disk.avg_queue", "vda") in series
    repeated = [key for key, (times, _) in series.items() if len(set(times)) < len(times)]
    assert repeated == []
