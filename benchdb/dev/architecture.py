"""The drawing in docs/architecture.md: folders and what they import, from the code. `--write` puts it there.

An arrow that other arrows imply is left out: where A imports B and B imports C, A's own import of C is not drawn.
Tests, migrations, what is not shipped and the modules that only wire Django together are left out too.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping

from grimp import build_graph

from benchdb.dev.structure import WINGS
from benchdb.host.paths import ROOT

PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- python -m benchdb.dev.architecture --write -->\n", "<!-- end of the drawing -->\n"
LEFT_OUT = frozenset({"tests", "dev", "migrations", "management"})
WIRING = frozenset({"urls", "apps", "admin", "settings", "celery", "wsgi", "tasks"})
TITLES = {"ingest": "ingest: writes", "frontend": "frontend: shows", "benchdb": "benchdb: what both stand on"}

Imports = Mapping[str, frozenset[str]]  #: room -> the rooms it imports


def room(module: str) -> str | None:
    """`ingest.formats.load.ab` -> `ingest.formats`; None for what is not drawn."""
    parts = module.split(".")
    if len(parts) < 2 or parts[1] in LEFT_OUT | WIRING or parts[-1].startswith("test_") or "tests" in parts:
        return None
    return ".".join(parts[:2])


def imports() -> Imports:
    graph = build_graph(*WINGS, cache_dir=None)
    rooms: dict[str, set[str]] = defaultdict(set)
    for module in graph.modules:
        if (here := room(module)) is None:
            continue
        targets = map(room, graph.find_modules_directly_imported_by(module))
        rooms[here] |= {target for target in targets if target and target != here}
    return {name: frozenset(targets) for name, targets in rooms.items()}


def reachable(graph: Imports, start: str) -> set[str]:
    """All rooms below `start`, itself only where it is in a circle."""
    seen, open_ends = set[str](), [*graph.get(start, ())]
    while open_ends:
        name = open_ends.pop()
        if name not in seen:
            seen.add(name)
            open_ends += graph.get(name, ())
    return seen


def reduced(graph: Imports) -> Imports:
    """Without the arrows that others imply; those of a circle all stay."""
    below = {name: reachable(graph, name) for name in graph}

    def is_above(one: str, other: str) -> bool:
        return other in below.get(one, ()) and one not in below.get(other, ())

    def is_implied(name: str, target: str) -> bool:
        return any(is_above(name, between) and is_above(between, target) for between in graph[name] - {target})

    return {
        name: frozenset(target for target in targets if not is_implied(name, target)) for name, targets in graph.items()
    }


def drawing(graph: Imports) -> str:
    """Mermaid text."""
    return "".join(f"{line}\n" for line in ("```mermaid", "flowchart TB", *boxes(graph), *arrows(graph), "```"))


def boxes(graph: Imports) -> Iterator[str]:
    for wing, title in TITLES.items():
        yield f'    subgraph {wing}["{title}"]'
        yield from (
            f"        {name}[{name.partition('.')[2]}]" for name in sorted(graph) if name.startswith(f"{wing}.")
        )
        yield "    end"


def arrows(graph: Imports) -> Iterator[str]:
    for name, targets in sorted(reduced(graph).items()):
        if targets:
            yield f"    {name} --> {' & '.join(sorted(targets))}"


def written(page: str, text: str) -> str:
    """The page with the drawing between its marks."""
    before, _, rest = page.partition(BEGIN)
    return before + BEGIN + text + END + rest.partition(END)[2]


def main() -> None:
    text = drawing(imports())
    if "--write" in sys.argv:
        PAGE.write_text(written(PAGE.read_text("utf-8"), text), encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
