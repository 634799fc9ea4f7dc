"""parse_upload(id): the steps that an upload goes through, over one Ingestion.

Safe to run twice and to be killed at any point: a file's rows and its state are one transaction, and the next worker
goes on with the files that are still queued. A lock of the database connection says who works on an upload; a dead
worker's connection is gone, and its lock with it. What takes long on the quick queue is left to the heavy one.
"""

from __future__ import annotations

import logging
from contextlib import suppress

from django.db import DataError, Error, OperationalError, transaction

from benchdb.host.logs import UPLOAD
from ingest.declared.facts import BadFact
from ingest.pipeline.attempts import begin, finish, is_too_much, pass_on, refuse, take_back, why_empty
from ingest.pipeline.declare import declare
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.link import link
from ingest.pipeline.outcomes import Cancelled, check_wanted
from ingest.pipeline.publish import publish_runs
from ingest.pipeline.sandbox.limits import TakesLong
from ingest.pipeline.store import store_files
from ingest.pipeline.unpack import unpack
from ingest.pipeline.upload_lock import impatient, upload_lock

log = logging.getLogger(__name__)

#: From bytes to rows. `store_files` takes each file through three steps of its own: identify, parse, store.
STEPS = (unpack, declare, store_files)
#: What holds for all of it, in the transaction in which the upload ends.
LAST_STEPS = (link, publish_runs)


def parse_upload(upload_id: int, *, is_quick: bool = False) -> bool:
    """Leave the upload stored or failed; do nothing where another worker has it, or where that is so already. Whether
    no other one had it.

    TakesLong where `is_quick` and it does: it waits again then, and is to be queued as a heavy one. OperationalError
    where the database was away or full: it is to be tried again. DataError where it can never hold what a file says.
    """
    named = UPLOAD.set(str(upload_id))
    try:
        return read_upload(upload_id, is_quick)
    finally:
        UPLOAD.reset(named)


def read_upload(upload_id: int, is_quick: bool) -> bool:
    with upload_lock(upload_id) as is_ours:
        ingestion = begin(upload_id, is_quick=is_quick) if is_ours else None
        if ingestion is None:
            return is_ours
        try:
            with impatient(is_quick):
                run_steps(ingestion)
        except BadFact as error:
            refuse(ingestion.upload, str(error))
        except Cancelled:
            log.info("upload %s was cancelled", upload_id)
            return True
        except TakesLong:
            pass_on(upload_id)
            log.info("upload %s takes long: it goes on in the heavy queue", upload_id)
            raise
        except OperationalError as error:
            if is_too_much(error):
                raise DataError(*error.args) from error
            with suppress(Error):
                take_back(upload_id)
            raise
    log.info("upload %s is %s", upload_id, ingestion.upload.state)
    return True


def run_steps(ingestion: Ingestion) -> None:
    for step in STEPS:
        step(ingestion)
    with transaction.atomic():
        check_wanted(ingestion.upload, lock=True)
        for step in LAST_STEPS:
            step(ingestion)
        finish(ingestion.upload, why_empty(ingestion.upload) if ingestion.is_empty else "")
