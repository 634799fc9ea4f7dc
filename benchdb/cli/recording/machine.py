"""This machine, as a benchmark's reader must know it: kernel, processors, memory, zone, the network's settings."""

from __future__ import annotations

import ipaddress
import os
import re
import shutil
import socket
import subprocess
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

SYSCTLS = (
    "net.core.netdev_max_backlog",
    "net.core.rmem_max",
    "net.core.somaxconn",
    "net.core.wmem_max",
    "net.ipv4.ip_local_port_range",
    "net.ipv4.tcp_congestion_control",
    "net.ipv4.tcp_fin_timeout",
    "net.ipv4.tcp_max_syn_backlog",
    "net.ipv4.tcp_rmem",
    "net.ipv4.tcp_syncookies",
    "net.ipv4.tcp_tw_reuse",
    "net.ipv4.tcp_wmem",
)
MODEL = re.compile(r"^(?:model name|cpu model|Model)\s*:\s*(.+)$", re.MULTILINE)


BOOTED = re.compile(r"^btime (\d+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Machine:
    """What can be known of the machine this runs on."""

    name: str
    kernel: str
    cpus: int  #: online
    memory_bytes: int
    cpu_model: str = ""
    zone: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    booted_at: str = ""  #: ISO 8601, UTC; "" where the system does not say


def this_machine() -> Machine:
    system = os.uname()
    build = f" {system.version}" if system.sysname == "SunOS" else ""  # elsewhere it is a date
    return Machine(
        name=socket.gethostname(),
        kernel=f"{system.sysname} {system.release}{build}",
        cpus=int(os.sysconf("SC_NPROCESSORS_ONLN")),
        memory_bytes=int(os.sysconf("SC_PHYS_PAGES")) * int(os.sysconf("SC_PAGE_SIZE")),
        cpu_model=cpu_model(),
        zone=zone(),
        settings=settings(),
        booted_at=booted_at(),
    )


def cpu_model() -> str:
    try:
        match = MODEL.search(Path("/proc/cpuinfo").read_text("utf-8", "replace"))
    except OSError:
        return ""
    return match[1].strip() if match else ""


def booted_at(statistics: Path = Path("/proc/stat")) -> str:
    try:
        match = BOOTED.search(statistics.read_text("utf-8", "replace"))
    except OSError:
        return ""
    return datetime.fromtimestamp(int(match[1]), UTC).isoformat() if match else ""


def zone() -> str:
    """The Solaris zone; "" where there are none."""
    if not shutil.which("zonename"):
        return ""
    return subprocess.run(["zonename"], capture_output=True, text=True, check=False).stdout.strip()


def settings() -> dict[str, str]:
    """The kernel's settings that a load depends on, by their sysctl names."""
    settings = dict[str, str]()
    for name in SYSCTLS:
        try:
            settings[name] = " ".join(Path("/proc/sys", *name.split(".")).read_text().split())
        except OSError:
            continue
    return settings


def is_this_machine(host: str) -> bool:
    """Whether `host` is an address of the machine this runs on: one that a socket of ours can be bound to."""
    try:
        addresses = {str(info[4][0]) for info in socket.getaddrinfo(host, None)}
    except OSError:
        return False
    return any(is_ours(address) for address in addresses)


def is_ours(address: str) -> bool:
    if ipaddress.ip_address(address.partition("%")[0]).is_loopback:
        return True
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True
