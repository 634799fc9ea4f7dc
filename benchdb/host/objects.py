"""Bytes that are kept outside of PostgreSQL: in a folder, or in a bucket of S3 or of what speaks like it.

An object is known by its whole address (`s3://bucket/logs/ab/ab12…`, `folder:/srv/logs/ab/ab12…`), so that those of
several places can be read while they are moved from one to the other. RAW_LOGS names the place of new ones.

A place belongs to the site that wrote there first, by a mark in it. A copy of that site, restored elsewhere from a
backup, names the same objects: it reads them, and neither writes nor removes one there.
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from uuid import uuid4

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, Storage
from django.db import OperationalError, connection

LETTERS = 2  #: of an object's name, which make its folder
MARK = "benchdb-site"  #: beside the folders of a place: whose it is
#: One database of one server, in one folder: restored it is another one, and so is a copy of the server's folder.
SITE = """
SELECT system_identifier, (SELECT oid FROM pg_database WHERE datname = current_database()),
  (SELECT setting FROM pg_settings WHERE name = 'data_directory')
FROM pg_control_system()
"""
FULL = (errno.ENOSPC, errno.EDQUOT)


class Unreachable(OperationalError):
    """A place of objects does not answer: as when the database does not, workers try again and readers are told."""


class NotOurs(Unreachable):
    """A place belongs to another site: this one may read there."""


class Gone(Exception):
    """An object is not where it was kept; the message names it."""


@lru_cache(maxsize=8)
def storage_of(place: str) -> Storage:
    """`folder:/srv/logs` or `s3://bucket/prefix`. The library of the latter is imported by who uses it."""
    kind, _, rest = place.partition(":")
    if kind == "folder":
        return FileSystemStorage(location=rest)
    from storages.backends.s3 import S3Storage

    bucket, _, prefix = rest.removeprefix("//").partition("/")
    endpoint = settings.S3_ENDPOINT or None
    return S3Storage(
        bucket_name=bucket, location=prefix, endpoint_url=endpoint, default_acl=None, querystring_auth=True
    )


def reached(place: str) -> Storage:
    """Unreachable where its folder is not there: made anew below an unmounted disk it would hide what is kept."""
    storage = storage_of(place)
    if isinstance(storage, FileSystemStorage) and not os.path.isdir(storage.location):
        raise Unreachable(f"{place}: there is no such folder; is its disk mounted?")
    return storage


def place_of(address: str) -> tuple[str, str]:
    """(the place, the object's name in it)"""
    if address.endswith(f"/{MARK}"):
        return address.removesuffix(f"/{MARK}"), MARK
    place, letters, name = address.rsplit("/", 2)
    return place, f"{letters}/{name}"


def this_site() -> str:
    """What tells this site's database from every copy of it."""
    with connection.cursor() as cursor:
        cursor.execute(SITE)
        return hashlib.sha256(repr(cursor.fetchone()).encode()).hexdigest()


def is_ours(place: str) -> bool:
    """Whether this site may write and remove there; a place that nobody has is this site's from now on. Unreachable."""
    if owner(place) is None:
        write(place, MARK, this_site().encode())
    return not is_anothers(place)


def is_anothers(place: str) -> bool:
    """Whether another site has it. Unreachable."""
    return owner(place) not in (None, this_site().encode())


def owner(place: str) -> bytes | None:
    """Whose mark is there; None where nobody has it. Unreachable."""
    try:
        return content_of(f"{place}/{MARK}")
    except Gone:
        return None


def require_ours(place: str) -> None:
    """NotOurs, Unreachable."""
    if owner(place) != this_site().encode() and not is_ours(place):
        raise NotOurs(
            f"{place} belongs to another site, and this is a copy of that: it reads there and writes nothing. "
            "Give RAW_LOGS a place of its own; where the other site is gone, `manage.py move_logs --take-over`"
        )


def take_over(place: str) -> None:
    """It belongs to this site, whoever had it. Unreachable."""
    delete(f"{place}/{MARK}")
    require_ours(place)


def put(place: str, content: bytes, name: str = "") -> str:
    """The new object's address; it is there for good when this returns. NotOurs, Unreachable; OSError where its disk
    is full. `name`: that it had elsewhere, and keeps where it is free."""
    require_ours(place)
    name = name if name and not is_there(f"{place}/{name}") else new_name()
    write(place, name, content)
    return f"{place}/{name}"


def write(place: str, name: str, content: bytes) -> None:
    """All of it, or nothing."""
    storage = reached(place)
    try:
        storage.save(name, ContentFile(content))
        if isinstance(storage, FileSystemStorage):
            flush(storage.path(name))
    except faults() as error:
        with suppress(*faults()):
            storage.delete(name)  # a part of it
        if isinstance(error, OSError) and error.errno in FULL:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), place) from error
        raise Unreachable(f"{place} does not keep a raw log: {error}") from error


def new_name() -> str:
    name = uuid4().hex
    return f"{name[:LETTERS]}/{name}"


def flush(path: str) -> None:
    """So that a power cut does not take what was acknowledged: the file, and its name in the folder."""
    for name in (path, os.path.dirname(path), os.path.dirname(os.path.dirname(path))):
        descriptor = os.open(name, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)


def content_of(address: str) -> bytes:
    """An object's bytes. Gone, Unreachable."""
    place, name = place_of(address)
    storage = reached(place)
    try:
        with storage.open(name) as file:
            return bytes(file.read())
    except FileNotFoundError as error:
        raise Gone(f"{address} is not there") from error
    except faults() as error:
        raise Unreachable(f"{place} does not give a raw log: {error}") from error


def is_there(address: str) -> bool:
    """Unreachable."""
    place, name = place_of(address)
    storage = reached(place)
    try:
        return bool(storage.exists(name))
    except faults() as error:
        raise Unreachable(f"{place} does not say whether it has a raw log: {error}") from error


def remove(addresses: Iterable[str]) -> None:
    """Those that are not there any more are passed over, and those in a place of another site stay. Unreachable."""
    ours: dict[str, bool] = {}
    for address in addresses:
        place, _ = place_of(address)
        if place not in ours:
            ours[place] = is_ours(place)
        if ours[place]:
            delete(address)


def delete(address: str) -> None:
    place, name = place_of(address)
    storage = reached(place)
    try:
        storage.delete(name)
    except faults() as error:
        raise Unreachable(f"{place} does not remove a raw log: {error}") from error


def objects(place: str) -> Iterator[tuple[str, datetime]]:
    """(address, when it was written) of all that a place has. Unreachable."""
    storage = reached(place)
    for address in addresses(place):
        try:
            yield address, storage.get_modified_time(place_of(address)[1])
        except FileNotFoundError:  # removed since it was listed
            continue
        except faults() as error:
            raise Unreachable(f"{place} does not list its raw logs: {error}") from error


def addresses(place: str) -> Iterator[str]:
    """Of all that a place has. Unreachable."""
    storage = reached(place)
    try:
        for letters in storage.listdir("")[0]:
            for name in storage.listdir(letters)[1]:
                yield f"{place}/{letters}/{name}"
    except FileNotFoundError:
        return  # nothing was ever kept there
    except faults() as error:
        raise Unreachable(f"{place} does not list its raw logs: {error}") from error


def faults() -> tuple[type[Exception], ...]:
    """What a place that cannot be reached raises, or one that may not be written."""
    try:
        from botocore.exceptions import BotoCoreError, ClientError
    except ImportError:
        return (OSError,)
    return (OSError, BotoCoreError, ClientError)
