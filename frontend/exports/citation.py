"""Export -> how to cite it: one line, and a BibTeX entry."""

from __future__ import annotations

import re

from benchdb.domain.caveats import Phrase, phrase
from benchdb.wording import sentence, words
from frontend.answers.export import Export

SPECIAL = re.compile(r"[\\{}$&%#_~^]")
IN_TEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
FORBIDDEN_IN_URL = {"\\": "%5C", "{": "%7B", "}": "%7D", "%": r"\%", "#": r"\#"}


def citation(document: Export) -> str:
    """`“Requests per second by zone”, benchdb, frozen on 2026-11-21 by mira.`; the address stands beside it."""
    return words("citation", title=document.title, state=state(document))


def state(document: Export) -> Phrase:
    """Whether its numbers can change, and who froze them."""
    frozen_at, author = document.origin.frozen_at, document.origin.author
    return phrase("frozen on, by", day=frozen_at, author=author) if frozen_at and author else moment(document)


def moment(document: Export) -> Phrase:
    """When its numbers were frozen, if they were."""
    frozen_at = document.origin.frozen_at
    return phrase("frozen on", day=frozen_at) if frozen_at else phrase("not frozen")


def as_bib(document: Export) -> bytes:
    """An @misc entry that BibTeX and biber read."""
    frozen_at, author = document.origin.frozen_at, document.origin.author
    fields = {
        "author": author and f"{{{tex(author)}}}",
        "title": f"{{{tex(document.title)}}}",
        "howpublished": rf"benchdb, \url{{{tex_url(document.origin.url)}}}",
        "year": frozen_at[:4],
        "month": frozen_at[5:7].lstrip("0"),
        "note": tex(f"{sentence(moment(document))}."),
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@misc{{{document.origin.key},", *lines, "}", ""]).encode()


def tex(text: str) -> str:
    return SPECIAL.sub(lambda match: IN_TEX.get(match[0], rf"\{match[0]}"), text)


def tex_url(url: str) -> str:
    """The address as it may stand in an argument of `url`, in a file that BibTeX reads."""
    return "".join(FORBIDDEN_IN_URL.get(sign, sign) for sign in url)
