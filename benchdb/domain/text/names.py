"""The names of files, as they are kept and shown: one rule for the command line, which compares them, and the site."""

from __future__ import annotations

import re
import unicodedata

MOST = 255  #: characters of a path
FOREIGN = re.compile("[\udc80-\udcff]+")


def printable(text: str) -> str:
    """`text` with control characters shown as escapes, so that it survives JSON, HTML, PostgreSQL and terminals."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def composed(name: str) -> str:
    """A name that people gave, in Unicode's normal form C, as keyboards write it: `ö` is one letter.

    Files of a Macintosh have form D in their names: `o`, and the two points as a sign of their own. They look alike.
    """
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def decomposed(name: str) -> str:
    """The same name in form D, in which older versions of benchdb kept what came so."""
    return name if name.isascii() else unicodedata.normalize("NFD", name)


def in_both_forms(names: set[str]) -> set[str]:
    return {form for name in names for form in (name, composed(name), decomposed(name))}


def readable(name: str) -> str:
    """A file's name. Bytes of it that are no UTF-8 are Western letters of Windows, as old archives and disks have them.

    Python carries each such byte as a lone surrogate: `k\\udcf6ln.txt` is `köln.txt`.
    """
    return FOREIGN.sub(lambda some: some[0].encode("utf-8", "surrogateescape").decode("cp1252", "replace"), name)


def kept_path(path: str, *, is_posix: bool = False) -> str:
    """Without control characters, at most 255 characters, its end kept (that is where the extension is).

    `is_posix`: a backslash in it is part of a name; what is kept then is kept as it is. Else it parts folders, as in
    what Windows sends.
    """
    parted = readable(path) if is_posix else readable(path).replace("\\", "/")
    return printable(parted.strip("/"))[-MOST:].lstrip("/") or "unnamed"
