"""Export -> GitHub's Markdown for a review: long tables folded, never longer than a comment may be.

Names come from logs and people, so no sign of theirs may be read as Markdown, HTML, a mention or a reference to an
issue. A comment between a sign and its word keeps GitHub from making a link of them and is not seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from benchdb.wording import words
from frontend.answers.export import Export, Listing, Table
from frontend.exports.citation import citation

MOST = 65_000  #: characters; GitHub refuses comments of more than 65,536
FOLDED_FROM = 20  #: lines
MOST_SENTENCES = 25
MOST_SIDES = 3  #: set against the first, of which all figures are shown; of more, what a review asks for: the changes
BREAK = "<!-- -->"
HTML = re.compile(r"&(?=#?\w)|<(?=[\w/!?])|^>", re.ASCII)  #: signs that begin an entity, a tag or a quotation
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
SPECIAL = re.compile(r"[\\`*_\[\]|~$]|^[#+-](?=[#\s]|$)|^\d+(?=[.)](?:\s|$))")
LINKED = re.compile(
    r"(?<=[@#!$])(?=\w)|(?<=\bGH)(?=-\d)|(?<=http)(?=s?://)|(?<=ftp)(?=://)|(?<=www)(?=\.)|(?<=:)(?=\w+:)", re.I
)
COMMIT = re.compile(r"\b(?=\d*[a-f])[0-9a-f]{7,40}\b", re.IGNORECASE)
SHORTEST_COMMIT = 7  #: signs that GitHub looks up
SHUT = "\0"  #: stands for BREAK while the text is escaped


def as_markdown(document: Export) -> bytes:
    head = [f"### {escaped(document.title)}", f"**{escaped(document.headline)}**" if document.headline else ""]
    head += [f"> {escaped(part)}" for part in document.note.split("\n\n") if part.strip()]
    head += [picture(document)] if document.origin.frozen_at and document.charts else []
    tail = [held_constant(document), *map(listed, document.listings), links(document)]
    room = MOST - sum(len(part) + 2 for part in (*head, *tail)) - 400
    body = []
    for table in document.tables:
        brief = table.in_brief(MOST_SIDES)
        part = tabled(brief, room)
        if brief is not table:
            part += f"\n\n{words('key of a brief table')}"
        room -= len(part) + 2
        body.append(part)
    return ("\n\n".join(filter(None, (*head, *body, escaped(document.summary), *tail))) + "\n").encode()


def picture(document: Export) -> str:
    """The drawing that is kept with a permalink; a live answer has none that stays."""
    return f"![{escaped(document.title)}](<{document.address.format('.png')}>)"


def tabled(table: Table, room: int) -> str:
    """The table, folded where it is long, and cut with a word about it where it would not fit."""
    head = heads(table)
    title = f"**{escaped(table.title)}**" if table.title else ""
    kept: list[str] = []
    room -= len(head) + len(title) + 200
    for texts in table.rows:
        line = row(texts)
        if (room := room - len(line) - 1) < 0:
            break
        kept.append(line)
    missing = len(table.lines) - len(kept)
    cut = words("lines left out", missing=missing, lines=len(table.lines)) if missing else ""
    if not kept:
        return "\n\n".join(filter(None, (title, cut)))
    text = "\n".join((head, *kept))
    if len(kept) > FOLDED_FROM:
        text = f"<details><summary>{len(kept):,} lines</summary>\n\n{text}\n\n</details>"
    return "\n\n".join(filter(None, (title, text, cut)))


def heads(table: Table) -> str:
    return f"{row(table.heads)}\n|:--|{'--:|' * (len(table.heads) - 1)}"


def row(texts: tuple[str, ...]) -> str:
    return f"| {' | '.join(map(escaped, texts))} |"


def held_constant(document: Export) -> str:
    pairs = "; ".join(f"{escaped(title)} {escaped(value)}" for title, value in document.facts)
    return f"**Held constant:** {pairs}" if pairs else ""


def listed(listing: Listing) -> str:
    return "\n".join([f"**{escaped(listing.title)}:**", "", *(f"- {one}" for one in cut(listing.sentences))])


def cut(sentences: Iterable[str]) -> list[str]:
    shown = [escaped(one) for one in sentences]
    more = len(shown) - MOST_SENTENCES
    return shown if more <= 0 else [*shown[:MOST_SENTENCES], words("sentences left out", more=more)]


def links(document: Export) -> str:
    others = " · ".join(f"[{name}](<{document.address.format('.' + name)}>)" for name in ("csv", "json", "svg"))
    return f"{escaped(citation(document))} [Open it](<{document.origin.url}>) · {others}"


def escaped(text: str) -> str:
    """`text` as one line that Markdown, HTML and GitHub leave as it is."""
    shut = LINKED.sub(SHUT, COMMIT.sub(broken, " ".join(text.replace(SHUT, "").split())))
    html = HTML.sub(lambda sign: ENTITIES[sign[0]], shut)
    return SPECIAL.sub(shielded, html).replace(SHUT, BREAK)


def shielded(match: re.Match[str]) -> str:
    return f"{match[0]}\\" if match[0].isdigit() else f"\\{match[0]}"


def broken(commit: re.Match[str]) -> str:
    """In pieces too short to be looked up."""
    size = SHORTEST_COMMIT - 1
    return SHUT.join(commit[0][place : place + size] for place in range(0, len(commit[0]), size))
