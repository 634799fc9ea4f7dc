"""Refusal: what cannot be done, as a kind of the catalogue and its parameters; worded when somebody reads it."""

from __future__ import annotations

from benchdb.domain.caveats import Parameter, phrase
from benchdb.wording.sentences import worded


class Refusal(ValueError):
    """Why something cannot be done. Its text is what a reader is told."""

    def __init__(self, kind: str, /, **parameters: Parameter) -> None:
        super().__init__(kind)
        self.phrase = phrase(kind, **parameters)

    def __str__(self) -> str:
        return worded(self.phrase)
