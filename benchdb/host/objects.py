"""Bytes that are kept outside of PostgreSQL: in a folder, or in a bucket of S3 or of what speaks like it.

An object is known by its whole address (`s3://bucket/logs/ab/ab12…`, `folder:/srv/logs/ab/ab12…`), so that those of
several places can be read while they are moved from one to the other. RAW_LOGS names the place of new ones.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from uuid import uuid4

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, Storage
from django.db import OperationalError

LETTERS = 2  #: of an object's name, which make its folder
FULL = (errno.ENOSPC, errno.EDQUOT)


class Unreachable(OperationalError):
    """A place of objects does not answer: as when the database does not, workers try again and readers are told."""


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
    place, letters, name = address.rsplit("/", 2)
    return place, f"{letters}/{name}"


def put(place: str, content: bytes) -> str:
    """The new object's address; it is there for good when this returns. Unreachable; OSError where its disk is full."""
    name = uuid4().hex
    name = f"{name[:LETTERS]}/{name}"
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
    return f"{place}/{name}"


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
    """Those that are not there any more are passed over. Unreachable."""
    for address in addresses:
        place, name = place_of(address)
        storage = reached(place)
        try:
            storage.delete(name)
        except faults() as error:
            raise Unreachable(f"{place} does not remove a raw log: {error}") from error


def objects(place: str) -> Iterator[tuple[str, datetime]]:
    """(address, when it was written) of all that a place has. Unreachable."""
    storage = reached(place)
    try:
        for letters in storage.listdir("")[0]:
            for name in storage.listdir(letters)[1]:
                yield f"{place}/{letters}/{name}", storage.get_modified_time(f"{letters}/{name}")
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
