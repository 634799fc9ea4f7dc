"""Words for values: phrases and caveats -> English. The catalogue is `catalogue.py`, to be read from top to bottom."""

from benchdb.wording.grammar import counted, inside, listed
from benchdb.wording.refusal import Refusal
from benchdb.wording.sentences import full_sentences, line, marked_line, sentence, sentences, sentences_of, words

__all__ = [
    "Refusal",
    "counted",
    "full_sentences",
    "inside",
    "line",
    "listed",
    "marked_line",
    "sentence",
    "sentences",
    "sentences_of",
    "words",
]
