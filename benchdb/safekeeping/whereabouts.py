"""Pieces of raw logs that a backup does not hold but names: where they are today."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchdb.host import objects
from benchdb.safekeeping.backup import ELSEWHERE, Server

FOLLOW = """
UPDATE benchdb_logchunk SET elsewhere = moved.now
FROM unnest(%s::text[], %s::text[]) AS moved (before, now) WHERE elsewhere = moved.before
"""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    moved: Mapping[str, str]  #: address in the backup -> address today
    lost: Collection[str]  #: addresses in the backup of what was removed since


def addresses_in(file: Path) -> list[str]:
    """Those that a backup names; none in one of an older release, which kept no list."""
    with zipfile.ZipFile(file) as archive:
        return json.loads(archive.read(ELSEWHERE)) if ELSEWHERE in archive.namelist() else []


def whereabouts(addresses: Collection[str], place: str) -> Whereabouts:
    """Each is where it was, or under its name in `place`, where logs are kept now, or lost. objects.Unreachable.

    A place is listed once: to ask for each of a million pieces would take hours.
    """
    places = {objects.place_of(address)[0] for address in addresses} | ({place} if addresses and place else set())
    there = {address for one in places for address in objects.addresses(one)}
    gone = [address for address in addresses if address not in there]
    today = {address: f"{place}/{objects.place_of(address)[1]}" for address in gone}
    moved = {address: now for address, now in today.items() if now in there}
    return Whereabouts(moved, [address for address in gone if address not in moved])


def follow(server: Server, moved: Mapping[str, str]) -> None:
    """The restored rows name pieces where they are today."""
    with server.connect() as connection:
        connection.execute(FOLLOW, [list(moved), list(moved.values())])
