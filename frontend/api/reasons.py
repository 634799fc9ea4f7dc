"""Why somebody did something, as the API takes it: 3 characters or more that can be seen."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from benchdb.wording.patterns import pattern

#: A character that is no space to any reader of the document: \S is another set in each kind of regular expression.
VISIBLE = r"[^\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"


def reason(longest: int) -> Any:
    """A field of `longest` characters at most."""
    expression = rf"^{VISIBLE}[^\x00]*{VISIBLE}[^\x00]*{VISIBLE}$"
    visible = pattern(expression, "form: reason")
    return Field(max_length=longest, pattern=visible, description="3 characters or more")
