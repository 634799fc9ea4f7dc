"""`python -m benchdb.dev.benchmarks.same_answers`: whether other code gives the same answers, byte for byte.

Before a change `--keep FILE` asks many addresses of the database that BENCHDB_DATA names and notes what they answer;
after it `--against FILE` asks them again. They are the pages of the benchmark and questions of every kind, at random by
a seed, from the values that the data have.
"""

from __future__ import annotations

import argparse
import logging
import os
import random
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from benchdb.dev.benchmarks.page_list import PAGES

ENDINGS = (".json", ".json", ".json", ".csv", ".md", ".txt")
FILTERS = ("machine", "kernel", "kernel_series", "zone", "cpus", "server", "concurrency", "study", "trial", "status")
AXES = ("kernel", "zone", "cpus", "server", "concurrency", "machine", "kernel_series", "server_product", "trial")
ACCEPTED = ("", "", "all", "kernel", "machine,server,zone", "no_rules")
TRIES = 20  #: for each question that is wanted
CHANGING = re.compile(rb'(?i)(?:csrfmiddlewaretoken" value="|x-csrftoken": "|nonce=")[^"]*"')  #: with each process


@dataclass(frozen=True, slots=True)
class Answered:
    """What an address answers."""

    status: str
    digest: str  #: SHA-256 of the bytes
    address: str


def answers(addresses: Iterable[str]) -> Iterator[Answered]:
    from django.test import Client

    client = Client()
    for address in addresses:
        answer: Any = client.get(address)
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        yield Answered(str(answer.status_code), sha256(CHANGING.sub(b"", content)).hexdigest(), address)


def addresses(count: int, seed: int, most_runs: int) -> list[str]:
    """The pages of the benchmark, and so many questions about at most so many runs."""
    choice, values, made = random.Random(seed), values_of_data(), dict[str, None]()
    for _ in range(TRIES * count):
        if len(made) < count:
            made |= dict.fromkeys(question(choice, values, most_runs))
    return [*(path for path, _ in PAGES.values() if path != "/runs/4000/"), *made]


def values_of_data() -> dict[str, list[str]]:
    """What can be filtered by, and the metrics."""
    from benchdb.models import PackedSeries, Study
    from benchdb.reads.packed.census import latest

    census = latest.census()
    values = {key: sorted(census.sums(key, census.counts)) for key in FILTERS if key not in ("study", "trial")}
    metrics = PackedSeries.objects.order_by("metric").values_list("metric", flat=True).distinct()
    studies = Study.objects.order_by("slug").values_list("slug", flat=True)
    return {**values, "trial": ["1", "2"], "study": list(studies), "metric": list(metrics)}


def question(choice: random.Random, values: dict[str, list[str]], most_runs: int) -> list[str]:
    """The address of one; none where it is about too many runs, or cannot be asked."""
    from benchdb.questions.base import BadQuestion
    from benchdb.questions.kinds import question_of
    from benchdb.reads.packed.census import latest
    from benchdb.reads.search.select import selected

    kind = choice.choice(("compare", "compare", "scaling", "history", "cost"))
    filters = [(key, choice.choice(values[key])) for key in choice.sample(FILTERS, choice.choice((1, 1, 2, 2, 3)))]
    pairs = [*own_pairs(kind, choice, values["metric"]), *filters, ("accept", choice.choice(ACCEPTED))]
    ending = choice.choice(ENDINGS)
    try:
        made = question_of(kind, parse_qsl(urlencode(pairs)))
    except BadQuestion:
        return []
    return [made.path(ending)] if 0 < selected(latest.census(), made.where).total <= most_runs else []


def own_pairs(kind: str, choice: random.Random, metrics: Sequence[str]) -> list[tuple[str, str]]:
    """What a question of this kind says besides its filters."""
    rows, cols = choice.sample(AXES, 2)
    metric = choice.choice(("requests_per_second", *metrics))
    protocol = choice.choice(("median", "median", "mean", "zones"))
    if kind == "compare":
        band = choice.choice(("", "5"))
        return [("rows", rows), ("cols", cols), ("metric", metric), ("protocol", protocol), ("band", band)]
    if kind == "scaling":
        return [("x", choice.choice(("cpus", "concurrency"))), ("by", cols), ("metric", metric), ("protocol", protocol)]
    if kind == "history":
        return [("x", choice.choice(("time", "time", "kernel"))), ("by", choice.choice(("", cols))), ("metric", metric)]
    return [("by", cols), ("protocol", protocol)]


def noted(every: Iterable[Answered]) -> str:
    return "".join("\t".join(astuple(one)) + "\n" for one in every)


def read(file: Path) -> list[Answered]:
    return [Answered(*line.split("\t")) for line in file.read_text("utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", type=Path, help="a file for what is answered now")
    parser.add_argument("--against", type=Path, help="a file that was kept before")
    parser.add_argument("--questions", type=int, default=400)
    parser.add_argument("--most-runs", type=int, default=20_000, help="of a question")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchdb.settings")
    django.setup()
    from django.conf import settings

    logging.disable(logging.WARNING)
    settings.ALLOWED_HOSTS, settings.DEBUG = ["*"], False
    if given.keep:
        given.keep.write_text(noted(answers(addresses(given.questions, given.seed, given.most_runs))), "utf-8")
    if given.against:
        before = read(given.against)
        others = [now for now, one in zip(answers(one.address for one in before), before, strict=True) if now != one]
        print(f"{len(before)} addresses, {len(others)} answer otherwise")
        sys.exit("\n".join(f"{one.status} {one.address}" for one in others) or None)


if __name__ == "__main__":
    main()
