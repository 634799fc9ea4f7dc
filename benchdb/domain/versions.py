"""Names as people write them -> product, version, series, flavour; and the order of versions. Pure.

`Linux 2.4.18-smp`, `SunOS 5.10 Generic_118833-33`, `Apache 2.0.58`, `nginx/1.22.1`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.text.names import composed

VersionKey = tuple[int, int, int, int, int, int]

OTHER_SERVER = "other server logged"  #: a kind of caveat
LOGGED = "server_software"  #: the fact of a log that names the server

VERSION = re.compile(
    r"(?<![\w.])v?(\d+(?:\.\d+)*)(?:[-_.~]?(test|alpha|beta|pre|rc|dev)[-.]?(\d*))?(?:-(\d+))?", re.IGNORECASE
)
STAGES = {"dev": -5, "test": -4, "alpha": -3, "beta": -2, "pre": -2, "rc": -1}
PRODUCT = re.compile(r"\s*([^\d/]*[^\d/\s])[\s/]+(?=v?\d)")
SYSTEMS = {name.lower(): name for name in ("Linux", "SunOS", "FreeBSD", "NetBSD", "OpenBSD", "DragonFly", "Darwin")}
NOT_FLAVOURS = re.compile(r"(test|alpha|beta|pre|rc|dev|el|fc|x86|amd|i\d86|aarch|v?\d|generic_)", re.IGNORECASE)


def folded(name: str) -> str:
    """What a name is known by, whatever the case, the spaces and Unicode's form: as `lower` of the database makes it,
    letter by letter.

    Not `lower()`, which makes two letters of İ and has a Σ at the end of a word otherwise; not `casefold()`, by which
    Straße and STRASSE were one, which are two rows.
    """
    words = composed(" ".join(name.split()))
    return words.lower() if words.isascii() else "".join(letter.lower()[0] for letter in words)


def version_key(name: str) -> VersionKey:
    """What to sort `name` by: 2.4.9 < 2.4.18 < 2.6.0-test5 < 2.6.0 < 2.6.0-14. All zeros where there is no version."""
    match = VERSION.search(name)
    if not match:
        return (0, 0, 0, 0, 0, 0)
    major, minor, micro, nano = ([int(part) for part in match[1].split(".")] + [0, 0, 0, 0])[:4]
    stage = STAGES[match[2].lower()] if match[2] else 0
    return (major, minor, micro, nano, stage, int(match[3] or match[4] or 0))


def version_of(name: str) -> str:
    """The version inside `name` as written, "" if none: `Apache/2.0.58 (Unix)` -> `2.0.58`."""
    match = VERSION.search(name)
    return match[0] if match else ""


def without_patch_level(name: str) -> str:
    """`name` with two numbers of its version, for those that differ in later ones alone: `wrk 4.1.2` -> `wrk 4.1`.

    A pre-release stays one: 4.1.0-rc1 is no patch level of 4.1. So does what stands around the version.
    """
    match = VERSION.search(name)
    if not match:
        return name
    major, minor = [int(part) for part in (*match[1].split("."), "0")][:2]
    stage = f"-{match[2].lower()}{match[3]}" if match[2] else ""
    return f"{name[: match.start()]}{major}.{minor}{stage}{name[match.end() :]}"


@dataclass(frozen=True, slots=True)
class KernelName:
    """What a kernel's name says."""

    os: str  #: Linux, SunOS, FreeBSD; "" where the name does not say
    release: str  #: 2.4.18-smp, 5.10
    series: str  #: 2.4, 2.6, 5.10
    flavour: str  #: smp, bigmem, amd64; "" for the plain build
    build: str  #: Generic_118833-33
    patches: tuple[str, ...]  #: what was added to it, as written after a plus sign


def kernel_name(name: str) -> KernelName:
    """`Linux 2.4.1-smp + multi-queue scheduler` taken apart. A bare `2.6.0-test5` has no os."""
    base, *patches = (part.strip() for part in re.split(r"\s\+\s?", name))
    words = base.split()
    index = next((i for i, word in enumerate(words) if VERSION.match(word)), len(words))
    if index == len(words):
        words, index = apart(words)
    release = words[index] if index < len(words) else ""
    numbers = [*(VERSION.match(release) or [""])[0].lstrip("vV").split(".")] if release else []
    series = ".".join(re.sub(r"\D.*", "", number) for number in numbers[:2])
    build = " ".join(words[index + 1 :])
    named = flavour(release) or ("smp" if "SMP" in build.split() else "")
    return KernelName(" ".join(words[:index]), release, series, named, build, tuple(patches))


def apart(words: list[str]) -> tuple[list[str], int]:
    """`linux-6.1` as a system and its release, `kernel-6.1` as a release alone; (the words, the release's place)."""
    for index, word in enumerate(words):
        if match := VERSION.search(word):
            system = SYSTEMS.get(word[: match.start()].rstrip("-_.").lower(), "")
            before = [*words[:index], *([system] if system else [])]
            return [*before, word[match.start() :], *words[index + 1 :]], len(before)
    return words, len(words)


def flavour(release: str) -> str:
    """The named build in a kernel release: `2.4.18-smp` -> smp, `5.10.0-26-cloud-amd64` -> cloud-amd64, else ""."""
    words = release.split("-")[1:]
    while words and (words[0].isdigit() or NOT_FLAVOURS.match(words[0])) and words[0] not in {"amd64", "i686"}:
        words.pop(0)
    return "-".join(words)


@dataclass(frozen=True, slots=True)
class ServerName:
    """What a server's name says."""

    product: str
    version: str

    def __str__(self) -> str:
        return f"{self.product} {self.version}".strip()


def server_name(name: str) -> ServerName:
    """`Apache/2.0.58 (Unix)` or `Apache 2.0.58` -> Apache, 2.0.58; a name without a version is a product."""
    match = PRODUCT.match(name)
    return ServerName(match[1], version_of(name)) if match else ServerName(name.strip(), "")


def is_other_server(name: str, logged: str) -> bool:
    """Whether two names cannot be of one server. One that says less (no version, a shorter one) contradicts nothing."""
    stated, printed = server_name(name), server_name(logged)
    first, other = (one.product.casefold().partition(" ")[0] for one in (stated, printed))
    if not first or not other or first != other:
        return bool(first and other)
    pairs = zip(stated.version.split("."), printed.version.split("."), strict=False)
    return bool(stated.version and printed.version) and any(one != two for one, two in pairs)


def other_server(counted: object, facts: Mapping[str, Any]) -> list[Caveat]:
    """The caveat of a run that counts as another server's than its log names; none where both can be one."""
    name, logged = str(counted or ""), str(facts.get(LOGGED) or "")
    if not is_other_server(name, logged):
        return []
    return [caveat(OTHER_SERVER, stated=name, logged=str(server_name(logged)))]
