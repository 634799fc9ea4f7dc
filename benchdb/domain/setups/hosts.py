"""What the name of a host, and what it prints of itself, say of which machine it is. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from benchdb.domain.versions import SYSTEMS, folded, kernel_name

#: Names that installers, images, containers, clouds and CI give by themselves: many hosts have them.
DEFAULTS = re.compile(
    r"localhost\w*(\..*)?"
    r"|((ubuntu|debian|centos|fedora|rhel|rocky|rockylinux|almalinux|suse|opensuse|archlinux|alpine|gentoo|kali|freebsd"
    r"|openbsd|netbsd|openindiana|solaris)[-_]?[\d.]{0,8}|arch|linux|raspberrypi|raspberry|vagrant|vm|virtual|virtualbox"
    r"|kvm|qemu|host|hostname|computer|pc|default|template|live|livecd|none|unknown|buildroot|openwrt|beaglebone|docker)"
    r"(\.(local|localdomain|lan|home|internal))?|\(none\)"
    r"|(ip(-\d{1,3}){4}|ec2amaz-\w+|fv-az\d+-\d+|runnervm\w*|runner-\w+-project-[^.]*|[0-9a-f]{12})(\..*)?",
    re.IGNORECASE,
)
DOMAIN_NAME = re.compile(r"[^\s.]+(\.[^\s.]+)+")
#: What processors call themselves -> what they are; a 32-bit kernel may run on a 64-bit one.
FAMILIES = (
    (re.compile(r"x86_64|amd64|i[3-9]86|i86pc|x86"), "x86"),
    (re.compile(r"aarch64|arm.*"), "ARM"),
    (re.compile(r"sparc.*|sun4.*"), "SPARC"),
    (re.compile(r"ppc.*|powerpc.*"), "POWER"),
    (re.compile(r"mips.*|loongarch.*"), "MIPS"),
    (re.compile(r"riscv.*"), "RISC-V"),
    (re.compile(r"s390.*"), "s390"),
    (re.compile(r"ia64"), "Itanium"),
)


def is_default(host: str) -> bool:
    """Whether it is a name that nobody chose, as `localhost.localdomain`: it says nothing of the machine."""
    return DEFAULTS.fullmatch(host.strip()) is not None


def is_named(host: str, machine: str) -> bool:
    """Whether the host has the machine's name, either of them with its domain or without."""
    long, short = (host, machine) if len(host) > len(machine) else (machine, host)
    return folded(long) == folded(short) or (
        DOMAIN_NAME.fullmatch(long) is not None and folded(short) == folded(long.partition(".")[0])
    )


def different(hosts: Iterable[str]) -> tuple[str, ...]:
    """The names, each host once, whether it prints its domain or not; what prints none is left out."""
    names: list[str] = []
    for host in hosts:
        if host and not any(is_named(host, name) for name in names):
            names.append(host)
    return tuple(names)


def family(architecture: object) -> str:
    """The kind of processor; "" where it is none that is known."""
    name = str(architecture or "").strip().lower()
    return next((family for sign, family in FAMILIES if sign.fullmatch(name)), "")


def system(kernel: object) -> str:
    """`Linux` of `Linux 6.1.0`; "" for none."""
    return system_among(kernel_name(str(kernel)).os) if kernel else ""


def system_among(words: str) -> str:
    """The operating system that is among them; "" where none that is known is: a kernel may be called `vanilla`."""
    return next((SYSTEMS[word] for word in words.lower().split() if word in SYSTEMS), "")


def other(here: str, there: Collection[str]) -> bool:
    """Whether it is none of those that are known; what is not known contradicts nothing."""
    known = set(there) - {""}
    return bool(here and known and here not in known)
