"""The names of an archive's members: which are kept, which mean nothing, which are refused."""

from __future__ import annotations

import re

from benchdb.domain.text.names import printable, readable
from ingest.archives.member import BadMember

JUNK_FOLDERS = frozenset({"__MACOSX", ".git", ".svn"})
JUNK_FILES = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
MOST = 255  #: characters
MOST_SHOWN = 80  #: characters of a name in a sentence: what a broken archive takes for one may be thousands
DRIVE = re.compile(r"[A-Za-z]:")


class Names:
    """The names seen so far in one archive."""

    def __init__(self, *, is_posix: bool = False) -> None:
        """`is_posix`: a backslash is part of a name, as in a tar. A zip that was made on Windows may part folders by
        it."""
        self._seen: set[str] = set()
        self._is_posix = is_posix

    def is_again(self, name: str) -> bool:
        """Whether it came before; from now on it did."""
        is_again = name in self._seen
        self._seen.add(name)
        return is_again

    def clean(self, name: str) -> str:
        """`name` with slashes and without `./`; "" for what a file manager left. BadMember for one that is refused. One
        that came before is, but in a tar: there a later file stands for it, as when it is unpacked."""
        path = readable(name) if self._is_posix else readable(name).replace("\\", "/")
        if path.startswith("/") or DRIVE.match(path):
            raise BadMember("its path is absolute; paths inside an archive must be relative")
        parts = [printable(part) for part in path.split("/") if part not in ("", ".")]
        if ".." in parts:
            raise BadMember("its path leads out of the archive (..)")
        if not parts or is_junk(parts):
            return ""
        clean = "/".join(parts)
        if len(clean) > MOST:
            raise BadMember(f"its path is longer than {MOST} characters")
        if clean in self._seen and not self._is_posix:
            raise BadMember("the archive has an earlier file of this name; the first one counts")
        if not self._is_posix:
            self._seen.add(clean)
        return clean


def shown(name: str) -> str:
    """A member's name as a sentence shows it, or what Python says of one: beginning and end of what is long."""
    whole = printable(readable(name))
    half = MOST_SHOWN // 2
    return whole if len(whole) <= MOST_SHOWN else f"{whole[:half]}…{whole[-half:]}"


def is_junk(parts: list[str]) -> bool:
    """`._name` is the Macintosh's half of a file: what stood in its resource fork."""
    return parts[-1] in JUNK_FILES or parts[-1].startswith("._") or not JUNK_FOLDERS.isdisjoint(parts[:-1])
