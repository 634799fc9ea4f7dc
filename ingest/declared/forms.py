"""What a stated fact looks like as text: regular expressions for the API's document. Pure.

Each matches whatever `facts.clean` takes, and most of what it refuses is not matched; which, it says in words. They are
of JSON Schema (ECMA 262), which knows less than Python.
"""

from __future__ import annotations

from benchdb.domain.patterns import FIELDS


def maybe(expression: str) -> str:
    """A field that may be empty, with blanks around what it holds."""
    return rf"^\s*(({expression})\s*)?$"


#: `2026-11-27T20:15:00Z`, and the other forms of ISO 8601 that Python reads; a date alone is its midnight.
DAY = r"\d{4}(-?\d{2}-?\d{2}|-?W\d{2}(-?\d)?)"
CLOCK = r"\d{2}(:?\d{2}(:?\d{2}([.,]\d+)?)?)?"
MOMENT = maybe(rf"{DAY}([\s\S]{CLOCK}(Z|[+-]{CLOCK})?)?")

#: `KeepAlive=Off; MaxClients=1000`, or one on each line.
SETTING = r"[^=;\n]+=[^;\n]*|[^\S\n]*"
SETTINGS = rf"^({SETTING})([;\n]({SETTING}))*$"

#: `{machine}/{zone}/run{trial}.log`
FIELD = rf"\{{({'|'.join(FIELDS)}|tuning\.[^{{}}/=;]+)\}}"
PATH_PATTERN = rf"^(\s*|[^{{}}]*{FIELD}([^{{}}]+{FIELD})*[^{{}}]*)$"

WHOLE_NUMBER = maybe(r"\+?\d[\d_]*")
UP_TO_65535 = r"\+?0*([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])"
CPUS, PORT = maybe(f"{UP_TO_65535}|65536"), maybe(UP_TO_65535)
YES_OR_NO = maybe("[Yy][Ee][Ss]|[Nn][Oo]|[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]")
FLAG = maybe("[Tt][Rr][Uu][Ee]|[Oo][Nn]|[Ff][Aa][Ll][Ss][Ee]")
