"""How large the rooms are: modules of a folder, lines of a file and of a function. `make check` runs this.

Migrations are not counted, nor an `__init__.py` among the modules of its folder, nor the tests beside it. Folders of
tests have their bound as well; how long tests are is their own affair.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchdb.host.paths import ROOT

WINGS = ("benchdb", "ingest", "frontend")
MOST_MODULES = 15  #: in one folder
TAIL = 95  #: the percentile of files and functions that these hold for
FILE_LINES, FUNCTION_LINES = 250, 20


@dataclass(frozen=True, slots=True)
class Sizes:
    """Of one tree of source code."""

    modules: dict[str, int]  #: folder -> modules in it
    file_lines: tuple[int, ...]
    function_lines: tuple[int, ...]


def sources(root: Path, *, tests: bool = False) -> Iterator[Path]:
    """Every Python file of the three wings; those of tests only where they are wanted."""
    for wing in WINGS:
        for path in sorted((root / wing).rglob("*.py")):
            parts = set(path.relative_to(root).parts)
            is_test = "tests" in parts or path.name.startswith(("test_", "conftest"))
            if not parts & {"migrations", "node_modules"} and (tests or not is_test):
                yield path


def sizes(root: Path) -> Sizes:
    modules: Counter[str] = Counter()
    file_lines, function_lines = list[int](), list[int]()
    for path in sources(root, tests=True):
        modules[path.parent.relative_to(root).as_posix()] += path.name != "__init__.py" and not stands_beside_code(path)
    for path in sources(root):
        text = path.read_text("utf-8")
        file_lines.append(text.count("\n"))
        function_lines += lines_of_functions(ast.parse(text))
    return Sizes(dict(modules), tuple(file_lines), tuple(function_lines))


def stands_beside_code(path: Path) -> bool:
    """Of a test: whether the folder is that of what it tests, and none of tests alone."""
    return path.name.startswith(("test_", "conftest")) and "tests" not in path.parts


def lines_of_functions(tree: ast.Module) -> list[int]:
    """From `def` to the last line, without what stands above it."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [(node.end_lineno or node.lineno) - node.lineno + 1 for node in functions]


def faults(measured: Sizes) -> list[str]:
    """A sentence for each bound that does not hold."""
    sentences = [
        f"{folder} has {count} modules: {MOST_MODULES} at most, it wants rooms"
        for folder, count in sorted(measured.modules.items())
        if count > MOST_MODULES
    ]
    for what, lines, most in (
        ("files", measured.file_lines, FILE_LINES),
        ("functions", measured.function_lines, FUNCTION_LINES),
    ):
        tail = tail_of(lines)
        if tail > most:
            sentences.append(f"{TAIL}% of the {what} have up to {tail:.0f} lines: {most} at most")
    return sentences


def tail_of(lines: tuple[int, ...]) -> float:
    return float(np.percentile(lines, TAIL)) if lines else 0.0


def main() -> None:
    measured = sizes(ROOT)
    if sentences := faults(measured):
        sys.exit("\n".join(sentences))
    for what, lines in (("files", measured.file_lines), ("functions", measured.function_lines)):
        print(f"{len(lines)} {what}: {np.median(lines):.0f} lines in the median, {tail_of(lines):.0f} at {TAIL}%")


if __name__ == "__main__":
    main()
