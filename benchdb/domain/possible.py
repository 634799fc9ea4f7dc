"""What no machine, run or port has: such facts are slips of the hand, or stand for something that was not known."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from benchdb.domain.caveats import Phrase, phrase

MOST_CPUS = 65_536  #: Linux of today is built for 8,192
LEAST_MEMORY, MOST_MEMORY = 1 << 20, 1 << 50  #: bytes
PORTS = range(1, 65_536)
FIRST_YEAR = 1970
AHEAD = timedelta(days=2)  #: of this machine's clock, by which another's may be, in whatever zone


class Beyond(ValueError):
    """A value of the right kind that cannot be; `expected` says what could."""

    def __init__(self, expected: Phrase) -> None:
        super().__init__()
        self.expected = expected


def count(value: object, most: int = 2**31 - 1, least: int = 1) -> int:
    """ValueError for what is no number above 0, Beyond for one that is too small or too large."""
    text = str(value).strip()
    if "_" in text:  # which `int` takes between digits, as Python's own numbers have it
        raise ValueError
    number = int(text)
    if number <= 0:
        raise ValueError
    if not least <= number <= most:
        raise Beyond(phrase("expected: between", least=least, most=most))
    return number


def cpus(value: object) -> int:
    return count(value, MOST_CPUS)


def memory(value: object) -> int:
    """Bytes."""
    return count(value, MOST_MEMORY, LEAST_MEMORY)


def port(value: object) -> str:
    return str(count(value, PORTS[-1]))


def possible(moment: datetime) -> datetime:
    """The moment; Beyond where no run can have been then."""
    if not (moment.year >= FIRST_YEAR and moment <= datetime.now(UTC) + AHEAD):
        raise Beyond(phrase("expected: possible time", first=FIRST_YEAR))
    return moment
