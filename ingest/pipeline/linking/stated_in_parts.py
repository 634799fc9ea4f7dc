"""What was stated of the runs of an import's parts, each by its own upload's fields and `benchdb.toml`.

Recordings beside runs fill in what nobody stated, whether they belong to them or to other loads of the folder. Which
of a setup's values came so is kept nowhere: it is those that nobody stated.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from benchdb.host.objects import Gone
from benchdb.models import Run, Upload, UploadFile
from benchdb.models.logs import LogWithdrawn
from ingest.declared.declared_facts import DeclaredFacts, Scope
from ingest.declared.facts import BUNDLE_FILE, BadFact, first_of
from ingest.pipeline.declare import facts_in
from ingest.pipeline.ingestion import Ingestion

RECORDED = ("machine", "kernel", "cpus")  #: of a setup, what a recording or `uname -a` beside the run may fill in


class StatedInParts:
    """Each upload's facts are read once."""

    def __init__(self, ingestion: Ingestion | None = None) -> None:
        """`ingestion`: what its upload declares is known."""
        self._declared = dict[int, DeclaredFacts | None]()
        if ingestion:
            self._declared[ingestion.upload.pk] = ingestion.declared

    def as_stated(self, run: Run) -> Run:
        """With the setup that it had before anything beside it filled in what nobody states: within an upload copies
        are known before that, and what a recording knows parts no report from its copy. Not to be saved.

        As it is where the facts of its upload are not kept any more, or cannot be read.
        """
        declared = self.declared_of(run.file.upload)
        if declared is None:
            return run
        sources = (run.stated, run.facts, *declared.facts_of(run.file.place))
        filled = [name for name in RECORDED if first_of(name, *sources) is None]
        if any(getattr(run.setup, f"{name}_id", None) or getattr(run.setup, name) for name in filled):
            run.setup = copy(run.setup)  # which other runs may have
            for name in filled:
                setattr(run.setup, name, None)
        return run

    def declared_of(self, upload: Upload) -> DeclaredFacts | None:
        if upload.pk not in self._declared:
            self._declared[upload.pk] = declared_of(upload)
        return self._declared[upload.pk]


def declared_of(upload: Upload) -> DeclaredFacts | None:
    """Of an upload that was read. None where the bytes of a `benchdb.toml` are gone, or are none to this version:
    nothing is noted on its file, which is another upload's."""
    files = UploadFile.objects.filter(upload=upload, state=UploadFile.State.FACTS, name__endswith=BUNDLE_FILE)
    tomls = [file for file in files.select_related("log") if file.place.name == BUNDLE_FILE]
    try:
        return DeclaredFacts(upload.facts, [without_study(file) for file in tomls])
    except (LogWithdrawn, Gone, BadFact):
        return None


def without_study(file: UploadFile) -> Scope:
    """What a `benchdb.toml` says of runs, and of which files."""
    return Scope(file.place.archive, file.place.folder, replace(facts_in(file), study={}))
