"""The bytes of a `benchdb.toml`, which people write by hand -> its text. Pure."""

from __future__ import annotations

import re

from benchdb.domain.text import encoding_of

ALMOST = re.compile(r"benchdb[^/]*\.toml(\.\w+)?|benchdb\.(txt|tml|ini|conf)", re.IGNORECASE)
TWICE = re.compile(r"(Cannot (overwrite a value|declare \(.*\) twice)|Duplicate inline).*\(at ((line (\d+))|end of)")
NAME = "benchdb.toml"


class NotText(ValueError):
    """Bytes that are neither UTF-8 nor UTF-16; `line` is where."""

    def __init__(self, line: int, byte: int) -> None:
        super().__init__(f"expected text in UTF-8, found the byte 0x{byte:02x}")
        self.line, self.byte = line, byte


def toml_text(content: bytes) -> str:
    """In UTF-8, or in UTF-16 as Notepad and PowerShell write. NotText for anything else."""
    encoding = encoding_of(content)
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise NotText(content[: error.start].count(b"\n") + 1, content[error.start]) from error


def stands_twice(message: str, document: str) -> tuple[int, str] | None:
    """(line, key or section) of which tomllib complains, in words of its own works, that it is there before."""
    match = TWICE.match(message)
    if match is None:
        return None
    lines = document.split("\n")
    last = int(match[5]) if match[5] else len(lines)
    begins = (number for number in range(last, 0, -1) if re.match(r"\s*(\[|[^#=]+=)", lines[number - 1]))
    line = next(begins, last)
    text = lines[line - 1].strip()
    return line, text if text.startswith("[") else text.partition("=")[0].strip()


def is_almost(name: str) -> bool:
    """Whether a file was meant to be a `benchdb.toml`, by its name, and is none: `Benchdb.toml`, `benchdb.toml.txt`."""
    return name != NAME and ALMOST.fullmatch(name) is not None
