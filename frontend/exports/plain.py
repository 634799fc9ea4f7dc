"""Export -> plain text for a mailing list: at most 80 characters a line; only an address may be longer."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from frontend.answers.export import Column, Export, Group, Line, Table
from frontend.exports.citation import citation

WIDTH = 80
LEAST_LABEL = 14  #: a label that has less room stands above its line
Texts = tuple[str, ...]
Sides = Sequence[tuple[str, int]]  #: name, columns
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PLAIN = str.maketrans({"−": "-", "–": "-", "“": '"', "”": '"', "×": "x", "\t": " ", "\n": " ", "\r": " "})


def as_text(document: Export) -> bytes:
    parts = [
        "\n".join([*folded(document.title), "=" * min(WIDTH, width_of(plain(document.title)))]),
        "\n".join(folded(document.headline)),
        "\n\n".join("\n".join(folded(part)) for part in document.note.split("\n\n") if part.strip()),
        held_constant(document),
        *(block for table in document.tables for block in blocks(table)),
        document.summary,
        *(listed(one.title, one.sentences) for one in document.listings),
        "\n".join([*folded(citation(document)), document.origin.url]),
    ]
    return ("\n\n".join(plain(part) for part in parts if part) + "\n").encode()


def held_constant(document: Export) -> str:
    if not document.facts:
        return ""
    return "\n".join(
        ["Held constant:", *(line for k, v in document.facts for line in folded(f"{k}: {v}", "  ", "    "))]
    )


def listed(title: str, sentences: Iterable[str]) -> str:
    return "\n".join([f"{title}:", *(line for one in sentences for line in folded(one, "  * ", "    "))])


def blocks(table: Table) -> list[str]:
    """The table as blocks that are narrow enough: the first group beside each of the others.

    Columns that stand for themselves are no sides of anything, and stay together.
    """
    if all(len(shown_columns(group)) == 1 for group in table.groups):
        return [single_columns(table)]
    if len(table.groups) == 1:
        return [block(table, (0,))]
    return [block(table, (0, place)) for place in range(1, len(table.groups))]


def block(table: Table, chosen: Sequence[int]) -> str:
    """One block: names of its groups, heads, lines. The label comes last, as on kernel mailing lists.

    Extra columns, for which a line has no room, stand beneath, with the labels again.
    """
    letters = dict(zip(chosen, LETTERS, strict=False))
    names = [
        line for place in chosen for line in folded(f"{letters[place]} = {table.groups[place].head}", "  ", "      ")
    ]
    usual, extra = part(table, letters, is_extra=False), part(table, letters, is_extra=True)
    parts = (usual, *([extra.where_said] if extra.where_said.lines else []))
    laid = ["\n".join(laid_out(one.heads, table.along, one.lines, one.sides)) for one in parts]
    return "\n".join([*folded(table.title), *names, "", "\n\n".join(laid)])


@dataclass(frozen=True, slots=True)
class Part:
    """Some columns of a block."""

    heads: Texts
    sides: Sides
    lines: Sequence[tuple[str, Texts]]

    @property
    def where_said(self) -> Part:
        """Without lines that say nothing."""
        return replace(self, lines=[(label, texts) for label, texts in self.lines if any(texts)])


def part(table: Table, chosen: Mapping[int, str], *, is_extra: bool) -> Part:
    """Its extra columns, or the others; `chosen`: the places of its groups, with their letters."""
    columns = {
        place: [column for column in table.groups[place].columns if column.is_extra == is_extra] for place in chosen
    }
    lines = [line for line in table.lines if any(line.texts[place] for place in chosen)]
    return Part(
        tuple(column.head or chosen[place] for place, several in columns.items() for column in several),
        tuple((table.groups[place].head, len(several)) for place, several in columns.items() if several),
        [(line.label, cells(table, line, chosen, is_extra=is_extra)) for line in lines],
    )


def single_columns(table: Table) -> str:
    """A table in which every group is one column."""
    places = range(len(table.groups))
    heads = tuple(plain(shown_columns(group)[0].head or group.head) for group in table.groups)
    lines = [(line.label, cells(table, line, places)) for line in table.lines if any(line.texts)]
    return "\n".join([*folded(table.title), "", *laid_out(heads, table.along, lines)])


def shown_columns(group: Group) -> list[Column]:
    return [column for column in group.columns if not column.is_extra]


def cells(table: Table, line: Line, chosen: Iterable[int], *, is_extra: bool = False) -> Texts:
    texts_of_all = []
    for place in chosen:
        texts = line.texts[place] or ("-", *("",) * (len(table.groups[place].columns) - 1))
        texts_of_all += [
            text for column, text in zip(table.groups[place].columns, texts, strict=True) if column.is_extra == is_extra
        ]
    return tuple(plain(text) for text in texts_of_all)


def laid_out(heads: Texts, along: str, lines: Sequence[tuple[str, Texts]], sides: Sides = ()) -> list[str]:
    """Columns as wide as their widest text; where that is too wide, each text on a line of its own."""
    widths = [max(map(width_of, column)) for column in zip(heads, *(texts for _, texts in lines), strict=True)]
    numbers = sum(widths) + 2 * len(widths)
    if numbers > WIDTH:
        return [one for label, texts in lines for one in one_by_one(heads, label, texts, sides)]
    room = WIDTH - numbers
    widest = max((width_of(plain(label)) for label, _ in lines), default=0)
    above = room < min(widest, LEAST_LABEL)
    words = [aligned(heads, widths) + along]
    if above or width_of(along) > room:
        words = [*folded(along + ":"), aligned(heads, widths).rstrip()]
    for label, texts in lines:
        words += beside(label, aligned(texts, widths), room) if not above else above_it(label, aligned(texts, widths))
    return words


def above_it(label: str, numbers: str) -> list[str]:
    return [*folded(label + ":"), numbers.rstrip()]


def beside(label: str, numbers: str, room: int) -> list[str]:
    """The label after its numbers; a long one goes on below, under its own beginning."""
    first, *rest = folded(label, width=room) or [""]
    return [(numbers + first).rstrip(), *(" " * width_of(numbers) + line for line in rest)]


def one_by_one(heads: Texts, label: str, texts: Texts, sides: Sides) -> list[str]:
    """Each text behind its head, those of a side of several columns under its name."""
    lines, place = folded(f"{label}:"), 0
    for name, count in sides or (("", len(heads)),):
        indent = "    " if name and count > 1 else "  "
        lines += folded(f"{name}:", "  ", "    ") if len(indent) > len("  ") else []
        for head, text in zip(heads[place : place + count], texts[place : place + count], strict=True):
            lines += folded(f"{head}: {text}", indent, indent + "  ")
        place += count
    return lines


def aligned(texts: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(" " * (width - width_of(text)) + text + "  " for text, width in zip(texts, widths, strict=True))


def plain(text: str) -> str:
    """Signs that old mailers and grep know, and one space for each that would move the cursor."""
    return text.translate(PLAIN) if "\n" not in text else "\n".join(map(plain, text.split("\n")))


def width_of(text: str) -> int:
    """Columns on a terminal: 2 for a wide sign, 0 for one that is put over the last."""
    return sum(0 if unicodedata.combining(s) else 2 if unicodedata.east_asian_width(s) in "WF" else 1 for s in text)


def folded(text: str, first: str = "", later: str = "", width: int = WIDTH) -> list[str]:
    """`text` in lines of at most `width` columns. Nothing is cut: a word that is too long goes on in the next line."""
    lines, line = [], first
    begin = True
    for word in plain(" ".join(text.split())).split(" "):
        if not begin and width_of(line) + 1 + width_of(word) > width:
            lines.append(line)
            line, begin = later, True
        line += word if begin else f" {word}"
        begin = False
        while width_of(line) > width:
            cut = fitting(line, width)
            lines.append(line[:cut])
            line = later + line[cut:]
    return [*lines, line] if line.strip() else lines


def fitting(line: str, width: int) -> int:
    """How many characters of `line` fit into `width` columns."""
    used = 0
    for place, sign in enumerate(line):
        used += width_of(sign)
        if used > width:
            return place
    return len(line)
