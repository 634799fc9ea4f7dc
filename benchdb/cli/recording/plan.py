"""Which loads `record` runs, in which order: trials, and configurations in turn. Pure.

Two configurations measured one after the other differ in whatever changed meanwhile. In turn, every other round
backwards (A B B A), a steady drift falls on both alike.
"""

from __future__ import annotations

import re
import shlex
from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchdb.domain.dimensions import TUNING

#: What a shell acts upon. An & in an address and a = behind the first word are nothing to it, or seldom meant so.
SIGNS = re.compile(r"[;|<>`()]|\$[\w({]|&&|^\s*\w+=|(?<!\S)~|(?<!\S)&|&(?!\S)|(?<!\S)[^\s:]*\*")
QUOTED = re.compile(r"\\.|'[^']*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
IN_DOUBLE = re.compile(r"(?<!\\)(?:`|\$[\w({])")  #: what it acts upon in double quotes


class ShellWanted(ValueError):
    """A load that only a shell could run; the message names the sign and says what to write."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """One of the sides of a recording: `gzip=on: COMMAND`."""

    name: str = ""  #: of the setting; "" where there is one side only
    value: str = ""
    command: str = ""  #: the load; or what prepares it, a line for sh, where one load serves all

    @property
    def label(self) -> str:
        return f"{self.name}={self.value}" if self.name else ""


@dataclass(frozen=True, slots=True)
class Execution:
    """One run of the load."""

    configuration: Configuration
    load: tuple[str, ...]
    prepare: str  #: a line for sh, run before it, not measured; "" = nothing
    trial: int  #: 1, 2, …; 0 = a warm-up, which is not kept

    def folder(self, number: int) -> str:
        """Where its files lie in the bundle: what one folder holds was made together."""
        label = "".join(c if c.isalnum() or c in "=._-" else "-" for c in self.configuration.label)
        return f"{number:03d}{'-' if label else ''}{label}"


def setting_name(text: str) -> str:
    """Without the prefix by which the site's dimensions name settings: `KeepAlive` of `tuning.KeepAlive`."""
    return text.strip().removeprefix(TUNING).strip()


def configuration(text: str) -> Configuration:
    """`gzip=on: ab -n 1000 URL`, read."""
    setting, colon, command = text.partition(":")
    name, sign, value = setting.partition("=")
    if f"{name.strip()}." == TUNING and "=" in value:
        raise ArgumentTypeError(f"{text!r}: a setting is written by its own name: {value.strip()}: {command.strip()}")
    name = setting_name(name)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r}: {error}") from error
    if not (colon and sign and name and value.strip() and words):
        raise ArgumentTypeError(
            f"{text!r}: expected NAME=VALUE: COMMAND, such as 'gzip=on: ab -n 1000 http://127.0.0.1/'"
        )
    return Configuration(name, value.strip(), command.strip())


def count(text: str) -> int:
    """A whole number above 0."""
    if not (text.isascii() and text.isdigit() and 0 < int(text[:10]) < 2**31):
        raise ArgumentTypeError(f"expected a whole number above 0, found {text!r}")
    return int(text)


def interval(text: str) -> int:
    """Whole seconds, 0 for none."""
    if not (text.isascii() and text.isdigit() and int(text[:10]) < 2**31):
        raise ArgumentTypeError(f"expected whole seconds, 0 or more, found {text!r}")
    return int(text)


def seconds(text: str) -> float:
    """As long as one can wait."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < 1e6:
        raise ArgumentTypeError(f"expected seconds, found {text!r}")
    return number


def plan(
    load: Sequence[str], configurations: Sequence[Configuration], trials: int, *, warm_up: bool = False
) -> Iterator[Execution]:
    """Every execution in its order. With a load of its own, a configuration's command prepares it."""
    sides = [execution(tuple(load), side) for side in configurations or (Configuration(),)]
    if warm_up:
        yield from (Execution(*side, trial=0) for side in sides)
    for trial in range(1, trials + 1):
        yield from (Execution(*side, trial=trial) for side in (sides if trial % 2 else reversed(sides)))


def execution(load: tuple[str, ...], side: Configuration) -> tuple[Configuration, tuple[str, ...], str]:
    return (side, load, side.command) if load else (side, words_of(side.command), "")


def words_of(load: str) -> tuple[str, ...]:
    """A load's words. One program is measured, no shell around it: ShellWanted where its words want one."""
    if sign := shell_sign(load):
        raise ShellWanted(
            f"{load!r}: {sign!r} is for a shell, and a load is run without one. Quote it if it is part of a word; "
            "else write sh -c '…', or let each configuration prepare ('gzip=on: …') and put the load after --"
        )
    return tuple(shlex.split(load))


def shell_sign(command: str) -> str:
    """The first thing in `command` that a shell would act upon; "" where there is none."""
    match = SIGNS.search(QUOTED.sub(sign_in_quotes, command))
    return match[0].strip() if match else ""


def sign_in_quotes(quoted: re.Match[str]) -> str:
    """What a shell does not take as it stands."""
    match = IN_DOUBLE.search(quoted[0]) if quoted[0].startswith('"') else None
    return match[0] if match else "_"
