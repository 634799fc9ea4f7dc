"""Inputs that atheris makes up, led by the code that they reach: each is understood, or refused with a sentence.

    python -m benchdb.dev.fuzz [--runs 1000000] [--seconds 60] [--keep FOLDER] [--corpus FOLDER] [--unguided] [TARGET …]

A process for each target, one after another; a target ends with so many inputs, or after so many seconds. What makes
one raise is kept, and belongs into `fixtures/fuzzed/TARGET/`, which a test reads. Needs `pip install atheris`; where it
is not there, `make fuzz` lets hypothesis make up the inputs.

`--unguided` needs nothing, and reads several times as many inputs in the same time: changed logs, those of a corpus
that guided runs have left among them.
"""
