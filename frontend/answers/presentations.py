"""PRESENTATIONS: how each kind of question is shown, found by its folder."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module, util

from benchdb.questions.kinds import QUESTIONS
from frontend import answers
from frontend.answers.presentation import Presentation


def every_presentation() -> Iterator[Presentation]:
    """Of each folder here that has a `presentation.py`."""
    for folder in pkgutil.iter_modules(answers.__path__, f"{answers.__name__}."):
        name = f"{folder.name}.presentation"
        if folder.ispkg and util.find_spec(name):
            yield import_module(name).PRESENTATION


_by_kind = {presentation.kind: presentation for presentation in every_presentation()}
PRESENTATIONS = {kind: _by_kind[kind] for kind in QUESTIONS}
