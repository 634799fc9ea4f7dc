"""Means inside the load window -> what they say of the run: CPU, and what one request cost. Pure.

Names of the means are those of the traces (`cpu.idle`, item `all`); results are metrics of benchdb/domain/metrics.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Means = Mapping[tuple[str, str], float]  #: (trace's metric, item) -> mean in base units

LOOPBACK = frozenset(("lo", "lo0"))
LOOPBACK_HOSTS = frozenset(("localhost", "127.0.0.1", "::1"))


@dataclass(frozen=True, slots=True)
class Load:
    """What the run itself says."""

    rate: float | None = None  #: requests per second
    cpus: int | None = None  #: online
    host: str = ""  #: that was asked
    server: str = ""  #: `nginx 1.22.1`


def whole(means: Means, *names: str) -> float | None:
    """The first of the metrics that is there, of the whole machine."""
    for name in names:
        for item in ("all", "", "sum", "SUM"):
            if (name, item) in means:
                return means[name, item]
    return None


def added(means: Means, *names: str) -> float | None:
    """The sum of those that are there; None if none is."""
    known = [value for name in names if (value := whole(means, name)) is not None]
    return sum(known) if known else None


def cpu_user(means: Means, load: Load) -> float | None:
    """User time with guests: sar counts them inside %user, mpstat and `sar -u ALL` apart. Niced work is another line.

    What somebody made give way is mostly not what the load made the server do, and no recording says where it is: it
    is told beside (`cpu_nice`).
    """
    if (user := whole(means, "cpu.user_incl_guest")) is not None:
        return user
    return added(means, "cpu.usr", "cpu.guest")


def cpu_system(means: Means, load: Load) -> float | None:
    """System time with interrupts: sar counts them inside %system, mpstat and `sar -u ALL` apart."""
    if (system := whole(means, "cpu.system_incl_irq")) is not None:
        return system
    return added(means, "cpu.sys", "cpu.irq", "cpu.soft")


def cpu_used(means: Means, load: Load) -> float | None:
    return _sum(cpu_user(means, load), cpu_system(means, load))


def _sum(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one + other


def per_request(value: float | None, load: Load) -> float | None:
    """Something per second -> per request."""
    return value / load.rate if value is not None and load.rate else None


def cpu_time(share: float | None, load: Load) -> float | None:
    """A share of all CPUs -> CPU seconds per request."""
    return per_request(share * load.cpus if share is not None and load.cpus else None, load)


def cpu_time_of_processes(means: Means, load: Load) -> float | None:
    """CPU seconds per request of the server's own processes, where each process was recorded (pidstat)."""
    names = programs(load.server)
    shares = [
        share for (name, item), share in means.items() if name == OF_A_PROCESS and program_of(item).startswith(names)
    ]
    return per_request(sum(shares), load) if names and shares else None


def programs(server: str) -> tuple[str, ...]:
    """What the programs of a server are called in lists of processes: `Apache 2.4.57` -> `apache2`, `httpd`…"""
    name = server.partition(" ")[0].lower()
    return PROGRAMS.get(name, (name,)) if name else ()


def program_of(item: str) -> str:
    """`1247 nginx: worker process` -> `nginx: worker process`; "" for a thread, which its process counts as well."""
    number, _, command = item.partition(" ")
    return command.lower() if number.isdigit() else ""


OF_A_PROCESS = "proc.cpu_pct"  #: CPU time of a process, in CPUs
PROGRAMS = {
    "apache": ("apache", "httpd"),
    "microsoft-iis": ("w3wp",),
    "tomcat": ("java",),
    "apache-coyote": ("java",),
    "jetty": ("java",),
    "werkzeug": ("python",),
    "python": ("python",),
    "node.js": ("node",),
}


def network_bytes(means: Means, load: Load) -> float | None:
    """Bytes per second on the wire, both ways; over the loopback interface only where the server was asked there."""
    if load.host in LOOPBACK_HOSTS:  # each byte is counted as sent and as received
        return next((means[name, item] for name, item in means if name in SENT and item in LOOPBACK), None)
    rates = [value for (name, item), value in means.items() if name in SENT + RECEIVED and item not in LOOPBACK]
    return sum(rates) if rates else None


SENT, RECEIVED = ("net.tx_kb", "net.tx_bytes"), ("net.rx_kb", "net.rx_bytes")

DERIVED: dict[str, Callable[[Means, Load], float | None]] = {
    "cpu_used": cpu_used,
    "cpu_user": cpu_user,
    "cpu_nice": lambda means, load: added(means, "cpu.nice", "cpu.gnice"),
    "cpu_system": cpu_system,
    "cpu_iowait": lambda means, load: whole(means, "cpu.iowait"),
    "cpu_steal": lambda means, load: whole(means, "cpu.steal"),
    "cpu_idle": lambda means, load: whole(means, "cpu.idle"),
    "memory_used": lambda means, load: whole(means, "mem.used_pct"),
    "swap_used": lambda means, load: whole(means, "swap.used_pct"),
    "run_queue": lambda means, load: whole(means, "queue.run"),
    "server_cpu_time_per_request": cpu_time_of_processes,
    "cpu_time_per_request": lambda means, load: cpu_time(cpu_used(means, load), load),
    "cpu_user_time_per_request": lambda means, load: cpu_time(cpu_user(means, load), load),
    "cpu_system_time_per_request": lambda means, load: cpu_time(cpu_system(means, load), load),
    "context_switches_per_request": lambda means, load: per_request(whole(means, "tasks.context_switches"), load),
    "interrupts_per_request": lambda means, load: per_request(whole(means, "irq.per_s"), load),
    "network_bytes_per_request": lambda means, load: per_request(network_bytes(means, load), load),
}


def derived(means: Means, load: Load) -> dict[str, float]:
    """Every metric of DERIVED that the means give, in its base unit."""
    values = {name: of(means, load) for name, of in DERIVED.items()}
    return {name: value for name, value in values.items() if value is not None}


def added_up(machines: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """What a request cost on several machines together, of all that is known of each; shares do not add up."""
    costs = [name for name in DERIVED if name.endswith("_per_request") and all(name in one for one in machines)]
    return {name: sum(one[name] for one in machines) for name in costs}
