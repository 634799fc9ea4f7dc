"""mpstat of Solaris: CPUs and sets of them."""

from __future__ import annotations

from ingest.formats.solaris.tests.logs import CPU, MPSTAT_HEAD, samples_of, values


def test_a_sample_of_mpstat_has_all_cpus() -> None:
    block = MPSTAT_HEAD + CPU.format(0) + CPU.format(1)
    records = samples_of("solaris_mpstat", block * 3)
    assert {trace.item for trace in records} == {"0", "1"}
    assert {tuple(trace.times.tolist()) for trace in records} == {(1, 2)}
    assert values("solaris_mpstat", block * 2)["lock.mutex_spins", "1"] == [77]


def test_processor_sets_and_stolen_time_are_read() -> None:
    block = (
        MPSTAT_HEAD.replace("CPU", "SET").replace("wt", "st").replace("idl", "idl sze") + CPU.format(0)[:-1] + "   4\n"
    )
    readings = values("solaris_mpstat", block * 2)
    assert (readings["cpu.steal", "set 0"], readings["cpu.set_size", "set 0"]) == ([0], [4, 4])
