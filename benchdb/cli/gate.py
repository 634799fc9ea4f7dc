"""`benchdb compare --fail-if worse`: a comparison's verdicts -> an exit status that a build can stop at. Pure.

Exit status, an interface: 0 = nothing that was to fail, 1 = worse (or what `--fail-if` names), 3 = not comparable,
4 = too few runs to judge. Where several hold, the first of 1, 3, 4 counts.
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

FINE, FAILED, NOT_COMPARABLE, TOO_FEW = 0, 1, 3, 4
#: What `--fail-if` and `--unless` take -> the verdicts of the site that it stands for.
VERDICTS = {
    "worse": ("worse",),
    "better": ("better",),
    "differs": ("better", "worse", "differs"),
    "not-equivalent": ("better", "worse", "differs", "no evidence", "cannot be told from drift"),
}
#: What only a comparison with a margin can answer: without one no two sides are equivalent, however alike.
OF_A_MARGIN = "not-equivalent"
EXCUSES = {"too-few-runs": TOO_FEW, "not-comparable": NOT_COMPARABLE}
#: What a summary begins with: a program that comments on a change finds its own comment by it, and replaces that.
MARKER = "<!-- benchdb: {key} -->"


NO_MARGIN = (
    f"--fail-if {OF_A_MARGIN} needs a margin within which two sides count as the same, in percent: add --band 2, or as "
    "many as you can bear"
)


@dataclass(frozen=True, slots=True)
class Judged:
    """One cell of a comparison that stands beside its baseline."""

    metric: str
    row: str
    column: str
    verdict: str
    change: float | None  #: a fraction; None where there is no ratio


@dataclass(frozen=True, slots=True)
class Gate:
    """What is to fail."""

    verdicts: tuple[str, ...] = VERDICTS["worse"]
    by: float = 0.0  #: a fraction: smaller changes do not fail
    excused: frozenset[int] = frozenset()  #: exit statuses that count as fine

    @classmethod
    def of(cls, options: Namespace) -> Gate | None:
        """The gate that the options ask for; None where they ask for none."""
        if not options.fail_if:
            return None
        return cls(VERDICTS[options.fail_if], options.by, frozenset(EXCUSES[name] for name in options.unless))

    @property
    def wants_margin(self) -> bool:
        return self.verdicts == VERDICTS[OF_A_MARGIN]

    def fails(self, cell: Judged) -> bool:
        return cell.verdict in self.verdicts and (cell.change is None or abs(cell.change) >= self.by)

    def status(self, cells: Iterable[Judged]) -> int:
        """The exit status for these cells. A comparison in which nothing stands beside a baseline is not comparable."""
        cells = list(cells)
        if any(self.fails(cell) for cell in cells):
            return FAILED
        faults = []
        if not cells or any(cell.verdict == "not comparable" for cell in cells):
            faults.append(NOT_COMPARABLE)
        if any(cell.verdict == "too few runs" for cell in cells):
            faults.append(TOO_FEW)
        return next((fault for fault in faults if fault not in self.excused), FINE)


def judged(answer: Mapping[str, Any]) -> list[Judged]:
    """The compared cells of a comparison's JSON."""
    return [
        Judged(row["metric"], row["row"], cell["column"], cell["verdict"], cell["change"])
        for row in answer["rows"]
        for cell in row["cells"]
        if cell["verdict"]
    ]


def has_margin(query: Iterable[tuple[str, str]]) -> bool:
    """Whether a comparison is asked within which margin its sides are equivalent; 0 is none."""
    return any(name == "band" and text.strip("0.% ") for name, text in query)


def share(text: str) -> float:
    """`2%` or `2` as 0.02."""
    try:
        percent = float(text.removesuffix("%"))
    except ValueError:
        percent = -1.0
    if not 0 <= percent < 100:
        raise ArgumentTypeError(f"{text!r}: expected a percentage from 0 to below 100, as 2%")
    return percent / 100


def add_gate(parser: ArgumentParser, fail_if: str = "") -> None:
    """The options of a gate; `fail_if` is what fails where nobody says."""
    parser.add_argument(
        "--fail-if",
        choices=VERDICTS,
        default=fail_if,
        help=f"end with 1 where a cell has this verdict; {OF_A_MARGIN}: where it is not shown to be within --band",
    )
    parser.add_argument(
        "--band", default="", metavar="PERCENT", help="sides this close count as equivalent, as 2; without it none do"
    )
    parser.add_argument("--by", type=share, default=0.0, metavar="PERCENT", help="let smaller changes pass")
    parser.add_argument(
        "--unless", action="append", default=[], choices=EXCUSES, help="end with 0 there instead of 4 or 3"
    )
    parser.add_argument("--summary", metavar="FILE", help="write Markdown for a job's page or a comment; - prints it")


def summary(status: int, key: str, markdown: str) -> str:
    """Markdown that begins with a marker of its own, then says what the gate decided."""
    words = {
        FINE: "✅ Nothing got worse.",
        FAILED: "❌ It got worse.",
        NOT_COMPARABLE: "⚠️ Not comparable.",
        TOO_FEW: "⚠️ Too few runs to judge.",
    }
    return f"{MARKER.format(key=key)}\n**{words[status]}**\n\n{markdown.strip()}\n"
