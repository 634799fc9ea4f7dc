"""The options of a gate: `--fail-if`, `--band`, `--by`, `--unless`, `--summary`."""

from __future__ import annotations

import math
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Sequence

from benchdb.cli.gating.gate import EXCUSES, OF_A_MARGIN, VERDICTS

NO_MARGIN = (
    f"--fail-if {OF_A_MARGIN} needs a margin within which two sides count as the same, in percent: add --band 2, or "
    "whatever margin you can accept"
)

OF_PERCENT = ("--by", "--band")
SIGNED = re.compile(r"[-−][\d.]")


def has_margin(query: Iterable[tuple[str, str]]) -> bool:
    """Whether a comparison is asked within which margin its sides are equivalent; 0 is none."""
    return any(name == "band" and text.strip("0.% ") for name, text in query)


def share(text: str) -> float:
    """`2%` or `2` as 0.02."""
    try:
        percent = float(text.removesuffix("%"))
    except ValueError:
        percent = -1.0
    if not 0 <= percent < math.inf:
        raise ArgumentTypeError(f"{text!r}: expected a percentage of 0 or more, such as 2% or 300%")
    return percent / 100


def with_signs(words: Sequence[str]) -> list[str]:
    """`--by -2%` as `--by=-2%`, to be refused for what it is: argparse takes it for an option, and misses an argument.
    What stands behind `--` is the load's."""
    end = words.index("--") if "--" in words else len(words)
    made = list[str]()
    for word in words[:end]:
        if made and made[-1] in OF_PERCENT and SIGNED.match(word):
            made[-1] += f"={word}"
        else:
            made.append(word)
    return [*made, *words[end:]]


def gate_options(options: Namespace) -> list[str]:
    """Those that were given and mean nothing without --fail-if."""
    return [f"--{name}" for name in ("by", "unless", "summary") if getattr(options, name)]


def add_gate(parser: ArgumentParser, fail_if: str = "") -> None:
    """The options of a gate; `fail_if` is what fails where nobody says."""
    parser.add_argument(
        "--fail-if",
        choices=VERDICTS,
        default=fail_if,
        help=f"end with 1 if a cell has this verdict; {OF_A_MARGIN}: if it is not shown to be within --band",
    )
    parser.add_argument(
        "--band",
        default="",
        metavar="PERCENT",
        help="sides this close count as equivalent, such as 2; without it none do",
    )
    parser.add_argument("--by", type=share, default=0.0, metavar="PERCENT", help="let smaller changes pass")
    parser.add_argument(
        "--unless",
        action="append",
        default=[],
        choices=EXCUSES,
        help="treat this outcome, which ends with 3 or 4, as success",
    )
    parser.add_argument("--summary", metavar="FILE", help="write Markdown for a job's page or a comment; - prints it")
