"""What a regular expression of the API asks for, in words: whoever is refused by one reads no regular expression."""

from __future__ import annotations

from benchdb.wording.sentences import words

KINDS: dict[str, str] = {}  #: regular expression -> the line of the catalogue that says what it asks for


def pattern(expression: str, kind: str) -> str:
    """The expression, for a field; remembered with what it is called."""
    KINDS[expression] = kind
    return expression


def expected_by(expression: str) -> str:
    """What is expected, as a sentence without its stop."""
    return words(KINDS.get(expression, "other form"))
