"""Changes of a log that leave it a log: odd numbers, exchanged words, lines that moved. Bytes that change anywhere
seldom get past what a format first looks at; faults lie behind it, where a value is taken for what it usually is."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

NUMBERS = re.compile(rb"\d+(?:[.,:/-]\d+)*")
WORDS = re.compile(rb"[A-Za-z_%]+")
FIELDS = re.compile(rb"[^\s,;|\"]+")
#: Numbers that are none, that no one has, or that are none of a date, a time or a count.
ODD_NUMBERS = (
    *b"0 -0 -1 00 1. .5 1,5 1e3 1e400 1e-400 1_0 0x1f 4294967295 2147483648 18446744073709551615 1'000 1:2:3:4".split(),
    *b"nan nan0 NaN inf -inf Infinity 1#INF 1.#QNAN ######## ***** - -- ? 24:00:00 23:59:60 99:99:99 31/31/26".split(),
    *b"2026-13-01 2026-02-30 0000-00-00 9999-12-31 \xd9\xa3 \xc2\xb2 \xef\xbc\x91 1\x00".split(),
    *(b"9" * 25, b"0." + b"9" * 25, b"1 000", b""),
)
ODD_WORDS = (*b'null true NaN AM PM Average: % \xc2\xb5s ms \xff \x1b[31m " {} []'.split(), b"Feb 30")
LINE_ENDS = (b"\n", b"\r\n", b"\r", b"\n\n", b" \n", b"\x0c\n", b"\\\n", b"")


def mutated(content: bytes, most: int, seed: int) -> bytes:
    """`content` with one to five changes, in at most `most` bytes; the same for the same seed."""
    chance = random.Random(seed)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 5))):
        content = chance.choice(CHANGES)(content, chance)
    return content[:most]


def crossed(first: bytes, second: bytes, most: int, seed: int) -> bytes:
    """The lines of `first` up to one of them, then those of `second` from one on."""
    chance = random.Random(seed)
    head, tail = first.splitlines(keepends=True), second.splitlines(keepends=True)
    return b"".join(head[: chance.randint(0, len(head))] + tail[chance.randint(0, len(tail)) :])[:most]


def with_other_bytes(content: bytes, chance: random.Random) -> bytes:
    """One to four bytes are others, gone, or new: what nobody thought of."""
    changed = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        first = chance.randrange(len(changed) + 1)
        changed[first : first + chance.randint(0, 1)] = bytes((chance.randrange(256),) * chance.randint(0, 1))
    return bytes(changed)


def odd_number(content: bytes, chance: random.Random) -> bytes:
    return exchanged(content, NUMBERS, chance, ODD_NUMBERS)


def odd_word(content: bytes, chance: random.Random) -> bytes:
    return exchanged(content, WORDS, chance, ODD_WORDS)


def another_number(content: bytes, chance: random.Random) -> bytes:
    return exchanged(content, NUMBERS, chance)


def another_field(content: bytes, chance: random.Random) -> bytes:
    return exchanged(content, FIELDS, chance)


def longer_number(content: bytes, chance: random.Random) -> bytes:
    more = chance.choice((b"0", b"9", b".", b"-", b":", b"%", b"K", b"m", b" "))
    return exchanged(content, NUMBERS, chance, [number + more for number in NUMBERS.findall(content)])


def without_field(content: bytes, chance: random.Random) -> bytes:
    return exchanged(content, FIELDS, chance, (b"",))


def exchanged(
    content: bytes, what: re.Pattern[bytes], chance: random.Random, others: Sequence[bytes] | None = None
) -> bytes:
    """One of `what` for one of `others`, or for another of its own kind."""
    places = list(what.finditer(content))
    others = [place[0] for place in places] if others is None else others
    if not places or not others:
        return content
    place = chance.choice(places)
    return content[: place.start()] + chance.choice(others) + content[place.end() :]


def a_line_less(content: bytes, chance: random.Random) -> bytes:
    lines = content.splitlines(keepends=True)
    first = chance.randrange(len(lines) + 1)
    return b"".join(lines[:first] + lines[first + chance.choice((1, 1, 2, 5)) :])


def a_line_twice(content: bytes, chance: random.Random) -> bytes:
    lines = content.splitlines(keepends=True)
    if not lines:
        return content
    line = chance.choice(lines)
    to = chance.randrange(len(lines) + 1)
    return b"".join([*lines[:to], line, *lines[to:]])


def a_line_elsewhere(content: bytes, chance: random.Random) -> bytes:
    lines = content.splitlines(keepends=True)
    if not lines:
        return content
    line = lines.pop(chance.randrange(len(lines)))
    lines.insert(chance.randrange(len(lines) + 1), line)
    return b"".join(lines)


def a_broken_line(content: bytes, chance: random.Random) -> bytes:
    """Cut, joined with the next one, or ended in another way."""
    place = chance.randrange(len(content) + 1)
    end = content.find(b"\n", place)
    end = len(content) if end < 0 else end + 1
    return content[:place] + chance.choice(LINE_ENDS) + content[end:]


def an_end(content: bytes, chance: random.Random) -> bytes:
    """All that stands behind a place is gone, or all before it."""
    place = chance.randrange(len(content) + 1)
    return content[:place] if chance.random() < 0.7 else content[place:]


CHANGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(odd_number, odd_number, odd_number, odd_word, another_number, another_field, longer_number, without_field),
    *(a_line_less, a_line_twice, a_line_elsewhere, a_broken_line, an_end),
)
