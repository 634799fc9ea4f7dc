"""prstat: zones, processes, and screens with their codes."""

from __future__ import annotations

import math

from ingest.formats.solaris.tests.logs import GLOBAL, TOTAL, WEB1, ZONES, traces, values


def test_zones_have_their_shares() -> None:
    readings = values("prstat", ZONES + GLOBAL + WEB1 + TOTAL)
    assert (readings["zone.cpu", "global"], readings["zone.cpu", "web1"]) == ([0.049], [0.7])
    assert (readings["zone.memory", "web1"], readings["zone.rss", "web1"]) == ([0.005], [9386 * 1024])
    assert (readings["zone.swap", "web1"], readings["zone.processes", "web1"]) == ([12 * 2**30], [24])
    assert readings["zone.cpu_time", "global"] == [15 * 3600 + 130]
    assert (readings["system.lwps", ""], readings["load.1m", ""]) == ([516], [1.05])


def test_a_zone_that_is_not_there_has_no_value() -> None:
    log = "# prstat -Z 10\n" + ZONES + GLOBAL + WEB1 + TOTAL + ZONES + GLOBAL + TOTAL + ZONES + GLOBAL + WEB1 + TOTAL
    readings = {(trace.metric, trace.item): trace.times.tolist() for trace in traces("prstat", log)}
    assert (readings["zone.cpu", "global"], readings["zone.cpu", "web1"]) == ([0, 10, 20], [0, 20])


def test_a_screen_of_prstat_is_read_without_its_codes() -> None:
    screen = f"\x1b[H\x1b[4m{ZONES[:-1]}\x1b[m\x1b[K\r\n\r{GLOBAL[:-1]}\x1b[K\r\n\r{TOTAL[:-1]}\x1b[K\r\n"
    assert values("prstat", screen)["zone.cpu", "global"] == [0.049]


def test_counts_are_rates_only_where_the_interval_is_known() -> None:
    head = "   PID USERNAME USR SYS TRP TFL DFL LCK SLP LAT VCX ICX SCL SIG PROCESS/NLWP  \n"
    report = head + "  1201 webservd  47  14 0.0 0.0 0.0   -  23 0.1  2K 181 .3M   0 httpd/64\n" + TOTAL
    assert values("prstat", report * 2)["raw:SCL", "1201 httpd"] == [300_000]
    readings = values("prstat", "$ prstat -mc 2\n" + report * 2)
    assert (readings["proc.syscalls", "1201 httpd"], readings["proc.usr", "1201 httpd"]) == ([150_000], [0.47])
    assert math.isnan(readings["proc.lock_wait", "1201 httpd"][0])
