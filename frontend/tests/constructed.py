"""Runs made for a test, with their uploads and numbers, many at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from benchdb.models import Kernel, Log, Machine, Measurement, Run, Setup, Upload, UploadFile


def setup(kernel: str, concurrency: int | None, machine: str = "built", **more: Any) -> Setup:
    """The setup row, made where it is new."""
    values = {"zone": "", "tool": "ab", **more}
    key = sha256(f"{machine}|{kernel}|{concurrency}|{sorted(values.items())}".encode()).hexdigest()
    matches, _ = Setup.objects.get_or_create(
        fingerprint=key,
        defaults={
            "machine": Machine.named(machine),
            "kernel": Kernel.named(kernel),
            "concurrency": concurrency,
            **values,
        },
    )
    return matches


def runs(made_on: Setup, numbers: Mapping[str, Sequence[float]]) -> list[Run]:
    """One upload, file and run for each number: metric, or metric:item -> its values, one per run."""
    count = len(next(iter(numbers.values())))
    begin = Upload.objects.count()
    names = [f"{made_on.pk}-{begin + place}" for place in range(count)]
    logs = Log.objects.bulk_create(Log(sha256=f"{name:0>64}", size=1) for name in names)
    uploads = Upload.objects.bulk_create(
        Upload(digest=f"{name:0>64}", state=Upload.State.STORED, created_at=None) for name in names
    )
    files = UploadFile.objects.bulk_create(
        UploadFile(upload=upload, log=log, position=0, name="built.log", format="ab")
        for upload, log in zip(uploads, logs, strict=True)
    )
    made = Run.objects.bulk_create(
        Run(setup=made_on, file=file, ordinal=1, trial=place + 1, format="ab", parser_version="1")
        for place, file in enumerate(files)
    )
    Measurement.objects.bulk_create(
        Measurement(run=run, metric=name.partition(":")[0], item=name.partition(":")[2], value=values[place])
        for place, run in enumerate(made)
        for name, values in numbers.items()
    )
    return made
