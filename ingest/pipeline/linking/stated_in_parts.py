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
from ingest.declared.declared_facts import DeclaredFacts
from ingest.declared.facts import BUNDLE_FILE, first_of
from ingest.pipeline.declare import scopes
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

        As it is where the facts of its upload are not kept any more.
        """
        declared = self._of(run.file.upload)
        if declared is None:
            return run
        sources = (run.stated, run.facts, *declared.facts_of(run.file.place))
        filled = [name for name in RECORDED if first_of(name, *sources) is None]
        if any(getattr(run.setup, f"{name}_id", None) or getattr(run.setup, name) for name in filled):
            run.setup = copy(run.setup)  # which other runs may have
            for name in filled:
                setattr(run.setup, name, None)
        return run

    def _of(self, upload: Upload) -> DeclaredFacts | None:
        if upload.pk not in self._declared:
            self._declared[upload.pk] = declared_of(upload)
        return self._declared[upload.pk]


def declared_of(upload: Upload) -> DeclaredFacts | None:
    """Of an upload that was read. None where the bytes of a `benchdb.toml` are gone."""
    files = UploadFile.objects.filter(upload=upload, state=UploadFile.State.FACTS, name__endswith=BUNDLE_FILE)
    try:
        read = list(scopes(files.select_related("log"), []))
    except (LogWithdrawn, Gone):
        return None
    return DeclaredFacts(upload.facts, [replace(one, bundle=replace(one.bundle, study={})) for one in read])
