"""`python -m benchdb.dev.format_pages`: docs/formats/*.md from the formats' own docstrings and the golden records.

A test holds that the pages are the ones this makes.
"""

from __future__ import annotations

import inspect
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchdb.domain.metrics import metric
from benchdb.host.paths import ROOT
from ingest.formats import Format, formats

LOGS = ROOT / "fixtures" / "logs"
PAGES = ROOT / "docs" / "formats"
UNREAD = """
## Not read

Hammerhead, PagePoker and WPT: no sample of their output and no description of it could be found, so nothing is
promised.
Their results are entered as a [table](table.md), as those of the founding studies are.
"""


def main() -> None:
    PAGES.mkdir(parents=True, exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
    for stale in set(PAGES.glob("*.md")) - pages().keys():
        stale.unlink()


def pages() -> dict[Path, str]:
    """Every page: one per format, and their index."""
    made = {PAGES / f"{name}.md": page(name, format) for name, format in formats().items()}
    return made | {PAGES / "README.md": index()}


def index() -> str:
    rows = "".join(f"| [{name}]({name}.md) | {format.title} |\n" for name, format in formats().items())
    return f"# Log formats\n\n| format | reads |\n|---|---|\n{rows}{UNREAD}"


def page(name: str, format: Format) -> str:
    """What is read, from which versions, what it becomes."""
    docs = inspect.cleandoc(format.docs)
    return f"# {format.title}\n\nFormat `{name}`. {docs}\n{versions(name)}{becomes(name)}"


def versions(name: str) -> str:
    """The folders of real logs, each a version, with how many logs it holds."""
    counts: dict[str, int] = defaultdict(int)
    for log in (LOGS / name).rglob("*.golden.jsonl"):
        counts[log.parent.relative_to(LOGS / name).as_posix()] += 1
    if not counts:
        return ""
    rows = "".join(f"| {version.removeprefix('.') or 'all'} | {count} |\n" for version, count in sorted(counts.items()))
    return f"\n## Tried on\n\n| logs of | count |\n|---|---|\n{rows}"


def becomes(name: str) -> str:
    """The metrics and facts that the sample logs really give."""
    metrics: dict[str, set[str]] = defaultdict(set)
    facts: set[str] = set()
    for line in golden(name):
        if line["kind"] == "run":
            facts |= line["facts"].keys()
            for measurement in line["measurements"]:
                metrics[measurement["metric"]].add(measurement["item"])
    if not metrics:
        return ""
    rows = "".join(f"| `{name}` | {metric(name).unit} | {items(metrics[name])} |\n" for name in sorted(metrics))
    listed = ", ".join(f"`{fact}`" for fact in sorted(facts))
    return f"\n## What it becomes\n\n| metric | unit | items |\n|---|---|---|\n{rows}\nFacts: {listed}.\n"


def items(names: set[str], most: int = 12) -> str:
    shown = [f"`{name}`" for name in sorted(names) if name][:most]
    return ", ".join(shown) + (", …" if len(names - {""}) > most else "")


def golden(name: str) -> Iterator[dict[str, Any]]:
    for path in sorted((LOGS / name).rglob("*.golden.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            yield json.loads(line)


if __name__ == "__main__":
    main()
